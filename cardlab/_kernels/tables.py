"""The tables with which hands are evaluated, and the plan behind them.

Apart from flushes a hand's value depends on its ranks only, and hands of eight cards have few
choices of ranks: 120,055; seven cards have 49,205. So the value of each is in a table, and what
remains is to find the place quickly. Every card has a *word*, and the words of a hand are added up.

- The lower 16 bits of the sum are the *row key*: it tells the cards among the ranks two to seven.
- The next 16 bits are the *column key*: the cards among nine to ace. The eights are the rest.
- The place of the value is ``rows[size - 5, row key] + columns[column key]``: the columns are
  numbered so that one row's places follow one another, with no holes (make_tables.py). The value
  holds the high class by ranks alone in its lower 16 bits and the low class above them.
- The next 16 bits count the cards of each suit in four bits, starting from 3, so that five cards
  of a suit, and no fewer, set the top bit of its four. In eight cards at most one suit gets there.
  Its ranks, as 13 bits, then have their class in `flushes`; the better of the two classes counts.

The upper 16 bits of a word are free.

Divider compares hands of any size, and most of its questions have a few face-up cards and all pairs
of pocket cards. There a hand is a set: a 64-bit word with 16 bits for each suit, so that each
suit's ranks are one shift away and a table gives the sum of their keys. The same rows and columns,
with rows for one to four cards added, lead to the strength of the hand.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

SUITS_AT = 32
"""Where the suit counters begin in a word."""

START = 0x3333 << SUITS_AT
"""What the sum of the words begins with: all suit counters at 3."""

FIVE = 0x8888 << SUITS_AT
"""The bits of the sum that say that a suit has five cards."""

NO_CARDS = 0x3F3E3D3C3B3A3938
"""Eight different numbers above 51, one a byte, that stand for "no card"; their words are 0."""

OWN = [(1 << 8 * size) - 1 for size in range(9)]
"""The bytes of a hand of so many cards."""


class Tables(NamedTuple):
    """Read-only arrays; kernels take them as one argument."""

    words: NDArray[np.uint64]
    """(64,): the word of each card; 0 from 52 on."""
    pairs: NDArray[np.uint64]
    """(4096,): the sum of two words, at first card + 64 x second card."""
    rows: NDArray[np.uint32]
    """(4, keys): for hands of 5, 6, 7 and 8 cards."""
    columns: NDArray[np.uint16]
    """(keys,)"""
    values: NDArray[np.uint32]
    """High class by ranks alone, plus the low class times 65,536."""
    flushes: NDArray[np.int16]
    """(8192,): for a set of ranks (bit r for rank r) the class of its best flush; 0 for none."""
    lows: NDArray[np.uint8]
    """(8192,): for a set of ranks its low class."""


@cache
def load() -> Tables:
    """Read the tables; the same arrays each time."""
    with np.load(Path(__file__).with_name("tables.npz")) as stored:
        words = np.zeros(64, np.uint64)
        cards = np.arange(52, dtype=np.uint64)
        one, four = np.uint64(1), np.uint64(4)
        words[:52] = np.repeat(stored["ranks"], 4) + (one << (SUITS_AT + four * (cards % four)))
        tables = Tables(
            words=words,
            pairs=(words[:, None] + words[None, :]).ravel(),  # symmetric, so the order is the same
            **{name: stored[name] for name in ("rows", "columns", "values", "flushes", "lows")},
        )
    for table in tables:
        table.flags.writeable = False
    return tables


# Where the parts of the table for hands of any size begin.
SET_WORDS = 0
"""8192 entries: for a set of ranks of one suit the sum of its keys."""
SET_FLUSHES = SET_WORDS + 8192
"""8192 entries: for a set of ranks the strength of its best flush; 0 for none."""
SET_COLUMNS = SET_FLUSHES + 8192
KEY_PLACES = 8 * 2635 + 1
"""How many column keys there are, and row keys for each size."""
SET_ROWS = SET_COLUMNS + KEY_PLACES
"""For each size of 0 to 8 cards and each row key; the value's place begins at the table's start."""
SET_VALUES = SET_ROWS + 9 * KEY_PLACES
"""The strengths by ranks alone."""


@cache
def load_short() -> NDArray[np.uint32]:
    """Read the table for hands of any size; the same array each time.

    It is one array, because kernels take one array over more quickly than several.
    """
    full = load()
    with np.load(Path(__file__).with_name("tables.npz")) as stored:
        keys, strengths = stored["ranks"], stored["strengths"]
        short_rows, short_values = stored["short_rows"], stored["short_values"]
    sets = np.arange(8192)
    held = sets[:, None] >> np.arange(13) & 1
    flush = held.sum(axis=1) >= 5
    long_values = SET_VALUES + len(short_values)  # the longer hands come behind the short ones
    parts = (
        held @ keys.astype(np.int64),
        strengths[full.flushes] * flush,
        full.columns,
        np.full(KEY_PLACES, SET_VALUES),
        short_rows.ravel() + SET_VALUES,
        full.rows.ravel() + long_values,
        short_values,
        strengths[full.values & 0xFFFF],
    )
    table = np.concatenate([part.astype(np.uint32) for part in parts])
    table.flags.writeable = False
    return table


def bytes_of_hands(
    cards: NDArray[np.uint8],
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return the hands as 64-bit words, the first card in the lowest byte.

    Reading eight bytes at once is quicker than reading cards one by one. What belongs to the next
    hand is in the words too; whoever uses them masks it. The last hand has no next one, so it is
    padded and comes apart: the first array holds all hands but the last, the second the last.
    """
    hands, size = cards.shape
    words = np.ndarray(max(hands - 1, 0), "<u8", cards.data if hands > 1 else b"", strides=(size,))
    last = np.zeros(8 * min(hands, 1), np.uint8)
    last[:size] = cards[-1:].ravel()
    return words, last.view("<u8")
