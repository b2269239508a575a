"""Seven-card stud hi/lo, eight or better: half the pot for the best hand, half for the best low."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlab import _lazy

if TYPE_CHECKING:
    from cardlab.stud8.dealing import SampledDistribution as SampledDistribution
    from cardlab.stud8.decisions import CardEquities as CardEquities
    from cardlab.stud8.decisions import NextCard as NextCard
    from cardlab.stud8.decisions import PotOdds as PotOdds
    from cardlab.stud8.equity import Matchup as Matchup
    from cardlab.stud8.final import Category as Category
    from cardlab.stud8.final import FinalHand as FinalHand
    from cardlab.stud8.final import JointTable as JointTable
    from cardlab.stud8.final import joint_table as joint_table
    from cardlab.stud8.game import Game as Game
    from cardlab.stud8.history import History as History
    from cardlab.stud8.lows import Low as Low
    from cardlab.stud8.lows import LowDraw as LowDraw
    from cardlab.stud8.qualifiers import Qualifiers as Qualifiers
    from cardlab.stud8.ranges import Range as Range
    from cardlab.stud8.rules import Rules as Rules
    from cardlab.stud8.rules import View as View
    from cardlab.stud8.streets import by_street as by_street

__getattr__, __dir__, __all__ = _lazy.attach(
    __name__,
    {
        "dealing": ["SampledDistribution"],
        "decisions": ["CardEquities", "NextCard", "PotOdds"],
        "equity": ["Matchup"],
        "final": ["Category", "FinalHand", "JointTable", "joint_table"],
        "game": ["Game"],
        "history": ["History"],
        "lows": ["Low", "LowDraw"],
        "qualifiers": ["Qualifiers"],
        "ranges": ["Range"],
        "rules": ["Rules", "View"],
        "streets": ["by_street"],
    },
)
