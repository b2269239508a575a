"""`Explanation`: a derivation, step by step."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from cardlab import look

Table = tuple[tuple[str, ...], ...]
"""Rows of text, the first of them the heading."""


@dataclass(frozen=True)
class Explanation:
    """A derivation, step by step, with this question's numbers.

    Parameters
    ----------
    question : str
        What is asked.
    steps : tuple of str or Table
        Sentences, and tables as tuples of rows with the heading first.

    Examples
    --------
    >>> print(Explanation("How many aces?", ("One in each suit.", "So 4.")))
    How many aces?
      1. One in each suit.
      2. So 4.
    """

    question: str
    steps: tuple[str | Table, ...]

    def __str__(self) -> str:
        lines, number = [self.question], 0
        for step in self.steps:
            if isinstance(step, str):
                number += 1
                lines.append(f"  {number}. {step}")
                continue
            widths = [max(map(len, column)) for column in zip(*step, strict=True)]
            for first, *rest in step:
                cells = [first.ljust(widths[0])]
                cells += [cell.rjust(width) for cell, width in zip(rest, widths[1:], strict=True)]
                lines.append("     " + "  ".join(cells).rstrip())
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return look.frame(f"<h3>{escape(self.question)}</h3>{self._steps_html()}")

    def _steps_html(self) -> str:
        return "".join(
            f"<p>{escape(step)}</p>" if isinstance(step, str) else look.table(step[0], step[1:])
            for step in self.steps
        )
