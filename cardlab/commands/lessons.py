"""``cardlab lessons``: student copies and marks, for teachers."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

from cardlab.commands.shared import check_folder
from cardlab.errors import InvalidInput


def add(commands: Any) -> None:
    """Add the command."""
    lessons = commands.add_parser("lessons", help="for teachers: student copies, marks")
    names = lessons.add_subparsers(required=True, metavar="command")

    build = names.add_parser("build", help="make the student copies of the masters")
    build.set_defaults(command=_build)
    build.add_argument(
        "folder", nargs="?", default="notebooks", help="has the masters in teacher/ (notebooks)"
    )
    build.add_argument(
        "--check", action="store_true", help="only say whether they are up to date (exit code 1)"
    )
    build.add_argument("--json", action="store_true", help="print one JSON object")

    check = names.add_parser("check", help="mark a folder of notebooks")
    check.set_defaults(command=_check)
    check.add_argument("folder", help="what was handed in")
    check.add_argument("--out", metavar="FILE", help="a CSV file for the marks")
    check.add_argument("--seconds", type=int, default=60, help="for each submission (60)")
    check.add_argument(
        "--seed-from",
        default="cell",
        help="where a student's number stands: cell (SEED = 7), name (ada_7.ipynb) or book (none)",
    )
    check.add_argument("--game", help="by default the one that most of the notebooks ask about")
    check.add_argument("--json", action="store_true", help="print one JSON object")


def _build(arguments: Namespace) -> int:
    from cardlab.lessons.build import build

    fresh = build(Path(arguments.folder), check=arguments.check)
    if arguments.json:
        print(json.dumps({path.as_posix(): was for path, was in fresh.items()}))
    else:
        other = "out of date" if arguments.check else "written"
        for path, was in fresh.items():
            print(f"{path}: {'up to date' if was else other}")
    return int(arguments.check and not all(fresh.values()))


def _check(arguments: Namespace) -> None:
    from tqdm import tqdm

    from cardlab.lessons.marking import mark, table

    if arguments.out is None and not arguments.json:
        message = "out: say where the marks shall go, --out marks.csv, or print them with --json"
        raise InvalidInput(message)
    check_folder(arguments.out)
    marked = mark(
        Path(arguments.folder),
        seconds=arguments.seconds,
        seed_from=arguments.seed_from,
        game=arguments.game,
        progress=lambda files: tqdm(files, unit=" notebooks", disable=None),
    )
    marks = table(marked)
    if arguments.out is not None:
        marks.to_csv(arguments.out, index=False)
    if arguments.json:
        print(marks.to_json(orient="records", force_ascii=False))
    else:
        print(f"{len(marks)} submissions marked: {arguments.out}")
