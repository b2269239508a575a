"""A hand on its way to a low: draws without replacement, counted by ranks, and dead cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb

from cardlab.cards import Card, symbols
from cardlab.counting import hypergeometric
from cardlab.lessons.answers import Chance
from cardlab.lessons.exercise import Mistake, Solution, Task, Variation
from cardlab.lessons.simulation import SEED, told
from cardlab.lessons.stud8.lows import ranks_of
from cardlab.results import Explanation
from cardlab.stud8 import LowDraw

LOW_RANKS, SUITS = 8, 4
N = 50_000  # hands in a simulation


def _holds(count: int) -> Callable[[Sequence[Card]], bool]:
    """Want a number of different low ranks."""
    return lambda cards: len(ranks_of(cards)) == count


def _low_cards(cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if ranks_of([card])]


def sixth_street(vary: Variation) -> Task:
    """Count the outs on sixth street, with the opponent's open cards dead."""
    hand = vary.cards("As 2h 4d 7c 7s Kh", fits=_four_and_a_pair)
    dead = vary.cards("3c 8d Qs Qh", but=hand, fits=lambda cards: _outs_gone(hand, cards) > 0)

    def solve() -> Solution:
        draw = LowDraw(hand, dead)
        outs, unseen = len(draw.outs), len(draw.unseen)
        gone = _outs_gone(hand, dead)
        low_cards = len(_low_cards(draw.unseen))
        return Solution(
            draw.exact().probability,
            draw.explain(),
            f"{outs} of the {unseen} cards that you have not seen bring a fifth low rank.",
            [
                Mistake(
                    Fraction(outs + gone, 46),
                    "dead cards forgotten",
                    "Cards that your opponent shows cannot come. Take them out, above and below "
                    "the line.",
                ),
                Mistake(
                    Fraction(outs, 46),
                    "dead cards left in the denominator",
                    f"{outs} outs is right. How many cards have you not seen?",
                ),
                Mistake(
                    Fraction(outs + gone, unseen),
                    "dead cards left in the numerator",
                    f"{unseen} cards can come, that is right. But some of your outs lie on the "
                    "table.",
                ),
                Mistake(
                    Fraction(outs, 52),
                    "52 in the denominator",
                    "Which of the 52 cards can still come?",
                ),
                Mistake(
                    Fraction(low_cards, unseen),
                    "ranks that you hold already",
                    "A second card of a rank that you hold does not help. Which ranks are new?",
                ),
                Mistake(
                    Fraction(outs, unseen - outs),
                    "odds, not a chance",
                    "You divided the good cards by the bad ones. Divide by all of them.",
                ),
            ],
            told(draw.simulate(N, rng=SEED)),
        )

    return Task(
        f"Sixth street. Your cards are {symbols(hand)}. Your opponent shows {symbols(dead)}. What "
        "is the chance that the last card gives you a low?",
        Chance(),
        solve,
        (
            "Which ranks would give you five different low ones?",
            "There are four cards of each such rank. Do you see some of them?",
            "You see your own six cards and the four of your opponent, so 42 can come. How many "
            "of these are of a new low rank?",
        ),
        hand,
    )


def _four_and_a_pair(hand: Sequence[Card]) -> bool:
    return len(ranks_of(hand)) == 4 and len(_low_cards(hand)) == 5


def _outs_gone(hand: Sequence[Card], dead: Sequence[Card]) -> int:
    """Return how many of the dead cards would have brought a new low rank."""
    return len([card for card in _low_cards(dead) if ranks_of([card])[0] not in ranks_of(hand)])


_STARTS = {
    # number of cards and of different low ranks among them: an example
    (3, 3): "2s 5h 7d",
    (3, 2): "2s 5h Qd",
    (4, 3): "2s 5h 7d Qc",
    (4, 4): "2s 5h 7d 8c",
    (5, 3): "2s 5h 7d Qc Jh",
}


def early(vary: Variation) -> Task:
    """Count the draws that make a low, from third to fifth street."""
    cards, ranks = vary.one_of((3, 3), tuple(_STARTS))
    hand = vary.cards(
        _STARTS[cards, ranks],
        fits=lambda drawn: len(ranks_of(drawn)) == len(_low_cards(drawn)) == ranks,
    )
    to_come, need, new = 7 - cards, 5 - ranks, LOW_RANKS - ranks
    unseen, good = 52 - cards, SUITS * (LOW_RANKS - ranks)

    def solve() -> Solution:
        draw = LowDraw(hand)
        right = draw.exact().probability
        enough = hypergeometric(unseen, good, to_come).probability(lambda k: k >= need)
        by_choice = comb(new, need) * SUITS**need * comb(unseen - need, to_come - need)
        return Solution(
            right,
            draw.explain(),
            f"Of {comb(unseen, to_come):,} ways to draw {to_come} cards, those with {need} or more "
            "new low ranks make a low.",
            [
                Mistake(
                    enough,
                    "cards counted instead of ranks",
                    f"So often {need} or more of the {good} cards come. But two of them may be of "
                    "the same rank.",
                ),
                Mistake(
                    with_replacement(new, need, to_come, unseen),
                    "that is the answer with replacement",
                    "A card that has come cannot come again.",
                ),
                Mistake(
                    Fraction(by_choice, comb(unseen, to_come)),
                    "hands counted more than once",
                    "You chose new ranks, as many as you need, a card of each, and then any "
                    "others. A draw with one more new rank is counted several times.",
                ),
                Mistake(
                    1 - right,
                    "the chance of no low",
                    "So often there is no low.",
                ),
                Mistake(
                    _in_a_row(need, new, unseen),
                    "only the next cards looked at",
                    f"The good cards need not be the next ones. {to_come} cards are to come, and "
                    "any of these may be good.",
                ),
            ],
            told(draw.simulate(N, rng=SEED)),
        )

    return Task(
        f"Your first {_WORDS[cards]} cards are {symbols(hand)}, and you have seen no others. What "
        "is the chance that you have a low on seventh street?",
        Chance(),
        solve,
        (
            f"{to_come} cards are to come. How many new low ranks do you need?",
            "Sort the draws by how many different new low ranks they bring. The order of the cards "
            "does not matter.",
            f"{new} ranks would be new, four cards each; {unseen - good} other cards are no help. "
            f"Count the draws with {need} or more of the new ranks; it is easiest to go through "
            "how often each rank comes.",
        ),
        hand,
    )


_WORDS = {3: "three", 4: "four", 5: "five"}


def with_replacement(new: int, need: int, drawn: int, unseen: int) -> Fraction:
    """Return the chance of so many new ranks if each card were put back before the next."""
    reached = [Fraction(1)] + [Fraction(0)] * new
    for _ in range(drawn):
        for k in range(new, -1, -1):
            before = reached[k - 1] * Fraction(SUITS * (new - k + 1), unseen) if k else Fraction(0)
            reached[k] = reached[k] * (1 - Fraction(SUITS * (new - k), unseen)) + before
    return sum(reached[need:], Fraction(0))


def _in_a_row(need: int, new: int, unseen: int) -> Fraction:
    """Return the chance that the very next cards are all of new ranks."""
    chance = Fraction(1)
    for k in range(need):
        chance *= Fraction(SUITS * (new - k), unseen - k)
    return chance


def dead_cards(vary: Variation) -> Task:
    """Take dead cards out, with two cards to come."""
    hand = vary.cards("As 2h 4d 7c Kh", fits=_holds(4))
    dead = vary.cards(
        "3c 5d 8h 6s Jc Ad", but=hand, fits=lambda cards: 2 <= _outs_gone(hand, cards) <= 5
    )

    def solve() -> Solution:
        draw = LowDraw(hand, dead)
        outs, unseen, gone = len(draw.outs), len(draw.unseen), _outs_gone(hand, dead)
        right, before = draw.exact().probability, LowDraw(hand).exact().probability
        return Solution(
            right,
            Explanation(
                f"Will {symbols(hand)} make a low, with six dead cards?",
                (
                    f"16 cards would bring a fifth low rank; {gone} of them are dead: {outs} outs.",
                    f"52 cards, less your five and six dead ones: {unseen} can come, {outs} outs "
                    f"and {unseen - outs} others.",
                    f"No low if both cards to come are others: C({unseen - outs}, 2) of "
                    f"C({unseen}, 2), that is {comb(unseen - outs, 2):,}/{comb(unseen, 2):,}.",
                    f"A low otherwise: {float(right):.4f}. Without dead cards it would be "
                    f"{float(before):.4f}.",
                ),
            ),
            f"{outs} outs are left among {unseen} cards; there is no low only if both cards miss.",
            [
                Mistake(
                    before,
                    "dead cards forgotten",
                    "That is the chance if you had seen your own cards only.",
                ),
                Mistake(
                    at_least_one(47, outs),
                    "dead cards left in the denominator",
                    "You took them out of the outs. They cannot come at all.",
                ),
                Mistake(
                    at_least_one(unseen, 16),
                    "dead cards left among the outs",
                    f"{unseen} cards can come, that is right. How many of your 16 outs lie dead?",
                ),
                Mistake(
                    at_least_one(unseen, 16 - len(dead)),
                    "all dead cards taken off the outs",
                    "Look at the dead cards one by one: not each of them would have helped.",
                ),
                Mistake(
                    1 - Fraction(unseen - outs, unseen) ** 2,
                    "that is the answer with replacement",
                    "If the first card is no out, how many cards are left for the second one?",
                ),
                Mistake(
                    Fraction(2 * outs, unseen),
                    "the two cards added up",
                    "When both cards are outs, you have counted that twice.",
                ),
                Mistake(
                    Fraction(outs, unseen),
                    "one card only",
                    "That is for one card. Two are to come.",
                ),
                Mistake(
                    1 - right,
                    "the chance of no low",
                    "So often there is no low.",
                ),
            ],
            told(draw.simulate(N, rng=SEED)),
        )

    return Task(
        f"Fifth street. Your cards are {symbols(hand)}. In other hands you have seen "
        f"{symbols(dead)}. What is the chance that you have a low on seventh street?",
        Chance(),
        solve,
        (
            "You need one more low rank, and two cards are to come. What can you not get any more?",
            "Count your outs, those that are not dead, and all cards that can come.",
            "It is easier to count the pairs that do not help: both cards come from the others. "
            "Turn it round at the end.",
        ),
        hand,
    )


def at_least_one(unseen: int, outs: int) -> Fraction:
    """Return the chance that two cards bring one out or two."""
    return 1 - Fraction(comb(unseen - outs, 2), comb(unseen, 2))
