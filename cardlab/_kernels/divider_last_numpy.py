"""The last turn of Divider in NumPy alone, for where Numba is missing.

Functions of the same names as in divider_last.py; what they take and return stands there.
"""

from __future__ import annotations

from itertools import combinations
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cardlab._kernels.short_hands_numpy import scores

_HANDS = 1 << 14
"""More than there are different hands."""

_SIGNS = np.array([-1, -1, -1, 1, 1, 1, -1])


def hands(
    sets: NDArray[np.uint64], cards: NDArray[np.uint64], places: NDArray[np.uint16]
) -> NDArray[np.int16]:
    """Return the best score of each holding: two of its pocket cards with one of several sets."""
    two = cards[:, None] | cards[None, :]
    pairs = np.zeros(two.shape, np.int16)
    for each in sets:
        pairs = np.maximum(pairs, scores((two | each).ravel()).reshape(two.shape))
    a, b, c = places[:, :3].T
    best: NDArray[np.int16] = np.maximum(np.maximum(pairs[a, b], pairs[a, c]), pairs[b, c])
    return best


def beaten(
    own: NDArray[np.int16],
    own_places: NDArray[np.uint16],
    other: NDArray[np.int16],
    other_places: NDArray[np.uint16],
    weights: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return for each of our holdings the weight of the others that it beats, and that it ties.

    The other side's holdings are sorted by where they are counted and by hand at once, so those
    that have some cards and a lower hand stand side by side, and running totals give their weight.
    """
    keys = (other_places.astype(np.int64) * _HANDS + other[:, None]).ravel()
    order = keys.argsort()
    keys = keys[order]
    running = np.concatenate([[0.0], np.cumsum(np.repeat(weights, 7)[order])])
    start = own_places.astype(np.int64) * _HANDS
    none = running[np.searchsorted(keys, start)]
    by_hand = np.concatenate([[0.0], np.cumsum(weights)])

    def apart(side: Literal["left", "right"]) -> NDArray[np.float64]:
        held = running[np.searchsorted(keys, start + own[:, None], side)] - none
        together: NDArray[np.float64] = by_hand[np.searchsorted(other, own, side)] + held @ _SIGNS
        return together

    less = apart("left")
    return less, apart("right") - less


def below(
    sets: NDArray[np.uint64], cards: NDArray[np.uint64], pocket_cards: int, hand: int
) -> tuple[int, int]:
    """Return how many choices of pocket cards make a lower hand, and how many the same."""
    chosen = np.array(list(combinations(range(len(cards)), pocket_cards)), np.uint16)
    places = chosen[:, [0, pocket_cards // 2, pocket_cards - 1]]
    found = hands(sets, cards, places)
    return int((found < hand).sum()), int((found == hand).sum())
