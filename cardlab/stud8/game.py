"""Seven-card stud hi/lo as an engine that can be stepped through, one hand at a time.

`Game` shuffles, keeps the log and says what a seat sees; `Table` holds to the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cardlab.cards import DECK, Card, CardsLike, parse
from cardlab.errors import CardError, InvalidInput, short, whole
from cardlab.sampling import generator
from cardlab.stud8.events import Acted, Dealt, Event, Seated, Shown, listed
from cardlab.stud8.rules import MOST_PLAYERS, Action, Player, Rules, View
from cardlab.stud8.state import Phase, State
from cardlab.stud8.table import Table

if TYPE_CHECKING:
    import numpy as np


class Game:
    """One hand of seven-card stud hi/lo, one step at a time.

    Each step returns its event and adds it to the log. Nothing changes when a step is refused.
    Seats count from 0, the first on the left of the dealer. The showdown needs no step.

    Parameters
    ----------
    players : int, str or iterable of str
        How many players, 2 to 8: they are called "Player 1" and so on. Or their names, clockwise
        from the left of the dealer. Text is cut at spaces: ``"Ann Ben Cy"``.
    stacks : int or iterable of int
        Chips, the same for everybody or one number for each.
    rules : Rules
        Options of the game.
    rng : int or numpy Generator, optional
        The seed of the shuffle, or a generator; by default a fresh seed.

    Raises
    ------
    InvalidInput
        If there are too few or too many players, a name is no text or stands twice, a stack is not
        at least one chip, the rules are no `Rules`, or the seed is not a whole number.

    Examples
    --------
    >>> game = Game("Ann Ben", stacks=50)
    >>> print(game.deal("As Kc 2s Kd 3d 9h"))
    Third street: Ann (As 2s) 3d, Ben (Kc Kd) 9h
    >>> game.player, game.legal
    ('Ann', {'bring in': 2, 'complete': 4})
    >>> print(game.act("bring in"))
    Ann brings it in for 2
    >>> game.view(0).seen
    (Card('9h'),)
    >>> game.act("check")
    Traceback (most recent call last):
        ...
    cardlab.errors.IllegalAction: Ben cannot check now; legal: fold, call, complete
    >>> print(game.act("fold"))
    Ben folds
    >>> print(game.log[-1])
    Ann takes the pot of 4
    >>> game.stacks, Game.replay(game.log).state == game.state
    ((51, 49), True)
    """

    def __init__(
        self,
        players: int | str | Iterable[str] = 6,
        *,
        stacks: int | Iterable[int] = 200,
        rules: Rules = Rules(),
        rng: int | np.random.Generator | None = None,
    ) -> None:
        self._rng = generator(rng)
        names = _names(players)
        chips = tuple(stacks) if isinstance(stacks, Iterable) else (stacks,) * len(names)
        seated = Seated(names, chips, rules)
        self._log: list[Event] = [seated]
        self._table = Table(seated)
        self._stock: tuple[Card, ...] = ()

    @classmethod
    def replay(cls, log: Iterable[Event], *, rng: int | np.random.Generator | None = None) -> Game:
        """Return the game that these events make, ready to go on.

        Parameters
        ----------
        log : iterable of events
            A game's `log`, or the beginning of one.
        rng : int or numpy Generator, optional
            For the cards still to come.

        Raises
        ------
        InvalidInput
            If the log does not begin with Seated, or an event in it cannot happen.
        """
        events = _events(log)
        first = events.pop(0) if events else None
        if not isinstance(first, Seated):
            message = f"log must begin with Seated, not with {short(first)}"
            raise InvalidInput(message)
        game = cls(first.players, stacks=first.stacks, rules=first.rules, rng=rng)
        for event in events:
            game._apply(event)
        return game

    # Steps

    def deal(self, deck: CardsLike = ()) -> Dealt:
        """Deal the next street.

        Parameters
        ----------
        deck : cards, optional
            The next cards of the deck in order, to stage a deal: one to each player in turn, from
            seat 0, on third street three times round. Cards that are not dealt now come first on
            the next streets. What is not given is shuffled.

        Raises
        ------
        CardError
            If a card stands twice or has been dealt.
        IllegalAction
            If no deal is due.
        """
        table = self._table
        table.require("deal", "deal")
        stock = self._ordered(deck)
        seats, common = table.due_cards
        street, names = self.street + 1, table.names(seats)
        if common:
            event = Dealt(street, names, (), stock[0])
            self._stock = stock[1:]
        else:
            count = len(seats) * (3 if street == 3 else 1)
            cards = tuple(stock[place : count : len(seats)] for place in range(len(seats)))
            event = Dealt(street, names, cards)
            self._stock = stock[count:]
        self._apply(event)
        self._show_down()
        return event

    def act(self, action: Action) -> Acted:
        """Take an action for the player to act.

        Parameters
        ----------
        action : str
            One of `legal`.

        Raises
        ------
        IllegalAction
            If the action is not legal now, or no action is due.
        """
        event = self._table.acted(action)
        self._apply(event)
        self._show_down()
        return event

    def play(self, players: Player | Sequence[Player]) -> None:
        """Let scripted players play the hand to its end.

        Parameters
        ----------
        players : callable or sequence of callable
            One for all seats, or one for each. It gets the `View` of its seat and returns the name
            of a legal action.

        Raises
        ------
        IllegalAction
            If a player chooses an action that is not legal.
        InvalidInput
            If there are more or fewer players than seats, or one is not callable.

        Examples
        --------
        >>> game = Game(3, stacks=50, rng=1)
        >>> game.play(lambda view: "call" if "call" in view.legal else [*view.legal][0])
        >>> game.phase, sum(game.stacks)
        ('end', 150)
        """
        each = _scripted(players, len(self.players))
        while self.phase != "end":
            seat = self.seat
            if seat is None:
                self.deal()
            else:
                self.act(each[seat](self.view(seat)))

    def add(self, event: Event) -> None:
        """Add what happened at another table, where the cards and choices come from.

        Nobody shows, and no cards are dealt, by itself; pots are awarded as soon as they can be.

        Raises
        ------
        IllegalAction
            If the event cannot happen now.
        InvalidInput
            If it holds wrong cards, or is not an event.

        Examples
        --------
        >>> game = Game("Ann Ben", stacks=50)
        >>> game.add(Dealt(3, ("Ann", "Ben"), ((None, None, Card("3d")), parse("Kc Kd 9h"))))
        >>> game.player
        'Ann'
        """
        self._apply(event)
        self._award()

    # What is there to see

    def view(self, seat: int | str | None = None) -> View:
        """Return what a seat knows, and nothing else.

        Parameters
        ----------
        seat : int or str, optional
            Number of the seat or name of the player; by default the player to act.

        Raises
        ------
        IllegalAction
            If no seat is named and it is nobody's turn.
        InvalidInput
            If there is no such seat.
        """
        if seat is None:
            self._table.require("action", "look at a hand")
            seat = self.seat
        if isinstance(seat, str):
            if seat not in self.players:
                message = f"seat: nobody is called {short(seat)}; there are {listed(self.players)}"
                raise InvalidInput(message)
            seat = self.players.index(seat)
        seat = whole("seat", seat, 0, len(self.players) - 1)
        state = self.state
        return View(
            seat,
            state.hands[seat],
            state.showing,
            state.common,
            state.folded,
            state.stacks,
            state.bets,
            state.pot,
            state.street,
            self.legal if seat == state.seat else {},
            state.rules,
        )

    @property
    def log(self) -> tuple[Event, ...]:
        """All events so far; `replay` makes the same game of them."""
        return tuple(self._log)

    @property
    def state(self) -> State:
        """The whole table, hidden cards included: for a referee, not for a player."""
        return self._table.state

    @property
    def phase(self) -> Phase:
        """What is due: "deal", "action", "showdown", or "end": the hand is over."""
        return self._table.phase

    @property
    def due(self) -> str:
        """What must happen next, in words."""
        return self._table.due

    @property
    def due_cards(self) -> tuple[tuple[int, ...], bool]:
        """The seats still in, and whether one common card is due instead of one for each."""
        return self._table.due_cards

    @property
    def undecided(self) -> bool:
        """Whether a pot waits for `Told`, since a hand that decides it is not known."""
        return self._table.ready and self._table.next_won() is None

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players, by seat."""
        return self._table.players

    @property
    def rules(self) -> Rules:
        """Options of the game."""
        return self._table.rules

    @property
    def street(self) -> int:
        """The last street dealt, 3 to 7; 2 before the cards are dealt."""
        return self._table.betting.street

    @property
    def seat(self) -> int | None:
        """The seat to act, if it is somebody's turn."""
        return self._table.betting.seat

    @property
    def player(self) -> str | None:
        """The name of the player to act, if it is somebody's turn."""
        return self._table.player

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips of each seat that are not in the pot."""
        return self._table.betting.stacks

    @property
    def pot(self) -> int:
        """All chips in the middle, the bets of this round included."""
        return self._table.betting.pot

    @property
    def legal(self) -> dict[Action, int]:
        """The actions that the player to act may take, each with the chips that it puts in.

        There is no fold where a check is free.
        """
        return self._table.betting.legal

    def __str__(self) -> str:
        return "\n".join(str(event) for event in self._log)

    # How it works

    def _apply(self, event: Event) -> None:
        self._log.append(self._table.apply(event))

    def _ordered(self, deck: CardsLike) -> tuple[Card, ...]:
        """Return the cards to come: those given, then the stock, shuffled if there is none."""
        front = parse(deck, name="deck")
        known = self._table.known
        for card in front:
            if card in known:
                message = f"deck: {card} has been dealt"
                raise CardError(message)
        rest = [card for card in self._stock if card not in front]
        if not rest:
            unseen = [card for card in DECK if card not in known and card not in front]
            rest = [unseen[place] for place in self._rng.permutation(len(unseen))]
        return (*front, *rest)

    def _show_down(self) -> None:
        """Turn up the hands, if it is time, and share the pots: cards speak."""
        table = self._table
        while table.betting.to_show:
            seat = table.betting.to_show[0]
            self._apply(Shown(self.players[seat], table.hands[seat]))
        self._award()

    def _award(self) -> None:
        while self._table.ready and (won := self._table.next_won()) is not None:
            self._apply(won)


def _names(players: int | str | Iterable[str]) -> tuple[str, ...]:
    if isinstance(players, str):
        return tuple(players.split())
    if isinstance(players, Iterable):
        return tuple(players)
    number = whole("players", players, 2, MOST_PLAYERS)
    return tuple(f"Player {seat}" for seat in range(1, number + 1))


def _events(log: object) -> list[Any]:
    if not isinstance(log, Iterable):
        message = f"log must be the events of a game, not {short(log)}"
        raise InvalidInput(message)
    return list(log)


def _scripted(players: object, seats: int) -> list[Any]:
    """Return a scripted player for each seat."""
    if callable(players):
        return [players] * seats
    if not isinstance(players, Iterable):
        message = f"players must be a function of a View, or one for each, not {short(players)}"
        raise InvalidInput(message)
    each = list(players)
    if len(each) != seats:
        message = f"players: {len(each)} are given for {seats} seats"
        raise InvalidInput(message)
    for seat, player in enumerate(each):
        if not callable(player):
            message = f"players: seat {seat}: {short(player)} is not a function of a View"
            raise InvalidInput(message)
    return each
