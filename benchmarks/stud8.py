"""Two hands exactly, street by street, and all that one hand can become, in one thread.

There is no other program for Python that counts them before fifth street: poker-equity, where it is
installed, refuses, and from there on it goes through all deals. So the deals counted in a second
are held against those gone through in a second, on fifth street, by cardlab's own plain way and by
poker-equity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import comb
from unittest import mock

from benchmarks import Row, Side, installed
from benchmarks.hands import CARDS
from cardlab import _kernels
from cardlab.hands import evaluate
from cardlab.stud8 import FinalHand, Matchup, NextCard, joint_table
from cardlab.stud8.three_way import enumerate_deals, number_of_deals

MATCHUPS = {
    "third street": Matchup("As2h3d", "KcKdQh"),
    "third street, door card known": Matchup("As2s3d", "Kh"),
    "third street, nothing known": Matchup("As2h3d", ""),
    "fourth street": Matchup("As2h3d9c", "KcKdQh7s"),
    "fourth street, hole cards unknown": Matchup("As2h3d9c", "Qh7s"),
    "fifth street": Matchup("As2h3d9c4c", "KcKdQh7s2c"),
    "fifth street, hole cards unknown": Matchup("As2h3d9c4c", "Qh7s2c"),
}
PLAIN = MATCHUPS["fifth street"]
SMALL = ("third street", "fourth street", "fifth street")


def exact(matchup: Matchup) -> Side:
    return Side("Matchup.exact", matchup.exact, matchup.exact().deals)


def without_numba(call: Callable[[], object]) -> None:
    with mock.patch.object(_kernels, "compiled", False):
        call()


def in_numpy(matchup: Matchup) -> Side:
    return Side("the same in NumPy", lambda: without_numba(matchup.exact), matchup.exact().deals)


def through_all() -> Side:
    deals = number_of_deals(PLAIN.seats)
    return Side("going through fifth street's", lambda: enumerate_deals(PLAIN.seats), deals)


def theirs() -> Side:
    import poker_equity

    given = ["".join(map(str, seat)) for seat in PLAIN.seats]
    return Side(
        "poker-equity, fifth street",
        lambda: poker_equity.exact_from_text("stud_hi_lo", given),
        number_of_deals(PLAIN.seats),
    )


def joint_rows() -> Iterator[Row]:
    table = Side("joint_table", lambda: joint_table(""), comb(52, 7))
    one_by_one = Side("evaluate", lambda: evaluate(CARDS), len(CARDS))
    yield Row("high and low of all 133,784,560 hands", "hand", table, one_by_one)
    if _kernels.compiled:
        in_numpy = Side("NumPy", lambda: without_numba(lambda: joint_table("")))
        yield Row("joint table of all hands", "table", replace(table, units=1), in_numpy)
        final = FinalHand("As2s3d")
        in_numpy = Side("NumPy", lambda: without_numba(final.exact))
        yield Row("FinalHand, three cards", "table", Side("exact", final.exact), in_numpy)


def rows() -> Iterator[Row]:
    yield from joint_rows()
    if installed("poker_equity"):
        yield Row("going through all deals of two hands", "deal", through_all(), theirs())
    for street, matchup in MATCHUPS.items():
        work = f"two hands exactly, {street}"
        yield Row(work, "deal", exact(matchup), through_all())
        if installed("poker_equity"):
            yield Row(work, "deal", exact(matchup), theirs())
        if _kernels.compiled and street in SMALL:
            yield Row(work, "deal", exact(matchup), in_numpy(matchup))
    after = MATCHUPS["fourth street"]
    yield Row(
        "equity after each next card, fourth street",
        "card",
        Side("NextCard.exact", NextCard(after).exact, len(after.unseen)),
        Side("one Matchup", lambda: after.with_card(0, "4c").exact()),
    )
