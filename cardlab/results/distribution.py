"""`Distribution`: every outcome with its exact number of cases."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import accumulate
from numbers import Rational, Real
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cardlab import look
from cardlab.errors import InvalidInput, instance, share, short, whole
from cardlab.results.writing import cases, digits

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

T = TypeVar("T")


class Distribution(Mapping[T, int], Generic[T]):
    """An exact distribution: each outcome with its number of equally likely cases.

    Integer counts need no common denominator and no rounding, so sums, comparisons and
    probabilities stay exact. It is a read-only mapping; outcomes stand in the order given.

    Parameters
    ----------
    counts : mapping or iterable of pairs
        Outcome and count; counts are whole numbers, at least 0, and not all 0.
    name : str, optional
        What the outcomes are, for tables and plots, e.g. ``"winning cards"``.

    Raises
    ------
    InvalidInput
        If what is given is no mapping and no pairs, an outcome cannot be the key of a mapping, a
        count is not a whole number, is negative, or if all are 0.

    Examples
    --------
    >>> coins = Distribution({0: 1, 1: 2, 2: 1}, name="heads")
    >>> coins
    Distribution({0: 1, 1: 2, 2: 1})
    >>> coins.probability(1), coins.probability(lambda heads: heads >= 1)
    (Fraction(1, 2), Fraction(3, 4))
    >>> coins.mean, coins.variance, coins.quantile(0.5)
    (Fraction(1, 1), Fraction(1, 2), 1)
    """

    __slots__ = ("_counts", "_total", "name")

    name: str

    def __init__(
        self, counts: Mapping[T, int] | Iterable[tuple[T, int]], *, name: str = "outcome"
    ) -> None:
        instance("counts", counts, Iterable)
        instance("name", name, str)
        pairs = counts.items() if isinstance(counts, Mapping) else counts
        self._counts: dict[T, int] = {}
        for pair in pairs:
            outcome, count = _pair(pair)
            checked = whole(f"count of {short(outcome)}", count, 0)
            self._counts[outcome] = self._counts.get(outcome, 0) + checked
        self._total = sum(self._counts.values())
        if self._total == 0:
            message = f"counts must have at least one case, not {self._counts!r}"
            raise InvalidInput(message)
        self.name = name

    def __getitem__(self, outcome: T) -> int:
        return self._counts[outcome]

    def __iter__(self) -> Iterator[T]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def __hash__(self) -> int:
        return hash(frozenset(self._counts.items()))

    @property
    def total(self) -> int:
        """The number of equally likely cases."""
        return self._total

    def probability(
        self, event: T | AbstractSet[T] | range | list[T] | Callable[[T], bool]
    ) -> Fraction:
        """Return the probability of an event.

        Parameters
        ----------
        event : outcome, set, range or list of outcomes, or function
            A function takes an outcome and says whether it belongs to the event. An outcome that
            cannot happen has probability 0.

        Raises
        ------
        InvalidInput
            If the event is none of these, such as an array.
        """
        return Fraction(sum(self._counts[outcome] for outcome in self._select(event)), self._total)

    def _select(self, event: Any) -> list[T]:
        """Return the outcomes of an event, in order."""
        if callable(event):
            return [outcome for outcome in self if event(outcome)]
        if isinstance(event, AbstractSet | range | list):
            return [outcome for outcome in self if outcome in event]
        try:
            return [event] if event in self._counts else []
        except TypeError:  # an array, a dict
            message = f"event must be an outcome, set, range, list or function, not {short(event)}"
            raise InvalidInput(message) from None

    @property
    def mean(self) -> Fraction:
        """The expected value, exact. Outcomes must be numbers."""
        weighted = (value * count for _, value, count in self._numeric())
        return sum(weighted, Fraction(0)) / self._total

    @property
    def variance(self) -> Fraction:
        """The variance, exact. Outcomes must be numbers."""
        weighted = (value**2 * count for _, value, count in self._numeric())
        return sum(weighted, Fraction(0)) / self._total - self.mean**2

    def quantile(self, level: float | Fraction) -> T:
        """Return the smallest outcome that is reached or undercut with probability `level`.

        Parameters
        ----------
        level : float or Fraction
            From 0 to 1; 0.5 gives the (lower) median.

        Raises
        ------
        InvalidInput
            If the level lies outside 0 to 1 or the outcomes are not numbers.
        """
        wanted = share("level", level) * self._total
        ordered = sorted((o for o in self._numeric() if o[2]), key=itemgetter(1))
        reached = accumulate(count for _, _, count in ordered)
        return next(
            outcome
            for (outcome, _, _), sofar in zip(ordered, reached, strict=True)
            if sofar >= wanted
        )

    def _numeric(self) -> list[tuple[T, Fraction, int]]:
        """Return each outcome, its value and its count, if all outcomes are numbers."""
        return [(outcome, _value(outcome), count) for outcome, count in self._counts.items()]

    def to_series(self) -> pd.Series[float]:
        """Return the probabilities as a pandas Series of floats, indexed by outcome."""
        import pandas as pd

        values = [count / self._total for count in self._counts.values()]
        index = pd.Index(list(self._counts), name=self.name, tupleize_cols=False)
        return pd.Series(values, index=index, name="probability", dtype=float)

    def to_frame(self) -> pd.DataFrame:
        """Return a DataFrame with the columns count (exact ints) and probability (floats)."""
        series = self.to_series()
        frame = series.to_frame()
        frame.insert(0, "count", list(self._counts.values()))
        return frame

    def plot(self, event: Any = None, *, ax: Axes | None = None, title: str | None = None) -> Axes:
        """Draw the distribution as bars, with an event shaded and its probability written in.

        Parameters
        ----------
        event : outcome, set or range of outcomes, or function, optional
            As in `probability`.
        ax : matplotlib Axes, optional
            Where to draw; a new figure by default.
        title : str, optional
            What the picture shows; by default the mean, or the event's probability.

        Returns
        -------
        matplotlib Axes
        """
        from cardlab import plots

        return plots.distribution(self, event, ax=ax, title=title)

    def __repr__(self) -> str:
        pairs = (f"{outcome!r}: {digits(count)}" for outcome, count in self._counts.items())
        return f"Distribution({{{', '.join(pairs)}}})"

    def _repr_html_(self) -> str:
        rows = [
            (str(outcome), cases(count), look.decimals(count / self._total))
            for outcome, count in self._counts.items()
        ]
        return look.frame(look.table((self.name, "count", "probability"), rows))


def _pair(given: Any) -> tuple[Any, Any]:
    """Return an outcome and its count."""
    try:
        outcome, count = given
        hash(outcome)
    except (TypeError, ValueError):
        message = f"counts must be a mapping or pairs of outcome and count, not {short(given)}"
        raise InvalidInput(message) from None
    return outcome, count


def _value(outcome: object) -> Fraction:
    """Return an outcome that is a number; one of NumPy would stay one inside of a fraction."""
    if isinstance(outcome, Rational):
        return Fraction(int(outcome.numerator), int(outcome.denominator))
    if not isinstance(outcome, Real) or not math.isfinite(outcome):
        message = f"outcomes must be numbers for this, not {short(outcome)}"
        raise InvalidInput(message)
    return Fraction(float(outcome))
