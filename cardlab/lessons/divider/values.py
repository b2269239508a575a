"""What a cut is worth: the maximin, the showdown, and differences in the same worlds."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt

from cardlab.cards import DECK, Card, parse, symbols
from cardlab.divider import Divided, Position, Showdown, last_turn
from cardlab.divider.actions import cuts
from cardlab.divider.ending import shown_strength
from cardlab.divider.events import Group, falling
from cardlab.divider.making import best
from cardlab.divider.rules import is_red
from cardlab.hands import strength, strength_name
from cardlab.lessons.answers import Chance, Number, Pick
from cardlab.lessons.exercise import Mistake, Solution, Task, Variation
from cardlab.lessons.mistakes import apart
from cardlab.lessons.simulation import SEED, simulated
from cardlab.results import Estimate, Explanation

LETTERS = "ABCDEFG"
REPEATS = 2_000

# The maximin cut


def maximin(vary: Variation) -> Task:
    """Read the maximin cut from a table of values."""
    cards = vary.cards("Th 5s Js 2h 6s 9d 2d 4s 8c 5c Jd 8h Ks Qc 6h", fits=_worth_asking)
    order = vary.random.sample(range(7), 7)
    of_cuts, of_chances = seven_values(cards)
    options, table = [of_cuts[cut] for cut in order], [of_chances[cut] for cut in order]
    named = {
        letter: f"{symbols(cut.first)} | {symbols(cut.second)}"
        for letter, cut in zip(LETTERS, options, strict=True)
    }

    def solve() -> Solution:
        right = _maximin(table)
        return Solution(
            LETTERS[right],
            Explanation(
                "Which cut has the best worse group?",
                (
                    "The opponent leaves you the smaller of the two chances.",
                    (
                        ("cut", "groups", "first taken", "second taken", "worse"),
                        *(
                            (letter, groups, *map(_decimals, both), _decimals(min(both)))
                            for (letter, groups), both in zip(named.items(), table, strict=True)
                        ),
                    ),
                    f"The largest of the worse chances is {_decimals(min(table[right]))}, with "
                    f"{LETTERS[right]}: {named[LETTERS[right]]}.",
                ),
            ),
            f"With {LETTERS[right]} you are sure of {_decimals(min(table[right]))}; the worse "
            "group of every other cut leaves you less.",
            apart(_maximin_mistakes(options, table), LETTERS[right]),
        )

    listed = "; ".join(
        f"{letter}: {groups}, {_decimals(both[0])} or {_decimals(both[1])}"
        for (letter, groups), both in zip(named.items(), table, strict=True)
    )
    return Task(
        "The last turn, and you are to cut. For each cut you have worked out your chance to win, "
        "first if your opponent takes the group on the left, then if your opponent takes the one "
        f"on the right: {listed}. Your opponent will take the group that is worse for you. Which "
        "cut do you make?",
        Pick(tuple(LETTERS)),
        solve,
        (
            "The cut is yours, but the choice is not: of each cut only one of the two chances "
            "counts.",
            "Cross out the larger number of each cut. What is left?",
            "Of the seven smaller numbers take the largest.",
        ),
    )


def seven_values(cards: Sequence[Card]) -> tuple[tuple[Divided, ...], list[tuple[int, int]]]:
    """Return the seven cuts of a last turn, and the divider's chances in per cent.

    Parameters
    ----------
    cards : sequence of Card
        The divider's four face-up cards, the opponent's, the divider's three pocket cards, and
        the four cards to cut.

    Returns
    -------
    tuple of Divided
        The cuts.
    list of pairs of int
        The chances if the chooser takes the first group, and if he takes the second.
    """
    position = Position(
        up=(cards[:4], cards[4:8]), pockets=(cards[8:11], None), divider=0, four=cards[11:]
    )
    options = cuts(position.four)
    return options, [
        (_chance(position, *cut.groups), _chance(position, *cut.groups[::-1])) for cut in options
    ]


def _chance(position: Position, taken: Group, left: Group) -> int:
    """Return the divider's chance in per cent if the chooser takes a group."""
    mine = best(position, position.divider, left).strength
    placed = last_turn.tableaus(position.up[position.chooser], taken, None, position.rules)
    theirs = last_turn.holdings([placed], position.unseen, 3, 1).hands
    return round(100 * float((theirs < mine).mean() + (theirs == mine).mean() / 2))


def _worth_asking(cards: Sequence[Card]) -> bool:
    """Want a position that can be, and a maximin cut that is not the best in other ways too."""
    if any(sum(map(is_red, four)) < 2 for four in (cards[:4], cards[4:8])):
        return False  # to have four cards face up after two turns, both pairs began with a red one
    _, table = seven_values(cards)
    right = _maximin(table)
    worse = sorted(map(min, table))
    return worse[-1] > max(worse[-2], 19) and right not in (_by_mean(table), _by_larger(table))


def _maximin(table: Sequence[tuple[int, int]]) -> int:
    return max(range(7), key=lambda cut: min(table[cut]))


def _by_mean(table: Sequence[tuple[int, int]]) -> int:
    return max(range(7), key=lambda cut: sum(table[cut]))


def _by_larger(table: Sequence[tuple[int, int]]) -> int:
    return max(range(7), key=lambda cut: max(table[cut]))


def _maximin_mistakes(
    options: Sequence[Divided], table: Sequence[tuple[int, int]]
) -> list[Mistake]:
    def card_sums(cut: int) -> int:
        first, second = (sum(card.rank + 2 for card in group) for group in options[cut].groups)
        return abs(first - second)

    return [
        Mistake(
            LETTERS[_by_mean(table)],
            "the mean of both chances taken",
            "That would be right if the opponent tossed a coin. But the opponent chooses.",
        ),
        Mistake(
            LETTERS[_by_larger(table)],
            "the better group hoped for",
            "The largest chance in the table is of no use if the opponent takes the other group.",
        ),
        Mistake(
            LETTERS[min(range(7), key=lambda cut: abs(table[cut][0] - table[cut][1]))],
            "the most equal cut, not the best",
            "Two equal chances may be equally bad. What are you sure of?",
        ),
        Mistake(
            LETTERS[min(range(7), key=lambda cut: min(table[cut]))],
            "the worst of the worse groups",
            "That is the cut of which you are sure of least.",
        ),
        Mistake(
            LETTERS[min(range(7), key=lambda cut: max(table[cut]))],
            "the smallest of the larger chances",
            "That is what your opponent would like to see. You look at the smaller chances.",
        ),
        Mistake(
            LETTERS[min(range(7), key=card_sums)],
            "the card values shared out, not the chances to win",
            "Both groups are worth about the same in points, but points do not win. Which hands do "
            "the cards make?",
        ),
    ]


def _decimals(percent: int) -> str:
    return f"{percent / 100:.2f}"


# The showdown


def showdown(vary: Variation) -> Task:
    """Count the pocket cards with which the opponent wins."""
    theirs = falling(vary.one_of(parse("Jh Jc 4d 4c"), _two_pairs()))
    own = vary.cards(
        "As Ts 7s 3s 6d Ks Qd 8h",
        but=theirs,
        fits=lambda cards: _between(cards) and len(_helping(theirs, cards)) < 3,
    )
    seen = vary.cards(
        vary.one_of("Jd 9d 2h", ("Jd 9d 2h", "Jd 9d 2h 3c 5c 8c Tc")),
        but=(*theirs, *own),
        fits=lambda cards: (
            len(_helping(theirs, cards)) > 0 < 4 - len(_helping(theirs, own + cards))
        ),
    )
    up, pockets = falling(own[:5]), own[5:]

    def solve() -> Solution:
        last = Showdown(up, pockets, theirs, seen)
        right = last.exact().value
        n, k = len(last.unseen), len(_helping(theirs, last.unseen))
        mine = shown_strength(up, pockets)
        return Solution(
            right,
            Explanation(
                f"Does {symbols(up)} beat {symbols(theirs)}?",
                (
                    f"Your best hand is: {strength_name(mine)}.",
                    "With one more card of a rank that it shows the opponent has a full house. "
                    "Without one it stays two pair: four face-up cards of two ranks and two pocket "
                    "cards make no straight and no flush.",
                    f"Of the four such cards {k} can still be there; {4 - k} you have seen.",
                    f"52 cards, less the {52 - n} that you have seen: {n}. Three of them are the "
                    f"opponent's: C({n}, 3) = {comb(n, 3):,} ways.",
                    f"You win if none of the three helps: C({n - k}, 3) = {comb(n - k, 3):,} ways.",
                    f"{comb(n - k, 3):,}/{comb(n, 3):,} = {float(right):.4f}.",
                ),
            ),
            f"You win if none of the three pocket cards is one of {k} cards, of {n} that you have "
            "not seen.",
            [
                Mistake(
                    _none(n, 4, 3),
                    "cards counted that have been seen",
                    f"{n} cards can be there, that is right. But of those that help you have seen "
                    "some.",
                ),
                Mistake(
                    _none(n + len(seen), k, 3),
                    "covered cards left among the unseen",
                    "Cards that were drawn and covered are out of play. They cannot be pocket "
                    "cards.",
                ),
                Mistake(
                    _none(n + len(seen), 4, 3),
                    "the cards out of play forgotten",
                    "Look at the cards that were drawn too: none of them can be a pocket card.",
                ),
                Mistake(
                    _none(n, k, 2),
                    "two pocket cards instead of three",
                    "The opponent shows two cards, but can choose them from three.",
                ),
                Mistake(
                    _none(n, k, 1),
                    "one pocket card only",
                    "That is for one card. How many pocket cards are there?",
                ),
                Mistake(
                    Fraction(n - k, n) ** 3,
                    "that is the answer with replacement",
                    "The second pocket card cannot be the first one again.",
                ),
                Mistake(
                    1 - Fraction(3 * k, n),
                    "chances added up",
                    "When two of the three cards help, you have counted that twice.",
                ),
                Mistake(
                    1 - right,
                    "the chance to lose",
                    "So often you lose. How often do you win?",
                ),
            ],
            simulated(_dealt(mine, theirs, last.unseen), 5_000),
        )

    return Task(
        f"The end of a game. You show {symbols(up)} and two of your pocket cards "
        f"{symbols(pockets)}. Your opponent shows {symbols(theirs)} and two of three pocket cards "
        f"that you do not know. {symbols(seen)} were drawn too and lie covered or face down, so "
        "they do not count. What is the chance that you win?",
        Chance(),
        solve,
        (
            "What is your best hand? And with which cards in the pockets is the opponent's better?",
            "Two pair lie there. Which cards make a full house of them, and where are those cards?",
            "How many cards have you not seen? Your opponent holds any three of them; you win if "
            "none of these makes the full house.",
        ),
        up,
    )


def _two_pairs() -> list[Group]:
    """Return all ways to show two pair with four cards."""
    return [
        (*high, *low)
        for one, other in combinations(range(13), 2)
        for high in combinations(DECK[4 * other : 4 * other + 4], 2)
        for low in combinations(DECK[4 * one : 4 * one + 4], 2)
    ]


def _between(own: Sequence[Card]) -> bool:
    """Want a hand above two pair and below a full house from five face-up cards and pockets."""
    lowest, above = strength(parse("2c 2d 2h")), strength(parse("2c 2d 2h 3c 3d"))
    return lowest <= shown_strength(own[:5], tuple(own[5:])) < above


def _helping(theirs: Group, cards: Sequence[Card]) -> list[Card]:
    """Return the cards of the ranks that the opponent shows."""
    return [card for card in cards if card.rank in {shown.rank for shown in theirs}]


def _none(n: int, k: int, drawn: int) -> Fraction:
    """Return the chance that so many of n cards hold none of k."""
    return Fraction(comb(n - k, drawn), comb(n, drawn))


def _dealt(mine: int, theirs: Group, unseen: Group) -> Callable[[random.Random], bool]:
    """Return a trial: deal three pocket cards, and say whether they lose."""
    with_two = {two: strength((*theirs, *two)) for two in combinations(unseen, 2)}

    def trial(numbers: random.Random) -> bool:
        held = sorted(numbers.sample(unseen, 3))
        return mine > max(with_two[two] for two in combinations(held, 2))

    return trial


# Differences


def same_worlds(vary: Variation) -> Task:
    """Find the standard error of a difference between two cuts that met the same worlds."""
    n = vary.one_of(1000, (400, 500, 800, 1000, 1200, 2000))
    wins = n * vary.number(546, 420, 600) // 1000
    others = wins - n * vary.number(92, 30, 120) // 1000
    both = others * vary.number(861, 750, 900) // 1000
    only, only_other = wins - both, others - both

    def solve() -> Solution:
        spread = sqrt((only + only_other) / n - ((only - only_other) / n) ** 2)  # of one world
        error = spread / sqrt(n)
        right = _points(error)
        one, other = (Estimate.of_proportion(w, n, seed=0).standard_error for w in (wins, others))
        apart_ = sqrt(one**2 + other**2)
        covariance = both / n - wins / n * others / n
        return Solution(
            right,
            Explanation(
                "How certain is the difference?",
                (
                    "Each world has a difference: 1 if only A wins, -1 if only B wins, 0 if both "
                    "win or both lose.",
                    (
                        ("difference", "worlds"),
                        ("1", f"{only:,}"),
                        ("0", f"{n - only - only_other:,}"),
                        ("-1", f"{only_other:,}"),
                    ),
                    f"The mean is ({only} - {only_other})/{n} = {(only - only_other) / n:.4f}.",
                    f"The mean square is ({only} + {only_other})/{n} = "
                    f"{(only + only_other) / n:.4f}. Less the square of the mean, this is the "
                    f"variance of one world: {spread**2:.4f}.",
                    f"Divided by {n}, and the root of it: {error:.4f}, that is "
                    f"{float(right):.2f} points.",
                    f"With other worlds for each cut it would be {100 * apart_:.2f} points. To get "
                    f"down to {float(right):.2f} they would need "
                    f"{(apart_ / error) ** 2:.1f} times as many.",
                ),
            ),
            "Worlds that are good or bad for both cuts fall out of the difference.",
            [
                Mistake(
                    _points(apart_),
                    "two standard errors combined as if independent",
                    "That is right if each cut had worlds of its own. Here a world that is good "
                    "for one cut is mostly good for the other.",
                ),
                Mistake(
                    _points(one + other),
                    "two standard errors added up",
                    "Standard errors do not add up, and the two values are not independent. Look "
                    "at the difference in each world.",
                ),
                Mistake(
                    _points(one),
                    "the standard error of one value",
                    "So uncertain is the value of one cut. And the difference?",
                ),
                Mistake(
                    _points(other),
                    "the standard error of one value",
                    "So uncertain is the value of one cut. And the difference?",
                ),
                Mistake(
                    _points(sqrt(one**2 + other**2 + 2 * covariance / n)),
                    "that of the sum, not of the difference",
                    "What the two cuts share makes a sum less certain. And a difference?",
                ),
                Mistake(
                    _points(spread),
                    "the spread of one world",
                    "So far apart are single worlds. The mean of many worlds is more certain.",
                ),
                Mistake(
                    right / 100,
                    "a part of one, not percentage points",
                    "Asked for are percentage points: 0.05 is 5 of them.",
                ),
            ],
            _repeated(n, only, only_other),
        )

    return Task(
        f"You let a computer play on in {n:,} worlds, and try two cuts in each of them. With cut A "
        f"you win in {wins:,} worlds, with cut B in {others:,}, and in {both:,} worlds with both. "
        "What is the standard error of the difference between the two shares of wins? Give it in "
        "percentage points.",
        Number("percentage points"),
        solve,
        (
            "Give each world one number: what A wins there less what B wins there. Which values "
            "can it have?",
            "In how many worlds does only A win, and in how many only B?",
            "The variance of the difference in one world is the mean square less the square of the "
            "mean. Divide by the number of worlds, take the root, and times 100 gives points.",
        ),
    )


def _points(share: float) -> Fraction:
    """Return percentage points as a fraction, to six decimals."""
    return Fraction(round(100 * share * 10**6), 10**6)


def _repeated(n: int, only: int, only_other: int) -> str:
    """Play all the worlds many times over and say how far the differences scatter."""
    import numpy as np

    chances = np.array([only, only_other, n - only - only_other]) / n
    counts = np.random.default_rng(SEED).multinomial(n, chances, REPEATS)
    scatter = float((100 * (counts[:, 0] - counts[:, 1]) / n).std())
    return (
        f"A simulation: all {n:,} worlds played {REPEATS:,} times over, the differences scatter by "
        f"{scatter:.2f} points."
    )
