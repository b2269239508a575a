"""Who gets how many chips: our showdown against the rule book and a plain second one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab import hands
from cardlab.cards import DECK, Card, parse
from cardlab.errors import InvalidInput
from cardlab.stud8.events import Won
from cardlab.stud8.game import Game
from cardlab.stud8.rules import split
from tests.stud8 import tables

WHEEL = "As 2d 3h 4c 5s Kd Kc"  # also the best low; a straight to the five for high
NO_LOW = "Kh Ks 9h 9s Jc 3d 6h"


def shares(pot: int, *held: str) -> list[int]:
    """Share a pot by both ways, which must agree; return chips by seat."""
    cards = {seat: parse(hand) for seat, hand in enumerate(held)}
    found = split(pot, cards).shares
    assert {seat: chips for seat, chips in found.items() if chips} == tables.share(pot, cards)
    return [found.get(seat, 0) for seat in cards]


# The halves


def test_the_high_half_gets_the_odd_chip_of_the_split() -> None:
    full, low = "Kh Ks Kd 9h 9s 3d 6h", "As 2d 4h 6c 7s Jd Qc"
    assert shares(9, full, low) == [5, 4]
    assert shares(10, full, low) == [5, 5]


def test_without_a_qualifying_low_the_best_high_hand_takes_the_whole_pot() -> None:
    assert shares(9, NO_LOW, "As Ad 4h 6c 9d Jd Qc") == [9, 0]
    assert split(9, {0: parse(NO_LOW), 1: parse("As Ad 4h 6c 9d Jd Qc")}).low == ()


@pytest.mark.parametrize(
    ("pot", "cards", "message"),
    [
        (5, {}, "cards: no seat is given; somebody must be in the pot"),
        (5, None, "cards must be a Mapping, not None"),
        (5.5, {0: parse(WHEEL)}, "pot must be a whole number, at least 0, not 5.5"),
        (-1, {0: parse(WHEEL)}, "pot must be a whole number, at least 0, not -1"),
    ],
)
def test_a_pot_of_no_chips_or_for_nobody_is_refused(pot: Any, cards: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        split(pot, cards)


def test_one_player_can_win_both_halves() -> None:
    assert shares(66, WHEEL, NO_LOW) == [66, 0]


@pytest.mark.parametrize(
    ("hand", "low"),
    [
        ("As Ah 2d 2c 3s 4d 8h", "8-4-3-2-A"),  # pairs do not matter: five of the seven count
        ("As 2s 3s 4s 5s Kd Kc", "5-4-3-2-A"),  # nor does a straight flush
        ("2s 3d 4c 6h 7s Kd Kc", "7-6-4-3-2"),
        ("As 2d 3c 4h 9s Kd Kc", None),  # only four low ranks
        ("8s 7d 6c 5h 5s 5d 9c", None),
    ],
)
def test_a_low_is_any_five_of_the_seven_of_different_ranks_up_to_eight(
    hand: str, low: str | None
) -> None:
    best = hands.low(hand)
    assert (None if best == hands.NO_LOW else hands.low_name(best)) == low
    assert (tables.low_value(parse(hand)) is None) == (low is None)


def test_lows_are_compared_from_the_highest_card_down() -> None:
    seven, eight = "7h 6d 5c 4s 3h Kd Qd", "8h 4d 3c 2s Ah Kc Jc"
    assert split(10, {0: parse(seven), 1: parse(eight)}).low == (0,)


# Odd chips


def test_the_odd_chip_of_a_tied_half_goes_to_the_highest_card_by_rank_and_then_suit() -> None:
    first, second = "Ad Kd Qs Jh Tc 2c 2d", "Ac Kc Qh Jd Ts 9c 9s"
    low = "8s 7d 6c 4h 3s 3h 5h"
    assert shares(66, first, second, low) == [17, 16, 33]
    assert shares(66, second, first, low) == [16, 17, 33]
    assert shares(67, first, second, low) == [17, 17, 33]


def test_all_seven_cards_count_for_the_odd_chip_not_the_five_of_the_hand() -> None:
    kings, aces = "Th 9s 8c 7d 6h Kd Kc", "Td 9c 8h 7s 6d As Ad"  # ten-high straights
    assert hands.high(kings) == hands.high(aces)
    assert shares(9, kings, aces, "2c 2d Jh Jd Qc Ts 9d") == [4, 5, 0]


def test_two_players_tied_both_ways_share_the_whole_pot_evenly() -> None:
    first, second = "As 2d 3h 4c 5s Kd 9c", "Ac 2h 3d 4s 5c Ks 9h"
    assert shares(66, first, second) == [33, 33]
    assert shares(67, first, second) == [34, 33]
    assert shares(67, second, first) == [33, 34]


def test_three_players_tied_both_ways_share_the_whole_pot_evenly() -> None:
    tied = ("As 2d 3h 4c 5s Kd 9c", "Ac 2h 3d 4s 5c Ks 9h", "Ad 2c 3s 4h 5d Kh 9s")
    assert shares(66, *tied) == [22, 22, 22]
    assert shares(67, *tied) == [23, 22, 22]
    assert shares(68, *tied) == [23, 22, 23]  # spades, then diamonds, then clubs


def test_a_quartered_player_gets_a_quarter_as_nearly_as_it_goes() -> None:
    kings = "As 2d 3h 4c 6s Kd Kc"  # pair of kings, 6-4-3-2-A
    nines = "Ac 2h 3d 4s 6c 9s 9h"  # pair of nines, the same low
    assert shares(66, kings, nines) == [33 + 17, 16]
    assert shares(64, kings, nines) == [32 + 16, 16]


def test_nobody_gets_two_odd_chips_of_one_pot() -> None:
    kings, nines = "As 2d 3h 4c 6s Kd Kc", "Ac 2h 3d 4s 6c 9s 9h"
    assert shares(67, kings, nines) == [34 + 16, 17]
    # Tied for high: seats 0 and 1; tied for low: seats 0 and 2. Seat 0 has the highest card.
    first, second = "Th 9c 8d 7s 6h 2c As", "Td 9s 8h 7c 6d 6c Kd"
    third = "8c 7d 6s 2s Ac Kh Qs"
    assert hands.high(first) == hands.high(second)
    assert hands.low(first) == hands.low(third)
    assert shares(70, first, second, third) == [18 + 17, 17, 18]


def test_a_common_card_that_is_the_highest_of_all_does_not_decide_the_odd_chip() -> None:
    first, second = "9d 8c 7h 6s 5d Qs As", "9h 8s 7c 6d 5h Kd As"
    cards = {0: parse(first), 1: parse(second)}
    assert split(9, cards).shares == {0: 4, 1: 5} == tables.share(9, cards)


@given(st.integers(1, 200), st.integers(2, 6), st.permutations(DECK))
def test_any_pot_is_shared_without_rest_and_as_the_plain_way_says(
    pot: int, players: int, deck: list[Card]
) -> None:
    cards = {seat: deck[7 * seat : 7 * seat + 7] for seat in range(players)}
    found = split(pot, cards)
    assert sum(found.shares.values()) == pot
    assert {seat: chips for seat, chips in found.shares.items() if chips} == tables.share(
        pot, cards
    )


def test_pots_with_many_ties_are_shared_as_the_plain_way_says() -> None:
    rng = np.random.default_rng(8)
    ties = 0
    for _ in range(1500):
        # Few ranks and suits that never make a flush: ties for high and low come often.
        ranks = rng.choice(13, size=6, replace=False)
        common = [Card(int(4 * rank + rng.integers(4))) for rank in ranks]
        rest = [card for card in DECK if card not in common]
        own = rng.choice(len(rest), size=4, replace=False)
        cards = {seat: (*common, rest[place]) for seat, place in enumerate(own)}
        pot = int(rng.integers(1, 120))
        found = split(pot, cards)
        ties += len(found.high) > 1 or len(found.low) > 1
        assert {seat: chips for seat, chips in found.shares.items() if chips} == tables.share(
            pot, cards
        )
    assert ties > 300


# Pot by pot


def test_the_low_half_of_a_side_pot_is_judged_among_the_players_in_that_pot() -> None:
    """The case that PokerKit pays wrongly: the only low is that of the shortest stack."""
    game = tables.finish(
        ["Ac2d3h4c7dKhQs", "TcThTs9d9c9hJd", "JcJhQcQdKsKd8h", "2c5sJs9s8sKcTd"],
        [5, 15, 200, 200],
        aggressive=True,
    )
    assert game.stacks == (10, 40, 203, 167) == tables.stacks_by_hand(game.log)


def test_a_side_pot_with_tied_highs_and_no_low_in_it_is_halved() -> None:
    low, *tied = "Ac2c3d4d6hJhJd", "Td9s8h7cJcKdKs", "Th9d8c7hJsKcKh"
    assert hands.high(tied[0]) == hands.high(tied[1]) > hands.high(low)
    game = tables.finish([low, *tied], [4, 11, 11], aggressive=True)
    side = [event for event in game.log if isinstance(event, Won)][-1]
    assert (side.pot, side.low, side.shares) == (14, (), {"B": 7, "C": 7})
    assert game.stacks == (6, 10, 10) == tables.stacks_by_hand(game.log)


def test_main_and_side_pot_stay_two_pots_when_the_short_stack_loses() -> None:
    """Pots of 30 and 32, tied both ways between the deep stacks: half of each."""
    loser = "KdKhJc9c8dTc3c"
    tied = "As2d3h4c5sQd9s", "Ac2h3d4s5cQs9h"
    game = tables.finish([loser, *tied], [10, 31, 31], aggressive=True)
    assert [event.pot for event in game.log if isinstance(event, Won)] == [30, 32]
    assert game.stacks == (0, 36, 36) == tables.stacks_by_hand(game.log)


# Any hand


def check_hand(seed: int) -> Game:
    game = tables.random_hand(seed)
    start = game.log[0].stacks  # type: ignore[union-attr]
    assert sum(game.stacks) == sum(start), seed
    assert min(game.stacks) >= 0, seed
    assert game.pot == 0, seed
    assert game.stacks == tables.stacks_by_hand(game.log), seed
    return game


def test_in_three_hundred_random_hands_chips_are_kept_and_shared_as_the_plain_way_says() -> None:
    games = [check_hand(seed) for seed in range(300)]
    pots = [[event for event in game.log if isinstance(event, Won)] for game in games]
    # The hands do contain what the rules are about.
    assert sum(len(found) > 2 for found in pots) > 6
    assert sum(any(len(pot.shares) > 1 for pot in found) for found in pots) > 30
    assert sum(game.state.common is not None for game in games) > 2
    assert {len(game.players) for game in games} == set(range(2, 9))


@pytest.mark.slow
def test_in_fifteen_hundred_random_hands_chips_are_kept_and_shared_as_the_plain_way_says() -> None:
    for seed in range(300, 1_800):
        check_hand(seed)
