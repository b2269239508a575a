"""How cuts and placements are written in an answer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from cardlab.cards import parse, parse_groups, text
from cardlab.divider import Divided, Placed
from cardlab.divider.events import bar, falling
from cardlab.lessons.answers import Fit, Listing, words_only
from cardlab.lessons.reading import cannot_read, refuse

_NOTHING = ("", "none", "-")
_BRACKETS = re.compile(r"\(([^()]*)\)")


@dataclass(frozen=True)
class Ways(Listing):
    """A listing that may say the same twice: to count a way twice is a mistake of its own.

    Examples
    --------
    >>> ways = Ways("9h | Kd 3s 2s", cut_form)
    >>> ways.compare(ways.read("2s | 9h Kd; Kd 9h | 2s"), ("2s | Kd 9h",))
    'no'
    """

    def read(self, answer: object) -> tuple[str, ...]:
        """Return the normal form of each entry."""
        return tuple(Listing.read(self, [entry])[0] for entry in self._entries(answer))

    def compare(self, value: tuple[str, ...], right: tuple[str, ...]) -> Fit:
        """Compare what is listed, and how often."""
        return "exact" if sorted(value) == sorted(right) else "no"

    def wrong(self, value: tuple[str, ...], right: tuple[str, ...]) -> tuple[str, str]:
        """Tell of entries that say the same."""
        if len(set(value)) < len(value):
            return "Not yet: the same twice", "Two of these say the same in other words."
        return super().wrong(value, right)


def cut_form(entry: object) -> str:
    """Return a cut as it is written in this package, whichever group and card stood first.

    Examples
    --------
    >>> cut_form("2s 3s Kd | 9h"), cut_form((["9h"], ["Kd", "2s", "3s"])), cut_form("| Kd 9h")
    ('9h | Kd 3s 2s', '9h | Kd 3s 2s', 'none | Kd 9h')
    """
    halves = words_only(entry).split("|") if isinstance(entry, str) else entry
    if not isinstance(halves, list | tuple) or len(halves) != 2:
        refuse(cannot_read(entry), "A cut is written with a bar, such as 9h | Kd 3s 2s.")
    first, second = (
        "" if isinstance(half, str) and half.strip() in _NOTHING else half for half in halves
    )
    both = parse_groups({"first group": first, "second group": second})
    small, large = sorted(
        map(falling, both), key=lambda group: (len(group), -max(group, default=0))
    )
    return f"{text(small) or 'none'} | {text(large) or 'none'}"


def written_cut(cut: Divided) -> str:
    """Write a cut in the normal form."""
    return bar(cut.groups)


def outcome_form(entry: object) -> str:
    """Return what a placement comes to: the cards it turns up, and the face-down card in brackets.

    Examples
    --------
    >>> outcome_form("(9c) 4s"), outcome_form("7s Jh"), outcome_form((["4s"], "9c"))
    ('4s (9c)', 'Jh 7s', '4s (9c)')
    """
    if isinstance(entry, list | tuple) and len(entry) == 2:
        up, down = entry
    else:
        words = words_only(entry)
        covered = _BRACKETS.findall(words)
        if len(covered) > 1 or re.search(r"[()]", _BRACKETS.sub("", words)):
            refuse(cannot_read(entry), "One face-down card at most, in brackets: 4s (9c).")
        up, down = _BRACKETS.sub(" ", words), "".join(covered)
    return _outcome(_cards(up), _cards([] if down is None else down))


def _cards(given: Any) -> tuple[Any, ...]:
    if isinstance(given, str):
        return parse("" if given.strip() in _NOTHING else given)
    return parse(given if isinstance(given, list | tuple | set | frozenset) else [given])


def _outcome(up: tuple[Any, ...], down: tuple[Any, ...]) -> str:
    if len(down) > 1 or not up + down:
        refuse("Cannot read one of these", "One card at most lies face down, as in 4s (9c).")
    parse_groups({"face up": up, "face down": down})
    return f"{text(falling(up))} {f'({text(down)})' if down else ''}".strip()


def written_outcome(placed: Placed) -> str:
    """Write what a placement comes to in the normal form.

    Examples
    --------
    >>> written_outcome(Placed("Jh 7s", up="7s", down="Jh"))
    '7s (Jh)'
    """
    return _outcome(placed.up, () if placed.down is None else (placed.down,))
