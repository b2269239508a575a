"""The strip of streets: what has been dealt when, and which street to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from cardlab.explore.controls import CSS, InTurn


class Streets(InTurn, anywidget.AnyWidget):
    """The streets of a hand side by side, of which one is chosen.

    Pressing a card that has not been dealt yet sends the number of its seat as "fill".
    """

    _css = CSS
    _esm = Path(__file__).with_name("streets.js").read_text("utf-8")

    label = traitlets.Unicode("Street").tag(sync=True)
    streets: traitlets.List[Any] = traitlets.List().tag(sync=True)
    """For each street: value, name, html, spoken, and whether it is there."""
    value = traitlets.Int(3).tag(sync=True)
