import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cardlab.cards import DECK, Card
from cardlab.errors import CardError, InvalidInput
from cardlab.shoot import Record, Rules, Turn, average_chance, every_hand, turns_needed
from tests import strategies

BOOK = [("5h Kc Qs", "", "2d"), ("Ac 4h 7d", "2d", "3h")]  # lost, won
LONGER = [
    *BOOK,
    ("As Ks Qs", "2d 3h", "Js"),  # won
    ("2c 2d 3h", "", "Ah"),  # lost
    ("Ah Ad Ac", "Ks Qs", "2s"),  # lost
    ("9h Tc 4s", "", "8h"),  # won
]


@st.composite
def records(draw, most=6):
    """A record of turns, each with a card turned that nobody had seen."""
    turns = []
    for _ in range(draw(st.integers(1, most))):
        hand, seen = draw(strategies.hands_and_seen())
        rest = [card for card in DECK if card not in hand and card not in seen]
        turns.append((hand, seen, draw(st.sampled_from(rest))))
    return Record(turns)


def outcomes(record):
    """Every course of wins and losses with its probability, one by one: 2^turns of them."""
    chances = [Turn(turn.hand, turn.seen).exact().probability for turn, _ in record.turns]
    for course in product((False, True), repeat=len(chances)):
        yield (
            course,
            math.prod(p if won else 1 - p for p, won in zip(chances, course, strict=True)),
        )


def sampled_turns(n, k, seed):
    """Deal and play `n` turns from the cards up, with a dealer who turns the worst of `k`."""
    random = np.random.default_rng(seed)
    wins = 0
    for _ in range(n):
        drawn = [DECK[number] for number in random.permutation(52)[: 3 + k]]
        hand, top = drawn[:3], drawn[3:]
        beaten = [any(c.suit == t.suit and c.rank > t.rank for c in hand) for t in top]
        wins += all(beaten)
    return wins


class TestWhatARecordHolds:
    def test_cards_may_be_written_in_any_way(self):
        record = Record([("5♥ K♣ Q♠", [], Card("2d")), (["Ac", "4h", "7d"], "2♦", 5)])
        assert record == Record([("5h Kc Qs", "", "2d"), ("Ac 4h 7d", "2d", "3d")])
        assert record.turns[0] == (Turn("5h Kc Qs"), Card("2d"))

    def test_an_iterator_of_turns_will_do(self):
        assert Record(iter(BOOK)) == Record(BOOK)

    def test_wins_are_counted_as_in_the_rule_book(self):
        record = Record(BOOK)
        assert record.won == (False, True)
        assert record.wins == 1

    def test_rules_decide_who_won(self):
        turn = ("As 3d 4d", "", "2s")
        assert Record([turn]).wins == 1
        assert Record([turn], rules=Rules(ace_high=False)).wins == 0
        assert Record([("9h", "", "8h")], rules=Rules(hand_size=1)).wins == 1

    def test_the_table_has_a_row_for_each_turn(self):
        frame = Record(LONGER).to_frame()
        assert list(frame.index) == [1, 2, 3, 4, 5, 6]
        assert list(frame["won"]) == [False, True, True, False, False, True]
        assert list(frame["winning"][:2]) == [24, 18]
        assert list(frame["unseen"][:2]) == [49, 48]
        assert frame.loc[2, ["hand", "seen", "turned"]].tolist() == ["Ac 4h 7d", "2d", "3h"]
        assert frame["probability"].sum() == pytest.approx(float(Record(LONGER).expected))


class TestFairDealing:
    def test_the_rule_books_turns_by_hand(self):
        # 24 of 49, then 18 of 48: the two of diamonds, which the seven beats, is gone.
        record = Record(BOOK)
        assert record.expected == Fraction(24, 49) + Fraction(18, 48)
        assert record.exact().probability(0) == Fraction(25, 49) * Fraction(30, 48)
        assert record.exact().probability(2) == Fraction(24, 49) * Fraction(18, 48)

    @given(records())
    def test_the_distribution_is_that_of_all_courses_added_up(self, record):
        added = dict.fromkeys(range(len(record.turns) + 1), Fraction(0))
        for course, probability in outcomes(record):
            added[sum(course)] += probability
        exact = record.exact()
        assert {wins: exact.probability(wins) for wins in exact} == added
        assert exact.mean == record.expected
        assert exact.name == "wins"

    def test_it_is_scipys_poisson_binomial(self):
        record = Record(LONGER * 5)
        chances = record.to_frame()["probability"]
        theirs = stats.poisson_binom.pmf(range(31), chances.to_numpy())
        assert record.exact().to_series().to_numpy() == pytest.approx(theirs, abs=1e-13)

    def test_equal_turns_are_scipys_binomial(self):
        record = Record([("5h Kc Qs", "", "2d")] * 17 + [("5h Kc Qs", "", "2s")] * 3)
        for alternative in ("less", "greater", "two-sided"):
            theirs = stats.binomtest(3, 20, 24 / 49, alternative=alternative).pvalue
            assert float(record.p_value(alternative)) == pytest.approx(theirs)

    @given(records())
    def test_p_values_are_shares_of_all_courses(self, record):
        wins, courses = record.wins, list(outcomes(record))
        chance = {
            count: sum((p for course, p in courses if sum(course) == count), Fraction(0))
            for count in range(len(record.turns) + 1)
        }
        assert record.p_value() == sum(p for course, p in courses if sum(course) <= wins)
        assert record.p_value("greater") == sum(p for course, p in courses if sum(course) >= wins)
        assert record.p_value("two-sided") == sum(p for p in chance.values() if p <= chance[wins])

    @given(records())
    def test_the_tails_overlap_in_the_observed_number_only(self, record):
        both = record.p_value("less") + record.p_value("greater")
        assert both == 1 + record.exact().probability(record.wins)

    def test_another_alternative_is_refused(self):
        with pytest.raises(InvalidInput, match=r"alternative must be 'less', .* not 'lower'"):
            Record(BOOK).p_value("lower")

    def test_simulated_intervals_cover_the_p_value_as_often_as_they_say(self):
        record = Record(LONGER)
        exact = float(record.p_value())
        covered = 0
        for seed in range(200):
            low, high = record.simulate(1_000, rng=seed).interval(0.95)
            covered += low <= exact <= high
        assert 180 <= covered <= 199  # 190 expected, standard deviation 3.1

    def test_a_simulation_is_repeated_by_its_seed(self):
        first = Record(LONGER).simulate(70_000)
        assert Record(LONGER).simulate(70_000, rng=first.seed) == first

    def test_fair_records_seldom_look_odd(self):
        # A p-value of at most .05 comes with probability at most .05 under fair dealing.
        random = np.random.default_rng(3)
        turns = [(hand, seen) for hand, seen, _ in LONGER] * 3
        odd = 0
        for _ in range(300):
            cards = [int(random.choice(Turn(hand, seen).unseen)) for hand, seen in turns]
            record = Record([(*turn, card) for turn, card in zip(turns, cards, strict=True)])
            odd += record.p_value() <= Fraction(1, 20)
        exact = Record(LONGER * 3).exact()
        level = max(
            exact.probability(range(count + 1))
            for count in exact
            if exact.probability(range(count + 1)) <= Fraction(1, 20)
        )
        expected = 300 * float(level)
        assert abs(odd - expected) <= 3 * math.sqrt(expected)


class TestACheatingDealer:
    def test_a_win_and_a_loss_by_hand(self):
        lost = Record([("5h Kc Qs", "", "2d")])
        won = Record([("5h Kc Qs", "", "2s")])
        both = Fraction(24 * 23, 49 * 48)
        assert won.log_likelihood_ratio() == pytest.approx(math.log(both / Fraction(24, 49)))
        assert lost.log_likelihood_ratio() == pytest.approx(math.log((1 - both) / Fraction(25, 49)))

    @pytest.mark.parametrize("k", [1, 2, 3])
    def test_the_ratio_comes_out_of_listing_what_lies_on_top(self, k):
        record = Record(LONGER)
        ratio = 0.0
        for turn, turned in record.turns:
            tops = list(product(range(len(turn.unseen)), repeat=k))
            tops = [top for top in tops if len(set(top)) == k]
            winning = {place for place, card in enumerate(turn.unseen) if card in turn.winning}
            cheating = sum(set(top) <= winning for top in tops) / len(tops)
            fair = len(winning) / len(turn.unseen)
            won = turned in turn.winning
            ratio += math.log(cheating / fair if won else (1 - cheating) / (1 - fair))
        assert record.log_likelihood_ratio(k) == pytest.approx(ratio, abs=1e-12)

    @given(records())
    def test_choosing_from_one_card_is_fair_dealing(self, record):
        assert record.log_likelihood_ratio(1) == 0

    def test_a_win_that_the_cheat_would_not_allow_rules_him_out(self):
        record = Record([("5c 2d 3h", "", "4c"), ("5h Kc Qs", "", "2d")])  # 4 winning cards
        assert record.log_likelihood_ratio(4) > -math.inf
        assert record.log_likelihood_ratio(5) == -math.inf

    def test_losses_speak_for_cheating_and_wins_against(self):
        lost, won = ("5h Kc Qs", "", "2d"), ("5h Kc Qs", "", "2s")
        assert Record([lost] * 4).log_likelihood_ratio() > 0 > Record([won]).log_likelihood_ratio()

    @pytest.mark.parametrize("k", [0, 49, 2.5, True])
    def test_k_must_be_a_number_of_cards_that_are_there(self, k):
        with pytest.raises(InvalidInput, match="k must be a whole number, from 1 to 48"):
            Record(BOOK).log_likelihood_ratio(k)

    @pytest.mark.parametrize("k", [2, 3])
    def test_dealt_from_the_cards_up_he_wins_as_often_as_the_formula_says(self, k):
        winning = every_hand()["winning"].to_numpy()
        formula = np.mean([math.comb(int(w), k) for w in winning]) / math.comb(49, k)
        wins = sampled_turns(6_000, k, seed=k)
        error = math.sqrt(formula * (1 - formula) / 6_000)
        assert abs(wins / 6_000 - formula) < 3.5 * error

    def test_he_is_found_out_by_a_long_record(self):
        random = np.random.default_rng(1)
        turns = []
        for _ in range(80):
            drawn = [DECK[number] for number in random.permutation(52)[:5]]
            hand, top = tuple(drawn[:3]), drawn[3:]
            loses = [card for card in top if card not in Turn(hand).winning]
            turns.append((hand, "", (loses or top)[0]))
        record = Record(turns)
        assert record.p_value() < Fraction(1, 100)
        assert record.log_likelihood_ratio() > 3


def power(n, level, fair, cheating):
    """The power of the test with `n` turns, from sums of binomial terms."""
    total = fair_tail = 0.0
    for wins in range(n + 1):
        fair_tail += math.comb(n, wins) * fair**wins * (1 - fair) ** (n - wins)
        if fair_tail > level:
            break
        total += math.comb(n, wins) * cheating**wins * (1 - cheating) ** (n - wins)
    return total


def average_chances(k):
    """The chance to win against a fair and a cheating dealer, from the list of all hands."""
    winning = every_hand()["winning"].to_numpy()
    fair = float(winning.mean()) / 49
    return fair, float(np.mean([math.comb(int(w), k) for w in winning])) / math.comb(49, k)


class TestTurnsNeeded:
    @pytest.mark.parametrize(
        ("wanted", "level", "k"), [(0.8, 0.05, 2), (0.95, 0.01, 2), (0.5, 0.1, 3), (0.9, 0.05, 20)]
    )
    def test_the_power_is_there_from_that_number_on_and_not_one_turn_before(self, wanted, level, k):
        needed = turns_needed(wanted, level, k)
        fair, cheating = average_chances(k)
        assert fair == pytest.approx(float(average_chance()))
        assert power(needed - 1, level, fair, cheating) < wanted
        assert all(
            power(n, level, fair, cheating) >= wanted for n in range(needed, 3 * needed + 50)
        )

    def test_the_power_has_dropped_again_after_it_was_first_reached(self):
        fair, cheating = average_chances(2)
        assert any(power(n, 0.05, fair, cheating) >= 0.8 for n in range(1, turns_needed() - 1))

    def test_simulated_cheats_are_found_out_with_that_power_and_fair_dealers_left_alone(self):
        n, random = turns_needed(0.8, 0.05, 2), np.random.default_rng(5)
        winning = every_hand()["winning"].to_numpy()
        hands = random.choice(winning, (20_000, n))
        first, second = random.random((2, 20_000, n))
        fair_wins = (first < hands / 49).sum(axis=1)
        both = (first < hands / 49) & (second < (hands - 1) / 48)
        critical = int(stats.binom.ppf(0.05, n, float(average_chance()))) - 1
        found = (both.sum(axis=1) <= critical).mean()
        assert found == pytest.approx(power(n, 0.05, *average_chances(2)), abs=0.01)
        assert found >= 0.79
        assert (fair_wins <= critical).mean() <= 0.055

    def test_more_power_a_lower_level_and_a_milder_cheat_need_more_turns(self):
        assert turns_needed(0.95) > turns_needed(0.8) > turns_needed(0.5)
        assert turns_needed(level=0.01) > turns_needed(level=0.05)
        assert turns_needed(k=2) > turns_needed(k=3)

    def test_other_rules_have_other_numbers(self):
        assert turns_needed(rules=Rules(hand_size=1)) > turns_needed()

    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            ({"power": 1}, "power must be a number between 0 and 1, not 1"),
            ({"power": 0.0}, "power must be a number between 0 and 1, not 0.0"),
            ({"power": math.nan}, "power must be a number between 0 and 1, not nan"),
            ({"level": 1.5}, "level must be a number between 0 and 1, not 1.5"),
            ({"level": Fraction(1, 10**400)}, "level must be at least 1e-100, not 0.0"),
            ({"k": 1}, "k must be a whole number, from 2 to 49, not 1"),
            ({"k": 50}, "k must be a whole number, from 2 to 49, not 50"),
            ({"k": 2.0}, "k must be a whole number, from 2 to 49, not 2.0"),
        ],
    )
    def test_impossible_wishes_are_refused(self, arguments, message):
        with pytest.raises(InvalidInput, match=message):
            turns_needed(**arguments)


class TestBadRecords:
    @pytest.mark.parametrize(
        ("turn", "error", "message"),
        [
            (("5h Kc Qs", "", "5h"), CardError, "turn 2: turned: 5h is already in hand"),
            (("5h Kc Qs", "2d", "2d"), CardError, "turn 2: turned: 2d is already in seen"),
            (("5h Kc Qs", "Qs", "2d"), CardError, "turn 2: seen: Qs is already in hand"),
            (("5h Kc", "", "2d"), CardError, "turn 2: hand: 3 cards due, 2 given: 5h Kc"),
            (("5h Kc Qs", "", ""), CardError, "turn 2: turned: 1 card due, 0 given"),
            (("5h Kc Qs", "", "2d 3d"), CardError, "turn 2: turned: 1 card due, 2 given: 2d 3d"),
            (("5h Kc 1s", "", "2d"), CardError, "turn 2: hand: '1s' .* is not a card"),
            (("5h Kc Qs", ""), InvalidInput, "turn 2: a hand, the seen cards and the turned card"),
            ("5h Kc Qs", InvalidInput, "turn 2: .* are due, not '5h Kc Qs'"),
            (("5h Kc Qs", None, "2d"), CardError, "turn 2: seen: None holds no cards"),
        ],
    )
    def test_the_error_names_the_turn(self, turn, error, message):
        with pytest.raises(error, match=message):
            Record([BOOK[0], turn])

    def test_a_turn_with_nothing_left_to_turn_is_refused(self):
        hand, seen = DECK[:3], DECK[3:]
        with pytest.raises(InvalidInput, match="turn 1: seen: 49 cards"):
            Record([(hand, seen, "2c")])

    @pytest.mark.parametrize("turns", [[], (), iter(())])
    def test_an_empty_record_is_refused(self, turns):
        with pytest.raises(InvalidInput, match="turns must hold at least one turn"):
            Record(turns)

    @pytest.mark.parametrize("turns", [None, 5])
    def test_what_is_not_a_list_of_turns_is_refused(self, turns):
        with pytest.raises(InvalidInput, match="turns must be"):
            Record(turns)


class TestExplanation:
    def test_it_counts_up_to_the_p_value(self):
        record = Record(LONGER)
        explained = str(record.explain())
        assert f"{float(record.expected):.4f}" in explained
        assert f"as few or fewer with probability {float(record.p_value()):.4f}" in explained
        table = record.explain().steps[1]
        assert table[1] == ("1", "5♥ K♣ Q♠", "2♦", "24 of 49 = 0.4898", "lost")
        assert len(table) == 7


def test_numbers_come_out_as_python_numbers():
    record = Record(LONGER)
    assert type(record.wins) is int
    assert type(record.expected) is Fraction
    assert type(record.p_value()) is Fraction
    assert type(record.log_likelihood_ratio()) is float
    assert type(turns_needed()) is int
