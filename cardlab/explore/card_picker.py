"""The card picker: 52 cards as buttons, each of which can be put into a named group."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from cardlab import look
from cardlab.cards import DECK, RANKS, SUIT_NAMES, SUITS, parse_groups
from cardlab.errors import InvalidInput
from cardlab.explore.controls import CSS, SEGMENTED


@dataclass(frozen=True)
class Group:
    """Where cards can be put.

    Parameters
    ----------
    name : str
        The key in `CardPicker.cards`.
    label : str
        What stands on the switch.
    owned : str
        What a card in the group is called, as in "5 of hearts, yours".
    state : str
        How such a card is drawn; one of the states of `cardlab.look.card`.
    capacity : int
        The most cards that it takes.
    sign : str
        A character on the corner of its cards, where several groups have the same state.
    """

    name: str
    label: str
    owned: str
    state: look.State
    capacity: int = 52
    sign: str = ""


class CardPicker(anywidget.AnyWidget):
    """A grid of suits by ranks; works with the mouse and by keyboard.

    Arrow keys move, Enter and Space put a card into the group that the switch names or take it
    out, Delete takes it out of any group. A card can also be dragged onto the name of a group.
    Ctrl+Z undoes the last change of the cards, whoever made it. The groups never share a card.

    Parameters
    ----------
    groups : sequence of Group
        At least one.
    cards : mapping of str to sequence of int, optional
        What to begin with; by default nothing is placed.
    label : str
        What stands above the grid.
    marked_as : str
        What a marked card is called; empty if none will be.
    ranks, suits : str
        The columns and the rows, in order.

    Examples
    --------
    >>> picker = CardPicker([Group("mine", "Mine", "yours", "own", 3)])
    >>> picker.toggle(51)
    >>> picker.cards, picker.said
    ({'mine': [51]}, 'ace of spades: yours. 1 of 3.')
    >>> picker.undo()
    >>> picker.cards, picker.said
    ({'mine': []}, 'Undone: ace of spades is taken out again.')
    """

    _esm = SEGMENTED + Path(__file__).with_name("card_picker.js").read_text("utf-8")
    _css = CSS

    cards = traitlets.Dict().tag(sync=True)
    """Name of each group and the numbers of its cards, in the order placed."""
    marked = traitlets.List(traitlets.Int()).tag(sync=True)
    """Cards to light up, for instance those that win."""
    group = traitlets.Unicode().tag(sync=True)
    """The group that a press puts a card into."""
    can_undo = traitlets.Bool(False).tag(sync=True)
    said = traitlets.Unicode().tag(sync=True)
    """What happened last, in a live region."""

    groups: traitlets.List[Any] = traitlets.List().tag(sync=True)
    label = traitlets.Unicode().tag(sync=True)
    marked_as = traitlets.Unicode().tag(sync=True)
    rows: traitlets.List[Any] = traitlets.List().tag(sync=True)
    row_heads: traitlets.List[Any] = traitlets.List().tag(sync=True)
    row_classes: traitlets.List[Any] = traitlets.List().tag(sync=True)
    faces: traitlets.List[Any] = traitlets.List().tag(sync=True)

    def __init__(
        self,
        groups: Sequence[Group],
        *,
        cards: Mapping[str, Sequence[int]] | None = None,
        label: str = "Choose cards",
        marked_as: str = "wins for you",
        ranks: str = RANKS,
        suits: str = "shdc",
        guard: Callable[[Callable[..., Any]], Callable[..., None]] | None = None,
    ) -> None:
        self._groups = {group.name: group for group in groups}
        self._past: list[dict[str, list[int]]] = []
        super().__init__(
            groups=[asdict(group) for group in groups],
            cards=dict(cards) if cards is not None else {group.name: [] for group in groups},
            group=groups[0].name,
            label=label,
            marked_as=marked_as,
            rows=[[4 * RANKS.index(r) + SUITS.index(s) for r in ranks] for s in suits],
            row_heads=list(suits),
            row_classes=[SUIT_NAMES[SUITS.index(s)].removesuffix("s") for s in suits],
            faces=[
                [look.spoken(c), look.face(c, "M", letter=False), look.face(c, "S", letter=True)]
                for c in map(str, DECK)
            ],
        )
        self.observe(self._remember, "cards")
        self.on_msg(guard(self._asked) if guard else self._asked)

    @traitlets.validate("cards")
    def _no_card_twice(self, proposal: dict[str, Any]) -> dict[str, list[int]]:
        """Refuse unknown groups, what is not a card, cards that stand twice, and full groups."""
        cards = {name: [int(card) for card in held] for name, held in proposal["value"].items()}
        if list(cards) != list(self._groups):
            message = f"cards must have the groups {list(self._groups)}, not {list(cards)}"
            raise InvalidInput(message)
        parse_groups(cards)
        for name, held in cards.items():
            capacity = self._groups[name].capacity
            if len(held) > capacity:
                message = f"cards: {name} holds at most {capacity} cards, not {len(held)}"
                raise InvalidInput(message)
        return cards

    def _asked(self, _widget: object, content: dict[str, Any], _buffers: object) -> None:
        """Do what the page asks for."""
        match content:
            case {"action": "toggle"}:
                self.toggle(content["card"], content["group"])
            case {"action": "put"}:
                self.put(content["card"], content["group"])
            case {"action": "remove"}:
                self.remove(content["card"])
            case {"action": "undo"}:
                self.undo()

    def toggle(self, card: int, group: str | None = None) -> None:
        """Put a card into a group, or take it out if it is there.

        Parameters
        ----------
        card : int
            The card; if another group holds it, it moves.
        group : str, optional
            By default the one that the switch names.
        """
        name = group or self.group
        if card in self.cards[name]:
            self.remove(card)
        else:
            self.put(card, name)

    def begin(self, group: str) -> None:
        """Let somebody choose a card for a group: the switch names it, the grid gets the focus."""
        self.group = group
        self.said = f"Choose a card: {self._groups[group].owned}."
        self.send({"focus": True})

    def put(self, card: int, group: str) -> None:
        """Put a card into a group; if another group holds it, it moves."""
        target = self._groups[group]
        held = self.cards[group]
        if card in held:
            self.said = f"{look.spoken(str(DECK[card]))} is there already."
        elif len(held) >= target.capacity:
            limit = target.capacity
            self.said = f"{target.label} is full with {limit} cards. Take one out first."
        else:
            self.cards = self._without(card) | {group: [*held, card]}
            rest = f"of {target.capacity}" if target.capacity < 10 else "in all"
            spoken = look.spoken(str(DECK[card]))
            self.said = f"{spoken}: {target.owned}. {len(held) + 1} {rest}."

    def remove(self, card: int) -> None:
        """Take a card out of whatever group holds it."""
        if self._without(card) != self.cards:
            self.cards = self._without(card)
            self.said = f"{look.spoken(str(DECK[card]))}: taken out."

    def undo(self) -> None:
        """Undo the last change of the cards, be it a press or of another widget."""
        if not self._past:
            self.said = "There is nothing to undo."
            return
        before, past = self._past[-1], self._past[:-1]
        self.said = f"Undone: {self._undone(before)}."
        self.cards = before
        self._past = past  # without what following widgets may have changed meanwhile
        self.can_undo = bool(past)

    def _remember(self, change: Any) -> None:
        self._past.append(change.old)
        self.can_undo = True

    def _undone(self, before: dict[str, list[int]]) -> str:
        """Return in words what the cards before were."""
        owner = {card: self._groups[name] for name, held in before.items() for card in held}
        held_now = [card for held in self.cards.values() for card in held]
        moved = [
            card
            for card in {*owner, *held_now}
            if card not in owner or card not in self.cards[owner[card].name]
        ]
        if len(moved) != 1:
            return f"{len(moved)} cards are where they were" if moved else "the order is as it was"
        spoken = look.spoken(str(DECK[moved[0]]))
        return f"{spoken} is {owner[moved[0]].owned if moved[0] in owner else 'taken out'} again"

    def _without(self, card: int) -> dict[str, list[int]]:
        return {name: [c for c in held if c != card] for name, held in self.cards.items()}
