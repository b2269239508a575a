"""Stud deals by chance: cards, hands and winners, 256 deals at a time.

Each step is done for the whole batch before the next one begins, on arrays with the deals side by
side. The deals do not wait for each other then, and many fit into one instruction.

1. Random numbers come from sixteen xoshiro256++ generators side by side (see draw.py), 64 bits
   each, for four cards. 16 bits x cards left, without its lower 16 bits, is a place in what is
   left of the deck. If one product of a batch is among the few that would favour some places, the
   whole batch draws again, so all places are equally likely.
2. Every deal of the batch has a deck of its own, a column of `decks`. A card is drawn by exchanging
   the card at the place with the one in front, a Fisher-Yates shuffle that stops when every seat
   is served: row 0 then holds the first card of each deal, and so on. The decks need not be put in
   order before the next batch.
   With ranges, hole cards come first: each seat chooses two by weight, and if two seats have chosen
   the same card, all choose again. The chosen cards are brought to the front of the deck.
3. The words of a seat's cards (tables.py) add up to the place of its value. The few hands with a
   flush are listed and looked at again.
4. The best high and low hands of each deal, and how many seats hold them, are found seat by seat.
   One number says how a seat fared: how many share the high half with it (0: it has no part in
   it), and how many the low half (9: nobody has a low). Only these numbers are counted; each share
   of a pot, its square, scoops and splits follow from the counts.

A common card is a row of `decks` that every seat uses.
"""

from __future__ import annotations

import numpy as np
from numba import types
from numpy.typing import NDArray

from cardlab._kernels.draw import below
from cardlab._kernels.hands import FIVE, TABLES, flush_suit, high_of, low_of, value
from cardlab._kernels.jit import jit, read_only
from cardlab._kernels.tables import Tables

BATCH = 256
"""Deals in a batch."""

LANES = 16
"""Generators side by side."""

TRIES = 1_000_000
"""How often in a row the seats may choose hole cards that clash."""

_HIGHS, _LOWS = 9, 10  # what the numbers of seats that share a half can be
_CODES = _HIGHS * _LOWS
_NO_LOW = 56
_HISTOGRAMS = 4  # counted in turn, since adding to the same number twice in a row is slow
_WORDS = BATCH // 4  # random numbers for one card of each deal of a batch

_U = np.uint64
_0, _1, _2, _17, _19, _23, _41, _45 = (_U(number) for number in (0, 1, 2, 17, 19, 23, 41, 45))
_COLUMNS = _U(BATCH)
_LOW16 = np.uint16(0xFFFF)
_HALF = np.uint32(16)
_RANGE = np.uint32(1 << 16)
_SUIT = _U(3)

_Numbers = NDArray[np.uint64]
_Cards = NDArray[np.uint8]
_Classes = NDArray[np.int16]
_Counts = NDArray[np.int64]


@jit(types.void(types.uint64[:, ::1], types.uint64[::1]))
def random_words(state: _Numbers, words: _Numbers) -> None:
    """Fill an array, whose length is a multiple of `LANES`, with random bits."""
    for first in range(0, len(words), LANES):
        for lane in range(LANES):
            a, b, c, d = state[0, lane], state[1, lane], state[2, lane], state[3, lane]
            total = a + d
            words[first + lane] = ((total << _23) | (total >> _41)) + a
            c ^= a
            d ^= b
            state[0, lane] = a ^ d
            state[1, lane] = b ^ c
            state[2, lane] = c ^ (b << _17)
            state[3, lane] = (d << _45) | (d >> _19)


@jit(types.void(types.uint64[:, ::1], types.uint32, types.uint64[::1], types.uint8[::1]))
def numbers_below(state: _Numbers, limit: np.uint32, words: _Numbers, numbers: _Cards) -> None:
    """Fill in a random number below the limit for each deal of a batch, all equally likely."""
    quarters = words.view(np.uint16)
    surplus = _RANGE % np.uint32(limit)
    while True:
        random_words(state, words)
        least = _LOW16
        for i in range(BATCH):
            product = np.uint32(np.uint32(quarters[i]) * np.uint32(limit))
            numbers[i] = np.uint8(product >> _HALF)
            least = min(least, np.uint16(product))
        if least >= surplus:  # else all again
            return


@jit(
    types.void(types.uint64[:, ::1], types.uint8[:, ::1], types.int64, types.int64), allocates=True
)
def draw_cards(state: _Numbers, decks: _Cards, first: int, last: int) -> None:
    """Put random cards into the rows from `first` to before `last`; those before stay."""
    words, numbers = np.empty(_WORDS, np.uint64), np.empty(BATCH, np.uint8)
    cards = decks.reshape(decks.size)
    for row in range(first, last):
        numbers_below(state, np.uint32(len(decks) - row), words, numbers)
        left = cards[row * BATCH :]
        for i in range(_U(BATCH)):
            place = _U(numbers[i]) * _COLUMNS + i
            left[place], left[i] = left[i], left[place]


@jit(
    types.int64(
        types.uint64[::1],
        read_only(types.int64),
        read_only(types.uint64),
        read_only(types.uint8, 2),
        types.uint8[:, ::1],
    ),
    allocates=True,
)
def choose_hole_cards(
    state: _Numbers, starts: _Counts, weights: _Numbers, pairs: _Cards, decks: _Cards
) -> int:
    """Bring hole cards to the front of each deck of a batch.

    Parameters
    ----------
    state : uint64 array, shape (4,)
        A generator; see draw.py.
    starts : int64 array
        The pairs of the k-th seat with a range, which come to the rows 2 k and 2 k + 1, are those
        from starts[k] to before starts[k + 1].
    weights : uint64 array
        The sum of the weights of a seat's pairs up to each.
    pairs : uint8 array, shape (all pairs, 2)
    decks : uint8 array, shape (unseen cards, BATCH)

    Returns
    -------
    int
        0 if all choices clashed `TRIES` times in a row, else 1.
    """
    seats = len(starts) - 1
    chosen = np.empty(seats, np.int64)
    for i in range(BATCH):
        tries = 0
        fits = False
        while not fits:
            if tries == TRIES:
                return 0
            tries += 1
            fits = True
            used = _0
            for seat in range(seats):
                own = weights[starts[seat] : starts[seat + 1]]
                choice = np.searchsorted(own, below(state, own[-1]), side="right")
                chosen[seat] = starts[seat] + choice
                pair = pairs[chosen[seat]]
                both = (_1 << _U(pair[0])) | (_1 << _U(pair[1]))
                fits = fits and used & both == _0
                used |= both
        for seat in range(seats):
            for which in range(2):
                row = place = 2 * seat + which
                while decks[place, i] != pairs[chosen[seat], which]:
                    place += 1
                decks[place, i] = decks[row, i]
                decks[row, i] = pairs[chosen[seat], which]
    return 1


@jit(types.void(types.uint64[::1], types.uint8[::1], read_only(types.uint64)))
def add_words(totals: _Numbers, cards: _Cards, words: _Numbers) -> None:
    """Add the words of a card of each deal."""
    for i in range(BATCH):
        totals[i] += words[cards[i]]


@jit(
    types.void(
        types.uint64[::1],
        types.uint8[:, ::1],
        read_only(types.int64),
        read_only(types.uint64),
        TABLES,
        types.int16[::1],
        types.int16[::1],
    ),
    allocates=True,
)
def evaluate(
    totals: _Numbers,
    decks: _Cards,
    rows: _Counts,
    known_ranks: _Numbers,
    tables: Tables,
    highs: _Classes,
    lows: _Classes,
) -> None:
    """Fill in one seat's classes in each deal, both with larger numbers for better hands.

    Parameters
    ----------
    totals : uint64 array, shape (BATCH,)
        The sums of the seat's words.
    decks, rows
        The rows of `decks` that belong to the seat, as far as they are not -1.
    known_ranks : uint64 array, shape (4,)
        The ranks in each suit of the seat's known cards.
    """
    flushes = np.empty(BATCH, np.uint64)
    found = _0
    for i in range(BATCH):
        both = value(totals[i], tables.rows[2], tables.columns, tables.values)
        highs[i] = high_of(both)
        lows[i] = np.int16(_NO_LOW - np.int16(low_of(both)))
        flushes[found] = _U(i)
        found += _U((totals[i] & FIVE) != _0)
    for j in range(found):
        i = flushes[j]
        suit = flush_suit(totals[i])
        ranks = known_ranks[suit]
        for row in rows:
            if row >= 0:
                card = _U(decks[row, i])
                ranks |= _U(card & _SUIT == suit) << (card >> _2)
        highs[i] = tables.flushes[ranks]


@jit(types.void(types.int16[::1], types.int16[::1], types.int16[::1]))
def compare(classes: _Classes, best: _Classes, holders: _Classes) -> None:
    """Take one more seat into the best class of each deal and how many seats hold it."""
    for i in range(BATCH):
        own, leader, number = classes[i], best[i], holders[i]
        number = np.int16(0) if own > leader else number
        holders[i] = np.int16(number + (np.int16(1) if own >= leader else np.int16(0)))
        best[i] = max(own, leader)


@jit(
    types.void(types.int16[:, ::1], types.int16[:, ::1], types.int64, types.int64[:, :, ::1]),
    allocates=True,
)
def count(highs: _Classes, lows: _Classes, deals: int, counts: _Counts) -> None:
    """Count how each seat fares in the first deals of a batch.

    Parameters
    ----------
    highs, lows : int16 array, shape (seats, BATCH)
        Larger is better; 0 in `lows` is no low.
    deals : int
    counts : int64 array, shape (seats, 4, 90)
        Added to: with each of the last index's numbers, 10 x (seats that share the high half)
        + (seats that share the low half), the deals with it. The sum over the middle index counts.
    """
    best_high, best_low = np.full(BATCH, np.int16(-1)), np.zeros(BATCH, np.int16)
    of_high, of_low = np.zeros(BATCH, np.int16), np.zeros(BATCH, np.int16)
    codes = np.empty(BATCH, np.int16)
    for seat in range(len(highs)):
        compare(highs[seat], best_high, of_high)
        compare(lows[seat], best_low, of_low)
    for i in range(BATCH):
        of_low[i] = np.int16(_LOWS - 1) if best_low[i] == 0 else of_low[i]
        of_high[i] *= np.int16(_LOWS)
    for seat in range(len(highs)):
        high, low = highs[seat], lows[seat]
        for i in range(BATCH):
            from_high = of_high[i] if high[i] == best_high[i] else np.int16(0)
            from_low = of_low[i] if low[i] == best_low[i] else np.int16(0)
            codes[i] = np.int16(from_high + from_low)
        for i in range(deals):
            counts[seat, i % _HISTOGRAMS, _U(codes[i])] += 1


@jit(
    types.int64(
        types.uint64[:, ::1],
        types.uint64[::1],
        read_only(types.uint8),
        read_only(types.uint64),
        read_only(types.uint64, 2),
        read_only(types.int64, 2),
        types.int64,
        read_only(types.int64),
        read_only(types.uint64),
        read_only(types.uint8, 2),
        types.int64,
        TABLES,
        types.int64[:, :, ::1],
        types.uint8[:, ::1],
        types.uint64[::1],
        types.int16[:, ::1],
        types.int16[:, ::1],
    )
)
def _sample(
    state: _Numbers,
    range_state: _Numbers,
    unseen: _Cards,
    known: _Numbers,
    known_ranks: _Numbers,
    rows: _Counts,
    to_come: int,
    starts: _Counts,
    weights: _Numbers,
    pairs: _Cards,
    deals: int,
    tables: Tables,
    counts: _Counts,
    decks: _Cards,
    totals: _Numbers,
    highs: _Classes,
    lows: _Classes,
) -> int:
    seats = len(known)
    for row in range(len(unseen)):
        decks[row] = unseen[row]
    chosen = 2 * (len(starts) - 1)
    for first in range(0, deals, BATCH):
        if chosen and not choose_hole_cards(range_state, starts, weights, pairs, decks):
            return 0
        draw_cards(state, decks, chosen, to_come)
        for seat in range(seats):
            totals[:] = known[seat]
            for row in rows[seat]:
                if row >= 0:
                    add_words(totals, decks[row], tables.words)
            evaluate(totals, decks, rows[seat], known_ranks[seat], tables, highs[seat], lows[seat])
        count(highs, lows, min(BATCH, deals - first), counts)
    return 1


def sample(
    state: _Numbers,
    range_state: _Numbers,
    unseen: _Cards,
    known: _Numbers,
    known_ranks: _Numbers,
    rows: _Counts,
    to_come: int,
    starts: _Counts,
    weights: _Numbers,
    pairs: _Cards,
    deals: int,
    tables: Tables,
    counts: _Counts,
) -> int:
    """Deal so many times and count how each seat fares.

    Parameters
    ----------
    state : uint64 array, shape (4, LANES)
        Generators of the cards; their states are the columns.
    range_state, starts, weights, pairs
        As in `choose_hole_cards`; without ranges `starts` has one element.
    unseen : uint8 array
        The cards of the deck.
    known : uint64 array, shape (seats,)
        What the sum of the words of each seat begins with.
    known_ranks : uint64 array, shape (seats, 4)
    rows : int64 array, shape (seats, 7)
        Which cards of a deal belong to a seat; the rest are -1.
    to_come : int
        Cards in a deal.
    counts : int64 array, shape (seats, 4, 90)
        Added to, as in `count`.

    Returns
    -------
    int
        0 if the ranges do not fit together, else 1.
    """
    decks, totals = np.empty((len(unseen), BATCH), np.uint8), np.empty(BATCH, np.uint64)
    highs, lows = np.empty((2, len(known), BATCH), np.int16)
    given = state, range_state, unseen, known, known_ranks, rows, to_come, starts, weights, pairs
    return _sample(*given, deals, tables, counts, decks, totals, highs, lows)
