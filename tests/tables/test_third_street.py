"""The table of all matchups on third street: what is in it; no part is lost or repeated."""

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations, permutations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from cardlab import tables
from cardlab.__main__ import main
from cardlab.cards import parse, text
from cardlab.errors import InvalidInput
from cardlab.stud8 import Matchup
from cardlab.tables import hands, third_street, work
from cardlab.tables.starting_hands import COUNTS

parquet = pytest.importorskip("pyarrow.parquet")

PARTS = range(1735, 1741)
ROOT = Path(__file__).parents[2]


# What is listed


def renamed(*groups):
    """Return all that groups of cards can become when the suits change their names."""
    return {
        tuple(frozenset(card - card % 4 + suits[card % 4] for card in group) for group in groups)
        for suits in permutations(range(4))
    }


@cache
def class_of(hand):
    return min(sorted(cards) for (cards,) in renamed(hand))


@pytest.mark.parametrize("hand", ["Tc Qd Ah", "Tc Qc Ac", "Qc Qd Qh", "Jc Jd Qc"])
def test_a_hand_meets_each_later_hand_once_whatever_the_suits_are_called(hand):
    hand = parse(hand)
    number = hands.starting_hands().index(hand)
    found = hands.matchups(number)
    size = len(renamed(hand))
    rest = [card for card in range(52) if card not in hand]
    for cards in (1, 3):
        listed = {other: ways for other, ways in found.items() if len(other) == cards}
        met = [other for other in combinations(rest, cards) if cards == 1 or later(other, hand)]
        half = sum(cards == 3 and class_of(other) == list(hand) for other in met)
        assert sum(listed.values()) == size * (len(met) - half) + size * half // 2
        matchups = [renamed(hand, other) for other in listed]
        if cards == 3:
            matchups = [{frozenset(pair) for pair in pairs} for pairs in matchups]
        assert [len(pairs) for pairs in matchups] == list(listed.values())
        assert len(set().union(*matchups)) == sum(map(len, matchups))  # none stands twice


def later(other, hand):
    return class_of(other) >= list(hand)


@pytest.mark.slow
def test_the_number_of_all_matchups_is_what_burnside_counts():
    door_cards = pairs = 0
    for number in third_street.PARTS:
        sizes = [len(other) for other in hands.matchups(number)]
        door_cards += sizes.count(1)
        pairs += sizes.count(3)
    every = list(combinations(range(52), 3))
    still_cards = still_pairs = 0
    for suits in permutations(range(4)):
        image = {
            hand: tuple(sorted(card - card % 4 + suits[card % 4] for card in hand))
            for hand in every
        }
        still = [hand for hand in every if image[hand] == hand]
        masks = np.array([sum(1 << card for card in hand) for hand in still])
        cards = [card for card in range(52) if suits[card % 4] == card % 4]
        still_cards += sum(card not in hand for hand in still for card in cards)
        still_pairs += sum(int((masks & mask == 0).sum()) for mask in masks)
        still_pairs += sum(  # the two hands change places
            image[image[hand]] == hand and not set(hand) & set(image[hand]) for hand in every
        )
    assert (door_cards, pairs) == (still_cards / 24, still_pairs / 48) == (63_193, 9_273_888)


# What is counted


def test_a_row_is_the_matchup_as_its_hand_sees_it(monkeypatch):
    only = {tuple(parse("As")): 4}
    monkeypatch.setattr(third_street, "matchups", lambda number: only)
    _, part = third_street._count(1754)
    (row,) = part.to_pylist()
    assert (row["hand"], row["opponent"], row["matchups"]) == ("Ac Ad Ah", "As", 4)
    table = Matchup("As", "AhAcAd").exact().mirrored
    assert [row[name] for name in COUNTS] == [count for line in table.counts for count in line]
    assert (row["deals"], row["equity"]) == (table.deals, float(table.equity))


@pytest.mark.slow
def test_a_door_card_is_all_hands_with_that_card():
    hand, door = parse("2c 2d 2h"), parse("As")
    sums = np.zeros((3, 4), object)
    for other, ways in hands.matchups(0).items():
        if len(other) == 3 and door[0] in other:
            sums += ways * np.array(Matchup(hand, other).exact().counts, object)
    # Seven cards with the ace are found with every two others, and four hands are of this class.
    assert (sums == 15 * 4 * np.array(Matchup(hand, door).exact().counts, object)).all()


# Files


def quick(hand, opponent):
    """Count nothing: as many columns, and counts that add up."""
    return 66 + sum(hand), sum(hand), *range(1, 12), 0.5, 0.25


GETS_STUCK = """
import sys, time
from cardlab.tables import third_street
from cardlab.tables.hands import starting_hands
from tests.tables.test_third_street import PARTS, quick

def stuck(hand, opponent):
    if hand == starting_hands()[PARTS[2]] and opponent == (50,):
        time.sleep(60)
    return quick(hand, opponent)

third_street.counted = stuck
third_street.stud8_third_street(sys.argv[1], parts=PARTS)
"""


@pytest.fixture
def counted(monkeypatch):
    """Count nothing, and note what would be counted."""
    seen = []

    def note(hand, opponent):
        seen.append((text(hand), text(opponent)))
        return quick(hand, opponent)

    monkeypatch.setattr(third_street, "counted", note)
    return seen


def contents(folder):
    return {file.name: file.read_bytes() for file in sorted(folder.glob("part-*"))}


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """All parts, as one run makes them."""
    folder = tmp_path_factory.mktemp("expected")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(third_street, "counted", quick)
        tables.stud8_third_street(folder, parts=PARTS)
    return contents(folder)


def test_a_run_that_was_killed_loses_and_repeats_nothing(tmp_path, expected, counted):
    process = subprocess.Popen([sys.executable, "-c", GETS_STUCK, tmp_path], cwd=ROOT)
    while len(contents(tmp_path)) < 2:
        assert process.poll() is None
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert list(contents(tmp_path)) == [f"part-{number}.parquet" for number in PARTS[:2]]
    told = []
    tables.stud8_third_street(tmp_path, parts=PARTS, progress=lambda *done: told.append(done))
    assert contents(tmp_path) == expected
    assert counted == [
        (text(hands.starting_hands()[number]), text(opponent))
        for number in PARTS[2:]
        for opponent in hands.matchups(number)
    ]
    assert told == [(done, len(PARTS)) for done in range(1, len(PARTS) + 1)]


def cut_short(file):
    file.write_bytes(file.read_bytes()[:-100])


def emptied(file):
    file.write_bytes(b"")


def one_byte_changed(file):
    data = bytearray(file.read_bytes())
    data[300] ^= 1
    file.write_bytes(data)


def of_another_hand(file):
    file.write_bytes((file.parent / f"part-{PARTS[0]}.parquet").read_bytes())


def one_row_less(file):
    parquet.write_table(parquet.read_table(file)[1:], file)


def one_count_changed(file):
    part = parquet.read_table(file).to_pandas()
    part.loc[3, "high_won_no_low"] += 1
    part.to_parquet(file, index=False)


def a_column_less(file):
    parquet.write_table(parquet.read_table(file).drop_columns("scoop"), file)


@pytest.mark.parametrize(
    "damage",
    [
        cut_short,
        emptied,
        one_byte_changed,
        of_another_hand,
        one_row_less,
        one_count_changed,
        a_column_less,
    ],
)
def test_a_damaged_part_is_done_again(damage, tmp_path, expected, counted):
    for name, data in expected.items():
        (tmp_path / name).write_bytes(data)
    damage(tmp_path / f"part-{PARTS[1]}.parquet")
    assert contents(tmp_path) != expected
    tables.stud8_third_street(tmp_path, parts=PARTS)
    assert contents(tmp_path) == expected
    assert len(counted) == len(hands.matchups(PARTS[1]))


def test_a_part_that_was_being_written_is_not_read(tmp_path, expected, counted):
    name = f"part-{PARTS[0]}.parquet"
    (tmp_path / f".{name}").write_bytes(expected[name][:1000])
    tables.stud8_third_street(tmp_path, parts=PARTS[1:3])
    frame = pd.read_parquet(tmp_path)
    assert list(frame["hand"].unique()) == [text(hands.starting_hands()[at]) for at in PARTS[1:3]]
    tables.stud8_third_street(tmp_path, parts=PARTS[:1])
    assert contents(tmp_path) == {name: expected[name] for name in list(expected)[:3]}
    assert not list(tmp_path.glob(".*"))


def test_threads_write_the_same_bytes(tmp_path, expected, counted):
    with ThreadPoolExecutor(2) as pool:
        tables.stud8_third_street(tmp_path, parts=PARTS, executor=pool)
    assert contents(tmp_path) == expected


@pytest.mark.slow
def test_processes_and_a_cluster_write_the_same_bytes(tmp_path):
    distributed = pytest.importorskip("distributed")
    name = ["table", "stud8-third-street", "--parts", "1753:1755", "--out"]
    assert main([*name, str(tmp_path / "two"), "--jobs", "2"]) == 0
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0")
    with cluster:
        address = ["--scheduler", cluster.scheduler_address]
        assert main([*name, str(tmp_path / "cluster"), *address]) == 0
    assert contents(tmp_path / "two") == contents(tmp_path / "cluster")
    assert list(contents(tmp_path / "two")) == ["part-1753.parquet", "part-1754.parquet"]


def test_what_was_begun_is_finished_and_the_rest_dropped_when_a_run_is_stopped(tmp_path, counted):
    def stop(done, _):
        if done == 2:
            raise KeyboardInterrupt

    with ThreadPoolExecutor(1) as pool, pytest.raises(KeyboardInterrupt):
        tables.stud8_third_street(tmp_path, parts=PARTS, executor=pool, progress=stop)
    assert len(contents(tmp_path)) == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--parts", "3"], "parts must be FROM:TO with FROM < TO <= 1755, not '3'"),
        (["--parts", "5:5"], "parts must be FROM:TO"),
        (["--parts", "0:1756"], "parts must be FROM:TO"),
        (["--parts", f"0:{'9' * 5000}"], "parts must be FROM:TO"),
        (["--jobs", "0"], "jobs must be a whole number, at least 1, not 0"),
        (["--scheduler", "here"], "scheduler must be an address"),
    ],
)
def test_bad_options_are_refused_before_anything_is_written(options, message, tmp_path, capsys):
    folder = tmp_path / "table"
    assert main(["table", "stud8-third-street", "--out", str(folder), *options]) == 2
    assert f"cardlab: {message}" in capsys.readouterr().err
    assert not folder.exists()


def test_parts_that_do_not_exist_are_refused(tmp_path):
    with pytest.raises(InvalidInput, match="parts must be a whole number, from 0 to 1,754"):
        tables.stud8_third_street(tmp_path / "table", parts=[1755])


@pytest.mark.parametrize(
    ("missing", "options"), [("pyarrow", []), ("distributed", ["--scheduler", "x"])]
)
def test_packages_that_are_missing_are_named(missing, options, tmp_path, monkeypatch, capsys):
    for module in (third_street, work):
        monkeypatch.setattr(module, "find_spec", lambda name: name != missing or None)
    assert main(["table", "stud8-third-street", "--out", str(tmp_path), *options]) == 2
    assert "pip install 'cardlab[cluster]'" in capsys.readouterr().err
