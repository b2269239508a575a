"""The command line."""

import json

import pytest

from cardlab.__main__ import main


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
