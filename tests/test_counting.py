"""Exact counting tools."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cardlab.counting import hypergeometric, poisson_binomial, rank_multisets, rank_sets
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


@pytest.mark.parametrize("bad", [0.5, [0.5], [Fraction(1, 2)]])
def test_poisson_binomial_takes_odds_only(bad):
    with pytest.raises(InvalidInput, match="trials must be an"):
        poisson_binomial(bad)


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


decks = st.lists(st.integers(0, 4), min_size=1, max_size=4)


@given(decks, st.integers(0, 6), st.data())
def test_sets_and_multisets_of_ranks_agree_with_listing_all_draws(live, others, data):
    drawn = data.draw(st.integers(0, sum(live) + others).filter(lambda n: n <= 6))
    ranks = [rank for rank, cards in enumerate(live) for _ in range(cards)]
    ranks += [len(live)] * others
    sets, multisets = Counter(), Counter()
    for draw in combinations(ranks, drawn):
        sets[sum(1 << rank for rank in set(draw) if rank < len(live))] += 1
        multisets[tuple(draw.count(rank) for rank in range(len(live) + 1))] += 1
    counted = rank_sets(live, others, drawn)
    assert len(counted) == 2 ** len(live)
    assert dict(enumerate(counted)) == {s: sets[s] for s in range(len(counted))}
    assert dict(rank_multisets([*live, others], drawn)) == multisets


def test_seven_cards_have_49205_multisets_of_ranks_and_133784560_draws():
    ways = [ways for _, ways in rank_multisets([4] * 13, 7)]
    assert (len(ways), sum(ways)) == (49_205, 133_784_560)


def test_no_multiset_has_more_cards_than_there_are():
    assert list(rank_multisets([2, 1], 4)) == []


@pytest.mark.parametrize("bad", [([4], 1, 6), ([4], 1, -1), ([-1], 1, 0), ([4], 1.5, 1)])
def test_sets_of_ranks_refuse_impossible_numbers(bad):
    with pytest.raises(InvalidInput, match="must be a whole number"):
        rank_sets(*bad)
