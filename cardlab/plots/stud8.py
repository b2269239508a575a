"""Pictures of seven-card stud hi/lo."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from cardlab import look
from cardlab.cards import RANK_NAMES, RANKS, SUIT_NAMES, SUITS, SYMBOLS, Card
from cardlab.errors import InvalidInput
from cardlab.plots.drawing import (
    ACCENT,
    EDGE,
    LINE,
    LOSE,
    MUTED,
    SMALL,
    WIN,
    Caption,
    canvas,
    end_labels,
    head,
    percent,
    write,
)
from cardlab.plots.page import TEXT
from cardlab.results import HiLoTable

if TYPE_CHECKING:
    from cardlab.stud8.decisions import CardEquities
    from cardlab.stud8.final import JointTable
    from cardlab.stud8.sampled import Sampled

Number = float | Fraction

WIN_FILL, LOSE_FILL, ON_FILL, SURFACE = (
    look.TOKENS[name][0] for name in ("win-fill", "lose-fill", "on-fill", "card")
)
_CHARACTER = 6.8  # pixels, about, of a bold character of small type
_STREETS = {3: "3rd", 4: "4th", 5: "5th", 6: "6th", 7: "7th"}
_RANKS = "A23456789TJQK"
_SUITS = "shdc"
_MATTERS = 0.005  # a change of equity below this is not spoken of


# Pot shares


@dataclass(frozen=True)
class _Block:
    """Deals in which the pot goes the same way: how often, and what is won of each half."""

    name: str
    chance: float
    high: float
    low: float
    inside: tuple[str, str]


def pot_shares(
    result: HiLoTable | Sampled, *, ax: Axes | None = None, title: str | None = None
) -> Axes:
    """Draw how often the first seat gets which part of the pot.

    A block is as wide as its outcome is frequent. Its upper half is the high half of the pot, its
    lower half the low half; what the seat gets has the colour of a win. So the area of that colour
    is the equity. Ties, one block, are coloured up to what they give on average.

    Parameters
    ----------
    result : HiLoTable or Sampled
        What `stud8.Matchup.exact` returns for two seats, or what `simulate` returns.
    ax, title
        As in `distribution`.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> table = HiLoTable([[10, 0, 20, 30], [0, 0, 0, 0], [15, 0, 5, 20]])
    >>> pot_shares(table).get_title("left")
    'More often than anything else you get nothing'
    """
    ax = canvas(640, 170) if ax is None else ax
    head(ax, describe_pot_shares(result), title)
    ax.spines["bottom"].set_visible(False)
    ax.set(xlim=(0, 1), ylim=(-0.5, 2.32), xticks=[])
    ax.set_yticks([1.5, 0.5], ["high half", "low half"])
    width = _pixels(ax) - 70
    place, labels = 0.0, []
    for block in _blocks(result):
        if not block.chance:
            continue
        _draw_block(ax, block, place, width)
        label = f"{block.name} {percent(block.chance)}"
        labels.append((place + block.chance / 2, block.chance * width, label))
        place += block.chance
    _name_blocks(ax, labels, width)
    return ax


def describe_pot_shares(result: HiLoTable | Sampled) -> Caption:
    """Return the caption of `pot_shares`.

    Examples
    --------
    >>> table = HiLoTable([[10, 0, 20, 30], [0, 0, 0, 0], [15, 0, 5, 20]])
    >>> print(describe_pot_shares(table))
    You scoop in 25 % of deals, win the low only in 20 %, the high only in 15 %, share a half in \
0 % and get nothing in 40 %. Together that is 0.4250 of the pot.
    """
    scoop, low, high, ties, nothing = _blocks(result)
    equity = float(result.equities[0])
    half = low.chance + high.chance
    if nothing.chance > max(scoop.chance, half):
        title = "More often than anything else you get nothing"
    elif ties.chance > max(scoop.chance, half):
        title = "More often than anything else you share a half"
    elif scoop.chance >= half:
        title = "You win the whole pot more often than you split it"
    else:
        title = "You split the pot more often than you win it all"
    return Caption(
        title,
        "Width: how often; height: the two halves of the pot. Green is yours: its area is the "
        "equity.",
        f"You scoop in {percent(scoop.chance)} of deals, win the low only in "
        f"{percent(low.chance)}, the high only in {percent(high.chance)}, share a half in "
        f"{percent(ties.chance)} and get nothing in {percent(nothing.chance)}. Together that is "
        f"{equity:.4f} of the pot.",
    )


def _blocks(result: HiLoTable | Sampled) -> tuple[_Block, ...]:
    """Return scoop, low only, high only, ties and nothing."""
    counts = result.counts if isinstance(result, HiLoTable) else result.tally.table()
    total = sum(map(sum, counts))
    lost, _, won = counts

    def chance(*cells: int) -> float:
        return sum(cells) / total

    scoop, low = chance(won[2], won[3]), chance(lost[2])
    high, nothing = chance(won[0]), chance(lost[0], lost[3])
    in_ties = total - won[2] - won[3] - lost[2] - won[0] - lost[0] - lost[3]
    ties = in_ties / total
    gain = (float(result.equities[0]) - scoop - (low + high) / 2) / ties if in_ties else 0.0
    gain = min(1.0, max(0.0, gain))
    return (
        _Block("scoop", scoop, 1, 1, ("you take it all", "")),
        _Block("low only", low, 0, 1, ("lost", "won")),
        _Block("high only", high, 1, 0, ("won", "lost")),
        _Block("ties", ties, gain, gain, (f"you get {gain:.2f}".replace("0.", "."), "")),
        _Block("neither", nothing, 0, 0, ("you get nothing", "")),
    )


def _draw_block(ax: Axes, block: _Block, left: float, pixels: float) -> None:
    """Draw both halves of a block, and write what becomes of them where there is room."""
    gap = min(1 / pixels, block.chance / 2)  # a white line between blocks
    width = block.chance - gap
    if block.high == block.low:
        pieces = [(0.0, 2 * block.low, WIN_FILL), (2 * block.low, 2.0, LOSE_FILL)]
        words = [(1.0, block.inside[0])]
    else:
        low, high = (WIN_FILL, LOSE_FILL) if block.low else (LOSE_FILL, WIN_FILL)
        pieces = [(0.0, 0.985, low), (1.015, 2.0, high)]
        words = [(1.5, block.inside[0]), (0.5, block.inside[1])]
    for bottom, top, colour in pieces:
        if top > bottom:
            ax.add_patch(Rectangle((left, bottom), width, top - bottom, color=colour, lw=0))
    for height, text in words:
        if _CHARACTER * len(text) + 8 < width * pixels:
            write(ax, (left + width / 2, height), text, color=ON_FILL, ha="center", va="center",
                   weight="bold")  # fmt: skip


def _name_blocks(ax: Axes, labels: list[tuple[float, float, str]], pixels: float) -> None:
    """Write labels (middle, width in pixels, text), wide blocks first, where there is room.

    That is above the block, below it, or in further lines below.
    """
    named: list[_Label] = []
    for middle, width, text in labels:
        label = _Label([middle], text, width < 40)
        joined = f"{named[-1].text}, {text}" if named else text
        fits = _CHARACTER * len(joined) <= pixels
        if named and named[-1].small and label.small and fits:  # neighbours share a label
            named[-1] = _Label([*named[-1].middles, middle], joined, True)
        else:
            named.append(label)
    rows: list[list[tuple[float, float]]] = [[] for _ in range(len(named) + 1)]
    for label in sorted(named, key=lambda label: label.small):
        half = min(0.5, _CHARACTER * len(label.text) / 2 / pixels)
        centre = min(1 - half, max(half, sum(label.middles) / len(label.middles)))
        reach = (centre - half - 4 / pixels, centre + half + 4 / pixels)
        row = next(
            row
            for row in range(label.small, len(rows))
            if all(reach[1] < left or right < reach[0] for left, right in rows[row])
        )
        rows[row].append(reach)
        height = 0.22 - 0.5 * row if row else 2.12
        if row:
            ax.vlines(label.middles, -0.2, -0.05, color=EDGE, lw=1)
        write(ax, (centre, height), label.text, ha="center", va="top" if row else "baseline",
               color=TEXT, weight="bold")  # fmt: skip
    below = max(1, *(row for row, reaches in enumerate(rows) if reaches))
    ax.set_ylim(-0.14 - 0.48 * below, 2.32)


@dataclass(frozen=True)
class _Label:
    """The name of a block, or of small neighbours."""

    middles: list[float]
    text: str
    small: bool


def _pixels(ax: Axes) -> float:
    figure = ax.get_figure(root=True)
    assert figure is not None
    return 72 * float(figure.get_figwidth())


# High and low of one hand


def joint_table(table: JointTable, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw how likely each high category is together with each kind of low.

    Parameters
    ----------
    table : stud8.JointTable
        What `stud8.FinalHand.exact` returns.
    ax, title
        As in `distribution`.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> from cardlab import stud8
    >>> joint_table(stud8.FinalHand("As 2s 3d").exact()).get_title("left")
    'A low comes in 48.3 % of deals, most often with a pair'
    """
    ax = canvas(640, 340) if ax is None else ax
    head(ax, describe_joint_table(table), title, unit=" ")  # room for the names of columns
    names, columns, shares = joint_chances(table)
    most = max(max(row) for row in shares)
    cells = [
        [(look.decimals(share) if share >= 5e-5 else "<.001" if share else "\N{EN DASH}",
          0.5 * (share / most) ** 0.5 if share else 0.0, ACCENT) for share in row]
        for row in shares
    ]  # fmt: skip
    for row, source in zip(cells, shares, strict=True):
        row.append((look.decimals(sum(source)), 0.0, ACCENT))
    totals = [sum(column) for column in zip(*shares, strict=True)]
    cells.append([(look.decimals(share), 0.0, ACCENT) for share in [*totals, 1.0]])
    _heat(ax, [*columns, "all"], cells)
    for height, name in enumerate([*names, "all"]):
        write(ax, (0, height), name, offset=(-8, 0), ha="right", va="center", in_layout=True,
               color=MUTED if name == "all" else TEXT)  # fmt: skip
    return ax


def describe_joint_table(table: JointTable) -> Caption:
    """Return the caption of `joint_table`."""
    names, columns, shares = joint_chances(table)
    with_low = [sum(row[:-1]) for row in shares]
    low = sum(with_low)
    often = _article(names[max(range(len(names)), key=with_low.__getitem__)])
    if low:
        title = f"A low comes in {percent(low)} of deals, most often with {often}"
    else:
        without = [row[-1] for row in shares]
        often = _article(names[max(range(len(names)), key=without.__getitem__)])
        title = f"No low can come; most often the hand is {often}"
    per_high = ", ".join(
        f"{name} {percent(sum(row))}" for name, row in zip(names, shares, strict=True)
    )
    per_low = ", ".join(
        f"{name} {percent(sum(column))}"
        for name, column in zip(columns, zip(*shares, strict=True), strict=True)
    )
    return Caption(
        title,
        "High and low that your hand becomes by seventh street, whatever the others hold",
        f"{title}. By high: {per_high}. By low: {per_low}.",
    )


def joint_chances(table: JointTable) -> tuple[list[str], list[str], list[list[float]]]:
    """Return the numbers of `joint_table`.

    Returns
    -------
    high, low : list of str
        The rows, high categories, and the columns, kinds of low; the best first.
    chances : list of list of float
        Row by row.
    """
    by_rank: dict[str, list[int]] = {}
    for place, low in enumerate(table.low()):
        by_rank.setdefault(str(low)[0], []).append(place)
    kinds = {"5": "5-low", "6": "6-low", "7": "7-low", "8": "8-low", "n": "no low"}
    shares = [
        [sum(row[place] for place in places) / table.deals for places in by_rank.values()]
        for row in table.counts[::-1]
    ]
    return [str(high) for high in table.high()][::-1], [kinds[key] for key in by_rank], shares


def _article(category: str) -> str:
    plain = {"two pair", "three of a kind", "four of a kind"}
    if category in plain:
        return category
    return "a high card only" if category == "high card" else f"a {category}"


# The next card


def next_card(after: CardEquities, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw the equity after each card that may come next, suit by rank.

    Parameters
    ----------
    after : stud8.CardEquities
        What `stud8.NextCard.exact` returns.
    ax, title
        As in `distribution`.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> from cardlab import stud8
    >>> matchup = stud8.Matchup("Ac2d3h4s9c9d", "KsKdQcJhTs7c")
    >>> next_card(stud8.NextCard(matchup).exact()).get_title("left")
    'A five helps most; ten to king hurts'
    """
    ax = canvas(640, 230) if ax is None else ax
    head(ax, describe_next_card(after), title, unit=" ")  # room for the names of columns
    equities, now = after.equities, after.now
    most = max(0.1, *(abs(float(equity) - float(now)) for equity in equities.values()))
    cells = []
    for suit in _SUITS:
        row = []
        for rank in _RANKS:
            equity = equities.get(Card(rank + suit))
            if equity is None:
                row.append(("\N{EN DASH}", 0.0, WIN))
            else:
                change = float(equity) - float(now)
                row.append((_two_digits(equity), 0.45 * abs(change) / most,
                             WIN if change > 0 else LOSE))  # fmt: skip
        cells.append(row)
    _heat(ax, [name.replace("T", "10") for name in _RANKS], cells)
    for height, suit in enumerate(_SUITS):
        place = SUITS.index(suit)
        colour = look.TOKENS[SUIT_NAMES[place].removesuffix("s")][0]
        write(ax, (0, height), f"{suit}{SYMBOLS[place]}", offset=(-8, 0), ha="right", va="center",
               color=colour, weight="bold", in_layout=True)  # fmt: skip
    return ax


def describe_next_card(after: CardEquities) -> Caption:
    """Return the caption of `next_card`."""
    equities, now = after.equities, after.now
    if not equities:
        message = "equities is empty: no card is to come"
        raise InvalidInput(message)
    ranks = _changes(equities, now, lambda card: RANK_NAMES[card.rank])
    suits = _changes(equities, now, lambda card: SUIT_NAMES[card.suit].removesuffix("s"))
    # A suit is named only if it moves the equity more than any rank does.
    both = suits | ranks if max(suits.values()) > max(ranks.values()) else ranks
    best, worst = max(both, key=both.__getitem__), min(ranks, key=ranks.__getitem__)
    helps = f"{_a(best)} helps most" if both[best] > _MATTERS else ""
    hurts = _hurting(ranks) or f"{_a(worst)} hurts most" if ranks[worst] < -_MATTERS else ""
    title = "; ".join(filter(None, (helps, hurts))) or "the next card hardly matters"
    low, high = min(equities, key=equities.__getitem__), max(equities, key=equities.__getitem__)
    return Caption(
        title[0].upper() + title[1:],
        f"Your equity after each card that you may get next. Green: above {float(now):.2f}, "
        "orange: below, \N{EN DASH}: cannot come.",
        f"Your equity is {float(now):.4f} now. After the best card, {high.name}, it is "
        f"{float(equities[high]):.4f}; after the worst, {low.name}, {float(equities[low]):.4f}. "
        f"{title[0].upper() + title[1:]}.",
    )


def _changes(equities: Mapping[Card, Number], now: Number, kind: Any) -> dict[str, float]:
    """Return the mean change of the equity for the cards of each kind."""
    found: dict[str, list[float]] = {}
    for card, equity in equities.items():
        found.setdefault(kind(card), []).append(float(equity) - float(now))
    return {name: sum(changes) / len(changes) for name, changes in found.items()}


def _hurting(ranks: dict[str, float]) -> str:
    """Return "nine to king hurts" if these, and only these, lower the equity."""
    order = [RANK_NAMES[RANKS.index(rank)] for rank in _RANKS]
    places = [order.index(name) for name, change in ranks.items() if change < -_MATTERS]
    first, last = min(places), max(places)
    if len(places) > 2 and last - first == len(places) - 1:
        return f"{order[first]} to {order[last]} hurts"
    return ""


def _a(name: str) -> str:
    return f"{'an' if name[0] in 'ae' else 'a'} {name}"


def _two_digits(value: Number) -> str:
    return f"{float(value):.2f}".removeprefix("0")


def _heat(ax: Axes, columns: Iterable[str], cells: list[list[tuple[str, float, str]]]) -> None:
    """Draw a table whose cells (text, opacity, colour) are coloured; its first row is on top."""
    columns = list(columns)
    ax.spines["bottom"].set_visible(False)
    ax.grid(visible=False)
    ax.set(xlim=(0, len(columns)), ylim=(len(cells) - 0.45, -0.55), yticks=[])
    ax.set_xticks([place + 0.5 for place in range(len(columns))], columns)
    ax.xaxis.tick_top()
    for height, row in enumerate(cells):
        for place, (text, opacity, colour) in enumerate(row):
            if opacity:
                tint = max(0.03, round(opacity, 3))
                shape = Rectangle((place + 0.02, height - 0.46), 0.96, 0.92, lw=0, color=colour)
                shape.set_alpha(tint)
                ax.add_patch(shape)
            ax.text(place + 0.5, height, text, ha="center", va="center", fontsize=SMALL,
                    color=MUTED if text == "\N{EN DASH}" else TEXT, in_layout=False)  # fmt: skip


# Street by street


def equity_by_street(
    equities: Mapping[str, Mapping[int, Number]],
    *,
    street: int | None = None,
    ax: Axes | None = None,
    title: str | None = None,
) -> Axes:
    """Draw the equity of one or more players as the cards come.

    Parameters
    ----------
    equities : mapping of str to mapping of int to number, or DataFrame
        For each player the equity by street, 3 to 7; or what `stud8.History.equity_by_street`
        returns. Streets may be missing at the end, for somebody who folds.
    street : int, optional
        A street to mark.
    ax, title
        As in `distribution`.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> equity_by_street({"you": {3: 0.59, 4: 0.62, 5: 0.55}}).get_title("left")
    'You: from .59 to .55'
    """
    ax = canvas(640, 220) if ax is None else ax
    head(ax, describe_equity_by_street(equities), title)
    lines = _lines(equities)
    ax.set(xlim=(2.5, 7.5), ylim=(-0.02, 1.08))
    ax.set_yticks([0, 0.5, 1], ["0", "½", "1"])
    narrow = _pixels(ax) < 500
    ax.set_xticks(
        list(_STREETS), [name if narrow else f"{name} street" for name in _STREETS.values()]
    )
    for value, style in ((0, "-"), (0.5, (0, (2, 3))), (1, "-")):
        ax.axhline(value, color=EDGE if value == 0 else LINE, lw=1, ls=style, zorder=0)
    ax.spines["bottom"].set_visible(False)
    last = max(_streets(lines))
    shared = sum(last in line for line in lines.values()) > len(_COLOURS)
    labels = []
    for number, (name, line) in enumerate(lines.items()):
        streets, values = list(line), [float(value) for value in line.values()]
        stays = streets[-1] == last
        colour, dashes, marker, sign = _STYLES[number % len(_STYLES)] if stays else _OUT
        ax.plot(streets, values, color=colour, lw=2, ls=dashes, marker=marker, ms=7, mec=colour,
                mfc=SURFACE, mew=1.5, clip_on=False, label=name, zorder=3)  # fmt: skip
        label = f"{name} {_two_digits(values[-1])}"
        if not stays:
            label = f"{label}, out"
        elif shared:  # a colour alone does not tell whose the label is
            label = f"{sign} {label}"
        labels.append((values[-1], label, colour))
        if street in line:
            ax.plot(street, float(line[street]), marker, ms=10, color=colour, zorder=4)
    if len(lines) > 1:
        end_labels(ax, labels, bold=_COLOURS)
        return ax
    for line in lines.values():
        for at, share in line.items():
            below = float(share) > 0.88
            write(ax, (at, float(share)), f"{float(share):.4f}", offset=(0, -22 if below else 10),
                   ha="center", weight="bold", color=ACCENT if at == street else TEXT)  # fmt: skip
    return ax


def describe_equity_by_street(equities: Mapping[str, Mapping[int, Number]]) -> Caption:
    """Return the caption of `equity_by_street`."""
    lines = _lines(equities)
    if len(lines) == 1:
        ((name, line),) = lines.items()
        begin, *_ = told = list(line.values())
        title = f"{name[0].upper()}{name[1:]}: from {_two_digits(begin)} to {_two_digits(told[-1])}"
    else:
        ahead = [_ahead(lines, at) for at in _streets(lines)]
        if len(set(ahead)) == 1:
            title = f"{_first_up(ahead[0])} is ahead{' all the way' if len(ahead) > 1 else ''}"
        else:
            title = f"{_first_up(ahead[0])} is ahead at first, {ahead[-1]} in the end"
    each = "; ".join(
        f"{name}: "
        + ", ".join(f"{_STREETS[at]} street {float(value):.4f}" for at, value in line.items())
        for name, line in lines.items()
    )
    return Caption(title, "Equity, the average share of the pot, as the cards come", f"{each}.")


_COLOURS = (ACCENT, LOSE, WIN, TEXT)

# Colour, dashes, marker, and the marker as a character. Grey is for those who are out.
_STYLES: tuple[tuple[str, Any, str, str], ...] = (
    (ACCENT, "-", "o", "\N{BLACK CIRCLE}"),
    (LOSE, (0, (5, 2)), "s", "\N{BLACK SQUARE}"),
    (WIN, (0, (2, 1.5)), "^", "\N{BLACK UP-POINTING TRIANGLE}"),
    (TEXT, "-", "D", "\N{BLACK DIAMOND}"),
    (ACCENT, (0, (1, 1.5)), "v", "\N{BLACK DOWN-POINTING TRIANGLE}"),
    (LOSE, "-", "P", "\N{HEAVY GREEK CROSS}"),
    (WIN, "-", "X", "\N{HEAVY MULTIPLICATION X}"),
    (TEXT, (0, (4, 2)), "*", "\N{BLACK STAR}"),
)
_OUT: tuple[str, Any, str, str] = (MUTED, (0, (1, 1.5)), "o", "")


def _lines(equities: Any) -> dict[str, dict[int, Number]]:
    """Return the lines without the streets that are missing."""
    if "equity" in getattr(equities, "columns", ()):
        equities = equities["equity"].unstack("player")
    lines = {
        str(name): {int(at): value for at, value in line.items() if value == value}  # no NaN
        for name, line in equities.items()
    }
    lines = {name: line for name, line in lines.items() if line}
    # Those who stay longest come first, and so differ most in colour.
    lines = dict(sorted(lines.items(), key=lambda item: -max(item[1], default=0)))
    if not lines or not {at for line in lines.values() for at in line} <= set(_STREETS):
        message = "equities must hold equities on streets 3 to 7 of at least one player"
        raise InvalidInput(message)
    return lines


def _streets(lines: dict[str, dict[int, Number]]) -> list[int]:
    return sorted({at for line in lines.values() for at in line})


def _ahead(lines: dict[str, dict[int, Number]], street: int) -> str:
    """Return who has the greatest equity on a street; "nobody" if it is shared."""
    equities = {name: line[street] for name, line in lines.items() if street in line}
    most = max(equities.values())
    first, *others = (name for name, equity in equities.items() if equity == most)
    return "nobody" if others else first


def _first_up(name: str) -> str:
    """Return the name as it begins a sentence; the names of players stay as they are."""
    return "Nobody" if name == "nobody" else name
