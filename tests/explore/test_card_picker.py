"""The picker through its traits, without a page."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab import explore
from cardlab.cards import Card
from cardlab.errors import InvalidInput
from cardlab.explore import CardPicker, Group
from cardlab.explore.divider_model import POCKETS
from cardlab.explore.stud8_model import YOURS

from .test_messages import LAST


def picker():
    return CardPicker(
        [Group("mine", "Mine", "yours", "own", 3), Group("seen", "Seen", "seen", "seen", 48)]
    )


def test_a_press_places_a_card_and_another_takes_it_out():
    shown = picker()
    shown.toggle(Card("5h"))
    assert shown.cards == {"mine": [14], "seen": []}
    assert shown.said == "5 of hearts: yours. 1 of 3."
    shown.toggle(Card("5h"))
    assert shown.cards == {"mine": [], "seen": []}
    assert shown.said == "5 of hearts: taken out."


def test_a_card_of_another_group_moves():
    shown = picker()
    shown.toggle(Card("5h"), "seen")
    shown.toggle(Card("5h"), "mine")
    assert shown.cards == {"mine": [14], "seen": []}


def test_a_full_group_says_so_and_keeps_its_cards():
    shown = picker()
    for card in ("5h", "Kc", "Qs", "2d"):
        shown.toggle(Card(card))
    assert [str(Card(card)) for card in shown.cards["mine"]] == ["5h", "Kc", "Qs"]
    assert shown.said == "Mine is full with 3 cards. Take one out first."


def test_delete_takes_a_card_out_of_any_group_and_ignores_others():
    shown = picker()
    shown.toggle(Card("5h"), "seen")
    shown.remove(Card("2c"))
    assert shown.cards["seen"] == [14]
    shown.remove(Card("5h"))
    assert shown.cards["seen"] == []


@given(
    st.lists(st.tuples(st.integers(0, 51), st.sampled_from(["mine", "seen", None])), max_size=30)
)
def test_no_order_of_presses_breaks_the_groups(presses):
    shown = picker()
    for card, group in presses:
        if group:
            shown.toggle(card, group)
        else:
            shown.remove(card)
        everything = shown.cards["mine"] + shown.cards["seen"]
        assert len(set(everything)) == len(everything)
        assert len(shown.cards["mine"]) <= 3


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ({"mine": [1], "seen": [1]}, "is already in mine"),
        ({"mine": [1]}, "must have the groups"),
        ({"mine": [1, 2, 3, 4], "seen": []}, "mine holds at most 3"),
        ({"mine": [52], "seen": []}, "numbers run from 0 to 51"),
    ],
)
def test_python_cannot_set_what_a_press_could_not(cards, words):
    shown = picker()
    with pytest.raises(InvalidInput, match=words):
        shown.cards = cards
    assert shown.cards == {"mine": [], "seen": []}


def test_columns_and_rows_come_in_the_order_asked_for():
    shown = CardPicker([Group("hero", "Hero", "hero's", "own")], ranks="A23", suits="cd")
    assert [[str(Card(card)) for card in row] for row in shown.rows] == [
        ["Ac", "2c", "3c"],
        ["Ad", "2d", "3d"],
    ]


def test_undo_takes_back_one_change_after_another_and_says_which():
    shown = CardPicker(
        [Group("mine", "Mine", "yours", "own", 3), Group("seen", "Seen", "seen", "seen", 48)],
        cards={"mine": [14], "seen": []},
    )
    assert not shown.can_undo
    shown.toggle(Card("Kc"), "mine")
    shown.put(Card("5h"), "seen")
    shown.remove(Card("Kc"))
    shown.cards = {"mine": [0, 1, 2], "seen": []}  # a text box
    told = []
    while shown.can_undo:
        shown.undo()
        told.append((shown.said, shown.cards))
    assert told == [
        ("Undone: 4 cards are where they were.", {"mine": [], "seen": [14]}),
        ("Undone: king of clubs is yours again.", {"mine": [44], "seen": [14]}),
        ("Undone: 5 of hearts is yours again.", {"mine": [14, 44], "seen": []}),
        ("Undone: king of clubs is taken out again.", {"mine": [14], "seen": []}),
    ]
    shown.undo()
    assert shown.said == "There is nothing to undo."


def test_a_refused_press_leaves_nothing_to_undo():
    shown = picker()
    shown.put(Card("5h"), "mine")
    shown.put(Card("5h"), "mine")
    assert shown.said == "5 of hearts is there already."
    shown.undo()
    assert not shown.can_undo


EXPLORERS = {
    "shoot": (lambda: explore.shoot_turn("5h Kc Qs"), "mine", "hand", "5h Kc"),
    "stud": (lambda: explore.stud8("As 2s 3d", "Kh"), YOURS, YOURS, "As 2s"),
    "divider": (lambda: explore.divider(LAST), POCKETS, POCKETS, "Kc Qd"),
}


@pytest.mark.parametrize("name", EXPLORERS)
def test_undo_and_the_text_box_stay_in_step(name):
    make, group, field, shorter = EXPLORERS[name]
    explorer = make()
    picker, box = explorer.picker, explorer.fields[field].box
    whole = box.value
    begun = picker.cards
    picker.remove(picker.cards[group][-1])
    assert box.value == shorter
    picker.undo()
    assert (box.value, picker.cards) == (whole, begun)
    box.value = shorter
    assert picker.cards[group] == begun[group][:-1]
    picker.undo()
    assert (box.value, picker.cards) == (whole, begun)
    assert not picker.can_undo
    explorer.worker.wait()
    assert explorer.model.settled
