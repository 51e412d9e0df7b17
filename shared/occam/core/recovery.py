"""Values that a model found in a page fill what the graph does not know: laid over the evidence,
never written into it.

Evidence and bound are compared as they were read. Only then is the answer concluded from the rows
with the recovered values in place, and the certificate says that they were.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from occam.core.conclusion import Reading
from occam.core.evidence import Passage, Reached, Recovered, Row, Rows
from occam.core.gaps import MissingValue
from occam.core.periods import parse_period
from occam.core.plan import Plan, Query, leaves, nodes_of
from occam.core.quoting import counts, line_of, supports
from occam.core.schema import Attribute, Schema
from occam.core.values import Cell, Scalar

_SET_APART = re.compile("[,\u00a0\u2009\u202f ]")
_DIGITS = re.compile(
    r"[-\u2212]?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]{1,3}(?:[\u00a0\u2009\u202f ][0-9]{3})+|[0-9]+)"
    r"(?:\.[0-9]+)?"
)


class Sought(msgspec.Struct, frozen=True, kw_only=True):
    """What a page is asked for: a value of an attribute, or the name of what stands at the far end
    of an edge (`attribute` None). `words` say it to a reader; where there are `labels`, the
    number has to be one of these: 23 teams are no 23 competitors."""

    vertex: str
    label: str
    attr: str
    words: str
    labels: tuple[str, ...] = ()
    attribute: Attribute | None = None


def sought(missing: MissingValue, plan: Plan, schema: Schema) -> Sought | None:
    """What to look for, or None where the plan does not say what kind of thing it is."""
    if edge := schema.edges.get(missing.attr):
        words = edge.labels[0] if edge.labels else missing.attr
        return Sought(vertex=missing.vertex, label=missing.label, attr=missing.attr, words=words)
    found = [
        attribute
        for query in leaves(plan)
        for node in nodes_of(query.root)
        if (attribute := schema.vertices[node.type].attributes.get(missing.attr))
    ]
    if not found:
        return None
    attribute = found[0]
    measured = attribute.role == "measure"
    return Sought(
        vertex=missing.vertex,
        label=missing.label,
        attr=missing.attr,
        words=attribute.labels[0] if attribute.labels else missing.attr,
        labels=tuple(filter(None, (*attribute.labels, attribute.unit))) if measured else (),
        attribute=attribute,
    )


def fits(wanted: Sought, recovered: Recovered, passages: Sequence[Passage]) -> bool:
    """True where the text is a value of its kind, and the quote, on its line of the page, says it
    of the right thing."""
    if wanted.labels:
        line = line_of(recovered.quote, passages)
        if line is None or not counts(line, recovered.text, wanted.labels):
            return False
    if not supports(recovered.quote, recovered.text):
        return False
    return wanted.attribute is None or value_of(wanted.attribute, recovered.text) is not None


def value_of(attribute: Attribute, text: str) -> Scalar | None:
    """The text as a value of the attribute's kind."""
    match attribute.kind:
        case "integer":
            number = _number(text)
            return None if number is None or "." in text else int(number)
        case "number":
            return _number(text)
        case "period":
            return parse_period(text)
        case "flag":
            return None
        case "text":
            return text


def _number(text: str) -> float | None:
    """A number in digits, thousands set apart or not; nothing that only looks like one."""
    found = _DIGITS.fullmatch(text.strip())
    return float(_SET_APART.sub("", found[0]).replace("\u2212", "-")) if found else None


def overlaid(
    plan: Plan, evidence: Sequence[Rows], recovered: Sequence[Recovered], schema: Schema | None
) -> tuple[Rows, ...]:
    """The evidence with recovered values where it had unknown ones; known ones always stand."""
    if not recovered or schema is None:
        return tuple(evidence)
    return tuple(
        msgspec.structs.replace(
            pool, rows=tuple(_row(query, row, recovered, schema) for row in pool.rows)
        )
        for query, pool in zip(leaves(plan), evidence, strict=True)
    )


def _row(query: Query, row: Row, recovered: Sequence[Recovered], schema: Schema) -> Row:
    edges = Reading(query, schema).edges
    nodes = dict(row.nodes)
    cells = _cells(row.id, query.root.type, row.cells, recovered, schema)
    types = {node.name: node.type for node in nodes_of(query.root) if node.name}
    for name, standing in row.nodes.items():
        nodes[name] = tuple(
            msgspec.structs.replace(
                each, cells=_cells(each.id, types[name], each.cells, recovered, schema)
            )
            for each in standing
        )
    for each in recovered:
        for name, edge in edges.items():
            if each.attr == edge and each.vertex == row.id and not nodes.get(name):
                nodes[name] = (Reached(id=f"read:{each.text}", label=each.text),)
    opened = tuple(name for name in row.open if name not in nodes or nodes[name] == ())
    return msgspec.structs.replace(row, cells=cells, nodes=nodes, open=opened)


def _cells(
    vertex: str,
    type_name: str,
    cells: dict[str, Cell],
    recovered: Sequence[Recovered],
    schema: Schema,
) -> dict[str, Cell]:
    filled = dict(cells)
    for each in recovered:
        held = cells.get(each.attr)
        if each.vertex != vertex or held is None or held.status != "unknown":
            continue
        attribute = schema.attribute(type_name, each.attr)
        value = value_of(attribute, each.text) if attribute else None
        if value is not None:
            filled[each.attr] = Cell(value=value)
    return filled
