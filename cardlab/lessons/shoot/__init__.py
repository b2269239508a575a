"""The exercises of Shoot, in the order of the lesson: this is their table of contents."""

from cardlab.lessons.exercise import Chapter
from cardlab.lessons.shoot import functions, hands, money, turns

chapter = Chapter("shoot")

for _title, _minutes, _make in (
    ("Which cards lose to yours?", 3, turns.winning_cards),
    ("The first turn", 3, turns.first_turn),
    ("Two cards of one suit", 4, turns.one_suit_twice),
    ("Cards that you have seen", 4, turns.seen_cards),
    ("Three high cards", 6, hands.three_high),
    ("Three aces against an ace and a pair", 8, hands.suits_not_looked_at),
    ("You have not looked", 8, hands.average),
    ("What a bet is worth", 4, money.worth),
    ("What a SHOOT says", 8, hands.reckless),
    ("How much to bet", 5, money.stake),
    ("The break-even kitty", 10, money.break_even),
    ("Everybody always SHOOTs", 8, money.everybody_shoots),
    ("Program: cards that lose to a hand", 10, functions.winning),
    ("Program: the average chance", 15, functions.average),
):
    chapter.exercise(_title, minutes=_minutes)(_make)
