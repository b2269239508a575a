"""The bank of Shoot: what becomes of the kitty over up to three deals?

`Bank` plays whole banks by chance, with cards dealt from a deck and players who bet by a strategy
(`Bank.simulate`), or exactly under a simplification, that every turn is a fresh one
(`Bank.independent_chain`).
"""

from __future__ import annotations

import operator
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import gcd, inf, lcm
from typing import TYPE_CHECKING, Any

from cardlab import _kernels
from cardlab.cards import DECK, Card
from cardlab.errors import IllegalAction, InvalidInput, TooLarge, instance, short, whole
from cardlab.results import Distribution, Explanation
from cardlab.sampling import Progress, Run, Sampler
from cardlab.shoot.bank_result import BankResult
from cardlab.shoot.odds import average_chance, break_even_kitty, winning_cards
from cardlab.shoot.rules import Rules, View
from cardlab.shoot.strategies import (
    BuiltIn,
    Kelly,
    Plan,
    Strategy,
    StrategyLike,
    for_players,
    label,
)

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

_BLOCK = 32_768  # banks in a block of the compiled kernel: some 25 milliseconds
_PLAIN_BLOCK = 1_024
_LARGEST_KITTY = 10**12
_MOST_TOKENS = 2**62  # the kernel's integers have 64 bits


@dataclass(frozen=True)
class Bank:
    """A bank: one dealer's kitty against the other players over up to three deals.

    Parameters
    ----------
    players : int
        From 2 to 13, the dealer not counted; fewer if hands are larger than three cards.
    kitty : int
        Tokens that the dealer puts up: at least ten a player, unless the rules say otherwise, and
        at most 10**12.
    strategy : str, strategy, or sequence of these
        How the players bet: one for all, or one for each from the dealer's left. Names are
        "minimum" (`MinimumBet`), "shoot" (`ShootAbove`), "always" (`AlwaysShoot`) and "kelly"
        (`Kelly` with a bankroll of 100). Any function from a `View` to a bet will do.
    deals : int
        From 1 to 3, or fewer if the rules allow fewer.
    rules : Rules
        Options of the game.

    Raises
    ------
    InvalidInput
        If an argument has a value that is not allowed.

    Examples
    --------
    >>> bank = Bank(players=6, kitty=60, strategy="shoot")
    >>> result = bank.simulate(100_000, rng=1)
    >>> print(result)
    6 players, kitty 60, 3 deals, 100,000 banks, seed 1
    chance that the dealer goes broke: 0.4846, 95 % interval 0.4815 to 0.4877 (n = 100,000)
    his result in tokens: median 2; half lie from -60 to 12, nine tenths from -60 to 85
    mean: -3.73, 95 % interval -4.21 to -3.25 (n = 100,000)
    The richest 1 % of banks hold 8.2 % of all tokens, the largest 2,005. Read the median and \
the chance of going broke first.
    """

    players: int = 6
    kitty: int = 60
    strategy: StrategyLike | Sequence[StrategyLike] = "shoot"
    deals: int = 3
    rules: Rules = Rules()

    def __post_init__(self) -> None:
        rules = self.rules
        instance("rules", rules, Rules)
        players = whole("players", self.players, 2, rules.max_players)
        deals = whole("deals", self.deals, 1, rules.deals)
        kitty = whole("kitty", self.kitty, 1, _LARGEST_KITTY)
        least = rules.minimum_per_player * players
        if kitty < least:
            message = (
                f"kitty must hold at least {least:,} tokens ({rules.minimum_per_player} for each "
                f"of {players} players), not {kitty:,}; Rules(minimum_per_player=...) changes that"
            )
            raise InvalidInput(message)
        object.__setattr__(self, "players", players)
        object.__setattr__(self, "kitty", kitty)
        object.__setattr__(self, "deals", deals)
        object.__setattr__(self, "strategy", for_players(self.strategy, players))

    @property
    def strategies(self) -> tuple[Strategy, ...]:
        """Each player's strategy, from the dealer's left."""
        if isinstance(self.strategy, tuple):
            return self.strategy
        return (self.strategy,) * self.players  # type: ignore[return-value]  # no longer a name

    @property
    def turns(self) -> int:
        """Turns in the bank if the kitty lasts."""
        return self.players * self.deals

    def simulate(
        self,
        n: int,
        *,
        rng: int | np.random.Generator | None = None,
        executor: Executor | None = None,
        progress: Progress = False,
        path: bool = False,
    ) -> BankResult:
        """Play `n` banks with shuffled decks.

        Built-in strategies are played by a compiled kernel. Your own functions, players who bet
        before they look, and kitties that could pass 2**62 if they doubled on every turn are
        played in Python, which is slower and draws other random numbers; the result's note says
        so.

        Parameters
        ----------
        n, rng, executor, progress
            As in `cardlab.sampling.run`. For a process pool it must be possible to pickle the
            strategies. The result does not depend on the executor.
        path : bool
            Whether to keep the kitty after every turn as well; see `BankResult.path`.

        Returns
        -------
        BankResult

        Raises
        ------
        InvalidInput
            If `n` or the seed is not a whole number in range.
        IllegalAction
            If a strategy makes a bet that the rules forbid.
        """
        return self.sampler(path=path).run(n, rng=rng, executor=executor, progress=progress)

    def sampler(self, *, path: bool = False) -> Sampler[_Tally, BankResult]:
        """Return how `simulate` samples; see `cardlab.shards`."""
        note = self._why_plain()
        work = partial(_plain_block if note else _compiled_block, self, bool(path))
        answer = partial(self._result, path=bool(path), note=note)
        return Sampler(work, _PLAIN_BLOCK if note else _BLOCK, answer, _Tally.read)

    def _result(self, done: Run[_Tally], *, path: bool, note: str) -> BankResult:
        course = tuple(_kitties(counts) for counts in done.total.counts)
        outcomes = ((left - self.kitty, count) for left, count in course[-1].items())
        return BankResult(
            bank=self,
            n=done.n,
            seed=done.seed,
            result=Distribution(outcomes, name="dealer's result"),
            course=course if path else None,
            note=note,
            seconds=done.seconds,
        )

    def _why_plain(self) -> str:
        """Say why the kernel cannot play this bank; empty if it can."""
        if not all(isinstance(strategy, BuiltIn) for strategy in self.strategies):
            return "Played in Python, because a strategy is not a built-in one."
        if not self.rules.look_first:
            return "Played in Python, because players bet before they look."
        if self.kitty << self.turns > _MOST_TOKENS:
            return "Played in Python, because the kitty could grow past 2**62 tokens."
        if not _kernels.compiled:
            return "Played in Python, because Numba is not installed; with it this is faster."
        return ""

    def independent_chain(self, *, limit: int = 1_000_000) -> Distribution[int]:
        """Return the dealer's result if every turn were a fresh one: an approximation.

        Every player gets a new hand from a full deck and turns one of the other cards, whatever
        happened before. That ignores three things: within a deal hands and turned cards come from
        one deck and cannot repeat, players remember turned cards, and a Kelly player's bankroll
        moves (here it stays as it was at the start). Under this simplification the answer is
        exact. `simulate` plays the real game.

        Parameters
        ----------
        limit : int
            The most steps to take.

        Returns
        -------
        Distribution
            Outcome: the dealer's result in tokens. Count: cases out of (hands x cards)**turns,
            divided by what they have in common.

        Raises
        ------
        InvalidInput
            If a strategy is not a built-in one.
        TooLarge
            If it would take more steps.

        Examples
        --------
        >>> chain = Bank(strategy="minimum").independent_chain()
        >>> chain.mean == 18 * Fraction(8171, 20825)
        True
        >>> round(float(Bank(strategy="shoot").independent_chain().probability(-60)), 4)
        0.4956
        """
        limit = whole("limit", limit, 1)
        moves = [_moves(strategy, self.rules) for strategy in self.strategies] * self.deals
        kitties, steps = {self.kitty: 1}, 0
        for turn, (plan, groups) in enumerate(moves, 1):
            steps += len(kitties) * len(groups)
            if steps > limit:
                message = (
                    f"limit: the chain would take more than {limit:,} steps (turn {turn} of "
                    f"{self.turns} reaches {steps:,}); use simulate, or raise the limit"
                )
                raise TooLarge(message)
            following: defaultdict[int, int] = defaultdict(int)
            for kitty, cases in kitties.items():
                for chance, won, lost in groups:
                    bet = plan.stake(chance, kitty) if kitty else 0
                    following[kitty - bet] += cases * won
                    following[kitty + bet] += cases * lost
            kitties = following
        common = gcd(*kitties.values())
        return Distribution(
            ((left - self.kitty, kitties[left] // common) for left in sorted(kitties)),
            name="dealer's result",
        )

    def compare(
        self,
        kitties: Iterable[int],
        strategies: StrategyLike | Iterable[StrategyLike] = ("minimum", "shoot", "kelly"),
        *,
        n: int = 100_000,
        rng: int | np.random.Generator | None = None,
        executor: Executor | None = None,
    ) -> pd.DataFrame:
        """Simulate other kitties and strategies: does a high kitty protect, and against whom?

        Parameters
        ----------
        kitties : iterable of int
        strategies : str, strategy, or iterable of these
            Each is played by all players.
        n, rng, executor
            As in `simulate`; every bank is played with the same seed.

        Returns
        -------
        DataFrame
            One row for each strategy and kitty: chance that the dealer goes broke with its 95 %
            interval, his mean result with its standard error, his median result, and whether a
            heavy tail makes the mean worthless.

        Examples
        --------
        >>> table = Bank().compare([60, 600], ["shoot", "kelly"], n=20_000, rng=1)
        >>> table[["strategy", "kitty", "broke", "median"]].round(3)
          strategy  kitty  broke  median
        0    shoot     60  0.484       2
        1    shoot    600  0.484       2
        2    kelly     60  0.006       6
        3    kelly    600  0.000       6
        """
        import pandas as pd

        if isinstance(strategies, str) or callable(strategies):
            strategies = [strategies]
        instance("kitties", kitties, Iterable)
        instance("strategies", strategies, Iterable)
        kitties, rows = list(kitties), []
        for strategy in strategies:
            for kitty in kitties:
                bank = Bank(self.players, kitty, strategy, self.deals, self.rules)
                result = bank.simulate(n, rng=rng, executor=executor)
                rng = result.seed
                low, high = result.broke.interval()
                rows.append(
                    {
                        "strategy": strategy if isinstance(strategy, str) else label(strategy),
                        "kitty": bank.kitty,
                        "broke": result.broke.value,
                        "broke_low": low,
                        "broke_high": high,
                        "mean": result.mean.value,
                        "standard_error": result.mean.standard_error,
                        "median": result.median,
                        "heavy_tail": result.heavy_tail,
                    }
                )
        return pd.DataFrame(rows)

    def explain(self) -> Explanation:
        """Return what this bank is worth, as far as one gets by hand.

        Examples
        --------
        >>> print(Bank().explain().steps[0])
        A bet is won with a chance of 6327/20825 = 0.3038, averaged over all hands. So a forced \
bet of one token brings the dealer 8171/20825 = 0.3924 token.
        """
        cost = 1 - 2 * average_chance(self.rules)
        steps = [
            f"A bet is won with a chance of {_number(average_chance(self.rules))}, averaged over "
            f"all hands. So a forced bet of one token brings the dealer {_number(cost)} token.",
            f"If everybody always bets 1, that brings him {self.turns} times as much in "
            f"{self.turns} turns: {_number(self.turns * cost)} tokens on average. "
            + (
                "He cannot go broke, because the kitty holds more tokens than there are turns."
                if self.kitty > self.turns
                else f"He goes broke only if he loses {self.kitty} bets more than he wins."
            ),
            self._explain_shoot(),
            *dict.fromkeys(map(self._explain_kelly, self._kelly_players())),
            "A sample of whole banks says how often the dealer goes broke: simulate(n). Read that "
            "and the median before the mean.",
        ]
        return Explanation(
            f"Is a kitty of {self.kitty:,} good for the dealer against {self.players} players?",
            tuple(steps),
        )

    def _explain_shoot(self) -> str:
        even = break_even_kitty(rules=self.rules)
        if even == inf:
            return "No hand is a favourite before a card is seen, so nobody gains by a SHOOT."
        above = self.kitty > even
        return (
            f"A player who SHOOTs every hand with a chance above one half, and bets 1 on the "
            f"others, breaks even against a kitty of {_number(Fraction(even))} tokens. "
            f"A kitty of {self.kitty:,} is {'above' if above else 'not above'} that: each such "
            f"turn {'gains' if above else 'does not gain'} him tokens on average. Against players "
            f"who can afford it, a higher kitty is worse for the dealer."
        )

    def _kelly_players(self) -> Iterable[Kelly]:
        found = [strategy for strategy in self.strategies if isinstance(strategy, Kelly)]
        return found or [Kelly(100)]

    def _explain_kelly(self, player: Kelly) -> str:
        unseen = 52 - self.rules.hand_size
        edge = 2 * Fraction(max(winning_cards(self.rules)), unseen) - 1
        most = max(1, int(edge * player.bankroll))
        never = self.kitty > most
        return (
            f"A Kelly player bets 2p - 1 of what he owns. The best hand has 2p - 1 = "
            f"{_number(edge)} before a card is seen, so with {player.bankroll:,} tokens he bets "
            f"at most {most:,}. {'He does not' if never else 'He can'} SHOOT at a kitty of "
            f"{self.kitty:,} on the first turn. Against players with small bankrolls, a kitty "
            f"above their largest bet protects the dealer."
        )


def play(bank: Bank, decks: Iterable[Sequence[int]]) -> list[int]:
    """Play one bank with given decks, step by step, in Python.

    Parameters
    ----------
    bank : Bank
    decks : iterable of sequences of int
        A deck for each deal: cards in the order in which they are dealt, one at a time to each
        player, then the stock.

    Returns
    -------
    list of int
        The kitty before the first turn and after each turn.

    Raises
    ------
    IllegalAction
        If a strategy makes a bet that the rules forbid.

    Examples
    --------
    >>> bank = Bank(players=2, kitty=20, strategy="minimum", deals=1)
    >>> from cardlab.cards import parse
    >>> play(bank, [parse("5h 2c Kc 2d Qs 2h 3h 4d")])  # 3h is beaten by 5h, 4d by nothing
    [20, 19, 20]
    """
    rules, strategies = bank.rules, bank.strategies
    kitty, kitties, won = bank.kitty, [bank.kitty], [0] * bank.players
    for deck in decks:
        dealt = bank.players * rules.hand_size
        top, turned, seen = dealt, list[Card](), list[Card]()
        for player, strategy in enumerate(strategies):
            if kitty:
                hand = tuple(DECK[card] for card in deck[player : dealt : bank.players])
                view = View(hand if rules.look_first else None, tuple(seen), kitty, player, rules)
                bet = _bet(strategy, view, tuple(turned), won[player])
                if bet == kitty:
                    seen += hand
                if bet:
                    card = DECK[deck[top + rules.burn]]
                    top += 1 + rules.burn
                    turned.append(card)
                    seen.append(card)
                    gain = bet if any(rules.beaten_by[own] >> card & 1 for own in hand) else -bet
                    won[player] += gain
                    kitty -= gain
            kitties.append(kitty)
    return kitties


def _bet(strategy: Strategy, view: View, turned: tuple[Card, ...], won: int) -> int:
    """Ask a strategy for its bet, and refuse one that the rules forbid."""
    if isinstance(strategy, BuiltIn):
        plan = strategy.plan()
        known = replace(view, seen=turned if plan.memory else ())
        return plan.stake(known.chance, view.kitty, won)
    answer = strategy(view)
    must = view.rules.must_bet == "all" or (view.rules.must_bet == "first" and view.player == 0)
    try:
        bet = -1 if isinstance(answer, bool) else operator.index(answer)
    except TypeError:
        bet = -1
    if not must <= bet <= view.kitty:
        message = (
            f"strategy {label(strategy)} (player {view.player}) bets {short(answer)}; "
            f"a bet is a whole number from {int(must)} to {view.kitty:,}, the kitty"
        )
        raise IllegalAction(message)
    return bet


def _moves(strategy: Strategy, rules: Rules) -> tuple[Plan, list[tuple[Fraction, int, int]]]:
    """Return the plan of a strategy and what a turn can bring in the chain.

    Hands on which the strategy bets alike, whatever the kitty, go together: the chance with one of
    them, and the number of ways to win and to lose with any of them.
    """
    if not isinstance(strategy, BuiltIn):
        message = f"strategy {label(strategy)} is not built in, so the chain cannot know its bets"
        raise InvalidInput(message)
    plan, unseen = strategy.plan(), 52 - rules.hand_size
    hands = {Fraction(winning, unseen): count for winning, count in winning_cards(rules).items()}
    chances = hands if rules.look_first else {average_chance(rules): 1}
    cards = lcm(*(chance.denominator for chance in chances))
    groups: dict[int, tuple[Fraction, int, int]] = {}
    for chance, count in chances.items():
        # Against a kitty beyond all reach, equal bets mean equal bets against every kitty.
        bet = plan.stake(chance, _MOST_TOKENS)
        _, won, lost = groups.get(bet, (chance, 0, 0))
        ways = int(count * cards * chance)
        groups[bet] = (chance, won + ways, lost + count * cards - ways)
    common = gcd(*(ways for _, *both in groups.values() for ways in both))
    return plan, [(chance, won // common, lost // common) for chance, won, lost in groups.values()]


@dataclass(frozen=True)
class _Tally:
    """How many banks had each kitty, for one or more turns; tallies of blocks add up."""

    counts: tuple[Counter[int], ...]

    @classmethod
    def read(cls, json: Any) -> _Tally:
        """Return a tally that was written as JSON, where kitties became text."""
        columns = ({int(kitty): n for kitty, n in column.items()} for column in json["counts"])
        return cls(tuple(map(Counter, columns)))

    def __add__(self, other: _Tally) -> _Tally:
        return _Tally(tuple(a + b for a, b in zip(self.counts, other.counts, strict=True)))


def _compiled_block(bank: Bank, path: bool, stream: np.random.SeedSequence, n: int) -> _Tally:
    """Play a block of banks with the compiled kernel."""
    import numpy as np

    from cardlab._kernels.shoot_bank import play_banks

    kitties = np.empty((n, bank.turns + 1 if path else 1), np.int64)
    play_banks(
        stream.generate_state(4, np.uint64).astype(np.uint64),
        np.array(bank.rules.beaten_by, np.uint64),
        np.array([s.plan().row() for s in bank.strategies if isinstance(s, BuiltIn)], np.int64),
        bank.rules.hand_size,
        int(bank.rules.burn),
        bank.deals,
        bank.kitty,
        kitties,
    )
    columns = (np.unique(column, return_counts=True) for column in kitties.T)
    pairs = (zip(values.tolist(), counts.tolist(), strict=True) for values, counts in columns)
    return _Tally(tuple(Counter(dict(column)) for column in pairs))


def _plain_block(bank: Bank, path: bool, stream: np.random.SeedSequence, n: int) -> _Tally:
    """Play a block of banks in Python."""
    import numpy as np

    ordered = np.broadcast_to(np.arange(52), (n, bank.deals, 52))
    decks = np.random.default_rng(stream).permuted(ordered, axis=2).tolist()
    banks = [play(bank, deck) for deck in decks]
    columns = zip(*banks, strict=True) if path else [[kitties[-1] for kitties in banks]]
    return _Tally(tuple(Counter(column) for column in columns))


def _kitties(counts: Counter[int]) -> Distribution[int]:
    return Distribution(sorted(counts.items()), name="kitty")


def _number(value: Fraction) -> str:
    """Write a fraction with its decimals, for prose."""
    return f"{value.numerator}/{value.denominator} = {float(value):.4f}"
