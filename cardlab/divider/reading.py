"""What somebody writes of a turn: the four cards, a cut of them, and the group that is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlab.cards import Card, CardsLike, parse, parse_groups, text
from cardlab.divider.events import Divided, Group, Taken, bar, falling, two
from cardlab.errors import CardError, InvalidInput, short, whole

if TYPE_CHECKING:
    from cardlab.divider.position import Position


def read_turn(
    four: CardsLike, groups: object, taken: object
) -> tuple[Group, tuple[Group, Group] | tuple[()], int | None]:
    """Read the four cards of this turn, their two groups, and which one was taken."""
    drawn = falling(parse(four, name="four"))
    if groups is None or (isinstance(groups, tuple | str) and not groups):
        if taken is not None:
            message = f"taken: {short(taken)} given, and no groups to take from"
            raise InvalidInput(message)
        if len(drawn) not in (0, 4):
            message = f"four: the divider draws four cards, not {len(drawn)}"
            raise CardError(message)
        return drawn, (), None
    first, second = _groups(groups)
    choice = None if taken is None else whole("taken", taken, 0, 1)
    placed: Group = ()
    if choice is not None and not (first, second)[choice]:  # the chooser has placed his group
        if not drawn:
            message = "four: the four cards of this turn must be given once a group is placed"
            raise InvalidInput(message)
        placed = tuple(card for card in drawn if card not in first + second)
        first, second = (placed, second) if choice == 0 else (first, placed)
    made = Divided(first, second)
    if drawn and drawn != falling(first + second):
        message = f"groups: {bar((first, second))} are not the four cards {text(drawn)}"
        raise InvalidInput(message)
    if choice is not None:
        choice = made.groups.index((first, second)[choice])
    in_hand = [() if placed and group == placed else group for group in made.groups]
    return falling(first + second), (in_hand[0], in_hand[1]), choice


def _groups(groups: object) -> tuple[Group, Group]:
    if isinstance(groups, Divided):
        return groups.groups
    if isinstance(groups, str):
        groups = tuple(groups.split("|"))
    first, second = two("groups", groups)
    parse_groups({"first group": first, "second group": second})
    return first, second


def read_cut(given: str | Divided | CardsLike, position: Position) -> Divided:
    """Read a cut of the four cards, written with a bar or given as the cards of one group.

    Raises
    ------
    InvalidInput
        If it cannot be read, or the groups are not two and two cards or one and three.

    Examples
    --------
    >>> from cardlab.divider import Position
    >>> position = Position(four="9h 2s 3s Kd")
    >>> read_cut("9h | 2s 3s Kd", position) == read_cut("9h", position)
    True
    """
    if isinstance(given, Divided):
        return given
    if isinstance(given, str) and "|" in given:
        return Divided.parse(given)
    group = parse(given, name="cut")
    return Divided(group, [card for card in position.four if card not in group])


def read_taken(given: int | CardsLike | Taken, position: Position) -> Taken:
    """Read the group that is taken: its cards, or its number in the order of the cut.

    Raises
    ------
    InvalidInput
        If it cannot be read.

    Examples
    --------
    >>> from cardlab.divider import Position
    >>> position = Position(four="9h 2s 3s Kd", groups="9h | 2s 3s Kd")
    >>> read_taken(1, position) == read_taken("Kd 2s 3s", position)
    True
    """
    if isinstance(given, Taken):
        return given
    if position.groups and hasattr(given, "__index__") and not isinstance(given, Card):
        return Taken(position.groups[whole("group", given, 0, 1)])
    return Taken(given)
