"""PHH, variant ``F7S/8``: what its fields and actions mean, and how they are written.

Fields are checked and copied, actions are followed one by one at a table of ours, and the first
that does not fit the rules is named with its number.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from datetime import date, time
from numbers import Integral
from types import MappingProxyType
from typing import Any

from cardlab.cards import Card
from cardlab.errors import InvalidInput, instance, short, whole
from cardlab.stud8.events import Acted, Dealt, Event, Mucked, Seated, Shown, Told
from cardlab.stud8.game import Game
from cardlab.stud8.rules import MOST_PLAYERS, Hand, Rules, up_cards, written

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

# Fields


def plain_fields(fields: Mapping[Any, object]) -> dict[str, Any]:
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


def check_names(fields: Mapping[str, object]) -> None:
    """Refuse missing and unknown fields, and other variants."""
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


def listed(fields: Mapping[str, object], name: str, length: int | None) -> list[Any]:
    """Return a field that must be a list, of a length if one is given."""
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
        for seat, chips in enumerate(listed(fields, name, players), start=1)
    ]


def seated_by(fields: Mapping[str, object]) -> Seated:
    """Return the table that the fields describe."""
    count = len(listed(fields, "starting_stacks", None))
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
            listed(fields, name, count)
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
    names = listed(fields, "players", count)
    for seat, name in zip(seats, names, strict=True):
        if not isinstance(name, str):
            message = f"players: {seat}: {short(name)} is not a name"
            raise InvalidInput(message)
    return tuple(names) if len({*names}) == count and all(map(str.strip, names)) else seats


def stacks_told(fields: Mapping[str, object], chips: int) -> list[int] | None:
    """Return `finishing_stacks`, if it is there; it must hold all chips of the table."""
    if "finishing_stacks" not in fields:
        return None
    count = len(listed(fields, "starting_stacks", None))
    told = _chips(fields, "finishing_stacks", count, 0)
    if sum(told) != chips:
        message = f"finishing_stacks: {sum(told)} chips in all; {chips} were there at the start"
        raise InvalidInput(message)
    return told


# Actions


class Reader:
    """Follows a hand action by action at a table of ours, and names what does not fit."""

    def __init__(self, seated: Seated) -> None:
        self.game = Game(seated.players, stacks=seated.stacks, rules=seated.rules)
        self.labels = tuple(f"p{seat}" for seat in range(1, len(seated.players) + 1))
        self.lengths = [1]  # the number of events after each number of actions
        self.dealt: dict[int, Hand] = {}  # the cards of a street, until everybody has them
        self.places: dict[Card, str] = {}  # where each card was dealt

    def read(self, action: object) -> None:
        """Do what an action says, or name what is wrong with it."""
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


def actions_of(event: Event, players: tuple[str, ...]) -> Iterator[str]:
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


def key(name: str) -> str:
    """Write the name of a field as TOML."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else _quoted(name)


def value_text(value: object) -> str:
    """Write a value as TOML; `_plain` has made sure of its type."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return _quoted(value)
        case date() | time():
            return value.isoformat()
        case tuple():
            return f"[{', '.join(map(value_text, value))}]"
        case Mapping():
            pairs = (f"{key(name)} = {value_text(inner)}" for name, inner in value.items())
            return f"{{{', '.join(pairs)}}}"
    return repr(value)


def _quoted(text: str) -> str:
    """Write text in single quotes if TOML allows it, else in double ones with escapes."""
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
