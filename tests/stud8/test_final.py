"""The joint table of high and low: counted, listed, by the rule book, and sampled."""

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab import _kernels, hands
from cardlab.cards import DECK
from cardlab.errors import CardError, InvalidInput
from cardlab.stud8.final import Category, FinalHand, JointTable, joint_table
from cardlab.stud8.lows import LowDraw
from tests import plain_hands
from tests.stud8 import lows_by_hand
from tests.stud8.lows_by_hand import hands_and_dead

KERNELS = ["compiled", "numpy"] if _kernels.compiled else ["numpy"]


@pytest.fixture(params=KERNELS)
def kernel(request, monkeypatch):
    """Each kernel in turn; with the compiled one missing, its results are not looked for."""
    monkeypatch.setattr(_kernels, "compiled", request.param == "compiled")
    return request.param


def listed(cards, dead):
    """Return the joint table of classes by evaluating every draw."""
    left = lows_by_hand.unseen(cards, dead)
    rows = [(*cards, *drawn) for drawn in combinations(left, 7 - len(cards))]
    high, low = hands.evaluate(np.array(rows, np.uint8))
    counts = np.zeros((hands.HIGH_CLASSES, 57), np.int64)
    np.add.at(counts, (high, low), 1)
    return counts


def test_seven_random_cards_have_the_categories_of_the_rule_book(kernel):
    table = FinalHand("").exact()
    assert table.deals == 133_784_560
    assert list(table.high().values()) == [
        23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848,
        37_260 + 4_324,
    ]  # fmt: skip
    with_low = [sum(row[:56]) for row in table.counts]
    assert with_low == [9_261_840, 9_836_640, 1_179_360, 263_120, 2_991_920, 978_464, 0, 0, 19_600]
    assert sum(with_low) == 24_530_944


def test_4824_classes_can_come_and_royal_flushes_4324_times(kernel):
    counts = joint_table("")
    assert (counts.dtype, counts.shape) == (np.int64, (7462, 57))
    assert np.count_nonzero(counts.sum(axis=1)) == 4_824
    assert counts[7461].sum() == 4_324
    assert counts.min() == 0


@settings(max_examples=4)
@given(drawn=hands_and_dead(5, 6))
def test_every_pair_comes_as_often_as_when_the_rule_book_is_read_draw_by_draw(drawn):
    cards, dead = drawn
    pairs = Counter()
    for more in combinations(lows_by_hand.unseen(cards, dead), 7 - len(cards)):
        hand = (*cards, *more)
        pairs[plain_hands.high(hand)[0], tuple(plain_hands.low(hand) or ())] += 1
    table = FinalHand(cards, dead).exact()
    lows = sorted({low for _, low in pairs}, key=lambda ranks: (not ranks, ranks))
    numbers = [low for low, count in table.low().items() if count]
    expected = {
        (category, numbers[lows.index(low)]): count for (category, low), count in pairs.items()
    }
    assert table.by_category() == expected


@settings(max_examples=12)
@given(drawn=hands_and_dead(4, 7))
def test_every_class_comes_as_often_as_when_all_draws_are_evaluated(drawn):
    cards, dead = drawn
    by_listing = listed(cards, dead)
    np.testing.assert_array_equal(joint_table(cards, dead), by_listing)
    by_class = FinalHand(cards, dead).exact().by_class()
    assert by_class == {
        (i, j): by_listing[i, j] for i, j in zip(*by_listing.nonzero(), strict=True)
    }


@settings(max_examples=6)
@given(drawn=hands_and_dead(0, 3))
def test_the_table_is_the_sum_of_the_tables_after_the_next_card(drawn):
    # Each final hand appears once for each of its cards to come that may come next.
    cards, dead = drawn
    after = sum(joint_table([*cards, card], dead) for card in lows_by_hand.unseen(cards, dead))
    np.testing.assert_array_equal(after, joint_table(cards, dead) * (7 - len(cards)))


@settings(max_examples=25)
@given(drawn=hands_and_dead(0, 7))
def test_the_two_kernels_agree(drawn):
    pytest.importorskip("numba")
    from cardlab._kernels import joint, joint_numpy
    from cardlab.cards import mask

    cards, dead = drawn
    own = mask(cards)
    unseen = (1 << 52) - 1 & ~own & ~mask(dead)
    groups = np.arange(7462, dtype=np.int16)
    compiled = joint.table(own, unseen, groups, 7462)
    np.testing.assert_array_equal(compiled, joint_numpy.table(own, unseen, groups, 7462))


@settings(max_examples=25)
@given(drawn=hands_and_dead(0, 7))
def test_categories_and_lows_are_the_sums_of_the_table(drawn):
    cards, dead = drawn
    question = FinalHand(cards, dead)
    table = question.exact()
    assert table.low() == LowDraw(cards, dead).by_low()
    assert table.deals == comb(52 - len(cards) - len(dead), 7 - len(cards))
    classes = joint_table(cards, dead).sum(axis=1).tolist()
    for number, count in table.high().items():
        assert count == sum(
            n for high, n in enumerate(classes) if n and hands.category(high) == number
        )


@settings(max_examples=15)
@given(hands_and_dead(0, 4), st.permutations(range(4)))
def test_the_names_of_the_suits_do_not_matter(drawn, suits):
    moved = [[4 * card.rank + suits[card.suit] for card in group] for group in drawn]
    assert FinalHand(*moved).exact().counts == FinalHand(*drawn).exact().counts


def test_the_table_holds_python_numbers_and_equals_itself():
    table = FinalHand("As 2s 3d").exact()
    assert {type(count) for row in table.counts for count in row} == {int}
    assert all(type(n) is int for pair in table.by_class() for n in pair)
    assert table == FinalHand("As 2s 3d").exact()
    assert table != FinalHand("As 2s 3d", dead="Kh").exact()


def test_the_frame_is_the_table_with_names():
    table = FinalHand("As 2s 3d").exact()
    frame = table.to_frame()
    assert frame.to_numpy().tolist() == [list(row) for row in table.counts]
    assert frame.loc["straight", "5-4-3-2-A"] == table.by_category()[4, 0]
    assert frame.columns[-1] == "no low"


def test_the_page_shows_chances_that_add_up():
    page = FinalHand("").exact()._repr_html_()
    assert page.count("<tr>") == 11
    assert "full house" in page
    for chance in (".0058", ".0236", ".0555", ".0985", ".8166", "1.0000"):  # the lows, and all
        assert f"<td>{chance}</td>" in page


@pytest.mark.parametrize(("cards", "dead"), [("As 2s 3s", "Kh Kd"), ("", ""), ("7s 7h 2c 3c", "")])
def test_sampled_shares_agree_with_the_exact_ones(cards, dead):
    question = FinalHand(cards, dead)
    exact, sample = question.exact().by_category(), question.simulate(60_000, rng=1)
    assert sample.n == 60_000
    assert set(sample.counts) <= set(exact)
    for event in (
        lambda pair: pair[1] < 56,
        lambda pair: pair[0] == 1,
        lambda pair: pair[0] >= 4 and pair[1] < 56,
    ):
        estimate = sample.probability(event)
        assert abs(estimate.value - float(exact.probability(event))) <= 4 * estimate.standard_error


@settings(max_examples=10)
@given(hands_and_dead(3, 7))
def test_the_flushes_of_the_explanation_are_those_of_the_table(drawn):
    question = FinalHand(*drawn)
    table = question.exact().high()
    by_suit = [question._flushes(suit) for suit in range(4)]
    assert sum(by_suit) == table[5] + table[8]
    working = str(question.explain())
    assert f"{table.total:,}" in working
    assert all(f"{ways:,}" in working for ways in by_suit)


def test_seven_unknown_cards_fall_into_49205_draws_by_rank():
    assert "there are 49,205 different draws" in str(FinalHand("").explain())


def test_a_category_is_a_number_that_prints_as_its_name():
    assert [str(Category(number)) for number in range(9)] == list(hands.CATEGORIES)
    with pytest.raises(InvalidInput, match="category must be a whole number, from 0 to 8"):
        Category(9)


@pytest.mark.parametrize("ask", [FinalHand, joint_table])
@pytest.mark.parametrize(
    ("cards", "dead", "error", "said"),
    [
        ("As 2s 3d 4d 5d 6d 7d 8d", "", CardError, "cards: at most 7 cards, not 8"),
        ("As 2s", "2s", CardError, "dead: 2s is already in cards"),
        ("", DECK[:46], InvalidInput, "46 dead cards leave fewer than seven"),
    ],
)
def test_wrong_cards_are_refused(ask, cards, dead, error, said):
    with pytest.raises(error, match=said):
        ask(cards, dead)


def test_a_table_is_shown_in_a_line():
    table = FinalHand("As 2s 3d").exact()
    assert isinstance(table, JointTable)
    assert repr(table) == "JointTable('As 2s 3d': 211,876 deals, 102,280 with a low)"
