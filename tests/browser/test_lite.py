"""The site that `make lite` built, in Chromium, with nothing but the site to load from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from zipfile import ZipFile

import pytest
from playwright.sync_api import Page, expect

from cardlab import shoot, stud8
from tests.browser.conftest import ROOT, missing

pytestmark = pytest.mark.browser
SITE = ROOT / "build" / "lite"


class Silent(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def built_from_these_sources() -> bool:
    """Return whether the site holds cardlab as it stands here."""
    wheels = list(SITE.glob("static/pyodide/cardlab-*.whl"))
    if not wheels:
        return False
    with ZipFile(wheels[0]) as wheel:
        names = [name for name in wheel.namelist() if name.startswith("cardlab/")]
        return all(
            (ROOT / name).exists() and wheel.read(name) == (ROOT / name).read_bytes()
            for name in names
        )


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    if not built_from_these_sources():
        missing("the site in build/lite is not that of these sources; `make lite` builds it")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Silent, directory=SITE))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_a_notebook_answers_in_the_browser_and_loads_nothing_from_elsewhere(
    site: str, page: Page, screenshots: Path
) -> None:
    requested: list[str] = []
    page.context.on("request", lambda request: requested.append(request.url))
    page.set_viewport_size({"width": 1280, "height": 3_000})  # JupyterLab draws what is in sight
    page.goto(f"{site}/lab/index.html?path=lite.ipynb")
    expect(page.get_by_text(re.compile(r"\| Idle$")).first).to_be_visible(timeout=120_000)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    last = page.locator(".jp-OutputArea-output", has_text=re.compile("needs NumPy|95 %"))
    expect(last).to_be_visible(timeout=120_000)
    page.screenshot(path=screenshots / "lite.png")
    shown = " ".join(" ".join(page.locator(".jp-OutputArea-output").all_inner_texts()).split())
    assert str(shoot.Turn("5h Kc Qs", seen="2d 9c").exact()) in shown
    assert repr(shoot.average_chance()) in shown
    assert str(stud8.LowDraw("As 2s 3d", dead="Kh").exact()) in shown
    assert "Traceback" not in shown
    own = (site, "blob:", "data:")
    assert [url for url in requested if not url.startswith(own)] == []
