"""`Odds`: the exact odds of an event."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from cardlab import look
from cardlab.errors import whole
from cardlab.results.writing import cases, digits


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
        return f"Odds({digits(self.favourable)}, {digits(self.total)})"

    def __str__(self) -> str:
        return f"{cases(self.favourable)} of {cases(self.total)} = {float(self):.4f}"

    def _repr_html_(self) -> str:
        return look.frame(
            look.answer(f"{cases(self.favourable)} of {cases(self.total)} =", f"{float(self):.4f}")
            + look.chip("exact", "")
        )
