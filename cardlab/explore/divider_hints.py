"""Hints in a game of Divider, one more each time: a question, what is as good, what is best."""

from __future__ import annotations

from cardlab import look
from cardlab.divider.position import Position
from cardlab.divider.value_table import ValueTable, brief, prose
from cardlab.explore import divider_words as words
from cardlab.explore.divider_ranking import NAMES, NUMBERS

MOST = 3


def hint(number: int, view: Position, values: ValueTable | None) -> str:
    """Return a hint in its box; nothing before the first.

    Parameters
    ----------
    number : int
        0 to 3.
    view : Position
        What you see.
    values : ValueTable or None
        What your actions are worth; None while that is being found out.
    """
    if number == 0:
        return ""
    title = f"Hint {number} of {MOST}"
    if number == 1:
        return look.note("info", title, words.question(view))
    if values is None:
        return look.note("info", title, "The computer is counting.")
    return look.note("info", title, close(values) if number == 2 else best(values))


def close(values: ValueTable) -> str:
    """Return which actions are about as good as the best, without saying which is best."""
    name = NAMES[values.kind]
    if len(values.rows) == 1:
        return f"There is only one {name}."
    good = [values.best, *values.as_good]
    alike = "equally good" if values.exact else "as good, as far as we can tell"
    if len(good) == len(values.rows):
        return f"All {name}s are {alike}."
    if len(good) > 1:
        count = NUMBERS[len(good)].capitalize() if len(good) < len(NUMBERS) else f"{len(good)}"
        return f"{count} {name}s are {alike}: {_listed(good)}."
    near = list(values.actions[: min(3, len(values.rows))])
    if len(values.rows) == 2:
        return f"One {name} is clearly better than the other."
    return f"One {name} is clearly better than the others. It is one of these: {_listed(near)}."


def best(values: ValueTable) -> str:
    """Return the best action and its value."""
    value = prose(brief(values.value(values.best)))
    how = "" if values.exact else ", as far as we can tell"
    return f"Best{how}: {words.describe(values.best)}. It is worth {value}."


def _listed(actions: list) -> str:  # type: ignore[type-arg]  # actions of any kind
    """Return actions in an order that tells nothing."""
    return "; ".join(sorted(words.describe(action) for action in actions))
