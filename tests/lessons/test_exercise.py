"""What an exercise does with answers, and how it varies."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab.cards import Card
from cardlab.errors import InvalidInput
from cardlab.lessons import names, question
from cardlab.lessons.answers import Chance, Count, Listing, Number
from cardlab.lessons.exercise import Chapter, Feedback, Solution, Task, Variation

from . import demo
from .hostile import THINGS

WORKING = demo.WORKING


def _task(kind, answer):
    return Task("How many?", kind, lambda: Solution(answer, WORKING, "Because."), ("One.", "Two."))


def asked(number, seed=None):
    exercise = {1: demo.CHANCE, 2: demo.COUNT}[number]
    return exercise if seed is None else exercise.variant(seed)


@pytest.mark.parametrize(
    ("answer", "status", "title"),
    [
        (..., "not attempted", "Not attempted yet"),
        (None, "not attempted", "Not attempted yet"),
        ("  ", "not attempted", "Not attempted yet"),
        ("24 : 49", "unreadable", "Cannot read “24 : 49”"),
        ("48.98", "unreadable", "A chance is at most 1"),
        ("24/52", "mistake", "Not yet: 52 in the denominator"),
        ("1.2", "mistake", "Not yet: more than there can be"),
        (0.4615, "mistake", "Not yet: 52 in the denominator"),
        (0.49, "close", "Close, but not exact"),
        (0.3, "wrong", "Not yet"),
        ("24/49", "correct", "Correct: 24/49 = 0.4898"),
    ],
)
def test_feedback_climbs_from_no_answer_to_the_right_one(answer, status, title):
    told = asked(1).check(answer)
    assert (told.status, told.title) == (status, title)
    assert told.correct == (status == "correct")
    assert (told.working is not None) == told.correct


def test_a_correct_answer_gets_the_reason_and_the_cross_check():
    assert asked(1).check("24/49").text == "Because. A check."


def test_check_without_an_answer_says_how_to_write_one():
    assert asked(1).check().text == Chance().how


@pytest.mark.parametrize("number", range(len(THINGS)))
@pytest.mark.parametrize("name", [1, 2])
def test_nothing_that_is_handed_over_raises_or_is_right(name, number):
    told = asked(name).check(THINGS[number])
    assert told.status in ("not attempted", "unreadable", "wrong")
    str(told).encode()
    told._repr_html_().encode()


def test_the_student_may_still_stop_what_runs_for_ever():
    class Stopped:
        @property
        def probability(self):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        asked(1).check(Stopped())


def test_what_a_student_writes_stands_in_the_page_as_text():
    told = asked(1).check("<script>alert(1)</script>")
    assert "<script>" not in told._repr_html_()
    assert "&lt;script&gt;" in told._repr_html_()
    assert 'role="status"' in told._repr_html_()


def test_hints_climb_and_end():
    assert str(asked(1).hint()) == "Hint 1 of 2: One."
    assert asked(1).hint(2).text == "Two."
    for level in (0, 3, "1"):
        with pytest.raises(InvalidInput, match="level must be a whole number, from 1 to 2"):
            asked(1).hint(level)


def test_nothing_is_solved_before_an_answer_is_checked():
    def solve():
        raise AssertionError

    chapter = Chapter("demo")
    chapter.exercise("A", minutes=1)(lambda vary: Task("How many?", Count(), solve, ("One.",)))
    (exercise,) = chapter.exercises
    str(exercise), repr(exercise), exercise._repr_html_(), exercise.hint()
    assert exercise.check().status == "not attempted"
    assert exercise.check("x").status == "unreadable"


def test_an_answer_that_is_right_with_other_numbers_is_wrong():
    own = asked(2, 7)
    assert own.check(24).status != "correct"
    assert own.check(own._solved.answer).correct


@given(st.integers(0, 10**9))
def test_the_same_seed_gives_the_same_numbers_and_each_exercise_its_own(seed):
    first, second = Variation("demo/1", seed), Variation("demo/1", seed)
    other = Variation("demo/2", seed)
    drawn = [vary.cards("5h Kc Qs") for vary in (first, second, other)]
    assert drawn[0] == drawn[1]
    assert first.number(1, 1, 10**9) == second.number(1, 1, 10**9) != other.number(1, 1, 10**9)


def test_the_numbers_of_a_seed_stay_the_same_in_all_versions():
    assert [Variation("demo/1", seed).number(6, 2, 1000) for seed in range(3)] == [324, 333, 513]


@given(st.integers(0, 10**9))
def test_cards_drawn_fit_and_are_none_of_those_in_play(seed):
    but = (Card("As"), Card("Ks"))
    drawn = Variation("demo/1", seed).cards(
        "2s 3s", but=but, fits=lambda cards: all(card.suit == 3 for card in cards)
    )
    assert len(set(drawn)) == 2
    assert {card.suit for card in drawn} == {3}
    assert not set(drawn) & set(but)


@pytest.mark.parametrize("seed", [-1, 2.5, "7", True])
def test_a_seed_is_a_whole_number(seed):
    with pytest.raises(InvalidInput, match="seed must be a whole number, at least 0"):
        asked(1).variant(seed)


def test_exercises_are_found_by_name():
    assert question("shoot/2").title == question(names("shoot")[1]).title
    assert question("shoot/2", 7).seed == 7


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("chess/1", "name must be a game and a number, such as 'shoot/2', not 'chess/1'"),
        (2, "name must be a game and a number"),
        ("shoot/99", "there is no 'shoot/99'"),
        ("shoot", "there is no 'shoot'"),
    ],
)
def test_a_name_that_is_none_says_what_there_is(name, message):
    with pytest.raises(InvalidInput, match=message):
        question(name)


def test_text_and_page_of_feedback_say_the_same():
    told = Feedback("mistake", "Not yet: odds", "Divide by all.")
    assert str(told) == "Not yet: odds. Divide by all."
    assert repr(told) == "<mistake: Not yet: odds. Divide by all.>"
    for words in ("Not yet: odds", "Divide by all."):
        assert words in told.html


@pytest.mark.parametrize("kind", [Number(), Listing("a; b")])
def test_two_wrong_answers_in_a_row_get_the_same_feedback(kind):
    chapter = Chapter("demo")
    right = ("a",) if isinstance(kind, Listing) else Fraction(5)
    chapter.exercise("A", minutes=1)(lambda vary: _task(kind, right))
    (exercise,) = chapter.exercises
    assert exercise.check("7") == exercise.check("7")
