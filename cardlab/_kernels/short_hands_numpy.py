"""The best five of one to ten cards in NumPy alone, for where Numba is missing.

The steps of short_hands.py, each for many hands at once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardlab._kernels import tables

_RANKS = np.uint64(0x1FFF)
_SUITS = (np.arange(4, dtype=np.uint64) * np.uint64(16))[:, None]


def bits(cards: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the set of each card, numbers 0 to 51."""
    at = ((cards & np.uint64(3)) << np.uint64(4)) | (cards >> np.uint64(2))
    return np.left_shift(np.uint64(1), at)


def scores(hands: NDArray[np.uint64]) -> NDArray[np.int16]:
    """Return the strengths of hands of one to ten cards, given as sets."""
    sizes = np.bitwise_count(hands)
    best = np.empty(len(hands), np.int16)
    short = sizes <= 8
    best[short] = _up_to_eight(hands[short], sizes[short])
    if not short.all():
        best[~short] = _more_than_eight(hands[~short])
    return best


def _up_to_eight(hands: NDArray[np.uint64], sizes: NDArray[np.uint8]) -> NDArray[np.uint32]:
    table = tables.load_short()
    suits = ((hands >> _SUITS) & _RANKS).astype(np.intp)
    total = table[tables.SET_WORDS + suits].sum(axis=0, dtype=np.int64)
    key = total & 0xFFFF
    row = table[tables.SET_ROWS + sizes.astype(np.int64) * tables.KEY_PLACES + key]
    by_ranks = table[row + table[tables.SET_COLUMNS + (total >> 16)]]
    best: NDArray[np.uint32] = np.maximum(by_ranks, table[tables.SET_FLUSHES + suits].max(axis=0))
    return best


def _more_than_eight(hands: NDArray[np.uint64]) -> NDArray[np.int16]:
    """Leave out each of six cards in turn."""
    best, rest = np.zeros(len(hands), np.int16), hands.copy()
    for _ in range(6):
        without = rest & (rest - np.uint64(1))
        best = np.maximum(best, scores(hands ^ rest ^ without))
        rest = without
    return best
