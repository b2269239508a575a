"""The answers of the explorers of stud hi/lo as HTML. Pure functions from results to text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

from cardlab import look
from cardlab.cards import SUIT_NAMES, SUITS, Card, symbols
from cardlab.explore.pages import (
    Cell,
    explanation,
    figure,
    heat_map,
    remark,
    two_sizes,
    value_and_reach,
)
from cardlab.explore.stud8_model import Call, ReviewModel, Spot
from cardlab.hands import CATEGORIES, NO_LOW
from cardlab.results import Estimate, HiLoTable, PotShares
from cardlab.stud8.decisions import CardEquities
from cardlab.stud8.final import JointTable
from cardlab.stud8.lows import LOWS
from cardlab.stud8.sampled import Sampled

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Result = HiLoTable | PotShares | Sampled

VIEWS = {"all": "all that are told", "public": "only those face up"}
STREETS = {3: "3rd", 4: "4th", 5: "5th", 6: "6th", 7: "7th"}
_DASH = "\N{EN DASH}"
_RANKS = "A23456789TJQK"


# Your cards against others


def hands(spot_cards: Sequence[Card | None], size: look.Size) -> str:
    """Return the cards of a seat, those not known face down."""
    return look.hand(["??" if card is None else str(card) for card in spot_cards], size)


def unknown_in_words(unknown: int, street: int) -> str:
    """Return what it means that cards of an opponent are not known."""
    which = "hole" if unknown == 2 + (street == 7) else "more"
    cards = (
        "One card" if unknown == 1 else f"{('', '', 'Two', 'Three')[min(unknown, 3)]} {which} cards"
    )
    if unknown > 3:
        cards = f"{unknown} cards"
    return f"{cards} not known: all that can be count alike."


def more_in_words(name: str, more: int) -> str:
    """Return what it means that an opponent has more cards than you."""
    cards, counts = ("a card", "it counts") if more == 1 else (f"{more} cards", "they count")
    return f"{name.capitalize()} has {cards} more than you: {counts} as seen."


def matchup_answer(spot: Spot | None, result: Result | None, *, note: str, stale: bool) -> str:
    """Return your equity and the others', and beside it the chance that you make a low."""
    title = "<h3>Your equity: your average share of the pot</h3>"
    if spot is None:
        return f'<div>{title}<p class="cl-muted">Choose three cards of yours.</p></div>'
    if result is None:
        return (
            f'<div>{title}<div class="answer"><span class="number cl-muted">{_DASH}</span></div>'
            f'<div><span class="chip sampled">counting</span>{remark(note)}</div></div>'
            f"{_low(spot, stale=stale)}"
        )
    if isinstance(result, Sampled):
        value, reach = value_and_reach(result.equities[0])
        more = f"{reach} (95 %); {note or f'n = {result.n:,}, seed {result.seed}'}"
        chip = '<span class="chip sampled">sampled</span>'
    else:
        value, more = f"{float(result.equity):.4f}", note or _counted(result.deals)
        chip = '<span class="chip exact">exact</span>'
    others = _others(result.equities)
    body = (
        f'<div class="answer"><span class="number">{value}</span><span class="cl-muted">{others}'
        f"</span></div><div>{chip}{remark(more)}</div>"
    )
    if stale:
        body = f'<div class="cl-stale">{body}</div>'
    return f"<div>{title}{body}</div>{_low(spot, stale=stale)}"


def spot_in_words(spot: Spot) -> str:
    """Return the cards that an answer belongs to."""
    others = " and ".join(symbols(cards) or "nothing known" for cards in spot.seats[1:])
    dead = f", dead {symbols(spot.dead)}" if spot.dead else ""
    return f"for {symbols(spot.seats[0])} against {others}{dead}"


def _others(equities: Sequence[Any]) -> str:
    shown = ", ".join(
        f"{share.value:.3f}" if isinstance(share, Estimate) else f"{float(share):.4f}"
        for share in equities[1:]
    )
    return f"{'opponent' if len(equities) == 2 else 'opponents'} {shown}"


def _counted(deals: int) -> str:
    return f"{deals:,} deals, each counted" if deals > 1 else "the only deal there can be"


def _low(spot: Spot, *, stale: bool) -> str:
    odds = spot.low.exact()
    counted = f"{odds.favourable:,} of {odds.total:,} draws"
    if spot.street == 7:
        counted = "All your cards are known."
    return (
        f"<div{' class=cl-stale' if stale else ''}><h3>You make a low</h3>"
        f'<div class="answer"><span class="second">{float(odds):.4f}</span></div>'
        f'<p class="cl-small">{counted}</p></div>'
    )


def pot(result: HiLoTable | Sampled, *, drawn: bool = True) -> str:
    """Return the pot bar, or only its title for a start."""
    from cardlab import plots

    def draw(width: int) -> Axes:
        return plots.pot_shares(result, ax=plots.canvas(width, 128), title="")

    note = f"Sampled, n = {result.n:,}." if isinstance(result, Sampled) else ""
    picture = two_sizes(draw) if drawn else ""
    return figure(plots.describe_pot_shares(result), picture, note=note)


def street_columns(spot: Spot | None) -> list[dict[str, Any]]:
    """Return what stands in the strip of streets: the cards of each seat, dealt on each."""
    columns = []
    for street, name in STREETS.items():
        rows, words = [], []
        there = spot is not None and street <= spot.street
        seats = range(len(spot.seats) if spot else 2)
        for seat in seats:
            dealt = spot.dealt(seat) if spot else ()
            own = dealt[:3] if street == 3 else dealt[street - 1 : street]
            faces = ["??" if card is None else str(card) for card in own]
            blank = look.empty("S") * ((3 if street == 3 else 1) - len(faces))
            cards = "".join(look.card(face, "S") for face in faces)
            rows.append(f'<span class="cl-hand" data-seat="{seat}">{cards}{blank}</span>')
            said = ", ".join("unknown" if f == "??" else look.spoken(f) for f in faces)
            words.append(f"{'you' if seat == 0 else f'opponent {seat}'} {said or 'no card yet'}")
        columns.append(
            {
                "value": street,
                "name": f'{name}<span class="cl-word"> street</span>',
                "html": "".join(rows),
                "spoken": f"{name} street: {'; '.join(words)}",
                "there": there,
            }
        )
    return columns


def street_plot(equities: Mapping[int, Any], street: int) -> str:
    """Return your equity as the cards come, under the columns of the strip."""
    from cardlab import plots

    def draw(width: int) -> Axes:
        axes = plots.canvas(width, 96)
        axes = plots.equity_by_street({"you": equities}, street=street, ax=axes, title="")
        axes.set_xticks([])
        return axes

    return two_sizes(draw)


STREET_TITLE = (
    "<figcaption><h3>Street by street</h3><p>Your equity as the cards come. Choose a street to see "
    "its answer; press an empty card to choose it. Dead cards count as seen from the start.</p>"
    "</figcaption>"
)


def next_cards(after: CardEquities, *, n: int = 0, half_width: float = 0.0) -> str:
    """Return your equity after each card, suit by rank; sampled if there is an n."""
    from cardlab import plots

    now = float(after.now)
    most = max([0.1, *(abs(float(equity) - now) for equity in after.equities.values())])
    rows = []
    for suit in "shdc":
        cells = []
        for rank in _RANKS:
            equity = after.equities.get(Card(rank + suit))
            if equity is None:
                cells.append(Cell(_DASH))
                continue
            change = float(equity) - now
            text = f"{float(equity):.2f}".removeprefix("0")
            cells.append(Cell(text, abs(change) / most, "win" if change > 0 else "lose"))
        name = SUIT_NAMES[SUITS.index(suit)].removesuffix("s")
        rows.append((f'<span class="{name}">{suit}{look.suit(suit)}</span>', cells))
    note = f"Sampled, n = {n:,} for each card, 95 % interval ± {half_width:.3f}." if n else ""
    heading = ["10" if rank == "T" else rank for rank in _RANKS]
    return figure(plots.describe_next_card(after), heat_map("suit", heading, rows), note=note)


def joint(table: JointTable) -> str:
    """Return how your high and your low come together."""
    from cardlab import plots

    names, columns, shares = plots.joint_chances(table)
    most = max(max(row) for row in shares)
    rows = []
    for name, row in zip(names, shares, strict=True):
        cells = [Cell(_chance(share), (share / most) ** 0.5) for share in row]
        rows.append((escape(name), [*cells, Cell(_chance(sum(row)))]))
    totals = [Cell(_chance(sum(column))) for column in zip(*shares, strict=True)]
    rows.append(("all", [*totals, Cell("1")]))
    body = heat_map("high", [*columns, "all"], rows)
    caption = plots.describe_joint_table(table)
    if len(table.cards) == 7:
        caption = replace(caption, title=_made(table), note="All seven cards are known")
    return figure(caption, f'<div class="cl-joint">{body}</div>')


def _made(table: JointTable) -> str:
    """Return what a hand is of which all cards are known."""
    high = next(row for row, counts in enumerate(table.counts) if any(counts))
    low = next(place for place, count in enumerate(table.counts[high]) if count)
    lows = f"{LOWS[low]} for low" if low < NO_LOW else "no low"
    name = CATEGORIES[high]
    article = "" if name[0] == "t" or " of " in name else "a "  # two pair, three or four of a kind
    return f"You have {article}{name} for high, {lows}"


def _chance(share: float) -> str:
    if share == 0:
        return _DASH
    return look.decimals(share) if share >= 5e-5 else "<.001"


def outcomes(spot: Spot, result: HiLoTable | Sampled) -> str:
    """Return all outcomes in numbers, and how the chance of a low is counted."""
    from cardlab import plots

    counts = result.counts if isinstance(result, HiLoTable) else result.tally.table()
    title = "All outcomes, sampled" if isinstance(result, Sampled) else "All outcomes, counted"
    heading = ("High half", "low lost", "low tied", "low won", "nobody has a low")
    rows = [
        (name, *(f"{count:,}" for count in row))
        for name, row in zip(("won", "tied", "lost"), counts[::-1], strict=True)
    ]
    told = f"<p>{escape(plots.describe_pot_shares(result).text)}</p>"
    return look.disclosure(title, look.table(heading, rows) + told) + look.disclosure(
        "Your low, counted", explanation(spot.low.explain())
    )


# A hand that was played


def review_answer(model: ReviewModel, priced: Mapping[int, Priced]) -> str:
    """Return what has happened in this step, and the price if it was a call."""
    if not model.moments:
        return "<div><h3>No hand yet</h3><p>Choose one, or open a PHH file.</p></div>"
    state = model.moment.state
    street = f", {STREETS[state.street]} street" if state.street > 2 else ""
    tiles = [look.Tile("Pot", f"{state.pot:,}", "chips in the middle")]
    if model.step in priced:
        tiles += _call_tiles(priced[model.step])
    else:
        staying = state.folded.count(False)
        tiles.append(look.Tile("In the hand", f"{staying}", f"of {len(state.players)} players"))
    return (
        f"<div><h3>Step {model.step} of {len(model.moments) - 1}{street}</h3>"
        f'<p class="cl-event">{look.prose(model.words_at(model.step))}</p>{look.tiles(tiles)}</div>'
    )


def _call_tiles(priced: Priced) -> list[look.Tile]:
    odds, gain = priced.call.odds, priced.gain
    tone = "win" if gain > 0 else "lose" if gain < 0 else ""
    return [
        look.Tile(
            "The call needs",
            f"{float(odds.equity):.4f}",
            f"{odds.call:,} of {odds.pot + odds.call:,}",
            meaning="the share of the pot at which the call neither gains nor loses",
        ),
        look.Tile("Equity", priced.shown, priced.how, tone),
        look.Tile("On average", _signed(gain), "chips, without more betting", tone),
    ]


@dataclass(frozen=True)
class Priced:
    """A call and the caller's equity."""

    call: Call
    result: Result

    @property
    def equity(self) -> float:
        """The caller's share of the pot."""
        return float(self.result.equities[0])

    @property
    def gain(self) -> float:
        """What the call gains on average, in chips."""
        return float(self.call.odds.gain(Fraction(self.equity)))

    @property
    def shown(self) -> str:
        """The equity with as many digits as are known."""
        if isinstance(self.result, Sampled):
            return value_and_reach(self.result.equities[0])[0]
        return f"{self.equity:.4f}"

    @property
    def how(self) -> str:
        """Whether it is exact."""
        if isinstance(self.result, Sampled):
            return f"sampled, n = {self.result.n:,}"
        return f"exact, {len(self.call.matchup.seats)} hands"


def seats(model: ReviewModel, equities: Mapping[tuple[int, str], float]) -> str:
    """Return the table: who has which cards, chips and equity."""
    if not model.moments:
        return ""
    state = model.moment.state
    rows = []
    hands_now = model.hands_at(model.step)
    for seat, name in enumerate(state.players):
        folded = state.folded[seat]
        cards = "".join(
            look.card("??" if card is None else str(card), "S", "seen" if folded else "plain")
            for card in hands_now[seat]
        )
        equity = equities.get((state.street, name))
        share = "folded" if folded else "" if equity is None else look.decimals(equity)
        over = state.phase == "end"  # the last bet is in the pot that was paid
        bet = f"{state.bets[seat]:,}" if state.bets[seat] and not over else _DASH
        mark = ' class="cl-acting"' if seat == state.seat else ""
        rows.append(
            f'<tr{mark}><th scope="row">{escape(name)}</th><td><span class="cl-hand">{cards}</span>'
            f"</td><td>{state.stacks[seat]:,}</td><td>{bet}</td><td>{share}</td></tr>"
        )
    acting = f" {state.players[state.seat]} is to act." if state.seat is not None else ""
    return (
        "<figure><figcaption><h3>The table</h3><p>Equity: as the street was dealt, among those "
        f"then in.{escape(acting)}</p></figcaption>"
        '<div class="cl-scroll"><table class="cl-table cl-seats"><thead><tr>'
        '<th scope="col">player</th><th scope="col">cards</th><th scope="col">chips</th>'
        '<th scope="col">bet</th>'
        f'<th scope="col">equity</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
        "</figure>"
    )


def review_plot(frame: Any) -> str:
    """Return the equities as the cards came, as a picture and as a table."""
    from cardlab import plots

    def draw(width: int) -> Axes:
        return plots.equity_by_street(frame, ax=plots.canvas(width, 220), title="")

    unknown = int(frame["unknown"].sum())
    sampled = frame[frame["method"] == "sampled"]
    notes = []
    if len(sampled):
        reach = 1.96 * float(sampled["standard_error"].max())
        streets = sorted({int(at) for at in sampled.index.get_level_values("street")})
        names = " and ".join(STREETS[at] for at in streets)
        dealt = frame.index.get_level_values("street").nunique()
        exact = "; the others exact" if dealt > len(streets) else ""
        notes.append(f"On {names} street sampled, 95 % interval ± {reach:.4f}{exact}.")
    if unknown:
        notes.append("A card that is not known may be any unseen card.")
    table = _equity_table(frame)
    return figure(
        plots.describe_equity_by_street(frame), two_sizes(draw), note=" ".join(notes)
    ) + look.disclosure("The same in numbers", table)


def _equity_table(frame: Any) -> str:
    shares = frame["equity"].unstack("street")
    heading = ("player", *(f"{STREETS[int(at)]} street" for at in shares.columns))
    rows = [
        (str(name), *(_DASH if value != value else look.decimals(value) for value in values))
        for name, *values in shares.itertuples()
    ]
    return look.table(heading, rows)


def calls_table(priced: Sequence[Priced], step: int) -> str:
    """Return the pot odds of every call."""
    title = "<figcaption><h3>Pot odds of every call</h3><p>"
    if not priced:
        return f"<figure>{title}Nobody calls in this hand.</p></figcaption></figure>"
    heading = ("step", "player", "calls", "pot", "needs", "equity", "gains")
    head = "".join(f'<th scope="col">{name}</th>' for name in heading)
    rows = []
    for one in priced:
        odds = one.call.odds
        cells = (
            one.call.player,
            f"{odds.call:,}",
            f"{odds.pot:,}",
            look.decimals(float(odds.equity)),
            one.shown.removeprefix("0"),
        )
        tone = "win" if one.gain > 0 else "lose"
        mark = ' class="cl-acting"' if one.call.step == step else ""
        rows.append(
            f"<tr{mark}><td>{one.call.step}</td>"
            + "".join(f"<td>{escape(cell)}</td>" for cell in cells)
            + f'<td class="{tone}">{_signed(one.gain)}</td></tr>'
        )
    return (
        f"<figure>{title}A call pays if its equity is above what it needs: the call as a share of "
        "the pot after it. Equity against those in at that moment, without more betting."
        '</p></figcaption><div class="cl-scroll"><table class="cl-table cl-calls"><thead><tr>'
        f"{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div></figure>"
    )


def steps(model: ReviewModel) -> str:
    """Return all that happened, in order."""
    rows = "".join(
        f'<li value="{number}"{" class=cl-acting" if number == model.step else ""}>'
        f"{look.prose(model.words_at(number))}</li>"
        for number in range(len(model.moments))
    )
    return look.disclosure("All steps", f'<ol class="cl-steps">{rows}</ol>') if rows else ""


def _signed(value: float) -> str:
    return f"{value:+,.0f}".replace("-", "\N{MINUS SIGN}")
