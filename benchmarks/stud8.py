"""Two hands exactly, street by street, in one thread.

There is no other program for Python that counts them before fifth street: poker-equity, where it is
installed, refuses, and from there on it goes through all deals. So the deals counted in a second
are held against those gone through in a second, on fifth street, by cardlab's own plain way and by
poker-equity.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from unittest import mock

from benchmarks import Row, Side, fresh
from cardlab import _kernels
from cardlab.stud8 import Matchup, NextCard
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
FIRST = "from cardlab.stud8 import Matchup; Matchup('As2s3d', 'Kh').exact()"


def exact(matchup: Matchup) -> Side:
    return Side("Matchup.exact", matchup.exact, matchup.exact().deals)


def in_numpy(matchup: Matchup) -> Side:
    def call() -> None:
        with mock.patch.object(_kernels, "compiled", False):
            matchup.exact()

    return Side("the same in NumPy", call, matchup.exact().deals)


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


def rows() -> Iterator[Row]:
    for street, matchup in MATCHUPS.items():
        work = f"two hands exactly, {street}"
        yield Row(work, "deal", exact(matchup), through_all())
        if find_spec("poker_equity"):
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
    yield Row(
        "first exact answer, fresh process",
        "process",
        fresh("Matchup.exact", FIRST),
        fresh("import numba", "import numba"),
    )


ROWS = list(rows())
