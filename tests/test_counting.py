"""Exact counting tools."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cardlab.counting import hypergeometric, poisson_binomial
from cardlab.errors import InvalidInput
from cardlab.results import Odds

odds = st.integers(1, 49).flatmap(lambda t: st.builds(Odds, st.integers(0, t), st.just(t)))


@given(st.integers(1, 52), st.data())
def test_hypergeometric_agrees_with_scipy(population, data):
    special = data.draw(st.integers(0, population))
    drawn = data.draw(st.integers(0, population))
    dist = hypergeometric(population, special, drawn)
    for k in dist:
        expected = stats.hypergeom(population, special, drawn).pmf(k)
        assert float(dist.probability(k)) == pytest.approx(expected, abs=1e-9)
    assert sum(dist.values()) == dist.total


@pytest.mark.parametrize("bad", [(-1, 0, 0), (5, 6, 1), (5, 1, 6), (5, 1.5, 1)])
def test_hypergeometric_refuses_impossible_numbers(bad):
    with pytest.raises(InvalidInput, match="must be a whole number"):
        hypergeometric(*bad)


@given(st.lists(odds, max_size=7))
def test_poisson_binomial_agrees_with_listing_all_outcomes(trials):
    by_hand = [Fraction(0)] * (len(trials) + 1)
    for outcome in product((0, 1), repeat=len(trials)):
        by_hand[sum(outcome)] += prod(
            (o.probability if won else 1 - o.probability)
            for o, won in zip(trials, outcome, strict=True)
        )
    dist = poisson_binomial(trials)
    assert [dist.probability(k) for k in range(len(trials) + 1)] == by_hand
    assert dist.mean == sum(o.probability for o in trials)
