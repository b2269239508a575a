"""Games of Divider against the computer, and the explorer, through their traits."""

import random
import re
import threading

import pytest

from cardlab import explore
from cardlab.cards import text
from cardlab.divider import Rules
from cardlab.divider.events import Divided, Drawn, Placed, Taken
from cardlab.divider.game import Game
from cardlab.divider.position import Position
from cardlab.divider.values import Cut
from cardlab.errors import InvalidInput
from cardlab.explore import divider_hints, divider_refine, divider_table
from cardlab.explore.divider_play_model import COMPUTER, LEVELS, YOU, PlayModel
from cardlab.explore.divider_words import log_lines, placed_words, preview

READINGS = ("face_up", "face_down")


@pytest.fixture(autouse=True)
def _small_samples(monkeypatch):
    monkeypatch.setattr(divider_refine, "SAMPLES", (50, 200))


def words(html):
    """Return the text of a page, each card drawn in it as its name."""
    named = re.sub(r'<svg[^>]*aria-label="([^"]*)".*?</svg>', r"[\1]", html)
    return " ".join(re.sub(r"<[^>]*>", " ", re.sub(r"<svg.*?</svg>", "", named)).split())


def wait(game):
    game.worker.wait()
    game.counter.wait()
    assert game.guard.box.html == ""


def play_on(game, rng):
    """Do something legal at random until something has been decided."""
    while (before := len(game.model.game.log)) and game.model.due not in ("wait", "end"):
        if game.board.pieces and (game.go.disabled or rng.random() < 0.5):
            game.board.press(rng.choice(game.board.pieces))
        if not game.go.disabled:
            game.confirm()
        if len(game.model.game.log) != before:
            break
    wait(game)


# The model


@pytest.mark.parametrize("swap_single", [False, True])
@pytest.mark.parametrize("reading", READINGS)
def test_pressing_pieces_reaches_every_placement_and_nothing_else(reading, swap_single):
    rng = random.Random(3)
    for seed in range(20):
        model = PlayModel(rules=Rules(reading, swap_single=swap_single), seed=seed)
        while model.due != "end":
            position = model.game.position
            if model.due == "place":
                assert reached(model) == set(position.placements)
            model.do(rng.choice(position.placements or position.legal_actions))


def reached(model):
    if len(model.view.placements) == 1:
        return {model.action}
    found = set()
    for face in model.faces:
        model.press(str(face))
        for partner in model.partners:
            model.press(f"+{partner}")
            assert model.action is not None
            found.add(model.action)
    return found


@pytest.mark.parametrize("reading", READINGS)
def test_pressing_cards_reaches_all_seven_cuts(reading):
    model = PlayModel(rules=Rules(red_partner=reading), seed=4)
    while model.due != "cut":
        position = model.game.position
        model.do((position.placements or position.legal_actions)[0])
    cards, found = model.game.position.four, set()
    rng = random.Random(1)
    for _ in range(200):
        model.press(str(rng.choice(cards)))
        found.add(model.action)
    assert found == set(model.view.legal_actions)


def test_an_undo_goes_back_to_your_last_decision_and_the_same_cards_come_again():
    rng = random.Random(5)
    model = PlayModel(seed=9)
    while model.due != "end":
        before = model.game.log
        mine = model.due != "wait"
        position = model.game.position
        action = rng.choice(position.placements or position.legal_actions)
        model.do(action)
        if mine:
            after = model.game.log
            model.undo()
            assert model.game.log == before
            model.do(action)
            assert model.game.log == after
    turns = 0
    while model.can_undo:
        model.undo()
        turns += 1
        assert model.due in ("cut", "choose", "place")
        assert model.game.player == YOU
    assert turns >= 6
    with pytest.raises(InvalidInput, match="not decided"):
        model.undo()


def test_a_level_or_a_seed_that_does_not_exist_is_refused():
    with pytest.raises(InvalidInput, match="level must be one of beginner, club, expert"):
        explore.divider_play("master")
    with pytest.raises(InvalidInput, match="seed must be a whole number"):
        explore.divider_play(seed=1.5)
    with pytest.raises(InvalidInput, match="choose what to do first"):
        waiting().confirm()


def waiting():
    """Return a model in which you have to choose and nothing is pressed."""
    model = PlayModel(seed=1)
    while model.due != "choose":
        position = model.game.position
        model.do((position.placements or position.legal_actions)[0])
    return model


@pytest.mark.parametrize("level", LEVELS)
def test_the_computer_is_given_only_what_it_may_see_and_replies_the_same_again(level, monkeypatch):
    from cardlab.explore import divider_play_model

    decide, views = divider_play_model.decide, []

    def watching(who, view, rng):
        views.append(view)
        return decide(who, view, rng)

    monkeypatch.setattr(divider_play_model, "decide", watching)
    model = PlayModel(level, seed=2)
    for _ in range(5):
        while model.due not in ("wait", "end"):
            position = model.game.position
            model.do((position.placements or position.legal_actions)[0])
        if model.due == "end":
            break
        first = model.reply()
        assert model.reply() == first
        assert first in model.game.position.legal_actions
        assert views[-1] == model.game.position.seen_by(COMPUTER)
        assert views[-1].pockets[YOU] is None
        model.do(first)
    assert views


# What is told


@pytest.mark.parametrize("reading", READINGS)
def test_nothing_on_the_page_tells_what_you_may_not_see(reading):
    rng = random.Random(11)
    for seed in range(25):
        model = PlayModel(rules=Rules(red_partner=reading), seed=seed)
        while model.due != "end":
            view, truth = model.view, model.game.position
            hidden = set(truth.pockets[COMPUTER])
            if len(view.down[COMPUTER]) != 1:
                hidden |= set(truth.down[COMPUTER])
            shown = shown_cards(model)
            assert not shown & {str(card) for card in hidden}
            model.do(rng.choice(truth.placements or truth.legal_actions))


def shown_cards(model):
    """Return all cards that you see in the rows and in the pockets."""
    found = set()
    for seat in divider_table.seats(model):
        found |= {str(card) for card in seat.pockets if card is not None}
        for slot in seat.slots:
            found |= {str(card) for card in (slot.card, *slot.covers) if card is not None}
    return found


def test_rows_count_the_faces_and_cover_what_is_buried():
    rng = random.Random(12)
    for seed in range(20):
        model = PlayModel(seed=seed)
        while model.due != "end":
            truth = model.game.position
            for player, seat in ((COMPUTER, 0), (YOU, 1)):
                slots = divider_table.seats(model)[seat].slots
                if model.preview() is None:
                    ups = {slot.card for slot in slots if slot.up}
                    assert ups == set(truth.up[player])
            covered = [card for seat in divider_table.seats(model) for slot in seat.slots
                       for card in slot.covers]  # fmt: skip
            if model.preview() is None:
                assert len(covered) == len(truth.buried)
                assert {card for card in covered if card is not None} == set(model.view.buried)
            model.do(rng.choice(truth.placements or truth.legal_actions))


def test_the_log_tells_each_step_in_words_and_the_swap_without_its_card():
    before = Position(
        up=("", "Kc"), down=("9d", "Jh"), pockets=("2c 3c 4c", "5c 6c 7c"),
        candidates=("9d", "Jh 7s"), buried="7s", divider=0, groups="Qs 8d | 4s 2h", taken=0,
    )  # fmt: skip
    for placed, mine, theirs in (
        (Placed("Qs 8d", "Qs", "8d"), "Q♠ up on J♥, 8♦ down", "Q♠ up on J♥, 8♦ down"),
        (
            Placed("Qs 8d", "Qs", "Jh", swapped=True),
            "Q♠ up on 8♦, J♥ down, after a swap",
            "Q♠ up on 8♦, one of J♥ 7♠ down, after a swap",
        ),
        (Placed("Qs 8d", "8d Qs"), "8♦ Q♠, both up on J♥", "8♦ Q♠, both up on J♥"),
    ):
        after = before.apply(placed)
        assert placed_words(before, placed, after, COMPUTER) == mine
        assert placed_words(before, placed, after, YOU) == theirs
    single = Position(
        up=("", "Kc"), down=("9d", "Jh"), pockets=("2c 3c 4c", "5c 6c 7c"), buried="7s",
        divider=0, groups="Qs | 8d 4s 2h", taken=0,
    )  # fmt: skip
    placed = Placed("Qs", "Jh", "Qs")
    assert placed_words(single, placed, single.apply(placed), YOU) == "J♥ turned up, Q♠ down"
    assert preview(single, placed) == "J♥ is turned face up, and Q♠ is laid face down."
    swap = preview(before, Placed("Qs 8d", "Qs", "Jh", swapped=True))
    assert swap == (
        "Q♠ is black: its partner J♥ lies face down. You swap: J♥ comes out for a card of the "
        "group. 8♦ is buried."
    )


def test_the_log_has_the_oldest_first_and_one_line_for_taking_and_placing():
    game = Game(divider=0, deck="Kc Qd 3d As Td 2c 9h 2s 3s Kd")
    game.draw()
    steps = []

    def line(event):
        before = game.position
        game.do(event)
        steps.append((before, event, game.position))
        return log_lines(steps, YOU, ("You", "Computer"))

    assert line(Divided("9h", "2s 3s Kd")) == [(1, "You cut 9♥ from K♦ 3♠ 2♠.")]
    assert line(Taken("2s 3s Kd"))[-1] == (1, "Computer took K♦ 3♠ 2♠.")
    assert line(Placed("2s 3s Kd", "3s", "Kd"))[1:] == [
        (1, "Computer took K♦ 3♠ 2♠: 3♠ up, one of K♦ 2♠ down.")
    ]
    assert line(Placed("9h", "", "9h"))[-1] == (1, "You placed 9♥: 9♥ down.")
    assert line(game._four(1))[-1][1].startswith("Computer drew ")
    assert isinstance(steps[-1][1], Drawn)


# The page


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("reading", READINGS)
def test_a_whole_game_by_random_clicks_ends_with_both_hands(level, reading):
    rng = random.Random(21)
    game = explore.divider_play(level, rules=Rules(red_partner=reading), seed=21)
    wait(game)
    while game.model.due != "end":
        play_on(game, rng)
    position = game.model.game.position
    shown = words(game.news.html)
    result = {0: "You win", 1: "The computer wins", None: "A draw"}[position.winner]
    assert shown.startswith(result)
    assert shown.count("from the pocket]") <= 4
    assert game.go.description == "New game"
    assert game.board.pieces == ()
    replayed = Game.replay(game.model.game.log).position
    assert replayed.strengths == position.strengths
    game.go.click()
    wait(game)
    assert game.model.due in ("cut", "choose")


@pytest.mark.parametrize("seed", range(6))
def test_odd_orders_of_clicks_do_no_harm(seed):
    rng = random.Random(seed)
    game = explore.divider_play("beginner", seed=seed)
    keys = ["As", "+As", "2c", "Kd 9h", "x", "", "of"]
    for _ in range(150):
        click = rng.randrange(9)
        if click < 3 and game.board.pieces:
            game.board.press(rng.choice(game.board.pieces))
        elif click == 3:
            game.board.press(rng.choice(keys))
            game.board.drop(rng.choice([*keys, *game.board.pieces]), rng.choice("AB"))
        elif click == 4:
            game.confirm()
        elif click == 5:
            game.undo()
        elif click == 6:
            game.next_hint()
        elif click == 7:
            game.toggle_ranking()
        else:
            choose = rng.randrange(6)
            if choose == 0:
                game.level.value = rng.choice(LEVELS[:2])
            elif choose == 1:
                game.reading.value = rng.choice(["face up", "face down"])
            elif choose == 2:
                game.stop_counting()
        if rng.random() < 0.3:
            game.worker.wait()
    wait(game)
    reading = "face up" if game.model.game.rules.red_up else "face down"
    assert reading == game.reading.value
    assert Game.replay(game.model.game.log).position == game.model.game.position


def test_undo_works_everywhere_also_while_the_computer_thinks(monkeypatch):
    game = explore.divider_play("beginner", seed=3)
    wait(game)
    rng, reply, go = random.Random(3), PlayModel.reply, threading.Event()
    while game.model.due != "end":
        play_on(game, rng)
    while game.model.can_undo:
        game.undo()
        assert game.model.due in ("cut", "choose", "place")
        assert not game.go.disabled or game.model.due != "cut"
    assert game.back.disabled

    def slow(self):
        assert go.wait(30)
        return reply(self)

    monkeypatch.setattr(PlayModel, "reply", slow)
    before = game.model.game.log
    while game.model.due != "wait":
        if game.go.disabled:
            game.board.press(rng.choice(game.board.pieces))
        else:
            game.confirm()
    assert game.board.off
    assert game.head.html.endswith("<p>The computer thinks</p>")
    game.undo()
    assert game.model.due != "wait"
    go.set()
    wait(game)
    assert game.model.game.log[: len(before)] == before
    assert game.model.due != "wait"  # what the computer was about to do has been dropped


def test_a_card_is_moved_by_pressing_or_dragging_it_and_the_button_offers_the_cut():
    game = explore.divider_play("beginner", seed=seed_that_begins_with("cut"))
    four = game.model.game.position.four
    assert [len(group["items"]) for group in game.board.groups] == [2, 2]
    game.board.press(str(four[0]))
    assert [len(group["items"]) for group in game.board.groups] == [1, 3]
    game.board.press(str(four[1]))
    assert "cannot be empty" in game.board.said
    game.board.drop(str(four[3]), "A")
    assert game.model.action == Divided([four[1], four[3]], [four[0], four[2]])
    game.board.drop(str(four[3]), "A")  # it is there already
    assert game.model.action == Divided([four[1], four[3]], [four[0], four[2]])
    game.go.click()
    wait(game)
    assert Divided([four[1], four[3]], [four[0], four[2]]) in game.model.game.log


def seed_that_begins_with(due):
    return next(seed for seed in range(50) if PlayModel(seed=seed).due == due)


def test_the_ranking_is_closed_until_asked_for_and_holds_the_packages_numbers():
    game = explore.divider_play("beginner", seed=seed_that_begins_with("cut"))
    assert game.ranking.html == ""
    assert game.told.html == ""
    game.show_ranking.click()
    wait(game)
    n = divider_refine.SAMPLES[-1]
    table = Cut(game.model.view).simulate(n, rng=divider_refine.SEED)
    assert game.values == table
    shown = words(game.ranking.html)
    assert f"n = {n:,} deals" in shown
    for action in table.actions:
        digits = f"{table.value(action).value:.3f}".removeprefix("0")
        assert digits[:3] in shown
    assert "on the table" in shown
    game.show_ranking.click()
    assert game.ranking.html == ""
    game.go.click()
    wait(game)
    assert game.show_ranking.description == "Show the ranking"


def test_three_hints_come_one_at_a_time_and_the_last_names_the_best():
    game = explore.divider_play("beginner", seed=seed_that_begins_with("cut"))
    game.hint.click()
    assert "Hint 1 of 3" in words(game.told.html)
    assert game.values is None  # a question needs no count
    game.hint.click()
    wait(game)
    best = game.values.best
    assert "Hint 2 of 3" in words(game.told.html)
    game.hint.click()
    told = words(game.told.html)
    assert "Hint 3 of 3" in told
    assert text(best.first).replace("T", "10").split()[0] in told
    assert game.hint.disabled
    assert divider_hints.best(game.values).startswith("Best")
    game.go.click()
    wait(game)
    assert game.told.html == ""


def test_a_hint_from_an_exact_count_has_no_doubt_in_it():
    # Only one four can be used, so it does not matter which: two cuts share the first place.
    position = Position(
        up=("Ac Qh 9s 9d", "Kh Ts 9h 5d"), pockets=("Qc 7s 2c", None), divider=0, four="Jc 7h 4s 4d"
    )
    values = Cut(position).exact("fixed")
    assert divider_hints.close(values).startswith("Two cuts are equally good: ")
    assert divider_hints.best(values).endswith(". It is worth 0.5459.")


def test_every_control_has_a_name():
    game = explore.divider_play("beginner", seed=1)
    wait(game)
    for button in (game.go, game.hint, game.back, game.new, game.stop, game.show_ranking):
        assert button.description
    assert game.level.label
    assert game.reading.label
    for group in game.board.groups:
        assert all(item["name"] for item in group["items"] if not item["fixed"])
    assert game.news.role == game.told.role == game.status.role == "status"


def test_an_error_of_the_computer_is_shown_and_it_can_try_again(monkeypatch):
    from cardlab.explore import guard

    def broken(self):
        raise ZeroDivisionError

    monkeypatch.setattr(guard, "RERAISE", False)
    game = explore.divider_play("beginner", seed=seed_that_begins_with("cut"))
    with monkeypatch.context() as patch:
        patch.setattr(PlayModel, "reply", broken)
        game.go.click()
        game.worker.wait()
        assert "ZeroDivisionError" in game.guard.box.html
        game.undo()
        game.go.click()
        game.worker.wait()
    assert game.go.description == "Try again"
    assert not game.go.disabled
    game.go.click()
    wait(game)
    assert game.model.due != "wait"
    assert game.go.description != "Try again"
