"""The rest of a game of Divider from any position, played on in hidden worlds.

What the player to act does not know is dealt at random, or picked from what the other may hold by
how likely it is. All his actions are tried in the same worlds, so that chance hits them alike.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import types
from numpy.typing import NDArray

from cardlab._kernels import divider_place as places
from cardlab._kernels.divider_place import (
    CANDIDATES,
    CUT,
    DOWN,
    END,
    GROUP,
    LAST_TURN,
    MODEL,
    NEXT,
    NUMBERS,
    POCKET,
    POSITION,
    ROOM,
    SETS,
    TABLES,
    TURN,
    Numbers,
    Position,
    Room,
    Rows,
    Tables,
    Words,
    act,
    count,
    half_points,
    highest,
)
from cardlab._kernels.divider_play import (
    CARDS,
    PLAYERS,
    STATE,
    Cards,
    Players,
    State,
    decide,
    play_turn,
)
from cardlab._kernels.divider_value import chance
from cardlab._kernels.draw import below, draw, shuffle
from cardlab._kernels.jit import inlined, jit
from cardlab._kernels.short_hands import bit, lowest

_U = np.uint64
_1, _11 = _U(1), _U(11)

_Floats = NDArray[np.float64]


class Held(NamedTuple):
    """What the player who does not act may hold. Empty if any unseen cards are equally likely."""

    pockets: Words
    """Sets of pocket cards."""
    downs: Numbers
    """With each a face-down card, -1 for none."""
    until: _Floats
    """How likely they are: for each the sum of all weights up to its own."""
    doubt: float
    """The chance with which one is used although its holder would have cut in another way; 1 if he
    has not cut."""


HELD = types.NamedTuple(
    [types.uint64[::1], types.int64[::1], types.float64[::1], types.float64], Held
)


@jit(types.boolean(types.int64, POSITION, MODEL, TABLES, ROOM))
def would_cut(player: int, position: Position, model: Rows, tables: Tables, room: Room) -> bool:
    """Return whether the divider would cut so by a model. Nobody has placed yet."""
    numbers = position.numbers
    what = numbers[NEXT]
    numbers[NEXT] = CUT
    cut = decide(player, position, model, tables, room)
    numbers[NEXT] = what
    return bool(cut == numbers[GROUP] or 15 ^ cut == numbers[GROUP])


@inlined
def uniform(state: State) -> float:
    """Return a random number from 0 to 1."""
    return np.float64(draw(state) >> _11) * 2.0**-53


@jit(types.int64(STATE, POSITION, CARDS, types.int64, HELD, MODEL, TABLES, ROOM))
def imagine(
    state: State,
    position: Position,
    unseen: Cards,
    player: int,
    held: Held,
    model: Rows,
    tables: Tables,
    room: Room,
) -> int:
    """Pick one of the hands that a player may hold, and return its number.

    Its cards come to the front of the unseen ones.
    """
    sets, numbers = position
    pockets, downs, until, doubt = held
    pocket, down = sets[POCKET + player], numbers[DOWN + player]
    picked = 0
    for again in range(4):
        u = uniform(state)
        picked = min(np.searchsorted(until, u * until[-1], side="right"), len(pockets) - 1)
        if doubt == 1 or again == 3:
            break
        sets[POCKET + player], numbers[DOWN + player] = pockets[picked], downs[picked]
        fits = would_cut(player, position, model, tables, room)
        sets[POCKET + player], numbers[DOWN + player] = pocket, down
        if fits or uniform(state) < doubt:
            break
    front = 0
    for j in range(len(unseen)):
        if pockets[picked] & bit(unseen[j]):
            unseen[j], unseen[front] = unseen[front], unseen[j]
            front += 1
    return int(picked)


@jit(
    types.void(
        STATE,
        POSITION,
        types.int64[::1],
        CARDS,
        types.int64,
        types.int64,
        types.int64,
        PLAYERS,
        MODEL,
        HELD,
        types.float64[:, ::1],
        POSITION,
        TABLES,
        ROOM,
    )
)
def _play_on(
    state: State,
    position: Position,
    actions: Numbers,
    unseen: Cards,
    viewer: int,
    pocket_cards: int,
    last: int,
    players: Players,
    judge: Rows,
    held: Held,
    values: _Floats,
    now: Position,
    tables: Tables,
    room: Room,
) -> None:
    sets, numbers = position
    rival = 1 - viewer
    no_log = room.outcomes[:0]
    # Where the first turn's cards would begin, if those of the next turn follow the pockets.
    top = pocket_cards - 4 * numbers[TURN]
    drawn = pocket_cards + 4 * (numbers[LAST_TURN] - numbers[TURN])
    choice = count(sets[CANDIDATES + rival])
    for world in range(len(values)):
        pocket, candidates = sets[POCKET + rival], sets[CANDIDATES + rival]
        if len(held.pockets):
            picked = imagine(state, position, unseen, rival, held, players.first, tables, room)
            pocket, down = held.pockets[picked], held.downs[picked]
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
                now.sets[i] = sets[i]
            for i in range(NUMBERS):
                now.numbers[i] = numbers[i]
            now.sets[POCKET + rival] = pocket
            now.numbers[DOWN + rival] = down
            act(actions[k], now, room.slots[0])
            while now.numbers[NEXT] != END and now.numbers[TURN] <= last:
                play_turn(now, unseen, top, players, state, tables, room, no_log)
            if now.numbers[NEXT] == END:
                half = half_points(now, tables.short)
                values[world, k] = 0.5 * (2 - half if viewer else half)
            else:
                values[world, k] = chance(viewer, now, judge, tables, room)


def play_on(
    state: State,
    position: Position,
    actions: Numbers,
    unseen: Cards,
    viewer: int,
    pocket_cards: int,
    last: int,
    players: Players,
    judge: Rows,
    held: Held,
    values: _Floats,
) -> None:
    """Play on from each of a player's actions, in the same hidden worlds.

    Parameters
    ----------
    state : uint64 array, shape (4,)
        The random numbers.
    position : Position
        Without what the viewer does not know. The candidates for the other's face-down card are all
        that he knows of it.
    actions : int64 array
        What the viewer may do.
    unseen : uint8 array
        The cards that the viewer does not see, in any order.
    viewer, pocket_cards : int
        Who acts, and how many pocket cards of the other are unseen.
    last : int
        The turn after which a model judges the position; 5 to play to the end.
    players : Players
        What both follow. The first model also says how the holder of a hand would have cut.
    judge : Model
        What judges a position at the end of turn `last`.
    held : Held
        What the other may hold.
    values : float64 array, shape (worlds, actions)
        Filled in: the points of the viewer, 1 for a win and one half for a draw, or the judge's
        chance.
    """
    given = state, position, actions, unseen, viewer, pocket_cards, last, players, judge, held
    _play_on(*given, values, places.blank(), places.tables(), places.room())
