"""The fair-division reading of a cut: what it is worth by what the players can see."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from cardlab import look
from cardlab.cards import CardsLike
from cardlab.divider.events import Action
from cardlab.divider.value_table import ValueTable, brief, shown, written

if TYPE_CHECKING:
    import pandas as pd

_SEEN = {
    "open": "all pockets are shown",
    "bayes": "each sees his own",
    "fixed": "your worse group is taken",
}


@dataclass(frozen=True)
class ByInformation:
    """What each cut of a last turn is worth, by what the chooser can see when he chooses.

    What the divider knows is the same in all three tables: his own pockets.

    Parameters
    ----------
    open : ValueTable
        All pockets are shown before the chooser chooses, so he takes what is better for him in
        each single case. No cut is worth less.
    bayes : ValueTable
        The game as it is: the chooser sees his own pockets and takes what is better for him on
        average over yours.
    fixed : ValueTable
        No pockets of the chooser count: he takes the group that is the worse one for you, the same
        whatever he holds. It is cut and choose with open goods; the best cut is the *maximin*.
    """

    open: ValueTable
    bayes: ValueTable
    fixed: ValueTable

    @property
    def maximin(self) -> Action:
        """The cut whose worse group is best."""
        return self.fixed.best

    def chooser_gains(self, cut: Action | CardsLike | None = None) -> Fraction:
        """Return what the chooser gains by his own pockets, which you cannot see.

        It is by how much the cut is worth less than its worse group. It can be negative: he does
        not know your pockets, and so may be wrong about which group is worse for you.

        Parameters
        ----------
        cut : Divided or text, optional
            By default the best cut of the game as it is.
        """
        return self._lost(self.fixed, self.bayes, cut)

    def divider_keeps(self, cut: Action | CardsLike | None = None) -> Fraction:
        """Return what you would lose by showing your pockets before the chooser chooses.

        Parameters
        ----------
        cut : Divided or text, optional
            By default the best cut of the game as it is.
        """
        return self._lost(self.bayes, self.open, cut)

    def _lost(
        self, before: ValueTable, after: ValueTable, cut: Action | CardsLike | None
    ) -> Fraction:
        cut = self.bayes.best if cut is None else cut
        higher, lower = before.value(cut), after.value(cut)
        assert isinstance(higher, Fraction)  # the tables are exact
        assert isinstance(lower, Fraction)
        return higher - lower

    def to_frame(self) -> pd.DataFrame:
        """Return a DataFrame with a row for each method.

        Returns
        -------
        DataFrame
            Index: method. Columns: ``seen`` (who sees what), ``best`` (the best cut), ``value``
            (its value for the divider) and ``behind`` (how far the best cut of the game as it is
            falls behind it).
        """
        import pandas as pd

        rows = [
            {
                "seen": _SEEN[method],
                "best": written(table.best),
                "value": float(table.value(table.best)),
                "behind": float(table.behind(self.bayes.best)),
            }
            for method, table in self._tables()
        ]
        return pd.DataFrame(rows, index=pd.Index(list(_SEEN), name="method"))

    def _tables(self) -> list[tuple[str, ValueTable]]:
        return [(method, getattr(self, method)) for method in _SEEN]

    def __str__(self) -> str:
        return "\n".join(
            f"{_SEEN[method]}: {written(table.best)}, {brief(table.value(table.best))}"
            for method, table in self._tables()
        )

    def _repr_html_(self) -> str:
        heading = ("cut", *_SEEN.values())
        rows = [
            (shown(cut), *(brief(table.value(cut)) for _, table in self._tables()))
            for cut in self.bayes.actions
        ]
        return look.frame(
            "<h3>What each cut is worth to the divider, by information</h3>"
            + look.table(heading, rows)
            + look.chip("exact", "")
        )
