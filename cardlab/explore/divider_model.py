"""What the explorer of a turn of Divider knows, without any widget.

`PositionModel` keeps the text of its fields, a message for every field that needs one, and the
last good question. A bad field never removes an answer; `settled` says whether the answer belongs
to what the fields say now. You are player 0, the opponent is player 1.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from cardlab.cards import Card, parse, parse_groups, text
from cardlab.divider.events import Divided, Drawn
from cardlab.divider.position import Position
from cardlab.divider.rules import Rules
from cardlab.divider.values import Choice, Cut, Placement
from cardlab.errors import CardError, InvalidInput, instance, whole
from cardlab.explore.entry import Message, half_a_card

if TYPE_CHECKING:
    import numpy as np

UP, DOWN, POCKETS = "your face-up cards", "your face-down card", "your pocket cards"
THEIR_UP, THEIR_DOWN = "the opponent's face-up cards", "the opponent's face-down card"
BURIED, FOUR = "buried cards", "the four cards"
FIELDS = (FOUR, POCKETS, UP, DOWN, THEIR_UP, THEIR_DOWN, BURIED)
DECISIONS = ("cut", "choose", "place")
READINGS = {"face up": "face_up", "face down": "face_down"}
"""How the partner of a red card lies: what the switch says, and the option of `Rules`."""

KNOWN = {
    "his pockets": "bayes",
    "all pockets": "open",
    "no pockets": "fixed",
    "your cut": "equilibrium",
}
"""What the chooser of a last turn goes by: what the switch says, and the method of `Cut.exact`."""

Question = Cut | Choice | Placement

# Which field an error of `Position` is about, by the word that it begins with.
_ABOUT = {
    "up": UP, "down of player 1": THEIR_DOWN, "down": DOWN, "candidates of player 1": THEIR_DOWN,
    "candidates": DOWN, "pockets": POCKETS, "pocket": POCKETS, "buried": BURIED, "four": FOUR,
    "cut": FOUR, "groups": FOUR, "the cards": FOUR,
}  # fmt: skip

_DUE = ("No card is", "One card is", "Two cards are", "Three cards are", "Four cards are")


class PositionModel:
    """A position, who decides in it, and the cut on the board, all as text.

    Parameters
    ----------
    position : Position
        With four cards drawn, somebody to act, and his pocket cards known. Whoever acts is you.

    Attributes
    ----------
    text : dict of str to str
        What stands in each of `FIELDS`.
    decision : str
        What you do: "cut", "choose" or "place".
    messages : dict of str to Message
        For each field that needs one.
    cards : dict of str to tuple of Card
        The cards last read of each field; they share none.
    question : Cut, Choice, Placement or None
        The last good question.
    first : tuple of Card
        The cards on the board's first group.

    Examples
    --------
    >>> model = PositionModel(deal(3, "cut", rng=1))
    >>> model.question.position.turn, model.settled, len(model.first)
    (3, True, 2)
    >>> model.set({POCKETS: "2c 3c"})
    >>> model.messages[POCKETS].text, model.settled
    ('Three cards are due: choose 1 more.', False)
    """

    def __init__(self, position: Position) -> None:
        self.messages: dict[str, Message] = {}
        self.cards: dict[str, tuple[Card, ...]] = {}
        self.question: Question | None = None
        self.first: tuple[Card, ...] = ()
        self.load(position)

    def load(self, position: Position) -> None:
        """Fill the fields from a position, seen by whoever acts in it."""
        instance("position", position, Position)
        me = position.player
        if me is None:
            message = "position: nobody is to act in it; the four cards must have been drawn"
            raise InvalidInput(message)
        seen, other = position.seen_by(me), 1 - me
        self.rules, self.first = seen.rules, ()
        self.decision = {"cut": "cut", "choose": "choose"}.get(seen.phase, "place")
        down = text(seen.down[me])
        if seen.candidates[me] != seen.down[me]:
            down += f" of {text(seen.candidates[me])}"
        self.text = {
            FOUR: _in_hand(seen),
            POCKETS: text(seen.pockets[me] or ()),
            UP: text(seen.up[me]),
            DOWN: down,
            THEIR_UP: text(seen.up[other]),
            THEIR_DOWN: text(seen.down[other]),
            BURIED: text(seen.buried),
        }
        self.set({})

    @property
    def settled(self) -> bool:
        """Whether the answer is the one to what stands in the fields."""
        return not self.messages

    @property
    def position(self) -> Position | None:
        """The position of the last good question."""
        return None if self.question is None else self.question.position

    @property
    def cut(self) -> Divided | None:
        """The cut on the board, if there are two groups on it."""
        rest = tuple(card for card in self.cards[FOUR] if card not in self.first)
        four = self.first and rest and len(self.cards[FOUR]) == 4
        return Divided(self.first, rest) if four else None

    @property
    def reading(self) -> str:
        """How the partner of a red card lies: a key of `READINGS`."""
        return "face up" if self.rules.red_up else "face down"

    def set(
        self,
        text: Mapping[str, str] = {},
        *,
        decision: str | None = None,
        reading: str | None = None,
    ) -> None:
        """Change the text of some fields, what you do, or the reading; read everything."""
        self.text |= text
        if decision is not None and decision != self.decision:
            self.decision = decision
            self._fit_bar()
        if reading is not None:
            self.rules = with_reading(self.rules, READINGS[reading])
        self.messages = {}
        before, self.cards = self.cards, {}
        for name in FIELDS:
            cards = self._cards(name)
            cards = before.get(name, ()) if cards is None else cards
            taken = {card for held in self.cards.values() for card in held}
            self.cards[name] = tuple(card for card in cards if card not in taken)
        self._read_cut()
        if not self.messages:
            self._ask()

    def _fit_bar(self) -> None:
        """Write the bar that a choice needs; a cut has none."""
        written = self.text[FOUR].replace("|", " ")
        if self.decision == "cut":
            self.text[FOUR] = " ".join(written.split())
        elif "|" not in self.text[FOUR] and self.cut is not None:
            rest = [card for card in self.cards[FOUR] if card not in self.first]
            self.text[FOUR] = f"{text(self.first)} | {text(rest)}"

    def move(self, card: Card) -> str:
        """Move a card on the board to the other group; return what happened, in words."""
        four = self.cards[FOUR]
        first = tuple(c for c in four if (c in self.first) != (c == card))
        if card not in four or not 0 < len(first) < len(four):
            return "A group cannot be empty: move another card first."
        self.lay(first)
        return ""

    def lay(self, first: Collection[Card]) -> None:
        """Lay a cut on the board: the cards of its first group, if they are among the four."""
        four = self.cards[FOUR]
        if not set(first) < set(four):
            return
        self.first = tuple(first)
        if "|" in self.text[FOUR]:
            rest = [c for c in four if c not in self.first]
            self.set({FOUR: f"{text(self.first)} | {text(rest)}"})

    def pick(self, cards: Mapping[str, tuple[Card, ...]]) -> None:
        """Take over the cards of a picker; fields whose cards stay keep their text."""
        changed = {name: text(held) for name, held in cards.items() if held != self.cards[name]}
        if FOUR in changed and "|" in self.text[FOUR]:
            first = [card for card in cards[FOUR] if card in self.first]
            rest = [card for card in cards[FOUR] if card not in self.first]
            changed[FOUR] = f"{text(first)} | {text(rest)}"
        self.set(changed)

    def _cards(self, name: str) -> tuple[Card, ...] | None:
        """Read a field; of your face-down card only the card, not what it could be."""
        written = self.text[name]
        if name == DOWN:
            written = re.split(r"\bof\b", written)[0]
        if name == FOUR:
            written = written.replace("|", " ")
        try:
            return parse(written, name=name)
        except CardError as error:
            self.messages[name] = half_a_card(written) or Message(_words(error, name))
            return None

    def _read_cut(self) -> None:
        """Put the cut that stands in the field on the board, or keep the one that is there."""
        four = self.cards[FOUR]
        groups = self.text[FOUR].split("|")
        typing = len(four) < 4 and len(self.first) < 2  # one card after the other
        if len(groups) == 2 and FOUR not in self.messages:
            first = parse(groups[0])
            self.first = tuple(card for card in first if card in four)
        elif typing or not self.first or not set(self.first) < set(four):
            self.first = four[:2]
        else:
            self.first = tuple(card for card in four if card in self.first)

    def _ask(self) -> None:
        """Make a question of the fields, or say what keeps it from being one."""
        self._count()
        if self.messages:
            return
        try:
            parse_groups({name: self.cards[name] for name in FIELDS})
            self._no_card_twice()
            position = self._position()
            question = ask(self.decision, position)
        except InvalidInput as error:
            self._blame(error)
            return
        self.question = question

    def _no_card_twice(self) -> None:
        """Refuse what `cards` has left out because another field holds it."""
        written = {name: self._cards(name) or () for name in FIELDS}
        parse_groups(written)

    def _count(self) -> None:
        """Say which cards are missing, and which are too many."""
        least = {POCKETS: self.rules.pocket_cards}
        if self.decision != "place" or "|" in self.text[FOUR]:
            least[FOUR] = 4
        for name, count in least.items():
            held = len(self._cards(name) or ())
            due = f"{_DUE[count]} due"
            if held < count:
                more = " more" if held else ""
                hint = f"{due}: choose {count - held}{more}."
                self.messages.setdefault(name, Message(hint, error=False))
            elif held > count:
                message = f"{held} cards, but {due.lower()}: take {held - count} out."
                self.messages.setdefault(name, Message(message))
        if len(self._cards(DOWN) or ()) > 1:
            self.messages.setdefault(DOWN, Message("You have one face-down card at most."))
        if self.decision == "choose" and self.text[FOUR].count("|") != 1:
            message = "Write a bar between the two groups, as in Jh 6s | Td 2c."
            self.messages.setdefault(FOUR, Message(message, error=False))
        bars = self.text[FOUR].count("|")
        if self.decision == "place" and not (1 <= len(self.first) <= 3 and bars <= 1):
            message = "Write your group, a bar, and the opponent's: Jh 6s | Td 2c."
            self.messages.setdefault(FOUR, Message(message, error=False))

    def _position(self) -> Position:
        """Return the position that the fields describe."""
        downs = [card.strip() for card in re.split(r"\bof\b", self.text[DOWN], maxsplit=1)]
        written: dict[str, Any] = {
            "up": (self.text[UP], self.text[THEIR_UP]),
            "down": (downs[0], self.text[THEIR_DOWN]),
            "candidates": (downs[-1], self.text[THEIR_DOWN]),
            "pockets": (self.text[POCKETS], None),
            "buried": self.text[BURIED],
            "rules": self.rules,
        }
        return Position(**written, **self._turn())

    def _turn(self) -> dict[str, Any]:
        """Return who divides, and what has become of the four cards."""
        four = self.text[FOUR]
        if self.decision == "cut":
            return {"divider": 0, "four": four.replace("|", " ")}
        cut = {"divider": 1, "groups": four}
        if self.decision == "choose":
            return cut
        if "|" in four:  # your group is the one before the bar, and you place first
            return {**cut, "taken": 0}
        # You place last. Which of the opponent's cards came in this turn decides nothing.
        lying = [*self.cards[THEIR_UP], *self.cards[THEIR_DOWN], *self.cards[BURIED]]
        own = self.cards[FOUR]
        placed = lying[: 4 - len(own)]
        return {"divider": 0, "four": [*own, *placed], "groups": ("", own), "taken": 0}

    def _blame(self, error: InvalidInput) -> None:
        """Put an error beside the field that it is about."""
        words = str(error)
        name = next((name for name in FIELDS if words.startswith(name)), "")
        if not name:
            found = (field for key, field in _ABOUT.items() if words.startswith(key))
            name = next(found, BURIED)  # a wrong sum of cards: the buried ones are easily forgotten
        if name == UP and "player 1 has" in words:
            name = THEIR_UP
        self.messages[name] = Message(_words(error, name))


def _words(error: InvalidInput, name: str) -> str:
    """Return an error's message for its place beside a field."""
    words = str(error)
    before, colon, rest = words.partition(": ")
    if colon and (before == name or before.split()[0] in _ABOUT or before.startswith("cand")):
        words = rest
    words = words.replace("player 0 has", "you have").replace("player 0", "you")
    words = words.replace("player 1", "the opponent")
    words = re.sub(r"with red_partner='face_(\w+)'", r"if a red card's partner lies face \1", words)
    return words if words.endswith(".") else words + "."


def _in_hand(position: Position) -> str:
    """Return the cards of this turn as they stand in the field."""
    if not position.groups:
        return text(position.four)
    if position.taken is None:
        return " | ".join(map(text, position.groups))
    mine, other = position.group, position.groups[1 - position.groups.index(position.group)]
    return f"{text(mine)} | {text(other)}" if other else text(mine)


def ask(decision: str, position: Position) -> Question:
    """Return the question what the actions of a position are worth."""
    if decision == "cut":
        return Cut(position)
    return Choice(position) if decision == "choose" else Placement(position)


def with_reading(rules: Rules, red_partner: str) -> Rules:
    """Return the same rules with the other reading of how the partner of a red card lies."""
    options = dict(vars(rules))
    options = {name: options[name] for name in Rules.__dataclass_fields__}
    return Rules(**{**options, "red_partner": red_partner})


def deal(
    turn: int,
    decision: str = "cut",
    *,
    rules: Rules = Rules(),
    rng: int | np.random.Generator | None = None,
) -> Position:
    """Return a random position in which somebody has to cut, choose or place.

    Both players have played well-nigh at random until then, as beginners do; games that were over
    before are dealt again.

    Parameters
    ----------
    turn : int
        1 to 5, or to the last that the rules have.
    decision : {"cut", "choose", "place"}
        What is due.
    rules, rng
        Options of the game, and the seed of the deal.

    Raises
    ------
    InvalidInput
        If the rules do not have such a turn.
    """
    import numpy as np

    turn = whole("turn", turn, 1, rules.max_turns)
    generator = np.random.default_rng(rng)
    for _ in range(2_000):
        position = _deal_once(turn, decision, rules, generator)
        if position is not None:
            return position
    message = f"turn: no game was found that comes to turn {turn}"
    raise InvalidInput(message)


def _deal_once(turn: int, decision: str, rules: Rules, rng: np.random.Generator) -> Position | None:
    """Return a position of one game, or None if the game is over before."""
    due = {"cut": "cut", "choose": "choose", "place": "place"}[decision]
    deck = [rules.deck[k] for k in rng.permutation(len(rules.deck))]
    own = rules.pocket_cards
    position = Position(pockets=(deck[:own], deck[own : 2 * own]), rules=rules)
    stock = iter(deck[2 * own :])
    while position.phase != "end":
        if (position.turn, position.phase) == (turn, due):
            return position
        position = position.apply(_move(position, stock, rng))
    return None


def _move(position: Position, stock: Any, rng: np.random.Generator) -> Any:
    if position.phase == "draw":
        return Drawn([next(stock) for _ in range(4)])
    actions: Any = position.legal_actions
    if position.phase == "place":
        actions = position.placements
    return actions[int(rng.integers(len(actions)))]
