"""Questions in the words of the command line: what each takes, and how it is sampled."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from cardlab.errors import InvalidInput, short

if TYPE_CHECKING:
    from cardlab.divider import Choice, Cut, Placement
    from cardlab.sampling import Sampler
    from cardlab.shoot import Turn
    from cardlab.stud8 import Matchup


def turn_words(command: ArgumentParser) -> None:
    """Add what a turn of Shoot takes."""
    command.add_argument("hand", help='your cards, e.g. "5h Kc Qs"')
    command.add_argument("--seen", default="", help="other cards that you have seen")
    command.add_argument("--hand-size", type=int, default=3, help="cards due in a hand (3)")
    command.add_argument("--ace-low", action="store_true", help="the ace ranks below the two")


def turn(words: Namespace) -> Turn:
    """Return a turn of Shoot."""
    from cardlab.shoot import Rules, Turn

    rules = Rules(hand_size=words.hand_size, ace_high=not words.ace_low)
    return Turn(words.hand, words.seen, rules=rules)


def matchup_words(command: ArgumentParser) -> None:
    """Add what hands of stud take."""
    command.add_argument("seats", nargs="+", help='cards known of each hand, e.g. "As2s3d" "Kh"')
    command.add_argument("--dead", default="", help="other cards that have been seen")
    command.add_argument(
        "--range",
        action="append",
        default=[],
        metavar="SEAT=RANGE",
        help='hole cards that a seat (from 0) may hold, e.g. 1="pairs, 3low"',
    )


def matchup(words: Namespace) -> Matchup:
    """Return hands of stud."""
    from cardlab.stud8 import Matchup

    return Matchup(*words.seats, dead=words.dead, ranges=_ranges(words.range))


def _ranges(texts: Iterable[str]) -> dict[int, str]:
    """Read texts such as ``1=pairs``: the seat, and what it may hold."""
    ranges: dict[int, str] = {}
    for text in texts:
        seat, equals, holds = text.partition("=")
        if not equals or seat not in set("01234567"):
            message = f"range must be a seat, = and a range, such as 1=pairs, not {short(text)}"
            raise InvalidInput(message)
        if int(seat) in ranges:
            message = f"range: seat {seat} has two; put them into one, such as 1='pairs, 3low'"
            raise InvalidInput(message)
        ranges[int(seat)] = holds
    return ranges


def position_words(command: ArgumentParser) -> None:
    """Add what a decision of Divider takes."""
    command.add_argument(
        "position",
        help='lines with ; between them, e.g. "Player 0: up 9h 7h, down none, pockets 6h Tc 3d; '
        'Player 1: up Kc, down 4s, pockets unknown; Divider: 0; Four: Jh 6s Td 2c"',
    )
    command.add_argument("--player", default="club", help="who plays on when sampling (club)")


def decision(words: Namespace) -> Cut | Choice | Placement:
    """Return what a position of Divider asks."""
    from cardlab.divider import Choice, Cut, Placement, Position

    position = Position.parse(words.position)
    if position.player is None:
        message = "position: nobody is to act; give the four cards of the turn, as Four: ..."
        raise InvalidInput(message)
    match position.phase:
        case "cut":
            return Cut(position)
        case "choose":
            return Choice(position)
        case _:
            return Placement(position)


def _bank_words(command: ArgumentParser) -> None:
    command.add_argument("--players", type=int, default=6, help="not counting the dealer (6)")
    command.add_argument("--kitty", type=int, default=60, help="tokens in the kitty (60)")
    command.add_argument(
        "--strategy",
        default="shoot",
        help="minimum, shoot, always or kelly; or one for each player, with commas (shoot)",
    )


def _bank(words: Namespace) -> Sampler[Any, Any]:
    from cardlab.shoot import Bank

    one, *others = words.strategy.split(",")
    return Bank(words.players, words.kitty, [one, *others] if others else one).sampler()


def _hand_words(command: ArgumentParser) -> None:
    command.add_argument("cards", help='your cards, e.g. "As 2s 3d"')
    command.add_argument("--dead", default="", help="other cards that have been seen")


def _low_draw(words: Namespace) -> Sampler[Any, Any]:
    from cardlab.stud8 import LowDraw

    return LowDraw(words.cards, words.dead).sampler()


def _final_hand(words: Namespace) -> Sampler[Any, Any]:
    from cardlab.stud8 import FinalHand

    return FinalHand(words.cards, words.dead).sampler()


def _qualifiers_words(command: ArgumentParser) -> None:
    command.add_argument("players", type=int, help="number of players, 1 to 7")
    command.add_argument(
        "--known", action="append", default=[], metavar="CARDS", help="of a player; one after other"
    )
    command.add_argument("--dead", default="", help="other cards that have been seen")


def _qualifiers(words: Namespace) -> Sampler[Any, Any]:
    from cardlab.stud8 import Qualifiers

    return Qualifiers(words.players, words.known, words.dead).sampler()


def _tournament_words(command: ArgumentParser) -> None:
    command.add_argument("players", nargs="+", help="two or more, e.g. club greedy")


def _tournament(words: Namespace) -> Sampler[Any, Any]:
    from cardlab.divider.tournaments import sampler

    return sampler(words.players)


def _deals(games: int) -> int:
    from cardlab.divider.tournaments import deals

    return deals(games)


class Question(NamedTuple):
    """A question that the command line can sample."""

    help: str
    add_words: Callable[[ArgumentParser], None]
    sampler: Callable[[Namespace], Sampler[Any, Any]]
    unit: str
    """What N counts."""
    draws: Callable[[int], int] = int
    """How many draws N of these are."""


QUESTIONS = {
    "shoot": Question(
        "turn cards in Shoot", turn_words, lambda words: turn(words).sampler(), "turns"
    ),
    "bank": Question("play banks of Shoot", _bank_words, _bank, "banks"),
    "stud8": Question(
        "share pots of stud hi/lo", matchup_words, lambda words: matchup(words).sampler(), "deals"
    ),
    "low": Question("make lows in stud", _hand_words, _low_draw, "deals"),
    "final": Question("complete a hand of stud", _hand_words, _final_hand, "deals"),
    "qualifiers": Question("count players with a low", _qualifiers_words, _qualifiers, "deals"),
    "divider": Question(
        "play on from a position of Divider",
        position_words,
        lambda words: decision(words).sampler(words.player),
        "hidden worlds",
    ),
    "tournament": Question(
        "let Divider players play against each other",
        _tournament_words,
        _tournament,
        "games of each two players, even",
        _deals,
    ),
}
