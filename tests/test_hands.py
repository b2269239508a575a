"""One hand at a time: classes, names, the cards used."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab import hands
from cardlab.cards import DECK, parse, text
from cardlab.errors import CardError, InvalidInput
from tests import plain_hands


def some_cards(least, most):
    return st.lists(st.sampled_from(DECK), min_size=least, max_size=most, unique=True)


def of_few_suits(least, most):
    """Cards that often make straights and flushes."""
    few = [card for card in DECK if card.suit < 2 and card.rank in {0, 1, 2, 3, 4, 5, 12}]
    return st.lists(st.sampled_from(few), min_size=least, max_size=most, unique=True)


def full_hands(least=5, most=8):
    return some_cards(least, most) | of_few_suits(least, most)


def order(first, second):
    return (first > second) - (first < second)


# The order of the classes


@given(full_hands(), full_hands())
def test_two_high_hands_compare_as_their_best_five_cards_do(first, second):
    classes = hands.high(first), hands.high(second)
    assert order(*classes) == order(plain_hands.high(first), plain_hands.high(second))


@given(full_hands(), full_hands())
def test_two_lows_compare_as_the_lowest_of_their_five_cards_do(first, second):
    for cards in (first, second):
        assert (hands.low(cards) == hands.NO_LOW) == (plain_hands.low(cards) is None)
    lows = plain_hands.low(first), plain_hands.low(second)
    if None not in lows:
        assert order(hands.low(first), hands.low(second)) == order(*lows)


@given(some_cards(1, 8) | of_few_suits(1, 8), some_cards(1, 8) | of_few_suits(1, 8))
def test_hands_of_any_size_compare_as_far_as_they_go(first, second):
    strengths = hands.strength(first), hands.strength(second)
    assert order(*strengths) == order(plain_hands.strength(first), plain_hands.strength(second))


def test_the_classes_are_exactly_0_to_7461_in_nine_categories():
    keys = hands._full_keys()
    assert len(keys) == len(set(keys)) == hands.HIGH_CLASSES == 7462
    counts = Counter(hands.category(number) for number in range(7462))
    assert list(counts.values()) == [1277, 2860, 858, 858, 10, 1277, 156, 156, 10]
    assert [keys[start][0] for start in hands.CATEGORY_STARTS] == list(range(9))


def test_there_are_9841_strengths_of_one_to_five_cards():
    """Of one card 13, of two 13 + 78, of three 13 + 156 + 286, of four 13 + 156 + 78 + 858 + 715"""
    keys = hands._keys()
    assert len(keys) == len(set(keys)) == hands.STRENGTHS == 9841
    sizes = Counter(len(ranks) for _, ranks in keys)
    assert sizes == {1: 13, 2: 91, 3: 455, 4: 1820, 5: 7462}


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_short_hands_have_as_many_strengths_as_there_are_choices_of_ranks(size):
    deck = DECK if size < 4 else DECK[:32]  # of four cards only those of eight ranks, for speed
    found = {hands.strength(cards) for cards in combinations(deck, size)}
    assert len(found) == {1: 13, 2: 91, 3: 455, 4: 8 + 56 + 28 + 168 + 70}[size]


@given(full_hands(), full_hands())
def test_strengths_of_full_hands_come_in_the_order_of_their_classes(first, second):
    strengths = hands.strength(first), hands.strength(second)
    assert order(*strengths) == order(hands.high(first), hands.high(second))


@given(some_cards(1, 9), st.data())
def test_one_more_card_never_makes_a_hand_weaker(cards, data):
    more = data.draw(st.sampled_from([card for card in DECK if card not in cards]))
    assert hands.strength([*cards, more]) >= hands.strength(cards)


@pytest.mark.parametrize(
    ("stronger", "weaker"),
    [
        ("2c 2d", "Ac Kd Qh Js 9s"),  # a bare pair and no pair
        ("Ac Ad", "Kc Kd Qh Js 9s"),
        ("Ac Ad 2h", "Ac Ad"),
        ("3c", "2c"),
        ("2c 2d 2h 2s", "Ac Ad Ah Kc Kd"),  # four twos and a full house
        ("2c 2d 2h 2s 3c", "2c 2d 2h 2s"),
        ("5c 5d 6c 6d 2h", "5c 5d 6c 6d"),
        ("2c 3c 4c 5c 7c", "Ac Kc Qc Jc"),  # four of a suit are no flush
        ("Kc Kd", "Ac Kc Qd Js"),  # four in a row are no straight
    ],
)
def test_known_pairs_of_short_and_full_hands(stronger, weaker):
    assert hands.strength(stronger) > hands.strength(weaker)


# The cards used


@given(full_hands())
def test_the_best_five_are_cards_of_the_hand_and_have_its_class_alone(cards):
    used, number = hands.best_five(cards)
    assert len(set(used)) == 5
    assert set(used) <= set(cards)
    assert hands.high(used) == number == hands.high(cards)


@given(full_hands())
def test_the_best_low_is_of_the_hand_and_has_its_class_alone(cards):
    best = hands.best_low(cards)
    if best is None:
        assert hands.low(cards) == hands.NO_LOW
    else:
        used, number = best
        assert len(set(used)) == 5
        assert set(used) <= set(cards)
        assert hands.low(used) == number == hands.low(cards)


@pytest.mark.parametrize(
    ("cards", "used", "name"),
    [
        ("As Ks Qs Js Ts 2c 2d", "As Ks Qs Js Ts", "royal flush"),
        ("Kc 2s 3s 4s 5s As 6d", "5s 4s 3s 2s As", "five-high straight flush"),
        ("6c 6d 6h 6s Ac Ad Ah 2c", "6s 6h 6d 6c Ah", "four sixes, A"),
        ("7c 7d 7h Qs Qd 2c 3c", "7h 7d 7c Qs Qd", "sevens full of queens"),
        ("7c 7d 7h Qs Qd Qc 3c", "Qs Qd Qc 7h 7d", "queens full of sevens"),
        ("Qs Qd Qc Ah Ad Kc Kd", "Qs Qd Qc Ah Ad", "queens full of aces"),
        ("2h 9h Jh 4h Kh Ac 3h", "Kh Jh 9h 4h 3h", "flush, K-J-9-4-3"),
        ("As 2d 3c 4d 5h 6s 9c", "6s 5h 4d 3c 2d", "six-high straight"),
        ("As Kd Qc Jd 10h 9s 8c", "As Kd Qc Jd Th", "ace-high straight"),
        ("8c 8d 8h As 2d 4h 5c", "8h 8d 8c As 5c", "three eights, A-5"),
        ("3c 3d 4h 4s 5d 5c As", "5d 5c 4s 4h As", "fives and fours, A"),
        ("3c 3d 4h 4s 5d 5c 2s", "5d 5c 4s 4h 3d", "fives and fours, 3"),
        ("2c 2d 4h 5s 10d", "2d 2c Td 5s 4h", "pair of twos, 10-5-4"),
        ("Ac Jd 9h 7s 5d 3c 2s", "Ac Jd 9h 7s 5d", "ace high, J-9-7-5"),
        ("Kh Ah 2c 3d 4s", "Ah Kh 4s 3d 2c", "ace high, K-4-3-2"),  # no straight around the ace
    ],
)
def test_known_high_hands(cards, used, name):
    best, number = hands.best_five(cards)
    assert (text(best), hands.high_name(number)) == (used, name)
    assert plain_hands.high(parse(cards)) == plain_hands.high(best)


@pytest.mark.parametrize(
    ("cards", "used", "name"),
    [
        ("As 2s 3d 4c 5h Kc Kd", "5h 4c 3d 2s As", "5-4-3-2-A"),
        ("As Ac 2s 2c 3d 4d 8h", "8h 4d 3d 2s As", "8-4-3-2-A"),  # pairs do not spoil a low
        ("2h 3h 4h 5h 6h Kc Ks", "6h 5h 4h 3h 2h", "6-5-4-3-2"),  # a straight flush is a low too
        ("8s 7s 6d 5c 4h Kc Kd", "8s 7s 6d 5c 4h", "8-7-6-5-4"),
        ("7s 6d 5c 4h 3c 8c 8d", "7s 6d 5c 4h 3c", "7-6-5-4-3"),
    ],
)
def test_known_lows(cards, used, name):
    best = hands.best_low(cards)
    assert best is not None
    assert (text(best[0]), hands.low_name(best[1])) == (used, name)


@pytest.mark.parametrize(
    "cards", ["As 2s 3d 4c 4h Kc Kd", "9s 7s 6d 5c 4h", "Ac Kc Qc Jc 9c 8c 7c"]
)
def test_hands_without_a_low_have_none(cards):
    assert hands.best_low(cards) is None
    assert hands.low_name(hands.low(cards)) == "no low"


def test_lows_compare_from_the_highest_card_down():
    assert hands.low("7c 6d 5h 4s 3c") < hands.low("8c 4d 3h 2s Ac")


# Names


def test_no_two_hands_have_the_same_name():
    assert len({hands.high_name(number) for number in range(7462)}) == 7462
    assert len({hands.strength_name(number) for number in range(9841)}) == 9841
    assert len({hands.low_name(number) for number in range(57)}) == 57


def test_the_lows_stand_in_order():
    names = [hands.low_name(number) for number in range(56)]
    assert names[:4] == ["5-4-3-2-A", "6-4-3-2-A", "6-5-3-2-A", "6-5-4-2-A"]
    assert names[-2:] == ["8-7-6-5-3", "8-7-6-5-4"]
    assert Counter(name[0] for name in names) == {"5": 1, "6": 5, "7": 15, "8": 35}


@given(full_hands())
def test_the_name_of_a_strength_is_that_of_the_class(cards):
    assert hands.strength_name(hands.strength(cards)) == hands.high_name(hands.high(cards))


@pytest.mark.parametrize(
    ("cards", "name"),
    [
        ("Ac", "ace high"),
        ("Ac Td", "ace high, 10"),
        ("6c 6d", "pair of sixes"),
        ("6c 6d 6h 2c", "three sixes, 2"),
        ("6c 6d 2h 2c", "sixes and twos"),
        ("6c 6d 6h 6s", "four sixes"),
    ],
)
def test_names_of_short_hands(cards, name):
    assert hands.strength_name(hands.strength(cards)) == name


# Bad input


@pytest.mark.parametrize(
    ("function", "cards", "message"),
    [
        (hands.high, "As Ks Qs Js", "cards: 5 to 8 cards due, 4 given"),
        (hands.high, "2c 3c 4c 5c 6c 7c 8c 9c Tc", "cards: 5 to 8 cards due, 9 given"),
        (hands.low, "", "cards: 5 to 8 cards due, 0 given"),
        (hands.strength, "", "cards: 1 to 10 cards due, 0 given"),
        (hands.strength, DECK[:11], "cards: 1 to 10 cards due, 11 given"),
        (hands.best_five, "As Ks Qs Js As", r"cards: As stands twice \(cards 1 and 5\)"),
        (hands.best_low, "As Ks Qs Js 1s", r"cards: '1s' \(card 5\) is not a card"),
    ],
)
def test_wrong_cards_are_refused(function, cards, message):
    with pytest.raises(CardError, match=message):
        function(cards)


@pytest.mark.parametrize(
    ("function", "most"),
    [
        (hands.category, 7461),
        (hands.high_name, 7461),
        (hands.low_name, 56),
        (hands.strength_name, 9840),
    ],
)
def test_numbers_that_are_no_class_are_refused(function, most):
    function(0), function(most)
    for wrong in (-1, most + 1, 1.5, "3", True, None):
        with pytest.raises(InvalidInput, match=f"must be a whole number, from 0 to {most:,}"):
            function(wrong)
