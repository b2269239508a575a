"""The answers of the Shoot explorers as HTML. Pure functions from results to text."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from html import escape
from math import floor, inf, log10

from cardlab import look
from cardlab.cards import Card, symbols
from cardlab.explore.pages import figure, remark, svg, value_and_reach
from cardlab.explore.shoot_model import STRATEGIES
from cardlab.results import Estimate, Odds
from cardlab.shoot.bank_result import BankResult
from cardlab.shoot.odds import Turn
from cardlab.shoot.rules import Rules
from cardlab.shoot.strategies import AlwaysShoot, Kelly, MinimumBet, ShootAbove, Strategy

_DEALS = ("no deal", "one deal", "two deals", "three deals")


def turn_answer(turn: Turn | None, *, settled: bool) -> str:
    """Return the chance of winning; if it belongs to an earlier hand, it says to which."""
    title = "<h3>Chance that you win</h3>"
    if turn is None:
        return title + '<p class="cl-muted">Choose three cards.</p>'
    odds = turn.exact()
    if settled:
        cards = "the one card left" if odds.total == 1 else f"every one of the {odds.total} cards"
        note = f"{cards} counted"
    else:
        seen = f", {len(turn.seen)} seen" if turn.seen else ""
        note = f"for {symbols(turn.hand)}{seen}: the last cards that could be read"
    shown = look.answer(f"{odds.favourable} of {odds.total} =", f"{float(odds):.4f}")
    body = shown + f'<div><span class="chip exact">exact</span>{remark(note)}</div>'
    return title + (body if settled else f'<div class="cl-stale">{body}</div>')


def turn_sample(estimate: Estimate, odds: Odds) -> str:
    """Return a sampled chance beside the exact one, with a strip that shows both."""
    value, reach = value_and_reach(estimate)
    return (
        f'<div class="cl-between"><h3>{value} <span class="cl-muted">{reach}</span></h3>'
        f'<span class="chip sampled">sampled</span></div>{_strip(estimate, odds)}'
        f'<p class="cl-small">n = {estimate.n:,}, 95 % interval, seed {estimate.seed}. '
        "Blue line: the exact answer.</p>"
    )


def turn_tiles(turn: Turn, bankroll: int, kitty: int) -> str:
    """Return expected value, Kelly stake and odds against."""
    odds, value = turn.exact(), turn.expected_value
    stake = turn.kelly_stake(bankroll, kitty)
    if turn.kelly_fraction * bankroll < 1:
        why = "the least you must bet"
    elif stake == kitty:
        why = "the whole kitty: SHOOT"
    else:
        why = f"{float(100 * turn.kelly_fraction):.1f} % of your bankroll"
    odds_against = f"{odds.total - odds.favourable} to {odds.favourable}"
    one_win = "no card wins" if odds.one_in == inf else f"one win in {float(odds.one_in):.2f} turns"
    tone = "lose" if value < 0 else "win" if value > 0 else ""
    return look.tiles(
        (
            look.Tile("Expected value", signed(value), "tokens for each token bet", tone),
            look.Tile(
                "Kelly stake",
                tokens(stake),
                why,
                meaning="the stake that lets a bankroll grow fastest in the long run",
            ),
            look.Tile("Odds against", odds_against, one_win),
        )
    )


def turn_place(turn: Turn, *, drawn: bool = True) -> str:
    """Return the histogram of all hands with this one in it, or only its title for a start."""
    from cardlab import plots

    caption = plots.describe_place(turn)
    picture = _place(tuple(sorted(turn.hand)), turn.rules) if drawn else ""
    return figure(caption, picture)


@lru_cache(maxsize=256)
def _place(hand: tuple[Card, ...], rules: Rules) -> str:
    """Draw the histogram, once for each hand: seen cards do not change it."""
    from cardlab import plots

    axes = plots.place(Turn(hand, rules=rules), ax=plots.canvas(424, 190), title="")
    return svg(axes)


def turn_working(turn: Turn) -> str:
    """Return the derivation and the histogram in words, behind a disclosure."""
    from cardlab import plots

    parts = []
    for step in turn.explain().steps:
        if isinstance(step, str):
            parts.append(f"<p>{look.prose(step)}</p>")
        else:
            heading, *rows = step
            parts.append(look.table(heading, [[_drawn(cell) for cell in row] for row in rows]))
    parts.append(f"<p>{escape(plots.describe_place(turn).text)}</p>")
    return look.disclosure("Working", "".join(parts))


def _drawn(cell: str) -> str:
    """Return the cell "below Kc" as "below K♣", which is drawn."""
    words, _, last = cell.rpartition(" ")
    return f"{words} {Card(last).symbol}" if words == "below" else cell


def bank_answer(result: BankResult | None, *, note: str = "", stale: bool = False) -> str:
    """Return the chance that the dealer goes broke, and the kitty at the end.

    A stale answer, one to other settings than those in the fields, is faded and names its own.
    """
    title = "<h3>Chance that the dealer goes broke</h3>"
    if result is None:
        return f'<div>{title}<p class="cl-muted">No answer yet.</p></div>'
    value, reach = value_and_reach(result.broke)
    start = result.bank.kitty
    mean = result.mean.value
    change = (
        "as at the start"
        if round(mean, 1) == 0
        else (f"{abs(mean):,.1f} {'above' if mean > 0 else 'below'} the start")
    )
    more = note or f"n = {result.n:,}, 95 % interval, seed {result.seed}"
    if stale:
        more = bank_question(result)
    part = '<div class="cl-stale">' if stale else "<div>"
    return (
        f'{part}{title}<div class="answer"><span class="number">{value}</span>'
        f'<span class="cl-muted">{reach}</span></div>'
        f'<div><span class="chip sampled">sampled</span>{remark(more)}</div></div>'
        f"{part}<h3>Kitty after {_DEALS[result.bank.deals]}</h3>"
        f'<div class="answer"><span class="second">{tokens(result.median + start)}</span></div>'
        f'<p class="cl-small">median; the mean is {mean + start:,.1f}, {change}</p></div>'
    )


def bank_question(result: BankResult) -> str:
    """Return the settings that an answer belongs to, where the fields say something else."""
    bank = result.bank
    parts = (
        f"{bank.players} players",
        f"kitty {bank.kitty:,}",
        *_betting(bank.strategies[0]),
        "1 deal" if bank.deals == 1 else f"{bank.deals} deals",
        f"n = {result.n:,}",
        f"seed {result.seed}",
    )
    return "for " + ", ".join(parts)


def _betting(strategy: Strategy) -> tuple[str, ...]:
    """Return in words how players bet, and whether they remember the turned cards."""
    if isinstance(strategy, MinimumBet):
        return (STRATEGIES["minimum"],)
    if isinstance(strategy, AlwaysShoot):
        return (STRATEGIES["always"],)
    assert isinstance(strategy, ShootAbove | Kelly)  # the explorer has no others
    memory = "turned cards remembered" if strategy.memory else "turned cards forgotten"
    if isinstance(strategy, Kelly):
        return f"{STRATEGIES['kelly']} from a bankroll of {strategy.bankroll:,}", memory
    return STRATEGIES["shoot"], memory


def bank_warning(result: BankResult) -> str:
    """Return the warning of a heavy tail; if there is none, the same box says so quietly."""
    if result.warning is not None:
        return look.note("warn", "Heavy tail: do not read the mean alone", result.warning)
    richest = "1 % of banks hold" if result.n >= 100 else "bank holds"
    held = f"The richest {richest} {100 * result.top_share:.1f} % of all tokens"
    return look.note("ok", "No heavy tail", f"{held}, the largest {result.largest:,}.")


def bank_pictures(result: BankResult) -> str:
    """Return the fan chart and the share of broke dealers, wide and narrow."""
    from cardlab import plots

    pictures = []
    for caption, draw, heights in (
        (plots.describe_kitty(result), plots.kitty, (320, 280)),
        (plots.describe_broke(result), plots.broke, (180, 180)),
    ):
        drawings = []
        for kind, width, height in (("wide", 692, heights[0]), ("narrow", 400, heights[1])):
            axes = draw(result, ax=plots.canvas(width, height), title="")
            drawings.append(f'<div class="cl-{kind}">{svg(axes)}</div>')
        pictures.append(figure(caption, "".join(drawings)))
    return "".join(pictures)


def bank_numbers(result: BankResult) -> str:
    """Return the pictures' content as a table behind a disclosure."""
    path, players = result.path, result.bank.players
    assert path is not None  # the explorer asks for it
    heading = ("after", "5 %", "25 %", "median", "75 %", "95 %", "mean", "broke")
    rows = []
    for deal in range(result.bank.deals + 1):
        row = path.iloc[deal * players]
        quantiles = [f"{row[name]:,.0f}" for name in ("q05", "q25", "q50", "q75", "q95")]
        name = f"deal {deal}" if deal else "start"
        rows.append((name, *quantiles, f"{row['mean']:,.1f}", look.decimals(row["broke"])))
    played = f"<p>{escape(result.note)}</p>" if result.note else ""
    return look.disclosure("The same in numbers", look.table(heading, rows) + played)


def progress(done: int, n: int, seconds: float) -> str:
    """Return how far the simulation has come."""
    share = done / n
    left = seconds * (1 - share) / share if done else 0
    about = f"about {left:,.0f} s left" if left >= 1 else "&nbsp;"
    percent = f"{100 * share:.0f}"
    return (
        f"<p>{done:,} of {banks(n)}</p>"
        f'<div class="cl-bar" role="progressbar" aria-label="Banks played" aria-valuemin="0" '
        f'aria-valuemax="100" aria-valuenow="{percent}"><i style="width:{percent}%"></i></div>'
        f'<p class="cl-small">{about}</p>'
    )


def banks(count: int) -> str:
    """Return a number of banks in words."""
    return f"{count:,} bank" + "s" * (count != 1)


def tokens(count: int) -> str:
    """Return a number of tokens in words."""
    return f"{count:,} token" + "s" * (count != 1)


def signed(value: Fraction) -> str:
    """Return a value with its sign, a minus as long as a plus."""
    text = f"{float(value):+.4f}"
    return "0" if value == 0 else text.replace("-", "\N{MINUS SIGN}")


def _strip(estimate: Estimate, odds: Odds) -> str:
    """Draw the interval, the estimate and the exact answer on a piece of the number line.

    Places are in percent of the width, so that type keeps its size on every screen.
    """
    exact, (low, high) = float(odds), estimate.interval()
    half = 1.5 * max(high - low, abs(estimate.value - exact))
    left = exact - half

    def at(value: float) -> str:
        return f"{100 * (value - left) / (2 * half):.2f}%"

    step = _nice(2 * half / 4)
    digits = max(0, -floor(log10(step)))
    ticks = [
        k * step
        for k in range(floor(left / step), floor((left + 2 * half) / step) + 1)
        if left + 0.12 * half < k * step < left + 1.88 * half and 0 <= k * step <= 1
    ]
    marks = "".join(
        f'<line class="axis" x1="{at(tick)}" x2="{at(tick)}" y1="22" y2="26"/>'
        f'<text x="{at(tick)}" y="38" text-anchor="middle">{tick:.{digits}f}</text>'
        for tick in ticks
    )
    ends = "".join(f'<line x1="{at(end)}" x2="{at(end)}" y1="6" y2="18"/>' for end in (low, high))
    value, reach = value_and_reach(estimate)
    return (
        f'<svg class="cl-strip" width="100%" height="42" role="img" aria-label="Sampled {value}, '
        f'95 % interval {reach}; exact {exact:.4f}"><line class="axis" x1="0" x2="100%" y1="22.5" '
        f'y2="22.5"/>{marks}<line class="exact" x1="{at(exact)}" x2="{at(exact)}" y1="2" y2="22"/>'
        f'<g class="reach">{ends}<line x1="{at(low)}" x2="{at(high)}" y1="12" y2="12"/>'
        f'<circle cx="{at(estimate.value)}" cy="12" r="4"/></g></svg>'
    )


def _nice(step: float) -> float:
    """Return the least of 1, 2, 5, 10 times a power of ten that is not below `step`."""
    power = 10.0 ** floor(log10(step))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= step)
