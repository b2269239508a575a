"""The engine of Divider: whole games, their logs, their rows, and who wins."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections import Counter
from math import sqrt

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardlab import hands
from cardlab.cards import DECK, Card, parse
from cardlab.divider.events import Dealt, Divided, Drawn, Event, Placed, Taken
from cardlab.divider.game import Game, Place, Row
from cardlab.divider.position import Position
from cardlab.divider.rules import Rules, is_red
from cardlab.errors import CardError, CardlabError, IllegalAction, InvalidInput
from tests import plain_hands, strategies
from tests.divider.by_chance import random_games

PLAYED = settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow])
READINGS = (Rules(), Rules(red_partner="face_down"))
EITHER = st.sampled_from(READINGS)


def near(count: int, n: int, share: float) -> bool:
    """Whether a count is within four standard errors of a share known to three digits."""
    return abs(count / n - share) < 4 * sqrt(share * (1 - share) / n) + 0.0005


# Whole games


@PLAYED
@given(strategies.divider_games(EITHER))
def test_games_end_in_three_to_five_turns_or_always_in_five(game: Game) -> None:
    assert game.turn in ((3, 4, 5) if game.rules.red_up else (5,))
    assert sum(isinstance(event, Drawn) for event in game.log) == game.turn
    if not game.rules.red_up:
        assert [bool(cards) for cards in game.position.down] == [True, True]
        first = next(event for event in game.log if isinstance(event, Divided))
        counts = sorted(map(len, game.position.up))
        assert counts == ([5, 5] if len(first.first) == 2 else [4, 5])


@PLAYED
@given(strategies.divider_games(whole=False))
def test_no_card_is_lost_or_doubled(game: Game) -> None:
    position = game.position
    lying = [
        *position.up[0], *position.up[1], *position.down[0], *position.down[1], *position.buried,
        *(position.groups[0] + position.groups[1] if position.groups else position.four),
    ]  # fmt: skip
    held = [card for cards in position.pockets if cards for card in cards]
    drawn = sum(isinstance(event, Drawn) for event in game.log)
    assert len(lying) == len(set(lying)) == 4 * drawn
    assert sorted(lying + held) == sorted(game.deck[: 4 * drawn + len(held)])
    assert sorted(game.deck) == list(DECK)
    in_rows = [card for row in game.rows for place in row for card in (place.card, *place.covered)]
    in_hand = position.groups[0] + position.groups[1] if position.groups else position.four
    assert sorted(in_rows + list(in_hand), key=int) == sorted(lying)  # type: ignore[arg-type]


@PLAYED
@given(strategies.divider_games(), st.data())
def test_a_log_replays_to_the_same_game_from_any_point(game: Game, data: st.DataObject) -> None:
    length = data.draw(st.integers(1, len(game.log)))
    again = Game.replay(game.log[:length], deck=game.deck)
    for event in game.log[length:]:
        again.do(event)
    assert (again.log, again.position, again.rows) == (game.log, game.position, game.rows)
    assert Game.parse(str(game)).log == game.log
    assert pickle.loads(pickle.dumps(game)).position == game.position


def test_a_replayed_game_goes_on_with_the_cards_that_are_left() -> None:
    game = Game.parse("Dealt Kc Qd 3d | As Td 2c, player 0 divides\nDrawn 9h 2s 3s Kd", rng=1)
    assert sorted(game.deck) == list(DECK)
    assert set(game.deck[:10]) == set(parse("Kc Qd 3d As Td 2c 9h 2s 3s Kd"))
    assert game.deck != Game.replay(game.log, rng=2).deck


def test_a_seed_gives_the_same_game_and_decides_who_divides_first() -> None:
    assert Game(rng=5).log == Game(rng=5).log
    assert Game(rng=5).deck == Game(rng=5).deck != Game(rng=6).deck
    dividers = Counter(Game(rng=seed).position.divider for seed in range(200))
    assert near(dividers[0], 200, 0.5)
    assert Game(rng=5, divider=1).position.divider == 1


def test_the_deck_is_dealt_from_the_front() -> None:
    game = Game(deck=DECK, divider=1)
    assert game.log == (Dealt((DECK[:3], DECK[3:6]), 1),)
    assert game.draw() == Drawn(DECK[6:10])
    small = Rules(pocket_cards=1, last_turn=2, deck=DECK[:12])
    game = Game(rules=small, deck="2s 2h", divider=0)
    assert game.position.pockets == (parse("2s"), parse("2h"))
    assert sorted(game.deck) == list(DECK[:12])


def test_games_of_few_cards_end_with_their_last_turn() -> None:
    small = Rules(pocket_cards=1, last_turn=2, deck=DECK[:12])
    for game in random_games(small, 20, 1):
        assert game.turn == 2
        assert len(game.position.public) == 8
        assert game.winner in (0, 1, None)


# Refusals


STEPS: list[tuple[str, tuple[object, ...]]] = [
    ("draw", ()),
    ("cut", ("9h | 2s 3s Kd",)),
    ("cut", ("9h",)),
    ("take", ("9h",)),
    ("take", (0,)),
    ("place", ("9h", "2s")),
    ("do", (Drawn("9h 2s 3s Kd"),)),
    ("do", ("pass",)),
    ("cut", (None,)),
    ("take", (2,)),
    ("place", ("9h 8h 7h",)),
]


@PLAYED
@given(strategies.divider_games(whole=False))
def test_a_refused_step_changes_nothing(game: Game) -> None:
    before = (game.log, game.position, game.deck, game.rows)
    for name, arguments in STEPS:
        trial = Game.replay(game.log, deck=game.deck)
        try:
            getattr(trial, name)(*arguments)
        except CardlabError:
            assert (trial.log, trial.position, trial.deck, trial.rows) == before


def test_each_step_says_what_is_due_instead() -> None:
    game = Game(deck="Kc Qd 3d As Td 2c 9h 2s 3s Kd", divider=0)
    with pytest.raises(IllegalAction, match="cannot place a group now: four cards must be drawn"):
        game.place("9h")
    with pytest.raises(IllegalAction, match='"Drawn Ac Kh Qh Jh" cannot be: the deck gives "Dra'):
        game.do(Drawn("Ac Kh Qh Jh"))
    game.draw()
    with pytest.raises(IllegalAction, match="cannot draw now: player 0 has to cut"):
        game.draw()
    with pytest.raises(IllegalAction, match="cannot take a group now: player 0 has to cut"):
        game.take(0)
    game.cut("9h")
    assert game.take(1) == Taken("Kd 3s 2s")
    with pytest.raises(IllegalAction, match="cannot cut now: player 1 has to place Kd 3s 2s"):
        game.cut("9h")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"deck": "As As"}, "deck: As stands twice"),
        (
            {"deck": "3c", "rules": Rules(deck=DECK[:4] + DECK[5:])},
            "3c is not in the deck",
        ),
        ({"divider": 2}, "divider must be a whole number, from 0 to 1, not 2"),
        ({"rng": -1}, "rng must be a whole number, at least 0, not -1"),
        ({"rules": "usual"}, "rules must be a Rules, not 'usual'"),
    ],
)
def test_a_game_that_cannot_begin_is_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        Game(**arguments)  # type: ignore[arg-type]  # that is the point


def test_a_log_that_cannot_be_is_refused() -> None:
    game = Game(rng=1)
    game.draw()
    with pytest.raises(InvalidInput, match="log must begin with Dealt, not with ''"):
        Game.replay(())
    with pytest.raises(InvalidInput, match=r"log must begin with Dealt, not with Drawn\("):
        Game.replay(game.log[1:])
    with pytest.raises(IllegalAction, match="cannot draw now"):
        Game.replay((*game.log, game.log[1]))
    with pytest.raises(InvalidInput, match="deck: it does not begin with the pocket cards of"):
        Game.replay(game.log, deck=game.deck[::-1])
    swapped = (*game.deck[:6], *game.deck[10:14], *game.deck[6:10], *game.deck[14:])
    with pytest.raises(InvalidInput, match=r'"Drawn .*" cannot be: the deck gives "Drawn'):
        Game.replay(game.log, deck=swapped)
    with pytest.raises(CardError, match="is already in pockets of player 0"):
        Dealt(("Kc Qd 3d", "Kc Td 2c"))


# Rows


def test_rows_are_laid_as_the_rule_book_says() -> None:
    deck = "Kc Qd 3d As Td 2c 9h 2s 3s Kd 5c 5d 5h 5s 6c 6d 6h 6s"
    game = Game(deck=deck, divider=0)
    game.draw()
    game.cut("9h 3s | 2s Kd")
    game.take("9h 3s")
    game.place("3s", down="9h")  # black: the partner to its right, face down
    game.place("Kd 2s")  # red: the partner to its left, face up
    assert [" ".join(map(str, row)) for row in game.rows] == ["2s Kd", "3s (9h)"]
    game.draw()
    game.cut("5c | 5d 5h 5s")
    game.take("5d 5h 5s")
    game.place("5s", down="5d")  # nothing to cover: at the right end, on the extra card
    assert game.rows[0] == (
        Place(parse("2s")[0], True),
        Place(parse("Kd")[0], True),
        Place(parse("5s")[0], True, parse("5h")),
        Place(parse("5d")[0], False),
    )
    game.place(up="9h", down="5c")  # a single card: the face-down card is turned where it lies
    assert " ".join(map(str, game.rows[1])) == "3s 9h (5c)"
    game.draw()
    game.cut("6c 6d | 6h 6s")
    game.take("6c 6d")
    game.place("6d 5c")  # a swap: 6c lies in the place of 5c, and 6d covers it
    assert game.log[-1] == Placed("6c 6d", "6d 5c", swapped=True)
    assert game.rows[1][-2:] == (
        Place(parse("5c")[0], True),
        Place(parse("6d")[0], True, parse("6c")),
    )


def test_in_the_other_reading_the_partner_of_a_red_card_lies_to_its_left_face_down() -> None:
    game = Game(rules=READINGS[1], deck="Kc Qd 3d As Td 2c 9h 2s 3s Kd", divider=0)
    game.draw()
    game.cut("9h 3s | 2s Kd")
    game.take("9h 3s")
    game.place("9h", down="3s")
    assert " ".join(map(str, game.rows[1])) == "(3s) 9h"


@PLAYED
@given(strategies.divider_games(whole=False), st.sampled_from((0, 1)))
def test_rows_agree_with_the_position_and_hide_what_the_viewer_does_not_know(
    game: Game, viewer: int
) -> None:
    position, view = game.position, game.position.seen_by(viewer)
    for player, row in enumerate(game.rows):
        up = [place.card for place in row if place.face_up]
        assert sorted(up, key=str) == sorted(position.up[player], key=str)
        assert [place.card for place in row if not place.face_up] == list(position.down[player])
    own, others = game.rows_seen_by(viewer)[viewer], game.rows_seen_by(viewer)[1 - viewer]
    assert own == game.rows[viewer]
    assert shape(others) == shape(game.rows[1 - viewer])
    for place in others:
        assert place.covered == (None,) * len(place.covered)
        if not place.face_up:
            known = view.down[1 - viewer]
            assert place.card == (known[0] if len(known) == 1 else None)


def shape(row: Row) -> list[tuple[bool, int]]:
    return [(place.face_up, len(place.covered)) for place in row]


@PLAYED
@given(strategies.divider_games(whole=False))
def test_covered_cards_lie_under_a_face_up_card_and_red_ones_alone_win_time(game: Game) -> None:
    for row in game.rows:
        assert all(place.face_up for place in row if place.covered)
    for event in game.log:
        if isinstance(event, Placed) and len(event.up) == 2:
            assert is_red(event.up[0])
            assert game.rules.red_up


# Who wins


def test_the_winner_has_the_better_of_all_hands_that_can_be_shown() -> None:
    """Compare with hands that are ranked by listing all their subsets of five."""
    short = 0
    for game in random_games(Rules(), 60, 3):
        best = []
        for up, pockets in zip(game.position.up, game.position.pockets, strict=True):
            assert pockets is not None
            shown = [(*up, *(card for card in pockets if card != left)) for left in pockets]
            best.append(max(plain_hands.strength(cards) for cards in shown))
            short += len(up) < 3
        expected = None if best[0] == best[1] else int(best[1] > best[0])
        assert game.winner == expected
    assert short > 0


def test_a_winner_is_asked_for_at_the_end_only() -> None:
    with pytest.raises(InvalidInput, match="the game is not over: turn 1, draw is due"):
        _ = Game(rng=1).winner
    with pytest.raises(InvalidInput, match="player must be given: it is nobody's turn, draw is"):
        Game(rng=1).view()


# Shares of random play, each within four standard errors


def test_random_games_by_the_printed_rules_last_as_long_as_the_facts_say() -> None:
    n = 1500
    games = random_games(Rules(), n, 1)
    turns = Counter(game.turn for game in games)
    for turn, share in ((3, 0.329), (4, 0.526), (5, 0.145)):
        assert near(turns[turn], n, share)
    short = sum(min(map(len, game.position.up)) < 3 for game in games)
    assert abs(short / n - 0.09) < 0.02
    later, without = 0, 0
    for game in games:
        for before, event in zip(game._positions, game.log[1:], strict=False):
            if isinstance(event, Placed) and before.turn > 1:
                later += 1
                without += not before.down[before.player or 0]
    assert abs(without / later - 1 / 3) < 0.03


def test_random_games_in_the_other_reading_are_five_to_four_in_four_of_seven() -> None:
    n = 700
    games = random_games(READINGS[1], n, 2)
    assert {game.turn for game in games} == {5}
    uneven = sum(len(game.position.up[0]) != len(game.position.up[1]) for game in games)
    assert near(uneven, n, 4 / 7)
    assert {len(game.position.public) + 6 for game in games} == {26}


# Independence


def test_the_engine_needs_numpy_for_the_shuffle_only() -> None:
    code = (
        "import sys; from cardlab.divider.position import Position; "
        "from cardlab.divider.game import Game; Position(four='As Kd Qh Jc').legal_actions; "
        "print([name for name in ('numpy', 'numba', 'pandas', 'scipy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_names_of_hands_are_those_of_the_package() -> None:
    game = random_games(Rules(), 1, 9)[0]
    assert all(hands.strength_name(strength) for strength in game.position.strengths)


def test_events_compare_and_hash_by_their_cards() -> None:
    events: set[Event] = {Taken("9h 2s"), Taken("2s 9h"), Taken([Card("9h"), Card("2s")])}
    assert len(events) == 1


@pytest.mark.parametrize("log", [None, 3, 2.5, object()])
def test_a_log_is_an_iterable_of_events(log: object) -> None:
    with pytest.raises(InvalidInput, match=r"^log must be an Iterable, not "):
        Game.replay(log)  # type: ignore[arg-type]  # that is the point


@pytest.mark.parametrize("swapped", [0, 1, "yes", np.array([1, 2])])
def test_whether_there_is_a_swap_is_true_or_false(swapped: object) -> None:
    game = Game(divider=0, rng=1)
    game.draw()
    game.cut(game.position.four[:1])
    game.take(0)
    with pytest.raises(InvalidInput, match=r"^swapped must be a bool"):
        game.place(down=game.position.group, swapped=swapped)  # type: ignore[arg-type]


@pytest.mark.parametrize("divider", ["7", "x", "-1", "9" * 5000])
def test_a_divider_that_is_not_0_or_1_is_named_as_it_was_written(divider: str) -> None:
    for read, line in (
        (Position.parse, f"Divider: {divider}"),
        (Game.parse, f"Dealt Kc Qd 3d | As Td 2c, player {divider} divides"),
    ):
        with pytest.raises(InvalidInput, match=f"divider must be .* not '{divider[:5]}"):
            read(line)


def test_rows_are_seen_by_a_whole_number() -> None:
    game = Game(divider=0, rng=1)
    assert game.rows_seen_by(np.int64(1)) == game.rows_seen_by(1)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match=r"^player must be"):
        game.rows_seen_by("1")  # type: ignore[arg-type]  # that is the point
