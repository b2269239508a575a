"""The command line: ``cardlab shoot "5h Kc Qs"``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from cardlab import __version__
from cardlab.commands import ask, lessons, report, sampled, tables
from cardlab.errors import CardlabError, TooLarge


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
    for room in (ask, sampled, tables, report, lessons):
        room.add(commands)
    warmup = commands.add_parser("warmup", help="compile what needs compiling, once")
    warmup.set_defaults(command=_warmup)
    return parser


def _warmup(_: argparse.Namespace) -> None:
    from cardlab import _kernels

    _kernels.warmup()


if __name__ == "__main__":
    sys.exit(main())
