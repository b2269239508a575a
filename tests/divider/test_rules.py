"""The options of Divider, and the numbers of cards that its rules lead to."""

from __future__ import annotations

import doctest
import re
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from cardlab.cards import DECK, parse
from cardlab.divider.position import Position
from cardlab.divider.rules import Rules, is_red, reachable
from cardlab.errors import CardError, InvalidInput
from tests import strategies
from tests.divider.by_chance import random_games

DOCUMENT = Path(__file__).parents[2] / "docs" / "rules" / "divider.md"
READINGS = (Rules(), Rules(red_partner="face_down"))


def face_up_counts(turns: int, rules: Rules) -> set[tuple[int, int]]:
    """Face-up counts of both players after so many turns, the larger one first."""
    counts = {
        (chooser[0] + chooser[1], divider[0] + divider[1])
        for chooser, divider in reachable(turns, None, rules)
    }
    return {(max(pair), min(pair)) for pair in counts}


def final_counts(turns: int, rules: Rules) -> set[tuple[int, int]]:
    return {pair for pair in face_up_counts(turns, rules) if rules.over(turns, pair)}


# Options


def test_the_default_is_the_rule_as_printed() -> None:
    rules = Rules()
    assert rules.red_partner == "face_up"
    assert (rules.swap_single, rules.count_face_down, rules.pocket_cards) == (False, False, 3)
    assert (rules.last_turn, rules.max_turns, rules.deck) == (None, 5, DECK)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"red_partner": "down"}, "red_partner must be 'face_up' or 'face_down', not 'down'"),
        ({"swap_single": 1}, "swap_single must be a bool, not 1"),
        ({"count_face_down": "no"}, "count_face_down must be a bool, not 'no'"),
        ({"pocket_cards": 6}, "pocket_cards must be a whole number, from 1 to 3, not 6"),
        ({"pocket_cards": 0}, "pocket_cards must be a whole number, from 1 to 3, not 0"),
        ({"last_turn": 6}, "last_turn must be a whole number, from 1 to 5, not 6"),
        ({"last_turn": 2.0}, "last_turn must be a whole number, from 1 to 5, not 2.0"),
        ({"deck": "As Kd"}, "deck: 2 cards given; the longest game needs 26"),
        ({"deck": "As As"}, "deck: As stands twice"),
    ],
)
def test_an_unknown_option_value_is_refused_with_what_is_allowed(
    options: dict[str, Any], message: str
) -> None:
    with pytest.raises(InvalidInput, match=f"^{re.escape(message)}"):
        Rules(**options)


def test_an_option_that_does_not_exist_is_refused() -> None:
    with pytest.raises(TypeError, match="red_partners"):
        Rules(red_partners="face_up")  # type: ignore[call-arg]  # that is the point
    with pytest.raises(InvalidInput, match="'blue' is no option; there are red_partner, swap"):
        Rules.parse("blue=1")
    with pytest.raises(InvalidInput, match="pocket_cards stands twice"):
        Rules.parse("pocket_cards=1, pocket_cards=2")


@pytest.mark.parametrize("line", [None, 3, b"pocket_cards=1", ["pocket_cards=1"]])
def test_options_are_read_from_text_only(line: Any) -> None:
    with pytest.raises(InvalidInput, match=r"^rules must be a str, not "):
        Rules.parse(line)


def test_a_number_of_thousands_of_digits_is_no_number_of_turns() -> None:
    with pytest.raises(InvalidInput, match=r"^last_turn must be a whole number"):
        Rules.parse(f"last_turn={'9' * 5000}")


def test_an_array_is_no_reading() -> None:
    with pytest.raises(InvalidInput, match=r"^red_partner must be"):
        Rules(red_partner=np.array(["face_up", "face_down"]))  # type: ignore[arg-type]


def test_a_small_deck_is_enough_for_a_short_game() -> None:
    twelve = [card for card in DECK if card.rank < 6 and card.suit in (1, 3)]
    rules = Rules(pocket_cards=1, last_turn=2, deck=twelve)
    assert len(rules.deck) == 12
    with pytest.raises(CardError, match="12 cards given; the longest game needs 14"):
        Rules(pocket_cards=1, last_turn=3, deck=twelve)


def test_decks_that_hold_the_same_cards_are_the_same_rules() -> None:
    assert Rules(deck=DECK[::-1]) == Rules()


@given(strategies.divider_rules())
def test_rules_are_read_back_as_they_are_written(rules: Rules) -> None:
    assert Rules.parse(str(rules)) == rules
    assert eval(repr(rules)) == rules


def test_diamonds_and_hearts_are_red() -> None:
    assert [is_red(card) for card in parse("Ac Ad Ah As 2c 2d 2h 2s")] == [
        False, True, True, False, False, True, True, False,
    ]  # fmt: skip


# Numbers of cards


def test_games_end_in_turn_three_four_or_five_with_the_counts_of_the_rule_book() -> None:
    rules = Rules()
    assert [len(final_counts(turns, rules)) > 0 for turns in range(1, 6)] == [False] * 2 + [
        True
    ] * 3
    six = {(6, fewer) for fewer in range(2, 7)}
    assert final_counts(3, rules) == {(5, 2), (5, 3), (5, 4), (5, 5)} | six
    assert final_counts(4, rules) == ({(5, 3), (5, 4), (5, 5)} | six) - {(6, 2)}
    assert final_counts(5, rules) == {(5, 4), (5, 5), (6, 4), (6, 5), (6, 6)}
    assert face_up_counts(5, rules) == final_counts(5, rules)


def test_the_other_reading_always_lasts_five_turns() -> None:
    rules = Rules(red_partner="face_down")
    assert [len(final_counts(turns, rules)) for turns in range(1, 6)] == [0, 0, 0, 0, 2]
    assert face_up_counts(5, rules) == {(5, 5), (5, 4)}


def test_in_the_other_reading_the_first_cut_alone_decides_the_counts() -> None:
    rules = Rules(red_partner="face_down")
    for first, *later in product((1, 2, 3), repeat=5):
        counts = []
        for size, others in ((first, later), (4 - first, [4 - size for size in later])):
            up = int(size > 1)  # a first single card is laid face down
            counts.append(up + len(others))
        assert sorted(counts) == ([5, 5] if first == 2 else [4, 5])
    cuts = Position(four="As Kd Qh Jc", rules=rules).legal_actions
    assert sum(min(map(len, cut.groups)) == 1 for cut in cuts) == 4  # type: ignore[union-attr]
    assert len(cuts) == 7


@pytest.mark.parametrize("rules", READINGS)
def test_random_games_reach_only_counts_that_can_be_reached(rules: Rules) -> None:
    by_turn: dict[int, set[tuple[int, int]]] = {}
    for game in random_games(rules, 200, 1):
        counts = sorted(map(len, game.position.up), reverse=True)
        by_turn.setdefault(game.turn, set()).add((counts[0], counts[1]))
    for turn, found in by_turn.items():
        assert found <= final_counts(turn, rules)
    assert set(by_turn) == ({3, 4, 5} if rules.red_up else {5})


# The rule book


def test_the_examples_in_the_rule_book_run() -> None:
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    failed, tried = doctest.testfile(str(DOCUMENT), module_relative=False, optionflags=flags)
    assert (failed, tried > 10) == (0, True)


def test_the_rule_book_lists_every_option_with_its_default() -> None:
    table = DOCUMENT.read_text(encoding="utf-8").split("## Options")[1].split("##")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \| [^|]+ \| ([^|]+) \|", table, re.MULTILINE))
    defaults = {name: value.strip("`") for name, value in rows.items()}
    assert defaults.pop("deck") == "all 52"
    usual = Rules()
    assert defaults == {
        "red_partner": f'"{usual.red_partner}"',
        "swap_single": str(usual.swap_single),
        "count_face_down": str(usual.count_face_down),
        "pocket_cards": str(usual.pocket_cards),
        "last_turn": str(usual.last_turn),
    }


def test_the_rule_book_tells_the_counts_that_are_computed() -> None:
    table = DOCUMENT.read_text(encoding="utf-8").split("**Face-up cards at the end**")[1]
    for turn, written in re.findall(r"^\| ([345]) \| (.+) \|$", table, re.MULTILINE):
        found: set[tuple[int, int]] = set()
        for part in written.split(", "):
            low, _, high = part.partition(" to ")
            more, fewest = map(int, low.split("-"))
            most = int(high.split("-")[1]) if high else fewest
            found |= {(more, fewer) for fewer in range(fewest, most + 1)}
        assert found == final_counts(int(turn), Rules())
