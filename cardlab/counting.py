"""Exact counting tools that the games share."""

from __future__ import annotations

from collections.abc import Iterable
from math import comb

from cardlab.errors import whole
from cardlab.results import Distribution, Odds


def hypergeometric(population: int, special: int, drawn: int) -> Distribution[int]:
    """Return how many special cards come among cards drawn without replacement.

    Parameters
    ----------
    population, special, drawn : int
        Number of cards in all, of special ones among them, and of cards drawn.

    Returns
    -------
    Distribution
        Outcome: number of special cards drawn. Count: number of sets of cards.

    Raises
    ------
    InvalidInput
        If a number is not whole, negative, or larger than the population.

    Examples
    --------
    >>> hypergeometric(52, 4, 2)  # aces in two cards
    Distribution({0: 1128, 1: 192, 2: 6})
    """
    population = whole("population", population, 0)
    special = whole("special", special, 0, population)
    drawn = whole("drawn", drawn, 0, population)
    fewest, most = max(0, drawn - (population - special)), min(special, drawn)
    return Distribution(
        {
            k: comb(special, k) * comb(population - special, drawn - k)
            for k in range(fewest, most + 1)
        },
        name="special cards",
    )


def poisson_binomial(trials: Iterable[Odds]) -> Distribution[int]:
    """Return the number of successes in independent trials with odds of their own.

    Parameters
    ----------
    trials : iterable of Odds
        The odds of success in each trial.

    Returns
    -------
    Distribution
        Outcome: number of successes, 0 to the number of trials. Count: number of cases out of the
        product of the trials' totals.

    Examples
    --------
    >>> poisson_binomial([Odds(1, 2), Odds(1, 3)])
    Distribution({0: 2, 1: 3, 2: 1})
    """
    counts = [1]
    for odds in trials:
        hit, miss = odds.favourable, odds.total - odds.favourable
        counts = [
            (counts[k] * miss if k < len(counts) else 0) + (counts[k - 1] * hit if k else 0)
            for k in range(len(counts) + 1)
        ]
    return Distribution(enumerate(counts), name="successes")
