"""The rules of Shoot, with their options, and what a player knows when it is his turn."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb
from typing import Literal

from cardlab.cards import DECK, Card, mask
from cardlab.errors import InvalidInput, instance, short, whole


@dataclass(frozen=True)
class Rules:
    """The rules, with an option wherever the rule book is silent or a relative of the game differs.

    Parameters
    ----------
    hand_size : int
        Cards in a hand, 1 to 5.
    ace_high : bool
        Whether the ace ranks above the king; otherwise it ranks below the two.
    equal_rank_wins : bool
        Whether a turned card of the same rank and another suit loses to yours as well.
    look_first : bool
        Whether players look at their hands before they bet.
    burn : bool
        Whether a card is laid aside unseen before each card is turned.
    must_bet : {"all", "first", "none"}
        Who must bet: everybody, only the player on the dealer's left, or nobody. Whoever need not
        bet may pass, and then no card is turned for him.
    minimum_per_player : int
        The kitty holds at least this many tokens for each player.
    deals : int
        The most deals in a bank.

    Raises
    ------
    InvalidInput
        If an option has a value that is not listed.

    Examples
    --------
    >>> Rules().max_players, Rules(hand_size=5).max_players
    (13, 8)
    """

    hand_size: int = 3
    ace_high: bool = True
    equal_rank_wins: bool = False
    look_first: bool = True
    burn: bool = False
    must_bet: Literal["all", "first", "none"] = "all"
    minimum_per_player: int = 10
    deals: int = 3

    def __post_init__(self) -> None:
        for name, low, high in (
            ("hand_size", 1, 5),
            ("minimum_per_player", 1, None),
            ("deals", 1, 3),
        ):
            object.__setattr__(self, name, whole(name, getattr(self, name), low, high))
        for name in ("ace_high", "equal_rank_wins", "look_first", "burn"):
            instance(name, getattr(self, name), bool)
        if self.must_bet not in ("all", "first", "none"):
            message = f"must_bet must be 'all', 'first' or 'none', not {short(self.must_bet)}"
            raise InvalidInput(message)

    @property
    def max_players(self) -> int:
        """The most players for whom the deck suffices, the dealer not counted."""
        return 52 // (self.hand_size + 1 + self.burn)

    @cached_property
    def beaten_by(self) -> tuple[int, ...]:
        """For each of the 52 cards the set of turned cards that it beats, as bits."""
        return tuple(sum(1 << other for other in DECK if self._beats(card, other)) for card in DECK)

    @cached_property
    def beating(self) -> tuple[int, ...]:
        """For each of the 52 cards the set of cards that beat it when it is turned, as bits."""
        return tuple(
            sum(1 << card for card in DECK if self.beaten_by[card] >> turned & 1) for turned in DECK
        )

    def _beats(self, card: Card, turned: Card) -> bool:
        if card.suit == turned.suit:
            return self.height(card) > self.height(turned)
        return self.equal_rank_wins and card.rank == turned.rank

    def height(self, card: Card) -> int:
        """Return where the card stands in its suit, 0 lowest to 12 highest."""
        return card.rank if self.ace_high else (card.rank + 1) % 13

    def winning(self, hand: tuple[Card, ...], seen: tuple[Card, ...] = ()) -> int:
        """Return the set of unseen cards that the hand beats, as bits.

        Examples
        --------
        >>> from cardlab.cards import parse
        >>> Rules().winning(parse("5h Kc Qs")).bit_count()
        24
        """
        beaten = 0
        for card in hand:
            beaten |= self.beaten_by[card]
        for card in (*hand, *seen):
            beaten &= ~(1 << card)
        return beaten


@dataclass(frozen=True)
class View:
    """What the player to act knows: all that a strategy may use.

    Parameters
    ----------
    hand : tuple of Card or None
        The player's cards; None if the rules make players bet before they look.
    seen : tuple of Card
        Every other card the player has seen in this deal, in order: those turned, and hands shown
        for a SHOOT. A player who forgets them is ``dataclasses.replace(view, seen=())``.
    kitty : int
        Tokens in the kitty, and so the highest bet.
    player : int
        The player's place, counted from the dealer's left: 0 is the first to play.
    rules : Rules
        Options of the game.

    Examples
    --------
    >>> from cardlab.cards import parse
    >>> View(parse("5h Kc Qs"), parse("2d"), kitty=60, player=1, rules=Rules()).chance
    Fraction(1, 2)
    """

    hand: tuple[Card, ...] | None
    seen: tuple[Card, ...]
    kitty: int
    player: int
    rules: Rules

    @property
    def chance(self) -> Fraction:
        """The chance of winning, given what the player knows.

        For a player who has not looked it is the average over all hands the player may hold.
        """
        if self.hand is None:
            return self._blind_chance()
        unseen = 52 - len(self.hand) - len(self.seen)
        return Fraction(self.rules.winning(self.hand, self.seen).bit_count(), unseen)

    def _blind_chance(self) -> Fraction:
        """Return the chance by the turned card: it wins unless no card in the hand beats it."""
        seen = mask(self.seen)
        unseen = 52 - len(self.seen)
        others, size = unseen - 1, self.rules.hand_size
        losing = sum(
            comb(others - (self.rules.beating[turned] & ~seen).bit_count(), size)
            for turned in DECK
            if not seen >> turned & 1
        )
        return 1 - Fraction(losing, unseen * comb(others, size))
