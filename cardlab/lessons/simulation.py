"""A cross-check for an exercise: play it out, always with the same random numbers."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import sqrt
from statistics import fmean, pstdev

from cardlab.results import Estimate

SEED = 1


def simulated(trial: Callable[[random.Random], float], n: int = 10_000) -> str:
    """Play something `n` times and return the estimate as a sentence.

    Parameters
    ----------
    trial : function
        Plays it once with the random numbers it is given; returns True or False for a chance,
        a number for a mean.
    n : int

    Examples
    --------
    >>> simulated(lambda chance: chance.random() < 0.5, 1000)
    'A simulation: 0.473, 95 % interval 0.442 to 0.504 (n = 1,000).'
    """
    numbers = random.Random(SEED)
    values = [trial(numbers) for _ in range(n)]
    if all(isinstance(value, bool) for value in values):
        return told(Estimate.of_proportion(int(sum(values)), n, seed=SEED))
    return told(Estimate(fmean(values), pstdev(values) / sqrt(n), n, SEED))


def told(estimate: Estimate) -> str:
    """Return an estimate as a sentence.

    Examples
    --------
    >>> told(Estimate.of_proportion(488, 1000, seed=1))
    'A simulation: 0.488, 95 % interval 0.457 to 0.519 (n = 1,000).'
    """
    return f"A simulation: {estimate}."
