"""Divider's compiled players against the rules engine and against plain Python."""

import numpy as np
import pytest

from cardlab.cards import DECK
from cardlab.divider import Rules, plain
from cardlab.divider.encoding import Encoded, code, set_of
from cardlab.divider.events import Drawn
from cardlab.divider.game import Game
from cardlab.divider.players import Random
from cardlab.divider.position import Position
from cardlab.divider.rollouts import actions_of

pytest.importorskip("numba")

from cardlab._kernels import divider_place as kernel
from cardlab._kernels.divider_model import (
    BELIEF_RANKS,
    BELIEF_SUITS,
    NAMES,
    SETTINGS,
    SIDE,
    SLOPE,
    WEIGHTS,
    model,
)
from cardlab._kernels.divider_play import Players, play_games
from cardlab._kernels.divider_value import Seen, belief_rows, features

TWELVE = "2c 3c 4c 5c 6c 7c 2d 3d 4d 5d 6d 7d"
ALL_RULES = [
    Rules(),
    Rules(red_partner="face_down"),
    Rules(swap_single=True, count_face_down=True),
    Rules(swap_single=True, red_partner="face_down", pocket_cards=2),
    Rules(pocket_cards=1, last_turn=2, deck=TWELVE),
]


def options(rules):
    face_down = rules.red_partner == "face_down"
    entries = [face_down, rules.swap_single, rules.count_face_down, rules.max_turns]
    return np.array(entries, np.int64)


def kernel_games(rules, name, n, seed=1, *, duplicate=False):
    """Games of the kernel: results, decks and logs."""
    results = np.zeros((n, 4), np.int64)
    decks = np.zeros((n, len(rules.deck)), np.uint8)
    logs = np.zeros((n, 5, 8), np.int64)
    kind = int(name != "random")
    followed = model("greedy" if name == "random" else name, rules.red_partner == "face_down")
    play_games(
        np.random.SeedSequence(seed).generate_state(4, np.uint64),
        np.array(rules.deck, np.uint8),
        rules.pocket_cards,
        duplicate,
        Players(kind, kind, followed, followed),
        options(rules),
        results,
        decks,
        logs,
    )
    return results, decks.tolist(), logs.tolist()


def start(rules, deck):
    size = rules.pocket_cards
    return Position(
        up=("", ""), pockets=(deck[:size], deck[size : 2 * size]), divider=0, rules=rules
    )


def views(rules, games, seed=0):
    """Views of the players to act in games played at random."""
    for game_seed in range(seed, seed + games):
        rng = np.random.default_rng(game_seed)
        game, player = Game(rules=rules, rng=rng), Random()
        while game.phase != "end":
            if game.player is None:
                game.draw()
                continue
            view = game.view()
            yield view, rng
            act = {"cut": player.cut, "choose": player.choose, "place": player.place}
            game.do(act[view.phase](view, rng))


@pytest.mark.parametrize("name", ["random", *NAMES])
@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_a_kernels_game_follows_the_rules_engine_step_by_step(rules, name):
    results, decks, logs = kernel_games(rules, name, 20)
    for (half, turns, *ups), deck, log in zip(results.tolist(), decks, logs, strict=True):
        position = start(rules, deck)
        stock = deck[2 * rules.pocket_cards :]
        for turn in range(turns):
            four, (cut, taken, *placed) = log[turn][:4], log[turn][4:]
            assert four == stock[4 * turn : 4 * turn + 4]
            position = position.apply(Drawn(four))
            for played in (cut, taken, *placed):
                # The kernel numbers the cards as they were drawn, the encoding as they are sorted.
                found = [
                    action
                    for action in actions_of(position.seen_by(position.player))
                    if same(position, action, played, four)
                ]
                assert len(found) == 1
                position = position.apply(found[0])
        assert position.phase == "end"
        assert [len(up) for up in position.up] == ups
        assert half == {0: 2, None: 1, 1: 0}[position.winner]


def same(position, action, played, four):
    """Whether an action is the one that a log has."""
    cards = [*four, *position.down[position.player]]
    if position.phase == "cut":
        group = {card for slot, card in enumerate(four) if played >> slot & 1}
        return group in ({*action.first}, {*action.second})
    if position.phase == "choose":
        return {*action.cards} == {card for slot, card in enumerate(four) if played >> slot & 1}
    first, second = cards[played % 25 // 5], cards[played % 5]
    if played < kernel.BOTH:
        return action.up == (first,) and action.down == second
    if played < kernel.ONLY:
        return {*action.up} == {first, second} and action.down is None
    return action.up == () and action.down == second


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_acting_changes_a_position_as_the_rules_engine_does(rules):
    for view, rng in views(rules, 10):
        full = Encoded.of(view, actions_of(view))
        for action, played in zip(actions_of(view), full.codes.tolist(), strict=True):
            after = view.apply(action)
            sets, numbers = full.sets.copy(), full.numbers.copy()
            kernel.act(played, kernel.Position(sets, numbers), kernel.room().slots[0])
            for player in (0, 1):
                assert int(sets[kernel.UP + player]) == set_of(after.up[player])
                assert int(sets[kernel.CANDIDATES + player]) == set_of(after.candidates[player])
            assert numbers[kernel.TURN] == after.turn
            assert (
                numbers[kernel.NEXT]
                == {
                    "draw": kernel.DRAW,
                    "choose": kernel.CHOOSE,
                    "place": kernel.FIRST if view.phase == "choose" else kernel.SECOND,
                    "end": kernel.END,
                }[after.phase]
            )
        rng.integers(2)


def test_random_games_end_in_the_turns_of_the_rule_book():
    results, _, _ = kernel_games(Rules(), "random", 100_000)
    shares = np.bincount(results[:, 1], minlength=6)[3:] / len(results)
    assert shares == pytest.approx([0.329, 0.526, 0.145], abs=0.006)
    results, _, _ = kernel_games(Rules(red_partner="face_down"), "random", 1_000)
    assert (results[:, 1] == 5).all()
    assert {tuple(ups) for ups in results[:, 2:].tolist()} <= {(5, 5), (5, 4), (4, 5)}


def test_duplicate_games_have_the_same_cards_in_both():
    _, decks, _ = kernel_games(Rules(), "greedy", 10, duplicate=True)
    assert decks[::2] == decks[1::2]
    assert len({tuple(deck) for deck in decks}) == 5
    assert all(sorted(deck) == list(DECK) for deck in decks)


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_both_sides_are_described_as_in_plain_python(rules):
    rows = kernel.room().rows
    for view, _ in views(rules, 5):
        for player, pockets, side in (
            (view.player, view.pockets[view.player], 0),
            (1 - view.player, (), 1),
        ):
            cards = view.down[player]
            down = -1 if not cards else int(cards[0]) if len(cards) == 1 else kernel.UNKNOWN
            seen = Seen(
                side,
                np.uint64(set_of(view.up[player])),
                np.uint64(set_of(pockets)),
                down,
                np.uint64(set_of(view.unseen)),
                view.turn,
            )
            found = rows[: features(seen, kernel.tables(), rows)] - side * SIDE
            assert found.tolist() == plain.features(
                view.up[player], pockets, down, view.unseen, view.turn
            )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_a_model_decides_as_in_plain_python(rules, name):
    for view, _ in views(rules, 6, seed=100):
        actions = actions_of(view)
        encoded = Encoded.of(view, actions)
        found = encoded.decide(name)
        values = plain.values(view, name)
        codes = {code(view, action): action for action in values}
        if view.phase == "cut":
            codes |= {15 ^ number: action for number, action in codes.items()}
        # Single and double precision differ a little.
        assert values[codes[found]] == pytest.approx(max(values.values()), abs=1e-3)


def belief_rows_by_hand(view, player, pockets, down):
    """The rows for a hand that a player may hold, one after the other."""
    up, other = view.up[player], view.up[1 - player]
    gone = {*view.public, *pockets}
    live = tuple(card for card in view.rules.deck if card not in gone)
    over = len(up) >= 5 or len(other) >= 5
    form = plain.form(len(up), over)
    rows = [*plain.features(up, pockets, down, live, form)]
    known = {*up, *other, *view.four, *view.down[view.chooser], *view.down[view.divider]}
    buried = {*view.public} - known - {*view.candidates[0], *view.candidates[1]}
    for card in sorted(pockets, key=lambda card: (card & 3, card >> 2)):
        shown = sum(each >> 2 == card >> 2 for each in up)
        lost = sum(each >> 2 == card >> 2 for each in buried)
        place = (form * 13 + (card >> 2)) * 4 + min(3, lost)
        rows.append(BELIEF_RANKS + place * 4 + min(3, shown))
        shown = sum(each & 3 == card & 3 for each in up)
        lost = sum(each & 3 == card & 3 for each in buried)
        held = sum(each & 3 == card & 3 for each in pockets)
        place = (form * 8 + min(7, lost)) * 6 + min(5, shown)
        rows.append(BELIEF_SUITS + place * 3 + held - 1)
    return rows


@pytest.mark.parametrize("rules", ALL_RULES[:2], ids=str)
def test_hands_that_may_be_held_are_weighed_as_in_plain_python(rules):
    rows = kernel.room().rows
    beliefs = model("beliefs", rules.red_partner == "face_down")
    slope = beliefs[SETTINGS, SLOPE]
    for view, rng in views(rules, 5, seed=200):
        encoded, other = Encoded.of(view, ()), 1 - view.player
        pockets = tuple(view.unseen[i] for i in rng.permutation(len(view.unseen))[:3])
        down = int(view.down[other][-1]) if view.down[other] else -1
        own = np.uint64(set_of(pockets))
        n = belief_rows(other, own, down, encoded.position, kernel.tables(), rows)
        found = rows[:n].tolist()
        assert found == belief_rows_by_hand(view, other, pockets, down)
        total = beliefs[found].sum(axis=0)
        logit = float(beliefs[WEIGHTS] @ np.where(total > 0, total, slope * total))
        sets = np.array([set_of(pockets)], np.uint64)
        weights = encoded.weights(other, sets, None if down < 0 else down)
        assert weights == pytest.approx([np.exp(logit)], rel=1e-3)
