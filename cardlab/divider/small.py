"""A game of Divider small enough to be solved: twelve cards, one pocket card each, two turns.

The deck has six ranks, nine to ace, in spades and hearts, so one black and one red suit. Each
player has a single pocket card. Player 0 divides first, then player 1, and then the better hand
wins, under the usual rules and in both readings. With the first four cards on the table there are
8 x 7 ways to deal the pocket cards and 15 to draw the second four.

An *information set* is all that a player knows when he has to act: his pocket card, his face-down
card, and what both have seen: the cards drawn, the cuts, who took which group, what lies face up.
He cannot tell the games apart that look like this to him, so he does the same in all of them. A
*strategy* says for each information set how likely he does what. A pair of strategies of which
neither can be improved alone is an *equilibrium*. How much a strategy falls short of that is its
*exploitability*: what somebody wins against it who knows it and finds the best reply, more than
he would win against the best strategy. `SmallGame.solve` finds strategies whose exploitability is
as good as nothing, and `cardlab.divider.exploitability` measures that of any player.

The method is counterfactual regret minimisation: play again and again; at each information set
add up how much better each action would have been, and choose the actions in proportion to these
*regrets*, a negative one counting nothing (CFR+). The mean of all the strategies played, the later
ones counting more, approaches an equilibrium.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from cardlab import cards
from cardlab.cards import CardsLike, parse, text
from cardlab.divider.events import Divided, Group, falling
from cardlab.divider.rules import Rules
from cardlab.divider.value_table import find, written
from cardlab.errors import CardError, InvalidInput, instance, short, whole
from cardlab.sampling import Progress, _check_helpers, _Reporter

if TYPE_CHECKING:
    import pandas as pd

    from cardlab.divider.small_tree import Array, Node, Plan, Tree

DECK = parse("9s 9h Ts Th Js Jh Qs Qh Ks Kh As Ah")
"""The twelve cards."""

ITERATIONS = 200
"""Enough for an exploitability of about .0001: a second or two."""


def small_rules(red_partner: Literal["face_up", "face_down"] = "face_up") -> Rules:
    """Return the rules of the small game in one of the two readings.

    Examples
    --------
    >>> small_rules().pocket_cards, small_rules().max_turns, len(small_rules().deck)
    (1, 2, 12)
    """
    return Rules(red_partner, pocket_cards=1, last_turn=2, deck=DECK)


def first_draws(rules: Rules = small_rules()) -> dict[Group, int]:
    """Return the first draws that differ, and how many draws each of them stands for.

    If the colours make no difference, which is so where the partner of a red card lies face down,
    a draw and the one with spades and hearts exchanged are worth the same.

    Examples
    --------
    >>> len(first_draws()), len(first_draws(small_rules("face_down")))
    (495, 255)
    """
    deck = set(rules.deck)
    alike = not rules.red_up and deck == {cards.DECK[card ^ 1] for card in deck}
    draws: dict[Group, int] = {}
    for four in combinations(rules.deck[::-1], 4):
        mirrored = falling(cards.DECK[card ^ 1] for card in four)  # spades for hearts
        first = mirrored if alike and mirrored in draws else four
        draws[first] = draws.get(first, 0) + 1
    return draws


@dataclass(frozen=True, init=False)
class SmallGame:
    """The small game once the first four cards are on the table.

    Parameters
    ----------
    first_four : cards
        What player 0 has drawn and is going to cut.
    rules : Rules
        One pocket card, two turns, a deck of ten to twelve cards; other options as you like.

    Raises
    ------
    CardError
        If the cards cannot be read, are not four, or are not in the deck.
    InvalidInput
        If the rules are not those of a small game.

    Examples
    --------
    >>> solution = SmallGame("As Kh Ts 9h").solve(iterations=100)
    >>> print(solution)
    first divider 0.5079, exploitability 0.0006 (100 iterations)
    >>> chances = solution.cuts().loc["Qs"].round(2)
    >>> chances[chances > 0].to_dict()
    {'As Ts | Kh 9h': 0.02, 'As 9h | Kh Ts': 0.98}
    """

    first_four: Group
    rules: Rules

    def __init__(self, first_four: CardsLike, rules: Rules = small_rules()) -> None:
        instance("rules", rules, Rules)
        if rules.pocket_cards != 1 or rules.max_turns != 2 or len(rules.deck) > len(DECK):
            message = (
                f"rules: a small game has pocket_cards=1, last_turn=2 and a deck of at most "
                f"{len(DECK)} cards, not {short(rules)}; see small_rules()"
            )
            raise InvalidInput(message)
        four = falling(parse(first_four, name="first four", count=4))
        if missing := [card for card in four if card not in rules.deck]:
            message = f"first four: {missing[0]} is not in the deck {text(rules.deck)}"
            raise CardError(message)
        self.__dict__.update(first_four=four, rules=rules)

    @cached_property
    def tree(self) -> Tree:
        """The game as arrays."""
        from cardlab.divider.small_tree import Tree

        return Tree(self.first_four, self.rules)

    def solve(self, iterations: int = ITERATIONS, *, progress: Progress = False) -> Solution:
        """Find strategies that are as good as unbeatable.

        Parameters
        ----------
        iterations : int
            At least 1. Twice as many leave about a quarter of the exploitability.
        progress : bool or function
            See `cardlab.sampling.Progress`; it counts iterations.

        Returns
        -------
        Solution

        Raises
        ------
        InvalidInput
            If `iterations` is not a whole number, at least 1, or `progress` cannot be used.
        """
        iterations = whole("iterations", iterations, 1)
        _check_helpers(None, progress)
        learners = tuple(_Learner(shapes) for shapes in self.tree.shapes)
        with _Reporter(progress, iterations) as report:
            for iteration in range(1, iterations + 1):
                for player, learner in enumerate(learners):
                    learner.weight = iteration**2
                    plans = learners[0].plan, learners[1].plan
                    self.tree.values(player, plans, learner.settle)
                report(iteration)
        plans = learners[0].average(), learners[1].average()
        low, high = 1 - best_reply(self.tree, 1, plans[0]), best_reply(self.tree, 0, plans[1])
        return Solution(self, iterations, plans, low, high)


def best_reply(tree: Tree, player: int, plan: Plan, payoffs: list[Array] | None = None) -> float:
    """Return what a player wins who knows the other's plan; a draw is half a win.

    Parameters
    ----------
    tree : Tree
        The game.
    player : int
        Who replies, 0 or 1.
    plan : Plan
        What the other does.
    payoffs : list of arrays, optional
        As for `Tree.values`.
    """
    own = even_plan(tree.shapes[player])  # how likely he comes to his best is not asked
    plans = (own, plan) if player == 0 else (plan, own)
    return (1 + tree.values(player, plans, _best, payoffs)) / 2


def _best(_: Node, values: Array, __: Array) -> Array:
    """Settle on the best action."""
    best: Array = values.max(0)
    return best


def even_plan(shapes: Mapping[Node, tuple[int, ...]]) -> dict[Node, Array]:
    """Return the plan that takes every action with the same chance."""
    import numpy as np

    return {node: np.full(shape, 1 / shape[0], np.float32) for node, shape in shapes.items()}


class _Learner:
    """One player's regrets, and the plan that follows from them."""

    def __init__(self, shapes: Mapping[Node, tuple[int, ...]]) -> None:
        import numpy as np

        self.regrets = {node: np.zeros(shape, np.float32) for node, shape in shapes.items()}
        self.played = {node: np.zeros(shape, np.float32) for node, shape in shapes.items()}
        self.plan = even_plan(shapes)
        self.weight = 1

    def settle(self, node: Node, values: Array, reach: Array) -> Array:
        """Learn from the values of the actions, and return what the plan was worth."""
        import numpy as np

        plan, regrets = self.plan[node], self.regrets[node]
        value: Array = (plan * values).sum(0)
        regrets += values - value
        np.maximum(regrets, 0, out=regrets)
        self.played[node] += self.weight * reach * plan
        self.plan[node] = _shares(regrets)
        return value

    def average(self) -> dict[Node, Array]:
        """Return the mean of all plans so far."""
        return {node: _shares(array) for node, array in self.played.items()}


def _shares(numbers: Array) -> Array:
    """Return what share of their sum the numbers along the first axis are; of 0, equal shares."""
    import numpy as np

    total = numbers.sum(0)
    equal = np.full_like(numbers, 1 / len(numbers))
    np.divide(numbers, total, out=equal, where=total > 0)
    return equal


@dataclass(frozen=True, repr=False, eq=False)
class Solution:
    """Strategies for a small game that hardly anything can be won against.

    Parameters
    ----------
    game : SmallGame
        What was solved.
    iterations : int
        How often it was played.
    plans : pair of mappings
        Each player's strategy, as arrays; see `cardlab.divider.small_tree`.
    low, high : float
        What the first divider wins at least with the first strategy, and at most against the
        second; a draw is half a win.
    """

    game: SmallGame
    iterations: int
    plans: tuple[Plan, Plan]
    low: float
    high: float

    @property
    def value(self) -> float:
        """The share of games that the first divider wins, a draw being half a win.

        It is right within the exploitability.
        """
        return (self.low + self.high) / 2

    @property
    def exploitability(self) -> float:
        """What a best reply gains against these strategies, the mean of both seats."""
        return (self.high - self.low) / 2

    def cuts(self) -> pd.DataFrame:
        """Return how the first divider cuts.

        Returns
        -------
        DataFrame
            A row for each pocket card that he may hold, a column for each cut, and the chances.
        """
        return self._frame(("cut",), self.plans[0]["cut",])

    def cut_values(self) -> pd.DataFrame:
        """Return what each cut is worth to the first divider, by his pocket card.

        Returns
        -------
        DataFrame
            As `cuts`, with his share of wins if he plays on as well as he can against the other
            player's solution. The mean over pocket cards of the best cut is `high`. A cut that is
            never made may be worth less, since the other player had no reason to prepare for it.
        """
        found: dict[Node, Array] = {}

        def settle(node: Node, values: Array, reach: Array) -> Array:
            found[node] = values
            return _best(node, values, reach)

        tree = self.game.tree
        tree.values(0, self.plans, settle)
        deals = tree.deals / len(tree.cards)
        return self._frame(("cut",), (1 + found["cut",] / deals) / 2)

    def takes(self, cut: Divided | str) -> pd.DataFrame:
        """Return which group the first chooser takes.

        Parameters
        ----------
        cut : Divided or str
            The cut, such as ``"As | Kh Ts 9h"``; one of its groups will do.

        Returns
        -------
        DataFrame
            A row for each pocket card that he may hold, a column for each group, and the chances.

        Raises
        ------
        InvalidInput
            If there is no such cut.
        """
        node = "take", self._number("cut", ("cut",), cut)
        return self._frame(node, self.plans[1][node])

    def placements(
        self, cut: Divided | str, taken: CardsLike, shown: CardsLike | None = None
    ) -> pd.DataFrame:
        """Return how the chooser places his group in the first turn, or the divider the other one.

        Parameters
        ----------
        cut : Divided or str
            The cut.
        taken : cards
            The group that the chooser took.
        shown : cards, optional
            What the chooser turned up when he placed it; then the divider is to place.

        Returns
        -------
        DataFrame
            A row for each pocket card that the player may hold, a column for each placement, and
            the chances. With a pocket card with which he never comes here they say nothing.

        Raises
        ------
        InvalidInput
            If one of these cannot be.
        """
        c = self._number("cut", ("cut",), cut)
        node: Node = "place", c, self._number("group", ("take", c), taken)
        if shown is None:
            return self._frame(node, self.plans[1][node])
        up = falling(parse(shown, name="shown"))
        before = self.game.tree.before
        nodes = {before[later].up[1]: later for later in before if later[:-1] == node}
        if up not in nodes:
            allowed = " or ".join(text(cards) or "nothing" for cards in nodes)
            message = f"shown: the chooser turns up {allowed}, not {text(up) or 'nothing'}"
            raise InvalidInput(message)
        return self._frame(nodes[up], self.plans[0][nodes[up]])

    def _number(self, kind: str, node: Node, given: object) -> int:
        """Return the number of an action that may be taken at a node."""
        actions = self.game.tree.before[node].legal_actions
        return actions.index(find(kind, actions, given))

    def _frame(self, node: Node, numbers: Array) -> pd.DataFrame:
        """Return numbers with a row for each pocket card and a column for each action."""
        import pandas as pd

        tree = self.game.tree
        pockets = pd.Index(map(str, tree.cards), name="pocket")
        columns = [written(action) for action in tree.actions(node)]
        return pd.DataFrame(numbers.T.astype(float), index=pockets, columns=columns)

    def __repr__(self) -> str:
        return f"<Solution: {self}>"

    def __str__(self) -> str:
        return (
            f"first divider {self.value:.4f}, exploitability {self.exploitability:.4f} "
            f"({self.iterations} iterations)"
        )
