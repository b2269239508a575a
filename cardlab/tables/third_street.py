"""Third street of stud hi/lo, every matchup: a table for a cluster.

A part is one starting hand against all door cards and against all starting hands that come after
it. Workers count a part, this process writes it: first under another name, so that a part that
bears its name is whole. When a run goes on, the parts that are there are read and checked, and
what is not right is done again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from concurrent.futures import Executor
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from cardlab.cards import text
from cardlab.errors import CardlabError, whole
from cardlab.sampling import Progress, _check_helpers, _Reporter
from cardlab.tables.hands import matchups, starting_hands
from cardlab.tables.starting_hands import COUNTED, COUNTS, counted
from cardlab.tables.work import as_ready

if TYPE_CHECKING:
    import pyarrow as pa

PARTS = range(1755)
"""The numbers of the parts, one for each starting hand."""


def stud8_third_street(
    folder: str | os.PathLike[str],
    *,
    parts: Iterable[int] = PARTS,
    executor: Executor | None = None,
    progress: Progress = False,
) -> None:
    """Count all deals of all matchups on third street, and write them to Parquet files.

    There are 63,193 matchups of a starting hand and a door card and 9,273,888 of two starting
    hands, up to relabelling the suits. `docs/scaling.md` tells what they cost. A run that was
    killed is started again and goes on where it was.

    Parameters
    ----------
    folder : path
        Where the files go; it is made if it is not there. One file for each part; readers of
        Parquet take the folder as one table.
    parts : iterable of int
        The parts to do, by default all: numbers in `starting_hands`.
    executor : concurrent.futures.Executor, optional
        Where parts are counted: processes, a cluster. By default one after another, here.
    progress : bool or function
        True for a progress bar, or a function of (parts done, parts in all) that may raise.

    Raises
    ------
    InvalidInput
        If there is no such part.
    CardlabError
        If PyArrow is not installed.

    Notes
    -----
    Columns: `hand`; `opponent`, one card or three; `matchups`, how many differ from this one only
    in the names of the suits; `deals` and the twelve counts of a `HiLoTable` as `hand` sees it,
    exact ints; `equity` and `scoop` of `hand`, floats.
    """
    _check_helpers(executor, progress)
    if find_spec("pyarrow") is None:
        message = "this table is written with PyArrow: pip install 'cardlab[cluster]'"
        raise CardlabError(message)
    numbers = sorted({whole("parts", part, PARTS[0], PARTS[-1]) for part in parts})
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    rest, done = [], 0
    with _Reporter(progress, len(numbers), " parts") as report:
        for number in numbers:
            if _is_whole(_file(folder, number), number):
                done += 1
                report(done)
            else:
                rest.append(number)
        for number, part in as_ready(_count, rest, executor):
            _write(part, _file(folder, number))
            done += 1
            report(done)


def _file(folder: Path, number: int) -> Path:
    return folder / f"part-{number:04}.parquet"


def _keys(number: int) -> dict[str, list[str] | list[int]]:
    """Return the columns that tell what a part is about."""
    found = matchups(number)
    hands = [text(starting_hands()[number])] * len(found)
    return {"hand": hands, "opponent": list(map(text, found)), "matchups": list(found.values())}


def _count(number: int) -> tuple[int, pa.Table]:
    """Count a part: what a worker does."""
    import pyarrow as pa

    hand = starting_hands()[number]
    rows = [counted(hand, opponent) for opponent in matchups(number)]
    columns = map(list, zip(*rows, strict=True))
    return number, pa.table(_keys(number) | dict(zip(COUNTED, columns, strict=True)))


def _write(part: pa.Table, file: Path) -> None:
    """Write a part, so that its file is there as a whole or not at all."""
    from pyarrow import parquet

    unfinished = file.with_name(f".{file.name}")  # readers of the folder pass over such names
    with unfinished.open("wb") as out:
        parquet.write_table(part, out, compression="zstd", write_page_checksum=True)
        out.flush()
        os.fsync(out.fileno())
    unfinished.replace(file)


def _is_whole(file: Path, number: int) -> bool:
    """Return whether a part is there, undamaged, and about what it should be."""
    import pyarrow as pa
    from pyarrow import parquet

    try:
        part = parquet.ParquetFile(file, page_checksum_verification=True).read()
    except (pa.ArrowException, OSError):
        return False
    keys = _keys(number)
    if part.column_names != [*keys, *COUNTED] or part.select(list(keys)).to_pydict() != keys:
        return False
    counts = part.select(COUNTS).to_pandas().sum(axis=1)
    return bool((counts == part["deals"].to_pandas()).all())
