"""Keeps apart what usual mistakes give, where the numbers make some of them coincide."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardlab.lessons.exercise import Mistake


def apart(mistakes: Iterable[Mistake], right: Any) -> list[Mistake]:
    """Return the mistakes without those that give the right answer, or what an earlier one gives.

    Examples
    --------
    >>> found = apart([Mistake(3, "one", "?"), Mistake(4, "two", "?"), Mistake(3, "three", "?")], 4)
    >>> [mistake.title for mistake in found]
    ['one']
    """
    kept: dict[Any, Mistake] = {}
    for mistake in mistakes:
        kept.setdefault(mistake.answer, mistake)
    kept.pop(right, None)
    return list(kept.values())
