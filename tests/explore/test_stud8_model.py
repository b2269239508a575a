"""What the explorers of stud hi/lo know, without widgets."""

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.cards import DECK, parse, text
from cardlab.explore.stud8_model import (
    DEAD,
    FIELDS,
    HANDS,
    OPPONENTS,
    YOURS,
    MatchupModel,
    ReviewModel,
    Spot,
)
from cardlab.stud8 import History, Matchup, PotOdds

FIRST = OPPONENTS[0]


def spot(*seats, dead=""):
    return Spot(tuple(map(parse, seats)), parse(dead))


@settings(max_examples=40)
@given(
    st.permutations(DECK).map(lambda deck: deck[:20]),
    st.integers(3, 7),
    st.lists(st.integers(0, 4), min_size=1, max_size=2),
    st.integers(0, 3),
)
def test_cards_that_can_be_read_are_asked_as_the_package_asks(cards, own, others, dead):
    cards = iter(cards)
    take = lambda count: [next(cards) for _ in range(count)]  # noqa: E731
    yours, opponents, gone = take(own), [take(count) for count in others], take(dead)
    model = MatchupModel(text(yours), list(map(text, opponents)), text(gone))
    assert model.settled
    assert model.spot.matchup == Matchup(yours, *opponents, dead=gone)
    assert model.street == own


@pytest.mark.parametrize(
    ("fields", "name", "words"),
    [
        ({YOURS: "As 2s 3x"}, YOURS, "'3x' (card 3) is not a card"),
        ({YOURS: "As 2s 2s"}, YOURS, "2s stands twice"),
        ({FIRST: "As"}, FIRST, "As is already in your cards."),
        ({DEAD: "Kh"}, DEAD, "Kh is already in opponent 1."),
        ({DEAD: "hello"}, DEAD, "'hello' (card 1) is not a card"),
        (
            {YOURS: "2c 3c 4c 5c 6c 7c 8c 9c"},
            YOURS,
            "8 cards, but a hand has at most seven: take 1",
        ),
        ({DEAD: text(DECK[:44])}, DEAD, "only"),
    ],
)
def test_a_bad_field_has_a_message_and_the_last_question_stays(fields, name, words):
    model = MatchupModel("As Ac Ad" if DEAD in fields else "As 2s 3d", ["Kh"])
    before = model.spot
    model.set(fields)
    assert words in model.messages[name].text
    assert model.messages[name].error
    assert model.spot == before
    assert not model.settled


@pytest.mark.parametrize(
    ("yours", "words"),
    [
        ("", "Three cards are due at least: choose 3."),
        ("As 2s", "Three cards are due at least: choose 1 more."),
        ("As 2s 3", "After 3 a suit is due: s, h, d or c."),
    ],
)
def test_an_unfinished_hand_is_no_error(yours, words):
    model = MatchupModel("As 2s 3d", ["Kh"])
    model.set({YOURS: yours})
    assert model.messages[YOURS].text == words
    assert not model.messages[YOURS].error
    assert model.spot == spot("As 2s 3d", "Kh")


def test_the_groups_never_share_a_card_whatever_is_typed():
    model = MatchupModel("As 2s 3d", ["Kh"], "Qd")
    model.set({YOURS: "Kh Qd 3d", FIRST: "Kh 3d"})
    held = [card for cards in model.cards.values() for card in cards]
    assert len(held) == len(set(held))
    assert set(model.cards) == {YOURS, FIRST, DEAD}


def test_only_as_many_opponents_count_as_are_chosen_and_their_cards_come_back():
    model = MatchupModel("As 2s 3d", ["Kh", "Qd"])
    assert len(model.spot.seats) == 3
    model.set(opponents=1)
    assert model.spot == spot("As 2s 3d", "Kh")
    model.set(opponents=3)
    assert model.spot == spot("As 2s 3d", "Kh", "Qd", "")
    assert set(model.text) == set(FIELDS)


@pytest.mark.parametrize(
    ("yours", "theirs", "dealt"),
    [
        ("As 2s 3d", "Kh", "?? ?? Kh"),
        ("As 2s 3d", "", "?? ?? ??"),
        ("As 2s 3d", "Kc Kd Kh", "Kc Kd Kh"),
        ("As 2s 3d 4c 5c", "Kh 9c 9d", "?? ?? Kh 9c 9d"),
        ("As 2s 3d 4c 5c", "Kc Kh 9c 9d", "?? Kc Kh 9c 9d"),
        ("As 2s 3d 4c 5c 6c 8h", "Kh 9c 9d Jd", "?? ?? Kh 9c 9d Jd ??"),
        ("As 2s 3d", "Kh 9c 9d Jd", "Kh 9c 9d Jd"),
    ],
)
def test_cards_not_known_are_the_hole_cards(yours, theirs, dealt):
    shown = ["??" if card is None else str(card) for card in spot(yours, theirs).dealt(1)]
    assert " ".join(shown) == dealt


def test_an_earlier_street_forgets_the_cards_that_came_later():
    seventh = spot("As 2s 3d 4c 5c 6c 8h", "Kh 9c 9d Jd", dead="Qc")
    assert seventh.at(3) == spot("As 2s 3d", "Kh", dead="Qc")
    assert seventh.at(5) == spot("As 2s 3d 4c 5c", "Kh 9c 9d", dead="Qc")
    assert seventh.at(6) == spot("As 2s 3d 4c 5c 6c", "Kh 9c 9d Jd", dead="Qc")
    assert seventh.at(7) == seventh


def test_a_changed_question_is_looked_at_on_its_last_street():
    model = MatchupModel("As 2s 3d 4c", ["Kh 9c"])
    model.look_at(3)
    assert model.current == spot("As 2s 3d", "Kh")
    model.set({YOURS: "As 2s 3d 4c "})
    assert model.street == 3
    model.set({YOURS: "As 2s 3d 5c"})
    assert model.street == 4


# Hands that were played


@pytest.fixture
def review():
    model = ReviewModel()
    model.choose("2023 WSOP event 54, hand 6")
    return model


def test_every_real_hand_can_be_chosen_and_ends_with_its_stacks():
    model = ReviewModel()
    assert len(model.hands) == 8
    for name, path in model.hands.items():
        model.choose(name)
        assert model.message == ""
        assert model.moments[-1].state.stacks == History.load(path).finishing_stacks
        assert model.moments[0].state.hands == ((),) * len(model.history.players)


def test_chips_are_the_same_at_every_step(review):
    totals = {sum(moment.state.stacks) + moment.state.pot for moment in review.moments}
    assert len(totals) == 1


def test_steps_are_told_with_drawn_cards_and_readable_numbers(review):
    words = [moment.words for moment in review.moments]
    assert "p4 completes to 80,000" in words
    assert any(told.startswith("Fourth street: p4 Q♦, p5 8♥") for told in words)
    assert words[-1].endswith("p4 takes the pot of 930,000")


def test_steps_stay_within_the_hand(review):
    review.go(-5)
    assert review.step == 0
    review.go(10_000)
    assert review.step == len(review.moments) - 1


def test_every_call_has_its_price_and_the_hands_still_in(review):
    calls = review.calls()
    assert [(call.player, call.odds) for call in calls] == [
        ("p5", PotOdds(220_000, 80_000)),
        ("p5", PotOdds(460_000, 160_000)),
        # All-in for 155,000: he cannot win the last 5,000 of the bet of 160,000.
        ("p5", PotOdds(775_000, 155_000)),
    ]
    last = calls[-1].matchup
    assert last == Matchup(
        "As 3c 6d 8h 8c 9d",
        "Kd 8d Kh Qd Ad Qh",
        dead="9h 7d Kc 8s 2d Tc Ah 9c 4d 6s 6c Jc",
    )
    assert last.exact().equity == Fraction(*_counted(last))


def _counted(matchup):
    """Count the last deals one by one, with the showdown of the rules."""
    from cardlab.stud8.rules import split

    (mine, theirs), total, deals = matchup.seats, 0, 0
    for own in matchup.unseen:
        for other in matchup.unseen:
            if own != other:
                deals += 1
                total += split(4, {0: (*mine, own), 1: (*theirs, other)}).shares.get(0, 0)
    return total, 4 * deals


def test_a_view_knows_only_what_it_may(review):
    step = next(i for i, m in enumerate(review.moments) if m.state.street == 3)
    everything = review.hands_at(step)
    assert all(None not in held for held in everything)
    review.view = "public"
    assert all(held[:2] == (None, None) and held[2] for held in review.hands_at(step))
    review.view = "p5"
    hands = review.hands_at(step)
    assert hands[4] == everything[4]
    assert all(held[:2] == (None, None) for seat, held in enumerate(hands) if seat != 4)


def test_unknown_cards_stay_unknown():
    model = ReviewModel()
    model.choose("2023 WSOP event 43, hand 50")
    assert model.hands_at(len(model.moments) - 1)[3] == (None, None, None)


def test_a_bad_text_has_a_message_and_the_last_hand_stays(review):
    before = review.history
    review.read(before.dumps().replace("'p5 cc'", "'p5 cbr 1'", 1), "mine")
    assert "action" in review.message
    assert review.history is before
    review.read("no hand", "mine")
    assert "not TOML" in review.message


def test_without_the_folder_there_are_no_hands():
    model = ReviewModel(Path("nowhere"))
    assert model.hands == {}
    assert HANDS.name == "hands"


@pytest.mark.parametrize("view", ["public", "p5"])
def test_the_words_of_a_step_tell_only_what_the_view_knows(review, view):
    step = next(i for i, m in enumerate(review.moments) if m.state.street == 3)
    told = review.words_at(step)
    assert told == review.moments[step].words
    assert "??" not in told
    players = len(review.history.players)
    review.view = view
    assert review.words_at(step).count("(?? ??)") == players - (view == "p5")
    known = review.hands_at(step)
    for seat, held in enumerate(review.moments[step].state.hands):
        for card in held:
            assert (card.symbol in review.words_at(step)) == (card in known[seat])
