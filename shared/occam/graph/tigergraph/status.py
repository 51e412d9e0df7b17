"""What a server holds of a pack, and whether questions can be answered from it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from occam.graph.tigergraph.catalog import Scripts
from occam.graph.tigergraph.layout import CHUNK, RELEASE, Layout
from occam.graph.tigergraph.survey import Survey, survey
from occam.graph.tigergraph.tables import LOADED, vertex_tables
from occam.graph.tigergraph.wire import Wire

_SHOWN = 6


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """`missing` steps of the schema, `drift` of what is there; queries by what is wrong with them.

    `counter` is odd while a load writes. `ghosts` are vertices that only an edge or a query named.
    `wanted` is the version in the home, which questions are asked of.
    """

    url: str
    server: str
    graph: str
    missing: tuple[str, ...] = ()
    drift: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    uncompiled: tuple[str, ...] = ()
    installed: int = 0
    counter: int = 0
    version: str = ""
    loaded_at: str = ""
    wanted: str = ""
    counts: dict[str, int] = {}
    ghosts: dict[str, int] = {}
    rebuilding: tuple[str, ...] = ()

    @property
    def installs(self) -> bool:
        """Whether everything is there and as the pack wants it."""
        wrong = (self.missing, self.drift, self.absent, self.stale, self.uncompiled)
        return not any(wrong)

    @property
    def answers(self) -> bool:
        """Whether questions can be answered."""
        loaded = bool(self.version) and self.version == self.wanted and self.counter % 2 == 0
        return self.installs and loaded and not self.ghosts and not self.rebuilding

    def lines(self) -> Iterator[str]:
        """The report, line by line."""
        yield f"{self.url}: TigerGraph {self.server}, graph {self.graph}"
        yield f"  queries   {self.installed} installed"
        for name, found in (
            ("missing", self.missing),
            ("differs", self.drift),
            ("absent", self.absent),
            ("outdated", self.stale),
            ("no code", self.uncompiled),
        ):
            if found:
                yield f"  {name:9} {_few(found)}"
        yield f"  version   {self._loaded()}"
        if self.counts:
            yield "  vertices  " + " · ".join(f"{n:,} {name}" for name, n in self.counts.items())
        if self.ghosts:
            yield "  ghosts    " + " · ".join(f"{n:,} {name}" for name, n in self.ghosts.items())
        if self.rebuilding:
            yield f"  vectors   the index is being built: {_few(self.rebuilding)}"
        if not self.installs:
            yield "  next      occam tigergraph init"
        elif not self.answers:
            yield "  next      occam tigergraph load"

    def _loaded(self) -> str:
        if not self.version and not self.counter:
            return "nothing is loaded"
        if self.counter % 2:
            return f"a load is under way or was cut short (counter {self.counter})"
        mine = "" if self.version == self.wanted else f"; the home holds {self.wanted or 'none'}"
        return f"{self.version} (counter {self.counter}, loaded {self.loaded_at}){mine}"


def _few(names: tuple[str, ...]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


async def status(wire: Wire, layout: Layout, scripts: Scripts, wanted: str) -> Status:
    """Looks at everything; nothing is changed."""
    found = await survey(wire)
    missing = found.missing_steps(layout, scripts)
    seen = Status(
        url=wire.url,
        server=found.version,
        graph=layout.graph,
        missing=tuple(script.name for script in missing),
        wanted=wanted,
    )
    if missing:
        return seen
    made = (*scripts.loading, *scripts.queries)
    there = found.kept | found.jobs
    seen = msgspec.structs.replace(
        seen,
        drift=found.drift(layout),
        absent=tuple(s.name for s in made if s.name not in there),
        stale=tuple(s.name for s in made if s.name in there and not found.is_current(s)),
        uncompiled=tuple(s.name for s in scripts.queries if _is_uncompiled(found, s.name)),
        installed=len(found.installed),
    )
    return await _with_data(seen, wire, layout)


def _is_uncompiled(found: Survey, name: str) -> bool:
    return name in found.kept and name not in found.installed


async def _with_data(seen: Status, wire: Wire, layout: Layout) -> Status:
    counts = await wire.counts()
    held = {table.name: counts.get(table.name, 0) for table in vertex_tables(layout)}
    release = [row["attributes"] for row in await wire.vertices(RELEASE)]
    said: dict[str, Any] = release[0] if release else {}
    return msgspec.structs.replace(
        seen,
        counter=int(said.get("counter", 0)),
        version=str(said.get("version", "")),
        loaded_at=str(said.get("loaded_at", "")),
        counts={name: count for name, count in held.items() if count},
        ghosts=await _ghosts(wire, layout, held),
        rebuilding=tuple(await wire.vector_status()) if held[CHUNK] else (),
    )


async def _ghosts(wire: Wire, layout: Layout, held: Mapping[str, int]) -> dict[str, int]:
    """Vertices that no load wrote: they have only what the server made up."""
    found: dict[str, int] = {}
    for table in vertex_tables(layout):
        if table.stamped and held[table.name]:
            count = await wire.count(table.name, f"{LOADED}=0")
            found |= {table.name: count} if count else {}
    return found
