"""The notebooks in JupyterLab, as somebody at a screen uses them."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from cardlab import shoot
from cardlab.shoot import Bank

from .accessibility import check_with_axe
from .conftest import Lab

pytestmark = pytest.mark.browser


def answer(hand: str, seen: str = "") -> str:
    odds = shoot.Turn(hand, seen).exact()
    return f"{odds.favourable} of {odds.total} ={float(odds):.4f}"


def by_keyboard(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def opacity(element: Locator) -> float:
    """Return the opacity of an element with that of all it stands in."""
    script = """(element) => {
      let all = 1;
      for (let at = element; at; at = at.parentElement) all *= getComputedStyle(at).opacity;
      return all;
    }"""
    return float(element.evaluate(script))


# Keep the places of two parts of an explorer in each frame from now on.
WATCH_TOPS = """(explorer) => {
  window.tops = new Set();
  const top = (element) => Math.round(element.getBoundingClientRect().top);
  const parts = [".cl-tail", ".cl-pictures"].map((part) => explorer.querySelector(part));
  const look = () => {
    tops.add(parts.map((part) => top(part) - top(explorer)).join());
    if (explorer.isConnected) requestAnimationFrame(look);
  };
  look();
}"""


def place(element: Locator) -> dict[str, float]:
    box = element.bounding_box()
    assert box is not None
    return box


@pytest.fixture
def notebook(lab: Lab) -> Locator:
    return lab.run("shoot/explorer.ipynb")


@pytest.fixture
def page(lab: Lab) -> Page:
    return lab.page


def test_a_hand_typed_and_a_hand_picked_by_keyboard_get_the_packages_answer(
    notebook, page, screenshots
):
    turn = notebook.locator(".cl-turn")
    status = turn.get_by_role("status").filter(has_text="Chance that you win")
    expect(status).to_contain_text(answer("5h Kc Qs"))

    hand = turn.get_by_role("textbox", name="Your three cards")
    hand.fill("")
    hand.press_sequentially("Ac 4h 7d")
    expect(status).to_contain_text(answer("Ac 4h 7d"))
    expect(turn.get_by_role("button", name="ace of clubs, yours")).to_have_attribute(
        "aria-pressed", "true"
    )
    turn.screenshot(path=screenshots / "turn-typed.png")

    # Not an error while one types: "Kx" is one, "K" only lacks its suit.
    hand.fill("Ac 4h K")
    expect(turn).to_contain_text("After K a suit is due")
    expect(hand).to_have_attribute("aria-invalid", "false")
    hand.fill("Ac 4h Kx")
    expect(turn).to_contain_text("'Kx' (card 3) is not a card")
    expect(hand).to_have_attribute("aria-invalid", "true")
    expect(hand).to_have_accessible_description(re.compile("'Kx' .card 3. is not a card"))
    expect(status).to_contain_text(f"{float(shoot.Turn('Ac 4h 7d').exact()):.4f}")
    for faded in (".cl-cards", ".grid", ".cl-strip", ".cl-tiles", "figure h3"):
        assert opacity(turn.locator(faded)) < 0.6
    assert opacity(turn.get_by_role("radio", name="Mine")) == 1
    turn.screenshot(path=screenshots / "turn-error.png")
    check_with_axe(page)

    # From the box by Tab only: seen cards, switch, then the one tab stop of the grid (2 of spades).
    hand.fill("")
    expect(turn).to_contain_text("3 cards are due: choose 3.")
    by_keyboard(page, "Tab", "Tab", "Tab", "Enter")  # 2s
    by_keyboard(page, "End", "Space")  # As
    by_keyboard(page, "ArrowDown", "ArrowLeft", "Enter")  # Kh
    expect(turn.get_by_role("button", name="king of hearts, yours")).to_be_focused()
    expect(hand).to_have_value("2s As Kh")
    expect(status).to_contain_text(answer("2s As Kh"))
    expect(turn).to_contain_text("king of hearts: yours. 3 of 3.")

    by_keyboard(page, "Delete", "ArrowDown", "Enter")  # the king of diamonds in its place
    expect(hand).to_have_value("2s As Kd")
    by_keyboard(page, "Shift+Tab", "ArrowRight", "Tab", "Home", "Enter")  # 2d is seen
    expect(turn.get_by_role("textbox", name="Cards turned so far")).to_have_value("2d")
    expect(status).to_contain_text(answer("2s As Kd", "2d"))
    turn.screenshot(path=screenshots / "turn-picked.png")

    # The notebook took none of these keys for one of its own shortcuts.
    assert notebook.locator(".jp-Cell").count() == 3


def test_the_working_stays_open_while_the_hand_changes(notebook):
    turn = notebook.locator(".cl-turn")
    working = turn.get_by_text("Working")
    working.click()
    expect(turn).to_contain_text("24/49 = 0.4898")
    turn.get_by_role("textbox", name="Your three cards").fill("Ac 4h 7d")
    expect(turn.locator("details")).to_have_attribute("open", "")
    expect(turn).to_contain_text("19/49 = 0.3878")


def test_the_bank_shows_the_packages_numbers_and_its_errors(notebook, screenshots):
    bank = notebook.locator(".cl-bank")
    result = Bank(6, 60, "shoot", 3).simulate(100_000, rng=1)
    expect(bank).to_contain_text("Done: 100,000 banks.", timeout=60_000)
    expect(bank).to_contain_text(str(result.broke).partition(",")[0])
    expect(bank.get_by_role("img").first).to_be_visible()
    expect(bank.locator(".cl-pictures")).to_have_css("opacity", "1")
    bank.screenshot(path=screenshots / "bank.png")

    kitty = bank.get_by_role("textbox", name="Kitty")
    kitty.fill("-5")
    kitty.press("Enter")
    expect(bank).to_contain_text("kitty must be a whole number, from 60 to 1,000,000,000, not '-5'")
    expect(bank).to_contain_text(str(result.broke).partition(",")[0])
    bank.screenshot(path=screenshots / "bank-error.png")
    kitty.fill("600")
    kitty.press("Enter")
    expect(bank).to_contain_text("600.0", timeout=60_000)

    slider = bank.get_by_role("slider", name="Players")
    slider.press("ArrowRight")
    expect(bank.get_by_role("textbox", name="Players")).to_have_value("7")
    slider.press("ArrowLeft")
    expect(bank.get_by_role("textbox", name="Players")).to_have_value("6")

    bank.get_by_role("radio", name="1 token, always").check()
    expect(bank).to_contain_text("No dealer went broke in 100,000 banks", timeout=60_000)
    bank.get_by_role("radio", name="3", exact=True).press("ArrowLeft")
    expect(bank).to_contain_text("Kitty after two deals", timeout=60_000)


@pytest.mark.parametrize("width", [1920, 1280])
def test_the_bank_does_not_jump_from_one_way_to_bet_to_another(notebook, page, screenshots, width):
    page.set_viewport_size({"width": width, "height": 1000})
    bank = notebook.locator(".cl-bank")
    expect(bank).to_contain_text("Done: 100,000 banks.", timeout=60_000)
    answer = bank.locator(".cl-first")
    bank.evaluate(WATCH_TOPS)  # in every frame, so while it runs, too
    for name in ("SHOOT always", "1 token, always", "SHOOT when", "Kelly stake"):
        before = answer.text_content()
        bank.get_by_role("radio", name=name).check()
        expect(answer).not_to_have_text(before)
        expect(bank).to_contain_text("Done: 100,000 banks.", timeout=60_000)
        interval = place(answer.locator(".answer .cl-muted"))
        number = place(answer.locator(".answer .number"))
        assert interval["y"] >= number["y"] + number["height"] - 4
        bank.screenshot(path=screenshots / f"bank-{width}-{name.split()[0]}-{name[-4:]}.png")
    assert len(page.evaluate("() => [...tops]")) == 1


def test_on_a_wide_screen_an_explorer_begins_where_the_cells_begin(notebook, page):
    page.set_viewport_size({"width": 1920, "height": 1000})
    cell = place(notebook.locator(".jp-CodeCell .jp-InputArea-editor").first)
    for kind in (".cl-turn", ".cl-bank"):
        assert place(notebook.locator(kind))["x"] == pytest.approx(cell["x"], abs=2)


def test_without_its_kernel_a_panel_keeps_its_columns_and_says_so_once(
    lab, notebook, page, screenshots
):
    page.set_viewport_size({"width": 1920, "height": 1000})
    panels = [notebook.locator(".cl-turn"), notebook.locator(".cl-bank")]
    parts = [panel.locator(part) for panel in panels for part in (".cl-controls", ".cl-answers")]
    expect(panels[1]).to_contain_text("Done: 100,000 banks.", timeout=60_000)
    before = [(place(part)["x"], place(part)["width"]) for part in parts]
    lab.restart()
    expect(notebook.locator(".cl-panel.jupyter-widgets-disconnected")).to_have_count(2)
    assert [(place(part)["x"], place(part)["width"]) for part in parts] == before
    script = "(e) => getComputedStyle(e, '::before').display !== 'none'"
    for panel in panels:
        expect(panel.get_by_role("alert")).to_contain_text("Python was restarted or shut down")
        assert not panel.evaluate(script)
        inside = panel.locator(".jupyter-widgets-disconnected").all()
        assert len(inside) > 5
        assert not any(widget.evaluate(script) for widget in inside)
        panel.screenshot(path=screenshots / f"no-kernel-{panels.index(panel)}.png")
    panels[1].get_by_text("The same in numbers").scroll_into_view_if_needed()
    expect(panels[1].get_by_role("alert")).to_be_in_viewport(ratio=1)


def test_a_long_simulation_can_be_cancelled(notebook, screenshots):
    bank = notebook.locator(".cl-bank")
    expect(bank).to_contain_text("Done: 100,000 banks.", timeout=60_000)
    banks = bank.get_by_role("textbox", name="Banks to play")
    banks.fill("10,000,000")
    banks.press("Enter")
    expect(bank.get_by_role("progressbar")).to_be_visible()
    bank.screenshot(path=screenshots / "bank-progress.png")
    bank.get_by_role("button", name="Cancel").click()
    expect(bank).to_contain_text("Cancelled.")
    expect(bank.get_by_role("button", name="Cancel")).to_be_disabled()


@pytest.mark.parametrize("name", ["shoot/lesson.ipynb", "00_start_here.ipynb"])
def test_a_notebook_runs_without_an_error(lab, page, name, screenshots):
    notebook = lab.run(name)
    prompts = notebook.locator(".jp-CodeCell .jp-InputPrompt")
    expect(prompts.last).to_have_text(re.compile(r"\[\d+\]:"))
    page.screenshot(path=screenshots / f"{name.replace('/', '-')}.png")
