"""What actions are worth, by playing on from them.

The cards that a player cannot see are dealt at random: the other's pocket cards, which of the
possible cards lies face down, and the stock in order. In such a *world* the game is played to its
end after each of the actions. All actions are tried in the same worlds, so what they have in common
falls out of their differences.

Every world is as likely as every other: what the other player's actions so far say about his
pocket cards is not used. (The expert does use it when he plays on: see `beliefs`.)
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from cardlab import _kernels
from cardlab.divider.encoding import Encoded
from cardlab.divider.events import Action, Drawn, Group
from cardlab.divider.position import Position
from cardlab.divider.reading import read_cut, read_taken
from cardlab.errors import InvalidInput, instance
from cardlab.sampling import Progress, Run, Sampler, Work

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cardlab.divider.players import Player

POLICIES = ("random", "greedy", "club", "network")
"""Who can play on in the compiled kernel. "network" is what the expert looks ahead with."""

_BLOCK = 64  # worlds in a block: some tens of milliseconds


@dataclass(frozen=True)
class Rollouts:
    """Points of a player's actions, over hidden worlds that they share.

    Parameters
    ----------
    actions : tuple of Divided, Taken or Placed
    wins, ties : tuple of int
        Worlds in which the game after each action is won and drawn.
    products : tuple of tuples of int
        For each two actions the sum over the worlds of the product of their half points, 2 for a
        win and 1 for a draw. With these the standard error of a difference is known.
    n : int
        Number of worlds.
    seed : int
    seconds : float
    """

    actions: tuple[Action, ...]
    wins: tuple[int, ...]
    ties: tuple[int, ...]
    products: tuple[tuple[int, ...], ...]
    n: int
    seed: int
    seconds: float


def simulate(
    view: Position,
    n: int,
    *,
    rng: int | np.random.Generator | None = None,
    executor: Executor | None = None,
    progress: Progress = False,
    player: str | Player = "club",
) -> Rollouts:
    """Play on from each action of the player to act.

    Parameters
    ----------
    view : Position
        What the player can see, in phase "cut", "choose" or "place".
    n : int
        Number of worlds.
    rng, executor, progress
        As in `cardlab.sampling.run`.
    player : str or Player
        Who plays on, on both sides: one of `POLICIES`, played by a compiled kernel, or any player,
        which takes much longer.

    Returns
    -------
    Rollouts
        For the cuts, the groups, or ``view.placements``.

    Raises
    ------
    InvalidInput
        If there is nothing to decide, the player's own cards are not known, or an argument has a
        value that is not allowed.

    Examples
    --------
    >>> view = Position(up=("", ""), pockets=("Kc Qd 3d", None), four="9h 2s 3s Kd")
    >>> done = simulate(view, 100, rng=1, player="greedy")
    >>> len(done.actions), done.n, done.products[0][0] == 4 * done.wins[0] + done.ties[0]
    (7, 100, True)
    """
    return sampler(view, player).run(n, rng=rng, executor=executor, progress=progress)


def sampler(view: Position, player: str | Player = "club") -> Sampler[NDArray[np.int64], Rollouts]:
    """Return how `simulate` samples."""
    actions = actions_of(view)
    return Sampler(_work(view, actions, player), _BLOCK, partial(_rollouts, actions))


def _rollouts(actions: tuple[Action, ...], done: Run[NDArray[np.int64]]) -> Rollouts:
    wins, ties, *products = (tuple(row) for row in done.total.tolist())
    return Rollouts(actions, wins, ties, tuple(products), done.n, done.seed, done.seconds)


def actions_of(view: Position) -> tuple[Action, ...]:
    """Return the actions that differ in what they lead to.

    Raises
    ------
    InvalidInput
        If it is nobody's turn, or the pocket cards or the face-down card of the player to act are
        not known.
    """
    instance("position", view, Position)
    if view.player is None:
        message = f"position: in phase {view.phase!r} there is nothing to decide"
        raise InvalidInput(message)
    if view.pockets[view.player] is None:
        message = f"position: the pocket cards of player {view.player}, who acts, are not known"
        raise InvalidInput(message)
    if len(view.down[view.player]) > 1:
        message = f"position: the face-down card of player {view.player}, who acts, is not known"
        raise InvalidInput(message)
    return view.placements if view.phase == "place" else view.legal_actions


def _tally(values: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return wins, ties and products, from points with a row for each world."""
    import numpy as np

    halves = (2 * values).astype(np.int64)
    wins, ties = (halves == 2).sum(axis=0), (halves == 1).sum(axis=0)
    return np.vstack([wins, ties, halves.T @ halves])


def _work(
    view: Position, actions: tuple[Action, ...], player: str | Player
) -> Work[NDArray[np.int64]]:
    """Return what plays a block: the kernel, or Python for other players and without Numba."""
    from cardlab.divider.players import find
    from cardlab.divider.search import Static

    if isinstance(player, str) and player in POLICIES and _kernels.ready():
        return partial(_compiled_block, Encoded.of(view, actions), player)
    other: Any = Static(player) if player == "network" else find(player)
    return partial(_plain_block, view, actions, other)


def _compiled_block(
    encoded: Encoded, player: str, stream: np.random.SeedSequence, n: int
) -> NDArray[np.int64]:
    return _tally(encoded.play_on(stream, n, player))


def _plain_block(
    view: Position,
    actions: tuple[Action, ...],
    player: Player,
    stream: np.random.SeedSequence,
    n: int,
) -> NDArray[np.int64]:
    return _tally(play_on(view, actions, player, stream, n))


def play_on(
    view: Position,
    actions: tuple[Action, ...],
    player: Player,
    stream: np.random.SeedSequence,
    n: int,
) -> NDArray[np.float64]:
    """Return the points of each action in n worlds, one a row, played in Python."""
    import numpy as np

    rng = np.random.default_rng(stream)
    points = np.empty((n, len(actions)))
    for row in points:
        world = _world(view, rng)
        seed = int(rng.integers(2**63))
        for place, action in enumerate(actions):
            row[place] = _points(world, action, player, view.player or 0, seed)
    return points


def _world(view: Position, rng: np.random.Generator) -> tuple[Position, Group]:
    """Return the position with what is hidden filled in, and the stock."""
    viewer = view.player or 0
    other = 1 - viewer
    unseen = tuple(view.unseen[i] for i in rng.permutation(len(view.unseen)))
    pockets = [view.pockets[0], view.pockets[1]]
    if pockets[other] is None:
        size = view.rules.pocket_cards
        pockets[other], unseen = unseen[:size], unseen[size:]
    down, buried = [view.down[0], view.down[1]], view.buried
    if len(down[other]) > 1:
        card = down[other][int(rng.integers(len(down[other])))]
        buried = (*buried, *(rest for rest in down[other] if rest != card))
        down[other] = (card,)
    full = Position(
        up=view.up,
        down=(down[0], down[1]),
        pockets=(pockets[0], pockets[1]),
        buried=buried,
        divider=view.divider,
        rules=view.rules,
        four=view.four,
        groups=view.groups,
        taken=view.taken,
        candidates=view.candidates,
    )
    return full, unseen


def _points(
    world: tuple[Position, Group], action: Action, player: Player, viewer: int, seed: int
) -> float:
    """Return the viewer's points if he acts so and `player` plays on for both."""
    import numpy as np

    position, stock = world
    position = position.apply(action)
    rng = np.random.default_rng(seed)
    while position.phase != "end":
        if position.player is None:
            position, stock = position.apply(Drawn(stock[:4])), stock[4:]
            continue
        view = position.seen_by(position.player)
        event: Action
        if view.phase == "cut":
            event = read_cut(player.cut(view, rng), view)
        elif view.phase == "choose":
            event = read_taken(player.choose(view, rng), view)
        else:
            event = player.place(view, rng)
        position = position.apply(event)
    return 0.5 if position.winner is None else float(position.winner == viewer)
