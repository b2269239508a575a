"""The notation of ranges: how many pairs each term holds, counted by hand."""

from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from cardlab.cards import DECK, Card
from cardlab.errors import InvalidInput
from cardlab.stud8 import Range
from cardlab.stud8.ranges import fit_together

REST = [card for card in DECK if card != Card("5h")]


@pytest.mark.parametrize(
    ("written", "pairs"),
    [
        ("any", comb(51, 2)),
        ("pairs", 12 * 6 + 3),
        ("AA", 6),
        ("55", 3),
        ("QQ+", 18),
        ("AK", 16),
        ("KA", 16),
        ("AKs", 4),
        ("AKo", 12),
        ("AsKs", 1),
        ("As Ks", 1),
        ("A", 4 * 47 + 6),
        ("2low", comb(8, 2) * 16 - 7 * 4),  # the five of hearts is the door card
        ("3low", comb(7, 2) * 16),
        ("split", 3 * 48),
        ("trips", 3),
        ("suited", 3 * comb(13, 2) + comb(12, 2)),
        ("3suited", comb(12, 2)),
        ("AA, KK", 12),
        ("aa, KK, AA", 12),
        ("pairs, -AA", 12 * 6 + 3 - 6),
        ("pairs, AA:0", 12 * 6 + 3 - 6),
    ],
)
def test_a_term_holds_so_many_pairs(written, pairs):
    weights = Range(written).weights(REST, door=Card("5h"))
    assert len(weights) == pairs
    assert set(weights.values()) == {Fraction(1)}
    assert all(one > other for one, other in weights)


def test_the_last_term_that_fits_gives_the_weight():
    weights = Range("any:1/4, pairs:0.5, AA:2").weights(REST, door=Card("5h"))
    assert weights[Card("As"), Card("Ac")] == 2
    assert weights[Card("Ks"), Card("Kc")] == Fraction(1, 2)
    assert weights[Card("Ks"), Card("Qc")] == Fraction(1, 4)


@pytest.mark.parametrize(
    "written", ["", " , ", "XX", "AAA", "AK+", "10low", "AsAs", "AsKsQs", "AA:", "AA:-1", "AA:1/0"]
)
def test_what_is_not_a_range_is_an_error(written):
    with pytest.raises(InvalidInput, match="range"):
        Range(written)


@pytest.mark.parametrize(
    "weight", ["1e99999999", "1e-99999999", "٣", "1_0", "1e13", "9" * 5000, "1/0", "inf", "nan"]
)
def test_a_weight_that_is_too_large_or_no_plain_number_is_an_error(weight):
    with pytest.raises(InvalidInput, match="the weight must be a number such as"):
        Range(f"AA:{weight}")


@pytest.mark.parametrize(
    ("weight", "value"),
    [
        ("1e-5", Fraction(1, 10**5)),
        (".5", Fraction(1, 2)),
        ("2.", 2),
        ("1E3", 1000),
        ("2/3", Fraction(2, 3)),
    ],
)
def test_a_weight_may_be_written_in_several_ways(weight, value):
    weights = Range(f"AA:{weight}").weights(REST)
    assert set(weights.values()) == {value}


def test_pairs_fit_together_if_some_choice_uses_no_card_twice():
    cards, rng = DECK[:7], np.random.default_rng(1)
    pairs = list(combinations(cards, 2))
    found = set()
    for _ in range(200):
        ranges = [
            [pairs[i] for i in rng.choice(len(pairs), rng.integers(1, 4), replace=False)]
            for _ in range(3)
        ]
        fits = any(len({c for pair in choice for c in pair}) == 6 for choice in product(*ranges))
        assert fit_together(ranges) == fits
        found.add(fits)
    assert found == {True, False}
