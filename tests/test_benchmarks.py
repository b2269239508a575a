"""The benchmarks still run; what they measure is for a quiet machine."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RUN = (sys.executable, "-m", "benchmarks")


@pytest.mark.slow
def test_the_rows_of_a_file_are_measured():
    command = [*RUN, "shoot", "--rows", "22,100", "--repeats", "1", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    (row,) = json.loads(done.stdout)["rows"]
    assert row["work"] == "winning cards of all 22,100 hands"
    assert row["ratio"] > 1


def test_an_unknown_file_is_refused_with_the_names_of_those_there_are():
    done = subprocess.run([*RUN, "chess"], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 2
    assert "there is no chess; files are start, hands, shoot" in done.stderr
