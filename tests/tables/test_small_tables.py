"""The tables in data/: slices remade, and sums over whole tables that are known otherwise."""

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import pandas as pd
import pytest

from cardlab import divider, shoot, tables
from cardlab.__main__ import main
from cardlab.errors import InvalidInput
from cardlab.results import HiLoTable
from cardlab.stud8 import LowDraw
from cardlab.tables import hands, starting_hands
from cardlab.tables.starting_hands import COUNTS

DATA = Path(__file__).parents[2] / "data"
HANDS = ("2c 2d 2h", "2c 3d Ah", "Jc Qc Kc")
TWO_UNKNOWN = (  # Matchup("", "").exact(limit=10**11).counts, of which test_equity.py knows more
    (363200550577824, 741648392460, 664251371257636, 2006641564790384),
    (145083025980, 152000024040, 145083025980, 980058554592),
    (664251371257636, 741648392460, 363200550577824, 2006641564790384),
)


@pytest.fixture(scope="module")
def stud8():
    return pd.read_csv(DATA / "stud8_starting_hands.csv")


def lines(file: Path) -> dict[str, str]:
    return {line.partition(",")[0]: line for line in file.read_text().splitlines()}


def test_the_starting_hands_are_one_of_each_class():
    ours = hands.starting_hands()
    assert len(set(ours)) == 1755
    every = {
        tuple(
            sorted(sum(1 << (card >> 2) for card in hand if card & 3 == suit) for suit in range(4))
        )
        for hand in combinations(range(52), 3)
    }
    assert len(every) == 1755  # four sets of ranks, whichever the suits
    assert ours == tuple(sorted(ours))
    assert sum(len(hands.suit_class(hand)) for hand in ours) == 22100


def test_the_shoot_table_is_what_the_command_makes(tmp_path):
    file = tmp_path / "shoot.csv"
    assert main(["table", "shoot-hands", "--out", str(file)]) == 0
    assert file.read_bytes() == (DATA / "shoot_hands.csv").read_bytes()


def test_the_shoot_table_has_the_known_average_and_single_hands():
    frame = pd.read_csv(DATA / "shoot_hands.csv")
    winning = int((frame["winning"] * frame["hands"]).sum())
    assert Fraction(winning, 49 * 22100) == shoot.average_chance()
    assert frame["hands"].sum() == 22100
    for row in frame.sample(5, random_state=1).itertuples():
        odds = shoot.Turn(row.hand).exact()
        counts = odds.favourable, odds.total
        assert (row.winning, row.unseen, row.probability) == (*counts, float(odds))


def test_a_slice_of_the_stud_table_is_what_is_made_now(tmp_path):
    slice_ = tmp_path / "slice.csv"
    tables.stud8_starting_hands(slice_, hands=HANDS[1:2])
    kept = lines(DATA / "stud8_starting_hands.csv")
    assert all(kept[hand] == line for hand, line in lines(slice_).items())
    assert list(lines(slice_)) == ["hand", HANDS[1]]


def test_the_stud_table_has_a_row_for_each_class_and_its_counts_add_up(stud8):
    names = [" ".join(map(str, hand)) for hand in hands.starting_hands()]
    assert list(stud8["hand"]) == names
    assert list(stud8["hands"]) == [len(hands.suit_class(hand)) for hand in hands.starting_hands()]
    assert set(stud8["deals"]) == {9_614_852_367_120}
    assert (stud8[list(COUNTS)].sum(axis=1) == stud8["deals"]).all()


def test_over_all_starting_hands_the_stud_table_is_two_unknown_hands(stud8):
    def over_all(column: str) -> int:
        return sum(map(int.__mul__, stud8["hands"].tolist(), stud8[column].tolist()))

    sums = [over_all(column) for column in COUNTS]
    # Each seven cards begin with 35 starting hands.
    assert sums == [35 * count for row in TWO_UNKNOWN for count in row]
    assert HiLoTable([sums[at : at + 4] for at in (0, 4, 8)]).equity == Fraction(1, 2)
    low = Fraction(over_all("low_favourable"), over_all("low_total"))
    assert low == LowDraw("").exact().probability
    assert set(stud8["low_total"]) == {comb(49, 4)}


def test_the_floats_of_the_stud_table_follow_from_its_counts(stud8):
    for row in stud8.sample(50, random_state=1).to_dict("records"):
        counts = [row[name] for name in COUNTS]
        table = HiLoTable([counts[at : at + 4] for at in (0, 4, 8)])
        assert (row["equity"], row["scoop"]) == (float(table.equity), float(table.scoop))
        assert row["low_probability"] == row["low_favourable"] / row["low_total"]


def test_a_run_that_was_stopped_goes_on_where_it_was(tmp_path, monkeypatch):
    monkeypatch.setattr(starting_hands, "counted", lambda hand, _: (sum(hand), *range(14)))
    file, part = tmp_path / "hands.csv", tmp_path / "hands.csv.part"

    def stop_after_the_second(done: int, _: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tables.stud8_starting_hands(file, hands=HANDS, progress=stop_after_the_second)
    assert not file.exists()
    first, second = part.read_text().splitlines()
    part.write_text(f"{second}\n{first[:30]}")  # another order, and a line that was cut short
    told = []
    with ThreadPoolExecutor(2) as pool:
        frame = tables.stud8_starting_hands(
            file, hands=HANDS[:2], executor=pool, progress=lambda *done: told.append(done)
        )
    assert told == [(1, 2), (2, 2)]
    assert not part.exists()
    assert list(lines(file)) == ["hand", *HANDS[:2]]
    assert lines(file)[HANDS[0]] == first
    assert list(frame["hand"]) == list(HANDS[:2])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"hands": ["2c 3c"]}, "cards: 3 cards due, 2 given"),
        ({"executor": 2}, "executor must have a method submit"),
        ({"progress": 1}, "progress must be True, False or a function"),
    ],
)
def test_what_cannot_be_used_is_refused_before_anything_is_written(given, message, tmp_path):
    with pytest.raises(InvalidInput, match=message):
        tables.stud8_starting_hands(tmp_path / "hands.csv", **given)
    assert not list(tmp_path.iterdir())


def test_another_file_is_not_taken_for_an_unfinished_table(tmp_path):
    (tmp_path / "hands.csv.part").write_text("notes,of,mine\n")
    with pytest.raises(InvalidInput, match="does not hold lines of this table"):
        tables.stud8_starting_hands(tmp_path / "hands.csv", hands=HANDS)


@pytest.fixture(scope="module")
def players():
    return pd.read_csv(DATA / "divider_players.csv")


def test_the_divider_table_has_every_two_players_from_both_sides(players):
    assert len(players) == 2 * 6 * 5
    share = players.set_index(["reading", "player", "opponent"])["share"]
    for reading, player, opponent in share.index:
        assert share[reading, player, opponent] + share[reading, opponent, player] == pytest.approx(
            1
        )
    half_points = players["share"] * 2 * players["games"]
    assert half_points.round().tolist() == pytest.approx(half_points.tolist())
    assert (players["standard_error"] < 0.5 / (players["games"] / 2) ** 0.5).all()


@pytest.mark.slow
def test_a_slice_of_the_divider_table_is_what_is_played_now(players):
    row = players.query("reading == 'face_down' and player == 'random' and opponent == 'club'")
    (row,) = row.to_dict("records")
    rules = divider.Rules(red_partner="face_down")
    played = divider.tournament(["random", "club"], row["games"], rules=rules, rng=row["seed"])
    share = played.share("random", "club")
    assert (share.value, share.standard_error) == (row["share"], row["standard_error"])


def test_the_command_plays_every_two_players(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(divider.players, "LEVELS", ("random", "club", "expert"))
    file = tmp_path / "players.csv"
    options = ["--games", "2", "--expert-games", "2", "--rng", "3", "--out", str(file)]
    assert main(["table", "divider-players", *options]) == 0
    frame = pd.read_csv(file)
    assert set(frame["player"]) == {"random", "club", "expert"}
    assert (set(frame["games"]), set(frame["seed"])) == ({2}, {3})
    assert len(frame) == 2 * 3 * 2
    assert capsys.readouterr().err == ""  # no bar where nobody looks
    assert main(["table", "divider-players", "--games", "4", "--expert-games", "3"]) == 2
    assert "expert_games must be even" in capsys.readouterr().err
