"""The review of hands of seven-card stud hi/lo that were played.

It shows what the model in `stud8_model` knows, as `stud8_pages` writes it.
"""

from __future__ import annotations

from copy import copy
from typing import Any

import ipywidgets

from cardlab.errors import InvalidInput
from cardlab.explore import stud8_pages as pages
from cardlab.explore.controls import Area, Explorer, Field, Markup, Slider, box
from cardlab.explore.entry import number
from cardlab.explore.guard import Guard
from cardlab.explore.stud8_model import ReviewModel
from cardlab.explore.stud8_views import SIDE_LIMIT, settle
from cardlab.explore.worker import Job, Worker


class HandReview(Explorer):
    """A hand that was played, step by step: equity by street, and the pot odds of every call.

    Parameters
    ----------
    hand : str
        The text of a PHH file to begin with; by default the first of the real hands.

    Examples
    --------
    >>> review = HandReview()
    >>> review.worker.wait()
    >>> review.go(10)
    """

    def __init__(self, hand: str = "") -> None:
        self.model = ReviewModel()
        self.guard = Guard()
        self.worker = Worker(self._failed)
        self.priced: tuple[pages.Priced, ...] = ()
        self.equities: dict[tuple[int, str], float] = {}
        self._make_controls()
        self._make_answers()
        super().__init__(
            "review",
            "Seven-card stud hi/lo: review of a hand",
            "Who was ahead when, and which calls paid?",
            [
                self.hand,
                self.file,
                self.paste,
                self.view,
                box("cl-players", [self.slider, self.field]),
                box("cl-buttons", [self.back, self.next]),
            ],
            [
                self.guard.box,
                self.answer,
                self.seats,
                self.calls,
                self.picture,
                self.steps,
            ],
        )
        if hand:
            self.hand.value = None  # so that each of the real hands can be chosen
            self._read(hand, "the hand given")
        elif self.model.hands:
            self.model.choose(self.hand.value)
            self._show_hand()
        else:
            self._show()

    def _make_controls(self) -> None:
        self.hand = ipywidgets.Dropdown(
            options=list(self.model.hands), description="One of the real hands"
        )
        self.file = ipywidgets.FileUpload(
            accept=".phh,.toml,.txt", multiple=False, description="Open a PHH file"
        )
        self.paste = Area("Or paste the text of one", "", placeholder="variant = 'F7S/8' ...")
        self.view = ipywidgets.Dropdown(description="Cards that are known")
        self.slider = Slider(label="Step", low=0, high=1, value=0)
        self.field = Field("Step", "0")
        self.back = ipywidgets.Button(description="Back")
        self.next = ipywidgets.Button(description="Next")
        self.next.add_class("cl-main")
        self.paste.add_class("cl-area")
        self.back.on_click(self.guard(lambda _button: self.go(self.model.step - 1)))
        self.next.on_click(self.guard(lambda _button: self.go(self.model.step + 1)))
        self.hand.observe(self.guard(self._chosen), "value")
        self.file.observe(self.guard(self._opened), "value")
        self.paste.box.observe(self.guard(self._pasted), "value")
        self.view.observe(self.guard(self._viewed), "value")
        self.slider.observe(self.guard(lambda _change: self.go(self.slider.value)), "value")
        self.field.box.observe(self.guard(self._numbered), "value")

    def _make_answers(self) -> None:
        self.answer = Markup(role="status")
        self.seats, self.calls, self.picture, self.steps = (Markup() for _ in range(4))
        self.answer.add_class("cl-first")
        self.picture.add_class("cl-pictures")

    def _chosen(self, _change: Any) -> None:
        if self.hand.value:
            self.paste.box.value = ""
            self.worker.cancel()  # what it finds belongs to the last hand
            self.model.choose(self.hand.value)
            self._show_hand()

    def _opened(self, _change: Any) -> None:
        for file in self.file.value:
            written = bytes(file["content"]).decode("utf-8", errors="replace")
            self.paste.box.value = ""
            self._read(written, str(file["name"]), f"{file['name']}: ")

    def _pasted(self, _change: Any) -> None:
        if self.paste.box.value.strip():
            self._read(self.paste.box.value, "the hand that you pasted")
        else:
            self.paste.say()

    def _read(self, written: str, name: str, prefix: str = "") -> None:
        """Read a text; `prefix` comes before what may be wrong with it."""
        self.model.read(written, name)
        if self.model.message:
            still = f" You still see {self.model.name}." if self.model.moments else ""
            self.paste.say(f"{prefix}{self.model.message}{still}")
        else:
            self.worker.cancel()  # so that nothing of the last hand is shown with this one
            self.hand.value = None  # so that the last of the real hands can be chosen again
            self._show_hand()

    def _viewed(self, _change: Any) -> None:
        if self.view.value and self.view.value != self.model.view:
            self.model.view = self.view.value
            self._count()

    def _numbered(self, _change: Any) -> None:
        try:
            step = number("step", self.field.box.value, 0, len(self.model.moments) - 1)
        except InvalidInput as error:
            self.field.say(f"{error}.")
        else:
            self.go(step)

    def _show_hand(self) -> None:
        """Show a hand that has just been read."""
        self.paste.say(f"You see: {self.model.name}.", error=False)
        self.view.options = [
            (pages.VIEWS.get(view, f"what {view} sees"), view) for view in self.model.views
        ]
        self.view.value = self.model.view
        self.slider.high = len(self.model.moments) - 1
        self._count()

    def go(self, step: int) -> None:
        """Go to a step."""
        self.model.go(step)
        self._show()

    def _count(self) -> None:
        """Begin to count the equities of the hand."""
        self.priced, self.equities = (), {}
        self.picture.old = self.calls.old = True
        self._show()
        model = copy(self.model)  # another hand may be chosen meanwhile
        self.worker.start(lambda job: self._work(job, model))

    def _show(self) -> None:
        model = self.model
        self.answer.html = pages.review_answer(model, {one.call.step: one for one in self.priced})
        self.seats.html = pages.seats(model, self.equities)
        self.steps.html = pages.steps(model)
        if not self.calls.old:
            self.calls.html = pages.calls_table(self.priced, model.step)
        self.slider.value = model.step
        self.field.box.value = f"{model.step}"
        self.field.say()
        self.back.disabled = model.step == 0
        self.next.disabled = model.step >= len(model.moments) - 1

    def _work(self, job: Job, model: ReviewModel) -> None:
        """Price the calls, then follow the equities."""
        history, view = model.history, model.view
        assert history is not None
        priced = []
        for call in model.calls():
            job.check()
            priced.append(pages.Priced(call, settle(job, call.matchup)))
        job.publish(self._show_calls, tuple(priced))
        frame = history.equity_by_street(view, limit=SIDE_LIMIT)
        job.publish(self._show_equities, frame)
        job.publish(self._show_picture, pages.review_plot(frame))

    def _show_calls(self, priced: tuple[pages.Priced, ...]) -> None:
        self.priced, self.calls.old = priced, False
        self._show()

    def _show_equities(self, frame: Any) -> None:
        self.equities = {
            (int(street), str(player)): float(equity)
            for (street, player), equity in frame["equity"].items()
        }
        self._show()

    def _show_picture(self, html: str) -> None:
        self.picture.html, self.picture.old = html, False

    def _failed(self, error: BaseException) -> None:
        self.picture.old = self.calls.old = False
        self.guard.show(error)


def hand_review(hand: str = "") -> HandReview:
    """Return a review of hands that were played; see `HandReview`."""
    return HandReview(hand)
