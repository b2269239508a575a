"""Pictures of stud hi/lo."""

import re
from fractions import Fraction

import pytest
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from cardlab import look, plots
from cardlab.cards import Card
from cardlab.errors import InvalidInput
from cardlab.plots.stud8 import LOSE_FILL, WIN_FILL
from cardlab.results import HiLoTable
from cardlab.stud8 import CardEquities, FinalHand, History, Matchup, NextCard

TABLE = Matchup("Ac2d3h4s9c", "KsKdQcJhTs").exact()
TABLES = [
    TABLE,
    TABLE.mirrored,
    HiLoTable([[10, 1, 20, 30], [2, 3, 4, 5], [15, 6, 5, 20]]),
    HiLoTable([[0, 0, 0, 0], [0, 7, 0, 3], [0, 0, 0, 0]]),
    HiLoTable([[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]]),
    HiLoTable([[0, 0, 0, 1], [0, 0, 0, 0], [0, 0, 0, 0]]),
]
ROLLED = Matchup("3d 4c Kh 5c 6c 7c 8c", "", dead="2s").exact()  # a wide block and four small ones
JOINT = FinalHand("As 2s 3d").exact()
AFTER = NextCard(Matchup("Ac2d3h4s9c9d", "KsKdQcJhTs7c")).exact()


def texts(ax):
    return [found.get_text() for found in ax.findobj(Text) if found.get_text()]


def area(ax, colour):
    """Return the area of the patches of a colour, as a share of the two halves."""
    from matplotlib.colors import to_rgba

    patches = [p for p in ax.patches if isinstance(p, Rectangle)]
    return (
        sum(
            p.get_width() * p.get_height()
            for p in patches
            if p.get_facecolor()[:3] == to_rgba(colour)[:3]
        )
        / 2
    )


def overlapping(ax):
    """Return the pairs of texts that are drawn on top of each other."""
    ax.figure.draw_without_rendering()
    boxes = [(t.get_text(), t.get_window_extent()) for t in ax.texts if t.get_text()]
    return [
        (one, other)
        for i, (one, box) in enumerate(boxes)
        for other, second in boxes[:i]
        if box.overlaps(second)
    ]


class TestPotShares:
    @pytest.mark.parametrize("table", TABLES)
    def test_the_coloured_area_is_the_equity(self, table):
        ax = plots.pot_shares(table)
        assert area(ax, WIN_FILL) == pytest.approx(float(table.equity), abs=0.012)
        assert area(ax, LOSE_FILL) == pytest.approx(1 - float(table.equity), abs=0.012)

    @pytest.mark.parametrize("table", TABLES)
    @pytest.mark.parametrize("width", [640, 345])
    def test_names_do_not_overlap(self, table, width):
        ax = plots.pot_shares(table, ax=plots.canvas(width, 128), title="")
        assert overlapping(ax) == []

    @pytest.mark.parametrize("table", [*TABLES, ROLLED, ROLLED.mirrored])
    @pytest.mark.parametrize("width", [640, 345, 300])
    def test_names_stay_within_the_picture(self, table, width):
        ax = plots.pot_shares(table, ax=plots.canvas(width, 128), title="")
        assert overlapping(ax) == []
        boxes = [text.get_window_extent() for text in ax.texts if "%" in text.get_text()]
        assert boxes
        for box in boxes:
            assert 0 <= box.x0 < box.x1 <= ax.figure.bbox.x1
            assert 0 <= box.y0 < box.y1 <= ax.figure.bbox.y1

    def test_small_neighbours_share_a_name_where_there_is_room(self):
        small = "low only 0.03 %, high only 6.3 %, ties 0.2 %, neither 0.0004 %"
        assert small in texts(plots.pot_shares(ROLLED))
        narrow = texts(plots.pot_shares(ROLLED, ax=plots.canvas(345, 128)))
        assert {"low only 0.03 %, high only 6.3 %", "ties 0.2 %, neither 0.0004 %"} <= set(narrow)

    def test_blocks_are_named_with_their_chances(self):
        shown = " ".join(texts(plots.pot_shares(TABLE)))
        assert f"scoop {100 * float(TABLE.scoop):.1f} %" in shown
        assert f"low only {100 * float(TABLE.low_only):.1f} %" in shown
        assert f"neither {100 * float(TABLE.nothing):.1f} %" in shown

    @pytest.mark.parametrize(
        ("table", "title"),
        [
            (HiLoTable([[1, 0, 2, 0], [0, 0, 0, 0], [0, 0, 4, 0]]),
             "You win the whole pot more often than you split it"),
            (HiLoTable([[1, 0, 4, 0], [0, 0, 0, 0], [0, 0, 2, 0]]),
             "You split the pot more often than you win it all"),
            (HiLoTable([[9, 0, 2, 0], [0, 0, 0, 0], [0, 0, 4, 0]]),
             "More often than anything else you get nothing"),
            (HiLoTable([[0, 0, 1, 0], [0, 9, 0, 0], [0, 0, 1, 0]]),
             "More often than anything else you share a half"),
        ],
    )  # fmt: skip
    def test_the_title_is_the_finding(self, table, title):
        assert plots.describe_pot_shares(table).title == title

    def test_a_sample_is_drawn_as_the_exact_table_nearly(self):
        sample = Matchup("Ac2d3h4s9c", "KsKdQcJhTs").simulate(100_000, rng=1)
        ax = plots.pot_shares(sample)
        assert area(ax, WIN_FILL) == pytest.approx(float(TABLE.equity), abs=0.02)
        three = Matchup("Ac2d3h4s9c", "KsKdQcJhTs", "Ad2c3c4c9d").simulate(20_000, rng=1)
        share = three.equities[0].value
        assert area(plots.pot_shares(three), WIN_FILL) == pytest.approx(share, abs=0.015)


class TestJointTable:
    def test_every_cell_is_the_packages_chance(self):
        shown = texts(plots.joint_table(JOINT))
        frame = JOINT.to_frame()
        for high in ("pair", "two pair", "straight"):
            for first in "5678":
                columns = [name for name in frame.columns if name.startswith(first)]
                share = frame.loc[high, columns].sum() / JOINT.deals
                assert not share or f"{share:.4f}".removeprefix("0") in shown
            assert f"{frame.loc[high].sum() / JOINT.deals:.4f}".removeprefix("0") in shown

    def test_chances_add_up_to_one(self):
        _, _, chances = plots.joint_chances(JOINT)
        assert sum(map(sum, chances)) == pytest.approx(1)

    @pytest.mark.parametrize(
        ("cards", "title"),
        [
            ("As 2s 3d", "A low comes in 48.3 % of deals, most often with a pair"),
            ("Ks Kd Kh Qs", "No low can come; most often the hand is three of a kind"),
            ("As 2s 3d 4c 5h", "A low comes in 100 % of deals, most often with a straight"),
        ],
    )
    def test_the_title_is_the_finding(self, cards, title):
        assert plots.joint_table(FinalHand(cards).exact()).get_title("left") == title


class TestNextCard:
    def test_every_card_that_can_come_has_its_equity(self):
        shown = texts(plots.next_card(AFTER))
        for equity in AFTER.equities.values():
            assert f"{float(equity):.2f}".removeprefix("0") in shown
        assert shown.count("\N{EN DASH}") == 52 - len(AFTER.equities)

    def test_cells_have_the_colour_of_the_change(self):
        ax = plots.next_card(AFTER)
        better = sum(equity > AFTER.now for equity in AFTER.equities.values())
        worse = sum(equity < AFTER.now for equity in AFTER.equities.values())
        colours = [patch.get_facecolor()[:3] for patch in ax.patches]
        assert sorted(map(colours.count, set(colours))) == sorted([better, worse])

    @pytest.mark.parametrize(
        ("equities", "title"),
        [
            ({"Ah": 0.8, "Kh": 0.4, "Kc": 0.4}, "An ace helps most; a king hurts most"),
            ({"Ah": 0.8, "9h": 0.4, "Tc": 0.3, "Jc": 0.4}, "An ace helps most; nine to jack hurts"),
            ({"2h": 0.9, "3h": 0.9, "2c": 0.1, "3c": 0.1}, "A heart helps most"),
            ({"2h": 0.5, "3h": 0.501}, "The next card hardly matters"),
        ],
    )
    def test_the_title_is_the_finding(self, equities, title):
        after = CardEquities(Fraction(1, 2), {Card(card): e for card, e in equities.items()})
        assert plots.describe_next_card(after).title == title

    def test_without_cards_to_come_there_is_nothing_to_draw(self):
        with pytest.raises(InvalidInput, match="no card is to come"):
            plots.next_card(CardEquities(Fraction(1, 2), {}))


class TestEquityByStreet:
    def test_lines_go_through_the_equities(self):
        ax = plots.equity_by_street({"you": {3: 0.59, 4: 0.62, 5: Fraction(1, 2)}}, street=4)
        line = next(line for line in ax.lines if line.get_label() == "you")
        assert list(line.get_xdata()) == [3, 4, 5]
        assert list(line.get_ydata()) == [0.59, 0.62, 0.5]
        assert {"0.5900", "0.6200", "0.5000"} <= set(texts(ax))

    def test_a_history_is_drawn_with_a_line_for_each_player(self):
        history = History.loads(
            "variant = 'F7S/8'\nantes = [1, 1]\nbring_in = 2\nsmall_bet = 4\nbig_bet = 8\n"
            "starting_stacks = [50, 50]\n"
            "actions = ['d dh p1 As2s3d', 'd dh p2 ????9h', 'p1 pb', 'p2 f']"
        )
        frame = history.equity_by_street()
        ax = plots.equity_by_street(frame)
        assert {line.get_label() for line in ax.lines} >= {"p1", "p2"}
        assert ax.get_title("left") == "p1 is ahead"
        for equity in frame["equity"]:
            assert f"{equity:.4f}" in plots.describe_equity_by_street(frame).text

    def test_who_is_out_is_marked_and_comes_last(self):
        ax = plots.equity_by_street({"a": {3: 0.2}, "b": {3: 0.3, 4: 0.4}, "c": {3: 0.5, 4: 0.6}})
        assert {"a .20, out", "b .40", "c .60"} <= set(texts(ax))
        assert plots.describe_equity_by_street({"a": {3: 0.2}, "b": {3: 0.1, 4: 1}}).title == (
            "a is ahead at first, b in the end"
        )

    def test_nobody_is_ahead_where_equities_are_equal(self):
        lines = {"a": {3: 0.6, 4: 0.5}, "b": {3: 0.4, 4: 0.5}}
        title = plots.describe_equity_by_street(lines).title
        assert title == "a is ahead at first, nobody in the end"
        lines = {"a": {3: 0.5}, "b": {3: 0.5}}
        assert plots.describe_equity_by_street(lines).title == "Nobody is ahead"

    def test_only_more_than_one_street_is_a_way(self):
        one, two = {"a": {3: 0.6}, "b": {3: 0.4}}, {"a": {3: 0.6, 4: 0.7}, "b": {3: 0.4, 4: 0.3}}
        assert plots.describe_equity_by_street(one).title == "a is ahead"
        assert plots.describe_equity_by_street(two).title == "a is ahead all the way"

    @pytest.mark.parametrize("width", [640, 345])
    def test_the_numbers_of_the_axis_stand_left_of_it(self, width):
        equities = {"you": {street: 0.49 for street in range(3, 8)}}
        ax = plots.equity_by_street(equities, ax=plots.canvas(width, 220))
        ax.figure.draw_without_rendering()
        labels = ax.get_yticklabels()
        assert [label.get_text() for label in labels] == ["0", "½", "1"]
        assert all(label.get_window_extent().x1 < ax.get_window_extent().x0 for label in labels)
        assert "½" not in [text.get_text() for text in ax.texts]

    def test_eight_players_who_are_in_differ_and_none_looks_like_one_who_is_out(self):
        stay = {f"p{seat}": {3: 0.1 + seat / 100} for seat in range(8)}
        ax = plots.equity_by_street(
            {"gone": {3: 0.05}} | {p: {**e, 4: 0.1} for p, e in stay.items()}
        )
        lines = {line.get_label(): line for line in ax.lines if line.get_label() in {"gone", *stay}}
        gone = lines.pop("gone")
        assert len({(line.get_color(), line.get_marker()) for line in lines.values()}) == 8
        assert len({line.get_marker() for line in lines.values()}) == 8
        greys = {gone.get_color(), look.TOKENS["tie"][0], look.TOKENS["edge"][0]}
        assert not greys & {line.get_color() for line in lines.values()}
        ends = [text for text in ax.texts if text.get_text().endswith(" .10")]
        assert len({text.get_text().split()[0] for text in ends}) == len(ends) == 8  # the signs
        assert {text.get_weight() for text in ends} == {"bold"}
        (out,) = (text for text in ax.texts if text.get_text() == "gone .05, out")
        assert out.get_weight() == "normal"

    @pytest.mark.parametrize("bad", [{}, {"you": {}}, {"you": {8: 0.5}}])
    def test_what_is_no_street_is_refused(self, bad):
        with pytest.raises(InvalidInput, match="streets 3 to 7"):
            plots.equity_by_street(bad)


def test_all_pictures_take_the_colours_of_the_page_and_are_the_same_twice():
    drawn = [
        plots.pot_shares(TABLE),
        plots.joint_table(JOINT),
        plots.next_card(AFTER),
        plots.equity_by_street({"a": {3: 0.2, 4: 0.1}, "b": {3: 0.8, 4: 0.9}}, street=3),
    ]
    for ax in drawn:
        markup = plots.svg(ax.figure)
        assert re.findall(r"#[0-9a-fA-F]{6}\b", re.sub(r"var\([^)]*\)", "", markup)) == []
        assert markup == plots.svg(ax.figure)
        assert ax.get_label()
