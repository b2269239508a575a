"""The models of Divider's players, and the script that fits them."""

import numpy as np
import pytest

pytest.importorskip("numba")

from cardlab import hands
from cardlab._kernels.divider_model import (
    HANDS,
    HIDDEN,
    NAMES,
    PATH,
    ROWS,
    SETTINGS,
    SLOPE,
    WEIGHTS,
    model,
    play_tables,
)

READINGS = [False, True]


def test_every_strength_has_its_category_and_ranks():
    table = play_tables()[HANDS:]
    for cards in ("2c", "Ac Ad", "Kc Kd Qh Qs 9c", "5c 4d 3h 2s Ac", "Tc 8c 7c 3c 2c", "9c 9d 9h"):
        kinds = int(table[hands.strength(cards)])
        category, first = divmod(kinds // 256, 14)
        assert (category, kinds % 256 // 14) == (hands_category(cards),) * 2
        assert first == {"2c": 1, "Ac Ad": 13, "9c 9d 9h": 8}.get(cards, first)
    two_pair = int(table[hands.strength("Kc Kd Qh Qs 9c")])
    assert (two_pair // 256 % 14, two_pair % 256 % 14) == (12, 11)


def hands_category(cards):
    """The category by the name that a hand has."""
    words = hands.strength_name(hands.strength(cards))
    by_words = {"straight": 4, "flush": 5, "three": 3, "pair of": 1, "and": 2}
    return next((number for word, number in by_words.items() if word in words), 0)


@pytest.mark.parametrize("face_down", READINGS)
def test_club_is_a_logistic_regression_and_the_network_has_all_columns(face_down):
    club, network = model("club", face_down), model("network", face_down)
    assert club.shape == network.shape == (ROWS, HIDDEN)
    assert not club[:, 1:].any()
    assert club[WEIGHTS, 0] == club[SETTINGS, SLOPE] == 1
    assert network[WEIGHTS].all()
    assert not any(model(name, face_down).flags.writeable for name in NAMES)


def test_the_file_says_how_it_was_made():
    with np.load(PATH) as stored:
        assert "--seed" in str(stored["note"])


@pytest.mark.slow
def test_fitting_again_finds_models_that_know_more_than_the_average():
    from cardlab._kernels import fit_divider

    rng = np.random.default_rng(1)
    greedy = (model("greedy", False),) * 2
    data = fit_divider.positions(greedy, False, 40_000, rng)
    club = fit_divider.blank(1, rng)
    order, squares = np.arange(len(data[2])), np.ones_like(club)
    before = fit_divider.descend(data, order, club, squares, 1, 0.0, 0.0)
    assert before == pytest.approx(np.log(2))  # of a model that knows nothing
    fit_divider.fit(club, 1, data, rng, epochs=1)
    assert fit_divider.descend(data, order, club, squares, 1, 0.0, 0.0) < 0.6


@pytest.mark.slow
def test_a_model_learns_to_tell_hands_that_are_held_from_others():
    from cardlab._kernels import fit_divider

    rng = np.random.default_rng(1)
    players = model("network", False), model("club", False)
    data = fit_divider.hands_held(players, False, 40_000, rng)
    assert data[2].mean() == 0.5
    beliefs = fit_divider.blank(HIDDEN, rng)
    fit_divider.fit(beliefs, HIDDEN, data, rng, epochs=2)
    order, squares = np.arange(len(data[2])), np.ones_like(beliefs)
    assert fit_divider.descend(data, order, beliefs, squares, HIDDEN, 0.0, 0.0) < 0.65
