"""Faults on demand: what networks, idle workspaces and loaded servers do to a client."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from aiohttp import web

WAKING_PAGE = "<html><body><h1>503 Service Temporarily Unavailable</h1></body></html>"


@dataclass(slots=True)
class Failure:
    """The next `times` calls whose path contains `path` answer `status`, as a page or as JSON."""

    times: int
    status: int
    path: str = ""
    html: bool = False
    code: str = ""


@dataclass(slots=True)
class Faults:
    """What is going wrong at the moment. Empty, nothing is."""

    failures: list[Failure] = field(default_factory=list[Failure])
    latency: float = 0.0
    query_seconds: float = 0.0
    drop_after: int | None = None
    response_limit: int | None = None
    failed_installs: set[str] = field(default_factory=set[str])

    def fail_first(
        self, times: int, status: int, *, path: str = "", html: bool = False, code: str = ""
    ) -> None:
        """Adds a failure that wears off after `times` calls."""
        self.failures.append(Failure(times, status, path, html, code))

    def clear(self) -> None:
        """Everything works again."""
        self.failures.clear()
        self.latency = 0.0
        self.query_seconds = 0.0
        self.drop_after = None
        self.response_limit = None
        self.failed_installs.clear()

    async def strike(self, path: str) -> web.Response | None:
        """The answer of a failing call, or None when the call may go on."""
        if self.latency:
            await asyncio.sleep(self.latency)
        for failure in self.failures:
            if failure.times > 0 and failure.path in path:
                failure.times -= 1
                return _failed(failure)
        return None

    def upsert_is_lost(self) -> bool:
        """Counts upserts down; past the last good one the connection breaks before any write."""
        if self.drop_after is None:
            return False
        self.drop_after -= 1
        return self.drop_after < 0


def _failed(failure: Failure) -> web.Response:
    if failure.html:
        return web.Response(text=WAKING_PAGE, status=failure.status, content_type="text/html")
    body = {"error": True, "message": f"The service answers {failure.status}", "code": failure.code}
    return web.json_response(body, status=failure.status)
