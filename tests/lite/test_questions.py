"""The questions that need no other package, answered with the standard library and in Pyodide."""

import json
import shutil
import subprocess
import sys
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from cardlab.results import Odds
from cardlab.stud8 import LowDraw
from tests.browser.conftest import missing

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PYODIDE = ROOT / "lite" / "node_modules" / "pyodide"
OTHERS = 2 * LowDraw("", dead="As 2s").exact().probability
EXPECTED = {
    "turn": Odds(11 + 10 + 3, 49),
    "turn with three cards seen": Odds(24 - 2, 46),
    "expected value": Fraction(2 * 22, 46) - 1,
    "Kelly": Fraction(2 * 36, 49) - 1,
    "stake": 100 * 23 // 49,
    "average": Fraction(comb(39, 4), comb(52, 4)),
    "break-even kitty": Fraction(8353, 182),
    "hands that beat nothing": comb(6, 3),  # the lowest cards of each suit: 3 among 4 suits
    "record": Fraction(24 + 36, 49),
    "low": Odds(96_680, 194_580),
    "nut lows": 781_824,
    "three players": LowDraw("As 2s").exact().probability + OTHERS,  # the sum of their chances
    "four aces in five cards": comb(48, 1),
    "refused": "hand: Kc stands twice (cards 2 and 3)",
}


def run(*command: str | Path) -> dict[str, str]:
    """Run a command and return the answers that it prints."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=HERE)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_exact_shoot_and_low_questions_need_only_the_standard_library():
    answers = run(sys.executable, "-S", "-I", HERE / "questions.py", ROOT)
    assert answers == {name: str(answer) for name, answer in EXPECTED.items()}


@pytest.mark.slow
def test_python_in_the_browser_gives_the_same_answers(tmp_path):
    node = shutil.which("node")
    if node is None:
        missing("no Node in the path")
    if not PYODIDE.exists():
        missing("the npm package pyodide is not there; `make lite` installs it")
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    options = ["--no-deps", "--no-build-isolation", "--wheel-dir", tmp_path]
    subprocess.run([*pip, *options, ROOT], check=True)
    wheel = next(tmp_path.glob("cardlab-*.whl"))
    answers = run(node, HERE / "run.mjs", PYODIDE, wheel, HERE / "questions.py")
    assert answers == {name: str(answer) for name, answer in EXPECTED.items()}
