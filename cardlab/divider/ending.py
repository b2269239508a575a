"""How a game of Divider ends: which turn is surely the last, and how strong a hand is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from cardlab import hands
from cardlab.cards import Card
from cardlab.divider.actions import cuts
from cardlab.divider.events import Group, falling
from cardlab.divider.rules import ENOUGH, is_red
from cardlab.errors import InvalidInput

if TYPE_CHECKING:
    from cardlab.divider.position import Position


def surely_last(position: Position) -> bool:
    """Return whether this turn is the last, whatever is drawn, cut, taken and placed in it."""
    if position.phase == "end" or position.turn == position.rules.max_turns:
        return True
    if position.phase == "draw":
        slowest = sorted(position.unseen, key=is_red)[:4]  # black turns up one at a time
        return surely_last(position._with(four=tuple(slowest)))
    return all(
        any(_least_up(position, player, groups[player]) >= ENOUGH for player in (0, 1))
        for groups in _dealings(position)
    )


def _dealings(position: Position) -> Iterator[tuple[Group, Group]]:
    """Yield what player 0 and player 1 may have to place from now on."""
    ways = [position.groups] if position.groups else [cut.groups for cut in cuts(position.four)]
    for groups in ways:
        assert groups  # never empty here
        for taken in (0, 1) if position.taken is None else (position.taken,):
            chosen, left = groups[taken], groups[1 - taken]
            yield (left, chosen) if position.divider == 0 else (chosen, left)


def _least_up(position: Position, player: int, group: Group) -> int:
    """Return how many face-up cards a player has at least when he has placed a group."""
    up, down = len(position.up[player]), position.down[player]
    if len(group) <= 1:
        return up + bool(group and down)
    all_red = all(map(is_red, (*group, *down)))
    return up + (2 if position.rules.red_up and all_red else 1)


def strength(position: Position, player: int) -> int:
    """Return the strength of a player's hand at the end, or say what is not known of it."""
    pockets, cards = position.pockets[player], position.up[player]
    if pockets is None:
        message = f"pockets: those of player {player} are not known"
        raise InvalidInput(message)
    if position.rules.count_face_down:
        if len(position.down[player]) > 1:
            message = f"down: the face-down card of player {player} counts and is not known"
            raise InvalidInput(message)
        cards += position.down[player]
    return shown_strength(cards, pockets)


def shown_strength(cards: Iterable[Card], pockets: Group) -> int:
    """Return the strength of the best hand from a player's cards and two of his pocket cards.

    Examples
    --------
    >>> from cardlab.cards import parse
    >>> hands.strength_name(shown_strength(parse("Ac 2d 7h 9s Jc"), parse("Ad Ah As")))
    'three aces, J-9'
    """
    return _shown_strength(falling(cards), pockets)


@lru_cache(maxsize=8192)  # players who look ahead come by the same cards again and again
def _shown_strength(cards: Group, pockets: Group) -> int:
    shown = combinations(pockets, min(2, len(pockets)))
    return max(hands.strength((*cards, *two)) for two in shown)
