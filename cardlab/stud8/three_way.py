"""Seven-card stud hi/lo with three seats or more, exactly."""

from __future__ import annotations

from concurrent.futures import Executor

from cardlab.cards import Card
from cardlab.sampling import Progress
from cardlab.stud8.sampled import Ranges, Seats, Tally


def number_of_deals(
    seats: Seats, dead: tuple[Card, ...] = (), *, common: Card | None = None,
    ranges: Ranges | None = None,
) -> int:
    """Return how many ways there are to deal the cards to come (an upper bound with ranges)."""
    raise NotImplementedError


def enumerate_deals(
    seats: Seats,
    dead: tuple[Card, ...] = (),
    *,
    limit: int = 10_000_000,
    common: Card | None = None,
    ranges: Ranges | None = None,
) -> Tally:
    """Share the pot of every deal there is; raises TooLarge above `limit` deals. STUB."""
    raise NotImplementedError


def three_way(
    seats: Seats,
    dead: tuple[Card, ...] = (),
    *,
    executor: Executor | None = None,
    progress: Progress = False,
) -> tuple[tuple[int, int, int], int]:
    """Return each seat's share in twelfths of a pot, summed over all deals, and the deals. STUB.

    Three seats of which the same number of cards is known, 3 to 7; else InvalidInput.
    """
    raise NotImplementedError
