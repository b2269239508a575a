"""The exercises of stud hi/lo: answers by a second route, mistakes as what they claim to be."""

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, prod

import pytest

from cardlab import hands
from cardlab.cards import DECK
from cardlab.lessons import names, question
from cardlab.lessons.answers import Unreadable
from cardlab.lessons.stud8.lows import LowHand, form
from cardlab.results import HiLoTable
from cardlab.stud8 import LowDraw, Matchup, Qualifiers

from .routes import SEEDS, asked, cards_in, compare_mistakes, decimals_in, numbers_in

ORDER = "A23456789TJQK"
FIVE_DECIMALS = Fraction(1, 100_000)


def rank(card):
    """Return a card's rank with the ace as 1."""
    return ORDER.index(str(card)[0]) + 1


def is_low(five):
    return len({rank(card) for card in five}) == 5 and max(map(rank, five)) <= 8


def best_low(cards):
    """Return the best low by looking at every five cards, or None."""
    lows = [
        sorted(map(rank, five), reverse=True) for five in combinations(cards, 5) if is_low(five)
    ]
    return min(lows, default=None)


def written(ranks):
    return "-".join(ORDER[r - 1] for r in sorted(ranks, reverse=True))


def low_ranks(cards):
    return {rank(card) for card in cards} & set(range(1, 9))


def others(*known):
    return [card for card in DECK if card not in known]


def which(text, hand, _):
    best = best_low(hand)
    low_cards = sorted(rank(card) for card in hand)
    different = sorted({rank(card) for card in hand})
    return written(best) if best else "no low", {
        "a pair disqualifies nothing": "no low",
        "a pair is not two ranks": written(low_cards[:5]),
        "the ace is low": written([r for r in different if 1 < r <= 8][:5]),
        "a card above eight": written(different[:5]),
    }


def in_order(text, _, __):
    lows = re.findall(r"\((\d)\) ([\dA]-[\dA]-[\dA]-[\dA]-[\dA])", text)
    assert len(lows) == 5

    def placed(key):
        return tuple(number for number, low in sorted(lows, key=lambda pair: key(pair[1])))

    def digits(low, ace="1"):
        return [int(one) for one in low.replace("A", ace).split("-")]

    def value(low):
        return int("".join(map(str, digits(low))))

    return placed(value), {
        "the worst comes first": placed(value)[::-1],
        "compared from the lowest card": placed(lambda low: sorted(digits(low))),
        "the ace taken as high": placed(lambda low: sorted(digits(low, "14"), reverse=True)),
        "cards added up": placed(lambda low: (sum(digits(low)), value(low))),
    }


def sixth_street(text, hand, _):
    dead = cards_in(text)[6:]
    assert len(dead) == 4
    can_come = others(*hand, *dead)
    outs = [card for card in can_come if len(low_ranks([*hand, card])) == 5]
    alone = [card for card in others(*hand) if len(low_ranks([*hand, card])) == 5]
    return Fraction(len(outs), 42), {
        "dead cards forgotten": Fraction(len(alone), 46),
        "dead cards left in the denominator": Fraction(len(outs), 46),
        "dead cards left in the numerator": Fraction(len(alone), 42),
        "52 in the denominator": Fraction(len(outs), 52),
        "ranks that you hold already": Fraction(sum(rank(c) <= 8 for c in can_come), 42),
        "odds, not a chance": Fraction(len(outs), 42 - len(outs)),
    }


def made(hand, unseen, drawn):
    """Return how often a draw makes a low, by going through what ranks come."""
    left = Counter(rank(card) if rank(card) <= 8 else 0 for card in unseen)
    held = low_ranks(hand)
    made = 0
    for come in product(range(min(4, drawn) + 1), repeat=8):
        high = drawn - sum(come)
        if high < 0 or len(held | {r for r, n in enumerate(come, 1) if n}) < 5:
            continue
        made += comb(left[0], high) * prod(comb(left[r], n) for r, n in enumerate(come, 1))
    return Fraction(made, comb(len(unseen), drawn))


@cache
def made_from(held, cards):
    """Return the chance with so many different low ranks and cards; suits do not matter."""
    hand = [c for c in DECK if c.suit == 0 and rank(c) <= held]
    hand += [c for c in DECK if c.suit == 0 and rank(c) > 8][: cards - held]
    return made(hand, others(*hand), 7 - cards)


def early(text, hand, _):
    held, drawn = low_ranks(hand), 7 - len(hand)
    need, unseen = 5 - len(held), len(others(*hand))
    useful = [c for c in others(*hand) if len(low_ranks([*hand, c])) > len(held)]
    right = made_from(len(held), len(hand))
    enough = sum(
        comb(len(useful), k) * comb(unseen - len(useful), drawn - k) for k in range(need, drawn + 1)
    )
    chosen = sum(
        4**need * comb(unseen - need, drawn - need)
        for _ in combinations(set(range(1, 9)) - held, need)
    )
    # With replacement: sequences of ranks, five new ones at most, and 0 for all others.
    new = 8 - len(held)
    weights = [unseen - 4 * new, *[4] * new]
    replaced = sum(
        prod(weights[r] for r in come)
        for come in product(range(new + 1), repeat=drawn)
        if len(set(come) - {0}) >= need
    )
    in_a_row = prod(Fraction(4 * (new - k), unseen - k) for k in range(need))
    return right, {
        "cards counted instead of ranks": Fraction(enough, comb(unseen, drawn)),
        "that is the answer with replacement": Fraction(replaced, unseen**drawn),
        "hands counted more than once": Fraction(chosen, comb(unseen, drawn)),
        "the chance of no low": 1 - right,
        "only the next cards looked at": in_a_row,
    }


def pairs_with(outs, unseen):
    """Return how often two of some cards hold an out, by listing the pairs."""
    pairs = list(combinations(range(unseen), 2))
    return Fraction(sum(min(pair) < outs for pair in pairs), len(pairs))


def dead_cards(text, hand, _):
    dead = cards_in(text)[5:]
    assert len(dead) == 6
    can_come = others(*hand, *dead)
    draws = list(combinations(can_come, 2))
    right = Fraction(sum(len(low_ranks([*hand, *two])) >= 5 for two in draws), len(draws))
    outs = [card for card in can_come if len(low_ranks([*hand, card])) == 5]
    ordered = [len(low_ranks([*hand, *two])) >= 5 for two in product(can_come, repeat=2)]
    return right, {
        "dead cards forgotten": pairs_with(16, 47),
        "dead cards left in the denominator": pairs_with(len(outs), 47),
        "dead cards left among the outs": pairs_with(16, 41),
        "all dead cards taken off the outs": pairs_with(10, 41),
        "that is the answer with replacement": Fraction(sum(ordered), len(ordered)),
        "the two cards added up": Fraction(len(outs), 41) * 2,
        "one card only": Fraction(len(outs), 41),
        "the chance of no low": 1 - right,
    }


@cache
def two_hands(first, second):
    """Return how often the first, the second, and both hands get a low: rank by rank."""
    left = Counter(rank(card) if rank(card) <= 8 else 0 for card in others(*first, *second))
    due = 7 - len(first), 7 - len(second)
    # ranks of each that have come, and cards: numbers of ways
    ways = Counter({(len(low_ranks(first)), len(low_ranks(second)), 0, 0): 1})
    for low in range(1, 9):
        after = Counter()
        for (a, b, x, y), number in ways.items():
            for p, q in product(range(left[low] + 1), repeat=2):
                if p + q > left[low] or x + p > due[0] or y + q > due[1]:
                    continue
                new_a = a + (p > 0 and low not in low_ranks(first))
                new_b = b + (q > 0 and low not in low_ranks(second))
                after[new_a, new_b, x + p, y + q] += (
                    number * comb(left[low], p) * comb(left[low] - p, q)
                )
        ways = after
    found = Counter()
    for (a, b, x, y), number in ways.items():
        p, q = due[0] - x, due[1] - y
        found[a >= 5, b >= 5] += number * comb(left[0], p) * comb(left[0] - p, q)
    every = sum(found.values())
    both = Fraction(found[True, True], every)
    return (
        Fraction(found[True, False], every) + both,
        Fraction(found[False, True], every) + both,
        both,
    )


def two_in(text, cards):
    """Return the chances of a question about two hands, and check those that it tells."""
    a, b, both = two_hands(cards[:3], cards[3:])
    told = list(map(Fraction, decimals_in(text)))
    for chance, decimal in zip(dict.fromkeys((a, b, both)), told, strict=True):
        assert abs(chance - decimal) < FIVE_DECIMALS
    return a, b, both


def at_least_one(text, cards, _):
    a, b, both = two_in(text, cards)
    right = a + b - both
    return right, {
        "the two lows taken as independent": a + (1 - a) * b,
        "deals with two lows counted twice": a + b,
        "exactly one instead of at least one": (a - both) + (b - both),
        "both instead of at least one": both,
        "the chance that nobody has a low": 1 - right,
    }


def given_the_other(text, cards, _):
    a, b, both = two_in(text, cards)
    return both / b, {
        "the two lows taken as independent": a,
        "the condition forgotten": both,
        "the condition turned round": both / a,
        "multiplied as if independent": a * b,
        "the chance if your opponent has no low": (a - both) / (1 - b),
        "the chance if Ben has no low": (a - both) / (1 - b),
    }


def most_lows(text, dead, _):
    players = numbers_in(text)[0]
    left = Counter(rank(card) for card in others(*dead) if rank(card) <= 8)
    possible = 0
    for lows in range(1, players + 1):
        if fits(left, lows):
            possible = lows
    return possible, {
        "everybody": players,
        "dead cards forgotten": 6,
        "seven low cards for each player": sum(left.values()) // 7,
        "an ace for each low": 4,
        "rounded up": -(-sum(left.values()) // 5),
    }


def fits(left, lows):
    """Hand out lows one by one, each of the five ranks of which most cards are left."""
    left = Counter(left)
    for _ in range(lows):
        five = [low for low, cards in left.most_common(5) if cards]
        if len(five) < 5:
            return False
        left.subtract(five)
    return True


def chips(text, _, __):
    pot = numbers_in(text)[0]
    shown = cards_in(text)
    seats = [shown[:7], shown[7:14], shown[14:]]
    highs = [hands.high(cards) for cards in seats]
    lows = [best_low(cards) for cards in seats]
    high = [n for n in range(3) if highs[n] == max(highs)]
    best = min(low for low in lows if low)
    low = [n for n in range(3) if lows[n] == best]
    halves = {"high": pot - pot // 2, "low": pot // 2}
    order = sorted(range(3), key=lambda n: max(seats[n]), reverse=True)

    def part(chips, winners, last=()):
        """Deal chips out one by one, the odd ones to the first in order."""
        stacks = Counter()
        queue = sorted((n for n in order if n in winners), key=lambda n: n in last)
        for chip in range(chips):
            stacks[queue[chip % len(queue)]] += 1
        return stacks

    lucky = high if len(high) == 1 and pot % 2 else [
        n for n in high if part(halves["high"], high)[n] * len(high) > halves["high"]
    ]  # fmt: skip
    got = part(halves["high"], high) + part(halves["low"], low, lucky)
    assert sum(got.values()) == pot
    mine = {"high": 0 in high, "low": 0 in low}
    winners = {"high": len(high), "low": len(low)}
    first = "high" if 0 in high else "low"
    return got[0], {
        "ties dropped": sum(halves[half] for half in halves if mine[half]),
        "an odd chip in the wrong place": sum(
            (pot - halves[half]) // winners[half] for half in halves if mine[half]
        ),
        "one odd chip too many": sum(
            (halves[half] + winners[half] - 1) // winners[half] for half in halves if mine[half]
        ),
        "the low forgotten": pot if 0 in high else 0,
        "the whole pot shared by those who win something of it": pot // winners[first],
        "half the pot": halves["low"],
    }


def sure_half(text, _, __):
    pot, call = numbers_in(text)
    return Fraction(pot - call, 2), {
        "your own call counted as a gain": Fraction(pot + call, 2),
        "half the pot taken as half the profit": Fraction(pot, 2),
        "your call left out of the pot": Fraction(pot, 2) - call,
        "the whole pot": pot,
    }


def price(text, _, __):
    pot, call = numbers_in(text)

    def even(win, lose):
        """Return the chance at which a gain and a loss balance."""
        return Fraction(lose, win + lose)

    right = even(Fraction(pot + call, 2) - call, call)
    return right, {
        "as if you won the whole pot": even(pot, call),
        "the pot before the call": even(pot - call, call),
        "the call left out of the pot": even(Fraction(pot, 2) - call, call),
        "half the pot taken as half the profit": even(Fraction(pot, 2), call),
        "how often you may lose": 1 - right,
    }


def equity(text, _, __):
    cards = cards_in(text)
    table = Matchup(cards[:6], cards[6:]).exact()
    assert isinstance(table, HiLoTable)
    told = text[text.index("Of ") : text.index("What is your")].replace(",", "")
    deals, scoop, three, half, quarter, nothing = map(int, re.findall(r"\d+", told))
    assert deals == table.deals == scoop + three + half + quarter + nothing
    assert nothing == table.nothing * deals
    right = Fraction(4 * scoop + 3 * three + 2 * half + quarter, 4 * deals)
    assert right == table.equity
    return right, {
        "how often you win something": Fraction(deals - nothing, deals),
        "how often you scoop": Fraction(scoop, deals),
        "ties dropped": Fraction(2 * scoop + half, 2 * deals),
        "scoop counted twice": Fraction(3 * scoop + three + half + quarter, 2 * deals),
        "quarters rounded up": Fraction(2 * (scoop + three) + half + quarter, 2 * deals),
        "your opponent's equity": table.mirrored.equity,
    }


ROUTES = {
    1: which, 2: in_order, 3: sixth_street, 4: early, 5: dead_cards, 6: at_least_one,
    7: given_the_other, 8: most_lows, 9: chips, 10: sure_half, 11: price, 12: equity,
}  # fmt: skip

every_route = pytest.mark.parametrize("number", ROUTES)
every_seed = pytest.mark.parametrize("seed", SEEDS)


def test_every_exercise_has_a_second_route_here():
    assert names("stud8") == [f"stud8/{number}" for number in [*ROUTES, 13, 14]]


@every_route
@every_seed
def test_the_right_answer_is_what_a_second_route_gives(number, seed):
    text, hand, solved = asked(f"stud8/{number}", seed)
    assert solved.answer == ROUTES[number](text, hand, solved)[0]


@every_route
@every_seed
def test_each_mistake_is_the_number_that_its_title_claims(number, seed):
    text, hand, solved = asked(f"stud8/{number}", seed)
    compare_mistakes(f"stud8/{number}", seed, ROUTES[number](text, hand, solved)[1])


@pytest.mark.parametrize("number", [3, 5, 6, 7, 12])
def test_the_interval_of_the_cross_check_holds_the_right_answer(number):
    solved = question(f"stud8/{number}")._solved
    low, high = re.search(r"interval (-?[\d.]+) to (-?[\d.]+)", solved.check).groups()
    assert float(low) <= solved.answer <= float(high)


def test_numbers_told_with_five_decimals_give_an_answer_that_counts_as_exact():
    for seed in SEEDS:
        a, b, both = (list(map(float, decimals_in(asked("stud8/6", seed)[0]))) * 2)[:3]
        if seed is None:
            a, b, both = a, a, b
        assert question("stud8/6", seed).check(round(a + b - both, 5)).correct
        a, b, both = (list(map(float, decimals_in(asked("stud8/7", seed)[0]))) * 2)[:3]
        if seed is None:
            a, b, both = a, a, b
        assert question("stud8/7", seed).check(both / b).correct


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_with_dead_cards_the_exact_count_of_lows_ends_where_the_answer_says(seed):
    exercise = question("stud8/8", seed)
    lows = Qualifiers(6, dead=exercise.task.cards).exact()
    assert max(k for k in lows if lows[k]) == exercise._solved.answer


@pytest.mark.slow
def test_with_seven_players_six_lows_are_possible_and_seven_are_not():
    lows = Qualifiers(7).exact()
    assert lows[6] > 0 == lows[7]


def test_the_route_by_ranks_agrees_with_the_package_on_two_known_hands():
    first, second = DECK[:1] + DECK[5:6] + DECK[50:51], DECK[9:10] + DECK[14:15] + DECK[40:41]
    a, b, both = two_hands(first, second)
    assert a == LowDraw(first, second).exact().probability
    assert both == Qualifiers(2, known=[first, second]).exact().probability(2)
    assert b == LowDraw(second, first).exact().probability


# How a low is written


@pytest.mark.parametrize(
    "entry", ["8-4-3-2-A", "8 4 3 2 a", "84321", "A, 2, 3, 4, 8", "[8, 4, 3, 2, 1]",
              (8, 4, 3, 2, 1), "8♠ 4♥ 3♦ 2♣ A♠", "8s4h3d2cAs", ["8", "4", "3", "2", "A"]]
)  # fmt: skip
def test_a_low_is_read_in_all_ways_to_write_it(entry):
    assert form(entry) == "8-4-3-2-A"


@pytest.mark.parametrize(
    "entry", ["8-4-3-2", "8-4-3-2-A-A", "low", "", 84321, None, [], [[8]], "8-4-3-2-A " * 99]
)
def test_what_is_no_low_is_refused(entry):
    with pytest.raises(Unreadable):
        form(entry)


def test_lows_may_be_put_in_order_by_their_names_too():
    told = question("stud8/2").check("6542A; 7432A; 7643A; 76543; 8432A")
    assert told.correct
    assert question("stud8/2").check([4, 3, 5, 2, 1]).correct
    assert question("stud8/2").check("5432A; 1; 2; 3; 4").status == "unreadable"
    for answer in ("a lot", "4 3 5 2 1", "0.3"):
        told = question("stud8/2").check(answer)
        assert told.status == "unreadable"
        assert "numbers with semicolons" in told.text
    assert LowHand().blank("")


# Functions


def qualifies(cards):
    return hands.low(cards) < hands.NO_LOW


def share(highs, lows):
    """Share 24 chips out of each half, one by one."""
    got = Counter()
    winners = [n for n, high in enumerate(highs) if high == max(highs)]
    low = min(lows)
    halves = [winners, [n for n, one in enumerate(lows) if one == low] if low < 56 else winners]
    for half in halves:
        for chip in range(12):
            got[half[chip % len(half)]] += 1
    return Fraction(got[0], 24)


def top(values, best):
    return [n for n, value in enumerate(values) if value == best(values)]


FUNCTIONS = {
    13: (
        qualifies,
        {
            "all cards must be low": lambda cards: (
                max(map(rank, cards)) <= 8 and len(set(map(rank, cards))) == len(cards)
            ),
            "a pair disqualifies nothing": lambda cards: (
                qualifies(cards) and max(Counter(map(rank, cards)).values()) == 1
            ),
            "cards counted instead of ranks": lambda cards: (
                len([card for card in cards if rank(card) <= 8]) > 4
            ),
            "the ace taken as high only": lambda cards: len(low_ranks(cards) - {1}) > 4,
            "a nine counted as low": lambda cards: len({r for r in map(rank, cards) if r < 10}) > 4,
            "straights and flushes do no harm": lambda cards: (
                qualifies(cards)
                and hands.category(hands.high(cards)) not in (4, 5, 8)
            ),
            "only the first five cards looked at": lambda cards: qualifies(cards[:5]),
        },
    ),
    14: (
        share,
        {
            "a pot without a low": lambda highs, lows: (
                share(highs, lows) / (2 if set(lows) == {56} else 1)
            ),
            "56 taken for a low": lambda highs, lows: share(highs, [low - 1 for low in lows]),
            "ties dropped": lambda highs, lows: Fraction(
                (0 in top(highs, max))
                + (0 in (top(highs, max) if set(lows) == {56} else top(lows, min))), 2
            ),
            "the larger low taken as the better": lambda highs, lows: share(
                highs, [{0: 1, 1: 0, 56: 56}[low] for low in lows]
            ),
            "the smaller high taken as the better": lambda highs, lows: share(
                [2 - high for high in highs], lows
            ),
            "the low forgotten": lambda highs, lows: share(highs, [56] * len(lows)),
            "a tie shared by all players": lambda highs, lows: sum(
                Fraction(0 in half, 2 * (1 if len(half) == 1 else len(highs)))
                for half in (
                    top(highs, max),
                    top(highs, max) if set(lows) == {56} else top(lows, min),
                )
            ),
        },
    ),
}  # fmt: skip


@pytest.mark.parametrize("number", FUNCTIONS)
def test_a_function_by_another_way_to_count_is_right(number):
    assert question(f"stud8/{number}").check(FUNCTIONS[number][0]).correct


@pytest.mark.parametrize("number", FUNCTIONS)
def test_each_mistaken_function_does_what_its_title_claims(number):
    compare_mistakes(f"stud8/{number}", None, FUNCTIONS[number][1])


def test_a_function_that_is_wrong_in_its_own_way_is_shown_the_smallest_case():
    told = question("stud8/13").check(lambda cards: len(cards) == 5)
    assert told.title == "Not yet: wrong on a deck of 9 cards, ace to nine in one suit"
    told = question("stud8/14").check(lambda highs, lows: 1 / len(highs))
    assert told.title == "Not yet: wrong on 2 players"
