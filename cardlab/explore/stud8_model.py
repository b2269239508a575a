"""What the explorers of seven-card stud hi/lo know, without any widget.

`MatchupModel` keeps the text of its fields, a message for every field that needs one, and the last
good question. A bad field never removes an answer; `settled` says whether the answer belongs to
what the fields say now. `ReviewModel` keeps a hand that was played and the step one looks at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cardlab.cards import Card, parse, parse_groups
from cardlab.errors import CardError, InvalidInput
from cardlab.explore.entry import Message, beside, half_a_card
from cardlab.stud8.decisions import PotOdds
from cardlab.stud8.equity import Matchup
from cardlab.stud8.events import Dealt, Event
from cardlab.stud8.history import History
from cardlab.stud8.lows import LowDraw
from cardlab.stud8.rules import Hand
from cardlab.stud8.state import State

MOST_OPPONENTS = 7
HAND = 7
YOURS, DEAD = "your cards", "dead cards"
OPPONENTS = tuple(f"opponent {number}" for number in range(1, MOST_OPPONENTS + 1))
FIELDS = (YOURS, *OPPONENTS, DEAD)


@dataclass(frozen=True)
class Spot:
    """A moment in a hand: what is known of each seat, the first one yours, and dead cards.

    Of an opponent with fewer cards than you the hole cards are not known.

    Examples
    --------
    >>> spot = Spot((parse("As 2s 3d 4c"), parse("Kh 9c")), ())
    >>> spot.dealt(1)
    (None, None, Card('Kh'), Card('9c'))
    >>> spot.at(3).seats
    ((Card('As'), Card('2s'), Card('3d')), (Card('Kh'),))
    """

    seats: tuple[tuple[Card, ...], ...]
    dead: tuple[Card, ...]

    @property
    def street(self) -> int:
        """The street, 3 to 7, that is how many cards you have."""
        return len(self.seats[0])

    def dealt(self, seat: int) -> tuple[Card | None, ...]:
        """Return the cards of a seat in the order they were dealt; None is one not known."""
        known = self.seats[seat]
        size = max(self.street, len(known))
        hidden = [place for place in (0, 1, 6, 2, 3, 4, 5) if place < size][: size - len(known)]
        cards = iter(known)
        return tuple(None if place in hidden else next(cards) for place in range(size))

    def at(self, street: int) -> Spot:
        """Return the same hand on an earlier street; dead cards count as seen by then."""
        if street >= self.street:
            return self
        seats = tuple(
            tuple(card for card in self.dealt(seat)[:street] if card is not None)
            for seat in range(len(self.seats))
        )
        return Spot(seats, self.dead)

    def after(self, card: Card) -> Spot:
        """Return the spot in which you have got one more card."""
        return Spot(((*self.seats[0], card), *self.seats[1:]), self.dead)

    @property
    def matchup(self) -> Matchup:
        """The question for the package."""
        return Matchup(*self.seats, dead=self.dead)

    @property
    def others(self) -> tuple[Card, ...]:
        """All cards that you see beside your own."""
        return (*(card for seat in self.seats[1:] for card in seat), *self.dead)

    @property
    def low(self) -> LowDraw:
        """The question whether you make a low."""
        return LowDraw(self.seats[0], self.others)


class MatchupModel:
    """Your cards, those known of one to seven opponents, and dead cards, all as text.

    Attributes
    ----------
    text : dict of str to str
        What stands in each of `FIELDS`.
    opponents : int
        How many of them count.
    messages : dict of str to Message
        For each field that needs one.
    cards : dict of str to tuple of Card
        The cards last read of each field, of which there are not too many; they share none.
    spot : Spot or None
        The last good question.
    street : int
        The street to look at.

    Examples
    --------
    >>> model = MatchupModel("As 2s 3d", ["Kh"])
    >>> model.set({"opponent 1": "Kh As"})
    >>> model.messages["opponent 1"].text, model.spot.seats[1], model.settled
    ('As is already in your cards.', (Card('Kh'),), False)
    """

    def __init__(self, yours: str = "", opponents: Sequence[str] = ("",), dead: str = "") -> None:
        self.text = dict.fromkeys(FIELDS, "")
        self.opponents = len(opponents)
        self.messages: dict[str, Message] = {}
        self.cards: dict[str, tuple[Card, ...]] = {}
        self.spot: Spot | None = None
        self.street = 3
        written = dict(zip(OPPONENTS, opponents, strict=False))
        self.set({YOURS: yours, **written, DEAD: dead})

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that count."""
        return (YOURS, *OPPONENTS[: self.opponents], DEAD)

    @property
    def settled(self) -> bool:
        """Whether the answer is the one to the cards that stand in the fields."""
        return not self.messages

    @property
    def current(self) -> Spot | None:
        """The question on the street to look at."""
        return None if self.spot is None else self.spot.at(self.street)

    def set(self, text: Mapping[str, str] = {}, *, opponents: int | None = None) -> None:
        """Change the text of some fields, or the number of opponents, and read them all."""
        self.text |= text
        self.opponents = opponents or self.opponents
        self.messages = {}
        before = self.cards
        self.cards = {}
        for name in self.fields:
            most = HAND if name != DEAD else 45
            cards = self._cards(name)
            if cards is None or len(cards) > most:
                cards = before.get(name, ())
            taken = {card for held in self.cards.values() for card in held}
            self.cards[name] = tuple(card for card in cards if card not in taken)
        if not self.messages:
            self._ask()

    def look_at(self, street: int) -> None:
        """Choose the street to look at."""
        self.street = street

    def _cards(self, name: str) -> tuple[Card, ...] | None:
        try:
            return parse(self.text[name], name=name)
        except CardError as error:
            self.messages[name] = half_a_card(self.text[name]) or Message(beside(error, name))
            return None

    def _ask(self) -> None:
        """Make a question of the fields, or say what keeps it from being one."""
        try:
            *seats, dead = parse_groups({name: self.text[name] for name in self.fields})
        except CardError as error:
            name = str(error).partition(":")[0]
            self.messages[name] = Message(beside(error, name))
            return
        for name, cards in zip(self.fields, seats, strict=False):
            if len(cards) > HAND:
                message = f"{len(cards)} cards, but a hand has at most seven: take {{}} out."
                self.messages[name] = Message(message.format(len(cards) - HAND))
        if len(seats[0]) < 3:
            more = " more" if seats[0] else ""
            hint = f"Three cards are due at least: choose {3 - len(seats[0])}{more}."
            self.messages[YOURS] = Message(hint, error=False)
        if self.messages:
            return
        spot = Spot(tuple(seats), dead)
        try:
            spot.matchup  # noqa: B018  # it refuses what the deck cannot complete
        except InvalidInput as error:
            self.messages[DEAD] = Message(beside(error, "seats"))
            return
        if spot != self.spot:
            self.spot, self.street = spot, spot.street


# A hand that was played

HANDS = Path(__file__).parents[2] / "data" / "hands"
"""The real hands, where the whole repository is there and not the package alone."""

_CARD = re.compile(r"\b([2-9TJQKA][cdhs])\b")


@dataclass(frozen=True)
class Moment:
    """The table after a step, and what happened in the step."""

    state: State
    events: tuple[Event, ...]

    @property
    def words(self) -> str:
        """The step in words, all cards told."""
        return _in_words(map(str, self.events))


@dataclass(frozen=True)
class Call:
    """A call: what it costs, what is in the pot, and who is in to win it.

    Parameters
    ----------
    step : int
        Which of the moments it led to.
    player : str
        Who calls.
    odds : PotOdds
        The price. What a caller who is all-in cannot win is not in the pot.
    matchup : Matchup
        The hands still in, the caller's first, as far as the view knows their cards.
    """

    step: int
    player: str
    odds: PotOdds
    matchup: Matchup


class ReviewModel:
    """A hand that was played, step by step.

    Attributes
    ----------
    hands : dict of str to Path
        The hands to choose from.
    history : History or None
        The last hand that could be read.
    name : str
        What it is called.
    moments : tuple of Moment
        The table after each step, before any cards first.
    step : int
        The one to look at.
    view : str
        Whose cards are known: "all", "public", or the name of a player.
    message : str
        What is wrong with the text that was read last; empty if nothing.

    Examples
    --------
    >>> model = ReviewModel()
    >>> model.read("variant = 'F7S/8'", "mine")
    >>> model.message[:39]
    'antes, bring_in, small_bet, big_bet, st'
    """

    def __init__(self, folder: Path = HANDS) -> None:
        self.hands = {_title(path): path for path in sorted(folder.glob("*.phh"))}
        self.history: History | None = None
        self.name = self.message = ""
        self.moments: tuple[Moment, ...] = ()
        self.step, self.view = 0, "all"

    @property
    def views(self) -> tuple[str, ...]:
        """The views there are."""
        return ("all", "public", *(self.history.players if self.history else ()))

    @property
    def moment(self) -> Moment:
        """The moment to look at."""
        return self.moments[self.step]

    def choose(self, name: str) -> None:
        """Read one of `hands`."""
        self.read(self.hands[name].read_text("utf-8"), name)

    def read(self, text: str, name: str) -> None:
        """Read the text of a PHH file; a bad one leaves the last hand and a message."""
        self.message = ""
        try:
            history = History.loads(text)
        except InvalidInput as error:
            self.message = beside(error)
            return
        self.history, self.name = history, name
        self.moments = tuple(_moments(history))
        self.view = "all"
        self.go(1)

    def go(self, step: int) -> None:
        """Go to a step, or as far as there are steps."""
        self.step = max(0, min(step, len(self.moments) - 1))

    def hands_at(self, step: int) -> tuple[Hand, ...]:
        """Return everybody's cards as the view knows them."""
        assert self.history is not None
        state = self.moments[step].state
        if self.view == "all":
            last = self.history.replay().state.hands
            return tuple(full[: len(held)] for full, held in zip(last, state.hands, strict=True))
        return tuple(
            held if name == self.view else tuple(card if card in up else None for card in held)
            for name, held, up in zip(state.players, state.hands, state.showing, strict=True)
        )

    def words_at(self, step: int) -> str:
        """Return a step in words, with the cards that the view knows."""
        return _in_words(str(self._seen(event)) for event in self.moments[step].events)

    def _seen(self, event: Event) -> Event:
        """Return an event as the view sees it: cards dealt face down to others are not known."""
        if self.view == "all" or not isinstance(event, Dealt):
            return event
        down = {3: 2, 7: 1}.get(event.street, 0)
        cards = tuple(
            own if name == self.view else (*(None for _ in own[:down]), *own[down:])
            for name, own in zip(event.players, event.cards, strict=False)
        )
        return replace(event, cards=cards)

    def calls(self) -> tuple[Call, ...]:
        """Return every call of the hand, by the cards that the view knows."""
        found = []
        for step in range(1, len(self.moments)):
            before, after = self.moments[step - 1].state, self.moments[step].state
            seat = before.seat
            if seat is None or not self.moments[step].words.startswith(
                f"{before.players[seat]} calls"
            ):
                continue
            found.append(self._call(step, seat, before, before.stacks[seat] - after.stacks[seat]))
        return tuple(found)

    def _call(self, step: int, seat: int, before: State, chips: int) -> Call:
        hands = self.hands_at(step - 1)
        known = [tuple(card for card in held if card is not None) for held in hands]
        others = [s for s in range(len(known)) if s != seat and not before.folded[s]]
        dead = [card for s, folded in enumerate(before.folded) if folded for card in known[s]]
        own = before.bets[seat] + chips
        beyond = sum(max(0, before.bets[other] - own) for other in others)
        common = () if before.common is None else (before.common,)
        return Call(
            step,
            before.players[seat],
            PotOdds(before.pot - beyond, chips),
            Matchup(known[seat], *(known[other] for other in others), dead=dead, common=common),
        )


def _moments(history: History) -> Sequence[Moment]:
    """Return the table after each action that changes it."""
    moments, seen = [], 0
    for number in range(len(history.actions) + 1):
        game = history.replay(number)
        log = game.log
        if number == len(history.actions):
            game = history.replay()
            log = game.log
        if len(log) > seen:
            moments.append(Moment(game.state, log[seen:]))
            seen = len(log)
    return moments


def _in_words(events: Iterable[str]) -> str:
    """Return events as prose: cards by symbol, commas in large numbers."""
    words = ". ".join(events)
    words = re.sub(r"\b[0-9]{4,}\b", lambda hit: f"{int(hit[0]):,}", words)
    return _CARD.sub(lambda hit: Card(hit[0]).symbol, words)


def _title(path: Path) -> str:
    """Return "2023 WSOP event 43, hand 48" for its file."""
    match = re.fullmatch(r"([0-9]+)-wsop-event-([0-9]+)-hand-0*([0-9]+)", path.stem)
    return f"{match[1]} WSOP event {match[2]}, hand {match[3]}" if match else path.stem
