"""The state of one emulated server, shared by all its endpoints."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from tigergraph_emulator.catalog import Catalog
from tigergraph_emulator.engine import Engine

from .faults import Faults
from .graphs import HostedGraph
from .installs import Install
from .options import Options
from .replies import Refusal
from .tokens import Tokens


@dataclass(slots=True)
class History:
    """The texts that made the schema, in order, each with its graph; exports are made of them."""

    texts: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    def add(self, graph: str, text: str) -> None:
        """Remembers a text that succeeded."""
        self.texts.append((graph, text))

    def forget(self, graph: str) -> None:
        """A dropped graph leaves nothing to export."""
        self.texts = [each for each in self.texts if each[0] != graph]


class Machine:
    """Graphs, global types, tokens, installs and faults of one server."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.faults = Faults()
        self.tokens = Tokens(options)
        self.wake()
        self.chance = random.Random(options.seed)
        self.reset()

    def reset(self) -> None:
        """The state of a server that was just set up, or of one after DROP ALL."""
        self.shared = Catalog()
        self.graphs: dict[str, HostedGraph] = {}
        self.global_jobs: dict[str, Any] = {}
        self.packages: set[str] = set()
        self.imported: set[str] = set()
        self.installs: dict[str, Install] = {}
        self.detached: dict[str, Any] = {}
        self.history = History()
        self.schema_version = 0

    def wake(self) -> None:
        """An idle workspace answers its first calls with a page instead of JSON."""
        if self.options.wake_calls:
            self.faults.fail_first(self.options.wake_calls, 503, html=True)

    def host(self, name: str) -> HostedGraph:
        """A new, empty graph."""
        catalog = Catalog(name)
        catalog.packages = self.packages
        engine = Engine(catalog, seed=self.chance.randrange(2**32))
        self.graphs[name] = HostedGraph(name, catalog, engine)
        return self.graphs[name]

    def graph(self, name: str) -> HostedGraph:
        """The graph that a path names."""
        if name not in self.graphs:
            raise Refusal(400, "REST-1004", f"The graph '{name}' does not exist.")
        return self.graphs[name]

    def settle(self) -> None:
        """Finishes the installs whose time has come."""
        for install in self.installs.values():
            install.settle()

    @property
    def response_limit(self) -> int:
        """Bytes that an answer may have, unless the call says less."""
        limit = self.faults.response_limit
        return self.options.response_limit if limit is None else limit

    def close(self) -> None:
        """Ends what still runs in the background."""
        for task in self.detached.values():
            task.cancel()


MACHINE = web.AppKey("machine", Machine)


def machine_of(request: web.Request) -> Machine:
    """The machine behind the application that serves this call."""
    return request.app[MACHINE]
