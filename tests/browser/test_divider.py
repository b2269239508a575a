"""The Divider notebooks in JupyterLab, as somebody at a screen uses them."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from cardlab import look
from cardlab.divider import Cut, Position

from .accessibility import check_with_axe
from .conftest import SIZE, Lab

pytestmark = pytest.mark.browser

FIELDS = {
    "The four cards": "9h 2s 3s Kd",
    "Your pocket cards": "Kc Qd 3d",
    "Yours, face up": "Ac Ad Ah As",
    "Yours, face down": "3c",
    "Opponent's, face up": "6h 7h 8h 2c",
    "Opponent's, face down": "",
    "Buried": "Jd Jc 4s",
}
LAST = Position(
    up=("Ac Ad Ah As", "6h 7h 8h 2c"),
    down=("3c", None),
    pockets=("Kc Qd 3d", None),
    buried="Jd Jc 4s",
    divider=0,
    four="9h 2s 3s Kd",
)


def decimals(value) -> str:
    return f"{float(value):.4f}".removeprefix("0")


def enter(turn: Locator) -> None:
    for name, cards in FIELDS.items():
        turn.get_by_role("textbox", name=name, exact=True).fill(cards)


def enter_by_keyboard(turn: Locator) -> None:
    keyboard = turn.page.keyboard
    for number, (name, cards) in enumerate(FIELDS.items()):
        if number:
            keyboard.press("Tab")
        else:
            turn.get_by_role("textbox", name=name).focus()
        keyboard.press("Control+A")
        keyboard.press("Delete")
        keyboard.type(cards)


def test_a_position_typed_and_pressed_gets_the_packages_values(lab: Lab, screenshots):
    page, notebook = lab.page, lab.run("divider/explorer.ipynb")
    page.set_viewport_size({"width": 1500, "height": 2200})
    turn = notebook.locator(".cl-divider")
    status = turn.get_by_role("status").filter(has_text="Your chance to win")
    expect(status).to_contain_text("sampled", timeout=120_000)
    enter(turn)
    table = Cut(LAST).exact()
    expect(status).to_contain_text(f"{float(table.value(table.best)):.4f}", timeout=60_000)
    expect(status).to_contain_text("exact")
    ranking = turn.locator(".cl-ranking")
    for action in table.actions:
        expect(ranking).to_contain_text(decimals(table.value(action)))

    # The cut on the board: press a card, drag another one.
    board = turn.locator(".cl-board")
    board.get_by_role("button", name="2 of spades, group A").click()
    expect(board.get_by_role("button", name="2 of spades, group B")).to_be_visible()
    board.get_by_role("button", name="3 of spades, group B").drag_to(
        board.get_by_role("button", name="9 of hearts, group A")
    )
    expect(board.get_by_role("button", name="3 of spades, group A")).to_be_visible()
    row = table.row("9h 3s | Kd 2s")
    expect(turn.get_by_text("What the chooser makes of this cut")).to_be_visible()
    expect(turn).to_contain_text(decimals(row.first))
    expect(ranking.locator("tr.on")).to_contain_text(decimals(table.value("9h 3s | Kd 2s")))
    turn.screenshot(path=screenshots / "divider-turn.png")

    pockets = turn.get_by_role("textbox", name="Your pocket cards")
    pockets.fill("Kc Qd Zd")
    expect(turn).to_contain_text("'Zd' (card 3) is not a card")
    expect(pockets).to_have_attribute("aria-invalid", "true")
    expect(status).to_contain_text("the last cards that could be read")
    turn.screenshot(path=screenshots / "divider-error.png")
    check_with_axe(page)
    pockets.fill("Kc Qd 3d")
    expect(status).to_contain_text("exact")
    assert notebook.locator(".jp-Cell").count() == 2
    expect(turn.locator("[role='alert']")).to_have_text("")


def test_a_position_can_be_entered_and_cut_by_keyboard_alone(lab: Lab):
    page, notebook = lab.page, lab.run("divider/explorer.ipynb")
    turn = notebook.locator(".cl-divider")
    status = turn.get_by_role("status").filter(has_text="Your chance to win")
    expect(status).to_contain_text("sampled", timeout=120_000)
    enter_by_keyboard(turn)
    table = Cut(LAST).exact()
    expect(status).to_contain_text(f"{float(table.value(table.best)):.4f}", timeout=60_000)
    # The grid: to the group "Up" and take the ace of spades out and in again.
    for key in ("Tab", *["ArrowRight"] * 2, "Tab", "End", "Enter"):
        page.keyboard.press(key)
    expect(turn.get_by_role("textbox", name="Yours, face up")).to_have_value("Ac Ad Ah")
    page.keyboard.press("Enter")
    expect(turn.get_by_role("textbox", name="Yours, face up")).to_have_value("Ac Ad Ah As")
    # Undo, then the board: one tab stop, arrows move, Enter presses.
    board = turn.locator(".cl-board")
    page.keyboard.press("Tab")
    expect(turn.get_by_role("button", name="Undo")).to_be_focused()
    page.keyboard.press("Tab")
    expect(board.locator("button:focus")).to_have_count(1)
    name = board.locator("button:focus").get_attribute("aria-label")
    page.keyboard.press("Enter")
    moved = board.locator("button:focus")
    expect(moved).to_have_attribute("aria-label", re.compile(f"^{name.partition(',')[0]}, group B"))
    page.keyboard.press("ArrowLeft")
    expect(board.locator("button:focus")).not_to_have_attribute("aria-label", name)
    # What the chooser goes by, then the ranking: Enter lays a cut on the board, and stays there.
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(turn).to_contain_text("In this count the chooser sees your pockets too.")
    for _ in range(2):
        page.keyboard.press("Tab")
    second = Cut(LAST).exact("open").actions[1]
    page.keyboard.press("Enter")
    for card in second.first:
        laid = rf"^{look.spoken(str(card))}, group A"
        expect(board.get_by_role("button", name=re.compile(laid))).to_be_visible()
    row = turn.locator(".cl-rank button:focus")
    expect(row).to_have_attribute("aria-pressed", "true")
    expect(turn.locator("[role='alert']")).to_have_text("")


def finish(play: Locator, decide: Callable[[Locator, Locator], None]) -> None:
    """Play a game to its end; `decide` does whatever is due."""
    go, log = play.locator(".cl-acts button").first, play.locator(".cl-log")
    for _ in range(100):
        expect(go).not_to_have_text("Please wait", timeout=60_000)
        if go.text_content() == "New game":
            return
        before = log.text_content()
        decide(play, go)
        expect(log).not_to_have_text(before, timeout=60_000)
    pytest.fail("the game does not end")


def by_mouse(play: Locator, go: Locator) -> None:
    """Do the first thing that can be done."""
    if not go.is_enabled():
        play.locator(".cl-board button").first.click()
        if partner := partner_due(play, go):
            partner.click()
    go.click()


def by_keyboard(play: Locator, go: Locator) -> None:
    """Do the last thing that can be done, without the mouse; the focus never leaves the table."""
    keyboard = play.page.keyboard
    expect(play.locator("button:focus")).to_have_count(1, timeout=60_000)
    if not go.is_enabled():
        keyboard.press("End")
        keyboard.press("Enter")
        if partner_due(play, go):
            keyboard.press("End")
            keyboard.press("Enter")
        expect(go).to_be_enabled()
    if not go.evaluate("e => e === document.activeElement"):
        keyboard.press("Tab")
        expect(go).to_be_focused()
    keyboard.press("Enter")


def partner_due(play: Locator, go: Locator) -> Locator | None:
    """Return a card to lie beside the one that was pressed, if one can be chosen."""
    partner = play.get_by_role("button", name=re.compile(": beside it$")).last
    expect(partner.or_(go.and_(play.page.locator(":enabled"))).first).to_be_visible()
    return partner if partner.is_visible() else None


def test_a_game_is_played_to_its_end_with_hints_ranking_and_undo(lab: Lab, screenshots):
    page, notebook = lab.page, lab.run("divider/play.ipynb")
    page.set_viewport_size({"width": 1500, "height": 1600})
    play = notebook.locator(".cl-play")
    go = play.locator(".cl-acts button").first
    expect(go).to_have_text(re.compile("cut|group"), timeout=120_000)
    play.get_by_role("button", name="Hint").click()
    expect(play.get_by_text("Hint 1 of 3")).to_be_visible()
    play.get_by_role("button", name="Show the ranking").click()
    expect(play.locator(".cl-rank")).to_contain_text("best", timeout=60_000)
    for number in (2, 3):
        play.get_by_role("button", name="Next hint").click()
        expect(play.get_by_text(f"Hint {number} of 3")).to_be_visible()
    expect(play.get_by_text("It is worth")).to_be_visible(timeout=60_000)
    play.screenshot(path=screenshots / "divider-play.png")
    finish(play, by_mouse)
    expect(play.get_by_text(re.compile("You win|The computer wins|A draw"))).to_be_visible()
    expect(play.get_by_label(re.compile("from the pocket")).first).to_be_visible()
    play.screenshot(path=screenshots / "divider-end.png")
    check_with_axe(page)
    lines = play.locator(".cl-log li").count()
    play.get_by_role("button", name="Undo").click()
    expect(go).not_to_have_text("New game")
    assert play.locator(".cl-log li").count() < lines
    finish(play, by_mouse)
    go.focus()
    page.keyboard.press("Enter")
    expect(go).not_to_have_text("New game", timeout=30_000)
    finish(play, by_keyboard)
    go.click()
    expect(go).not_to_have_text("New game", timeout=30_000)
    assert notebook.locator(".jp-Cell").count() == 2
    expect(play.locator("[role='alert']")).to_have_text("")


def test_the_table_follows_the_dark_theme_and_fits_a_narrow_window(lab: Lab, screenshots):
    page, notebook = lab.page, lab.run("divider/play.ipynb")
    lab.choose_theme("Dark")
    play = notebook.locator(".cl-play")
    go = play.locator(".cl-acts button").first
    expect(go).to_have_text(re.compile("cut|group"), timeout=120_000)
    felt = play.locator(".cl-felt")
    expect(felt).to_have_css("background-color", "rgb(27, 38, 34)")
    page.set_viewport_size({"width": 1500, "height": 1400})
    play.screenshot(path=screenshots / "divider-play-dark.png")
    for width in (1100, 900, 760):
        page.set_viewport_size({"width": width, "height": 1400})
        page.wait_for_timeout(300)
        assert felt.evaluate("e => e.scrollWidth <= e.clientWidth")
        outer = felt.bounding_box()
        for number in range(felt.locator("button").count()):
            box = felt.locator("button").nth(number).bounding_box()
            assert outer["x"] <= box["x"]
            assert box["x"] + box["width"] <= outer["x"] + outer["width"]
    play.screenshot(path=screenshots / "divider-play-narrow.png")
    page.set_viewport_size(SIZE)
    lab.choose_theme("Light")
