"""Things that no student means to hand over, and some do."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
from hypothesis import strategies as st


class Raises:
    """Every method that anybody might call raises."""

    def _no(self, *_: object) -> Any:
        raise RuntimeError

    __repr__ = __str__ = __eq__ = __bool__ = __len__ = __iter__ = __float__ = __int__ = _no
    __index__ = __getattr__ = __format__ = __hash__ = __call__ = __abs__ = __lt__ = _no  # type: ignore[assignment]


class Exits:
    """As `Raises`, but what is raised is no Exception."""

    @property
    def __class__(self) -> Any:
        raise SystemExit

    def __getattr__(self, _name: str) -> Any:
        raise SystemExit


class AnyNumber(int):
    """Says that it equals whatever it is compared with."""

    def __eq__(self, _other: object) -> bool:
        return True

    __hash__ = int.__hash__

    def __index__(self) -> int:
        raise RuntimeError

    def __repr__(self) -> str:
        raise RuntimeError


class AnyText(str):
    def strip(self, *_: object) -> Any:
        raise RuntimeError

    __str__ = __repr__ = strip


class AnyFraction(Fraction):
    def __eq__(self, _other: object) -> bool:
        return True

    def __sub__(self, _other: object) -> Any:
        return Fraction(0)

    __hash__ = Fraction.__hash__


class Scalar:
    """As NumPy's scalars, but its item is hostile."""

    shape = ()

    def item(self) -> Any:
        raise RuntimeError


class ItemOfItself:
    shape = ()

    def item(self) -> Any:
        return self


class Symbolic:
    """As SymPy's numbers: only ``float`` says what it is."""

    def __float__(self) -> float:
        return 0.123


class Endless:
    def __iter__(self) -> Any:
        while True:
            yield "5h"


def recursive() -> list[Any]:
    inside: list[Any] = []
    inside.append(inside)
    return inside


THINGS = [
    Raises(), Exits(), AnyNumber(77777), AnyText("x"), AnyFraction(77, 78), Scalar(),
    ItemOfItself(), Endless(), recursive(), object(), type, len, print, Raises, lambda: None,
    10**5000, -(10**5000), float("nan"), float("inf"), 1j, True, False, b"24/49", bytearray(9),
    Decimal("NaN"), Decimal("sNaN"), Decimal("1e999999"), Decimal("Infinity"), Decimal("-0.3"),
    Fraction(10**5000, 7), np.array([1, 2]), np.array([]), np.float64("nan"), np.bool_(True),
    np.array(0.123), np.array(["x"]), np.datetime64("2020"), pd.Series([1, 2]), pd.NA, pd.NaT,
    pd.DataFrame(), {"a": 1}, {1, 2}, [], [[]], [None], (..., ...), range(10**9), iter([]),
    "", " ", "9" * 10**6, "1/" + "9" * 150, "1e999", "\ud800", "\x00", "<b>", "1/0", "0/0", "--1",
    "1/2/3", "½", "1½", "٣", "\uff15", "5h " * 10**5, ";" * 10**4, "a;" * 10**4, "…", "%", "1 %%",
    "__import__('os')", "nan", "inf", "NotImplemented", NotImplemented, Symbolic(),
]  # fmt: skip


def things() -> st.SearchStrategy[Any]:
    calm = [number for number, thing in enumerate(THINGS) if type(thing) is not Exits]
    return st.sampled_from(calm).map(THINGS.__getitem__)  # Hypothesis itself looks at classes


def junk() -> st.SearchStrategy[Any]:
    """Anything at all, in lists too."""
    one = (
        st.text(max_size=40)
        | st.text("0123456789/.,:% +-e;", max_size=20)
        | st.integers()
        | st.floats()
        | st.decimals()
        | st.fractions()
        | st.complex_numbers()
        | st.binary(max_size=9)
        | things()
    )
    return one | st.lists(one, max_size=4) | st.tuples(one) | st.dictionaries(st.text(), one)
