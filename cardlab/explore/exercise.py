"""An exercise as a cell to work in: question, field, buttons, feedback."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from html import escape
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
import traitlets

from cardlab import look
from cardlab.explore import pages
from cardlab.explore.controls import CSS, App, Field, InTurn, Markup, box
from cardlab.explore.guard import Guard
from cardlab.lessons.answers import Chance, Listing, Number
from cardlab.lessons.exercise import Exercise, Feedback
from cardlab.lessons.functions import Code
from cardlab.lessons.reading import Unreadable

_STYLE = CSS + Path(__file__).with_name("exercise.css").read_text("utf-8")
_TRIES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
_NO_TRY = ("not attempted", "unreadable")


class Attempts:
    """What somebody has tried so far: the model of the cell.

    Examples
    --------
    >>> from cardlab.lessons import question
    >>> attempts = Attempts(question("shoot/2"))
    >>> attempts.guess = "0.60"
    >>> print(attempts.check("24/52"))
    Not yet: 52 in the denominator. 24 winning cards is right. But your own three cannot come \
next. How many cards are left?
    >>> attempts.check("24/49").text.partition(" 24")[0]
    'Your guess before counting was 0.60.'
    >>> attempts.tries, attempts.done
    ('second try', True)
    """

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.guess = ""
        self.count = 0
        self.done = False
        self.hints: list[str] = []

    @property
    def tries(self) -> str:
        """The number of tries in words; empty before the first."""
        if self.count <= len(_TRIES):
            return f"{_TRIES[self.count - 1]} try" if self.count else ""
        return f"try {self.count}"

    @property
    def guess_message(self) -> str:
        """What is wrong with the guess; empty if nothing is."""
        try:
            if self.guess.strip():
                self.exercise.task.kind.read(self.guess)
        except Unreadable as reason:
            return f"{reason.title}. {reason.text}"
        return ""

    def check(self, answer: object) -> Feedback:
        """Check an answer and count the try."""
        feedback = self.exercise.check(answer)
        self.count += feedback.status not in _NO_TRY
        self.done = feedback.correct
        if self.done and self.guess.strip() and not self.guess_message:
            before = f"Your guess before counting was {self.guess.strip()}."
            feedback = replace(feedback, text=f"{before} {feedback.text}")
        return feedback

    @property
    def more_hints(self) -> bool:
        """Whether there is a hint that has not been given."""
        return len(self.hints) < len(self.exercise.task.hints)

    def next_hint(self) -> None:
        """Give the next hint."""
        if self.more_hints:
            self.hints.append(self.exercise.hint(len(self.hints) + 1).text)


class AnswerForm(InTurn, anywidget.AnyWidget):
    """A line to answer in, with the buttons Check and Hint; Enter is Check.

    Examples
    --------
    >>> form = AnswerForm(how="A whole number.")
    >>> form.on_press(lambda press, text: print(press, text))
    >>> form.press("check", "24")
    check 24
    """

    _css = _STYLE
    _esm = Path(__file__).with_name("answer_form.js").read_text("utf-8")
    label = traitlets.Unicode("Your answer").tag(sync=True)
    how = traitlets.Unicode().tag(sync=True)
    long = traitlets.Bool(False).tag(sync=True)
    value = traitlets.Unicode().tag(sync=True)
    can_check = traitlets.Bool(True).tag(sync=True)
    can_hint = traitlets.Bool(True).tag(sync=True)
    tries = traitlets.Unicode().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self._pressed: Callable[[str, str], None] = lambda _press, _text: None
        self.on_msg(self._message)

    def on_press(self, pressed: Callable[[str, str], None]) -> None:
        """Call a function with "check" or "hint" and the text when a button is pressed."""
        self._pressed = pressed

    def press(self, press: str, text: str) -> None:
        """Press a button, as somebody at the page does."""
        self._message(self, {"press": press, "text": text}, [])

    def _message(self, _form: object, content: Any, _buffers: object) -> None:
        self.value = content["text"]
        self._pressed(content["press"], content["text"])


class ExerciseCell(App):
    """An exercise to work in: a guess first, an answer, feedback, hints, and then the working.

    Parameters
    ----------
    exercise : Exercise
        As `cardlab.lessons.question` finds it.

    Examples
    --------
    >>> from cardlab.lessons import question
    >>> cell = ExerciseCell(question("shoot/2"))
    >>> cell.form.press("check", "24/49")
    >>> "Correct: 24/49 = 0.4898" in cell.feedback.html
    True
    """

    def __init__(self, exercise: Exercise) -> None:
        self.exercise = exercise
        self.attempts = Attempts(exercise)
        self.guard = Guard()
        kind = exercise.task.kind
        self.guess = Field(
            "Your guess, before you count", "", hint="It is not marked, and may stay empty."
        )
        self.guess.add_class("cl-guess")
        self.guess.box.observe(self.guard(self._guessed), "value")
        self.form = AnswerForm(how=kind.how, long=isinstance(kind, Listing))
        self.form.on_press(self.guard(self._pressed))
        self.form.observe(self.guard(self._typed), "value")
        self.hint = ipywidgets.Button(description="Hint")
        self.hint.on_click(self.guard(self._hint))
        self.feedback, self.hints = Markup(role="status"), Markup(role="status")
        self.working = Markup()
        told = [self.feedback, self.hints, self.working]
        head = _Head(html=_head(exercise))
        children = [head, *self._asked(), self.guard.box, *told]
        super().__init__("exercise", exercise.heading, children)
        self._show()

    def _asked(self) -> list[ipywidgets.Widget]:
        """Return what there is to write in: nothing for a function, which is written in a cell."""
        kind = self.exercise.task.kind
        if isinstance(kind, Code):
            return [Markup(html=_hand_over(self.exercise, kind)), box("cl-buttons", [self.hint])]
        return [self.guess, self.form] if isinstance(kind, Chance | Number) else [self.form]

    def _guessed(self, change: Any) -> None:
        self.attempts.guess = change.new
        self.guess.say(self.attempts.guess_message)

    def _typed(self, _change: Any) -> None:
        self.attempts.done = False
        self._show()

    def _pressed(self, press: str, text: str) -> None:
        if press == "hint":
            self._hint()
            return
        told = self.attempts.check(text)
        self.feedback.html = told.note
        self.working.html = _working(told)
        self._show()

    def _hint(self, _button: object = None) -> None:
        self.attempts.next_hint()
        self._show()

    def _show(self) -> None:
        attempts = self.attempts
        more_hints = attempts.more_hints and not attempts.done
        self.form.can_check, self.form.can_hint = not attempts.done, more_hints
        self.hint.disabled = not more_hints
        self.form.tries = attempts.tries
        if attempts.count:  # a guess comes first, or not at all
            self.guess.box.disabled = True
            self.guess.layout.display = None if attempts.guess.strip() else "none"
        given = [] if attempts.done else attempts.hints  # to make room for the working
        self.hints.html = "".join(
            look.note("info", f"Hint {number} of {len(self.exercise.task.hints)}", hint)
            for number, hint in enumerate(given, 1)
        )


class _Head(Markup):
    """The heading and the question; it brings the style sheet of the whole cell along."""

    _css = _STYLE


def _head(exercise: Exercise) -> str:
    minutes = f"about {exercise.minutes} minute{'s' * (exercise.minutes != 1)}"
    return (
        f'<div class="cl-title"><h3>{escape(exercise.heading)}</h3><span>{minutes}</span></div>'
        f"{exercise.question_html}"
    )


def _working(told: Feedback) -> str:
    if told.working is None:
        return ""
    return look.disclosure("Working", pages.explanation(told.working))


def _hand_over(exercise: Exercise, kind: Code) -> str:
    """Show how a function is handed over, which no field can take."""
    seed = "" if exercise.seed is None else f", {exercise.seed}"
    lines = (
        f'q = lessons.question("{exercise.name}"{seed})\n\n'
        f"def {kind.signature}:\n    ...\n\nq.check({kind.name})"
    )
    return (
        "<p>Write the function in a code cell below, and hand it over by its name:</p>"
        f"<pre>{escape(lines)}</pre>"
    )
