"""What goes wrong, by name.

Every error that cardlab raises on purpose is a `CardlabError`; every error about a value that
somebody passed in is also a `ValueError`, so code that knows nothing of cardlab can catch it.
"""

from __future__ import annotations

import operator


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


def whole(name: str, value: object, low: int, high: int | None = None) -> int:
    """Return `value` as an int if it is a whole number from `low` to `high`.

    Parameters
    ----------
    name : str
        What the value is called in the error.
    value : object
        Anything; Python and NumPy integers pass, floats and booleans do not.
    low, high : int
        The least and the greatest value allowed; no `high` means no upper limit.

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
    allowed = f"at least {low}" if high is None else f"from {low} to {high}"
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)  # type: ignore[arg-type]  # the TypeError is the test
    except TypeError:
        number = low - 1
    if number < low or (high is not None and number > high):
        message = f"{name} must be a whole number, {allowed}, not {value!r}"
        raise InvalidInput(message)
    return number
