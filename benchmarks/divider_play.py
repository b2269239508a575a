"""Divider: compiled players against the same players in Python, in one thread."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks import Row, Side
from cardlab._kernels.divider_model import model
from cardlab._kernels.divider_play import Players, play_games
from cardlab.divider import Cut, Position, Rules, plain, play
from cardlab.divider.players import Greedy
from cardlab.divider.rollouts import simulate
from cardlab.divider.search import Searcher

RULES = Rules()
FIRST = Position(up=("", ""), pockets=("Kc Qd 3d", None), four="9h 2s 3s Kd")
ACTIONS = 7


def games(name: str, n: int) -> None:
    """Play n games of the default reading between two equal players."""
    kind, followed = int(name != "random"), model(name if name != "random" else "greedy", False)
    play_games(
        np.random.SeedSequence(1).generate_state(4, np.uint64),
        np.arange(52, dtype=np.uint8),
        3,
        False,
        Players(kind, kind, followed, followed),
        np.array([0, 0, 0, 5]),
        np.zeros((n, 4), np.int64),
        np.zeros((0, 52), np.uint8),
        np.zeros((0, 5, 8), np.int64),
    )


def playing(name: str, n: int) -> Row:
    other = {"greedy": Greedy(), "club": Searcher("club")}.get(name, name)
    return Row(
        f"whole games between two {name} players",
        "game",
        Side("kernel", lambda: games(name, n), n),
        Side("play", lambda: [play(other, other, rng=seed) for seed in range(5)], 5),
    )


def play_rows() -> Iterator[Row]:
    yield playing("random", 100_000)
    yield playing("greedy", 5_000)
    yield playing("club", 3_000)
    yield Row(
        "rollouts of the club player from the first turn",
        "rollout",
        Side("simulate", lambda: simulate(FIRST, 500, rng=1), 500 * ACTIONS),
        Side("a player in Python", lambda: simulate(FIRST, 2, rng=1, player=Greedy()), 2 * ACTIONS),
    )
    yield Row(
        "first table of the seven cuts, 500 worlds",
        "table",
        Side("Cut.simulate", lambda: Cut(FIRST).simulate(500, rng=1)),
        Side("plain values, no rollouts", lambda: plain.values(FIRST)),
    )
