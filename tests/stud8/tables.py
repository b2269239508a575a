"""Staged and random hands of stud, and a second, plain way to share the chips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from cardlab.cards import DECK, Card, parse
from cardlab.stud8.events import Acted, Dealt, Event, Mucked, Seated
from cardlab.stud8.game import Game
from cardlab.stud8.rules import Rules, View

RANKS = "23456789TJQKA"


# Staging


def seated(
    hands: Sequence[str], stacks: int | Sequence[int] = 200, rules: Rules = Rules(), **options: Any
) -> tuple[Game, list[tuple[Card, ...]]]:
    """Return a table, named A, B, C, ..., and the cards that each seat shall get."""
    names = tuple("ABCDEFGH")[: len(hands)]
    game = Game(names, stacks=stacks, rules=rules, **options)
    return game, [parse(hand) for hand in hands]


def deal(game: Game, hands: Sequence[Sequence[Card]]) -> None:
    """Deal the next street, each seat its own cards."""
    seats, common = game.due_cards
    assert not common
    held = range(3) if game.street == 2 else range(game.street, game.street + 1)
    game.deal([hands[seat][place] for place in held for seat in seats])


def table(
    hands: Sequence[str], stacks: int | Sequence[int] = 200, rules: Rules = Rules(), to: int = 3
) -> Game:
    """Return a table on which the given street has just been dealt, with no bets before it."""
    game, cards = seated(hands, stacks, rules)
    deal(game, cards)
    while game.street < to:
        passive(game)
        deal(game, cards)
    return game


def passive(game: Game) -> None:
    """Bring in, check and call until the round is over."""
    while game.phase == "action":
        game.act(next(name for name in ("bring in", "check", "call") if name in game.legal))


def finish(
    hands: Sequence[str],
    stacks: int | Sequence[int] = 200,
    rules: Rules = Rules(),
    *,
    aggressive: bool = False,
) -> Game:
    """Play a hand to the end: all call everything, or the first who may, bets or completes."""
    game, cards = seated(hands, stacks, rules)
    while game.phase != "end":
        if game.phase == "deal":
            deal(game, cards)
            continue
        opening = [name for name in ("bet", "complete") if name in game.legal]
        if aggressive and opening and max(game.state.bets) <= rules.opening:
            game.act(opening[0])
        else:
            game.act(next(name for name in ("bring in", "check", "call") if name in game.legal))
    return game


# Random hands


def random_player(rng: np.random.Generator) -> Any:
    """Return a player who takes any legal action, a fold less often than others."""

    def act(view: View) -> str:
        names = [*view.legal]
        weights = np.array([0.2 if name == "fold" else 1.0 for name in names])
        return names[int(rng.choice(len(names), p=weights / weights.sum()))]

    return act


def random_hand(seed: int) -> Game:
    """Return a finished hand of 2 to 8 players, many of them with few chips, under any rules."""
    rng = np.random.default_rng(seed)
    players = int(rng.integers(2, 9))
    stacks = [int(chips) for chips in rng.choice([1, 2, 3, 5, 7, 11, 20, 31, 60, 200], players)]
    rules = Rules(
        ante=int(rng.integers(1, 4)),
        bring_in=int(rng.integers(1, 4)),
        raise_cap="always" if rng.integers(2) else "not heads-up",
        trim_antes=bool(rng.integers(2)),
    )
    game = Game(players, stacks=stacks, rules=rules, rng=rng)
    game.play(random_player(rng))
    return game


# The second way to share the chips: from the log, chip by chip, with a slow look at all fives.


def high_value(cards: Sequence[Card]) -> tuple[Any, ...]:
    """Return the best of all fives as a tuple that compares."""
    return max(_five(five) for five in combinations(cards, 5))


def _five(cards: Sequence[Card]) -> tuple[Any, ...]:
    ranks = sorted((RANKS.index(str(card)[0]) for card in cards), reverse=True)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    flush = len({str(card)[1] for card in cards}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    straight = ranks == list(range(ranks[0], ranks[0] - 5, -1))
    sizes = [size for size, _ in groups]
    order = [[1] * 5, [2, 1, 1, 1], [2, 2, 1], [3, 1, 1], "straight", "flush", [3, 2], [4, 1]]
    if straight and flush:
        return (8, ranks)
    if flush:
        return (order.index("flush"), ranks)
    if straight:
        return (order.index("straight"), ranks)
    return (order.index(sizes), [rank for _, rank in groups])


def low_value(cards: Sequence[Card]) -> list[int] | None:
    """Return the best eight-or-better low, its highest rank first, or None."""
    ranks = {"A23456789TJQK".index(str(card)[0]) + 1 for card in cards}
    lows = [sorted(five, reverse=True) for five in combinations(ranks, 5) if max(five) <= 8]
    return min(lows, default=None)


def share(pot: int, cards: Mapping[int, Sequence[Card]]) -> dict[int, int]:
    """Hand a pot out chip by chip, round and round among the winners."""
    best = max(high_value(held) for held in cards.values())
    high = [seat for seat in cards if high_value(cards[seat]) == best]
    lows = [low for held in cards.values() if (low := low_value(held)) is not None]
    low = [seat for seat in cards if lows and low_value(cards[seat]) == min(lows)]
    order: list[int] = []
    left = {seat: sorted(held) for seat, held in cards.items()}
    while left:  # the highest card first; between equal highest cards the next one, and so on
        first = max(left, key=lambda seat: left[seat][::-1])
        order.append(first)
        del left[first]
    got = dict.fromkeys(cards, 0)
    if not low or set(low) == set(high):
        _round_and_round(pot, [seat for seat in order if seat in high], got)
        return {seat: chips for seat, chips in got.items() if chips}
    for_low = sum(1 for chip in range(pot) if chip % 2)  # every second chip, the first is for high
    odd = _round_and_round(pot - for_low, [seat for seat in order if seat in high], got)
    had_one = set(odd) if len(high) > 1 else set(high if pot % 2 else ())
    waiting = [seat for seat in order if seat in low and seat not in had_one]
    waiting += [seat for seat in order if seat in low and seat in had_one]
    _round_and_round(for_low, waiting, got)
    return {seat: chips for seat, chips in got.items() if chips}


def _round_and_round(chips: int, seats: list[int], got: dict[int, int]) -> list[int]:
    """Give one chip after the other; return who got one of the odd chips."""
    while chips >= len(seats):
        for seat in seats:
            got[seat] += 1
        chips -= len(seats)
    for seat in seats[:chips]:
        got[seat] += 1
    return seats[:chips]


def stacks_by_hand(log: Sequence[Event]) -> tuple[int, ...]:
    """Return the stacks after a hand from its cards and actions alone, layer by layer of chips."""
    start, *events = log
    assert isinstance(start, Seated)
    ante = [min(start.rules.ante, chips) for chips in start.stacks]
    put = dict.fromkeys(start.players, 0)
    held: dict[str, list[Card]] = {name: [] for name in start.players}
    live = set(start.players)
    common: list[Card] = []
    for event in events:
        if isinstance(event, Dealt):
            common += [event.common] if event.common is not None else []
            for name, cards in zip(event.players, event.cards, strict=False):
                held[name] += [card for card in cards if card is not None]
        elif isinstance(event, Acted):
            put[event.player] += event.chips
            live -= {event.player} if event.action == "fold" else set()
        elif isinstance(event, Mucked):
            live -= {event.player}
    paid = [first + put[name] for first, name in zip(ante, start.players, strict=True)]
    stacks = [chips - out for chips, out in zip(start.stacks, paid, strict=True)]
    pots: dict[frozenset[int], int] = {}
    everybody = frozenset(start.players.index(name) for name in live)
    in_layers = paid
    if not start.rules.trim_antes:
        pots[everybody] = sum(ante)
        in_layers = [out - first for out, first in zip(paid, ante, strict=True)]
    for layer in range(1, max(in_layers) + 1):
        can_win = frozenset(seat for seat in everybody if in_layers[seat] >= layer)
        pots[can_win] = pots.get(can_win, 0) + sum(out >= layer for out in in_layers)
    for can_win, pot in pots.items():
        if len(can_win) == 1:
            shares = {min(can_win): pot}
        else:
            cards = {seat: held[start.players[seat]] + common for seat in sorted(can_win)}
            shares = share(pot, cards)
        for seat, chips in shares.items():
            stacks[seat] += chips
    return tuple(stacks)


def rest_of_deck(cards: Sequence[Card]) -> list[Card]:
    """Return the cards that are not among these, in order."""
    return [card for card in DECK if card not in cards]
