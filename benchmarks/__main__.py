"""Measure and print: ``python -m benchmarks [--json]``."""

from __future__ import annotations

import argparse
import json
import os
import platform
from importlib.metadata import version
from pathlib import Path

from benchmarks import Row, Timing, divider, hands, shoot, stud8, stud8_sampling

ROWS = [*shoot.ROWS, *hands.ROWS, *stud8.ROWS, *stud8_sampling.ROWS, *divider.ROWS]
PACKAGES = ("cardlab", "numpy", "numba", "pandas")
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
        **{package: version(package) for package in PACKAGES},
    }


def speed(seconds: float, row: Row) -> str:
    """Write a time, or how many units are done in a second if a call does many."""
    if row.ours.units > 1:
        return f"{1 / seconds:,.0f} {row.unit}s/s"
    return f"{1000 * seconds:,.1f} ms"


def table(timings: list[Timing]) -> str:
    """Return the timings as text in columns."""
    rows = [HEADING]
    for timing in timings:
        row = timing.row
        ours, other = speed(timing.ours, row), speed(timing.other, row)
        rows.append((row.work, row.ours.name, ours, row.other.name, other, f"{timing.ratio:,.2f}"))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


def as_json(timings: list[Timing], repeats: int) -> str:
    """Return the timings, in seconds for one unit of work, as JSON."""
    rows = [
        {
            "work": timing.row.work,
            "unit": timing.row.unit,
            "cardlab": timing.row.ours.name,
            "cardlab_seconds": timing.ours,
            "against": timing.row.other.name,
            "against_seconds": timing.other,
            "ratio": timing.ratio,
        }
        for timing in timings
    ]
    return json.dumps({"machine": machine(), "repeats": repeats, "rows": rows}, indent=2)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--repeats", type=int, default=7, help="interleaved runs of a row (7)")
    arguments = parser.parse_args()
    timings = [row.measure(max(1, arguments.repeats)) for row in ROWS]
    if arguments.json:
        print(as_json(timings, arguments.repeats))
        return
    print(table(timings))
    print("\nratio: time of the other side to cardlab's; above 1, cardlab is faster.")
    print(f"\nMedians of {arguments.repeats} interleaved runs.")
    print(", ".join(f"{name} {value}" for name, value in machine().items()))


if __name__ == "__main__":
    main()
