"""Text that reaches ever more lines of the parsers: ``python -m tests.fuzz [--seconds 60]``.

Each parser has its share of the time, in a process of its own. Needs atheris, `pip install -e
'.[fuzz]'`. A text that gives an error which is not documented is printed, with the error.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["cardlab"]):
    from tests.parsers import PARSERS


def fuzz(name: str, seconds: int) -> None:
    """Try texts on one parser; ends the process."""
    parser = PARSERS[name]

    def run(data: bytes) -> None:
        text = data.decode(errors="surrogateescape")
        try:
            parser.try_on(text)
        except BaseException:
            print(f"\n{name}: {text!r}", file=sys.stderr)
            raise

    with tempfile.TemporaryDirectory() as folder:
        for number, example in enumerate(parser.examples):
            (Path(folder) / str(number)).write_text(example)
        limits = [f"-max_total_time={seconds}", "-timeout=20", f"-artifact_prefix={folder}/"]
        atheris.Setup([sys.argv[0], *limits, "-seed=1", "-verbosity=0", folder], run)
        atheris.Fuzz()


def main() -> int:
    arguments = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    arguments.add_argument("--seconds", type=int, default=60, help="in all (60)")
    arguments.add_argument("--parser", choices=PARSERS, help="this one only")
    given = arguments.parse_args()
    if given.parser:
        fuzz(given.parser, given.seconds)
    failed = []
    for name in PARSERS:
        share = str(max(1, given.seconds // len(PARSERS)))
        command = [sys.executable, "-m", "tests.fuzz", "--parser", name, "--seconds", share]
        done = subprocess.run(command, capture_output=True, text=True)
        print(f"{name}: {'FAULT' if done.returncode else 'only documented errors'}", flush=True)
        if done.returncode:
            print(done.stderr)
            failed.append(name)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
