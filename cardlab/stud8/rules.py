"""The rules of seven-card stud hi/lo: options, how a pot is shared, and what a player sees.

The showdown is ours, since PokerKit 0.7.7 judges the low half by all players at the table instead
of those in the pot, and gives the odd chips by seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from cardlab import hands
from cardlab.cards import Card
from cardlab.errors import InvalidInput, instance, short, whole

MOST_PLAYERS = 8
STREETS = {
    3: "Third street",
    4: "Fourth street",
    5: "Fifth street",
    6: "Sixth street",
    7: "Seventh street",
}
"""The five streets, by the number of cards that a player then has."""

Action = Literal["bring in", "complete", "fold", "check", "call", "bet", "raise"]
Hand = tuple[Card | None, ...]
"""Cards in the order they were dealt; None is a card that is there and not known."""


@dataclass(frozen=True)
class Rules:
    """The chips of a game, with an option wherever tables differ.

    Parameters
    ----------
    ante : int
        Chips that everybody puts up before the cards are dealt, at least 1.
    bring_in : int, optional
        The least that the lowest up-card must open for, at least 1 and less than a small bet; by
        default half a small bet.
    small_bet, big_bet : int
        The size of a bet on third and fourth street, and from fifth street on.
    raise_cap : {"always", "not heads-up"}
        Whether a bet and three raises in a round are the most that is allowed: always, or only
        while more than two players are in the hand. Two players who reach the cap with a third
        one still in stay capped in that round.
    trim_antes : bool
        Whether somebody who is all-in for less than the ante can win only as much from each other
        player. Otherwise all antes are in one pot, which everybody can win.

    Raises
    ------
    InvalidInput
        If an option has a value that is not listed.

    Examples
    --------
    >>> Rules().opening, Rules(small_bet=10, big_bet=20).opening
    (2, 5)
    """

    ante: int = 1
    bring_in: int | None = None
    small_bet: int = 4
    big_bet: int = 8
    raise_cap: Literal["always", "not heads-up"] = "always"
    trim_antes: bool = True

    def __post_init__(self) -> None:
        small_bet = whole("small_bet", self.small_bet, 2)
        chips = {
            "ante": whole("ante", self.ante, 1),
            "small_bet": small_bet,
            "big_bet": whole("big_bet", self.big_bet, small_bet),
        }
        if self.bring_in is not None:
            chips["bring_in"] = whole("bring_in", self.bring_in, 1, small_bet - 1)
        for name, number in chips.items():  # NumPy integers become Python's
            object.__setattr__(self, name, number)
        cap: object = self.raise_cap
        if not isinstance(cap, str) or cap not in ("always", "not heads-up"):
            message = f"raise_cap must be 'always' or 'not heads-up', not {short(cap)}"
            raise InvalidInput(message)
        object.__setattr__(self, "raise_cap", str(cap))
        instance("trim_antes", self.trim_antes, bool)

    @property
    def opening(self) -> int:
        """The bring-in in chips."""
        return self.small_bet // 2 if self.bring_in is None else self.bring_in


# The showdown


@dataclass(frozen=True)
class Split:
    """How one pot is shared.

    Parameters
    ----------
    high, low : tuple of int
        The seats with the best high hand and with the best low; no low if nobody qualifies.
    shares : dict of int to int
        Chips by seat, for every seat that gets some.
    """

    high: tuple[int, ...]
    low: tuple[int, ...]
    shares: dict[int, int]


def split(pot: int, cards: Mapping[int, Sequence[Card]]) -> Split:
    """Share one pot among the players who can win it.

    Parameters
    ----------
    pot : int
        Chips.
    cards : mapping of int to sequence of Card
        The seven cards of each seat in the pot, a common card included.

    Returns
    -------
    Split

    Raises
    ------
    InvalidInput
        If the pot is not a whole number of chips, or there are no cards.

    Notes
    -----
    The high half has the odd chip. Odd chips within a half go one each to the tied players in the
    order of their highest cards, by rank and then by suit; who has had an odd chip of this pot
    comes last. Players who are tied both ways, and share with nobody else, divide the whole pot.

    Examples
    --------
    >>> from cardlab.cards import parse
    >>> kings, wheel = parse("Kc Kd 9h 9s Jc 3d 6h"), parse("As 2s 3h 4d 5c Qs Th")
    >>> split(33, {0: kings, 1: wheel})
    Split(high=(1,), low=(1,), shares={1: 33})
    >>> flush = parse("Kc Qc 9c 6c 2c 3d Th")
    >>> split(33, {0: flush, 1: wheel}).shares
    {0: 17, 1: 16}
    """
    pot = whole("pot", pot, 0)
    instance("cards", cards, Mapping)
    if not cards:
        message = "cards: no seat is given; somebody must be in the pot"
        raise InvalidInput(message)
    highs = {seat: hands.high(held) for seat, held in cards.items()}
    lows = {seat: hands.low(held) for seat, held in cards.items()}
    high = tuple(seat for seat in cards if highs[seat] == max(highs.values()))
    lowest = min(lows.values())
    low = tuple(seat for seat in cards if lows[seat] == lowest) if lowest < hands.NO_LOW else ()

    # Sorted cards, not the highest one alone: a common card may be the highest card of several.
    order = sorted(cards, key=lambda seat: sorted(cards[seat], reverse=True), reverse=True)
    if not low or high == low:
        return Split(high, low, _divide(pot, [seat for seat in order if seat in high]))
    low_half = pot // 2
    high_half = pot - low_half
    shares = _divide(high_half, [seat for seat in order if seat in high])
    lucky = {seat for seat in high if shares[seat] > high_half // len(high)}
    if len(high) == 1 and high_half > low_half:
        lucky = set(high)
    later = sorted((seat for seat in order if seat in low), key=lambda seat: seat in lucky)
    for seat, chips in _divide(low_half, later).items():
        shares[seat] = shares.get(seat, 0) + chips
    return Split(high, low, shares)


def _divide(chips: int, seats: Sequence[int]) -> dict[int, int]:
    """Share chips evenly; the odd ones go to those who stand in front."""
    each, odd = divmod(chips, len(seats))
    return {seat: each + (place < odd) for place, seat in enumerate(seats)}


# What can be seen


def written(cards: Iterable[Card | None]) -> str:
    """Write cards as text, an unknown card as ``??``.

    Examples
    --------
    >>> written([Card("As"), None])
    'As ??'
    """
    return " ".join("??" if card is None else str(card) for card in cards)


@dataclass(frozen=True)
class View:
    """What one seat knows: all that a scripted player may use.

    Parameters
    ----------
    seat : int
        The own seat; seat 0 is on the left of the dealer.
    hand : tuple of Card or None
        The own cards in the order they were dealt.
    showing : tuple of tuple of Card or None
        For each seat the cards that lie face up; they have been seen also of those who folded.
    common : Card or None
        The common card.
    folded : tuple of bool
        Who is out of the hand.
    stacks, bets : tuple of int
        Chips of each seat behind, and bet in this round.
    pot : int
        All chips in the middle, the bets of this round included.
    street : int
        The last street dealt, 3 to 7.
    legal : dict of str to int
        The actions that this seat may take now, each with the chips it puts in; empty if it is
        not its turn.
    rules : Rules
        Options of the game.
    """

    seat: int
    hand: Hand
    showing: tuple[Hand, ...]
    common: Card | None
    folded: tuple[bool, ...]
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    pot: int
    street: int
    legal: dict[Action, int]
    rules: Rules

    @property
    def seen(self) -> tuple[Card, ...]:
        """All cards the player knows beside the own hand, by seat, the common card last."""
        others = (cards for seat, cards in enumerate(self.showing) if seat != self.seat)
        seen = [card for cards in others for card in cards if card is not None]
        return (*seen, *((self.common,) if self.common is not None else ()))


def up_cards(hand: Hand) -> Hand:
    """Return the cards of a hand that are dealt face up: the third to the sixth."""
    return hand[2:6]


Player = Callable[[View], Action]
"""A scripted player: returns the name of a legal action."""
