"""What happens in a hand of stud hi/lo, step by step.

Events hold the cards and the choices, so the same events give the same game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cardlab.cards import Card
from cardlab.errors import CardError, InvalidInput, instance, short, whole
from cardlab.stud8.rules import MOST_PLAYERS, STREETS, Action, Hand, Rules, written


@dataclass(frozen=True)
class Seated:
    """Players sit down with their chips, and everybody antes.

    Parameters
    ----------
    players : tuple of str
        Names, clockwise; seat 0 is on the left of the dealer.
    stacks : tuple of int
        Chips of each player before the ante.
    rules : Rules
        Options of the game.

    Raises
    ------
    InvalidInput
        If there are too few or too many players, a name is no text, is empty or stands twice, a
        stack is not at least one chip, or the rules are no `Rules`.
    """

    players: tuple[str, ...]
    stacks: tuple[int, ...]
    rules: Rules

    def __post_init__(self) -> None:
        instance("rules", self.rules, Rules)
        for field in ("players", "stacks"):
            object.__setattr__(self, field, _tuple(field, getattr(self, field)))
        if not 2 <= len(self.players) <= MOST_PLAYERS:
            message = f"players: {len(self.players)} are given; from 2 to {MOST_PLAYERS} can play"
            raise InvalidInput(message)
        names: tuple[object, ...] = self.players
        for name in names:
            if not isinstance(name, str) or not name.strip():
                message = f"players: {short(name)} is not a name"
                raise InvalidInput(message)
            if names.count(name) > 1:
                message = f"players: {short(name)} stands twice; give each player another name"
                raise InvalidInput(message)
        object.__setattr__(self, "players", tuple(map(str, names)))
        if len(self.stacks) != len(self.players):
            message = f"stacks: {len(self.stacks)} are given for {len(self.players)} players"
            raise InvalidInput(message)
        chips = (whole(f"stacks: seat {seat}", own, 1) for seat, own in enumerate(self.stacks))
        object.__setattr__(self, "stacks", tuple(chips))

    def __str__(self) -> str:
        pairs = zip(self.players, self.stacks, strict=True)
        return f"{listed(f'{name} ({chips})' for name, chips in pairs)} ante {self.rules.ante}"


@dataclass(frozen=True)
class Dealt:
    """The cards of one street are dealt.

    Parameters
    ----------
    street : int
        3 to 7.
    players : tuple of str
        Who is still in.
    cards : tuple of tuple
        For each of them the cards of this street: on third street two face down and one face up,
        then one each. None is a card that is not known. Empty if there is a common card instead.
    common : Card, optional
        The card in the middle, for everybody, if there are too few for seventh street.

    Raises
    ------
    InvalidInput
        If the cards are no tuples of cards.
    """

    street: int
    players: tuple[str, ...]
    cards: tuple[Hand, ...]
    common: Card | None = None

    def __post_init__(self) -> None:
        hands = tuple(_hand(cards) for cards in _tuple("cards", self.cards))
        object.__setattr__(self, "cards", hands)
        _hand((self.common,))

    def __str__(self) -> str:
        if self.common is not None:
            return f"{STREETS[self.street]}: {self.common} for everybody"
        given = (
            f"{name} {_faces(cards, self.street)}"
            for name, cards in zip(self.players, self.cards, strict=True)
        )
        return f"{STREETS[self.street]}: {', '.join(given)}"


@dataclass(frozen=True)
class Acted:
    """A player acts: puts in so many chips, and then has bet so many in this round."""

    player: str
    action: Action
    chips: int = 0
    bet: int = 0

    def __str__(self) -> str:
        match self.action:
            case "fold" | "check":
                return f"{self.player} {self.action}s"
            case "call":
                return f"{self.player} calls {self.chips}"
            case "bet":
                return f"{self.player} bets {self.bet}"
            case "bring in":
                return f"{self.player} brings it in for {self.bet}"
        return f"{self.player} {self.action}s to {self.bet}"


@dataclass(frozen=True)
class Shown:
    """A player turns all cards face up; None where a card stays unknown."""

    player: str
    cards: Hand

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", _hand(self.cards))

    def __str__(self) -> str:
        return f"{self.player} shows {written(self.cards)}"


@dataclass(frozen=True)
class Mucked:
    """A player throws the hand away at the last showdown, and with it the pot."""

    player: str

    def __str__(self) -> str:
        return f"{self.player} does not show"


@dataclass(frozen=True)
class Won:
    """One pot goes to its winners, the main pot first.

    Parameters
    ----------
    pot : int
        Chips. An uncalled bet counts as part of the pot that its owner takes back.
    high, low : tuple of str
        Who wins for high and for low; no low if nobody qualifies or nobody has to show.
    shares : dict of str to int
        Chips by player, for every player who gets some.

    Raises
    ------
    InvalidInput
        If nobody wins, or a share is not a whole number of chips.
    """

    pot: int
    high: tuple[str, ...]
    low: tuple[str, ...]
    shares: dict[str, int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "shares", _shares(self.shares))
        for field in ("high", "low"):
            object.__setattr__(self, field, _tuple(field, getattr(self, field)))
        if not self.high:
            message = "high: somebody must win the pot"
            raise InvalidInput(message)

    def __str__(self) -> str:
        if len(self.shares) == 1:
            return f"{self.high[0]} takes the pot of {self.pot}"
        taken = listed(f"{name} {chips}" for name, chips in self.shares.items())
        halves = f"high: {listed(self.high)}" + (f"; low: {listed(self.low)}" if self.low else "")
        return f"The pot of {self.pot}: {taken} ({halves})"


@dataclass(frozen=True)
class Told:
    """The pots that cannot be judged, since a hand is not known, go as somebody reports.

    Parameters
    ----------
    shares : dict of str to int
        Chips by player, of all these pots together.

    Raises
    ------
    InvalidInput
        If nobody gets any, or a share is not a whole number of chips.
    """

    shares: dict[str, int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "shares", _shares(self.shares))

    def __str__(self) -> str:
        taken = listed(f"{name} {chips}" for name, chips in self.shares.items())
        return f"Not all hands are known; as reported: {taken}"


Event = Seated | Dealt | Acted | Shown | Mucked | Won | Told


def _tuple(name: str, values: object) -> tuple[Any, ...]:
    if not isinstance(values, tuple | list):
        message = f"{name} must be a tuple, not {short(values)}"
        raise InvalidInput(message)
    return tuple(values)


def _hand(cards: object) -> Hand:
    """Return cards as a tuple; refuse what is neither a card nor None."""
    hand = _tuple("cards", cards)
    for card in hand:
        if card is not None and not isinstance(card, Card):
            message = f"cards: {short(card)} is not a Card"
            raise CardError(message)
    return hand


def _shares(shares: object) -> dict[str, int]:
    """Return a copy in Python's integers."""
    if not isinstance(shares, Mapping) or not shares:
        message = f"shares must be a dict of chips by player, not {short(shares)}"
        raise InvalidInput(message)
    return {name: whole(f"shares: {name}", chips, 0) for name, chips in shares.items()}


def _faces(cards: Hand, street: int) -> str:
    """Write the cards of one street, those face down in brackets."""
    down = {3: 2, 7: 1}.get(street, 0)
    return " ".join(
        part for part in (f"({written(cards[:down])})" * bool(down), written(cards[down:])) if part
    )


def listed(words: Iterable[str]) -> str:
    """Return words as a list in prose."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last
