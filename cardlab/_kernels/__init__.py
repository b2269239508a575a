"""Compiled kernels: the only place with Numba, and the only one with tricks.

Each file does one job and opens with its idea. `compiled` says whether Numba is there; in the
browser it is not, and the callers then take a slower way and say so.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec

compiled: bool = find_spec("numba") is not None
"""Whether the kernels can be compiled here."""

_told = False


def ready() -> bool:
    """Return whether kernels can be used; if not, say once that answers take longer."""
    global _told
    if not compiled and not _told:
        _told = True
        print("cardlab: Numba is not installed, so answers take longer", file=sys.stderr)
    return compiled


KERNELS = (
    "divider_last",
    "divider_place",
    "divider_play",
    "divider_value",
    "divider_worlds",
    "draw",
    "hands",
    "heads_up",
    "joint",
    "shoot_bank",
    "short_hands",
    "stud_sample",
    "three_way",
)
"""The files with kernels."""


def warmup() -> None:
    """Compile every kernel, so that later processes find the machine code on disk.

    The kernels have written signatures, so importing their files compiles them. Without Numba
    there is nothing to do.
    """
    if compiled:
        for name in KERNELS:
            import_module(f"cardlab._kernels.{name}")
