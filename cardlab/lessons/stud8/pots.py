"""Pots: halves, quarters and odd chips, what a call must bring, and equity."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import permutations

from cardlab.cards import DECK, Card, parse, symbols
from cardlab.hands import NO_LOW, high, low
from cardlab.lessons.answers import Chance, Count, Number
from cardlab.lessons.exercise import Mistake, Solution, Task, Variation
from cardlab.lessons.mistakes import apart
from cardlab.lessons.simulation import simulated
from cardlab.lessons.stud8.lows import ranks_of
from cardlab.results import Explanation, HiLoTable
from cardlab.stud8 import PotOdds
from cardlab.stud8.rules import Split, split

NAMES = ("Ann", "Ben", "Cy")

_SHOWDOWNS = (
    # high alone, and a shared low
    ("As Ah Kd 2c 3d 5h 7s", "Ac 2d 3s 5c 7h Qd Jc", "Ks Kh Qs Jd 9c 8d 4h"),
    # a shared low only: quartered
    ("As 2h 3d 5c 7s Jc 9d", "Ad 2c 3h 5s 7d Qh Th", "Kc Kd Ks 9h 8c 8h 4d"),
    # the low alone
    ("2s 3h 4d 6c 7s Jc 9d", "Ad 3c 5h 6s 8d Qh Th", "Kc Kd Ks 9h Td Jh 4c"),
    # a shared high only, with odd chips by the highest card
    ("Ks Kh Qd Jc 9s 4d 2h", "Kd Kc Qs Jd 9c 5h 3d", "As 2c 3s 6h 8d Th 7c"),
)
_SUITS = 4


def chips(vary: Variation) -> Task:
    """Share a pot with odd chips."""
    shown = vary.one_of(_SHOWDOWNS[0], _SHOWDOWNS)
    suits = [0, 1, 2, 3] if vary.seed is None else vary.random.sample(range(_SUITS), _SUITS)
    hands = {seat: _with_suits(parse(cards), suits) for seat, cards in enumerate(shown)}
    pot = 2 * vary.number(33, 20, 49) + 1

    def solve() -> Solution:
        shared = split(pot, hands)
        low_half = pot // 2
        return Solution(
            shared.shares.get(0, 0),
            Explanation(
                f"Who gets which of the {pot} chips?",
                (
                    f"High half: {pot - low_half} chips, the odd one included. {_got(shared.high)}",
                    f"Low half: {low_half} chips. {_got(shared.low)}",
                    "In all: "
                    + ", ".join(f"{NAMES[s]} {shared.shares.get(s, 0)}" for s in hands)
                    + ".",
                ),
            ),
            "Each half is shared by those who win it, and the odd chip of the pot is in the high "
            "half.",
            _chip_mistakes(pot, shared),
        )

    table = "; ".join(f"{NAMES[seat]} has {symbols(cards)}" for seat, cards in hands.items())
    return Task(
        f"At the showdown {pot} chips are in the pot. {table}. How many chips does Ann get? The "
        "high half has the odd chip of the pot. If a half does not divide, its odd chip goes to "
        "the player with the highest card, by rank, then by suit: spades, hearts, diamonds, clubs. "
        "But nobody gets two odd chips.",
        Count("chips"),
        solve,
        (
            "Judge high and low apart: who has the best hand of each?",
            "Halve the pot first. Then share each half among those who win it.",
            f"The high half is {pot - pot // 2} chips, the low half {pot // 2}. Ann gets what is "
            "hers of each.",
        ),
    )


def _with_suits(cards: tuple[Card, ...], suits: list[int]) -> tuple[Card, ...]:
    return parse([4 * card.rank + suits[card.suit] for card in cards])


def _got(seats: tuple[int, ...]) -> str:
    names = " and ".join(NAMES[seat] for seat in seats)
    return f"{names} share it." if len(seats) > 1 else f"{names} wins it alone."


def _chip_mistakes(pot: int, shared: Split) -> list[Mistake]:
    """Return what usual mistakes would give Ann, who is seat 0."""
    high, low, low_half = 0 in shared.high, 0 in shared.low, pot // 2
    high_half = pot - low_half
    mistakes = [
        Mistake(
            high * high_half + low * low_half,
            "ties dropped",
            "Does Ann win each of her halves alone?",
        ),
        Mistake(
            high * low_half // len(shared.high) + low * high_half // len(shared.low),
            "an odd chip in the wrong place",
            "Which half has the odd chip of the pot, and who gets the odd chip of a half?",
        ),
        Mistake(
            high * -(-high_half // len(shared.high)) + low * -(-low_half // len(shared.low)),
            "one odd chip too many",
            "Together the players cannot get more than the pot, and nobody gets two odd chips. Who "
            "gets those of the shared halves?",
        ),
        Mistake(
            pot if high else 0,
            "the low forgotten",
            "That would be right if nobody had a low.",
        ),
        Mistake(
            pot // (len(shared.high) if high else len(shared.low)) if high or low else 0,
            "the whole pot shared by those who win something of it",
            "The pot is halved first. Who is in each half?",
        ),
        Mistake(
            low_half,
            "half the pot",
            "What Ann wins is shared, or there is more that she wins. Take one half at a time.",
        ),
    ]
    return apart(mistakes, shared.shares.get(0, 0))


def sure_half(vary: Variation) -> Task:
    """See what a call gains that is sure to win half the pot."""
    call = 10 * vary.number(2, 1, 6)
    pot = call + 10 * vary.number(6, 2, 12)

    def solve() -> Solution:
        right = PotOdds(pot, call).gain(Fraction(1, 2))
        after = pot + call
        return Solution(
            right,
            Explanation(
                "What does a call gain that wins half the pot?",
                (
                    f"After the call the pot holds {pot} + {call} = {after} chips, half of it is "
                    f"{after // 2}.",
                    f"{call} of these you have just put in: {after // 2} - {call} = {right}.",
                    f"In short, half of the {pot} that were there, less half of your own {call}.",
                ),
            ),
            f"Half of {after} comes back, and {call} of it was yours.",
            [
                Mistake(
                    Fraction(after, 2),
                    "your own call counted as a gain",
                    "That is what you get. What did you put in for it?",
                ),
                Mistake(
                    Fraction(pot, 2),
                    "half the pot taken as half the profit",
                    "Your call is in the pot as well, and half of it goes to the other player.",
                ),
                Mistake(
                    Fraction(pot, 2) - call,
                    "your call left out of the pot",
                    "The pot that is halved holds your call, too.",
                ),
                Mistake(
                    Fraction(pot),
                    "the whole pot",
                    "You win half of it only.",
                ),
            ],
        )

    return Task(
        f"The pot holds {pot} chips, the bet that you must call included. A call costs {call} "
        "chips, and it is the last one. You are sure to win exactly half the pot. How many chips "
        "does the call gain you, compared with a fold? Write a loss with a minus sign.",
        Number("chips"),
        solve,
        (
            "How many chips are in the pot after the call?",
            "You get half of these. What did you pay?",
            f"Half of {pot + call}, less {call}.",
        ),
    )


def price(vary: Variation) -> Task:
    """Find how often half a pot must be won to pay for a call."""
    call = 10 * vary.number(2, 1, 6)
    pot = call * vary.one_of(3, (3, 4, 5, 6)) + 10 * vary.number(1, 0, 1)
    odds = PotOdds(pot, call)

    def solve() -> Solution:
        right, after = odds.half_chance, pot + call
        return Solution(
            right,
            odds.explain(),
            f"Winning, you get {after // 2} chips for {call}: it must happen {call} times in "
            f"{after // 2}.",
            [
                Mistake(
                    odds.equity,
                    "as if you won the whole pot",
                    "So often you would have to win all of it. How many chips can you win?",
                ),
                Mistake(
                    Fraction(call, pot),
                    "the pot before the call",
                    "Your call goes into the pot. And you win half of it only.",
                ),
                Mistake(
                    Fraction(2 * call, pot),
                    "the call left out of the pot",
                    "You win half of a pot that holds your call as well.",
                ),
                Mistake(
                    Fraction(2 * call, pot + 2 * call),
                    "half the pot taken as half the profit",
                    f"You set {pot // 2} chips against your {call}. But when you win, half of your "
                    "own call is lost, too.",
                ),
                Mistake(
                    1 - right,
                    "how often you may lose",
                    "So often you may lose. How often must you win?",
                ),
            ],
            f"{simulated(_calls(right, odds))} That is the mean gain of a call that wins so often.",
        )

    return Task(
        f"The pot holds {pot} chips, the bet that you must call included, and a call costs {call}. "
        "It is the last bet. You can win the low half only, and nobody can share it with you. How "
        "often must you win it at least, so that the call does not lose?",
        Chance(),
        solve,
        (
            "What do you get when you win, and what when you lose?",
            f"After the call {pot + call} chips are in the pot. You win half of these, or nothing.",
            f"The chance p must satisfy p x {(pot + call) // 2} = {call}.",
        ),
    )


def _calls(chance: Fraction, odds: PotOdds) -> Callable[[random.Random], float]:
    """Return a trial: call once and win half the pot with this chance."""
    half = (odds.pot + odds.call) / 2
    return lambda numbers: (half if numbers.random() < chance else 0) - odds.call


def equity(vary: Variation) -> Task:
    """Weigh the outcomes of a pot."""
    cards = vary.cards("As 2h 3d 4c 7s Kd Ad Ac 2c 3s 4h 7d", fits=_interesting)
    table = _last_cards(cards)

    def solve() -> Solution:
        parts = _parts(table)
        shares, weights = list(map(float, parts)), list(parts.values())
        return Solution(
            table.equity,
            Explanation(
                "What is the average share of the pot?",
                (
                    f"{table.deals:,} deals, all equally likely.",
                    (
                        ("share", "deals", "share x deals"),
                        *(
                            (str(s), f"{n:,}", f"{float(s * n):,.2f}".removesuffix(".00"))
                            for s, n in parts.items()
                        ),
                    ),
                    f"The sum of the last column, divided by {table.deals:,}: "
                    f"{float(table.equity):.4f}.",
                ),
            ),
            "Equity weighs each outcome with its share of the pot; it is no chance of winning.",
            [
                Mistake(
                    1 - table.nothing,
                    "how often you win something",
                    "A half of the pot counts one half, a quarter one quarter.",
                ),
                Mistake(
                    table.scoop,
                    "how often you scoop",
                    "Parts of the pot count as well.",
                ),
                Mistake(
                    table.scoop + (table.split + table.chop) / 2,
                    "ties dropped",
                    "Quarters and three quarters of the pot count as well.",
                ),
                Mistake(
                    (1 - table.nothing) / 2 + table.scoop,
                    "scoop counted twice",
                    "A deal that you scoop counts 1. In your sum it counts one half more.",
                ),
                Mistake(
                    (table.scoop + table.three_quarter)
                    + (table.split + table.chop + table.quarter) / 2,
                    "quarters rounded up",
                    "Three quarters are not the whole pot, and a quarter is not a half.",
                ),
                Mistake(
                    1 - table.equity,
                    "your opponent's equity",
                    "That is the other side of the table.",
                ),
            ],
            simulated(lambda numbers: numbers.choices(shares, weights)[0]),
        )

    return Task(
        f"Sixth street, and all cards are known: you have {symbols(cards[:6])}, your opponent "
        f"{symbols(cards[6:])}. {_outcomes(table)} What is your equity, your average share of "
        "the pot?",
        Chance(),
        solve,
        (
            "What is each outcome worth, as a share of the pot?",
            "Multiply each number of deals by its share and add up.",
            "Count a scoop 1, three quarters 0.75, half a pot 0.5, a quarter 0.25. Divide the sum "
            "by the number of all deals.",
        ),
    )


def _parts(table: HiLoTable) -> dict[Fraction, int]:
    """Return for each share of the pot the number of deals."""
    chances = {
        Fraction(1): table.scoop,
        Fraction(3, 4): table.three_quarter,
        Fraction(1, 2): table.split + table.chop,
        Fraction(1, 4): table.quarter,
        Fraction(0): table.nothing,
    }
    return {share: int(chance * table.deals) for share, chance in chances.items()}


def _outcomes(table: HiLoTable) -> str:
    """Say how often each part of the pot is won."""
    words = ("the whole pot", "three quarters", "half the pot", "a quarter", "nothing")
    counts = zip(words, _parts(table).values(), strict=True)
    listed = ", ".join(f"{word} in {number:,}" for word, number in counts)
    return f"Of {table.deals:,} deals of the last cards you get {listed}."


def _interesting(cards: tuple[Card, ...]) -> bool:
    """Want the same low ranks in both hands, and at least four kinds of outcomes."""
    mine, theirs = ranks_of(cards[:6]), ranks_of(cards[6:])
    if len(mine) < 4 or mine != theirs:
        return False
    parts = _parts(_last_cards(cards))
    shared = parts[Fraction(1, 4)] + parts[Fraction(3, 4)]
    return shared > 0 and sum(map(bool, parts.values())) >= 4


@cache
def _last_cards(cards: tuple[Card, ...]) -> HiLoTable:
    """List all deals of the last card to two hands of six.

    `Matchup` gives the same table. It would have to be compiled first, and here listing is quick.
    """
    left = [card for card in DECK if card not in cards]
    mine = {card: (*cards[:6], card) for card in left}
    theirs = {card: (*cards[6:], card) for card in left}
    highs = [{card: high(hand) for card, hand in hands.items()} for hands in (mine, theirs)]
    lows = [{card: low(hand) for card, hand in hands.items()} for hands in (mine, theirs)]
    counts = [[0] * 4 for _ in range(3)]
    for a, b in permutations(left, 2):
        row = _compared(highs[0][a], highs[1][b])
        nobody = lows[0][a] == lows[1][b] == NO_LOW
        counts[row][3 if nobody else _compared(lows[1][b], lows[0][a])] += 1
    lost, tied, won = ((row[0], row[1], row[2], row[3]) for row in counts)
    return HiLoTable((lost, tied, won))


def _compared(mine: int, theirs: int) -> int:
    """Return 2 for a larger number, 1 for an equal one, 0 for a smaller one."""
    return 1 + (mine > theirs) - (mine < theirs)
