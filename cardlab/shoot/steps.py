"""The steps of a game of Shoot: what may happen at a table, and the table after it.

A game is its events in order: `apply` takes the table from one state to the next and refuses what
the rules forbid. The other functions make the event of a step, or refuse it.
"""

from __future__ import annotations

from dataclasses import replace

from cardlab.cards import CardsLike, parse, text
from cardlab.errors import IllegalAction, InvalidInput, whole
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
from cardlab.shoot.state import Phase, State

BLACK_JACKS = parse("Jc Js")


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
    >>> from cardlab.shoot import Rules
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
            return choose(state, dealer)
        case DealerChosen(_, cards):
            return choose_by_cards(state, cards)
        case BankOpened(_, kitty):
            return open_bank(state, kitty)
        case Dealt(deck):
            return deal(state, deck)
        case Bet(amount=amount, shown=shown):
            return bet(state, amount, show=bool(shown))
        case Passed():
            return pass_turn(state)
        case BankClosed():
            return close_bank(state)
        case _:
            message = f"{event!r} is not an event that can follow"
            raise IllegalAction(message)


def choose(state: State, dealer: str) -> DealerChosen:
    """Name somebody as the first dealer."""
    require(state, "choose a dealer", "dealer")
    if dealer not in state.people:
        message = f"dealer must be one of {', '.join(state.people)}, not {dealer!r}"
        raise IllegalAction(message)
    return DealerChosen(dealer)


def choose_by_cards(state: State, cards: CardsLike) -> DealerChosen:
    """Deal the cards round, from the first of the people, until somebody gets a black jack."""
    require(state, "choose a dealer", "dealer")
    cards = parse(cards)
    for number, card in enumerate(cards):
        if card in BLACK_JACKS:
            return DealerChosen(state.people[number % len(state.people)], cards[: number + 1])
    message = f"cards: there is no black jack among {text(cards)}"
    raise IllegalAction(message)


def open_bank(state: State, kitty: int) -> BankOpened:
    """Put up the dealer's kitty."""
    dealer = require(state, "open a bank", "bank")
    least = state.rules.minimum_per_player * len(state.players)
    return BankOpened(dealer, _tokens("kitty", kitty, least))


def deal(state: State, deck: CardsLike) -> Dealt:
    """Deal all cards in the order given."""
    require(state, "deal", "deal")
    return Dealt(parse(deck, name="deck", count=52))


def bet(state: State, amount: int, *, show: bool) -> Bet:
    """Bet for the player to act, and turn a card; only who shoots can show the hand."""
    require(state, "bet", "turn")
    player, hand = state.players[state.acted], state.hands[state.acted]
    amount = _tokens("bet", amount, 1, state.kitty)
    shoot = amount == state.kitty
    turned = state.stock[state.rules.burn]
    won = bool(state.rules.winning(hand) >> turned & 1)
    return Bet(player, amount, turned, won, shoot, hand if show and shoot else ())


def pass_turn(state: State) -> Passed:
    """Pass for the player to act."""
    require(state, "pass", "turn")
    player = state.players[state.acted]
    if not state.may_pass:
        message = f"{player} cannot pass: the rules say that this player must bet"
        raise IllegalAction(message)
    return Passed(player)


def close_bank(state: State) -> BankClosed:
    """End the bank."""
    dealer = require(state, "close the bank", "deal", "end")
    if state.deals == 0:
        message = "cannot close the bank now: a bank has at least one deal"
        raise IllegalAction(message)
    return BankClosed(dealer, state.kitty)


def require(state: State, action: str, *phases: Phase) -> str:
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
