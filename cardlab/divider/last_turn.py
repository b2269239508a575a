"""The last turn, exactly: what cuts, groups and placements are worth when nothing follows.

In a turn that is surely the last each side places so as to make its best hand, whatever the other
does. So a group is worth to a side, for each of its possible pocket cards, one number: the best
hand over all ways to place the group and to show two pocket cards. What is left to decide is which
group the chooser takes.

A *holding* is what one side may have hidden: its pocket cards and, where it is not known, its
face-down card. All holdings of two sides that share no card are equally likely; in particular each
card that a face-down card can be has the same weight. Where a chooser is indifferent he takes
either group with chance one half.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardlab import _kernels
from cardlab.cards import Card
from cardlab.divider.actions import outcomes, singles
from cardlab.divider.ending import shown_strength
from cardlab.divider.events import Divided, Group, Placed, Taken
from cardlab.divider.position import Position
from cardlab.divider.rules import Rules

Numbers = NDArray[np.float64]

_WHOLE = 1 << 20
"""What the chooser's chances in an equilibrium are counted in."""


class CutValue(NamedTuple):
    """What a cut is worth to the divider: cases won and tied, and how the chooser answers."""

    action: Divided
    win: int
    tie: int
    total: int
    first: Fraction
    """The chance that the chooser takes the first group."""


class Value(NamedTuple):
    """What a group or a placement is worth to the player who acts: cases won and tied."""

    action: Any
    win: int
    tie: int
    total: int


class Equilibrium(NamedTuple):
    """Strategies that answer each other, and how good they are."""

    values: list[CutValue]
    """What each cut is worth to the divider, with his pocket cards, against such a chooser."""
    exploitability: float
    """What the two players could gain together by answering the other's strategy as well as
    possible, as a chance to win, on average over all they may hold; 0 in an exact equilibrium."""
    steps: int
    cutting: Numbers
    """Shape (cuts, holdings of the divider): the chance of each cut."""
    taking: Numbers
    """Shape (cuts, holdings of the chooser): the chance of taking the first group."""


def kernel() -> Any:
    """Return the functions of `_kernels.divider_last`, or those in NumPy."""
    if _kernels.ready():
        from cardlab._kernels import divider_last
    else:
        from cardlab._kernels import divider_last_numpy as divider_last  # type: ignore[no-redef]  # either
    return divider_last


def sets_of(hands: Iterable[Iterable[int]]) -> NDArray[np.uint64]:
    """Return sets of cards as the kernels take them, with 16 bits for each suit."""
    sets = [sum(1 << (16 * (card & 3) + (card >> 2)) for card in hand) for hand in hands]
    return np.array(sets, np.uint64)


def sets_of_each(cards: Iterable[int]) -> NDArray[np.uint64]:
    """Return the set of each card."""
    return sets_of((card,) for card in cards)


def each_down(cards: Group) -> tuple[Card | None, ...]:
    """Return what a face-down card can be; None for no card."""
    return cards or (None,)


def counted(up: Group, placed: Placed, rules: Rules) -> Group:
    """Return the cards of a tableau that count after a placement."""
    below = (placed.down,) if rules.count_face_down and placed.down is not None else ()
    return (*up, *placed.up, *below)


def tableaus(up: Group, group: Group, down: Card | None, rules: Rules) -> list[frozenset[Card]]:
    """Return the cards that may count after placing a group, without choices of fewer cards.

    One card more never makes a hand worse, so what is part of something else is left out.
    """
    ways = singles if len(group) == 1 else outcomes
    made = {frozenset(counted(up, placed, rules)) for placed in ways(group, down, rules)}
    return [cards for cards in made if not any(cards < others for others in made)]


@lru_cache(maxsize=64)
def places_of(n: int, size: int, side: int) -> NDArray[np.uint16]:
    """Return where the kernels find and count all choices of pocket cards.

    Parameters
    ----------
    n : int
        How many cards can be pocket cards.
    size : int
        How many of them a side has.
    side : int
        0 or 1.

    Returns
    -------
    uint16 array, shape (choices, 7)
        The places of three cards; then of their three pairs, and of the three together. A side
        with fewer than three pocket cards has places without a card behind the n cards, which the
        other side never has; and then no choice is the same for both sides.
    """
    chosen = np.array(list(combinations(range(n), size)), np.int64)
    fill = np.arange(n + 2 * side, n + 2 * side + 3 - size)
    fill = np.broadcast_to(fill, (len(chosen), len(fill)))
    a, b, c = np.concatenate([chosen, fill], axis=1).T
    m = n + 4
    together = np.arange(len(chosen)) + m + m * m + (0 if size == 3 else side * len(chosen))
    pairs = (m + m * first + second for first, second in ((a, b), (a, c), (b, c)))
    places = np.stack([a, b, c, *pairs, together], axis=1).astype(np.uint16)
    places.flags.writeable = False
    return places


class Holdings:
    """All that one side may have hidden, with the hands that it makes."""

    def __init__(self, hands: NDArray[np.int16], places: NDArray[np.uint16]) -> None:
        self.hands = hands
        self.order = hands.argsort(kind="stable")
        self.sorted = hands[self.order]
        self.places = places[self.order]

    def against(self, other: Holdings, weights: Numbers | None = None) -> tuple[Numbers, Numbers]:
        """Return for each holding the weight of the others that it beats, and that it ties.

        Only holdings without a common card count. Each has the weight 1 unless given.
        """
        weights = np.ones(len(other.order)) if weights is None else weights[other.order]
        found = kernel().beaten(self.sorted, self.places, other.sorted, other.places, weights)
        beaten, tied = np.empty_like(found)
        beaten[self.order], tied[self.order] = found
        return beaten, tied


def holdings(
    tableaus: Iterable[Iterable[Iterable[Card]]], cards: Sequence[Card], size: int, side: int
) -> Holdings:
    """Return what one side may have hidden.

    Parameters
    ----------
    tableaus : iterable of iterables of cards
        For each card that the face-down card can be, the choices of cards that may count beside
        the pocket cards.
    cards : sequence of Card
        The cards that can be pocket cards.
    size : int
        How many pocket cards a side has.
    side : int
        0 or 1; two sides that are compared have different ones.
    """
    each = np.concatenate([sets_of_each(cards), np.zeros(4, np.uint64)])
    places = places_of(len(cards), size, side)
    hands = [kernel().hands(sets_of(choices), each, places) for choices in tableaus]
    return Holdings(np.concatenate(hands), np.tile(places, (len(hands), 1)))


class LastTurn:
    """The hidden holdings of both sides, and what each group makes of them."""

    def __init__(self, view: Position) -> None:
        self.view = view.seen_by(view.divider)
        self.sides = (view.divider, view.chooser)
        own = view.pockets[view.divider] or ()
        self.cards, self.size = tuple(sorted((*self.view.unseen, *own))), len(own)
        self.downs = tuple(each_down(view.candidates[player]) for player in self.sides)
        self._made: dict[tuple[int, Group], Holdings] = {}

        n = len(self.cards)
        mine, theirs = (
            np.tile(places_of(n, self.size, side)[:, :3], (len(self.downs[side]), 1))
            for side in (0, 1)
        )
        held = np.isin(mine[:, : self.size], [self.cards.index(card) for card in own])
        down = self.downs[0].index(each_down(view.down[view.divider])[0])
        self.actual = down * comb(n, self.size) + int(held.all(axis=1).argmax())
        # Which holdings of the chooser can be, the divider's being known.
        self.possible = ~np.isin(theirs, mine[self.actual]).any(axis=1)
        self.counts = len(mine), len(theirs)
        self.pairs = len(mine) * len(self.downs[1]) * comb(n - self.size, self.size)

    def holdings(self, side: int, group: Group) -> Holdings:
        """Return the holdings of a side, 0 the divider's, that places a group."""
        if (side, group) not in self._made:
            up, rules = self.view.up[self.sides[side]], self.view.rules
            choices = [tableaus(up, group, down, rules) for down in self.downs[side]]
            self._made[side, group] = holdings(choices, self.cards, self.size, side)
        return self._made[side, group]

    def points(
        self, side: int, group: Group, other: Group, weights: Numbers | None = None
    ) -> Numbers:
        """Return the half points of each holding of a side, against weighted ones of the other."""
        beaten, tied = self.holdings(side, group).against(self.holdings(1 - side, other), weights)
        return 2 * beaten + tied

    def results(self, taken: Group, left: Group) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return whether the divider wins, and ties, against each holding that can be."""
        own = self.holdings(0, left).hands[self.actual]
        theirs = self.holdings(1, taken).hands[self.possible]
        return (theirs < own).astype(np.int64), (theirs == own).astype(np.int64)


def cut_values(view: Position, method: str = "bayes") -> list[CutValue]:
    """Return what each cut is worth in a turn that is surely the last.

    Parameters
    ----------
    view : Position
        In phase "cut", the divider's pocket cards known. What he cannot see is not used.
    method : {"bayes", "open", "fixed", "equilibrium"}
        As for `Cut.exact`.

    Returns
    -------
    list of CutValue
        In the order of the position's legal actions. Each case stands for the chooser's pocket
        cards and what his face-down card is; it counts twice (and a million times in an
        equilibrium), so that a choice between equal groups stays whole.

    Notes
    -----
    For any pocket cards of the divider, open <= Bayes and open <= fixed. Bayes can be above fixed,
    even on average over them: a chooser who does not know them can be wrong about the worse group.
    On average, Bayes is not above what it is worth to take the same group whatever they are.
    """
    if method == "equilibrium":
        return equilibrium(view).values
    turn = LastTurn(view)
    first = {"bayes": _bayes, "open": _open, "fixed": _fixed}[method]
    return [_value(turn, action, first(turn, action), 2) for action in _cuts(view)]


def _cuts(view: Position) -> list[Divided]:
    return [action for action in view.legal_actions if isinstance(action, Divided)]


def _value(turn: LastTurn, cut: Divided, first: NDArray[np.int64], whole: int) -> CutValue:
    """Return what a cut is worth if the chooser takes the first group in so many of whole cases."""
    results = turn.results(cut.first, cut.second), turn.results(cut.second, cut.first)
    win, tie = (
        int(first @ taken_first + (whole - first) @ taken_second)
        for taken_first, taken_second in zip(*results, strict=True)
    )
    total = whole * len(first)
    return CutValue(cut, win, tie, total, Fraction(int(first.sum()), total))


def _preferred(first: Any, second: Any) -> NDArray[np.int64]:
    """Return 2 where the first is larger, 0 where the second is, 1 where they are equal."""
    preferred: NDArray[np.int64] = np.sign(first - second).astype(np.int64) + 1
    return preferred


def _bayes(turn: LastTurn, cut: Divided) -> NDArray[np.int64]:
    """Choose without knowing what the divider has: it may be any holding."""
    first, second = cut.groups
    return _preferred(turn.points(1, first, second), turn.points(1, second, first))[turn.possible]


def _open(turn: LastTurn, cut: Divided) -> NDArray[np.int64]:
    """Choose knowing what the divider has."""
    return _preferred(*(2 * win + tie for win, tie in _after(turn, cut)))


def _fixed(turn: LastTurn, cut: Divided) -> NDArray[np.int64]:
    """Choose knowing what the divider has, but not what the chooser has himself."""
    preferred = _preferred(*(np.sum(2 * win + tie) for win, tie in _after(turn, cut)))
    return np.full(turn.possible.sum(), preferred)


def _after(turn: LastTurn, cut: Divided) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Yield what is left to the divider if the chooser takes the second group, and the first.

    In this order, for the chooser prefers what leaves the divider less.
    """
    yield turn.results(cut.second, cut.first)
    yield turn.results(cut.first, cut.second)


def equilibrium(view: Position, *, goal: float = 1e-4, most_steps: int = 1_000) -> Equilibrium:
    """Return what each cut is worth if both answer each other's strategies.

    The divider's cut may depend on his pocket cards, and the chooser knows that. Both are found by
    counterfactual regret minimisation (CFR+), step by step.

    Parameters
    ----------
    view : Position
        In phase "cut", the divider's pocket cards known. What he cannot see is not used.
    goal : float
        The exploitability to stop at.
    most_steps : int
        The number of steps to stop at.

    Returns
    -------
    Equilibrium
        The value of a cut is that against the chooser's strategy. What the chooser does after a
        cut that no divider would make matters to nobody, so such a cut has a value only as the
        steps have left it.

    References
    ----------
    O. Tammelin, "Solving Large Imperfect Information Games Using CFR+", arXiv:1407.5042 (2014).
    """
    turn, cuts = LastTurn(view), _cuts(view)
    mine, theirs = turn.counts
    regret, cutting = np.zeros((len(cuts), mine)), np.full((len(cuts), mine), 1 / len(cuts))
    regrets, taking = np.zeros((2, len(cuts), theirs)), np.full((len(cuts), theirs), 0.5)
    mean_cutting, mean_taking = cutting, taking  # a step counts by about its fourth power
    gap, step = 1.0, 0
    while gap > goal and step < most_steps:
        step += 1
        points = _divider_points(turn, cuts, taking)
        regret = np.maximum(regret + points - (cutting * points).sum(axis=0), 0)
        cutting = _matched(regret)
        points = _chooser_points(turn, cuts, cutting)
        regrets = np.maximum(regrets + points - taking * points[0] - (1 - taking) * points[1], 0)
        taking = _matched(regrets)[0]
        share = 5 / (step + 4)
        mean_cutting = (1 - share) * mean_cutting + share * cutting
        mean_taking = (1 - share) * mean_taking + share * taking
        if step % 10 == 0:
            gap = _exploitability(turn, cuts, mean_cutting, mean_taking)
    values = [
        _value(turn, cut, np.rint(_WHOLE * chances[turn.possible]).astype(np.int64), _WHOLE)
        for cut, chances in zip(cuts, mean_taking, strict=True)
    ]
    return Equilibrium(values, gap, step, mean_cutting, mean_taking)


def _matched(regrets: Numbers) -> Numbers:
    """Return chances in proportion to the regrets; equal ones where there are none."""
    total = regrets.sum(axis=0)
    none = total == 0
    matched: Numbers = np.where(none, 1 / len(regrets), regrets / np.where(none, 1, total))
    return matched


def _divider_points(turn: LastTurn, cuts: Sequence[Divided], taking: Numbers) -> Numbers:
    """Return the half points of each cut for each of the divider's holdings."""
    return np.array(
        [
            turn.points(0, cut.second, cut.first, first)
            + turn.points(0, cut.first, cut.second, 1 - first)
            for cut, first in zip(cuts, taking, strict=True)
        ]
    )


def _chooser_points(turn: LastTurn, cuts: Sequence[Divided], cutting: Numbers) -> Numbers:
    """Return the half points of each of the chooser's holdings, for both groups of each cut."""
    return np.array(
        [
            [turn.points(1, cut.groups[i], cut.groups[1 - i], weights)
             for cut, weights in zip(cuts, cutting, strict=True)]
            for i in (0, 1)
        ]
    )  # fmt: skip


def _exploitability(
    turn: LastTurn, cuts: Sequence[Divided], cutting: Numbers, taking: Numbers
) -> float:
    """Return what both sides could gain together, in chances to win."""
    divider = _divider_points(turn, cuts, taking).max(axis=0).sum()
    chooser = _chooser_points(turn, cuts, cutting).max(axis=0).sum()
    return float((divider + chooser) / (2 * turn.pairs) - 1)


def choice_values(view: Position) -> list[Value]:
    """Return what each group is worth to the chooser in a turn that is surely the last.

    The divider's pocket cards may be any unseen ones; the cut is not taken to tell of them.

    Parameters
    ----------
    view : Position
        In phase "choose", the chooser's pocket cards known. What he cannot see is not used.

    Returns
    -------
    list of Value
        In the order of the groups. A case stands for the divider's pocket cards and what his
        face-down card is.
    """
    view = view.seen_by(view.chooser)
    assert view.groups  # in this phase
    return [
        _against(
            view,
            view.chooser,
            Taken(group),
            tableaus(
                view.up[view.chooser], group, each_down(view.down[view.chooser])[0], view.rules
            ),
            [other],
        )
        for group, other in (view.groups, view.groups[::-1])
    ]


def placement_values(view: Position) -> list[Value]:
    """Return what each placement is worth in a turn that is surely the last.

    The opponent's pocket cards may be any unseen ones; what he did is not taken to tell of them.
    Who places first counts on the other's best placement.

    Parameters
    ----------
    view : Position
        In phase "place", the pocket cards of the player who places known. What he cannot see is
        not used.

    Returns
    -------
    list of Value
        In the order of the position's placements. A case stands for the opponent's pocket cards
        and what his face-down card is.
    """
    player = view.divider if view.player is None else view.player
    view = view.seen_by(player)
    left = [group for group in view.groups if group and group != view.group]  # to be placed next
    return [
        _against(view, player, placed, [counted(view.up[player], placed, view.rules)], left)
        for placed in view.placements
    ]


def _against(
    view: Position,
    player: int,
    action: Taken | Placed,
    own: Iterable[Iterable[Card]],
    left: Sequence[Group],
) -> Value:
    """Compare a player's best hand with all that the opponent may hold.

    He has yet to place what is in `left`: one group, or none.
    """
    opponent, rules, pockets = 1 - player, view.rules, view.pockets[player] or ()
    hand = max(shown_strength(cards, pockets) for cards in own)
    cards, downs = sets_of_each(view.unseen), each_down(view.down[opponent])
    win = tie = 0
    for down in downs:
        if left:
            theirs = tableaus(view.up[opponent], left[0], down, rules)
        else:
            below = (down,) if rules.count_face_down and down is not None else ()
            theirs = [frozenset((*view.up[opponent], *below))]
        less, equal = kernel().below(sets_of(theirs), cards, rules.pocket_cards, hand)
        win, tie = win + less, tie + equal
    return Value(action, win, tie, len(downs) * comb(len(cards), rules.pocket_cards))
