"""A position in a game of Divider: what somebody knows, what may follow, and what it leads to.

For analysis a player's tableau is a set of face-up cards and a face-down card or none: the row
opens up to make room, so left and right never decide anything.

Whoever sees a position need not know everything. A face-down card that he does not know is one of
several, and pocket cards that he does not know are None. The referee's position knows all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeVar

from cardlab.cards import Card, CardsLike, parse, text
from cardlab.divider import notation
from cardlab.divider.actions import check_placement, cuts, may_be, placements, variants
from cardlab.divider.ending import strength, surely_last
from cardlab.divider.events import (
    Action,
    Divided,
    Drawn,
    Event,
    Group,
    Placed,
    Taken,
    bar,
    falling,
    taking,
    two,
)
from cardlab.divider.possible import check
from cardlab.divider.reading import read_turn
from cardlab.divider.rules import Rules
from cardlab.errors import CardError, IllegalAction, InvalidInput, instance, short, whole

Phase = Literal["draw", "cut", "choose", "place", "end"]
"""What is due: four cards, a cut, a choice of group, a placement, or nothing more."""

Two = tuple[Group, Group]
_T = TypeVar("_T")

_FIELDS = (
    "up", "down", "pockets", "buried", "divider", "rules", "four", "groups", "taken", "candidates",
)  # fmt: skip


@dataclass(frozen=True, init=False, repr=False)
class Position:
    """What somebody knows of a game at one moment.

    Sets of cards are kept from the highest card down, so positions that are the same compare equal.

    Parameters
    ----------
    up : two of cards
        The face-up cards of player 0 and of player 1.
    down : two of cards or None
        The face-down card of each; None or ``""`` if there is none, several cards if it is one of
        these and it is not known which.
    pockets : two of cards or None
        The pocket cards of each; None if they are not known.
    buried : cards
        The covered cards of both players, as far as they are known.
    divider : int
        The player, 0 or 1, who divides in this turn (between two turns: in the next one).
    rules : Rules
        Options of the game.
    four : cards
        The four cards drawn in this turn.
    groups : str, Divided or two of cards
        The two groups they were cut into; a group that has been placed is empty.
    taken : int, optional
        Which of the groups the chooser took, 0 or 1.
    candidates : two of cards or None, optional
        For each player what everybody knows that the face-down card can be. By default it is the
        same as `down`: the card is known to all.

    Raises
    ------
    CardError
        If cards cannot be read, one stands twice or is not in the deck, or a place has a wrong
        number of them.
    InvalidInput
        If no game can come to this; the error names the rule.

    Examples
    --------
    >>> position = Position(
    ...     up=("Ac Ad Ah As", "6h 7h 8h 2c"), down=("3c", None), pockets=("Kc Qd 3d", None),
    ...     buried="Jd Jc 4s", divider=0, four="9h 2s 3s Kd",
    ... )
    >>> position.turn, position.phase, position.player, len(position.legal_actions)
    (4, 'cut', 0, 7)
    >>> position = position.apply(Divided("9h", "Kd 2s 3s")).apply(Taken("Kd 2s 3s"))
    >>> position.player, [str(placed) for placed in position.placements][:2]
    (1, ['Placed Kd 3s 2s: up Kd 3s, down none', 'Placed Kd 3s 2s: up Kd 2s, down none'])
    >>> Position(up=("Ac Ad", "Ah"), buried="As Ac")
    Traceback (most recent call last):
        ...
    cardlab.errors.CardError: buried: Ac is already in face-up cards of player 0
    """

    up: Two
    down: Two
    pockets: tuple[Group | None, Group | None]
    buried: Group
    divider: int
    rules: Rules
    four: Group
    groups: Two | tuple[()]
    taken: int | None
    candidates: Two

    def __init__(
        self,
        up: tuple[CardsLike, CardsLike] = ("", ""),
        down: tuple[CardsLike | None, CardsLike | None] = (None, None),
        pockets: tuple[CardsLike | None, CardsLike | None] = (None, None),
        buried: CardsLike = "",
        divider: int = 0,
        rules: Rules = Rules(),
        four: CardsLike = "",
        groups: str | Divided | tuple[()] | tuple[CardsLike, CardsLike] = (),
        taken: int | None = None,
        candidates: tuple[CardsLike | None, CardsLike | None] | None = None,
    ) -> None:
        instance("rules", rules, Rules)
        ups, downs = two("up", up), two("down", down)
        known = two("pockets", pockets)
        possible = downs if candidates is None else two("candidates", candidates)
        drawn, cut_groups, chosen = read_turn(four, groups, taken)
        self.__dict__.update(
            up=ups,
            down=downs,
            pockets=tuple(cards or None for cards in known),
            buried=falling(parse(buried, name="buried")),
            divider=whole("divider", divider, 0, 1),
            rules=rules,
            four=drawn,
            groups=cut_groups,
            taken=chosen,
            candidates=possible,
        )
        check(self)

    @cached_property
    def _hand(self) -> Group:
        """The cards drawn in this turn that nobody has placed yet."""
        return self.groups[0] + self.groups[1] if self.groups else self.four

    @cached_property
    def _drawn(self) -> int:
        """How many cards have been drawn, those of this turn included."""
        placed = len(self.up[0]) + len(self.up[1]) + len(self.down[0]) + len(self.down[1])
        return placed + len(self.buried) + len(self._hand)

    @property
    def turn(self) -> int:
        """The turn, from 1: this one, between two turns the next, and at the end the last."""
        between = not self.four and not self._over
        return self._drawn // 4 + between

    @property
    def _over(self) -> bool:
        """Whether the game is over, if it is between two turns."""
        return self.rules.over(self._drawn // 4, (len(self.up[0]), len(self.up[1])))

    @cached_property
    def phase(self) -> Phase:
        """What is due now: "draw", "cut", "choose" or "place"; "end" after the last turn."""
        if self.taken is not None:
            return "place"
        if self.groups:
            return "choose"
        if self.four:
            return "cut"
        return "end" if self._over else "draw"

    @property
    def chooser(self) -> int:
        """The player who does not divide in this turn."""
        return 1 - self.divider

    @property
    def player(self) -> int | None:
        """The player to act; None if four cards are due or the game is over."""
        if self.phase == "choose":
            return self.chooser
        if self.phase == "place":
            return self.chooser if self.groups[self.taken or 0] else self.divider
        return self.divider if self.phase == "cut" else None

    @property
    def group(self) -> Group:
        """The group that the player to act has to place; empty if no placement is due."""
        if self.taken is None:
            return ()
        return self.groups[self.taken] or self.groups[1 - self.taken]

    @property
    def public(self) -> Group:
        """All cards drawn so far, which everybody has seen."""
        placed = (*self.up[0], *self.up[1], *self.down[0], *self.down[1])
        return falling((*placed, *self.buried, *self._hand))

    @property
    def unseen(self) -> Group:
        """The cards of the deck that whoever knows this position has not seen, lowest first."""
        seen = {*self.public, *(self.pockets[0] or ()), *(self.pockets[1] or ())}
        return tuple(card for card in self.rules.deck if card not in seen)

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """All that the player to act may do; empty if it is nobody's turn.

        Raises
        ------
        InvalidInput
            If he places and his face-down card is not known here.
        """
        if self.phase == "cut":
            return cuts(self.four)
        if self.phase == "choose":
            return tuple(taking(group) for group in self.groups)
        if self.phase != "place":
            return ()
        made = self.placements
        return (*made, *variants(made, self._face_down))

    @property
    def placements(self) -> tuple[Placed, ...]:
        """The different outcomes that the player who places can reach; empty if none is due.

        Two face-up cards count once, in whatever order they are placed, and the swap is used only
        where it is needed. `legal_actions` has the rest too.

        Raises
        ------
        InvalidInput
            If his face-down card is not known here.
        """
        if self.phase != "place":
            return ()
        return placements(self.group, self._face_down, self.rules)

    @property
    def _face_down(self) -> Card | None:
        """The face-down card of the player who places."""
        cards = self.down[self.player or 0]
        if len(cards) > 1:
            message = (
                f"down: the face-down card of player {self.player} is one of {text(cards)}; "
                "how he can place depends on which"
            )
            raise InvalidInput(message)
        return cards[0] if cards else None

    def apply(self, event: Event) -> Position:
        """Return the position after an event.

        Parameters
        ----------
        event : Drawn, Divided, Taken or Placed
            What happens.

        Returns
        -------
        Position

        Raises
        ------
        IllegalAction
            If the rules forbid it now; the error names the rule.
        CardError
            If drawn cards are not there to be drawn.
        InvalidInput
            If a player places whose face-down card is not known here.

        Examples
        --------
        >>> position = Position(up=("", ""), four="9h 2s 3s Kd")
        >>> position.apply(Taken("9h"))
        Traceback (most recent call last):
            ...
        cardlab.errors.IllegalAction: cannot take a group now: player 0 has to cut
        """
        if isinstance(event, Placed):
            return self._place(event)
        if isinstance(event, Taken):
            self.require("choose", "take a group")
            if event.cards not in self.groups:
                message = f"{text(event.cards)} is not one of the groups {bar(self.groups)}"
                raise IllegalAction(message)
            return self._with(taken=self.groups.index(event.cards))
        if isinstance(event, Divided):
            self.require("cut", "cut")
            if falling(event.first + event.second) != self.four:
                message = f"cut: {bar(event.groups)} are not the four cards {text(self.four)}"
                raise IllegalAction(message)
            return self._with(groups=(event.first, event.second))
        if isinstance(event, Drawn):
            self.require("draw", "draw")
            stock = self.unseen
            if missing := [card for card in event.cards if card not in stock]:
                message = f"four: {missing[0]} is not in the stock"
                raise CardError(message)
            return self._with(four=event.cards)
        message = f"{short(event)} is not an event that can follow"
        raise IllegalAction(message)

    def require(self, phase: Phase, action: str) -> None:
        """Refuse an action, as errors shall call it, unless its phase is due.

        Raises
        ------
        IllegalAction
            If something else is due.
        """
        if self.phase != phase:
            due = {
                "draw": "four cards must be drawn first",
                "cut": f"player {self.player} has to cut",
                "choose": f"player {self.player} has to take a group",
                "place": f"player {self.player} has to place {text(self.group)}",
                "end": "the game is over",
            }
            message = f"cannot {action} now: {due[self.phase]}"
            raise IllegalAction(message)

    def _place(self, placed: Placed) -> Position:
        self.require("place", "place a group")
        assert self.groups  # a placement is due
        player = self.player or 0
        card, group = self._face_down, self.group
        check_placement(placed, group, card, self.rules)
        pool = group if card is None else (*group, card)
        covered = [other for other in pool if other not in placed.up and other != placed.down]
        below = () if placed.down is None else (placed.down,)
        last = player == self.divider
        return self._with(
            up=_put(self.up, player, falling((*self.up[player], *placed.up))),
            down=_put(self.down, player, below),
            buried=falling((*self.buried, *covered)) if covered else self.buried,
            candidates=_put(self.candidates, player, may_be(placed, self.candidates[player])),
            divider=1 - self.divider if last else self.divider,
            four=() if last else self.four,
            groups=() if last else _put(self.groups, self.taken or 0, ()),
            taken=None if last else self.taken,
        )

    def _with(self, **changes: object) -> Position:
        """Return a position that differs in some fields, without checking it again."""
        made = object.__new__(Position)
        own = self.__dict__
        fields = made.__dict__
        for name in _FIELDS:
            fields[name] = own[name]
        fields.update(changes)
        return made

    def seen_by(self, player: int) -> Position:
        """Return what a player knows: not the other's pocket cards, nor what only the other knows.

        Parameters
        ----------
        player : int
            0 or 1.

        Raises
        ------
        InvalidInput
            If the player is not 0 or 1.

        Examples
        --------
        >>> position = Position(
        ...     up=("", "6c"), down=("3c", "2c"), pockets=("Kc Qd 3d", "As 9s 8s"),
        ...     candidates=("3c", "2c 2d"), buried="2d",
        ... )
        >>> view = position.seen_by(0)
        >>> view.pockets[1] is None, text(view.down[1]), view.buried
        (True, '2d 2c', ())
        """
        player = whole("player", player, 0, 1)
        other = 1 - player
        hidden = self.candidates[other]
        return self._with(
            pockets=_put(self.pockets, other, None),
            down=_put(self.down, other, hidden),
            buried=tuple(card for card in self.buried if card not in hidden),
        )

    @property
    def surely_last(self) -> bool:
        """Whether this turn is the last, whatever is drawn, cut, taken and placed from here on."""
        return surely_last(self)

    @property
    def strengths(self) -> tuple[int, int]:
        """The strength of each player's hand at the end; see `cardlab.hands.strength`.

        Raises
        ------
        InvalidInput
            If the game is not over, or pocket cards (or a face-down card that counts) are not
            known.
        """
        if self.phase != "end":
            message = f"the game is not over: turn {self.turn}, {self.phase} is due"
            raise InvalidInput(message)
        return strength(self, 0), strength(self, 1)

    @property
    def winner(self) -> int | None:
        """The player with the better hand at the end, 0 or 1; None if the hands are equal.

        Raises
        ------
        InvalidInput
            As `strengths` does.
        """
        first, second = self.strengths
        return None if first == second else int(second > first)

    def __repr__(self) -> str:
        return f"Position({', '.join(notation.arguments(self))})"

    def __str__(self) -> str:
        return "\n".join(notation.lines(self))

    @classmethod
    def parse(cls, lines: str) -> Position:
        """Read a position as it is written out.

        Parameters
        ----------
        lines : str
            What ``str(position)`` gives; semicolons may stand for line ends, and lines that say
            nothing may be missing.

        Raises
        ------
        InvalidInput
            If a line cannot be read, or the position is impossible.

        Examples
        --------
        >>> position = Position.parse(
        ...     "Player 0: down 3c, pockets Kc Qd 3d;"
        ...     "Player 1: up 6c, down one of 2c 2d; Divider: 1"
        ... )
        >>> print(position)
        Player 0: up none, down 3c, pockets Kc Qd 3d
        Player 1: up 6c, down one of 2d 2c, pockets unknown
        Divider: 1
        """
        return cls(**notation.read(lines))


def _put(pair: tuple[_T, _T], player: int, value: _T) -> tuple[_T, _T]:
    """Return a pair with one side replaced."""
    return (pair[0], value) if player else (value, pair[1])
