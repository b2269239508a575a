"""Hand histories: the real hands, and every way in which a file can be wrong."""

from __future__ import annotations

import copy
import pickle
import re
import tomllib
import warnings
from datetime import UTC, date, datetime, time, timedelta, timezone
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pokerkit import HandHistory

from cardlab.cards import Card, parse
from cardlab.errors import InvalidInput
from cardlab.stud8.events import Dealt, Told, Won
from cardlab.stud8.game import Game
from cardlab.stud8.history import History
from cardlab.stud8.phh import OPTIONAL, REQUIRED, VARIANT
from cardlab.stud8.rules import Rules
from tests.stud8 import tables

HANDS = Path(__file__).parents[2] / "data" / "hands"
FILES = sorted(HANDS.glob("*.phh"))
SHOWN = HANDS / "2023-wsop-event-43-hand-48.phh"  # a showdown; all cards known
FOLDED = HANDS / "2023-wsop-event-43-hand-52.phh"  # p1's cards were never shown
ALL_IN = HANDS / "2023-wsop-event-54-hand-06.phh"  # shown on sixth street already


def fields(path: Path = SHOWN, **changes: Any) -> dict[str, Any]:
    """Return the fields of a real hand, changed; None takes one out."""
    found = tomllib.loads(path.read_text()) | changes
    return {name: value for name, value in found.items() if value is not None}


def acted(path: Path = SHOWN, **changes: Any) -> list[str]:
    """Return the actions of a real hand; a1="..." changes the first one, a1=None drops it."""
    actions: list[Any] = list(fields(path)["actions"])
    for place, action in changes.items():
        actions[int(place[1:]) - 1] = action
    return [action for action in actions if action is not None]


def refused(message: str, path: Path = SHOWN, **changes: Any) -> None:
    with pytest.raises(InvalidInput, match=message):
        History(fields(path, **changes))


# The real hands


def test_there_are_eight_real_hands() -> None:
    assert len(FILES) == 8


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_real_hands_replay_to_the_stacks_that_were_recorded(path: Path) -> None:
    history = History.load(path)
    recorded = tuple(tomllib.loads(path.read_text())["finishing_stacks"])
    game = history.replay()
    assert game.stacks == history.finishing_stacks == recorded
    assert tables.stacks_by_hand(game.log) == recorded
    assert not any(isinstance(event, Told) for event in game.log)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_pokerkit_sees_the_same_winners_and_the_same_actions_in_what_we_write(path: Path) -> None:
    text = History.load(path).dumps()
    told = HandHistory.loads(text)
    last = [(list(state.stacks), list(state.payoffs)) for state in told][-1]
    game = History.load(path).replay()
    assert tuple(last[0]) == game.stacks
    winners = {name for event in game.log if isinstance(event, Won) for name in event.shares}
    gainers = {f"p{seat}" for seat, gain in enumerate(last[1], start=1) if gain > 0}
    assert gainers <= winners
    assert told.dumps() == text


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_saved_file_is_the_file_that_was_loaded(path: Path, tmp_path: Path) -> None:
    History.load(path).save(tmp_path / "copy.phh")
    assert (tmp_path / "copy.phh").read_bytes() == path.read_bytes()


def test_cards_that_were_never_shown_stay_unknown() -> None:
    game = History.load(FOLDED).replay()
    assert game.state.hands[0] == (None, None, None)
    assert game.view("p4").showing[0] == (None,)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_hand_replays_to_every_action(path: Path) -> None:
    history = History.load(path)
    count = len(history.actions)
    tables_ = [history.replay(number) for number in range(count + 1)]
    assert tables_[0].street == 2
    assert tables_[-1].state == history.replay().state
    assert all(sum(t.stacks) + t.pot == sum(history.finishing_stacks) for t in tables_)
    with pytest.raises(InvalidInput, match=f"actions must be a whole number, from 0 to {count}"):
        history.replay(count + 1)


def test_the_data_directory_names_every_field_and_file() -> None:
    text = (HANDS.parent / "README.md").read_text()
    assert {name for path in FILES for name in fields(path)} <= set(re.findall(r"`(\w+)`", text))


# Writing


@pytest.mark.parametrize("seed", range(40))
def test_a_played_hand_can_be_written_and_read(seed: int) -> None:
    game = tables.random_hand(seed)
    history = History.loads(History.from_game(game).dumps())
    assert history.replay().state == game.state
    assert history.replay().log == game.log
    assert history.finishing_stacks == game.stacks


def test_pokerkit_reads_a_common_card_that_we_write() -> None:
    game = Game(8, rng=1)
    while game.phase != "end":
        game.deal() if game.phase == "deal" else tables.passive(game)
    history = History.from_game(game)
    assert f"d db {game.state.common}" in history.actions
    with warnings.catch_warnings(record=True):
        warnings.simplefilter("always")
        last = [list(state.board_cards) for state in HandHistory.loads(history.dumps())][-1]
    assert str(last[0][0]).endswith(f"({game.state.common})")


def test_names_and_own_fields_survive() -> None:
    names = ["(eli)", "a$1", "O'Brien", "x'''y", 'Zoë "Z" \\ \n\t\x7f♠']
    own = {"_note": "a.b", "_x": {"a.b": [1, 2.5, True], "c d": "'"}, "event": "Tuesday"}
    made = History(fields(players=names, **own))
    again = History.loads(made.dumps())
    assert again == made
    assert again.players == tuple(names) == again.replay().players
    assert again.fields["_x"] == {"a.b": (1, 2.5, True), "c d": "'"}


def test_names_that_do_not_tell_players_apart_are_kept_and_seats_used() -> None:
    history = History(fields(players=["", "", "Ann", "Ann", "Cy"]))
    assert history.players == ("p1", "p2", "p3", "p4", "p5")
    assert History.loads(history.dumps()).fields["players"] == ("", "", "Ann", "Ann", "Cy")


def test_a_hand_without_a_cap_survives_by_a_field_of_ours() -> None:
    rules = Rules(raise_cap="not heads-up")
    game = tables.table(["AcKd9h", "AdKh5s"], rules=rules)
    for action in ("bring in", "complete", "raise", "raise", "raise", "raise", "fold"):
        game.act(action)  # type: ignore[arg-type]
    history = History.from_game(game, _table="7")
    assert (history.fields["_raise_cap"], history.fields["_table"]) == ("not heads-up", "7")
    assert History.loads(history.dumps()).replay().stacks == game.stacks
    plain = {name: value for name, value in history.fields.items() if name != "_raise_cap"}
    with pytest.raises(InvalidInput, match=r"action 8 \('p1 cbr 20'\): p1 cannot complete or bet"):
        History(plain)


def test_only_a_finished_hand_can_be_written() -> None:
    with pytest.raises(InvalidInput, match="the hand is not over: B is to act"):
        History.from_game(tables.table(["AcKd9h", "AdKh5s"]))


LOOP: list[Any] = []
LOOP.append(LOOP)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"_x": object()}, "_x: <object .* cannot be written: it is no text, number, date"),
        ({"_x": None}, "_x: None cannot be written"),
        ({"_x": Card("As")}, r"_x: Card\('As'\) cannot be written"),
        ({"_x": np.array([1])}, r"_x: array\(\[1\]\) cannot be written"),
        ({"_x": np.bool_(True)}, "_x: np.True_ cannot be written"),
        ({"_x": "\ud800"}, r"_x: '\\ud800' cannot be written: it holds half of a character"),
        ({"_x": [{"a": "\ud800"}]}, "_x: .* half of a character"),
        ({"_x": {"\ud800": 1}}, "_x: .* half of a character"),
        ({"_\ud800": 1}, r"fields: '_\\ud800' cannot be written"),
        ({"event": "\ud800"}, "event: .* half of a character"),
        ({"players": ["A", "B", "C", "D", "\ud800"]}, "players: .* half of a character"),
        ({"_x": {1: 2}}, "_x: each name in a table must be a str, not 1"),
        ({"_x": LOOP}, "_x: lists or tables stand in each other more than 50 deep"),
        ({"_x": 10**5000}, "_x must be a whole number, .*, not a number of thousands of digits"),
        ({"_x": 2**63}, "_x must be a whole number, .*, not 9223372036854775808"),
        ({"_x": time(1, 2, tzinfo=UTC)}, "_x: datetime.time.* cannot be written"),
        ({"_x": datetime(1, 1, 1, tzinfo=timezone(timedelta(seconds=5)))}, "_x: .* whole minutes"),
    ],
)
def test_what_a_file_cannot_hold_is_refused_by_name(changes: dict[Any, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        History(fields() | changes)


@pytest.mark.parametrize(
    ("value", "read"),
    [
        (np.float64(0.5), 0.5),
        (np.int64(7), 7),
        (np.str_("a"), "a"),
        (-(2**63), -(2**63)),
        (float("inf"), float("inf")),
        (time(1, 2, 3, 4), time(1, 2, 3, 4)),
        (date(987, 6, 5), date(987, 6, 5)),
        (datetime(2020, 1, 1, tzinfo=UTC), datetime(2020, 1, 1, tzinfo=UTC)),
        ([[], {}, {"": ("\ud7ff\u2028\x85", True)}], ((), {}, {"": ("\ud7ff\u2028\x85", True)})),
    ],
)
def test_what_a_file_can_hold_is_read_as_it_was_saved(
    value: object, read: object, tmp_path: Path
) -> None:
    History(fields(_x=value)).save(tmp_path / "hand.phh")
    for found in (History(fields(_x=value)), History.load(tmp_path / "hand.phh")):
        assert found.fields["_x"] == read
        assert type(found.fields["_x"]) is type(read)


def test_numpy_numbers_in_the_fields_become_python_numbers() -> None:
    stacks = [np.int64(chips) for chips in fields()["starting_stacks"]]
    history = History(fields(starting_stacks=stacks, small_bet=np.int64(250000)))
    assert history.dumps() == History.load(SHOWN).dumps()
    assert {type(chips) for chips in history.finishing_stacks} == {int}


def test_a_file_stays_as_it_is_if_saving_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "hand.phh"
    path.write_text("kept")

    def full(self: Path, data: bytes) -> int:
        self.touch()
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_bytes", full)
        with pytest.raises(OSError, match="No space left"):
            History.load(SHOWN).save(path)
    assert path.read_text() == "kept"
    assert list(tmp_path.iterdir()) == [path]


def test_saving_replaces_a_file_and_keeps_its_rights_and_the_link_to_it(tmp_path: Path) -> None:
    path, link = tmp_path / "hand.phh", tmp_path / "link.phh"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    History.load(SHOWN).save(link)
    assert path.read_bytes() == SHOWN.read_bytes()
    assert (path.stat().st_mode & 0o777, link.is_symlink()) == (0o640, True)
    assert {*tmp_path.iterdir()} == {path, link}


def test_a_directory_is_not_replaced(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="directory"):
        History.load(SHOWN).save(tmp_path)
    assert tmp_path.is_dir()


def test_fields_do_not_change_with_what_was_passed_in_and_cannot_be_changed() -> None:
    actions, own = acted(), {"a": [1]}
    given = fields(actions=actions, _x=own)
    history = History(given)
    actions.clear()
    own["a"].append(2)
    given.clear()
    assert history.actions == tuple(acted())
    assert history.fields["_x"] == {"a": (1,)}
    for table in (history.fields, history.fields["_x"]):
        with pytest.raises(TypeError):
            table["a"] = 1  # type: ignore[index]
    assert not hasattr(history.fields["actions"], "clear")
    assert copy.deepcopy(history) == history == pickle.loads(pickle.dumps(history))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: History(None), "fields must be a Mapping, not None"),
        (lambda: History("x"), "fields must be a Mapping, not 'x'"),
        (lambda: History(fields() | {1: 2}), "fields: each name must be a str, not 1"),
        (lambda: History(fields(variant="x" * 99)), r"variant must be .* not 'x{36}\.\.\.$"),
        (lambda: History(fields(actions=["x" * 99])), r"action 1 \('x{36}\.\.\.\): not an action"),
        (lambda: History(fields() | {"x" * 99: 1}), "^x{40}: no field"),
        (lambda: History.from_game(None), "game must be a Game, not None"),
        (lambda: History.loads(b"x"), "text must be a str, not b'x'"),
        (lambda: History.loads(None), "text must be a str, not None"),
        (
            lambda: History.loads(
                SHOWN.read_text().replace("bet = 250000", f"bet = 0x{5000 * 'F'}")
            ),
            "small_bet must be a whole number, .*, not a number of thousands of digits",
        ),
        (lambda: History.load(None), "path must be text or a Path, not None"),
        (lambda: History.load(5), "path must be text or a Path, not 5"),
        (lambda: History.load("a\0b"), r"path: 'a\\x00b' cannot be the name of a file"),
        (lambda: History.load("\ud800"), r"path: '\\ud800' cannot be the name of a file"),
        (lambda: History.load(SHOWN).save(None), "path must be text or a Path, not None"),
    ],
)
def test_wrong_input_is_refused_by_name(call: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        call()


# Text that is read


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace(b"\n", b"\r\n"),
        lambda text: text.rstrip(b"\n"),
        lambda text: b"\xef\xbb\xbf" + text,
        lambda text: b"# a comment\n" + text,
        lambda text: text.replace(b"Tc4h5s", b"10c4h5s"),
        lambda text: text.replace(b"'p5 cbr 250000', 'p1 cbr", b"'p5 cbr 250,000', 'p1 cbr"),
        lambda text: text.replace(b"'p4 f'", b"'p4 f # a long look'"),
        lambda text: text.replace(b"'p3 pb'", b"'# lights out', 'p3 pb'"),
        lambda text: text.replace(b"p1 sm Ac8dAsTh3cTs7c", b"p1 sm -"),
        lambda text: text.replace(b"p1 sm Ac8dAsTh3cTs7c", b"p1 sm 7cTs3cThAs8dAc"),
        lambda text: text.replace(b"p1 sm Ac8dAsTh3cTs7c", b"p1 sm Ac8d7c"),
        lambda text: text.replace(b"d dh p1 Ac8dAs", b"d dh p1 ????As").replace(b"p1 7c", b"p1 ??"),
        lambda text: text.replace(b"250000", b"250_000", 1),
    ],
)  # fmt: skip
def test_harmless_differences_are_read_as_the_same_hand(change: Any, tmp_path: Path) -> None:
    path = tmp_path / "hand.phh"
    path.write_bytes(change(SHOWN.read_bytes()))
    assert path.read_bytes() != SHOWN.read_bytes()
    same, real = History.load(path).replay(), History.load(SHOWN).replay()
    assert same.stacks == real.stacks
    assert [set(hand) for hand in same.state.hands] == [set(hand) for hand in real.state.hands]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "hand.phh: variant, antes, .*: missing"),
        (SHOWN.read_bytes()[:400], "hand.phh: the text is not TOML, or is cut off"),
        (SHOWN.read_bytes() + b"bring_in = 75000\n", "not TOML"),
        (SHOWN.read_bytes().replace(b"\n", b"\r"), "not TOML"),
        (SHOWN.read_bytes().replace(b"75000", 5000 * b"7"), "not TOML"),
        (b"_x = " + 9999 * b"[", "not TOML"),
        (SHOWN.read_text().encode("utf-16"), "hand.phh: the text is not UTF-8"),
        ("players = ['Zoë']\n".encode("latin-1"), "hand.phh: the text is not UTF-8 .byte 15"),
        (b"[1]\nvariant = 'F7S/8'\n[2]\nvariant = 'F7S/8'\n", "holds 2 hands in sections"),
    ],
)
def test_a_file_that_is_no_hand_is_refused(content: bytes, message: str, tmp_path: Path) -> None:
    path = tmp_path / "hand.phh"
    path.write_bytes(content)
    with pytest.raises(InvalidInput, match=message):
        History.load(path)


def test_a_file_cut_at_a_comma_with_the_bracket_closed_is_not_finished() -> None:
    for count in range(len(acted())):
        refused(f"the hand is not finished after action {count}: ", actions=acted()[:count])
    refused("after action 17: fifth street must be dealt", actions=acted()[:17])
    refused("after action 31: p5 must show", actions=acted()[:-1])


# Fields


@pytest.mark.parametrize("name", REQUIRED)
def test_a_missing_field_is_named(name: str) -> None:
    refused(f"^{name}: missing", **{name: None})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"variant": "NT"}, "variant must be 'F7S/8', not 'NT'"),
        ({"variant": "F7S8"}, "variant must be 'F7S/8', not 'F7S8'"),
        ({"bring_in": "75000"}, "bring_in must be a whole number, from 1 to 249,999, not '75000'"),
        ({"bring_in": 0}, "bring_in must be .* not 0"),
        ({"bring_in": 250000}, "bring_in must be .* not 250000"),
        ({"small_bet": -1}, "small_bet must be .* at least 2"),
        ({"big_bet": 100}, "big_bet must be .* at least 250,000, not 100"),
        ({"big_bet": 5e5}, "big_bet must be a whole number"),
        ({"antes": [50000] * 4}, "antes: 4 values for 5 players"),
        ({"antes": 50000}, "antes must be a list"),
        ({"antes": [50000, 50000, 60000, 50000, 50000]}, "antes: p3 antes 60000 and p1 50000"),
        ({"antes": [50000, 0, 50000, 50000, 50000]}, "antes: p2 must be .* at least 1, not 0"),
        ({"starting_stacks": [100.5] * 5}, "starting_stacks: p1 must be .* not 100.5"),
        ({"starting_stacks": [4425000]}, "starting_stacks: 1 players; from 2 to 8"),
        ({"starting_stacks": [100] * 9}, "starting_stacks: 9 players; from 2 to 8"),
        ({"starting_stacks": [4425000, 0, 1, 1, 1]}, "starting_stacks: p2 must be .* not 0"),
        ({"starting_stacks": "x"}, "starting_stacks must be a list, not 'x'"),
        ({"actions": "p1 f"}, "actions must be a list"),
        ({"actions": []}, "not finished after action 0: third street must be dealt"),
        ({"finishing_stacks": [1]}, "finishing_stacks: 1 values for 5 players"),
        ({"finishing_stacks": [-1, 1, 1, 1, 1]}, "finishing_stacks: p1 must be .* not -1"),
        ({"finishing_stacks": [29700000, 0, 0, 0, 1]}, "29700001 chips in all; 29700000"),
        ({"finishing_stacks": [29700000, 0, 0, 0, 0]}, "p1 has 4537500 after the showdown, not"),
        ({"ante_trimming_status": 0}, "ante_trimming_status must be true or false, not 0"),
        ({"players": ["Ann"]}, "players: 1 values for 5 players"),
        ({"players": ["A", "B", 3, "D", "E"]}, "players: p3: 3 is not a name"),
        ({"seats": [1]}, "seats: 1 values for 5 players"),
        ({"finishing_stack": [1]}, "finishing_stack: no field .*; a field of your own begins"),
        ({"blinds_or_straddles": [0] * 5}, "blinds_or_straddles: no field of a hand of F7S/8"),
        ({"_raise_cap": "never"}, "raise_cap must be 'always' or 'not heads-up', not 'never'"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_named_with_the_value_and_what_is_allowed(
    changes: dict[str, Any], message: str
) -> None:
    refused(message, **changes)


def test_our_list_of_fields_holds_all_that_pokerkit_knows() -> None:
    assert set(HandHistory.optional_field_names) <= set(OPTIONAL)
    assert HandHistory.required_field_names[VARIANT] == REQUIRED


# Actions. The number in the error is the number of the action in the file.


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        # not written as the format says
        ({"a7": "p4 fold"}, r"action 7 \('p4 fold'\): not an action of p4"),
        ({"a7": "p4 f f"}, "action 7 .*: not an action of p4"),
        ({"a7": "fold"}, "action 7 .*: not an action; write"),
        ({"a7": ""}, r"action 7 \(''\): not an action"),
        ({"a7": 5}, r"action 7 \(5\): an action is text"),
        ({"a7": "p9 f"}, "action 7 .*: 'p9' is no player; there are p1, p2, p3, p4, p5"),
        ({"a7": "p04 f"}, "action 7 .*: 'p04' is no player"),
        ({"a7": "P4 f"}, "action 7 .*: 'P4' is no player"),
        ({"a7": "p\u0664 f"}, "action 7 .*: 'p\u0664' is no player"),
        ({"a2": "d dh p2 Xc4h5s"}, "action 2 .*: 'Xc4h5s' are not cards"),
        ({"a2": "d dh p2 tc4h5s"}, "action 2 .*: 'tc4h5s' are not cards"),
        ({"a2": "d dh p2 A?4h5s"}, "action 2 .*: 'A.4h5s' are not cards.*unknown ones as"),
        ({"a2": "d dh p2 ?4h5s"}, "action 2 .*: .* are not cards"),
        ({"a2": "d dh p2 Tc 4h 5s"}, "action 2 .*: cards are written without spaces, as"),
        ({"a2": "d db Tc 4h"}, "action 2 .*: cards are written without spaces, as"),
        ({"a2": "d dh p2"}, "action 2 .*: not an action; write"),
        ({"a2": "d dh p2 Tc4h5s6s"}, "action 2 .*: 4 cards; p2 is due 3"),
        ({"a2": "d dh p2 Tc4h"}, "action 2 .*: 2 cards; p2 is due 3"),
        ({"a13": "d dh p1 Th9h"}, "action 13 .*: 2 cards; p1 is due 1"),
        ({"a8": "p5 cbr abc"}, "action 8 .*: 'abc' is not an amount"),
        ({"a8": "p5 cbr 250'000"}, 'action 8 .*: "250\'000" is not an amount'),
        ({"a8": "p5 cbr 2500,00"}, "action 8 .*: '2500,00' is not an amount"),
        ({"a8": "p5 cbr 2.5e5"}, "action 8 .*: '2.5e5' is not an amount"),
        ({"a8": "p5 cbr 250_000"}, "action 8 .*: '250_000' is not an amount"),
        ({"a8": "p5 cbr +250000"}, r"action 8 .*: '\+250000' is not an amount"),
        ({"a8": "p5 cbr -250000"}, "action 8 .*: '-250000' is not an amount"),
        ({"a8": "p5 cbr 250000.0"}, "action 8 .*: '250000.0' is not an amount"),
        ({"a8": "p5 cbr 0250000"}, "action 8 .*: '0250000' is not an amount"),
        ({"a8": "p5 cbr \u0662\u0665"}, "action 8 .*: '\u0662\u0665' is not an amount"),
        ({"a8": "p5 cbr " + 5000 * "9"}, "action 8 .* is not an amount"),
        ({"a8": "p5 cbr"}, "action 8 .*: not an action of p5"),
        # against the rules
        ({"a8": "p5 cbr 300000"}, "action 8 .*: p5 may complete to 250000 only, not to 300000"),
        ({"a8": "p5 cbr 500000"}, "action 8 .*: p5 may complete to 250000 only, not to 500000"),
        ({"a6": "p2 pb"}, "action 6 .*: p2 is not to act, p3 is"),
        ({"a6": "p3 cc"}, "action 6 .*: p3 cannot check or call now; legal: bring in, complete"),
        ({"a6": "p3 f"}, "action 6 .*: p3 cannot fold now; legal: bring in, complete"),
        ({"a7": "p4 pb"}, "action 7 .*: p4 cannot bring in now; legal: fold, call, complete"),
        ({"a7": None}, "action 7 .*: p5 is not to act, p4 is"),
        ({"a10": None}, "action 10 .*: p3 is not to act, p2 is"),
        ({"a15": "p1 f"}, "action 15 .*: p1 cannot fold now; legal: check, bet"),
        ({"a3": None}, "action 5 .*: p3 cannot act now: third street must be dealt to p3"),
        ({"a3": "d dh p2 Td7h2h"}, "action 3 .*: p2 has cards; cards are due to p3, p4, p5"),
        ({"a14": None}, "action 14 .*: p1 cannot act now: fourth street must be dealt to p5"),
        ({"a14": "d dh p4 3s"}, "action 14 .*: p4 has folded; cards are due to p5"),
        ({"a14": "d db 3s"}, "action 14 .*: a common card is not due; cards are due to p5"),
        ({"a7": "d dh p1 3s"}, "action 7 .*: no cards are due: p4 is to act"),
        ({"a13": "p1 sm -"}, "action 13 .*: cannot show cards now: fourth street must be dealt"),
        # cards
        ({"a2": "d dh p2 TcTc5s"}, r"action 2 .*: Tc stands twice: it was dealt to p2 .action 2"),
        ({"a2": "d dh p2 Ac4h5s"}, r"action 2 .*: Ac stands twice: it was dealt to p1 .action 1"),
        ({"a13": "d dh p1 Tc"}, r"action 13 .*: Tc stands twice: it was dealt to p2 .action 2"),
        ({"a31": "p1 sm Ac8dAsTh3cTs7d"}, "action 31 .*: p1 shows .* 7d, but was dealt .* 7c"),
        ({"a31": "p1 sm ????"}, "action 31 .*: p1 shows .*, but was dealt Ac 8d As Th 3c Ts 7c"),
        ({"a31": "p1 sm ??????????????"}, "action 31 .*: p1 shows"),
        ({"a31": "p1 sm Ac8d"}, "action 31 .*: p1 shows Ac 8d, but was dealt"),
        ({"a31": "p1 sm Ac8dAsTh3cTs7c6c"}, "action 31 .*: p1 shows"),
        ({"a31": None}, "not finished after action 31: p1 must show"),
        ({"a32": "p1 sm -"}, "action 32 .*: p1 cannot show now: p5 must show"),
    ],
)
def test_a_wrong_action_is_named_with_its_number_and_the_reason(
    changes: dict[str, Any], message: str
) -> None:
    refused(message, actions=acted(**changes))


def test_an_action_after_the_end_is_refused() -> None:
    for extra in ("p1 f", "p1 sm -", "d dh p1 2c"):
        refused("action 33 .*: .*the hand is over", actions=[*acted(), extra])
    refused("action 16 .*: .*the hand is over", path=FOLDED, actions=[*acted(FOLDED), "p5 sm -"])


def test_hands_that_are_all_in_must_be_shown_before_the_next_card() -> None:
    actions = acted(ALL_IN)
    place = actions.index("p4 sm Kd8dKhQdAdQh")
    wrong = f"action {place + 2} .*: no cards are due: p4 must show"
    refused(wrong, ALL_IN, actions=[*actions[:place], *actions[place + 1 :]])
    with pytest.raises(InvalidInput, match=f"action {place + 1} .*: p4 is all-in and must show"):
        History(fields(ALL_IN, actions=[*actions[:place], "p4 sm", *actions[place + 1 :]]))


# Hands that are not known at the showdown


def unknown(**changes: Any) -> dict[str, Any]:
    """Return a real hand in which p5's down cards were not seen, nor shown."""
    a32 = changes.pop("a32", "p5 sm ??????")
    actions = acted(a5="d dh p5 ????Ah", a28="d dh p5 ??", a32=a32)
    return fields(actions=actions, **changes)


def test_a_pot_that_an_unknown_hand_decides_goes_as_the_file_says() -> None:
    history = History(unknown())
    assert history.finishing_stacks == History.load(SHOWN).finishing_stacks
    last = history.replay().log[-1]
    assert isinstance(last, Told)
    assert sum(last.shares.values()) == 4_825_000
    assert history.replay().state.hands[4][0] is None


def test_without_finishing_stacks_an_unknown_hand_is_refused_and_no_chip_vanishes() -> None:
    with pytest.raises(InvalidInput, match="a hand that decides a pot is not known; finishing_st"):
        History(unknown(finishing_stacks=None))
    with pytest.raises(InvalidInput, match=r"finishing_stacks: p1 has at least .* more than told"):
        History(unknown(finishing_stacks=[0, 1800000, 14400000, 6075000, 7425000]))
    with pytest.raises(InvalidInput, match="finishing_stacks: shares: p2 cannot win a pot"):
        History(unknown(finishing_stacks=[4537500 - 7, 1800007, 14400000, 6075000, 2887500]))


def test_cards_that_were_dealt_unknown_become_known_when_they_are_shown() -> None:
    history = History(unknown(a32="p5 sm 8h3hAh3sJc7d4s"))
    assert history.replay().state.hands[4] == parse("8h3hAh3sJc7d4s")
    with pytest.raises(InvalidInput, match=r"action 32 .*: Ac stands twice: it was dealt to p1"):
        History(unknown(a32="p5 sm Ac3hAh3sJc7d4s"))


def test_who_does_not_show_gives_up_the_pot() -> None:
    actions = acted(a32="p5 sm")
    history = History(fields(actions=actions, finishing_stacks=None))
    assert history.finishing_stacks[4] == History.load(SHOWN).replay(30).stacks[4]
    assert sum(history.finishing_stacks) == 29_700_000
    both = acted(a31="p1 sm", a32="p5 sm")
    refused("action 32 .*: p5 must show: nobody else can win the pot", actions=both)


def test_an_unknown_up_card_of_a_player_who_stays_in_is_refused() -> None:
    refused(
        "action 14 .*: fourth street: an up-card of p1 is not known",
        actions=acted(a1="d dh p1 Ac8d??"),
    )


def test_an_unknown_up_card_is_left_out_when_the_bring_in_is_found() -> None:
    """Hands of players who folded at once hold such cards, so they cannot be refused."""
    history = History.load(FOLDED)
    dealt = history.replay().log[1]
    assert isinstance(dealt, Dealt)
    doors = [cards[2] for cards in dealt.cards]
    assert None in doors
    lowest = min((door.rank, door.suit, seat) for seat, door in enumerate(doors) if door)[2]
    place = len(doors)
    assert history.actions[place] == f"p{lowest + 1} pb"
    refused(
        f"action {place + 1} .*: p1 is not to act, p{lowest + 1} is",
        path=FOLDED,
        actions=acted(FOLDED, **{f"a{place + 1}": "p1 pb"}),
    )


def test_a_history_needs_no_order_of_deals_within_a_street() -> None:
    actions = acted()
    actions[0], actions[4] = actions[4], actions[0]
    history = History(fields(actions=actions))
    assert history.finishing_stacks == History.load(SHOWN).finishing_stacks
    dealt = history.replay().log[1]
    assert isinstance(dealt, Dealt)
    assert dealt.players == ("p1", "p2", "p3", "p4", "p5")
