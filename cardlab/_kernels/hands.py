"""Many poker hands, high and low together.

The plan of the tables stands in tables.py. A hand is read as one 64-bit word, a byte a card, with
one load. Two neighbouring cards of six bits each make 12 bits, so four reads from a table of pairs
add up the words of eight cards; places without a card hold numbers above 51, whose word is 0. The
sum leads to the value.

Three of a hundred seven-card hands have a flush and must be looked at card by card. A branch that
is taken now and then stops the processor's reading ahead, which costs a third of the speed. So
hands are done in blocks of 64, each step for the whole block: the words; the pairs of cards; the
sums; the values; a set, as 64 bits, of the hands with a flush; then these alone. Steps that only
calculate are done for several hands in one instruction. Checking the cards is such a step.

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
_SUIT = _U(3)
_RANK = _U(15)
_LOW16 = _U(0xFFFF)
_0, _1, _2, _3, _4, _16, _32 = (_U(number) for number in (0, 1, 2, 3, 4, 16, 32))
_BLOCK = 64
START = _U(tables.START)
FIVE = _U(tables.FIVE)


@inlined
def own_bytes(size: int) -> np.uint64:
    """Return the bytes of a hand that hold its cards, 5 to 8."""
    return _ALL >> _U(64 - 8 * size)


@inlined
def by_pairs(hand: np.uint64) -> np.uint64:
    """Return the four pairs of cards of a hand, 16 bits each: first card + 64 x second card."""
    both: np.uint64 = (hand & _FIRSTS) | ((hand >> _2) & _SECONDS)
    return both


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


@inlined
def lowest(bits: np.uint64) -> np.uint64:
    """Return the place of the lowest bit: how many there are below. One instruction in the end."""
    below = ~bits & (bits - _1)
    place = _0
    while below:
        below &= below - _1
        place += _1
    return place


@inlined
def rotated(hand: np.uint64, places: int) -> np.uint64:
    """Return the hand with each card so many places on, the last ones in front."""
    turned: np.uint64 = (hand << _U(8 * places)) | (hand >> _U(64 - 8 * places))
    return turned


@inlined
def faults(hand: np.uint64, own: np.uint64) -> np.uint64:
    """Return bits of which `_TOP1` are 0 if all cards are below 52 and no two are the same.

    Each byte is compared with those one to four places on, in a circle of eight.
    """
    too_big = ((hand & own) + _UP_TO_128) | hand
    different = _ALL
    for places in range(1, 5):
        different &= (hand ^ rotated(hand, places)) + _LOW7
    return too_big | ~different


@jit(
    types.int64(WORDS, types.int64, TABLES, types.boolean, types.int16[::1], types.uint8[::1]),
    allocates=True,
)
def evaluate_words(
    hands: NDArray[np.uint64],
    size: int,
    tables: Tables,
    check: bool,
    high: NDArray[np.int16],
    low: NDArray[np.uint8],
) -> int:
    """Fill in the high and low classes of hands of `size` cards.

    With `check` it stops at a number above 51 or a card twice, and returns the first hand of the
    block with it; else -1.
    """
    rows = tables.rows[size - 5]
    own = own_bytes(size)
    rest = _NO_CARDS & ~own
    words = np.empty(_BLOCK, np.uint64)
    pairs = np.empty(_BLOCK, np.uint64)
    totals = np.empty(_BLOCK, np.uint64)
    pieces = pairs.view(np.uint16)
    for first in range(0, len(hands), _BLOCK):
        block = hands[first : first + _BLOCK]
        highs, lows = high[first : first + _BLOCK], low[first : first + _BLOCK]
        count = _U(len(block))
        for i in range(count):
            words[i] = (block[i] & own) | rest
        for i in range(count):
            pairs[i] = by_pairs(words[i])
        for i in range(count):
            front = tables.pairs[pieces[_4 * i]] + tables.pairs[pieces[_4 * i + _1]]
            back = tables.pairs[pieces[_4 * i + _2]] + tables.pairs[pieces[_4 * i + _3]]
            totals[i] = front + back + START
        if check:
            found = _0
            for i in range(count):
                found |= faults(words[i], own)
            if found & _TOP1:
                return first
        for i in range(count):
            both = value(totals[i], rows, tables.columns, tables.values)
            highs[i] = high_of(both)
            lows[i] = low_of(both)
        flushes = _0
        for i in range(count):
            flushes |= _U((totals[i] & FIVE) != _0) << i
        while flushes:
            hand = lowest(flushes)
            flushes &= flushes - _1
            ranks = ranks_of_suit(words[hand], flush_suit(totals[hand]))
            highs[hand] = max(highs[hand], tables.flushes[ranks])
    return -1


def evaluate(
    cards: NDArray[np.uint8], *, check: bool
) -> tuple[NDArray[np.int16], NDArray[np.uint8], int]:
    """Return the high and low classes of hands, an array of shape (n, 5 to 8) without gaps.

    With `check`, the third is -1 if there is no number above 51 and no card twice in a row; else
    the first such row is that one or a few further on, and the classes are not filled in.
    """
    size = cards.shape[1]
    high, low = np.empty(len(cards), np.int16), np.empty(len(cards), np.uint8)
    but_last, last = tables.bytes_of_hands(cards)
    n = len(but_last)
    table = tables.load()
    fault = evaluate_words(but_last, size, table, check, high, low)
    if fault < 0 and evaluate_words(last, size, table, check, high[n:], low[n:]) >= 0:
        fault = n
    return high, low, fault
