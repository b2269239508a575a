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
    assert shown == []
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


def test_of_many_jobs_only_the_latest_waits_and_one_thread_does_them_all(errors):
    worker, begun, shown = Worker(errors.append), [], []
    running, go = threading.Event(), threading.Event()
    threads = set()

    def work(number):
        def job_of(job):
            threads.add(threading.get_ident())
            begun.append(number)
            running.set()
            go.wait(10)
            job.publish(shown.append, number)

        return job_of

    before = threading.active_count()
    worker.start(work(0))
    assert running.wait(10)
    for number in range(1, 30):
        worker.start(work(number))
    assert threading.active_count() <= before + 1
    assert worker.busy
    go.set()
    worker.wait()
    assert begun == [0, 29]
    assert shown == [29]
    assert len(threads) == 1
    assert not worker.busy


def test_a_cancelled_job_that_waits_never_begins(errors):
    worker, begun = Worker(errors.append), []
    running, go = threading.Event(), threading.Event()

    def slow(job):
        running.set()
        go.wait(10)

    worker.start(slow)
    assert running.wait(10)
    worker.start(begun.append)
    worker.cancel()
    go.set()
    worker.wait()
    assert begun == []


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_worker_lives_on_if_even_telling_of_an_error_fails():
    def fails(error):
        raise error

    worker, shown = Worker(fails), []
    worker.start(lambda job: 1 / 0)
    worker.wait()
    assert not worker.busy
    worker.start(lambda job: job.publish(shown.append, 1))
    worker.wait()
    assert shown == [1]


def test_a_job_may_start_the_next_one_where_there_are_no_threads(errors, monkeypatch):
    def refuse(_thread):
        message = "can't start new thread"
        raise RuntimeError(message)

    monkeypatch.setattr(threading.Thread, "start", refuse)
    worker, shown = Worker(errors.append), []
    second = lambda job: job.publish(shown.append, 2)  # noqa: E731
    worker.start(lambda job: (job.publish(shown.append, 1), worker.start(second)))
    worker.wait()
    assert shown == [1, 2]


def test_without_threads_a_job_runs_at_once(errors, monkeypatch):
    def refuse(_thread):
        message = "can't start new thread"
        raise RuntimeError(message)

    monkeypatch.setattr(threading.Thread, "start", refuse)
    worker, shown = Worker(errors.append), []
    worker.start(lambda job: job.publish(shown.append, 1))
    assert shown == [1]
