"""The sums behind three seats: against sums over all draws, one by one."""

from itertools import combinations, product

import numpy as np
import pytest

from cardlab import _kernels

if not _kernels.compiled:
    pytest.skip("the kernels need Numba", allow_module_level=True)

from cardlab._kernels import three_way as kernel

CARDS = 9
SIZES = [
    (own, larger, smaller)
    for own, larger, smaller in product(range(5), repeat=3)
    if larger >= smaller and own + larger + smaller <= CARDS
]


def valued(plan, values):
    """Return a board with these values, set in two steps as in a sweep."""
    board = kernel.board(plan)
    numbers = np.empty(16, np.int64)
    for side, own in enumerate(values):
        kernel.add(plan, board, side, np.flatnonzero(own), 1, numbers)
    for side, own in enumerate(values):
        kernel.add(plan, board, side, np.flatnonzero(own == 2), 1, numbers)
    return board


def plain_sum(hero, draws, values):
    """Return the sum of products of values of draws that share no card with the hero or another."""
    bits = [(1 << cards).sum(axis=1) for cards in draws]
    bits_of_hero = sum(1 << int(card) for card in hero)
    apart = bits[0][:, None] & bits[1] == 0
    first, second = (
        own * (there & bits_of_hero == 0) for own, there in zip(values, bits, strict=True)
    )
    return int(first.astype(int) @ apart @ second.astype(int))


@pytest.mark.parametrize("sizes", SIZES)
def test_the_sum_over_draws_without_a_common_card_is_the_plain_one(sizes):
    own, *others = sizes
    plan = kernel.plan(CARDS, *sizes)
    draws = [kernel.subsets(CARDS, size) for size in others]
    rng = np.random.default_rng(1)
    values = [rng.integers(0, 3, len(cards)) for cards in draws]
    board = valued(plan, values)
    numbers, scratch = np.empty(16, np.int64), np.empty((2, CARDS**2), np.int16)
    heroes = kernel.subsets(CARDS, own)
    for hero in heroes[rng.permutation(len(heroes))[:20]]:
        cards = np.array([*hero, *[CARDS] * (4 - own)])
        kernel.number_subsets(plan, cards, own, numbers)
        found = kernel.disjoint(plan, board, cards, numbers, scratch)
        assert found == plain_sum(hero, draws, values)


@pytest.mark.parametrize("k", range(5))
def test_sets_come_in_the_order_of_their_numbers_after_all_smaller_sets(k):
    cards = 12
    sets = kernel.subsets(cards, k)
    assert {tuple(row) for row in sets.tolist()} == set(combinations(range(cards), k))
    plan = kernel.plan(cards, k, 1, 1)
    numbers = np.empty(16, np.int64)
    for number, row in enumerate(sets):
        kernel.number_subsets(plan, row, k, numbers)
        assert numbers[(1 << k) - 1] == plan.starts[k] + number


@pytest.mark.parametrize(("larger", "smaller"), [(4, 4), (4, 2), (3, 0), (2, 1)])
def test_nested_draws_are_those_of_which_one_holds_the_other(larger, smaller):
    plan = kernel.plan(CARDS, 2, larger, smaller)
    draws = [list(map(set, kernel.subsets(CARDS, size).tolist())) for size in (larger, smaller)]
    pairs = {
        (i, j) for i, large in enumerate(draws[0]) for j, small in enumerate(draws[1])
        if large >= small
    }  # fmt: skip
    around = plan.nested.reshape(2, -1)
    of_larger = {(i // plan.widths[0], int(j)) for i, j in enumerate(around[0])}
    of_smaller = {(int(i), j // plan.widths[1]) for j, i in enumerate(around[1])}
    assert of_larger == of_smaller == pairs
