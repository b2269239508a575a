"""Answers as plain data, so that they can leave a student's process without bringing code along."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import islice
from typing import Any

from cardlab.cards import DECK, Card
from cardlab.lessons.reading import Unreadable, item, named, number, plain, refuse

_LONGEST = 2000  # characters
_MOST = 300  # entries
_DEEPEST = 3


def pack(answer: object, depth: int = 0) -> list[Any]:
    """Return an answer as lists and texts that JSON can hold.

    Parameters
    ----------
    answer : object
        Whatever a student's name holds.

    Raises
    ------
    Unreadable
        If it is nothing that any exercise asks for, or very large.

    Examples
    --------
    >>> pack("24/49"), pack(24), pack([Card("5h")])
    (['text', '24/49'], ['number', '0x18', '0x1'], ['list', [['card', 14]]])
    """
    if answer is None or answer is ...:
        return ["nothing"]
    if isinstance(answer, str):
        words = plain(answer)
        if len(words) > _LONGEST:
            refuse("Cannot read this", f"{named(words)} is too long.")
        return ["text", words]
    if isinstance(answer, Card):
        return ["card", int(answer) % 52]
    value = item(answer)
    if isinstance(value, bool):
        return ["truth", value]
    if isinstance(value, Iterable) and not isinstance(value, (bytes, dict)):
        entries = list(islice(value, _MOST + 1))
        if len(entries) > _MOST or depth == _DEEPEST:
            refuse("Cannot read this", f"{named(value)} is too large.")
        return ["list", [pack(entry, depth + 1) for entry in entries]]
    exact = number(value, percent=True)
    return ["number", hex(exact.numerator), hex(exact.denominator)]


def unpack(packed: Any) -> Any:
    """Return what `pack` packed, and nothing larger: a student may have written it himself.

    Raises
    ------
    ValueError, TypeError
        If `pack` has not made it.

    Examples
    --------
    >>> unpack(pack([Card("5h"), "Kc", 0.5]))
    (Card('5h'), 'Kc', Fraction(1, 2))
    """
    kind, *held = packed
    if any(len(part) > _LONGEST for part in held if isinstance(part, (str, list))):
        raise ValueError(kind)
    if kind == "nothing":
        return None
    if kind == "text":
        return str(held[0])
    if kind == "card":
        return DECK[int(held[0])]
    if kind == "truth":
        return held[0] is True
    if kind == "list":
        return tuple(map(unpack, held[0]))
    if kind == "number":
        return Fraction(int(held[0], 16), int(held[1], 16))
    if kind == "refused":
        return Refused(str(held[0]), str(held[1]))
    raise ValueError(kind)


class Refused:
    """An answer that could not leave the student's process: reading it says why."""

    def __init__(self, title: str, text: str) -> None:
        self.reason = Unreadable(title, text)


def packed(answer: object) -> list[Any]:
    """Return an answer as `pack` does, or the reason why it cannot be read.

    Examples
    --------
    >>> packed(object())
    ['refused', 'A number is due', 'a value of type object is not one.']
    """
    try:
        return pack(answer)
    except Unreadable as reason:
        return ["refused", reason.title, reason.text]
    except KeyboardInterrupt:
        raise
    except BaseException:  # from an object of the student's own making
        return ["refused", "Cannot read this answer", ""]
