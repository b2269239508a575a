"""Pictures of distributions and estimates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from cardlab import look
from cardlab.errors import InvalidInput
from cardlab.plots.drawing import (
    ACCENT,
    EDGE,
    Caption,
    beside,
    canvas,
    head,
    no_leading_zero,
    number,
    percent,
    toward,
    write,
)
from cardlab.plots.page import TEXT
from cardlab.results import Distribution, Estimate, Odds

_BARS = 60  # more outcomes than this are put into bins


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
    'Heads: 2 in 25 % of cases'
    """
    ax = canvas() if ax is None else ax
    head(ax, describe_distribution(dist, event), title, unit="probability")
    chosen = set() if event is None else set(dist._select(event))
    label = look.decimals(float(dist.probability(chosen)))
    if len(chosen) > 1:  # it would read as the height of one bar
        label = f"{_in_words(dist, list(chosen))}: {label}"
    bars(ax, dist, chosen, label)
    if _is_numeric(dist):
        mean_label(ax, dist, f"mean {number(dist.mean)}")
    return ax


def describe_distribution(dist: Distribution[Any], event: Any = None) -> Caption:
    """Return the caption of `distribution`.

    Examples
    --------
    >>> describe_distribution(Distribution({0: 1, 1: 2, 2: 1}, name="heads")).title
    'Heads: 1 on average'
    """
    likeliest = max(dist, key=dist.__getitem__)
    typical = f"{_said(likeliest)} most often, in {percent(dist.probability(likeliest))} of cases"
    if _is_numeric(dist):
        typical = f"{number(dist.mean)} on average"
    note = f"{len(dist):,} outcomes"
    if dist.total < 10**12:
        note += f", {dist.total:,} cases"
    title = text = _about(dist, typical)
    if event is not None:
        chosen = dist._select(event)
        share = percent(Fraction(sum(dist[outcome] for outcome in chosen), dist.total))
        title = _about(dist, f"{_in_words(dist, chosen)} in {share} of cases")
        text = f"{title}, {typical}"
        note += "; the event is shaded"
    return Caption(title, note, f"{text}.")


def interval(
    estimate: Estimate,
    exact: float | Fraction | Odds | None = None,
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
    exact : Odds, Fraction or float, optional
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
    >>> sampled = Estimate.of_proportion(48_890, 100_000, seed=1)
    >>> interval(sampled, Odds(24, 49)).get_title("left")
    'The interval holds the exact answer'
    """
    ax = canvas(454, 110) if ax is None else ax
    head(ax, describe_interval(estimate, exact, level=level), title)
    low, high = estimate.interval(level)
    if not all(map(math.isfinite, (low, high, 0.0 if exact is None else float(exact)))):
        message = f"estimate and exact must be finite to be drawn, not {estimate} and {exact!r}"
        raise InvalidInput(message)
    reach = [low, high] if exact is None else [low, high, float(exact)]
    margin = 0.2 * (max(reach) - min(reach)) or 0.5
    ax.set(xlim=(min(reach) - margin, max(reach) + margin), ylim=(0, 1), yticks=[])
    ax.xaxis.set_major_locator(MaxNLocator(4))
    ax.ticklabel_format(axis="x", useOffset=False)
    ax.hlines(0.5, low, high, color=TEXT, lw=1.5)
    ax.vlines([low, high], 0.25, 0.75, color=TEXT, lw=1.5)
    if exact is not None:
        ax.vlines(float(exact), 0, 1, color=ACCENT, lw=2)
    ax.plot(estimate.value, 0.5, "o", ms=7, mec=TEXT, mew=1.5, mfc=look.TOKENS["field"][0])
    return ax


def describe_interval(
    estimate: Estimate, exact: float | Fraction | Odds | None = None, *, level: float = 0.95
) -> Caption:
    """Return the caption of `interval`."""
    low, high = estimate.interval(level)
    drawn = f"n = {estimate.n:,}, {percent(level)} interval, seed {estimate.seed}"
    if exact is None:
        return Caption(str(estimate), drawn, f"{estimate}, seed {estimate.seed}.")
    verb = "holds" if low <= float(exact) <= high else "misses"
    title = f"The interval {verb} the exact answer"
    text = f"{estimate}, seed {estimate.seed}. {title}, {float(exact):.4f}."
    return Caption(title, f"{drawn}. Blue line: the exact answer", text)


@dataclass(frozen=True)
class _Bar:
    """One bar of a distribution: where it stands, and the outcomes it holds."""

    x: float
    width: float
    outcomes: Sequence[Any]

    def share(self, dist: Distribution[Any], chosen: AbstractSet[Any]) -> float:
        """Return the probability of those of its outcomes that are among the chosen."""
        return sum(dist[outcome] for outcome in self.outcomes if outcome in chosen) / dist.total


def bars(ax: Axes, dist: Distribution[Any], chosen: AbstractSet[Any], label: str) -> None:
    """Draw a distribution, the chosen outcomes coloured and labelled."""
    numeric = _is_numeric(dist)
    bars, ends = _grouped(dist) if numeric else (_one_each(dist), {})
    places, widths = [bar.x for bar in bars], [bar.width for bar in bars]
    event = [bar.share(dist, chosen) for bar in bars]
    rest = [bar.share(dist, set(bar.outcomes) - chosen) for bar in bars]
    top = max(map(sum, zip(event, rest, strict=True)))
    ax.bar(places, event, widths, color=ACCENT, label="event")
    ax.bar(places, rest, widths, bottom=event, color=EDGE, label="rest")
    ax.set(
        xlim=(places[0] - 0.6 * widths[0], places[-1] + 0.6 * widths[-1]),
        ylim=(0, 1.3 * top),
        xlabel="" if dist.name == "outcome" else dist.name,
    )
    # No line of the grid above the bars, where the mean is written.
    ax.set_yticks([tick for tick in MaxNLocator(4).tick_values(0, top) if tick <= 1.1 * top])
    ax.yaxis.set_major_formatter(FuncFormatter(no_leading_zero))
    if numeric:
        whole = all(isinstance(outcome, int) for outcome in dist)
        ax.xaxis.set_major_locator(MaxNLocator(8, integer=whole))
        if len(bars) <= 13:
            ax.set_xticks(places)
        ax.xaxis.set_major_formatter(FuncFormatter(lambda value, _: number(value)))
    else:
        ax.set_xticks(places, [str(outcome) for outcome in dist])
    for place, text in ends.items():
        height = _highest(bars, dist, places[place])
        write(ax, (places[place], height), text, offset=(0, 4), ha="right" if place else "left")
    if sum(event):
        wide = _share_of_width(ax, label)
        centre = sum(map(math.prod, zip(places, event, strict=True))) / sum(event)
        reach = places[-1] - places[0]
        x, side = centre, toward(ax, centre)
        if numeric and abs(centre - float(dist.mean)) < 0.2 * reach:
            x, side = beside(centre, float(dist.mean), 0.015 * reach)
            end = (x - places[0]) / (reach or 1) + (wide if side == "left" else -wide)
            if not 0 <= end <= 1:  # no room on this side of the mean
                x, side = beside(2 * float(dist.mean) - x, float(dist.mean), 0.015 * reach)
        height = _highest(bars, dist, x, max(0.15, wide))
        # Above a line of the grid that would strike it through, and above the texts of end bars.
        near = height + 0.1 * ax.get_ylim()[1]
        height = max([height, *(tick for tick in ax.get_yticks() if tick < near)])
        rise = 22 if ends and toward(ax, x) != "center" else 6
        write(ax, (x, height), label, offset=(0, rise), color=ACCENT, weight="bold", ha=side)


def _share_of_width(ax: Axes, text: str) -> float:
    """Return about how much of the width of the axes a bold text takes."""
    figure = ax.get_figure(root=True)
    assert figure is not None
    return 6.8 * len(text) * figure.dpi / 72 / ax.get_window_extent().width


def _highest(bars: Sequence[_Bar], dist: Distribution[Any], x: float, share: float = 0.15) -> float:
    """Return the height of the highest bar near x, by a share of the width, where text stands."""
    reach = share * (bars[-1].x - bars[0].x)
    return max(bar.share(dist, set(bar.outcomes)) for bar in bars if abs(bar.x - x) <= reach)


def mean_label(ax: Axes, dist: Distribution[Any], label: str) -> None:
    """Mark the mean; where it lies outside the picture, say so at the edge."""
    mean, (low, high) = float(dist.mean), ax.get_xlim()
    if low <= mean <= high:
        ax.axvline(mean, 0, 0.93, color=TEXT, lw=1.5, dashes=(4, 3))
        write(ax, (mean, 0.95 * ax.get_ylim()[1]), label, color=TEXT, ha=toward(ax, mean))
    else:
        write(ax, (1, 0.95), f"{label}, off the picture", "axes", color=TEXT, ha="right")


def _one_each(dist: Distribution[Any]) -> list[_Bar]:
    return [_Bar(place, 0.9, [outcome]) for place, outcome in enumerate(dist)]


def _grouped(dist: Distribution[Any]) -> tuple[list[_Bar], dict[int, str]]:
    """Return the bars for numbers, and texts for the end bars that hold all beyond as well."""
    outcomes = sorted(outcome for outcome in dist if dist[outcome])
    gap = min((float(b - a) for a, b in pairwise(outcomes)), default=1.0)
    if float(outcomes[-1] - outcomes[0]) <= _BARS * gap:
        return [_Bar(float(x), 0.9 * gap, [x]) for x in outcomes], {}
    low, high, near = (dist.quantile(level) for level in (0.0005, 0.9995, 0.99))
    if near - low < (high - low) / 2:  # a long tail would press the rest into a corner
        high = near
    whole = all(isinstance(outcome, int) for outcome in outcomes)
    step = _round_step(float(high - low) / _BARS, whole)
    first, last = math.floor(low / step), math.floor(high / step)
    bins: dict[int, list[Any]] = {number: [] for number in range(first, last + 1)}
    for outcome in outcomes:
        bins[min(last, max(first, math.floor(outcome / step)))].append(outcome)
    # A whole number n stands for n - 1/2 to n + 1/2.
    bars = [
        _Bar((number + 0.5) * step - 0.5 * whole, 0.95 * step, inside)
        for number, inside in bins.items()
    ]
    ends = {}
    if outcomes[0] < first * step:
        ends[0] = f"{number((first + 1) * step - whole)} or less"
    if outcomes[-1] >= (last + 1) * step:
        ends[-1] = f"{number(last * step)} or more"
    return bars, ends


def _round_step(least: float, whole: bool) -> float:
    """Return the smallest of 1, 2, 5, 10, 20, ... (or their tenths and so on) from `least` up."""
    power = 10.0 ** math.floor(math.log10(least))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= least)
    return max(1, round(step)) if whole else step


def _is_numeric(dist: Distribution[Any]) -> bool:
    return all(
        isinstance(outcome, int | float | Fraction) and not isinstance(outcome, bool)
        for outcome in dist
    )


def _about(dist: Distribution[Any], words: str) -> str:
    """Return words about the outcomes, opened by what these are if the distribution says so."""
    words = words if dist.name == "outcome" else f"{dist.name}: {words}"
    return words[0].upper() + words[1:]


def _in_words(dist: Distribution[Any], chosen: Sequence[Any]) -> str:
    """Return an event in words."""
    if len(chosen) == 1:
        return _said(chosen[0])
    if not chosen or not _is_numeric(dist):
        return "the event"
    among, chosen = sorted(dist), sorted(chosen)
    first, last = _said(chosen[0]), _said(chosen[-1])
    start = among.index(chosen[0])
    if among[start : start + len(chosen)] != chosen:
        return "the event"
    if start == 0 and len(chosen) < len(among):
        return f"{last} or less"
    if chosen[-1] == among[-1] and start > 0:
        return f"{first} or more"
    return f"{first} to {last}"


def _said(outcome: Any) -> str:
    """Return an outcome as text."""
    return number(outcome) if isinstance(outcome, int | float | Fraction) else str(outcome)
