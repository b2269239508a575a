"""What happens in a game of Divider, step by step; an action of a player is an event too.

An event says nothing about who acts, because the position says it. Written out, it is one line
that `parse_event` reads.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cardlab.cards import Card, CardsLike, parse, parse_groups, text
from cardlab.divider.rules import GROUPS, Rules
from cardlab.errors import CardError, IllegalAction, InvalidInput, instance, short, whole

Group = tuple[Card, ...]


def falling(cards: Iterable[Card]) -> Group:
    """Return the cards from the highest down."""
    return tuple(sorted(cards, reverse=True))


def bar(groups: Iterable[Group]) -> str:
    """Write groups with a bar between them."""
    return " | ".join(map(text, groups))


def two(name: str, given: object) -> tuple[Group, Group]:
    """Read what belongs to player 0 and to player 1; None is no card.

    Raises
    ------
    InvalidInput
        If there are not two entries, or one of them is no cards (a `CardError`).
    """
    if not isinstance(given, tuple | list) or len(given) != 2:
        message = f"{name} must be a pair, one entry for each player, not {short(given)}"
        raise InvalidInput(message)
    first, second = (
        parse("" if cards is None else cards, name=f"{name} of player {player}")
        for player, cards in enumerate(given)
    )
    return falling(first), falling(second)


@dataclass(frozen=True, init=False)
class Dealt:
    """The game begins: each player gets his pocket cards, and it is settled who divides first.

    Parameters
    ----------
    pockets : two of cards
        The pocket cards of player 0 and of player 1.
    divider : int
        The player who divides first, 0 or 1.
    rules : Rules
        Options of the game.

    Raises
    ------
    CardError
        If cards cannot be read, one stands twice, or there are not as many as the rules want.
    InvalidInput
        If the divider is not 0 or 1.

    Examples
    --------
    >>> print(Dealt(("3d Kc Qd", "As Td 2c"), divider=1))
    Dealt Kc Qd 3d | As Td 2c, player 1 divides
    """

    pockets: tuple[Group, Group]
    divider: int
    rules: Rules

    def __init__(
        self, pockets: tuple[CardsLike, CardsLike], divider: int = 0, rules: Rules = Rules()
    ) -> None:
        instance("rules", rules, Rules)
        both = two("pockets", pockets)
        names = [f"pockets of player {player}" for player in (0, 1)]
        for name, cards in zip(names, both, strict=True):
            parse(cards, name=name, count=rules.pocket_cards)
        parse_groups(dict(zip(names, both, strict=True)))
        self.__dict__.update(pockets=both, divider=whole("divider", divider, 0, 1), rules=rules)

    def __str__(self) -> str:
        first, second = map(text, self.pockets)
        options = f", {self.rules}" if str(self.rules) else ""
        return f"Dealt {first} | {second}, player {self.divider} divides{options}"


@dataclass(frozen=True, init=False)
class Drawn:
    """The divider draws four cards, face up.

    Raises
    ------
    CardError
        If the cards cannot be read, one stands twice, or there are not four.

    Examples
    --------
    >>> print(Drawn("9h 2s 3s Kd"))
    Drawn Kd 9h 3s 2s
    """

    cards: Group

    def __init__(self, cards: CardsLike) -> None:
        self.__dict__.update(cards=falling(parse(cards, name="four", count=4)))

    def __str__(self) -> str:
        return f"Drawn {text(self.cards)}"


@dataclass(frozen=True, init=False)
class Divided:
    """The divider cuts the four cards into two groups.

    Groups and cards may be given in any order. They are kept in one order: the smaller group
    first, of two pairs the one with the highest card, and in a group the highest card first.

    Raises
    ------
    CardError
        If the cards cannot be read or one stands twice.
    IllegalAction
        If the groups are not two and two cards, or one and three.

    Examples
    --------
    >>> cut = Divided("2s 3s Kd", "9h")
    >>> print(cut)
    Divided 9h | Kd 3s 2s
    >>> cut == Divided.parse("9h | Kd 2s 3s")
    True
    >>> Divided("2s 3s Kd 9h", "")
    Traceback (most recent call last):
        ...
    cardlab.errors.IllegalAction: cut: groups of 4 and 0 cards; the rules know two and two, \
or one and three
    """

    first: Group
    second: Group

    def __init__(self, first: CardsLike, second: CardsLike) -> None:
        groups = parse_groups({"first group": first, "second group": second})
        small, large = sorted(
            map(falling, groups), key=lambda group: (len(group), -max(group, default=0))
        )
        if (len(small), len(large)) not in GROUPS:
            message = (
                f"cut: groups of {len(groups[0])} and {len(groups[1])} cards; "
                "the rules know two and two, or one and three"
            )
            raise IllegalAction(message)
        self.__dict__.update(first=small, second=large)

    @classmethod
    def parse(cls, line: str) -> Divided:
        """Read a cut such as ``"9h | 2s 3s Kd"``.

        Raises
        ------
        InvalidInput
            If the text is not two groups of cards with a bar between them.
        """
        instance("cut", line, str)
        groups = line.split("|")
        if len(groups) != 2:
            message = (
                f"cut: write two groups with one bar, as in '9h | 2s 3s Kd', not {short(line)}"
            )
            raise InvalidInput(message)
        return cls(*groups)

    @property
    def groups(self) -> tuple[Group, Group]:
        """Both groups."""
        return self.first, self.second

    def __str__(self) -> str:
        return f"Divided {bar(self.groups)}"


@dataclass(frozen=True, init=False)
class Taken:
    """The chooser takes one of the two groups.

    Raises
    ------
    CardError
        If the cards cannot be read, one stands twice, or there are not one to three.

    Examples
    --------
    >>> print(Taken("2s 3s Kd"))
    Taken Kd 3s 2s
    """

    cards: Group

    def __init__(self, cards: CardsLike) -> None:
        self.__dict__.update(cards=falling(_one_to_three(cards)))

    def __str__(self) -> str:
        return f"Taken {text(self.cards)}"


@dataclass(frozen=True, init=False)
class Placed:
    """A player places a group in his tableau.

    What is neither face up nor face down afterwards is covered: buried, out of play.

    Parameters
    ----------
    cards : cards
        The group.
    up : cards
        The cards that went face up, in order: the first card, then its partner if that lies face
        up. For a single card the one that was turned up, if there was any.
    down : Card, str or None
        The player's face-down card afterwards.
    swapped : bool
        Whether the player used the swap.

    Raises
    ------
    CardError
        If cards cannot be read, one stands twice, or there are too few or too many.

    Examples
    --------
    >>> print(Placed("2s 3s Kd", up="3s", down="2s"))
    Placed Kd 3s 2s: up 3s, down 2s
    >>> print(Placed("2s 3s Kd", up="Kd 3c", down=None, swapped=True))
    Placed Kd 3s 2s: up Kd 3c, down none, swapped
    """

    cards: Group
    up: Group
    down: Card | None
    swapped: bool

    def __init__(
        self,
        cards: CardsLike,
        up: CardsLike,
        down: CardsLike | None = None,
        swapped: bool = False,
    ) -> None:
        faces = parse(up, name="face up")
        if len(faces) > 2:
            message = f"face up: a placement turns up two cards at most, not {text(faces)}"
            raise CardError(message)
        below = parse("" if down is None else down, name="face down")
        if len(below) > 1:
            message = f"face down: a player has one face-down card at most, not {text(below)}"
            raise CardError(message)
        parse_groups({"face up": faces, "face down": below})
        instance("swapped", swapped, bool)
        self.__dict__.update(
            cards=falling(_one_to_three(cards)),
            up=faces,
            down=below[0] if below else None,
            swapped=swapped,
        )

    def __str__(self) -> str:
        up = text(self.up) or "none"
        down = "none" if self.down is None else str(self.down)
        swap = ", swapped" if self.swapped else ""
        return f"Placed {text(self.cards)}: up {up}, down {down}{swap}"


@dataclass(frozen=True)
class Forfeited:
    """A computer player breaks off the game and loses it.

    Parameters
    ----------
    player : int
        Who loses, 0 or 1.
    reason : str
        Why, in one line.

    Raises
    ------
    InvalidInput
        If the player is not 0 or 1, or the reason is not text.

    Examples
    --------
    >>> print(Forfeited(1, "ValueError: no idea"))
    Forfeited by player 1: ValueError: no idea
    """

    player: int
    reason: str

    def __post_init__(self) -> None:
        instance("reason", self.reason, str)
        object.__setattr__(self, "player", whole("player", self.player, 0, 1))
        printable = "".join(sign if sign.isprintable() else " " for sign in self.reason)
        object.__setattr__(self, "reason", " ".join(printable.split()) or "no reason given")

    def __str__(self) -> str:
        return f"Forfeited by player {self.player}: {self.reason}"


Action = Divided | Taken | Placed
"""What a player does."""

Event = Dealt | Drawn | Divided | Taken | Placed | Forfeited
"""What happens in a game."""


def _one_to_three(cards: CardsLike) -> Group:
    group = parse(cards, name="group")
    if not 1 <= len(group) <= 3:
        message = f"group: one to three cards due, {len(group)} given"
        raise CardError(message)
    return group


def parse_event(line: str) -> Event:
    """Read an event as it is written out.

    Parameters
    ----------
    line : str
        What ``str(event)`` gives.

    Raises
    ------
    InvalidInput
        If the line is not an event, or says something that cannot be.

    Examples
    --------
    >>> parse_event("Placed 9h: up 3c, down 9h") == Placed("9h", up="3c", down="9h")
    True
    """
    instance("event", line, str)
    kind, _, rest = line.strip().partition(" ")
    match kind:
        case "Dealt":
            return _dealt(rest)
        case "Drawn":
            return Drawn(rest)
        case "Divided":
            return Divided.parse(rest)
        case "Taken":
            return Taken(rest)
        case "Placed":
            return _placed(rest)
        case "Forfeited":
            return _forfeited(rest)
    message = (
        f"{short(line)} is no event; it begins with Dealt, Drawn, Divided, Taken, Placed or "
        "Forfeited"
    )
    raise InvalidInput(message)


def _dealt(rest: str) -> Dealt:
    cards, _, options = rest.partition(",")
    first, bar, second = cards.partition("|")
    player, _, rules = options.strip().partition(",")
    words = player.split()
    if not bar or len(words) != 3 or words[::2] != ["player", "divides"]:
        message = f"{short(rest)}: write 'Dealt Kc Qd 3d | As Td 2c, player 0 divides'"
        raise InvalidInput(message)
    divider: Any = int(words[1]) if words[1] in ("0", "1") else words[1]  # refused by Dealt
    return Dealt((first, second), divider, Rules.parse(rules))


def _placed(rest: str) -> Placed:
    cards, _, outcome = rest.partition(":")
    parts = dict(part.strip().partition(" ")[::2] for part in outcome.split(","))
    if not {"up", "down"} <= set(parts) <= {"up", "down", "swapped"}:
        message = f"{short(rest)}: write 'Placed 9h: up 3c, down 9h', and 'swapped' after a swap"
        raise InvalidInput(message)
    up, down = ("" if parts[key] == "none" else parts[key] for key in ("up", "down"))
    return Placed(cards, up, down, "swapped" in parts)


def _forfeited(rest: str) -> Forfeited:
    player, _, reason = rest.partition(": ")
    if player not in ("by player 0", "by player 1"):
        message = f"{short(rest)}: write 'Forfeited by player 0: reason'"
        raise InvalidInput(message)
    return Forfeited(int(player[-1]), reason)


# Made by the engine, which knows that they are right, so nothing is checked again.


def cut(first: Group, second: Group) -> Divided:
    """Return a cut whose groups and cards stand in order."""
    made = object.__new__(Divided)
    made.__dict__.update(first=first, second=second)
    return made


def taking(cards: Group) -> Taken:
    """Return the taking of a group whose cards stand in order."""
    made = object.__new__(Taken)
    made.__dict__["cards"] = cards
    return made


def placing(cards: Group, up: Group, down: Card | None, swapped: bool) -> Placed:
    """Return a placement whose group stands in order."""
    made = object.__new__(Placed)
    made.__dict__.update(cards=cards, up=up, down=down, swapped=swapped)
    return made
