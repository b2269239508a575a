"""Cards: one value for a card, one parser for all the ways to write cards down.

A card is a number 0 to 51: four times its rank (2 is 0, ace is 12) plus its suit (clubs 0,
diamonds 1, hearts 2, spades 3). So comparing cards compares ranks first and then suits in the
order clubs, diamonds, hearts, spades.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from cardlab.errors import CardError, InvalidInput, short, whole

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SYMBOLS = "♣♦♥♠"
RANK_NAMES = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "jack", "queen", "king", "ace",
)  # fmt: skip
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")

_CARD = re.compile(r"(10|[2-9TJQKAtjqka])([cdhsCDHS♣♦♥♠♧♢♡♤])")
_SUIT = {sign: number % 4 for number, sign in enumerate("cdhs♣♦♥♠♧♢♡♤")}
_WILD = set("?xX*")
_ALLOWED = "a rank (2 to 9, T or 10, J, Q, K, A) and a suit (c, d, h, s or ♣, ♦, ♥, ♠)"


class Card(int):
    """One of the 52 cards.

    It is an int from 0 to 51, so that it can index arrays and shift bits, and prints as text.

    Parameters
    ----------
    value : str or int
        Text such as ``"As"``, ``"10c"`` or ``"K♥"``, or the number of the card.

    Raises
    ------
    CardError
        If the value is not a card.

    Examples
    --------
    >>> Card("10h")
    Card('Th')
    >>> int(Card("2c")), int(Card("As"))
    (0, 51)
    >>> Card("Ks").name
    'king of spades'
    """

    __slots__ = ()

    def __new__(cls, value: str | int) -> Card:
        """Return the card that the text or number stands for."""
        (card,) = parse(value, name="card", count=1)
        return card

    @property
    def rank(self) -> int:
        """The rank, 0 for a two to 12 for an ace."""
        return int(self) >> 2

    @property
    def suit(self) -> int:
        """The suit: clubs 0, diamonds 1, hearts 2, spades 3."""
        return int(self) & 3

    @property
    def name(self) -> str:
        """The card in words."""
        return f"{RANK_NAMES[self.rank]} of {SUIT_NAMES[self.suit]}"

    @property
    def symbol(self) -> str:
        """The card for prose: ``10♥`` rather than ``Th``."""
        return f"{'10' if self.rank == 8 else RANKS[self.rank]}{SYMBOLS[self.suit]}"

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


DECK: tuple[Card, ...] = tuple(int.__new__(Card, number) for number in range(52))

CardsLike = str | int | Iterable[str | int]
"""What `parse` reads: text, a card, a number, or an iterable of these."""


def parse(cards: CardsLike, *, name: str = "cards", count: int | None = None) -> tuple[Card, ...]:
    """Read cards, in the order given.

    Parameters
    ----------
    cards : str, int, Card or iterable of these
        Text may hold spaces and commas or not: ``"As Kd 10c"``, ``"AsKdTc"``, ``"A♠, K♦"``.
        Upper and lower case are the same.
    name : str
        What the cards are called in errors, e.g. ``"hand"``.
    count : int, optional
        How many cards there must be.

    Returns
    -------
    tuple of Card

    Raises
    ------
    CardError
        If a token is not a card, a card stands twice, or there are more or fewer than `count`.

    Examples
    --------
    >>> parse("As, 10♦ 2c")
    (Card('As'), Card('Td'), Card('2c'))
    >>> parse("As 1d")
    Traceback (most recent call last):
        ...
    cardlab.errors.CardError: cards: '1d' (card 2) is not a card; write a rank \
(2 to 9, T or 10, J, Q, K, A) and a suit (c, d, h, s or ♣, ♦, ♥, ♠)
    """
    found: list[Card] = []
    for token in _tokens(cards, name):
        position = len(found) + 1
        if isinstance(token, str):
            card = _written(token, name, position)
        else:
            card = _numbered(token, name, position)
        if card in found:
            message = f"{name}: {card} stands twice (cards {found.index(card) + 1} and {position})"
            raise CardError(message)
        found.append(card)
    if count is not None and len(found) != count:
        message = f"{name}: {count} card{'s' * (count != 1)} due, {len(found)} given"
        raise CardError(f"{message}: {text(found)}" if found else message)
    return tuple(found)


def parse_groups(groups: Mapping[str, CardsLike]) -> tuple[tuple[Card, ...], ...]:
    """Read several groups of cards that may not share a card.

    Parameters
    ----------
    groups : mapping of str to cards
        Name of each group, as errors shall call it, and its cards.

    Returns
    -------
    tuple of tuple of Card
        The groups in order.

    Raises
    ------
    CardError
        As `parse` does, and if two groups hold the same card.

    Examples
    --------
    >>> parse_groups({"hand": "5h Kc Qs", "seen": "5h"})
    Traceback (most recent call last):
        ...
    cardlab.errors.CardError: seen: 5h is already in hand
    """
    owner: dict[Card, str] = {}
    parsed = []
    for name, cards in groups.items():
        group = parse(cards, name=name)
        for card in group:
            if card in owner:
                message = f"{name}: {card} is already in {owner[card]}"
                raise CardError(message)
            owner[card] = name
        parsed.append(group)
    return tuple(parsed)


def text(cards: Iterable[int]) -> str:
    """Write cards as text that `parse` reads.

    Examples
    --------
    >>> text(parse("5♥ K♣ Q♠"))
    '5h Kc Qs'
    """
    return " ".join(str(Card(card)) for card in cards)


def symbols(cards: Iterable[int]) -> str:
    """Write cards for prose.

    Examples
    --------
    >>> symbols(parse("5h Kc Ts"))
    '5♥ K♣ 10♠'
    """
    return " ".join(Card(card).symbol for card in cards)


class Shown:
    """Cards that a notebook draws and a terminal prints."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.cards = cards

    def __repr__(self) -> str:
        return symbols(self.cards)

    def _repr_html_(self) -> str:
        from cardlab import look

        return look.frame(look.hand(map(str, self.cards)))


def show(cards: CardsLike) -> Shown:
    """Draw cards in a notebook.

    Parameters
    ----------
    cards : cards
        As for `parse`.

    Raises
    ------
    CardError
        As `parse` does.

    Examples
    --------
    >>> show("5h Kc 10s")
    5♥ K♣ 10♠
    """
    return Shown(parse(cards))


def mask(cards: Iterable[int]) -> int:
    """Return the set of cards as an int with bit c set for card number c.

    Examples
    --------
    >>> mask(parse("2c 2d 3c"))
    19
    """
    bits = 0
    for card in cards:
        bits |= 1 << card
    return bits


def unmask(bits: int) -> tuple[Card, ...]:
    """Return the cards of a bit set, lowest first: the reverse of `mask`.

    Examples
    --------
    >>> unmask(19)
    (Card('2c'), Card('2d'), Card('3c'))
    """
    return tuple(card for card in DECK if bits >> card & 1)


def _tokens(cards: object, name: str) -> Iterator[object]:
    """Split whatever was given into pieces, each of them to be one card."""
    if isinstance(cards, str):
        for chunk in re.split(r"[\s,;]+", cards.replace("\ufe0f", "")):
            yield from _split(chunk)
    elif isinstance(cards, Iterable) and getattr(cards, "shape", None) != ():  # no bare number
        for item in cards:
            yield from _tokens(item, name) if isinstance(item, str) else (item,)
    elif hasattr(cards, "__index__"):
        yield cards
    else:
        message = (
            f"{name}: {short(cards)} holds no cards; give text such as 'As Kd', or a list of cards"
        )
        raise CardError(message)


def _split(chunk: str) -> Iterator[str]:
    """Cut text without spaces into cards; what cannot be read comes out as it stands."""
    while chunk:
        match = _CARD.match(chunk)
        end = match.end() if match else len(chunk)
        yield chunk[:end]
        chunk = chunk[end:]


def _written(token: str, name: str, position: int) -> Card:
    match = _CARD.fullmatch(token)
    if match is None:
        message = f"{name}: {short(token)} (card {position}) is not a card; write {_ALLOWED}"
        if _WILD & set(token):
            message += "; there are no wildcards, and only in hand histories ?? is the unknown card"
        raise CardError(message)
    rank, suit = match.group(1).upper(), match.group(2).lower()
    return DECK[4 * RANKS.index("T" if rank == "10" else rank) + _SUIT[suit]]


def _numbered(token: object, name: str, position: int) -> Card:
    try:
        return DECK[whole("card", token, 0, 51)]
    except InvalidInput:
        message = (
            f"{name}: {short(token)} (card {position}) is not a card; numbers run from 0 to 51"
        )
        raise CardError(message) from None
