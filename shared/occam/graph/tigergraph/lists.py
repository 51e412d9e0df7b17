"""A program as the parameter lists that the installed interpreters read.

Position i of every list is step i. Identifiers come from the layout, values are only ever bound.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from occam.core.values import Kind, Scalar
from occam.graph.tigergraph.layout import Layout
from occam.graph.tigergraph.program import Program, Step, Test

NOWHERE = "present"
"""A flag that every vertex has: stands where an attribute has no flag of its own."""

_SORTS: dict[Kind, str] = {
    "integer": "INT",
    "number": "DOUBLE",
    "text": "STRING",
    "period": "STRING",
    "flag": "BOOL",
}
_CASTS: dict[str, Callable[[Any], Any]] = {"INT": int, "BOOL": int, "DOUBLE": float}


class Field(NamedTuple):
    """Where a comparison reads: the value, the flag that it is known, the flag that it is not."""

    sort: str
    attr: str
    flag: str
    open: str


class Values:
    """The values of all comparisons, by their GSQL type; a step uses one stretch of one list."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.wholes: list[int] = []
        self.numbers: list[float] = []

    def stretch(self, sort: str, values: tuple[Scalar, ...]) -> tuple[int, int]:
        """Appends values; first and last position, or -1 twice for none."""
        held: list[Any] = {
            "INT": self.wholes,
            "BOOL": self.wholes,
            "DOUBLE": self.numbers,
        }.get(sort, self.words)
        first = len(held)
        held += map(_CASTS.get(sort, str), values)
        return (first, len(held) - 1) if values else (-1, -1)


@dataclass(slots=True)
class Lists:
    """All lists but those of ids, under the names of the interpreters' parameters."""

    columns: dict[str, list[Any]] = field(default_factory=dict[str, list[Any]])
    values: Values = field(default_factory=Values)

    def parameters(self) -> dict[str, Any]:
        """What the query is called with."""
        held = {"words": self.values.words, "wholes": self.values.wholes}
        return {**self.columns, **held, "numbers": self.values.numbers}

    def add(self, **row: Any) -> None:
        """One step: a value for every list."""
        for name, value in row.items():
            self.columns.setdefault(name, []).append(value)


def for_pool(program: Program, layout: Layout) -> dict[str, Any]:
    """The evidence route: names are those of the server, comparisons read columns."""
    names = {type_: found.name for type_, found in layout.vertices.items()}
    names |= {edge: found.name for edge, found in layout.edges.items()}
    ids: dict[str, set[str]] = {f"ids_{found.name}": set() for found in layout.vertices.values()}
    for step in program.steps:
        if step.op == "ids":
            ids[f"ids_{names[step.name]}"].update(step.ids)
    lists = _lists(program, names, lambda step, test: column(layout, step.name, test))
    return lists | {name: [(id_,) for id_ in sorted(found)] for name, found in ids.items()}


def for_bound(program: Program, layout: Layout) -> dict[str, Any]:
    """The bound route: names are the schema's, comparisons read fields of facts."""
    names = {name: name for name in (*layout.vertices, *layout.edges)}
    ids = {f"{step.name}/{id_}" for step in program.steps if step.op == "ids" for id_ in step.ids}
    lists = _lists(program, names, lambda _, test: _said(test))
    return lists | {"ids": [(id_,) for id_ in sorted(ids)]}


def _lists(
    program: Program, names: dict[str, str], located: Callable[[Step, Test], Field]
) -> dict[str, Any]:
    lists = Lists()
    for step in program.steps:
        place = located(step, step.test) if step.test else Field("", "", "", "")
        sign, values = signed(step)
        first, last = lists.values.stretch(place.sort, values)
        lists.add(
            ops=step.op,
            slots=step.into,
            sources=step.source,
            others=step.other,
            thirds=step.third,
            places=step.place,
            names=names[step.name],
            attrs=place.attr,
            flags=place.flag,
            opens=place.open or NOWHERE,
            maybes=int(bool(place.open)),
            sorts=place.sort,
            signs=sign,
            firsts=first,
            lasts=last,
        )
    return lists.parameters()


def signed(step: Step) -> tuple[str, tuple[Scalar, ...]]:
    """A flag is only ever asked to be the one or the other."""
    test = step.test
    if test is None:
        return "", step.ids
    if test.kind == "flag" and test.sign == "<>":
        return "=", tuple(not value for value in test.values)
    return test.sign, test.values


def column(layout: Layout, type_: str, test: Test) -> Field:
    """Where the evidence route finds what a test compares."""
    vertex = layout.vertices[type_]
    if test.attr in ("id", "label"):
        open_sort = "OPEN" if test.part == "open" else ""
        return Field(open_sort or ("ID" if test.attr == "id" else "STRING"), "label", NOWHERE, "")
    if test.part == "open":
        columns = vertex.attributes.get(test.attr)
        return Field("OPEN", "", "", columns.open if columns else vertex.unknown_edges[test.attr])
    columns = vertex.attributes[test.attr]
    held = {"start": columns.start, "end": columns.end}.get(test.part, columns.value)
    return Field(_SORTS[test.kind], held, columns.has, columns.open)


def _said(test: Test) -> Field:
    if test.part == "open":
        return Field("OPEN", test.attr, "", "")
    if test.attr == "id":
        return Field("ID", "", "", "")
    sort = {"start": "START", "end": "END"}.get(test.part, _SORTS[test.kind])
    return Field(sort, test.attr, "", "")
