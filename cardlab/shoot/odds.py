"""Questions about one turn of Shoot: will one of your cards beat the turned card?

Cards that nobody has shown are exchangeable: the top of the stock is equally likely to be any
card that you have not seen, wherever the others lie. So a chance is a count of cards.
"""

from __future__ import annotations

from collections import Counter
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from math import comb, inf
from typing import TYPE_CHECKING

from cardlab.cards import (
    DECK,
    RANK_NAMES,
    SUIT_NAMES,
    Card,
    CardsLike,
    mask,
    parse,
    parse_groups,
    text,
    unmask,
)
from cardlab.counting import hypergeometric
from cardlab.errors import InvalidInput, instance, whole
from cardlab.results import Distribution, Estimate, Explanation, Odds
from cardlab.sampling import Progress, Sampler, proportion
from cardlab.shoot.rules import Rules
from cardlab.shoot.strategies import simple_share

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

_BLOCK = 65_536
_SUIT_BITS = tuple(mask(range(suit, 52, 4)) for suit in range(4))
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven",
            "eight", "nine", "ten", "eleven", "twelve")  # fmt: skip


def _number(count: int) -> str:
    """Return a small number in words, a larger one in digits."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


@dataclass(frozen=True, init=False)
class Turn:
    """A turn: a hand against the next card of the stock.

    Parameters
    ----------
    hand : cards
        Your cards; three are due unless the rules say otherwise.
    seen : cards
        Every other card you have seen: those turned before, and hands shown for a SHOOT.
    rules : Rules
        Options of the game.

    Raises
    ------
    CardError
        If a card is unknown or stands twice, the hand has the wrong number of cards, or no unseen
        card is left to turn.

    Examples
    --------
    >>> turn = Turn("5h Kc Qs")
    >>> turn.exact()
    Odds(24, 49)
    >>> Turn("5h Kc Qs", seen="2d 9c Js").exact()
    Odds(22, 46)
    >>> turn.expected_value
    Fraction(-1, 49)
    """

    hand: tuple[Card, ...]
    seen: tuple[Card, ...]
    rules: Rules

    def __init__(self, hand: CardsLike, seen: CardsLike = "", *, rules: Rules = Rules()) -> None:
        instance("rules", rules, Rules)
        own, others = parse_groups({"hand": hand, "seen": seen})
        parse(own, name="hand", count=rules.hand_size)
        if len(own) + len(others) == 52:
            message = f"seen: {len(others)} cards leave none to be turned"
            raise InvalidInput(message)
        object.__setattr__(self, "hand", own)
        object.__setattr__(self, "seen", others)
        object.__setattr__(self, "rules", rules)

    @property
    def unseen(self) -> tuple[Card, ...]:
        """The cards that may be turned, all equally likely."""
        return unmask((1 << 52) - 1 & ~mask(self.hand) & ~mask(self.seen))

    @property
    def winning(self) -> tuple[Card, ...]:
        """The unseen cards that the hand beats."""
        return unmask(self.rules.winning(self.hand, self.seen))

    def exact(self) -> Odds:
        """Return the odds of winning: beaten cards out of the cards not yet seen."""
        return Odds(len(self.winning), len(self.unseen))

    def simulate(
        self,
        n: int,
        *,
        rng: int | np.random.Generator | None = None,
        executor: Executor | None = None,
        progress: Progress = False,
    ) -> Estimate:
        """Turn a card `n` times, each time from a fresh shuffle, and count the wins.

        Parameters
        ----------
        n, rng, executor, progress
            As in `cardlab.sampling.run`.

        Returns
        -------
        Estimate
            The share of wins.

        Examples
        --------
        >>> print(Turn("5h Kc Qs").simulate(100_000, rng=1))
        0.4927, 95 % interval 0.4896 to 0.4958 (n = 100,000)
        """
        return self.sampler().run(n, rng=rng, executor=executor, progress=progress)

    def sampler(self) -> Sampler[int, Estimate]:
        """Return how `simulate` samples; see `cardlab.shards`."""
        return Sampler(self._wins, _BLOCK, proportion)

    def _wins(self, stream: np.random.SeedSequence, n: int) -> int:
        import numpy as np

        unseen = self.unseen
        wins = np.isin(unseen, self.winning)
        return int(wins[np.random.default_rng(stream).integers(0, len(unseen), n)].sum())

    @property
    def expected_value(self) -> Fraction:
        """What a bet of one token gains on average: 2p - 1, negative for a loss."""
        return 2 * self.exact().probability - 1

    @property
    def kelly_fraction(self) -> Fraction:
        """The share of the bankroll that makes it grow fastest in the long run: 2p - 1, or 0.

        References
        ----------
        J. L. Kelly, "A New Interpretation of Information Rate", Bell System Technical Journal 35
        (1956), 917-926.
        """
        return max(Fraction(0), self.expected_value)

    def kelly_stake(self, bankroll: int, kitty: int) -> int:
        """Return the Kelly stake in whole tokens: at least the forced 1, at most the kitty.

        Parameters
        ----------
        bankroll, kitty : int
            Tokens that the player owns and that the kitty holds, each at least 1.

        Examples
        --------
        >>> Turn("Ah Kc Qs").kelly_stake(bankroll=100, kitty=60)
        34
        """
        bankroll, kitty = whole("bankroll", bankroll, 1), whole("kitty", kitty, 1)
        return min(kitty, max(1, int(self.kelly_fraction * bankroll)))

    def effect_of_seen(self) -> pd.DataFrame:
        """Return what seeing one more card would do to the chance.

        Returns
        -------
        DataFrame
            One row for each unseen card, the most helpful first: card, whether the hand beats it,
            the chance of winning once it has been seen, and the change (larger is better).

        Examples
        --------
        >>> Turn("5h Kc Qs").effect_of_seen().loc[["2d", "2s"]]
              beaten  probability    change
        card
        2d     False     0.500000  0.010204
        2s      True     0.479167 -0.010629
        """
        import pandas as pd

        now = self.exact()
        winning = frozenset(self.winning)
        rows = [
            (str(card), card in winning, (now.favourable - (card in winning)) / (now.total - 1))
            for card in self.unseen
            if now.total > 1
        ]
        frame = pd.DataFrame(rows, columns=["card", "beaten", "probability"]).set_index("card")
        frame["change"] = frame["probability"] - float(now)
        return frame.sort_values("change", ascending=False, kind="stable")

    def by_seat(self, players: int) -> pd.DataFrame:
        """Return what a later seat is worth to a player who remembers the turned cards.

        Before the deal's first card is turned the chance is the same in every seat. But the later
        seat will have seen more cards by then, so its chance will have moved, up or down, and a
        player who can choose his bet gains by knowing it.

        Parameters
        ----------
        players : int
            Number of players, the dealer not counted; no more than there are cards to turn.

        Returns
        -------
        DataFrame
            One row a seat, counted from the dealer's left: cards turned before this turn, chance
            of winning, chance of being a favourite by then (more than one half), and the mean gain
            a token when betting only as a favourite.
        """
        import pandas as pd

        odds = self.exact()
        players = whole("players", players, 1, min(self.rules.max_players, odds.total))
        rows = []
        for seat in range(1, players + 1):
            turned = seat - 1
            gone = hypergeometric(odds.total, odds.favourable, turned)
            left = odds.total - turned
            gains = {k: Fraction(2 * (odds.favourable - k), left) - 1 for k in gone}
            gain = sum((max(gains[k], Fraction(0)) * gone[k] for k in gone), Fraction(0))
            rows.append(
                {
                    "seat": seat,
                    "turned": turned,
                    "probability": float(
                        sum((1 + gains[k]) * gone[k] for k in gone) / 2 / gone.total
                    ),
                    "favourite": float(gone.probability({k for k in gone if gains[k] > 0})),
                    "gain": float(gain / gone.total),
                }
            )
        return pd.DataFrame(rows).set_index("seat")

    def explain(self) -> Explanation:
        """Return the count of winning cards, suit by suit.

        Examples
        --------
        >>> print(Turn("Ks 2s 5h", seen="2h").explain())
        Will Ks 2s 5h beat the next card?
          1. 52 cards, less your three and the one seen: 48 can be next, all equally likely. \
Hands that lie face down count as stock.
          2. Your king beats the eleven lower spades, less one of your own: 10.
          3. Your five beats the three lower hearts, less one seen: 2.
             cards     winning
             below Ks       10
             below 5h        2
             together       12
          4. So 12 of the 48 cards you have not seen: 12/48 = 0.2500.
          5. A bet of one token gains 12/48 - 36/48 = -24/48 on average.
        """
        odds = self.exact()
        hand = text(self.hand)
        steps: list[str | tuple[tuple[str, ...], ...]] = [self._unseen_in_words()]
        rows = [("cards", "winning")]
        counted = 0
        for card in sorted(self.hand, key=self._reach, reverse=True):
            beaten = self.rules.beaten_by[card] & ~counted
            counted |= beaten
            if beaten:
                winning = beaten & mask(self.winning)
                steps.append(self._beats_in_words(card, beaten, winning.bit_count()))
                rows.append((f"below {card}", str(winning.bit_count())))
        rows.append(("together", str(odds.favourable)))
        steps.append(tuple(rows))
        f, t = odds.favourable, odds.total
        steps.append(f"So {f} of the {t} cards you have not seen: {f}/{t} = {float(odds):.4f}.")
        steps.append(
            f"A bet of one token gains {f}/{t} - {t - f}/{t} = {2 * f - t}/{t} on average."
        )
        return Explanation(f"Will {hand} beat the next card?", tuple(steps))

    def _reach(self, card: Card) -> int:
        return self.rules.beaten_by[card].bit_count()

    def _unseen_in_words(self) -> str:
        known = f"your {_number(len(self.hand))}"
        if self.seen:
            known += f" and the {_number(len(self.seen))} seen"
        return (
            f"52 cards, less {known}: {len(self.unseen)} can be next, all equally likely. "
            "Hands that lie face down count as stock."
        )

    def _beats_in_words(self, card: Card, beaten: int, winning: int) -> str:
        """Say what one card adds: what it beats, less what cannot be turned any more."""
        lower = (beaten & self.rules.beaten_by[card] & _SUIT_BITS[card.suit]).bit_count()
        others = beaten.bit_count() - lower
        parts = []
        if lower:
            suit = SUIT_NAMES[card.suit]
            parts.append(f"the {_number(lower)} lower {suit if lower > 1 else suit[:-1]}")
        if others:
            parts.append(f"{_number(others)} of its rank in other suits")
        less = []
        for cards, whose in ((self.hand, "of your own"), (self.seen, "seen")):
            gone = (beaten & mask(cards)).bit_count()
            if gone:
                less.append(f"{_number(gone)} {whose}")
        beats = f"Your {RANK_NAMES[card.rank]} beats {' and '.join(parts)}"
        return f"{beats}, less {' and '.join(less)}: {winning}." if less else f"{beats}."

    @staticmethod
    def every_hand(rules: Rules = Rules(), *, classes: bool = False) -> pd.DataFrame:
        """Return all hands: see `every_hand`."""
        return every_hand(rules, classes=classes)


def every_hand(rules: Rules = Rules(), *, classes: bool = False) -> pd.DataFrame:
    """Return every possible hand with its chance, before any card has been turned.

    Parameters
    ----------
    rules : Rules
        Options of the game.
    classes : bool
        Whether hands that differ only in the names of the suits share one row.

    Returns
    -------
    DataFrame
        Index: the hand as text (of a class, its first hand). Columns: ``winning`` (cards that the
        hand beats), ``probability``, ``expected_value`` (gain per token bet), ``kelly`` (best
        share of the bankroll to bet), and for classes ``hands`` (how many there are of it).

    Examples
    --------
    >>> hands = every_hand()
    >>> len(hands), int((hands["probability"] > 0.5).sum())
    (22100, 1456)
    >>> hands.loc["5h Qs Kc"]
    winning           24.000000
    probability        0.489796
    expected_value    -0.020408
    kelly              0.000000
    Name: 5h Qs Kc, dtype: float64
    >>> len(every_hand(classes=True))
    1755
    """
    import numpy as np
    import pandas as pd

    instance("rules", rules, Rules)
    hands = _all_hands(rules.hand_size)
    beaten = np.array(rules.beaten_by, dtype=np.uint64)[hands]
    own = (np.uint64(1) << np.arange(52, dtype=np.uint64))[hands]
    winning = np.bitwise_count(
        np.bitwise_or.reduce(beaten, axis=0) & ~np.bitwise_or.reduce(own, axis=0)
    )
    probability = winning / (52 - rules.hand_size)
    value = 2 * probability - 1
    frame = pd.DataFrame(
        {
            "winning": winning,
            "probability": probability,
            "expected_value": value,
            "kelly": np.maximum(value, 0),
        },
        index=_labels(rules.hand_size),
    )
    if not classes:
        return frame
    first, sizes = _suit_classes(rules.hand_size)
    return frame.iloc[first].assign(hands=sizes)


@cache
def _all_hands(size: int) -> NDArray[np.uint8]:
    """Return all hands, one a column, lowest card first: shape (size, number of hands)."""
    import numpy as np

    cards = chain.from_iterable(combinations(range(52), size))
    hands = np.fromiter(cards, np.uint8, count=comb(52, size) * size).reshape(-1, size).T.copy()
    hands.flags.writeable = False
    return hands


@cache
def _labels(size: int) -> pd.Index[str]:
    """Return the text of all hands."""
    import pandas as pd

    names = [str(card) for card in DECK]
    return pd.Index([" ".join(hand) for hand in combinations(names, size)], name="hand")


@cache
def _suit_classes(size: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return for each class of hands under relabelling suits its first hand and its size.

    Two hands are of one class if they hold the same four sets of ranks, whichever the suits.
    """
    import numpy as np

    hands = _all_hands(size)
    ranks = np.zeros((hands.shape[1], 4), dtype=np.uint64)
    column = np.arange(hands.shape[1])
    for cards in hands:
        ranks[column, cards & 3] |= np.uint64(1) << (cards >> 2).astype(np.uint64)
    ranks.sort(axis=1)
    key = np.bitwise_or.reduce(ranks << np.array([0, 13, 26, 39], dtype=np.uint64), axis=1)
    _, first, sizes = np.unique(key, return_index=True, return_counts=True)
    order = np.argsort(first)
    return first[order], sizes[order]


def winning_cards(rules: Rules = Rules()) -> Distribution[int]:
    """Return how many hands beat how many of the other cards.

    It goes through the ranks from the highest down and keeps count of three things only: suits in
    which a higher card is held, cards held, cards beaten.

    Returns
    -------
    Distribution
        Outcome: number of cards that the hand beats. Count: number of hands.

    Examples
    --------
    >>> hands = winning_cards()
    >>> hands[36], hands[0], hands.total
    (4, 20, 22100)
    """
    instance("rules", rules, Rules)
    return _winning_cards(rules)


@cache
def _winning_cards(rules: Rules) -> Distribution[int]:
    states = Counter({(0, 0, 0): 1})
    for _ in range(13):
        following: Counter[tuple[int, int, int]] = Counter()
        for (suits, held, beaten), count in states.items():
            for again, new in product(range(suits + 1), range(5 - suits)):
                cards = held + again + new
                if cards > rules.hand_size:
                    continue
                at_this_rank = suits - again
                if rules.equal_rank_wins and again + new:
                    at_this_rank = 4 - again - new
                ways = comb(suits, again) * comb(4 - suits, new)
                following[suits + new, cards, beaten + at_this_rank] += count * ways
        states = following
    by_beaten: Counter[int] = Counter()
    for (_, held, beaten), count in states.items():
        if held == rules.hand_size:
            by_beaten[beaten] += count
    return Distribution(sorted(by_beaten.items()), name="winning cards")


def average_chance(rules: Rules = Rules()) -> Fraction:
    """Return the chance of winning, averaged over all hands.

    Examples
    --------
    >>> average_chance()
    Fraction(6327, 20825)
    """
    return winning_cards(rules).mean / (52 - rules.hand_size)


def break_even_kitty(
    threshold: Fraction | float = Fraction(1, 2), rules: Rules = Rules()
) -> Fraction | float:
    """Return the kitty at which a turn is worth nothing to a player who SHOOTs good hands.

    He bets one token unless his chance is above the threshold, and then the whole kitty. Against
    a larger kitty he gains on average, against a smaller one the dealer does. (With a threshold
    so low that even the SHOOTs lose on average it is the other way round.)

    Parameters
    ----------
    threshold : Fraction or float
        From 0 to 1, read as `ShootAbove` reads it; one half is best for a large bankroll.
    rules : Rules
        Options of the game.

    Returns
    -------
    Fraction
        Tokens; 0 if the player gains against every kitty, infinity if he loses to every one.

    Raises
    ------
    InvalidInput
        If the threshold lies outside 0 to 1.

    Examples
    --------
    >>> break_even_kitty()
    Fraction(8353, 182)
    """
    threshold, every = simple_share("threshold", threshold), winning_cards(rules)
    unseen = 52 - rules.hand_size
    forced = shot = 0
    for winning, hands in every.items():
        gain = hands * (2 * winning - unseen)
        if Fraction(winning, unseen) > threshold:
            shot += gain
        else:
            forced += gain
    if forced * shot < 0:
        return Fraction(-forced, shot)
    return inf if forced < 0 or shot < 0 else Fraction(0)
