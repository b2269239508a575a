"""The explorers as an app on a phone."""

import pytest
from playwright.sync_api import Browser, expect

from cardlab import shoot

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_on_a_phone_the_answer_comes_first_and_a_card_can_be_tapped(
    voila, browser: Browser, screenshots, theme
):
    context = browser.new_context(
        viewport={"width": 390, "height": 2400}, is_mobile=True, has_touch=True
    )
    page = context.new_page()
    page.goto(f"{voila}/?theme={theme}")
    turn, bank = page.locator(".cl-turn"), page.locator(".cl-bank")
    status = turn.get_by_role("status").filter(has_text="Chance that you win")
    expect(status).to_contain_text("24 of 49", timeout=60_000)
    expect(bank).to_contain_text("Done: 100,000 banks.", timeout=60_000)

    expect(turn.get_by_text("Working")).to_be_visible()
    expect(bank.locator(".cl-pictures")).to_have_css("opacity", "1")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
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
    context.close()
