"""What several commands need."""

from __future__ import annotations

import math
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlab.errors import InvalidInput, short

if TYPE_CHECKING:
    from cardlab.results import Estimate


def add_workers(command: ArgumentParser) -> None:
    """Add the options that say who does the work."""
    workers = command.add_mutually_exclusive_group()
    workers.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (1)")
    workers.add_argument(
        "--scheduler", metavar="ADDRESS", help="of a Dask cluster, such as tcp://10.0.0.1:8786"
    )


@contextmanager
def helpers(arguments: Namespace) -> Iterator[dict[str, Any]]:
    """Give what long work takes: who does it, and a progress bar if somebody looks."""
    from cardlab.tables.work import workers

    with workers(arguments.jobs, arguments.scheduler) as executor:
        yield {"executor": executor, "progress": sys.stderr.isatty()}


def check_folder(out: str | None) -> None:
    """Refuse a file that cannot be written, before the work and not after it."""
    if out is None:
        return
    path = Path(out)
    if not path.parent.is_dir():
        message = f"out: there is no folder for {short(out)}; make it first"
        raise InvalidInput(message)
    if path.is_dir():
        message = f"out must be the name of a file, and {short(out)} is a folder"
        raise InvalidInput(message)
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        message = f"out: {short(out)} may not be written"
        raise InvalidInput(message)


def estimated(estimate: Estimate) -> dict[str, Any]:
    """Return an estimate for JSON."""
    return {
        "value": estimate.value,
        "standard_error": _finite(estimate.standard_error),
        "interval_95": [_finite(end) for end in estimate.interval()],
        "n": estimate.n,
        "seed": estimate.seed,
    }


def _finite(value: float) -> float | None:
    """Return a number for JSON, which knows no infinity."""
    return value if math.isfinite(value) else None
