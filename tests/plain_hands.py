"""A second, slow way to evaluate hands: look at every five of the cards.

It shares no code with cardlab and follows the words of the rule book. What it returns compares
like the hands do; it has no numbers of classes.
"""

from collections import Counter
from itertools import combinations

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
BY_COUNTS = {
    (1, 1, 1, 1, 1): HIGH_CARD,
    (2, 1, 1, 1): PAIR,
    (2, 2, 1): TWO_PAIR,
    (3, 1, 1): TRIPS,
    (3, 2): FULL_HOUSE,
    (4, 1): QUADS,
}


def five_high(cards):
    """Return category and ranks of five cards, numbers 0 to 51."""
    ranks = [card // 4 + 2 for card in cards]
    counts = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    category = BY_COUNTS[tuple(count for _, count in counts)]
    order = [rank for rank, _ in counts]
    flush = len({card % 4 for card in cards}) == 1
    if sorted(ranks) == [2, 3, 4, 5, 14]:
        order = [5, 4, 3, 2, 1]
    straight = category == HIGH_CARD and order[0] - order[4] == 4
    if straight or flush:
        category = {(True, True): STRAIGHT_FLUSH, (True, False): STRAIGHT}.get(
            (straight, flush), FLUSH
        )
    return category, order


def five_low(cards):
    """Return the ranks of five cards from the highest down, or None if they are no low."""
    ranks = sorted((card // 4 + 2 if card < 48 else 1 for card in cards), reverse=True)
    return ranks if len(set(ranks)) == 5 and ranks[0] <= 8 else None


def high(cards):
    """Return category and ranks of the best five cards; larger is better."""
    return max(five_high(five) for five in combinations(cards, 5))


def low(cards):
    """Return the ranks of the best low; smaller is better; None if there is none."""
    lows = [found for five in combinations(cards, 5) if (found := five_low(five))]
    return min(lows, default=None)


def strength(cards):
    """Return what a hand of any size compares by: as far as it goes, no straights below five."""
    if len(cards) >= 5:
        return high(cards)
    counts = sorted(Counter(card // 4 + 2 for card in cards).items(), key=lambda item: item[::-1])
    order = [rank for rank, _ in reversed(counts)]
    sizes = [count for _, count in reversed(counts)]
    if sizes == [2, 2]:
        return TWO_PAIR, order
    return {1: HIGH_CARD, 2: PAIR, 3: TRIPS, 4: QUADS}[sizes[0]], order
