"""Every golden question of every pack, in words, through the doors of all five services.

One process, no broker: each message goes to the handler that reads it, until the terminal.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import occam_certifier.app
import occam_classifier.app
import occam_disambiguator.app
import occam_document_reader.app
import occam_graph_executor.app
import pytest
from occam.core.record import AnswerRecord
from occam.messages.catalog import QuestionAsked, QuestionSettled, Wire
from occam.packs import find_pack
from occam.runtime.loading import load
from occam.runtime.settings import Settings
from occam.runtime.shelf import Shelf
from sample_judge import is_right

DOORS = (
    occam_classifier.app,
    occam_graph_executor.app,
    occam_disambiguator.app,
    occam_document_reader.app,
    occam_certifier.app,
)
PACKS = ("olympics", "lighthouses")
Ask = Callable[[str, str], Awaitable[AnswerRecord]]


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Ask:
    """Question and pack in, terminal record out."""
    settings = Settings(home=tmp_path_factory.mktemp("home"))
    for name in PACKS:
        load(settings.home, find_pack(name))
    shelf = Shelf(settings)
    handlers: dict[type[Wire], Callable[..., Awaitable[Sequence[Wire]]]] = {}
    for door in DOORS:
        handlers |= door.build(shelf, settings).handlers

    async def walked(question: str, pack: str) -> AnswerRecord:
        message: Wire = QuestionAsked(id="q", question=question, pack=pack, asked_at=0.0)
        while not isinstance(message, QuestionSettled):
            (message,) = await handlers[type(message)](message)
        return message.record

    return walked


@cache
def golden(name: str) -> tuple[dict[str, Any], ...]:
    path: Path | None = find_pack(name).golden
    assert path is not None
    return tuple(map(json.loads, path.read_text(encoding="utf-8").splitlines()))


CASES = [
    pytest.param(name, question, id=f"{name}-{question['qid']}")
    for name in PACKS
    for question in golden(name)
]


@pytest.mark.parametrize(("pack", "question"), CASES)
async def test_a_golden_question_gets_its_golden_answer(
    ask: Ask, pack: str, question: dict[str, Any]
):
    record = await ask(question["question"], pack)
    plain = record.as_json()
    assert is_right(question["gold"], plain), (question["gold"], plain["stop_reason"], plain)
    assert record.tokens.total == 0
    if record.outcome == "answered":
        assert record.certificate.completeness_check in ("pass", "pass_with_unknowns")
        assert set(question["gold_doc_ids"]) <= set(record.documents)
        assert list(record.documents) == question["gold_doc_ids"]


async def test_what_only_prose_says_is_refused_with_the_passage(ask: Ask):
    record = await ask("How long is the penalty loop in biathlon?", "olympics")
    assert record.outcome == "refused"
    quotes = {passage.document: passage.quote for passage in record.certificate.passages}
    assert "150 metres" in quotes["D026"]
