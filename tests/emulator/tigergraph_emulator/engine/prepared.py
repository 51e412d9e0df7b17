"""A query made ready: what can be found out before it runs is found out once."""

from __future__ import annotations

import time
from collections.abc import Mapping
from random import Random
from typing import Any

from tigergraph_emulator.catalog import Catalog
from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.engine.expressions import staged
from tigergraph_emulator.engine.frame import Frame
from tigergraph_emulator.engine.parameters import bound
from tigergraph_emulator.engine.scope import Names, Scope
from tigergraph_emulator.engine.staging import now
from tigergraph_emulator.engine.statements import block
from tigergraph_emulator.engine.storage import Store
from tigergraph_emulator.engine.values import RecordType, cast_to
from tigergraph_emulator.tree import Parameter, Query


class Prepared:
    """One query under one schema."""

    def __init__(self, query: Query, catalog: Catalog) -> None:
        if query.returns is not None:
            raise Undocumented("queries that call queries are not emulated")
        self.query = query
        self._tuples = _tuples(query)
        self._names = Names(
            catalog,
            query.syntax or "v2",
            {parameter.name: parameter.type for parameter in query.parameters},
            self._tuples,
        )
        self._body = block(query.body, Scope(self._names))

    def run(
        self,
        given: Mapping[str, Any],
        store: Store,
        chance: Random,
        timeout_ms: int | None = None,
    ) -> list[dict[str, Any]]:
        """The results, one object for each PRINT that ran."""
        deadline = None if timeout_ms is None else time.monotonic() + timeout_ms / 1000
        packages = frozenset(store.catalog.packages)
        frame = Frame(store, chance, self._tuples, packages, deadline)
        frame.variables.update(
            bound(self.query.parameters, given, store, lambda each: self._default(each, frame))
        )
        try:
            self._body(frame)
        except RecursionError:
            raise RuntimeFailure("the query is nested too deeply") from None
        for write in frame.writes:
            write()
        return frame.results

    def _default(self, parameter: Parameter, frame: Frame) -> Any:
        assert parameter.default is not None
        value = now(staged(parameter.default, Scope(self._names)), frame)
        return cast_to(parameter.type, self._tuples)(value)


def _tuples(query: Query) -> dict[str, RecordType]:
    found: dict[str, RecordType] = {}
    for each in query.tuples:
        found[each.name] = RecordType(
            each.name,
            tuple(field.name for field in each.fields),
            tuple(field.type for field in each.fields),
            tuple(cast_to(field.type, found) for field in each.fields),
        )
    return found
