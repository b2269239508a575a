"""Whatever does the work, threads, processes or a cluster, the integers are the same."""

import inspect
import os
import signal
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest

from cardlab import divider, sampling, shoot, stud8
from cardlab.sampling import run
from tests.sampled_questions import QUESTIONS
from tests.stud8.test_streets import ALL_IN

every_question = pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)


class Here(Executor):
    """Does the work at once, and counts what it was sent."""

    def __init__(self):
        self.sent = 0

    def submit(self, work, *given):
        self.sent += 1
        done = Future()
        done.set_result(work(*given))
        return done


@pytest.fixture(scope="module")
def threads():
    with ThreadPoolExecutor(2) as pool:
        yield pool


@pytest.fixture(scope="module")
def processes():
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


def same_with(question, executor):
    told = []
    answer = question.ask(rng=5, executor=executor, progress=lambda done, n: told.append((done, n)))
    block, n = question.sampler.block, question.n
    assert told == [(min(done, n), n) for done in range(block, n + block, block)]
    assert answer == question.ask(rng=5)


@every_question
def test_threads_give_the_same_integers_and_progress_counts_their_blocks(question, threads):
    same_with(question, threads)
    assert question.ask(rng=5, executor=threads) != question.ask(rng=6, executor=threads)


@pytest.mark.slow
@every_question
def test_processes_give_the_same_integers_and_progress_counts_their_blocks(question, processes):
    same_with(question, processes)


@pytest.mark.slow
@every_question
def test_a_cluster_gives_the_same_integers_and_progress_counts_their_blocks(question, dask_client):
    same_with(question, dask_client.get_executor())


def test_what_asks_several_questions_passes_the_executor_on():
    def compared(**how):
        return shoot.Bank(players=2).compare([20, 60], "shoot", n=40_000, rng=1, **how)

    def streets(**how):
        return stud8.by_street(stud8.History.loads(ALL_IN), "public", limit=1, n=1000, rng=1, **how)

    for ask in (compared, streets):
        here = Here()
        assert ask(executor=here).equals(ask())
        assert here.sent >= 2


def test_whatever_is_sampled_takes_an_executor():
    for room in (shoot, stud8, divider):
        for name in room.__all__:
            thing = getattr(room, name)
            inside = vars(thing) if hasattr(thing, "__dict__") else {}
            for function in filter(inspect.isfunction, [thing, *inside.values()]):
                names = {*inspect.signature(function).parameters}
                if not function.__name__.startswith("_") and names & {"progress", "n"}:
                    assert "rng" not in names or "executor" in names, function.__qualname__


def ones(_: np.random.SeedSequence, n: int) -> int:
    return n


def test_many_short_blocks_are_sent_together():
    here = Here()
    told = []
    done = run(ones, 10**6, block=10, rng=1, executor=here, progress=lambda n, _: told.append(n))
    assert done.total == 10**6
    assert here.sent == len(told) < 2000
    assert max(np.diff(told)) > 1000


def test_long_blocks_are_sent_one_by_one(monkeypatch):
    clock = iter(range(10**6))
    monkeypatch.setattr(sampling.time, "perf_counter", lambda: next(clock))  # a second for each
    here = Here()
    assert run(ones, 5000, block=1, rng=1, executor=here).total == 5000
    assert here.sent == 5000


class Stopped(Exception):
    pass


def stop(done: int, n: int) -> None:
    raise Stopped


def test_a_run_that_is_stopped_leaves_no_thread_at_work():
    begun, ended = [], []

    def slow(_: np.random.SeedSequence, n: int) -> int:
        begun.append(n)
        time.sleep(0.02)
        ended.append(n)
        return n

    with ThreadPoolExecutor(3) as pool:
        with pytest.raises(Stopped):
            run(slow, 1000, block=1, rng=1, executor=pool, progress=stop)
        assert len(begun) == len(ended) < 100
        time.sleep(0.1)
        assert len(begun) == len(ended) < 100


@pytest.mark.slow
def test_a_run_that_is_stopped_leaves_no_process_at_work(processes):
    with pytest.raises(Stopped):
        QUESTIONS["bank"].sampler.run(10**9, rng=1, executor=processes, progress=stop)
    assert processes.submit(int, 3).result(timeout=60) == 3


@pytest.mark.slow
def test_a_run_that_is_stopped_leaves_no_cluster_at_work(dask_client):
    sampler = QUESTIONS["bank"].sampler
    with pytest.raises(Stopped):
        sampler.run(10**9, rng=1, executor=dask_client.get_executor(), progress=stop)
    until = time.monotonic() + 60
    while any(dask_client.processing().values()) or dask_client.futures:
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.mark.slow
def test_a_worker_that_is_lost_in_mid_run_changes_nothing(dask_client):
    workers = dask_client.run(os.getpid)
    lost = []

    def kill(done: int, n: int) -> None:
        if not lost:
            lost.append(workers.popitem()[1])
            os.kill(lost[0], signal.SIGKILL)

    sampler = QUESTIONS["bank"].sampler
    n = 40 * sampler.block
    answer = sampler.run(n, rng=5, executor=dask_client.get_executor(), progress=kill)
    assert answer == sampler.run(n, rng=5)
    dask_client.wait_for_workers(2, timeout=60)
    assert lost[0] not in dask_client.run(os.getpid).values()


def lost_process(_: np.random.SeedSequence, n: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return n


@pytest.mark.slow
def test_a_pool_that_loses_a_process_says_so_and_does_not_hang():
    with (
        ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool,
        pytest.raises(Exception, match="terminated abruptly"),
    ):
        run(lost_process, 100, block=10, rng=1, executor=pool)
