"""Values by playing on: worlds that are shared, counts that fit, and exact values where known."""

from itertools import islice
from math import sqrt

import numpy as np
import pytest

from cardlab import _kernels
from cardlab.divider import Position, Rules
from cardlab.divider.game import Game
from cardlab.divider.last_turn import choice_values, placement_values
from cardlab.divider.players import Greedy, Random
from cardlab.divider.rollouts import POLICIES, simulate
from cardlab.errors import InvalidInput

FIRST = Position(up=("", ""), pockets=("Kc Qd 3d", None), four="9h 2s 3s Kd")
READINGS = [Rules(), Rules(red_partner="face_down")]


@pytest.fixture
def without_numba(monkeypatch):
    monkeypatch.setattr(_kernels, "compiled", False)
    monkeypatch.setattr(_kernels, "_told", True)


def last_views(rules, phase, dividers=(0, 1)):
    """Views of players to act in a surely last turn, in games played at random."""
    for seed in range(1000):
        rng = np.random.default_rng(seed)
        game, player = Game(rules=rules, rng=rng), Random()
        while game.phase != "end":
            if game.player is None:
                game.draw()
                continue
            view = game.view()
            if view.phase == phase and view.surely_last and len(view.legal_actions) > 1:
                yield view
            act = {"cut": player.cut, "choose": player.choose, "place": player.place}
            game.do(act[view.phase](view, rng))


def within(count_win, count_tie, n, exact):
    """Whether a sampled value is within five standard errors of an exact one."""
    value = (count_win + count_tie / 2) / n
    return abs(value - exact) <= 5 * sqrt(max(exact * (1 - exact), 1 / n) / n)


@pytest.mark.parametrize("player", POLICIES)
@pytest.mark.parametrize("rules", READINGS, ids=str)
def test_counts_and_products_fit_each_other(rules, player):
    view = Position(up=("", ""), pockets=("Kc Qd 3d", None), four="9h 2s 3s Kd", rules=rules)
    done = simulate(view, 300, rng=1, player=player)
    assert done.actions == view.legal_actions
    products = np.array(done.products)
    assert (products == products.T).all()
    assert products.diagonal().tolist() == [
        4 * win + tie for win, tie in zip(done.wins, done.ties, strict=True)
    ]
    assert all(win + tie <= done.n == 300 for win, tie in zip(done.wins, done.ties, strict=True))
    assert all(type(count) is int for count in (*done.wins, *done.ties, *done.products[0]))


def test_differences_are_known_better_than_values_since_the_worlds_are_shared():
    done = simulate(FIRST, 2_000, rng=1)
    halves = [2 * win + tie for win, tie in zip(done.wins, done.ties, strict=True)]
    products, n = np.array(done.products), done.n
    covariance = products / n - np.outer(halves, halves) / n**2
    first, second = np.argsort(halves)[-2:]
    apart = covariance[first, first] + covariance[second, second]
    assert apart - 2 * covariance[first, second] < 0.8 * apart


@pytest.mark.parametrize("rules", READINGS, ids=str)
def test_in_a_last_turn_placements_have_their_exact_values(rules):
    # The greedy player's placement is the best one when nothing follows.
    for view in islice(last_views(rules, "place"), 6):
        exact = {row.action: (row.win + row.tie / 2) / row.total for row in placement_values(view)}
        done = simulate(view, 2_000, rng=1, player="greedy")
        for action, win, tie in zip(done.actions, done.wins, done.ties, strict=True):
            assert within(win, tie, done.n, float(exact[action]))


@pytest.mark.parametrize("rules", READINGS, ids=str)
def test_in_a_last_turn_groups_have_their_exact_values(rules):
    for view in islice(last_views(rules, "choose"), 6):
        exact = {row.action: (row.win + row.tie / 2) / row.total for row in choice_values(view)}
        done = simulate(view, 2_000, rng=2, player="greedy")
        for action, win, tie in zip(done.actions, done.wins, done.ties, strict=True):
            assert within(win, tie, done.n, float(exact[action]))


@pytest.mark.parametrize("rules", READINGS, ids=str)
def test_players_in_python_are_played_as_the_compiled_ones(rules):
    view = Position(up=("", ""), pockets=("Kc Qd 3d", None), four="9h 2s 3s Kd", rules=rules)
    compiled = simulate(view, 4_000, rng=1, player="random")
    python = simulate(view, 150, rng=1, player=Random())
    for win, tie, wins, ties in zip(
        python.wins, python.ties, compiled.wins, compiled.ties, strict=True
    ):
        assert within(win, tie, python.n, (wins + ties / 2) / compiled.n)


def test_without_a_compiler_named_players_are_played_in_python(without_numba):
    done = simulate(FIRST, 4, rng=1, player="club")
    assert done.n == 4
    assert done.actions == FIRST.legal_actions


def test_a_players_object_may_be_any_with_the_three_methods():
    done = simulate(FIRST, 3, rng=1, player=Greedy())
    assert len(done.wins) == 7


def test_a_known_face_down_card_counts_as_known():
    """The chooser turns up the card that all have seen going down."""
    view = Position(
        up=("Ac Ad Ah Kd", "2c 3d 4h 9d"),
        down=("", "2h 2d"),
        pockets=("As Ks Kh", None),
        buried="5c 6c 7c 8c 9c Tc",
        divider=0,
        four="Jc Qc 3s 4s",
    )
    assert simulate(view, 200, rng=1).wins[0] > 150


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (Position(up=("", ""), pockets=("Kc Qd 3d", None)), "nothing to decide"),
        (Position(up=("", ""), four="9h 2s 3s Kd"), "pocket cards of player 0"),
        ("9h", "position"),
    ],
)
def test_what_cannot_be_simulated_is_refused(position, words):
    with pytest.raises(InvalidInput, match=words):
        simulate(position, 10, rng=1)


def test_unknown_players_are_refused():
    with pytest.raises(InvalidInput, match="grandmaster"):
        simulate(FIRST, 10, rng=1, player="grandmaster")
