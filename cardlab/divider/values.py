"""Questions about one turn of Divider: what is a cut, a group or a placement worth?

Each question is asked from the view of the player who acts: what he cannot see is left out of the
position, whoever built it. In a turn that is surely the last the answer is exact. Before that the
game is played on, many times, by a computer player.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from cardlab.cards import CardsLike, text
from cardlab.divider.actions import cuts
from cardlab.divider.events import Action, Divided, Drawn, Taken
from cardlab.divider.information import ByInformation
from cardlab.divider.making import best, usual
from cardlab.divider.position import Position
from cardlab.divider.value_table import (
    METHODS,
    Row,
    ValueTable,
    exact_table,
    find,
    sampled_table,
    written,
)
from cardlab.errors import InvalidInput, TooLarge, instance, short
from cardlab.results import Explanation
from cardlab.sampling import Progress, Run, Sampler

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

    from cardlab.divider.players import Player

_WORLDS = 1000  # for an explanation, where the turn may not be the last
_SEED = 1


@dataclass(frozen=True)
class _Question(ABC):
    """What the three questions share: a position as its player sees it, and playing on."""

    position: Position
    kind: ClassVar[str]

    @abstractmethod
    def exact(self) -> ValueTable:
        """Return exact values."""

    @property
    def _actions(self) -> tuple[Action, ...]:
        return self.position.legal_actions

    def simulate(
        self,
        n: int,
        *,
        rng: int | np.random.Generator | None = None,
        executor: Executor | None = None,
        progress: Progress = False,
        player: str | Player = "club",
    ) -> ValueTable:
        """Return the value of each action, by playing on from it in `n` hidden worlds.

        The worlds are the same for every action, so differences are known better than values.

        Parameters
        ----------
        n : int
            Number of worlds: ways in which the cards that cannot be seen may lie.
        rng, executor, progress
            As in `cardlab.sampling.run`.
        player : str or Player
            Who plays on, on both sides. The values depend on him, and how far he is from best play
            is not in the standard errors.

        Returns
        -------
        ValueTable
            Best first, for the player who acts, with the standard error of each value and of each
            difference.
        """
        return self.sampler(player).run(n, rng=rng, executor=executor, progress=progress)

    def sampler(self, player: str | Player = "club") -> Sampler[NDArray[np.int64], ValueTable]:
        """Return how `simulate` samples; see `cardlab.shards`."""
        from cardlab.divider import rollouts

        plain = rollouts.sampler(self.position, player)

        def table(run: Run[NDArray[np.int64]]) -> ValueTable:
            done = plain.answer(run)
            return sampled_table(
                self.kind,
                done.actions,
                done.wins,
                done.ties,
                done.products,
                n=done.n,
                seed=done.seed,
                player=player if isinstance(player, str) else type(player).__name__,
                seconds=done.seconds,
            )

        return Sampler(plain.work, plain.block, table)

    def explain(self, table: ValueTable | None = None) -> Explanation:
        """Return in words what the actions do, and which is best by how much.

        Parameters
        ----------
        table : ValueTable, optional
            The values to speak of. By default exact ones in a surely last turn, else those of
            1,000 worlds.

        Raises
        ------
        InvalidInput
            If the table is one of other actions.
        """
        from cardlab.divider import explaining

        if table is None:
            last = self.position.surely_last
            table = self.exact() if last else self.simulate(_WORLDS, rng=_SEED)
        instance("table", table, ValueTable)
        if set(table.actions) != set(self._actions):
            message = f"table is one of other {table.kind}s, not of this position's {self.kind}s"
            raise InvalidInput(message)
        return explaining.explain(self.position, table)

    def _require_last(self) -> None:
        if not self.position.surely_last:
            message = (
                f"exact: turn {self.position.turn} may not be the last, and what follows is too "
                "much to count; use simulate(n)"
            )
            raise TooLarge(message)


@dataclass(frozen=True, init=False)
class Cut(_Question):
    """What is each of the seven cuts worth to the divider?

    Parameters
    ----------
    position : Position
        Before the cut, with the four cards drawn; or before the draw, with the cards in `four`.
        What the divider cannot see is not used, even if the position knows it.
    four : cards, optional
        The four cards, where the position does not have them.

    Raises
    ------
    InvalidInput
        If the position is at another point of the turn, the four cards are given twice or not at
        all, or the divider's own cards are not known.
    CardError
        If the four cards cannot be read or are not among the unseen ones.

    Examples
    --------
    >>> position = Position(
    ...     up=("Ac Ad Ah As", "6h 7h 8h 2c"), down=("3c", None), pockets=("Kc Qd 3d", None),
    ...     buried="Jd Jc 4s", divider=0,
    ... )
    >>> table = Cut(position, "9h 2s 3s Kd").exact()
    >>> table.value("9h | 2s 3s Kd"), table.behind("2s | 9h 3s Kd")
    (Fraction(175, 176), Fraction(15, 88))
    """

    kind: ClassVar[str] = "cut"

    def __init__(self, position: Position, four: CardsLike | None = None) -> None:
        position = _bring(position, ("draw", "cut"), "four", four, lambda _: Drawn(_cards(four)))
        object.__setattr__(self, "position", position)

    def exact(self, method: str = "bayes") -> ValueTable:
        """Return the value of each cut of a turn that is surely the last.

        With one method, ``"equilibrium"``, they are close but not exact, and the table says so.

        Parameters
        ----------
        method : {"bayes", "open", "fixed", "equilibrium"}
            What the chooser is taken to know. ``"bayes"``: his own pockets; he believes yours to be
            any unseen cards and takes what is best on average. ``"open"``: your pockets too, so
            that he takes what is best in each case; a lower bound. ``"fixed"``: he is bound to one
            group, the worse one for you. ``"equilibrium"``: he reads your cut for what it tells of
            your pockets, and you expect that. This is found step by step: its values are floats,
            each right to about .003, and the table has the `exploitability`. A cut that no divider
            makes has a value only as the steps have left it.

        Returns
        -------
        ValueTable
            Best first, for the divider. With each cut: the chance that the chooser takes the first
            group, and how the divider best places either.

        Raises
        ------
        InvalidInput
            If the method is unknown.
        TooLarge
            If the turn may not be the last; `simulate` answers there.

        Notes
        -----
        In a last turn the best placement does not depend on what the other does: it is the one
        that makes the best hand. Unseen cards are equally likely to be the chooser's pockets; where
        his face-down card is not known, each card it can be has the same weight.
        """
        from cardlab.divider import last_turn

        if not isinstance(method, str) or method not in METHODS:  # type: ignore[redundant-expr]  # may be anything
            message = f"method must be one of {', '.join(METHODS)}, not {short(method)}"
            raise InvalidInput(message)
        self._require_last()
        me = self.position.divider
        rows, exploitability = [], None
        if method == "equilibrium":
            values, exploitability, *_ = last_turn.equilibrium(self.position)
        else:
            values = last_turn.cut_values(self.position, method)
        for each in values:
            first, second = (best(self.position, me, group).placed for group in each.action.groups)
            rows.append(
                Row(each.action, each.win, each.tie, each.total, each.first, (first, second))
            )
        return exact_table("cut", rows, method=method, exploitability=exploitability)

    def best_placements(self) -> pd.DataFrame:
        """Return how each side would place each group to make its best hand now.

        In a last turn that is the best placement, whatever the other does. Before that it is what
        a player does who looks no further.

        Returns
        -------
        DataFrame
            A row for each of the 14 groups. Index: the group. Columns: ``divider`` (how you place
            it), ``hand`` (your best hand then), ``chooser`` (how the chooser most often places it,
            over all pockets that he may have) and ``often`` (with what share of them that makes his
            best hand).

        Examples
        --------
        >>> position = Position(
        ...     up=("Ac Ad Ah As", "6h 7h 8h 2c"), down=("3c", None), pockets=("Kc Qd 3d", None),
        ...     buried="Jd Jc 4s", four="9h 2s 3s Kd",
        ... )
        >>> Cut(position).best_placements().loc["Kd 9h", ["divider", "chooser"]].tolist()
        ['up Kd 9h, down none', 'up Kd 9h, down none']
        """
        import pandas as pd

        view, rows = self.position, {}
        for cut in cuts(view.four):
            for group in cut.groups:
                mine = best(view, view.divider, group)
                placed, often = usual(view, view.chooser, group)
                rows[text(group)] = {
                    "divider": written(mine.placed),
                    "hand": mine.hand,
                    "chooser": written(placed),
                    "often": float(often),
                }
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis("group")

    def by_information(self) -> ByInformation:
        """Return what the cuts of a last turn are worth by what the chooser can see.

        This is the fair-division reading of the game: the divider's maximin, what the chooser
        gains by pockets that you cannot see, and what your own hidden pockets are worth to you.

        Raises
        ------
        TooLarge
            As `exact` does.

        Examples
        --------
        >>> position = Position(
        ...     up=("Ac Kd 9h 7s", "As Kh 9d 7c"), down=("Qd", "Qh"), pockets=("Jc Jd 2h", None),
        ...     buried="2s 3s 4h 5h 6h 8h", four="Ks 9s 4c 5d",
        ... )
        >>> values = Cut(position).by_information()
        >>> print(values)
        all pockets are shown: Ks 4c | 9s 5d, .1992
        each sees his own: Ks 4c | 9s 5d, .1992
        your worse group is taken: Ks 4c | 9s 5d, .2362
        >>> values.chooser_gains(), values.divider_keeps()
        (Fraction(15, 406), Fraction(0, 1))
        """
        return ByInformation(*(self.exact(method) for method in ("open", "bayes", "fixed")))


@dataclass(frozen=True, init=False)
class Choice(_Question):
    """What is each of the two groups worth to the chooser?

    Parameters
    ----------
    position : Position
        After the cut; or before it, with the cut in `cut`. What the chooser cannot see is not
        used, even if the position knows it.
    cut : Divided or text, optional
        Such as ``"9h | 2s 3s Kd"``, where the position is not cut yet.

    Raises
    ------
    InvalidInput
        If the position is at another point of the turn, the cut is given twice or not at all, it
        is not one of the seven, or the chooser's own cards are not known.
    """

    kind: ClassVar[str] = "choice"

    def __init__(self, position: Position, cut: Divided | CardsLike | None = None) -> None:
        position = _bring(
            position,
            ("cut", "choose"),
            "cut",
            cut,
            lambda before: find("cut", before.legal_actions, cut),
        )
        object.__setattr__(self, "position", position)

    def exact(self) -> ValueTable:
        """Return the value of each group in a turn that is surely the last.

        The divider's pockets are any unseen cards, all equally likely: nothing is read from his
        cut. Where his face-down card is not known, each card it can be has the same weight.

        Raises
        ------
        TooLarge
            If the turn may not be the last; `simulate` answers there.
        """
        from cardlab.divider import last_turn

        self._require_last()
        return exact_table(
            "choice", [Row(*values) for values in last_turn.choice_values(self.position)]
        )


@dataclass(frozen=True, init=False)
class Placement(_Question):
    """What is each way to place a group worth to the player who places it?

    Parameters
    ----------
    position : Position
        While a group is to be placed; or before the choice, with the group that the chooser takes
        in `group`. What the player cannot see is not used, even if the position knows it.
    group : cards, optional
        The group, where it is not taken yet.

    Raises
    ------
    InvalidInput
        If the position is at another point of the turn, the group is given twice or not at all, or
        the player's own cards are not known.
    IllegalAction
        If it is not one of the two groups.
    """

    kind: ClassVar[str] = "placement"

    def __init__(self, position: Position, group: CardsLike | None = None) -> None:
        position = _bring(
            position, ("choose", "place"), "group", group, lambda _: Taken(_cards(group))
        )
        object.__setattr__(self, "position", position)

    @property
    def _actions(self) -> tuple[Action, ...]:
        return self.position.placements

    def exact(self) -> ValueTable:
        """Return the value of each placement in a turn that is surely the last.

        The other player's pockets are any unseen cards, all equally likely. If he is still to
        place, he makes his best hand.

        Raises
        ------
        TooLarge
            If the turn may not be the last; `simulate` answers there.
        """
        from cardlab.divider import last_turn

        self._require_last()
        rows = [Row(*values) for values in last_turn.placement_values(self.position)]
        return exact_table("placement", rows)


def _cards(given: CardsLike | None) -> CardsLike:
    return "" if given is None else given


def _bring(
    position: Position, phases: tuple[str, str], name: str, given: object, event: Any
) -> Position:
    """Return the position in the second phase, as the player who acts there sees it.

    In the first phase something is missing: what was given as the argument `name`. `event` makes
    the event from the position, which that brings about.
    """
    instance("position", position, Position)
    if position.phase not in phases:
        message = (
            f"position: its phase must be {phases[0]!r} or {phases[1]!r} for this question, "
            f"not {position.phase!r}"
        )
        raise InvalidInput(message)
    if position.phase == phases[1] and given is not None:
        message = f"{name}: the position has it already; leave out {short(given)}"
        raise InvalidInput(message)
    if position.phase == phases[0]:
        if given is None:
            message = f"{name} must be given, as the position does not have it"
            raise InvalidInput(message)
        position = position.apply(event(position))
    me = position.player
    assert me is not None  # somebody acts in these phases
    if position.pockets[me] is None:
        message = f"position: the pockets of player {me}, who acts, are not known"
        raise InvalidInput(message)
    if len(position.down[me]) > 1:
        cards = text(position.down[me])
        message = f"position: the face-down card of player {me}, who acts, is one of {cards}"
        raise InvalidInput(message)
    return position.seen_by(me)
