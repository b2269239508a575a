"""Two workers against one, threads and processes; the answers are the same.

Processes are started before, and have done a little already.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial

from benchmarks import Row, Side
from cardlab.divider import Cut, Position
from cardlab.shoot import Bank
from cardlab.stud8 import Matchup

BANKS, DEALS, WORLDS = 1_000_000, 4_000_000, 4_000
BANK = Bank(strategy="shoot")
FOUR = Matchup("As2s3d", "KhKdQc", "8h7h6c", "JsTs9s")
CUT = Cut(Position(up=("", ""), pockets=("Kc Qd 3d", None), four="9h 2s 3s Kd"))
WORK = (
    ("six-player banks", "bank", BANK, BANKS),
    ("deals of four seats", "deal", FOUR, DEALS),
    ("rollouts of all seven cuts", "world", CUT, WORLDS),
)


def rows() -> Iterator[Row]:
    for kind, pool in (("thread", ThreadPoolExecutor), ("process", ProcessPoolExecutor)):
        one, two = pool(1), pool(2)
        for work, unit, question, n in WORK:
            yield Row(
                f"{work}, two {kind}{'es' if kind == 'process' else 's'} against one",
                unit,
                Side("two", partial(sample, question, n, two), n),
                Side("one", partial(sample, question, n, one), n),
            )


def sample(question: Bank | Matchup | Cut, n: int, executor: Executor) -> None:
    question.simulate(n, rng=1, executor=executor)
