"""A few hundred of the questions of `make soak`."""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import pytest

from tests.soak import QUESTIONS, soak


@pytest.mark.slow
def test_random_questions_agree_with_each_other_and_leave_nothing_behind():
    # In a process of its own, which holds none of the files and threads of other tests.
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
        done = process.submit(soak, 400).result()
    assert done.faults == []
    assert done.refused.total() == 0
    assert set(done.asked.values()) == {400 // len(QUESTIONS)}
    assert len(done.zs) > 100
