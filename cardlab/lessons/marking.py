"""Marks a folder of notebooks.

Each submission is run in a process of its own (`submission`), which leaves the values of
``answer_1``, ``answer_2`` … as plain data; they are checked here, where the right answers are. So
whatever a submission does, it costs no more than its own marks.
"""

from __future__ import annotations

import json
import os
import pickle
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cardlab.errors import InvalidInput, short, whole
from cardlab.lessons import submission
from cardlab.lessons.catalogue import GAMES, names, question
from cardlab.lessons.exercise import Exercise, Feedback
from cardlab.lessons.functions import Code
from cardlab.lessons.plain import Refused, unpack
from cardlab.lessons.reading import printable

if TYPE_CHECKING:
    import pandas as pd

SeedFrom = Literal["book", "cell", "name"]
SEEDS_FROM: tuple[SeedFrom, ...] = ("book", "cell", "name")

_LARGEST = 20 * 2**20  # bytes of a notebook; what is longer is cut off, and so cannot be read
_ANSWERS = 2**20  # bytes of the answers of one notebook
_MEMORY = 4096  # megabytes
_ERRORS = 30  # that are told of one submission
_GAME = re.compile(rf"(?:question|ask)\(\s*[\"']({'|'.join(GAMES)})/")
# What a student's code has no reason to mention.
_SUSPICIOUS = re.compile(r"_solved|\.solve\b|__subclasses__|teacher/|lessons\.\w+ import")
_SOLUTION = re.compile(r"\.solution\(")


@dataclass
class Marked:
    """The marks of one submission.

    Parameters
    ----------
    name : str
        The file, as seen from the folder.
    seed : int or None
        The student's numbers; None for those of the book.
    feedback : dict of str to Feedback
        By the name of the exercise.
    remarks : list of str
        What the teacher should know beside that.

    Examples
    --------
    >>> ada = Marked("ada.ipynb")
    >>> ada.feedback["shoot/2"] = question("shoot/2").check("24/49")
    >>> ada.mark("shoot/2"), ada.mark("shoot/1")
    (1, 0)
    """

    name: str
    seed: int | None = None
    feedback: dict[str, Feedback] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)

    def mark(self, exercise: str) -> int:
        """Return 1 for a correct answer, otherwise 0."""
        told = self.feedback.get(exercise)
        return int(told is not None and told.correct)


def mark(
    folder: Path,
    *,
    seconds: int = 60,
    seed_from: SeedFrom = "cell",
    game: str | None = None,
    progress: Callable[[Iterable[Path]], Iterable[Path]] = iter,
) -> list[Marked]:
    """Mark all files of a folder.

    Parameters
    ----------
    folder : Path
        What was handed in; folders in it are looked through, too.
    seconds : int
        How long each submission may take.
    seed_from : {"cell", "name", "book"}
        Where a student's number stands: in a line ``SEED = 1234`` of the notebook, at the end of
        the file's name (``ada_1234.ipynb``), or nowhere: all have the numbers of the book.
    game : str, optional
        By default the one that most of the notebooks ask about.
    progress : function
        Goes through the files, such as tqdm.

    Raises
    ------
    InvalidInput
        If there is no such folder or game, nothing in the folder, or no notebook of a game.
    """
    whole("seconds", seconds, 1, 86_400)
    if seed_from not in SEEDS_FROM:
        message = f"seed_from must be one of {', '.join(SEEDS_FROM)}, not {short(seed_from)}"
        raise InvalidInput(message)
    if not folder.is_dir():
        message = f"folder: {folder} is no folder"
        raise InvalidInput(message)
    files = [path for path in sorted(folder.rglob("*")) if _handed_in(path, folder)]
    if not files:
        message = f"folder: there is nothing in {folder}"
        raise InvalidInput(message)
    exercises = [question(name) for name in names(game or _most_common_game(files))]
    with suppress(ImportError):  # so that no submission's time goes into compiling
        from cardlab import _kernels

        _kernels.warmup()
    return [_mark(path, folder, exercises, seconds, seed_from) for path in progress(files)]


def table(marked: Iterable[Marked]) -> pd.DataFrame:
    """Return the marks: a row a submission, a column an exercise, the total, and remarks.

    Examples
    --------
    >>> ada = Marked("ada.ipynb", seed=7)
    >>> ada.feedback["shoot/2"] = question("shoot/2").check("24/52")
    >>> table([ada]).to_dict("records")
    [{'submission': 'ada.ipynb', 'seed': 7, 'shoot/2': 0, 'total': 0,
      'remarks': 'shoot/2: Not yet: 52 in the denominator'}]
    """
    import pandas as pd

    rows = list(marked)
    exercises = list(dict.fromkeys(name for row in rows for name in row.feedback))
    frame = pd.DataFrame(
        {
            "submission": [_harmless(row.name) for row in rows],
            "seed": pd.array([row.seed for row in rows], dtype="Int64"),
            **{name: [row.mark(name) for row in rows] for name in exercises},
        }
    )
    frame["total"] = frame[exercises].sum(axis=1).astype("int64")
    frame["remarks"] = [_harmless("; ".join(_remarks(row))) for row in rows]
    return frame


def _remarks(row: Marked) -> list[str]:
    told = [
        f"{name}: {feedback.title}"
        for name, feedback in row.feedback.items()
        if not feedback.correct and feedback.status != "not attempted"
    ]
    return row.remarks + told


def _harmless(words: str) -> str:
    """Return a cell that no spreadsheet takes for a formula, and no file refuses."""
    words = printable(words, 2000)
    return f"'{words}" if words.startswith(("=", "+", "-", "@")) else words


def _handed_in(path: Path, folder: Path) -> bool:
    parts = path.relative_to(folder).parts
    return path.is_file() and not any(part.startswith(".") for part in parts)


def _most_common_game(files: Iterable[Path]) -> str:
    asked: Counter[str] = Counter()
    for path in files:
        with suppress(InvalidInput):
            asked.update({found for cell in _cells(path) for found in _GAME.findall(cell)})
    if not asked:
        message = 'folder: no notebook in it asks lessons.question("shoot/1") or the like'
        raise InvalidInput(message)
    return asked.most_common(1)[0][0]


def _mark(
    path: Path, folder: Path, exercises: list[Exercise], seconds: int, seed_from: SeedFrom
) -> Marked:
    marked = Marked(path.relative_to(folder).as_posix())
    not_attempted = Feedback("not attempted", "Not attempted")
    marked.feedback = {exercise.name: not_attempted for exercise in exercises}
    try:
        cells = _cells(path)
    except InvalidInput as error:
        marked.remarks.append(str(error))
        return marked
    marked.seed, said = _seed(path, cells, seed_from), _seed(path, cells, "cell")
    if said not in (None, marked.seed):
        marked.remarks.append(f"the notebook says SEED = {said}")
    if marked.seed is not None:
        exercises = [exercise.variant(marked.seed) for exercise in exercises]
    if any(_SUSPICIOUS.search(cell) for cell in cells):
        marked.remarks.append("look at the code: it mentions how exercises are made")
    if any(_SOLUTION.search(cell) for cell in cells):
        marked.remarks.append("it asks for a solution")
    told = _run(_job(cells, exercises, seconds), marked)
    for exercise in exercises:
        try:
            answer = _unpacked(told["answers"][_number(exercise)])
        except Exception:
            continue  # it was not written, or not by us
        marked.feedback[exercise.name] = _check(exercise, answer)
    return marked


def _cells(path: Path) -> list[str]:
    """Return the code cells of a notebook.

    Raises
    ------
    InvalidInput
        If it is none.
    """
    message = "not a notebook (.ipynb)"
    if path.suffix == ".ipynb":
        message = "it cannot be read as a notebook"
        with suppress(OSError, ValueError, KeyError, TypeError, RecursionError):
            with path.open("rb") as file:
                notebook = json.loads(file.read(_LARGEST))
            cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
            return ["".join(cell["source"]) for cell in cells]
    raise InvalidInput(message)


def _seed(path: Path, cells: Iterable[str], seed_from: SeedFrom) -> int | None:
    """Return the student's number, if there is one where it should be."""
    if seed_from == "name":
        found = re.search(r"(\d{1,9})$", path.stem)
        return int(found[1]) if found else None
    if seed_from == "cell":
        for cell in cells:
            for line in cell.splitlines():
                found = re.match(r"SEED\s*=\s*(\d{1,9})\s*(?:#|$)", line)
                if found:
                    return int(found[1])
    return None


def _number(exercise: Exercise) -> str:
    return exercise.name.rpartition("/")[2]


def _job(cells: Iterable[str], exercises: Iterable[Exercise], seconds: int) -> submission.Job:
    here = Path(__file__).parent
    return submission.Job(
        tuple(cells),
        {_number(exercise): _unmarked(exercise) for exercise in exercises},
        seconds,
        _MEMORY,
        tuple(str(folder / game) for game in GAMES for folder in (here, here / "__pycache__")),
    )


def _unmarked(exercise: Exercise) -> submission.Unmarked:
    task = exercise.task
    return submission.Unmarked(
        exercise.name,
        exercise.title,
        task.question,
        tuple(task.cards),
        tuple(task.hints),
        task.kind.how,
        exercise.seed,
        tuple(task.kind.cases) if isinstance(task.kind, Code) else (),
    )


def _run(job: submission.Job, marked: Marked) -> dict[str, Any]:
    """Run a submission in its own process and an empty folder; return what it has left."""
    with tempfile.TemporaryDirectory(prefix="cardlab-", ignore_cleanup_errors=True) as folder:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "cardlab.lessons.submission"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=_environment(folder),
            start_new_session=True,
        )
        stopped = False
        try:
            process.communicate(pickle.dumps(job), timeout=job.seconds)
        except subprocess.TimeoutExpired:
            stopped = True
        finally:
            _end(process)
        told = _left(Path(folder) / submission.ANSWERS)
    if stopped:
        marked.remarks.append(f"stopped after {job.seconds} seconds")
    elif told.get("done") is not True:
        marked.remarks.append("Python ended before the last cell")
    errors = told.get("errors")
    if isinstance(errors, list):
        marked.remarks += [f"error in {printable(str(error))}" for error in errors[:_ERRORS]]
    return told


def _environment(folder: str) -> dict[str, str]:
    """Return what a submission may know of the machine."""
    kept = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "LD_LIBRARY_PATH")
    homes = ("HOME", "USERPROFILE", "TMPDIR", "TEMP", "TMP", "IPYTHONDIR", "MPLCONFIGDIR")
    return {
        **{name: os.environ[name] for name in kept if name in os.environ},
        **dict.fromkeys(homes, folder),
        "MPLBACKEND": "Agg",
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill a process, with all that it has started where there are process groups."""
    if os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    if process.stdin is not None:
        with suppress(OSError):
            process.stdin.close()


def _left(path: Path) -> dict[str, Any]:
    """Return what a submission has written; a student may have written there, too."""
    try:
        if path.is_symlink() or not path.is_file():
            return {}
        with path.open("rb") as file:
            told = json.loads(file.read(_ANSWERS))
    except (OSError, ValueError, RecursionError):
        return {}
    return told if isinstance(told, dict) else {}


def _unpacked(packed: Any) -> Any:
    return _Replay(packed[1]) if packed[0] == "called" else unpack(packed)


def _check(exercise: Exercise, answer: Any) -> Feedback:
    if isinstance(answer, Refused):
        return Feedback("unreadable", printable(answer.reason.title), printable(answer.reason.text))
    return exercise.check(answer)


class _Replay:
    """A function that gives again what the student's gave, case by case."""

    def __init__(self, results: list[Any]) -> None:
        self.results = iter(results)

    def __call__(self, *_arguments: object) -> Any:
        kind, *held = result = next(self.results)
        if kind == "raised":
            raise _again(str(held[0]), str(held[1]))
        answer = unpack(result)
        if isinstance(answer, Refused):
            raise answer.reason
        return answer


def _again(kind: str, said: str) -> Exception:
    """Return an error of the same name, which says the same."""
    error = type(printable(kind), (Exception,), {})
    made: Exception = error(said.removeprefix(f"{kind}: "))
    return made
