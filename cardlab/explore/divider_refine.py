"""Values of the actions of a player of Divider, first quickly and then better and better."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardlab import _kernels
from cardlab.divider.events import Divided
from cardlab.divider.players import find
from cardlab.divider.position import Position
from cardlab.divider.reading import read_taken
from cardlab.divider.value_table import ValueTable
from cardlab.divider.values import Choice, Cut, Placement
from cardlab.explore.worker import Job
from cardlab.results import Estimate

if TYPE_CHECKING:
    import numpy as np

SAMPLES = (100, 500, 2_500, 10_000) if _kernels.compiled else (10, 30)
"""Hidden worlds of the first table, and of those that replace it."""
SEED = 1


def refine(
    job: Job,
    question: Cut | Choice | Placement,
    show: Callable[[ValueTable, bool], None],
    report: Callable[[float], None] = lambda _share: None,
    *,
    method: str = "bayes",
) -> None:
    """Show the exact table if the turn is surely the last, else sampled ones of growing n.

    Parameters
    ----------
    job : Job
        It ends the work when that has been cancelled.
    question : Cut, Choice or Placement
        What to answer.
    show : function of a table and of whether it is the last one
        Called with each table.
    report : function of a share
        Called with how much of all the work is done.
    method : str
        What the chooser knows of a cut that is surely the last; see `Cut.exact`.
    """
    job.check()
    if question.position.surely_last:
        exact = question.exact(method) if isinstance(question, Cut) else question.exact()
        job.publish(show, exact, True)
        return
    total, before = sum(SAMPLES), 0
    for n in SAMPLES:

        def tell(done: int, _n: int, before: int = before) -> None:
            job.publish(report, (before + done) / total)

        table = question.simulate(n, rng=SEED, progress=tell)
        before += n
        job.publish(show, table, n == SAMPLES[-1])


def taken_first(
    job: Job, position: Position, cut: Divided, n: int, *, level: str = "club"
) -> Estimate:
    """Return how often a computer player takes the first group of a cut.

    Parameters
    ----------
    job : Job
        It ends the work when that has been cancelled.
    position : Position
        What the divider sees.
    cut : Divided
        What he offers.
    n : int
        In how many hidden worlds to ask the player.
    level : str
        Who chooses.
    """
    import numpy as np

    chooser, rng = find(level), np.random.default_rng(SEED)
    count = 0
    for _ in range(n):
        job.check()
        view = _world(position, rng).apply(cut).seen_by(position.chooser)
        taken = read_taken(chooser.choose(view, rng), view)
        count += taken.cards == cut.first
    return Estimate.of_proportion(count, n, seed=SEED)


def _world(position: Position, rng: np.random.Generator) -> Position:
    """Return the position with what the divider does not know of the chooser filled in."""
    you, other = position.divider, position.chooser
    unseen = position.unseen
    drawn = rng.permutation(len(unseen))[: position.rules.pocket_cards]
    pockets = [unseen[k] for k in drawn]
    down = position.down[other]
    lying = down[int(rng.integers(len(down)))] if down else None
    rest = [card for card in down if card != lying]

    def both(own: object, his: object) -> tuple[object, object]:
        return (own, his) if you == 0 else (his, own)

    return Position(
        up=position.up,
        down=both(position.down[you], "" if lying is None else lying),  # type: ignore[arg-type]  # cards
        pockets=both(position.pockets[you], pockets),  # type: ignore[arg-type]  # cards
        buried=[*position.buried, *rest],
        divider=position.divider,
        rules=position.rules,
        four=position.four,
        candidates=position.candidates,
    )
