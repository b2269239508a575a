"""The showdown: a finished tableau against all pocket cards that the opponent may have."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from cardlab import hands, look
from cardlab.cards import CardsLike, parse_groups, text
from cardlab.divider.ending import shown_strength
from cardlab.divider.events import Group
from cardlab.divider.rules import MOST_UP, Rules
from cardlab.errors import CardError, instance
from cardlab.results import Explanation

# The lowest hand of each category, in the order of `hands.CATEGORIES`.
_LOWEST = (
    "2c", "2c 2d", "2c 2d 3c 3d", "2c 2d 2h", "Ac 2d 3h 4s 5c", "2c 3c 4c 5c 7c",
    "2c 2d 2h 3c 3d", "2c 2d 2h 2s", "Ac 2c 3c 4c 5c",
)  # fmt: skip


@dataclass(frozen=True)
class ShowdownCounts:
    """In how many equally likely cases a hand wins, ties and loses.

    Parameters
    ----------
    win, tie, loss : int
        Numbers of cases.

    Examples
    --------
    >>> counts = ShowdownCounts(5365, 0, 91)
    >>> counts.total, counts.value
    (5456, Fraction(5365, 5456))
    >>> print(counts)
    value .9833: win .9833, tie .0000, loss .0167 (5,456 cases)
    """

    win: int
    tie: int
    loss: int

    @property
    def total(self) -> int:
        """The number of cases."""
        return self.win + self.tie + self.loss

    @property
    def value(self) -> Fraction:
        """The chance to win plus half the chance to tie."""
        return Fraction(2 * self.win + self.tie, 2 * self.total)

    def __str__(self) -> str:
        win, tie, loss = (look.decimals(n / self.total) for n in (self.win, self.tie, self.loss))
        value = look.decimals(float(self.value))
        return f"value {value}: win {win}, tie {tie}, loss {loss} ({self.total:,} cases)"

    def _repr_html_(self) -> str:
        tiles = look.tiles(
            look.Tile(name, look.decimals(count / self.total), f"{count:,}")
            for name, count in (("Win", self.win), ("Tie", self.tie), ("Loss", self.loss))
        )
        return look.frame(
            "<h3>Value: chance to win plus half the chance to tie</h3>"
            + look.answer("", look.decimals(float(self.value)))
            + look.chip("exact", f"{self.total:,} cases")
            + f'<div style="margin: 16px 0">{tiles}</div>'
        )


@dataclass(frozen=True, init=False)
class Showdown:
    """Does a finished tableau win, whatever the opponent's pocket cards?

    Parameters
    ----------
    up : cards
        Your face-up cards; with the option `count_face_down` the face-down card too.
    pockets : cards or None
        Your pocket cards; None if they are not known either.
    opponent_up : cards
        The opponent's face-up cards.
    seen : cards
        Other cards that have been seen: buried and face-down ones.
    rules : Rules
        Options of the game.

    Raises
    ------
    CardError
        If cards cannot be read, one stands twice or is not in the deck, there are too many or too
        few, or too few are left for the opponent.

    Examples
    --------
    >>> showdown = Showdown(
    ...     "Ac Ad Ah As 3c", "Kc Qd 3d", "6h 7h 8h Ks 2c", seen="9s Jd Jc 4s 5s 2d"
    ... )
    >>> showdown.exact()
    ShowdownCounts(win=5365, tie=0, loss=91)
    """

    up: Group
    pockets: Group | None
    opponent_up: Group
    seen: Group
    rules: Rules

    def __init__(
        self,
        up: CardsLike,
        pockets: CardsLike | None,
        opponent_up: CardsLike,
        seen: CardsLike = "",
        *,
        rules: Rules = Rules(),
    ) -> None:
        instance("rules", rules, Rules)
        groups = {
            "up": up,
            "pockets": "" if pockets is None else pockets,
            "opponent_up": opponent_up,
            "seen": seen,
        }
        parsed = dict(zip(groups, parse_groups(groups), strict=True))
        most = MOST_UP + rules.count_face_down
        for name in ("up", "opponent_up"):
            if len(parsed[name]) > most:
                message = f"{name}: {most} cards at most can count, {len(parsed[name])} given"
                raise CardError(message)
        own = parsed["pockets"]
        if own and len(own) != rules.pocket_cards:
            message = f"pockets: {rules.pocket_cards} due (rule pocket_cards), {len(own)} given"
            raise CardError(message)
        for name, cards in parsed.items():
            if strange := [card for card in cards if card not in rules.deck]:
                message = f"{name}: {strange[0]} is not in the deck"
                raise CardError(message)
        self.__dict__.update(parsed, pockets=own or None, rules=rules)
        needed = rules.pocket_cards * (1 if own else 2)
        if len(self.unseen) < needed:
            message = f"seen: {len(self.unseen)} cards are left, and {needed} are hidden"
            raise CardError(message)

    @property
    def unseen(self) -> Group:
        """The cards that have not been seen, lowest first."""
        seen = {*self.up, *(self.pockets or ()), *self.opponent_up, *self.seen}
        return tuple(card for card in self.rules.deck if card not in seen)

    def exact(self) -> ShowdownCounts:
        """Return in how many cases you win, tie and lose.

        A case stands for the opponent's pocket cards, any of the unseen ones; if yours are not
        known, for both. Both show the two that make the best hand.
        """
        from cardlab.divider import last_turn

        unseen, size = self.unseen, self.rules.pocket_cards
        total = comb(len(unseen), size)
        if self.pockets is not None:
            sets, cards = last_turn.sets_of([self.opponent_up]), last_turn.sets_of_each(unseen)
            win, tie = last_turn.kernel().below(sets, cards, size, self._strength)
        else:
            own, other = (
                last_turn.holdings([[up]], unseen, size, side)
                for side, up in enumerate((self.up, self.opponent_up))
            )
            win, tie = (int(each.sum()) for each in own.against(other))
            total *= comb(len(unseen) - size, size)
        return ShowdownCounts(win, tie, total - win - tie)

    @property
    def _strength(self) -> int:
        return shown_strength(self.up, self.pockets or ())

    def explain(self) -> Explanation:
        """Return the count, by what the opponent shows.

        Examples
        --------
        >>> showdown = Showdown("Ac Ad 9h 7s 4c", "Ah Kc 2d", "As Kh 9d 7c 4s", seen="Qd Qh")
        >>> print(showdown.explain())
        Does Ac Ad 9h 7s 4c beat As Kh 9d 7c 4s?
          1. With Ah Kc 2d your best hand is: three aces, K-9.
          2. 52 cards, less the 15 that have been seen: 37.
          3. The opponent's pocket cards are any 3 of them: 7,770 ways.
             opponent shows   you win  tie  you lose
             high card          2,624    0         0
             pair               4,278    0         0
             two pair             728    0         0
             three of a kind      140    0         0
          4. So you win 7,770 of 7,770 cases and tie 0: the value is 1 = 1.0000.
        """
        counts, size, n = self.exact(), self.rules.pocket_cards, len(self.unseen)
        deck, ways = len(self.rules.deck), comb(n, size)
        left = f"{deck} cards, less the {deck - n} that have been seen: {n}."
        steps: list[str | tuple[tuple[str, ...], ...]]
        if self.pockets is None:
            steps = [
                left,
                f"Your pocket cards are any {size} of them: {ways:,} ways.",
                f"The opponent's are any {size} of the rest: {comb(n - size, size):,} ways.",
            ]
        else:
            steps = [
                f"With {text(self.pockets)} your best hand is: {self._name}.",
                left,
                f"The opponent's pocket cards are any {size} of them: {ways:,} ways.",
                self._by_category(),
            ]
        won = f"So you win {counts.win:,} of {counts.total:,} cases and tie {counts.tie:,}"
        steps.append(f"{won}: the value is {counts.value} = {look.decimals(float(counts.value))}.")
        return Explanation(f"Does {text(self.up)} beat {text(self.opponent_up)}?", tuple(steps))

    @property
    def _name(self) -> str:
        return hands.strength_name(self._strength)

    def _by_category(self) -> tuple[tuple[str, ...], ...]:
        """Return the opponent's hands, counted by category and by how they end."""
        from cardlab.divider import last_turn

        theirs = last_turn.holdings(
            [[self.opponent_up]], self.unseen, self.rules.pocket_cards, 1
        ).hands.tolist()
        starts, own = [hands.strength(lowest) for lowest in _LOWEST], self._strength
        counts = Counter(
            (bisect_right(starts, hand) - 1, (hand > own) - (hand < own)) for hand in theirs
        )
        rows = [
            (name, *(f"{counts[category, sign]:,}" for sign in (-1, 0, 1)))
            for category, name in enumerate(hands.CATEGORIES)
            if any(counts[category, sign] for sign in (-1, 0, 1))
        ]
        return (("opponent shows", "you win", "tie", "you lose"), *rows)
