"""The tables that are made in one go."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from itertools import combinations, permutations, product
from typing import TYPE_CHECKING, Literal

from cardlab import divider, shoot
from cardlab.errors import InvalidInput, whole
from cardlab.sampling import Progress, _check_helpers, _Reporter

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

_READINGS: tuple[Literal["face_up", "face_down"], ...] = ("face_up", "face_down")


def shoot_hands() -> pd.DataFrame:
    """Return all hands of Shoot, those that differ only in the names of the suits in one row.

    Returns
    -------
    DataFrame
        `hand`, the first of its class; `hands`, how many there are of the class; `winning`, how
        many of the `unseen` cards the hand beats (ints); `probability`, `expected_value` of a bet
        of one token, and `kelly`, the best share of a bankroll to bet (floats).

    Examples
    --------
    >>> hands = shoot_hands()
    >>> int(hands["hands"].sum()), float((hands["probability"] * hands["hands"]).sum() / 22100)
    (22100, 0.3038175270108...)
    """
    frame = shoot.every_hand(classes=True).reset_index()
    frame["unseen"] = 49
    return frame[["hand", "hands", "winning", "unseen", "probability", "expected_value", "kelly"]]


def divider_players(
    games: int = 10_000,
    expert_games: int = 1000,
    *,
    rng: int | np.random.Generator | None = None,
    executor: Executor | None = None,
    progress: Progress = False,
) -> pd.DataFrame:
    """Let every two of the Divider players that go by name play, in both readings of the rules.

    Parameters
    ----------
    games, expert_games : int
        Games of each two players in each reading, an even number; fewer with the expert, who takes
        a hundred times as long.
    rng, executor
        As for `cardlab.divider.tournament`. All play the same deals.
    progress : bool or function
        True for a progress bar, or a function of (deals done, deals in all) that may raise.

    Returns
    -------
    DataFrame
        A row for each reading, player and opponent: `share` of the points, its `standard_error`,
        the number of `games`, and the `seed` that repeats them.

    Raises
    ------
    InvalidInput
        If a number of games is odd or less than 2, or as `tournament` does.
    """
    import pandas as pd

    _check_helpers(executor, progress)
    games, expert_games = _even("games", games), _even("expert_games", expert_games)
    pairs = tuple(combinations(divider.players.LEVELS, 2))
    numbers = {pair: expert_games if "expert" in pair else games for pair in pairs}
    total, done = len(_READINGS) * sum(numbers.values()) // 2, 0
    rows = []
    with _Reporter(progress, total, " deals") as report:
        for reading, pair in product(_READINGS, pairs):
            played = divider.tournament(
                pair,
                numbers[pair],
                rules=divider.Rules(red_partner=reading),
                rng=rng,
                executor=executor,
                progress=_from(done, report),
            )
            done += numbers[pair] // 2
            rng = played.seed
            for player, opponent in permutations(pair):
                share = played.share(player, opponent)
                figures = share.value, share.standard_error, numbers[pair], rng
                rows.append((reading, player, opponent, *figures))
    columns = ["reading", "player", "opponent", "share", "standard_error", "games", "seed"]
    return pd.DataFrame(rows, columns=columns)


def _even(name: str, games: object) -> int:
    number = whole(name, games, 2)
    if number % 2:
        message = f"{name} must be even, since each deal is played from both seats, not {number}"
        raise InvalidInput(message)
    return number


def _from(done: int, report: Callable[[int], None]) -> Progress:
    """Count deals on from those of the games before."""
    return lambda deals, _: report(done + deals)
