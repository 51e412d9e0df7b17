"""Carries out a loading job on posted lines, and counts as the server counts."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, cast

from tigergraph_emulator.engine import EdgeUpsert, Given, RunError, VertexUpsert
from tigergraph_emulator.engine.written import WrongValue, loaded
from tigergraph_emulator.tree import (
    AttributeDef,
    Call,
    Expr,
    Literal,
    Load,
    LoadTarget,
    Skip,
    Token,
    TypeRef,
)

from .graphs import HostedGraph
from .lines import Layout, Line, NotEnough, lines
from .options import Statistics

_ABSENT = object()
Attributes = dict[str, Given]


@dataclass(slots=True)
class Report:
    """Counters of one file: lines, and objects by kind and type."""

    lines: Counter[str] = field(default_factory=Counter[str])
    objects: dict[tuple[str, str], Counter[str]] = field(
        default_factory=dict[tuple[str, str], Counter[str]]
    )

    def count(self, target: LoadTarget, what: str) -> None:
        """One more object of a target's type."""
        self.objects.setdefault((target.kind, target.vector or target.type), Counter())[what] += 1

    def statistics(self, layout: Statistics) -> dict[str, Any]:
        """Both layouts that servers have been seen to answer."""
        by_kind = {
            key: [_row(name, counts) for (kind, name), counts in self.objects.items() if kind == of]
            for key, of in (("vertex", "VERTEX"), ("edge", "EDGE"), ("embedding", "VECTOR"))
        }
        names = ("validLine", "rejectLine", "notEnoughToken", "invalidJson")
        by_line = {name: self.lines[name] for name in names}
        if layout == "flat":
            return by_line | {"vertex": by_kind["vertex"], "edge": by_kind["edge"]}
        return {"parsingStatistics": {"fileLevel": by_line, "objectLevel": by_kind}}


def _row(name: str, counts: Counter[str]) -> dict[str, Any]:
    words = ("validObject", "noIdFound", "invalidAttribute", "invalidPrimaryId")
    return {"typeName": name} | {word: counts[word] for word in words}


class Loader:
    """One LOAD on one posted text."""

    def __init__(self, graph: HostedGraph, load: Load, layout: Layout) -> None:
        self.graph = graph
        self.load = load
        self.layout = layout
        self.report = Report()
        self.options = {name.upper(): value.lower() == "true" for name, value in load.options}

    def run(self, text: str, chance: random.Random) -> Report:
        """Lines in any order, as threads would take them."""
        found = list(lines(text, self.layout))
        chance.shuffle(found)
        for line in found:
            if line is None:
                self.report.lines["invalidJson"] += 1
                self.report.lines["rejectLine"] += 1
            else:
                self._line(line)
        return self.report

    def _line(self, line: Line) -> None:
        try:
            for target in self.load.targets:
                self.report.count(target, self._object(line, target))
        except NotEnough:
            self.report.lines["notEnoughToken"] += 1
            self.report.lines["rejectLine"] += 1
        else:
            self.report.lines["validLine"] += 1

    def _object(self, line: Line, target: LoadTarget) -> str:
        ends = 2 if target.kind == "EDGE" else 1
        keys = [self._text(line, column) for column in target.columns[:ends]]
        if "" in keys:
            return "invalidPrimaryId"
        try:
            attributes = self._attributes(line, target, target.columns[ends:])
        except WrongValue:
            return "invalidAttribute"
        return self._write(target, keys, attributes)

    def _write(self, target: LoadTarget, keys: list[str], attributes: Attributes) -> str:
        engine = self.graph.engine
        try:
            if target.kind == "EDGE":
                source, to = self._ends(target)
                edge = EdgeUpsert(source, keys[0], target.type, to, keys[1], attributes)
                must = self.options.get("VERTEX_MUST_EXIST", False)
                accepted = engine.upsert((), (edge,), vertex_must_exist=must)
                return "validObject" if accepted.edges else "noIdFound"
            if target.kind == "VECTOR" and engine.vertex(target.type, keys[0]) is None:
                return "noIdFound"
            new = self.options.get("NEW_VERTEX_ONLY", False)
            vertex = VertexUpsert(target.type, keys[0], attributes)
            engine.upsert((vertex,), new_vertex_only=new)
        except RunError:
            return "invalidAttribute"
        return "validObject"

    def _ends(self, target: LoadTarget) -> tuple[str, str]:
        source, to = self.graph.catalog.edges[target.type].pairs[0]
        named = (*target.types[:2], "", "")
        return named[0] or source, named[1] or to

    def _attributes(self, line: Line, target: LoadTarget, columns: tuple[Expr, ...]) -> Attributes:
        found: Attributes = {}
        if target.kind == "VECTOR":
            value = self._value(line, columns[0], TypeRef("LIST", (TypeRef("DOUBLE"),)))
            return {target.vector: Given(value)}
        for attribute, column in zip(_attributes_of(self.graph, target), columns, strict=True):
            value = self._value(line, column, attribute.type)
            if value is not _ABSENT:
                found[attribute.name] = Given(value)
        return found

    def _value(self, line: Line, column: Expr, type_: TypeRef) -> Any:
        separator = ","
        if isinstance(column, Call):
            separator = str(getattr(column.args[1], "value", ","))
            column = column.args[0]
        if isinstance(column, Skip):
            return _ABSENT
        value = column.value if isinstance(column, Literal) else _token(line, column)
        if value is None:
            return _ABSENT
        if not isinstance(value, str):
            return value
        if not value and type_.name != "STRING":
            return _ABSENT
        return _plain(value, type_, separator)

    def _text(self, line: Line, column: Expr) -> str:
        value = column.value if isinstance(column, Literal) else _token(line, column)
        return "" if value is None else str(value)


def _token(line: Line, column: Expr) -> Any:
    assert isinstance(column, Token), "the job was checked when it was created"
    return line.get(column)


def _plain(text: str, type_: TypeRef, separator: str) -> Any:
    """The token as an upsert would carry it, once it is known to fit."""
    value = loaded(text, type_, separator)
    if type_.name == "DATETIME":
        return int(text) if text.lstrip("+-").isdecimal() else text
    return list(cast(set[Any], value)) if isinstance(value, set) else value


def _attributes_of(graph: HostedGraph, target: LoadTarget) -> list[AttributeDef]:
    """What the columns after the ids mean, in the order the type declares them."""
    if target.kind == "EDGE":
        edge = graph.catalog.edges[target.type]
        return [*edge.discriminator.values(), *edge.attributes.values()]
    return list(graph.catalog.vertices[target.type].attributes.values())
