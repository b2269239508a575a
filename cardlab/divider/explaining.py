"""The explanations of Divider: tempo, what is buried, what can be made, and what is best."""

from __future__ import annotations

from cardlab import hands
from cardlab.cards import text
from cardlab.divider.actions import cuts
from cardlab.divider.events import Action, Divided, Group, Placed
from cardlab.divider.making import Made, at_most, best, most_up, strengths
from cardlab.divider.position import Position
from cardlab.divider.rules import ENOUGH
from cardlab.divider.value_table import METHODS, ValueTable, brief, prose, with_interval, written
from cardlab.results import Explanation, Table

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven",
            "eight", "nine", "ten", "eleven", "twelve")  # fmt: skip


def explain(position: Position, table: ValueTable) -> Explanation:
    """Return what the actions do, and which is best by how much.

    Parameters
    ----------
    position : Position
        As the player who acts sees it.
    table : ValueTable
        The values of his actions.
    """
    steps: list[str | Table] = [_standing(position), _tempo(position), _buried(position)]
    if table.kind == "placement":
        steps += _placed(position, table)
    else:
        steps += [*_made(position, table), *_valued(table)]
    steps.append(_verdict(table))
    if not table.exact:
        steps.append(table.caveat)
    return Explanation(_question(position, table), tuple(steps))


def _question(position: Position, table: ValueTable) -> str:
    if table.kind == "cut":
        return f"How should you cut {text(position.four)}?"
    if table.kind == "choice":
        return f"Which group of {' | '.join(map(text, position.groups))} should you take?"
    return f"How should you place {text(position.group)}?"


def _standing(position: Position) -> str:
    """Say what lies on the table."""
    me = position.player
    assert me is not None
    return (
        f"Turn {position.turn}. You have {_tableau(position, me)}; your opponent has "
        f"{_tableau(position, 1 - me)}."
    )


def _tableau(position: Position, player: int) -> str:
    up, down = position.up[player], position.down[player]
    words = f"{_cards(len(up))} face up ({text(up)})" if up else "no card face up"
    if not down:
        return f"{words} and none face down"
    return f"{words} and {'one of ' * (len(down) > 1)}{text(down)} face down"


def _cards(count: int) -> str:
    return f"{_NUMBERS[count]} card{'s' * (count != 1)}"


def _tempo(position: Position) -> str:
    """Say which groups turn up two cards, and who can end the game."""
    me = position.player
    assert me is not None
    if not position.rules.red_up:
        words = "Each placement turns up one card, whatever its colour."
    else:
        words = "A black first card goes up alone, a red one takes its partner up with it."
        words += f" {_two_up(position, me, 'You')} {_two_up(position, 1 - me, 'Your opponent')}"
    if position.surely_last:
        return f"{words} The game is over after this turn, whatever happens."
    endings = [_ending(position, me, "you"), _ending(position, 1 - me, "your opponent")]
    told = " ".join(filter(None, endings)) or "Neither of you can end the game in this turn."
    return f"{words} {told}"


def _two_up(position: Position, player: int, name: str) -> str:
    """Say with which groups a player can turn up two cards."""
    two = [group for group in _groups(position, player) if most_up(position, player, group) == 2]
    if not _groups(position, player):
        return f"{name} {'have' if name == 'You' else 'has'} placed."
    return f"{name} can turn up two with {_share(two, _groups(position, player))}."


def _ending(position: Position, player: int, name: str) -> str:
    """Say with which groups a player can end the game this turn, if there are any."""
    missing = ENOUGH - len(position.up[player])
    groups = _groups(position, player)
    ending = [group for group in groups if most_up(position, player, group) >= missing]
    if not ending:
        return ""
    turned = "one card" if missing == 1 else "two cards"
    return f"With {_share(ending, groups)} {name} can end the game, by turning up {turned}."


def _groups(position: Position, player: int) -> list[Group]:
    """Return the groups that a player may have to place in this turn."""
    if position.phase == "cut":
        return [group for cut in cuts(position.four) for group in cut.groups]
    groups = [group for group in position.groups if group]
    if position.phase == "choose":
        return groups
    mine = player == position.player
    return [group for group in groups if (group == position.group) == mine]


def _share(some: list[Group], all_: list[Group]) -> str:
    """Say which groups."""
    if len(some) == len(all_):
        return "any group" if len(all_) > 1 else text(all_[0])
    if not some:
        return "no group"
    if len(some) < 4:
        return " or ".join(map(text, some))
    return f"{len(some)} of the {len(all_)} groups"


def _buried(position: Position) -> str:
    """Say how many cards go out of play."""
    me = position.player
    assert me is not None
    parts = []
    for player, name in ((me, "you"), (1 - me, "your opponent")):
        sizes = sorted({len(group) for group in _groups(position, player)} - {1})
        covered = int(bool(position.down[player]))
        listed = " and ".join(
            f"{_NUMBERS[size - 2 + covered]} by placing {_NUMBERS[size]}".replace("no ", "nothing ")
            for size in sizes
        )
        if listed:
            parts.append(f"{name} {'bury' if player == me else 'buries'} {listed}")
    if not parts:
        return "A single card buries nothing."
    return f"Covered cards are out of play: {'; '.join(parts)}."


def _made(position: Position, table: ValueTable) -> list[str | Table]:
    """Tell what each side can make of the groups of this cut, or of the two best ones."""
    me = position.player
    assert me is not None
    rows = [
        ("group", "you turn up", "your best hand then", "opponent shows", "he can have at most")
    ]
    for group in _compared(position, table):
        mine = best(position, me, group)
        other, most = best(position, 1 - me, group), at_most(position, 1 - me, group)
        up = text(mine.placed.up) or "none"
        rows.append((text(group), up, mine.hand, other.hand, hands.strength_name(most)))
    which = "of this cut" if table.kind == "choice" else "of the best cut and of the next"
    return [
        f"What each side can make now of the groups {which}: you with your pockets, your opponent "
        "before his pockets and with the best there can be.",
        tuple(rows),
    ]


def _compared(position: Position, table: ValueTable) -> list[Group]:
    """Return the groups of the position, or if it is not cut yet, of the two best cuts."""
    if position.groups:
        return list(position.groups)
    return [group for cut in table.actions[:2] if isinstance(cut, Divided) for group in cut.groups]


def _placed(position: Position, table: ValueTable) -> list[str | Table]:
    """Tell what each placement makes."""
    me = position.player
    assert me is not None
    rows = [("placement", "value", "behind", "buried", "your best hand then")]
    pool = (*position.group, *position.down[me])
    found = [action for action in table.actions if isinstance(action, Placed)]
    for placed, made in zip(found, strengths(position, me, found), strict=True):
        out = [card for card in pool if card not in placed.up and card != placed.down]
        numbers = _numbers(table, placed)
        rows.append((written(placed), *numbers, text(out) or "none", Made(placed, made).hand))
    return [_how(table), tuple(rows)]


def _valued(table: ValueTable) -> list[str | Table]:
    """Tell what each cut or group is worth."""
    takes = table.rows[0].first is not None
    rows = [(table.kind, "value", "behind", *(["he takes the first"] if takes else []))]
    for row in table.rows:
        last = [] if row.first is None else [brief(table.number(row.first))]
        rows.append((written(row.action), *_numbers(table, row.action), *last))
    return [_how(table), tuple(rows)]


def _numbers(table: ValueTable, action: Action) -> tuple[str, str]:
    """Return the value of an action, and how far it is behind the best."""
    behind = "best" if action == table.best else with_interval(table.behind(action))
    return with_interval(table.value(action)), behind


def _how(table: ValueTable) -> str:
    """Say what the values are."""
    words = "The value is the chance to win plus half the chance to tie"
    if table.exact:
        known = METHODS.get(table.method, "the other's pockets may be any unseen cards")
        return f"{words}, counted over all unseen cards; {known}."
    if not table.sampled:
        return f"{words}; {METHODS[table.method]}."
    return (
        f"{words}, from {table.n:,} hidden worlds, the same for every {table.kind}; "
        "± is half a 95 % interval."
    )


def _verdict(table: ValueTable) -> str:
    """Say which action is best, by how much, and which others are as good."""
    words = f"Best is {written(table.best)}, worth {prose(brief(table.value(table.best)))}"
    close = table.as_good
    worse = [action for action in table.actions[1:] if action not in close]
    if worse:
        behind = prose(with_interval(table.behind(worse[0])))
        words += f", {behind} better than {written(worse[0])}"
    if close:
        equal = "As good" if table.exact else "As good, as far as we can tell"
        words += f". {equal}: {'; '.join(map(written, close))}"
    return f"{words}."
