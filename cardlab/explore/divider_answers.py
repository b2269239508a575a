"""The answers of the explorer of Divider as HTML. Pure functions from values to text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from cardlab import look
from cardlab.cards import Card, symbols
from cardlab.divider.events import Divided
from cardlab.divider.making import best
from cardlab.divider.position import Position
from cardlab.divider.value_table import ValueTable, brief, prose, shown
from cardlab.explore import divider_pages as pages
from cardlab.explore import divider_ranking as rank
from cardlab.explore.divider_model import BURIED, DOWN, FOUR, THEIR_DOWN, Question
from cardlab.explore.divider_words import describe
from cardlab.explore.pages import explanation, remark, value_and_reach
from cardlab.results import Estimate, Explanation

_DASH = "\N{EN DASH}"
_CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
_TAKES = {
    "bayes": "He takes what is better for him on average, by his own pocket cards.",
    "open": "He sees your pocket cards too, and takes what is better for him.",
    "fixed": "He takes the group that leaves you less on average, whatever his pocket cards.",
    "equilibrium": "He reads your cut for what it tells of your pocket cards.",
}
_BEST = {"cut": "the best cut", "choice": "the better group", "placement": "the best placement"}


def field_cards(name: str, cards: Sequence[Card]) -> str:
    """Return the cards of a field, drawn as they lie on the table."""
    if name in (DOWN, THEIR_DOWN):
        drawn = "".join(look.face_down(str(card), "S") for card in cards)
    elif name == BURIED:
        drawn = "".join(look.card(str(card), "S", "seen") for card in cards)
    else:
        drawn = "".join(look.card(str(card), "M" if name == FOUR else "S") for card in cards)
    return f'<div class="cl-hand">{drawn}</div>'


def answer(
    question: Question | None, table: ValueTable | None, *, stale: bool, complete: bool
) -> str:
    """Return what the best action is, and its value."""
    kind = table.kind if table else question.kind if question else "cut"
    title = f"<h3>Your chance to win with {_BEST[kind]}, a tie counts half</h3>"
    if table is None:
        words = "no answer" if complete or question is None else "counting"
        return (
            f'{title}<div class="answer"><span class="number cl-muted">{_DASH}</span></div>'
            f'<div><span class="chip sampled">{words}</span></div>'
        )
    value, cards = table.value(table.best), rank.drawn(table.best)
    if isinstance(value, Estimate):
        text, reach = value_and_reach(value)
        more = f"{reach} (95 %); n = {table.n:,}, seed {table.seed}"
        if not complete:
            more += "; a better one follows"
    elif table.exact:
        text, more = f"{float(value):.4f}", "every case is counted"
    else:
        text, more = f"{value:.3f}", "found step by step, and close"
    if stale:
        more = "for the last cards that could be read"
    body = (
        f'<div class="answer"><span class="number">{text}</span>{cards}</div>'
        f"<div>{rank.chip(table)}{remark(more)}</div>"
    )
    return title + (f'<div class="cl-stale">{body}</div>' if stale else body)


def ranked(table: ValueTable, chosen: Divided | None) -> str:
    """Return the ranking under its title."""
    note = rank.assumption(table)
    return (
        f"{pages.title(rank.title(table), rank.chip(table))}{pages.lead(rank.lead(table))}"
        f"{rank.ranking(table, chosen, press=True)}{pages.small(note)}"
    )


def takes(
    position: Position, table: ValueTable, cut: Divided, first: Fraction | Estimate | None
) -> str:
    """Return what the chooser would take of a cut, and why.

    Parameters
    ----------
    position : Position
        What the divider sees.
    table : ValueTable
        The values of the cuts.
    cut : Divided
        The one on the board.
    first : Fraction, Estimate or None
        The chance that the chooser takes the first group; None while it is not known.
    """
    me = position.divider
    row = table.row(cut)
    rows = []
    for number, group in enumerate(cut.groups):
        chance = "" if first is None else _share(first, number, 4 if table.exact else 2)
        other = cut.groups[1 - number]
        mine = row.placements[1 - number] if row.placements else best(position, me, other).placed
        his = best(position, 1 - me, group)
        rows.append((symbols(group), chance, f"{describe(his.placed)}: {his.hand}", describe(mine)))
    heading = ("he takes", "chance", "he has then, without pocket cards", "you place the other")
    value = prose(brief(table.value(cut)))
    return (
        f"{pages.title('What the chooser makes of this cut')}"
        f"{pages.lead(f'{shown(cut)} is worth {value} to you.')}{look.table(heading, rows)}"
        f"{pages.small(_knows(table, first))}"
    )


def _share(first: Fraction | Estimate, number: int, digits: int) -> str:
    share = float(first) if number == 0 else 1 - float(first)
    return f"{share:.{digits}f}".removeprefix("0")


def _knows(table: ValueTable, first: Fraction | Estimate | None) -> str:
    """Return on what the chances rest."""
    if not table.sampled:
        return _TAKES[table.method]
    if not isinstance(first, Estimate):
        return ""
    return (
        f"What a {table.player} player takes with {first.n} hands of pocket cards he may have. The "
        " placements are those that make the best hand now; he may have reasons for others."
    )


def why(told: Explanation) -> str:
    """Return a derivation whose cards are drawn as in the rest of the page."""
    steps = tuple(
        _symbols(step)
        if isinstance(step, str)
        else tuple(tuple(map(_symbols, row)) for row in step)
        for step in told.steps
    )
    return explanation(replace(told, steps=steps))


def _symbols(words: str) -> str:
    return _CARD.sub(lambda hit: Card(hit[0]).symbol, words)
