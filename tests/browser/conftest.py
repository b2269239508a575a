"""JupyterLab on copies of the notebooks, and Chromium to look at it."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

ROOT = Path(__file__).parents[2]
NOTEBOOKS = ROOT / "notebooks"
APPS = ROOT / "apps"
SCREENSHOTS = ROOT / "screenshots"
SIZE = {"width": 1280, "height": 1000}
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# So that nothing of the user's own Jupyter settings is read, and nothing is fetched.
LAB_SETTINGS = """
c.ServerApp.open_browser = False
c.ServerApp.allow_root = True
c.LabApp.news_url = None
c.LabApp.check_for_updates_class = "jupyterlab.NeverCheckForUpdate"
"""


class Lab:
    """A page with JupyterLab, which takes longer to load than most tests: one for each module."""

    def __init__(self, page: Page, url: str, folder: Path) -> None:
        self.page, self.folder, self._url = page, folder, url
        self._notebook = ""

    def load(self) -> None:
        """Load JupyterLab anew, without the notebooks that were open."""
        self.page.goto(self._url)

    @property
    def panel(self) -> Locator:
        """The main area of the notebook that is open."""
        return self.page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")

    def run(self, notebook: str) -> Locator:
        """Open a notebook, if it is not open, and run it anew, without an error."""
        self.page.set_viewport_size(SIZE)
        if notebook != self._notebook:
            self.open(notebook)
        self.menu("Edit", "Clear Outputs of All Cells")
        self.run_all()
        for kind in ("stderr", "error"):
            told = self.panel.locator(f"[data-mime-type='application/vnd.jupyter.{kind}']")
            expect(told).to_have_count(0)
        return self.panel

    def open(self, notebook: str) -> None:
        """Open a notebook, or turn back to it, and wait for its kernel."""
        self._notebook = notebook
        self.menu("File", "Open from Path")
        self.page.get_by_role("dialog").get_by_role("textbox").fill(notebook)
        self.page.get_by_role("button", name="Open", exact=True).click()
        tab = self.page.locator("#jp-main-dock-panel .lm-TabBar-tab.jp-mod-current")
        expect(tab).to_have_attribute("title", re.compile(f"Path: {notebook}"))
        # The notebook's own tool bar first: the line at the foot may still tell of another one.
        kernel = self.panel.locator(".jp-Toolbar-kernelName", has_text="Python 3")
        kernel.wait_for(timeout=60_000)
        self.page.get_by_text(re.compile(r"\| Idle$")).first.wait_for(timeout=60_000)

    def run_all(self) -> None:
        """Run all cells and wait until the last one has ended."""
        self.menu("Run", "Run All Cells")
        first = self.panel.locator(".jp-CodeCell .jp-InputPrompt").first
        expect(first).to_have_text(re.compile(r"\[\d+\]"), timeout=180_000)
        # Not by the prompts of the others: a cell that is out of sight may not be in the page.
        indicator = self.panel.locator(".jp-Notebook-ExecutionIndicator[data-status='idle']")
        indicator.wait_for(timeout=180_000)

    def menu(self, menu: str, entry: str) -> None:
        """Choose an entry of a menu, given by how its name begins."""
        self.page.get_by_role("menuitem", name=menu, exact=True).click()
        self.page.get_by_role("menuitem", name=re.compile(f"^{entry}")).click()

    def restart(self) -> None:
        """Restart the kernel of the notebook that is open; JupyterLab cannot end meanwhile."""
        self.menu("Kernel", "Restart Kernel\N{HORIZONTAL ELLIPSIS}")
        with self.page.expect_response(re.compile("/restart")):
            self.page.get_by_role("button", name="Confirm Kernel Restart").click()

    def choose_theme(self, name: str) -> None:
        """Choose the theme "Light" or "Dark"."""
        self.page.get_by_role("menuitem", name="Settings", exact=True).click()
        self.page.get_by_text("Theme", exact=True).hover()
        self.page.get_by_role("menuitem", name=f"JupyterLab {name}", exact=True).click()
        light = str(name == "Light").lower()
        expect(self.page.locator("body")).to_have_attribute("data-jp-theme-light", light)


def missing(why: str) -> None:
    """Skip, or fail where the browser tests must run."""
    if os.environ.get("CARDLAB_BROWSER") == "required":
        pytest.fail(why)
    pytest.skip(f"{why}; CARDLAB_BROWSER=required makes this an error")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    if path is None:
        missing("no Chromium in the path")
    expect.set_options(timeout=15_000)  # answers come in a tenth of that, but not on a busy machine
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def jupyterlab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Start JupyterLab on copies of the notebooks; return its address and their folder."""
    home = tmp_path_factory.mktemp("lab")
    shutil.copytree(NOTEBOOKS, home / "notebooks")
    (home / "config.py").write_text(LAB_SETTINGS)
    notices = home / "settings" / "@jupyterlab" / "apputils-extension"
    notices.mkdir(parents=True)
    (notices / "notification.jupyterlab-settings").write_text('{"fetchNews": "false"}')
    port, token = free_port(), secrets.token_hex(16)
    command = [
        *("jupyterlab", f"--config={home / 'config.py'}"),
        *(f"--ServerApp.root_dir={home / 'notebooks'}", f"--ServerApp.port={port}"),
        *("--ServerApp.port_retries=0", f"--IdentityProvider.token={token}"),
    ]
    url = f"http://127.0.0.1:{port}"
    with server(command, home, f"{url}/api"):
        yield f"{url}/lab?token={token}&reset", home / "notebooks"


@pytest.fixture(scope="module")
def lab(browser: Browser, jupyterlab: tuple[str, Path]) -> Iterator[Lab]:
    url, folder = jupyterlab
    with browser.new_context(viewport=SIZE) as context:
        lab = Lab(context.new_page(), url, folder)
        lab.load()
        yield lab


@pytest.fixture(scope="session")
def voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    port = free_port()
    command = ["voila", str(APPS), "--template=cardlab", "--no-browser", f"--port={port}"]
    url = f"http://127.0.0.1:{port}"
    with server(command, tmp_path_factory.mktemp("voila"), f"{url}/voila/static/dummy"):
        yield url


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


@contextmanager
def server(command: list[str], home: Path, ready: str) -> Iterator[None]:
    """Run a server of Jupyter's with settings of its own until the tests are done."""
    log = home / "log.txt"
    own = {
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "JUPYTER_CONFIG_DIR": str(home / "jupyter"),
        "IPYTHONDIR": str(home / "ipython"),
        "JUPYTER_PATH": str(APPS),
    }
    with log.open("w") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", *command],
            stdout=output,
            stderr=subprocess.STDOUT,
            env=os.environ | own,
        )
        try:
            for _ in range(240):
                if answers(ready):
                    break
                assert process.poll() is None, log.read_text()
                time.sleep(0.25)
            else:
                pytest.fail(f"{command[0]} did not start:\n{log.read_text()}")
            yield
        finally:
            process.terminate()
            process.wait(60)  # it ends its kernels first


def answers(url: str) -> bool:
    """Return whether a server answers at all, be it that a page is missing."""
    try:
        urlopen(url, timeout=1).close()
    except HTTPError as error:
        error.close()
        return True
    except (URLError, OSError):
        return False
    return True


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of a browser that has seen none before."""
    with browser.new_context(viewport=SIZE) as context:
        yield context.new_page()


@pytest.fixture(scope="session")
def screenshots() -> Path:
    SCREENSHOTS.mkdir(exist_ok=True)
    return SCREENSHOTS
