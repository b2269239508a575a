"""What the page sends may come in two threads; the last text of every box counts all the same."""

import threading

import pytest

from cardlab import explore
from cardlab.divider.position import Position
from cardlab.explore.controls import Markup
from cardlab.explore.divider_model import POCKETS, UP
from cardlab.explore.stud8_model import DEAD, YOURS
from cardlab.explore.worker import Worker

LAST = Position(
    up=("Ac Ad Ah As", "6h 7h 8h 2c"),
    down=("3c", None),
    pockets=("Kc Qd 3d", None),
    buried="Jd Jc 4s",
    divider=0,
    four="9h 2s 3s Kd",
)

EXPLORERS = {
    "shoot": (explore.shoot_turn, "hand", "Ac 4h 7d", "seen", "2d"),
    "stud": (explore.stud8, YOURS, "As 2s 4d", DEAD, "7d"),
    "divider": (lambda: explore.divider(LAST), POCKETS, "Kc Qd 5d", UP, "Ac Ad Ah 9c"),
}


@pytest.mark.parametrize("name", EXPLORERS)
def test_a_box_filled_while_another_is_being_read_keeps_its_text(name, monkeypatch):
    make, first, one, second, other = EXPLORERS[name]
    explorer = make()
    boxes = {field: explorer.fields[field].box for field in (first, second)}
    late = threading.Thread(target=boxes[second].set_state, args=({"value": other},))
    read = explorer.model.set

    def slowly(*args, **fields):
        read(*args, **fields)
        if not late.ident:
            late.start()
            late.join(0.2)  # as long as a message takes that nothing holds back

    monkeypatch.setattr(explorer.model, "set", slowly)
    boxes[first].set_state({"value": one})
    late.join()
    explorer.worker.wait()
    assert {field: box.value for field, box in boxes.items()} == {first: one, second: other}
    assert {field: explorer.model.text[field] for field in boxes} == {first: one, second: other}


def test_a_page_just_made_never_gets_older_state_than_a_job_has_sent(monkeypatch):
    shown, sent = Markup(html="old"), []
    monkeypatch.setattr(type(shown), "_send", lambda _self, msg, **_: sent.append(msg["state"]))
    worker = Worker(pytest.fail)
    read = shown.get_state

    def slowly(key):
        state = read(key)
        worker.start(lambda job: job.publish(shown.set_trait, "html", "new"))
        worker.wait(0.2)
        return state

    with monkeypatch.context() as patch:
        patch.setattr(shown, "get_state", lambda key: read(key) if key == "html" else slowly(key))
        shown._rendered()
        worker.wait()
    assert [state["html"] for state in sent] == ["old", "new"]
