"""Tournaments of Divider players: every two of them play the same deals from both seats.

Luck of the cards is shared: each deal is played twice with the seats exchanged, so both players
have had both sides of it. The two games of a deal are one observation for the standard errors.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from html import escape
from itertools import combinations
from typing import TYPE_CHECKING, Any

from cardlab import look
from cardlab.divider.game import Game
from cardlab.divider.players import Player, checked_limit, find, finish
from cardlab.divider.rules import Rules
from cardlab.errors import InvalidInput, instance, short, whole
from cardlab.results import Estimate
from cardlab.sampling import MOST, Progress, Run, Sampler

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

Entry = str | Player | tuple[str, Player | str]
"""A player by name, as an object, or with a name to be called by."""


@dataclass(frozen=True)
class Played:
    """A game of a tournament.

    Parameters
    ----------
    deal : int
        The deal, counted from 0; the two games of a pair of players with it have the same cards.
    seats : tuple of str
        Who was player 0 and who player 1.
    divider : int
        The seat that divided first.
    winner : str or None
        Who won; None for equal hands.
    turns : int
        How many turns there were.
    log : str
        The game as text; `Game.parse` reads it.
    fault : str
        Why the loser forfeited the game; empty if it was played to its end.
    """

    deal: int
    seats: tuple[str, str]
    divider: int
    winner: str | None
    turns: int
    log: str
    fault: str = ""

    @classmethod
    def read(cls, json: dict[str, Any]) -> Played:
        """Return a game that was written as JSON."""
        return cls(**{**json, "seats": tuple(json["seats"])})

    def half_points(self, name: str) -> int:
        """Return what a player got: 2 for a win, 1 for equal hands, else 0."""
        return 1 if self.winner is None else 2 * (self.winner == name)


@dataclass(frozen=True, repr=False)
class Tournament:
    """What became of a tournament.

    Parameters
    ----------
    names : tuple of str
        The players.
    rules : Rules
        Options of the games.
    games : tuple of Played
        All games, in the order of the deals.
    seed : int
        The seed that repeats the tournament.
    seconds : float
        How long it took; not compared by ``==``.
    """

    names: tuple[str, ...]
    rules: Rules
    games: tuple[Played, ...]
    seed: int
    seconds: float = field(default=0.0, compare=False)

    def share(self, name: str, against: str | None = None) -> Estimate:
        """Return a player's share of the games: wins, and half of the games with equal hands.

        Parameters
        ----------
        name : str
            The player.
        against : str, optional
            One opponent; by default all.

        Returns
        -------
        Estimate
            Its `n` is the number of deals; all games of a player with a deal are one observation.

        Raises
        ------
        InvalidInput
            If nobody has this name, or a player is to be compared with himself.
        """
        self._check(name)
        if against is not None:
            self._check(against)
            if against == name:
                message = f"against must be another player, not {short(against)} again"
                raise InvalidInput(message)
        points: Counter[int] = Counter()
        games: Counter[int] = Counter()
        for game in self.games:
            if name in game.seats and (against is None or against in game.seats):
                points[game.deal] += game.half_points(name)
                games[game.deal] += 1
        return self._estimate(points, games)

    def _check(self, name: object) -> None:
        if not isinstance(name, str) or name not in self.names:
            message = f"name must be one of {', '.join(self.names)}, not {short(name)}"
            raise InvalidInput(message)

    def _estimate(self, points: Counter[int], games: Counter[int]) -> Estimate:
        """Return the mean share of the deals; every deal has the same number of games."""
        (of_deal,) = set(games.values())
        values = [points[deal] for deal in games]
        squares = sum(value * value for value in values)
        mean = Estimate.of_mean(sum(values), squares, len(values), seed=self.seed)
        full = 2 * of_deal
        return Estimate(
            mean.value / full, mean.standard_error / full, mean.n, self.seed, self.seconds
        )

    @property
    def first_divider(self) -> Estimate:
        """The share of whoever divided first, over all games."""
        points: Counter[int] = Counter()
        games: Counter[int] = Counter()
        for game in self.games:
            points[game.deal] += game.half_points(game.seats[game.divider])
            games[game.deal] += 1
        return self._estimate(points, games)

    @property
    def turns(self) -> tuple[int, ...]:
        """The number of turns of each game."""
        return tuple(game.turns for game in self.games)

    @property
    def faults(self) -> tuple[Played, ...]:
        """The games that a player forfeited."""
        return tuple(game for game in self.games if game.fault)

    def to_frame(self) -> pd.DataFrame:
        """Return a DataFrame with a row for each player, the best first.

        Columns: share and its standard error (floats), games, wins, draws, losses, and faults, the
        games lost by a fault (ints).
        """
        import pandas as pd

        rows = {name: self._row(name) for name in self._ranked}
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis("player")

    @property
    def _ranked(self) -> list[str]:
        return sorted(self.names, key=lambda name: -self.share(name).value)

    def _row(self, name: str) -> dict[str, float | int]:
        share = self.share(name)
        own = [game for game in self.games if name in game.seats]
        wins = sum(game.winner == name for game in own)
        draws = sum(game.winner is None for game in own)
        faults = sum(bool(game.fault) and game.winner != name for game in own)
        return {
            "share": share.value,
            "standard error": share.standard_error,
            "games": len(own),
            "wins": wins,
            "draws": draws,
            "losses": len(own) - wins - draws,
            "faults": faults,
        }

    def _lines(self) -> list[tuple[str, ...]]:
        """Return the standings as text."""
        rows = []
        for name in self._ranked:
            row = self._row(name)
            numbers = (str(row[column]) for column in _COLUMNS[3:])
            error = f"{row['standard error']:.4f}"
            rows.append((name, f"{row['share']:.4f}", error, *numbers))
        return rows

    def __repr__(self) -> str:
        shares = ", ".join(f"{name} {self.share(name).value:.4f}" for name in self._ranked)
        return f"<Tournament: {shares} ({len(self.games):,} games, seed {self.seed})>"

    def __str__(self) -> str:
        rows = [_COLUMNS, *self._lines()]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = []
        for first, *rest in rows:
            cells = [first.ljust(widths[0])]
            cells += [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
            lines.append("  ".join(cells))
        lines.append(f"{len(self.games):,} games, seed {self.seed}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        note = f"{len(self.games):,} games, each deal from both seats, seed {self.seed}"
        faults = "".join(
            f"<p>Deal {game.deal}, {escape(' against '.join(game.seats))}: {escape(game.fault)}</p>"
            for game in self.faults[:_MOST_FAULTS]
        )
        more = len(self.faults) - _MOST_FAULTS
        faults += f"<p>and {more:,} more</p>" if more > 0 else ""
        return look.frame(
            look.table(_COLUMNS, self._lines())
            + look.chip("sampled", note)
            + (look.disclosure("Games lost by a fault", faults) if faults else "")
        )


_COLUMNS = ("player", "share", "s.e.", "games", "wins", "draws", "losses", "faults")
_MOST_FAULTS = 20


def tournament(
    players: Sequence[Entry],
    games: int,
    *,
    rules: Rules = Rules(),
    rng: int | np.random.Generator | None = None,
    executor: Executor | None = None,
    progress: Progress = False,
    seconds_per_move: float | None = None,
) -> Tournament:
    """Let every two players play against each other.

    All pairs play the same deals, and each deal twice with the seats exchanged. Ctrl-C stops the
    tournament at once.

    Parameters
    ----------
    players : sequence of players
        Two or more: a name (see `cardlab.divider.players.LEVELS`), an object with the methods of
        `Player`, or a pair of a name to be called by and one of these.
    games : int
        Games of each pair of players, an even number.
    rules : Rules
        Options of the games.
    rng, executor, progress
        As in `cardlab.sampling.run`; progress counts deals. Players that keep something in mind
        between moves must not be shared by threads.
    seconds_per_move : float, optional
        How long a move may take. A move is not broken off: its time is looked at afterwards.

    Returns
    -------
    Tournament

    Raises
    ------
    InvalidInput
        If there are fewer than two players, one of them cannot play, two have the same name, or
        another argument cannot be used.

    Notes
    -----
    A player who raises an error, does something illegal or takes too long loses that game; the log
    of the game says why, and the tournament goes on.

    Examples
    --------
    >>> result = tournament(["greedy", "random"], games=20, rng=1)
    >>> len(result.games), result.share("greedy").value > 0.5
    (20, True)
    """
    plays = sampler(players, rules=rules, seconds_per_move=seconds_per_move)
    return plays.run(deals(games), rng=rng, executor=executor, progress=progress)


def deals(games: int) -> int:
    """Return how many deals a tournament with so many games of each pair of players has.

    Raises
    ------
    InvalidInput
        If it is not an even number from 2.
    """
    games = whole("games", games, 2, MOST)
    if games % 2:
        message = f"games must be even, since each deal is played from both seats, not {games}"
        raise InvalidInput(message)
    return games // 2


def sampler(
    players: Sequence[Entry], *, rules: Rules = Rules(), seconds_per_move: float | None = None
) -> Sampler[tuple[Played, ...], Tournament]:
    """Return how `tournament` plays its deals; see `cardlab.shards`. A draw is a deal."""
    named = _named(players)
    instance("rules", rules, Rules)

    def standings(done: Run[tuple[Played, ...]]) -> Tournament:
        names = tuple(name for name, _ in named)
        return Tournament(names, rules, done.total, done.seed, done.seconds)

    work = _Deals(named, rules, checked_limit(seconds_per_move))
    return Sampler(work, 1, standings, lambda games: tuple(map(Played.read, games)))


def _named(players: object) -> tuple[tuple[str, Player], ...]:
    """Return the players with their names; players of the same kind are numbered."""
    if isinstance(players, str) or not isinstance(players, Sequence) or len(players) < 2:
        message = f"players must be a list of two or more, not {short(players)}"
        raise InvalidInput(message)
    named: list[tuple[str, Player]] = []
    kinds: Counter[str] = Counter()
    for entry in players:
        if isinstance(entry, tuple):
            name, player = _pair(entry)
        else:
            player = find(entry)
            kind = entry if isinstance(entry, str) else type(entry).__name__
            kinds[kind] += 1
            name = kind if kinds[kind] == 1 else f"{kind} {kinds[kind]}"
        if name in dict(named):
            message = f"players: the name {short(name)} stands twice"
            raise InvalidInput(message)
        named.append((name, player))
    return tuple(named)


def _pair(entry: tuple[Any, ...]) -> tuple[str, Player]:
    if len(entry) != 2 or not isinstance(entry[0], str) or not entry[0].strip():
        message = f"players: a named player is a pair of name and player, not {short(entry)}"
        raise InvalidInput(message)
    return entry[0], find(entry[1])


@dataclass(frozen=True)
class _Deals:
    """Plays a deal: what a worker does, so it can be pickled if the players can."""

    players: tuple[tuple[str, Player], ...]
    rules: Rules
    limit: float | None

    def __call__(self, stream: np.random.SeedSequence, n: int) -> tuple[Played, ...]:
        """Play one deal, all pairs of players, and both ways round."""
        assert n == 1  # the size of a block
        start = Game(rules=self.rules, rng=_generator(stream, 0))
        number = stream.spawn_key[-1]
        played = []
        for one, other in combinations(range(len(self.players)), 2):
            for seats in ((one, other), (other, one)):
                game = Game.replay(start.log, deck=start.deck)
                streams = _generator(stream, 1, *seats, 0), _generator(stream, 1, *seats, 1)
                (first, a), (second, b) = (self.players[seat] for seat in seats)
                finish(game, (a, b), streams, self.limit)
                played.append(_record(number, (first, second), game))
        return tuple(played)


def _generator(stream: np.random.SeedSequence, *key: int) -> np.random.Generator:
    """Return a generator of its own for each key."""
    import numpy as np

    seed = np.random.SeedSequence(stream.entropy, spawn_key=(*stream.spawn_key, *key))
    return np.random.default_rng(seed)


def _record(deal: int, seats: tuple[str, str], game: Game) -> Played:
    winner, fault = game.winner, game.forfeited
    return Played(
        deal=deal,
        seats=seats,
        divider=game.log[0].divider,  # type: ignore[union-attr]  # the log begins with Dealt
        winner=None if winner is None else seats[winner],
        turns=game.turn,
        log=str(game),
        fault="" if fault is None else f"{seats[fault.player]}: {fault.reason}",
    )
