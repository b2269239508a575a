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
