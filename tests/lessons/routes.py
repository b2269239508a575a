"""What the tests of the exercises share: reading a question, and comparing the mistakes."""

import re

from cardlab.cards import parse
from cardlab.lessons import question
from cardlab.lessons.functions import Code

SEEDS = (None, 1, 2, 3, 4, 5)


def cards_in(text):
    """Return the cards of a text, in order."""
    return parse("".join(re.findall(r"(?:10|[2-9JQKA])[♣♦♥♠]", text)))


def numbers_in(text):
    """Return the whole numbers of a text that are no ranks of cards."""
    without_cards = re.sub(r"(?:10|[2-9JQKA])[♣♦♥♠]", "", text)
    return [int(found) for found in re.findall(r"(?<![\d./])\d+(?![\d./]*\d)", without_cards)]


def decimals_in(text):
    return re.findall(r"0\.\d+", text)


def asked(name, seed):
    """Return the question's text, its cards, and its solution."""
    exercise = question(name, seed)
    return exercise.task.question, exercise.task.cards, exercise._solved


def compare_mistakes(name, seed, expected):
    """Check each mistake against the numbers that its title may stand for."""
    exercise = question(name, seed)
    solved, kind = exercise._solved, exercise.task.kind
    assert solved.mistakes
    for mistake in solved.mistakes:
        values = expected[mistake.title]
        values = values if isinstance(values, list) else [values]
        if isinstance(kind, Code):
            found = [kind.read(value) for value in values]
            assert kind.read(mistake.answer) in found, mistake.title
        else:
            assert mistake.answer in values, f"{mistake.title}: {mistake.answer}, not {values}"
