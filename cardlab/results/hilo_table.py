"""`HiLoTable`: how the two halves of a pot go between two hands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from cardlab import look
from cardlab.errors import InvalidInput, short, whole
from cardlab.results.writing import below

if TYPE_CHECKING:
    import pandas as pd

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
            + below(tiles)
            + look.disclosure(
                "All outcomes, counted", look.table(("high half", *_LOW_COLUMNS), rows)
            )
        )
