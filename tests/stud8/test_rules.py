"""Seven-card stud hi/lo step by step: each rule of the rule book."""

from __future__ import annotations

import dataclasses
import doctest
import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from cardlab.cards import DECK, Card, parse
from cardlab.errors import CardError, IllegalAction, InvalidInput
from cardlab.stud8.events import Acted, Dealt, Mucked, Seated, Shown, Told, Won
from cardlab.stud8.game import Game
from cardlab.stud8.rules import Rules, View, up_cards
from tests.stud8 import tables

DOCUMENT = Path(__file__).parents[2] / "docs" / "rules" / "stud8.md"
THREE = ["AcKd9h", "AdKh5s", "AhKs5d"]  # seat 2 shows the lowest card


def acts(game: Game, *names: str) -> Game:
    for name in names:
        game.act(name)  # type: ignore[arg-type]
    return game


# Rule 1: antes and the first cards


def test_everyone_antes_and_gets_two_cards_down_and_one_up() -> None:
    game = tables.table(THREE, 50, Rules(ante=3))
    assert (game.stacks, game.pot) == ((47, 47, 47), 9)
    assert game.state.showing == (parse("9h"), parse("5s"), parse("5d"))
    assert game.state.hands == tuple(map(parse, THREE))


@pytest.mark.parametrize("players", [1, 9, 0])
def test_two_to_eight_can_play(players: int) -> None:
    with pytest.raises(InvalidInput, match=r"players.* from 2 to 8"):
        Game(players)
    with pytest.raises(InvalidInput, match=r"players: .* from 2 to 8"):
        Game(tuple("ABCDEFGHI")[:players])


def test_an_ante_that_takes_all_chips_makes_a_pot_of_its_own_or_not_as_the_option_says() -> None:
    hands = ["As2s3d", "Kc9h4s", "Kd9s5c", "Kh9d6h"]
    pots = []
    for trim in (True, False):
        game = tables.table(hands, [1, 100, 100, 100], Rules(ante=3, trim_antes=trim))
        tables.passive(game)
        while game.phase != "end":
            game.deal() if game.phase == "deal" else tables.passive(game)
        pots.append(next(event.pot for event in game.log if isinstance(event, Won)))
    assert pots == [4, 10]


# Rule 2: the bring-in


@pytest.mark.parametrize(
    ("ups", "opener"),
    [
        ("2c 2d 2s", 0),
        ("2d 2c 2s", 1),
        ("2s 2h 3c", 1),
        ("Ad Ac Ah", 1),
        ("Ac Kd Qs", 2),
        ("Ac Kd As", 1),  # the ace is high
        ("Th 9s Tc", 1),
    ],
)
def test_the_lowest_up_card_opens_the_ace_high_and_clubs_lowest(ups: str, opener: int) -> None:
    down = ["4c4d", "5c5d", "6c6d"]
    up = ups.split()
    game = tables.table([hidden + card for hidden, card in zip(down, up, strict=True)])
    assert game.seat == opener


def test_the_opener_brings_in_or_completes_and_nothing_else() -> None:
    game = tables.table(THREE, rules=Rules(bring_in=1, small_bet=4))
    assert (game.player, game.legal) == ("C", {"bring in": 1, "complete": 4})
    for action in ("check", "fold", "call", "bet", "raise"):
        with pytest.raises(IllegalAction, match=f"C cannot {action} now; legal: bring in, comp"):
            game.act(action)  # type: ignore[arg-type]
    assert game.act("bring in") == Acted("C", "bring in", 1, 1)
    assert tables.table(THREE).act("complete") == Acted("C", "complete", 4, 4)


def test_the_bring_in_is_half_a_small_bet_unless_declared() -> None:
    assert tables.table(THREE, rules=Rules(small_bet=10, big_bet=20)).legal["bring in"] == 5
    assert Rules(small_bet=5, big_bet=5).opening == 2


def test_an_opener_who_is_all_in_on_the_ante_leaves_the_bring_in_to_the_next_player() -> None:
    game = tables.table(THREE, [200, 200, 1])
    assert (game.seat, [*game.legal]) == (0, ["bring in", "complete"])


def test_an_opener_with_too_few_chips_brings_in_what_he_has() -> None:
    game = tables.table(THREE, [200, 200, 2])
    assert game.legal == {"bring in": 1}
    game.act("bring in")
    assert game.legal == {"fold": 0, "call": 1, "complete": 4}


# Rule 3: the first round


def test_after_the_bring_in_players_fold_call_or_complete_and_nobody_can_check() -> None:
    game = acts(tables.table(THREE), "bring in")
    assert (game.player, game.legal) == ("A", {"fold": 0, "call": 2, "complete": 4})
    acts(game, "call")
    assert (game.player, game.legal) == ("B", {"fold": 0, "call": 2, "complete": 4})


def test_if_all_call_the_round_is_over_and_the_bring_in_has_no_option() -> None:
    game = acts(tables.table(THREE), "bring in", "call", "call")
    assert (game.phase, game.due) == ("deal", "fourth street must be dealt")
    assert game.pot == 9


def test_completing_is_not_a_raise_a_bet_and_three_raises_are_the_most() -> None:
    game = acts(tables.table(THREE), "bring in", "complete", "raise", "raise")
    assert (game.state.bets, game.legal) == ((4, 8, 12), {"fold": 0, "call": 8, "raise": 12})
    acts(game, "raise")
    assert game.legal == {"fold": 0, "call": 8}
    with pytest.raises(IllegalAction, match="B cannot raise now; legal: fold, call"):
        game.act("raise")


def test_the_cap_holds_heads_up_unless_the_option_lifts_it() -> None:
    hands = ["AcKd9h", "AdKh5s"]
    raised = ["bring in", "complete", "raise", "raise", "raise"]
    assert "raise" not in acts(tables.table(hands), *raised).legal
    uncapped = acts(tables.table(hands, rules=Rules(raise_cap="not heads-up")), *raised)
    acts(uncapped, "raise", "raise", "raise")
    assert "raise" in uncapped.legal


def test_a_round_that_becomes_heads_up_is_uncapped_unless_the_cap_was_reached_before() -> None:
    rules = Rules(raise_cap="not heads-up")
    late = acts(
        tables.table(THREE, rules=rules), "bring in", "complete", "raise", "raise", "raise", "fold"
    )
    assert late.legal == {"fold": 0, "call": 4}
    early = acts(
        tables.table(THREE, rules=rules), "bring in", "complete", "raise", "fold", "raise", "raise"
    )
    assert "raise" in early.legal


# Rule 4: who opens from fourth street on


@pytest.mark.parametrize(
    ("shows", "opener"),
    [
        (["AsKs", "2c2d", "QcJd"], 1),  # a pair beats high cards
        (["AsKd", "AdKs", "QcJd"], 0),  # equal: the first from the dealer
        (["AsQd", "AdKs", "QcJd"], 1),
        (["2c2d2h", "AsAd3c", "QcQdKs"], 0),
        (["2c2d3h3s", "AsAd4c5d", "KcKdQsQh"], 2),
        (["2c2d2h2s", "AsAdAcKd", "QcQdKsKh"], 0),
        (["2s3s4s5s", "6h7d8c9s", "3c8h9hTd"], 2),  # no straights and flushes on four cards
        (["8c8d3h4s", "8h8s3d5c", "KcQd2c7h"], 1),
    ],
)
def test_the_highest_hand_showing_acts_first(shows: list[str], opener: int) -> None:
    up = [parse(shown) for shown in shows]
    taken = [card for cards in up for card in cards]
    down = [card for card in tables.rest_of_deck(taken) if card.rank == 9 or card.rank == 4]
    hands = [
        " ".join(map(str, (*down[2 * seat : 2 * seat + 2], *cards)))
        for seat, cards in enumerate(up)
    ]
    game = tables.table(hands, to=2 + len(up[0]))
    assert game.seat == opener


def test_folded_hands_do_not_open_and_seventh_street_goes_by_the_same_cards_as_sixth() -> None:
    hands = ["9c9dAsAdAcKh7c", "9h4cKsKd2h3h8c", "9s4dQsJd2s3d8d"]
    game, cards = tables.seated(hands)
    tables.deal(game, cards)
    acts(game, "bring in", "fold", "call")
    order = []
    while game.phase != "end":
        tables.deal(game, cards)
        order.append(game.seat)
        tables.passive(game)
    assert order == [1, 1, 1, 1]


# Rule 5: sizes of bets


def test_bets_are_small_on_third_and_fourth_street_and_big_from_fifth_on() -> None:
    hands = ["AcKd9h2h3h4s6s", "AdKh5s7s8h6d2c"]
    sizes = []
    game, cards = tables.seated(hands)
    while game.phase != "end":
        tables.deal(game, cards)
        sizes.append(game.legal.get("bet", game.legal.get("complete")))
        tables.passive(game)
    assert sizes == [4, 4, 8, 8, 8]


def test_an_open_pair_on_fourth_street_does_not_allow_a_big_bet() -> None:
    game = tables.table(["AcKd9h9s", "AdKh5s7s"], to=4)
    assert game.legal == {"check": 0, "bet": 4}
    assert acts(game, "bet").legal == {"fold": 0, "call": 4, "raise": 8}


def test_there_is_no_fold_where_a_check_is_free() -> None:
    with pytest.raises(IllegalAction, match="A cannot fold now; legal: check, bet"):
        tables.table(["AcKd9h9s", "AdKh5s7s"], to=4).act("fold")


# Rule 8: all-ins


def test_short_bets_and_raises_follow_the_full_bet_rule() -> None:
    hands = ["AcKd9h9s", "AdKh5s7s", "AhKs6d8d"]
    short_bet = tables.table(hands, [6, 200, 200], to=4)
    assert short_bet.legal == {"check": 0, "bet": 3}
    assert acts(short_bet, "bet").legal == {"fold": 0, "call": 3, "raise": 7}
    short_raise = acts(tables.table(hands, [200, 9, 200], to=4), "bet", "raise")
    assert short_raise.state.bets == (4, 6, 0)
    assert short_raise.legal == {"fold": 0, "call": 6, "raise": 10}
    acts(short_raise, "call")
    assert short_raise.legal == {"fold": 0, "call": 2}  # A has acted and may only call


def test_uncalled_chips_come_back() -> None:
    game = tables.table(["AcKd9h", "AdKh5s"], [50, 4])
    acts(game, "bring in", "complete", "call")
    assert game.stacks[0] == 46
    assert game.phase == "deal"


def test_players_who_are_all_in_show_at_once_and_the_rest_is_dealt_out() -> None:
    game = acts(tables.table(["AcKd9h", "AdKh5s"], [4, 4]), "bring in", "complete", "call")
    assert [event.player for event in game.log if isinstance(event, Shown)] == ["A", "B"]
    assert game.view(0).showing[1] == parse("AdKh5s")
    for street in (4, 5, 6, 7):
        assert game.phase == "deal"
        assert game.deal().street == street
    assert game.phase == "end"
    assert sum(game.stacks) == 8


def test_the_last_player_takes_the_pot_without_a_showdown() -> None:
    game = acts(tables.table(THREE), "bring in", "fold", "complete", "fold")
    assert game.log[-1] == Won(3 + 2 + 4, ("B",), (), {"B": 9})
    assert not any(isinstance(event, Shown) for event in game.log)
    assert (game.phase, game.stacks) == ("end", (199, 204, 197))


# Rule 9: too few cards


def test_eight_players_to_the_end_play_a_common_card() -> None:
    game = Game(8, rng=1)
    while game.phase != "end":
        game.deal() if game.phase == "deal" else tables.passive(game)
    common = game.state.common
    assert common is not None
    assert {len(hand) for hand in game.state.hands} == {6}
    assert [event.common for event in game.log if isinstance(event, Dealt)][-1] == common
    assert game.view(3).common == common
    assert game.view(3).seen[-1] == common
    assert game.stacks == tables.stacks_by_hand(game.log)


@pytest.mark.parametrize(("stay", "common"), [(8, True), (5, True), (4, False)])
def test_a_common_card_comes_whenever_the_deck_cannot_give_everybody_one(
    stay: int, common: bool
) -> None:
    """Eight get six cards each, and four are left, also if somebody folds on sixth street."""
    game = Game(8, rng=2)
    while game.street < 6:
        game.deal()
        tables.passive(game) if game.street < 6 else None
    game.act("bet")
    while game.phase == "action":
        folds = len(game.players) - sum(game.state.folded) > stay
        game.act("fold" if folds else "call")
    game.deal()
    assert (game.state.common is not None) is common


def test_no_card_is_dealt_twice_after_folds() -> None:
    for seed in range(30):
        game = tables.random_hand(seed)
        dealt = [card for hand in game.state.hands for card in hand]
        dealt += [game.state.common] if game.state.common is not None else []
        assert len(dealt) == len(set(dealt))


# What a seat sees


def test_a_view_holds_the_own_cards_and_the_open_ones_and_no_others() -> None:
    game = acts(tables.table(THREE), "bring in", "fold")
    view = game.view()
    assert view == View(
        seat=1,
        hand=parse("Ad Kh 5s"),
        showing=(parse("9h"), parse("5s"), parse("5d")),
        common=None,
        folded=(True, False, False),
        stacks=(199, 199, 197),
        bets=(0, 0, 2),
        pot=5,
        street=3,
        legal={"fold": 0, "call": 2, "complete": 4},
        rules=Rules(),
    )
    assert view.seen == parse("9h 5d")  # the card of the player who folded stays seen
    assert game.view("C").legal == {} == game.view(0).legal


@pytest.mark.parametrize("seed", range(5))
def test_a_view_does_not_depend_on_hidden_cards(seed: int) -> None:
    deck = [DECK[place] for place in np.random.default_rng(seed).permutation(52)]
    hidden = [0, 2, 3, 5]  # the down cards of seats 0 and 2; seat 1 looks on
    other = list(deck)
    for place, card in zip(hidden, [deck[place] for place in (20, 21, 22, 23)], strict=True):
        other[other.index(card)] = other[place]
        other[place] = card

    def view(cards: list[Card]) -> View:
        game = Game("A B C")
        game.deal(cards)
        return game.view(1)

    assert view(deck).hand == view(other).hand
    assert view(deck) == view(other)


def test_a_seat_is_named_by_number_or_player_and_another_one_is_refused() -> None:
    game = tables.table(THREE)
    assert game.view("B") == game.view(1)
    with pytest.raises(InvalidInput, match="seat: nobody is called 'D'; there are A, B and C"):
        game.view("D")
    with pytest.raises(InvalidInput, match="seat must be a whole number, from 0 to 2, not 3"):
        game.view(3)
    with pytest.raises(IllegalAction, match="cannot look at a hand now: third street must be"):
        Game(3).view()


# Scripted players


def test_scripted_players_play_a_hand_to_the_end() -> None:
    def folder(view: View) -> str:
        return "fold" if "fold" in view.legal else next(iter(view.legal))

    def caller(view: View) -> str:
        return "call" if "call" in view.legal else next(iter(view.legal))

    game = Game(3, rng=5)
    game.play([folder, folder, caller])  # type: ignore[list-item]
    assert game.phase == "end"
    with pytest.raises(InvalidInput, match="players: 2 are given for 3 seats"):
        Game(3).play([folder, caller])  # type: ignore[list-item]
    with pytest.raises(IllegalAction, match="cannot 'all in' now"):
        Game(3).play(lambda view: "all in")  # type: ignore[arg-type, return-value]


def test_the_same_seed_gives_the_same_hand_and_the_global_generator_is_left_alone() -> None:
    before = random.getstate()
    assert tables.random_hand(3).log == tables.random_hand(3).log != tables.random_hand(4).log
    assert random.getstate() == before
    assert Game(2, rng=1).deal() == Game(2, rng=np.random.default_rng(1)).deal()


# The log


@pytest.mark.parametrize("seed", range(12))
def test_a_log_replays_to_the_same_state_at_every_point(seed: int) -> None:
    game = tables.random_hand(seed)
    states = {}
    again = Game.replay(game.log[:1])
    for event in game.log[1:]:
        again._apply(event)
        states[len(again.log)] = again.state
    assert again.state == game.state
    for length in list(states)[:: max(1, len(states) // 5)]:
        assert Game.replay(game.log[:length]).state == states[length]


def test_a_replayed_hand_goes_on_with_cards_that_have_not_been_dealt() -> None:
    first = acts(tables.table(THREE), "bring in", "call", "call")
    game = Game.replay(first.log, rng=1)
    game.play(lambda view: [*view.legal][-1])
    dealt = [card for hand in game.state.hands for card in hand]
    assert len(dealt) == len(set(dealt))
    assert sum(game.stacks) == 600


def test_a_log_that_the_rules_do_not_allow_is_refused() -> None:
    game = acts(tables.table(THREE), "bring in", "call")
    dealt = game.log[1]
    assert isinstance(dealt, Dealt)
    for wrong in (
        Acted("B", "call", 3, 3),
        Acted("A", "call", 2, 2),
        Acted("B", "check"),
        dealt,
        Shown("B", parse("AdKh5s")),
        Mucked("B"),
        Won(9, ("B",), (), {"B": 9}),
        Told({"B": 9}),
        game.log[0],
        "B calls",
    ):
        with pytest.raises(IllegalAction):
            Game.replay((*game.log, wrong))  # type: ignore[arg-type]
        with pytest.raises(IllegalAction):
            game.add(wrong)  # type: ignore[arg-type]
    for beginning in ((), game.log[1:]):
        with pytest.raises(InvalidInput, match="log must begin with Seated"):
            Game.replay(beginning)
    assert game.player == "B"


@pytest.mark.parametrize(
    "wrong",
    [
        {"street": 4},
        {"players": ("A", "B")},
        {"cards": (parse("AcKd"), parse("AdKh5s"), parse("AhKs5d"))},
        {"cards": (parse("AcKd9h"), parse("AcKh5s"), parse("AhKs5d"))},
        {"cards": ((1, 2, 3), parse("AdKh5s"), parse("AhKs5d"))},
        {"common": Card("2c"), "cards": ()},
    ],
)
def test_cards_that_cannot_be_dealt_are_refused_and_nothing_changes(wrong: object) -> None:
    dealt = Dealt(3, ("A", "B", "C"), tuple(map(parse, THREE)))
    game = Game("A B C")
    with pytest.raises(InvalidInput):
        game.add(dataclasses.replace(dealt, **wrong))  # type: ignore[arg-type]
    assert len(game.log) == 1
    game.add(dealt)
    assert game.player == "C"


# Cards that are not known


def test_unknown_down_cards_do_not_hinder_the_betting() -> None:
    game = Game("A B")
    game.add(Dealt(3, ("A", "B"), ((None, None, Card("3d")), (None, None, Card("9h")))))
    acts(game, "bring in", "call")
    game.add(Dealt(4, ("A", "B"), (parse("2c"), parse("9s"))))
    assert (game.player, str(game.log[1])) == ("B", "Third street: A (?? ??) 3d, B (?? ??) 9h")


def test_an_unknown_up_card_is_refused_where_it_decides_who_acts_first() -> None:
    game = Game("A B C")
    unknown = (None, None, None)
    with pytest.raises(IllegalAction, match="no up-card is known"):
        game.add(Dealt(3, ("A", "B", "C"), (unknown, unknown, unknown)))
    game.add(Dealt(3, ("A", "B", "C"), (unknown, parse("AdKh5s"), parse("AhKs6d"))))
    assert game.player == "B"
    acts(game, "bring in", "call", "call")
    with pytest.raises(IllegalAction, match="fourth street: an up-card of A is not known"):
        game.add(Dealt(4, ("A", "B", "C"), (parse("2c"), parse("2d"), parse("2h"))))


# Input


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("ante", 0),
        ("ante", 1.0),
        ("bring_in", 0),
        ("bring_in", 4),
        ("small_bet", 1),
        ("big_bet", 3),
        ("raise_cap", "never"),
        ("trim_antes", 1),
    ],
)
def test_an_option_that_does_not_exist_is_refused_by_name(option: str, value: object) -> None:
    with pytest.raises(InvalidInput, match=f"{option} must be .*{re.escape(repr(value))}"):
        Rules(**{option: value})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Game("A A"), "players: 'A' stands twice"),
        (lambda: Game(["A", " "]), "players: ' ' is not a name"),
        (lambda: Game("A B", stacks=[5]), "stacks: 1 are given for 2 players"),
        (lambda: Game("A B", stacks=[5, 0]), "stacks: seat 1 must be .* at least 1, not 0"),
        (lambda: Game("A B", stacks=2.5), "stacks: seat 0 must be a whole number"),
        (lambda: Game(2, rng=-1), "rng must be a whole number"),
        (lambda: Game(2).deal("As Kd As"), "deck: As stands twice"),
        (lambda: tables.table(THREE).deal(), "cannot deal now: C is to act"),
        (lambda: Game(2).act("fold"), "cannot fold now: third street must be dealt"),
    ],
)
def test_wrong_input_is_refused_by_name(call: object, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        call()  # type: ignore[operator]


def test_a_card_that_has_been_dealt_cannot_be_dealt_again() -> None:
    game = acts(tables.table(THREE), "bring in", "call", "call")
    with pytest.raises(CardError, match="deck: 5s has been dealt"):
        game.deal("2c 5s")
    assert game.deal("2c 2d 2h 7h").cards == (parse("2c"), parse("2d"), parse("2h"))
    tables.passive(game)
    assert game.deal().cards[0] == parse("7h")  # what was given and not dealt comes first


def test_numpy_numbers_come_out_as_python_numbers() -> None:
    game = Game(np.int64(2), stacks=np.array([50, 60]))  # type: ignore[arg-type]
    assert {type(chips) for chips in game.stacks} == {int}
    one, four, eight = map(np.int64, (1, 4, 8))
    rules = Rules(one, one, four, eight, np.str_("always"))  # type: ignore[arg-type]
    assert {type(value) for value in dataclasses.astuple(rules)} == {int, str, bool}
    assert type(Told({"Ann": np.int64(6)}).shares["Ann"]) is int  # type: ignore[dict-item]
    assert {type(name) for name in Game([*np.array(["A", "B"])]).players} == {str}
    table = tables.table(THREE)
    assert type(table.act(np.str_("bring in")).action) is str  # type: ignore[arg-type]
    table.add(Acted("A", "call", np.int64(2), np.int64(2)))  # type: ignore[arg-type]
    last = table.log[-1]
    assert isinstance(last, Acted)
    assert (type(last.chips), type(last.bet)) == (int, int)


HUGE = 10**5000  # Python refuses to write it out
DIGITS = "a number of thousands of digits"


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: Rules(small_bet=HUGE), f"big_bet must be .*at least {DIGITS}, not 8"),
        (lambda: Rules(ante=-HUGE), f"ante must be .* not {DIGITS}"),
        (lambda: Rules(raise_cap=[]), r"raise_cap must be .* not \[\]"),
        (lambda: Game(rules=None), "rules must be a Rules, not None"),
        (lambda: Game(rules="x"), "rules must be a Rules, not 'x'"),
        (lambda: Game(["a", None]), "players: None is not a name"),
        (lambda: Game(b"ab"), "players: 97 is not a name"),
        (lambda: Game(2).play(None), "players must be a function of a View, .*, not None"),
        (lambda: Game(2).play([None, None]), "players: seat 0: None is not a function of a View"),
        (lambda: Game(2).play(lambda view: []), r"Player \d cannot \[\] now; legal: bring in"),
        (lambda: tables.table(THREE).act([]), r"C cannot \[\] now; legal: bring in, complete"),
        (lambda: tables.table(THREE).act(""), "C cannot '' now; legal: bring in, complete"),
        (lambda: tables.table(THREE).act(HUGE), f"C cannot {DIGITS} now; legal"),
        (lambda: tables.table(THREE).act("x" * 99), r"C cannot 'x{36}\.\.\. now; legal"),
        (lambda: Game(2).act("x" * 99), r"cannot 'x{36}\.\.\. now: third street"),
        (lambda: Game(2).view("x" * 99), r"seat: nobody is called 'x{36}\.\.\.; there are"),
        (lambda: Game.replay(None), "log must be the events of a game, not None"),
        (lambda: Game.replay(["x" * 99]), r"log must begin with Seated, not with 'x{36}\.\.\.$"),
        (lambda: Game(2).add("x" * 99), r"'x{36}\.\.\. is not an event"),
        (lambda: Dealt(3, ("A", "B"), (5, 6)), "cards must be a tuple, not 5"),
        (lambda: Dealt(4, ("A", "B"), ((5,), (None,))), "cards: 5 is not a Card"),
        (lambda: Dealt(7, ("A", "B"), (), "As"), "cards: 'As' is not a Card"),
        (lambda: Shown("Ann", None), "cards must be a tuple, not None"),
        (lambda: Told(None), "shares must be a dict of chips by player, not None"),
        (lambda: Told({}), "shares must be a dict of chips by player, not {}"),
        (lambda: Told({"A": 0.5}), "shares: A must be a whole number, at least 0, not 0.5"),
        (lambda: Won(5, (), (), {"A": 5}), "high: somebody must win the pot"),
        (lambda: Seated(("a", "b"), 5, Rules()), "stacks must be a tuple, not 5"),
        (lambda: tables.table(THREE).add(Acted("C", "bring in", 2, HUGE)), "Acted cannot be: "),
    ],
)
def test_what_is_no_value_of_the_kind_is_refused_by_name(call: object, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        call()  # type: ignore[operator]


# Texts


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
    game = acts(tables.table(["AcKd9h9s", "AdKh5s7s"], to=4), "bet", "raise", "call")
    while game.phase != "end":
        game.deal() if game.phase == "deal" else tables.passive(game)
    lines = str(game).splitlines()
    assert lines[:9] == [
        "A (200) and B (200) ante 1",
        "Third street: A (Ac Kd) 9h, B (Ad Kh) 5s",
        "B brings it in for 2",
        "A calls 2",
        "Fourth street: A 9s, B 7s",
        "A bets 4",
        "B raises to 8",
        "A calls 4",
        lines[8],
    ]
    assert str(Mucked("A")) == "A does not show"
    assert str(Won(9, ("A",), ("B",), {"A": 5, "B": 4})) == (
        "The pot of 9: A 5 and B 4 (high: A; low: B)"
    )
    assert str(Told({"A": 5})) == "Not all hands are known; as reported: A 5"
    assert str(Acted("A", "check")) == "A checks"


def test_up_cards_are_the_third_to_the_sixth() -> None:
    hand = parse("2c 3c 4c 5c 6c 7c 8c")
    assert [up_cards(hand[:size]) for size in (3, 6, 7)] == [hand[2:3], hand[2:6], hand[2:6]]


def test_rules_and_views_need_no_pokerkit() -> None:
    code = (
        "import sys; from cardlab import stud8; stud8.Rules; stud8.View;"
        "stud8.Game; assert 'pokerkit' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=DOCUMENT.parents[2])


def test_a_seated_event_checks_the_table() -> None:
    assert Seated(("A", "B"), (5, 6), Rules()).stacks == (5, 6)
