"""Ask what needs nothing beyond Python's standard library; print the answers as JSON.

A program of its own, run by Python without site packages and by Python in the browser. Every
other package is kept out, also one that is there.
"""

import json
import sys
from importlib.abc import MetaPathFinder


class OnlyStandardLibrary(MetaPathFinder):
    """Refuses whatever is neither cardlab nor in the standard library."""

    def find_spec(self, name, _path=None, _target=None):
        if name.partition(".")[0] not in {*sys.stdlib_module_names, "cardlab"}:
            message = f"{name} is not in the standard library"
            raise ImportError(message)


sys.meta_path.insert(0, OnlyStandardLibrary())
if len(sys.argv) > 1:
    sys.path.insert(0, sys.argv[1])  # where cardlab lies

from cardlab import counting, shoot, stud8  # noqa: E402
from cardlab.errors import CardError  # noqa: E402

turn = shoot.Turn("5h Kc Qs", seen="2d 9c Js")
lows = stud8.LowDraw("As 2s 3d", dead="Kh")
players = stud8.Qualifiers(3, known=["As 2s"])
record = shoot.Record([("5h Kc Qs", "", "2d"), ("Ah As Ad", "", "2c")])
try:
    shoot.Turn("5h Kc Kc")
except CardError as error:
    refused = str(error)

answers = {
    "turn": shoot.Turn("5h Kc Qs").exact(),
    "turn with three cards seen": turn.exact(),
    "expected value": turn.expected_value,
    "Kelly": shoot.Turn("Ah As Ad").kelly_fraction,
    "stake": shoot.Turn("Ah As Ad").kelly_stake(bankroll=100, kitty=60),
    "average": shoot.average_chance(),
    "break-even kitty": shoot.break_even_kitty(),
    "hands that beat nothing": shoot.winning_cards()[0],
    "record": record.exact().mean,
    "low": lows.exact(),
    "nut lows": stud8.LowDraw("").by_low()[0],
    "three players": players.exact().mean,
    "four aces in five cards": counting.hypergeometric(52, 4, 5)[4],
    "refused": refused,
}
for question in (turn, lows, players, record):
    told = question.explain()
    assert str(told)
    assert told._repr_html_()
print(json.dumps({name: str(answer) for name, answer in answers.items()}))
