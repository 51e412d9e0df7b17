"""A server that answers what a test tells it to, and remembers what it was asked."""

from __future__ import annotations

import ssl
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it came."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Mapping[str, str]
    body: str


Answer = Callable[[Asked], web.Response]


@dataclass(slots=True)
class Stub:
    """Its address and all requests so far."""

    answer: Answer
    url: str = ""
    asked: list[Asked] = field(default_factory=list[Asked])

    async def serve(self, request: web.Request) -> web.Response:
        """Notes the request and answers it."""
        asked = Asked(
            request.method,
            request.raw_path.partition("?")[0],
            dict(request.query),
            dict(request.headers),
            await request.text(),
        )
        self.asked.append(asked)
        return self.answer(asked)


@asynccontextmanager
async def stub(answer: Answer, tls: ssl.SSLContext | None = None) -> AsyncGenerator[Stub]:
    """Serves on a free port until the block ends."""
    made = Stub(answer)
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", made.serve)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0, ssl_context=tls)
    await site.start()
    port: int = runner.addresses[0][1]
    made.url = f"{'https' if tls else 'http'}://localhost:{port}"
    try:
        yield made
    finally:
        await runner.cleanup()
