"""The explorers of stud hi/lo through their traits, without a page."""

import re
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cardlab import explore
from cardlab.cards import Card
from cardlab.errors import CardError, InvalidInput, TooLarge
from cardlab.explore import guard, stud8_pages, stud8_review, stud8_views
from cardlab.explore.stud8_model import DEAD, HANDS, OPPONENTS, YOURS, ReviewModel
from cardlab.results import HiLoTable
from cardlab.stud8 import FinalHand, History, LowDraw, Matchup, NextCard
from cardlab.stud8.sampled import Sampled

FIRST = OPPONENTS[0]
FIFTH = ("Ac2d3h4s9c", "KsKdQcJhTs")  # quick to count


@pytest.fixture
def stud():
    explorer = explore.stud8(*FIFTH)
    explorer.worker.wait()
    yield explorer
    explorer.worker.wait()
    assert explorer.guard.box.html == ""


@pytest.fixture
def review():
    explorer = explore.hand_review()
    explorer.worker.wait()
    yield explorer
    explorer.worker.wait()
    assert explorer.guard.box.html == ""


def words(html):
    """Return the text of a page, each card drawn in it as its name."""
    named = re.sub(r'<svg[^>]*aria-label="([^"]*)".*?</svg>', r"[\1]", html)
    return " ".join(re.sub(r"<[^>]*>", " ", re.sub(r"<svg.*?</svg>", "", named)).split())


def test_it_shows_what_the_package_computes(stud):
    table, draw = Matchup(*FIFTH).exact(), LowDraw(FIFTH[0], FIFTH[1]).exact()
    shown = words(stud.answer.html)
    assert f"{float(table.equity):.4f} opponent {float(1 - table.equity):.4f}" in shown
    assert f"exact {table.deals:,} deals, each counted" in shown
    assert f"{draw.favourable:,} of {draw.total:,} draws" in shown
    assert stud.answer.role == "status"
    for count in (count for row in table.counts for count in row):
        assert f"{count:,}" in words(stud.working.html)
    assert f"scoop {100 * float(table.scoop):.1f} %" in words(stud.pot.html)


def test_the_heat_maps_hold_the_package_numbers(stud):
    after = NextCard(Matchup(*FIFTH)).exact()
    cells = re.findall(r"<td[^>]*>([^<]*)</td>", stud.next.html)
    assert len(cells) == 52
    equities = [after.equities.get(Card(r + s)) for s in "shdc" for r in "A23456789TJQK"]
    shown = ["\N{EN DASH}" if e is None else f"{float(e):.2f}".removeprefix("0") for e in equities]
    assert cells == shown
    assert "Sampled" not in stud.next.html
    joint = FinalHand(FIFTH[0], FIFTH[1]).exact()
    low = sum(joint.low()[place] for place in range(56)) / joint.deals
    assert f"A low comes in {100 * low:.1f} % of deals" in words(stud.joint.html)
    assert f"{sum(joint.counts[1]) / joint.deals:.4f}".removeprefix("0") in stud.joint.html


def test_typing_changes_answer_picker_and_pictures(stud):
    before = stud.pot.html
    stud.fields[YOURS].box.value = "Ac2d3h4s5s"
    stud.fields[DEAD].box.value = "6d"
    stud.worker.wait()
    table = Matchup("Ac2d3h4s5s", FIFTH[1], dead="6d").exact()
    assert f"{float(table.equity):.4f}" in stud.answer.html
    assert [str(Card(card)) for card in stud.picker.cards[DEAD]] == ["6d"]
    assert stud.pot.html != before
    assert not any(part.old for part in (stud.answer, stud.pot, stud.next, stud.joint))


def test_the_picker_changes_the_text_boxes(stud):
    stud.picker.toggle(Card("9c"))
    stud.picker.toggle(Card("5h"))
    stud.picker.group = DEAD
    stud.picker.toggle(Card("8d"))
    assert stud.fields[YOURS].box.value == "Ac 2d 3h 4s 5h"
    assert stud.fields[DEAD].box.value == "8d"
    stud.worker.wait()
    table = Matchup("Ac2d3h4s5h", FIFTH[1], dead="8d").exact()
    assert f"{float(table.equity):.4f}" in stud.answer.html


def test_a_card_moves_from_one_group_to_another(stud):
    stud.picker.toggle(Card("Ks"), DEAD)
    assert stud.fields[DEAD].box.value == "Ks"
    assert stud.fields[FIRST].box.value == "Kd Qc Jh Ts"
    stud.picker.toggle(Card("Ks"), YOURS)
    assert stud.fields[DEAD].box.value == ""
    assert stud.fields[YOURS].box.value == "Ac 2d 3h 4s 9c Ks"
    assert stud.model.settled


@pytest.mark.parametrize(
    ("name", "bad"),
    [(YOURS, "Ac 2d 3h 4s 9x"), (FIRST, "Ac"), (DEAD, "Ks"), (YOURS, "2c3c4c5c6c7c8c9c")],
)
def test_a_bad_field_has_its_message_and_the_last_answer_stays(stud, name, bad):
    equity, good = f"{float(Matchup(*FIFTH).exact().equity):.4f}", stud.fields[name].box.value
    stud.fields[name].box.value = bad
    assert "cl-error" in stud.fields[name].line.html
    assert equity in stud.answer.html
    assert "the last cards that could be read" in stud.answer.html
    assert stud.pot.old
    assert stud.joint.old
    stud.fields[name].box.value = good
    assert not stud.pot.old
    assert "cl-error" not in stud.fields[name].line.html
    assert "the last cards" not in stud.answer.html


def test_a_sampled_answer_stands_in_until_the_exact_one_is_there(stud, monkeypatch):
    exact, go, sampled = Matchup.exact, threading.Event(), threading.Event()

    def slow(self, **options):
        assert go.wait(30)
        return exact(self, **options)

    monkeypatch.setattr(Matchup, "exact", slow)
    stud.answer.observe(lambda change: "sampled" in change["new"] and sampled.set(), "html")
    begun = time.perf_counter()
    stud.fields[FIRST].box.value = "KsKdQcJh9s"
    assert sampled.wait(20)
    assert time.perf_counter() - begun > stud8_views.PATIENCE
    estimate = Matchup(FIFTH[0], "KsKdQcJh9s").simulate(stud8_views.FIRST, rng=1).equities[0]
    assert str(estimate).partition(",")[0] in stud.answer.html
    assert "n = 200,000; the exact answer follows here" in words(stud.answer.html)
    go.set()
    stud.worker.wait()
    monkeypatch.undo()
    assert "exact" in stud.answer.html
    assert f"{float(Matchup(FIFTH[0], 'KsKdQcJh9s').exact().equity):.4f}" in stud.answer.html
    assert "sampled" not in stud.answer.html


def test_it_answers_without_threads_as_in_a_browser(stud, monkeypatch):
    def refuse(self, *args, **options):
        message = "can't start new thread"
        raise RuntimeError(message)

    monkeypatch.setattr(stud8_views.ThreadPoolExecutor, "submit", refuse)
    stud.fields[FIRST].box.value = "KsKdQcJh9s"
    stud.worker.wait()
    assert f"{float(Matchup(FIFTH[0], 'KsKdQcJh9s').exact().equity):.4f}" in stud.answer.html


def test_where_no_exact_answer_follows_the_sample_says_so(stud, monkeypatch):
    def refuse(self, **options):
        message = "too many"
        raise TooLarge(message)

    monkeypatch.setattr(Matchup, "exact", refuse)
    stud.fields[FIRST].box.value = "KsKdQcJh9s"
    stud.worker.wait()
    shown = words(stud.answer.html)
    assert "(95 %); n = 2,000,000, seed 1" in shown
    assert "follows" not in shown
    assert "Sampled, n = 20,000 for each card" in stud.next.html
    assert stud.count.layout.display == "none"


def test_three_hands_can_be_counted_when_asked_and_cancelled(stud, monkeypatch):
    exact, begun = Matchup.exact, threading.Event()

    def limited(self, *, limit, progress=False, **options):
        if len(self.seats) == 3 and limit < stud8_views.ASKED_LIMIT:
            message = "too many"
            raise TooLarge(message)
        while len(self.seats) == 3 and not begun.is_set():
            progress(1, 2)
            begun.set()
            while True:
                progress(1, 2)
        return exact(self, limit=limit, progress=progress, **options)

    monkeypatch.setattr(Matchup, "exact", limited)
    stud.number.value = "2"
    stud.fields[OPPONENTS[1]].box.value = "7s8s9s8d7h"
    stud.worker.wait()
    assert isinstance(stud.result, Sampled)
    assert stud.count.layout.display == ""
    stud.count_all()
    assert begun.wait(10)
    assert "progressbar" in stud.status.html
    stud.cancel()
    stud.worker.wait(20)
    assert "Cancelled" in stud.status.html
    assert "sampled" in stud.answer.html
    stud.count_all()
    stud.worker.wait()
    shares = exact(Matchup(*FIFTH, "7s8s9s8d7h"))
    assert f"{float(shares.equity):.4f}" in stud.answer.html
    assert f"opponents {float(shares.equities[1]):.4f}, " in words(stud.answer.html)


def test_an_earlier_street_can_be_looked_at(stud):
    stud.streets.value = 4
    stud.worker.wait()
    table = Matchup("Ac2d3h4s", "KsKdQcJh").exact()
    assert f"{float(table.equity):.4f}" in stud.answer.html
    assert "on 4th street" in stud.answer.html
    for street in (3, 4, 5):
        one = Matchup(*(cards[: 2 * street] for cards in FIFTH)).exact()
        assert f"{float(one.equity):.4f}" in stud.street_plot.html
    assert [street["there"] for street in stud.streets.streets] == [True] * 3 + [False] * 2
    assert "king of spades" in stud.streets.streets[0]["spoken"]


def test_an_empty_card_in_the_strip_can_be_pressed_to_choose_it(stud, monkeypatch):
    sent = []
    monkeypatch.setattr(type(stud.picker), "send", lambda _self, content: sent.append(content))
    assert 'data-seat="1"' in stud.streets.streets[1]["html"]
    stud.streets._handle_custom_msg({"fill": 1}, [])
    assert stud.picker.group == "opponent 1"
    assert stud.picker.said == "Choose a card: opponent's."
    assert sent == [{"focus": True}]
    stud.picker.toggle(Card("9c"))
    assert stud.fields["opponent 1"].box.value.endswith(" 9c")
    stud.worker.wait()


def test_as_many_opponents_as_chosen_have_fields_and_groups(stud):
    stud.number.value = "4"
    shown = [name for name, field in stud.fields.items() if field.layout.display != "none"]
    assert shown == [YOURS, *OPPONENTS[:4], DEAD]
    assert list(stud.picker.cards) == shown
    stud.picker.toggle(Card("7h"), OPPONENTS[2])
    assert stud.fields[OPPONENTS[2]].box.value == "7h"
    assert stud.fields[OPPONENTS[1]].cards.html.count("unknown card") == 5
    stud.worker.wait()
    sample = Matchup(*FIFTH, "", "7h", "").simulate(stud8_views.SAMPLES, rng=1)
    assert str(sample.equities[0]).partition(",")[0] in stud.answer.html


def test_on_seventh_street_no_card_is_to_come(stud):
    stud.fields[YOURS].box.value = "Ac2d3h4s5c9c9d"
    stud.fields[FIRST].box.value = "KsKdKhQcTsTd8d"
    stud.worker.wait()
    assert "0.5000" in stud.answer.html
    assert stud.next.html == ""


def test_twenty_quick_changes_end_in_the_right_answer(stud):
    ranks = "56789TJQKA"
    for i in range(20):
        stud.fields[YOURS].box.value = f"2c 2d 3h 4s {ranks[i % 10]}c"
    stud.worker.wait()
    table = Matchup("2c2d3h4sAc", FIFTH[1]).exact()
    assert f"{float(table.equity):.4f}" in stud.answer.html
    assert f"{float(table.scoop) * 100:.1f} %" in stud.pot.html


def test_it_may_open_without_cards_and_refuses_what_cannot_be():
    stud = explore.stud8("", "")
    assert "Choose three cards of yours." in stud.answer.html
    for card in ("As", "2s", "3d"):
        stud.picker.toggle(Card(card))
    assert stud.model.spot is not None
    stud.worker.cancel()
    stud.worker.wait()
    with pytest.raises(CardError, match="your cards"):
        explore.stud8("nonsense")
    with pytest.raises(InvalidInput, match="at most 7"):
        explore.stud8("As2s3d", *[""] * 8)


def test_a_failure_is_shown_and_the_next_answer_works(monkeypatch):
    monkeypatch.setattr(guard, "RERAISE", False)
    stud = explore.stud8(*FIFTH)
    stud.worker.wait()
    monkeypatch.setattr(Matchup, "exact", lambda self, **options: 1 / 0)
    stud.fields[DEAD].box.value = "6d"
    stud.worker.wait()
    assert "ZeroDivisionError" in stud.guard.box.html
    monkeypatch.undo()
    stud.fields[DEAD].box.value = "7d"
    stud.worker.wait()
    assert stud.guard.box.html == ""
    assert isinstance(stud.result, HiLoTable)


# Hands that were played


def test_the_review_opens_with_the_first_hand_dealt(review):
    assert "Step 1 of 24, 3rd street" in words(review.answer.html)
    assert "[ace of clubs][8 of diamonds][ace of spades]" in words(review.seats.html)
    assert review.hand.value == "2023 WSOP event 43, hand 48"
    assert review.slider.high == 24


def test_the_review_shows_the_equities_of_the_package(review):
    history = History.load(HANDS / "2023-wsop-event-43-hand-48.phh")
    frame = history.equity_by_street(limit=stud8_views.SIDE_LIMIT)
    shown = words(review.picture.html)
    for equity in frame["equity"]:
        assert f"{equity:.4f}".removeprefix("0") in shown
    assert "On 3rd street sampled" in shown


def test_every_call_is_priced(review):
    shown = words(review.calls.html)
    call = review.model.calls()[0]
    gain = call.odds.gain(call.matchup.exact())
    needs = f"{float(call.odds.equity):.4f}".removeprefix("0")
    assert f"8 p5 250,000 1,075,000 {needs} .4518 {float(gain):+,.0f}" in shown
    review.go(call.step)
    assert "The call needs 0.1887 250,000 of 1,325,000" in words(review.answer.html)
    assert f"{float(gain):+,.0f}" in review.answer.html


def test_steps_by_button_slider_and_number(review):
    review.next.click()
    assert review.model.step == 2
    review.back.click()
    assert review.model.step == 1
    review.slider.value = 9
    assert "Fourth street" in review.answer.html
    review.field.box.value = "24"
    assert review.slider.value == 24
    assert review.next.disabled
    assert "4,537,500" in review.seats.html
    review.field.box.value = "25"
    assert "step must be a whole number, from 0 to 24" in review.field.line.html
    assert review.model.step == 24


def test_another_hand_and_another_view_can_be_chosen(review):
    review.hand.value = "2023 WSOP event 43, hand 52"
    review.worker.wait()
    assert "Pot odds of every call" in review.calls.html
    review.view.value = "p5"
    review.worker.wait()
    history = History.load(HANDS / "2023-wsop-event-43-hand-52.phh")
    frame = history.equity_by_street("p5", limit=stud8_views.SIDE_LIMIT)
    assert f"{frame['equity'].iloc[-1]:.4f}".removeprefix("0") in review.picture.html
    assert "A card that is not known may be any unseen card." in review.picture.html
    assert "unknown card" in review.seats.html


def test_a_hand_can_be_pasted_or_opened_and_a_bad_one_says_where(review):
    path = HANDS / "2023-wsop-event-54-hand-06.phh"
    written = path.read_text()
    review.paste.box.value = written.replace("'p3 pb'", "'p4 pb'", 1)
    assert "cl-error" in review.paste.line.html
    assert "action 7" in review.paste.line.html
    assert "hand 48" in review.model.name
    review.paste.box.value = written
    assert "cl-error" not in review.paste.line.html
    assert len(review.model.history.players) == 6
    review.file.value = [
        {
            "name": "mine.phh",
            "type": "",
            "size": 9,
            "content": memoryview(b"not a hand"),
            "last_modified": datetime(2026, 1, 1, tzinfo=UTC),
        }
    ]
    assert "mine.phh: the text is not TOML" in words(review.paste.line.html)


def test_a_hand_without_calls_says_so(review):
    review.hand.value = "2023 WSOP event 54, hand 1"
    review.worker.wait()
    assert "Nobody calls in this hand." in review.calls.html


def test_without_the_real_hands_a_text_can_still_be_read(monkeypatch):
    monkeypatch.setattr(stud8_review, "ReviewModel", lambda: ReviewModel(Path("nowhere")))
    review = explore.hand_review()
    assert "No hand yet" in review.answer.html
    assert review.next.disabled
    review.paste.box.value = (HANDS / "2023-wsop-event-54-hand-04.phh").read_text()
    review.worker.wait()
    assert "Step 1 of" in review.answer.html


def test_every_control_has_a_name(stud, review):
    for field in (*stud.fields.values(), review.paste, review.field):
        assert field.box.description
    for control in (review.hand, review.view, review.file, stud.count, stud.stop):
        assert control.description
    assert stud.number.label
    assert stud.streets.label
    assert review.slider.label


def test_what_somebody_types_cannot_become_markup(review):
    evil = "<script>alert(1)</script>"
    history = History.load(HANDS / "2023-wsop-event-43-hand-52.phh")
    names = [evil, "b", "c", "d", "e"]
    review.paste.box.value = History(dict(history.fields) | {"players": names}).dumps()
    review.worker.wait()
    review.view.value = evil
    review.worker.wait()
    for part in (review.answer, review.seats, review.calls, review.picture, review.steps):
        assert "<script" not in part.html
    assert stud8_pages.VIEWS["all"]


def test_a_real_hand_can_be_chosen_again_after_a_paste(review):
    first = review.hand.value
    review.paste.box.value = (HANDS / "2023-wsop-event-54-hand-06.phh").read_text()
    assert review.hand.value is None
    assert len(review.model.history.players) == 6
    review.hand.value = first
    assert review.model.name == first
    assert review.paste.box.value == ""
    assert f"You see: {first}." in words(review.paste.line.html)


@pytest.mark.parametrize("text", [(HANDS / "2023-wsop-event-54-hand-06.phh").read_text(), "none"])
def test_a_review_of_a_text_has_chosen_none_of_the_real_hands(text):
    review = explore.hand_review(text)
    assert review.hand.value is None
    review.hand.value = review.model.hands and next(iter(review.model.hands))
    review.worker.wait()
    assert review.model.name == "2023 WSOP event 43, hand 48"


def test_a_bad_text_says_what_is_wrong_once_and_which_hand_still_stands(review):
    review.paste.box.value = "not a hand"
    told = words(review.paste.line.html)
    assert told.count("the text") == 1
    assert "You still see 2023 WSOP event 43, hand 48." in told
    review.field.box.value = "abc"
    assert "from 0 to 24, not &#x27;abc&#x27;." in review.field.line.html
    assert "write it as" not in review.field.line.html


def test_the_words_of_a_view_have_no_card_that_it_does_not_know(review):
    assert "(A♣ 8♦) A♠" in review.model.words_at(1)
    told_down = r"\( ?(10|[2-9TJQKA])[cdhs]"
    assert re.search(told_down, words(review.answer.html))
    review.view.value = "public"
    for part in (review.answer, review.steps):
        told = words(part.html)
        assert "(?? ??)" in told
        assert not re.search(told_down, told)


def test_no_bet_stands_when_the_pot_is_paid(review):
    review.hand.value = "2023 WSOP event 54, hand 1"
    last = len(review.model.moments) - 1
    review.go(last)
    assert any(review.model.moment.state.bets)
    cells = re.findall(r"<td>([^<]*)</td><td>[^<]*</td></tr>", review.seats.html)
    assert set(cells) == {"\N{EN DASH}"}
    review.go(last - 2)
    assert set(re.findall(r"<td>([^<]*)</td><td>[^<]*</td></tr>", review.seats.html)) != set(cells)


def test_the_others_are_exact_only_if_there_are_others():
    history = History.load(HANDS / "2023-wsop-event-43-hand-48.phh")
    frame = history.equity_by_street(limit=stud8_views.SIDE_LIMIT)
    assert "; the others exact." in words(stud8_pages.review_plot(frame))
    sampled = frame[frame["method"] == "sampled"]
    assert "the others exact" not in words(stud8_pages.review_plot(sampled))


def test_the_chance_of_a_low_is_greyed_with_the_rest_of_a_stale_answer(stud):
    assert "cl-stale" not in stud.answer.html
    stud.fields[YOURS].box.value = "Ac 2d 3h 4s 9x"
    assert stud.answer.html.count("cl-stale") == 2


def test_seven_known_cards_are_told_as_a_hand(stud):
    stud.fields[YOURS].box.value = "Ac2d3h5s8c8dKs"
    stud.fields[FIRST].box.value = "KdKhQcTsTd8hJd"
    stud.worker.wait()
    shown = words(stud.answer.html) + words(stud.joint.html)
    assert "You have a pair for high, 8-5-3-2-A for low" in shown
    assert "the only deal there can be" in shown
    assert "1 deals" not in shown
    assert "1 of 1" not in shown
    stud.fields[YOURS].box.value = "Ac2d3h9s8c8dKs"
    stud.worker.wait()
    assert "a pair for high, no low" in words(stud.joint.html)


@pytest.mark.parametrize(("cards", "said"), [("4c", "a card"), ("4c 5c", "2 cards")])
def test_an_opponent_with_more_cards_than_you_is_remarked(stud, cards, said):
    stud.fields[FIRST].box.value = f"KsKdQcJhTs {cards}"
    assert f"Opponent 1 has {said} more than you: " in words(stud.fields[FIRST].line.html)
    stud.fields[FIRST].box.value = "KsKdQcJhTs"
    assert "more than you" not in stud.fields[FIRST].line.html


def test_cards_of_opponents_and_dead_cards_are_marked_differently(stud):
    states = [group["state"] for group in stud.picker.groups]
    assert states == ["own", "plain", "seen"]
