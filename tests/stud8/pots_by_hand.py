"""A second, slow way to share pots: the words of the rule book, deal by deal, in Fractions."""

from fractions import Fraction
from itertools import combinations

from cardlab.cards import DECK
from tests import plain_hands

HALF = Fraction(1, 2)


def shares(final):
    """Return what each seat wins of a pot; `final` holds seven cards a seat."""
    highs, lows = [plain_hands.high(cards) for cards in final], list(map(plain_hands.low, final))
    qualified = [low for low in lows if low is not None]
    best_high = [seat for seat, high in enumerate(highs) if high == max(highs)]
    best_low = [seat for seat, low in enumerate(lows) if low and low == min(qualified)]
    pots = [(HALF, best_high), (HALF, best_low)] if best_low else [(Fraction(1), best_high)]
    won = [Fraction(0)] * len(final)
    for pot, winners in pots:
        for seat in winners:
            won[seat] += pot / len(winners)
    return won


def deals(seats, dead=(), *, common=False):
    """Yield all ways to bring every seat to seven cards, the last one for everybody if asked."""
    seen = {*dead, *(card for seat in seats for card in seat)}
    left = [card for card in DECK if card not in seen]

    def give(seat, left, final):
        if seat == len(seats):
            for card in left if common else [None]:
                yield [(*cards, card) for cards in final] if common else final
            return
        for drawn in combinations(left, 7 - common - len(seats[seat])):
            rest = [card for card in left if card not in drawn]
            yield from give(seat + 1, rest, [*final, (*seats[seat], *drawn)])

    return give(0, left, [])


def totals(seats, dead=(), *, common=False):
    """Return each seat's shares added up over all deals, and the number of deals."""
    won = [shares(final) for final in deals(seats, dead, common=common)]
    return [sum(seat) for seat in zip(*won, strict=True)], len(won)
