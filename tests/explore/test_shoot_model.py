"""What the explorers know, without widgets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab.cards import DECK, text
from cardlab.errors import InvalidInput
from cardlab.explore.shoot_model import BankModel, TurnModel, number
from cardlab.results import Odds
from cardlab.shoot import AlwaysShoot, Kelly, MinimumBet, ShootAbove, Turn


@given(st.permutations(DECK).map(lambda deck: deck[:8]), st.integers(0, 5))
def test_every_hand_that_can_be_read_is_answered_as_the_package_answers_it(cards, seen):
    hand, others = text(cards[:3]), text(cards[3 : 3 + seen])
    model = TurnModel()
    model.set(hand=hand, seen=others)
    assert model.settled
    assert model.turn.exact() == Turn(hand, others).exact()
    assert model.winning == Turn(hand, others).winning


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("5h Kx Qs", "'Kx' (card 2) is not a card"),
        ("1h Kc Qs", "'1h' (card 1) is not a card"),
        ("5h Kc Qs 2d", "3 cards due, 4 given"),
        ("5h Kc 5h", "5h stands twice"),
        ("hello", "'hello' (card 1) is not a card"),
        ("5h Kc \N{KELVIN SIGN}", "is not a card"),
    ],
)
def test_a_bad_hand_has_a_message_and_the_last_good_answer_stays(hand, words):
    model = TurnModel("5h Kc Qs")
    model.set(hand=hand)
    assert words in model.messages["hand"].text
    assert model.messages["hand"].error
    assert not model.settled
    assert model.turn.exact() == Odds(24, 49)


@pytest.mark.parametrize(
    ("hand", "words"),
    [
        ("", "3 cards are due: choose 3."),
        ("5h Kc", "3 cards are due: choose 1 more."),
        ("5h Kc Q", "After Q a suit is due: s, h, d or c."),
        ("5h Kc 10", "After 10 a suit is due: s, h, d or c."),
        ("5h Kc 1", "After 1 a 0 is due, then a suit: s, h, d or c."),
        ("5h Kc k", "After k a suit is due: s, h, d or c."),
    ],
)
def test_an_unfinished_hand_is_no_error_and_the_last_good_answer_stays(hand, words):
    model = TurnModel("5h Kc Qs")
    model.set(hand=hand)
    assert model.messages["hand"].text == words
    assert not model.messages["hand"].error
    assert model.turn.exact() == Odds(24, 49)


def test_a_seen_card_that_is_also_in_the_hand_is_named_at_the_seen_cards():
    model = TurnModel("5h Kc Qs", "2d")
    model.set(seen="2d 5h")
    assert model.messages["seen"].text == "5h is already in hand."
    assert model.turn == Turn("5h Kc Qs", "2d")
    assert text(model.seen) == "2d"


def test_the_groups_never_share_a_card_whatever_is_typed():
    model = TurnModel("5h Kc Qs", "2d")
    model.set(hand="2d Kc Qs")
    assert not set(model.hand) & set(model.seen)
    assert "seen" in model.messages


@pytest.mark.parametrize("kitty", ["-5", "0", "2.5", "1,5", "many", "", "10000000001"])
def test_a_bad_kitty_has_a_message_and_leaves_the_chance_alone(kitty):
    model = TurnModel("Ah Kc Qs", kitty="60")
    model.set(kitty=kitty)
    assert model.messages["kitty"].text.startswith("kitty must be a whole number, from 1 to")
    assert repr(kitty) in model.messages["kitty"].text
    assert model.settled
    assert model.money == (100, 60)


@pytest.mark.parametrize("written", ["100,000", "100 000", "100\u202f000", " 100000", "+100000"])
def test_numbers_may_be_written_with_commas_and_spaces(written):
    assert number("banks", written, 1, 10**6) == 100_000


@given(st.integers(0, 10**15), st.sampled_from([",", " ", "\u00a0", "\u202f", ""]))
def test_every_number_can_be_read_as_it_is_written(value, separator):
    assert number("seed", f"{value:,}".replace(",", separator), 0, 10**15) == value


@pytest.mark.parametrize(
    "written",
    [
        *("1,5", "6,5", "1,50", "1,5000", "10,00", "1000,000", ",100", "100,", "1,,000", "1 5"),
        *("1,000 000", "1, 000", "1.000", "\N{FULLWIDTH DIGIT TWO}", "\u0662", "1_000", "", "+"),
        *("9" * 5_000, "0" * 5_000 + "1"),
    ],
)
def test_what_is_not_clearly_a_whole_number_is_refused_and_the_message_says_how_to_write_it(
    written,
):
    with pytest.raises(InvalidInput, match=r"1,500 or 1 500$") as error:
        number("banks", written, 1, 10**6)
    assert str(error.value).startswith("banks must be a whole number, from 1 to 1,000,000, not ")
    assert len(str(error.value)) < 160


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("players", "14", "players must be a whole number, from 2 to 13, not '14'."),
        ("players", "1", "players must be a whole number, from 2 to 13, not '1'."),
        ("kitty", "-60", "kitty must be a whole number, from 60 to 1,000,000,000, not '-60'."),
        ("kitty", "59", "kitty must be a whole number, from 60 to 1,000,000,000, not '59'."),
        ("banks", "0", "banks must be a whole number, from 1 to 10,000,000, not '0'."),
        (
            "banks",
            "1.5",
            "banks must be a whole number, from 1 to 10,000,000, not '1.5'; "
            "write it as 1500, 1,500 or 1 500.",
        ),
        (
            "seed",
            "-1",
            "seed must be a whole number, from 0 to 9,223,372,036,854,775,807, not '-1'.",
        ),
    ],
)
def test_a_bad_bank_has_a_message_and_the_last_good_request_stays(field, value, words):
    model = BankModel()
    before = model.request
    model.set(**{field: value})
    assert model.messages[field].text == words
    assert list(model.messages) == [field]
    assert model.request == before


def test_the_least_kitty_follows_the_players():
    model = BankModel()
    model.set(players="8")
    assert model.least_kitty == 80
    assert "from 80 to" in model.messages["kitty"].text
    model.set(kitty="80")
    assert model.settled
    assert model.request.bank.players == 8


def test_each_way_to_bet_gives_its_strategy():
    model = BankModel()
    expected = {
        "minimum": MinimumBet(),
        "shoot": ShootAbove(memory=False),
        "always": AlwaysShoot(),
        "kelly": Kelly(250, memory=False),
    }
    for name, strategy in expected.items():
        model.set(strategy=name, bankroll="250", memory=False)
        assert model.request.bank.strategy == strategy


def test_a_bankroll_counts_only_for_players_who_use_it():
    model = BankModel()
    model.set(bankroll="nothing")
    assert model.settled
    model.set(strategy="kelly")
    assert "bankroll" in model.messages
