"""What the write-ups share: numbers in words, tables that are kept, and how to repeat a report."""

from __future__ import annotations

import json
import platform
import re
import shlex
import subprocess
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from math import floor, isfinite, log10
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cardlab
from cardlab.errors import InvalidInput, short

if TYPE_CHECKING:
    import pandas as pd
    from IPython.display import Markdown

_DIGITS = "%.12g"  # more would differ between processors


def prose(text: str) -> Markdown:
    """Return text in Markdown in which no line begins with a percent sign."""
    from IPython.display import Markdown

    return Markdown(text.replace(" %", "\N{NO-BREAK SPACE}%"))  # type: ignore[no-untyped-call]  # IPython


def signed(value: float, digits: int = 2) -> str:
    """Return a number with its sign, of which 0 has none.

    Examples
    --------
    >>> signed(1234.5), signed(0.126, 1), signed(0)
    ('+1,234.50', '+0.1', '0.00')
    """
    text = f"{value:+,.{digits}f}".replace("-", "\N{MINUS SIGN}")
    return text if value else text[1:]


def measured(value: float, standard_error: float, *, sign: bool = False) -> str:
    """Return a mean and half the width of its 95 % interval, to two digits of that half.

    Parameters
    ----------
    value, standard_error : float
        The mean and its standard error. Without spread, 0, there are two decimals; with an
        infinite one, of a single draw, the half is not known.
    sign : bool
        Whether numbers above 0 have a sign too.

    Examples
    --------
    >>> measured(0.4321, 0.0081), measured(3.726, 0.245, sign=True), measured(1, float("inf"))
    ('0.432 ± 0.016', '+3.73 ± 0.48', '1.00 ± unknown')
    """
    half = 1.96 * standard_error
    known = isfinite(half)
    digits = max(0, 1 - floor(log10(half))) if half and known else 2
    mean = signed(value, digits)
    reach = f"{half:,.{digits}f}" if known else "unknown"
    return f"{mean if sign else mean.removeprefix('+')} ± {reach}"


def bare(text: str) -> str:
    """Return a number for a table of shares: without the 0 before the point.

    Examples
    --------
    >>> bare("0.432 ± 0.016"), bare("10.5")
    ('.432 ± .016', '10.5')
    """
    return re.sub(r"(?<!\d)0\.", ".", text)


def shown(data: pd.DataFrame) -> pd.DataFrame:
    """Return a table for a page, with what its rows are called in its first line.

    Examples
    --------
    >>> import pandas as pd
    >>> shown(pd.DataFrame({"broke": ["10 %"]}, index=pd.Index([1200], name="kitty")))
    kitty broke
    1,200  10 %
    """
    page = data.rename(index=lambda name: f"{name:,}" if isinstance(name, int) else str(name))
    page.index.name, page.columns.name = None, data.index.name
    return page


@dataclass(frozen=True)
class Report:
    """A write-up: its name, and the folder in which its tables are kept.

    Parameters
    ----------
    name : str
        The name of the notebook, such as ``"shoot_kitty"``.
    folder : str
        Where to keep tables. In none if it is empty: who runs the notebook by hand just reads it.

    Raises
    ------
    InvalidInput
        If there is no such folder.
    """

    name: str
    folder: str = ""

    def __post_init__(self) -> None:
        if self.folder and not Path(self.folder).is_dir():
            message = f"folder: there is no folder {short(self.folder)}"
            raise InvalidInput(message)

    def keep(self, table: str, data: pd.DataFrame) -> None:
        """Keep a table as a CSV file, ``name-table.csv``, its index as the first columns.

        The same numbers give the same file, byte for byte: UTF-8, lines that end in one character,
        twelve digits.
        """
        if self.folder:
            path = Path(self.folder, f"{self.name}-{table}.csv")
            data.to_csv(path, float_format=_DIGITS, lineterminator="\n", encoding="utf-8")

    def repeat(self, **parameters: Any) -> None:
        """Print what it takes to repeat the report, and keep it as ``name.json``.

        Parameters
        ----------
        **parameters
            Those of the notebook.
        """
        command = self._command(parameters)
        versions = {"cardlab": cardlab.__version__, "python": platform.python_version()}
        versions |= {name: _version(name) for name in ("numpy", "pandas", "scipy", "numba")}
        made = {"report": self.name, "parameters": parameters, "command": command}
        made |= {"versions": versions, "commit": _commit()}
        if self.folder:
            path = Path(self.folder, f"{self.name}.json")
            path.write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")
        lines = {**parameters, **versions, "commit": made["commit"]}
        width = max(map(len, lines))
        for name, value in lines.items():
            print(f"{name:{width}}  {_in_words(value)}")
        print(f"\n{command}")

    def _command(self, parameters: dict[str, Any]) -> str:
        options = (
            f"-p {name} {shlex.quote(_as_option(value))}" for name, value in parameters.items()
        )
        return " ".join((f"cardlab report {self.name.partition('_')[0]}", *options))


def _as_option(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _in_words(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else _as_option(value) or "none"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not there"


def _commit() -> str:
    git = ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        return subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "not run in a git checkout"
