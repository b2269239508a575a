"""Two slow ways to count the deals between two hands, which share no code with the kernels.

`by_listing` goes through all deals. `by_inclusion_exclusion` lists the draws of each hand alone:
the pairs of draws that share no card are all pairs, less those that share a card, plus those that
share two, and so on.
"""

from itertools import combinations
from math import comb

import numpy as np

from cardlab import hands

CHUNK = 4_000_000
FEW = 100_000


def unseen_cards(*groups):
    seen = {int(card) for group in groups for card in group}
    return [card for card in range(52) if card not in seen]


def relation(own, other, weights=None):
    """Return the 3 x 4 table for arrays of classes (high, low) that broadcast."""
    (own_high, own_low), (other_high, other_low) = own, other
    high = 1 + np.sign(own_high.astype(int) - other_high)
    low = 1 + np.sign(other_low.astype(int) - own_low)
    nobody = np.minimum(own_low, other_low) == hands.NO_LOW
    cells = 4 * high + np.where(nobody, 3, low)
    weights = None if weights is None else np.broadcast_to(weights, cells.shape).ravel()
    return np.bincount(cells.ravel(), weights, minlength=12).astype(np.int64).reshape(3, 4)


def classes(known, draws):
    """Return the classes of the hands that these draws make."""
    own = np.tile(np.array(known, np.uint8), (len(draws), 1))
    return hands.evaluate(np.hstack([own, np.asarray(draws, np.uint8).reshape(len(draws), -1)]))


def by_listing(first, second, dead=()):
    unseen = unseen_cards(first, second, dead)
    total = np.zeros((3, 4), np.int64)
    for drawn in combinations(unseen, 7 - len(first)):
        rest = [card for card in unseen if card not in drawn]
        draws = list(combinations(rest, 7 - len(second)))
        total += relation(classes(first, [drawn]), classes(second, draws))
    return total.tolist()


def by_inclusion_exclusion(first, second, dead=()):
    unseen = unseen_cards(first, second, dead)
    sides = []
    for known in (first, second):
        size = 7 - len(known)
        draws = np.array(list(combinations(range(len(unseen)), size)), int).reshape(-1, size)
        sides.append((draws, classes(known, np.array(unseen, np.uint8)[draws])))
    total = np.zeros((3, 4), np.int64)
    for shared in range(min(7 - len(first), 7 - len(second)) + 1):
        total += (-1) ** shared * pairs_that_hold(shared, len(unseen), *sides)
    return total.tolist()


def pairs_that_hold(shared, unseen, *sides):
    """Return the table over all sets of so many cards and all pairs of draws that both hold one."""
    (highs, lows), (other_highs, other_lows) = (
        grouped(draws, values, shared, comb(unseen, shared)) for draws, values in sides
    )
    total = np.zeros((3, 4), np.int64)
    if highs.shape[1] * other_highs.shape[1] > FEW:
        for own, other in zip(
            zip(highs, lows, strict=True), zip(other_highs, other_lows, strict=True), strict=True
        ):
            total += relation_by_grid(own, other)
        return total
    step = CHUNK // (highs.shape[1] * other_highs.shape[1])
    for begin in range(0, len(highs), step):
        part = slice(begin, begin + step)
        total += relation(
            (highs[part, :, None], lows[part, :, None]),
            (other_highs[part, None], other_lows[part, None]),
        )
    return total


def relation_by_grid(own, other):
    """Return the table of all pairs of two lists: the second one is counted into a grid."""
    (own_high, own_low), (other_high, other_low) = own, other
    ranking, place = np.unique(np.concatenate([own_high, other_high]), return_inverse=True)
    grid = np.zeros((len(ranking) + 1, 58), np.int64)
    np.add.at(grid, (place[len(own_high) :] + 1, other_low.astype(int) + 1), 1)
    grid = grid.cumsum(axis=0).cumsum(axis=1)  # [h, l]: with a class below h and a low below l
    place, low = place[: len(own_high)], own_low.astype(int)
    below, upto, everybody = grid[place], grid[place + 1], grid[np.full(len(place), -1)]
    total = np.zeros((3, 4), np.int64)
    for row, counts in enumerate([everybody - upto, upto - below, below]):
        better, not_worse = (
            np.take_along_axis(counts, (low + more)[:, None], 1)[:, 0] for more in (0, 1)
        )
        equal, none = not_worse - better, low == hands.NO_LOW
        lost, won = better.sum(), (counts[:, -1] - not_worse).sum()
        total[row] = lost, equal[~none].sum(), won, equal[none].sum()
    return total


def grouped(draws, values, shared, sets):
    """Return the classes with a row for each set of cards: of the draws that hold all of it."""
    weights = 64 ** np.arange(shared, dtype=np.int64)
    places = list(combinations(range(draws.shape[1]), shared))
    keys = np.stack([draws[:, list(chosen)] @ weights for chosen in places])
    order = np.argsort(keys.ravel(), kind="stable") % len(draws)
    return [value[order].reshape(sets, -1) for value in values]
