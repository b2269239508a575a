"""Many poker hands, high and low together.

The plan of the tables stands in tables.py. A hand is read as one 64-bit word, a byte a card, with
one load. Two neighbouring cards of six bits each make 12 bits, so four reads from a table of pairs
add up the words of eight cards; places without a card hold numbers above 51, whose word is 0. The
sum leads to the value.

Three of a hundred seven-card hands have a flush and must be looked at card by card. A branch that
is taken now and then stops the processor's reading ahead, which costs a third of the speed. So
hands are done in blocks, each step for the whole block: first the sums; then the values and,
without a branch, a list of the flushes; then the flushes alone.

Everything is unsigned: Numba tests signed indices for being negative. The small functions are
inlined, here and in the other kernels that evaluate hands.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from cardlab._kernels import tables
from cardlab._kernels.jit import inlined, jit, read_only
from cardlab._kernels.tables import Tables

TABLES = types.NamedTuple(
    [
        read_only(types.uint64),
        read_only(types.uint64),
        read_only(types.uint32, 2),
        read_only(types.uint16),
        read_only(types.uint32),
        read_only(types.int16),
        read_only(types.uint8),
    ],
    Tables,
)
"""The Numba type of `Tables`."""

WORDS = read_only(types.uint64, 1, "A")
"""The Numba type of hands as words, which may begin at any byte."""

_U = np.uint64
_ALL = _U(0xFFFFFFFFFFFFFFFF)
_NO_CARDS = _U(tables.NO_CARDS)
_FIRSTS = _U(0x003F003F003F003F)
_SECONDS = _U(0x0FC00FC00FC00FC0)
_BYTES = _U(0x0101010101010101)
_LOW7 = _U(0x7F) * _BYTES
_TOP1 = _U(0x80) * _BYTES
_UP_TO_128 = _U(128 - 52) * _BYTES
_CARD = _U(0x3F)
_SUIT = _U(3)
_RANK = _U(15)
_LOW16 = _U(0xFFFF)
_0, _1, _2, _16, _32, _48 = (_U(number) for number in (0, 1, 2, 16, 32, 48))
_BLOCK = 64
START = _U(tables.START)
FIVE = _U(tables.FIVE)


@inlined
def own_bytes(size: int) -> np.uint64:
    """Return the bytes of a hand that hold its cards, 5 to 8."""
    return _ALL >> _U(64 - 8 * size)


@inlined
def sum_of_words(hand: np.uint64, pairs: NDArray[np.uint64]) -> np.uint64:
    """Return the sum for eight cards or "no card"s, a byte each."""
    two = (hand & _FIRSTS) | ((hand >> _2) & _SECONDS)
    front = pairs[two & _LOW16] + pairs[(two >> _16) & _LOW16]
    back = pairs[(two >> _32) & _LOW16] + pairs[two >> _48]
    total: np.uint64 = front + back + START
    return total


@inlined
def value(
    total: np.uint64,
    rows: NDArray[np.uint32],
    columns: NDArray[np.uint16],
    values: NDArray[np.uint32],
) -> np.uint32:
    """Return high class by ranks alone and low class for a sum; `rows` are those of its size."""
    place = _U(rows[total & _LOW16]) + _U(columns[(total >> _16) & _LOW16])
    found: np.uint32 = values[place]
    return found


@inlined
def high_of(value: np.uint32) -> np.int16:
    """Return the high class by ranks alone."""
    return np.int16(_U(value) & _LOW16)


@inlined
def low_of(value: np.uint32) -> np.uint8:
    """Return the low class."""
    return np.uint8(_U(value) >> _16)


@inlined
def flush_suit(total: np.uint64) -> np.uint64:
    """Return the suit of which a sum has five cards or more."""
    five = (total & FIVE) >> _32
    return _U(five > _U(0x8)) + _U(five > _U(0x80)) + _U(five > _U(0x800))


@inlined
def ranks_of_suit(hand: np.uint64, suit: np.uint64) -> np.uint64:
    """Return the set of ranks that a hand has in one suit; the "no card"s have ranks above 12."""
    others = hand ^ (suit * _BYTES)  # the suit is now 0
    ranks = _0
    for place in range(8):
        card = others >> _U(8 * place)
        ranks |= _U((card & _SUIT) == _0) << ((card >> _2) & _RANK)
    return ranks & _U(0x1FFF)


@jit(types.void(WORDS, types.int64, TABLES, types.int16[::1], types.uint8[::1]))
def evaluate_words(
    hands: NDArray[np.uint64],
    size: int,
    tables: Tables,
    high: NDArray[np.int16],
    low: NDArray[np.uint8],
) -> None:
    """Fill in the high and low classes of hands of `size` cards."""
    rows = tables.rows[size - 5]
    own = own_bytes(size)
    rest = _NO_CARDS & ~own
    totals = np.empty(_BLOCK, np.uint64)
    flushes = np.empty(_BLOCK, np.uint64)
    for first in range(0, len(hands), _BLOCK):
        block = hands[first : first + _BLOCK]
        highs, lows = high[first : first + _BLOCK], low[first : first + _BLOCK]
        for i in range(len(block)):
            totals[i] = sum_of_words((block[i] & own) | rest, tables.pairs)
        found = _0
        for i in range(len(block)):
            both = value(totals[i], rows, tables.columns, tables.values)
            highs[i] = high_of(both)
            lows[i] = low_of(both)
            flushes[found] = _U(i)
            found += _U((totals[i] & FIVE) != _0)
        for j in range(found):
            i = flushes[j]
            ranks = ranks_of_suit((block[i] & own) | rest, flush_suit(totals[i]))
            highs[i] = max(highs[i], tables.flushes[ranks])


@inlined
def fault(hand: np.uint64, rest: np.uint64) -> np.uint64:
    """Return 0 for different cards below 52; the bytes behind the cards of the hand are 0."""
    too_big = (((hand & _LOW7) + _UP_TO_128) | hand) & _TOP1
    # Powers of two add up to their union only if none comes twice.
    total = union = _0
    for place in range(8):
        card = _1 << (((hand | rest) >> _U(8 * place)) & _CARD)
        total += card
        union |= card
    return too_big | (total ^ union)


@jit(types.int64(WORDS, types.int64))
def first_fault_in_words(hands: NDArray[np.uint64], size: int) -> int:
    """Return the first hand with a number above 51 or with a card twice; -1 if there is none."""
    own = own_bytes(size)
    rest = _NO_CARDS & ~own
    block = np.empty(_BLOCK, np.uint64)
    for first in range(0, len(hands), _BLOCK):
        count = min(_BLOCK, len(hands) - first)
        for i in range(count):
            block[i] = hands[first + i] & own
        faults = _0
        for i in range(count):
            faults |= fault(block[i], rest)
        if faults:
            for i in range(count):
                if fault(block[i], rest):
                    return first + i
    return -1


def evaluate(cards: NDArray[np.uint8]) -> tuple[NDArray[np.int16], NDArray[np.uint8]]:
    """Return the high and low classes of hands, an array of shape (n, 5 to 8) without gaps."""
    size = cards.shape[1]
    high, low = np.empty(len(cards), np.int16), np.empty(len(cards), np.uint8)
    but_last, last = tables.bytes_of_hands(cards)
    evaluate_words(but_last, size, tables.load(), high, low)
    evaluate_words(last, size, tables.load(), high[len(but_last) :], low[len(but_last) :])
    return high, low


def first_fault(cards: NDArray[np.uint8]) -> int:
    """Return the first row with a number above 51 or with a card twice; -1 if there is none."""
    size = cards.shape[1]
    but_last, last = tables.bytes_of_hands(cards)
    row = first_fault_in_words(but_last, size)
    if row < 0 and first_fault_in_words(last, size) == 0:
        return len(but_last)
    return row
