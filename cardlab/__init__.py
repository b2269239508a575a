"""Odds of card games: exact, sampled, and with the working shown.

Names are loaded when they are first used, so that ``import cardlab`` is quick.

Examples
--------
>>> from cardlab import shoot
>>> shoot.Turn("5h Kc Qs").exact()
Odds(24, 49)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlab import _lazy

if TYPE_CHECKING:
    from cardlab import cards as cards
    from cardlab import counting as counting
    from cardlab import errors as errors
    from cardlab import explore as explore
    from cardlab import hands as hands
    from cardlab import plots as plots
    from cardlab import results as results
    from cardlab import sampling as sampling
    from cardlab import shards as shards
    from cardlab import shoot as shoot
    from cardlab import stud8 as stud8
    from cardlab.cards import Card as Card
    from cardlab.errors import CardlabError as CardlabError
    from cardlab.results import Distribution as Distribution
    from cardlab.results import Estimate as Estimate
    from cardlab.results import Explanation as Explanation
    from cardlab.results import HiLoTable as HiLoTable
    from cardlab.results import Odds as Odds
    from cardlab.results import PotShares as PotShares

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = _lazy.attach(
    __name__,
    {
        "cards": ["Card"],
        "errors": ["CardlabError"],
        "results": [
            "Distribution",
            "Estimate",
            "Explanation",
            "HiLoTable",
            "Odds",
            "PotShares",
        ],
        "counting": [],
        "explore": [],
        "hands": [],
        "plots": [],
        "sampling": [],
        "shards": [],
        "shoot": [],
        "stud8": [],
    },
)
