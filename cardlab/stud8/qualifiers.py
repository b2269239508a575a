"""How many of several hands make a low.

Two hands cannot hold the same card, so lows are not independent, and the deals of seven hands are
far too many to list. They are counted rank by rank: how the live cards of a rank fall to the hands
decides all that matters, and hands in the same situation need not be told apart.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, factorial, prod
from typing import TYPE_CHECKING, NamedTuple

from cardlab.cards import Card, CardsLike, mask, parse_groups, text, unmask
from cardlab.counting import poisson_binomial
from cardlab.errors import CardError, InvalidInput, whole
from cardlab.results import Distribution, Explanation, Table
from cardlab.sampling import Progress, Run, Sampler
from cardlab.stud8.dealing import BLOCK, SampledDistribution, deal
from cardlab.stud8.lows import (
    HAND_SIZE,
    LOW_RANKS,
    LOW_SIZE,
    LowDraw,
    live_low_cards,
    low_bits,
    low_set,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_HANDS = 52 // HAND_SIZE


@dataclass(frozen=True, init=False)
class Qualifiers:
    """How many of several players make a low by seventh street, if all stay to the end.

    Parameters
    ----------
    players : int
        Number of players, 1 to 7.
    known : sequence of cards
        What is known of each player's hand, 0 to 7 cards each; players who are left out have no
        card known.
    dead : cards
        Other cards seen.

    Raises
    ------
    CardError
        If a card is unknown or stands twice, or a hand has more than seven cards.
    InvalidInput
        If the number of players is not 1 to 7, `known` is not a list of hands or has more hands
        than there are players, or the cards do not last for all hands.

    Notes
    -----
    Seven hands of which nothing is known take half a second. Different known cards leave less to
    treat alike: seven hands with a different low card in each take some 15 seconds.

    Examples
    --------
    >>> both = Qualifiers(2).exact()
    >>> round(float(both.probability(2)), 9)
    0.027932457
    >>> Qualifiers(2, known=["As 2s 3d", "Kh"]).exact()
    Distribution({0: 634415129680, 1: 690995390240, 2: 48139818240})
    """

    players: int
    known: tuple[tuple[Card, ...], ...]
    dead: tuple[Card, ...]

    def __init__(self, players: int, known: Sequence[CardsLike] = (), dead: CardsLike = "") -> None:
        players = whole("players", players, 1, MOST_HANDS)
        if isinstance(known, str) or not isinstance(known, Sequence):
            message = f'known must be a list of hands, such as ["As 2s", "Kh"], not {known!r}'
            raise InvalidInput(message)
        if len(known) > players:
            message = f"known: {len(known)} hands given for {players} players"
            raise InvalidInput(message)
        names = [f"known[{seat}]" for seat in range(len(known))]
        groups = {**dict(zip(names, known, strict=True)), "dead": dead}
        *hands, others = parse_groups(groups)
        for name, hand in zip(names, hands, strict=True):
            if len(hand) > HAND_SIZE:
                message = f"{name}: at most {HAND_SIZE} cards, not {len(hand)}: {text(hand)}"
                raise CardError(message)
        if HAND_SIZE * players + len(others) > 52:
            message = (
                f"dead: {players} hands of seven and {len(others)} dead cards are more than 52"
            )
            raise InvalidInput(message)
        hands += [()] * (players - len(hands))
        object.__setattr__(self, "players", players)
        object.__setattr__(self, "known", tuple(hands))
        object.__setattr__(self, "dead", others)

    def exact(self) -> Distribution[int]:
        """Return the distribution of the number of players with a qualifying low.

        Returns
        -------
        Distribution
            Outcome: 0 to the number of players. Count: number of ways to complete all hands.

        Examples
        --------
        >>> Qualifiers(7).exact()[7]
        0
        """
        live, others = live_low_cards(self.unseen)
        return Distribution(enumerate(_numbers(self._hands(), live, others)), name="lows")

    def simulate(
        self,
        n: int,
        *,
        rng: int | np.random.Generator | None = None,
        executor: Executor | None = None,
        progress: Progress = False,
    ) -> SampledDistribution[int]:
        """Complete all hands `n` times and count the lows.

        Parameters
        ----------
        n, rng, executor, progress
            As in `cardlab.sampling.run`.

        Returns
        -------
        SampledDistribution
            How often so many players had a low.

        Examples
        --------
        >>> sample = Qualifiers(4).simulate(100_000, rng=1)
        >>> print(sample.probability(lambda lows: lows >= 1))
        0.5773, 95 % interval 0.5742 to 0.5803 (n = 100,000)
        """
        return self.sampler().run(n, rng=rng, executor=executor, progress=progress)

    def sampler(self) -> Sampler[NDArray[np.int64], SampledDistribution[int]]:
        """Return how `simulate` samples; see `cardlab.shards`."""
        return Sampler(self._lows, BLOCK, _sampled)

    def explain(self) -> Explanation:
        """Return each player's chance, and what independence would make of them.

        Examples
        --------
        >>> print(Qualifiers(2).explain())
        How many of 2 players make a low?
          1. Each player's own chance, the hidden cards of the others being unseen like the rest:
             player    cards  chance
             1       unknown  0.1834
             2       unknown  0.1834
          2. A card in one hand is missing in all others, so the lows are not independent. \
The 6,071,092,494,667,200 ways to complete the hands are counted rank by rank, by how the cards of \
the rank fall to the hands:
             lows                   ways  chance  if independent
             0     4,014,263,188,135,360  0.6612          0.6669
             1     1,887,248,779,141,120  0.3109          0.2995
             2       169,580,527,390,720  0.0279          0.0336
        """
        singles = [
            LowDraw(hand, self._others(seat)).exact() for seat, hand in enumerate(self.known)
        ]
        rows = [
            (str(seat + 1), text(hand) or "unknown", f"{float(odds):.4f}")
            for seat, (hand, odds) in enumerate(zip(self.known, singles, strict=True))
        ]
        exact = self.exact()
        both = (exact, poisson_binomial(singles))
        table = [
            (str(lows), f"{ways:,}", *(f"{float(d.probability(lows)):.4f}" for d in both))
            for lows, ways in exact.items()
        ]
        steps: tuple[str | Table, ...] = (
            "Each player's own chance, the hidden cards of the others being unseen like the rest:",
            (("player", "cards", "chance"), *rows),
            "A card in one hand is missing in all others, so the lows are not independent. The "
            f"{exact.total:,} ways to complete the hands are counted rank by rank, by how the "
            "cards of the rank fall to the hands:",
            (("lows", "ways", "chance", "if independent"), *table),
            *self._impossible_in_words(exact),
        )
        return Explanation(f"How many of {self.players} players make a low?", steps)

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that are in no known place."""
        seen = mask(self.dead)
        for hand in self.known:
            seen |= mask(hand)
        return unmask((1 << 52) - 1 & ~seen)

    def _others(self, seat: int) -> tuple[Card, ...]:
        """Return what a player has seen beside the own cards."""
        rest = (card for other, hand in enumerate(self.known) if other != seat for card in hand)
        return (*self.dead, *rest)

    def _hands(self) -> list[_Hand]:
        return [
            _Hand(ranks, HAND_SIZE - len(hand), max(0, LOW_SIZE - ranks.bit_count()))
            for hand in self.known
            for ranks in (low_set(hand),)
        ]

    def _impossible_in_words(self, exact: Distribution[int]) -> list[str]:
        if exact[self.players]:
            return []
        needed = LOW_SIZE * self.players
        if needed > 4 * len(LOW_RANKS):
            return [
                f"All {self.players} cannot have a low: they would need {needed} cards from ace "
                f"to eight, and there are {4 * len(LOW_RANKS)}."
            ]
        return [f"All {self.players} cannot have a low with these cards."]

    def _lows(self, stream: np.random.SeedSequence, n: int) -> NDArray[np.int64]:
        import numpy as np

        to_come = [hand.to_come for hand in self._hands()]
        drawn = low_bits()[deal(stream, self.unseen, n, sum(to_come))]
        lows = np.zeros(n, np.int64)
        first = 0
        for hand, cards in zip(self.known, to_come, strict=True):
            own = drawn[:, first : first + cards]
            sets = np.bitwise_or.reduce(own, axis=1) | np.uint8(low_set(hand))
            lows += np.bitwise_count(sets) >= LOW_SIZE
            first += cards
        return np.bincount(lows, minlength=self.players + 1)


def _sampled(done: Run[NDArray[np.int64]]) -> SampledDistribution[int]:
    counts = Distribution(enumerate(done.total.tolist()), name="lows")
    return SampledDistribution(counts, seed=done.seed, seconds=done.seconds)


# The count. It goes through the low ranks, one after another, and deals all live cards of the rank
# at once: to the hands or to the rest of the deck. What remains to be known of a hand is how many
# cards are to come, how many more ranks it needs, and which later ranks it holds already. A hand
# whose fate is settled is dropped: it gets its other cards from what the waiting hands leave over,
# and the number of ways for that is one binomial coefficient.
#
# Only deals are counted in which all waiting hands make a low in the end, so a hand that cannot any
# more ends the matter, and few situations remain. This is done for every choice of waiting hands
# together; inclusion-exclusion then tells in how many deals so many make a low, and no others.


class _Hand(NamedTuple):
    """What matters of a hand before a rank is dealt."""

    held: int
    """The later ranks it holds already; bit 0 is the next rank."""
    to_come: int
    need: int
    """How many more ranks make a low."""


_Hands = tuple[_Hand, ...]


def _numbers(hands: list[_Hand], live: list[int], others: int) -> list[int]:
    """Return in how many deals 0, 1, 2, ... of the hands make a low.

    `live` are the live cards of each low rank, `others` all other live cards.
    """
    hands, live = _known_ranks_first(hands, live)
    sums = _sums(hands, live, others)
    return [
        sum((-1) ** (j - k) * comb(j, k) * sums[j] for j in range(k, len(sums)))
        for k in range(len(sums))
    ]


def _known_ranks_first(hands: list[_Hand], live: list[int]) -> tuple[list[_Hand], list[int]]:
    """Put first the ranks that most hands hold; once they are dealt, hands differ less."""
    order = sorted(range(len(live)), key=lambda rank: -sum(hand.held >> rank & 1 for hand in hands))
    moved = [
        hand._replace(held=sum((hand.held >> rank & 1) << i for i, rank in enumerate(order)))
        for hand in hands
    ]
    return moved, [live[rank] for rank in order]


def _sums(hands: list[_Hand], live: list[int], others: int) -> list[int]:
    """Return for j = 0, 1, ... the deals in which j chosen hands make a low, over all choices."""
    ranks, left = len(live), sum(live) + others
    states = _choices(hands, left)
    for later, cards in zip(range(ranks - 1, -1, -1), live, strict=True):
        left -= cards
        following: dict[_Hands, list[int]] = {}
        supply = sum(live[ranks - later :])
        for waiting, sums in states.items():
            for after, ways in _falls(waiting, cards, later):
                still, times = _drop(after, (), left)
                if sum(hand.need for hand in still) > supply or not times:
                    continue
                totals = following.setdefault(still, [0] * len(sums))
                for j, count in enumerate(sums):
                    if count:
                        totals[j] += count * ways * times
        states = following
    return states.get((), [0] * (len(hands) + 1))


def _choices(hands: list[_Hand], left: int) -> dict[_Hands, list[int]]:
    """Return the start: every choice of hands that wait, with the number of hands chosen."""
    states: dict[_Hands, list[int]] = {}
    kinds = Counter(hands)
    for numbers in product(*(range(count + 1) for count in kinds.values())):
        chosen = Counter(dict(zip(kinds, numbers, strict=True)))
        waiting, times = _drop(chosen.elements(), (kinds - chosen).elements(), left)
        times *= prod(comb(kinds[hand], chosen[hand]) for hand in kinds)
        sums = states.setdefault(waiting, [0] * (len(hands) + 1))
        sums[chosen.total()] += times
    return states


def _drop(hands: Iterable[_Hand], free: Iterable[_Hand], left: int) -> tuple[_Hands, int]:
    """Return the hands that still wait, and the ways to complete the others from `left` cards.

    The others are those of `hands` that need nothing, and all that are `free`.
    """
    waiting, to_complete = [], [hand.to_come for hand in free]
    for hand in hands:
        if hand.need:
            waiting.append(hand)
            left -= hand.to_come
        else:
            to_complete.append(hand.to_come)
    ways = int(left >= 0)
    for cards in to_complete if ways else ():
        ways *= comb(left, cards)
        left -= cards
    waiting.sort()
    return tuple(waiting), ways


def _falls(waiting: _Hands, cards: int, later: int) -> list[tuple[_Hands, int]]:
    """Return how the cards of a rank can fall to the hands: the hands then, and the ways."""
    found: list[tuple[_Hands, int, int]] = [((), cards, 1)]
    for hand, count in Counter(waiting).items():
        found = [
            (before + after, rest, ways * times)
            for before, left, ways in found
            for after, rest, times in _shares(hand, count, left, later)
        ]
    return [(after, ways) for after, _, ways in found]


@cache
def _shares(hand: _Hand, count: int, cards: int, later: int) -> list[tuple[_Hands, int, int]]:
    """Return how cards of a rank can fall to `count` hands alike: hands, cards left, ways.

    Ways in which a hand cannot make a low any more are left out.
    """
    found = []
    for parts in _partitions(cards, count):
        after = [then for part in parts if (then := _after(hand, part, later))]
        left = cards - sum(parts)
        orders = factorial(count) // prod(map(factorial, Counter(parts).values()))
        ways = factorial(cards) // (factorial(left) * prod(map(factorial, parts)))
        if len(after) == count:
            found.append((tuple(after), left, orders * ways))
    return found


def _after(hand: _Hand, cards: int, later: int) -> _Hand | None:
    """Return the hand after so many cards of the next rank, or None if it can make no low then."""
    need = max(0, hand.need - 1) if cards and not hand.held & 1 else hand.need
    after = _Hand(hand.held >> 1, hand.to_come - cards, need)
    most = min(after.to_come, later - after.held.bit_count())
    return after if after.to_come >= 0 and need <= most else None


@cache
def _partitions(cards: int, hands: int) -> list[tuple[int, ...]]:
    """Return the ways to give at most so many cards to hands, the largest share first."""
    return [
        parts
        for parts in combinations_with_replacement(range(cards, -1, -1), hands)
        if sum(parts) <= cards
    ]
