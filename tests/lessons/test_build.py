"""Student copies hold nothing that is the teacher's."""

import json
import shutil
from pathlib import Path

import pytest

from cardlab.__main__ import main
from cardlab.errors import InvalidInput
from cardlab.lessons.build import build, student_copy

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
MASTERS = sorted((NOTEBOOKS / "teacher").glob("*.ipynb"))

every_master = pytest.mark.parametrize("path", MASTERS, ids=lambda path: path.stem)


def code(source, **more):
    return {"cell_type": "code", "id": "a", "metadata": {}, "source": source} | more


def stripped(source):
    (cell,) = student_copy({"cells": [code(source)]})["cells"]
    return "".join(cell["source"])


def test_a_block_becomes_three_dots_at_its_own_depth():
    assert (
        stripped(
            "def f(x):\n    # BEGIN SOLUTION\n    y = x\n    return y\n    # END SOLUTION\nf(1)"
        )
        == "def f(x):\n    ...\nf(1)"
    )


def test_a_block_after_an_empty_answer_leaves_nothing():
    master = "a = ...\n# BEGIN SOLUTION\na = 1\n# END SOLUTION\nq.check(a)"
    assert stripped(master) == "a = ...\nq.check(a)"


def test_two_blocks_in_a_cell_are_both_stripped():
    block = "# BEGIN SOLUTION\nx = 1\n# END SOLUTION\n"
    assert stripped(f"{block}y = 2\n{block}") == "...\ny = 2\n..."


@pytest.mark.parametrize(
    "source",
    [
        "# BEGIN SOLUTION\nx = 1",
        "x = 1\n# END SOLUTION",
        "# BEGIN SOLUTION\n# BEGIN SOLUTION\nx\n# END SOLUTION\n# END SOLUTION",
        "## BEGIN SOLUTION\nx = 1\n## END SOLUTION",
        "#BEGIN SOLUTION\nx = 1\n#END SOLUTION",
        "# begin solution\nx = 1\n# end solution",
        "x = 1  # BEGIN SOLUTION",
        "# BEGIN SOLUTION NO PROMPT\nx = 1\n# END SOLUTION",
    ],
)
def test_a_mark_that_might_leave_a_solution_in_is_an_error(source):
    with pytest.raises(InvalidInput, match="cell a: "):
        stripped(source)


def test_outputs_counts_metadata_attachments_and_teachers_cells_stay_behind():
    secret = {"text": "answer 24"}
    master = {
        "cells": [
            code("x", outputs=[secret], execution_count=3, metadata={"note": "answer 24"}),
            code("y = 24  # the answer", metadata={"tags": ["teacher"]}),
            {"cell_type": "markdown", "source": ["![a](attachment:kept.png)\n", "b"],
             "attachments": {"kept.png": {}, "answer.png": secret}},
        ],
        "metadata": {"kernelspec": {"name": "x"}, "widgets": secret},
        "nbformat": 4,
        "nbformat_minor": 2,
    }  # fmt: skip
    copy = student_copy(master)
    assert "answer" not in json.dumps(copy)
    assert [cell["id"] for cell in copy["cells"]] == ["a", "cell-2"]
    assert copy["cells"][0]["outputs"] == []
    assert copy["cells"][0]["execution_count"] is None
    assert copy["cells"][1]["attachments"] == {"kept.png": {}}
    assert (copy["nbformat"], copy["nbformat_minor"]) == (4, 5)


@every_master
def test_no_line_of_a_solution_stands_in_the_student_copy(path):
    master = json.loads(path.read_text("utf-8"))
    copy = json.dumps(student_copy(master), ensure_ascii=False)
    solutions = 0
    for cell in master["cells"]:
        inside = False
        for line in "".join(cell["source"]).splitlines():
            if line.strip() in ("# BEGIN SOLUTION", "# END SOLUTION"):
                inside = not inside
                solutions += inside
            elif inside and len(line.strip()) > 12:
                assert json.dumps(line.strip())[1:-1] not in copy, line
    assert solutions > 0
    assert "SOLUTION" not in copy
    assert '"outputs": []' in copy


@every_master
def test_masters_follow_the_convention_that_the_marker_relies_on(path):
    cells = {cell["id"]: "".join(cell["source"]) for cell in json.loads(path.read_text())["cells"]}
    numbers = [name.removeprefix("answer-") for name in cells if name.startswith("answer-")]
    assert numbers
    for number in numbers:
        cell = cells[f"answer-{number}"]
        assert f'q{number} = lessons.question("{path.stem}/{number}", SEED)' in cell
        assert cell.rstrip().endswith(f"q{number}.check(answer_{number})")
        assert f'lessons.ask("{path.stem}/{number}", SEED)' in cells[f"ask-{number}"]


def test_student_copies_are_up_to_date():
    stale = [path.as_posix() for path, fresh in build(NOTEBOOKS, check=True).items() if not fresh]
    assert stale == [], "run `cardlab lessons build`"


@pytest.fixture
def folder(tmp_path):
    shutil.copytree(NOTEBOOKS / "teacher", tmp_path / "teacher")
    return tmp_path


def test_building_twice_gives_the_same_bytes(folder):
    assert not any(build(folder).values())
    first = {path: path.read_bytes() for path in build(folder)}
    for path in first:
        path.unlink()
    assert {path: path.read_bytes() for path in build(folder)} == first
    assert all(build(folder).values())


def test_check_writes_nothing_and_says_so_with_its_exit_code(folder, capsys):
    assert main(["lessons", "build", str(folder), "--check"]) == 1
    assert "shoot/exercises.ipynb: out of date" in capsys.readouterr().out
    assert not (folder / "shoot").exists()
    assert main(["lessons", "build", str(folder)]) == 0
    assert main(["lessons", "build", str(folder), "--check", "--json"]) == 0
    told = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert all(told.values())
    assert len(told) == len(MASTERS)


@pytest.mark.parametrize(
    "content",
    [None, "", "{}", "[]", '{"cells": [{"cell_type": "code"}]}', '{"cells": ["x"]}', "[" * 100_000],
    ids=range(7),
)
def test_what_is_no_master_gives_one_line_and_exit_code_2(tmp_path, content, capsys):
    (tmp_path / "teacher").mkdir()
    if content is not None:
        (tmp_path / "teacher" / "shoot.ipynb").write_text(content)
    assert main(["lessons", "build", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
