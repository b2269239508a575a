"""Widgets to explore the games in a notebook or an app; works by keyboard.

Examples
--------
>>> from cardlab import explore
>>> explorer = explore.shoot_turn("5h Kc Qs")  # the last line of a cell shows it
>>> bank = explore.shoot_bank()
>>> matchup = explore.stud8("As 2s 3d", "Kh")
>>> review = explore.hand_review()
>>> turn = explore.divider()
>>> game = explore.divider_play("club", seed=1)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlab import _lazy

if TYPE_CHECKING:
    from cardlab.explore.card_picker import CardPicker as CardPicker
    from cardlab.explore.card_picker import Group as Group
    from cardlab.explore.divider_game import GameAgainst as GameAgainst
    from cardlab.explore.divider_game import divider_play as divider_play
    from cardlab.explore.divider_turn import PositionExplorer as PositionExplorer
    from cardlab.explore.divider_turn import divider as divider
    from cardlab.explore.shoot import BankExplorer as BankExplorer
    from cardlab.explore.shoot import TurnExplorer as TurnExplorer
    from cardlab.explore.shoot import shoot_bank as shoot_bank
    from cardlab.explore.shoot import shoot_turn as shoot_turn
    from cardlab.explore.stud8_review import HandReview as HandReview
    from cardlab.explore.stud8_review import hand_review as hand_review
    from cardlab.explore.stud8_views import MatchupExplorer as MatchupExplorer
    from cardlab.explore.stud8_views import stud8 as stud8

__getattr__, __dir__, __all__ = _lazy.attach(
    __name__,
    {
        "card_picker": ["CardPicker", "Group"],
        "divider_game": ["GameAgainst", "divider_play"],
        "divider_turn": ["PositionExplorer", "divider"],
        "shoot": ["BankExplorer", "TurnExplorer", "shoot_bank", "shoot_turn"],
        "stud8_review": ["HandReview", "hand_review"],
        "stud8_views": ["MatchupExplorer", "stud8"],
    },
)
