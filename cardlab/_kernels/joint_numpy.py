"""What high class goes with what low class, in NumPy alone, for where Numba is missing.

The steps of joint.py; each loop over draws is an outer sum.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from cardlab._kernels import joint_lists, tables

_HAND = 7
_EIGHT = 6
_LOW16 = np.uint64(0xFFFF)
_16 = np.uint64(16)

_Draws = tuple[NDArray[np.uint64], NDArray[np.int64]]  # keys of row and column, numbers of draws


def table(own: int, unseen: int, groups: NDArray[np.int16], size: int) -> NDArray[np.int64]:
    """Return the draws that complete a hand, as the function in joint.py does."""
    rank_keys = joint_lists.load().rank_keys
    live = np.array([(unseen >> 4 * rank & 15).bit_count() for rank in range(13)])
    held = np.array([(own >> 4 * rank & 15).bit_count() for rank in range(13)], np.uint64)
    key = held @ rank_keys
    drawn = _HAND - own.bit_count()
    places, numbers = [], []
    for keys, draws in _by_rank(live, drawn):
        high, low = _classes(keys + key)
        places.append(groups[high].astype(np.int64) * 57 + low)
        numbers.append(draws)
    suits = Counter((_ranks_of(own, suit), _ranks_of(unseen, suit)) for suit in range(4))
    for (ranks, free), alike in suits.items():
        for keys, draws, flush in _flushes(ranks, free, live, drawn):
            high, low = _classes(keys + key)
            places += [groups[flush].astype(np.int64)[:, None] * 57 + low]
            places += [groups[high].astype(np.int64) * 57 + low]
            numbers += [alike * draws, -alike * draws]
    # Floats hold these numbers exactly, being far below 2^53.
    weights = np.concatenate([each.ravel() for each in numbers])
    flat = np.concatenate([each.ravel() for each in places])
    counts = np.bincount(flat, weights, minlength=size * 57)
    return counts.astype(np.int64).reshape(size, 57)


def _classes(keys: NDArray[np.uint64]) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return the high class by rank and the low class of seven cards with such keys."""
    table = tables.load()
    places = table.rows[_HAND - 5][keys & _LOW16] + table.columns[keys >> _16]
    values = table.values[places]
    return values & np.uint32(0xFFFF), values >> np.uint32(16)


def _by_rank(live: NDArray[np.int64], drawn: int) -> Iterator[_Draws]:
    """Yield the draws by rank."""
    lists = joint_lists.load()
    starts = lists.choice_starts
    choices = lists.choices[: starts[drawn + 1]]
    below = lists.ways[live[:_EIGHT], choices].prod(axis=1)
    above = lists.ways[live[_EIGHT + 1 :], choices].prod(axis=1)
    keys = lists.choice_keys
    for eights in range(min(drawn, int(live[_EIGHT])) + 1):
        for size in range(drawn - eights + 1):
            a = slice(starts[size], starts[size + 1])
            b = slice(starts[drawn - eights - size], starts[drawn - eights - size + 1])
            draws = np.outer(below[a], above[b]) * lists.ways[live[_EIGHT], eights]
            possible = draws > 0
            yield (keys[a, None] + (keys[b] << _16))[possible], draws[possible]


def _flushes(
    held: int, free: int, live: NDArray[np.int64], drawn: int
) -> Iterator[tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int16]]]:
    """Yield the draws that make a flush in a suit: a row a flush, a column what comes with it.

    `held` and `free` are the ranks of the suit in the hand and among the unseen cards.
    """
    lists = joint_lists.load()
    others = live - np.array([free >> rank & 1 for rank in range(13)])
    for size in range(max(0, 5 - held.bit_count()), drawn + 1):
        of_size = slice(lists.set_starts[size], lists.set_starts[size + 1])
        possible = lists.sets[of_size] & np.uint64(~free & 0x1FFF) == 0
        sets, set_keys = lists.sets[of_size][possible], lists.set_keys[of_size][possible]
        keys, draws = _rests(others, drawn - size)
        flush = tables.load().flushes[sets | np.uint64(held)]
        yield set_keys[:, None] + keys, np.broadcast_to(draws, (len(sets), len(draws))), flush


def _rests(others: NDArray[np.int64], size: int) -> _Draws:
    """Return the draws of up to two cards by rank, from so many live cards of each."""
    rank_keys = joint_lists.load().rank_keys
    if size == 0:
        keys, draws = np.zeros(1, np.uint64), np.ones(1, np.int64)
    elif size == 1:
        keys, draws = rank_keys, others
    else:
        a, b = np.triu_indices(13)
        keys = rank_keys[a] + rank_keys[b]
        draws = np.where(a == b, others[a] * (others[a] - 1) // 2, others[a] * others[b])
    return keys[draws > 0], draws[draws > 0]


def _ranks_of(cards: int, suit: int) -> int:
    return sum((cards >> 4 * rank + suit & 1) << rank for rank in range(13))
