"""The stud notebooks in JupyterLab, as somebody at a screen uses them."""

import re

import pytest
from playwright.sync_api import expect

from cardlab.explore.stud8_model import HANDS
from cardlab.stud8 import History, LowDraw, Matchup

from .accessibility import check_with_axe
from .conftest import Lab

pytestmark = pytest.mark.browser


def equity(*seats: str, dead: str = "") -> str:
    return f"{float(Matchup(*seats, dead=dead).exact().equity):.4f}"


def test_a_hand_typed_and_picked_gets_the_packages_equity(lab: Lab, screenshots):
    page, notebook = lab.page, lab.run("stud8/explorer.ipynb")
    stud = notebook.locator(".cl-stud")
    status = stud.get_by_role("status").filter(has_text="Your equity")
    expect(status).to_contain_text("1,373,550,338,160 deals, each counted", timeout=60_000)
    expect(status).to_contain_text(equity("As2s3d", "Kh"))
    expect(status).to_contain_text(f"{float(LowDraw('As2s3d', 'Kh').exact()):.4f}")

    yours = stud.get_by_role("textbox", name="Your cards")
    yours.fill("")
    yours.press_sequentially("Ac 2d 3h 4s 9c")
    theirs = stud.get_by_role("textbox", name="Opponent 1's cards")
    theirs.fill("Ks Kd Qc Jh Ts")
    expect(status).to_contain_text(equity("Ac2d3h4s9c", "KsKdQcJhTs"))
    expect(stud.locator(".cl-pictures").first).to_have_css("opacity", "1")
    stud.screenshot(path=screenshots / "stud-typed.png")

    theirs.fill("Ks Kd Qc Jh Tx")
    expect(stud).to_contain_text("'Tx' (card 5) is not a card")
    expect(theirs).to_have_attribute("aria-invalid", "true")
    expect(status).to_contain_text("the last cards that could be read")
    stud.screenshot(path=screenshots / "stud-error.png")
    check_with_axe(page)
    theirs.fill("Ks Kd Qc Jh Ts")

    # By keyboard: from the box of dead cards to the switch and the grid (ace of spades first).
    stud.get_by_role("textbox", name="Dead cards").focus()
    for key in ("Tab", "ArrowRight", "ArrowRight", "Tab", "End", "Enter"):
        page.keyboard.press(key)
    expect(stud.get_by_role("textbox", name="Dead cards")).to_have_value("Ks")
    expect(theirs).to_have_value("Kd Qc Jh Ts")
    theirs.fill("Kh Kd Qc Jh Ts")
    expect(status).to_contain_text(equity("Ac2d3h4s9c", "KhKdQcJhTs", dead="Ks"))
    street = stud.get_by_role("radio", name=re.compile("^4th street: you 4 of spades"))
    street.click()
    expect(status).to_contain_text(equity("Ac2d3h4s", "KhKdQcJh", dead="Ks"))
    street.press("ArrowRight")
    expect(status).to_contain_text(equity("Ac2d3h4s9c", "KhKdQcJhTs", dead="Ks"))

    # By mouse: a card out of the grid for another one.
    stud.get_by_role("radio", name="Mine").click()
    stud.get_by_role("button", name="9 of clubs, yours").click()
    expect(yours).to_have_value("Ac 2d 3h 4s")
    stud.get_by_role("button", name="5 of clubs").click()
    expect(yours).to_have_value("Ac 2d 3h 4s 5c")
    expect(status).to_contain_text(equity("Ac2d3h4s5c", "KhKdQcJhTs", dead="Ks"))

    stud.get_by_role("radio", name="2", exact=True).click()
    expect(stud.get_by_role("textbox", name="Opponent 2's cards")).to_be_visible()
    expect(status).to_contain_text("opponents", timeout=60_000)
    assert notebook.locator(".jp-Cell").count() == 2
    expect(stud.locator("[role='alert']")).to_have_text("")


def test_a_real_hand_is_reviewed_step_by_step(lab: Lab, screenshots):
    page, notebook = lab.page, lab.run("stud8/hand_review.ipynb")
    review = notebook.locator(".cl-review")
    history = History.load(HANDS / "2023-wsop-event-43-hand-48.phh")
    expect(review).to_contain_text("ahead", timeout=60_000)
    sixth = history.equity_by_street().loc[6]["equity"]
    review.get_by_text("The same in numbers").click()
    for share in sixth:
        expect(review).to_contain_text(f"{share:.4f}".removeprefix("0"))
    following = review.get_by_role("button", name="Next")
    for _ in range(5):
        following.click()
    for _ in range(2):  # by keyboard
        following.press("Enter")
    expect(review).to_contain_text("p5 calls 250,000")
    expect(review).to_contain_text("The call needs0.1887")
    review.screenshot(path=screenshots / "review.png")

    step = review.get_by_role("textbox", name="Step")
    step.fill("24")
    step.press("Enter")
    expect(review).to_contain_text(f"{history.finishing_stacks[0]:,}")
    paste = review.get_by_role("textbox", name="Or paste the text of one")
    paste.fill("variant = 'F7S'")
    paste.press("Tab")
    expect(review).to_contain_text("missing; a hand of F7S/8 needs")
    expect(paste).to_have_attribute("aria-invalid", "true")
    check_with_axe(page)
    review.get_by_role("combobox", name="One of the real hands").select_option(
        "2023 WSOP event 54, hand 6"
    )
    expect(review).to_contain_text("Kh", timeout=60_000)
    expect(review.locator("[role='alert']")).to_have_text("")
