"""Two hands counted exactly, by four routes: kernel, NumPy, inclusion-exclusion, listing."""

import copy
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction
from itertools import combinations, product
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab import _kernels
from cardlab.cards import DECK, parse, text
from cardlab.errors import CardError, InvalidInput, TooLarge
from cardlab.results import HiLoTable, PotShares
from cardlab.stud8 import Matchup, Range
from cardlab.stud8.equity import LIMIT
from cardlab.stud8.three_way import three_way_steps
from tests.plain_hands import high as rules_high
from tests.plain_hands import low as rules_low
from tests.stud8 import plain_equity

ORACLES = json.loads((Path(__file__).parents[1] / "data" / "stud8_heads_up.json").read_text())
KERNELS = ["compiled", "numpy"] if _kernels.compiled else ["numpy"]


@pytest.fixture(params=KERNELS)
def kernel(request, monkeypatch):
    monkeypatch.setattr(_kernels, "compiled", request.param == "compiled")
    return request.param


def spot(oracle):
    return f"{oracle['hero']} {oracle['villain']} {oracle['dead']}".strip()


def can_be_listed(oracle):
    """Whether each hand has at most four cards to come, and at least one."""
    known = [len(parse(oracle[name])) for name in ("hero", "villain")]
    return "table" in oracle and min(known) >= 3 and max(known) <= 6


def rows(table):
    return [list(row) for row in table.counts]


@pytest.mark.parametrize("oracle", ORACLES, ids=spot)
def test_every_reference_answer_is_met_to_the_last_deal(oracle):
    table = Matchup(oracle["hero"], oracle["villain"], dead=oracle["dead"]).exact()
    assert table.deals == oracle["deals"]
    assert table.equity == Fraction(oracle["quarters"], 4 * oracle["deals"])
    assert rows(table) == oracle.get("table", rows(table))


@pytest.mark.parametrize(
    "oracle",
    [
        pytest.param(each, marks=pytest.mark.slow if len(parse(each["villain"])) <= 3 else [])
        for each in ORACLES
    ],
    ids=spot,
)
def test_numpy_alone_meets_the_reference_answers_too(oracle, monkeypatch):
    monkeypatch.setattr(_kernels, "compiled", False)
    table = Matchup(oracle["hero"], oracle["villain"], dead=oracle["dead"]).exact()
    assert table.equity == Fraction(oracle["quarters"], 4 * oracle["deals"])


@pytest.mark.slow
@pytest.mark.parametrize("oracle", [each for each in ORACLES if can_be_listed(each)], ids=spot)
def test_inclusion_exclusion_over_all_draws_meets_the_reference_answers(oracle):
    first, second, dead = (parse(oracle[name]) for name in ("hero", "villain", "dead"))
    found = plain_equity.by_inclusion_exclusion(first, second, dead)
    assert found == oracle["table"]


@st.composite
def short_decks(draw, most=20_000):
    """Two hands and so many dead cards that all deals can be listed; often of two suits only."""
    suits = draw(st.sampled_from([(0, 1), (2, 3), (0, 1, 2, 3), (0, 1, 2)]))
    deck = draw(st.permutations([card for card in range(52) if card % 4 in suits]))
    first, second = draw(st.integers(2, 7)), draw(st.integers(1, 7))
    due = 14 - first - second
    unseen = due
    while unseen < due + 6 and unseen + first + second < len(deck):
        if comb(unseen + 1, 7 - first) * comb(unseen + first - 6, 7 - second) > most:
            break
        unseen += 1
    hands = deck[:first], deck[first : first + second]
    left = set(deck[first + second : first + second + unseen])
    gone = [card for card in range(52) if card not in {*hands[0], *hands[1], *left}]
    return hands[0], hands[1], gone


@pytest.mark.parametrize("compiled", [name == "compiled" for name in KERNELS])
@settings(max_examples=60)
@given(deal=short_decks())
def test_two_hands_are_counted_as_if_all_deals_were_listed(compiled, deal):
    first, second, dead = deal
    with pytest.MonkeyPatch.context() as patch:
        table = plain_equity.by_listing(first, second, dead)
        patch.setattr(_kernels, "compiled", compiled)
        assert rows(Matchup(first, second, dead=dead).exact()) == table


@st.composite
def hands_known(draw, least=3):
    cards = draw(st.permutations(range(52)))
    first, second = draw(st.integers(least, 7)), draw(st.integers(least, 7))
    dead = draw(st.integers(0, 10))
    return cards[:first], cards[first : first + second], cards[first + second :][:dead]


@settings(max_examples=30)
@given(deal=hands_known())
def test_the_table_holds_every_deal_once(deal):
    first, second, dead = deal
    unseen = 52 - sum(map(len, deal))
    ways = comb(unseen, 7 - len(first)) * comb(unseen - 7 + len(first), 7 - len(second))
    assert Matchup(first, second, dead=dead).exact().deals == ways


@settings(max_examples=30)
@given(deal=hands_known())
def test_swapping_the_seats_mirrors_the_table(deal):
    first, second, dead = deal
    table = Matchup(first, second, dead=dead).exact()
    other = Matchup(second, first, dead=dead).exact()
    assert other == table.mirrored
    assert other.equities == table.equities[::-1]
    assert table.mirrored.mirrored == table


@settings(max_examples=30)
@given(deal=hands_known(), suits=st.permutations(range(4)))
def test_the_names_of_the_suits_do_not_matter(deal, suits):
    renamed = [[card // 4 * 4 + suits[card % 4] for card in group] for group in deal]
    first, second, dead = deal
    assert (
        Matchup(first, second, dead=dead).exact()
        == Matchup(renamed[0], renamed[1], dead=renamed[2]).exact()
    )


@settings(max_examples=10)
@given(deal=hands_known(least=4))
def test_the_equity_is_the_mean_over_the_next_card(deal):
    first, second, dead = deal
    if len(first) == 7:
        return
    matchup = Matchup(first, second, dead=dead)
    after = [matchup.with_card(0, card).exact().equity for card in matchup.unseen]
    assert matchup.exact().equity == sum(after) / len(after)


def test_unknown_cards_are_the_mean_over_all_they_can_be():
    hero, door = "As2s3d4c", "Kh"
    alone = Matchup(hero, door).exact()
    sums = np.zeros((3, 4), object)
    for card in Matchup(hero, door).unseen:
        sums += np.array(Matchup(hero, (*parse(door), card)).exact().counts, object)
    # Each draw of six cards is found with each of them.
    assert (sums == 6 * np.array(alone.counts, object)).all()


def test_nothing_known_of_the_opponent_is_counted():
    table = Matchup("AcAdAh", "").exact()
    assert table.deals == comb(49, 4) * comb(45, 7)
    assert 0.7 < table.equity < 0.9


@pytest.mark.slow
def test_two_random_hands_are_counted_and_agree_with_the_rule_book():
    table = Matchup("", "").exact(limit=10**11)
    assert table.deals == comb(52, 7) * comb(45, 7)
    assert table == table.mirrored
    assert float(table.no_low) == pytest.approx(0.661209361, abs=1e-9)
    # At least one of two has a low, and two have one: exact in the rule book too.
    assert float(1 - table.no_low) == pytest.approx(0.338790639, abs=1e-9)
    assert float(table.scoop + table.nothing) == pytest.approx(0.7807, abs=5e-5)
    assert float(table.split) == pytest.approx(0.2188, abs=5e-5)
    assert float(table.three_quarter + table.quarter) == pytest.approx(0.000292, abs=1e-6)
    assert float(table.chop) == pytest.approx(0.000187, abs=1e-6)


def test_a_sample_covers_the_exact_answer():
    matchup = Matchup("As2s3d", "Kh", dead="7d 8c")
    low, high = matchup.simulate(200_000, rng=3).equities[0].interval(0.9999)
    assert low < matchup.exact().equity < high


# A common card


def test_a_common_card_that_is_known_plays_in_both_hands():
    hands = "As 2s 3d 9c 9d Kc", "Kh Kd Qs Jc 4h 5h"
    table = Matchup(*hands, common="4c").exact()
    seven = [parse(f"{hand} 4c") for hand in hands]
    relation = plain_equity.relation(*(plain_equity.classes(hand, [()]) for hand in seven))
    assert rows(table) == relation.tolist()


def test_too_few_cards_for_seventh_street_make_the_last_one_common():
    first, second = parse("As 2s 3d 9c 9d"), parse("Kh Kd Qs Jc 4h")
    left = parse("4c 5d 6h")  # four are due
    dead = [card for card in DECK if card not in {*first, *second, *left}]
    table = Matchup(first, second, dead=dead).exact()
    expected = np.zeros((3, 4), int)
    for one in left:
        for other in left:
            for last in left:
                if len({one, other, last}) == 3:
                    expected += plain_equity.relation(
                        plain_equity.classes((*first, one), [(last,)]),
                        plain_equity.classes((*second, other), [(last,)]),
                    )
    assert rows(table) == expected.tolist()


def test_eight_seats_to_the_end_share_the_last_card():
    seats = [DECK[first:48:8] for first in range(8)]
    shares = Matchup(*seats).exact()
    assert shares.deals == 4
    expected = [Fraction(0)] * 8
    for last in DECK[48:]:
        hands = [(rules_high(cards), rules_low(cards)) for cards in ((*s, last) for s in seats)]
        for seat, share in enumerate(pot_shares(hands)):
            expected[seat] += share
    assert list(shares.shares) == expected
    sample = Matchup(*seats).simulate(20_000, rng=1)
    for exact, share in zip(shares.equities, sample.equities, strict=True):
        assert abs(exact - share.value) <= 5 * share.standard_error


def pot_shares(hands):
    """Share one pot by the words of the rule book."""
    shares = [Fraction(0)] * len(hands)
    lows = [low for _, low in hands if low]
    high = [seat for seat, (own, _) in enumerate(hands) if own == max(own for own, _ in hands)]
    low = [seat for seat, (_, own) in enumerate(hands) if own and own == min(lows)]
    for winners in (high, low or high):
        for seat in winners:
            shares[seat] += Fraction(1, 2 * len(winners))
    return shares


# Ranges


def summed(hero, villain, weights, dead=""):
    """The second route: a matchup for each pair of hole cards."""
    total = np.zeros((3, 4), object)
    for pair, weight in weights.items():
        table = Matchup(hero, (*parse(villain), *pair), dead=dead).exact()
        total += weight * np.array(table.counts, object)
    return total


@pytest.mark.parametrize(
    "written",
    ["AA", "pairs", "2low, KK:0.5", "3low", "split", "KsKd, AcAd:1/3", "AKs:2, AsAc", "3suited"],
)
def test_a_range_is_the_weighted_sum_over_its_pairs(written, kernel):
    hero, villain, dead = "As2s3d9h5c", "8h7c4c", "Qd"
    matchup = Matchup(hero, villain, dead=dead, ranges={1: written})
    weights = Range(written).weights(matchup.unseen, parse("8h")[0])
    expected = summed(hero, villain, weights, dead)
    table = np.array(matchup.exact().counts, object)
    ratio = Fraction(int(table.sum())) / sum(expected.ravel())
    assert (table == ratio * expected).all()


def test_the_whole_range_is_as_good_as_none():
    plain, ranged = Matchup("As2s3d", "Kh").exact(), Matchup("As2s3d", "Kh", ranges={1: "any"})
    assert ranged.exact().equity == plain.equity
    assert ranged.exact().deals == 15 * plain.deals  # which two of six are the hole cards


def test_hole_cards_by_rank_and_one_by_one_give_the_same():
    by_rank = Matchup("As2s3d", "Kh", ranges={1: "AA, 77"}).exact()
    one_by_one = Matchup("As2s3d", "Kh", ranges={1: "AhAd, AhAc, AdAc, 77"}).exact()
    assert one_by_one == by_rank
    cut = Matchup("As2s3d", "Kh", ranges={1: "AhAd, AhAc"}).exact()
    rest = Matchup("As2s3d", "Kh", ranges={1: "AdAc, 77"}).exact()
    added = np.array(cut.counts, object) + np.array(rest.counts, object)
    assert (added == np.array(by_rank.counts, object)).all()


def test_two_seats_may_have_ranges_that_clash():
    both = Matchup("3d4h", "KhQh", ranges={0: "AsAh, KK", 1: "AsAd, 22"}).exact()
    total = np.zeros((3, 4), object)
    for first, weight in Range("AsAh, KK").weights(Matchup("3d4h", "KhQh").unseen).items():
        for second, other in Range("AsAd, 22").weights(Matchup("3d4h", "KhQh").unseen).items():
            if not set(first) & set(second):
                one = Matchup((*parse("3d4h"), *first), (*parse("KhQh"), *second)).exact()
                total += int(weight * other) * np.array(one.counts, object)
    assert (np.array(both.counts, object) == total).all()


def test_the_example_of_the_design_works():
    table = Matchup("As2s3d", "Kh", ranges={1: "pairs, 3low"}).exact()
    assert table.equity == Matchup("As2s3d", "Kh", ranges={1: "pairs"}).exact().equity
    assert table.equity < Matchup("As2s3d", "Kh").exact().equity


@pytest.mark.parametrize(
    ("ranges", "message"),
    [
        ({1: ""}, "range is empty"),
        ({1: "AA, zz"}, "'zz' is not a term"),
        ({1: "AA:-1"}, "the weight must be"),
        ({1: "AA:x"}, "the weight must be"),
        ({1: "AAs"}, "'AAs' is not a term"),
        ({1: "-AA:2"}, "minus and a weight"),
        ({1: "AA:0"}, "no two unseen cards"),
        ({1: "AsKs"}, "no two unseen cards"),
        ({1: 5}, "must be text"),
        ({2: "AA"}, "from 0 to 1"),
        ({0: "AA"}, "hole cards are known"),
    ],
)
def test_a_range_that_cannot_be_is_an_error(ranges, message):
    with pytest.raises(InvalidInput, match=message):
        Matchup("As2s3d4d5h8h", "Kh", ranges=ranges)


def test_a_range_that_needs_a_door_card_says_so():
    with pytest.raises(InvalidInput, match=r"seat 1: .*3low needs a door card"):
        Matchup("As2s3d", "", ranges={1: "3low"})


# Bad input


@pytest.mark.parametrize(
    ("seats", "options", "error", "message"),
    [
        (["As"], {}, InvalidInput, "1 given"),
        (["As", "Ks", "Qs", "Js", "Ts", "9s", "8s", "7s", "6s"], {}, InvalidInput, "9 given"),
        (["As2s", "Kh2s"], {}, CardError, "seat 1: 2s is already in seat 0"),
        (["As2s", "Kh"], {"dead": "As"}, CardError, "dead: As is already in seat 0"),
        (["AsAs", "Kh"], {}, CardError, "As stands twice"),
        (["As", "Kh??"], {}, CardError, "not a card"),
        (["2c3c4c5c6c7c8c9c", "Kh"], {}, CardError, "seat 0: 8 cards given, at most 7"),
        (["2c3c4c5c6c7c8c", "Kh"], {"common": "As"}, CardError, "at most 6"),
        (["2c", "Kh"], {"common": "AsAd"}, CardError, "at most one common card"),
        (["2c", "3c"], {"dead": DECK[8:]}, InvalidInput, "12 cards are to come and only 6"),
    ],
)
def test_bad_input_is_named(seats, options, error, message):
    with pytest.raises(error, match=message):
        Matchup(*seats, **options)


def test_work_above_the_limit_is_refused_and_names_simulate():
    with pytest.raises(TooLarge, match="simulate"):
        Matchup("As2s3d", "Kh").exact(limit=1000)


# Stopping


class Enough(Exception):
    pass


def test_progress_comes_often_and_may_stop_the_count():
    calls = []

    def stop(done, total):
        calls.append(time.perf_counter())
        assert 0 <= done <= total
        if len(calls) == 10:
            raise Enough

    with pytest.raises(Enough):
        Matchup("As2s3s", "").exact(progress=stop)
    assert max(np.diff(calls)) < 5  # some hundredths on a quiet machine


@pytest.mark.skipif(os.name == "nt", reason="needs a signal that can be sent to oneself")
@pytest.mark.skipif(not _kernels.compiled, reason="is about the kernel")
@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_a_long_count_at_once_and_leaves_no_threads():
    Matchup("As2s3d", "KhKdKc").exact()  # compiled
    threads = threading.active_count()
    sent = []

    def interrupt():
        sent.append(time.perf_counter())
        signal.raise_signal(signal.SIGINT)

    timer = threading.Timer(0.5, interrupt)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        Matchup("", "").exact(limit=10**12)
    assert time.perf_counter() - sent[0] < 2
    timer.join()
    assert threading.active_count() <= threads


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux tells of memory")
def test_peak_memory_stays_below_400_megabytes():
    code = (
        "import re; from pathlib import Path; from cardlab.stud8 import Matchup;"
        "Matchup('As2s3d', 'Kh').exact(); Matchup('As2h3d', 'KcKdQh').exact();"
        r"print(re.search(r'VmHWM:\s+(\d+) kB', Path('/proc/self/status').read_text())[1])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 400_000


@pytest.mark.slow
@pytest.mark.skipif(not _kernels.compiled, reason="is about compiling")
def test_an_empty_cache_is_told_of_once(tmp_path):
    code = "from cardlab.stud8 import Matchup; print(Matchup('As2h3d4c', 'KcKdQh8s').exact().deals)"
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    told = [
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env=environment,
        ).stderr
        for _ in range(2)
    ]
    assert told[0].count("compiling, once") == 1
    assert told[1] == ""


# More seats


def test_three_seats_on_fifth_street_agree_with_a_sample_and_add_up():
    matchup = Matchup("As2h3d4c9c", "KcKdQh7s2c", "7h8s9s4d5d")
    shares = matchup.exact()
    assert isinstance(shares, PotShares)
    assert sum(shares.equities) == 1
    for exact, share in zip(
        shares.equities, matchup.simulate(100_000, rng=1).equities, strict=True
    ):
        low, high = share.interval(0.9999)
        assert low < exact < high


@pytest.mark.parametrize(
    "known", [(6, 5, 5), (7, 5, 4), (4, 4, 4), (5, 4, 4), (4, 7, 4), (6, 6, 5), (7, 7, 6)]
)
def test_three_seats_are_counted_in_mid_deal_too(known):
    if not _kernels.compiled and sum(known) < 16:
        pytest.skip("takes long without Numba")
    cards = parse("As 2h 3d 4c 9c 9d Jh Kc Kd Qh 7s 2c 8h 3c 7h 8s 9s 4d 5d Td Ts")
    seats = [cards[7 * seat : 7 * seat + number] for seat, number in enumerate(known)]
    matchup = Matchup(*seats)
    shares = matchup.exact()
    due, unseen = matchup.to_come, len(matchup.unseen)
    assert shares.deals == (
        comb(unseen, due[0]) * comb(unseen - due[0], due[1]) * comb(unseen - sum(due[:2]), due[2])
    )
    assert sum(shares.equities) == 1
    sampled = matchup.simulate(200_000, rng=1).equities
    for exact, share in zip(shares.equities, sampled, strict=True):
        assert abs(exact - share.value) <= 5 * share.standard_error


def test_three_seats_with_a_common_card_are_as_if_each_had_it():
    dead = "2c2d3c3s4d4h5s6c6d7d8c8dTcTdJcJdQcQdJh"
    matchup = Matchup("As2h3d4c", "KcKdQh7s2s", "7h8s9s4s5d", common="9c", dead=dead)
    assert matchup.to_come == (2, 1, 1)
    found = matchup.exact()
    assert found == matchup._deal_by_deal(10**12, progress=False)


@pytest.mark.parametrize("to_come", list(product(range(4), repeat=3)))
def test_from_fourth_street_on_three_seats_take_few_steps(to_come):
    assert three_way_steps(31 + sum(to_come), to_come) < LIMIT / 50


@pytest.mark.slow
def test_three_seats_on_third_street_are_counted_too():
    matchup = Matchup("As2h3d", "KcKdQh", "7h8s9s")
    shares = matchup.exact()
    assert shares.deals == comb(43, 4) * comb(39, 4) * comb(35, 4)
    sampled = matchup.simulate(500_000, rng=1).equities
    for exact, share in zip(shares.equities, sampled, strict=True):
        assert abs(exact - share.value) <= 5 * share.standard_error


@pytest.mark.parametrize(
    "seats",
    [("As2h3d", "KcKdQh", "7h8s9s", "4c4d5c"), ("As2h3d", "KcKdQh", "7h"), ("", "")],
)
def test_what_takes_too_long_is_left_to_the_sampler(seats):
    with pytest.raises(TooLarge, match=r"steps, more than limit = 1.0e\+10; use simulate"):
        Matchup(*seats).exact()


def test_a_matchup_is_a_value():
    one = Matchup("As2s3d", "Kh", dead="7d", ranges={1: "AA"})
    same = Matchup(["As", "2s", "3d"], parse("Kh"), dead="7d", ranges={1: Range("AA")})
    assert one == same
    assert hash(one) == hash(same)
    assert one != Matchup("As2s3d", "Kh", dead="7d")
    assert text(one.seats[0]) == "As 2s 3d"


def test_a_result_of_two_seats_is_a_table_of_python_numbers():
    table = Matchup("Ac2d3h4s5c", "KsKdQcJhTs").exact()
    assert isinstance(table, HiLoTable)
    assert all(type(count) is int for row in table.counts for count in row)
    assert type(table.equity) is Fraction


# Ranges that are asked for wrongly, or are much work


def test_heavy_weights_of_three_seats_do_not_overflow():
    ranges = {
        0: "3s3h:1762000, JsTd:881001",
        1: "6h9h:1762000, QdKs:881001",
        2: "6s8s:1762000, 2h7h:881001",
    }
    shares = Matchup("Kc6d9s3d2s", "2d9c8c4s8d", "5sJhTc3cQc", ranges=ranges).exact()
    # All weights but the first seat's cancel out, as the pair of the others changes nothing.
    assert shares.equities == (Fraction(1762000, 2643001), Fraction(881001, 2643001), 0)


def test_weights_are_the_smallest_whole_numbers():
    heavy = Matchup("As2s3d4c5c6h", "KhKd", ranges={1: "AA:6/10, QQ:1.2"}).exact()
    assert heavy == Matchup("As2s3d4c5c6h", "KhKd", ranges={1: "AA, QQ:2"}).exact()


@pytest.mark.parametrize("seats", [("2s", "3s"), ("2s", "3s", "4s"), ("", "")])
@pytest.mark.parametrize("ranges", [{0: "AsKs", 1: "AsKs"}, {0: "AsKs, AsQs", 1: "AsJs, As9s"}])
def test_ranges_that_do_not_fit_together_are_an_error(seats, ranges):
    with pytest.raises(InvalidInput, match="ranges: no pairs of the seats fit together"):
        Matchup(*seats, ranges=ranges).exact()


@pytest.mark.parametrize(
    ("ranges", "message"),
    [
        ("pairs", "ranges must be"),
        (["pairs"], "ranges must be"),
        (0, "ranges must be"),
        ("", "ranges must be"),
        ([], "ranges must be"),
        ({1: "AA", "a": "KK"}, "ranges: seat must be a whole number, from 0 to 1, not 'a'"),
    ],
)
def test_what_is_no_mapping_of_seats_to_ranges_is_an_error(ranges, message):
    with pytest.raises(InvalidInput, match=message):
        Matchup("As2s", "Kh", ranges=ranges)


def test_seats_of_ranges_are_python_numbers():
    matchup = Matchup("As2s", "Kh", ranges={np.int64(1): "AA"})
    assert [type(seat) for seat in matchup.ranges] == [int]


def test_the_ranges_of_a_question_cannot_be_changed():
    given = {1: "AA"}
    matchup = Matchup("As2s3d", "Kh", dead="7d", ranges=given)
    given[1] = "KK"
    with pytest.raises(TypeError):
        matchup.ranges[1] = Range("KK")
    assert matchup == Matchup("As2s3d", "Kh", dead="7d", ranges={1: "AA"})


@pytest.mark.parametrize("common", ["", "9c"])
def test_a_matchup_can_be_pickled_and_copied(common):
    matchup = Matchup("As2s3d", "Kh", dead="7d", common=common, ranges={1: "AA"})
    for same in (pickle.loads(pickle.dumps(matchup)), copy.copy(matchup), copy.deepcopy(matchup)):
        assert same == matchup
        assert hash(same) == hash(matchup)
        assert same.ranges == {1: Range("AA")}


@pytest.mark.parametrize("seats", [("", ""), ("As2h3d4c5d", "KcKdQh7c9d")])
def test_ranges_of_too_many_parts_are_refused_soon(seats):
    # The weights of a rank's suits differ, so that every pair is a part by itself.
    every = ", ".join(
        f"{one}{other}:{1 + number % 7}"
        for number, (one, other) in enumerate(combinations(DECK, 2))
    )
    start = time.perf_counter()
    with pytest.raises(TooLarge, match="more than limit"):
        Matchup(*seats, ranges={0: every, 1: every}).exact()
    assert time.perf_counter() - start < 15  # some 3 seconds on a quiet machine


def test_few_steps_suffice_for_two_hands_without_ranges():
    assert Matchup("As2h3d4c5s6h", "KcKdQhJh9h9d").exact(limit=1000).deals == 40 * 39


# What helps to count


THREE = "As2h3d4c5s6h", "KcKdQhJh9h9d", "7s8s9s2s3s3c"
UNEVEN = "As2h3d4c5s6h", "KcKdQhJh9h9d", "7s8s9s2s3s"


@pytest.mark.parametrize("seats", [THREE[:2], THREE, UNEVEN])
@pytest.mark.parametrize("options", [{"progress": 5}, {"progress": "yes"}, {"progress": None},
                                     {"executor": 5}])  # fmt: skip
def test_what_cannot_help_to_count_is_an_error(seats, options):
    with pytest.raises(InvalidInput, match=f"{next(iter(options))} must"):
        Matchup(*seats).exact(**options)


@pytest.mark.parametrize("seats", [THREE[:2], THREE, UNEVEN])
def test_progress_is_told_in_thousandths_to_the_end(seats):
    told = []
    Matchup(*seats).exact(progress=lambda done, total: told.append((done, total)))
    assert told == sorted(told)
    assert told[-1] == (1000, 1000)
    assert {total for _, total in told} == {1000}


def test_going_deal_by_deal_can_be_stopped():
    calls = []

    def stop(done, total):
        calls.append(done)
        if len(calls) == 3:
            raise Enough

    matchup = Matchup("As2h3d4c5s", "KcKdQhJh9h", "7s8s9s2s3s7d", ranges={0: "any"})
    with pytest.raises(Enough):
        matchup.exact(progress=stop, limit=10**12)
    assert 0 < calls[-1] < 1000
