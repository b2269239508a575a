"""What the other player may hold, weighed by the cards before him.

Who has placed cards for some turns has mostly placed such as fit his pocket cards. So not all that
he may hold is equally likely. A model says how much likelier each hand is than any other unseen
cards: how often players hold it who have these cards before them (`_kernels.fit_divider`).

The last turn is counted here as in `last_turn`, but each case has the weight that both players'
beliefs give it: the divider weighs what the chooser may hold, and expects him to choose as one who
weighs what the divider may hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from cardlab import _kernels
from cardlab.cards import DECK, Card
from cardlab.divider.encoding import Encoded, Held, set_of
from cardlab.divider.ending import shown_strength
from cardlab.divider.events import Divided
from cardlab.divider.last_turn import LastTurn, each_down, holdings, tableaus
from cardlab.divider.position import Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_POCKET_CARDS = 3  # what the models know


def known(view: Position) -> bool:
    """Return whether the other's cards are hidden and there is a model for them, and a compiler."""
    rules, hidden = view.rules, view.pockets[1 - (view.player or 0)] is None
    same = rules.pocket_cards == _POCKET_CARDS and len(rules.deck) == len(DECK)
    return hidden and same and _kernels.ready()


def cut_values(view: Position) -> list[float]:
    """Return the divider's chance with each cut in a turn that is surely the last.

    Parameters
    ----------
    view : Position
        In phase "cut", with the divider's pocket cards, under rules that are `known`.

    Returns
    -------
    list of float
        In the order of the position's legal actions; a draw is half a win.
    """
    import numpy as np

    turn = LastTurn(view)
    own = _weights(view, view.divider, turn.cards, turn.downs[0])
    theirs = _weights(view, view.chooser, turn.cards, turn.downs[1])[turn.possible]
    values = []
    for cut in view.legal_actions:
        assert isinstance(cut, Divided)
        first, second = cut.groups
        preferred = turn.points(1, first, second, own) - turn.points(1, second, first, own)
        takes_first = (1 + np.sign(preferred[turn.possible])) / 2
        after_first, after_second = (
            win + tie / 2 for win, tie in (turn.results(first, second), turn.results(second, first))
        )
        points = takes_first * after_first + (1 - takes_first) * after_second
        values.append(float(theirs @ points / theirs.sum()))
    return values


def choice_values(view: Position) -> list[float]:
    """Return the chooser's chance with each group in a turn that is surely the last.

    Parameters
    ----------
    view : Position
        In phase "choose", with the chooser's pocket cards, under rules that are `known`.

    Returns
    -------
    list of float
        In the order of the groups; a draw is half a win.
    """
    player, other, rules = view.chooser, view.divider, view.rules
    pockets, down = view.pockets[player], each_down(view.down[player])[0]
    assert pockets  # his own
    assert view.groups  # in this phase
    downs = each_down(view.down[other])
    weights = _weights(view, other, view.unseen, downs)
    values = []
    for group, left in (view.groups, view.groups[::-1]):
        own = tableaus(view.up[player], group, down, rules)
        hand = max(shown_strength(cards, pockets) for cards in own)
        choices = [tableaus(view.up[other], left, each, rules) for each in downs]
        theirs = holdings(choices, view.unseen, _POCKET_CARDS, 1).hands
        values.append(float(weights @ ((theirs < hand) + (theirs == hand) / 2) / weights.sum()))
    return values


def of_other(view: Position) -> Held:
    """Return all that the other player may hold, for the player to act.

    Parameters
    ----------
    view : Position
        What he can see, under rules that are `known`.
    """
    import numpy as np

    other = 1 - (view.player or 0)
    downs = each_down(view.down[other])
    pockets = _pockets(view.unseen)
    below = [-1 if down is None else down for down in downs]
    return Held(
        np.tile(pockets, len(downs)),
        np.repeat(np.array(below, np.int64), len(pockets)),
        _weights(view, other, view.unseen, downs).cumsum(),
    )


def _weights(
    view: Position, player: int, cards: Sequence[Card], downs: Sequence[Card | None]
) -> NDArray[np.float64]:
    """Return how likely each of a player's holdings is, in the order of `holdings`."""
    import numpy as np

    pockets = _pockets(cards)
    if not view.up[player] and downs == (None,):  # nothing to go by
        return np.ones(len(pockets))
    encoded = Encoded.of(view, ())
    return np.concatenate([encoded.weights(player, pockets, down) for down in downs])


def _pockets(cards: Sequence[Card]) -> NDArray[np.uint64]:
    """Return the sets of all choices of pocket cards."""
    import numpy as np

    each = combinations([set_of((card,)) for card in cards], _POCKET_CARDS)
    return np.array([a | b | c for a, b, c in each], np.uint64)
