"""Random cards inside kernels.

The generator is xoshiro256++: four words of state, which the caller takes from a NumPy
`SeedSequence`, so every block of a simulation has a stream of its own. A number below k comes
from the upper half of a draw times k; the few products that would favour some numbers are drawn
again, so every number is exactly equally likely. Cards are drawn by the first steps of a
Fisher-Yates shuffle, as many as are needed.

References
----------
D. Blackman and S. Vigna, "Scrambled Linear Pseudorandom Number Generators", ACM Transactions on
Mathematical Software 47 (2021), article 36.
D. Lemire, "Fast Random Integer Generation in an Interval", ACM Transactions on Modeling and
Computer Simulation 29 (2019), article 3.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardlab._kernels.jit import jit

_WORD = np.uint64(64)
_HALF = np.uint64(32)
_LOW = np.uint64(2**32 - 1)
_RANGE = np.uint64(2**32)


@jit("uint64(uint64, uint64)")
def rotate(word: np.uint64, by: np.uint64) -> np.uint64:
    """Return the word with its bits rotated to the left."""
    return (word << by) | (word >> (_WORD - by))


@jit("uint64(uint64[::1])")
def draw(state: NDArray[np.uint64]) -> np.uint64:
    """Return 64 random bits and advance the state, an array of four words."""
    bits: np.uint64 = rotate(state[0] + state[3], np.uint64(23)) + state[0]
    shifted = state[1] << np.uint64(17)
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = rotate(state[3], np.uint64(45))
    return bits


@jit("uint64(uint64[::1], uint64)")
def below(state: NDArray[np.uint64], limit: np.uint64) -> np.uint64:
    """Return a random number from 0 to limit - 1; the limit is at most 2**32."""
    product = (draw(state) >> _HALF) * limit
    if product & _LOW < limit:
        surplus = _RANGE % limit
        while product & _LOW < surplus:
            product = (draw(state) >> _HALF) * limit
    return product >> _HALF


@jit("void(uint64[::1], uint8[::1], int64)")
def shuffle(state: NDArray[np.uint64], deck: NDArray[np.uint8], cards: int) -> None:
    """Put random cards of the deck on its first places, in random order.

    The deck may come in any order; it need not be sorted again between shuffles.
    """
    for place in range(cards):
        other = place + np.int64(below(state, np.uint64(len(deck) - place)))
        deck[place], deck[other] = deck[other], deck[place]
