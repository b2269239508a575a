"""The last turn of Divider: two hidden sets of pocket cards that share no card.

A side's pocket cards are three places in a list of cards; two of them are shown. Where the rules
deal fewer, places without a card fill up, other ones for each side: they never coincide, and the
same counting serves. A side may also hold one of several face-down cards, so a side's *holding* is
a face-down card together with pocket cards.

How many holdings of the other side are beaten by each of ours? Take both in the order of their
hands, the weakest first, and keep for every card, every pair and every three cards the total weight
of the other side's holdings so far that have them. Those without a card of ours follow by
inclusion and exclusion: all, less those with one of our three cards, plus those with a pair of
them, less those with all three. So each holding costs seven additions or seven lookups, instead of
a comparison with each holding of the other side.

If our hand is one number, it is quicker still: the three pocket cards lose if each of their pairs
does, so they are the triangles in the graph of losing pairs.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from cardlab._kernels import short_hands
from cardlab._kernels.jit import inlined, jit, read_only
from cardlab._kernels.short_hands import SHORT_TABLES, ShortTables, score, size

_U = np.uint64
_0, _1 = _U(0), _U(1)
_SETS = read_only(types.uint64)
_SCORES = read_only(types.int16)
_PLACES = read_only(types.uint16, 2)


@jit(types.void(_SETS, _SETS, SHORT_TABLES, types.int16[:, ::1]))
def _pairs(
    sets: NDArray[np.uint64],
    cards: NDArray[np.uint64],
    tables: ShortTables,
    best: NDArray[np.int16],
) -> None:
    """Fill in the best score that two cards, or one twice, make with one of several sets."""
    best[:] = 0
    for i in range(len(sets)):
        for a in range(len(cards)):
            for b in range(a, len(cards)):
                found = score(sets[i] | cards[a] | cards[b], tables)
                best[a, b] = max(best[a, b], np.int16(found))


@jit(types.void(_SETS, _SETS, _PLACES, SHORT_TABLES, types.int16[::1]), allocates=True)
def _hands(
    sets: NDArray[np.uint64],
    cards: NDArray[np.uint64],
    places: NDArray[np.uint16],
    tables: ShortTables,
    found: NDArray[np.int16],
) -> None:
    pairs = np.empty((len(cards), len(cards)), np.int16)
    _pairs(sets, cards, tables, pairs)
    for i in range(len(places)):
        a, b, c = places[i, 0], places[i, 1], places[i, 2]
        found[i] = max(pairs[a, b], pairs[a, c], pairs[b, c])


@inlined
def _apart(total: float, weight: NDArray[np.float64], places: NDArray[np.uint16], i: int) -> float:
    """Return the weight of the holdings so far that share no card with our i-th one."""
    one = weight[places[i, 0]] + weight[places[i, 1]] + weight[places[i, 2]]
    two = weight[places[i, 3]] + weight[places[i, 4]] + weight[places[i, 5]]
    apart: float = total - one + two - weight[places[i, 6]]
    return apart


@jit(
    types.void(
        _SCORES,
        _PLACES,
        _SCORES,
        _PLACES,
        read_only(types.float64),
        types.float64[::1],
        types.float64[::1],
        types.float64[::1],
    )
)
def _beaten(
    own: NDArray[np.int16],
    own_places: NDArray[np.uint16],
    other: NDArray[np.int16],
    other_places: NDArray[np.uint16],
    weights: NDArray[np.float64],
    weight: NDArray[np.float64],
    less: NDArray[np.float64],
    equal: NDArray[np.float64],
) -> None:
    total = 0.0
    i = j = 0
    while j < len(own):
        hand, first = own[j], j
        while i < len(other) and other[i] < hand:
            total += weights[i]
            for k in range(7):
                weight[other_places[i, k]] += weights[i]
            i += 1
        while j < len(own) and own[j] == hand:
            less[j] = _apart(total, weight, own_places, j)
            equal[j] = 0.0
            j += 1
        if i < len(other) and other[i] == hand:
            while i < len(other) and other[i] == hand:
                total += weights[i]
                for k in range(7):
                    weight[other_places[i, k]] += weights[i]
                i += 1
            for k in range(first, j):
                equal[k] = _apart(total, weight, own_places, k) - less[k]


@inlined
def _sets_within(edges: NDArray[np.uint64], n: int, pocket_cards: int) -> np.int64:
    """Return the number of ways to choose so many points, each two of them joined.

    A point's edges lead to higher points only. One pocket card is a point joined to itself.
    """
    count = _0
    for a in range(n):
        rest = edges[a]
        if pocket_cards < 3:
            count += size(rest)
            continue
        while rest:
            b = size((rest & (~rest + _1)) - _1)
            rest &= rest - _1
            count += size(edges[b] & edges[a])
    return np.int64(count)


@jit(
    types.UniTuple(types.int64, 2)(_SETS, _SETS, types.int64, types.int64, SHORT_TABLES),
    allocates=True,
)
def _below(
    sets: NDArray[np.uint64],
    cards: NDArray[np.uint64],
    pocket_cards: int,
    hand: int,
    tables: ShortTables,
) -> tuple[np.int64, np.int64]:
    n = len(cards)
    pairs = np.empty((n, n), np.int16)
    _pairs(sets, cards, tables, pairs)
    lower, not_higher = np.zeros(n, np.uint64), np.zeros(n, np.uint64)
    for a in range(n):
        first, end = (a + 1, n) if pocket_cards > 1 else (a, a + 1)
        for b in range(first, end):
            lower[a] |= _U(pairs[a, b] < hand) << _U(b)
            not_higher[a] |= _U(pairs[a, b] <= hand) << _U(b)
    less = _sets_within(lower, n, pocket_cards)
    return less, _sets_within(not_higher, n, pocket_cards) - less


def hands(
    sets: NDArray[np.uint64], cards: NDArray[np.uint64], places: NDArray[np.uint16]
) -> NDArray[np.int16]:
    """Return the best score of each holding: two of its pocket cards with one of several sets.

    Parameters
    ----------
    sets : uint64 array
        The sets of cards, one for each way to place a group, that the pocket cards go with.
    cards : uint64 array
        The set of each card; 0 where there is none.
    places : uint16 array, shape (n, 7)
        Of each holding its three places in `cards`, and four more.
    """
    found = np.empty(len(places), np.int16)
    _hands(sets, cards, places, short_hands.load(), found)
    return found


def beaten(
    own: NDArray[np.int16],
    own_places: NDArray[np.uint16],
    other: NDArray[np.int16],
    other_places: NDArray[np.uint16],
    weights: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return for each of our holdings the weight of the others that it beats, and that it ties.

    Only holdings that share no card with ours count.

    Parameters
    ----------
    own, other : int16 array
        The hands of both sides' holdings, each in ascending order.
    own_places, other_places : uint16 array, shape (n, 7)
        Of each holding where its three cards, three pairs and the three together are counted.
    weights : float64 array
        The weight of each of the other side's holdings. Whole numbers come out exactly.
    """
    less, equal = np.empty(len(own)), np.empty(len(own))
    most = max(int(own_places.max()), int(other_places.max()))
    _beaten(own, own_places, other, other_places, weights, np.zeros(most + 1), less, equal)
    return less, equal


def below(
    sets: NDArray[np.uint64], cards: NDArray[np.uint64], pocket_cards: int, hand: int
) -> tuple[int, int]:
    """Return how many choices of pocket cards make a lower hand, and how many the same.

    Parameters
    ----------
    sets, cards
        As in `hands`, without places that are no card.
    pocket_cards : int
        1 to 3, two of which are shown.
    hand : int
        The score to compare with.
    """
    less, equal = _below(sets, cards, pocket_cards, hand, short_hands.load())
    return int(less), int(equal)
