"""Players of Divider: what a student can write, the simple ones, and games between two."""

from __future__ import annotations

import re
import time
from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardlab.cards import Card, parse
from cardlab.divider.events import Divided, Forfeited, Placed, Taken
from cardlab.divider.game import Game
from cardlab.divider.players import (
    LEVELS,
    Careless,
    Greedy,
    Player,
    Random,
    find,
    play,
)
from cardlab.divider.position import Position
from cardlab.divider.rules import Rules
from cardlab.errors import IllegalAction, InvalidInput
from tests import plain_hands, strategies
from tests.divider import by_the_book

PLAYED = settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])


class Student:
    """Ten lines: cuts two and two, takes the larger group, puts the highest cards up."""

    def cut(self, position: Position, rng: np.random.Generator) -> Any:
        return position.four[:2]

    def choose(self, position: Position, rng: np.random.Generator) -> Any:
        return max(position.groups, key=len)

    def place(self, position: Position, rng: np.random.Generator) -> Any:
        return max(position.placements, key=lambda placed: placed.up)


def player(**moves: Any) -> Player:
    """A student whose moves are replaced: functions of the position, or what is returned."""

    class Changed(Student):
        pass

    for name, move in moves.items():
        function = move if callable(move) else lambda position, move=move: move
        setattr(Changed, name, lambda self, position, rng, function=function: function(position))
    return Changed()


def raises(error: BaseException) -> Any:
    def move(position: Position) -> Any:
        raise error

    return move


# A game between two


def test_a_ten_line_player_plays_a_whole_game() -> None:
    game = play(Student(), "random", rng=1)
    assert (game.phase, game.forfeited) == ("end", None)
    assert Game.parse(str(game)).log == game.log


@pytest.mark.parametrize("names", list(product(("random", "greedy"), repeat=2)))
def test_a_seed_gives_the_same_game_again(names: tuple[str, str]) -> None:
    assert play(*names, rng=7).log == play(*names, rng=7).log
    assert play(*names, rng=7).log != play(*names, rng=8).log


def test_a_game_begins_as_it_is_told() -> None:
    rules = Rules(red_partner="face_down", last_turn=2)
    game = play("random", "random", rules=rules, divider=1, deck="As Ks Qs Js Ts 9s", rng=1)
    assert str(game.log[0]).startswith("Dealt As Ks Qs | Js Ts 9s, player 1 divides, red_partner")
    assert game.turn == 2


def test_players_see_their_own_view_only() -> None:
    seen: list[Position] = []

    def look(position: Position) -> Any:
        seen.append(position)
        return position.four[:1] if position.phase == "cut" else 0

    watcher = player(cut=look, choose=look, place=lambda at: (seen.append(at), at.placements[0])[1])
    game = play(watcher, "random", rng=3)
    assert {view.phase for view in seen} == {"cut", "choose", "place"}
    for view in seen:
        assert (view.player, view.pockets[1]) == (0, None)
        assert view == view.seen_by(0)
        assert view.pockets[0] == game.position.pockets[0]


@pytest.mark.parametrize("cut", [lambda four: four[:1], lambda four: f"{four[0]} {four[3]}"])
@pytest.mark.parametrize("choice", [0, 1, np.int64(1)])
def test_cards_of_a_group_and_numbers_are_answers_too(cut: Any, choice: Any) -> None:
    simple = player(cut=lambda position: cut(position.four), choose=choice)
    game = play(simple, simple, rng=2)
    assert game.forfeited is None
    taken = [event.cards for event in game.log if isinstance(event, Taken)]
    cuts = [event.groups for event in game.log if isinstance(event, Divided)]
    assert all(group == groups[choice] for group, groups in zip(taken, cuts, strict=True))


# What goes wrong is a forfeit, and the log says why


def nothing(position: Position) -> None:
    return None


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"cut": raises(ValueError("no idea"))}, r"ValueError: no idea \(line \d+, in move\)"),
    ({"choose": raises(SystemExit("bye"))}, r"SystemExit: bye \(line \d+, in move\)"),
    ({"place": raises(RecursionError())}, r"RecursionError: +\(line \d+, in move\)"),
    ({"place": lambda position: 1 / 0}, r"ZeroDivisionError: division by zero \(line \d+, in <lam"),
    ({"cut": nothing}, "CardError: cut: None holds no cards"),
    ({"cut": "As Kd Qh"}, "IllegalAction: cut: "),
    (
        {"cut": lambda position: position.four},
        "groups of 4 and 0 cards; the rules know two and two",
    ),
    ({"cut": Taken("As")}, "CardError: cut: Taken"),
    ({"choose": 2}, "InvalidInput: group must be a whole number, from 0 to 1, not 2"),
    ({"choose": "Kd"}, r"IllegalAction: Kd is not one of the groups|IllegalAction"),
    ({"choose": nothing}, "CardError: group: None holds no cards"),
    ({"place": nothing}, "IllegalAction: place must return one of position.placements, not None"),
    ({"place": Forfeited(1, "ha")}, "IllegalAction: place must return one of position.placements"),
    ({"place": Placed("As", "As")}, "IllegalAction: the group to place is|is laid face down"),
    ({"place": lambda position: position.placements[99]}, "IndexError: tuple index out of range"),
]


@pytest.mark.parametrize(("moves", "reason"), FAULTS)
def test_a_player_who_errs_forfeits_and_the_log_says_why(
    moves: dict[str, Any], reason: str
) -> None:
    for seat in (0, 1):
        players = [Student(), Student()]
        players[seat] = player(**moves)  # type: ignore[call-overload]  # either is a player
        game = play(players[0], players[1], deck="Ac Ad Ah Kc Kd Kh 2s 3d 4s 5d", rng=1)
        fault = game.log[-1]
        assert isinstance(fault, Forfeited)
        assert re.match(rf".*({reason})", fault.reason)
        assert (game.phase, game.player, fault.player) == ("end", None, seat)
        assert (game.forfeited, game.winner) == (fault, 1 - seat)
        assert Game.parse(str(game)).log == game.log


def test_a_method_that_is_missing_is_refused_before_the_game() -> None:
    class Half:
        def cut(self, position: Position, rng: np.random.Generator) -> Any:
            return position.legal_actions[0]

    with pytest.raises(InvalidInput, match="object with the methods cut, choose, place; not <"):
        play(Half(), "random")  # type: ignore[arg-type]  # that is the point
    with pytest.raises(InvalidInput, match=r"player must be an object, Student\(\), not the class"):
        play(Student, "random")  # type: ignore[arg-type]  # that is the point
    with pytest.raises(InvalidInput, match="player must be one of random, careless, greedy"):
        play("grandmaster", "random")


def test_a_player_who_is_too_slow_forfeits() -> None:
    slow = player(choose=lambda position: (time.sleep(0.05), 0)[1])
    game = play(slow, Student(), rng=1, seconds_per_move=0.02)
    assert game.forfeited is not None
    assert re.fullmatch(
        r"too slow: 0.\d+ s for a choice, 0.02 s are allowed", game.forfeited.reason
    )
    assert play(slow, Student(), rng=1, seconds_per_move=10).forfeited is None


@pytest.mark.parametrize("limit", [0, -1, "1", True, float("nan"), float("inf"), 10**400])
def test_a_time_limit_is_a_positive_number(limit: Any) -> None:
    with pytest.raises(InvalidInput, match="seconds_per_move must be a number above 0 and below"):
        play("random", "random", seconds_per_move=limit)


def test_an_interrupt_is_not_a_fault() -> None:
    with pytest.raises(KeyboardInterrupt):
        play(player(place=raises(KeyboardInterrupt())), "random", rng=1)


def test_an_error_that_cannot_say_what_it_is_is_a_fault_like_any_other() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    game = play(player(cut=raises(Mute())), Student(), divider=0, rng=1)
    assert game.forfeited is not None
    assert game.forfeited.reason.startswith("Mute: ")


def test_nobody_can_go_on_after_a_forfeit() -> None:
    game = play(player(cut=raises(ValueError("x" * 10_000))), Student(), divider=0, rng=1)
    assert game.forfeited is not None
    assert len(game.forfeited.reason) < 400
    with pytest.raises(IllegalAction, match='the game is over: "Forfeited by player 0: ValueErr'):
        game.do(Forfeited(1, "me too"))
    with pytest.raises(IllegalAction, match='"Forfeited by player 0: late" cannot be: the game is'):
        play("random", "random", rng=1).do(Forfeited(0, "late"))


# Names


def test_the_simple_players_go_by_name() -> None:
    assert [find(name) for name in ("random", "careless", "greedy")] == [
        Random(), Careless("club"), Greedy(),
    ]  # fmt: skip
    own = Student()
    assert find(own) is own


@pytest.mark.parametrize("name", ["beginner", "club", "expert"])
def test_the_searching_players_go_by_name(name: str) -> None:
    searching = pytest.importorskip("cardlab.divider.search")
    assert isinstance(find(name), searching.Searcher)
    assert name in LEVELS


# Random


def test_the_random_player_plays_every_action_alike() -> None:
    rng = np.random.default_rng(5)
    position = Position(pockets=("Ac Ad Ah", None), four="9h 2s 3s Kd")
    cuts = Counter(Random().cut(position, rng) for _ in range(3500))
    assert set(cuts) == set(position.legal_actions)
    assert all(abs(count - 500) < 100 for count in cuts.values())
    placing = Position(groups="9h 2s | 3s Kd", taken=0)
    placed = Counter(Random().place(placing, rng) for _ in range(2000))
    assert set(placed) == set(placing.placements)
    assert all(abs(count - 1000) < 120 for count in placed.values())


def test_the_careless_player_cuts_at_random_and_otherwise_plays_like_the_other() -> None:
    careless = Careless(Student())
    position = Position(pockets=("Ac Ad Ah", None), four="9h 2s 3s Kd")
    rng = np.random.default_rng(1)
    assert len({careless.cut(position, rng) for _ in range(100)}) == 7
    cut = position.apply(Divided("9h", "2s 3s Kd"))
    assert careless.choose(cut, rng) == parse("Kd 3s 2s")
    taken = cut.apply(Taken("Kd 3s 2s"))
    assert careless.place(taken, rng) == Student().place(taken, rng)


def test_the_careless_player_plays_like_a_player() -> None:
    with pytest.raises(InvalidInput, match="player must be one of random, careless"):
        Careless("mad")


# Greedy


def best_shown(position: Position, group: tuple[Card, ...]) -> Any:
    """The best hand a group makes right now, by the rule text and by listing all hands."""
    player = position.player
    assert player is not None
    pockets, down = position.pockets[player], position.down[player]
    assert pockets is not None
    found = []
    for up, _, _, _ in by_the_book.outcomes(group, down, position.rules):
        cards = (*position.up[player], *parse(" ".join(up)))
        pairs = [[card for card in pockets if card != left] for left in pockets]
        found.append(max(plain_hands.strength((*cards, *two)) for two in pairs))
    return max(found)


@PLAYED
@given(
    strategies.divider_games(
        st.builds(Rules, st.sampled_from(("face_up", "face_down"))), whole=False
    ),
    st.integers(0, 9),
)
def test_greedy_makes_the_best_hand_it_can_show_right_now(game: Game, seed: int) -> None:
    while game.player is None and game.phase != "end":
        game.draw()
    if game.phase == "end":
        return
    view, rng = game.view(), np.random.default_rng(seed)
    player = view.player
    assert player is not None
    if view.phase == "place":
        placed = Greedy().place(view, rng)
        cards = (*view.up[player], *placed.up)
        pockets = view.pockets[player] or ()
        pairs = [[card for card in pockets if card != left] for left in pockets]
        shown = max(plain_hands.strength((*cards, *two)) for two in pairs)
        assert shown == best_shown(view, view.group)
    elif view.phase == "choose":
        chosen = Greedy().choose(view, rng)
        assert best_shown(view, chosen.cards) == max(best_shown(view, g) for g in view.groups)
    else:
        cut = Greedy().cut(view, rng)
        worst = [min(best_shown(view, g) for g in one.groups) for one in view.legal_actions]  # type: ignore[union-attr]
        assert min(best_shown(view, group) for group in cut.groups) == max(worst)


def test_greedy_leaves_to_chance_what_makes_no_difference() -> None:
    position = Position(pockets=("Ac Ad Ah", None), divider=1, groups="9h 2s | 3s Kd")
    position = Position(pockets=("Ac Ad Ah", None), divider=0, four="2c 2d 2h 2s")
    rng = np.random.default_rng(2)
    assert len({Greedy().cut(position, rng) for _ in range(60)}) > 1


@pytest.mark.parametrize("reason", ["\ud800", "a\x00b\x1b[31m", "one\u2028two"])
def test_a_reason_is_one_line_that_can_be_printed_and_read_back(reason: str) -> None:
    class Mute(Random):
        def cut(self, position: Position, rng: np.random.Generator) -> Divided:
            raise ValueError(reason)

        choose = place = cut  # type: ignore[assignment]  # all alike

    game = play(Mute(), "random", rng=1)
    assert game.forfeited is not None
    assert game.forfeited.reason.isprintable()
    assert str(game).encode()  # a lone surrogate could not be written
    assert Game.parse(str(game)).log == game.log
