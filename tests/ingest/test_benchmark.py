"""The public benchmark's pages against the fields that others extracted from them."""

import json
import os
import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from occam.core.dataset import Dataset
from occam.ingest.corpus import read_corpus
from occam.ingest.load import extract
from occam.packs import find_pack

FOLDER = Path(os.environ.get("OCCAM_BENCHMARK", ""))
MEDALS = {"gold": "GOLD", "silver": "SILVER", "bronze": "BRONZE"}
OLD_CODES = {"ROM": "ROU", "SIN": "SGP", "TRI": "TTO"}

pytestmark = pytest.mark.skipif(
    not (FOLDER / "corpus_infobox.jsonl").is_file(),
    reason="OCCAM_BENCHMARK names no folder with corpus_infobox.jsonl",
)

Differences = dict[tuple[str, str], str]


def expected() -> dict[str, dict[str, Any]]:
    with (FOLDER / "events.jsonl").open() as lines:
        return {event["doc_id"]: event for event in map(json.loads, lines)}


def differences(dataset: Dataset, texts: Mapping[str, str]) -> Differences:
    """(document, field) → cause in the ledger (or nothing), wherever we read something else."""
    ledger = {(line.document, line.field): line.cause for line in dataset.unreadable}
    ours = _ours(dataset, texts)
    found: Differences = {}
    for id, theirs in expected().items():
        for field, value in ours.get(id, {}).items():
            if value != _theirs(theirs, field):
                found[id, field] = ledger.get((id, field), "")
    return found


def _theirs(event: dict[str, Any], field: str) -> Any:
    if field == "date":
        return event["date"] is not None
    if field.endswith("NOC") and event[field]:
        return OLD_CODES.get(event[field], event[field])
    return event[field]


def _ours(dataset: Dataset, texts: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """The first value each page states, by the benchmark's names of the fields."""
    first: dict[str, dict[str, Any]] = defaultdict(dict)
    for fact in dataset.facts:
        if fact.type == "Event" and fact.target:
            known = first[fact.document].get(fact.attr)
            if known is None or fact.start < known[0]:
                first[fact.document][fact.attr] = (fact.start, fact.target)
    ours: dict[str, dict[str, Any]] = {}
    for vertex in dataset.vertices:
        if vertex.type != "Event":
            continue
        targets = first[vertex.id]
        row: dict[str, Any] = {
            "games": targets["AT_GAMES"][1],
            "sport": targets["IN_SPORT"][1],
            "venue": targets.get("AT_VENUE", (0, None))[1],
            "date": vertex.cells["held"].status == "known",
            "win_value": vertex.cells["result"].value,
        }
        row |= {attr: vertex.cells[attr].value for attr in ("competitors", "nations")}
        for medal, edge in MEDALS.items():
            row[f"{medal}NOC"] = targets.get(f"{edge}_FOR", (0, None))[1]
            row[medal] = _printed(texts[vertex.id], medal)
        ours[vertex.id] = row
    return ours


def _printed(text: str, medal: str) -> str | None:
    """The medallists as the page prints them."""
    for line in text.splitlines():
        key, _, value = line.strip().partition(": ")
        if key == medal:
            return " ".join(value.split())
    return None


def test_a_roster_is_its_names_and_nothing_but_marks_between_them() -> None:
    corpus = read_corpus(FOLDER / "corpus_infobox.jsonl")
    spans: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for fact in extract(find_pack("olympics"), corpus.pages).facts:
        if fact.attr.startswith("WON_") and fact.target:
            spans[fact.document, fact.attr].append((fact.start, fact.end))
    for page in corpus.pages:
        for medal, edge in MEDALS.items():
            found = re.search(rf"^  {medal}: (.*)$", page.text, re.MULTILINE)
            rest = found[0] if found else ""
            for start, end in spans[page.doc_id, f"WON_{edge}"]:
                rest = rest.replace(page.text[start:end], " ", 1)
            marks = r"\([^()]*\)|\*.*|\band\b|\bcox:|[,;&/]|\b[A-Z]{3}\b"
            assert re.sub(marks, "", rest).strip() in ("", f"{medal}:"), (page.doc_id, rest)


def test_the_record_pages_agree_in_every_field_but_the_wrong_games() -> None:
    corpus = read_corpus(FOLDER / "corpus_infobox.jsonl")
    dataset = extract(find_pack("olympics"), corpus.pages)
    found = differences(dataset, {page.doc_id: page.text for page in corpus.pages})
    assert {page.state.status for page in dataset.pages} == {"parsed", "table"}
    assert len(corpus.pages) == 2162
    wrong = ("Q7400295", "Q7400301", "Q1133965", "Q3628710")
    assert set(found) == {(id, "games") for id in wrong}
    assert all(cause.startswith("differs: ") for cause in found.values())


def test_the_full_pages_agree_but_for_units_and_the_wrong_games() -> None:
    corpus = read_corpus(FOLDER / "corpus_fulltext.jsonl")
    dataset = extract(find_pack("olympics"), corpus.pages)
    found = differences(dataset, {page.doc_id: page.text for page in corpus.pages})
    assert {page.state.status for page in dataset.pages} == {"parsed", "table"}
    assert found == {
        ("Q162056", "competitors"): "unit:pairs",
        ("Q7400301", "games"): "differs: '1988 Summer' is used",
    }


def test_a_medal_shared_in_full_pages_has_all_its_holders() -> None:
    corpus = read_corpus(FOLDER / "corpus_fulltext.jsonl")
    shared = {page.doc_id for page in corpus.pages if "bronze2: " in page.text}
    edges = extract(find_pack("olympics"), corpus.pages).edges
    for id in shared:
        holders = [edge for edge in edges if (edge.source, edge.type) == (id, "WON_BRONZE")]
        assert len(holders) >= 2, id


def test_every_date_of_the_benchmark_is_read() -> None:
    corpus = read_corpus(FOLDER / "corpus_infobox.jsonl")
    dataset = extract(find_pack("olympics"), corpus.pages)
    slips = {line.document for line in dataset.unreadable if line.field == "held" and line.text}
    assert slips == {"Q1144277", "Q2026292", "Q3628692", "Q7400312"}
