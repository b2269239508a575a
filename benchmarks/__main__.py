"""Measure and print: ``python -m benchmarks [FILE ...] [--rows WORDS] [--json]``."""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tqdm import tqdm

from benchmarks import MISSING, Row, Timing

FILES = ("start", "hands", "shoot", "stud8", "stud8_sampling", "divider", "workers")
PACKAGES = (
    "cardlab", "numpy", "numba", "pandas", "sval", "pkrbot", "poker-equity", "eval7", "phevaluator",
    "holdem-hand-evaluator", "treys", "deuces", "pokerkit",
)  # fmt: skip
HEADING = ("work", "cardlab", "median", "against", "median", "ratio")


def machine() -> dict[str, str]:
    """Return what the numbers depend on."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return {
        "processor": models[0] if models else platform.processor() or platform.machine(),
        "cores": str(os.cpu_count()),
        "system": platform.system(),
        "python": platform.python_version(),
        **dict(versions()),
    }


def versions() -> Iterator[tuple[str, str]]:
    """Yield the packages that are installed."""
    for package in PACKAGES:
        with suppress(PackageNotFoundError):
            yield package, version(package)


def table(timings: list[Timing]) -> str:
    """Return the timings as text in columns."""
    rows = [HEADING]
    for timing in timings:
        row = timing.row
        ours, other = row.written(timing.ours), row.written(timing.other)
        rows.append((row.work, row.ours.name, ours, row.other.name, other, f"{timing.ratio:,.2f}"))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def as_json(timings: list[Timing], repeats: int) -> str:
    """Return the medians, for one unit of work, as JSON."""
    rows = [
        {
            "work": timing.row.work,
            "unit": timing.row.unit,
            "cardlab": timing.row.ours.name,
            "measures": timing.row.measures,
            "cardlab_median": timing.ours,
            "against": timing.row.other.name,
            "against_median": timing.other,
            "ratio": timing.ratio,
        }
        for timing in timings
    ]
    found = {"machine": machine(), "repeats": repeats, "missing": sorted(MISSING), "rows": rows}
    return json.dumps(found, indent=2)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("files", nargs="*", metavar="FILE", help=f"of {', '.join(FILES)}; all")
    parser.add_argument("--rows", default="", metavar="WORDS", help="rows whose work has WORDS")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--repeats", type=int, default=7, help="interleaved runs of a row (7)")
    given = parser.parse_args()
    if unknown := set(given.files) - set(FILES):
        parser.error(f"there is no {', '.join(sorted(unknown))}; files are {', '.join(FILES)}")
    rows: list[Row] = []
    for name in given.files or FILES:
        rows += import_module(f"benchmarks.{name}").rows()
    rows = [row for row in rows if given.rows in row.work]
    timings = [row.measure(max(1, given.repeats)) for row in tqdm(rows, unit=" rows")]
    if given.json:
        print(as_json(timings, given.repeats))
        return
    print(table(timings))
    print("\nratio: what the other side takes to what cardlab takes; above 1, cardlab takes less.")
    print(f"Medians of {given.repeats} interleaved runs, at most 3 where a run takes seconds.")
    if MISSING:
        print(f"Not installed, so their rows are left out: {', '.join(sorted(MISSING))}.")
    print(", ".join(f"{name} {value}" for name, value in machine().items()))


if __name__ == "__main__":
    main()
