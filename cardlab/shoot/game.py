"""The game of Shoot as an engine that can be stepped through.

`Game` holds the state and the log; `steps` says what may happen and what it leads to.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

from cardlab.cards import DECK, Card, CardsLike
from cardlab.errors import InvalidInput, instance, whole
from cardlab.sampling import generator
from cardlab.shoot import steps
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
from cardlab.shoot.state import Phase, State
from cardlab.shoot.steps import apply

if TYPE_CHECKING:
    import numpy as np

_E = TypeVar("_E", bound=Event)


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
        instance("rules", rules, Rules)
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
        instance("log", log, Iterable)
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
        steps.require(self._state, "choose a dealer", "dealer")
        if dealer is None:
            cards = self._shuffled() if deck is None else deck
            return self._do(steps.choose_by_cards(self._state, cards))
        if deck is not None:
            message = f"deck must not be given when the dealer is named, here {dealer!r}"
            raise InvalidInput(message)
        return self._do(steps.choose(self._state, dealer))

    def open_bank(self, kitty: int) -> BankOpened:
        """Put up the dealer's kitty: a whole number of tokens, at least the rules' minimum.

        Raises
        ------
        IllegalAction
            If the kitty is too small or not whole, or no bank is due.
        """
        return self._do(steps.open_bank(self._state, kitty))

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
        steps.require(self._state, "deal", "deal")  # a refused step must not use up random numbers
        return self._do(steps.deal(self._state, self._shuffled() if deck is None else deck))

    def view(self) -> View:
        """Return what the player to act knows, and nothing else.

        Raises
        ------
        IllegalAction
            If it is nobody's turn.
        """
        state = self._state
        steps.require(state, "look at a hand", "turn")
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
        return self._do(steps.bet(self._state, amount, show=False))

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
        return self._do(steps.bet(self._state, self._state.kitty, show=show))

    def pass_turn(self) -> Passed:
        """Pass for the player to act; no card is turned.

        Raises
        ------
        IllegalAction
            If the rules say that this player must bet, or it is nobody's turn.
        """
        return self._do(steps.pass_turn(self._state))

    def close_bank(self) -> BankClosed:
        """End the bank before its last deal: the dealer's choice between two deals.

        A bank that has had its last deal, or whose kitty is empty, is closed without this.

        Raises
        ------
        IllegalAction
            If a deal is going on, or the bank has had none.
        """
        return self._do(steps.close_bank(self._state))

    def _do(self, event: _E) -> _E:
        self._state = apply(self._state, event)
        self._log.append(event)
        if self._state.phase == "end":
            self._do(steps.close_bank(self._state))
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
