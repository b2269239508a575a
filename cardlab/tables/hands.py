"""Starting hands of three cards, and matchups, that differ in more than the names of the suits."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations

from cardlab.cards import Card

Hand = tuple[Card, ...]
_Cards = tuple[int, ...]

_RELABELLINGS = tuple(
    tuple(card - card % 4 + suits[card % 4] for card in range(52))
    for suits in permutations(range(4))
)
"""For each order of the four suits, which card each card becomes."""


def _relabelled(cards: _Cards, names: _Cards) -> _Cards:
    return tuple(sorted([names[card] for card in cards]))


def suit_class(hand: _Cards) -> set[_Cards]:
    """Return all hands that a hand can become when the suits are relabelled.

    Examples
    --------
    >>> len(suit_class((0, 1, 2))), len(suit_class((0, 5, 10)))
    (4, 24)
    """
    return {_relabelled(hand, names) for names in _RELABELLINGS}


@cache
def _class_numbers() -> dict[_Cards, int]:
    """Return for each of the 22,100 starting hands which class it is in."""
    numbers: dict[_Cards, int] = {}
    classes = 0
    for hand in combinations(range(52), 3):
        if hand not in numbers:
            numbers |= dict.fromkeys(suit_class(hand), classes)
            classes += 1
    return numbers


@cache
def starting_hands() -> tuple[Hand, ...]:
    """Return one hand for each class of starting hands under relabelling the suits.

    The hand is the first of its class if all 22,100 are written in order, lowest card first.

    Examples
    --------
    >>> hands = starting_hands()
    >>> len(hands), sum(len(suit_class(hand)) for hand in hands)
    (1755, 22100)
    """
    first: dict[int, _Cards] = {}
    for hand in combinations(range(52), 3):
        first.setdefault(_class_numbers()[hand], hand)
    return tuple(tuple(map(Card, hand)) for hand in first.values())


def matchups(number: int) -> dict[tuple[int, ...], int]:
    """Return whom a starting hand meets, up to relabelling the suits.

    First all door cards, that is single cards; then all starting hands of its own class and of
    later ones. So of two hands that meet, only the one of the earlier class lists the other.

    Parameters
    ----------
    number : int
        Of the hand's class, from 0, as in `starting_hands`.

    Returns
    -------
    dict
        For each opponent, as numbers of cards: how many matchups differ from this one in the names
        of the suits only. A matchup is a hand and a card, or two hands without order.

    Examples
    --------
    >>> three_aces = matchups(1754)
    >>> len(three_aces), sum(three_aces.values())
    (25, 196)
    """
    hand = starting_hands()[number]
    still = [names for names in _RELABELLINGS if _relabelled(hand, names) == hand]
    rest = [card for card in range(52) if card not in hand]
    classes = _class_numbers()
    found: dict[_Cards, int] = {}
    for size in (1, 3):
        for other in combinations(rest, size):
            if classes.get(other, number) < number:
                continue
            alike = {_relabelled(other, names) for names in still}
            swapped = _swapped(hand, other) if classes.get(other) == number else None
            if other == min(alike) and (swapped is None or other <= swapped):
                ways = len(_RELABELLINGS) // len(still) * len(alike)
                found[other] = ways // 2 if other == swapped else ways
    return found


def _swapped(hand: _Cards, other: _Cards) -> _Cards:
    """Return the opponent when two hands of one class change places and it is called `hand`."""
    return min(
        _relabelled(hand, names) for names in _RELABELLINGS if _relabelled(other, names) == hand
    )
