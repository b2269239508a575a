"""The table of a hand of stud hi/lo at one moment: who has what, and what is due."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from cardlab.cards import Card
from cardlab.stud8.rules import Hand, Rules, up_cards

Phase = Literal["deal", "action", "showdown", "end"]
"""What is due: cards, a player's action, the showdown, or nothing: the hand is over."""


@dataclass(frozen=True)
class State:
    """The table at one moment, hidden cards included.

    Parameters
    ----------
    players : tuple of str
        Names, clockwise; seat 0 is on the left of the dealer.
    rules : Rules
        Options of the game.
    phase : {"deal", "action", "showdown", "end"}
        What is due.
    street : int
        The last street dealt, 3 to 7; 2 before the cards are dealt.
    seat : int or None
        The seat to act, if an action is due.
    hands : tuple of tuple of Card or None
        Every player's cards in the order they were dealt, also of those who folded: two down, four
        up, one down. None is a card that is not known.
    common : Card or None
        The common card.
    folded, shown : tuple of bool
        Who is out of the hand, and who has turned all cards face up.
    stacks, bets : tuple of int
        Chips behind, and chips bet in this round.
    pot : int
        All chips in the middle, the bets of this round included.
    """

    players: tuple[str, ...]
    rules: Rules
    phase: Phase
    street: int
    seat: int | None
    hands: tuple[Hand, ...]
    common: Card | None
    folded: tuple[bool, ...]
    shown: tuple[bool, ...]
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    pot: int

    @property
    def showing(self) -> tuple[Hand, ...]:
        """For each seat the cards that lie face up, also of those who folded."""
        return tuple(
            hand if shown else up_cards(hand)
            for hand, shown in zip(self.hands, self.shown, strict=True)
        )
