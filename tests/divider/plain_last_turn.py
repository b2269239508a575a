"""A second, slow way through a last turn: each pocket, each face-down card, one after another.

It places by the words of the rule book and compares every two holdings.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np

from cardlab import hands
from cardlab.cards import parse
from cardlab.divider import Position
from cardlab.divider.events import Divided, Drawn
from tests.divider.by_the_book import outcomes


def random_last_turn(seed, rules):
    """Return the referee's position before a cut in a turn that is surely the last.

    Games are played at random; their last turns differ in what lies face down and who knows it.
    """
    rng = np.random.default_rng(seed)
    size = rules.pocket_cards
    while True:
        deck = [rules.deck[place] for place in rng.permutation(len(rules.deck))]
        stock = deck[2 * size :]
        position = Position(pockets=(deck[:size], deck[size : 2 * size]), rules=rules)
        while position.phase != "end":
            if position.phase == "draw":
                position, stock = position.apply(Drawn(stock[:4])), stock[4:]
                if position.surely_last:
                    return position
            else:
                actions = position.legal_actions
                position = position.apply(actions[rng.integers(len(actions))])


def tableaus(up, group, down, rules):
    """Return the cards that count after each way to place a group."""
    found = outcomes(group, "" if down is None else down, rules)
    counted = {
        shown | {below} if rules.count_face_down and below else shown for shown, below, *_ in found
    }
    return [(*up, *parse(sorted(shown))) for shown in counted]


@cache
def strength(cards):
    return hands.strength(cards)


class LastTurn:
    """All hands that both sides can make in the last turn that follows from a position."""

    def __init__(self, position):
        self.position, self.rules = position, position.rules
        view = position.seen_by(position.divider)
        divider, chooser = position.divider, position.chooser
        self.own = frozenset(view.pockets[divider])
        self.down = next(iter(position.down[divider]), None)
        self.cards = sorted((*view.unseen, *self.own))
        self.downs = {
            divider: position.candidates[divider] or (None,),
            chooser: position.candidates[chooser] or (None,),
        }
        self.pockets = [
            frozenset(cards) for cards in combinations(self.cards, self.rules.pocket_cards)
        ]
        self.cuts = [action for action in position.legal_actions if isinstance(action, Divided)]
        self.best = cache(self.best)

    def best(self, player, group, pockets, down):
        """Return the best hand of a player who places a group."""
        shown = list(combinations(sorted(pockets), min(2, len(pockets))))
        return max(
            strength(tuple(sorted((*cards, *two))))
            for cards in self.tableaus(player, group, down)
            for two in shown
        )

    @cache  # noqa: B019  # kept as long as the test
    def tableaus(self, player, group, down):
        return tableaus(self.position.up[player], group, down, self.rules)

    def holdings(self, player, without=frozenset()):
        """Return pocket cards with a face-down card, as the kernels order them."""
        return [
            (pockets, down)
            for down in self.downs[player]
            for pockets in self.pockets
            if not pockets & without
        ]

    def points(self, taken, left, chooser, divider):
        """Return the divider's half points if the chooser takes a group."""
        ours = self.best(self.position.divider, left, *divider)
        theirs = self.best(self.position.chooser, taken, *chooser)
        return (ours > theirs) + (ours >= theirs)

    def mean_points(self, taken, left, chooser):
        """Return the divider's mean half points, for a chooser who does not know him."""
        held = self.holdings(self.position.divider, chooser[0])
        total = sum(self.points(taken, left, chooser, divider) for divider in held)
        return Fraction(total, len(held))

    def value(self, cut, method, own=None):
        """Return the value of a cut for a holding of the divider."""
        own = (self.own, self.down) if own is None else own
        choosers = self.holdings(self.position.chooser, own[0])
        ways = (cut.groups, cut.groups[::-1])
        by_way = [[self.points(*way, chooser, own) for chooser in choosers] for way in ways]
        if method == "fixed":
            return Fraction(min(map(sum, by_way)), 2 * len(choosers))
        if method == "open":
            return Fraction(sum(map(min, *by_way)), 2 * len(choosers))
        total = Fraction(0)
        for chooser, *points in zip(choosers, *by_way, strict=True):
            left = [self.mean_points(*way, chooser) for way in ways]
            preferred = [mine for mine, mean in zip(points, left, strict=True) if mean == min(left)]
            total += Fraction(sum(preferred), len(preferred))
        return total / (2 * len(choosers))
