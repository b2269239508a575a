"""How results look on a page: colours, type, drawn cards and the frame of every HTML result.

Colours are CSS variables with a light and a dark value. The surface and the first text colour
come from Jupyter's theme where there is one. Everything here returns HTML as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Literal

_HERE = Path(__file__).parent

# name: (light, dark)
TOKENS: dict[str, tuple[str, str]] = {
    "tint": ("#F4F6F8", "#2A2B2D"),
    "field": ("#FFFFFF", "#1A1A1A"),
    "table": ("#EAF0ED", "#1B2622"),
    "muted": ("#535C66", "#B4BAC1"),
    "line": ("#D8DCE2", "#41454A"),
    "edge": ("#7E8793", "#858D96"),
    "accent": ("#0060A8", "#6CB8FF"),
    "accent-tint": ("#E4EFF8", "#1D3145"),
    "win": ("#00745A", "#4FD6B0"),
    "win-fill": ("#00745A", "#3FB693"),
    "win-tint": ("#DDF1EA", "#163A31"),
    "lose": ("#B34700", "#FF9E6B"),
    "lose-fill": ("#B34700", "#E08A5C"),
    "lose-tint": ("#FBEADF", "#42291D"),
    "tie": ("#6B6B6B", "#B0B0B0"),
    "on-fill": ("#FFFFFF", "#111111"),
    "spade": ("#000000", "#F2F2F2"),
    "heart": ("#B34700", "#FF9E6B"),
    "diamond": ("#0060A8", "#6CB8FF"),
    "club": ("#00745A", "#4FD6B0"),
    "card": ("#FFFFFF", "#2C3036"),
    "dead": ("#ECEDEF", "#2B2C2E"),
    "dead-ink": ("#5C636B", "#A5ABB2"),
    "back": ("#EAF0F6", "#2A3948"),
    "back-line": ("#9DB3C8", "#51687F"),
    "back-edge": ("#5B7690", "#8FA6BC"),
}

# Taken from Jupyter's theme, with our own value where there is none.
_THEME = {
    "surface": ("var(--jp-layout-color1,#FFFFFF)", "var(--jp-layout-color1,#212121)"),
    "text": ("var(--jp-content-font-color0,#1B1F24)", "var(--jp-content-font-color0,#F0F1F2)"),
}

Size = Literal["L", "M", "S"]
State = Literal["plain", "own", "winning", "seen"]
Kind = Literal["warn", "error", "ok", "info"]


@cache
def css() -> str:
    """Return the style sheet: the tokens of both themes and the classes used here."""
    style = _HERE.joinpath("look.css").read_text("utf-8")
    return f".cl{{{tokens()}}}[data-jp-theme-light=false] .cl{{{tokens(dark=True)}}}\n{style}"


def tokens(*, dark: bool = False) -> str:
    """Return the tokens of a theme as declarations of CSS variables."""
    named = {**_THEME, **TOKENS}.items()
    return ";".join(f"--cl-{name}:{value[dark]}" for name, value in named)


def frame(body: str) -> str:
    """Return HTML that carries its own style, for `_repr_html_`."""
    return f'<style>{css()}</style><div class="cl">{body}</div>'


def answer(fraction: str, number: str) -> str:
    """Return the one large number of a result, with its fraction before it."""
    before = f'<span class="fraction">{escape(fraction)}</span>' if fraction else ""
    return f'<div class="answer">{before}<span class="number">{escape(number)}</span></div>'


def chip(kind: str, note: str) -> str:
    """Return the mark that says "exact" or "sampled", and a note beside it."""
    beside = f'<span class="note">{escape(note)}</span>' if note else ""
    return f'<div><span class="chip {kind}">{kind}</span>{beside}</div>'


def table(heading: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table of text cells."""
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in heading)
    body = "".join(
        "<tr>" + "".join(f"<td>{prose(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f'<table class="cl-table"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def decimals(value: float) -> str:
    """Return a probability for a table: four decimals and no leading zero."""
    text = f"{value:.4f}"
    return text.removeprefix("0") if text.startswith("0.") else text


def note(kind: Kind, title: str, text: str = "") -> str:
    """Return a box with a sign, a title and a sentence."""
    more = f"<p>{prose(text)}</p>" if text else ""
    return (
        f'<div class="cl-box {kind}">{sign(kind)}'
        f'<div><p class="title">{escape(title)}</p>{more}</div></div>'
    )


_SIGNS: dict[Kind, str] = {
    "warn": "M10 2.2 18.6 17.4H1.4ZM10 7.6V12M10 14V15",
    "error": "M18.2 10a8.2 8.2 0 1 1-16.4 0a8.2 8.2 0 1 1 16.4 0M6.5 6.5l7 7M13.5 6.5l-7 7",
    "ok": "M18.2 10a8.2 8.2 0 1 1-16.4 0a8.2 8.2 0 1 1 16.4 0M5.8 10.4l2.9 2.9 5.4-6.2",
    "info": "M18.2 10a8.2 8.2 0 1 1-16.4 0a8.2 8.2 0 1 1 16.4 0M10 9V14.5M10 5.5V7",
}


def sign(kind: Kind) -> str:
    """Return the sign of a note, 20 px wide."""
    return (
        '<svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">'
        f'<path class="cl-sign" d="{_SIGNS[kind]}"/></svg>'
    )


@dataclass(frozen=True)
class Tile:
    """A term, its value and one line about it; the tone is "", "win" or "lose"."""

    term: str
    value: str
    note: str
    tone: str = ""
    meaning: str = ""


def tiles(items: Iterable[Tile]) -> str:
    """Return a row of values that wraps where it is narrow."""
    return f'<dl class="cl-tiles">{"".join(map(_tile, items))}</dl>'


def _tile(tile: Tile) -> str:
    term = escape(tile.term)
    if tile.meaning:
        term = f'<span class="cl-term" title="{escape(tile.meaning)}">{term}</span>'
    return (
        f'<div><dt>{term}</dt><dd class="value {tile.tone}">{escape(tile.value)}</dd>'
        f"<dd>{escape(tile.note)}</dd></div>"
    )


def disclosure(title: str, body: str) -> str:
    """Return HTML that stays closed until the reader opens it."""
    return (
        f'<details class="cl-more"><summary>{escape(title)}</summary>'
        f'<div class="inside">{body}</div></details>'
    )


# Cards: one scheme at three sizes, 5 by 7 in whole pixels.


@dataclass(frozen=True)
class _Geometry:
    """Where things stand on a card of one size, in pixels."""

    width: int
    height: int
    radius: int
    index_top: float
    rank_height: float
    suit_top: float
    suit_size: float
    tick_radius: float
    bar: tuple[float, float, float, float]  # x, y, width, height
    cross: str


_SIZES: dict[str, _Geometry] = {
    "L": _Geometry(65, 91, 6, 9, 19.6, 40, 36, 9, (12, 81, 41, 5), "M6 85 59 29.6"),
    "M": _Geometry(40, 56, 4, 6, 14.28, 25, 20, 7, (7, 48.5, 26, 4), "M4 52 36 21.3"),
    "S": _Geometry(25, 35, 3, 4, 11.2, 17.5, 11, 5.5, (4, 30.5, 17, 2.5), "M3 32 22 16.2"),
}
_STRIPS: dict[str, int] = {"L": 36, "M": 24, "S": 18}  # what shows of a covered card, in pixels
_STATE_WORDS = {"plain": "", "own": ", yours", "winning": ", wins for you", "seen": ", seen"}
_SUITS = {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}
_RANKS = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}


@cache
def _paths() -> dict[str, str]:
    """Return the outlines of ranks (r-A), letters (l-s) and suits (s-h), from cards.svg."""
    source = _HERE.joinpath("cards.svg").read_text("utf-8")
    return dict(re.findall(r'<symbol id="([rls]-\w)"[^>]*><path d="([^"]+)"', source))


def spoken(card: str) -> str:
    """Return a card as a screen reader shall say it.

    Examples
    --------
    >>> spoken("5h"), spoken("As")
    ('5 of hearts', 'ace of spades')
    """
    return f"{_RANKS.get(card[0], card[0])} of {_SUITS[card[1]]}s"


def card(card: str, size: Size = "M", state: State = "plain", *, letter: bool = True) -> str:
    """Return one card as SVG.

    Parameters
    ----------
    card : str
        The card as `Card` prints it, such as ``"Th"``; ``"??"`` is one that is not known.
    size : {"L", "M", "S"}
        65 x 91, 40 x 56 or 25 x 35 pixels.
    state : {"plain", "own", "winning", "seen"}
        Each differs by shape as well as by colour.
    letter : bool
        Whether the suit's letter stands after the rank.

    Examples
    --------
    >>> 'aria-label="5 of hearts, yours"' in card("5h", state="own")
    True
    """
    at = _SIZES[size]
    if card == "??":
        return _blank(at, "unknown", "unknown card", _back(at))
    marks = "" if state == "plain" else _mark(at, state)
    return (
        f'<svg class="cl-card {state}" width="{at.width}" height="{at.height}" '
        f'viewBox="0 0 {at.width} {at.height}" role="img" '
        f'aria-label="{spoken(card)}{_STATE_WORDS[state]}">{_face(card, at, letter)}{marks}</svg>'
    )


def face_down(card: str = "", size: Size = "M", words: str = "") -> str:
    """Return a card that lies face down; a window shows it if the viewer knows which it is.

    Examples
    --------
    >>> 'aria-label="8 of hearts, face down"' in face_down("8h")
    True
    """
    at = _SIZES[size]
    if not card:
        return _blank(at, "down", words or "a card, face down", _lattice(at, at.height))
    name = f"{spoken(card)}, face down"
    top = 0.255 * at.height
    height = 0.88 * at.rank_height
    pip_top, pip_size = top + height + 0.035 * at.height, 0.66 * at.suit_size
    drawing = (
        f'{_lattice(at, at.height)}{_window(at)}<g class="ink {_SUITS[card[1]]}">'
        f"{_index(card, at, top, height)}{_pip(card, at, pip_top, pip_size)}</g>"
    )
    return _blank(at, "down", words or name, drawing)


def covering(top: str, buried: Iterable[str], size: Size = "M") -> str:
    """Return a drawn card with strips of the cards that it covers above it.

    Parameters
    ----------
    top : str
        The card on top, as `card` or `face_down` draws it.
    buried : iterable of str
        The cards under it, the lowest first; an empty text is one the viewer does not know.
    size : {"L", "M", "S"}
        The size in which the top card is drawn.

    Examples
    --------
    >>> "covers the 5 of diamonds, buried" in covering(card("8s"), ["5d"])
    True
    """
    at = _SIZES[size]
    under = list(buried)
    if not under:
        return top
    step = _STRIPS[size]
    names = [f"the {spoken(one)}" if one else "a card that is hidden" for one in under]
    strips = "".join(
        f'<g transform="translate(0 {number * step})">{_strip(one, at, step)}</g>'
        for number, one in enumerate(under)
    )
    height = at.height + step * len(under)
    label = re.search(r'aria-label="([^"]*)"', top)
    words = f"{label[1] if label else ''}; covers {' and '.join(names)}, buried"
    inner = top.replace("<svg ", f'<svg x="0" y="{step * len(under)}" aria-hidden="true" ', 1)
    inner = re.sub(r' role="img" aria-label="[^"]*"', "", inner, count=1)
    return (
        f'<svg class="cl-card stack" width="{at.width}" height="{height}" viewBox="0 0 '
        f'{at.width} {height}" role="img" aria-label="{words}">{strips}{inner}</svg>'
    )


def empty(size: Size = "M") -> str:
    """Return the place of a card that is still to come."""
    at = _SIZES[size]
    x, y, arm = at.width / 2, at.height / 2, at.tick_radius * 0.8
    plus = (
        f'<path class="line" d="M{x - arm:.2f} {y}h{2 * arm:.2f}M{x} {y - arm:.2f}v{2 * arm:.2f}"/>'
    )
    return _blank(at, "empty", "no card yet", f"{_outline(at, 'face')}{plus}")


def face(card: str, size: Size, *, letter: bool) -> str:
    """Return a card with the marks of all states; a class on the element shows one of them."""
    at = _SIZES[size]
    marks = "".join(_mark(at, state) for state in ("own", "winning", "seen"))
    return (
        f'<svg class="cl-card {size}" width="{at.width}" height="{at.height}" '
        f'viewBox="0 0 {at.width} {at.height}" aria-hidden="true">'
        f"{_face(card, at, letter)}{marks}</svg>"
    )


def hand(cards: Iterable[str], size: Size = "L") -> str:
    """Return cards side by side."""
    return f'<div class="cl-hand">{"".join(card(one, size) for one in cards)}</div>'


def prose(text: str) -> str:
    """Return text as HTML in which every ``K♣`` has become a small drawn card name."""
    return _IN_TEXT.sub(_in_text, escape(text))


_IN_TEXT = re.compile(r"\b(10|[2-9TJQKA])([♣♦♥♠])")
_LETTERS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}


def _in_text(match: re.Match[str]) -> str:
    letter = _LETTERS[match[2]]
    return f'<span class="cl-in-text {_SUITS[letter]}">{match[1]}{letter}{suit(letter)}</span>'


def suit(letter: str) -> str:
    """Return the symbol of a suit, drawn, in the colour of the text around it."""
    return (
        '<svg class="cl-suit" viewBox="0 0 24 24" aria-hidden="true">'
        f'<path d="{_paths()["s-" + letter]}"/></svg>'
    )


def _face(card: str, at: _Geometry, letter: bool) -> str:
    """Draw the outline, the index on top, the suit."""
    index = _index(card, at, at.index_top, at.rank_height, letter)
    pip = _pip(card, at, at.suit_top, at.suit_size)
    return f'{_outline(at, "face")}<g class="ink {_SUITS[card[1]]}">{index}{pip}</g>'


def _index(card: str, at: _Geometry, top: float, height: float, letter: bool = True) -> str:
    """Draw the rank, then the suit's letter on its baseline, in the middle of a card."""
    scale = height / 14
    small = 0.86 * scale
    width = 10 * scale + (1.6 * scale + 8 * small if letter else 0)
    left = (at.width - width) / 2
    index = _place(f"r-{card[0]}", left, top, scale)
    if letter:
        baseline = top + 13 * scale
        index += _place(f"l-{card[1]}", left + 11.6 * scale, baseline - 13 * small, small)
    return index


def _pip(card: str, at: _Geometry, top: float, size: float) -> str:
    return _place(f"s-{card[1]}", (at.width - size) / 2, top, size / 24)


def _outline(at: _Geometry, name: str, height: float = 0) -> str:
    return (
        f'<rect class="{name}" x=".75" y=".75" width="{at.width - 1.5}" '
        f'height="{(height or at.height) - 1.5}" rx="{at.radius}"/>'
    )


def _blank(at: _Geometry, state: str, words: str, drawing: str) -> str:
    """Return a card without a face."""
    return (
        f'<svg class="cl-card {state}" width="{at.width}" height="{at.height}" viewBox="0 0 '
        f'{at.width} {at.height}" role="img" aria-label="{words}">{drawing}</svg>'
    )


def _back(at: _Geometry) -> str:
    """Draw a lattice with a window in which a question mark stands."""
    scale = at.rank_height / 11.2
    mark = _place("r-q", at.width / 2 - 5 * scale, at.height / 2 - 7 * scale, scale)
    return f"{_lattice(at, at.height)}{_window(at)}{mark}"


def _lattice(at: _Geometry, full_height: float) -> str:
    """Draw the back of a card, or as much of it as is that high."""
    inset, step = 1.3 + 0.07 * at.width, 8.5
    width, height = at.width - 2 * inset, full_height - 2 * inset
    lines = []
    start = step / 2
    while start < width + height:  # lines down to the left, and their mirror images
        x, y = min(start, width), max(0.0, start - width)
        length = min(x, height - y)
        left, top = inset + x, inset + y
        lines.append(f"M{left:.1f} {top:.1f}l{-length:.1f} {length:.1f}")
        lines.append(f"M{at.width - left:.1f} {top:.1f}l{length:.1f} {length:.1f}")
        start += step
    outline = _outline(at, "back", full_height)
    return f'{outline}<path class="lattice" d="{"".join(lines)}"/>'


def _window(at: _Geometry) -> str:
    return (
        f'<rect class="window" x="{0.13 * at.width:.2f}" y="{0.19 * at.height:.2f}" '
        f'width="{0.74 * at.width:.2f}" height="{0.62 * at.height:.2f}" '
        f'rx="{0.7 * at.radius:.2f}"/>'
    )


def _strip(card: str, at: _Geometry, step: int) -> str:
    """Draw the upper part of a card that another one covers, its lower edge out of sight."""
    height = step + 2 * at.radius
    if not card:
        return f'<g class="buried">{_lattice(at, height)}</g>'
    index = _index(card, at, at.index_top - 1, 0.92 * at.rank_height)
    return f'<g class="buried">{_outline(at, "face", height)}<g class="ink">{index}</g></g>'


def _place(name: str, x: float, y: float, scale: float) -> str:
    kind = "shape" if name.startswith("s-") else "line"
    move = f"translate({x:.2f} {y:.2f}) scale({scale:.4f})"
    return f'<path class="{kind}" transform="{move}" d="{_paths()[name]}"/>'


def _mark(at: _Geometry, state: State) -> str:
    """Draw what tells a state without colour: a tick on the corner, a bar, a line across."""
    if state == "winning":
        x, y, width, height = at.bar
        shape = f'x="{x}" y="{y}" width="{width}" height="{height}" rx="{height / 2}"'
        return f'<rect class="mark winning" {shape}/>'
    if state == "seen":
        return f'<path class="mark seen" d="{at.cross}"/>'
    r = at.tick_radius
    x, y = at.width - r / 4, r / 4
    return (
        f'<g class="mark own"><circle cx="{x}" cy="{y}" r="{r}"/><path class="line" '
        f'd="M{x - 0.48 * r:.2f} {y + 0.02 * r:.2f}l{0.34 * r:.2f} {0.38 * r:.2f}'
        f'l{0.6 * r:.2f} {-0.72 * r:.2f}"/></g>'
    )
