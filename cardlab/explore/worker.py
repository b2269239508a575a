"""One job at a time in a thread: a new job replaces the one before, and so does a cancel.

What a job shows and what the page sends take turns, by `LOCK`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from cardlab import _kernels

LOCK = threading.RLock()
"""Held while anything is shown or a message from a page is dealt with.

JupyterLab hands the messages of one page to two threads, and jobs run in a third. If a text box
changed between the reading of another one and the writing of both, it would get its old text back.
"""

SLOWER = 1 if _kernels.compiled else 20
"""How many times less an explorer does, so that without Numba it answers within seconds, too."""


class Superseded(Exception):
    """Raised inside a job that has been replaced or cancelled, to end it; not an error."""


class Job:
    """What a running job uses to tell what it has found."""

    def __init__(self, worker: Worker, number: int) -> None:
        self._worker, self._number = worker, number

    def check(self) -> None:
        """End the job if it has been replaced."""
        if self._number != self._worker.newest:
            raise Superseded

    def publish(self, show: Callable[..., None], *results: Any) -> None:
        """Show results, unless the job has been replaced. Never interleaves with another job."""
        with LOCK:
            self.check()
            show(*results)


class Worker:
    """Runs jobs in one thread. Of those that come while it is busy, only the latest is kept.

    Parameters
    ----------
    failed : function of the error
        Called for errors of a job that is still wanted.

    Examples
    --------
    >>> worker, found = Worker(failed=print), []
    >>> worker.start(lambda job: job.publish(found.append, 6 * 7))
    >>> worker.wait()
    >>> found
    [42]
    """

    def __init__(self, failed: Callable[[BaseException], None]) -> None:
        self._failed = failed
        self._next: tuple[Callable[[Job], None], Job] | None = None
        self._thread: threading.Thread | None = None
        self.newest = 0
        self.busy = False
        """Whether a job is running or waits."""

    def start(self, work: Callable[[Job], None]) -> None:
        """Begin a job as soon as the one that is running has ended, at its next check."""
        with LOCK:
            self.cancel()
            self._next = work, Job(self, self.newest)
            if self.busy:
                return
            self.busy = True
        thread = threading.Thread(target=self._run, daemon=True)
        try:
            thread.start()
        except RuntimeError:  # Python in the browser has no threads
            self._run()
        else:
            self._thread = thread

    def cancel(self) -> None:
        """Ask the running job to end, and forget one that waits."""
        with LOCK:
            self.newest += 1
            self._next = None

    def wait(self, seconds: float | None = None) -> None:
        """Wait until all jobs have ended."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _run(self) -> None:
        """Do the jobs, until none waits."""
        try:
            while (task := self._take()) is not None:
                self._do(*task)
        except BaseException:  # or the worker would seem busy for ever
            self.busy = False
            raise

    def _take(self) -> tuple[Callable[[Job], None], Job] | None:
        with LOCK:
            task, self._next = self._next, None
            self.busy = task is not None
            return task

    def _do(self, work: Callable[[Job], None], job: Job) -> None:
        try:
            with suppress(Superseded):
                work(job)
        except Exception as error:  # the thread must not swallow it: `failed` shows it
            with suppress(Superseded):
                job.publish(self._failed, error)
