"""Seven-card hands, in one thread: cardlab against the evaluators that can be installed beside it.

Each gets its own form of the cards, made before. cardlab's answer holds high and low, as does
PokerKit's; the others know the high only. eval7, phevaluator and PokerKit have no function for many
hands: what is measured is a Python loop over theirs, as their users write it. sval offers two
pieces for a Numba loop of one's own; these do not look whether the cards are right, as cardlab does
unless told not to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import Any

import numpy as np

from benchmarks import Row, Side
from cardlab import _kernels, hands
from cardlab._kernels import hands_numpy
from cardlab.cards import text

MANY = 1_000_000
CARDS = np.random.default_rng(1).random((MANY, 52), np.float32).argsort(axis=1)[:, :7]
CARDS = np.ascontiguousarray(CARDS, np.uint8)
WORK = "high and low of seven cards"


def texts(n: int) -> list[list[str]]:
    """Return the first hands as written cards."""
    return [text(hand).split() for hand in CARDS[:n].tolist()]


def loop(name: str, evaluate: Callable[[Any], object], given: list[Any]) -> Side:
    """Return one call a hand."""

    def call() -> None:
        for hand in given:
            evaluate(hand)

    return Side(name, call, len(given))


def sval() -> Side:
    import numba
    import sval

    @numba.njit(nogil=True)
    def evaluate(cards: Any, lookup: Any, high: Any) -> None:
        for i in range(len(cards)):
            high[i] = lookup[sval.calculate_index(cards[i])]

    cards = (np.int64(1) << CARDS.astype(np.int64)).sum(axis=1)
    high = np.empty(MANY, np.int16)
    return Side("sval", lambda: evaluate(cards, sval.rank_lookup, high), MANY)


def poker_equity() -> Side:
    import poker_equity

    given = ["".join(hand) for hand in texts(100_000)]
    return Side("poker-equity", lambda: poker_equity.score_batch("high", given), len(given))


def eval7() -> Side:
    import eval7

    given = [[eval7.Card(card) for card in hand] for hand in texts(50_000)]
    return loop("eval7", eval7.evaluate, given)


def phevaluator() -> Side:
    import phevaluator

    given = [[phevaluator.Card(card) for card in hand] for hand in texts(10_000)]
    return loop("phevaluator", lambda hand: phevaluator.evaluate_cards(*hand), given)


def pokerkit() -> Side:
    from pokerkit import Card, EightOrBetterLowHand, StandardHighHand

    def both(cards: Any) -> object:
        high = StandardHighHand.from_game(cards)
        return high, EightOrBetterLowHand.from_game_or_none(cards)

    return loop("PokerKit", both, [tuple(Card.parse("".join(hand))) for hand in texts(200)])


def others() -> Iterator[Side]:
    """Yield those that are installed."""
    for side in (sval, poker_equity, eval7, phevaluator, pokerkit):
        if find_spec(side.__name__):
            yield side()


unchecked = Side("evaluate(check=False)", lambda: hands.evaluate(CARDS, check=False), MANY)
checked = Side("evaluate", lambda: hands.evaluate(CARDS), MANY)
in_numpy = Side("the same in NumPy", lambda: hands_numpy.evaluate(CARDS, check=False), MANY)

OTHERS = [*others(), *([in_numpy] if _kernels.compiled else [])]
ROWS = [Row(WORK, "hand", ours, other) for other in OTHERS for ours in (unchecked, checked)]
