"""``cardlab simulate`` and ``merge``: long runs, in shards if need be."""

from __future__ import annotations

import json
import re
from argparse import Namespace
from typing import TYPE_CHECKING, Any

from cardlab.commands.questions import QUESTIONS
from cardlab.commands.shared import add_workers, check_folder, estimated, helpers
from cardlab.errors import InvalidInput, short

if TYPE_CHECKING:
    from cardlab.shards import Part

_ABOUT_THE_RUN = {"command", "n", "rng", "jobs", "scheduler", "shard", "out", "json"}


def add(commands: Any) -> None:
    """Add the commands."""
    simulate = commands.add_parser("simulate", help="sample a question, or one shard of the run")
    _simulate_questions(simulate.add_subparsers(required=True, metavar="question"))

    merge = commands.add_parser("merge", help="put the shards of a run together")
    merge.set_defaults(command=_merge)
    merge.add_argument("files", nargs="+", help="what simulate --out wrote, all shards")
    merge.add_argument("--out", metavar="FILE", help="a file for all of them in one")
    merge.add_argument("--json", action="store_true", help="print one JSON object")


def _simulate_questions(commands: Any) -> None:
    for name, question in QUESTIONS.items():
        command = commands.add_parser(name, help=question.help)
        command.set_defaults(command=_simulate, question=name)
        question.add_words(command)
        command.add_argument("n", type=int, metavar="N", help=f"how many {question.unit}")
        command.add_argument("--rng", type=int, metavar="SEED", help="the seed")
        add_workers(command)
        command.add_argument("--shard", metavar="K/M", help="do the k-th of m shards only")
        command.add_argument("--out", metavar="FILE", help="a file for merge, instead of an answer")
        command.add_argument("--json", action="store_true", help="print one JSON object")


def _simulate(arguments: Namespace) -> None:
    from cardlab import shards

    if arguments.shard is not None and arguments.out is None:
        message = "out: say where the shard shall go, such as --out part3.json"
        raise InvalidInput(message)
    check_folder(arguments.out)
    asked = {name: word for name, word in vars(arguments).items() if name not in _ABOUT_THE_RUN}
    question = QUESTIONS[arguments.question]
    sampler, draws = question.sampler(arguments), question.draws(arguments.n)
    shard = _shard(arguments.shard or "1/1")
    with helpers(arguments) as who:
        part = shards.sample(sampler, draws, rng=arguments.rng, shard=shard, asked=asked, **who)
    if arguments.out is None:
        _print_sampled(shards.merge(sampler, [part]), part, arguments.json)
        return
    part.save(arguments.out)
    about = {"out": arguments.out, "draws": part.draws, "n": part.n, "seed": part.seed}
    words = f"{arguments.out}: {part.draws:,} of {part.n:,} draws, seed {part.seed}"
    print(json.dumps(about) if arguments.json else words)


def _shard(text: str) -> tuple[int, int]:
    """Read which shard of how many, such as 3/20."""
    found = re.fullmatch(r"([0-9]{1,12})/([0-9]{1,12})", text)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        message = f"shard must be a number, / and how many there are, as 3/20, not {short(text)}"
        raise InvalidInput(message)
    return int(found[1]), int(found[2])


def _merge(arguments: Namespace) -> None:
    from cardlab import shards

    check_folder(arguments.out)
    parts = [shards.load(path) for path in arguments.files]
    asked = Namespace(**parts[0].asked)
    if getattr(asked, "question", None) not in QUESTIONS:
        message = f"{parts[0].name}: was made in Python; merge it there, with cardlab.shards.merge"
        raise InvalidInput(message)
    sampler = QUESTIONS[asked.question].sampler(asked)
    whole = shards.join(sampler, parts)
    if arguments.out is not None:
        whole.save(arguments.out)
    _print_sampled(shards.merge(sampler, [whole]), whole, arguments.json)


def _print_sampled(answer: Any, part: Part, as_json: bool) -> None:
    """Print a sampled answer."""
    from cardlab.results import Estimate

    if not as_json:
        print(f"{answer}, seed {part.seed}" if isinstance(answer, Estimate) else answer)
        return
    if isinstance(answer, Estimate):
        found = estimated(answer)
    elif hasattr(answer, "broke"):
        found = {"broke": estimated(answer.broke), "mean": estimated(answer.mean)}
        found |= {"median": answer.median, "heavy_tail": answer.heavy_tail}
    else:
        frame = answer.to_frame().reset_index()
        found = {"values": json.loads(frame.to_json(orient="records", double_precision=15))}
    print(json.dumps({"n": part.n, "seed": part.seed, **found}))
