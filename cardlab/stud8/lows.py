"""The chance of a qualifying low: five different ranks, all eight or lower, ace low.

Suits do not matter, and of the ranks only which of the eight low ones have come. So a chance is a
count over 256 sets of ranks, and exact.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache
from math import comb
from typing import TYPE_CHECKING

from cardlab.cards import RANKS, Card, CardsLike, mask, parse_groups, text, unmask
from cardlab.counting import rank_sets
from cardlab.errors import CardError, InvalidInput, whole
from cardlab.hands import NO_LOW, low, low_name
from cardlab.results import Distribution, Estimate, Explanation, Odds, Table
from cardlab.sampling import Progress, Sampler, proportion
from cardlab.stud8.dealing import BLOCK, deal

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

HAND_SIZE = 7
LOW_SIZE = 5
LOW_RANKS = (12, 0, 1, 2, 3, 4, 5, 6)
"""The low ranks, ace to eight. Bit i of a *low set* stands for the i-th of them."""


class Low(int):
    """A low class, 0 (5-4-3-2-A) to 55 (8-7-6-5-4) or 56 (none), that prints as its ranks.

    Examples
    --------
    >>> print(Low(0), Low(55), Low(56))
    5-4-3-2-A 8-7-6-5-4 no low
    """

    __slots__ = ()

    def __new__(cls, low_class: int) -> Low:
        """Return the low class of that number."""
        return super().__new__(cls, whole("low class", low_class, 0, NO_LOW))

    def __str__(self) -> str:
        return low_name(int(self))

    def __repr__(self) -> str:
        return f"<{self}>"


LOWS = tuple(map(Low, range(NO_LOW + 1)))
"""All low classes, the best first, and at the end none."""


@dataclass(frozen=True, init=False)
class LowDraw:
    """Will a hand have a qualifying low by seventh street?

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
    >>> draw = LowDraw("As 2s 3d")
    >>> draw.exact()
    Odds(102280, 211876)
    >>> print(LowDraw("As 2s 3d", dead="Kh Qd Js").exact())
    85,960 of 163,185 = 0.5268
    >>> draw.by_low()[0], str(draw.by_low().quantile(0.25))
    (15156, '7-5-3-2-A')
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

    @property
    def outs(self) -> tuple[Card, ...]:
        """The unseen cards that bring a new low rank; none once there is a low or no card to come.

        Examples
        --------
        >>> from cardlab.cards import text
        >>> text(LowDraw("As 2s 3d 6c Kh", dead="4c 4d 5h 7s 8s 8c").outs)
        '4h 4s 5c 5d 5s 7c 7d 7h 8d 8h'
        """
        held = low_set(self.cards)
        if self.to_come == 0 or held.bit_count() >= LOW_SIZE:
            return ()
        return tuple(card for card in self.unseen if low_set((card,)) & ~held)

    def exact(self) -> Odds:
        """Return the odds of a qualifying low.

        Examples
        --------
        >>> print(LowDraw("").exact())
        24,530,944 of 133,784,560 = 0.1834
        """
        return self._odds(self.to_come)

    def by_low(self) -> Distribution[Low]:
        """Return the distribution of the low.

        Returns
        -------
        Distribution
            Outcome: `Low` 0 (the best) to 56 (none), which also is an int. Count: number of sets
            of cards to come.

        Examples
        --------
        >>> lows = LowDraw("As 2s 3d 4c 5h Kc").by_low()
        >>> lows[0], lows.total
        (46, 46)
        """
        return Distribution(zip(LOWS, self._counts(self.to_come), strict=True), name="low")

    def by_street(self) -> pd.DataFrame:
        """Return the chance to have a low on each street from now on.

        Returns
        -------
        DataFrame
            Index: the street, 3 to 7, that is the number of cards one then has. Columns: number of
            ways the cards up to then can come, number of these that make a low, and the chance.

        Examples
        --------
        >>> LowDraw("As 2s 3d 6c").by_street()
                 deals  with_low  probability
        street
        4            1         0     0.000000
        5           48        16     0.333333
        6         1128       632     0.560284
        7        17296     12336     0.713228
        """
        import pandas as pd

        rows = []
        for street in range(max(3, len(self.cards)), HAND_SIZE + 1):
            odds = self._odds(street - len(self.cards))
            rows.append((street, odds.total, odds.favourable, float(odds)))
        columns = ["street", "deals", "with_low", "probability"]
        return pd.DataFrame(rows, columns=columns).set_index("street")

    def by_next_card(self) -> pd.DataFrame:
        """Return what each card that may come next would do to the chance of a low.

        Returns
        -------
        DataFrame
            One row for each unseen card, the most helpful first: card, whether it is an out, the
            chance of a low once it has come, and the change. Empty after the seventh card.

        Examples
        --------
        >>> LowDraw("As 2s 3d").by_next_card().loc[["4c", "Kh"]]
                out  probability    change
        card
        4c     True     0.713228  0.230493
        Kh    False     0.323774 -0.158961
        """
        import pandas as pd

        now, outs = float(self.exact()), frozenset(self.outs)
        rows = []
        for card in self.unseen if self.to_come else ():
            chance = float(self._after(card))
            rows.append((str(card), card in outs, chance, chance - now))
        columns = ["card", "out", "probability", "change"]
        frame = pd.DataFrame(rows, columns=columns).set_index("card")
        return frame.sort_values("probability", ascending=False, kind="stable")

    def simulate(
        self,
        n: int,
        *,
        rng: int | np.random.Generator | None = None,
        executor: Executor | None = None,
        progress: Progress = False,
    ) -> Estimate:
        """Complete the hand `n` times and count the lows.

        Parameters
        ----------
        n, rng, executor, progress
            As in `cardlab.sampling.run`.

        Returns
        -------
        Estimate
            The share of hands with a low.

        Examples
        --------
        >>> print(LowDraw("As 2s 3d").simulate(100_000, rng=1))
        0.4846, 95 % interval 0.4815 to 0.4877 (n = 100,000)
        """
        return self.sampler().run(n, rng=rng, executor=executor, progress=progress)

    def sampler(self) -> Sampler[int, Estimate]:
        """Return how `simulate` samples; see `cardlab.shards`."""
        return Sampler(self._lows, BLOCK, proportion)

    def explain(self) -> Explanation:
        """Return the count of the draws that make a low, and the outs.

        Examples
        --------
        >>> print(LowDraw("As 2s 3d 6c Kh").explain())
        Will As 2s 3d 6c Kh make a low by seventh street?
          1. A low is five different ranks, all eight or lower, ace low. You hold 4 of these \
eight ranks: A 2 3 6. You need 1 more.
          2. Your outs, cards that bring a new low rank, are 16 of the 47 unseen cards.
             rank  unseen
             4          4
             5          4
             7          4
             8          4
             outs      16
          3. The 2 cards to come are one of C(47, 2) = 1,081 pairs, all equally likely. \
Counted by how many new low ranks they bring:
             new low ranks  draws
             0                465
             1                520
             2                 96
          4. 1 or more: 616 of 1,081 = 0.5698.
          5. The next card decides how the chance moves: 1.0000 after a new low rank, \
0.3478 after any other card.
        """
        held, odds = low_set(self.cards), self.exact()
        need = max(0, LOW_SIZE - held.bit_count())
        steps: list[str | Table] = [self._held_in_words(held, need)]
        if need and self.outs:
            steps += self._outs_in_words()
            steps += self._draws_in_words(held, need)
        steps.append(self._answer_in_words(odds, need))
        if need and self.outs and self.to_come > 1:
            steps.append(self._next_in_words())
        cards = text(self.cards) or "seven unknown cards"
        return Explanation(f"Will {cards} make a low by seventh street?", tuple(steps))

    def _counts(self, drawn: int) -> list[int]:
        """Return for each low class in how many draws of so many cards it is the hand's low."""
        held = low_set(self.cards)
        counts = [0] * len(LOWS)
        for new, ways in enumerate(rank_sets(*live_low_cards(self.unseen), drawn)):
            counts[_low_of_set()[held | new]] += ways
        return counts

    def _odds(self, drawn: int) -> Odds:
        """Return the odds of having a low after so many more cards."""
        counts = self._counts(drawn)
        return Odds(sum(counts[:NO_LOW]), sum(counts))

    def _after(self, card: Card) -> Odds:
        return LowDraw((*self.cards, card), self.dead).exact()

    def _lows(self, stream: np.random.SeedSequence, n: int) -> int:
        import numpy as np

        drawn = deal(stream, self.unseen, n, self.to_come)
        sets = np.bitwise_or.reduce(low_bits()[drawn], axis=1) | np.uint8(low_set(self.cards))
        return int((np.bitwise_count(sets) >= LOW_SIZE).sum())

    def _held_in_words(self, held: int, need: int) -> str:
        rule = "A low is five different ranks, all eight or lower, ace low."
        if not held:
            return f"{rule} You hold none of these eight ranks."
        names = " ".join(_rank_names(held))
        more = f"You need {need} more." if need else "That is enough."
        return f"{rule} You hold {held.bit_count()} of these eight ranks: {names}. {more}"

    def _outs_in_words(self) -> list[str | Table]:
        live, _ = live_low_cards(self.outs)
        rows = [(RANKS[r], str(n)) for r, n in zip(LOW_RANKS, live, strict=True) if n]
        return [
            f"Your outs, cards that bring a new low rank, are {len(self.outs)} of the "
            f"{len(self.unseen)} unseen cards.",
            (("rank", "unseen"), *rows, ("outs", str(len(self.outs)))),
        ]

    def _draws_in_words(self, held: int, need: int) -> list[str | Table]:
        """Count the draws by how many new low ranks they bring."""
        unseen, to_come = len(self.unseen), self.to_come
        by_number = [0] * (len(LOW_RANKS) + 1)
        for new, ways in enumerate(rank_sets(*live_low_cards(self.unseen), to_come)):
            by_number[(new & ~held).bit_count()] += ways
        what = {1: "cards", 2: "pairs"}.get(to_come, f"sets of {to_come} cards")
        cards = "card to come is" if to_come == 1 else f"{to_come} cards to come are"
        return [
            f"The {cards} one of C({unseen}, {to_come}) = {comb(unseen, to_come):,} {what}, all "
            "equally likely. Counted by how many new low ranks they bring:",
            (
                ("new low ranks", "draws"),
                *((str(new), f"{ways:,}") for new, ways in enumerate(by_number) if ways),
            ),
        ]

    def _answer_in_words(self, odds: Odds, need: int) -> str:
        if not need:
            made = Low(_low_of_set()[low_set(self.cards)])
            return f"You have a low already, {made}; cards to come can only make it better."
        if not odds.favourable:
            return f"So there can be no low: 0 of {odds.total:,}."
        return f"{need} or more: {odds}."

    def _next_in_words(self) -> str:
        """Say how the next card moves the chance; outs of different ranks may differ."""
        outs = frozenset(self.outs)
        after = {True: set[float](), False: set[float]()}
        for card in self.unseen:
            after[card in outs].add(float(self._after(card)))
        parts = [f"{_range(after[True])} after a new low rank"]
        if after[False]:
            parts.append(f"{_range(after[False])} after any other card")
        return f"The next card decides how the chance moves: {', '.join(parts)}."


def parse_hand(cards: CardsLike, dead: CardsLike) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return a hand of at most seven cards and the dead cards, checked."""
    own, others = parse_groups({"cards": cards, "dead": dead})
    if len(own) > HAND_SIZE:
        message = f"cards: at most {HAND_SIZE} cards, not {len(own)}: {text(own)}"
        raise CardError(message)
    if len(others) > 52 - HAND_SIZE:
        message = f"dead: {len(others)} dead cards leave fewer than seven for the hand"
        raise InvalidInput(message)
    return own, others


def low_set(cards: Iterable[int]) -> int:
    """Return which low ranks are among cards: bit 0 for an ace to bit 7 for an eight."""
    bits = 0
    for card in cards:
        if card >> 2 in LOW_RANKS:
            bits |= 1 << LOW_RANKS.index(card >> 2)
    return bits


def low_bits() -> NDArray[np.uint8]:
    """Return the low set of each single card, to look up in arrays."""
    import numpy as np

    return np.array([low_set((card,)) for card in range(52)], np.uint8)


def live_low_cards(cards: Iterable[int]) -> tuple[list[int], int]:
    """Return how many cards there are of each low rank, ace to eight, and how many others."""
    ranks = [card >> 2 for card in cards]
    live = [ranks.count(rank) for rank in LOW_RANKS]
    return live, len(ranks) - sum(live)


@cache
def _low_of_set() -> tuple[int, ...]:
    """Return the low class of each low set."""
    classes = [NO_LOW] * 256
    for bits in range(256):
        if bits.bit_count() >= LOW_SIZE:
            classes[bits] = low([4 * rank for i, rank in enumerate(LOW_RANKS) if bits >> i & 1])
    return tuple(classes)


def _rank_names(bits: int) -> list[str]:
    return [RANKS[rank] for i, rank in enumerate(LOW_RANKS) if bits >> i & 1]


def _range(chances: set[float]) -> str:
    least, most = f"{min(chances):.4f}", f"{max(chances):.4f}"
    return least if least == most else f"{least} to {most}"
