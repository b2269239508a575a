"""The command line: ``cardlab shoot "5h Kc Qs"``."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlab import __version__
from cardlab.errors import CardlabError, InvalidInput, TooLarge, short

if TYPE_CHECKING:
    from cardlab.results import Estimate


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
    shoot.add_argument("hand", help='your cards, e.g. "5h Kc Qs"')
    shoot.add_argument("--seen", default="", help="other cards that you have seen")
    shoot.add_argument("--hand-size", type=int, default=3, help="cards due in a hand (3)")
    shoot.add_argument("--ace-low", action="store_true", help="the ace ranks below the two")
    _common(shoot, "also turn a card N times")

    stud8 = commands.add_parser(
        "stud8", help="what share of a stud hi/lo pot can each hand expect?"
    )
    stud8.set_defaults(command=_stud8)
    stud8.add_argument("seats", nargs="+", help='cards known of each hand, e.g. "As2s3d" "Kh"')
    stud8.add_argument("--dead", default="", help="other cards that have been seen")
    stud8.add_argument(
        "--range",
        action="append",
        default=[],
        metavar="SEAT=RANGE",
        help='hole cards that a seat (from 0) may hold, e.g. 1="pairs, 3low"',
    )
    _common(stud8, "sample N deals instead of counting all")

    divider = commands.add_parser(
        "divider", help="what is a cut, a group or a placement of Divider worth?"
    )
    divider.set_defaults(command=_divider)
    divider.add_argument(
        "position",
        help='lines with ; between them, e.g. "Player 0: up 9h 7h, down none, pockets 6h Tc 3d; '
        'Player 1: up Kc, down 4s, pockets unknown; Divider: 0; Four: Jh 6s Td 2c"',
    )
    divider.add_argument(
        "--method",
        help="what the chooser knows in an exact cut: bayes, open, fixed or equilibrium (bayes)",
    )
    divider.add_argument("--player", default="club", help="who plays on with --simulate (club)")
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


def _common(command: argparse.ArgumentParser, simulate: str) -> None:
    """Add the options that every question has."""
    command.add_argument("--explain", action="store_true", help="show the working")
    command.add_argument("--simulate", type=int, metavar="N", help=simulate)
    command.add_argument("--rng", type=int, metavar="SEED", help="the seed of --simulate")
    command.add_argument("--json", action="store_true", help="print one JSON object")


def _shoot(arguments: argparse.Namespace) -> None:
    from cardlab.shoot import Rules, Turn

    rules = Rules(hand_size=arguments.hand_size, ace_high=not arguments.ace_low)
    turn = Turn(arguments.hand, arguments.seen, rules=rules)
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
    from cardlab.stud8 import Matchup

    ranges = _ranges(arguments.range)
    matchup = Matchup(*arguments.seats, dead=arguments.dead, ranges=ranges)
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
    from cardlab.divider import Choice, Cut, Placement, Position

    position = Position.parse(arguments.position)
    if position.player is None:
        message = "position: nobody is to act; give the four cards of the turn, as Four: ..."
        raise InvalidInput(message)
    question: Cut | Choice | Placement
    match position.phase:
        case "cut":
            question = Cut(position)
        case "choose":
            question = Choice(position)
        case _:
            question = Placement(position)
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


def _ranges(texts: Iterable[str]) -> dict[int, str]:
    """Read texts such as ``1=pairs``: the seat, and what it may hold."""
    ranges: dict[int, str] = {}
    for text in texts:
        seat, equals, holds = text.partition("=")
        if not equals or seat not in set("01234567"):
            message = f"range must be a seat, = and a range, such as 1=pairs, not {short(text)}"
            raise InvalidInput(message)
        if int(seat) in ranges:
            message = f"range: seat {seat} has two; put them into one, such as 1='pairs, 3low'"
            raise InvalidInput(message)
        ranges[int(seat)] = holds
    return ranges


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
    if arguments.out is not None and not Path(arguments.out).parent.is_dir():
        message = f"out: there is no folder for {short(arguments.out)}; make it first"
        raise InvalidInput(message)  # now and not after the marking
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
    """Give what a table takes: who does the work, and a progress bar if somebody looks."""
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

    games = arguments.games, arguments.expert_games
    with _helpers(arguments) as helpers:
        players = tables.divider_players(*games, rng=arguments.rng, **helpers)
    players.to_csv(arguments.out, index=False, lineterminator="\n")


def _warmup(_: argparse.Namespace) -> None:
    from cardlab import _kernels

    _kernels.warmup()


if __name__ == "__main__":
    sys.exit(main())
