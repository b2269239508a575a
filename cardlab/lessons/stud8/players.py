"""Lows of several players: cards in one hand are missing in another."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cardlab.cards import DECK, Card, symbols
from cardlab.lessons.answers import Chance, Count
from cardlab.lessons.exercise import Mistake, Solution, Task, Variation
from cardlab.lessons.mistakes import apart
from cardlab.lessons.simulation import simulated
from cardlab.lessons.stud8.lows import RANKS, ranks_of
from cardlab.results import Explanation
from cardlab.stud8 import LowDraw, Qualifiers

_LOW = 5  # ranks in a low
_LOW_RANKS = frozenset(range(7)) | {12}


class _Two:
    """Two players' chances of a low: each, and both."""

    def __init__(self, first: Sequence[Card], second: Sequence[Card]) -> None:
        self.hands = (tuple(first), tuple(second))
        self.first = LowDraw(first, second).exact().probability
        self.second = LowDraw(second, first).exact().probability
        self.left = [card for card in DECK if card not in self.hands[0] + self.hands[1]]
        self.both = Qualifiers(2, known=self.hands).exact().probability(2)

    def deal(self, numbers: random.Random) -> list[bool]:
        """Complete both hands, and say who has a low."""
        cards = numbers.sample(self.left, 14 - len(self.hands[0]) - len(self.hands[1]))
        due = 7 - len(self.hands[0])
        return [_has_low(self.hands[0], cards[-due:]), _has_low(self.hands[1], cards[:-due])]


def _has_low(*parts: Sequence[Card]) -> bool:
    return len({card.rank for cards in parts for card in cards} & _LOW_RANKS) >= _LOW


def _two(vary: Variation) -> _Two:
    """Return two unknown hands for the book, and otherwise hands of three cards."""
    if vary.seed is None:
        return _Two((), ())
    cards = vary.cards("As 2s 3d 4h 5d 9c", fits=_both_may)
    return _Two(cards[:3], cards[3:])


def _both_may(cards: tuple[Card, ...]) -> bool:
    """Want two or three low ranks in each hand, more in the first."""
    return len(ranks_of(cards[:3])) == 3 and len(ranks_of(cards[3:])) == 2


def _told(two: _Two) -> str:
    """Say what is known of two hands."""
    first, second = two.hands
    if not first:
        return (
            "Two players get seven cards each. Each has a low with a chance of "
            f"{float(two.first):.5f}, and both have one with a chance of {float(two.both):.5f}."
        )
    return (
        f"Ann's first three cards are {symbols(first)}, Ben's are {symbols(second)}. By seventh "
        f"street Ann has a low with a chance of {float(two.first):.5f}, Ben with "
        f"{float(two.second):.5f}, and both have one with a chance of {float(two.both):.5f}."
    )


def at_least_one(vary: Variation) -> Task:
    """Use inclusion-exclusion for two events that are not independent."""
    two = _two(vary)

    def solve() -> Solution:
        a, b, both = two.first, two.second, two.both
        right = a + b - both
        independent = 1 - (1 - a) * (1 - b)
        return Solution(
            right,
            Explanation(
                "Does at least one of two players have a low?",
                (
                    f"Add the two chances: {float(a):.5f} + {float(b):.5f} = {float(a + b):.5f}. "
                    "Deals in which both have a low are counted twice.",
                    f"Take these off once: {float(a + b):.5f} - {float(both):.5f} = "
                    f"{float(right):.5f}.",
                    f"If the two were independent, it would be {float(independent):.5f}. A low "
                    "card in one hand is missing in the other, so both have a low less often, and "
                    "at least one a little more often.",
                ),
            ),
            "Deals in which both have a low are in both chances, and must be taken off once.",
            [
                Mistake(
                    independent,
                    "the two lows taken as independent",
                    "That holds for independent hands. Here you are told how often both have a "
                    "low; use it.",
                ),
                Mistake(
                    a + b,
                    "deals with two lows counted twice",
                    "How often does a deal belong to both chances that you added?",
                ),
                Mistake(
                    a + b - 2 * both,
                    "exactly one instead of at least one",
                    "With two lows there is at least one, too.",
                ),
                Mistake(
                    both,
                    "both instead of at least one",
                    "You are told how often both have a low. One low is enough here.",
                ),
                Mistake(
                    1 - right,
                    "the chance that nobody has a low",
                    "Turn it round.",
                ),
            ],
            simulated(lambda numbers: any(two.deal(numbers)), 8_000),
        )

    return Task(
        f"{_told(two)} What is the chance that at least one of them has a low?",
        Chance(),
        solve,
        (
            "Draw two overlapping circles: deals in which the one has a low, and the other.",
            "Adding the two chances counts the overlap twice.",
            "The chance of at least one is the sum of the two chances, less the chance of both.",
        ),
        tuple(two.hands[0] + two.hands[1]),
    )


def given_the_other(vary: Variation) -> Task:
    """Condition on what another player has."""
    two = _two(vary)
    one, other = ("you have", "your opponent has") if not two.hands[0] else ("Ann has", "Ben has")

    def solve() -> Solution:
        a, b, both = two.first, two.second, two.both
        right = both / b
        turned_round = [
            Mistake(
                both / a,
                "the condition turned round",
                f"You divided by the chance that {one} a low. What is known here?",
            )
        ][: a != b]
        return Solution(
            right,
            Explanation(
                "How much does the other low tell?",
                (
                    f"Look only at the deals in which {other} a low: {float(b):.5f} of all.",
                    f"In {float(both):.5f} of all deals both have one.",
                    f"So the share is {float(both):.5f}/{float(b):.5f} = {float(right):.4f}.",
                    f"Without knowing it was {float(a):.4f}: the two are negatively correlated.",
                ),
            ),
            f"Of the deals in which {other} a low, take the share in which both have one.",
            [
                Mistake(
                    a,
                    "the two lows taken as independent",
                    "That is the chance without knowing anything of the other hand. Low cards "
                    "there are missing here.",
                ),
                Mistake(
                    both,
                    "the condition forgotten",
                    "That is the chance that both have a low, among all deals. Which deals are "
                    "left once you know of the one low?",
                ),
                *turned_round,
                Mistake(
                    a * b,
                    "multiplied as if independent",
                    "A product of the two chances would be the chance of both, if they were "
                    "independent. Here the question is about one, and they are not.",
                ),
                Mistake(
                    (a - both) / (1 - b),
                    f"the chance if {other} no low",
                    "Look at the other deals, those with the low.",
                ),
            ],
            simulated(lambda numbers: _first_given_second(two, numbers), 2_500),
        )

    return Task(
        f"{_told(two)} If {other} a low, what is then the chance that {one} one?",
        Chance(),
        solve,
        (
            f"Only deals in which {other} a low are left. What share of them is asked for?",
            "A conditional chance is the chance of both divided by the chance of the condition.",
            f"Divide the chance of both by the chance that {other} a low.",
        ),
        tuple(two.hands[0] + two.hands[1]),
    )


def _first_given_second(two: _Two, numbers: random.Random) -> bool:
    """Deal until the second player has a low, and say whether the first one has."""
    while True:
        first, second = two.deal(numbers)
        if second:
            return first


def most_lows(vary: Variation) -> Task:
    """See why not everybody can have a low: each needs five low cards."""
    players = vary.one_of(7, (6,))
    dead = () if vary.seed is None else vary.cards(_DEAD, fits=lambda cards: _low(cards) >= 5)
    left = 32 - _low(dead)

    def solve() -> Solution:
        right = most(players, dead)
        mistakes = [
            Mistake(
                players,
                "everybody",
                "Each of them needs five low cards. How many are there?",
            ),
            Mistake(
                32 // _LOW,
                "dead cards forgotten",
                "Some of the 32 low cards are dead. How many are left?",
            ),
            Mistake(
                left // 7,
                "seven low cards for each player",
                "A low takes five of the seven cards.",
            ),
            Mistake(
                4,
                "an ace for each low",
                "A low needs no ace: 8-7-6-5-4 is one as well.",
            ),
            Mistake(
                -(-left // _LOW),
                "rounded up",
                "What is left over does not make another low.",
            ),
        ]
        return Solution(
            right,
            Explanation(
                f"How many of {players} players can have a low?",
                (
                    "Eight ranks are low, four cards each: 32 low cards"
                    + (f", less {_low(dead)} dead ones: {left}." if dead else "."),
                    "A low takes five of them, of five different ranks.",
                    f"{right} lows take {5 * right}; {right + 1} would take {5 * (right + 1)}."
                    if 5 * (right + 1) > left
                    else f"With {right + 1} lows some rank would have to come more often than its "
                    "live cards allow.",
                    "So the chance that all have a low is 0. If the hands were independent, it "
                    "would be a product of chances that are all above 0.",
                ),
            ),
            f"Each low takes five low cards, and {left} are there.",
            apart(mistakes, right),
        )

    seen = f"Ten cards are dead, and in no hand: {symbols(dead)}. " if dead else ""
    return Task(
        f"A full deck, and {players} players with seven cards each. {seen}How many of them can "
        "have a low at the same time, at most?",
        Count("players"),
        solve,
        (
            "How many low cards are in the deck, and how many does one low take?",
            "Take the dead cards off, if there are any."
            if dead
            else "Eight ranks are low, in four suits.",
            f"{left} low cards, five for each low.",
        ),
        dead,
    )


_DEAD = "As 2s 3d 4h 5d 6c 7h 9c Jd Kh"


def _low(cards: Sequence[Card]) -> int:
    return sum(str(card)[0] in RANKS[:8] for card in cards)


def most(players: int, dead: Sequence[Card]) -> int:
    """Return the most lows at once: of each rank no player needs two, and no low uses more."""
    live = [4 - sum(str(card)[0] == rank for card in dead) for rank in RANKS[:8]]
    lows = range(players + 1)
    return max(k for k in lows if sum(min(k, cards) for cards in live) >= _LOW * k)
