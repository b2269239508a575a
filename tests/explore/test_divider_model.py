"""The explorer of a turn of Divider without widgets: what it reads, asks and draws."""

import random
import re
from fractions import Fraction

import pytest

from cardlab.cards import Card, parse, text
from cardlab.divider import Rules
from cardlab.divider.events import Divided, Placed, Taken
from cardlab.divider.position import Position
from cardlab.divider.value_table import Row, exact_table, sampled_table
from cardlab.errors import InvalidInput
from cardlab.explore import divider_answers, divider_ranking
from cardlab.explore.divider_model import (
    BURIED,
    DECISIONS,
    DOWN,
    FOUR,
    POCKETS,
    THEIR_DOWN,
    THEIR_UP,
    UP,
    PositionModel,
    deal,
)

READINGS = ("face_up", "face_down")
LAST = Position(
    up=("Ac Ad Ah As", "6h 7h 8h 2c"),
    down=("3c", None),
    pockets=("Kc Qd 3d", None),
    buried="Jd Jc 4s",
    divider=0,
    four="9h 2s 3s Kd",
)


def turned(pair, me):
    return pair if me == 0 else pair[::-1]


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("decision", DECISIONS)
def test_every_position_that_can_be_dealt_is_read_back_from_its_fields(decision, reading):
    for seed in range(8):
        for turn in (1, 2, 3, 4, 5):
            dealt = deal(turn, decision, rules=Rules(red_partner=reading), rng=seed)
            assert dealt.turn == turn
            model = PositionModel(dealt)
            assert model.settled, (model.messages, model.text)
            me, read = dealt.player, model.position
            seen = dealt.seen_by(me)
            assert read.player == 0
            for name in ("up", "down", "pockets", "candidates"):
                assert getattr(read, name) == turned(getattr(seen, name), me)
            assert (read.buried, read.phase, read.turn) == (seen.buried, seen.phase, turn)
            assert (read.group, read.rules) == (seen.group, seen.rules)
            if decision == "cut":
                assert read.four == seen.four
            if decision == "choose":
                assert read.groups == seen.groups


def test_the_other_players_pockets_never_come_into_the_fields():
    for seed in range(20):
        dealt = deal(3, "cut", rng=seed)
        hidden = dealt.pockets[1 - dealt.player]
        written = {card for line in PositionModel(dealt).text.values() for card in _read(line)}
        assert not written & set(hidden)


def _read(line):
    return parse(line.replace("|", " ").replace("of", " ")) if "of" not in line else ()


@pytest.mark.parametrize(
    ("name", "written", "where", "message"),
    [
        (POCKETS, "Kc Qd 3x", POCKETS, "'3x' (card 3) is not a card"),
        (POCKETS, "Kc Qd", POCKETS, "Three cards are due: choose 1 more."),
        (POCKETS, "Kc Qd 3d 4d", POCKETS, "4 cards, but three cards are due: take 1 out."),
        (POCKETS, "Kc Qd 3d 3d", POCKETS, "3d stands twice"),
        (FOUR, "9h 2s 3s", FOUR, "Four cards are due: choose 1 more."),
        (FOUR, "", FOUR, "Four cards are due: choose 4."),
        (FOUR, "9h 2s 3s Ac", UP, "Ac is already in the four cards"),
        (THEIR_UP, "6h 7h 8h", BURIED, "the rules draw four in each turn"),
        (BURIED, "Jd Jc 4s 5s", BURIED, "the rules draw four in each turn"),
        (UP, "Ac Ad Ah As 2d 2h 4d", UP, "no player can have more than 6"),
        (DOWN, "3c 4c", DOWN, "You have one face-down card at most"),
        (DOWN, "3c of 5c", DOWN, "must hold the face-down card"),
        (THEIR_DOWN, "3c", THEIR_DOWN, "3c is already in your face-down card"),
    ],
)
def test_a_bad_field_gets_a_message_and_the_last_question_stays(name, written, where, message):
    model = PositionModel(LAST)
    question = model.question
    model.set({name: written})
    assert message in model.messages[where].text
    assert not model.settled
    assert model.question == question
    model.set({name: PositionModel(LAST).text[name]})
    assert model.settled


def test_messages_speak_to_you_and_not_of_players_by_number():
    model = PositionModel(LAST)
    for name in (UP, THEIR_UP, DOWN, THEIR_DOWN, BURIED):
        for written in ("2c 2d 2h 4h 5h 6d 7d 8d", "Kc", "9s Ts", ""):
            model.set({name: written})
            for message in model.messages.values():
                assert "player 0" not in message.text
                assert "player 1" not in message.text
            model.set({name: PositionModel(LAST).text[name]})
            assert model.settled


def test_a_card_moves_to_the_other_group_and_none_is_emptied():
    model = PositionModel(LAST)
    assert text(model.first) == "Kd 9h"
    assert model.move(Card("9h")) == ""
    assert model.cut == Divided("Kd", "9h 3s 2s")
    assert model.move(Card("Kd")) == "A group cannot be empty: move another card first."
    assert model.cut == Divided("Kd", "9h 3s 2s")
    model.move(Card("2s"))
    assert model.cut == Divided("Kd 2s", "9h 3s")


def test_four_cards_typed_key_by_key_lie_two_and_two():
    model = PositionModel(deal(3, "cut", rng=4))
    for end in range(12):
        model.set({FOUR: "9h 2s 3s Kd"[:end]})
    assert model.cut == Divided("9h 2s", "3s Kd")


def test_a_choice_needs_a_bar_and_the_board_writes_it():
    model = PositionModel(deal(2, "cut", rng=3))
    model.set({}, decision="choose")
    assert " | " in model.text[FOUR]
    if model.settled:  # the counts of face-up cards may belong to the other seat
        assert model.position.phase == "choose"
    model.set({FOUR: model.text[FOUR].replace("|", " ")})
    assert model.messages[FOUR].text.startswith("Write a bar")
    model.set({FOUR: f"{model.text[FOUR]} |"})  # as it is while one types
    assert model.cut is None
    assert "groups of 4 and 0 cards" in model.messages[FOUR].text
    model.set({}, decision="cut")
    assert "|" not in model.text[FOUR]
    assert model.settled


def test_the_reading_changes_the_rules_and_impossible_positions_say_so():
    model = PositionModel(deal(2, "cut", rules=Rules(red_partner="face_down"), rng=1))
    assert model.position.rules.red_partner == "face_down"
    model.set({}, reading="face up")
    assert model.rules.red_partner == "face_up"
    red = Position(up=("9h 7h", "Kc"), down=(None, "4s"), pockets=("Ad 2d 3d", None),
                   four="Jh 6s Td 2c", divider=0)  # fmt: skip
    model = PositionModel(red)
    assert model.settled
    model.set({}, reading="face down")
    assert "no game comes to" in model.messages[UP].text


def test_random_edits_never_raise_and_settle_only_on_a_question():
    rng, model = random.Random(1), PositionModel(LAST)
    pieces = ["As", "2c", "Kd", "3s", "of", "|", "x", "1", "T", "9h 2s", ""]
    for _ in range(400):
        name = rng.choice(list(model.text))
        model.set(
            {name: " ".join(rng.choices(pieces, k=rng.randrange(5)))},
            decision=rng.choice([None, None, *DECISIONS]),
            reading=rng.choice([None, None, "face up", "face down"]),
        )
        if model.cards[FOUR]:
            model.move(rng.choice(model.cards[FOUR]))
        if model.settled:
            assert model.question is not None
        every = [card for held in model.cards.values() for card in held]
        assert len(every) == len(set(every))


def test_a_turn_that_no_game_reaches_is_refused():
    with pytest.raises(InvalidInput, match="turn must be a whole number, from 1 to 3, not 4"):
        deal(4, rules=Rules(last_turn=3), rng=1)


# The ranking


def cuts(n=20_000):
    actions = LAST.legal_actions
    wins = [9_000, 8_990, 8_000, 7_500, 7_000, 6_500, 6_000]
    # All wins of a worse cut are wins of the better ones, so the products are the smaller wins.
    products = [[4 * min(a, b) for b in wins] for a in wins]
    return sampled_table("cut", actions, wins, [0] * 7, products, n=n, seed=1, player="club")


def test_the_ranking_says_how_many_share_first_place():
    table = cuts()
    assert divider_ranking.title(table) == f"{_count(len(table.as_good) + 1)}"
    exact = exact_table("choice", [Row(Taken("9h"), 1, 0, 6), Row(Taken("2s 3s Kd"), 4, 1, 6)])
    assert divider_ranking.title(exact) == "One group is best"
    equal = exact_table("choice", [Row(Taken("9h"), 4, 0, 6), Row(Taken("2s 3s Kd"), 4, 0, 6)])
    assert divider_ranking.title(equal) == "All two groups share first place"
    only = exact_table("placement", [Row(Placed("9h", "", "9h"), 4, 0, 6)])
    assert divider_ranking.title(only) == "There is only one placement"


def _count(ties):
    return (
        "One cut is best"
        if ties == 1
        else f"{ {2: 'Two', 3: 'Three'}[ties] } cuts may share first place"
    )


def test_the_ranking_holds_the_tables_numbers_and_marks_the_cut_on_the_board():
    table = cuts()
    html = divider_ranking.ranking(table, table.actions[2])
    rows = re.findall(r"<tr.*?</tr>", html)[1:]
    assert len(rows) == 7
    for row, action in zip(rows, table.actions, strict=True):
        value, behind = table.value(action), table.behind(action)
        low, high = value.interval()
        assert f"{value.value:.4f}".removeprefix("0") in row
        if action != table.best:
            assert f"{behind.value:.4f}".removeprefix("0")[:4] in row
        assert low < value.value < high
    assert ["on the table" in row for row in rows] == [k == 2 for k in range(7)]
    assert rows[0].count("best") >= 1


def test_dots_stand_in_the_order_of_the_differences_and_the_intervals_on_the_axis():
    table = cuts()
    html = divider_ranking.ranking(table)
    dots = [float(x) for x in re.findall(r'<circle cx="([0-9.]+)%"', html)]
    assert len(dots) == 7
    assert dots == sorted(dots, reverse=True)
    assert all(0 <= x <= 100 for x in dots)
    scale = [
        (dots[0] - x) / max(1e-12, float(table.behind(a)))
        for x, a in zip(dots, table.actions, strict=True)
    ][2:]
    assert max(scale) - min(scale) < 0.02 * max(scale)


def test_an_exact_table_has_no_intervals():
    table = exact_table(
        "cut", [Row(a, k, 0, 10, Fraction(1, 2)) for k, a in enumerate(LAST.legal_actions)]
    )
    html = divider_ranking.ranking(table)
    assert "±" not in html
    assert 'class="reach"' not in html
    assert divider_ranking.lead(table).endswith("Every case is counted.")


def test_the_answer_is_the_value_of_the_best_action():
    table = cuts()
    html = divider_answers.answer(None, table, stale=False, complete=True)
    assert f"{table.value(table.best).value:.4f}" in html
    assert "n = 20,000" in html
    assert "cl-stale" in divider_answers.answer(None, table, stale=True, complete=True)
    assert "a better one follows" in divider_answers.answer(
        None, table, stale=False, complete=False
    )
