"""Finds exercises by name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardlab.errors import InvalidInput, short
from cardlab.lessons.exercise import Exercise

if TYPE_CHECKING:
    from cardlab.explore.exercise import ExerciseCell

GAMES = ("shoot", "stud8", "divider")
"""The games that have exercises."""


def names(game: str | None = None) -> list[str]:
    """Return the names of all exercises, or of those of one game.

    Raises
    ------
    InvalidInput
        If there is no such game.

    Examples
    --------
    >>> names("shoot")[:2]
    ['shoot/1', 'shoot/2']
    """
    games = GAMES if game is None else (game,)
    return [exercise.name for game in games for exercise in _chapter(game)]


def question(name: str, seed: int | None = None) -> Exercise:
    """Return an exercise.

    Parameters
    ----------
    name : str
        Game and number, such as ``"shoot/2"``.
    seed : int, optional
        A student's own number: the same exercise with numbers of his own. By default those of
        the book.

    Raises
    ------
    InvalidInput
        If there is no such exercise, or the seed is not a whole number.

    Examples
    --------
    >>> question("shoot/2").check("24/52").title
    'Not yet: 52 in the denominator'
    """
    game = str(name).partition("/")[0]
    if game not in GAMES:
        message = f"name must be a game and a number, such as 'shoot/2', not {short(name)}"
        raise InvalidInput(message)
    for exercise in _chapter(game):
        if exercise.name == name:
            return exercise if seed is None else exercise.variant(seed)
    message = f"name: {game} has exercises 1 to {len(_chapter(game))}; there is no {short(name)}"
    raise InvalidInput(message)


def ask(name: str, seed: int | None = None) -> ExerciseCell:
    """Return an exercise as a cell to work in: a field, buttons and feedback.

    The parameters and errors are those of `question`.
    """
    from cardlab.explore.exercise import ExerciseCell

    return ExerciseCell(question(name, seed))


def _chapter(game: str) -> tuple[Exercise, ...]:
    if game not in GAMES:
        message = f"game must be one of {', '.join(GAMES)}, not {short(game)}"
        raise InvalidInput(message)
    module: Any = import_module(f"cardlab.lessons.{game}")
    exercises: tuple[Exercise, ...] = module.chapter.exercises
    return exercises
