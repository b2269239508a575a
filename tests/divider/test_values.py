"""What cuts, groups and placements are worth: exact, sampled, explained."""

import json
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import hypot
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.cards import text
from cardlab.divider import ByInformation, Choice, Cut, Placement, Position, Rules, last_turn
from cardlab.divider.ending import shown_strength
from cardlab.divider.events import Divided, Drawn, Placed, Taken
from cardlab.divider.value_table import Row, exact_table, sampled_table, written
from cardlab.errors import CardError, IllegalAction, InvalidInput, TooLarge
from cardlab.results import Explanation

# A last turn: four face-up aces against three hearts in a row.
ACES = Position(
    up=("Ac Ad Ah As", "6h 7h 8h 2c"),
    down=("3c", None),
    pockets=("Kc Qd 3d", None),
    buried="Jd Jc 4s",
)
FOUR = "9h 2s 3s Kd"
# A first turn.
OPENING = Position(pockets=("Kc Qd 3d", "As Td 9c"))

SMALL = "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac 2d"


def small_rules(pocket_cards, cards=SMALL, **options):
    return Rules(pocket_cards=pocket_cards, last_turn=2, deck=cards, **options)


def second_turn(rules, seed):
    """Play a first turn at random; return the position with the four cards of the second drawn."""
    rng = np.random.default_rng(seed)
    deck = [rules.deck[i] for i in rng.permutation(len(rules.deck))]

    def deal(count):
        return [deck.pop() for _ in range(count)]

    pockets = (deal(rules.pocket_cards), deal(rules.pocket_cards))
    position = Position(pockets=pockets, rules=rules).apply(Drawn(deal(4)))
    while position.phase != "draw":
        actions = position.legal_actions
        position = position.apply(actions[rng.integers(len(actions))])
    return position.apply(Drawn(deal(4)))


# The second route: list every case, and try every action in it.


def worlds(view, player):
    """Return what a player whose cards are hidden may have: pocket cards and face-down card."""
    downs = view.down[player] or (None,)
    return [
        (pockets, down)
        for pockets in combinations(view.unseen, view.rules.pocket_cards)
        for down in downs
    ]


def revealed(view, player, world):
    """Return the position in which a player has these pocket cards and this face-down card."""
    pockets, down = world
    pair, downs = list(view.pockets), list(view.down)
    others = [card for card in view.down[player] if card != down]
    pair[player] = pockets
    downs[player] = () if down is None else (down,)
    return Position(
        up=view.up,
        down=tuple(downs),
        pockets=tuple(pair),
        buried=(*view.buried, *others),
        divider=view.divider,
        rules=view.rules,
        four=view.four,
        groups=view.groups,
        taken=view.taken,
        candidates=view.candidates,
    )


@cache
def chooser_points(position, divider):
    """Return the chooser's half points once he has placed and all is known: the divider replies."""
    if position.phase == "end":
        return 1 if position.winner is None else 2 * (position.winner != divider)
    return min(chooser_points(position.apply(placed), divider) for placed in position.placements)


def placements_by_brute_force(view):
    """Return the chooser's placements, each with his half points summed over the worlds."""
    cases = [revealed(view, view.divider, world) for world in worlds(view, view.divider)]
    return {
        placed: sum(chooser_points(case.apply(placed), view.divider) for case in cases)
        for placed in view.placements
    }


def answer_by_brute_force(full, cut, method):
    """Return the divider's half points for either group, and how often the first is taken."""
    own = full.apply(cut).seen_by(full.chooser)
    mine, expected = [], []
    for group in cut.groups:
        points = placements_by_brute_force(own.apply(Taken(group)))
        placed = max(points, key=points.get)
        after = full.apply(cut).apply(Taken(group)).apply(placed)
        mine.append(2 - chooser_points(after, full.divider))
        expected.append(points[placed])
    if method == "open":
        expected = [-points for points in mine]
    first, second = expected
    return mine, Fraction(1 + (first > second) - (first < second), 2)


def cut_by_brute_force(view, cut, method):
    """Return the value of a cut and the chance that the chooser takes the first group."""
    cases = [revealed(view, view.chooser, world) for world in worlds(view, view.chooser)]
    answers = [answer_by_brute_force(full, cut, method) for full in cases]
    if method == "fixed":
        first, second = (sum(mine[i] for mine, _ in answers) for i in (0, 1))
        takes = Fraction(1 + (first < second) - (first > second), 2)
        answers = [(mine, takes) for mine, _ in answers]
    halves = sum(mine[0] * takes + mine[1] * (1 - takes) for mine, takes in answers)
    return halves / len(cases) / 2, sum(takes for _, takes in answers) / len(cases)


OTHER = "2c 3d 4h 5s 6c 7d 8h 9s Tc Jd Qh Ks Ac"
TRIPS = "2c 2d 2h 5s 5c 5d 8h 8s Tc Td Qh Ks Kc Ac"
CASES = [  # in seeds 4 and 6 the chooser's face-down card is not known, in 18 the divider's
    (small_rules(1), 1),
    (small_rules(1), 18),
    (small_rules(1, red_partner="face_down"), 3),
    (small_rules(1, red_partner="face_down", count_face_down=True), 4),
    (small_rules(1, swap_single=True, count_face_down=True), 5),
    (small_rules(2, OTHER), 6),
    (small_rules(3, TRIPS), 7),
]
EACH_CASE = pytest.mark.parametrize(("rules", "seed"), CASES)


def test_the_cases_hold_unknown_face_down_cards():
    views = [second_turn(rules, seed) for rules, seed in CASES]
    unknown = [(len(view.candidates[view.divider]), len(view.candidates[view.chooser]))
               for view in views]  # fmt: skip
    assert max(divider for divider, _ in unknown) > 1
    assert max(chooser for _, chooser in unknown) > 1
    assert all(view.surely_last for view in views)


@EACH_CASE
@pytest.mark.parametrize("method", ["bayes", "open", "fixed"])
def test_cuts_agree_with_listing_every_case_and_action(rules, seed, method):
    position = second_turn(rules, seed)
    table = Cut(position).exact(method)
    for cut in position.legal_actions[seed % 3 :: 3]:
        value, first = cut_by_brute_force(position.seen_by(position.divider), cut, method)
        assert table.value(cut) == value
        assert table.row(cut).first == first


@EACH_CASE
def test_choices_agree_with_listing_every_case_and_action(rules, seed):
    position = second_turn(rules, seed).seen_by(1 - second_turn(rules, seed).divider)
    for cut in position.legal_actions[:3]:
        table = Choice(position, cut).exact()
        view = position.apply(cut)
        cases = len(worlds(view, view.divider))
        for group in cut.groups:
            most = max(placements_by_brute_force(view.apply(Taken(group))).values())
            assert table.value(group) == Fraction(most, 2 * cases)


@EACH_CASE
def test_first_placements_agree_with_listing_every_case_and_reply(rules, seed):
    position = second_turn(rules, seed).seen_by(1 - second_turn(rules, seed).divider)
    for cut in position.legal_actions[:3]:
        for group in cut.groups:
            question = Placement(position.apply(cut), group)
            found = placements_by_brute_force(question.position)
            cases = len(worlds(question.position, position.divider))
            values = {
                row.action: Fraction(row.halves, 2 * row.total) for row in question.exact().rows
            }
            assert values == {key: Fraction(sum_, 2 * cases) for key, sum_ in found.items()}


@EACH_CASE
def test_second_placements_agree_with_listing_every_case(rules, seed):
    full = second_turn(rules, seed)
    for cut in full.legal_actions[:3]:
        after = full.apply(cut).apply(Taken(cut.second))
        after = after.apply(after.placements[0])
        view = after.seen_by(after.divider)
        cases = [revealed(view, view.chooser, world) for world in worlds(view, view.chooser)]
        table = Placement(after).exact()
        assert set(table.actions) == set(view.placements)
        for placed in view.placements:
            ends = [case.apply(placed).winner for case in cases]
            assert table.win(placed) == Fraction(ends.count(view.divider), len(cases))
            assert table.tie(placed) == Fraction(ends.count(None), len(cases))
            assert table.loss(placed) == Fraction(ends.count(view.chooser), len(cases))


@EACH_CASE
def test_a_cut_table_names_the_divider_s_best_placements(rules, seed):
    full = second_turn(rules, seed)
    for row in Cut(full).exact().rows:
        for taken, left, placed in (
            (row.action.second, row.action.first, row.placements[0]),
            (row.action.first, row.action.second, row.placements[1]),
        ):
            after = full.apply(row.action).apply(Taken(taken))
            table = Placement(after.apply(after.placements[0])).exact()
            assert placed.cards == left
            assert table.behind(placed) == 0


@EACH_CASE
def test_best_placements_are_those_of_the_best_hands(rules, seed):
    full = second_turn(rules, seed)
    view = full.seen_by(full.divider)
    frame = Cut(full).best_placements()
    assert len(frame) == 14
    hidden = [revealed(view, view.chooser, world) for world in worlds(view, view.chooser)]
    for cut in full.legal_actions[:4]:
        for group, other in (cut.groups, cut.groups[::-1]):
            often = Counter()
            for case in hidden:
                often.update(map(written, makes_most(case.apply(cut).apply(Taken(group)))))
            assert frame.loc[text(group), "often"] == max(often.values()) / len(hidden)
            assert often[frame.loc[text(group), "chooser"]] == max(often.values())
            after = full.apply(cut).apply(Taken(other))
            after = after.apply(after.placements[0])
            assert frame.loc[text(group), "divider"] in map(written, makes_most(after))


def makes_most(position):
    """Return the placements after which the player who places has his best hand."""
    player, rules = position.player, position.rules
    made = {}
    for placed in position.placements:
        down = (placed.down,) if rules.count_face_down and placed.down is not None else ()
        cards = (*position.up[player], *placed.up, *down)
        made[placed] = shown_strength(cards, position.pockets[player])
    return [placed for placed, strength in made.items() if strength == max(made.values())]


def oracles(kind):
    path = Path(__file__).parent.parent / "data" / "divider_endgames.json"
    return [case for case in json.loads(path.read_text("utf-8")) if case["kind"] == kind]


def test_the_reference_cuts_are_met_to_the_last_integer():
    (case,) = oracles("cuts")
    sides = case["divider"], case["chooser"]
    position = Position(
        up=tuple(side["up"] for side in sides),
        down=tuple(side["down"] for side in sides),
        pockets=(case["divider"]["pockets"], None),
        buried=case["buried"],
    )
    table = Cut(position, case["four"]).exact()
    values = dict(case["values"])
    others = Fraction(values.pop("every other cut"))
    for cut, value in values.items():
        assert table.value(cut) == Fraction(value)
    named = {table.row(cut).action for cut in values}
    assert {table.value(cut) for cut in table.actions if cut not in named} == {others}


def test_the_reference_placements_are_met_to_the_last_integer():
    (case,) = oracles("placement")
    for group, values in case["groups"].items():
        position = Position(
            up=(case["up"], case["opponent_up"]),
            pockets=(case["pockets"], None),
            buried=case["other_public"],
            four=f"{group} 6d 5h",  # the opponent has placed a pair, both face up
            groups=("", group),
            taken=0,
        )
        assert len(position.unseen) == case["unseen"]
        table = Placement(position).exact()
        for placed, value in values.items():
            assert table.value(placed) == Fraction(value)


# What must hold for every position


SEEDS = st.integers(0, 10_000)


def readings():
    return st.sampled_from(["face_up", "face_down"])


def relabelled(position, change):
    """Return the position with other suits."""

    def cards(group):
        return None if group is None else [4 * card.rank + change[card.suit] for card in group]

    rules = position.rules
    return Position(
        up=tuple(map(cards, position.up)),
        down=tuple(map(cards, position.down)),
        pockets=tuple(map(cards, position.pockets)),
        buried=cards(position.buried),
        divider=position.divider,
        rules=Rules(
            red_partner=rules.red_partner,
            pocket_cards=rules.pocket_cards,
            last_turn=rules.last_turn,
            deck=cards(rules.deck),
        ),
        four=cards(position.four),
        candidates=tuple(map(cards, position.candidates)),
    )


@settings(max_examples=50)
@given(SEEDS, st.booleans(), st.booleans())
def test_suits_of_a_colour_may_be_exchanged(seed, black, red):
    change = [3 if black else 0, 2 if red else 1, 1 if red else 2, 0 if black else 3]
    position = second_turn(small_rules(2), seed)
    assert same_values(position, relabelled(position, change))


@settings(max_examples=50)
@given(SEEDS, st.permutations(range(4)))
def test_in_the_other_reading_all_suits_may_be_exchanged(seed, change):
    position = second_turn(small_rules(2, red_partner="face_down"), seed)
    assert same_values(position, relabelled(position, change))


@settings(max_examples=50)
@given(SEEDS, readings())
def test_seats_may_be_exchanged(seed, reading):
    position = second_turn(small_rules(2, red_partner=reading), seed)
    turned = Position(
        up=position.up[::-1],
        down=position.down[::-1],
        pockets=position.pockets[::-1],
        buried=position.buried,
        divider=1 - position.divider,
        rules=position.rules,
        four=position.four,
        candidates=position.candidates[::-1],
    )
    assert same_values(position, turned)


def same_values(one, other):
    """Tell whether the cuts of two positions have the same values, whatever their names."""
    tables = [Cut(position).exact() for position in (one, other)]
    found = [sorted(map(table.value, table.actions)) for table in tables]
    return found[0] == found[1]


@settings(max_examples=20)
@given(SEEDS, readings(), st.sampled_from(["bayes", "open", "fixed"]))
def test_the_outcomes_add_up_to_one_and_the_best_is_first(seed, reading, method):
    table = Cut(second_turn(small_rules(2, red_partner=reading), seed)).exact(method)
    values = [table.value(action) for action in table.actions]
    assert values == sorted(values, reverse=True)
    for row in table.rows:
        outcomes = [table.win(row.action), table.tie(row.action), table.loss(row.action)]
        assert sum(outcomes) == 1
        assert min(outcomes) >= 0
        assert table.value(row.action) == outcomes[0] + outcomes[1] / 2
        assert table.behind(row.action) == values[0] - table.value(row.action) >= 0
        assert 0 <= row.first <= 1


@settings(max_examples=50)
@given(SEEDS, readings())
def test_what_the_chooser_sees_more_the_divider_loses(seed, reading):
    values = Cut(second_turn(small_rules(2, red_partner=reading), seed)).by_information()
    for cut in values.bayes.actions:
        assert values.open.value(cut) <= values.bayes.value(cut)
        assert values.open.value(cut) <= values.fixed.value(cut)
        assert values.divider_keeps(cut) == values.bayes.value(cut) - values.open.value(cut)
        assert values.chooser_gains(cut) == values.fixed.value(cut) - values.bayes.value(cut)


def test_on_average_over_your_pockets_looking_beats_taking_one_group_always():
    position = second_turn(small_rules(1), 4)
    nobody = position.seen_by(position.chooser).seen_by(position.divider)
    assert nobody.pockets == (None, None)
    gains = []
    for cut in nobody.legal_actions:
        looking, always = Fraction(0), [Fraction(0), Fraction(0)]
        for world in worlds(nobody, position.divider):
            view = revealed(nobody, position.divider, world).seen_by(position.divider)
            looking += Cut(view).exact().value(cut)
            cases = [revealed(view, view.chooser, case) for case in worlds(view, view.chooser)]
            for full in cases:
                mine, _ = answer_by_brute_force(full, cut, "bayes")
                always = [sum_ + Fraction(points, 2 * len(cases))
                          for sum_, points in zip(always, mine, strict=True)]  # fmt: skip
        gains.append(min(always) - looking)
    assert min(gains) == 0
    assert max(gains) > 0


def test_by_information_names_the_maximin_and_what_it_costs():
    values = Cut(second_turn(small_rules(2), 3)).by_information()
    assert isinstance(values, ByInformation)
    fixed = {cut: values.fixed.value(cut) for cut in values.fixed.actions}
    assert fixed[values.maximin] == max(fixed.values())
    frame = values.to_frame()
    assert list(frame.index) == ["open", "bayes", "fixed"]
    assert frame.loc["bayes", "behind"] == 0
    assert frame.loc["fixed", "behind"] == float(values.fixed.behind(values.bayes.best))
    assert "your worse group is taken" in str(values)
    assert "<table" in values._repr_html_()


# The table


HALVES = np.array([[2, 2, 0, 1, 2, 0, 0, 2], [2, 0, 0, 1, 2, 0, 0, 1], [0, 0, 2, 2, 0, 0, 1, 0]])
TAKEN = tuple(Taken(cards) for cards in ("9h", "2s 3s", "Kd 4d 5d"))


def table_of(halves, kind="choice", actions=TAKEN, seconds=0.0):
    return sampled_table(
        kind, actions, (halves == 2).sum(1), (halves == 1).sum(1), halves @ halves.T,
        n=halves.shape[1], seed=7, player="club", seconds=seconds,
    )  # fmt: skip


def test_sampled_values_and_differences_are_those_of_the_worlds():
    table = table_of(HALVES)
    points = dict(zip(TAKEN, HALVES / 2, strict=True))
    for action in TAKEN:
        value, behind = table.value(action), table.behind(action)
        assert value.value == pytest.approx(points[action].mean())
        assert value.standard_error == pytest.approx(points[action].std(ddof=1) / 8**0.5)
        paired = points[table.best] - points[action]
        assert behind.value == pytest.approx(paired.mean())
        assert behind.standard_error == pytest.approx(paired.std(ddof=1) / 8**0.5)
        assert (value.n, value.seed, table.n, table.seed) == (8, 7, 8, 7)
    assert table.difference(TAKEN[2], TAKEN[1]).value == pytest.approx(
        (points[TAKEN[2]] - points[TAKEN[1]]).mean()
    )


def test_sampled_actions_without_ties_have_the_interval_of_a_proportion():
    table = table_of(np.array([[2, 2, 2, 2], [2, 0, 2, 0]]), actions=TAKEN[:2])
    assert table.value("9h").interval()[0] > 0.4
    assert table.value("9h").interval()[0] < 1


def test_as_good_are_those_whose_interval_of_the_difference_meets_zero():
    rng = np.random.default_rng(1)
    shared = rng.random(2000)
    noise = rng.random((3, 2000))
    halves = 2 * (0.9 * shared + 0.1 * noise < np.array([[0.6], [0.597], [0.5]]))
    table = table_of(halves)
    assert table.as_good == (TAKEN[1],)
    assert table.behind(TAKEN[1]).interval()[0] <= 0 < table.behind(TAKEN[2]).interval()[0]


@pytest.mark.parametrize(("one", "other"), [(2, 0), (1, 0), (1, 1), (2, 2)])
def test_worlds_that_all_agree_do_not_make_a_sampled_number_certain(one, other):
    table = table_of(np.array([[one] * 20, [other] * 20]), actions=TAKEN[:2])
    assert table.difference(table.best, table.best).standard_error == 0
    behind = table.behind(table.actions[1])
    assert behind.value == pytest.approx((one - other) / 2)
    assert behind.interval()[1] - behind.value == pytest.approx(3 / 20, rel=0.03)  # rule of three
    assert "± .00" not in str(table)
    for action in table.actions:
        low, high = table.value(action).interval()
        assert high - low > 0.05


def test_exactly_as_good_is_only_what_is_equal():
    rows = [Row(TAKEN[0], 3, 0, 6), Row(TAKEN[1], 2, 2, 6), Row(TAKEN[2], 2, 1, 6)]
    table = exact_table("choice", rows)
    assert table.best == TAKEN[0]
    assert table.as_good == (TAKEN[1],)
    assert table.caveat == ""


# An equilibrium is found step by step


def an_equilibrium(seed=3):
    question = Cut(second_turn(small_rules(2), seed))
    return question, question.exact("equilibrium")


def test_the_table_of_an_equilibrium_does_not_say_that_it_is_exact():
    question, table = an_equilibrium()
    assert (table.how, table.exact, table.sampled, table.n) == ("approximate", False, False, None)
    page = table._repr_html_()
    assert 'class="chip approximate">approximate<' in page
    assert 'class="chip exact"' not in page
    assert not re.search(r"\d/\d", re.sub(r"<[^>]*>", "", page))  # no fraction
    assert "exploitability" in page
    for told in (str(table), repr(table), str(question.explain(table))):
        assert "exact" not in told.replace("not exact", "")
        assert "exploitability" in told or told == repr(table)
    for told in (str(table), str(question.explain(table))):
        assert not re.search(r"\d/\d", told)
        decimals = re.findall(r"[ ][.](\d+)", told.split("Found")[0])
        assert max(map(len, decimals)) == 3


def test_the_numbers_of_an_equilibrium_are_floats_that_add_up():
    _, table = an_equilibrium()
    values = [table.value(action) for action in table.actions]
    assert values == sorted(values, reverse=True)
    for row in table.rows:
        outcomes = [table.win(row.action), table.tie(row.action), table.loss(row.action)]
        assert {type(number) for number in (*outcomes, table.behind(row.action))} == {float}
        assert sum(outcomes) == pytest.approx(1)
        assert min(outcomes) >= 0
        assert table.value(row.action) == pytest.approx(outcomes[0] + outcomes[1] / 2)
        assert table.behind(row.action) == pytest.approx(values[0] - table.value(row.action))
        assert 0 <= row.first <= 1


def test_the_table_of_an_equilibrium_tells_its_exploitability():
    question, table = an_equilibrium()
    assert table.exploitability == last_turn.equilibrium(question.position).exploitability
    assert table.exploitability <= 1e-4
    assert f"{table.exploitability:.5f}"[1:] in table.caveat
    assert Cut(question.position).exact().exploitability is None


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_values_of_an_equilibrium_are_as_close_as_the_table_says(seed):
    """Twenty times as many steps change none of them by more."""
    question, table = an_equilibrium(seed)
    closer = last_turn.equilibrium(question.position, goal=0, most_steps=2_000)
    assert closer.exploitability <= table.exploitability
    off = [
        abs(table.value(row.action) - float(Fraction(2 * row.win + row.tie, 2 * row.total)))
        for row in closer.values
    ]
    assert max(off) <= 0.003
    assert "may be off by about 0.003" in table.caveat


def test_cuts_that_an_equilibrium_cannot_tell_apart_are_as_good():
    rows = [Row(cut, win, 0, 1000) for cut, win in zip(CUTS.actions, (500, 498, 490), strict=False)]
    table = exact_table("cut", rows, method="equilibrium", exploitability=1e-4)
    assert table.as_good == (CUTS.actions[1],)
    assert exact_table("cut", rows, method="bayes").as_good == ()


def test_equal_tables_are_equal_however_long_they_took():
    assert table_of(HALVES, seconds=1.0) == table_of(HALVES, seconds=2.0)
    assert repr(table_of(HALVES, seconds=1.0)) == repr(table_of(HALVES, seconds=2.0))
    assert table_of(HALVES) != table_of(HALVES[::-1])


def test_a_sampled_table_says_what_its_errors_leave_out():
    table = table_of(HALVES)
    assert "played on by the player 'club'" in table.caveat
    assert "not in the standard errors" in table.caveat
    for shown in (str(table), table._repr_html_().replace("&#x27;", "'")):
        assert "not in the standard errors" in shown
    assert "seed 7" in table._repr_html_()
    assert repr(table) == ("ValueTable(3 choices, n=8, seed=7, player='club': best 9h, .56)")


CUTS = Cut(ACES, FOUR).exact()


def test_a_cut_is_found_in_any_order_and_by_either_group():
    wanted = Fraction(175, 176)
    for name in ("9h | 2s 3s Kd", "Kd 3s 2s | 9♥", "9h", "2s Kd 3s", Divided("9h", "2s 3s Kd")):
        assert CUTS.value(name) == wanted


def test_a_placement_is_found_by_its_outcome():
    position = Cut(ACES, FOUR).position.apply(Divided("9h", "2s 3s Kd")).apply(Taken("9h"))
    after = position.apply(position.placements[0])
    table = Placement(after).exact()
    value = table.value(Placed("2s 3s Kd", "3s", "2s"))
    for name in ("up 3s, down 2s", "3s up, 2s down", "Placed Kd 3s 2s: up 3s, down 2s"):
        assert table.value(name) == value
    bluff = Placed("2s 3s Kd", "3s", "2s", swapped=True)
    assert table.value(bluff) == value
    assert table.value("Kd 3c").denominator > 0  # one action turns up just these
    with pytest.raises(InvalidInput, match="more than one placement: up 3s, down Kd; "):
        table.value("up 3s")


@pytest.mark.parametrize(
    "action", ["9h | 2s 3s Kc", "9h | 2s", "", "9h 2s 3s Kd", "9h | 9h", TAKEN[0]]
)
def test_what_is_no_action_is_refused_with_the_actions_there_are(action):
    with pytest.raises(InvalidInput, match=r"cut: .* is none of the cuts: .*9h \| Kd 3s 2s"):
        CUTS.value(action)


def test_text_without_cards_is_refused():
    with pytest.raises(CardError, match=r"'1h' .card 1. is not a card"):
        CUTS.value("1h | 2s 3s Kd")


def test_frames_have_a_row_an_action_and_floats():
    frame = CUTS.to_frame()
    assert list(frame.columns) == [
        "first", "second", "value", "win", "tie", "loss", "behind",
        "takes_first", "place_first", "place_second",
    ]  # fmt: skip
    assert frame.loc["9h | Kd 3s 2s", "value"] == 175 / 176
    assert frame.loc["9h | Kd 3s 2s", "place_first"] == "up 3c, down 9h"
    sampled = table_of(HALVES).to_frame()
    assert list(sampled.columns) == [
        "value", "win", "tie", "loss", "behind", "standard_error", "behind_error",
    ]  # fmt: skip
    assert sampled.index.name == "choice"
    assert (sampled[["win", "tie", "loss"]].sum(axis=1) == 1).all()


def test_an_exact_table_shows_fraction_and_decimals():
    assert repr(CUTS) == "ValueTable(7 cuts, exact, bayes: best 9h | Kd 3s 2s, 175/176)"
    html = CUTS._repr_html_()
    assert "175/176 =" in html
    assert "0.9943" in html
    assert 'class="chip exact"' in html
    assert str(CUTS).splitlines()[1].split("  ")[:2] == ["9h | Kd 3s 2s", ".9943"]


# Sampling


def test_samples_and_exact_values_agree_in_a_last_placement():
    position = Cut(ACES, FOUR).position.apply(Divided("Kd 9h", "2s 3s")).apply(Taken("Kd 9h"))
    after = position.apply(position.placements[0])
    exact, sampled = Placement(after).exact(), Placement(after).simulate(20_000, rng=1)
    assert set(sampled.actions) == set(exact.actions)
    for placed in exact.actions:
        assert near(sampled.value(placed), exact.value(placed))


def near(estimate, value):
    """Tell whether an estimate is within 4.5 standard errors; a hit or miss in few is allowed."""
    return abs(estimate.value - value) <= 4.5 * estimate.standard_error + 10 / estimate.n


# Much depends on what the chooser cannot see.
HIDDEN = Position(
    up=("9s 6d 5c 3h", "Kc Tc 4c 3d"),
    down=("Qc", "Ac"),
    pockets=("9h 8s 3c", None),
    buried="Ah Ks 9d 7s 7d 6h",
    four="Jc 9c 5h 4s",
    candidates=("Ks Qc", "Ac"),
)


def test_a_chooser_who_sees_more_can_take_much():
    values = Cut(HIDDEN).by_information()
    assert values.bayes.value("9c Jc | 4s 5h") > Fraction(9, 10)
    assert values.open.value("9c Jc | 4s 5h") < Fraction(1, 4)


@pytest.mark.slow
def test_samples_played_on_by_a_player_who_counts_last_turns_agree_with_exact_values():
    exact, sampled = Cut(HIDDEN).exact(), Cut(HIDDEN).simulate(200, rng=1, player="expert")
    for cut in exact.actions:
        assert near(sampled.value(cut), exact.value(cut))


def test_differences_are_known_better_than_two_separate_values_would_tell():
    table = Cut(OPENING, FOUR.replace("Kd", "Kh")).simulate(2000, rng=1)
    for cut in table.actions[1:]:
        errors = [table.value(action).standard_error for action in (table.best, cut)]
        assert table.behind(cut).standard_error < 0.95 * hypot(*errors)


def test_the_same_seed_gives_the_same_table():
    question = Cut(OPENING, "9h 2s 3s Kh")
    assert question.simulate(500, rng=3) == question.simulate(500, rng=3)
    assert question.simulate(500, rng=3) != question.simulate(500, rng=4)
    assert question.simulate(500, rng=3, player="greedy").player == "greedy"


@pytest.mark.parametrize(("name", "bad"), [("n", 0), ("n", 2.5), ("player", "nobody")])
def test_bad_arguments_of_a_simulation_are_refused(name, bad):
    arguments = {"n": 10, "player": "club", name: bad}
    with pytest.raises(InvalidInput, match=name):
        Cut(ACES, FOUR).simulate(**arguments)


# Questions that make no sense


def test_the_same_question_can_be_asked_from_either_phase():
    drawn = ACES.apply(Drawn(FOUR))
    assert Cut(drawn) == Cut(ACES, FOUR)
    divided = Divided("9h", "2s 3s Kd")
    held = relabelled(drawn, [0, 1, 2, 3])
    assert held == drawn
    full = Position(
        up=ACES.up, down=ACES.down, pockets=("Kc Qd 3d", "Kh 5s Td"), buried=ACES.buried, four=FOUR
    )
    for cut in (divided, "Kd 3s 2s | 9h", "9h"):
        assert Choice(full, cut) == Choice(full.apply(divided))
    taken = full.apply(divided).apply(Taken("9h"))
    assert Placement(full.apply(divided), "9h") == Placement(taken)


def test_what_the_asker_cannot_see_is_not_in_the_question():
    full = Position(pockets=("Kc Qd 3d", "Kh 5s Td"), four=FOUR.replace("Kd", "Ks"))
    assert Cut(full).position.pockets[1] is None
    assert Choice(full, "9h").position.pockets[0] is None
    assert Placement(full.apply(Divided("9h", "2s 3s Ks")), "9h").position.pockets[0] is None


FULL = Position(pockets=("Kc Qd 3d", "Kh 5s Td"))
DRAWN = FULL.apply(Drawn("9h 2s 3s Ks"))
DIVIDED = DRAWN.apply(Divided("9h", "2s 3s Ks"))
TAKEN_ = DIVIDED.apply(Taken("9h"))


@pytest.mark.parametrize(
    ("ask", "error", "words"),
    [
        (lambda: Cut(FULL), InvalidInput, "four must be given"),
        (lambda: Cut(DRAWN, "9h 2s 3s Ks"), InvalidInput, "four: the position has it already"),
        (lambda: Cut(DIVIDED), InvalidInput, "phase must be 'draw' or 'cut' .*, not 'choose'"),
        (lambda: Cut(FULL, "9h 2s 3s"), CardError, "four: .*4"),
        (lambda: Cut(FULL, "9h 2s 3s Kc"), CardError, "four: Kc is not in the stock"),
        (lambda: Cut(FULL, "9h 2s 3s Xx"), CardError, "four: 'Xx'"),
        (lambda: Cut("9h", "9h"), InvalidInput, "position must be a Position, not '9h'"),
        (lambda: Cut(DRAWN.seen_by(1)), InvalidInput, "pockets of player 0, who acts, are not"),
        (lambda: Choice(DRAWN), InvalidInput, "cut must be given"),
        (lambda: Choice(DIVIDED, "9h"), InvalidInput, "cut: the position has it already"),
        (lambda: Choice(DRAWN, "9h | 2s 3s"), InvalidInput, "cut: .* is none of the cuts"),
        (lambda: Choice(FULL, "9h"), InvalidInput, "phase must be 'cut' or 'choose'"),
        (lambda: Choice(DIVIDED.seen_by(0)), InvalidInput, "pockets of player 1, who acts"),
        (lambda: Placement(DIVIDED), InvalidInput, "group must be given"),
        (lambda: Placement(TAKEN_, "9h"), InvalidInput, "group: the position has it already"),
        (lambda: Placement(DIVIDED, "9h 2s"), IllegalAction, "9h 2s is not one of the groups"),
        (lambda: Placement(DRAWN, "9h"), InvalidInput, "phase must be 'choose' or 'place'"),
        (lambda: Cut(ACES, FOUR).exact("best"), InvalidInput, "method must be one of bayes, open"),
        (lambda: Cut(DRAWN).exact(), TooLarge, r"turn 1 may not be the last.*simulate\(n\)"),
        (lambda: Cut(DRAWN).by_information(), TooLarge, "turn 1 may not be the last"),
        (lambda: Choice(DIVIDED).exact(), TooLarge, "turn 1 may not be the last"),
        (lambda: Placement(TAKEN_).exact(), TooLarge, "turn 1 may not be the last"),
    ],
)
def test_questions_that_make_no_sense_are_refused(ask, error, words):
    with pytest.raises(error, match=words):
        ask()


def test_a_face_down_card_of_ones_own_must_be_known():
    rules, seed = CASES[3]
    full = second_turn(rules, seed)
    view = full.seen_by(full.divider)._with(pockets=full.pockets)
    with pytest.raises(InvalidInput, match=f"card of player {full.chooser}, who acts, is one of"):
        Choice(view, view.legal_actions[0])


# Explanations


def test_an_explanation_of_a_last_cut_tells_why():
    told = str(Cut(ACES, FOUR).explain())
    for words in (
        "How should you cut Kd 9h 3s 2s?",
        "You have four cards face up (As Ah Ad Ac) and 3c face down",
        "You can turn up two with 9 of the 14 groups.",
        "The game is over after this turn, whatever happens.",
        "you bury one by placing two and two by placing three",
        "your opponent buries nothing by placing two and one by placing three",
        "jack-high straight flush",
        "Best is 9h | Kd 3s 2s, worth 0.9943, 0.1705 better than",
    ):
        assert words in told


def test_an_explanation_of_an_earlier_cut_is_sampled_and_says_so():
    told = str(Cut(OPENING, "9h 2s 3s Ks").explain())
    assert "from 1,000 hidden worlds, the same for every cut" in told
    assert "not in the standard errors" in told
    assert "Neither of you can end the game in this turn." in told


def test_tempo_is_told_for_who_can_end_the_game():
    position = Position(
        up=("Ac Kd 9h", "Ks Qs"), down=("2c", "3c"), pockets=("Kc Qd 3d", None), buried="5c",
        four="Ah 4h 4c 7c",
    )  # fmt: skip
    table = sampled_table(
        "cut", position.legal_actions, [0] * 7, [1] * 7, np.ones((7, 7), int),
        n=1, seed=1, player="club",
    )  # fmt: skip
    told = str(Cut(position).explain(table))
    assert "With 9 of the 14 groups you can end the game, by turning up two cards." in told
    assert "your opponent can end the game" not in told


def test_in_the_other_reading_one_card_goes_up():
    position = second_turn(small_rules(2, red_partner="face_down"), 3)
    told = str(Cut(position).explain())
    assert "Each placement turns up one card, whatever its colour." in told
    assert "turn up two" not in told


def test_choices_and_placements_are_explained():
    full = second_turn(small_rules(2), 3)
    cut = full.legal_actions[3]
    choice = Choice(full, cut)
    told = choice.explain()
    assert isinstance(told, Explanation)
    assert f"Best is {written(choice.exact().best)}, worth" in str(told)
    placement = Placement(full.apply(cut), cut.second)
    told = str(placement.explain())
    assert f"Best is {written(placement.exact().best)}, worth" in told
    assert all(written(placed) in told for placed in placement.position.placements)


def test_the_last_to_place_is_told_that_the_other_has_placed():
    full = second_turn(small_rules(2), 3)
    cut = full.legal_actions[3]
    after = full.apply(cut).apply(Taken(cut.first))
    after = after.apply(after.placements[0])
    assert "Your opponent has placed." in str(Placement(after).explain())


def test_a_table_of_other_actions_is_not_explained():
    with pytest.raises(InvalidInput, match="table is one of other cuts"):
        Cut(OPENING, "9h 2s 3s Ks").explain(CUTS)
    with pytest.raises(InvalidInput, match="table must be a ValueTable, not 'best'"):
        Cut(ACES, FOUR).explain("best")


def test_explanations_take_the_values_of_a_table():
    table = Cut(ACES, FOUR).exact("fixed")
    told = str(Cut(ACES, FOUR).explain(table))
    assert "the chooser is bound to one group" in told


@pytest.mark.parametrize("method", [[], {"bayes"}, np.array([1, 2]), None, "Bayes", 0])
def test_anything_that_is_no_method_is_refused_with_the_methods(method):
    with pytest.raises(InvalidInput, match="method must be one of bayes, open, fixed, equilib"):
        Cut(ACES, FOUR).exact(method)


def test_arrays_in_the_wrong_place_are_refused_with_the_name_of_the_argument():
    with pytest.raises(InvalidInput, match="four"):
        Cut(ACES, np.array([1, 2]))
    with pytest.raises(InvalidInput, match="groups"):
        Position(groups=np.array([1, 2]))
    cut = Position(up=ACES.up, down=ACES.down, pockets=("Kc Qd 3d", "Td Tc Th"), four=FOUR,
                   buried=ACES.buried, groups="9h | 2s 3s Kd")  # fmt: skip
    with pytest.raises(InvalidInput, match="group"):
        Placement(cut, np.array(["Kc", "Qd"]))
