"""A sampled run cut into shards, for machines that know nothing of each other.

Shard k of m does the k-th stretch of the run's blocks, with the random numbers that they have in
the whole run, and keeps their sum: a `Part`. `merge` adds the parts up, which are exact, so the
answer is that of the run that was never cut, whatever the number of shards.

Examples
--------
>>> from cardlab import shoot
>>> turn = shoot.Turn("5h Kc Qs")
>>> parts = [sample(turn.sampler(), 300_000, rng=1, shard=(k, 3)) for k in (1, 2, 3)]
>>> merge(turn.sampler(), parts) == turn.simulate(300_000, rng=1)
True
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial, reduce
from hashlib import sha256
from inspect import isfunction, ismethod
from operator import add, attrgetter
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from cardlab import __version__
from cardlab.errors import InvalidInput, instance, short, whole
from cardlab.sampling import MOST, Progress, Run, Sampler, run, seed_of

if TYPE_CHECKING:
    import numpy as np

A = TypeVar("A")

_NOT_A_PART = "is not a whole part of a run: it is torn, or another kind of file"


@dataclass(frozen=True)
class Part:
    """What the shards of a run have found out so far.

    Parameters
    ----------
    question : str
        A digest of what is sampled; that of the same question only is the same.
    software : str
        The versions of cardlab and NumPy, which make the random numbers.
    n, seed, block : int
        Draws of the whole run, its seed, and draws in a block.
    blocks : range
        The blocks of this part.
    total : object
        Their sum, as JSON has it; None if there is no block.
    seconds : float
        How long it took.
    asked : mapping
        The question in the words of the command line, if it comes from there.
    name : str
        What the part is called in errors: its file, or which shard it is.
    """

    question: str
    software: str
    n: int
    seed: int
    block: int
    blocks: range
    total: Any
    seconds: float
    asked: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""

    @property
    def draws(self) -> int:
        """The number of draws in this part."""
        return min(self.n, self.blocks.stop * self.block) - self.blocks.start * self.block

    def save(self, path: str | PathLike[str]) -> None:
        """Write the part to a file: all of it, or none.

        Raises
        ------
        OSError
            If the file cannot be written.
        """
        fields = {**vars(self), "blocks": [self.blocks.start, self.blocks.stop]}
        del fields["name"]
        beside = Path(f"{Path(path)}.unfinished")
        try:
            beside.write_text(json.dumps({**fields, "sha256": _stamp(fields)}) + "\n")
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)


def load(path: str | PathLike[str]) -> Part:
    """Read a part from its file.

    Raises
    ------
    InvalidInput
        If the file cannot be read, is torn, was changed since, or comes from other versions of
        cardlab or NumPy.
    """
    try:
        fields = json.loads(Path(path).read_text(encoding="utf-8"))
        stamp = fields.pop("sha256")
    except OSError as error:
        message = f"{path}: cannot be read: {error.strerror}"
        raise InvalidInput(message) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        message = f"{path}: {_NOT_A_PART}"
        raise InvalidInput(message) from None
    if stamp != _stamp(fields):
        message = f"{path}: was changed after it was written; make it again"
        raise InvalidInput(message)
    if fields.get("software") != _software():
        message = (
            f"{path}: was made by {fields.get('software')}, and this is {_software()}; other "
            "versions may draw other random numbers"
        )
        raise InvalidInput(message)
    return Part(**{**fields, "blocks": range(*fields["blocks"]), "name": str(path)})


def _stamp(fields: Mapping[str, Any]) -> str:
    """Return a digest that tells a file that was changed."""
    return sha256(json.dumps(fields, sort_keys=True).encode()).hexdigest()


def _software() -> str:
    import numpy as np

    return f"cardlab {__version__} with NumPy {'.'.join(np.__version__.split('.')[:2])}"


def sample(
    sampler: Sampler[Any, Any],
    n: int,
    *,
    rng: int | np.random.Generator | None = None,
    shard: tuple[int, int] = (1, 1),
    executor: Executor | None = None,
    progress: Progress = False,
    asked: Mapping[str, Any] | None = None,
) -> Part:
    """Do one shard of a run.

    Parameters
    ----------
    sampler : Sampler
        That of the question: ``question.sampler()``. For a tournament
        `cardlab.divider.tournaments.sampler`, whose draws are deals.
    n : int
        Draws of all shards together.
    rng, executor, progress
        As in `cardlab.sampling.run`. All shards need the same seed, so it must be given.
    shard : tuple of int
        Which shard, from 1, and of how many; ``(3, 20)`` is the third of twenty. By default all of
        the run.
    asked : mapping, optional
        See `Part`.

    Returns
    -------
    Part

    Raises
    ------
    InvalidInput
        If an argument cannot be used, or the question has a player or strategy that another
        machine could not tell from others.
    """
    instance("sampler", sampler, Sampler)
    try:
        number, of = shard
    except (TypeError, ValueError):
        message = f"shard must be two numbers, such as (3, 20) for 3 of 20, not {short(shard)}"
        raise InvalidInput(message) from None
    of = whole("shards", of, 1, MOST)
    number = whole("shard", number, 1, of)
    n = whole("n", n, 1, MOST)
    seed = seed_of(rng) if of == 1 else whole("rng, the same for all shards,", rng, 0)
    all_blocks = -(-n // sampler.block)
    part = Part(
        question=_digest(sampler),
        software=_software(),
        n=n,
        seed=seed,
        block=sampler.block,
        blocks=range((number - 1) * all_blocks // of, number * all_blocks // of),
        total=None,
        seconds=0.0,
        asked=asked or {},
        name=f"shard {number}/{of}",
    )
    if not part.blocks:
        return part
    done = run(
        sampler.work,
        n,
        block=sampler.block,
        rng=seed,
        executor=executor,
        progress=progress,
        blocks=part.blocks,
    )
    return replace(part, total=_plain(done.total), seconds=done.seconds)


def merge(sampler: Sampler[Any, A], parts: Iterable[Part]) -> A:
    """Return the answer of a run from all of its parts.

    Parameters
    ----------
    sampler : Sampler
        That of the question that was sampled.
    parts : iterable of Part
        In any order; they need not come from the same number of shards.

    Returns
    -------
    object
        What the question's ``simulate`` returns for the same n and seed.

    Raises
    ------
    InvalidInput
        If parts overlap, are missing, or belong to another question, n or seed.
    """
    return sampler.answer(_added(sampler, _in_order(sampler, parts)))


def join(sampler: Sampler[Any, Any], parts: Iterable[Part]) -> Part:
    """Return all parts of a run as one; as `merge`, without the answer."""
    ordered = _in_order(sampler, parts)
    done = _added(sampler, ordered)
    blocks = range(ordered[-1].blocks.stop)
    return replace(
        ordered[0], blocks=blocks, total=_plain(done.total), seconds=done.seconds, name="all shards"
    )


def _in_order(sampler: Sampler[Any, Any], parts: Iterable[Part]) -> list[Part]:
    """Return the parts that have blocks in the order of these, having checked that all fit."""
    instance("sampler", sampler, Sampler)
    instance("parts", parts, Iterable)
    given = list(parts)
    for part in given:
        instance("parts", part, Part)
    if not given:
        message = "parts: none given"
        raise InvalidInput(message)
    first = given[0]
    if first.question != _digest(sampler):
        message = f"{first.name}: belongs to another question than the sampler"
        raise InvalidInput(message)
    for part in given:
        if part.question != first.question:
            message = f"{part.name}: belongs to another question than {first.name}"
            raise InvalidInput(message)
        if (part.n, part.seed) != (first.n, first.seed):
            message = (
                f"{part.name}: belongs to another run, of {part.n:,} draws with seed {part.seed}; "
                f"{first.name} to one of {first.n:,} draws with seed {first.seed}"
            )
            raise InvalidInput(message)
    ordered = sorted((part for part in given if part.blocks), key=attrgetter("blocks.start"))
    _check_complete(ordered, first)
    return ordered


def _check_complete(ordered: list[Part], first: Part) -> None:
    """Refuse parts that overlap or leave a gap."""
    done, last = 0, "the start"
    for part in ordered:
        if part.blocks.start < done:
            message = f"{part.name} overlaps {last}; each draw may be given once"
            raise InvalidInput(message)
        if part.blocks.start > done:
            message = f"parts: the draws between {last} and {part.name} are missing"
            raise InvalidInput(message)
        done, last = part.blocks.stop, part.name
    if done * first.block < first.n:
        message = f"parts: the draws after {last} are missing"
        raise InvalidInput(message)


def _added(sampler: Sampler[Any, Any], parts: list[Part]) -> Run[Any]:
    total = reduce(add, (sampler.read(part.total) for part in parts))
    return Run(total, parts[0].n, parts[0].seed, sum(part.seconds for part in parts))


def _plain(total: object) -> Any:
    """Return a total as JSON has it; arrays become lists, and objects their fields."""
    written = json.dumps(
        total, default=lambda value: value.tolist() if hasattr(value, "tolist") else vars(value)
    )
    return json.loads(written)


def _digest(sampler: Sampler[Any, Any]) -> str:
    import numpy as np

    with np.printoptions(threshold=sys.maxsize):  # arrays in full
        text = f"{_told(sampler.work)}, {sampler.block} in a block"
    if any(unnamed in text for unnamed in (" at 0x", "<lambda>", "<locals>")):
        message = (
            f"sampler: another machine cannot tell what this is: {short(text)}; a player or "
            "strategy of your own needs a __repr__ that says all about it"
        )
        raise InvalidInput(message)
    return sha256(text.encode()).hexdigest()


def _told(work: object) -> str:
    """Return everything that a piece of work is made of, as text."""
    if isinstance(work, partial):
        return f"{_told(work.func)} {work.args!r} {work.keywords!r}"
    if ismethod(work):
        return f"{_told(work.__func__)} {work.__self__!r}"
    return f"{work.__module__}.{work.__qualname__}" if isfunction(work) else repr(work)
