"""One graph as the server hosts it: types, data, queries with their state, jobs."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Literal

from tigergraph_emulator.catalog import Catalog
from tigergraph_emulator.engine import Engine, Prepared
from tigergraph_emulator.tree import LoadingJob, Query, SchemaJob

Status = Literal["draft", "saved", "installed"]


@dataclass(slots=True)
class StoredQuery:
    """A created query: a draft cannot be installed, a saved one is not callable yet.

    `ready` is what an install compiled under the schema of then.
    """

    definition: Query
    status: Status
    problems: tuple[str, ...] = ()
    ready: Prepared | None = None


@dataclass(slots=True)
class HostedGraph:
    """Everything that belongs to one graph name; `shared` are its global types."""

    name: str
    catalog: Catalog
    engine: Engine
    shared: set[str] = field(default_factory=set[str])
    queries: dict[str, StoredQuery] = field(default_factory=dict[str, StoredQuery])
    schema_jobs: dict[str, SchemaJob] = field(default_factory=dict[str, SchemaJob])
    loading_jobs: dict[str, LoadingJob] = field(default_factory=dict[str, LoadingJob])
    runs: Counter[str] = field(default_factory=Counter[str])
    seen_counts: dict[str, int] = field(default_factory=dict[str, int])
    vectors_ready_at: float = 0.0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    def save(self, query: Query, problems: tuple[str, ...]) -> None:
        """Stores a query under its name; whatever was installed there is so no more."""
        self.queries[query.name] = StoredQuery(query, "draft" if problems else "saved", problems)
        if problems:
            self.catalog.queries.pop(query.name, None)
        else:
            self.catalog.queries[query.name] = query

    def forget(self, name: str) -> None:
        """Drops a query."""
        del self.queries[name]
        self.catalog.queries.pop(name, None)

    def uninstall(self) -> None:
        """A change of the schema takes every endpoint away until it is installed again."""
        for stored in self.queries.values():
            stored.ready = None
            if stored.status == "installed":
                stored.status = "saved"

    @property
    def installed(self) -> list[str]:
        """The queries that have an endpoint."""
        return sorted(name for name, each in self.queries.items() if each.status == "installed")

    @property
    def vectors_ready(self) -> bool:
        """Whether the vector index has caught up with the last upsert."""
        return time.monotonic() >= self.vectors_ready_at
