"""The exercises of seven-card stud hi/lo, in the order of the lesson: their table of contents."""

from cardlab.lessons.exercise import Chapter
from cardlab.lessons.stud8 import draws, functions, lows, players, pots

chapter = Chapter("stud8")

for _title, _minutes, _make in (
    ("Is this a low, and which?", 3, lows.which),
    ("Five lows in order", 4, lows.in_order),
    ("One card to come", 4, draws.sixth_street),
    ("A low in the making", 10, draws.early),
    ("Dead cards", 8, draws.dead_cards),
    ("At least one of two", 6, players.at_least_one),
    ("If your opponent has a low", 5, players.given_the_other),
    ("Not everybody can have a low", 6, players.most_lows),
    ("Halves, quarters and odd chips", 6, pots.chips),
    ("Half a pot is not half a profit", 3, pots.sure_half),
    ("The price of half a pot", 5, pots.price),
    ("Equity from a table of outcomes", 6, pots.equity),
    ("Program: does a hand have a low?", 10, functions.qualifies),
    ("Program: a player's share of the pot", 15, functions.share),
):
    chapter.exercise(_title, minutes=_minutes)(_make)
