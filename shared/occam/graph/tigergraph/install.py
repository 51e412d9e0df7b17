"""Makes the server what a pack wants: graph, schema, vectors, jobs, queries.

It looks before each step and after it, so an interrupted run is simply run again. What the server
prints is shown to people; that a step was taken is seen in its lists. Which text a query was made
from is kept in the graph itself, so that only changed ones are compiled anew, all in one batch.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from occam.core.errors import BadConfig, Permanent, Transient
from occam.graph.tigergraph.catalog import Script, Scripts, rendered
from occam.graph.tigergraph.failures import clipped
from occam.graph.tigergraph.layout import INSTALLED, Layout
from occam.graph.tigergraph.survey import Survey, Tell, check_version, survey
from occam.graph.tigergraph.wire import Wire

CREATED = "Successfully created queries"
DRAFT = "Saved as draft"
COMPILING_S = 3600.0
SETTLING_S = 60.0
"""How long a compiled query may take to appear: endpoints are published one after the other."""
_ENDED = ("SUCCESS", "FAILED")
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 10.0
_TOLD_EVERY_S = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """What a run did: steps of the schema, jobs and queries by name."""

    schema: tuple[str, ...] = ()
    jobs: tuple[str, ...] = ()
    created: tuple[str, ...] = ()
    installed: tuple[str, ...] = ()
    unchanged: int = 0

    def lines(self) -> Sequence[str]:
        """The summary, line by line."""
        done = (("schema", self.schema), ("loading jobs", self.jobs), ("created", self.created))
        shown = [f"  {name:12} {', '.join(names)}" for name, names in done if names]
        if self.installed:
            shown.append(f"  {'compiled':12} {', '.join(self.installed)}")
        return [*shown, f"  {'unchanged':12} {self.unchanged}"]


class Installer:
    """One run for one pack."""

    def __init__(self, wire: Wire, layout: Layout, scripts: Scripts, tell: Tell) -> None:
        self._wire = wire
        self._layout = layout
        self._scripts = scripts
        self._tell = tell

    async def install(self, *, force: bool = False, recreate: bool = False) -> Installed:
        """Does what is missing; `force` makes queries and jobs anew, `recreate` everything.

        A query that wants a package holds none of the others up: it is told at the end.
        A schema that differs is never changed: `BadConfig` tells how it differs.
        """
        found = await survey(self._wire)
        check_version(found.version, self._wire.url)
        if recreate and found.graph:
            found = await self._dropped()
        schema = await self._make_schema(found)
        found = await survey(self._wire)
        self._refuse_drift(found)
        jobs = [s for s in self._scripts.loading if force or not found.is_current(s)]
        for script in jobs:
            await self._make_job(script, found)
        made = await self._make_queries(self._scripts.queries, found, force)
        return replace(made, schema=schema, jobs=tuple(script.name for script in jobs))

    async def add(self, queries: Sequence[Script]) -> Installed:
        """Creates and compiles further queries, where they are not there yet."""
        found = await survey(self._wire)
        if missing := found.missing_steps(self._layout, self._scripts):
            raise BadConfig(
                f"graph {self._layout.graph} lacks {missing[0].name}: run `occam tigergraph init`"
            )
        return await self._make_queries(queries, found, force=False)

    async def _make_queries(
        self, wanted: Sequence[Script], found: Survey, force: bool
    ) -> Installed:
        queries = [script for script in wanted if force or not found.is_current(script)]
        refused: dict[str, str] = {}
        for number, script in enumerate(queries, 1):
            self._tell(f"creating {script.name} ({number} of {len(queries)})")
            try:
                await self._make_query(script)
            except Permanent as error:
                if not script.package:
                    raise
                refused[script.name] = str(error)
        made = [script for script in queries if script.name not in refused]
        compiled = await self._compile([s for s in wanted if s.name not in refused], made)
        if refused:
            raise Permanent(f"all else is installed; {'; '.join(refused.values())}")
        return Installed(
            created=tuple(script.name for script in made),
            installed=compiled,
            unchanged=len({script.name for script in wanted} - {*compiled}),
        )

    async def _dropped(self) -> Survey:
        self._tell(f"dropping the graph {self._layout.graph}")
        reply = await self._wire.gsql(_scoped("GLOBAL", "admin_drop_graph.gsql", self._layout))
        found = await survey(self._wire)
        if found.graph:
            raise Permanent(f"graph {self._layout.graph} is still there: {clipped(reply)}")
        return found

    async def _make_schema(self, found: Survey) -> tuple[str, ...]:
        steps = found.missing_steps(self._layout, self._scripts)
        for script in steps:
            self._tell(f"schema: {script.name}")
            await self._take(script)
        return tuple(script.name for script in steps)

    async def _take(self, script: Script) -> None:
        """One step of the schema; a job of that name that an interrupted run left is dropped."""
        reply = await self._wire.gsql(script.text)
        if await self._is_missing(script):
            await self._drop_job(script.name)
            reply = await self._wire.gsql(script.text)
            if await self._is_missing(script):
                raise Permanent(f"{script.name}: the server did not do it: {clipped(reply)}")

    async def _is_missing(self, script: Script) -> bool:
        found = await survey(self._wire)
        return script in found.missing_steps(self._layout, self._scripts)

    async def _drop_job(self, name: str) -> None:
        scope = f"GRAPH {self._layout.graph}"
        await self._wire.gsql(_scoped(scope, "admin_drop_job.gsql", self._layout, job=name))

    def _refuse_drift(self, found: Survey) -> None:
        drift = found.drift(self._layout)
        if drift:
            raise BadConfig(
                f"the schema of graph {self._layout.graph} is not the pack's: {'; '.join(drift)}; "
                "`occam tigergraph init --recreate` drops the graph and makes it anew"
            )

    async def _make_job(self, script: Script, found: Survey) -> None:
        self._tell(f"loading job: {script.name}")
        if script.name in found.jobs:
            await self._drop_job(script.name)
        reply = await self._wire.gsql(script.text)
        if script.name not in await self._wire.loading_jobs():
            raise Permanent(f"loading job {script.name}: the server refused it: {clipped(reply)}")
        await self._note(script)

    async def _make_query(self, script: Script) -> None:
        """The server keeps a query with mistakes as a draft, and says so only in its text."""
        reply = await self._create(script)
        if script.package and DRAFT in reply:
            self._tell(f"installing package {script.package}")
            text = _scoped("GLOBAL", "admin_package.gsql", self._layout, package=script.package)
            await self._wire.gsql(text)
            reply = await self._create(script)
        if CREATED not in reply or DRAFT in reply or script.name not in await self._wire.kept():
            raise Permanent(f"query {script.name}: the server refused it: {clipped(reply)}")
        await self._note(script)

    async def _create(self, script: Script) -> str:
        return await self._wire.gsql(script.text)

    async def _note(self, script: Script) -> None:
        row = {"digest": {"value": script.digest}}
        await self._wire.upsert({"vertices": {INSTALLED: {script.name: row}}})

    async def _compile(self, queries: Sequence[Script], made: Sequence[Script]) -> tuple[str, ...]:
        """Compiles in one batch what was made anew or never compiled."""
        there = await self._wire.installed()
        wanted = [s.name for s in queries if s in made or s.name not in there]
        if not wanted:
            return ()
        self._tell(f"compiling {len(wanted)} queries: about a minute each on a real server")
        stale = any(name in there for name in wanted)
        request = await self._wire.install(wanted, force=stale)
        state = await self._ended(request)
        left = await self._unpublished(wanted)
        if left or "FAILED" in state:
            raise Permanent(f"not installed: {', '.join(left or wanted)}: {clipped(state)}")
        return tuple(wanted)

    async def _ended(self, request: str) -> str:
        """The last word on a request. The server may be away for a moment when it restarts."""
        if not request:
            return ""
        began = told = time.monotonic()
        pause = _FIRST_PAUSE
        while True:
            state = await self._state(request)
            if any(word in state for word in _ENDED):
                return state
            now = time.monotonic()
            if now - began > COMPILING_S:
                raise Transient(
                    f"still compiling after {COMPILING_S:g} s; run the same again later"
                )
            if now - told > _TOLD_EVERY_S:
                told = now
                self._tell(f"compiling for {now - began:.0f} s: {clipped(state)}")
            await asyncio.sleep(pause)
            pause = min(_LONGEST_PAUSE, pause * 2)

    async def _state(self, request: str) -> str:
        try:
            return await self._wire.install_state(request)
        except Transient as error:
            return str(error)

    async def _unpublished(self, wanted: Sequence[str]) -> list[str]:
        until, pause = time.monotonic() + SETTLING_S, _FIRST_PAUSE
        while True:
            there = await self._wire.installed()
            left = [name for name in wanted if name not in there]
            if not left or time.monotonic() > until:
                return left
            await asyncio.sleep(pause)
            pause = min(_LONGEST_PAUSE, pause * 2)


def _scoped(scope: str, template: str, layout: Layout, **more: str) -> str:
    return f"USE {scope}\n{rendered(template, layout, **more)}"
