"""Many banks of Shoot.

A set of cards is one 64-bit word with a bit for each card. For each of the 52 cards a table holds
the set that it beats, so what a hand beats is the union of its cards' sets, its chance is the
number of bits left after taking out the cards that the player knows, and the bet is won if the
turned card is in the set. The rules about ranks are all in the table.

Every built-in strategy is one row of integers: if the chance is above a threshold, bet a fraction
of the kitty (or, for Kelly, a fraction of what the player owns), else 1. Thresholds and fractions
are pairs of integers, so the bets are exact and equal to those of the Python code.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardlab._kernels.draw import shuffle
from cardlab._kernels.jit import jit

# The columns of a strategy's row. A bankroll above 0 marks a Kelly player.
COLUMNS = ("threshold", "threshold_of", "fraction", "fraction_of", "bankroll", "memory")
_THRESHOLD, _THRESHOLD_OF, _FRACTION, _FRACTION_OF, _BANKROLL, _MEMORY = range(6)

_ONE = np.uint64(1)
_TWO = np.uint64(2)
_FOUR = np.uint64(4)
_TOP = np.uint64(56)
_PAIRS = np.uint64(0x5555555555555555)
_NIBBLES = np.uint64(0x3333333333333333)
_BYTES = np.uint64(0x0F0F0F0F0F0F0F0F)
_SUM = np.uint64(0x0101010101010101)


@jit("int64(uint64)")
def count(cards: np.uint64) -> int:
    """Return the number of cards in a set, by adding neighbouring groups of bits."""
    cards = cards - ((cards >> _ONE) & _PAIRS)
    cards = (cards & _NIBBLES) + ((cards >> _TWO) & _NIBBLES)
    cards = (cards + (cards >> _FOUR)) & _BYTES
    return int(np.int64((cards * _SUM) >> _TOP))


@jit("int64(int64, int64, int64)")
def part(amount: int, numerator: int, denominator: int) -> int:
    """Return the amount times a fraction of at most 1, rounded down, without overflow."""
    whole, rest = amount // denominator, amount % denominator
    return whole * numerator + rest * numerator // denominator


@jit("int64(int64[::1], int64, int64, int64, int64)")
def stake(row: NDArray[np.int64], winning: int, unseen: int, kitty: int, won: int) -> int:
    """Return a strategy's bet.

    Parameters
    ----------
    row : int64 array
        The strategy; see `COLUMNS`.
    winning, unseen : int
        The chance is `winning` of `unseen` cards.
    kitty, won : int
        Tokens in the kitty, and those that the player has won in this bank (lost, if negative).
    """
    if winning * row[_THRESHOLD_OF] <= row[_THRESHOLD] * unseen:
        return 1
    if row[_BANKROLL] > 0:
        bet = part(row[_BANKROLL] + won, 2 * winning - unseen, unseen)
    else:
        bet = part(kitty, row[_FRACTION], row[_FRACTION_OF])
    return min(kitty, max(1, bet))


@jit("void(uint8[::1], uint64[::1], int64[:, ::1], int64, int64, int64[::1], int64[::1])")
def play_deal(
    deck: NDArray[np.uint8],
    beaten_by: NDArray[np.uint64],
    strategies: NDArray[np.int64],
    hand_size: int,
    burn: int,
    won: NDArray[np.int64],
    kitties: NDArray[np.int64],
) -> None:
    """Play one deal with a given deck.

    Parameters
    ----------
    deck : uint8 array
        Cards in the order in which they are dealt: one at a time to each player, then the stock.
    beaten_by : uint64 array, shape (52,)
        For each card the set of cards that it beats.
    strategies : int64 array, shape (players, len(COLUMNS))
    hand_size, burn : int
        Cards in a hand, and cards laid aside before each card is turned (0 or 1).
    won : int64 array, shape (players,)
        What each player has won in this bank so far; updated.
    kitties : int64 array, shape (players + 1,)
        The first is the kitty before the deal; the others, after each turn, are filled in.
    """
    players = len(strategies)
    kitty = kitties[0]
    turned = np.uint64(0)
    top = hand_size * players
    for player in range(players):
        if kitty > 0:
            hand = beaten = np.uint64(0)
            for place in range(player, hand_size * players, players):
                hand |= _ONE << np.uint64(deck[place])
                beaten |= beaten_by[deck[place]]
            remembered = turned if strategies[player, _MEMORY] else np.uint64(0)
            winning = count(beaten & ~hand & ~remembered)
            unseen = 52 - hand_size - count(remembered)
            bet = stake(strategies[player], winning, unseen, kitty, won[player])
            top += burn
            card = _ONE << np.uint64(deck[top])
            top += 1
            if beaten & card == 0:
                bet = -bet
            won[player] += bet
            kitty -= bet
            turned |= card
        kitties[player + 1] = kitty


@jit(
    "void(uint64[::1], uint64[::1], int64[:, ::1], int64, int64, int64, int64, int64[:, ::1], "
    "uint8[::1], int64[::1], int64[::1])"
)
def _play_banks(
    state: NDArray[np.uint64],
    beaten_by: NDArray[np.uint64],
    strategies: NDArray[np.int64],
    hand_size: int,
    burn: int,
    deals: int,
    kitty: int,
    kitties: NDArray[np.int64],
    deck: NDArray[np.uint8],
    won: NDArray[np.int64],
    course: NDArray[np.int64],
) -> None:
    players = len(strategies)
    needed = players * (hand_size + 1 + burn)
    turns = players * deals
    columns = kitties.shape[1]
    for bank in range(len(kitties)):
        course[0] = kitty
        won[:] = 0
        for first in range(0, turns, players):
            if course[first] > 0:
                shuffle(state, deck, needed)
                within = course[first : first + players + 1]
                play_deal(deck, beaten_by, strategies, hand_size, burn, won, within)
            else:
                course[first + 1 : first + players + 1] = 0
        for column in range(columns):
            kitties[bank, column] = course[turns + 1 - columns + column]


def play_banks(
    state: NDArray[np.uint64],
    beaten_by: NDArray[np.uint64],
    strategies: NDArray[np.int64],
    hand_size: int,
    burn: int,
    deals: int,
    kitty: int,
    kitties: NDArray[np.int64],
) -> None:
    """Play banks with shuffled decks.

    Parameters
    ----------
    state : uint64 array, shape (4,)
        The generator's state; see `cardlab._kernels.draw`.
    beaten_by, strategies, hand_size, burn
        As in `play_deal`.
    deals, kitty : int
        Deals in a bank, and the kitty at its start.
    kitties : int64 array, shape (banks, any)
        Filled in: the kitty after each of the last turns, as many as there are columns. One
        column holds what is left at the end; players * deals + 1 hold the whole course.
    """
    deck, won = np.arange(52, dtype=np.uint8), np.empty(len(strategies), np.int64)
    course = np.empty(len(strategies) * deals + 1, np.int64)
    given = state, beaten_by, strategies, hand_size, burn, deals, kitty
    _play_banks(*given, kitties, deck, won, course)
