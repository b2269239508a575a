"""Players who look ahead: legal, repeatable, and each stronger than the one before."""

import time

import numpy as np
import pytest

from cardlab import _kernels
from cardlab.divider import Position, Rules
from cardlab.divider.game import Game
from cardlab.divider.players import finish, play
from cardlab.divider.search import LEVELS, Searcher, Static
from cardlab.errors import InvalidInput

TWELVE = "2c 3c 4c 5c 6c 7c 2d 3d 4d 5d 6d 7d"
ALL_RULES = [
    Rules(),
    Rules(red_partner="face_down"),
    Rules(swap_single=True, count_face_down=True),
    Rules(pocket_cards=1, last_turn=2, deck=TWELVE),
]
FIRST = Position(up=("", ""), pockets=("Kc Qd 3d", None), four="9h 2s 3s Kd")
QUICK = {"beginner": 2, "club": 1, "expert": 10}


def quick(level):
    return Searcher(level, rollouts=QUICK[level])


def share(first, second, pairs, rules=ALL_RULES[0], seed=1):
    """The first player's share of so many deals, each played from both seats."""
    points = 0.0
    for pair in range(pairs):
        source = np.random.default_rng((seed, pair))
        deck = source.permutation(rules.deck).tolist()
        for swapped in (False, True):
            game = Game(rules=rules, divider=0, deck=deck)
            players = (second, first) if swapped else (first, second)
            finish(game, players, (source, source))
            assert game.forfeited is None, game.log[-1]
            points += 0.5 if game.winner is None else game.winner == int(swapped)
    return points / (2 * pairs)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_moves_legally_under_all_rules(level, rules):
    for seed in range(3):
        game = play(quick(level), "random", rules=rules, rng=seed)
        assert game.forfeited is None
        assert game.phase == "end"


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_moves_without_a_compiler(level, rules, monkeypatch):
    monkeypatch.setattr(_kernels, "compiled", False)
    monkeypatch.setattr(_kernels, "_told", True)
    game = play(quick(level), "greedy", rules=rules, rng=1)
    assert game.forfeited is None


@pytest.mark.parametrize("level", LEVELS)
def test_a_move_depends_on_the_position_and_the_random_numbers_only(level):
    games = [play(quick(level), quick(level), rng=7).log for _ in range(2)]
    assert games[0] == games[1]


def test_static_players_play_the_same_with_and_without_a_compiler(monkeypatch):
    compiled = [play(Static(), Static("network"), rng=seed).log for seed in range(5)]
    monkeypatch.setattr(_kernels, "compiled", False)
    monkeypatch.setattr(_kernels, "_told", True)
    plain = [play(Static(), Static("network"), rng=seed).log for seed in range(5)]
    assert plain == compiled


def test_a_time_limit_ends_the_search():
    player = Searcher("expert", rollouts=10**6, seconds=0.05)
    player.cut(FIRST, np.random.default_rng(1))  # the first call may read files
    start = time.perf_counter()
    player.cut(FIRST, np.random.default_rng(1))
    assert time.perf_counter() - start < 2


def test_in_a_last_turn_the_expert_cuts_exactly():
    position = Position(
        up=("Ac Ad Ah As", "6h 7h 8h 2c"),
        down=("3c", None),
        pockets=("Kc Qd 3d", None),
        buried="Jd Jc 4s",
        four="9h 2s 3s Kd",
    )
    cut = Searcher("expert").cut(position, np.random.default_rng(1))
    assert str(cut) == "Divided 9h | Kd 3s 2s"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"level": "master"}, "level must be one of beginner, club, expert"),
        ({"rollouts": 0}, "rollouts must be a whole number"),
        ({"seconds": 0}, "seconds must be a number above 0"),
        ({"seconds": True}, "seconds must be a number above 0"),
        ({"seconds": float("nan")}, "seconds must be a number above 0"),
    ],
)
def test_bad_arguments_are_refused(arguments, words):
    with pytest.raises(InvalidInput, match=words):
        Searcher(**arguments)


def test_club_beats_greedy():
    from cardlab.divider.players import find

    # .57 of many games; the standard error of 200 deals is .02
    assert share(Searcher("club"), find("greedy"), 200) > 0.53


def test_the_beginner_is_between_random_and_club():
    from cardlab.divider.players import find

    assert share(Searcher("beginner"), find("random"), 60) > 0.55
    assert share(Searcher("beginner"), Searcher("club"), 60) < 0.45


@pytest.mark.slow
@pytest.mark.parametrize("rules", ALL_RULES[:2], ids=str)
def test_the_expert_beats_club(rules):
    # .58 and .61 of many games; the standard error of 60 deals is .04
    assert share(Searcher("expert"), Searcher("club"), 60, rules) > 0.51
