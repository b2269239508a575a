"""Shoot: banks and all hands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from benchmarks import Row, Side
from cardlab.cards import DECK
from cardlab.shoot import Bank, Rules, ShootAbove, View, every_hand

BANK = Bank(players=6, kitty=60, strategy=ShootAbove(), deals=3)
_shoot_above = ShootAbove()


def in_python(view: View) -> int:
    """The same strategy as a function of one's own."""
    return _shoot_above(view)


PLAIN = Bank(strategy=in_python)


def count_all_hands() -> list[int]:
    """Count the winning cards of every hand, one after another."""
    rules = Rules()
    return [rules.winning(hand).bit_count() for hand in combinations(DECK, 3)]


def rows() -> Iterator[Row]:
    yield Row(
        "six-player three-deal banks, one thread",
        "bank",
        Side("Bank.simulate", lambda: BANK.simulate(300_000, rng=1), 300_000),
        Side("a function in Python", lambda: PLAIN.simulate(1_024, rng=1), 1_024),
    )
    yield Row(
        "winning cards of all 22,100 hands",
        "table",
        Side("every_hand", every_hand),
        Side("loop over combinations", count_all_hands),
    )
