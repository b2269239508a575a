"""The showdown against all hidden pocket cards."""

import json
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab import _kernels, hands
from cardlab.cards import DECK, Card
from cardlab.divider import Rules, Showdown
from cardlab.divider.showdown import ShowdownCounts
from cardlab.errors import CardError, InvalidInput

ORACLES = {
    case["kind"]: case
    for case in json.loads((Path(__file__).parents[1] / "data/divider_endgames.json").read_text())
}


@pytest.fixture(params=["compiled", "numpy"] if _kernels.compiled else ["numpy"], autouse=True)
def each_kernel(request, monkeypatch):
    monkeypatch.setattr(_kernels, "compiled", request.param == "compiled")
    monkeypatch.setattr(_kernels, "_told", True)


def best(up, pockets):
    shown = combinations(pockets, min(2, len(pockets)))
    return max(hands.strength((*up, *two)) for two in shown)


def one_by_one(showdown):
    """Count wins, ties and losses over all pocket cards."""
    size, counts = showdown.rules.pocket_cards, [0, 0, 0]
    owns = [showdown.pockets] if showdown.pockets else combinations(showdown.unseen, size)
    for own in owns:
        ours = best(showdown.up, own)
        rest = [card for card in showdown.unseen if card not in own]
        for pockets in combinations(rest, size):
            theirs = best(showdown.opponent_up, pockets)
            counts[(ours == theirs) + 2 * (ours < theirs)] += 1
    return ShowdownCounts(*counts)


def test_the_reference_counts_against_unknown_pockets():
    case = ORACLES["showdown"]
    showdown = Showdown(case["up"], case["pockets"], case["opponent_up"], seen=case["dead"])
    counts = showdown.exact()
    assert len(showdown.unseen) == case["unseen"]
    assert (counts.win, counts.tie, counts.loss) == (case["win"], case["tie"], case["loss"])
    assert counts.value == Fraction(case["value"])


def test_the_reference_counts_with_both_pockets_unknown():
    case = ORACLES["both_unknown"]
    seen = f"{case['down']} {case['opponent_down']}"
    showdown = Showdown(case["up"], None, case["opponent_up"], seen=seen)
    counts = showdown.exact()
    assert len(showdown.unseen) == case["unseen"]
    assert (counts.win, counts.tie, counts.loss) == (case["win"], case["tie"], case["loss"])
    assert (counts.total, counts.value) == (case["total"], Fraction(1, 2))


@st.composite
def showdowns(draw, known=True):
    """A showdown with few unseen cards, so that they can be gone through one by one."""
    rules = Rules(pocket_cards=draw(st.integers(1, 3)), count_face_down=draw(st.booleans()))
    cards = draw(st.permutations(DECK))
    sizes = [draw(st.integers(0, 6 + rules.count_face_down)) for _ in "ab"]
    up, opponent_up = cards[: sizes[0]], cards[sizes[0] : sum(sizes)]
    rest = cards[sum(sizes) :]
    pockets = rest[: rules.pocket_cards]
    left = draw(st.integers(rules.pocket_cards * (1 if known else 2), 7))
    seen = rest[rules.pocket_cards + left :] if known else rest[left:]
    return Showdown(up, pockets if known else None, opponent_up, seen, rules=rules)


@settings(max_examples=60)
@given(showdowns())
def test_the_counts_are_those_of_all_pockets_one_by_one(showdown):
    counts = showdown.exact()
    assert counts == one_by_one(showdown)
    assert counts.total == comb(len(showdown.unseen), showdown.rules.pocket_cards)


@settings(max_examples=30)
@given(showdowns(known=False))
def test_so_they_are_with_both_pockets_unknown(showdown):
    assert showdown.exact() == one_by_one(showdown)


@settings(max_examples=30)
@given(st.lists(st.sampled_from(DECK), min_size=1, max_size=6, unique=True), st.data())
def test_mirrored_tableaus_are_worth_one_half(up, data):
    suits = data.draw(st.sampled_from([(3, 2, 1, 0), (1, 0, 3, 2), (2, 3, 0, 1)]))
    mirrored = [Card(4 * card.rank + suits[card.suit]) for card in up]
    kept = [card for card, other in zip(up, mirrored, strict=True) if card not in mirrored]
    counts = Showdown(kept, None, [Card(4 * card.rank + suits[card.suit]) for card in kept]).exact()
    assert counts.win == counts.loss
    assert counts.value == Fraction(1, 2)


@pytest.mark.parametrize("suits", list(permutations(range(4)))[::5])
def test_the_names_of_the_suits_do_not_matter(suits):
    def renamed(cards):
        return [4 * Card(card).rank + suits[Card(card).suit] for card in cards.split()]

    groups = ("Ac Kc 9h 7c 4c", "Ah Kd 2d", "As Kh 9d 7d 4s", "Qd Qh 2c")
    assert Showdown(*map(renamed, groups)).exact() == Showdown(*groups).exact()


def test_the_other_side_wins_what_this_one_loses():
    counts = Showdown("Ac 9c 2d", None, "Ks Kd 5h 4h 3h").exact()
    other = Showdown("Ks Kd 5h 4h 3h", None, "Ac 9c 2d").exact()
    assert (counts.win, counts.tie, counts.loss) == (other.loss, other.tie, other.win)


def test_only_two_of_three_pocket_cards_count():
    """Three aces in the pocket are a pair with two queens up, not a full house."""
    showdown = Showdown("Qc Qd 7h 5s 2d", "Ac Ad Ah", "3c 3d 3h 3s 4c")
    assert "aces and queens" in str(showdown.explain())


def test_the_explanation_counts_all_cases():
    showdown = Showdown("Ac Ad 9h 7s 4c", "Ah Kc 2d", "As Kh 9d 7c 4s", seen="Qd Qh")
    counts = showdown.exact()
    table = next(step for step in showdown.explain().steps if not isinstance(step, str))
    columns = zip(*(row[1:] for row in table[1:]), strict=True)
    sums = [sum(int(cell.replace(",", "")) for cell in column) for column in columns]
    assert sums == [counts.win, counts.tie, counts.loss]
    assert f"{counts.total:,} cases" in str(showdown.explain())


def test_the_result_says_its_value_and_the_number_of_cases():
    counts = ShowdownCounts(5, 2, 1)
    assert (counts.total, counts.value) == (8, Fraction(3, 4))
    assert str(counts) == "value .7500: win .6250, tie .2500, loss .1250 (8 cases)"
    assert ".7500" in counts._repr_html_()
    assert "8 cases" in counts._repr_html_()
    assert all(
        type(count) is int for count in vars(Showdown("Ac", "Kc Qd 3d", "2c").exact()).values()
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("Ac", "Kc Qd 3d", "Ac"), "opponent_up: Ac is already in up"),
        (("Ac", "Kc Qd", "2c"), r"pockets: 3 due \(rule pocket_cards\), 2 given"),
        (("Ac Ad Ah As 2c 3c 4c", None, "2d"), "up: 6 cards at most can count, 7 given"),
        (("2d", None, "Ac Ad Ah As 2c 3c 4c"), "opponent_up: 6 cards at most can count"),
        (("2d", None, "Ax"), "opponent_up: 'Ax'"),
        (("2d", None, "Ac", DECK[1:46]), "seen: .* already in|seen: 6 cards are left"),
    ],
)
def test_what_cannot_be_is_refused(arguments, message):
    with pytest.raises(CardError, match=message):
        Showdown(*arguments)


def test_too_few_cards_for_the_hidden_pockets_are_refused():
    with pytest.raises(CardError, match="seen: 5 cards are left, and 6 are hidden"):
        Showdown("2c", None, "2d", DECK[2:47])
    with pytest.raises(CardError, match="As is not in the deck"):
        Showdown("As", None, "2d", rules=Rules(deck=DECK[:40]))
    with pytest.raises(InvalidInput, match="rules must be a Rules"):
        Showdown("As", None, "2d", rules=None)


def test_pockets_in_a_wrong_array_are_refused_by_name():
    with pytest.raises(CardError, match="pockets"):
        Showdown("Ac Ad", np.array([1, 2]), "Kc")
