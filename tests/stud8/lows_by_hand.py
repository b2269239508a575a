"""A second, plain way to count lows, which lists every draw, and hands to try it on."""

from collections import Counter
from itertools import combinations

from hypothesis import strategies as st

from cardlab.cards import DECK
from tests import plain_hands

LOW_CARDS = [card for card in DECK if card.rank in {12, 0, 1, 2, 3, 4, 5, 6}]
HIGH_CARDS = [card for card in DECK if card not in LOW_CARDS]
TWO_SUITS = [card for card in DECK if card.suit < 2]


@st.composite
def hands_and_dead(draw, least, most, most_dead=20):
    """A hand, often of low cards or of two suits so that something comes of it, and dead cards."""
    deck = draw(st.sampled_from([DECK, LOW_CARDS, TWO_SUITS]))
    cards = draw(st.lists(st.sampled_from(deck), min_size=least, max_size=most, unique=True))
    dead = draw(st.lists(st.sampled_from(DECK), max_size=most_dead, unique=True))
    return cards, [card for card in dead if card not in cards]


def unseen(*groups):
    """Return the cards of the deck that are in none of the groups."""
    seen = {card for group in groups for card in group}
    return [card for card in DECK if card not in seen]


def lows(cards, dead=()):
    """Return the number of draws for each low, as `plain_hands.low` writes it."""
    return Counter(
        tuple(plain_hands.low((*cards, *drawn)) or ())
        for drawn in combinations(unseen(cards, dead), 7 - len(cards))
    )


def has_low(cards):
    """Say whether five different ranks from ace to eight are among the cards."""
    return len({card // 4 for card in cards if card in LOW_CARDS}) >= 5


def how_many(hands, dead=()):
    """Return in how many deals 0, 1, 2, ... of the hands have a low."""

    def complete(left, cards, lows):
        if not left:
            counts[lows] += 1
            return
        hand, *others = left
        for drawn in combinations(cards, 7 - len(hand)):
            rest = [card for card in cards if card not in drawn]
            complete(others, rest, lows + has_low((*hand, *drawn)))

    counts = Counter()
    complete(list(hands), unseen(*hands, dead), 0)
    return [counts[number] for number in range(len(hands) + 1)]
