"""Questions that only prose can answer find the page that says it, quoted where it stands."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from occam.core.dataset import Dataset, Page
from occam.core.ports import DocumentState
from occam.documents import FullText, write_documents
from occam.packs import find_pack

PAGES = {page.doc_id: page for page in find_pack("olympics").documents()}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FullText]:
    directory = tmp_path_factory.mktemp("sample")
    pages = tuple(
        Page(
            state=DocumentState(document=id, title=page.title, digest="", status="parsed"),
            url=page.url,
            text=page.text,
        )
        for id, page in PAGES.items()
    )
    dataset = Dataset(pack="olympics", version="v", vertices=(), edges=(), facts=(), pages=pages)
    write_documents(directory, dataset)
    opened = FullText.open(directory)
    yield opened
    opened.close()


@pytest.mark.parametrize(
    ("question", "document", "words"),
    [
        ("Why was the men's mass start in biathlon put off in Sochi?", "S0096", "Fog hid"),
        ("How long is the penalty loop in biathlon?", "D026", "150 metres"),
        ("Who shared the gold in the women's downhill of 2014?", "S0091", "Dominique Gisin"),
        ("What must the water temperature be for marathon swimming?", "D031", "16 degrees"),
    ],
)
async def test_the_passage_that_answers_is_among_the_first(
    library: FullText, question: str, document: str, words: str
):
    passages = (await library.search(question, 5)).passages
    assert any(passage.document == document and words in passage.quote for passage in passages)
    for passage in passages:
        assert PAGES[passage.document].text[passage.start : passage.end] == passage.quote
