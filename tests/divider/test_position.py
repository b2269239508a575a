"""Positions of Divider: what may follow, what it leads to, who knows what, what cannot be."""

from __future__ import annotations

import contextlib
import pickle
import re
import timeit
from itertools import combinations, permutations, product
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from cardlab import hands
from cardlab.cards import DECK, Card, parse, text
from cardlab.divider.ending import shown_strength
from cardlab.divider.events import Divided, Drawn, Placed, Taken, parse_event
from cardlab.divider.game import Game
from cardlab.divider.position import Position
from cardlab.divider.rules import Rules, is_red
from cardlab.errors import CardError, IllegalAction, InvalidInput
from tests import strategies
from tests.divider import by_the_book

PLAYED = settings(max_examples=50, suppress_health_check=[HealthCheck.too_slow])
DOWN = Rules(red_partner="face_down")
OPTIONS = [
    Rules(reading, swap_single)  # type: ignore[arg-type]  # both are readings
    for reading in ("face_up", "face_down")
    for swap_single in (False, True)
]


def placing(group: str, down: str = "", rules: Rules = Rules()) -> Position:
    """A position in which player 1 has to place a group, with a face-down card or none.

    The other cards are any that make the position possible.
    """
    used = {*parse(group), *parse(down)}
    spare = [card for card in DECK[::-1] if card not in used]
    black = [card for card in spare if not is_red(card)]
    left = black[: 4 - len(parse(group))]
    pool = black[4:]
    if down:  # player 1 has placed a pair, so has player 0
        up: tuple[Any, Any] = (pool[:1], pool[1:2])
        lying: tuple[Any, Any] = (pool[2:3], down)
    else:
        up, lying = ("", ""), (None, None)
    groups = (parse(group), tuple(left))
    four = groups[0] + groups[1]
    position = Position(up=up, down=lying, divider=0, four=four, groups=groups, rules=rules)
    return position.apply(Taken(group))


def engine_outcomes(position: Position, *, all_actions: bool) -> list[by_the_book.Outcome]:
    player = position.player
    assert player is not None
    found = []
    for placed in position.legal_actions if all_actions else position.placements:
        assert isinstance(placed, Placed)
        after = position.apply(placed)
        up = set(after.up[player]) - set(position.up[player])
        buried = set(after.buried) - set(position.buried)
        down = after.down[player]
        lying = down[0] if down else None
        found.append(by_the_book.as_outcome(tuple(up), lying, buried, placed.swapped))
    return found


# Placing


def test_a_black_first_card_has_its_partner_face_down() -> None:
    after = placing("7s Jh").apply(Placed("7s Jh", up="7s", down="Jh"))
    assert (after.up[1], after.down[1], after.buried) == (parse("7s"), parse("Jh"), ())


def test_a_red_first_card_has_its_partner_face_up() -> None:
    after = placing("7s Jh").apply(Placed("7s Jh", up="Jh 7s"))
    assert (after.up[1], after.down[1], after.buried) == (parse("Jh 7s"), (), ())


def test_in_the_other_reading_a_red_first_card_has_its_partner_face_down() -> None:
    after = placing("7s Jh", rules=DOWN).apply(Placed("7s Jh", up="Jh", down="7s"))
    assert (after.up[1], after.down[1]) == (parse("Jh"), parse("7s"))


def test_the_first_card_covers_the_face_down_card() -> None:
    after = placing("7s Jh", "2d").apply(Placed("7s Jh", up="7s", down="Jh"))
    assert (after.down[1], after.buried) == (parse("Jh"), parse("2d"))


def test_a_swap_saves_the_face_down_card() -> None:
    after = placing("7s Jh", "2d").apply(Placed("7s Jh", up="7s", down="2d", swapped=True))
    assert (after.down[1], after.buried) == (parse("2d"), parse("Jh"))


def test_three_cards_on_the_first_turn_cover_one_of_themselves() -> None:
    after = placing("7s Jh 4c").apply(Placed("7s Jh 4c", up="7s", down="4c"))
    assert (after.up[1], after.down[1], after.buried) == (parse("7s"), parse("4c"), parse("Jh"))


def test_a_single_card_turns_the_face_down_card_up() -> None:
    after = placing("7s", "2d").apply(Placed("7s", up="2d", down="7s"))
    assert parse("2d")[0] in after.up[1]
    assert after.down[1] == after.candidates[1] == parse("7s")


def test_a_single_card_on_the_first_turn_is_laid_face_down() -> None:
    (placed,) = placing("7s").placements
    assert placed == Placed("7s", up="", down="7s")


def test_the_option_swap_single_lets_either_card_go_face_up() -> None:
    rules = Rules(swap_single=True)
    assert placing("7s", "2d", rules).placements == (
        Placed("7s", up="2d", down="7s"),
        Placed("7s", up="7s", down="2d", swapped=True),
    )


@pytest.mark.parametrize(
    ("group", "down", "rules", "count"),
    [
        ("7s 4c", "", Rules(), 2),  # two black cards: either goes down
        ("7s Jh", "", Rules(), 2),  # 7s up, or both up
        ("7d Jh", "", Rules(), 1),  # both up, in whatever order
        ("7s 4c 2s", "9s", Rules(), 12),  # any of four, any other down
        ("7d 4d 2d", "9d", Rules(), 6),  # any two of four
        ("7d 4d 2d", "9d", DOWN, 12),
        ("7s 4c", "9d", Rules(), 6),  # black up, other down: 2 x 2; 9d with either
        ("7s", "9d", Rules(), 1),
    ],
)
def test_the_number_of_outcomes(group: str, down: str, rules: Rules, count: int) -> None:
    assert len(placing(group, down, rules).placements) == count


@given(strategies.hands(1, 4), st.booleans(), st.sampled_from(OPTIONS))
def test_placements_are_the_outcomes_that_the_text_allows_each_once(
    cards: tuple[Card, ...], lying: bool, rules: Rules
) -> None:
    assume(len(cards) > 1 if lying else len(cards) < 4)
    down, group = (cards[0], cards[1:]) if lying else ("", cards)
    literal = by_the_book.outcomes(group, down, rules)
    position = placing(text(group), text([down]) if lying else "", rules)  # type: ignore[list-item]
    found = engine_outcomes(position, all_actions=False)
    assert len(found) == len(set(found)) <= 12
    assert by_the_book.without_bluffs(set(found)) == by_the_book.without_bluffs(literal)
    assert set(found) <= literal
    assert set(engine_outcomes(position, all_actions=True)) == literal


@given(strategies.hands(1, 4), st.booleans(), st.sampled_from(OPTIONS))
@settings(max_examples=30)
def test_every_other_placement_is_refused(
    cards: tuple[Card, ...], lying: bool, rules: Rules
) -> None:
    assume(len(cards) > 1 if lying else len(cards) < 4)
    down, group = (cards[:1], cards[1:]) if lying else ((), cards)
    position = placing(text(group), text(down), rules)
    legal = set(position.legal_actions)
    stranger = next(card for card in position.unseen)
    pool = (*cards, stranger)
    faces = [(), *permutations(pool, 1), *permutations(pool, 2)]
    for up, below, swapped in product(faces, (None, *pool), (False, True)):
        if below in up:
            continue
        placed = Placed(group, up, None if below is None else str(below), swapped)
        if placed in legal:
            position.apply(placed)
        else:
            with pytest.raises(IllegalAction):
                position.apply(placed)


@pytest.mark.parametrize(
    ("group", "down", "placed", "rule"),
    [
        ("7s Jh", "", Placed("7s Jh", "Jh", "7s"), "Jh is red, so its partner goes face up"),
        ("7s Jh", "", Placed("7s Jh", "7s Jh"), "7s is black, so its partner goes face down"),
        ("7s Jh", "", Placed("7s Jh", "7s"), "7s is black, so its partner goes face down"),
        ("7s Jh", "", Placed("7s Jh", ""), "one card of the group goes face up"),
        ("7s Jh", "2d", Placed("7s Jh", "7s", "2d"), "2d cannot be placed without a swap"),
        ("7s Jh", "", Placed("7s Jh", "7s", "2d"), "2d cannot be placed without a swap; Jh 7s can"),
        ("7s Jh", "", Placed("7s Jh", "7s", "Jh", True), "there is no face-down card to swap"),
        ("7s Jh", "2d", Placed("7s Jh", "7s", "Jh", True), "2d belongs to the pair and is placed"),
        ("7s Jh", "", Placed("7s Jd", "7s", "Jd"), "the group to place is Jh 7s, not Jd 7s"),
        (
            "7s 9d Jh",
            "",
            Placed("7s 9d Jh", "Jh 7s", "9d"),
            "leaves one first card and one partner",
        ),
        ("7s", "2d", Placed("7s", "7s", "2d"), "2d is turned up, and 7s lies face down"),
        ("7s", "", Placed("7s", "7s"), "no face-down card to turn up, and 7s is laid face down"),
        ("7s", "2d", Placed("7s", "7s", "2d", True), "placed without a swap (rule swap_single)"),
    ],
)
def test_the_error_names_the_rule_that_a_placement_breaks(
    group: str, down: str, placed: Placed, rule: str
) -> None:
    with pytest.raises(IllegalAction, match=re.escape(rule)):
        placing(group, down).apply(placed)


# Cutting, choosing, drawing


def test_there_are_seven_cuts_and_no_card_is_left_out() -> None:
    four = parse("9h 2s 3s Kd")
    cuts = Position(four=four).legal_actions
    assert len(set(cuts)) == 7
    smaller = {frozenset(cut.first) for cut in cuts if isinstance(cut, Divided)}
    assert {frozenset([card]) for card in four} <= smaller
    assert {group | {"rest"} for group in smaller if len(group) == 2} == {
        frozenset({parse("Kd")[0], other, "rest"}) for other in parse("9h 2s 3s")
    }


@pytest.mark.parametrize("cut", ["9h | 2s 3s Kd", "Kd 2s 3s|9h", "10h | 2s 3s Kd"])
def test_a_cut_reads_the_same_in_any_order(cut: str) -> None:
    if cut.startswith("10h"):
        assert Divided.parse(cut) != Divided("9h", "Kd 3s 2s")
    else:
        assert Divided.parse(cut) == Divided("9h", "Kd 3s 2s")
        assert str(Divided.parse(cut)) == "Divided 9h | Kd 3s 2s"


@pytest.mark.parametrize(
    ("cut", "message"),
    [
        ("9h 2s 3s Kd |", "groups of 4 and 0 cards; the rules know two and two, or one and three"),
        ("9h | 2s 3s", "groups of 1 and 2 cards"),
        ("9h 2s 3s Kd", "write two groups with one bar"),
        ("9h | 2s | 3s Kd", "write two groups with one bar"),
        ("9h | 9h 3s Kd", "9h is already in first group"),
    ],
)
def test_a_cut_that_is_none_is_refused(cut: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=re.escape(message)):
        Divided.parse(cut)


def test_a_cut_of_other_cards_and_a_group_that_is_not_there_are_refused() -> None:
    position = Position(four="9h 2s 3s Kd")
    with pytest.raises(IllegalAction, match=r"9c \| Kd 3s 2s are not the four cards Kd 9h 3s 2s"):
        position.apply(Divided("9c", "2s 3s Kd"))
    cut = position.apply(Divided("9h", "2s 3s Kd"))
    with pytest.raises(IllegalAction, match=r"2s is not one of the groups 9h \| Kd 3s 2s"):
        cut.apply(Taken("2s"))


def test_what_is_not_due_is_refused() -> None:
    start = Position(pockets=("Ac Ad Ah", "Kc Kd Kh"), divider=1)
    steps = [
        (Divided("9h", "2s 3s Kd"), "cannot cut now: four cards must be drawn first"),
        (Drawn("9h 2s 3s Kd"), "cannot draw now: player 1 has to cut"),
        (Taken("9h"), "cannot take a group now: player 1 has to cut"),
        (Placed("9h", "", "9h"), "cannot place a group now: player 0 has to take a group"),
    ]
    for position, (event, message) in zip(
        (start, at := start.apply(Drawn("9h 2s 3s Qd")), at, at.apply(Divided("9h", "2s 3s Qd"))),
        steps,
        strict=True,
    ):
        with pytest.raises(IllegalAction, match=message):
            position.apply(event)
    with pytest.raises(IllegalAction, match="'Pass' is not an event that can follow"):
        start.apply("Pass")  # type: ignore[arg-type]  # that is the point


def test_cards_that_are_not_in_the_stock_cannot_be_drawn() -> None:
    start = Position(pockets=("Ac Ad Ah", None))
    with pytest.raises(CardError, match="four: Ac is not in the stock"):
        start.apply(Drawn("Ac 2c 3c 4c"))
    assert start.apply(Drawn("As 2c 3c 4c")).four == parse("As 4c 3c 2c")


def test_the_chooser_places_first_and_then_the_roles_change() -> None:
    position = Position(four="9h 2s 3s Kd", divider=1)
    assert (position.player, position.chooser) == (1, 0)
    position = position.apply(Divided("9h", "2s 3s Kd"))
    assert position.player == 0
    position = position.apply(Taken("9h"))
    assert (position.player, position.group) == (0, parse("9h"))
    position = position.apply(Placed("9h", "", "9h"))
    assert (position.player, position.group, position.turn) == (1, parse("Kd 3s 2s"), 1)
    position = position.apply(Placed("2s 3s Kd", "Kd 2s"))
    assert (position.phase, position.turn, position.divider) == ("draw", 2, 0)


# Who knows what


@pytest.mark.parametrize(
    ("group", "down", "placed", "known"),
    [
        ("7s", "2d", Placed("7s", "2d", "7s"), "7s"),
        ("7s Jh", "", Placed("7s Jh", "7s", "Jh"), "Jh"),
        ("7s Jh 4c", "", Placed("7s Jh 4c", "7s", "4c"), "Jh 4c"),
        ("7s Jh", "2d", Placed("7s Jh", "7s", "2d", True), "2d"),
        ("7s Jh 4c", "2d", Placed("7s Jh 4c", "7s", "2d", True), "Jh 4c 2d"),
        ("7s Jh 4c", "2d", Placed("7s Jh 4c", "7s", "Jh", True), "Jh 4c 2d"),
        ("7s Jh 4c", "2c", Placed("7s Jh 4c", "2c", "4c", True), "Jh 7s 4c"),
        ("7s Jh", "2c", Placed("7s Jh", "2c", "7s", True), "Jh 7s"),
        ("7s Jh", "2c", Placed("7s Jh", "Jh 7s"), ""),
    ],
)
def test_what_the_face_down_card_can_be(group: str, down: str, placed: Placed, known: str) -> None:
    after = placing(group, down).apply(placed)
    assert after.candidates[1] == parse(known)
    assert after.seen_by(0).down[1] == after.candidates[1]
    assert after.seen_by(1).down[1] == after.down[1]


def appearance(placed: Placed, position: Position) -> tuple[object, ...]:
    """What the other player sees of a placement; he knows a single card and a lone partner."""
    return placed.cards, placed.up, placed.down is None, placed.swapped


@PLAYED
@given(strategies.divider_games(whole=False, due="place"))
def test_the_candidates_are_exactly_the_cards_that_fit_what_was_seen(game: Game) -> None:
    position = game.position
    assume(position.phase == "place")
    player = position.player
    assert player is not None
    hidden = position.candidates[player] or (None,)
    fits: dict[tuple[object, ...], set[Card]] = {}
    for card in hidden:
        for placed in other_face_down(position, player, card).legal_actions:
            assert isinstance(placed, Placed)
            found = fits.setdefault(appearance(placed, position), set())
            if placed.down is not None:
                found.add(placed.down)
    for placed in position.legal_actions:
        assert isinstance(placed, Placed)
        after = position.apply(placed)
        assert set(after.candidates[player]) == fits[appearance(placed, position)]


def other_face_down(position: Position, player: int, card: Card | None) -> Position:
    """The same position with another card of the candidates face down."""
    if card is None:
        return position
    down, buried = list(position.down), {*position.buried, *position.down[player]} - {card}
    down[player] = (card,)
    return Position(
        position.up, (down[0], down[1]), position.pockets, buried, position.divider,
        position.rules, position.four, position.groups, position.taken, position.candidates,
    )  # fmt: skip


@PLAYED
@given(strategies.divider_games(whole=False), st.data())
def test_a_view_is_the_same_whatever_the_viewer_cannot_know(
    game: Game, data: st.DataObject
) -> None:
    position = game.position
    viewer = data.draw(st.sampled_from((0, 1)))
    other = 1 - viewer
    view = position.seen_by(viewer)
    rest = data.draw(st.permutations(view.unseen))
    pockets: list[Any] = list(position.pockets)
    pockets[other] = rest[: position.rules.pocket_cards]
    changed = Position(
        position.up, position.down, (pockets[0], pockets[1]), position.buried, position.divider,
        position.rules, position.four, position.groups, position.taken, position.candidates,
    )  # fmt: skip
    if position.candidates[other]:
        card = data.draw(st.sampled_from(position.candidates[other]))
        changed = other_face_down(changed, other, card)
    assert changed.seen_by(viewer) == view
    assert hash(changed.seen_by(viewer)) == hash(view)
    assert view.pockets[other] is None
    assert view.pockets[viewer] == position.pockets[viewer]
    assert view.seen_by(viewer) == view
    assert view.public == position.public


@PLAYED
@given(strategies.divider_games(whole=False, due="place"))
def test_two_games_that_look_alike_to_a_player_give_him_the_same_view(
    game: Game,
) -> None:
    position = game.position
    assume(position.phase == "place")
    player = position.player
    assert player is not None
    views: dict[tuple[object, ...], set[Position]] = {}
    for placed in position.legal_actions:
        assert isinstance(placed, Placed)
        seen = position.apply(placed).seen_by(1 - player)
        views.setdefault(appearance(placed, position), set()).add(seen)
    assert all(len(same) == 1 for same in views.values())


@PLAYED
@given(strategies.divider_games(whole=False), st.sampled_from((0, 1)))
def test_nothing_that_a_view_tells_comes_from_hidden_cards(game: Game, viewer: int) -> None:
    view = game.position.seen_by(viewer)
    assert set(view.__dict__) == set(Position.__dataclass_fields__)  # nothing is carried over
    hidden = game.position.pockets[1 - viewer]
    assert hidden is not None
    assert set(hidden) <= set(view.unseen)
    assert len(view.unseen) == 52 - len(view.public) - view.rules.pocket_cards
    assert set(view.buried).isdisjoint(view.candidates[1 - viewer])


def test_the_covered_cards_of_the_other_are_known_once_everybody_can_tell() -> None:
    after = placing("7s Jh 4c").apply(Placed("7s Jh 4c", "7s", "4c"))
    assert after.seen_by(0).buried == ()
    single = next(placed for placed in after.placements)
    game = after.apply(single).apply(Drawn("2c 3c 5c 6c"))
    game = game.apply(Divided("2c", "3c 5c 6c")).apply(Taken("3c 5c 6c"))
    game = game.apply(game.placements[0]).apply(Placed("2c", "4c", "2c"))
    assert parse("Jh")[0] in game.seen_by(0).buried


def test_a_player_whose_face_down_card_is_unknown_cannot_place_here() -> None:
    position = Position(
        up=("", "6c"), down=("3c", "2c 2d"), four="9h 2s 3s Kd",
        groups="9h | 2s 3s Kd", taken=1,
    )  # fmt: skip
    assert position.player == 1
    with pytest.raises(InvalidInput, match="the face-down card of player 1 is one of 2d 2c"):
        _ = position.legal_actions


def test_three_cards_and_a_swap_in_each_turn_widen_what_the_other_must_reckon_with() -> None:
    black = [card for card in DECK if not is_red(card)]
    game = Game(deck=[*DECK[1:3], *DECK[5:7], *DECK[9:11], *black], divider=0)
    widths = []
    while game.phase != "end":
        four = game.draw().cards
        game.cut(four[:1])
        game.take(1 - (game.player or 0))  # player 1 takes the single card and leaves it
        for _ in range(2):
            single = len(game.position.group) == 1
            ways = game.position.legal_actions
            game.do(ways[0] if single else next(way for way in ways[::-1] if not way.up[1:]))  # type: ignore[arg-type, union-attr]
        widths.append(len(game.position.candidates[0]))
    assert widths == [2, 4, 6, 8, 10]


# The end


def test_the_game_ends_with_the_turn_in_which_somebody_has_five_face_up_cards() -> None:
    position = Position(
        up=("Ac Ad Ah As", "6h 7h 8h 2c"), down=("3c", None), buried="Jd Jc 4s",
        pockets=("Kc Qd 3d", "2d 4c 4d"), four="9h 2s 3s Kd",
    )  # fmt: skip
    position = position.apply(Divided("9h", "2s 3s Kd")).apply(Taken("2s 3s Kd"))
    position = position.apply(Placed("2s 3s Kd", "Kd 3s"))
    assert (len(position.up[1]), position.phase) == (6, "place")
    position = position.apply(Placed("9h", "3c", "9h"))
    assert (position.phase, position.turn, position.player) == ("end", 4, None)
    assert (position.legal_actions, position.winner) == ((), 0)
    with pytest.raises(IllegalAction, match="the game is over"):
        position.apply(Drawn("Th Jh Qh Kh"))


def test_the_best_two_pocket_cards_are_shown() -> None:
    up, pockets = parse("Ac Kd 9h 7s 4c"), parse("Ad 9s 4d")
    assert hands.strength_name(shown_strength(up, pockets)) == "aces and nines, K"
    by_pairs = [hands.strength((*up, *two)) for two in combinations(pockets, 2)]
    assert shown_strength(up, pockets) == max(by_pairs) > hands.strength((*up, *pockets[1:]))
    three = parse("Ad Ah As")
    assert shown_strength(up, three) < hands.strength((*up, *three))


def test_a_face_down_card_counts_only_if_the_option_says_so() -> None:
    for count, winner in ((False, 1), (True, 0)):
        rules = Rules(count_face_down=count)
        position = Position(
            up=("Ac Kd 9h 7s 4c", "As Kh 9d 7c 5s"), down=("Ad", "2c"), buried="2d 3d 4d 5d",
            pockets=("2h 3h Th", "2s 3s Js"), rules=rules,
        )  # fmt: skip
        assert position.phase == "end"
        assert position.winner == winner


def test_hands_of_fewer_than_five_cards_are_compared_as_far_as_they_go() -> None:
    position = Position(
        up=("Ac Kd 9h 7s 4c", "As 2h"), down=(None, "2c"), buried="3d 4d 5d 6d",
        pockets=("2d 3h Th", "Ts Ah 2s"),
    )  # fmt: skip
    assert [hands.strength_name(strength) for strength in position.strengths] == [
        "ace high, K-T-9-7".replace("T", "10"),
        "aces and twos",
    ]
    assert position.winner == 1


def test_equal_hands_draw() -> None:
    position = Position(
        up=("Ac Kd 9h 7s 4c", "As Kh 9d 7c 4s"), down=("Qd", "Qh"),
        pockets=("2c 3c 5d", "2s 3s 5h"), buried="6c 6d 6h 6s",
    )  # fmt: skip
    assert position.winner is None


def test_a_winner_needs_the_end_and_known_pockets() -> None:
    with pytest.raises(InvalidInput, match="the game is not over: turn 1, draw is due"):
        _ = Position().winner
    position = Position(
        up=("Ac Kd 9h 7s 4c", "As Kh 9d 7c 4s"), down=("Qd", "Qh"),
        pockets=("2c 3c 5d", None), buried="6c 6d 6h 6s",
    )  # fmt: skip
    with pytest.raises(InvalidInput, match="pockets: those of player 1 are not known"):
        _ = position.winner


@PLAYED
@given(strategies.divider_games())
def test_seats_can_be_exchanged(game: Game) -> None:
    position = game.position
    mirrored = Position(
        up=position.up[::-1], down=position.down[::-1], pockets=position.pockets[::-1],
        buried=position.buried, divider=1 - position.divider, rules=position.rules,
        candidates=position.candidates[::-1],
    )  # fmt: skip
    assert mirrored.strengths == position.strengths[::-1]
    assert mirrored.turn == position.turn
    assert mirrored.seen_by(0).unseen == position.seen_by(1).unseen


# Surely the last turn


def ends_whatever_happens(position: Position) -> bool:
    """Play out every way to end this turn."""
    if position.phase in ("draw", "end"):
        return position.phase == "end"
    return all(
        ends_whatever_happens(position.apply(action))
        for action in position.placements or position.legal_actions
    )


@PLAYED
@given(
    strategies.divider_games(st.builds(Rules, st.sampled_from(("face_up", "face_down")))),
    st.data(),
)
def test_a_turn_is_surely_last_if_every_way_ends_it(game: Game, data: st.DataObject) -> None:
    played = Game.replay(game.log[: data.draw(st.integers(1, len(game.log)))]).position
    if played.phase in ("draw", "cut") and played.turn < 4:
        assume(max(map(len, played.up)) >= 3)
    if played.phase == "draw":
        assert not played.surely_last or played.apply(Drawn(played.unseen[:4])).surely_last
    else:
        assert played.surely_last == ends_whatever_happens(played)


@pytest.mark.parametrize(
    ("up", "down", "last"),
    [
        (("Ac Ad Ah As", "6h 7h 8h 2c"), ("3c", None), True),  # four, and one to turn up
        (("Ac Ad Ah As", "6h 7h 8h 2c"), (None, None), True),  # one of them gets two or three
        (("Ac Ad Ah As", "6h 7h 8h"), (None, "2c"), False),  # the four get the single card
        (("Ac Ad Ah As", "6h 7h 8h"), ("3c", "2c"), True),
    ],
)
def test_a_draw_is_surely_last_whatever_the_four_cards(
    up: tuple[str, str], down: tuple[str | None, str | None], last: bool
) -> None:
    count = sum(len(parse(cards)) for cards in up) + sum(card is not None for card in down)
    buried = parse("2d 3d 4d 5d")[: 12 - count]
    position = Position(up=up, down=down, buried=buried, divider=0)
    assert position.surely_last == last
    fours = [parse(four) for four in ("2s 3s 4s 5s", "9d Td Jd Qd", "9d 3s 4s 5s", "9d Td 4s 5s")]
    ways = [position.apply(Drawn(four)) for four in fours]
    assert all(way.surely_last == ends_whatever_happens(way) for way in ways)
    assert all(way.surely_last for way in ways) == last


def test_the_last_turn_of_the_rules_is_surely_last() -> None:
    assert Position(rules=Rules(last_turn=1)).surely_last
    assert not Position(rules=Rules(last_turn=2)).surely_last


# Text


@PLAYED
@given(strategies.divider_games(whole=False), st.sampled_from((None, 0, 1)))
def test_a_position_is_read_back_as_it_is_written(game: Game, viewer: int | None) -> None:
    position = game.position if viewer is None else game.position.seen_by(viewer)
    assert Position.parse(str(position)) == position
    assert Position.parse(str(position).replace("\n", "; ")) == position
    assert eval(repr(position)) == position
    assert pickle.loads(pickle.dumps(position)) == position


def test_a_position_prints_short_if_little_is_known() -> None:
    assert repr(Position()) == "Position()"
    position = Position(up=("", "6c"), down=("3c", "2c 2d"), pockets=("3d Kc Qd", None))
    assert repr(position) == (
        "Position(up=('', '6c'), down=('3c', '2d 2c'), pockets=('Kc Qd 3d', None))"
    )


@PLAYED
@given(strategies.divider_games())
def test_an_event_is_read_back_as_it_is_written(game: Game) -> None:
    assert tuple(parse_event(str(event)) for event in game.log) == game.log
    assert pickle.loads(pickle.dumps(game.log)) == game.log


@pytest.mark.parametrize(
    "line",
    [
        "", "Drew 9h 2s 3s Kd", "Placed 9h", "Placed 9h: up none", "Placed 9h: down 9h, left 3c",
        "Dealt Kc Qd 3d", "Dealt Kc Qd 3d | As Td 2c",
        "Dealt Kc Qd 3d | As Td 2c, player 2 divides",
        "Dealt Kc Qd 3d | As Td 2c, player one divides", "Dealt Kc Qd | As Td, player 0 divides",
        "Dealt Kc Qd 3d | As Td 2c, player 0 divides, red=1", "Drawn 9h", "Taken", "Divided 9h",
        "Placed 9h: up 3c 4c 5c, down 9h", "Placed 9h: up 3c, down 9h 8h",
        "Placed 9h: up 9h, down 9h", "Placed 9h 8h 7h 6h: up 9h, down 8h",
    ],
)  # fmt: skip
def test_a_line_that_is_no_event_is_refused(line: str) -> None:
    with pytest.raises(InvalidInput, match=r"\w+.*:|\w+ must|is no event"):
        parse_event(line)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("Player 2: up Ac", "'Player 2: up Ac' cannot be read; lines are Player 0, Player 1"),
        ("Divider: 0; Divider: 1", "each once"),
        ("Divider 0", "cannot be read"),
        ("Player 0: left Ac", "a player has up, down and pockets, divided by commas"),
        ("Player 0: pockets Ac 2c 3c, pockets Ac 2c 4c", "divided by commas, each once"),
        ("Divider: two", "divider must be a whole number"),
        ("Rules: red_partner=left", "red_partner must be 'face_up' or 'face_down'"),
    ],
)
def test_text_that_is_no_position_is_refused(lines: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=re.escape(message)):
        Position.parse(lines)


@settings(max_examples=40)
@given(st.text() | st.text("AK2cdhs |:;,\nofup downtaken0123"), st.data())
def test_any_text_is_read_or_refused(line: str, data: st.DataObject) -> None:
    start = data.draw(st.sampled_from(("", "Dealt ", "Placed 9h: ", "Player 0: up ", "Taken: ")))
    for read in (Position.parse, parse_event, Game.parse, Rules.parse, Divided.parse):
        with contextlib.suppress(InvalidInput):
            read(start + line)


# What cannot be

POSSIBLE: dict[str, Any] = {
    "up": ("Ac Ad Ah As", "6h 7h 8h 2c"),
    "down": ("3c", None),
    "pockets": ("Kc Qd 3d", None),
    "buried": "Jd Jc 4s",
}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"buried": "Jd Jc 3d"}, "buried: 3d is already in pocket cards of player 0"),
        ({"up": ("Ac Ad Ah As", "6h 7h 8h Ac")}, "Ac is already in face-up cards of player 0"),
        ({"up": ("Ac Ad Ad As", "6h 7h 8h 2c")}, "up of player 0: Ad stands twice"),
        ({"up": ("Ac Ad Ah A", "6h 7h 8h 2c")}, "up of player 0: 'A' (card 4) is not a card"),
        ({"pockets": ("Kc Qd 3d 4d 5d 6d", None)}, "of player 0: 3 cards due, 6 given"),
        ({"pockets": ("Kc Qd", None)}, "pocket cards of player 0: 3 cards due, 2 given"),
        ({"pockets": "Kc Qd 3d"}, "pockets must be a pair, one entry for each player"),
        ({"up": ("Ac Ad Ah As",)}, "up must be a pair, one entry for each player"),
        (
            {"up": ("Ac Ad Ah As 2d 2h 4h", "6h 7h 8h 2c"), "buried": ""},
            "player 0 has 7 face-up cards; no player can have more than 6",
        ),
        ({"buried": "Jd Jc"}, "11 cards are face up, face down, buried or in this"),
        ({"buried": "Jd Jc 4s 4h 5h 9h Th Jh Qh Kh 5c"}, "no game comes to"),
        (
            {"buried": "Jd Jc 4s 4c 4d 4h 5c 5d 5h 5s 6c 6d 6s 9c 9d"},
            "24 cards are out: that is turn 6, and no game has more than 5",
        ),
        ({"divider": 2}, "divider must be a whole number, from 0 to 1, not 2"),
        ({"rules": "usual"}, "rules must be a Rules, not 'usual'"),
        ({"four": "9h 2s 3s"}, "four: the divider draws four cards, not 3"),
        ({"four": "9h 2s 3s 3c"}, "the cards of this turn: 3c is already in face-down card of"),
        ({"taken": 0}, "taken: 0 given, and no groups to take from"),
        ({"four": "9h 2s 3s Kd", "groups": "9h | 2s 3s Ks"}, "are not the four cards"),
        ({"groups": "9h 2s 3s Kd |"}, "groups of 4 and 0 cards"),
        ({"groups": "9h | 2s 3s Kd", "taken": 2}, "taken must be a whole number, from 0 to 1"),
        ({"down": ("3c 4c", None), "buried": "Jd Jc", "candidates": ("3c", None)}, "must hold"),
        ({"candidates": ("3c 5c", None)}, "5c is not the face-down card, so it must be among"),
        ({"candidates": (None, None)}, "none must hold the face-down card 3c"),
        ({"candidates": ("3c", "4s")}, "candidates of player 1: 4s must hold"),
        ({"down": ("3c 5c", None), "buried": "Jd 4s", "candidates": ("3c 5c Jd", None)}, "no more"),
        ({"rules": DOWN}, "no game comes to"),
        ({"rules": Rules(last_turn=2)}, "that is turn 3, and no game has more than 2"),
        ({"rules": Rules(deck=DECK[1:])}, "2c is not in the deck of these rules"),
        (
            {"up": ("Ac Ad Ah As 5d", "6h 7h 8h 2c"), "buried": "Jd Jc", "four": "9h 2s 3s Kd"},
            "the game was over; it ends with the turn in which a player has 5 face-up cards",
        ),
        ({"up": ("Ac As", "2c 2s"), "down": (None, None), "buried": ""}, "no game comes to 0 red"),
    ],
)  # fmt: skip
def test_an_impossible_position_is_refused_and_the_error_says_why(
    changes: dict[str, Any], message: str
) -> None:
    Position(**POSSIBLE)
    with pytest.raises(InvalidInput, match=re.escape(message)):
        Position(**{**POSSIBLE, **changes})


def test_a_group_that_was_placed_must_lie_with_the_chooser() -> None:
    with pytest.raises(InvalidInput, match="four: the four cards of this turn must be given once"):
        Position(down=(None, "9h"), groups=("", "2s 3s Kd"), taken=0)
    given = {"four": "9h 2s 3s Kd", "groups": ("", "2s 3s Kd"), "taken": 0}
    position = Position(down=(None, "9h"), **given)  # type: ignore[arg-type]  # as it is
    assert (position.player, position.group) == (0, parse("Kd 3s 2s"))
    with pytest.raises(InvalidInput, match="four: 9h was placed by player 1, and does not lie"):
        Position(down=(None, "8h"), **given)  # type: ignore[arg-type]  # as it is


@PLAYED
@given(strategies.divider_games())
def test_every_position_of_a_game_is_possible(game: Game) -> None:
    for length in range(1, len(game.log) + 1):
        position = Game.replay(game.log[:length]).position
        fields = {name: getattr(position, name) for name in Position.__dataclass_fields__}
        assert Position(**fields) == position


def test_positions_are_immutable_and_groups_of_the_cut_may_be_given_in_any_order() -> None:
    first = Position(groups="9h | 2s 3s Kd", taken=1)
    assert first == Position(groups=("Kd 3s 2s", "9h"), taken=0)
    assert first == Position(four="9h 2s 3s Kd", groups=Divided("9h", "2s 3s Kd"), taken=1)
    with pytest.raises(AttributeError):
        first.divider = 1  # type: ignore[misc]  # that is the point


# Speed


def test_a_player_in_plain_python_can_step_through_thousands_of_games() -> None:
    position = placing("7s Jh 4c", "2d")
    placed = position.placements[0]

    def once() -> None:
        fresh = position._with()
        fresh.apply(placed)
        fresh.placements  # noqa: B018

    fastest = min(timeit.repeat(once, number=200, repeat=5)) / 200
    assert fastest < 200e-6  # some 15 on a quiet machine
