"""What a schema tells of itself: the answer to a question that is about no vertex.

What was asked is a line of the constraint ledger, so that whoever holds record and schema can tell
it again. The lines are words of the schema and signs, in whatever language the schema speaks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from occam.core.plan import Plan
from occam.core.record import Certificate, Check, Constraint
from occam.core.schema import IMPLIED, Attribute, EdgeType, Schema
from occam.core.seal import sha256

TOLD = "schema"
EXAMPLE = "example"

Kind = Literal["help", "kinds", "about", "links"]
KINDS: dict[str, Kind] = {"help": "help", "kinds": "kinds", "about": "about", "links": "links"}
Part = tuple[str, ...]

_encoder = msgspec.json.Encoder(order="sorted")


class Topic(msgspec.Struct, frozen=True):
    """What is to be told: `help` and `kinds` of all types, `about` of some, `links` between two."""

    kind: Kind
    types: tuple[str, ...] = ()

    def written(self) -> str:
        """The topic in a line of the ledger."""
        return f"{self.kind}: {', '.join(self.types)}".removesuffix(": ")


class Line(msgspec.Struct, frozen=True):
    """One line of the answer and the parts of the schema that it tells."""

    words: str
    parts: tuple[Part, ...]


class Telling(msgspec.Struct, frozen=True, kw_only=True):
    """An answer from the schema: its lines, the parts told, and those that had to be."""

    answer: tuple[str, ...]
    told: frozenset[Part]
    due: frozenset[Part]
    reason: str

    @property
    def differing(self) -> tuple[str, ...]:
        """Parts that were told and not due, or the reverse."""
        return tuple(sorted(".".join(part) for part in self.told ^ self.due))

    @property
    def check(self) -> Check:
        """Passed when exactly what had to be told was told."""
        return "fail" if self.differing else "pass"


def telling(ledger: Sequence[Constraint], schema: Schema | None) -> Telling | None:
    """What the ledger says was asked of this schema, told; None where nothing was."""
    if schema is None:
        return None
    topics = [topic for line in ledger if (topic := _topic(line, schema))]
    if not topics:
        return None
    lines = [line for topic in topics for line in lines_of(topic, schema)]
    examples = tuple(line.phrase for line in ledger if line.became == EXAMPLE)
    due = frozenset(part for topic in topics for part in parts_of(topic, schema))
    return Telling(
        answer=(*dict.fromkeys(line.words for line in lines), *examples),
        told=frozenset(part for line in lines for part in line.parts),
        due=due,
        reason=f"Told from the schema (SHA-256 {digest_of(schema)}); "
        f"parts of it that the question is about: {len(due)}, each told.",
    )


def told_by(
    plan: Plan | None, gap: str | None, ledger: Sequence[Constraint], schema: Schema | None
) -> Telling | None:
    """The telling that answers a question; None where a plan answers it or nothing does."""
    return telling(ledger, schema) if plan is None and gap is None else None


def contradicted(certificate: Certificate, now: Telling) -> Iterator[str]:
    """What a certificate says of a telling and the schema at hand does not."""
    if certificate.stop_reason != now.reason:
        yield "schema: it is not the one that was told, or another part of it"
    if {certificate.structural_bound, certificate.evidence_set_size} != {len(now.due)}:
        yield "bound: it is not the number of parts of the schema that the question is about"
    if certificate.completeness_class != "exhaustive" or certificate.differing:
        yield "check: what is told of a schema is told whole"
    if certificate.completeness_check != now.check:
        yield f"check: it is {now.check}, and the certificate says {certificate.completeness_check}"


def digest_of(schema: Schema) -> str:
    """SHA-256 of the schema as JSON with sorted keys."""
    return sha256(_encoder.encode(schema))


def _topic(line: Constraint, schema: Schema) -> Topic | None:
    kind, _, said = line.detail.partition(": ")
    types = tuple(said.split(", ")) if said else ()
    fits = kind in KINDS and {*types} <= schema.vertices.keys()
    if line.became != TOLD or not fits or (kind == "links" and not types):
        return None
    return Topic(KINDS[kind], types)


# ------------------------------------------------------------------------------- what is due


def parts_of(topic: Topic, schema: Schema) -> Iterator[Part]:
    """The parts of the schema that a topic is about, by a walk over all that it has."""
    for name, vertex in schema.vertices.items():
        among = not topic.types or name in topic.types
        if among and topic.kind != "links":
            yield (name,)
        if among and topic.kind in ("help", "about"):
            yield from ((name, attr) for attr in ("label", *vertex.attributes))
    linking = _linking(topic.types, schema) if topic.kind == "links" else frozenset[str]()
    for name, edge in schema.edges.items():
        touches = edge.source in topic.types or edge.target in topic.types
        if name in linking or (topic.kind == "about" and touches):
            yield (name,)


def _linking(types: Sequence[str], schema: Schema) -> frozenset[str]:
    """The edges on the shortest ways between two types."""
    first, last = types[0], types[-1]
    ahead, back = _distances(first, schema), _distances(last, schema)
    if first == last:
        return frozenset(n for n, e in schema.edges.items() if {e.source, e.target} == {first})
    shortest = ahead.get(last)
    return frozenset(
        name
        for name, edge in schema.edges.items()
        for near, far in ((edge.source, edge.target), (edge.target, edge.source))
        if near in ahead and far in back and ahead[near] + 1 + back[far] == shortest
    )


def _distances(start: str, schema: Schema) -> dict[str, int]:
    """How many edges lead from one type to each that it hangs together with."""
    found, reached = {start: 0}, [start]
    for near in reached:
        for edge in schema.edges.values():
            for here, there in ((edge.source, edge.target), (edge.target, edge.source)):
                if here == near and there not in found:
                    found[there] = found[near] + 1
                    reached.append(there)
    return found


# ------------------------------------------------------------------------------- what is told


def lines_of(topic: Topic, schema: Schema) -> Iterator[Line]:
    """The lines that tell a topic: types with what is known of each, and what joins them."""
    named = topic.types or tuple(schema.vertices)
    match topic.kind:
        case "kinds":
            yield from (Line(label_of(name, schema), ((name,),)) for name in named)
        case "help":
            yield from (_type_line(name, schema) for name in named)
        case "about":
            yield from (_type_line(name, schema) for name in named)
            for name, edge in schema.edges.items():
                if {edge.source, edge.target} & {*named}:
                    yield _edge_line(name, edge, schema)
        case "links":
            linking = _linking(named, schema)
            yield from (
                _edge_line(name, edge, schema)
                for name, edge in schema.edges.items()
                if name in linking
            )


def label_of(name: str, schema: Schema) -> str:
    """What people call a type."""
    labels = schema.vertices[name].labels
    return labels[0] if labels else name


def _type_line(name: str, schema: Schema) -> Line:
    known = {"label": IMPLIED["label"], **schema.vertices[name].attributes}
    words = ", ".join(_attribute_words(attr, found) for attr, found in known.items())
    parts = ((name,), *((name, attr) for attr in known))
    return Line(f"{label_of(name, schema)}: {words}", parts)


def _attribute_words(name: str, attribute: Attribute) -> str:
    words = attribute.labels[0] if attribute.labels else name
    unit = attribute.unit
    return f"{words} ({unit})" if unit and unit not in attribute.labels else words


def _edge_line(name: str, edge: EdgeType, schema: Schema) -> Line:
    words = edge.labels[0] if edge.labels else name
    source, target = label_of(edge.source, schema), label_of(edge.target, schema)
    return Line(f"{source} → {words} → {target}", ((name,),))
