"""The ranking of the actions of a player of Divider: a table that is a dot plot as well.

Pure functions from a `ValueTable` to HTML.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from cardlab import look
from cardlab.cards import Card, text
from cardlab.divider.events import Action, Divided, Placed, Taken
from cardlab.divider.value_table import METHODS, Value, ValueTable, brief, with_interval
from cardlab.results import Estimate

NAMES = {"cut": "cut", "choice": "group", "placement": "placement"}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_MINUS = "\N{MINUS SIGN}"
_BEST_AT = 88.0  # where on the axis, in percent of its width, the best stands
_LEFT = 4.0


def title(table: ValueTable) -> str:
    """Return what the ranking shows, as a heading."""
    name, ties = NAMES[table.kind], len(table.as_good) + 1
    if len(table.rows) == 1:
        return f"There is only one {name}"
    if ties == 1:
        return f"One {name} is best"
    count = NUMBERS[ties] if ties < len(NUMBERS) else f"{ties}"
    if ties == len(table.rows):
        count = f"all {count}"
    share = "share" if table.exact else "may share"
    return f"{count.capitalize()} {name}s {share} first place"


def chip(table: ValueTable) -> str:
    """Return the mark that says "exact", "sampled" or "approximate"."""
    return f'<span class="chip {table.how}">{table.how}</span>'


def lead(table: ValueTable) -> str:
    """Return how to read the ranking."""
    what = f"each {NAMES[table.kind]}, and how far behind the best it is"
    text = f"Your chance to win (a tie counts half) for {what}"
    if not table.sampled:
        return f"{text}. {table.caveat or 'Every case is counted.'}"
    return (
        f"{text}, with 95 % interval. n = {table.n:,} deals, the same for every "
        f"{NAMES[table.kind]}; seed {table.seed}."
    )


def assumption(table: ValueTable) -> str:
    """Return what the values rest on."""
    if not table.sampled:
        known = METHODS.get(table.method, "")
        return f"In this count {known}." if known else ""
    return (
        f"Both are assumed to play on as a {table.player} player. An error of that assumption is "
        "not in the intervals."
    )


def ranking(table: ValueTable, chosen: Action | None = None, *, press: bool = False) -> str:
    """Return all actions, best first, with their values and the distances to the best.

    Parameters
    ----------
    table : ValueTable
        What to show.
    chosen : Divided, Taken or Placed, optional
        The action that lies on the board; its row is marked.
    press : bool
        Whether a cut can be pressed; its key is the first group.
    """
    axis = _Axis.of(table)
    head = (
        f'<tr><th scope="col">{NAMES[table.kind].capitalize()}</th>'
        f'<th scope="col" class="value">Value</th><th class="plot" aria-hidden="true">'
        f'{axis.labels()}</th><th scope="col" class="behind">Behind the best</th></tr>'
    )
    body = "".join(
        _row(table, action, axis, same(action, chosen), press) for action in table.actions
    )
    return f'<table class="cl-rank"><thead>{head}</thead><tbody>{body}</tbody></table>'


def same(action: Action, other: Action | None) -> bool:
    """Return whether two actions have the same outcome; a swap that changes nothing is none."""
    if isinstance(action, Placed) and isinstance(other, Placed):
        return (set(action.up), action.down) == (set(other.up), other.down)
    return action == other


def _row(table: ValueTable, action: Action, axis: _Axis, on: bool, press: bool) -> str:
    best, good = action == table.best, action in table.as_good
    behind = table.behind(action)
    words = "best" if best else difference(behind)
    notes = []
    if good:
        notes.append(
            '<span class="acc">as good</span>'
            if table.exact
            else '<span class="acc">as good, as far as we can tell</span>'
        )
    if on:
        notes.append("<span>on the table</span>")
    low, high = _reach(behind)
    dots = axis.row(-float(behind), -high, -low, accent=best or good, interval=not best)
    key, cards = "", drawn(action)
    if press and isinstance(action, Divided):
        key = f' data-key="{text(action.first)}"'
        name = f"{_spoken(action.first)} from {_spoken(action.second)}: lay this cut"
        pressed = str(on).lower()
        cards = (
            f'<button type="button" aria-pressed="{pressed}" aria-label="{name}">{cards}</button>'
        )
    return (
        f"<tr{' class=on' if on else ''}{key}><td>{cards}</td>"
        f'<td class="value">{brief(table.value(action))}</td>'
        f'<td class="plot" aria-hidden="true">{dots}</td>'
        f'<td class="behind">{words}{"".join(notes)}</td></tr>'
    )


def _spoken(cards: Iterable[Card]) -> str:
    return ", ".join(look.spoken(str(card)) for card in cards)


def drawn(action: Action) -> str:
    """Return an action as small cards."""
    if isinstance(action, Divided):
        knife = '<i></i><span class="cl-hidden">from</span>'
        return (
            f'<span class="cl-pieces">{_small(action.first)}{knife}{_small(action.second)}</span>'
        )
    if isinstance(action, Taken):
        return f'<span class="cl-pieces">{_small(action.cards)}</span>'
    up = f"{_small(action.up)}<b>up</b>" if action.up else ""
    down = "" if action.down is None else look.face_down(str(action.down), "S") + "<b>down</b>"
    return f'<span class="cl-pieces">{up}{down}</span>'


def _small(cards: Iterable[Card]) -> str:
    return "".join(look.card(str(card), "S") for card in cards)


def difference(behind: Value) -> str:
    """Return how far an action is behind the best, as a number below zero."""
    text = with_interval(behind).removeprefix("-")
    return text if float(behind) == 0 else f"{_MINUS}{text}"


def _reach(value: Value) -> tuple[float, float]:
    return value.interval() if isinstance(value, Estimate) else (float(value), float(value))


@dataclass(frozen=True)
class _Axis:
    """The axis of differences to the best, drawn in percent of its width so that it stretches.

    Parameters
    ----------
    step : float
        Between two grid lines.
    steps : int
        How many there are to the left of the best.
    """

    step: float
    steps: int

    @classmethod
    def of(cls, table: ValueTable) -> _Axis:
        """Return the axis on which all rows fit."""
        far = max((_reach(table.behind(action))[1] for action in table.actions), default=0.0)
        step = next(
            (s for s in (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2) if far <= 4.6 * s), 0.25
        )
        return cls(step, max(1, math.ceil(far / step - 1e-9)))

    def at(self, difference: float) -> str:
        """Return where a difference stands."""
        x = _BEST_AT + difference / (self.step * self.steps) * (_BEST_AT - _LEFT)
        return f"{max(0.0, min(x, 100.0)):.2f}%"

    def labels(self) -> str:
        """Return the numbers along the axis."""
        digits = max(2, -math.floor(math.log10(self.step)))
        marks = []
        for k in range(self.steps + 1):
            text = f"{k * self.step:.{digits}f}".removeprefix("0")
            text = "0" if k == 0 else _MINUS + text
            marks.append(f'<text x="{self.at(-k * self.step)}" y="12">{text}</text>')
        return f'<svg class="dots">{"".join(marks)}</svg>'

    def row(self, at: float, low: float, high: float, *, accent: bool, interval: bool) -> str:
        """Return the dot of one action, with its interval."""
        lines = "".join(
            f'<line class="{"grid" if k else "zero"}" x1="{self.at(-k * self.step)}" '
            f'x2="{self.at(-k * self.step)}" y1="0" y2="100%"/>'
            for k in range(self.steps + 1)
        )
        reach = ""
        if interval and high > low:
            left, right = self.at(low), self.at(high)
            # Caps of a fixed length at half the height, whatever the height is.
            reach = (
                f'<line class="reach" x1="{left}" x2="{right}" y1="50%" y2="50%"/>'
                f'<g transform="translate(0 -6)"><svg y="50%" height="12" overflow="visible">'
                f'<line class="reach" x1="{left}" x2="{left}" y1="0" y2="12"/>'
                f'<line class="reach" x1="{right}" x2="{right}" y1="0" y2="12"/></svg></g>'
            )
        dot = f'<circle cx="{self.at(at)}" cy="50%" r="4.5"/>'
        return (
            f'<svg class="dots">{lines}<g{" class=good" if accent else ""}>{reach}{dot}</g></svg>'
        )
