"""Without Numba and without threads, as in a browser: the same answers, only later."""

import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cardlab import _kernels, divider, explore, shoot, stud8

ROOT = Path(__file__).parents[1]


def exact_answers() -> dict[str, str]:
    """Count something of each kind that kernels count."""
    fifth = stud8.Matchup("As 2s 3d 4c 9h", "Kh Kd Qs 2c 3c")
    sixth = ("As 2h 3d 4c 9h Jc", "Kc Kd Qh 2c 3c 8d", "7s 8s 9s Ts 2d 5h")
    last_turn = divider.Position(
        up=("Ac Ad Ah As", "6h 7h 8h 2c"),
        down=("3c", None),
        pockets=("Kc Qd 3d", None),
        buried="Jd Jc 4s",
        divider=0,
        four="9h 2s 3s Kd",
    )
    answers = {
        "two hands": stud8.Matchup("As 2s 3d 4c", "Kh Kd Qs 2c").exact().counts,
        "three hands": stud8.Matchup(*sixth).exact().shares,
        "next card": sorted(stud8.NextCard(fifth).exact().equities.items()),
        "final hand": stud8.FinalHand("As 2s 3d").exact().counts,
        "cuts": divider.Cut(last_turn).exact(),
        "every hand": shoot.every_hand()["probability"].sum(),
    }
    return {name: str(answer) for name, answer in answers.items()}


def sampled_answers() -> dict[str, tuple[float, float]]:
    """Sample something of each kind that kernels sample; return values and standard errors."""
    estimates = {
        "bank": shoot.Bank(players=6, kitty=60, strategy="shoot").simulate(2_000, rng=1).broke,
        "two hands": stud8.Matchup("As 2s 3d", "Kh").simulate(20_000, rng=1).equities[0],
        "game": divider.tournament(["club", "greedy"], games=100, rng=1).share("club"),
    }
    return {name: (each.value, each.standard_error) for name, each in estimates.items()}


def explorers() -> dict[str, bool]:
    """Open the explorers; return whether each has an answer."""
    bank = explore.shoot_bank()
    return {
        "shoot_turn": explore.shoot_turn().model.turn is not None,
        "shoot_bank": bank.result is not None,
        "stud8": explore.stud8().result is not None,
        "divider": explore.divider().table is not None,
    }


def no_thread(self: threading.Thread) -> None:
    message = "can't start new thread"
    raise RuntimeError(message)


def as_in_a_browser(questions: str) -> dict:
    """Ask in a process that has neither Numba nor threads."""
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "import json, threading; from tests import test_without_numba as asked\n"
        "threading.Thread.start = asked.no_thread\n"
        f"print(json.dumps(asked.{questions}()))"
    )
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    assert "Numba is not installed, so answers take longer" in done.stderr
    return json.loads(done.stdout)


@pytest.mark.slow
@pytest.mark.skipif(not _kernels.compiled, reason="there is nothing compiled to compare with")
def test_exact_answers_are_the_same_without_numba():
    assert as_in_a_browser("exact_answers") == exact_answers()


@pytest.mark.slow
@pytest.mark.skipif(not _kernels.compiled, reason="there is nothing compiled to compare with")
def test_sampled_answers_are_about_the_same_without_numba():
    compiled = sampled_answers()
    for name, (value, error) in as_in_a_browser("sampled_answers").items():
        other, its_error = compiled[name]
        assert abs(value - other) < 4 * (error**2 + its_error**2) ** 0.5, name


@pytest.mark.slow
def test_explorers_open_with_an_answer_without_numba_and_threads():
    assert set(as_in_a_browser("explorers").values()) == {True}
