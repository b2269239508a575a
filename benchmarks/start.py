"""How long a fresh process takes until it has a first answer, and how much memory."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks import STATUS, MemoryRow, Row, Side, fresh, installed, memory
from cardlab import _kernels

TURN = "from cardlab import shoot; shoot.Turn('5h Kc Qs').exact()"
BANKS = "from cardlab import shoot; shoot.Bank().simulate(1_000, rng=1)"
MATCHUP = "from cardlab.stud8 import Matchup; Matchup('As2s3d', 'Kh').exact()"
CUT = (
    "from cardlab.divider import Cut, Position\n"
    "view = Position(up=('', ''), pockets=('Kc Qd 3d', None), four='9h 2s 3s Kd')\n"
    "Cut(view).simulate(500, rng=1)"
)
DEALS = (
    "from cardlab.stud8 import Matchup\n"
    "Matchup('As2s3d', 'KhKdQc', '8h7h6c', 'JsTs9s').simulate(20_000_000, rng=1)"
)
THREE = "from cardlab.stud8 import Matchup; Matchup('As2s3d', 'KhKdQc', '8h7h6c').exact()"
MANY_BANKS = "from cardlab import shoot; shoot.Bank().simulate(5_000_000, rng=1)"
PACKAGES = ("numpy", "pandas", "eval7", "pokerkit", "treys", "poker_equity")


def process(work: str, ours: Side, other: Side) -> Row:
    return Row(work, "process", ours, other)


def rows() -> Iterator[Row]:
    cardlab, bare = fresh("import cardlab", "import cardlab"), fresh("bare interpreter", "pass")
    numba = fresh("import numba", "import numba")
    yield process("import in a fresh process", cardlab, bare)
    for package in PACKAGES:
        if installed(package):
            other = fresh(f"import {package}", f"import {package}")
            yield process("import in a fresh process", cardlab, other)
    yield process("first exact answer of Shoot", fresh("Turn.exact", TURN), bare)
    if _kernels.compiled:
        yield process("first 1,000 banks", fresh("Bank.simulate", BANKS), numba)
        yield process("first exact answer of stud", fresh("Matchup.exact", MATCHUP), numba)
        yield process("first table of Divider's cuts", fresh("Cut.simulate", CUT), numba)
        for work, code in (("first 1,000 banks", BANKS), ("first exact answer of stud", MATCHUP)):
            yield Row(
                f"{work}, nothing compiled yet",
                "process",
                fresh("compiles first", code, compiled=False),
                fresh("compiled before", code),
                most=3,
            )
    if STATUS.exists():
        yield from memory_rows()


def memory_rows() -> Iterator[Row]:
    bare, numba = memory("bare interpreter", "pass"), memory("import numba", "import numba")
    yield MemoryRow("memory, first answer of Shoot", "", memory("Turn.exact", TURN), bare, most=3)
    if not _kernels.compiled:
        return
    for work, code in (
        ("first 1,000 banks", BANKS),
        ("first exact answer of stud", MATCHUP),
        ("first table of Divider's cuts", CUT),
        ("5,000,000 banks", MANY_BANKS),
        ("20,000,000 deals of four seats", DEALS),
        ("three seats exactly, third street", THREE),
    ):
        yield MemoryRow(f"memory, {work}", "", memory("cardlab", code), numba, most=3)
