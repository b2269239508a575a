"""What share of the pot each hand can expect: `Matchup`, and what follows from it.

Two hands are counted exactly on every street, however many cards are not known; how that is done
without dealing them stands in _kernels/heads_up.py. Three hands are counted exactly from third
street on, however many cards of each are known (_kernels/three_way.py), and more where there are
few deals. Anything can be sampled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property, partial
from math import comb, gcd, lcm, prod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cardlab import _kernels
from cardlab.cards import DECK, Card, CardsLike, parse, parse_groups, text
from cardlab.errors import CardError, InvalidInput, TooLarge, instance, short, whole
from cardlab.results import Explanation, HiLoTable, PotShares
from cardlab.sampling import Progress, Sampler, _check_helpers
from cardlab.stud8.ranges import NoDeals, Pair, Range, fit_together
from cardlab.stud8.rules import MOST_PLAYERS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cardlab.stud8.sampled import Sampled

HAND = 7
LIMIT = 10_000_000_000
"""The most steps that `exact` takes unasked: some ten seconds."""

# How many steps things take, such that a thousand million steps are about a second: one deal that
# is looked at by itself; a flush and one of its subsets. A pair of draws takes one. For three hands
# see three_way.py.
_A_DEAL = 300
_OF_FLUSHES = 8
_SHARE_OF_FLUSHES = 0.03
_A_PART = 200_000  # getting ready to count another two parts of ranges
_MULTISETS = (1, 13, 91, 455, 1820, 6175, 18395, 49205)

THOUSANDTHS = 1000


@dataclass(frozen=True, init=False)
class Matchup:
    """Two to eight hands that stay to the showdown.

    Cards that are not known come from the unseen cards, all deals alike. So an opponent of whom
    one card is known may hold anything in the hole, unless a range says otherwise.

    Parameters
    ----------
    *seats : cards
        The cards known of each seat, none to seven, in any order; with a range, the door card
        first.
    dead : cards
        Other cards that have been seen.
    common : cards
        The common card, if there is one; seats then have up to six cards of their own.
    ranges : mapping of int to str or Range, optional
        For seats by number, from 0: which two hole cards among those not known they may hold, and
        how likely each pair is; see `cardlab.stud8.ranges`.

    Raises
    ------
    CardError
        If cards cannot be read, a card stands twice, or a seat has more than seven.
    InvalidInput
        If there are not two to eight seats, there are too few cards to go round, or a range cannot
        be read, is for no seat, or holds no pair that can be.

    Notes
    -----
    If the unseen cards do not suffice to give every seat a seventh card, the seventh is one card
    for all.

    Examples
    --------
    >>> table = Matchup("As2s3d", "Kh").exact()
    >>> table.deals, round(float(table.equity), 4), round(float(table.scoop), 4)
    (1373550338160, 0.5924, 0.4304)
    >>> wired_or_low = Matchup("As2s3d", "Kh", ranges={1: "pairs, 2low:0.5"}).exact()
    >>> round(float(wired_or_low.equity), 4)
    0.5693
    """

    seats: tuple[tuple[Card, ...], ...]
    dead: tuple[Card, ...]
    common: Card | None
    ranges: Mapping[int, Range] = field(hash=False)

    def __init__(
        self,
        *seats: CardsLike,
        dead: CardsLike = (),
        common: CardsLike = (),
        ranges: Mapping[int, str | Range] | None = None,
    ) -> None:
        if not 2 <= len(seats) <= MOST_PLAYERS:
            message = f"seats: {len(seats)} given; 2 to {MOST_PLAYERS} can be compared"
            raise InvalidInput(message)
        groups = {f"seat {number}": cards for number, cards in enumerate(seats)}
        *known, gone, shared = parse_groups({**groups, "dead": dead, "common": common})
        if len(shared) > 1:
            message = f"common: there is at most one common card, not {len(shared)}"
            raise CardError(message)
        most = HAND - len(shared)
        for number, cards in enumerate(known):
            if len(cards) > most:
                message = (
                    f"seat {number}: {len(cards)} cards given, at most {most} can be: {text(cards)}"
                )
                raise CardError(message)
        object.__setattr__(self, "seats", tuple(known))
        object.__setattr__(self, "dead", gone)
        object.__setattr__(self, "common", shared[0] if shared else None)
        object.__setattr__(self, "ranges", self._checked({} if ranges is None else ranges))
        self._check_cards()
        self._weights  # noqa: B018  # so that a range without pairs is an error now

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy by asking again: a read-only mapping cannot be pickled."""
        common = () if self.common is None else (self.common,)
        known: dict[str, Any] = {"dead": self.dead, "common": common, "ranges": dict(self.ranges)}
        return partial(Matchup, **known), self.seats

    def _checked(self, ranges: Mapping[int, str | Range]) -> Mapping[int, Range]:
        """Return the ranges by seat in order, read-only so that the question stays the same."""
        instance("ranges", ranges, Mapping)
        most = len(self.seats) - 1
        by_seat = {whole("ranges: seat", seat, 0, most): given for seat, given in ranges.items()}
        checked = {}
        for seat, given in sorted(by_seat.items(), key=lambda item: item[0]):
            if self.to_come[seat] < 2:
                message = (
                    f"ranges: seat {seat} has {len(self.seats[seat])} cards, so that its two hole "
                    "cards are known"
                )
                raise InvalidInput(message)
            try:
                checked[seat] = given if isinstance(given, Range) else Range(given)
            except InvalidInput as error:
                message = f"ranges: seat {seat}: {error}"
                raise InvalidInput(message) from None
        return MappingProxyType(checked)

    def _check_cards(self) -> None:
        """Refuse hands that the deck cannot complete, not even with a common card."""
        due, there = sum(self.to_come), len(self.unseen)
        with_common = due - len(self.seats) + 1
        if due > there and (with_common > there or min(self.to_come) < 1):
            message = (
                f"seats: {due} cards are to come and only {there} are unseen; give fewer dead cards"
                " or seats"
            )
            raise InvalidInput(message)

    @property
    def to_come(self) -> tuple[int, ...]:
        """How many cards of each seat are not known."""
        most = HAND - (self.common is not None)
        return tuple(most - len(cards) for cards in self.seats)

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that can come."""
        seen = {*self.dead, self.common, *(card for cards in self.seats for card in cards)}
        return tuple(card for card in DECK if card not in seen)

    @property
    def shares_a_card(self) -> bool:
        """Whether the last card to come is a common card, since there are too few."""
        return sum(self.to_come) > len(self.unseen)

    @cached_property
    def _weights(self) -> dict[int, dict[Pair, int]]:
        """The pairs in each range; the weights as the smallest whole numbers."""
        found = {}
        for seat, given in self.ranges.items():
            door = self.seats[seat][0] if self.seats[seat] else None
            try:
                pairs = given.weights(self.unseen, door)
            except InvalidInput as error:
                message = f"ranges: seat {seat}: {error}"
                raise InvalidInput(message) from None
            if not pairs:
                message = f"ranges: seat {seat}: no two unseen cards are in {short(given.text)}"
                raise NoDeals(message)
            unit = lcm(*(weight.denominator for weight in pairs.values()))
            weights = {pair: int(weight * unit) for pair, weight in pairs.items()}
            divisor = gcd(*weights.values())
            found[seat] = {pair: weight // divisor for pair, weight in weights.items()}
        return found

    @property
    def _known(self) -> tuple[tuple[Card, ...], ...]:
        """The cards of each seat, the common card among them."""
        shared = () if self.common is None else (self.common,)
        return tuple((*cards, *shared) for cards in self.seats)

    def with_card(self, seat: int, card: CardsLike) -> Matchup:
        """Return the matchup after a seat got one more card.

        Raises
        ------
        InvalidInput
            If there is no such seat, or as `Matchup` does.
        """
        seat = whole("seat", seat, 0, len(self.seats) - 1)
        (new,) = parse(card, name="card", count=1)
        seats = list(self.seats)
        seats[seat] = (*seats[seat], new)
        common = () if self.common is None else (self.common,)
        return Matchup(*seats, dead=self.dead, common=common, ranges=self.ranges)

    def exact(
        self,
        *,
        limit: int = LIMIT,
        executor: Executor | None = None,
        progress: Progress = False,
    ) -> HiLoTable | PotShares:
        """Count all deals.

        Parameters
        ----------
        limit : int
            The most steps to take; a thousand million take about a second. The default is enough
            for two and three hands without ranges of which three cards and more are known.
        executor : concurrent.futures.Executor, optional
            Threads in which three hands are counted; by default as many as there are processors.
        progress : bool or function
            True for a progress bar, or a function of (thousandths done, 1000). What it raises ends
            the count.

        Returns
        -------
        HiLoTable or PotShares
            A table of two seats; shares of three or more.

        Raises
        ------
        TooLarge
            If there is more to do; `simulate` then gives an estimate. Two hands of which nothing is
            known take ``limit=10**11``.
        InvalidInput
            If no pairs of the ranges fit together, or an argument cannot be used.

        Notes
        -----
        With a range, a deal says which of an opponent's cards are the hole cards, so there are more
        deals. Without Numba counting is slower.

        Examples
        --------
        >>> Matchup("Ac2d3h4s5c", "KsKdQcJhTs").exact().equity
        Fraction(34, 41)
        """
        limit = whole("limit", limit, 1)
        _check_helpers(executor, progress)
        if not fit_together(self._weights.values()):
            message = "ranges: no pairs of the seats fit together"
            raise NoDeals(message)
        if len(self.seats) == 2 and not self.shares_a_card:
            return self._heads_up(limit, progress)
        from_third = len(self.seats) == 3 and max(self.to_come) <= 4
        if from_third and not self.ranges and not self.shares_a_card and _kernels.ready():
            return self._three_way(limit, executor, progress)
        return self._deal_by_deal(limit, progress)

    def _three_way(self, limit: int, executor: Executor | None, progress: Progress) -> PotShares:
        from cardlab.stud8.three_way import three_way, three_way_steps

        self._refuse_above(limit, three_way_steps(len(self.unseen), self.to_come))
        with reporting(progress) as report:
            twelfths, deals = three_way(
                self._known, self.dead, executor=executor, progress=_in_thousandths(report)
            )
        return PotShares(deals, tuple(Fraction(share, 12) for share in twelfths))

    def _deal_by_deal(self, limit: int, progress: Progress) -> HiLoTable | PotShares:
        from cardlab.stud8.sampled import UNIT
        from cardlab.stud8.three_way import enumerate_deals, number_of_deals

        given: Any = {"common": self.common, "ranges": self._weights}
        deals = number_of_deals(self.seats, self.dead, **given)
        self._refuse_above(limit, _A_DEAL * deals)
        with reporting(progress) as report:
            given["progress"] = _in_thousandths(report)
            tally = enumerate_deals(self.seats, self.dead, limit=deals, **given)
        if len(self.seats) == 2:
            return HiLoTable(tally.table())
        return PotShares(tally.deals, tuple(Fraction(share, UNIT) for share in tally.shares))

    def _refuse_above(self, limit: int, steps: int) -> None:
        if steps > limit:
            message = (
                f"an exact answer takes {steps:.1e} steps, more than limit = {limit:.1e}; use "
                "simulate, or a larger limit"
            )
            raise TooLarge(message)

    def simulate(
        self,
        n: int,
        *,
        rng: int | np.random.Generator | None = None,
        executor: Executor | None = None,
        progress: Progress = False,
    ) -> Sampled:
        """Deal what is not known `n` times and share the pots.

        Parameters
        ----------
        n, rng, executor, progress
            As in `cardlab.sampling.run`. Without an executor, longer samples are spread over the
            processors; the answer is the same.

        Returns
        -------
        Sampled
            Its `equities` are `Estimate`s, one for each seat.

        Examples
        --------
        >>> sample = Matchup("As2h3d", "KcKdQh", "7s8s9s").simulate(100_000, rng=1)
        >>> [round(share.value, 2) for share in sample.equities]
        [0.37, 0.28, 0.34]
        """
        from cardlab.stud8 import sampled

        return sampled.simulate(
            self.seats,
            self.dead,
            n,
            common=self.common,
            ranges=self._weights,
            rng=rng,
            executor=executor,
            progress=progress,
        )

    def sampler(self) -> Sampler[NDArray[np.int64], Sampled]:
        """Return how `simulate` samples; see `cardlab.shards`."""
        from cardlab.stud8 import sampled

        spot = sampled.Spot.of(self.seats, self.dead, self.common, self._weights)
        return sampled.sampler(spot)

    # Two hands

    def _heads_up(self, limit: int, progress: Progress) -> HiLoTable:
        import numpy as np

        parts = [self._parts(seat) for seat in (0, 1)]
        steps_of, jobs, steps = cache(self._steps), 0, 0
        for first, second in _disjoint(*parts):
            jobs += 1
            steps += steps_of(len(first.known), len(second.known))
        self._refuse_above(limit, steps + _A_PART * (jobs - 1))
        total = np.zeros((3, 4), object)
        with reporting(progress) as report:
            for number, (first, second) in enumerate(_disjoint(*parts)):
                times = first.weight * second.weight
                for table, done in self._pieces(first, second):
                    total += times * table.astype(object)
                    report(int(THOUSANDTHS * (number + done) / jobs))
        return HiLoTable(tuple(map(tuple, total.tolist())))

    def _parts(self, seat: int) -> list[_Part]:
        """Cut a seat's range into parts that can be counted in one go.

        Pairs of ranks of which all suits have the same weight are one part for each weight. Every
        other pair is a part by itself.
        """
        import numpy as np

        known = self._known[seat]
        if seat not in self._weights:
            return [_Part(known)]
        weights = self._weights[seat]
        by_ranks: dict[tuple[int, int], list[Pair]] = {}
        for pair in weights:
            by_ranks.setdefault((pair[0].rank, pair[1].rank), []).append(pair)
        left = _left(self.unseen)
        whole_ranks: dict[int, NDArray[np.int64]] = {}
        parts = []
        for (one, other), pairs in by_ranks.items():
            there = comb(left[one], 2) if one == other else left[one] * left[other]
            if len(pairs) == there and len({weights[pair] for pair in pairs}) == 1:
                holes = whole_ranks.setdefault(weights[pairs[0]], np.zeros((13, 13), np.int64))
                holes[one, other] = holes[other, one] = 1
            else:
                parts += [_Part((*known, *pair), weights[pair], holes_given=pair) for pair in pairs]
        return parts + [_Part(known, weight, holes) for weight, holes in whole_ranks.items()]

    def _steps(self, *known: int) -> int:
        """Return about how many steps the kernel takes, with so many cards known of each hand."""
        sizes = [HAND - cards for cards in known]
        steps = 2 * prod(_MULTISETS[size] for size in sizes)
        for size in sizes:
            flushes = _SHARE_OF_FLUSHES * comb(len(self.unseen), size)
            steps += int(_OF_FLUSHES * flushes * 2**size)
        return steps

    def _pieces(self, first: _Part, second: _Part) -> Iterator[tuple[NDArray[np.int64], float]]:
        import numpy as np

        from cardlab._kernels import draws

        if _kernels.ready():
            from cardlab._kernels import heads_up
        else:
            from cardlab._kernels import heads_up_numpy as heads_up  # type: ignore[no-redef]  # either
        given = {*first.holes_given, *second.holes_given}
        unseen = tuple(int(card) for card in self.unseen if card not in given)
        hands = (
            draws.hand(tuple(map(int, part.known)), unseen, part.holes) for part in (first, second)
        )
        return heads_up.pieces(np.array(_left(unseen)), *hands)

    def explain(self) -> Explanation:
        """Return how the equity of two hands is counted.

        Raises
        ------
        InvalidInput
            If there are more than two seats.

        Examples
        --------
        >>> print(Matchup("Ac2d3h4s5c", "KsKdQcJhTs").explain())
        What share of the pot can Ac 2d 3h 4s 5c expect against Ks Kd Qc Jh Ts?
          1. 10 cards are known, so 42 can come.
          2. You get 2 of them, 861 ways, and your opponent 2 of the other 40, 780 ways: \
        671,580 deals, all equally likely.
          3. Each deal falls into one of these cells:
             high half  low lost  low tied  low won  nobody has a low
             won               0         0  442,260                 0
             tied              0         0        0                 0
             lost              0         0  229,320                 0
          4. You win the whole pot with chance 0.6585: a share of 1.
          5. You win one half and lose the other with chance 0.3415: a share of 1/2.
          6. So your equity is 1 x 0.6585 + 1/2 x 0.3415 = 0.8293.
        """
        if len(self.seats) != 2:
            message = "explain: only the count of two hands is explained"
            raise InvalidInput(message)
        table = self.exact()
        assert isinstance(table, HiLoTable)
        known = ", ".join(text(cards) or "nothing known" for cards in self.seats)
        return Explanation(
            f"What share of the pot can {known.replace(', ', ' expect against ')}?",
            (*self._deals_in_words(table), *_equity_in_words(table)),
        )

    def _deals_in_words(self, table: HiLoTable) -> Iterator[str]:
        unseen, (own, other) = len(self.unseen), self.to_come
        yield f"{52 - unseen} cards are known, so {unseen} can come."
        if self.ranges or self.shares_a_card:
            yield f"All deals together count {table.deals:,}."
            return
        yield (
            f"You get {own} of them, {comb(unseen, own):,} ways, and your opponent {other} of the "
            f"other {unseen - own}, {comb(unseen - own, other):,} ways: {table.deals:,} deals, all "
            "equally likely."
        )


def _equity_in_words(table: HiLoTable) -> Iterator[str | tuple[tuple[str, ...], ...]]:
    yield "Each deal falls into one of these cells:"
    frame = table.to_frame()
    yield (
        ("high half", *frame.columns),
        *((str(name), *(f"{count:,}" for count in row)) for name, *row in frame[::-1].itertuples()),
    )
    parts = [
        (table.scoop, "1", "You win the whole pot"),
        (table.three_quarter, "3/4", "You win one half and tie for the other"),
        (table.split, "1/2", "You win one half and lose the other"),
        (table.chop, "1/2", "You tie for everything"),
        (table.quarter, "1/4", "You tie for one half and lose the other"),
    ]
    for chance, share, words in parts:
        if chance:
            yield f"{words} with chance {float(chance):.4f}: a share of {share}."
    terms = (f"{share} x {float(chance):.4f}" for chance, share, _ in parts if chance)
    yield f"So your equity is {' + '.join(terms) or '0'} = {float(table.equity):.4f}."


@dataclass(frozen=True, eq=False)
class _Part:
    """A hand of a heads-up count: the cards known, a weight, and perhaps what the hole may be."""

    known: tuple[Card, ...]
    weight: int = 1
    holes: NDArray[np.int64] | None = None
    """(13, 13): 1 for ranks of hole cards that may be."""
    holes_given: tuple[Card, ...] = ()
    """The hole cards, if the part is about one pair; they are among those known."""


def _disjoint(firsts: list[_Part], seconds: list[_Part]) -> Iterator[tuple[_Part, _Part]]:
    """Yield the parts of two ranges that do not need the same card.

    They may be a million and more, so that they are not listed.
    """
    masks = [sum(1 << card for card in second.holes_given) for second in seconds]
    for first in firsts:
        own = sum(1 << card for card in first.holes_given)
        for second, mask in zip(seconds, masks, strict=True):
            if not own & mask:
                yield first, second


def _in_thousandths(report: Callable[[int], None]) -> Callable[[int, int], None]:
    return lambda done, total: report(THOUSANDTHS * done // total)


def _left(cards: tuple[int, ...]) -> list[int]:
    """Return how many cards of each rank there are."""
    return [sum(card >> 2 == rank for card in cards) for rank in range(13)]


@contextmanager
def reporting(progress: Progress) -> Iterator[Callable[[int], None]]:
    """Give a function that tells how many thousandths are done."""
    _check_helpers(None, progress)
    if progress is True:
        from tqdm.auto import tqdm

        with tqdm(total=THOUSANDTHS, unit=" thousandths") as bar:
            yield lambda done: (bar.update(done - bar.n), None)[1]
            bar.update(THOUSANDTHS - bar.n)
    elif callable(progress):
        yield lambda done: progress(done, THOUSANDTHS)
        progress(THOUSANDTHS, THOUSANDTHS)
    else:
        yield lambda _: None
