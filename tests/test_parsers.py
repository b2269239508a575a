"""Whatever text comes in, only documented errors come out. `make fuzz` searches for longer."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.parsers import PARSERS, PIECES


@st.composite
def damaged(draw: st.DrawFn, examples: tuple[str, ...]) -> str:
    """Good text, in some places of which something else stands."""
    text = draw(st.sampled_from(examples))
    for _ in range(draw(st.integers(0, 3))):
        begin = draw(st.integers(0, len(text)))
        end = begin + draw(st.sampled_from((0, 1, 2, 10)))
        text = text[:begin] + draw(st.sampled_from(PIECES) | st.text(max_size=3)) + text[end:]
    return text


@pytest.mark.parametrize("name", PARSERS)
def test_text_that_can_be_read_is_read(name):
    for example in PARSERS[name].examples[:1]:
        PARSERS[name].read(example)


@pytest.mark.parametrize("name", PARSERS)
@given(data=st.data())
@settings(max_examples=40)
def test_damaged_text_gives_no_error_but_the_documented_ones(name, data):
    parser = PARSERS[name]
    parser.try_on(data.draw(damaged(parser.examples) | st.text(max_size=20)))
