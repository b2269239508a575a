"""What may import what, how quickly, and that the lists of packages agree."""

import ast
import os
import re
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "cardlab"
SOURCES = sorted(PACKAGE.rglob("*.py"))
GAMES = {"shoot", "stud8", "divider"}

# library: the places that may import it
HOMES = {
    "numba": ("_kernels/",),
    "matplotlib": ("plots/",),
    "ipywidgets": ("explore/",),
    "anywidget": ("explore/",),
    "pokerkit": ("stud8/betting.py",),
    "papermill": ("reports/running.py",),
    "pyarrow": ("tables/",),
    "distributed": ("tables/",),
}
# room: the rooms of cardlab that it may use beside itself, errors and its helpers
BASE = {"errors", "look", "_lazy"}
ALLOWED = {
    "cards": {"look"},
    "results": {"plots"},
    "counting": {"results"},
    "sampling": {"results"},
    "plots": {"cards", "results", *GAMES},
    "hands": {"cards", "_kernels"},
    "_kernels": set(),
    "_kernels/make_tables.py": {"hands"},  # a script, which no kernel imports
    "_kernels/fit_divider.py": {"hands"},  # likewise
    "look": set(),
}


def imports(path: Path) -> set[str]:
    """Return the dotted names that a file imports at run time, at the top or inside functions."""
    found = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    typing_only = {
        child
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
        for child in ast.walk(node)
    }
    for node in ast.walk(tree):
        if node in typing_only:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(PACKAGE)))
def test_libraries_and_rooms_are_used_only_where_they_may(path):
    place = path.relative_to(PACKAGE).as_posix()
    room = place.split("/")[0].removesuffix(".py")
    for name in imports(path):
        library, *rest = name.split(".")
        if library in HOMES:
            assert place.startswith(HOMES[library]), f"{place} imports {name}"
        if library == "cardlab" and rest:
            used = rest[0]
            if room in GAMES:
                assert used not in GAMES - {room}, f"{place} imports another game: {name}"
                assert used not in {"explore", "lessons", "tables"}, f"{place} imports {name}"
            allowed = ALLOWED.get(place, ALLOWED.get(room))
            if allowed is not None:
                assert used in allowed | BASE | {room}, f"{place} imports {name}"


def fresh(code: str) -> str:
    """Run code in a fresh interpreter and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    return done.stdout.strip()


def test_importing_cardlab_and_an_exact_shoot_answer_need_only_the_standard_library():
    code = (
        "import sys; from cardlab import shoot; print(shoot.Turn('5h Kc Qs').exact());"
        "shoot.Turn('5h Kc Qs').explain(); shoot.winning_cards();"
        "print(*({m.split('.')[0] for m in sys.modules} - set(sys.stdlib_module_names)))"
    )
    answer, modules = fresh(code).splitlines()
    assert answer == "24 of 49 = 0.4898"
    assert set(modules.split()) & {"numpy", "numba", "pandas", "matplotlib", "ipywidgets"} == set()


def test_importing_cardlab_takes_at_most_a_quarter_second_more_than_nothing():
    def seconds(code: str) -> float:
        start = time.perf_counter()
        fresh(code)
        return time.perf_counter() - start

    extra = [seconds("import cardlab") - seconds("pass") for _ in range(5)]
    assert min(extra) < 0.25


def test_every_public_name_can_be_loaded():
    code = (
        "import cardlab; from cardlab import shoot;"
        "print(all(getattr(m, n) is not None for m in (cardlab, shoot) for n in dir(m)))"
    )
    assert fresh(code) == "True"


def requirements(specs: list[str]) -> dict[str, str]:
    pattern = re.compile(r"([A-Za-z0-9_.-]+)\s*([^;\s]*)")
    return {match[1].lower(): match[2] for spec in specs if (match := pattern.match(spec))}


def test_environment_yml_agrees_with_pyproject():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = requirements(project["dependencies"] + project["optional-dependencies"]["notebooks"])
    wanted["python"] = project["requires-python"]
    conda = yaml.safe_load((ROOT / "environment.yml").read_text())["dependencies"]
    from_pip = next(spec["pip"] for spec in conda if isinstance(spec, dict))
    specs = [spec for spec in (*conda, *from_pip) if isinstance(spec, str)]
    given = requirements([spec for spec in specs if not spec.startswith("--")])
    given["matplotlib"] = given.pop("matplotlib-base")  # conda's name without the GUI parts
    del given["pip"]
    assert given == wanted


def test_constraints_hold_names_and_versions_only_and_cover_the_project():
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    pins = {}
    for line in lines:
        if not line.startswith("#"):
            match = re.fullmatch(r"([A-Za-z0-9_.-]+)==([A-Za-z0-9_.+]+)( ; .+)?", line)
            assert match, line
            pins[match[1].lower().replace("_", "-")] = match[2]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"].values()
    wanted = requirements([*project["dependencies"], *(spec for extra in extras for spec in extra)])
    assert {name.replace("_", "-") for name in wanted} <= set(pins)


def test_the_version_is_the_same_everywhere():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert fresh("import cardlab; print(cardlab.__version__)") == project["version"]
    assert f"## {project['version']}" in (ROOT / "CHANGELOG.md").read_text()


@pytest.mark.skipif(os.name == "nt", reason="make is not there on Windows")
def test_make_help_names_every_target_that_the_readme_names():
    told = subprocess.run(["make", "help"], capture_output=True, text=True, check=True, cwd=ROOT)
    for target in set(re.findall(r"`make (\w+)", (ROOT / "README.md").read_text())):
        assert f"make {target} " in told.stdout
