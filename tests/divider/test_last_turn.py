"""Exact values of the last turn: against a slow second way, and what must hold between them."""

import json
from fractions import Fraction
from itertools import permutations
from math import comb
from pathlib import Path

import numpy as np
import pytest

from cardlab import _kernels
from cardlab.cards import DECK
from cardlab.divider import Position, Rules
from cardlab.divider.last_turn import choice_values, cut_values, equilibrium, placement_values
from tests.divider.plain_last_turn import LastTurn, random_last_turn

ORACLES = {
    case["kind"]: case
    for case in json.loads((Path(__file__).parents[1] / "data/divider_endgames.json").read_text())
}
METHODS = ("bayes", "open", "fixed")

# Eighteen cards in which pairs, straights and flushes happen.
CARDS = "2c 2d 2h 3c 3s 4c 4d 5c 5h 6c 9d 9h Tc Kd Kh Ac Ad As"
SMALL = [
    Rules(last_turn=2, deck=CARDS),
    Rules(last_turn=2, deck=CARDS, red_partner="face_down"),
    Rules(last_turn=2, deck=CARDS, pocket_cards=2, count_face_down=True),
    Rules(last_turn=3, deck=CARDS, pocket_cards=2, swap_single=True),
    Rules(last_turn=3, deck=CARDS, pocket_cards=2, red_partner="face_down"),
    Rules(last_turn=3, deck=CARDS, pocket_cards=1, red_partner="face_down", swap_single=True),
    Rules(last_turn=2, deck=CARDS, pocket_cards=1, count_face_down=True),
]


@pytest.fixture(params=["compiled", "numpy"] if _kernels.compiled else ["numpy"])
def each_kernel(request, monkeypatch):
    monkeypatch.setattr(_kernels, "compiled", request.param == "compiled")
    monkeypatch.setattr(_kernels, "_told", True)


def value(row):
    return Fraction(2 * row.win + row.tie, 2 * row.total)


def divider_view(position):
    return position.seen_by(position.divider)


def with_pockets(position, pockets):
    """The same position for a divider with other pocket cards."""
    return Position(
        up=position.up,
        down=position.down,
        pockets=tuple(pockets if player == position.divider else None for player in (0, 1)),
        buried=position.buried,
        divider=position.divider,
        rules=position.rules,
        four=position.four,
        candidates=position.candidates,
    )


# Reference answers


@pytest.mark.usefixtures("each_kernel")
def test_the_reference_values_of_seven_cuts():
    case = ORACLES["cuts"]
    position = Position(
        up=(case["divider"]["up"], case["chooser"]["up"]),
        down=(case["divider"]["down"], case["chooser"]["down"]),
        pockets=(case["divider"]["pockets"], None),
        buried=case["buried"],
        four=case["four"],
    )
    named, other = (Fraction(each) for each in case["values"].values())
    values = {str(row.action): value(row) for row in cut_values(position)}
    assert values.pop("Divided 9h | Kd 3s 2s") == named
    assert set(values.values()) == {other}
    assert len(values) == 6


@pytest.mark.usefixtures("each_kernel")
def test_the_reference_values_of_a_last_placement():
    case = ORACLES["placement"]
    ((group, expected),) = case["groups"].items()
    position = Position(
        up=(case["up"], case["opponent_up"]),
        down=(case["down"], None),
        pockets=(case["pockets"], None),
        buried=case["other_public"],
        four=f"6d 5h {group}",  # the opponent has placed the first two
        groups=(group, ""),
        taken=1,
    )
    assert len(position.unseen) == case["unseen"]
    found = {f"{row.action.up[0]} up": value(row) for row in placement_values(position)}
    assert found == {way: Fraction(each) for way, each in expected.items()}


# The slow second way


@pytest.mark.usefixtures("each_kernel")
@pytest.mark.parametrize("rules", SMALL, ids=str)
@pytest.mark.parametrize("seed", [1, 2])
def test_cuts_are_worth_what_comparing_each_with_each_finds(rules, seed):
    position = random_last_turn(seed, rules)
    plain = LastTurn(position)
    for method in METHODS:
        for row in cut_values(divider_view(position), method)[seed::2]:
            assert value(row) == plain.value(row.action, method)
            assert type(row.win) is type(row.tie) is type(row.total) is int


@pytest.mark.usefixtures("each_kernel")
@pytest.mark.parametrize("rules", SMALL, ids=str)
def test_groups_and_placements_are_worth_what_comparing_each_with_each_finds(rules):
    position = random_last_turn(3, rules)
    plain, chooser = LastTurn(position), position.chooser
    own = frozenset(position.pockets[chooser]), next(iter(position.down[chooser]), None)
    for cut in plain.cuts[::2]:
        after = position.apply(cut).seen_by(chooser)
        for row in choice_values(after):
            taken, left = row.action.cards, next(g for g in cut.groups if g != row.action.cards)
            worth = 1 - plain.mean_points(taken, left, own) / 2
            assert value(row) == worth
            placed = placement_values(after.apply(row.action))
            assert max(map(value, placed)) == worth


def test_positions_with_unknown_face_down_cards_of_both_sides_are_among_them():
    seen = [random_last_turn(seed, rules).candidates for rules in SMALL for seed in (1, 2, 3)]
    assert any(len(first) > 1 or len(second) > 1 for first, second in seen)
    assert any(len(first) > 1 and len(second) > 1 for first, second in seen)


@pytest.mark.parametrize("rules", [Rules(), Rules(red_partner="face_down", count_face_down=True)])
def test_both_kernels_agree_on_whole_games(rules, monkeypatch):
    pytest.importorskip("numba")
    view = divider_view(random_last_turn(5, rules))
    compiled = [cut_values(view, method) for method in METHODS]
    monkeypatch.setattr(_kernels, "compiled", False)
    monkeypatch.setattr(_kernels, "_told", True)
    assert [cut_values(view, method) for method in METHODS] == compiled


# What must hold


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("reading", ["face_up", "face_down"])
def test_a_chooser_who_sees_more_leaves_less(seed, reading):
    view = divider_view(random_last_turn(seed, Rules(red_partner=reading)))
    bayes, opened, fixed = (list(map(value, cut_values(view, method))) for method in METHODS)
    assert all(less <= more for less, more in zip(opened, bayes, strict=True))
    assert all(less <= more for less, more in zip(opened, fixed, strict=True))


def test_but_a_chooser_who_is_wrong_about_the_divider_can_do_worse_than_a_bound_one():
    """Bayes can be above fixed and below it; only open is never above the other two."""
    views = [divider_view(random_last_turn(seed, Rules())) for seed in range(12)]
    gains = [
        value(bayes) - value(fixed)
        for view in views
        for bayes, fixed in zip(cut_values(view), cut_values(view, "fixed"), strict=True)
    ]
    assert max(gains) > 0 > min(gains)


@pytest.mark.parametrize("rules", [SMALL[1], SMALL[4], SMALL[6]], ids=str)
def test_what_the_divider_wins_the_chooser_loses(rules):
    """Over all pocket cards: the divider's Bayes values and the chooser's best choices."""
    position = random_last_turn(4, rules)
    plain = LastTurn(position)
    for place in (0, 3, 6):
        own = [
            value(cut_values(with_pockets(hidden_down(position, down), pockets))[place])
            for pockets, down in plain.holdings(position.divider)
        ]
        cut = plain.cuts[place]
        replies = [
            max(1 - plain.mean_points(*way, chooser) / 2 for way in (cut.groups, cut.groups[::-1]))
            for chooser in plain.holdings(position.chooser)
        ]
        assert sum(own) / len(own) + sum(replies) / len(replies) == 1
        chooser = frozenset(position.pockets[position.chooser])
        held = next(iter(position.down[position.chooser]), None)
        best = max(map(value, choice_values(position.apply(cut))))
        assert best == replies[plain.holdings(position.chooser).index((chooser, held))]


def hidden_down(position, down):
    """The position in which the divider's face-down card is another one that it can be."""
    divider = position.divider
    below = position.candidates[divider]
    downs = tuple(
        (() if down is None else (down,)) if player == divider else position.candidates[player]
        for player in (0, 1)
    )
    seen = {*position.buried, *below, *position.candidates[1 - divider]}
    kept = seen - set(downs[0]) - set(downs[1])
    return Position(
        up=position.up,
        down=downs,
        buried=kept,
        divider=divider,
        rules=position.rules,
        four=position.four,
        candidates=position.candidates,
    )


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("reading", ["face_up", "face_down"])
def test_three_cards_are_never_worse_than_the_single_one(seed, reading):
    position = random_last_turn(seed, Rules(red_partner=reading))
    for cut in position.legal_actions:
        if len(cut.first) == 1:
            single, three = choice_values(position.apply(cut))
            assert (len(single.action.cards), len(three.action.cards)) == (1, 3)
            assert value(three) >= value(single)


def test_with_the_swap_of_a_single_card_three_cards_can_be_worse():
    """The fourth queen counts only for who takes it alone: it goes up, and Jc stays down."""
    position = Position(
        up=("Qc Qd Qh 7s", "2h 6h 8h Ts"),
        down=("Jc", "4c"),
        pockets=("Ac Kd 9h", None),
        buried="5c 5d",
        divider=1,
        four="Qs 2c 3d 4h",
        rules=Rules(swap_single=True),
    )
    cut = next(action for action in position.legal_actions if "Divided Qs |" in str(action))
    with_pocket = [value(row) for row in choice_values(position.apply(cut))]
    assert with_pocket[0] > with_pocket[1]


@pytest.mark.parametrize("method", METHODS)
def test_in_the_other_reading_the_names_of_the_suits_do_not_matter(method):
    view = divider_view(random_last_turn(7, Rules(red_partner="face_down")))
    values = sorted(value(row) for row in cut_values(view, method))
    for suits in list(permutations(range(4)))[1::4]:
        assert sorted(value(row) for row in cut_values(renamed(view, suits), method)) == values


@pytest.mark.parametrize("suits", [(3, 1, 2, 0), (0, 2, 1, 3), (3, 2, 1, 0)])
def test_in_the_usual_reading_suits_of_a_colour_may_change_places(suits):
    view = divider_view(random_last_turn(8, Rules()))
    for method in METHODS:
        values = sorted(value(row) for row in cut_values(view, method))
        assert sorted(value(row) for row in cut_values(renamed(view, suits), method)) == values


def renamed(view, suits):
    """The position with other suits."""

    def each(cards):
        return None if cards is None else [DECK[4 * card.rank + suits[card.suit]] for card in cards]

    return Position(
        up=tuple(map(each, view.up)),
        down=tuple(map(each, view.down)),
        pockets=tuple(map(each, view.pockets)),
        buried=each(view.buried),
        divider=view.divider,
        rules=view.rules,
        four=each(view.four),
        candidates=tuple(map(each, view.candidates)),
    )


def test_the_cases_are_all_that_the_chooser_can_hold():
    position = random_last_turn(9, Rules())
    view = divider_view(position)
    worlds = comb(len(view.unseen), 3) * max(1, len(view.candidates[view.chooser]))
    assert {row.total for method in METHODS for row in cut_values(view, method)} == {2 * worlds}
    own = position.apply(view.legal_actions[0])
    worlds = comb(len(view.unseen), 3) * max(1, len(view.candidates[view.divider]))
    assert {row.total for row in choice_values(own)} == {worlds}


# Equilibrium


def matrices(plain):
    """Return the divider's half points for each cut and group taken, by both sides' holdings.

    Holdings that share a card give no points to either side; the second array says which do not.
    """
    position = plain.position
    ours, theirs = plain.holdings(position.divider), plain.holdings(position.chooser)
    apart = np.array([[not own[0] & other[0] for other in theirs] for own in ours])
    points = np.array([
        [
            [[plain.points(*way, other, own) for other in theirs] for own in ours]
            for way in (cut.groups, cut.groups[::-1])
        ]
        for cut in plain.cuts
    ])  # fmt: skip
    return points, apart


def replies(plain, found):
    """Return the most that the divider gets against the chooser, and the least that he can get."""
    points, apart = matrices(plain)
    taking = np.stack([found.taking, 1 - found.taking], axis=1)
    against = np.einsum("cgij,cgj,ij->ci", points, taking, apart)
    most = against.max(axis=0).sum() / apart.sum() / 2
    left = np.einsum("cgij,ci,ij->cgj", points, found.cutting, apart)
    return most, left.min(axis=1).sum() / apart.sum() / 2


@pytest.mark.parametrize("rules", [SMALL[4], SMALL[6], SMALL[2]], ids=str)
@pytest.mark.usefixtures("each_kernel")
def test_in_an_equilibrium_nobody_gains_by_another_answer(rules):
    position = random_last_turn(5, rules)
    plain = LastTurn(position)
    found = equilibrium(divider_view(position), goal=1e-3)
    most, least = replies(plain, found)
    assert found.exploitability == pytest.approx(most - least, abs=1e-9)
    assert -1e-9 <= most - least <= 1e-3
    np.testing.assert_allclose(found.cutting.sum(axis=0), 1)
    assert 0 <= found.taking.min() <= found.taking.max() <= 1


@pytest.mark.parametrize("rules", [SMALL[4], SMALL[6]], ids=str)
def test_an_equilibrium_lies_between_an_open_and_a_trusting_chooser(rules):
    """On average over all that the divider can hold."""
    position = random_last_turn(6, rules)
    plain = LastTurn(position)
    held = plain.holdings(position.divider)
    most, least = replies(plain, equilibrium(divider_view(position), goal=1e-4))
    lower, upper = (
        float(sum(max(plain.value(cut, method, own) for cut in plain.cuts) for own in held))
        / len(held)
        for method in ("open", "bayes")
    )
    assert lower - 1e-4 <= least <= most <= upper + 1e-4
    assert lower < upper


def test_the_values_of_an_equilibrium_are_those_against_its_chooser():
    position = random_last_turn(5, SMALL[4])
    plain = LastTurn(position)
    found = equilibrium(divider_view(position), goal=1e-3)
    points, apart = matrices(plain)
    own = plain.holdings(position.divider).index((plain.own, plain.down))
    for row, (first, second), taking in zip(found.values, points, found.taking, strict=True):
        against = (first[own] * taking + second[own] * (1 - taking)) @ apart[own]
        assert float(value(row)) == pytest.approx(against / apart[own].sum() / 2, abs=1e-6)
        assert float(row.first) == pytest.approx(taking @ apart[own] / apart[own].sum(), abs=1e-6)


@pytest.mark.parametrize("reading", ["face_up", "face_down"])
def test_an_equilibrium_of_the_whole_game_is_close_after_few_steps(reading):
    view = divider_view(random_last_turn(2, Rules(red_partner=reading)))
    found = equilibrium(view)
    assert found.exploitability <= 1e-4
    assert found.steps <= 300
    assert cut_values(view, "equilibrium") == found.values
