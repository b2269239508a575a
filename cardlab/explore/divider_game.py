"""A game of Divider against the computer, on a drawn table.

It shows what `divider_play_model` knows, as `divider_table` and `divider_ranking` write it.
"""

from __future__ import annotations

from typing import Any

import ipywidgets

from cardlab.cards import Card, parse
from cardlab.divider.events import Action
from cardlab.divider.rules import Rules
from cardlab.divider.value_table import ValueTable
from cardlab.explore import divider_hints as hints
from cardlab.explore import divider_pages as pages
from cardlab.explore import divider_ranking as rank
from cardlab.explore import divider_table as table
from cardlab.explore import divider_words as words
from cardlab.explore.controls import App, Markup, Switch, box, heading, send_again
from cardlab.explore.divider_board import Board
from cardlab.explore.divider_model import READINGS, Question, with_reading
from cardlab.explore.divider_play_model import LEVELS, NAMES, YOU, PlayModel
from cardlab.explore.divider_refine import refine
from cardlab.explore.guard import Guard
from cardlab.explore.pages import progress
from cardlab.explore.worker import Job, Worker


class GameAgainst(App):
    """A game of Divider: press cards to cut, to choose and to place; the computer answers.

    Parameters
    ----------
    level : {"beginner", "club", "expert"}
        How the computer plays.
    rules : Rules
        Options of the game.
    seed : int, optional
        Of the shuffle and of the computer; by default a fresh one.

    Raises
    ------
    InvalidInput
        If there is no such level, or the seed is not a whole number.

    Examples
    --------
    >>> game = GameAgainst(seed=1)
    >>> game.worker.wait()
    >>> game.model.due
    'cut'
    """

    def __init__(
        self, level: str = "club", *, rules: Rules = Rules(), seed: int | None = None
    ) -> None:
        self.model = PlayModel(level, rules, seed)
        self.guard = Guard()
        self.worker, self.counter = Worker(self._failed), Worker(self._failed)
        self.values: ValueTable | None = None
        self._asked: Question | None = None
        self._complete = False
        self._hints = 0
        self._open = self._stuck = False
        self._make_table()
        self._make_below()
        title = "Divider: a game against the computer"
        super().__init__(
            "play",
            title,
            [
                heading(title, "Cut the four cards so that you can live with either group."),
                box("cl-panel", [self.guard.box, self.settings, self.felt, self.under]),
            ],
        )
        self._next()

    def _make_table(self) -> None:
        self.level = Switch(label="Computer", options=list(LEVELS), value=self.model.level)
        reading = "face up" if self.model.rules.red_up else "face down"
        self.reading = Switch(
            label="A red card's partner lies", options=list(READINGS), value=reading
        )
        self.level.observe(self.guard(self._leveled), "value")
        self.reading.observe(self.guard(self._reread), "value")
        self.new = self._button("New game", self.new_game)
        self.settings = box("cl-settings", [self.level, self.reading, self.new])
        self.theirs, self.head, self.mine = Markup(), Markup(), Markup()
        self.board = Board(self.guard(self._pressed), self.guard(self._dropped))
        self.news = Markup(role="status")
        self.go = self._button("", self.confirm)
        self.go.add_class("cl-main")
        self.hint = self._button("Hint", self.next_hint)
        self.back = self._button("Undo", self.undo)
        acts = box("cl-acts", [self.go, self.hint, self.back])
        middle = box("cl-middle", [self.board, self.news])
        between = box("cl-between-seats", [self.head, middle, acts])
        self.board.on_msg(self._rendered)
        self.felt = box("cl-felt", [self.theirs, between, self.mine])

    def _make_below(self) -> None:
        self.rank_title, self.ranking = Markup(), Markup(self.guard(self._laid))
        self.status = Markup(role="status")
        self.ranking.add_class("cl-ranking")
        self.told, self.story = Markup(role="status"), Markup()
        self.show_ranking = self._button("", self.toggle_ranking)
        self.show_ranking.add_class("cl-link")
        self.stop = self._button("Stop", self.stop_counting)
        head = box("cl-rank-head", [self.rank_title, self.show_ranking])
        refining = box("cl-refining", [self.status, self.stop])
        left = box("cl-left", [head, self.ranking, refining])
        self.under = box("cl-under", [left, box("cl-right", [self.told, self.story])])

    def _button(self, words: str, action: Any) -> ipywidgets.Button:
        made = ipywidgets.Button(description=words)
        made.on_click(self.guard(lambda _button: action()))
        return made

    def _rendered(self, *_message: object) -> None:
        """Send the buttons' state again to a page just made; see `Markup._rendered`."""
        for button in (self.go, self.hint, self.back, self.show_ranking, self.stop):
            send_again(button, "description", "disabled")
            send_again(button.layout, "display")

    # What you do

    def _pressed(self, key: str) -> None:
        self.board.said = self.model.press(key)
        self._show()

    def _dropped(self, key: str, group: str) -> None:
        if self.model.due == "cut" and (Card(key) in self.model.first) != (group == "A"):
            self._pressed(key)

    def _laid(self, first: str) -> None:
        self.model.lay(parse(first))
        self._show()

    def confirm(self) -> None:
        """Do what lies on the board; at the end, begin a new game."""
        if self.model.due == "end":
            self.new_game()
        elif self._stuck:
            self._next()
        elif self.model.action is not None:
            self.model.confirm()
            self._next()

    def undo(self) -> None:
        """Go back to your last decision; a computer that is thinking stops."""
        self.worker.cancel()
        if self.model.can_undo:
            self.model.undo()
        self._next()

    def new_game(self, seed: int | None = None) -> None:
        """Begin a new game."""
        self.worker.cancel()
        self.model.new(seed)
        self._next()

    def _leveled(self, _change: Any) -> None:
        """From its next move on the computer plays at another level."""
        self.model.level = self.level.value
        if self.model.due == "wait":
            self._think()
        self._show()

    def _reread(self, _change: Any) -> None:
        """Begin a new game with the other reading."""
        self.model.rules = with_reading(self.model.rules, READINGS[self.reading.value])
        self.new_game()

    # The computer

    def _next(self) -> None:
        """Go on after something was done: the computer's turn, or yours afresh."""
        self.counter.cancel()
        self.values, self._asked, self._complete = None, None, False
        self._hints, self._open, self._stuck = 0, False, False
        self.board.said = ""
        self._show()
        if self.model.due == "wait":
            self._think()

    def _think(self) -> None:
        self.worker.start(self._reply)

    def _reply(self, job: Job) -> None:
        job.check()
        action = self.model.reply()
        job.publish(self._replied, action)

    def _replied(self, action: Action) -> None:
        self.model.do(action)
        self._next()

    def _failed(self, error: BaseException) -> None:
        self._complete, self._stuck = True, self.model.due == "wait"
        self._show()
        self.guard.show(error)

    # What things are worth

    def next_hint(self) -> None:
        """Give one more hint: a question, then what is as good, then what is best."""
        if self.model.question is not None and self._hints < hints.MOST:
            self._hints += 1
            self._count()
            self._show_values()

    def toggle_ranking(self) -> None:
        """Show the ranking, or hide it."""
        self._open = not self._open
        self._count()
        self._show_values()

    def stop_counting(self) -> None:
        """Stop making the values better."""
        self.counter.cancel()
        self._complete = True
        self._show_values()

    def _count(self) -> None:
        """Begin to find out what your actions are worth, if that is needed and not known."""
        question = self.model.question
        wanted = self._open or self._hints > 1
        if question is None or not wanted or question == self._asked:
            return
        self._asked = question
        self.counter.start(lambda job: refine(job, question, self._counted, self._counting))

    def _counted(self, values: ValueTable, complete: bool) -> None:
        self.values, self._complete = values, complete
        self._show_values()

    def _counting(self, share: float) -> None:
        if self._open:
            self.status.html = progress("Playing on from here", share, 0)

    # Showing

    def _show(self) -> None:
        """Show the table, the board and what goes with them."""
        model = self.model
        theirs, mine = table.seats(model)
        self.theirs.html, self.mine.html = pages.seat(theirs), pages.seat(mine)
        self.head.html = pages.turn_head(model.game.turn, table.DUE[model.due])
        self.board.off = model.due in ("wait", "end")
        self.board.groups = table.board(model)
        self.news.html = table.ending(model) if model.due == "end" else table.news(model)
        self.go.disabled = model.due != "end" and model.action is None and not self._stuck
        button = table.BUTTONS.get(model.due, "New game")
        self.go.description = "Try again" if self._stuck else button
        self.back.disabled = not model.can_undo
        self.story.html = pages.log(words.log_lines(model.steps, YOU, NAMES))
        self._show_values()

    def _show_values(self) -> None:
        """Show the hint and the ranking as far as they were asked for."""
        mine = self.model.question is not None
        self.hint.description = "Next hint" if self._hints else "Hint"
        self.hint.disabled = not mine or self._hints >= hints.MOST
        self.told.html = hints.hint(self._hints, self.model.view, self.values) if mine else ""
        self.show_ranking.layout.display = "" if mine else "none"
        self.show_ranking.description = "Hide the ranking" if self._open else "Show the ranking"
        self.rank_title.html = self._rank_title()
        self.ranking.html = self._ranked()
        running = mine and self._open and not self._complete
        self.stop.layout.display = "" if running and self.values is not None else "none"
        if not running:
            self.status.html = ""

    def _rank_title(self) -> str:
        if not self._open:
            return pages.title(table.ASKED[self.model.due])
        if self.values is None:
            return pages.title("Counting")
        return pages.title(rank.title(self.values), rank.chip(self.values))

    def _ranked(self) -> str:
        values = self.values
        if self.model.due == "end":
            return pages.lead(table.LOOK_BACK)
        if not self._open or values is None:
            return ""
        return (
            f"{pages.lead(rank.lead(values))}{rank.ranking(values, self.model.action, press=True)}"
            f"{pages.small(rank.assumption(values))}"
        )


def divider_play(
    level: str = "club", *, rules: Rules = Rules(), seed: int | None = None
) -> GameAgainst:
    """Return a game of Divider against the computer; see `GameAgainst`."""
    return GameAgainst(level, rules=rules, seed=seed)
