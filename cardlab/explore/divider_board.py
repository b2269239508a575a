"""The board between the two players of Divider: cards in groups that can be pressed or dragged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from cardlab.explore.controls import CSS, send_again

_HERE = Path(__file__).parent


class Board(anywidget.AnyWidget):
    """Groups of pieces side by side; works with the mouse, by touch and by keyboard.

    One tab stop: arrow keys move from piece to piece, Enter and Space press one.

    Parameters
    ----------
    pressed : function of a key
        Called when a piece is pressed.
    dropped : function of a key and of a group's name
        Called when a piece is dragged to a group that takes pieces.
    """

    _css = CSS + (_HERE / "divider.css").read_text("utf-8")
    _esm = (_HERE / "divider_board.js").read_text("utf-8")

    label = traitlets.Unicode("The board; arrow keys move, Enter presses").tag(sync=True)
    groups: traitlets.List[Any] = traitlets.List().tag(sync=True)
    """For each group: head, foot, drop, knife, and items of key, html, name, pressed, fixed."""
    off = traitlets.Bool(False).tag(sync=True)
    """Whether nothing can be pressed now."""
    said = traitlets.Unicode().tag(sync=True)
    """What happened last, in a live region."""

    def __init__(
        self, pressed: Callable[[str], None], dropped: Callable[[str, str], None] | None = None
    ) -> None:
        super().__init__()
        self._pressed, self._dropped = pressed, dropped
        self.on_msg(self._sent)

    def _sent(self, _widget: object, content: dict[str, Any], _buffers: object) -> None:
        """Do what the page asks for; a page that has just been made gets the state again."""
        if "press" in content:
            self.press(content["press"])
        elif "drop" in content:
            self.drop(content["drop"], content["on"])
        else:
            send_again(self, "groups", "off", "said")

    def press(self, key: str) -> None:
        """Press a piece, if it can be pressed now."""
        if not self.off and key in self.pieces:
            self._pressed(key)

    def drop(self, key: str, group: str) -> None:
        """Drag a piece to a group."""
        if not self.off and key in self.pieces and self._dropped is not None:
            self._dropped(key, group)

    @property
    def pieces(self) -> tuple[str, ...]:
        """The keys of the pieces that can be pressed."""
        return tuple(
            item["key"] for group in self.groups for item in group["items"] if not item["fixed"]
        )
