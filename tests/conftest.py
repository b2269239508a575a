"""Settings for all tests."""

import os

os.environ.setdefault("MPLBACKEND", "Agg")  # pictures without a screen
