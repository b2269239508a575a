"""What a question returns: `Odds`, `Distribution`, `Estimate`, `HiLoTable`, `Explanation`.

Exact answers keep their integer counts, so nothing is lost to rounding until somebody asks for a
float, and two answers can be compared with ``==``. Sampled answers carry their standard error,
the number of draws and the seed that repeats them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from itertools import accumulate
from numbers import Rational, Real
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cardlab import look
from cardlab.errors import InvalidInput, instance, share, short, whole

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

T = TypeVar("T")

_MOST_DIGITS = 40


def _digits(count: int) -> str:
    """Write a count in full, or its size if that would fill the page."""
    size = int(count.bit_length() * math.log10(2))
    return str(count) if size <= _MOST_DIGITS else f"about 10**{size}"


def _cases(count: int) -> str:
    """Write a count for reading."""
    size = int(count.bit_length() * math.log10(2))
    return f"{count:,}" if size <= _MOST_DIGITS else f"about 10^{size}"


@dataclass(frozen=True)
class Odds:
    """The exact odds of an event: so many favourable cases of so many equally likely ones.

    Parameters
    ----------
    favourable, total : int
        Numbers of cases, 0 <= favourable <= total and total >= 1. They are kept as they are, not
        reduced, because "24 of 49 cards" says more than a fraction in lowest terms.

    Raises
    ------
    InvalidInput
        If the counts are not whole numbers in that range.

    Examples
    --------
    >>> odds = Odds(24, 49)
    >>> odds
    Odds(24, 49)
    >>> print(odds)
    24 of 49 = 0.4898
    >>> odds.probability, odds.against, round(odds.percent, 2)
    (Fraction(24, 49), Fraction(25, 24), 48.98)
    """

    favourable: int
    total: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", whole("total", self.total, 1))
        object.__setattr__(self, "favourable", whole("favourable", self.favourable, 0, self.total))

    @property
    def probability(self) -> Fraction:
        """The probability as an exact fraction."""
        return Fraction(self.favourable, self.total)

    @property
    def percent(self) -> float:
        """The probability in percent."""
        return float(100 * self.probability)

    @property
    def against(self) -> Fraction | float:
        """Unfavourable cases for each favourable one; infinite for an impossible event."""
        if self.favourable == 0:
            return math.inf
        return Fraction(self.total - self.favourable, self.favourable)

    @property
    def one_in(self) -> Fraction | float:
        """How many trials there are to each success on average; infinite if impossible."""
        if self.favourable == 0:
            return math.inf
        return Fraction(self.total, self.favourable)

    def __float__(self) -> float:
        return self.favourable / self.total

    def __repr__(self) -> str:
        return f"Odds({_digits(self.favourable)}, {_digits(self.total)})"

    def __str__(self) -> str:
        return f"{_cases(self.favourable)} of {_cases(self.total)} = {float(self):.4f}"

    def _repr_html_(self) -> str:
        return look.frame(
            look.answer(
                f"{_cases(self.favourable)} of {_cases(self.total)} =", f"{float(self):.4f}"
            )
            + look.chip("exact", "")
        )


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
        If a count is not a whole number, is negative, or if all are 0.

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
        for outcome, count in pairs:
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
        """
        return Fraction(sum(self._counts[outcome] for outcome in self._select(event)), self._total)

    def _select(self, event: Any) -> list[T]:
        """Return the outcomes of an event, in order."""
        if callable(event):
            return [outcome for outcome in self if event(outcome)]
        if isinstance(event, AbstractSet | range | list):
            return [outcome for outcome in self if outcome in event]
        return [event] if event in self._counts else []

    @property
    def mean(self) -> Fraction:
        """The expected value, exact. Outcomes must be numbers."""
        weighted = (Fraction(x) * count for x, count in self._numeric())
        return sum(weighted, Fraction(0)) / self._total

    @property
    def variance(self) -> Fraction:
        """The variance, exact. Outcomes must be numbers."""
        weighted = (Fraction(x) ** 2 * count for x, count in self._numeric())
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
        pairs = sorted((Fraction(x), x, count) for x, count in self._numeric() if count)
        reached = accumulate(count for _, _, count in pairs)
        outcome: T = next(
            x for (_, x, _), sofar in zip(pairs, reached, strict=True) if sofar >= wanted
        )
        return outcome

    def _numeric(self) -> list[tuple[Any, int]]:
        """Return the pairs if all outcomes are numbers."""
        for outcome in self:
            if not isinstance(outcome, int | float | Fraction) or not math.isfinite(outcome):
                message = f"outcomes must be numbers for this, not {short(outcome)}"
                raise InvalidInput(message)
        return list(self._counts.items())

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
        pairs = (f"{outcome!r}: {_digits(count)}" for outcome, count in self._counts.items())
        return f"Distribution({{{', '.join(pairs)}}})"

    def _repr_html_(self) -> str:
        rows = [
            (str(outcome), _cases(count), look.decimals(count / self._total))
            for outcome, count in self._counts.items()
        ]
        return look.frame(look.table((self.name, "count", "probability"), rows))


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


Counts = tuple[tuple[int, int, int, int], ...]
"""3 x 4 counts of a pot in two halves, as in `HiLoTable`."""

_HIGH_ROWS = ("lost", "tied", "won")
_LOW_COLUMNS = ("low lost", "low tied", "low won", "nobody has a low")


@dataclass(frozen=True)
class HiLoTable:
    """All deals between two hands of a hi/lo game, by how each half of the pot goes.

    The best high hand wins one half of the pot and the best low the other; if nobody has a low,
    the best high hand wins it all. What is told is told of the first seat.

    Parameters
    ----------
    counts : 3 rows of 4 ints
        Numbers of deals. Rows: the first seat loses, ties or wins the high half. Columns: it
        loses, ties or wins the low half, or nobody has a low. If opponents' hands are weighted by
        a range, the numbers are the sums of the deals' weights.

    Raises
    ------
    InvalidInput
        If there are not 3 x 4 whole numbers, at least 0 and not all 0.

    Examples
    --------
    >>> table = HiLoTable([[10, 0, 20, 30], [0, 0, 0, 0], [15, 0, 5, 20]])
    >>> print(table)
    equity 0.4250, scoop 0.2500, split 0.3500 (100 deals)
    >>> table.equity, table.equities
    (Fraction(17, 40), (Fraction(17, 40), Fraction(23, 40)))
    >>> table.scoop + table.three_quarter + table.split + table.chop + table.quarter + table.nothing
    Fraction(1, 1)
    """

    counts: Counts

    def __post_init__(self) -> None:
        given: object = self.counts
        if not isinstance(given, Iterable) or not all(isinstance(row, Iterable) for row in given):
            message = f"counts must be 3 rows of 4 numbers, not {short(given)}"
            raise InvalidInput(message)
        rows = tuple(tuple(whole("count", count, 0) for count in row) for row in self.counts)
        if [len(row) for row in rows] != [4, 4, 4] or not any(map(any, rows)):
            message = f"counts must be 3 rows of 4 numbers that are not all 0, not {short(rows)}"
            raise InvalidInput(message)
        object.__setattr__(self, "counts", rows)

    @property
    def deals(self) -> int:
        """The number of deals, or with a weighted range the sum of their weights."""
        return sum(map(sum, self.counts))

    @property
    def equity(self) -> Fraction:
        """The first seat's average share of the pot: half of each half that it wins.

        A half that is won counts one half, a half that is tied one quarter; a pot without a low
        counts 1 if the high is won and one half if it is tied.
        """
        quarters = sum(
            count * (2 * high if low == 3 else high + low)
            for high, row in enumerate(self.counts)
            for low, count in enumerate(row)
        )
        return Fraction(quarters, 4 * self.deals)

    @property
    def equities(self) -> tuple[Fraction, Fraction]:
        """The average shares of both seats; together 1."""
        return self.equity, 1 - self.equity

    @property
    def scoop(self) -> Fraction:
        """The chance of the whole pot: high and low won, or high won and nobody has a low."""
        return self._chance((2, 2), (2, 3))

    @property
    def three_quarter(self) -> Fraction:
        """The chance of three quarters: one half won and the other tied."""
        return self._chance((2, 1), (1, 2))

    @property
    def split(self) -> Fraction:
        """The chance that each seat wins one half, one the high and the other the low."""
        return self._chance((2, 0), (0, 2))

    @property
    def high_only(self) -> Fraction:
        """The chance of a split in which the first seat has the high."""
        return self._chance((2, 0))

    @property
    def low_only(self) -> Fraction:
        """The chance of a split in which the first seat has the low."""
        return self._chance((0, 2))

    @property
    def chop(self) -> Fraction:
        """The chance that both are equal: high and low tied, or high tied and nobody has a low."""
        return self._chance((1, 1), (1, 3))

    @property
    def quarter(self) -> Fraction:
        """The chance of one quarter: one half lost and the other tied."""
        return self._chance((1, 0), (0, 1))

    @property
    def nothing(self) -> Fraction:
        """The chance that the opponent scoops."""
        return self._chance((0, 0), (0, 3))

    @property
    def no_low(self) -> Fraction:
        """The chance that nobody has a low."""
        return self._chance((0, 3), (1, 3), (2, 3))

    def _chance(self, *cells: tuple[int, int]) -> Fraction:
        return Fraction(sum(self.counts[high][low] for high, low in cells), self.deals)

    @property
    def mirrored(self) -> HiLoTable:
        """The same deals as the second seat sees them."""
        return HiLoTable(
            tuple((won, tied, lost, no_low) for lost, tied, won, no_low in self.counts[::-1])
        )

    def to_frame(self) -> pd.DataFrame:
        """Return the counts as a DataFrame: high by low, exact ints."""
        import pandas as pd

        return pd.DataFrame(
            self.counts,
            index=pd.Index(_HIGH_ROWS, name="high half"),
            columns=pd.Index(_LOW_COLUMNS, name="low half"),
            dtype=object,
        )

    def __repr__(self) -> str:
        return f"HiLoTable({self.counts!r})"

    def __str__(self) -> str:
        return (
            f"equity {float(self.equity):.4f}, scoop {float(self.scoop):.4f}, "
            f"split {float(self.split):.4f} ({self.deals:,} deals)"
        )

    def _repr_html_(self) -> str:
        tiles = look.tiles(
            look.Tile(term, f"{float(chance):.4f}", note)
            for term, chance, note in (
                ("Scoop", self.scoop, "the whole pot"),
                ("High only", self.high_only, "half the pot"),
                ("Low only", self.low_only, "half the pot"),
                ("Ties", self.three_quarter + self.chop + self.quarter, "with part of a half"),
                ("Nothing", self.nothing, "neither half"),
            )
        )
        rows = [
            (name, *(f"{count:,}" for count in row))
            for name, row in zip(_HIGH_ROWS[::-1], self.counts[::-1], strict=True)
        ]
        return look.frame(
            "<h3>Equity: average share of the pot</h3>"
            + look.answer("", f"{float(self.equity):.4f}")
            + look.chip("exact", f"opponent {float(1 - self.equity):.4f}; {self.deals:,} deals")
            + _below(tiles)
            + look.disclosure(
                "All outcomes, counted", look.table(("high half", *_LOW_COLUMNS), rows)
            )
        )


def _below(body: str) -> str:
    """Keep a distance from what stands above."""
    return f'<div style="margin: 16px 0">{body}</div>'


def _pots(share: object, deals: int) -> Fraction:
    """Return a share of so many pots."""
    if isinstance(share, bool) or not isinstance(share, Real) or not math.isfinite(share):
        pots = Fraction(-1)
    elif isinstance(share, Rational):
        # A NumPy number would stay one inside of a fraction.
        pots = Fraction(int(share.numerator), int(share.denominator))
    else:
        pots = Fraction(float(share))
    if not 0 <= pots <= deals:
        message = f"shares must be numbers from 0 to the {_cases(deals)} deals, not {short(share)}"
        raise InvalidInput(message)
    return pots


@dataclass(frozen=True)
class PotShares:
    """What each of several seats gets of the pot, over all deals.

    Parameters
    ----------
    deals : int
        The number of deals, or with weighted ranges the sum of their weights.
    shares : tuple of Fraction
        What each seat gets of all these pots, in pots; together the number of deals.

    Raises
    ------
    InvalidInput
        If there are no deals, a share is not a number from 0 to their number, or the shares do not
        add up to it.

    Examples
    --------
    >>> shares = PotShares(4, (Fraction(5, 2), Fraction(1), Fraction(1, 2)))
    >>> print(shares)
    equities 0.6250, 0.2500, 0.1250 (4 deals)
    >>> shares.equities[0]
    Fraction(5, 8)
    """

    deals: int
    shares: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "deals", whole("deals", self.deals, 1))
        instance("shares", self.shares, Iterable)
        shares = tuple(_pots(share, self.deals) for share in self.shares)
        object.__setattr__(self, "shares", shares)
        if sum(self.shares) != self.deals:
            message = f"shares must add up to the {self.deals} deals, not to {sum(self.shares)}"
            raise InvalidInput(message)

    @property
    def equities(self) -> tuple[Fraction, ...]:
        """Each seat's average share of the pot; together 1."""
        return tuple(share / self.deals for share in self.shares)

    @property
    def equity(self) -> Fraction:
        """The first seat's average share of the pot."""
        return self.equities[0]

    def to_frame(self) -> pd.DataFrame:
        """Return a DataFrame with a row for each seat: equity as a float."""
        import pandas as pd

        equities = pd.DataFrame({"equity": [float(equity) for equity in self.equities]})
        return equities.rename_axis("seat")

    def __str__(self) -> str:
        equities = ", ".join(f"{float(equity):.4f}" for equity in self.equities)
        return f"equities {equities} ({self.deals:,} deals)"

    def _repr_html_(self) -> str:
        tiles = look.tiles(
            look.Tile(f"Seat {seat}", f"{float(equity):.4f}", "")
            for seat, equity in enumerate(self.equities)
            if seat
        )
        return look.frame(
            "<h3>Equity: average share of the pot</h3>"
            + look.answer("", f"{float(self.equity):.4f}")
            + look.chip("exact", f"seat 0; {self.deals:,} deals")
            + _below(tiles)
        )


Table = tuple[tuple[str, ...], ...]
"""Rows of text, the first of them the heading."""


@dataclass(frozen=True)
class Explanation:
    """A derivation, step by step, with this question's numbers.

    Parameters
    ----------
    question : str
        What is asked.
    steps : tuple of str or Table
        Sentences, and tables as tuples of rows with the heading first.

    Examples
    --------
    >>> print(Explanation("How many aces?", ("One in each suit.", "So 4.")))
    How many aces?
      1. One in each suit.
      2. So 4.
    """

    question: str
    steps: tuple[str | Table, ...]

    def __str__(self) -> str:
        lines, number = [self.question], 0
        for step in self.steps:
            if isinstance(step, str):
                number += 1
                lines.append(f"  {number}. {step}")
                continue
            widths = [max(map(len, column)) for column in zip(*step, strict=True)]
            for first, *rest in step:
                cells = [first.ljust(widths[0])]
                cells += [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
                lines.append("     " + "  ".join(cells).rstrip())
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return look.frame(f"<h3>{escape(self.question)}</h3>{self._steps_html()}")

    def _steps_html(self) -> str:
        return "".join(
            f"<p>{escape(step)}</p>" if isinstance(step, str) else look.table(step[0], step[1:])
            for step in self.steps
        )
