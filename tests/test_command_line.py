"""The command line."""

import json

import pytest

from cardlab.__main__ import main
from cardlab.stud8 import Matchup


def test_shoot_prints_the_odds(capsys):
    assert main(["shoot", "5h Kc Qs"]) == 0
    assert capsys.readouterr().out == "24 of 49 = 0.4898\n"


def test_shoot_prints_json(capsys):
    assert (
        main(["shoot", "5h Kc Qs", "--seen", "2d", "--simulate", "1000", "--rng", "1", "--json"])
        == 0
    )
    answer = json.loads(capsys.readouterr().out)
    assert (answer["favourable"], answer["total"], answer["probability"]) == (24, 48, 0.5)
    assert len(answer["winning"]) == 24
    low, high = answer["sampled"]["interval_95"]
    assert low < answer["sampled"]["value"] < high
    assert answer["sampled"]["seed"] == 1


def test_shoot_explains(capsys):
    assert main(["shoot", "5h Kc Qs", "--explain"]) == 0
    assert "Your king beats the eleven lower clubs." in capsys.readouterr().out


def test_relatives_of_the_game(capsys):
    assert main(["shoot", "As", "--hand-size", "1"]) == 0
    assert main(["shoot", "As", "--hand-size", "1", "--ace-low"]) == 0
    assert capsys.readouterr().out == "12 of 51 = 0.2353\n0 of 51 = 0.0000\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["5h Kc"], "hand: 3 cards due, 2 given: 5h Kc"),
        (["5h Kc 1h"], "hand: '1h' (card 3) is not a card"),
        (["5h Kc Qs", "--seen", "Kc"], "seen: Kc is already in hand"),
        (["5h Kc Qs", "--simulate", "0"], "n must be a whole number, from 1 to 1,000,000,000,000"),
        (["5h Kc Qs", "--hand-size", "9"], "hand_size must be a whole number, from 1 to 5, not 9"),
    ],
)
def test_bad_input_gives_one_line_and_exit_code_2(arguments, message, capsys):
    assert main(["shoot", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"cardlab: {message}")
    assert len(told.err.splitlines()) == 1


@pytest.mark.parametrize("arguments", [[], ["chess"], ["shoot"], ["shoot", "5h", "--n", "x"]])
def test_an_unknown_command_gives_exit_code_2(arguments, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert "usage: cardlab" in capsys.readouterr().err


def test_stud8_prints_the_equity(capsys):
    assert main(["stud8", "As2h3d9c4c", "KcKdQh7s2c"]) == 0
    told = capsys.readouterr().out
    table = Matchup("As2h3d9c4c", "KcKdQh7s2c").exact()
    assert told == f"{table}\n"
    assert f"{float(table.equity):.4f}" in told


def test_stud8_prints_json(capsys):
    assert main(["stud8", "As2h3d9c4c", "KcKdQh7s2c", "--dead", "Ks", "--explain", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert sum(map(sum, answer["counts"])) == answer["deals"]
    assert sum(answer["equities"]) == pytest.approx(1)
    assert answer["dead"] == ["Ks"]
    assert answer["explanation"].startswith("What share of the pot can As 2h 3d 9c 4c expect")


def test_stud8_samples_any_number_of_seats(capsys):
    arguments = ["stud8", "As2h3d", "KcKdQh", "7s8s9s", "5d", "--simulate", "10000", "--rng", "1"]
    assert main([*arguments, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert len(answer["equities"]) == 4
    assert sum(equity["value"] for equity in answer["equities"]) == pytest.approx(1)


def test_stud8_takes_ranges(capsys):
    hands = ["As2h3d9c4c", "Qh7s2c"]
    assert main(["stud8", *hands, "--range", "1=pairs", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    exact = Matchup(*hands, ranges={1: "pairs"}).exact()
    assert answer["equities"][0] == float(exact.equity)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["As2s3d"], "seats: 1 given; 2 to 8 can be compared"),
        (["As2s3d", "As"], "seat 1: As is already in seat 0"),
        (["As2s3d", "Kh", "--range", "pairs"], "range must be a seat, = and a range"),
        (["As2s3d", "Kh", "Qh", "9c"], "an exact answer takes"),
    ],
)
def test_stud8_refuses_bad_input_with_exit_code_2(arguments, message, capsys):
    assert main(["stud8", *arguments]) == 2
    assert capsys.readouterr().err.startswith(f"cardlab: {message}")


def test_json_holds_no_infinity(capsys):
    assert main(["stud8", "As", "Kh", "--simulate", "1", "--rng", "1", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out, parse_constant=pytest.fail)
    assert answer["equities"][0]["standard_error"] is None


@pytest.mark.parametrize("ranges", [["1=AA", "1=KK"], ["٣=AA"], ["9=AA"], ["=AA"]])
def test_a_range_is_for_one_seat(ranges, capsys):
    options = [word for text in ranges for word in ("--range", text)]
    assert main(["stud8", "As2s3d", "Kh", *options]) == 2
    assert capsys.readouterr().err.startswith("cardlab: range")


LAST_TURN = (
    "Player 0: up As Ah Ad Ac, down 3c, pockets Kc Qd 3d; "
    "Player 1: up 8h 7h 6h 2c, down none, pockets unknown; "
    "Buried: Jd Jc 4s; Divider: 0; Four: Kd 9h 3s 2s"
)
FIRST_TURN = "Player 0: pockets 6h Tc 3d; Four: Jh 6s Td 2c"


def test_divider_prints_the_seven_cuts(capsys):
    assert main(["divider", LAST_TURN]) == 0
    assert capsys.readouterr().out.splitlines()[1].startswith("9h | Kd 3s 2s  .9943")
    assert main(["divider", LAST_TURN, "--json", "--explain"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["exact"], answer["best"]) == (True, "Divided 9h | Kd 3s 2s")
    assert len(answer["values"]) == 7
    assert "How should you cut" in answer["explanation"]


def test_divider_does_not_call_an_equilibrium_exact(capsys):
    assert main(["divider", LAST_TURN, "--method", "equilibrium", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["exact"] is False
    assert 0 <= answer["exploitability"] <= 1e-4
    assert "n" not in answer
    assert main(["divider", LAST_TURN, "--method", "equilibrium"]) == 0
    assert "not exact" in capsys.readouterr().out


def test_divider_asks_what_the_position_asks(capsys):
    groups = "; Groups: 9h | Kd 3s 2s"
    chooser = LAST_TURN.replace("pockets unknown", "pockets Ks Qc 3h") + groups
    assert main(["divider", chooser, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["values"]) == 2
    assert main(["divider", chooser + "; Taken: 0", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["values"][0]["value"] <= 1


def test_divider_samples_before_the_last_turn(capsys):
    assert main(["divider", FIRST_TURN]) == 2
    assert "use simulate(n)" in capsys.readouterr().err
    assert main(["divider", FIRST_TURN, "--simulate", "500", "--rng", "1", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["n"], answer["seed"], answer["played_on_by"]) == (500, 1, "club")
    assert main(["divider", "Player 0: pockets 6h Tc 3d"]) == 2
    assert "nobody is to act" in capsys.readouterr().err
    assert main(["divider", FIRST_TURN, "--simulate", "500", "--method", "open"]) == 2
    assert "method: only exact values" in capsys.readouterr().err
