"""Tournaments of Divider: the same deals from both seats, and nobody can spoil them."""

from __future__ import annotations

import pickle
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

from cardlab.divider.game import Game
from cardlab.divider.players import Greedy, Player, Random
from cardlab.divider.position import Position
from cardlab.divider.rules import Rules
from cardlab.divider.tournaments import Played, Tournament, tournament
from cardlab.errors import InvalidInput
from cardlab.results import Estimate


@dataclass(frozen=True)
class Troubled(Random):
    """Plays at random, and errs now and then."""

    often: float = 0.2

    def place(self, position: Position, rng: np.random.Generator) -> Any:
        if rng.random() < self.often:
            raise ValueError("no <idea>")
        return super().place(position, rng)


@pytest.fixture(scope="module")
def result() -> Tournament:
    return tournament([("Ann", "greedy"), "random", ("Cy", Troubled())], games=40, rng=3)


# The plan of the games


def test_all_pairs_play_each_deal_from_both_seats(result: Tournament) -> None:
    seats = Counter(game.seats for game in result.games)
    assert result.names == ("Ann", "random", "Cy")
    assert seats == {
        (one, other): 20 for one in result.names for other in result.names if one != other
    }
    assert Counter(game.deal for game in result.games) == dict.fromkeys(range(20), 6)


def test_all_games_of_a_deal_have_the_same_cards_and_divider(result: Tournament) -> None:
    for deal in range(20):
        games = [Game.parse(game.log) for game in result.games if game.deal == deal]
        assert len({game.log[:2] for game in games}) == 1
    assert {game.divider for game in result.games} == {0, 1}


def test_the_log_of_each_game_tells_who_won_and_in_which_turn(result: Tournament) -> None:
    for game in result.games:
        played = Game.parse(game.log)
        assert played.phase == "end"
        assert game.winner == (None if played.winner is None else game.seats[played.winner])
        assert game.turns == played.turn
        assert game.divider == Game.replay(played.log[:1]).position.divider
        assert bool(game.fault) == (played.forfeited is not None)
    assert result.turns == tuple(game.turns for game in result.games)


def test_the_two_games_of_mirrored_players_are_each_others_mirror_images() -> None:
    class First:  # no chance in it
        def cut(self, position: Position, rng: np.random.Generator) -> Any:
            return position.legal_actions[0]

        def choose(self, position: Position, rng: np.random.Generator) -> Any:
            return 0

        def place(self, position: Position, rng: np.random.Generator) -> Any:
            return position.placements[0]

    same = tournament([("a", First()), ("b", First())], games=20, rng=1)
    for one, other in zip(same.games[::2], same.games[1::2], strict=True):
        assert one.log == other.log
        assert one.half_points("a") + other.half_points("a") == 2
    share = same.share("a")
    assert (share.value, share.standard_error) == (0.5, 0)


# Shares


def by_hand(result: Tournament, name: str, against: tuple[str, ...]) -> tuple[float, float]:
    """Mean and standard error of a player's share, a deal at a time."""
    values = []
    for deal in sorted({game.deal for game in result.games}):
        scores = [
            0.5 if game.winner is None else float(game.winner == name)
            for game in result.games
            if game.deal == deal and name in game.seats and set(game.seats) & set(against)
        ]
        values.append(fmean(scores))
    return fmean(values), stdev(values) / sqrt(len(values))


def test_a_share_is_the_mean_over_deals_with_the_error_of_that_mean(result: Tournament) -> None:
    for name in result.names:
        others = tuple(other for other in result.names if other != name)
        for against, rivals in ((None, others), *((other, (other,)) for other in others)):
            share = result.share(name, against)
            assert isinstance(share, Estimate)
            mean, error = by_hand(result, name, rivals)
            assert share.value == pytest.approx(mean)
            assert share.standard_error == pytest.approx(error)
            assert (share.n, share.seed) == (20, 3)


def test_two_players_share_everything(result: Tournament) -> None:
    for one, other in (("Ann", "random"), ("Ann", "Cy"), ("random", "Cy")):
        first, second = result.share(one, other), result.share(other, one)
        assert first.value + second.value == pytest.approx(1)
        assert first.standard_error == pytest.approx(second.standard_error)
    assert sum(result.share(name).value for name in result.names) == pytest.approx(1.5)


def test_the_share_of_the_first_divider_is_over_all_games(result: Tournament) -> None:
    points = [
        0.5 if game.winner is None else float(game.winner == game.seats[game.divider])
        for game in result.games
    ]
    assert result.first_divider.value == pytest.approx(fmean(points))


@pytest.mark.parametrize("reading", ["face_up", "face_down"])
def test_greedy_beats_random_by_as_much_as_it_is_known_to(reading: Any) -> None:
    known = {"face_up": 0.844, "face_down": 0.858}[
        reading
    ]  # the second: measured here, 2,000 games
    games = tournament(["greedy", "random"], games=200, rules=Rules(reading), rng=1)
    share = games.share("greedy")
    assert abs(share.value - known) < 4 * share.standard_error
    assert 0.01 < share.standard_error < 0.05


@pytest.mark.slow
def test_greedy_beats_random_by_as_much_as_it_is_known_to_in_two_thousand_games() -> None:
    games = tournament(["greedy", "random"], games=2000, rng=2)
    assert abs(games.share("greedy").value - 0.844) < 3 * games.share("greedy").standard_error


# Workers, seeds, progress


def test_the_result_depends_on_the_seed_and_not_on_the_workers(result: Tournament) -> None:
    players = [("Ann", "greedy"), "random", ("Cy", Troubled())]
    with ThreadPoolExecutor(3) as threads:
        assert tournament(players, 40, rng=3, executor=threads) == result
    with ProcessPoolExecutor(2) as processes:
        assert tournament(players, 40, rng=3, executor=processes) == result
    assert tournament(players, 40, rng=4) != result


def test_more_games_begin_with_the_same_games(result: Tournament) -> None:
    few = tournament([("Ann", "greedy"), "random", ("Cy", Troubled())], games=10, rng=3)
    assert few.games == result.games[: len(few.games)]


def test_progress_counts_deals() -> None:
    told: list[tuple[int, int]] = []
    tournament(["random", "random"], 10, rng=1, progress=lambda *now: told.append(now))
    assert told == [(done, 5) for done in range(1, 6)]


def test_an_interrupt_stops_the_tournament_at_once() -> None:
    class Interrupted(Random):
        moves = 0

        def cut(self, position: Position, rng: np.random.Generator) -> Any:
            type(self).moves += 1
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tournament([Interrupted(), "random"], 10, rng=1)
    assert Interrupted.moves == 1


# Faults


def test_a_player_that_errs_loses_the_game_and_the_tournament_goes_on(result: Tournament) -> None:
    assert len(result.games) == 120
    assert 20 < len(result.faults) < 80
    for game in result.faults:
        assert "Cy" in game.seats
        assert game.winner not in ("Cy", None)
        assert game.fault.startswith("Cy: ValueError: no <idea> (line ")
        assert game.log.splitlines()[-1].startswith("Forfeited by player")
    assert result.to_frame().loc["Cy", "faults"] == len(result.faults)
    assert result.share("Cy").value < result.share("random").value


def test_a_slow_player_loses_and_the_tournament_goes_on() -> None:
    class Slow(Random):
        def choose(self, position: Position, rng: np.random.Generator) -> Any:
            import time

            time.sleep(0.03)
            return super().choose(position, rng)

    slow = tournament([Slow(), "random"], 4, rng=1, seconds_per_move=0.02)
    assert len(slow.faults) >= 1
    assert all("Slow: too slow: 0." in game.fault for game in slow.faults)
    assert len(slow.games) == 4


# What is shown


def test_the_table_has_a_row_for_each_player_best_first(result: Tournament) -> None:
    frame = result.to_frame()
    assert next(iter(frame.index)) == "Ann"
    assert list(frame.columns) == [
        "share", "standard error", "games", "wins", "draws", "losses", "faults",
    ]  # fmt: skip
    assert (frame["games"] == 80).all()
    assert (frame["wins"] + frame["draws"] + frame["losses"] == 80).all()
    halves = 2 * frame["wins"] + frame["draws"]
    assert np.allclose(halves / 160, frame["share"])


def test_a_tournament_prints_its_standings(result: Tournament) -> None:
    assert repr(result).startswith("<Tournament: Ann 0.")
    assert "(120 games, seed 3)" in repr(result)
    heading, *rows, last = str(result).splitlines()
    assert last == "120 games, seed 3"
    assert heading.split() == [
        "player",
        "share",
        "s.e.",
        "games",
        "wins",
        "draws",
        "losses",
        "faults",
    ]
    assert rows[0].split()[0] == "Ann"
    html = result._repr_html_()
    assert "no &lt;idea&gt;" in html
    assert "no <idea>" not in html
    assert "<script" not in html


def test_names_are_escaped_where_they_are_shown() -> None:
    shown = tournament([("<b>", "random"), "random"], 2, rng=1)._repr_html_()
    assert "&lt;b&gt;" in shown
    assert "<b>" not in shown


def test_results_can_be_stored(result: Tournament) -> None:
    assert pickle.loads(pickle.dumps(result)) == result


def test_numbers_are_python_numbers(result: Tournament) -> None:
    game = result.games[0]
    assert type(game.deal) is type(game.turns) is type(game.divider) is int
    assert type(result.share("Ann").value) is float
    assert isinstance(game, Played)


# Refusals


def test_players_of_the_same_kind_are_numbered() -> None:
    players: list[Any] = ["random", "random", Greedy(), Greedy()]
    assert tournament(players, 2, rng=1).names == ("random", "random 2", "Greedy", "Greedy 2")


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        ("random", {}, "players must be a list of two or more, not 'random'"),
        (["random"], {}, "players must be a list of two or more"),
        (["random", "master"], {}, "player must be one of random, careless"),
        (["random", Greedy], {}, r"player must be an object, Greedy\(\), not the class"),
        ([("a", "random"), ("a", "greedy")], {}, "players: the name 'a' stands twice"),
        ([("random", "greedy"), "random"], {}, "players: the name 'random' stands twice"),
        ([("", "greedy"), "random"], {}, "a named player is a pair of name and player"),
        ([("a", "b", "c"), "random"], {}, "a named player is a pair of name and player"),
        (["random", "greedy"], {"games": 5}, "games must be even, since each deal is played from"),
        (["random", "greedy"], {"games": 0}, "games must be a whole number, from 2 to .*, not 0"),
        (["random", "greedy"], {"rules": None}, "rules must be a Rules, not None"),
        (["random", "greedy"], {"rng": -1}, "rng must be a whole number"),
        (["random", "greedy"], {"executor": 3}, "executor must have a method submit"),
        (["random", "greedy"], {"seconds_per_move": 0}, "seconds_per_move must be a number above"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused(
    players: Any, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        tournament(players, **{"games": 2, **options})


def test_shares_are_asked_for_by_name(result: Tournament) -> None:
    with pytest.raises(InvalidInput, match="name must be one of Ann, random, Cy, not 'Ben'"):
        result.share("Ben")
    with pytest.raises(InvalidInput, match="name must be one of Ann, random, Cy, not 'Ben'"):
        result.share("Ann", "Ben")
    with pytest.raises(InvalidInput, match="against must be another player, not 'Ann' again"):
        result.share("Ann", "Ann")


def test_a_protocol_describes_what_the_simple_players_are() -> None:
    players: list[Player] = [Random(), Greedy(), Troubled()]
    assert len(players) == 3


def test_more_games_than_there_can_be_are_refused_by_name() -> None:
    with pytest.raises(InvalidInput, match=r"^games must be a whole number, from 2 to 1,000,"):
        tournament(["greedy", "random"], 10**30)


def test_a_name_that_is_no_text_is_nobodys(result: Tournament) -> None:
    for name in (np.array(["greedy", "random"]), None, ["greedy"]):
        with pytest.raises(InvalidInput, match=r"^name must be one of"):
            result.share(name)  # type: ignore[arg-type]  # that is the point
