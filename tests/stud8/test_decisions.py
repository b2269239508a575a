"""The next card, and the price of a call."""

import math
import os
import signal
import threading
import time
from fractions import Fraction
from math import isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab import _kernels
from cardlab.cards import Card
from cardlab.errors import InvalidInput, TooLarge
from cardlab.results import Estimate, HiLoTable, PotShares
from cardlab.stud8 import Matchup, NextCard, PotOdds
from cardlab.stud8.equity import LIMIT

THIRD = ("As2h3d", "KcKdQh", "7s8s9s")
FIFTH = Matchup("Ac2d3h4s9c", "KsKdQcJhTs", dead="2c 3c")


@pytest.mark.parametrize("seat", [0, 1])
def test_the_mean_over_the_next_card_is_the_equity_now(seat):
    after = NextCard(FIFTH, seat).exact()
    assert set(after.equities) == set(FIFTH.unseen)
    assert sum(after.equities.values()) / len(after.equities) == after.now
    assert after.now == FIFTH.exact().equities[seat]


@pytest.mark.skipif(not _kernels.compiled, reason="takes minutes without Numba")
@pytest.mark.parametrize("seat", range(3))
@pytest.mark.parametrize(
    "hands",
    [("As2s3d4c", "KhKdQc9h", "8h7h6c5h"), ("As2s3d4c9c", "KhKdQc9hJs", "8h7h6c5h")],
)
def test_the_mean_is_the_equity_now_with_three_seats_too(hands, seat):
    matchup = Matchup(*hands, dead="TcTdTh2c3c4d")
    after = NextCard(matchup, seat).exact()
    assert set(after.equities) == set(matchup.unseen)
    assert sum(after.equities.values()) / len(after.equities) == after.now


@pytest.mark.slow
@pytest.mark.skipif(not _kernels.compiled, reason="takes hours without Numba")
def test_the_mean_is_the_equity_now_on_third_street_with_three_seats():
    matchup = Matchup(*THIRD, dead="9c9dTcTdThTs2c2dJcJdJhJs")
    after = NextCard(matchup).exact()
    assert sum(after.equities.values()) / len(after.equities) == after.now


def test_each_card_has_the_equity_of_the_matchup_with_it():
    after = NextCard(FIFTH).exact()
    assert (
        after.equities[Card("5h")]
        == Matchup("Ac2d3h4s9c5h", "KsKdQcJhTs", dead="2c 3c").exact().equity
    )


def test_the_frame_has_a_row_a_suit_a_column_a_rank_and_gaps_for_known_cards():
    frame = NextCard(FIFTH).exact().to_frame()
    assert list(frame.index) == ["s", "h", "d", "c"]
    assert "".join(frame.columns) == "A23456789TJQK"
    assert isnan(frame.loc["c", "2"])
    assert frame.count().sum() == len(FIFTH.unseen)
    assert frame.loc["h", "5"] == pytest.approx(float(NextCard(FIFTH).exact().equities[Card("5h")]))


def test_the_page_shows_each_suit_and_the_equity_now():
    html = NextCard(FIFTH).exact()._repr_html_()
    assert html.count("<tr>") == 5
    assert f"now {float(FIFTH.exact().equity):.4f}" in html


@pytest.mark.parametrize(
    ("seat", "message"), [(2, "from 0 to 1"), (0, "seat 0 gets no more card of its own")]
)
def test_a_seat_that_gets_no_card_is_an_error(seat, message):
    with pytest.raises(InvalidInput, match=message):
        NextCard(Matchup("Ac2d3h4s9c5h6h", "KsKdQcJhTs"), seat)


def test_progress_of_the_next_card_ends_at_the_end():
    told = []
    NextCard(FIFTH).exact(progress=lambda done, total: told.append((done, total)))
    assert told[0] == (0, 1000)
    assert told[-1] == (1000, 1000)
    assert told == sorted(told)


@given(pot=st.integers(1, 10**6), call=st.integers(1, 10**6))
def test_at_the_needed_equity_a_call_neither_gains_nor_loses(pot, call):
    odds = PotOdds(pot, call)
    assert odds.gain(odds.equity) == 0
    assert odds.gain(Fraction(1)) == pot
    assert odds.gain(Fraction(0)) == -call
    assert odds.equity == 1 / (1 + odds.price)
    # Half the pot, won so often, is worth the call.
    assert odds.half_chance * Fraction(pot + call, 2) == call
    assert odds.quarter_chance * Fraction(pot + call, 4) == call


def test_the_gain_of_a_call_follows_from_the_outcomes():
    table = HiLoTable([[10, 0, 20, 30], [0, 0, 0, 0], [15, 0, 5, 20]])
    won = 25 * 80 + 35 * 40  # chips of a pot of 80 in 100 deals: scoops and splits
    assert PotOdds(60, 20).gain(table) == Fraction(won, 100) - 20


def test_a_call_that_half_the_pot_cannot_pay_is_told():
    explained = str(PotOdds(pot=10, call=20).explain())
    assert "never enough" in explained
    assert "never enough" not in str(PotOdds(pot=60, call=20).explain())


@pytest.mark.parametrize(("pot", "call"), [(0, 1), (1, 0), (1.5, 1), (10, -1)])
def test_chips_are_whole_and_above_nothing(pot, call):
    with pytest.raises(InvalidInput, match="whole number, from 1 to"):
        PotOdds(pot, call)


@pytest.mark.parametrize("equity", [Fraction(-1, 2), Fraction(3, 2)])
def test_an_equity_lies_between_0_and_1(equity):
    with pytest.raises(InvalidInput, match="from 0 to 1"):
        PotOdds(60, 20).gain(equity)


@pytest.mark.skipif(not _kernels.compiled, reason="is too large without Numba")
def test_a_long_count_tells_its_progress_within_each_card_and_may_be_stopped():
    threads, told = threading.active_count(), []

    def stop(done, total):
        told.append((done, total))
        if done > 0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        NextCard(Matchup(*THIRD)).exact(progress=stop)
    assert told[-1] < (1000 // 44, 1000)  # of 43 cards none was done
    assert threading.active_count() <= threads


@pytest.mark.skipif(os.name == "nt", reason="needs a signal that can be sent to oneself")
@pytest.mark.skipif(not _kernels.compiled, reason="is too large without Numba")
@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_the_next_cards_of_three_seats_at_once_and_leaves_no_threads():
    Matchup("As2s3d4c9c5h", "KhKdQc9hJsTs", "8h7h6c5d").exact()  # compiled
    threads, sent = threading.active_count(), []

    def interrupt():
        sent.append(time.perf_counter())
        signal.raise_signal(signal.SIGINT)

    timer = threading.Timer(0.5, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        NextCard(Matchup(*THIRD)).exact()
    assert time.perf_counter() - sent[0] < 2
    timer.join()
    assert threading.active_count() <= threads


# Ranges


def test_a_card_that_the_range_needs_cannot_come():
    matchup = Matchup("As2s3d4s", "KhTdQd9c", ranges={1: "AhAd"})
    after = NextCard(matchup).exact()
    assert set(after.equities) == set(matchup.unseen) - {Card("Ah"), Card("Ad")}
    # All hands are as if the hole cards were known, so the mean is the equity now.
    assert sum(after.equities.values()) / len(after.equities) == after.now
    assert isnan(after.to_frame().loc["h", "A"])


def test_ranges_of_which_no_pairs_fit_have_no_next_card():
    matchup = Matchup("2s", "3s", ranges={0: "AsKs", 1: "AsKs"})
    with pytest.raises(InvalidInput, match="no pairs of the seats fit together"):
        NextCard(matchup).exact()


def test_a_seat_that_lacks_its_hole_cards_only_gets_no_next_card():
    matchup = Matchup("As2s3d4s6d", "KhTdQd9c", ranges={0: "any", 1: "any"})
    with pytest.raises(InvalidInput, match="seat 0 gets no more card of its own but the hole"):
        NextCard(matchup, 0)
    NextCard(matchup, 1)  # gets one up card


# Bad input


@pytest.mark.parametrize(
    ("seats", "limit"),
    [(("As2h3d", "KcKdQh", "7s8s"), LIMIT), (("As2h3d", "KcKdQh", "7s8s9s"), 10**9)],
)
def test_three_seats_that_take_too_long_are_sampled_card_by_card(seats, limit):
    matchup = Matchup(*seats)
    with pytest.raises(
        TooLarge, match=r"limit = 1.0e\+\d\d; use a larger limit, .*with_card"
    ) as told:
        NextCard(matchup).exact(limit=limit)
    assert "use simulate" not in str(told.value)
    assert matchup.with_card(0, "4c").simulate(100, rng=1).n == 100  # what it says


def test_what_is_no_matchup_has_no_next_card():
    with pytest.raises(InvalidInput, match="matchup must be a Matchup, not 'x'"):
        NextCard("x")


def test_a_seat_is_a_python_number():
    assert type(NextCard(FIFTH, np.int64(1)).seat) is int


@pytest.mark.parametrize("progress", [5, "yes", None])
def test_progress_that_cannot_be_told_is_an_error(progress):
    with pytest.raises(InvalidInput, match="progress must be"):
        NextCard(FIFTH).exact(progress=progress)


@pytest.mark.parametrize(
    "equity", [None, "abc", math.nan, math.inf, -0.1, 2, True, Matchup("As", "Ks")]
)
def test_what_is_no_equity_gains_nothing(equity):
    with pytest.raises(InvalidInput, match="equity must be a number from 0 to 1"):
        PotOdds(60, 20).gain(equity)


@pytest.mark.parametrize(
    "equity",
    [
        0.5,
        Fraction(1, 2),
        np.float32(0.5),
        PotShares(2, (1, Fraction(1, 2), Fraction(1, 2))),
        Estimate.of_proportion(5, 10, seed=1),
    ],
)
def test_an_equity_may_come_in_several_kinds(equity):
    gain = PotOdds(60, 20).gain(equity)
    assert gain == 20
    assert type(gain) is Fraction


def test_a_gain_is_a_python_number():
    gain = PotOdds(60, 20).gain(np.int64(1))
    assert gain == 60
    assert type(gain.numerator) is int


def test_chips_are_written_in_full_and_refused_if_there_are_too_many():
    assert "that is 617284.5 chips" in str(PotOdds(1234567, 2).explain())
    assert "that is 1000000000000000 chips" in str(PotOdds(10**15, 10**15).explain())
    for pot, call in [(10**400, 1), (1, 10**400)]:
        with pytest.raises(InvalidInput, match="from 1 to 1,000,000,000,000,000"):
            PotOdds(pot, call)


def test_a_call_is_explained_with_a_table_only():
    with pytest.raises(InvalidInput, match="table must be a HiLoTable, not 5"):
        PotOdds(60, 20).explain(5)
