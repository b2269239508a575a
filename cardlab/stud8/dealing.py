"""What sampled questions about lows share: dealing in NumPy, and counts of what came."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from cardlab import look
from cardlab.results import Distribution, Estimate

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

T = TypeVar("T")

BLOCK = 16_384
"""Deals in a block: few enough for all their cards to stay in the processor's cache."""


@dataclass(frozen=True)
class SampledDistribution(Generic[T]):
    """A sampled distribution: how often each outcome came in n draws.

    Parameters
    ----------
    counts : Distribution
        Outcome and number of draws.
    seed : int
        The seed that repeats this answer.
    seconds : float
        How long it took; not compared by ``==``.

    Examples
    --------
    >>> tosses = SampledDistribution(Distribution({"heads": 52, "tails": 48}), seed=1)
    >>> print(tosses.probability("heads"))
    0.520, 95 % interval 0.423 to 0.615 (n = 100)
    """

    counts: Distribution[T]
    seed: int
    seconds: float = field(default=0.0, compare=False)

    @property
    def n(self) -> int:
        """The number of draws."""
        return self.counts.total

    def probability(self, event: T | AbstractSet[T] | range | Callable[[T], bool]) -> Estimate:
        """Return the estimated probability of an event, given as for `Distribution`."""
        hits = int(self.counts.probability(event) * self.n)
        return Estimate.of_proportion(hits, self.n, seed=self.seed, seconds=self.seconds)

    def to_frame(self) -> pd.DataFrame:
        """Return a DataFrame: for each outcome its count, share, and the share's standard error."""
        frame = self.counts.to_frame().rename(columns={"probability": "share"})
        frame["standard_error"] = (frame["share"] * (1 - frame["share"]) / self.n) ** 0.5
        return frame

    def __repr__(self) -> str:
        return f"SampledDistribution({dict(self.counts)!r}, n={self.n}, seed={self.seed})"

    def __str__(self) -> str:
        return f"{self.to_frame().to_string()}\nn = {self.n:,}, seed {self.seed}"

    def _repr_html_(self) -> str:
        rows = []
        for outcome, count in self.counts.items():
            share = Estimate.of_proportion(count, self.n, seed=self.seed)
            low, high = map(look.decimals, share.interval())
            rows.append((str(outcome), look.decimals(share.value), f"{low} to {high}"))
        return look.frame(
            look.table((self.counts.name, "share", "95 % interval"), rows)
            + look.chip("sampled", f"n = {self.n:,}, seed {self.seed}")
        )


def deal(
    stream: np.random.SeedSequence, live: Sequence[int], n: int, cards: int
) -> NDArray[np.uint8]:
    """Draw cards without replacement, n times.

    The first steps of a Fisher-Yates shuffle, each for all decks at once.

    Parameters
    ----------
    stream : SeedSequence
        Where the random numbers come from.
    live : sequence of int
        The cards that can come.
    n, cards : int
        How many draws, and of how many cards.

    Returns
    -------
    uint8 array, shape (n, cards)
    """
    import numpy as np

    random = np.random.default_rng(stream)
    decks = np.tile(np.array(live, np.uint8), (n, 1))
    rows = np.arange(n)
    for place in range(cards):
        other = random.integers(place, len(live), n)
        drawn = decks[rows, other]
        decks[rows, other] = decks[:, place]
        decks[:, place] = drawn
    return decks[:, :cards]
