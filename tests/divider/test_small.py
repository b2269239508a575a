"""The small game: its solution and what can be won against players, each by a second route."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from cardlab.cards import Card, parse
from cardlab.divider.best_replies import exploitability
from cardlab.divider.events import Action, Divided, Drawn, Placed, Taken
from cardlab.divider.making import best
from cardlab.divider.players import Greedy
from cardlab.divider.position import Position
from cardlab.divider.rules import Rules
from cardlab.divider.small import SmallGame, best_reply, even_plan, first_draws, small_rules
from cardlab.divider.values import Choice, Cut
from cardlab.errors import CardError, IllegalAction, InvalidInput
from tests.divider import plain_small

READINGS = ("face_up", "face_down")
FOUR = "As Kh Ts 9h"
TEN = parse("9s 9h Ts Th Js Jh Qs Qh Ks Kh")
FOUR_OF_TEN = "Qs Kh Ts 9h"

both_readings = pytest.mark.parametrize("reading", READINGS)
one_reading_quick = pytest.mark.parametrize(
    "reading", ["face_up", pytest.param("face_down", marks=pytest.mark.slow)]
)


def rules_of(deck: tuple[Card, ...], reading: str) -> Rules:
    return Rules(reading, pocket_cards=1, last_turn=2, deck=deck)  # type: ignore[arg-type]


def ten(reading: str) -> SmallGame:
    return SmallGame(FOUR_OF_TEN, rules_of(TEN, reading))


def plain(game: SmallGame) -> list[plain_small.State]:
    deck, four = frozenset(game.rules.deck), frozenset(game.first_four)
    return plain_small.deals(deck, four, game.rules.red_up)


class Even:
    """Whatever is allowed, with the same chance: the random player, asked."""

    def chances(self, position: Position) -> Mapping[Action, float]:
        placing = position.phase == "place"
        actions = position.placements if placing else position.legal_actions
        return dict.fromkeys(actions, 1 / len(actions))


class Lowest:
    """Cuts off the lowest card, takes the group with the lowest one, turns up the lowest."""

    def cut(self, position: Position, rng: np.random.Generator) -> tuple[Card, ...]:
        return (min(position.four),)

    def choose(self, position: Position, rng: np.random.Generator) -> tuple[Card, ...]:
        return min(position.groups, key=min)

    def place(self, position: Position, rng: np.random.Generator) -> Placed:
        return min(position.placements, key=lambda placed: look(placed.up, placed.down))


def look(up: frozenset[Card] | tuple[Card, ...], down: Card | None) -> tuple[list[Card], int]:
    return sorted(up), -1 if down is None else down


def lowest(state: plain_small.State) -> list[tuple[float, plain_small.State]]:
    """What `Lowest` does, told to the plain game."""
    if state.step == "cut":
        single = frozenset({min(state.four)})
        find = [cut[0] == single for cut in plain_small.cuts(state.four)]
    elif state.step == "take":
        find = [min(state.four) in group for group in state.groups]
    else:
        looks = [look(*way) for way in state.ways()]
        find = [one == min(looks) for one in looks]
    return [(1.0, state.next(best_last=False)[find.index(True)])]


class ExactInTheEnd(Greedy):
    """Greedy, but he cuts and chooses in the last turn by exact values."""

    def cut(self, position: Position, rng: np.random.Generator) -> Divided:
        last = position.surely_last
        return cast(Divided, Cut(position).exact().best) if last else super().cut(position, rng)

    def choose(self, position: Position, rng: np.random.Generator) -> Taken:
        last = position.surely_last
        return cast(Taken, Choice(position).exact().best) if last else super().choose(position, rng)


# The solution.


@pytest.mark.parametrize(
    ("four", "reading", "share"),
    [
        ("Kh Qh Jh Th", "face_up", None),
        pytest.param(FOUR_OF_TEN, "face_up", 11 / 20, marks=pytest.mark.slow),
        pytest.param(FOUR_OF_TEN, "face_down", 13 / 30, marks=pytest.mark.slow),
    ],
)
def test_a_linear_program_finds_the_same_value(
    four: str, reading: str, share: float | None
) -> None:
    game = SmallGame(four, rules_of(TEN, reading))
    solution = game.solve(400)
    value = (1 + plain_small.LinearProgram(plain(game)).value()) / 2
    assert solution.low - 1e-6 < value < solution.high + 1e-6
    assert solution.high - solution.low < 1e-4
    assert share is None or value == pytest.approx(share, abs=1e-7)


@pytest.mark.slow
def test_a_linear_program_finds_the_same_value_with_eleven_cards() -> None:
    game = SmallGame(FOUR, rules_of((*TEN, *parse("As")), "face_up"))
    solution = game.solve()
    value = (1 + plain_small.LinearProgram(plain(game)).value()) / 2
    assert solution.low - 1e-6 < value < solution.high + 1e-6
    assert solution.exploitability < 5e-4


@both_readings
def test_a_solution_is_as_good_as_not_exploitable(reading: str) -> None:
    game = SmallGame(FOUR, small_rules(reading))  # type: ignore[arg-type]
    rough, fine = game.solve(50), game.solve(200)
    assert 0 < fine.exploitability < 0.0003
    assert fine.exploitability < rough.exploitability / 4
    assert rough.low <= fine.value <= rough.high


def test_the_same_question_has_the_same_solution() -> None:
    first, second = (SmallGame(FOUR).solve(20) for _ in range(2))
    assert (first.low, first.high) == (second.low, second.high)


def test_colours_count_only_where_the_partner_of_a_red_card_goes_face_up() -> None:
    other = "Ah Ks Th 9s"
    down, mirrored = (
        SmallGame(four, small_rules("face_down")).solve(100) for four in (FOUR, other)
    )
    assert down.value == pytest.approx(mirrored.value, abs=0.001)
    up, recoloured = (SmallGame(four).solve(100) for four in (FOUR, other))
    assert abs(up.value - recoloured.value) > 0.01


def test_first_draws_stand_for_all() -> None:
    up, down = first_draws(), first_draws(small_rules("face_down"))
    assert len(up) == sum(up.values()) == sum(down.values()) == 495
    assert sorted(down.values()) == [1] * 15 + [2] * 240  # 15 are two whole ranks
    uneven = rules_of((*TEN, *parse("Ah")), "face_down")
    assert set(first_draws(uneven).values()) == {1}


def test_a_solution_can_be_read() -> None:
    solution = SmallGame(FOUR).solve(100)
    cuts, values = solution.cuts(), solution.cut_values()
    assert cuts.shape == values.shape == (8, 7)
    assert cuts.sum(axis=1).to_numpy() == pytest.approx(1, abs=1e-5)
    # What is cut is nearly the best there is, and the best makes up the value.
    assert ((cuts * values).sum(axis=1) > values.max(axis=1) - 0.01).all()
    assert values.max(axis=1).mean() == pytest.approx(solution.high, abs=1e-6)
    takes = solution.takes("As | Kh Ts 9h")
    assert list(takes.columns) == ["As", "Kh Ts 9h"]
    assert takes.sum(axis=1).to_numpy() == pytest.approx(1, abs=1e-5)
    assert takes.equals(solution.takes(Divided("Kh 9h Ts", "As")))
    chooser = solution.placements("As", "Kh Ts 9h")
    assert list(chooser.columns[:2]) == ["up Kh Ts, down none", "up Kh 9h, down none"]
    divider = solution.placements("As Ts", "Kh 9h", shown="Kh 9h")
    assert list(divider.columns) == ["up As, down Ts", "up Ts, down As"]


# The tree against the engine.


@both_readings
def test_a_table_looks_the_same_whatever_is_secret(reading: str) -> None:
    for batch in SmallGame(FOUR, small_rules(reading)).tree.batches:  # type: ignore[arg-type]
        for table in batch.tables:
            for player in (0, 1):
                views: dict[int, set[Position]] = {}
                for secrets, position in table.positions.items():
                    views.setdefault(secrets[player], set()).add(position.seen_by(player))
                assert all(len(alike) == 1 for alike in views.values())
                assert len(set().union(*views.values())) == batch.secrets[player]


@both_readings
def test_different_tables_look_different(reading: str) -> None:
    tree = SmallGame(FOUR, small_rules(reading)).tree  # type: ignore[arg-type]
    tables = [table for batch in tree.batches for table in batch.tables]
    views = {table.positions[0, 0].seen_by(0).seen_by(1) for table in tables}
    assert len(views) == len(tables)


@both_readings
@pytest.mark.parametrize("option", ["no option", "swap_single", "count_face_down"])
def test_the_end_is_as_the_engine_plays_it(reading: str, option: str) -> None:
    options = {} if option == "no option" else {option: True}
    tree = SmallGame(FOUR, replace(small_rules(reading), **options)).tree  # type: ignore[arg-type]
    rng = np.random.default_rng(1)
    for _ in range(200):
        b = int(rng.integers(len(tree.batches)))
        n, d = int(rng.integers(len(tree.batches[b].tables))), int(rng.integers(len(tree.draws)))
        table = tree.batches[b].tables[n]
        secrets = list(table.positions)[int(rng.integers(len(table.positions)))]
        places = rng.permutation(tree.rest.shape[1])[:2].tolist()
        c, k = int(rng.integers(7)), int(rng.integers(2))
        pockets = tuple((tree.cards[tree.rest[d, place]],) for place in places)
        position = table.positions[secrets]._with(pockets=pockets).apply(Drawn(tree.draws[d]))
        position = position.apply(position.legal_actions[c])
        position = position.apply(position.legal_actions[k])
        for player in (0, 1):
            position = position.apply(best(position, player, position.group).placed)
        held = [s * tree.rest.shape[1] + place for s, place in zip(secrets, places, strict=True)]
        payoff = {0: 1, 1: -1, None: 0}[position.winner]
        assert tree.payoffs[b][held[1], k, held[0], c, d, n] == payoff


# Best replies.


@one_reading_quick
def test_the_best_reply_to_a_player_who_was_asked_is_that_of_a_full_search(reading: str) -> None:
    game = ten(reading)
    value = game.solve(100).value
    found = exploitability(Lowest(), [FOUR_OF_TEN], rules=game.rules)
    first, second = ((1 + plain_small.best_reply(p, plain(game), lowest)) / 2 for p in (0, 1))
    assert found.divider == pytest.approx(second - (1 - value), abs=1e-5)
    assert found.chooser == pytest.approx(first - value, abs=1e-5)
    assert found.mean == pytest.approx((first + second - 1) / 2, abs=1e-5)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("four", "reading"), [("Kh Qh Jh Th", "face_up"), (FOUR_OF_TEN, "face_down")]
)
def test_the_best_reply_to_the_random_player_is_that_of_a_full_search(
    four: str, reading: str
) -> None:
    game = SmallGame(four, rules_of(TEN, reading))
    states = plain(game)
    found = exploitability("random", four, rules=game.rules)
    first, second = (
        (1 + plain_small.best_reply(p, states, plain_small.at_random)) / 2 for p in (0, 1)
    )
    assert found.mean == pytest.approx((first + second - 1) / 2, abs=1e-5)
    asked = exploitability(Even(), four, rules=game.rules)
    assert asked.divider == pytest.approx(found.divider, abs=1e-5)
    assert asked.chooser == pytest.approx(found.chooser, abs=1e-5)


def test_who_places_at_random_in_the_end_loses_more() -> None:
    tree = SmallGame(FOUR).tree
    for seat in (0, 1):
        plan = even_plan(tree.shapes[seat])
        at_random = best_reply(tree, 1 - seat, plan, tree.final_payoffs(random=seat))
        assert at_random > best_reply(tree, 1 - seat, plan) + 0.02


@pytest.mark.slow
@both_readings
def test_who_plays_better_is_harder_to_exploit(reading: str) -> None:
    rules = small_rules(reading)  # type: ignore[arg-type]
    players = ("random", Greedy(), ExactInTheEnd())
    found = [exploitability(player, FOUR, rules=rules) for player in players]
    assert 0.5 > found[0].mean > found[1].mean + 0.1
    assert found[1].mean > found[2].mean + 0.01 > 0.01


@pytest.mark.slow
@pytest.mark.parametrize(
    ("player", "reading", "draws", "low", "high"),
    [
        ("random", "face_up", 8, 0.438, 0.439),
        ("random", "face_down", 8, 0.415, 0.417),
        ("greedy", "face_up", 4, 0.180, 0.200),
        ("greedy", "face_down", 4, 0.212, 0.227),
        ("expert", "face_up", 1, 0.05, 0.25),
        ("expert", "face_down", 1, 0.05, 0.25),
    ],
)
def test_the_table_of_the_documentation(
    player: str, reading: str, draws: int, low: float, high: float
) -> None:
    rules = small_rules(reading)  # type: ignore[arg-type]
    assert low < exploitability(player, draws, rules=rules).mean < high


@pytest.mark.slow
@both_readings
def test_random_play_with_the_best_hand_at_the_end_loses_what_is_known(reading: str) -> None:
    rules = small_rules(reading)  # type: ignore[arg-type]
    gains = []
    for four in (FOUR, "As Ah Ts Th", "Qh Js Jh 9s"):
        tree = SmallGame(four, rules).tree
        shares = (best_reply(tree, 1 - s, even_plan(tree.shapes[s])) for s in (0, 1))
        gains.append(sum(shares) / 2 - 0.5)
    low, high = {"face_up": (0.35, 0.41), "face_down": (0.33, 0.38)}[reading]
    assert all(low < gain < high for gain in gains)


def test_a_sample_of_first_draws_tells_its_standard_error() -> None:
    rules = rules_of(TEN, "face_up")
    found = exploitability("random", 3, rules=rules)
    table = found.to_frame()
    assert list(table.columns) == ["weight", "value", "divider", "chooser", "gain"]
    assert found.mean == pytest.approx(table["gain"].mean())
    error = table["gain"].std() / 3**0.5 * (1 - 3 / 210) ** 0.5
    assert found.standard_error == pytest.approx(error)
    fewer = exploitability("random", 2, rules=rules)
    assert fewer.draws == found.draws[:2]
    assert exploitability("random", FOUR_OF_TEN, rules=rules).standard_error is None


def test_two_workers_find_the_same() -> None:
    rules = rules_of(TEN, "face_down")
    draws = [FOUR_OF_TEN, "Ks Qh Jh 9s"]
    with ThreadPoolExecutor(2) as pool:
        assert exploitability("random", draws, rules=rules, executor=pool) == exploitability(
            "random", draws, rules=rules
        )


# What is refused.


@pytest.mark.parametrize(
    "rules",
    [Rules(), Rules(pocket_cards=1, last_turn=2), Rules(pocket_cards=1, last_turn=1, deck=TEN)],
)
def test_other_rules_are_refused(rules: Rules) -> None:
    with pytest.raises(InvalidInput, match=r"rules: a small game has pocket_cards=1, last_turn=2"):
        SmallGame(FOUR, rules)


def test_bad_input_is_refused() -> None:
    with pytest.raises(CardError, match="first four: 4 cards due, 3 given"):
        SmallGame("As Kh Ts")
    with pytest.raises(CardError, match="first four: 8c is not in the deck"):
        SmallGame("As Kh Ts 8c")
    with pytest.raises(InvalidInput, match="iterations must be a whole number, at least 1"):
        SmallGame(FOUR).solve(0)
    with pytest.raises(InvalidInput, match="draws must be a whole number, from 1 to 495"):
        exploitability("random", 496)
    with pytest.raises(InvalidInput, match=r"draws must be .*, from 1 to 495, not 2\.5"):
        exploitability("random", 2.5)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="draws: no first draw given"):
        exploitability("random", [])
    with pytest.raises(InvalidInput, match="player must be one of random"):
        exploitability("nobody")


def test_what_cannot_be_in_a_solution_is_refused() -> None:
    solution = SmallGame(FOUR).solve(1)
    with pytest.raises(InvalidInput, match="is none of the cuts"):
        solution.takes("As Kh Ts | 8c")
    with pytest.raises(InvalidInput, match="is none of the groups"):
        solution.placements("As", "Kh Ts")
    with pytest.raises(InvalidInput, match=r"chooser turns up Kh Ts or .*, not Kh Ts 9h"):
        solution.placements("As", "Kh Ts 9h", shown="Kh Ts 9h")


def test_a_player_who_does_what_is_illegal_is_told_so() -> None:
    class Cheat(Lowest):
        def place(self, position: Position, rng: np.random.Generator) -> Placed:
            return Placed(position.group, up=position.group[:2], down=None)

    with pytest.raises(IllegalAction, match="there is no face-down card to turn up"):
        exploitability(Cheat(), [FOUR_OF_TEN], rules=rules_of(TEN, "face_up"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("executor", 3),
        ("progress", "x"),
        ("progress", None),
        ("rng", "x"),
        ("rng", -1),
        ("rng", 1.5),
    ],
)
def test_a_helper_that_cannot_be_used_is_refused_before_the_work(name, value):
    with pytest.raises(InvalidInput, match=name):
        exploitability("random", ["As Kh Ts 9h"], **{name: value})
    if name == "progress":
        with pytest.raises(InvalidInput, match=name):
            SmallGame("As Kh Ts 9h").solve(1, progress=value)
