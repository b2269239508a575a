"""Four cards and what can be made of them: cuts, placements, swaps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from cardlab.cards import Card, symbols, text
from cardlab.divider import Rules
from cardlab.divider.actions import cuts, placements
from cardlab.divider.ending import shown_strength
from cardlab.divider.events import Placed, falling
from cardlab.divider.rules import is_red
from cardlab.hands import strength_name
from cardlab.lessons.answers import Cards, Count
from cardlab.lessons.divider.writing import (
    Ways,
    cut_form,
    outcome_form,
    written_cut,
    written_outcome,
)
from cardlab.lessons.exercise import Mistake, Solution, Task, Variation
from cardlab.lessons.mistakes import apart
from cardlab.results import Explanation

RULES = Rules()
FACE_DOWN = Rules(red_partner="face_down")
Group = tuple[Card, ...]


def all_cuts(vary: Variation) -> Task:
    """List the seven cuts of four cards."""
    four = falling(vary.cards("Kd Jc 7h 4s"))

    def solve() -> Solution:
        right = tuple(map(written_cut, cuts(four)))
        pairs, singles = right[:3], right[3:]
        nothing = f"none | {text(four)}"
        no_cut = "Each group has at least one card: nobody may be left with nothing to place."
        sides = (
            "A cut is two groups. Which of them you write first does not matter, because the "
            "chooser may take either."
        )
        return Solution(
            right,
            Explanation(
                f"How can {symbols(four)} be cut into two groups?",
                (
                    "Each card goes left or right: 2 x 2 x 2 x 2 = 16 ways.",
                    "In two of them one side is empty, which leaves 14.",
                    "Left and right are the same cut: 14/2 = 7.",
                    "Three of them are two and two, namely the highest card with each of the "
                    "others; four are one and three.",
                    (("cut", "groups"), *((str(i), cut) for i, cut in enumerate(right, 1))),
                ),
            ),
            "Three cuts of two and two, four of one and three.",
            [
                Mistake(2 * right, "each cut listed twice", sides),
                Mistake((*right, nothing), "four and none is no cut", no_cut),
                Mistake(2 * (*right, nothing), "four and none is no cut", no_cut),
                Mistake(
                    pairs,
                    "two and two only",
                    "The groups need not be equally large. Which other sizes add up to four?",
                ),
                Mistake(
                    singles,
                    "one and three only",
                    "The groups may be equally large, too.",
                ),
                Mistake(
                    (*2 * pairs, *singles),
                    "each cut of two and two listed twice",
                    "With the first two cards you have also named the other two. " + sides,
                ),
            ],
        )

    return Task(
        f"You draw {symbols(four)} and have to cut them. List all cuts, each with a bar between "
        "the two groups.",
        Ways("9h | Kd 3s 2s; Kd 9h | 3s 2s", cut_form),
        solve,
        (
            "Which sizes can the two groups have?",
            "Begin with two and two: the highest card goes with one of the others.",
            "Three cuts are of two and two. In each of the others one card stands alone.",
        ),
        four,
    )


def of_colours(reds: int) -> Callable[[Sequence[Card]], bool]:
    """Want so many red cards."""
    return lambda cards: sum(map(is_red, cards)) == reds


def written(found: Iterable[Placed]) -> tuple[str, ...]:
    """Write the different outcomes of placements."""
    return tuple(dict.fromkeys(map(written_outcome, found)))


def pair(vary: Variation) -> Task:
    """Place two cards without a swap: what lies face up, what face down."""
    reds = vary.one_of(1, (1, 1, 0, 2))
    two = falling(vary.cards("Jh 7s", fits=of_colours(reds)))
    (down,) = vary.cards("9c", but=two)

    def solve() -> Solution:
        found = placements(two, down, RULES)
        right = written(placed for placed in found if not placed.swapped)
        return Solution(
            right,
            Explanation(
                f"How can {symbols(two)} lie on the table, with {symbols([down])} covered?",
                (
                    "Either card may be the first. It goes face up, onto the face-down card.",
                    *map(_first_card, two, two[::-1]),
                    f"So there {'are two' if len(right) == 2 else 'is one'}: {'; '.join(right)}.",
                ),
            ),
            f"{symbols([down])} is covered and out of play; the colour of the first card says how "
            "its partner lies.",
            apart(_pair_mistakes(two, down, found), right),
        )

    return Task(
        f"{symbols([down])} lies face down in front of you. You take {symbols(two)} and place them "
        "without a swap. List all that can come of it: the cards that you turn up, and in brackets "
        "the card that lies face down then, if there is one.",
        Ways("4s (9c); Kd 4s", outcome_form),
        solve,
        (
            "You choose which of the two cards is the first one. Where does it go?",
            "Beside a black first card the partner lies face down, beside a red one face up.",
            f"Take {symbols(two[:1])} as the first card and write down both; then "
            f"{symbols(two[1:])}. If that comes to the same, it counts once.",
        ),
        two,
    )


def _first_card(first: Card, partner: Card) -> str:
    colour, lies = ("red", "face up too") if is_red(first) else ("black", "face down")
    return f"{symbols([first])} first: it is {colour}, so {symbols([partner])} lies {lies}."


def _pair_mistakes(two: Group, down: Card, found: Sequence[Placed]) -> list[Mistake]:
    both = text(two)
    one_up = tuple(f"{first} ({other})" for first, other in (two, two[::-1]))
    black_first = tuple(way for way, first in zip(one_up, two, strict=True) if not is_red(first))
    mistakes = [
        Mistake(
            (both,),
            "the partner of a black card lies face down",
            "What happens if a black card is placed first?",
        ),
        Mistake(
            one_up,
            "the partner of a red card lies face up",
            "Look at the colour of the first card.",
        ),
        Mistake(
            (*one_up, both),
            "how the partner lies is no choice",
            "The player chooses the first card. Its colour decides the rest.",
        ),
        Mistake(
            written(found),
            "the swap used",
            f"Without a swap {symbols([down])} is covered and cannot be placed.",
        ),
        Mistake(
            (*black_first, f"{both} ({down})"),
            "the covered card counted",
            f"Where is {symbols([down])} after a card has been laid on it?",
        ),
    ]
    if len(black_first) == 1:
        mistakes.append(
            Mistake(
                black_first,
                "the red card can be the first one too",
                "You found what a black first card does. And a red one?",
            )
        )
    return mistakes


def swap(vary: Variation) -> Task:
    """Find the placement that makes the best hand, which needs the swap."""
    cards = vary.cards("Qh 9s 8d 4s 9c Ks 4d Kh 9h 2s", fits=_needs_swap)
    up, down, two, pockets = falling(cards[:4]), cards[4], falling(cards[5:7]), cards[7:]

    def hand(more: Iterable[Card]) -> int:
        return shown_strength((*up, *more), pockets)

    def solve() -> Solution:
        found = placements(two, down, RULES)
        right = max(found, key=lambda placed: hand(placed.up))
        without = max(
            (placed for placed in found if not placed.swapped), key=lambda placed: hand(placed.up)
        )
        made, lost = (strength_name(hand(placed.up)) for placed in (right, without))
        return Solution(
            falling(right.up),
            Explanation(
                "Which placement makes the best hand?",
                (
                    f"With the swap three cards can be used: {symbols((*two, down))}. Any of them "
                    "can be the first, any other its partner; the third one is covered.",
                    (
                        ("face up", "best hand"),
                        *(
                            (written_outcome(placed), strength_name(hand(placed.up)))
                            for placed in sorted(found, key=lambda one: -hand(one.up))
                        ),
                    ),
                    f"Best is {text(right.up)}: {made}. Without the swap you could make: {lost}.",
                ),
            ),
            f"With the swap you make: {made}. Without it: {lost}.",
            apart(_swap_mistakes(up, pockets, two, down, found, without), falling(right.up)),
        )

    return Task(
        f"The last turn. In front of you lie {symbols(up)} face up and {symbols([down])} face "
        f"down; your pocket cards are {symbols(pockets)}. You have got {symbols(two)}, and you may "
        "swap. Which card or cards do you turn up to make the best hand?",
        Cards(),
        solve,
        (
            "At the end your face-up cards count and two of your pocket cards, nothing else.",
            f"By the swap {symbols([down])} comes into play: two of three cards are placed, one is "
            "covered. Two cards lie face up only if the first one is red.",
            "Write down what can be turned up: each black card alone, and each red card with any "
            "of the others. Then compare the hands.",
        ),
    )


def _needs_swap(cards: Sequence[Card]) -> bool:
    """Want one placement that is better than all others and uses the swap."""
    up, down, two, pockets = cards[:4], cards[4], falling(cards[5:7]), cards[7:]
    hands = sorted(
        (shown_strength((*up, *placed.up), tuple(pockets)), placed.swapped)
        for placed in placements(two, down, RULES)
    )
    return hands[-1][0] > hands[-2][0] and hands[-1][1]


def _swap_mistakes(
    up: Group,
    pockets: Group,
    two: Group,
    down: Card,
    found: Sequence[Placed],
    without: Placed,
) -> list[Mistake]:
    def hand(more: Iterable[Card]) -> int:
        return shown_strength((*up, *more), pockets)

    def all_of(placed: Placed) -> Group:
        return placed.up if placed.down is None else (*placed.up, placed.down)

    pool = (*two, down)
    counted = max(hand(all_of(placed)) for placed in found)
    return [
        Mistake(
            falling(without.up),
            "the swap not used",
            f"That is best if {symbols([down])} is covered. What could it be good for?",
        ),
        Mistake(
            falling(max(combinations(pool, 2), key=hand)),
            "both of a black pair face up",
            "If the first card is black, its partner lies face down.",
        ),
        Mistake(
            falling(pool),
            "the covered card counted",
            "Two of the three cards are placed; the third one is out of play.",
        ),
        *(
            Mistake(
                falling(placed.up),
                "the face-down card counted",
                "A card that is face down at the end does not count.",
            )
            for placed in found
            if hand(all_of(placed)) == counted
        ),
        Mistake(
            falling(max(found, key=lambda placed: sum(card.rank + 2 for card in placed.up)).up),
            "the highest cards, not the best hand",
            "High cards are worth little by themselves. Which hand do they make?",
        ),
    ]


def first_turn(vary: Variation) -> Task:
    """Count all that can come of a first turn."""
    reds = vary.one_of(3, (2, 3, 4))
    four = falling(vary.cards("Ah Td 7d 4c", fits=of_colours(reds)))

    def solve() -> Solution:
        each = [
            tuple(len(placements(group, None, RULES)) for group in c.groups) for c in cuts(four)
        ]
        right = 2 * sum(a * b for a, b in each)
        rows = [
            (written_cut(cut), str(a), str(b), str(2 * a * b))
            for cut, (a, b) in zip(cuts(four), each, strict=True)
        ]
        black = [
            tuple(len(placements(group, None, FACE_DOWN)) for group in cut.groups)
            for cut in cuts(four)
        ]
        return Solution(
            right,
            Explanation(
                f"What can lie on the table after a first turn with {symbols(four)}?",
                (
                    "A single card has one way to lie: face down.",
                    "Two cards: each black card may be the first, with the other face down. If "
                    "one is red, both may lie face up.",
                    "Three cards: one of them is covered, any of the three; the other two lie as "
                    "a pair.",
                    "Each cut comes to ways of the first group times ways of the second, and the "
                    "chooser may take either: twice that.",
                    (("cut", "first", "second", "together"), *rows),
                    f"All seven together: {right}.",
                ),
            ),
            "Ways of one group times ways of the other, for both choices, added up over the seven "
            "cuts.",
            [
                Mistake(
                    right // 2,
                    "the choice forgotten",
                    "Who has which group makes a difference.",
                ),
                Mistake(
                    2 * right,
                    "each cut counted twice",
                    "There are seven cuts. Which group is written first does not matter.",
                ),
                Mistake(
                    2 * sum(a * b for a, b in black),
                    "red cards counted like black ones",
                    "A red first card has its partner face up. Then it does not matter which of "
                    "two red cards was the first.",
                ),
                Mistake(
                    2 * sum(a + b for a, b in each),
                    "added instead of multiplied",
                    "Each way to place one group goes with each way to place the other.",
                ),
                Mistake(
                    2 * sum(a * b for a, b in each[:3]),
                    "two and two only",
                    "Four more cuts have groups of one and three.",
                ),
                Mistake(
                    right + 2 * sum(a * b for a, b in each[3:]),
                    "a single card face up",
                    "In the first turn there is no face-down card to turn up, and a single card "
                    "is laid face down.",
                ),
                Mistake(
                    2 * (sum(a * b for a, b in each[:3]) + 4),
                    "one way for three cards",
                    "Which of the three is covered, and which of the others is the first?",
                ),
            ],
        )

    return Task(
        f"The first turn: {symbols(four)} are drawn, and nobody has a card on the table yet. Any "
        "cut may be made, either group taken, and each group placed in any way. How many different "
        "tables can come of it? A table is what lies face up and face down in front of the divider "
        "and of the chooser; left and right do not matter.",
        Count("tables"),
        solve,
        (
            "First count the ways to place one card, two cards, and three cards. The colours "
            "matter.",
            "For each of the seven cuts multiply the ways of the two groups. Then think of who "
            "takes which.",
            "Two cards: one way for each black card as the first, and one more if there is a red "
            "one. Three cards: add that up over the three cards that can be covered.",
        ),
        four,
    )
