"""Errors of callbacks are raised again in these tests, so that none can hide."""

import pytest

from cardlab.explore import guard


@pytest.fixture(autouse=True)
def _errors_are_raised(monkeypatch):
    monkeypatch.setattr(guard, "RERAISE", True)
