"""The best five of one to ten cards, where hands of fewer than five cards count too.

A set of cards is one 64-bit word with 16 bits for each suit, so each suit's ranks are one shift
away. Four of these look up four sums of keys, and the total leads to the strength by ranks, for
one to eight cards alike (tables.py); four more look up the flushes. Nothing branches on what the
hand is.

Of nine or ten cards at least one in any six is not among the best five. So they are the best of
six hands with one card less.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from cardlab._kernels import tables
from cardlab._kernels.jit import inlined, jit, read_only

load = tables.load_short
ShortTables = NDArray[np.uint32]

SHORT_TABLES = read_only(types.uint32)
"""The Numba type of what `load` returns."""

_U = np.uint64
_1, _2, _3, _4, _8, _9 = (_U(number) for number in (1, 2, 3, 4, 8, 9))
_16, _32, _48 = (_U(number) for number in (16, 32, 48))
_RANKS = _U(0x1FFF)
_LOW16 = _U(0xFFFF)
_WORDS = _U(tables.SET_WORDS)
_FLUSHES = _U(tables.SET_FLUSHES)
_COLUMNS = _U(tables.SET_COLUMNS)
_ROWS = _U(tables.SET_ROWS)
_KEYS = _U(tables.KEY_PLACES)


@inlined
def bit(card: int) -> np.uint64:
    """Return the set of one card, a number 0 to 51."""
    number = _U(card)
    return _1 << (((number & _3) << _4) | (number >> _2))


@inlined
def lowest(cards: np.uint64) -> np.uint64:
    """Return the set of the lowest card of a set."""
    return cards & (~cards + _1)


@inlined
def size(cards: np.uint64) -> np.uint64:
    """Return the number of cards of a set. One instruction in the end."""
    count = _U(0)
    while cards:
        cards &= cards - _1
        count += _1
    return count


@inlined
def _up_to_eight(cards: np.uint64, count: np.uint64, tables: ShortTables) -> np.int64:
    c, d = cards & _RANKS, (cards >> _16) & _RANKS
    h, s = (cards >> _32) & _RANKS, cards >> _48
    low = max(tables[_FLUSHES + c], tables[_FLUSHES + d])
    high = max(tables[_FLUSHES + h], tables[_FLUSHES + s])
    key = _U(tables[_WORDS + c]) + _U(tables[_WORDS + d])
    key += _U(tables[_WORDS + h]) + _U(tables[_WORDS + s])
    row = _U(tables[_ROWS + count * _KEYS + (key & _LOW16)])
    by_ranks = tables[row + _U(tables[_COLUMNS + (key >> _16)])]
    return np.int64(max(by_ranks, max(low, high)))


@inlined
def _nine_or_ten(cards: np.uint64, count: np.uint64, tables: ShortTables) -> np.int64:
    best, outer = np.int64(0), cards
    for _ in range(6 if count > _9 else 1):
        left = cards ^ lowest(outer) if count > _9 else cards
        inner = left
        for _ in range(6):
            best = max(best, _up_to_eight(left ^ lowest(inner), _8, tables))
            inner &= inner - _1
        outer &= outer - _1
    return best


@jit(types.int64(types.uint64, SHORT_TABLES))
def score(cards: np.uint64, tables: ShortTables) -> np.int64:
    """Return the strength of the best hand of at most five of the cards; larger is better.

    The numbers are those of `hands.strength`, 0 to 9840, for one to ten cards.
    """
    count = size(cards)
    if count > _8:
        return _nine_or_ten(cards, count, tables)
    return _up_to_eight(cards, count, tables)
