"""The small game after its first draw, as arrays; `cardlab.divider.small` says what the game is.

Most of the game looks the same whatever the pocket cards are. So the tree here is that of what
*both* players see, and each of its nodes holds an array with one entry for each thing that the
player to act may hold: his information sets. Player 0 cuts first; player 1 takes a group and
places it, and player 0 places the other; then player 1 cuts, and so on.

The last placements are no nodes: nobody acts on them, so each player makes his best hand.

A plan says what a player does. It has an array of chances for each of his nodes:

=========================== ================================== =================================
node                        axis of actions                    axes of information sets
=========================== ================================== =================================
``"cut"``                   seven cuts, first turn             pocket
``"take", cut``             first or second group              pocket
``"place", cut, k``         placements of player 1's group k   pocket
``"place", cut, k, shown``  placements of player 0             pocket
``"cut again", batch``      seven cuts, second turn            held, draw, table
``"take again", batch``     first or second group              held, cut, draw, table
=========================== ================================== =================================

A *table* is what everybody sees after the first turn. If a black card lies on one of the two
others of its group and beside the other one, nobody but the owner knows which is the face-down
one. In the second turn he holds this secret beside his pocket card. Tables with equally many
possible secrets are computed together, as a *batch*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardlab import hands
from cardlab.divider.actions import cuts, placements
from cardlab.divider.events import Action, Group, Placed
from cardlab.divider.position import Position
from cardlab.divider.rules import Rules

Array = NDArray[Any]
Node = tuple[Any, ...]
Plan = Mapping[Node, Array]

Settle = Callable[[Node, Array, Array], Array]
"""From a node, the values of its actions, and how likely the player's plan leads there: its value.

Values are *counterfactual*: they count how likely the cards and the other player's plan lead to a
place, and take for granted that the player himself wants to go there.
"""

CUTS = 7


@dataclass(frozen=True)
class Table:
    """What everybody sees after the first turn.

    Parameters
    ----------
    cut, taken, shown : int
        The first cut, the group that player 1 took, and the cards that he turned up, as a number.
    rows : pair of list of int
        For each player those of his placements that look like this, as rows of his plan.
    positions : dict
        The position after each pair of them, by their places in `rows`.
    """

    cut: int
    taken: int
    shown: int
    rows: tuple[list[int], list[int]]
    positions: dict[tuple[int, int], Position]

    def node(self, player: int) -> Node:
        """Return where the player placed his group."""
        return ("place", self.cut, self.taken, self.shown)[: 4 - player]


@dataclass(frozen=True)
class Batch:
    """Tables with the same numbers of possible face-down cards of both players."""

    tables: list[Table]
    secrets: tuple[int, int]


class Tree:
    """The public tree, and who wins at its ends.

    Parameters
    ----------
    four : tuple of Card
        The first draw.
    rules : Rules
        One pocket card each, two turns.
    """

    def __init__(self, four: Group, rules: Rules) -> None:
        self.start = Position(rules=rules, four=four)
        self.cards = tuple(card for card in rules.deck if card not in four)
        self.draws = list(combinations(self.cards, 4))
        self.rest = np.array(
            [[i for i, card in enumerate(self.cards) if card not in draw] for draw in self.draws]
        )
        self.before: dict[Node, Position] = {("cut",): self.start}
        self.batches = self._batched()
        self.shapes = self._shapes(0), self._shapes(1)
        groups = [group[::-1] for size in (1, 2, 3) for group in combinations(self.cards, size)]
        self._groups = {group: number for number, group in enumerate(groups)}
        self.placed = self._grouping()
        self._dealt = self._dealing()
        self._final: dict[tuple[Group, Group], Array] = {}
        self.payoffs = self.final_payoffs()

    @property
    def deals(self) -> int:
        """Ways to deal both pocket cards and the second draw."""
        pockets = len(self.cards)
        return pockets * (pockets - 1) * comb(pockets - 2, 4)

    def _batched(self) -> list[Batch]:
        batches: dict[tuple[int, int], Batch] = {}
        for table in self._tables():
            secrets = len(table.rows[0]), len(table.rows[1])
            batches.setdefault(secrets, Batch([], secrets)).tables.append(table)
        return list(batches.values())

    def _tables(self) -> Iterator[Table]:
        for c, cut in enumerate(self.start.legal_actions):
            divided = self.before["take", c] = self.start.apply(cut)
            for k, taking in enumerate(divided.legal_actions):
                taken = self.before["place", c, k] = divided.apply(taking)
                for shown, second in enumerate(_alike(taken.placements)):
                    placed = [taken.apply(taken.placements[row]) for row in second]
                    self.before["place", c, k, shown] = placed[0]
                    for first in _alike(placed[0].placements):
                        positions = {
                            (i, j): placed[j].apply(placed[0].placements[row])
                            for i, row in enumerate(first)
                            for j in range(len(second))
                        }
                        yield Table(c, k, shown, (first, second), positions)

    @property
    def placing(self) -> Iterator[tuple[int, Node, Position]]:
        """The player, the node and the position of every placement in the first turn."""
        for node, position in self.before.items():
            if node[0] == "place":
                yield 4 - len(node), node, position

    def actions(self, node: Node) -> tuple[Action, ...]:
        """Return what may be done at a node of the first turn; only placements that differ."""
        position = self.before[node]
        return position.placements if node[0] == "place" else position.legal_actions

    def _shapes(self, player: int) -> dict[Node, tuple[int, ...]]:
        """Return the shapes of the arrays of a player's plan."""
        pockets, (draws, places) = len(self.cards), self.rest.shape
        shapes: dict[Node, tuple[int, ...]] = {("cut",): (CUTS, pockets)}
        if player == 1:
            shapes = {("take", c): (2, pockets) for c in range(CUTS)}
        for who, node, position in self.placing:
            if who == player:
                shapes[node] = len(position.placements), pockets
        for b, batch in enumerate(self.batches):
            held, tables = batch.secrets[player] * places, len(batch.tables)
            if player == 0:
                shapes["take again", b] = 2, held, CUTS, draws, tables
            else:
                shapes["cut again", b] = CUTS, held, draws, tables
        return shapes

    # The second turn. What a player holds is numbered secret by secret; in each of them, his
    # pocket is one of the cards that were not drawn. The ends of a batch have the axes: held by
    # player 1, group that player 0 takes, held by player 0, cut, draw, table.

    def _grouping(self) -> Array:
        """Return which group player 0 places, by group taken, cut and draw."""
        pairs = [[cut.groups for cut in cuts(draw[::-1])] for draw in self.draws]
        return np.array([[[self._groups[one] for one in pair] for pair in row] for row in pairs]).T

    def _dealing(self) -> Array:
        """Return the matrix that adds up, for each pocket, over the draws that leave it over."""
        draws, places = self.rest.shape
        matrix = np.zeros((len(self.cards), places, draws), np.float32)
        matrix[self.rest, np.arange(places), np.arange(draws)[:, None]] = 1
        return matrix.reshape(len(self.cards), -1)

    def final_payoffs(self, random: int | None = None) -> list[Array]:
        """Return who wins at each end: 1 for player 0, -1 for player 1, 0 for a draw.

        Both cannot hold the same pocket card, so the ends where they do are 0 and never count.

        Parameters
        ----------
        random : int or None
            A player who does not make his best hand, but places the last group at random; his
            payoffs are means.
        """
        return [self._payoffs(batch, random) for batch in self.batches]

    def _payoffs(self, batch: Batch, random: int | None) -> Array:
        tables = []
        for table in batch.tables:
            first, second = (self.final_hands(table, player, player == random) for player in (0, 1))
            first, second = first[None, ..., None], second[:, None, ..., None, :]
            chance = _even_chance(first, -2) * _even_chance(second, -1)
            tables.append((np.sign(first - second) * chance).sum((-2, -1), np.float32))
        payoffs = np.stack(tables, -1).swapaxes(1, 2)
        payoffs[self.same_pocket(batch)] = 0
        return np.ascontiguousarray(payoffs)

    def same_pocket(self, batch: Batch) -> Array:
        """Return where both players would hold the same pocket card."""
        places = self.rest.shape[1]
        first, second = (np.arange(secrets * places) % places for secrets in batch.secrets)
        return np.broadcast_to((second[:, None] == first)[:, None], (len(second), 2, len(first)))

    def final_hands(self, table: Table, player: int, random: bool = False) -> Array:
        """Return the strengths of what a player may make.

        The axes are held, group that player 0 takes, cut, draw and, if he places at random, his
        placements; otherwise the last axis has only the best of them.
        """
        placed = self.placed if player == 0 else self.placed[::-1]
        found = []
        for secret in range(len(table.rows[player])):
            position = table.positions[(secret, 0) if player == 0 else (0, secret)]
            strengths = self.strengths(position, player)
            if not random:
                strengths = strengths.max(1, keepdims=True)
            of_all = strengths[placed]  # group, cut, draw, placement, pocket
            rest = self.rest[:, None, :]
            rest = np.broadcast_to(rest, (*of_all.shape[:-1], rest.shape[-1]))
            found.append(np.moveaxis(np.take_along_axis(of_all, rest, -1), -1, 0))
        return np.concatenate(found)

    def strengths(self, position: Position, player: int) -> Array:
        """Return the strengths of the hands that a player can make when he places in the end.

        The axes are the group that he places, his placements (-1 where there are no more), and his
        pocket card.
        """
        key = position.up[player], position.down[player]
        if key not in self._final:
            self._final[key] = self._strengths(*key)
        return self._final[key]

    def made(self, position: Position, player: int) -> Array:
        """Return the same for the group that the player is to place: by placement and pocket."""
        made: Array = self.strengths(position, player)[self._groups[position.group]]
        return made

    def _strengths(self, up: Group, down: Group) -> Array:
        rules = self.start.rules
        bit = {card: 1 << i for i, card in enumerate(rules.deck)}
        pockets = np.array([bit[card] for card in self.cards])
        ranked = _ranked(rules.deck)
        strengths = np.full((len(self._groups), 12, len(self.cards)), -1, np.int16)
        for group, row in zip(self._groups, strengths, strict=True):
            for i, placed in enumerate(placements(group, down[0] if down else None, rules)):
                counted = (*up, *placed.up)
                if rules.count_face_down and placed.down is not None:
                    counted = (*counted, placed.down)
                row[i] = ranked[sum(bit[card] for card in counted) | pockets]
        return strengths

    # From the end back to the beginning.

    def values(
        self,
        player: int,
        plans: tuple[Plan, Plan],
        settle: Settle,
        payoffs: list[Array] | None = None,
    ) -> float:
        """Return what the game is worth for a player if `settle` says what his nodes are worth.

        Parameters
        ----------
        player : int
            0 or 1.
        plans : pair of Plan
            His own plan tells `settle` how likely he comes to a node, and nothing else.
        settle : function
            See `Settle`.
        payoffs : list of arrays, optional
            By default both make their best hands in the end.

        Returns
        -------
        float
            From -1, always lost, to 1, always won.
        """
        after = self._second_turn(
            player, plans, settle, self.payoffs if payoffs is None else payoffs
        )
        plan = plans[player]
        groups = np.zeros((CUTS, 2, len(self.cards)))
        for who, node, _ in self.placing:
            if who == player:
                c, k = node[1:3]
                groups[c, k] += settle(node, after[node], self.comes_to(player, plan, c, k))
        one = np.ones(len(self.cards))
        if player == 0:
            total = settle(("cut",), groups.sum(1), one).sum()
        else:
            total = sum(settle(("take", c), groups[c], one).sum() for c in range(CUTS))
        return float(total) / self.deals

    def _second_turn(
        self, player: int, plans: tuple[Plan, Plan], settle: Settle, payoffs: list[Array]
    ) -> dict[Node, Array]:
        """Return the values of the placements of the first turn, for each node."""
        shapes = self.shapes[player]
        after = {node: np.zeros(shape) for node, shape in shapes.items() if node[0] == "place"}
        for b, (batch, ends) in enumerate(zip(self.batches, payoffs, strict=True)):
            first, second = (self._spread(batch, who, plans[who]) for who in (0, 1))
            if player == 0:
                likely = plans[1]["cut again", b] * second
                values = _taking_values(ends, likely)
                settled = settle(("take again", b), values, first[:, None]).sum(1)
            else:
                likely = plans[0]["take again", b] * first[:, None]
                values = _cutting_values(ends, likely)
                settled = settle(("cut again", b), values, second)
            settled = settled.reshape(batch.secrets[player], -1, len(batch.tables))
            for table, of_secrets in zip(
                batch.tables, np.moveaxis(self._dealt @ settled, -1, 0), strict=True
            ):
                after[table.node(player)][table.rows[player]] += of_secrets
        return after

    @staticmethod
    def comes_to(player: int, plan: Plan, cut: int, taken: int) -> Array:
        """Return how likely a player's plan leads to a cut, or to taking one of its groups."""
        chance: Array = plan["cut",][cut] if player == 0 else plan["take", cut][taken]
        return chance

    def _spread(self, batch: Batch, player: int, plan: Plan) -> Array:
        """Return how likely a player's plan leads to the tables: by held, draw and table."""
        chances = [
            plan[table.node(player)][table.rows[player]]
            * self.comes_to(player, plan, table.cut, table.taken)
            for table in batch.tables
        ]
        stacked = np.stack(chances, -1).astype(np.float32)  # secret, pocket, table
        return stacked[:, self.rest.T].reshape(-1, len(self.draws), len(batch.tables))


def _taking_values(ends: Array, likely: Array) -> Array:
    """Return what each group is worth to player 0, by what he holds, cut, draw and table."""
    values: Array = ends[0] * likely[:, 0]
    for held in range(1, len(ends)):
        values += ends[held] * likely[:, held]
    return values


def _cutting_values(ends: Array, likely: Array) -> Array:
    """Return what each cut is worth to player 1, by what he holds, draw and table."""
    return -np.stack([np.einsum("ktcsn,ktcsn->csn", end, likely) for end in ends], 1)


def _alike(ways: tuple[Placed, ...]) -> list[list[int]]:
    """Put placements together that look the same: those that turn up the same cards."""
    looks: dict[frozenset[int], list[int]] = {}
    for row, placed in enumerate(ways):
        looks.setdefault(frozenset(placed.up), []).append(row)
    return list(looks.values())


def _even_chance(strengths: Array, axis: int) -> Array:
    """Return the chance of each placement if all that are possible are equally likely."""
    possible = strengths >= 0
    chance: Array = possible / possible.sum(axis, keepdims=True, dtype=np.float32)
    return chance


@lru_cache(maxsize=4)
def _ranked(deck: Group) -> NDArray[np.int16]:
    """Return the strength of each set of up to six cards, a set being a sum of bits."""
    strengths = np.full(1 << len(deck), -1, np.int16)
    for size in range(1, 7):
        for chosen in combinations(range(len(deck)), size):
            cards = [deck[i] for i in chosen]
            strengths[sum(1 << i for i in chosen)] = hands.strength(cards)
    return strengths
