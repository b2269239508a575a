"""The game of Shoot as an engine that can be stepped through.

A game is its events in order. `apply` takes the table from one state to the next and refuses what
the rules forbid; `Game` holds the state and the log and makes the events.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal, TypeVar

from cardlab.cards import DECK, Card, CardsLike, parse, text
from cardlab.errors import IllegalAction, InvalidInput, whole
from cardlab.sampling import generator
from cardlab.shoot.events import (
    BankClosed,
    BankOpened,
    Bet,
    DealerChosen,
    Dealt,
    Event,
    Passed,
    Seated,
)
from cardlab.shoot.rules import Rules, View

if TYPE_CHECKING:
    import numpy as np

BLACK_JACKS = parse("Jc Js")

Phase = Literal["dealer", "bank", "deal", "turn", "end"]
"""What is due: choosing a dealer, opening a bank, a deal, a turn, or closing the bank."""


_E = TypeVar("_E", bound=Event)


@dataclass(frozen=True)
class State:
    """The table at one moment, hidden cards included; `apply` gives the next one.

    Parameters
    ----------
    people : tuple of str
        Everybody at the table, each on the left of the one before.
    rules : Rules
        Options of the game.
    balance : tuple of int
        Tokens won (above 0) or lost by each of the people so far. The kitty belongs to nobody
        until the bank is closed, so these numbers and the kitty add up to 0.
    dealer : str or None
        The dealer; None until one is chosen.
    kitty : int
        Tokens in the kitty.
    deals : int
        Deals of this bank, the present one included.
    deck : tuple of Card
        All cards in the order of this deal; empty before the first deal of a bank.
    acted : int
        How many players have played in this deal.
    turned, seen : tuple of Card
        The cards turned in this deal; the same with the hands shown for a SHOOT.
    """

    people: tuple[str, ...]
    rules: Rules
    balance: tuple[int, ...]
    dealer: str | None = None
    kitty: int = 0
    deals: int = 0
    deck: tuple[Card, ...] = ()
    acted: int = 0
    turned: tuple[Card, ...] = ()
    seen: tuple[Card, ...] = ()

    @property
    def phase(self) -> Phase:
        """What is due now."""
        if self.dealer is None:
            return "dealer"
        if self.kitty == 0:
            return "end" if self.deals else "bank"
        if self.deck and self.acted < len(self.players):
            return "turn"
        return "end" if self.deals == self.rules.deals else "deal"

    @property
    def players(self) -> tuple[str, ...]:
        """The players in the order of play, from the dealer's left; empty without a dealer."""
        if self.dealer is None:
            return ()
        seat = self.people.index(self.dealer)
        return self.people[seat + 1 :] + self.people[:seat]

    @property
    def player(self) -> str | None:
        """The player to act, if it is somebody's turn."""
        return self.players[self.acted] if self.phase == "turn" else None

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The hands of this deal in the order of play: dealt one card at a time."""
        players, dealt = len(self.players), self._dealt
        return tuple(self.deck[place:dealt:players] for place in range(players))

    @property
    def spent(self) -> tuple[tuple[Card, ...], ...]:
        """The hands of those who have played, which lie face down."""
        return self.hands[: self.acted]

    @property
    def burnt(self) -> tuple[Card, ...]:
        """The cards laid aside unseen in this deal."""
        return self._drawn[::2] if self.rules.burn else ()

    @property
    def stock(self) -> tuple[Card, ...]:
        """The cards still face down in the stock, the top one first."""
        return self.deck[self._dealt + len(self._drawn) :]

    @property
    def legal_bets(self) -> range:
        """The bets that the player to act may make; empty if it is nobody's turn."""
        return range(1, self.kitty + 1) if self.phase == "turn" else range(0)

    @property
    def may_pass(self) -> bool:
        """Whether the player to act may pass."""
        free = {"all": False, "first": self.acted > 0, "none": True}
        return self.phase == "turn" and free[self.rules.must_bet]

    @property
    def _dealt(self) -> int:
        return self.rules.hand_size * len(self.players)

    @property
    def _drawn(self) -> tuple[Card, ...]:
        """Return the cards that have left the stock: those turned, and those burnt before them."""
        drawn = len(self.turned) * (1 + self.rules.burn)
        return self.deck[self._dealt : self._dealt + drawn]


def apply(state: State | None, event: Event) -> State:
    """Return the state after an event.

    Parameters
    ----------
    state : State or None
        The state before it; None if nothing has happened yet, and then `Seated` is due.
    event : Event
        What happens.

    Returns
    -------
    State

    Raises
    ------
    IllegalAction
        If the event cannot happen in this state.
    InvalidInput
        If a card in it is no card, or it is not an event.

    Examples
    --------
    >>> state = apply(None, Seated(("Ann", "Ben", "Cy"), Rules()))
    >>> state = apply(state, DealerChosen("Ann"))
    >>> apply(state, BankOpened("Ann", 20)).balance
    (-20, 0, 0)
    >>> apply(state, BankOpened("Ben", 20))
    Traceback (most recent call last):
        ...
    cardlab.errors.IllegalAction: "Ben opens a bank with a kitty of 20" cannot be: \
"Ann opens a bank with a kitty of 20" is due
    """
    if state is None:
        if not isinstance(event, Seated):
            message = f"a game begins with Seated, not with {event!r}"
            raise IllegalAction(message)
        return State(event.people, event.rules, balance=(0,) * len(event.people))
    due = _due(state, event)
    if event != due:
        message = f'"{event}" cannot be: "{due}" is due'
        raise IllegalAction(message)
    return _after(state, due)


def _due(state: State, event: Event) -> Event:
    """Return the event as it must be, given the state and what somebody is free to choose in it."""
    match event:
        case DealerChosen(dealer, ()):
            return _choose(state, dealer)
        case DealerChosen(_, cards):
            return _choose_by_cards(state, cards)
        case BankOpened(_, kitty):
            return _open(state, kitty)
        case Dealt(deck):
            return _deal(state, deck)
        case Bet(amount=amount, shown=shown):
            return _bet(state, amount, show=bool(shown))
        case Passed():
            return _pass(state)
        case BankClosed():
            return _close(state)
        case _:
            message = f"{event!r} is not an event that can follow"
            raise IllegalAction(message)


def _choose(state: State, dealer: str) -> DealerChosen:
    _require(state, "choose a dealer", "dealer")
    if dealer not in state.people:
        message = f"dealer must be one of {', '.join(state.people)}, not {dealer!r}"
        raise IllegalAction(message)
    return DealerChosen(dealer)


def _choose_by_cards(state: State, cards: CardsLike) -> DealerChosen:
    """Deal the cards round, from the first of the people, until somebody gets a black jack."""
    _require(state, "choose a dealer", "dealer")
    cards = parse(cards)
    for number, card in enumerate(cards):
        if card in BLACK_JACKS:
            return DealerChosen(state.people[number % len(state.people)], cards[: number + 1])
    message = f"cards: there is no black jack among {text(cards)}"
    raise IllegalAction(message)


def _open(state: State, kitty: int) -> BankOpened:
    dealer = _require(state, "open a bank", "bank")
    least = state.rules.minimum_per_player * len(state.players)
    return BankOpened(dealer, _tokens("kitty", kitty, least))


def _deal(state: State, deck: CardsLike) -> Dealt:
    _require(state, "deal", "deal")
    return Dealt(parse(deck, name="deck", count=52))


def _bet(state: State, amount: int, *, show: bool) -> Bet:
    _require(state, "bet", "turn")
    player, hand = state.players[state.acted], state.hands[state.acted]
    amount = _tokens("bet", amount, 1, state.kitty)
    shoot = amount == state.kitty
    turned = state.stock[state.rules.burn]
    won = bool(state.rules.winning(hand) >> turned & 1)
    return Bet(player, amount, turned, won, shoot, hand if show and shoot else ())


def _pass(state: State) -> Passed:
    _require(state, "pass", "turn")
    player = state.players[state.acted]
    if not state.may_pass:
        message = f"{player} cannot pass: the rules say that this player must bet"
        raise IllegalAction(message)
    return Passed(player)


def _close(state: State) -> BankClosed:
    dealer = _require(state, "close the bank", "deal", "end")
    if state.deals == 0:
        message = "cannot close the bank now: a bank has at least one deal"
        raise IllegalAction(message)
    return BankClosed(dealer, state.kitty)


def _require(state: State, action: str, *phases: Phase) -> str:
    """Refuse what is not due now; return the dealer's name, empty if there is none."""
    if state.phase not in phases:
        due = {
            "dealer": "a dealer must be chosen first",
            "bank": f"{state.dealer} must open a bank first",
            "deal": "the cards must be dealt first",
            "turn": f"{state.player} is to play",
            "end": "the bank is over and must be closed first",
        }
        message = f"cannot {action} now: {due[state.phase]}"
        raise IllegalAction(message)
    return state.dealer or ""


def _tokens(name: str, value: object, low: int, high: int | None = None) -> int:
    try:
        return whole(name, value, low, high)
    except InvalidInput as error:
        raise IllegalAction(str(error)) from None


def _after(state: State, event: Event) -> State:
    """Return the state after an event that is known to be legal."""
    match event:
        case DealerChosen(dealer):
            return replace(state, dealer=dealer)
        case BankOpened(dealer, kitty):
            return replace(state, kitty=kitty, balance=_paid(state, dealer, -kitty))
        case Dealt(deck):
            deals = state.deals + 1
            return replace(state, deals=deals, deck=deck, acted=0, turned=(), seen=())
        case Bet(player, amount, turned, won, shown=shown):
            gain = amount if won else -amount
            return replace(
                state,
                balance=_paid(state, player, gain),
                kitty=state.kitty - gain,
                acted=state.acted + 1,
                turned=(*state.turned, turned),
                seen=(*state.seen, *shown, turned),
            )
        case Passed():
            return replace(state, acted=state.acted + 1)
        case BankClosed(dealer, kitty):
            balance = _paid(state, dealer, kitty)
            return State(state.people, state.rules, balance, dealer=state.players[0])
    raise AssertionError(event)


def _paid(state: State, name: str, tokens: int) -> tuple[int, ...]:
    """Return the balance after somebody gets (or, below 0, pays) tokens."""
    pairs = zip(state.people, state.balance, strict=True)
    return tuple(own + tokens * (person == name) for person, own in pairs)


class Game:
    """A game of Shoot, one step at a time.

    Each step returns its event and adds it to the log. Nothing changes when a step is refused.

    Parameters
    ----------
    players : int, str or iterable of str
        How many players there are beside the dealer: 6 seats seven people, "Player 1" to
        "Player 7". Or the names of everybody at the table, since everybody will be dealer: each
        sits on the left of the one before. Text is cut at spaces: ``"Ann Ben Cy"``.
    rules : Rules
        Options of the game.
    rng : int or numpy Generator, optional
        The seed of the shuffles, or a generator; by default a fresh seed.

    Raises
    ------
    InvalidInput
        If there are too few or too many players or a name stands twice, or the seed is not a
        whole number.

    Examples
    --------
    A deck can be given, as here, to stage a deal; the aces stand in front and the twos behind.

    >>> from cardlab.cards import DECK
    >>> game = Game("Ann Ben Cy")
    >>> for step in (game.choose_dealer("Ann"), game.open_bank(20), game.deal(DECK[::-1])):
    ...     print(step)
    Ann deals first
    Ann opens a bank with a kitty of 20
    The cards are shuffled and dealt
    >>> view = game.view()
    >>> view.hand, view.chance
    ((Card('As'), Card('Ad'), Card('Ks')), Fraction(23, 49))
    >>> print(game.bet(3))
    Ben bets 3, Kd is turned: Ben takes 3
    >>> game.kitty, game.balance
    (17, {'Ann': -20, 'Ben': 3, 'Cy': 0})
    >>> game.bet(18)
    Traceback (most recent call last):
        ...
    cardlab.errors.IllegalAction: bet must be a whole number, from 1 to 17, not 18
    >>> print(game.shoot())
    Cy SHOOTs for 17 and shows Ah Ac Kh, Kc is turned: Cy takes 17
    >>> print(game.log[-1])
    The kitty is empty: the bank of Ann is over
    >>> game.dealer, Game.replay(game.log).state == game.state
    ('Ben', True)
    """

    def __init__(
        self,
        players: int | str | Iterable[str],
        *,
        rules: Rules = Rules(),
        rng: int | np.random.Generator | None = None,
    ) -> None:
        self._rng = generator(rng)
        seated = Seated(_people(players, rules), rules)
        self._log: list[Event] = [seated]
        self._state = apply(None, seated)

    @classmethod
    def replay(cls, log: Iterable[Event], *, rng: int | np.random.Generator | None = None) -> Game:
        """Return the game that these events make, ready to go on.

        Parameters
        ----------
        log : iterable of events
            A game's `log`, or the beginning of one.
        rng : int or numpy Generator, optional
            For the shuffles still to come.

        Raises
        ------
        InvalidInput
            If the log is empty, or an event in it cannot happen (an `IllegalAction`, see `apply`).
        """
        events = tuple(log)
        if not events:
            message = "log must hold at least the event Seated, not be empty"
            raise InvalidInput(message)
        state = apply(None, events[0])
        for event in events[1:]:
            state = apply(state, event)
        game = cls(state.people, rules=state.rules, rng=rng)
        game._log, game._state = list(events), state
        return game

    def choose_dealer(
        self, dealer: str | None = None, *, deck: CardsLike | None = None
    ) -> DealerChosen:
        """Choose the first dealer.

        Parameters
        ----------
        dealer : str, optional
            Who it is. By default the cards decide: they are dealt round face up, one at a time
            from the first of the people, and whoever gets the first black jack is the dealer.
        deck : cards, optional
            The cards to deal for it, in order; by default a shuffled deck.

        Raises
        ------
        IllegalAction
            If there is a dealer already, nobody has this name, or the deck has no black jack.
        """
        _require(self._state, "choose a dealer", "dealer")
        if dealer is None:
            cards = self._shuffled() if deck is None else deck
            return self._do(_choose_by_cards(self._state, cards))
        if deck is not None:
            message = f"deck must not be given when the dealer is named, here {dealer!r}"
            raise InvalidInput(message)
        return self._do(_choose(self._state, dealer))

    def open_bank(self, kitty: int) -> BankOpened:
        """Put up the dealer's kitty: a whole number of tokens, at least the rules' minimum.

        Raises
        ------
        IllegalAction
            If the kitty is too small or not whole, or no bank is due.
        """
        return self._do(_open(self._state, kitty))

    def deal(self, deck: CardsLike | None = None) -> Dealt:
        """Shuffle all cards and deal the hands.

        Parameters
        ----------
        deck : cards, optional
            All 52 cards in the order wanted, to stage a deal: the first goes to the player on the
            dealer's left, the next to the next player; what is left after the hands is the stock.

        Raises
        ------
        CardError
            If the deck is not 52 different cards.
        IllegalAction
            If no deal is due.
        """
        _require(self._state, "deal", "deal")  # a refused step must not use up random numbers
        return self._do(_deal(self._state, self._shuffled() if deck is None else deck))

    def view(self) -> View:
        """Return what the player to act knows, and nothing else.

        Raises
        ------
        IllegalAction
            If it is nobody's turn.
        """
        state = self._state
        _require(state, "look at a hand", "turn")
        hand = state.hands[state.acted] if state.rules.look_first else None
        return View(hand, state.seen, state.kitty, state.acted, state.rules)

    def bet(self, amount: int) -> Bet:
        """Bet for the player to act, and turn a card.

        Parameters
        ----------
        amount : int
            Whole tokens, from 1 to what the kitty holds. The whole kitty is a SHOOT without
            showing the hand.

        Raises
        ------
        IllegalAction
            If the bet is too low, too high or not whole, or it is nobody's turn.
        """
        return self._do(_bet(self._state, amount, show=False))

    def shoot(self, *, show: bool = True) -> Bet:
        """Bet the whole kitty for the player to act, and turn a card.

        Parameters
        ----------
        show : bool
            Whether the player shows the hand, so that later players have seen it.

        Raises
        ------
        IllegalAction
            If it is nobody's turn.
        """
        return self._do(_bet(self._state, self._state.kitty, show=show))

    def pass_turn(self) -> Passed:
        """Pass for the player to act; no card is turned.

        Raises
        ------
        IllegalAction
            If the rules say that this player must bet, or it is nobody's turn.
        """
        return self._do(_pass(self._state))

    def close_bank(self) -> BankClosed:
        """End the bank before its last deal: the dealer's choice between two deals.

        A bank that has had its last deal, or whose kitty is empty, is closed without this.

        Raises
        ------
        IllegalAction
            If a deal is going on, or the bank has had none.
        """
        return self._do(_close(self._state))

    def _do(self, event: _E) -> _E:
        self._state = apply(self._state, event)
        self._log.append(event)
        if self._state.phase == "end":
            self._do(_close(self._state))
        return event

    def _shuffled(self) -> tuple[Card, ...]:
        return tuple(DECK[number] for number in self._rng.permutation(52))

    @property
    def log(self) -> tuple[Event, ...]:
        """All events so far; `replay` makes the same game of them."""
        return tuple(self._log)

    @property
    def state(self) -> State:
        """The whole table, hidden cards included: for a referee, not for a strategy."""
        return self._state

    @property
    def phase(self) -> Phase:
        """What is due now: "dealer", "bank", "deal" or "turn"."""
        return self._state.phase

    @property
    def dealer(self) -> str | None:
        """The dealer; None until one is chosen."""
        return self._state.dealer

    @property
    def players(self) -> tuple[str, ...]:
        """The players in the order of play, from the dealer's left."""
        return self._state.players

    @property
    def player(self) -> str | None:
        """The player to act, if it is somebody's turn."""
        return self._state.player

    @property
    def kitty(self) -> int:
        """Tokens in the kitty."""
        return self._state.kitty

    @property
    def balance(self) -> dict[str, int]:
        """Tokens that each has won (above 0) or lost, the kitty counted as nobody's."""
        return dict(zip(self._state.people, self._state.balance, strict=True))

    @property
    def turned(self) -> tuple[Card, ...]:
        """The cards turned in this deal, which everybody may see."""
        return self._state.turned

    @property
    def legal_bets(self) -> range:
        """The bets that the player to act may make; empty if it is nobody's turn."""
        return self._state.legal_bets

    @property
    def may_pass(self) -> bool:
        """Whether the player to act may pass."""
        return self._state.may_pass

    def __str__(self) -> str:
        return "\n".join(str(event) for event in self._log)


def _people(players: int | str | Iterable[str], rules: Rules) -> tuple[str, ...]:
    """Return the names of everybody at the table."""
    if isinstance(players, str):
        return tuple(players.split())
    if isinstance(players, Iterable):
        return tuple(players)
    number = whole("players", players, 2, rules.max_players)
    return tuple(f"Player {seat}" for seat in range(1, number + 2))
