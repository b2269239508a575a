"""How players of Shoot bet: a strategy is a function from what a player knows to his bet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor
from numbers import Rational
from typing import NamedTuple, Protocol

from cardlab.errors import InvalidInput, instance, share, short, whole
from cardlab.shoot.rules import View

_FLOAT_DENOMINATOR = 10**6
_LARGEST_DENOMINATOR = 10**9  # products of two such integers fit the kernel's 64 bits


class Strategy(Protocol):
    """What a player does: a function from what he knows to his bet.

    A bet is a whole number of tokens, from 1 to the kitty; the whole kitty is a SHOOT. Where the
    rules let him pass, 0 is a pass.
    """

    def __call__(self, view: View, /) -> int:
        """Return the bet."""


StrategyLike = str | Strategy


class Plan(NamedTuple):
    """A built-in strategy in the one form that all of them share.

    If the chance is above the threshold it bets a fraction of the kitty or, with a bankroll, the
    Kelly fraction of what the player owns by now; in both cases whole tokens, at least 1 and at
    most the kitty. Otherwise it bets 1.
    """

    threshold: Fraction
    fraction: Fraction = Fraction(1)
    bankroll: int = 0
    memory: bool = False

    def stake(self, chance: Fraction, kitty: int, won: int = 0) -> int:
        """Return the bet of a player who has won so much in this bank (lost, if negative)."""
        if chance <= self.threshold:
            return 1
        if self.bankroll:
            bet = floor((2 * chance - 1) * (self.bankroll + won))
        else:
            bet = floor(self.fraction * kitty)
        return min(kitty, max(1, bet))

    def row(self) -> tuple[int, ...]:
        """Return the plan as the kernel wants it; see `COLUMNS` there."""
        return (
            *self.threshold.as_integer_ratio(),
            *self.fraction.as_integer_ratio(),
            self.bankroll,
            int(self.memory),
        )


class BuiltIn:
    """What the built-in strategies share.

    In a `Bank` the players with memory remember the cards turned in this deal, and not the hands
    that were shown with a SHOOT. Called with a `View`, a strategy uses all that the view says was
    seen, and a Kelly player owns his bankroll as it was at the start.
    """

    def plan(self) -> Plan:
        """Return the strategy in the form that all built-in ones share."""
        raise NotImplementedError

    def __call__(self, view: View, /) -> int:
        """Return the bet."""
        plan = self.plan()
        known = view if plan.memory else replace(view, seen=())
        return plan.stake(known.chance, view.kitty)


@dataclass(frozen=True)
class MinimumBet(BuiltIn):
    """Bet one token, always.

    Examples
    --------
    >>> from cardlab.cards import parse
    >>> from cardlab.shoot.rules import Rules, View
    >>> MinimumBet()(View(hand=parse("Ah Ks Qd"), seen=(), kitty=60, player=0, rules=Rules()))
    1
    """

    def plan(self) -> Plan:
        """Return the strategy in the form that all built-in ones share."""
        return Plan(Fraction(1), Fraction(0))


@dataclass(frozen=True)
class ShootAbove(BuiltIn):
    """SHOOT, which is to bet the whole kitty, if the chance is above a threshold; else bet 1.

    Parameters
    ----------
    threshold : Fraction or float
        From 0 to 1. A float is taken as the nearest fraction with a denominator up to a million.
    memory : bool
        Whether the player remembers the cards turned in this deal.

    Raises
    ------
    InvalidInput
        If the threshold is not a number from 0 to 1.

    Examples
    --------
    >>> from cardlab.cards import parse
    >>> from cardlab.shoot.rules import Rules, View
    >>> ShootAbove()(View(hand=parse("Ah Ks Qd"), seen=(), kitty=60, player=0, rules=Rules()))
    60
    """

    threshold: Fraction | float = Fraction(1, 2)
    memory: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "threshold", simple_share("threshold", self.threshold))
        instance("memory", self.memory, bool)

    def plan(self) -> Plan:
        """Return the strategy in the form that all built-in ones share."""
        return Plan(Fraction(self.threshold), memory=self.memory)


@dataclass(frozen=True)
class AlwaysShoot(BuiltIn):
    """Bet the whole kitty, always."""

    def plan(self) -> Plan:
        """Return the strategy in the form that all built-in ones share."""
        return Plan(Fraction(-1))


@dataclass(frozen=True)
class FixedFraction(BuiltIn):
    """Bet a fixed fraction of the kitty if the chance is above a threshold; else bet 1.

    Parameters
    ----------
    fraction : Fraction or float
        From 0 to 1; the bet is rounded down to whole tokens, and is at least 1.
    threshold : Fraction or float
        From 0 to 1. Floats are taken as the nearest fraction with a denominator up to a million.
    memory : bool
        Whether the player remembers the cards turned in this deal.

    Raises
    ------
    InvalidInput
        If the fraction or the threshold is not a number from 0 to 1.

    Examples
    --------
    >>> from cardlab.cards import parse
    >>> from cardlab.shoot.rules import Rules, View
    >>> view = View(hand=parse("Ah Ks Qd"), seen=(), kitty=61, player=0, rules=Rules())
    >>> FixedFraction(0.5)(view)
    30
    """

    fraction: Fraction | float
    threshold: Fraction | float = Fraction(1, 2)
    memory: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "fraction", simple_share("fraction", self.fraction))
        object.__setattr__(self, "threshold", simple_share("threshold", self.threshold))
        instance("memory", self.memory, bool)

    def plan(self) -> Plan:
        """Return the strategy in the form that all built-in ones share."""
        return Plan(Fraction(self.threshold), Fraction(self.fraction), memory=self.memory)


@dataclass(frozen=True)
class Kelly(BuiltIn):
    """Bet the Kelly fraction of what the player owns: 2p - 1, where p is his chance.

    The bet is rounded down to whole tokens, is at least the forced 1 and at most the kitty. In a
    bank the bankroll moves with his wins and losses; if it is used up he still bets the forced 1.

    Parameters
    ----------
    bankroll : int
        Tokens that the player owns when the bank begins, from 1 to 2**61.
    memory : bool
        Whether the player remembers the cards turned in this deal.

    Raises
    ------
    InvalidInput
        If the bankroll is not a whole number in that range.

    References
    ----------
    J. L. Kelly, "A New Interpretation of Information Rate", Bell System Technical Journal 35
    (1956), 917-926.

    Examples
    --------
    >>> from cardlab.cards import parse
    >>> from cardlab.shoot.rules import Rules, View
    >>> Kelly(100)(View(hand=parse("Ah Ks Qd"), seen=(), kitty=60, player=0, rules=Rules()))
    34
    """

    bankroll: int
    memory: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "bankroll", whole("bankroll", self.bankroll, 1, 2**61))
        instance("memory", self.memory, bool)

    def plan(self) -> Plan:
        """Return the strategy in the form that all built-in ones share."""
        return Plan(Fraction(1, 2), bankroll=self.bankroll, memory=self.memory)


def simple_share(name: str, value: object) -> Fraction:
    """Return a number from 0 to 1 as a fraction that fits the kernel's integers.

    A float stands for the nearest fraction with a small denominator, so 1 / 3 is a third.
    """
    exact = share(name, value)
    if not isinstance(value, Rational):
        return exact.limit_denominator(_FLOAT_DENOMINATOR)
    if exact.denominator > _LARGEST_DENOMINATOR:
        message = (
            f"{name} must have a denominator of at most {_LARGEST_DENOMINATOR:,}, "
            f"not {short(value)}"
        )
        raise InvalidInput(message)
    return exact


NAMED: dict[str, Strategy] = {
    "minimum": MinimumBet(),
    "shoot": ShootAbove(),
    "always": AlwaysShoot(),
    "kelly": Kelly(100),
}
"""Strategies that may be called by name."""


def for_players(given: object, players: int) -> Strategy | tuple[Strategy, ...]:
    """Return the strategy object, or a tuple of one for each player."""
    if isinstance(given, Sequence) and not isinstance(given, str):
        if len(given) != players:
            message = f"strategy: one for each of {players} players is due, {len(given)} given"
            raise InvalidInput(message)
        return tuple(_one_strategy(one) for one in given)
    return _one_strategy(given)


def _one_strategy(given: object) -> Strategy:
    if isinstance(given, str) and given in NAMED:
        return NAMED[given]
    if callable(given) and not isinstance(given, type):
        checked: Callable[[View], int] = given
        return checked
    names = ", ".join(f'"{name}"' for name in NAMED)
    message = (
        f"strategy must be one of {names}, a strategy object such as ShootAbove(), a function from "
        f"a View to a bet, or a list with one for each player, not {short(given)}"
    )
    raise InvalidInput(message)


def label(strategy: object) -> str:
    """Return what to call a strategy: a function by its name."""
    return str(getattr(strategy, "__name__", repr(strategy)))
