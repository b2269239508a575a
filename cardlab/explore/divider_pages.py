"""The table of Divider, its log and its end as HTML. Pure functions from what is known to text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from cardlab import look
from cardlab.cards import Card, symbols
from cardlab.divider.rules import ENOUGH

_NBSP = "&nbsp;"


@dataclass(frozen=True)
class Slot:
    """A place in a row, with what the viewer knows of it.

    Parameters
    ----------
    card : Card or None
        The card on top; None if the viewer does not know it.
    up : bool
        Whether it lies face up.
    covers : tuple of Card or None
        The cards under it, the lowest first; None is one the viewer does not know.
    note : tuple of str
        Lines under it, besides what it covers; cards in them by symbol.
    new : bool
        Whether it is only a preview.
    """

    card: Card | None
    up: bool
    covers: tuple[Card | None, ...] = ()
    note: tuple[str, ...] = ()
    new: bool = False


@dataclass(frozen=True)
class Seat:
    """A player and his cards, as the viewer knows them.

    Parameters
    ----------
    name, role : str
        Who sits there, and what he does in this turn.
    pockets : sequence of Card or None
        His pocket cards.
    note : str
        What is to be said about them.
    slots : sequence of Slot
        His row.
    """

    name: str
    role: str
    pockets: Sequence[Card | None]
    note: str
    slots: Sequence[Slot]


def seat(who: Seat) -> str:
    """Return one side of the table."""
    pockets = "".join(look.card("??" if c is None else str(c), "M") for c in who.pockets)
    slots = "".join(map(_slot, who.slots)) or '<p class="small none">no cards yet</p>'
    faces = sum(slot.up for slot in who.slots)
    pips = "".join(f"<i{' class=on' if k < faces else ''}></i>" for k in range(ENOUGH))
    return (
        f'<div class="seat"><div class="who"><h3>{escape(who.name)}</h3><p>{escape(who.role)}</p>'
        f'</div><div class="pockets"><span class="small">Pocket cards</span>'
        f'<div class="cl-hand">{pockets}</div><span class="small">{escape(who.note)}</span></div>'
        f'<div class="tableau">{slots}</div><div class="goal"><span class="pips" '
        f'aria-hidden="true">{pips}</span><span class="small"><b>{faces} of {ENOUGH}</b> face up'
        "</span></div></div>"
    )


def _slot(slot: Slot) -> str:
    lines = list(slot.note)
    known = [card for card in slot.covers if card is not None]  # the two of clubs counts as 0
    if known and len(known) == len(slot.covers):
        lines = ["covers", symbols(known), *lines]
    elif slot.covers:
        lines = ["covers a", "hidden card", *lines]
    note = "<br>".join(map(look.prose, lines)) or _NBSP
    new = " new" if slot.new else ""
    return f'<div class="slot{new}">{_drawn(slot)}<span class="small">{note}</span></div>'


def _drawn(slot: Slot) -> str:
    if slot.up:
        top = look.card(str(slot.card), "L")
    elif slot.card is None:
        top = look.card("??", "L").replace("unknown card", "unknown card, face down")
    else:
        top = look.face_down(str(slot.card), "L")
    return look.covering(top, ["" if card is None else str(card) for card in slot.covers], "L")


def turn_head(turn: int, due: str) -> str:
    """Return what stands beside the cards between the two players."""
    return f"<h3>Turn {turn}</h3><p>{escape(due)}</p>"


def title(words: str, chip: str = "") -> str:
    """Return a heading with a chip after it."""
    return f'<div class="cl-title"><h3>{escape(words)}</h3>{chip}</div>' if words else ""


def small(words: str) -> str:
    """Return a small line."""
    return f'<p class="cl-small">{look.prose(words)}</p>' if words else ""


def line(words: str) -> str:
    """Return a line of text."""
    return f'<p class="cl-line">{look.prose(words)}</p>' if words else ""


def lead(words: str) -> str:
    """Return a line under a heading."""
    return f'<p class="cl-lead">{look.prose(words)}</p>'


def pieces(cards: Iterable[Card]) -> str:
    """Return cards of a group for a button."""
    return "".join(look.card(str(card), "L") for card in cards)


def log(lines: Iterable[tuple[int, str]]) -> str:
    """Return what has happened, the oldest first, each turn named once."""
    rows, before = [], 0
    for turn, words in lines:
        name = f"turn {turn}" if turn and turn != before else ""
        rows.append(f"<li><span>{name}</span><span>{look.prose(words)}</span></li>")
        before = turn
    if not rows:
        rows = ["<li><span></span><span>Nothing yet.</span></li>"]
    return f'<h3>Log</h3><ol class="cl-log">{"".join(rows)}</ol>'


@dataclass(frozen=True)
class Shown:
    """A player's hand at the end: his cards, the two pocket cards among them, and its name."""

    name: str
    cards: Sequence[Card]
    pockets: Sequence[Card]
    hand: str


def ending(result: str, hands: Iterable[Shown]) -> str:
    """Return how the game ended, with the hands that were compared."""
    drawn = "".join(
        f"<div><span><b>{escape(one.name)}</b>: {escape(one.hand)}</span>"
        f'<span class="cl-pieces">{_five(one)}</span></div>'
        for one in hands
    )
    legend = small("Cards from the pocket have a tick.")
    return f'{title(result)}<div class="cl-endhands">{drawn}</div>{legend}'


def _five(one: Shown) -> str:
    return "".join(
        look.card(str(card), "S", "own" if card in one.pockets else "plain").replace(
            ", yours", ", from the pocket"
        )
        for card in one.cards
    )


def cut_groups(first: Iterable[Card], second: Iterable[Card]) -> list[dict[str, Any]]:
    """Return two groups for the board, whose cards can be moved from one to the other."""
    groups = []
    for name, cards in (("A", first), ("B", second)):
        items = [
            {
                "key": str(card),
                "html": look.card(str(card), "L"),
                "name": f"{look.spoken(str(card))}, group {name}",
                "pressed": name == "B",
                "fixed": False,
            }
            for card in cards
        ]
        foot = f"group {name}" if items else f"group {name}: empty"
        groups.append({"items": items, "foot": foot, "drop": name, "knife": name == "B"})
    return groups
