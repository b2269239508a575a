"""``cardlab report``: a write-up as a page that stands alone."""

from __future__ import annotations

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

from cardlab.errors import InvalidInput


def add(commands: Any) -> None:
    """Add the command."""
    report = commands.add_parser("report", help="run a write-up to a page that stands alone")
    report.set_defaults(command=_report)
    report.add_argument(
        "name",
        nargs="?",
        help="a game (shoot, stud8, divider) or the name of a write-up; by default all, one by one",
    )
    report.add_argument(
        "-p",
        dest="parameters",
        nargs=2,
        action="append",
        default=[],
        metavar=("NAME", "VALUE"),
        help='a parameter, e.g. -p hero "As2s3d" -p villain Kh; commas between items of a list',
    )
    report.add_argument("--out", default="reports", metavar="FOLDER", help="for pages (reports)")
    report.add_argument(
        "--notebooks",
        default="notebooks/reports",
        metavar="FOLDER",
        help="has the write-ups (notebooks/reports)",
    )
    report.add_argument("--json", action="store_true", help="print one JSON object")


def _report(arguments: Namespace) -> None:
    from cardlab.reports.running import GAMES, every, find

    folder = Path(arguments.notebooks)
    if arguments.name is not None:
        write_ups = [find(arguments.name, arguments.parameters, folder)]
    elif arguments.parameters:
        message = f"report: say which one the parameters are for: {', '.join(GAMES)}"
        raise InvalidInput(message)
    else:
        write_ups = every(folder)
    made = [write_up.run(Path(arguments.out)) for write_up in write_ups]
    if arguments.json:
        print(json.dumps([report.to_json() for report in made]))
        return
    for report in made:
        print(report.page)
