"""Beliefs: hands that are held are found likelier, and last turns are counted by them."""

from itertools import combinations

import numpy as np
import pytest

pytest.importorskip("numba")

from cardlab.divider import Position, Rules, beliefs
from cardlab.divider.encoding import Encoded, set_of
from cardlab.divider.ending import shown_strength
from cardlab.divider.game import Game
from cardlab.divider.last_turn import choice_values, cut_values
from cardlab.divider.rollouts import actions_of
from cardlab.divider.search import Static

READINGS = [Rules(), Rules(red_partner="face_down")]
LAST = Position(
    up=("Ac Ad Ah As", "6h 7h 8h 2c"),
    down=("3c", None),
    pockets=("Kc Qd 3d", None),
    buried="Jd Jc 4s",
    four="9h 2s 3s Kd",
)


def club_games(rules, games):
    """Views of players to act in games between two club players, with the whole position."""
    player = Static("club")
    for seed in range(games):
        rng = np.random.default_rng(seed)
        game = Game(rules=rules, rng=rng)
        while game.phase != "end":
            if game.player is None:
                game.draw()
                continue
            view = game.view()
            yield view, game.position
            act = {"cut": player.cut, "choose": player.choose, "place": player.place}
            game.do(act[view.phase](view, rng))


def chance_of_lower(values, own):
    return float(((values < own) + (values == own) / 2).mean())


@pytest.mark.parametrize("rules", READINGS, ids=str)
def test_what_players_hold_is_found_likelier_than_what_they_might_hold(rules):
    rng = np.random.default_rng(1)
    places = []
    for view, position in club_games(rules, 25):
        if view.phase == "cut" and view.turn >= 3:
            other = view.chooser
            held = set_of(position.pockets[other])
            might = [set_of(rng.choice(view.unseen, 3, replace=False)) for _ in range(50)]
            down = view.down[other][0] if view.down[other] else None
            weights = Encoded.of(view, ()).weights(other, np.array([held, *might], np.uint64), down)
            places.append(chance_of_lower(weights[1:], weights[0]))
    assert np.mean(places) > 0.65  # 0.5 if the model knew nothing


@pytest.mark.parametrize("rules", READINGS, ids=str)
def test_with_equal_weights_the_last_turn_is_counted_as_without_beliefs(rules, monkeypatch):
    monkeypatch.setattr(
        Encoded, "weights", lambda self, player, pockets, down: np.ones(len(pockets))
    )
    views = [view for view, _ in club_games(rules, 2) if view.surely_last]
    assert {"cut", "choose"} <= {view.phase for view in views}
    for view in views:
        if view.phase == "cut":
            found, exact = beliefs.cut_values(view), cut_values(view)
        elif view.phase == "choose":
            found, exact = beliefs.choice_values(view), choice_values(view)
        else:
            continue
        assert found == pytest.approx([(row.win + row.tie / 2) / row.total for row in exact])


def test_a_choice_is_the_weighted_mean_over_all_that_the_divider_may_hold():
    view = LAST.apply(LAST.legal_actions[0])
    view = Position(
        up=view.up, down=((), ()), pockets=(None, "Kc Qd 3d"), buried="Jd Jc 4s 3c",
        four=view.four, groups=view.groups,
    )  # fmt: skip
    assert view.player == 1
    encoded = Encoded.of(view, ())
    hands = list(combinations(view.unseen, 3))[::37]
    sets = np.array([set_of(hand) for hand in hands], np.uint64)
    weights = encoded.weights(0, sets, None)
    values = beliefs.choice_values(view)
    for (group, left), value in zip((view.groups, view.groups[::-1]), values, strict=True):
        own = best(view, 1, group, view.pockets[1])
        points = [(theirs < own) + (theirs == own) / 2 for theirs in
                  (best(view, 0, left, hand) for hand in hands)]  # fmt: skip
        # a 37th of all hands
        assert weights @ np.array(points) / weights.sum() == pytest.approx(value, abs=0.06)


def best(view, player, group, pockets):
    from cardlab.divider.actions import placements

    down = view.down[player][0] if view.down[player] else None
    ways = placements(group, down, view.rules)
    return max(shown_strength((*view.up[player], *way.up), pockets) for way in ways)


@pytest.mark.parametrize("rules", READINGS, ids=str)
def test_hidden_worlds_come_as_often_as_they_are_believed(rules):
    """The second to place in a last turn: the sampled share is the weighted one."""
    views = [
        view
        for view, _ in club_games(rules, 12)
        if view.surely_last and view.phase == "place" and view.player == view.divider
        and len(view.down[view.chooser]) < 2 and len(actions_of(view)) > 1
    ]  # fmt: skip
    assert views
    for view in views[:2]:
        player, other = view.divider, view.chooser
        encoded = Encoded.of(view, actions_of(view))
        hands = list(combinations(view.unseen, 3))
        down = view.down[other][0] if view.down[other] else None
        weights = encoded.weights(other, np.array([*map(set_of, hands)], np.uint64), down)
        theirs = np.array([shown_strength(view.up[other], hand) for hand in hands])
        points = encoded.play_on(
            np.random.SeedSequence(1), 4_000, "greedy", held=beliefs.of_other(view)
        )
        for place, action in enumerate(actions_of(view)):
            own = shown_strength((*view.up[player], *action.up), view.pockets[player])
            exact = weights @ ((theirs < own) + (theirs == own) / 2) / weights.sum()
            assert points[:, place].mean() == pytest.approx(exact, abs=0.04)


def test_other_games_have_no_model():
    assert beliefs.known(LAST)
    assert not beliefs.known(Position(up=("", ""), rules=Rules(pocket_cards=2)))
