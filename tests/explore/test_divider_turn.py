"""The explorer of a turn of Divider through its traits."""

import re
import threading
import time

import pytest

from cardlab import explore
from cardlab.cards import Card, parse, text
from cardlab.divider import Rules
from cardlab.divider.position import Position
from cardlab.divider.value_table import METHODS
from cardlab.divider.values import Choice, Cut, Placement
from cardlab.errors import InvalidInput
from cardlab.explore import divider_refine
from cardlab.explore.divider_model import DOWN, FOUR, KNOWN, POCKETS, THEIR_UP, UP, deal
from cardlab.explore.worker import Worker

from .test_divider_play import READINGS, words
from .test_messages import LAST


@pytest.fixture(autouse=True)
def _small_samples(monkeypatch):
    monkeypatch.setattr(divider_refine, "SAMPLES", (50, 200))


@pytest.fixture
def turn():
    explorer = explore.divider(deal(2, "cut", rng=5))
    explorer.worker.wait()
    yield explorer
    explorer.worker.wait()
    assert explorer.guard.box.html == ""


def question(explorer):
    kinds = {"cut": Cut, "choose": Choice, "place": Placement}
    return kinds[explorer.model.decision](explorer.model.position)


def test_it_shows_what_the_package_finds(turn):
    table = question(turn).simulate(divider_refine.SAMPLES[-1], rng=divider_refine.SEED)
    assert turn.table == table
    value = str(table.value(table.best)).partition(",")[0]
    assert value in words(turn.answer.html)
    assert len(re.findall("<tr", turn.ranking.html)) == 8
    assert "Turn 2" in words(turn.why.html)
    assert turn.answer.role == "status"


def test_a_surely_last_turn_is_counted_and_tells_what_the_chooser_takes():
    explorer = explore.divider(LAST)
    explorer.worker.wait()
    table = question(explorer).exact()
    assert explorer.table == table
    assert f"{float(table.value(table.best)):.4f}" in words(explorer.answer.html)
    assert "exact" in explorer.answer.html
    row = table.row(explorer.model.cut)
    assert f"{float(row.first):.4f}".removeprefix("0") in words(explorer.takes.html)
    card = str(explorer.model.cards[FOUR][0])
    explorer.board.press(card)
    row = table.row(explorer.model.cut)
    assert f"{float(row.first):.4f}".removeprefix("0") in words(explorer.takes.html)
    assert explorer.stop.layout.display == "none"


@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("decision", ["cut", "choose", "place"])
def test_dealing_answers_each_decision_in_both_readings(decision, reading):
    explorer = explore.divider(deal(1, "cut", rules=Rules(red_partner=reading), rng=1))
    explorer.decision.value = decision
    for number in "135":
        explorer.turn.value = number
        explorer.deal_one()
        explorer.worker.wait()
        assert explorer.guard.box.html == ""
        assert explorer.model.position.turn == int(number)
        assert explorer.table.kind == question(explorer).kind
        assert set(explorer.table.actions) <= set(explorer.model.position.legal_actions)
        assert not explorer.ranking.old


def test_typing_and_picking_change_each_other_and_the_answer(turn):
    pocket = turn.model.cards[POCKETS][0]
    new = next(card for card in turn.model.position.unseen if card not in turn.model.cards[FOUR])
    before = turn.table
    turn.picker.remove(int(pocket))
    assert "choose 1 more" in turn.fields[POCKETS].line.html
    assert turn.ranking.old
    turn.picker.toggle(int(new), POCKETS)
    turn.worker.wait()
    assert new in parse(turn.fields[POCKETS].box.value)
    assert turn.table != before
    assert not turn.ranking.old
    turn.fields[POCKETS].box.value = turn.fields[POCKETS].box.value.replace(str(new), str(pocket))
    turn.worker.wait()
    assert turn.table == before
    assert int(pocket) in turn.picker.cards[POCKETS]


def test_a_bad_field_says_so_and_the_last_answer_stays(turn):
    answer = turn.answer.html
    good = turn.fields[UP].box.value
    turn.fields[UP].box.value = "Zx"
    assert "cl-error" in turn.fields[UP].line.html
    assert "the last cards that could be read" in turn.answer.html
    turn.fields[UP].box.value = good
    assert turn.answer.html == answer


def test_the_first_table_stands_until_a_better_one_is_there_and_stop_keeps_it(turn, monkeypatch):
    simulate, go, first = Cut.simulate, threading.Event(), threading.Event()

    def slow(self, n, **options):
        if n > 50:
            assert go.wait(30)
        return simulate(self, n, **options)

    monkeypatch.setattr(Cut, "simulate", slow)
    turn.answer.observe(lambda change: "n = 50" in change["new"] and first.set(), "html")
    turn.deal_one()
    assert first.wait(20)
    assert "a better one follows" in turn.answer.html
    assert turn.stop.layout.display == ""
    turn.cancel()
    go.set()
    turn.worker.wait()
    assert turn.table.n == 50
    assert "a better one follows" not in turn.answer.html
    assert turn.stop.layout.display == "none"


def test_a_card_twice_is_reported_beside_its_field(turn):
    turn.fields[THEIR_UP].box.value = turn.fields[POCKETS].box.value
    assert "is already in your pocket cards" in turn.fields[THEIR_UP].line.html


def test_too_many_cards_and_a_card_of_another_field_are_errors_of_the_field_only(turn):
    four, pocket = parse(turn.fields[FOUR].box.value), parse(turn.fields[POCKETS].box.value)[0]
    unseen = text(turn.model.position.unseen[:9])
    written = {name: field.box.value for name, field in turn.fields.items()}
    tries = [(FOUR, f"{text(four[:3])} {pocket}")]
    tries += [(name, f"{value} {unseen}".removeprefix("none")) for name, value in written.items()]
    for name, value in tries:
        turn.fields[name].box.value = value
        assert turn.guard.box.html == "", (name, value)
        assert turn.model.messages
        assert "the last cards that could be read" in words(turn.answer.html)
        assert "on the table" not in words(turn.ranking.html) or name != FOUR
        turn.fields[name].box.value = written[name]
        assert not turn.model.messages


def test_an_explorer_needs_a_position_in_which_somebody_acts():
    with pytest.raises(InvalidInput, match="nobody is to act"):
        explore.divider(Position(pockets=("Kc Qd 3d", None)))
    with pytest.raises(InvalidInput, match="position must be a Position, not 3"):
        explore.divider(3)


def test_what_the_opponent_knows_of_your_card_can_be_written():
    position = next(
        dealt
        for dealt in (deal(3, "cut", rng=seed) for seed in range(200))
        if len(dealt.candidates[dealt.player]) > 1
    )
    explorer = explore.divider(position)
    explorer.worker.wait()
    me = position.player
    assert explorer.fields[DOWN].box.value == (
        f"{text(position.down[me])} of {text(position.candidates[me])}"
    )
    assert explorer.picker.cards[DOWN] == [int(card) for card in position.down[me]]
    assert isinstance(position.down[me][0], Card)


def test_the_first_table_is_there_within_the_time_a_page_may_take():
    worker, seen = Worker(pytest.fail), []
    position = Cut(deal(1, "cut", rng=2).seen_by(0))
    position.simulate(50, rng=1)  # compiled before
    begun = time.perf_counter()
    worker.start(
        lambda job: divider_refine.refine(
            job, position, lambda table, _last: seen.append((table.n, time.perf_counter()))
        )
    )
    worker.wait()
    assert seen[0][0] == divider_refine.SAMPLES[0]
    assert seen[0][1] - begun < 2  # 0.3 s on the page; a busy test machine is slower


def test_a_cut_pressed_in_the_ranking_lies_on_the_board():
    explorer = explore.divider(LAST)
    explorer.worker.wait()
    cut = explorer.table.actions[-1]
    assert explorer.model.cut != cut
    keys = re.findall('data-key="([^"]*)"', explorer.ranking.html)
    assert [set(parse(key)) for key in keys] == [set(c.first) for c in explorer.table.actions]
    explorer.ranking._sent(None, {"press": keys[-1]}, [])
    assert explorer.model.cut == cut
    assert [item["key"] for item in explorer.board.groups[0]["items"]] == keys[-1].split()
    assert explorer.ranking.html.count('aria-pressed="true"') == 1
    explorer.ranking._sent(None, {"press": "2h"}, [])  # of an older ranking
    assert explorer.model.cut == cut


@pytest.mark.parametrize("method", ["open", "fixed", "equilibrium"])
def test_what_the_chooser_goes_by_can_be_switched_in_a_last_turn(method):
    explorer = explore.divider(LAST)
    explorer.known.value = next(words for words, name in KNOWN.items() if name == method)
    explorer.worker.wait()
    table = Cut(LAST).exact(method)
    assert explorer.table == table
    digits = 3 if method == "equilibrium" else 4
    assert f"{float(table.value(table.best)):.{digits}f}" in words(explorer.answer.html)
    assert METHODS[method] in words(explorer.ranking.html)
    first = float(table.row(explorer.model.cut).first)
    assert f"{first:.{4 if table.exact else 2}f}".removeprefix("0") in words(explorer.takes.html)
    assert not explorer.ranking.old


def test_before_the_last_turn_there_is_no_such_switch(turn):
    assert turn.known.layout.display == "none"
