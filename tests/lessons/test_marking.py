"""Whatever a submission does costs only its own marks."""

import ast
import json
import os
import sys
import time
from contextlib import suppress
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import pandas as pd
import pytest

from cardlab.__main__ import main
from cardlab.cards import Card, parse
from cardlab.errors import InvalidInput
from cardlab.lessons import marking, names
from cardlab.lessons.marking import mark, table
from cardlab.lessons.plain import Refused, packed, unpack

from . import demo
from .hostile import THINGS

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
MASTERS = sorted((NOTEBOOKS / "teacher").glob("*.ipynb"))
ASK = 'from cardlab import lessons\nq1 = lessons.question("shoot/1")'
RIGHT = ["answer_1 = 24", 'answer_2 = "24/49"']
posix = pytest.mark.skipif(os.name != "posix", reason="limits are the operating system's")


@pytest.fixture(autouse=True)
def _demo(request, monkeypatch):
    """Mark exercises of our own, except where the masters are marked."""
    if "path" not in request.fixturenames:
        by_name = {exercise.name: exercise for exercise in demo.chapter.exercises}
        monkeypatch.setattr(marking, "question", by_name.__getitem__)
        monkeypatch.setattr(
            marking, "names", lambda game: list(by_name) if game == "shoot" else names(game)
        )


def notebook(path, *cells):
    made = [{"cell_type": "code", "source": cell, "outputs": []} for cell in cells]
    path.write_text(json.dumps({"cells": made, "metadata": {}, "nbformat": 4}), "utf-8")
    return path


def marks(folder, **options):
    return {row.name: row for row in mark(folder, **options)}


def both(row):
    return row.mark("shoot/1"), row.mark("shoot/2")


@pytest.fixture
def good(tmp_path):
    return notebook(tmp_path / "good.ipynb", ASK, *RIGHT)


def alone(tmp_path, *cells, seconds=30):
    """Mark one submission that precedes a good one, which must come out right in any case."""
    notebook(tmp_path / "bad.ipynb", ASK, *cells)
    notebook(tmp_path / "c_good.ipynb", ASK, *RIGHT)
    before = (tmp_path / "c_good.ipynb").read_bytes()
    rows = marks(tmp_path, seconds=seconds)
    assert both(rows["c_good.ipynb"]) == (1, 1)
    assert rows["c_good.ipynb"].remarks == []
    assert (tmp_path / "c_good.ipynb").read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(rows)
    return rows["bad.ipynb"]


@pytest.mark.parametrize(
    ("answer", "back"),
    [
        (24, Fraction(24)), ("24/49", "24/49"), (0.5, Fraction(1, 2)), (True, True), (None, None),
        (..., None), (parse("5h Kc"), parse("5h Kc")), (["a", "b"], ("a", "b")),
        ([parse("5h"), "x"], (parse("5h"), "x")), (Card("5h"), Card("5h")), (set(), ()),
    ],
)  # fmt: skip
def test_answers_leave_and_come_back_as_plain_data(answer, back):
    told = unpack(json.loads(json.dumps(packed(answer))))
    assert told == back
    assert type(told) is type(back)


@pytest.mark.parametrize("number", range(len(THINGS)))
def test_hostile_answers_leave_as_plain_data_or_as_the_reason_why_not(number):
    told = unpack(json.loads(json.dumps(packed(THINGS[number]))))
    assert isinstance(told, (Refused, Fraction, str, bool, tuple, Card, type(None)))


@pytest.mark.slow
@pytest.mark.parametrize("path", MASTERS, ids=lambda path: path.stem)
def test_a_master_comes_out_all_correct(path, tmp_path):
    (tmp_path / "master.ipynb").write_bytes(path.read_bytes())
    (row,) = mark(tmp_path, seconds=600)
    numbers = [
        cell["id"].removeprefix("answer-")
        for cell in json.loads(path.read_text("utf-8"))["cells"]
        if cell["id"].startswith("answer-")
    ]
    assert len(numbers) >= 2
    wrong = {
        name: str(told)
        for name, told in row.feedback.items()
        if not told.correct and name.rpartition("/")[2] in numbers
    }
    assert wrong == {}
    assert row.remarks == []


@pytest.mark.slow
@pytest.mark.parametrize("path", MASTERS, ids=lambda path: path.stem)
def test_a_student_copy_runs_to_its_end_and_nothing_in_it_is_attempted(path, tmp_path):
    copy = NOTEBOOKS / path.stem / "exercises.ipynb"
    (tmp_path / "copy.ipynb").write_bytes(copy.read_bytes())
    (row,) = mark(tmp_path, seconds=600)
    assert {told.status for told in row.feedback.values()} == {"not attempted"}
    assert row.remarks == []


@pytest.mark.slow
@pytest.mark.parametrize("path", MASTERS, ids=lambda path: path.stem)
def test_in_a_student_copy_every_check_says_not_attempted(path):
    names_of_it = {"display": lambda *_: None}
    for cell in json.loads((NOTEBOOKS / path.stem / "exercises.ipynb").read_text("utf-8"))["cells"]:
        if cell["cell_type"] != "code":
            continue
        *first, last = ast.parse("".join(cell["source"])).body
        exec(compile(ast.Module(first, []), cell["id"], "exec"), names_of_it)
        if cell["id"].startswith("answer-"):
            told = eval(compile(ast.Expression(last.value), cell["id"], "eval"), names_of_it)
            assert told.status == "not attempted", cell["id"]
        else:
            exec(compile(ast.Module([last], []), cell["id"], "exec"), names_of_it)


@pytest.mark.slow
def test_a_submission_that_never_ends_keeps_what_it_had(tmp_path):
    row = alone(tmp_path, "answer_1 = 24", "while True: pass", 'answer_2 = "24/49"', seconds=8)
    assert both(row) == (1, 0)
    assert row.remarks == ["stopped after 8 seconds"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "crash",
    [
        "import os; os._exit(1)",
        "import ctypes; ctypes.string_at(0)",
        "import os, signal; os.kill(os.getpid(), signal.SIGTERM)",
    ],
)
def test_a_submission_that_crashes_keeps_what_it_had(tmp_path, crash):
    row = alone(tmp_path, "answer_1 = 24", crash, 'answer_2 = "24/49"')
    assert both(row) == (1, 0)
    assert row.remarks == ["Python ended before the last cell"]


ERRORS = [
    ("1 / 0", "ZeroDivisionError"),
    ("answer_1 = = 3", "SyntaxError"),
    ("raise SystemExit", "SystemExit"),
    ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    ("def f(): f()\nf()", "RecursionError"),
    ("x = input()", "EOFError"),
    ("x = bytearray(2**36)", "MemoryError"),
    ("import os; os.kill(os.getppid(), 9)", "PermissionError"),
    ("import os; os.killpg(os.getppid(), 9)", "PermissionError"),
    ("import subprocess; subprocess.run(['ls'])", "PermissionError"),
    ("import os; os.system('ls')", "PermissionError"),
    ("import os\nwhile True: os.fork()", "PermissionError"),
    ("import socket; socket.create_connection(('127.0.0.1', 9))", "PermissionError"),
]


@posix
@pytest.mark.slow
def test_an_error_costs_its_cell_and_is_told(tmp_path):
    row = alone(tmp_path, RIGHT[0], *(cell for cell, _ in ERRORS), RIGHT[1])
    assert both(row) == (1, 1)
    assert row.remarks == [
        f"error in cell {number}: {error}" for number, (_, error) in enumerate(ERRORS, 3)
    ]


@pytest.mark.slow
def test_a_gigabyte_of_print_costs_nothing_and_keeps_nobody_waiting(tmp_path):
    row = alone(tmp_path, "for _ in range(1024): print('x' * 2**20)", *RIGHT)
    assert both(row) == (1, 1)


PEEKS = [
    "open({master!r}).read()",
    "open({other!r}).read()",
    "open({other!r}, 'w')",
    "import os; os.listdir({folder!r})",
    "import os; os.remove({other!r})",
    "import os; os.chdir({folder!r})",
    "import shutil; shutil.rmtree({folder!r})",
    "import shutil; shutil.copy({other!r}, 'x')",
    "from pathlib import Path; Path({folder!r}, 'new').mkdir()",
    "from pathlib import Path; Path({folder!r}, 'new').write_text('x')",
    "import os; os.symlink({other!r}, 'x'); open('x').read()",
    "import os; os.symlink({folder!r}, 'x'); open('x/c_good.ipynb').read()",
    "import os; os.rename({other!r}, 'x')",
    "open({source!r}).read()",
    "import cardlab.lessons.shoot",
    "import importlib; importlib.import_module('cardlab.lessons.shoot')",
    "import pandas; pandas.read_csv({other!r})",
    "import numpy; numpy.fromfile({other!r})",
    "import sqlite3; sqlite3.connect({other!r})",
    "open('/proc/1/environ').read()",
]


@posix
@pytest.mark.slow
def test_masters_other_submissions_and_right_answers_are_out_of_reach(tmp_path):
    places = {
        "master": str(MASTERS[0]),
        "other": str(tmp_path / "c_good.ipynb"),
        "folder": str(tmp_path),
        "source": str(import_module("cardlab.lessons.shoot").__file__),
    }
    row = alone(tmp_path, *(f"x = 24\n{cell.format(**places)}" for cell in PEEKS))
    told = [f"error in cell {number}: PermissionError" for number in range(2, len(PEEKS) + 2)]
    assert row.remarks == ["look at the code: it mentions how exercises are made", *told]


@pytest.mark.slow
@pytest.mark.parametrize(
    "cell",
    [
        "q1._solved.answer",
        "q1.task.solve().answer",
        "[v for v in __import__('gc').get_objects() if type(v).__name__ == 'Solution'][0].answer",
        "len(q1.solution().steps) + 23",
    ],
)
def test_an_exercise_holds_no_answer_while_it_is_marked(tmp_path, cell):
    row = alone(tmp_path, f"answer_1 = {cell}", RIGHT[1])
    # The last one guesses from how many steps a solution has, and gains nothing either.
    assert both(row)[1] == 1
    assert row.remarks
    assert both(row)[0] == (cell == "len(q1.solution().steps) + 23")


def writes(told):
    """A cell after which these answers are written instead of the real ones."""
    return f"import json\njson.dumps = lambda *_: {json.dumps(told)!r}"


LARGE = "7" * 4 * 10**5
HOSTILE = [
    "class Any(int):\n    __eq__ = lambda *_: True\nanswer_1 = Any(7)",
    "class Any:\n    __getattr__ = lambda *_: 24 / 0\nanswer_1 = Any()",
    "answer_1 = []\nanswer_1.append(answer_1)",
    "answer_1 = '9' * 10**7",
    "answer_1 = 10**5000",
    "answer_1 = iter(int, 1)",
    "from pathlib import Path\nPath('answers.json').mkdir()",
    "import os\nos.chdir('/usr')",
    "import json\njson.dumps = lambda *_: '[' * 10**5",
    writes([]),
    writes({"answers": 3, "errors": 4, "done": True}),
    writes({"answers": {"1": ["card", 99]}}),
    writes({"answers": {"1": ["list", 5]}, "errors": [[], {}, LARGE]}),
    writes(
        {"answers": {"1": ["called", [["text"], 3]], "3": ["called", [["number"], ["raised"]]]}}
    ),
    writes({"answers": {"1": ["text", LARGE]}}),
    writes({"answers": {"1": ["number", f"0x{LARGE}1", f"0x{LARGE}3"]}}),
    writes({"answers": {"1": ["list", [["text", "x"]] * 10**4]}}),
]


@posix
@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_hostile_answers_get_no_mark_and_stop_nothing(tmp_path, number):
    start = time.perf_counter()
    assert alone(tmp_path, HOSTILE[number]).mark("shoot/1") == 0
    assert time.perf_counter() - start < 20


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("notes.txt", b"24/49"),
        ("empty.ipynb", b""),
        ("bytes.ipynb", b"\xff\xfe\x00"),
        ("list.ipynb", b"[]"),
        ("text.ipynb", b'{"cells": "none"}'),
        ("deep.ipynb", b"[" * 10**5),
        ("cell.ipynb", b'{"cells": [{"cell_type": "code", "source": 5}]}'),
    ],
)
def test_what_is_no_notebook_gets_a_row_and_a_remark(tmp_path, name, content):
    notebook(tmp_path / "ada.ipynb", ASK)
    (tmp_path / name).write_bytes(content)
    rows = marks(tmp_path, game="shoot")
    assert both(rows[name]) == (0, 0)
    assert len(rows[name].remarks) == 1
    assert rows["ada.ipynb"].remarks == []


def test_a_student_has_the_numbers_of_the_cell_or_of_the_file(tmp_path):
    own = {seed: demo.COUNT.variant(seed)._solved.answer for seed in (7, 8)}
    assert own[7] != own[8]
    notebook(tmp_path / "ada_8.ipynb", f"SEED = 7  # mine\n{ASK}", f"answer_1 = {own[7]}")
    assert marks(tmp_path)["ada_8.ipynb"].mark("shoot/1") == 1
    by_name = marks(tmp_path, seed_from="name")["ada_8.ipynb"]
    assert (by_name.seed, by_name.mark("shoot/1")) == (8, 0)
    assert by_name.remarks == ["the notebook says SEED = 7"]
    assert marks(tmp_path, seed_from="book")["ada_8.ipynb"].seed is None


def test_a_submission_sees_the_cards_of_its_own_number(tmp_path):
    cell = (
        'from fractions import Fraction\nq2 = lessons.question("shoot/2", SEED)\n'
        "answer_2 = Fraction(sum(card.rank for card in q2.task.cards), 49)"
    )
    notebook(tmp_path / "ada.ipynb", "SEED = 7", "from cardlab import lessons", cell)
    assert marks(tmp_path)["ada.ipynb"].mark("shoot/2") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("cell", "title"),
    [
        ("answer_3 = max", "Correct: right on all 2 cases"),
        ("def f(numbers):\n    return sorted(numbers)[-1]\nanswer_3 = f", "Correct"),
        ("def f(numbers): ...\nanswer_3 = f", "Not attempted yet"),
        ("answer_3 = ...", "Not attempted yet"),
        ("answer_3 = lambda numbers: numbers[-1]", "Not yet: the last one"),
        (
            "answer_3 = lambda numbers: min(numbers[-1], 2) + (numbers[0] > 2) * 2",
            "Not yet: wrong on three numbers",
        ),
        ("answer_3 = lambda numbers: 1 / 0", "An error on two numbers"),
        ("answer_3 = lambda: 1", "An error on two numbers"),
        ("answer_3 = lambda numbers: print(numbers)", "Nothing comes out"),
        ("answer_3 = lambda numbers: 'x'", "Cannot read “x”"),
        ("answer_3 = 3", "A function is due"),
    ],
)
def test_functions_are_called_where_they_live_and_judged_where_the_reference_is(
    tmp_path, cell, title
):
    notebook(tmp_path / "ada.ipynb", ASK, cell)
    (row,) = mark(tmp_path)
    assert row.feedback["shoot/3"].title.startswith(title)


@pytest.mark.slow
def test_a_function_that_never_ends_costs_itself(tmp_path):
    notebook(tmp_path / "ada.ipynb", ASK, "def answer_3(numbers):\n    while True: pass")
    (row,) = mark(tmp_path, seconds=5)
    assert row.mark("shoot/3") == 0
    assert row.remarks == ["stopped after 5 seconds"]


def test_the_table_has_a_row_a_submission_and_a_column_an_exercise(tmp_path, capsys):
    folder = tmp_path / "in"
    (folder / "ben").mkdir(parents=True)
    notebook(folder / "=1+1_7.ipynb", ASK, RIGHT[0])
    notebook(folder / "ben" / "exercises.ipynb", ASK, *RIGHT)
    (folder / ".hidden").write_text("x")
    out = tmp_path / "marks.csv"
    assert main(["lessons", "check", str(folder), "--out", str(out), "--json"]) == 0
    frame = pd.read_csv(out)
    assert list(frame.columns) == [
        *("submission", "seed", "shoot/1", "shoot/2", "shoot/3", "total", "remarks")
    ]
    assert list(frame["submission"]) == ["'=1+1_7.ipynb", "ben/exercises.ipynb"]
    assert list(frame["total"]) == [1, 2]
    told = json.loads(capsys.readouterr().out)
    assert [row["total"] for row in told] == [1, 2]


def test_a_folder_for_the_marks_that_is_missing_is_said_before_the_marking(tmp_path, capsys):
    notebook(tmp_path / "ada.ipynb", ASK, RIGHT[0])
    out = str(tmp_path / "none" / "marks.csv")
    assert main(["lessons", "check", str(tmp_path), "--out", out, "--seconds", "0"]) == 2
    assert "there is no folder for" in capsys.readouterr().err


def test_remarks_say_what_was_wrong_but_not_what_was_left_out(tmp_path):
    notebook(tmp_path / "ada.ipynb", ASK, 'answer_2 = "24/52"')
    frame = table(mark(tmp_path))
    assert list(frame["remarks"]) == ["shoot/2: Not yet: 52 in the denominator"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seconds": 0}, "seconds must be a whole number, from 1"),
        ({"seed_from": "x"}, "seed_from must be one of book, cell, name, not 'x'"),
        ({"game": "chess"}, "game must be one of shoot, stud8, divider"),
    ],
)
def test_options_that_mean_nothing_are_refused(good, options, message):
    with pytest.raises(InvalidInput, match=message):
        mark(good.parent, **options)


def test_folders_with_nothing_to_mark_are_refused(tmp_path, capsys):
    with pytest.raises(InvalidInput, match="there is nothing in"):
        mark(tmp_path)
    with pytest.raises(InvalidInput, match="is no folder"):
        mark(tmp_path / "none")
    notebook(tmp_path / "ada.ipynb", "1 + 1")
    with pytest.raises(InvalidInput, match="no notebook in it asks"):
        mark(tmp_path)
    assert main(["lessons", "check", str(tmp_path), "--json"]) == 2
    assert main(["lessons", "check", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("cardlab: ") == 2


@pytest.mark.skipif(sys.platform != "linux", reason="looks at processes as Linux shows them")
@pytest.mark.slow
def test_nothing_is_left_running_and_no_folder_is_left_behind(tmp_path, monkeypatch):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    folder = tmp_path / "in"
    folder.mkdir()
    notebook(folder / "ada.ipynb", ASK, "import threading\nwhile True: threading.Thread().start()")
    mark(folder, seconds=4)
    assert list(scratch.iterdir()) == []
    assert not [folder for folder in working_folders() if str(scratch) in folder]


def working_folders():
    """Yield where each process of this machine works, as far as one may know."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended, or belongs to somebody else
            yield str((process / "cwd").readlink())
