"""Exercises that ask for a function; it is compared with brute force on small cases."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product

from cardlab.cards import DECK, Card
from cardlab.hands import CATEGORIES, category, high
from cardlab.lessons.answers import Chance, Truth
from cardlab.lessons.exercise import Mistake, Solution, Task, Variation
from cardlab.lessons.functions import Case, Code
from cardlab.results import Explanation

NO_LOW = 56
ACE, EIGHT, NINE = 12, 6, 7
_HIGH_RANKS = range(NINE, ACE)

# Does a hand have a low?


def has_low(cards: Sequence[Card]) -> bool:
    """Look at every five of the cards."""
    return any(_is_low(five) for five in combinations(cards, 5))


def _is_low(five: Sequence[Card]) -> bool:
    ranks = {card.rank for card in five}
    return len(ranks) == 5 and not any(rank in _HIGH_RANKS for rank in ranks)


def _low_ranks(cards: Sequence[Card]) -> set[int]:
    return {card.rank for card in cards if card.rank not in _HIGH_RANKS}


def qualifies(_: Variation) -> Task:
    """Ask whether five to seven cards hold a low."""

    def solve() -> Solution:
        return Solution(
            has_low,
            Explanation(
                "Do the cards hold a low?",
                (
                    "Look at every five of them: five different ranks, none from nine to king.",
                    "Or shorter: collect the different ranks from ace to eight in a set. There is "
                    "a low if the set has five or more.",
                ),
            ),
            "It agrees with looking at every five of the cards.",
            [
                Mistake(
                    lambda cards: len(_low_ranks(cards)) == len(cards),
                    "all cards must be low",
                    "Five of the cards make the low. What the others are does not matter.",
                ),
                Mistake(
                    lambda cards: has_low(cards) and len({c.rank for c in cards}) == len(cards),
                    "a pair disqualifies nothing",
                    "If two cards are of one rank, the low takes one of them.",
                ),
                Mistake(
                    lambda cards: sum(c.rank not in _HIGH_RANKS for c in cards) >= 5,
                    "cards counted instead of ranks",
                    "A low needs five different ranks.",
                ),
                Mistake(
                    lambda cards: len({c.rank for c in cards if c.rank <= EIGHT}) >= 5,
                    "the ace taken as high only",
                    "The ace is low: its card.rank is 12, and it counts as one.",
                ),
                Mistake(
                    lambda cards: len({c.rank for c in cards if c.rank in (*range(8), ACE)}) >= 5,
                    "a nine counted as low",
                    "The highest card of a low is an eight. Its card.rank is 6.",
                ),
                Mistake(
                    lambda cards: has_low(cards) and not _straight_or_flush(cards),
                    "straights and flushes do no harm",
                    "For the low only the ranks matter. The same five cards may be a straight.",
                ),
                Mistake(
                    lambda cards: _is_low(cards[:5]),
                    "only the first five cards looked at",
                    "Any five of the cards may make the low.",
                ),
            ],
        )

    return Task(
        "Write a function qualifies(cards): do the cards hold a low? It gets a list of five to "
        "seven cards and returns True or False. card.rank is 0 for a two to 12 for an ace.",
        Code("qualifies(cards)", Truth(), _low_cases()),
        solve,
        (
            "Suits do not matter. Which ranks are low?",
            "Collect the low ranks in a set: each is in it once.",
            "The low ranks are 0 to 6 (two to eight) and 12 (ace). How many must be in the set?",
        ),
    )


def _straight_or_flush(cards: Sequence[Card]) -> bool:
    return CATEGORIES[category(high(cards))] in ("straight", "flush", "straight flush")


def _low_cases() -> list[Case]:
    """Return hands of five to seven cards from larger and larger decks."""
    numbers = random.Random(1)
    low_and_nine = [card for card in DECK if card.rank <= NINE or card.rank == ACE]
    decks = (
        ("a deck of 9 cards, ace to nine in one suit", [c for c in low_and_nine if c.suit == 0], 5),
        (
            "a deck of 18 cards, ace to nine in two suits",
            [c for c in low_and_nine if c.suit < 2],
            6,
        ),
        ("a deck of 36 cards, ace to nine", low_and_nine, 7),
        ("the whole deck", list(DECK), 7),
    )
    return [
        Case(deck, (numbers.sample(cards, size),)) for deck, cards, size in decks for _ in range(40)
    ]


# A player's share of the pot


def first_share(highs: Sequence[int], lows: Sequence[int]) -> Fraction:
    """Share a pot of two halves, and return what the first player gets."""
    best_low = min(lows)
    halves = [[value == max(highs) for value in highs]]
    halves.append([value == best_low for value in lows] if best_low < NO_LOW else halves[0])
    return sum((Fraction(wins[0], 2 * sum(wins)) for wins in halves), Fraction(0))


def share(_: Variation) -> Task:
    """Ask for the first player's share of a pot."""

    def solve() -> Solution:
        return Solution(
            first_share,
            Explanation(
                "Which share of the pot does the first player get?",
                (
                    "The high half goes to the largest high, shared by all who have it.",
                    "The low half goes to the smallest low, shared in the same way, unless this is "
                    "56: then it goes the way of the high half.",
                    "So each half is 1/2 divided by the number of those who win it.",
                ),
            ),
            "It agrees with sharing each half by itself, for two, three and four players.",
            [
                Mistake(
                    lambda highs, lows: _shared(highs, lows, without_low=False),
                    "a pot without a low",
                    "If nobody has a low, the best high takes the whole pot, not one half.",
                ),
                Mistake(
                    lambda highs, lows: (
                        Fraction(highs[0] == max(highs), 2 * highs.count(max(highs)))
                        + Fraction(lows[0] == min(lows), 2 * lows.count(min(lows)))
                    ),
                    "56 taken for a low",
                    "56 stands for no low. If all have it, who gets the low half?",
                ),
                Mistake(
                    lambda highs, lows: Fraction(
                        (highs[0] == max(highs))
                        + (lows[0] == min(lows) if min(lows) < NO_LOW else highs[0] == max(highs)),
                        2,
                    ),
                    "ties dropped",
                    "A half that several players win is shared by them.",
                ),
                Mistake(
                    lambda highs, lows: first_share(highs, _turned(lows)),
                    "the larger low taken as the better",
                    "Of two lows the smaller number is better.",
                ),
                Mistake(
                    lambda highs, lows: first_share([-value for value in highs], lows),
                    "the smaller high taken as the better",
                    "Of two highs the larger number is better.",
                ),
                Mistake(
                    lambda highs, _lows: Fraction(highs[0] == max(highs), highs.count(max(highs))),
                    "the low forgotten",
                    "If somebody has a low, it takes one half of the pot.",
                ),
                Mistake(
                    lambda highs, lows: _shared_by_all(highs, lows),
                    "a tie shared by all players",
                    "A half is shared by those who win it, not by all who are in the pot.",
                ),
            ],
        )

    return Task(
        "Write a function share(highs, lows): the first player's share of the pot, from 0 to 1. "
        "highs holds a number for each player's high hand, the larger the better, as hands.high "
        "gives it; lows a number for each low, 0 to 55, the smaller the better, or 56 for no low, "
        "as hands.low gives it. There are two to four players; odd chips do not matter.",
        Code("share(highs, lows)", Chance(), _share_cases()),
        solve,
        (
            "Take the halves one by one: who wins the high half?",
            "If the first player is among k who win a half, that is 1/(2k) of the pot.",
            "For the low half look at min(lows) first: if it is 56, the high half decides about "
            "the whole pot.",
        ),
    )


def _share_cases() -> list[Case]:
    """Return all small pots of two players, and some of three and four."""
    numbers = random.Random(1)
    cases = []
    for players, most in ((2, 81), (3, 60), (4, 60)):
        tables = list(
            product(product((0, 1, 2), repeat=players), product((0, 1, NO_LOW), repeat=players))
        )
        some = tables if len(tables) <= most else numbers.sample(tables, most)
        cases += [Case(f"{players} players", (list(highs), list(lows))) for highs, lows in some]
    return cases


def _shared(highs: Sequence[int], lows: Sequence[int], *, without_low: bool) -> Fraction:
    """Share the pot, and the low half only if there is a low."""
    got = first_share(highs, lows)
    return got if without_low or min(lows) < NO_LOW else got / 2


def _turned(lows: Sequence[int]) -> list[int]:
    """Return lows such that the largest one becomes the best."""
    return [value if value == NO_LOW else NO_LOW - 1 - value for value in lows]


def _shared_by_all(highs: Sequence[int], lows: Sequence[int]) -> Fraction:
    """Give each winner of a shared half as much as if all players won it."""
    got = Fraction(0)
    low_wins = [value == min(lows) for value in lows]
    high_wins = [value == max(highs) for value in highs]
    for wins in (high_wins, low_wins if min(lows) < NO_LOW else high_wins):
        got += Fraction(wins[0], 2 * (1 if sum(wins) == 1 else len(wins)))
    return got
