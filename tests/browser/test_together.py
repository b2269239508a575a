"""All explorers in one notebook in JupyterLab: haste, interrupts, saving, no or a new kernel."""

from __future__ import annotations

import re
from dataclasses import replace

import nbformat
import pytest
from playwright.sync_api import Locator, Page, expect

from cardlab import shoot
from cardlab.divider import Cut, Position
from cardlab.explore.stud8_model import HANDS
from cardlab.stud8 import History, Matchup

from .accessibility import check_names, check_with_axe
from .conftest import Lab

pytestmark = pytest.mark.browser

LAST = {
    "up": ("Ac Ad Ah As", "6h 7h 8h 2c"),
    "down": ("3c", None),
    "pockets": ("Kc Qd 3d", None),
    "buried": "Jd Jc 4s",
    "divider": 0,
    "four": "9h 2s 3s Kd",
}
CELLS = [
    "from cardlab import explore, stud8\nfrom cardlab.divider import Position",
    "explore.shoot_turn()",
    "explore.shoot_turn('Ah Kc Qs')",
    "explore.shoot_bank()",
    "explore.stud8()",
    "explore.hand_review()",
    f"explore.divider(Position(**{LAST!r}))",
    "explore.divider_play(seed=1)",
]
READY = {
    "turn": "24 of 49",
    "bank": "Done: 100,000 banks.",
    "stud": "0.5924",
    "review": "Pot odds of every call",
    "divider": "exact",
    "play": "Your cut",
}
LONG = "stud8.Matchup('As 2s 3d', 'Kh Kd Qc', '7s 8s 9s').exact(limit=10**12)"
NAME = "all_explorers.ipynb"
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
TIMES = 40
HIGH = {"width": 1280, "height": 12_000}


@pytest.fixture(scope="module")
def page(lab: Lab) -> Page:
    """The notebook when all have answered; the page is so high that JupyterLab draws all cells."""
    cells = [nbformat.v4.new_code_cell(source, id=f"{at}") for at, source in enumerate(CELLS)]
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": KERNEL})
    nbformat.write(notebook, lab.folder / NAME)
    lab.run(NAME)
    lab.page.set_viewport_size(HIGH)
    for kind, text in READY.items():
        expect(explorer(lab.page, kind)).to_contain_text(text, timeout=60_000)
    return lab.page


def explorer(page: Page, kind: str, at: int = 0) -> Locator:
    return page.locator(f".cl-{kind}.cl-app").nth(at)


def answer(hand: str, seen: str = "") -> str:
    odds = shoot.Turn(hand, seen).exact()
    return f"{odds.favourable} of {odds.total} ={float(odds):.4f}"


def equity(*seats: str) -> str:
    return f"{float(Matchup(*seats).exact().equity):.4f}"


def settled(found: Locator) -> Locator:
    """Return an explorer in which nothing is old any more."""
    expect(found.locator(".cl-old")).to_have_count(0, timeout=60_000)
    expect(found.locator("[role='alert']")).to_have_text("")
    return found


@pytest.mark.parametrize("kind", READY)
def test_every_control_is_named_and_the_names_are_those_reviewed(page, screenshots, kind):
    check_names(settled(explorer(page, kind)), kind)


def test_axe_finds_nothing_in_any_explorer(page):
    check_with_axe(page)
    repeated = """() => {
      const ids = [...document.querySelectorAll(".cl-app [id]")].map((element) => element.id);
      return ids.filter((id, at) => ids.indexOf(id) !== at);
    }"""
    assert page.evaluate(repeated) == []


def test_forty_hands_typed_in_haste_end_in_the_answer_of_the_last(page):
    turn = explorer(page, "turn")
    hands = ["2s 3s 4s", "Ah Kh Qh", "Tc Jd 5s", "Ac 4h 7d"]
    hand = turn.get_by_role("textbox", name="Your three cards")
    for number in range(TIMES):
        hand.fill(hands[number % 4])
    status = turn.get_by_role("status").filter(has_text="Chance that you win")
    expect(status).to_contain_text(answer(hands[-1]), timeout=60_000)
    expect(settled(turn)).to_contain_text("19/49 = 0.3878")  # the working, which comes last
    expect(turn).to_contain_text("This hand beats 19 cards")
    expect(hand).to_have_value(hands[-1])


def test_forty_kitties_in_haste_end_in_the_bank_of_the_last(page):
    bank = explorer(page, "bank")
    kitty = bank.get_by_role("textbox", name="Kitty")
    for number in range(TIMES):
        kitty.fill(f"{60 + 5 * number}")
        kitty.press("Enter")
    last = 60 + 5 * (TIMES - 1)
    mean = last + shoot.Bank(6, last, "shoot", 3).simulate(100_000, rng=1).mean.value
    expect(bank).to_contain_text(f"the mean is {mean:,.1f}", timeout=60_000)
    expect(settled(bank)).to_contain_text("Done: 100,000 banks.", timeout=60_000)
    expect(bank).to_contain_text(f"the mean is {mean:,.1f}")
    expect(kitty).to_have_value(f"{last}")


def test_forty_stud_hands_in_haste_end_in_the_equity_of_the_last(page):
    stud = explorer(page, "stud")
    hands = ["As 2s 3d", "Kc Kd 2h", "4s 5s 6s", "Ac 2d 7h 8s"]
    yours = stud.get_by_role("textbox", name="Your cards")
    for number in range(TIMES):
        yours.fill(hands[number % 4])
    status = stud.get_by_role("status").filter(has_text="Your equity")
    expect(status).to_contain_text(equity(hands[-1], "Kh"), timeout=60_000)
    expect(status).to_contain_text("exact")
    picture = settled(stud).get_by_role("img", name=re.compile("Together that is"))
    expect(picture).to_have_accessible_name(re.compile(equity(hands[-1], "Kh")))
    street = stud.get_by_role("img", name=f"4th street {equity(hands[-1], 'Kh')}")
    expect(street.filter(visible=True)).to_have_count(1)


def test_forty_real_hands_chosen_in_haste_end_with_the_last(page):
    review = explorer(page, "review")
    choice = review.get_by_role("combobox", name="One of the real hands")
    for number in range(TIMES):
        choice.select_option(index=(number + 2) % 8)
    history = History.load(HANDS / "2023-wsop-event-43-hand-50.phh")
    for share in history.equity_by_street().loc[3]["equity"]:
        expect(settled(review)).to_contain_text(f"{share:.4f}".removeprefix("0"), timeout=60_000)
    expect(review).to_contain_text("You see: 2023 WSOP event 43, hand 50.")


def test_forty_draws_in_haste_end_in_the_ranking_of_the_last(page):
    turn = explorer(page, "divider")
    draws = ["9s 2s 5s Kd", "9h 5h 3s Td", "9d 2s 3s Kh", "9h 5s 3s Kd"]
    four = turn.get_by_role("textbox", name="The four cards")
    for number in range(TIMES):
        four.fill(draws[number % 4])
    table = Cut(replace(Position(**LAST), four=draws[-1])).exact()
    status = turn.get_by_role("status").filter(has_text="Your chance to win")
    expect(status).to_contain_text(f"{float(table.value(table.best)):.4f}", timeout=60_000)
    for action in table.actions:
        value = f"{float(table.value(action)):.4f}".removeprefix("0")
        expect(settled(turn).locator(".cl-ranking")).to_contain_text(value)


def test_forty_presses_in_haste_leave_a_card_where_they_should(page):
    play = explorer(page, "play")
    card = play.locator(".cl-board .group").first.locator("button").first
    name = card.get_attribute("aria-label").partition(",")[0]
    card.focus()
    for _ in range(TIMES + 1):
        page.keyboard.press("Enter")
    expect(play.get_by_role("button", name=f"{name}, group B")).to_be_focused(timeout=60_000)
    expect(play.get_by_role("button", name=f"{name}, group A")).to_have_count(0)
    settled(play)


def test_two_explorers_of_a_kind_do_not_mix(page):
    first, second = explorer(page, "turn"), explorer(page, "turn", 1)
    hands = [part.get_by_role("textbox", name="Your three cards") for part in (first, second)]
    for number in range(10):
        hands[0].fill(["2s 3s 4s", "5h Kc Qs"][number % 2])
        hands[1].fill(["2h 3h 4h", "Ac Kd Qh"][number % 2])
    second.get_by_role("button", name="ace of clubs, yours").press("Enter")
    expect(hands[1]).to_have_value("Kd Qh")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(hands[1]).to_have_value("Kd Qh Kc")
    expect(second).to_contain_text(answer("Kd Qh Kc"))
    expect(hands[0]).to_have_value("5h Kc Qs")
    expect(settled(first)).to_contain_text(answer("5h Kc Qs"))


def test_after_an_interrupt_explorers_answer(lab, page, screenshots):
    stud, turn = explorer(page, "stud"), explorer(page, "turn")
    stud.get_by_role("radio", name="2", exact=True).click()
    for name, cards in (("Your", "As 2s 3d"), ("Opponent 1's", "Kh Kd Qc")):
        stud.get_by_role("textbox", name=f"{name} cards").fill(cards)
    stud.get_by_role("textbox", name="Opponent 2's cards").fill("7s 8s 9s")
    stud.get_by_role("button", name="Count all deals").click(timeout=60_000)
    expect(stud.get_by_role("progressbar")).to_be_visible(timeout=60_000)
    lab.menu("Kernel", "Interrupt Kernel")
    hand = turn.get_by_role("textbox", name="Your three cards")
    hand.fill("Ac 4h 7d")
    expect(turn).to_contain_text(answer("Ac 4h 7d"))
    stud.screenshot(path=screenshots / "stud-interrupted.png")
    stud.get_by_role("radio", name="1", exact=True).click()
    status = stud.get_by_role("status").filter(has_text="Your equity")
    expect(status).to_contain_text(equity("As 2s 3d", "Kh Kd Qc"), timeout=60_000)

    # While a cell counts, and after it was interrupted.
    page.get_by_role("button", name="Click to add a cell.").click()
    page.locator(".jp-CodeCell .cm-content").last.click()
    page.keyboard.insert_text(LONG)
    page.keyboard.press("Control+Enter")
    prompts = page.locator(".jp-CodeCell .jp-InputPrompt")
    expect(prompts.filter(has_text="[*]")).to_have_count(1)
    lab.menu("Kernel", "Interrupt Kernel")
    expect(page.locator(".jp-OutputArea").get_by_text("KeyboardInterrupt").first).to_be_visible()
    lab.menu("Edit", "Delete Cell")
    hand.fill("Ac Kh Qd")
    expect(turn).to_contain_text(answer("Ac Kh Qd"))
    stud.get_by_role("textbox", name="Your cards").fill("As 2s 3d 4d")
    expect(status).to_contain_text(equity("As 2s 3d 4d", "Kh Kd Qc"), timeout=60_000)
    settled(stud)


def test_saved_and_opened_again_an_explorer_is_as_it_was_while_its_kernel_runs(lab, page):
    explorer(page, "turn").get_by_role("textbox", name="Your three cards").fill("Ac 4h 7d")
    expect(explorer(page, "turn")).to_contain_text(answer("Ac 4h 7d"))
    save(lab)
    lab.load()
    lab.open(NAME)
    expect(explorer(page, "turn")).to_contain_text(answer("Ac 4h 7d"), timeout=60_000)
    explorer(page, "turn").get_by_role("button", name="ace of clubs, yours").click()
    expect(explorer(page, "turn")).to_contain_text("3 cards are due: choose 1 more.")
    expect(explorer(page, "turn").locator("[role='alert']")).to_have_text("")


def test_without_its_kernel_each_explorer_says_what_to_do_and_run_again_it_answers(
    lab, page, screenshots
):
    lab.restart()
    for kind in READY:
        alert = explorer(page, kind).get_by_role("alert")
        expect(alert).to_contain_text("Run the cell again", timeout=60_000)
        explorer(page, kind).screenshot(path=screenshots / f"restarted-{kind}.png")
    check_with_axe(page, ".cl-play")

    save(lab)
    lab.menu("Kernel", "Shut Down Kernel")
    expect(page.get_by_text(re.compile("No Kernel"))).not_to_have_count(0)
    lab.menu("File", "Close Tab")
    lab.open(NAME)
    lost = page.locator(".jp-OutputArea-output.jupyter-widgets")  # "model not found"
    expect(lost).to_have_count(7)
    for output in lost.all():
        assert "Run the cell" in output.evaluate("(e) => getComputedStyle(e, '::after').content")
        assert output.evaluate("(e) => getComputedStyle(e).fontSize") == "0px"
    lost.first.screenshot(path=screenshots / "gone.png")
    lab.run_all()
    for kind, text in READY.items():
        expect(explorer(page, kind)).to_contain_text(text, timeout=60_000)
    lab.menu("Kernel", "Shut Down Kernel")
    for kind in READY:
        expect(explorer(page, kind).get_by_role("alert")).to_contain_text("Run the cell again")


def save(lab: Lab) -> None:
    lab.menu("File", r"Save Notebook\W+Ctrl")
    expect(lab.page.locator(".lm-TabBar-tab.jp-mod-current.jp-mod-dirty")).to_have_count(0)
