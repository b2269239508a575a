"""One guard for every callback: Jupyter drops errors of callbacks, this shows them on the page."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import wraps
from html import escape
from typing import Any

from cardlab import look
from cardlab.explore.controls import Markup
from cardlab.explore.worker import LOCK

RERAISE = False
"""Whether errors are raised again after they have been shown; tests set it."""

LOST = look.note(
    "warn",
    "Python was restarted or shut down",
    "What you see here no longer answers. Run the cell again; in an app, load the page again.",
)


class Guard:
    """Runs callbacks and shows what goes wrong in `box`, until a later callback succeeds.

    No two callbacks run at once, and none while a job shows what it has found.

    Examples
    --------
    >>> guard = Guard()
    >>> @guard
    ... def divide(change):
    ...     return 1 / change
    >>> divide(0)
    >>> "division by zero" in guard.box.html
    True
    """

    def __init__(self) -> None:
        self.box = Markup(role="alert", lost=LOST)
        self._depth = 0

    def __call__(self, callback: Callable[..., Any]) -> Callable[..., None]:
        """Return the callback with the guard around it."""

        @wraps(callback)
        def guarded(*args: Any) -> None:
            with LOCK:
                run(*args)

        def run(*args: Any) -> None:
            before = self.box.html
            self._depth += 1
            try:
                callback(*args)
            except (Exception, KeyboardInterrupt) as error:
                self.show(error)
                if RERAISE:
                    raise
            else:
                # A callback inside another one must not clear the error of its neighbour.
                if self._depth == 1 and self.box.html == before:
                    self.box.html = ""
            finally:
                self._depth -= 1

        return guarded

    def show(self, error: BaseException) -> None:
        """Show an error with its traceback behind a disclosure."""
        kind = type(error).__name__
        details = "".join(traceback.format_exception(error))
        self.box.html = look.note(
            "error", "This did not work", f"{kind}: {error}" if str(error) else kind
        ) + look.disclosure("Details, for a report", f"<pre>{escape(details)}</pre>")
