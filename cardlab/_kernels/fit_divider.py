"""Fit the models of Divider's players to games they play against themselves.

Run ``python -m cardlab._kernels.fit_divider`` after a change to the features in divider_value.py;
it writes divider_models.npz and prints what it measures. Nothing else imports this file.

Two models value a position at the end of a turn. They start from games between players who only
compare made hands, and go through some rounds of playing and fitting. In most of the games one
turn is played by chance, and in some one player does all by chance, so that the models also see
what they would not do; what happens before that turn, and the view of that player, are not used.

- The *club* model has one column and no bend: a logistic regression.
- The *network* has all columns.
- The *beliefs* tell hands that players hold from others that they might hold as far as their
  opponents can see. By Bayes' rule the odds are how much likelier a hand is than any other.

All are fitted by stochastic gradient descent on the logarithmic loss, with a step size for each
number by the squares of its gradients so far (Adagrad), falling to nothing in the end.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from cardlab import hands
from cardlab._kernels import divider_place as places
from cardlab._kernels.divider_model import (
    HIDDEN,
    MOST,
    PATH,
    ROWS,
    SETTINGS,
    SLOPE,
    STRENGTHS,
    WEIGHTS,
)
from cardlab._kernels.divider_model import model as load_model
from cardlab._kernels.divider_place import (
    CANDIDATES,
    DOWN,
    DRAWN,
    END,
    MODEL,
    NEXT,
    POCKET,
    POSITION,
    ROOM,
    TABLES,
    TURN,
    UP,
    Position,
    Room,
    Tables,
    begin,
    count,
    half_points,
    highest,
    number,
)
from cardlab._kernels.divider_play import CARDS, RANDOM, STATE, Players, play_turn
from cardlab._kernels.divider_value import belief_rows, features, form_of, seen_of, stage_of
from cardlab._kernels.draw import below, shuffle
from cardlab._kernels.jit import inlined, jit
from cardlab._kernels.short_hands import bit, lowest

_U = np.uint64
_0, _1 = _U(0), _U(1)

EXPLORE, WEAK = 800, 150
"""Of 1,000 games, those with a turn that is played by chance, and those with a player who does all
by chance."""

ROUNDS = {
    "face_up": (400_000, 600_000, 2_500_000),
    "face_down": (400_000, 600_000, 2_500_000),
}
"""For each reading of the rules the positions in each round of playing and fitting."""

HELD = 3_000_000
"""The hands that the beliefs are fitted to."""

RATE = 0.1
"""The step size at first."""

Model = NDArray[np.float32]

Examples = tuple[NDArray[np.uint16], NDArray[np.uint8], NDArray[np.float32]]
"""Positions or hands to fit a model to: the rows of each, how many they are, and the points."""

EXAMPLES = types.Tuple((types.uint16[:, ::1], types.uint8[::1], types.float32[::1]))

RECORDER = types.int64(
    STATE, CARDS, MODEL, MODEL, types.int64[::1], EXAMPLES, POSITION, TABLES, ROOM
)
"""The signature of the functions that play games and record examples."""


@inlined
def deal(
    state: NDArray[np.uint64],
    cards: NDArray[np.uint8],
    options: NDArray[np.int64],
    position: Position,
) -> None:
    """Begin a game with cards at random."""
    deck = _0
    for card in cards:
        deck |= bit(card)
    shuffle(state, cards, 26)
    begin(position, cards, 3, deck, options)


@jit(types.int64(types.int64, types.int64, POSITION, TABLES, types.int64[::1], types.uint16[::1]))
def view_rows(
    player: int,
    divider: int,
    position: Position,
    tables: Tables,
    found: NDArray[np.int64],
    rows: NDArray[np.uint16],
) -> int:
    """Fill in the rows of a player's view at the end of a turn, and return how many they are."""
    sets, numbers = position
    rival = 1 - player
    held, facing = count(sets[UP + player]), count(sets[UP + rival])
    over = numbers[NEXT] == END
    size = features(seen_of(player, player, form_of(held, facing, over), position), tables, found)
    for i in range(size):
        rows[i] = found[i]
    more = features(seen_of(rival, player, form_of(facing, held, over), position), tables, found)
    for i in range(more):
        rows[size + i] = found[i]
    rows[size + more] = stage_of(held, facing, int(player != divider))
    return size + more + 1


@jit(RECORDER)
def record(
    state: NDArray[np.uint64],
    cards: NDArray[np.uint8],
    first: Model,
    second: Model,
    options: NDArray[np.int64],
    examples: Examples,
    position: Position,
    tables: Tables,
    room: Room,
) -> int:
    """Play games until there is no more room for positions; return how many there are.

    Of 1,000 games `EXPLORE` have one turn that one or both players play by chance; only what
    follows is recorded. In `WEAK` of 1,000 one player does all by chance; his view is not recorded.
    Each position at the end of a turn is described for each player, by the rows of his view and by
    his points.
    """
    numbers = position.numbers
    rows, sizes, points = examples
    no_log = room.outcomes[:0]
    n = 0
    while n + 10 <= len(rows):
        deal(state, cards, options, position)
        odd = 0
        if below(state, _U(1000)) < _U(EXPLORE):
            odd = number(below(state, _U(4))) + 1
        who = below(state, _U(3))
        start = n
        kind = 1 + number(below(state, _U(2)))
        other = 1 + number(below(state, _U(2)))
        chance = -1  # the player who does all by chance
        if below(state, _U(1000)) < _U(WEAK):
            chance = number(below(state, _U(2)))
        while numbers[NEXT] != END:
            turn = numbers[TURN]
            first_guesses, second_guesses = chance == 0, chance == 1
            if turn == odd:
                first_guesses, second_guesses = who != _U(1), who != _U(0)
            a, b = RANDOM if first_guesses else kind, RANDOM if second_guesses else other
            players = Players(a, b, first, second)
            play_turn(position, cards, 6, players, state, tables, room, no_log)
            if turn < odd:
                continue
            divider = (turn + 1) & 1
            for player in range(2):
                if player == chance:
                    continue
                sizes[n] = view_rows(player, divider, position, tables, room.rows, rows[n])
                points[n] = player
                n += 1
        half = half_points(position, tables.short)
        for i in range(start, n):
            points[i] = 0.5 * half if points[i] == 0 else 1 - 0.5 * half
    return n


@inlined
def guess(
    state: NDArray[np.uint64], player: int, hidden: NDArray[np.uint8], position: Position
) -> tuple[np.uint64, int]:
    """Return pocket cards and a face-down card that a player may hold as far as others can see."""
    shuffle(state, hidden, 3)
    pocket, down = _0, position.numbers[DOWN + player]
    for i in range(3):
        pocket |= bit(hidden[i])
    candidates = position.sets[CANDIDATES + player]
    if candidates:
        for _ in range(below(state, _U(count(candidates)))):
            candidates &= candidates - _1
        down = highest(lowest(candidates))
    return pocket, down


@jit(RECORDER, allocates=True)
def record_hands(
    state: NDArray[np.uint64],
    cards: NDArray[np.uint8],
    first: Model,
    second: Model,
    options: NDArray[np.int64],
    examples: Examples,
    position: Position,
    tables: Tables,
    room: Room,
) -> int:
    """Play games until there is no more room for hands; return how many there are.

    After each turn what a player holds is described, with 1 point, and next to it what he might
    hold as well as far as the other can see, with none: any unseen pocket cards, and any of the
    cards that his face-down card can be.
    """
    sets, numbers = position
    rows, sizes, points = examples
    no_log = room.outcomes[:0]
    unseen = np.zeros(52, np.uint8)
    n = 0
    while n + 20 <= len(rows):
        deal(state, cards, options, position)
        kind = 1 + number(below(state, _U(2)))
        other = 1 + number(below(state, _U(2)))
        players = Players(kind, other, first, second)
        while numbers[NEXT] != END:
            play_turn(position, cards, 6, players, state, tables, room, no_log)
            for player in range(2):
                gone = sets[DRAWN] | sets[POCKET + 1 - player]
                size = 0
                for card in cards:
                    if not gone & bit(card):
                        unseen[size] = card
                        size += 1
                for holds in range(2):
                    pocket, down = sets[POCKET + player], numbers[DOWN + player]
                    if not holds:
                        pocket, down = guess(state, player, unseen[:size], position)
                    sizes[n] = belief_rows(player, pocket, down, position, tables, room.rows)
                    for i in range(sizes[n]):
                        rows[n, i] = room.rows[i]
                    points[n] = holds
                    n += 1
    return n


@jit(
    types.float64(
        EXAMPLES,
        types.int64[::1],
        types.float32[:, ::1],
        types.float32[:, ::1],
        types.int64,
        types.float64,
        types.float64,
    ),
    allocates=True,
)
def descend(
    examples: Examples,
    order: NDArray[np.int64],
    model: Model,
    squares: Model,
    columns: int,
    begin: float,
    end: float,
) -> float:
    """Go once through the examples, in the order given; return the mean loss before each step.

    Only the first `columns` columns of the model are fitted. The step size goes from `begin` to
    `end` in equal steps. A step size of 0 only measures.
    """
    rows, sizes, points = examples
    slope = model[SETTINGS, SLOPE]
    total = np.zeros(HIDDEN, np.float32)
    bent = np.zeros(HIDDEN, np.float32)
    loss = 0.0
    for step in range(len(order)):
        s = order[step]
        for h in range(HIDDEN):
            total[h] = 0
        for i in range(sizes[s]):
            r = rows[s, i]
            for h in range(HIDDEN):
                total[h] += model[r, h]
        logit = np.float32(0)
        for h in range(columns):
            bent[h] = max(total[h], slope * total[h])
            logit += model[WEIGHTS, h] * bent[h]
        chance = 1 / (1 + np.exp(-np.float64(logit)))
        y = np.float64(points[s])
        clipped = min(max(chance, 1e-6), 1 - 1e-6)
        loss -= y * np.log(clipped) + (1 - y) * np.log(1 - clipped)
        rate = np.float32(begin + (end - begin) * step / len(order))
        if rate == 0:
            continue
        error = np.float32(chance - y)
        for h in range(columns):
            back = error * model[WEIGHTS, h]
            if total[h] < 0:
                back *= slope
            if columns > 1:
                g = error * bent[h]
                squares[WEIGHTS, h] += g * g
                model[WEIGHTS, h] -= rate * g / np.sqrt(squares[WEIGHTS, h] + np.float32(1e-8))
            total[h] = back
        for h in range(columns, HIDDEN):
            total[h] = 0
        for i in range(sizes[s]):
            r = rows[s, i]
            for h in range(HIDDEN):
                g = total[h]
                squares[r, h] += g * g
                model[r, h] -= rate * g / np.sqrt(squares[r, h] + np.float32(1e-8))
    return float(loss / len(order))


def blank(columns: int, rng: np.random.Generator) -> Model:
    """Return a model before it is fitted."""
    model = np.zeros((ROWS, HIDDEN), np.float32)
    if columns == 1:
        model[WEIGHTS, 0] = model[SETTINGS, SLOPE] = 1
        return model
    model[:WEIGHTS] = rng.normal(0, 0.05, (WEIGHTS, HIDDEN))
    model[WEIGHTS] = np.where(np.arange(HIDDEN) % 2, -0.5, 0.5)
    model[SETTINGS, SLOPE] = 0.1
    return model


def recorded(
    recorder: Callable[..., int],
    width: int,
    models: tuple[Model, Model],
    face_down: bool,
    n: int,
    rng: np.random.Generator,
) -> Examples:
    """Return about n examples of up to so many rows, from games between two models."""
    rows, sizes = np.zeros((n, width), np.uint16), np.zeros(n, np.uint8)
    points = np.zeros(n, np.float32)
    n = recorder(
        stream(rng),
        np.arange(52, dtype=np.uint8),
        *map(frozen, models),
        np.array([face_down, 0, 0, 5], np.int64),
        (rows, sizes, points),
        places.blank(),
        places.tables(),
        places.room(),
    )
    return rows[:n], sizes[:n], points[:n]


positions = partial(recorded, record, 2 * MOST + 1)
"""Return about n positions of games in which each player follows one of two models: the rows of
both sides and of the stage."""

hands_held = partial(recorded, record_hands, MOST)
"""Return about n hands, half of them held in games between two models, half of them not."""


def stream(rng: np.random.Generator) -> NDArray[np.uint64]:
    """Return the state of a kernel's random numbers."""
    seed = np.random.SeedSequence(int(rng.integers(2**63)))
    return seed.generate_state(4, np.uint64).astype(np.uint64)


def frozen(model: Model) -> Model:
    """Return a copy that a kernel accepts."""
    copy = model.copy()
    copy.flags.writeable = False
    return copy


def fit(model: Model, columns: int, data: Examples, rng: np.random.Generator, epochs: int) -> None:
    """Fit a model to examples; the last twentieth is kept to measure the loss."""
    cut = len(data[2]) * 19 // 20
    squares = np.full((ROWS, HIDDEN), 1e-2, np.float32)
    kept = np.arange(cut, len(data[2]))
    for epoch in range(epochs):
        begin, end = RATE * (1 - epoch / epochs), RATE * (1 - (epoch + 1) / epochs)
        order = rng.permutation(cut)
        loss = descend(data, order, model, squares, columns, begin, end)
        test = descend(data, kept, model, squares, columns, 0, 0)
        print(f"  columns {columns}, epoch {epoch}: loss {loss:.5f}, kept {test:.5f}", flush=True)


def fitted(reading: str, seed: int, scale: float) -> dict[str, Model]:
    """Return the models for a reading of the rules."""
    face_down = reading == "face_down"
    rng = np.random.default_rng((seed, face_down))
    club, network, beliefs = blank(1, rng), blank(HIDDEN, rng), blank(HIDDEN, rng)
    players = (load_model("greedy", face_down),) * 2
    for n in ROUNDS[reading]:
        data = positions(players, face_down, int(scale * n), rng)
        print(f"{reading}: {len(data[2]):,} positions", flush=True)
        fit(club, 1, data, rng, epochs=2)
        fit(network, HIDDEN, data, rng, epochs=2)
        players = network, club
    fit(beliefs, HIDDEN, hands_held(players, face_down, int(scale * HELD), rng), rng, epochs=2)
    named = {"club": club, "network": network, "beliefs": beliefs}
    return {f"{name}_{reading}": model for name, model in named.items()}


def hands_by_rank() -> NDArray[np.uint32]:
    """Return what `play_tables` says of each strength."""
    found = np.zeros(STRENGTHS, np.uint32)
    for (category, by_rank), strength in hands._strengths().items():
        first, *rest = dict.fromkeys(rank + 1 for rank in by_rank)
        second = rest[0] if rest else 0
        found[strength] = 256 * (14 * category + first) + 14 * category + second
    return found


def save(models: dict[str, Model], note: str) -> None:
    """Write the models, rounded to 16 bits."""
    small = {
        name: (model[:, :1] if name.startswith("club") else model).astype(np.float16)
        for name, model in models.items()
    }
    np.savez_compressed(
        PATH, allow_pickle=False, note=np.array(note), hands=hands_by_rank(), **small
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the models of Divider's players.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--scale", type=float, default=1.0, help="how many positions, against what is usual"
    )
    given = parser.parse_args()
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        work = partial(fitted, seed=given.seed, scale=given.scale)
        up, down = pool.map(work, ROUNDS)
    note = f"fit_divider --seed {given.seed} --scale {given.scale:g}; Numba {numba.__version__}"
    save(up | down, note)


if __name__ == "__main__":
    main()
