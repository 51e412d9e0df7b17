"""The sample corpus is what its facts table and renderer say, and has the flaws it claims."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

DOCUMENTS = Path(__file__).parents[2] / "shared/packs/olympics/documents"


def pages(name: str) -> list[dict[str, str]]:
    return [
        json.loads(line) for line in (DOCUMENTS / name).read_text(encoding="utf-8").splitlines()
    ]


def test_rendering_again_gives_the_committed_bytes(tmp_path: Path):
    for name in ("render.py", "facts.tsv", "other-pages.txt"):
        shutil.copy(DOCUMENTS / name, tmp_path)
    subprocess.run([sys.executable, tmp_path / "render.py"], check=True)
    for name in ("events.jsonl", "others.jsonl"):
        assert (tmp_path / name).read_bytes() == (DOCUMENTS / name).read_bytes()


def test_every_page_has_the_form_of_a_corpus_and_an_id_of_its_own():
    found = pages("events.jsonl") + pages("others.jsonl")
    assert len({page["doc_id"] for page in found}) == len(found)
    for page in found:
        assert list(page) == ["doc_id", "title", "url", "text"]
        assert page["text"]
        assert page["url"].startswith("https://example.org/")


def test_there_are_enough_events_games_and_other_pages():
    titles = [page["title"] for page in pages("events.jsonl")]
    assert len(titles) >= 150
    assert len({title.split(" at the ")[1].split(" Olympics")[0] for title in titles}) >= 3
    assert len(pages("others.jsonl")) == 40


def test_no_other_page_has_the_box_of_an_event():
    assert not [page for page in pages("others.jsonl") if "[Infobox Olympic event]" in page["text"]]


@pytest.mark.parametrize(
    "flaw",
    [
        "competitors: 27 pairs",
        "competitors: 76 (19 teams)",
        "teams: 20 boats",
        "date: August 15, 2008August 16, 2008",
        "date: 16 February\n",
        "date: 2012-08-10",
        "gold: Alison Cerutti, Bruno Oscar Schmidt",
        "gold: Laura Ludwig & Kira Walkenhorst",
        "gold: Mathew BelcherMalcolm Page",
        "  venue: Laura Biathlon\n    & Ski Complex",
        "[Infobox ski area]\n  name: Men's slalom\n  location: Sochi\n[Infobox Olympic event]",
        "event: Men’s Star",
        "Hoàng Xuân Vinh",
    ],
)
def test_the_imperfections_of_real_pages_are_there(flaw: str):
    assert any(flaw in page["text"] for page in pages("events.jsonl"))


@pytest.mark.parametrize("field", ["venue", "competitors", "nations", "silver"])
def test_some_pages_are_silent(field: str):
    assert any(f"\n  {field}: " not in page["text"] for page in pages("events.jsonl"))


def test_some_boxes_name_other_games_than_their_title():
    wrong = [
        page["doc_id"]
        for page in pages("events.jsonl")
        if f"games: {page['title'].split(' at the ')[1].split(' Olympics')[0]}\n"
        not in page["text"]
    ]
    assert wrong == ["S0102", "S0126"]
