"""How results write large counts and place what they show on a page."""

from __future__ import annotations

import math

MOST_DIGITS = 40


def digits(count: int) -> str:
    """Write a count in full, or its size if that would fill the page."""
    size = int(count.bit_length() * math.log10(2))
    return str(count) if size <= MOST_DIGITS else f"about 10**{size}"


def cases(count: int) -> str:
    """Write a count for reading."""
    size = int(count.bit_length() * math.log10(2))
    return f"{count:,}" if size <= MOST_DIGITS else f"about 10^{size}"


def below(body: str) -> str:
    """Keep a distance from what stands above."""
    return f'<div style="margin: 16px 0">{body}</div>'
