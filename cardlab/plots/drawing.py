"""What all pictures share: colours, type, captions, and text that does not overlap."""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from cardlab import look
from cardlab.plots.page import TEXT, svg

MUTED, LINE, EDGE = (look.TOKENS[name][0] for name in ("muted", "line", "edge"))


ACCENT, WIN, LOSE = (look.TOKENS[name][0] for name in ("accent", "win", "lose"))


WIN_TINT, LOSE_TINT = (look.TOKENS[name][0] for name in ("win-tint", "lose-tint"))


SMALL, LARGE = 12, 14  # type sizes, in pixels of the page


@dataclass(frozen=True)
class Caption:
    """What a picture says, in words.

    Parameters
    ----------
    title : str
        The finding.
    note : str
        How to read the picture.
    text : str
        The content of the picture in sentences, for those who do not see it.
    """

    title: str
    note: str
    text: str

    def __str__(self) -> str:
        return self.text


class _Picture(Axes):
    """Axes that a notebook shows as markup, in the colours of the page."""

    def _repr_html_(self) -> str:
        figure = self.get_figure(root=True)
        assert figure is not None  # these axes are made with their figure
        width = 72 * figure.get_figwidth()
        return look.frame(f'<div style="max-width:{width:.0f}px">{svg(figure)}</div>')


def canvas(width: float = 640, height: float = 300) -> Axes:
    """Return empty axes in a figure of their own, sized in pixels of a page.

    Type is 12 and 14 pixels high where the picture stands on the page at this width.

    Parameters
    ----------
    width, height : float
        Size of the whole picture, titles included.

    Examples
    --------
    >>> ax = canvas(424, 220)
    >>> ax.figure.get_size_inches() * 72
    array([424., 220.])
    """
    figure = Figure(figsize=(width / 72, height / 72), dpi=144, layout="constrained")
    return figure.add_subplot(axes_class=_Picture)


def head(ax: Axes, caption: Caption, title: str | None, *, unit: str = "") -> None:
    """Give axes their dress, title and note; keep the caption for `svg`."""
    ax.set_label(caption.text)
    ax.set_facecolor("none")
    ax.spines[["left", "right", "top"]].set_visible(False)
    ax.spines["bottom"].set(color=EDGE, linewidth=1)
    ax.tick_params(length=0, labelsize=SMALL, labelcolor=MUTED, color=EDGE)
    ax.xaxis.label.set(color=MUTED, fontsize=SMALL, parse_math=False)
    ax.set_axisbelow(True)
    rise = 12
    if unit:
        ax.grid(axis="y", color=LINE, lw=1)
        write(ax, (0, 1), unit, "axes", offset=(0, rise), ha="left")
        rise += 20
    if title == "":
        return
    write(ax, (0, 1), caption.note, "axes", offset=(0, rise))
    rise += 16 * caption.note.count("\n")
    ax.set_title(title or caption.title, loc="left", pad=rise + 20, color=TEXT,
                 fontsize=LARGE, fontweight="bold", parse_math=False)  # fmt: skip


def write(
    ax: Axes,
    place: tuple[float, float],
    text: str,
    units: str = "data",
    *,
    offset: tuple[float, float] = (0, 0),
    **style: Any,
) -> None:
    """Write small text at a place, moved by so many pixels; by default no room is made for it."""
    style.setdefault("color", MUTED)
    style.setdefault("in_layout", False)
    coordinates = "axes fraction" if units == "axes" else "data"
    ax.annotate(text, place, xycoords=coordinates, xytext=offset, textcoords="offset points",
                fontsize=SMALL, annotation_clip=False, parse_math=False, **style)  # fmt: skip


def toward(ax: Axes, x: float) -> str:
    """Return how to align text at x so that it stays within the axes."""
    low, high = ax.get_xlim()
    where = (x - low) / (high - low)
    return "left" if where < 0.15 else "right" if where > 0.85 else "center"


def beside(x: float, line: float, gap: float) -> tuple[float, str]:
    """Return where text about x begins or ends so that it does not cross an upright line."""
    return (line + gap, "left") if x > line else (line - gap, "right")


def end_labels(
    ax: Axes,
    labels: Iterable[tuple[float, str, str]],
    *,
    bold: Container[str] = (ACCENT, LOSE),
) -> None:
    """Write labels (value, text, colour) right of the axes, none on top of another.

    Those in the colours `bold` are in bold type.
    """
    low, high = ax.get_ylim()
    figure = ax.get_figure(root=True)
    assert figure is not None
    line = 16 * (high - low) * figure.dpi / 72 / (0.9 * ax.get_window_extent().height)
    labels = sorted(labels, key=lambda label: label[0])
    heights = _apart([min(value, high) for value, _, _ in labels], line, low)
    for height, (_, text, colour) in zip(heights, labels, strict=True):
        write(ax, (1, (height - low) / (high - low)), text, "axes", offset=(8, 0), color=colour,
               va="center", in_layout=True,
               weight="bold" if colour in bold else "normal")  # fmt: skip


def _apart(values: Iterable[float], gap: float, low: float) -> list[float]:
    """Move rising values apart until each is `gap` above the last, and the first not below low."""
    groups: list[list[float]] = []

    def spread(group: list[float]) -> list[float]:
        start = max(low, sum(group) / len(group) - gap * (len(group) - 1) / 2)
        return [start + gap * place for place in range(len(group))]

    for value in values:
        groups.append([value])
        while len(groups) > 1 and spread(groups[-2])[-1] + gap > spread(groups[-1])[0]:
            groups[-2:] = [groups[-2] + groups[-1]]
    return [height for group in groups for height in spread(group)]


def number(value: float | Fraction) -> str:
    """Return a number for a label: whole ones as they are, others with one or two decimals."""
    number = float(value)
    digits = 0 if number == round(number) or abs(number) >= 1000 else 1 if abs(number) >= 10 else 2
    return f"{number:,.{digits}f}".replace("-", "\N{MINUS SIGN}")


def percent(share: float | Fraction, digits: int = 1) -> str:
    """Return a share in percent; never 0 or 100 % unless it is exactly that."""
    percent = 100 * float(share)
    if percent == round(percent):
        return f"{percent:.0f} %"
    while digits < 12 and float(f"{percent:.{digits}f}") in (0, 100):
        digits += 1
    return f"{percent:.{digits}f} %"


def no_leading_zero(value: float, _: object) -> str:
    """Return the text of a tick."""
    return f"{value:.3g}".replace("0.", ".", 1)
