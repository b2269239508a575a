"""Odds of one turn, each by two routes."""

from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab.cards import DECK, Card, text
from cardlab.errors import CardError, InvalidInput
from cardlab.results import Odds
from cardlab.shoot import (
    Rules,
    ShootAbove,
    Turn,
    average_chance,
    break_even_kitty,
    every_hand,
    winning_cards,
)

RULE_BOOK = (
    20, 60, 120, 200, 300, 420, 560, 720, 900, 1100, 1320, 1248, 1300, 1332, 1344, 1336, 1308,
    1260, 1192, 1104, 996, 868, 720, 552, 364, 312, 264, 220, 180, 144, 112, 84, 60, 40, 24, 12, 4,
)  # fmt: skip

rules = st.builds(
    Rules,
    hand_size=st.integers(1, 5),
    ace_high=st.booleans(),
    equal_rank_wins=st.booleans(),
)


@st.composite
def turns(draw: st.DrawFn) -> Turn:
    chosen = draw(rules)
    cards = draw(st.permutations(DECK))
    seen = draw(st.integers(0, 51 - chosen.hand_size))
    hand = cards[: chosen.hand_size]
    return Turn(hand, cards[chosen.hand_size :][:seen], rules=chosen)


def beats(card: Card, turned: Card, rules: Rules) -> bool:
    """The rule, said once more and plainly."""
    order = "23456789TJQKA" if rules.ace_high else "A23456789TJQK"
    mine, other = str(card), str(turned)
    if mine[1] == other[1]:
        return order.index(mine[0]) > order.index(other[0])
    return rules.equal_rank_wins and mine[0] == other[0]


def by_hand(turn: Turn) -> Odds:
    known = {*turn.hand, *turn.seen}
    unseen = [card for card in DECK if card not in known]
    won = [any(beats(mine, card, turn.rules) for mine in turn.hand) for card in unseen]
    return Odds(sum(won), len(unseen))


def in_lesson_form(hand: tuple[int, ...]) -> int:
    """The rule book's formula: ranks below the best card of each suit, less own cards there."""
    suits: dict[int, list[int]] = {}
    for card in hand:
        suits.setdefault(card % 4, []).append(card // 4)
    return sum(max(ranks) - (len(ranks) - 1) for ranks in suits.values())


@pytest.mark.parametrize(
    ("hand", "favourable"),
    [("5h Kc Qs", 24), ("Ac 4h 7d", 19), ("As Ah Ad", 36), ("2s 2h 2d", 0), ("As Ks Qs", 10)],
)
def test_the_rule_books_hands(hand, favourable):
    assert Turn(hand).exact() == Odds(favourable, 49) == by_hand(Turn(hand))


@given(turns())
def test_the_count_agrees_with_trying_every_card(turn):
    assert turn.exact() == by_hand(turn)
    assert set(turn.winning) <= set(turn.unseen)
    assert len(turn.winning) == turn.exact().favourable


@given(turns(), st.permutations(range(4)))
def test_relabelling_suits_changes_nothing(turn, suits):
    def relabel(cards):
        return [4 * card.rank + suits[card.suit] for card in cards]

    again = Turn(relabel(turn.hand), relabel(turn.seen), rules=turn.rules)
    assert again.exact() == turn.exact()


@given(turns(), st.data())
def test_the_order_of_cards_changes_nothing(turn, data):
    hand = data.draw(st.permutations(turn.hand))
    seen = data.draw(st.permutations(turn.seen))
    assert Turn(hand, seen, rules=turn.rules).exact() == turn.exact()


@given(turns())
def test_the_chance_is_the_average_over_the_next_seen_card(turn):
    effect = turn.effect_of_seen()
    if len(turn.unseen) > 1:
        assert len(effect) == len(turn.unseen)
        assert effect["probability"].mean() == pytest.approx(float(turn.exact()))
        losing = effect.loc[~effect["beaten"], "change"]
        assert (losing >= 0).all()
        assert (effect.loc[effect["beaten"], "change"] <= 0).all()


@given(turns(), st.data())
def test_the_seat_changes_only_what_is_known(turn, data):
    players = data.draw(st.integers(1, min(turn.rules.max_players, len(turn.unseen))))
    seats = turn.by_seat(players)
    assert len(seats) == players
    assert seats["probability"].to_numpy() == pytest.approx(float(turn.exact()))
    gains = seats["gain"].to_numpy()
    assert (np.diff(gains) >= -1e-12).all()  # knowing more never costs


def test_by_seat_agrees_with_listing_what_may_have_been_turned():
    turn = Turn("5h Kc Qs")
    unseen = turn.unseen
    favourite = [
        Turn(turn.hand, seen).exact().probability > Fraction(1, 2)
        for seen in combinations(unseen, 2)
    ]
    assert turn.by_seat(3)["favourite"].iloc[2] == pytest.approx(np.mean(favourite))


def test_the_number_of_hands_by_winning_cards_is_the_rule_books():
    assert tuple(winning_cards().values()) == RULE_BOOK
    assert list(winning_cards()) == list(range(37))
    listed = np.bincount([in_lesson_form(hand) for hand in combinations(range(52), 3)])
    assert tuple(listed) == RULE_BOOK


@pytest.mark.parametrize("hand_size", [1, 2, 3, 4])
@pytest.mark.parametrize("ace_high", [True, False])
@pytest.mark.parametrize("equal_rank_wins", [True, False])
def test_winning_cards_of_all_hands_agree_with_every_hand(hand_size, ace_high, equal_rank_wins):
    chosen = Rules(hand_size=hand_size, ace_high=ace_high, equal_rank_wins=equal_rank_wins)
    listed = np.bincount(every_hand(chosen)["winning"])
    counted = winning_cards(chosen)
    assert [counted.get(k, 0) for k in range(len(listed))] == listed.tolist()


@pytest.mark.slow
def test_winning_cards_of_all_five_card_hands_agree_with_every_hand():
    chosen = Rules(hand_size=5)
    listed = np.bincount(every_hand(chosen)["winning"])
    assert [winning_cards(chosen).get(k, 0) for k in range(len(listed))] == listed.tolist()


@pytest.mark.parametrize("h", range(1, 6))
def test_the_average_chance_is_the_closed_form(h):
    q = Fraction(comb(39, h + 1), comb(52, h + 1))
    assert average_chance(Rules(hand_size=h)) == 1 - Fraction(4, h + 1) * (1 - q)
    assert average_chance(Rules(hand_size=h, ace_high=False)) == average_chance(Rules(hand_size=h))


def test_the_average_chance_is_that_four_random_cards_miss_a_suit():
    assert average_chance() == Fraction(6327, 20825) == Fraction(comb(39, 4), comb(52, 4))


def test_favourites_are_1456_hands_all_of_three_suits():
    hands = every_hand()
    favourites = hands[hands["probability"] > 0.5]
    assert len(favourites) == 1456
    assert Fraction(len(favourites), len(hands)) == Fraction(28, 425)
    assert not (hands["probability"] == 0.5).any()
    assert all(len({card[1] for card in hand.split()}) == 3 for hand in favourites.index)


def test_the_best_and_the_worst_hands():
    hands = every_hand()
    best = hands[hands["winning"] == hands["winning"].max()]
    assert [set(hand[::3]) for hand in best.index] == [{"A"}] * 4
    assert (hands["winning"] == 0).sum() == 20
    assert hands["probability"].max() == pytest.approx(36 / 49)


@given(rules, st.data())
def test_every_hand_agrees_with_turn(chosen, data):
    chosen = Rules(hand_size=min(chosen.hand_size, 4), ace_high=chosen.ace_high)
    hands = every_hand(chosen)
    hand = data.draw(st.integers(0, len(hands) - 1))
    row, turn = hands.iloc[hand], Turn(hands.index[hand], rules=chosen)
    assert row["winning"] == turn.exact().favourable
    assert row["probability"] == pytest.approx(float(turn.exact()))
    assert row["expected_value"] == pytest.approx(float(turn.expected_value))
    assert row["kelly"] == pytest.approx(float(turn.kelly_fraction))


def test_classes_of_hands_share_their_chance_and_add_up():
    classes = every_hand(classes=True)
    assert len(classes) == 1755
    assert classes["hands"].sum() == 22100
    assert set(classes["hands"]) <= {4, 12, 24}
    mean = (classes["probability"] * classes["hands"]).sum() / 22100
    assert mean == pytest.approx(6327 / 20825)
    key = lambda hand: tuple(  # noqa: E731
        sorted(tuple(sorted(c[0] for c in hand.split() if c[1] == suit)) for suit in "cdhs")
    )
    assert len({key(hand) for hand in classes.index}) == 1755


def test_a_forced_token_costs_what_the_rule_book_says():
    assert -(2 * average_chance() - 1) == Fraction(8171, 20825)
    assert -every_hand()["expected_value"].mean() == pytest.approx(8171 / 20825)


def test_the_break_even_kitty_is_the_rule_books():
    assert break_even_kitty() == Fraction(8353, 182)
    hands = every_hand()
    good = hands["probability"] > 0.5
    kitty = -hands.loc[~good, "expected_value"].sum() / hands.loc[good, "expected_value"].sum()
    assert float(break_even_kitty()) == pytest.approx(kitty)
    assert break_even_kitty(0) == float("inf")  # who always SHOOTs loses to every kitty
    with pytest.raises(InvalidInput, match="threshold must be a number from 0 to 1"):
        break_even_kitty(2)


def test_a_float_threshold_means_the_same_to_the_break_even_kitty_as_to_a_strategy():
    for winning in range(50):
        exact = break_even_kitty(Fraction(winning, 49))
        assert break_even_kitty(winning / 49) == exact
        assert ShootAbove(winning / 49).threshold == Fraction(winning, 49)


def test_a_player_who_gains_by_forced_bets_too_gains_against_every_kitty():
    generous = Rules(hand_size=4, equal_rank_wins=True)
    assert average_chance(generous) > Fraction(1, 2)
    assert break_even_kitty(1, generous) == 0
    assert break_even_kitty(Fraction(7, 10), generous) == 0
    assert break_even_kitty(1) == float("inf")


@pytest.mark.parametrize(
    ("hand", "bankroll", "kitty", "stake"),
    [("5h Kc Qs", 100, 60, 1), ("As Ah Ad", 100, 60, 46), ("As Ah Ad", 1000, 60, 60)],
)
def test_the_kelly_stake_lies_between_the_forced_token_and_the_kitty(hand, bankroll, kitty, stake):
    assert Turn(hand).kelly_stake(bankroll, kitty) == stake


@given(st.integers(0, 48), st.integers(0, 48))
def test_the_kelly_fraction_makes_the_bankroll_grow_fastest(favourable, other):
    p = favourable / 48

    def growth(share: float) -> float:
        return p * np.log1p(share) + (1 - p) * np.log1p(-share)

    share = max(0.0, 2 * p - 1)
    if share < 1:
        assert growth(share) >= growth(0.99 * other / 48) - 1e-12


def test_simulated_intervals_cover_the_exact_chance_at_their_level():
    turn = Turn("5h Kc Qs", seen="2d 9c")
    exact = float(turn.exact())
    covered = sum(
        low <= exact <= high
        for low, high in (turn.simulate(2_000, rng=seed).interval(0.9) for seed in range(1000))
    )
    # 1000 intervals at 90 %: 900 expected, standard deviation 9.5.
    assert 862 <= covered <= 938


def test_a_simulation_repeats_from_its_seed():
    turn = Turn("5h Kc Qs")
    first = turn.simulate(200_000, rng=7)
    assert first == turn.simulate(200_000, rng=7)
    assert first != turn.simulate(200_000, rng=8)
    assert abs(first.value - 24 / 49) < 4 * first.standard_error


def test_impossible_and_certain_turns_are_simulated_too():
    assert Turn("2s 2h 2d").simulate(1000, rng=1).value == 0
    only = Turn("As Ah Ad", seen=[c for c in DECK if c not in (48, 49, 50, 51, 0, 1)] + [48, 0])
    assert only.exact() == Odds(1, 1)
    assert only.simulate(10, rng=1).value == 1
    assert only.effect_of_seen().empty


def test_the_explanation_counts_to_the_exact_answer():
    told = str(Turn("5h Kc Qs").explain())
    assert "Your king beats the eleven lower clubs." in told
    assert "So 24 of the 49 cards you have not seen: 24/49 = 0.4898." in told


@given(turns())
def test_every_explanation_adds_up(turn):
    steps = turn.explain().steps
    (table,) = (step for step in steps if not isinstance(step, str))
    counts = [int(row[1]) for row in table[1:]]
    assert sum(counts[:-1]) == counts[-1] == turn.exact().favourable
    for step, count in zip(steps[1:], counts[:-1], strict=False):
        if ": " in step:
            assert step.endswith(f": {count}.")


@pytest.mark.parametrize(
    ("hand", "seen", "message"),
    [
        ("5h 5h Qs", "", "hand: 5h stands twice"),
        ("5h Kc 1h", "", "hand: '1h' .card 3. is not a card"),
        ("5h Kc Xy", "", "hand: 'Xy' .card 3. is not a card"),
        ("", "", "hand: 3 cards due, 0 given"),
        ("5h Kc Qs 2d", "", "hand: 3 cards due, 4 given: 5h Kc Qs 2d"),
        ("5h Kc Qs", "Kc", "seen: Kc is already in hand"),
        ("5h Kc Qs", "2d 2d", "seen: 2d stands twice"),
    ],
)
def test_bad_cards_are_named(hand, seen, message):
    with pytest.raises(CardError, match=message):
        Turn(hand, seen)


def test_a_turn_needs_a_card_to_turn():
    with pytest.raises(InvalidInput, match="seen: 49 cards leave none to be turned"):
        Turn("5h Kc Qs", seen=text(c for c in DECK if str(c) not in ("5h", "Kc", "Qs")))


@pytest.mark.parametrize("n", [0, -1, 2.5, "many"])
def test_the_number_of_draws_must_be_whole_and_positive(n):
    with pytest.raises(InvalidInput, match="n must be a whole number, from 1 to 1,000,000,000,000"):
        Turn("5h Kc Qs").simulate(n, rng=1)


@pytest.mark.parametrize(("bankroll", "kitty"), [(0, 60), (100, 0), (2.5, 60), (100, -1)])
def test_stakes_need_tokens(bankroll, kitty):
    with pytest.raises(InvalidInput, match="must be a whole number, at least 1"):
        Turn("5h Kc Qs").kelly_stake(bankroll, kitty)


@pytest.mark.parametrize("players", [0, 14, 2.5])
def test_seats_are_limited_by_the_deck(players):
    with pytest.raises(InvalidInput, match="players must be a whole number, from 1 to 13"):
        Turn("5h Kc Qs").by_seat(players)


def test_equal_turns_compare_equal_and_hash():
    assert Turn("5h Kc Qs") == Turn("5♥ K♣ Q♠")
    assert len({Turn("5h Kc Qs"), Turn("5♥ K♣ Q♠")}) == 1


@pytest.mark.parametrize("bad", [None, "x", 3, []])
def test_rules_must_be_rules(bad):
    for question in (
        lambda: Turn("5h Kc Qs", rules=bad),
        lambda: every_hand(bad),
        lambda: winning_cards(bad),
        lambda: average_chance(bad),
        lambda: break_even_kitty(rules=bad),
    ):
        with pytest.raises(InvalidInput, match="rules must be a Rules, not"):
            question()


def test_rules_keep_python_numbers():
    rules = Rules(hand_size=np.int64(4), minimum_per_player=np.uint8(100))
    assert type(rules.max_players) is type(rules.minimum_per_player) is int
    assert rules == Rules(hand_size=4, minimum_per_player=100)
