"""Build a JupyterLite site: the notebooks and cardlab, run by the browser, nothing installed.

Python in the browser is Pyodide. Its packages stand in a lock file, and an import in a notebook
loads the package that the lock file names. So the site gets a Pyodide of its own: the core files,
the packages of a Pyodide distribution that cardlab uses, and wheels from PyPI for what is pure
Python, cardlab among them. It then loads nothing from elsewhere.

The core without NumPy is the npm package `pyodide` (see package.json): enough for exact questions
about a turn of Shoot and about lows. The rest needs a whole distribution in a folder.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.metadata import PathDistribution
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import Path as ZipPath

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
START = ("cardlab", "ipython", "jedi", "comm", "micropip")  # what notebooks and their kernel use


def run(*command: str | Path, cwd: Path = ROOT) -> None:
    """Run a Python module; only its errors are shown."""
    quiet = (sys.executable, "-W", "ignore", "-m")
    subprocess.run([*quiet, *command], check=True, cwd=cwd, stdout=subprocess.DEVNULL)


def wheels(folder: Path, python: str) -> list[Path]:
    """Put the wheel of cardlab and those of pure Python packages into a folder."""
    pip = ("pip", "--quiet", "--disable-pip-version-check")
    run(*pip, "wheel", "--no-deps", "--wheel-dir", folder, ".")
    run(
        *(*pip, "download", "--no-deps", "--dest", folder, "--constraint", "constraints.txt"),
        *("--only-binary=:all:", "--platform=any", "--implementation=py", "--abi=none"),
        *(f"--python-version={python}", "--requirement", "lite/browser.txt"),
    )
    return sorted(folder.glob("*.whl"))


def described(wheel: Path, python: str) -> dict[str, Any]:
    """Return what a lock file says about a wheel."""
    archive = ZipPath(wheel)
    tops = [top for top in archive.iterdir() if not top.name.endswith((".dist-info", ".data"))]
    metadata = next(top for top in archive.iterdir() if top.name.endswith(".dist-info"))
    package = PathDistribution(metadata)
    browser = {"sys_platform": "emscripten", "python_version": python, "extra": ""}
    needs = map(Requirement, package.requires or ())
    return {
        "name": canonicalize_name(package.name),
        "version": package.version,
        "file_name": wheel.name,
        "sha256": sha256(wheel.read_bytes()).hexdigest(),
        "imports": [top.name.removesuffix(".py") for top in tops],
        "depends": [
            canonicalize_name(need.name)
            for need in needs
            if need.marker is None or need.marker.evaluate(browser)
        ],
        "install_dir": "site",
        "package_type": "package",
        "unvendored_tests": False,
    }


def needed(packages: dict[str, Any], start: tuple[str, ...]) -> dict[str, Any]:
    """Return some packages with all they depend on, as far as that is there."""
    found: dict[str, Any] = {}
    waiting = list(start)
    while waiting:
        name = canonicalize_name(waiting.pop())
        if name in packages and name not in found:
            found[name] = packages[name]
            waiting += packages[name]["depends"]
    for package in found.values():
        depends = map(canonicalize_name, package["depends"])
        package["depends"] = [name for name in depends if name in found]
    return found


def distribution(source: Path, target: Path) -> set[str]:
    """Make the Pyodide of the site out of a distribution; return the names of its packages."""
    target.mkdir(parents=True)
    for name in CORE:
        shutil.copy(source / name, target)
    lock = json.loads((source / LOCK).read_text())
    python = lock["info"]["python"].rpartition(".")[0]
    packages = {
        canonicalize_name(name): package
        for name, package in lock["packages"].items()
        if (source / package["file_name"]).exists()
    }
    pure = [described(wheel, python) for wheel in wheels(target, python)]
    packages |= {package["name"]: package for package in pure}
    lock["packages"] = needed(packages, START)
    for package in lock["packages"].values():
        if not (target / package["file_name"]).exists():
            shutil.copy(source / package["file_name"], target)
    (target / LOCK).write_text(json.dumps(lock))
    return set(lock["packages"])


def copy_notebooks(target: Path, *, all_of_them: bool) -> None:
    """Copy the notebooks that can run: without NumPy that is one. Teachers' stay at home."""
    source = ROOT / "notebooks"
    if all_of_them:
        left_out = shutil.ignore_patterns(".*", "teacher", "paper")
        shutil.copytree(source, target, ignore=left_out)
    else:
        target.mkdir()
        shutil.copy(source / "lite.ipynb", target)


def main() -> None:
    """Read the command line, build the site and say what it can do."""
    from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION

    parser = argparse.ArgumentParser(description="Build a JupyterLite site with cardlab.")
    parser.add_argument("--pyodide", type=Path, required=True, help="folder with Pyodide")
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "lite")
    options = parser.parse_args()
    source, site = options.pyodide.resolve(), options.output.resolve()
    missing = [name for name in (*CORE, LOCK, "package.json") if not (source / name).exists()]
    if missing:
        parser.error(f"PYODIDE={source} is not a folder with Pyodide: {', '.join(missing)} missing")
    version = json.loads((source / "package.json").read_text())["version"]
    if version != PYODIDE_VERSION:
        parser.error(f"PYODIDE={source} is Pyodide {version}; the kernel needs {PYODIDE_VERSION}")

    shutil.rmtree(site, ignore_errors=True)
    with TemporaryDirectory() as folder:
        work = Path(folder)
        packages = distribution(source, work / "static" / "pyodide")
        copy_notebooks(work / "files", all_of_them="numpy" in packages)
        run("jupyterlite_core", "build", "--output-dir", site, "--log-level=ERROR", cwd=work)
    print(f"The site is in {site}. It loads nothing from elsewhere; any web server can serve it:")
    print(f"  python3 -m http.server --bind 127.0.0.1 --directory {site}")
    if "numpy" in packages:
        print("It has NumPy but no Numba: all questions can be asked, some take longer.")
    else:
        print("It has no NumPy: exact questions about turns of Shoot and about lows, no sampling.")
        print(
            "For the rest: make lite PYODIDE=folder, with all of Pyodide", PYODIDE_VERSION, "in it."
        )


if __name__ == "__main__":
    main()
