"""Hand histories: reading, checking, replaying and writing PHH files of variant ``F7S/8``.

A file is read strictly. Nothing in it is repaired: what does not fit the rules is an error that
names the action. The betting is replayed through PokerKit, and the pots are shared by our own
showdown. PokerKit's reader is not used, since it repairs what it can and loses chips doing so.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cardlab.errors import InvalidInput, instance, short, whole
from cardlab.stud8.events import Dealt, Event, Seated
from cardlab.stud8.game import Game
from cardlab.stud8.phh import (
    CAP,
    VARIANT,
    Reader,
    actions_of,
    check_names,
    key,
    listed,
    plain_fields,
    seated_by,
    stacks_told,
    value_text,
)
from cardlab.stud8.state import State

if TYPE_CHECKING:
    import pandas as pd

    from cardlab.stud8.streets import View


@dataclass(frozen=True)
class History:
    """One hand that was played, checked against the rules.

    Parameters
    ----------
    fields : mapping of str to object
        The fields of a PHH file of variant ``F7S/8``, by name. A copy is kept that cannot be
        changed, with tuples for lists.

    Raises
    ------
    InvalidInput
        If a field is missing, unknown or wrong, or holds what a file cannot, an action is against
        the rules, a card stands twice, the hand does not end with the last action, or the stacks
        in the end are not those that our showdown finds. If a hand is not known that decides a
        pot, `finishing_stacks` must say who got it.

    Examples
    --------
    >>> history = History({
    ...     "variant": "F7S/8", "antes": [1, 1], "bring_in": 2, "small_bet": 4, "big_bet": 8,
    ...     "starting_stacks": [50, 50],
    ...     "actions": ["d dh p1 As2s3d", "d dh p2 ????9h", "p1 pb", "p2 f"],
    ... })
    >>> history.finishing_stacks
    (51, 49)
    >>> print(history.replay(3).due)
    p2 is to act
    """

    fields: Mapping[str, Any]
    _log: tuple[Event, ...] = field(init=False, repr=False, compare=False)
    _lengths: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        instance("fields", self.fields, Mapping)
        fields = plain_fields(self.fields)
        check_names(fields)
        seated = seated_by(fields)
        reader = Reader(seated)
        for action in listed(fields, "actions", None):
            reader.read(action)
        log = reader.finish(stacks_told(fields, sum(seated.stacks)))
        object.__setattr__(self, "fields", MappingProxyType(fields))
        object.__setattr__(self, "_log", log)
        object.__setattr__(self, "_lengths", tuple(reader.lengths))

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle as text, since a read-only mapping can be neither."""
        return History.loads, (self.dumps(),)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> History:
        """Read a PHH file.

        Parameters
        ----------
        path : path
            A file in UTF-8 with one hand.

        Raises
        ------
        InvalidInput
            If the file is not text, not TOML, or not a hand that the rules allow; the message
            begins with the file's name.
        OSError
            If the file cannot be read.
        """
        path = _path(path)
        try:
            return cls.loads(path.read_bytes().decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            message = f"{path.name}: the text is not UTF-8 (byte {error.start + 1})"
            raise InvalidInput(message) from None
        except InvalidInput as error:
            message = f"{path.name}: {error}"
            raise InvalidInput(message) from None

    @classmethod
    def loads(cls, text: str) -> History:
        """Read the text of a PHH file.

        Raises
        ------
        InvalidInput
            As `load` does.
        """
        instance("text", text, str)
        try:
            fields = tomllib.loads(text.removeprefix("\ufeff"))
        except (ValueError, RecursionError) as error:  # TOMLDecodeError, or too long or deep
            message = f"the text is not TOML, or is cut off: {error}"
            raise InvalidInput(message) from None
        if fields and all(isinstance(value, dict) for value in fields.values()):
            message = f"the text holds {len(fields)} hands in sections; give one hand without any"
            raise InvalidInput(message)
        return cls(fields)

    @classmethod
    def from_game(cls, game: Game, **fields: object) -> History:
        """Return the history of a game that is over.

        Parameters
        ----------
        game : Game
            A finished hand.
        **fields
            Further PHH fields, such as ``event="Tuesday"``; own names begin with ``_``.

        Raises
        ------
        InvalidInput
            If the hand is not over, or a field is not allowed.

        Examples
        --------
        >>> game = Game("Ann Ben", stacks=50)
        >>> for step in (game.deal("As Kc 2s Kd 3d 9h"), game.act("bring in"), game.act("fold")):
        ...     pass
        >>> print(History.from_game(game).dumps())
        variant = 'F7S/8'
        ante_trimming_status = true
        antes = [1, 1]
        bring_in = 2
        small_bet = 4
        big_bet = 8
        starting_stacks = [50, 50]
        actions = ['d dh p1 As2s3d', 'd dh p2 KcKd9h', 'p1 pb', 'p2 f']
        players = ['Ann', 'Ben']
        finishing_stacks = [51, 49]
        """
        instance("game", game, Game)
        if game.phase != "end":
            message = f"game: the hand is not over: {game.due}"
            raise InvalidInput(message)
        seated, *events = game.log
        assert isinstance(seated, Seated)
        rules = seated.rules
        made: dict[str, object] = {
            "variant": VARIANT,
            "ante_trimming_status": rules.trim_antes,
            "antes": [rules.ante] * len(seated.players),
            "bring_in": rules.opening,
            "small_bet": rules.small_bet,
            "big_bet": rules.big_bet,
            "starting_stacks": list(seated.stacks),
            "actions": [action for event in events for action in actions_of(event, seated.players)],
            "players": list(seated.players),
            "finishing_stacks": list(game.stacks),
        }
        if rules.raise_cap != "always":
            made[CAP] = rules.raise_cap
        return cls(made | fields)

    @property
    def players(self) -> tuple[str, ...]:
        """Names by seat; ``p1``, ``p2`` and so on if the file does not tell them."""
        return self.replay(0).players

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions as they are written in the file."""
        return tuple(self.fields["actions"])

    @property
    def finishing_stacks(self) -> tuple[int, ...]:
        """Chips of each player after the hand."""
        return self.replay().stacks

    def replay(self, actions: int | None = None) -> Game:
        """Return the table after some of the actions.

        Parameters
        ----------
        actions : int, optional
            How many; by default all, and the pots are shared.

        Raises
        ------
        InvalidInput
            If there are not so many actions.
        """
        if actions is None:
            return Game.replay(self._log)
        most = len(self._lengths) - 1
        return Game.replay(self._log[: self._lengths[whole("actions", actions, 0, most)]])

    @property
    def deals(self) -> tuple[State, ...]:
        """The table after the deal of each street, third street first."""
        return tuple(
            Game.replay(self._log[:number]).state
            for number, event in enumerate(self._log, start=1)
            if isinstance(event, Dealt)
        )

    def equity_by_street(self, view: View = "all", **options: Any) -> pd.DataFrame:
        """Return each player's share of the pot to be expected, street by street.

        Parameters
        ----------
        view : {"all", "public"}, int or str
            All cards that the history tells; the cards face up; or what a seat sees, by number from
            0 or by name.
        **options
            `limit`, `n`, `rng` and `executor` as in `cardlab.stud8.streets.by_street`.

        Returns
        -------
        DataFrame
            As `by_street` does; cards that are not known are written as ``??`` and counted.

        Raises
        ------
        InvalidInput
            If there is no such view.

        Examples
        --------
        >>> history = History({
        ...     "variant": "F7S/8", "antes": [1, 1], "bring_in": 2, "small_bet": 4, "big_bet": 8,
        ...     "starting_stacks": [50, 50],
        ...     "actions": ["d dh p1 As2s3d", "d dh p2 ????9h", "p1 pb", "p2 f"],
        ... })
        >>> history.equity_by_street().drop(columns="standard_error").round(4)
                          cards  unknown  equity method
        street player
        3      p1      As 2s 3d        0   0.593  exact
               p2      ?? ?? 9h        2   0.407  exact
        """
        from cardlab.stud8.streets import by_street

        return by_street(self, view, **options)

    def dumps(self) -> str:
        """Return the text of a PHH file: the fields in their order, one a line."""
        return "\n".join(
            f"{key(name)} = {value_text(value)}" for name, value in self.fields.items()
        )

    def save(self, path: str | PathLike[str]) -> None:
        """Write a PHH file, which `load` reads.

        Comments of a file that was loaded are not kept; comments inside actions are. A file that
        is there already is replaced in one step, or left as it is if that fails.

        Raises
        ------
        InvalidInput
            If `path` is not a path.
        OSError
            If the file cannot be written.
        """
        data = f"{self.dumps()}\n".encode()
        path = _path(path)
        if path.exists() and not path.is_file():  # a pipe or a terminal cannot be replaced
            path.write_bytes(data)
            return
        path = path.resolve()  # what a link points to is replaced, not the link
        beside = path.with_name(f".{secrets.token_hex(8)}.part")
        try:
            beside.write_bytes(data)
            if path.exists():
                shutil.copymode(path, beside)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)


def _path(path: object) -> Path:
    """Return a path; refuse what the system cannot look for."""
    if not isinstance(path, str | PathLike):
        message = f"path must be text or a Path, not {short(path)}"
        raise InvalidInput(message)
    try:
        found = Path(path)
        bad = b"\0" in os.fsencode(found)
    except (TypeError, ValueError):  # a path of bytes, or half of a character
        bad = True
    if bad:
        message = f"path: {short(path)} cannot be the name of a file"
        raise InvalidInput(message)
    return found
