"""Divider: hands of any size, showdowns, and last turns exactly, in one thread."""

from __future__ import annotations

from collections.abc import Iterator
from unittest import mock

import numpy as np
from numba import njit
from numpy.typing import NDArray

from benchmarks import Row, Side
from benchmarks.divider_play import play_rows
from cardlab import _kernels
from cardlab._kernels import divider_last, divider_last_numpy, short_hands, short_hands_numpy
from cardlab._kernels.short_hands import ShortTables, score
from cardlab.divider import Cut, Position, Showdown
from cardlab.divider.last_turn import sets_of, sets_of_each

HANDS = 200_000
LAST_TURN = Cut(
    Position(
        up=("Ac Ad Ah As", "6h 7h 8h 2c"),
        down=("3c", None),
        pockets=("Kc Qd 3d", None),
        buried="Jd Jc 4s",
        four="9h 2s 3s Kd",
    )
)
SHOWDOWN = Showdown("Ac Ad Ah As 3c", "Kc Qd 3d", "6h 7h 8h Ks 2c", seen="9s Jd Jc 4s 5s 2d")
FOUR_ACES = 9_600


def random_sets(sizes: range) -> NDArray[np.uint64]:
    """Return random hands of these sizes, mixed."""
    rng = np.random.default_rng(1)
    drawn = []
    for size in sizes:
        cards = rng.random((HANDS // len(sizes), 52)).argpartition(size, axis=1)[:, :size]
        bits = short_hands_numpy.bits(cards.astype(np.uint64))
        drawn.append(np.bitwise_or.reduce(bits, axis=1))
    return rng.permutation(np.concatenate(drawn))


@njit
def _evaluate(sets: NDArray[np.uint64], tables: ShortTables) -> int:
    best = 0
    for i in range(len(sets)):
        best = max(best, score(sets[i], tables))
    return best


def evaluating(sizes: range) -> Row:
    sets, tables = random_sets(sizes), short_hands.load()
    return Row(
        f"hands of {sizes[0]} to {sizes[-1]} cards as sets",
        "hand",
        Side("score", lambda: _evaluate(sets, tables), len(sets)),
        Side("the same in NumPy", lambda: short_hands_numpy.scores(sets), len(sets)),
    )


def showdown() -> Row:
    sets, cards = sets_of([SHOWDOWN.opponent_up]), sets_of_each(SHOWDOWN.unseen)
    return Row(
        "showdown against all 5,456 pockets",
        "showdown",
        Side(
            "below",
            lambda: [divider_last.below(sets, cards, 3, FOUR_ACES) for _ in range(100)],
            100,
        ),
        Side("the same in NumPy", lambda: divider_last_numpy.below(sets, cards, 3, FOUR_ACES)),
    )


def in_numpy() -> None:
    with mock.patch.object(_kernels, "compiled", False):
        LAST_TURN.exact()


def exact_rows() -> Iterator[Row]:
    yield evaluating(range(5, 9))
    yield evaluating(range(1, 11))
    yield showdown()
    bayes = Side("Cut.exact", LAST_TURN.exact)
    yield Row("table of the seven cuts of a last turn", "table", bayes, Side("NumPy", in_numpy))
    equilibrium = Side("equilibrium", lambda: LAST_TURN.exact("equilibrium"))
    yield Row("equilibrium of a last turn", "table", equilibrium, bayes)


def rows() -> Iterator[Row]:
    yield from exact_rows()
    yield from play_rows()
