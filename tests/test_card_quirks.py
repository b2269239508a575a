"""Ways to write cards that have tripped other programs."""

import pytest

from cardlab.cards import parse, parse_groups, text
from cardlab.errors import CardError


@pytest.mark.parametrize(
    ("written", "cards"),
    [
        ("2d 6s 6c 3d 10c", "2d 6s 6c 3d Tc"),
        ("2d6s6c3d10c", "2d 6s 6c 3d Tc"),
        ("6\u2660\ufe0f", "6s"),
        ("6\u2660", "6s"),
        ("6\u2660\ufe0f 10\u2665\ufe0f", "6s Th"),
        ("as KD tH", "As Kd Th"),
        ("Qc,Jd,Kh", "Qc Jd Kh"),
        ("As\u00a0Kd", "As Kd"),
        ("As Kd\n", "As Kd"),
        ("As Kd   ", "As Kd"),
        ("As\r\nKd\r\n", "As Kd"),
    ],
)
def test_cards_are_read_however_they_are_set_apart(written: str, cards: str) -> None:
    assert text(parse(written)) == cards


def test_a_card_twice_is_named_with_both_places() -> None:
    with pytest.raises(CardError, match=r"cards: Jc stands twice \(cards 1 and 2\)"):
        parse("JcJc")
    for place in ("dead", "seen"):
        with pytest.raises(CardError, match=f"{place}: Jc is already in hand"):
            parse_groups({"hand": "Jc Kd", place: "2c Jc"})


@pytest.mark.parametrize("written", ["Xc", "Tx", "xx", "??", "A?", "?s", "As ?? Kd"])
def test_a_wildcard_is_refused_and_the_error_says_how_unknown_cards_are_written(
    written: str,
) -> None:
    with pytest.raises(CardError, match=r"is not a card.*\?\? is the unknown card"):
        parse(written)


def test_other_faults_say_nothing_of_unknown_cards() -> None:
    with pytest.raises(CardError) as caught:
        parse("1s")
    assert "unknown" not in str(caught.value)
