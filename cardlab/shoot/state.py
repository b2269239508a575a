"""The table of Shoot at one moment: who has what, and what is due."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cardlab.cards import Card
from cardlab.shoot.rules import Rules

Phase = Literal["dealer", "bank", "deal", "turn", "end"]
"""What is due: choosing a dealer, opening a bank, a deal, a turn, or closing the bank."""


@dataclass(frozen=True)
class State:
    """The table at one moment, hidden cards included; `steps.apply` gives the next one.

    Parameters
    ----------
    people : tuple of str
        Everybody at the table, each on the left of the one before.
    rules : Rules
        Options of the game.
    balance : tuple of int
        Tokens won (above 0) or lost by each of the people so far. The kitty belongs to nobody
        until the bank is closed, so these numbers and the kitty add up to 0.
    dealer : str or None
        The dealer; None until one is chosen.
    kitty : int
        Tokens in the kitty.
    deals : int
        Deals of this bank, the present one included.
    deck : tuple of Card
        All cards in the order of this deal; empty before the first deal of a bank.
    acted : int
        How many players have played in this deal.
    turned, seen : tuple of Card
        The cards turned in this deal; the same with the hands shown for a SHOOT.
    """

    people: tuple[str, ...]
    rules: Rules
    balance: tuple[int, ...]
    dealer: str | None = None
    kitty: int = 0
    deals: int = 0
    deck: tuple[Card, ...] = ()
    acted: int = 0
    turned: tuple[Card, ...] = ()
    seen: tuple[Card, ...] = ()

    @property
    def phase(self) -> Phase:
        """What is due now."""
        if self.dealer is None:
            return "dealer"
        if self.kitty == 0:
            return "end" if self.deals else "bank"
        if self.deck and self.acted < len(self.players):
            return "turn"
        return "end" if self.deals == self.rules.deals else "deal"

    @property
    def players(self) -> tuple[str, ...]:
        """The players in the order of play, from the dealer's left; empty without a dealer."""
        if self.dealer is None:
            return ()
        seat = self.people.index(self.dealer)
        return self.people[seat + 1 :] + self.people[:seat]

    @property
    def player(self) -> str | None:
        """The player to act, if it is somebody's turn."""
        return self.players[self.acted] if self.phase == "turn" else None

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The hands of this deal in the order of play: dealt one card at a time."""
        players, dealt = len(self.players), self._dealt
        return tuple(self.deck[place:dealt:players] for place in range(players))

    @property
    def spent(self) -> tuple[tuple[Card, ...], ...]:
        """The hands of those who have played, which lie face down."""
        return self.hands[: self.acted]

    @property
    def burnt(self) -> tuple[Card, ...]:
        """The cards laid aside unseen in this deal."""
        return self._drawn[::2] if self.rules.burn else ()

    @property
    def stock(self) -> tuple[Card, ...]:
        """The cards still face down in the stock, the top one first."""
        return self.deck[self._dealt + len(self._drawn) :]

    @property
    def legal_bets(self) -> range:
        """The bets that the player to act may make; empty if it is nobody's turn."""
        return range(1, self.kitty + 1) if self.phase == "turn" else range(0)

    @property
    def may_pass(self) -> bool:
        """Whether the player to act may pass."""
        free = {"all": False, "first": self.acted > 0, "none": True}
        return self.phase == "turn" and free[self.rules.must_bet]

    @property
    def _dealt(self) -> int:
        return self.rules.hand_size * len(self.players)

    @property
    def _drawn(self) -> tuple[Card, ...]:
        """Return the cards that have left the stock: those turned, and those burnt before them."""
        drawn = len(self.turned) * (1 + self.rules.burn)
        return self.deck[self._dealt : self._dealt + drawn]
