"""What the Shoot explorers know, without any widget: text in, answers and messages out.

Each model keeps the text of its fields, a message for every field that needs one, and the last
good question. A bad field never removes an answer; `settled` says whether the answer belongs to
what the fields say now.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardlab.cards import Card, parse, unmask
from cardlab.errors import CardError, InvalidInput
from cardlab.explore.entry import Message, beside, half_a_card, number
from cardlab.explore.worker import SLOWER
from cardlab.shoot.bank import Bank
from cardlab.shoot.odds import Turn
from cardlab.shoot.rules import Rules
from cardlab.shoot.strategies import AlwaysShoot, Kelly, MinimumBet, ShootAbove, Strategy

MOST_BANKS = 10_000_000
MOST_TOKENS = 1_000_000_000


class TurnModel:
    """One turn: cards as text, kitty and bankroll as text.

    Attributes
    ----------
    text : dict of str to str
        What stands in the fields "hand", "seen", "kitty" and "bankroll".
    messages : dict of str to Message
        For each field that needs one.
    hand, seen : tuple of Card
        The cards last read, of which there are not too many; they share none.
    read : bool
        Whether these are the cards that stand in the fields.
    turn : Turn or None
        The last good question.
    money : tuple of int
        The last good bankroll and kitty.

    Examples
    --------
    >>> model = TurnModel("5h Kc Qs")
    >>> model.set(hand="5h Kx Qs")
    >>> model.messages["hand"].text[:25], model.turn.exact(), model.settled
    ("'Kx' (card 2) is not a ca", Odds(24, 49), False)
    """

    def __init__(
        self,
        hand: str = "",
        seen: str = "",
        kitty: str = "60",
        bankroll: str = "100",
        *,
        rules: Rules = Rules(),
    ) -> None:
        self.rules = rules
        self.text = {"hand": "", "seen": "", "kitty": "", "bankroll": ""}
        self.messages: dict[str, Message] = {}
        self.hand: tuple[Card, ...] = ()
        self.seen: tuple[Card, ...] = ()
        self.read = True
        self.turn: Turn | None = None
        self.money = (1, 1)
        self.set(hand=hand, seen=seen, kitty=kitty, bankroll=bankroll)

    @property
    def settled(self) -> bool:
        """Whether the answer is the one to the cards that stand in the fields."""
        return "hand" not in self.messages and "seen" not in self.messages

    @property
    def winning(self) -> tuple[Card, ...]:
        """The unseen cards that the cards chosen so far beat."""
        return unmask(self.rules.winning(self.hand, self.seen))

    def set(self, **fields: str) -> None:
        """Change the text of some fields, and read them all."""
        self.text |= fields
        self.messages = {}
        hand, seen = self._cards("hand"), self._cards("seen")
        due = self.rules.hand_size
        if hand is not None and len(hand) <= due:
            self.hand = hand
        if seen is not None and len(seen) < 52 - due:
            self.seen = seen
        self.seen = tuple(card for card in self.seen if card not in self.hand)
        self.read = (self.hand, self.seen) == (hand, seen)
        if hand is not None and seen is not None:
            self._ask(missing=due - len(hand))
        kitty, bankroll = self._tokens("kitty"), self._tokens("bankroll")
        self.money = (bankroll or self.money[0], kitty or self.money[1])

    def _cards(self, name: str) -> tuple[Card, ...] | None:
        written = self.text[name]
        try:
            return parse(written, name=name)
        except CardError as error:
            self.messages[name] = half_a_card(written) or Message(beside(error, "hand", "seen"))
            return None

    def _ask(self, missing: int) -> None:
        """Make the turn of the two fields, or say what keeps it from being one."""
        due = self.rules.hand_size
        try:
            self.turn = Turn(self.text["hand"], self.text["seen"], rules=self.rules)
        except InvalidInput as error:
            name = "seen" if str(error).startswith("seen") else "hand"
            self.messages[name] = Message(beside(error, "hand", "seen"))
            if name == "hand" and missing > 0:
                more = " more" if missing < due else ""
                hint = f"{due} cards are due: choose {missing}{more}."
                self.messages[name] = Message(hint, error=False)

    def _tokens(self, name: str) -> int | None:
        try:
            return number(name, self.text[name], 1, MOST_TOKENS)
        except InvalidInput as error:
            self.messages[name] = Message(beside(error, "hand", "seen"))
            return None


STRATEGIES = {
    "minimum": "1 token, always",
    "shoot": "SHOOT when the chance is over ½, otherwise 1 token",
    "always": "SHOOT always",
    "kelly": "Kelly stake",
}
"""Ways to bet, and what they are called on the page."""


@dataclass(frozen=True)
class Request:
    """A question to the simulation."""

    bank: Bank
    n: int
    seed: int


class BankModel:
    """A bank: players, kitty, how the players bet, deals, banks to play, seed.

    Attributes
    ----------
    text : dict of str to str
        What stands in the fields; see the names below.
    memory : bool
        Whether players remember the turned cards of a deal.
    messages : dict of str to Message
        For each field that needs one.
    request : Request or None
        The last good question.
    players : int
        The last good number of players.
    least_kitty : int
        The fewest tokens that these players may be given.

    Examples
    --------
    >>> model = BankModel()
    >>> model.set(kitty="-5")
    >>> print(model.messages["kitty"].text)
    kitty must be a whole number, from 60 to 1,000,000,000, not '-5'.
    >>> model.request.bank.kitty
    60
    """

    def __init__(self) -> None:
        self.text = {
            "players": "6",
            "kitty": "60",
            "strategy": "shoot",
            "bankroll": "100",
            "deals": "3",
            "banks": f"{100_000 // SLOWER:,}",
            "seed": "1",
        }
        self.memory = True
        self.messages: dict[str, Message] = {}
        self.request: Request | None = None
        self.players = 6
        self.least_kitty = 60
        self.set()

    @property
    def settled(self) -> bool:
        """Whether the fields can all be read."""
        return not self.messages

    def set(self, *, memory: bool | None = None, **fields: str) -> None:
        """Change some fields, and read them all."""
        self.text |= fields
        self.memory = self.memory if memory is None else memory
        self.messages = {}
        rules = Rules()
        self.players = self._number("players", 2, rules.max_players) or self.players
        self.least_kitty = rules.minimum_per_player * self.players
        kitty = self._number("kitty", self.least_kitty, MOST_TOKENS)
        deals = self._number("deals", 1, rules.deals)
        banks = self._number("banks", 1, MOST_BANKS)
        seed = self._number("seed", 0, 2**63 - 1)
        strategy = self._strategy()
        if self.settled:
            self.request = Request(Bank(self.players, kitty, strategy, deals), banks, seed)

    def _strategy(self) -> Strategy:
        name = self.text["strategy"]
        if name == "kelly":
            return Kelly(self._number("bankroll", 1, MOST_TOKENS) or 1, self.memory)
        if name == "shoot":
            return ShootAbove(memory=self.memory)
        return {"minimum": MinimumBet(), "always": AlwaysShoot()}[name]

    def _number(self, name: str, low: int, high: int) -> int:
        """Return the number in a field; 0 and a message if there is none."""
        try:
            return number(name, self.text[name], low, high)
        except InvalidInput as error:
            self.messages[name] = Message(beside(error, "hand", "seen"))
            return 0
