"""The one place that talks to a TigerGraph server.

Every call is bounded in time and never repeated, except once under a new token: retries are the
bus's. Errors come out sorted, and no text shows credentials.
"""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar
from urllib.parse import quote

from occam.core.errors import Permanent
from occam.graph.tigergraph.client import connection
from occam.graph.tigergraph.failures import expect, refuse_page, translated
from occam.graph.tigergraph.settings import TigerGraphSettings
from occam.graph.tigergraph.tokens import Tokens

Result = TypeVar("Result")

MARGIN_S = 10.0
"""How much longer we wait than the server may take: its own refusal should arrive first."""
STATEMENT_S = 1800.0
"""Schema jobs and loads are not queries: they take minutes."""
DELETING = 8
"""Deletions at once: the server deletes vertices one by one."""
_MILLISECONDS = 1000


class Wire:
    """A connection to one graph of one server; it is opened by its first call."""

    def __init__(self, settings: TigerGraphSettings, graph: str, pack: str = "") -> None:
        self.graph = graph
        self.url = settings.url
        self._settings = settings
        self._command = f"occam tigergraph init{f' --pack {pack}' if pack else ''}"
        self._connection: Any = connection(settings, graph)
        self._tokens = Tokens(self._connection, settings)

    def __repr__(self) -> str:
        return f"Wire({self.url}, {self.graph})"

    async def __aenter__(self) -> Wire:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the sockets."""
        await self._connection.aclose()

    async def run(
        self,
        query: str,
        params: Mapping[str, Any] | None = None,
        *,
        timeout_ms: int | None = None,
        response_limit: int | None = None,
    ) -> list[dict[str, Any]]:
        """What an installed query prints, one object a PRINT.

        Raises `QueryNotInstalled`, and `TooLarge` when the answer exceeds the response limit.
        """
        patience = timeout_ms or self._settings.timeout_ms
        return await self._call(
            lambda: self._connection.runInstalledQuery(
                query,
                dict(params or {}),
                timeout=patience,
                sizeLimit=response_limit or self._settings.response_limit,
                usePost=True,
            ),
            seconds=patience / _MILLISECONDS,
            query=query,
        )

    async def upsert(
        self, payload: Mapping[str, Any], *, edges_must_exist: bool = True
    ) -> dict[str, Any]:
        """How many vertices and edges were accepted, after every part of the server has them.

        With `edges_must_exist` an edge whose ends are not there is left out, never made up. The
        client cannot send that flag, so the request is made in its stead.
        """
        flags = {"ack": "all", "vertex_must_exist": str(edges_must_exist).lower()}
        results = await self._call(
            lambda: self._connection._req(
                "POST",
                f"{self._connection.restppUrl}/graph/{self.graph}",
                data=io.BytesIO(json.dumps(payload, ensure_ascii=False).encode()),
                params=flags,
                headers={"GSQL-TIMEOUT": str(self._settings.timeout_ms)},
            )
        )
        return results[0]

    async def delete_vertices(self, type_: str, ids: Iterable[str]) -> int:
        """How many vertices were deleted, with their edges."""
        turns = asyncio.Semaphore(DELETING)

        async def delete(id_: str) -> int:
            async with turns:
                return await self._call(lambda: self._connection.delVerticesById(type_, [id_]))

        return sum(await asyncio.gather(*map(delete, ids)))

    async def delete_where(self, type_: str, condition: str) -> int:
        """How many vertices of a type that meet the condition were deleted, with their edges."""
        return await self._call(
            lambda: self._connection.delVertices(type_, where=condition), seconds=STATEMENT_S
        )

    async def delete_edges(
        self, source: tuple[str, str], edge: str, target: tuple[str, str]
    ) -> int:
        """How many edges of a type were deleted between two vertices, each a type and an id."""
        quoted = partial(quote, safe="")
        deleted = await self._call(
            lambda: self._connection.delEdges(
                source[0], quoted(source[1]), edge, target[0], quoted(target[1])
            )
        )
        return sum(deleted.values())

    async def gsql(self, text: str, *, seconds: float = STATEMENT_S) -> str:
        """What the server prints for GSQL statements. It tells people something, and no program."""
        printed = await self._call(lambda: self._connection.gsql(text), seconds=seconds)
        return refuse_page(printed, self.url)

    async def version(self) -> str:
        """The server's version: `4.2.2`."""
        return await self._call(lambda: self._connection.getVer())

    async def graphs(self) -> set[str]:
        """The names of all graphs."""
        found = await self._call(lambda: self._connection.listGraphs())
        return {graph["GraphName"] for graph in found}

    async def schema(self) -> dict[str, Any]:
        """The graph's schema as the server describes it now."""
        return await self._call(lambda: self._connection.getSchema(udts=False, force=True))

    async def installed(self) -> set[str]:
        """The names of all queries that can run."""
        return set(await self._call(lambda: self._connection.getInstalledQueries("list")))

    async def kept(self) -> set[str]:
        """The names of all queries that the server keeps, drafts included."""
        return set(await self._call(lambda: self._connection.listQueryNames()))

    async def drop_queries(self, names: Iterable[str]) -> None:
        """Forgets queries."""
        wanted = sorted(names)
        if wanted:
            await self._call(lambda: self._connection.dropQueries(wanted))

    async def install(self, names: Sequence[str], *, force: bool = False) -> str:
        """Starts to compile these queries; gives the number under which to ask, if there is one.

        `force` compiles also what counts as installed.
        """
        flag = "-force" if force else None
        reply = await self._call(
            lambda: self._connection.installQueries(list(names), flag=flag, wait=False),
            seconds=STATEMENT_S,
        )
        return str(reply.get("requestId") or "")

    async def install_state(self, request: str) -> str:
        """What the server says about a request to install."""
        reply = await self._call(lambda: self._connection.getQueryInstallationStatus(request))
        return str(expect(reply, "message", self.url))

    async def loading_jobs(self) -> set[str]:
        """The names of all loading jobs."""
        return set(await self._call(lambda: self._connection.getLoadingJobs()))

    async def load_lines(self, job: str, tag: str, lines: Iterable[str]) -> list[dict[str, Any]]:
        """The statistics of a loading job that was given these lines."""
        data = "".join(f"{line}\n" for line in lines)
        loaded = await self._call(
            lambda: self._connection.runLoadingJobWithData(data, tag, job, eol="\n"),
            seconds=STATEMENT_S,
        )
        if loaded is None:
            raise Permanent(f"{self.url}: loading job {job}: no line to load")
        return loaded

    async def vertices(self, type_: str) -> list[dict[str, Any]]:
        """All vertices of a type of which there are few, by `v_id` and `attributes`."""
        return await self._call(lambda: self._connection.getVertices(type_))

    async def counts(self) -> dict[str, int]:
        """How many vertices of each type there are, counted now."""
        return await self._call(lambda: self._connection.getVertexCount("*", realtime=True))

    async def count(self, type_: str, where: str) -> int:
        """How many vertices of a type satisfy conditions such as `loaded=0`."""
        return await self._call(lambda: self._connection.getVertexCount(type_, where))

    async def vector_status(self) -> list[str]:
        """What still rebuilds its vector index; nothing when all are ready."""
        status = await self._call(lambda: self._connection.getVectorIndexStatus())
        return list(map(str, expect(status, "NeedRebuildServers", self.url)))

    async def _call(
        self, call: Callable[[], Awaitable[Result]], *, seconds: float = 0.0, query: str = ""
    ) -> Result:
        with translated(self.url, query, self._command):
            async with asyncio.timeout((seconds or self._settings.timeout_s) + MARGIN_S):
                return await self._tokens.authorised(call)
