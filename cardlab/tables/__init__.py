"""Tables worth having: small ones as CSV, and the one for a cluster as Parquet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlab import _lazy

if TYPE_CHECKING:
    from cardlab.tables.small import divider_players as divider_players
    from cardlab.tables.small import shoot_hands as shoot_hands
    from cardlab.tables.starting_hands import stud8_starting_hands as stud8_starting_hands
    from cardlab.tables.third_street import stud8_third_street as stud8_third_street

__getattr__, __dir__, __all__ = _lazy.attach(
    __name__,
    {
        "small": ["divider_players", "shoot_hands"],
        "starting_hands": ["stud8_starting_hands"],
        "third_street": ["stud8_third_street"],
        "work": [],
    },
)
