"""Results of a pot in two halves."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab.errors import InvalidInput
from cardlab.results import HiLoTable, PotShares

QUARTERS = ((0, 1, 2, 0), (1, 2, 3, 2), (2, 3, 4, 4))
"""What the first seat gets in each cell, by hand."""

tables = (
    st.lists(st.lists(st.integers(0, 10**15), min_size=4, max_size=4), min_size=3, max_size=3)
    .filter(lambda rows: any(map(any, rows)))
    .map(HiLoTable)
)


@given(table=tables)
def test_the_equity_is_the_mean_share(table):
    quarters = sum(
        share * count
        for shares, row in zip(QUARTERS, table.counts, strict=True)
        for share, count in zip(shares, row, strict=True)
    )
    assert table.equity == Fraction(quarters, 4 * table.deals)
    assert sum(table.equities) == 1


@given(table=tables)
def test_the_outcomes_are_all_there_is_and_give_the_equity(table):
    chances = [
        table.scoop, table.three_quarter, table.split, table.chop, table.quarter, table.nothing,
    ]  # fmt: skip
    assert sum(chances) == 1
    shares = [1, Fraction(3, 4), Fraction(1, 2), Fraction(1, 2), Fraction(1, 4), 0]
    assert table.equity == sum(c * share for c, share in zip(chances, shares, strict=True))
    assert table.split == table.high_only + table.low_only


@given(table=tables)
def test_the_second_seat_sees_the_mirror(table):
    other = table.mirrored
    assert (other.scoop, other.nothing) == (table.nothing, table.scoop)
    assert (other.quarter, other.three_quarter) == (table.three_quarter, table.quarter)
    assert (other.split, other.chop, other.no_low) == (table.split, table.chop, table.no_low)
    assert other.equities == table.equities[::-1]
    assert other.mirrored == table


def test_a_table_is_a_value_with_a_plain_and_a_themed_face():
    table = HiLoTable([[10, 0, 20, 30], [0, 0, 0, 0], [15, 0, 5, 2_000_000]])
    assert table == HiLoTable(table.counts)
    assert hash(table) == hash(HiLoTable(table.counts))
    assert eval(repr(table)) == table
    html = table._repr_html_()
    assert "2,000,000" in html
    assert '<span class="chip exact">exact</span>' in html
    assert f'<span class="number">{float(table.equity):.4f}</span>' in html
    assert html == table._repr_html_()


def test_the_frame_keeps_exact_counts():
    table = HiLoTable([[10**20, 0, 0, 0], [0, 0, 0, 0], [0, 0, 5, 0]])
    frame = table.to_frame()
    assert frame.loc["lost", "low lost"] == 10**20
    assert frame.loc["won", "low won"] == 5
    assert frame.shape == (3, 4)


@pytest.mark.parametrize(
    "counts",
    [
        [[1, 2, 3, 4], [1, 2, 3, 4]],
        [[1, 2, 3]] * 3,
        [[0, 0, 0, 0]] * 3,
        [[1, 2, 3, -1]] * 3,
        [[1, 2, 3, 0.5]] * 3,
    ],
)
def test_what_is_no_table_of_counts_is_an_error(counts):
    with pytest.raises(InvalidInput, match="count"):
        HiLoTable(counts)


def test_pot_shares_add_up_to_the_deals():
    shares = PotShares(12, (Fraction(7), Fraction(7, 2), Fraction(3, 2)))
    assert shares.equities == (Fraction(7, 12), Fraction(7, 24), Fraction(1, 8))
    assert shares.equity == shares.equities[0]
    assert shares.to_frame()["equity"].sum() == pytest.approx(1)
    assert shares == PotShares(12, [7, Fraction(7, 2), Fraction(3, 2)])
    assert "Seat 2" in shares._repr_html_()
    with pytest.raises(InvalidInput, match="add up to the 12 deals, not to 13"):
        PotShares(12, (Fraction(12), Fraction(1)))


@pytest.mark.parametrize("counts", [None, 5, [1, 2, 3], "abc"])
def test_what_has_no_rows_of_counts_is_an_error(counts):
    with pytest.raises(InvalidInput, match="count"):
        HiLoTable(counts)


@pytest.mark.parametrize("shares", [None, "abc", [5, -1], [float("nan"), 4], [True, 3], 4])
def test_shares_that_cannot_be_are_an_error(shares):
    with pytest.raises(InvalidInput, match="shares must be"):
        PotShares(4, shares)


def test_shares_are_fractions_of_python_numbers():
    shares = PotShares(np.int64(4), [np.int64(3), 0.5, np.float64(0.5)])
    assert shares == PotShares(4, [3, Fraction(1, 2), Fraction(1, 2)])
    assert all(type(share.numerator) is int for share in shares.shares)
