"""Blocks, seeds, executors, progress."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab.errors import InvalidInput
from cardlab.sampling import run


def sixes(stream: np.random.SeedSequence, n: int) -> int:
    return int((np.random.default_rng(stream).integers(1, 7, n) == 6).sum())


def sizes(_: np.random.SeedSequence, n: int) -> np.ndarray:
    return np.array([1, n])


@given(n=st.integers(1, 500), block=st.integers(1, 200))
def test_every_draw_is_made_exactly_once(n, block):
    blocks, draws = run(sizes, n, block=block, rng=0).total
    assert draws == n
    assert blocks == -(-n // block)


def test_the_answer_does_not_depend_on_the_workers():
    alone = run(sixes, 10_001, block=100, rng=5)
    for workers in (1, 2, 5):
        with ThreadPoolExecutor(workers) as pool:
            assert run(sixes, 10_001, block=100, rng=5, executor=pool).total == alone.total
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert run(sixes, 10_001, block=100, rng=5, executor=pool).total == alone.total


def test_another_seed_gives_another_answer_and_no_seed_tells_the_one_it_took():
    assert run(sixes, 10_000, block=100, rng=1).total != run(sixes, 10_000, block=100, rng=2).total
    free = run(sixes, 10_000, block=100)
    assert run(sixes, 10_000, block=100, rng=free.seed).total == free.total
    assert run(sixes, 10, block=10).seed != free.seed


def test_a_generator_gives_the_seed():
    first = run(sixes, 1000, block=100, rng=np.random.default_rng(3))
    again = run(sixes, 1000, block=100, rng=np.random.default_rng(3))
    assert (first.total, first.seed) == (again.total, again.seed)


def test_a_function_is_told_the_progress_and_may_stop_the_run():
    told = []
    run(sixes, 250, block=100, rng=1, progress=lambda done, n: told.append((done, n)))
    assert told == [(100, 250), (200, 250), (250, 250)]

    class Cancelled(Exception):
        pass

    def stop(done: int, n: int) -> None:
        raise Cancelled

    with ThreadPoolExecutor(1) as pool:
        with pytest.raises(Cancelled):
            run(sixes, 10**6, block=1000, rng=1, executor=pool, progress=stop)
        assert pool.submit(int, 3).result(timeout=5) == 3  # the queue was emptied


def test_an_error_in_a_block_comes_out():
    def fails(stream: np.random.SeedSequence, n: int) -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run(fails, 10, block=5, rng=1)
    with ThreadPoolExecutor(2) as pool, pytest.raises(ZeroDivisionError):
        run(fails, 10, block=5, rng=1, executor=pool)


def test_a_progress_bar_counts_the_draws(capsys):
    run(sixes, 250, block=100, rng=1, progress=True)
    assert "250/250" in capsys.readouterr().err


@pytest.mark.parametrize("n", [0, -5, 2.5, "100", None, True])
def test_a_number_of_draws_must_be_whole_and_positive(n):
    with pytest.raises(InvalidInput, match="n must be a whole number, from 1 to"):
        run(sixes, n, block=10, rng=1)


@pytest.mark.parametrize("rng", [-1, 1.5, "seed"])
def test_a_seed_must_be_whole(rng):
    with pytest.raises(InvalidInput, match="rng must be a whole number, at least 0"):
        run(sixes, 10, block=10, rng=rng)


def test_more_draws_than_anybody_can_wait_for_are_refused_at_once():
    with pytest.raises(InvalidInput, match=r"from 1 to 1,000,000,000,000, not 1000000000000000"):
        run(sixes, 10**15, block=10, rng=1)


def test_many_blocks_neither_fill_the_memory_nor_wait_for_the_first_answer():
    def stop(done: int, n: int) -> None:
        raise InterruptedError

    for workers in (0, 2):
        with ThreadPoolExecutor(2) as pool, pytest.raises(InterruptedError):
            run(sixes, 10**12, block=10, rng=1, executor=pool if workers else None, progress=stop)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("block", 0),
        ("block", "x"),
        ("executor", "threads"),
        ("progress", "yes"),
        ("progress", 1),
        ("blocks", range(0)),
        ("blocks", range(1, 3)),
        ("blocks", range(-1, 1)),
    ],
)
def test_bad_helpers_are_named(name, value):
    with pytest.raises(InvalidInput, match=f"{name} must"):
        run(sixes, 10, **{"block": 5, "rng": 1, name: value})


def test_work_that_returns_nothing_is_named():
    with pytest.raises(InvalidInput, match="work must return what can be added"):
        run(lambda _seed, _n: None, 10, block=5, rng=1)
