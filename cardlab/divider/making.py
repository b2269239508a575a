"""What a player can make of a group of cards in Divider."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from cardlab import hands
from cardlab.divider import actions
from cardlab.divider.events import Group, Placed
from cardlab.divider.position import Position

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Made:
    """The best that a player can make of a group now.

    Parameters
    ----------
    placed : Placed
        How he places it.
    strength : int
        Of his best hand then; see `cardlab.hands.strength`. Without his pocket cards where they
        are not known, and -1 where there is no card to count.
    """

    placed: Placed
    strength: int

    @property
    def hand(self) -> str:
        """The hand in words."""
        return "no card" if self.strength < 0 else hands.strength_name(self.strength)


def placements(position: Position, player: int, group: Group) -> tuple[Placed, ...]:
    """Return how a player could place a group, if it were his turn to place it.

    Parameters
    ----------
    position : Position
        What somebody knows. If the player's face-down card is one of several, each of them counts.
    player : int
        0 or 1.
    group : tuple of Card
        One to three cards.
    """
    downs = position.down[player] or (None,)
    found = (placed for down in downs for placed in actions.placements(group, down, position.rules))
    return tuple(dict.fromkeys(found))


def counted(position: Position, player: int, placed: Placed) -> Group:
    """Return a player's cards that count after a placement, without his pocket cards."""
    cards = (*position.up[player], *placed.up)
    if position.rules.count_face_down and placed.down is not None:
        cards = (*cards, placed.down)
    return cards


def strengths(position: Position, player: int, found: Sequence[Placed]) -> list[int]:
    """Return the strength of a player's hand after each placement, with his pockets if known.

    The hands are evaluated together, which is much quicker than one by one.
    """
    pockets = position.pockets[player] or ()
    return _best_hands(position, player, found, combinations(pockets, min(2, len(pockets))))


def best(position: Position, player: int, group: Group) -> Made:
    """Return the placement that makes the best hand now, and that hand.

    In a last turn it is the best placement; before that it need not be.
    """
    found = placements(position, player, group)
    made = strengths(position, player, found)
    return Made(found[made.index(max(made))], max(made))


def most_up(position: Position, player: int, group: Group) -> int:
    """Return how many cards a player can turn up with a group at most."""
    return max(len(placed.up) for placed in placements(position, player, group))


def at_most(position: Position, player: int, group: Group) -> int:
    """Return the strength of the best hand that any two unseen pocket cards could make.

    Parameters
    ----------
    position : Position
        What somebody knows; not the pocket cards of this player.
    player : int
        0 or 1.
    group : tuple of Card
        The group he places.
    """
    shown = combinations(position.unseen, min(2, position.rules.pocket_cards))
    return max(_best_hands(position, player, placements(position, player, group), shown))


def usual(position: Position, player: int, group: Group) -> tuple[Placed, Fraction]:
    """Return the placement that most often makes a player's best hand, and how often.

    Parameters
    ----------
    position : Position
        What somebody knows; not the pocket cards of this player: they may be any unseen cards.
    player : int
        0 or 1.
    group : tuple of Card
        The group he places.

    Returns
    -------
    Placed, Fraction
        Where several placements make the same best hand, each of them counts.
    """
    rules, unseen = position.rules, position.unseen
    shown = list(combinations(unseen, min(2, rules.pocket_cards)))
    held = _held(len(unseen), rules.pocket_cards)
    downs = position.down[player] or (None,)
    often: Counter[Placed] = Counter()
    for down in downs:
        found = actions.placements(group, down, rules)
        made = _hands(position, player, found, shown)[:, held].max(axis=2)
        best_of = (made == made.max(axis=0)).sum(axis=1)
        often.update(dict(zip(found, best_of.tolist(), strict=True)))
    placed, count = often.most_common(1)[0]
    return placed, Fraction(count, len(held) * len(downs))


@lru_cache(maxsize=8)
def _held(cards: int, pocket_cards: int) -> NDArray[np.intp]:
    """Return for each choice of pocket cards which pairs of cards it can show."""
    import numpy as np

    shown = list(combinations(range(cards), min(2, pocket_cards)))
    place = {pair: number for number, pair in enumerate(shown)}
    return np.array(
        [
            [place[pair] for pair in combinations(held, min(2, pocket_cards))]
            for held in combinations(range(cards), pocket_cards)
        ]
    )


def _best_hands(
    position: Position, player: int, found: Sequence[Placed], shown: Iterable[Group]
) -> list[int]:
    """Return after each placement the strength of the best hand with one of the shown cards."""
    return [int(most) for most in _hands(position, player, found, shown).max(axis=1)]


def _hands(
    position: Position, player: int, found: Sequence[Placed], shown: Iterable[Group]
) -> NDArray[np.intp]:
    """Return the strength of the hand after each placement with each of the shown cards."""
    import numpy as np

    from cardlab._kernels.short_hands_numpy import scores
    from cardlab.divider.last_turn import sets_of

    tables = sets_of(counted(position, player, placed) for placed in found)
    every = tables[:, None] | sets_of(shown)
    made = np.full(every.shape, -1)  # what has no card at all
    made[every > 0] = scores(every[every > 0])
    return made
