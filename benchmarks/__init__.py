"""How fast cardlab is, as ratios to something measured in the same run.

Each game has a file with a list of rows; `__main__` measures and prints them.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median


@dataclass(frozen=True)
class Side:
    """A piece of work, and how many units of it one call does."""

    name: str
    call: Callable[[], object]
    units: int = 1


@dataclass(frozen=True)
class Row:
    """The same work done by cardlab and in another way."""

    work: str
    unit: str
    ours: Side
    other: Side

    def measure(self, repeats: int) -> Timing:
        """Time both sides in turn, so that a busy machine slows both alike."""
        seconds: dict[str, list[float]] = {side.name: [] for side in (self.ours, self.other)}
        for repeat in range(repeats + 1):
            for side in (self.ours, self.other):
                start = time.perf_counter()
                side.call()
                if repeat:  # the first round warms up
                    seconds[side.name].append((time.perf_counter() - start) / side.units)
        return Timing(self, median(seconds[self.ours.name]), median(seconds[self.other.name]))


@dataclass(frozen=True)
class Timing:
    """Median seconds for one unit of a row's work."""

    row: Row
    ours: float
    other: float

    @property
    def ratio(self) -> float:
        """How many times as fast cardlab is."""
        return self.other / self.ours


def fresh(name: str, code: str) -> Side:
    """Return code that is run by a new interpreter each time."""
    return Side(name, lambda: subprocess.run([sys.executable, "-c", code], check=True))
