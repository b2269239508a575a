"""Shoot: banks, all hands, and the time until a user sees a first answer."""

from __future__ import annotations

from itertools import combinations

from benchmarks import Row, Side, fresh
from cardlab.cards import DECK
from cardlab.shoot import Bank, Rules, ShootAbove, View, every_hand

BANK = Bank(players=6, kitty=60, strategy=ShootAbove(), deals=3)
ANSWER = "from cardlab import shoot; shoot.Turn('5h Kc Qs').exact()"
FIRST_BANKS = "from cardlab import shoot; shoot.Bank().simulate(1_000, rng=1)"
_shoot_above = ShootAbove()


def in_python(view: View) -> int:
    """The same strategy as a function of one's own."""
    return _shoot_above(view)


def count_all_hands() -> list[int]:
    """Count the winning cards of every hand, one after another."""
    rules = Rules()
    return [rules.winning(hand).bit_count() for hand in combinations(DECK, 3)]


bare = fresh("bare interpreter", "pass")
numpy = fresh("import numpy", "import numpy")
cardlab = fresh("import cardlab", "import cardlab")

ROWS = [
    Row(
        "six-player three-deal banks, one thread",
        "bank",
        Side("Bank.simulate", lambda: BANK.simulate(300_000, rng=1), 300_000),
        Side(
            "the same in Python",
            lambda: Bank(strategy=in_python).simulate(1_024, rng=1),
            1_024,
        ),
    ),
    Row(
        "winning cards of all 22,100 hands",
        "table",
        Side("every_hand", every_hand),
        Side("loop over combinations", count_all_hands),
    ),
    Row("import in a fresh process", "process", cardlab, bare),
    Row("import in a fresh process", "process", cardlab, numpy),
    Row("first exact answer, fresh process", "process", fresh("Turn.exact", ANSWER), bare),
    Row("first 1,000 banks, fresh process", "process", fresh("Bank", FIRST_BANKS), numpy),
]
