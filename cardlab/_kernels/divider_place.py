"""A position of Divider for compiled players, and what placing cards does to it.

Cards and slots
    In a turn a player places cards out of five *slots*: the four cards drawn (0 to 3) and his
    face-down card (4). A group is a set of slots, as four bits. What a placement leads to is one
    number, its *outcome*: which slots go face up and which lies face down afterwards.

Positions
    A position is two short arrays, one of sets of cards and one of numbers, whose places have
    names below. Everything that is known for sure about a face-down card is in its *candidates*,
    the cards that it can be as far as everybody sees.

What all kernels need is handed on in three bundles: a `Position`, the `Tables`, and a `Room` for
intermediate results. These kernels make no arrays themselves, so none of them counts references.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from cardlab._kernels.divider_model import HIDDEN, MOST, play_tables
from cardlab._kernels.jit import inlined, jit, read_only
from cardlab._kernels.short_hands import (
    SHORT_TABLES,
    ShortTables,
    bit,
    load,
    lowest,
    score,
    size,
)

DRAW, CUT, CHOOSE, FIRST, SECOND, END = range(6)
"""What comes next: four cards, the cut, the choice, the chooser's placement, the divider's."""

# Outcomes: slot u up and w down is 5 u + w; u and w up, u < w, is BOTH + 5 u + w; w down and
# nothing up is ONLY + w.
BOTH, ONLY, OUTCOMES = 25, 50, 55

# Places in a position's `sets`; two in a row are those of the two players.
UP, POCKET, CANDIDATES, DRAWN, DECK, SETS = 0, 2, 4, 6, 7, 8

# Places in a position's `numbers`. GROUP is one group of the cut, TAKEN the chooser's.
DOWN, TURN, DIVIDER, NEXT, GROUP, TAKEN, FOUR = 0, 2, 3, 4, 5, 6, 7
FACE_DOWN, SWAP_SINGLE, COUNT_FACE_DOWN, LAST_TURN, NUMBERS = 11, 12, 13, 14, 15

UNKNOWN = 52
"""A face-down card that is not known."""

_U = np.uint64
_0, _1 = _U(0), _U(1)
_15 = _U(15)

Words = NDArray[np.uint64]
Numbers = NDArray[np.int64]
Rows = NDArray[np.float32]


class Position(NamedTuple):
    """What lies where, who acts, and the rules."""

    sets: Words
    numbers: Numbers


class Tables(NamedTuple):
    """What is looked up: strengths of hands, and what `play_tables` has."""

    short: ShortTables
    play: Words


class Room(NamedTuple):
    """A thread's room for intermediate results; the first places are those of two sides."""

    slots: Numbers
    """The cards in the slots of each side; the last is -1 if there is no face-down card."""
    outcomes: Numbers
    """The outcomes of a group."""
    done: Numbers
    """Which outcomes are described in `totals`."""
    totals: Rows
    """For each outcome of one side and then the other the sum of its rows of a model."""
    rows: Numbers
    """The rows of a model that describe one side."""


MODEL = read_only(types.float32, 2)
POSITION = types.NamedTuple([types.uint64[::1], types.int64[::1]], Position)
TABLES = types.NamedTuple([SHORT_TABLES, read_only(types.uint64)], Tables)
ROOM = types.NamedTuple([*[types.int64[:, ::1]] * 3, types.float32[:, ::1], types.int64[::1]], Room)


def blank() -> Position:
    """Return a position to fill in."""
    return Position(np.zeros(SETS, np.uint64), np.zeros(NUMBERS, np.int64))


@cache
def tables() -> Tables:
    """Return the tables; the same each time."""
    return Tables(load(), play_tables())


def room() -> Room:
    """Return room for one thread."""
    return Room(
        np.zeros((2, 5), np.int64),
        np.zeros((2, OUTCOMES), np.int64),
        np.zeros((2, OUTCOMES), np.int64),
        np.zeros((2 * OUTCOMES, HIDDEN), np.float32),
        np.zeros(MOST, np.int64),
    )


@inlined
def number(word: np.uint64) -> int:
    """Return a word as a signed number, to count with."""
    return int(np.int64(word))


@inlined
def count(cards: np.uint64) -> int:
    """Return the number of cards in a set."""
    return number(size(cards))


@jit("int64(uint64)")
def highest(cards: np.uint64) -> int:
    """Return the highest card of a set; -1 of an empty one."""
    card = -1
    while cards:
        place = size(lowest(cards) - _1)
        card = max(card, number(((place & _15) << _U(2)) | (place >> _U(4))))
        cards &= cards - _1
    return card


@jit(types.int64(types.uint64, types.uint64, SHORT_TABLES))
def made(up: np.uint64, pocket: np.uint64, short: ShortTables) -> int:
    """Return the strength of the best hand with at most two of up to three pocket cards."""
    if not up | pocket:
        return 0
    first = lowest(pocket)
    rest = pocket ^ first
    second = lowest(rest)
    third = rest ^ second
    if not third:
        return int(score(up | pocket, short))
    best = max(score(up | first | second, short), score(up | first | third, short))
    return int(max(best, score(up | second | third, short)))


@inlined
def is_red(card: int) -> bool:
    """Return whether a card is a diamond or a heart."""
    return (card + 1) & 2 != 0


@inlined
def cards_up(outcome: int) -> int:
    """Return how many cards an outcome turns up."""
    return 1 if outcome < BOTH else 2 if outcome < ONLY else 0


@inlined
def set_up(outcome: int, slots: Numbers) -> np.uint64:
    """Return the cards that an outcome turns up."""
    pair = outcome % 25
    up = bit(slots[pair // 5]) if outcome < ONLY else _0
    return up | bit(slots[pair % 5]) if BOTH <= outcome < ONLY else up


@inlined
def card_down(outcome: int, slots: Numbers) -> int:
    """Return the face-down card after an outcome, -1 for none."""
    return -1 if BOTH <= outcome < ONLY else slots[outcome % 5]


@inlined
def fill_slots(slots: Numbers, down: int, numbers: Numbers) -> None:
    """Put the four cards drawn and a face-down card into the slots of a side."""
    for slot in range(4):
        slots[slot] = numbers[FOUR + slot]
    slots[4] = down


@jit(types.int64(types.int64, types.int64[::1], types.int64[::1], types.int64[::1]))
def group_outcomes(group: int, numbers: Numbers, slots: Numbers, found: Numbers) -> int:
    """List the distinct outcomes of placing a group, and return how many they are.

    Parameters
    ----------
    group : int
        The slots of its cards, as bits.
    numbers : int64 array
        Those of the position.
    slots : int64 array
        The cards in the slots of the side that places.
    found : int64 array
        Filled in.
    """
    down = slots[4] >= 0
    if group & (group - 1) == 0:
        slot = int(group > 1) + int(group > 2) + int(group > 4)
        found[0] = 20 + slot if down else ONLY + slot
        if down and numbers[SWAP_SINGLE]:
            found[1] = 5 * slot + 4
            return 2
        return 1
    pool = group | (16 if down else 0)
    n = 0
    for u in range(5):
        if pool >> u & 1:
            red = is_red(slots[u]) and not numbers[FACE_DOWN]
            for w in range(5):
                if pool >> w & 1 and w != u:
                    if not red:
                        found[n] = 5 * u + w
                        n += 1
                    elif w > u or not is_red(slots[w]):
                        found[n] = BOTH + 5 * min(u, w) + max(u, w)
                        n += 1
    return n


@jit(types.void(types.int64, types.int64, types.int64, POSITION, types.int64[::1]))
def place(player: int, group: int, outcome: int, position: Position, slots: Numbers) -> None:
    """Carry out a placement, and what everybody can infer from it about the face-down card."""
    sets, numbers = position
    old = numbers[DOWN + player]
    fill_slots(slots, old, numbers)
    up = set_up(outcome, slots)
    down = card_down(outcome, slots)
    cards = _0
    for slot in range(4):
        if group >> slot & 1:
            cards |= bit(numbers[FOUR + slot])
    two = group & (group - 1)
    candidates = sets[CANDIDATES + player]
    if down < 0:
        candidates = _0
    elif not two:
        candidates = candidates if down == old else cards
    elif old >= 0 and up == bit(old):
        candidates = cards
    elif down == old:  # of a pair the other card was exchanged for it
        candidates |= cards & ~up if two & (two - 1) else _0
    else:  # of two cards the one that is not up; of three one of the two
        candidates = cards & ~up
    sets[UP + player] |= up
    sets[CANDIDATES + player] = candidates
    numbers[DOWN + player] = down


@inlined
def public_down(player: int, sets: Words) -> int:
    """Return what everybody knows of a face-down card: the card, `UNKNOWN`, or -1 for none."""
    candidates = sets[CANDIDATES + player]
    return UNKNOWN if candidates & (candidates - _1) else highest(candidates)


@jit(types.void(types.int64, POSITION, types.int64[::1]))
def act(action: int, position: Position, slots: Numbers) -> None:
    """Carry out an action; the slots are a side's of the room."""
    sets, numbers = position
    what = numbers[NEXT]
    numbers[NEXT] = what + 1
    if what == CUT:
        numbers[GROUP] = action
    elif what == CHOOSE:
        numbers[TAKEN] = action
    elif what == FIRST:
        place(1 - numbers[DIVIDER], numbers[TAKEN], action, position, slots)
    else:
        place(numbers[DIVIDER], 15 ^ numbers[TAKEN], action, position, slots)
        most = max(count(sets[UP]), count(sets[UP + 1]))
        if most < 5 and numbers[TURN] < numbers[LAST_TURN]:
            numbers[NEXT] = DRAW
            numbers[TURN] += 1
            numbers[DIVIDER] = 1 - numbers[DIVIDER]


@jit(types.void(POSITION, types.uint8[::1], types.int64, types.uint64, types.int64[::1]))
def begin(
    position: Position,
    cards: NDArray[np.uint8],
    pocket_cards: int,
    deck: np.uint64,
    options: Numbers,
) -> None:
    """Begin a game with the pocket cards on top of the deck; player 0 divides first."""
    sets, numbers = position
    sets[:] = _0
    numbers[:] = 0
    sets[DECK] = deck
    for i in range(pocket_cards):
        sets[POCKET] |= bit(cards[i])
        sets[POCKET + 1] |= bit(cards[pocket_cards + i])
    numbers[DOWN] = numbers[DOWN + 1] = -1
    numbers[TURN] = 1
    for i in range(4):
        numbers[FACE_DOWN + i] = options[i]


@inlined
def draw_four(position: Position, stock: NDArray[np.uint8], start: int) -> None:
    """Draw the turn's four cards, which begin at a place in the stock."""
    sets, numbers = position
    for i in range(4):
        card = int(stock[start + i])
        numbers[FOUR + i] = card
        sets[DRAWN] |= bit(card)
    numbers[NEXT] = CUT


@jit(types.int64(POSITION, SHORT_TABLES))
def half_points(position: Position, short: ShortTables) -> int:
    """Return the half points of player 0 at the showdown: 2 for a win, 1 for a draw."""
    sets, numbers = position
    own, other = sets[UP], sets[UP + 1]
    if numbers[COUNT_FACE_DOWN]:
        own |= bit(numbers[DOWN]) if numbers[DOWN] >= 0 else _0
        other |= bit(numbers[DOWN + 1]) if numbers[DOWN + 1] >= 0 else _0
    ours, theirs = made(own, sets[POCKET], short), made(other, sets[POCKET + 1], short)
    return 2 if ours > theirs else 1 if ours == theirs else 0
