"""Make tables.npz: run ``python -m cardlab._kernels.make_tables`` after a change here.

What the tables hold and how they are used stands in tables.py. Everything follows from three
questions to `cardlab.hands`: the high class of five cards, the low class of a hand, and the
strength of one to five cards; a bigger hand is the best of the hands with one card less.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardlab import hands

PATH = Path(__file__).with_name("tables.npz")
SIZES = (5, 6, 7, 8)
SHORT_SIZES = (1, 2, 3, 4)

# Numbers for six ranks such that the sum over up to eight cards, at most four of a rank, tells
# which they are: each is the smallest that keeps all sums different.
KEYS = (1, 5, 25, 121, 585, 2635)

# Eight cards of one rank are no hand, but their sum still has a place, so that a lookup with wrong
# cards stays inside the tables.
PLACES = 8 * KEYS[-1] + 1

Ranks = tuple[int, ...]


def rank_keys() -> tuple[Ranks, Ranks]:
    """Return the row key and the column key of each rank.

    Rows are the ranks two to seven, columns nine to ace. The eight has neither: how many eights
    there are is what is missing to the size of the hand.
    """
    return (*KEYS, 0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 0, *KEYS)


def multisets(ranks: int, size: int) -> Iterator[Ranks]:
    """Yield the choices of so many cards by rank alone, at most four of a rank."""
    for chosen in combinations_with_replacement(range(ranks), size):
        if all(chosen[i] != chosen[i + 4] for i in range(size - 4)):
            yield chosen


def index_tables(sizes: tuple[int, ...]) -> tuple[NDArray[np.uint32], NDArray[np.uint16], slice]:
    """Return the tables `rows` and `columns`, and the places that they lead to.

    The columns are the same whatever the sizes of the hands.

    The columns are numbered from small to large. A row with r cards in a hand of n needs the
    columns of n - r - 4 to n - r cards, between no and four cards being eights. These have
    consecutive numbers, so every row gets a stretch of places of that length, one behind the other.
    """
    by_size = [list(multisets(6, size)) for size in range(9)]
    columns = np.zeros(PLACES, np.uint16)
    first = [0]
    for group in by_size:
        for offset, ranks in enumerate(group):
            columns[sum(KEYS[rank] for rank in ranks)] = first[-1] + offset
        first.append(first[-1] + len(group))
    rows = np.zeros((len(sizes), PLACES), np.uint32)
    place = start = first[4]  # so that place - first[fewest] is never negative
    for table, size in zip(rows, sizes, strict=True):
        for held, group in enumerate(by_size[: size + 1]):
            fewest, most = max(0, size - held - 4), size - held
            for ranks in group:
                table[sum(KEYS[rank] for rank in ranks)] = place - first[fewest]
                place += first[most + 1] - first[fewest]
    return rows, columns, slice(start, place)


def low_table() -> NDArray[np.uint8]:
    """Return the low class of each set of ranks."""
    lows = np.full(1 << 13, hands.NO_LOW, np.uint8)
    for ranks in range(1 << 13):
        cards = [4 * rank for rank in range(13) if ranks >> rank & 1]
        if len(cards) == 5:
            lows[ranks] = hands.low(cards)
        elif len(cards) > 5:
            lows[ranks] = min(lows[ranks & ~(1 << card // 4)] for card in cards)
    return lows


def flush_table() -> NDArray[np.int16]:
    """Return the class of the best flush in each set of ranks of one suit; 0 for none."""
    flushes = np.zeros(1 << 13, np.int16)
    for ranks in range(1 << 13):
        cards = [4 * rank for rank in range(13) if ranks >> rank & 1]
        if len(cards) == 5:
            flushes[ranks] = hands.high(cards)
        elif len(cards) > 5:
            flushes[ranks] = max(flushes[ranks & ~(1 << card // 4)] for card in cards)
    return flushes


def high_by_ranks() -> Iterator[tuple[Ranks, int]]:
    """Yield each multiset of five to eight ranks and its best high class without a flush."""
    best: dict[Ranks, int] = {}
    for ranks in multisets(13, 5):
        # Suits in turn: four cards of a rank differ in suit, and five cards never share one.
        best[ranks] = hands.high([4 * rank + place % 4 for place, rank in enumerate(ranks)])
    yield from best.items()
    for size in SIZES[1:]:
        best = {
            ranks: max(best[ranks[:i] + ranks[i + 1 :]] for i in range(size))
            for ranks in multisets(13, size)
        }
        yield from best.items()


def short_tables() -> dict[str, NDArray[Any]]:
    """Return the tables with which hands of all sizes are compared."""
    rows, columns, places = index_tables(SHORT_SIZES)
    row_key, column_key = rank_keys()
    values = np.zeros(places.stop, np.int16)
    strengths = np.zeros(hands.HIGH_CLASSES, np.int16)
    for size in (*SHORT_SIZES, 5):
        for ranks in multisets(13, size):
            cards = [4 * rank + place % 4 for place, rank in enumerate(ranks)]  # never a flush
            if size == 5:
                strengths[hands.high(cards)] = hands.strength(cards)
            else:
                row, column = sum(row_key[r] for r in ranks), sum(column_key[r] for r in ranks)
                values[rows[size - 1, row] + columns[column]] = hands.strength(cards)
    for ranks in combinations(range(13), 5):
        flush = [4 * rank for rank in ranks]
        strengths[hands.high(flush)] = hands.strength(flush)
    assert len(set(values[places])) == places.stop - places.start, "two hands in one place"
    return {"short_rows": rows, "short_values": values, "strengths": strengths}


def make() -> dict[str, NDArray[Any]]:
    """Return all tables by name."""
    rows, columns, places = index_tables(SIZES)
    lows, flushes = low_table(), flush_table()
    row_key, column_key = rank_keys()
    values = np.zeros(places.stop + int(columns.max()), np.uint32)
    for ranks, high in high_by_ranks():
        row, column = sum(row_key[r] for r in ranks), sum(column_key[r] for r in ranks)
        place = int(rows[len(ranks) - 5, row]) + int(columns[column])
        held = sum(1 << rank for rank in set(ranks))
        assert values[place] == 0, "two hands in one place"
        values[place] = high | int(lows[held]) << 16
    assert values[places].all(), "a place without a hand"
    words = [row | column << 16 for row, column in zip(row_key, column_key, strict=True)]
    return {
        "ranks": np.array(words, np.uint64),
        "rows": rows,
        "columns": columns,
        "values": values,
        "flushes": flushes,
        "lows": lows,
        **short_tables(),
    }


if __name__ == "__main__":
    np.savez_compressed(PATH, allow_pickle=False, **make())
