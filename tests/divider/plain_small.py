"""The small game a second time: its rules over plain sets, the best reply, a linear program.

Nothing here is shared with cardlab.divider but the cards; hands are compared by cardlab.hands.
A state knows everything, and in `seen` what each player has seen so far: his information set.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, permutations

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array

from cardlab import hands
from cardlab.cards import Card

Set = frozenset[Card]


@dataclass(frozen=True)
class State:
    deck: Set
    red_up: bool
    four: Set
    pockets: tuple[Card, Card]
    up: tuple[Set, Set] = (frozenset(), frozenset())
    down: tuple[Card | None, Card | None] = (None, None)
    turn: int = 1
    groups: tuple[Set, ...] = ()  # as cut; then those of player 0 and player 1
    step: str = "cut"
    drawn: Set = frozenset()
    seen: tuple[tuple[object, ...], tuple[object, ...]] = ((), ())

    @property
    def actor(self) -> int | None:
        """Who acts; None if it is chance, or nobody at the end."""
        divider = self.turn - 1
        return {"cut": divider, "take": 1 - divider, "first": 1 - divider, "second": divider}.get(
            self.step
        )

    def then(self, public: object, own: object = None, **changes: object) -> State:
        """What follows; the player to act remembers what the other does not see."""
        seen = tuple(
            (*log, public, own if player == self.actor else None)
            for player, log in enumerate(self.seen)
        )
        return replace(self, seen=seen, **changes)

    def next(self, best_last: bool) -> list[State]:
        """All that can follow, each equally likely where chance decides."""
        if self.step == "cut":
            return [self.then(cut, groups=cut, step="take") for cut in cuts(self.four)]
        if self.step == "take":
            return [self._take(group) for group in self.groups]
        if self.step == "draw":
            rest = self.deck - self.four - set(self.pockets)
            return [
                self.then(four, four=frozenset(four), step="cut", drawn=self.four)
                for four in combinations(sorted(rest), 4)
            ]
        if self.step in ("first", "second"):
            ways = self.ways()
            if self.turn == 2 and best_last:
                ways = [max(ways, key=self._strength)]
            return [self._place(up, down) for up, down in ways]
        return []

    def _take(self, group: Set) -> State:
        other = self.four - group
        mine = (group, other) if self.actor == 0 else (other, group)
        return self.then(group, groups=mine, step="first")

    def ways(self) -> list[tuple[Set, Card | None]]:
        """Cards turned up and the face-down card, for each way to place."""
        player = self.actor
        group, down = self.groups[player], self.down[player]
        if len(group) == 1:
            return [(frozenset() if down is None else frozenset({down}), *group)]
        found = set()
        for u, w in permutations(group if down is None else group | {down}, 2):
            both = self.red_up and u.suit in (1, 2)
            found.add((frozenset({u, w}), None) if both else (frozenset({u}), w))
        return sorted(found, key=str)

    def _place(self, up: Set, down: Card | None) -> State:
        player = self.actor
        then = "second" if self.step == "first" else "draw" if self.turn == 1 else "end"
        return self.then(
            (up, down is None),
            down,
            up=put(self.up, player, self.up[player] | up),
            down=put(self.down, player, down),
            step=then,
            turn=self.turn + (then == "draw"),
        )

    def _strength(self, way: tuple[Set, Card | None]) -> int:
        player = self.actor
        return strength(self.up[player] | way[0] | {self.pockets[player]})

    @property
    def payoff(self) -> int:
        """1 if player 0 wins, -1 if player 1 does, 0 for a draw."""
        made = [strength(self.up[p] | {self.pockets[p]}) for p in (0, 1)]
        return (made[0] > made[1]) - (made[0] < made[1])


def put(pair: tuple, player: int, value: object) -> tuple:
    return (value, pair[1]) if player == 0 else (pair[0], value)


def cuts(four: Set) -> list[tuple[Set, Set]]:
    """The seven ways to divide four cards into two groups."""
    first = min(four)
    small = [frozenset({card}) for card in four] + [frozenset({first, c}) for c in four - {first}]
    return [(group, four - group) for group in small]


@cache
def strength(cards: Set) -> int:
    return hands.strength(sorted(cards))


def deals(deck: Set, four: Set, red_up: bool) -> list[State]:
    """The game after the first draw, for all pocket cards."""
    found = []
    for pockets in permutations(sorted(deck - four), 2):
        seen = tuple((pocket,) for pocket in pockets)
        found.append(State(deck, red_up, four, pockets, seen=seen))
    return found


Policy = Callable[[State], list[tuple[float, State]]]
"""What somebody else does, or chance: what follows, and how likely."""


def at_random(state: State) -> list[tuple[float, State]]:
    """All that can follow is equally likely."""
    nexts = state.next(best_last=False)
    return [(1 / len(nexts), one) for one in nexts]


def best_reply(player: int, states: list[State], policy: Policy) -> float:
    """What a player wins, from -1 to 1, who knows what the other does; by looking everywhere."""
    worlds = [(1 / len(states), state) for state in states]
    return sum(_best(player, group, policy) for group in _by_view(player, worlds))


Worlds = list[tuple[float, State]]


def _by_view(player: int, worlds: Worlds) -> Iterable[Worlds]:
    """Put together what looks the same to a player."""
    views: dict[object, Worlds] = defaultdict(list)
    for chance, state in worlds:
        views[state.seen[player]].append((chance, state))
    return views.values()


def _best(player: int, worlds: Worlds, policy: Policy) -> float:
    """The value of states that look the same to the player."""
    first = worlds[0][1]
    if first.step == "end":
        sign = 1 if player == 0 else -1
        return sum(sign * chance * state.payoff for chance, state in worlds)
    if first.actor == player:
        nexts = [state.next(best_last=False) for _, state in worlds]
        chances = [chance for chance, _ in worlds]
        choices = [list(zip(chances, choice, strict=True)) for choice in zip(*nexts, strict=True)]
        return max(_best(player, choice, policy) for choice in choices)
    after = [
        (chance * likely, one)
        for chance, state in worlds
        for likely, one in (at_random if state.actor is None else policy)(state)
    ]
    return sum(_best(player, group, policy) for group in _by_view(player, after))


class LinearProgram:
    """The value of the game by sequences: what player 0 may make likely, against every reply."""

    def __init__(self, states: list[State]) -> None:
        self.sequences: tuple[dict, dict] = (
            {(): 0},
            {(): 0},
        )  # of each player: (information set, action) -> number
        self.sets: tuple[dict, dict] = (
            {},
            {},
        )  # of each player: information set -> (sequence before, actions)
        self.payoffs: dict[tuple[int, int], float] = defaultdict(float)
        for state in states:
            self._walk(state, 1 / len(states), (0, 0))

    def _walk(self, state: State, chance: float, before: tuple[int, int]) -> None:
        nexts = state.next(best_last=True)
        if not nexts:
            self.payoffs[before] += chance * state.payoff
        elif len(nexts) == 1:
            self._walk(nexts[0], chance, before)
        elif (player := state.actor) is None:
            for one in nexts:
                self._walk(one, chance / len(nexts), before)
        else:
            view = state.seen[player]
            self.sets[player].setdefault(view, (before[player], len(nexts)))
            for i, one in enumerate(nexts):
                known = self.sequences[player]
                number = known.setdefault((view, i), len(known))
                self._walk(one, chance, put(before, player, number))

    def value(self) -> float:
        """What player 0 can be sure of, from -1 to 1.

        Variables: how likely he makes each of his sequences, then a value for each information set
        of player 1 and for the whole game, which is to be as high as player 1 lets it be.
        """
        mine, theirs = len(self.sequences[0]), len(self.sequences[1])
        equal = [(0, 0, 1.0)]
        for row, (view, (before, actions)) in enumerate(self.sets[0].items(), 1):
            equal.append((row, before, -1.0))
            equal += [(row, self.sequences[0][view, i], 1.0) for i in range(actions)]
        number = {view: mine + 1 + i for i, view in enumerate(self.sets[1])}
        most = [(0, mine, 1.0)]  # value of his set less values of the sets that follow <= payoff
        for view, (before, actions) in self.sets[1].items():
            most.append((before, number[view], -1.0))
            most += [(self.sequences[1][view, i], number[view], 1.0) for i in range(actions)]
        most += [(b, a, -payoff) for (a, b), payoff in self.payoffs.items()]
        size = mine + 1 + len(number)
        goal = np.zeros(size)
        goal[mine] = -1
        found = linprog(
            goal,
            A_ub=_matrix(most, theirs, size),
            b_ub=np.zeros(theirs),
            A_eq=_matrix(equal, len(self.sets[0]) + 1, size),
            b_eq=np.eye(1, len(self.sets[0]) + 1)[0],
            bounds=[(0, None)] * mine + [(None, None)] * (size - mine),
            method="highs",
        )
        assert found.status == 0, found.message
        return -found.fun


def _matrix(entries: list[tuple[int, int, float]], rows: int, columns: int) -> coo_array:
    i, j, values = zip(*entries, strict=True)
    return coo_array((values, (i, j)), shape=(rows, columns)).tocsr()
