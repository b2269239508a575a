"""Two hands to seven cards in NumPy alone, for where Numba is missing.

The plan of heads_up.py, and the same pieces. By ranks, the second hand's draws are put in the
order of their high classes, so those that lose, tie and win are three slices. Flushes are always
counted by a grid.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from cardlab._kernels import draws
from cardlab._kernels.draws import FULL_HOUSES, LOWER, Hand, Multisets

_NO_LOW = 56
_AS_FLUSH, _AS_STRAIGHT_FLUSH = FULL_HOUSES - 1, 7462
_PIECE = 500  # first draws, some 50 to 100 ms
_Table = NDArray[np.int64]


def _row(
    low: int, every: int | np.int64, better: int | np.int64, equal: int | np.int64
) -> NDArray[np.int64]:
    """Return one row of a table: the low half lost, tied, won, and no low."""
    tied, none = (0, equal) if low == _NO_LOW else (equal, 0)
    return np.array([better, tied, every - better - equal, none], np.int64)


def _ways(multisets: Multisets, size: int, left: NDArray[np.int64]) -> NDArray[np.int64]:
    held = multisets.held[: multisets.starts[size + 1]]
    ways = np.ones(len(held), np.int64)
    for rank, cards in enumerate(left):
        ways *= draws.CHOOSE[cards][held[:, rank]]
    return ways


def _pieces_by_ranks(
    left: NDArray[np.int64], first: Hand, second: Hand, weights: NDArray[np.int64]
) -> Iterator[_Table]:
    """Yield the table of each piece, as the first hand sees it."""
    lower, upper = draws.halves()
    order = second.draws.high.argsort(kind="stable")
    highs, lows = second.draws.high[order], second.draws.low[order]
    repeats = second.draws.repeats[order].astype(np.int64)
    lower_of, upper_of = (each[order] for each in draws.halves_of(second.size))
    own_lower, own_upper = draws.halves_of(first.size)
    places = np.flatnonzero(weights.any(axis=0))
    places = places[own_lower[places].argsort(kind="stable")]
    before = -1
    for begin in range(0, len(places), _PIECE):
        table = np.zeros((3, 4), np.int64)
        for place in places[begin : begin + _PIECE]:
            if own_lower[place] != before:
                before = own_lower[place]
                low_ways = _ways(lower, second.size, left[:LOWER] - lower.held[before])
                low_ways = low_ways[lower_of] * repeats
            held = upper.held[own_upper[place]]
            ways = low_ways * _ways(upper, second.size, left[LOWER:] - held)[upper_of]
            low = int(first.draws.low[place])
            better, equal = ways * (lows < low), ways * (lows == low)
            high = int(first.draws.high[place])
            for weight, own in zip(
                weights[:, place], (high, _AS_FLUSH, _AS_STRAIGHT_FLUSH), strict=True
            ):
                if weight:
                    cuts = [0, *np.searchsorted(highs, [own, own + 1]), len(highs)]
                    for row, (a, b) in enumerate(pairwise(cuts)):
                        sums = (each[a:b].sum() for each in (ways, better, equal))
                        table[2 - row] += weight * _row(low, *sums)
        yield table


class _List:
    """Some flushes of one hand: sets of cards, both kinds of high class, low class, repeats."""

    def __init__(self, *columns: NDArray[np.int64]) -> None:
        self.columns = columns
        self.cards, self.high, self.by_ranks, self.low, self.repeats = columns

    @classmethod
    def of(cls, hand: Hand) -> _List:
        places = hand.flushes.places
        by_ranks = (hand.draws.high, hand.draws.low, hand.draws.repeats)
        return cls(
            hand.flushes.cards.astype(np.int64),
            hand.flushes.high.astype(np.int64),
            *(each[places].astype(np.int64) for each in by_ranks),
        )

    def with_card(self, card: int) -> _List:
        there = (self.cards >> card & 1).astype(bool)
        return _List(*(column[there] for column in self.columns))


def _compared(first: _List, second: _List) -> _Table:
    """Return what the pairs of two lists change in the table."""
    table = np.zeros((3, 4), np.int64)
    for own, other, true_classes in (
        (first.high, second.high, True),
        (first.by_ranks, second.by_ranks, False),
    ):
        classes = np.unique(own)
        last = 2 * len(classes)
        rows = np.searchsorted(classes, other) + np.searchsorted(classes, other, side="right")
        grid = np.bincount(
            rows * (_NO_LOW + 1) + second.low,
            second.repeats,
            minlength=(last + 1) * (_NO_LOW + 1),
        )
        grid = grid.astype(np.int64).reshape(last + 1, -1).cumsum(axis=0).cumsum(axis=1)
        grid = np.pad(grid, ((0, 0), (1, 0)))
        place = 2 * np.searchsorted(classes, own) + 1
        upto = [grid[place - 1], grid[place], grid[np.full(len(place), last)]]
        everybody = upto[2]
        for row, counts in ((2, upto[0]), (1, upto[1] - upto[0]), (0, upto[2] - upto[1])):
            if true_classes and row != 1:
                counts = counts - everybody
            better = np.take_along_axis(counts, first.low[:, None], 1)[:, 0]
            not_worse = np.take_along_axis(counts, first.low[:, None] + 1, 1)[:, 0]
            none = first.low == _NO_LOW
            sums = (better, not_worse - better, counts[:, -1] - not_worse)
            lost, tied, won = (first.repeats * each for each in sums)
            table[row] += (lost.sum(), tied[~none].sum(), won.sum(), tied[none].sum())
    return table


def _pieces_of_flushes(first: _List, second: _List, most: int) -> Iterator[_Table]:
    """Yield tables whose sum is what pairs of flushes change."""
    if len(first.cards) and len(second.cards):
        yield _compared(first, second)
        yield from _sharing(first, second, -1, most, -1)


def _sharing(first: _List, second: _List, above: int, most: int, sign: int) -> Iterator[_Table]:
    """Yield, with sign, what pairs change that share one more card, or more, above a card."""
    if most == 0:
        return
    for card in range(above + 1, 52):
        one, other = first.with_card(card), second.with_card(card)
        if len(one.cards) and len(other.cards):
            yield sign * _compared(one, other)
            yield from _sharing(one, other, card, most - 1, -sign)


def mirrored(table: _Table) -> _Table:
    """Return the table as the second hand sees it."""
    return table[::-1][:, [2, 1, 0, 3]]


def pieces(left: NDArray[np.int64], first: Hand, second: Hand) -> Iterator[tuple[_Table, float]]:
    """Yield tables whose sum counts all ways to complete both hands, as heads_up.py does."""
    flush, straight_flush = first.by_flush
    exact = np.array([first.ways - flush - straight_flush, flush, straight_flush])
    for table in _pieces_by_ranks(left, first, second, exact):
        yield table, 0.0
    flush, straight_flush = second.by_flush
    changes = np.array([-flush - straight_flush, flush, straight_flush])
    for table in _pieces_by_ranks(left, second, first, changes):
        yield mirrored(table), 0.2
    lists = _List.of(first), _List.of(second)
    for table in _pieces_of_flushes(*lists, min(first.size, second.size)):
        yield table, 0.3
