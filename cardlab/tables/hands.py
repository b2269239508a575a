"""Starting hands of three cards, and matchups, that differ in more than the names of the suits."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from typing import TYPE_CHECKING

import numpy as np

from cardlab.cards import Card

if TYPE_CHECKING:
    from numpy.typing import NDArray

Hand = tuple[Card, ...]
_Cards = tuple[int, ...]

_RELABELLINGS = tuple(
    tuple(card - card % 4 + suits[card % 4] for card in range(52))
    for suits in permutations(range(4))
)
"""For each order of the four suits, which card each card becomes."""

_HANDS = tuple(combinations(range(52), 3))
_CARDS = np.array(_HANDS)


@cache
def _images() -> NDArray[np.int64]:
    """Return which hand each hand becomes: 24 rows for the orders of the suits, 22,100 columns.

    Hands are told by their number in `_HANDS`.
    """
    cards = np.sort(np.array(_RELABELLINGS)[:, _CARDS], axis=2)
    numbers = np.zeros((52, 52, 52), np.int64)
    numbers[tuple(_CARDS.T)] = range(len(_HANDS))
    images: NDArray[np.int64] = numbers[cards[..., 0], cards[..., 1], cards[..., 2]]
    return images


def suit_class(hand: _Cards) -> set[_Cards]:
    """Return all hands that a hand can become when the suits are relabelled.

    Examples
    --------
    >>> len(suit_class((0, 1, 2))), len(suit_class((0, 5, 10)))
    (4, 24)
    """
    return {tuple(sorted([names[card] for card in hand])) for names in _RELABELLINGS}


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
    first = np.unique(_images().min(axis=0)).tolist()
    return tuple(tuple(map(Card, _HANDS[hand])) for hand in first)


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
    return _door_cards(hand) | _opponents(hand)


def _door_cards(hand: Hand) -> dict[_Cards, int]:
    still = [names for names in _RELABELLINGS if {names[card] for card in hand} == set(hand)]
    found: dict[_Cards, int] = {}
    for card in range(52):
        alike = [names[card] for names in still]
        if card not in hand and card == min(alike):
            found[card,] = len(_RELABELLINGS) // alike.count(card)
    return found


def _opponents(hand: Hand) -> dict[_Cards, int]:
    images, own = _images(), _HANDS.index(hand)
    numbers, first = np.arange(len(_HANDS)), images.min(axis=0)
    still = images[images[:, own] == own]  # the hand keeps its cards
    listed = (first >= own) & (still.min(axis=0) == numbers) & ~np.isin(_CARDS, hand).any(axis=1)
    ways = len(_RELABELLINGS) // (still == numbers).sum(axis=0)
    for other in np.flatnonzero(listed & (first == own)):
        # Both are of one class, and the two hands can change places.
        swapped = images[images[:, other] == own, own].min()
        listed[other] = other <= swapped
        ways[other] //= 1 + (other == swapped)
    others = np.flatnonzero(listed)
    return dict(zip((_HANDS[other] for other in others), ways[others].tolist(), strict=True))
