"""Starting hands of three cards that differ in more than the names of the suits."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations

from cardlab.cards import Card

Hand = tuple[Card, ...]

RELABELLINGS = tuple(
    tuple(card - card % 4 + suits[card % 4] for card in range(52))
    for suits in permutations(range(4))
)
"""For each order of the four suits, which card each card becomes."""


def suit_class(hand: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Return all hands that a hand can become when the suits are relabelled.

    Examples
    --------
    >>> len(suit_class((0, 1, 2))), len(suit_class((0, 5, 10)))
    (4, 24)
    """
    return {tuple(sorted(renamed[card] for card in hand)) for renamed in RELABELLINGS}


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
    return tuple(
        tuple(map(Card, hand))
        for hand in combinations(range(52), 3)
        if hand == min(suit_class(hand))
    )
