import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from matplotlib import pyplot as plt
from matplotlib.text import Text

from cardlab import look, plots, shoot
from cardlab.errors import InvalidInput
from cardlab.plots import drawing
from cardlab.results import Distribution, Estimate, Odds
from cardlab.shoot import Bank, Record, Rules, Turn

DICE = Distribution({face: 1 for face in range(1, 7)}, name="pips")
HANDS = shoot.winning_cards()
HIGH = Distribution({**dict.fromkeys(range(5), 19), 6: 5})  # .24 is where the mean is written
SLOPE = Distribution({x: 10 - abs(7 - x) for x in range(2, 13)})
LONG_TAIL = Distribution({**{x: 1000 for x in range(100)}, 10**6: 1}, name="tokens")


def texts(ax):
    return [found.get_text() for found in ax.findobj(Text) if found.get_text()]


def heights(ax, label):
    (bars,) = (found for found in ax.containers if found.get_label() == label)
    return [bar.get_height() for bar in bars]


@pytest.fixture(scope="module")
def result():
    return Bank(players=6, kitty=60, strategy="shoot").simulate(2_000, rng=1, path=True)


@pytest.fixture(scope="module")
def pictures(result):
    """One of each."""
    record = Record([("5h Kc Qs", "", "2d"), ("Ac 4h 7d", "2d", "3h")])
    return {
        "distribution": plots.distribution(HANDS, range(25, 37)),
        "place": plots.place(Turn("5h Kc Qs")),
        "kitty": plots.kitty(result),
        "broke": plots.broke(result),
        "record": plots.record(record),
        "interval": plots.interval(Estimate.of_proportion(48_890, 100_000, seed=1), 24 / 49),
    }


class TestDistribution:
    def test_bars_are_as_high_as_the_outcomes_are_probable(self):
        ax = plots.distribution(HANDS)
        assert heights(ax, "rest") == pytest.approx([count / 22_100 for count in HANDS.values()])
        assert heights(ax, "event") == [0] * 37

    @pytest.mark.parametrize("event", [range(25, 37), {0, 36}, 24, lambda beaten: beaten % 2])
    def test_the_shaded_bars_add_up_to_the_probability_that_is_written_in(self, event):
        ax = plots.distribution(HANDS, event)
        probability = float(HANDS.probability(event))
        assert sum(heights(ax, "event")) == pytest.approx(probability)
        assert sum(heights(ax, "rest")) == pytest.approx(1 - probability)
        assert any(text.endswith(f"{probability:.4f}"[1:]) for text in texts(ax))

    @pytest.mark.parametrize(
        ("event", "label"),
        [
            ({5, 6}, "5 or more: .3333"),
            ({1, 2, 3}, "3 or less: .5000"),
            ({2, 3}, "2 to 3: .3333"),
            ({1, 6}, "the event: .3333"),
            ({6}, ".1667"),
            (6, ".1667"),
        ],
    )
    def test_the_probability_of_several_outcomes_says_of_which(self, event, label):
        assert label in texts(plots.distribution(DICE, event))

    @pytest.mark.parametrize("dist", [DICE, HANDS, LONG_TAIL, HIGH, SLOPE])
    @pytest.mark.parametrize("height", [220, 300])
    def test_no_line_of_the_grid_strikes_a_text_through(self, dist, height):
        ax = plots.distribution(dist, range(6, 40), ax=plots.canvas(640, height))
        ax.figure.draw_without_rendering()
        inside = ax.get_window_extent()
        written = [text.get_window_extent() for text in ax.texts if ": ." in text.get_text()]
        written += [text.get_window_extent() for text in ax.texts if "mean" in text.get_text()]
        lines = [ax.transData.transform((0, tick))[1] for tick in ax.get_yticks()]
        lines = [line for line in lines if inside.y0 <= line <= inside.y1]
        assert len(written) >= 1
        assert len(lines) >= 2
        assert not [line for line in lines for box in written if box.y0 < line < box.y1]

    @pytest.mark.parametrize("event", [{0, 1}, {9, 10}])
    def test_the_words_of_an_event_stay_within_the_picture(self, event):
        steep = {0: 50, 1: 30, **dict.fromkeys(range(2, 11), 2)}
        if 10 in event:
            steep = {10 - x: count for x, count in steep.items()}
        ax = plots.distribution(Distribution(steep), event)
        ax.figure.draw_without_rendering()
        (box,) = (text.get_window_extent() for text in ax.texts if ": ." in text.get_text())
        assert ax.get_window_extent().x0 <= box.x0
        assert box.x1 <= ax.get_window_extent().x1

    def test_the_mean_is_marked_where_it_is(self):
        ax = plots.distribution(DICE)
        assert [line.get_xdata()[0] for line in ax.lines] == [3.5]
        assert "mean 3.50" in texts(ax)

    def test_the_axis_of_probabilities_begins_at_zero_and_says_what_it_is(self):
        ax = plots.distribution(DICE)
        assert ax.get_ylim()[0] == 0
        assert "probability" in texts(ax)
        assert ax.get_xlabel() == "pips"

    @pytest.mark.parametrize(
        ("event", "title"),
        [
            (None, "Pips: 3.50 on average"),
            ({5, 6}, "Pips: 5 or more in 33.3 % of cases"),
            ({1}, "Pips: 1 in 16.7 % of cases"),
            ({1, 2, 3}, "Pips: 3 or less in 50 % of cases"),
            ({2, 3}, "Pips: 2 to 3 in 33.3 % of cases"),
            ({1, 6}, "Pips: the event in 33.3 % of cases"),
            (set(), "Pips: the event in 0 % of cases"),
            (range(1, 7), "Pips: 1 to 6 in 100 % of cases"),
        ],
    )
    def test_the_title_is_the_finding(self, event, title):
        assert plots.distribution(DICE, event).get_title("left") == title

    def test_another_title_can_be_given_and_an_empty_one_leaves_the_note_out_too(self):
        note = plots.describe_distribution(DICE).note
        named = plots.distribution(DICE, title="A die")
        assert named.get_title("left") == "A die"
        assert note in texts(named)
        bare = plots.distribution(DICE, title="")
        assert bare.get_title("left") == ""
        assert note not in texts(bare)

    def test_outcomes_that_are_not_numbers_stand_side_by_side_under_their_names(self):
        names = Distribution({"pair": 3, "flush": 1})
        ax = plots.distribution(names, "flush")
        assert heights(ax, "event") == [0, 0.25]
        assert [tick.get_text() for tick in ax.get_xticklabels()] == ["pair", "flush"]
        assert ax.get_title("left") == "Flush in 25 % of cases"
        assert plots.describe_distribution(names).title == "Pair most often, in 75 % of cases"

    def test_many_outcomes_are_binned_without_losing_any(self):
        many = Distribution({x: x % 7 + 1 for x in range(1000)})
        ax = plots.distribution(many, lambda x: x < 300)
        assert len(heights(ax, "event")) <= 62
        assert sum(heights(ax, "event")) == pytest.approx(float(many.probability(range(300))))
        assert sum(heights(ax, "rest") + heights(ax, "event")) == pytest.approx(1)

    def test_bins_hold_exactly_the_outcomes_over_which_they_stand(self):
        many = Distribution({x: x + 1 for x in range(200)})
        (bars,) = (bar for bar in plots.distribution(many).containers if bar.get_label() == "rest")
        for bar in bars[1:-1]:
            inside = {x for x in range(200) if bar.get_x() < x < bar.get_x() + bar.get_width()}
            assert bar.get_height() == pytest.approx(float(many.probability(inside)))

    def test_a_long_tail_goes_into_the_last_bar_which_says_so(self):
        ax = plots.distribution(LONG_TAIL)
        assert ax.get_xlim()[1] < 200
        assert sum(heights(ax, "rest")) == pytest.approx(1)
        assert any(text.endswith(" or more") for text in texts(ax))

    def test_a_mean_outside_the_picture_is_written_at_its_edge(self):
        far = Distribution({**{x: 1000 for x in range(100)}, 10**9: 1})
        assert "mean 10,049, off the picture" in texts(plots.distribution(far))

    def test_single_outcomes_and_fractions_can_be_drawn(self):
        assert heights(plots.distribution(Distribution({5: 3})), "rest") == [1]
        halves = Distribution({Fraction(1, 2): 1, Fraction(3, 2): 3})
        assert heights(plots.distribution(halves, Fraction(3, 2)), "event") == [0, 0.75]

    def test_the_method_of_distributions_draws_the_same(self):
        assert plots.svg(DICE.plot(event=6).figure) == plots.svg(plots.distribution(DICE, 6).figure)


class TestPlace:
    def test_each_bar_is_the_number_of_hands(self):
        ax = plots.place(Turn("5h Kc Qs"))
        (bars,) = ax.containers
        assert [bar.get_height() for bar in bars] == list(HANDS.values())

    def test_it_says_what_the_rule_book_says(self):
        ax = plots.place(Turn("5h Kc Qs"))
        assert ax.get_title("left") == "Better than 91.8 % of hands, still not a favourite"
        assert {"this hand: 24", "favourites 6.6 %", "1,344 hands"} <= set(texts(ax))

    def test_the_share_of_worse_hands_agrees_with_every_hand_listed(self):
        listed = shoot.every_hand()["winning"]
        assert f"Better than {100 * (listed < 24).mean():.1f} %" in str(
            plots.describe_place(Turn("5h Kc Qs")).title
        )

    @pytest.mark.parametrize(
        ("hand", "title"),
        [
            ("As Ac Ad", "No hand is better, a favourite"),
            ("As Ks Kd", "Better than 86.0 % of hands, still not a favourite"),
            ("3s 2d 7h", "Worse than 92.4 % of hands"),
            ("2c 2d 2h", "No hand is worse"),
        ],
    )
    def test_the_title_fits_the_hand(self, hand, title):
        assert plots.describe_place(Turn(hand)).title == title

    def test_seen_cards_are_left_out_and_the_title_says_so(self):
        turn = Turn("5h Kc Qs", seen="2s 3s 4s")
        caption = plots.describe_place(turn)
        finding = "better than 91.8 % of hands, still not a favourite"
        assert caption.title == f"Before any card is seen: {finding}"
        assert caption.text.startswith("Before any card is seen, this hand beats 24 cards. ")
        ax = plots.place(turn)
        assert "this hand: 24" in texts(ax)
        assert ax.get_title("left").split() == caption.title.split()
        ax.figure.draw_without_rendering()
        assert ax._left_title.get_window_extent().x1 <= ax.figure.bbox.x1

    def test_rules_without_favourites_shade_none(self):
        ax = plots.place(Turn("9h", rules=Rules(hand_size=1)))
        assert not any("favourites" in text for text in texts(ax))
        assert plots.describe_place(Turn("9h", rules=Rules(hand_size=1))).note == (
            "All 52 hands by number of winning cards; no hand is a favourite"
        )

    def test_a_low_ace_moves_the_hand(self):
        low = Turn("As Kc Qs", rules=Rules(ace_high=False))
        beaten = low.exact().favourable
        assert f"this hand: {beaten}" in texts(plots.place(low))


class TestBank:
    def test_the_fan_goes_through_the_quantiles_and_the_mean(self, result):
        ax = plots.kitty(result)
        mean, median = (list(line.get_ydata()) for line in ax.lines[:2])
        assert mean == list(result.path["mean"])
        assert median == list(result.path["q50"])
        outer, inner = (band.get_paths()[0].vertices[:, 1] for band in ax.collections[:2])
        assert set(outer) == set(result.path["q05"]) | set(result.path["q95"])
        assert set(inner) == set(result.path["q25"]) | set(result.path["q75"])

    def test_labels_at_the_end_name_the_values_and_do_not_overlap(self, result):
        ax = plots.kitty(result)
        end = result.path.iloc[-1]
        assert {f"median: {end['q50']:.0f}", f"95 %: {end['q95']:.0f}"} <= set(texts(ax))
        ax.figure.draw_without_rendering()
        labels = [text for text in ax.texts if re.match(r"median|mean|\d+ %", text.get_text())]
        boxes = sorted(text.get_window_extent().intervaly.tolist() for text in labels)
        assert len(boxes) >= 4
        assert all(below[1] <= above[0] for below, above in pairwise(boxes))

    def test_deals_are_marked(self, result):
        ax = plots.kitty(result)
        assert {"deal 1", "deal 2", "deal 3", "tokens"} <= set(texts(ax))
        assert ax.get_xticks().tolist() == [0, 6, 12, 18]

    def test_a_mean_far_above_the_fan_does_not_flatten_it(self):
        result = Bank(players=6, kitty=60, strategy="always").simulate(20_000, rng=1, path=True)
        assert plots.kitty(result).get_ylim()[1] <= 2.3 * max(result.path["q95"])

    def test_a_heavy_tail_is_named_beside_the_mean(self, result):
        assert result.heavy_tail
        assert any(text.endswith(", heavy tail") for text in texts(plots.kitty(result)))
        assert result.warning in plots.describe_kitty(result).text
        light = Bank(players=6, kitty=60, strategy="minimum").simulate(500, rng=1, path=True)
        assert not any("heavy tail" in text for text in texts(plots.kitty(light)))

    def test_the_captions_tell_the_share_broke_and_the_median(self, result):
        share = 100 * result.broke.value
        low, high = (result.quantile(level) + 60 for level in (0.25, 0.75))
        assert plots.describe_kitty(result).title == (
            f"{share:.1f} % of dealers are broke after three deals; "
            f"half of the kitties lie from {low} to {high}"
        )
        assert f"the median is {result.median + 60}" in plots.describe_kitty(result).text
        assert plots.describe_broke(result).title.startswith("Each deal adds to the risk: ")
        assert plots.describe_broke(result).title.endswith(f", {share:.1f} % after three")

    def test_the_share_broke_is_drawn_turn_by_turn_from_zero(self, result):
        ax = plots.broke(result)
        assert list(ax.lines[0].get_ydata()) == list(result.path["broke"])
        assert ax.get_ylim()[0] == 0
        assert f"broke: {result.broke.value:.3f}".replace("0.", ".") in texts(ax)

    @pytest.mark.parametrize(
        ("share", "label"),
        [
            (0, "0"),
            (0.4844, ".484"),
            (0.00042, ".0004"),
            (0.00001, ".00001"),
            (0.9996, ".9996"),
            (1, "1"),
        ],
    )
    def test_a_small_share_broke_is_not_labelled_as_none(self, result, share, label):
        banks = 100_000
        went = round(share * banks)
        ends = type(result.result)({-60: went, 5: banks - went} if went else {5: banks})
        course = (*result.course[:-1], type(ends)({x + 60: count for x, count in ends.items()}))
        changed = replace(result, n=banks, result=ends, course=course)
        assert f"broke: {label}" in texts(plots.broke(changed))

    def test_the_caption_says_from_when_on_next_to_no_bank_holds_anything(self, result):
        always = Bank(players=6, kitty=60, strategy="always").simulate(20_000, rng=1, path=True)
        left = [1 - share for share in always.path["broke"]]
        turn = next(turn for turn, share in enumerate(left) if share < 0.05)
        words = f"from turn {turn} on fewer than 5 % of banks hold anything"
        assert 1 < turn < 18
        assert words.capitalize() in plots.describe_kitty(always).text
        assert words in plots.describe_kitty(always).note
        assert words.replace("from", "From") not in plots.describe_kitty(result).text
        assert "hold anything" not in plots.describe_kitty(result).note

    def test_a_note_of_two_lines_stays_off_the_picture(self):
        always = Bank(players=6, kitty=60, strategy="always").simulate(2_000, rng=1, path=True)
        ax = plots.kitty(always)
        ax.figure.draw_without_rendering()
        note, unit = (
            next(text for text in ax.texts if text.get_text().startswith(start)).get_window_extent()
            for start in ("Kitty after", "tokens")
        )
        assert unit.y1 <= note.y0
        assert note.y1 <= ax._left_title.get_window_extent().y0
        assert note.x1 <= ax.figure.bbox.x1

    def test_one_deal_and_no_broke_dealer_have_their_own_words(self):
        bank = Bank(players=2, kitty=60, strategy="minimum", deals=1)
        result = bank.simulate(500, rng=1, path=True)
        assert plots.broke(result).get_title("left") == "No dealer went broke in 500 banks"
        assert plots.kitty(result).get_title("left").startswith("No dealer is broke after one deal")
        single = bank.simulate(1, rng=1, path=True)
        assert plots.broke(single).get_title("left") == "No dealer went broke in 1 bank"

    @pytest.mark.parametrize("draw", [plots.kitty, plots.broke])
    def test_a_result_without_its_course_is_refused(self, draw):
        result = Bank(players=2, kitty=60).simulate(10, rng=1)
        with pytest.raises(InvalidInput, match="simulate with path=True"):
            draw(result)


class TestRecord:
    def test_the_tail_is_shaded_and_adds_up_to_the_p_value(self):
        record = Record([("5h Kc Qs", "", "2d")] * 6 + [("Ac 4h 7d", "", "3h")])
        ax = plots.record(record)
        assert sum(heights(ax, "event")) == pytest.approx(float(record.p_value()))
        assert f"1 or fewer: {float(record.p_value()):.4f}".replace("0.", ".") in texts(ax)
        assert f"expected {float(record.expected):.2f}" in texts(ax)

    def test_a_record_draws_itself(self):
        record = Record([("5h Kc Qs", "", "2d")])
        assert record.plot().get_title("left") == (
            "0 wins in 1 turn: fair dealing gives as few in 51.0 % of records"
        )


class TestInterval:
    def test_the_interval_and_both_answers_are_where_they_should_be(self):
        estimate = Estimate.of_proportion(48_890, 100_000, seed=1)
        ax = plots.interval(estimate, Odds(24, 49).probability)
        (reach, _, exact) = (found.get_segments() for found in ax.collections)
        assert reach[0][:, 0].tolist() == pytest.approx(list(estimate.interval()))
        assert exact[0][0, 0] == pytest.approx(24 / 49)
        assert ax.lines[0].get_xdata() == [estimate.value]

    def test_the_title_says_when_the_interval_misses(self):
        estimate = Estimate.of_proportion(48_890, 100_000, seed=1)
        assert (
            plots.describe_interval(estimate, 0.5).title == "The interval misses the exact answer"
        )
        assert plots.describe_interval(estimate).title == str(estimate)


class TestSvg:
    def test_it_is_markup_for_a_page_with_the_caption_as_its_name(self, pictures):
        for ax in pictures.values():
            markup = plots.svg(ax.figure)
            root = ElementTree.fromstring(markup)
            assert markup.startswith("<svg ")
            assert root.get("role") == "img"
            assert root.get("width") == "100%"
            assert root.get("height") is None
            assert root.get("aria-label") == ax.get_label() != ""
            assert not [tag for tag in ("metadata", "<style", "DOCTYPE", "<?xml") if tag in markup]

    def test_colours_are_variables_with_the_light_value_as_fallback(self, pictures):
        for ax in pictures.values():
            markup = plots.svg(ax.figure)
            assert "var(--cl-" in markup
            raw = re.findall(r"#[0-9a-fA-F]{6}\b", re.sub(r"var\([^)]*\)", "", markup))
            assert raw == []
            for name, fallback in re.findall(r"var\(--cl-([a-z-]+),(#\w+)\)", markup):
                assert look.TOKENS[name][0] == fallback

    def test_text_stays_text_in_the_font_of_the_page(self, pictures):
        markup = plots.svg(pictures["place"].figure)
        found = ElementTree.fromstring(markup).findall(".//{http://www.w3.org/2000/svg}text")
        assert "this hand: 24" in [element.text for element in found]
        assert all("font-family: inherit" in element.get("style") for element in found)

    def test_the_same_figure_gives_the_same_markup_twice(self, pictures, result):
        for ax in [*pictures.values(), plots.place(Turn("2s 3s 4s")), plots.broke(result)]:
            assert plots.svg(ax.figure) == plots.svg(ax.figure)
        assert plots.svg(plots.kitty(result).figure) == plots.svg(plots.kitty(result).figure)

    def test_two_pictures_on_a_page_share_no_id(self, pictures):
        ids = [
            name
            for ax in pictures.values()
            for name in re.findall(r' id="([^"]+)"', plots.svg(ax.figure))
        ]
        assert ids
        assert len(ids) == len(set(ids))

    def test_every_reference_leads_somewhere(self, pictures):
        for ax in pictures.values():
            markup = plots.svg(ax.figure)
            used = set(re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', markup))
            ids = set(re.findall(r' id="([^"]+)"', markup))
            assert {first or second for first, second in used} == ids

    def test_a_notebook_shows_axes_as_markup_with_the_tokens(self, pictures):
        page = pictures["place"]._repr_html_()
        assert "--cl-accent:" in page
        assert plots.svg(pictures["place"].figure) in page


def test_pictures_leave_nothing_behind_in_pyplot(pictures):
    assert pictures
    assert plt.get_fignums() == []


def test_a_picture_can_stand_in_a_figure_of_ones_own(result):
    figure, (above, below) = plt.subplots(2)
    try:
        assert plots.kitty(result, ax=above) is above
        assert plots.broke(result, ax=below) is below
        label = ElementTree.fromstring(plots.svg(figure)).get("aria-label")
        assert label == f"{plots.describe_kitty(result)} {plots.describe_broke(result)}"
    finally:
        plt.close(figure)


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0, "0 %"),
        (1, "100 %"),
        (Fraction(1, 4), "25 %"),
        (Fraction(1, 3), "33.3 %"),
        (1e-5, "0.001 %"),
        (0.99996, "99.996 %"),
    ],
)
def test_shares_are_never_rounded_to_nothing_or_all(share, text):
    assert drawing.percent(share) == text
