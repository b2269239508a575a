"""Exercises that ask for a function; it is compared with brute force on small decks."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise, permutations

from cardlab.cards import DECK, RANK_NAMES, Card
from cardlab.divider.rules import is_red
from cardlab.hands import strength
from cardlab.lessons.answers import Pick
from cardlab.lessons.divider.writing import Ways, outcome_form
from cardlab.lessons.exercise import Mistake, Solution, Task, Variation
from cardlab.lessons.functions import Case, Code
from cardlab.results import Explanation

Cards = Sequence[Card]
Way = tuple[tuple[Card, ...], Card | None]
"""The cards that a placement turns up, and the face-down card afterwards."""

BLACK, RED = 3, 2  # spades and hearts


def small_deck(suits: Sequence[int], ranks: int) -> tuple[Card, ...]:
    """Return the highest ranks of some suits."""
    return tuple(card for card in DECK if card.suit in suits and card.rank >= 13 - ranks)


# What can come of a placement


def ways(
    group: Cards,
    down: Card | None,
    *,
    swaps: bool = True,
    red: Callable[[Card], bool] = is_red,
) -> list[Way]:
    """Place a group step by step in every way there is, and keep what differs in the end."""
    found = {}
    for up, below in _played(group, down, swaps, red):
        found[frozenset(up), below] = (up, below)
    return list(found.values())


def _played(
    group: Cards, down: Card | None, swaps: bool, red: Callable[[Card], bool]
) -> Iterator[Way]:
    if len(group) == 1:
        yield (() if down is None else (down,)), group[0]
        return
    hands: list[Cards] = [group]
    if swaps and down is not None:
        hands += [tuple(down if card == out else card for card in group) for out in group]
    for hand in hands:
        for first, partner in permutations(hand, 2):  # of three the third is covered
            yield ((first, partner), None) if red(first) else ((first,), partner)


def outcomes(_: Variation) -> Task:
    """Ask for all that can come of placing a group."""

    def solve() -> Solution:
        return Solution(
            ways,
            Explanation(
                "What can come of placing a group?",
                (
                    "A single card: the face-down card, if there is one, goes face up, and the "
                    "single card lies face down. There is no other way.",
                    "Two or three cards: with the swap the face-down card is one of the cards that "
                    "can be placed. Any of them is the first card, any other its partner; the "
                    "rest is covered.",
                    "A black first card: it lies face up, the partner face down. A red one: both "
                    "lie face up.",
                    "Two red cards face up come in two orders and count once.",
                ),
            ),
            "It agrees with playing every placement step by step, on all groups that were tried.",
            [
                Mistake(
                    lambda group, down: ways(group, down, swaps=False),
                    "the swap forgotten",
                    "With two or three cards the face-down card may be exchanged for one of them.",
                ),
                Mistake(
                    lambda group, down: ways(group, down, red=lambda _: False),
                    "the partner of a red card lies face up",
                    "Look at the colour of the first card.",
                ),
                Mistake(
                    lambda group, down: ways(group, down, red=lambda _: True),
                    "the partner of a black card lies face down",
                    "Look at the colour of the first card.",
                ),
                Mistake(
                    lambda group, down: list(dict.fromkeys(_played(group, down, True, is_red))),
                    "two red cards counted in both orders",
                    "Two face-up cards are the same in either order.",
                ),
                Mistake(
                    _swapped_single,
                    "a single card swapped",
                    "With a single card there is no swap: the face-down card goes face up.",
                ),
                Mistake(
                    lambda group, down: [((), group[0])] if len(group) == 1 else ways(group, down),
                    "the face-down card not turned up",
                    "What happens to the face-down card when a single card is placed?",
                ),
                Mistake(
                    _covered_kept,
                    "the covered card counted",
                    "A card on which another one was laid is out of play.",
                ),
                Mistake(
                    lambda group, down: ways(group[:2], down),
                    "the third card always covered",
                    "Of three cards any may be the one that is laid down and covered.",
                ),
            ],
        )

    return Task(
        "Write a function outcomes(group, down): all that can come of placing a group of one to "
        "three cards, swaps included. down is your face-down card, or None. It returns a list of "
        "pairs: the cards that the placement turns up, as a list, and the card that lies face down "
        "afterwards, or None. Each outcome once; the order of face-up cards does not matter. "
        "card.suit is 0 for clubs, 1 for diamonds, 2 for hearts, 3 for spades.",
        Code("outcomes(group, down)", Ways("4s (9c); Kd 4s", outcome_form), _outcome_cases()),
        solve,
        (
            "A single card is a case of its own: one outcome, whatever it is.",
            "With two or three cards collect all that can be placed: the group, and the face-down "
            "card if there is one. The first card and its partner are any two of them.",
            "itertools.permutations(pool, 2) gives each first card with each partner. If the first "
            "one is red, the outcome is both face up; sort them, so that the same two cards come "
            "once.",
        ),
    )


def _covered_kept(group: Cards, down: Card | None) -> list[Way]:
    return [
        (up, down if below is None and down not in up else below) for up, below in ways(group, down)
    ]


def _swapped_single(group: Cards, down: Card | None) -> list[Way]:
    found = ways(group, down)
    return found if len(group) > 1 or down is None else [*found, ((group[0],), down)]


def _outcome_cases() -> list[Case]:
    """Return all groups of two small decks, with every face-down card, and some of the whole."""
    numbers = random.Random(1)
    cases = []
    for name, deck in (
        ("a deck of 2 cards, the ace of hearts and of spades", small_deck((RED, BLACK), 1)),
        ("a deck of 4 cards, king and ace in hearts and spades", small_deck((RED, BLACK), 2)),
    ):
        for size in range(1, min(4, len(deck) + 1)):
            for group in combinations(deck, size):
                rest = [card for card in deck if card not in group]
                cases += [Case(name, (list(group), down)) for down in (None, *rest)]
    for size in (1, 2, 3, 3, 3):
        *drawn, below = numbers.sample(DECK, size + 1)
        cases += [Case("the whole deck", (drawn, down)) for down in (None, below)]
    return cases


# Hands of fewer than five cards

MINE, THEIRS, DRAW = "mine", "theirs", "draw"


def compared(mine: object, theirs: object) -> str:
    """Say which of two things that can be compared is larger."""
    if mine == theirs:
        return DRAW
    return MINE if mine > theirs else THEIRS  # type: ignore[operator]  # both of one kind


def by(value: Callable[[Cards], object]) -> Callable[[Cards, Cards], str]:
    """Return a function that compares hands by a value."""
    return lambda mine, theirs: compared(value(mine), value(theirs))


def stronger(mine: Cards, theirs: Cards) -> str:
    """Compare two hands by the rules."""
    return compared(strength(mine), strength(theirs))


def _in_groups(hand: Cards) -> list[tuple[int, int]]:
    """Return how often each rank comes, and the rank; the most frequent first."""
    counts = Counter(card.rank for card in hand)
    return sorted(((count, rank) for rank, count in counts.items()), reverse=True)


def _with_straights(hand: Cards) -> tuple[bool, int]:
    ranks = sorted(card.rank for card in hand)
    row = len(hand) > 2 and all(b - a == 1 for a, b in pairwise(ranks))
    return row, strength(hand)


def _with_flushes(hand: Cards) -> tuple[bool, int]:
    return len(hand) > 2 and len({card.suit for card in hand}) == 1, strength(hand)


def _falling_ranks(hand: Cards) -> list[int]:
    return sorted((card.rank for card in hand), reverse=True)


def _same_length(mine: Cards, theirs: Cards) -> str:
    """Compare as many groups as both hands have, and call the rest a draw."""
    one, other = _in_groups(mine), _in_groups(theirs)
    shorter = min(len(one), len(other))
    return compared(one[:shorter], other[:shorter])


def better(_: Variation) -> Task:
    """Ask which of two hands of one to four cards is better."""

    def solve() -> Solution:
        return Solution(
            stronger,
            Explanation(
                "Which of two hands of fewer than five cards is better?",
                (
                    "Count how often each rank comes. The kind decides first: four of a kind, "
                    "three of a kind, two pair, pair, high card.",
                    "Within a kind compare rank by rank, those that come most often first.",
                    "A missing card is lower than any card, so a hand that ends early loses to one "
                    "that goes on in the same way.",
                    "In Python lists compare in just this way: sort (count, rank) from the top, "
                    "and compare the lists.",
                ),
            ),
            "It agrees with the order of hands, on all pairs of hands that were tried.",
            [
                Mistake(
                    by(lambda hand: sum(card.rank + 2 for card in hand)),
                    "the sum of the cards compared",
                    "Which kind of hand is it? A pair of twos beats an ace and a king.",
                ),
                Mistake(
                    by(_falling_ranks),
                    "pairs forgotten",
                    "Look at equal ranks before you look at high ones.",
                ),
                Mistake(
                    by(lambda hand: [count for count, _ in _in_groups(hand)]),
                    "the kind alone compared",
                    "Two hands of the same kind are compared by their ranks.",
                ),
                Mistake(
                    by(lambda hand: _in_groups(hand)[0]),
                    "the other cards forgotten",
                    "If both have the same pair, or the same highest card, the other cards decide.",
                ),
                Mistake(
                    by(lambda hand: (_in_groups(hand)[0][0], _falling_ranks(hand))),
                    "the highest card before the pair",
                    "Of two pairs the higher pair wins, whatever lies beside it.",
                ),
                Mistake(
                    _same_length,
                    "missing cards forgotten",
                    "A missing card is lower than any card.",
                ),
                Mistake(
                    by(lambda hand: (len(hand), strength(hand))),
                    "more cards taken for the better hand",
                    "The kind of hand decides first, however many cards there are.",
                ),
                Mistake(
                    by(_with_straights),
                    "a straight of fewer than five cards",
                    "A straight needs five cards.",
                ),
                Mistake(
                    by(_with_flushes),
                    "a flush of fewer than five cards",
                    "A flush needs five cards.",
                ),
                Mistake(
                    by(lambda hand: (strength(hand), max(hand))),
                    "suits compared",
                    "No suit is better than another: equal ranks draw.",
                ),
            ],
        )

    return Task(
        "A game can end while a player has fewer than five cards to show. Write a function "
        "better(mine, theirs) for two hands, lists of one to four cards each: which one wins? It "
        "returns 'mine', 'theirs' or 'draw'. Hands are compared as far as they go: four of a kind, "
        "three of a kind, two pair, pair, high card; a missing card is lower than any card; there "
        "are no straights and flushes. card.rank is 0 for a two to 12 for an ace.",
        Code("better(mine, theirs)", Pick((MINE, THEIRS, DRAW)), _hand_cases()),
        solve,
        (
            "How often does each rank come? collections.Counter counts it.",
            "Make a list of (count, rank) for each hand, the most frequent and highest first.",
            "Python compares lists entry by entry, and of two that agree the shorter one is less. "
            "Is that the rule for missing cards?",
        ),
    )


_WORDS = {2: "two", 3: "three", 4: "four"}


def _hand_cases() -> list[Case]:
    """Return pairs of hands from larger and larger decks."""
    numbers = random.Random(1)
    cases = []
    for ranks, suits, most, tries in (
        (2, 2, 2, 20),
        (3, 2, 3, 30),
        (2, 4, 4, 30),
        (4, 3, 4, 40),
        (13, 4, 4, 40),
    ):
        deck = small_deck(range(4)[4 - suits :], ranks)
        name = (
            "the whole deck"
            if len(deck) == len(DECK)
            else f"a deck of {len(deck)} cards, {RANK_NAMES[13 - ranks]} to ace in "
            f"{_WORDS[suits]} suits"
        )
        for _ in range(tries):
            size, other = numbers.randint(1, most), numbers.randint(1, most)
            if size + other <= len(deck):
                dealt = numbers.sample(deck, size + other)
                cases.append(Case(name, (dealt[:size], dealt[size:])))
    return cases
