"""Exact counting tools that the games share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import comb

from cardlab.errors import instance, whole
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

    Raises
    ------
    InvalidInput
        If a trial is not an `Odds`.

    Examples
    --------
    >>> poisson_binomial([Odds(1, 2), Odds(1, 3)])
    Distribution({0: 2, 1: 3, 2: 1})
    """
    counts = [1]
    instance("trials", trials, Iterable)
    for odds in trials:
        instance("trials", odds, Odds)
        hit, miss = odds.favourable, odds.total - odds.favourable
        counts = [
            (counts[k] * miss if k < len(counts) else 0) + (counts[k - 1] * hit if k else 0)
            for k in range(len(counts) + 1)
        ]
    return Distribution(enumerate(counts), name="successes")


def rank_sets(live: Sequence[int], others: int, drawn: int) -> tuple[int, ...]:
    """Return how many draws bring exactly each set of ranks.

    Draws without any rank outside a set are easy to count: leave the other ranks' cards out. Taking
    off those that miss a rank of the set, rank by rank, is inclusion-exclusion.

    Parameters
    ----------
    live : sequence of int
        How many live cards there are of each rank that matters.
    others : int
        How many other live cards there are.
    drawn : int
        How many cards are drawn.

    Returns
    -------
    tuple of int
        At place s the number of sets of cards in which rank i comes, once or more, just if bit i
        of s is set. The numbers add up to all draws.

    Raises
    ------
    InvalidInput
        If a number is not whole or negative, or more cards are drawn than are live.

    Examples
    --------
    Two cards from two aces, a two and a king (which does not matter): none of ace and two is not
    possible, ace without two comes 3 times, two without ace once, both twice.

    >>> rank_sets([2, 1], others=1, drawn=2)
    (0, 3, 1, 2)
    """
    sizes = [whole("others", others, 0)]
    for count in live:
        cards = whole("live", count, 0)
        sizes += [size + cards for size in sizes]
    drawn = whole("drawn", drawn, 0, sizes[-1])
    counts = [comb(size, drawn) for size in sizes]
    for bit in (1 << rank for rank in range(len(live))):
        for ranks in range(len(counts)):
            if ranks & bit:
                counts[ranks] -= counts[ranks ^ bit]
    return tuple(counts)


def rank_multisets(live: Sequence[int], drawn: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the draws by rank alone: how many cards of each rank, and how many draws are like that.

    Parameters
    ----------
    live : sequence of int
        How many live cards there are of each rank.
    drawn : int
        How many cards are drawn.

    Yields
    ------
    counts : tuple of int
        Cards drawn of each rank.
    ways : int
        The number of sets of cards: the product of the ways to choose the cards of each rank.

    Examples
    --------
    Two cards from two aces and two kings:

    >>> dict(rank_multisets([2, 2], 2))
    {(0, 2): 1, (1, 1): 4, (2, 0): 1}
    """
    if not live:
        if drawn == 0:
            yield (), 1
        return
    rest = live[1:]
    for count in range(max(0, drawn - sum(rest)), min(live[0], drawn) + 1):
        for counts, ways in rank_multisets(rest, drawn - count):
            yield (count, *counts), comb(live[0], count) * ways
