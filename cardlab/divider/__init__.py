"""Divider: one player cuts four cards into two groups, the other chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlab import _lazy

if TYPE_CHECKING:
    from cardlab.divider.best_replies import exploitability as exploitability
    from cardlab.divider.events import Dealt as Dealt
    from cardlab.divider.events import Divided as Divided
    from cardlab.divider.events import Drawn as Drawn
    from cardlab.divider.events import Forfeited as Forfeited
    from cardlab.divider.events import Placed as Placed
    from cardlab.divider.events import Taken as Taken
    from cardlab.divider.game import Game as Game
    from cardlab.divider.information import ByInformation as ByInformation
    from cardlab.divider.players import Careless as Careless
    from cardlab.divider.players import Greedy as Greedy
    from cardlab.divider.players import Player as Player
    from cardlab.divider.players import Random as Random
    from cardlab.divider.players import play as play
    from cardlab.divider.position import Position as Position
    from cardlab.divider.rules import Rules as Rules
    from cardlab.divider.search import Searcher as Searcher
    from cardlab.divider.showdown import Showdown as Showdown
    from cardlab.divider.small import SmallGame as SmallGame
    from cardlab.divider.small import small_rules as small_rules
    from cardlab.divider.tournaments import Tournament as Tournament
    from cardlab.divider.tournaments import tournament as tournament
    from cardlab.divider.value_table import ValueTable as ValueTable
    from cardlab.divider.values import Choice as Choice
    from cardlab.divider.values import Cut as Cut
    from cardlab.divider.values import Placement as Placement

__getattr__, __dir__, __all__ = _lazy.attach(
    __name__,
    {
        "best_replies": ["exploitability"],
        "events": ["Dealt", "Divided", "Drawn", "Forfeited", "Placed", "Taken"],
        "game": ["Game"],
        "information": ["ByInformation"],
        "players": ["Careless", "Greedy", "Player", "Random", "play"],
        "position": ["Position"],
        "rules": ["Rules"],
        "search": ["Searcher"],
        "showdown": ["Showdown"],
        "small": ["SmallGame", "small_rules"],
        "tournaments": ["Tournament", "tournament"],
        "value_table": ["ValueTable"],
        "values": ["Choice", "Cut", "Placement"],
    },
)
