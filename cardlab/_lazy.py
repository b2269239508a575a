"""Public names that are loaded when they are first used, so that importing is quick."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any


def attach(
    package: str, homes: Mapping[str, Sequence[str]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` for a package.

    Parameters
    ----------
    package : str
        The package's ``__name__``.
    homes : mapping of str to sequence of str
        The package's public modules, and for each the names that the package itself offers.
    """
    home = {name: module for module, names in homes.items() for name in names}
    public = sorted({*home, *homes})

    def get(name: str) -> Any:
        if name in home:
            return getattr(import_module(f"{package}.{home[name]}"), name)
        if name in homes:
            return import_module(f"{package}.{name}")
        message = f"module {package!r} has no attribute {name!r}"
        raise AttributeError(message)

    return get, lambda: public, public
