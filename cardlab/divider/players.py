"""Who plays Divider: what a player is, three simple ones, and a game between two.

A player is any object with the three methods of `Player`. It gets the position as it can know it
and returns an action. This one is complete:

>>> class Hopeful:
...     def cut(self, position, rng):
...         return position.legal_actions[0]
...     def choose(self, position, rng):
...         return max(position.groups, key=len)
...     def place(self, position, rng):
...         return rng.choice(position.placements)
>>> play(Hopeful(), "greedy", rng=1).phase
'end'
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar, cast

from cardlab.cards import CardsLike
from cardlab.divider.actions import placements
from cardlab.divider.ending import shown_strength
from cardlab.divider.events import Action, Divided, Forfeited, Group, Placed, Taken
from cardlab.divider.game import Game
from cardlab.divider.position import Position
from cardlab.divider.reading import read_cut, read_taken
from cardlab.divider.rules import Rules
from cardlab.errors import IllegalAction, InvalidInput, short
from cardlab.sampling import generator

if TYPE_CHECKING:
    import numpy as np

LEVELS = ("random", "careless", "greedy", "beginner", "club", "expert")
"""The players that go by name, weakest first but for "careless"."""

_METHODS = ("cut", "choose", "place")
_LONGEST_REASON = 300
_LONGEST = 10**9  # seconds
_PACKAGE = Path(__file__).parents[1]

_A = TypeVar("_A")


class Player(Protocol):
    """What plays: three decisions, each from what the player can see.

    `position` is `Position.seen_by` for the player, and ``position.player`` is the player. `rng` is
    a NumPy generator of the player's own; whoever draws from nothing else plays the same game
    again for the same seed.
    """

    def cut(self, position: Position, rng: np.random.Generator, /) -> Divided | CardsLike:
        """Cut the four cards: one of ``position.legal_actions``, or the cards of one group."""

    def choose(self, position: Position, rng: np.random.Generator, /) -> Taken | CardsLike:
        """Choose one of ``position.groups``: the group, or its number, 0 or 1."""

    def place(self, position: Position, rng: np.random.Generator, /) -> Placed:
        """Place the group: one of ``position.placements`` or ``position.legal_actions``."""


@dataclass(frozen=True)
class Random:
    """A player who does anything: all cuts, both groups, and all different outcomes alike."""

    def cut(self, position: Position, rng: np.random.Generator) -> Divided:
        """Return any cut."""
        return cast(Divided, _any(position.legal_actions, rng))

    def choose(self, position: Position, rng: np.random.Generator) -> Taken:
        """Return any group."""
        return cast(Taken, _any(position.legal_actions, rng))

    def place(self, position: Position, rng: np.random.Generator) -> Placed:
        """Return any placement; two face-up cards count once, in whatever order."""
        return _any(position.placements, rng)


@dataclass(frozen=True)
class Greedy:
    """A player who wants the best hand that he can show right now.

    He places so that his face-up cards and two of his pocket cards make the best hand, takes the
    group with which they do, and cuts so that the worse of the two groups for him is as good as
    can be. What he is not sure of he leaves to chance.
    """

    def cut(self, position: Position, rng: np.random.Generator) -> Divided:
        """Return a cut of which he likes the worse group best."""
        value = _hand_values(position)
        cuts = cast(tuple[Divided, ...], position.legal_actions)
        return _best(cuts, lambda cut: min(value(cut.first), value(cut.second)), rng)

    def choose(self, position: Position, rng: np.random.Generator) -> Taken:
        """Return the group that makes the better hand."""
        value = _hand_values(position)
        groups = cast(tuple[Taken, ...], position.legal_actions)
        return _best(groups, lambda taken: value(taken.cards), rng)

    def place(self, position: Position, rng: np.random.Generator) -> Placed:
        """Return a placement that makes the best hand."""
        own, pockets = position.up[position.player or 0], position.pockets[position.player or 0]
        assert pockets  # his own
        strengths = _Strengths(own, pockets)
        return _best(position.placements, lambda placed: strengths[placed.up], rng)


@dataclass(frozen=True)
class Careless:
    """A player who cuts at random and otherwise plays like another.

    Parameters
    ----------
    like : str or Player
        The other, by name or as an object.

    Raises
    ------
    InvalidInput
        If the other is no player.
    """

    like: str | Player = "club"

    def __post_init__(self) -> None:
        if not isinstance(self.like, str) or self.like not in LEVELS:
            find(self.like)

    def cut(self, position: Position, rng: np.random.Generator) -> Divided:
        """Return any cut."""
        return Random().cut(position, rng)

    def choose(self, position: Position, rng: np.random.Generator) -> Taken | CardsLike:
        """Choose as the other does."""
        return find(self.like).choose(position, rng)

    def place(self, position: Position, rng: np.random.Generator) -> Placed:
        """Place as the other does."""
        return find(self.like).place(position, rng)


class _Strengths(dict[Group, int]):
    """The strength of a player's hand with some more cards face up, each computed once."""

    def __init__(self, up: Group, pockets: Group) -> None:
        self._up, self._pockets = up, pockets

    def __missing__(self, more: Group) -> int:
        self[more] = shown_strength((*self._up, *more), self._pockets)
        return self[more]


def _hand_values(position: Position) -> Callable[[Group], int]:
    """Return a function: the best hand that a group makes right now for the player to act."""
    player = position.player or 0
    pockets, down = position.pockets[player], position.down[player]
    assert pockets  # his own
    strengths = _Strengths(position.up[player], pockets)

    def value(group: Group) -> int:
        outcomes = placements(group, down[0] if down else None, position.rules)
        return max(strengths[placed.up] for placed in outcomes)

    return value


def _any(actions: tuple[_A, ...], rng: np.random.Generator) -> _A:
    return actions[int(rng.integers(len(actions)))]


def _best(actions: tuple[_A, ...], value: Callable[[_A], int], rng: np.random.Generator) -> _A:
    """Return an action of the highest value, one of them at random."""
    values = [value(action) for action in actions]
    highest = max(values)
    best = [action for action, worth in zip(actions, values, strict=True) if worth == highest]
    return best[0] if len(best) == 1 else _any(tuple(best), rng)


def find(player: str | Player) -> Player:
    """Return the player that a name stands for; an object is returned as it is.

    Raises
    ------
    InvalidInput
        If there is no such name, or the object lacks one of the methods of `Player`.

    Examples
    --------
    >>> find("greedy")
    Greedy()
    >>> find("grandmaster")
    Traceback (most recent call last):
        ...
    cardlab.errors.InvalidInput: player must be one of random, careless, greedy, beginner, club, \
expert, or an object with the methods cut, choose, place; not 'grandmaster'
    """
    if isinstance(player, str) and player in ("beginner", "club", "expert"):
        from cardlab.divider.search import Searcher

        return cast(Player, Searcher(player))  # type: ignore[arg-type]  # one of these
    simple: dict[str, Player] = {"random": Random(), "careless": Careless(), "greedy": Greedy()}
    if isinstance(player, str) and player in simple:
        return simple[player]
    if isinstance(player, type):
        message = f"player must be an object, {player.__name__}(), not the class"
        raise InvalidInput(message)
    if not all(callable(getattr(player, method, None)) for method in _METHODS):
        message = (
            f"player must be one of {', '.join(LEVELS)}, or an object with the methods "
            f"{', '.join(_METHODS)}; not {short(player)}"
        )
        raise InvalidInput(message)
    return cast(Player, player)


def play(
    first: str | Player,
    second: str | Player,
    *,
    rules: Rules = Rules(),
    divider: int | None = None,
    deck: CardsLike = "",
    rng: int | np.random.Generator | None = None,
    seconds_per_move: float | None = None,
) -> Game:
    """Play a game between two players.

    A player who raises an error, does something illegal or takes too long forfeits the game, and
    the log says why.

    Parameters
    ----------
    first, second : str or Player
        Players 0 and 1, by name (see `LEVELS`) or as objects.
    rules, divider, deck
        As for `Game`.
    rng : int or numpy Generator, optional
        The seed, or a generator, for the deck and for both players.
    seconds_per_move : float, optional
        How long a move may take. A move is not broken off: its time is looked at afterwards.

    Returns
    -------
    Game
        At its end, with the whole log.

    Raises
    ------
    InvalidInput
        If a player or another argument cannot be used.

    Examples
    --------
    >>> game = play("greedy", "random", rng=1)
    >>> game.turn, game.winner
    (3, 0)
    """
    players = find(first), find(second)
    limit = checked_limit(seconds_per_move)
    source = generator(rng)
    game = Game(rules=rules, divider=divider, deck=deck, rng=source)
    streams = generator(int(source.integers(2**63))), generator(int(source.integers(2**63)))
    finish(game, players, streams, limit)
    return game


def checked_limit(seconds_per_move: object) -> float | None:
    """Refuse a time limit that is not a positive number.

    Raises
    ------
    InvalidInput
        If it is not.
    """
    if seconds_per_move is None:
        return None
    number = isinstance(seconds_per_move, Real) and not isinstance(seconds_per_move, bool)
    if not number or not 0 < cast(float, seconds_per_move) < _LONGEST:
        message = (
            f"seconds_per_move must be a number above 0 and below {_LONGEST:,}, "
            f"not {short(seconds_per_move)}"
        )
        raise InvalidInput(message)
    return float(cast(float, seconds_per_move))


def finish(
    game: Game,
    players: tuple[Player, Player],
    streams: tuple[np.random.Generator, np.random.Generator],
    limit: float | None = None,
) -> None:
    """Play a game to its end, from wherever it stands.

    Parameters
    ----------
    game : Game
        The game; it is changed.
    players : two of Player
        Players 0 and 1.
    streams : two of numpy Generator
        What each of them draws from.
    limit : float, optional
        Seconds that a move may take.
    """
    while game.phase != "end":
        if game.player is None:
            game.draw()
        else:
            _move(game, players[game.player], streams[game.player], limit)


def _move(game: Game, player: Player, rng: np.random.Generator, limit: float | None) -> None:
    """Ask a player for a move and make it; whatever goes wrong is the player's forfeit."""
    view = game.view()
    assert view.player is not None  # it is somebody's turn
    start = time.perf_counter()
    try:  # a program that ends itself forfeits too; Ctrl-C stops everything
        action = _ask(player, view, rng)
        seconds = time.perf_counter() - start
        if limit is None or seconds <= limit:
            game.do(action)
            return
        reason = f"too slow: {seconds:.3g} s for {_DUTY[view.phase]}, {limit:g} s are allowed"
    except (Exception, SystemExit) as error:
        reason = _in_words(error)
    game.do(Forfeited(view.player, reason))


_DUTY = {"cut": "a cut", "choose": "a choice", "place": "a placement"}


def _ask(player: Player, view: Position, rng: np.random.Generator) -> Action:
    """Return what a player does, in the form that the log has."""
    if view.phase == "cut":
        return read_cut(player.cut(view, rng), view)
    if view.phase == "choose":
        return read_taken(player.choose(view, rng), view)
    placed: object = player.place(view, rng)
    if not isinstance(placed, Placed):
        message = f"place must return one of position.placements, not {short(placed)}"
        raise IllegalAction(message)
    return placed


def _in_words(error: BaseException) -> str:
    """Return what an error says and where it arose, in one line."""
    try:
        words = str(error)
    except Exception:
        words = ""
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if not Path(frame.filename).is_relative_to(_PACKAGE)]
    where = f" (line {theirs[-1].lineno}, in {theirs[-1].name})" if theirs else ""
    return f"{type(error).__name__}: {words[:_LONGEST_REASON]}{where}"
