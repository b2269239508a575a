"""The rules of Divider, with their options."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, Literal

from cardlab.cards import DECK, Card, CardsLike, parse, text
from cardlab.errors import CardError, InvalidInput, instance, short, whole

ENOUGH = 5
"""With so many face-up cards of any player at the end of a turn the game is over."""

MOST_TURNS = 5
"""No game is longer: each turn but the first turns a card up for both players."""

MOST_UP = 6
"""The most face-up cards a player can have: four, and a red card with its partner."""

GROUPS = ((2, 2), (1, 3))
"""The sizes of the two groups of a cut, the smaller one first."""


def is_red(card: int) -> bool:
    """Return whether a card is a diamond or a heart: suits 1 and 2.

    Examples
    --------
    >>> [is_red(Card(name)) for name in ("Ac", "Ad", "Ah", "As")]
    [False, True, True, False]
    """
    return card & 3 in (1, 2)


@dataclass(frozen=True, init=False)
class Rules:
    """The rules, with an option wherever the rule book is silent or can be read in two ways.

    Parameters
    ----------
    red_partner : {"face_up", "face_down"}
        How the second card lies beside a red first card: face up, as the rule book prints it, or
        face down, as its later sentences seem to expect. This one word decides the game.
    swap_single : bool
        Whether a player who places a single card may first exchange it for his face-down card.
    count_face_down : bool
        Whether a card that is still face down in the tableau counts at the showdown.
    pocket_cards : int
        Pocket cards of each player, 1 to 3. Two of them count at the showdown, or the only one.
    last_turn : int, optional
        The turn, 1 to 5, after which the game ends at the latest. By default it is open.
    deck : cards
        The cards in play, in any order; by default all 52.

    Raises
    ------
    InvalidInput
        If an option has a value that is not listed.
    CardError
        If the deck cannot be read, or has too few cards for the longest game.

    Examples
    --------
    >>> Rules().max_turns, len(Rules().deck)
    (5, 52)
    >>> print(Rules(red_partner="face_down", pocket_cards=2))
    red_partner=face_down, pocket_cards=2
    >>> Rules(red_partner="left")
    Traceback (most recent call last):
        ...
    cardlab.errors.InvalidInput: red_partner must be 'face_up' or 'face_down', not 'left'
    """

    red_partner: Literal["face_up", "face_down"]
    swap_single: bool
    count_face_down: bool
    pocket_cards: int
    last_turn: int | None
    deck: tuple[Card, ...]

    def __init__(
        self,
        red_partner: Literal["face_up", "face_down"] = "face_up",
        swap_single: bool = False,
        count_face_down: bool = False,
        pocket_cards: int = 3,
        last_turn: int | None = None,
        deck: CardsLike = DECK,
    ) -> None:
        allowed = ("face_up", "face_down")
        if not isinstance(red_partner, str) or red_partner not in allowed:  # type: ignore[redundant-expr]  # may be anything
            message = f"red_partner must be 'face_up' or 'face_down', not {short(red_partner)}"
            raise InvalidInput(message)
        instance("swap_single", swap_single, bool)
        instance("count_face_down", count_face_down, bool)
        pocket_cards = whole("pocket_cards", pocket_cards, 1, 3)
        if last_turn is not None:
            last_turn = whole("last_turn", last_turn, 1, MOST_TURNS)
        cards = tuple(sorted(parse(deck, name="deck")))
        needed = 2 * pocket_cards + 4 * (last_turn or MOST_TURNS)
        if len(cards) < needed:
            message = f"deck: {len(cards)} cards given; the longest game needs {needed}"
            raise CardError(message)
        self.__dict__.update(
            red_partner=red_partner,
            swap_single=swap_single,
            count_face_down=count_face_down,
            pocket_cards=pocket_cards,
            last_turn=last_turn,
            deck=cards,
        )

    @property
    def max_turns(self) -> int:
        """The most turns that a game can have."""
        return self.last_turn or MOST_TURNS

    @cached_property
    def red_up(self) -> bool:
        """Whether the partner of a red card goes face up."""
        return self.red_partner == "face_up"

    def over(self, turns: int, up: tuple[int, int]) -> bool:
        """Return whether the game is over after so many whole turns, by the face-up counts.

        Examples
        --------
        >>> Rules().over(3, (5, 3)), Rules().over(3, (4, 4)), Rules(last_turn=3).over(3, (4, 4))
        (True, False, True)
        """
        return max(up) >= ENOUGH or turns >= self.max_turns

    def __str__(self) -> str:
        return ", ".join(f"{name}={value}" for name, value in self._options().items())

    def __repr__(self) -> str:
        options = self._options()
        return f"Rules({', '.join(f'{name}={value!r}' for name, value in options.items())})"

    def _options(self) -> dict[str, object]:
        """Return the options that are not the usual ones."""
        given = {field.name: getattr(self, field.name) for field in fields(self)}
        given["deck"] = text(self.deck)
        return {name: value for name, value in given.items() if value != _USUAL[name]}

    @classmethod
    def parse(cls, line: str) -> Rules:
        """Read what `str` writes: options with their values, or nothing.

        Raises
        ------
        InvalidInput
            If an option is unknown or has a value that is not allowed.

        Examples
        --------
        >>> Rules.parse("pocket_cards=1, last_turn=2")
        Rules(pocket_cards=1, last_turn=2)
        """
        instance("rules", line, str)
        options: dict[str, Any] = {}  # `__init__` looks at each
        for part in filter(None, map(str.strip, line.split(","))):
            name, _, value = part.partition("=")
            if name not in _USUAL:
                message = f"rules: {short(name)} is no option; there are {', '.join(_USUAL)}"
                raise InvalidInput(message)
            if name in options:
                message = f"rules: {name} stands twice"
                raise InvalidInput(message)
            options[name] = _value(value)
        return cls(**options)


_USUAL: dict[str, object] = {
    "red_partner": "face_up",
    "swap_single": False,
    "count_face_down": False,
    "pocket_cards": 3,
    "last_turn": None,
    "deck": text(DECK),
}


def _value(written: str) -> object:
    """Read the value of an option."""
    words = {"True": True, "False": False, "None": None}
    short_number = written.isdecimal() and len(written) < 10  # Python refuses thousands of digits
    return int(written) if short_number else words.get(written, written)


Hand = tuple[int, int, bool]
"""Red face-up cards, black face-up cards, whether there is a face-down card."""


def _placed(hand: Hand, size: int, rules: Rules) -> set[Hand]:
    """Return what a player can have after placing a group of so many cards."""
    red, black, down = hand
    if size == 1:
        return {(red + 1, black, True), (red, black + 1, True)} if down else {(red, black, True)}
    if rules.red_up:  # a black first card, or a red one with its partner
        return {(red, black + 1, True), (red + 2, black, False), (red + 1, black + 1, False)}
    return {(red + 1, black, True), (red, black + 1, True)}


@lru_cache(maxsize=64)
def _after(sizes: tuple[int, ...], rules: Rules) -> frozenset[Hand]:
    """Return what a player can have after placing groups of these sizes, the game going on."""
    if not sizes:
        return frozenset({(0, 0, False)})
    before = [hand for hand in _after(sizes[:-1], rules) if hand[0] + hand[1] < ENOUGH]
    return frozenset(after for hand in before for after in _placed(hand, sizes[-1], rules))


@lru_cache(maxsize=256)
def reachable(turns: int, half: int | None, rules: Rules) -> frozenset[tuple[Hand, Hand]]:
    """Return what the chooser and the divider can have between them.

    Parameters
    ----------
    turns : int
        Whole turns so far.
    half : int or None
        The size of the group that the chooser has placed since; None if he has not.
    rules : Rules
        Options of the game.

    Returns
    -------
    frozenset of pairs of Hand
        The chooser's and the divider's; the rules do not care whose turn it was before.
    """
    pairs: set[tuple[Hand, Hand]] = set()
    extra = () if half is None else (half,)
    for sizes in product((1, 2, 3), repeat=turns):
        chooser = _after((*sizes, *extra), rules)
        divider = _after(tuple(4 - size for size in sizes), rules)
        pairs.update(product(chooser, divider))
    if half is not None:  # the divider's next group has not been placed, so he is not done
        pairs = {pair for pair in pairs if pair[1][0] + pair[1][1] < ENOUGH}
    return frozenset(pairs)
