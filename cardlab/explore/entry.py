"""What people type: numbers and cards, and what to tell them about it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cardlab.cards import parse
from cardlab.errors import CardError, InvalidInput, short

_HALF_A_CARD = re.compile(r"(?s)(.*?)(10|[1-9TJQKAtjqka])")
_NUMBER = re.compile(r"[+-]?([0-9]+|[0-9]{1,3}(,[0-9]{3})+|[0-9]{1,3}(\s[0-9]{3})+)")
_LONGEST = 100  # far more characters than any number asked for; Python reads some thousands


@dataclass(frozen=True)
class Message:
    """What to change in a field; not an error while the entry is only unfinished."""

    text: str
    error: bool = True


def number(name: str, written: str, low: int, high: int) -> int:
    """Read a whole number that may have commas or spaces between its thousands.

    Examples
    --------
    >>> number("banks", "100,000", 1, 10**6)
    100000
    >>> number("banks", "1,5", 1, 10**6)
    Traceback (most recent call last):
        ...
    cardlab.errors.InvalidInput: banks must be a whole number, from 1 to 1,000,000, not '1,5'; \
write it as 1500, 1,500 or 1 500
    """
    text = written.strip()
    message = f"{name} must be a whole number, from {low:,} to {high:,}, not {short(written)}"
    if len(text) > _LONGEST or not _NUMBER.fullmatch(text):
        if high >= 1000:
            message += "; write it as 1500, 1,500 or 1 500"
        raise InvalidInput(message)
    value = int(re.sub(r"[,\s]", "", text))
    if not low <= value <= high:
        raise InvalidInput(message)
    return value


def half_a_card(written: str) -> Message | None:
    """Return a hint if only the suit of the last card is missing, as it is while one types."""
    match = _HALF_A_CARD.fullmatch(written)
    try:
        if match and parse(match.group(1)) is not None:
            due = "a 0 is due, then a suit" if match.group(2) == "1" else "a suit is due"
            return Message(f"After {match.group(2)} {due}: s, h, d or c.", error=False)
    except CardError:
        pass
    return None


def beside(error: InvalidInput, *fields: str) -> str:
    """Return an error's message for its place beside the field that it names."""
    name, colon, rest = str(error).partition(": ")
    words = rest if colon and name in fields else str(error)
    return words if words.endswith(".") else words + "."
