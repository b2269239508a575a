"""Makes the notebooks that students get from the teacher's masters.

In a master, what stands between the comments ``# BEGIN SOLUTION`` and ``# END SOLUTION`` is the
teacher's; a student finds ``...`` in its place, or nothing if the line before is ``answer = ...``
already. Cells tagged ``teacher`` are left out. nbgrader
and otter-grader read the same marks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cardlab.errors import InvalidInput, short

_MARK = re.compile(r"(\s*)# (BEGIN|END) SOLUTION\s*")
_ALMOST = re.compile(r"(begin|end)\W*solution", re.IGNORECASE)


def student_copy(master: dict[str, Any]) -> dict[str, Any]:
    r"""Return a notebook without solutions, outputs, teacher's cells and all metadata.

    Parameters
    ----------
    master : dict
        A notebook of format 4, as ``json.load`` reads it.

    Raises
    ------
    InvalidInput
        If a mark has no partner, or is written in a way that would leave the solution in.

    Examples
    --------
    >>> lines = ["a = ...", "# BEGIN SOLUTION", "a = 24", "# END SOLUTION", "q.check(a)"]
    >>> cell = {"cell_type": "code", "id": "q", "source": "\n".join(lines)}
    >>> print("".join(student_copy({"cells": [cell]})["cells"][0]["source"]))
    a = ...
    q.check(a)
    """
    cells = [cell for cell in master["cells"] if "teacher" not in _tags(cell)]
    return {
        "cells": [_cell(cell, number) for number, cell in enumerate(cells, 1)],
        "metadata": {
            "kernelspec": {
                "display_name": "Python 3 (ipykernel)",
                "language": "python",
                "name": "python3",
            },
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def build(folder: Path, *, check: bool = False) -> dict[Path, bool]:
    """Write the student copies ``<game>/exercises.ipynb`` of the masters ``teacher/<game>.ipynb``.

    Parameters
    ----------
    folder : Path
        The folder of the notebooks.
    check : bool
        Whether only to look, and to write nothing.

    Returns
    -------
    dict of Path to bool
        For each copy whether it was up to date.

    Raises
    ------
    InvalidInput
        If there are no masters, or one is no notebook, or as `student_copy` does.
    """
    masters = sorted((folder / "teacher").glob("*.ipynb"))
    if not masters:
        message = f"folder: there are no masters in {folder / 'teacher'}"
        raise InvalidInput(message)
    copies = {folder / path.stem / "exercises.ipynb": _written(path) for path in masters}
    fresh = {path: path.exists() and path.read_bytes() == copy for path, copy in copies.items()}
    for path, copy in copies.items():
        if not check and not fresh[path]:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(copy)
    return fresh


def _written(master: Path) -> bytes:
    """Return the student copy as nbformat would write it, so that only real changes differ."""
    try:
        copy = student_copy(json.loads(master.read_text("utf-8")))
    except InvalidInput as error:
        message = f"{master}: {error}"
        raise InvalidInput(message) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        message = f"{master} is no notebook"
        raise InvalidInput(message) from None
    text = json.dumps(copy, ensure_ascii=False, indent=1, sort_keys=True)
    return f"{text}\n".encode()


def _cell(cell: dict[str, Any], number: int) -> dict[str, Any]:
    name = cell.get("id") or f"cell-{number}"
    lines = "".join(cell["source"]).splitlines()
    kept = "\n".join(_without_solutions(lines, name))
    made: dict[str, Any] = {"cell_type": cell["cell_type"], "id": name, "metadata": {}}
    made["source"] = kept.splitlines(keepends=True)
    if cell["cell_type"] == "code":
        made |= {"execution_count": None, "outputs": []}
    attached = {key: value for key, value in cell.get("attachments", {}).items() if key in kept}
    return made | ({"attachments": attached} if attached else {})


def _without_solutions(lines: Iterable[str], cell: str) -> list[str]:
    kept, inside = [], False
    for line in lines:
        mark = _MARK.fullmatch(line)
        if mark is None and _ALMOST.search(line):
            message = f"cell {cell}: {short(line)} is no mark; write # BEGIN SOLUTION, and no more"
            raise InvalidInput(message)
        if mark is None and not inside:
            kept.append(line)
        elif mark is not None:
            if inside == (mark[2] == "BEGIN"):
                message = f"cell {cell}: a mark {mark[2]} SOLUTION has no partner"
                raise InvalidInput(message)
            inside = not inside
            if inside and not (kept and kept[-1].endswith("= ...")):
                kept.append(f"{mark[1]}...")
    if inside:
        message = f"cell {cell}: a mark BEGIN SOLUTION has no partner"
        raise InvalidInput(message)
    return kept


def _tags(cell: dict[str, Any]) -> list[str]:
    tags: list[str] = cell.get("metadata", {}).get("tags", [])
    return tags
