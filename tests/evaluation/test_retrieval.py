"""Recall of gold documents: its definition, its intervals, and a run over a bundled pack."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from occam.core.errors import BadInput
from occam.evaluation.recall import Asked, difference, first, lines, recall, report
from occam.evaluation.retrieval import main
from occam.evaluation.sought import from_file, from_tables
from occam.packs import find_pack
from occam.runtime.loading import load
from occam.runtime.versions import version_directory

GOLD = frozenset({"A", "B"})


def test_recall_counts_documents_among_the_first_passages():
    ranking = ("A", "A", "C", "B")
    assert [recall(GOLD, ranking, k) for k in (1, 2, 3, 4, 9)] == [0.5, 0.5, 0.5, 1.0, 1.0]


def test_the_first_gold_passage_counts():
    assert first(GOLD, ("C", "B", "A")) == 0.5
    assert first(GOLD, ("C",)) == first(GOLD, ()) == 0.0


@given(st.lists(st.sampled_from("ABCD"), max_size=8), st.integers(1, 8))
def test_recall_never_falls_with_depth(ranking: list[str], k: int):
    assert 0 <= recall(GOLD, ranking, k) <= recall(GOLD, ranking, k + 1) <= 1


def test_an_interval_holds_the_mean_and_is_the_same_twice():
    pairs = [1.0, 0.0, 0.0, -1.0, 1.0, 0.5] * 10
    found = difference(pairs)
    assert found.low < found.mean < found.high
    assert found == difference(pairs)
    same = difference([0.25] * 20)
    assert (same.mean, same.low, same.high) == (0.25, 0.25, 0.25)


def test_a_report_compares_ours_with_each_other_question_by_question():
    asked = [Asked(id=str(n), question="?", gold=frozenset({"A"})) for n in range(4)]
    found = {"BM25": [("B",)] * 4, "dense": [("A",)] * 4, "hybrid": [("A",)] * 4}
    made = report("a file", asked, 9, found, (1,))
    assert made.figures["BM25"]["recall@1"] == 0.0
    assert made.differences["BM25"]["recall@1"].mean == 1.0
    assert made.differences["dense"]["MRR"].mean == 0.0
    assert "hybrid" not in made.differences
    assert next(lines(made)) == "a file: 4 of 9 questions"


def test_nothing_to_measure_is_an_error():
    with pytest.raises(BadInput, match="a file"):
        report("a file", [], 3, {"hybrid": []}, (1,))


@pytest.fixture(scope="module")
def version(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    pack = find_pack("lighthouses")
    return version_directory(home, pack.name, load(home, pack).version)


def test_only_questions_whose_gold_is_there_count(version: Path, tmp_path: Path):
    rows = [
        {"qid": "1", "question": "?", "gold_doc_ids": ["L01"]},
        {"qid": "2", "question": "?", "gold_doc_ids": ["L01", "elsewhere"]},
        {"qid": "3", "question": "?", "gold_doc_ids": []},
    ]
    file = tmp_path / "asked.jsonl"
    file.write_text("\n".join(map(json.dumps, rows)))
    source = from_file(file, version)
    assert [each.id for each in source.asked] == ["1"]
    assert source.of == 2


def test_a_pack_without_tables_has_no_rows_to_look_for(version: Path):
    assert from_tables(version).asked == ()


def test_a_run_prints_a_table_for_each_source(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("OCCAM_HOME", str(tmp_path))
    assert main(["lighthouses", "--generated", "5", "--k", "3", "--json"]) == 0
    golden, pages, *lists = map(json.loads, capsys.readouterr().out.splitlines())
    assert golden["source"] == "questions.jsonl"
    assert pages["asked"] == 5
    for found in (golden, pages, *lists):
        assert set(found["figures"]) == {"BM25", "dense", "hybrid"}
        assert set(found["figures"]["hybrid"]) == {"recall@3", "MRR"}
        assert found["figures"]["hybrid"]["recall@3"] > 0
    assert not list(tmp_path.iterdir())


def test_without_a_model_there_is_nothing_to_measure(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("OCCAM_HOME", str(tmp_path))
    monkeypatch.setenv("OCCAM_EMBEDDING", "none")
    assert main(["lighthouses"]) == 2
    assert "OCCAM_EMBEDDING" in capsys.readouterr().err
