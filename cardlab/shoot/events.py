"""What happens in a game of Shoot, step by step.

Chance enters only through the cards that events hold, so the same events give the same game.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardlab.cards import Card, text
from cardlab.errors import InvalidInput, instance
from cardlab.shoot.rules import Rules


@dataclass(frozen=True)
class Seated:
    """People sit down, each on the left of the one before, and agree on the rules.

    Parameters
    ----------
    people : tuple of str
        Names of everybody at the table: the players and the dealer.
    rules : Rules
        Options of the game.

    Raises
    ------
    InvalidInput
        If there are too few or too many people, or a name is empty or stands twice.
    """

    people: tuple[str, ...]
    rules: Rules

    def __post_init__(self) -> None:
        instance("rules", self.rules, Rules)
        players, most = max(0, len(self.people) - 1), self.rules.max_players
        if not 2 <= players <= most:
            message = (
                f"players: {len(self.people)} people are given, {players} players beside the "
                f"dealer; from 2 to {most} are allowed"
            )
            raise InvalidInput(message)
        for name in self.people:
            instance("players", name, str)
            if not name.strip():
                message = f"players: {name!r} is not a name"
                raise InvalidInput(message)
            if self.people.count(name) > 1:
                message = f"players: {name!r} stands twice; give each person another name"
                raise InvalidInput(message)

    def __str__(self) -> str:
        return f"{', '.join(self.people[:-1])} and {self.people[-1]} sit down"


@dataclass(frozen=True)
class DealerChosen:
    """The first dealer is found, by agreement or by the cards dealt face up for it."""

    dealer: str
    cards: tuple[Card, ...] = ()

    def __str__(self) -> str:
        if not self.cards:
            return f"{self.dealer} deals first"
        return (
            f"{text(self.cards)} are dealt: {self.dealer} has the first black jack and deals first"
        )


@dataclass(frozen=True)
class BankOpened:
    """The dealer puts up the kitty."""

    dealer: str
    kitty: int

    def __str__(self) -> str:
        return f"{self.dealer} opens a bank with a kitty of {self.kitty}"


@dataclass(frozen=True)
class Dealt:
    """All 52 cards are shuffled, in this order, and the hands are dealt from the front."""

    deck: tuple[Card, ...]

    def __str__(self) -> str:
        return "The cards are shuffled and dealt"


@dataclass(frozen=True)
class Bet:
    """A player bets, and a card is turned.

    `shoot` says that the bet is the whole kitty; `shown` holds the hand if it was shown for that.
    """

    player: str
    amount: int
    turned: Card
    won: bool
    shoot: bool = False
    shown: tuple[Card, ...] = ()

    def __str__(self) -> str:
        bet = f"{self.player} {'SHOOTs for' if self.shoot else 'bets'} {self.amount}"
        hand = f" and shows {text(self.shown)}" if self.shown else ""
        taker = self.player if self.won else "the kitty"
        return f"{bet}{hand}, {self.turned} is turned: {taker} takes {self.amount}"


@dataclass(frozen=True)
class Passed:
    """A player passes; no card is turned."""

    player: str

    def __str__(self) -> str:
        return f"{self.player} passes"


@dataclass(frozen=True)
class BankClosed:
    """The bank ends, the dealer takes back what the kitty holds, and the deal moves to the left."""

    dealer: str
    kitty: int

    def __str__(self) -> str:
        if self.kitty == 0:
            return f"The kitty is empty: the bank of {self.dealer} is over"
        return f"{self.dealer} closes the bank and takes back the kitty of {self.kitty}"


Event = Seated | DealerChosen | BankOpened | Dealt | Bet | Passed | BankClosed
