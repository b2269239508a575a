"""Everything that is sampled, small: how it is asked, and its sampler."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cardlab import divider, shoot, stud8
from cardlab.divider import tournaments
from cardlab.sampling import Sampler


class Question(NamedTuple):
    ask: Callable[..., Any]
    """Takes a seed, an executor and a progress; returns the answer."""
    sampler: Sampler[Any, Any]
    n: int


CUT = divider.Position(pockets=("6h Tc 3d", None), four="Jh 6s Td 2c")
CHOICE = divider.Position(pockets=(None, "Kc Qd 9d"), four="Jh 6s Td 2c", groups=("Jh", "6s Td 2c"))
PLACEMENT = divider.Position(
    pockets=(None, "Kc Qd 9d"), four="Jh 6s Td 2c", groups=("Jh", "6s Td 2c"), taken=1
)


def shy(view: shoot.View) -> int:
    """A strategy of one's own."""
    return min(2, view.kitty)


def of(question: Any, n: int, **options: Any) -> Question:
    def ask(**how: Any) -> Any:
        return question.simulate(n, **options, **how)

    return Question(ask, question.sampler(**options), n)


def tournament(*players: Any, games: int) -> Question:
    def ask(**how: Any) -> Any:
        return divider.tournament(players, games, **how)

    return Question(ask, tournaments.sampler(players), tournaments.deals(games))


QUESTIONS = {
    "turn": of(shoot.Turn("5h Kc Qs", "2d 9c"), 140_000),
    "record": of(shoot.Record([("5h Kc Qs", "", "2d"), ("Ac 4h 7d", "", "3h")]), 140_000),
    "bank": of(shoot.Bank(kitty=100, strategy="kelly"), 40_000),
    "bank, path": of(shoot.Bank(players=2, strategy=["shoot", "always"]), 40_000, path=True),
    "bank in Python": of(shoot.Bank(players=2, kitty=20, strategy=shy), 600),
    "low draw": of(stud8.LowDraw("As 2s 3d"), 40_000),
    "qualifiers": of(stud8.Qualifiers(4), 40_000),
    "final hand": of(stud8.FinalHand("As 2s 3d"), 40_000),
    "matchup": of(stud8.Matchup("As2h3d", "KcKdQh", "7s8s9s"), 140_000),
    "ranges": of(stud8.Matchup("As2h3d", "Kc", ranges={1: "pairs, 3low:0.5"}), 140_000),
    "cut": of(divider.Cut(CUT), 150),
    "choice": of(divider.Choice(CHOICE), 150, player="greedy"),
    "placement": of(divider.Placement(PLACEMENT), 150, player="random"),
    "placement in Python": of(divider.Placement(PLACEMENT), 65, player=divider.Random()),
    "tournament": tournament("club", "greedy", ("dice", "random"), games=12),
}
