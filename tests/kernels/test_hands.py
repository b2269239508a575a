"""Many hands at a time: against one at a time, other evaluators, and all hands there are."""

import hashlib
import subprocess
import sys
from itertools import chain, combinations, pairwise
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab import _kernels, hands
from cardlab._kernels import hands_numpy, make_tables, tables
from cardlab.cards import DECK, text
from cardlab.errors import CardError, InvalidInput
from tests import plain_hands

SIZES = (5, 6, 7, 8)
KERNELS = ["compiled", "numpy"] if _kernels.compiled else ["numpy"]


@pytest.fixture(params=KERNELS)
def evaluate(request, monkeypatch):
    """`hands.evaluate` by each kernel."""
    monkeypatch.setattr(_kernels, "compiled", request.param == "compiled")
    return hands.evaluate


def random_hands(n, size, seed=1):
    shuffled = np.random.default_rng(seed).random((n, 52)).argsort(axis=1)
    return shuffled[:, :size].astype(np.uint8)


def suited_hands(n, size, seed=1):
    """Hands of two suits, so that most have a flush and some a straight flush."""
    shuffled = np.random.default_rng(seed).random((n, 26)).argsort(axis=1)[:, :size]
    return (shuffled // 2 * 4 + shuffled % 2).astype(np.uint8)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("deal", [random_hands, suited_hands])
def test_many_hands_have_the_classes_of_each_alone(evaluate, deal, size):
    cards = deal(1_000, size)
    high, low = evaluate(cards)
    assert (high.dtype, low.dtype) == (np.int16, np.uint8)
    assert high.tolist() == [hands.high(hand) for hand in cards.tolist()]
    assert low.tolist() == [hands.low(hand) for hand in cards.tolist()]


@pytest.mark.parametrize("size", SIZES)
def test_the_two_kernels_agree(size):
    pytest.importorskip("numba")
    from cardlab._kernels import hands as compiled

    for deal in (random_hands, suited_hands):
        cards = deal(50_000, size, seed=2)
        by_numpy = hands_numpy.evaluate(cards, check=True)
        for ours, theirs in zip(compiled.evaluate(cards, check=True), by_numpy, strict=True):
            np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("n", [0, 1, 2, 3, 63, 64, 65, 66, 129])
@pytest.mark.parametrize("size", SIZES)
def test_any_number_of_hands_can_be_evaluated(evaluate, n, size):
    cards = random_hands(200, size)
    high, low = evaluate(cards)
    few_high, few_low = evaluate(cards[:n].copy())
    assert few_high.tolist() == high[:n].tolist()
    assert few_low.tolist() == low[:n].tolist()


def test_more_hands_than_a_block_of_numpy_holds(evaluate):
    cards = random_hands(40_000, 5)
    parts = [evaluate(cards[i : i + 1_000])[0] for i in range(0, 40_000, 1_000)]
    np.testing.assert_array_equal(evaluate(cards)[0], np.concatenate(parts))


def test_the_order_of_the_cards_in_a_row_does_not_matter(evaluate):
    cards = random_hands(2_000, 7)
    for ours, theirs in zip(evaluate(cards), evaluate(cards[:, ::-1]), strict=True):
        np.testing.assert_array_equal(ours, theirs)


def test_arrays_with_gaps_in_any_order_and_read_only_ones_are_taken(evaluate):
    cards = random_hands(100, 7)
    expected = evaluate(cards)[0].tolist()
    spaced = np.zeros((200, 9), np.uint8)
    spaced[::2, 1:8] = cards
    fixed = cards.copy()
    fixed.flags.writeable = False
    for same in (spaced[::2, 1:8], np.asfortranarray(cards), fixed):
        assert evaluate(same)[0].tolist() == expected
    assert (cards == random_hands(100, 7)).all()  # and nothing is written into them


def test_without_numba_the_answers_come_from_numpy():
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "import numpy as np; from cardlab import _kernels, hands\n"
        "assert not _kernels.compiled\n"
        "print(*hands.evaluate(np.array([[48, 0, 5, 10, 14, 44, 45]], dtype=np.uint8)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["[5853]", "[0]"]


# Bad input


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("row", [0, 50, 99])
@pytest.mark.parametrize("place", [0, 3, -1])
def test_a_wrong_card_is_named_with_its_row(evaluate, size, row, place):
    for wrong in (52, 63, 64, 127, 128, 200, 255):
        cards = random_hands(100, size)
        cards[row, place] = wrong
        with pytest.raises(CardError, match=rf"cards\[{row}\]: {wrong} \(card \d\) is not a card"):
            evaluate(cards)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("row", [0, 50, 99])
def test_a_card_that_stands_twice_is_named_with_its_row(evaluate, size, row):
    for first, second in combinations(range(size), 2):
        cards = random_hands(100, size)
        cards[row, second] = cards[row, first]
        card = DECK[cards[row, first]]
        with pytest.raises(CardError, match=rf"cards\[{row}\]: {card} stands twice"):
            evaluate(cards)


def test_a_row_is_refused_just_if_it_has_a_wrong_card_or_one_twice(evaluate):
    rows = np.random.default_rng(7).integers(0, 54, (4_000, 6), np.uint8)
    refused = []
    for row in rows:
        try:
            evaluate(row[None])
            refused.append(False)
        except CardError:
            refused.append(True)
    expected = [max(row) > 51 or len(set(row)) < 6 for row in rows.tolist()]
    assert refused == expected
    assert 1_000 < sum(expected) < 3_000


def test_a_fault_beyond_the_first_block_of_numpy_is_named_with_its_row(evaluate):
    cards = random_hands(40_000, 5)
    cards[20_000, 0] = 52
    with pytest.raises(CardError, match=r"cards\[20000\]: 52"):
        evaluate(cards)


@pytest.mark.parametrize("later", [171, 290])
def test_the_first_of_several_wrong_rows_is_named(evaluate, later):
    cards = random_hands(300, 7)
    cards[later, 0], cards[170, 6] = 99, cards[170, 5]
    with pytest.raises(CardError, match=r"cards\[170\]: \w\w stands twice"):
        evaluate(cards)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        (np.zeros((3, 7)), "a uint8 array, not float64 array"),
        (np.zeros((3, 7), np.int8), "a uint8 array, not int8 array"),
        ([[0, 1, 2, 3, 4]], "a uint8 array, not list"),
        ("As Ks Qs Js Ts", "a uint8 array, not str"),
        (np.zeros(7, np.uint8), r"the shape .* not \(7,\)"),
        (np.zeros((3, 4), np.uint8), r"the shape .* not \(3, 4\)"),
        (np.zeros((3, 9), np.uint8), r"the shape .* not \(3, 9\)"),
        (np.zeros((3, 7, 1), np.uint8), r"the shape .* not \(3, 7, 1\)"),
    ],
)
@pytest.mark.parametrize("check", [True, False])
def test_other_types_and_shapes_are_refused(evaluate, cards, message, check):
    with pytest.raises(InvalidInput, match=f"cards must (be|have) {message}"):
        evaluate(cards, check=check)


@pytest.mark.parametrize("size", SIZES)
def test_unchecked_nonsense_gives_some_answer_from_inside_the_tables(evaluate, size):
    """NumPy would raise an error for a place outside; the compiled code reads the same places."""
    nonsense = np.random.default_rng(3).integers(0, 256, (20_000, size), np.uint8)
    same = np.repeat(np.arange(256, dtype=np.uint8)[:, None], size, axis=1)
    for cards in (nonsense, nonsense % 52, same):
        high, low = evaluate(cards, check=False)
        assert (high >= 0).all()
        assert (high < 7462).all()
        assert (low <= 56).all()


def test_good_cards_have_the_same_answer_checked_or_not(evaluate):
    cards = random_hands(1_000, 7)
    np.testing.assert_array_equal(evaluate(cards)[0], evaluate(cards, check=False)[0])
    with pytest.raises(InvalidInput, match="check must be a bool, not 'no'"):
        evaluate(cards, check="no")


# Other people's evaluators


@pytest.mark.parametrize("size", SIZES)
def test_pokerkit_gives_the_same_classes(size):
    from pokerkit import Card, EightOrBetterLowHand, StandardHighHand

    cards = np.concatenate([random_hands(300, size, seed=4), suited_hands(100, size, seed=4)])
    high, low = hands.evaluate(cards)
    for hand, our_high, our_low in zip(cards.tolist(), high.tolist(), low.tolist(), strict=True):
        theirs = tuple(Card.parse(text(hand)))
        assert StandardHighHand.from_game(theirs).entry.index == our_high
        best = EightOrBetterLowHand.from_game_or_none(theirs)
        assert (hands.NO_LOW if best is None else best.entry.index) == our_low


def same_order(ours, theirs):
    ranks = [np.unique(numbers, return_inverse=True)[1] for numbers in (ours, theirs)]
    return (ranks[0] == ranks[1]).all()


@pytest.mark.parametrize("size", [5, 6, 7])
def test_eval7_puts_hands_in_the_same_order(size):
    eval7 = pytest.importorskip("eval7")
    deck = [eval7.Card(str(card)) for card in DECK]
    cards = np.concatenate([random_hands(20_000, size, seed=5), suited_hands(5_000, size, seed=5)])
    theirs = [eval7.evaluate([deck[card] for card in hand]) for hand in cards.tolist()]
    assert same_order(hands.evaluate(cards)[0], theirs)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_phevaluator_counts_the_same_classes_from_the_other_end(size):
    phevaluator = pytest.importorskip("phevaluator")
    cards = np.concatenate([random_hands(5_000, size, seed=6), suited_hands(2_000, size, seed=6)])
    theirs = [phevaluator.evaluate_cards(*text(hand).split()) for hand in cards.tolist()]
    assert (7462 - np.array(theirs)).tolist() == hands.evaluate(cards)[0].tolist()


# The tables


@pytest.mark.slow
def test_the_tables_are_what_their_script_makes():
    made = make_tables.make()
    with np.load(make_tables.PATH) as stored:
        assert set(stored) == set(made)
        for name, table in made.items():
            assert stored[name].dtype == table.dtype
            np.testing.assert_array_equal(stored[name], table, name)


def test_each_key_is_the_smallest_that_keeps_all_sums_different():
    sums = [(0, 0)]  # the sum of a choice of cards, and how many there are

    def with_key(key):
        return [
            (total + n * key, cards + n)
            for total, cards in sums
            for n in range(min(4, 8 - cards) + 1)
        ]

    least = 1
    for key in make_tables.KEYS:
        for candidate in range(least, key + 1):
            extended = with_key(candidate)
            different = len({total for total, _ in extended}) == len(extended)
            assert different == (candidate == key)
        sums, least = with_key(key), key + 1


def test_tables_are_shared_and_cannot_be_written():
    assert tables.load() is tables.load()
    with pytest.raises(ValueError, match="read-only"):
        tables.load().values[0] = 1


@given(st.lists(st.sampled_from(DECK), min_size=5, max_size=8, unique=True))
def test_a_suit_counter_is_set_by_five_cards_of_a_suit_and_no_fewer(cards):
    total = tables.START + sum(int(tables.load().words[card]) for card in cards)
    most = max(sum(card.suit == suit for card in cards) for suit in range(4))
    assert bool(total & tables.FIVE) == (most >= 5)


# All hands there are

CATEGORIES_OF_FIVE = (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40)
CATEGORIES_OF_SEVEN = (
    23294460, 58627800, 31433400, 6461620, 6180020, 4047644, 3473184, 224848, 37260 + 4324,
)  # fmt: skip
CATEGORIES_WITH_A_LOW = (9261840, 9836640, 1179360, 263120, 2991920, 978464, 0, 0, 19600)
LOWS_OF_SEVEN = [781824] + 5 * [630272] + 15 * [495104] + 35 * [376320]


def choices(cards):
    """Return all sets of so many cards, one a row, in lexicographic order."""
    flat = chain.from_iterable(combinations(range(52), cards))
    return np.fromiter(flat, np.uint8, comb(52, cards) * cards).reshape(-1, cards)


@pytest.fixture(scope="module")
def all_fives():
    return choices(5)


def test_all_2598960_five_card_hands_have_the_known_counts_and_order(all_fives):
    high, low = hands.evaluate(all_fives)
    categories = np.searchsorted(hands.CATEGORY_STARTS, high, side="right") - 1
    assert np.bincount(categories).tolist() == list(CATEGORIES_OF_FIVE)
    assert (np.bincount(low, minlength=57)[:56] == 4**5).all()
    digest = hashlib.sha256(high.astype("<i2").tobytes()).hexdigest()
    # The same as of the classes that plain_hands finds: the places of its keys in their order.
    assert digest == "915368d8101d00b07f992aa5df74de3677e75b25e89d7e8d087e24e1fad77ef2"


def test_one_hand_of_each_of_the_7462_classes_stands_in_order(all_fives):
    """With the counts of the categories above, no two classes are mixed up."""
    high, _ = hands.evaluate(all_fives)
    classes, first, counts = np.unique(high, return_index=True, return_counts=True)
    assert classes.tolist() == list(range(7462))
    keys = [plain_hands.five_high(hand) for hand in all_fives[first].tolist()]
    assert all(lower < higher for lower, higher in pairwise(keys))
    ways = {0: 1020, 1: 384, 2: 144, 3: 64, 4: 1020, 5: 4, 6: 24, 7: 4, 8: 4}
    assert counts.tolist() == [ways[category] for category, _ in keys]


def test_numpy_gives_all_five_card_hands_the_same_classes(all_fives, monkeypatch):
    expected = hands.evaluate(all_fives)
    monkeypatch.setattr(_kernels, "compiled", False)
    for ours, theirs in zip(expected, hands.evaluate(all_fives), strict=True):
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.slow
def test_all_133784560_seven_card_hands_by_category_and_low(all_fives):
    """Each pair of cards joined to all fives of higher cards: the fives' end in that order."""
    pytest.importorskip("numba")
    from cardlab._kernels.hands import evaluate_words

    bytes_of_fives = np.zeros((len(all_fives), 8), np.uint8)
    bytes_of_fives[:, 2:7] = all_fives
    fives = bytes_of_fives.view("<u8").ravel()
    start = np.searchsorted(all_fives[:, 0], np.arange(52), side="right")
    high, low = np.empty(len(fives), np.int16), np.empty(len(fives), np.uint8)
    counts = np.zeros(7462 * 57, np.int64)
    for first, second in combinations(range(47), 2):
        words = fives[start[second] :] | np.uint64(first | second << 8)
        n = len(words)
        assert evaluate_words(words, 7, tables.load(), True, high[:n], low[:n]) == -1
        counts += np.bincount(high[:n].astype(np.int64) * 57 + low[:n], minlength=len(counts))
    table = counts.reshape(7462, 57)
    categories = np.add.reduceat(table, hands.CATEGORY_STARTS, axis=0)
    assert table.sum() == comb(52, 7) == 133_784_560
    assert categories.sum(axis=1).tolist() == list(CATEGORIES_OF_SEVEN)
    assert categories[:, :56].sum(axis=1).tolist() == list(CATEGORIES_WITH_A_LOW)
    assert table.sum(axis=0)[:56].tolist() == LOWS_OF_SEVEN
    assert table[7461].sum() == 4324
    assert np.count_nonzero(table.sum(axis=1)) == 4824
