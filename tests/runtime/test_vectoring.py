"""A load with an embedding model: what it makes, what it tells, what it never pays twice."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from occam.core.errors import BadInput, Transient
from occam.core.ports import Embedded
from occam.core.spending import Spent
from occam.documents import vectorfile
from occam.documents.making import Vectored
from occam.packs import find_pack
from occam.runtime.loading import Change, Embedding, load, revector
from occam.runtime.loadreport import LoadReport
from occam.runtime.versions import current, version_directory

PACK = find_pack("lighthouses")
ONE = Spent(input_tokens=10, micro_usd=2)


class Counting:
    """A vector of the text's length; every text costs ten tokens."""

    name, dimension = "counting", 2

    def embed(self, texts: Sequence[str]) -> Embedded:
        vectors = [[1.0, 0.0] if len(text) % 2 else [0.0, 1.0] for text in texts]
        return Embedded(vectors, sum((ONE for _ in texts), Spent()))


class Other(Counting):
    name = "other"


class Down(Counting):
    def embed(self, texts: Sequence[str]) -> Embedded:
        raise Transient("the provider is down")


def loaded(home: Path, model: Counting | None, change: Change | None = None) -> LoadReport:
    return load(home, PACK, change, None, Embedding(embedder=model) if model else None)


def vectors_of(report: LoadReport) -> Vectored:
    assert report.vectors
    return report.vectors


def test_a_load_without_a_model_makes_no_vectors(tmp_path: Path) -> None:
    report = loaded(tmp_path, None)
    assert report.vectors is None
    assert vectorfile.header_of(version_directory(tmp_path, PACK.name, report.version)) is None


def test_the_report_tells_passages_model_tokens_and_cost(tmp_path: Path) -> None:
    report = loaded(tmp_path, Counting())
    made = vectors_of(report)
    assert made.spent.input_tokens == 10 * made.passages
    (line,) = [line for line in report.lines() if line.startswith("  vectors")]
    assert line == (
        f"  vectors   {made.passages} passages by counting (2 numbers), {made.passages} new: "
        f"{made.spent.total_tokens} tokens, ${made.passages * 2 / 1e6:.6f}"
    )


def test_the_same_again_is_already_there(tmp_path: Path) -> None:
    loaded(tmp_path, Counting())
    again = loaded(tmp_path, Counting())
    assert again.already
    assert again.vectors is None


def test_a_version_that_is_there_gets_the_vectors_it_lacks(tmp_path: Path) -> None:
    loaded(tmp_path, None)
    for model in (Counting(), Other()):
        again = loaded(tmp_path, model)
        assert again.already
        header = vectorfile.header_of(version_directory(tmp_path, PACK.name, again.version))
        assert header
        assert header.model == vectors_of(again).model == model.name


def test_an_added_page_costs_only_itself(tmp_path: Path) -> None:
    loaded(tmp_path, Counting())
    page = {"doc_id": "X1", "title": "Notes", "text": "A note about a lamp."}
    file = tmp_path / "more.jsonl"
    file.write_text(json.dumps(page))
    made = vectors_of(loaded(tmp_path, Counting(), Change(add=(file,))))
    assert (made.passages - made.reused, made.spent) == (1, ONE)


def test_a_model_that_is_down_changes_nothing(tmp_path: Path) -> None:
    with pytest.raises(Transient):
        loaded(tmp_path, Down())
    assert current(tmp_path, PACK.name) is None
    assert vectors_of(loaded(tmp_path, Counting())).reused == 0


def test_vectors_are_made_again_and_the_pages_stay(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="occam load"):
        revector(tmp_path, PACK, Embedding(embedder=Counting()))
    before = loaded(tmp_path, Counting())
    again = revector(tmp_path, PACK, Embedding(embedder=Other()))
    assert again.version == before.version
    assert vectors_of(again).reused == 0
    assert vectors_of(revector(tmp_path, PACK, Embedding(embedder=Counting()))).spent == Spent()
