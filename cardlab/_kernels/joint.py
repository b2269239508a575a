"""What high class goes with what low class, over all ways to complete one hand of seven.

First by rank alone: a choice from two to seven, some eights and a choice from nine to ace stand for
as many draws as the product of the ways to choose each rank's cards; 49,205 steps for seven
unknown cards instead of 133,784,560. The sum of the keys leads to both classes (tables.py).

Then the flushes, which this has put into the wrong high class. For each suit and each set of its
ranks that completes a flush, times the one or two cards of other suits that may come with it, the
draws are added to the class of the flush and taken off the class by rank. With seven cards a flush
is always the better of the two. Suits that cannot be told apart are done once.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numba import types
from numpy.typing import NDArray

from cardlab._kernels import joint_lists, tables
from cardlab._kernels.jit import inlined, jit, read_only

_U = np.uint64
_0, _1, _16 = _U(0), _U(1), _U(16)
_LOW16 = _U(0xFFFF)
_LOWS = _U(57)
_FOUR_SUITS = _U(15)
_HAND = 7
_EIGHT = 6
_RANKS = slice(1, 14)  # the sets of one rank, behind the empty one

# These small lists, which never change, become a part of the machine code: for few cards to come,
# handing over arrays takes longer than counting.
_CHOICE_STARTS = joint_lists.load().choice_starts
_SET_STARTS = joint_lists.load().set_starts
_WAYS = joint_lists.load().ways

_TABLES = types.Tuple(
    [
        read_only(types.uint32),
        read_only(types.uint16),
        read_only(types.uint32),
        read_only(types.int16),
        read_only(types.uint8, 2),
        read_only(types.uint64),
        read_only(types.uint64),
        read_only(types.uint64),
    ]
)
"""The Numba type of `_tables()`."""


@cache
def _tables() -> tuple[Any, ...]:
    """Return what the kernel reads, in a plain tuple: handed over quicker than a named one."""
    table = tables.load()
    rows = table.rows[_HAND - 5]
    lists = joint_lists.load()
    choices = lists.choices, lists.choice_keys, lists.sets, lists.set_keys
    return rows, table.columns, table.values, table.flushes, *choices


@inlined
def _size(bits: np.uint64) -> int:
    count = 0
    while bits:
        bits &= bits - _1
        count += 1
    return count


@inlined
def _ranks_of(cards: np.uint64, suit: int) -> np.uint64:
    """Return the set of ranks that a set of cards has in a suit."""
    ranks = _0
    for rank in range(13):
        ranks |= ((cards >> _U(4 * rank + suit)) & _1) << _U(rank)
    return ranks


@inlined
def _add_by_rank(live: Any, key: Any, drawn: Any, tables: Any, groups: Any, counts: Any) -> None:
    """Add all draws to the classes that their ranks make; `key` is that of the cards held."""
    rows, columns, values, _, choices, choice_keys, _, _ = tables
    starts, ways = _CHOICE_STARTS, _WAYS
    n = starts[drawn + 1]
    below, above = np.ones(n, np.int64), np.ones(n, np.int64)
    row_places, column_places = np.empty(n, np.uint64), np.empty(n, np.uint64)
    for i in range(n):
        for rank in range(6):
            below[i] *= ways[live[rank], choices[i, rank]]
            above[i] *= ways[live[_EIGHT + 1 + rank], choices[i, rank]]
        row_places[i] = _U(rows[(key & _LOW16) + choice_keys[i]])
        column_places[i] = _U(columns[(key >> _16) + choice_keys[i]])
    for eights in range(min(drawn, live[_EIGHT]) + 1):
        for size in range(drawn - eights + 1):
            rest = drawn - eights - size
            for i in range(starts[size], starts[size + 1]):
                draws = ways[live[_EIGHT], eights] * below[i]
                if draws == 0:
                    continue
                for j in range(starts[rest], starts[rest + 1]):
                    if above[j]:
                        value = _U(values[row_places[i] + column_places[j]])
                        group = _U(groups[value & _LOW16])
                        counts[group * _LOWS + (value >> _16)] += draws * above[j]


@inlined
def _move_flushes(
    held: Any,
    free: Any,
    others: Any,
    alike: Any,
    key: Any,
    drawn: Any,
    tables: Any,
    groups: Any,
    counts: Any,
) -> None:
    """Move the draws that make a flush in a suit from their class by rank to the flush's.

    `held` and `free` are the ranks of the suit in the hand and among the unseen cards, `others` the
    number of unseen cards of each rank in other suits; `alike` suits are counted at once.
    """
    rows, columns, values, flushes, _, _, sets, set_keys = tables
    starts = _SET_STARTS
    rest_keys, rest_draws, rest_starts = _rests(others, set_keys[_RANKS])
    for size in range(max(0, 5 - _size(held)), drawn + 1):
        rest = drawn - size
        for i in range(starts[size], starts[size + 1]):
            if sets[i] & ~free:
                continue
            flush = _U(groups[flushes[held | sets[i]]])
            for j in range(rest_starts[rest], rest_starts[rest + 1]):
                draws = alike * rest_draws[j]
                if draws:
                    total = key + set_keys[i] + rest_keys[j]
                    place = _U(rows[total & _LOW16]) + _U(columns[total >> _16])
                    value = _U(values[place])
                    group = _U(groups[value & _LOW16])
                    counts[flush * _LOWS + (value >> _16)] += draws
                    counts[group * _LOWS + (value >> _16)] -= draws


@inlined
def _rests(others: Any, rank_keys: Any) -> Any:
    """Return keys and numbers of the draws of 0, 1 and 2 cards, and where each size begins."""
    keys, draws = np.zeros(105, np.uint64), np.ones(105, np.int64)
    n = 1
    for a in range(13):
        keys[n], draws[n] = rank_keys[a], others[a]
        n += 1
    for a in range(13):
        for b in range(a):
            keys[n], draws[n] = rank_keys[a] + rank_keys[b], others[a] * others[b]
            n += 1
        keys[n], draws[n] = rank_keys[a] + rank_keys[a], others[a] * (others[a] - 1) // 2
        n += 1
    return keys, draws, (0, 1, 14, 105)


@jit(
    types.void(types.uint64, types.uint64, _TABLES, read_only(types.int16), types.int64[::1]),
    allocates=True,
)
def count(
    own: np.uint64,
    unseen: np.uint64,
    tables: tuple[Any, ...],
    groups: NDArray[np.int16],
    counts: NDArray[np.int64],
) -> None:
    """Add the draws to `counts`, at group of the high class times 57 plus low class."""
    live = np.empty(13, np.int64)
    rank_keys = tables[-1][_RANKS]
    key = _0
    for rank in range(13):
        live[rank] = _size((unseen >> _U(4 * rank)) & _FOUR_SUITS)
        key += _U(_size((own >> _U(4 * rank)) & _FOUR_SUITS)) * rank_keys[rank]
    drawn = _HAND - _size(own)
    _add_by_rank(live, key, drawn, tables, groups, counts)

    held, free = np.empty(4, np.uint64), np.empty(4, np.uint64)
    for suit in range(4):
        held[suit], free[suit] = _ranks_of(own, suit), _ranks_of(unseen, suit)
    others = np.empty(13, np.int64)
    for suit in range(4):
        if _size(held[suit]) + drawn < 5:
            continue
        alike, before = 0, 0
        for second in range(4):
            if held[second] == held[suit] and free[second] == free[suit]:
                alike += 1
                before += second < suit
        if before:
            continue
        for rank in range(13):
            others[rank] = live[rank] - np.int64((free[suit] >> _U(rank)) & _1)
        _move_flushes(held[suit], free[suit], others, alike, key, drawn, tables, groups, counts)


def table(own: int, unseen: int, groups: NDArray[np.int16], size: int) -> NDArray[np.int64]:
    """Return the draws that complete a hand, (groups of high classes, low classes).

    Parameters
    ----------
    own, unseen : int
        Sets of cards, a bit a card: those of the hand, up to seven, and those that can come.
    groups : int16 array, shape (7462,)
        The group of each high class, below `size`.
    """
    counts = np.zeros(size * 57, np.int64)
    count(own, unseen, _tables(), groups, counts)  # type: ignore[arg-type]  # ints become uint64
    return counts.reshape(size, 57)
