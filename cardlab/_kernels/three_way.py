"""Three seats of stud, exactly, without going through the deals.

The idea
--------
Three seats draw some of n unseen cards, each its own number of them (0 to 4). A hero's share
depends on how its hand compares with each of the two others alone. Give an opponent's draw the
value u = 2 if the hero beats it, 1 if they tie, 0 if it wins, and t = 1 if they tie, else 0. Then
3 u u' + t t' is the hero's part of a half, in twelfths of that half: 12, 6 for a tie with one, 4
for a tie with both. So for each draw A of the hero we need the sum of f(B) g(C), with f = g = u and
with f = g = t, over all draws B and C of the opponents that share no card with A or each other. B
is the larger draw, of x cards, and C the smaller one, of y.

1. Cards that B and C may not share: by inclusion-exclusion over the set T of shared cards,
   the sum is that of (-1)**|T| F(T) G(T), with F(T) the sum of f(B) over the draws B that hold T.
2. Cards that they may not share with A: T avoids A, and F(T) is again an alternating sum, over the
   sets S of cards of A: (-1)**|S| times the sum of f(B) over the draws B that hold S and T.
3. These last sums do not depend on A. Take the hero's draws from the weakest to the strongest: then
   each opponent's draw changes its value twice, from 0 to 1 to 2, and each change touches the few
   sums whose S and T are among its cards.

So nothing is counted anew for a draw of the hero: rows of sums, one number for each T, are combined
row by row, one row for each S. The largest T, with y cards, are the draws C themselves, so they
need no rows: their terms add up to the sum of f(B) g(C) over nested pairs, C within B, where B
avoids A. These products are summed and kept in the same way.

Most of the work is T with x - 1 cards when x = y. Then S has one card at most, and the sums are so
small that they are kept as bytes.

How sets are numbered
---------------------
Cards are numbered 0 to n - 1. A set of cards a < b < c has the number C(a, 1) + C(b, 2) + C(c, 3),
after all smaller sets. This numbers the sets without gaps.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from cardlab._kernels.jit import inlined, jit, read_only

FAR = np.int16(32_000)
"""The class of an opponent's draw that does not count: no hero gets so far."""

MOST = 4
"""The most cards that a seat draws."""


class Plan(NamedTuple):
    """How the sums of a `Board` are laid out, for n cards and draws of given sizes.

    Where the first index is the opponent, that with the larger draws comes first, and what the
    other one does not need is 0.
    """

    cards: int
    """n"""
    size: int
    """How many cards the hero draws."""
    drawn: NDArray[np.int64]
    """(2,): how many cards the opponents draw."""
    top: int
    """The number of cards of those T of which the sums are bytes; 0 if there are none."""
    draws: NDArray[np.int64]
    """(2, most draws, 4): the opponents' draws in the order of their numbers."""
    nested: NDArray[np.int64]
    """(2, nested pairs): for each draw of an opponent those of the other that are within it, or
    within which it is; equally many for each draw."""
    widths: NDArray[np.int64]
    """(2,): how many that are."""
    entries: NDArray[np.int64]
    """(2, most entries, 4): for each pair of disjoint subsets S and T of a draw that `Board.rows`
    covers, their bits, where the sum for two sets with number 0 would be, and the number of sets
    of T's size."""
    lengths: NDArray[np.int64]
    """(2,): how many entries there are."""
    row_starts: NDArray[np.int64]
    """(2, 5, 5): where in `Board.rows` the row of S with number 0 would begin, for S and T of such
    sizes."""
    rows: int
    """How many sums `Board.rows` has for an opponent."""
    grow: NDArray[np.int64]
    """(4, n): by how much the number of a set of k cards grows with a higher card."""
    sizes: NDArray[np.int64]
    """(16,): how many bits a number below 16 has."""
    sets: NDArray[np.int64]
    """(5,): how many sets of each size there are."""
    starts: NDArray[np.int64]
    """(5,): the number of the first set of each size."""
    avoid_top: NDArray[np.int8]
    """(n + 1, sets of `top` cards): -1 if the set does not have the card in it, else 0; the last
    row is for "no card"."""
    avoid: NDArray[np.int16]
    """The same for T whose sums are in rows, one size after another."""
    avoid_starts: NDArray[np.int64]
    """(5,): where in `avoid` a size begins."""


class Board(NamedTuple):
    """The values of both opponents' draws, and sums of them; the first index is the opponent.

    The types are wide enough. Three seats with a common card leave n <= 45 cards, others 43. A set
    of x - 1 cards is in at most 42 draws, with a sum of at most 84; one card is in at most 13,244,
    with 26,488. Alternating sums of rows may overflow on the way, but end within these bounds. All
    deals of 45 cards together, in twelfths, are less than 2**63.
    """

    values: NDArray[np.int8]
    """(2, most draws)"""
    sums: NDArray[np.int64]
    """(sets of up to 4 cards, 3): for each opponent the sums over its draws that hold the set; and
    the sums of products over nested pairs of which the larger draw holds it."""
    rows: NDArray[np.int16]
    """(2, all pairs of S and T): the sums over draws that hold both, for T with a card and more."""
    top: NDArray[np.int8]
    """(2, n + 2, sets of `top` cards): the sums for these T: in row 0 those over all draws with T,
    in row 1 + a those with card a too; the last row is 0, for "no card"."""


@lru_cache(maxsize=4)  # the next card, whichever it is, leaves the same plan
def plan(cards: int, size: int, larger: int, smaller: int) -> Plan:
    """Return the plan for n cards, draws of `size` of the hero, and draws of the opponents."""
    drawn = (larger, smaller)
    top = max(larger - 1, 0) if larger == smaller else 0
    in_rows = range(1, top if top else smaller)
    sets = np.array([comb(cards, k) for k in range(MOST + 1)])
    nested = _nested(cards, larger, smaller)
    starts = np.cumsum([0, *sets[:MOST]])
    layouts = [_layout(cards, size, own, in_rows) for own in drawn]
    avoid_starts = np.zeros(MOST + 1, np.int64)
    for k in in_rows:
        avoid_starts[k + 1] = avoid_starts[k] + cards * sets[k]
    avoid = [_avoid(cards, k)[:cards].ravel() for k in in_rows]
    made = Plan(
        cards=cards,
        size=size,
        drawn=np.array(drawn),
        top=top,
        draws=stacked([np.pad(subsets(cards, own), ((0, 0), (0, MOST - own))) for own in drawn]),
        nested=np.array([numbers.ravel() for numbers in nested]),
        widths=np.array([numbers.shape[1] for numbers in nested]),
        entries=stacked([entries for entries, _, _ in layouts]),
        lengths=np.array([len(entries) for entries, _, _ in layouts]),
        row_starts=np.array([row_starts for _, row_starts, _ in layouts]),
        rows=max(end for _, _, end in layouts),
        grow=np.array([_choose(cards, k + 1) + sets[k] for k in range(MOST)]),
        sizes=np.array([bits.bit_count() for bits in range(1 << MOST)]),
        sets=sets,
        starts=starts,
        avoid_top=_avoid(cards, top),
        avoid=np.concatenate([np.zeros(0, np.int16), *avoid], dtype=np.int16),
        avoid_starts=avoid_starts,
    )
    for part in made:
        if isinstance(part, np.ndarray):
            part.flags.writeable = False
    return made


def stacked(parts: list[NDArray[Any]], rest: int | np.int16 = 0) -> NDArray[Any]:
    """Return arrays as rows of one; the shorter ones go on with `rest`."""
    longest = max(map(len, parts))
    rows = np.full((len(parts), longest, *parts[0].shape[1:]), rest, parts[0].dtype)
    for row, part in zip(rows, parts, strict=True):
        row[: len(part)] = part
    return rows


def _layout(
    cards: int, hero: int, size: int, in_rows: range
) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Return the entries and row starts of a plan for one opponent, and where the rows end."""
    sets = [comb(cards, k) for k in range(MOST + 1)]
    row_starts, entries, end = np.zeros((MOST + 1, MOST + 1), np.int64), [], 0
    for k, s in product(in_rows, range(hero + 1)):
        if s + k <= size:
            row_starts[s, k] = end - sum(sets[:s]) * sets[k]
            entries += [
                (for_s, for_t, row_starts[s, k] - sum(sets[:k]), sets[k])
                for for_s, for_t in product(range(1 << size), repeat=2)
                if (for_s.bit_count(), for_t.bit_count()) == (s, k) and not for_s & for_t
            ]
            end += sets[s] * sets[k]
    return np.array(entries, np.int64).reshape(-1, 4), row_starts, end


def _nested(cards: int, larger: int, smaller: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return for each larger set the smaller ones within it, and the other way round."""
    sets = subsets(cards, larger)
    within = np.zeros((len(sets), comb(larger, smaller)), np.int64)
    for column, places in enumerate(combinations(range(larger), smaller)):
        for k, place in enumerate(places):
            within[:, column] += _choose(cards, k + 1)[sets[:, place]]
    # Each smaller set is within equally many larger ones, so that sorting puts these in rows.
    around = within.ravel().argsort(kind="stable").reshape(comb(cards, smaller), -1)
    return within, around // within.shape[1]


def _choose(cards: int, k: int) -> NDArray[np.int64]:
    """Return for each card how many sets of k cards are below it."""
    return np.array([comb(card, k) for card in range(cards)], np.int64)


def _avoid(cards: int, k: int) -> NDArray[np.int8]:
    rows = np.full((cards + 1, comb(cards, k) if k else 0), -1, np.int8)
    for number, members in enumerate(subsets(cards, k) if k else ()):
        rows[members, number] = 0
    return rows


@lru_cache(maxsize=4)
def subsets(cards: int, k: int) -> NDArray[np.int64]:
    """Return the sets of k cards in the order of their numbers, each from the lowest card up."""
    grown = np.zeros((1, 0), np.int64)
    for size in range(k):
        # The sets with highest card c are c behind each smaller set of cards below c.
        parts = [
            np.column_stack([grown[: comb(card, size)], np.full(comb(card, size), card)])
            for card in range(cards)
        ]
        grown = np.concatenate(parts)
    grown.flags.writeable = False
    return grown


def board(plan: Plan) -> Board:
    """Return a board on which all values are 0."""
    most = max(plan.size, plan.drawn[0])
    return Board(
        values=np.zeros(plan.draws.shape[:2], np.int8),
        sums=np.zeros((plan.sets[: most + 1].sum(), 3), np.int64),
        rows=np.zeros((2, plan.rows), np.int16),
        top=np.zeros((2, plan.cards + 2, plan.avoid_top.shape[1]), np.int8),
    )


PLAN = types.NamedTuple(
    [
        types.int64,
        types.int64,
        read_only(types.int64),
        types.int64,
        read_only(types.int64, 3),
        read_only(types.int64, 2),
        read_only(types.int64),
        read_only(types.int64, 3),
        read_only(types.int64),
        read_only(types.int64, 3),
        types.int64,
        read_only(types.int64, 2),
        read_only(types.int64),
        read_only(types.int64),
        read_only(types.int64),
        read_only(types.int8, 2),
        read_only(types.int16),
        read_only(types.int64),
    ],
    Plan,
)
BOARD = types.NamedTuple(
    [types.int8[:, ::1], types.int64[:, ::1], types.int16[:, ::1], types.int8[:, :, ::1]], Board
)


@jit(types.void(PLAN, read_only(types.int64), types.int64, types.int64[::1]))
def number_subsets(
    plan: Plan, cards: NDArray[np.int64], size: int, numbers: NDArray[np.int64]
) -> None:
    """Fill in the number of each subset of a draw; bit i stands for its i-th card."""
    numbers[0] = 0
    for i in range(size):
        for bits in range(1 << i):
            numbers[bits | 1 << i] = numbers[bits] + plan.grow[plan.sizes[bits], cards[i]]


@jit(types.void(BOARD, types.int64, types.int64, types.int64, types.int64[::1]))
def add_to_sums(
    board: Board, which: int, size: int, change: int, numbers: NDArray[np.int64]
) -> None:
    """Change the sums for all subsets of a draw."""
    for bits in range(1 << size):
        board.sums[numbers[bits], which] += change


@jit(types.int64(PLAN, BOARD, types.int64, types.int64[::1]))
def alternating(plan: Plan, board: Board, which: int, numbers: NDArray[np.int64]) -> np.int64:
    """Return the sum over draws that have no card of A, whose subsets are numbered."""
    total = np.int64(0)
    for bits in range(1 << plan.size):
        one = board.sums[numbers[bits], which]
        total += -one if plan.sizes[bits] % 2 else one
    return total


@jit(types.void(PLAN, BOARD, types.int64, read_only(types.int64), types.int64, types.int64[::1]))
def add(
    plan: Plan,
    board: Board,
    side: int,
    draws: NDArray[np.int64],
    change: int,
    numbers: NDArray[np.int64],
) -> None:
    """Change the values of some draws of an opponent alike; `numbers` is scratch."""
    size, width = plan.drawn[side], plan.widths[side]
    full = (1 << size) - 1
    for draw in draws:
        number_subsets(plan, plan.draws[side, draw], size, numbers)
        board.values[side, draw] += change
        add_to_sums(board, side, size, change, numbers)
        for entry in range(plan.lengths[side]):
            s, t = numbers[plan.entries[side, entry, 0]], numbers[plan.entries[side, entry, 1]]
            start, sets = plan.entries[side, entry, 2], plan.entries[side, entry, 3]
            board.rows[side, start + s * sets + t] += change
        if plan.top:
            for i in range(size):
                t = numbers[full ^ (1 << i)] - plan.starts[plan.top]
                board.top[side, 0, t] += change
                board.top[side, 1 + plan.draws[side, draw, i], t] += change
        for i in range(draw * width, (draw + 1) * width):
            other = plan.nested[side, i]
            product = change * board.values[1 - side, other]
            if product:
                larger = plan.draws[0, other if side else draw]
                number_subsets(plan, larger, plan.drawn[0], numbers)
                add_to_sums(board, 2, plan.drawn[0], product, numbers)


@inlined
def less(all_: np.int8, a: np.int8, b: np.int8, c: np.int8, d: np.int8) -> np.int8:
    """Return the sum over draws without the cards of A."""
    return np.int8(np.int8(np.int8(all_ - a) - np.int8(b + c)) - d)


@jit(
    types.int64(types.int8[:, ::1], types.int8[:, ::1], read_only(types.int8, 2), types.int64[::1])
)
def top_terms(
    f: NDArray[np.int8], g: NDArray[np.int8], avoid: NDArray[np.int8], cards: NDArray[np.int64]
) -> np.int64:
    """Return the sum of F(T) G(T) over the T whose sums are bytes.

    `cards` are the four cards of A, with "no card" for those that it does not have.
    """
    f0, f1, f2, f3, f4 = f[0], f[cards[0] + 1], f[cards[1] + 1], f[cards[2] + 1], f[cards[3] + 1]
    g0, g1, g2, g3, g4 = g[0], g[cards[0] + 1], g[cards[1] + 1], g[cards[2] + 1], g[cards[3] + 1]
    a1, a2, a3, a4 = avoid[cards[0]], avoid[cards[1]], avoid[cards[2]], avoid[cards[3]]
    total = np.int32(0)
    for t in range(len(f0)):
        avoids = np.int8(a1[t] & a2[t] & a3[t] & a4[t])
        from_f = np.int16(np.int8(less(f0[t], f1[t], f2[t], f3[t], f4[t]) & avoids))
        from_g = np.int16(less(g0[t], g1[t], g2[t], g3[t], g4[t]))
        total = np.int32(total + np.int32(from_f) * np.int32(from_g))
    return np.int64(total)


@jit(types.int64(PLAN, BOARD, types.int64, types.int64[::1], types.int64[::1], types.int16[:, ::1]))
def row_terms(
    plan: Plan,
    board: Board,
    k: int,
    cards: NDArray[np.int64],
    numbers: NDArray[np.int64],
    scratch: NDArray[np.int16],
) -> np.int64:
    """Return the sum of F(T) G(T) over T of k cards whose sums are in rows."""
    sets = plan.sets[k]
    for side in range(2):
        sums = scratch[side, :sets]
        sums[:] = 0
        for bits in range(1 << plan.size):
            s = plan.sizes[bits]
            if s <= plan.drawn[side] - k:
                start = plan.row_starts[side, s, k] + numbers[bits] * sets
                row = board.rows[side, start : start + sets]
                if s % 2:
                    for t in range(len(row)):
                        sums[t] -= row[t]
                else:
                    for t in range(len(row)):
                        sums[t] += row[t]
    first, second = scratch[0, :sets], scratch[1, :sets]
    for i in range(plan.size):
        start = plan.avoid_starts[k] + cards[i] * sets
        avoid = plan.avoid[start : start + sets]
        for t in range(len(avoid)):
            first[t] &= avoid[t]
    total = np.int64(0)
    for t in range(sets):
        total += np.int32(np.int32(first[t]) * np.int32(second[t]))
    return total


@jit(types.int64(PLAN, BOARD, types.int64[::1], types.int64[::1], types.int16[:, ::1]))
def disjoint(
    plan: Plan,
    board: Board,
    cards: NDArray[np.int64],
    numbers: NDArray[np.int64],
    scratch: NDArray[np.int16],
) -> np.int64:
    """Return the sum of f(B) g(C) over draws that have no card in common with A or each other."""
    smaller = plan.drawn[1]
    nested = alternating(plan, board, 2, numbers)
    total = -nested if smaller % 2 else nested
    for k in range(smaller):
        if k == 0:
            term = alternating(plan, board, 0, numbers)
            term *= alternating(plan, board, 1, numbers)
        elif k == plan.top:
            term = top_terms(board.top[0], board.top[1], plan.avoid_top, cards)
        else:
            term = row_terms(plan, board, k, cards, numbers, scratch)
        total += -term if k % 2 else term
    return total


@jit(
    types.void(
        PLAN,
        BOARD,
        BOARD,
        read_only(types.int64, 2),
        read_only(types.int16, 2),
        types.int64,
        types.int64[::1],
    ),
    allocates=True,
)
def advance(
    plan: Plan,
    beaten: Board,
    tied: Board,
    order: NDArray[np.int64],
    classes: NDArray[np.int16],
    own: int,
    marks: NDArray[np.int64],
) -> None:
    """Give the opponents' draws their values against a stronger class of the hero's."""
    numbers = np.empty(1 << MOST, np.int64)
    for side in range(2):
        begin, end = marks[side], marks[2 + side]
        add(plan, beaten, side, order[side, begin:end], 1, numbers)
        if marks[5]:
            add(plan, tied, side, order[side, begin:end], -1, numbers)
        begin = end
        while begin < order.shape[1] and classes[side, begin] < own:
            begin += 1
        add(plan, beaten, side, order[side, end:begin], 2, numbers)
        end = begin
        while end < order.shape[1] and classes[side, end] == own:
            end += 1
        add(plan, beaten, side, order[side, begin:end], 1, numbers)
        marks[side], marks[2 + side] = begin, end
    marks[4] = own
    marks[5] = marks[2] > marks[0] and marks[3] > marks[1]
    if marks[5]:
        for side in range(2):
            add(plan, tied, side, order[side, marks[side] : marks[2 + side]], 1, numbers)


@jit(
    types.int64(
        PLAN,
        BOARD,
        BOARD,
        read_only(types.int64, 2),
        read_only(types.int16),
        read_only(types.int64, 2),
        read_only(types.int16, 2),
        types.int64[::1],
    ),
    allocates=True,
)
def sweep(
    plan: Plan,
    beaten: Board,
    tied: Board,
    heroes: NDArray[np.int64],
    hero_classes: NDArray[np.int16],
    order: NDArray[np.int64],
    classes: NDArray[np.int16],
    marks: NDArray[np.int64],
) -> np.int64:
    """Return the sum of 3 u u' + t t' over some draws of the hero.

    Parameters
    ----------
    beaten, tied : Board
        The values u and t.
    heroes, hero_classes : arrays, shapes (some draws, size) and (some draws,)
        Draws of the hero from the weakest to the strongest, none weaker than those of the last
        call, and their classes; larger is better.
    order, classes : arrays, shape (2, most draws)
        For each opponent the numbers of its draws and their classes, from the weakest; beyond its
        last draw the class is `FAR`.
    marks : int64 array, shape (6,)
        Kept between calls, at first `START`: for each opponent where the draws begin that tie with
        the hero now, and where they end; the hero's class; whether `tied` holds those draws.
    """
    numbers = np.empty(1 << MOST, np.int64)
    cards = np.full(MOST, plan.cards)
    widest = 0
    for k in range(1, plan.drawn[1]):
        if k != plan.top:
            widest = max(widest, plan.sets[k])
    scratch = np.empty((2, widest), np.int16)
    total = np.int64(0)
    for i in range(len(heroes)):
        if hero_classes[i] != marks[4]:
            advance(plan, beaten, tied, order, classes, hero_classes[i], marks)
        cards[: plan.size] = heroes[i]
        number_subsets(plan, cards, plan.size, numbers)
        total += 3 * disjoint(plan, beaten, cards, numbers, scratch)
        if marks[5]:
            total += disjoint(plan, tied, cards, numbers, scratch)
    return total


START = (0, 0, 0, 0, -1, 0)
"""The marks before the first call of `sweep`."""
