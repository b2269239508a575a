"""Poker hands: the best five cards for high, and the eight-or-better low.

High hands
    A *high class* is a number 0 to 7461; larger is better, equal is a tie. Class 0 is 7-5-4-3-2
    of mixed suits and 7461 a royal flush.

Low hands
    A *low class* is a number 0 to 55; smaller is better. It needs five different ranks, all eight
    or lower; the ace is low, straights and flushes do not count against it. Class 0 is 5-4-3-2-A,
    55 is 8-7-6-5-4, and 56 says that there is no such low.

Hands of any size
    A *strength* is a number 0 to 9840 that also compares hands of fewer than five cards.

The functions for one hand are plain Python. `evaluate` takes arrays of many hands.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations
from typing import TYPE_CHECKING

from cardlab.cards import RANK_NAMES, RANKS, Card, CardsLike, parse
from cardlab.errors import CardError, InvalidInput, instance, whole

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CATEGORIES = (
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
"""The categories of high hands, weakest first. A royal flush is a straight flush."""

CATEGORY_STARTS = (0, 1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452)
"""The lowest high class of each category."""

HIGH_CLASSES = 7462
"""How many different high hands of five cards there are."""

NO_LOW = 56
"""The low class of a hand without a qualifying low."""

STRENGTHS = 9841
"""How many different high hands of one to five cards there are."""

_STRAIGHT, _FLUSH, _STRAIGHT_FLUSH = 4, 5, 8

# The categories made by equal ranks, best first, with the sizes of their groups.
_GROUPS = {7: (4,), 6: (3, 2), 3: (3,), 2: (2, 2), 1: (2,), 0: ()}

# The five ranks of each straight, best first; in the last one the ace is low.
_STRAIGHTS: list[tuple[int, ...]] = [
    *(tuple(range(top, top - 5, -1)) for top in range(12, 3, -1)),
    (3, 2, 1, 0, 12),
]

# The five ranks of each low, best first, each from its highest card down, ace -1.
_LOWS: list[tuple[int, ...]] = sorted(combinations(range(6, -2, -1), 5))

# A hand's category, then the ranks of its cards in the order in which they are compared. Tuples
# compare like poker hands, and a tuple that ends early is the lower one, as a missing kicker is.
_Key = tuple[int, tuple[int, ...]]


def high(cards: CardsLike) -> int:
    """Return the class of the best five cards.

    Parameters
    ----------
    cards : cards
        Five to eight cards.

    Returns
    -------
    int
        0 to 7461, larger is better.

    Raises
    ------
    CardError
        If the cards cannot be read, one stands twice, or there are not five to eight.

    Examples
    --------
    >>> high("As Ks Qs Js Ts 2c 2d")
    7461
    """
    return best_five(cards)[1]


def low(cards: CardsLike) -> int:
    """Return the class of the best eight-or-better low.

    Parameters
    ----------
    cards : cards
        Five to eight cards.

    Returns
    -------
    int
        0 to 55, smaller is better; 56 if there is no low.

    Raises
    ------
    CardError
        If the cards cannot be read, one stands twice, or there are not five to eight.

    Examples
    --------
    >>> low("As 2s 3d 4c 5h Kc Kd"), low("8s 7s 6d 5c 4h Kc Kd"), low("9s 7s 6d 5c 4h Kc Kd")
    (0, 55, 56)
    """
    best = best_low(cards)
    return NO_LOW if best is None else best[1]


def best_five(cards: CardsLike) -> tuple[tuple[Card, ...], int]:
    """Return the five cards that make the best high hand, and their class.

    Parameters
    ----------
    cards : cards
        Five to eight cards.

    Returns
    -------
    used : tuple of Card
        In the order in which hands are compared: groups first, then from high to low. Of cards
        that would do equally well, the one of the highest suit.
    high_class : int
        0 to 7461, larger is better.

    Raises
    ------
    CardError
        If the cards cannot be read, one stands twice, or there are not five to eight.

    Examples
    --------
    >>> from cardlab.cards import text
    >>> used, high_class = best_five("7c Qh 2d 7d Qs 7h Qd")
    >>> text(used), high_name(high_class)
    ('Qs Qh Qd 7h 7d', 'queens full of sevens')
    """
    category, used = _best(_sized(cards, 5, 8))
    return used, _classes()[category, _ranks(used)]


def best_low(cards: CardsLike) -> tuple[tuple[Card, ...], int] | None:
    """Return the five cards that make the best eight-or-better low, and their class.

    Parameters
    ----------
    cards : cards
        Five to eight cards.

    Returns
    -------
    used : tuple of Card
        From the highest card down, the ace last. Of a pair, the card of the higher suit.
    low_class : int
        0 to 55, smaller is better.

        None instead of the two if there is no low.

    Raises
    ------
    CardError
        If the cards cannot be read, one stands twice, or there are not five to eight.

    Examples
    --------
    >>> best_low("As 2s 3d 4c 5h Kc Kd")
    ((Card('5h'), Card('4c'), Card('3d'), Card('2s'), Card('As')), 0)
    >>> best_low("As 2s 3d 4c 4h Kc Kd") is None
    True
    """
    by_rank = {_ace_low(card): card for card in sorted(_sized(cards, 5, 8))}
    ranks = sorted(rank for rank in by_rank if rank <= 6)[:5]
    if len(ranks) < 5:
        return None
    ranks.reverse()
    return tuple(by_rank[rank] for rank in ranks), _LOWS.index(tuple(ranks))


def strength(cards: CardsLike) -> int:
    """Return a number that compares high hands of any size.

    Full hands come in the order of their classes. A hand of fewer than five cards is compared as
    far as it goes: four of a kind, three of a kind, two pair, pair, high card; a missing card is
    lower than any card; there are no straights and flushes. So a bare pair of aces loses to a pair
    of aces with a two, and beats a pair of kings with any others.

    Parameters
    ----------
    cards : cards
        One to ten cards.

    Returns
    -------
    int
        0 (a two and nothing else) to 9840 (a royal flush), larger is better.

    Raises
    ------
    CardError
        If the cards cannot be read, one stands twice, or there are not one to ten.

    Examples
    --------
    >>> strength("Ac Ad 2h") > strength("Ac Ad") > strength("Kc Kd Qh Js 9s")
    True
    """
    category, used = _best(_sized(cards, 1, 10))
    return _strengths()[category, _ranks(used)]


def category(high_class: int) -> int:
    """Return the category of a high class, an index into `CATEGORIES`.

    Parameters
    ----------
    high_class : int
        0 to 7461.

    Returns
    -------
    int
        0 (high card) to 8 (straight flush).

    Raises
    ------
    InvalidInput
        If there is no such class.

    Examples
    --------
    >>> CATEGORIES[category(high("7c 7d 7h Qs Qd"))]
    'full house'
    """
    return bisect_right(CATEGORY_STARTS, whole("high class", high_class, 0, HIGH_CLASSES - 1)) - 1


def high_name(high_class: int) -> str:
    """Return a high hand in words; no two classes have the same.

    Parameters
    ----------
    high_class : int
        0 to 7461.

    Raises
    ------
    InvalidInput
        If there is no such class.

    Examples
    --------
    >>> high_name(high("7c 7d 7h Qs Qd")), high_name(high("As 2d 3c 4d 5h"))
    ('sevens full of queens', 'five-high straight')
    >>> high_name(high("Kc 2d Kd 7s 10s"))
    'pair of kings, 10-7-2'
    """
    return _words(*_full_keys()[whole("high class", high_class, 0, HIGH_CLASSES - 1)])


def low_name(low_class: int) -> str:
    """Return a low as its ranks, from the highest down.

    Parameters
    ----------
    low_class : int
        0 to 55, or 56 for none.

    Raises
    ------
    InvalidInput
        If there is no such class.

    Examples
    --------
    >>> low_name(low("8s As 2d 4c 6h")), low_name(56)
    ('8-6-4-2-A', 'no low')
    """
    number = whole("low class", low_class, 0, NO_LOW)
    return "no low" if number == NO_LOW else _dashes(_LOWS[number])


def strength_name(strength: int) -> str:
    """Return a high hand of any size in words.

    Parameters
    ----------
    strength : int
        0 to 9840, as the function `strength` returns it.

    Raises
    ------
    InvalidInput
        If there is no such strength.

    Examples
    --------
    >>> strength_name(9840), strength_name(0)
    ('royal flush', 'two high')
    """
    return _words(*_keys()[whole("strength", strength, 0, STRENGTHS - 1)])


def evaluate(
    cards: NDArray[np.uint8], *, check: bool = True
) -> tuple[NDArray[np.int16], NDArray[np.uint8]]:
    """Return the high and low classes of many hands.

    Parameters
    ----------
    cards : uint8 array, shape (n, 5), (n, 6), (n, 7) or (n, 8)
        A hand a row. A card is the number of a `Card`: 4 times the rank (two 0, ace 12) plus the
        suit (c, d, h, s = 0, 1, 2, 3).
    check : bool
        Look at every card first. With ``check=False`` the caller vouches for the cards; a row
        with a number above 51 or with a card twice then gets a meaningless answer and no error.
        Type and shape are checked in any case.

    Returns
    -------
    high : int16 array, shape (n,)
        0 to 7461, **larger** is better.
    low : uint8 array, shape (n,)
        0 to 55, **smaller** is better; 56 for no low.

    Raises
    ------
    InvalidInput
        If `cards` is not a uint8 array of such a shape, or `check` is not a bool.
    CardError
        If a number is not a card or a card stands twice in a row; the error names the first row.

    Notes
    -----
    Compiled by Numba where it is installed, else in NumPy, with the same results.

    Examples
    --------
    >>> import numpy as np
    >>> evaluate(np.array([[48, 44, 40, 36, 32], [48, 0, 5, 10, 14]], dtype=np.uint8))
    (array([7461, 5853], dtype=int16), array([56,  0], dtype=uint8))
    """
    instance("check", check, bool)
    from cardlab import _kernels

    if _kernels.ready():
        from cardlab._kernels import hands as kernel
    else:
        from cardlab._kernels import hands_numpy as kernel  # type: ignore[no-redef]  # either
    rows = _rows(cards)
    high, low, fault = kernel.evaluate(rows, check=check)
    if fault >= 0:
        for row in range(fault, len(rows)):
            parse(rows[row].tolist(), name=f"cards[{row}]")
    return high, low


def _rows(cards: object) -> NDArray[np.uint8]:
    """Return the array without gaps if it has the right type and shape."""
    import numpy as np

    if not isinstance(cards, np.ndarray) or cards.dtype != np.uint8:
        kind = f"{cards.dtype} array" if isinstance(cards, np.ndarray) else type(cards).__name__
        message = f"cards must be a uint8 array, not {kind}; try np.array(cards, dtype=np.uint8)"
        raise InvalidInput(message)
    if cards.ndim != 2 or not 5 <= cards.shape[1] <= 8:
        message = f"cards must have the shape (n, 5), (n, 6), (n, 7) or (n, 8), not {cards.shape}"
        raise InvalidInput(message)
    return np.ascontiguousarray(cards)


def _sized(cards: CardsLike, least: int, most: int) -> tuple[Card, ...]:
    parsed = parse(cards)
    if not least <= len(parsed) <= most:
        message = f"cards: {least} to {most} cards due, {len(parsed)} given"
        raise CardError(message)
    return parsed


def _ace_low(card: Card) -> int:
    return -1 if card.rank == 12 else card.rank


def _ranks(cards: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(card.rank for card in cards)


def _best(cards: tuple[Card, ...]) -> tuple[int, tuple[Card, ...]]:
    """Return the category of the best hand of at most five cards, and its cards in order."""
    made = [_by_groups(cards)]
    if straight := _straight(cards):
        made.append((_STRAIGHT, straight))
    for suit in range(4):
        suited = sorted((card for card in cards if card.suit == suit), reverse=True)
        if len(suited) >= 5:
            made.append((_FLUSH, tuple(suited[:5])))
            if straight := _straight(suited):
                made.append((_STRAIGHT_FLUSH, straight))
    return max(made, key=lambda hand: (hand[0], _ranks(hand[1])))


def _by_groups(cards: tuple[Card, ...]) -> tuple[int, tuple[Card, ...]]:
    """Return the best hand that equal ranks make; the rest are kickers."""
    by_rank: dict[int, list[Card]] = {}
    for card in sorted(cards, reverse=True):
        by_rank.setdefault(card.rank, []).append(card)
    for name, sizes in _GROUPS.items():
        category, taken = name, dict[int, list[Card]]()
        for size in sizes:
            fits = (rank for rank in by_rank if len(by_rank[rank]) >= size and rank not in taken)
            if (rank := next(fits, None)) is not None:
                taken[rank] = by_rank[rank][:size]
        if len(taken) == len(sizes):
            break
    groups = [card for group in taken.values() for card in group]
    kickers = [card for rank, group in by_rank.items() if rank not in taken for card in group]
    return category, tuple(groups + kickers)[:5]


def _straight(cards: tuple[Card, ...] | list[Card]) -> tuple[Card, ...] | None:
    """Return the cards of the best straight."""
    by_rank = {card.rank: card for card in sorted(cards)}
    for ranks in _STRAIGHTS:
        if all(rank in by_rank for rank in ranks):
            return tuple(by_rank[rank] for rank in ranks)
    return None


def _every_key() -> Iterator[_Key]:
    """Yield every hand of one to five cards, once."""
    straights = {tuple(sorted(ranks, reverse=True)) for ranks in _STRAIGHTS}
    for category, sizes in _GROUPS.items():
        for heads in permutations(range(12, -1, -1), len(sizes)):
            if category == 2 and heads[0] < heads[1]:
                continue
            groups = [rank for rank, size in zip(heads, sizes, strict=True) for _ in range(size)]
            others = [rank for rank in range(12, -1, -1) if rank not in heads]
            for count in range(not sizes, 6 - len(groups)):
                for kickers in combinations(others, count):
                    if kickers not in straights:
                        yield category, (*groups, *kickers)
    for ranks in combinations(range(12, -1, -1), 5):
        if ranks not in straights:
            yield _FLUSH, ranks
    for straight in _STRAIGHTS:
        yield _STRAIGHT, straight
        yield _STRAIGHT_FLUSH, straight


@cache
def _keys() -> list[_Key]:
    return sorted(_every_key())


@cache
def _full_keys() -> list[_Key]:
    return [key for key in _keys() if len(key[1]) == 5]


@cache
def _strengths() -> dict[_Key, int]:
    return {key: number for number, key in enumerate(_keys())}


@cache
def _classes() -> dict[_Key, int]:
    return {key: number for number, key in enumerate(_full_keys())}


def _dashes(ranks: tuple[int, ...]) -> str:
    return "-".join("10" if RANKS[rank] == "T" else RANKS[rank] for rank in ranks)


def _plural(rank: int) -> str:
    return RANK_NAMES[rank] + ("es" if RANK_NAMES[rank] == "six" else "s")


def _words(category: int, ranks: tuple[int, ...]) -> str:
    top = RANK_NAMES[ranks[0]]
    if category == _FLUSH:
        return f"flush, {_dashes(ranks)}"
    if category == _STRAIGHT:
        return f"{top}-high straight"
    if category == _STRAIGHT_FLUSH:
        return "royal flush" if ranks[0] == 12 else f"{top}-high straight flush"
    if category == 6:
        return f"{_plural(ranks[0])} full of {_plural(ranks[3])}"
    if category == 2:
        name = f"{_plural(ranks[0])} and {_plural(ranks[2])}"
    else:
        name = {7: "four {}", 3: "three {}", 1: "pair of {}", 0: f"{top} high"}[category]
        name = name.format(_plural(ranks[0]))
    kickers = ranks[sum(_GROUPS[category]) or 1 :]
    return f"{name}, {_dashes(kickers)}" if kickers else name
