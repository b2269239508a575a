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


def test_the_picker_repairs_a_bad_text(turn):
    turn.hand.box.value = "5h Kx Qs"
    turn.picker.toggle(Card("Qs"))
    assert turn.hand.box.value == "5h Kc"
    turn.picker.toggle(Card("As"))
    assert turn.hand.box.value == "5h Kc As"
    assert "cl-error" not in turn.hand.line.html


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
    estimate = shoot.Turn("5h Kc Qs").simulate(shoot_views.SAMPLES, rng=1)
    assert f"{estimate.value:.4f}" in turn.sample.html
    assert "n = 100,000, 95 % interval, seed 1" in turn.sample.html
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
    bank.simulate()
    assert begun.wait(10)
    assert not bank.stop.disabled
    bank.cancel()
    bank.worker.wait(10)
    assert not bank.worker.busy
    assert bank.result == before
    assert "Cancelled" in bank.status.html
    assert str(before.broke).partition(",")[0] in bank.answer.html
    assert "for 6 players, kitty 60, n = 100,000, seed 1" in bank.answer.html
    assert bank.stop.disabled
    monkeypatch.undo()
    bank.fields["seed"].box.value = "8"
    bank.worker.wait()
    assert bank.result.seed == 8


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


def test_players_may_be_written_with_a_comma_and_the_slider_follows(bank):
    bank.fields["kitty"].box.value = "1,000"
    bank.fields["players"].box.value = "1,2"
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


def test_a_bank_without_a_heavy_tail_has_no_warning(bank):
    bank.strategy.value = "minimum"
    bank.worker.wait()
    assert not bank.result.heavy_tail
    assert bank.warning.html == ""
    tail = replace(bank.result, result=type(bank.result.result)({-60: 99, 10_000: 1}))
    assert "Heavy tail" in shoot_pages.bank_warning(tail)


def test_every_explorer_names_its_controls(turn, bank):
    for explorer in (turn, bank):
        for field in explorer.fields.values():
            assert field.box.description
    assert bank.strategy.description
    assert bank.memory.description
    assert bank.deals.label
