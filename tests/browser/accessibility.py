"""What somebody who does not see the page gets of it: names of controls, and what axe-core finds.

`names/` holds the controls of each explorer as a screen reader tells them, for review.
"""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

from playwright.sync_api import Locator, Page

from .conftest import SCREENSHOTS

HERE = Path(__file__).parent
AXE = HERE / "node_modules" / "axe-core" / "axe.min.js"
CONTROLS = {"button", "checkbox", "combobox", "link", "radio", "slider", "textbox"}
PLACES = {"alert", "group", "heading", "radiogroup", "status"}
FADED = [".cl-old", ".cl-stale .answer", ".cl-unread .cl-cards", ".cl-unread .cl-picker"]
LINE = re.compile(r"""( *)- '?([a-z]+)(?: "((?:\\.|[^"\\])*)")?(.*)""")
CARD = re.compile(r"(?:\d+|jack|queen|king|ace) of (?:spades|hearts|diamonds|clubs)")


def outline(part: Locator) -> list[str]:
    """Return role and name of each control, and of what it stands in, as a tree.

    Cards are not told apart, nor what is said of them. Lower headings, which hold answers, are
    left out.
    """
    lines: list[str] = []
    around: list[int] = []
    for line in part.aria_snapshot().splitlines():
        if not (match := LINE.match(line)):
            continue
        spaces, role, name, rest = match.groups()
        while around and around[-1] >= len(spaces):
            around.pop()
        if role not in CONTROLS | PLACES or (role == "heading" and "[level=2]" not in rest):
            continue
        if role == "group" and not name:
            role, name = "disclosure", rest.strip(": ")
        name = re.sub(r"^\(card\).*", "(card)", CARD.sub("(card)", name or ""))
        lines.append(f"{'  ' * len(around)}{role} {name}".rstrip())
        around.append(len(spaces))
    counted = ((line, len(list(same))) for line, same in groupby(lines))
    return [f"{line}, {count} times" if count > 1 else line for line, count in counted]


def check_names(part: Locator, name: str) -> None:
    """Check that every control has a name, and that the names are those in `names/`."""
    lines = outline(part)
    unnamed = [line for line in lines if line.partition(",")[0].strip() in CONTROLS]
    assert not unnamed, "\n".join(unnamed)
    found = "\n".join(lines) + "\n"
    kept = HERE / "names" / f"{name}.txt"
    (SCREENSHOTS / f"names-{name}.txt").write_text(found)
    assert found == kept.read_text(), (
        f"screenshots/names-{name}.txt tells what is there now; "
        f"if that is right, copy it to {kept.relative_to(HERE.parents[1])}"
    )


def check_with_axe(page: Page, within: str = ".cl-app") -> None:
    """Check that axe-core finds nothing serious in our own part of a page.

    What JupyterLab puts around it (menus, tabs, tool bars, cells) is not ours and is left out. So
    is what is faded, since it belongs to cards that stand there no more: it is pale on purpose.
    Without axe-core nothing is checked; a test in test_voila.py says so.
    """
    if not AXE.exists():
        return
    page.evaluate(AXE.read_text("utf-8"))
    context = {"include": [within], "exclude": FADED}
    options = {"resultTypes": ["violations"]}  # of what passes only one element each: half the time
    found = page.evaluate("([context, options]) => axe.run(context, options)", [context, options])
    assert found["passes"]
    told = [
        f"{rule['id']}, {rule['impact']}: {node['html']} {node['failureSummary']}"
        for rule in found["violations"]
        if rule["impact"] in {"serious", "critical"}
        for node in rule["nodes"]
    ]
    assert not told, "\n".join(told)
