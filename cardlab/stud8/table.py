"""The table of a hand of stud hi/lo: what may happen at it, and what that changes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import get_args

from cardlab.cards import Card
from cardlab.errors import CardError, IllegalAction, InvalidInput, short
from cardlab.stud8.betting import Betting
from cardlab.stud8.events import Acted, Dealt, Event, Mucked, Seated, Shown, Told, Won, listed
from cardlab.stud8.rules import STREETS, Action, Hand, split, up_cards, written
from cardlab.stud8.state import Phase, State


class Table:
    """A hand as far as it has come; nothing but `apply` changes it."""

    def __init__(self, seated: Seated) -> None:
        self.players, self.rules = seated.players, seated.rules
        self.betting = Betting(seated)
        self.hands: list[Hand] = [()] * len(self.players)
        self.common: Card | None = None
        self._shown: set[int] = set()
        self._out: set[int] = set()

    def apply(self, event: Event) -> Event:
        """Let an event happen, or refuse it; return it in Python's own numbers."""
        match event:
            case Dealt():
                self._check_dealt(event)
                self._deal(event)
            case Acted():
                due = self.acted(event.action)
                _check(event, due)
                if due.action == "fold":
                    self._out.add(self.players.index(due.player))
                self.betting.act(due)
                return due
            case Shown():
                self._check_shown(event)
                self._show(event)
            case Mucked():
                self._muck(event)
            case Won():
                _check(event, self.next_won())
                self._pay(event.shares)
                del self.betting.pots[0]
            case Told():
                self._check_told(event)
                self._pay(event.shares)
                self.betting.pots.clear()
            case _:
                message = f"{short(event)} is not an event that can follow"
                raise IllegalAction(message)
        return event

    # What is due

    @property
    def state(self) -> State:
        """The whole table at this moment."""
        seats = range(len(self.players))
        return State(
            self.players,
            self.rules,
            self.phase,
            self.betting.street,
            self.betting.seat,
            tuple(self.hands),
            self.common,
            tuple(seat in self._out for seat in seats),
            tuple(seat in self._shown for seat in seats),
            self.betting.stacks,
            self.betting.bets,
            self.betting.pot,
        )

    @property
    def phase(self) -> Phase:
        """What is due."""
        if self.betting.to_show or self.betting.pots:
            return "showdown"
        if self.betting.seat is not None:
            return "action"
        return "end" if any(self.betting.won) else "deal"

    @property
    def player(self) -> str | None:
        """The name of the player to act, if it is somebody's turn."""
        seat = self.betting.seat
        return None if seat is None else self.players[seat]

    @property
    def due(self) -> str:
        """What must happen next, in words."""
        match self.phase:
            case "deal":
                return f"{STREETS[self.betting.street + 1].lower()} must be dealt"
            case "action":
                return f"{self.player} is to act"
            case "showdown" if self.betting.to_show:
                return f"{listed(self.names(self.betting.to_show))} must show"
            case "showdown":
                return "the pot must be shared"
        return "the hand is over"

    @property
    def due_cards(self) -> tuple[tuple[int, ...], bool]:
        """The seats still in, and whether one common card is due instead of one for each."""
        live = (seat for seat in range(len(self.players)) if seat not in self._out)
        return tuple(live), self.betting.common_due

    def require(self, phase: Phase, action: str) -> None:
        """Refuse an action, as errors shall call it, unless its phase is due."""
        if self.phase != phase:
            message = f"cannot {action} now: {self.due}"
            raise IllegalAction(message)

    def names(self, seats: Iterable[int]) -> tuple[str, ...]:
        """Return the names of the players in these seats."""
        return tuple(self.players[seat] for seat in seats)

    # Cards

    @property
    def known(self) -> set[Card]:
        """The cards that have been dealt, as far as they are known."""
        cards = (self.common, *(card for hand in self.hands for card in hand))
        return {card for card in cards if card is not None}

    def _check_dealt(self, event: Dealt) -> None:
        self.require("deal", "deal")
        seats, common = self.due_cards
        street = self.betting.street + 1
        each = 3 if street == 3 else 1
        size = 0 if common else len(seats)
        wanted = (street, self.names(seats), [each] * size, common)
        given = (
            event.street,
            event.players,
            [len(cards) for cards in event.cards],
            event.common is not None,
        )
        if given != wanted:
            what = "one common card" if common else f"{each} for {listed(self.names(seats))}"
            message = f"{short(event)} cannot be: {STREETS[street].lower()} is due, {what}"
            raise IllegalAction(message)
        cards = (*(card for cards in event.cards for card in cards), event.common)
        _check_twice(cards, self.known)
        if not common:
            self._check_openers(event)

    def _check_openers(self, event: Dealt) -> None:
        """Refuse a street on which unknown up-cards leave open who acts first.

        On third street some may be unknown: then the lowest of the others brings it in, so that
        hands of players who folded at once can be read.
        """
        seats = map(self.players.index, event.players)
        for seat, cards in zip(seats, event.cards, strict=True):
            if event.street > 3 and None in up_cards((*self.hands[seat], *cards)):
                message = (
                    f"{STREETS[event.street].lower()}: an up-card of {self.players[seat]} is not "
                    "known, so nobody can tell who acts first"
                )
                raise IllegalAction(message)
        if event.street == 3 and all(cards[2] is None for cards in event.cards):
            message = "third street: no up-card is known, so nobody can tell who brings it in"
            raise IllegalAction(message)

    def _deal(self, event: Dealt) -> None:
        if event.common is not None:
            self.common = event.common
            self.betting.deal_common(event.common)
            return
        cards = dict(zip(map(self.players.index, event.players), event.cards, strict=True))
        for seat, dealt in cards.items():
            self.hands[seat] += dealt
        self.betting.deal(cards)

    # Actions

    def acted(self, action: object) -> Acted:
        """Return the event of an action of the player to act, or refuse it."""
        known = isinstance(action, str) and action in get_args(Action)
        wanted = str(action) if known else short(action)
        self.require("action", wanted)
        seat, legal = self.betting.seat, self.betting.legal
        assert seat is not None  # an action is due
        player = self.players[seat]
        if not known or action not in legal:
            message = f"{player} cannot {wanted} now; legal: {', '.join(legal)}"
            raise IllegalAction(message)
        name = next(name for name in legal if name == action)  # not text of a subclass
        if name == "fold":
            return Acted(player, name)
        return Acted(player, name, legal[name], self.betting.bets[seat] + legal[name])

    # Showdown

    def _check_shown(self, event: Shown) -> None:
        self._require_to_show(event.player)
        hand = self.hands[self.players.index(event.player)]
        fits = len(event.cards) == len(hand) and all(
            old is None or old == new for old, new in zip(hand, event.cards, strict=True)
        )
        if not fits:
            message = f"{event.player} shows {written(event.cards)}, but was dealt {written(hand)}"
            raise IllegalAction(message)
        _check_twice(event.cards, self.known - set(hand))

    def _require_to_show(self, player: str) -> None:
        self.require("showdown", "show cards")
        if player not in self.names(self.betting.to_show):
            message = f"{player} cannot show now: {self.due}"
            raise IllegalAction(message)

    def _show(self, event: Shown) -> None:
        seat = self.players.index(event.player)
        self.hands[seat] = event.cards
        self._shown.add(seat)
        self.betting.to_show.remove(seat)
        if not self.betting.to_show and self.betting.street < 7:
            self.betting.go_on(self.hands)

    def _muck(self, event: Mucked) -> None:
        self._require_to_show(event.player)
        if self.betting.street < 7:
            message = f"{event.player} is all-in and must show"
            raise IllegalAction(message)
        seat = self.players.index(event.player)
        for pot, seats in self.betting.pots:
            if set(seats) - self._out == {seat}:
                message = f"{event.player} must show: nobody else can win the pot of {pot}"
                raise IllegalAction(message)
        self._out.add(seat)
        self.betting.to_show.remove(seat)

    @property
    def ready(self) -> bool:
        """Whether all who must show have done so, and a pot is to be shared."""
        return bool(self.betting.pots) and not self.betting.to_show

    def next_won(self) -> Won | None:
        """Return how the next pot is shared; None if a hand that decides it is not known."""
        if not self.ready:
            message = f"cannot share a pot now: {self.due}"
            raise IllegalAction(message)
        pot, seats = self.betting.pots[0]
        in_it = [seat for seat in seats if seat not in self._out]
        if len(in_it) == 1:
            name = self.players[in_it[0]]
            return Won(pot, (name,), (), {name: pot})
        cards = {}
        for seat in in_it:
            held = (*self.hands[seat], *(() if self.common is None else (self.common,)))
            cards[seat] = tuple(card for card in held if card is not None)
            if len(cards[seat]) < len(held):
                return None
        halves = split(pot, cards)
        shares = {self.players[seat]: chips for seat, chips in halves.shares.items()}
        return Won(pot, self.names(halves.high), self.names(halves.low), shares)

    def _check_told(self, event: Told) -> None:
        if self.next_won() is not None:
            message = "shares: the hands are known, so they decide the pot"
            raise IllegalAction(message)
        total = sum(pot for pot, _ in self.betting.pots)
        seats = {seat for _, seats in self.betting.pots for seat in seats} - self._out
        for name in event.shares:
            if name not in self.names(seats):
                message = f"shares: {name} cannot win a pot"
                raise InvalidInput(message)
        told = sum(event.shares.values())
        if told != total:
            message = f"shares: {short(told)} chips of a pot of {short(total)}"
            raise InvalidInput(message)

    def _pay(self, shares: Mapping[str, int]) -> None:
        for name, chips in shares.items():
            self.betting.won[self.players.index(name)] += chips


def _check(event: Event, due: Event | None) -> None:
    """Refuse an event that is not the one that is due."""
    if event != due:
        try:
            said = f'"{event}"'
        except (TypeError, ValueError):  # what is not a number or a name, or too long
            said = type(event).__name__
        message = f'{said} cannot be: "{due}" is due'
        raise IllegalAction(message)


def _check_twice(cards: Iterable[Card | None], known: set[Card]) -> None:
    """Refuse a card that is known already or stands twice."""
    for card in cards:
        if card is None:
            continue
        if card in known:
            message = f"{card} stands twice"
            raise CardError(message)
        known.add(card)
