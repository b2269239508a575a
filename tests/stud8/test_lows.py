"""The chance of a low: by rank sets, by listing every draw, by the rule book, and sampled."""

import subprocess
import sys
from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings

from cardlab.cards import DECK, text
from cardlab.counting import rank_multisets
from cardlab.errors import CardError, InvalidInput
from cardlab.hands import low, low_name
from cardlab.results import Odds
from cardlab.stud8.lows import LOW_RANKS, LOWS, Low, LowDraw
from tests.stud8 import lows_by_hand
from tests.stud8.lows_by_hand import hands_and_dead


def test_seven_random_cards_have_a_low_in_24530944_of_133784560_cases():
    odds = LowDraw("").exact()
    assert odds == Odds(24_530_944, 133_784_560)
    assert odds.probability == Fraction(1_533_184, 8_361_535)


def test_of_seven_random_cards_each_low_comes_as_often_as_the_rule_book_says():
    by_low = LowDraw("").by_low()
    assert list(by_low.values()) == [
        781_824, *[630_272] * 5, *[495_104] * 15, *[376_320] * 35, 133_784_560 - 24_530_944,
    ]  # fmt: skip
    assert list(by_low) == list(range(57))


@pytest.mark.parametrize(
    ("cards", "favourable", "total"),
    [
        ("As 2s 3d", 102_280, 211_876),
        ("As 2s Kd", 41_600, 211_876),
        ("As 9s Kd", 8_960, 211_876),
        ("As Ad 2d", 41_600, 211_876),
        ("As 2s 3d 8h", 12_336, 17_296),
        ("As 2s 3d Kh", 5_600, 17_296),
        ("As 2s Qd Kh", 1_280, 17_296),
        ("As 2s 3d 8h Kh", 616, 1_081),
        ("As 2s 3d Kh Qh", 160, 1_081),
        ("As 2s 3d 8h Kh Qh", 16, 46),
        ("As 2s 3d Ah Kh Qh", 0, 46),
        ("As 2s 3d 8h 7h", 1_081, 1_081),
        ("As 2s 3d 8h 7h 7c Kc", 1, 1),
    ],
)
def test_the_chance_by_low_ranks_held_is_that_of_the_rule_book(cards, favourable, total):
    assert LowDraw(cards).exact() == Odds(favourable, total)


def test_three_dead_high_cards_raise_three_low_cards_from_483_to_527_thousandths():
    assert round(float(LowDraw("As 2s 3d").exact()), 3) == 0.483
    assert round(float(LowDraw("As 2s 3d", dead="Kh Qd Js").exact()), 3) == 0.527


@settings(max_examples=15)
@given(hands_and_dead(5, 7))
def test_every_low_comes_as_often_as_when_all_draws_are_listed(drawn):
    cards, dead = drawn
    listed = lows_by_hand.lows(cards, dead)
    counted = LowDraw(cards, dead).by_low()
    assert sorted(listed.values()) == sorted(count for count in counted.values() if count)
    # The lows come in the order of their ranks from the highest down, and no low comes last.
    best_first = sorted(listed, key=lambda ranks: (not ranks, ranks))
    assert [listed[ranks] for ranks in best_first] == [n for n in counted.values() if n]


@settings(max_examples=20)
@given(hands_and_dead(2, 5))
def test_the_chance_is_the_same_by_listing_the_draws_by_rank(drawn):
    cards, dead = drawn
    draw = LowDraw(cards, dead)
    live = [sum(card.rank == rank for card in draw.unseen) for rank in LOW_RANKS]
    live.append(len(draw.unseen) - sum(live))
    held = [sum(card.rank == rank for card in cards) for rank in LOW_RANKS]
    lows = sum(
        ways
        for counts, ways in rank_multisets(live, draw.to_come)
        if sum(own + new > 0 for own, new in zip(held, counts[:8], strict=True)) >= 5
    )
    assert draw.exact() == Odds(lows, comb(len(draw.unseen), draw.to_come))


@settings(max_examples=25)
@given(hands_and_dead(0, 6))
def test_the_chance_is_the_mean_of_the_chances_after_the_next_card(drawn):
    draw = LowDraw(*drawn)
    after = draw.by_next_card()
    assert len(after) == len(draw.unseen)
    assert after["probability"].mean() == pytest.approx(float(draw.exact()), abs=1e-12)
    assert after["change"].sum() == pytest.approx(0, abs=1e-9)
    assert after["probability"].is_monotonic_decreasing
    assert set(after.index[after["out"]]) == set(text(draw.outs).split())


@settings(max_examples=25)
@given(hands_and_dead(0, 7))
def test_the_chance_by_street_never_falls_and_ends_at_the_exact_answer(drawn):
    draw = LowDraw(*drawn)
    streets = draw.by_street()
    assert list(streets.index) == list(range(max(3, len(draw.cards)), 8))
    assert streets["probability"].is_monotonic_increasing
    last = streets.iloc[-1]
    assert Odds(int(last["with_low"]), int(last["deals"])) == draw.exact()


def test_there_is_no_next_card_and_no_out_after_the_seventh():
    draw = LowDraw("As 2s 3d 6c Kh Kd Ks")
    assert draw.by_next_card().empty
    assert draw.outs == ()


def test_nothing_is_an_out_once_there_is_a_low():
    assert LowDraw("As 2s 3d 6c 8h").outs == ()


@pytest.mark.parametrize(
    ("cards", "dead"), [("As 2s 3d", ""), ("", "As Ad Ah Ac"), ("As 2s 3d 6c 8h", "7h")]
)
def test_sampled_chances_agree_with_the_exact_ones(cards, dead):
    draw = LowDraw(cards, dead)
    sample = draw.simulate(100_000, rng=1)
    assert abs(sample.value - float(draw.exact())) <= 4 * sample.standard_error
    assert sample.n == 100_000


def test_the_explanation_of_a_draw_has_its_numbers():
    working = str(LowDraw("As 2s 3d", dead="4c").explain())
    for number in (
        "19 of the 48 unseen",
        "C(48, 4) = 194,580",
        str(LowDraw("As 2s 3d", "4c").exact()),
    ):
        assert number in working
    assert "after a new low rank" in working


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("", "You hold none of these eight ranks"),
        ("As 2s 3d 4h 8h", "You have a low already, 8-4-3-2-A"),
        ("As 2s 3d Kh Kd Kc", "there can be no low: 0 of 46"),
        ("As 2s 3d 4s Kd Kc", "16 of 46"),
        ("As 2s 3d 4s Kd Kc Ks", "there can be no low: 0 of 1"),
    ],
)
def test_special_cases_are_explained_in_words(cards, said):
    assert said in str(LowDraw(cards).explain())


@pytest.mark.parametrize(
    ("cards", "dead", "error", "said"),
    [
        ("As 2s 3d 4d 5d 6d 7d 8d", "", CardError, "cards: at most 7 cards, not 8"),
        ("As As", "", CardError, "As stands twice"),
        ("As 2s", "2s", CardError, "dead: 2s is already in cards"),
        ("As 1s", "", CardError, "'1s' .* is not a card"),
        ("", DECK[:46], InvalidInput, "46 dead cards leave fewer than seven"),
    ],
)
def test_wrong_cards_are_refused(cards, dead, error, said):
    with pytest.raises(error, match=said):
        LowDraw(cards, dead)


def test_as_many_dead_cards_as_there_can_be_leave_one_hand():
    draw = LowDraw("", dead=DECK[:45])
    assert draw.exact() == Odds(0, 1)


def test_a_low_class_is_a_number_that_prints_as_its_ranks():
    assert [str(each) for each in LOWS] == [low_name(number) for number in range(57)]
    assert Low(low("As 2s 3d 4c 5h")) == 0
    with pytest.raises(InvalidInput, match="low class must be a whole number, from 0 to 56"):
        Low(57)


def test_exact_lows_need_only_the_standard_library():
    code = (
        "import sys; from cardlab import stud8;"
        "stud8.LowDraw('As 2s 3d').explain(); stud8.LowDraw('').by_low();"
        "stud8.Qualifiers(3, known=['As']).explain();"
        "print(*({m.split('.')[0] for m in sys.modules} - set(sys.stdlib_module_names)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) & {"numpy", "numba", "pandas", "scipy", "matplotlib"} == set()
