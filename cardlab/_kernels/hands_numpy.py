"""Many poker hands in NumPy alone, for where Numba is missing.

The plan of tables.py, and the steps of hands.py: each step is a call or two for a block of hands,
small enough that what lies between the steps stays in the processor's cache.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardlab._kernels import tables

_BLOCK = 16384
_FIRSTS = np.uint64(0x003F003F003F003F)
_SECONDS = np.uint64(0x0FC00FC00FC00FC0)

# A bit for each card. Numbers above 51 share the top bit, which counts as seen from the start.
_TOP = np.uint64(1 << 63)
_BITS = np.array([1 << card if card < 52 else 1 << 63 for card in range(256)], np.uint64)


def evaluate(
    cards: NDArray[np.uint8], *, check: bool
) -> tuple[NDArray[np.int16], NDArray[np.uint8], int]:
    """Return the high and low classes, and where a fault is, as the function in hands.py does."""
    high, low = np.empty(len(cards), np.int16), np.empty(len(cards), np.uint8)
    for first in range(0, len(cards), _BLOCK):
        block = slice(first, first + _BLOCK)
        if check and (fault := _first_fault(cards[block])) >= 0:
            return high, low, first + fault
        _evaluate(cards[block], high[block], low[block])
    return high, low, -1


def _first_fault(cards: NDArray[np.uint8]) -> int:
    """Return the first row with a number above 51 or with a card twice; -1 if there is none."""
    seen = np.full(len(cards), _TOP)
    twice = np.zeros(len(cards), np.uint64)
    for cards_at_place in cards.T:
        bits = _BITS.take(cards_at_place)
        twice |= seen & bits
        seen |= bits
    return int(twice.nonzero()[0][0]) if twice.any() else -1


def _evaluate(cards: NDArray[np.uint8], high: NDArray[np.int16], low: NDArray[np.uint8]) -> None:
    size = cards.shape[1]
    table = tables.load()
    hands = np.concatenate(tables.bytes_of_hands(cards))
    hands &= tables.OWN[size]
    hands |= tables.NO_CARDS & ~tables.OWN[size]

    two = hands & _FIRSTS
    two |= (hands >> np.uint64(2)) & _SECONDS
    first, second, third, fourth = _pieces(two)
    totals = table.pairs.take(first)
    totals += table.pairs.take(second)
    totals += table.pairs.take(third)
    totals += table.pairs.take(fourth)
    totals += tables.START

    row_keys, column_keys, *_ = _pieces(totals)
    places = table.rows[size - 5].take(row_keys)
    places += table.columns.take(column_keys)
    values = table.values.take(places)
    low[:] = values >> 16
    high[:] = values & 0xFFFF

    flushes = np.flatnonzero(totals & tables.FIVE)
    five = (totals[flushes] & tables.FIVE) >> 32
    suits = (five > 0x8).astype(np.uint8) + (five > 0x80) + (five > 0x800)
    suited = cards[flushes]
    bits = np.where(suited & 3 == suits[:, None], np.uint16(1) << (suited >> 2), 0)
    ranks = np.bitwise_or.reduce(bits, axis=1) & 0x1FFF
    high[flushes] = np.maximum(high[flushes], table.flushes.take(ranks))


def _pieces(words: NDArray[np.uint64]) -> NDArray[np.uint16]:
    """Return the four 16-bit pieces of each word, the lowest first."""
    return words.view("<u2").reshape(-1, 4).T
