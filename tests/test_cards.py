"""Cards and their parser."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab import cards
from cardlab.cards import DECK, Card, parse, parse_groups
from cardlab.errors import CardError

hands = st.lists(st.sampled_from(DECK), unique=True, max_size=52)


def test_the_deck_has_52_cards_in_bring_in_order():
    assert [str(card) for card in DECK[:5]] == ["2c", "2d", "2h", "2s", "3c"]
    assert len({str(card) for card in DECK}) == 52
    assert list(DECK) == sorted(DECK, key=lambda card: (card.rank, card.suit))


@pytest.mark.parametrize(
    "written",
    [
        "As Kd 10c",
        "AsKdTc",
        "as kd tc",
        "A♠ K♦ 10♣",
        "A♠️K♦️T♣️",
        "A♤,K♢;10♧",
        ["As", "Kd", "Tc"],
        ("As Kd", "Tc"),
        [51, 45, 32],
        np.array([51, 45, 32], dtype=np.uint8),
        [Card("As"), 45, "10c"],
        (c for c in ["As", "Kd", "Tc"]),
    ],
)
def test_all_ways_to_write_cards_read_the_same(written):
    assert parse(written) == (Card("As"), Card("Kd"), Card("Tc"))


@given(hands)
def test_text_symbols_and_masks_read_back(hand):
    assert parse(cards.text(hand)) == tuple(hand)
    assert parse(cards.symbols(hand)) == tuple(hand)
    assert parse(cards.text(hand).replace(" ", "")) == tuple(hand)
    assert cards.unmask(cards.mask(hand)) == tuple(sorted(hand))


@given(st.text(max_size=12))
def test_any_text_gives_cards_or_a_card_error(text):
    try:
        read = parse(text)
    except CardError:
        return
    assert parse(cards.text(read)) == read


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("As 1h", "hand: '1h' (card 2) is not a card; write a rank"),
        ("As1h", "hand: '1h' (card 2) is not a card"),
        ("hello", "hand: 'hello' (card 1) is not a card"),
        ("A\u017f", "hand: 'A\u017f' (card 1) is not a card"),  # a long s
        ("\u212as", "hand: '\u212as' (card 1) is not a card"),  # the sign for kelvin
        ("As Ks As", "hand: As stands twice (cards 1 and 3)"),
        ([52], "hand: 52 (card 1) is not a card; numbers run from 0 to 51"),
        ([-1], "hand: -1 (card 1) is not a card"),
        ([2.0], "hand: 2.0 (card 1) is not a card"),
        ([True], "hand: True (card 1) is not a card"),
        ([None], "hand: None (card 1) is not a card"),
        (None, "hand: None holds no cards"),
        (3.5, "hand: 3.5 holds no cards"),
        (99, "hand: 99 (card 1) is not a card"),
        (np.int64(52), "hand: np.int64(52) (card 1) is not a card"),
    ],
)
def test_errors_name_the_bad_token_and_its_position(written, message):
    with pytest.raises(CardError) as caught:
        parse(written, name="hand")
    assert str(caught.value).startswith(message)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("", "hand: 3 cards due, 0 given"),
        ("As", "hand: 3 cards due, 1 given: As"),
        ("As Ks Qs Js", "hand: 3 cards due, 4 given: As Ks Qs Js"),
    ],
)
def test_the_number_of_cards_due_is_named(written, message):
    with pytest.raises(CardError) as caught:
        parse(written, name="hand", count=3)
    assert str(caught.value) == message


def test_a_card_in_two_groups_is_an_error():
    with pytest.raises(CardError, match="seen: 2d is already in hand"):
        parse_groups({"hand": "2d 3d", "seen": "4d 2d"})
    assert parse_groups({"hand": "2d", "seen": ""}) == ((Card("2d"),), ())


def test_a_card_is_an_int_that_prints_as_text():
    card = Card("Th")
    assert (card, card.rank, card.suit) == (34, 8, 2)
    assert (repr(card), str(card), f"{card:>3}") == ("Card('Th')", "Th", " Th")
    assert (card.name, card.symbol) == ("ten of hearts", "10♥")
    assert pickle.loads(pickle.dumps(card)) == card
    assert type(pickle.loads(pickle.dumps(card))) is Card
    assert Card(card) is Card(np.array(34)) is card


@pytest.mark.parametrize("bad", [52, -1, 2.0, "1h", "", "AsKs", None, True, np.array(2.0)])
def test_what_is_no_card_is_refused(bad):
    with pytest.raises(CardError):
        Card(bad)
