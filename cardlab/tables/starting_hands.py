"""What each starting hand of stud hi/lo is worth against an opponent of whom nothing is known."""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING

from cardlab.cards import CardsLike, parse, text
from cardlab.errors import InvalidInput, short
from cardlab.results import HiLoTable
from cardlab.sampling import Progress, _check_helpers, _Reporter
from cardlab.stud8 import LowDraw, Matchup
from cardlab.tables.hands import Hand, starting_hands, suit_class
from cardlab.tables.work import as_ready

if TYPE_CHECKING:
    import pandas as pd

COUNTS = tuple(
    f"high_{high}_{low}"
    for high in ("lost", "tied", "won")
    for low in ("low_lost", "low_tied", "low_won", "no_low")
)
"""What the counts of a `HiLoTable` are called in a row, one row of them after another."""

COUNTED = ("deals", *COUNTS, "equity", "scoop")

_LOW = ("low_favourable", "low_total", "low_probability")
_COLUMNS = ("hand", "hands", *_LOW, *COUNTED)


def stud8_starting_hands(
    file: str | os.PathLike[str],
    *,
    hands: Iterable[CardsLike] | None = None,
    executor: Executor | None = None,
    progress: Progress = False,
) -> pd.DataFrame:
    """Count all deals of each starting hand against an unknown hand, and write a CSV file.

    A hand takes a second or two. What is done is kept beside the file, in one with ``.part``
    behind its name, so that a run that was killed goes on where it was.

    Parameters
    ----------
    file : path
        The CSV file; it is written when all is done.
    hands : iterable of cards, optional
        Three cards each; by default one hand of each of the 1,755 classes under relabelling the
        suits.
    executor : concurrent.futures.Executor, optional
        Where hands are counted; by default one after another, here.
    progress : bool or function
        True for a progress bar, or a function of (hands done, hands in all) that may raise.

    Returns
    -------
    DataFrame
        What the file holds, a row for each hand: `hand`; `hands`, how many there are of its class;
        the odds of a low and their quotient; `deals` and the twelve counts of a `HiLoTable`, exact
        ints; `equity` and `scoop`, floats.

    Raises
    ------
    InvalidInput
        If a hand has not three cards, or the ``.part`` file is not one of this table.
    """
    import pandas as pd

    _check_helpers(executor, progress)
    chosen = starting_hands() if hands is None else [parse(hand, count=3) for hand in hands]
    wanted = {text(hand): hand for hand in chosen}
    file = Path(file)
    part = file.with_name(f"{file.name}.part")
    rows = _left_behind(part)
    rest = [hand for name, hand in wanted.items() if name not in rows]
    with (
        part.open("a", encoding="utf-8", newline="\n") as out,
        _Reporter(progress, len(wanted), " hands") as report,
    ):
        report(len(wanted) - len(rest))
        for number, line in enumerate(as_ready(_line, rest, executor), len(wanted) - len(rest) + 1):
            out.write(f"{line}\n")
            out.flush()
            rows[line.partition(",")[0]] = line
            report(number)
    lines = [",".join(_COLUMNS), *(rows[name] for name in wanted)]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    part.unlink()
    return pd.read_csv(file)


def _left_behind(part: Path) -> dict[str, str]:
    """Return the lines by hand that a run which was killed has left; one cut short is cut off."""
    part.touch()
    with part.open("r+b") as file:
        whole = file.read().rpartition(b"\n")
        file.truncate(len(whole[0] + whole[1]))
    lines = whole[0].decode(errors="replace").splitlines()
    for line in lines:
        if len(line.split(",")) != len(_COLUMNS):
            message = f"file: {part} does not hold lines of this table ({short(line)}); delete it"
            raise InvalidInput(message)
    return {line.partition(",")[0]: line for line in lines}


def _line(hand: Hand) -> str:
    low = LowDraw(hand).exact()
    odds = low.favourable, low.total, float(low)
    cells = text(hand), len(suit_class(hand)), *odds, *counted(hand, ())
    return ",".join(map(str, cells))


def counted(hand: CardsLike, opponent: CardsLike) -> tuple[float, ...]:
    """Count all deals of a matchup, as a row of the columns `COUNTED`."""
    table = Matchup(hand, opponent).exact()
    assert isinstance(table, HiLoTable)
    counts = (count for row in table.counts for count in row)
    return table.deals, *counts, float(table.equity), float(table.scoop)
