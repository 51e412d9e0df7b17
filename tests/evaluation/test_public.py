"""The public benchmark, where its folder is at hand: understood as asked and reworded, unquoted."""

import os
import re
from collections import Counter
from pathlib import Path

import pytest
from occam.core.conclude import conclude
from occam.core.parse import Parser, Rules, Understood
from occam.core.plan import Query
from occam.core.vocabulary import Vocabulary
from occam.core.words import Words
from occam.evaluation.public import hosts_of
from occam.evaluation.questions import BenchmarkQuestion, read_benchmark
from occam.evaluation.reword import reword
from occam.evaluation.scoring import same_answer
from occam.graph.memory import MemoryGraph
from occam.ingest.corpus import read_corpus
from occam.ingest.load import extract
from occam.packs import find_pack
from occam.runtime.versions import names_in

RUN = 5
PACK = find_pack("olympics")


@pytest.fixture(scope="module")
def folder() -> Path:
    named = os.environ.get("OCCAM_BENCHMARK")
    if not named:
        pytest.skip("OCCAM_BENCHMARK does not name the folder of the public benchmark")
    return Path(named)


@pytest.fixture(scope="module")
def questions(folder: Path) -> tuple[BenchmarkQuestion, ...]:
    return read_benchmark(folder / "questions_public.jsonl")


@pytest.fixture(scope="module")
def world(folder: Path) -> tuple[Parser, MemoryGraph]:
    dataset = extract(PACK, read_corpus(folder / "corpus_infobox.jsonl").pages)
    rules = Rules.load(PACK.rules, PACK.schema, PACK.lexicon, PACK.language)
    names = names_in(PACK.schema, dataset)
    vocabulary = Vocabulary(names, PACK.schema, PACK.lexicon, PACK.words)
    return Parser(PACK.schema, rules, vocabulary), MemoryGraph(PACK.schema, dataset)


async def said(world: tuple[Parser, MemoryGraph], question: str) -> list[tuple[str, ...]]:
    """The answer, or each of the answers where several are valid; none where there is a gap."""
    parser, graph = world
    parsed = parser.parse(question)
    assert isinstance(parsed, Understood), (question, parsed)
    for plan in (parsed.plan, *parsed.fallbacks):
        assert isinstance(plan, Query)
        found = conclude(plan, (await graph.rows(plan),), PACK.schema)
        if found.gap is None:
            return [found.answer]
        if candidates := getattr(found.gap, "candidates", ()):
            return [candidate.answer for candidate in candidates]
    return []


async def test_every_question_is_answered_and_two_are_ambiguous(
    world: tuple[Parser, MemoryGraph], questions: tuple[BenchmarkQuestion, ...]
) -> None:
    several: set[str] = set()
    for question in questions:
        answers = await said(world, question.question)
        assert any(same_answer(answer, question.answer) for answer in answers), question
        if len(answers) > 1:
            several.add(question.qid)
    assert several == {"pub-060", "pub-099"}


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_rewordings_hold(
    seed: int, world: tuple[Parser, MemoryGraph], questions: tuple[BenchmarkQuestion, ...]
) -> None:
    picked = questions[seed::4]
    for before, question in zip(picked, reword(picked, seed, hosts_of("olympics")), strict=True):
        assert question.question != before.question
        answers = await said(world, question.question)
        assert any(same_answer(answer, question.answer) for answer in answers), question


def test_no_rule_quotes_a_question(questions: tuple[BenchmarkQuestion, ...]) -> None:
    """No run of words that the questions repeat stands in the rules, and no official answer."""
    words = Words()
    rules = " ".join(words.key((PACK.directory / PACK.manifest.files.rules).read_text()))
    runs = Counter(
        run for question in questions for run in set(_runs(words.key(question.question)))
    )
    quoted = [run for run, times in runs.items() if times > 1 and f" {run} " in f" {rules} "]
    assert not quoted
    for question in questions:
        for answer in question.answer:
            key = " ".join(words.key(answer))
            assert key.isdigit() or not re.search(rf"\b{re.escape(key)}\b", rules)


def _runs(key: tuple[str, ...]) -> list[str]:
    return [" ".join(key[at : at + RUN]) for at in range(len(key) - RUN + 1)]
