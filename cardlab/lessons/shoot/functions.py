"""Exercises that ask for a function; it is compared with brute force on small decks."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

from cardlab.cards import DECK, RANK_NAMES, Card
from cardlab.lessons.answers import Chance, Count
from cardlab.lessons.exercise import Mistake, Solution, Task, Variation
from cardlab.lessons.functions import Case, Code
from cardlab.results import Explanation

Cards = Sequence[Card]
Beats = Callable[[Card, Card], bool]


def beats(mine: Card, turned: Card) -> bool:
    """Say whether a card beats another: the same suit, and higher."""
    return mine.suit == turned.suit and mine.rank > turned.rank


def _beats_equals(mine: Card, turned: Card) -> bool:
    return beats(mine, turned) or mine.rank == turned.rank


def _beats_any_suit(mine: Card, turned: Card) -> bool:
    return mine.rank > turned.rank


def small_deck(suits: int, ranks: int) -> tuple[Card, ...]:
    """Return the highest ranks of some suits, in the order of the whole deck."""
    return tuple(card for card in DECK if card.suit < suits and card.rank >= 13 - ranks)


def named(suits: int, ranks: int) -> str:
    """Describe a small deck."""
    rows = "one suit" if suits == 1 else f"{suits} suits"
    return f"a deck of {suits * ranks} cards, {RANK_NAMES[13 - ranks]} to ace in {rows}"


# The winning cards of a hand


def count(hand: Cards, deck: Cards, rule: Beats = beats) -> int:
    """Point at every card of the deck that is not in the hand and loses to it."""
    others = [card for card in deck if card not in hand]
    return sum(any(rule(mine, card) for mine in hand) for card in others)


def winning(_: Variation) -> Task:
    """Ask for the number of winning cards of any hand from any deck."""

    def solve() -> Solution:
        return Solution(
            count,
            Explanation(
                "Which cards of the deck lose to the hand?",
                (
                    "Take the cards of the deck that are not in the hand.",
                    "Keep those for which at least one card of the hand has the same suit and a "
                    "higher rank. Count them.",
                    "Counted card by card, nothing can be counted twice.",
                ),
            ),
            "It agrees with pointing at every card, on all decks that were tried.",
            [
                Mistake(
                    lambda hand, deck: sum(any(beats(m, c) for m in hand) for c in deck),
                    "your own cards counted",
                    "A card of the hand cannot be turned, also if another card of the hand is "
                    "above it.",
                ),
                Mistake(
                    lambda hand, deck: sum(count([mine], deck) for mine in hand),
                    "two cards of one suit counted twice",
                    "Some cards of the deck lose to two of yours. Go through the deck, not "
                    "through the hand.",
                ),
                Mistake(
                    lambda hand, deck: sum(
                        beats(mine, card) for mine in hand for card in deck if card not in hand
                    ),
                    "two cards of one suit counted twice",
                    "Some cards of the deck lose to two of yours. Count each of them once.",
                ),
                Mistake(
                    lambda hand, deck: count(hand, deck, _beats_equals),
                    "equal ranks of other suits counted",
                    "A card beats only cards of its own suit.",
                ),
                Mistake(
                    lambda hand, deck: count(hand, deck, _beats_any_suit),
                    "suits forgotten",
                    "A card beats only cards of its own suit.",
                ),
                Mistake(
                    lambda hand, _deck: count(hand, DECK),
                    "always the whole deck",
                    "Count the cards of the deck that the function is given.",
                ),
            ],
        )

    return Task(
        "Write a function winning(hand, deck): how many cards of the deck lose to the hand? Both "
        "are lists of cards, and the deck holds the hand too. A card has a rank (card.rank, 0 for "
        "a two to 12 for an ace) and a suit (card.suit, 0 to 3). It is tried on small decks "
        "first, with hands of one to three cards.",
        Code("winning(hand, deck)", Count("cards"), _winning_cases()),
        solve,
        (
            "Go through the deck and decide for each card whether it loses.",
            "A card that is in the hand cannot be turned: leave it out.",
            "A card loses if any card of the hand has the same suit and a higher rank. sum() and "
            "any() do it in two lines.",
        ),
    )


def _winning_cases() -> list[Case]:
    """Return all hands of two small decks, and some of larger ones."""
    numbers = random.Random(1)
    return [
        Case(deck, (list(hand), list(cards)))
        for deck, cards, size, most in (
            (named(1, 3), small_deck(1, 3), 1, 3),
            (named(2, 3), small_deck(2, 3), 2, 15),
            (named(2, 4), small_deck(2, 4), 3, 56),
            (named(3, 5), small_deck(3, 5), 3, 30),
            ("the whole deck", DECK, 3, 20),
        )
        for hand in numbers.sample(list(combinations(cards, size)), most)
    ]


# The average over all hands


def share(size: int, deck: Cards, rule: Beats = beats) -> Fraction:
    """List all hands, and all cards that can be turned for each."""
    hands = list(combinations(deck, size))
    return Fraction(sum(count(hand, deck, rule) for hand in hands), len(hands) * (len(deck) - size))


def average(_: Variation) -> Task:
    """Ask for the average chance of hands of any size."""

    def solve() -> Solution:
        return Solution(
            share,
            Explanation(
                "How often does a hand of h cards win?",
                (
                    "All hands are equally likely, and for each of them all other cards of the "
                    "deck. So list both and count: wins, divided by hands times other cards.",
                    "Or by a formula: with s suits and q the chance that h + 1 cards lack a given "
                    "suit, 1 - s (1 - q)/(h + 1).",
                    "For three cards and four suits that is q itself, the formula of the lesson.",
                ),
            ),
            "It agrees with listing all hands, on all decks that were tried.",
            [
                Mistake(
                    lambda size, deck: share(size, deck) * Fraction(len(deck) - size, len(deck)),
                    "your own cards left in the denominator",
                    "The turned card is none of the hand. How many cards can be turned?",
                ),
                Mistake(
                    lambda size, deck: share(size, deck, _beats_equals),
                    "equal ranks of other suits counted",
                    "A card beats only cards of its own suit.",
                ),
                Mistake(
                    lambda size, deck: _no_club(len(deck), _suits(deck), size + 1),
                    "right for three cards and four suits only",
                    "The chance that four cards hold no club is the answer for three cards. For "
                    "another number divide the mean number of suits by the number of cards.",
                ),
                Mistake(
                    lambda size, deck: 1 - share(size, deck),
                    "the chance to lose",
                    "The chance to win is asked for.",
                ),
                Mistake(
                    lambda _size, deck: share(3, deck),
                    "always three cards",
                    "The number of cards in the hand is the first argument.",
                ),
            ],
        )

    return Task(
        "Write a function average(size, deck): the chance to win with a hand of so many cards "
        "that nobody has looked at, averaged over all hands. The deck is a list of cards that has "
        "the same ranks in each of its suits; it is tried on decks of up to 16 cards, so there is "
        "time to list all hands. A formula will do as well.",
        Code("average(size, deck)", Chance(), _average_cases()),
        solve,
        (
            "itertools.combinations(deck, size) lists the hands.",
            "For each hand count the cards of the deck that lose to it; exercise 13 does that.",
            "Add up the winning cards over all hands. Divide by the number of hands times the "
            "number of cards that can be turned.",
        ),
    )


def _average_cases() -> list[Case]:
    """Return decks with up to four suits, the smallest first, and hands of one to four cards."""
    return [
        Case(named(suits, ranks), (size, list(small_deck(suits, ranks))))
        for suits, ranks, sizes in (
            (1, 4, (1, 2, 3)),
            (2, 3, (1, 2, 3, 4)),
            (3, 3, (1, 2, 3, 4)),
            (4, 3, (1, 2, 3, 4)),
            (3, 5, (3,)),
            (4, 4, (3,)),
        )
        for size in sizes
    ]


def _suits(deck: Cards) -> int:
    return len({card.suit for card in deck})


def _no_club(cards: int, suits: int, drawn: int) -> Fraction:
    """Return the chance that some cards of a deck hold none of a given suit."""
    return Fraction(comb(cards - cards // suits, drawn), comb(cards, drawn))
