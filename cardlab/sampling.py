"""Simulate anything: blocks, seeds, executors, progress.

The n draws are cut into blocks of a fixed size, and block i draws from its own stream, spawned
from the seed. The blocks' results are added up in order. So the answer depends on the seed and on
n, and not on how many workers share the blocks or which of them is quickest.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from cardlab.errors import InvalidInput, short, whole

if TYPE_CHECKING:
    import numpy as np

MOST = 10**12
"""The most draws in a run."""

_WINDOW = 256  # blocks handed to an executor at once: enough for a cluster, little to cancel

Progress = bool | Callable[[int, int], None]
"""True for a progress bar, or a function of (draws done, draws in all) that may raise to stop."""


class Addable(Protocol):
    """What a block returns: anything that can be added exactly, such as an integer array."""

    def __add__(self, other: Any, /) -> Any:
        """Return the sum."""


T = TypeVar("T", bound=Addable)


@dataclass(frozen=True)
class Run(Generic[T]):
    """What `run` returns: the sum over all blocks, and how to repeat it."""

    total: T
    n: int
    seed: int
    seconds: float


def run(
    work: Callable[[np.random.SeedSequence, int], T],
    n: int,
    *,
    block: int,
    rng: int | np.random.Generator | None = None,
    executor: Executor | None = None,
    progress: Progress = False,
) -> Run[T]:
    """Do `n` draws in blocks and add the results.

    Parameters
    ----------
    work : function
        Takes a block's `SeedSequence` and its number of draws; returns something that can be
        added exactly. For a process pool it must be possible to pickle it.
    n : int
        Number of draws, at least 1.
    block : int
        Draws in a block. Part of the question: another size gives other random numbers.
    rng : int or numpy Generator, optional
        The seed; a generator gives one. By default a fresh seed, which the result tells.
    executor : concurrent.futures.Executor, optional
        Where the blocks run: threads, processes, a cluster. By default one after another, here.
    progress : bool or function
        See `Progress`.

    Returns
    -------
    Run

    Raises
    ------
    InvalidInput
        If `n` (at most `MOST`), the block or the seed is not a whole number in range, or the
        executor or `progress` cannot be used.

    Examples
    --------
    Heads in a thousand tosses, on any number of workers:

    >>> import numpy as np
    >>> def heads(seed, n):
    ...     return int(np.random.default_rng(seed).integers(0, 2, n).sum())
    >>> run(heads, 1000, block=100, rng=1).total
    488
    """
    n, block, seed = whole("n", n, 1, MOST), whole("block", block, 1), _seed(rng)
    _check_helpers(executor, progress)
    start = time.perf_counter()
    total: T | None = None
    done = 0
    results = _results(work, _sizes(n, block), seed, executor)
    with closing(results), _Reporter(progress, n) as report:
        for size, result in zip(_sizes(n, block), results, strict=True):
            total = result if total is None else total + result
            done += size
            report(done)
    assert total is not None  # n >= 1, so there was a block
    return Run(total, n, seed, time.perf_counter() - start)


def _check_helpers(executor: object, progress: object) -> None:
    if executor is not None and not hasattr(executor, "submit"):
        message = f"executor must have a method submit, as an Executor has, not {short(executor)}"
        raise InvalidInput(message)
    if not isinstance(progress, bool) and not callable(progress):
        message = f"progress must be True, False or a function, not {short(progress)}"
        raise InvalidInput(message)


def _sizes(n: int, block: int) -> Iterator[int]:
    """Yield the number of draws of each block."""
    for first in range(0, n, block):
        yield min(block, n - first)


def _seed(rng: int | np.random.Generator | None) -> int:
    """Return the seed: the one given, or one drawn from the generator or the system."""
    import numpy as np

    if isinstance(rng, np.random.Generator):
        return int(rng.integers(2**63))
    if rng is None:
        return int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> 1)
    return whole("rng", rng, 0)


def _results(
    work: Callable[[np.random.SeedSequence, int], T],
    sizes: Iterable[int],
    seed: int,
    executor: Executor | None,
) -> Generator[T, None, None]:
    """Yield the blocks' results in order; closing it drops the blocks not yet begun."""
    import numpy as np

    tasks = ((np.random.SeedSequence(seed, spawn_key=(i,)), n) for i, n in enumerate(sizes))
    if executor is None:
        for stream, size in tasks:
            yield work(stream, size)
        return
    waiting: deque[Future[T]] = deque()
    try:
        for stream, size in tasks:
            waiting.append(executor.submit(work, stream, size))
            if len(waiting) == _WINDOW:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


class _Reporter:
    """Tells how far a run has come: to nobody, to a function, or to a progress bar."""

    def __init__(self, progress: Progress, n: int, unit: str = " draws") -> None:
        self._progress, self._n, self._unit = progress, n, unit
        self._bar: Any = None

    def __enter__(self) -> _Reporter:
        if self._progress is True:
            from tqdm.auto import tqdm

            self._bar = tqdm(total=self._n, unit=self._unit, unit_scale=self._n > 10**6)
        return self

    def __call__(self, done: int) -> None:
        if self._bar is not None:
            self._bar.update(done - self._bar.n)
        elif callable(self._progress):
            self._progress(done, self._n)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
