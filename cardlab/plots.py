"""Pictures of results, for notebooks and for pages that follow a light or a dark theme.

Each picture has a `Caption`: the title that states what it shows, a note on how to read it, and
the same content in sentences. The ``describe_`` functions return it without drawing.

A picture that is drawn without ``ax`` belongs to itself and not to pyplot: it needs no display,
nothing has to be closed, and a notebook shows it when it is the last expression of a cell (or by
``display``), in the colours of the page. To place it in a figure of your own, pass ``ax``. To save
it, ``ax.figure.savefig("name.png")``; files have a white ground and so can be read anywhere.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from io import StringIO
from typing import TYPE_CHECKING, Any, cast
from xml.etree import ElementTree

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from cardlab import look
from cardlab.results import Distribution, Estimate

if TYPE_CHECKING:
    from cardlab.shoot.bank import BankResult
    from cardlab.shoot.odds import Turn
    from cardlab.shoot.record import Record

TEXT = "#1B1F24"  # on a page: the colour of the text around the picture
MUTED, LINE, EDGE = (look.TOKENS[name][0] for name in ("muted", "line", "edge"))
ACCENT, WIN, LOSE = (look.TOKENS[name][0] for name in ("accent", "win", "lose"))
WIN_TINT, LOSE_TINT = (look.TOKENS[name][0] for name in ("win-tint", "lose-tint"))

SMALL, LARGE = 12, 14  # type sizes, in pixels of the page
_BARS = 60  # more outcomes than this are put into bins
_DEALS = ("no deal", "one deal", "two deals", "three deals")


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


def distribution(
    dist: Distribution[Any],
    event: Any = None,
    *,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """Draw a distribution as bars, with an event shaded and its probability written in.

    The mean is marked if the outcomes are numbers. More than 60 numbers are put into bins of equal
    width; where a few of them lie far out, the last bin holds all that lie beyond.

    Parameters
    ----------
    dist : Distribution
        What to draw.
    event : outcome, set or range of outcomes, or function, optional
        As in `Distribution.probability`.
    ax : matplotlib Axes, optional
        Where to draw; a new picture by default.
    title : str, optional
        Instead of the title of the caption; an empty one leaves title and note out.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> heads = Distribution({0: 1, 1: 2, 2: 1}, name="heads")
    >>> distribution(heads, 2).get_title("left")
    '2 heads in 25 % of cases'
    """
    ax = canvas() if ax is None else ax
    _head(ax, describe_distribution(dist, event), title, unit=True)
    chosen = None if event is None else set(dist._select(event))
    _bars(ax, dist, chosen)
    if chosen:
        share = dist.probability(chosen)
        _event_label(ax, dist, chosen, look.decimals(float(share)))
    if _is_numeric(dist):
        _mean_label(ax, dist, f"mean {_number(dist.mean)}")
    return ax


def describe_distribution(dist: Distribution[Any], event: Any = None) -> Caption:
    """Return the caption of `distribution`.

    Examples
    --------
    >>> describe_distribution(Distribution({0: 1, 1: 2, 2: 1}, name="heads")).title
    'On average 1 heads'
    """
    numeric = _is_numeric(dist)
    name = "" if dist.name == "outcome" else f" {dist.name}"
    likeliest = max(dist, key=dist.__getitem__)
    most = f"{likeliest} most often, in {_percent(dist.probability(likeliest))} of cases"
    mean = f"On average {_number(dist.mean)}{name}" if numeric else ""
    title = mean or most
    text = f"{mean}; {most}." if numeric else f"{most}."
    note = f"Probability of each of {len(dist):,} outcomes"
    if event is not None:
        chosen = dist._select(event)
        title = f"{_in_words(dist, chosen)} in {_percent(dist.probability(set(chosen)))} of cases"
        text = f"{title}. {text}"
        note += "; the event is shaded"
    return Caption(title, note, text)


def place(turn: Turn, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw where a hand of Shoot stands among all hands, as they are dealt.

    Seen cards are left out: hands are compared by the cards they beat before any is turned.

    Parameters
    ----------
    turn : shoot.Turn
        The hand, and the rules to compare under.
    ax, title
        As in `distribution`.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> from cardlab import shoot
    >>> place(shoot.Turn("5h Kc Qs")).get_title("left")
    'Better than 91.8 % of hands, still not a favourite'
    """
    ax = canvas(424, 230) if ax is None else ax
    _head(ax, describe_place(turn), title)
    hands, mine, needed = _standing(turn)
    counts = [hands.get(beaten, 0) for beaten in range(max(hands) + 1)]
    colours = [WIN if beaten >= needed else EDGE for beaten in range(len(counts))]
    colours[mine] = ACCENT
    ax.bar(range(len(counts)), counts, width=0.9, color=colours, clip_on=False, zorder=2)
    top = max(counts)
    ax.set(xlim=(-0.5, len(counts) - 0.5), ylim=(0, 1.3 * top), yticks=[], xlabel=hands.name)
    ax.set_xticks(range(0, len(counts), 6 if len(counts) > 30 else 3))
    favourites = hands.probability(lambda beaten: beaten >= needed)
    if favourites:
        ax.axvspan(needed - 0.5, len(counts) - 0.5, 0, 0.84, color=WIN_TINT, lw=0, zorder=0)
        share = f"favourites {_percent(favourites)}"
        _write(ax, (0.99, 0.8), share, "axes", color=WIN, ha="right", va="top", weight="bold")
    ax.vlines(mine, counts[mine] + 0.02 * top, 1.2 * top, color=ACCENT, lw=1.5)
    _write(ax, (mine, 1.22 * top), f"this hand: {mine}", color=ACCENT, weight="bold",
           ha=_side(ax, mine))  # fmt: skip
    mode = counts.index(top)
    x, side = (mode, "center") if abs(mode - mine) > 6 else _beside(mode, mine, 0.6)
    _write(ax, (x, 1.03 * top), f"{top:,} hands", ha=side)
    return ax


def describe_place(turn: Turn) -> Caption:
    """Return the caption of `place`.

    Examples
    --------
    >>> from cardlab import shoot
    >>> print(describe_place(shoot.Turn("5h Kc Qs")))
    This hand beats 24 cards. 91.8 % of the 22,100 hands beat fewer and 7.0 % beat more. \
A favourite beats 25 or more, as 6.6 % of hands do.
    """
    hands, mine, needed = _standing(turn)
    worse = hands.probability(lambda beaten: beaten < mine)
    better = hands.probability(lambda beaten: beaten > mine)
    favourites = hands.probability(lambda beaten: beaten >= needed)
    if better == 0:
        title = "No hand is better"
    elif worse == 0:
        title = "No hand is worse"
    elif worse >= better:
        title = f"Better than {_percent(worse)} of hands"
    else:
        title = f"Worse than {_percent(better)} of hands"
    if mine >= needed:
        title += ", a favourite"
    elif worse >= better:
        title += ", still not a favourite"
    if turn.seen:
        title = f"As dealt: {title[0].lower()}{title[1:]}"
    need = f"a favourite needs {needed}" if favourites else "no hand is a favourite"
    note = f"All {hands.total:,} hands by number of winning cards; {need}"
    text = (
        f"This hand beats {mine} cards. {_percent(worse)} of the {hands.total:,} hands beat fewer "
        f"and {_percent(better)} beat more."
    )
    if favourites:
        text += f" A favourite beats {needed} or more, as {_percent(favourites)} of hands do."
    else:
        text += " No hand is a favourite."
    return Caption(title, note, text)


def _standing(turn: Turn) -> tuple[Distribution[int], int, int]:
    """Return all hands by winning cards, the number of this hand, and what a favourite needs."""
    from cardlab.shoot.odds import winning_cards

    rules = turn.rules
    mine = rules.winning(turn.hand).bit_count()
    return winning_cards(rules), mine, (52 - rules.hand_size) // 2 + 1


def kitty(result: BankResult, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw what becomes of the kitty, turn by turn, as a fan chart.

    The bands hold the middle 50 % and 90 % of the banks; the line is the median, the dashed line
    the mean, dotted lines part the deals. A mean far above the fan leaves the picture at the top.

    Parameters
    ----------
    result : shoot.BankResult
        Simulated with ``path=True``.
    ax, title
        As in `distribution`.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    InvalidInput
        If the result has no path.
    """
    ax = canvas(692, 380) if ax is None else ax
    _head(ax, describe_kitty(result), title, unit="tokens")
    path = _path(result)
    turns = range(len(path))
    ax.fill_between(turns, path["q05"], path["q95"], color=ACCENT, alpha=0.16, lw=0)
    ax.fill_between(turns, path["q25"], path["q75"], color=ACCENT, alpha=0.26, lw=0)
    ax.plot(turns, path["mean"], color=TEXT, lw=1.5, dashes=(4, 3))
    ax.plot(turns, path["q50"], color=ACCENT, lw=2.5)
    highest = max(path["q95"])
    in_view = max(path["mean"]) <= 2 * highest
    top = max(highest, max(path["mean"])) if in_view else highest
    ax.set_ylim(0, 1.1 * top)
    ax.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    _deals(ax, result)
    end = path.iloc[-1]
    labels = [
        (float(end[column]), f"{name}: {_number(end[column])}", MUTED, False)
        for column, name in {"q95": "95 %", "q75": "75 %", "q25": "25 %", "q05": "5 %"}.items()
    ]
    labels.append((float(end["q50"]), f"median: {_number(end['q50'])}", ACCENT, True))
    labels.append((float(end["mean"]), f"mean: {end['mean']:,.1f}", TEXT, False))
    _end_labels(ax, labels)
    return ax


def describe_kitty(result: BankResult) -> Caption:
    """Return the caption of `kitty`."""
    path = _path(result)
    start, end = path.iloc[0], path.iloc[-1]
    after = f"after {_DEALS[result.bank.deals]}"
    median = _number(end["q50"])
    return Caption(
        f"{_whole_percent(end['broke'])} of dealers are broke {after}; the median kitty is {median}",
        "Kitty after each turn, in tokens: middle 50 % and 90 % of banks, median, mean (dashed)",
        f"The kitty starts at {_number(start['q50'])} tokens. {after.capitalize()} the median is "
        f"{median} and the mean {end['mean']:,.1f}; half of the banks hold {_number(end['q25'])} "
        f"to {_number(end['q75'])}, nine in ten {_number(end['q05'])} to {_number(end['q95'])}. "
        f"{_percent(end['broke'])} of dealers are broke.",
    )


def broke(result: BankResult, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw the share of dealers that are broke, turn by turn.

    Parameters
    ----------
    result : shoot.BankResult
        Simulated with ``path=True``.
    ax, title
        As in `distribution`.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    InvalidInput
        If the result has no path.
    """
    ax = canvas(692, 220) if ax is None else ax
    _head(ax, describe_broke(result), title)
    shares = list(_path(result)["broke"])
    ax.fill_between(range(len(shares)), shares, color=LOSE_TINT, lw=0)
    ax.plot(range(len(shares)), shares, color=LOSE, lw=2, clip_on=False)
    ax.set_ylim(0, min(1.0, 1.25 * shares[-1]) or 1.0)
    ax.yaxis.set_major_locator(MaxNLocator(4))
    ax.yaxis.set_major_formatter(FuncFormatter(_no_leading_zero))
    for turn in _deals(ax, result)[1:-1]:
        ax.plot(turn, shares[turn], "o", ms=6, color=LOSE)
        label = f"{shares[turn]:.3f}".removeprefix("0")
        _write(ax, (turn, shares[turn]), label, offset=(-6, 6), color=LOSE, ha="right",
               weight="bold")  # fmt: skip
    _end_labels(ax, [(shares[-1], f"broke: {shares[-1]:.3f}".replace("0.", "."), LOSE, True)])
    return ax


def describe_broke(result: BankResult) -> Caption:
    """Return the caption of `broke`."""
    shares = list(_path(result)["broke"])
    deals, players = result.bank.deals, result.bank.players
    counts = ("one", "two", "three")
    each = ", ".join(
        f"{_whole_percent(shares[players * (deal + 1)])} after {counts[deal]}"
        for deal in range(deals)
    )
    if shares[-1] == 0:
        title = f"No dealer went broke in {result.n:,} banks"
    elif deals == 1:
        title = f"{_whole_percent(shares[-1])} of dealers are broke after one deal"
    else:
        title = f"Each deal adds to the risk: {each}"
    text = f"Share of dealers that are broke, by deals played: {each}."
    return Caption(title, "Share of dealers broke after each turn", text)


def _path(result: BankResult) -> Any:
    if result.path is None:
        from cardlab.errors import InvalidInput

        message = "result has no path to draw; simulate with path=True"
        raise InvalidInput(message)
    return result.path


def _deals(ax: Axes, result: BankResult) -> list[int]:
    """Mark the deals on the axis of turns; return the turns at which they begin and end."""
    players, deals = result.bank.players, result.bank.deals
    ends = [players * deal for deal in range(deals + 1)]
    ax.set(xlim=(0, ends[-1]), xlabel="turns")
    ax.set_xticks(ends)
    ax.set_xticks([end - players / 2 for end in ends[1:]], minor=True)
    ax.set_xticklabels([f"deal {deal + 1}" for deal in range(deals)], minor=True)
    ax.tick_params(axis="x", which="minor", length=0, pad=8, labelcolor=TEXT, labelsize=SMALL)
    ax.tick_params(axis="x", which="major", length=4, pad=4)
    for end in ends[1:-1]:
        ax.axvline(end, color=EDGE, lw=1, ls=(0, (2, 4)))
    return ends


def record(record: Record, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw the number of wins under fair dealing, with what a record shows of it.

    Shaded are the records with as few wins as this one or fewer.

    Parameters
    ----------
    record : shoot.Record
        What to draw.
    ax, title
        As in `distribution`.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> from cardlab import shoot
    >>> turns = [("5h Kc Qs", "", "2d"), ("Ac 4h 7d", "2d", "3h")]
    >>> record(shoot.Record(turns)).get_title("left")
    '1 win in 2 turns: fair dealing gives as few in 81.9 % of records'
    """
    ax = canvas() if ax is None else ax
    _head(ax, describe_record(record), title, unit=True)
    fair = record.exact()
    few = set(range(record.wins + 1))
    _bars(ax, fair, few)
    share = look.decimals(float(record.p_value("less")))
    _event_label(ax, fair, few, f"{record.wins} or fewer: {share}")
    _mean_label(ax, fair, f"expected {_number(record.expected)}")
    return ax


def describe_record(record: Record) -> Caption:
    """Return the caption of `record`."""
    turns, wins = len(record.turns), record.wins
    share = _percent(record.p_value("less"))
    count = f"{wins} {'win' if wins == 1 else 'wins'} in {turns} {'turn' if turns == 1 else 'turns'}"
    return Caption(
        f"{count}: fair dealing gives as few in {share} of records",
        "Probability of each number of wins if the dealing is fair; shaded: as few, or fewer",
        f"{count}, where fair dealing gives {_number(record.expected)} on average. It gives as few "
        f"or fewer in {share} of such records.",
    )


def interval(
    estimate: Estimate,
    exact: float | Fraction | None = None,
    *,
    level: float = 0.95,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """Draw an estimate with its interval, and the exact answer as a line if it is known.

    Parameters
    ----------
    estimate : Estimate
        The sampled answer.
    exact : float or Fraction, optional
        The exact answer.
    level : float
        The interval's level.
    ax, title
        As in `distribution`.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> from cardlab.results import Odds
    >>> sampled = Estimate.of_proportion(48_890, 100_000, seed=1)
    >>> interval(sampled, Odds(24, 49).probability).get_title("left")
    'The interval holds the exact answer'
    """
    ax = canvas(454, 110) if ax is None else ax
    _head(ax, describe_interval(estimate, exact, level=level), title)
    low, high = estimate.interval(level)
    reach = [low, high] if exact is None else [low, high, float(exact)]
    margin = 0.2 * (max(reach) - min(reach)) or 0.5
    ax.set(xlim=(min(reach) - margin, max(reach) + margin), ylim=(0, 1), yticks=[])
    ax.xaxis.set_major_locator(MaxNLocator(4))
    ax.hlines(0.5, low, high, color=TEXT, lw=1.5)
    ax.vlines([low, high], 0.25, 0.75, color=TEXT, lw=1.5)
    if exact is not None:
        ax.vlines(float(exact), 0, 1, color=ACCENT, lw=2)
    ax.plot(estimate.value, 0.5, "o", ms=7, mec=TEXT, mew=1.5, mfc=look.TOKENS["field"][0])
    return ax


def describe_interval(
    estimate: Estimate, exact: float | Fraction | None = None, *, level: float = 0.95
) -> Caption:
    """Return the caption of `interval`."""
    low, high = estimate.interval(level)
    drawn = f"n = {estimate.n:,}, {_percent(level)} interval, seed {estimate.seed}"
    if exact is None:
        return Caption(str(estimate), drawn, f"{estimate}, seed {estimate.seed}.")
    verb = "holds" if low <= exact <= high else "misses"
    title = f"The interval {verb} the exact answer"
    text = f"{estimate}, seed {estimate.seed}. {title}, {float(exact):.4f}."
    return Caption(title, f"{drawn}. Blue line: the exact answer", text)


def _head(ax: Axes, caption: Caption, title: str | None, *, unit: str | bool = False) -> None:
    """Give axes their dress, title and note; keep the caption for `svg`."""
    ax.set_label(caption.text)
    ax.set_facecolor("none")
    ax.spines[["left", "right", "top"]].set_visible(False)
    ax.spines["bottom"].set(color=EDGE, linewidth=1)
    ax.tick_params(length=0, labelsize=SMALL, labelcolor=MUTED, color=EDGE)
    ax.xaxis.label.set(color=MUTED, fontsize=SMALL)
    ax.set_axisbelow(True)
    rise = 8
    if unit:
        ax.grid(axis="y", color=LINE, lw=1)
        text = "probability" if unit is True else unit
        _write(ax, (0, 1), text, "axes", offset=(0, rise), gid="unit")
        rise += 22
    if title == "":
        return
    _write(ax, (0, 1), caption.note, "axes", offset=(0, rise))
    ax.set_title(title or caption.title, loc="left", pad=rise + 20, color=TEXT,
                 fontsize=LARGE, fontweight="bold")  # fmt: skip


def _write(
    ax: Axes,
    place: tuple[float, float],
    text: str,
    units: str = "data",
    *,
    offset: tuple[float, float] = (0, 0),
    **style: Any,
) -> None:
    """Write small text at a place, moved by so many pixels."""
    style = {"color": MUTED, "fontsize": SMALL, "annotation_clip": False} | style
    coordinates = "axes fraction" if units == "axes" else "data"
    ax.annotate(text, place, xycoords=coordinates, xytext=offset, textcoords="offset points",
                **style)  # fmt: skip
