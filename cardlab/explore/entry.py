"""What people type: numbers and cards, and what to tell them about it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cardlab.cards import parse
from cardlab.errors import CardError, InvalidInput

_HALF_A_CARD = re.compile(r"(?s)(.*?)(10|[1-9TJQKA])", re.IGNORECASE)


@dataclass(frozen=True)
class Message:
    """What to change in a field; not an error while the entry is only unfinished."""

    text: str
    error: bool = True


def number(name: str, written: str, low: int, high: int) -> int:
    """Read a whole number that may have commas or spaces between its digits.

    Examples
    --------
    >>> number("banks", "100,000", 1, 10**6)
    100000
    """
    digits = re.sub(r"[,\s]", "", written)
    if re.fullmatch(r"[+-]?[0-9]+", digits) and low <= int(digits) <= high:
        return int(digits)
    message = f"{name} must be a whole number, from {low:,} to {high:,}, not {written!r}"
    raise InvalidInput(message)


def half_a_card(written: str) -> Message | None:
    """Return a hint if only the suit of the last card is missing, as it is while one types."""
    match = _HALF_A_CARD.fullmatch(written)
    try:
        if match and parse(match.group(1)) is not None:
            return Message(f"After {match.group(2)} a suit is due: s, h, d or c.", error=False)
    except CardError:
        pass
    return None


def beside(error: InvalidInput, *fields: str) -> str:
    """Return an error's message for its place beside the field that it names."""
    name, colon, rest = str(error).partition(": ")
    words = rest if colon and name in fields else str(error)
    return words if words.endswith(".") else words + "."
