"""What a hand will be on seventh street: its high category and its low, together.

High and low come from the same seven cards, so their chances cannot be multiplied. The joint table
counts every way to complete the hand, by rank and by suit instead of one by one.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING

from cardlab import look
from cardlab.cards import SUIT_NAMES, Card, CardsLike, mask, text, unmask
from cardlab.counting import rank_multisets
from cardlab.errors import whole
from cardlab.hands import CATEGORIES, CATEGORY_STARTS, HIGH_CLASSES, NO_LOW, evaluate
from cardlab.results import Distribution, Explanation
from cardlab.sampling import Progress, Run, Sampler
from cardlab.stud8.dealing import BLOCK, SampledDistribution, deal
from cardlab.stud8.lows import HAND_SIZE, LOWS, Low, parse_hand

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray


class Category(int):
    """A category of high hands, 0 (high card) to 8 (straight flush), that prints as its name.

    Examples
    --------
    >>> print(Category(6))
    full house
    """

    __slots__ = ()

    def __new__(cls, category: int) -> Category:
        """Return the category of that number."""
        return super().__new__(cls, whole("category", category, 0, len(CATEGORIES) - 1))

    def __str__(self) -> str:
        return CATEGORIES[int(self)]

    def __repr__(self) -> str:
        return f"<{self}>"


@dataclass(frozen=True)
class JointTable:
    """How often each high category comes with each low.

    Parameters
    ----------
    cards, dead : tuple of Card
        The hand and the other cards seen.
    counts : tuple of tuple of int
        9 rows, the high categories from high card to straight flush; 57 columns, the low classes
        from 5-4-3-2-A to 8-7-6-5-4 and at last no low. Each counts the sets of cards to come.

    Examples
    --------
    >>> table = FinalHand("As 2s 3d").exact()
    >>> table
    JointTable('As 2s 3d': 211,876 deals, 102,280 with a low)
    >>> round(float(table.high().probability(range(4, 9))), 4)  # a straight or better
    0.1188
    """

    cards: tuple[Card, ...]
    dead: tuple[Card, ...]
    counts: tuple[tuple[int, ...], ...]

    @property
    def deals(self) -> int:
        """The number of equally likely ways to complete the hand."""
        return sum(map(sum, self.counts))

    def high(self) -> Distribution[Category]:
        """Return the distribution of the high category alone."""
        return Distribution(
            ((Category(i), sum(row)) for i, row in enumerate(self.counts)), name="high"
        )

    def low(self) -> Distribution[Low]:
        """Return the distribution of the low alone."""
        columns = zip(*self.counts, strict=True)
        return Distribution(zip(LOWS, map(sum, columns), strict=True), name="low")

    def by_category(self) -> Distribution[tuple[Category, Low]]:
        """Return the table as a distribution of pairs; pairs that cannot come are left out."""
        pairs = (
            ((Category(i), low), count)
            for i, row in enumerate(self.counts)
            for low, count in zip(LOWS, row, strict=True)
            if count
        )
        return Distribution(pairs, name="high and low")

    def by_class(self) -> Distribution[tuple[int, int]]:
        """Return the same by high class, of which there are 7,462.

        Returns
        -------
        Distribution
            Outcome: high class (larger is better) and low class (smaller is better) of
            `cardlab.hands`; pairs that cannot come are left out. `joint_table` gives an array.

        Examples
        --------
        >>> from cardlab import hands
        >>> classes = FinalHand("As 2s 3s 4s 5s Kc").exact().by_class()
        >>> [(hands.high_name(high), hands.low_name(low), n) for (high, low), n in classes.items()]
        [('five-high straight flush', '5-4-3-2-A', 45), ('six-high straight flush', '5-4-3-2-A', 1)]
        """
        counts = joint_table(self.cards, self.dead)
        high, low = counts.nonzero()
        found = zip(high.tolist(), low.tolist(), strict=True)
        return Distribution(
            zip(found, counts[high, low].tolist(), strict=True), name="high and low class"
        )

    def to_frame(self) -> pd.DataFrame:
        """Return the counts as a DataFrame: rows the high categories, columns the lows."""
        import pandas as pd

        columns = pd.Index(list(map(str, LOWS)), name="low")
        index = pd.Index(CATEGORIES, name="high")
        return pd.DataFrame(self.counts, index=index, columns=columns)

    def __repr__(self) -> str:
        with_low = self.deals - self.low()[LOWS[NO_LOW]]
        return f"JointTable({text(self.cards)!r}: {self.deals:,} deals, {with_low:,} with a low)"

    def _repr_html_(self) -> str:
        """Show the lows by their highest card; 57 columns do not fit a page."""
        heading = ("", *_LOW_GROUPS, "all")
        rows = [(CATEGORIES[i], *self._chances(row)) for i, row in enumerate(self.counts)]
        rows.append(("all", *self._chances(map(sum, zip(*self.counts, strict=True)))))
        return look.frame(
            look.table(heading, rows) + look.chip("exact", f"{self.deals:,} ways to come")
        )

    def _chances(self, row: Iterable[int]) -> list[str]:
        """Return the chances of the groups of lows, and of all, as text."""
        counts = list(row)
        groups = [sum(counts[group.start : group.stop]) for group in _LOW_GROUPS.values()]
        return [look.decimals(count / self.deals) for count in (*groups, sum(groups))]


_LOW_GROUPS = {
    "five-low": range(1),
    "six-low": range(1, 6),
    "seven-low": range(6, 21),
    "eight-low": range(21, 56),
    "no low": range(56, 57),
}


@dataclass(frozen=True, init=False)
class FinalHand:
    """What will a hand be on seventh street, high and low?

    Parameters
    ----------
    cards : cards
        Your cards, 0 to 7 of them; the others up to seven come from the unseen cards.
    dead : cards
        Every other card you have seen.

    Raises
    ------
    CardError
        If a card is unknown or stands twice, or there are more than seven cards.
    InvalidInput
        If so many cards are dead that the hand cannot be completed.

    Examples
    --------
    >>> FinalHand("As 2s 3d").exact().deals
    211876
    """

    cards: tuple[Card, ...]
    dead: tuple[Card, ...]

    def __init__(self, cards: CardsLike, dead: CardsLike = "") -> None:
        own, others = parse_hand(cards, dead)
        object.__setattr__(self, "cards", own)
        object.__setattr__(self, "dead", others)

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that may come, all equally likely."""
        return unmask((1 << 52) - 1 & ~mask(self.cards) & ~mask(self.dead))

    @property
    def to_come(self) -> int:
        """How many cards are to come up to seventh street."""
        return HAND_SIZE - len(self.cards)

    def exact(self) -> JointTable:
        """Return the joint table of high category and low.

        Examples
        --------
        >>> table = FinalHand("").exact()
        >>> table.deals, table.high()[6], table.low()[0]  # full houses, 5-4-3-2-A
        (133784560, 3473184, 781824)
        """
        counts = _count(self.cards, self.dead, _categories(), len(CATEGORIES))
        return JointTable(self.cards, self.dead, tuple(map(tuple, counts.tolist())))

    def simulate(
        self,
        n: int,
        *,
        rng: int | np.random.Generator | None = None,
        executor: Executor | None = None,
        progress: Progress = False,
    ) -> SampledDistribution[tuple[Category, Low]]:
        """Complete the hand `n` times.

        Parameters
        ----------
        n, rng, executor, progress
            As in `cardlab.sampling.run`.

        Returns
        -------
        SampledDistribution
            How often each pair of high category and low came.

        Examples
        --------
        >>> sample = FinalHand("As 2s 3d").simulate(100_000, rng=1)
        >>> print(sample.probability(lambda pair: pair[0] >= 4 and pair[1] < 56))
        0.0879, 95 % interval 0.0862 to 0.0897 (n = 100,000)
        """
        return self.sampler().run(n, rng=rng, executor=executor, progress=progress)

    def sampler(self) -> Sampler[NDArray[np.int64], SampledDistribution[tuple[Category, Low]]]:
        """Return how `simulate` samples; see `cardlab.shards`."""
        return Sampler(self._pairs, BLOCK, self._sampled)

    def _sampled(self, done: Run[NDArray[np.int64]]) -> SampledDistribution[tuple[Category, Low]]:
        table = JointTable(self.cards, self.dead, tuple(map(tuple, done.total.tolist())))
        return SampledDistribution(table.by_category(), seed=done.seed, seconds=done.seconds)

    def explain(self) -> Explanation:
        """Return how the hands are counted without listing them.

        Examples
        --------
        >>> print(FinalHand("As 2s 3s Ks").explain())
        What will As 2s 3s Ks be on seventh street?
          1. 3 cards to come out of 48 unseen: C(48, 3) = 17,296 ways, all equally likely.
          2. Flushes apart, only ranks matter. By rank alone there are 455 different draws; \
each stands for the product of the ways to choose its cards of each rank.
          3. Draws that bring a fifth card of a suit count as flushes or straight flushes \
instead: the sets of enough cards of the suit, times what comes with them.
             suit       ways
             clubs         0
             diamonds      0
             hearts        0
             spades    8,157
          4. Together:
             high               ways  with a low  without
             high card         2,052       1,161      891
             pair              4,410       1,134    3,276
             two pair          1,890           0    1,890
             three of a kind     333           0      333
             straight            342         315       27
             flush             8,110       2,944    5,166
             full house          108           0      108
             four of a kind        4           0        4
             straight flush       47          46        1
             all              17,296       5,600   11,696
        """
        live = [sum(card.rank == rank for card in self.unseen) for rank in range(13)]
        patterns = sum(1 for _ in rank_multisets(live, self.to_come))
        flushes = [(SUIT_NAMES[suit], self._flushes(suit)) for suit in range(4)]
        table = self.exact()
        rows = [
            (CATEGORIES[i], f"{sum(row):,}", f"{sum(row[:NO_LOW]):,}", f"{row[NO_LOW]:,}")
            for i, row in enumerate(table.counts)
        ]
        total, no_low = table.deals, table.low()[LOWS[NO_LOW]]
        rows.append(("all", f"{total:,}", f"{total - no_low:,}", f"{no_low:,}"))
        steps = (
            f"{self.to_come} cards to come out of {len(self.unseen)} unseen: "
            f"C({len(self.unseen)}, {self.to_come}) = {total:,} ways, all equally likely.",
            "Flushes apart, only ranks matter. By rank alone there are "
            f"{patterns:,} different draws; each stands for the product of the ways to choose "
            "its cards of each rank.",
            "Draws that bring a fifth card of a suit count as flushes or straight flushes instead: "
            "the sets of enough cards of the suit, times what comes with them.",
            (("suit", "ways"), *((suit, f"{ways:,}") for suit, ways in flushes)),
            "Together:",
            (("high", "ways", "with a low", "without"), *rows),
        )
        cards = text(self.cards) or "seven unknown cards"
        return Explanation(f"What will {cards} be on seventh street?", steps)

    def _flushes(self, suit: int) -> int:
        """Return how many draws give the hand five cards of a suit or more."""
        held = sum(card.suit == suit for card in self.cards)
        live = sum(card.suit == suit for card in self.unseen)
        return sum(
            comb(live, count) * comb(len(self.unseen) - live, self.to_come - count)
            for count in range(max(0, 5 - held), self.to_come + 1)
        )

    def _pairs(self, stream: np.random.SeedSequence, n: int) -> NDArray[np.int64]:
        import numpy as np

        cards = np.empty((n, HAND_SIZE), np.uint8)
        cards[:, : len(self.cards)] = self.cards
        cards[:, len(self.cards) :] = deal(stream, self.unseen, n, self.to_come)
        high, low = evaluate(cards, check=False)
        places = _categories()[high].astype(np.int64) * len(LOWS) + low
        counts = np.bincount(places, minlength=len(CATEGORIES) * len(LOWS))
        return counts.reshape(len(CATEGORIES), len(LOWS))


def joint_table(cards: CardsLike, dead: CardsLike = "") -> NDArray[np.int64]:
    """Return the joint counts of high class and low class on seventh street, as an array.

    Parameters
    ----------
    cards, dead : cards
        As for `FinalHand`.

    Returns
    -------
    int64 array, shape (7462, 57)
        Row: high class, larger is better. Column: low class, smaller is better, 56 for none.
        The sum is the number of sets of cards that complete the hand.

    Raises
    ------
    CardError, InvalidInput
        As for `FinalHand`.

    Examples
    --------
    >>> counts = joint_table("")
    >>> int(counts.sum()), int((counts.sum(axis=1) > 0).sum())
    (133784560, 4824)
    """
    import numpy as np

    own, others = parse_hand(cards, dead)
    return _count(own, others, np.arange(HIGH_CLASSES, dtype=np.int16), HIGH_CLASSES)


def _count(
    own: tuple[Card, ...], dead: tuple[Card, ...], groups: NDArray[np.int16], size: int
) -> NDArray[np.int64]:
    """Count the final hands by group of high class and by low class."""
    from cardlab import _kernels

    if _kernels.ready():
        from cardlab._kernels import joint as kernel
    else:
        from cardlab._kernels import joint_numpy as kernel  # type: ignore[no-redef]  # either
    held = mask(own)
    return kernel.table(held, (1 << 52) - 1 & ~held & ~mask(dead), groups, size)


def _categories() -> NDArray[np.int16]:
    """Return the category of each high class."""
    import numpy as np

    classes = np.arange(HIGH_CLASSES)
    return (np.searchsorted(CATEGORY_STARTS, classes, side="right") - 1).astype(np.int16)
