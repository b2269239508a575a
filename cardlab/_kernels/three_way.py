"""Three seats of stud, exactly, without going through the deals.

The idea
--------
Each of three seats draws x cards (2 to 4) out of n unseen ones. A hero's share depends on how its
hand compares with each of the two others alone. Give an opponent's draw the value u = 2 if the hero
beats it, 1 if they tie, 0 if it wins, and t = 1 if they tie, else 0. Then 3 u u' + t t' is the
hero's part of a half, in twelfths of that half: 12, 6 for a tie with one, 4 for a tie with both.
So for each draw A of the hero we need the sum of f(B) g(C), with f = g = u and with f = g = t, over
all draws B and C of the opponents that share no card with A or each other.

1. Cards that B and C may not share: by inclusion-exclusion over the set T of shared cards,
   the sum is that of (-1)**|T| F(T) G(T), with F(T) the sum of f(B) over the draws B that hold T.
2. Cards that they may not share with A: T avoids A, and F(T) is again an alternating sum, over the
   sets S of cards of A: (-1)**|S| times the sum of f(B) over the draws B that hold S and T.
3. These last sums do not depend on A. Take the hero's draws from the weakest to the strongest: then
   each opponent's draw changes its value twice, from 0 to 1 to 2, and each change touches the few
   sums whose S and T are among its cards.

So nothing is counted anew for a draw of the hero; for most of the terms (T with x - 1 cards) a row
of sums is combined with one row for each card of A, byte by byte. T with x cards needs only sums
of products f(B) g(B), which are kept in the same way. And F(no cards) follows from the row of
T with x - 1 cards, because each draw has x such sets.

How sets are numbered
---------------------
Cards are numbered 0 to n - 1. A set of cards a < b < c has the number C(a, 1) + C(b, 2) + C(c, 3),
which is dense among the sets of its size.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from cardlab._kernels.jit import inlined, jit, read_only

FAR = np.int16(32_000)
"""The class of an opponent's draw that does not count: no hero gets so far."""


class Plan(NamedTuple):
    """How the sums of a `Board` are laid out, for n cards and draws of x of them."""

    size: int
    """x"""
    cards: int
    """n"""
    choose: NDArray[np.int64]
    """(n, 5): binomial coefficients."""
    sizes: NDArray[np.int64]
    """(16,): how many bits a number below 16 has."""
    sets: NDArray[np.int64]
    """(5,): how many sets of each size there are."""
    lower: NDArray[np.int64]
    """(entries, 4): for each pair of disjoint subsets S and T of a draw that `Board.lower` covers,
    their bits, where the sums for sets of these sizes begin, and the number of sets of T's size."""
    starts: NDArray[np.int64]
    """(5, 5): where in `Board.lower` the sums for S and T of such sizes begin."""
    joint: NDArray[np.int64]
    """(5,): where in `Board.joint` the sums for sets of a size begin."""
    avoid_top: NDArray[np.int8]
    """(n + 1, sets of x - 1): -1 if the set does not have the card in it, else 0; the last row is
    for "no card"."""
    avoid_lower: NDArray[np.int16]
    """The same for smaller sets, one size after another."""
    avoid_starts: NDArray[np.int64]
    """(5,): where in `avoid_lower` a size begins."""


class Board(NamedTuple):
    """The values of both opponents' draws, and sums of them; the first index is the opponent.

    The types are wide enough: three seats with x <= 4 leave n <= 43 cards. A set of x - 1 cards is
    in at most 40 draws, with a sum of at most 80; one card is in at most 11,480, with 22,960.
    """

    values: NDArray[np.int8]
    """(2, draws)"""
    top: NDArray[np.int8]
    """(2, n + 2, sets of x - 1 cards): the sums for T of x - 1 cards: in row 0 those over all draws
    with T, in row 1 + a those with card a too; the last row is 0, for "no card"."""
    lower: NDArray[np.int16]
    """(2, all pairs of S and T): the sums for smaller T, but not for T without cards."""
    joint: NDArray[np.int64]
    """(sets of 0 to x cards): the sums of products of both opponents' values for the same draw."""


def plan(cards: int, size: int) -> Plan:
    """Return the plan for n cards and draws of `size` of them."""
    choose = np.array([[comb(card, k) for k in range(5)] for card in range(max(cards, 5))])
    sizes = np.array([bits.bit_count() for bits in range(16)])
    sets = np.array([comb(cards, k) for k in range(5)])
    starts, end = np.zeros((5, 5), np.int64), 0
    for k in range(1, size - 1):
        for s in range(size - k + 1):
            starts[s, k] = end
            end += int(sets[s] * sets[k])
    lower = [
        (s, t, starts[sizes[s], sizes[t]], sets[sizes[t]])
        for t in range(1, 1 << size)
        for s in range(1 << size)
        if s & t == 0 and sizes[t] < size - 1
    ]
    avoid = [_avoid(cards, k) for k in range(size)]
    flat = [avoid[k][:cards].ravel() for k in range(1, size - 1)]
    avoid_starts = np.zeros(5, np.int64)
    for k in range(2, size - 1):
        avoid_starts[k] = avoid_starts[k - 1] + flat[k - 2].size
    made = Plan(
        size=size,
        cards=cards,
        choose=choose,
        sizes=sizes,
        sets=sets,
        lower=np.array(lower, np.int64).reshape(-1, 4),
        starts=starts,
        joint=np.cumsum([0, *sets[:4]]),
        avoid_top=avoid[size - 1],
        avoid_lower=np.concatenate([np.zeros(0, np.int16), *flat]).astype(np.int16),
        avoid_starts=avoid_starts,
    )
    for part in made:
        if isinstance(part, np.ndarray):
            part.flags.writeable = False
    return made


def _avoid(cards: int, k: int) -> NDArray[np.int8]:
    rows = np.full((cards + 1, comb(cards, k)), -1, np.int8)
    for number, members in enumerate(subsets(cards, k)):
        rows[members, number] = 0
    return rows


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
    return grown


def board(plan: Plan) -> Board:
    """Return a board on which all values are 0."""
    sets, size = plan.sets, plan.size
    lower = sum(int(sets[s] * sets[k]) for k in range(1, size - 1) for s in range(size - k + 1))
    return Board(
        values=np.zeros((2, sets[size]), np.int8),
        top=np.zeros((2, plan.cards + 2, sets[size - 1]), np.int8),
        lower=np.zeros((2, lower), np.int16),
        joint=np.zeros(sets[: size + 1].sum(), np.int64),
    )


PLAN = types.NamedTuple(
    [
        types.int64,
        types.int64,
        read_only(types.int64, 2),
        read_only(types.int64),
        read_only(types.int64),
        read_only(types.int64, 2),
        read_only(types.int64, 2),
        read_only(types.int64),
        read_only(types.int8, 2),
        read_only(types.int16),
        read_only(types.int64),
    ],
    Plan,
)
BOARD = types.NamedTuple(
    [types.int8[:, ::1], types.int8[:, :, ::1], types.int16[:, ::1], types.int64[::1]], Board
)


@jit(types.void(PLAN, read_only(types.int64), types.int64[::1]))
def number_subsets(plan: Plan, cards: NDArray[np.int64], numbers: NDArray[np.int64]) -> None:
    """Fill in the number of each subset of a draw; bit i stands for its i-th card."""
    numbers[0] = 0
    for i in range(plan.size):
        for bits in range(1 << i):
            numbers[bits | 1 << i] = numbers[bits] + plan.choose[cards[i], plan.sizes[bits] + 1]


@jit(
    types.void(
        PLAN, BOARD, types.int64, types.int64, read_only(types.int64), types.int64, types.int64[::1]
    )
)
def add(
    plan: Plan,
    board: Board,
    side: int,
    draw: int,
    cards: NDArray[np.int64],
    change: int,
    numbers: NDArray[np.int64],
) -> None:
    """Change the value of an opponent's draw; `numbers` is scratch."""
    number_subsets(plan, cards, numbers)
    full = (1 << plan.size) - 1
    board.values[side, draw] += change
    product = change * board.values[1 - side, draw]
    if product:
        for bits in range(full + 1):
            board.joint[plan.joint[plan.sizes[bits]] + numbers[bits]] += product
    for i in range(plan.size):
        t = numbers[full ^ (1 << i)]
        board.top[side, 0, t] += change
        board.top[side, 1 + cards[i], t] += change
    lower = board.lower[side]
    for entry in range(len(plan.lower)):
        s, t = numbers[plan.lower[entry, 0]], numbers[plan.lower[entry, 1]]
        lower[plan.lower[entry, 2] + s * plan.lower[entry, 3] + t] += change


@jit(
    types.void(
        PLAN,
        BOARD,
        types.int64,
        read_only(types.int64),
        read_only(types.int64, 2),
        types.int64,
        types.int64[::1],
    )
)
def add_all(
    plan: Plan,
    board: Board,
    side: int,
    which: NDArray[np.int64],
    draws: NDArray[np.int64],
    change: int,
    numbers: NDArray[np.int64],
) -> None:
    """Change the values of several draws of an opponent alike."""
    for draw in which:
        add(plan, board, side, draw, draws[draw], change, numbers)


@inlined
def less(all_: np.int8, a: np.int8, b: np.int8, c: np.int8, d: np.int8) -> np.int8:
    """Return the sum over draws without the cards of A."""
    return np.int8(np.int8(np.int8(all_ - a) - np.int8(b + c)) - d)


@jit(
    types.Tuple((types.int64, types.int64, types.int64))(
        types.int8[:, ::1], types.int8[:, ::1], read_only(types.int8, 2), types.int64[::1]
    )
)
def top_terms(
    f: NDArray[np.int8], g: NDArray[np.int8], avoid: NDArray[np.int8], cards: NDArray[np.int64]
) -> tuple[np.int64, np.int64, np.int64]:
    """Return the sums of F(T), of G(T) and of F(T) G(T) over T of x - 1 cards.

    `cards` are the four cards of A, with "no card" for those that it does not have.
    """
    f0, f1, f2, f3, f4 = f[0], f[cards[0] + 1], f[cards[1] + 1], f[cards[2] + 1], f[cards[3] + 1]
    g0, g1, g2, g3, g4 = g[0], g[cards[0] + 1], g[cards[1] + 1], g[cards[2] + 1], g[cards[3] + 1]
    a1, a2, a3, a4 = avoid[cards[0]], avoid[cards[1]], avoid[cards[2]], avoid[cards[3]]
    of_f = of_g = of_both = np.int32(0)
    for t in range(len(f0)):
        avoids = np.int8(a1[t] & a2[t] & a3[t] & a4[t])
        from_f = np.int16(np.int8(less(f0[t], f1[t], f2[t], f3[t], f4[t]) & avoids))
        from_g = np.int16(np.int8(less(g0[t], g1[t], g2[t], g3[t], g4[t]) & avoids))
        of_f = np.int32(of_f + from_f)
        of_g = np.int32(of_g + from_g)
        of_both = np.int32(of_both + np.int32(from_f) * np.int32(from_g))
    return np.int64(of_f), np.int64(of_g), np.int64(of_both)


@jit(types.int64(PLAN, BOARD, types.int64, types.int64[::1], types.int64[::1], types.int16[:, ::1]))
def lower_terms(
    plan: Plan,
    board: Board,
    k: int,
    cards: NDArray[np.int64],
    numbers: NDArray[np.int64],
    scratch: NDArray[np.int16],
) -> np.int64:
    """Return the sum of F(T) G(T) over T of k cards, k from 1 to x - 2."""
    sets = plan.sets[k]
    for side in range(2):
        sums = scratch[side, :sets]
        sums[:] = 0
        for bits in range(1 << plan.size):
            s = plan.sizes[bits]
            if s <= plan.size - k:
                start = plan.starts[s, k] + numbers[bits] * sets
                row = board.lower[side, start : start + sets]
                if s % 2:
                    for t in range(len(row)):
                        sums[t] -= row[t]
                else:
                    for t in range(len(row)):
                        sums[t] += row[t]
    first, second = scratch[0, :sets], scratch[1, :sets]
    for i in range(plan.size):
        start = plan.avoid_starts[k] + cards[i] * sets
        avoid = plan.avoid_lower[start : start + sets]
        for t in range(len(avoid)):
            first[t] &= avoid[t]
    total = np.int64(0)
    for t in range(sets):
        total += np.int64(first[t]) * np.int64(second[t])
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
    size = plan.size
    of_f, of_g, term = top_terms(board.top[0], board.top[1], plan.avoid_top, cards)
    total = (of_f // size) * (of_g // size)  # T without cards
    sign = 1 if size % 2 else -1
    total += sign * term
    for k in range(size - 2, 0, -1):
        sign = -sign
        total += sign * lower_terms(plan, board, k, cards, numbers, scratch)
    sign = -1 if size % 2 else 1
    for bits in range(1 << size):
        joint = board.joint[plan.joint[plan.sizes[bits]] + numbers[bits]]
        total += -sign * joint if plan.sizes[bits] % 2 else sign * joint
    return total


@jit(
    types.int64(
        PLAN,
        BOARD,
        BOARD,
        read_only(types.int64, 2),
        read_only(types.int64),
        read_only(types.int16),
        read_only(types.int64, 2),
        read_only(types.int16, 2),
        types.int64,
        types.int64,
        types.int64[::1],
    )
)
def sweep(
    plan: Plan,
    beaten: Board,
    tied: Board,
    draws: NDArray[np.int64],
    heroes: NDArray[np.int64],
    hero_classes: NDArray[np.int16],
    order: NDArray[np.int64],
    classes: NDArray[np.int16],
    first: int,
    last: int,
    marks: NDArray[np.int64],
) -> np.int64:
    """Return the sum of 3 u u' + t t' over some draws of the hero.

    Parameters
    ----------
    beaten, tied : Board
        The values u and t.
    draws : int64 array, shape (draws, x)
        The sets in the order of their numbers.
    heroes, hero_classes : arrays
        The hero's draws from the weakest to the strongest, and their classes; larger is better.
    order, classes : arrays, shape (2, draws)
        The same for the opponents.
    first, last : int
        Which of `heroes`: from `first` to before `last`, where the last call ended.
    marks : int64 array, shape (6,)
        Kept between calls, at first 0: for each opponent where the draws begin that tie with the
        hero now, and where they end; the hero's class; whether `tied` holds those draws.
    """
    numbers, scratch_numbers = np.empty(16, np.int64), np.empty(16, np.int64)
    cards = np.full(4, plan.cards)
    scratch = np.empty((2, plan.sets[max(plan.size - 2, 0)]), np.int16)
    total = np.int64(0)
    for i in range(first, last):
        own = np.int64(hero_classes[i])
        if own != marks[4] or i == 0:
            for side in range(2):
                begin, end = marks[side], marks[2 + side]
                add_all(plan, beaten, side, order[side, begin:end], draws, 1, scratch_numbers)
                if marks[5]:
                    add_all(plan, tied, side, order[side, begin:end], draws, -1, scratch_numbers)
                begin = end
                while begin < order.shape[1] and classes[side, begin] < own:
                    begin += 1
                add_all(plan, beaten, side, order[side, end:begin], draws, 2, scratch_numbers)
                end = begin
                while end < order.shape[1] and classes[side, end] == own:
                    end += 1
                add_all(plan, beaten, side, order[side, begin:end], draws, 1, scratch_numbers)
                marks[side], marks[2 + side] = begin, end
            marks[4] = own
            marks[5] = marks[2] > marks[0] and marks[3] > marks[1]
            if marks[5]:
                for side in range(2):
                    ties = order[side, marks[side] : marks[2 + side]]
                    add_all(plan, tied, side, ties, draws, 1, scratch_numbers)
        hero = draws[heroes[i]]
        number_subsets(plan, hero, numbers)
        cards[: plan.size] = hero
        total += 3 * disjoint(plan, beaten, cards, numbers, scratch)
        if marks[5]:
            total += disjoint(plan, tied, cards, numbers, scratch)
    return total
