"""How kernels are compiled and kept."""

import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import cardlab

SOURCE = Path(cardlab.__file__).parent
BANK = "from cardlab import shoot; print(shoot.Bank().simulate(100, rng=1).broke.successes)"


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """Return a folder with a copy of the package that has no machine code yet."""
    shutil.copytree(SOURCE, tmp_path / "cardlab", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def answer(folder: Path) -> tuple[str, str]:
    done = subprocess.run(
        [sys.executable, "-c", BANK], cwd=folder, capture_output=True, text=True, check=True
    )
    return done.stdout, done.stderr


@pytest.mark.slow
def test_machine_code_is_kept_and_made_again_when_stale_or_damaged(copied):
    first, told = answer(copied)
    assert told.count("compiling, once") == 1
    assert answer(copied) == (first, "")
    kernels = copied / "cardlab" / "_kernels"
    for code in (kernels / "__pycache__").glob("*.nbi"):
        code.write_bytes(b"")
    again, told = answer(copied)
    assert (again, "compiling, once" in told) == (first, True)
    with (kernels / "draw.py").open("a") as source:  # imported by the kernel, not the kernel itself
        source.write("# changed\n")
    assert "compiling, once" in answer(copied)[1]


def test_a_kernel_that_makes_arrays_has_to_say_so():
    from numba.core.errors import NumbaError

    from cardlab._kernels.jit import jit

    def silent(n):
        return len(np.empty(n))

    def told(n):
        return len(np.empty(n))

    with pytest.raises(NumbaError):
        jit("int64(int64)")(silent)
    assert jit("int64(int64)", allocates=True)(told)(3) == 3
