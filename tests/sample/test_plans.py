"""The golden plans of every pack, answered from its own pages without parser or services."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec
import pytest
from occam.core.conclude import conclude
from occam.core.gaps import Shortlist
from occam.core.plan import Plan, leaves
from occam.graph.memory import MemoryGraph
from occam.ingest.load import extract
from occam.packs import Pack, find_pack
from sample_judge import is_right

PACKS = ("olympics", "lighthouses")


@cache
def loaded(name: str) -> tuple[Pack, MemoryGraph]:
    pack = find_pack(name)
    return pack, MemoryGraph(pack.schema, extract(pack, pack.documents()))


def planned(name: str) -> list[dict[str, Any]]:
    golden = find_pack(name).golden
    assert golden is not None
    questions = map(json.loads, golden.read_text(encoding="utf-8").splitlines())
    return [question for question in questions if "plan" in question]


CASES = [
    pytest.param(name, question, id=f"{name}-{question['qid']}")
    for name in PACKS
    for question in planned(name)
]


@pytest.mark.parametrize(("name", "question"), CASES)
async def test_a_golden_plan_gives_the_golden_answer_and_cites_its_pages(
    name: str, question: dict[str, Any]
):
    pack, graph = loaded(name)
    plan: Plan = msgspec.convert(question["plan"], Plan)  # pyright: ignore[reportArgumentType]
    evidence = tuple([await graph.rows(query) for query in leaves(plan)])
    found = conclude(plan, evidence, pack.schema)
    several = found.gap.candidates if isinstance(found.gap, Shortlist) else ()
    outcome = "ambiguous" if several else "refused" if found.gap else "answered"
    record = {
        "outcome": outcome,
        "answer": found.answer,
        "value": found.value,
        "interval": found.interval,
        "alternatives": [{"answer": each.answer} for each in several],
    }
    assert is_right(question["gold"], record), (question["question"], question["gold"], found)
    cited = {page for rows in evidence for row in rows.rows for page in row.documents}
    assert sorted(cited) == question["gold_doc_ids"]


@pytest.mark.parametrize("name", PACKS)
def test_every_page_with_a_record_is_parsed(name: str):
    pack = find_pack(name)
    dataset = extract(pack, pack.documents())
    refused = [page.state for page in dataset.pages if page.state.status == "refused"]
    assert not refused
    for page in dataset.pages:
        expects_record = name == "lighthouses" or page.state.document.startswith("S")
        if page.state.status in ("parsed", "no_record"):
            assert (page.state.status == "parsed") == expects_record
