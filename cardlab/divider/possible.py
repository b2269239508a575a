"""Which positions a game can come to; the errors name the rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlab.cards import parse, parse_groups, text
from cardlab.divider.events import Group
from cardlab.divider.rules import ENOUGH, MOST_UP, is_red, reachable
from cardlab.errors import CardError, InvalidInput

if TYPE_CHECKING:
    from cardlab.divider.position import Position


def check(position: Position) -> None:
    """Refuse what no game can come to."""
    _check_cards(position)
    for player in (0, 1):
        _check_face_down(position, player)
    _check_placed(position)
    _check_counts(position)


def _check_cards(position: Position) -> None:
    """Refuse a card that is in two places or not in the deck, and wrong numbers of pocket cards."""
    places: dict[str, Group] = {}
    for player in (0, 1):
        places[f"face-up cards of player {player}"] = position.up[player]
        places[f"face-down card of player {player}"] = position.down[player]
        pockets = position.pockets[player]
        name = f"pocket cards of player {player}"
        if pockets is not None:
            parse(pockets, name=name, count=position.rules.pocket_cards)
            places[name] = pockets
    places["buried"] = position.buried
    places["the cards of this turn"] = position._hand
    parse_groups(places)
    deck = frozenset(position.rules.deck)
    for name, cards in places.items():
        for card in cards:
            if card not in deck:
                message = f"{name}: {card} is not in the deck of these rules"
                raise CardError(message)


def _check_face_down(position: Position, player: int) -> None:
    """Refuse a face-down card that does not fit what everybody knows of it."""
    down, may_be = position.down[player], position.candidates[player]
    name = f"candidates of player {player}"
    if not set(down) <= set(may_be) or bool(down) != bool(may_be):
        message = f"{name}: {text(may_be) or 'none'} must hold the face-down card {text(down)}"
        raise InvalidInput(message)
    if len(down) > 1 and down != may_be:
        message = f"{name}: whoever does not know the card knows no more than everybody"
        raise InvalidInput(message)
    for card in may_be:
        if card not in down and card not in position.buried:
            message = f"{name}: {card} is not the face-down card, so it must be among the buried"
            raise InvalidInput(message)
    if shared := set(may_be) & set(position.candidates[1 - player]):
        message = f"{name}: {text(shared)} can lie in one player's tableau only"
        raise InvalidInput(message)


def _check_placed(position: Position) -> None:
    """Refuse a group that was placed and does not lie with the chooser."""
    chooser = position.chooser
    lying = (*position.up[chooser], *position.down[chooser], *position.buried)
    for card in position.four:
        if card not in position._hand and card not in lying:
            message = f"four: {card} was placed by player {chooser}, and does not lie there"
            raise InvalidInput(message)


def _check_counts(position: Position) -> None:
    """Refuse numbers of cards that no game leads to."""
    for player, cards in enumerate(position.up):
        if len(cards) > MOST_UP:
            message = (
                f"up: player {player} has {len(cards)} face-up cards; no player can have more than "
                f"{MOST_UP}: four, then a red card with its partner, and that ends the game"
            )
            raise InvalidInput(message)
    turns, rest = divmod(position._drawn, 4)
    if rest:
        message = (
            f"{position._drawn} cards are face up, face down, buried or in this turn's groups; "
            "the rules draw four in each turn"
        )
        raise InvalidInput(message)
    if turns > position.rules.max_turns:
        message = (
            f"{position._drawn} cards are out: that is turn {turns}, "
            f"and no game has more than {position.rules.max_turns}"
        )
        raise InvalidInput(message)
    _check_reachable(position, turns - bool(position.four))


def _check_reachable(position: Position, turns: int) -> None:
    """Refuse face-up counts that so many whole turns (and half a turn) do not lead to."""
    counts = tuple(map(len, position.up))
    waiting = position.four and len(position._hand) == 4
    if waiting and turns and position.rules.over(turns, (counts[0], counts[1])):
        message = (
            f"up: face-up counts {counts[0]} and {counts[1]} after turn {turns}: the game was "
            f"over; it ends with the turn in which a player has {ENOUGH} face-up cards"
        )
        raise InvalidInput(message)
    half = 4 - len(position._hand) if position.four and not waiting else None
    tableaus = [
        (sum(map(is_red, up)), len(up) - sum(map(is_red, up)), bool(down))
        for up, down in zip(position.up, position.down, strict=True)
    ]
    pair = (tableaus[position.chooser], tableaus[position.divider])
    if pair not in reachable(turns, half, position.rules):
        seen = " and ".join(
            f"{red} red and {black} black up, {'one' if down else 'none'} face down"
            for red, black, down in tableaus
        )
        since = " and a group placed since" if half else ""
        message = (
            f"up: no game comes to {seen} after {turns} turns{since} "
            f"with red_partner={position.rules.red_partner!r}"
        )
        raise InvalidInput(message)
