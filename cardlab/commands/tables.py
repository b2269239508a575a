"""``cardlab table``: tables of all hands or players."""

from __future__ import annotations

import re
from argparse import Namespace
from typing import Any

from cardlab.commands.shared import add_workers, check_folder, helpers
from cardlab.errors import InvalidInput, short


def add(commands: Any) -> None:
    """Add the command."""
    table = commands.add_parser("table", help="make a table of all hands or players, for a file")
    names = table.add_subparsers(required=True, metavar="name")

    shoot = names.add_parser("shoot-hands", help="all hands of Shoot by class")
    shoot.set_defaults(command=_shoot_hands)
    shoot.add_argument("--out", metavar="FILE", default="shoot_hands.csv")

    hands = names.add_parser(
        "stud8-starting-hands",
        help="the 1,755 starting hands of stud hi/lo against an unknown hand; half an hour",
    )
    hands.set_defaults(command=_stud8_starting_hands)
    hands.add_argument("--out", metavar="FILE", default="stud8_starting_hands.csv")
    add_workers(hands)

    matchups = names.add_parser(
        "stud8-third-street",
        help="all matchups on third street of stud hi/lo, exactly; for a cluster",
    )
    matchups.set_defaults(command=_stud8_third_street)
    matchups.add_argument(
        "--out", metavar="FOLDER", default="stud8_third_street", help="for Parquet files"
    )
    matchups.add_argument(
        "--parts", metavar="FROM:TO", help="some of the 1,755 parts, such as 0:3 for the first 3"
    )
    add_workers(matchups)

    players = names.add_parser("divider-players", help="every two Divider players against another")
    players.set_defaults(command=_divider_players)
    players.add_argument("--out", metavar="FILE", default="divider_players.csv")
    players.add_argument("--games", type=int, default=10_000, help="of each two players (10000)")
    players.add_argument(
        "--expert-games", type=int, default=1000, help="of each player and the expert (1000)"
    )
    players.add_argument("--rng", type=int, default=1, metavar="SEED", help="the seed (1)")
    add_workers(players)


def _shoot_hands(arguments: Namespace) -> None:
    from cardlab import tables

    tables.shoot_hands().to_csv(arguments.out, index=False, lineterminator="\n")


def _stud8_starting_hands(arguments: Namespace) -> None:
    from cardlab import tables

    check_folder(arguments.out)
    with helpers(arguments) as who:
        tables.stud8_starting_hands(arguments.out, **who)


def _stud8_third_street(arguments: Namespace) -> None:
    from cardlab import tables

    parts = _parts(arguments.parts, tables.third_street.PARTS)
    with helpers(arguments) as who:
        tables.stud8_third_street(arguments.out, parts=parts, **who)


def _parts(text: str | None, every: range) -> range:
    """Read text such as ``0:3``: the first of some parts, and the one behind the last."""
    if text is None:
        return every
    found = re.fullmatch(r"([0-9]{1,4}):([0-9]{1,4})", text)
    if not found or not int(found[1]) < int(found[2]) <= len(every):
        message = f"parts must be FROM:TO with FROM < TO <= {len(every)}, not {short(text)}"
        raise InvalidInput(message)
    return range(int(found[1]), int(found[2]))


def _divider_players(arguments: Namespace) -> None:
    from cardlab import tables

    check_folder(arguments.out)
    games = arguments.games, arguments.expert_games
    with helpers(arguments) as who:
        players = tables.divider_players(*games, rng=arguments.rng, **who)
    players.to_csv(arguments.out, index=False, lineterminator="\n")
