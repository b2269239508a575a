"""The table of a game of Divider as the pages draw it: seats, board, end, from `PlayModel`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from cardlab import hands, look
from cardlab.cards import Card, symbols, text
from cardlab.divider.events import Placed
from cardlab.divider.game import Game, Place
from cardlab.divider.position import Position
from cardlab.explore import divider_pages as pages
from cardlab.explore.divider_pages import Seat, Shown, Slot
from cardlab.explore.divider_play_model import COMPUTER, NAMES, YOU, PlayModel
from cardlab.explore.divider_words import log_lines, preview

DUE = {
    "cut": "Your cut",
    "choose": "Your choice",
    "place": "Your placement",
    "wait": "The computer thinks",
    "end": "The end",
}
ASKED = {
    "cut": "What is each cut worth?",
    "choose": "What is each group worth?",
    "place": "What is each placement worth?",
    "wait": "",
    "end": "Look back",
}
LOOK_BACK = (
    "Undo goes back to your last decision. Show the ranking there to see what it was worth, and "
    "try another."
)
_TODO = {
    "cut": "Press a card, or drag it, to move it to the other group.",
    "choose": "Press the group that you want.",
    "place": "Press the card that shall lie face up.",
}
BUTTONS = {
    "cut": "Offer this cut",
    "choose": "Take this group",
    "place": "Place it so",
    "wait": "Please wait",
}


def seats(model: PlayModel) -> tuple[Seat, Seat]:
    """Return the computer's seat and yours, as you see them; a placement on the board as well."""
    after = model.preview()
    rows = _rows(after or model.game)
    new: set[Card | None] = set()
    action = model.action
    if after is not None and isinstance(action, Placed):
        new = {*action.up, action.down}
    # After a preview the candidates are what everybody would know then.
    known = (after or model.game).view(YOU)
    end = model.due == "end"
    position = model.game.position
    pockets = position.pockets if end else model.view.pockets
    theirs = pockets[COMPUTER] or (None,) * model.rules.pocket_cards
    return (
        Seat(
            NAMES[COMPUTER],
            f"{model.level} player{_role(model, COMPUTER)}",
            theirs,
            "shown at the end" if end else "unknown to you",
            [_slot(place, COMPUTER, known, set()) for place in rows[COMPUTER]],
        ),
        Seat(
            NAMES[YOU],
            _role(model, YOU),
            pockets[YOU] or (),
            "shown at the end" if end else "only you see them",
            [_slot(place, YOU, known, new) for place in rows[YOU]],
        ),
    )


def _role(model: PlayModel, player: int) -> str:
    if model.due == "end":
        return ""
    position = model.game.position
    if player == position.divider:
        return ", divides" if player == COMPUTER else "divide this turn"
    return ", chooses" if player == COMPUTER else "choose this turn"


def _rows(game: Game) -> tuple[tuple[Place, ...], tuple[Place, ...]]:
    """Return both rows as you see them, with the covered cards that you have seen."""
    known = set(game.view(YOU).buried)
    own, seen = game.rows[YOU], game.rows_seen_by(YOU)[COMPUTER]
    theirs = tuple(
        Place(place.card, place.face_up, tuple(c if c in known else None for c in full.covered))
        for place, full in zip(seen, game.rows[COMPUTER], strict=True)
    )
    return own, theirs


def _slot(place: Place, player: int, known: Position, new: set[Card | None]) -> Slot:
    note: tuple[str, ...] = ()
    if not place.face_up:
        may_be = known.candidates[player]
        if len(may_be) == 1:
            note = ("down,", "both know")
        elif player == YOU:
            note = ("down,", "only you know")
        else:
            note = ("down, one of", symbols(may_be))
    return Slot(place.card, place.face_up, place.covered, note, place.card in new)


def board(model: PlayModel) -> list[dict[str, Any]]:
    """Return what lies between the two players, for the board."""
    position = model.game.position
    if model.due == "cut":
        return pages.cut_groups(
            model.first, [card for card in position.four if card not in model.first]
        )
    if model.due == "choose":
        return _choice(model)
    if model.due == "place":
        return _placing(model)
    if model.due == "end":
        return []
    if not position.groups:
        return [_fixed(position.four, "four cards")]
    named = zip(("group A", "group B"), position.groups, strict=True)
    return [_fixed(group, name) for name, group in named if group]


def _fixed(cards: Iterable[Card], foot: str) -> dict[str, Any]:
    item = {"key": "", "html": pages.pieces(cards), "name": "", "pressed": False, "fixed": True}
    return {"items": [item], "foot": foot, "knife": foot == "group B"}


def _choice(model: PlayModel) -> list[dict[str, Any]]:
    groups = []
    for name, cards in zip("AB", model.game.position.groups, strict=True):
        spoken = ", ".join(look.spoken(str(card)) for card in cards)
        item = {
            "key": text(cards),
            "html": f'<span class="take">{pages.pieces(cards)}</span>',
            "name": f"group {name}: {spoken}",
            "pressed": model.taken is not None and model.taken.cards == cards,
            "fixed": False,
        }
        groups.append({"items": [item], "foot": f"group {name}", "knife": name == "B"})
    return groups


def _placing(model: PlayModel) -> list[dict[str, Any]]:
    """Return the pool, of which one card goes face up, and its possible partners."""
    view = model.view
    if len(view.placements) == 1:
        return [_fixed(view.group, "your group")]
    down = view.down[YOU]
    faces = [_piece(card, "", card == model.face, down) for card in model.faces]
    groups: list[dict[str, Any]] = [{"head": "Press the card to place face up", "items": faces}]
    if model.face is not None:
        partners = [_piece(card, "+", card == model.partner, down) for card in model.partners]
        groups.append({"head": "and the card beside it", "items": partners, "knife": True})
    return groups


def _piece(card: Card, mark: str, pressed: bool, down: Iterable[Card]) -> dict[str, Any]:
    own = ", your face-down card" if card in down else ""
    drawn = look.face_down(str(card), "L") if own else look.card(str(card), "L")
    role = "beside it" if mark else "face up"
    return {
        "key": f"{mark}{card}",
        "html": f'<span class="pick">{drawn}</span>',
        "name": f"{look.spoken(str(card))}{own}: {role}",
        "pressed": pressed,
        "fixed": False,
    }


def news(model: PlayModel) -> str:
    """Return what has just happened, and what to do now."""
    if model.due == "wait":
        return pages.line("Undo takes your last decision back.") if model.can_undo else ""
    lines = [words for _, words in log_lines(model.steps, YOU, NAMES)][-2:]
    happened = " ".join(line for line in lines if line.startswith(NAMES[COMPUTER]))
    action = model.action
    if isinstance(action, Placed):
        return pages.line(preview(model.view, action))
    return pages.line(f"{happened} {_TODO[model.due]}".strip())


def ending(model: PlayModel) -> str:
    """Return how the game ended."""
    winner = model.game.winner
    result = {YOU: "You win", COMPUTER: "The computer wins", None: "A draw: equal hands"}[winner]
    position = model.game.position
    return pages.ending(result, [_shown(position, player) for player in (YOU, COMPUTER)])


def _shown(position: Position, player: int) -> Shown:
    """Return the best hand of a player, and which of its cards come from the pocket."""
    pockets, cards = position.pockets[player] or (), position.up[player]
    if position.rules.count_face_down:
        cards = (*cards, *position.down[player])
    shown = combinations(pockets, min(2, len(pockets)))
    best = max(shown, key=lambda two: hands.strength((*cards, *two)))
    used = (*cards, *best)
    if len(used) > 5:
        used = hands.best_five(used)[0]
    name = hands.strength_name(hands.strength((*cards, *best)))
    return Shown(NAMES[player], used, best, name)
