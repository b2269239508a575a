"""Reading a low: five different ranks, all eight or lower, the ace low."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from cardlab.cards import Card, symbols
from cardlab.hands import NO_LOW, low, low_name
from cardlab.lessons.answers import Fit, Kind, Listing
from cardlab.lessons.exercise import Mistake, Solution, Task, Variation
from cardlab.lessons.reading import LONGEST, Unreadable, cannot_read, plain, refuse
from cardlab.results import Explanation

RANKS = "A23456789TJQK"
"""All ranks, the ace low."""

NONE = "no low"
BOOK = ("8-4-3-2-A", "7-6-5-4-3", "7-4-3-2-A", "6-5-4-2-A", "7-6-4-3-A")
LOWS = tuple(map(low_name, range(NO_LOW)))
"""All 56 lows as text, the best first."""

_RANK = re.compile(r"(10|[A1-9TJQK])[cdhs♣♦♥♠]?", re.IGNORECASE)
_FIVE = re.compile(rf"(?:{_RANK.pattern}[\s,-]*){{5}}", re.IGNORECASE)


def height(rank: str) -> int:
    """Return where a rank stands, the ace as 1."""
    return RANKS.index(rank) + 1


def written(ranks: Sequence[str]) -> str:
    """Return ranks as a low is written, from the highest down.

    Examples
    --------
    >>> written(["A", "8", "2", "4", "3"])
    '8-4-3-2-A'
    """
    return "-".join(sorted(ranks, key=height, reverse=True))


def form(entry: object) -> str:
    """Return five ranks, in whatever way and order they are written, in the order of a low.

    Examples
    --------
    >>> form("84a23"), form("8h 4c 3s 2d Ah"), form([8, 4, 3, 2, 1]), form("None")
    ('8-4-3-2-A', '8-4-3-2-A', '8-4-3-2-A', 'no low')
    """
    if isinstance(entry, list | tuple):  # as the lesson's own function returns them
        entry = " ".join(map(str, entry[:LONGEST]))
    words = plain(entry).strip("[]() ") if isinstance(entry, str) else ""
    if words.casefold() in ("no low", "none", "no"):
        return NONE
    if len(words) > LONGEST or not _FIVE.fullmatch(words):
        refuse(cannot_read(entry), "A low is written as five ranks, such as 7-6-5-4-3.")
    ranks = [found.upper() for found in _RANK.findall(words)]
    return written(["T" if rank == "10" else "A" if rank == "1" else rank for rank in ranks])


class LowHand(Kind):
    """A low, or that there is none.

    Examples
    --------
    >>> LowHand().compare(LowHand().read("8 4 3 2 A"), "8-4-3-2-A")
    'exact'
    """

    how = f"Five ranks such as 7-6-5-4-3, or: {NONE}."

    def read(self, answer: object) -> str:
        """Return the low as it is written from the highest card down."""
        return form(answer)

    def compare(self, value: str, right: str) -> Fit:
        """Compare the texts."""
        return "exact" if value == right else "no"

    def show(self, value: str) -> str:
        """Return the text."""
        return value


def ranks_of(cards: Sequence[Card]) -> list[str]:
    """Return the low ranks among cards, each once, from the ace up."""
    held = {str(card)[0] for card in cards}
    return [rank for rank in RANKS[:8] if rank in held]


def which(vary: Variation) -> Task:
    """Find the low among seven cards, past pairs and an ace."""
    has_low = vary.one_of(True, (True, True, False))
    hand = vary.cards("8s 7h 6d 4c 2d Ah As", fits=lambda cards: _worth_asking(cards, has_low))

    def solve() -> Solution:
        found = low(hand)
        right = LOWS[found] if found < NO_LOW else NONE
        held = ranks_of(hand)
        return Solution(
            right,
            Explanation(
                "Which low do the seven cards hold?",
                (
                    f"The different ranks from ace to eight are {' '.join(held)}: {len(held)}.",
                    "Five are needed. The other cards and further ones of a rank do no harm."
                    if found < NO_LOW
                    else "Five are needed, so there is no low.",
                    *([f"The five lowest make the best low: {right}."] if found < NO_LOW else []),
                ),
            ),
            "You choose five of the seven cards; what the other two are does not matter."
            if found < NO_LOW
            else f"Only {len(held)} different ranks are eight or lower.",
            _which_mistakes(hand),
        )

    return Task(
        f"Seven cards: {symbols(hand)}. What is their low, if they hold one?",
        LowHand(),
        solve,
        (
            "Cross out all cards above eight. The ace is low.",
            "Of cards of the same rank keep one. How many different ranks are left?",
            "With five or more, take the five lowest and write them from the highest down.",
        ),
        hand,
    )


def _worth_asking(hand: Sequence[Card], has_low: bool) -> bool:
    """Want an ace and a low pair, and either a low with a choice or one rank too few."""
    low_cards = [str(card)[0] for card in hand if str(card)[0] in RANKS[:8]]
    held = ranks_of(hand)
    return "A" in held and len(low_cards) > len(held) and len(held) == (6 if has_low else 4)


def _which_mistakes(hand: Sequence[Card]) -> list[Mistake]:
    held = ranks_of(hand)
    low_cards = sorted((str(card)[0] for card in hand), key=height)
    without_ace = [rank for rank in held if rank != "A"][:5]
    higher = sorted({str(card)[0] for card in hand}, key=height)
    mistakes = [
        Mistake(
            NONE,
            "a pair disqualifies nothing",
            "No pair and nothing above eight: that is about the five cards that you choose.",
        ),
        Mistake(
            written(low_cards[:5]),
            "a pair is not two ranks",
            "The five cards of a low are of five different ranks.",
        ),
    ]
    if len(without_ace) == 5:
        mistakes.append(
            Mistake(
                written(without_ace),
                "the ace is low",
                "In a low the ace counts as one, also where it is the highest card for high.",
            )
        )
    if len(held) < 5 <= len(higher):
        mistakes.append(
            Mistake(
                written(higher[:5]),
                "a card above eight",
                "All five cards must be eight or lower.",
            )
        )
    return mistakes


def in_order(vary: Variation) -> Task:
    """Put five lows in order, from the highest card down."""
    lows = BOOK if vary.seed is None else _five(vary)

    def number(entry: object) -> str:
        """Return the number of a low, which may be written out instead."""
        words = plain(entry) if isinstance(entry, str) else str(entry)
        if words.strip() in {"1", "2", "3", "4", "5"}:
            return words.strip()
        low = ""
        with suppress(Unreadable):
            low = form(entry)
        if low not in lows:
            refuse(
                cannot_read(entry),
                "It is none of the five lows. Write their numbers with semicolons between.",
            )
        return str(lows.index(low) + 1)

    def placed(key: Callable[[str], Any], *, worst_first: bool = False) -> tuple[str, ...]:
        return tuple(map(number, sorted(lows, key=key, reverse=worst_first)))

    def solve() -> Solution:
        best = sorted(lows, key=LOWS.index)
        return Solution(
            placed(LOWS.index),
            Explanation(
                "Which low is better?",
                (
                    "The lower highest card is better; if they are equal, the lower second card, "
                    "and so on. The ace is one.",
                    f"So read each low as a number of five digits, such as {_digits(best[0])} for "
                    f"{best[0]}: the smallest is best.",
                    (
                        ("place", "low", "number"),
                        *((str(n), one, number(one)) for n, one in enumerate(best, 1)),
                    ),
                ),
            ),
            "Lows are compared from the highest card down, the ace being one.",
            [
                Mistake(
                    placed(LOWS.index, worst_first=True),
                    "the worst comes first",
                    "The order is right, from the other end. Begin with the best.",
                ),
                Mistake(
                    placed(_from_below),
                    "compared from the lowest card",
                    "8-4-3-2-A is an eight, and worse than any seven. Which card decides first?",
                ),
                Mistake(
                    placed(_ace_high),
                    "the ace taken as high",
                    "In a low the ace counts as one.",
                ),
                Mistake(
                    placed(_sum),
                    "cards added up",
                    "Do not add. Compare the highest cards first.",
                ),
            ],
        )

    numbered = ", ".join(f"({number(low)}) {low}" for low in lows)
    return Task(
        f"Put these lows in order, the best first: {numbered}. Write their numbers.",
        Listing("5; 4; 3; 2; 1", number, ordered=True),
        solve,
        (
            "The highest card decides first. Low is good.",
            "Lows with the same highest card: compare the second one.",
            "Write an ace as 1 and each low as a number of five digits. Sort the numbers.",
        ),
    )


def _five(vary: Variation) -> tuple[str, ...]:
    """Draw five lows for which the usual mistakes give another order."""
    while True:
        lows = tuple(vary.random.sample(LOWS, 5))
        orders = [
            tuple(sorted(lows, key=key)) for key in (LOWS.index, _from_below, _ace_high, _sum)
        ]
        if orders[0] not in orders[1:] and lows != orders[0]:
            return lows


def _heights(one: str) -> list[int]:
    return [height(rank) for rank in one.split("-")]


def _digits(one: str) -> str:
    return "".join(map(str, _heights(one)))


def _from_below(one: str) -> list[int]:
    return _heights(one)[::-1]


def _ace_high(one: str) -> list[int]:
    return sorted((14 if rank == 1 else rank for rank in _heights(one)), reverse=True)


def _sum(one: str) -> tuple[int, list[int]]:
    return sum(_heights(one)), _heights(one)
