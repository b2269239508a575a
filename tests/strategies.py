"""What Hypothesis draws: cards, hands, rules, bets, and whole games of Shoot and Divider."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hypothesis import strategies as st

from cardlab.cards import DECK, Card
from cardlab.divider.game import Game as DividerGame
from cardlab.divider.rules import Rules as DividerRules
from cardlab.shoot.events import BankClosed
from cardlab.shoot.game import Game
from cardlab.shoot.rules import Rules


def cards() -> st.SearchStrategy[Card]:
    """One card."""
    return st.sampled_from(DECK)


def hands(least: int = 3, most: int | None = None) -> st.SearchStrategy[tuple[Card, ...]]:
    """So many different cards, in any order; `most` is `least` unless given."""
    most = least if most is None else most
    return st.lists(cards(), min_size=least, max_size=most, unique=True).map(tuple)


def decks() -> st.SearchStrategy[tuple[Card, ...]]:
    """All 52 cards in any order."""
    return st.permutations(DECK).map(tuple)


@st.composite
def hands_and_seen(
    draw: st.DrawFn, size: int = 3, most_seen: int = 20
) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """A hand and other cards that its owner has seen."""
    drawn = draw(hands(size, size + most_seen))
    return drawn[:size], drawn[size:]


def rules() -> st.SearchStrategy[Rules]:
    """Any rules of Shoot."""
    return st.builds(
        Rules,
        hand_size=st.integers(1, 5),
        ace_high=st.booleans(),
        equal_rank_wins=st.booleans(),
        look_first=st.booleans(),
        burn=st.booleans(),
        must_bet=st.sampled_from(("all", "first", "none")),
        minimum_per_player=st.integers(1, 20),
        deals=st.integers(1, 3),
    )


def legal_bets(kitty: int) -> st.SearchStrategy[int]:
    """A bet that a kitty allows, often the lowest or the highest."""
    return st.sampled_from((1, kitty)) | st.integers(1, kitty)


def illegal_bets(kitty: int) -> st.SearchStrategy[object]:
    """Something that is no legal bet against a kitty: too low, too high, or not whole tokens."""
    return (
        st.sampled_from((0, -1, kitty + 1, 2.5, 1.0, float("nan"), True, "3", None))
        | st.integers(max_value=0)
        | st.integers(min_value=kitty + 1)
        | st.floats()
    )


@st.composite
def shoot_games(draw: st.DrawFn, most_banks: int = 3) -> Game:
    """A game of Shoot of a few whole banks, under any rules and with any legal choices."""
    options = draw(rules())
    players = draw(st.integers(2, options.max_players))
    game = Game(players, rules=options, rng=draw(st.integers(0, 2**32)))
    banks = draw(st.integers(1, most_banks))
    while sum(isinstance(event, BankClosed) for event in game.log) < banks:
        shoot_step(draw, game)
    return game


def shoot_step(draw: st.DrawFn, game: Game) -> None:
    """Take one legal step in a game of Shoot."""
    if game.phase == "dealer":
        game.choose_dealer(draw(st.none() | st.sampled_from(game.state.people)))
    elif game.phase == "bank":
        least = game.state.rules.minimum_per_player * len(game.players)
        game.open_bank(least + draw(st.integers(0, 50)))
    elif game.phase == "deal":
        if game.state.deals and draw(st.booleans()):
            game.close_bank()
        else:
            game.deal()
    elif game.may_pass and draw(st.booleans()):
        game.pass_turn()
    else:
        bet = draw(legal_bets(game.kitty))
        if bet == game.kitty and draw(st.booleans()):
            game.shoot()
        else:
            game.bet(bet)


def stacked(hands: Sequence[Iterable[Card]], stock: Iterable[Card] = ()) -> tuple[Card, ...]:
    """Return the deck that deals these hands, one card at a time, and then this stock.

    The cards not named follow in the order of the deck. It draws nothing; it stages a deal.
    """
    front = [card for round_ in zip(*hands, strict=True) for card in round_]
    front += stock
    return (*front, *(card for card in DECK if card not in front))


def divider_rules() -> st.SearchStrategy[DividerRules]:
    """Any rules of Divider with the whole deck."""
    return st.builds(
        DividerRules,
        red_partner=st.sampled_from(("face_up", "face_down")),
        swap_single=st.booleans(),
        count_face_down=st.booleans(),
        pocket_cards=st.integers(1, 3),
        last_turn=st.none() | st.integers(1, 5),
    )


@st.composite
def divider_games(
    draw: st.DrawFn,
    rules: st.SearchStrategy[DividerRules] | None = None,
    *,
    whole: bool = True,
    due: str | None = None,
) -> DividerGame:
    """A game of Divider with any legal actions: to its end; if not `whole`, to some step.

    With `due` it goes on until this is due, or the game is over.
    """
    game = DividerGame(
        rules=draw(divider_rules() if rules is None else rules), rng=draw(st.integers(0, 2**32))
    )
    steps = 30 if whole else draw(st.integers(0, 25))
    while game.phase != "end" and (len(game.log) <= steps or due not in (None, game.phase)):
        if game.phase == "draw":
            game.draw()
        else:
            game.do(draw(st.sampled_from(game.position.legal_actions)))
    return game
