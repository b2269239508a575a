"""Placing a group as the rule book tells it, card by card: the second way to the outcomes."""

from __future__ import annotations

from collections.abc import Iterator

from cardlab.cards import Card, CardsLike, parse, text
from cardlab.divider.rules import Rules

Outcome = tuple[frozenset[str], str | None, frozenset[str], bool]
"""Cards that went face up, the face-down card afterwards, cards that were buried, swap used."""


def outcomes(group: CardsLike, down: CardsLike = "", rules: Rules = Rules()) -> set[Outcome]:
    """Return everything that the text allows with a group in hand and a face-down card or none."""
    cards = text(parse(group)).split()
    below = text(parse(down)) or None
    if len(cards) == 1:
        return set(_single(cards[0], below, rules))
    found = set()
    for hand, lying, swapped in _swaps(cards, below):
        for up, facing, covered in _extra(hand, lying, rules):
            found.add((frozenset(up), facing, frozenset(covered), swapped))
    return found


def without_bluffs(found: set[Outcome]) -> set[tuple[frozenset[str], str | None, frozenset[str]]]:
    return {(up, down, buried) for up, down, buried, _ in found}


def _single(card: str, down: str | None, rules: Rules) -> Iterator[Outcome]:
    if down is None:
        yield frozenset(), card, frozenset(), False
        return
    yield frozenset({down}), card, frozenset(), False
    if rules.swap_single:  # the card is down now, and is turned up
        yield frozenset({card}), down, frozenset(), True


def _swaps(hand: list[str], down: str | None) -> Iterator[tuple[list[str], str | None, bool]]:
    """Before anything is covered, the face-down card may be exchanged once."""
    yield hand, down, False
    if down is not None:
        for card in hand:
            yield [down if other == card else other for other in hand], card, True


def _extra(
    hand: list[str], lying: str | None, rules: Rules
) -> Iterator[tuple[list[str], str | None, list[str]]]:
    """Of three cards one is laid face down onto the face-down card; then comes a pair."""
    if len(hand) == 2:
        yield from _pair(hand, lying, [], rules)
        return
    for extra in hand:
        rest = [card for card in hand if card != extra]
        yield from _pair(rest, extra, [] if lying is None else [lying], rules)


def _pair(
    hand: list[str], lying: str | None, covered: list[str], rules: Rules
) -> Iterator[tuple[list[str], str | None, list[str]]]:
    """The first card covers what lies face down; its colour says how the other lies."""
    if lying is not None:
        covered = [*covered, lying]
    for first, partner in (hand, hand[::-1]):
        red = first[1] in "dh"
        if red and rules.red_partner == "face_up":
            yield [first, partner], None, covered
        else:
            yield [first], partner, covered


def as_outcome(
    up: tuple[Card, ...], down: Card | None, buried: set[Card], swapped: bool
) -> Outcome:
    """Return what the engine did in the same form."""
    return (
        frozenset(map(str, up)),
        None if down is None else str(down),
        frozenset(map(str, buried)),
        swapped,
    )
