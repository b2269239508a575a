"""Odds, distributions, estimates and explanations."""

import math
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cardlab.errors import InvalidInput
from cardlab.results import Distribution, Estimate, Explanation, Odds

distributions = st.dictionaries(
    st.integers(-50, 50), st.integers(0, 10**20), min_size=1, max_size=12
).filter(lambda counts: any(counts.values()))


def test_odds_convert_to_every_form():
    odds = Odds(24, 49)
    assert odds.probability == Fraction(24, 49)
    assert float(odds) == 24 / 49
    assert odds.percent == pytest.approx(48.9796, abs=1e-4)
    assert odds.against == Fraction(25, 24)
    assert odds.one_in == Fraction(49, 24)
    assert str(odds) == "24 of 49 = 0.4898"
    assert "24 of 49 =" in odds._repr_html_()


def test_impossible_odds_are_infinitely_against():
    assert Odds(0, 49).against == Odds(0, 49).one_in == math.inf
    assert Odds(49, 49).against == 0


def test_odds_come_out_as_python_numbers():
    odds = Odds(np.int64(24), np.uint8(49))
    assert type(odds.favourable) is type(odds.total) is int
    assert odds == Odds(24, 49)


@pytest.mark.parametrize("bad", [(50, 49), (-1, 49), (0, 0), (1.5, 49), ("1", 49), (True, 2)])
def test_odds_refuse_what_is_not_a_count(bad):
    with pytest.raises(InvalidInput, match="must be a whole number"):
        Odds(*bad)


@given(distributions)
def test_moments_agree_with_fractions_by_hand(counts):
    dist = Distribution(counts)
    total = sum(counts.values())
    mean = sum(Fraction(x * n, total) for x, n in counts.items())
    assert dist.mean == mean
    assert dist.variance == sum((x - mean) ** 2 * Fraction(n, total) for x, n in counts.items())
    assert dist.probability(lambda _: True) == 1
    assert sum(dist.probability(x) for x in dist) == 1


@given(distributions, st.sampled_from([0, 0.05, 0.25, 0.5, 0.75, 1]))
def test_a_quantile_is_the_first_outcome_reached(counts, level):
    dist = Distribution(counts)
    q = dist.quantile(level)
    assert dist.probability(lambda x: x <= q) >= Fraction(str(level))
    if level:
        assert dist.probability(lambda x: x < q) < Fraction(str(level))


def test_a_level_means_its_decimals():
    dist = Distribution({-9: 4, -6: 4, -2: 1, 5: 1})
    assert (dist.quantile(0.9), dist.quantile(Fraction(9, 10)), dist.quantile(0.4)) == (-2, -2, -9)


def test_events_can_be_outcomes_sets_ranges_and_functions():
    die = Distribution(dict.fromkeys(range(1, 7), 1))
    assert die.probability(6) == Fraction(1, 6)
    assert die.probability(7) == 0
    assert die.probability({1, 2, 9}) == Fraction(1, 3)
    assert die.probability(range(1, 4)) == Fraction(1, 2)
    assert die.probability(lambda spots: spots % 2 == 0) == Fraction(1, 2)


def test_a_distribution_cannot_be_changed_and_compares_by_content():
    dist = Distribution([("a", 1), ("b", 2), ("a", 1)])
    assert dist == Distribution({"a": 2, "b": 2}) == {"a": 2, "b": 2}
    assert hash(dist) == hash(Distribution({"b": 2, "a": 2}))
    with pytest.raises(TypeError):
        dist["a"] = 5
    assert pickle.loads(pickle.dumps(dist)) == dist


def test_a_distribution_becomes_a_series_and_a_frame():
    dist = Distribution({0: 1, 1: 3}, name="wins")
    series = dist.to_series()
    assert series.index.name == "wins"
    assert series.tolist() == [0.25, 0.75]
    frame = dist.to_frame()
    assert list(frame.columns) == ["count", "probability"]
    assert frame.loc[1, "count"] == 3
    assert "<td>.7500</td>" in dist._repr_html_()


def test_outcomes_of_an_array_are_numbers_and_do_not_overflow():
    outcomes = np.array([2**62, 2**62 - 1])
    dist = Distribution(zip(outcomes, np.array([3, 1]), strict=True))
    by_hand = Distribution({2**62: 3, 2**62 - 1: 1})
    assert (dist.mean, dist.variance) == (by_hand.mean, by_hand.variance)
    assert dist.mean == 2**62 - Fraction(1, 4)
    assert dist.quantile(0.5) == 2**62
    assert Distribution({np.float32(0.5): 1}).mean == Fraction(1, 2)


@pytest.mark.parametrize("event", [np.array([0, 1]), {0: 1}])
def test_an_event_of_another_kind_is_refused(event):
    with pytest.raises(InvalidInput, match="event must be an outcome, set, range, list or"):
        Distribution({0: 1, 1: 3}).probability(event)


def test_counts_beyond_64_bits_stay_exact_in_a_frame():
    dist = Distribution({0: 10**30, 1: 1})
    assert dist.to_frame().loc[0, "count"] == 10**30


@pytest.mark.parametrize(
    "bad", [{}, {0: 0}, {0: -1, 1: 2}, {0: 0.5}, [1, 2], [(1, 2, 3)], "ab", [([0], 1)]]
)
def test_a_distribution_refuses_what_is_not_counts(bad):
    with pytest.raises(InvalidInput):
        Distribution(bad)


def test_moments_need_numbers():
    with pytest.raises(InvalidInput, match="outcomes must be numbers"):
        _ = Distribution({"low": 1}).mean
    with pytest.raises(InvalidInput, match=r"level must be a number from 0 to 1, not 1\.5"):
        Distribution({0: 1}).quantile(1.5)


@pytest.mark.parametrize("successes", [0, 1, 37, 99, 100])
@pytest.mark.parametrize("level", [0.5, 0.95, 0.999])
def test_the_interval_of_a_proportion_is_wilsons(successes, level):
    ours = Estimate.of_proportion(successes, 100, seed=1).interval(level)
    theirs = stats.binomtest(successes, 100).proportion_ci(level, method="wilson")
    assert ours == pytest.approx((theirs.low, theirs.high), abs=1e-12)


@given(st.lists(st.integers(-(10**15), 10**15), min_size=2, max_size=20))
def test_the_standard_error_of_a_mean_is_that_of_the_sample(draws):
    estimate = Estimate.of_mean(sum(draws), sum(x * x for x in draws), len(draws), seed=1)
    assert estimate.value == pytest.approx(np.mean(draws), rel=1e-9, abs=1e-9)
    assert estimate.standard_error == pytest.approx(
        np.std(draws, ddof=1) / math.sqrt(len(draws)), rel=1e-6, abs=1e-9
    )


def test_one_draw_says_nothing_about_its_error():
    assert Estimate.of_mean(5, 25, 1, seed=1).interval() == (-math.inf, math.inf)
    assert "n = 1" in str(Estimate.of_mean(5, 25, 1, seed=1))


def test_an_estimate_is_printed_with_n_and_level_and_compares_without_its_time():
    estimate = Estimate.of_proportion(48_890, 100_000, seed=1, seconds=0.1)
    assert str(estimate) == "0.4889, 95 % interval 0.4858 to 0.4920 (n = 100,000)"
    assert estimate == Estimate.of_proportion(48_890, 100_000, seed=1, seconds=9.0)
    assert estimate != Estimate.of_proportion(48_890, 100_000, seed=2)
    html = estimate._repr_html_()
    assert "sampled" in html
    assert "n = 100,000, seed 1" in html


@pytest.mark.parametrize("level", [0, 1, -0.5, 95])
def test_a_level_outside_0_to_1_is_refused(level):
    with pytest.raises(InvalidInput, match="level must be a number between 0 and 1"):
        Estimate.of_proportion(1, 2, seed=1).interval(level)


def test_an_explanation_prints_sentences_and_tables():
    explained = Explanation("Why?", ("First.", (("cards", "n"), ("all", "52")), "So <52>."))
    assert str(explained).splitlines() == [
        "Why?", "  1. First.", "     cards   n", "     all    52", "  2. So <52>.",
    ]  # fmt: skip
    assert "So &lt;52&gt;." in explained._repr_html_()


def test_html_is_the_same_every_time():
    assert Odds(1, 2)._repr_html_() == Odds(1, 2)._repr_html_()


def test_an_estimate_checks_and_keeps_python_numbers():
    estimate = Estimate.of_mean(np.int64(2**20), np.int64(2**62), 100_000, seed=np.int64(1))
    assert type(estimate.value) is float
    assert type(estimate.seed) is int
    assert estimate.standard_error == pytest.approx(2**31 / 100_000, rel=1e-3)
    with pytest.raises(InvalidInput, match="squares must be at least"):
        Estimate.of_mean(10, 1, 2, seed=1)
    with pytest.raises(InvalidInput, match="successes must be a whole number, from 0 to 5, not 6"):
        Estimate.of_proportion(6, 5, seed=1)


def test_counts_too_long_to_read_are_written_by_their_size():
    huge = Odds(1, 10**5000)
    assert repr(huge) == "Odds(1, about 10**5000)"
    assert "about 10^5000" in str(huge)
    assert "about 10**5000" in repr(Distribution({0: 10**5000}))
    assert "about 10^5000" in Distribution({0: 10**5000})._repr_html_()


def test_the_largest_level_below_one_has_an_interval():
    low, high = Estimate.of_proportion(1, 2, seed=1).interval(0.9999999999999999)
    assert 0 <= low < high <= 1


@pytest.mark.parametrize("level", ["x", None, True, math.nan])
def test_a_level_must_be_a_number(level):
    with pytest.raises(InvalidInput, match="level must be a number"):
        Distribution({0: 1}).quantile(level)
    with pytest.raises(InvalidInput, match="level must be a number"):
        Estimate.of_proportion(1, 2, seed=1).interval(level)


@pytest.mark.parametrize("level", [10**400, Fraction(10**400), np.float32(2), math.inf])
def test_numbers_far_from_a_level_are_refused_too(level):
    with pytest.raises(InvalidInput, match="level must be a number from 0 to 1"):
        Distribution({0: 1}).quantile(level)
