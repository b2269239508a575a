"""All ways to draw cards by rank alone, in a form that suits the tables of hands.

The tables (tables.py) split the ranks into two to seven, the eight, and nine to ace. So a draw by
rank is a choice from six ranks, some eights, and a choice from six other ranks; one list of the
choices from six ranks serves for both sides. Flushes need the sets of ranks of one suit.
"""

from __future__ import annotations

from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardlab._kernels import tables

MOST = 7
"""Cards that can be drawn at most."""

KEYS = 0xFFFF_FFFF
"""The part of a card's word with its row key and column key."""


class Lists(NamedTuple):
    """Read-only arrays; those sorted by size begin with the empty choice."""

    choices: NDArray[np.uint8]
    """(n, 6): cards of each of six ranks, up to seven in all, sorted by their sum."""
    choice_keys: NDArray[np.uint64]
    """(n,): the row key of a choice from two to seven, or the column key of nine to ace."""
    choice_starts: NDArray[np.int64]
    """(9,): where the choices of each size begin, and the end."""
    sets: NDArray[np.uint64]
    """(n,): sets of up to seven ranks as 13 bits, sorted by size."""
    set_keys: NDArray[np.uint64]
    """(n,): row key and column key of one card of each rank in the set."""
    set_starts: NDArray[np.int64]
    """(9,): where the sets of each size begin, and the end."""
    rank_keys: NDArray[np.uint64]
    """(13,): row key and column key of a card."""
    ways: NDArray[np.int64]
    """(5, 5): at [n, k] the ways to choose k of n cards."""


@cache
def load() -> Lists:
    """Return the lists; the same arrays each time."""
    rank_keys = tables.load().words[0:52:4] & np.uint64(KEYS)
    choices = np.indices((5,) * 6, np.uint8).reshape(6, -1).T
    choices, choice_starts = _by_size(choices, choices.sum(axis=1))
    bits = np.arange(1 << 13, dtype=np.uint64)
    sets, set_starts = _by_size(bits, np.bitwise_count(bits))
    members = (sets[:, None] >> np.arange(13, dtype=np.uint64)) & np.uint64(1)
    lists = Lists(
        choices=choices,
        choice_keys=choices.astype(np.uint64) @ rank_keys[:6],
        choice_starts=choice_starts,
        sets=sets,
        set_keys=members @ rank_keys,
        set_starts=set_starts,
        rank_keys=rank_keys,
        ways=np.array([[comb(n, k) for k in range(5)] for n in range(5)], np.int64),
    )
    for each in lists:
        each.flags.writeable = False
    return lists


def _by_size(rows: NDArray[Any], sizes: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return the rows up to the largest size in order of size, and where each size begins."""
    order = np.argsort(sizes, kind="stable")
    starts = np.searchsorted(sizes[order], np.arange(MOST + 2))
    return np.ascontiguousarray(rows[order[: starts[-1]]]), starts.astype(np.int64)
