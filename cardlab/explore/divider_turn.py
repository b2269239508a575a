"""The explorer of a turn of Divider: what each cut, group or placement is worth.

It shows what the model in `divider_model` knows, as `divider_ranking` and `divider_pages` write it.
"""

from __future__ import annotations

from typing import Any

import ipywidgets

from cardlab import look
from cardlab.cards import Card, parse
from cardlab.divider.events import Divided
from cardlab.divider.position import Position
from cardlab.divider.value_table import ValueTable
from cardlab.divider.values import Cut
from cardlab.explore import divider_answers as answers
from cardlab.explore import divider_pages as pages
from cardlab.explore.card_picker import CardPicker, Group
from cardlab.explore.controls import Explorer, Field, Markup, Switch, box, send_again
from cardlab.explore.divider_board import Board
from cardlab.explore.divider_model import (
    BURIED,
    DECISIONS,
    DOWN,
    FOUR,
    KNOWN,
    POCKETS,
    READINGS,
    THEIR_DOWN,
    THEIR_UP,
    UP,
    PositionModel,
    Question,
    deal,
)
from cardlab.explore.divider_refine import refine, taken_first
from cardlab.explore.guard import Guard
from cardlab.explore.pages import progress
from cardlab.explore.worker import Job, Worker
from cardlab.results import Estimate

HANDS = 200  # pocket cards of the chooser to try

LABELS = {
    FOUR: "The four cards",
    POCKETS: "Your pocket cards",
    UP: "Yours, face up",
    DOWN: "Yours, face down",
    THEIR_UP: "Opponent's, face up",
    THEIR_DOWN: "Opponent's, face down",
    BURIED: "Buried",
}
HINTS = {
    "cut": "In any order.",
    "choose": "A bar between the groups: Jh 6s | Td 2c.",
    "place": "Your group, a bar, the opponent's: Jh 6s | Td 2c. Yours alone if he has placed.",
    DOWN: "8h of 8h 5d: he knows only that it is one of these.",
    THEIR_DOWN: "Several cards: it is one of them.",
    BURIED: "Covered cards of both players, as far as you know them.",
}
UPWARDS, DOWNWARDS = "\N{UPWARDS ARROW}", "\N{DOWNWARDS ARROW}"
GROUPS = {
    FOUR: Group(FOUR, "Four", "drawn in this turn", "plain", 4),
    POCKETS: Group(POCKETS, "Pockets", "in your pocket", "own", 3),
    UP: Group(UP, "Up", "yours, face up", "own", 6, UPWARDS),
    DOWN: Group(DOWN, "Down", "yours, face down", "own", 1, DOWNWARDS),
    THEIR_UP: Group(THEIR_UP, "Opp. up", "the opponent's, face up", "plain", 6, UPWARDS),
    THEIR_DOWN: Group(THEIR_DOWN, "Opp. down", "the opponent's, face down", "plain", 8, DOWNWARDS),
    BURIED: Group(BURIED, "Buried", "buried", "seen", 20),
}


class CardField(Field):
    """A field for cards, which are drawn between its name and its box."""

    def __init__(self, label: str, value: str, hint: str) -> None:
        super().__init__(label, value, hint=hint, placeholder="none", live=True)
        self.cards = Markup()
        self.children = [self.box, self.cards, self.line]
        self.add_class("cl-seat")


class PositionExplorer(Explorer):
    """A turn of Divider: the seven cuts ranked, or the two groups, or the placements.

    In a turn that is surely the last the answer is exact. Before that it is sampled: a first one
    at once, which is replaced by better ones until they are good or somebody presses Stop.

    Parameters
    ----------
    position : Position, optional
        With the four cards drawn and somebody to act, who is you; by default one is dealt.

    Raises
    ------
    InvalidInput
        If nobody is to act in the position.

    Examples
    --------
    >>> explorer = PositionExplorer()
    >>> explorer.worker.wait()
    >>> explorer.table.kind
    'cut'
    """

    def __init__(self, position: Position | None = None) -> None:
        self.model = PositionModel(deal(3, "cut", rng=4) if position is None else position)
        self.guard = Guard()
        self.worker = Worker(self._failed)
        self.table: ValueTable | None = None
        self._asked: Question | None = None
        self._method = ""  # of the answer
        self._taken: dict[Divided, Estimate] = {}
        self._complete = False
        self._writing = False
        self._make_controls()
        self._make_answers()
        super().__init__(
            "divider",
            "Divider: one turn",
            "Which cut can you live with, whatever the chooser takes?",
            [
                box("cl-deal", [self.turn, self.deal]),
                self.decision,
                self.reading,
                *self.fields.values(),
                self.picker,
            ],
            [
                self.guard.box,
                self.answer,
                self.board_box,
                self.known,
                self.ranking,
                box("cl-refining", [self.status, self.stop]),
                self.takes,
                self.why,
            ],
        )
        self._show()

    def _make_controls(self) -> None:
        position = self.model.position
        turn = f"{position.turn}" if position else "3"
        self.turn = Switch(label="Turn to deal", options=list("12345"), value=turn)
        self.deal = ipywidgets.Button(description="Deal")
        self.deal.on_click(self.guard(lambda _button: self.deal_one()))
        self.decision = Switch(label="You", options=list(DECISIONS), value=self.model.decision)
        self.reading = Switch(
            label="A red card's partner lies", options=list(READINGS), value=self.model.reading
        )
        self.decision.observe(self.guard(self._switched), "value")
        self.reading.observe(self.guard(self._switched), "value")
        self.known = Switch(label="The chooser goes by", options=list(KNOWN), value="his pockets")
        self.known.observe(self.guard(lambda _change: self._show()), "value")
        self.fields = {
            name: CardField(LABELS[name], written, HINTS.get(name, ""))
            for name, written in self.model.text.items()
        }
        for number, field in enumerate(self.fields.values()):
            field.add_class(f"cl-field-{number}")
            field.box.observe(self.guard(self._typed), "value")
        self.picker = CardPicker(
            list(GROUPS.values()),
            cards=self._groups(),
            label="Or choose here",
            marked_as="",
            guard=self.guard,
        )
        self.picker.observe(self.guard(self._picked), "cards")

    def _make_answers(self) -> None:
        self.answer, self.status = Markup(role="status"), Markup(role="status")
        self.board_title, self.ranking = Markup(), Markup(self.guard(self._laid))
        self.takes, self.why = Markup(), Markup()
        self.answer.add_class("cl-first")
        self.ranking.add_class("cl-ranking")
        self.board = Board(self.guard(self._moved), self.guard(self._dropped))
        self.board_box = box("cl-cutbox", [self.board_title, self.board])
        self.stop = ipywidgets.Button(description="Stop")
        # Its state goes with the board's; see `Markup._rendered`.
        self.board.on_msg(lambda *_message: send_again(self.stop.layout, "display"))
        self.stop.on_click(self.guard(lambda _button: self.cancel()))

    # What somebody does

    def deal_one(self) -> None:
        """Deal a position of the turn and the decision that the switches name."""
        self.model.load(deal(int(self.turn.value), self.decision.value, rules=self.model.rules))
        self._show()

    def _typed(self, _change: Any) -> None:
        if self._writing:  # one box after the other, so that they do not agree meanwhile
            return
        self.model.set({name: field.box.value for name, field in self.fields.items()})
        self._show()

    def _picked(self, _change: Any) -> None:
        if self.picker.cards != self._groups():
            self.model.pick({n: tuple(map(Card, c)) for n, c in self.picker.cards.items()})
            self._show()

    def _switched(self, _change: Any) -> None:
        if not self._writing:
            self.model.set(decision=self.decision.value, reading=self.reading.value)
            self._show()

    def _moved(self, key: str) -> None:
        self.board.said = self.model.move(Card(key))
        self._show()

    def _dropped(self, key: str, group: str) -> None:
        if (Card(key) in self.model.first) != (group == "A"):
            self._moved(key)

    def _laid(self, first: str) -> None:
        self.model.lay(parse(first))
        self._show()

    def _groups(self) -> dict[str, list[int]]:
        """Return the model's cards as the picker holds them, which takes no more than belong."""
        return {
            name: [int(card) for card in self.model.cards[name][: group.capacity]]
            for name, group in GROUPS.items()
        }

    def cancel(self) -> None:
        """Stop refining; the last answer stays."""
        self.worker.cancel()
        self._complete = True
        self._show_table()

    # Showing

    def _show(self) -> None:
        """Show the model: what stands in the fields at once, the answers as they are found."""
        model = self.model
        self._writing = True
        self.decision.value, self.reading.value = model.decision, model.reading
        for name, field in self.fields.items():
            field.box.value = model.text[name]
            message = model.messages.get(name)
            field.hint = HINTS.get(model.decision if name == FOUR else name, "")
            field.say(message.text if message else "", error=bool(message and message.error))
            field.cards.html = answers.field_cards(name, model.cards[name])
        self._writing = False
        with self.picker.hold_sync():
            self.picker.cards = self._groups()
        self._show_board()
        question = model.question
        last = isinstance(question, Cut) and question.position.surely_last
        self.known.layout.display = "" if last else "none"
        method = KNOWN[self.known.value] if last else "bayes"
        asked = (self._asked, self._method)
        if model.settled and question is not None and (question, method) != asked:
            self._ask(question, method)
        else:
            self._show_table()

    def _show_board(self) -> None:
        model = self.model
        self.board_box.layout.display = "none" if model.decision == "place" else ""
        self.board_title.html = pages.title("The cut") + pages.lead(
            "Press a card, or drag it, to move it to the other group."
        )
        rest = tuple(card for card in model.cards[FOUR] if card not in model.first)
        self.board.groups = pages.cut_groups(model.first, rest)

    def _ask(self, question: Question, method: str) -> None:
        """Begin to answer a question."""
        self.worker.cancel()  # or it might show what belongs to the last question
        self._asked, self._method, self.table, self._complete = question, method, None, False
        self._taken = {}
        self._show_table()
        cut = self.model.cut
        self.worker.start(lambda job: self._work(job, question, method, cut))

    def _work(self, job: Job, question: Question, method: str, cut: Divided | None) -> None:
        """Find out what the chooser takes of the cut on the board, then what all are worth."""
        if isinstance(question, Cut) and cut is not None and not question.position.surely_last:
            self._ask_chooser(job, question.position, cut)
        refine(job, question, self._show_better, self._show_progress, method=method)

    def _show_better(self, table: ValueTable, complete: bool) -> None:
        self.table, self._complete = table, complete
        self._show_table()

    def _show_progress(self, share: float) -> None:
        self.status.html = progress("Playing on from here", share, 0)

    def _show_table(self) -> None:
        """Show the answers there are, faded if the fields ask something else."""
        model, table = self.model, self.table
        stale = not model.settled
        if self._complete:
            self.status.html = ""
        self.stop.layout.display = "none" if self._complete or table is None else ""
        self.answer.html = answers.answer(self._asked, table, stale=stale, complete=self._complete)
        for part in (self.ranking, self.takes, self.why):
            part.old = stale or table is None
        if table is None or self._asked is None:
            return
        # While a field is in error the board may have other cards than the table.
        chosen = model.cut if model.cut in table.actions else None
        self.ranking.html = answers.ranked(table, chosen)
        self._show_takes(table, chosen)
        self.why.html = look.disclosure("Why", answers.why(self._asked.explain(table)))

    def _show_takes(self, table: ValueTable, cut: Divided | None) -> None:
        """Show what the chooser would take of the cut on the board."""
        if not isinstance(self._asked, Cut) or cut is None:
            self.takes.html = ""
            return
        first = table.row(cut).first
        shown = self._taken.get(cut) if first is None else first
        self.takes.html = answers.takes(self._asked.position, table, cut, shown)
        if shown is None and self._complete:
            position = self._asked.position
            self.worker.start(lambda job: self._ask_chooser(job, position, cut))

    def _ask_chooser(self, job: Job, position: Position, cut: Divided) -> None:
        job.publish(self._answered, cut, taken_first(job, position, cut, HANDS))

    def _answered(self, cut: Divided, first: Estimate) -> None:
        self._taken[cut] = first
        self._show_table()

    def _failed(self, error: BaseException) -> None:
        self._complete = True
        self.stop.layout.display, self.status.html = "none", ""
        if self.table is None:
            self._show_table()
        self.guard.show(error)


def divider(position: Position | None = None) -> PositionExplorer:
    """Return an explorer of a turn of Divider; see `PositionExplorer`."""
    return PositionExplorer(position)
