"""What every notebook of the repository has in common, and that links lead somewhere."""

import re
from itertools import pairwise
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "notebooks"
REPORTS = FOLDER / "reports"
NOTEBOOKS = sorted(
    path for path in FOLDER.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts
)
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])

every_notebook = pytest.mark.parametrize(
    "path", NOTEBOOKS, ids=lambda path: path.relative_to(FOLDER).as_posix()
)
every_report = pytest.mark.parametrize(
    "path", [path for path in NOTEBOOKS if path.parent == REPORTS], ids=lambda path: path.stem
)
every_page = pytest.mark.parametrize(
    "path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix()
)


def read(path: Path) -> nbformat.NotebookNode:
    return nbformat.read(path, as_version=nbformat.NO_CONVERT)


def cells(path: Path, kind: str) -> list[nbformat.NotebookNode]:
    return [cell for cell in read(path).cells if cell.cell_type == kind]


def without_code(text: str) -> str:
    """Return Markdown without its blocks of code."""
    return re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL)


def prose(path: Path) -> str:
    return "\n\n".join(without_code(cell.source) for cell in cells(path, "markdown"))


def links(text: str) -> list[str]:
    """Return the files that Markdown links to or shows, as written and without the #part."""
    found = re.findall(r"\]\(<?([^)>\s]+)", text)
    found += re.findall(r"\b(?:href|src|srcset)=\"([^\"]+)\"", text)
    local = [link.partition("#")[0] for link in found if not re.match(r"[a-z]+:", link)]
    return [link for link in local if link]


def test_the_notebooks_that_readers_begin_with_are_among_those_tested():
    names = {path.relative_to(FOLDER).as_posix() for path in NOTEBOOKS}
    assert {"00_start_here.ipynb", "shoot/lesson.ipynb", "reports/shoot_kitty.ipynb"} <= names


@every_notebook
def test_a_notebook_is_valid_and_of_the_format_that_has_cell_ids(path):
    notebook = read(path)
    nbformat.validate(notebook)
    assert (notebook.nbformat, notebook.nbformat_minor) == (4, 5)


@every_notebook
def test_a_notebook_asks_for_the_kernel_that_everybody_has(path):
    assert read(path).metadata.kernelspec.name == "python3"


@every_notebook
def test_a_notebook_is_committed_without_outputs_and_counts(path):
    for cell in cells(path, "code"):
        assert cell.outputs == [], cell.id
        assert cell.execution_count is None, cell.id
    assert "widgets" not in read(path).metadata


@every_notebook
def test_cell_ids_are_words_and_each_is_used_once(path):
    ids = [cell.id for cell in read(path).cells]
    assert len(set(ids)) == len(ids)
    for name in ids:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name), name
        assert not re.fullmatch(r"[0-9a-f-]{8,}", name), f"{name} looks made by chance"


@every_notebook
def test_a_notebook_begins_with_its_title_and_headings_skip_no_level(path):
    first = read(path).cells[0]
    assert first.cell_type == "markdown"
    assert re.match(r"# \S", first.source)
    levels = [len(marks) for marks in re.findall(r"^(#{1,6}) \S", prose(path), re.MULTILINE)]
    assert levels.count(1) == 1
    for above, below in pairwise(levels):
        assert below <= above + 1, levels


@every_notebook
def test_links_of_a_notebook_lead_to_files_that_are_there(path):
    for link in links(prose(path)):
        assert (path.parent / link).exists(), link


@every_notebook
def test_files_named_in_a_notebook_are_there(path):
    for name in re.findall(r"`([\w./-]+/[\w.-]+\.\w{2,5})`", prose(path)):
        assert (ROOT / name).exists(), name


@every_notebook
def test_a_notebook_holds_no_path_of_one_machine(path):
    for cell in read(path).cells:
        found = re.search(
            r"(?<![\w.:/])/(?:home|Users|root|tmp|mnt|media|opt|var|work)\b|\b[A-Za-z]:\\",
            cell.source,
        )
        assert found is None, f"{cell.id}: {found}"


@every_notebook
def test_no_line_of_code_ends_in_a_semicolon(path):
    for cell in cells(path, "code"):
        assert not re.search(r";[ \t]*$", cell.source, re.MULTILINE), cell.id


@every_report
def test_the_first_code_cell_of_a_report_holds_its_parameters(path):
    first, *others = cells(path, "code")
    assert "parameters" in first.metadata.get("tags", [])
    assert not any("parameters" in cell.metadata.get("tags", []) for cell in others)
    assert re.search(r"^seed = \d+$", first.source, re.MULTILINE)


@every_report
def test_a_report_links_to_nothing_and_needs_no_formulas_so_that_its_page_stands_alone(path):
    assert links(prose(path)) == []
    assert "$" not in prose(path)


@every_report
def test_the_page_of_a_report_runs_no_scripts_and_loads_nothing(path):
    exporters = pytest.importorskip("nbconvert.exporters")
    page, _ = exporters.HTMLExporter(
        template_name="paper", extra_template_basedirs=[str(REPORTS)], exclude_input=True
    ).from_filename(str(path))
    assert f"<title>{read(path).metadata.title}</title>" in page
    assert re.findall(r"<(?:script|link|iframe|img)\b[^>]*>", page) == []
    assert re.findall(r"@import|url\(\s*['\"]?(?!data:|['\"#])[^)]{0,40}", page) == []


@every_page
def test_links_of_a_page_lead_to_files_that_are_there(path):
    for link in links(without_code(path.read_text(encoding="utf-8"))):
        assert (path.parent / link).exists(), link


def test_links_are_found_in_every_form_and_code_is_passed_over():
    text = '[a](b.md#c) ![d](<e.png>) <img src="f.svg"> [g](#h) [i](mailto:j)\n```\n[k](l)\n```\n'
    assert links(without_code(text)) == ["b.md", "e.png", "f.svg"]
