"""Exercises that know the usual mistakes, and what teachers need to hand them out and mark them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlab import _lazy

if TYPE_CHECKING:
    from cardlab.lessons.catalogue import ask as ask
    from cardlab.lessons.catalogue import names as names
    from cardlab.lessons.catalogue import question as question
    from cardlab.lessons.exercise import Exercise as Exercise
    from cardlab.lessons.exercise import Feedback as Feedback

__getattr__, __dir__, __all__ = _lazy.attach(
    __name__,
    {
        "catalogue": ["ask", "names", "question"],
        "exercise": ["Exercise", "Feedback"],
    },
)
