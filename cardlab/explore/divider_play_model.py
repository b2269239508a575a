"""What a game of Divider against the computer knows, without any widget.

You are player 0, the computer is player 1. `PlayModel` holds the game and what lies on the board
but is not done yet: a cut, a group or a placement.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from cardlab.cards import Card
from cardlab.divider.events import Action, Divided, Placed, Taken
from cardlab.divider.game import Game
from cardlab.divider.players import Player, find
from cardlab.divider.position import Position
from cardlab.divider.reading import read_cut, read_taken
from cardlab.divider.rules import Rules, is_red
from cardlab.errors import InvalidInput, whole
from cardlab.explore.divider_model import DECISIONS, Question, ask
from cardlab.explore.divider_ranking import same
from cardlab.explore.divider_words import Step

if TYPE_CHECKING:
    import numpy as np

YOU, COMPUTER = 0, 1
NAMES = ("You", "Computer")
LEVELS = ("beginner", "club", "expert")


class PlayModel:
    """A game between you and the computer, and what you are about to do.

    Parameters
    ----------
    level : str
        How the computer plays: one of `LEVELS`.
    rules : Rules
        Options of the game.
    seed : int, optional
        Of the shuffle and of the computer; by default a fresh one.

    Attributes
    ----------
    game : Game
        The game, hidden cards included.
    first : tuple of Card
        Group A of the cut on the board.
    taken : Taken or None
        The group you are about to take.
    face, partner : Card or None
        What you are about to place face up, and beside it.

    Raises
    ------
    InvalidInput
        If there is no such level, or the seed is not a whole number.

    Examples
    --------
    >>> model = PlayModel(seed=1)
    >>> model.due in ("cut", "wait"), model.can_undo
    (True, False)
    """

    def __init__(
        self, level: str = "club", rules: Rules = Rules(), seed: int | None = None
    ) -> None:
        if level not in LEVELS:
            message = f"level must be one of {', '.join(LEVELS)}, not {level!r}"
            raise InvalidInput(message)
        self.level, self.rules = level, rules
        self.first: tuple[Card, ...] = ()
        self.taken: Taken | None = None
        self.face: Card | None = None
        self.partner: Card | None = None
        self.new(seed)

    def new(self, seed: int | None = None) -> None:
        """Begin a new game."""
        self.seed = secrets.randbelow(10**6) if seed is None else whole("seed", seed, 0)
        self.game = Game(rules=self.rules, rng=self.seed)
        self._go_on()

    @property
    def view(self) -> Position:
        """What you know."""
        return self.game.view(YOU)

    @property
    def due(self) -> str:
        """What is due: "cut", "choose" or "place" by you, "wait" for the computer, or "end"."""
        phase = self.game.phase
        return phase if phase == "end" or self.game.player == YOU else "wait"

    @property
    def steps(self) -> list[Step]:
        """Each event with the positions before and after it."""
        log = self.game.log
        position = Game.replay(log[:1]).position
        steps: list[Step] = []
        for event in log[1:]:
            after = position.apply(event)
            steps.append((position, event, after))
            position = after
        return steps

    # What you do

    def press(self, key: str) -> str:
        """Press a piece on the board; return what there is to say.

        Parameters
        ----------
        key : str
            A card; for a choice the cards of a group; for the partner of a placement "+" and the
            card.
        """
        if self.due == "cut":
            return self._move(Card(key))
        if self.due == "choose":
            self.taken = Taken(key)
        elif self.due == "place" and key.startswith("+"):
            self.partner = Card(key[1:])
        elif self.due == "place":
            self.face = Card(key)
            if self.partner not in self.partners:
                self.partner = None
            self._only_partner()
        return ""

    def _move(self, card: Card) -> str:
        """Move a card to the other group, unless that would leave one empty."""
        four = self.game.position.four
        first = tuple(c for c in four if (c in self.first) != (c == card))
        if not 0 < len(first) < 4:
            return "A group cannot be empty: move another card first."
        self.first = first
        return ""

    def lay(self, first: tuple[Card, ...]) -> None:
        """Lay a cut on the board: the cards of its first group, if they are among the four."""
        if self.due == "cut" and set(first) < set(self.game.position.four):
            self.first = first

    @property
    def faces(self) -> tuple[Card, ...]:
        """The cards that you can place face up."""
        return tuple(dict.fromkeys(card for pair in self._pairs for card in pair[:1]))

    @property
    def partners(self) -> tuple[Card, ...]:
        """The cards that can lie beside the one you are about to place face up."""
        return tuple(partner for face, partner, _ in self._pairs if face == self.face)

    @property
    def _pairs(self) -> list[tuple[Card, Card, Placed]]:
        """Each placement as the card that goes face up first, and the one beside it."""
        pairs = []
        for placed in self.view.placements if self.due == "place" else ():
            if not placed.up:
                continue  # a single card, and none to turn up
            if placed.down is not None:
                pairs.append((placed.up[0], placed.down, placed))
                continue
            first, second = placed.up
            pairs.append((first, second, placed))
            if is_red(second):
                pairs.append((second, first, placed))
        return sorted(pairs, key=lambda pair: (-int(pair[0]), -int(pair[1])))

    def _only_partner(self) -> None:
        if len(self.partners) == 1:
            self.partner = self.partners[0]

    @property
    def action(self) -> Action | None:
        """What lies on the board, if it can be done."""
        match self.due:
            case "cut":
                rest = tuple(c for c in self.game.position.four if c not in self.first)
                return Divided(self.first, rest)
            case "choose":
                return self.taken
            case "place":
                placements = self.view.placements
                if len(placements) == 1:
                    return placements[0]
                for face, partner, placed in self._pairs:
                    if (face, partner) == (self.face, self.partner):
                        return placed
        return None

    def confirm(self) -> None:
        """Do what lies on the board."""
        action = self.action
        if action is None:
            message = "action: choose what to do first"
            raise InvalidInput(message)
        self.do(action)

    def put(self, action: Action) -> None:
        """Put an action on the board, as if its pieces had been pressed."""
        if isinstance(action, Divided):
            self.first = action.first
        elif isinstance(action, Taken):
            self.taken = action
        else:
            for face, partner, placed in self._pairs:
                if same(placed, action):
                    self.face, self.partner = face, partner

    def do(self, action: Action) -> None:
        """Do something, for whoever is to act; draw the next cards if they are due."""
        self.game.do(action)
        self._go_on()

    def _go_on(self) -> None:
        """Draw if it is due, and clear the board."""
        if self.game.phase == "draw":
            self.game.draw()
        self.first = self.game.position.four[:2]
        self.taken = self.face = self.partner = None

    @property
    def can_undo(self) -> bool:
        """Whether you have done anything yet."""
        return self._last_decision is not None

    def undo(self) -> None:
        """Go back to before your last decision; what the computer did since is undone too."""
        place = self._last_decision
        if place is None:
            message = "undo: you have not decided anything yet"
            raise InvalidInput(message)
        self.game = Game.replay(self.game.log[:place], deck=self.game.deck)
        self._go_on()

    @property
    def _last_decision(self) -> int | None:
        """Where in the log your last decision stands."""
        mine = [
            place
            for place, (before, event, _) in enumerate(self.steps, start=1)
            if isinstance(event, Divided | Taken | Placed) and before.player == YOU
        ]
        return mine[-1] if mine else None

    # What the computer does, and what things are worth

    def reply(self) -> Action:
        """Return what the computer does now; it sees only what it may, and nothing changes.

        The same game gives the same reply, so an undo cannot be used to try again.
        """
        import numpy as np

        view = self.game.view(COMPUTER)
        rng = np.random.default_rng([self.seed, len(self.game.log)])
        return decide(find(self.level), view, rng)

    @property
    def question(self) -> Question | None:
        """The question what your actions are worth, if it is your turn."""
        return ask(self.due, self.view) if self.due in DECISIONS else None

    def preview(self) -> Game | None:
        """Return the game as it would be after the placement on the board."""
        action = self.action
        if not isinstance(action, Placed):
            return None
        game = Game.replay(self.game.log, deck=self.game.deck)
        game.do(action)
        return game


def decide(who: Player, view: Position, rng: np.random.Generator) -> Action:
    """Return what a player does in a position that he sees."""
    if view.phase == "cut":
        return read_cut(who.cut(view, rng), view)
    if view.phase == "choose":
        return read_taken(who.choose(view, rng), view)
    return who.place(view, rng)
