"""`Estimate`: a sampled answer with its standard error."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import NormalDist

from cardlab import look
from cardlab.errors import InvalidInput, share, short, whole


@dataclass(frozen=True)
class Estimate:
    """A sampled answer: a value with its standard error.

    Use `of_proportion` and `of_mean`, which compute both from exact totals.

    Parameters
    ----------
    value : float
        The estimate.
    standard_error : float
        Its standard error; infinite where a single draw cannot tell.
    n : int
        Number of independent draws.
    seed : int
        The seed that repeats this answer.
    seconds : float
        How long it took; not compared by ``==``.
    successes : int, optional
        For a proportion, the number of successes; its interval is then Wilson's.

    Examples
    --------
    >>> share = Estimate.of_proportion(48_890, 100_000, seed=1)
    >>> print(share)
    0.4889, 95 % interval 0.4858 to 0.4920 (n = 100,000)
    >>> low, high = share.interval(0.99)
    >>> round(low, 4), round(high, 4)
    (0.4848, 0.493)
    """

    value: float
    standard_error: float
    n: int
    seed: int
    seconds: float = field(default=0.0, compare=False)
    successes: int | None = None

    @classmethod
    def of_proportion(cls, successes: int, n: int, *, seed: int, seconds: float = 0.0) -> Estimate:
        """Return the estimate of a probability from `successes` in `n` draws."""
        n, seed = whole("n", n, 1), whole("seed", seed, 0)
        successes = whole("successes", successes, 0, n)
        p = successes / n
        return cls(p, math.sqrt(p * (1 - p) / n), n, seed, seconds, successes)

    @classmethod
    def of_mean(
        cls, total: int, squares: int, n: int, *, seed: int, seconds: float = 0.0
    ) -> Estimate:
        """Return the estimate of a mean from the exact sums of `n` draws and their squares.

        Examples
        --------
        >>> Estimate.of_mean(6, 14, 3, seed=1)  # draws 1, 2, 3
        Estimate(value=2.0, standard_error=0.577, n=3, seed=1)
        """
        n, seed = whole("n", n, 1), whole("seed", seed, 0)
        total, squares = whole("total", total), whole("squares", squares)
        if n * squares < total * total:
            message = f"squares must be at least total**2 / n, not {short(squares)}"
            raise InvalidInput(message)
        # Python ints and Fractions do not lose digits, however large the draws were.
        variance = Fraction(n * squares - total * total, n * (n - 1)) if n > 1 else math.inf
        return cls(total / n, math.sqrt(variance / n), n, seed, seconds)

    def interval(self, level: float = 0.95) -> tuple[float, float]:
        """Return a confidence interval: Wilson's for a proportion, else the normal one.

        Parameters
        ----------
        level : float
            The chance that such an interval covers the true value; between 0 and 1.

        Raises
        ------
        InvalidInput
            If the level does not lie strictly between 0 and 1.
        """
        z = -NormalDist().inv_cdf(float((1 - share("level", level, inside=True)) / 2))
        if self.successes is None:
            return self.value - z * self.standard_error, self.value + z * self.standard_error
        p, n = self.value, self.n
        centre = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        return max(0.0, centre - half), min(1.0, centre + half)

    def __float__(self) -> float:
        return self.value

    def __repr__(self) -> str:
        return (
            f"Estimate(value={self.value:.{self._digits()}f}, "
            f"standard_error={self.standard_error:.3g}, n={self.n}, seed={self.seed})"
        )

    def __str__(self) -> str:
        return f"{self._value()}, {self._reach()} (n = {self.n:,})"

    def _repr_html_(self) -> str:
        note = f"{self._reach()}, n = {self.n:,}, seed {self.seed}"
        return look.frame(look.answer("", self._value()) + look.chip("sampled", note))

    def _value(self) -> str:
        return f"{self.value:,.{self._digits()}f}"

    def _reach(self) -> str:
        low, high = self.interval()
        digits = self._digits()
        return f"95 % interval {low:,.{digits}f} to {high:,.{digits}f}"

    def _digits(self) -> int:
        """Decimals that show two digits of the interval's half width."""
        low, high = self.interval()
        half = (high - low) / 2
        if not math.isfinite(half) or half == 0:
            return 4
        return max(0, min(12, 1 - math.floor(math.log10(half))))
