"""The explorers of Shoot: a turn, and a bank.

They show what the models in `shoot_model` know, as `shoot_pages` writes it.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import ipywidgets

from cardlab import look
from cardlab.cards import CardsLike, parse, text
from cardlab.explore import shoot_pages as pages
from cardlab.explore.card_picker import CardPicker, Group
from cardlab.explore.controls import Explorer, Field, Markup, Slider, Switch, box, send_again
from cardlab.explore.guard import Guard
from cardlab.explore.shoot_model import STRATEGIES, BankModel, Request, TurnModel
from cardlab.explore.worker import Job, Worker
from cardlab.shoot.bank_result import BankResult
from cardlab.shoot.odds import Turn

SAMPLES = 100_000
SEED = 2  # a common sample: its interval holds the exact answer well inside
FIRST = 2_000  # banks in the first estimate


class TurnExplorer(Explorer):
    """One turn of Shoot: pick a hand and the cards seen, and read the chance of winning.

    Parameters
    ----------
    hand, seen : cards
        What to begin with.
    kitty, bankroll : int
        Tokens, for the Kelly stake.

    Examples
    --------
    >>> explorer = TurnExplorer("Ah Kc Qs")
    >>> "33 of 49" in explorer.answer.html
    True
    """

    def __init__(
        self,
        hand: CardsLike = "5h Kc Qs",
        seen: CardsLike = "",
        *,
        kitty: int = 60,
        bankroll: int = 100,
    ) -> None:
        self.model = TurnModel(
            text(parse(hand, name="hand")),
            text(parse(seen, name="seen")),
            f"{kitty}",
            f"{bankroll}",
        )
        self.guard = Guard()
        self.worker = Worker(self.guard.show)
        self._shown: Turn | None = None
        self._make_controls()
        self._make_answers()
        super().__init__(
            "turn",
            "Shoot: one turn",
            "Will the next card be of one of your suits, and lower?",
            [self.cards, self.hand, self.seen, self.picker, self.kitty, self.bankroll],
            [self.guard.box, self.answer, self.sample, self.tiles, self.picture, self.working],
        )
        self._show()

    def _make_controls(self) -> None:
        text = self.model.text
        self.hand = Field(
            "Your three cards",
            text["hand"],
            hint="As on the cards: rank, then s, h, d or c.",
            placeholder="for example 5h Kc Qs",
            live=True,
        )
        self.seen = Field(
            "Cards turned so far", text["seen"], placeholder="none, for example 2d 9c", live=True
        )
        self.kitty = Field("Kitty", text["kitty"], unit="tokens")
        self.bankroll = Field("Your bankroll", text["bankroll"], unit="tokens")
        self.fields: dict[str, Field] = {name: getattr(self, name) for name in text}
        for name, field in self.fields.items():
            field.add_class(f"cl-field-{name}")
            field.box.observe(self.guard(partial(self._typed, name)), "value")
        self.picker = CardPicker(
            [
                Group("mine", "Mine", "yours", "own", 3),
                Group("seen", "Seen", "seen", "seen", 48),
            ],
            cards=self._groups(),
            label="Choose cards here",
            guard=self.guard,
        )
        self.picker.observe(self.guard(self._picked), "cards")

    def _make_answers(self) -> None:
        self.cards, self.sample, self.tiles = Markup(), Markup(), Markup()
        self.answer = Markup(role="status")
        self.picture, self.working = Markup(), Markup()
        self.cards.add_class("cl-cards")
        self.picture.add_class("cl-place")
        self.answer.add_class("cl-first")

    def _typed(self, name: str, change: Any) -> None:
        # Only this box: while `_show` writes them one by one, the others are still old.
        if change.new != self.model.text[name]:
            self.model.set(**{name: change.new})
            self._show()

    def _picked(self, _change: Any) -> None:
        if self.picker.cards != self._groups():
            chosen = {name: text(cards) for name, cards in self.picker.cards.items()}
            self.model.set(hand=chosen["mine"], seen=chosen["seen"])
            self._show()

    def _groups(self) -> dict[str, list[int]]:
        """Return the model's cards as the picker holds them."""
        return {
            "mine": [int(card) for card in self.model.hand],
            "seen": [int(card) for card in self.model.seen],
        }

    def _show(self) -> None:
        """Show the model: the answer first, then what takes longer."""
        model = self.model
        self.answer.html = pages.turn_answer(model.turn, settled=model.settled)
        for name, field in self.fields.items():
            field.box.value = model.text[name]
            message = model.messages.get(name)
            field.say(message.text if message else "", error=bool(message and message.error))
        self.cards.html = look.hand(map(str, model.hand))
        with self.picker.hold_sync():
            self.picker.cards = self._groups()
            self.picker.marked = [int(card) for card in model.winning]
        self._fade()
        if model.turn is None:
            return
        self.tiles.html = pages.turn_tiles(model.turn, *model.money)
        if model.turn != self._shown:
            self._shown = model.turn
            self._show_turn(model.turn)

    def _fade(self) -> None:
        """Fade what belongs to other cards than those that stand in the fields."""
        for part in (self.sample, self.tiles, self.picture, self.working):
            part.old = not self.model.settled
        if self.model.read:
            self.remove_class("cl-unread")
        else:
            self.add_class("cl-unread")

    def _show_turn(self, turn: Turn) -> None:
        self.worker.cancel()
        self.sample.html = pages.turn_sample(turn.simulate(SAMPLES, rng=SEED), turn.exact())
        self.worker.start(lambda job: self._draw(job, turn))

    def _draw(self, job: Job, turn: Turn) -> None:
        """Show the histogram's title and the working, then the histogram."""
        job.check()
        working = pages.turn_working(turn)
        job.publish(self._show_place, pages.turn_place(turn, drawn=False), working)
        job.publish(self._show_place, pages.turn_place(turn), working)

    def _show_place(self, picture: str, working: str) -> None:
        self.picture.html, self.working.html = picture, working


class BankExplorer(Explorer):
    """A bank of Shoot: what becomes of the kitty, and the chance that the dealer goes broke.

    Every change starts the simulation anew; it runs in a thread and can be cancelled.

    Examples
    --------
    >>> explorer = BankExplorer()
    >>> explorer.worker.wait()
    >>> explorer.result.n
    100000
    """

    def __init__(self) -> None:
        self.model = BankModel()
        self.guard = Guard()
        self.worker = Worker(self._failed)
        self.result: BankResult | None = None
        self._make_controls()
        self._make_answers()
        fields = self.fields
        super().__init__(
            "bank",
            "Shoot: a bank",
            "What happens to the kitty over up to three deals?",
            [
                box("cl-players", [self.slider, fields["players"]]),
                fields["kitty"],
                self.strategy,
                fields["bankroll"],
                self.memory,
                self.deals,
                fields["banks"],
                fields["seed"],
                box("cl-buttons", [self.start, self.stop]),
                self.status,
            ],
            [self.guard.box, self.answer, self.warning, self.pictures, self.numbers],
        )
        self._show_messages()
        self.simulate()

    def _make_controls(self) -> None:
        text = self.model.text
        self.slider = Slider(label="Players", low=2, high=13, value=6)
        self.fields = {
            "players": Field("Players", text["players"]),
            "kitty": Field("Kitty", text["kitty"], unit="tokens"),
            "bankroll": Field("Bankroll of each player", text["bankroll"], unit="tokens"),
            "banks": Field("Banks to play", text["banks"]),
            "seed": Field("Seed", text["seed"]),
        }
        self.strategy = ipywidgets.RadioButtons(
            options=[(label, name) for name, label in STRATEGIES.items()],
            value=text["strategy"],
            description="How the players bet",
        )
        self.memory = ipywidgets.Checkbox(
            self.model.memory, description="They remember the turned cards", indent=False
        )
        self.deals = Switch(label="Deals", options=["1", "2", "3"], value=text["deals"])
        self.start = ipywidgets.Button(description="Simulate")
        self.stop = ipywidgets.Button(description="Cancel", disabled=True)
        self.start.add_class("cl-main")
        self.start.on_click(self.guard(lambda _button: self.simulate()))
        self.stop.on_click(self.guard(lambda _button: self.cancel()))
        self.slider.observe(self.guard(self._slid), "value")
        for name, field in self.fields.items():
            field.add_class(f"cl-field-{name}")
            field.box.observe(self.guard(self._changed), "value")
        for control in (self.strategy, self.memory, self.deals):
            control.observe(self.guard(self._changed), "value")

    def _make_answers(self) -> None:
        self.status, self.answer = Markup(role="status"), Markup(role="status")
        self.warning, self.pictures, self.numbers = Markup(role="status"), Markup(), Markup()
        self.answer.add_class("cl-first")
        self.warning.add_class("cl-tail")
        self.pictures.add_class("cl-pictures")
        self.answer.html = pages.bank_answer(None)
        # The button's state goes with the status; see `Markup._rendered`.
        self.status.on_msg(lambda *_message: send_again(self.stop, "disabled"))

    def _slid(self, _change: Any) -> None:
        self.fields["players"].box.value = f"{self.slider.value}"

    def _changed(self, _change: Any) -> None:
        self.model.set(
            memory=self.memory.value,
            strategy=self.strategy.value,
            deals=self.deals.value,
            **{name: field.box.value for name, field in self.fields.items()},
        )
        self._show_messages()
        if self.model.settled:
            self.simulate()
        else:
            self.cancel()
            self._show_last()

    def _show_messages(self) -> None:
        """Show what to change, and only the fields that the strategy uses."""
        model = self.model
        self.fields["kitty"].hint = f"At least 10 a player: {model.least_kitty}."
        for name, field in self.fields.items():
            message = model.messages.get(name)
            field.say(message.text if message else "")
        strategy = model.text["strategy"]
        self.fields["bankroll"].layout.display = "" if strategy == "kelly" else "none"
        self.memory.layout.display = "" if strategy in ("shoot", "kelly") else "none"
        self.slider.value = model.players

    def simulate(self) -> None:
        """Play the banks that the fields ask for, in a thread."""
        request = self.model.request
        if request is None or not self.model.settled:
            return
        self.worker.cancel()
        self.stop.disabled = False
        self._fade(self.answer, self.warning, self.pictures, self.numbers)
        self.status.html = pages.progress(0, request.n, 0)
        self.worker.start(lambda job: self._work(job, request))

    def cancel(self) -> None:
        """Stop the simulation; the last answer stays."""
        if not self.stop.disabled:
            self.worker.cancel()
            self._rest("Cancelled.")
            self._show_last()

    def _work(self, job: Job, request: Request) -> None:
        """Show a first estimate, then the answer, then its pictures."""
        begun = time.perf_counter()

        def report(done: int, n: int) -> None:
            seconds = time.perf_counter() - begun
            job.publish(self._show_progress, pages.progress(done, n, seconds))

        job.check()
        if request.n > 4 * FIRST:
            first = request.bank.simulate(
                FIRST, rng=request.seed, progress=lambda _done, _n: job.check()
            )
            job.publish(self._show_first, first, request)
        result = request.bank.simulate(request.n, rng=request.seed, progress=report, path=True)
        job.publish(self._show_result, result)
        pictures = pages.bank_pictures(result)
        job.publish(self._show_pictures, result, pictures)

    def _show_progress(self, html: str) -> None:
        self.status.html = html

    def _show_first(self, first: BankResult, request: Request) -> None:
        note = f"n = {first.n:,}; that from {request.n:,} follows"  # short enough for one line
        self._show_answer(first, note=note)

    def _show_result(self, result: BankResult) -> None:
        self._show_answer(result)

    def _show_answer(self, result: BankResult, *, note: str = "") -> None:
        self.answer.html = pages.bank_answer(result, note=note)
        self.warning.html = pages.bank_warning(result)
        self.answer.old = self.warning.old = False

    def _show_last(self) -> None:
        """Show the last complete answer; if the fields ask something else, faded and named."""
        result, request = self.result, self.model.request
        if result is None:
            self.answer.html, self.warning.html = pages.bank_answer(None), ""
            return
        asked = request and (request.bank, request.n, request.seed)
        stale = not self.model.settled or (result.bank, result.n, result.seed) != asked
        self._show_answer(result)
        if stale:
            self.answer.html = pages.bank_answer(result, stale=True)
            self._fade(self.warning, self.pictures, self.numbers)

    def _fade(self, *parts: Markup) -> None:
        for part in parts:
            part.old = True

    def _show_pictures(self, result: BankResult, pictures: str) -> None:
        self.result = result  # only now, so that a cancel never parts answer and pictures
        self.pictures.html = pictures
        self.numbers.html = pages.bank_numbers(result)
        self._rest(f"Done: {pages.banks(result.n)}.")

    def _failed(self, error: BaseException) -> None:
        self._rest("The simulation failed. Change a setting, or press Simulate.")
        self._show_last()
        self.guard.show(error)

    def _rest(self, words: str) -> None:
        self.stop.disabled = True
        self.pictures.old = self.numbers.old = False
        self.status.html = f'<p class="cl-small">{words}</p>'


def shoot_turn(
    hand: CardsLike = "5h Kc Qs", seen: CardsLike = "", *, kitty: int = 60, bankroll: int = 100
) -> TurnExplorer:
    """Return an explorer of one turn; see `TurnExplorer`."""
    return TurnExplorer(hand, seen, kitty=kitty, bankroll=bankroll)


def shoot_bank() -> BankExplorer:
    """Return an explorer of a bank; see `BankExplorer`."""
    return BankExplorer()
