"""The engine of Shoot against its rule book."""

from __future__ import annotations

import dataclasses
import doctest
import pickle
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb, sqrt
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardlab.cards import DECK, Card, parse
from cardlab.errors import CardError, CardlabError, IllegalAction, InvalidInput
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
from cardlab.shoot.game import Game
from cardlab.shoot.rules import Rules, View
from cardlab.shoot.state import State
from cardlab.shoot.steps import BLACK_JACKS, apply
from tests import strategies

DOCUMENT = Path(__file__).parents[2] / "docs" / "rules" / "shoot.md"
AVERAGE = Fraction(6327, 20825)
OTHER = parse("2s 3s 4s")  # a hand for whoever is not the point of a test
PLAYED = settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow])


def staged(
    first: str,
    stock: str,
    *,
    second: str = "2s 3s 4s",
    kitty: int = 20,
    rules: Rules = Rules(),
) -> Game:
    """Ann deals to Ben, who gets the first hand, and to Cy; the stock is as given."""
    game = Game("Ann Ben Cy", rules=rules)
    game.choose_dealer("Ann")
    game.open_bank(kitty)
    game.deal(strategies.stacked([parse(first), parse(second)], parse(stock)))
    return game


def states(log: tuple[Event, ...]) -> list[State]:
    """Return the state after each event."""
    found: list[State] = []
    for event in log:
        found.append(apply(found[-1] if found else None, event))
    return found


def beats(own: Card, turned: Card, rules: Rules) -> bool:
    """Compare two cards as the rule book says it, by their text."""
    order = "23456789TJQKA" if rules.ace_high else "A23456789TJQK"
    (rank, suit), (other_rank, other_suit) = str(own), str(turned)
    if suit == other_suit:
        return order.index(rank) > order.index(other_rank)
    return rules.equal_rank_wins and rank == other_rank


def count_winning(hand: tuple[Card, ...], rules: Rules) -> int:
    rest = [card for card in DECK if card not in hand]
    return sum(any(beats(own, card, rules) for own in hand) for card in rest)


# The worked examples of the rule book


def test_five_king_queen_bets_three_and_loses_to_the_two_of_diamonds() -> None:
    game = staged("5h Kc Qs", "2d")
    assert game.view().chance == Fraction(24, 49)
    bet = game.bet(3)
    assert (bet.won, str(bet)) == (False, "Ben bets 3, 2d is turned: the kitty takes 3")
    assert game.kitty == 23
    assert game.balance == {"Ann": -20, "Ben": -3, "Cy": 0}


def test_ace_four_seven_bets_one_and_beats_the_three_of_hearts() -> None:
    game = staged("Ac 4h 7d", "3h")
    assert game.view().chance == Fraction(19, 49)
    bet = game.bet(1)
    assert (bet.won, str(bet)) == (True, "Ben bets 1, 3h is turned: Ben takes 1")
    assert game.kitty == 19
    assert game.balance == {"Ann": -20, "Ben": 1, "Cy": 0}


@pytest.mark.parametrize(("hand", "wins"), [("5h Kc Qs", 24), ("Ac 4h 7d", 19)])
def test_turning_each_of_the_49_other_cards_wins_as_often_as_the_chance_says(
    hand: str, wins: int
) -> None:
    def wins_against(card: Card) -> bool:
        second = "6s 8s 9s" if card in OTHER else "2s 3s 4s"
        return staged(hand, str(card), second=second).bet(1).won

    assert sum(wins_against(card) for card in DECK if card not in parse(hand)) == wins


# The beaten cards


@pytest.mark.parametrize("options", [{}, {"ace_high": False}, {"equal_rank_wins": True}])
@given(data=st.data())
def test_winning_cards_are_those_that_some_card_of_the_hand_beats(
    options: dict[str, bool], data: st.DataObject
) -> None:
    rules = Rules(**options)
    hand = data.draw(strategies.hands(1, 5))
    assert rules.winning(hand).bit_count() == count_winning(hand, rules)


@given(strategies.hands_and_seen())
def test_seen_cards_leave_the_winning_cards_and_the_unseen_cards(
    drawn: tuple[tuple[Card, ...], tuple[Card, ...]],
) -> None:
    hand, seen = drawn
    rules = Rules()
    unseen = [card for card in DECK if card not in hand + seen]
    wins = sum(any(rules.beaten_by[own] >> card & 1 for own in hand) for card in unseen)
    assert View(hand, seen, 10, 0, rules).chance == Fraction(wins, len(unseen))


def test_winning_cards_of_all_hands_are_as_counted_in_the_document() -> None:
    rules = Rules()
    counted = [0] * 37
    formula = [0] * 37
    for hand in combinations(DECK, 3):
        counted[rules.winning(hand).bit_count()] += 1
        best = {card.suit: card for card in hand}  # hands come in rising order, so the best is last
        lower = sum(card.rank for card in best.values())
        formula[lower - (3 - len(best))] += 1
    stated = re.search(r"0, 1, 2, … 36 winning cards:\n\n(.+?)\n\n", DOCUMENT.read_text(), re.S)
    assert stated is not None
    assert counted == formula == [int(number) for number in re.findall(r"\d+", stated[1])]
    average = Fraction(sum(n * wins for wins, n in enumerate(counted)), 49 * sum(counted))
    assert average == AVERAGE == Fraction(comb(39, 4), comb(52, 4))


@pytest.mark.slow
def test_favourites_and_what_they_are_worth_are_as_the_document_says() -> None:
    rules = Rules()
    wins = {hand: rules.winning(hand).bit_count() for hand in combinations(DECK, 3)}
    favourites = [hand for hand, number in wins.items() if 2 * number > 49]
    assert Fraction(len(favourites), len(wins)) == Fraction(1456, 22100) == Fraction(28, 425)
    assert all(len({card.suit for card in hand}) == 3 for hand in favourites)
    best = [hand for hand, number in wins.items() if number == max(wins.values())]
    assert [wins[hand] for hand in best] == [36] * 4
    assert all(card.rank == 12 for hand in best for card in hand)
    gain = {hand: 2 * number - 49 for hand, number in wins.items()}  # in 49ths of a token
    total = sum(gain.values())
    assert Fraction(total, 49 * len(gain)) == -Fraction(8171, 20825) == 2 * AVERAGE - 1
    favourable = sum(gain[hand] for hand in favourites)
    assert Fraction(favourable - total, favourable) == Fraction(8353, 182)


def test_ace_low_ranks_below_the_two_and_the_king_on_top() -> None:
    low = Rules(ace_high=False)
    assert low.winning(parse("2h")) == 1 << parse("Ah")[0]
    assert low.winning(parse("Kh")).bit_count() == 12
    assert low.winning(parse("Ah")) == 0


# What a player knows


def test_a_view_holds_the_own_hand_and_the_turned_cards_and_nothing_else() -> None:
    game = staged("5h Kc Qs", "2d 9c")
    game.bet(1)
    assert game.view() == View(OTHER, parse("2d"), kitty=21, player=1, rules=Rules())


def test_a_shown_hand_is_seen_by_later_players_and_an_unshown_one_is_not() -> None:
    shown, hidden = staged("5h Kc Qs", "2d"), staged("5h Kc Qs", "2d")
    bet = shown.shoot()
    assert str(bet) == "Ben SHOOTs for 20 and shows 5h Kc Qs, 2d is turned: the kitty takes 20"
    assert shown.view().seen == parse("5h Kc Qs 2d")
    assert hidden.shoot(show=False).shoot
    assert hidden.view().seen == parse("2d")
    assert hidden.turned == shown.turned == parse("2d")


def test_showing_needs_the_whole_kitty() -> None:
    game = staged("5h Kc Qs", "2d")
    assert not game.bet(19).shoot
    assert game.view().seen == parse("2d")


def test_what_was_seen_is_forgotten_at_the_next_deal() -> None:
    game = staged("5h Kc Qs", "2d 9c")
    game.shoot()
    game.bet(1)
    game.deal(strategies.stacked([parse("5h Kc Qs"), OTHER]))
    assert game.view().seen == game.turned == ()


@PLAYED
@given(strategies.shoot_games())
def test_in_any_game_what_has_been_seen_is_what_was_turned_and_shown_in_this_deal(
    game: Game,
) -> None:
    seen: tuple[Card, ...] = ()
    for event, after in zip(game.log, states(game.log), strict=True):
        if isinstance(event, Bet):
            seen += (*event.shown, event.turned)
        elif isinstance(event, Dealt | BankClosed):
            seen = ()
        assert after.seen == seen


@PLAYED
@given(strategies.decks(), strategies.decks(), st.booleans(), st.integers(2, 10))
def test_the_view_does_not_depend_on_hidden_cards(
    deck: tuple[Card, ...], other: tuple[Card, ...], burn: bool, players: int
) -> None:
    """Shuffle all cards but the first hand: the first player must not notice."""
    mine = deck[: 3 * players : players]
    rest = iter(card for card in other if card not in mine)
    moved = tuple(card if card in mine else next(rest) for card in deck)

    def view(order: tuple[Card, ...]) -> View:
        game = Game(players, rules=Rules(burn=burn))
        game.choose_dealer("Player 1")
        game.open_bank(10 * players)
        game.deal(order)
        return game.view()

    assert view(deck) == view(moved)


def test_without_a_look_the_chance_is_the_average_over_all_hands() -> None:
    blind = Rules(look_first=False)
    game = staged("Ac Ah Ad", "2d", rules=blind)
    assert game.view().hand is None
    assert game.view().chance == AVERAGE


@given(strategies.hands(40, 46), st.integers(1, 4), st.booleans())
def test_without_a_look_the_chance_is_the_mean_of_the_chances_with_a_look(
    seen: tuple[Card, ...], size: int, equal: bool
) -> None:
    rules = Rules(hand_size=size, equal_rank_wins=equal)
    unseen = [card for card in DECK if card not in seen]
    looks = [View(hand, seen, 10, 0, rules).chance for hand in combinations(unseen, size)]
    assert View(None, seen, 10, 0, rules).chance == sum(looks) / len(looks)


@pytest.mark.parametrize("size", range(1, 6))
def test_average_chance_of_other_hand_sizes_follows_the_formula(size: int) -> None:
    q = Fraction(comb(39, size + 1), comb(52, size + 1))
    chance = View(None, (), 10, 0, Rules(hand_size=size)).chance
    assert chance == 1 - 4 * (1 - q) / (size + 1)
    stated = f"| {size} | {chance.numerator:,}/{chance.denominator:,} = {float(chance):.4f} |"
    assert stated in DOCUMENT.read_text()


def test_equal_rank_in_another_suit_raises_the_average_as_the_document_says() -> None:
    rules = Rules(equal_rank_wins=True)
    wins = sum(count_winning(hand, rules) for hand in combinations(DECK, 2))
    assert View(None, (), 10, 0, dataclasses.replace(rules, hand_size=2)).chance == Fraction(
        wins, 50 * 1326
    )
    three = View(None, (), 10, 0, rules).chance
    assert three == Fraction(1294, 2975)
    assert "1294/2975" in DOCUMENT.read_text()


# The course of a bank


def test_cards_are_dealt_one_at_a_time_from_the_left_of_the_dealer() -> None:
    game = Game("Ann Ben Cy")
    game.choose_dealer("Ben")
    game.open_bank(20)
    game.deal(DECK)
    assert game.players == ("Cy", "Ann")
    assert game.state.hands == (parse("2c 2h 3c"), parse("2d 2s 3d"))
    assert game.state.stock == DECK[6:]


def test_a_burnt_card_is_laid_aside_unseen_before_each_turned_card() -> None:
    game = staged("5h Kc Qs", "2d 9c Jd Jh", rules=Rules(burn=True))
    game.bet(1)
    game.bet(1)
    assert game.turned == parse("9c Jh")
    assert game.state.burnt == parse("2d Jd")
    assert game.state.seen == parse("9c Jh")


def test_an_empty_kitty_ends_the_bank_before_the_other_players_play() -> None:
    game = staged("5h Kc Qs", "2c")
    assert game.shoot().won
    assert game.phase == "bank"
    assert game.log[-1] == BankClosed("Ann", 0)
    assert (game.dealer, game.player) == ("Ben", None)
    assert game.balance == {"Ann": -20, "Ben": 20, "Cy": 0}
    with pytest.raises(IllegalAction, match="Ben must open a bank first"):
        game.bet(1)


def test_the_last_deal_ends_the_bank_and_the_kitty_goes_back() -> None:
    game = staged("2h 2c 3d", "Ah Ac", second="3h 4c 4d")
    for deals_left in (2, 1, 0):
        game.bet(1)
        assert game.player == "Cy"
        game.bet(1)
        if deals_left:
            assert (game.phase, game.dealer) == ("deal", "Ann")
            game.deal(strategies.stacked([parse("2h 2c 3d"), parse("3h 4c 4d")], parse("Ah Ac")))
    assert game.log[-1] == BankClosed("Ann", 26)
    assert (game.phase, game.dealer, game.kitty) == ("bank", "Ben", 0)
    assert game.balance == {"Ann": 6, "Ben": -3, "Cy": -3}


def test_the_dealer_may_stop_between_two_deals_but_not_before_the_first_or_within_one() -> None:
    game = Game("Ann Ben Cy", rng=1)
    game.choose_dealer("Ann")
    game.open_bank(20)
    with pytest.raises(IllegalAction, match="at least one deal"):
        game.close_bank()
    game.deal()
    with pytest.raises(IllegalAction, match="Ben is to play"):
        game.close_bank()
    game.bet(1)
    game.bet(1)
    game.close_bank()
    assert game.dealer == "Ben"


@pytest.mark.parametrize(
    ("must_bet", "may_pass"),
    [("all", (False, False)), ("first", (False, True)), ("none", (True, True))],
)
def test_who_may_pass_depends_on_who_must_bet(must_bet: str, may_pass: tuple[bool, bool]) -> None:
    game = staged("5h Kc Qs", "2d 9c", rules=Rules(must_bet=must_bet))
    for allowed in may_pass:
        assert game.may_pass is allowed
        if allowed:
            assert isinstance(game.pass_turn(), Passed)
        else:
            with pytest.raises(IllegalAction, match="must bet"):
                game.pass_turn()
            game.bet(1)
    assert len(game.turned) == may_pass.count(False)


def test_what_is_not_due_is_refused_and_the_error_says_what_is() -> None:
    game = Game("Ann Ben Cy", rng=1)
    for action in (lambda: game.open_bank(20), game.deal, game.view, game.shoot, game.pass_turn):
        with pytest.raises(IllegalAction, match="a dealer must be chosen first"):
            action()
    game.choose_dealer("Ann")
    with pytest.raises(IllegalAction, match="Ann must open a bank first"):
        game.choose_dealer("Ben")
    game.open_bank(20)
    with pytest.raises(IllegalAction, match="the cards must be dealt first"):
        game.bet(1)
    game.deal()
    with pytest.raises(IllegalAction, match="Ben is to play"):
        game.deal()
    assert len(game.log) == 4


# Choosing the first dealer


@pytest.mark.parametrize("people", [3, 7, 14])
def test_the_chance_to_deal_first_by_black_jack_falls_slightly_from_seat_to_seat(
    people: int,
) -> None:
    counted = Counter[str]()
    for places in combinations(range(52), 2):
        deck = [card for card in DECK if card not in BLACK_JACKS]
        for place, jack in zip(places, BLACK_JACKS, strict=True):
            deck.insert(place, jack)
        counted[Game(people - 1).choose_dealer(deck=deck).dealer] += 1
    # With the first black jack at place i there are 51 - i places left for the second.
    formula = [sum(51 - i for i in range(seat, 51, people)) for seat in range(people)]
    assert [counted[f"Player {seat}"] for seat in range(1, people + 1)] == formula
    assert formula == sorted(formula, reverse=True)
    stated = f"| {people} | {formula[0] / 1326:.3f} | {formula[-1] / 1326:.3f} |"
    assert stated in DOCUMENT.read_text()


def test_the_cards_are_dealt_round_until_the_first_black_jack() -> None:
    game = Game("Ann Ben Cy")
    chosen = game.choose_dealer(deck="2c Jh 3c Jd Js Jc")
    assert chosen == DealerChosen("Ben", parse("2c Jh 3c Jd Js"))
    assert str(chosen) == "2c Jh 3c Jd Js are dealt: Ben has the first black jack and deals first"


def test_a_dealer_must_sit_at_the_table_and_a_deck_must_hold_a_black_jack() -> None:
    game = Game("Ann Ben Cy")
    with pytest.raises(IllegalAction, match="dealer must be one of Ann, Ben, Cy, not 'Dee'"):
        game.choose_dealer("Dee")
    with pytest.raises(IllegalAction, match="no black jack among Jh"):
        game.choose_dealer(deck="Jh")
    with pytest.raises(InvalidInput, match="deck must not be given when the dealer is named"):
        game.choose_dealer("Ann", deck="Jc")
    assert game.phase == "dealer"


# Bad input


@given(data=st.data())
def test_an_illegal_bet_is_refused_and_changes_nothing(data: st.DataObject) -> None:
    game = staged("5h Kc Qs", "2d")
    bet = data.draw(strategies.illegal_bets(20))
    state, log = game.state, game.log
    with pytest.raises(IllegalAction, match=r"bet must be a whole number, from 1 to 20, not "):
        game.bet(bet)  # type: ignore[arg-type]
    assert (game.state, game.log) == (state, log)
    assert game.legal_bets == range(1, 21)


@pytest.mark.parametrize("kitty", [19, 0, -20, 20.0, True, "20", None])
def test_a_kitty_below_the_minimum_or_not_whole_is_refused(kitty: object) -> None:
    game = Game("Ann Ben Cy")
    game.choose_dealer("Ann")
    with pytest.raises(IllegalAction, match="kitty must be a whole number, at least 20, not "):
        game.open_bank(kitty)  # type: ignore[arg-type]
    assert (game.phase, game.kitty) == ("bank", 0)
    assert game.open_bank(20).kitty == 20


@pytest.mark.parametrize("players", [14, 1, 0, -3, 6.0, True])
def test_too_many_or_too_few_players_are_refused(players: int) -> None:
    with pytest.raises(InvalidInput, match="players must be a whole number, from 2 to 13, not "):
        Game(players)


def test_rules_of_another_kind_are_refused() -> None:
    with pytest.raises(InvalidInput, match="rules must be a Rules, not None"):
        Game(6, rules=None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("names", "message"),
    [
        (
            list("ABCDEFGHIJKLMNO"),
            "15 people are given, 14 players beside the dealer; from 2 to 13",
        ),
        ("Ann Ben", "2 people are given, 1 players beside the dealer"),
        ([], "players: 0 people"),
        ("Ann Ben Ann", "'Ann' stands twice"),
        (["Ann", " ", "Cy"], "' ' is not a name"),
    ],
)
def test_names_must_be_enough_and_different(names: object, message: str) -> None:
    with pytest.raises(InvalidInput, match=re.escape(message)):
        Game(names)  # type: ignore[arg-type]


@pytest.mark.parametrize(("size", "burn", "most"), [(3, False, 13), (3, True, 10), (5, True, 7)])
def test_the_deck_suffices_for_the_most_players_and_for_no_more(
    size: int, burn: bool, most: int
) -> None:
    rules = Rules(hand_size=size, burn=burn)
    game = Game(most, rules=rules, rng=1)
    game.choose_dealer()
    game.open_bank(1000)
    game.deal()
    for _ in range(most):
        game.bet(1)
    assert len(game.turned) == most
    assert len(game.state.stock) < size + 1 + burn
    with pytest.raises(InvalidInput, match=f"from 2 to {most}, not {most + 1}"):
        Game(most + 1, rules=rules)


@pytest.mark.parametrize("rng", [-1, 1.5, "1", True])
def test_a_seed_must_be_a_whole_number(rng: object) -> None:
    with pytest.raises(InvalidInput, match="rng must be a whole number"):
        Game(2, rng=rng)  # type: ignore[arg-type]


def test_a_deck_must_be_52_different_cards() -> None:
    game = Game("Ann Ben Cy")
    game.choose_dealer("Ann")
    game.open_bank(20)
    with pytest.raises(CardError, match="deck: 52 cards due, 51 given"):
        game.deal(DECK[1:])
    with pytest.raises(CardError, match="deck: 3c stands twice"):
        game.deal((*DECK[1:], DECK[4]))
    assert game.phase == "deal"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("hand_size", 0),
        ("hand_size", 6),
        ("hand_size", 3.0),
        ("deals", 0),
        ("deals", 4),
        ("minimum_per_player", 0),
        ("minimum_per_player", -10),
        ("ace_high", 1),
        ("equal_rank_wins", None),
        ("look_first", "yes"),
        ("burn", 0),
        ("must_bet", "some"),
    ],
)
def test_an_option_that_does_not_exist_is_refused_by_name(option: str, value: object) -> None:
    with pytest.raises(InvalidInput, match=f"{option} must be .*{re.escape(repr(value))}"):
        Rules(**{option: value})  # type: ignore[arg-type]


# The log


def test_a_log_that_the_rules_do_not_allow_is_refused() -> None:
    game = staged("5h Kc Qs", "2d 9c")
    bet = game.bet(3)
    before = game.log[:-1]
    for wrong in (
        dataclasses.replace(bet, won=True),
        dataclasses.replace(bet, turned=parse("9c")[0]),
        dataclasses.replace(bet, player="Cy"),
        dataclasses.replace(bet, shoot=True),
        dataclasses.replace(bet, shown=parse("5h Kc Qs")),
        dataclasses.replace(bet, amount=21),
        dataclasses.replace(bet, amount=3.0),
        Passed("Ben"),
        BankClosed("Ann", 20),
        BankOpened("Ann", 20),
        DealerChosen("Ann"),
        Dealt(DECK),
        game.log[0],
        "Ben bets 3",
    ):
        with pytest.raises(IllegalAction):
            Game.replay((*before, wrong))  # type: ignore[arg-type]
    for beginning in ((), game.log[1:], None):
        with pytest.raises(InvalidInput):
            Game.replay(beginning)


@pytest.mark.parametrize(
    "wrong",
    [
        DealerChosen("Ann", parse("2c Js")),  # Ben got it
        DealerChosen("Ben", parse("2c Js 3c")),  # dealt on after it
        DealerChosen("Cy", parse("Jc 2c Js")),  # Ann got one before
        DealerChosen("Dee"),
    ],
)
def test_the_first_dealer_in_a_log_must_fit_the_cards(wrong: DealerChosen) -> None:
    with pytest.raises(IllegalAction):
        Game.replay([Seated(("Ann", "Ben", "Cy"), Rules()), wrong])


@PLAYED
@given(strategies.rules(), st.integers(0, 99), st.data())
def test_a_log_replays_to_the_same_state_at_every_point(
    rules: Rules, seed: int, data: st.DataObject
) -> None:
    game = Game(data.draw(st.integers(2, 4)), rules=rules, rng=seed)
    reached = {}
    for _ in range(30):
        strategies.shoot_step(data.draw, game)
        reached[len(game.log)] = game.state
    for length, state in reached.items():
        assert Game.replay(game.log[:length]).state == state
    assert pickle.loads(pickle.dumps(game.log)) == game.log


def test_a_replayed_game_goes_on() -> None:
    game = staged("5h Kc Qs", "2d 9c")
    game.bet(3)
    again = Game.replay(game.log, rng=1)
    assert again.bet(2) == game.bet(2)
    assert again.log == game.log
    again.deal()
    assert again.phase == "turn"


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    def log(rng: int | np.random.Generator) -> tuple[Event, ...]:
        game = Game(3, rng=rng)
        game.choose_dealer()
        game.open_bank(30)
        game.deal()
        return game.log

    assert log(1) == log(1) == log(np.random.default_rng(1))
    assert log(1) != log(2)


def test_a_refused_step_does_not_change_the_cards_to_come() -> None:
    def hands(clumsy: bool) -> tuple[tuple[Card, ...], ...]:
        game = Game("Ann Ben Cy", rng=1)
        game.choose_dealer()
        for step in (game.deal, game.choose_dealer) if clumsy else ():
            with pytest.raises(IllegalAction):
                step()
        game.open_bank(20)
        game.deal()
        return game.state.hands

    assert hands(clumsy=True) == hands(clumsy=False)


# Any game


@PLAYED
@given(strategies.shoot_games())
def test_in_any_game_no_token_and_no_card_is_made_or_lost(game: Game) -> None:
    for state in states(game.log):
        assert sum(state.balance) + state.kitty == 0
        assert state.kitty >= 0
        if state.deck:
            on_table = (*sum(state.hands, ()), *state.turned, *state.burnt, *state.stock)
            assert sorted(on_table) == list(DECK)
            assert {len(hand) for hand in state.hands} == {state.rules.hand_size}
            assert len(state.spent) == state.acted >= len(state.turned)


@PLAYED
@given(strategies.shoot_games())
def test_in_any_game_banks_have_at_most_three_deals_and_the_deal_moves_left(game: Game) -> None:
    people = game.state.people
    dealer = None
    deals = turns = 0
    for event in game.log:
        if isinstance(event, BankOpened):
            if dealer is not None:
                assert people.index(event.dealer) == (people.index(dealer) + 1) % len(people)
            dealer, deals, turns = event.dealer, 0, 0
        elif isinstance(event, Dealt):
            deals += 1
        elif isinstance(event, Bet | Passed):
            turns += 1
            assert event.player != dealer
        elif isinstance(event, BankClosed):
            assert event.dealer == dealer
            assert 1 <= deals <= game.state.rules.deals <= 3
            assert turns <= deals * (len(people) - 1)
    assert isinstance(game.log[-1], BankClosed)


@PLAYED
@given(strategies.shoot_games())
def test_in_any_game_every_bet_is_paid_at_even_money_by_the_suit_rule(game: Game) -> None:
    for event, before, after in zip(
        game.log[1:], states(game.log), states(game.log)[1:], strict=False
    ):
        if isinstance(event, Bet):
            hand = before.hands[before.acted]
            won = any(beats(own, event.turned, before.rules) for own in hand)
            assert event.won is won
            assert event.amount in before.legal_bets
            assert after.kitty == before.kitty + (-event.amount if won else event.amount)


def test_in_thousands_of_turns_the_share_of_wins_is_the_exact_average() -> None:
    game = Game(13, rng=20_825)
    game.choose_dealer()
    shares = []
    for _ in range(100):
        game.open_bank(130)
        while game.phase != "bank":
            game.deal()
            shares.append(fmean(game.bet(1).won for _ in range(13)))
    # The turns of one deal are not independent, so the standard error is that of the deals.
    assert len(shares) == 300
    assert abs(fmean(shares) - float(AVERAGE)) < 4 * stdev(shares) / sqrt(len(shares))


# Promises about the text and the module


def test_the_options_in_the_document_are_those_of_the_code() -> None:
    stated = dict(re.findall(r"^\| `(\w+)` \|.*?\| `(.+?)` \|", DOCUMENT.read_text(), re.M))
    defaults = {
        field.name: repr(field.default).replace("'", '"') for field in dataclasses.fields(Rules)
    }
    assert stated == defaults


def test_the_examples_in_the_document_run() -> None:
    failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False, verbose=False)
    assert (failed, tried > 5) == (0, True)


def test_every_event_reads_as_a_sentence() -> None:
    rules = Rules(must_bet="none")
    game = staged("5h Kc Qs", "2d", rules=rules)
    game.bet(3)
    game.pass_turn()
    game.close_bank()
    assert str(game) == (
        "Ann, Ben and Cy sit down\n"
        "Ann deals first\n"
        "Ann opens a bank with a kitty of 20\n"
        "The cards are shuffled and dealt\n"
        "Ben bets 3, 2d is turned: the kitty takes 3\n"
        "Cy passes\n"
        "Ann closes the bank and takes back the kitty of 23"
    )


def test_errors_are_cardlab_errors_and_value_errors() -> None:
    with pytest.raises(CardlabError) as caught:
        staged("5h Kc Qs", "2d").bet(0)
    assert isinstance(caught.value, ValueError)


def test_the_rules_need_the_standard_library_only() -> None:
    code = (
        "import sys; from cardlab.shoot.rules import Rules, View; from cardlab.cards import parse;"
        "View(parse('5h Kc Qs'), (), 60, 0, Rules()).chance; assert 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
