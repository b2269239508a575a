"""What the static players think of their actions, in plain Python.

The same as the compiled kernel (_kernels/divider_value.py says how it goes), for where there is no
compiler, and as a second route in tests.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property
from math import exp
from typing import TYPE_CHECKING, cast

from cardlab import hands
from cardlab._kernels import divider_model as layout
from cardlab._kernels.divider_model import model as load
from cardlab.cards import Card
from cardlab.divider.actions import cuts, placements
from cardlab.divider.ending import shown_strength
from cardlab.divider.events import Action, Divided, Group, Placed, taking
from cardlab.divider.position import Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Sum = NDArray[np.float32]

_UNKNOWN = 52


def values(view: Position, name: str = "club") -> Mapping[Action, float]:
    """Return what a static player's actions are worth to him, on a scale of his own.

    Parameters
    ----------
    view : Position
        What he can see; he is to act.
    name : str
        The model: "greedy", "club" or "network".
    """
    table = _Table(view, name)
    if view.phase == "cut":
        return {cut: table.cut(cut) for cut in cuts(view.four)}
    if view.phase == "choose":
        return {
            taking(own): max(table.first(own, rest).values())
            for own, rest in zip(view.groups, view.groups[::-1], strict=True)
        }
    ours = view.groups[view.taken or 0]
    rest = view.groups[1 - (view.taken or 0)]
    return cast(Mapping[Action, float], table.first(ours, rest) if ours else table.second(rest))


class _Table:
    """One decision: what each placement of both sides would lead to, each looked at once."""

    def __init__(self, view: Position, name: str) -> None:
        self._view = view
        self._me = view.player or 0
        self._model = load(name, view.rules.red_partner == "face_down")
        self._sums: dict[tuple[bool, Group, int | None], Sum] = {}
        other = view.down[1 - self._me]
        self._downs = {
            True: view.down[self._me][0] if view.down[self._me] else None,
            False: max(other) if other else None,
        }

    def cut(self, cut: Divided) -> float:
        """Return the value of a cut: what the chooser leaves, mostly the worse group."""
        worse, better = sorted(
            self._left(own, taken) for own, taken in (cut.groups, cut.groups[::-1])
        )
        sharpness = float(self._model[layout.SETTINGS, layout.SHARPNESS])
        if not sharpness:
            return worse
        return worse + (better - worse) / (1 + exp(min(sharpness * (better - worse), 700)))

    def first(self, own: Group, rest: Group) -> dict[Placed, float]:
        """Return the values of a chooser's placements, against the divider's best."""
        replies = self._outcomes(False, rest)
        return {
            placed: min(self._value(placed, reply, divides=True) for reply in replies)
            for placed in self._outcomes(True, own)
        }

    def second(self, own: Group) -> dict[Placed, float]:
        """Return the values of a divider's placements, after the chooser's."""
        return {
            placed: self._value(placed, None, divides=False) for placed in self._outcomes(True, own)
        }

    def _left(self, own: Group, taken: Group) -> float:
        """Return what is left to the divider when the chooser takes and places a group."""
        return min(
            max(self._value(placed, reply, divides=False) for placed in self._outcomes(True, own))
            for reply in self._outcomes(False, taken)
        )

    def _outcomes(self, mine: bool, group: Group) -> tuple[Placed, ...]:
        return placements(group, self._downs[mine], self._view.rules)

    def _value(self, own: Placed, reply: Placed | None, *, divides: bool) -> float:
        """Return the model's logit after the placements of both sides."""
        ours, held = self._side(True, own)
        theirs, facing = self._side(False, reply)
        stage = layout.STAGES + (min(6, held) * 7 + min(6, facing)) * 2 + divides
        total = ours + theirs + self._model[stage]
        slope = self._model[layout.SETTINGS, layout.SLOPE]
        bent = total.clip(min=0) + slope * total.clip(max=0)
        return float(self._model[layout.WEIGHTS] @ bent)

    def _side(self, mine: bool, placed: Placed | None) -> tuple[Sum, int]:
        """Return the sum of a side's rows after a placement, and its face-up cards."""
        view, player = self._view, self._me if mine else 1 - self._me
        up, down = view.up[player], self._downs[mine]
        if placed is not None:
            up, down = (*up, *placed.up), placed.down
        seen = -1 if down is None else int(down)
        if not mine and down in view.down[player] and len(view.down[player]) > 1:
            seen = _UNKNOWN
        key = (mine, tuple(sorted(up)), seen)
        if key not in self._sums:
            # Who places later gets one card more, mostly.
            other = len(view.up[1 - player]) + (True if placed is None else self._waits)
            over = len(up) >= 5 or other >= 5 or view.turn == view.rules.max_turns
            self._sums[key] = self._describe(mine, up, seen, form(len(up), over))
        return self._sums[key], len(up)

    @property
    def _waits(self) -> bool:
        """Whether the other of two players places after this one, too."""
        taken = self._view.taken
        return taken is None or bool(self._view.groups[taken])

    def _describe(self, mine: bool, up: Group, down: int, form: int) -> Sum:
        pockets = self._view.pockets[self._me] or () if mine else ()
        if self._model[layout.SETTINGS, layout.MADE_ONLY]:
            made: Sum = self._model[layout.WEIGHTS] * 0
            made[0] = _made(up, pockets) if mine else 0
            return made
        rows = features(up, pockets, down, self._live, form)
        total: Sum = self._model[[row + (0 if mine else layout.SIDE) for row in rows]].sum(axis=0)
        return total

    @cached_property
    def _live(self) -> Group:
        return self._view.unseen


def form(held: int, over: bool) -> int:
    """Return a player's form: how many face-up cards he has and whether the game is over."""
    if not over:
        return held
    return min(6, held) if held >= 5 else 8 if held == 4 else 7


def features(up: Group, pockets: Group, down: int, live: Group, form: int) -> list[int]:
    """Return the rows of a model that describe a side.

    Parameters
    ----------
    up, pockets : tuple of Card
        The pockets are empty for a side that is seen from outside.
    down : int
        The face-down card; -1 for none, 52 for one that is not known.
    live : tuple of Card
        Cards not seen.
    form : int
        See `form`.
    """
    kinds = int(layout.play_tables()[layout.HANDS + _made(up, pockets)])
    rows = [layout.MADE_AT + form * 126 + kinds // 256, layout.SECOND_AT + kinds % 256]
    of_suit, of_rank = _counter(lambda card: card & 3), _counter(lambda card: card >> 2)
    suits = [of_suit(cards) for cards in (up, pockets, live)]
    for suit in range(4):
        shown, hidden, left = (counts[suit] for counts in suits)
        place = (form * 6 + min(5, shown)) * 21 + min(2, hidden) * 7 + left // 2
        rows.append(layout.SUITS_AT + place)
    rows.append(layout.STRAIGHT_AT + form * 24 + max(map(_straight, _shown(up, pockets))))
    ranks = [of_rank(cards) for cards in (up, pockets, live)]
    for rank in sorted({*ranks[0], *ranks[1]}, reverse=True):
        shown, hidden, left = (counts[rank] for counts in ranks)
        place = rank * 75 + (shown * 3 + min(2, hidden)) * 5 + left
        rows.append(layout.RANKS_AT + place)
    if down in (-1, _UNKNOWN):
        return [*rows, layout.DOWN_AT + (52 if down < 0 else 53)]
    same = ranks[0][down >> 2] + ranks[1][down >> 2]
    rows.append(layout.DOWN_AT + (down >> 2) * 4 + min(3, same))
    suit = down & 3
    rows.append(layout.DOWN_SUIT_AT + min(5, suits[0][suit]) * 3 + min(2, suits[1][suit]))
    return rows


def _counter(key: Callable[[Card], int]) -> Callable[[Group], Counter[int]]:
    return lambda cards: Counter(map(key, cards))


def _shown(up: Group, pockets: Group) -> list[Group]:
    """Return the face-up cards with each two of the pocket cards."""
    if len(pockets) < 3:
        return [(*up, *pockets)]
    return [(*up, *(card for card in pockets if card != left)) for left in pockets]


def _made(up: Group, pockets: Group) -> int:
    if not up and not pockets:
        return 0
    return shown_strength(up, pockets) if pockets else hands.strength(up)


def _straight(cards: Group) -> int:
    """Return how well cards fit a straight: 4 x the most ranks of one, and how many have them."""
    held = {card >> 2 for card in cards}
    low_ace = {rank + 1 for rank in held} | ({0} if 12 in held else set())
    fits = [len(low_ace & set(range(low, low + 5))) for low in range(10)]
    return 4 * max(fits) + min(fits.count(max(fits)), 4) - 1
