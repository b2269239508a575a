"""Is the dealing honest? What a record of turns says, and how many turns it takes to tell."""

from __future__ import annotations

import math
from collections.abc import Iterable
from concurrent.futures import Executor
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Literal

from cardlab.cards import Card, CardsLike, parse, parse_groups, symbols
from cardlab.counting import poisson_binomial
from cardlab.errors import InvalidInput, share, short, whole
from cardlab.results import Distribution, Estimate, Explanation, Odds
from cardlab.sampling import Progress, Sampler, proportion
from cardlab.shoot.odds import Turn, average_chance, winning_cards
from cardlab.shoot.rules import Rules

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from matplotlib.axes import Axes

_BLOCK = 65_536
_LEAST_LEVEL = 1e-100  # SciPy finds quantiles down to here and further


@dataclass(frozen=True, init=False)
class Record:
    """A record of turns, held against fair dealing.

    Parameters
    ----------
    turns : iterable of (hand, seen, turned)
        For each turn the player's hand, the other cards seen before it, and the card turned.
    rules : Rules
        Options of the game.

    Attributes
    ----------
    turns : tuple of (Turn, Card)
        The question of each turn, and the card that was turned.

    Raises
    ------
    InvalidInput
        If there is no turn, or a turn is not a triple. Messages name the turn.
    CardError
        If the cards of a turn are wrong: unknown, twice, too many, too few.

    Notes
    -----
    The chance of each turn is taken as it stood when the card was turned, and the turns as
    independent of each other. Turns of different deals are. Within a deal the cards turned before
    have changed the chance, and `seen` must hold them.

    Examples
    --------
    The two turns that the rule book describes:

    >>> record = Record([("5h Kc Qs", "", "2d"), ("Ac 4h 7d", "", "3h")])
    >>> record.wins, record.expected
    (1, Fraction(43, 49))
    >>> record.exact()
    Distribution({0: 750, 1: 1195, 2: 456})
    >>> record.p_value()
    Fraction(1945, 2401)
    """

    turns: tuple[tuple[Turn, Card], ...]
    rules: Rules

    def __init__(
        self,
        turns: Iterable[tuple[CardsLike, CardsLike, CardsLike]],
        *,
        rules: Rules = Rules(),
    ) -> None:
        object.__setattr__(self, "turns", _read_all(turns, rules))
        object.__setattr__(self, "rules", rules)

    @property
    def won(self) -> tuple[bool, ...]:
        """Whether the player won, turn by turn."""
        return tuple(turned in turn.winning for turn, turned in self.turns)

    @property
    def wins(self) -> int:
        """The number of turns that the players won."""
        return sum(self.won)

    @property
    def expected(self) -> Fraction:
        """The mean number of wins under fair dealing."""
        return sum((odds.probability for odds in self._odds()), Fraction(0))

    def _odds(self) -> list[Odds]:
        return [turn.exact() for turn, _ in self.turns]

    def exact(self) -> Distribution[int]:
        """Return the number of wins under fair dealing: a Poisson binomial distribution.

        Returns
        -------
        Distribution
            Outcome: number of wins, 0 to the number of turns.
        """
        return Distribution(poisson_binomial(self._odds()), name="wins")

    def p_value(self, alternative: Literal["less", "greater", "two-sided"] = "less") -> Fraction:
        """Return how likely fair dealing makes a record at least as odd as this one.

        Parameters
        ----------
        alternative : {"less", "greater", "two-sided"}
            What counts as odd: as few wins or fewer, which is what a cheating dealer brings about;
            as many or more; or any number of wins that is no likelier than the one observed.

        Raises
        ------
        InvalidInput
            If the alternative is none of these.

        Examples
        --------
        >>> record = Record([("5h Kc Qs", "", "2d"), ("Ac 4h 7d", "", "3h")])
        >>> record.p_value("greater"), record.p_value("two-sided")
        (Fraction(1651, 2401), Fraction(1, 1))
        """
        if alternative not in ("less", "greater", "two-sided"):
            message = f"alternative must be 'less', 'greater' or 'two-sided', not {alternative!r}"
            raise InvalidInput(message)
        fair, wins = self.exact(), self.wins
        if alternative == "less":
            return fair.probability(lambda count: count <= wins)
        if alternative == "greater":
            return fair.probability(lambda count: count >= wins)
        return fair.probability(lambda count: fair[count] <= fair[wins])

    def log_likelihood_ratio(self, k: int = 2) -> float:
        """Return how much better a cheating dealer explains the wins and losses than a fair one.

        This dealer looks at the top `k` cards of the stock and turns one that loses for the
        player if there is one, so the player wins only if all `k` are winning cards.

        Parameters
        ----------
        k : int
            How many cards the dealer chooses from; 1 is fair dealing.

        Returns
        -------
        float
            The natural logarithm of P(wins and losses | cheating) / P(wins and losses | fair):
            above 0 for cheating, below 0 for fair dealing, minus infinity if a turn was won that
            the cheating dealer would not have lost.

        Raises
        ------
        InvalidInput
            If `k` is not a whole number, or larger than the number of unseen cards in a turn.

        Examples
        --------
        >>> round(Record([("5h Kc Qs", "", "2d")]).log_likelihood_ratio(), 4)
        0.4055
        """
        k = whole("k", k, 1, min(odds.total for odds in self._odds()))
        ratio = 0.0
        for odds, won in zip(self._odds(), self.won, strict=True):
            fair, cheating = odds.probability, _cheating(odds, k)
            if not won:
                fair, cheating = 1 - fair, 1 - cheating
            if cheating == 0:
                return -math.inf
            ratio += math.log(cheating / fair)
        return ratio

    def simulate(
        self,
        n: int,
        *,
        rng: int | np.random.Generator | None = None,
        executor: Executor | None = None,
        progress: Progress = False,
    ) -> Estimate:
        """Replay the record `n` times with fair dealing and count replays with as few wins.

        Parameters
        ----------
        n, rng, executor, progress
            As in `cardlab.sampling.run`.

        Returns
        -------
        Estimate
            The share of replays with as few wins or fewer: an estimate of ``p_value("less")``.

        Examples
        --------
        >>> record = Record([("5h Kc Qs", "", "2d"), ("Ac 4h 7d", "", "3h")])
        >>> print(record.simulate(100_000, rng=1))
        0.8113, 95 % interval 0.8088 to 0.8137 (n = 100,000)
        """
        return self.sampler().run(n, rng=rng, executor=executor, progress=progress)

    def sampler(self) -> Sampler[int, Estimate]:
        """Return how `simulate` samples; see `cardlab.shards`."""
        return Sampler(self._as_few, _BLOCK, proportion)

    def _as_few(self, stream: np.random.SeedSequence, n: int) -> int:
        import numpy as np

        random = np.random.default_rng(stream)
        wins = np.zeros(n, dtype=np.int64)
        for odds in self._odds():
            wins += random.integers(0, odds.total, n) < odds.favourable
        return int((wins <= self.wins).sum())

    def explain(self) -> Explanation:
        """Return what fair dealing would give, turn by turn, and how odd the record is.

        Examples
        --------
        >>> record = Record([("5h Kc Qs", "", "2d"), ("Ac 4h 7d", "2d", "3h")])
        >>> print(record.explain().steps[2])
        The chances add up to 0.8648: so many wins are to be expected. The players won 1.
        """
        rows = [("turn", "hand", "turned", "chance to win", "result")]
        for number, ((turn, turned), won) in enumerate(zip(self.turns, self.won, strict=True), 1):
            result = "won" if won else "lost"
            rows.append((str(number), symbols(turn.hand), turned.symbol, str(turn.exact()), result))
        fair, few = self.exact(), float(self.p_value())
        return Explanation(
            "Is the dealing honest?",
            (
                "In each turn a fair dealer turns each of the unseen cards with the same chance:",
                tuple(rows),
                f"The chances add up to {float(self.expected):.4f}: so many wins are to be "
                f"expected. The players won {self.wins}.",
                "For the number of wins, take the turns one after another: "
                "P(w wins after a turn) = P(w before) x P(lose) + P(w - 1 before) x P(win).",
                f"That gives {self.wins} with probability "
                f"{float(fair.probability(self.wins)):.4f}, and as few or fewer with "
                f"probability {few:.4f}.",
            ),
        )

    def to_frame(self) -> pd.DataFrame:
        """Return one row a turn: hand, seen, turned, winning, unseen, probability, won.

        Hands and cards are text, winning and unseen are numbers of cards, and the probability is
        that of winning under fair dealing.

        Examples
        --------
        >>> Record([("5h Kc Qs", "", "2d")]).to_frame()[["hand", "turned", "winning", "won"]]
                  hand turned  winning    won
        turn
        1     5h Kc Qs     2d       24  False
        """
        import pandas as pd

        from cardlab.cards import text

        rows = [
            {
                "hand": text(turn.hand),
                "seen": text(turn.seen),
                "turned": str(turned),
                "winning": odds.favourable,
                "unseen": odds.total,
                "probability": float(odds),
                "won": won,
            }
            for (turn, turned), odds, won in zip(self.turns, self._odds(), self.won, strict=True)
        ]
        return pd.DataFrame(rows, index=pd.RangeIndex(1, len(rows) + 1, name="turn"))

    def plot(self, *, ax: Axes | None = None, title: str | None = None) -> Axes:
        """Draw the number of wins under fair dealing; see `cardlab.plots.record`."""
        from cardlab import plots

        return plots.record(self, ax=ax, title=title)


def turns_needed(
    power: float = 0.8, level: float = 0.05, k: int = 2, rules: Rules = Rules()
) -> int:
    """Return how many turns it takes to tell a cheating dealer from a fair one.

    The test counts wins and calls the dealing unfair if fair dealing gives as few or fewer with
    probability at most `level`. The dealer turns the worst of the top `k` cards. Each turn has a
    random hand and no other card seen, so wins are binomial with the average chance of all hands.

    Parameters
    ----------
    power : float
        The chance with which the cheating dealer is to be found out; between 0 and 1.
    level : float
        The chance that a fair dealer is called unfair, at most; between 0 and 1, and at least
        1e-100.
    k : int
        How many cards the dealer chooses from, at least 2.
    rules : Rules
        Options of the game.

    Returns
    -------
    int
        Number of turns. Because wins are whole numbers, the power does not rise with every turn:
        it drops a little whenever the test has to wait for its next step. This is the number from
        which on it never falls below `power` again.

    Raises
    ------
    InvalidInput
        If `power` or `level` is not strictly between 0 and 1, the level is below 1e-100, or `k` is
        not a whole number in range.

    Examples
    --------
    >>> turns_needed()
    32
    """
    power = float(share("power", power, inside=True))
    level = float(share("level", level, inside=True))
    if level < _LEAST_LEVEL:
        message = f"level must be at least {_LEAST_LEVEL}, not {level}"
        raise InvalidInput(message)
    hands, unseen = winning_cards(rules), 52 - rules.hand_size
    k = whole("k", k, 2, unseen)
    wins = sum(count * _cheating(Odds(beaten, unseen), k) for beaten, count in hands.items())
    fair, cheating = float(average_chance(rules)), float(wins / hands.total)
    reach = 64
    while True:
        weak = _too_weak(power, level, fair, cheating, reach)
        if weak < reach // 2:  # it has held over a doubling; later drops are smaller still
            return weak + 1
        reach *= 2


def _too_weak(power: float, level: float, fair: float, cheating: float, reach: int) -> int:
    """Return the largest number of turns up to `reach` at which the power falls short, or 0."""
    import numpy as np
    from scipy.stats import binom

    turns = np.arange(1, reach + 1)
    few = binom.ppf(level, turns, fair)  # the first number of wins to exceed or meet the level
    few -= binom.cdf(few, turns, fair) > level
    weak = turns[binom.cdf(few, turns, cheating) < power]
    return int(weak[-1]) if weak.size else 0


def _cheating(odds: Odds, k: int) -> Fraction:
    """Return the chance that the top k cards are all winning cards."""
    return Fraction(comb(odds.favourable, k), comb(odds.total, k))


def _read_all(turns: object, rules: Rules) -> tuple[tuple[Turn, Card], ...]:
    """Read the turns of a record."""
    if not isinstance(turns, Iterable):
        message = f"turns must be a list of (hand, seen, turned), not {short(turns)}"
        raise InvalidInput(message)
    read = tuple(_read(number, turn, rules) for number, turn in enumerate(turns, 1))
    if not read:
        message = "turns must hold at least one turn, not none"
        raise InvalidInput(message)
    return read


def _read(number: int, turn: object, rules: Rules) -> tuple[Turn, Card]:
    """Read a turn of a record."""
    if not isinstance(turn, tuple | list) or len(turn) != 3:
        message = f"turn {number}: a hand, the seen cards and the turned card are due, not {turn!r}"
        raise InvalidInput(message)
    hand, seen, turned = turn
    try:
        question = Turn(hand, seen, rules=rules)
        (card,) = parse(turned, name="turned", count=1)
        parse_groups({"hand": question.hand, "seen": question.seen, "turned": card})
    except InvalidInput as error:
        message = f"turn {number}: {error}"
        raise type(error)(message) from error
    return question, card
