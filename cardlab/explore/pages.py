"""What the pages of all explorers share: pictures, captions and estimates as HTML."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from threading import Lock
from typing import TYPE_CHECKING

from cardlab import look
from cardlab.results import Estimate, Explanation

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from cardlab.plots import Caption

_DRAWING = Lock()  # matplotlib's settings are shared by all threads

WIDE, NARROW = 640, 345
"""Widths of pictures on a screen and on a phone, in pixels."""


def svg(axes: Axes) -> str:
    """Return drawn axes as markup."""
    from cardlab import plots

    figure = axes.get_figure(root=True)
    assert figure is not None
    with _DRAWING:
        return plots.svg(figure)


def two_sizes(draw: Callable[[int], Axes], narrow: int = NARROW) -> str:
    """Return a picture drawn for a screen and for a phone; the style sheet shows one of them."""
    return "".join(
        f'<div class="cl-{kind}">{svg(draw(width))}</div>'
        for kind, width in (("wide", WIDE), ("narrow", narrow))
    )


def figure(caption: Caption, picture: str, *, note: str = "") -> str:
    """Return a picture under its title and note; `note` comes after that of the caption."""
    more = f"<p>{look.prose(note)}</p>" if note else ""
    return (
        f"<figure><figcaption><h3>{escape(caption.title)}</h3><p>{escape(caption.note)}</p>{more}"
        f"</figcaption>{picture}</figure>"
    )


def value_and_reach(estimate: Estimate) -> tuple[str, str]:
    """Return the value and "from ... to ...", with the digits the estimate prints."""
    value, _, reach = str(estimate).partition(", 95 % interval ")
    return value, "from " + reach.partition(" (")[0]


def remark(text: str) -> str:
    """Return a small note that stands beside something."""
    return f'<span class="note">{look.prose(text)}</span>'


def explanation(told: Explanation) -> str:
    """Return a derivation, its sentences and tables."""
    return "".join(
        f"<p>{look.prose(step)}</p>" if isinstance(step, str) else look.table(step[0], step[1:])
        for step in told.steps
    )


def heat_map(
    corner: str, heading: Iterable[str], rows: Iterable[tuple[str, Iterable[Cell]]]
) -> str:
    """Return a table whose cells are tinted: a picture and its numbers in one.

    Parameters
    ----------
    corner : str
        What the rows are, for screen readers.
    heading : iterable of str
        Names of the columns.
    rows : iterable
        For each row its name as HTML, and its cells.
    """
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in heading)
    body = "".join(
        f'<tr><th scope="row">{name}</th>{"".join(map(_cell, cells))}</tr>' for name, cells in rows
    )
    return (
        f'<table class="cl-heat"><thead><tr><th scope="col"><span class="cl-hidden">'
        f"{escape(corner)}</span></th>{head}</tr></thead><tbody>{body}</tbody></table>"
    )


@dataclass(frozen=True)
class Cell:
    """A cell of a heat map: what stands in it, how strong its tint is (0 to 1), and which."""

    text: str
    strength: float = 0.0
    tone: str = "accent"


def _cell(cell: Cell) -> str:
    if not cell.strength:
        faint = ' class="cl-muted"' if cell.text == "\N{EN DASH}" else ""
        return f"<td{faint}>{escape(cell.text)}</td>"
    share = max(3, round(50 * cell.strength))
    tint = f"color-mix(in srgb,var(--cl-{cell.tone}) {share}%,var(--cl-surface))"
    return f'<td style="background:{tint}">{escape(cell.text)}</td>'


def progress(what: str, share: float, seconds: float) -> str:
    """Return a bar that says how far a count has come."""
    left = seconds * (1 - share) / share if share else 0
    about = f"about {left:,.0f} s left" if left >= 1 else "&nbsp;"
    percent = f"{100 * share:.0f}"
    return (
        f'<p>{escape(what)}</p><div class="cl-bar" role="progressbar" aria-label="{escape(what)}" '
        f'aria-valuemin="0" aria-valuemax="100" aria-valuenow="{percent}">'
        f'<i style="width:{percent}%"></i></div><p class="cl-small">{about}</p>'
    )
