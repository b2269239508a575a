"""Hands that one has not seen, or not wholly: sets of cards, total probability, Bayes."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb, perm

from cardlab.cards import DECK, RANK_NAMES, Card
from cardlab.lessons.answers import Chance
from cardlab.lessons.exercise import Mistake, Solution, Task, Variation
from cardlab.lessons.shoot.functions import beats
from cardlab.lessons.simulation import simulated
from cardlab.results import Explanation
from cardlab.shoot import Rules, Turn, average_chance, winning_cards
from cardlab.shoot.rules import View

RULES = Rules()
ACE = 12


def plural(rank: int) -> str:
    """Return the name of several cards of a rank, such as ``"sixes"``."""
    name = RANK_NAMES[rank]
    return f"{name}es" if name == "six" else f"{name}s"


def three_high(vary: Variation) -> Task:
    """Count hands, which are sets: without replacement and without order."""
    lowest = vary.number(8, 5, 10)
    high = [card for card in DECK if card.rank >= lowest]
    cards, name, chosen = len(high), RANK_NAMES[lowest], frozenset(high)

    def solve() -> Solution:
        hands, every = comb(cards, 3), comb(52, 3)
        right = Fraction(hands, every)
        return Solution(
            right,
            Explanation(
                f"Are all three cards {plural(lowest)} or higher?",
                (
                    f"{13 - lowest} ranks from the {name} to the ace, in four suits: {cards} "
                    "cards.",
                    f"A hand is a set of three cards: C(52, 3) = {every:,} hands, all equally "
                    "likely.",
                    f"C({cards}, 3) = {hands:,} of them hold only such cards: {hands:,}/{every:,} "
                    f"= {float(right):.4f}.",
                    "The same with order, above and below the line: "
                    f"{cards} x {cards - 1} x {cards - 2} of 52 x 51 x 50.",
                ),
            ),
            f"{hands:,} of {every:,} hands: order counts in neither number, or in both.",
            [
                Mistake(
                    Fraction(cards, 52) ** 3,
                    "that is the answer with replacement",
                    "Your second card cannot be the first one again. What is left in the deck?",
                ),
                Mistake(
                    Fraction(perm(cards, 3), every),
                    "ordered against unordered",
                    "Above the line you counted three cards in order, below it without. Do both "
                    "in the same way.",
                ),
                Mistake(
                    Fraction(hands, perm(52, 3)),
                    "unordered against ordered",
                    "Above the line you counted sets of three cards, below it three cards in "
                    "order. Do both in the same way.",
                ),
                Mistake(
                    Fraction(comb(cards - 4, 3), every),
                    f"the {plural(lowest)} forgotten",
                    f"“{name.capitalize()} or higher”: does a {name} belong to it?",
                ),
                Mistake(
                    1 - Fraction(comb(52 - cards, 3), every),
                    "at least one instead of all",
                    "That is the chance of one such card or more. All three are asked for.",
                ),
            ],
            simulated(lambda numbers: all(c in chosen for c in numbers.sample(DECK, 3))),
        )

    return Task(
        "Three cards are dealt to you from a full deck. What is the chance that each of them is "
        f"a {name} or higher (the ace is the highest)?",
        Chance(),
        solve,
        (
            "How many such cards are in the deck?",
            "The order in which you get your cards does not matter: how many hands of three are "
            "there, and how many of only such cards?",
            f"There are {cards} such cards. Choose three of them, and divide by the ways to choose "
            "three of 52.",
        ),
    )


def suits_not_looked_at(vary: Variation) -> Task:
    """Average over what is not known: the suits of an ace and a pair."""
    pair = vary.number(11, 4, 11)
    pairs = list(combinations(_of_rank(pair), 2))
    turns = [Turn((ace, *two)) for ace in _of_rank(ACE) for two in pairs]
    chances = [turn.exact().probability for turn in turns]
    lowest, highest = min(chances), max(chances)
    in_words = f"one ace and two {plural(pair)}"

    def solve() -> Solution:
        right = sum(chances) / Fraction(len(chances))
        apart = chances.count(highest)
        below = RULES.beaten_by[_of_rank(pair)[0]].bit_count()
        aces = Turn("Ah Ac As").exact()
        return Solution(
            right,
            Explanation(
                f"How good are {in_words}, in suits not known?",
                (
                    f"Four aces, and C(4, 2) = 6 pairs: {len(turns)} hands, all equally likely.",
                    f"{apart} of them have three suits. They beat 12 + {below} + {below} cards: "
                    f"{49 * highest}/49.",
                    f"In the other {len(turns) - apart} one of the pair has the suit of the ace, "
                    f"which beats all that it beats, and it cannot be turned: 11 + {below} "
                    f"cards, {49 * lowest}/49.",
                    f"The average, half and half: {right} = {float(right):.4f}.",
                    f"Three aces have {aces.favourable}/49 = {float(aces):.4f}, whatever their "
                    "suits.",
                ),
            ),
            f"Half of these hands have three suits and a chance of {49 * highest}/49, half have "
            f"two suits and {49 * lowest}/49.",
            [
                Mistake(
                    highest,
                    "three suits taken for granted",
                    "One of the pair may be of the same suit as the ace. How often is it?",
                ),
                Mistake(
                    lowest,
                    "two suits taken for granted",
                    "The three cards may be of three suits. How often are they?",
                ),
                Mistake(
                    _mixed(highest, lowest, Fraction(9, 16)),
                    "that is the answer with replacement",
                    "You let each card of the pair miss the ace's suit with a chance of 3/4. But "
                    "two equal cards are never of the same suit.",
                ),
                Mistake(
                    _mixed(highest, lowest, Fraction(3, 4)),
                    "only one of the pair looked at",
                    "One card of the pair misses the suit of the ace with a chance of 3/4. And "
                    "both together?",
                ),
                Mistake(
                    aces.probability,
                    "that is Ann's chance",
                    f"Three aces win so often. How many cards do {in_words} beat?",
                ),
            ],
            simulated(lambda numbers: _wins(numbers.choice(turns), numbers)),
        )

    return Task(
        "Ann holds three aces and wins with a chance of 36/49. Ben has seen in a glance that he "
        f"holds {in_words}, but not of which suits. What is his chance to win?",
        Chance(),
        solve,
        (
            "The chance depends on the suits. Which cases are there?",
            "Work out the chance for three different suits, and for one of the pair in the suit "
            "of the ace.",
            "Take the ace of spades. Of the six pairs, how many hold the card of spades? Weigh "
            "the two chances with that.",
        ),
    )


def _of_rank(rank: int) -> list[Card]:
    return [card for card in DECK if card.rank == rank]


def _mixed(one: Fraction, other: Fraction, weight: Fraction) -> Fraction:
    return weight * one + (1 - weight) * other


def _wins(turn: Turn, numbers: random.Random) -> bool:
    return numbers.choice(turn.unseen) in turn.winning


def average(vary: Variation) -> Task:
    """Average over all hands by exchangeability, with a short deck."""
    lowest = vary.one_of(5, (1, 2, 3, 4, 5, 6, 7))
    deck = [card for card in DECK if card.rank >= lowest]
    size, others = len(deck), len(deck) * 3 // 4
    out = tuple(card for card in DECK if card.rank < lowest)

    def solve() -> Solution:
        right = View(None, out, kitty=1, player=0, rules=RULES).chance
        sets, every = comb(others, 4), comb(size, 4)
        return Solution(
            right,
            Explanation(
                f"How often does a hand win that nobody has looked at, with {size} cards?",
                (
                    "Your three cards and the turned one are four random cards, and each of the "
                    "four is as likely as the others to be the turned one.",
                    "You lose if the turned card is the highest of its suit among the four. Each "
                    "suit among them has one highest card.",
                    "So you lose with a chance of a quarter of the mean number of suits among four "
                    "cards. Four suits, all alike: that is the chance that there is a club.",
                    f"And you win as often as four cards hold no club: C({others}, 4)/C({size}, 4) "
                    f"= {sets:,}/{every:,} = {float(right):.4f}.",
                ),
            ),
            f"You win exactly as often as four of the {size} cards hold no club: "
            f"C({others}, 4)/C({size}, 4).",
            [
                Mistake(
                    average_chance(),
                    "that is the answer for 52 cards",
                    f"The same thought holds for {size} cards. How many of them are no clubs?",
                ),
                Mistake(
                    Fraction(3, 4) ** 4,
                    "that is the answer with replacement",
                    "The second of the four cards cannot be the first one again.",
                ),
                Mistake(
                    1 - right,
                    "the chance to lose",
                    "So often you lose. How often do you win?",
                ),
                Mistake(
                    Fraction(comb(others, 3), comb(size, 3)),
                    "the turned card forgotten",
                    "Your three cards and the turned card: how many is that?",
                ),
                Mistake(
                    Fraction(sets, perm(size, 4)),
                    "unordered against ordered",
                    "Above the line you counted sets of four cards, below it four cards in "
                    "order. Do both in the same way.",
                ),
            ],
            simulated(lambda numbers: _blind(deck, numbers)),
        )

    return Task(
        f"You play Shoot with a short deck of {size} cards, {_name(lowest)} to ace in four suits. "
        "You have three cards and have not looked at them. What is the chance that you win?",
        Chance(),
        solve,
        (
            "You need not list the hands. Think of your three cards and the turned one as four "
            "cards in a row, in which every place is as good as any other.",
            "You lose exactly if the turned card is the highest of its suit among the four.",
            "The lesson finds that you win as often as four random cards hold no club. How many "
            f"of the {size} cards are no clubs?",
        ),
    )


def _name(rank: int) -> str:
    return str(rank + 2) if rank < 9 else RANK_NAMES[rank]


def _blind(deck: list[Card], numbers: random.Random) -> bool:
    *hand, turned = numbers.sample(deck, 4)
    return any(beats(card, turned) for card in hand)


def reckless(vary: Variation) -> Task:
    """Reason backwards with Bayes: what a SHOOT says about a player."""
    one_in = vary.number(10, 4, 20)
    favourites = winning_cards().probability(range(25, 37))
    shoots, of = favourites.numerator, favourites.denominator

    def solve() -> Solution:
        prior = Fraction(1, one_in)
        shot = prior + (1 - prior) * favourites
        right = prior / shot
        careful = (one_in - 1) * of
        return Solution(
            right,
            Explanation(
                "Is a player who SHOOTs reckless?",
                (
                    f"Think of {one_in * of:,} players: {of:,} are reckless, {careful:,} careful.",
                    (
                        ("players", "all", "SHOOT"),
                        ("reckless", f"{of:,}", f"{of:,}"),
                        ("careful", f"{careful:,}", f"{(one_in - 1) * shoots:,}"),
                        ("together", f"{one_in * of:,}", f"{of + (one_in - 1) * shoots:,}"),
                    ),
                    f"Of those who SHOOT, {of:,} in {of + (one_in - 1) * shoots:,} are reckless: "
                    f"{float(right):.4f}.",
                    f"Before the SHOOT it was {prior} = {float(prior):.4f}.",
                ),
            ),
            "Of all players who SHOOT, count those who are reckless.",
            [
                Mistake(
                    prior,
                    "the SHOOT not used",
                    "So many players are reckless. Is that also their share among those who SHOOT?",
                ),
                Mistake(
                    1 - favourites,
                    "the condition turned round",
                    "So seldom does a careful player SHOOT. But how likely is it that somebody "
                    "who SHOOTs is careful?",
                ),
                Mistake(
                    1 / (1 + favourites),
                    "the prior chance forgotten",
                    "You compare one reckless player with one careful one. How many careful ones "
                    "are there to each reckless one?",
                ),
                Mistake(
                    1 - right,
                    "the chance that the player is careful",
                    "That is how often it is a careful player. The question is about the other "
                    "kind.",
                ),
                Mistake(
                    shot,
                    "the chance of a SHOOT",
                    "So often anybody SHOOTs at all. Which share of this comes from the reckless?",
                ),
            ],
            simulated(_shown(one_in, float(favourites)), 2_000),
        )

    return Task(
        f"One player in {one_in} is reckless and SHOOTs every hand. All others SHOOT their "
        f"favourites only, which are {favourites} of all hands. Somebody you do not know has the "
        "first turn and SHOOTs. What is the chance that this player is reckless?",
        Chance(),
        solve,
        (
            "Two kinds of players SHOOT. Which kind is more common among those who do?",
            f"Think of {one_in * of:,} players and write down how many of each kind there are, "
            "and how many of these SHOOT.",
            f"{of:,} of them are reckless and all SHOOT; of the others {favourites} SHOOT. "
            "Divide the reckless ones by all who SHOOT.",
        ),
    )


def _shown(one_in: int, favourites: float) -> Callable[[random.Random], bool]:
    """Return a trial: draw players until one SHOOTs, and say whether this one is reckless."""

    def trial(numbers: random.Random) -> bool:
        while True:
            if numbers.randrange(one_in) == 0:
                return True
            if numbers.random() < favourites:
                return False

    return trial
