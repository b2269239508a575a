"""Widgets to explore the games in a notebook or an app; works by keyboard.

Examples
--------
>>> from cardlab import explore
>>> explorer = explore.shoot_turn("5h Kc Qs")  # the last line of a cell shows it
>>> bank = explore.shoot_bank()
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlab import _lazy

if TYPE_CHECKING:
    from cardlab.explore.card_picker import CardPicker as CardPicker
    from cardlab.explore.card_picker import Group as Group
    from cardlab.explore.shoot import BankExplorer as BankExplorer
    from cardlab.explore.shoot import TurnExplorer as TurnExplorer
    from cardlab.explore.shoot import shoot_bank as shoot_bank
    from cardlab.explore.shoot import shoot_turn as shoot_turn

__getattr__, __dir__, __all__ = _lazy.attach(
    __name__,
    {
        "card_picker": ["CardPicker", "Group"],
        "shoot": ["BankExplorer", "TurnExplorer", "shoot_bank", "shoot_turn"],
    },
)
