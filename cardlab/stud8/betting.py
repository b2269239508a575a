"""The betting in a hand of stud hi/lo: PokerKit runs it, and is used nowhere else.

PokerKit says whose turn it is, which actions are legal, and what goes into which pot. It is told
the up-cards only: the showdown is ours (see `rules.split`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cardlab.cards import DECK, Card
from cardlab.stud8.events import Acted, Seated
from cardlab.stud8.rules import Action, Hand

if TYPE_CHECKING:
    import pokerkit


class Betting:
    """The chips of a hand, from the antes to the pots that are to be shared."""

    def __init__(self, seated: Seated) -> None:
        self._rules = seated.rules
        self._engine = _engine(seated)
        self._left = 52  # cards in the deck
        self.street = 2  # the last one dealt
        self.to_show: list[int] = []  # seats that must show, in order
        self.pots: list[tuple[int, tuple[int, ...]]] = []  # to be shared: chips, who can win them
        self.won = [0] * len(seated.stacks)  # out of these pots

    @property
    def seat(self) -> int | None:
        """The seat to act, if it is somebody's turn."""
        return self._engine.actor_index

    @property
    def stacks(self) -> tuple[int, ...]:
        """Chips of each seat that are not in the pot."""
        return tuple(own + won for own, won in zip(self._engine.stacks, self.won, strict=True))

    @property
    def bets(self) -> tuple[int, ...]:
        """Chips that each seat has bet in this round."""
        return tuple(self._engine.bets)

    @property
    def pot(self) -> int:
        """All chips in the middle, the bets of this round included."""
        return self._engine.total_pot_amount - sum(self.won)

    @property
    def common_due(self) -> bool:
        """Whether one common card is due, since there are too few for each to get one."""
        return any(self._engine.board_dealing_counts)

    @property
    def legal(self) -> dict[Action, int]:
        """The legal actions of the seat to act, each with the chips that it puts in."""
        engine, seat = self._engine, self.seat
        if seat is None:
            return {}
        legal: dict[Action, int] = {}
        if engine.can_post_bring_in():
            legal["bring in"] = engine.effective_bring_in_amount or 0
        elif owed := engine.checking_or_calling_amount:
            legal |= {"fold": 0, "call": owed}
        else:
            legal["check"] = 0
        to = engine.min_completion_betting_or_raising_to_amount
        if to is not None and to > legal.get("bring in", 0):
            legal[self._name_of_bet()] = to - engine.bets[seat]
        return legal

    def _name_of_bet(self) -> Action:
        if self.street == 3 and not self._engine.completion_betting_or_raising_count:
            return "complete"
        return "raise" if max(self._engine.bets) else "bet"

    def deal(self, cards: Mapping[int, Hand]) -> None:
        """Deal the next street: to each seat that is still in, its cards."""
        from pokerkit import Card as Counter

        engine = self._engine
        self.street += 1
        if self.street == 3:
            engine.deck_cards = deque([Counter.UNKNOWN] * self._left)
            engine.collect_bets()
        # PokerKit counts the deck to see whether it lasts for the next street, and knows the
        # cards that it is about to be told.
        seen = {seat: "".join(_as_seen(hand, self.street)) for seat, hand in cards.items()}
        up = [card for text in seen.values() for card in Counter.clean(text) if card]
        engine.deck_cards = deque([*up, *[Counter.UNKNOWN] * (self._left - len(up))])
        for seat, text in seen.items():
            engine.deal_hole(text, seat)
        self._left -= sum(map(len, cards.values()))
        self._settle()

    def deal_common(self, card: Card) -> None:
        """Deal the common card, which stands for seventh street."""
        from pokerkit import Card as Counter

        self.street += 1
        self._engine.deck_cards = deque(Counter.clean(str(card)))
        self._engine.deal_board(str(card))
        self._settle()

    def act(self, event: Acted) -> None:
        """Take a legal action."""
        match event.action:
            case "fold":
                self._engine.fold()
            case "check" | "call":
                self._engine.check_or_call()
            case "bring in":
                self._engine.post_bring_in()
            case _:
                self._engine.complete_bet_or_raise_to(event.bet)
        self._settle()

    def go_on(self, hands: Sequence[Hand]) -> None:
        """Tell PokerKit that the hands of players who are all-in are open, so that it deals on."""
        from pokerkit import Card as Counter

        engine = self._engine
        known = {card for hand in hands for card in hand}
        free = (card for card in DECK if card not in known)
        for seat in list(engine.showdown_indices):
            # It must see cards, and does not mind which.
            cards = (next(free) if card is None else card for card in hands[seat])
            engine.hole_cards[seat] = list(Counter.clean("".join(map(str, cards))))
            engine.show_or_muck_hole_cards(True, seat)
        self._settle()

    def _settle(self) -> None:
        """Collect the bets after a round, and see whether a showdown is due."""
        engine = self._engine
        engine.mucked_cards.clear()  # else PokerKit would deal folded cards again
        if engine.can_collect_bets():
            engine.collect_bets()
        if sum(engine.statuses) == 1:  # all others have folded
            self.pots = [(engine.total_pot_amount, (engine.statuses.index(True),))]
            return
        self._lift_cap()
        self.to_show = list(engine.showdown_indices)
        if self.street == 7 and engine.actor_index is None:
            self.pots = [(pot.amount, tuple(pot.player_indices)) for pot in engine.pots]

    def _lift_cap(self) -> None:
        engine = self._engine
        heads_up = sum(engine.statuses) == 2
        capped = engine.completion_betting_or_raising_count == 4
        if self._rules.raise_cap == "not heads-up" and heads_up and not capped:
            engine.streets = tuple(
                replace(street, max_completion_betting_or_raising_count=None)
                for street in engine.streets
            )


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


def _as_seen(cards: Hand, street: int) -> Iterator[str]:
    """Yield the cards of one street as everybody sees them."""
    down = {3: (0, 1), 7: (0,)}.get(street, ())
    for place, card in enumerate(cards):
        yield "??" if card is None or place in down else str(card)
