"""What the chooser does not know, in a game so small that all hidden cards can be listed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations

from cardlab.cards import Card, parse, symbols
from cardlab.divider import Cut, Divided, Position, small_rules
from cardlab.divider.actions import placements
from cardlab.divider.ending import shown_strength
from cardlab.divider.events import Group, falling
from cardlab.divider.rules import is_red
from cardlab.lessons.answers import Chance
from cardlab.lessons.exercise import Mistake, Solution, Task, Variation
from cardlab.lessons.mistakes import apart
from cardlab.results import Explanation

RULES = small_rules()
DECK = RULES.deck

Points = Mapping[tuple[Card, Card, int], Fraction]
"""Your points, 1/2 for a draw, by your pocket card, the opponent's, and the group taken."""


def bayes(vary: Variation) -> Task:
    """Find what a cut is worth if the chooser knows his own pocket card only."""
    position, cut = _book() if vary.seed is None else _drawn(vary)
    (mine,) = position.pockets[position.divider] or ()
    others = position.unseen

    def solve() -> Solution:
        exact = Cut(position)
        right = exact.exact("bayes").value(cut)
        assert isinstance(right, Fraction)
        points = all_points(position, cut)
        means = {theirs: _means(points, theirs, (mine, *others)) for theirs in others}
        rows = [
            (
                symbols([theirs]),
                *map(str, means[theirs]),
                _taken(means[theirs]),
                str(_left(means[theirs], points, mine, theirs)),
            )
            for theirs in others
        ]
        return Solution(
            right,
            Explanation(
                f"What is {_named(cut)} worth if the chooser knows the own pocket card only?",
                (
                    f"Each of {symbols(others)} is equally likely to be the opponent's pocket "
                    "card.",
                    "The opponent, holding one of them, takes your card to be any of the three "
                    "others, and takes the group that leaves you less on average over these three.",
                    (
                        ("opponent has", "you get: first taken", "second taken", "takes", "really"),
                        *rows,
                    ),
                    f"The last column is what you really get with {symbols([mine])}, a draw being "
                    f"one half. Its mean is {right} = {float(right):.4f}.",
                ),
            ),
            "The opponent averages over what you may hold; you get what belongs to the card that "
            "you do hold.",
            apart(_mistakes(exact, cut, points, mine, others), right),
        )

    me, other = position.divider, position.chooser
    return Task(
        "A small game: a deck of twelve cards, nine to ace in spades and hearts, one pocket card "
        "each, two turns. It is the last turn and you divide. "
        f"You: {_lying(position, me)}, pocket card {symbols([mine])}. Opponent: "
        f"{_lying(position, other)}. You have drawn {symbols(position.four)} "
        f"and cut {_named(cut)}. So {symbols(others)} are left, and one of them is your opponent's "
        "pocket card. The opponent does not know yours, takes it to be any card that is not in "
        "sight, all equally likely, and chooses what is best on average; if both groups are as "
        "good, either one half of the time. What is your chance to win, counting a draw as half a "
        "win?",
        Chance(),
        solve,
        (
            "The opponent can hold three cards. For each of them ask: which group will be taken?",
            "With each of these cards there are three that you might hold, in the opponent's eyes. "
            "Compare the two groups on average over all three, not with your real card only.",
            "When you know which group is taken with which card, look at your real card: do you "
            "win, draw or lose? Take the mean over the three cards. divider.Cut with "
            "divider.small_rules() can do it for you.",
        ),
    )


def _named(cut: Divided) -> str:
    return f"{symbols(cut.first)} | {symbols(cut.second)}"


def _lying(position: Position, player: int) -> str:
    down = position.down[player]
    below = f"{symbols(down)} face down (both know it)" if down else "no card face down"
    return f"{symbols(position.up[player])} face up and {below}"


def all_points(position: Position, cut: Divided) -> Points:
    """Return what becomes of each pair of pocket cards if either group is taken."""
    me = position.divider
    (mine,) = position.pockets[me] or ()
    return {
        (own, theirs, taken): _result(
            _best(position, me, cut.groups[1 - taken], own),
            _best(position, position.chooser, cut.groups[taken], theirs),
        )
        for own, theirs in permutations((mine, *position.unseen), 2)
        for taken in (0, 1)
    }


def _best(position: Position, player: int, group: Group, pocket: Card) -> int:
    """Return the best hand that a player can make of a group."""
    down = position.down[player][0] if position.down[player] else None
    return max(
        shown_strength((*position.up[player], *placed.up), (pocket,))
        for placed in placements(group, down, position.rules)
    )


def _result(mine: int, theirs: int) -> Fraction:
    return Fraction((mine > theirs) - (mine < theirs) + 1, 2)


def _means(points: Points, theirs: Card, hidden: Sequence[Card]) -> tuple[Fraction, Fraction]:
    """Return the divider's mean points as a chooser with a card sees them, for either group."""
    can_be = [card for card in hidden if card != theirs]
    first, second = (
        sum((points[own, theirs, taken] for own in can_be), Fraction(0)) / len(can_be)
        for taken in (0, 1)
    )
    return first, second


def _taken(both: tuple[Fraction, Fraction]) -> str:
    return "either" if both[0] == both[1] else "first" if both[0] < both[1] else "second"


def _left(means: tuple[Fraction, Fraction], points: Points, mine: Card, theirs: Card) -> Fraction:
    first, second = (points[mine, theirs, taken] for taken in (0, 1))
    if means[0] == means[1]:
        return (first + second) / 2
    return first if means[0] < means[1] else second


def _mistakes(
    exact: Cut, cut: Divided, points: Points, mine: Card, others: Sequence[Card]
) -> list[Mistake]:
    right, shown, bound = (exact.exact(way).value(cut) for way in ("bayes", "open", "fixed"))
    assert isinstance(right, Fraction)
    each = [tuple(points[mine, theirs, taken] for taken in (0, 1)) for theirs in others]
    return [
        Mistake(
            shown,
            "the chooser assumed to see the pockets",
            "You let the opponent choose with your real card in view. What does the opponent know?",
        ),
        Mistake(
            bound,
            "the worse group taken with every card",
            "Which group is worse for you the opponent can only guess, from the own pocket card.",
        ),
        Mistake(
            Fraction(sum(sum(both) for both in each), 2 * len(each)),
            "the choice left to chance",
            "The opponent does not toss a coin.",
        ),
        Mistake(
            Fraction(sum(max(both) for both in each), len(each)),
            "the choice made for you",
            "You let the opponent take what suits you.",
        ),
        Mistake(
            1 - right,
            "the opponent's chance",
            "So often the opponent wins. And you?",
        ),
    ]


def _drawn(vary: Variation) -> tuple[Position, Divided]:
    """Draw games after one turn until the value of a cut depends on what the chooser knows."""
    while True:
        position = after_one_turn(vary.random.sample(DECK, 9))
        seen, shown = (Cut(position).exact(way) for way in ("bayes", "open"))
        differ = [
            cut
            for cut in position.legal_actions
            if isinstance(cut, Divided) and shown.value(cut) != seen.value(cut) != 1
        ]
        if differ:
            return position, vary.random.choice(differ)


def after_one_turn(cards: Sequence[Card]) -> Position:
    """Return a position in the second turn: each has placed two cards in the first one.

    Parameters
    ----------
    cards : sequence of Card
        The divider's two, the chooser's two, the divider's pocket card, and the four to cut.
    """
    up, down = zip(*(_pair(falling(two)) for two in (cards[:2], cards[2:4])), strict=True)
    return Position(
        up=up, down=down, pockets=(cards[4:5], None), divider=0, four=cards[5:], rules=RULES
    )


def _pair(two: Group) -> tuple[Group, Group]:
    """Place the higher card first."""
    return (two, ()) if is_red(two[0]) else (two[:1], two[1:])


def _book() -> tuple[Position, Divided]:
    position = after_one_turn(parse("Kh Ah As Ks Th Jh 9s 9h Ts"))
    return position, Divided("Jh 9s", "Ts 9h")
