"""What holds for every exercise there is, whoever wrote it."""

import re
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from cardlab.cards import symbols, text
from cardlab.lessons import names, question
from cardlab.lessons.answers import Cards, Chance, Count, Listing, Number, Pick, Truth
from cardlab.lessons.catalogue import GAMES
from cardlab.lessons.functions import Code

from .hostile import THINGS, junk

SEEDS = range(30)
SOME = range(12)  # where every answer is tried


def written():
    """The names of all exercises; a game whose exercises are still to be written has none."""
    found = []
    for game in GAMES:
        try:
            found += names(game)
        except ModuleNotFoundError:
            continue
    return found


NAMES = written()
every_exercise = pytest.mark.parametrize("name", NAMES)


@cache
def asked(name, seed=None):
    return question(name, seed)


def ways(kind, right):
    """Every accepted way to write an answer."""
    if isinstance(kind, Code):
        return [right]
    if isinstance(kind, Chance | Number):
        found = [right, f"{right.numerator}/{right.denominator}", float(right), np.float64(right)]
        found += [f"{float(right):.9f}", f" {right.numerator} / {right.denominator} "]
        if len(found[1]) > 150:
            found = [right, float(right)]
        return found + ([f"{100 * float(right):.8f} %"] if isinstance(kind, Chance) else [])
    if isinstance(kind, Count):
        return [right, str(right), f"{right:,}", float(right), np.int64(right), Fraction(right)]
    if isinstance(kind, Cards):
        found = [right, text(right), symbols(right), text(right).replace(" ", ", "), list(right)]
        return found if kind.ordered else [*found, tuple(reversed(right)), set(right)]
    if isinstance(kind, Pick):
        return [right, right.upper(), f"  {right} "]
    if isinstance(kind, Truth):
        return [right, np.bool_(right), "YES" if right else "no"]
    if isinstance(kind, Listing):
        found = [right, list(right), "; ".join(right), "\n".join(right)]
        return found if kind.ordered else [*found, set(right), "; ".join(reversed(right))]
    return [right]


def spoilers(kind, right):
    """Texts that would give the answer away."""
    if isinstance(kind, Chance | Number):
        if right.denominator == 1:
            return []  # like the numbers of the question
        return [f"{right.numerator}/{right.denominator}", f"{float(right):.4f}"[1:]]
    if isinstance(kind, Count):
        return [str(right), f"{right:,}"] if right >= 100 else []
    if isinstance(kind, Cards):
        return [text(right), symbols(right)] if len(right) > 1 else []
    if isinstance(kind, Listing) and kind.ordered:
        return [mark.join(right) for mark in ("; ", ", ", " < ", " > ")]
    if isinstance(kind, Listing):
        return list(right) if all(len(entry) > 3 for entry in right) else []
    return []


def gives_away(words, kind, right):
    return [
        spoiler
        for spoiler in spoilers(kind, right)
        if re.search(rf"(?<![\w/,]){re.escape(spoiler)}(?![\w/,])", words)
    ]


def test_each_game_has_its_exercises():
    assert {name.partition("/")[0] for name in NAMES} <= set(GAMES)
    assert "shoot/2" in NAMES


@every_exercise
def test_the_texts_are_there_and_end_as_sentences(name):
    exercise = asked(name)
    assert 1 <= exercise.minutes <= 120
    assert exercise.title[0].isupper()
    assert not exercise.title.endswith(".")
    task = exercise.task
    assert len(task.hints) >= 2
    solved = exercise._solved
    told = [
        task.question,
        solved.reason,
        *task.hints,
        *(mistake.text for mistake in solved.mistakes),
    ]
    for words in told:
        assert words[-1] in ".?:)", words
        assert "!" not in re.sub(r"\d!", "", words), words
    for mistake in solved.mistakes:
        assert not mistake.title.endswith((".", "?")), mistake.title


@every_exercise
def test_the_right_answer_is_right_in_every_way_to_write_it(name):
    exercise = asked(name)
    for answer in ways(exercise.task.kind, exercise._solved.answer):
        told = exercise.check(answer)
        assert told.correct, f"{answer!r}: {told}"
        assert told.working is not None
        assert str(told.working)


@every_exercise
@pytest.mark.slow
def test_the_right_answer_of_every_variant_is_right(name):
    for seed in SOME:
        exercise = asked(name, seed)
        told = exercise.check(exercise._solved.answer)
        assert told.correct, f"seed {seed}: {told}"


@every_exercise
def test_every_listed_mistake_gets_its_own_feedback(name):
    exercise = asked(name)
    for mistake in exercise._solved.mistakes:
        told = exercise.check(mistake.answer)
        if told.correct:  # by accident, with these numbers
            assert any(told_by(asked(name, seed), mistake.title) for seed in SEEDS), mistake
            continue
        assert told.title == f"Not yet: {mistake.title}", f"{mistake.answer!r}: {told}"
        assert told.text == mistake.text


def told_by(exercise, title):
    """Whether a mistake gets its own feedback with these numbers."""
    found = [mistake for mistake in exercise._solved.mistakes if mistake.title == title]
    return any(exercise.check(mistake.answer).title == f"Not yet: {title}" for mistake in found)


@every_exercise
@pytest.mark.slow
def test_in_a_variant_a_mistake_gets_its_feedback_or_cannot_be_told_from_another(name):
    for seed in SOME:
        exercise = asked(name, seed)
        kind, solved = exercise.task.kind, exercise._solved
        titles = {f"Not yet: {mistake.title}" for mistake in solved.mistakes}
        for mistake in solved.mistakes:
            told = exercise.check(mistake.answer)
            if told.title == f"Not yet: {mistake.title}" or told.status == "unreadable":
                continue  # unreadable: odds above 1, a count below 0
            right = kind.compare(mistake.answer, solved.answer) == "exact"
            assert told.correct == right, f"seed {seed}: {mistake}"
            assert right or told.title in titles, f"seed {seed}: {mistake}"


@every_exercise
@pytest.mark.slow
def test_variants_differ(name):
    if isinstance(asked(name).task.kind, Code):
        pytest.skip("the same function for all")
    asked_for = {(asked(name, seed).task.question, asked(name, seed).task.cards) for seed in SEEDS}
    assert len(asked_for) >= 3


@every_exercise
def test_question_and_hints_do_not_give_the_answer_away(name):
    exercise = asked(name)
    kind, right = exercise.task.kind, exercise._solved.answer
    for words in (exercise.task.question, kind.how, exercise.title, *exercise.task.hints):
        assert gives_away(words, kind, right) == [], words


@every_exercise
def test_feedback_on_wrong_answers_does_not_give_the_answer_away(name):
    exercise = asked(name)
    kind, solved = exercise.task.kind, exercise._solved
    if isinstance(kind, Code):
        return  # shows what is right in the one case that fails
    wrong = [0.3, "7", 123456, "5h", "no", *(mistake.answer for mistake in solved.mistakes)]
    for answer in wrong:
        told = exercise.check(answer)
        if not told.correct:
            assert gives_away(f"{told.title} {told.text}", kind, solved.answer) == [], told


@every_exercise
def test_feedback_is_the_same_each_time(name):
    exercise = asked(name)
    for answer in (..., "x", 0.3, exercise._solved.answer):
        first, second = exercise.check(answer), question(name).check(answer)
        assert (first.status, str(first)) == (second.status, str(second))


@every_exercise
def test_what_is_still_to_be_written_counts_as_not_attempted(name):
    def stub(*_): ...

    exercise = asked(name)
    for answer in (..., None, "", "  "):
        assert exercise.check(answer).status == "not attempted"
    if isinstance(exercise.task.kind, Code):
        assert exercise.check(stub).status == "not attempted"


@every_exercise
def test_hostile_answers_neither_raise_nor_are_right(name):
    exercise = asked(name)
    if isinstance(exercise.task.kind, Pick | Truth):
        pytest.skip("one of few words may be right by chance")
    for thing in THINGS:
        assert not exercise.check(thing).correct


@every_exercise
@settings(max_examples=30, suppress_health_check=list(HealthCheck))
@given(answer=junk())
def test_check_never_raises_whatever_it_gets(name, answer):
    told = asked(name).check(answer)
    str(told).encode()
    told._repr_html_().encode()


@every_exercise
def test_pages_show_what_a_student_wrote_as_text(name):
    told = asked(name).check("<script>alert(1)</script>")
    assert "<script>" not in told._repr_html_()
    exercise = asked(name)
    assert exercise.title.split()[0] in exercise._repr_html_()
    assert "<h3>" in exercise._repr_html_()
