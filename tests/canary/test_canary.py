"""One key, one question and one page, followed into every place where they could come to lie.

The real client library talks to a provider on this machine that answers, throttles, stalls, fails
with the key in its words, answers in no form, and streams. Its import takes long: run it with
`.venv/bin/pytest tests/canary`.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from aiohttp import web
from occam.bus.broker import start_broker
from occam.bus.client import Client
from occam.core.errors import OccamError, Throttled, TimedOut
from occam.core.model import Prompted, Said
from occam.core.record import AnswerRecord
from occam.llm.client import HostedModel
from occam.llm.embedding import HostedEmbedder
from occam.llm.ranking import HostedRanking
from occam.llm.settings import LlmSettings
from occam.packs import find_pack
from occam.runtime.loading import Change, load
from occam.runtime.settings import Settings, load_settings

from tests.injection.spying import SpiedShelf, Taped
from tests.integration.running import Pipeline, running

pytestmark = [
    pytest.mark.slow,
    pytest.mark.integration,
    pytest.mark.timeout(300),
    pytest.mark.filterwarnings("ignore"),
]

KEY = "sk-canary-a1b2c3d4e5f6"
WORD, PAGE = "quetzalfish", "plumbago-page"
PAGES = {
    "doc_id": "CAN1", "title": "A mishap", "text": f"The {WORD} lost a mast, said {PAGE}.",
}  # fmt: skip
CANNOT = '{"cannot": "no mishaps"}'
FOUND = {"answer": "lost a mast", "quote": f"The {WORD} lost a mast, said {PAGE}.", "passage": 1}
WAYS = ("success", "quota", "timeout", "error", "form", "streaming")


class Provider:
    """Speaks as providers do; `way` says how the next questions go."""

    def __init__(self) -> None:
        self.way, self.heard, self.keys = "success", 0, set[str]()
        self._first = True

    def turn(self, way: str) -> None:
        self.way, self._first = way, True

    async def answer(self, request: web.Request) -> web.StreamResponse:
        asked = await request.json()
        self.heard += 1
        self.keys.add(request.headers["Authorization"].removeprefix("Bearer "))
        first, self._first = self._first, False
        if self.way == "quota" and first:
            body = {"error": {"message": f"slow down, {KEY}", "type": "rate_limit"}}
            return web.json_response(body, status=429, headers={"retry-after": "0.1"})
        if self.way == "timeout":
            await asyncio.sleep(3)
        if self.way == "error":
            body = {"error": {"message": f"failed for {KEY}: {json.dumps(asked)}", "type": KEY}}
            return web.json_response(body, status=500, headers={"x-key": KEY})
        text = f"no form at all, {KEY}" if self.way == "form" else _text(asked)
        if asked.get("stream"):
            return await self._streamed(request, text)
        return web.json_response(_whole(text))

    async def embed(self, request: web.Request) -> web.StreamResponse:
        asked = await request.json()
        self.heard += 1
        if self.way == "timeout":
            await asyncio.sleep(3)
        if self.way == "error":
            body = {"error": {"message": f"failed for {KEY}: {json.dumps(asked)}", "type": KEY}}
            return web.json_response(body, status=500, headers={"x-key": KEY})
        rows = [{"object": "embedding", "index": 0, "embedding": [3.0, 4.0]}]
        usage = {"prompt_tokens": 9, "total_tokens": 9}
        return web.json_response({"object": "list", "model": "e", "data": rows, "usage": usage})

    async def rank(self, request: web.Request) -> web.StreamResponse:
        asked = await request.json()
        self.keys.add(request.headers["Authorization"].removeprefix("Bearer "))
        if self.way == "quota":
            body = {"error": {"message": f"slow down, {KEY}", "type": "rate_limit"}}
            return web.json_response(body, status=429, headers={"retry-after": "7"})
        if self.way == "timeout":
            await asyncio.sleep(3)
        if self.way == "error":
            body = {"error": {"message": f"failed for {KEY}: {json.dumps(asked)}", "type": KEY}}
            return web.json_response(body, status=500, headers={"x-key": KEY})
        places = range(len(asked["documents"]))
        rows = [{"index": at, "relevance_score": float(at)} for at in places]
        usage = {"prompt_tokens": 9, "total_tokens": 9}
        return web.json_response({"id": "r", "results": rows, "usage": usage})

    async def _streamed(self, request: web.Request, text: str) -> web.StreamResponse:
        response = web.StreamResponse(headers={"content-type": "text/event-stream"})
        await response.prepare(request)
        for part in (text[:9], text[9:], None):
            delta = {} if part is None else {"role": "assistant", "content": part}
            choice = {"index": 0, "delta": delta, "finish_reason": None if part else "stop"}
            chunk = _head("chat.completion.chunk") | {"choices": [choice]}
            await response.write(f"data: {json.dumps(chunk)}\n\n".encode())
        await response.write(b"data: [DONE]\n\n")
        return response


def _text(asked: dict[str, Any]) -> str:
    planning = "Types:" in asked["messages"][-1]["content"]
    return CANNOT if planning else json.dumps({"answers": [FOUND]})


def _head(kind: str) -> dict[str, Any]:
    return {"id": "c", "object": kind, "created": 1, "model": "canary"}


def _whole(text: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    usage = {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}
    return _head("chat.completion") | {"choices": [choice], "usage": usage}


class Log(logging.Handler):
    """Every record that reaches the root, as it would be written, tracebacks included."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(logging.Formatter().format(record))

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


@pytest.fixture
def log() -> Iterator[Log]:
    """The root logger at DEBUG."""
    root, handler = logging.getLogger(), Log()
    before = root.level
    root.setLevel(logging.DEBUG)
    root.addHandler(handler)
    yield handler
    root.removeHandler(handler)
    root.setLevel(before)


@pytest.fixture
async def provider() -> AsyncIterator[tuple[Provider, str]]:
    made, app = Provider(), web.Application()
    app.router.add_post("/v1/chat/completions", made.answer)
    app.router.add_post("/v1/embeddings", made.embed)
    app.router.add_post("/v1/rerank", made.rank)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    (address,) = runner.addresses
    yield made, f"http://127.0.0.1:{address[1]}/v1"
    await runner.cleanup()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    folder: Path = tmp_path_factory.mktemp("canary")
    path = folder / "page.jsonl"
    path.write_bytes(msgspec.json.encode(PAGES))
    bare = Settings(home=folder / "home")
    pack = find_pack("olympics", bare.pack_roots)
    load(bare.home, pack)
    load(bare.home, pack, Change(add=(path,)))
    broker = start_broker(folder / "broker")
    at = bare.at(broker.url)
    yield msgspec.structs.replace(
        at, bus=msgspec.structs.replace(at.bus, trim_ms=600_000, backoff_ms=20)
    )
    broker.stop()


def settings_of(home: Settings, url: str, way: str) -> Settings:
    llm = LlmSettings(
        model="openai/canary", key=KEY, url=url, timeout_s=1.0, tries=2, shape="text",
        stream=way == "streaming",
    )  # fmt: skip
    return msgspec.structs.replace(home, llm=llm)


async def stored(client: Client) -> dict[str, str]:
    """Every key on the broker with all that it holds."""
    found: dict[str, str] = {}
    redis: Any = client.redis
    for key in await redis.keys("*"):
        kind = (await redis.type(key)).decode()
        match kind:
            case "stream":
                held = await redis.xrange(key)
            case "hash":
                held = await redis.hgetall(key)
            case "set":
                held = await redis.smembers(key)
            case "zset":
                held = await redis.zrange(key, 0, -1)
            case "list":
                held = await redis.lrange(key, 0, -1)
            case _:
                held = await redis.get(key)
        found[key.decode()] = repr(held)
    return found


async def buried(client: Client) -> Any:
    """The dead letters, once there are any."""
    for _ in range(400):
        if letters := await client.dead():
            return letters
        await asyncio.sleep(0.05)
    raise AssertionError("nothing was buried")


async def asked(pipeline: Pipeline, at: int) -> AnswerRecord:
    return await pipeline.ask(f"What befell the {WORD}{' ' * at}?")


async def test_key_question_and_page_lie_nowhere_but_where_they_belong(
    home: Settings, provider: tuple[Provider, str], log: Log
) -> None:
    made, url = provider
    taped, records = Taped(), dict[str, AnswerRecord]()
    for at, way in enumerate(WAYS):
        made.turn(way)
        settings = settings_of(home, url, way)
        model = HostedModel(settings.llm.model, settings.llm)
        both = {"planner": model, "reader": model}
        shelf = SpiedShelf(settings)
        async with running(settings, "olympics", shelf, taped.tracer, **both) as pipeline:
            record = records[way] = await asked(pipeline, at)
            await pipeline.client.redis.xadd(
                f"{pipeline.client.shards[0].prefix}findings.ready.v1", {"d": f"broken {at}"}
            )
            letters = await buried(pipeline.client)
            _scan_broker(await stored(pipeline.client))
        for each in (record, letters, settings, settings.llm, model, pipeline, both):
            assert KEY not in repr(each)
        assert KEY not in msgspec.json.encode(record).decode()
    assert made.keys == {KEY}
    assert {way: record.outcome for way, record in records.items()} == {
        "success": "answered", "quota": "answered", "timeout": "refused", "error": "refused",
        "form": "refused", "streaming": "answered",
    }  # fmt: skip
    assert taped.count > 4 * len(WAYS)
    for word in (KEY, WORD, PAGE):
        assert word not in taped.text
        assert word not in log.text
    assert "waits" in log.text


def _scan_broker(held: dict[str, str]) -> None:
    """The key is nowhere; question and page are in messages, records and the answer that was
    bought, and in no name of a key."""
    assert held
    for key, text in held.items():
        assert KEY not in key + text
        assert WORD not in key
        if WORD in text:
            of_messages = key.endswith(".v1") or ":questions:" in key or ":terminals:" in key
            bought = ":purse}:accounts:" in key or ":purse}:answer:" in key
            assert of_messages or bought or ":dead" in key, key


async def test_no_error_of_a_model_repeats_the_key_or_what_was_asked(
    home: Settings, provider: tuple[Provider, str]
) -> None:
    made, url = provider
    asked = Prompted(messages=(Said("user", f"What of the {WORD}?"),), prompt="read 1")
    for way in ("quota", "timeout", "error"):
        made.turn(way)
        settings = settings_of(home, url, way)
        model = HostedModel(settings.llm.model, settings.llm)
        with pytest.raises(OccamError) as raised:
            await model.complete(asked)
        said = f"{raised.value!r} {raised.value} {raised.value.__cause__!r}"
        assert KEY not in said
        assert WORD not in said


async def test_a_reranker_ranks_and_its_errors_hold_no_key_and_no_question(
    home: Settings, provider: tuple[Provider, str]
) -> None:
    made, url = provider
    texts = (Said("user", f"What of the {WORD}?"), Said("user", "one"), Said("user", "two"))
    asked = Prompted(messages=texts, prompt="rerank 1", most_tokens=0)
    model = HostedRanking("infinity/canary", settings_of(home, url, "success").llm)
    assert (await model.complete(asked)).text == "[[1,1.0],[0,0.0]]"
    assert made.keys == {KEY}
    for way, kind in (("quota", Throttled), ("timeout", TimedOut), ("error", OccamError)):
        made.turn(way)
        with pytest.raises(kind) as raised:
            await model.complete(asked)
        said = f"{raised.value!r} {raised.value} {raised.value.__cause__!r}"
        assert KEY not in said
        assert WORD not in said


async def test_vectors_are_asked_for_once_and_errors_hold_no_key_and_no_question(
    home: Settings, provider: tuple[Provider, str]
) -> None:
    made, url = provider
    model = HostedEmbedder("openai/canary", 2, settings_of(home, url, "success").llm)
    assert (await asyncio.to_thread(model.embed, ["fine"])).vectors == [[0.6, 0.8]]
    for way in ("timeout", "error"):
        made.turn(way)
        made.heard = 0
        with pytest.raises(OccamError) as raised:
            await asyncio.to_thread(model.embed, [f"What of the {WORD}?"])
        said = f"{raised.value!r} {raised.value} {raised.value.__cause__!r}"
        assert KEY not in said
        assert WORD not in said
        assert made.heard == 1


@pytest.mark.parametrize("group", ["LLM", "DECIDER", "QDRANT", "RERANKER"])
def test_settings_never_show_a_key(group: str, tmp_path: Path) -> None:
    settings = load_settings({"OCCAM_HOME": str(tmp_path), f"OCCAM_{group}_KEY": KEY})
    shown = f"{settings!r} {settings} {settings.shown()} {settings.llm!r} {settings.qdrant!r}"
    assert KEY not in repr(settings.reranker)
    assert KEY not in shown
    assert "***" in shown
