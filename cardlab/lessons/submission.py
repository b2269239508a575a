"""Runs one submission in a process of its own: ``python -m cardlab.lessons.submission``.

`marking` starts it in an empty folder and sends a `Job` to its standard input. It shuts itself in,
runs the cells, and after each of them writes down what the answers are so far, as plain data. It
knows no right answer: the files of the exercises cannot be opened here, and the exercises that the
notebook asks for are `Unmarked` ones.

The jail keeps out what a student may try in a quarter of an hour. It is Python's own audit hook
and the limits of the operating system, and no wall against somebody who studies it.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from cardlab.lessons.exercise import Feedback, Hint
from cardlab.lessons.functions import Case, said, untouched
from cardlab.lessons.plain import packed
from cardlab.results import Explanation

ANSWERS = "answers.json"
_MEGABYTE = 2**20
_SYSTEM = ("/usr", "/lib", "/lib64", "/etc", "/sys", "/System", "/Library", "C:\\Windows")
_NAMELESS: int = getattr(os, "O_TMPFILE", 0)
_OF_ITSELF = ("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/dev/urandom")


@dataclass(frozen=True)
class Unmarked:
    """An exercise as a submission finds it while it is marked: it is asked but not checked."""

    name: str
    title: str
    question: str
    cards: tuple[Any, ...]
    hints: tuple[str, ...]
    how: str
    seed: int | None
    cases: tuple[Case, ...] = ()

    @property
    def task(self) -> Unmarked:
        """Itself: the question and the cards stand there."""
        return self

    def variant(self, _seed: object) -> Unmarked:
        """Return itself; the student's numbers are known."""
        return self

    def check(self, _answer: object = ...) -> Feedback:
        """Put the check off."""
        return Feedback("not attempted", "It is checked when it is marked")

    def hint(self, level: int = 1) -> Hint:
        """Return a hint."""
        return Hint(level, len(self.hints), self.hints[level - 1])

    def solution(self) -> Explanation:
        """Say that there is none to be had here."""
        return Explanation(self.question, ("It is not told while it is marked.",))


@dataclass(frozen=True)
class Job:
    """What is to be run: the cells, the exercises by the number of their answer, the limits."""

    cells: tuple[str, ...]
    exercises: dict[str, Unmarked]
    seconds: int
    memory: int  # megabytes
    secret: tuple[str, ...] = ()  # files of the package that must not be read
    errors: list[str] = field(default_factory=list)


def main() -> None:
    """Run the job that stands on the standard input, and leave the answers in the folder."""
    job: Job = pickle.loads(sys.stdin.buffer.read())
    sys.dont_write_bytecode = True
    _limit(job)
    _replace_exercises(job)
    shell, place = _shell(), Path(ANSWERS).resolve()
    import_module("numpy")  # sets a variable of the environment, which is not allowed later
    sys.addaudithook(_Jail(Path.cwd(), job.secret))
    for number, cell in enumerate(job.cells, 1):
        done = shell.run_cell(cell)
        error = done.error_before_exec or done.error_in_exec
        if error is not None:
            job.errors.append(f"cell {number}: {type(error).__name__}")
        _write(place, job, shell.user_ns, functions=False)
    _write(place, job, shell.user_ns, functions=True)
    os._exit(0)  # whatever threads still run


def _limit(job: Job) -> None:
    """Set limits on time, memory and files where the platform has them."""
    try:
        import resource
    except ImportError:
        return
    memory = job.memory * _MEGABYTE
    for name, most in (
        ("RLIMIT_CPU", job.seconds * (os.cpu_count() or 1) + 1),
        ("RLIMIT_AS", memory),
        ("RLIMIT_FSIZE", 16 * _MEGABYTE),
        ("RLIMIT_CORE", 0),
    ):
        with suppress(AttributeError, OSError, ValueError):
            resource.setrlimit(getattr(resource, name), (most, most))


def _replace_exercises(job: Job) -> None:
    from cardlab import lessons
    from cardlab.lessons import catalogue

    by_name = {exercise.name: exercise for exercise in job.exercises.values()}

    def question(name: str, seed: int | None = None) -> Unmarked:
        return by_name[name]

    def ask(name: str, seed: int | None = None) -> None:
        """Show nothing: nobody looks."""

    def names(game: str | None = None) -> list[str]:
        return list(by_name)

    for module in (lessons, catalogue):
        for function in (question, ask, names):
            setattr(module, function.__name__, function)


def _shell() -> Any:
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    return InteractiveShell.instance(config=Config({"HistoryManager": {"enabled": False}}))


class _Jail:
    """Refuses, as an audit hook of Python's, what no answer needs."""

    _NEVER = (
        "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn",
        "os.startfile", "pty.spawn", "subprocess.Popen", "socket.connect", "socket.bind",
        "socket.getaddrinfo", "socket.sendto", "os.killpg", "os.putenv", "os.setxattr",
    )  # fmt: skip
    _LOOK = ("os.listdir", "os.scandir", "os.chdir", "glob.glob")
    _CHANGE = (
        "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.chmod", "os.chown", "os.link",
        "os.symlink", "os.truncate", "os.utime", "shutil.rmtree", "shutil.move",
        "shutil.copyfile", "shutil.copytree", "sqlite3.connect",
    )  # fmt: skip

    def __init__(self, folder: Path, secret: tuple[str, ...]) -> None:
        own = os.path.realpath(folder)
        package = str(Path(__file__).parents[1])
        roots = (own, package, sys.prefix, sys.base_prefix, *_SYSTEM)
        self.own = (own,)
        self.readable = (*(os.path.realpath(root) for root in roots), *_OF_ITSELF)
        self.secret = tuple(os.path.realpath(path) for path in secret)
        self.machine_code = str(Path(package, "_kernels", "__pycache__"))
        self.process = os.getpid()

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in self._NEVER:
            self._refuse(event)
        if event == "open":
            path, mode, flags = arguments
            writes = bool(set(mode or "") & set("wax+") or flags & (os.O_WRONLY | os.O_RDWR))
            # A nameless file there is how Numba finds out whether it may use what is there.
            if not (path == self.machine_code and _NAMELESS and flags & _NAMELESS == _NAMELESS):
                self._check(path, self.own if writes else self.readable, event)
        elif event in self._LOOK:
            self._check(arguments[0], self.readable, event)
        elif event in self._CHANGE:
            for path in arguments[:2]:
                self._check(path, self.own, event)
        elif event == "os.kill" and arguments[0] != self.process:
            self._refuse(event)

    def _check(self, path: object, roots: tuple[str, ...], event: str) -> None:
        if not isinstance(path, (str, bytes, os.PathLike)):
            return  # something that is open already
        real = os.path.realpath(os.fsdecode(path))
        inside = any(real == root or real.startswith(root + os.sep) for root in roots)
        if real == os.devnull or (inside and not real.startswith(self.secret or "\0")):
            return
        self._refuse(event)

    def _refuse(self, event: str) -> None:
        message = f"{event} is not allowed while it is marked"
        raise PermissionError(message)


def _write(place: Path, job: Job, names: dict[str, Any], *, functions: bool) -> None:
    """Write down the answers so far; functions only at the end, since they may never end."""
    answers: dict[str, Any] = {}
    told = {"answers": answers, "errors": job.errors[:100], "done": False}
    found = {number: names.get(f"answer_{number}") for number in job.exercises}
    for number, exercise in job.exercises.items():
        if not exercise.cases:
            answers[number] = packed(found[number])
    for number, exercise in job.exercises.items():
        if functions and exercise.cases:
            _save(place, told)
            answers[number] = _called(found[number], exercise.cases)
    told["done"] = functions
    _save(place, told)


def _called(function: Any, cases: tuple[Case, ...]) -> list[Any]:
    """Call a function on all cases and return what comes out, as plain data."""
    if not callable(function) or untouched(function):
        return packed(function) if not callable(function) else ["nothing"]
    results = []
    for case in cases:
        try:
            results.append(packed(function(*deepcopy(case.arguments))))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            results.append(["raised", type(error).__name__, said(error)])
    return ["called", results]


def _save(place: Path, told: dict[str, Any]) -> None:
    with suppress(OSError):  # a full disk costs the answers that came after the last that fitted
        place.write_text(json.dumps(told), "utf-8")


if __name__ == "__main__":
    main()
