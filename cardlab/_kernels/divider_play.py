"""Divider played by compiled players: choices by a model or at random, turns, whole games.

Each choice is the best against the reply that looks best in what everybody sees: the chooser
expects the divider's best placement; the divider expects the chooser to take and to place what is
worst for him, and to take the other group the more often, the closer the two are.
divider_value.py says what a placement is worth, divider_place.py what it does.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from cardlab._kernels import divider_place as places
from cardlab._kernels.divider_model import HIDDEN, MADE_ONLY, SETTINGS, SHARPNESS
from cardlab._kernels.divider_place import (
    CANDIDATES,
    CHOOSE,
    CUT,
    DIVIDER,
    DOWN,
    DRAW,
    END,
    FIRST,
    FOUR,
    GROUP,
    LAST_TURN,
    MODEL,
    NEXT,
    OUTCOMES,
    POSITION,
    ROOM,
    SECOND,
    TABLES,
    TAKEN,
    TURN,
    UP,
    Numbers,
    Position,
    Room,
    Rows,
    Tables,
    act,
    begin,
    card_down,
    cards_up,
    count,
    draw_four,
    fill_slots,
    group_outcomes,
    half_points,
    highest,
    number,
    set_up,
)
from cardlab._kernels.divider_value import (
    Seen,
    describe,
    form_of,
    seen_of,
    stage_of,
    value,
)
from cardlab._kernels.draw import below, shuffle
from cardlab._kernels.jit import jit
from cardlab._kernels.short_hands import bit

RANDOM, FIRST_MODEL, SECOND_MODEL = 0, 1, 2
"""What a player can follow."""

_U = np.uint64
_0, _2 = _U(0), _U(2)

State = NDArray[np.uint64]
Cards = NDArray[np.uint8]

STATE = types.uint64[::1]
CARDS = types.uint8[::1]


class Players(NamedTuple):
    """What player 0 and player 1 follow: `RANDOM`, or the first or the second model."""

    kind: int
    other_kind: int
    first: Rows
    second: Rows


PLAYERS = types.NamedTuple([types.int64, types.int64, MODEL, MODEL], Players)


@jit(types.int64(types.int64, types.int64, types.int64, POSITION, MODEL, TABLES, ROOM))
def expand(
    player: int,
    viewer: int,
    group: int,
    position: Position,
    model: Rows,
    tables: Tables,
    room: Room,
) -> int:
    """List the outcomes of a group for a player and describe them, as the viewer sees him."""
    sets, numbers = position
    side = int(player != viewer)
    slots, found, done = room.slots[side], room.outcomes[side], room.done[side]
    n = group_outcomes(group, numbers, slots, found)
    now = seen_of(player, viewer, 0, position)
    last = numbers[TURN] == numbers[LAST_TURN]
    # Who has still to place gets a card more, but for a single card without a face-down one.
    other = count(sets[UP + 1 - player]) + int(numbers[NEXT] != SECOND)
    for i in range(n):
        outcome = found[i]
        if not done[outcome]:
            done[outcome] = 1
            down = card_down(outcome, slots)
            if side and outcome % 5 == 4 and down >= 0:
                down = now.down
            up = now.up | set_up(outcome, slots)
            form = form_of(count(up), other, last)
            seen = Seen(side, up, now.pocket, down, now.live, form)
            describe(seen, outcome, model, tables, room)
    return n


@jit(
    types.Tuple((types.float64, types.int64))(
        types.int64, types.int64, types.boolean, POSITION, MODEL, TABLES, ROOM
    )
)
def versus(
    player: int,
    group: int,
    chooser: bool,
    position: Position,
    model: Rows,
    tables: Tables,
    room: Room,
) -> tuple[float, int]:
    """Return what a group is worth for a player, and the outcome if he places first.

    The chooser places first and expects the reply that is worst for him; the divider expects the
    placement to which his best reply is worst.
    """
    sets, totals = position.sets, room.totals
    own, replies = room.outcomes[0], room.outcomes[1]
    rival = 1 - player
    n = expand(player, player, group, position, model, tables, room)
    if model[SETTINGS, MADE_ONLY]:  # whatever the other does
        m = 1
        replies[0] = 0
        for h in range(HIDDEN):
            totals[OUTCOMES, h] = 0
    else:
        m = expand(rival, player, 15 ^ group, position, model, tables, room)
    held, facing = count(sets[UP + player]), count(sets[UP + rival])
    picked = own[0]
    if chooser:
        best = -np.inf
        for i in range(n):
            after = held + cards_up(own[i])
            worst = np.inf
            for j in range(m):
                stage = stage_of(after, facing + cards_up(replies[j]), 1)
                worst = min(worst, value(own[i], replies[j], stage, model, totals))
                if worst <= best:
                    break
            if worst > best:
                best, picked = worst, own[i]
        return best, picked
    best = np.inf
    for j in range(m):
        after = facing + cards_up(replies[j])
        top = -np.inf
        for i in range(n):
            stage = stage_of(held + cards_up(own[i]), after, 0)
            top = max(top, value(own[i], replies[j], stage, model, totals))
            if top >= best:
                break
        best = min(top, best)
    return best, picked


@jit(types.int64(types.int64, POSITION, MODEL, TABLES, ROOM))
def last_placement(player: int, position: Position, model: Rows, tables: Tables, room: Room) -> int:
    """Return the divider's outcome, who places last."""
    sets, numbers = position
    rival = 1 - player
    n = expand(player, player, 15 ^ numbers[TAKEN], position, model, tables, room)
    held, facing = count(sets[UP + player]), count(sets[UP + rival])
    form = form_of(facing, held + 1, numbers[TURN] == numbers[LAST_TURN])
    describe(seen_of(rival, player, form, position), 0, model, tables, room)
    best, picked = -np.inf, 0
    for i in range(n):
        outcome = room.outcomes[0, i]
        stage = stage_of(held + cards_up(outcome), facing, 0)
        v = value(outcome, 0, stage, model, room.totals)
        if v > best:
            best, picked = v, outcome
    return picked


@jit(types.int64(types.int64, POSITION, MODEL, TABLES, ROOM))
def decide(player: int, position: Position, model: Rows, tables: Tables, room: Room) -> int:
    """Return a player's action by a model: one group of a cut, a group, or an outcome."""
    sets, numbers = position
    room.done[:] = 0
    fill_slots(room.slots[0], numbers[DOWN + player], numbers)
    fill_slots(room.slots[1], highest(sets[CANDIDATES + 1 - player]), numbers)
    what = numbers[NEXT]
    if what == SECOND:
        return last_placement(player, position, model, tables, room)
    if what == FIRST:
        _, outcome = versus(player, numbers[TAKEN], True, position, model, tables, room)
        return outcome
    chooser = what == CHOOSE
    sharpness = np.float64(model[SETTINGS, SHARPNESS])
    best, picked = -np.inf, 0
    for cut in range(1, 2 if chooser else 8):
        group = int(numbers[GROUP]) if chooser else cut
        a, _ = versus(player, group, chooser, position, model, tables, room)
        b, _ = versus(player, 15 ^ group, chooser, position, model, tables, room)
        if chooser:
            return group if a >= b else 15 ^ group
        gap = abs(a - b)
        v = min(a, b)
        if sharpness > 0:
            v += gap / (1 + np.exp(sharpness * gap))
        if v > best:
            best, picked = v, group
    return picked


@jit(types.int64(types.int64, POSITION, STATE, ROOM))
def decide_at_random(player: int, position: Position, state: State, room: Room) -> int:
    """Return an action, all equally likely."""
    numbers = position.numbers
    what = numbers[NEXT]
    if what == CUT:
        return number(below(state, _U(7))) + 1
    if what == CHOOSE:
        return int(15 ^ numbers[GROUP] if below(state, _2) else numbers[GROUP])
    slots, found = room.slots[0], room.outcomes[0]
    fill_slots(slots, numbers[DOWN + player], numbers)
    group = numbers[TAKEN] if what == FIRST else 15 ^ numbers[TAKEN]
    n = group_outcomes(group, numbers, slots, found)
    return int(found[number(below(state, _U(n)))])


@jit(types.void(POSITION, CARDS, types.int64, PLAYERS, STATE, TABLES, ROOM, types.int64[:, ::1]))
def play_turn(
    position: Position,
    stock: Cards,
    top: int,
    players: Players,
    state: State,
    tables: Tables,
    room: Room,
    log: Numbers,
) -> None:
    """Play the rest of a turn, or a whole one.

    Parameters
    ----------
    stock : uint8 array
        Cards; those of turn t begin at `top` + 4 (t - 1).
    log : int64 array, shape (turns or 0, 8)
        Filled in unless empty: the four cards, one group of the cut, the group taken, and the
        outcomes of the chooser's and the divider's placement.
    """
    numbers = position.numbers
    turn = numbers[TURN]
    if numbers[NEXT] == DRAW:
        draw_four(position, stock, top + 4 * (turn - 1))
    if len(log):
        for i in range(4):
            log[turn - 1, i] = numbers[FOUR + i]
    while True:
        what = numbers[NEXT]
        if what in (DRAW, END):
            break
        divider = numbers[DIVIDER]
        player = 1 - divider if what in (CHOOSE, FIRST) else divider
        follows = players.other_kind if player else players.kind
        if follows == RANDOM:
            action = decide_at_random(player, position, state, room)
        else:
            model = players.first if follows == FIRST_MODEL else players.second
            action = decide(player, position, model, tables, room)
        if len(log):
            log[turn - 1, 3 + what] = action
        act(action, position, room.slots[0])


@jit(
    types.void(
        STATE,
        CARDS,
        types.int64,
        types.boolean,
        PLAYERS,
        types.int64[::1],
        types.int64[:, ::1],
        types.uint8[:, ::1],
        types.int64[:, :, ::1],
        POSITION,
        TABLES,
        ROOM,
    )
)
def _play_games(
    state: State,
    cards: Cards,
    pocket_cards: int,
    duplicate: bool,
    players: Players,
    options: Numbers,
    results: Numbers,
    decks: Cards,
    logs: Numbers,
    position: Position,
    tables: Tables,
    room: Room,
) -> None:
    sets, numbers = position
    kind, other_kind, first, second = players
    no_log = room.outcomes[:0]
    deck = _0
    for card in cards:
        deck |= bit(card)
    top = 2 * pocket_cards
    for game in range(len(results)):
        swapped = duplicate and game % 2 == 1
        if not swapped:
            shuffle(state, cards, top + 4 * options[3])
        begin(position, cards, pocket_cards, deck, options)
        zero, one = (other_kind, kind) if swapped else (kind, other_kind)
        seats = Players(zero, one, first, second)
        log = logs[game] if len(logs) else no_log
        while numbers[NEXT] != END:
            play_turn(position, cards, top, seats, state, tables, room, log)
        half = half_points(position, tables.short)
        results[game, 0] = 2 - half if swapped else half
        results[game, 1] = numbers[TURN]
        results[game, 2] = count(sets[UP])
        results[game, 3] = count(sets[UP + 1])
        if len(decks):
            for i in range(len(cards)):
                decks[game, i] = cards[i]


def play_games(
    state: State,
    cards: Cards,
    pocket_cards: int,
    duplicate: bool,
    players: Players,
    options: Numbers,
    results: Numbers,
    decks: Cards,
    logs: Numbers,
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
    players : Players
        In the seats of the first game. Seat 0 divides first.
    options : int64 array, shape (4,)
        What a position's `numbers` hold from `FACE_DOWN` on.
    results : int64 array, shape (games, 4)
        Filled in: half points of the first kind of player, turns, face-up cards of both seats.
    decks : uint8 array, shape (games or 0, cards)
        Filled in: the cards in order: pockets of seat 0, of seat 1, the stock.
    logs : int64 array, shape (games or 0, 5, 8)
        See `play_turn`.
    """
    given = state, cards, pocket_cards, duplicate, players, options, results, decks, logs
    _play_games(*given, places.blank(), places.tables(), places.room())
