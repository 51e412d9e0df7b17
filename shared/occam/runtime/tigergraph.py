"""The operator's side of a TigerGraph store: a pack and the settings in, a report out."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from occam.core.check import check
from occam.core.conclude import Conclusion
from occam.core.errors import BadInput
from occam.core.plan import Plan, Query, leaves
from occam.graph.tigergraph import backup
from occam.graph.tigergraph.catalog import Script, Scripts, scripts
from occam.graph.tigergraph.facts import TigerFacts
from occam.graph.tigergraph.graph import TigerGraph
from occam.graph.tigergraph.install import Installed, Installer
from occam.graph.tigergraph.layout import DIMENSION, Layout
from occam.graph.tigergraph.operators import Operators
from occam.graph.tigergraph.own import difference
from occam.graph.tigergraph.program import program
from occam.graph.tigergraph.shape import name_of, text_of
from occam.graph.tigergraph.status import Status, status
from occam.graph.tigergraph.survey import Tell, awake, check_version
from occam.graph.tigergraph.wire import Wire
from occam.packs import Pack
from occam.runtime.parity import Engine, Tried, compare, generated, questions
from occam.runtime.settings import Settings
from occam.runtime.shelf import Shelf
from occam.runtime.versions import current


@dataclass(frozen=True, slots=True)
class Server:
    """One pack's place on the configured server."""

    wire: Wire
    layout: Layout
    scripts: Scripts

    def engine(self, version: str, page: int) -> Engine:
        """Both routes of that version, and what the server counts, ranks and folds itself."""
        routes = (self.wire, self.layout, version, page)
        operators = Operators(*routes)

        async def own(query: Query, said: Conclusion) -> str | None:
            try:
                return await difference(operators, query, self.layout.schema, said)
            except LookupError:
                return None

        return Engine(TigerGraph(*routes), TigerFacts(*routes), own)


def layout_of(settings: Settings, pack: Pack) -> Layout:
    """The names of a pack's graph on the configured server."""
    dimension = pack.manifest.vectors.dimension or DIMENSION
    return Layout(pack.schema, pack.name, settings.tigergraph.graph, dimension)


def _scripts(pack: Pack, layout: Layout) -> Scripts:
    return scripts(pack.schema, pack.name, layout.dimension, layout.graph)


@asynccontextmanager
async def reached(settings: Settings, pack: Pack, tell: Tell) -> AsyncGenerator[Server]:
    """The server, as soon as it answers and is new enough."""
    layout = layout_of(settings, pack)
    async with Wire(settings.tigergraph, layout.graph, pack.name) as wire:
        check_version(await awake(wire, settings.tigergraph.wake_s, tell), wire.url)
        yield Server(wire, layout, _scripts(pack, layout))


def texts(settings: Settings, pack: Pack) -> tuple[Script, ...]:
    """Every GSQL text of a first installation, in order."""
    return _scripts(pack, layout_of(settings, pack)).all()


async def init(
    settings: Settings, pack: Pack, tell: Tell, *, force: bool = False, recreate: bool = False
) -> Installed:
    """Makes the server what the pack wants."""
    async with reached(settings, pack, tell) as server:
        installer = Installer(server.wire, server.layout, server.scripts, tell)
        return await installer.install(force=force, recreate=recreate)


async def look(settings: Settings, pack: Pack, tell: Tell) -> Status:
    """What the server holds beside what the pack and the home want."""
    async with reached(settings, pack, tell) as server:
        wanted = current(settings.home, pack.name) or ""
        return await status(server.wire, server.layout, server.scripts, wanted)


async def back_up(settings: Settings, pack: Pack, folder: Path, tell: Tell) -> backup.Backup:
    """Everything that was loaded, as files."""
    async with reached(settings, pack, tell) as server:
        return await backup.back_up(server.wire, server.layout, folder, tell)


async def restore(settings: Settings, pack: Pack, folder: Path, tell: Tell) -> backup.Backup:
    """Those files in an empty graph."""
    backup.checked(folder)
    async with reached(settings, pack, tell) as server:
        return await backup.restore(server.wire, server.layout, folder, tell)


def shapes(settings: Settings, pack: Pack, plan: Plan) -> tuple[Script, ...]:
    """A query of its own for the shape of each part of a plan."""
    invalid = check(plan, pack.schema)
    if invalid is not None:
        raise BadInput(f"not a plan of pack {pack.name!r}: {invalid.path}: {invalid.reason}")
    layout = layout_of(settings, pack)
    return tuple(_shape(query, layout) for query in leaves(plan))


def _shape(query: Query, layout: Layout) -> Script:
    _, steps = program(query, layout.schema)
    text = f"USE GRAPH {layout.graph}\n{text_of(steps, layout)}"
    return Script(name_of(steps, layout), "query", text)


async def install(
    settings: Settings, pack: Pack, queries: Sequence[Script], tell: Tell
) -> Installed:
    """Creates and compiles queries beside those of the pack."""
    async with reached(settings, pack, tell) as server:
        installer = Installer(server.wire, server.layout, server.scripts, tell)
        return await installer.add(queries)


async def verified(
    settings: Settings, pack: Pack, files: Sequence[Path], plans: int, seed: int, tell: Tell
) -> AsyncIterator[Tried]:
    """Questions of files and generated plans, on the version in the home and on the server."""
    shelf = Shelf(msgspec.structs.replace(settings, graph_store="embedded"))
    edition = shelf.edition(*shelf.current(pack.name))
    asked = [each for file in files for each in questions(file, edition.parser)]
    asked += await generated(edition.graph, pack.schema, plans, seed)
    async with reached(settings, pack, tell) as server:
        left = Engine(edition.graph, edition.facts)
        right = server.engine(edition.directory.name, settings.tigergraph.page)
        async for tried in compare(asked, pack.schema, left, right):
            yield tried
