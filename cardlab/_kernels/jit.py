"""How kernels are compiled: one decorator, so that all are compiled alike.

- The signature is written out. A kernel is then compiled once, when its file is imported, for
  one set of types; it can be warmed up beforehand, and arrays of another type are an error
  instead of a reason to compile again.
- ``cache=True`` keeps the machine code on disk, so that the next process only loads it. Numba
  notices a change in the kernel's own file, but not in a file that it imports from; so machine
  code made from other sources than these is thrown away first.
- ``nogil=True`` lets go of Python's lock, so that a thread pool runs blocks at the same time.

Numba turns a sum of a signed and an unsigned integer into a float. Sets of cards and random
numbers are uint64 throughout, counts and tokens int64; the two meet only in an explicit cast.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from pickle import UnpicklingError
from typing import Any, Literal, ParamSpec, TypeVar

import numba
from numba import types
from numba.core import event, options

_CACHE = Path(__file__).with_name("__pycache__")


def _forget_stale_code() -> None:
    """Delete machine code that was compiled from other sources, or by another Numba."""
    sources = sorted(Path(__file__).parent.glob("*.py"))
    digest = sha256(b"".join(source.read_bytes() for source in sources))
    digest.update(numba.__version__.encode())
    stamp = _CACHE / "sources.sha256"
    with suppress(OSError):  # a package that cannot be written to has no code of its own to forget
        if stamp.exists() and stamp.read_text() == digest.hexdigest():
            return
        _forget_all_code()
        _CACHE.mkdir(exist_ok=True)
        stamp.write_text(digest.hexdigest())


def _forget_all_code() -> None:
    for code in _CACHE.glob("*.nb[ci]"):
        code.unlink(missing_ok=True)


_forget_stale_code()

P = ParamSpec("P")
R = TypeVar("R")


inlined = numba.njit(inline="always")
"""For small functions: copied into the kernels that call them, and never compiled alone."""


_NO_COUNTING = {"_nrt": False} if hasattr(options.DefaultOptions, "_nrt") else {}
"""What tells Numba not to count references; without it the kernels are slower, no more."""


def jit(signature: Any, *, allocates: bool = False) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator that compiles a function for one signature.

    Parameters
    ----------
    signature : str or Numba signature
        Numba's notation, e.g. ``"int64(uint64)"`` or ``types.int64(read_only(types.uint8))``.
    allocates : bool
        True for a kernel that makes arrays. Others do not count references to those that they are
        given, which in small functions takes longer than all the rest. Numba refuses to compile
        a kernel that makes arrays and does not say so. None returns an array.
    """
    given = {} if allocates else _NO_COUNTING

    def compiled(function: Callable[P, R]) -> Callable[P, R]:
        with event.install_listener("numba:compile", _NOTICE):
            try:
                return _compile(function, signature, cache=True, **given)
            except (EOFError, UnpicklingError):  # a file on disk is damaged
                _forget_all_code()
                return _compile(function, signature, cache=True, **given)
            except RuntimeError:  # there is no folder to keep machine code in
                return _compile(function, signature, cache=False, **given)

    return compiled


def _compile(function: Callable[P, R], signature: Any, **options: Any) -> Callable[P, R]:
    kernel: Callable[P, R] = numba.njit(signature, nogil=True, **options)(function)
    return kernel


class _Notice(event.Listener):
    """Says once, when nothing is on disk yet, why the first answer takes longer."""

    told = False

    def on_start(self, _: object) -> None:
        """Tell it when Numba begins to compile; loading from disk is no compiling."""
        if not self.told:
            self.told = True
            print("cardlab: compiling, once; this takes some seconds", file=sys.stderr, flush=True)

    def on_end(self, _: object) -> None:
        """Do nothing."""


_NOTICE = _Notice()


def read_only(dtype: Any, dimensions: int = 1, layout: Literal["C", "A"] = "C") -> Any:
    """Return the type of an array that a kernel only reads; writable arrays fit too.

    Parameters
    ----------
    dtype : Numba type
        E.g. ``types.uint8``.
    dimensions : int
        1 for a vector, 2 for a matrix.
    layout : str
        ``"C"`` for an array without gaps, ``"A"`` for any strides, at any byte.
    """
    return types.Array(dtype, dimensions, layout, readonly=True, aligned=layout == "C")
