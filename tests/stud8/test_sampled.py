"""Stud by chance: against exact counts, and each step of the kernel against a plain one."""

import math
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab import _kernels, hands
from cardlab.cards import DECK, parse
from cardlab.errors import InvalidInput
from cardlab.stud8.sampled import OUTCOMES, UNIT, Spot, count, share, simulate
from cardlab.stud8.three_way import enumerate_deals
from tests.stud8 import pots_by_hand

# hero, villain, dead, deals, the 3 x 4 table in one row
HEADS_UP = [
    ("2d 8s Qs", "6h 4h 2h", "", 18265297050,
     [4828444682, 9646827, 1549077734, 4170919028, 281250, 630911, 179671, 514884,
      3857350876, 4809430, 520492587, 3322949170]),
    ("3d Ks 8d", "Kh", "", 1373550338160,
     [41134748779, 93838553, 207489547107, 550464052293, 36338631, 20051365, 50886174, 491613816,
      72960547022, 84024834, 62832720255, 437891969331]),
    ("Td 8d Tc 7c", "4s 5c", "Qd 7d Js 8s 6s Ks 4c", 3445329888,
     [404188450, 31843, 89618346, 572484932, 51194, 15979, 4116, 53175,
      761475664, 142870, 99850434, 1517412885]),
    ("9d Ac 5h 3s 6c", "Ad 5d Td", "2c 5s Th 8c 4s As 4d Kh", 29216880,
     [1987944, 89543, 11899652, 6497480, 1080, 1328, 1068, 4079,
      1978236, 54803, 3286138, 3415529]),
]  # fmt: skip
LATE = ("3s 6c Tc Jc Kc 9s", "2s Qd 9h Ks 3h 4d", "6s Td 3d 2d Kh 7h")
WHOLE = ("scoop", "three_quarter", "split", "chop", "quarter", "nothing")
KERNELS = ["compiled", "numpy"] if _kernels.compiled else ["numpy"]
needs_numba = pytest.mark.skipif(not _kernels.compiled, reason="there is nothing compiled")


@pytest.fixture(params=KERNELS)
def kernel(request, monkeypatch):
    """Each kernel in turn."""
    monkeypatch.setattr(_kernels, "compiled", request.param == "compiled")
    return request.param


def seats_of(*texts):
    return tuple(map(parse, texts))


def shuffled(seed):
    return [DECK[card] for card in np.random.default_rng(seed).permutation(52)]


def random_seats(sizes, seed):
    deck = iter(shuffled(seed))
    return tuple(tuple(next(deck) for _ in range(size)) for size in sizes)


def table_of(counts):
    return [counts[row : row + 4] for row in (0, 4, 8)]


# Shares


@pytest.mark.parametrize("high", range(8))
@pytest.mark.parametrize("low", [*range(8), 9])
def test_a_share_is_a_part_of_each_half_or_of_the_whole_pot_without_a_low(high, low):
    half = Fraction(1, 2)
    if low == 9:
        expected = Fraction(1, high) if high else 0
    else:
        expected = (half / high if high else 0) + (half / low if low else 0)
    assert Fraction(share(high, low), UNIT) == expected


def test_every_cell_of_a_table_is_one_outcome():
    cells = sorted(cell for outcome in WHOLE for cell in OUTCOMES[outcome])
    assert cells == sorted(product(range(3), range(4)))
    assert set(OUTCOMES["split"]) == {*OUTCOMES["high_only"], *OUTCOMES["low_only"]}


@given(st.integers(0, 2**32), st.integers(2, 8))
@settings(max_examples=25)
def test_counting_pots_agrees_with_sharing_them_by_hand(seed, seats):
    rng = np.random.default_rng(seed)
    deck = rng.permutation(52)
    size = 6 if seats == 8 else 7
    final = [[int(c) for c in deck[size * i : size * (i + 1)]] for i in range(seats)]
    if seats == 8:
        final = [[*cards, int(deck[51])] for cards in final]
    classes = [(hands.high(cards), hands.low(cards)) for cards in final]
    highs, lows = (np.array(numbers)[:, None] for numbers in zip(*classes, strict=True))
    codes = count(highs, lows).argmax(axis=1)
    ours = [Fraction(share(*divmod(int(code), 10)), UNIT) for code in codes]
    assert ours == pots_by_hand.shares(final)


# The sample


@pytest.mark.parametrize("sizes", [(3, 3), (1, 3), (0, 7), (3,) * 3, (4,) * 5, (3,) * 7, (3,) * 8])
def test_the_seats_share_exactly_one_pot_a_deal(kernel, sizes):
    sampled = simulate(random_seats(sizes, 1), (), 1_001, rng=1)
    assert sum(sampled.tally.shares) == UNIT * 1_001
    assert all(sum(map(sum, seat)) == 1_001 for seat in sampled.tally.counts)
    assert sum(map(float, sampled.equities)) == pytest.approx(1)


@pytest.mark.parametrize(("hero", "villain", "dead", "deals", "counts"), HEADS_UP)
def test_heads_up_samples_agree_with_exact_tables(kernel, hero, villain, dead, deals, counts):
    n = 500_000 if kernel == "compiled" else 20_000
    sampled = simulate(seats_of(hero, villain), parse(dead), n, rng=2)
    squares = 0.0
    for row, exact_row in zip(sampled.tally.table(), table_of(counts), strict=True):
        for cell, exact in zip(row, exact_row, strict=True):
            expected = exact / deals * n
            squares += (cell - expected) ** 2 / expected
    assert squares < 40  # chi-squared with 11 degrees of freedom: once in 30,000 samples
    quarters = sum(
        exact * (2 * high if low == 3 else high + low)
        for high, row in enumerate(table_of(counts))
        for low, exact in enumerate(row)
    )
    low, high = sampled.equities[0].interval(0.9999)
    assert low < quarters / 4 / deals < high


@needs_numba
def test_intervals_cover_the_exact_shares_as_often_as_they_say():
    seats = seats_of(*LATE)
    exact = enumerate_deals(seats)
    covered, errors = 0, []
    for seed in range(400):
        for estimate, total in zip(
            simulate(seats, (), 2_000, rng=seed).equities, exact.shares, strict=True
        ):
            truth = total / UNIT / exact.deals
            low, high = estimate.interval()
            covered += low < truth < high
            errors.append((estimate.value - truth) / estimate.standard_error)
    assert 0.93 < covered / 1_200 < 0.97
    assert abs(np.mean(errors)) < 4 / math.sqrt(800)  # the three shares depend on each other
    assert 0.93 < np.std(errors) < 1.07


def test_chances_of_outcomes_agree_with_exact_ones(kernel):
    seats = seats_of(*LATE)
    exact, sampled = enumerate_deals(seats), simulate(seats, (), 20_000, rng=4)
    for seat in range(3):
        table = exact.table(seat)
        for outcome, cells in OUTCOMES.items():
            low, high = sampled.chance(outcome, seat).interval(0.9999)
            assert low <= sum(table[row][column] for row, column in cells) / exact.deals <= high
        assert sum(sampled.chance(outcome, seat).successes for outcome in WHOLE) == 20_000


def test_the_answer_depends_on_seed_and_n_only(kernel):
    seats, n = random_seats((3, 3, 3), 2), 140_001
    alone = simulate(seats, (), n, rng=5)
    for workers in (1, 3):
        with ThreadPoolExecutor(workers) as executor:
            assert simulate(seats, (), n, rng=5, executor=executor) == alone
    assert simulate(seats, (), n, rng=6) != alone
    assert alone.n == n


@needs_numba
def test_own_threads_do_not_change_the_answer(monkeypatch):
    seats = random_seats((3, 3), 2)
    alone = simulate(seats, (), 200_000, rng=5)
    monkeypatch.setattr("cardlab.stud8.sampled._CARDS_ALONE", 0)
    assert simulate(seats, (), 200_000, rng=5) == alone


def test_progress_may_stop_a_sample(kernel):
    def stop(done, n):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate(random_seats((3, 3), 1), (), 1_000_000, rng=1, progress=stop)


def test_a_frame_has_a_row_for_each_seat(kernel):
    frame = simulate(random_seats((3, 3, 3), 1), (), 5_000, rng=1).to_frame()
    assert frame.shape == (3, 2 + len(OUTCOMES))
    pd.testing.assert_series_equal(
        frame[list(WHOLE)].sum(axis=1), pd.Series(1.0, frame.index), check_names=False
    )


def test_samples_are_printed_with_n_seed_and_level(kernel):
    sampled = simulate(random_seats((3, 3), 1), (), 1_000, rng=8)
    assert str(sampled).startswith("seat 0: 0.")
    for words in ("95 % interval", "1,000"):
        assert words in str(sampled)
        assert words in sampled._repr_html_()
    assert "seed 8" in str(sampled)
    assert "seed 8" in sampled._repr_html_()
    assert repr(sampled).startswith("Sampled(n=1000, seed=8, equities=(Estimate(value=0.")


def test_unknown_outcomes_are_refused_with_the_known_ones():
    with pytest.raises(InvalidInput, match=r"one of scoop, .* not 'scoops'"):
        simulate(random_seats((7, 7), 1), (), 1, rng=1).chance("scoops")


@needs_numba
def test_a_fixed_seed_gives_the_known_sample():
    seats = seats_of("As 2h 3d", "Kc Kd Qh", "7s 8s 9s")
    assert simulate(seats, (), 100_000, rng=1).tally.shares == (31470180, 23841720, 28688100)


@needs_numba
def test_the_order_of_the_seats_does_not_matter():
    """The exact shares are those of test_three_way.py."""
    seats = seats_of("As 2s 3d", "Kh Kd Qc", "8h 7h 6c")
    exact = (2410390433086908, 1851672286903848, 2115759702180444)
    for order in permutations(range(3)):
        sampled = simulate(tuple(seats[i] for i in order), (), 200_000, rng=7)
        for place, seat in enumerate(order):
            estimate = sampled.equities[place]
            assert abs(estimate.value - exact[seat] / sum(exact)) < 4 * estimate.standard_error


# The common card


def test_without_enough_cards_for_all_there_is_one_for_everybody(kernel):
    seats = random_seats((6,) * 7 + (5,), 3)  # 5 cards unseen, 9 due: one each, and one for all
    won, deals = pots_by_hand.totals(seats, common=True)
    exact = enumerate_deals(seats)
    assert deals == exact.deals == 20
    assert [Fraction(total, UNIT) for total in exact.shares] == won
    sampled = simulate(seats, (), 20_000, rng=1)
    for estimate, total in zip(sampled.equities, won, strict=True):
        assert abs(estimate.value - total / deals) <= 4.5 * estimate.standard_error


def test_dead_cards_may_bring_about_a_common_card():
    deck = shuffled(4)
    seats = tuple(tuple(deck[6 * i : 6 * i + 6]) for i in range(7))
    assert not Spot.of(seats, tuple(deck[49:])).common
    assert Spot.of(seats, tuple(deck[48:])).common


def test_a_known_common_card_belongs_to_every_seat(kernel):
    deck = shuffled(5)
    seats = tuple(tuple(deck[6 * i : 6 * i + 6]) for i in range(8))
    final = [(*seat, deck[51]) for seat in seats]
    sampled = simulate(seats, (), 10, common=deck[51], rng=1)
    exact = enumerate_deals(seats, common=deck[51])
    assert exact.deals == 1
    assert [Fraction(total, UNIT) for total in exact.shares] == pots_by_hand.shares(final)
    assert [total // 10 for total in sampled.tally.shares] == list(exact.shares)


def test_eight_seats_from_third_street_use_49_cards():
    spot = Spot.of(random_seats((3,) * 8, 6), ())
    assert spot.common
    assert spot.to_come == 8 * 3 + 1
    assert all(len(places) == 4 and places[-1] == 24 for places in spot.places)


@pytest.mark.parametrize(
    ("sizes", "dead"), [((3,) * 8, 4), ((7,) * 6 + (3, 3), 0), ((6,) * 7 + (7,), 1)]
)
def test_too_few_cards_even_so_are_refused(sizes, dead):
    with pytest.raises(InvalidInput, match="cannot all get to seven cards"):
        simulate(random_seats(sizes, 7), tuple(shuffled(7)[-dead:] if dead else ()), 10)


# Ranges


def weighted(seats, ranges):
    """Return the exact shares with ranges for all hole cards to come, pair by pair."""
    won, weight = [Fraction(0)] * len(seats), 0
    for chosen in product(*(ranges[seat].items() for seat in range(len(seats)))):
        cards = [card for pair, _ in chosen for card in pair]
        if len(set(cards)) == len(cards):
            times = math.prod(w for _, w in chosen)
            final = [(*seat, *pair) for seat, (pair, _) in zip(seats, chosen, strict=True)]
            weight += times
            won = [a + times * b for a, b in zip(won, pots_by_hand.shares(final), strict=True)]
    return [total / weight for total in won], weight


RANGED = seats_of("As 6c 7c 5c 5s", "3s 6h 9h Ts Js", "4d Qh Tc 2c 6d")
RANGES = {
    0: {tuple(parse(pair)): weight for pair, weight in [("Ac 2d", 5), ("Ah 8d", 1), ("4h 4c", 3)]},
    1: {tuple(parse(pair)): weight for pair, weight in [("Ac Ah", 2), ("Ks Qs", 1), ("2h 4h", 4)]},
    2: {tuple(parse(pair)): weight for pair, weight in [("8d 3c", 1), ("2d 4c", 7), ("Ad 3h", 2)]},
}


def test_pairs_are_as_likely_as_the_product_of_their_weights_where_they_fit(kernel):
    exact, weight = weighted(RANGED, RANGES)
    tally = enumerate_deals(RANGED, ranges=RANGES)
    assert tally.deals == weight
    assert [Fraction(total, UNIT * weight) for total in tally.shares] == exact
    sampled = simulate(RANGED, (), 60_000, ranges=RANGES, rng=1)
    for estimate, truth in zip(sampled.equities, exact, strict=True):
        assert abs(estimate.value - truth) < 4.5 * estimate.standard_error


def test_a_range_of_all_pairs_is_no_range(kernel):
    seats = seats_of("As 2s 3d 4c 9h 9d", "Ks Qs Jh Tc 2c")
    dead = tuple(card for card in DECK[::2] if card not in {*seats[0], *seats[1]})
    unseen = [card for card in DECK if card not in {*seats[0], *seats[1], *dead}]
    pairs = {(a, b): 1 for a in unseen for b in unseen if a < b}
    without, with_range = (
        enumerate_deals(seats, dead, ranges=ranges) for ranges in (None, {1: pairs})
    )
    assert with_range == without
    sampled = simulate(seats, dead, 20_000, ranges={1: pairs}, rng=1)
    for estimate, total in zip(sampled.equities, without.shares, strict=True):
        assert abs(estimate.value - total / UNIT / without.deals) < 4 * estimate.standard_error


def test_other_cards_to_come_avoid_the_hole_cards(kernel):
    seats = seats_of("As 2s 3d 4c", "Ks Qs Jh Tc 2c 9d")
    known = {*seats[0], *seats[1]}
    left = set(parse("2d 6c Ac 5h 5d 8s 7d 9c Th Jc"))
    dead = tuple(card for card in DECK if card not in known | left)
    pairs = {tuple(parse("2d 6c")): 3, tuple(parse("6c Ac")): 1}
    tally = enumerate_deals(seats, dead, ranges={0: pairs})
    sampled = simulate(seats, dead, 40_000, ranges={0: pairs}, rng=1)
    for ours, exact in zip(sampled.tally.table(), tally.table(), strict=True):
        for cell, expected in zip(ours, exact, strict=True):
            chance = expected / tally.deals
            assert abs(cell / 40_000 - chance) <= 4.5 * math.sqrt(chance * (1 - chance) / 40_000)


@pytest.mark.parametrize(
    ("ranges", "message"),
    [
        ({0: {}}, "seat 0's possible pairs must add up"),
        ({0: {tuple(parse("As Ac")): 1}}, "seat 0's possible pairs must add up"),  # As is known
        ({0: {(DECK[7], DECK[7]): 1}}, "seat 0's possible pairs must add up"),
        ({0: {tuple(parse("Ah Ac")): 0}}, "seat 0's possible pairs must add up"),
        ({0: {tuple(parse("Ah Ac")): 2**32}}, "less than 4,294,967,296"),
        ({1: {tuple(parse("Ah Ac")): 1}}, "seat 1 has 1 cards to come"),
    ],
)
def test_impossible_ranges_are_refused(ranges, message):
    seats = seats_of("As 2s 3d 4c 9h", "Ks Qs Jh Tc 2c 9d")
    for ask in (simulate, enumerate_deals):
        with pytest.raises(InvalidInput, match=message):
            ask(seats, (), ranges=ranges, **({"n": 10} if ask is simulate else {}))


def test_ranges_that_never_fit_together_are_refused(kernel):
    ranges = {seat: {tuple(parse("Ah Ac")): 1} for seat in range(2)}
    seats = seats_of("As 2s 3d 4c 9h", "Ks Qs Jh Tc 2c")
    with pytest.raises(InvalidInput, match="pairs of the seats fit together"):
        simulate(seats, (), 100, ranges=ranges, rng=1)
    with pytest.raises(InvalidInput, match="pairs of the seats fit together"):
        enumerate_deals(seats, ranges=ranges)


# The steps of the kernel


@pytest.fixture
def stud_sample():
    pytest.importorskip("numba")
    from cardlab._kernels import stud_sample

    return stud_sample


def states(seed, lanes=16):
    return np.random.SeedSequence(seed).generate_state(4 * lanes, np.uint64).reshape(4, lanes)


def reference(state, n):
    """Return n numbers of xoshiro256++ as its authors write it."""
    mask = 2**64 - 1

    def rotate(x, k):
        return (x << k | x >> (64 - k)) & mask

    s, found = [int(word) for word in state], []
    for _ in range(n):
        found.append((rotate((s[0] + s[3]) & mask, 23) + s[0]) & mask)
        t = s[1] << 17 & mask
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotate(s[3], 45)
    return found


def test_each_lane_is_the_generator_that_the_literature_describes(stud_sample):
    state, words = states(1), np.empty(16 * 50, np.uint64)
    columns = state.T.copy()
    stud_sample.random_words(state, words)
    for lane in range(16):
        assert words[lane::16].tolist() == reference(columns[lane], 50)


@pytest.mark.parametrize("limit", [1, 2, 3, 28, 46, 52])
def test_all_numbers_below_a_limit_are_equally_likely(stud_sample, limit):
    state, words, numbers = states(2), np.empty(64, np.uint64), np.empty(256, np.uint8)
    found = Counter()
    for _ in range(2_000):
        stud_sample.numbers_below(state, np.uint32(limit), words, numbers)
        found.update(numbers.tolist())
    assert set(found) == set(range(limit))
    expected = 512_000 / limit
    squares = sum((times - expected) ** 2 / expected for times in found.values())
    assert squares < limit + 6 * math.sqrt(2 * limit)


def test_decks_stay_whole_and_every_card_comes_first_equally_often(stud_sample):
    decks = np.tile(np.arange(10, 50, dtype=np.uint8)[:, None], 256)
    state, first = states(3), Counter()
    for _ in range(400):
        stud_sample.draw_cards(state, decks, 0, 12)
        first.update(decks[11].tolist())
    assert (np.sort(decks, axis=0) == np.arange(10, 50)[:, None]).all()
    assert len(first) == 40
    assert sum((times - 2560) ** 2 / 2560 for times in first.values()) < 39 + 5 * math.sqrt(78)


def test_seats_have_the_classes_of_their_cards(stud_sample):
    from cardlab._kernels import tables

    table = tables.load()
    known, unseen = [50, 46, 3], [card for card in range(52) if card not in (50, 46, 3)]
    decks = np.tile(np.array(unseen, np.uint8)[:, None], 256)
    rows, ranks = np.array([2, 0, 3, 7, -1, -1, -1]), np.zeros(4, np.uint64)
    for card in known:
        ranks[card % 4] |= np.uint64(1 << card // 4)
    highs, lows, state = np.empty(256, np.int16), np.empty(256, np.int16), states(4)
    for _ in range(40):
        stud_sample.draw_cards(state, decks, 0, 8)
        totals = np.full(256, tables.START + sum(int(table.words[c]) for c in known), np.uint64)
        for row in rows[:4]:
            stud_sample.add_words(totals, decks[row], table.words)
        stud_sample.evaluate(totals, decks, rows, ranks, table, highs, lows)
        cards = np.concatenate([np.tile(np.array(known, np.uint8), (256, 1)), decks[rows[:4]].T], 1)
        high, low = hands.evaluate(cards)
        assert (highs == high).all()
        assert (lows == 56 - low.astype(int)).all()


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("deals", [1, 255, 256])
def test_the_kernel_counts_like_the_plain_way(stud_sample, seats, deals):
    rng = np.random.default_rng(seats)
    highs = rng.integers(0, 3, (seats, 256), np.int16)
    lows = rng.integers(54, 57, (seats, 256), np.int16)
    counts = np.zeros((seats, 4, 90), np.int64)
    stud_sample.count(highs, np.int16(56) - lows, deals, counts)
    plain = count(highs[:, :deals], lows[:, :deals])
    np.testing.assert_array_equal(counts.sum(axis=1), plain)


# Bad input


@pytest.mark.parametrize("seat", [-1, 3, None, "0", 1.0])
def test_a_seat_that_is_not_there_has_no_chance(seat):
    sampled = simulate(seats_of("As 2s 3d", "Ks Qs Jh", "7h 8h 9c"), (), 100, rng=1)
    with pytest.raises(InvalidInput, match="seat must be a whole number, from 0 to 2, not"):
        sampled.chance("scoop", seat)


@pytest.mark.parametrize("outcome", [[], None, 0])
def test_an_outcome_that_is_no_text_is_refused(outcome):
    sampled = simulate(seats_of("As 2s 3d", "Ks Qs Jh"), (), 100, rng=1)
    with pytest.raises(InvalidInput, match="outcome must be one of"):
        sampled.chance(outcome)


@pytest.mark.parametrize("n", ["5", None, 0, 2.5])
def test_a_number_of_deals_that_is_none_is_refused(n):
    with pytest.raises(InvalidInput, match="n must be a whole number"):
        simulate(seats_of("As 2s 3d", "Ks Qs Jh"), (), n)


@pytest.mark.parametrize("n", [10, 10**7])
@pytest.mark.parametrize("option", ["executor", "progress"])
@pytest.mark.parametrize("value", [5, 0, ""])
def test_what_cannot_help_to_simulate_is_refused(n, option, value):
    with pytest.raises(InvalidInput, match=f"{option} must"):
        simulate(seats_of("As 2s 3d", "Ks Qs Jh"), (), n, **{option: value})
