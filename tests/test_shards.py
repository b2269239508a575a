"""Shards of a run, put together."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab import shards, shoot
from cardlab.__main__ import main
from cardlab.errors import InvalidInput
from cardlab.sampling import Run, Sampler
from cardlab.stud8 import LowDraw
from tests.sampled_questions import QUESTIONS


def throws(stream: np.random.SeedSequence, n: int) -> tuple[int, ...]:
    return tuple(np.random.default_rng(stream).integers(1, 7, n).tolist())


def of_dice(block: int) -> Sampler[tuple[int, ...], Run[tuple[int, ...]]]:
    """The run itself is the answer: every throw in its order."""
    return Sampler(throws, block, lambda run: replace(run, seconds=0.0), tuple)


DICE = of_dice(10)


def parts_of(sampler, n, of, rng=1):
    return [shards.sample(sampler, n, rng=rng, shard=(k, of)) for k in range(1, of + 1)]


@given(st.data(), st.integers(1, 300), st.integers(1, 40), st.integers(1, 25))
def test_any_number_of_shards_merge_to_the_whole_and_to_nothing_less_or_more(data, n, block, of):
    sampler = of_dice(block)
    parts = data.draw(st.permutations(parts_of(sampler, n, of)))
    whole = sampler.run(n, rng=1)
    assert shards.merge(sampler, parts) == whole
    assert len(whole.total) == sum(part.draws for part in parts if part.blocks) == n
    extra = data.draw(st.sampled_from(parts))
    rest = [part for part in parts if part is not extra]
    if extra.blocks:
        with pytest.raises(InvalidInput, match="overlaps"):
            shards.merge(sampler, [*parts, extra])
        with pytest.raises(InvalidInput, match=r"missing|none given"):
            shards.merge(sampler, rest)


@given(st.data(), st.integers(1, 60))
def test_parts_of_different_splits_merge_if_each_block_is_there_once(data, n):
    every = [part for of in (1, 2, 3, 4) for part in parts_of(DICE, n, of)]
    chosen = data.draw(st.lists(st.sampled_from(every), min_size=1, max_size=5))
    there = Counter(block for part in chosen for block in part.blocks)
    if there == Counter(range(-(-n // 10))):
        assert shards.merge(DICE, chosen) == DICE.run(n, rng=1)
    else:
        with pytest.raises(InvalidInput, match=r"overlaps|missing"):
            shards.merge(DICE, chosen)


def test_halves_and_quarters_go_together():
    half, _ = parts_of(DICE, 95, 2)
    *_, third, fourth = parts_of(DICE, 95, 4)
    assert half.blocks.stop == third.blocks.start
    assert shards.merge(DICE, [fourth, half, third]) == DICE.run(95, rng=1)


NAMED = {name: question for name, question in QUESTIONS.items() if name != "bank in Python"}


@pytest.mark.parametrize("question", NAMED.values(), ids=NAMED)
def test_every_question_comes_back_from_its_files_as_if_it_had_never_been_cut(question, tmp_path):
    for part in parts_of(question.sampler, question.n, 3, rng=5):
        part.save(tmp_path / f"{part.blocks.start}.json")
    parts = [shards.load(path) for path in tmp_path.iterdir()]
    answer = question.ask(rng=5)
    assert shards.merge(question.sampler, parts) == answer
    joined = shards.join(question.sampler, parts)
    joined.save(tmp_path / "all.json")
    assert shards.merge(question.sampler, [shards.load(tmp_path / "all.json")]) == answer


@pytest.mark.parametrize(
    "question",
    [QUESTIONS["bank in Python"].sampler, Sampler(lambda stream, n: n, 1, repr)],
    ids=["strategy", "lambda"],
)
def test_what_another_machine_could_not_tell_from_others_is_refused(question):
    with pytest.raises(InvalidInput, match="another machine cannot tell what this is"):
        shards.sample(question, 10, rng=1)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"shard": (0, 3)}, "shard must be a whole number, from 1 to 3, not 0"),
        ({"shard": (4, 3)}, "shard must be a whole number, from 1 to 3, not 4"),
        ({"shard": (1, 3), "rng": None}, "rng, the same for all shards, must be a whole number"),
        ({"n": 0}, "n must be a whole number, from 1"),
        ({"shard": 3}, "shard must be two numbers, such as"),
        ({"sampler": shoot.Turn("5h Kc Qs")}, "sampler must be a Sampler"),
    ],
)
def test_a_shard_that_cannot_be_is_refused(given, message):
    with pytest.raises(InvalidInput, match=message):
        shards.sample(**{"sampler": DICE, "n": 10, "rng": 1, **given})


def test_parts_are_not_the_names_of_their_files():
    with pytest.raises(InvalidInput, match=r"parts must be a Part, not 'part1.json'"):
        shards.merge(DICE, ["part1.json"])


@pytest.mark.parametrize(
    ("sampler", "n", "rng", "message"),
    [
        (of_dice(9), 50, 1, "other.json: belongs to another question than first.json"),
        (DICE, 51, 1, "other.json: belongs to another run, of 51 draws with seed 1; first.json"),
        (DICE, 50, 2, "other.json: belongs to another run, of 50 draws with seed 2; first.json"),
    ],
)
def test_a_part_of_another_run_is_named(sampler, n, rng, message):
    first, _ = parts_of(DICE, 50, 2)
    _, other = parts_of(sampler, n, 2, rng)
    named = [replace(first, name="first.json"), replace(other, name="other.json")]
    with pytest.raises(InvalidInput, match=message):
        shards.merge(DICE, named)
    with pytest.raises(InvalidInput, match=r"first\.json: belongs to another question"):
        shards.merge(shoot.Turn("5h Kc Qs").sampler(), named)


def stamped(text: str, **changes: object) -> str:
    """Change a file of a part as somebody would who knows how it is stamped."""
    fields = {**json.loads(text), **changes}
    del fields["sha256"]
    return json.dumps({**fields, "sha256": shards._stamp(fields)})


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda text: text[:-20], "is not a whole part of a run"),
        (lambda text: "", "is not a whole part of a run"),
        (lambda text: "[" * 100_000, "is not a whole part of a run"),
        (lambda text: '{"n": 10}', "is not a whole part of a run"),
        (lambda text: "[1, 2]", "is not a whole part of a run"),
        (lambda text: text.replace('"seed": 1', '"seed": 2'), "was changed after it was written"),
        (lambda text: text.replace('"n": 50', '"n": 60'), "was changed after it was written"),
        (lambda text: stamped(text, software="cardlab 0.0.1"), "was made by cardlab 0.0.1, and"),
    ],
)
def test_a_file_that_is_torn_or_changed_or_old_is_refused_by_name(spoil, message, tmp_path):
    path = tmp_path / "part2.json"
    shards.sample(DICE, 50, rng=1).save(path)
    assert shards.load(path).n == 50
    path.write_text(spoil(path.read_text()))
    with pytest.raises(InvalidInput, match=rf"part2\.json: {message}"):
        shards.load(path)


@pytest.mark.parametrize("name", ["", "nothing.json"])
def test_a_file_that_is_not_there_is_refused_by_name(name, tmp_path):
    with pytest.raises(InvalidInput, match="cannot be read"):
        shards.load(tmp_path / name)


def test_a_part_that_cannot_be_written_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "part.json"
    part = shards.sample(DICE, 50, rng=1)
    part.save(path)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(shards.Path, "replace", full)
    with pytest.raises(OSError, match=r"^$"):
        part.save(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


# The command line.

WORDS = {
    "shoot": ["5h Kc Qs", "--seen", "2d", "150000"],
    "bank": ["--players", "2", "--kitty", "40", "--strategy", "shoot,kelly", "70000"],
    "stud8": ["--range", "1=pairs, 3low", "As2s3d", "Kh", "140000"],
    "low": ["As 2s", "--dead", "3c", "40000"],
    "final": ["As 2s 3d 4s", "40000"],
    "qualifiers": ["3", "--known", "As 2s", "--known", "Kh", "40000"],
    "divider": ["Player 0: pockets 6h Tc 3d; Four: Jh 6s Td 2c", "--player", "greedy", "150"],
    "tournament": ["greedy", "random", "8"],
}


@pytest.fixture
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def printed(capsys, *arguments):
    assert main([*map(str, arguments)]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name != "shoot")) for name in WORDS]
)
def test_shards_of_the_command_line_merge_to_what_it_prints_at_once(name, capsys, tmp_path):
    command = ["simulate", name, *WORDS[name], "--rng", 7]
    files = [tmp_path / f"part{k}.json" for k in (1, 2, 3)]
    for k, file in enumerate(files, 1):
        assert "seed 7" in printed(capsys, *command, "--shard", f"{k}/3", "--out", file)
    assert printed(capsys, "merge", *files) == printed(capsys, *command)
    told = json.loads(printed(capsys, *command, "--json"))
    whole = tmp_path / "whole.json"
    assert json.loads(printed(capsys, "merge", *files[::-1], "--json", "--out", whole)) == told
    assert json.loads(printed(capsys, "merge", whole, "--json")) == told
    assert told["seed"] == 7


@pytest.mark.slow
def test_a_shard_may_have_several_processes(capsys, tmp_path):
    out, again = tmp_path / "part.json", tmp_path / "again.json"
    command = ["simulate", "low", "As 2s", 200_000, "--rng", 7, "--shard", "1/2", "--out"]
    printed(capsys, *command, out)
    printed(capsys, *command, again, "--jobs", 2)
    assert replace(shards.load(out), name="", seconds=0) == replace(
        shards.load(again), name="", seconds=0
    )


def test_a_simulation_is_that_of_the_library(capsys):
    told = json.loads(printed(capsys, "simulate", *("low", "As 2s", 40_000, "--rng", 7, "--json")))
    estimate = LowDraw("As 2s").simulate(40_000, rng=7)
    assert (told["value"], told["n"]) == (estimate.value, 40_000)


def test_a_shard_says_what_it_has(capsys, tmp_path):
    out = str(tmp_path / "part.json")
    arguments = ["low", "As 2s", 40_000, "--rng", 7, "--shard", "1/3", "--out", out, "--json"]
    told = json.loads(printed(capsys, "simulate", *arguments))
    assert told == {"out": out, "draws": 16_384, "n": 40_000, "seed": 7}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--shard", "1/3"], "out: say where the shard shall go"),
        (["--shard", "1/3", "--out", "a.json"], "rng, the same for all shards, must be a whole"),
        (["--rng", "1", "--shard", "4/3", "--out", "a.json"], "shard must be a number, / and how"),
        (["--rng", "1", "--shard", "x", "--out", "a.json"], "shard must be a number, / and how"),
        (["--rng", "1", "--out", "no/such/a.json"], "out: there is no folder for 'no/such/a.json'"),
        (["--rng", "1", "--out", "."], "out must be the name of a file, and '.' is a folder"),
    ],
)
def test_a_bad_shard_gives_one_line_and_exit_code_2(
    arguments, message, capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert main(["simulate", "shoot", "5h Kc Qs", "1000", *arguments]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(f"cardlab: {message}")
    assert len(told.err.splitlines()) == 1
    assert not any(Path().iterdir())


@pytest.mark.usefixtures("empty_folder")
def test_merge_refuses_what_does_not_fit_and_names_the_file(capsys):
    turn = ["simulate", "shoot", "5h Kc Qs", 150_000, "--rng", 1, "--shard"]
    for k in (1, 2, 3):
        printed(capsys, *turn, f"{k}/3", "--out", f"part{k}.json")
    printed(capsys, *turn, "2/3", "--seen", "2d", "--out", "other.json")
    shards.sample(DICE, 50, rng=1).save("dice.json")
    for files, message in (
        (["part1.json", "part3.json"], "parts: the draws between part1.json and part3.json"),
        (["part2.json", "part3.json"], "parts: the draws between the start and part2.json"),
        (["part1.json", "part2.json"], "parts: the draws after part2.json are missing"),
        (["part1.json", "part2.json", "part2.json"], "part2.json overlaps part2.json"),
        (["part1.json", "other.json"], "other.json: belongs to another question than part1.json"),
        (["dice.json"], "dice.json: was made in Python; merge it there"),
        (["part9.json"], "part9.json: cannot be read"),
    ):
        assert main(["merge", *files]) == 2
        assert capsys.readouterr().err.startswith(f"cardlab: {message}")
