"""Pictures of Shoot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.ticker import FuncFormatter, MaxNLocator

from cardlab import look
from cardlab.errors import InvalidInput
from cardlab.plots.drawing import (
    ACCENT,
    EDGE,
    LOSE,
    LOSE_TINT,
    MUTED,
    SMALL,
    WIN,
    WIN_TINT,
    Caption,
    beside,
    canvas,
    end_labels,
    head,
    no_leading_zero,
    number,
    percent,
    toward,
    write,
)
from cardlab.plots.page import TEXT
from cardlab.plots.results import bars, mean_label
from cardlab.results import Distribution

if TYPE_CHECKING:
    from cardlab.shoot.bank_result import BankResult
    from cardlab.shoot.odds import Turn
    from cardlab.shoot.record import Record

_NUMBERS = ("no", "one", "two", "three")


def place(turn: Turn, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw where a hand of Shoot stands among all hands, as they are dealt.

    Seen cards are left out: hands are compared by the cards they beat before any is turned.

    Parameters
    ----------
    turn : shoot.Turn
        The hand, and the rules to compare under.
    ax, title
        As in `distribution`.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> from cardlab import shoot
    >>> place(shoot.Turn("5h Kc Qs")).get_title("left")
    'Better than 91.8 % of hands, still not a favourite'
    """
    ax = canvas(424, 250) if ax is None else ax
    caption = describe_place(turn)
    if turn.seen and title is None:
        title = caption.title.replace(": ", ":\n", 1)  # too long for one line
    head(ax, caption, title)
    hands, mine, needed = _standing(turn)
    counts = [hands.get(beaten, 0) for beaten in range(max(hands) + 1)]
    colours = [WIN if beaten >= needed else EDGE for beaten in range(len(counts))]
    colours[mine] = ACCENT
    ax.bar(range(len(counts)), counts, width=0.9, color=colours, clip_on=False, zorder=2)
    top = max(counts)
    ax.set(xlim=(-0.5, len(counts) - 0.5), ylim=(0, 1.3 * top), yticks=[], xlabel=hands.name)
    ax.set_xticks(range(0, len(counts), 6 if len(counts) > 30 else 3))
    favourites = hands.probability(lambda beaten: beaten >= needed)
    if favourites:
        ax.axvspan(needed - 0.5, len(counts) - 0.5, 0, 0.84, color=WIN_TINT, lw=0, zorder=0)
        share = f"favourites {percent(favourites)}"
        write(ax, (0.99, 0.8), share, "axes", color=WIN, ha="right", va="top", weight="bold")
    # Among low bars the label of a favourite stands below that of all favourites.
    nearby = max(counts[max(0, mine - 6) : mine + 7])
    height = nearby + 0.15 * top if mine >= needed and nearby < 0.6 * top else 1.2 * top
    ax.vlines(mine, counts[mine] + 0.02 * top, height, color=ACCENT, lw=1.5)
    write(ax, (mine, height + 0.02 * top), f"this hand: {mine}", color=ACCENT, weight="bold",
           ha=toward(ax, mine))  # fmt: skip
    mode = counts.index(top)
    x, side = (mode, "center") if abs(mode - mine) > 6 else beside(mode, mine, 0.6)
    write(ax, (x, 1.03 * top), f"{top:,} hands", ha=side)
    return ax


def describe_place(turn: Turn) -> Caption:
    """Return the caption of `place`.

    Examples
    --------
    >>> from cardlab import shoot
    >>> print(describe_place(shoot.Turn("5h Kc Qs")))
    This hand beats 24 cards. 91.8 % of the 22,100 hands beat fewer and 6.6 % beat more. \
A favourite beats 25 or more, as 6.6 % of hands do.
    """
    hands, mine, needed = _standing(turn)
    worse = hands.probability(lambda beaten: beaten < mine)
    better = hands.probability(lambda beaten: beaten > mine)
    favourites = hands.probability(lambda beaten: beaten >= needed)
    if better == 0:
        title = "No hand is better"
    elif worse == 0:
        title = "No hand is worse"
    elif worse >= better:
        title = f"Better than {percent(worse)} of hands"
    else:
        title = f"Worse than {percent(better)} of hands"
    if mine >= needed:
        title += ", a favourite"
    elif worse >= better:
        title += ", still not a favourite"
    subject = "This hand"
    if turn.seen:
        title = f"Before any card is seen: {title[0].lower()}{title[1:]}"
        subject = "Before any card is seen, this hand"
    need = f"a favourite needs {needed}" if favourites else "no hand is a favourite"
    note = f"All {hands.total:,} hands by number of winning cards; {need}"
    text = (
        f"{subject} beats {mine} cards. {percent(worse)} of the {hands.total:,} hands beat fewer "
        f"and {percent(better)} beat more."
    )
    if favourites:
        text += f" A favourite beats {needed} or more, as {percent(favourites)} of hands do."
    else:
        text += " No hand is a favourite."
    return Caption(title, note, text)


def _standing(turn: Turn) -> tuple[Distribution[int], int, int]:
    """Return all hands by winning cards, the number of this hand, and what a favourite needs."""
    from cardlab.shoot.odds import winning_cards

    rules = turn.rules
    mine = rules.winning(turn.hand).bit_count()
    return winning_cards(rules), mine, (52 - rules.hand_size) // 2 + 1


def kitty(result: BankResult, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw what becomes of the kitty, turn by turn, as a fan chart.

    The bands hold the middle 50 % and 90 % of the banks; the line is the median, the dashed line
    the mean, dotted lines part the deals. A mean far above the fan leaves the picture at the top.

    Parameters
    ----------
    result : shoot.BankResult
        Simulated with ``path=True``.
    ax, title
        As in `distribution`.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    InvalidInput
        If the result has no path.
    """
    ax = canvas(692, 380) if ax is None else ax
    head(ax, describe_kitty(result), title, unit="tokens")
    path = _path(result)
    turns = range(len(path))
    ax.fill_between(turns, path["q05"], path["q95"], color=ACCENT, alpha=0.16, lw=0)
    ax.fill_between(turns, path["q25"], path["q75"], color=ACCENT, alpha=0.26, lw=0)
    ax.plot(turns, path["mean"], color=TEXT, lw=1.5, dashes=(4, 3))
    ax.plot(turns, path["q50"], color=ACCENT, lw=2.5)
    highest = max(path["q95"])
    in_view = max(path["mean"]) <= 2 * highest
    top = max(highest, max(path["mean"])) if in_view else highest
    ax.set_ylim(0, 1.1 * top)
    ax.yaxis.set_major_locator(MaxNLocator(5, integer=True))
    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    _deals(ax, result)
    end = path.iloc[-1]
    quantiles: dict[float, list[str]] = {}
    for column, level in {"q05": "5 %", "q25": "25 %", "q75": "75 %", "q95": "95 %"}.items():
        quantiles.setdefault(float(end[column]), []).append(level)
    labels = [
        (value, f"{', '.join(levels)}: {number(value)}", MUTED)
        for value, levels in quantiles.items()
    ]
    labels.append((float(end["q50"]), f"median: {number(end['q50'])}", ACCENT))
    tail = ", heavy tail" if result.heavy_tail else ""
    labels.append((float(end["mean"]), f"mean: {number(end['mean'])}{tail}", TEXT))
    end_labels(ax, labels)
    return ax


def describe_kitty(result: BankResult) -> Caption:
    """Return the caption of `kitty`."""
    path = _path(result)
    start, end = path.iloc[0], path.iloc[-1]
    deals = result.bank.deals
    after = f"after {_NUMBERS[deals]} {'deal' if deals == 1 else 'deals'}"
    median = number(end["q50"])
    half = f"{number(end['q25'])} to {number(end['q75'])}"
    warning = f" {result.warning}" if result.warning else ""
    who = f"{percent(end['broke'])} of dealers are" if end["broke"] else "No dealer is"
    note = "Kitty after each turn, in tokens: middle 50 % and 90 % of banks, median, mean (dashed)"
    few = next((turn for turn, share in enumerate(path["broke"]) if share > 0.95), None)
    emptied = ""
    if few is not None:  # the bands have come down to zero, however high they were before
        emptied = f" From turn {few} on fewer than 5 % of banks hold anything."
        note += f";\nfrom turn {few} on fewer than 5 % of banks hold anything"
    return Caption(
        f"{who} broke {after}; half of the kitties lie from {half}",
        note,
        f"The kitty starts at {number(start['q50'])} tokens. {after.capitalize()} the median is "
        f"{median} and the mean {number(end['mean'])}; "
        f"half of the banks hold {half}, "
        f"nine in ten {number(end['q05'])} to {number(end['q95'])}. "
        f"{who} broke.{emptied}{warning}",
    )


def broke(result: BankResult, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw the share of dealers that are broke, turn by turn.

    Parameters
    ----------
    result : shoot.BankResult
        Simulated with ``path=True``.
    ax, title
        As in `distribution`.

    Returns
    -------
    matplotlib Axes

    Raises
    ------
    InvalidInput
        If the result has no path.
    """
    ax = canvas(692, 250) if ax is None else ax
    head(ax, describe_broke(result), title, unit="share")
    shares = list(_path(result)["broke"])
    ax.fill_between(range(len(shares)), shares, color=LOSE_TINT, lw=0)
    ax.plot(range(len(shares)), shares, color=LOSE, lw=2, clip_on=False)
    top = 1.25 * shares[-1] or 1.0
    ax.set_ylim(0, top)
    ax.set_yticks([tick for tick in MaxNLocator(4).tick_values(0, top) if tick <= min(1, top)])
    ax.yaxis.set_major_formatter(FuncFormatter(no_leading_zero))
    for turn in _deals(ax, result)[1:-1]:
        ax.plot(turn, shares[turn], "o", ms=6, color=LOSE)
        style = {"color": LOSE, "ha": "right", "weight": "bold"}
        write(ax, (turn, shares[turn]), _short(shares[turn]), offset=(-6, 6), **style)
    end_labels(ax, [(shares[-1], f"broke: {_short(shares[-1])}", LOSE)])
    return ax


def describe_broke(result: BankResult) -> Caption:
    """Return the caption of `broke`."""
    shares = list(_path(result)["broke"])
    deals, players = result.bank.deals, result.bank.players
    each = ", ".join(
        f"{percent(shares[players * deal])} after {_NUMBERS[deal]}" for deal in range(1, deals + 1)
    )
    if shares[-1] == 0:
        title = f"No dealer went broke in {result.n:,} bank{'s' * (result.n != 1)}"
    elif deals == 1:
        title = f"{percent(shares[-1])} of dealers are broke after one deal"
    else:
        title = f"Each deal adds to the risk: {each}"
    text = f"Share of dealers that are broke, by deals played: {each}."
    return Caption(title, "Dealers broke after each turn", text)


def _path(result: BankResult) -> Any:
    if result.path is None:
        message = "result has no path to draw; simulate with path=True"
        raise InvalidInput(message)
    return result.path


def _deals(ax: Axes, result: BankResult) -> list[int]:
    """Mark the deals on the axis of turns; return the turns at which they begin and end."""
    players, deals = result.bank.players, result.bank.deals
    ends = [players * deal for deal in range(deals + 1)]
    ax.set(xlim=(0, ends[-1]), xlabel="turns")
    ax.set_xticks(ends)
    ax.set_xticks([end - players / 2 for end in ends[1:]], minor=True)
    ax.set_xticklabels([f"deal {deal + 1}" for deal in range(deals)], minor=True)
    ax.tick_params(axis="x", which="minor", length=0, pad=8, labelcolor=TEXT, labelsize=SMALL)
    ax.tick_params(axis="x", which="major", length=4, pad=4)
    for end in ends[1:-1]:
        ax.axvline(end, color=EDGE, lw=1, ls=(0, (2, 4)))
    return ends


def record(record: Record, *, ax: Axes | None = None, title: str | None = None) -> Axes:
    """Draw the number of wins under fair dealing, with what a record shows of it.

    Shaded are the records with as few wins as this one or fewer.

    Parameters
    ----------
    record : shoot.Record
        What to draw.
    ax, title
        As in `distribution`.

    Returns
    -------
    matplotlib Axes

    Examples
    --------
    >>> from cardlab import shoot
    >>> turns = [("5h Kc Qs", "", "2d"), ("Ac 4h 7d", "2d", "3h")]
    >>> record(shoot.Record(turns)).get_title("left")
    '1 win in 2 turns: fair dealing gives as few in 81.6 % of records'
    """
    ax = canvas() if ax is None else ax
    head(ax, describe_record(record), title, unit="probability")
    fair = record.exact()
    share = look.decimals(float(record.p_value("less")))
    bars(ax, fair, set(range(record.wins + 1)), f"{record.wins} or fewer: {share}")
    mean_label(ax, fair, f"expected {number(record.expected)}")
    return ax


def describe_record(record: Record) -> Caption:
    """Return the caption of `record`."""
    turns, wins = len(record.turns), record.wins
    share = percent(record.p_value("less"))
    count = (
        f"{wins} {'win' if wins == 1 else 'wins'} in {turns} {'turn' if turns == 1 else 'turns'}"
    )
    return Caption(
        f"{count}: fair dealing gives as few in {share} of records",
        "Probability of each number of wins if the dealing is fair; shaded: as few, or fewer",
        f"{count}, where fair dealing gives {number(record.expected)} on average. It gives as few "
        f"or fewer in {share} of such records.",
    )


def _short(share: float) -> str:
    """Return a share for a label: no leading zero, and as many decimals as tell it from 0 and 1."""
    if share in (0, 1):
        return f"{share:.0f}"
    digits = 3
    while digits < 12 and float(f"{share:.{digits}f}") in (0, 1):
        digits += 1
    return f"{share:.{digits}f}".removeprefix("0")
