"""Shoot, also called Slippery Sam: will one of your cards beat the turned card?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlab import _lazy

if TYPE_CHECKING:
    from cardlab.shoot.bank import Bank as Bank
    from cardlab.shoot.bank_result import BankResult as BankResult
    from cardlab.shoot.game import Game as Game
    from cardlab.shoot.odds import Turn as Turn
    from cardlab.shoot.odds import average_chance as average_chance
    from cardlab.shoot.odds import break_even_kitty as break_even_kitty
    from cardlab.shoot.odds import every_hand as every_hand
    from cardlab.shoot.odds import winning_cards as winning_cards
    from cardlab.shoot.record import Record as Record
    from cardlab.shoot.record import turns_needed as turns_needed
    from cardlab.shoot.rules import Rules as Rules
    from cardlab.shoot.rules import View as View
    from cardlab.shoot.strategies import AlwaysShoot as AlwaysShoot
    from cardlab.shoot.strategies import FixedFraction as FixedFraction
    from cardlab.shoot.strategies import Kelly as Kelly
    from cardlab.shoot.strategies import MinimumBet as MinimumBet
    from cardlab.shoot.strategies import ShootAbove as ShootAbove
    from cardlab.shoot.strategies import Strategy as Strategy

__getattr__, __dir__, __all__ = _lazy.attach(
    __name__,
    {
        "bank": ["Bank"],
        "bank_result": ["BankResult"],
        "game": ["Game"],
        "odds": ["Turn", "average_chance", "break_even_kitty", "every_hand", "winning_cards"],
        "record": ["Record", "turns_needed"],
        "rules": ["Rules", "View"],
        "strategies": [
            "AlwaysShoot",
            "FixedFraction",
            "Kelly",
            "MinimumBet",
            "ShootAbove",
            "Strategy",
        ],
    },
)
