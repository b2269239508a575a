"""``cardlab shoot``, ``stud8`` and ``divider``: one question, answered exactly or by sampling."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import Any

from cardlab.commands import questions
from cardlab.commands.shared import estimated
from cardlab.errors import InvalidInput


def add(commands: Any) -> None:
    """Add the commands."""
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


def _common(command: ArgumentParser, simulate: str) -> None:
    """Add the options that every question has."""
    command.add_argument("--explain", action="store_true", help="show the working")
    command.add_argument("--simulate", type=int, metavar="N", help=simulate)
    command.add_argument("--rng", type=int, metavar="SEED", help="the seed of --simulate")
    command.add_argument("--json", action="store_true", help="print one JSON object")


def _shoot(arguments: Namespace) -> None:
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
        answer["sampled"] = estimated(sampled)
    print(json.dumps(answer))


def _stud8(arguments: Namespace) -> None:
    from cardlab.results import HiLoTable

    matchup = questions.matchup(arguments)
    answer: dict[str, Any] = {
        "seats": [[str(card) for card in seat] for seat in matchup.seats],
        "dead": [str(card) for card in matchup.dead],
    }
    if arguments.simulate is not None:
        sampled = matchup.simulate(arguments.simulate, rng=arguments.rng)
        printed = str(sampled)
        answer["equities"] = [estimated(equity) for equity in sampled.equities]
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


def _divider(arguments: Namespace) -> None:
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
