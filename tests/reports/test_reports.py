"""Write-ups: what they can be asked, that they repeat, and that their pages stand alone."""

import json
import re
from pathlib import Path

import nbformat
import pandas as pd
import pytest

from cardlab import shoot, stud8
from cardlab.__main__ import main
from cardlab.errors import InvalidInput
from cardlab.reports import Report, measured, shown, signed
from cardlab.reports.running import GAMES, find, parameters

REPORTS = Path(__file__).parents[2] / "notebooks" / "reports"
STEMS = [stem for stems in GAMES.values() for stem in stems]

# Small enough to be quick, one question for each write-up.
HERO, VILLAIN, DEAD = "As 2s 3d 4c 5h 9c", "Ks Kh Qd Qc Jh Td", "8s"
QUESTIONS = {
    "shoot_kitty": {"players": 3, "deals": 1, "kitties": [30, 600], "banks": 400, "seed": 7},
    "stud8_starting_hands": {
        "hands": ["As 2s 3d", "Ks Kh Qd"],
        "villain": "Kd Qc Js Th 4c",
        "dead": "8s",
        "deals": 2000,
        "seed": 7,
    },
    "stud8_hand": {"hero": HERO, "villain": VILLAIN, "dead": DEAD, "deals": 2000, "seed": 7},
    "divider_fairness": {
        "deals": 4,
        "first_turns": 3,
        "worlds": 5,
        "last_turns": 3,
        "seed": 7,
    },
}
every_report = pytest.mark.parametrize("stem", STEMS)


def read(stem):
    return nbformat.read(REPORTS / f"{stem}.ipynb", as_version=4)


def figures_of(stem):
    return [cell.id for cell in read(stem).cells if re.fullmatch(r"figure-\d+", cell.id)]


def ask(game, out, question):
    """Run a report from the command line; return the exit code."""
    options = []
    for name, value in question.items():
        text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        options += ["-p", name, text]
    return main(
        ["report", game, *options, "--out", str(out), "--notebooks", str(REPORTS), "--json"]
    )


def refused(capsys, *arguments):
    """Return the message with which the command line refuses something, before anything runs."""
    assert main(["report", *arguments, "--notebooks", str(REPORTS)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert len(told.err.splitlines()) == 1
    return told.err.removeprefix("cardlab: ").strip()


# What can be asked


def test_every_write_up_in_the_folder_belongs_to_a_game_but_the_one_that_measures_time():
    assert {path.stem for path in REPORTS.glob("*.ipynb")} == {*STEMS, "scaling"}


@every_report
def test_a_write_up_has_the_parameters_of_its_question_and_one_cell_that_checks_them(stem):
    notebook = read(stem)
    assert list(parameters(notebook)) == list(QUESTIONS[stem])
    assert sum("check" in cell.metadata.get("tags", []) for cell in notebook.cells) == 1


def test_a_question_goes_to_the_write_up_that_has_its_parameters():
    assert find("stud8", [], REPORTS).path.stem == "stud8_starting_hands"
    asked = find("stud8", [("hero", "As2s3d"), ("villain", "Kh")], REPORTS)
    assert asked.path.stem == "stud8_hand"
    assert asked.parameters["hero"] == "As2s3d"
    assert asked.parameters["seed"] == 1
    assert find("stud8_hand", [], REPORTS).path == asked.path


def test_lists_are_read_with_commas_between_their_items():
    asked = find("shoot", [("kitties", "60, 600,6000"), ("seed", "5")], REPORTS)
    assert asked.parameters["kitties"] == [60, 600, 6000]
    hands = find("stud8", [("hands", "As 2s 3d, KsKhQd")], REPORTS).parameters["hands"]
    assert hands == ["As 2s 3d", "KsKhQd"]


def test_an_unknown_parameter_is_refused_with_those_that_there_are(capsys):
    message = refused(capsys, "stud8", "-p", "herro", "As2s3d")
    assert message == (
        "parameters: no write-up has herro; stud8_starting_hands has hands, villain, dead, deals, "
        "seed; stud8_hand has hero, villain, dead, deals, seed"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess"], "report must be one of shoot, stud8, divider, shoot_kitty, stud8_start"),
        (["-p", "seed", "2"], "report: say which one the parameters are for"),
        (["shoot", "-p", "seed", "2", "-p", "seed", "3"], "parameters: seed is given twice"),
        (["shoot", "-p", "banks", "many"], "banks must be a whole number, not 'many'"),
        (["shoot", "-p", "players", "1"], "players must be a whole number, from 2 to 13, not 1"),
        (["shoot", "-p", "kitties", "60, 0"], "kitty must be a whole number, from 1 to"),
        (["shoot", "-p", "folder", "."], "parameters: no write-up has folder"),
        (["stud8", "-p", "hero", "As2s"], "hero has 3 to 7 cards, not 2"),
        (["stud8", "-p", "hero", "As2s1d"], "hero: "),
        (["stud8", "-p", "hero", "As2s3d", "-p", "villain", "3d"], "villain: 3d is already in"),
        (["stud8", "-p", "hands", "As2s3d, KsKh"], "hands: 3 cards due, 2 given"),
        (["divider", "-p", "worlds", "0"], "worlds must be a whole number, from 2 to"),
        (["divider", "-p", "seed", "-1"], "seed must be a whole number, at least 0"),
    ],
)
def test_what_cannot_be_asked_is_refused_at_once(arguments, message, capsys):
    assert refused(capsys, *arguments).startswith(message)


def test_where_there_are_no_notebooks_the_error_says_how_to_name_them(tmp_path, capsys):
    assert main(["report", "--notebooks", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    assert "name their folder with --notebooks" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


# What stands in them


@every_report
def test_each_figure_stands_between_its_caption_and_the_same_in_words(stem):
    names = [cell.id for cell in read(stem).cells]
    figures = figures_of(stem)
    assert figures == [f"figure-{number}" for number in range(1, len(figures) + 1)]
    assert len(figures) >= 3
    for figure in figures:
        place = names.index(figure)
        assert names[place - 1 : place + 2] == [f"{figure}-caption", figure, f"{figure}-words"]


def test_a_table_is_kept_byte_for_byte_with_named_columns(tmp_path):
    data = pd.DataFrame({"share": [1 / 3, 0.5]}, index=pd.Index(["a", "ü, b"], name="hand"))
    Report("stud8_hand", str(tmp_path)).keep("shares", data)
    written = (tmp_path / "stud8_hand-shares.csv").read_bytes()
    assert written == 'hand,share\na,0.333333333333\n"ü, b",0.5\n'.encode()
    Report("stud8_hand").keep("shares", data)  # no folder, no file
    assert len(list(tmp_path.iterdir())) == 1


def test_a_report_refuses_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(InvalidInput, match=r"folder: there is no folder"):
        Report("stud8_hand", str(tmp_path / "missing"))


def test_numbers_below_zero_have_a_true_minus_sign_and_zero_has_none():
    assert signed(-1234.5) == "\N{MINUS SIGN}1,234.50"
    assert (signed(0.0), signed(2)) == ("0.00", "+2.00")
    assert measured(-3.726, 0.245) == "\N{MINUS SIGN}3.73 ± 0.48"


def test_a_shown_table_leaves_the_table_as_it_was():
    data = pd.DataFrame({"broke": [1]}, index=pd.Index([1200], name="kitty"))
    assert list(shown(data).index) == ["1,200"]
    assert (list(data.index), data.index.name) == ([1200], "kitty")


# Running them


@pytest.fixture(
    scope="module", params=[pytest.param(stem, marks=pytest.mark.slow) for stem in STEMS]
)
def twice(request, tmp_path_factory):
    """Run a write-up twice with the same question; return its name and both folders."""
    stem = request.param
    folders = [tmp_path_factory.mktemp(stem) for _ in range(2)]
    for folder in folders:
        assert ask(stem.partition("_")[0], folder, QUESTIONS[stem]) == 0
    return stem, *folders


def test_the_same_seed_gives_the_same_tables_byte_for_byte(twice):
    stem, first, second = twice
    tables = sorted(path.name for path in first.glob("*.csv"))
    assert len(tables) >= 3
    assert tables == sorted(path.name for path in second.glob("*.csv"))
    for name in tables:
        assert name.startswith(f"{stem}-")
        assert (first / name).read_bytes() == (second / name).read_bytes(), name
        assert b"nan" not in (first / name).read_bytes().lower(), name


def test_the_parameters_reach_the_notebook_and_stand_in_its_page(twice):
    stem, folder, _ = twice
    made = json.loads((folder / f"{stem}.json").read_text())
    assert made["parameters"] == QUESTIONS[stem]
    assert made["report"] == stem
    assert set(made["versions"]) >= {"cardlab", "python", "numpy", "numba"}
    assert re.match(r"[0-9a-f]{40}|not run in a git checkout", made["commit"])
    page = (folder / f"{stem}.html").read_text()
    assert re.search(r"^seed +7$", page, re.MULTILINE)
    assert str(folder.parent) not in page


def test_the_page_has_its_figures_with_names_and_loads_nothing(twice):
    stem, folder, _ = twice
    page = (folder / f"{stem}.html").read_text()
    body = page[page.index("<body") :]
    names = re.findall(r'<svg\b[^>]*role="img"[^>]*aria-label="([^"]*)"', body)
    names += re.findall(r'<svg\b[^>]*aria-label="([^"]*)"[^>]*role="img"', body)
    figures = figures_of(stem)
    assert sum(len(name) > 40 for name in names) == len(figures)
    for number in range(1, len(figures) + 1):
        assert f"<strong>Figure {number}." in body
    assert re.findall(r"<(?:script|link|iframe|img|object|embed)\b[^>]*>", page) == []
    assert re.findall(r"""\b(?:src|href)=["'](?!#|data:)[^"']*""", page) == []
    assert re.findall(r"@import|url\(\s*['\"]?(?!data:|['\"#])[^)]{0,40}", page) == []
    assert "Traceback" not in page
    # Before the first heading nothing but the introduction: checking says nothing.
    assert "jp-OutputArea-output" not in body[: body.index(">In short")]


def test_the_tables_hold_what_the_package_says(twice):
    stem, folder, _ = twice

    def table(name):
        return pd.read_csv(folder / f"{stem}-{name}.csv")

    if stem == "shoot_kitty":
        row = table("banks").query("players == 'SHOOT' and kitty == 600").iloc[0]
        bank = shoot.Bank(players=3, kitty=600, deals=1, strategy="shoot")
        assert row["broke"] == pytest.approx(bank.simulate(400, rng=7).broke.value)
    elif stem == "stud8_starting_hands":
        row = table("hands").set_index("hand").loc["Ks Kh Qd"]
        exact = stud8.Matchup("Ks Kh Qd", "Kd Qc Js Th 4c", dead="8s").exact()
        assert row["equity"] == pytest.approx(float(exact.equity))
        assert row["class"] == "high pair"
    elif stem == "stud8_hand":
        outcomes = table("outcomes")
        assert outcomes["chance"].sum() == pytest.approx(1)
        exact = stud8.Matchup(HERO, VILLAIN, dead=DEAD).exact()
        assert outcomes["brings"].sum() == pytest.approx(float(exact.equity))
    else:
        assert (table("last_turns")["open"] <= table("last_turns")["value"] + 1e-12).all()
        assert set(table("first_turns")["reading"]) == {"face up", "face down"}
