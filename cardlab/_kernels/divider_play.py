"""Divider played by compiled players: whole games, and the rest of a game from any position.

Cards and slots
    In a turn a player places cards out of five *slots*: the four cards drawn (0 to 3) and his
    face-down card (4). A group is a set of slots, as four bits. What a placement leads to is one
    number, its *outcome*: which slots go face up and which lies face down afterwards.

Values
    Learned players value the end of a turn. What a player has is described by some twenty numbers
    of rows of a table (`features`): his made hand, each suit, each rank, the best straight, his
    face-down card. The rows are added up; so are those for what everybody sees of his opponent,
    and one for the stage of the game. The sum goes through one bend and is weighted: the logit of
    his chance to win (`value`). As sums of the two sides are kept, all pairs of placements of both
    sides cost little more than all placements of each.
    A logistic regression is the same with one column and no bend.

Choices
    Each choice is the best against the reply that looks best in what everybody sees: the chooser
    expects the divider's best placement; the divider expects the chooser to take and to place what
    is worst for him, and to take the other group the more often, the closer the two are.
"""

from __future__ import annotations

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
    MOST,
    RANKS_AT,
    SECOND_AT,
    SETTINGS,
    SHAPE,
    SHARPNESS,
    SIDE,
    SLOPE,
    STAGES,
    STRAIGHT_AT,
    SUITS_AT,
    WEIGHTS,
)
from cardlab._kernels.draw import below, draw, shuffle
from cardlab._kernels.jit import inlined, jit, read_only
from cardlab._kernels.short_hands import SHORT_TABLES, ShortTables, bit, lowest, score

RANDOM, FIRST_MODEL, SECOND_MODEL = 0, 1, 2
"""What a player can follow."""

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

# Places in a thread's `room`, for two sides each: which outcomes are described, the outcomes of
# a group, and the cards in the slots; then the features of one side.
_DONE, _LISTS, _SLOTS, FOUND = 0, 2 * OUTCOMES, 4 * OUTCOMES, 4 * OUTCOMES + 10
ROOM = FOUND + MOST

UNKNOWN = 52
"""A face-down card that is not known."""

_U = np.uint64
_0, _1, _2, _3, _4, _15, _16, _32, _48 = (_U(n) for n in (0, 1, 2, 3, 4, 15, 16, 32, 48))
_8, _12, _255, _63 = _U(8), _U(12), _U(255), _U(63)
_RANK_BITS = _U(0x1FFF)
_SHAPES = _U(SHAPE)

_Sets = NDArray[np.uint64]
_Numbers = NDArray[np.int64]
_Rows = NDArray[np.float32]

WORDS = read_only(types.uint64)
MODEL = read_only(types.float32, 2)


def room() -> tuple[_Numbers, _Rows]:
    """Return a thread's room for intermediate results: `room` and `totals`."""
    return np.zeros(ROOM, np.int64), np.zeros((2 * OUTCOMES + 1, HIDDEN), np.float32)


@inlined
def number(word: np.uint64) -> int:
    """Return a word as a signed number, to count with."""
    return int(np.int64(word))


@inlined
def by_rank(cards: np.uint64, play: _Sets) -> np.uint64:
    """Return four bits for each rank: how many of the cards have it."""
    total: np.uint64 = play[cards & _RANK_BITS] + play[(cards >> _16) & _RANK_BITS]
    total += play[(cards >> _32) & _RANK_BITS] + play[cards >> _48]
    return total


@inlined
def all_ranks(cards: np.uint64) -> np.uint64:
    """Return the set of ranks of the cards."""
    return (cards | (cards >> _16) | (cards >> _32) | (cards >> _48)) & _RANK_BITS


@inlined
def of_suit(cards: np.uint64, shift: np.uint64, play: _Sets) -> int:
    """Return how many of the cards have a suit, by 16 times its number."""
    return number(play[_SHAPES + ((cards >> shift) & _RANK_BITS)] & _15)


@inlined
def top_rank(ranks: np.uint64, play: _Sets) -> int:
    """Return the highest rank of a set of ranks."""
    return number((play[_SHAPES + ranks] >> _4) & _15)


@inlined
def fit(cards: np.uint64, play: _Sets) -> int:
    """Return how well cards fit a straight."""
    return number(play[_SHAPES + all_ranks(cards)] >> _8)


@inlined
def count(cards: np.uint64) -> int:
    """Return the number of cards in a set."""
    size = 0
    while cards:
        cards &= cards - _1
        size += 1
    return size


@jit("int64(uint64)")
def highest(cards: np.uint64) -> int:
    """Return the highest card of a set; -1 of an empty one."""
    card = 51
    while card >= 0 and not cards & bit(card):
        card -= 1
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
def form_of(held: int, other: int, last: bool) -> int:
    """Return a player's form, by the face-up cards of both and whether no turn follows anyway."""
    if held < 5 and other < 5 and not last:
        return held
    return min(6, held) if held >= 5 else 8 if held == 4 else 7


@jit(
    types.int64(
        types.uint64,
        types.uint64,
        types.int64,
        types.uint64,
        types.int64,
        types.int64,
        SHORT_TABLES,
        WORDS,
        types.int64[::1],
    )
)
def features(
    up: np.uint64,
    pocket: np.uint64,
    down: int,
    live: np.uint64,
    form: int,
    first: int,
    short: ShortTables,
    play: _Sets,
    room: _Numbers,
) -> int:
    """Fill in the rows that describe a side, and return how many they are.

    Parameters
    ----------
    up, pocket : set of cards
        The pocket is empty for a side that is seen from outside.
    down : int
        The face-down card; -1 for none, `UNKNOWN` for one that is not known.
    live : set of cards
        Cards not seen.
    form : int
        See `form_of`.
    first : int
        0 for the own side, `SIDE` for the opponent's.
    """
    kinds = play[_U(HANDS) + _U(made(up, pocket, short))]
    room[FOUND] = first + MADE_AT + form * 126 + number(kinds >> _8)
    room[FOUND + 1] = first + SECOND_AT + number(kinds & _255)
    for suit in range(4):
        shift = _U(suit) << _4
        shown = min(5, of_suit(up, shift, play))
        hidden = min(2, of_suit(pocket, shift, play))
        left = of_suit(live, shift, play) >> 1
        place = (form * 6 + shown) * 21 + hidden * 7 + left
        room[FOUND + 2 + suit] = first + SUITS_AT + place
    one = lowest(pocket)
    rest = pocket ^ one
    two = lowest(rest)
    three = rest ^ two
    straight = fit(up | one | two, play)
    if three:
        straight = max(straight, fit(up | one | three, play), fit(up | two | three, play))
    room[FOUND + 6] = first + STRAIGHT_AT + form * 24 + straight
    shown_ranks, hidden_ranks = by_rank(up, play), by_rank(pocket, play)
    live_ranks = by_rank(live, play)
    n = FOUND + 7
    ranks = all_ranks(up | pocket)
    while ranks:
        rank = top_rank(ranks, play)
        ranks ^= _1 << _U(rank)
        by = _U(rank) << _2
        shown = number((shown_ranks >> by) & _15)
        hidden = min(2, number((hidden_ranks >> by) & _15))
        left = number((live_ranks >> by) & _15)
        room[n] = first + RANKS_AT + rank * 75 + (shown * 3 + hidden) * 5 + left
        n += 1
    if down < 0 or down == UNKNOWN:
        room[n] = first + DOWN_AT + (52 if down < 0 else 53)
        return n + 1 - FOUND
    by = _U(down) & ~_3
    same = number(((shown_ranks >> by) & _15) + ((hidden_ranks >> by) & _15))
    room[n] = first + DOWN_AT + (down >> 2) * 4 + min(3, same)
    shift = (_U(down) & _3) << _4
    shown = min(5, of_suit(up, shift, play))
    hidden = min(2, of_suit(pocket, shift, play))
    room[n + 1] = first + DOWN_SUIT_AT + shown * 3 + hidden
    return n + 2 - FOUND


@jit(
    types.void(
        types.uint64,
        types.uint64,
        types.int64,
        types.uint64,
        types.int64,
        types.int64,
        MODEL,
        SHORT_TABLES,
        WORDS,
        types.int64[::1],
        types.int64,
        types.float32[:, ::1],
    )
)
def describe(
    up: np.uint64,
    pocket: np.uint64,
    down: int,
    live: np.uint64,
    form: int,
    first: int,
    model: _Rows,
    short: ShortTables,
    play: _Sets,
    room: _Numbers,
    place: int,
    totals: _Rows,
) -> None:
    """Fill in the sum of a side's rows; the first arguments are those of `features`."""
    if model[SETTINGS, MADE_ONLY]:
        hand = np.float32(made(up, pocket, short))
        totals[place, 0] = np.float32(0) if first else hand
        for h in range(1, HIDDEN):
            totals[place, h] = 0
        return
    n = features(up, pocket, down, live, form, first, short, play, room)
    for h in range(HIDDEN):
        totals[place, h] = model[_U(room[FOUND]), h]
    for i in range(FOUND + 1, FOUND + n):
        row = _U(room[i])
        for h in range(HIDDEN):
            totals[place, h] += model[row, h]


@inlined
def value(own: int, other: int, stage: int, model: _Rows, totals: _Rows) -> float:
    """Return the logit of the chance to win, by the places of both sides in `totals`."""
    slope = model[SETTINGS, SLOPE]
    i, j, k = _U(own), _U(other), _U(stage)
    total = np.float32(0)
    for h in range(HIDDEN):
        x = totals[i, h] + totals[j, h] + model[k, h]
        total += model[WEIGHTS, h] * max(x, slope * x)
    return np.float64(total)


@inlined
def stage_of(own: int, other: int, divides: int) -> int:
    """Return the stage: face-up cards of both, and whether the player divides next."""
    return STAGES + (min(6, own) * 7 + min(6, other)) * 2 + divides


@inlined
def is_red(card: int) -> bool:
    """Return whether a card is a diamond or a heart."""
    return (card + 1) & 2 != 0


@jit(types.int64(types.int64, types.int64, types.int64[::1], types.int64[::1]))
def group_outcomes(group: int, side: int, numbers: _Numbers, room: _Numbers) -> int:
    """List the distinct outcomes of placing a group, and return how many they are.

    Parameters
    ----------
    group : int
        The slots of its cards, as bits.
    side : int
        Whose slots and list in the `room`. The last slot is -1 if there is no face-down card.
    """
    slots, found = _SLOTS + 5 * side, _LISTS + OUTCOMES * side
    down = room[slots + 4] >= 0
    if group & (group - 1) == 0:
        slot = int(group > 1) + int(group > 2) + int(group > 4)
        room[found] = 20 + slot if down else ONLY + slot
        if down and numbers[SWAP_SINGLE]:
            room[found + 1] = 5 * slot + 4
            return 2
        return 1
    pool = group | (16 if down else 0)
    n = found
    for u in range(5):
        if pool >> u & 1:
            red = is_red(room[slots + u]) and not numbers[FACE_DOWN]
            for w in range(5):
                if pool >> w & 1 and w != u:
                    if not red:
                        room[n] = 5 * u + w
                        n += 1
                    elif w > u or not is_red(room[slots + w]):
                        room[n] = BOTH + 5 * min(u, w) + max(u, w)
                        n += 1
    return n - found


@inlined
def cards_up(outcome: int) -> int:
    """Return how many cards an outcome turns up."""
    return 1 if outcome < BOTH else 2 if outcome < ONLY else 0


@inlined
def set_up(outcome: int, slots: int, room: _Numbers) -> np.uint64:
    """Return the cards that an outcome turns up."""
    pair = outcome % 25
    up = bit(room[slots + pair // 5]) if outcome < ONLY else _0
    return up | bit(room[slots + pair % 5]) if BOTH <= outcome < ONLY else up


@inlined
def card_down(outcome: int, slots: int, room: _Numbers) -> int:
    """Return the face-down card after an outcome, -1 for none."""
    return -1 if BOTH <= outcome < ONLY else room[slots + outcome % 5]


@inlined
def fill_slots(side: int, down: int, numbers: _Numbers, room: _Numbers) -> None:
    """Put the four cards drawn and a face-down card into the slots of a side."""
    slots = _SLOTS + 5 * side
    for slot in range(4):
        room[slots + slot] = numbers[FOUR + slot]
    room[slots + 4] = down


@jit(
    types.void(
        types.int64,
        types.int64,
        types.int64,
        types.uint64[::1],
        types.int64[::1],
        types.int64[::1],
    )
)
def place(
    player: int, group: int, outcome: int, sets: _Sets, numbers: _Numbers, room: _Numbers
) -> None:
    """Carry out a placement, and what everybody can infer from it about the face-down card."""
    old = numbers[DOWN + player]
    fill_slots(0, old, numbers, room)
    up = set_up(outcome, _SLOTS, room)
    down = card_down(outcome, _SLOTS, room)
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
def public_down(player: int, sets: _Sets, numbers: _Numbers) -> int:
    """Return what everybody knows of a face-down card: the card, `UNKNOWN`, or -1 for none."""
    candidates = sets[CANDIDATES + player]
    return UNKNOWN if candidates & (candidates - _1) else highest(candidates)


@jit(
    types.int64(
        types.int64,
        types.int64,
        types.int64,
        types.uint64[::1],
        types.int64[::1],
        MODEL,
        SHORT_TABLES,
        WORDS,
        types.int64[::1],
        types.float32[:, ::1],
    )
)
def expand(
    player: int,
    viewer: int,
    group: int,
    sets: _Sets,
    numbers: _Numbers,
    model: _Rows,
    short: ShortTables,
    play: _Sets,
    room: _Numbers,
    totals: _Rows,
) -> int:
    """List the outcomes of a group for a player and describe them, as the viewer sees him."""
    side = int(player != viewer)
    slots, found, done = _SLOTS + 5 * side, _LISTS + OUTCOMES * side, _DONE + OUTCOMES * side
    n = group_outcomes(group, side, numbers, room)
    live = sets[DECK] & ~sets[DRAWN] & ~sets[POCKET + viewer]
    pocket = _0 if side else sets[POCKET + player]
    last = numbers[TURN] == numbers[LAST_TURN]
    # Who has still to place gets a card more, but for a single card without a face-down one.
    other = count(sets[UP + 1 - player]) + int(numbers[NEXT] != SECOND)
    for i in range(n):
        outcome = room[found + i]
        if not room[done + outcome]:
            room[done + outcome] = 1
            down = card_down(outcome, slots, room)
            if side and outcome % 5 == 4 and down >= 0:
                down = public_down(player, sets, numbers)
            up = sets[UP + player] | set_up(outcome, slots, room)
            where = side * OUTCOMES + outcome
            form = form_of(count(up), other, last)
            first = side * SIDE
            describe(up, pocket, down, live, form, first, model, short, play, room, where, totals)
    return n


@jit(
    types.Tuple((types.float64, types.int64))(
        types.int64,
        types.int64,
        types.boolean,
        types.uint64[::1],
        types.int64[::1],
        MODEL,
        SHORT_TABLES,
        WORDS,
        types.int64[::1],
        types.float32[:, ::1],
    )
)
def versus(
    player: int,
    group: int,
    chooser: bool,
    sets: _Sets,
    numbers: _Numbers,
    model: _Rows,
    short: ShortTables,
    play: _Sets,
    room: _Numbers,
    totals: _Rows,
) -> tuple[float, int]:
    """Return what a group is worth for a player, and the outcome if he places first.

    The chooser places first and expects the reply that is worst for him; the divider expects the
    placement to which his best reply is worst.
    """
    rival = 1 - player
    n = expand(player, player, group, sets, numbers, model, short, play, room, totals)
    if model[SETTINGS, MADE_ONLY]:  # whatever the other does
        m = 1
        room[_LISTS + OUTCOMES] = 0
        for h in range(HIDDEN):
            totals[OUTCOMES, h] = 0
    else:
        m = expand(rival, player, 15 ^ group, sets, numbers, model, short, play, room, totals)
    held, facing = count(sets[UP + player]), count(sets[UP + rival])
    picked = room[_LISTS]
    if chooser:
        best = -np.inf
        for i in range(_LISTS, _LISTS + n):
            after = held + cards_up(room[i])
            worst = np.inf
            for j in range(_LISTS + OUTCOMES, _LISTS + OUTCOMES + m):
                stage = stage_of(after, facing + cards_up(room[j]), 1)
                worst = min(worst, value(room[i], OUTCOMES + room[j], stage, model, totals))
                if worst <= best:
                    break
            if worst > best:
                best, picked = worst, room[i]
        return best, picked
    best = np.inf
    for j in range(_LISTS + OUTCOMES, _LISTS + OUTCOMES + m):
        after = facing + cards_up(room[j])
        top = -np.inf
        for i in range(_LISTS, _LISTS + n):
            stage = stage_of(held + cards_up(room[i]), after, 0)
            top = max(top, value(room[i], OUTCOMES + room[j], stage, model, totals))
            if top >= best:
                break
        best = min(top, best)
    return best, picked


@jit(
    types.int64(
        types.int64,
        types.uint64[::1],
        types.int64[::1],
        MODEL,
        SHORT_TABLES,
        WORDS,
        types.int64[::1],
        types.float32[:, ::1],
    )
)
def decide(
    player: int,
    sets: _Sets,
    numbers: _Numbers,
    model: _Rows,
    short: ShortTables,
    play: _Sets,
    room: _Numbers,
    totals: _Rows,
) -> int:
    """Return a player's action by a model: one group of a cut, a group, or an outcome."""
    rival = 1 - player
    for i in range(2 * OUTCOMES):
        room[_DONE + i] = 0
    fill_slots(0, numbers[DOWN + player], numbers, room)
    fill_slots(1, highest(sets[CANDIDATES + rival]), numbers, room)
    what = numbers[NEXT]
    sharpness = np.float64(model[SETTINGS, SHARPNESS])
    best, picked = -np.inf, 0
    if what <= CHOOSE:
        chooser = what == CHOOSE
        for cut in range(1, 8):
            group = int(numbers[GROUP]) if chooser else cut
            if cut > 1 and chooser:
                break
            a, _ = versus(player, group, chooser, sets, numbers, model, short, play, room, totals)
            b, _ = versus(
                player, 15 ^ group, chooser, sets, numbers, model, short, play, room, totals
            )
            if chooser:
                picked = group if a >= b else 15 ^ group
            else:
                gap = abs(a - b)
                v = min(a, b)
                if sharpness > 0:
                    v += gap / (1 + np.exp(sharpness * gap))
                if v > best:
                    best, picked = v, group
    elif what == FIRST:
        best, picked = versus(
            player, numbers[TAKEN], True, sets, numbers, model, short, play, room, totals
        )
    else:
        group = 15 ^ numbers[TAKEN]
        n = expand(player, player, group, sets, numbers, model, short, play, room, totals)
        live = sets[DECK] & ~sets[DRAWN] & ~sets[POCKET + player]
        other = sets[UP + rival]
        down = public_down(rival, sets, numbers)
        where = 2 * OUTCOMES
        held, facing = count(sets[UP + player]), count(other)
        form = form_of(facing, held + 1, numbers[TURN] == numbers[LAST_TURN])
        describe(other, _0, down, live, form, SIDE, model, short, play, room, where, totals)
        for i in range(_LISTS, _LISTS + n):
            stage = stage_of(held + cards_up(room[i]), facing, 0)
            v = value(room[i], where, stage, model, totals)
            if v > best:
                best, picked = v, room[i]
    return picked


@jit(types.int64(types.int64, types.int64[::1], types.uint64[::1], types.int64[::1]))
def decide_at_random(
    player: int, numbers: _Numbers, state: NDArray[np.uint64], room: _Numbers
) -> int:
    """Return an action, all equally likely."""
    what = numbers[NEXT]
    if what == CUT:
        return number(below(state, _U(7))) + 1
    if what == CHOOSE:
        return int(15 ^ numbers[GROUP] if below(state, _2) else numbers[GROUP])
    fill_slots(0, numbers[DOWN + player], numbers, room)
    group = numbers[TAKEN] if what == FIRST else 15 ^ numbers[TAKEN]
    n = group_outcomes(group, 0, numbers, room)
    return int(room[_LISTS + number(below(state, _U(n)))])


@jit(types.void(types.int64, types.uint64[::1], types.int64[::1], types.int64[::1]))
def act(action: int, sets: _Sets, numbers: _Numbers, room: _Numbers) -> None:
    """Carry out an action."""
    what = numbers[NEXT]
    numbers[NEXT] = what + 1
    if what == CUT:
        numbers[GROUP] = action
    elif what == CHOOSE:
        numbers[TAKEN] = action
    elif what == FIRST:
        place(1 - numbers[DIVIDER], numbers[TAKEN], action, sets, numbers, room)
    else:
        place(numbers[DIVIDER], 15 ^ numbers[TAKEN], action, sets, numbers, room)
        most = max(count(sets[UP]), count(sets[UP + 1]))
        if most < 5 and numbers[TURN] < numbers[LAST_TURN]:
            numbers[NEXT] = DRAW
            numbers[TURN] += 1
            numbers[DIVIDER] = 1 - numbers[DIVIDER]


@jit(types.int64(types.uint64[::1], types.int64[::1], SHORT_TABLES))
def half_points(sets: _Sets, numbers: _Numbers, short: ShortTables) -> int:
    """Return the half points of player 0 at the showdown: 2 for a win, 1 for a draw."""
    own, other = sets[UP], sets[UP + 1]
    if numbers[COUNT_FACE_DOWN]:
        own |= bit(numbers[DOWN]) if numbers[DOWN] >= 0 else _0
        other |= bit(numbers[DOWN + 1]) if numbers[DOWN + 1] >= 0 else _0
    ours, theirs = made(own, sets[POCKET], short), made(other, sets[POCKET + 1], short)
    return 2 if ours > theirs else 1 if ours == theirs else 0


@jit(
    types.float64(
        types.int64,
        types.uint64[::1],
        types.int64[::1],
        MODEL,
        SHORT_TABLES,
        WORDS,
        types.int64[::1],
        types.float32[:, ::1],
    )
)
def chance(
    player: int,
    sets: _Sets,
    numbers: _Numbers,
    model: _Rows,
    short: ShortTables,
    play: _Sets,
    room: _Numbers,
    totals: _Rows,
) -> float:
    """Return a player's chance to win between two turns, as a model judges what he sees."""
    rival = 1 - player
    live = sets[DECK] & ~sets[DRAWN] & ~sets[POCKET + player]
    own, other = sets[UP + player], sets[UP + rival]
    down, seen = numbers[DOWN + player], public_down(rival, sets, numbers)
    pocket = sets[POCKET + player]
    held, facing = count(own), count(other)
    describe(own, pocket, down, live, held, 0, model, short, play, room, 0, totals)
    describe(other, _0, seen, live, facing, SIDE, model, short, play, room, 1, totals)
    stage = stage_of(held, facing, int(numbers[DIVIDER] == player))
    return float(1 / (1 + np.exp(-value(0, 1, stage, model, totals))))


@jit(
    types.void(
        types.uint64[::1],
        types.int64[::1],
        types.uint8[::1],
        types.int64,
        types.int64,
        types.int64,
        MODEL,
        MODEL,
        types.uint64[::1],
        SHORT_TABLES,
        WORDS,
        types.int64[::1],
        types.float32[:, ::1],
        types.int64[:, ::1],
    )
)
def play_turn(
    sets: _Sets,
    numbers: _Numbers,
    stock: NDArray[np.uint8],
    top: int,
    kind: int,
    other_kind: int,
    first: _Rows,
    second: _Rows,
    state: NDArray[np.uint64],
    short: ShortTables,
    play: _Sets,
    room: _Numbers,
    totals: _Rows,
    log: NDArray[np.int64],
) -> None:
    """Play the rest of a turn, or a whole one.

    Parameters
    ----------
    stock : uint8 array
        Cards; those of turn t begin at `top` + 4 (t - 1).
    kind, other_kind : int
        What player 0 and player 1 follow: `RANDOM`, or the first or the second model.
    log : int64 array, shape (turns or 0, 8)
        Filled in unless empty: the four cards, one group of the cut, the group taken, and the
        outcomes of the chooser's and the divider's placement.
    """
    turn = numbers[TURN]
    if numbers[NEXT] == DRAW:
        for i in range(4):
            card = int(stock[top + 4 * (turn - 1) + i])
            numbers[FOUR + i] = card
            sets[DRAWN] |= bit(card)
        numbers[NEXT] = CUT
    if len(log):
        for i in range(4):
            log[turn - 1, i] = numbers[FOUR + i]
    while True:
        what = numbers[NEXT]
        if what in (DRAW, END):
            break
        divider = numbers[DIVIDER]
        player = 1 - divider if what in (CHOOSE, FIRST) else divider
        follows = other_kind if player else kind
        if follows == RANDOM:
            action = decide_at_random(player, numbers, state, room)
        elif follows == FIRST_MODEL:
            action = decide(player, sets, numbers, first, short, play, room, totals)
        else:
            action = decide(player, sets, numbers, second, short, play, room, totals)
        if len(log):
            log[turn - 1, 3 + what] = action
        act(action, sets, numbers, room)


@jit(
    types.void(
        types.uint64[::1],
        types.int64[::1],
        types.uint8[::1],
        types.int64,
        types.uint64,
        types.int64[::1],
    )
)
def begin(
    sets: _Sets,
    numbers: _Numbers,
    cards: NDArray[np.uint8],
    pocket_cards: int,
    deck: np.uint64,
    options: _Numbers,
) -> None:
    """Begin a game with the pocket cards on top of the deck; player 0 divides first."""
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


@jit(
    types.void(
        types.uint64[::1],
        types.uint8[::1],
        types.int64,
        types.boolean,
        types.int64,
        types.int64,
        MODEL,
        MODEL,
        types.int64[::1],
        SHORT_TABLES,
        WORDS,
        types.int64[:, ::1],
        types.uint8[:, ::1],
        types.int64[:, :, ::1],
    )
)
def play_games(
    state: NDArray[np.uint64],
    cards: NDArray[np.uint8],
    pocket_cards: int,
    duplicate: bool,
    kind: int,
    other_kind: int,
    first: _Rows,
    second: _Rows,
    options: _Numbers,
    short: ShortTables,
    play: _Sets,
    results: NDArray[np.int64],
    decks: NDArray[np.uint8],
    logs: NDArray[np.int64],
) -> None:
    """Play whole games.

    Parameters
    ----------
    state : uint64 array, shape (4,)
        The random numbers.
    cards : uint8 array
        The deck, in any order.
    duplicate : bool
        Whether every second game has the cards of the one before and the players change seats.
    kind, other_kind, first, second
        As in `play_turn`, of the seats in the first game. Seat 0 divides first.
    options : int64 array, shape (4,)
        What `numbers` holds from `FACE_DOWN` on.
    results : int64 array, shape (games, 4)
        Filled in: half points of the first kind of player, turns, face-up cards of both seats.
    decks : uint8 array, shape (games or 0, cards)
        Filled in: the cards in order: pockets of seat 0, of seat 1, the stock.
    logs : int64 array, shape (games or 0, 5, 8)
        See `play_turn`.
    """
    sets, numbers = np.zeros(SETS, np.uint64), np.zeros(NUMBERS, np.int64)
    room, totals = np.zeros(ROOM, np.int64), np.zeros((2 * OUTCOMES + 1, HIDDEN), np.float32)
    no_log = np.empty((0, 8), np.int64)
    deck = _0
    for card in cards:
        deck |= bit(card)
    top = 2 * pocket_cards
    for game in range(len(results)):
        swapped = duplicate and game % 2 == 1
        if not swapped:
            shuffle(state, cards, top + 4 * options[3])
        begin(sets, numbers, cards, pocket_cards, deck, options)
        zero, one = (other_kind, kind) if swapped else (kind, other_kind)
        log = logs[game] if len(logs) else no_log
        while numbers[NEXT] != END:
            play_turn(
                sets,
                numbers,
                cards,
                top,
                zero,
                one,
                first,
                second,
                state,
                short,
                play,
                room,
                totals,
                log,
            )
        half = half_points(sets, numbers, short)
        results[game, 0] = 2 - half if swapped else half
        results[game, 1] = numbers[TURN]
        results[game, 2] = count(sets[UP])
        results[game, 3] = count(sets[UP + 1])
        if len(decks):
            decks[game] = cards


@jit(
    types.int64(
        types.int64,
        types.uint64,
        types.int64,
        types.uint64[::1],
        types.int64[::1],
        SHORT_TABLES,
        WORDS,
        types.int64[::1],
    )
)
def belief_rows(
    player: int,
    pocket: np.uint64,
    down: int,
    sets: _Sets,
    numbers: _Numbers,
    short: ShortTables,
    play: _Sets,
    room: _Numbers,
) -> int:
    """Fill in the rows that describe what a player may hold, and return how many they are.

    Besides the `features` of his tableau with these pocket cards, there is a row for the rank and
    one for the suit of each: how many of them lie face up before him and how many are buried.
    """
    up, rival = sets[UP + player], sets[UP + 1 - player]
    over = numbers[NEXT] == END
    form = form_of(count(up), count(rival), over)
    live = sets[DECK] & ~sets[DRAWN] & ~pocket
    n = features(up, pocket, down, live, form, 0, short, play, room)
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
        room[FOUND + n] = BELIEF_RANKS + ((form * 13 + (card >> 2)) * 4 + gone) * 4 + same
        shift = (_U(card) & _3) << _4
        same = min(5, of_suit(up, shift, play))
        gone = min(7, of_suit(buried, shift, play))
        together = min(3, of_suit(pocket, shift, play)) - 1
        room[FOUND + n + 1] = BELIEF_SUITS + ((form * 8 + gone) * 6 + same) * 3 + together
        n += 2
    return n


@jit(
    types.float64(
        types.int64,
        types.uint64,
        types.int64,
        types.uint64[::1],
        types.int64[::1],
        MODEL,
        SHORT_TABLES,
        WORDS,
        types.int64[::1],
    )
)
def likeliness(
    player: int,
    pocket: np.uint64,
    down: int,
    sets: _Sets,
    numbers: _Numbers,
    beliefs: _Rows,
    short: ShortTables,
    play: _Sets,
    room: _Numbers,
) -> float:
    """Return how likely a player holds these cards, compared with any other unseen ones."""
    n = belief_rows(player, pocket, down, sets, numbers, short, play, room)
    slope = beliefs[SETTINGS, SLOPE]
    logit = np.float32(0)
    for h in range(HIDDEN):
        x = np.float32(0)
        for i in range(FOUND, FOUND + n):
            x += beliefs[_U(room[i]), h]
        logit += beliefs[WEIGHTS, h] * max(x, slope * x)
    return float(np.exp(np.float64(logit)))


@jit(
    types.void(
        types.int64,
        types.uint64[::1],
        types.int64,
        types.uint64[::1],
        types.int64[::1],
        MODEL,
        SHORT_TABLES,
        WORDS,
        types.float64[::1],
    )
)
def weigh(
    player: int,
    pockets: _Sets,
    down: int,
    sets: _Sets,
    numbers: _Numbers,
    beliefs: _Rows,
    short: ShortTables,
    play: _Sets,
    weights: NDArray[np.float64],
) -> None:
    """Fill in how likely a player holds each of many pocket cards, with a face-down card."""
    room = np.zeros(ROOM, np.int64)
    for i in range(len(pockets)):
        weights[i] = likeliness(player, pockets[i], down, sets, numbers, beliefs, short, play, room)


@jit(
    types.boolean(
        types.int64,
        types.uint64[::1],
        types.int64[::1],
        MODEL,
        SHORT_TABLES,
        WORDS,
        types.int64[::1],
        types.float32[:, ::1],
    )
)
def would_cut(
    player: int,
    sets: _Sets,
    numbers: _Numbers,
    model: _Rows,
    short: ShortTables,
    play: _Sets,
    room: _Numbers,
    totals: _Rows,
) -> bool:
    """Return whether the divider would cut so by a model. Nobody has placed yet."""
    what = numbers[NEXT]
    numbers[NEXT] = CUT
    cut = decide(player, sets, numbers, model, short, play, room, totals)
    numbers[NEXT] = what
    return bool(cut == numbers[GROUP] or 15 ^ cut == numbers[GROUP])


@jit(
    types.int64(
        types.uint64[::1],
        types.uint64[::1],
        types.int64[::1],
        types.uint8[::1],
        types.int64,
        types.uint64[::1],
        types.int64[::1],
        types.float64[::1],
        types.float64,
        MODEL,
        SHORT_TABLES,
        WORDS,
        types.int64[::1],
        types.float32[:, ::1],
    )
)
def imagine(
    state: NDArray[np.uint64],
    sets: _Sets,
    numbers: _Numbers,
    unseen: NDArray[np.uint8],
    player: int,
    hands: _Sets,
    downs: _Numbers,
    until: NDArray[np.float64],
    doubt: float,
    model: _Rows,
    short: ShortTables,
    play: _Sets,
    room: _Numbers,
    totals: _Rows,
) -> int:
    """Pick one of the hands that a player may hold, and return its number.

    Its cards come to the front of the unseen ones. The arguments are those of `play_on`.
    """
    pocket, down = sets[POCKET + player], numbers[DOWN + player]
    picked = 0
    for again in range(4):
        u = np.float64(draw(state) >> _U(11)) * 2.0**-53
        picked = min(np.searchsorted(until, u * until[-1], side="right"), len(hands) - 1)
        if doubt == 1 or again == 3:
            break
        sets[POCKET + player], numbers[DOWN + player] = hands[picked], downs[picked]
        fits = would_cut(player, sets, numbers, model, short, play, room, totals)
        sets[POCKET + player], numbers[DOWN + player] = pocket, down
        if fits or np.float64(draw(state) >> _U(11)) * 2.0**-53 < doubt:
            break
    front = 0
    for j in range(len(unseen)):
        if hands[picked] & bit(unseen[j]):
            unseen[j], unseen[front] = unseen[front], unseen[j]
            front += 1
    return int(picked)


@jit(
    types.void(
        types.uint64[::1],
        types.uint64[::1],
        types.int64[::1],
        types.int64[::1],
        types.uint8[::1],
        types.int64,
        types.int64,
        types.int64,
        types.int64,
        MODEL,
        MODEL,
        types.uint64[::1],
        types.int64[::1],
        types.float64[::1],
        types.float64,
        SHORT_TABLES,
        WORDS,
        types.float64[:, ::1],
    )
)
def play_on(
    state: NDArray[np.uint64],
    sets: _Sets,
    numbers: _Numbers,
    actions: _Numbers,
    unseen: NDArray[np.uint8],
    viewer: int,
    pocket_cards: int,
    last: int,
    kind: int,
    model: _Rows,
    judge: _Rows,
    hands: _Sets,
    downs: _Numbers,
    until: NDArray[np.float64],
    doubt: float,
    short: ShortTables,
    play: _Sets,
    values: NDArray[np.float64],
) -> None:
    """Play on from each of a player's actions, in the same hidden worlds.

    Parameters
    ----------
    state : uint64 array, shape (4,)
        The random numbers.
    sets, numbers : arrays
        The position, without what the viewer does not know. The candidates for the other's
        face-down card are all that he knows of it.
    actions : int64 array
        What the viewer may do.
    unseen : uint8 array
        The cards that the viewer does not see, in any order.
    viewer, pocket_cards : int
        Who acts, and how many pocket cards of the other are unseen.
    last : int
        The turn after which a model judges the position; 5 to play to the end.
    kind, model : int, Model
        What both players follow: `RANDOM` or the model.
    judge : Model
        What judges a position at the end of turn `last`.
    hands, downs : arrays
        The sets of pocket cards, with a face-down card or -1, that the other may hold. Empty if
        any unseen ones are equally likely.
    until : float64 array
        How likely they are: for each the sum of all weights up to its own.
    doubt : float
        The chance with which a hand is used although its holder would have cut in another way; 1
        if he has not cut.
    values : float64 array, shape (worlds, actions)
        Filled in: the points of the viewer, 1 for a win and one half for a draw, or the judge's
        chance.
    """
    now, where = np.zeros(SETS, np.uint64), np.zeros(NUMBERS, np.int64)
    room, totals = np.zeros(ROOM, np.int64), np.zeros((2 * OUTCOMES + 1, HIDDEN), np.float32)
    no_log = np.empty((0, 8), np.int64)
    rival = 1 - viewer
    # Where the first turn's cards would begin, if those of the next turn follow the pockets.
    top = pocket_cards - 4 * numbers[TURN]
    drawn = pocket_cards + 4 * (numbers[LAST_TURN] - numbers[TURN])
    choice = count(sets[CANDIDATES + rival])
    for world in range(len(values)):
        pocket, candidates = sets[POCKET + rival], sets[CANDIDATES + rival]
        if len(hands):
            picked = imagine(
                state,
                sets,
                numbers,
                unseen,
                rival,
                hands,
                downs,
                until,
                doubt,
                model,
                short,
                play,
                room,
                totals,
            )
            pocket, down = hands[picked], downs[picked]
            shuffle(state, unseen[pocket_cards:], drawn - pocket_cards)
        else:
            shuffle(state, unseen, drawn)
            for i in range(pocket_cards):
                pocket |= bit(unseen[i])
            if choice > 1:
                for _ in range(below(state, _U(choice))):
                    candidates &= candidates - _1
            down = highest(lowest(candidates))
        for k in range(len(actions)):
            for i in range(SETS):
                now[i] = sets[i]
            for i in range(NUMBERS):
                where[i] = numbers[i]
            now[POCKET + rival] = pocket
            where[DOWN + rival] = down
            act(actions[k], now, where, room)
            while where[NEXT] != END and where[TURN] <= last:
                play_turn(
                    now,
                    where,
                    unseen,
                    top,
                    kind,
                    kind,
                    model,
                    model,
                    state,
                    short,
                    play,
                    room,
                    totals,
                    no_log,
                )
            if where[NEXT] == END:
                half = half_points(now, where, short)
                values[world, k] = 0.5 * (2 - half if viewer else half)
            else:
                values[world, k] = chance(viewer, now, where, judge, short, play, room, totals)
