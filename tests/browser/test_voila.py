"""The explorers and games as apps: the start page, each app, the card picker, a phone."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from cardlab import shoot
from cardlab.divider import Cut
from cardlab.stud8 import Matchup

from .accessibility import AXE, check_with_axe
from .conftest import APPS, missing
from .test_divider import LAST, by_mouse, enter_by_keyboard, finish

pytestmark = pytest.mark.browser

READY = {
    "divider": "Your chance to win with the best cut",
    "divider_play": "Turn 1",
    "hand_review": "Pot odds of every call",
    "shoot": "24 of 49",
    "stud8": "0.5924",
}

# Whether neither an explorer nor anything around it has to be scrolled sideways.
FITS = """(explorer) => {
  for (let at = explorer; at; at = at.parentElement) {
    if (at.scrollWidth > at.clientWidth + 1) return false;
  }
  return true;
}"""


@contextmanager
def watched(page: Page) -> Iterator[None]:
    """Watch that a page asks nothing of another host, and that no error is in its console."""
    asked, errors = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield
    assert asked
    assert {urlsplit(url).hostname for url in asked} <= {"127.0.0.1", None}  # None: in the page
    assert errors == []


@pytest.fixture
def turn(voila: str, page: Page) -> Locator:
    page.goto(f"{voila}/voila/render/shoot.ipynb")
    explorer = page.locator(".cl-turn")
    expect(explorer.get_by_text("24 of 49")).to_be_visible(timeout=60_000)
    return explorer


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_start_page_lists_all_apps(voila, page, screenshots, theme):
    with watched(page):
        page.goto(voila)
        if theme == "dark":
            page.get_by_role("link", name="Dark theme").click()
        links = page.get_by_role("listitem").get_by_role("link").all()
        names = [re.search(r"/(\w+)\.ipynb", link.get_attribute("href"))[1] for link in links]
        assert sorted(names) == sorted(READY) == sorted(path.stem for path in APPS.glob("*.ipynb"))
        expect(page).to_have_title("cardlab")
        check_with_axe(page, "body")
    page.screenshot(path=screenshots / f"apps-{theme}.png")


def use_shoot(page: Page) -> None:
    turn, bank = page.locator(".cl-turn"), page.locator(".cl-bank")
    kitty = bank.get_by_role("textbox", name="Kitty")
    write(kitty, "-5\n")
    expect(bank).to_contain_text("kitty must be a whole number, from 60 to 1,000,000,000, not '-5'")
    write(kitty, "600\n")
    mean = 600 + shoot.Bank(6, 600, "shoot", 3).simulate(100_000, rng=1).mean.value
    expect(bank).to_contain_text(f"the mean is {mean:,.1f}", timeout=60_000)
    write(turn.get_by_role("textbox", name="Your three cards"), "Ac 4h 7d")
    odds = shoot.Turn("Ac 4h 7d").exact()
    expect(turn).to_contain_text(f"{odds.favourable} of {odds.total}")


def use_stud8(page: Page) -> None:
    stud = page.locator(".cl-stud")
    status = stud.get_by_role("status").filter(has_text="Your equity")
    stud.get_by_role("button", name="4 of hearts").click()
    expect(status).to_contain_text(equity("As 2s 3d 4h", "Kh"), timeout=60_000)
    yours = stud.get_by_role("textbox", name="Your cards")
    write(yours, "Ac 2d Kh")
    expect(stud).to_contain_text("Kh is already in your cards")
    write(yours, "Ac 2d 3h 4s")
    expect(status).to_contain_text(equity("Ac 2d 3h 4s", "Kh"), timeout=60_000)


def use_hand_review(page: Page) -> None:
    review = page.locator(".cl-review")
    step = review.get_by_role("textbox", name="Step")
    write(step, "7\n")
    for key in ("Tab", "Tab", "Enter"):  # over "Back" to "Next"
        page.keyboard.press(key)
    expect(review).to_contain_text("Step 8 of 24")
    review.get_by_role("button", name="Back").click()
    expect(review).to_contain_text("Step 7 of 24")
    expect(step).to_have_value("7")  # or it might still come between what is typed
    write(step, "25\n")
    expect(review).to_contain_text("step must be a whole number, from 0 to 24, not '25'")


def use_divider(page: Page) -> None:
    turn = page.locator(".cl-divider")
    enter_by_keyboard(turn)
    table = Cut(LAST).exact()
    status = turn.get_by_role("status").filter(has_text="Your chance to win")
    expect(status).to_contain_text(f"{float(table.value(table.best)):.4f}", timeout=60_000)
    write(turn.get_by_role("textbox", name="Buried"), "Jd Jc 4s Zz")
    expect(turn).to_contain_text("'Zz' (card 4) is not a card")
    write(turn.get_by_role("textbox", name="Buried"), "Jd Jc 4s")
    turn.get_by_role("button", name="king of diamonds, drawn in this turn").click()
    expect(turn).to_contain_text("Four cards are due: choose 1 more.")
    turn.get_by_role("button", name="king of hearts").click()
    table = Cut(replace(LAST, four="9h 2s 3s Kh")).exact()
    expect(status).to_contain_text(f"{float(table.value(table.best)):.4f}", timeout=60_000)


def use_divider_play(page: Page) -> None:
    play = page.locator(".cl-play")
    finish(play, by_mouse)
    expect(play.get_by_text(re.compile("You win|The computer wins|A draw"))).to_be_visible()


USES = {
    "divider": use_divider,
    "divider_play": use_divider_play,
    "hand_review": use_hand_review,
    "shoot": use_shoot,
    "stud8": use_stud8,
}


def write(box: Locator, text: str) -> None:
    """Write a text in place of what stands in a box, by keyboard alone; a line's end is Enter."""
    box.focus()
    box.page.keyboard.press("Control+A")
    box.page.keyboard.type(text)


def equity(*seats: str) -> str:
    return f"{float(Matchup(*seats).exact().equity):.4f}"


@pytest.mark.parametrize("name", READY)
def test_an_app_opens_from_the_start_page_answers_and_leads_back(voila, page, screenshots, name):
    with watched(page):
        page.goto(f"{voila}/?theme=dark")
        page.locator(f"a[href*='/{name}.ipynb']").click()
        expect(page.get_by_text(READY[name]).first).to_be_visible(timeout=60_000)
        expect(page).to_have_title(page.get_by_role("heading", level=1).text_content())
        expect(page.locator("body")).not_to_contain_text("Run All")
        expect(page.locator("body")).to_have_attribute("data-jp-theme-light", "false")
        page.screenshot(path=screenshots / f"app-{name}.png")
        USES[name](page)
        expect(page.locator(".cl-old")).to_have_count(0, timeout=60_000)
        for alert in page.get_by_role("alert").all():
            expect(alert).to_have_text("")
        page.set_viewport_size({"width": 390, "height": 3000})
        for app in page.locator(".cl-app").all():
            assert app.evaluate(FITS)
        check_with_axe(page, "body")
        page.screenshot(path=screenshots / f"app-{name}-phone.png")
        page.get_by_role("link", name="All apps").click()
        expect(page.get_by_role("link", name="Light theme")).to_be_visible()


def test_axe_core_is_there_to_look_at_the_pages():
    if not AXE.exists():
        missing("the npm package axe-core is not there; `make test` installs it where npm is")


def test_a_page_that_is_not_there_says_so_without_another_host(voila, page):
    asked = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).hostname))
    page.goto(f"{voila}/none")
    expect(page.locator("body")).to_contain_text("404")
    assert set(asked) == {"127.0.0.1"}


def test_a_card_is_dragged_onto_a_group_and_control_z_takes_it_back(turn, page):
    hand = turn.get_by_role("textbox", name="Your three cards")
    seen = turn.get_by_role("textbox", name="Cards turned so far")
    said = turn.locator(".said")
    undo = turn.get_by_role("button", name="Undo")
    expect(undo).to_have_attribute("aria-disabled", "true")
    queen = turn.get_by_role("button", name="queen of spades, yours")
    queen.drag_to(turn.get_by_role("radio", name="Seen"))
    expect(seen).to_have_value("Qs")
    expect(hand).to_have_value("5h Kc")
    expect(said).to_have_text("queen of spades: seen. 1 in all.")
    # Onto the legend; and to nowhere, which changes nothing and is no press either.
    ace = turn.get_by_role("button", name="ace of spades")
    ace.drag_to(turn.locator(".legend").get_by_text("yours"))
    expect(hand).to_have_value("5h Kc As")
    turn.get_by_role("button", name="3 of diamonds").drag_to(turn.get_by_text("Choose cards"))
    turn.get_by_role("button", name="ace of spades, yours").focus()
    page.keyboard.press("Enter")
    expect(hand).to_have_value("5h Kc")
    page.keyboard.press("Control+z")
    expect(hand).to_have_value("5h Kc As")
    expect(said).to_have_text("Undone: ace of spades is yours again.")
    page.keyboard.press("Control+z")
    expect(said).to_have_text("Undone: ace of spades is taken out again.")
    turn.get_by_role("button", name="queen of spades, seen").focus()
    page.keyboard.press("Delete")
    expect(seen).to_have_value("")
    undo.click()
    expect(said).to_have_text("Undone: queen of spades is seen again.")
    undo.click()
    expect(hand).to_have_value("5h Kc Qs")
    expect(undo).to_have_attribute("aria-disabled", "true")


def drag(element: Locator, to: Locator) -> None:
    """Drag something with a finger that rests on it first."""
    element.scroll_into_view_if_needed()
    boxes = [element.bounding_box(), to.bounding_box()]
    (x, y), (to_x, to_y) = [(b["x"] + b["width"] / 2, b["y"] + b["height"] / 2) for b in boxes]
    page = element.page
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    touch("touchStart", (x, y))
    expect(page.locator(".cl-ghost")).to_be_visible()
    for step in range(1, 6):
        touch("touchMove", (x + (to_x - x) * step / 5, y + (to_y - y) * step / 5))
    touch("touchEnd")
    expect(page.locator(".cl-ghost")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_on_a_phone_the_answer_comes_first_and_a_finger_taps_and_drags_cards(
    voila, browser: Browser, screenshots, theme
):
    size = {"width": 390, "height": 2400}
    with browser.new_context(viewport=size, is_mobile=True, has_touch=True) as context:
        page = context.new_page()
        page.goto(f"{voila}/voila/render/shoot.ipynb?theme={theme}")
        turn, bank = page.locator(".cl-turn"), page.locator(".cl-bank")
        status = turn.get_by_role("status").filter(has_text="Chance that you win")
        expect(status).to_contain_text("24 of 49", timeout=60_000)
        expect(bank).to_contain_text("Done: 100,000 banks.", timeout=60_000)

        expect(turn.get_by_text("Working")).to_be_visible()
        expect(bank.locator(".cl-pictures")).to_have_css("opacity", "1")
        assert turn.evaluate(FITS)
        parts = [status, turn.locator(".picker"), turn.get_by_role("textbox").first]
        tops = [part.bounding_box()["y"] for part in parts]
        assert tops == sorted(tops)
        for card in ("2 of spades", "ace of clubs"):
            box = turn.get_by_role("button", name=card).bounding_box()
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 390

        turn.get_by_role("button", name="queen of spades, yours").tap()
        turn.get_by_role("button", name="ace of spades").tap()
        odds = shoot.Turn("5h Kc As").exact()
        expect(status).to_contain_text(f"{odds.favourable} of {odds.total}")
        turn.screenshot(path=screenshots / f"turn-phone-{theme}.png")
        bank.screenshot(path=screenshots / f"bank-phone-{theme}.png")
        ace = turn.get_by_role("button", name="ace of spades, yours")
        drag(ace, turn.get_by_role("radio", name="Seen"))
        expect(turn.get_by_role("textbox", name="Cards turned so far")).to_have_value("As")
