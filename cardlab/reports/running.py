"""Runs a write-up, a notebook with parameters, and makes a page of it.

The notebook says itself what it can be asked: a cell tagged ``parameters`` has each name with its
default, and a cell tagged ``check`` puts the questions, so that what cannot be asked is an error.
Both cells are run here first, before a kernel is started.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from cardlab import look
from cardlab.errors import CardlabError, InvalidInput, short

if TYPE_CHECKING:
    from nbformat import NotebookNode

GAMES: dict[str, tuple[str, ...]] = {
    "shoot": ("shoot_kitty",),
    "stud8": ("stud8_starting_hands", "stud8_hand"),
    "divider": ("divider_fairness",),
}
"""The write-ups of each game. A question goes to the first that has its parameters."""

FOLDER = "folder"  # the parameter that says where tables are kept


class ReportFailed(CardlabError):
    """A notebook that ended with an error."""


@dataclass(frozen=True)
class Made:
    """What became of a write-up.

    Parameters
    ----------
    name : str
        The name of the notebook.
    parameters : dict
        All parameters, defaults included.
    page : Path
        The page.
    files : tuple of Path
        The tables, as CSV, and a JSON file with parameters, versions and commit.
    """

    name: str
    parameters: dict[str, Any]
    page: Path
    files: tuple[Path, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the same in the types that JSON knows."""
        files = [path.as_posix() for path in self.files]
        return {
            "report": self.name,
            "parameters": self.parameters,
            "page": self.page.as_posix(),
            "files": files,
        }


@dataclass(frozen=True)
class WriteUp:
    """A notebook and the parameters to run it with."""

    path: Path
    notebook: NotebookNode
    parameters: dict[str, Any]

    def run(self, out: Path) -> Made:
        """Run the notebook, with a progress bar, and write its page and tables.

        Nothing is written before the notebook has come to its end.

        Raises
        ------
        ReportFailed
            If a cell raises an error.
        """
        import papermill

        out.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory() as work:
            try:
                done = papermill.execute_notebook(
                    self.notebook,
                    None,
                    {**self.parameters, FOLDER: work},
                    kernel_name="python3",
                    cwd=str(self.path.parent),
                    progress_bar={"desc": self.path.stem, "disable": None},
                    extra_arguments=["--log-level=CRITICAL"],  # of the kernel
                )
            except papermill.PapermillExecutionError as error:
                message = f"{self.path.name}: {error.ename}: {error.evalue}"
                raise ReportFailed(message) from error
            html = page(done, self.path)
            made = sorted(Path(work).iterdir())
            files = tuple(Path(shutil.copy(path, out)) for path in made)
        target = out / f"{self.path.stem}.html"
        target.write_text(html, encoding="utf-8")
        return Made(self.path.stem, self.parameters, target, files)


def every(notebooks: Path) -> list[WriteUp]:
    """Return all write-ups, with their default parameters.

    Raises
    ------
    InvalidInput
        If one is not there.
    """
    return [_load(notebooks, stem, {}) for stems in GAMES.values() for stem in stems]


def find(name: str, given: Iterable[tuple[str, str]], notebooks: Path) -> WriteUp:
    """Return the write-up that answers a question, checked.

    Parameters
    ----------
    name : str
        One of `GAMES`, or of their write-ups.
    given : pairs of str
        Names and values of parameters, as written; in a list, with commas between its items.
    notebooks : Path
        The folder with the write-ups.

    Raises
    ------
    InvalidInput
        If there is no such write-up, no write-up of the game has these parameters, or a value
        cannot be used.
    """
    names = GAMES | {stem: (stem,) for stems in GAMES.values() for stem in stems}
    if name not in names:
        message = f"report must be one of {', '.join(names)}, not {short(name)}"
        raise InvalidInput(message)
    texts: dict[str, str] = {}
    for parameter, text in given:
        if parameter in texts:
            message = f"parameters: {parameter} is given twice"
            raise InvalidInput(message)
        texts[parameter] = text
    known = {stem: parameters(read(_path(notebooks, stem))) for stem in names[name]}
    for stem, defaults in known.items():
        if texts.keys() <= defaults.keys():
            return _load(notebooks, stem, texts)
    allowed = "; ".join(f"{stem} has {', '.join(names)}" for stem, names in known.items())
    message = f"parameters: no write-up has {' and '.join(texts)}; {allowed}"
    raise InvalidInput(message)


def _load(notebooks: Path, stem: str, texts: Mapping[str, str]) -> WriteUp:
    path = _path(notebooks, stem)
    notebook = read(path)
    values = parameters(notebook)
    values |= {name: _value(name, text, values[name]) for name, text in texts.items()}
    exec(_source(notebook, "check"), dict(values))  # so that a bad value is an error now
    return WriteUp(path, notebook, values)


def _path(notebooks: Path, stem: str) -> Path:
    return notebooks / f"{stem}.ipynb"


def read(path: Path) -> NotebookNode:
    """Return a notebook.

    Raises
    ------
    InvalidInput
        If it is not there, or what runs notebooks is not installed.
    """
    try:
        import nbformat
        import papermill  # noqa: F401  # now and not when the first report is to be run
    except ImportError as error:
        message = f"report: {error.name} is missing; install cardlab[notebooks]"
        raise InvalidInput(message) from error
    if not path.is_file():
        message = (
            f"notebooks: there is no {path}; run this where cardlab's notebooks are, or name "
            "their folder with --notebooks"
        )
        raise InvalidInput(message)
    notebook: NotebookNode = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]  # nbformat
    return notebook


def parameters(notebook: NotebookNode) -> dict[str, Any]:
    """Return the parameters of a write-up with their defaults, but not the folder for tables."""
    names: dict[str, Any] = {}
    exec(_source(notebook, "parameters"), names)
    return {name: value for name, value in names.items() if name not in ("__builtins__", FOLDER)}


def _source(notebook: NotebookNode, tag: str) -> str:
    """Return the code of the cell with a tag."""
    (found,) = (cell for cell in notebook.cells if tag in cell.metadata.get("tags", ()))
    return str(found.source)


def _value(name: str, text: str, default: Any) -> Any:
    """Read a value of the same kind as the default: text, a whole number, or a list of these."""
    if isinstance(default, list):
        return [_value(name, item.strip(), default[0]) for item in text.split(",")]
    if isinstance(default, int):
        try:
            return int(text)
        except ValueError:
            message = f"{name} must be a whole number, not {short(text)}"
            raise InvalidInput(message) from None
    return text


def page(notebook: NotebookNode, path: Path) -> str:
    """Return the page of a notebook that has run: one file, without code and scripts.

    Parameters
    ----------
    notebook : NotebookNode
        The notebook with its outputs.
    path : Path
        Where it stands, with the template ``paper`` beside it.
    """
    from nbconvert.exporters import HTMLExporter

    exporter = HTMLExporter(  # type: ignore[no-untyped-call]  # nbconvert
        template_name="paper",
        extra_template_basedirs=[str(path.parent)],
        exclude_input=True,
        exclude_input_prompt=True,
        exclude_output_prompt=True,
        embed_images=True,
    )
    resources = {"metadata": {"name": path.stem}, "dark_tokens": look.tokens(dark=True)}
    body, _ = exporter.from_notebook_node(notebook, resources)
    return str(body)
