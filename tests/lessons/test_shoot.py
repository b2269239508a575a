"""The exercises of Shoot: each answer by a second route, each mistake as what it claims to be."""

import re
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import comb, log

import pytest

from cardlab.cards import DECK, RANK_NAMES
from cardlab.lessons import names, question
from cardlab.shoot import Bank

from .routes import SEEDS, asked, cards_in, compare_mistakes, numbers_in

HANDS = list(combinations(DECK, 3))


def beats(mine, turned):
    return mine.suit == turned.suit and mine.rank > turned.rank


def beats_equals(mine, turned):
    return beats(mine, turned) or mine.rank == turned.rank


def ace_low(card):
    return (card.rank + 1) % 13


def others(*known):
    return [card for card in DECK if card not in known]


def beaten(hand, cards, rule=beats):
    """Return the cards that lose to the hand."""
    return [card for card in cards if any(rule(mine, card) for mine in hand)]


@cache
def winning_counts():
    """Count all hands by the cards they beat, suit by suit and not card by card."""
    return Counter(by_suits(hand) for hand in HANDS)


def by_suits(hand):
    found = 0
    for suit in range(4):
        ranks = [card.rank for card in hand if card.suit == suit]
        if ranks:
            found += max(ranks) - len(ranks) + 1
    return found


@cache
def lose_with(lowest):
    """How often a hand loses that nobody has looked at: the mean number of suits among four."""
    fours = list(combinations([card for card in DECK if card.rank >= lowest], 4))
    return Fraction(sum(len({card.suit for card in four}) for four in fours), 4 * len(fours))


def winning_cards(text, hand, _):
    unseen = others(*hand)
    return len(beaten(hand, unseen)), {
        "your own cards counted": len(
            beaten(hand, DECK, lambda m, c: m.suit == c.suit and m.rank >= c.rank)
        ),
        "equal ranks of other suits counted": len(beaten(hand, unseen, beats_equals)),
        "suits forgotten": len(beaten(hand, unseen, lambda m, c: m.rank > c.rank)),
        "only one card counted": max(len(beaten([card], DECK)) for card in hand),
        "the ace taken as low": len(
            beaten(hand, unseen, lambda m, c: m.suit == c.suit and ace_low(m) > ace_low(c))
        ),
    }


def first_turn(text, hand, _):
    unseen = others(*hand)
    wins = len(beaten(hand, unseen))
    return Fraction(wins, len(unseen)), {
        "52 in the denominator": Fraction(wins, 52),
        "48 in the denominator": Fraction(wins, 48),
        "odds, not a chance": Fraction(wins, len(unseen) - wins),
        "the chance to lose": Fraction(len(unseen) - wins, len(unseen)),
        "equal ranks of other suits counted": Fraction(
            len(beaten(hand, unseen, beats_equals)), len(unseen)
        ),
    }


def one_suit_twice(text, hand, _):
    suits = Counter(card.suit for card in hand)
    twins = sorted(card for card in hand if suits[card.suit] == 2)
    return len(beaten(hand, others(*hand))), {
        "two cards of one suit counted twice": [
            sum(len(beaten([mine], DECK)) for mine in hand),
            sum(len(beaten([mine], others(*hand))) for mine in hand),
        ],
        "one of your own cards counted": len(beaten(hand, DECK)),
        "only the lower card counted": len(
            beaten([card for card in hand if card != twins[1]], others(*hand))
        ),
    }


def seen_cards(text, hand, _):
    seen = cards_in(text)[3:]
    assert len(seen) == 5
    can_come = others(*hand, *seen)
    wins, before = len(beaten(hand, can_come)), len(beaten(hand, others(*hand)))
    return Fraction(wins, len(can_come)), {
        "seen cards left in the denominator": Fraction(wins, 49),
        "seen cards left in the numerator": Fraction(before, len(can_come)),
        "seen cards forgotten": Fraction(before, 49),
        "all seen cards taken off the winning ones": Fraction(before - 5, len(can_come)),
        "your own cards can come": Fraction(wins, len(others(*seen))),
        "odds, not a chance": Fraction(wins, len(can_come) - wins),
    }


def three_high(text, _, __):
    name = re.search(r"is a (\w+) or higher", text)[1]
    high = {card for card in DECK if card.rank >= RANK_NAMES.index(name)}
    above = {card for card in DECK if card.rank > RANK_NAMES.index(name)}
    plural = "sixes" if name == "six" else f"{name}s"
    every = len(HANDS)
    return Fraction(sum(high.issuperset(hand) for hand in HANDS), every), {
        "that is the answer with replacement": Fraction(len(high) ** 3, 52**3),
        "ordered against unordered": Fraction(len(list(permutations(high, 3))), every),
        "unordered against ordered": Fraction(
            sum(high.issuperset(hand) for hand in HANDS), 52 * 51 * 50
        ),
        f"the {plural} forgotten": Fraction(sum(above.issuperset(hand) for hand in HANDS), every),
        "at least one instead of all": Fraction(
            sum(not high.isdisjoint(hand) for hand in HANDS), every
        ),
    }


def suits_not_looked_at(text, _, __):
    plural = re.search(r"one ace and two (\w+),", text)[1]
    pair = RANK_NAMES.index("six" if plural == "sixes" else plural[:-1])
    hands = [hand for hand in HANDS if sorted(c.rank for c in hand) == [pair, pair, 12]]
    chance = {hand: Fraction(len(beaten(hand, others(*hand))), 49) for hand in hands}
    apart = {chance[hand] for hand in hands if len({card.suit for card in hand}) == 3}
    shared = {chance[hand] for hand in hands if len({card.suit for card in hand}) == 2}
    (apart,), (shared,) = apart, shared
    suits = list(product(range(4), repeat=2))  # of the pair, each as if by itself; the ace has 0
    miss = Fraction(sum(0 not in both for both in suits), len(suits))
    one = Fraction(3, 4)
    return sum(chance.values()) / len(hands), {
        "three suits taken for granted": apart,
        "two suits taken for granted": shared,
        "that is the answer with replacement": miss * apart + (1 - miss) * shared,
        "only one of the pair looked at": one * apart + (1 - one) * shared,
        "that is Ann's chance": Fraction(36, 49),
    }


def average(text, _, __):
    size = numbers_in(text)[0]
    lowest = 13 - size // 4
    deck = [card for card in DECK if card.rank >= lowest]
    right = 1 - lose_with(lowest)
    no_club = sum(all(card.suit for card in four) for four in combinations(deck, 4))
    return right, {
        "that is the answer for 52 cards": 1 - lose_with(0),
        "that is the answer with replacement": Fraction(81, 256),
        "the chance to lose": lose_with(lowest),
        "the turned card forgotten": Fraction(
            sum(all(card.suit for card in three) for three in combinations(deck, 3)),
            comb(size, 3),
        ),
        "unordered against ordered": Fraction(no_club, size * (size - 1) * (size - 2) * (size - 3)),
    }


def worth(text, hand, _):
    bet = numbers_in(text)[0]
    wins = beaten(hand, others(*hand))
    gains = [bet if card in wins else -bet for card in others(*hand)]
    only_wins = [bet if card in wins else 0 for card in others(*hand)]
    right = Fraction(sum(gains), 49)
    return right, {
        "what you lose forgotten": Fraction(sum(only_wins), 49),
        "your own bet counted as a gain": Fraction(2 * sum(only_wins), 49),
        "a chance, not a value": Fraction(len(wins), 49),
        "what the dealer gains": -right,
        "the value of one token": right / bet,
    }


def reckless(text, _, __):
    one_in = numbers_in(text)[0]
    favourites = Fraction(sum(n for w, n in winning_counts().items() if w >= 25), len(HANDS))
    crowd = 425 * one_in
    shoot = {"reckless": crowd // one_in, "careful": (crowd - crowd // one_in) * favourites}
    right = shoot["reckless"] / Fraction(sum(shoot.values()))
    return right, {
        "the SHOOT not used": Fraction(1, one_in),
        "the condition turned round": 1 - favourites,
        "the prior chance forgotten": 1 / (1 + favourites),
        "the chance that the player is careful": 1 - right,
        "the chance of a SHOOT": sum(shoot.values()) / crowd,
    }


def stake(text, hand, _):
    bankroll, kitty = numbers_in(text)
    wins = len(beaten(hand, others(*hand)))
    best = min(kitty, bankroll * (2 * wins - 49) // 49)

    def growth(bet):
        return wins * log(bankroll + bet) + (49 - wins) * log(bankroll - bet)

    assert growth(best) >= growth(best - 1)
    assert best == kitty or growth(best + 2) < max(growth(best), growth(best + 1))
    return best, {
        "2p - 1 of the kitty instead of the bankroll": max(1, kitty * (2 * wins - 49) // 49),
        "the chance taken for the share": bankroll * wins // 49,
        "SHOOT": kitty,
        "the forced bet only": 1,
        "rounded up": -(bankroll * (49 - 2 * wins) // 49),
    }


def break_even(text, _, __):
    least = numbers_in(text)[0]
    bad = [(n, w) for w, n in winning_counts().items() if w < least]
    good = [(n, w) for w, n in winning_counts().items() if w >= least]
    cost, gain = sum(n * (49 - 2 * w) for n, w in bad), sum(n * (2 * w - 49) for n, w in good)
    right = Fraction(cost, gain)
    mean_cost = Fraction(cost, sum(n for n, _ in bad))
    mean_gain = Fraction(gain, sum(n for n, _ in good))
    return right, {
        "a forced bet on every hand": Fraction(sum(n * (49 - 2 * w) for n, w in bad + good), gain),
        "good and bad hands weighted alike": mean_cost / mean_gain,
        "wins on bad hands and losses on good ones forgotten": Fraction(
            sum(n * (49 - w) for n, w in bad), sum(n * w for n, w in good)
        ),
        "turned upside down": Fraction(gain, cost),
    }


def everybody_shoots(text, _, __):
    players = numbers_in(text)[0]
    deals = 2 if "2 deals" in text else 1
    fails = lose_with(0)
    kept = Fraction(1)
    for _turn in range(players * deals):
        kept *= fails
    return 1 - kept, {
        "the chance that the dealer keeps something": kept,
        "all must win": (1 - fails) ** (players * deals),
        "chances added up": players * deals * (1 - fails),
        "one turn only": 1 - fails,
        "one deal only": 1 - fails**players,
        "a half for each SHOOT": 1 - Fraction(1, 2 ** (players * deals)),
    }


ROUTES = {
    1: winning_cards, 2: first_turn, 3: one_suit_twice, 4: seen_cards, 5: three_high,
    6: suits_not_looked_at, 7: average, 8: worth, 9: reckless, 10: stake, 11: break_even,
    12: everybody_shoots,
}  # fmt: skip

every_route = pytest.mark.parametrize("number", ROUTES)
every_seed = pytest.mark.parametrize("seed", SEEDS)


def test_every_exercise_has_a_second_route_here():
    assert names("shoot") == [f"shoot/{number}" for number in [*ROUTES, 13, 14]]


@every_route
@every_seed
def test_the_right_answer_is_what_a_second_route_gives(number, seed):
    text, hand, solved = asked(f"shoot/{number}", seed)
    right, _ = ROUTES[number](text, hand, solved)
    assert solved.answer == right


@every_route
@every_seed
def test_each_mistake_is_the_number_that_its_title_claims(number, seed):
    text, hand, solved = asked(f"shoot/{number}", seed)
    compare_mistakes(f"shoot/{number}", seed, ROUTES[number](text, hand, solved)[1])


@pytest.mark.parametrize("number", [2, 4, 5, 6, 7, 8, 9, 12])
def test_the_interval_of_the_cross_check_holds_the_right_answer(number):
    solved = question(f"shoot/{number}")._solved
    low, high = re.search(r"interval (-?[\d.]+) to (-?[\d.]+)", solved.check).groups()
    assert float(low) <= solved.answer <= float(high)


def test_a_short_deck_wins_as_often_as_listing_all_its_hands_and_turns_says():
    deck = [card for card in DECK if card.rank >= 8]  # 10 to ace, 20 cards
    hands = list(combinations(deck, 3))
    wins = sum(len(beaten(hand, [c for c in deck if c not in hand])) for hand in hands)
    assert Fraction(wins, 17 * len(hands)) == 1 - lose_with(8)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "deals"), [(2, 1), (6, 1), (6, 2)])
def test_taking_turns_as_independent_is_off_by_less_than_two_in_a_thousand(players, deals):
    bank = Bank(players, 10 * players, "always", deals)
    sample = bank.simulate(2_000_000, rng=1).broke
    taken = 1 - float(lose_with(0)) ** (players * deals)
    assert abs(sample.value - taken) < 0.002


# Functions


def winning_by_suits(hand, deck):
    """Count suit by suit, with the deck's ranks below the best card of the hand."""
    found = 0
    for suit in {card.suit for card in hand}:
        best = max(card.rank for card in hand if card.suit == suit)
        found += len({c for c in deck if c.suit == suit and c.rank < best} - set(hand))
    return found


def average_by_formula(size, deck):
    suits = len({card.suit for card in deck})
    cards = len(deck)
    lacking = Fraction(comb(cards - cards // suits, size + 1), comb(cards, size + 1))
    return 1 - suits * (1 - lacking) / (size + 1)


def replaced(size, deck):
    """Let the turned card be any card of the deck; one's own never wins."""
    hands = list(combinations(deck, size))
    wins = sum(len(beaten(hand, [c for c in deck if c not in hand])) for hand in hands)
    return Fraction(wins, len(hands) * len(deck))


def with_equals(size, deck):
    pairs = [(hand, c) for hand in combinations(deck, size) for c in deck if c not in hand]
    return Fraction(sum(bool(beaten(hand, [c], beats_equals)) for hand, c in pairs), len(pairs))


FUNCTIONS = {
    13: (
        winning_by_suits,
        {
            "your own cards counted": lambda hand, deck: len(beaten(hand, deck)),
            "two cards of one suit counted twice": [
                lambda hand, deck: sum(len(beaten([m], set(deck) - {m})) for m in hand),
                lambda hand, deck: sum(len(beaten([m], set(deck) - set(hand))) for m in hand),
            ],
            "equal ranks of other suits counted": lambda hand, deck: len(
                beaten(hand, set(deck) - set(hand), beats_equals)
            ),
            "suits forgotten": lambda hand, deck: len(
                [c for c in set(deck) - set(hand) if c.rank < max(m.rank for m in hand)]
            ),
            "always the whole deck": lambda hand, _deck: by_suits(hand),
        },
    ),
    14: (
        average_by_formula,
        {
            "your own cards left in the denominator": replaced,
            "equal ranks of other suits counted": with_equals,
            "right for three cards and four suits only": lambda size, deck: Fraction(
                comb(len([c for c in deck if c.suit]), size + 1), comb(len(deck), size + 1)
            ),
            "the chance to lose": lambda size, deck: 1 - average_by_formula(size, deck),
            "always three cards": lambda _size, deck: average_by_formula(3, deck),
        },
    ),
}


@pytest.mark.parametrize("number", FUNCTIONS)
def test_a_function_by_another_way_to_count_is_right(number):
    assert question(f"shoot/{number}").check(FUNCTIONS[number][0]).correct


@pytest.mark.parametrize("number", FUNCTIONS)
def test_each_mistaken_function_does_what_its_title_claims(number):
    compare_mistakes(f"shoot/{number}", None, FUNCTIONS[number][1])


def test_a_function_that_is_wrong_in_its_own_way_is_shown_the_smallest_case():
    told = question("shoot/13").check(lambda hand, deck: 0)
    assert told.title == "Not yet: wrong on a deck of 3 cards, queen to ace in one suit"
    told = question("shoot/14").check(lambda size, deck: 0.5 if size == 1 else 0.25)
    assert told.title == "Not yet: wrong on a deck of 4 cards, jack to ace in one suit"
