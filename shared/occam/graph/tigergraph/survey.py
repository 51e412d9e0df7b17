"""What is there on the server, beside what a pack wants to be there."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from occam.core.errors import BadConfig, Transient
from occam.graph.tigergraph.catalog import Script, Scripts
from occam.graph.tigergraph.drift import differences, expected_schema
from occam.graph.tigergraph.layout import INSTALLED, Layout
from occam.graph.tigergraph.tables import edge_tables, vertex_tables
from occam.graph.tigergraph.wire import Wire

OLDEST = (4, 2)
"""The first version with vectors."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.2, 5.0

Tell = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """`digests` says from which text each query and job was made; `kept` are queries of any state,
    drafts too, `installed` those that can run."""

    version: str
    graph: bool = False
    schema: Mapping[str, Any] = field(default_factory=dict[str, Any])
    digests: Mapping[str, str] = field(default_factory=dict[str, str])
    kept: frozenset[str] = frozenset()
    installed: frozenset[str] = frozenset()
    jobs: frozenset[str] = frozenset()

    def vertices(self) -> frozenset[str]:
        """The names of all vertex types."""
        return _names(self.schema, "VertexTypes")

    def edges(self) -> frozenset[str]:
        """The names of all edge types."""
        return _names(self.schema, "EdgeTypes")

    def has_vectors(self) -> bool:
        """Whether any vertex type has a vector attribute."""
        types = self.schema.get("VertexTypes", ())
        return any(each.get("EmbeddingAttributes") for each in types)

    def is_current(self, script: Script) -> bool:
        """Whether a query or job is there and was made from this text."""
        there = self.kept if script.kind == "query" else self.jobs
        return script.name in there and self.digests.get(script.name) == script.digest

    def missing_steps(self, layout: Layout, scripts: Scripts) -> tuple[Script, ...]:
        """The steps of the schema that were never taken, in order: each is one job, so it was taken
        when any of its types is there."""
        graph, vertices, edges = scripts.schema
        taken = {
            graph.name: self.graph,
            vertices.name: bool(self.vertices() & {t.name for t in vertex_tables(layout)}),
            edges.name: bool(self.edges() & {t.name for t in edge_tables(layout)}),
            **{script.name: self.has_vectors() for script in scripts.vectors},
        }
        return tuple(s for s in (*scripts.schema, *scripts.vectors) if not taken[s.name])

    def drift(self, layout: Layout) -> tuple[str, ...]:
        """How the server's schema differs from the pack's."""
        return tuple(differences(expected_schema(layout), dict(self.schema)))


def _names(schema: Mapping[str, Any], kind: str) -> frozenset[str]:
    return frozenset(each["Name"] for each in schema.get(kind, ()))


async def survey(wire: Wire) -> Survey:
    """Looks at everything; nothing is changed."""
    version = await wire.version()
    if wire.graph not in await wire.graphs():
        return Survey(version=version)
    schema = await wire.schema()
    rows: list[dict[str, Any]] = []
    if INSTALLED in _names(schema, "VertexTypes"):
        rows = await wire.vertices(INSTALLED)
    return Survey(
        version=version,
        graph=True,
        schema=schema,
        digests={row["v_id"]: row["attributes"]["digest"] for row in rows},
        kept=frozenset(await wire.kept()),
        installed=frozenset(await wire.installed()),
        jobs=frozenset(await wire.loading_jobs()),
    )


def check_version(version: str, url: str) -> None:
    """Raises `BadConfig` for a server that is too old."""
    numbers = tuple(int(part) for part in version.split(".")[:2] if part.isdecimal())
    if numbers < OLDEST:
        wanted = ".".join(map(str, OLDEST))
        raise BadConfig(f"{url}: TigerGraph {version}; {wanted} or later is needed")


async def awake(wire: Wire, seconds: float, tell: Tell) -> str:
    """The server's version, as soon as it answers; raises its last `Transient` after so long."""
    until, pause = time.monotonic() + seconds, _FIRST_PAUSE
    while True:
        try:
            return await wire.version()
        except Transient as error:
            if time.monotonic() + pause > until:
                raise
            if pause == _FIRST_PAUSE:
                tell(f"waiting up to {seconds:g} s: {error}")
        await asyncio.sleep(pause)
        pause = min(_LONGEST_PAUSE, pause * 2)
