"""What goes into the site: the packages that cardlab needs, out of what a distribution has."""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest

from lite import build


def wheel(folder: Path, name: str, *needs: str) -> Path:
    """Write an empty package with requirements."""
    path = folder / f"{name}-1.0-py3-none-any.whl"
    lines = ["Metadata-Version: 2.1", f"Name: {name}", "Version: 1.0"]
    with ZipFile(path, "w") as archive:
        archive.writestr(f"{name}/__init__.py", "")
        archive.writestr(
            f"{name}-1.0.dist-info/METADATA",
            "\n".join([*lines, *(f"Requires-Dist: {need}" for need in needs)]),
        )
    return path


@pytest.fixture
def source(tmp_path, monkeypatch):
    """Return a distribution that has NumPy, pandas and something else, but lacks SciPy."""
    source = tmp_path / "source"
    source.mkdir()
    for name in build.CORE:
        (source / name).touch()
    needs = {"numpy": [], "pandas": ["numpy", "python_dateutil"], "scipy": ["numpy"], "else": []}
    packages = {
        name: {"name": name, "file_name": f"{name}.whl", "depends": depends}
        for name, depends in (needs | {"python-dateutil": []}).items()
    }
    for name in packages.keys() - {"scipy"}:
        (source / f"{name}.whl").touch()
    lock = {"info": {"python": "3.14.2"}, "packages": packages}
    (source / build.LOCK).write_text(json.dumps(lock))

    def wheels(folder: Path, python: str) -> list[Path]:
        assert python == "3.14"
        numba = "numba>=0.60; sys_platform != 'emscripten'"
        needs = ("pandas>=2", "scipy", numba, "tiny_one", "numba; extra == 'fast'")
        return [wheel(folder, "cardlab", *needs), wheel(folder, "tiny_one")]

    monkeypatch.setattr(build, "wheels", wheels)
    return source


def test_the_site_gets_what_cardlab_needs_and_no_more(source, tmp_path):
    site = tmp_path / "site"
    names = build.distribution(source, site)
    assert names == {"cardlab", "tiny-one", "pandas", "numpy", "python-dateutil"}
    files = {path.name for path in site.iterdir()} - {*build.CORE, build.LOCK}
    lock = json.loads((site / build.LOCK).read_text())["packages"]
    assert files == {package["file_name"] for package in lock.values()}
    assert lock["cardlab"]["depends"] == ["pandas", "tiny-one"]
    assert lock["cardlab"]["imports"] == ["cardlab"]
    assert lock["pandas"]["depends"] == ["numpy", "python-dateutil"]
    assert len(lock["cardlab"]["sha256"]) == 64


def test_without_numpy_only_the_notebook_that_runs_is_there(tmp_path):
    build.copy_notebooks(tmp_path / "few", all_of_them=False)
    build.copy_notebooks(tmp_path / "all", all_of_them=True)
    few, every = (
        {path.relative_to(tmp_path / name).as_posix() for path in (tmp_path / name).rglob("*.*")}
        for name in ("few", "all")
    )
    assert few == {"lite.ipynb"}
    assert {"lite.ipynb", "00_start_here.ipynb", "shoot/lesson.ipynb"} < every
    assert not any(name.startswith("teacher") for name in every)
