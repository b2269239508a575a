"""Everything that reads text, and text to begin with; for test_parsers.py and fuzz.py."""

from __future__ import annotations

import shlex
import tempfile
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from cardlab import divider, lessons, shards, shoot, stud8
from cardlab.__main__ import main
from cardlab.cards import parse
from cardlab.divider.events import parse_event
from cardlab.errors import CardlabError
from cardlab.lessons import answers
from cardlab.lessons.reading import Unreadable, number

HANDS = Path(__file__).parents[1] / "data/hands"
PIECES = (
    "", " ", "\n", "\t", ";", ":", ",", "|", "-", "+", "/", "%", "=", "'", '"', "[", "{", "#", "?",
    "As", "10h", "Kd 3s", "none", "0", "-1", "1e999", "nan", "1_0", "9" * 30, "9" * 5000, "½", "٣",
    "♣", "é", "\0", "\x1c", "\ud800", "--json", "[" * 200,
)  # fmt: skip
"""What is put into good text to damage it."""


@dataclass(frozen=True)
class Parser:
    """A function that reads text, the errors that are documented, and text that can be read."""

    read: Callable[[str], object]
    errors: type[BaseException] | tuple[type[BaseException], ...]
    examples: tuple[str, ...]

    def try_on(self, text: str) -> None:
        """Read text; raises what the documentation does not name."""
        with suppress(self.errors):
            self.read(text)


def command(text: str) -> None:
    """Give words to the command line. What writes files or takes long is left out."""
    with suppress(ValueError):  # an odd quotation mark
        words = shlex.split(text)
        if words and words[0] in ("shoot", "stud8", "divider") and "sim" not in text:
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
                assert main(words) in (0, 2)


def shard(text: str) -> None:
    """Read a file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "part.json"
        path.write_bytes(text.encode(errors="surrogatepass"))
        shards.load(path)


def _written_shard() -> str:
    part = shards.sample(shoot.Turn("5h Kc Qs").sampler(), 1000, rng=1, shard=(1, 2))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "part.json"
        part.save(path)
        return path.read_text()


def _checked(name: str) -> Callable[[str], object]:
    return lessons.question(name, 1).check


_GAME = str(divider.play("greedy", "greedy", rng=1))
_POSITIONS = (
    "Player 0: up 9h 7h, down none, pockets 6h Tc 3d\nPlayer 1: up Kc, down 4s, pockets unknown\n"
    "Divider: 0\nFour: Jh 6s Td 2c",
    "Player 0: pockets 6h Tc 3d; Groups: Jh | 6s Td 2c; Taken: 1; Rules: swap_single = False",
    "Player 0: down one of 4s 5s; Player 1: down 4c of 4c 5c; Divider: 1",
)
_NUMBERS = ("24/49", "48.98 %", "1,326", "5 of 7", "2:1", "-.5e3")

PARSERS = {
    "cards": Parser(parse, CardlabError, ("As Kd 10c", "A♠, K♦", "asKD2c")),
    "ranges": Parser(
        stud8.Range, CardlabError, ("AA, 2low:1/2", "88+, -pairs", "AKs:0.5, 3low", "AsKs, A")
    ),
    "positions": Parser(divider.Position.parse, CardlabError, _POSITIONS),
    "rules": Parser(
        divider.Rules.parse,
        CardlabError,
        (str(divider.Rules("face_down", swap_single=False, last_turn=3)), "pocket_cards = 1"),
    ),
    "games": Parser(lambda text: divider.Game.parse(text, rng=1), CardlabError, (_GAME,)),
    "events": Parser(parse_event, CardlabError, tuple(_GAME.splitlines())),
    "histories": Parser(
        stud8.History.loads,
        CardlabError,
        tuple(path.read_text() for path in sorted(HANDS.glob("*.phh"))[:3]),
    ),
    "shards": Parser(shard, CardlabError, (_written_shard(),)),
    "numbers": Parser(lambda text: number(text, percent=True), Unreadable, _NUMBERS),
    "answers": Parser(answers.Cards().read, Unreadable, ("5h Kc", "10♥")),
    "exercises": Parser(
        lambda text: [_checked(name)(text) for name in ("shoot/1", "stud8/2", "divider/1")],
        (),
        (*_NUMBERS, "5h Kc", "yes", "5 4 3 2 A; 8 7 6 5 4", "9h | 2s 3s Kd"),
    ),
    "command line": Parser(
        command,
        SystemExit,
        (
            "shoot '5h Kc Qs' --seen 2d --hand-size 3 --json",
            "stud8 As2s3d4c5h6c KhKdQcJc9c2c --dead 7h --range '1=pairs, 3low' --explain",
            "divider 'Player 0: pockets 6h Tc 3d; Four: Jh 6s Td 2c' --method bayes",
        ),
    ),
}
