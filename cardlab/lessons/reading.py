"""Reads what students hand over: numbers in all their forms, and names for what cannot be read.

Nothing is evaluated, and what comes out is plain data of our own, so that nothing of the
student's runs afterwards.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import NoReturn, SupportsFloat

from cardlab.errors import short

LONGEST = 200  # characters; no answer in one line needs more
_DIGITS = 400  # of a Decimal's exponent
_BITS = 1100  # of numerator and denominator: room for every float
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)"
_FRACTION = re.compile(rf"({_NUMBER})\s*(?:/|of|in)\s*({_NUMBER})")
_DECIMAL = re.compile(rf"({_NUMBER}(?:[eE][+-]?\d{{1,3}})?)\s*(%?)")
_THOUSANDS = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d,])")
_COLON = re.compile(rf"({_NUMBER})\s*(?::|to)\s*({_NUMBER})")
_SIGNS = str.maketrans(
    "\N{MINUS SIGN}\N{FRACTION SLASH}\N{DIVISION SLASH}\N{DIVISION SIGN}", "-///"
)


class Unreadable(Exception):
    """An answer that cannot be read, or that no answer of its kind can be.

    Then `value` is what it would be, so that a known mistake can still be told: odds above 1, say.
    """

    def __init__(self, title: str, text: str, value: object = None) -> None:
        super().__init__(title)
        self.title, self.text, self.value = title, text, value


def refuse(title: str, text: str, value: object = None) -> NoReturn:
    """Refuse an answer; `value` is what it would be if it were within the range.

    Raises
    ------
    Unreadable
        Always.

    Examples
    --------
    >>> refuse("Cannot read this", "A number is due.")
    Traceback (most recent call last):
        ...
    cardlab.lessons.reading.Unreadable: Cannot read this
    """
    raise Unreadable(title, text, value)


def number(answer: object, *, percent: bool = False) -> Fraction:
    """Return what a student wrote as a fraction.

    Parameters
    ----------
    answer : object
        Text, or any kind of number; also a result that has a ``probability``.
    percent : bool
        Whether a per cent sign may follow.

    Raises
    ------
    Unreadable
        If it is no number, with the reason.

    Examples
    --------
    >>> number("1,326"), number(0.1), number("5/2")
    (Fraction(1326, 1), Fraction(1, 10), Fraction(5, 2))
    """
    value = _any_number(answer, percent)
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > _BITS:
        refuse("Cannot read this number", "It has hundreds of digits.")
    return value


def _any_number(answer: object, percent: bool) -> Fraction:
    if isinstance(answer, str):
        return _written(plain(answer).strip(), percent)
    if percent and isinstance(probability := getattr(answer, "probability", None), Fraction):
        answer = probability
    value = item(answer)
    if isinstance(value, bool | Iterable):
        pass
    elif isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    elif isinstance(value, Decimal):
        if value.is_finite() and abs(value.adjusted()) < _DIGITS:
            return Fraction(value)
    elif isinstance(value, SupportsFloat):
        decimal = float(value)
        if math.isfinite(decimal):
            return Fraction(str(decimal))
    refuse("A number is due", f"{named(answer)} is not one.")


def item(value: object) -> object:
    """Return a NumPy scalar as a Python number, and anything else as it is."""
    if hasattr(value, "item") and getattr(value, "shape", None) == ():
        item: object = value.item()
        return item
    return value


def _written(words: str, percent: bool) -> Fraction:
    quoted = cannot_read(words)
    if len(words) > LONGEST:
        refuse(quoted, "That is too long for a number.")
    words = " ".join(words.translate(_SIGNS).split())
    words = _THOUSANDS.sub(lambda found: found[0].replace(",", ""), words)
    words = words if words.isascii() else ""
    if found := _FRACTION.fullmatch(words):
        over, under = Fraction(found[1]), Fraction(found[2])
        if under == 0:
            refuse(quoted, "Nothing can be divided by 0.")
        return over / under
    if found := _DECIMAL.fullmatch(words):
        if found[2] and not percent:
            refuse(quoted, "A plain number is due, without a per cent sign.")
        return Fraction(found[1]) / (100 if found[2] else 1)
    if found := _COLON.fullmatch(words):
        refuse(
            quoted,
            f"Write a fraction with a slash, {found[1]}/{found[2]}. A colon could mean odds, and "
            f"{found[1]} to {found[2]} is not the same as {found[1]} of {found[2]}.",
        )
    if re.fullmatch(r"[+-]?\d+,\d+ ?%?", words):
        refuse(quoted, "Write decimals with a point, such as 0.375.")
    refuse(quoted, "A number is due, such as 3/8 or 0.375.")


def plain(words: str) -> str:
    """Return text as a plain ``str``, whatever a class of the student's makes of it."""
    return str.__str__(words)


def printable(words: str, length: int = 40) -> str:
    """Return text for a message: short, and nothing in it that cannot be shown."""
    shown = "".join(sign if sign.isprintable() else "?" for sign in words[:length])
    return shown if len(words) <= length else f"{shown}\N{HORIZONTAL ELLIPSIS}"


def cannot_read(answer: object) -> str:
    """Return the title of a refusal.

    Examples
    --------
    >>> cannot_read("24 : 49")
    'Cannot read “24 : 49”'
    """
    return f"Cannot read {named(answer)}"


def named(answer: object) -> str:
    """Name what was handed over, for a message.

    Only numbers and text are written out; the ``repr`` of anything else may be long, or raise.

    Examples
    --------
    >>> named("24 : 49"), named(2.5), named([1, 2])
    ('“24 : 49”', '2.5', 'a value of type list')
    """
    if isinstance(answer, str):
        words = printable(plain(answer))
        return f"\N{LEFT DOUBLE QUOTATION MARK}{words}\N{RIGHT DOUBLE QUOTATION MARK}"
    if type(answer) in (bool, int, float, complex, Fraction, Decimal, type(None)):
        return short(answer)
    return f"a value of type {printable(type(answer).__name__)}"
