"""Hands of one to ten cards as sets: against one hand at a time, and all hands of some sizes."""

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab import _kernels, hands
from cardlab._kernels import short_hands_numpy, tables
from cardlab.cards import DECK
from tests import plain_hands
from tests.kernels.test_hands import CATEGORIES_OF_FIVE

SIZES = range(1, 11)
LOWEST = (
    "2c", "2c 2d", "2c 2d 3c 3d", "2c 2d 2h", "Ac 2d 3h 4s 5c", "2c 3c 4c 5c 7c",
    "2c 2d 2h 3c 3d", "2c 2d 2h 2s", "Ac 2c 3c 4c 5c",
)  # fmt: skip


@cache
def loop():
    """A compiled loop over `score`."""
    import numba

    from cardlab._kernels.short_hands import score

    @numba.njit
    def scores(sets, table):
        found = np.empty(len(sets), np.int16)
        for i in range(len(sets)):
            found[i] = score(sets[i], table)
        return found

    return scores


def compiled_scores(sets):
    return loop()(sets, tables.load_short())


@pytest.fixture(params=["compiled", "numpy"] if _kernels.compiled else ["numpy"])
def scores(request):
    """The strengths of an array of sets, by each way."""
    return compiled_scores if request.param == "compiled" else short_hands_numpy.scores


def sets_of(cards):
    """Return each row of card numbers as a set."""
    bits = short_hands_numpy.bits(np.asarray(cards, np.uint64))
    return np.bitwise_or.reduce(bits, axis=1)


def random_hands(n, size, deck=52, seed=1):
    return np.random.default_rng(seed).random((n, deck)).argsort(axis=1)[:, :size]


def structured_hands(n, size, seed=1):
    """Hands of few suits or few ranks: flushes, straights, full houses, four of a kind."""
    suited = random_hands(n, size, 26, seed)
    paired = random_hands(n, size, 16, seed + 1)
    low, high = 4 * (suited // 2) + suited % 2, 36 + paired
    return np.concatenate([low, paired, high])


def test_all_hands_of_one_to_three_cards_have_their_strength(scores):
    for size in (1, 2, 3):
        cards = list(combinations(range(52), size))
        assert scores(sets_of(cards)).tolist() == [hands.strength(hand) for hand in cards]


@pytest.mark.parametrize("size", SIZES)
def test_hands_of_any_size_have_their_strength(scores, size):
    cards = np.concatenate([random_hands(400, size), structured_hands(200, size)])
    assert scores(sets_of(cards)).tolist() == [hands.strength(hand) for hand in cards.tolist()]


@pytest.mark.parametrize("size", SIZES)
def test_the_order_is_that_of_the_plain_way(scores, size):
    """It shares no code or table: it looks at every five of the cards."""
    cards = np.concatenate([random_hands(40, size, seed=5), structured_hands(20, size, seed=5)])
    found = scores(sets_of(cards)).tolist()
    plain = [plain_hands.strength(hand) for hand in cards.tolist()]
    for (ours, theirs), (other, others) in combinations(zip(found, plain, strict=True), 2):
        assert (ours > other, ours == other) == (theirs > others, theirs == others)


@pytest.mark.slow
def test_each_category_of_five_cards_has_as_many_hands_as_there_are(scores):
    cards = np.fromiter(combinations(range(52), 5), np.dtype((np.uint8, 5)), 2_598_960)
    starts = [hands.strength(lowest) for lowest in LOWEST]
    bits = short_hands_numpy.bits(np.arange(52, dtype=np.uint64))
    sets = bits[cards[:, 0]]
    for place in range(1, 5):
        sets |= bits[cards[:, place]]
    category = np.searchsorted(starts, scores(sets), side="right") - 1
    assert np.bincount(category).tolist() == list(CATEGORIES_OF_FIVE)


@pytest.mark.parametrize("size", SIZES)
def test_both_ways_agree_on_many_hands(size):
    pytest.importorskip("numba")
    sets = sets_of(np.concatenate([random_hands(30_000, size), structured_hands(5_000, size)]))
    np.testing.assert_array_equal(compiled_scores(sets), short_hands_numpy.scores(sets))


@given(
    st.lists(st.sampled_from(DECK), min_size=1, max_size=10, unique=True), st.permutations(range(4))
)
def test_the_names_of_the_suits_do_not_matter(cards, suits):
    renamed = [4 * card.rank + suits[card.suit] for card in cards]
    ours, theirs = (
        short_hands_numpy.scores(sets_of([cards])),
        short_hands_numpy.scores(sets_of([renamed])),
    )
    assert ours == theirs


@given(st.lists(st.sampled_from(DECK), min_size=2, max_size=10, unique=True))
def test_one_card_more_never_makes_a_hand_worse(cards):
    fewer, all_of_them = sets_of([cards[:-1]]), sets_of([cards])
    assert short_hands_numpy.scores(fewer) <= short_hands_numpy.scores(all_of_them)


def test_a_card_has_the_same_set_in_both_ways():
    pytest.importorskip("numba")
    from cardlab._kernels.short_hands import bit

    sets = short_hands_numpy.bits(np.arange(52, dtype=np.uint64)).tolist()
    assert [int(bit(card)) for card in range(52)] == sets
    assert len(set(sets)) == 52


def test_the_table_is_shared_and_cannot_be_written():
    assert tables.load_short() is tables.load_short()
    with pytest.raises(ValueError, match="read-only"):
        tables.load_short()[0] = 1


def test_the_keys_of_ten_cards_fit_their_halves_of_a_word():
    keys = tables.load().words[:52:4]
    assert 10 * int((keys & 0xFFFF).max()) < 2**16
    assert 10 * int((keys >> 16 & 0xFFFF).max()) < 2**16
    assert tables.KEY_PLACES == tables.load().rows.shape[1] == len(tables.load().columns)
