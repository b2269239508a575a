"""What a question about a turn of Divider returns: each action and what it is worth, best first."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from cardlab import look
from cardlab.cards import Card, CardsLike, parse, symbols, text
from cardlab.divider.events import Action, Divided, Placed, Taken
from cardlab.errors import InvalidInput, short
from cardlab.results import Estimate

if TYPE_CHECKING:
    import pandas as pd

Number = int | Fraction

Value = Fraction | float | Estimate
"""A number of a table: exact, approximate or sampled."""

_OFF = 0.003
"""By how much the value of a cut in an equilibrium may be off, as far as has been measured."""

METHODS = {
    "bayes": "the chooser knows his own pockets and believes yours to be any unseen cards",
    "open": "the chooser sees your pockets too",
    "fixed": "the chooser is bound to one group, the worse one for you, whatever his pockets",
    "equilibrium": "each reads what the other does, and both play as well as they can",
}
"""What each exact method lets the chooser know."""

_WORDS = {
    "cut": ("cut", "What each cut is worth to the divider"),
    "choice": ("choice", "What each group is worth to the chooser"),
    "placement": ("placement", "What each placement is worth to the player who places"),
}


@dataclass(frozen=True)
class Row:
    """An action, and in how many cases it wins and ties.

    Parameters
    ----------
    action : Divided, Taken or Placed
        What the player does.
    win, tie, total : int or Fraction
        Cases that he wins and ties, of so many; sampled worlds where the table is sampled.
    first : Fraction, optional
        For a cut that is not sampled, the chance that the chooser takes the first group.
    placements : pair of Placed, optional
        For a cut that is not sampled, how the divider best places the first and the second group.
    """

    action: Action
    win: Number
    tie: Number
    total: Number
    first: Fraction | None = None
    placements: tuple[Placed, Placed] | None = None

    @property
    def loss(self) -> Number:
        """Cases that he loses."""
        return self.total - self.win - self.tie

    @property
    def halves(self) -> Number:
        """Half points: two for each win, one for each tie."""
        return 2 * self.win + self.tie


@dataclass(frozen=True)
class ValueTable:
    """The actions a player has, and the value of each, best first.

    The *value* is the chance to win plus half the chance to tie, for the player who acts: larger
    is better. Exact tables give fractions. Sampled tables give estimates with standard errors:
    every action was tried in the same hidden worlds, so a difference between two actions is known
    better than either value, and `behind` and `difference` use that. The table of an equilibrium,
    which is found step by step, is neither: it is *approximate* and gives floats.

    Parameters
    ----------
    kind : {"cut", "choice", "placement"}
        What the actions are.
    rows : tuple of Row
        Best first; actions of equal value stand in the order of the position's legal actions.
    method : str
        For a cut that is not sampled, what the chooser is taken to know: a key of `METHODS`.
    products : tuple of tuple of int
        For a sampled table, in the order of the rows: the sum over the worlds of the product of
        two actions' half points.
    seed : int, optional
        What repeats a sampled table.
    player : str
        For a sampled table, who played the games on.
    exploitability : float, optional
        For an equilibrium, what the two players could still gain together by better answers, as a
        chance to win, on average over all that they may hold. It bounds no single value.
    seconds : float
        How long it took; not compared by ``==``.

    Examples
    --------
    >>> heart, spade = Taken("9h"), Taken("2s 3s Kd")
    >>> table = exact_table("choice", [Row(heart, 1, 0, 6), Row(spade, 4, 1, 6)])
    >>> print(table)
    choice    value  win    tie    loss   behind
    Kd 3s 2s  .7500  .6667  .1667  .1667  best
    9h        .1667  .1667  .0000  .8333  .5833
    >>> table.value("9h"), table.behind("9h")
    (Fraction(1, 6), Fraction(7, 12))
    >>> print(table.best)
    Taken Kd 3s 2s
    """

    kind: str
    rows: tuple[Row, ...]
    method: str = ""
    products: tuple[tuple[int, ...], ...] = ()
    seed: int | None = None
    player: str = ""
    exploitability: float | None = None
    seconds: float = field(default=0.0, compare=False)

    @property
    def exact(self) -> bool:
        """Whether the values are exact: neither sampled nor approximate."""
        return self.how == "exact"

    @property
    def sampled(self) -> bool:
        """Whether the values come from sampled worlds."""
        return self.how == "sampled"

    @property
    def how(self) -> Literal["exact", "sampled", "approximate"]:
        """How the values were found: counted, sampled, or step by step."""
        if self.products:
            return "sampled"
        return "exact" if self.exploitability is None else "approximate"

    @property
    def n(self) -> int | None:
        """The number of worlds of a sampled table."""
        return int(self.rows[0].total) if self.sampled else None

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions, best first."""
        return tuple(row.action for row in self.rows)

    @property
    def best(self) -> Action:
        """The action with the highest value."""
        return self.rows[0].action

    @property
    def as_good(self) -> tuple[Action, ...]:
        """The other actions that may be as good as the best, as far as we can tell.

        Exact: those of equal value. Sampled: those whose 95 % interval of the difference to the
        best meets zero. The best was picked because it looked best, so the differences to it are
        a little too large on average. Approximate: those at most .003 behind.
        """
        return tuple(row.action for row in self.rows[1:] if self._meets(row))

    def _meets(self, row: Row) -> bool:
        behind = self.behind(row.action)
        if isinstance(behind, Estimate):
            return behind.interval()[0] <= 0
        return behind <= (0 if self.exact else _OFF)

    @property
    def caveat(self) -> str:
        """What the numbers leave out: of a sampled or an approximate table; else empty."""
        if self.exact:
            return ""
        if self.exploitability is not None:
            gain = math.ceil(1e5 * self.exploitability) / 1e5
            return (
                "Found step by step, and not exact: by better answers the two could gain at most "
                f"{gain:.5f} together, on average over all they may hold (the "
                f"exploitability). The value of a single cut may be off by about {_OFF}."
            )
        return (
            f"Every game was played on by the player {self.player!r}, on both sides. The values "
            "depend on that player; how far it is from best play is not in the standard errors."
        )

    def row(self, action: Action | CardsLike) -> Row:
        """Return the row of an action.

        Parameters
        ----------
        action : Divided, Taken, Placed or text
            A cut as ``"9h | 2s 3s Kd"``, either group first, or one of its groups; a choice by the
            cards of the group; a placement as ``"up Kc, down 7s"``, or ``"up Kc"`` where that is
            enough.

        Raises
        ------
        CardError
            If the text does not hold cards.
        InvalidInput
            If it is none of the actions.
        """
        return self.rows[self.actions.index(find(self.kind, self.actions, action))]

    def value(self, action: Action | CardsLike) -> Value:
        """Return the chance to win plus half the chance to tie.

        Parameters
        ----------
        action
            As for `row`.

        Returns
        -------
        Fraction; Estimate where the table is sampled, float where it is approximate
        """
        row = self.row(action)
        if not self.sampled:
            return self.number(Fraction(row.halves) / row.total / 2)
        if row.tie == 0:  # a proportion has the better interval
            return self._proportion(row.win)
        place = self.rows.index(row)
        return self._halved(int(row.halves), self.products[place][place])

    def number(self, fraction: Fraction) -> Fraction | float:
        """Return a fraction of this table as it may be shown: a float unless it is exact."""
        return fraction if self.exact else float(fraction)

    def win(self, action: Action | CardsLike) -> Value:
        """Return the chance to win, as `value`."""
        return self._chance(self.row(action), "win")

    def tie(self, action: Action | CardsLike) -> Value:
        """Return the chance to tie, as `value`."""
        return self._chance(self.row(action), "tie")

    def loss(self, action: Action | CardsLike) -> Value:
        """Return the chance to lose, as `value`."""
        return self._chance(self.row(action), "loss")

    def _chance(self, row: Row, outcome: str) -> Value:
        cases = getattr(row, outcome)
        if self.sampled:
            return self._proportion(cases)
        return self.number(Fraction(cases) / row.total)

    def behind(self, action: Action | CardsLike) -> Value:
        """Return how far an action is behind the best, 0 for the best itself.

        For samples the standard error is that of the paired difference: worlds that are good or
        bad for both actions cancel.
        """
        return self.difference(self.best, action)

    def difference(self, one: Action | CardsLike, other: Action | CardsLike) -> Value:
        """Return the value of one action less that of another.

        Parameters
        ----------
        one, other
            As for `row`.

        Returns
        -------
        Fraction; Estimate with the paired standard error where the table is sampled, float where it
        is approximate
        """
        first, second = self.row(one), self.row(other)
        if not self.sampled:
            points = [Fraction(row.halves) / row.total for row in (first, second)]
            return self.number((points[0] - points[1]) / 2)
        i, j = self.rows.index(first), self.rows.index(second)
        if i == j and self.n is not None and self.seed is not None:
            return Estimate(0.0, 0.0, self.n, self.seed, self.seconds)
        squares = self.products[i][i] + self.products[j][j] - 2 * self.products[i][j]
        return self._halved(int(first.halves) - int(second.halves), squares)

    def _halved(self, halves: int, squares: int) -> Estimate:
        """Return the mean of half points as an estimate in points.

        If all worlds agree, that does not make the mean certain. By the rule of three up to 3 in n
        other worlds may differ, at 95 %; so the standard error is about half of that.
        """
        assert self.n is not None
        assert self.seed is not None
        mean = Estimate.of_mean(halves, squares, self.n, seed=self.seed, seconds=self.seconds)
        error = mean.standard_error / 2 or 1.5 / self.n
        return Estimate(mean.value / 2, error, self.n, self.seed, self.seconds)

    def _proportion(self, cases: Number) -> Estimate:
        assert self.n is not None
        assert self.seed is not None
        return Estimate.of_proportion(int(cases), self.n, seed=self.seed, seconds=self.seconds)

    def to_frame(self) -> pd.DataFrame:
        """Return a DataFrame of floats, one row an action, best first.

        Returns
        -------
        DataFrame
            Index: the action as text. Columns: the parts of the action (``first`` and ``second``
            group of a cut; cards ``up`` and ``down`` of a placement), ``value``, ``win``, ``tie``,
            ``loss``, ``behind`` (the best value less this one). Sampled: ``standard_error`` of the
            value and ``behind_error``, that of the paired difference. Cuts that are not sampled:
            ``takes_first`` (chance that the chooser takes the first group), ``place_first`` and
            ``place_second`` (how the divider best places each group).
        """
        import pandas as pd

        index = pd.Index([written(row.action) for row in self.rows], name=self.kind)
        return pd.DataFrame([self._record(row) for row in self.rows], index=index)

    def _record(self, row: Row) -> dict[str, object]:
        """Return a row of the frame."""
        action = row.action
        record: dict[str, object] = {}
        if isinstance(action, Divided):
            record |= {"first": text(action.first), "second": text(action.second)}
        elif isinstance(action, Placed):
            down = "" if action.down is None else str(action.down)
            record |= {"up": text(action.up), "down": down}
        value, behind = self.value(action), self.behind(action)
        record["value"] = float(value)
        for outcome in ("win", "tie", "loss"):
            record[outcome] = float(self._chance(row, outcome))
        record["behind"] = float(behind)
        if isinstance(value, Estimate) and isinstance(behind, Estimate):
            record["standard_error"] = value.standard_error
            record["behind_error"] = behind.standard_error
        if row.first is not None:
            record["takes_first"] = float(row.first)
        if row.placements is not None:
            first, second = row.placements
            record |= {"place_first": written(first), "place_second": written(second)}
        return record

    def __repr__(self) -> str:
        how = f"{self.how}, {self.method}" if self.method else self.how
        if self.sampled:
            how = f"n={self.n}, seed={self.seed}, player={self.player!r}"
        value = self.value(self.best)
        return (
            f"ValueTable({len(self.rows)} {self.kind}s, {how}: best {written(self.best)}, "
            f"{value if isinstance(value, Fraction) else brief(value)})"
        )

    def __str__(self) -> str:
        rows = [_heading(self), *(_cells(self, row, written) for row in self.rows)]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        ]
        if self.sampled:
            lines.append(f"{self._sample()}.")
        if self.caveat:
            lines.append(self.caveat)
        return "\n".join(lines)

    def _sample(self) -> str:
        return f"n = {self.n:,} worlds, the same for every {self.kind}; ± is half a 95 % interval"

    def _repr_html_(self) -> str:
        value = self.value(self.best)
        if isinstance(value, Estimate):
            chip = look.chip("sampled", f"{self._sample()}; seed {self.seed}")
            answer = look.answer(f"{shown(self.best)}:", value._value())
            note = look.note("info", "What the standard errors leave out", self.caveat)
        elif isinstance(value, Fraction):
            chip = look.chip("exact", METHODS.get(self.method, ""))
            answer = look.answer(f"{shown(self.best)}: {value} =", f"{float(value):.4f}")
            note = ""
        else:
            chip = look.chip("approximate", METHODS[self.method])
            answer = look.answer(f"{shown(self.best)}: about", f"{value:.3f}")
            note = look.note("info", "How close this is", self.caveat)
        rows = [_cells(self, row, shown) for row in self.rows]
        return look.frame(
            f"<h3>{_WORDS[self.kind][1]}</h3>"
            + answer
            + chip
            + look.table(_heading(self), rows)
            + note
        )


def exact_table(
    kind: str, rows: Iterable[Row], *, method: str = "", exploitability: float | None = None
) -> ValueTable:
    """Return a table of these rows, sorted: exact, or with an exploitability an approximate one."""
    order = sorted(rows, key=lambda row: -Fraction(row.halves) / row.total)
    return ValueTable(kind, tuple(order), method=method, exploitability=exploitability)


def sampled_table(
    kind: str,
    actions: Sequence[Action],
    wins: Iterable[int],
    ties: Iterable[int],
    products: Iterable[Iterable[int]],
    *,
    n: int,
    seed: int,
    player: str,
    seconds: float = 0.0,
) -> ValueTable:
    """Return a sampled table, sorted, from counts in the order of the actions."""
    rows = [
        Row(action, int(win), int(tie), n)
        for action, win, tie in zip(actions, wins, ties, strict=True)
    ]
    order = sorted(range(len(rows)), key=lambda place: -rows[place].halves)
    square = [[int(product) for product in line] for line in products]
    return ValueTable(
        kind,
        tuple(rows[i] for i in order),
        products=tuple(tuple(square[i][j] for j in order) for i in order),
        seed=seed,
        player=player,
        seconds=seconds,
    )


def _heading(table: ValueTable) -> tuple[str, ...]:
    """Return the heading of a table on a page."""
    last = ("takes first",) if table.rows[0].first is not None else ()
    return (table.kind, "value", "win", "tie", "loss", "behind", *last)


def _cells(table: ValueTable, row: Row, write: Callable[[Action], str]) -> tuple[str, ...]:
    """Return a row on a page; `write` writes the action."""
    win, tie, loss = (brief(table._chance(row, outcome)) for outcome in ("win", "tie", "loss"))
    behind = with_interval(table.behind(row.action)) if row is not table.rows[0] else "best"
    if table._meets(row) and behind != "best":
        behind += ", as good" if table.exact else ", as good as far as we can tell"
    last = () if row.first is None else (brief(table.number(row.first)),)
    return (write(row.action), with_interval(table.value(row.action)), win, tie, loss, behind,
            *last)  # fmt: skip


def brief(value: Value) -> str:
    """Return a value without leading zero, in as many digits as are known.

    Exact values have four decimals, or as many as tell them from 0 and 1; approximate ones three.

    Examples
    --------
    >>> brief(Fraction(175, 176)), brief(Fraction(1, 60_000)), brief(Fraction(1)), brief(0.21329)
    ('.9943', '.00002', '1.0000', '.213')
    """
    digits = value._digits() if isinstance(value, Estimate) else 3
    if isinstance(value, Fraction):
        digits = 4
    if isinstance(value, Fraction) and value not in (0, 1):
        while digits < 12 and abs(float(f"{float(value):.{digits}f}")) in (0, 1):
            digits += 1
    sign = "\N{MINUS SIGN}" if float(value) < 0 else ""
    return sign + _bare(abs(float(value)), digits)


def prose(numbers: str) -> str:
    """Return numbers of a table as a sentence has them, with a zero before the point.

    Examples
    --------
    >>> prose(".9943"), prose("-.1705 ± .0021")
    ('0.9943', '-0.1705 ± 0.0021')
    """
    return re.sub(r"(?<!\d)\.(?=\d)", "0.", numbers)


def _bare(number: float, digits: int) -> str:
    """Return a number from 0 without leading zero."""
    text = f"{number:.{digits}f}"
    return text.removeprefix("0") if text.startswith("0.") else text


def with_interval(value: Value) -> str:
    """Return a value with half the width of its 95 % interval."""
    if not isinstance(value, Estimate):
        return brief(value)
    low, high = value.interval()
    half = f"{(high - low) / 2:.{value._digits()}f}"
    return f"{brief(value)} ± {half.removeprefix('0')}"


def find(kind: str, actions: Sequence[Action], given: object) -> Action:
    """Return the action that something stands for, as for `ValueTable.row`."""
    found = [action for action in actions if _names(given, action)]
    if len(found) != 1:
        several = f"is more than one {kind}" if found else f"is none of the {kind}s"
        allowed = "; ".join(written(action) for action in found or actions)
        message = f"{kind}: {short(given)} {several}: {allowed}"
        raise InvalidInput(message)
    return found[0]


def _names(given: Any, action: Action) -> bool:
    """Tell whether what was given stands for an action."""
    if isinstance(given, Placed) and isinstance(action, Placed):  # a swap changes no outcome
        return (given.cards, given.up, given.down) == (action.cards, action.up, action.down)
    if isinstance(given, Divided | Taken | Placed):
        return given == action
    if isinstance(action, Divided):
        groups = _sets(given.split("|") if isinstance(given, str) else [given])
        own = [frozenset(action.first), frozenset(action.second)]
        return groups in (own, own[::-1], own[:1], own[1:])
    if isinstance(action, Taken):
        return _sets([given]) == [frozenset(action.cards)]
    up, down = _outcome(given)
    return (up is None or _sets([up]) == [frozenset(action.up)]) and (
        down is None or _sets([down]) == [frozenset(() if action.down is None else (action.down,))]
    )


def _sets(groups: Iterable[CardsLike]) -> list[frozenset[Card]]:
    return [frozenset(parse(group, name="action")) for group in groups]


def _outcome(given: Any) -> tuple[CardsLike | None, CardsLike | None]:
    """Return the cards that are to lie face up and face down; None what is not said."""
    if not isinstance(given, str):
        return given, None
    said: dict[str, str] = {}
    for part in given.rpartition(":")[2].split(","):
        words = part.split()
        side = "down" if "down" in words else "up"
        said[side] = " ".join(word for word in words if word not in ("up", "down", "none"))
    return said.get("up"), said.get("down")


def written(action: Action) -> str:
    """Return an action as text that `ValueTable.row` reads.

    Examples
    --------
    >>> written(Placed("Kc 7s", "Kc", "7s"))
    'up Kc, down 7s'
    >>> written(Divided("2s 3s Kd", "9h"))
    '9h | Kd 3s 2s'
    """
    return _write(action, text)


def shown(action: Action) -> str:
    """Return an action for prose: as `written`, with symbols."""
    return _write(action, symbols)


def _write(action: Action, cards: Callable[[Iterable[Card]], str]) -> str:
    if isinstance(action, Divided):
        return f"{cards(action.first)} | {cards(action.second)}"
    if isinstance(action, Taken):
        return cards(action.cards)
    down = () if action.down is None else (action.down,)
    return f"up {cards(action.up) or 'none'}, down {cards(down) or 'none'}"
