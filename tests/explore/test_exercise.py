"""The exercise cell, through its traits."""

import pytest

from cardlab import lessons
from cardlab.explore.exercise import Attempts, ExerciseCell
from cardlab.lessons import question
from cardlab.lessons.answers import Count, Listing
from cardlab.lessons.exercise import Chapter, Solution, Task
from cardlab.lessons.functions import Case, Code

from ..lessons import demo


@pytest.fixture
def cell():
    return ExerciseCell(demo.CHANCE)


def other(kind, answer=24):
    def solve():
        return Solution(answer, demo.WORKING, "So it is.")

    made = Chapter("demo")
    made.exercise("A", minutes=1)(lambda vary: Task("How many?", kind, solve, demo.HINTS))
    return ExerciseCell(made.exercises[0])


def shown(widget):
    """All markup below a widget."""
    return getattr(widget, "html", "") + "".join(map(shown, getattr(widget, "children", ())))


def test_it_shows_heading_minutes_question_cards_and_how_to_answer(cell):
    page = shown(cell)
    for words in (
        "Exercise 2: A chance",
        "about 3 minutes",
        "What is the chance",
        "5 of hearts",
    ):
        assert words in page
    assert cell.form.how == "A fraction, a decimal or a percentage: 3/8, 0.375 or 37.5 %."
    assert (cell.form.can_check, cell.form.can_hint, cell.form.tries) == (True, True, "")
    assert cell.feedback.role == cell.hints.role == "status"
    assert "cl-more" not in page


def test_a_mistake_is_named_and_counts_as_a_try(cell):
    cell.form.press("check", "24/52")
    assert "Not yet: 52 in the denominator" in cell.feedback.html
    assert cell.form.tries == "first try"
    cell.form.press("check", "24/48")
    assert "48 in the denominator" in cell.feedback.html
    assert cell.form.tries == "second try"
    assert cell.working.html == ""


@pytest.mark.parametrize("text", ["", "  ", "24 : 49", "about half"])
def test_what_cannot_be_read_is_no_try(cell, text):
    cell.form.press("check", text)
    assert cell.feedback.html
    assert cell.form.tries == ""


def test_after_the_right_answer_the_buttons_rest_until_something_else_is_written(cell):
    cell.form.press("hint", "")
    cell.form.press("check", "24/49")
    assert "Correct: 24/49 = 0.4898" in cell.feedback.html
    assert "cl-more" in cell.working.html
    assert not cell.form.can_check
    assert not cell.form.can_hint
    assert cell.hints.html == ""
    cell.form.value = "24/4"
    assert cell.form.can_check
    assert "Hint 1 of 2" in cell.hints.html


def test_hints_come_one_by_one_and_end(cell):
    cell.form.press("hint", "24/5")
    assert cell.form.value == "24/5"
    assert "Hint 1 of 2" in cell.hints.html
    assert "Hint 2 of 2" not in cell.hints.html
    cell.form.press("hint", "")
    assert "Hint 2 of 2" in cell.hints.html
    assert not cell.form.can_hint
    cell.form.press("hint", "")
    assert cell.hints.html.count("cl-box") == 2


def test_the_guess_comes_back_with_the_right_answer(cell):
    cell.guess.box.value = "0.60"
    cell.form.press("check", "24/49")
    assert "Your guess before counting was 0.60." in cell.feedback.html
    assert cell.guess.box.disabled


def test_a_guess_that_cannot_be_read_says_so_and_does_not_come_back(cell):
    cell.guess.box.value = "<b>half"
    assert "Cannot read" in cell.guess.line.html
    assert "<b>half" not in cell.guess.line.html
    cell.form.press("check", "24/49")
    assert "Your guess" not in cell.feedback.html


def test_without_a_guess_its_field_goes_with_the_first_try(cell):
    cell.form.press("check", "24/52")
    assert cell.guess.layout.display == "none"


def test_a_count_asks_for_no_guess_and_a_list_has_a_long_line():
    assert other(Count()).guess not in other(Count()).children
    assert not other(Count()).form.long
    assert other(Listing("a; b"), ("a",)).form.long


def test_what_a_student_writes_stands_in_the_page_as_text(cell):
    cell.form.press("check", "<script>alert(1)</script>")
    assert "<script>" not in shown(cell)
    assert "&lt;script&gt;" in cell.feedback.html


def test_a_function_is_handed_over_in_a_code_cell():
    cell = other(Code("winning(hand)", Count(), [Case("one card", ((),))]), len)
    page = shown(cell)
    assert cell.form not in cell.children
    for words in ("lessons.question(&quot;demo/1&quot;)", "def winning(hand):", "q.check(winning)"):
        assert words in page
    cell.hint.click()
    assert "Hint 1 of 2" in cell.hints.html


def test_a_students_own_number_goes_along():
    cell = lessons.ask("shoot/2", 7)
    assert cell.exercise == question("shoot/2", 7)
    own = ExerciseCell(demo.COUNT.variant(7))
    assert own.exercise.task.question in shown(own)
    own.form.press("check", str(own.exercise._solved.answer))
    assert "Correct" in own.feedback.html


def test_tries_are_counted_in_words_and_then_in_numbers():
    attempts = Attempts(demo.CHANCE)
    told = []
    for _ in range(11):
        attempts.check("0.3")
        told.append(attempts.tries)
    assert told[:2] == ["first try", "second try"]
    assert told[-1] == "try 11"
