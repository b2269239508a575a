"""How answers are read, compared and shown."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab.cards import parse
from cardlab.errors import InvalidInput
from cardlab.lessons.answers import (
    Cards,
    Chance,
    Count,
    Listing,
    Number,
    Pick,
    Truth,
    Unreadable,
    refuse,
    words_only,
)
from cardlab.lessons.functions import Case, Code, untouched
from cardlab.lessons.reading import named, number
from cardlab.shoot import Turn

from .hostile import THINGS, junk


@pytest.mark.parametrize(
    "written",
    [
        "24/49", " 24 / 49 ", "24 of 49", "24 in 49", "24\N{FRACTION SLASH}49", "24÷49",
        "24\N{NO-BREAK SPACE}/\N{NO-BREAK SPACE}49", "48/98", "1,200/2,450", "2.4/4.9",
        Fraction(24, 49), Turn("5h Kc Qs").exact(),
    ],
)  # fmt: skip
def test_a_fraction_is_read_exactly_in_all_ways_to_write_it(written):
    assert Chance().read(written) == Fraction(24, 49)


@pytest.mark.parametrize(
    "written",
    [
        "0.375", ".375", "37.5 %", "37.5%", "+0.375", "3.75e-1", "3/8", 0.375, Decimal("0.375"),
        np.float64(0.375), np.float32(0.375), np.array(0.375), "37.5\N{NARROW NO-BREAK SPACE}%",
    ],
)  # fmt: skip
def test_a_decimal_or_percentage_is_read_exactly(written):
    assert Chance().read(written) == Fraction(3, 8)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("1,326", 1326), ("1,234,567", 1234567), ("-2.5", Fraction(-5, 2)), (10, 10),
        ("\N{MINUS SIGN}7", -7), (np.int64(12), 12), ("12.", 12), ("1,326.5", Fraction(2653, 2)),
    ],
)  # fmt: skip
def test_numbers_may_have_commas_between_thousands_and_a_sign(written, value):
    assert number(written) == value


@pytest.mark.parametrize(
    ("written", "title", "words"),
    [
        ("24 : 49", "Cannot read “24 : 49”", "Write a fraction with a slash, 24/49."),
        ("24 to 49", "Cannot read “24 to 49”", "is not the same as 24 of 49"),
        ("0,4898", "Cannot read “0,4898”", "with a point"),
        ("0,489", "Cannot read “0,489”", "with a point"),
        ("48,98 %", "Cannot read “48,98 %”", "with a point"),
        ("1/0", "Cannot read “1/0”", "divided by 0"),
        ("about half", "Cannot read “about half”", "A number is due"),
        ("1½", "Cannot read “1½”", "A number is due"),
        ("24/49/2", "Cannot read “24/49/2”", "A number is due"),
        ("48.98", "A chance is at most 1", "For a percentage, write the sign"),
        ("1326", "A chance is at most 1", "“1326” is more."),
        (-0.5, "A chance is not negative", "between 0 and 1"),
        (True, "A number is due", "True is not one"),
        ([0.5], "A number is due", "a value of type list is not one"),
        (float("nan"), "A number is due", "nan is not one"),
    ],
)
def test_what_cannot_be_read_as_a_chance_is_refused_with_the_reason(written, title, words):
    with pytest.raises(Unreadable) as told:
        Chance().read(written)
    assert told.value.title == title
    assert words in told.value.text


def test_a_percent_sign_is_for_chances_only():
    with pytest.raises(Unreadable):
        Number().read("50 %")


@pytest.mark.parametrize("written", ["2.5", -1, "1/3", "-4", 1e-3])
def test_a_count_is_a_whole_number(written):
    with pytest.raises(Unreadable, match="whole number"):
        Count().read(written)


@given(st.fractions(0, 1, max_denominator=10**6))
def test_a_chance_is_right_to_four_decimals_or_two_of_a_percentage(chance):
    near = min(chance, 1 - chance)
    if near >= Fraction(1, 100):
        assert Chance().compare(Chance().read(f"{float(chance):.4f}"), chance) == "exact"
        assert Chance().compare(Chance().read(f"{float(chance):.2%}"), chance) == "exact"
    assert Chance().compare(chance, chance) == "exact"


@given(st.fractions(Fraction(1, 10**6), Fraction(1, 100)))
def test_zero_is_never_the_right_chance_of_something_that_can_happen(chance):
    assert Chance().compare(Fraction(0), chance) != "exact"


def test_three_decimals_of_a_chance_are_close():
    assert Chance().compare(Fraction("0.490"), Fraction(24, 49)) == "close"
    assert Chance().compare(Fraction("0.5"), Fraction(24, 49)) == "no"


def test_cards_count_in_any_order_unless_the_order_is_asked_for():
    right = parse("5h Kc 10s")
    assert Cards().compare(Cards().read("10♠, kc 5H"), right) == "exact"
    assert Cards(ordered=True).compare(Cards().read("Ts Kc 5h"), right) == "no"
    assert Cards().compare(Cards().read("5h Kc"), right) == "no"


@pytest.mark.parametrize("written", ["5x", "5h 5h", 24.5, "five of hearts"])
def test_what_is_no_card_is_refused(written):
    with pytest.raises(Unreadable, match="These are not cards"):
        Cards().read(written)


def test_a_pick_takes_any_case_and_spaces():
    kind = Pick(("the divider", "the chooser"))
    assert kind.read("  The  Chooser ") == "the chooser"
    with pytest.raises(Unreadable, match="Cannot read “chooser”"):
        kind.read("chooser")


@pytest.mark.parametrize(("written", "value"), [("YES", True), (np.True_, True), (False, False)])
def test_truth_reads_yes_and_no_and_what_functions_return(written, value):
    assert Truth().read(written) is value


@pytest.mark.parametrize("written", [1, 0, "y", None, []])
def test_truth_reads_nothing_that_is_merely_truthy(written):
    with pytest.raises(Unreadable):
        Truth().read(written)


def cut(entry):
    """The two parts of a cut of four cards, each in the order of the deck, the larger first."""
    words = words_only(entry)
    if words.count("|") != 1:
        refuse("Cannot read one of these", "A cut has one bar.")
    parts = [tuple(sorted(parse(part))) for part in words.split("|")]
    return " | ".join(" ".join(map(str, part)) for part in sorted(parts, key=len, reverse=True))


CUTS = Listing("5h Kc 2d | Qs; 5h Kc | 2d Qs", cut)


def test_entries_of_a_listing_may_be_written_in_any_form_and_order():
    right = CUTS.read("5h Kc 2d | Qs; 5h Kc | Qs 2d")
    assert CUTS.compare(CUTS.read("Qs|2d Kc 5h"), right) == "no"
    assert CUTS.compare(CUTS.read({"Qs|2d Kc 5h", "5h Kc | 2d Qs"}), right) == "exact"
    assert CUTS.compare(CUTS.read("Qs | 2d Kc 5h\n5h Kc | 2d Qs"), right) == "exact"


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("5h | Kc; 5H|KC", "The same twice"),
        ("5h Kc", "Cannot read one of these"),
        ("5h | 5x", "Cannot read one of these"),
        (24, "A list is due"),
        ([24], "A list of texts is due"),
        (["x" * 1000], "Cannot read one of these"),
        (["a"] * 1000, "Too many"),
    ],
)
def test_a_listing_refuses_what_is_no_entry_and_what_stands_twice(written, title):
    with pytest.raises(Unreadable) as told:
        CUTS.read(written)
    assert told.value.title == title


def test_a_wrong_listing_hears_how_many_are_right_but_not_which():
    kind = Listing("a; b", ordered=True)
    assert kind.wrong(("a", "c", "b"), ("a", "b", "c")) == (
        "Not yet: the order",
        "1 of the 3 stand in the right place.",
    )
    assert kind.wrong(("a", "x"), ("a", "b", "c"))[1] == "1 of your 2 belong on the list."


CASES = [
    Case("a deck of 4 cards", (parse("2h"), parse("2h 3h 2c 3c"))),
    Case("a deck of 6 cards", (parse("4h"), parse("2h 3h 4h 2c 3c 4c"))),
]
WINNING = Code("winning(hand, deck)", Cards(), CASES)


def reference(hand, deck):
    return [card for card in deck if any(card.suit == h.suit and card < h for h in hand)]


def test_a_right_function_is_right_whatever_it_prints(capsys):
    def chatty(hand, deck):
        print("working", hand)
        return reference(hand, deck)

    assert WINNING.compare(WINNING.read(chatty), reference) == "exact"
    assert capsys.readouterr().out == ""


def test_a_wrong_function_sees_the_smallest_deck_on_which_it_fails():
    def all_of_the_suit(hand, deck):
        return [card for card in deck if card.suit == hand[0].suit]

    title, words = WINNING.wrong(WINNING.read(lambda hand, deck: []), reference)
    assert title == "Not yet: wrong on a deck of 6 cards"  # nothing wins with the two
    assert words == "winning(4h, 2h 3h 4h 2c 3c 4c) gives none; 2h 3h is right."
    title, words = WINNING.wrong(WINNING.read(all_of_the_suit), reference)
    assert title == "Not yet: wrong on a deck of 4 cards"
    assert words == "winning(2h, 2h 3h 2c 3c) gives 2h 3h; none is right."


def test_a_function_cannot_spoil_the_cases_of_the_next_one():
    cases = [Case("a list", ([3, 1, 2],))]
    code = Code("largest(numbers)", Count(), cases)

    def spoils(numbers):
        numbers.clear()
        return 3

    assert code.compare(code.read(spoils), max) == "exact"
    assert cases[0].arguments == ([3, 1, 2],)


class Boom(Exception):
    def __str__(self):
        raise RuntimeError


def boom(*_):
    raise Boom


def leaves(*_):
    raise SystemExit


def endless(*_):
    return endless(*_)


@pytest.mark.parametrize(
    ("function", "title", "words"),
    [
        (24, "A function is due", "hand over winning, without brackets"),
        (lambda hand: [], "Other arguments are due", "with 2 arguments"),
        (lambda hand, deck: 1 / 0, "An error on a deck of 4 cards", "ZeroDivisionError"),
        (boom, "An error on a deck of 4 cards", "raises Boom."),
        (leaves, "An error on a deck of 4 cards", "SystemExit"),
        (endless, "An error on a deck of 4 cards", "RecursionError"),
        (lambda hand, deck: None, "Nothing comes out", "gives None"),
        (lambda hand, deck: ["no"], "These are not cards", "winning(2h, 2h 3h 2c 3c)"),
        (print, "Nothing comes out", "gives None"),
    ],
)
def test_feedback_on_functions_climbs_from_what_they_are_to_what_they_give(function, title, words):
    with pytest.raises(Unreadable) as told:
        WINNING.read(function)
    assert told.value.title == title
    assert words in told.value.text


def test_a_function_still_to_be_written_counts_as_not_attempted():
    def stub(hand, deck): ...

    def documented(hand, deck):
        """Return the winning cards."""
        ...

    def written(hand, deck):
        """Return the winning cards."""
        return []

    assert WINNING.blank(stub)
    assert WINNING.blank(documented)
    assert not WINNING.blank(written)
    for constant in (lambda hand, deck: 2, lambda hand, deck: "x", lambda hand, deck: []):
        assert not WINNING.blank(constant)
    assert not untouched(len)


KINDS = [
    Chance(), Number("tokens"), Count(), Cards(), Cards(ordered=True), Pick(("yes", "no")),
    Truth(), Listing("a; b"), CUTS, WINNING,
]  # fmt: skip


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: type(kind).__name__)
@pytest.mark.parametrize("number", range(len(THINGS)))
def test_hostile_things_are_read_as_plain_data_or_refused(kind, number):
    thing = THINGS[number]
    try:
        value = kind.read(thing)
    except (Unreadable, RuntimeError, SystemExit, RecursionError, TypeError):
        return  # the exercise turns all of them into feedback; see test_exercise
    assert type(value) in (Fraction, int, str, bool, tuple)
    kind.show(value)


@given(junk())
def test_names_are_short_and_can_be_shown(thing):
    assert named(thing).isprintable()
    named(thing).encode("utf-8")


def test_errors_of_a_form_become_refusals():
    def form(_entry):
        raise InvalidInput("no such thing")

    with pytest.raises(Unreadable) as told:
        Listing("a", form).read("x")
    assert told.value.text == "no such thing."
