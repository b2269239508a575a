"""What an exercise is: a question with its numbers, and feedback that knows the usual mistakes.

An exercise is written as a function from a `Variation`, which supplies the numbers, to a `Task`.
Without a seed the numbers are those of the book; with one they are the student's own. The right
answer is computed when an answer is checked, so that no notebook holds it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from typing import Any, Literal, TypeVar

from cardlab import look
from cardlab.cards import DECK, Card, CardsLike, parse
from cardlab.errors import whole
from cardlab.lessons.answers import Kind
from cardlab.lessons.reading import Unreadable
from cardlab.results import Explanation

T = TypeVar("T")

Status = Literal["not attempted", "unreadable", "mistake", "close", "wrong", "correct"]

_TONES: dict[Status, look.Kind] = {
    "not attempted": "info",
    "unreadable": "info",
    "mistake": "error",
    "close": "warn",
    "wrong": "error",
    "correct": "ok",
}


@dataclass(frozen=True)
class Mistake:
    """A wrong answer that students give for a reason.

    Parameters
    ----------
    answer : object
        What comes out, in the kind's own form; an answer "close" to it counts as well.
    title : str
        What went wrong, in a few words.
    text : str
        The next question to ask oneself; it does not give the answer away.
    """

    answer: Any
    title: str
    text: str


@dataclass(frozen=True)
class Solution:
    """The right answer and all that is told about it; computed only when it is needed.

    Parameters
    ----------
    answer : object
        In the kind's own form.
    working : Explanation
        How it comes about.
    reason : str
        One sentence, for those who were right.
    mistakes : sequence of Mistake
        Those that give the right answer by accident, with these numbers, are passed over.
    check : str
        A cross-check by simulation, with its numbers; empty if there is none.
    """

    answer: Any
    working: Explanation
    reason: str
    mistakes: Sequence[Mistake] = ()
    check: str = ""


@dataclass(frozen=True)
class Task:
    """A question with its numbers.

    Parameters
    ----------
    question : str
        What is asked; cards in it are drawn with their suits.
    kind : Kind
        What sort of answer is due.
    solve : function
        Returns the `Solution`.
    hints : sequence of str
        From a nudge to nearly the whole way.
    cards : tuple of Card
        Cards to draw under the question.
    """

    question: str
    kind: Kind
    solve: Callable[[], Solution]
    hints: Sequence[str]
    cards: tuple[Card, ...] = ()


class Variation:
    """Supplies the numbers of an exercise: the book's, or with a seed fresh ones.

    Parameters
    ----------
    name : str
        The exercise, so that the same seed gives different exercises different numbers.
    seed : int or None
        None for the numbers of the book.

    Examples
    --------
    >>> Variation("demo/1", None).number(6, 2, 13), Variation("demo/1", 7).number(6, 2, 13)
    (6, 12)
    """

    def __init__(self, name: str, seed: int | None) -> None:
        self.seed = seed
        # Text seeds give the same numbers in every version of Python.
        self.random = random.Random(f"cardlab {name} {seed}")

    def one_of(self, book: T, others: Sequence[T]) -> T:
        """Return the book's value, or one of the others."""
        return book if self.seed is None else self.random.choice(others)

    def number(self, book: int, low: int, high: int) -> int:
        """Return the book's number, or one from `low` to `high`."""
        return book if self.seed is None else self.random.randint(low, high)

    def cards(
        self,
        book: CardsLike,
        *,
        but: Sequence[Card] = (),
        fits: Callable[[tuple[Card, ...]], bool] = lambda _: True,
    ) -> tuple[Card, ...]:
        """Return the book's cards, or as many others that fit, none of `but` among them."""
        cards = parse(book)
        if self.seed is None:
            return cards
        deck = [card for card in DECK if card not in but]
        while True:
            drawn = tuple(self.random.sample(deck, len(cards)))
            if fits(drawn):
                return drawn


@dataclass(frozen=True)
class Feedback:
    """What an answer gets: a verdict, a title and a text.

    Examples
    --------
    >>> print(Feedback("mistake", "Not yet: 52 in the denominator", "How many cards are left?"))
    Not yet: 52 in the denominator. How many cards are left?
    """

    status: Status
    title: str
    text: str = ""
    working: Explanation | None = None

    @property
    def correct(self) -> bool:
        """Whether the answer was right."""
        return self.status == "correct"

    def __str__(self) -> str:
        return f"{self.title}. {self.text}".rstrip()

    def __repr__(self) -> str:
        return f"<{self.status}: {self}>"

    def _repr_html_(self) -> str:
        return look.frame(f'<div role="status">{self.html}</div>')

    @property
    def note(self) -> str:
        """The verdict as markup."""
        return look.note(_TONES[self.status], self.title, self.text)

    @property
    def html(self) -> str:
        """The verdict as markup, with the working behind a disclosure."""
        if self.working is None:
            return self.note
        return self.note + look.disclosure("Working", self.working._steps_html())


@dataclass(frozen=True)
class Exercise:
    """An exercise: ask it, check an answer, get a hint, see the solution, make it one's own.

    Parameters
    ----------
    name : str
        Game and number, such as ``"shoot/2"``.
    title : str
    minutes : int
        How long it takes, about.
    make : function
        Returns the `Task` for a `Variation`.
    seed : int or None
        None for the numbers of the book.
    """

    name: str
    title: str
    minutes: int
    make: Callable[[Variation], Task]
    seed: int | None = None

    @cached_property
    def task(self) -> Task:
        """The question with its numbers."""
        return self.make(Variation(self.name, self.seed))

    @cached_property
    def _solved(self) -> Solution:
        return self.task.solve()

    def variant(self, seed: int) -> Exercise:
        """Return the same exercise with other numbers, always the same for the same seed.

        Raises
        ------
        InvalidInput
            If the seed is not a whole number, at least 0.
        """
        return replace(self, seed=whole("seed", seed, 0))

    def check(self, answer: object = ...) -> Feedback:
        """Return feedback on an answer; it never raises and never gives the answer away.

        Parameters
        ----------
        answer : object
            As the kind of the exercise says (``q.task.kind.how``); ``...`` means not attempted.
        """
        kind = self.task.kind
        try:
            if kind.blank(answer):
                return Feedback("not attempted", "Not attempted yet", kind.how)
            value = kind.read(answer)
        except Unreadable as reason:
            known = self._known_mistake(reason.value) if reason.value is not None else None
            return known or Feedback("unreadable", reason.title, reason.text)
        except KeyboardInterrupt:
            raise
        except BaseException:  # from an object of the student's own making
            return Feedback("unreadable", "Cannot read this answer", kind.how)
        return self._compared(value)

    def _compared(self, value: Any) -> Feedback:
        kind = self.task.kind
        fit = kind.compare(value, self._right)
        if fit == "exact":
            return self._praise()
        if known := self._known_mistake(value):
            return known
        if fit == "close":
            return Feedback("close", "Close, but not exact", f"More digits are due. {kind.how}")
        return Feedback("wrong", *kind.wrong(value, self._right))

    def _known_mistake(self, value: Any) -> Feedback | None:
        for mistake, wrong in self._mistakes:
            if self.task.kind.compare(value, wrong) == "exact":
                return Feedback("mistake", f"Not yet: {mistake.title}", mistake.text)
        return None

    @cached_property
    def _right(self) -> Any:
        return self.task.kind.settle(self._solved.answer)

    @cached_property
    def _mistakes(self) -> list[tuple[Mistake, Any]]:
        """The mistakes with what they give, but those that are right with these numbers."""
        kind = self.task.kind
        settled = [(mistake, kind.settle(mistake.answer)) for mistake in self._solved.mistakes]
        return [pair for pair in settled if kind.compare(pair[1], self._right) != "exact"]

    def _praise(self) -> Feedback:
        solved, kind = self._solved, self.task.kind
        words = " ".join(part for part in (solved.reason, solved.check) if part)
        return Feedback("correct", f"Correct: {kind.show(solved.answer)}", words, solved.working)

    def hint(self, level: int = 1) -> Hint:
        """Return a hint, 1 the smallest.

        Raises
        ------
        InvalidInput
            If there is no such hint.
        """
        hints = self.task.hints
        return Hint(whole("level", level, 1, len(hints)), len(hints), hints[level - 1])

    def solution(self) -> Explanation:
        """Return the working, with the answer."""
        return self._solved.working

    def __str__(self) -> str:
        return f"{self.heading}\n{self.task.question}\n{self.task.kind.how}"

    @property
    def heading(self) -> str:
        """The number and the title."""
        return f"Exercise {self.name.rpartition('/')[2]}: {self.title}"

    def __repr__(self) -> str:
        own = "" if self.seed is None else f", seed {self.seed}"
        return f"<exercise {self.name}: {self.title}{own}>"

    def _repr_html_(self) -> str:
        return look.frame(
            f"<h3>{escape(self.heading)}</h3>{self.question_html}"
            f'<p style="margin-top:8px">{escape(self.task.kind.how)}</p>'
        )

    @property
    def question_html(self) -> str:
        """The question and its cards as markup."""
        cards = look.hand(map(str, self.task.cards)) if self.task.cards else ""
        return f"<p>{look.prose(self.task.question)}</p>{cards}"


@dataclass(frozen=True)
class Hint:
    """A hint: its number, of how many, and what it says."""

    level: int
    of: int
    text: str

    def __str__(self) -> str:
        return f"Hint {self.level} of {self.of}: {self.text}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return look.frame(look.note("info", f"Hint {self.level} of {self.of}", self.text))


class Chapter:
    """The exercises of a game, numbered in the order in which they are added.

    Examples
    --------
    >>> demo = Chapter("demo")
    >>> @demo.exercise("Aces", minutes=1)
    ... def aces(vary):
    ...     ...
    >>> demo.exercises
    (<exercise demo/1: Aces>,)
    """

    def __init__(self, game: str) -> None:
        self.game = game
        self.exercises: tuple[Exercise, ...] = ()

    def exercise(
        self, title: str, *, minutes: int
    ) -> Callable[[Callable[[Variation], Task]], Callable[[Variation], Task]]:
        """Return a decorator that adds an exercise."""

        def add(make: Callable[[Variation], Task]) -> Callable[[Variation], Task]:
            name = f"{self.game}/{len(self.exercises) + 1}"
            self.exercises += (Exercise(name, title, minutes, make),)
            return make

        return add
