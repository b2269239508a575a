"""How many hands make a low: rank by rank, by listing, hand by hand, by linearity, and sampled."""

from fractions import Fraction
from math import comb, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.cards import DECK
from cardlab.counting import rank_multisets
from cardlab.errors import CardError, InvalidInput
from cardlab.stud8.lows import LOW_RANKS, LowDraw
from cardlab.stud8.qualifiers import Qualifiers
from tests.stud8 import lows_by_hand
from tests.stud8.lows_by_hand import HIGH_CARDS, LOW_CARDS


@st.composite
def tables(draw, sizes):
    """Hands of such sizes, mostly of low cards, and some dead cards."""
    few_high = draw(st.lists(st.sampled_from(HIGH_CARDS), max_size=6, unique=True))
    deck = draw(st.permutations(LOW_CARDS + few_high))
    hands = []
    for size in sizes:
        hands.append(deck[:size])
        deck = deck[size:]
    return hands, deck[: draw(st.integers(0, 5))]


@pytest.mark.parametrize(
    ("players", "chance"),
    [
        (1, 0.183361548),
        (2, 0.338790639),
        (3, 0.469563230),
        (4, 0.578698520),
        (5, 0.668968714),
        (6, 0.742908717),
        (7, 0.802825771),
    ],
)
def test_at_least_one_of_k_has_a_low_as_often_as_the_rule_book_says(players, chance):
    lows = Qualifiers(players).exact()
    assert float(1 - lows.probability(0)) == pytest.approx(chance, abs=5e-10)
    assert list(lows) == list(range(players + 1))


def test_both_of_two_have_a_low_less_often_than_independence_says():
    both = Qualifiers(2).exact().probability(2)
    assert float(both) == pytest.approx(0.027932457, abs=5e-10)
    assert both < LowDraw("").exact().probability ** 2


def test_seven_of_seven_never_have_a_low_but_six_can():
    lows = Qualifiers(7).exact()
    assert lows[7] == 0
    assert lows[6] > 0


def test_two_hands_agree_with_dealing_one_by_rank_and_then_the_other():
    both = 0
    for counts, ways in rank_multisets([4] * 8 + [20], 7):
        if sum(count > 0 for count in counts[:8]) >= 5:
            gone = HIGH_CARDS[: counts[8]]
            for rank, count in zip(LOW_RANKS, counts[:8], strict=True):
                gone += [DECK[4 * rank + suit] for suit in range(count)]
            both += ways * LowDraw("", dead=gone).exact().favourable
    assert Qualifiers(2).exact()[2] == both


@pytest.mark.parametrize("sizes", [(6, 6, 6), (6, 5), (5, 6, 7), (7, 7, 7, 7), (4, 7)])
@settings(max_examples=4)
@given(data=st.data())
def test_late_streets_agree_with_listing_all_deals(sizes, data):
    hands, dead = data.draw(tables(sizes))
    exact = Qualifiers(len(hands), hands, dead).exact()
    assert list(exact.values()) == lows_by_hand.how_many(hands, dead)


@settings(max_examples=20)
@given(st.lists(st.integers(0, 7), min_size=1, max_size=4), st.data())
def test_the_mean_is_the_sum_of_the_players_own_chances(sizes, data):
    hands, dead = data.draw(tables(sizes))
    lows = Qualifiers(len(hands), hands, dead).exact()
    singles = [
        LowDraw(hand, [card for other in (*hands, dead) if other is not hand for card in other])
        for hand in hands
    ]
    assert lows.mean == sum((draw.exact().probability for draw in singles), Fraction(0))
    left = 52 - sum(map(len, hands)) - len(dead)
    to_come = [7 - len(hand) for hand in hands]
    shares = [comb(left - sum(to_come[:i]), cards) for i, cards in enumerate(to_come)]
    assert lows.total == prod(shares)


def test_a_third_street_with_seven_door_cards_has_the_mean_it_must_have():
    known = ["As 2s 3d", "Kh", "5c", "5d", "Qh", "8s", "8h"]
    lows = Qualifiers(7, known).exact()
    chances = [
        LowDraw(hand, " ".join(known[:i] + known[i + 1 :])).exact().probability
        for i, hand in enumerate(known)
    ]
    assert lows.mean == sum(chances)


@settings(max_examples=10)
@given(tables((2, 0, 3)), st.permutations(range(3)), st.permutations(range(4)))
def test_neither_the_order_of_hands_nor_the_names_of_suits_matter(table, order, suits):
    hands, dead = table
    other = [[4 * card.rank + suits[card.suit] for card in hands[i]] for i in order]
    moved = [4 * card.rank + suits[card.suit] for card in dead]
    assert Qualifiers(3, other, moved).exact() == Qualifiers(3, hands, dead).exact()


def test_players_who_are_left_out_have_no_card_known():
    assert Qualifiers(3, ["As"]) == Qualifiers(3, ["As", "", ""])
    assert Qualifiers(3, ["As"]).exact() == Qualifiers(3, ["", "", "Ad"]).exact()


def test_seven_hands_can_be_dealt_when_all_other_cards_are_dead():
    lows = Qualifiers(7, dead="Kh Kd Ks").exact()
    assert lows.mean == 7 * LowDraw("", "Kh Kd Ks").exact().probability
    assert lows[7] == 0


@pytest.mark.parametrize(
    ("players", "known", "dead"), [(4, (), ""), (3, ["As 2s 3d", "Kh", "4c"], "8c 8d"), (7, (), "")]
)
def test_sampled_shares_agree_with_the_exact_ones(players, known, dead):
    question = Qualifiers(players, known, dead)
    exact, sample = question.exact(), question.simulate(60_000, rng=1)
    assert sample.n == 60_000
    for lows in exact:
        estimate = sample.probability(lows)
        allowed = 4 * (float(exact.probability(lows)) / sample.n) ** 0.5
        assert abs(estimate.value - float(exact.probability(lows))) <= allowed


def test_a_sample_shows_its_counts_shares_and_seed():
    sample = Qualifiers(2).simulate(1_000, rng=5)
    assert "n=1000, seed=5" in repr(sample)
    assert "seed 5" in sample._repr_html_()
    frame = sample.to_frame()
    assert frame["count"].sum() == 1_000
    assert frame["share"].sum() == pytest.approx(1)
    expected = [sample.probability(k).standard_error for k in frame.index]
    assert frame["standard_error"].tolist() == pytest.approx(expected)


def test_the_explanation_compares_with_independence():
    working = str(Qualifiers(3, ["As 2s 3d", "Kh"]).explain())
    assert f"{float(LowDraw('As 2s 3d', 'Kh').exact()):.4f}" in working
    assert "if independent" in working
    assert "All 7 cannot have a low: they would need 35 cards" in str(Qualifiers(7).explain())
    never = Qualifiers(2, ["As Ad Ah Kc Kd Kh"]).explain()
    assert "All 2 cannot have a low with these cards." in str(never)


@pytest.mark.parametrize(
    ("arguments", "error", "said"),
    [
        ({"players": 0}, InvalidInput, "players must be a whole number, from 1 to 7, not 0"),
        ({"players": 8}, InvalidInput, "players must be a whole number, from 1 to 7, not 8"),
        ({"players": 2.0}, InvalidInput, "players must be a whole number"),
        ({"players": 2, "known": "As 2s"}, InvalidInput, "known must be a list of hands"),
        ({"players": 2, "known": 5}, InvalidInput, "known must be a list of hands"),
        ({"players": 1, "known": ["As", "Ks"]}, InvalidInput, "2 hands given for 1 players"),
        ({"players": 2, "known": ["As", "As"]}, CardError, "already in"),
        ({"players": 2, "known": ["As"], "dead": "As"}, CardError, "dead: As is already in"),
        ({"players": 1, "known": [DECK[:8]]}, CardError, "at most 7 cards, not 8"),
        ({"players": 7, "dead": "As Ks Qs Js"}, InvalidInput, "7 hands of seven and 4 dead"),
    ],
)
def test_wrong_input_is_refused(arguments, error, said):
    with pytest.raises(error, match=said):
        Qualifiers(**arguments)
