"""Tasks on any executor, as they are done; and the executors of the command line."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


def as_ready(
    work: Callable[[T], R], tasks: Iterable[T], executor: Executor | None = None
) -> Iterator[R]:
    """Yield the results of tasks as they come; closing it drops the tasks not yet begun.

    Examples
    --------
    >>> list(as_ready(abs, [-1, 2]))
    [1, 2]
    """
    if executor is None:
        yield from map(work, tasks)
        return
    waiting: set[Future[R]] = {executor.submit(work, task) for task in tasks}
    try:
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            while done:
                yield done.pop().result()
    finally:
        for future in waiting:
            future.cancel()


@contextmanager
def local(jobs: int) -> Iterator[Executor | None]:
    """Give an executor of `jobs` processes, which end with this one; None for one job."""
    if jobs == 1:
        yield None
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _end_with_parent) as pool:
        yield pool


def _end_with_parent() -> None:
    """End this process when the one that started it was killed, which a pool does not."""
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=end, daemon=True).start()
