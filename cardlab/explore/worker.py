"""One job at a time in a thread: a new job replaces the one before, and so does a cancel."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any


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
        with self._worker.lock:
            self.check()
            show(*results)


class Worker:
    """Runs jobs in a thread of its own.

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
        self._threads: list[threading.Thread] = []
        self.lock = threading.RLock()
        self.newest = 0

    def start(self, work: Callable[[Job], None]) -> None:
        """Begin a job; one that is running will end at its next check, and show nothing more."""
        self.cancel()
        job = Job(self, self.newest)
        thread = threading.Thread(target=self._run, args=(work, job), daemon=True)
        self._threads = [old for old in self._threads if old.is_alive()]
        try:
            thread.start()
        except RuntimeError:  # Python in the browser has no threads
            self._run(work, job)
        else:
            self._threads.append(thread)

    def cancel(self) -> None:
        """Ask the running job to end."""
        with self.lock:
            self.newest += 1

    @property
    def busy(self) -> bool:
        """Whether a job is running."""
        return any(thread.is_alive() for thread in self._threads)

    def wait(self, seconds: float | None = None) -> None:
        """Wait until all jobs have ended."""
        for thread in list(self._threads):
            thread.join(seconds)

    def _run(self, work: Callable[[Job], None], job: Job) -> None:
        try:
            with suppress(Superseded):
                work(job)
        except Exception as error:  # the thread must not swallow it: `failed` shows it
            with suppress(Superseded):
                job.publish(self._failed, error)
