"""How fast cardlab is, as ratios to something measured in the same run.

Each file has a function `rows`; `__main__` measures and prints them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import Any

MISSING: set[str] = set()
"""The packages to compare with that are not installed."""


def installed(package: str) -> bool:
    """Return whether a package to compare with is there; if not, it is noted."""
    there = find_spec(package) is not None
    if not there:
        MISSING.add(package)
    return there


@dataclass(frozen=True)
class Side:
    """A piece of work, and how many units of it one call does."""

    name: str
    call: Callable[[], Any]
    units: int = 1


@dataclass(frozen=True)
class Row:
    """The same work done by cardlab and in another way; `most` limits how often it is repeated."""

    work: str
    unit: str
    ours: Side
    other: Side
    most: int = 1000

    measures = "seconds"

    def measure(self, repeats: int) -> Timing:
        """Measure both sides in turn, so that a busy machine slows both alike."""
        sides = (self.ours, self.other)
        found: tuple[list[float], list[float]] = ([], [])
        for repeat in range(min(repeats, self.most) + 1):
            for side, values in zip(sides, found, strict=True):
                value = self.take(side)
                if repeat:  # the first round warms up
                    values.append(value / side.units)
        return Timing(self, *map(median, found))

    def take(self, side: Side) -> float:
        """Return how many seconds one call takes."""
        start = time.perf_counter()
        side.call()
        return time.perf_counter() - start

    def written(self, value: float) -> str:
        """Write a time, or how many units are done in a second if a call does many."""
        if self.ours.units > 1:
            return f"{1 / value:,.0f} {self.unit}s/s"
        return f"{1000 * value:,.1f} ms"


@dataclass(frozen=True)
class MemoryRow(Row):
    """As a row, but the calls return how many bytes a process has taken at most."""

    measures = "bytes"

    def take(self, side: Side) -> float:
        """Return what the call returns."""
        return float(side.call())

    def written(self, value: float) -> str:
        """Write megabytes."""
        return f"{value / 2**20:,.0f} MB"


@dataclass(frozen=True)
class Timing:
    """Medians of a row, for one unit of its work."""

    row: Row
    ours: float
    other: float

    @property
    def ratio(self) -> float:
        """How many times as much the other side takes."""
        return self.other / self.ours


def fresh(name: str, code: str, *, compiled: bool = True) -> Side:
    """Return code that is run by a new interpreter each time, perhaps with nothing compiled yet."""

    def call() -> None:
        with tempfile.TemporaryDirectory() as folder:
            nothing = {} if compiled else {"NUMBA_CACHE_DIR": folder}
            command = [sys.executable, "-c", code]
            subprocess.run(command, check=True, env=os.environ | nothing, stderr=subprocess.PIPE)

    return Side(name, call)


STATUS = Path("/proc/self/status")
"""Where Linux tells the most memory that a process has taken; elsewhere there are no such rows."""


def memory(name: str, code: str) -> Side:
    """Return a side for the most memory that code takes in a new interpreter."""
    told = f"\nfor line in open({str(STATUS)!r}):\n    if line[:6] == 'VmHWM:': print(line)"

    def call() -> int:
        command = [sys.executable, "-c", code + told]
        printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return 1024 * int(printed.split()[-2])

    return Side(name, call)
