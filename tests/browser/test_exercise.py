"""The exercise cells in JupyterLab, by mouse and by keyboard alone."""

import re

import pytest
from playwright.sync_api import Locator, expect

from .accessibility import check_names, check_with_axe
from .conftest import Lab

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def notebook(lab: Lab) -> Locator:
    return lab.run("shoot/exercises.ipynb")


@pytest.fixture
def cell(lab: Lab, notebook: Locator) -> Locator:
    """The cell of shoot/2 in the students' notebook, run anew."""
    code = notebook.locator(".jp-CodeCell", has_text='ask("shoot/2", SEED)')
    code.locator(".jp-InputPrompt").click()
    lab.menu("Edit", "Clear Cell Output")
    lab.page.keyboard.press("Control+Enter")
    found = notebook.locator(".cl-exercise", has_text="Exercise 2:")
    expect(found.get_by_role("button", name="Check")).to_be_visible()
    return found


def told(cell: Locator) -> Locator:
    return cell.get_by_role("status").filter(has=cell.page.locator(".cl-box"))


def test_by_mouse_a_mistake_is_named_and_the_right_answer_opens_the_working(lab, cell, screenshots):
    cell.screenshot(path=screenshots / "exercise-new.png")
    cell.get_by_role("textbox", name="Your guess").fill("0.60")
    answer = cell.get_by_role("textbox", name="Your answer")
    answer.fill("24/52")
    cell.get_by_role("button", name="Check").click()
    expect(told(cell)).to_contain_text("Not yet: 52 in the denominator")
    expect(cell).to_contain_text("first try")
    expect(cell.locator("details")).to_have_count(0)
    cell.screenshot(path=screenshots / "exercise-mistake.png")
    check_names(cell, "exercise")

    cell.get_by_role("button", name="Hint").click()
    expect(cell).to_contain_text("Hint 1 of")
    answer.fill("24 : 49")
    cell.get_by_role("button", name="Check").click()
    expect(told(cell).first).to_contain_text("Cannot read “24 : 49”")
    expect(cell).to_contain_text("first try")  # which could not be read was none
    cell.screenshot(path=screenshots / "exercise-unreadable.png")

    answer.fill("24/49")
    cell.get_by_role("button", name="Check").click()
    expect(told(cell).first).to_contain_text("Correct: 24/49 = 0.4898")
    expect(told(cell).first).to_contain_text("Your guess before counting was 0.60.")
    for name in ("Check", "Hint"):
        expect(cell.get_by_role("button", name=name)).to_be_disabled()
    cell.get_by_text("Working").click()
    expect(cell.get_by_role("table")).to_be_visible()
    cell.screenshot(path=screenshots / "exercise-correct.png")
    check_with_axe(lab.page)


def test_by_keyboard_alone_and_the_notebook_takes_no_key_for_itself(lab, cell, screenshots):
    page = lab.page
    counted = page.get_by_role("button", name=re.compile(r"^Cell \d+\W"))
    cells = counted.text_content().partition("/")[2]
    cell.get_by_role("textbox", name="Your guess").focus()
    page.keyboard.press("Tab")
    answer = cell.get_by_role("textbox", name="Your answer")
    expect(answer).to_be_focused()
    expect(answer).to_have_accessible_description(re.compile("A fraction, a decimal"))
    page.keyboard.type("24/48")
    page.keyboard.press("Enter")
    expect(told(cell)).to_contain_text("48 in the denominator")
    page.keyboard.press("Tab")
    expect(cell.get_by_role("button", name="Check")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(cell).to_contain_text("Hint 1 of")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(answer).to_be_focused()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("48.98 %")
    page.keyboard.press("Enter")
    expect(told(cell).first).to_contain_text("Correct: 24/49")
    expect(answer).to_be_focused()
    expect(counted).to_have_text(re.compile(f"/{cells}$"))


def test_the_cell_fits_and_scrolls_in_neither_theme_nor_on_a_phone(lab, cell, screenshots):
    cell.get_by_role("textbox", name="Your answer").fill("24/48")
    cell.get_by_role("button", name="Check").click()
    expect(told(cell)).to_contain_text("48 in the denominator")
    for theme in ("Dark", "Light"):
        lab.choose_theme(theme)
        for width in (720, 349):
            cell.evaluate("(e, width) => { e.style.width = `${width}px`; }", width)
            assert cell.evaluate("(e) => e.scrollWidth <= e.clientWidth + 1")
            cell.screenshot(path=screenshots / f"exercise-{theme}-{width}.png")
        check_with_axe(lab.page)
