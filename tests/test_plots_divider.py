"""Pictures of Divider."""

from fractions import Fraction

import pytest
from matplotlib.colors import to_hex
from matplotlib.text import Text

from cardlab import plots
from cardlab.divider.actions import cuts
from cardlab.divider.events import Placed, Taken
from cardlab.divider.information import ByInformation
from cardlab.divider.value_table import Row, exact_table, sampled_table, shown
from cardlab.plots.drawing import ACCENT

CUTS = cuts(tuple(Taken("Jh 6s Td").cards) + Taken("2c").cards)
WORLDS = 1000


def exact(*wins, method="bayes"):
    """A table of the first cuts, so many of 1,000 cases won."""
    rows = [Row(cut, win, 0, 1000) for cut, win in zip(CUTS, wins, strict=False)]
    return exact_table("cut", rows, method=method)


def sampled(*wins):
    """A table in which worlds are won from the first on, so that differences are known best."""
    products = [[4 * min(one, other) for other in wins] for one in wins]
    return sampled_table(
        "cut", CUTS[: len(wins)], wins, [0] * len(wins), products,
        n=WORLDS, seed=1, player="club",
    )  # fmt: skip


ALL = exact(466, 461, 447, 441, 428, 409, 398)
CLOSE = sampled(466, 464, 447, 441, 428, 409, 398)


def texts(ax):
    return [found.get_text() for found in ax.findobj(Text) if found.get_text()]


def dots(ax):
    """Return (x, height, colour) of the dots."""
    return [
        (float(line.get_xdata()[0]), float(line.get_ydata()[0]), to_hex(line.get_color()).upper())
        for line in ax.lines
        if line.get_marker() in ("o", "D", "s")
    ]


def overlapping(ax):
    """Return the pairs of texts that are drawn on top of each other."""
    ax.figure.draw_without_rendering()
    boxes = [(t.get_text(), t.get_window_extent()) for t in ax.texts if t.get_text().strip()]
    boxes += [(t.get_text(), t.get_window_extent()) for t in ax.get_yticklabels()]
    return [
        (one, other)
        for i, (one, box) in enumerate(boxes)
        for other, second in boxes[:i]
        if box.overlaps(second)
    ]


@pytest.mark.parametrize("table", [ALL, CLOSE], ids=["exact", "sampled"])
def test_each_dot_stands_at_the_difference_to_the_best(table):
    behind = [-float(table.behind(row.action)) for row in table.rows]
    assert [x for x, _, _ in dots(plots.cuts(table))] == pytest.approx(behind)
    assert behind[0] == 0


def test_the_rows_are_the_actions_best_first():
    ax = plots.cuts(CLOSE)
    assert [label.get_text() for label in ax.get_yticklabels()] == [
        shown(action) for action in CLOSE.actions
    ]
    low, high = ax.get_ylim()
    assert low > high  # the first row is on top


def test_intervals_are_those_of_the_paired_difference():
    ax = plots.cuts(CLOSE)
    drawn = sorted(
        tuple(map(float, segment[:, 0]))
        for bars in ax.collections
        for segment in bars.get_segments()
        if segment[0, 1] == segment[1, 1]  # not the caps
    )
    wanted = sorted(
        tuple(-end for end in CLOSE.behind(action).interval()[::-1]) for action in CLOSE.actions[1:]
    )
    assert drawn == [pytest.approx(pair) for pair in wanted]


def test_what_may_be_as_good_is_said_and_coloured():
    ax = plots.cuts(CLOSE)
    assert sum("as good, as far as we can tell" in text for text in texts(ax)) == 1
    assert [colour == ACCENT for _, _, colour in dots(ax)] == [True, True] + [False] * 5


@pytest.mark.parametrize(
    ("table", "title"),
    [
        (ALL, f"{shown(ALL.best)} is the best cut, .0050 ahead"),
        (exact(5, 5, 3), "Two cuts share first place"),
        (exact(5, 5, 5), "All three cuts are equally good"),
        (exact(5), f"There is only one cut: {shown(CUTS[0])}"),
        (CLOSE, "Two cuts may be the best, as far as we can tell"),
        (sampled(500, 499), "All two cuts are as good, as far as we can tell"),
        (sampled(900, 100), f"{shown(CUTS[0])} is the best cut, .800 ± .025 ahead"),
    ],
)
def test_the_title_states_the_finding(table, title):
    assert plots.cuts(table).get_title("left") == title


@pytest.mark.parametrize("table", [ALL, CLOSE, exact(5, 5), exact(5), sampled(500, 499)])
def test_nothing_is_written_on_top_of_anything(table):
    assert overlapping(plots.cuts(table)) == []


def test_the_sentence_has_all_values_and_what_they_leave_out():
    text = str(plots.describe_cuts(CLOSE))
    assert CLOSE.caveat in text
    assert all(shown(action) in text for action in CLOSE.actions)
    assert "As good, as far as we can tell: " + shown(CLOSE.actions[1]) in text
    assert "value of .466" in text


def test_choices_and_placements_are_drawn_too():
    choice = exact_table("choice", [Row(Taken("9h"), 1, 0, 6), Row(Taken("Kd 3s 2s"), 4, 1, 6)])
    placed = [Placed("Kc 7s", "Kc", "7s"), Placed("Kc 7s", "7s", "Kc")]
    placement = exact_table("placement", [Row(placed[0], 1, 0, 6), Row(placed[1], 2, 0, 6)])
    assert plots.cuts(choice).get_title("left") == "K♦ 3♠ 2♠ is the best choice, .5833 ahead"
    assert plots.cuts(placement).get_xlabel() == "value less that of the best placement"
    assert plots.cuts(placement).get_title("left").startswith("up 7♠, down K♣ is the best")


def test_a_title_of_ones_own_and_axes_of_ones_own():
    ax = plots.canvas()
    assert plots.cuts(ALL, ax=ax, title="Mine") is ax
    assert ax.get_title("left") == "Mine"


VALUES = ByInformation(
    exact(436, 431, 417, method="open"),
    exact(466, 461, 447, method="bayes"),
    exact(470, 480, 475, method="fixed"),
)


def test_information_draws_three_dots_a_cut():
    drawn = sorted((height, x) for x, height, _ in dots(plots.by_information(VALUES)))
    wanted = [
        (float(height), float(table.value(action)))
        for height, action in enumerate(VALUES.bayes.actions)
        for table in (VALUES.open, VALUES.bayes, VALUES.fixed)
    ]
    assert drawn == [pytest.approx(pair) for pair in sorted(wanted)]


def test_information_says_in_the_title_what_the_maximin_is():
    first, second = shown(CUTS[0]), shown(CUTS[1])
    wanted = f"{first} is the best cut; the maximin cut is {second}"
    assert plots.by_information(VALUES).get_title("left") == wanted
    same = ByInformation(VALUES.open, VALUES.bayes, exact(481, 480, 475, method="fixed"))
    wanted = f"{first} is the best cut, and the maximin cut too"
    assert plots.by_information(same).get_title("left") == wanted


def test_information_in_a_sentence_has_the_gains_and_all_values():
    text = str(plots.describe_by_information(VALUES))
    assert VALUES.chooser_gains() == Fraction(4, 1000)
    assert VALUES.divider_keeps() == Fraction(30, 1000)
    assert "the chooser gains .0040 over taking your worse group" in text
    assert "hidden is worth .0300 to you" in text
    assert f"{shown(CUTS[1])} .4310, .4610, .4800" in text
    turned = ByInformation(VALUES.open, VALUES.fixed, VALUES.bayes)
    text = str(plots.describe_by_information(turned))
    assert "wrong about your worse group, which is worth .0190 to you" in text


def test_information_has_no_text_on_top_of_another():
    assert overlapping(plots.by_information(VALUES)) == []


@pytest.mark.parametrize(
    "ax", [plots.cuts(CLOSE), plots.by_information(VALUES)], ids=["cuts", "information"]
)
def test_markup_follows_the_theme_and_carries_the_sentence(ax):
    markup = plots.svg(ax.figure)
    assert "var(--cl-accent,#0060A8)" in markup
    assert 'aria-label="The best cut is' in markup
