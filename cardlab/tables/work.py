"""Tasks on any executor, as they are done; and the executors of the command line."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, TypeVar

from cardlab.errors import CardlabError, InvalidInput, short, whole

_PATIENCE = 10  # seconds

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
def workers(jobs: int = 1, scheduler: str | None = None) -> Iterator[Executor | None]:
    """Give the executor that somebody asked for by words; None if there is to be none.

    Parameters
    ----------
    jobs : int
        How many processes; they end with this one. With one job there is no executor.
    scheduler : str, optional
        The address of a Dask cluster that is to do the work instead.

    Raises
    ------
    InvalidInput
        If `jobs` is not a whole number, at least 1, or the address cannot be read.
    CardlabError
        If Dask is not installed, or nobody answers at the address.
    """
    if scheduler is not None:
        with _client(scheduler) as client:
            yield client.get_executor()
    elif whole("jobs", jobs, 1) == 1:
        yield None
    else:
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(jobs, context, _obey_parent) as pool:
            yield pool


def _client(scheduler: str) -> Any:
    if find_spec("distributed") is None:
        message = "scheduler: needs Dask: pip install 'cardlab[cluster]'"
        raise CardlabError(message)
    from distributed import Client

    try:
        return Client(scheduler, timeout=_PATIENCE)
    except ValueError as error:
        message = f"scheduler must be an address as tcp://10.0.0.1:8786, not {short(scheduler)}"
        raise InvalidInput(message) from error
    except OSError as error:
        message = f"scheduler: nobody answers at {short(scheduler)}"
        raise CardlabError(message) from error


def _obey_parent() -> None:
    """End this process on Ctrl-C, and when the one that started it was killed.

    A pool would finish what it has begun, and would wait for ever.
    """
    parent = multiprocessing.parent_process()
    assert parent is not None

    def end() -> None:
        parent.join()
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_DFL)
    threading.Thread(target=end, daemon=True).start()
