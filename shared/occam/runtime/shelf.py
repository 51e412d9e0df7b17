"""Every pack and graph version a process has opened: immutable, so opened once and kept."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from functools import cached_property, lru_cache
from pathlib import Path

from occam.core.coverage import is_covered, is_tangled
from occam.core.errors import BadInput, OccamError, Permanent
from occam.core.inquiry import Inquiry, Told
from occam.core.parse import Parsed, Parser, Rules, Understood
from occam.core.plan import Plan
from occam.core.ports import Facts, Graph, Library
from occam.core.reading import SchemaParser
from occam.core.schema import Schema
from occam.core.understand import Understanding
from occam.core.vocabulary import Vocabulary
from occam.graph.embedded import EmbeddedGraph
from occam.graph.facts import FactTable
from occam.graph.tigergraph.facts import TigerFacts
from occam.graph.tigergraph.graph import TigerGraph
from occam.graph.tigergraph.layout import Layout
from occam.graph.tigergraph.wire import Wire
from occam.packs import Pack, find_pack
from occam.runtime.retrieval import library_of
from occam.runtime.settings import Settings
from occam.runtime.versions import current, version_directory
from occam.runtime.vocabulary import vocabulary_of

log = logging.getLogger("occam.runtime")

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")


class NotLoaded(Permanent):
    """No graph of that pack is loaded, or the version asked for is gone."""


class Edition:
    """One version of one pack's graph; each part opens when it is first asked for.

    Evidence, bounds and documents come from the store that the settings name; words come from the
    version in the home, which is what was loaded into a server.
    """

    def __init__(self, pack: Pack, directory: Path, settings: Settings) -> None:
        self.pack = pack
        self.directory = directory
        self._settings = settings

    @property
    def schema(self) -> Schema:
        """The identifiers a plan may use."""
        return self.pack.schema

    @cached_property
    def graph(self) -> Graph:
        """The evidence route."""
        if self._served:
            return TigerGraph(*self._server, self._settings.tigergraph.page)
        return EmbeddedGraph.open(self.directory, self.schema)

    @cached_property
    def facts(self) -> Facts:
        """The bound route."""
        if self._served:
            return TigerFacts(*self._server, self._settings.tigergraph.page)
        return FactTable.open(self.directory, self.schema)

    @cached_property
    def library(self) -> Library:
        """The documents: their words at home, and what they mean where vectors are."""

        def server() -> tuple[Wire, str]:
            wire, _, version = self._server
            return wire, version

        served = server if self._served else None
        return library_of(self._settings, self.pack, self.directory, served)

    @cached_property
    def parser(self) -> Understanding:
        """Tier 0: the schema and the pack's rules over this version's vocabulary."""
        lexicon, language = self.pack.lexicon, self.pack.language
        rules, reader = self._rules, self.reader

        def understood(question: str) -> bool:
            return isinstance(reader.parse(question), Understood)

        timed, _, _ = lexicon.year_of.partition(".")

        def covers(plan: Plan) -> bool:
            return is_covered(plan, self.schema, self.vocabulary, timed)

        return Understanding(
            self.schema,
            Parser(self.schema, rules, self.vocabulary),
            reader,
            Inquiry(self.schema, lexicon, language, rules.words, understood),
            first=rules.raw.first,
            covers=covers,
            tangled=lambda plan: is_tangled(plan, lexicon.relations),
            misleads=reader.misleads,
        )

    @cached_property
    def reader(self) -> SchemaParser:
        """The schema parser alone: how the words of a question are heard."""
        pack = self.pack
        words = self._rules.words
        return SchemaParser(self.schema, pack.lexicon, pack.language, words, self.vocabulary)

    @cached_property
    def _rules(self) -> Rules:
        pack = self.pack
        return Rules.load(pack.rules, self.schema, pack.lexicon, pack.language)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Every name of this version."""
        return vocabulary_of(self.directory, self.pack)

    @property
    def _served(self) -> bool:
        return self._settings.graph_store == "tigergraph"

    @cached_property
    def _server(self) -> tuple[Wire, Layout, str]:
        """The connection, the names it uses, and the version that the server must hold."""
        layout = Layout(self.schema, self.pack.name, self._settings.tigergraph.graph)
        wire = Wire(self._settings.tigergraph, layout.graph, self.pack.name)
        return wire, layout, self.directory.name


class Shelf:
    """Finds editions by pack and version under one data directory."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._edition: Callable[[str, str], Edition] = lru_cache(maxsize=8)(self._opened)

    def current(self, pack: str) -> tuple[str, str]:
        """The pack (the default where none is named) and its current version."""
        name = pack or self._settings.pack
        version = current(self._settings.home, name) if _NAME.fullmatch(name) else None
        if version is None:
            raise NotLoaded(
                f"no graph of pack {name!r} is loaded: load one with `occam load --pack {name}`"
            )
        return name, version

    def understand(self, question: str, choice: str, pack: str, version: str) -> Parsed | Told:
        """Tier 0's reading of a question, or of what was chosen of it, on that version."""
        return self.edition(pack, version).parser.parse(question, choice)

    def warm(self, part: str) -> None:
        """Open one part of every current version, so that no question waits for it."""
        folders = self._settings.graphs.iterdir() if self._settings.graphs.is_dir() else ()
        for pack in sorted(folder.name for folder in folders):
            try:
                getattr(self.edition(*self.current(pack)), part)
            except OccamError as error:
                log.warning("%s of %s cannot be opened: %s", part, pack, error)

    def edition(self, pack: str, version: str) -> Edition:
        """That version, opened once per process. Names from a file never become another path."""
        if not (_NAME.fullmatch(pack) and _NAME.fullmatch(version)):
            raise BadInput(f"{pack!r} at version {version!r}: not names of a pack and its version")
        return self._edition(pack, version)

    def _opened(self, pack: str, version: str) -> Edition:
        directory = version_directory(self._settings.home, pack, version)
        if not directory.is_dir():
            raise NotLoaded(f"{pack}@{version} is no longer kept; ask again on the current version")
        return Edition(find_pack(pack, self._settings.pack_roots), directory, self._settings)
