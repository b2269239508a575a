"""The command line: ``cardlab shoot "5h Kc Qs"``."""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlab import __version__, questions
from cardlab.errors import CardlabError, InvalidInput, TooLarge, short

if TYPE_CHECKING:
    from cardlab.results import Estimate
    from cardlab.shards import Part


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0, 1 if something is out of date, 2 for bad input.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments; by default those of the process.

    Examples
    --------
    >>> main(["shoot", "5h Kc Qs"])
    24 of 49 = 0.4898
    0
    """
    arguments = _parser().parse_args(argv)
    try:
        code = arguments.command(arguments)
        sys.stdout.flush()
    except CardlabError as error:
        here = "; here: --simulate N" if isinstance(error, TooLarge) else ""
        print(f"cardlab: {error}{here}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:  # such as a full disk
        print(f"cardlab: {error}", file=sys.stderr)
        return 1
    return code or 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="cardlab", description="Odds of card games: exact, sampled, explained."
    )
    parser.add_argument("--version", action="version", version=f"cardlab {__version__}")
    commands = parser.add_subparsers(required=True, metavar="command")

    shoot = commands.add_parser("shoot", help="will one of your cards beat the turned card?")
    shoot.set_defaults(command=_shoot)
    questions.turn_words(shoot)
    _common(shoot, "also turn a card N times")

    stud8 = commands.add_parser(
        "stud8", help="what share of a stud hi/lo pot can each hand expect?"
    )
    stud8.set_defaults(command=_stud8)
    questions.matchup_words(stud8)
    _common(stud8, "sample N deals instead of counting all")

    divider = commands.add_parser(
        "divider", help="what is a cut, a group or a placement of Divider worth?"
    )
    divider.set_defaults(command=_divider)
    questions.position_words(divider)
    divider.add_argument(
        "--method",
        help="what the chooser knows in an exact cut: bayes, open, fixed or equilibrium (bayes)",
    )
    _common(divider, "play on in N hidden worlds; needed before the last turn")

    report = commands.add_parser("report", help="run a write-up to a page that stands alone")
    report.set_defaults(command=_report)
    report.add_argument(
        "game", nargs="?", help="shoot, stud8 or divider; by default all, one by one"
    )
    report.add_argument(
        "-p",
        dest="parameters",
        nargs=2,
        action="append",
        default=[],
        metavar=("NAME", "VALUE"),
        help='a parameter, e.g. -p hero "As2s3d" -p villain Kh; commas between items of a list',
    )
    report.add_argument("--out", default="reports", metavar="FOLDER", help="for pages (reports)")
    report.add_argument(
        "--notebooks",
        default="notebooks/reports",
        metavar="FOLDER",
        help="has the write-ups (notebooks/reports)",
    )
    report.add_argument("--json", action="store_true", help="print one JSON object")

    simulate = commands.add_parser("simulate", help="sample a question, or one shard of the run")
    _simulate_questions(simulate.add_subparsers(required=True, metavar="question"))

    merge = commands.add_parser("merge", help="put the shards of a run together")
    merge.set_defaults(command=_merge)
    merge.add_argument("files", nargs="+", help="what simulate --out wrote, all shards")
    merge.add_argument("--out", metavar="FILE", help="a file for all of them in one")
    merge.add_argument("--json", action="store_true", help="print one JSON object")

    lessons = commands.add_parser("lessons", help="for teachers: student copies, marks")
    _lessons(lessons.add_subparsers(required=True, metavar="command"))

    table = commands.add_parser("table", help="make a table of all hands or players, for a file")
    _tables(table.add_subparsers(required=True, metavar="name"))

    warmup = commands.add_parser("warmup", help="compile what needs compiling, once")
    warmup.set_defaults(command=_warmup)
    return parser


def _lessons(commands: Any) -> None:
    build = commands.add_parser("build", help="make the student copies of the masters")
    build.set_defaults(command=_lessons_build)
    build.add_argument(
        "folder", nargs="?", default="notebooks", help="has the masters in teacher/ (notebooks)"
    )
    build.add_argument(
        "--check", action="store_true", help="only say whether they are up to date (exit code 1)"
    )
    build.add_argument("--json", action="store_true", help="print one JSON object")

    check = commands.add_parser("check", help="mark a folder of notebooks")
    check.set_defaults(command=_lessons_check)
    check.add_argument("folder", help="what was handed in")
    check.add_argument("--out", metavar="FILE", help="a CSV file for the marks")
    check.add_argument("--seconds", type=int, default=60, help="for each submission (60)")
    check.add_argument(
        "--seed-from",
        default="cell",
        help="where a student's number stands: cell (SEED = 7), name (ada_7.ipynb) or book (none)",
    )
    check.add_argument("--game", help="by default the one that most of the notebooks ask about")
    check.add_argument("--json", action="store_true", help="print one JSON object")


def _tables(names: Any) -> None:
    shoot = names.add_parser("shoot-hands", help="all hands of Shoot by class")
    shoot.set_defaults(command=_table_shoot_hands)
    shoot.add_argument("--out", metavar="FILE", default="shoot_hands.csv")

    hands = names.add_parser(
        "stud8-starting-hands",
        help="the 1,755 starting hands of stud hi/lo against an unknown hand; half an hour",
    )
    hands.set_defaults(command=_table_stud8_starting_hands)
    hands.add_argument("--out", metavar="FILE", default="stud8_starting_hands.csv")
    _workers(hands)

    matchups = names.add_parser(
        "stud8-third-street",
        help="all matchups on third street of stud hi/lo, exactly; for a cluster",
    )
    matchups.set_defaults(command=_table_stud8_third_street)
    matchups.add_argument(
        "--out", metavar="FOLDER", default="stud8_third_street", help="for Parquet files"
    )
    matchups.add_argument(
        "--parts", metavar="FROM:TO", help="some of the 1,755 parts, such as 0:3 for the first 3"
    )
    _workers(matchups)

    players = names.add_parser("divider-players", help="every two Divider players against another")
    players.set_defaults(command=_table_divider_players)
    players.add_argument("--out", metavar="FILE", default="divider_players.csv")
    players.add_argument("--games", type=int, default=10_000, help="of each two players (10000)")
    players.add_argument(
        "--expert-games", type=int, default=1000, help="of each player and the expert (1000)"
    )
    players.add_argument("--rng", type=int, default=1, metavar="SEED", help="the seed (1)")
    _workers(players)


def _workers(command: argparse.ArgumentParser) -> None:
    """Add the options that say who does the work."""
    workers = command.add_mutually_exclusive_group()
    workers.add_argument("--jobs", type=int, default=1, metavar="N", help="processes (1)")
    workers.add_argument(
        "--scheduler", metavar="ADDRESS", help="of a Dask cluster, such as tcp://10.0.0.1:8786"
    )


def _simulate_questions(commands: Any) -> None:
    for name, question in questions.QUESTIONS.items():
        command = commands.add_parser(name, help=question.help)
        command.set_defaults(command=_simulate, question=name)
        question.add_words(command)
        command.add_argument("n", type=int, metavar="N", help=f"how many {question.unit}")
        command.add_argument("--rng", type=int, metavar="SEED", help="the seed")
        _workers(command)
        command.add_argument("--shard", metavar="K/M", help="do the k-th of m shards only")
        command.add_argument("--out", metavar="FILE", help="a file for merge, instead of an answer")
        command.add_argument("--json", action="store_true", help="print one JSON object")


def _common(command: argparse.ArgumentParser, simulate: str) -> None:
    """Add the options that every question has."""
    command.add_argument("--explain", action="store_true", help="show the working")
    command.add_argument("--simulate", type=int, metavar="N", help=simulate)
    command.add_argument("--rng", type=int, metavar="SEED", help="the seed of --simulate")
    command.add_argument("--json", action="store_true", help="print one JSON object")


def _shoot(arguments: argparse.Namespace) -> None:
    turn = questions.turn(arguments)
    odds = turn.exact()
    sampled = None
    if arguments.simulate is not None:
        sampled = turn.simulate(arguments.simulate, rng=arguments.rng)
    if not arguments.json:
        print(turn.explain() if arguments.explain else odds)
        if sampled is not None:
            print(f"sampled: {sampled}, seed {sampled.seed}")
        return
    answer: dict[str, Any] = {
        "hand": [str(card) for card in turn.hand],
        "seen": [str(card) for card in turn.seen],
        "favourable": odds.favourable,
        "total": odds.total,
        "probability": float(odds),
        "expected_value": float(turn.expected_value),
        "kelly_fraction": float(turn.kelly_fraction),
        "winning": [str(card) for card in turn.winning],
    }
    if arguments.explain:
        answer["explanation"] = str(turn.explain())
    if sampled is not None:
        answer["sampled"] = _estimate(sampled)
    print(json.dumps(answer))


def _estimate(estimate: Estimate) -> dict[str, Any]:
    return {
        "value": estimate.value,
        "standard_error": _finite(estimate.standard_error),
        "interval_95": [_finite(end) for end in estimate.interval()],
        "n": estimate.n,
        "seed": estimate.seed,
    }


def _finite(value: float) -> float | None:
    """Return a number for JSON, which knows no infinity."""
    return value if math.isfinite(value) else None


def _stud8(arguments: argparse.Namespace) -> None:
    from cardlab.results import HiLoTable

    matchup = questions.matchup(arguments)
    answer: dict[str, Any] = {
        "seats": [[str(card) for card in seat] for seat in matchup.seats],
        "dead": [str(card) for card in matchup.dead],
    }
    if arguments.simulate is not None:
        sampled = matchup.simulate(arguments.simulate, rng=arguments.rng)
        printed = str(sampled)
        answer["equities"] = [_estimate(equity) for equity in sampled.equities]
    else:
        exact = matchup.exact()
        printed = str(exact)
        answer["deals"] = exact.deals
        answer["equities"] = [float(equity) for equity in exact.equities]
        if isinstance(exact, HiLoTable):
            answer["counts"] = exact.counts
    if arguments.explain:
        printed = answer["explanation"] = str(matchup.explain())
    print(json.dumps(answer) if arguments.json else printed)


def _divider(arguments: argparse.Namespace) -> None:
    from cardlab.divider import Cut

    question = questions.decision(arguments)
    position = question.position
    if arguments.method and (arguments.simulate is not None or not isinstance(question, Cut)):
        message = "method: only exact values of a cut have one; leave it out"
        raise InvalidInput(message)
    if arguments.simulate is not None:
        table = question.simulate(arguments.simulate, rng=arguments.rng, player=arguments.player)
    elif isinstance(question, Cut):
        table = question.exact(arguments.method or "bayes")
    else:
        table = question.exact()
    explained = str(question.explain(table)) if arguments.explain else None
    if not arguments.json:
        print(explained or table)
        return
    answer: dict[str, Any] = {
        "position": str(position),
        "player": position.player,
        "best": str(table.best),
        "exact": table.exact,
        "values": json.loads(table.to_frame().reset_index().to_json(orient="records")),
    }
    if explained:
        answer["explanation"] = explained
    if table.exploitability is not None:
        answer["exploitability"] = table.exploitability
    if table.sampled:
        answer |= {"n": table.n, "seed": table.seed, "played_on_by": table.player}
    print(json.dumps(answer))


_ABOUT_THE_RUN = {"command", "n", "rng", "jobs", "scheduler", "shard", "out", "json"}


def _simulate(arguments: argparse.Namespace) -> None:
    from cardlab import shards

    if arguments.shard is not None and arguments.out is None:
        message = "out: say where the shard shall go, such as --out part3.json"
        raise InvalidInput(message)
    _check_folder(arguments.out)
    asked = {name: word for name, word in vars(arguments).items() if name not in _ABOUT_THE_RUN}
    question = questions.QUESTIONS[arguments.question]
    sampler, draws = question.sampler(arguments), question.draws(arguments.n)
    shard = _shard(arguments.shard or "1/1")
    with _helpers(arguments) as helpers:
        part = shards.sample(sampler, draws, rng=arguments.rng, shard=shard, asked=asked, **helpers)
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


def _check_folder(out: str | None) -> None:
    """Refuse a file that cannot be written, before the work and not after it."""
    if out is not None and not Path(out).parent.is_dir():
        message = f"out: there is no folder for {short(out)}; make it first"
        raise InvalidInput(message)


def _merge(arguments: argparse.Namespace) -> None:
    from cardlab import shards

    _check_folder(arguments.out)
    parts = [shards.load(path) for path in arguments.files]
    asked = argparse.Namespace(**parts[0].asked)
    if getattr(asked, "question", None) not in questions.QUESTIONS:
        message = f"{parts[0].name}: was made in Python; merge it there, with cardlab.shards.merge"
        raise InvalidInput(message)
    sampler = questions.QUESTIONS[asked.question].sampler(asked)
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
        found = _estimate(answer)
    elif hasattr(answer, "broke"):
        found = {"broke": _estimate(answer.broke), "mean": _estimate(answer.mean)}
        found |= {"median": answer.median, "heavy_tail": answer.heavy_tail}
    else:
        frame = answer.to_frame().reset_index()
        found = {"values": json.loads(frame.to_json(orient="records", double_precision=15))}
    print(json.dumps({"n": part.n, "seed": part.seed, **found}))


def _report(arguments: argparse.Namespace) -> None:
    from cardlab.reports.running import GAMES, every, find

    folder = Path(arguments.notebooks)
    if arguments.game is not None:
        write_ups = [find(arguments.game, arguments.parameters, folder)]
    elif arguments.parameters:
        message = f"report: say which one the parameters are for: {', '.join(GAMES)}"
        raise InvalidInput(message)
    else:
        write_ups = every(folder)
    made = [write_up.run(Path(arguments.out)) for write_up in write_ups]
    if arguments.json:
        print(json.dumps([report.to_json() for report in made]))
        return
    for report in made:
        print(report.page)


def _lessons_build(arguments: argparse.Namespace) -> int:
    from cardlab.lessons.build import build

    fresh = build(Path(arguments.folder), check=arguments.check)
    if arguments.json:
        print(json.dumps({path.as_posix(): was for path, was in fresh.items()}))
    else:
        other = "out of date" if arguments.check else "written"
        for path, was in fresh.items():
            print(f"{path}: {'up to date' if was else other}")
    return int(arguments.check and not all(fresh.values()))


def _lessons_check(arguments: argparse.Namespace) -> None:
    from tqdm import tqdm

    from cardlab.lessons.marking import mark, table

    if arguments.out is None and not arguments.json:
        message = "out: say where the marks shall go, --out marks.csv, or print them with --json"
        raise InvalidInput(message)
    _check_folder(arguments.out)
    marked = mark(
        Path(arguments.folder),
        seconds=arguments.seconds,
        seed_from=arguments.seed_from,
        game=arguments.game,
        progress=lambda files: tqdm(files, unit=" notebooks", disable=None),
    )
    marks = table(marked)
    if arguments.out is not None:
        marks.to_csv(arguments.out, index=False)
    if arguments.json:
        print(marks.to_json(orient="records", force_ascii=False))
    else:
        print(f"{len(marks)} submissions marked: {arguments.out}")


@contextmanager
def _helpers(arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Give what long work takes: who does it, and a progress bar if somebody looks."""
    from cardlab.tables.work import workers

    with workers(arguments.jobs, arguments.scheduler) as executor:
        yield {"executor": executor, "progress": sys.stderr.isatty()}


def _table_shoot_hands(arguments: argparse.Namespace) -> None:
    from cardlab import tables

    tables.shoot_hands().to_csv(arguments.out, index=False, lineterminator="\n")


def _table_stud8_starting_hands(arguments: argparse.Namespace) -> None:
    from cardlab import tables

    with _helpers(arguments) as helpers:
        tables.stud8_starting_hands(arguments.out, **helpers)


def _table_stud8_third_street(arguments: argparse.Namespace) -> None:
    from cardlab import tables

    parts = _parts(arguments.parts, tables.third_street.PARTS)
    with _helpers(arguments) as helpers:
        tables.stud8_third_street(arguments.out, parts=parts, **helpers)


def _parts(text: str | None, every: range) -> range:
    """Read text such as ``0:3``: the first of some parts, and the one behind the last."""
    if text is None:
        return every
    first, colon, end = text.partition(":")
    if not (
        colon and first.isdecimal() and end.isdecimal() and int(first) < int(end) <= len(every)
    ):
        message = f"parts must be FROM:TO with FROM < TO <= {len(every)}, not {short(text)}"
        raise InvalidInput(message)
    return range(int(first), int(end))


def _table_divider_players(arguments: argparse.Namespace) -> None:
    from cardlab import tables

    _check_folder(arguments.out)
    games = arguments.games, arguments.expert_games
    with _helpers(arguments) as helpers:
        players = tables.divider_players(*games, rng=arguments.rng, **helpers)
    players.to_csv(arguments.out, index=False, lineterminator="\n")


def _warmup(_: argparse.Namespace) -> None:
    from cardlab import _kernels

    _kernels.warmup()


if __name__ == "__main__":
    sys.exit(main())
