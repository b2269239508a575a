"""Exact answers for three seats and more: against references, going through all deals, by hand."""

import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from fractions import Fraction
from itertools import permutations, product
from math import comb, prod

import numpy as np
import pytest

from cardlab import _kernels
from cardlab.cards import DECK, parse
from cardlab.errors import InvalidInput, TooLarge
from cardlab.stud8.sampled import UNIT, simulate
from cardlab.stud8.three_way import enumerate_deals, number_of_deals, three_way
from tests.stud8 import pots_by_hand

ORACLES = [
    (("As 6c 7c 5c 5s Ac", "3s 6h 9h Ts Js Ks", "4d Qh Tc 2c 6d 2d"), "9s 4s",
     29760, (306660, 41040, 9420)),
    (("3s 6c Tc Jc Kc 9s", "2s Qd 9h Ks 3h 4d", "6s Td 3d 2d Kh 7h"), "",
     35904, (188706, 83970, 158172)),
    (("6c 5d Ad 3d 4h", "Ks 4d 2d 2s 5h", "Tc 8c Jc Jh 8h"), "9s Qd 6d 3h 9h",
     81557280, (609519018, 81077352, 288090990)),
]  # fmt: skip
FOURTH = ("As 2s 3d 4c", "Kh Kd Qc 9h", "8h 7h 6c 5h")
THIRD = ("As 2s 3d", "Kh Kd Qc", "8h 7h 6c")
needs_numba = pytest.mark.skipif(not _kernels.compiled, reason="early streets need Numba")


def seats_of(texts):
    return tuple(map(parse, texts))


def few_left(seed, known, left, cards=52):
    """Return three seats and dead cards with few unseen cards, low ones if `cards` is small."""
    rng = np.random.default_rng(seed)
    deck = [DECK[card] for card in rng.permutation(52)]
    unseen = [card for card in deck if (card.rank + 1) % 13 * 4 < cards][:left]
    rest = [card for card in deck if card not in unseen]
    ends = np.cumsum(known)
    seats = tuple(tuple(rest[end - cards : end]) for cards, end in zip(known, ends, strict=True))
    return seats, tuple(rest[ends[-1] :])


def relabelled(seats, suits):
    return tuple(tuple(DECK[4 * card.rank + suits[card.suit]] for card in seat) for seat in seats)


@pytest.mark.parametrize(("texts", "dead", "deals", "twelfths"), ORACLES)
def test_three_way_has_the_reference_answers(texts, dead, deals, twelfths):
    if len(texts[0]) < 16 and not _kernels.compiled:
        pytest.skip("early streets need Numba")
    assert three_way(seats_of(texts), parse(dead)) == (twelfths, deals)


@needs_numba
@pytest.mark.parametrize(("known", "left"), [(5, 6), (5, 8), (5, 9), (4, 9), (4, 10), (3, 12)])
@pytest.mark.parametrize("cards", [52, 36])
@pytest.mark.parametrize("seed", range(3))
def test_three_way_agrees_with_going_through_all_deals(known, left, cards, seed, counted):
    assert_as_through_all_deals(*few_left(seed, (known,) * 3, left, cards))


@needs_numba
@pytest.mark.parametrize("known", list(product(range(3, 8), repeat=3)), ids=str)
def test_three_way_agrees_with_that_whatever_number_of_cards_each_seat_knows(known, counted):
    for more, cards in [(0, 52), (1, 28), (2, 36)]:
        left = 21 - sum(known) + more
        if left <= 11:
            assert_as_through_all_deals(*few_left(left, known, left, cards))


@pytest.fixture
def counted(monkeypatch):
    """Have the kernel count where there are few deals too."""
    monkeypatch.setattr("cardlab.stud8.three_way._FEW", 0)


def assert_as_through_all_deals(seats, dead):
    tally = enumerate_deals(seats, dead)
    shares, deals = three_way(seats, dead)
    assert deals == tally.deals == number_of_deals(seats, dead)
    assert [70 * share for share in shares] == list(tally.shares)


@needs_numba
@pytest.mark.parametrize(
    ("ranks", "left", "of_low"),
    [
        ("A234K", "55556666T", 3),
        ("AKQJ9", "TTTT88882", 9),
        ("A234K/A234K/A23K", "5555T446", 3),
        ("AKQJ9/AKQJ/AKQJ9", "TTTT88882", 9),
        ("A23/A234KQ/A23J", "T44455559T", 3),
        ("A23K", "4444555599", 3),
        ("KQJ9", "TTTT888822", 9),
        ("A2K", "333344445555", 3),
        ("KQJ", "TTTT99998888", 9),
    ],
)
def test_three_seats_that_tie_share_alike(ranks, left, of_low):
    of_seats = ranks.split("/") if "/" in ranks else [ranks] * 3
    seats = seats_of(
        " ".join(rank + "cdhs"[(seat + place) % 4] for place, rank in enumerate(own))
        for seat, own in enumerate(of_seats)
    )
    unseen = parse(" ".join(rank + "cdhs"[place % 4] for place, rank in enumerate(left)))
    dead = tuple(card for card in DECK if card not in {*unseen, *seats[0], *seats[1], *seats[2]})
    tally = enumerate_deals(seats, dead)
    assert tally.counts[0][3][of_low] > 0  # all tie for high, and for low or nobody has one
    shares, deals = three_way(seats, dead)
    assert deals == tally.deals
    assert [70 * share for share in shares] == list(tally.shares)


@needs_numba
@pytest.mark.parametrize(
    "texts",
    [
        ORACLES[2][0],
        FOURTH,
        (FOURTH[0] + " 9s", *FOURTH[1:]),
        (FOURTH[0] + " 9s 9d 5c", FOURTH[1] + " Ks", FOURTH[2]),
    ],
)
def test_the_order_of_the_seats_and_the_names_of_the_suits_do_not_matter(texts):
    """The third share is what the others leave, so this also says that they add up."""
    seats = seats_of(texts)
    shares, deals = three_way(seats)
    for order in permutations(range(3)):
        turned = relabelled([seats[i] for i in order], (2, 0, 3, 1))
        assert three_way(turned) == (tuple(shares[i] for i in order), deals)


@needs_numba
@pytest.mark.slow
def test_third_street_adds_up_in_any_order_and_agrees_with_a_sample():
    seats = seats_of(THIRD)
    shares, deals = three_way(seats)
    assert deals == comb(43, 4) * comb(39, 4) * comb(35, 4)
    assert shares == (2410390433086908, 1851672286903848, 2115759702180444)
    again, _ = three_way(relabelled(seats[1:] + seats[:1], (1, 2, 3, 0)))
    assert again == shares[1:] + shares[:1]
    for estimate, share in zip(simulate(seats, (), 3_000_000, rng=1).equities, shares, strict=True):
        assert abs(estimate.value - share / 12 / deals) < 4 * estimate.standard_error


@pytest.mark.slow
@needs_numba
def test_seats_of_which_four_and_five_cards_are_known_agree_with_a_sample():
    seats = seats_of((FOURTH[0] + " 9s", *FOURTH[1:]))
    shares, deals = three_way(seats)
    assert deals == number_of_deals(seats)
    for estimate, share in zip(simulate(seats, (), 1_000_000, rng=1).equities, shares, strict=True):
        assert abs(estimate.value - share / 12 / deals) < 4 * estimate.standard_error


@needs_numba
@pytest.mark.slow
def test_third_street_in_mid_deal_agrees_with_a_sample():
    seats = seats_of((*THIRD[:2], THIRD[2] + " 5h"))
    shares, deals = three_way(seats)
    assert deals == comb(42, 4) * comb(38, 4) * comb(34, 3)
    for estimate, share in zip(simulate(seats, (), 3_000_000, rng=1).equities, shares, strict=True):
        assert abs(estimate.value - share / 12 / deals) < 4 * estimate.standard_error


def test_too_few_cards_for_all_leave_a_common_card():
    seats, dead = few_left(3, (5, 4, 5), 6)
    tally = enumerate_deals(seats, dead)
    shares, deals = three_way(seats, dead)
    assert deals == tally.deals
    assert [70 * share for share in shares] == list(tally.shares)


def test_seven_known_cards_a_seat_leave_one_deal():
    seats, dead = few_left(1, (7, 7, 7), 5)
    shares, deals = three_way(seats, dead)
    assert deals == 1
    assert [Fraction(share, 12) for share in shares] == pots_by_hand.shares(seats)


@pytest.mark.parametrize("texts", [THIRD[:2], (*THIRD, "Jc Jd Js"), ("As 2s", "Kh Kd", "8h 7h"),
                                   ("As 2s 3d", "Kh Kd Qc 9h", "8h 7h")])  # fmt: skip
def test_other_seats_are_referred_to_sampling(texts):
    with pytest.raises(InvalidInput, match=r"three seats, .* 3 to 7 known .*; use simulate"):
        three_way(seats_of(texts))


def test_without_numba_early_streets_are_too_large(monkeypatch):
    monkeypatch.setattr(_kernels, "compiled", False)
    with pytest.raises(TooLarge, match=r"459,377,318,400 deals .* need Numba"):
        three_way(seats_of(FOURTH))
    texts, dead, deals, twelfths = ORACLES[0]
    assert three_way(seats_of(texts), parse(dead)) == (twelfths, deals)


@needs_numba
def test_progress_is_told_and_may_stop_the_work_and_its_threads():
    told = []
    three_way(seats_of(FOURTH), progress=lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1]

    def stop(done, total):
        raise KeyboardInterrupt

    threads = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        three_way(seats_of(THIRD), progress=stop)
    assert threading.active_count() <= threads


@needs_numba
def test_one_thread_of_ones_own_has_the_same_answer():
    texts, dead, deals, twelfths = ORACLES[2]
    with ThreadPoolExecutor(1) as executor:
        answer = three_way(seats_of(texts), parse(dead), executor=executor)
    assert answer == (twelfths, deals)


# Going through all deals


@pytest.mark.parametrize(
    ("sizes", "left"),
    [((6, 5), 5), ((7, 6, 5), 5), ((5, 5, 6), 6), ((6, 6, 6, 6), 6), ((6,) * 5, 5)],
)
def test_all_deals_are_shared_as_by_hand(sizes, left):
    deck = [DECK[card] for card in np.random.default_rng(left).permutation(52)]
    ends = np.cumsum(sizes)
    seats = tuple(tuple(deck[e - s : e]) for s, e in zip(sizes, ends, strict=True))
    dead = tuple(deck[ends[-1] : 52 - left])
    won, deals = pots_by_hand.totals(seats, dead)
    tally = enumerate_deals(seats, dead)
    assert tally.deals == deals == number_of_deals(seats, dead)
    assert [Fraction(total, UNIT) for total in tally.shares] == won
    assert sum(tally.shares) == UNIT * deals


def test_large_steps_do_not_change_the_count(monkeypatch):
    texts, dead, *_ = ORACLES[1]
    whole = enumerate_deals(seats_of(texts), parse(dead))
    monkeypatch.setattr("cardlab.stud8.three_way._ROWS", 100)
    assert enumerate_deals(seats_of(texts), parse(dead)) == whole


def test_too_many_deals_are_refused_with_their_number():
    with pytest.raises(TooLarge, match=r"there are 531,485,201,847,600 deals, .* use simulate"):
        enumerate_deals(seats_of(THIRD))


# Weights, progress and threads


def test_weights_that_int64_cannot_hold_are_counted_all_the_same():
    seats = seats_of(["Kc 6d 9s 3d 2s", "2d 9c 8c 4s 8d", "5s Jh Tc 3c Qc"])
    written = [("3s3h", "JsTd"), ("6h9h", "QdKs"), ("6s8s", "2h7h")]
    heavy, light = 1_762_000, 881_001
    ranges = {
        seat: dict(zip(map(tuple, map(parse, pairs)), (heavy, light), strict=True))
        for seat, pairs in enumerate(written)
    }
    tally = enumerate_deals(seats, ranges=ranges)
    assert tally.deals == (heavy + light) ** 3 > 2**63
    won = [Fraction(0)] * 3
    for choice in product(*(pairs.items() for pairs in ranges.values())):
        full = tuple((*seat, *pair) for seat, (pair, _) in zip(seats, choice, strict=True))
        one = pots_by_hand.shares(full)
        won = [w + prod(weight for _, weight in choice) * o for w, o in zip(won, one, strict=True)]
    assert [Fraction(share, UNIT) for share in tally.shares] == won


def test_going_through_deals_is_told_and_may_be_stopped(monkeypatch):
    texts, dead, *_ = ORACLES[1]
    monkeypatch.setattr("cardlab.stud8.three_way._ROWS", 1000)
    told = []
    tally = enumerate_deals(
        seats_of(texts), parse(dead), progress=lambda done, total: told.append((done, total))
    )
    assert told == sorted(told)
    assert len(told) > 10
    assert told[-1] == (tally.deals, tally.deals)

    def stop(done, total):
        raise RuntimeError

    with pytest.raises(RuntimeError):
        enumerate_deals(seats_of(texts), parse(dead), progress=stop)


def test_work_that_needs_threads_refuses_processes():
    texts, dead, *_ = ORACLES[1]
    with (
        ProcessPoolExecutor(1) as executor,
        pytest.raises(InvalidInput, match="executor must be a thread pool"),
    ):
        three_way(seats_of(texts), parse(dead), executor=executor)
    with pytest.raises(InvalidInput, match="executor must have a method submit"):
        three_way(seats_of(texts), parse(dead), executor=5)
