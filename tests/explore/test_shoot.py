"""The explorers of Shoot through their traits, without a page."""

import threading
import time
from dataclasses import replace

import pytest

from cardlab import explore, shoot
from cardlab.cards import Card
from cardlab.explore import guard, shoot_pages
from cardlab.explore import shoot as shoot_views
from cardlab.shoot.bank import Bank


@pytest.fixture
def turn():
    explorer = explore.shoot_turn()
    yield explorer
    explorer.worker.wait()
    assert explorer.guard.box.html == ""


@pytest.fixture
def bank():
    explorer = explore.shoot_bank()
    explorer.worker.wait()
    yield explorer
    explorer.worker.wait()
    assert explorer.guard.box.html == ""


def names(cards):
    return [str(Card(card)) for card in cards]


def test_a_turn_opens_with_the_rule_books_example(turn):
    assert "24 of 49 =" in turn.answer.html
    assert "0.4898" in turn.answer.html
    assert turn.answer.role == "status"
    assert "\N{MINUS SIGN}0.0204" in turn.tiles.html
    assert "25 to 24" in turn.tiles.html
    assert names(turn.picker.marked) == [str(card) for card in shoot.Turn("5h Kc Qs").winning]


def test_typing_changes_answer_picker_and_working(turn):
    turn.hand.box.value = "Ac 4h 7d"
    turn.seen.box.value = "3h"
    exact = shoot.Turn("Ac 4h 7d", "3h").exact()
    assert f"{exact.favourable} of {exact.total} =" in turn.answer.html
    assert {name: names(cards) for name, cards in turn.picker.cards.items()} == {
        "mine": ["Ac", "4h", "7d"],
        "seen": ["3h"],
    }
    turn.worker.wait()
    assert f"{exact.favourable}/{exact.total}" in turn.working.html
    assert 'below <span class="cl-in-text diamond">7d' in turn.working.html


def test_the_picker_changes_the_text_boxes(turn):
    turn.picker.toggle(Card("5h"))
    turn.picker.toggle(Card("10d"))
    turn.picker.group = "seen"
    turn.picker.toggle(Card("2d"))
    assert turn.hand.box.value == "Kc Qs Td"
    assert turn.seen.box.value == "2d"
    exact = shoot.Turn("Kc Qs Td", "2d").exact()
    assert f"{exact.favourable} of {exact.total} =" in turn.answer.html


@pytest.mark.parametrize(
    ("clicks", "hand", "seen"),
    [
        ("Kc.seen", "5h Qs", "2d Kc"),
        ("Kc.mine 2d.mine", "5h Qs 2d", ""),
        ("Kc.mine 2d.mine 5h.seen 2d.seen", "Qs", "5h 2d"),
    ],
)
def test_a_card_may_move_between_the_groups(clicks, hand, seen):
    turn = explore.shoot_turn("5h Kc Qs", "2d")
    for click in clicks.split():
        card, group = click.split(".")
        turn.picker.toggle(Card(card), group)
    assert (turn.model.text["hand"], turn.model.text["seen"]) == (hand, seen)
    assert (turn.hand.box.value, turn.seen.box.value) == (hand, seen)
    assert " ".join(names(turn.picker.cards["seen"])) == seen
    assert "cl-error" not in turn.hand.line.html + turn.seen.line.html
    turn.worker.wait()


def test_what_is_typed_is_not_rewritten_while_it_can_be_read(turn):
    turn.hand.box.value = "acKd10h"
    assert turn.hand.box.value == "acKd10h"
    assert names(turn.picker.cards["mine"]) == ["Ac", "Kd", "Th"]


@pytest.mark.parametrize("bad", ["5h Kx Qs", "5h Kc Qs 2d", "5h 5h Qs"])
def test_a_bad_hand_has_its_message_beside_the_field_and_keeps_the_last_answer(turn, bad):
    turn.hand.box.value = bad
    assert "cl-error" in turn.hand.line.html
    assert "cl-bad" in turn.hand._dom_classes
    assert "cl-error" not in turn.seen.line.html
    assert "0.4898" in turn.answer.html
    assert "the last cards that could be read" in turn.answer.html
    turn.hand.box.value = "5h Kc Qs"
    assert "cl-error" not in turn.hand.line.html
    assert "cl-bad" not in turn.hand._dom_classes
    assert "the last cards" not in turn.answer.html


@pytest.mark.parametrize(
    ("field", "written", "cards_are_old"),
    [("hand", "5h Kx Qs", True), ("hand", "5h Kc", False), ("seen", "2d 2d", True)],
)
def test_all_that_belongs_to_earlier_cards_is_faded(turn, field, written, cards_are_old):
    answers = (turn.sample, turn.tiles, turn.picture, turn.working)
    assert not any(part.old for part in answers)
    turn.fields[field].box.value = written
    assert all(part.old for part in answers)
    assert ("cl-unread" in turn._dom_classes) == cards_are_old
    turn.hand.box.value, turn.seen.box.value = "5h Kc Qs", ""
    assert not any(part.old for part in answers)
    assert "cl-unread" not in turn._dom_classes


@pytest.mark.parametrize("field", ["hand", "seen", "kitty", "bankroll"])
def test_a_very_long_paste_has_a_short_message(turn, field):
    for pasted in ("9" * 5_000, "x" * 5_000, "5h " * 2_000):
        turn.fields[field].box.value = pasted
        assert "cl-error" in turn.fields[field].line.html
        assert len(turn.fields[field].line.html) < 600
    assert turn.guard.box.html == ""


def test_the_first_picture_has_the_exact_value_well_inside_the_sampled_interval():
    estimate = shoot.Turn("5h Kc Qs").simulate(shoot_views.SAMPLES, rng=shoot_views.SEED)
    low, high = estimate.interval()
    assert 0.2 < (24 / 49 - low) / (high - low) < 0.8


def test_one_card_left_is_not_spoken_of_as_many(turn):
    hand = shoot.Turn("5h Kc Qs").hand
    others = [str(card) for card in shoot.Turn("5h Kc Qs").unseen]
    turn.seen.box.value = " ".join(others[:-1])
    assert len(hand) + len(others) == 52
    assert "the one card left counted" in turn.answer.html


def test_the_picker_repairs_a_bad_text(turn):
    turn.hand.box.value = "5h Kx Qs"
    turn.picker.toggle(Card("Qs"))
    assert turn.hand.box.value == "5h Kc"
    turn.picker.toggle(Card("As"))
    assert turn.hand.box.value == "5h Kc As"
    assert "cl-error" not in turn.hand.line.html


def test_a_card_moves_from_one_group_to_the_other(turn):
    turn.picker.toggle(Card("Qs"), "seen")
    assert (turn.hand.box.value, turn.seen.box.value) == ("5h Kc", "Qs")
    turn.picker.toggle(Card("Qs"), "mine")
    assert (turn.hand.box.value, turn.seen.box.value) == ("5h Kc Qs", "")
    assert turn.model.settled


def test_an_odd_order_of_clicks_ends_in_the_right_answer(turn):
    clicks = "5h.seen 2c.mine 5h.mine As.mine Kc.seen As.mine 2c.seen 2c.seen Qs.mine Qs.mine"
    for click in clicks.split():
        card, group = click.split(".")
        turn.picker.toggle(Card(card), group)
    hand, seen = names(turn.picker.cards["mine"]), names(turn.picker.cards["seen"])
    assert turn.hand.box.value.split() == hand
    assert turn.seen.box.value.split() == seen
    exact = turn.model.turn.exact()
    assert f"{exact.favourable} of {exact.total} =" in turn.answer.html
    if len(hand) == 3:
        assert turn.model.turn == shoot.Turn(hand, seen)
    else:
        assert not turn.model.settled


def test_forty_quick_changes_end_in_the_right_answer_and_picture(turn):
    ranks = "23456789TJQKA"
    hands = [f"{ranks[i % 13]}h {ranks[(i + 5) % 13]}c {ranks[(3 * i) % 13]}s" for i in range(40)]
    begun = time.perf_counter()
    for hand in hands:
        turn.hand.box.value = hand
    assert time.perf_counter() - begun < 8  # drawing each of the 40 pictures would take longer
    turn.worker.wait()
    last = shoot.Turn(hands[-1])
    assert f"{last.exact().favourable} of 49 =" in turn.answer.html
    assert turn.picture.html == shoot_pages.turn_place(last)


def test_the_kelly_stake_follows_bankroll_and_kitty(turn):
    turn.hand.box.value = "Ah Kc Qs"
    assert "34 tokens" in turn.tiles.html
    turn.bankroll.box.value = "1,000"
    assert "60 tokens" in turn.tiles.html
    assert "the whole kitty: SHOOT" in turn.tiles.html
    turn.kitty.box.value = "-5"
    assert "kitty must be a whole number" in turn.kitty.line.html
    assert "60 tokens" in turn.tiles.html


def test_hands_at_both_ends_have_all_their_answers(turn):
    turn.hand.box.value = "Ah Ac As"
    assert "36 of 49 =" in turn.answer.html
    turn.hand.box.value = "2h 2c 2s"
    assert "0 of 49 =" in turn.answer.html
    assert "no card wins" in turn.tiles.html
    assert "0.0000" in turn.answer.html


def test_it_may_open_without_a_hand():
    turn = explore.shoot_turn("")
    assert "Choose three cards." in turn.answer.html
    assert turn.picture.html == turn.tiles.html == ""
    for card in ("5h", "Kc", "Qs"):
        turn.picker.toggle(Card(card))
    turn.worker.wait()
    assert "24 of 49 =" in turn.answer.html
    assert "<svg" in turn.picture.html


def test_two_explorers_do_not_interfere(turn):
    other = explore.shoot_turn("Ah Kc Qs")
    turn.picker.toggle(Card("5h"))
    assert other.hand.box.value == "Ah Kc Qs"
    assert "33 of 49 =" in other.answer.html
    other.worker.wait()


def test_sampled_and_exact_answer_stand_side_by_side_with_n_interval_and_seed(turn):
    estimate = shoot.Turn("5h Kc Qs").simulate(shoot_views.SAMPLES, rng=shoot_views.SEED)
    assert f"{estimate.value:.4f}" in turn.sample.html
    assert "n = 100,000, 95 % interval, seed 2" in turn.sample.html
    assert "exact 0.4898" in turn.sample.html


def test_a_bank_shows_what_the_package_computes(bank):
    result = Bank(6, 60, "shoot", 3).simulate(100_000, rng=1, path=True)
    assert bank.result == result
    assert str(result.broke).partition(",")[0] in bank.answer.html
    assert result.warning.partition(".")[0] in bank.warning.html
    assert bank.warning.html.startswith('<div class="cl-box warn">')
    assert bank.pictures.html.count("<svg") == 4
    assert f"{result.path['q95'].iloc[-1]:,.0f}" in bank.numbers.html
    assert bank.status.html == '<p class="cl-small">Done: 100,000 banks.</p>'
    assert bank.stop.disabled


def test_every_control_of_the_bank_reaches_the_simulation(bank):
    bank.fields["banks"].box.value = "3000"
    bank.fields["kitty"].box.value = "90"
    bank.slider.value = 9
    bank.strategy.value = "kelly"
    bank.fields["bankroll"].box.value = "50"
    bank.memory.value = False
    bank.deals.value = "2"
    bank.fields["seed"].box.value = "5"
    bank.worker.wait()
    played = bank.result.bank
    assert (played.players, played.kitty, played.deals) == (9, 90, 2)
    assert played.strategy == shoot.Kelly(50, memory=False)
    assert (bank.result.n, bank.result.seed) == (3000, 5)
    assert bank.fields["players"].box.value == "9"


def test_bad_settings_keep_the_last_answer_and_start_nothing(bank):
    bank.fields["kitty"].box.value = "-5"
    assert "kitty must be a whole number" in bank.fields["kitty"].line.html
    assert not bank.worker.busy
    assert str(bank.result.broke).partition(",")[0] in bank.answer.html
    assert "for 6 players, kitty 60" in bank.answer.html
    assert bank.answer.html.count("cl-stale") == 2
    assert all(part.old for part in (bank.warning, bank.pictures, bank.numbers))
    bank.fields["players"].box.value = "14"
    assert "from 2 to 13" in bank.fields["players"].line.html
    assert bank.slider.value == 6


def test_forty_quick_changes_of_a_bank_end_in_the_last_one(bank):
    for seed in range(40):
        bank.fields["seed"].box.value = f"{seed}"
    bank.worker.wait()
    assert bank.result.seed == 39
    assert "seed 39" in bank.answer.html


def test_cancel_stops_the_run_keeps_the_answer_and_leaves_it_usable(bank, monkeypatch):
    before = bank.result
    begun = threading.Event()
    simulate = Bank.simulate

    def endless(self, n, *, rng=None, progress=False, path=False):
        while path:
            begun.set()
            progress(n // 2, n)
        return simulate(self, n, rng=rng)

    monkeypatch.setattr(Bank, "simulate", endless)
    bank.strategy.value = "kelly"
    assert begun.wait(10)
    assert not bank.stop.disabled
    bank.cancel()
    bank.worker.wait(10)
    assert not bank.worker.busy
    assert bank.result == before
    assert "Cancelled" in bank.status.html
    assert str(before.broke).partition(",")[0] in bank.answer.html
    assert (
        "for 6 players, kitty 60, SHOOT when the chance is over ½, "
        "otherwise 1 token, turned cards remembered, 3 deals, n = 100,000, seed 1"
    ) in bank.answer.html
    assert bank.answer.html.count("cl-stale") == 2
    assert bank.pictures.old
    assert bank.stop.disabled
    monkeypatch.undo()
    bank.fields["seed"].box.value = "8"
    bank.worker.wait()
    assert bank.result.seed == 8


@pytest.mark.parametrize(
    ("strategy", "words"),
    [
        (
            shoot.Kelly(50, memory=False),
            "Kelly stake from a bankroll of 50, turned cards forgotten",
        ),
        (shoot.Kelly(1000), "Kelly stake from a bankroll of 1,000, turned cards remembered"),
        (shoot.AlwaysShoot(), "SHOOT always, 1 deal"),
        (shoot.MinimumBet(), "1 token, always, 1 deal"),
    ],
)
def test_a_question_names_all_its_settings(strategy, words):
    result = Bank(3, 90, strategy, 1).simulate(1, rng=7)
    question = shoot_pages.bank_question(result)
    assert question.startswith(f"for 3 players, kitty 90, {words}")
    assert question.endswith(", 1 deal, n = 1, seed 7")


def test_a_cancelled_repetition_leaves_its_answer_valid(bank):
    bank.simulate()
    bank.cancel()
    bank.worker.wait()
    assert "n = 100,000, 95 % interval, seed 1" in bank.answer.html
    assert "cl-stale" not in bank.answer.html
    assert not any(part.old for part in (bank.answer, bank.warning, bank.pictures, bank.numbers))


def test_while_a_run_has_no_answer_yet_the_last_one_is_faded(bank, monkeypatch):
    begun, go = threading.Event(), threading.Event()
    simulate = Bank.simulate

    def slow(self, n, **kwargs):
        begun.set()
        go.wait(10)
        return simulate(self, n, **kwargs)

    monkeypatch.setattr(Bank, "simulate", slow)
    parts = (bank.answer, bank.warning, bank.pictures, bank.numbers)
    bank.fields["seed"].box.value = "9"
    assert begun.wait(10)
    assert all(part.old for part in parts)
    go.set()
    bank.worker.wait()
    assert not any(part.old for part in parts)


def test_many_quick_changes_in_python_keep_one_thread(bank):
    before = threading.active_count()
    bank.fields["players"].box.value = "13"
    bank.fields["kitty"].box.value = "1,000,000,000"
    bank.strategy.value = "kelly"
    for seed in range(25):
        bank.fields["seed"].box.value = f"{seed}"
        assert threading.active_count() <= before + 1
    bank.cancel()
    begun = time.process_time()
    bank.worker.wait()
    assert time.process_time() - begun < 5  # the block at hand, in place of 25
    assert "seed 1" in bank.answer.html


def test_a_cancel_between_answer_and_pictures_never_parts_them(bank, monkeypatch):
    before, pictures = bank.result, bank.pictures.html
    drawing, go = threading.Event(), threading.Event()

    def slow(result):
        drawing.set()
        go.wait(10)
        return "new"

    monkeypatch.setattr(shoot_pages, "bank_pictures", slow)
    bank.fields["seed"].box.value = "4"
    assert drawing.wait(10)
    assert "seed 4" in bank.answer.html
    bank.cancel()
    go.set()
    bank.worker.wait()
    assert bank.result == before
    assert "seed 1" in bank.answer.html
    assert bank.pictures.html == pictures


def test_the_slider_follows_the_players_that_can_be_read(bank):
    bank.fields["kitty"].box.value = "1,000"
    bank.fields["players"].box.value = "1,2"
    assert "write it as" not in bank.fields["players"].line.html  # there are no thousands to write
    assert bank.slider.value == 6
    bank.fields["players"].box.value = " 12 "
    assert bank.slider.value == 12
    bank.fields["players"].box.value = "99"
    assert bank.slider.value == 12


def test_progress_says_how_far_it_is():
    html = shoot_pages.progress(62_000, 100_000, 6.5)
    assert "62,000 of 100,000 banks" in html
    assert 'aria-valuenow="62"' in html
    assert "about 4 s left" in html


def test_a_failed_run_is_shown_and_the_next_one_works(monkeypatch):
    monkeypatch.setattr(guard, "RERAISE", False)
    bank = explore.shoot_bank()
    bank.worker.wait()
    simulate = Bank.simulate

    def fail(self, *args, **kwargs):
        message = "out of tokens"
        raise RuntimeError(message)

    monkeypatch.setattr(Bank, "simulate", fail)
    bank.simulate()
    bank.worker.wait()
    assert "RuntimeError: out of tokens" in bank.guard.box.html
    assert "failed" in bank.status.html
    monkeypatch.setattr(Bank, "simulate", simulate)
    bank.fields["seed"].box.value = "3"
    bank.worker.wait()
    assert bank.result.seed == 3
    assert bank.guard.box.html == ""


def test_without_a_heavy_tail_the_same_box_says_so(bank):
    bank.strategy.value = "minimum"
    bank.worker.wait()
    assert not bank.result.heavy_tail
    share = f"{100 * bank.result.top_share:.1f} %"
    assert f"The richest 1 % of banks hold {share} of all tokens" in bank.warning.html
    assert "No heavy tail" in bank.warning.html
    assert bank.warning.html.startswith('<div class="cl-box')
    assert "warn" not in bank.warning.html
    few = Bank(6, 60, "minimum").simulate(50, rng=1)
    few = replace(few, result=type(few.result)({x: 1 for x in range(50)}))
    assert "The richest bank holds" in shoot_pages.bank_warning(few)
    tail = replace(bank.result, result=type(bank.result.result)({-60: 99, 10_000: 1}))
    assert "Heavy tail" in shoot_pages.bank_warning(tail)


def test_every_explorer_names_its_controls(turn, bank):
    for explorer in (turn, bank):
        for field in explorer.fields.values():
            assert field.box.description
    assert bank.strategy.description
    assert bank.memory.description
    assert bank.deals.label
