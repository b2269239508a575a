"""Thousands of random questions in one process: ``python -m tests.soak [--questions 10000]``.

Every question has random numbers of its own, so each can be asked again alone (``--first``). An
answer is compared with one found in another way: exactly, or, if it is sampled, by its z-score,
which is how many standard errors it is from the exact one. Refusals that are documented are fine,
any other exception is not. After a first quarter, in which caches fill up, memory, threads, open
files and child processes do not grow.
"""

from __future__ import annotations

import argparse
import gc
import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

import numpy as np
import psutil
from scipy.stats import binom, norm

from cardlab import divider, hands, lessons, shoot, stud8
from cardlab.cards import DECK, Card, parse
from cardlab.errors import CardlabError
from cardlab.results import Estimate, HiLoTable
from cardlab.shoot.game import Game as ShootGame

N = 2_000
LARGEST_Z = 5.5
MOST_GROWTH = 48 * 2**20  # bytes

Rng = np.random.Generator
Zs = Iterator[float]
Cards = tuple[Card, ...]


def dealt(rng: Rng, *sizes: int) -> list[Cards]:
    """Return hands of these sizes, no card twice."""
    deck = [DECK[i] for i in rng.permutation(52)]
    ends = np.cumsum(sizes).tolist()
    return [tuple(deck[end - size : end]) for size, end in zip(sizes, ends, strict=True)]


def of_chance(sampled: Estimate, exact: Fraction) -> Zs:
    """Yield the z-score of a share of draws, by the binomial distribution itself."""
    hits = round(sampled.value * sampled.n)
    if exact in (0, 1):
        assert hits == exact * sampled.n
        return
    below = binom.cdf(hits - 1, sampled.n, float(exact))
    yield float(norm.ppf(below + binom.pmf(hits, sampled.n, float(exact)) / 2))


def of_mean(sampled: Estimate, exact: Fraction) -> Zs:
    """Yield the z-score of a mean from 0 to 1, where it is not that of a few draws."""
    if sampled.standard_error == 0:
        assert sampled.value == float(exact)
    elif 0.05 < exact < 0.95:
        yield float((sampled.value - float(exact)) / sampled.standard_error)


# Shoot


def shoot_rules(rng: Rng) -> shoot.Rules:
    flags = {
        name: bool(rng.integers(2))
        for name in ("ace_high", "equal_rank_wins", "look_first", "burn")
    }
    return shoot.Rules(hand_size=int(rng.integers(1, 6)), **flags)


def shoot_turn(rng: Rng) -> Zs:
    rules = shoot_rules(rng)
    hand, seen = dealt(rng, rules.hand_size, int(rng.integers(0, 40)))
    turn = shoot.Turn(hand, seen, rules=rules)
    odds = turn.exact()
    wins = [all(not rules.beaten_by[own] >> card & 1 for own in hand) for card in turn.unseen]
    assert odds.favourable == wins.count(False)
    assert str(turn.explain())
    yield from of_chance(turn.simulate(N, rng=rng), odds.probability)


def shoot_bank(rng: Rng) -> Zs:
    strategy = shoot.FixedFraction(Fraction(1, int(rng.integers(2, 9))))
    kitty = int(rng.integers(80, 200))
    bank = shoot.Bank(int(rng.integers(2, 9)), kitty, strategy, deals=int(rng.integers(1, 4)))
    with ThreadPoolExecutor(2) as threads:
        assert bank.simulate(200, rng=5) == bank.simulate(200, rng=5, executor=threads)
    least = shoot.Bank(3, 60, "minimum", deals=2)
    mean = least.simulate(N, rng=rng).mean
    exact = 6 * (1 - 2 * shoot.average_chance())
    yield float((mean.value - float(exact)) / mean.standard_error)


def shoot_game(rng: Rng) -> Zs:
    game = ShootGame(int(rng.integers(2, 9)), rng=rng)
    game.choose_dealer()
    game.open_bank(200)
    for _ in range(int(rng.integers(1, 4))):
        game.deal()
        while game.phase == "bet":
            game.bet(int(rng.integers(1, game.kitty + 1)))
        if game.phase != "deal":
            break
    again = ShootGame.replay(game.log)
    assert again.state == game.state
    assert sum(game.balance.values()) == -game.kitty
    yield from ()


# Stud


def two_seats(rng: Rng) -> Zs:
    sizes = [(3, 3), (4, 4), (5, 5), (6, 6), (7, 7), (4, 3), (5, 4)][int(rng.integers(7))]
    first, second, dead = dealt(rng, *sizes, int(rng.integers(0, 12)))
    matchup = stud8.Matchup(first, second, dead=dead)
    exact, sampled = matchup.exact(), matchup.simulate(N, rng=rng)
    assert isinstance(exact, HiLoTable)
    assert stud8.Matchup(second, first, dead=dead).exact() == exact.mirrored
    yield from of_chance(sampled.chance("scoop"), exact.scoop)


def three_seats(rng: Rng) -> Zs:
    size = int(rng.integers(5, 8))
    seats = dealt(rng, size, size, size)
    exact = stud8.Matchup(*seats).exact().equities
    sampled = stud8.Matchup(*seats).simulate(N, rng=rng).equities
    assert sum(exact) == 1
    assert abs(sum(equity.value for equity in sampled) - 1) < 1e-9
    yield from of_mean(sampled[0], exact[0])


def many_seats(rng: Rng) -> Zs:
    seats = int(rng.integers(4, 9))
    matchup = stud8.Matchup(*dealt(rng, *[3] * seats))
    with ThreadPoolExecutor(2) as threads:
        sampled = matchup.simulate(N, rng=1, executor=threads)
    assert sampled == matchup.simulate(N, rng=1)
    yield from ()


def with_range(rng: Rng) -> Zs:
    holds = ("pairs", "2low", "88+", "A, K:1/2", "suited, -pairs", "3low:0.5, split")
    ranges = {1: holds[int(rng.integers(len(holds)))]}
    first, second = dealt(rng, 6, int(rng.integers(3, 5)))
    matchup = stud8.Matchup(first, second, ranges=ranges)
    exact, sampled = matchup.exact(), matchup.simulate(N, rng=rng)
    yield from of_chance(sampled.chance("scoop", 0), exact.scoop)


def next_card(rng: Rng) -> Zs:
    matchup = stud8.Matchup(*dealt(rng, 6, 6))
    table = stud8.NextCard(matchup).exact()
    equities = list(table.equities.values())
    assert sum(equities, Fraction(0)) / len(equities) == matchup.exact().equity
    yield from ()


def low_draw(rng: Rng) -> Zs:
    cards, dead = dealt(rng, int(rng.integers(0, 8)), int(rng.integers(0, 20)))
    draw = stud8.LowDraw(cards, dead)
    odds = draw.exact()
    assert stud8.FinalHand(cards, dead).exact().low().probability(range(56)) == odds.probability
    yield from of_chance(draw.simulate(N, rng=rng), odds.probability)


def final_hand(rng: Rng) -> Zs:
    cards, dead = dealt(rng, int(rng.integers(0, 8)), int(rng.integers(0, 20)))
    final = stud8.FinalHand(cards, dead)
    sampled, table = final.simulate(N, rng=rng), final.exact()
    category = int(rng.integers(0, 6))
    exact = table.high().probability(lambda made: int(made) == category)
    yield from of_chance(sampled.probability(lambda pair: int(pair[0]) == category), exact)


def qualifiers(rng: Rng) -> Zs:
    players = int(rng.integers(2, 4))
    asked = stud8.Qualifiers(players, dealt(rng, *[int(rng.integers(4, 8))] * players))
    exact, sampled = asked.exact(), asked.simulate(N, rng=rng)
    yield from of_chance(sampled.probability(1), exact.probability(1))


def evaluation(rng: Rng) -> Zs:
    size = int(rng.integers(5, 9))
    rows = rng.random((20, 52)).argsort(axis=1)[:, :size].astype(np.uint8)
    highs, lows = hands.evaluate(rows)
    for row, high, low in zip(rows.tolist(), highs, lows, strict=True):
        assert hands.high(map(Card, row)) == high
        assert hands.low(map(Card, row)) == low
    yield from ()


def stud8_game(rng: Rng) -> Zs:
    game = stud8.Game(int(rng.integers(2, 9)), stacks=int(rng.integers(10, 200)), rng=rng)
    game.play(lambda view: [*view.legal][int(rng.integers(len(view.legal)))])
    assert stud8.Game.replay(game.log).state == game.state
    history = stud8.History.from_game(game)
    assert stud8.History.loads(history.dumps()) == history
    assert history.replay().stacks == game.stacks
    yield from ()


# Divider


def divider_rules(rng: Rng, last_turn: int | None) -> divider.Rules:
    partner = ("face_up", "face_down")[int(rng.integers(2))]
    return divider.Rules(partner, pocket_cards=int(rng.integers(1, 4)), last_turn=last_turn)


def in_last_turn(rng: Rng, turn: int, phase: str) -> divider.Position:
    """Return what a player sees in the last turn, when he cuts or when he is the last to place.

    Some games end before that turn, and then another one is played.
    """
    while True:
        game = divider.Game(rules=divider_rules(rng, turn), rng=rng)
        seen = []
        while game.phase != "end":
            if game.phase == "draw":
                game.draw()
            else:
                seen.append(game.view(game.player))
                actions = game.position.legal_actions
                game.do(actions[int(rng.integers(len(actions)))])
        fitting = [view for view in seen if (view.turn, view.phase) == (turn, phase)]
        if fitting:
            return fitting[-1]


def divider_cut(rng: Rng) -> Zs:
    cut = divider.Cut(in_last_turn(rng, int(rng.integers(1, 4)), "cut"))
    values = {
        method: {row.action: row.halves / row.total for row in cut.exact(method).rows}
        for method in ("open", "bayes", "fixed")
    }
    for action, value in values["open"].items():
        assert value <= values["bayes"][action]
        assert value <= values["fixed"][action]
    yield from ()


def divider_placement(rng: Rng) -> Zs:
    question = divider.Placement(in_last_turn(rng, int(rng.integers(1, 4)), "place"))
    exact = question.exact()
    sampled = question.simulate(N, rng=rng, player="greedy")
    action = exact.rows[-1].action
    yield from of_mean(sampled.value(action), Fraction(exact.value(action)))


def divider_rollouts(rng: Rng) -> Zs:
    position = in_last_turn(rng, int(rng.integers(1, 4)), "cut")
    cut = divider.Cut(position)
    with ThreadPoolExecutor(2) as threads:
        assert cut.simulate(40, rng=1) == cut.simulate(40, rng=1, executor=threads)
    assert divider.Position.parse(str(position)) == position
    yield from ()


def divider_showdown(rng: Rng) -> Zs:
    own, pockets, other, seen = dealt(rng, 5, 3, 5, int(rng.integers(20, 30)))
    counts = divider.Showdown(own, pockets, other, seen=seen).exact()
    rest = [card for card in DECK if card not in {*own, *pockets, *other, *seen}]
    made = max(hands.strength((*own, *two)) for two in combinations(pockets, 2))
    pairs = {two: hands.strength((*other, *two)) for two in combinations(rest, 2)}
    found = [max(pairs[two] for two in combinations(three, 2)) for three in combinations(rest, 3)]
    assert counts.win == sum(made > theirs for theirs in found)
    assert counts.loss == sum(made < theirs for theirs in found)
    yield from ()


def divider_game(rng: Rng) -> Zs:
    names = ("random", "greedy", "beginner", "careless", "club")
    players = [names[i] for i in rng.integers(0, len(names), 2)]
    game = divider.play(*players, rng=rng, rules=divider_rules(rng, None))
    assert divider.Game.replay(game.log).position == game.position
    assert divider.Game.parse(str(game)).log == game.log
    yield from ()


# All games


def exercise(rng: Rng) -> Zs:
    names = lessons.names()
    asked = lessons.question(names[int(rng.integers(len(names)))], int(rng.integers(1000)))
    answers = ("24/49", "0.5", "5h Kc", "yes", "", "1e9", 7, 0.25, None)
    feedback = asked.check(answers[int(rng.integers(len(answers)))])
    assert feedback.title
    assert asked.hint()
    yield from ()


def nonsense(rng: Rng) -> Zs:
    written = "".join(rng.choice([*"AKQJT95432cdhsx?*10 ,|:;-+\n♣é"], int(rng.integers(1, 30))))
    readers: tuple[Callable[[str], object], ...] = (
        parse,
        shoot.Turn,
        stud8.LowDraw,
        stud8.Range,
        stud8.History.loads,
        divider.Position.parse,
        divider.Game.parse,
        divider.Rules.parse,
    )
    for read in readers:
        with suppress(CardlabError):
            read(written)
    yield from ()


QUESTIONS: tuple[Callable[[Rng], Zs], ...] = (
    shoot_turn, shoot_bank, shoot_game, two_seats, three_seats, many_seats, with_range, next_card,
    low_draw, final_hand, qualifiers, evaluation, stud8_game, divider_cut, divider_placement,
    divider_rollouts, divider_showdown, divider_game, exercise, nonsense,
)  # fmt: skip


@dataclass(frozen=True)
class Use:
    """What the process holds."""

    memory: int
    threads: int
    files: int
    children: int

    @classmethod
    def now(cls) -> Use:
        gc.collect()
        process = psutil.Process()
        return cls(
            process.memory_info().rss,
            process.num_threads(),
            process.num_fds() if hasattr(process, "num_fds") else 0,
            len(process.children(recursive=True)),
        )


@dataclass
class Soak:
    """What came out."""

    asked: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    seconds: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)
    zs: list[float] = field(default_factory=list)
    uses: list[Use] = field(default_factory=list)

    def ask(self, seed: int, number: int) -> None:
        """Ask a question, chosen by its number."""
        question = QUESTIONS[number % len(QUESTIONS)]
        name, start = question.__name__, time.process_time()
        self.asked[name] += 1
        try:
            for z in question(np.random.default_rng([seed, number])):
                self.zs.append(z)
                if not abs(z) <= LARGEST_Z:
                    self.faults.append(f"{number} {name}: z = {z:.1f}")
        except CardlabError as error:
            self.refused[f"{name}: {type(error).__name__}"] += 1
        except Exception as error:
            self.faults.append(f"{number} {name}: {type(error).__name__}: {error}")
        self.seconds[name] += time.process_time() - start

    def judge(self) -> None:
        """Note what is wrong with the z-scores as a whole, and with what the process holds."""
        n, mean, sd = len(self.zs), np.mean(self.zs), np.std(self.zs)
        if abs(mean) * math.sqrt(n) > 4:
            self.faults.append(f"z-scores: mean {mean:.3f} of {n}")
        if abs(sd - 1) > 0.02 + 4 / math.sqrt(2 * n):
            self.faults.append(f"z-scores: standard deviation {sd:.3f} of {n}")
        warm, last = self.uses[len(self.uses) // 4], self.uses[-1]
        if last.memory - warm.memory > MOST_GROWTH:
            self.faults.append(f"memory: {warm.memory >> 20} MB became {last.memory >> 20} MB")
        for what in ("threads", "files", "children"):
            before, after = getattr(warm, what), getattr(last, what)
            if after > before:
                self.faults.append(f"{what}: {before} became {after}")

    def __str__(self) -> str:
        z = np.array(self.zs)
        uses = self.uses[len(self.uses) // 4 :]
        lines = [
            f"{self.asked.total():,} questions, {sum(self.seconds.values()):.0f} s of processor",
            f"{len(z):,} z-scores: mean {z.mean():.3f}, standard deviation {z.std():.3f}, "
            f"largest {abs(z).max():.2f}; above 2: {(abs(z) > 2).mean():.4f} (.0455 expected)",
            f"after the first quarter: memory {min(use.memory for use in uses) >> 20} to "
            f"{max(use.memory for use in uses) >> 20} MB; {uses[-1].threads} threads, "
            f"{uses[-1].files} files",
            *(f"{count} refused, {name}" for name, count in self.refused.most_common()),
            *(f"FAULT {fault}" for fault in self.faults),
        ]
        return "\n".join(lines)


def soak(questions: int, *, seed: int = 1, first: int = 0, progress: bool = False) -> Soak:
    """Ask so many questions."""
    done = Soak()
    every = max(1, questions // 40)
    for number in range(first, first + questions):
        done.ask(seed, number)
        if number % every == 0 or number == first + questions - 1:
            done.uses.append(Use.now())
            if progress:
                print(number, done.uses[-1], len(done.faults), file=sys.stderr, flush=True)
    done.judge()
    return done


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--questions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first question")
    arguments = parser.parse_args()
    done = soak(arguments.questions, seed=arguments.seed, first=arguments.first, progress=True)
    print(done)
    return int(bool(done.faults))


if __name__ == "__main__":
    sys.exit(main())
