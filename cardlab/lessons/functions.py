"""Answers that are functions: tried on some cases, and the first that fails is shown."""
# ruff: noqa: D102  # what the methods of all kinds do stands in Kind

from __future__ import annotations

import inspect
import io
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from copy import deepcopy
from dataclasses import dataclass
from types import FunctionType
from typing import Any

from cardlab.cards import Card, text
from cardlab.errors import short
from cardlab.lessons.answers import Fit, Kind
from cardlab.lessons.reading import Unreadable, named, printable, refuse


@dataclass(frozen=True)
class Case:
    """A case on which a function is tried.

    Parameters
    ----------
    deck : str
        The deck in words, such as ``"a deck of 8 cards, 2 to 5 of two suits"``.
    arguments : tuple
        What the function is called with.
    """

    deck: str
    arguments: tuple[Any, ...]


@dataclass(frozen=True)
class Code(Kind):
    """A function; it is tried on some cases, and the first on which it fails is shown.

    The right answer (``Solution.answer``) is the reference, a function that counts by brute
    force; the answer of a `Mistake` is a function that makes it. Both are called as the
    student's, with arguments of their own.

    Parameters
    ----------
    signature : str
        How it is to be called, such as ``"winning(hand, deck)"``.
    result : Kind
        How a result is read and compared.
    cases : sequence of Case
        From the smallest deck up.

    Examples
    --------
    >>> from cardlab.cards import parse
    >>> from cardlab.lessons.answers import Count
    >>> cases = [Case("no cards", ((),)), Case("two cards", (parse("5h Kc"),))]
    >>> code = Code("how_many(cards)", Count("cards"), cases)
    >>> code.compare(code.read(lambda cards: len(cards)), len)
    'exact'
    >>> code.wrong(code.read(lambda cards: 3 * len(cards)), len)
    ('Not yet: wrong on two cards', 'how_many(5h Kc) gives 6 cards; 2 cards is right.')
    >>> code.read(lambda cards: cards[0])
    Traceback (most recent call last):
        ...
    cardlab.lessons.reading.Unreadable: An error on no cards
    """

    signature: str
    result: Kind
    cases: Sequence[Case]

    @property
    def name(self) -> str:
        """The function's name."""
        return self.signature.partition("(")[0]

    @property
    def how(self) -> str:
        """How to hand it over."""
        return f"A function {self.signature}; hand over {self.name}, without brackets."

    def blank(self, answer: object) -> bool:
        """Say whether a function's body is still ``...``, with or without a docstring."""
        return super().blank(answer) or untouched(answer)

    def read(self, answer: object) -> tuple[Any, ...]:
        """Return what the function gives on each case."""
        if not callable(answer):
            refuse("A function is due", f"{named(answer)} cannot be called. {self.how}")
        self._check_arguments(answer)
        return tuple(self._result(answer, case) for case in self.cases)

    def _check_arguments(self, function: Callable[..., Any]) -> None:
        due = self.cases[0].arguments
        try:
            inspect.signature(function).bind(*due)
        except ValueError:  # some functions written in C do not tell
            return
        except TypeError:
            plural = "" if len(due) == 1 else "s"
            refuse(
                "Other arguments are due",
                f"It is called as {self.signature}, with {len(due)} argument{plural}.",
            )

    def _result(self, function: Callable[..., Any], case: Case) -> Any:
        call = self._call(case)
        nowhere = _Nowhere()
        with redirect_stdout(nowhere), redirect_stderr(nowhere):
            try:
                given = function(*deepcopy(case.arguments))
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                refuse(f"An error on {case.deck}", f"{call} raises {said(error)}.")
            if given is None:
                refuse("Nothing comes out", f"{call} gives None. Does the function return it?")
            try:
                return self.result.read(given)
            except Unreadable as reason:
                title, words = reason.title, reason.text
        raise Unreadable(title, f"That is about what {call} gives on {case.deck}: {words}")

    def _call(self, case: Case) -> str:
        return f"{self.name}({', '.join(map(_argument, case.arguments))})"

    def settle(self, answer: Any) -> tuple[Any, ...]:
        return self.read(answer) if callable(answer) else answer

    def compare(self, value: Any, right: Any) -> Fit:
        pairs = zip(self.settle(value), self.settle(right), strict=True)
        return "exact" if all(self.result.compare(*pair) == "exact" for pair in pairs) else "no"

    def wrong(self, value: Any, right: Any) -> tuple[str, str]:
        for case, mine, due in zip(self.cases, self.settle(value), self.settle(right), strict=True):
            if self.result.compare(mine, due) != "exact":
                came, is_right = self.result.show(mine), self.result.show(due)
                return (
                    f"Not yet: wrong on {case.deck}",
                    f"{self._call(case)} gives {came}; {is_right} is right.",
                )
        return super().wrong(value, right)

    def show(self, value: Any) -> str:
        """Say on how many cases it was tried."""
        return f"right on all {len(self.cases)} cases"


def _stub() -> None: ...


def _documented_stub() -> None:
    """Do nothing; it compiles to the same code as every function with this body."""
    ...


class _Nowhere(io.TextIOBase):
    """Swallows what is printed, however much it is."""

    def write(self, words: str) -> int:
        return len(words)


def untouched(answer: object) -> bool:
    """Say whether an answer is a function whose body is still ``...``.

    Examples
    --------
    >>> def winning(hand): ...
    >>> untouched(winning), untouched(len)
    (True, False)
    """
    if type(answer) is not FunctionType:
        return False
    code = answer.__code__
    return any(
        code.co_code == stub.__code__.co_code
        and code.co_consts in ((None,), (answer.__doc__, None))
        for stub in (_stub, _documented_stub)
    )


def said(error: BaseException) -> str:
    """Write an error; those of a student's own class may have errors of their own.

    Examples
    --------
    >>> said(KeyError("h"))
    "KeyError: 'h'"
    """
    kind = type(error).__name__
    try:
        return f"{kind}: {printable(str(error), 80)}".rstrip(": .")
    except Exception:
        return kind


def _argument(value: object) -> str:
    """Write an argument; cards as text."""
    if isinstance(value, (list, tuple, set, frozenset)):
        if all(isinstance(one, Card) for one in value):
            return text(value) if len(value) <= 13 else f"{len(value)} cards"
        return f"[{', '.join(map(_argument, value))}]"
    return str(value) if isinstance(value, Card) else short(value)
