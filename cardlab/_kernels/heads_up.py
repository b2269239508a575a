"""Two hands to seven cards: every way to complete both, counted without listing them.

Each hand has a true high class and one by ranks alone; they differ only for flushes. Write
``f : g`` for "the first hand's true class against the second's", ``f0`` and ``g0`` for classes by
ranks alone. Since a pair of hands in which one has no flush has ``f = f0`` or ``g = g0``, the
table of outcomes is the sum of three:

- A: ``f : g0`` over all pairs. The second hand counts by ranks alone, so its draws are multisets,
  and when the first has drawn a multiset a, the number of ways for the second to draw b is a
  product over ranks of C(left - a, b). No pair is looked at that shares a card.
- B: ``f0 : g`` less ``f0 : g0``, over the second hand's flushes: the same with roles swapped.
- C: ``f : g`` less ``f : g0`` less ``f0 : g`` plus ``f0 : g0``, over pairs in which both have a
  flush. The middle two need no classes: a flush beats all that five or more suited cards can be by
  ranks alone, for there is no full house among seven cards with a flush.

C alone needs the cards. Pairs that share no card are all pairs, less those that share card c, for
each c, plus those that share c and d, and so on: a walk over sets of cards that some flush of each
hand has. Such a set's pairs are counted one by one if they are few; else the second hand's classes
are counted into a grid of high by low, and sums over its rectangles answer for each first hand.

A and B come in pieces by number of lower halves, C stops when its budget is used up and goes on
where it was: so the caller can look up between.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from cardlab._kernels import draws
from cardlab._kernels.draws import FULL_HOUSES, LOWER, Draws, Hand, Multisets
from cardlab._kernels.jit import inlined, jit, read_only

_COUNTS = read_only(types.int64)
_CLASSES = read_only(types.int32)
_TABLE = types.int64[:, ::1]
_MULTISETS = types.NamedTuple([read_only(types.int64, 2), *[_COUNTS] * 5], Multisets)
_DRAWS = types.NamedTuple([_COUNTS, *[_CLASSES] * 3], Draws)

_PIECE = 60_000_000  # pairs: some 30 ms
_BUDGET = 2_000_000  # flushes looked at
_FEW_PAIRS = 50_000
_FEW_FIRST = 6
_BLOCK = 1024
_NO_LOW = 56
_HIGHS = 7462
# Classes that no hand has by ranks alone: above all but full houses and fours, and above all.
_AS_FLUSH, _AS_STRAIGHT_FLUSH = FULL_HOUSES - 1, _HIGHS
_0, _1 = np.uint64(0), np.uint64(1)
_Int = int | np.integer[Any]


@inlined
def compare(
    weights: NDArray[np.int32],
    highs: NDArray[np.int32],
    lows: NDArray[np.int32],
    high: np.int32,
    low: np.int32,
    sums: NDArray[np.int64],
) -> None:
    """Sum the weights of many second hands, by how they compare with one first hand.

    `sums` takes all of them, those with a lower high class, and those with an equal one; of each
    first all, then those with a lower (better) low class, then those with an equal one.
    """
    zero = np.int32(0)
    all0 = all1 = all2 = less0 = less1 = less2 = same0 = same1 = same2 = zero
    for i in range(len(weights)):
        weight = weights[i]
        less = weight if highs[i] < high else zero
        same = weight if highs[i] == high else zero
        better, equal = lows[i] < low, lows[i] == low
        all0 = np.int32(all0 + weight)
        all1 = np.int32(all1 + (weight if better else zero))
        all2 = np.int32(all2 + (weight if equal else zero))
        less0 = np.int32(less0 + less)
        less1 = np.int32(less1 + (less if better else zero))
        less2 = np.int32(less2 + (less if equal else zero))
        same0 = np.int32(same0 + same)
        same1 = np.int32(same1 + (same if better else zero))
        same2 = np.int32(same2 + (same if equal else zero))
    sums[0] = all0
    sums[1] = all1
    sums[2] = all2
    sums[3] = less0
    sums[4] = less1
    sums[5] = less2
    sums[6] = same0
    sums[7] = same1
    sums[8] = same2


@inlined
def add_row(
    table: NDArray[np.int64],
    row: int,
    low: _Int,
    times: _Int,
    every: _Int,
    better: _Int,
    equal: _Int,
) -> None:
    """Add to one row of the table: how the low half goes for the first hand."""
    table[row, 0] += times * better
    table[row, 3 if low == _NO_LOW else 1] += times * equal
    table[row, 2] += times * (every - better - equal)


@inlined
def add(table: NDArray[np.int64], low: _Int, times: _Int, sums: NDArray[np.int64]) -> None:
    """Add what `compare` has found to the table."""
    add_row(table, 2, low, times, sums[3], sums[4], sums[5])
    add_row(table, 1, low, times, sums[6], sums[7], sums[8])
    worse, tied = sums[0] - sums[3] - sums[6], sums[2] - sums[5] - sums[8]
    add_row(table, 0, low, times, worse, sums[1] - sums[4] - sums[7], tied)


# A and B


@inlined
def fill_ways(
    ways: NDArray[np.int32],
    multisets: Multisets,
    left: NDArray[np.int64],
    taken: NDArray[np.int64],
    choose: NDArray[np.int64],
) -> None:
    """Fill in how many ways there are to draw each multiset when some cards are taken."""
    ways[0] = 1
    for i in range(1, len(ways)):
        rank = multisets.ranks[i]
        drawn = choose[left[rank] - taken[rank], multisets.times[i]]
        ways[i] = np.int32(ways[multisets.parents[i]] * drawn)


@jit(
    types.void(
        *[_MULTISETS] * 2,
        _COUNTS,
        read_only(types.int64, 2),
        types.int64,
        _DRAWS,
        read_only(types.int64, 2),
        types.int64,
        _DRAWS,
        *[types.int64] * 2,
        _TABLE,
    ),
    allocates=True,
)
def by_ranks(
    lower: Multisets,
    upper: Multisets,
    left: NDArray[np.int64],
    choose: NDArray[np.int64],
    first_size: int,
    first: Draws,
    weights: NDArray[np.int64],
    second_size: int,
    second: Draws,
    begin: int,
    end: int,
    table: NDArray[np.int64],
) -> None:
    """Compare first hands, flushes included, with second hands by ranks alone.

    Parameters
    ----------
    left : (13,) array
        Cards of each rank that can come.
    choose : (5, 8) array
        Binomial coefficients.
    first_size, second_size : int
        Cards to come.
    weights : (3, draws) array
        How often each first draw counts by ranks alone, as a flush, and as a straight flush.
    begin, end : int
        The lower halves of first draws to go through.
    table : (3, 4) array
        What is found is added here.
    """
    ways_low = np.empty(lower.starts[second_size + 1], np.int32)
    ways_high = np.empty(upper.starts[second_size + 1], np.int32)
    ways = np.empty(len(second.high), np.int32)
    sums = np.empty(9, np.int64)
    for low_half in range(begin, end):
        place_in_stretch = low_half - lower.starts[lower.sizes[low_half]]
        in_upper = first_size - lower.sizes[low_half]
        stale = True
        for high_half in range(upper.starts[in_upper], upper.starts[in_upper + 1]):
            place = first.stretches[high_half] + place_in_stretch
            if weights[0, place] == 0 and weights[1, place] == 0 and weights[2, place] == 0:
                continue
            if stale:
                fill_ways(ways_low, lower, left[:LOWER], lower.held[low_half], choose)
                stale = False
            fill_ways(ways_high, upper, left[LOWER:], upper.held[high_half], choose)
            for half in range(len(ways_high)):
                of_half, here = ways_high[half], second.stretches[half]
                there = second.stretches[half + 1]
                start = lower.starts[second_size - upper.sizes[half]]
                target, repeats = ways[here:there], second.repeats[here:there]
                source = ways_low[start : start + there - here]
                for i in range(len(target)):
                    target[i] = of_half * source[i] * repeats[i]
            low = first.low[place]
            for kind in range(3):
                if weights[kind, place] == 0:
                    continue
                high = first.high[place]
                if kind == 1:
                    high = np.int32(_AS_FLUSH)
                if kind == 2:
                    high = np.int32(_AS_STRAIGHT_FLUSH)
                compare(ways, second.high, second.low, high, low, sums)
                add(table, low, weights[kind, place], sums)


def _pieces_by_ranks(
    left: NDArray[np.int64], first: Hand, second: Hand, weights: NDArray[np.int64]
) -> Iterator[NDArray[np.int64]]:
    """Yield the table of each piece, as the first hand sees it."""
    lower, upper = draws.halves()
    end = int(lower.starts[first.size + 1])
    firsts = max(1, _PIECE // len(second.ways) * end // len(first.ways))
    for begin in range(0, end, firsts):
        table = np.zeros((3, 4), np.int64)
        by_ranks(
            lower,
            upper,
            left,
            draws.CHOOSE,
            first.size,
            first.draws,
            weights,
            second.size,
            second.draws,
            begin,
            min(begin + firsts, end),
            table,
        )
        yield table


# C


# A flush is a record of two words: the set of cards drawn, and behind one another the true high
# class, the one by ranks alone, the low class (16 bits each), and the repeats. Lists are copies of
# records, so that they are read one after another.
_RECORDS = read_only(types.uint64, 2)
_STACK = types.uint64[:, ::1]
_TRUE, _BY_RANKS, _LOW, _REPEATS = (np.uint64(place) for place in (0, 16, 32, 48))
_LOW16 = np.uint64(0xFFFF)


def _records(hand: Hand) -> NDArray[np.uint64]:
    flushes, places = hand.flushes, hand.flushes.places
    records = np.empty((len(places), 2), np.uint64)
    records[:, 0] = flushes.cards
    records[:, 1] = flushes.high.astype(np.uint64)
    for each, at in (
        (hand.draws.high, _BY_RANKS),
        (hand.draws.low, _LOW),
        (hand.draws.repeats, _REPEATS),
    ):
        records[:, 1] |= each.astype(np.uint64)[places] << at
    return records


def _lowest(_: Any, cards: Any) -> Any:
    """Return the lowest card of a set that is not empty: one instruction, which NumPy lacks."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.uint64(types.uint64), code


lowest: Any = intrinsic(_lowest)


@inlined
def field(record: NDArray[np.uint64], at: np.uint64) -> np.int32:
    """Return one of the numbers in a record."""
    return np.int32((record[1] >> at) & _LOW16)


@jit(types.int64(_RECORDS, types.int64, _STACK))
def holders(records: NDArray[np.uint64], card: int, stack: NDArray[np.uint64]) -> np.int64:
    """Copy the hands that hold a card; return how many."""
    found = np.int64(0)
    at = np.uint64(card)
    for i in range(len(records)):
        stack[found, 0], stack[found, 1] = records[i, 0], records[i, 1]
        found += np.int64((records[i, 0] >> at) & _1)
    return found


@jit(types.uint64(_RECORDS, types.uint64, _STACK, types.int64, types.int64[::1]), allocates=True)
def list_by_card(
    records: NDArray[np.uint64],
    wanted: np.uint64,
    stack: NDArray[np.uint64],
    top: _Int,
    starts: NDArray[np.int64],
) -> np.uint64:
    """List the hands that hold each of a set of cards, on top of a stack.

    Fills in where the list of each card begins, and returns the cards whose list is not empty.
    """
    starts[:] = 0
    union = _0
    for i in range(len(records)):
        cards = records[i, 0] & wanted
        union |= cards
        while cards != _0:
            starts[lowest(cards) + _1] += 1
            cards &= cards - _1
    starts[0] = top
    for card in range(52):
        starts[card + 1] += starts[card]
    place = starts.copy()
    for i in range(len(records)):
        cards = records[i, 0] & wanted
        while cards != _0:
            card = lowest(cards)
            stack[place[card], 0], stack[place[card], 1] = records[i, 0], records[i, 1]
            place[card] += 1
            cards &= cards - _1
    return union


@inlined
def subtract(table: NDArray[np.int64], low: _Int, times: _Int, sums: NDArray[np.int64]) -> None:
    """Take out ``f : g0``, which the first hand wins, and ``f0 : g``, which it loses."""
    add_row(table, 2, low, -times, sums[0], sums[1], sums[2])
    add_row(table, 0, low, -times, sums[0], sums[1], sums[2])


@jit(types.void(_STACK, _STACK, types.int64, _TABLE), allocates=True)
def pair_by_pair(
    firsts: NDArray[np.uint64], seconds: NDArray[np.uint64], sign: int, table: NDArray[np.int64]
) -> None:
    """Add what two lists of flushes change in the table, looking at every pair."""
    size = min(_BLOCK, len(seconds))
    repeats, high = np.empty(size, np.int32), np.empty(size, np.int32)
    by_ranks, low = np.empty(size, np.int32), np.empty(size, np.int32)
    sums = np.empty(9, np.int64)
    for begin in range(0, len(seconds), _BLOCK):
        n = min(_BLOCK, len(seconds) - begin)
        for i in range(n):
            hand = seconds[begin + i]
            repeats[i], high[i] = field(hand, _REPEATS), field(hand, _TRUE)
            by_ranks[i], low[i] = field(hand, _BY_RANKS), field(hand, _LOW)
        for i in range(len(firsts)):
            hand = firsts[i]
            own, times = field(hand, _LOW), sign * field(hand, _REPEATS)
            compare(repeats[:n], high[:n], low[:n], field(hand, _TRUE), own, sums)
            add(table, own, times, sums)
            subtract(table, own, times, sums)
            compare(repeats[:n], by_ranks[:n], low[:n], field(hand, _BY_RANKS), own, sums)
            add(table, own, times, sums)


@inlined
def add_up(grid: NDArray[np.int32]) -> None:
    """Give every place the sum of all places that are beyond it in neither direction."""
    for place in range(len(grid)):
        total = np.int32(0)
        for low in range(1, _NO_LOW + 2):
            total += grid[place, low]
            grid[place, low] = total
        if place:
            for low in range(1, _NO_LOW + 2):
                grid[place, low] += grid[place - 1, low]


@jit(types.void(_STACK, _STACK, types.uint64, types.int64, _TABLE), allocates=True)
def by_grid(
    firsts: NDArray[np.uint64],
    seconds: NDArray[np.uint64],
    which: np.uint64,
    sign: int,
    table: NDArray[np.int64],
) -> None:
    """Add what two lists change by one kind of high class, by counting the second into a grid.

    The rows of the grid are the high classes of the first list, and those between two of them; the
    columns are low classes, from the second on.
    """
    row = np.zeros(_HIGHS, np.int32)
    lowest_high, highest_high = np.int32(_HIGHS), np.int32(0)
    for i in range(len(firsts)):
        high = field(firsts[i], which)
        row[high] = 1
        lowest_high, highest_high = min(lowest_high, high), max(highest_high, high)
    found = np.int32(0)
    for i in range(lowest_high, highest_high + 1):
        found += row[i]
        row[i] = 2 * found - row[i]  # odd for a class of the first list
    last = 2 * found
    grid = np.zeros((last + 1, _NO_LOW + 2), np.int32)
    for i in range(len(seconds)):
        hand = seconds[i]
        high = field(hand, which)
        place = 0 if high < lowest_high else last if high > highest_high else row[high]
        grid[place, field(hand, _LOW) + 1] += field(hand, _REPEATS)
    add_up(grid)
    sums = np.empty(9, np.int64)
    for i in range(len(firsts)):
        hand = firsts[i]
        at, low = row[field(hand, which)], field(hand, _LOW)
        for k in range(3):
            column = _NO_LOW + 1 if k == 0 else low if k == 1 else low + 1
            sums[k] = grid[last, column]
            sums[3 + k] = grid[at - 1, column]
            sums[6 + k] = grid[at, column] - grid[at - 1, column]
        for k in range(2, 9, 3):
            sums[k] -= sums[k - 1]
        times = sign * field(hand, _REPEATS)
        add(table, low, times, sums)
        if which == _TRUE:
            subtract(table, low, times, sums)


@jit(types.void(_STACK, _STACK, types.int64, _TABLE))
def add_lists(
    firsts: NDArray[np.uint64], seconds: NDArray[np.uint64], sign: int, table: NDArray[np.int64]
) -> None:
    """Add what all pairs of two lists of flushes change in the table, in the quicker way."""
    if len(firsts) * len(seconds) <= _FEW_PAIRS or len(firsts) <= _FEW_FIRST:
        pair_by_pair(firsts, seconds, sign, table)
    else:
        by_grid(firsts, seconds, _TRUE, sign, table)
        by_grid(firsts, seconds, _BY_RANKS, sign, table)


class Walk(NamedTuple):
    """Where the walk over sets of shared cards is."""

    state: NDArray[np.int64]
    """(1 + most,): the level, -1 at the end; then the card put to the set on each level."""
    first_stack: NDArray[np.uint64]
    """The lists of the first hand's flushes with the cards of the set, level by level."""
    first_starts: NDArray[np.int64]
    """(most, 53): where on the stack the list for each next card begins."""
    second_stack: NDArray[np.uint64]
    second_starts: NDArray[np.int64]


_WALK = types.NamedTuple([types.int64[::1], _STACK, _TABLE, _STACK, _TABLE], Walk)


@jit(types.void(_RECORDS, _RECORDS, _WALK, types.int64, _TABLE))
def go_on(
    first: NDArray[np.uint64],
    second: NDArray[np.uint64],
    walk: Walk,
    budget: int,
    table: NDArray[np.int64],
) -> None:
    """Go on with the walk until the budget, in flushes looked at, is used up."""
    level, cards = walk.state[0], walk.state[1:]
    while level >= 0 and budget > 0:
        cards[level] += 1
        card = cards[level]
        if card == 52:
            level -= 1
            continue
        begin, other_begin = np.int64(0), np.int64(0)
        if level == 0:
            budget -= len(first) + len(second)
            end = holders(first, card, walk.first_stack)
            other_end = holders(second, card, walk.second_stack) if end else 0
            top, other_top = end, other_end
        else:
            starts, others = walk.first_starts[level], walk.second_starts[level]
            begin, end, top = starts[card], starts[card + 1], starts[52]
            other_begin, other_end, other_top = others[card], others[card + 1], others[52]
        if begin == end or other_begin == other_end:
            continue
        firsts = walk.first_stack[begin:end]
        seconds = walk.second_stack[other_begin:other_end]
        budget -= len(firsts) + 2 * len(seconds) + 100
        add_lists(firsts, seconds, 1 if level % 2 else -1, table)
        if level + 1 < len(cards):
            level += 1
            cards[level] = card
            wanted = ~((_1 << np.uint64(card + 1)) - _1)
            wanted = list_by_card(firsts, wanted, walk.first_stack, top, walk.first_starts[level])
            list_by_card(seconds, wanted, walk.second_stack, other_top, walk.second_starts[level])
    walk.state[0] = level


@jit(types.int64(_RECORDS), allocates=True)
def longest_list(records: NDArray[np.uint64]) -> _Int:
    """Return how many hands hold the card that most of them hold."""
    count = np.zeros(52, np.int64)
    for i in range(len(records)):
        cards = records[i, 0]
        while cards != _0:
            count[lowest(cards)] += 1
            cards &= cards - _1
    return np.int64(count.max())


def _stack(records: NDArray[np.uint64], size: int) -> NDArray[np.uint64]:
    """Return room for the lists of all levels: none is longer than the longest of a single card."""
    return np.empty((longest_list(records) * (1 + size * (size - 1) // 2) + 1, 2), np.uint64)


def _pieces_of_flushes(first: Hand, second: Hand) -> Iterator[tuple[NDArray[np.int64], float]]:
    """Yield tables whose sum is what pairs of flushes change."""
    one, other = _records(first), _records(second)
    if not len(one) or not len(other):
        return
    table = np.zeros((3, 4), np.int64)
    add_lists(one, other, 1, table)
    yield table, 0.3
    most = min(first.size, second.size)
    if most == 0:
        return
    walk = Walk(
        np.array([0, *[-1] * most]),
        _stack(one, first.size),
        np.zeros((most, 53), np.int64),
        _stack(other, second.size),
        np.zeros((most, 53), np.int64),
    )
    while walk.state[0] >= 0:
        table = np.zeros((3, 4), np.int64)
        go_on(one, other, walk, _BUDGET, table)
        # Sets that begin with a low card are the most.
        yield table, 1 - 0.7 * float(1 - max(walk.state[1], 0) / 52) ** most


def mirrored(table: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the table as the second hand sees it."""
    return table[::-1][:, [2, 1, 0, 3]]


def pieces(
    left: NDArray[np.int64], first: Hand, second: Hand
) -> Iterator[tuple[NDArray[np.int64], float]]:
    """Yield tables whose sum counts all ways to complete both hands, each found in some 50 ms.

    Parameters
    ----------
    left : (13,) array
        Cards of each rank that can come.
    first, second : Hand
        From `draws.hand`.

    Yields
    ------
    table : (3, 4) int64 array
        Rows: the high half is lost, tied or won by the first hand. Columns: the low half is lost,
        tied or won by it, or nobody has a low.
    done : float
        How much of the work is done, roughly, from 0 to 1.
    """
    flush, straight_flush = first.by_flush
    exact = np.array([first.ways - flush - straight_flush, flush, straight_flush])
    for table in _pieces_by_ranks(left, first, second, exact):
        yield table, 0.0
    flush, straight_flush = second.by_flush
    changes = np.array([-flush - straight_flush, flush, straight_flush])
    for table in _pieces_by_ranks(left, second, first, changes):
        yield mirrored(table), 0.2
    yield from _pieces_of_flushes(first, second)
