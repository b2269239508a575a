"""The bank of Shoot: every number by two routes, and every refusal by name."""

from __future__ import annotations

import math
import pickle
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab import _kernels
from cardlab.cards import DECK, parse
from cardlab.counting import poisson_binomial
from cardlab.errors import CardlabError, IllegalAction, InvalidInput, TooLarge
from cardlab.results import Distribution, Estimate, Odds
from cardlab.shoot.bank import Bank, play
from cardlab.shoot.bank_result import BankResult
from cardlab.shoot.game import Game
from cardlab.shoot.odds import average_chance, break_even_kitty, winning_cards
from cardlab.shoot.rules import Rules, View
from cardlab.shoot.strategies import AlwaysShoot, FixedFraction, Kelly, MinimumBet, ShootAbove
from tests import strategies

FORCED = Fraction(8171, 20825)  # what a forced bet of one token costs
BUILT_IN = [MinimumBet(), ShootAbove(), AlwaysShoot(), FixedFraction(Fraction(1, 2)), Kelly(100)]
AVERAGE = Odds(6327, 20825)


def shoot_favourites(view: View) -> int:
    """SHOOT above one half; a function of one's own that can be pickled."""
    return view.kitty if view.chance > Fraction(1, 2) else 1


def half_the_time(view: View) -> int:
    """Pass against an even kitty."""
    return view.kitty % 2


def near(found: Estimate, expected: float, error: float = 0.0, errors: float = 3) -> bool:
    """Say whether an estimate agrees with a number that has a standard error of its own."""
    return abs(found.value - expected) <= errors * math.hypot(found.standard_error, error)


# The reference numbers: six players, kitty 60, three deals.


def test_if_all_bet_one_the_dealer_never_goes_broke_and_gains_18_forced_bets_on_average():
    result = Bank(strategy="minimum").simulate(200_000, rng=1)
    assert result.broke.value == 0
    assert near(result.mean, float(18 * FORCED))
    assert not result.heavy_tail
    assert result.warning is None


@pytest.mark.parametrize(
    ("strategy", "broke", "error"),
    [
        (ShootAbove(), 0.4865, 0.0008),
        (ShootAbove(memory=False), 0.4995, 0.0008),
        (AlwaysShoot(), 0.998508, 0.000001),
        (Kelly(100), 0.005, 0.0005),
        (Kelly(100, memory=False), 0.005, 0.0005),
    ],
    ids=repr,
)
def test_the_dealer_goes_broke_as_often_as_the_rule_book_says(strategy, broke, error):
    assert near(Bank(strategy=strategy).simulate(300_000, rng=2).broke, broke, error)


def test_kelly_players_leave_the_dealer_a_gain_of_about_3_93():
    assert near(Bank(strategy="kelly").simulate(300_000, rng=3).mean, 3.93, 0.05)


def test_remembering_the_turned_cards_makes_favourites_rarer_and_the_dealer_safer():
    with_memory = Bank(strategy=ShootAbove()).simulate(300_000, rng=4).broke
    without = Bank(strategy=ShootAbove(memory=False)).simulate(300_000, rng=5).broke
    assert with_memory.interval(0.999)[1] < without.interval(0.999)[0]


def test_an_interval_for_the_mean_covers_the_exact_value_as_often_as_it_says():
    bank, exact = Bank(strategy="minimum"), float(18 * FORCED)
    intervals = [bank.simulate(400, rng=seed).mean.interval(0.9) for seed in range(400)]
    covered = sum(low <= exact <= high for low, high in intervals)
    assert abs(covered - 360) < 4 * math.sqrt(400 * 0.9 * 0.1)


def test_an_interval_for_going_broke_covers_the_chance_as_often_as_it_says():
    bank = Bank(strategy="shoot")
    best = bank.simulate(1_000_000, rng=6).broke.value
    intervals = [bank.simulate(400, rng=seed).broke.interval(0.9) for seed in range(400)]
    covered = sum(low <= best <= high for low, high in intervals)
    assert abs(covered - 360) < 4 * math.sqrt(400 * 0.9 * 0.1)


# Another route to the same answers.


@pytest.mark.slow
def test_a_whole_game_of_one_card_hands_counted_deal_by_deal_agrees_with_the_sample():
    # Two players with one card each, one deal: the four cards that matter are his card, her
    # card, and the two turned ones. Suits are alike, so his card may be a club.
    ends: Counter[int] = Counter()
    for mine, hers, first, second in product(range(0, 52, 4), range(52), range(52), range(52)):
        if len({mine, hers, first, second}) < 4:
            continue
        bet = 20 if 6 * (mine >> 2) > 51 else 1
        kitty = 20 - bet if first & 3 == 0 and first < mine else 20 + bet
        if kitty:
            beaten = hers >> 2
            seen = first & 3 == hers & 3 and first < hers
            bet = kitty if 6 * (beaten - seen) > 50 else 1
            kitty += -bet if second & 3 == hers & 3 and second < hers else bet
        ends[kitty] += 1
    bank = Bank(2, 20, ShootAbove(Fraction(1, 6)), deals=1, rules=Rules(hand_size=1))
    n = 400_000
    result = bank.simulate(n, rng=8)
    assert sum(ends.values()) == 13 * 51 * 50 * 49
    assert set(result.result) == {left - 20 for left in ends}
    for left, count in ends.items():
        share = count / sum(ends.values())
        error = math.sqrt(share * (1 - share) / n)
        assert abs(result.result[left - 20] / n - share) < 4 * error


@settings(max_examples=60)
@given(
    strategies.rules(),
    st.data(),
    st.sampled_from([shoot_favourites, half_the_time, *BUILT_IN]),
)
def test_a_bank_played_here_is_the_bank_that_the_engine_plays(rules, data, strategy):
    if rules.must_bet == "all" and strategy is half_the_time:
        strategy = shoot_favourites
    players = data.draw(st.integers(2, rules.max_players))
    kitty = rules.minimum_per_player * players + data.draw(st.integers(0, 20))
    decks = [data.draw(strategies.decks()) for _ in range(rules.deals)]

    def bet(view: View) -> int:
        must = rules.must_bet == "all" or (rules.must_bet == "first" and view.player == 0)
        return max(int(must), strategy(view))

    game = Game(players, rules=rules)
    game.choose_dealer(game.state.people[0])
    game.open_bank(kitty)
    course = [kitty]
    for deck in decks:
        if game.phase != "deal":
            break
        game.deal(deck)
        while game.phase == "turn":
            amount = bet(game.view())
            if amount == 0:
                game.pass_turn()
                course.append(course[-1])
                continue
            event = game.shoot() if amount == game.kitty else game.bet(amount)
            course.append(course[-1] - amount if event.won else course[-1] + amount)
    course += [0] * (players * rules.deals + 1 - len(course))
    bank = Bank(players, kitty, bet, rules.deals, rules)
    assert play(bank, decks) == course


def test_a_shown_hand_is_seen_by_your_own_functions_and_not_remembered_by_built_in_players():
    hands = [parse("Ah Ac As"), parse("Kh Kc Ks")]
    deck = strategies.stacked(hands, parse("Kd 2h"))
    views = []

    def watch(view: View) -> int:
        views.append(view)
        return 1

    assert play(Bank(2, 20, ["always", watch], 1), [deck]) == [20, 40, 39]
    assert views[0].seen == (*hands[0], *parse("Kd"))
    assert views[0].hand == hands[1]
    # With the three aces known the kings would beat 33 of 45 cards, without 33 of 48. A threshold
    # between the two tells which chance the player went by.
    between = ShootAbove(Fraction(7, 10))
    assert between(views[0]) == 40
    assert play(Bank(2, 20, ["always", between], 1), [deck]) == [20, 40, 39]


@settings(max_examples=40)
@given(
    st.permutations(range(4)),
    st.sampled_from(BUILT_IN),
    st.lists(strategies.decks(), min_size=3, max_size=3),
)
def test_suits_are_only_names(suits, strategy, decks):
    bank = Bank(strategy=strategy)
    relabelled = [[card & ~3 | suits[card & 3] for card in deck] for deck in decks]
    assert play(bank, relabelled) == play(bank, decks)


def test_plain_python_samples_the_same_chances_as_the_kernel(monkeypatch):
    bank = Bank(strategy=["shoot", "kelly", "minimum", "shoot", ShootAbove(memory=False), "shoot"])
    fast = bank.simulate(200_000, rng=1)
    monkeypatch.setattr(_kernels, "compiled", False)
    slow = bank.simulate(4_096, rng=1, path=True)
    assert "Numba" in slow.note
    assert "Numba" in str(slow)
    assert "Numba" in slow._repr_html_()
    assert fast.note == ""
    assert near(slow.broke, fast.broke.value, fast.broke.standard_error, 4)
    assert near(slow.mean, fast.mean.value, fast.mean.standard_error, 4)
    assert slow.path.shape == (19, 7)


def test_your_own_function_is_played_in_python_and_agrees_with_the_built_in_one():
    own = Bank(strategy=shoot_favourites).simulate(4_096, rng=1)
    built_in = Bank(strategy=ShootAbove()).simulate(200_000, rng=1)
    assert own.note
    # Shown hands are seen by the function only; that moves the chance by less than its error.
    assert near(own.broke, built_in.broke.value, built_in.broke.standard_error, 4)


def test_players_who_bet_before_they_look_go_by_the_average_chance_and_never_shoot():
    blind = Rules(look_first=False)
    result = Bank(2, 20, "shoot", deals=1, rules=blind).simulate(1_024, rng=1)
    assert result.note
    assert set(result.result) <= {-2, 0, 2}
    chain = Bank(2, 20, "shoot", deals=1, rules=blind).independent_chain()
    assert chain.mean == 2 * FORCED


# The chain that treats turns as independent.


@pytest.mark.parametrize("strategy", [MinimumBet(), FixedFraction(0), ShootAbove(1)], ids=repr)
def test_for_forced_bets_the_chain_is_a_binomial_distribution(strategy):
    chain = Bank(strategy=strategy).independent_chain()
    wins = poisson_binomial([AVERAGE] * 18)
    assert {18 - 2 * won: wins.probability(won) for won in wins} == {
        result: chain.probability(result) for result in chain
    }
    assert chain.mean == 18 * FORCED


def test_if_all_always_shoot_the_chain_leaves_the_kitty_doubled_18_times_or_empty():
    chain = Bank(strategy="always").independent_chain()
    survives = (1 - AVERAGE.probability) ** 18
    assert chain.probability(60 * 2**18 - 60) == survives
    assert chain.probability(-60) == 1 - survives


@pytest.mark.parametrize("strategy", BUILT_IN, ids=repr)
@pytest.mark.parametrize("rules", [Rules(), Rules(hand_size=2, ace_high=False)], ids=["3", "2"])
def test_the_chain_over_one_deal_for_two_is_the_sum_over_all_hands_and_outcomes(strategy, rules):
    unseen = 52 - rules.hand_size
    hands = winning_cards(rules).items()
    expected: Counter[int] = Counter()
    for (mine, ways), (hers, her_ways) in product(hands, repeat=2):
        for i_win, she_wins in product((True, False), repeat=2):
            cases = ways * her_ways * (mine if i_win else unseen - mine)
            cases *= hers if she_wins else unseen - hers
            bet = strategy.plan().stake(Fraction(mine, unseen), 20)
            kitty = 20 - bet if i_win else 20 + bet
            if kitty:
                bet = strategy.plan().stake(Fraction(hers, unseen), kitty)
                kitty += -bet if she_wins else bet
            expected[kitty - 20] += cases
    chain = Bank(2, 20, strategy, 1, rules).independent_chain()
    total = expected.total()
    found = {result: chain.probability(result) for result in chain if chain[result]}
    assert found == {result: Fraction(count, total) for result, count in expected.items() if count}


def test_the_chain_is_near_the_game_without_memory_but_not_the_same():
    chain = float(Bank(strategy="shoot").independent_chain().probability(-60))
    real = Bank(strategy=ShootAbove(memory=False)).simulate(1_000_000, rng=9).broke
    assert abs(chain - real.value) < 0.006
    assert not near(real, chain, errors=4)


def test_against_kelly_players_a_higher_kitty_protects():
    broke = [
        Bank(kitty=kitty, strategy="kelly").independent_chain().probability(-kitty)
        for kitty in (60, 70, 100)
    ]
    assert broke == sorted(broke, reverse=True)
    assert len(set(broke)) == len(broke)


def test_against_players_who_shoot_every_favourite_a_higher_kitty_costs_more():
    chains = [Bank(2, kitty, "shoot", 1).independent_chain() for kitty in (20, 45, 46, 100, 1000)]
    means = [chain.mean for chain in chains]
    assert means == sorted(means, reverse=True)
    first_turn = Fraction(means[1] - means[2])
    assert first_turn > 0
    assert 45 < break_even_kitty() < 46


def test_the_break_even_kitty_is_where_one_turn_is_worth_nothing():
    # One turn of the chain, worked out from the classes of hands, is linear in the kitty.
    def worth(kitty: int) -> Fraction:
        return sum(
            (
                count * (2 * Fraction(winning, 49) - 1) * (kitty if 2 * winning > 49 else 1)
                for winning, count in winning_cards().items()
            ),
            Fraction(0),
        )

    slope = worth(2) - worth(1)
    assert 1 - worth(1) / slope == break_even_kitty() == Fraction(8353, 182)


def test_a_chain_that_explodes_is_refused_and_names_simulate():
    with pytest.raises(TooLarge, match=r"more than 1,000 steps \(turn \d+ of 18.*simulate"):
        Bank(strategy="shoot").independent_chain(limit=1_000)


def test_the_chain_refuses_a_function_whose_bets_it_cannot_know():
    with pytest.raises(InvalidInput, match="shoot_favourites is not built in"):
        Bank(strategy=shoot_favourites).independent_chain()


# The result does not depend on who computes it.


def test_keeping_the_path_does_not_change_the_result():
    with_path = Bank().simulate(50_000, rng=1, path=True)
    assert replace(with_path, course=None) == Bank().simulate(50_000, rng=1)
    assert Bank().simulate(50_000, rng=1).path is None


def test_a_result_repeats_with_its_seed_and_survives_pickling():
    result = Bank().simulate(1_000)
    assert result.seed != Bank().simulate(1_000).seed
    assert Bank().simulate(1_000, rng=result.seed) == result
    assert pickle.loads(pickle.dumps(result)) == result
    assert replace(result, seconds=99.0) == result
    assert Bank().simulate(1_000, rng=np.random.default_rng(1)).seed != result.seed


def test_a_run_can_be_stopped_between_blocks():
    done = []

    def stop(so_far: int, n: int) -> None:
        done.append((so_far, n))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Bank().simulate(1_000_000, rng=1, progress=stop)
    assert len(done) == 1
    assert done[0][0] < 100_000


# What a result says.


def result_of(ends: dict[int, int]) -> BankResult:
    """A result with these kitties at the end, and how many banks had each."""
    outcomes = {left - 60: count for left, count in ends.items()}
    return BankResult(Bank(), sum(ends.values()), 1, Distribution(outcomes))


def test_every_row_of_the_path_holds_the_exact_quantiles_of_the_sample():
    result = Bank().simulate(20_000, rng=1, path=True)
    path = result.path
    assert list(path.columns) == ["broke", "mean", "q05", "q25", "q50", "q75", "q95"]
    assert path.index.tolist() == list(range(19))
    for turn, kitties in enumerate(result.course):
        row = path.loc[turn]
        assert kitties.total == 20_000
        assert row["broke"] == float(kitties.probability(0))
        assert row["mean"] == float(kitties.mean)
        for level in (5, 25, 50, 75, 95):
            assert row[f"q{level:02}"] == kitties.quantile(Fraction(level, 100))
    assert path["broke"].is_monotonic_increasing
    assert path.loc[18, "broke"] == result.broke.value
    assert path.loc[18, "q50"] == result.median + 60
    assert path.loc[18, "mean"] == pytest.approx(result.mean.value + 60)


def test_the_mean_of_enormous_kitties_is_exact():
    ends = {0: 998, 2**61 + 1: 1, 2**61 + 3: 1}
    result = result_of(ends)
    exact = Fraction(sum(left * count for left, count in ends.items()), 1000) - 60
    assert result.mean.value == float(exact)
    variance = sum(count * (left - 60 - exact) ** 2 for left, count in ends.items()) / 999
    assert result.mean.standard_error == pytest.approx(math.sqrt(variance / 1000))


@given(st.lists(st.integers(0, 500), min_size=1, max_size=400))
def test_the_top_share_is_what_the_richest_hundredth_of_the_banks_hold(ends):
    result = result_of(Counter(ends))
    richest = sorted(ends, reverse=True)[: math.ceil(len(ends) / 100)]
    expected = Fraction(sum(richest), sum(ends)) if any(ends) else 0
    assert result.top_share == float(expected)
    assert result.largest == max(ends)
    assert result.heavy_tail == (expected > Fraction(1, 20) or not any(ends))
    assert (result.warning is None) == (not result.heavy_tail)


def test_a_share_of_five_percent_is_no_heavy_tail_and_a_token_more_is():
    assert not result_of({0: 80, 10: 20}).heavy_tail
    assert result_of({0: 80, 10: 19, 11: 1}).heavy_tail


def test_the_warning_names_the_share_and_the_largest_kitty():
    assert result_of({60: 990, 4_025: 10}).warning == (
        "The richest 1 % of banks hold 40.4 % of all tokens, the largest 4,025. "
        "Read the median and the chance of going broke first."
    )


@pytest.mark.parametrize("n", [1, 2, 10, 99, 100, 1_000, 100_000])
@pytest.mark.parametrize("seed", range(5))
def test_always_shooting_never_shows_its_mean_without_median_broke_chance_and_warning(n, seed):
    result = Bank(strategy="always").simulate(n, rng=seed)
    assert result.heavy_tail
    for shown in (str(result), result._repr_html_()):
        assert result.warning in shown
        assert "median" in shown
        assert "goes broke" in shown
        assert str(result.broke).split(",")[0] in shown
        assert shown.index("median") < shown.index(str(result.mean))


def test_in_text_the_warning_stands_directly_after_the_mean():
    lines = str(Bank().simulate(10_000, rng=1)).splitlines()
    assert lines[-2].startswith("mean: ")
    assert lines[-1].startswith("The richest 1 % of banks hold ")


def test_out_come_python_numbers():
    result = Bank().simulate(1_000, rng=1)
    values = [result.n, result.seed, result.median, result.largest, result.quantile(0.25)]
    assert {type(value) for value in values} == {int}
    assert {type(end) for end in result.result} == {int}
    assert {type(count) for count in result.result.values()} == {int}
    assert type(result.top_share) is type(result.mean.value) is float


def test_compare_has_a_row_for_each_strategy_and_kitty_and_shows_whom_a_high_kitty_protects_from():
    table = Bank().compare([60, 240], ["shoot", Kelly(100)], n=50_000, rng=1)
    assert table["kitty"].tolist() == [60, 240, 60, 240]
    assert table["strategy"].tolist() == ["shoot"] * 2 + [repr(Kelly(100))] * 2
    one = Bank(kitty=240, strategy="shoot").simulate(50_000, rng=1)
    row = table.iloc[1]
    assert (row["broke"], row["mean"], row["median"]) == (
        one.broke.value,
        one.mean.value,
        one.median,
    )
    assert (row["broke_low"], row["broke_high"]) == one.broke.interval()
    assert row["standard_error"] == one.mean.standard_error
    assert table["heavy_tail"].tolist() == [True, True, False, False]
    assert table["mean"][1] < table["mean"][0] < 0  # backwards against those who can afford it
    assert table["broke"][3] == 0 < table["broke"][2]  # right against small bankrolls


@pytest.mark.parametrize(("kitties", "strategies"), [(60, "shoot"), ([60], None)])
def test_compare_takes_lists(kitties, strategies):
    with pytest.raises(InvalidInput, match=r"(kitties|strategies) must be an Iterable"):
        Bank().compare(kitties, strategies)


def test_compare_uses_one_seed_throughout_even_a_fresh_one():
    table = Bank().compare([60, 60], ["shoot"], n=1_000)
    assert table.loc[0].equals(table.loc[1])


def test_the_explanation_has_the_numbers_of_this_bank():
    text = str(Bank(kitty=60, strategy=["kelly", Kelly(1_000)] + ["shoot"] * 4).explain())
    for number in ("6327/20825", "8171/20825", "8353/182", "60", "23/49", "at most 46", "469"):
        assert number in text
    assert text.count("A Kelly player") == 2
    cost = 1 - 2 * average_chance()
    assert f"{float(18 * cost):.4f}" in text
    best = max(winning_cards())
    assert math.floor(Fraction(2 * best - 49, 49) * 100) == 46


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        (Rules(hand_size=1), "nobody gains by a SHOOT"),
        (Rules(hand_size=4), f"a kitty of {break_even_kitty(rules=Rules(hand_size=4))} = 8.73"),
        (Rules(minimum_per_player=1), "He goes broke only if he loses 6 bets more than he wins"),
    ],
    ids=["one card", "four cards", "small kitty"],
)
def test_the_explanation_follows_the_rules(rules, says):
    assert says in str(Bank(kitty=6 * rules.minimum_per_player, rules=rules).explain())


# Strategies.


VIEW = View(parse("Ah Ks Qd"), parse("2h 3h 4h"), kitty=61, player=2, rules=Rules())


@pytest.mark.parametrize(
    ("strategy", "bet"),
    [
        (MinimumBet(), 1),
        (ShootAbove(), 61),
        (ShootAbove(Fraction(30, 46)), 1),  # 30 of the 46 unseen cards: not above
        (ShootAbove(Fraction(30, 46), memory=False), 61),  # 33 of 49
        (ShootAbove(0.9), 1),
        (AlwaysShoot(), 61),
        (FixedFraction(0.5), 30),
        (FixedFraction(Fraction(1, 100)), 1),
        (FixedFraction(0.5, threshold=0.9), 1),
        (Kelly(100), 30),  # 14/46 of 100
        (Kelly(100, memory=False), 34),  # 17/49 of 100
        (Kelly(1), 1),
        (Kelly(10**6), 61),
    ],
    ids=repr,
)
def test_a_strategy_bets_by_the_chance_and_the_kitty(strategy, bet):
    assert strategy(VIEW) == bet
    assert strategy == pickle.loads(pickle.dumps(strategy))


def test_a_kelly_players_bankroll_moves_with_wins_and_losses():
    hands = [parse("Ah Ks Qd"), parse("2c 3c 4c")]
    wins = strategies.stacked(hands, parse("2h 5c"))
    loses = strategies.stacked(hands, parse("2c 5c")[1:] + parse("Kh")[:0] + parse("Ac 5s"))
    bank = Bank(2, 1_000, [Kelly(98), "minimum"], 2)
    # At first 33 of 49 cards win: 17/49 of 98 are 34 tokens. Then he owns 132 or 64.
    assert play(bank, [wins, wins]) == [1000, 966, 967, 922, 923]
    assert (98 + 34) * 17 // 49 == 45 == 967 - 922
    course = play(bank, [loses, loses])
    assert course[:2] == [1000, 1034]
    assert course[3] - course[2] == (98 - 34) * 17 // 49 == 22


def test_a_kelly_player_who_has_lost_everything_still_bets_the_forced_token():
    hands = [parse("Ah As Ad"), parse("2c 3c 4c")]
    loses = strategies.stacked(hands, parse("Ac 5s"))
    bank = Bank(2, 1_000, [Kelly(1), "minimum"], 3)
    course = play(bank, [loses] * 3)
    assert [course[turn + 1] - course[turn] for turn in (0, 2, 4)] == [1, 1, 1]


@pytest.mark.parametrize(
    ("given_", "kept"),
    [
        (0.1, Fraction(1, 10)),
        (1 / 3, Fraction(1, 3)),
        (np.float64(0.25), Fraction(1, 4)),
        (np.int64(1), Fraction(1)),
        (Fraction(7, 10**9), Fraction(7, 10**9)),
        (0, Fraction(0)),
    ],
)
def test_a_fraction_is_kept_exactly_and_a_float_as_the_nearest_simple_fraction(given_, kept):
    assert FixedFraction(given_, given_) == FixedFraction(kept, kept)
    assert type(FixedFraction(given_).fraction) is Fraction


@pytest.mark.parametrize(
    "value", [-0.1, 1.1, math.nan, math.inf, "1/2", None, Fraction(1, 10**9 + 7), 2]
)
def test_a_fraction_or_threshold_outside_0_to_1_is_refused(value):
    for name, build in (
        ("fraction", FixedFraction),
        ("threshold", ShootAbove),
        ("threshold", lambda threshold: FixedFraction(0.5, threshold)),
    ):
        with pytest.raises(
            InvalidInput, match=f"^{name} must (be a number from 0 to 1|have a denominator)"
        ):
            build(value)


@pytest.mark.parametrize("bankroll", [0, -1, 2.5, True, 2**61 + 1])
def test_a_bankroll_below_one_or_not_whole_is_refused(bankroll):
    with pytest.raises(InvalidInput, match=r"^bankroll must be a whole number, from 1 to"):
        Kelly(bankroll)


@pytest.mark.parametrize("bet", [0, 61, -1, 2.5, True, None, "1", np.float64(1.0)])
def test_an_illegal_bet_is_refused_and_names_strategy_bet_and_range(bet):
    def careless(view: View) -> object:
        return bet

    with pytest.raises(
        IllegalAction, match=r"strategy careless .* from 1 to 60, the kitty"
    ) as error:
        Bank(strategy=careless).simulate(10, rng=1)
    assert f"bets {bet!r};" in str(error.value)


def test_a_bet_may_be_a_numpy_integer():
    assert Bank(strategy=lambda view: np.int64(1)).simulate(10, rng=1).broke.value == 0


def test_where_the_rules_let_players_pass_zero_is_a_pass_and_no_card_is_turned():
    decks = [DECK]
    free = Rules(must_bet="none")
    first = Rules(must_bet="first")
    assert play(Bank(2, 20, lambda view: 0, 1, free), decks) == [20, 20, 20]
    with pytest.raises(IllegalAction, match="player 0"):
        play(Bank(2, 20, lambda view: 0, 1, first), decks)
    seen = []

    def second_passes(view: View) -> int:
        seen.append(view.seen)
        return int(view.player != 1)

    play(Bank(3, 30, second_passes, 1, first), decks)
    assert [len(cards) for cards in seen] == [0, 1, 1]


# Bad input.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 14, "kitty": 140}, "players must be a whole number, from 2 to 13, not 14"),
        ({"players": 1}, "players must be a whole number, from 2 to 13, not 1"),
        ({"players": 9, "kitty": 90, "rules": Rules(hand_size=5)}, "players .* from 2 to 8, not 9"),
        ({"players": 2.0}, "players must be a whole number"),
        ({"kitty": -60}, "kitty must be a whole number, from 1 to 1,000,000,000,000, not -60"),
        ({"kitty": 59}, "kitty must hold at least 60 tokens .10 for each of 6 players., not 59"),
        ({"kitty": 60.5}, "kitty must be a whole number"),
        ({"kitty": 10**12 + 1}, "kitty must be a whole number, from 1 to 1,000,000,000,000, "),
        ({"deals": 0}, "deals must be a whole number, from 1 to 3, not 0"),
        ({"deals": 4}, "deals must be a whole number, from 1 to 3, not 4"),
        ({"deals": 2, "rules": Rules(deals=1)}, "deals .* from 1 to 1, not 2"),
        ({"strategy": "bold"}, '"minimum", "shoot", "always", "kelly".* not \'bold\''),
        ({"strategy": 3}, "strategy must be one of .* not 3"),
        ({"strategy": MinimumBet}, "strategy must be one of .* not <class"),
        ({"strategy": ["shoot"] * 5}, "strategy: one for each of 6 players is due, 5 given"),
        ({"strategy": ["shoot"] * 5 + ["bold"]}, "not 'bold'"),
    ],
)
def test_a_bank_that_cannot_be_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message) as error:
        Bank(**arguments)
    assert isinstance(error.value, CardlabError)


@pytest.mark.parametrize("n", [0, -5, 2.5, "10", True])
def test_a_number_of_banks_that_is_not_whole_and_positive_is_refused(n):
    with pytest.raises(InvalidInput, match=r"^n must be a whole number, from 1 to 1,0"):
        Bank().simulate(n)


def test_a_smaller_kitty_is_allowed_where_the_rules_say_so():
    assert Bank(kitty=12, rules=Rules(minimum_per_player=2)).kitty == 12


def test_a_kitty_that_could_pass_the_kernels_integers_is_played_in_python():
    assert Bank(13, 2**23, "always").simulate(10, rng=1).note == ""
    result = Bank(13, 2**23 + 1, "always").simulate(10, rng=1)
    assert "2**62" in result.note
    # Twenty-two players with a card each: nobody beats an ace, so the kitty doubles 66 times.
    low, high = DECK[:22], DECK[22:]
    bank = Bank(22, 10**12, "always", rules=Rules(hand_size=1))
    assert play(bank, [[*low, *high]] * 3)[-1] == 10**12 * 2**66


def test_a_name_and_its_object_are_the_same_bank():
    assert Bank(strategy="shoot") == Bank(strategy=ShootAbove(0.5))
    assert Bank(strategy=["minimum"] * 6) == Bank(strategy=(MinimumBet(),) * 6)
    assert len({Bank(strategy=["shoot"] * 6), Bank(strategy=["shoot"] * 6)}) == 1
