"""No error vanishes."""

import pytest

from cardlab.explore import guard as guards
from cardlab.explore.controls import Markup
from cardlab.explore.guard import Guard


def failing(_change):
    message = "the <kitty> is gone"
    raise ValueError(message)


def test_an_error_is_shown_and_raised_again_in_tests():
    guard = Guard()
    with pytest.raises(ValueError, match="kitty"):
        guard(failing)({})
    assert "ValueError: the &lt;kitty&gt; is gone" in guard.box.html
    assert "Traceback" in guard.box.html
    assert guard.box.role == "alert"


def test_on_a_page_an_error_is_only_shown(monkeypatch):
    monkeypatch.setattr(guards, "RERAISE", False)
    guard = Guard()
    guard(failing)({})
    assert "This did not work" in guard.box.html


def test_an_interrupt_is_shown_too(monkeypatch):
    monkeypatch.setattr(guards, "RERAISE", False)
    guard = Guard()

    def interrupted():
        raise KeyboardInterrupt

    guard(interrupted)()
    assert "KeyboardInterrupt" in guard.box.html


def test_the_next_success_clears_the_error_but_a_success_inside_the_failure_does_not(monkeypatch):
    monkeypatch.setattr(guards, "RERAISE", False)
    guard = Guard()

    def outer():
        guard(failing)({})
        guard(lambda: None)()

    guard(outer)()
    assert "This did not work" in guard.box.html
    guard(lambda: None)()
    assert guard.box.html == ""


def test_a_page_that_has_just_been_made_is_sent_the_state_again(monkeypatch):
    shown, sent = Markup(html="<p>1</p>"), []
    monkeypatch.setattr(shown, "send_state", sent.append)
    shown._handle_custom_msg({}, [])
    assert sent == [["html", "old", "_dom_classes"]]
