"""Settings for all tests."""

import os
import signal

import pytest
from hypothesis import settings

os.environ.setdefault("MPLBACKEND", "Agg")  # pictures without a screen
settings.register_profile("cardlab", deadline=None)  # a busy machine is no fault of the code
settings.load_profile("cardlab")


@pytest.fixture
def interruptible():
    """Let Ctrl-C do what it does; where tests run in several processes it is ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def dask_client():
    """Two Dask workers on this machine; one cluster for all tests, since it starts slowly."""
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as two,
        distributed.Client(two) as client,
    ):
        yield client
