"""A few hundred of the questions of `make soak`."""

import pytest

from tests.soak import QUESTIONS, soak


@pytest.mark.slow
def test_random_questions_agree_with_each_other_and_leave_nothing_behind():
    done = soak(400)
    assert done.faults == []
    assert done.refused.total() == 0
    assert set(done.asked.values()) == {400 // len(QUESTIONS)}
    assert len(done.zs) > 100
