"""What simulated banks of Shoot return: how often the dealer goes broke, and what is left."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from html import escape
from itertools import accumulate
from math import ceil
from typing import TYPE_CHECKING

from cardlab import look
from cardlab.results import Distribution, Estimate

if TYPE_CHECKING:
    import pandas as pd

    from cardlab.shoot.bank import Bank

_HEAVY = Fraction(1, 20)


@dataclass(frozen=True)
class BankResult:
    """What became of the dealer in `n` simulated banks.

    Results are equal if bank, seed, n and all outcomes are; the time taken does not count.

    Parameters
    ----------
    bank : Bank
        The bank that was played.
    n : int
        How many times.
    seed : int
        The seed that repeats this result.
    result : Distribution
        The dealer's result in tokens: the kitty at the end less the kitty put up.
    course : tuple of Distribution, optional
        The kitty before the first turn and after each turn, if asked for.
    note : str
        Why the banks were played in Python instead of the compiled kernel, if they were.
    seconds : float
        How long it took.
    """

    bank: Bank
    n: int
    seed: int
    result: Distribution[int]
    course: tuple[Distribution[int], ...] | None = None
    note: str = ""
    seconds: float = field(default=0.0, compare=False)

    @property
    def broke(self) -> Estimate:
        """The chance that the dealer goes broke."""
        count = self.result.get(-self.bank.kitty, 0)
        return Estimate.of_proportion(count, self.n, seed=self.seed, seconds=self.seconds)

    @cached_property
    def mean(self) -> Estimate:
        """The dealer's mean result; read `warning` before it."""
        total = sum(tokens * count for tokens, count in self.result.items())
        squares = sum(tokens * tokens * count for tokens, count in self.result.items())
        return Estimate.of_mean(total, squares, self.n, seed=self.seed, seconds=self.seconds)

    @property
    def median(self) -> int:
        """The dealer's median result."""
        return self.quantile(0.5)

    def quantile(self, level: float) -> int:
        """Return the smallest result that is reached or undercut in a share `level` of banks."""
        return self.result.quantile(level)

    @property
    def largest(self) -> int:
        """The most tokens that were left in a kitty."""
        return max(self.result) + self.bank.kitty

    @cached_property
    def _top_share(self) -> Fraction:
        left = [(tokens + self.bank.kitty, count) for tokens, count in self.result.items()]
        total = sum(tokens * count for tokens, count in left)
        banks, held = -(-self.n // 100), 0
        for tokens, count in sorted(left, reverse=True):
            held += tokens * min(count, banks)
            banks -= min(count, banks)
        return Fraction(held, total) if total else Fraction(0)

    @property
    def top_share(self) -> float:
        """The share of all remaining tokens that the richest 1 % of banks hold, at least one."""
        return float(self._top_share)

    @property
    def heavy_tail(self) -> bool:
        """Whether a few banks decide the mean: the richest 1 % hold more than 5 % of all tokens.

        Also true if every bank went broke, since the sample then says nothing about the others.
        """
        return self._top_share > _HEAVY or self.largest == 0

    @property
    def warning(self) -> str | None:
        """What to be careful with, if the tail is heavy."""
        if not self.heavy_tail:
            return None
        if self.largest == 0:
            banks = "The one bank" if self.n == 1 else f"All {self.n:,} banks"
            return (
                f"{banks} went broke, so the mean leaves out the rare bank that does "
                "not, however much that holds. Read the chance of going broke first."
            )
        richest = "1 % of banks hold" if self.n >= 100 else "bank holds"
        return (
            f"The richest {richest} {100 * self.top_share:.1f} % of all tokens, the largest "
            f"{self.largest:,}. Read the median and the chance of going broke first."
        )

    @property
    def path(self) -> pd.DataFrame | None:
        """The course of the kitty, if `path=True` was asked for.

        One row for each turn, 0 being the start: share of banks broke, mean, and the quantiles
        q05, q25, q50, q75 and q95 of the tokens in the kitty.
        """
        if self.course is None:
            return None
        import pandas as pd

        levels = {f"q{percent:02}": Fraction(percent, 100) for percent in (5, 25, 50, 75, 95)}
        rows = [
            {
                "broke": kitties.get(0, 0) / self.n,
                "mean": sum(tokens * count for tokens, count in kitties.items()) / self.n,
                **dict(zip(levels, _quantiles(kitties, levels.values()), strict=True)),
            }
            for kitties in self.course
        ]
        return pd.DataFrame(rows).rename_axis("turn")

    def __str__(self) -> str:
        lines = [
            f"{self._title()}, seed {self.seed}",
            f"chance that the dealer goes broke: {self.broke}",
            f"his result in tokens: median {self.median:,}; {self._spread()}",
            f"mean: {self.mean}",
        ]
        return "\n".join(lines + [text for text in (self.warning, self.note) if text])

    def _repr_html_(self) -> str:
        value, _, reach = str(self.broke).partition(", ")
        parts = [
            f"<h3>Chance that the dealer goes broke: {escape(self._title())}</h3>",
            look.answer("", value),
            look.chip("sampled", f"{reach}, seed {self.seed}"),
            f"<p>The dealer's result in tokens: median <strong>{self.median:,}</strong>; "
            f"{escape(self._spread())}.</p>",
            f"<p>Mean: {escape(str(self.mean))}.</p>",
        ]
        if self.warning:
            parts.append(look.note("warn", "Heavy tail: do not read the mean alone", self.warning))
        if self.note:
            parts.append(f"<p>{escape(self.note)}</p>")
        return look.frame("".join(parts))

    def _title(self) -> str:
        bank = self.bank
        deals = "1 deal" if bank.deals == 1 else f"{bank.deals} deals"
        banks = "1 bank" if self.n == 1 else f"{self.n:,} banks"
        return f"{bank.players} players, kitty {bank.kitty:,}, {deals}, {banks}"

    def _spread(self) -> str:
        low, lower, upper, high = (self.quantile(level) for level in (0.05, 0.25, 0.75, 0.95))
        return f"half lie from {lower:,} to {upper:,}, nine tenths from {low:,} to {high:,}"


def _quantiles(ordered: Distribution[int], levels: Iterable[Fraction]) -> list[int]:
    """Return the quantiles of a distribution whose outcomes stand in order."""
    outcomes, reached = list(ordered), list(accumulate(ordered.values()))
    return [outcomes[bisect_left(reached, ceil(level * ordered.total))] for level in levels]
