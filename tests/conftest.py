"""Settings for all tests."""

import os
import signal

import pytest

os.environ.setdefault("MPLBACKEND", "Agg")  # pictures without a screen


@pytest.fixture
def interruptible():
    """Let Ctrl-C do what it does; where tests run in several processes it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
