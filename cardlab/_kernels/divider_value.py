"""What a position of Divider is worth to a model, and what a player is likely to hold.

Values
    Learned players value the end of a turn. What a player has is described by some twenty numbers
    of rows of a table (`features`): his made hand, each suit, each rank, the best straight, his
    face-down card. The rows are added up; so are those for what everybody sees of his opponent,
    and one for the stage of the game. The sum goes through one bend and is weighted: the logit of
    his chance to win (`value`). As sums of the two sides are kept, all pairs of placements of both
    sides cost little more than all placements of each.
    A logistic regression is the same with one column and no bend.

Beliefs
    Likewise the rows of a player's tableau with pocket cards that he might hold, and some more for
    each of these cards (`belief_rows`), make up the logarithm of how likely he holds them.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from cardlab._kernels.divider_model import (
    BELIEF_RANKS,
    BELIEF_SUITS,
    DOWN_AT,
    DOWN_SUIT_AT,
    HANDS,
    HIDDEN,
    MADE_AT,
    MADE_ONLY,
    RANKS_AT,
    SECOND_AT,
    SETTINGS,
    SHAPE,
    SIDE,
    SLOPE,
    STAGES,
    STRAIGHT_AT,
    SUITS_AT,
    WEIGHTS,
)
from cardlab._kernels.divider_place import (
    CANDIDATES,
    CUT,
    DECK,
    DIVIDER,
    DOWN,
    DRAWN,
    END,
    FOUR,
    MODEL,
    NEXT,
    OUTCOMES,
    POCKET,
    POSITION,
    ROOM,
    SECOND,
    TABLES,
    UNKNOWN,
    UP,
    Numbers,
    Position,
    Room,
    Rows,
    Tables,
    Words,
    count,
    highest,
    made,
    number,
    public_down,
)
from cardlab._kernels.jit import inlined, jit
from cardlab._kernels.short_hands import bit, lowest

_U = np.uint64
_0, _1, _2, _3, _4, _15, _16, _32, _48 = (_U(n) for n in (0, 1, 2, 3, 4, 15, 16, 32, 48))
_8, _255 = _U(8), _U(255)
_RANK_BITS = _U(0x1FFF)
_SHAPES = _U(SHAPE)


class Seen(NamedTuple):
    """What a viewer sees of one side."""

    side: int
    """0 for his own, 1 for the other."""
    up: np.uint64
    pocket: np.uint64
    """Empty for the other side."""
    down: int
    """The face-down card; -1 for none, `UNKNOWN` for one that is not known."""
    live: np.uint64
    """Cards that he has not seen."""
    form: int
    """See `form_of`."""


SEEN = types.NamedTuple(
    [types.int64, types.uint64, types.uint64, types.int64, types.uint64, types.int64], Seen
)


@inlined
def form_of(held: int, other: int, last: bool) -> int:
    """Return a player's form, by the face-up cards of both and whether no turn follows anyway."""
    if held < 5 and other < 5 and not last:
        return held
    return min(6, held) if held >= 5 else 8 if held == 4 else 7


@inlined
def stage_of(own: int, other: int, divides: int) -> int:
    """Return the stage: face-up cards of both, and whether the player divides next."""
    return STAGES + (min(6, own) * 7 + min(6, other)) * 2 + divides


@inlined
def seen_of(player: int, viewer: int, form: int, position: Position) -> Seen:
    """Return what a viewer sees of a player."""
    sets, numbers = position
    live = sets[DECK] & ~sets[DRAWN] & ~sets[POCKET + viewer]
    side = int(player != viewer)
    pocket = _0 if side else sets[POCKET + player]
    down = public_down(player, sets) if side else numbers[DOWN + player]
    return Seen(side, sets[UP + player], pocket, down, live, form)


@inlined
def by_rank(cards: np.uint64, play: Words) -> np.uint64:
    """Return four bits for each rank: how many of the cards have it."""
    total: np.uint64 = play[cards & _RANK_BITS] + play[(cards >> _16) & _RANK_BITS]
    total += play[(cards >> _32) & _RANK_BITS] + play[cards >> _48]
    return total


@inlined
def all_ranks(cards: np.uint64) -> np.uint64:
    """Return the set of ranks of the cards."""
    return (cards | (cards >> _16) | (cards >> _32) | (cards >> _48)) & _RANK_BITS


@inlined
def of_suit(cards: np.uint64, shift: np.uint64, play: Words) -> int:
    """Return how many of the cards have a suit, by 16 times its number."""
    return number(play[_SHAPES + ((cards >> shift) & _RANK_BITS)] & _15)


@inlined
def top_rank(ranks: np.uint64, play: Words) -> int:
    """Return the highest rank of a set of ranks."""
    return number((play[_SHAPES + ranks] >> _4) & _15)


@inlined
def fit(cards: np.uint64, play: Words) -> int:
    """Return how well cards fit a straight."""
    return number(play[_SHAPES + all_ranks(cards)] >> _8)


@jit(types.int64(SEEN, TABLES, types.int64[::1]))
def features(seen: Seen, tables: Tables, rows: Numbers) -> int:
    """Fill in the rows that describe a side, and return how many they are."""
    side, up, pocket, down, live, form = seen
    short, play = tables
    first = side * SIDE
    kinds = play[_U(HANDS) + _U(made(up, pocket, short))]
    rows[0] = first + MADE_AT + form * 126 + number(kinds >> _8)
    rows[1] = first + SECOND_AT + number(kinds & _255)
    for suit in range(4):
        shift = _U(suit) << _4
        shown = min(5, of_suit(up, shift, play))
        hidden = min(2, of_suit(pocket, shift, play))
        left = of_suit(live, shift, play) >> 1
        place = (form * 6 + shown) * 21 + hidden * 7 + left
        rows[2 + suit] = first + SUITS_AT + place
    one = lowest(pocket)
    rest = pocket ^ one
    two = lowest(rest)
    three = rest ^ two
    straight = fit(up | one | two, play)
    if three:
        straight = max(straight, fit(up | one | three, play), fit(up | two | three, play))
    rows[6] = first + STRAIGHT_AT + form * 24 + straight
    shown_ranks, hidden_ranks = by_rank(up, play), by_rank(pocket, play)
    live_ranks = by_rank(live, play)
    n = 7
    ranks = all_ranks(up | pocket)
    while ranks:
        rank = top_rank(ranks, play)
        ranks ^= _1 << _U(rank)
        by = _U(rank) << _2
        shown = number((shown_ranks >> by) & _15)
        hidden = min(2, number((hidden_ranks >> by) & _15))
        left = number((live_ranks >> by) & _15)
        rows[n] = first + RANKS_AT + rank * 75 + (shown * 3 + hidden) * 5 + left
        n += 1
    if down < 0 or down == UNKNOWN:
        rows[n] = first + DOWN_AT + (52 if down < 0 else 53)
        return n + 1
    by = _U(down) & ~_3
    same = number(((shown_ranks >> by) & _15) + ((hidden_ranks >> by) & _15))
    rows[n] = first + DOWN_AT + (down >> 2) * 4 + min(3, same)
    shift = (_U(down) & _3) << _4
    shown = min(5, of_suit(up, shift, play))
    hidden = min(2, of_suit(pocket, shift, play))
    rows[n + 1] = first + DOWN_SUIT_AT + shown * 3 + hidden
    return n + 2


@jit(types.void(SEEN, types.int64, MODEL, TABLES, ROOM))
def describe(seen: Seen, outcome: int, model: Rows, tables: Tables, room: Room) -> None:
    """Fill in the sum of a side's rows after an outcome."""
    totals, rows = room.totals, room.rows
    place = seen.side * OUTCOMES + outcome
    if model[SETTINGS, MADE_ONLY]:
        hand = np.float32(made(seen.up, seen.pocket, tables.short))
        totals[place, 0] = np.float32(0) if seen.side else hand
        for h in range(1, HIDDEN):
            totals[place, h] = 0
        return
    n = features(seen, tables, rows)
    for h in range(HIDDEN):
        totals[place, h] = model[_U(rows[0]), h]
    for i in range(1, n):
        row = _U(rows[i])
        for h in range(HIDDEN):
            totals[place, h] += model[row, h]


@inlined
def value(own: int, other: int, stage: int, model: Rows, totals: Rows) -> float:
    """Return the logit of the chance to win, by the outcomes of both sides."""
    slope = model[SETTINGS, SLOPE]
    i, j, k = _U(own), _U(OUTCOMES + other), _U(stage)
    total = np.float32(0)
    for h in range(HIDDEN):
        x = totals[i, h] + totals[j, h] + model[k, h]
        total += model[WEIGHTS, h] * max(x, slope * x)
    return np.float64(total)


@jit(types.float64(types.int64, POSITION, MODEL, TABLES, ROOM))
def chance(player: int, position: Position, model: Rows, tables: Tables, room: Room) -> float:
    """Return a player's chance to win between two turns, as a model judges what he sees."""
    sets, numbers = position
    rival = 1 - player
    held, facing = count(sets[UP + player]), count(sets[UP + rival])
    describe(seen_of(player, player, held, position), 0, model, tables, room)
    describe(seen_of(rival, player, facing, position), 0, model, tables, room)
    stage = stage_of(held, facing, int(numbers[DIVIDER] == player))
    return float(1 / (1 + np.exp(-value(0, 0, stage, model, room.totals))))


@jit(types.int64(types.int64, types.uint64, types.int64, POSITION, TABLES, types.int64[::1]))
def belief_rows(
    player: int,
    pocket: np.uint64,
    down: int,
    position: Position,
    tables: Tables,
    rows: Numbers,
) -> int:
    """Fill in the rows that describe what a player may hold, and return how many they are.

    Besides the `features` of his tableau with these pocket cards, there is a row for the rank and
    one for the suit of each: how many of them lie face up before him and how many are buried.
    """
    sets, numbers = position
    play = tables.play
    up, rival = sets[UP + player], sets[UP + 1 - player]
    form = form_of(count(up), count(rival), numbers[NEXT] == END)
    live = sets[DECK] & ~sets[DRAWN] & ~pocket
    n = features(Seen(0, up, pocket, down, live, form), tables, rows)
    buried = sets[DRAWN] & ~(up | rival | sets[CANDIDATES] | sets[CANDIDATES + 1])
    for slot in range(4 if CUT <= numbers[NEXT] <= SECOND else 0):
        buried &= ~bit(numbers[FOUR + slot])
    shown_ranks, buried_ranks = by_rank(up, play), by_rank(buried, play)
    rest = pocket
    while rest:
        one = lowest(rest)
        rest ^= one
        card = highest(one)
        by = _U(card) & ~_3
        same = min(3, number((shown_ranks >> by) & _15))
        gone = min(3, number((buried_ranks >> by) & _15))
        rows[n] = BELIEF_RANKS + ((form * 13 + (card >> 2)) * 4 + gone) * 4 + same
        shift = (_U(card) & _3) << _4
        same = min(5, of_suit(up, shift, play))
        gone = min(7, of_suit(buried, shift, play))
        together = min(3, of_suit(pocket, shift, play)) - 1
        rows[n + 1] = BELIEF_SUITS + ((form * 8 + gone) * 6 + same) * 3 + together
        n += 2
    return n


@jit(
    types.float64(types.int64, types.uint64, types.int64, POSITION, MODEL, TABLES, types.int64[::1])
)
def likeliness(
    player: int,
    pocket: np.uint64,
    down: int,
    position: Position,
    beliefs: Rows,
    tables: Tables,
    rows: Numbers,
) -> float:
    """Return how likely a player holds these cards, compared with any other unseen ones."""
    n = belief_rows(player, pocket, down, position, tables, rows)
    slope = beliefs[SETTINGS, SLOPE]
    logit = np.float32(0)
    for h in range(HIDDEN):
        x = np.float32(0)
        for i in range(n):
            x += beliefs[_U(rows[i]), h]
        logit += beliefs[WEIGHTS, h] * max(x, slope * x)
    return float(np.exp(np.float64(logit)))


@jit(
    types.void(
        types.int64,
        types.uint64[::1],
        types.int64,
        POSITION,
        MODEL,
        TABLES,
        types.int64[::1],
        types.float64[::1],
    )
)
def weigh(
    player: int,
    pockets: Words,
    down: int,
    position: Position,
    beliefs: Rows,
    tables: Tables,
    rows: Numbers,
    weights: NDArray[np.float64],
) -> None:
    """Fill in how likely a player holds each of many pocket cards, with a face-down card."""
    for i in range(len(pockets)):
        weights[i] = likeliness(player, pockets[i], down, position, beliefs, tables, rows)
