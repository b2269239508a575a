"""The exercises of Divider: each answer by a second route, each mistake as what it claims to be."""

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import isclose

import numpy as np
import pytest

from cardlab.cards import DECK, parse
from cardlab.divider import Cut, Position, Rules, small_rules
from cardlab.lessons import names, question
from cardlab.lessons.divider.values import seven_values
from cardlab.lessons.divider.writing import cut_form, outcome_form
from cardlab.lessons.reading import Unreadable

from ..divider.by_the_book import outcomes as by_the_book
from ..plain_hands import strength
from .routes import SEEDS, asked, cards_in, compare_mistakes, numbers_in

RULES = Rules()
FACE_DOWN = Rules(red_partner="face_down")


def text(cards):
    return " ".join(map(str, sorted(cards, key=int, reverse=True)))


def shown(up, pockets):
    """The best hand with two of the pocket cards, or with the only one."""
    return max(strength((*up, *two)) for two in combinations(pockets, min(2, len(pockets))))


def is_red(card):
    return str(card)[1] in "dh"


def two_sets(four):
    """All cuts, each once, as two groups of cards; from the sixteen ways to go left or right."""
    cuts = {
        frozenset(
            (
                frozenset(c for c, side in zip(four, sides, strict=True) if side),
                frozenset(c for c, side in zip(four, sides, strict=True) if not side),
            )
        )
        for sides in product((0, 1), repeat=4)
    }
    return [tuple(cut) for cut in cuts if frozenset() not in cut]


def written_cut(groups):
    small, large = sorted(groups, key=lambda group: (len(group), -max(group, default=0)))
    return f"{text(small) or 'none'} | {text(large)}"


def written(up, down):
    return f"{text(up)} ({down})".strip() if down else text(up)


def in_the_book(group, down="", rules=RULES, *, swaps=True):
    """What the words of the rule book allow, written as an answer."""
    found = by_the_book(text(group), str(down), rules)
    return {
        written(parse(" ".join(up)), below)
        for up, below, _buried, swapped in found
        if swaps or not swapped
    }


def same(found, expected):
    """Compare a listing with what is expected, how often included."""
    return Counter(found) == Counter(expected)


class Listed(tuple):
    """A listing that equals any other with the same entries."""

    __slots__ = ()

    def __eq__(self, other):
        return same(self, other)

    __hash__ = None


def all_cuts(_, four, __):
    right = [written_cut(cut) for cut in two_sets(four)]
    pairs = [cut for cut in right if cut.index("|") > 3]
    singles = [cut for cut in right if cut.index("|") == 3]
    nothing = f"none | {text(four)}"
    assert (len(right), len(pairs), len(singles)) == (7, 3, 4)
    return Listed(right), {
        "each cut listed twice": Listed(right * 2),
        "four and none is no cut": [
            Listed([*right, nothing]),
            Listed([*right, nothing] * 2),
        ],
        "two and two only": Listed(pairs),
        "one and three only": Listed(singles),
        "each cut of two and two listed twice": Listed(right + pairs),
    }


def pair(question_text, two, _):
    down = cards_in(question_text)[0]
    right = in_the_book(two, down, swaps=False)
    both = text(two)
    always_down = in_the_book(two, down, FACE_DOWN, swaps=False)
    covered = [f"{way} ({down})" if "(" not in way else way for way in right]
    if both not in right:
        covered = [*right, f"{both} ({down})"]
    return Listed(right), {
        "the partner of a black card lies face down": Listed([both]),
        "the partner of a red card lies face up": Listed(always_down),
        "how the partner lies is no choice": Listed([*always_down, both]),
        "the swap used": Listed(in_the_book(two, down)),
        "the covered card counted": Listed(covered),
        "the red card can be the first one too": Listed(right - {both}),
    }


def swap(question_text, _, __):
    cards = cards_in(question_text)
    up, down, pockets, two = cards[:4], cards[4], cards[5:8], cards[8:]
    pool = (*two, down)

    def hand(more):
        return shown((*up, *more), pockets)

    def ups(found):
        return [outcome_cards(way)[0] for way in found]

    legal = in_the_book(two, down)
    hands = sorted((hand(turned) for turned in ups(legal)), reverse=True)
    assert hands[0] > hands[1]
    together = {way: hand([*outcome_cards(way)[0], *outcome_cards(way)[1]]) for way in legal}
    counted = [outcome_cards(way)[0] for way in legal if together[way] == max(together.values())]
    unswapped = ups(in_the_book(two, down, swaps=False))
    top = max(map(hand, unswapped))
    most = max(sum(int(card) // 4 + 2 for card in turned) for turned in ups(legal))
    return Set(max(ups(legal), key=hand)), {
        "the swap not used": [Set(turned) for turned in unswapped if hand(turned) == top],
        "both of a black pair face up": [
            Set(two) for two in combinations(pool, 2)
            if hand(two) == max(map(hand, combinations(pool, 2)))
        ],
        "the covered card counted": Set(pool),
        "the face-down card counted": list(map(Set, counted)),
        "the highest cards, not the best hand": [
            Set(turned)
            for turned in ups(legal)
            if sum(int(card) // 4 + 2 for card in turned) == most
        ],
    }  # fmt: skip


def outcome_cards(way):
    """The cards face up, and the face-down one in a list."""
    down = re.findall(r"\((\w\w)\)", way)
    return parse(re.sub(r"\(\w\w\)", "", way)), parse(" ".join(down))


class Set(tuple):
    """Cards that equal the same cards in another order."""

    __slots__ = ()

    def __eq__(self, other):
        return set(self) == set(other)

    __hash__ = None


def tables(four, ways, cuts=None, choices=(0, 1)):
    """All tables of a first turn, as what lies before the divider and before the chooser."""
    found = []
    for groups in two_sets(four) if cuts is None else cuts:
        for taken in choices:
            for theirs, mine in product(ways(groups[taken]), ways(groups[1 - taken])):
                found.append((mine, theirs))
    assert len(set(found)) == len(found) or cuts is not None
    return found


def first_turn(_, four, __):
    def added(groups):
        return len(in_the_book(groups[0])) + len(in_the_book(groups[1]))

    right = len(tables(four, in_the_book))
    pairs = [cut for cut in two_sets(four) if len(cut[0]) == 2]
    singles = [cut for cut in two_sets(four) if len(cut[0]) != 2]
    return right, {
        "the choice forgotten": len(tables(four, in_the_book, two_sets(four), (0,))),
        "each cut counted twice": len(tables(four, in_the_book, two_sets(four) * 2)),
        "red cards counted like black ones": len(
            tables(four, lambda group: in_the_book(group, rules=FACE_DOWN))
        ),
        "added instead of multiplied": sum(2 * added(groups) for groups in two_sets(four)),
        "two and two only": len(tables(four, in_the_book, pairs)),
        "a single card face up": len(tables(four, in_the_book, pairs))
        + 2 * len(tables(four, in_the_book, singles)),
        "one way for three cards": len(tables(four, in_the_book, pairs)) + 2 * len(singles),
    }


def maximin(question_text, _, __):
    rows = re.findall(r"([A-G]): ([^,;]+), (\d\.\d\d) or (\d\.\d\d)", question_text)
    assert [row[0] for row in rows] == list("ABCDEFG")
    chances = {name: (round(100 * float(a)), round(100 * float(b))) for name, _, a, b in rows}
    groups = {name: [cards_in(part) for part in cut.split("|")] for name, cut, *_ in rows}
    sums = {
        name: abs(sum(int(c) // 4 for c in one) + 2 * len(one)
                  - sum(int(c) // 4 for c in other) - 2 * len(other))
        for name, (one, other) in groups.items()
    }  # fmt: skip

    def all_best(value, best=max):
        top = best(value(*both) for both in chances.values())
        return [name for name, both in chances.items() if value(*both) == top]

    (right,) = all_best(min)
    return right, {
        "the mean of both chances taken": all_best(lambda a, b: (a + b) / 2),
        "the better group hoped for": all_best(max),
        "the most equal cut, not the best": all_best(lambda a, b: abs(a - b), min),
        "the worst of the worse groups": all_best(min, min),
        "the smallest of the larger chances": all_best(max, min),
        "the card values shared out, not the chances to win": [
            name for name, gap in sums.items() if gap == min(sums.values())
        ],
    }


def showdown(question_text, _, __):
    cards = cards_in(question_text)
    up, pockets, theirs, seen = cards[:5], cards[5:8], cards[8:12], cards[12:]
    mine = shown(up, pockets)
    unseen = [card for card in DECK if card not in cards]
    beats = {two: mine > strength((*theirs, *two)) for two in combinations(unseen, 2)}
    held = list(combinations(unseen, 3))
    wins = sum(all(beats[two] for two in combinations(three, 2)) for three in held)
    right = Fraction(wins, len(held))
    ranks = {card // 4 for card in theirs}

    def free(cards_left, drawn):
        """How often some of these cards hold none of the two ranks, by multiplying."""
        chance, left = Fraction(1), len(cards_left)
        good = sum(card // 4 not in ranks for card in cards_left)
        for step in range(drawn):
            chance *= Fraction(good - step, left - step)
        return chance

    helping = sum(card // 4 in ranks for card in unseen)
    others = [card for card in unseen if card // 4 not in ranks]
    four = [card for card in DECK if card // 4 in ranks and card not in theirs]
    padded = four + others[: len(unseen) - 4]
    apart = [card for card in DECK if card // 4 not in ranks]
    return right, {
        "cards counted that have been seen": free(padded, 3),
        "covered cards left among the unseen": free(
            four[:helping] + apart[: len(unseen) + len(seen) - helping], 3
        ),
        "the cards out of play forgotten": free(four + apart[: len(unseen) + len(seen) - 4], 3),
        "two pocket cards instead of three": free(unseen, 2),
        "one pocket card only": free(unseen, 1),
        "that is the answer with replacement": free(unseen, 1) ** 3,
        "chances added up": 1 - 3 * Fraction(helping, len(unseen)),
        "the chance to lose": 1 - right,
    }


def hidden(question_text, _, __):
    mine_text, theirs_text = re.search(
        r"You: (.*?)\. Opponent: (.*?)\. You have", question_text
    ).groups()
    four, cut = re.search(r"You have drawn (.*?) and cut (.*?)\.", question_text).groups()
    groups = [cards_in(part) for part in cut.split("|")]
    others = cards_in(question_text.partition(" So ")[2])[:3]
    up, down, pocket = lying(mine_text)
    their_up, their_down, _ = lying(theirs_text)
    known = {*up, *down, *their_up, *their_down, *cards_in(four)}
    assert {*others, *pocket} == {*small_rules().deck} - known

    def best(tableau, below, group, card):
        ways = in_the_book(group, below[0] if below else "", small_rules())
        return max(strength((*tableau, *outcome_cards(way)[0], card)) for way in ways)

    def points(own, theirs, taken):
        a = best(up, down, groups[1 - taken], own)
        b = best(their_up, their_down, groups[taken], theirs)
        return Fraction((a > b) - (a < b) + 1, 2)

    def real(theirs):
        return [points(pocket[0], theirs, taken) for taken in (0, 1)]

    def chosen(theirs, beliefs):
        """What is left if the group is taken that leaves less on average over some cards."""
        means = [sum(points(own, theirs, taken) for own in beliefs) for taken in (0, 1)]
        least = [got for got, mean in zip(real(theirs), means, strict=True) if mean == min(means)]
        return sum(least) / len(least)

    hidden_cards = {*others, *pocket}
    right = sum(chosen(card, hidden_cards - {card}) for card in others) / 3
    every = [real(card) for card in others]
    return right, {
        "the chooser assumed to see the pockets": sum(chosen(c, pocket) for c in others) / 3,
        "the worse group taken with every card": min(
            sum(both[taken] for both in every) / 3 for taken in (0, 1)
        ),
        "the choice left to chance": sum(sum(both) / 2 for both in every) / 3,
        "the choice made for you": sum(max(both) for both in every) / 3,
        "the opponent's chance": 1 - right,
    }


def lying(words):
    """Return what lies face up and face down, and the pocket card, from the question."""
    up, _, rest = words.partition(" face up and ")
    down, _, pocket = rest.partition(" face down")
    return cards_in(up), cards_in(down), cards_in(pocket)


class Near(Fraction):
    """A number that equals what it agrees with to six decimals."""

    def __eq__(self, other):
        return isclose(float(self), float(other), rel_tol=1e-5)

    __hash__ = None


def same_worlds(question_text, _, __):
    n, a, b, both = numbers_in(question_text.replace(",", ""))
    one = np.repeat([1, 1, 0, 0], [both, a - both, b - both, n - a - b + both])
    other = np.repeat([1, 0, 1, 0], [both, a - both, b - both, n - a - b + both])
    assert (one.sum(), other.sum(), (one & other).sum()) == (a, b, both)

    def error(worlds):
        return 100 * worlds.std() / n**0.5

    right = error(one - other)
    return Near(right), {
        "two standard errors combined as if independent": Near(
            (error(one) ** 2 + error(other) ** 2) ** 0.5
        ),
        "two standard errors added up": Near(error(one) + error(other)),
        "the standard error of one value": [Near(error(one)), Near(error(other))],
        "that of the sum, not of the difference": Near(error(one + other)),
        "the spread of one world": Near(100 * (one - other).std()),
        "a part of one, not percentage points": Near(right / 100),
    }


ROUTES = {
    1: all_cuts, 2: pair, 3: swap, 4: first_turn, 5: maximin, 6: showdown, 7: hidden,
    8: same_worlds,
}  # fmt: skip

every_route = pytest.mark.parametrize("number", ROUTES)
every_seed = pytest.mark.parametrize("seed", SEEDS)


def test_every_exercise_has_a_second_route_here():
    assert names("divider") == [f"divider/{number}" for number in [*ROUTES, 9, 10]]


@every_route
@every_seed
def test_the_right_answer_is_what_a_second_route_gives(number, seed):
    words, cards, solved = asked(f"divider/{number}", seed)
    right, _ = ROUTES[number](words, cards, solved)
    assert right == solved.answer


@every_route
@every_seed
def test_each_mistake_is_what_its_title_claims(number, seed):
    words, cards, solved = asked(f"divider/{number}", seed)
    compare_mistakes(f"divider/{number}", seed, ROUTES[number](words, cards, solved)[1])


def test_the_showdown_leaves_a_card_for_the_covered_ones():
    assert question("divider/6", 110).task.question  # with three such cards it looked for ever


@pytest.mark.parametrize("number", [6])
def test_the_interval_of_the_cross_check_holds_the_right_answer(number):
    solved = question(f"divider/{number}")._solved
    low, high = re.search(r"interval (-?[\d.]+) to (-?[\d.]+)", solved.check).groups()
    assert float(low) <= solved.answer <= float(high)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_differences_of_repeated_worlds_scatter_as_the_standard_error_says(seed):
    solved = question("divider/8")._solved if seed is None else question("divider/8", seed)._solved
    scatter = float(re.search(r"scatter by ([\d.]+) points", solved.check)[1])
    assert abs(scatter / solved.answer - 1) < 0.06  # four standard errors of a standard deviation


# The tables of exercise 5

BOOK = parse("Th 5s Js 2h 6s 9d 2d 4s 8c 5c Jd 8h Ks Qc 6h")


def in_per_cent(position, taken, left):
    """Count a cut by hand: the divider's best hand against every three pocket cards."""
    mine = max(
        shown((*position.up[0], *outcome_cards(way)[0]), position.pockets[0])
        for way in in_the_book(left)
    )
    ends = {outcome_cards(way)[0] for way in in_the_book(taken)}
    best = {
        two: max(strength((*position.up[1], *up, *two)) for up in ends)
        for two in combinations(position.unseen, 2)
    }
    points = Counter()
    for three in combinations(position.unseen, 3):
        theirs = max(best[two] for two in combinations(three, 2))
        points[(mine > theirs) - (mine < theirs)] += 1
    return round(100 * (points[1] + points[0] / 2) / points.total())


@pytest.fixture(scope="module")
def book_position():
    return Position(up=(BOOK[:4], BOOK[4:8]), pockets=(BOOK[8:11], None), four=BOOK[11:])


@pytest.mark.parametrize("number", [0, 6])
def test_the_chances_of_the_table_come_out_by_counting(book_position, number):
    options, table = seven_values(BOOK)
    groups = options[number].groups
    assert table[number] == (
        in_per_cent(book_position, *groups),
        in_per_cent(book_position, *groups[::-1]),
    )


def test_the_worse_chances_of_the_table_are_what_the_engine_calls_fixed(book_position):
    options, table = seven_values(BOOK)
    fixed = Cut(book_position).exact("fixed")
    assert [min(both) for both in table] == [round(100 * fixed.value(cut)) for cut in options]
    assert book_position.surely_last


# Writing an answer


@pytest.mark.parametrize(
    "words",
    [
        "9h | Kd 3s 2s",
        "2s 3s Kd|9h",
        "9♥ | K♦ 3♠ 2♠",
        (["9h"], ["Kd", "2s", "3s"]),
        ["2s3sKd", "9h"],
    ],
)
def test_a_cut_may_be_written_in_many_ways(words):
    assert cut_form(words) == "9h | Kd 3s 2s"


@pytest.mark.parametrize(
    "words",
    ["4s (9c)", "(9c) 4s", "4♠ (9♣)", (["4s"], "9c"), ({"4s"}, parse("9c")[0]), ("4s", ["9c"])],
)
def test_an_outcome_may_be_written_in_many_ways(words):
    assert outcome_form(words) == "4s (9c)"


@pytest.mark.parametrize("words", ["9h Kd", "9h | Kd | 2s", 7, ["9h"]])
def test_what_is_no_cut_is_refused(words):
    with pytest.raises(Unreadable):
        cut_form(words)


@pytest.mark.parametrize("words", ["4s (9c) (2d)", "4s (9c", "(9c 2d)", "()", 7, ([], None)])
def test_what_is_no_outcome_is_refused(words):
    with pytest.raises(Unreadable):
        outcome_form(words)


def test_a_card_cannot_lie_in_two_places():
    assert question("divider/1").check("Kd | Kd 9h").status == "unreadable"
    assert question("divider/2").check("Jh (Jh)").status == "unreadable"


def test_entries_that_say_the_same_are_pointed_out():
    told = question("divider/1").check("Kd Jc | 7h 4s; 7h 4s | Kd Jc")
    assert told.title == "Not yet: the same twice"
    told = question("divider/1").check("Kd Jc | 7h 4s; Kd | Jc 7h 4s; Ah | Kd Jc 7h")
    assert str(told) == "Not yet. 2 of your 3 belong on the list."


# Functions


def outcomes_by_the_book(group, down, rules=RULES, *, swaps=True):
    below = "" if down is None else down
    found = by_the_book(text(group), str(below), rules)
    kept = {(up, facing) for up, facing, _, swapped in found if swaps or not swapped}
    return [(list(up), facing) for up, facing in kept]


def red_up_always(group, down):
    if len(group) == 1:
        return outcomes_by_the_book(group, down)
    pool = [*group, *([] if down is None else [down])]
    return [(two, None) for two in combinations(pool, 2)]


def both_orders(group, down):
    found = outcomes_by_the_book(group, down)
    return found + [way for way in found if len(way[0]) == 2 and all(c[1] in "dh" for c in way[0])
                    and len(group) > 1]  # fmt: skip


def single_swapped(group, down):
    return outcomes_by_the_book(group, down, Rules(swap_single=True))


def not_turned_up(group, down):
    return [([], group[0])] if len(group) == 1 else outcomes_by_the_book(group, down)


def covered_kept(group, down):
    found = outcomes_by_the_book(group, down)
    return [
        (up, below if below or down is None or str(down) in up else down) for up, below in found
    ]


def third_covered(group, down):
    return outcomes_by_the_book(group[:2], down)


def plain(value):
    """Compare hands by something."""

    def better(mine, theirs):
        one, other = value(mine), value(theirs)
        return "draw" if one == other else "mine" if one > other else "theirs"

    return better


def ranks(hand):
    return sorted((card // 4 for card in hand), reverse=True)


def sizes(hand):
    return sorted(Counter(ranks(hand)).values(), reverse=True)


def leading(hand):
    """The rank that comes most often, the highest of these, after how often it comes."""
    counts = Counter(ranks(hand))
    most = max(counts.values())
    return most, max(rank for rank, count in counts.items() if count == most)


def as_far_as_both_go(mine, theirs):
    (one, first), (other, second) = (
        (sorted(sizes(hand), reverse=True), strength(hand)[1]) for hand in (mine, theirs)
    )
    shorter = min(len(first), len(second))
    a = list(zip(one, first, strict=True))[:shorter]
    b = list(zip(other, second, strict=True))[:shorter]
    return "draw" if a == b else "mine" if a > b else "theirs"


def row(hand):
    high, *_, low = ranks(hand)[0], ranks(hand)[-1]
    return len(hand) > 2 and len(set(ranks(hand))) == len(hand) == high - low + 1


FUNCTIONS = {
    9: (
        outcomes_by_the_book,
        {
            "the swap forgotten": lambda group, down: outcomes_by_the_book(
                group, down, swaps=False
            ),
            "the partner of a red card lies face up": lambda group, down: outcomes_by_the_book(
                group, down, FACE_DOWN
            ),
            "the partner of a black card lies face down": red_up_always,
            "two red cards counted in both orders": both_orders,
            "a single card swapped": single_swapped,
            "the face-down card not turned up": not_turned_up,
            "the covered card counted": covered_kept,
            "the third card always covered": third_covered,
        },
    ),
    10: (
        plain(strength),
        {
            "the sum of the cards compared": plain(lambda hand: sum(c // 4 + 2 for c in hand)),
            "pairs forgotten": plain(ranks),
            "the kind alone compared": plain(sizes),
            "the other cards forgotten": plain(leading),
            "the highest card before the pair": plain(lambda hand: (max(sizes(hand)), ranks(hand))),
            "missing cards forgotten": as_far_as_both_go,
            "more cards taken for the better hand": plain(lambda hand: (len(hand), strength(hand))),
            "a straight of fewer than five cards": plain(lambda hand: (row(hand), strength(hand))),
            "a flush of fewer than five cards": plain(
                lambda hand: (len(hand) > 2 and len({c % 4 for c in hand}) == 1, strength(hand))
            ),
            "suits compared": plain(lambda hand: (strength(hand), max(hand))),
        },
    ),
}


def compare_functions(number, function, other):
    """Whether two functions give the same on all cases, in whatever order they list it."""
    kind = question(f"divider/{number}").task.kind
    return kind.compare(function, other) == "exact"


@pytest.mark.parametrize("number", FUNCTIONS)
def test_a_function_by_another_way_to_find_it_is_right(number):
    assert question(f"divider/{number}").check(FUNCTIONS[number][0]).correct


@pytest.mark.parametrize("number", FUNCTIONS)
def test_each_mistaken_function_does_what_its_title_claims(number):
    mistakes = question(f"divider/{number}")._solved.mistakes
    expected = FUNCTIONS[number][1]
    assert [mistake.title for mistake in mistakes] == list(expected)
    for mistake in mistakes:
        assert compare_functions(number, mistake.answer, expected[mistake.title]), mistake.title


def test_a_function_that_is_wrong_in_its_own_way_is_shown_the_smallest_case():
    told = question("divider/9").check(lambda group, down: [(group[:1], None)])
    assert told.title == "Not yet: wrong on a deck of 2 cards, the ace of hearts and of spades"
    assert told.text == "outcomes(Ah, None) gives Ah; (Ah) is right."
    told = question("divider/10").check(lambda mine, theirs: "draw")
    assert told.title == "Not yet: wrong on a deck of 4 cards, king to ace in two suits"
