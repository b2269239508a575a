"""Hand histories: reading, checking, replaying and writing PHH files of variant ``F7S/8``.

A file is read strictly. Nothing in it is repaired: what does not fit the rules is an error that
names the action. The betting is replayed through PokerKit, and the pots are shared by our own
showdown. PokerKit's reader is not used, since it repairs what it can and loses chips doing so.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, time
from numbers import Integral
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cardlab.cards import Card
from cardlab.errors import InvalidInput, instance, short, whole
from cardlab.stud8.events import Acted, Dealt, Event, Mucked, Seated, Shown, Told
from cardlab.stud8.game import Game, State
from cardlab.stud8.rules import MOST_PLAYERS, Hand, Rules, up_cards, written

if TYPE_CHECKING:
    import pandas as pd

    from cardlab.stud8.streets import View

VARIANT = "F7S/8"
REQUIRED = (
    "variant", "antes", "bring_in", "small_bet", "big_bet", "starting_stacks", "actions",
)  # fmt: skip
OPTIONAL = (
    "ante_trimming_status", "author", "event", "url", "venue", "address", "city", "region",
    "postal_code", "country", "time", "time_zone", "time_zone_abbreviation", "day", "month",
    "year", "hand", "level", "seats", "seat_count", "table", "players", "finishing_stacks",
    "winnings", "currency", "currency_symbol", "time_limit", "time_banks",
)  # fmt: skip
CAP = "_raise_cap"
"""Our own field for the option `raise_cap`, which the format cannot say."""
DEEPEST = 50
"""How many lists and tables may stand in each other in a field."""

_CARDS = re.compile(r"(?:(?:10|[2-9TJQKA])[cdhs]|\?\?)+")
_CARD = re.compile(r"(?:10|[2-9TJQKA])[cdhs]|\?\?")
_AMOUNT = re.compile(r"[1-9][0-9]{0,17}|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,5}")
_PLAYER = re.compile(r"p[1-9][0-9]*")


@dataclass(frozen=True)
class History:
    """One hand that was played, checked against the rules.

    Parameters
    ----------
    fields : mapping of str to object
        The fields of a PHH file of variant ``F7S/8``, by name. A copy is kept that cannot be
        changed, with tuples for lists.

    Raises
    ------
    InvalidInput
        If a field is missing, unknown or wrong, or holds what a file cannot, an action is against
        the rules, a card stands twice, the hand does not end with the last action, or the stacks
        in the end are not those that our showdown finds. If a hand is not known that decides a
        pot, `finishing_stacks` must say who got it.

    Examples
    --------
    >>> history = History({
    ...     "variant": "F7S/8", "antes": [1, 1], "bring_in": 2, "small_bet": 4, "big_bet": 8,
    ...     "starting_stacks": [50, 50],
    ...     "actions": ["d dh p1 As2s3d", "d dh p2 ????9h", "p1 pb", "p2 f"],
    ... })
    >>> history.finishing_stacks
    (51, 49)
    >>> print(history.replay(3).due)
    p2 is to act
    """

    fields: Mapping[str, Any]
    _log: tuple[Event, ...] = field(init=False, repr=False, compare=False)
    _lengths: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        instance("fields", self.fields, Mapping)
        fields = _plain_fields(self.fields)
        _check_names(fields)
        seated = _seated(fields)
        reader = _Reader(seated)
        for action in _list(fields, "actions", None):
            reader.read(action)
        log = reader.finish(_stacks_told(fields, sum(seated.stacks)))
        object.__setattr__(self, "fields", MappingProxyType(fields))
        object.__setattr__(self, "_log", log)
        object.__setattr__(self, "_lengths", tuple(reader.lengths))

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle as text, since a read-only mapping can be neither."""
        return History.loads, (self.dumps(),)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> History:
        """Read a PHH file.

        Parameters
        ----------
        path : path
            A file in UTF-8 with one hand.

        Raises
        ------
        InvalidInput
            If the file is not text, not TOML, or not a hand that the rules allow; the message
            begins with the file's name.
        OSError
            If the file cannot be read.
        """
        path = _path(path)
        try:
            return cls.loads(path.read_bytes().decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            message = f"{path.name}: the text is not UTF-8 (byte {error.start + 1})"
            raise InvalidInput(message) from None
        except InvalidInput as error:
            message = f"{path.name}: {error}"
            raise InvalidInput(message) from None

    @classmethod
    def loads(cls, text: str) -> History:
        """Read the text of a PHH file.

        Raises
        ------
        InvalidInput
            As `load` does.
        """
        instance("text", text, str)
        try:
            fields = tomllib.loads(text.removeprefix("\ufeff"))
        except (ValueError, RecursionError) as error:  # TOMLDecodeError, or too long or deep
            message = f"the text is not TOML, or is cut off: {error}"
            raise InvalidInput(message) from None
        if fields and all(isinstance(value, dict) for value in fields.values()):
            message = f"the text holds {len(fields)} hands in sections; give one hand without any"
            raise InvalidInput(message)
        return cls(fields)

    @classmethod
    def from_game(cls, game: Game, **fields: object) -> History:
        """Return the history of a game that is over.

        Parameters
        ----------
        game : Game
            A finished hand.
        **fields
            Further PHH fields, such as ``event="Tuesday"``; own names begin with ``_``.

        Raises
        ------
        InvalidInput
            If the hand is not over, or a field is not allowed.

        Examples
        --------
        >>> game = Game("Ann Ben", stacks=50)
        >>> for step in (game.deal("As Kc 2s Kd 3d 9h"), game.act("bring in"), game.act("fold")):
        ...     pass
        >>> print(History.from_game(game).dumps())
        variant = 'F7S/8'
        ante_trimming_status = true
        antes = [1, 1]
        bring_in = 2
        small_bet = 4
        big_bet = 8
        starting_stacks = [50, 50]
        actions = ['d dh p1 As2s3d', 'd dh p2 KcKd9h', 'p1 pb', 'p2 f']
        players = ['Ann', 'Ben']
        finishing_stacks = [51, 49]
        """
        instance("game", game, Game)
        if game.phase != "end":
            message = f"game: the hand is not over: {game.due}"
            raise InvalidInput(message)
        seated, *events = game.log
        assert isinstance(seated, Seated)
        rules = seated.rules
        made: dict[str, object] = {
            "variant": VARIANT,
            "ante_trimming_status": rules.trim_antes,
            "antes": [rules.ante] * len(seated.players),
            "bring_in": rules.opening,
            "small_bet": rules.small_bet,
            "big_bet": rules.big_bet,
            "starting_stacks": list(seated.stacks),
            "actions": [action for event in events for action in _actions(event, seated.players)],
            "players": list(seated.players),
            "finishing_stacks": list(game.stacks),
        }
        if rules.raise_cap != "always":
            made[CAP] = rules.raise_cap
        return cls(made | fields)

    @property
    def players(self) -> tuple[str, ...]:
        """Names by seat; ``p1``, ``p2`` and so on if the file does not tell them."""
        return self.replay(0).players

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions as they are written in the file."""
        return tuple(self.fields["actions"])

    @property
    def finishing_stacks(self) -> tuple[int, ...]:
        """Chips of each player after the hand."""
        return self.replay().stacks

    def replay(self, actions: int | None = None) -> Game:
        """Return the table after some of the actions.

        Parameters
        ----------
        actions : int, optional
            How many; by default all, and the pots are shared.

        Raises
        ------
        InvalidInput
            If there are not so many actions.
        """
        if actions is None:
            return Game.replay(self._log)
        most = len(self._lengths) - 1
        return Game.replay(self._log[: self._lengths[whole("actions", actions, 0, most)]])

    @property
    def deals(self) -> tuple[State, ...]:
        """The table after the deal of each street, third street first."""
        return tuple(
            Game.replay(self._log[:number]).state
            for number, event in enumerate(self._log, start=1)
            if isinstance(event, Dealt)
        )

    def equity_by_street(self, view: View = "all", **options: Any) -> pd.DataFrame:
        """Return each player's share of the pot to be expected, street by street.

        Parameters
        ----------
        view : {"all", "public"}, int or str
            All cards that the history tells; the cards face up; or what a seat sees, by number from
            0 or by name.
        **options
            `limit`, `n` and `rng` as in `cardlab.stud8.streets.by_street`.

        Returns
        -------
        DataFrame
            As `by_street` does; cards that are not known are written as ``??`` and counted.

        Raises
        ------
        InvalidInput
            If there is no such view.

        Examples
        --------
        >>> history = History({
        ...     "variant": "F7S/8", "antes": [1, 1], "bring_in": 2, "small_bet": 4, "big_bet": 8,
        ...     "starting_stacks": [50, 50],
        ...     "actions": ["d dh p1 As2s3d", "d dh p2 ????9h", "p1 pb", "p2 f"],
        ... })
        >>> history.equity_by_street().drop(columns="standard_error").round(4)
                          cards  unknown  equity method
        street player
        3      p1      As 2s 3d        0   0.593  exact
               p2      ?? ?? 9h        2   0.407  exact
        """
        from cardlab.stud8.streets import by_street

        return by_street(self, view, **options)

    def dumps(self) -> str:
        """Return the text of a PHH file: the fields in their order, one a line."""
        return "\n".join(f"{_key(name)} = {_value(value)}" for name, value in self.fields.items())

    def save(self, path: str | PathLike[str]) -> None:
        """Write a PHH file, which `load` reads.

        Comments of a file that was loaded are not kept; comments inside actions are. A file that
        is there already is replaced in one step, or left as it is if that fails.

        Raises
        ------
        InvalidInput
            If `path` is not a path.
        OSError
            If the file cannot be written.
        """
        data = f"{self.dumps()}\n".encode()
        path = _path(path)
        if path.exists() and not path.is_file():  # a pipe or a terminal cannot be replaced
            path.write_bytes(data)
            return
        path = path.resolve()  # what a link points to is replaced, not the link
        beside = path.with_name(f".{secrets.token_hex(8)}.part")
        try:
            beside.write_bytes(data)
            if path.exists():
                shutil.copymode(path, beside)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)


def _path(path: object) -> Path:
    """Return a path; refuse what the system cannot look for."""
    if not isinstance(path, str | PathLike):
        message = f"path must be text or a Path, not {short(path)}"
        raise InvalidInput(message)
    try:
        found = Path(path)
        bad = b"\0" in os.fsencode(found)
    except (TypeError, ValueError):  # a path of bytes, or half of a character
        bad = True
    if bad:
        message = f"path: {short(path)} cannot be the name of a file"
        raise InvalidInput(message)
    return found


# Fields


def _plain_fields(fields: Mapping[Any, object]) -> dict[str, Any]:
    """Return a copy of the fields that holds only what a file can."""
    plain: dict[str, Any] = {}
    for name, value in fields.items():
        instance("fields: each name", name, str)
        name = _plain_text("fields", name)
        plain[name] = _plain(name, value)
    return plain


def _plain(name: str, value: object, depth: int = 0) -> object:
    """Return a copy, of Python's own types, that cannot be changed and that TOML can write."""
    if depth > DEEPEST:
        message = f"{name}: lists or tables stand in each other more than {DEEPEST} deep"
        raise InvalidInput(message)
    match value:
        case bool():
            return value
        case float():
            return float(value)
        case str():
            return _plain_text(name, value)
        case Card():
            pass  # an int to Python, but not to the reader of a file
        case int() | Integral():  # the second for NumPy
            return whole(name, value, -(2**63), 2**63 - 1)  # all that TOML promises
        case list() | tuple():
            return tuple(_plain(name, inner, depth + 1) for inner in value)
        case Mapping():
            for key in value:
                instance(f"{name}: each name in a table", key, str)
            pairs = value.items()
            table = {_plain_text(name, key): _plain(name, own, depth + 1) for key, own in pairs}
            return MappingProxyType(table)
        case date() | time():
            return _plain_time(name, value)
    message = (
        f"{name}: {short(value)} cannot be written: it is no text, number, date, list or table"
    )
    raise InvalidInput(message)


def _plain_text(name: str, text: str) -> str:
    try:
        return text.encode().decode()
    except UnicodeEncodeError:
        message = f"{name}: {short(text)} cannot be written: it holds half of a character"
        raise InvalidInput(message) from None


def _plain_time(name: str, value: date | time) -> object:
    """Return a date or a time as it is read again."""
    try:
        read = tomllib.loads(f"x = {value.isoformat()}")["x"]
    except ValueError:
        read = None
    if read != value:
        message = (
            f"{name}: {short(value)} cannot be written: "
            "a time of day has no zone, and a zone has whole minutes"
        )
        raise InvalidInput(message)
    return read


def _check_names(fields: Mapping[str, object]) -> None:
    missing = [name for name in REQUIRED if name not in fields]
    if missing:
        message = f"{', '.join(missing)}: missing; a hand of {VARIANT} needs {', '.join(REQUIRED)}"
        raise InvalidInput(message)
    if fields["variant"] != VARIANT:
        message = f"variant must be {VARIANT!r}, not {short(fields['variant'])}"
        raise InvalidInput(message)
    for name in fields:
        if name not in REQUIRED and name not in OPTIONAL and not name.startswith("_"):
            message = (
                f"{name[:40]}: no field of a hand of {VARIANT}; a field of your own begins with _"
            )
            raise InvalidInput(message)


def _list(fields: Mapping[str, object], name: str, length: int | None) -> list[Any]:
    value = fields[name]
    if not isinstance(value, list | tuple):
        message = f"{name} must be a list, not {short(value)}"
        raise InvalidInput(message)
    if length is not None and len(value) != length:
        message = f"{name}: {len(value)} values for {length} players"
        raise InvalidInput(message)
    return list(value)


def _chips(fields: Mapping[str, object], name: str, players: int, least: int) -> list[int]:
    """Return a list with a number of chips for each player."""
    return [
        whole(f"{name}: p{seat}", chips, least)
        for seat, chips in enumerate(_list(fields, name, players), start=1)
    ]


def _seated(fields: Mapping[str, object]) -> Seated:
    """Return the table that the fields describe."""
    count = len(_list(fields, "starting_stacks", None))
    if not 2 <= count <= MOST_PLAYERS:
        message = f"starting_stacks: {count} players; from 2 to {MOST_PLAYERS} can play"
        raise InvalidInput(message)
    stacks = _chips(fields, "starting_stacks", count, 1)
    antes = _chips(fields, "antes", count, 1)
    for seat, ante in enumerate(antes, start=1):
        if ante != antes[0]:
            message = f"antes: p{seat} antes {ante} and p1 {antes[0]}; all must ante the same"
            raise InvalidInput(message)
    small_bet = whole("small_bet", fields["small_bet"], 2)
    rules = Rules(
        ante=antes[0],
        bring_in=whole("bring_in", fields["bring_in"], 1, small_bet - 1),
        small_bet=small_bet,
        big_bet=whole("big_bet", fields["big_bet"], small_bet),
        raise_cap=fields.get(CAP, "always"),  # type: ignore[arg-type]  # Rules checks it
        trim_antes=_flag(fields, "ante_trimming_status"),
    )
    for name in ("winnings", "time_banks", "seats"):
        if name in fields:
            _list(fields, name, count)
    return Seated(_players(fields, count), tuple(stacks), rules)


def _flag(fields: Mapping[str, object], name: str) -> bool:
    value = fields.get(name, False)
    if not isinstance(value, bool):
        message = f"{name} must be true or false, not {short(value)}"
        raise InvalidInput(message)
    return value


def _players(fields: Mapping[str, object], count: int) -> tuple[str, ...]:
    """Return the names; seat numbers instead if they are not told or do not tell players apart."""
    seats = tuple(f"p{seat}" for seat in range(1, count + 1))
    if "players" not in fields:
        return seats
    names = _list(fields, "players", count)
    for seat, name in zip(seats, names, strict=True):
        if not isinstance(name, str):
            message = f"players: {seat}: {short(name)} is not a name"
            raise InvalidInput(message)
    return tuple(names) if len({*names}) == count and all(map(str.strip, names)) else seats


def _stacks_told(fields: Mapping[str, object], chips: int) -> list[int] | None:
    """Return `finishing_stacks`, if it is there; it must hold all chips of the table."""
    if "finishing_stacks" not in fields:
        return None
    count = len(_list(fields, "starting_stacks", None))
    told = _chips(fields, "finishing_stacks", count, 0)
    if sum(told) != chips:
        message = f"finishing_stacks: {sum(told)} chips in all; {chips} were there at the start"
        raise InvalidInput(message)
    return told


# Actions


class _Reader:
    """Follows a hand action by action at a table of ours, and names what does not fit."""

    def __init__(self, seated: Seated) -> None:
        self.game = Game(seated.players, stacks=seated.stacks, rules=seated.rules)
        self.labels = tuple(f"p{seat}" for seat in range(1, len(seated.players) + 1))
        self.lengths = [1]  # the number of events after each number of actions
        self.dealt: dict[int, Hand] = {}  # the cards of a street, until everybody has them
        self.places: dict[Card, str] = {}  # where each card was dealt

    def read(self, action: object) -> None:
        number = len(self.lengths)
        try:
            if not isinstance(action, str):
                message = "an action is text"
                raise InvalidInput(message)
            self._read(action, number)
        except InvalidInput as error:
            message = f"action {number} ({short(action)}): {error}"
            raise InvalidInput(message) from None
        self.lengths.append(len(self.game.log))

    def _read(self, action: str, number: int) -> None:
        words, comment, _ = action.partition("#")
        match words.split():
            case [] if comment:
                return
            case ["d", "dh", player, cards]:
                self._deal(self._seat(player), _cards(cards), number)
            case ["d", "db", cards]:
                self._deal_common(_cards(cards), number)
            case ["d", "dh", _, _, _, *_] | ["d", "db", _, _, *_]:
                message = "cards are written without spaces, as 'd dh p1 As2s3d' or 'd db As'"
                raise InvalidInput(message)
            case [player, verb, *rest] if player != "d":
                self._act(self._seat(player), verb, rest, number)
            case _:
                message = (
                    "not an action; write 'd dh p1 As2s3d', 'd db As', 'p1 pb', 'p1 f', 'p1 cc', "
                    "'p1 cbr 100', 'p1 sm As2s3d', 'p1 sm -' or 'p1 sm'"
                )
                raise InvalidInput(message)

    def _seat(self, label: str) -> int:
        if not _PLAYER.fullmatch(label) or label not in self.labels:
            message = f"{short(label)} is no player; there are {', '.join(self.labels)}"
            raise InvalidInput(message)
        return self.labels.index(label)

    def _deal(self, seat: int, cards: Hand, number: int) -> None:
        due, common = self._due()
        label = self.labels[seat]
        if common:
            message = "one common card is due, 'd db'; there is not one for each player"
            raise InvalidInput(message)
        if seat not in due:
            state = "has cards" if seat in self.dealt else "has folded"
            message = f"{label} {state}; cards are due to {self._written(due)}"
            raise InvalidInput(message)
        each = 3 if self.game.street == 2 else 1
        if len(cards) != each:
            message = f"{len(cards)} cards; {label} is due {each}"
            raise InvalidInput(message)
        self._place(cards, f"dealt to {label} (action {number})")
        self.dealt[seat] = cards
        if len(due) == 1:
            hands = sorted(self.dealt.items())
            self.dealt = {}
            names = tuple(self.game.players[seat] for seat, _ in hands)
            self.game.add(Dealt(self.game.street + 1, names, tuple(hand for _, hand in hands)))

    def _deal_common(self, cards: Hand, number: int) -> None:
        due, common = self._due()
        if not common:
            message = f"a common card is not due; cards are due to {self._written(due)}"
            raise InvalidInput(message)
        if len(cards) != 1 or cards[0] is None:
            message = "one known card must be dealt for all"
            raise InvalidInput(message)
        self._place(cards, f"dealt as common card (action {number})")
        names = tuple(self.game.players[seat] for seat in due)
        self.game.add(Dealt(self.game.street + 1, names, (), cards[0]))

    def _due(self) -> tuple[list[int], bool]:
        """Return who is still due cards on this street, and whether a common card is due."""
        if self.game.phase != "deal":
            message = f"no cards are due: {self.game.due}"
            raise InvalidInput(message)
        seats, common = self.game.due_cards
        return [seat for seat in seats if seat not in self.dealt], common

    def _place(self, cards: Hand, place: str) -> None:
        """Note where cards are; none may be in two places."""
        for card in cards:
            if card is not None:
                if card in self.places:
                    message = f"{card} stands twice: it was {self.places[card]}"
                    raise InvalidInput(message)
                self.places[card] = place

    def _written(self, seats: list[int]) -> str:
        return ", ".join(self.labels[seat] for seat in seats)

    def _act(self, seat: int, verb: str, rest: list[str], number: int) -> None:
        game, label = self.game, self.labels[seat]
        match verb, rest:
            case "sm", []:
                game.add(Mucked(game.players[seat]))
                return
            case "sm", [cards]:
                shown = None if cards == "-" else _cards(cards)
                self._show(seat, shown, number)
                return
            case ("pb" | "f" | "cc", []) | ("cbr", [_]):
                pass
            case _:
                message = (
                    f"not an action of {label}; write '{label} pb', '{label} f', '{label} cc', "
                    f"'{label} cbr 100' or '{label} sm As2s3d'"
                )
                raise InvalidInput(message)
        if game.phase != "action":
            due, _ = self._due() if game.phase == "deal" else ([], False)
            message = f"{label} cannot act now: {game.due}"
            raise InvalidInput(message + (f" to {self._written(due)}" if due else ""))
        if game.seat != seat:
            assert game.seat is not None
            message = f"{label} is not to act, {self.labels[game.seat]} is"
            raise InvalidInput(message)
        amount = _amount(rest[0]) if rest else 0
        game.add(self._chosen(seat, verb, amount))

    def _chosen(self, seat: int, verb: str, amount: int) -> Acted:
        """Return the legal action that a verb stands for."""
        game, label = self.game, self.labels[seat]
        wanted = {"pb": ("bring in",), "f": ("fold",), "cc": ("check", "call")}
        names = wanted.get(verb, ("complete", "bet", "raise"))
        legal = [(name, chips) for name, chips in game.legal.items() if name in names]
        if not legal:
            message = f"{label} cannot {' or '.join(names)} now; legal: {', '.join(game.legal)}"
            raise InvalidInput(message)
        ((name, chips),) = legal
        bet = game.state.bets[seat] + chips
        if verb == "cbr" and amount != bet:
            message = f"{label} may {name} to {bet} only, not to {amount}"
            raise InvalidInput(message)
        player = game.players[seat]
        return Acted(player, name, chips, bet) if name != "fold" else Acted(player, name)

    def _show(self, seat: int, shown: Hand | None, number: int) -> None:
        """Show the hand as dealt, or with cards that were not known so far."""
        hand = self.game.state.hands[seat]
        full = hand if shown is None else self._shown(self.labels[seat], hand, shown)
        new = tuple(card for card in full if card not in hand)
        self._place(new, f"shown by {self.labels[seat]} (action {number})")
        self.game.add(Shown(self.game.players[seat], full))

    def _shown(self, label: str, hand: Hand, shown: Hand) -> Hand:
        """Return the hand with unknown cards filled in from those shown, in any order.

        All cards may be shown, or those dealt face down alone.
        """
        down = (*hand[:2], *hand[6:])
        held = hand if len(shown) == len(hand) else down
        known = [card for card in held if card is not None]
        new = [card for card in shown if card not in known and card is not None]
        fits = (
            len(shown) <= len(held)
            and all(card in shown for card in known)
            and len(known) + len(new) <= len(held)
        )
        if not fits:
            message = f"{label} shows {written(shown)}, but was dealt {written(hand)}"
            raise InvalidInput(message)
        if held is down:
            full = _filled(down, new)
            return (*full[:2], *up_cards(hand), *full[2:])
        return _filled(hand, new)

    def finish(self, told: list[int] | None) -> tuple[Event, ...]:
        """Check that the hand is over and the chips are where they should be; return the log."""
        game, number = self.game, len(self.lengths) - 1
        if game.phase == "showdown" and game.undecided:
            if told is None:
                message = (
                    "a hand that decides a pot is not known; finishing_stacks must say who got it"
                )
                raise InvalidInput(message)
            gains = [end - own for end, own in zip(told, game.stacks, strict=True)]
            for label, gain in zip(self.labels, gains, strict=True):
                if gain < 0:
                    message = f"finishing_stacks: {label} has at least {-gain} chips more than told"
                    raise InvalidInput(message)
            pairs = zip(game.players, gains, strict=True)
            try:
                game.add(Told({name: gain for name, gain in pairs if gain}))
            except InvalidInput as error:
                message = f"finishing_stacks: {error}"
                raise InvalidInput(message) from None
        if game.phase != "end":
            message = f"actions: the hand is not finished after action {number}: {game.due}"
            raise InvalidInput(message)
        for label, end, own in zip(self.labels, told or game.stacks, game.stacks, strict=True):
            if end != own:
                message = f"finishing_stacks: {label} has {own} after the showdown, not {end}"
                raise InvalidInput(message)
        return game.log


def _cards(text: str) -> Hand:
    """Read cards as the format writes them; ``??`` is a card that is not known."""
    if not _CARDS.fullmatch(text):
        message = (
            f"{short(text)} are not cards; write them as As2s3d without spaces, unknown ones as ??"
        )
        raise InvalidInput(message)
    return tuple(None if card == "??" else Card(card) for card in _CARD.findall(text))


def _amount(text: str) -> int:
    if not _AMOUNT.fullmatch(text):
        message = (
            f"{short(text)} is not an amount; write a whole number of chips, as 250000 or 250,000"
        )
        raise InvalidInput(message)
    return int(text.replace(",", ""))


def _filled(hand: Hand, new: list[Card]) -> Hand:
    """Return the hand with new cards in the places of unknown ones, as far as they go."""
    cards = iter(new)
    return tuple(next(cards, None) if card is None else card for card in hand)


# Writing


def _actions(event: Event, players: tuple[str, ...]) -> Iterator[str]:
    """Write an event as actions; the sharing of pots is none."""
    label = {name: f"p{seat}" for seat, name in enumerate(players, start=1)}
    match event:
        case Dealt(common=Card() as card):
            yield f"d db {card}"
        case Dealt():
            for name, cards in zip(event.players, event.cards, strict=True):
                yield f"d dh {label[name]} {_joined(cards)}"
        case Acted(name, action, _, bet):
            verbs = {"fold": "f", "check": "cc", "call": "cc", "bring in": "pb"}
            yield f"{label[name]} {verbs.get(action, f'cbr {bet}')}"
        case Shown(name, cards):
            yield f"{label[name]} sm {_joined(cards)}"
        case Mucked(name):
            yield f"{label[name]} sm"


def _joined(cards: Hand) -> str:
    return written(cards).replace(" ", "")


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _quoted(name)


def _value(value: object) -> str:
    """Write a value as TOML; `_plain` has made sure of its type."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return _quoted(value)
        case date() | time():
            return value.isoformat()
        case tuple():
            return f"[{', '.join(map(_value, value))}]"
        case Mapping():
            pairs = (f"{_key(name)} = {_value(inner)}" for name, inner in value.items())
            return f"{{{', '.join(pairs)}}}"
    return repr(value)


def _quoted(text: str) -> str:
    """Write text in single quotes if TOML allows it, else in double ones with escapes."""
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
