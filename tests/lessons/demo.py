"""Exercises for the tests, which do not change when those of the games do."""

from fractions import Fraction

from cardlab.cards import Card
from cardlab.lessons.answers import Chance, Count
from cardlab.lessons.exercise import Chapter, Mistake, Solution, Task
from cardlab.lessons.functions import Case, Code
from cardlab.results import Explanation

WORKING = Explanation("How many?", ("Count.", (("card", "lower"), ("5h", "3"))))
HINTS = ("One.", "Two.")

# Under the name of a game, by which the marker finds what a notebook is about.
chapter = Chapter("shoot")


@chapter.exercise("A count", minutes=2)
def count(vary):
    wins = vary.number(24, 1, 10**6)
    return Task(f"How many are {wins - 1} and one?", Count("cards"), _solve(wins), HINTS)


@chapter.exercise("A chance", minutes=3)
def chance(vary):
    hand = vary.cards("5h Kc Qs")
    wins = sum(map(_lower, hand)) if vary.seed is not None else 24
    mistakes = [
        Mistake(Fraction(wins, 52), "52 in the denominator", "How many are left?"),
        Mistake(Fraction(wins, 49), "the right one by accident", "Passed over."),
        Mistake(Fraction(wins, 20), "more than there can be", "Can it be above 1?"),
        Mistake(Fraction(wins, 48), "48 in the denominator", "Is one turned?"),
    ]
    return Task("What is the chance?", Chance(), _solve(Fraction(wins, 49), mistakes), HINTS, hand)


@chapter.exercise("A function", minutes=4)
def largest(vary):
    cases = (Case("two numbers", ([1, 2],)), Case("three numbers", ([3, 1, 2],)))
    wrong = Mistake(lambda numbers: numbers[-1], "the last one", "Need it be the last?")
    code = Code("largest(numbers)", Count(), cases)
    return Task("Write it.", code, _solve(max, [wrong]), HINTS)


def _lower(card: Card) -> int:
    return card.rank


def _solve(answer, mistakes=()):
    return lambda: Solution(answer, WORKING, "Because.", mistakes, "A check.")


COUNT, CHANCE, LARGEST = chapter.exercises
