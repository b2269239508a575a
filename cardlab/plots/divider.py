"""Pictures of Divider."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from cardlab.plots.drawing import (
    ACCENT,
    EDGE,
    LINE,
    MUTED,
    Caption,
    canvas,
    head,
    no_leading_zero,
    write,
)
from cardlab.plots.page import TEXT
from cardlab.results import Estimate

if TYPE_CHECKING:
    from cardlab.divider.information import ByInformation
    from cardlab.divider.value_table import Row, ValueTable

_NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven",
            "Eight", "Nine", "Ten", "Eleven", "Twelve")  # fmt: skip
_MINUS = "\N{MINUS SIGN}"
_AS_GOOD = "as good, as far as we can tell"
_SEEN = ("\N{WHITE DIAMOND} all pockets are shown", "\N{BLACK CIRCLE} each sees his own",
         "\N{WHITE SQUARE} your worse group is taken")  # fmt: skip
_MARKERS: tuple[
    dict[str, Any], ...
] = (  # in the order of _SEEN; two of them are open, so that equal values show
    {"marker": "D", "color": MUTED, "ms": 9, "mfc": "none", "mew": 1.5},
    {"marker": "o", "color": ACCENT, "ms": 7},
    {"marker": "s", "color": TEXT, "ms": 8, "mfc": "none", "mew": 1.5},
)


def cuts(table: ValueTable, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw how far each action is behind the best, with its interval where it was sampled.

    It serves choices and placements as well as cuts.

    Parameters
    ----------
    table : divider.ValueTable
        What the questions of `cardlab.divider` return.
    ax, title
        As in `distribution`.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> from cardlab.divider import Cut, Position
    >>> position = Position(
    ...     up=("Ac Ad Ah As", "6h 7h 8h 2c"), down=("3c", None), pockets=("Kc Qd 3d", None),
    ...     buried="Jd Jc 4s",
    ... )
    >>> cuts(Cut(position, "9h 2s 3s Kd").exact()).get_title("left")
    '9♥ | K♦ 3♠ 2♠ is the best cut, .1705 ahead'
    """
    from cardlab.divider.value_table import shown

    ax = canvas(692, 110 + 34 * len(table.rows)) if ax is None else ax
    head(ax, describe_cuts(table), title)
    ax.grid(axis="x", color=LINE, lw=1)
    reaches = [_reach(table, row) for row in table.rows]
    lowest, highest = min(low for low, _, _ in reaches), max(high for _, _, high in reaches)
    width = max(highest - lowest, 0.02)
    ax.set(xlim=(lowest - 0.04 * width, highest + 0.04 * width),
           ylim=(len(table.rows) - 0.4, -0.6),
           xlabel=f"value less that of the best {table.kind}")  # fmt: skip
    ax.xaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 5, 10]))
    ax.xaxis.set_major_formatter(FuncFormatter(_tick))
    ax.axvline(0, color=EDGE, lw=1.5, zorder=1)
    ax.set_yticks(range(len(table.rows)), [shown(row.action) for row in table.rows])
    ax.tick_params(axis="y", labelcolor=TEXT, pad=52)
    for height, (row, (low, middle, high)) in enumerate(zip(table.rows, reaches, strict=True)):
        colour = ACCENT if height == 0 or row.action in table.as_good else TEXT
        write(ax, (0, _share(ax, height)), _value(table, row), "axes", offset=(-44, 0),
              va="center", weight="bold", color=TEXT)  # fmt: skip
        if high > low:
            ax.errorbar(middle, height, xerr=[[middle - low], [high - middle]], color=colour,
                        lw=1.5, capsize=5, capthick=1.5)  # fmt: skip
        ax.plot(middle, height, "o", ms=7, color=colour, clip_on=False, zorder=3)
        _right_label(ax, table, row, height, colour)
    return ax


def describe_cuts(table: ValueTable) -> Caption:
    """Return the caption of `cuts`."""
    from cardlab.divider.value_table import METHODS, shown

    first, *others = table.rows
    best, close = shown(first.action), len(table.as_good)
    if not others:
        title = f"There is only one {table.kind}: {best}"
    elif close == len(others):
        equal = "are equally good" if table.exact else "are as good, as far as we can tell"
        title = f"All {_NUMBERS[close + 1].lower()} {table.kind}s {equal}"
    elif close:
        shared = "share first place" if table.exact else "may be the best, as far as we can tell"
        title = f"{_NUMBERS[close + 1]} {table.kind}s {shared}"
    else:
        title = f"{best} is the best {table.kind}, {_ahead(table, others[0])} ahead"
    note = f"Chance to win, a tie counts half, and how far it is behind the best {table.kind}"
    if table.n is not None:
        note += f";\n95 % intervals, n = {table.n:,} worlds, the same for every {table.kind}"
    elif table.method:
        note += f";\nexact: {METHODS[table.method]}"
    listed = "; ".join(f"{shown(row.action)} {_ahead(table, row)} behind" for row in others)
    text = f"The best {table.kind} is {best} with a value of {_value(table, first)}."
    if others:
        text += f" The others: {listed}."
    if close:
        equal = "Equally good" if table.exact else "As good, as far as we can tell"
        text += f" {equal}: {'; '.join(map(shown, table.as_good))}."
    return Caption(title, note, f"{text} {table.caveat}".rstrip())


def _reach(table: ValueTable, row: Row) -> tuple[float, float, float]:
    """Return low end, middle and high end of the value less that of the best."""
    behind = table.behind(row.action)
    low, high = behind.interval() if isinstance(behind, Estimate) else (behind, behind)
    return -float(high), -float(behind), -float(low)


def _right_label(ax: Axes, table: ValueTable, row: Row, height: int, colour: str) -> None:
    """Write beside a dot how far it is behind."""
    first = row is table.rows[0]
    close = row.action in table.as_good
    equal = "as good" if table.exact else _AS_GOOD
    lines = ["best" if first else f"{_MINUS}{_ahead(table, row)}"]
    if close:
        lines = [*lines, equal] if not table.exact else [equal]
    write(ax, (1, _share(ax, height)), "\n".join(lines), "axes", offset=(10, 0), va="center",
          color=colour, in_layout=True, weight="bold" if first else "normal")  # fmt: skip


def by_information(
    values: ByInformation, *, ax: Axes | None = None, title: str | None = None
) -> Axes:
    """Draw what each cut is worth by what the chooser can see before he chooses.

    Three signs for each cut: its value if all pockets lie open, if each player sees his own, and
    if the chooser takes your worse group whatever he holds.

    Parameters
    ----------
    values : divider.ByInformation
        What `divider.Cut.by_information` returns.
    ax, title
        As in `distribution`.

    Returns
    -------
    matplotlib Axes
    """
    from cardlab.divider.value_table import shown

    ax = canvas(692, 150 + 34 * len(values.bayes.rows)) if ax is None else ax
    head(ax, describe_by_information(values), title, unit=" ")  # room for the key
    ax.grid(visible=False, axis="y")
    ax.grid(axis="x", color=LINE, lw=1)
    actions = values.bayes.actions
    lines = [
        [float(table.value(action)) for table in (values.open, values.bayes, values.fixed)]
        for action in actions
    ]
    low, high = min(map(min, lines)), max(map(max, lines))
    margin = 0.06 * max(high - low, 0.02)
    ax.set(xlim=(low - margin, high + margin), ylim=(len(lines) - 0.4, -0.6),
           xlabel="the divider's chance to win, a tie counts half")  # fmt: skip
    ax.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
    ax.xaxis.set_major_formatter(FuncFormatter(no_leading_zero))
    ax.set_yticks(range(len(lines)), [shown(action) for action in actions])
    ax.tick_params(axis="y", labelcolor=TEXT)
    for height, line in enumerate(lines):
        ax.hlines(height, min(line), max(line), color=LINE, lw=1.5, zorder=1)
        for style, value in zip(_MARKERS, line, strict=True):
            ax.plot(value, height, clip_on=False, zorder=3, ls="", **style)
    for left, words, style in zip((0, 0.32, 0.58), _SEEN, _MARKERS, strict=True):
        write(ax, (left, 1), words, "axes", offset=(0, 12), color=style["color"])
    return ax


def describe_by_information(values: ByInformation) -> Caption:
    """Return the caption of `by_information`."""
    from cardlab.divider.value_table import brief, shown

    best = values.bayes.best
    gain, keep = values.chooser_gains(best), values.divider_keeps(best)
    if values.maximin == best:
        title = f"{shown(best)} is the best cut, and the maximin cut too"
    else:
        title = f"{shown(best)} is the best cut; the maximin cut is {shown(values.maximin)}"
    if gain >= 0:
        looking = f"By his own pockets the chooser gains {brief(gain)} over taking your worse group"
    else:
        looking = f"He may be wrong about your worse group, which is worth {brief(-gain)} to you"
    tables = (values.open, values.bayes, values.fixed)
    listed = "; ".join(
        f"{shown(action)} {', '.join(brief(table.value(action)) for table in tables)}"
        for action in values.bayes.actions
    )
    return Caption(
        title,
        "The divider's value of each cut, by what is seen before the choice; exact",
        f"The best cut is {shown(best)}; the cut whose worse group is best, the maximin cut, is "
        f"{shown(values.maximin)}. {looking}. That your pockets are hidden is worth {brief(keep)} "
        "to you. Values if all pockets are shown, if each player sees his own, and if your worse "
        f"group is taken: {listed}.",
    )


def _value(table: ValueTable, row: Row) -> str:
    from cardlab.divider.value_table import brief

    return brief(table.value(row.action))


def _ahead(table: ValueTable, row: Row) -> str:
    """Return how far a row is behind the best, with half the width of its interval."""
    from cardlab.divider.value_table import with_interval

    return with_interval(table.behind(row.action))


def _share(ax: Axes, height: float) -> float:
    """Return where a height stands, from 0 at the foot to 1 at the top."""
    low, high = ax.get_ylim()
    return (height - low) / (high - low)


def _tick(value: float, place: object) -> str:
    """Return the text of a tick, with a true minus sign."""
    return no_leading_zero(round(value, 9) + 0.0, place).replace("-", _MINUS)
