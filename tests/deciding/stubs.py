"""Stand-ins for what deciders ask: an embedding model, a decision service, a language model.

Each is a stub with answers written here; none of them understands anything.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web
from occam.core.model import Prompted, Reply
from occam.core.ports import Embedded, Option
from occam.core.spending import Spent

SIGNS = ("how many", "which", "most", "average", "did", "list", "not", "than")


class SignEmbedder:
    """A vector of which signs a text holds: enough for a head to learn from."""

    name = "signs"
    dimension = len(SIGNS)

    def embed(self, texts: Sequence[str]) -> Embedded:
        return Embedded([[float(sign in text.lower()) for sign in SIGNS] for text in texts])


class StubModel:
    """A model that says what the test wrote; it keeps what it was asked."""

    name = "scripted"

    def __init__(self, *replies: Reply | Exception) -> None:
        self.replies = list(replies)
        self.asked: list[Prompted] = []

    def worst(self, prompted: Prompted) -> Spent:
        return Spent()

    async def complete(self, prompted: Prompted) -> Reply:
        self.asked.append(prompted)
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if isinstance(reply, Exception):
            raise reply
        return reply


class Service:
    """A decision service on a loopback port of its own; `answer` makes each reply."""

    def __init__(self, answer: Callable[[Any], web.StreamResponse | Any]) -> None:
        self.answer = answer
        self.requests: list[Any] = []
        self.headers: list[dict[str, str]] = []

    async def on_request(self, request: web.Request) -> web.StreamResponse:
        body = await request.json()
        self.requests.append(body)
        self.headers.append(dict(request.headers))
        answer = self.answer(body)
        if hasattr(answer, "__await__"):
            answer = await answer
        if isinstance(answer, web.StreamResponse):
            return answer
        return web.Response(text=json.dumps(answer), content_type="application/json")


@asynccontextmanager
async def serving(service: Service, path: str = "/decide") -> AsyncIterator[str]:
    """The service's address while it runs."""
    app = web.Application()
    app.router.add_post(path, service.on_request)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    try:
        await site.start()
        yield f"http://127.0.0.1:{runner.addresses[0][1]}{path}"
    finally:
        await runner.cleanup()


def longest_words(body: Any) -> Any:
    """A plain reply in which an option's weight is the length of its words."""
    sizes = {each["key"]: len(each["words"]) for each in body["options"]}
    return {"probabilities": {key: size / sum(sizes.values()) for key, size in sizes.items()}}


def options(*kinds: str) -> list[Option]:
    return [Option(f"key-{at}", kind, f"{kind} as {at}") for at, kind in enumerate(kinds)]
