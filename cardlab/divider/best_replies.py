"""How much can be won in the small game against a player whose ways are known?

A player is asked what he does in every information set that he himself can bring about, once in
each. Then his strategy is known, and the best reply to it is found exactly, from the end back to
the beginning. See `cardlab.divider.small` for the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import comb, sqrt
from statistics import variance
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

from cardlab.cards import CardsLike, text
from cardlab.divider.events import Action, Drawn, Group, Placed
from cardlab.divider.players import Player, Random, _ask, find
from cardlab.divider.position import Position
from cardlab.divider.rules import Rules
from cardlab.divider.small import SmallGame, best_reply, even_plan, first_draws, small_rules
from cardlab.errors import InvalidInput, whole
from cardlab.sampling import Progress, run

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from cardlab.divider.small_tree import Array, Node, Table, Tree

_ITERATIONS = 100  # the value of a draw is then right to some .0005


@runtime_checkable
class Mixed(Protocol):
    """A player who draws lots and says how."""

    def chances(self, position: Position, /) -> Mapping[Action, float]:
        """Return how likely he takes each action; of placements, each of those that differ.

        They are the ``legal_actions`` of the position, or its ``placements``. An action that is not
        named is never taken.
        """


class Draw(NamedTuple):
    """What was found for one first draw. A draw of the game is half a win.

    Parameters
    ----------
    four : tuple of Card
        The first draw.
    weight : int
        For how many first draws it stands.
    value : float
        What the first divider wins if both play as well as can be.
    divider, chooser : float
        What a best reply wins more than that against the player as first divider, and as first
        chooser.
    """

    four: Group
    weight: int
    value: float
    divider: float
    chooser: float

    @property
    def gain(self) -> float:
        """The mean of both seats."""
        return (self.divider + self.chooser) / 2


@dataclass(frozen=True)
class Exploitability:
    """What a best reply wins against a player more than it wins against the best strategy.

    Parameters
    ----------
    player : str
        Who was tested.
    draws : tuple of Draw
        The first draws with what was found.
    sample_of : int or None
        If the draws are a random sample: of how many.
    """

    player: str
    draws: tuple[Draw, ...]
    sample_of: int | None = None

    @property
    def mean(self) -> float:
        """The mean gain over both seats and the draws: the exploitability."""
        return self._mean("gain")

    @property
    def divider(self) -> float:
        """The mean gain against the player as first divider."""
        return self._mean("divider")

    @property
    def chooser(self) -> float:
        """The mean gain against the player as first chooser."""
        return self._mean("chooser")

    @property
    def value(self) -> float:
        """What the first divider wins on the average if both play as well as can be."""
        return self._mean("value")

    def _mean(self, what: str) -> float:
        total = sum(draw.weight for draw in self.draws)
        weighted: float = sum(getattr(draw, what) * draw.weight for draw in self.draws)
        return weighted / total

    @property
    def standard_error(self) -> float | None:
        """The standard error of the mean if the draws are a random sample, else None."""
        n = len(self.draws)
        if self.sample_of is None or n == 1:
            return None
        return sqrt(variance(draw.gain for draw in self.draws) / n * (1 - n / self.sample_of))

    def to_frame(self) -> pd.DataFrame:
        """Return a DataFrame with a row for each first draw, and the columns of `Draw`."""
        import pandas as pd

        rows = [
            draw._asdict() | {"four": text(draw.four), "gain": draw.gain} for draw in self.draws
        ]
        return pd.DataFrame(rows).set_index("four")

    def __str__(self) -> str:
        count = sum(draw.weight for draw in self.draws)
        error = "" if self.standard_error is None else f", standard error {self.standard_error:.4f}"
        return (
            f"{self.player}: exploitability {self.mean:.4f}{error}; as first divider "
            f"{self.divider:.4f}, as chooser {self.chooser:.4f} "
            f"({count} first draw{'s' * (count != 1)})"
        )


def exploitability(
    player: Player | Mixed | str,
    draws: int | Iterable[CardsLike] | None = 12,
    *,
    rules: Rules = small_rules(),
    rng: int = 1,
    executor: Executor | None = None,
    progress: Progress = False,
) -> Exploitability:
    """Find the best replies to a player in the small game.

    The random player counts with the chances of all that he may do, and so does a player of yours
    who says his chances (see `Mixed`). Any other is asked once in each information set and held to
    his answer; if he draws lots, that is one of the strategies that he mixes, and on the average
    the mixture is a little harder to beat.

    In the last turn the best reply makes its best hand. From a player who lets that mislead him in
    his own last placement more might be won.

    Parameters
    ----------
    player : Player, Mixed or str
        A player, or the name of one.
    draws : int, iterable of cards, or None
        So many first draws, picked at random (more of them include the fewer for the same seed);
        these first draws; or None for all that differ.
    rules : Rules
        Those of a small game.
    rng : int
        The seed, for picking draws and for players who draw lots.
    executor : concurrent.futures.Executor, optional
        Where the draws are worked on. By default one after another, here.
    progress : bool or function
        See `cardlab.sampling.Progress`; it counts first draws.

    Returns
    -------
    Exploitability

    Raises
    ------
    InvalidInput
        If an argument has a value that is not allowed, or the player does something illegal.

    Examples
    --------
    >>> print(exploitability("random", ["As Kh Ts 9h"]))
    random: exploitability 0.4323; as first divider 0.4507, as chooser 0.4139 (1 first draw)
    """
    _find(player)  # refuses what is no player
    rng = whole("rng", rng, 0)
    chosen = _first_draws(draws, rules, rng)
    work = partial(_tested, player, rules, rng, tuple(chosen))
    found = run(work, len(chosen), block=1, rng=rng, executor=executor, progress=progress).total
    rows = (Draw(four, chosen[four], *gains) for four, gains in zip(chosen, found, strict=True))
    listed = draws is None or isinstance(draws, Iterable)
    all_draws = None if listed else comb(len(rules.deck), 4)
    name = player if isinstance(player, str) else type(player).__name__
    return Exploitability(name, tuple(rows), all_draws)


def _first_draws(
    draws: int | Iterable[CardsLike] | None, rules: Rules, rng: int
) -> dict[Group, int]:
    """Return first draws, and for how many each of them stands."""
    import numpy as np

    if draws is None:
        return first_draws(rules)
    if isinstance(draws, Iterable):
        games = [SmallGame(four, rules) for four in ([draws] if isinstance(draws, str) else draws)]
        if not games:
            message = "draws: no first draw given"
            raise InvalidInput(message)
        return {game.first_four: 1 for game in games}
    every = list(combinations(rules.deck[::-1], 4))
    n = whole("draws", draws, 1, len(every))
    shuffled = np.random.default_rng(rng).permutation(len(every))
    return {every[i]: 1 for i in shuffled[:n].tolist()}


def _tested(
    player: Player | Mixed | str,
    rules: Rules,
    rng: int,
    draws: tuple[Group, ...],
    stream: np.random.SeedSequence,
    n: int,
) -> tuple[tuple[float, float, float]]:
    """Return the value of a draw, and the gains against the player as divider and as chooser."""
    assert n == 1  # the size of a block
    game, who = SmallGame(draws[stream.spawn_key[-1]], rules), _find(player)
    value = game.solve(_ITERATIONS).value
    gains = _reply_to(game, who, 0, rng) - (1 - value), _reply_to(game, who, 1, rng) - value
    return ((value, *gains),)


def _find(player: Player | Mixed | str) -> Player | Mixed:
    return player if isinstance(player, Mixed) else find(player)


def _reply_to(game: SmallGame, player: Player | Mixed, seat: int, rng: int) -> float:
    """Return what the best reply wins against a player in a seat."""
    tree = game.tree
    if type(player) is Random:
        plan, payoffs = even_plan(tree.shapes[seat]), tree.final_payoffs(random=seat)
    else:
        plan, payoffs = _Asked(tree, player, seat, rng).everything()
    return best_reply(tree, 1 - seat, plan, payoffs)


class _Spot(NamedTuple):
    """A table, what the opponent can make of each draw, and where the answers go."""

    table: Table
    theirs: Array
    plan: Array
    payoffs: Array


class _Asked:
    """What a player does in one seat, asked for information set by information set.

    He is not asked where he himself makes sure that he does not come; there his plan is empty.
    """

    def __init__(self, tree: Tree, player: Player | Mixed, seat: int, rng: int) -> None:
        import numpy as np

        self.tree, self.player, self.seat = tree, player, seat
        self.rng = np.random.default_rng(rng)
        self.plan: dict[Node, Array] = {
            node: np.zeros(shape, np.float32) for node, shape in tree.shapes[seat].items()
        }
        self.payoffs = [np.zeros_like(ends) for ends in tree.payoffs]

    def everything(self) -> tuple[dict[Node, Array], list[Array]]:
        """Return the player's plan, and the payoffs with the hands that he makes in the end."""
        for pocket in range(len(self.tree.cards)):
            self._first_turn(pocket)
        for b, batch in enumerate(self.tree.batches):
            again = self.plan["cut again" if self.seat else "take again", b]
            for n, table in enumerate(batch.tables):
                theirs = self.tree.final_hands(table, 1 - self.seat)[..., 0]
                spot = _Spot(table, theirs, again[..., n], self.payoffs[b][..., n])
                for secret, row in enumerate(table.rows[self.seat]):
                    for pocket in self.plan[table.node(self.seat)][row].nonzero()[0].tolist():
                        self._second_turn(spot, secret, pocket)
        for batch, ends in zip(self.tree.batches, self.payoffs, strict=True):
            ends[self.tree.same_pocket(batch)] = 0
        return self.plan, self.payoffs

    def _first_turn(self, pocket: int) -> None:
        for node, position in self.tree.before.items():
            if position.player == self.seat and self._comes_to(node, pocket):
                for action, chance in self._ask(self._holding(position, pocket)):
                    self.plan[node][action, pocket] = chance

    def _comes_to(self, node: Node, pocket: int) -> bool:
        if node[0] != "place":
            return True
        return bool(self.tree.comes_to(self.seat, self.plan, node[1], node[2])[pocket])

    def _second_turn(self, spot: _Spot, secret: int, pocket: int) -> None:
        between = [
            self._holding(position, pocket)
            for secrets, position in spot.table.positions.items()
            if secrets[self.seat] == secret
        ]
        for d, draw in enumerate(self.tree.draws):
            rest = self.tree.rest[d].tolist()
            if pocket in rest:
                held = secret * len(rest) + rest.index(pocket)
                drawn = [position.apply(Drawn(draw)) for position in between]
                if self.seat == 0:
                    self._choose(spot, held, d, drawn[0])
                else:
                    self._cut(spot, held, d, drawn)

    def _choose(self, spot: _Spot, held: int, d: int, drawn: Position) -> None:
        """Take and place a group as player 0; player 1 will make his best hand of the other."""
        for c, cut in enumerate(drawn.legal_actions):
            divided = drawn.apply(cut)
            for k, chance in self._ask(divided):
                spot.plan[k, held, c, d] = chance
                taken = divided.apply(divided.legal_actions[k])
                spot.payoffs[:, k, held, c, d] = self._wins(taken, spot.theirs[:, k, c, d])

    def _cut(self, spot: _Spot, held: int, d: int, drawn: list[Position]) -> None:
        """Cut as player 1, and place what is left when player 0 has made his best hand.

        `drawn` has a position for each secret of player 0; they look the same to player 1.
        """
        for c, chance in self._ask(drawn[0]):
            spot.plan[c, held, d] = chance
            for k in (0, 1):
                theirs, payoffs = spot.theirs[:, k, c, d], spot.payoffs[held, k, :, c, d]
                for secret, position in enumerate(drawn):
                    divided = position.apply(position.legal_actions[c])
                    taken = divided.apply(divided.legal_actions[k])
                    for way, them in self._best_ways(taken, d):
                        them = them + secret * len(self.tree.rest[d])
                        placed = taken.apply(taken.placements[way])
                        payoffs[them] = -self._wins(placed, theirs[them])

    def _best_ways(self, taken: Position, d: int) -> Iterator[tuple[int, Array]]:
        """Yield player 0's placements that are his best with some pocket cards, and with which."""
        best = self.tree.made(taken, 0)[:, self.tree.rest[d]].argmax(0)
        for way in sorted(set(best.tolist())):
            yield way, (best == way).nonzero()[0]

    def _wins(self, position: Position, theirs: Array) -> Array:
        """Return the player's mean payoff when he places his group, against given hands."""
        import numpy as np

        wins = np.zeros(len(theirs), np.float32)
        (pocket,) = position.pockets[self.seat] or ()  # never unknown: his own
        mine = self.tree.made(position, self.seat)[:, self.tree.cards.index(pocket)]
        for way, chance in self._ask(position):
            wins += chance * np.sign(mine[way] - theirs)
        return wins

    def _holding(self, position: Position, pocket: int) -> Position:
        """Return a position in which the player holds a pocket card."""
        cards = (self.tree.cards[pocket],)
        return position._with(pockets=(None, cards) if self.seat else (cards, None))

    def _ask(self, position: Position) -> list[tuple[int, float]]:
        """Return what the player does, as numbers of actions and their chances."""
        view = position.seen_by(self.seat)
        actions = view.placements if view.phase == "place" else view.legal_actions
        if isinstance(self.player, Mixed):
            chances = self.player.chances(view)
            return [(i, chances[action]) for i, action in enumerate(actions) if chances.get(action)]
        answer = _ask(self.player, view, self.rng)
        if isinstance(answer, Placed):
            answer = _outcome(answer, view)
        return [(actions.index(answer), 1.0)]


def _outcome(answer: Placed, view: Position) -> Placed:
    """Return the placement with the same outcome that stands for all of them."""
    view.apply(answer)  # refuses what is illegal
    return next(
        placed
        for placed in view.placements
        if placed.down == answer.down and set(placed.up) == set(answer.up)
    )
