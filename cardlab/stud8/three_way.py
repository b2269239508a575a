"""Seven-card stud hi/lo with three seats or more, exactly.

`enumerate_deals` goes through all deals: the plain way, for any number of seats, where there are
not too many. `three_way` counts the deals of three seats without going through them; how, is told
in _kernels/three_way.py.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor, wait
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import combinations, product
from math import comb, prod
from threading import Event
from typing import TYPE_CHECKING

from cardlab import _kernels, hands
from cardlab.cards import Card
from cardlab.errors import InvalidInput, TooLarge, short
from cardlab.sampling import Progress, _check_helpers, _Reporter
from cardlab.stud8.ranges import NoDeals
from cardlab.stud8.sampled import Ranges, Seats, Spot, Tally, count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cardlab._kernels.three_way import Plan

LIMIT = 10_000_000
"""Deals that are gone through in some seconds."""

_ROWS = 100_000  # deals that are looked at together
_SLICE = 4_096  # draws of the hero between two looks at the clock
_FEW = 1_000  # deals that are gone through faster than kernels are prepared

# How many steps things take where three seats are counted, a thousand million to a second.
_A_DRAW = 800  # of the hero
_BYTES = 8  # that are read in a step
_A_CHANGE = 250  # an opponent's draw or a pair of nested ones, from losing to winning


def number_of_deals(
    seats: Seats,
    dead: tuple[Card, ...] = (),
    *,
    common: Card | None = None,
    ranges: Ranges | None = None,
) -> int:
    """Return how many ways there are to deal the cards to come.

    With ranges each pair of hole cards of a seat counts as one way to deal these two, and the
    other cards as if no hole cards clashed, so the number may be too large.

    Examples
    --------
    >>> from cardlab.cards import parse
    >>> number_of_deals((parse("As 2h 3d"), parse("Kc Kd Qh")))
    18265297050
    """
    return _number(Spot.of(seats, dead, common, ranges))


def _number(spot: Spot) -> int:
    left, ways = len(spot.unseen), 1
    for pairs in spot.ranges.values():
        ways *= len(pairs)
        left -= 2
    for seat, places in enumerate(spot.places):
        drawn = len(places) - spot.common - 2 * (seat in spot.ranges)
        ways *= comb(left, drawn)
        left -= drawn
    return ways * left if spot.common else ways


def enumerate_deals(
    seats: Seats,
    dead: tuple[Card, ...] = (),
    *,
    limit: int = LIMIT,
    common: Card | None = None,
    ranges: Ranges | None = None,
    progress: Progress = False,
) -> Tally:
    """Share the pot of every deal there is.

    Parameters
    ----------
    seats, dead, common, ranges
        As in `cardlab.stud8.sampled.simulate`.
    limit : int
        The most deals to go through.
    progress : bool or function
        As in `cardlab.sampling.run`, in deals. The function may raise to stop.

    Returns
    -------
    Tally
        With ranges each deal counts as much as the product of its pairs' weights.

    Raises
    ------
    TooLarge
        If there are more deals.
    InvalidInput
        If the cards do not suffice, or ranges do not fit.

    Examples
    --------
    >>> from cardlab.cards import parse
    >>> seats = parse("As 6c 7c 5c 5s Ac"), parse("3s 6h 9h Ts Js Ks"), parse("4d Qh Tc 2c 6d 2d")
    >>> tally = enumerate_deals(seats, parse("9s 4s"))
    >>> tally.deals, [share // 70 for share in tally.shares]
    (29760, [306660, 41040, 9420])
    """
    import numpy as np

    _check_helpers(None, progress)
    spot = Spot.of(seats, dead, common, ranges)
    if (deals := _number(spot)) > limit:
        message = f"limit: there are {deals:,} deals, more than {limit:,}; use simulate instead"
        raise TooLarge(message)
    # Where the weights of all deals together might be too large for int64, Python ints count them.
    heaviest = prod(max(pairs.values()) for pairs in spot.ranges.values())
    kind = object if heaviest * deals >= 2**63 else np.int64
    counts = np.zeros((len(seats), 90), kind)
    done = 0
    with _Reporter(progress, deals) as report:
        for last in spot.unseen if spot.common else (None,):
            draws = [_Draws.of(spot, seat, last) for seat in range(len(seats))]
            for picks in _picks(draws):
                drawn = list(zip(draws, picks, strict=True))
                highs = np.array([d.high[pick] for d, pick in drawn])
                lows = np.array([d.low[pick] for d, pick in drawn])
                weights = np.array([d.weight[pick] for d, pick in drawn], kind)
                counts += count(highs, lows, weights.prod(axis=0))
                done += highs.shape[1]
                report(done)
        report(deals)
    if not counts.any():
        message = "ranges: no pairs of the seats fit together"
        raise NoDeals(message)
    return Tally.of(counts)


@dataclass(frozen=True)
class _Draws:
    """All draws of a seat: the cards as bits, the classes of its hand, and the weight."""

    bits: NDArray[np.uint64]
    high: NDArray[np.int16]
    low: NDArray[np.uint8]
    weight: NDArray[np.int64]

    @classmethod
    def of(cls, spot: Spot, seat: int, common: Card | None) -> _Draws:
        import numpy as np

        known = spot.seats[seat] if common is None else (*spot.seats[seat], common)
        unseen = [card for card in spot.unseen if card != common]
        drawn = list(_own(spot.ranges.get(seat), unseen, 7 - len(known)))
        own = np.array([cards for cards, _ in drawn], np.uint8).reshape(len(drawn), -1)
        all_known = np.tile(np.array(known, np.uint8), (len(drawn), 1))
        high, low = hands.evaluate(np.concatenate([all_known, own], axis=1))
        one = np.uint64(1)
        bits = np.bitwise_or.reduce(one << own.astype(np.uint64), axis=1, initial=np.uint64(0))
        return cls(bits, high, low, np.array([weight for _, weight in drawn]))


def _own(
    pairs: dict[tuple[Card, Card], int] | None, unseen: list[Card], size: int
) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Yield the draws of a seat and their weights."""
    if pairs is None:
        for cards in combinations(unseen, size):
            yield cards, 1
        return
    for pair, weight in pairs.items():
        if set(pair) <= set(unseen):
            rest = [card for card in unseen if card not in pair]
            for cards in combinations(rest, size - 2):
                yield (*pair, *cards), weight


def _picks(draws: list[_Draws]) -> Iterator[list[NDArray[np.intp]]]:
    """Yield deals in portions: for each seat the numbers of its draws, no card used twice."""
    import numpy as np

    def extend(
        used: NDArray[np.uint64], picks: list[NDArray[np.intp]]
    ) -> Iterator[list[NDArray[np.intp]]]:
        if len(picks) == len(draws):
            yield picks
            return
        bits = draws[len(picks)].bits
        step = max(1, _ROWS // max(1, len(bits)))
        for first in range(0, len(used), step):
            some = used[first : first + step]
            deals, draw = np.nonzero(some[:, None] & bits == 0)
            if not len(deals):
                continue
            before = [pick[first + deals] for pick in picks]
            yield from extend(some[deals] | bits[draw], [*before, draw])

    yield from extend(np.zeros(1, np.uint64), [])


def three_way(
    seats: Seats,
    dead: tuple[Card, ...] = (),
    *,
    executor: Executor | None = None,
    progress: Progress = False,
) -> tuple[tuple[int, int, int], int]:
    """Return the exact shares of three seats from third street on.

    Parameters
    ----------
    seats : tuple of tuples of Card
        Three seats with three to seven known cards each.
    dead : tuple of Card
        Other cards that have been seen. No card may stand twice.
    executor : concurrent.futures.ThreadPoolExecutor, optional
        Threads to share the work among; by default as many as there are processors.
    progress : bool or function
        As in `cardlab.sampling.run`, in draws of a hero, or in deals where there are few. The
        function may raise to stop.

    Returns
    -------
    shares : tuple of int
        Each seat's share in twelfths of a pot, summed over all deals.
    deals : int
        The number of deals. All shares together are 12 a deal.

    Raises
    ------
    InvalidInput
        If there are not three such seats, or the executor or `progress` cannot be used.
    TooLarge
        If there are more than ten million deals and Numba is not installed.

    Notes
    -----
    It takes a few seconds on third street, hundredths of a second from fourth street on.

    Examples
    --------
    >>> from cardlab.cards import parse
    >>> seats = parse("6c 5d Ad 3d 4h"), parse("Ks 4d 2d 2s 5h"), parse("Tc 8c Jc Jh 8h")
    >>> three_way(seats, parse("9s Qd 6d 3h 9h"))
    ((609519018, 81077352, 288090990), 81557280)
    """
    known = [len(seat) for seat in seats]
    if len(seats) != 3 or not {*known} <= {3, 4, 5, 6, 7}:
        message = (
            "seats: exact three-way answers need three seats, each with 3 to 7 known cards, not "
            f"{known}; use simulate instead"
        )
        raise InvalidInput(message)
    _check_threads(executor, progress)
    spot = Spot.of(seats, dead)
    deals = _number(spot)
    if spot.common or deals <= _FEW or not _kernels.ready():
        if deals > LIMIT:
            message = f"seats: {deals:,} deals of three seats need Numba; use simulate"
            raise TooLarge(message)
        tally = enumerate_deals(seats, dead, progress=progress)
        first, second, third = (share * 12 // 840 for share in tally.shares)
        return (first, second, third), tally.deals
    return _shares(spot, deals, executor, progress), deals


def _check_threads(executor: object, progress: object) -> None:
    _check_helpers(executor, progress)
    if executor is not None and not isinstance(executor, ThreadPoolExecutor):
        message = f"executor must be a thread pool, not {short(executor)}"
        raise InvalidInput(message)


def three_way_steps(cards: int, to_come: tuple[int, ...]) -> int:
    """Return about how many steps `three_way` takes, a thousand million to a second.

    Parameters
    ----------
    cards : int
        How many are unseen.
    to_come : tuple of int
        How many of them each seat draws, up to four.
    """
    return sum(sorted(_steps(cards, to_come, seat) for seat in range(3))[:2])


def _steps(cards: int, to_come: tuple[int, ...], seat: int) -> int:
    """Return about how many steps it takes to count one seat.

    For each of its draws rows of sums are read; see _kernels/three_way.py.
    """
    own, others = to_come[seat], to_come[:seat] + to_come[seat + 1 :]
    top = others[0] - 1 if others[0] == others[1] else None
    read = 0
    for other, t in product(others, range(1, min(others))):
        rows = sum(comb(own, s) for s in range(other - t + 1))
        read += rows * comb(cards, t) * (1 if t == top else 2)
    pairs = comb(cards, max(others)) * comb(max(others), min(others))  # of nested draws
    changes = pairs + sum(comb(cards, other) for other in others)
    return comb(cards, own) * (_A_DRAW + read // _BYTES) + _A_CHANGE * changes


def _shares(
    spot: Spot, deals: int, executor: Executor | None, progress: Progress
) -> tuple[int, int, int]:
    """Count the two seats that take the fewest steps; the third has what they leave."""
    to_come = _to_come(spot)
    seats = sorted(range(3), key=lambda seat: _steps(len(spot.unseen), to_come, seat))
    classes = _classes(spot)
    sweeps = [sweep for seat in seats[:2] for sweep in _sweeps(spot, classes, seat)]
    halves = _run(sweeps, executor, progress)
    first, second = sum(halves[:3]) // 2, sum(halves[3:]) // 2
    shares = dict(zip(seats, (first, second, 12 * deals - first - second), strict=True))
    return shares[0], shares[1], shares[2]


def _to_come(spot: Spot) -> tuple[int, ...]:
    return tuple(len(places) for places in spot.places)


def _classes(spot: Spot) -> list[tuple[NDArray[np.int16], NDArray[np.uint8]]]:
    """Return for each seat the high and low classes of its hand after each of its draws."""
    import numpy as np

    from cardlab._kernels import three_way as kernel

    found = []
    for seat, size in zip(spot.seats, _to_come(spot), strict=True):
        drawn = np.array(spot.unseen, np.uint8)[kernel.subsets(len(spot.unseen), size)]
        known = np.tile(np.array(seat, np.uint8), (len(drawn), 1))
        found.append(hands.evaluate(np.concatenate([known, drawn], 1)))
    return found


def _sweeps(
    spot: Spot, classes: list[tuple[NDArray[np.int16], NDArray[np.uint8]]], seat: int
) -> Iterator[_Sweep]:
    """Yield the sweeps whose halves are a seat's share.

    They are the high half; the low half if it has a low; and the high half once more, instead of
    the low half, if nobody has one.
    """
    import numpy as np

    from cardlab._kernels import three_way as kernel

    to_come, far = _to_come(spot), kernel.FAR
    second, third = sorted({0, 1, 2} - {seat}, key=lambda other: -to_come[other])
    plan = kernel.plan(len(spot.unseen), to_come[seat], to_come[second], to_come[third])
    # Lows are turned round, so that the larger is better and 0 is none.
    high, *highs = (classes[each][0] for each in (seat, second, third))
    low, *lows = (np.int16(hands.NO_LOW) - classes[each][1] for each in (seat, second, third))
    instead = [np.where(theirs == 0, best, far) for best, theirs in zip(highs, lows, strict=True)]
    yield _Sweep.of(plan, np.arange(len(high)), high, highs)
    yield _Sweep.of(plan, np.flatnonzero(low), low, lows)
    yield _Sweep.of(plan, np.flatnonzero(low == 0), high, instead)


@dataclass(frozen=True)
class _Sweep:
    """One half of the pot, for one hero: draws from the weakest to the strongest."""

    plan: Plan
    heroes: NDArray[np.int64]
    hero_classes: NDArray[np.int16]
    order: NDArray[np.int64]
    classes: NDArray[np.int16]

    @classmethod
    def of(
        cls,
        plan: Plan,
        heroes: NDArray[np.int64],
        own: NDArray[np.int16],
        others: list[NDArray[np.int16]],
    ) -> _Sweep:
        """Return the sweep of some of the hero's draws; `own` and `others` are classes."""
        from cardlab._kernels import three_way as kernel

        heroes = heroes[own[heroes].argsort(kind="stable")]
        draws = kernel.subsets(plan.cards, plan.size)
        order = [other.argsort(kind="stable") for other in others]
        classes = [other[which] for other, which in zip(others, order, strict=True)]
        stacked = kernel.stacked(order), kernel.stacked(classes, kernel.FAR)
        return cls(plan, draws[heroes], own[heroes], *stacked)

    def parts(self) -> Iterator[tuple[int, int]]:
        """Do the work; yield twelfths of the half and draws done, a slice at a time."""
        import numpy as np

        from cardlab._kernels import three_way as kernel

        beaten, tied = kernel.board(self.plan), kernel.board(self.plan)
        marks = np.array(kernel.START)
        for first in range(0, len(self.heroes), _SLICE):
            some = slice(first, first + _SLICE)
            heroes, classes = self.heroes[some], self.hero_classes[some]
            twelfths = kernel.sweep(
                self.plan, beaten, tied, heroes, classes, self.order, self.classes, marks
            )
            yield int(twelfths), len(heroes)


def _run(sweeps: list[_Sweep], executor: Executor | None, progress: Progress) -> list[int]:
    """Do the sweeps in threads; whatever stops this function stops the threads."""
    stop = Event()
    done = [0] * len(sweeps)

    def work(number: int) -> int:
        total = 0
        for twelfths, draws in sweeps[number].parts():
            total += twelfths
            done[number] += draws
            if stop.is_set():
                break
        return total

    with (
        nullcontext(executor)
        if executor is not None
        else ThreadPoolExecutor(os.cpu_count()) as threads,
        _Reporter(progress, sum(len(sweep.heroes) for sweep in sweeps)) as report,
    ):
        futures = [threads.submit(work, number) for number in range(len(sweeps))]
        try:
            while wait(futures, timeout=0.1).not_done:
                report(sum(done))
            report(sum(done))
        finally:
            stop.set()
            for future in futures:
                future.cancel()
        return [future.result() for future in futures]
