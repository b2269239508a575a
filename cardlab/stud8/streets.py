"""Equity street by street in a hand that was played."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Literal

from cardlab.cards import Card
from cardlab.errors import InvalidInput, TooLarge, instance, short, whole
from cardlab.stud8.equity import LIMIT, Matchup
from cardlab.stud8.rules import Hand, written

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from cardlab.stud8.history import History
    from cardlab.stud8.state import State

View = Literal["all", "public"] | int | str
"""Whose knowledge: all cards that the history tells, the cards face up, or those a seat sees."""


def by_street(
    history: History,
    view: View = "all",
    *,
    limit: int = LIMIT,
    n: int = 1_000_000,
    rng: int | np.random.Generator | None = 0,
    executor: Executor | None = None,
) -> pd.DataFrame:
    """Return the equity of each player in the hand after each deal.

    Parameters
    ----------
    history : History
        The hand.
    view : {"all", "public"}, int or str
        Which cards are known: all that the history tells, also if they were shown later; those
        face up; or what a seat sees, by number from 0 or by the player's name. Cards of players who
        have folded are dead as far as they are known.
    limit : int
        As in `Matchup.exact`. Above it the equities are sampled.
    n, rng, executor
        As in `cardlab.sampling.run`, for what is sampled.

    Returns
    -------
    DataFrame
        Indexed by street (3 to 7) and player. Columns: ``cards`` as the view knows them, with
        ``??`` for a card that is there and not known; ``unknown``, how many these are; ``equity``;
        ``standard_error``, 0 for exact answers; ``method``, "exact" or "sampled". A card that is
        not known may be any unseen card, all alike.

    Raises
    ------
    InvalidInput
        If there is no such view, or an argument cannot be used.
    """
    import pandas as pd

    from cardlab.stud8.history import History

    instance("history", history, History)
    rows = [
        row
        for state in history.deals
        for row in _rows(state, _known(history, state, view), limit, n, rng, executor)
    ]
    return pd.DataFrame(rows).set_index(["street", "player"])


def _known(history: History, state: State, view: View) -> tuple[Hand, ...]:
    """Return everybody's cards, None for those that the view does not know."""
    if view == "all":
        final = history.replay().state.hands
        return tuple(full[: len(hand)] for full, hand in zip(final, state.hands, strict=True))
    own = None if view == "public" else _seat(history, view)
    return tuple(
        hand if seat == own else tuple(card if card in shown else None for card in hand)
        for seat, (hand, shown) in enumerate(zip(state.hands, state.showing, strict=True))
    )


def _seat(history: History, view: View) -> int:
    players = history.players
    if isinstance(view, str):
        if view not in players:
            message = (
                f"view must be 'all', 'public', a seat or one of {', '.join(players)}, not "
                f"{short(view)}"
            )
            raise InvalidInput(message)
        return players.index(view)
    return whole("view", view, 0, len(players) - 1)


def _rows(
    state: State,
    hands: tuple[Hand, ...],
    limit: int,
    n: int,
    rng: int | np.random.Generator | None,
    executor: Executor | None,
) -> Iterator[dict[str, object]]:
    """Yield a row for each player who is in."""
    staying = [seat for seat, folded in enumerate(state.folded) if not folded]
    dead = [
        card for seat, folded in enumerate(state.folded) if folded for card in _cards(hands[seat])
    ]
    common = () if state.common is None else (state.common,)
    matchup = Matchup(*(_cards(hands[seat]) for seat in staying), dead=dead, common=common)
    for seat, (equity, error, method) in zip(
        staying, _equities(matchup, limit, n, rng, executor), strict=True
    ):
        yield {
            "street": state.street,
            "player": state.players[seat],
            "cards": written((*hands[seat], *common)),
            "unknown": hands[seat].count(None),
            "equity": equity,
            "standard_error": error,
            "method": method,
        }


def _cards(hand: Hand) -> tuple[Card, ...]:
    return tuple(card for card in hand if card is not None)


def _equities(
    matchup: Matchup,
    limit: int,
    n: int,
    rng: int | np.random.Generator | None,
    executor: Executor | None,
) -> list[tuple[float, float, str]]:
    try:
        exact = matchup.exact(limit=limit).equities
    except TooLarge:
        sampled = matchup.simulate(n, rng=rng, executor=executor).equities
        return [(share.value, share.standard_error, "sampled") for share in sampled]
    return [(float(equity), 0.0, "exact") for equity in exact]
