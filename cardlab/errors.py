"""What goes wrong, by name, and the checks that notice it.

Every error that cardlab raises on purpose is a `CardlabError`; every error about a value that
somebody passed in is also a `ValueError`, so code that knows nothing of cardlab can catch it.
"""

from __future__ import annotations

import math
import operator
from fractions import Fraction
from numbers import Rational, Real


class CardlabError(Exception):
    """The base of all errors that cardlab raises on purpose."""


class InvalidInput(CardlabError, ValueError):
    """An argument has a value that the question does not allow."""


class CardError(InvalidInput):
    """Text that is not a card, a card that stands twice, or the wrong number of cards."""


class IllegalAction(InvalidInput):
    """A move that the rules of the game forbid now."""


class TooLarge(InvalidInput):
    """An exact computation that would take more steps than allowed; sample instead."""


def short(value: object) -> str:
    """Return a value as it stands in a message, long ones cut off.

    Examples
    --------
    >>> short("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."
    """
    try:
        text = repr(value)
    except ValueError:  # Python refuses to write out integers of thousands of digits
        return "a number of thousands of digits"
    return text if len(text) <= 40 else f"{text[:37]}..."


def instance(name: str, value: object, kind: type) -> None:
    """Refuse a value that is not of a type.

    Raises
    ------
    InvalidInput
        If it is not.

    Examples
    --------
    >>> instance("memory", "no", bool)
    Traceback (most recent call last):
        ...
    cardlab.errors.InvalidInput: memory must be a bool, not 'no'
    """
    if not isinstance(value, kind):
        article = "an" if kind.__name__[0] in "AEIOU" else "a"
        message = f"{name} must be {article} {kind.__name__}, not {short(value)}"
        raise InvalidInput(message)


def whole(name: str, value: object, low: int | None = None, high: int | None = None) -> int:
    """Return `value` as an int if it is a whole number from `low` to `high`.

    Parameters
    ----------
    name : str
        What the value is called in the error.
    value : object
        Anything; Python and NumPy integers pass, floats and booleans do not.
    low, high : int, optional
        The least and the greatest value allowed.

    Raises
    ------
    InvalidInput
        If the value is not an integer in the range.

    Examples
    --------
    >>> whole("n", 5, 1)
    5
    >>> whole("n", 2.5, 1)
    Traceback (most recent call last):
        ...
    cardlab.errors.InvalidInput: n must be a whole number, at least 1, not 2.5
    """
    try:
        number = None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]  # may raise
    except TypeError:
        number = None
    too_low = low is not None and number is not None and number < low
    too_high = high is not None and number is not None and number > high
    if number is None or too_low or too_high:
        allowed = "" if low is None else f", at least {_limit(low)}"
        allowed = allowed if high is None else f", from {_limit(low)} to {_limit(high)}"
        message = f"{name} must be a whole number{allowed}, not {short(value)}"
        raise InvalidInput(message)
    return number


def _limit(number: int | None) -> str:
    """Write a limit; Python refuses to write out thousands of digits."""
    return short(number) if number is None or abs(number) >= 10**30 else f"{number:,}"


def share(name: str, value: object, *, inside: bool = False) -> Fraction:
    """Return `value` as a fraction if it is a number from 0 to 1.

    Parameters
    ----------
    name : str
        What the value is called in the error.
    value : object
        Anything; a float stands for its decimals, so that 0.9 is nine tenths.
    inside : bool
        Whether 0 and 1 themselves are refused.

    Raises
    ------
    InvalidInput
        If the value is not such a number.

    Examples
    --------
    >>> share("level", 0.95)
    Fraction(19, 20)
    """
    fraction = Fraction(-1)  # what is no number lies outside
    if not isinstance(value, bool) and isinstance(value, Rational):
        fraction = Fraction(int(value.numerator), int(value.denominator))
    elif isinstance(value, Real) and not isinstance(value, Rational) and math.isfinite(value):
        fraction = Fraction(str(float(value)))
    if 0 < fraction < 1 or (not inside and 0 <= fraction <= 1):
        return fraction
    allowed = "between 0 and 1" if inside else "from 0 to 1"
    message = f"{name} must be a number {allowed}, not {short(value)}"
    raise InvalidInput(message)
