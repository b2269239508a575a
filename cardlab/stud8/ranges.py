"""Ranges: which two hole cards somebody may hold, and how likely each pair is.

A range is text: terms with commas between them. A pair of hole cards that fits no term is not in
the range; if it fits several, the last one counts.

============== ====================================================================
term           the hole cards
============== ====================================================================
``any``        any two cards
``pairs``      two of a rank
``AA``         two aces
``88+``        two eights or a higher pair
``AK``         an ace and a king; ``AKs`` of one suit, ``AKo`` of two
``AsKs``       these two cards
``A``          at least one ace
``2low``       two different low ranks, eight or lower, aces included
``3low``       two low ranks which, with the door card, make three different ones
``split``      one card has the rank of the door card
``trips``      both have the rank of the door card
``suited``     two of a suit; ``3suited`` of the suit of the door card
``term:0.5``   any term with a weight, a number or a fraction; 1 if there is none
``-term``      not these, the same as a weight of 0
============== ====================================================================

The door card is the first card given of the seat: the one that was dealt face up first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from cardlab.cards import RANKS, Card, parse
from cardlab.errors import InvalidInput, short

Pair = tuple[Card, Card]
"""Two hole cards, the higher one first."""

_NAMED = ("any", "pairs", "2low", "3low", "split", "trips", "suited", "3suited")
_RANK = "[2-9TJQKA]"
_SUITED = re.compile(rf"({_RANK})({_RANK})([so]?)", re.IGNORECASE)
_UPWARD = re.compile(rf"({_RANK})\1\+", re.IGNORECASE)
_ONE = re.compile(_RANK, re.IGNORECASE)
_NUMBER = re.compile(
    r"(\d{1,20}(\.\d{0,20})?|\.\d{1,20})(e[+-]?\d{1,2})?|\d{1,20}/\d{1,20}",
    re.IGNORECASE | re.ASCII,
)
_HEAVIEST = 10**12
_ALLOWED = (
    f"{', '.join(_NAMED)}, ranks (AA, 88+, AK, AKs, AKo, A) or two cards (AsKs), each with a "
    "weight behind a colon if it is not 1 (AA:0.5)"
)
_LOW = {RANKS.index(rank) for rank in "A2345678"}

Fits = Callable[[Pair], bool]


class NoDeals(InvalidInput):
    """Ranges that no deal meets."""


def fit_together(ranges: Iterable[Iterable[Pair]]) -> bool:
    """Tell whether every seat can hold a pair of its range, no card used twice.

    Examples
    --------
    >>> aces = [(Card("As"), Card("Ah")), (Card("Ad"), Card("Ac"))]
    >>> fit_together([aces, aces]), fit_together([aces, aces, aces])
    (True, False)
    """
    # The shortest first, so that a clash is found early.
    masks = sorted(({1 << one | 1 << other for one, other in pairs} for pairs in ranges), key=len)
    failed: set[int] = set()

    def fits(seat: int, used: int) -> bool:
        if seat == len(masks):
            return True
        if used in failed:
            return False
        if any(not used & pair and fits(seat + 1, used | pair) for pair in masks[seat]):
            return True
        failed.add(used)
        return False

    return fits(0, 0)


@dataclass(frozen=True)
class Range:
    """A range of two hole cards.

    Parameters
    ----------
    text : str
        The terms; see the top of `cardlab.stud8.ranges`.

    Raises
    ------
    InvalidInput
        If there is no term, or a term or a weight cannot be read.

    Examples
    --------
    >>> aces_or_low = Range("AA, 2low:1/2")
    >>> weights = aces_or_low.weights(parse("Kh Ac Ad As 2c 9d"), door=Card("Kh"))
    >>> for pair, weight in weights.items():
    ...     print(*pair, weight)
    As Ad 1
    As Ac 1
    As 2c 1/2
    Ad Ac 1
    Ad 2c 1/2
    Ac 2c 1/2
    """

    text: str

    def __post_init__(self) -> None:
        given: object = self.text
        if not isinstance(given, str):
            message = f"range must be text such as 'pairs, 3low', not {short(given)}"
            raise InvalidInput(message)
        if not self._terms():
            message = f"range is empty; write {_ALLOWED}"
            raise InvalidInput(message)
        for term in self._terms():
            _read(term, None)

    def _terms(self) -> list[str]:
        return [term.strip() for term in self.text.split(",") if term.strip()]

    def weights(self, unseen: Iterable[Card], door: Card | None = None) -> dict[Pair, Fraction]:
        """Return the pairs of cards in the range, each with its weight, above 0.

        Parameters
        ----------
        unseen : iterable of Card
            The cards of which the hole cards are two.
        door : Card, optional
            The door card, if there is one.

        Raises
        ------
        InvalidInput
            If a term needs a door card and there is none.
        """
        terms = [_read(term, door) for term in self._terms()]
        found: dict[Pair, Fraction] = {}
        for pair in combinations(sorted(unseen, reverse=True), 2):
            weight = Fraction(0)
            for fits, value in terms:
                if fits(pair):
                    weight = value
            if weight:
                found[pair] = weight
        return found


def _read(term: str, door: Card | None) -> tuple[Fits, Fraction]:
    """Return which pairs a term stands for, and their weight."""
    name, colon, number = term.partition(":")
    name = name.strip()
    excluded = name.startswith("-")
    weight = Fraction(0) if excluded else _weight(term, number) if colon else Fraction(1)
    if excluded and colon:
        message = f"range: {short(term)} has a minus and a weight; write one of them"
        raise InvalidInput(message)
    fits = _named(name.removeprefix("-").strip(), door)
    if fits is None:
        message = f"range: {short(term)} is not a term; write {_ALLOWED}"
        raise InvalidInput(message)
    return fits, weight


def _weight(term: str, number: str) -> Fraction:
    # Looked at before it is worked out: 1e99999999 would take forever.
    try:
        weight = Fraction(number.strip()) if _NUMBER.fullmatch(number.strip()) else None
    except ZeroDivisionError:
        weight = None
    if weight is None or weight > _HEAVIEST:
        message = (
            f"range: {short(term)}: the weight must be a number such as 0.5 or 1/3, from 0 to "
            f"{_HEAVIEST:,}, of at most 20 digits"
        )
        raise InvalidInput(message)
    return weight


def _named(name: str, door: Card | None) -> Fits | None:
    lower = name.lower()
    if lower in _NAMED:
        return lambda pair: _fits_name(lower, pair, door)
    if match := _UPWARD.fullmatch(name):
        least = _rank(match[1])
        return lambda pair: pair[0].rank == pair[1].rank >= least
    if match := _SUITED.fullmatch(name):
        ranks = sorted((_rank(match[1]), _rank(match[2])), reverse=True)
        kind = match[3].lower()
        if not (kind == "s" and ranks[0] == ranks[1]):
            return lambda pair: (
                [pair[0].rank, pair[1].rank] == ranks
                and (not kind or (kind == "s") == (pair[0].suit == pair[1].suit))
            )
    if _ONE.fullmatch(name):
        return lambda pair: _rank(name) in (pair[0].rank, pair[1].rank)
    try:
        cards = parse(name, name="range", count=2)
    except InvalidInput:
        return None
    return lambda pair: set(pair) == set(cards)


def _fits_name(name: str, pair: Pair, door: Card | None) -> bool:
    one, other = pair
    ranks = {one.rank, other.rank}
    if name == "any":
        return True
    if name == "pairs":
        return len(ranks) == 1
    if name == "2low":
        return len(ranks) == 2 and ranks <= _LOW
    if name == "suited":
        return one.suit == other.suit
    if door is None:
        message = f"range: {name} needs a door card, so the seat needs a known card"
        raise InvalidInput(message)
    match name:
        case "3low":
            return len(ranks | {door.rank}) == 3 and ranks | {door.rank} <= _LOW
        case "split":
            return door.rank in ranks and len(ranks) == 2
        case "trips":
            return ranks == {door.rank}
    return one.suit == other.suit == door.suit


def _rank(name: str) -> int:
    return RANKS.index(name.upper())
