"""Seven-card hands, in one thread: cardlab against the evaluators that can be installed beside it.

Each gets its own form of the cards, made before. cardlab's answer always holds high and low; of the
others, PokerKit and poker-equity know lows, one question at a time. All but sval and poker-equity
have no function for many hands: what is measured is a Python loop over theirs, as their users write
it. sval offers two pieces for a Numba loop of one's own; these do not look whether the cards are
right, as cardlab does unless told not to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from benchmarks import Row, Side, installed
from cardlab import _kernels, hands
from cardlab._kernels import hands_numpy
from cardlab.cards import parse, text

MANY = 1_000_000
CARDS = np.random.default_rng(1).random((MANY, 52), np.float32).argsort(axis=1)[:, :7]
CARDS = np.ascontiguousarray(CARDS, np.uint8)


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


def poker_equity(kernel: str = "high") -> Side:
    import poker_equity

    given = ["".join(hand) for hand in texts(100_000)]
    return Side("poker-equity", lambda: poker_equity.score_batch(kernel, given), len(given))


def eval7() -> Side:
    import eval7

    given = [[eval7.Card(card) for card in hand] for hand in texts(50_000)]
    return loop("eval7", eval7.evaluate, given)


def pkrbot() -> Side:
    import pkrbot

    given = [[pkrbot.Card(card) for card in hand] for hand in texts(100_000)]
    return loop("pkrbot", pkrbot.evaluate, given)


def phevaluator() -> Side:
    import phevaluator

    given = [[phevaluator.Card(card) for card in hand] for hand in texts(10_000)]
    return loop("phevaluator", lambda hand: phevaluator.evaluate_cards(*hand), given)


def holdem_hand_evaluator() -> Side:
    from holdem_hand_evaluator import evaluate_hand

    return loop("holdem-hand-evaluator", evaluate_hand, ["".join(hand) for hand in texts(10_000)])


def cactus(name: str) -> Side:
    """Return treys, or deuces, from which it comes: boards of five cards, and two of one's own."""
    module = import_module(name)
    evaluator = module.Evaluator()
    given = [[module.Card.new(card) for card in hand] for hand in texts(2_000)]
    return loop(name, lambda hand: evaluator.evaluate(hand[2:], hand[:2]), given)


def pokerkit(what: str) -> Side:
    from pokerkit import Card, EightOrBetterLowHand, StandardHighHand

    def both(cards: Any) -> object:
        return StandardHighHand.from_game(cards), EightOrBetterLowHand.from_game_or_none(cards)

    evaluate = {
        "high": StandardHighHand.from_game,
        "low": EightOrBetterLowHand.from_game_or_none,
        "high and low": both,
    }[what]
    return loop("PokerKit", evaluate, [tuple(Card.parse("".join(hand))) for hand in texts(200)])


PEERS: dict[str, dict[str, Callable[[], Side]]] = {
    "high": {
        "sval": sval,
        "pkrbot": pkrbot,
        "poker_equity": poker_equity,
        "eval7": eval7,
        "phevaluator": phevaluator,
        "holdem_hand_evaluator": holdem_hand_evaluator,
        "treys": partial(cactus, "treys"),
        "deuces": partial(cactus, "deuces"),
        "pokerkit": partial(pokerkit, "high"),
    },
    "low": {
        "poker_equity": partial(poker_equity, "low_a5"),
        "pokerkit": partial(pokerkit, "low"),
    },
    "high and low": {"pokerkit": partial(pokerkit, "high and low")},
}


def one_hand_a_call(evaluate: Callable[[Any], object]) -> Side:
    return loop("hands.high, one hand a call", evaluate, [parse(hand) for hand in texts(2_000)])


def rows() -> Iterator[Row]:
    checked = Side("evaluate", lambda: hands.evaluate(CARDS), MANY)
    unchecked = Side("evaluate(check=False)", lambda: hands.evaluate(CARDS, check=False), MANY)
    for what, peers in PEERS.items():
        work = f"{what} of seven cards"
        for peer in filter(installed, peers):
            other = peers[peer]()
            yield Row(work, "hand", checked, other)
            if peer == "sval":
                yield Row(work, "hand", unchecked, other)
            if what == "high" and peer in ("eval7", "pokerkit"):
                yield Row(work, "hand", one_hand_a_call(hands.high), other)
    if _kernels.compiled:
        plain = Side("NumPy", lambda: hands_numpy.evaluate(CARDS, check=False), MANY)
        yield Row("high and low of seven cards", "hand", unchecked, plain)
