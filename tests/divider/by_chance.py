"""Games played at random, all different outcomes alike, as in the facts of the rule book."""

from __future__ import annotations

import numpy as np

from cardlab.divider.game import Game
from cardlab.divider.rules import Rules


def random_games(rules: Rules, n: int, seed: int) -> list[Game]:
    """Play so many games to their ends."""
    rng = np.random.default_rng(seed)
    return [random_game(rules, rng) for _ in range(n)]


def random_game(rules: Rules, rng: np.random.Generator) -> Game:
    """Play one game to its end."""
    game = Game(rules=rules, rng=rng)
    while game.phase != "end":
        if game.phase == "draw":
            game.draw()
        else:
            actions = game.position.placements or game.position.legal_actions
            game.do(actions[int(rng.integers(len(actions)))])
    return game
