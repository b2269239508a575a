"""The compiled kernels of Shoot against plain Python."""

from __future__ import annotations

import math
import subprocess
import sys
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab import _kernels
from cardlab.shoot.bank import Bank, play
from cardlab.shoot.rules import Rules
from cardlab.shoot.strategies import AlwaysShoot, FixedFraction, Kelly, MinimumBet, Plan, ShootAbove

pytest.importorskip("numba")

from cardlab._kernels import draw, shoot_bank

MASK = 2**64 - 1
fractions = st.fractions(0, 1, max_denominator=10**6)


def reference_words(state: list[int]):
    """xoshiro256++ in Python integers."""

    def rotate(word: int, by: int) -> int:
        return (word << by | word >> (64 - by)) & MASK

    a, b, c, d = state
    while True:
        yield (rotate((a + d) & MASK, 23) + a) & MASK
        shifted = b << 17 & MASK
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= shifted
        d = rotate(d, 45)


@given(st.lists(st.integers(0, MASK), min_size=4, max_size=4))
def test_the_generator_is_xoshiro256_plus_plus(state):
    words = np.array(state, np.uint64)
    expected = reference_words(state)
    assert [int(draw.draw(words)) for _ in range(20)] == [next(expected) for _ in range(20)]


def test_the_generator_gives_the_published_first_numbers_of_the_state_1_2_3_4():
    state = np.array([1, 2, 3, 4], np.uint64)
    first = [int(draw.draw(state)) for _ in range(4)]
    assert first == [41943041, 58720359, 3588806011781223, 3591011842654386]


@pytest.mark.parametrize("limit", [1, 2, 3, 49, 52])
def test_bounded_numbers_are_equally_likely(limit):
    state = np.random.SeedSequence(5).generate_state(4, np.uint64)
    n = 40_000
    counts = Counter(int(draw.below(state, np.uint64(limit))) for _ in range(n))
    assert set(counts) == set(range(limit))
    expected = n / limit
    squares = sum((count - expected) ** 2 / expected for count in counts.values())
    assert squares <= limit - 1 + 4 * math.sqrt(2 * limit)  # four standard deviations of chi^2


def test_numbers_that_would_be_favoured_are_drawn_again():
    # With a limit of 3 * 2**30 a quarter of all draws has to be repeated; without that the
    # numbers divisible by 3 would come up twice as often as the others.
    state = np.random.SeedSequence(6).generate_state(4, np.uint64)
    limit = np.uint64(3 * 2**30)
    n = 30_000
    counts = Counter(int(draw.below(state, limit)) % 3 for _ in range(n))
    assert all(abs(count - n / 3) < 4 * math.sqrt(n * 2 / 9) for count in counts.values())


@given(st.integers(0, 52), st.integers(0, 2**63))
def test_a_shuffled_deck_still_holds_every_card_once(cards, seed):
    state = np.random.SeedSequence(seed).generate_state(4, np.uint64)
    deck = np.arange(52).astype(np.uint8)
    draw.shuffle(state, deck, cards)
    assert sorted(deck.tolist()) == list(range(52))


def test_every_card_comes_first_second_and_third_equally_often():
    state = np.random.SeedSequence(7).generate_state(4, np.uint64)
    deck = np.arange(52).astype(np.uint8)
    n = 52_000
    counts = np.zeros((3, 52))
    for _ in range(n):
        draw.shuffle(state, deck, 3)
        counts[[0, 1, 2], deck[:3]] += 1
    squares = ((counts - 1000) ** 2 / 1000).sum(axis=1)
    assert (squares < 51 + 4 * math.sqrt(102)).all()


@given(st.integers(0, MASK))
def test_cards_of_a_set_are_counted_right(cards):
    assert shoot_bank.count(np.uint64(cards)) == cards.bit_count()


@given(st.integers(-(2**62), 2**62), fractions)
def test_a_part_of_an_amount_is_rounded_down_exactly_even_near_the_largest_integers(amount, share):
    got = shoot_bank.part(amount, share.numerator, share.denominator)
    assert got == math.floor(share * amount)


plans = st.one_of(
    st.builds(lambda t, f, m: FixedFraction(f, t, memory=m), fractions, fractions, st.booleans()),
    st.builds(lambda t, m: ShootAbove(t, memory=m), fractions, st.booleans()),
    st.builds(lambda b, m: Kelly(b, memory=m), st.integers(1, 2**61), st.booleans()),
    st.builds(lambda b, m: Kelly(b, memory=m), st.integers(1, 300), st.booleans()),
    st.sampled_from([MinimumBet(), AlwaysShoot()]),
)


@given(plans, st.integers(1, 51), st.data(), st.integers(1, 2**62), st.integers(-400, 2**61))
def test_the_kernel_bets_what_the_strategy_bets(strategy, unseen, data, kitty, won):
    winning = data.draw(st.integers(0, unseen))
    plan: Plan = strategy.plan()
    row = np.array(plan.row(), np.int64)
    assert len(row) == len(shoot_bank.COLUMNS)
    got = shoot_bank.stake(row, winning, unseen, kitty, won)
    assert got == plan.stake(Fraction(winning, unseen), kitty, won)
    assert 1 <= got <= kitty


@st.composite
def banks(draw_: st.DrawFn) -> Bank:
    rules = draw_(
        st.builds(
            Rules,
            hand_size=st.integers(1, 5),
            ace_high=st.booleans(),
            equal_rank_wins=st.booleans(),
            burn=st.booleans(),
            must_bet=st.sampled_from(["all", "first", "none"]),
            minimum_per_player=st.just(1),
        )
    )
    players = draw_(st.integers(2, min(12, rules.max_players)))
    some = st.one_of(plans, st.sampled_from(["shoot", "always", "kelly", Kelly(20)]))
    strategy = draw_(st.lists(some, min_size=players, max_size=players))
    kitty = draw_(st.integers(players, 200))
    return Bank(players, kitty, strategy, draw_(st.integers(1, 3)), rules)


def compiled_course(bank: Bank, decks: list[list[int]]) -> list[int]:
    kitties = np.full(bank.turns + 1, -1, np.int64)
    kitties[0] = bank.kitty
    won = np.zeros(bank.players, np.int64)
    for deal, deck in enumerate(decks):
        first = deal * bank.players
        shoot_bank.play_deal(
            np.array(deck, np.uint8),
            np.array(bank.rules.beaten_by, np.uint64),
            np.array([strategy.plan().row() for strategy in bank.strategies], np.int64),
            bank.rules.hand_size,
            int(bank.rules.burn),
            won,
            kitties[first : first + bank.players + 1],
        )
    return kitties.tolist()


@settings(max_examples=150)
@given(banks(), st.randoms(use_true_random=False))
def test_given_the_same_decks_the_kernel_and_plain_python_play_the_same_bank(bank, random):
    decks = [random.sample(range(52), 52) for _ in range(bank.deals)]
    assert compiled_course(bank, decks) == play(bank, decks)


def test_on_two_thousand_shuffled_banks_of_the_standard_game_kernel_and_python_agree():
    bank = Bank(strategy=["shoot", ShootAbove(memory=False), "kelly", "minimum"] + ["shoot"] * 2)
    rng = np.random.default_rng(11)
    ends = Counter()
    for _ in range(2000):
        decks = [rng.permutation(52).tolist() for _ in range(3)]
        course = play(bank, decks)
        assert compiled_course(bank, decks) == course
        ends[course[-1] == 0] += 1
    assert min(ends.values()) > 200  # both kinds of ending were compared


def test_a_kitty_that_doubles_on_every_turn_reaches_2_to_the_62_without_overflow():
    # Thirteen hands from the low cards; the stock is the thirteen highest, so nobody ever wins.
    bank = Bank(13, 2**23, "always")
    decks = [list(range(52))] * 3
    assert compiled_course(bank, decks) == play(bank, decks)
    assert play(bank, decks)[-1] == 2**62


def course_of(seed: int, columns: int, n: int = 500) -> np.ndarray:
    kitties = np.full((n, columns), -1, np.int64)
    bank = Bank(players=3, kitty=30, strategy="shoot")
    shoot_bank.play_banks(
        np.random.SeedSequence(seed).generate_state(4, np.uint64),
        np.array(bank.rules.beaten_by, np.uint64),
        np.array([ShootAbove().plan().row()] * 3, np.int64),
        3,
        0,
        3,
        30,
        kitties,
    )
    return kitties


def test_one_column_holds_the_end_of_the_same_banks_whose_course_all_columns_hold():
    whole, end = course_of(3, 10), course_of(3, 1)
    assert (whole[:, -1:] == end).all()
    assert (whole[:, 0] == 30).all()
    assert not (course_of(4, 1) == end).all()


def test_an_empty_kitty_stays_empty():
    course = course_of(3, 10)
    broke = course == 0
    assert broke[:, -1].any()
    assert (broke[:, 1:] >= broke[:, :-1]).all()
    assert (course >= 0).all()


def test_the_kernels_take_arrays_of_no_other_type():
    with pytest.raises(TypeError, match="No matching definition"):
        shoot_bank.stake(np.array(ShootAbove().plan().row(), np.int32), 20, 49, 60, 0)


def test_warming_up_compiles_every_kernel_and_later_processes_load_it_from_disk():
    _kernels.warmup()
    code = (
        "from cardlab import _kernels; _kernels.warmup();"
        "from cardlab._kernels import draw, shoot_bank;"
        "print(*(dict(f.stats.cache_misses) for f in (draw.shuffle, shoot_bank._play_banks)),"
        "*(sum(f.stats.cache_hits.values()) for f in (draw.shuffle, shoot_bank._play_banks)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["{}", "{}", "1", "1"]


def test_without_numba_warming_up_does_nothing(monkeypatch):
    monkeypatch.setattr(_kernels, "compiled", False)
    monkeypatch.setattr(_kernels, "import_module", pytest.fail)
    _kernels.warmup()
