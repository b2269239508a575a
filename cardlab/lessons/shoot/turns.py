"""One turn, counted: the cards that lose to a hand, and the cards that can come."""

from __future__ import annotations

from fractions import Fraction

from cardlab.cards import Card, symbols
from cardlab.lessons.answers import Chance, Count
from cardlab.lessons.exercise import Mistake, Solution, Task, Variation
from cardlab.lessons.simulation import SEED, told
from cardlab.shoot import Rules, Turn

ACE = 12
RULES = Rules()
ANY_SUIT = Rules(equal_rank_wins=True)


def three_suits(hand: tuple[Card, ...]) -> bool:
    """Say whether the three cards are of three suits, and at least one of them beats something."""
    return len({card.suit for card in hand}) == 3 and any(card.rank for card in hand)


def lower(card: Card) -> int:
    """Return how many cards of its suit are lower than a card, the ace being high."""
    return RULES.beaten_by[card].bit_count()


def winning_cards(vary: Variation) -> Task:
    """Count the cards that a hand of three suits beats."""
    hand = vary.cards("5h Kc Qs", fits=three_suits)

    def solve() -> Solution:
        turn = Turn(hand)
        right = len(turn.winning)
        of_any_suit = len([card for card in turn.unseen if card.rank < max(hand).rank])
        return Solution(
            right,
            turn.explain(),
            "Each card beats the lower ones of its own suit, and no others.",
            [
                *_ace_low(hand),
                Mistake(
                    right + 3,
                    "your own cards counted",
                    "A card beats those below it. Does it beat itself?",
                ),
                Mistake(
                    len(Turn(hand, rules=ANY_SUIT).winning),
                    "equal ranks of other suits counted",
                    "The turned card must be of the same suit as yours, and lower.",
                ),
                Mistake(
                    of_any_suit,
                    "suits forgotten",
                    "You counted all cards below your best one. Which of them are of a suit "
                    "in which you can beat them?",
                ),
                Mistake(
                    max(map(lower, hand)),
                    "only one card counted",
                    "That is what your best card beats. The other two may win as well.",
                ),
            ],
        )

    return Task(
        f"You hold {symbols(hand)}. How many of the 49 other cards lose to one of yours?",
        Count("cards"),
        solve,
        (
            "Take one suit at a time: which cards of that suit would you like to see turned?",
            "In each suit count the ranks below your card. They run 2 to 10, then J, Q, K, A.",
            f"Begin with {symbols([max(hand)])}: {lower(max(hand))} cards of its suit are lower. "
            "Do the same for the other two, and add.",
        ),
        hand,
    )


def _ace_low(hand: tuple[Card, ...]) -> list[Mistake]:
    """Return the mistake to take the ace as low, for a hand that has one."""
    if not any(card.rank == ACE for card in hand):
        return []
    return [
        Mistake(
            len(Turn(hand, rules=Rules(ace_high=False)).winning),
            "the ace taken as low",
            "In Shoot the ace is the highest card of its suit.",
        )
    ]


def first_turn(vary: Variation) -> Task:
    """Turn the count into a chance."""
    hand = vary.cards("5h Kc Qs", fits=three_suits)

    def solve() -> Solution:
        turn = Turn(hand)
        wins = len(turn.winning)
        return Solution(
            turn.exact().probability,
            turn.explain(),
            f"{wins} of the 49 cards that you have not seen lose to yours.",
            [
                Mistake(
                    Fraction(wins, 52),
                    "52 in the denominator",
                    f"{wins} winning cards is right. But your own three cannot come next. How "
                    "many cards are left?",
                ),
                Mistake(
                    Fraction(wins, 48),
                    "48 in the denominator",
                    "Nothing has been turned yet. How many cards have you not seen?",
                ),
                Mistake(
                    Fraction(wins, 49 - wins),
                    "odds, not a chance",
                    "You divided the winning cards by the losing ones. Divide by all of them.",
                ),
                Mistake(
                    Fraction(49 - wins, 49),
                    "the chance to lose",
                    "That is how often the turned card beats you. The question is how often you "
                    "beat it.",
                ),
                Mistake(
                    Fraction(len(Turn(hand, rules=ANY_SUIT).winning), 49),
                    "equal ranks of other suits counted",
                    "49 cards can come, that is right. But you beat only cards of your own suits.",
                ),
            ],
            told(turn.simulate(100_000, rng=SEED)),
        )

    return Task(
        f"You hold {symbols(hand)}, and nothing has been turned yet. What is the chance that you "
        "win?",
        Chance(),
        solve,
        (
            "Each of the cards that you have not seen is equally likely to be turned.",
            "Divide the winning cards by the cards that you have not seen.",
            "The deck has 52 cards, and three of them are in your hand. Count the winning cards "
            "suit by suit, as in exercise 1.",
        ),
        hand,
    )


def one_suit_twice(vary: Variation) -> Task:
    """Count where two cards share a suit: the lower one adds nothing and cannot come."""
    hand = vary.cards("Ks 9s 5h", fits=_two_of_a_suit)

    def solve() -> Solution:
        turn = Turn(hand)
        right = len(turn.winning)
        below = list(map(lower, hand))
        low = min(_twins(hand))
        return Solution(
            right,
            turn.explain(),
            f"{symbols([low])} beats nothing that the higher one does not beat, and cannot be "
            "turned itself.",
            [
                Mistake(
                    sum(below),
                    "two cards of one suit counted twice",
                    "You added up what each card beats. Some cards lose to both cards of the one "
                    "suit; one of them is even in your hand.",
                ),
                Mistake(
                    sum(below) - 1,
                    "two cards of one suit counted twice",
                    "You left out your own card, that is right. But the cards below both your "
                    "cards of the one suit are still counted for each of them.",
                ),
                Mistake(
                    right + 1,
                    "one of your own cards counted",
                    "Your lower card of the suit is below your higher one, but it is in your "
                    "hand. Can it be turned?",
                ),
                Mistake(
                    right - lower(max(_twins(hand))) + 1 + lower(low),
                    "only the lower card counted",
                    "Of two cards in one suit, which one beats more?",
                ),
            ],
        )

    return Task(
        f"You hold {symbols(hand)}: two cards of the same suit. How many of the 49 other cards "
        "lose to one of yours?",
        Count("cards"),
        solve,
        (
            "Lay the suit in which you have two cards out in a row. Which of its cards win?",
            "A card that loses to both of yours is still one card.",
            "In that suit take the ranks below your higher card, and leave out the card that you "
            "hold. Then add the other suit.",
        ),
        hand,
    )


def _twins(hand: tuple[Card, ...]) -> list[Card]:
    """Return the two cards of one suit."""
    suits = [card.suit for card in hand]
    return [card for card in hand if suits.count(card.suit) == 2]


def _two_of_a_suit(hand: tuple[Card, ...]) -> bool:
    """Want two cards of one suit, the lower one above the two, and a third that beats something."""
    return (
        len({card.suit for card in hand}) == 2
        and min(_twins(hand)).rank >= 2
        and all(lower(card) for card in hand)
    )


def seen_cards(vary: Variation) -> Task:
    """Condition on cards that were turned before."""
    hand = vary.cards("7d Jh 9s", fits=three_suits)
    seen = vary.cards(
        "Kd 3d 4h 9c 2s", but=hand, fits=lambda cards: 1 <= _winners(hand, cards) <= 4
    )
    of = len(seen)

    def solve() -> Solution:
        turn, before = Turn(hand, seen), len(Turn(hand).winning)
        wins, gone = len(turn.winning), _winners(hand, seen)
        return Solution(
            turn.exact().probability,
            turn.explain(),
            f"{gone} of the cards you saw would have won for you; with all {of} gone, {wins} of "
            f"{49 - of} cards win.",
            [
                Mistake(
                    Fraction(wins, 49),
                    "seen cards left in the denominator",
                    f"{wins} winning cards is right. How many cards can still come?",
                ),
                Mistake(
                    Fraction(before, 49 - of),
                    "seen cards left in the numerator",
                    f"{49 - of} cards can come, that is right. But some of your winning cards "
                    "have been turned already.",
                ),
                Mistake(
                    Fraction(before, 49),
                    "seen cards forgotten",
                    "That was your chance before anybody played. Which cards cannot come any more?",
                ),
                Mistake(
                    Fraction(before - of, 49 - of),
                    "all seen cards taken off the winning ones",
                    "Look at the turned cards one by one: not each of them would have lost to "
                    "yours.",
                ),
                Mistake(
                    Fraction(wins, 52 - of),
                    "your own cards can come",
                    "You took off the seen cards, and your own three are seen too.",
                ),
                Mistake(
                    Fraction(wins, 49 - of - wins),
                    "odds, not a chance",
                    "You divided the winning cards by the losing ones. Divide by all of them.",
                ),
            ],
            told(turn.simulate(100_000, rng=SEED)),
        )

    return Task(
        f"You hold {symbols(hand)}. Five players have played before you, and you saw the turned "
        f"cards: {symbols(seen)}. What is the chance that you win?",
        Chance(),
        solve,
        (
            "What you have seen cannot be turned for you. It may have been good or bad for you.",
            "Count your winning cards as if nothing had been turned. Which of them are gone?",
            f"Then divide by the cards you have not seen: 52 less your 3 less the {of} turned.",
        ),
        hand,
    )


def _winners(hand: tuple[Card, ...], seen: tuple[Card, ...]) -> int:
    """Return how many of the seen cards the hand beats."""
    return len(Turn(hand).winning) - len(Turn(hand, seen).winning)
