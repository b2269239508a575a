"""What an equity means for the next decision: the next card, and the price of a call."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from cardlab import look
from cardlab.cards import DECK, RANKS, SUITS, SYMBOLS, Card
from cardlab.errors import InvalidInput, TooLarge, instance, share, whole
from cardlab.results import Estimate, Explanation, HiLoTable, PotShares
from cardlab.sampling import Progress
from cardlab.stud8.equity import LIMIT, THOUSANDTHS, Matchup, reporting
from cardlab.stud8.ranges import NoDeals

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class NextCard:
    """What each card that may come next would do to a seat's equity.

    Parameters
    ----------
    matchup : Matchup
        The hands as they are.
    seat : int
        Who gets the card, and whose equity is asked for; 0 is the first seat.

    Raises
    ------
    InvalidInput
        If there is no such seat, or it gets no more card of its own but hole cards of a range.

    Examples
    --------
    >>> after = NextCard(Matchup("Ac2d3h4s9c9d", "KsKdQcJhTs7c")).exact()
    >>> after.equities[Card("5h")], after.equities[Card("Kc")], after.now
    (Fraction(73, 78), Fraction(0, 1), Fraction(1411, 3120))
    """

    matchup: Matchup
    seat: int = 0

    def __post_init__(self) -> None:
        instance("matchup", self.matchup, Matchup)
        seat = whole("seat", self.seat, 0, len(self.matchup.seats) - 1)
        object.__setattr__(self, "seat", seat)
        due = self.matchup.to_come[seat] - self.matchup.shares_a_card
        if due < 1:
            message = f"seat {seat} gets no more card of its own"
            raise InvalidInput(message)
        if seat in self.matchup.ranges and due < 3:
            message = f"seat {seat} gets no more card of its own but the hole cards of its range"
            raise InvalidInput(message)

    def exact(self, *, limit: int = LIMIT, progress: Progress = False) -> CardEquities:
        """Count all deals after each card.

        Parameters
        ----------
        limit, progress
            As in `Matchup.exact`; the limit is for each card. With three hands all cards together
            take about half a minute on third street, and about a second from fourth street on.

        Raises
        ------
        TooLarge
            As `Matchup.exact` does. What is refused for three seats or more can be sampled card by
            card: ``matchup.with_card(seat, card).simulate(n)``.
        InvalidInput
            If no pairs of the ranges fit together.
        """
        try:
            return self._exact(limit, progress)
        except TooLarge as error:
            reason = str(error).partition(";")[0]
            message = (
                f"{reason}; use a larger limit, or sample each card with "
                "matchup.with_card(seat, card).simulate(n)"
            )
            raise TooLarge(message) from None

    def _exact(self, limit: int, progress: Progress) -> CardEquities:
        cards = self.matchup.unseen
        found = {}
        with reporting(progress) as report:

            def count(matchup: Matchup, number: int) -> Fraction:
                def told(done: int, total: int) -> None:
                    report(THOUSANDTHS * (number * total + done) // (total * (1 + len(cards))))

                return matchup.exact(limit=limit, progress=told).equities[self.seat]

            report(0)
            now = count(self.matchup, 0)
            for number, card in enumerate(cards, 1):
                with suppress(NoDeals):  # the ranges need this card
                    found[card] = count(self.matchup.with_card(self.seat, card), number)
        return CardEquities(now, found)


@dataclass(frozen=True)
class CardEquities:
    """A seat's equity now, and after each card that it may get next.

    Parameters
    ----------
    now : Fraction
        The equity before the card. Without ranges it is the mean of the others.
    equities : dict of Card to Fraction
        The equity after each card that can come.
    """

    now: Fraction
    equities: dict[Card, Fraction]

    def to_frame(self) -> pd.DataFrame:
        """Return the equities as floats: a row for each suit, a column for each rank.

        Suits are s, h, d, c; ranks run from A over 2 to K. NaN stands for cards that cannot come.
        """
        import pandas as pd

        return pd.DataFrame(
            [[self._value(suit, rank) for rank in _RANKS] for suit in SUITS[::-1]],
            index=pd.Index(list(SUITS[::-1]), name="suit"),
            columns=pd.Index(list(_RANKS), name="rank"),
            dtype=float,
        )

    def _value(self, suit: str, rank: str) -> float | None:
        equity = self.equities.get(DECK[4 * RANKS.index(rank) + SUITS.index(suit)])
        return None if equity is None else float(equity)

    def _repr_html_(self) -> str:
        rows = []
        for suit in SUITS[::-1]:
            values = (self._value(suit, rank) for rank in _RANKS)
            cells = (
                "\N{EN DASH}" if value is None else f"{value:.2f}".lstrip("0") for value in values
            )
            rows.append((f"{suit} {SYMBOLS[SUITS.index(suit)]}", *cells))
        return look.frame(
            "<h3>Equity after each card that may come next</h3>"
            + look.table(("", *("10" if rank == "T" else rank for rank in _RANKS)), rows)
            + look.chip("exact", f"now {float(self.now):.4f}")
        )


_RANKS = "A23456789TJQK"
_MOST_CHIPS = 10**15


@dataclass(frozen=True)
class PotOdds:
    """What a call must bring to pay, in a game in which the pot may be split.

    Parameters
    ----------
    pot : int
        Chips in the pot before the call, the bet to be called included.
    call : int
        Chips to put in.

    Raises
    ------
    InvalidInput
        If a number is not whole, is less than 1, or is above 10**15.

    Notes
    -----
    It is as if this were the last bet: what is bet later is not part of it.

    Examples
    --------
    >>> odds = PotOdds(pot=60, call=20)
    >>> odds.price, odds.equity, odds.half_chance
    (Fraction(3, 1), Fraction(1, 4), Fraction(1, 2))
    >>> odds.gain(Fraction(2, 5))
    Fraction(12, 1)
    """

    pot: int
    call: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "pot", whole("pot", self.pot, 1, _MOST_CHIPS))
        object.__setattr__(self, "call", whole("call", self.call, 1, _MOST_CHIPS))

    @property
    def price(self) -> Fraction:
        """What the pot offers for each chip of the call."""
        return Fraction(self.pot, self.call)

    @property
    def equity(self) -> Fraction:
        """The equity at which a call neither gains nor loses: call / (pot + call)."""
        return Fraction(self.call, self.pot + self.call)

    @property
    def half_chance(self) -> Fraction:
        """How often half the pot must be won by somebody who can win no more than half.

        Twice the equity; above 1 no call can pay.
        """
        return 2 * self.equity

    @property
    def quarter_chance(self) -> Fraction:
        """How often a quarter of the pot must be won by somebody who can win no more than that."""
        return 4 * self.equity

    def gain(self, equity: float | Fraction | HiLoTable | PotShares | Estimate) -> Fraction:
        """Return what the call gains on average, in chips; negative for a loss.

        Parameters
        ----------
        equity : number, HiLoTable, PotShares or Estimate
            The caller's share of the pot, from 0 to 1, exact or estimated; or what `Matchup.exact`
            has found with the caller as first seat. A float stands for its decimals.

        Raises
        ------
        InvalidInput
            If the equity is none of these.
        """
        if isinstance(equity, HiLoTable | PotShares):
            equity = equity.equity
        elif isinstance(equity, Estimate):
            equity = equity.value
        won = share("equity", equity) * (self.pot + self.call) - self.call
        return Fraction(int(won.numerator), int(won.denominator))  # NumPy numbers would stay inside

    def explain(self, table: HiLoTable | None = None) -> Explanation:
        """Return the price of the call, and whether it pays.

        Parameters
        ----------
        table : HiLoTable, optional
            What `Matchup.exact` has found for the caller, as first seat.

        Raises
        ------
        InvalidInput
            If that is no table.

        Examples
        --------
        >>> print(PotOdds(60, 20).explain(Matchup("Ac2d3h4s9c9d", "KsKdQcJhTs7c").exact()))
        Does a call of 20 into 60 pay?
          1. You put 20 into a pot of 60: it will hold 80, 20 of them yours.
          2. So your average share must be at least 20/80 = 0.2500.
          3. If you can win half only, that is 40 chips, you must win it with chance \
        20/40 = 0.5000.
          4. You scoop with chance 0.3083, get half with 0.2878, three quarters or one quarter \
        with 0.0000: your equity is 0.4522.
          5. The call gains 0.4522 x 80 - 20 = 16.18 chips on average, if there is no more \
        betting.
        """
        if table is not None:
            instance("table", table, HiLoTable)
        after = self.pot + self.call
        half = _chips(Fraction(after, 2))
        steps = [
            f"You put {self.call} into a pot of {self.pot}: it will hold {after}, {self.call} of "
            "them yours.",
            f"So your average share must be at least {self.call}/{after} = "
            f"{float(self.equity):.4f}.",
            f"If you can win half only, that is {half} chips, you must win it with chance "
            f"{self.call}/{half} = {float(self.half_chance):.4f}"
            + ("." if self.half_chance <= 1 else ": never enough."),
        ]
        if table is not None:
            gain = self.gain(table)
            steps += [
                f"You scoop with chance {float(table.scoop):.4f}, get half with "
                f"{float(table.split + table.chop):.4f}, three quarters or one quarter with "
                f"{float(table.three_quarter + table.quarter):.4f}: your equity is "
                f"{float(table.equity):.4f}.",
                f"The call {'gains' if gain >= 0 else 'loses'} {float(table.equity):.4f} x {after} "
                f"- {self.call} = {float(gain):.2f} chips on average, if there is no more betting.",
            ]
        return Explanation(f"Does a call of {self.call} into {self.pot} pay?", tuple(steps))


def _chips(amount: Fraction) -> str:
    """Write chips, or chips and a half."""
    return str(amount) if amount.denominator == 1 else f"{amount.numerator // 2}.5"
