"""A mirror that dies, hangs or refuses: questions are answered from the primary store, and say so.

The server here stands for a mirror at the level of HTTP only: it answers the four requests of a
search and can be killed between two of them.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import web
from occam.core.errors import BadConfig, OccamError, Permanent, Transient
from occam.documents import FullText, qdrant
from occam.documents.dense import NO_ANSWER, NOT_IN_STEP, Dense
from occam.documents.mirror import label_for, sync
from occam.documents.qdrant import Label, QdrantVectors, client_of, translated
from occam.documents.settings import QdrantSettings

from tests.documents.stores import exact, local_client
from tests.documents.world import Words, version

pytestmark = pytest.mark.filterwarnings("ignore:.*local.*:UserWarning")

TEXTS = {"D1": "Snow on the slope.", "D2": "Fog over the harbour."}
ANSWERS_S, HANGS_S = 5.0, 0.3


class Stand:
    """Answers like a mirror in step, until it is told otherwise. Keeps the headers it was sent."""

    def __init__(self, label: Label) -> None:
        self.label = label
        self.status, self.hangs = 200, False
        self.headers: list[Any] = []

    def app(self) -> web.Application:
        app = web.Application()
        at = f"/collections/{self.label.collection}"
        app.router.add_get(f"{at}/exists", self.answer({"exists": True}))
        app.router.add_get(at, self.answer(self.info()))
        app.router.add_post(f"{at}/points/count", self.answer({"count": self.label.passages}))
        point = {"id": 1, "version": 1, "score": 1.0}
        point["payload"] = {"document": "D2", "start": 0, "end": 21}
        app.router.add_post(f"{at}/points/query", self.answer({"points": [point]}))
        return app

    def info(self) -> dict[str, Any]:
        """As the client's own engine tells it."""
        return {**INFO, "config": {**INFO["config"], "metadata": msgspec.to_builtins(self.label)}}

    def answer(self, result: Any) -> Any:
        async def answered(request: web.Request) -> web.Response:
            self.headers.append(request.headers)
            if self.hangs:
                await asyncio.sleep(4 * HANGS_S)
            body = {"result": result, "status": "ok", "time": 0.0}
            return web.json_response(body, status=self.status)

        return answered


INFO: dict[str, Any] = {
    "status": "green",
    "optimizer_status": "ok",
    "segments_count": 1,
    "config": {
        "params": {"vectors": {"size": 384, "distance": "Cosine"}},
        "hnsw_config": {"m": 16, "ef_construct": 100, "full_scan_threshold": 10000},
        "optimizer_config": {
            "deleted_threshold": 0.2,
            "vacuum_min_vector_number": 1000,
            "default_segment_number": 0,
            "flush_interval_sec": 5,
        },
    },
    "payload_schema": {},
}


@asynccontextmanager
async def standing(stand: Stand) -> AsyncGenerator[tuple[str, web.AppRunner]]:
    runner = web.AppRunner(stand.app(), shutdown_timeout=0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    yield site.name, runner
    await runner.cleanup()


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return version(tmp_path / "v1", TEXTS, Words())


@asynccontextmanager
async def dense(home: Path, url: str, timeout_s: float, **named: Any) -> AsyncGenerator[Dense]:
    """Search by meaning at home, with the mirror at that address; it is asked every time."""
    client = client_of(QdrantSettings(url=url, key="a secret"), timeout_s)
    mirror = QdrantVectors(client, label_for(home, "olympics"), timeout_s)
    ticks = iter(range(0, 10_000, 100))
    full = FullText.open(home)
    yield Dense(Words(), exact(home), full, mirror, clock=lambda: next(ticks))
    full.close()
    await client.close()


async def test_a_mirror_killed_in_the_middle_of_a_batch_only_changes_the_note(home: Path):
    stand = Stand(label_for(home, "olympics"))
    async with standing(stand) as (url, runner), dense(home, url, ANSWERS_S) as library:
        before = await library.search("snow slope", 1)
        assert (before.passages[0].document, before.note) == ("D2", "")
        await runner.cleanup()
        batch = await asyncio.gather(*(library.search("snow slope", 1) for _ in range(5)))
    for found in batch:
        assert (found.passages[0].document, found.note) == ("D1", NO_ANSWER)


async def test_a_mirror_that_hangs_is_waited_for_no_longer_than_said(home: Path):
    stand = Stand(label_for(home, "olympics"))
    stand.hangs = True
    async with standing(stand) as (url, _), dense(home, url, HANGS_S) as library:
        found = await library.search("snow slope", 1)
    assert (found.passages[0].document, found.note) == ("D1", NO_ANSWER)


@pytest.mark.parametrize("status", [401, 403, 404, 429, 500, 503])
async def test_a_mirror_that_refuses_is_left_aside(home: Path, status: int):
    stand = Stand(label_for(home, "olympics"))
    stand.status = status
    async with standing(stand) as (url, _), dense(home, url, ANSWERS_S) as library:
        found = await library.search("snow slope", 1)
    assert (found.passages[0].document, found.note) == ("D1", NO_ANSWER)


async def test_a_mirror_of_another_version_is_not_searched(home: Path):
    stand = Stand(msgspec.structs.replace(label_for(home, "olympics"), state="another"))
    async with standing(stand) as (url, _), dense(home, url, ANSWERS_S) as library:
        found = await library.search("snow slope", 1)
    assert (found.passages[0].document, found.note) == ("D1", NOT_IN_STEP)


async def test_the_key_goes_as_a_header_over_plain_http_without_a_warning(home: Path):
    stand = Stand(label_for(home, "olympics"))
    async with standing(stand) as (url, _), dense(home, url, ANSWERS_S) as library:
        await library.search("snow slope", 1)
    assert {headers["api-key"] for headers in stand.headers} == {"a secret"}


async def test_a_client_that_was_closed_is_a_mirror_that_does_not_answer(home: Path):
    label = label_for(home, "olympics")
    async with local_client() as client:
        await sync(client, home, label)
        mirror = QdrantVectors(client, label, ANSWERS_S)
    full = FullText.open(home)
    found = await Dense(Words(), exact(home), full, mirror).search("snow slope", 1)
    assert (found.passages[0].document, found.note) == ("D1", NO_ANSWER)
    full.close()


def test_nobody_is_asked_before_a_search(home: Path):
    client_of(QdrantSettings(url="http://127.0.0.1:1"), 1.0)


def test_without_the_extra_the_command_that_installs_it_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(qdrant.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(BadConfig, match=r"pip install 'occam\[qdrant\]'"):
        client_of(QdrantSettings(url="http://127.0.0.1:1"), 1.0)


def errors() -> list[type[Exception]]:
    """Every error that the client defines."""
    from qdrant_client.common import client_exceptions
    from qdrant_client.http import exceptions

    return [
        kind
        for module in (client_exceptions, exceptions)
        for kind in vars(module).values()
        if inspect.isclass(kind) and issubclass(kind, Exception)
        if kind.__module__ == module.__name__
    ]


def made(kind: type[Exception]) -> Exception:
    """An error without what its constructor would want."""
    error = kind.__new__(kind)
    for name, value in (("status_code", 500), ("reason_phrase", "Oh"), ("retry_after_s", 1)):
        setattr(error, name, value)
    return error


@pytest.mark.parametrize("kind", [*errors(), ConnectionError, OSError, RuntimeError, ValueError])
async def test_every_error_of_the_client_is_translated(kind: type[Exception]):
    with pytest.raises(OccamError):
        async with translated(ANSWERS_S):
            raise made(kind)


@pytest.mark.parametrize(
    ("status", "error"), [(500, Transient), (429, Transient), (400, Permanent), (403, Permanent)]
)
async def test_an_answer_is_passing_or_final(status: int, error: type[OccamError]):
    from qdrant_client.http.exceptions import UnexpectedResponse

    with pytest.raises(error, match=str(status)):
        async with translated(ANSWERS_S):
            raise UnexpectedResponse(status, "Said", b"body with a question", None)  # type: ignore[arg-type]


def test_the_key_is_in_no_text_of_the_settings():
    shown = repr(QdrantSettings(url="http://127.0.0.1:6333", key="a secret"))
    assert "a secret" not in shown
