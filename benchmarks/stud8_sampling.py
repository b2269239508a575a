"""Stud hi/lo with several seats: samples from third street in one thread, and exact answers.

poker-equity, where it is installed, samples the same deals and goes through the same ones. It
returns nothing for exact questions that it finds too large, and is then left out. The other
comparison is with cardlab's own plain ways: NumPy instead of Numba, going through all deals
instead of counting them.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from unittest import mock

from benchmarks import Row, Side, installed
from cardlab import _kernels
from cardlab.cards import parse, text
from cardlab.stud8.sampled import Seats, simulate
from cardlab.stud8.three_way import enumerate_deals, number_of_deals, three_way

MANY = 1_000_000
FEW = 50_000
ALONE = ThreadPoolExecutor(1)
THIRD = tuple(
    map(parse, ("As2s3d", "KhKdQc", "8h7h6c", "JsTs9s", "5c5d4h", "AcQh2c", "9d9c3h", "QdTd8c"))
)
LATER = {
    "fourth": tuple(map(parse, ("As2s3d4c", "KhKdQc9h", "8h7h6c5h"))),
    "fourth to fifth": tuple(map(parse, ("As2s3d4c9s", "KhKdQc9h", "8h7h6c5h"))),
    "fifth": tuple(map(parse, ("6c5dAd3d4h", "Ks4d2d2s5h", "Tc8cJcJh8h"))),
    "sixth": tuple(map(parse, ("As6c7c5c5sAc", "3s6h9hTsJsKs", "4dQhTc2c6d2d"))),
}


def written(seats: Seats) -> list[str]:
    return [text(seat).replace(" ", "") for seat in seats]


def sampled(seats: Seats) -> Side:
    name = "simulate, one thread"
    return Side(name, lambda: simulate(seats, (), MANY, rng=1, executor=ALONE), MANY)


def in_numpy(seats: Seats) -> Side:
    def call() -> None:
        with mock.patch.object(_kernels, "compiled", False):
            simulate(seats, (), FEW, rng=1)

    return Side("the same in NumPy", call, FEW)


def theirs_sampled(seats: Seats) -> Side:
    import poker_equity

    given = written(seats)
    return Side(
        "poker-equity, one thread",
        lambda: poker_equity.chunk_from_text("stud_hi_lo", given, samples=FEW, threads=1),
        FEW,
    )


def exact(seats: Seats) -> Side:
    return Side("three_way", lambda: three_way(seats), number_of_deals(seats))


def through_all() -> Side:
    seats = LATER["sixth"]
    return Side(
        "going through sixth street's",
        lambda: enumerate_deals(seats),
        number_of_deals(seats),
    )


def theirs_exact(seats: Seats) -> Side | None:
    import poker_equity

    given = written(seats)
    if len({len(seat) for seat in seats}) > 1:  # which it refuses
        return None
    if poker_equity.exact_from_text("stud_hi_lo", given) is None:
        return None
    return Side(
        "poker-equity, exact",
        lambda: poker_equity.exact_from_text("stud_hi_lo", given),
        number_of_deals(seats),
    )


def rows() -> Iterator[Row]:
    for number in range(2, 9):
        seats, work = THIRD[:number], f"{number} seats from third street"
        if installed("poker_equity"):
            yield Row(work, "deal", sampled(seats), theirs_sampled(seats))
        if _kernels.compiled and number in (2, 7):
            yield Row(work, "deal", sampled(seats), in_numpy(seats))
    for street, seats in LATER.items():
        if not _kernels.compiled and street != "sixth":
            continue
        work = f"three seats exactly, {street} street"
        if installed("poker_equity") and (other := theirs_exact(seats)):
            yield Row(work, "deal", exact(seats), other)
        if street != "sixth":
            yield Row(work, "deal", exact(seats), through_all())
    if _kernels.compiled:
        yield Row("three seats exactly, third street", "deal", exact(THIRD[:3]), through_all())
