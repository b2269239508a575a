"""Seven-card stud hi/lo by chance: deal what is not known, many times, and share the pots.

`Matchup` checks its cards and comes here for `Matchup.simulate`. The exact counts of
three_way.py are tallied in the same way.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from cardlab import _kernels, look, sampling
from cardlab.cards import DECK, Card
from cardlab.errors import InvalidInput, short, whole
from cardlab.results import Estimate
from cardlab.sampling import Progress, Run, Sampler

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

Seats = tuple[tuple[Card, ...], ...]
"""The cards known of each seat."""

Ranges = Mapping[int, Mapping[tuple[Card, Card], int]]
"""Which two hole cards a seat (by number, from 0) may hold, and the weight of each pair.

The hole cards are among those that are not known of the seat. A pair stands in one order only.
Pairs with a card that is known to be elsewhere are left out."""

UNIT = 840
"""A pot in the units of `Tally.shares`: it can be halved, and a half shared by up to seven seats.

More than four never tie: all have the same ranks, at most one of them in the common card."""

OUTCOMES = {
    "scoop": ((2, 2), (2, 3)),
    "three_quarter": ((2, 1), (1, 2)),
    "split": ((2, 0), (0, 2)),
    "high_only": ((2, 0),),
    "low_only": ((0, 2),),
    "chop": ((1, 1), (1, 3)),
    "quarter": ((1, 0), (0, 1)),
    "nothing": ((0, 0), (0, 3)),
    "no_low": ((0, 3), (1, 3), (2, 3)),
}
"""What `Sampled.chance` can tell: cells (high, low) of `Tally.table`, named as in `HiLoTable`.

"three_quarter" is one half alone and a part of the other; "split" one half alone and nothing else;
"chop" a part of both halves, or of the whole pot if there is no low; "quarter" a part of one half
and nothing else. With two seats these shares are what they are called; with more, three seats that
tie for a half get a sixth each."""

_HIGHS, _LOWS = 9, 10
_NOBODY = 9
_BLOCK = 65_536  # deals in a block of the compiled kernel: some 2 to 5 milliseconds
_PLAIN_BLOCK = 8_192
_CARDS_ALONE = 6_000_000  # as many cards are dealt in about 20 milliseconds
_HEAVIEST = 2**32


@dataclass(frozen=True)
class Tally:
    """How the pots of many deals were shared, seat by seat.

    Parameters
    ----------
    counts : tuple of tuples of tuples of int
        ``counts[seat][h][l]`` is the number of deals in which the seat is one of h with the best
        high hand (0: it has no part in that half) and one of l with the best low (0: it has none,
        9: nobody qualifies).
    """

    counts: tuple[tuple[tuple[int, ...], ...], ...]

    @classmethod
    def of(cls, counts: NDArray[np.int64]) -> Tally:
        """Return the tally of an array of shape (seats, 90)."""
        rows = counts.reshape(len(counts), _HIGHS, _LOWS).tolist()
        return cls(tuple(tuple(tuple(row) for row in seat) for seat in rows))

    @property
    def deals(self) -> int:
        """The number of deals; with weighted ranges, their weight."""
        return sum(map(sum, self.counts[0]))

    @property
    def shares(self) -> tuple[int, ...]:
        """What each seat won in all deals, in 1/840 of a pot. Together that is 840 a deal."""
        return tuple(self._sum(seat, share) for seat in range(len(self.counts)))

    @property
    def squares(self) -> tuple[int, ...]:
        """The sums of the squares of what each seat won in a deal, in (1/840 of a pot)**2."""
        return tuple(
            self._sum(seat, lambda high, low: share(high, low) ** 2)
            for seat in range(len(self.counts))
        )

    def table(self, seat: int = 0) -> tuple[tuple[int, int, int, int], ...]:
        """Return a seat's deals as 3 x 4 counts.

        Rows: the high half lost, tied, won alone. Columns: the low half lost, tied, won alone,
        nobody qualifies.
        """
        cells = [[0] * 4 for _ in range(3)]
        for high, low, count in self._cells(seat):
            cells[_fate(high)][3 if low == _NOBODY else _fate(low)] += count
        return tuple((lost, tied, won, nobody) for lost, tied, won, nobody in cells)

    def _cells(self, seat: int) -> Iterator[tuple[int, int, int]]:
        for high, row in enumerate(self.counts[seat]):
            for low, count in enumerate(row):
                if count:
                    yield high, low, count

    def _sum(self, seat: int, worth: Callable[[int, int], int]) -> int:
        return sum(count * worth(high, low) for high, low, count in self._cells(seat))


def _fate(holders: int) -> int:
    """Return 0 for a half that is lost, 1 for one that is tied, 2 for one that is won alone."""
    return min(holders, 1) + (holders == 1)


def share(high: int, low: int) -> int:
    """Return what a seat wins, in 1/840 of a pot, if it is one of so many as in `Tally`."""
    pot = UNIT if low == _NOBODY else UNIT // 2
    return (pot // high if high else 0) + (pot // low if 0 < low < _NOBODY else 0)


@dataclass(frozen=True, repr=False)
class Sampled:
    """What `simulate` returns.

    Parameters
    ----------
    tally : Tally
        How the pots of the sample were shared.
    seed : int
        The seed that repeats it.
    seconds : float
        How long it took; not compared by ``==``.
    """

    tally: Tally
    seed: int
    seconds: float = field(default=0.0, compare=False)

    @classmethod
    def of(cls, done: Run[NDArray[np.int64]]) -> Sampled:
        """Return the result of a run."""
        return cls(Tally.of(done.total), done.seed, done.seconds)

    @property
    def n(self) -> int:
        """The number of deals."""
        return self.tally.deals

    @property
    def equities(self) -> tuple[Estimate, ...]:
        """Each seat's share of the pot."""
        return tuple(
            self._share(*sums) for sums in zip(self.tally.shares, self.tally.squares, strict=True)
        )

    def chance(self, outcome: str, seat: int = 0) -> Estimate:
        """Return the estimated chance of one of the `OUTCOMES` for a seat.

        Raises
        ------
        InvalidInput
            If there is no such outcome or seat.
        """
        given: object = outcome  # perhaps nothing that has a hash
        if not isinstance(given, str) or given not in OUTCOMES:
            message = f"outcome must be one of {', '.join(OUTCOMES)}, not {short(outcome)}"
            raise InvalidInput(message)
        table = self.tally.table(whole("seat", seat, 0, len(self.tally.counts) - 1))
        deals = sum(table[high][low] for high, low in OUTCOMES[outcome])
        return Estimate.of_proportion(deals, self.n, seed=self.seed, seconds=self.seconds)

    def to_frame(self) -> pd.DataFrame:
        """Return a row for each seat: equity with its standard error, and each outcome's chance."""
        import pandas as pd

        rows = [
            {
                "equity": equity.value,
                "standard_error": equity.standard_error,
                **{outcome: self.chance(outcome, seat).value for outcome in OUTCOMES},
            }
            for seat, equity in enumerate(self.equities)
        ]
        return pd.DataFrame(rows).rename_axis("seat")

    def __repr__(self) -> str:
        return f"Sampled(n={self.n}, seed={self.seed}, equities={self.equities})"

    def __str__(self) -> str:
        lines = [f"seat {seat}: {equity}" for seat, equity in enumerate(self.equities)]
        return "\n".join([*lines, f"seed {self.seed}"])

    def _repr_html_(self) -> str:
        rows = []
        for seat, equity in enumerate(self.equities):
            low, high = map(look.decimals, equity.interval())
            chances = (self.chance(outcome, seat).value for outcome in OUTCOMES)
            cells = (look.decimals(equity.value), f"{low} to {high}", *map(look.decimals, chances))
            rows.append((str(seat), *cells))
        heading = (
            "seat",
            "equity",
            "95 % interval",
            *(name.replace("_", " ") for name in OUTCOMES),
        )
        note = f"n = {self.n:,}, seed {self.seed}"
        return look.frame(look.table(heading, rows) + look.chip("sampled", note))

    def _share(self, total: int, squares: int) -> Estimate:
        units = Estimate.of_mean(total, squares, self.n, seed=self.seed)
        value, error = units.value / UNIT, units.standard_error / UNIT
        return Estimate(value, error, self.n, self.seed, self.seconds)


def simulate(
    seats: Seats,
    dead: tuple[Card, ...],
    n: int,
    *,
    common: Card | None = None,
    ranges: Ranges | None = None,
    rng: int | np.random.Generator | None = None,
    executor: Executor | None = None,
    progress: Progress = False,
) -> Sampled:
    """Deal what is not known `n` times and share the pots.

    Parameters
    ----------
    seats : tuple of tuples of Card
        The cards known of each of 2 to 8 seats, at most seven.
    dead : tuple of Card
        Other cards that have been seen. No card may stand twice.
    common : Card, optional
        The common card, if it is known; seats then hold up to six cards besides. A common card is
        dealt in any case if the unseen cards are too few to bring every seat to seven cards.
    ranges : Ranges, optional
        Each combination of pairs that fit together is as likely as the product of their weights.
        It is found by trying: all seats choose by weight, and if a card is chosen twice, all
        choose again.
    n, rng, executor, progress
        As in `cardlab.sampling.run`, except that with no executor more than some 20 milliseconds
        of work are spread over as many threads as there are processors. The answer is the same.

    Returns
    -------
    Sampled

    Raises
    ------
    InvalidInput
        If the cards do not suffice, a range does not fit, or `n` or the seed is not a whole number
        in range.

    Notes
    -----
    Compiled by Numba where it is installed, else in NumPy, which is slower and draws other random
    numbers.

    Examples
    --------
    >>> from cardlab.cards import parse
    >>> seats = parse("As 2h 3d"), parse("Kc Kd Qh"), parse("7s 8s 9s")
    >>> sampled = simulate(seats, (), 100_000, rng=1)
    >>> print(sampled)
    seat 0: 0.3746, 95 % interval 0.3725 to 0.3768 (n = 100,000)
    seat 1: 0.2838, 95 % interval 0.2815 to 0.2861 (n = 100,000)
    seat 2: 0.3415, 95 % interval 0.3391 to 0.3440 (n = 100,000)
    seed 1
    >>> print(sampled.chance("scoop"))
    0.1538, 95 % interval 0.1515 to 0.1560 (n = 100,000)
    """
    n = whole("n", n, 1, sampling.MOST)
    sampling._check_helpers(executor, progress)
    spot = Spot.of(seats, dead, common, ranges)
    with _workers(executor, spot, n) as workers:
        return sampler(spot).run(n, rng=rng, executor=workers, progress=progress)


def sampler(spot: Spot) -> Sampler[NDArray[np.int64], Sampled]:
    """Return how pots are sampled."""
    if _kernels.ready():
        return Sampler(partial(_compiled_block, spot), _BLOCK, Sampled.of)
    return Sampler(partial(_plain_block, spot), _PLAIN_BLOCK, Sampled.of)


@contextmanager
def _workers(executor: Executor | None, spot: Spot, n: int) -> Iterator[Executor | None]:
    """Give threads to work that is worth it, unless the caller has brought an executor."""
    if executor is not None or not _kernels.compiled or n * spot.to_come < _CARDS_ALONE:
        yield executor
    else:
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            yield threads


@dataclass(frozen=True)
class Spot:
    """What is known in a hand of stud, and which cards of a deal go to which seat.

    A deal is a sequence of `to_come` unseen cards: first the hole cards of seats with ranges, then
    the other cards of the first seat, of the second, and so on, then a common card if one is due.
    """

    seats: Seats
    """The cards known of each seat, the common card among them."""
    unseen: tuple[Card, ...]
    places: tuple[tuple[int, ...], ...]
    """Which cards of a deal each seat uses; with those known it has seven."""
    to_come: int
    common: bool
    """Whether the last card of a deal is a common card."""
    ranges: dict[int, dict[tuple[Card, Card], int]]
    """The pairs with a weight above 0 of unseen cards, by seat in order."""

    @classmethod
    def of(
        cls,
        seats: Seats,
        dead: tuple[Card, ...],
        common: Card | None = None,
        ranges: Ranges | None = None,
    ) -> Spot:
        """Return the spot; raise InvalidInput if the cards or a range do not fit."""
        if common is not None:
            seats = tuple((*seat, common) for seat in seats)
        seen = {*dead, *(card for seat in seats for card in seat)}
        unseen = tuple(card for card in DECK if card not in seen)
        own = [7 - len(seat) for seat in seats]
        share_one = sum(own) > len(unseen)
        if share_one:
            own = [cards - 1 for cards in own]
        to_come = sum(own) + share_one
        if to_come > len(unseen) or min(own) < 0:
            message = (
                f"seats: {len(seats)} seats cannot all get to seven cards, even with a common card"
                f", because only {len(unseen)} cards are unseen"
            )
            raise InvalidInput(message)
        fitting = {
            seat: _fitting(seat, pairs, own[seat], set(unseen))
            for seat, pairs in sorted((ranges or {}).items())
        }
        places: list[list[int]] = [[] for _ in seats]
        deal = iter(range(to_come))
        for seat in fitting:
            places[seat] += (next(deal), next(deal))
        for held, cards in zip(places, own, strict=True):
            held.extend(next(deal) for _ in range(cards - len(held)))
        if share_one:
            last = next(deal)
            for held in places:
                held.append(last)
        return cls(seats, unseen, tuple(map(tuple, places)), to_come, share_one, fitting)


def _fitting(
    seat: int, pairs: Mapping[tuple[Card, Card], int], own: int, unseen: set[Card]
) -> dict[tuple[Card, Card], int]:
    """Return the pairs of a range that are possible."""
    if own < 2:
        message = f"ranges: seat {seat} has {own} cards to come, so its hole cards are known"
        raise InvalidInput(message)
    possible = {
        pair: weight
        for pair, weight in pairs.items()
        if weight and unseen.issuperset(pair) and pair[0] != pair[1]
    }
    if not 0 < sum(possible.values()) < _HEAVIEST:
        message = (
            f"ranges: the weights of seat {seat}'s possible pairs must add up to more than 0 and "
            f"less than {_HEAVIEST:,}, as whole numbers, not {short(sum(possible.values()))}; "
            "write them with fewer digits"
        )
        raise InvalidInput(message)
    return possible


def _no_fit() -> InvalidInput:
    return InvalidInput("ranges: hardly any pairs of the seats fit together, or none")


def _compiled_block(spot: Spot, stream: np.random.SeedSequence, n: int) -> NDArray[np.int64]:
    """Deal a block with the compiled kernel; return counts of shape (seats, 90)."""
    import numpy as np

    from cardlab._kernels import stud_sample, tables

    words = tables.load().words
    known = [tables.START + sum(int(words[card]) for card in seat) for seat in spot.seats]
    ranks = np.zeros((len(known), 4), np.uint64)
    rows = np.full((len(known), 7), -1)
    for seat, cards in enumerate(spot.seats):
        rows[seat, : len(spot.places[seat])] = spot.places[seat]
        for card in cards:
            ranks[seat, card.suit] |= np.uint64(1 << card.rank)
    counts = np.zeros((len(known), 4, _HIGHS * _LOWS), np.int64)
    # NumPy's types know 32-bit words only; with uint64 asked for, uint64 comes.
    state: NDArray[np.uint64] = stream.generate_state(4 * stud_sample.LANES + 4, np.uint64)  # type: ignore[assignment]
    done = stud_sample.sample(
        state[:-4].reshape(4, -1),
        state[-4:],
        np.array(spot.unseen, np.uint8),
        np.array(known, np.uint64),
        ranks,
        rows,
        spot.to_come,
        *_range_arrays(spot),
        n,
        tables.load(),
        counts,
    )
    if not done:
        raise _no_fit()
    added: NDArray[np.int64] = counts.sum(axis=1)
    return added


def _range_arrays(spot: Spot) -> tuple[NDArray[np.int64], NDArray[np.uint64], NDArray[np.uint8]]:
    """Return where each range begins, the weights added up within each, and the pairs."""
    import numpy as np

    ranges = spot.ranges.values()
    starts = list(accumulate(map(len, ranges), initial=0))
    sums = [total for pairs in ranges for total in accumulate(pairs.values())]
    pairs = np.array([pair for pairs in ranges for pair in pairs], np.uint8).reshape(-1, 2)
    return np.array(starts), np.array(sums, np.uint64), pairs


def _plain_block(spot: Spot, stream: np.random.SeedSequence, n: int) -> NDArray[np.int64]:
    """Deal a block in NumPy; return counts of shape (seats, 90)."""
    import numpy as np

    from cardlab import hands

    rng = np.random.default_rng(stream)
    fixed = _plain_hole_cards(spot, rng, n)
    keys = rng.random((n, 52))
    keys[:, [card for card in DECK if card not in spot.unseen]] = 2
    np.put_along_axis(keys, fixed, -1 + np.arange(fixed.shape[1]) / 100, axis=1)
    deals = keys.argsort(axis=1)[:, : spot.to_come].astype(np.uint8)
    highs, lows = np.empty((len(spot.seats), n), np.int16), np.empty((len(spot.seats), n), np.uint8)
    for seat, (known, places) in enumerate(zip(spot.seats, spot.places, strict=True)):
        own = np.tile(np.array(known, np.uint8), (n, 1))
        cards = np.concatenate([own, deals[:, list(places)]], axis=1)
        highs[seat], lows[seat] = hands.evaluate(cards, check=False)
    return count(highs, lows)


def _plain_hole_cards(spot: Spot, rng: np.random.Generator, n: int) -> NDArray[np.int64]:
    """Return the hole cards of seats with ranges, shape (n, 2 x ranges)."""
    import numpy as np

    starts, sums, pairs = _range_arrays(spot)
    found = np.empty((0, 2 * len(spot.ranges)), np.int64)
    tries = 0
    while len(found) < n and spot.ranges:
        chosen = []
        for first, last in pairwise(starts):
            numbers = rng.integers(0, sums[last - 1], n, np.uint64)
            chosen.append(pairs[first + np.searchsorted(sums[first:last], numbers, side="right")])
        cards = np.sort(np.concatenate(chosen, axis=1), axis=1)
        fits = (cards[:, 1:] != cards[:, :-1]).all(axis=1)
        found = np.concatenate([found, np.concatenate(chosen, axis=1)[fits]])
        tries += n
        if tries > 1_000_000 * (len(found) + 1):
            raise _no_fit()
    return found[:n] if spot.ranges else np.empty((n, 0), np.int64)


def count(
    highs: NDArray[np.int16],
    lows: NDArray[np.uint8],
    weights: NDArray[np.int64] | None = None,
) -> NDArray[np.int64]:
    """Count how each seat fares: the plain way.

    Parameters
    ----------
    highs, lows : arrays, shape (seats, deals)
        Classes as in hands.py.
    weights : array, shape (deals,), optional
        What each deal counts, as int64 or, where that might overflow, as Python ints; 1 by default.

    Returns
    -------
    array, shape (seats, 90)
        At 10 x h + l, with h and l as in `Tally`, the weight of the deals.
    """
    import numpy as np

    best_high, best_low = highs == highs.max(axis=0), lows == lows.min(axis=0)
    of_low = np.where(lows.min(axis=0) == 56, _NOBODY, best_low.sum(axis=0))
    has_low = best_low | (of_low == _NOBODY)
    codes = _LOWS * best_high * best_high.sum(axis=0) + has_low * of_low
    kind = np.int64 if weights is None else weights.dtype
    counts = np.zeros((len(highs), _HIGHS * _LOWS), kind)
    for seat, own in enumerate(codes):
        np.add.at(counts[seat], own, 1 if weights is None else weights)
    return counts
