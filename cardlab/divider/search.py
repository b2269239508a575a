"""Computer players of three strengths, who look ahead.

The *club* player looks at the position after each action and values it by what it can see in it: a
logistic regression on the hands made, suits, ranks and straights of both sides (`Static`).

The *beginner* plays on from each action a few times, at random.

The *expert* values positions by a small neural network, and believes that the other holds cards
that fit those before him (`beliefs`). Where the turn is surely the last it counts all that he may
hold. Before, it plays this turn and the next one from each action in many hidden worlds, with the
network for both sides, lets the network judge what comes out unless the game is over, and takes the
action with the best average.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Literal, cast

from cardlab import _kernels
from cardlab.divider import rollouts
from cardlab.divider.encoding import Encoded, Held
from cardlab.divider.events import Action, Divided, Placed, Taken
from cardlab.divider.position import Position
from cardlab.errors import InvalidInput, short, whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cardlab.divider.last_turn import CutValue, Value

LEVELS = ("beginner", "club", "expert")

_BEGINNER, _EXPERT = 4, 200  # worlds
_TURNS = 2  # that the expert looks ahead, the present one included
_BATCH = 50
_FAR = 3  # standard errors


class _Deciding(ABC):
    """A player whose three decisions are made in one way."""

    def cut(self, position: Position, rng: np.random.Generator) -> Divided:
        """Return a cut."""
        return cast(Divided, self._decide(position, rng))

    def choose(self, position: Position, rng: np.random.Generator) -> Taken:
        """Return a group."""
        return cast(Taken, self._decide(position, rng))

    def place(self, position: Position, rng: np.random.Generator) -> Placed:
        """Return a placement."""
        return cast(Placed, self._decide(position, rng))

    @abstractmethod
    def _decide(self, position: Position, rng: np.random.Generator) -> Action:
        """Return what to do."""


@dataclass(frozen=True)
class Static(_Deciding):
    """A player who values what his actions lead to by a model, and does not play on.

    Parameters
    ----------
    model : {"greedy", "club", "network"}
        See `cardlab._kernels.divider_model`.
    """

    model: str = "club"

    def _decide(self, position: Position, rng: np.random.Generator) -> Action:
        actions = rollouts.actions_of(position)
        if len(actions) == 1:
            return actions[0]
        if not _kernels.ready():
            from cardlab.divider import plain

            values = plain.values(position, self.model)
            return max(values, key=lambda action: values[action])
        encoded = Encoded.of(position, actions)
        found = encoded.decide(self.model)
        codes: list[int] = encoded.codes.tolist()
        if position.phase == "cut" and found not in codes:
            found = 15 ^ found
        return actions[codes.index(found)]


@dataclass(frozen=True)
class Searcher(_Deciding):
    """A computer player.

    Parameters
    ----------
    level : {"beginner", "club", "expert"}
        How strong it is.
    rollouts : int, optional
        Hidden worlds in which it plays on from each action. By default 4 for the beginner and 200
        for the expert; the club player plays on in none. Without Numba the expert does not play on
        either.
    seconds : float, optional
        After so many seconds it looks at no more worlds. It then depends on the machine what it
        plays; without this, a move depends on the position and the random numbers only.

    Raises
    ------
    InvalidInput
        If an argument has a value that is not allowed.

    Examples
    --------
    >>> import numpy as np
    >>> view = Position(
    ...     up=("Ac Ad Ah As", "6h 7h 8h 2c"), down=("3c", None), pockets=("Kc Qd 3d", None),
    ...     buried="Jd Jc 4s", four="9h 2s 3s Kd",
    ... )
    >>> print(Searcher("expert").cut(view, np.random.default_rng(1)))
    Divided 9h | Kd 3s 2s
    """

    level: Literal["beginner", "club", "expert"] = "club"
    rollouts: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            message = f"level must be one of {', '.join(LEVELS)}, not {short(self.level)}"
            raise InvalidInput(message)
        if self.rollouts is not None:
            whole("rollouts", self.rollouts, 1)
        seconds: object = self.seconds
        if seconds is not None and (
            isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds > 0
        ):
            message = f"seconds must be a number above 0, not {short(seconds)}"
            raise InvalidInput(message)

    def _decide(self, position: Position, rng: np.random.Generator) -> Action:
        actions = rollouts.actions_of(position)
        if len(actions) == 1:
            return actions[0]
        if self.level == "club":
            return Static("club")._decide(position, rng)
        if self.level == "beginner":
            search = _Search(position, actions, rng, self.seconds)
            return search.best("random", self.rollouts or _BEGINNER)
        if position.surely_last:
            return _last(position)
        if not _kernels.ready():  # far too slow
            return Static("network")._decide(position, rng)
        from cardlab.divider import beliefs

        held = beliefs.of_other(position) if beliefs.known(position) else None
        search = _Search(position, actions, rng, self.seconds, held)
        return search.best("network", self.rollouts or _EXPERT, _TURNS)


def _last(position: Position) -> Action:
    """Return the action that is best in the last turn."""
    from cardlab.divider import beliefs, last_turn

    if position.phase == "place":  # the best hand, whatever the other holds
        found = last_turn.placement_values(position)
        return cast(Action, max(found, key=lambda each: 2 * each.win + each.tie).action)
    if beliefs.known(position):
        count = beliefs.cut_values if position.phase == "cut" else beliefs.choice_values
        values = count(position)
        return position.legal_actions[values.index(max(values))]
    cases: list[CutValue] | list[Value]
    if position.phase == "cut":
        cases = last_turn.cut_values(position)
    else:
        cases = last_turn.choice_values(position)
    best = max(cast("list[Value]", cases), key=lambda each: 2 * each.win + each.tie)
    return cast(Action, best.action)


class _Search:
    """A decision by playing on."""

    def __init__(
        self,
        position: Position,
        actions: tuple[Action, ...],
        rng: np.random.Generator,
        seconds: float | None,
        held: Held | None = None,
    ) -> None:
        self._position, self._actions, self._rng = position, actions, rng
        self._end = inf if seconds is None else time.perf_counter() + seconds
        self._held = held

    def best(self, player: str, worlds: int, turns: int | None = None) -> Action:
        """Return the action with the best average over so many worlds.

        After each batch of worlds, actions that are far behind the best drop out.
        """
        import numpy as np

        left = list(self._actions)
        points = np.zeros((0, len(left)))
        while len(points) < worlds and len(left) > 1:
            n = min(_BATCH, worlds - len(points))
            points = np.vstack([points, self._play_on(tuple(left), n, player, turns)])
            behind = points[:, [points.mean(axis=0).argmax()]] - points
            errors = behind.std(axis=0) / np.sqrt(len(points))
            keep = np.flatnonzero(behind.mean(axis=0) <= _FAR * errors)
            left, points = [left[place] for place in keep], points[:, keep]
            if time.perf_counter() > self._end:
                break
        return left[int(points.mean(axis=0).argmax())]

    def _play_on(
        self, actions: tuple[Action, ...], n: int, player: str, turns: int | None
    ) -> NDArray[np.float64]:
        """Return the points of each action in n worlds, one a row."""
        import numpy as np

        stream = np.random.SeedSequence(int(self._rng.integers(2**63)))
        if _kernels.ready():
            encoded = Encoded.of(self._position, actions)
            return encoded.play_on(stream, n, player, turns, self._held)
        from cardlab.divider.players import find

        return rollouts.play_on(self._position, actions, find(player), stream, n)
