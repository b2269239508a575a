"""Equity street by street in hands that were played."""

from pathlib import Path

import pytest

from cardlab.errors import InvalidInput
from cardlab.stud8 import History, Matchup, by_street

HANDS = sorted((Path(__file__).parents[2] / "data" / "hands").glob("*.phh"))
ALL_IN = """
variant = 'F7S/8'
antes = [1, 1]
bring_in = 2
small_bet = 4
big_bet = 8
starting_stacks = [50, 50]
actions = [
  'd dh p1 ????3d', 'd dh p2 KcKd9h', 'p1 pb', 'p2 cc', 'd dh p1 4h', 'd dh p2 9c',
  'p2 cc', 'p1 cc', 'd dh p1 5h', 'd dh p2 2c', 'p2 cbr 8', 'p1 f',
]
finishing_stacks = [47, 53]
players = ['Ann', 'Ben']
"""


@pytest.fixture
def history():
    return History.loads(ALL_IN)


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
@pytest.mark.parametrize("view", ["all", "public"])
def test_the_equities_of_a_street_add_up_to_the_pot(path, view):
    frame = History.load(path).equity_by_street(view, n=2_000)
    assert frame.groupby("street")["equity"].sum().to_numpy() == pytest.approx(1)
    assert set(frame["method"]) <= {"exact", "sampled"}
    assert ((frame["method"] == "exact") == (frame["standard_error"] == 0)).all()


@pytest.mark.parametrize(
    "path", [path for path in HANDS if "hand-06" in path.stem], ids=lambda path: path.stem
)
def test_seventh_street_of_a_real_hand_is_its_showdown(path):
    frame = History.load(path).equity_by_street(n=1_000)
    assert frame.loc[(7, "p4"), "equity"] == 1
    assert frame.loc[(7, "p5"), "equity"] == 0
    assert frame.loc[6, "method"].unique().tolist() == ["exact"]


def test_all_that_is_told_is_known_and_the_rest_is_written_as_unknown(history):
    frame = by_street(history)
    assert frame.loc[(5, "Ann")].to_dict() | {"equity": None} == {
        "cards": "?? ?? 3d 4h 5h",
        "unknown": 2,
        "equity": None,
        "standard_error": 0,
        "method": "exact",
    }
    exact = Matchup("3d4h5h", "KcKd9h9c2c").exact()
    assert frame.loc[5, "equity"].tolist() == [float(share) for share in exact.equities]


def test_the_public_view_knows_the_up_cards_alone(history):
    frame = history.equity_by_street("public")
    assert frame.loc[5, "cards"].tolist() == ["?? ?? 3d 4h 5h", "?? ?? 9h 9c 2c"]
    exact = Matchup("3d4h5h", "9h9c2c").exact()
    assert frame.loc[5, "equity"].tolist() == [float(share) for share in exact.equities]


@pytest.mark.parametrize("view", [1, "Ben"])
def test_a_seat_knows_its_own_hole_cards_too(history, view):
    assert history.equity_by_street(view).equals(history.equity_by_street("all"))


def test_a_seat_does_not_know_the_hole_cards_of_others(history):
    assert history.equity_by_street(0).equals(history.equity_by_street("public"))


def test_cards_of_players_who_folded_are_dead():
    path = next(path for path in HANDS if "43-hand-48" in path.stem)
    frame = History.load(path).equity_by_street(n=1_000)
    dead = "Tc 4h 5s Td 7h 2h Kd Js Jd"
    exact = Matchup("Ac 8d As Th", "8h 3h Ah 3s", dead=dead).exact()
    assert frame.loc[4, "equity"].tolist() == [float(share) for share in exact.equities]
    public = History.load(path).equity_by_street("public", n=1_000)
    exact = Matchup("As Th", "Ah 3s", dead="5s 2h Jd").exact()
    assert public.loc[4, "equity"].tolist() == [float(share) for share in exact.equities]


@pytest.mark.parametrize("view", ["Cy", 2, -1, 0.5])
def test_a_view_that_is_not_there_is_an_error(history, view):
    with pytest.raises(InvalidInput, match="view must be"):
        history.equity_by_street(view)


def test_what_is_no_history_is_an_error():
    with pytest.raises(InvalidInput, match="history must be a History, not None"):
        by_street(None)
