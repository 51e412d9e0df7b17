"""A corpus is read whole or refused with the line that is wrong."""

import json
from pathlib import Path

import pytest
from occam.core.errors import BadInput
from occam.ingest.corpus import read_corpus, write_corpus


def line(id: str = "A", text: str = "some text", **more: object) -> str:
    return json.dumps({"doc_id": id, "title": f"Page {id}", "text": text, **more})


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return tmp_path / "corpus.jsonl"


def test_pages_come_sorted_and_other_keys_are_ignored(corpus: Path) -> None:
    corpus.write_text(f"{line('B')}\n\n{line('A', url='u', reconstructed=True)}")
    pages = read_corpus(corpus).pages
    assert [(page.doc_id, page.url) for page in pages] == [("A", "u"), ("B", "")]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        ("{oops", "line 2: not JSON"),
        ('"text"', "line 2: not a document"),
        ('{"title": "t", "text": ""}', "line 2: not a document: .*`doc_id`"),
        ('{"doc_id": 7, "title": "t", "text": ""}', "line 2: not a document: .*doc_id"),
        ('{"doc_id": " ", "title": "t", "text": ""}', "line 2: doc_id: ' ' cannot be an id"),
        ('{"doc_id": "table:x", "title": "t", "text": ""}', "line 2: doc_id: 'table:x'"),
        ('{"doc_id": "B", "title": "\\ud800', "line 2: not JSON"),
    ],
)
def test_a_bad_line_is_named(corpus: Path, bad: str, reason: str) -> None:
    corpus.write_text(f"{line()}\n{bad}\n")
    with pytest.raises(BadInput, match=rf"corpus\.jsonl {reason}"):
        read_corpus(corpus)


def test_bytes_that_are_no_text_are_named(corpus: Path) -> None:
    corpus.write_bytes(line().encode() + b'\n{"doc_id": "\xff", "title": "t", "text": ""}\n')
    with pytest.raises(BadInput, match="line 2: not JSON"):
        read_corpus(corpus)


@pytest.mark.parametrize("content", ["", "\n \n"])
def test_an_empty_corpus_is_refused(corpus: Path, content: str) -> None:
    corpus.write_text(content)
    with pytest.raises(BadInput, match="no documents"):
        read_corpus(corpus)


def test_a_missing_corpus_is_named(corpus: Path) -> None:
    with pytest.raises(BadInput, match=r"corpus\.jsonl: cannot be read: No such file"):
        read_corpus(corpus)


def test_the_same_page_again_counts_once_and_is_noted(corpus: Path) -> None:
    corpus.write_text("\n".join([line("A"), line("B"), line("A")]))
    found = read_corpus(corpus)
    assert (len(found.pages), found.repeated) == (2, ("A",))


def test_two_texts_under_one_id_are_refused_with_both_places(corpus: Path) -> None:
    corpus.write_text("\n".join([line("A"), line("B"), line("A", text="another text")]))
    with pytest.raises(BadInput, match=r"line 3: doc_id 'A' has two .* is in .*line 1"):
        read_corpus(corpus)


def test_several_files_are_one_corpus(corpus: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    corpus.write_text(line("A"))
    other.write_text(line("A", text="another text"))
    with pytest.raises(BadInput, match=r"other\.jsonl line 1: .*corpus\.jsonl line 1"):
        read_corpus(corpus, other)


def test_a_byte_order_mark_and_a_huge_line_do_no_harm(corpus: Path) -> None:
    corpus.write_text("\ufeff" + line("A", text="x" * 10_000_000))
    assert len(read_corpus(corpus).pages[0].text) == 10_000_000


def test_a_written_corpus_reads_back_the_same(corpus: Path, tmp_path: Path) -> None:
    corpus.write_text("\n".join([line("A", text="é\n\u2028 x"), line("B", url="u")]))
    pages = read_corpus(corpus).pages
    write_corpus(tmp_path / "copy.jsonl", pages)
    assert read_corpus(tmp_path / "copy.jsonl").pages == pages
