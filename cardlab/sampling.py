"""Simulate anything: blocks, seeds, executors, progress.

The n draws are cut into blocks of a fixed size, and block i draws from its own stream, spawned
from the seed. The blocks' results are added up in order. So the answer depends on the seed and on
n, and not on how many workers share the blocks or which of them is quickest.

Workers are sent batches of neighbouring blocks: one block at first, then as many as take about a
quarter of a second, since to send less to another process or machine costs more than to do it.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future, wait
from contextlib import closing
from dataclasses import dataclass
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from cardlab.errors import InvalidInput, short, whole

if TYPE_CHECKING:
    import numpy as np

    from cardlab.results import Estimate

MOST = 10**12
"""The most draws in a run."""

_WINDOW = 256  # batches handed to an executor at most: enough for a cluster, little to cancel
_FIRST = 32  # and at first, until it is known how long they take
_BATCH = 0.25  # seconds that a batch should take
_SHARE = 32  # a batch is at most this part of the blocks left, so that all workers end together

Progress = bool | Callable[[int, int], None]
"""True for a progress bar, or a function of (draws done, draws in all) that may raise to stop."""


class Addable(Protocol):
    """What a block returns: anything that can be added exactly, such as an integer array."""

    def __add__(self, other: Any, /) -> Any:
        """Return the sum."""


T = TypeVar("T", bound=Addable)
A = TypeVar("A")
Work = Callable[["np.random.SeedSequence", int], T]
"""Takes a block's stream and its number of draws, and returns what can be added exactly."""


@dataclass(frozen=True)
class Run(Generic[T]):
    """What `run` returns: the sum over all blocks, and how to repeat it."""

    total: T
    n: int
    seed: int
    seconds: float


def number_or_array(total: Any) -> Any:
    """Return what a total was before it was written as JSON: an integer, or an integer array."""
    import numpy as np

    return total if isinstance(total, int) else np.array(total, np.int64)


def proportion(done: Run[int]) -> Estimate:
    """Return the share of draws that a run has counted."""
    from cardlab.results import Estimate

    return Estimate.of_proportion(done.total, done.n, seed=done.seed, seconds=done.seconds)


@dataclass(frozen=True)
class Sampler(Generic[T, A]):
    """How a question is sampled; `cardlab.shards` cuts it up.

    Parameters
    ----------
    work : function
        See `run`.
    block : int
        Draws in a block.
    answer : function
        Takes a `Run` and returns the answer to the question.
    read : function
        Makes a total from what is left of it in JSON.
    """

    work: Work[T]
    block: int
    answer: Callable[[Run[T]], A]
    read: Callable[[Any], T] = number_or_array

    def run(
        self,
        n: int,
        *,
        rng: int | np.random.Generator | None = None,
        executor: Executor | None = None,
        progress: Progress = False,
    ) -> A:
        """Do `n` draws, as `cardlab.sampling.run` does, and return the answer."""
        return self.answer(
            run(self.work, n, block=self.block, rng=rng, executor=executor, progress=progress)
        )


def run(
    work: Work[T],
    n: int,
    *,
    block: int,
    rng: int | np.random.Generator | None = None,
    executor: Executor | None = None,
    progress: Progress = False,
    blocks: range | None = None,
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
        See `Progress`. Whatever it raises stops the run: what has not begun is dropped, and what
        is running is waited for, so nothing is left behind.
    blocks : range, optional
        Do these blocks only, one or more next to each other; the total is then theirs, and
        progress counts their draws. By default all.

    Returns
    -------
    Run

    Raises
    ------
    InvalidInput
        If `n` (at most `MOST`), the block or the seed is not a whole number in range, the
        executor, `progress` or `blocks` cannot be used, or the work returns None.

    Examples
    --------
    Heads in a thousand tosses, on any number of workers:

    >>> import numpy as np
    >>> def heads(seed, n):
    ...     return int(np.random.default_rng(seed).integers(0, 2, n).sum())
    >>> run(heads, 1000, block=100, rng=1).total
    488
    """
    n, block, seed = whole("n", n, 1, MOST), whole("block", block, 1), seed_of(rng)
    _check_helpers(executor, progress)
    start = time.perf_counter()
    total: T | None = None
    done = 0
    task = _Task(work, n, block, seed)
    blocks = task.blocks if blocks is None else blocks
    if not blocks or blocks != task.blocks[blocks[0] : blocks[-1] + 1]:
        message = f"blocks must be a range in {task.blocks}, not {short(blocks)}"
        raise InvalidInput(message)
    sums = task.sums(blocks, executor)
    with closing(sums), _Reporter(progress, task.draws(blocks)) as report:
        for some, found in sums:
            total = found if total is None else total + found
            done += task.draws(some)
            report(done)
    if total is None:
        message = f"work must return what can be added, not None: {short(work)}"
        raise InvalidInput(message)
    return Run(total, n, seed, time.perf_counter() - start)


def _check_helpers(executor: object, progress: object) -> None:
    if executor is not None and not hasattr(executor, "submit"):
        message = f"executor must have a method submit, as an Executor has, not {short(executor)}"
        raise InvalidInput(message)
    if not isinstance(progress, bool) and not callable(progress):
        message = f"progress must be True, False or a function, not {short(progress)}"
        raise InvalidInput(message)


def seed_of(rng: int | np.random.Generator | None) -> int:
    """Return the seed: the one given, or one drawn from the generator or the system."""
    import numpy as np

    if isinstance(rng, np.random.Generator):
        return int(rng.integers(2**63))
    if rng is None:
        return int(np.random.SeedSequence().generate_state(1, np.uint64)[0] >> 1)
    return whole("rng", rng, 0)


def generator(rng: int | np.random.Generator | None) -> np.random.Generator:
    """Return the generator that a seed stands for; a generator is returned as it is.

    Raises
    ------
    InvalidInput
        If it is neither, nor None.
    """
    import numpy as np

    if rng is None or isinstance(rng, np.random.Generator):
        return np.random.default_rng(rng)
    return np.random.default_rng(whole("rng", rng, 0))


@dataclass(frozen=True)
class _Task(Generic[T]):
    """A run as a worker sees it; called with some blocks, it does them."""

    work: Work[T]
    n: int
    block: int
    seed: int

    @property
    def blocks(self) -> range:
        return range(-(-self.n // self.block))

    def draws(self, blocks: range) -> int:
        """Return the number of draws in some blocks; the last of all may be a short one."""
        return min(self.n, blocks.stop * self.block) - blocks.start * self.block

    def __call__(self, blocks: range) -> tuple[T, float]:
        """Return the sum over some blocks, added in order, and the seconds it took."""
        start = time.perf_counter()
        return reduce(add, map(self._block, blocks)), time.perf_counter() - start

    def _block(self, i: int) -> T:
        import numpy as np

        stream = np.random.SeedSequence(self.seed, spawn_key=(i,))
        return self.work(stream, self.draws(range(i, i + 1)))

    def sums(
        self, blocks: range, executor: Executor | None
    ) -> Generator[tuple[range, T], None, None]:
        """Yield the sums over batches of blocks, in order; closing it ends the work."""
        if executor is None:
            for i in blocks:
                yield range(i, i + 1), self(range(i, i + 1))[0]
            return
        waiting: deque[tuple[range, Future[tuple[T, float]]]] = deque()
        size, room = 1, _FIRST
        try:
            while blocks or waiting:
                while blocks and len(waiting) < room:
                    batch, blocks = blocks[:size], blocks[size:]
                    waiting.append((batch, executor.submit(self, batch)))
                batch, future = waiting.popleft()
                found, seconds = future.result()
                yield batch, found
                in_time = int(_BATCH * len(batch) / max(seconds, 1e-6))
                size = max(1, min(in_time, len(blocks) // _SHARE))
                room = min(room + 1, _WINDOW)
        finally:
            running = [future for _, future in waiting if not future.cancel()]
            wait(running)


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
