"""The game of Divider as an engine that can be stepped through.

A game is its events in order, and `Position.apply` says what they do. `Game` knows everything: both
players' pocket cards, the order of the stock, and where each card lies in the rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from cardlab.cards import Card, CardsLike, parse
from cardlab.divider.events import (
    Dealt,
    Divided,
    Drawn,
    Event,
    Forfeited,
    Placed,
    Taken,
    parse_event,
)
from cardlab.divider.position import Phase, Position
from cardlab.divider.reading import read_cut, read_taken
from cardlab.divider.rules import Rules, is_red
from cardlab.errors import CardError, IllegalAction, InvalidInput, instance, short, whole
from cardlab.sampling import generator

if TYPE_CHECKING:
    import numpy as np

_E = TypeVar("_E", bound=Drawn | Divided | Taken | Placed | Forfeited)


@dataclass(frozen=True)
class Place:
    """A place in a player's row: a card on top, and the cards it covers.

    Parameters
    ----------
    card : Card or None
        The card on top; None for a face-down card that the viewer does not know.
    face_up : bool
        Whether it lies face up.
    covered : tuple of Card or None
        The covered cards from the lowest up, None for cards that the viewer does not know.
    """

    card: Card | None
    face_up: bool
    covered: tuple[Card | None, ...] = ()

    def __str__(self) -> str:
        card = "??" if self.card is None else str(self.card)
        return card if self.face_up else f"({card})"


Row = tuple[Place, ...]
"""A player's places from left to right."""


class Game:
    """A game of Divider, one step at a time.

    Each step returns its event and adds it to the log. Nothing changes when a step is refused.

    Parameters
    ----------
    rules : Rules
        Options of the game.
    divider : int, optional
        The player, 0 or 1, who divides first; by default `rng` decides.
    deck : cards
        The cards in the order in which they come, or only the first of them: the pocket cards of
        player 0, those of player 1, then four for each turn. The rest is shuffled.
    rng : int or numpy Generator, optional
        The seed of the shuffle, or a generator; by default a fresh seed.

    Raises
    ------
    CardError
        If the deck cannot be read, or holds a card twice or one that the rules do not have.
    InvalidInput
        If the divider is not 0 or 1, or the seed is not a whole number.

    Examples
    --------
    >>> game = Game(divider=0, deck="Kc Qd 3d As Td 2c 9h 2s 3s Kd")
    >>> for step in (game.draw(), game.cut("9h | 2s 3s Kd"), game.take("2s 3s Kd")):
    ...     print(step)
    Drawn Kd 9h 3s 2s
    Divided 9h | Kd 3s 2s
    Taken Kd 3s 2s
    >>> print(game.place("3s", down="Kd"))
    Placed Kd 3s 2s: up 3s, down Kd
    >>> game.place("9h")
    Traceback (most recent call last):
        ...
    cardlab.errors.IllegalAction: "Placed 9h: up 9h, down none": there is no face-down card to \
turn up, and 9h is laid face down
    >>> print(game.place(down="9h"))
    Placed 9h: up none, down 9h
    >>> game.turn, game.phase, Game.replay(game.log).position == game.position
    (2, 'draw', True)
    """

    def __init__(
        self,
        *,
        rules: Rules = Rules(),
        divider: int | None = None,
        deck: CardsLike = "",
        rng: int | np.random.Generator | None = None,
    ) -> None:
        instance("rules", rules, Rules)
        source = generator(rng)
        if divider is None:
            divider = int(source.integers(2))
        self._deck = _completed(parse(deck, name="deck"), rules, source)
        size = rules.pocket_cards
        dealt = Dealt((self._deck[:size], self._deck[size : 2 * size]), divider, rules)
        self._log: list[Event] = [dealt]
        self._positions = [_start(dealt)]

    @classmethod
    def replay(
        cls,
        log: Iterable[Event],
        *,
        deck: CardsLike = "",
        rng: int | np.random.Generator | None = None,
    ) -> Game:
        """Return the game that these events make, ready to go on.

        Parameters
        ----------
        log : iterable of events
            A game's `log`, or the beginning of one.
        deck : cards
            The deck of that game, so that the same cards come next; by default the cards still to
            come are shuffled.
        rng : int or numpy Generator, optional
            For that shuffle.

        Raises
        ------
        InvalidInput
            If the log does not begin with `Dealt`, an event in it cannot happen, or the deck has
            other cards in front.

        Examples
        --------
        Take back the last step:

        >>> game = Game(rng=1)
        >>> drawn = game.draw()
        >>> game = Game.replay(game.log[:-1], deck=game.deck)
        >>> game.draw() == drawn
        True
        """
        instance("log", log, Iterable)
        events = tuple(log)
        if not events or not isinstance(events[0], Dealt):
            message = f"log must begin with Dealt, not with {short(events[0] if events else '')}"
            raise InvalidInput(message)
        dealt = events[0]
        front = [*dealt.pockets[0], *dealt.pockets[1]]
        for event in events[1:]:
            front += event.cards if isinstance(event, Drawn) else ()
        order = parse(deck, name="deck") or _once(front)
        game = cls(rules=dealt.rules, divider=dealt.divider, deck=order, rng=rng)
        if game.log[0] != dealt:
            message = f'deck: it does not begin with the pocket cards of "{dealt}"'
            raise InvalidInput(message)
        for event in events[1:]:
            game.do(event)  # type: ignore[type-var]  # a second Dealt is refused
        return game

    def _four(self, turn: int) -> Drawn:
        """Return what is drawn in a turn, counted from 0."""
        begin = 2 * self.rules.pocket_cards + 4 * turn
        return Drawn(self._deck[begin : begin + 4])

    @classmethod
    def parse(cls, lines: str, *, rng: int | np.random.Generator | None = None) -> Game:
        """Read a game as it is written out: an event on each line.

        Parameters
        ----------
        lines : str
            What ``str(game)`` gives, or the beginning of it.
        rng : int or numpy Generator, optional
            For the cards still to come.

        Raises
        ------
        InvalidInput
            If a line is no event, or cannot happen.

        Examples
        --------
        >>> game = Game.parse("Dealt Kc Qd 3d | As Td 2c, player 1 divides")
        >>> game.turn, game.phase
        (1, 'draw')
        """
        instance("game", lines, str)
        return cls.replay(map(parse_event, filter(str.strip, lines.splitlines())), rng=rng)

    def draw(self) -> Drawn:
        """Draw the four cards of the next turn.

        Raises
        ------
        IllegalAction
            If no draw is due.
        """
        self.position.require("draw", "draw")
        return self.do(self._four(self.turn - 1))

    def cut(self, cut: str | Divided | CardsLike) -> Divided:
        """Cut the four cards, for the divider.

        Parameters
        ----------
        cut : str, Divided or cards
            Both groups in any order, ``"9h | 2s 3s Kd"``, or the cards of one of them.

        Raises
        ------
        IllegalAction
            If the groups are not two and two cards or one and three, not those drawn, or no cut is
            due.
        InvalidInput
            If the cut cannot be read.
        """
        self.position.require("cut", "cut")
        return self.do(read_cut(cut, self.position))

    def take(self, group: int | CardsLike | Taken) -> Taken:
        """Take one of the groups, for the chooser.

        Parameters
        ----------
        group : cards, Taken or int
            The group, or its number, 0 or 1, in the order of the cut.

        Raises
        ------
        IllegalAction
            If it is not one of the groups, or no choice is due.
        InvalidInput
            If the cards cannot be read.
        """
        self.position.require("choose", "take a group")
        return self.do(read_taken(group, self.position))

    def place(
        self, up: CardsLike = "", down: CardsLike | None = None, swapped: bool | None = None
    ) -> Placed:
        """Place the group in hand, for the chooser and then for the divider.

        Parameters
        ----------
        up : cards
            The cards that go face up: the first card, then its partner if that goes face up too.
        down : card, optional
            The card that is face down afterwards, if any.
        swapped : bool, optional
            Whether the swap is used; by default where it is needed.

        Raises
        ------
        IllegalAction
            If the rules forbid it; the error names the rule.
        CardError
            If cards cannot be read.
        """
        position = self.position
        position.require("place", "place a group")
        if swapped is not None:
            instance("swapped", swapped, bool)
        placed = Placed(position.group, up, down, bool(swapped))
        if swapped is None and _needs_swap(position, placed):
            placed = Placed(position.group, up, down, swapped=True)
        return self.do(placed)

    def do(self, event: _E) -> _E:
        """Do what an event says, and add it to the log.

        Parameters
        ----------
        event : Drawn, Divided, Taken, Placed or Forfeited
            What happens. The cards drawn must be those that the deck gives.

        Raises
        ------
        IllegalAction
            If it cannot happen now.
        """
        if self.forfeited is not None:
            message = f'the game is over: "{self.forfeited}"'
            raise IllegalAction(message)
        if isinstance(event, Forfeited):
            position = self.position
            if position.phase == "end":
                message = f'"{event}" cannot be: the game is over'
                raise IllegalAction(message)
        else:
            position = self.position.apply(event)
        if isinstance(event, Drawn) and event != (due := self._four(self.turn - 1)):
            message = f'"{event}" cannot be: the deck gives "{due}"'
            raise IllegalAction(message)
        self._positions.append(position)
        self._log.append(event)
        return event

    @property
    def rules(self) -> Rules:
        """The options of the game."""
        return self.position.rules

    @property
    def deck(self) -> tuple[Card, ...]:
        """All cards in the order in which they come, those still to come included."""
        return self._deck

    @property
    def log(self) -> tuple[Event, ...]:
        """All events so far; `replay` makes the same game of them."""
        return tuple(self._log)

    @property
    def position(self) -> Position:
        """The whole position, hidden cards included: for a referee, not for a player."""
        return self._positions[-1]

    def view(self, player: int | None = None) -> Position:
        """Return what a player knows, by default the player to act.

        Raises
        ------
        InvalidInput
            If the player is not 0 or 1, or none is given and it is nobody's turn.
        """
        if player is None:
            player = self.player
        if player is None:
            message = f"player must be given: it is nobody's turn, {self.phase} is due"
            raise InvalidInput(message)
        return self.position.seen_by(player)

    @property
    def phase(self) -> Phase:
        """What is due now: "draw", "cut", "choose" or "place"; "end" after the last turn."""
        return "end" if self.forfeited is not None else self.position.phase

    @property
    def forfeited(self) -> Forfeited | None:
        """How a player broke off the game, if one did."""
        last = self._log[-1]
        return last if isinstance(last, Forfeited) else None

    @property
    def turn(self) -> int:
        """The turn, from 1: this one, between two turns the next, and at the end the last."""
        return self.position.turn

    @property
    def player(self) -> int | None:
        """The player to act; None if four cards are due or the game is over."""
        return self.position.player if self.forfeited is None else None

    @property
    def winner(self) -> int | None:
        """The player with the better hand at the end; None if the hands are equal.

        If a player broke off the game, the other has won.

        Raises
        ------
        InvalidInput
            If the game is not over.
        """
        if self.forfeited is not None:
            return 1 - self.forfeited.player
        return self.position.winner

    @property
    def rows(self) -> tuple[Row, Row]:
        """The rows of player 0 and of player 1 as they lie, hidden cards included.

        Left and right never decide anything. Where the rules leave the place open (a first card
        without a face-down card to cover, a single card), it is the right end of the row.
        """
        rows: list[Row] = [(), ()]
        for before, event in zip(self._positions, self._log[1:], strict=False):
            if isinstance(event, Placed):
                player = before.player or 0
                rows[player] = _placed(rows[player], event)
        return rows[0], rows[1]

    def rows_seen_by(self, player: int) -> tuple[Row, Row]:
        """Return both rows as a player sees them.

        The covered cards of the other player, and the face-down card unless everybody knows it,
        are None.

        Raises
        ------
        InvalidInput
            If the player is not 0 or 1.
        """
        player = whole("player", player, 0, 1)
        view = self.position.seen_by(player)
        rows = list(self.rows)
        rows[1 - player] = tuple(
            Place(
                place.card if place.face_up or len(view.down[1 - player]) == 1 else None,
                place.face_up,
                (None,) * len(place.covered),
            )
            for place in rows[1 - player]
        )
        return rows[0], rows[1]

    def __str__(self) -> str:
        return "\n".join(str(event) for event in self._log)


def _start(dealt: Dealt) -> Position:
    """Return the position after the deal."""
    return Position(pockets=dealt.pockets, divider=dealt.divider, rules=dealt.rules)


def _once(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return the cards without repetition; a card drawn twice is refused where it is drawn."""
    return tuple(dict.fromkeys(cards))


def _completed(
    front: tuple[Card, ...], rules: Rules, source: np.random.Generator
) -> tuple[Card, ...]:
    """Return the whole deck in order: the cards given, then the others shuffled."""
    for card in front:
        if card not in rules.deck:
            message = f"deck: {card} is not in the deck of these rules"
            raise CardError(message)
    rest = [card for card in rules.deck if card not in front]
    return (*front, *(rest[number] for number in source.permutation(len(rest))))


def _needs_swap(position: Position, placed: Placed) -> bool:
    """Return whether the cards can lie like this only after a swap."""
    down = position.down[position.player or 0]
    if len(placed.cards) == 1:
        return bool(position.rules.swap_single and down and placed.up == placed.cards)
    return any(card in (*placed.up, placed.down) for card in down)


def _placed(row: Row, placed: Placed) -> Row:
    """Return a row after a placement."""
    lying = next((place for place in row if not place.face_up), None)
    spot = len(row) if lying is None else row.index(lying)
    left, right = row[:spot], row[spot + 1 :]
    below = () if placed.down is None else (Place(placed.down, face_up=False),)
    if len(placed.cards) == 1:
        turned = (Place(placed.up[0], True, lying.covered),) if lying else ()
        return (*left, *turned, *right, *below)
    first = Place(placed.up[0], True, _covered(lying, placed))
    if not is_red(placed.up[0]):
        return (*left, first, *below, *right)
    partner = tuple(Place(card, face_up=True) for card in placed.up[1:])
    return (*left, *partner, *below, first, *right)


def _covered(lying: Place | None, placed: Placed) -> tuple[Card | None, ...]:
    """Return what lies under the first card: what lay there, and the cards not used, in order."""
    used = (*placed.up, placed.down)
    rest: list[Card | None] = [card for card in placed.cards if card not in used]
    if lying is None:
        return tuple(rest)
    if lying.card not in used:  # covered in its place or, after a swap, laid there as the extra
        rest.insert(len(rest) if placed.swapped else 0, lying.card)
    return (*lying.covered, *rest)
