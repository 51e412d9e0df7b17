"""Extracts survive the process that made them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from occam.core.errors import Transient
from occam.ingest.extracts import Extract
from occam.ingest.staging import COMMIT_EVERY, Staging
from occam.packs.pack import Document


def pages(count: int) -> list[Document]:
    return [Document(doc_id=f"D{n:04}", title=f"Page {n}", text=f"text {n}") for n in range(count)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "staging.sqlite"


def reader(seen: list[str], stop_at: str = "") -> Callable[[Document], Extract]:
    def read(page: Document) -> Extract:
        if page.doc_id == stop_at:
            raise KeyboardInterrupt
        seen.append(page.doc_id)
        return Extract(document=page.doc_id, title=page.title, digest="", status="parsed")

    return read


def silent(done: int, total: int) -> None:
    return


def test_a_second_load_reads_only_what_the_first_did_not_finish(path: Path) -> None:
    wanted = pages(3 * COMMIT_EVERY)
    first: list[str] = []
    with pytest.raises(KeyboardInterrupt), Staging(path, "salt") as staging:
        staging.extracts(wanted, reader(first, stop_at=wanted[-1].doc_id), silent)
    second: list[str] = []
    with Staging(path, "salt") as staging:
        found = staging.extracts(wanted, reader(second), silent)
        assert staging.reused == 2 * COMMIT_EVERY
    assert [extract.document for extract in found] == [page.doc_id for page in wanted]
    assert len(second) == COMMIT_EVERY


def test_a_changed_page_or_another_reader_is_read_anew(path: Path) -> None:
    wanted = pages(3)
    changed = [*wanted[:2], Document(doc_id="D0002", title="Page 2", text="changed")]
    for salt, batch, fresh in (("a", wanted, 3), ("a", changed, 1), ("b", changed, 3)):
        seen: list[str] = []
        with Staging(path, salt) as staging:
            staging.extracts(batch, reader(seen), silent)
        assert len(seen) == fresh


def test_what_no_load_needs_any_more_is_dropped(path: Path) -> None:
    for batch in (pages(9), pages(3), pages(9)):
        with Staging(path, "salt") as staging:
            staging.extracts(batch, reader([]), silent)
            reused = staging.reused
    assert reused == 3


def test_progress_ends_at_the_total(path: Path) -> None:
    told: list[tuple[int, int]] = []
    with Staging(path, "salt") as staging:
        staging.extracts(pages(COMMIT_EVERY + 5), reader([]), lambda *at: told.append(at))
    total = COMMIT_EVERY + 5
    assert told == [(COMMIT_EVERY, total), (total, total)]


def test_a_broken_staging_file_is_begun_anew(path: Path) -> None:
    path.write_bytes(b"not a database" * 100)
    with Staging(path, "salt") as staging:
        assert len(staging.extracts(pages(2), reader([]), silent)) == 2


def test_a_staging_file_that_cannot_be_written_is_a_clear_error(path: Path) -> None:
    with Staging(path, "salt") as staging:
        staging._connection.execute("PRAGMA query_only = ON")  # pyright: ignore
        with pytest.raises(Transient, match=r"staging\.sqlite: cannot be written"):
            staging.extracts(pages(2), reader([]), silent)
