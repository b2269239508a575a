"""The kinds of answers: how each is read, compared with the right one, and shown."""
# ruff: noqa: D102  # what the methods of all kinds do stands in Kind

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any, Literal

from cardlab.cards import Card, parse, text
from cardlab.errors import CardError, InvalidInput
from cardlab.lessons.reading import (
    LONGEST,
    Unreadable,
    cannot_read,
    item,
    named,
    number,
    plain,
    refuse,
)

__all__ = [
    "Cards",
    "Chance",
    "Count",
    "Fit",
    "Kind",
    "Listing",
    "Number",
    "Pick",
    "Truth",
    "Unreadable",
    "refuse",
    "words_only",
]

Fit = Literal["exact", "close", "no"]

_MOST = 200  # entries of a listing


class Kind(ABC):
    """A kind of answer."""

    @property
    @abstractmethod
    def how(self) -> str:
        """How to write it, for the line under the field."""

    def blank(self, answer: object) -> bool:
        """Say whether an answer is still the place for one: ``...``, None or empty text."""
        if isinstance(answer, str):
            return not plain(answer).strip()
        return answer is ... or answer is None

    @abstractmethod
    def read(self, answer: object) -> Any:
        """Return the answer's value, or raise `Unreadable`."""

    def settle(self, answer: Any) -> Any:
        """Return an answer of an exercise's own as `read` returns a student's."""
        return answer

    @abstractmethod
    def compare(self, value: Any, right: Any) -> Fit:
        """Say whether a value is the right one, nearly, or not."""

    @abstractmethod
    def show(self, value: Any) -> str:
        """Write a value for reading."""

    def wrong(self, _value: Any, _right: Any) -> tuple[str, str]:
        """Return a title and a text for a wrong answer of which no more is known."""
        return "Not yet", "Try a hint, or count a smaller case by hand."


@dataclass(frozen=True)
class Chance(Kind):
    """A probability: a fraction, a decimal or a percentage.

    Four decimals, or two of a percentage, count as exact; small chances need two right digits
    more.

    Examples
    --------
    >>> Chance().read("48.98 %"), Chance().read("24/49"), Chance().read(0.5)
    (Fraction(2449, 5000), Fraction(24, 49), Fraction(1, 2))
    >>> Chance().compare(Fraction(4898, 10_000), Fraction(24, 49))
    'exact'
    """

    how = "A fraction, a decimal or a percentage: 3/8, 0.375 or 37.5 %."

    def read(self, answer: object) -> Fraction:
        value = number(answer, percent=True)
        if value < 0:
            refuse("A chance is not negative", "It lies between 0 and 1.", value)
        if value > 1:
            more = " For a percentage, write the sign: 37.5 %." if value <= 100 else ""
            refuse("A chance is at most 1", f"{named(answer)} is more.{more}", value)
        return value

    def compare(self, value: Fraction, right: Fraction) -> Fit:
        off = abs(value - right)
        near = min(abs(right), abs(1 - right))  # mistakes may lie above 1
        if off <= min(Fraction(1, 20_000), near / 200):
            return "exact"
        return "close" if off <= min(Fraction(1, 200), near / 20) else "no"

    def show(self, value: Fraction) -> str:
        if value.denominator <= 1_000_000:
            return f"{value.numerator}/{value.denominator} = {float(value):.4f}"
        return f"{float(value):.4f}" if value >= Fraction(1, 100) else f"{float(value):.3g}"


@dataclass(frozen=True)
class Number(Kind):
    """A number that need not be whole, such as an expected value; two decimals count as exact.

    Parameters
    ----------
    unit : str
        What it counts, for the line under the field.

    Examples
    --------
    >>> Number("tokens").compare(Fraction("45.9"), Fraction(8353, 182))
    'exact'
    """

    unit: str = ""

    @property
    def how(self) -> str:
        """How to write it."""
        return f"A number{f' of {self.unit}' if self.unit else ''}; a fraction will do: 5/2 or 2.5."

    def read(self, answer: object) -> Fraction:
        return number(answer)

    def compare(self, value: Fraction, right: Fraction) -> Fit:
        off = abs(value - right)
        if off <= min(Fraction(1, 100), abs(right) / 200):
            return "exact"
        return "close" if off <= abs(right) / 50 else "no"

    def show(self, value: Fraction) -> str:
        if value.denominator == 1:
            shown = f"{value.numerator:,}"
        elif value.denominator <= 1000:
            shown = f"{value.numerator}/{value.denominator} = {float(value):.2f}"
        else:
            shown = f"{float(value):,.2f}"
        return f"{shown} {self.unit}".rstrip()


@dataclass(frozen=True)
class Count(Kind):
    """A whole number, at least 0.

    Examples
    --------
    >>> Count("cards").read("1,326"), Count().read(24.0)
    (1326, 24)
    """

    unit: str = ""

    @property
    def how(self) -> str:
        """How to write it."""
        return f"A whole number{f' of {self.unit}' if self.unit else ''}."

    def read(self, answer: object) -> int:
        value = number(answer)
        if value.denominator != 1 or value < 0:
            refuse("A whole number is due", f"{named(answer)} cannot be a count.")
        return value.numerator

    def compare(self, value: int, right: int) -> Fit:
        return "exact" if value == right else "no"

    def show(self, value: int) -> str:
        return f"{value:,} {self.unit}".rstrip()


@dataclass(frozen=True)
class Cards(Kind):
    """Some cards, in any order unless `ordered`.

    Examples
    --------
    >>> Cards().compare(Cards().read("5h Kc"), parse("Kc 5h"))
    'exact'
    """

    ordered: bool = False

    @property
    def how(self) -> str:
        """How to write them."""
        return "Cards such as 5h Kc 10s" + (", in order." if self.ordered else ", in any order.")

    def read(self, answer: object) -> tuple[Card, ...]:
        try:
            return parse(answer)  # type: ignore[arg-type]  # it refuses what is no cards
        except CardError as error:
            refuse("These are not cards", f"{error}.")

    def compare(self, value: tuple[Card, ...], right: tuple[Card, ...]) -> Fit:
        same = value == right if self.ordered else set(value) == set(right)
        return "exact" if same else "no"

    def show(self, value: tuple[Card, ...]) -> str:
        return text(value) or "none"


@dataclass(frozen=True)
class Pick(Kind):
    """One of some options.

    Examples
    --------
    >>> Pick(("fold", "call")).read(" Call ")
    'call'
    """

    options: Sequence[str]

    @property
    def how(self) -> str:
        """How to write it."""
        return f"One of: {', '.join(self.options)}."

    def read(self, answer: object) -> str:
        if isinstance(answer, str):
            words = " ".join(plain(answer).split()).casefold()
            for option in self.options:
                if words == option.casefold():
                    return option
        raise Unreadable(cannot_read(answer), self.how)

    def compare(self, value: str, right: str) -> Fit:
        return "exact" if value == right else "no"

    def show(self, value: str) -> str:
        return value


@dataclass(frozen=True)
class Truth(Kind):
    """Yes or no, such as what a function returns that decides something.

    Examples
    --------
    >>> Truth().read(True), Truth().read("No")
    (True, False)
    """

    how = "yes or no; in code, True or False."

    def read(self, answer: object) -> bool:
        value = item(answer)
        if isinstance(value, bool):
            return value
        words = plain(value).strip().casefold() if isinstance(value, str) else ""
        if words in ("yes", "true", "no", "false"):
            return words in ("yes", "true")
        raise Unreadable(cannot_read(answer), self.how.capitalize())

    def compare(self, value: bool, right: bool) -> Fit:
        return "exact" if value == right else "no"

    def show(self, value: bool) -> str:
        return "yes" if value else "no"


def words_only(entry: object) -> str:
    """Return an entry of a `Listing` in small letters with single spaces.

    Examples
    --------
    >>> words_only("  Pair of  Aces")
    'pair of aces'
    """
    if not isinstance(entry, str):
        refuse("A list of texts is due", f"{named(entry)} is no text.")
    return " ".join(plain(entry).split()).casefold()


@dataclass(frozen=True)
class Listing(Kind):
    """Several short entries, such as the seven cuts of four cards or five lows in order.

    Written in one line, they stand between semicolons (or commas, where there is no semicolon);
    in code they may also be a list, tuple or set.

    Parameters
    ----------
    example : str
        What such a list looks like, for the line under the field.
    form : function
        Turns one entry, as it was written, into its normal form: a text that is the same for all
        ways to write the same thing. It raises `Unreadable` (`refuse` does) or an
        `InvalidInput`, such as `parse` does, for what is no entry.
    ordered : bool
        Whether the order counts.

    Examples
    --------
    >>> def low(entry):
    ...     return "".join(sorted(words_only(entry).replace(" ", "")))
    >>> lows = Listing("5 4 3 2 A; 8 7 6 5 4", low, ordered=True)
    >>> lows.read("64 32A; 5 6 7 8 4")
    ('2346a', '45678')
    >>> lows.compare(lows.read(["6432A", "87654"]), ("2346a", "45678"))
    'exact'
    >>> Listing("red; black").compare(("black", "red"), ("red", "black"))
    'exact'
    """

    example: str
    form: Callable[[str], str] = words_only
    ordered: bool = False

    @property
    def how(self) -> str:
        """How to write it."""
        order = "in order" if self.ordered else "in any order"
        return f"A list, {order}, with semicolons between: {self.example}."

    def read(self, answer: object) -> tuple[str, ...]:
        entries: list[str] = []
        for entry in self._entries(answer):
            try:
                read = plain(self.form(entry))
            except InvalidInput as error:
                refuse("Cannot read one of these", f"{error}.")
            if read in entries:
                refuse(
                    "The same twice", f"{named(entry)} is there already, perhaps in other words."
                )
            entries.append(read)
        return tuple(entries)

    def _entries(self, answer: object) -> list[Any]:
        if isinstance(answer, str):
            words = plain(answer)
            entries: list[Any] = re.split(r"[;\n]" if re.search("[;\n]", words) else ",", words)
            entries = [entry.strip() for entry in entries if entry.strip()]
        elif isinstance(answer, Iterable) and not isinstance(answer, (bytes, dict)):
            entries = list(islice(answer, _MOST + 1))
        else:
            refuse("A list is due", f"{named(answer)} is none. {self.how}")
        if len(entries) > _MOST:
            refuse("Too many", f"There are more than {_MOST} entries.")
        for entry in entries:
            if isinstance(entry, str) and len(entry) > LONGEST:
                refuse("Cannot read one of these", f"{named(entry)} is too long.")
        return entries

    def compare(self, value: tuple[str, ...], right: tuple[str, ...]) -> Fit:
        same = tuple(value) == tuple(right) if self.ordered else set(value) == set(right)
        return "exact" if same else "no"

    def show(self, value: tuple[str, ...]) -> str:
        return "; ".join(value) or "none"

    def wrong(self, value: tuple[str, ...], right: tuple[str, ...]) -> tuple[str, str]:
        if self.ordered and set(value) == set(right):
            good = sum(one == other for one, other in zip(value, right, strict=True))
            return "Not yet: the order", f"{good} of the {len(value)} stand in the right place."
        good = len(set(value) & set(right))
        return "Not yet", f"{good} of your {len(value)} belong on the list."
