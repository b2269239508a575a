"""What a hand of seven may become: all its draws by rank, and its flushes card by card.

By rank there are few draws: 1,820 for four cards to come, 49,205 for seven. A draw by rank is a
*multiset*, how many cards of each of the 13 ranks, and stands for as many draws of cards as the
product of C(cards left of the rank, cards drawn of it). It decides everything but flushes. Draws
that make a flush, about three in a hundred, are listed card by card.

Multisets are made of two halves, nine ranks (two to ten) and four (jack to ace). All draws with
the same upper half stand side by side, the lower halves in one fixed order: a *stretch*. So a
loop over draws is a short loop over upper halves and, inside it, one over neighbours in arrays.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardlab._kernels import tables

HAND = 7
LOWER = 9
"""Ranks in the lower half, two to ten; the other four are the upper half."""

_KEYS = np.uint64(0xFFFFFFFF)
_CODES = 5 ** np.arange(13, dtype=np.int64)
CHOOSE = np.array([[comb(n, k) for k in range(8)] for n in range(5)], np.int64)


class Multisets(NamedTuple):
    """All multisets of up to seven cards over some ranks, the smaller ones first.

    Each but the empty one is its *parent* with so many cards of one higher rank put to it, so what
    is a product over ranks is found for all of them with one multiplication each.
    """

    held: NDArray[np.int64]
    """(n, ranks): cards of each rank."""
    sizes: NDArray[np.int64]
    starts: NDArray[np.int64]
    """Where the multisets of each size begin, 0 to 7, and the end."""
    parents: NDArray[np.int64]
    ranks: NDArray[np.int64]
    times: NDArray[np.int64]
    """How many cards of the rank `ranks` are put to the parent."""


class Draws(NamedTuple):
    """The draws of one hand, by rank."""

    stretches: NDArray[np.int64]
    """Where the draws with each upper half begin, and the end."""
    high: NDArray[np.int32]
    """High classes of the seven cards, by ranks alone."""
    low: NDArray[np.int32]
    """Low classes."""
    repeats: NDArray[np.int32]
    """How often to count a draw, for a range of hole cards; else 1."""


class Flushes(NamedTuple):
    """The draws of one hand that make a flush, card by card."""

    cards: NDArray[np.uint64]
    """The cards that come, as a set: bit c for card c."""
    places: NDArray[np.int64]
    """Which of `Draws` each one is by rank."""
    high: NDArray[np.int32]
    """High classes: flush or straight flush."""


class Hand(NamedTuple):
    """What there is to know about one hand."""

    size: int
    """Cards to come."""
    draws: Draws
    ways: NDArray[np.int64]
    """Number of ways to draw each of `draws`, times its repeats."""
    flushes: Flushes
    by_flush: NDArray[np.int64]
    """(2, draws): how many of the ways make a flush, and a straight flush."""


@cache
def halves() -> tuple[Multisets, Multisets]:
    """Return the multisets of the lower and of the upper half."""
    return _multisets(LOWER), _multisets(13 - LOWER)


def _multisets(ranks: int) -> Multisets:
    by_size = [
        [
            chosen
            for chosen in combinations_with_replacement(range(ranks), size)
            if _possible(chosen)
        ]
        for size in range(HAND + 1)
    ]
    every = [chosen for group in by_size for chosen in group]
    number = {chosen: i for i, chosen in enumerate(every)}
    last = [chosen[-1] if chosen else 0 for chosen in every]
    times = [chosen.count(rank) for chosen, rank in zip(every, last, strict=True)]
    parents = [number[chosen[: len(chosen) - k]] for chosen, k in zip(every, times, strict=True)]
    held = np.zeros((len(every), ranks), np.int64)
    for row, chosen in zip(held, every, strict=True):
        for rank in chosen:
            row[rank] += 1
    starts = np.cumsum([0, *map(len, by_size)])
    numbers = (np.array(each, np.int64) for each in (starts, parents, last, times))
    multisets = Multisets(held, held.sum(axis=1), *numbers)
    freeze(*multisets)
    return multisets


def freeze(*arrays: NDArray[Any]) -> None:
    """Make arrays read-only, as the kernels want them."""
    for array in arrays:
        array.flags.writeable = False


def _possible(chosen: tuple[int, ...]) -> bool:
    return all(chosen[i] != chosen[i + 4] for i in range(len(chosen) - 4))


@cache
def _held(size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return all draws of a size by rank, (n, 13), and where the stretches begin."""
    lower, upper = halves()
    rows = []
    for number in range(upper.starts[size + 1]):
        rest = size - upper.sizes[number]
        below = lower.held[lower.starts[rest] : lower.starts[rest + 1]]
        above = np.broadcast_to(upper.held[number], (len(below), 13 - LOWER))
        rows.append(np.hstack([below, above]))
    return np.vstack(rows), np.cumsum([0, *map(len, rows)]).astype(np.int64)


@cache
def halves_of(size: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the number of the lower and of the upper half of each draw of a size."""
    lower, upper = halves()
    lengths = np.diff(_held(size)[1])
    belows = [
        np.arange(lower.starts[size - cards], lower.starts[size - cards + 1])
        for cards in upper.sizes[: len(lengths)]
    ]
    return np.concatenate(belows), np.arange(len(lengths)).repeat(lengths)


@cache
def _codes(size: int) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """Return the codes of all draws of a size in order, and the draws they belong to."""
    codes = _held(size)[0] @ _CODES
    order = codes.argsort()
    return codes[order], order


def hand(
    known: tuple[int, ...],
    unseen: tuple[int, ...],
    holes: NDArray[np.int64] | None = None,
) -> Hand:
    """Return the draws that make seven cards of those known.

    Parameters
    ----------
    known : tuple of int
        Up to seven cards.
    unseen : tuple of int
        The cards that can come.
    holes : (13, 13) array of int, optional
        A range: how much two hole cards of such ranks count, symmetric. A draw is then counted
        once for each two of its cards that may be the hole cards.
    """
    size = HAND - len(known)
    table = tables.load()
    held, stretches = _held(size)
    keys = (table.words[: 4 * 13 : 4] & _KEYS).astype(np.int64)
    totals = held @ keys + sum(int(keys[card >> 2]) for card in known)
    values = table.values[table.rows[HAND - 5][totals & 0xFFFF] + table.columns[totals >> 16]]
    repeats = np.ones(len(held), np.int64)
    if holes is not None:
        repeats = (np.einsum("np,pq,nq->n", held, holes, held) - held @ holes.diagonal()) // 2
    left = np.bincount([card >> 2 for card in unseen], minlength=13)
    ways = repeats.copy()
    for rank in range(13):
        ways *= CHOOSE[left[rank]][held[:, rank]]
    draws = Draws(
        stretches,
        (values & 0xFFFF).astype(np.int32),
        (values >> 16).astype(np.int32),
        repeats.astype(np.int32),
    )
    flushes = _flushes(known, unseen, size)
    straight = flushes.high >= STRAIGHT_FLUSHES
    by_flush = np.array(
        [np.bincount(flushes.places[kind], minlength=len(held)) for kind in (~straight, straight)]
    )
    freeze(*draws, *flushes)
    return Hand(size, draws, ways, flushes, by_flush * repeats)


FULL_HOUSES, STRAIGHT_FLUSHES = 7140, 7452
"""The lowest high classes of these two categories, which are next to the flushes."""


def _flushes(known: tuple[int, ...], unseen: tuple[int, ...], size: int) -> Flushes:
    parts = [
        part
        for suit in range(4)
        for count in range(size + 1)
        for part in _suited(known, unseen, size, suit, count)
    ]
    cards, places, high = zip(*parts, strict=True) if parts else ([], [], [])
    return Flushes(
        np.concatenate([np.empty(0, np.uint64), *cards]),
        np.concatenate([np.empty(0, np.int64), *places]),
        np.concatenate([np.empty(0, np.int32), *high]),
    )


def _suited(
    known: tuple[int, ...], unseen: tuple[int, ...], size: int, suit: int, count: int
) -> Iterator[tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int32]]]:
    """Yield the flushes of one suit with so many of its cards to come."""
    own = [card >> 2 for card in known if card & 3 == suit]
    if len(own) + count < 5:
        return
    suited = _subsets([card for card in unseen if card & 3 == suit], count)
    others = _subsets([card for card in unseen if card & 3 != suit], size - count)
    if not len(suited) or not len(others):
        return
    cards = _set_of(suited)[:, None] | _set_of(others)
    # By rank there are far fewer others, so each is looked up once.
    kinds, kind = np.unique(_CODES[others >> 2].sum(axis=1), return_inverse=True)
    codes, order = _codes(size)
    places = order[np.searchsorted(codes, _CODES[suited >> 2].sum(axis=1)[:, None] + kinds)]
    ranks = (1 << (suited >> 2).astype(np.int64)).sum(axis=1) + sum(1 << rank for rank in own)
    high = tables.load().flushes[ranks].astype(np.int32)
    yield cards.ravel(), places[:, kind].ravel(), high.repeat(len(others))


def _subsets(cards: list[int], size: int) -> NDArray[np.uint8]:
    """Return all sets of so many of the cards, one a row."""
    chosen = [card for group in combinations(cards, size) for card in group]
    return np.array(chosen, np.uint8).reshape(comb(len(cards), size), size)


def _set_of(cards: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return each row of cards as a set."""
    sets: NDArray[np.uint64] = (np.uint64(1) << cards.astype(np.uint64)).sum(axis=1)
    return sets
