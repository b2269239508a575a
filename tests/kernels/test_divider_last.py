"""Counting two hidden sets of pocket cards that share no card: against comparing each with each."""

from itertools import combinations

import numpy as np
import pytest

from cardlab import _kernels, hands
from cardlab._kernels import divider_last_numpy
from cardlab.cards import DECK, parse
from cardlab.divider.last_turn import places_of, sets_of, sets_of_each

if _kernels.compiled:
    from cardlab._kernels import divider_last

    KERNELS = [divider_last, divider_last_numpy]
else:
    KERNELS = [divider_last_numpy]

SIZES = (1, 2, 3)
UPS = ("Ac 9c 8c 7c", "Ac 9c 8c 7d Kd", "2s")


@pytest.fixture(params=KERNELS, ids=lambda kernel: kernel.__name__.rpartition(".")[2])
def kernel(request):
    return request.param


def cards_with_gaps(cards):
    return np.concatenate([sets_of_each(cards), np.zeros(4, np.uint64)])


def plain_hand(ups, pockets):
    shown = combinations(pockets, min(2, len(pockets)))
    return max(hands.strength((*up, *two)) for two in shown for up in ups)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("side", [0, 1])
def test_pocket_cards_make_their_best_hand_with_the_best_of_several_tableaus(kernel, size, side):
    ups = [parse(up) for up in UPS]
    cards = [card for card in DECK if card not in ups[1] + ups[2]][::5]
    found = kernel.hands(sets_of(ups), cards_with_gaps(cards), places_of(len(cards), size, side))
    expected = [plain_hand(ups, pockets) for pockets in combinations(cards, size)]
    assert found.tolist() == expected
    assert len(set(expected)) > 5


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("strengths", [4, 1_000], ids=["many ties", "few ties"])
def test_the_weight_beaten_and_tied_is_that_of_comparing_each_with_each(kernel, size, strengths):
    rng = np.random.default_rng(size)
    n = 8
    chosen = [set(pockets) for pockets in combinations(range(n), size)] * 2  # two face-down cards
    places = [np.tile(places_of(n, size, side), (2, 1)) for side in (0, 1)]
    own, other = (np.sort(rng.integers(0, strengths, len(chosen))).astype(np.int16) for _ in "ab")
    ours, theirs = rng.permutation(len(chosen)), rng.permutation(len(chosen))
    weights = rng.integers(0, 1_000, len(chosen)).astype(float)
    less, equal = kernel.beaten(own, places[0][ours], other, places[1][theirs], weights)
    for i, pockets in enumerate(ours):
        apart = [j for j, others in enumerate(theirs) if not chosen[pockets] & chosen[others]]
        assert less[i] == sum(weights[j] for j in apart if other[j] < own[i])
        assert equal[i] == sum(weights[j] for j in apart if other[j] == own[i])


@pytest.mark.parametrize("size", SIZES)
def test_lower_and_equal_pockets_are_those_found_one_by_one(kernel, size):
    ups = [parse(up) for up in UPS[:2]]
    cards = [card for card in DECK if card not in ups[1]][::3]
    found = [plain_hand(ups, pockets) for pockets in combinations(cards, size)]
    for hand in (0, *sorted(set(found))[:: len(set(found)) // 4], 9_840):
        lower, same = sum(each < hand for each in found), sum(each == hand for each in found)
        assert kernel.below(sets_of(ups), sets_of_each(cards), size, hand) == (lower, same)


@pytest.mark.parametrize("n", [37, 52])
def test_all_places_are_different_and_fit_their_type(n):
    for size in SIZES:
        own, other = (places_of(n, size, side).astype(int) for side in (0, 1))
        assert (own[:, :size] == list(combinations(range(n), size))).all()
        assert len(np.unique(own[:, 6])) == len(own)
        assert own[:, 6].min() > own[:, 3:6].max() > own[:, 3:6].min() > own[:, :3].max()
        assert own.max() < 2**16 - 1
        if size < 3:  # places without a card are never common, nor are all three
            assert not set(own[:, size:3].ravel()) & set(other[:, size:3].ravel())
            assert not set(own[:, 6]) & set(other[:, 6])
        else:
            np.testing.assert_array_equal(own, other)


def test_both_ways_agree_on_the_numbers_of_a_real_turn():
    pytest.importorskip("numba")
    cards = DECK[::2] + DECK[1:22:2]
    places = places_of(len(cards), 3, 0)
    sides = []
    for up in (UPS[0], "Kh Kc Th 9s"):
        sets, each = sets_of([parse(up)]), cards_with_gaps(cards)
        compiled = divider_last.hands(sets, each, places)
        np.testing.assert_array_equal(compiled, divider_last_numpy.hands(sets, each, places))
        order = compiled.argsort(kind="stable")
        sides.append((compiled[order], places[order]))
    weights = np.random.default_rng(1).integers(0, 100, len(places)).astype(float)
    both = [kernel.beaten(*sides[0], *sides[1], weights) for kernel in KERNELS]
    np.testing.assert_array_equal(*both)
