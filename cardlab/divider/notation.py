"""Positions as text: a few lines that are easy to read and to write."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from cardlab.cards import Card, text
from cardlab.divider.events import Group, bar
from cardlab.divider.rules import Rules
from cardlab.errors import InvalidInput, instance, short

if TYPE_CHECKING:
    from cardlab.divider.position import Position


def arguments(position: Position) -> Iterator[str]:
    """Yield the fields of a position that are not the usual ones, as arguments."""
    nothing = ((), ())
    usual = {
        "up": nothing, "down": nothing, "pockets": (None, None), "buried": (), "divider": 0,
        "rules": Rules(), "four": (), "groups": (), "taken": None, "candidates": position.down,
    }  # fmt: skip
    for name, value in usual.items():
        own = getattr(position, name)
        if own != value:
            yield f"{name}={_written(own)}"


def _written(value: object) -> str:
    """Write a field as an argument."""
    if isinstance(value, Rules | int):
        return repr(value)
    if isinstance(value, tuple) and all(isinstance(card, Card) for card in value):
        return repr(text(value))
    assert isinstance(value, tuple)  # a pair of cards or None
    return f"({', '.join('None' if cards is None else repr(text(cards)) for cards in value)})"


def lines(position: Position) -> Iterator[str]:
    """Yield the lines of a position; those that say nothing are left out."""
    for player in (0, 1):
        pockets = position.pockets[player]
        yield (
            f"Player {player}: up {text(position.up[player]) or 'none'}, "
            f"down {_down(position.down[player], position.candidates[player])}, "
            f"pockets {'unknown' if pockets is None else text(pockets)}"
        )
    if position.buried:
        yield f"Buried: {text(position.buried)}"
    yield f"Divider: {position.divider}"
    if position.four:
        yield f"Four: {text(position.four)}"
    if position.groups:
        yield f"Groups: {bar(position.groups)}"
    if position.taken is not None:
        yield f"Taken: {position.taken}"
    if str(position.rules):
        yield f"Rules: {position.rules}"


def _down(down: Group, may_be: Group) -> str:
    if len(down) > 1:
        return f"one of {text(down)}"
    return f"{text(down) or 'none'}{f' of {text(may_be)}' if down != may_be else ''}"


def read(lines: str) -> dict[str, Any]:
    """Read the lines of a position into arguments."""
    instance("position", lines, str)
    players: dict[str, tuple[str, str, str, str]] = {}
    others: dict[str, str] = {}
    for line in filter(None, map(str.strip, lines.replace(";", "\n").splitlines())):
        name, colon, value = (part.strip() for part in line.partition(":"))
        known = players if name in ("Player 0", "Player 1") else others
        if not colon or name in known or (known is others and name not in _READERS):
            message = f"position: {short(line)} cannot be read; lines are {_LINES}, each once"
            raise InvalidInput(message)
        if known is players:
            players[name] = _read_player(line, value)
        else:
            others[name] = value
    both = [players.get(f"Player {player}", ("", "", "", "")) for player in (0, 1)]
    up, down, candidates, pockets = zip(*both, strict=True)
    arguments = {"up": up, "down": down, "candidates": candidates}
    unknown = tuple(cards or None for cards in pockets)
    read = {_READERS[name][0]: _READERS[name][1](value) for name, value in others.items()}
    return {**arguments, "pockets": unknown, **read}


def _read_player(line: str, value: str) -> tuple[str, str, str, str]:
    """Return face-up cards, face-down card, its candidates, and pocket cards as text."""
    written = [part.strip().partition(" ")[::2] for part in value.split(",") if part.strip()]
    parts = dict(written)
    if not set(parts) <= {"up", "down", "pockets"} or len(parts) < len(written):
        message = (
            f"position: {short(line)}: a player has up, down and pockets, divided by commas, "
            "each once"
        )
        raise InvalidInput(message)
    up, down, pockets = (
        "" if (cards := parts.get(name, "")) in ("none", "unknown") else cards
        for name in ("up", "down", "pockets")
    )
    card, _, others = down.partition("of ")
    if card.strip() == "one":
        card = others
    return up, card, others or card, pockets


def _number(value: str) -> int | str:
    """Read 0 or 1; what is neither is refused where it is used."""
    return int(value) if value in ("0", "1") else value


_READERS: dict[str, tuple[str, Callable[[str], object]]] = {
    "Buried": ("buried", str),
    "Divider": ("divider", _number),
    "Four": ("four", str),
    "Groups": ("groups", str),
    "Taken": ("taken", _number),
    "Rules": ("rules", Rules.parse),
}
_LINES = f"Player 0, Player 1, {', '.join(_READERS)}"
