"""The latest job wins, and a cancelled one shows nothing."""

import threading

import pytest

from cardlab.explore.worker import Worker


@pytest.fixture
def errors():
    return []


def test_a_job_that_was_replaced_shows_nothing_even_if_it_ends_last(errors):
    worker, shown = Worker(errors.append), []
    begun, go = threading.Event(), threading.Event()

    def slow(job):
        begun.set()
        go.wait(10)
        job.publish(shown.append, "slow")

    worker.start(slow)
    assert begun.wait(10)
    worker.start(lambda job: job.publish(shown.append, "quick"))
    while not shown:
        pass
    go.set()
    worker.wait()
    assert shown == ["quick"]
    assert errors == []


def test_cancel_ends_a_job_at_its_next_check(errors):
    worker, steps = Worker(errors.append), []
    begun = threading.Event()

    def endless(job):
        while True:
            begun.set()
            job.publish(steps.append, 1)

    worker.start(endless)
    assert begun.wait(10)
    worker.cancel()
    count = len(steps)
    worker.wait(10)
    assert not worker.busy
    assert len(steps) == count


def test_an_error_in_a_job_is_told_and_the_next_job_runs(errors):
    worker, shown = Worker(errors.append), []
    worker.start(lambda job: 1 / 0)
    worker.wait()
    assert isinstance(errors[0], ZeroDivisionError)
    worker.start(lambda job: job.publish(shown.append, 1))
    worker.wait()
    assert shown == [1]


def test_without_threads_a_job_runs_at_once(errors, monkeypatch):
    def refuse(_thread):
        message = "can't start new thread"
        raise RuntimeError(message)

    monkeypatch.setattr(threading.Thread, "start", refuse)
    worker, shown = Worker(errors.append), []
    worker.start(lambda job: job.publish(shown.append, 1))
    assert shown == [1]
