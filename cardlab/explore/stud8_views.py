"""The explorer of seven-card stud hi/lo: hands against each other.

It shows what the model in `stud8_model` knows, as `stud8_pages` writes it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import ipywidgets

from cardlab import look
from cardlab.cards import CardsLike, parse, text
from cardlab.errors import InvalidInput, TooLarge
from cardlab.explore import pages as shared
from cardlab.explore import stud8_pages as pages
from cardlab.explore.card_picker import CardPicker, Group
from cardlab.explore.controls import Explorer, Field, Markup, Switch, box
from cardlab.explore.guard import Guard
from cardlab.explore.streets import Streets
from cardlab.explore.stud8_model import (
    DEAD,
    OPPONENTS,
    YOURS,
    MatchupModel,
    Spot,
)
from cardlab.explore.stud8_pages import Result
from cardlab.explore.worker import SLOWER, Job, Worker
from cardlab.results import HiLoTable
from cardlab.sampling import Progress
from cardlab.stud8.decisions import CardEquities, NextCard
from cardlab.stud8.equity import LIMIT, Matchup
from cardlab.stud8.final import FinalHand
from cardlab.stud8.sampled import Sampled

PATIENCE = 0.1  # seconds until a sampled answer stands in for the exact one
EXACT_LIMIT = LIMIT // 4 // SLOWER  # as in `Matchup.exact`: a few seconds
FIRST = 200_000 // SLOWER  # deals in the first answer
SAMPLES = 2_000_000 // SLOWER  # deals where no exact answer follows
SIDE_SAMPLES = 20_000 // SLOWER  # deals for each card that may come next
SIDE_LIMIT = LIMIT // 20 // SLOWER
ASKED_LIMIT = 10**12
SEED = 1
MOST_KNOWN = 100  # answers to keep


class SeatField(Field):
    """A field for the cards of a seat, which are drawn between its name and its box."""

    def __init__(self, label: str, value: str, **kwargs: Any) -> None:
        super().__init__(label, value, live=True, **kwargs)
        self.cards = Markup()
        self.children = [self.box, self.cards, self.line]
        self.add_class("cl-seat")


class MatchupExplorer(Explorer):
    """Your hand against one to seven others: what share of the pot is yours.

    Where the exact answer takes longer than a tenth of a second, a sampled one stands in its place
    until it is there.

    Parameters
    ----------
    cards : cards
        Yours.
    *opponents : cards
        Those known of each opponent.
    dead : cards
        Cards folded or seen elsewhere.

    Raises
    ------
    CardError
        If the cards cannot be read.
    InvalidInput
        If there are more than seven opponents.

    Examples
    --------
    >>> explorer = MatchupExplorer("Ac2d3h4s5c", "KsKdQcJhTs")
    >>> explorer.worker.wait()
    >>> "0.8293" in explorer.answer.html
    True
    """

    def __init__(
        self, cards: CardsLike = "As 2s 3d", *opponents: CardsLike, dead: CardsLike = ""
    ) -> None:
        others = opponents or ("Kh",)
        if len(others) > len(OPPONENTS):
            message = f"opponents: {len(others)} given; there can be at most {len(OPPONENTS)}"
            raise InvalidInput(message)
        self.model = MatchupModel(
            text(parse(cards, name=YOURS)),
            [text(parse(held, name=name)) for name, held in zip(OPPONENTS, others, strict=False)],
            text(parse(dead, name=DEAD)),
        )
        self.guard = Guard()
        self.worker = Worker(self._failed)
        self.result: Result | None = None
        self._asked: tuple[Spot, int] | None = None
        self._writing = False
        self._pending: set[Markup] = set()
        self._known: dict[Spot, tuple[Result, HiLoTable | Sampled]] = {}
        self._make_controls()
        self._make_answers()
        self._picker_box = box("cl-picker-box", [self.picker])
        super().__init__(
            "stud",
            "Seven-card stud hi/lo",
            "What share of the pot is yours, when the best low takes half?",
            [
                self.fields[YOURS],
                self.number,
                *(self.fields[name] for name in OPPONENTS),
                self.fields[DEAD],
                self._picker_box,
            ],
            [
                self.guard.box,
                self.answer,
                box("cl-count", [self.status, box("cl-buttons", [self.count, self.stop])]),
                self.pot,
                box("cl-street-box", [self.street_title, self.streets, self.street_plot]),
                self.next,
                self.joint,
                self.working,
            ],
        )
        self._show()

    def _make_controls(self) -> None:
        text, hint = self.model.text, "As on the cards: rank, then s, h, d or c."
        self.fields: dict[str, SeatField] = {
            YOURS: SeatField(
                "Your cards", text[YOURS], hint=hint, placeholder="for example As 2s 3d"
            )
        }
        for name in OPPONENTS:
            self.fields[name] = SeatField(
                f"{name.capitalize()}'s cards", text[name], placeholder="none known, for example Kh"
            )
        self.fields[DEAD] = SeatField(
            "Dead cards, folded or seen elsewhere",
            text[DEAD],
            placeholder="none, for example 7d 8c",
        )
        for field in self.fields.values():
            field.box.observe(self.guard(self._typed), "value")
        self.number = Switch(
            label="Opponents",
            options=[name.removeprefix("opponent ") for name in OPPONENTS],
            value=f"{self.model.opponents}",
        )
        self.number.observe(self.guard(self._counted), "value")
        self._make_picker()

    def _make_picker(self) -> None:
        """Make a picker with as many groups as there are seats."""
        count = self.model.opponents
        short = "Opponent" if count == 1 else "Opp. {}" if count < 4 else "{}"
        opponents = [
            Group(
                name,
                short.format(seat),
                f"{name}'s" if count > 1 else "opponent's",
                "plain",
                7,
                f"{seat}" if count > 1 else "",
            )
            for seat, name in enumerate(OPPONENTS[:count], start=1)
        ]
        self.picker = CardPicker(
            [
                Group(YOURS, "Mine", "yours", "own", 7),
                *opponents,
                Group(DEAD, "Dead", "dead", "seen", 45),
            ],
            cards=self._groups(),
            label="Or choose here" if count == 1 else "",
            marked_as="",
            ranks="A23456789TJQK",
            guard=self.guard,
        )
        self.picker.observe(self.guard(self._picked), "cards")

    def _make_answers(self) -> None:
        self.answer = Markup(role="status")
        self.status, self.pot, self.next = Markup(role="status"), Markup(), Markup()
        self.joint, self.working, self.street_plot = Markup(), Markup(), Markup()
        self.street_title = Markup(html=pages.STREET_TITLE)
        self.streets = Streets()
        self.answer.add_class("cl-first")
        for picture in (self.pot, self.street_plot):
            picture.add_class("cl-pictures")
        for name in ("pot", "street_plot", "next", "joint"):
            getattr(self, name).add_class("cl-due")  # it keeps its place free, see the style sheet
            getattr(self, name).add_class(f"cl-stud-{name}")
        self.count = ipywidgets.Button(description="Count all deals")
        self.stop = ipywidgets.Button(description="Cancel")
        self.count.on_click(self.guard(lambda _button: self.count_all()))
        self.stop.on_click(self.guard(lambda _button: self.cancel()))
        self.streets.observe(self.guard(self._chosen), "value")
        self.streets.on_msg(self.guard(self._fill))
        self._buttons()

    def _typed(self, _change: Any) -> None:
        if self._writing:  # one box after the other, so that they do not agree meanwhile
            return
        self.model.set({name: field.box.value for name, field in self.fields.items()})
        self._show()

    def _picked(self, _change: Any) -> None:
        if self.picker.cards != self._groups():
            self.model.set({name: text(cards) for name, cards in self.picker.cards.items()})
            self._show()

    def _counted(self, _change: Any) -> None:
        self.model.set(opponents=int(self.number.value))
        self._make_picker()
        self._picker_box.children = [self.picker]
        self._show()

    def _chosen(self, _change: Any) -> None:
        if self.streets.value != self.model.street:
            self.model.look_at(self.streets.value)
            self._show()

    def _fill(self, _streets: Any, content: Any, _buffers: Any) -> None:
        self.picker.begin(self.model.fields[content["fill"]])

    def _groups(self) -> dict[str, list[int]]:
        """Return the model's cards as the picker holds them."""
        return {name: [int(c) for c in self.model.cards[name]] for name in self.model.fields}

    # Showing

    def _show(self) -> None:
        """Show the model: what stands in the fields at once, the answers as they are found."""
        model = self.model
        self._writing = True
        for name, field in self.fields.items():
            field.layout.display = "" if name in model.fields else "none"
            field.box.value = model.text[name]
            message = model.messages.get(name)
            field.say(message.text if message else "", error=bool(message and message.error))
        self._writing = False
        self._show_cards()
        with self.picker.hold_sync():
            self.picker.cards = self._groups()
        asked = None if model.spot is None else (model.spot, model.street)
        if asked is not None and asked != self._asked:
            self._asked = asked
            self._ask(*asked)
        else:
            self._fade()
            self._show_answer()

    def _show_cards(self) -> None:
        """Draw the cards of each seat, and the strip of streets."""
        model, cards = self.model, self.model.cards
        several = model.opponents > 1
        street = max(3, min(7, len(cards[YOURS])))
        fitting = Spot((cards[YOURS] or (), *(cards[name] for name in model.fields[1:-1])), ())
        for seat, name in enumerate(model.fields[:-1]):
            dealt = fitting.dealt(seat) if len(cards[YOURS]) >= 3 else cards[name]
            size: look.Size = "S" if seat and several else "L" if len(dealt) <= 5 else "M"
            self.fields[name].cards.html = pages.hands(dealt, size) if dealt else ""
            if seat:
                unknown, more = dealt.count(None), len(dealt) - len(cards[YOURS])
                hint = pages.unknown_in_words(unknown, street) if unknown else ""
                if len(cards[YOURS]) >= 3 and more > 0:
                    hint = pages.more_in_words(name, more)
                self.fields[name].hint = hint
                if name not in model.messages:
                    self.fields[name].say()
        with self.streets.hold_sync():
            self.streets.streets = pages.street_columns(model.spot)
            self.streets.value = model.street

    def _ask(self, spot: Spot, street: int) -> None:
        """Begin to answer a question."""
        self.worker.cancel()
        current = spot.at(street)
        self.result = None
        self._buttons()
        self.status.html = ""
        self._pending = {self.pot, self.next, self.joint, self.street_plot, self.working}
        self._fade()
        if current in self._known:
            self._show_result(current, self._known[current][0])
        else:
            self.answer.old = True
            if not self.answer.html:
                self._show_answer()
        self.worker.start(lambda job: self._work(job, spot, street))

    def _show_answer(self, *, note: str = "") -> None:
        model = self.model
        spot, stale = model.current, not model.settled
        if spot is not None and stale:
            note = f"{pages.spot_in_words(spot)}: the last cards that could be read"
        elif spot is not None and model.spot is not None and spot.street < model.spot.street:
            note = note or f"on {pages.STREETS[spot.street]} street"
        self.answer.html = pages.matchup_answer(spot, self.result, note=note, stale=stale)

    def _show_first(self, result: Result) -> None:
        self.result = result
        self.answer.old = False
        n = result.n if isinstance(result, Sampled) else 0
        self._show_answer(note=f"n = {n:,}; the exact answer follows here")

    def _show_result(self, _spot: Spot, result: Result) -> None:
        self.result = result
        self.answer.old = False
        if "progressbar" in self.status.html:
            self.status.html = ""
        self._show_answer()
        self._buttons()

    def _show_part(self, part: Markup, html: str) -> None:
        part.html = html
        part.remove_class("cl-due")
        self._pending.discard(part)
        self._fade()

    def _fade(self) -> None:
        """Fade what belongs to other cards than those that stand in the fields."""
        for part in (self.pot, self.next, self.joint, self.street_plot, self.working):
            part.old = part in self._pending or not self.model.settled

    def _show_progress(self, html: str) -> None:
        self.status.html = html

    def _buttons(self, *, counting: bool = False) -> None:
        """Offer to count where only a sample is there, and to cancel while it counts."""
        spot = self.model.current
        can = isinstance(self.result, Sampled) and spot is not None and _countable(spot)
        self.count.layout.display = "" if can and not counting else "none"
        self.stop.layout.display = "" if counting else "none"

    # Working, in a thread

    def _work(self, job: Job, spot: Spot, street: int) -> None:
        """Find the answer, then all that stands under it, what is quick first."""
        job.check()
        current = spot.at(street)
        result, table = self._answer(job, current)
        job.publish(self._show_part, self.working, pages.outcomes(current, table))
        job.publish(self._show_part, self.pot, pages.pot(table))
        job.publish(self._show_part, self.joint, pages.joint(_final(current).exact()))
        self._sample_next(job, current, result)
        equities = {}
        for at in range(3, spot.street + 1):
            equities[at] = float(self._settled(job, spot.at(at)).equities[0])
        job.publish(self._show_part, self.street_plot, pages.street_plot(equities, street))
        self._count_next(job, current)

    def _answer(self, job: Job, spot: Spot) -> tuple[Result, HiLoTable | Sampled]:
        """Show the exact answer, after a sampled one if it takes its time; or only that."""
        if len(self._known) > MOST_KNOWN:
            self._known.clear()
        if spot not in self._known:
            result, sample = self._counted_or_sampled(job, spot)
            table = result if isinstance(result, HiLoTable) else sample
            self._known[spot] = result, table or spot.matchup.simulate(FIRST, rng=SEED)
        job.publish(self._show_result, spot, self._known[spot][0])
        return self._known[spot]

    def _counted_or_sampled(self, job: Job, spot: Spot) -> tuple[Result, Sampled | None]:
        """Return the answer, and the sample that was shown first if there was one."""
        sample: Sampled | None = None
        with ThreadPoolExecutor(1) as threads:
            try:
                counting = threads.submit(
                    spot.matchup.exact, limit=EXACT_LIMIT, progress=self._progress(job)
                )
            except RuntimeError:  # Python in the browser has no threads
                return settle(job, spot.matchup), None
            wait([counting], PATIENCE)
            if not counting.done():
                sample = spot.matchup.simulate(FIRST, rng=SEED)
                job.publish(self._show_first, sample)
            try:
                return counting.result(), sample
            except TooLarge:
                sample = spot.matchup.simulate(SAMPLES, rng=SEED)
                return sample, sample

    def _progress(self, job: Job, *, after: float = 1.0) -> Progress:
        """Return what shows the progress of a count that takes longer than a moment."""
        begun = time.perf_counter()

        def report(done: int, total: int) -> None:
            seconds = time.perf_counter() - begun
            if seconds < after:
                job.check()
            else:
                html = shared.progress("Counting all deals", done / total, seconds)
                job.publish(self._show_progress, html)

        return report

    def _settled(self, job: Job, spot: Spot) -> Result:
        """Return the answer on another street."""
        if spot in self._known:
            return self._known[spot][0]
        job.check()
        result = settle(job, spot.matchup)
        if isinstance(result, HiLoTable):
            self._known[spot] = result, result
        return result

    def _sample_next(self, job: Job, spot: Spot, result: Result) -> None:
        """Show about what each next card does."""
        if spot.street == 7:
            job.publish(self._show_part, self.next, "")
            return
        found, errors = {}, []
        for card in spot.matchup.unseen:
            job.check()
            equity = spot.after(card).matchup.simulate(SIDE_SAMPLES, rng=SEED).equities[0]
            found[card] = equity.value
            errors.append(equity.standard_error)
        # Sampled floats stand where the exact answer has fractions; the page rounds either.
        after = CardEquities(float(result.equities[0]), found)  # type: ignore[arg-type]
        html = pages.next_cards(after, n=SIDE_SAMPLES, half_width=1.96 * max(errors))
        job.publish(self._show_part, self.next, html)

    def _count_next(self, job: Job, spot: Spot) -> None:
        """Show exactly what each next card does, where that does not take long."""
        if spot.street == 7:
            return
        try:
            after = NextCard(spot.matchup).exact(limit=SIDE_LIMIT, progress=checking(job))
        except TooLarge:
            return
        job.publish(self._show_part, self.next, pages.next_cards(after))

    def count_all(self) -> None:
        """Count all deals of three hands, however long that takes; it can be cancelled."""
        spot, street = self.model.spot, self.model.street
        if spot is None or not _countable(spot.at(street)):
            return
        self._buttons(counting=True)
        self.worker.start(lambda job: self._count_all(job, spot, street))

    def _count_all(self, job: Job, spot: Spot, street: int) -> None:
        current = spot.at(street)
        progress = self._progress(job, after=0)
        result = current.matchup.exact(limit=ASKED_LIMIT, progress=progress)
        self._known[current] = result, current.matchup.simulate(FIRST, rng=SEED)
        self._work(job, spot, street)

    def cancel(self) -> None:
        """Stop counting; the sampled answer stays."""
        spot, street = self.model.spot, self.model.street
        if spot is not None and self.stop.layout.display != "none":
            self._buttons()
            self.worker.start(lambda job: self._work(job, spot, street))
            self.status.html = '<p class="cl-small">Cancelled.</p>'

    def _failed(self, error: BaseException) -> None:
        self.status.html = ""
        self._buttons()
        self.guard.show(error)


def settle(job: Job, matchup: Matchup) -> Result:
    """Return the exact answer if it does not take long, else a sampled one."""
    try:
        return matchup.exact(limit=SIDE_LIMIT, progress=checking(job))
    except TooLarge:
        return matchup.simulate(FIRST, rng=SEED)


def checking(job: Job) -> Callable[[int, int], None]:
    """Return a progress function that only ends what is no longer wanted."""
    return lambda _done, _total: job.check()


def _countable(spot: Spot) -> bool:
    """Return whether the deals of three hands can be counted within seconds."""
    return len(spot.seats) == 3 and all(len(cards) >= 3 for cards in spot.seats)


def _final(spot: Spot) -> FinalHand:
    return FinalHand(spot.seats[0], spot.others)


def stud8(
    cards: CardsLike = "As 2s 3d", *opponents: CardsLike, dead: CardsLike = ""
) -> MatchupExplorer:
    """Return an explorer of hands against each other; see `MatchupExplorer`."""
    return MatchupExplorer(cards, *opponents, dead=dead)
