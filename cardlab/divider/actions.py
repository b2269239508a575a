"""What a player may do with four cards to cut, or with a group to place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardlab.cards import Card, text
from cardlab.divider.events import Divided, Group, Placed, cut, falling, placing
from cardlab.divider.rules import Rules, is_red
from cardlab.errors import IllegalAction


def cuts(four: Group) -> tuple[Divided, ...]:
    """Return the seven cuts of four cards that stand in order."""
    a, b, c, d = four
    pairs = [cut((a, b), (c, d)), cut((a, c), (b, d)), cut((a, d), (b, c))]
    singles = [cut((one,), tuple(card for card in four if card != one)) for one in four]
    return (*pairs, *singles)


def placements(group: Group, down: Card | None, rules: Rules) -> tuple[Placed, ...]:
    """Return the different outcomes of placing a group with a face-down card or none.

    Examples
    --------
    >>> from cardlab.cards import parse
    >>> for placed in placements(parse("Jh 7s"), None, Rules()):
    ...     print(placed)
    Placed Jh 7s: up Jh 7s, down none
    Placed Jh 7s: up 7s, down Jh
    """
    ways = singles if len(group) == 1 else outcomes
    return tuple(ways(group, down, rules))


def singles(group: Group, down: Card | None, rules: Rules) -> Iterator[Placed]:
    """Yield the ways to place a single card."""
    card = group[0]
    yield placing(group, () if down is None else (down,), card, False)
    if rules.swap_single and down is not None:
        yield placing(group, (card,), down, True)


def outcomes(group: Group, down: Card | None, rules: Rules) -> Iterator[Placed]:
    """Yield the different outcomes of placing two or three cards.

    The pool is the group and, thanks to the swap, the face-down card. Any card of it may go face
    up and any other be its partner; the rest is buried.
    """
    pool = group if down is None else (*group, down)
    for first in pool:
        partner_up = rules.red_up and is_red(first)
        for partner in pool:
            if partner is first or (partner_up and partner > first and is_red(partner)):
                continue  # of two red cards the higher one is placed first
            swapped = first is down or partner is down
            if partner_up:
                yield placing(group, (first, partner), None, swapped)
            else:
                yield placing(group, (first,), partner, swapped)


def variants(placements: Iterable[Placed], down: Card | None) -> Iterator[Placed]:
    """Yield two red cards the other way round, and swaps that change nothing."""
    for placed in placements:
        group, up = placed.cards, placed.up
        turned = [placed]
        if len(up) == 2 and is_red(up[1]):
            turned.append(placing(group, up[::-1], None, placed.swapped))
            yield turned[1]
        if len(group) == 3 and down is not None and not placed.swapped:
            for one in turned:
                yield placing(group, one.up, one.down, True)


def check_placement(placed: Placed, group: Group, down: Card | None, rules: Rules) -> None:
    """Refuse a placement that the rules forbid."""
    if placed.cards != group:
        message = f"the group to place is {text(group)}, not {text(placed.cards)}"
        raise IllegalAction(message)
    if placed.swapped and down is None:
        message = f'"{placed}": there is no face-down card to swap'
        raise IllegalAction(message)
    fault = _single_fault if len(group) == 1 else _fault
    if reason := fault(placed, group, down, rules):
        message = f'"{placed}": {reason}'
        raise IllegalAction(message)


def _single_fault(placed: Placed, group: Group, down: Card | None, rules: Rules) -> str:
    """Return what is wrong with the placement of a single card."""
    if placed.swapped and not rules.swap_single:
        return "a single card is placed without a swap (rule swap_single)"
    flipped, below = (group[0], down) if placed.swapped else (down, group[0])
    if placed.up == (() if flipped is None else (flipped,)) and placed.down == below:
        return ""
    if flipped is None:
        return f"there is no face-down card to turn up, and {group[0]} is laid face down"
    return f"the face-down card {flipped} is turned up, and {below} lies face down"


def _fault(placed: Placed, group: Group, down: Card | None, rules: Rules) -> str:
    """Return what is wrong with the placement of two or three cards."""
    if not placed.up:
        return "one card of the group goes face up"
    pool = (*group, down) if placed.swapped and down is not None else group
    used = placed.up if placed.down is None else (*placed.up, placed.down)
    for card in used:
        if card not in pool:
            swap = "" if placed.swapped else " without a swap"
            return f"{card} cannot be placed{swap}; {text(pool)} can"
    partner_up = rules.red_up and is_red(placed.up[0])
    if partner_up and len(placed.up) == 1:
        return f"{placed.up[0]} is red, so its partner goes face up"
    if not partner_up and (len(placed.up) == 2 or placed.down is None):
        colour = "red" if is_red(placed.up[0]) else "black"
        return f"{placed.up[0]} is {colour}, so its partner goes face down"
    if len(used) > 2:
        return "a placement leaves one first card and one partner"
    if placed.swapped and len(group) == 2 and down not in used:
        return f"after the swap {down} belongs to the pair and is placed"
    return ""


def may_be(placed: Placed, before: Group) -> Group:
    """Return what everybody knows the face-down card to be after a placement.

    A card that goes face up shows whether it is of the group or the old face-down card.
    """
    if placed.down is None:
        return ()
    group = placed.cards
    first = placed.up[0] if placed.up else None
    if len(group) == 1:
        return before if placed.swapped else group
    if first not in group:  # the old face-down card: the new one is of the group
        return group
    rest = tuple(card for card in group if card != first)
    if not placed.swapped:
        return rest
    return before if len(rest) == 1 else falling((*before, *rest))
