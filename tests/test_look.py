"""Drawn cards and the pieces of a page."""

import re

import pytest

from cardlab import cards, look

DECK = [str(card) for card in cards.DECK]


@pytest.mark.parametrize(("size", "width", "height"), [("L", 65, 91), ("M", 40, 56), ("S", 25, 35)])
def test_cards_are_five_by_seven_in_whole_pixels(size, width, height):
    drawn = look.card("Th", size)
    assert f'width="{width}" height="{height}"' in drawn
    assert 7 * width == 5 * height


def test_every_card_is_drawn_differently_and_says_its_name():
    drawings = [look.card(card) for card in DECK]
    assert len(set(drawings)) == 52
    assert 'aria-label="10 of hearts"' in look.card("Th")
    assert len({look.spoken(card) for card in DECK}) == 52
    assert all(look.spoken(str(c)).split()[-1] == c.name.split()[-1] for c in cards.DECK)


@pytest.mark.parametrize("size", ["L", "M", "S"])
def test_states_differ_by_shape_and_by_name_and_not_by_colour_alone(size):
    drawings = {
        state: look.card("9d", size, state) for state in ("plain", "own", "winning", "seen")
    }
    shapes = {re.sub(r' class="[^"]*"| aria-label="[^"]*"', "", svg) for svg in drawings.values()}
    names = {re.search(r'aria-label="([^"]*)"', svg).group(1) for svg in drawings.values()}
    assert len(shapes) == len(names) == 4


@pytest.mark.parametrize("size", ["L", "M", "S"])
def test_a_card_not_known_and_a_place_without_a_card_show_no_face_and_say_so(size):
    unknown, empty = look.card("??", size), look.empty(size)
    assert 'aria-label="unknown card"' in unknown
    assert 'aria-label="no card yet"' in empty
    face = re.search(r'width="\d+" height="\d+"', look.card("As", size)).group()
    for drawn in (unknown, empty):
        assert face in drawn
        assert "ink" not in drawn
        assert not any(path in drawn for path in map(look._paths().get, ("s-s", "r-A")))


@pytest.mark.parametrize("size", ["L", "M", "S"])
def test_a_face_down_card_shows_its_face_only_to_whoever_knows_it(size):
    hidden, known, unknown = (
        look.face_down("", size),
        look.face_down("8h", size),
        look.card("??", size),
    )
    assert 'aria-label="a card, face down"' in hidden
    assert 'aria-label="8 of hearts, face down"' in known
    assert "window" not in hidden
    assert 'class="ink heart"' in known
    assert len({re.sub(r' aria-label="[^"]*"', "", one) for one in (hidden, known, unknown)}) == 3
    face = re.search(r'width="\d+" height="\d+"', look.card("As", size)).group()
    assert all(face in drawn for drawn in (hidden, known))


@pytest.mark.parametrize(("size", "step"), [("L", 36), ("M", 24), ("S", 18)])
def test_covered_cards_are_strips_above_the_card_on_top_and_are_named(size, step):
    top = look.card("8s", size)
    height = int(re.search(r'height="(\d+)"', top).group(1))
    assert look.covering(top, [], size) == top
    for buried, words in (
        (["5d"], "8 of spades; covers the 5 of diamonds, buried"),
        (["5d", ""], "8 of spades; covers the 5 of diamonds and a card that is hidden, buried"),
    ):
        drawn = look.covering(top, buried, size)
        assert f'aria-label="{words}"' in drawn
        assert drawn.count("aria-label") == 1
        assert int(re.search(r'height="(\d+)"', drawn).group(1)) == height + step * len(buried)
        assert drawn.count('class="buried"') == len(buried)


def test_a_face_carries_the_marks_of_all_states():
    face = look.face("9d", "S", letter=True)
    assert [face.count(f"mark {state}") for state in ("own", "winning", "seen")] == [1, 1, 1]


def test_the_suit_letter_can_be_left_out():
    with_letter, without = look.card("9d"), look.card("9d", letter=False)
    assert with_letter.count("<path") == without.count("<path") + 1


def test_prose_draws_cards_and_escapes_the_rest():
    html = look.prose("K♣ beats <10♥>, as text: Kc")
    assert re.sub(r"<svg.*?</svg>|</?span[^>]*>", "", html) == "Kc beats &lt;10h&gt;, as text: Kc"
    assert html.count("<svg") == 2
    assert 'class="cl-in-text club"' in html


def test_what_somebody_types_cannot_become_markup():
    evil = "<script>alert(1)</script>"
    for html in (
        look.note("warn", evil, evil),
        look.tiles([look.Tile(evil, evil, evil, meaning=evil)]),
        look.table([evil], [[evil]]),
        look.disclosure(evil, ""),
        look.answer(evil, evil),
        look.chip("exact", evil),
    ):
        assert "<script" not in html


def test_shown_cards_print_as_text_and_draw_as_svg():
    shown = cards.show("5h Kc 10s")
    assert repr(shown) == "5♥ K♣ 10♠"
    assert shown._repr_html_().count("<svg") == 3


def luminance(colour):
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        ("muted", "tint"), ("muted", "field"), ("accent", "accent-tint"), ("win", "win-tint"),
        ("lose", "lose-tint"), ("lose", "field"), ("on-fill", "accent"), ("dead-ink", "dead"),
        ("heart", "card"), ("diamond", "card"), ("club", "card"), ("spade", "card"),
        ("heart", "win-tint"), ("diamond", "win-tint"), ("club", "win-tint"),
        ("heart", "accent-tint"),
    ],
)  # fmt: skip
def test_text_stands_out_from_its_ground(ink, ground, theme):
    bright, dim = sorted(
        (luminance(look.TOKENS[name][theme]) for name in (ink, ground)), reverse=True
    )
    assert (bright + 0.05) / (dim + 0.05) >= 4.5
