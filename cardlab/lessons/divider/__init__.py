"""The exercises of Divider, in the order of the lesson: this is their table of contents."""

from cardlab.lessons.divider import functions, groups, hidden, values
from cardlab.lessons.exercise import Chapter

chapter = Chapter("divider")

for _title, _minutes, _make in (
    ("All cuts of four cards", 4, groups.all_cuts),
    ("A pair, black or red", 4, groups.pair),
    ("What a swap saves", 6, groups.swap),
    ("The first turn", 10, groups.first_turn),
    ("The maximin cut", 5, values.maximin),
    ("Three cards that you cannot see", 8, values.showdown),
    ("What the chooser does not know", 15, hidden.bayes),
    ("The same worlds", 8, values.same_worlds),
    ("Program: where the cards can lie", 20, functions.outcomes),
    ("Program: hands of fewer than five cards", 15, functions.better),
):
    chapter.exercise(_title, minutes=_minutes)(_make)
