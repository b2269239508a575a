"""`PotShares`: what each of several seats gets of the pot."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational, Real
from typing import TYPE_CHECKING

from cardlab import look
from cardlab.errors import InvalidInput, instance, short, whole
from cardlab.results.writing import below, cases

if TYPE_CHECKING:
    import pandas as pd


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
        message = f"shares must be numbers from 0 to the {cases(deals)} deals, not {short(share)}"
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
            + below(tiles)
        )
