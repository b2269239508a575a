"""Seven-card stud hi/lo as an engine that can be stepped through, one hand at a time.

PokerKit runs the betting: whose turn it is, which actions are legal, and what goes into which pot.
It is told the up-cards only: the showdown is ours (see `rules.split`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, get_args

from cardlab.cards import DECK, Card, CardsLike, parse
from cardlab.errors import CardError, IllegalAction, InvalidInput, short, whole
from cardlab.sampling import generator
from cardlab.stud8.events import Acted, Dealt, Event, Mucked, Seated, Shown, Told, Won, listed
from cardlab.stud8.rules import (
    MOST_PLAYERS,
    STREETS,
    Action,
    Hand,
    Player,
    Rules,
    View,
    split,
    up_cards,
    written,
)

if TYPE_CHECKING:
    import numpy as np
    import pokerkit

Phase = Literal["deal", "action", "showdown", "end"]
"""What is due: cards, a player's action, the showdown, or nothing: the hand is over."""


@dataclass(frozen=True)
class State:
    """The table at one moment, hidden cards included.

    Parameters
    ----------
    players : tuple of str
        Names, clockwise; seat 0 is on the left of the dealer.
    rules : Rules
        Options of the game.
    phase : {"deal", "action", "showdown", "end"}
        What is due.
    street : int
        The last street dealt, 3 to 7; 2 before the cards are dealt.
    seat : int or None
        The seat to act, if an action is due.
    hands : tuple of tuple of Card or None
        Every player's cards in the order they were dealt, also of those who folded: two down, four
        up, one down. None is a card that is not known.
    common : Card or None
        The common card.
    folded, shown : tuple of bool
        Who is out of the hand, and who has turned all cards face up.
    stacks, bets : tuple of int
        Chips behind, and chips bet in this round.
    pot : int
        All chips in the middle, the bets of this round included.
    """

    players: tuple[str, ...]
    rules: Rules
    phase: Phase
    street: int
    seat: int | None
    hands: tuple[Hand, ...]
    common: Card | None
    folded: tuple[bool, ...]
    shown: tuple[bool, ...]
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    pot: int

    @property
    def showing(self) -> tuple[Hand, ...]:
        """For each seat the cards that lie face up, also of those who folded."""
        return tuple(
            hand if shown else up_cards(hand)
            for hand, shown in zip(self.hands, self.shown, strict=True)
        )


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
        names = seated.players
        self._log: list[Event] = [seated]
        self._players, self._rules = names, rules
        self._engine = _engine(seated)
        self._hands: list[Hand] = [()] * len(names)
        self._common: Card | None = None
        self._stock: tuple[Card, ...] = ()
        self._street = 2
        self._to_show: list[int] = []
        self._shown: set[int] = set()
        self._out: set[int] = set()
        self._pots: list[tuple[int, tuple[int, ...]]] = []
        self._won = [0] * len(names)

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
        self._require("deal", "deal")
        stock = self._ordered(deck)
        seats, common = self.due_cards
        if common:
            event = Dealt(self._street + 1, self._names(seats), (), stock[0])
            self._stock = stock[1:]
        else:
            count = len(seats) * (3 if self._street == 2 else 1)
            cards = tuple(stock[place : count : len(seats)] for place in range(len(seats)))
            event = Dealt(self._street + 1, self._names(seats), cards)
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
        event = self._acted(action)
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
        each = _scripted(players, len(self._players))
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
            self._require("look at a hand", "action")
            seat = self.seat
        if isinstance(seat, str):
            if seat not in self._players:
                message = f"seat: nobody is called {short(seat)}; there are {listed(self._players)}"
                raise InvalidInput(message)
            seat = self._players.index(seat)
        seat = whole("seat", seat, 0, len(self._players) - 1)
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
        seats = range(len(self._players))
        return State(
            self._players,
            self._rules,
            self.phase,
            self._street,
            self.seat,
            tuple(self._hands),
            self._common,
            tuple(seat in self._out for seat in seats),
            tuple(seat in self._shown for seat in seats),
            self.stacks,
            tuple(self._engine.bets),
            self._engine.total_pot_amount - sum(self._won),
        )

    @property
    def phase(self) -> Phase:
        """What is due: "deal", "action", "showdown", or "end": the hand is over."""
        if self._to_show or self._pots:
            return "showdown"
        if self.seat is not None:
            return "action"
        return "end" if any(self._won) else "deal"

    @property
    def players(self) -> tuple[str, ...]:
        """Names of the players, by seat."""
        return self._players

    @property
    def rules(self) -> Rules:
        """Options of the game."""
        return self._rules

    @property
    def street(self) -> int:
        """The last street dealt, 3 to 7; 2 before the cards are dealt."""
        return self._street

    @property
    def seat(self) -> int | None:
        """The seat to act, if it is somebody's turn."""
        return self._engine.actor_index

    @property
    def player(self) -> str | None:
        """The name of the player to act, if it is somebody's turn."""
        return None if self.seat is None else self._players[self.seat]

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips of each seat that are not in the pot."""
        return tuple(own + won for own, won in zip(self._engine.stacks, self._won, strict=True))

    @property
    def pot(self) -> int:
        """All chips in the middle, the bets of this round included."""
        return self.state.pot

    @property
    def legal(self) -> dict[Action, int]:
        """The actions that the player to act may take, each with the chips that it puts in.

        There is no fold where a check is free.
        """
        engine, seat = self._engine, self.seat
        if seat is None:
            return {}
        legal: dict[Action, int] = {}
        highest = max(engine.bets)
        if engine.can_post_bring_in():
            legal["bring in"] = engine.effective_bring_in_amount or 0
        elif owed := engine.checking_or_calling_amount:
            legal |= {"fold": 0, "call": owed}
        else:
            legal["check"] = 0
        to = engine.min_completion_betting_or_raising_to_amount
        if to is not None and to > legal.get("bring in", 0):
            legal[self._name_of_bet(highest)] = to - engine.bets[seat]
        return legal

    def __str__(self) -> str:
        return "\n".join(str(event) for event in self._log)

    # How it works. `_apply` is the only place where anything changes.

    def _name_of_bet(self, highest: int) -> Action:
        if self._street == 3 and not self._engine.completion_betting_or_raising_count:
            return "complete"
        return "raise" if highest else "bet"

    def _apply(self, event: Event) -> None:
        match event:
            case Dealt():
                self._check_dealt(event)
                self._deal(event)
            case Acted():
                due = self._acted(event.action)
                self._check(event, due)
                self._act(due)
                event = due  # the same, in Python's own numbers
            case Shown():
                self._check_shown(event)
                self._show(event)
            case Mucked():
                self._muck(event)
            case Won():
                self._require("share a pot", "showdown")
                self._check(event, self._won_next())
                self._pay(event.shares)
                del self._pots[0]
            case Told():
                self._check_told(event)
                self._pay(event.shares)
                self._pots.clear()
            case _:
                message = f"{short(event)} is not an event that can follow"
                raise IllegalAction(message)
        self._log.append(event)

    def _check(self, event: Event, due: Event | None) -> None:
        if event != due:
            try:
                said = f'"{event}"'
            except (TypeError, ValueError):  # what is not a number or a name, or too long
                said = type(event).__name__
            message = f'{said} cannot be: "{due}" is due'
            raise IllegalAction(message)

    def _require(self, action: str, *phases: Phase) -> None:
        """Refuse what is not due now."""
        if self.phase not in phases:
            message = f"cannot {action} now: {self.due}"
            raise IllegalAction(message)

    @property
    def due(self) -> str:
        """What must happen next, in words."""
        match self.phase:
            case "deal":
                return f"{STREETS[self._street + 1].lower()} must be dealt"
            case "action":
                return f"{self.player} is to act"
            case "showdown" if self._to_show:
                return f"{listed(self._names(self._to_show))} must show"
            case "showdown":
                return "the pot must be shared"
        return "the hand is over"

    @property
    def due_cards(self) -> tuple[tuple[int, ...], bool]:
        """The seats still in, and whether one common card is due instead of one for each."""
        live = (seat for seat in range(len(self._players)) if seat not in self._out)
        return tuple(live), any(self._engine.board_dealing_counts)

    @property
    def undecided(self) -> bool:
        """Whether a pot waits for `Told`, since a hand that decides it is not known."""
        return bool(self._pots) and not self._to_show and self._won_next() is None

    def _names(self, seats: Iterable[int]) -> tuple[str, ...]:
        return tuple(self._players[seat] for seat in seats)

    def _seats(self, names: Iterable[str]) -> tuple[int, ...]:
        return tuple(self._players.index(name) for name in names)

    # Cards

    def _known(self) -> set[Card]:
        known = {card for hand in self._hands for card in hand if card is not None}
        return known if self._common is None else {*known, self._common}

    def _ordered(self, deck: CardsLike) -> tuple[Card, ...]:
        """Return the cards to come: those given, then the stock, shuffled if there is none."""
        front = parse(deck, name="deck")
        known = self._known()
        for card in front:
            if card in known:
                message = f"deck: {card} has been dealt"
                raise CardError(message)
        rest = [card for card in self._stock if card not in front]
        if not rest:
            unseen = [card for card in DECK if card not in known and card not in front]
            rest = [unseen[place] for place in self._rng.permutation(len(unseen))]
        return (*front, *rest)

    def _check_dealt(self, event: Dealt) -> None:
        self._require("deal", "deal")
        seats, common = self.due_cards
        each = 3 if self._street == 2 else 1
        size = 0 if common else len(seats)
        wanted = (self._street + 1, self._names(seats), [each] * size, common)
        given = (
            event.street,
            event.players,
            [len(cards) for cards in event.cards],
            event.common is not None,
        )
        if given != wanted:
            what = "one common card" if common else f"{each} for {listed(self._names(seats))}"
            street = STREETS[self._street + 1].lower()
            message = f"{short(event)} cannot be: {street} is due, {what}"
            raise IllegalAction(message)
        cards = (*(card for cards in event.cards for card in cards), event.common)
        self._check_twice(cards, self._known())
        if not common:
            self._check_openers(event)

    @staticmethod
    def _check_twice(cards: Iterable[Card | None], known: set[Card]) -> None:
        """Refuse a card that is known already or stands twice."""
        for card in cards:
            if card is None:
                continue
            if card in known:
                message = f"{card} stands twice"
                raise CardError(message)
            known.add(card)

    def _check_openers(self, event: Dealt) -> None:
        """Refuse a street on which unknown up-cards leave open who acts first.

        On third street some may be unknown: then the lowest of the others brings it in, so that
        hands of players who folded at once can be read.
        """
        for seat, cards in zip(self._seats(event.players), event.cards, strict=True):
            if event.street > 3 and None in up_cards((*self._hands[seat], *cards)):
                message = (
                    f"{STREETS[event.street].lower()}: an up-card of {self._players[seat]} is not "
                    "known, so nobody can tell who acts first"
                )
                raise IllegalAction(message)
        if event.street == 3 and all(cards[2] is None for cards in event.cards):
            message = "third street: no up-card is known, so nobody can tell who brings it in"
            raise IllegalAction(message)

    def _deal(self, event: Dealt) -> None:
        from pokerkit import Card as Counter

        engine = self._engine
        left = 52 - sum(len(hand) for hand in self._hands)
        if event.street == 3:
            engine.deck_cards = deque([Counter.UNKNOWN] * left)
            engine.collect_bets()
        if event.common is not None:
            self._common = event.common
            engine.deck_cards = deque(Counter.clean(str(event.common)))
            engine.deal_board(str(event.common))
        else:
            # PokerKit counts the deck to see whether it lasts for the next street, and knows the
            # cards that it is about to be told.
            seen = ["".join(self._as_seen(cards, event.street)) for cards in event.cards]
            up = [card for text in seen for card in Counter.clean(text) if card]
            engine.deck_cards = deque([*up, *[Counter.UNKNOWN] * (left - len(up))])
            for seat, cards, text in zip(
                self._seats(event.players), event.cards, seen, strict=True
            ):
                self._hands[seat] += cards
                engine.deal_hole(text, seat)
        self._street = event.street
        self._settle()

    @staticmethod
    def _as_seen(cards: Hand, street: int) -> Iterable[str]:
        down = {3: (0, 1), 7: (0,)}.get(street, ())
        for place, card in enumerate(cards):
            yield "??" if card is None or place in down else str(card)

    # Actions

    def _acted(self, action: object) -> Acted:
        known = isinstance(action, str) and action in get_args(Action)
        wanted = str(action) if known else short(action)
        self._require(wanted, "action")
        seat, player, legal = self.seat, self.player, self.legal
        assert seat is not None
        assert player is not None
        if not known or action not in legal:
            message = f"{player} cannot {wanted} now; legal: {', '.join(legal)}"
            raise IllegalAction(message)
        name = next(name for name in legal if name == action)  # not text of a subclass
        if name == "fold":
            return Acted(player, name)
        return Acted(player, name, legal[name], self._engine.bets[seat] + legal[name])

    def _act(self, event: Acted) -> None:
        engine = self._engine
        match event.action:
            case "fold":
                self._out.update(self._seats([event.player]))
                engine.fold()
            case "check" | "call":
                engine.check_or_call()
            case "bring in":
                engine.post_bring_in()
            case _:
                engine.complete_bet_or_raise_to(event.bet)
        self._settle()

    def _settle(self) -> None:
        """Collect the bets after a round, and see whether a showdown is due."""
        engine = self._engine
        engine.mucked_cards.clear()  # else PokerKit would deal folded cards again
        if engine.can_collect_bets():
            engine.collect_bets()
        if len(self._out) == len(self._players) - 1:
            (winner,) = set(range(len(self._players))) - self._out
            self._pots = [(engine.total_pot_amount, (winner,))]
            return
        self._lift_cap()
        self._to_show = list(engine.showdown_indices)
        if self._street == 7 and engine.actor_index is None:
            self._pots = [(pot.amount, tuple(pot.player_indices)) for pot in engine.pots]

    def _lift_cap(self) -> None:
        engine = self._engine
        heads_up = len(self._players) - len(self._out) == 2
        capped = engine.completion_betting_or_raising_count == 4
        if self._rules.raise_cap == "not heads-up" and heads_up and not capped:
            engine.streets = tuple(
                replace(street, max_completion_betting_or_raising_count=None)
                for street in engine.streets
            )

    # Showdown

    def _check_shown(self, event: Shown) -> None:
        self._require_to_show(event.player)
        hand = self._hands[self._players.index(event.player)]
        fits = len(event.cards) == len(hand) and all(
            old is None or old == new for old, new in zip(hand, event.cards, strict=True)
        )
        if not fits:
            message = f"{event.player} shows {written(event.cards)}, but was dealt {written(hand)}"
            raise IllegalAction(message)
        self._check_twice(event.cards, self._known() - set(hand))

    def _require_to_show(self, player: str) -> None:
        self._require("show cards", "showdown")
        if player not in self._names(self._to_show):
            message = f"{player} cannot show now: {self.due}"
            raise IllegalAction(message)

    def _show(self, event: Shown) -> None:
        (seat,) = self._seats([event.player])
        self._hands[seat] = event.cards
        self._shown.add(seat)
        self._to_show.remove(seat)
        if not self._to_show and self._street < 7:
            self._go_on()

    def _go_on(self) -> None:
        """Tell PokerKit that the hands of players who are all-in are open, so that it deals on."""
        from pokerkit import Card as Counter

        engine = self._engine
        free = iter([card for card in DECK if card not in self._known()])
        for seat in list(engine.showdown_indices):
            # It must see cards, and does not mind which.
            cards = (next(free) if card is None else card for card in self._hands[seat])
            engine.hole_cards[seat] = list(Counter.clean("".join(map(str, cards))))
            engine.show_or_muck_hole_cards(True, seat)
        self._settle()

    def _muck(self, event: Mucked) -> None:
        self._require_to_show(event.player)
        if self._street < 7:
            message = f"{event.player} is all-in and must show"
            raise IllegalAction(message)
        (seat,) = self._seats([event.player])
        for pot, seats in self._pots:
            if set(seats) - self._out == {seat}:
                message = f"{event.player} must show: nobody else can win the pot of {pot}"
                raise IllegalAction(message)
        self._out.add(seat)
        self._to_show.remove(seat)

    def _won_next(self) -> Won | None:
        """Return how the next pot is shared; None if a hand that decides it is not known."""
        if self._to_show:
            message = f"cannot share a pot now: {self.due}"
            raise IllegalAction(message)
        pot, seats = self._pots[0]
        in_it = [seat for seat in seats if seat not in self._out]
        if len(in_it) == 1:
            name = self._players[in_it[0]]
            return Won(pot, (name,), (), {name: pot})
        cards = {}
        for seat in in_it:
            held = (*self._hands[seat], *(() if self._common is None else (self._common,)))
            cards[seat] = tuple(card for card in held if card is not None)
            if len(cards[seat]) < len(held):
                return None
        halves = split(pot, cards)
        shares = {self._players[seat]: chips for seat, chips in halves.shares.items()}
        return Won(pot, self._names(halves.high), self._names(halves.low), shares)

    def _pay(self, shares: Mapping[str, int]) -> None:
        for name, chips in shares.items():
            self._won[self._players.index(name)] += chips

    def _check_told(self, event: Told) -> None:
        self._require("share a pot", "showdown")
        if self._won_next() is not None:
            message = "shares: the hands are known, so they decide the pot"
            raise IllegalAction(message)
        total = sum(pot for pot, _ in self._pots)
        seats = {seat for _, seats in self._pots for seat in seats} - self._out
        for name in event.shares:
            if name not in self._names(seats):
                message = f"shares: {name} cannot win a pot"
                raise InvalidInput(message)
        told = sum(event.shares.values())
        if told != total:
            message = f"shares: {short(told)} chips of a pot of {short(total)}"
            raise InvalidInput(message)

    def _show_down(self) -> None:
        """Turn up the hands, if it is time, and share the pots: cards speak."""
        while self._to_show:
            seat = self._to_show[0]
            self._apply(Shown(self._players[seat], self._hands[seat]))
        self._award()

    def _award(self) -> None:
        while self._pots and not self._to_show:
            won = self._won_next()
            if won is None:
                return
            self._apply(won)


def _engine(seated: Seated) -> pokerkit.State:
    """Return PokerKit's table with the antes posted, before any card is dealt."""
    from pokerkit import FixedLimitSevenCardStudHighLowSplitEightOrBetter as Stud
    from pokerkit import Mode

    rules = seated.rules
    game = Stud(
        (),
        rules.trim_antes,
        rules.ante,
        rules.opening,
        rules.small_bet,
        rules.big_bet,
        mode=Mode.CASH_GAME,
    )
    game.deck = ()  # type: ignore[misc, assignment]  # nothing to shuffle: the cards are ours
    game.streets = tuple(replace(street, card_burning_status=False) for street in game.streets)
    engine = game(seated.stacks, len(seated.stacks))
    while engine.can_post_ante():
        engine.post_ante()
    return engine


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
