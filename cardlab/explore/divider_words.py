"""What happens in a game of Divider in words, as one of the two players sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardlab.cards import symbols
from cardlab.divider.events import Action, Divided, Drawn, Event, Group, Placed, Taken
from cardlab.divider.making import most_up
from cardlab.divider.position import Position
from cardlab.divider.rules import ENOUGH, is_red

Step = tuple[Position, Event, Position]
"""What the referee knows before an event, the event, and what he knows after it."""


def log_lines(steps: Iterable[Step], viewer: int, names: tuple[str, str]) -> list[tuple[int, str]]:
    """Return the turn and a sentence for each thing that happened, as a player sees it.

    A group that is taken and placed at once makes one sentence.
    """
    lines: list[tuple[int, str]] = []
    for before, event, after in steps:
        if isinstance(event, Placed) and before.player == before.chooser:
            turn, taking = lines.pop()
            placing = placed_words(before, event, after, viewer)
            lines.append((turn, f"{taking.removesuffix('.')}: {placing}."))
        elif sentence := _sentence(before, event, after, viewer, names):
            lines.append((before.turn, sentence))
    return lines


def _sentence(
    before: Position, event: Event, after: Position, viewer: int, names: tuple[str, str]
) -> str:
    """Return an event in words; empty for the deal."""
    match event:
        case Drawn(cards):
            return f"{names[before.divider]} drew {symbols(cards)}."
        case Divided(first, second):
            return f"{names[before.divider]} cut {symbols(first)} from {symbols(second)}."
        case Taken(cards):
            return f"{names[before.chooser]} took {symbols(cards)}."
        case Placed(cards):
            placing = placed_words(before, event, after, viewer)
            return f"{names[before.divider]} placed {symbols(cards)}: {placing}."
    return ""


def placed_words(before: Position, placed: Placed, after: Position, viewer: int) -> str:
    """Return what somebody sees of a placement.

    The other player's face-down card is told only if everybody knows it, and what he covered only
    if that is known. The swap is told as such, as it is seen.

    Examples
    --------
    >>> before = Position(divider=1, groups="9h 7h | Kc 4s", taken=1)
    >>> placed = Placed("Kc 4s", "Kc", "4s")
    >>> placed_words(before, placed, before.apply(placed), viewer=1)
    'K♣ up, 4♠ down'
    """
    player = before.player or 0
    seen = after.seen_by(viewer)
    up, down = symbols(placed.up), _face_down(seen.down[player])
    if len(placed.cards) == 1:
        swap = ", after a swap" if placed.swapped else ""
        return f"{up} turned up, {down} down{swap}" if up else f"{down} down"
    covered = [card for card in seen.buried if card not in before.buried]
    covered = [card for card in covered if card in (*placed.cards, *before.down[player])]
    words = f"{up}, both up" if len(placed.up) == 2 else f"{up} up"
    if covered:
        words += f" on {symbols(covered)}"
    if down:
        words += f", {down} down"
    return f"{words}, after a swap" if placed.swapped else words


def _face_down(cards: Group) -> str:
    return f"one of {symbols(cards)}" if len(cards) > 1 else symbols(cards)


def preview(position: Position, placed: Placed) -> str:
    """Return what a placement of your own does, step by step."""
    down = position.down[position.player or 0]
    if len(placed.cards) == 1 and placed.swapped:
        return f"You swap: {symbols(placed.up)} goes face up, {symbols(down)} lies face down again."
    if len(placed.cards) == 1:
        laid = f"{symbols(placed.cards)} is laid face down"
        return f"{symbols(down)} is turned face up, and {laid}." if down else f"{laid}."
    first = placed.up[0]
    colour = "red" if is_red(first) else "black"
    if len(placed.up) == 2:
        partner = symbols(placed.up[1:])
        words = f"{symbols([first])} is {colour}: its partner {partner} lies face up too."
    else:
        below = () if placed.down is None else (placed.down,)
        words = f"{symbols([first])} is {colour}: its partner {symbols(below)} lies face down."
    used = {*placed.up, placed.down}
    covered = [card for card in (*placed.cards, *down) if card not in used]
    if placed.swapped:
        words += f" You swap: {symbols(down)} comes out for a card of the group."
    if covered:
        words += f" {symbols(covered)} {'is' if len(covered) == 1 else 'are'} buried."
    return words


def question(view: Position) -> str:
    """Return the first hint: something to ask oneself, from what the player to act can see."""
    me = view.player or 0
    if view.phase == "place":
        return _about_placing(view)
    groups = view.groups or [group for cut in _cuts(view) for group in cut.groups]
    ends = [
        player
        for player in (me, 1 - me)
        if any(_can_end(view, player, group) for group in groups if group)
    ]
    start = "A red card face up brings its partner face up as well. " if view.rules.red_up else ""
    if view.surely_last:
        return "The game ends with this turn. What is the best hand each of you can show then?"
    if ends and start:
        return f"{start}Which group could end the game this turn, and for whom would that be good?"
    if ends:
        return "The game can end this turn. Which group makes the better hand for each of you?"
    if view.phase == "choose":
        return f"{start}What does each group make of your cards, and what of the opponent's?"
    return f"{start}Is there a cut after which you can live with either group?"


def _about_placing(view: Position) -> str:
    if len(view.placements) == 1:
        return "A single card leaves no choice: the face-down card turns up."
    if view.rules.red_up and any(map(is_red, view.group)):
        return (
            "A red card brings its partner face up at once: do you want to hurry? A black one "
            "keeps a card face down for later."
        )
    return "Only face-up cards count at the end. Which card do you want to count, which can wait?"


def _cuts(view: Position) -> Sequence[Divided]:
    return [action for action in view.legal_actions if isinstance(action, Divided)]


def _can_end(view: Position, player: int, group: Group) -> bool:
    return len(view.up[player]) + most_up(view, player, group) >= ENOUGH


def describe(action: Action) -> str:
    """Return an action for prose."""
    if isinstance(action, Divided):
        return f"{symbols(action.first)} from {symbols(action.second)}"
    if isinstance(action, Taken):
        return symbols(action.cards)
    up = f"{symbols(action.up)} up" if action.up else ""
    down = "" if action.down is None else f"{symbols([action.down])} down"
    return ", ".join(filter(None, [up, down]))
