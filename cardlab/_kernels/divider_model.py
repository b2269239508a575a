"""What the learned players of Divider know, and how a position is described to them.

A model is one array. Its first rows belong to the features of a player and of his opponent, then
come those for the stages of the game (the face-up cards of both and who divides next), one row of
weights and one of settings.

The models are in divider_models.npz, which fit_divider.py makes.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

PATH = Path(__file__).with_name("divider_models.npz")
NAMES = ("greedy", "club", "network")

STRENGTHS = 9841
"""How many different hands of one to five cards there are."""

HIDDEN = 16
"""Columns of a model."""

MOST = 24
"""The most features of a side."""

FORMS = 9
"""In how many forms a player can be: 0 to 4 face-up cards and the game goes on, or it is over with
5, 6, at most 3 (form 7) or 4 (form 8)."""

# Where the rows of each kind of feature begin: made hand by form, its second
# rank, suits, straights, ranks, the face-down card and its suit.
MADE_AT = 0
SECOND_AT = MADE_AT + FORMS * 126
SUITS_AT = SECOND_AT + 126
STRAIGHT_AT = SUITS_AT + FORMS * 126
RANKS_AT = STRAIGHT_AT + FORMS * 24
DOWN_AT = RANKS_AT + 13 * 75
DOWN_SUIT_AT = DOWN_AT + 54
SIDE = DOWN_SUIT_AT + 18
"""Rows of one side."""

# Rows of a model: own features, the opponent's, the stages of the game, weights, settings.
STAGES = 2 * SIDE
WEIGHTS = STAGES + 98
SETTINGS = WEIGHTS + 1
ROWS = SETTINGS + 1

# Where the rows of a belief begin that are not those of a player's own features.
BELIEF_RANKS = SIDE
BELIEF_SUITS = BELIEF_RANKS + FORMS * 13 * 16
assert BELIEF_SUITS + FORMS * 8 * 18 <= STAGES

# Columns of the settings: what negative sums are multiplied with, how sharply a chooser is
# expected to choose (0: always the worst), and 1 for a player who counts made hands only.
SLOPE, SHARPNESS, MADE_ONLY = 0, 1, 2

# Places in the play tables; those before `HANDS` have an entry for each set of ranks.
SPREAD, SHAPE, HANDS = 0, 8192, 16384


@cache
def play_tables() -> NDArray[np.uint64]:
    """Make the tables; the same array each time.

    For each set of ranks: the set with four bits a rank, to add up; and its size, plus 16 x its
    highest rank, plus 256 x how it fits a straight: 4 x the most ranks in one straight, plus how
    many straights have them (1 to 4, less 1). For each strength 256 x (14 x category + its first
    rank) + 14 x category + the next rank; ranks from 1 to 13, 0 for none.
    """
    tables = np.zeros(HANDS + STRENGTHS, np.uint64)
    for ranks in range(8192):
        held = [rank for rank in range(13) if ranks >> rank & 1]
        with_low_ace = ranks << 1 | ranks >> 12
        fits = [(with_low_ace >> low & 31).bit_count() for low in range(10)]
        straight = 4 * max(fits) + min(fits.count(max(fits)), 4) - 1
        tables[SPREAD + ranks] = sum(1 << 4 * rank for rank in held)
        tables[SHAPE + ranks] = len(held) + 16 * max(held, default=0) + 256 * straight
    with np.load(PATH) as stored:
        tables[HANDS:] = stored["hands"]
    tables.flags.writeable = False
    return tables


@cache
def model(name: str, face_down: bool) -> NDArray[np.float32]:
    """Return a model, read-only, for one of the two readings of the rules.

    Parameters
    ----------
    name : str
        "greedy", who wants the best hand that he can show now; "club", a logistic regression;
        "network"; or "beliefs", how likely hands are.
    face_down : bool
        Whether a red card's partner lies face down.
    """
    made = np.zeros((ROWS, HIDDEN), np.float32)
    if name == "greedy":
        made[WEIGHTS, 0] = made[SETTINGS, SLOPE] = made[SETTINGS, MADE_ONLY] = 1
    else:
        with np.load(PATH) as stored:
            given = stored[f"{name}_{'face_down' if face_down else 'face_up'}"]
        made[:, : given.shape[1]] = given
    made.flags.writeable = False
    return made
