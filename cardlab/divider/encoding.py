"""Positions and actions as the compiled players have them (see _kernels/divider_place.py)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from cardlab.divider.events import Action, Divided, Group, Placed, Taken
from cardlab.divider.position import Position
from cardlab.divider.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cardlab._kernels import divider_place

# The order of `sets`: face-up cards, pocket cards and candidates of both players, the cards drawn
# so far, the deck. And of `numbers`: both face-down cards, -1 for none; turn, divider, what comes
# next, a group of the cut, the chooser's group; the four cards; four rules.
_NEXT = {"draw": 0, "cut": 1, "choose": 2, "end": 5}
_BOTH, _ONLY = 25, 50

_DOUBT = 0.3
"""How often a hand is used with which the divider would have cut in another way."""


class Held(NamedTuple):
    """What a player may hold, and how likely."""

    pockets: NDArray[np.uint64]
    downs: NDArray[np.int64]
    """With each the face-down card, -1 for none."""
    until: NDArray[np.float64]
    """For each the sum of all weights up to its own."""


class Encoded(NamedTuple):
    """What the player to act sees, and what he may do."""

    sets: NDArray[np.uint64]
    numbers: NDArray[np.int64]
    codes: NDArray[np.int64]
    """One for each action."""
    unseen: NDArray[np.uint8]
    viewer: int
    hidden: int
    """How many pocket cards of the other player are not known."""

    @classmethod
    def of(cls, view: Position, actions: tuple[Action, ...]) -> Encoded:
        """Encode a view in which somebody is to act, and actions."""
        import numpy as np

        viewer = view.player or 0
        # A player knows his own card; of the other's he knows what all know, or more.
        known = list(view.candidates)
        known[1 - viewer] = view.down[1 - viewer]
        pockets = [cards or () for cards in view.pockets]
        sets = [*view.up, *pockets, *known, view.public, view.rules.deck]
        return cls(
            np.array([set_of(cards) for cards in sets], np.uint64),
            np.array(_numbers(view), np.int64),
            np.array([code(view, action) for action in actions], np.int64),
            np.array(view.unseen, np.uint8),
            viewer,
            0 if pockets[1 - viewer] else view.rules.pocket_cards,
        )

    @property
    def position(self) -> divider_place.Position:
        """Return the position as kernels take it."""
        from cardlab._kernels.divider_place import Position as Encoding

        return Encoding(self.sets, self.numbers)

    @property
    def _face_down(self) -> bool:
        """Return the reading of the rules."""
        from cardlab._kernels.divider_place import FACE_DOWN

        return bool(self.numbers[FACE_DOWN])

    def play_on(
        self,
        stream: np.random.SeedSequence,
        n: int,
        player: str,
        turns: int | None = None,
        held: Held | None = None,
    ) -> NDArray[np.float64]:
        """Return the points of each action in n worlds: shape (n, actions).

        Parameters
        ----------
        stream : numpy SeedSequence
        n : int
        player : str
            "random", "greedy", "club" or "network".
        turns : int, optional
            How many turns to play, this one included, before the network judges. By default the
            game is played to its end.
        held : Held, optional
            What the other may hold, and how likely; hands with which he would have cut otherwise
            come less often. By default all are equally likely.
        """
        import numpy as np

        from cardlab._kernels import divider_worlds as kernel
        from cardlab._kernels.divider_model import model
        from cardlab._kernels.divider_place import CHOOSE, FIRST, NEXT, TURN
        from cardlab._kernels.divider_play import Players

        has_cut = self.numbers[NEXT] in (CHOOSE, FIRST)
        if held is None:
            held = Held(np.empty(0, np.uint64), np.empty(0, np.int64), np.empty(0))
        kind = int(player != "random")
        followed = model(player if kind else "greedy", self._face_down)
        values = np.empty((n, len(self.codes)))
        kernel.play_on(
            stream.generate_state(4, np.uint64).astype(np.uint64),
            self.position,
            self.codes,
            self.unseen.copy(),
            self.viewer,
            self.hidden,
            5 if turns is None else int(self.numbers[TURN]) + turns - 1,
            Players(kind, kind, followed, followed),
            model("network", self._face_down),
            kernel.Held(*held, _DOUBT if has_cut else 1.0),
            values,
        )
        return values

    def weights(
        self, player: int, pockets: NDArray[np.uint64], down: int | None
    ) -> NDArray[np.float64]:
        """Return how likely a player holds each of many pocket cards.

        Parameters
        ----------
        player : int
        pockets : uint64 array
            Sets of cards.
        down : int or None
            What his face-down card is taken to be.
        """
        import numpy as np

        from cardlab._kernels.divider_model import model
        from cardlab._kernels.divider_place import room, tables
        from cardlab._kernels.divider_value import weigh

        weights = np.empty(len(pockets))
        weigh(
            player,
            pockets,
            -1 if down is None else down,
            self.position,
            model("beliefs", self._face_down),
            tables(),
            room().rows,
            weights,
        )
        return weights

    def decide(self, player: str) -> int:
        """Return the code of what a model does: "greedy", "club" or "network"."""
        from cardlab._kernels.divider_model import model
        from cardlab._kernels.divider_place import room, tables
        from cardlab._kernels.divider_play import decide

        followed = model(player, self._face_down)
        return int(decide(self.viewer, self.position, followed, tables(), room()))


def set_of(cards: Iterable[int]) -> int:
    """Return the set of cards: 16 bits for each suit, a bit for each rank."""
    return sum(1 << (16 * (card & 3) + (card >> 2)) for card in cards)


def mask(group: Group, four: Group) -> int:
    """Return which of the four cards a group has, as four bits."""
    return sum(1 << slot for slot, card in enumerate(four) if card in group)


def code(view: Position, action: Action) -> int:
    """Return an action's code: one group of a cut, the group taken, or the outcome."""
    if isinstance(action, Divided):
        return mask(action.first, view.four)
    if isinstance(action, Taken):
        return mask(action.cards, view.four)
    return outcome(view, action)


def outcome(view: Position, placed: Placed) -> int:
    """Return the code of what a placement leads to."""
    slots = (*view.four, *view.down[view.player or 0])
    below = -1 if placed.down is None else slots.index(placed.down)
    up = sorted(slots.index(card) for card in placed.up)
    if len(up) == 2:
        return _BOTH + 5 * up[0] + up[1]
    return 5 * up[0] + below if up else _ONLY + below


def _numbers(view: Position) -> list[int]:
    viewer = view.player or 0
    down = [-1, -1]
    for player in (0, 1):
        cards = view.down[player]
        if cards:
            down[player] = cards[0] if player == viewer else max(cards)
    if view.taken is None:
        following = _NEXT[view.phase]
        group = taken = mask(view.groups[0], view.four) if view.groups else 0
    else:
        following = 3 if view.groups[view.taken] else 4
        other = mask(view.groups[1 - view.taken], view.four)
        group, taken = other, 15 ^ other
    four = view.four or (0, 0, 0, 0)
    turn = view.turn
    return [*down, turn, view.divider, following, group, taken, *four, *_options(view.rules)]


def _options(rules: Rules) -> list[int]:
    face_down = rules.red_partner == "face_down"
    return [int(face_down), rules.swap_single, rules.count_face_down, rules.max_turns]
