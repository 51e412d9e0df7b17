"""A dataset being put together: vertices, edges and facts, merged as documents state them."""

from __future__ import annotations

import msgspec

from occam.core.dataset import Edge, Fact, Unreadable, Vertex
from occam.core.schema import Schema
from occam.core.values import Cell, Scalar
from occam.packs.kinds import coerced


def unknown(cause: str) -> Cell:
    return Cell(None, "unknown", cause)


class Read(msgspec.Struct, frozen=True):
    """Where a statement stands: its document, its span, and the rule that read it."""

    document: str
    start: int = 0
    end: int = 0
    rule: str = ""
    unit: str = ""


class _Vertex:
    def __init__(self, type: str, id: str, label: str) -> None:
        self.type, self.id, self.label = type, id, label
        self.aliases: dict[str, None] = {}
        self.shared: dict[str, None] = {}
        self.cells: dict[str, Cell] = {}
        self.unknown_edges: dict[str, str] = {}
        self.documents: set[str] = set()
        self.from_table = False


class Drafts:
    """Everything stated so far. The first value of an attribute stands; differences are noted."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._vertices: dict[tuple[str, str], _Vertex] = {}
        self._edges: dict[tuple[str, str, str], set[str]] = {}
        self._facts: set[Fact] = set()
        self.unreadable: set[Unreadable] = set()

    def vertex(self, type: str, id: str, label: str, read: Read, *, table: bool = False) -> None:
        """A document says that this vertex exists; a reference table's word needs no second."""
        draft = self._vertices.get((type, id))
        if draft is None:
            draft = self._vertices[type, id] = _Vertex(type, id, label)
            draft.from_table = table
        elif draft.from_table and not table:
            return
        draft.documents.add(read.document)
        self._fact(read, type, id, "@vertex")
        self._fact(read, type, id, "label", cell=Cell(label))

    def alias(self, type: str, id: str, *names: str, shared: bool = False) -> None:
        """Further names; one that is another vertex's own counts only where it may be shared."""
        draft = self._vertices[type, id]
        kept = draft.shared if shared else draft.aliases
        kept.update(dict.fromkeys(name for name in names if name and name != draft.label))

    def attribute(self, type: str, id: str, attr: str, cell: Cell, read: Read) -> None:
        """A document's value of an attribute, or why it has none."""
        cells = self._vertices[type, id].cells
        before = cells.get(attr)
        if before is None or (before.status != "known" and cell.status == "known"):
            cells[attr] = cell
        elif cell.status == "known" and before.value != cell.value:
            cause = f"differs: {before.value} is used"
            self.lost(read.document, attr, cause, str(cell.value))
            return
        self._fact(read, type, id, attr, cell=cell)

    def value(self, type: str, id: str, attr: str, value: Scalar, read: Read) -> None:
        """A document's value, brought to the kind that the schema declares."""
        kind = self._schema.vertices[type].attributes[attr].kind
        fitting = coerced(value, kind)
        cell = Cell(fitting) if fitting is not None else unknown(f"not_a_{kind}")
        if fitting is None:
            self.lost(read.document, attr, cell.cause, str(value))
        self.attribute(type, id, attr, cell, read)

    def edge(self, type: str, source: str, target: str, read: Read) -> None:
        self._edges.setdefault((type, source, target), set()).add(read.document)
        origin = self._schema.edges[type].source
        self._fact(read, origin, source, type, target=target)

    def unknown_edge(self, edge: str, source: str, cause: str, read: Read) -> None:
        """The document does not say where this edge leads."""
        origin = self._schema.edges[edge].source
        self._vertices[origin, source].unknown_edges.setdefault(edge, cause)
        self._fact(read, origin, source, edge, cell=unknown(cause))

    def lost(self, document: str, field: str, cause: str, text: str) -> None:
        self.unreadable.add(Unreadable(document=document, field=field, cause=cause, text=text))

    def _fact(
        self, read: Read, type: str, subject: str, attr: str,
        *, target: str = "", cell: Cell | None = None,
    ) -> None:  # fmt: skip
        self._facts.add(
            Fact(
                document=read.document,
                type=type,
                subject=subject,
                attr=attr,
                target=target,
                cell=cell,
                start=read.start,
                end=read.end,
                rule=read.rule,
                unit=read.unit,
            )
        )

    def complete(self) -> None:
        """Attributes that no document speaks of are unknown, said by the first that names the
        vertex."""
        for draft in self._vertices.values():
            for attr in self._schema.vertices[draft.type].attributes:
                if attr not in draft.cells:
                    read = Read(min(draft.documents), rule="silence")
                    self.attribute(draft.type, draft.id, attr, unknown("not_stated"), read)

    def vertices(self) -> tuple[Vertex, ...]:
        labels = {(draft.type, draft.label) for draft in self._vertices.values()}
        return tuple(
            Vertex(
                type=draft.type,
                id=draft.id,
                label=draft.label,
                aliases=tuple(
                    sorted(
                        draft.shared.keys()
                        | {name for name in draft.aliases if (draft.type, name) not in labels}
                    )
                ),
                cells={
                    attr: draft.cells[attr] for attr in self._schema.vertices[draft.type].attributes
                },
                unknown_edges=dict(sorted(draft.unknown_edges.items())),
                documents=tuple(sorted(draft.documents)),
            )
            for _, draft in sorted(self._vertices.items())
        )

    def edges(self) -> tuple[Edge, ...]:
        return tuple(
            Edge(type=type, source=source, target=target, documents=tuple(sorted(documents)))
            for (type, source, target), documents in sorted(self._edges.items())
        )

    def facts(self) -> tuple[Fact, ...]:
        return tuple(sorted(self._facts, key=_fact_order))


def _fact_order(fact: Fact) -> tuple[object, ...]:
    place = (fact.document, fact.type, fact.subject, fact.attr, fact.target)
    return (*place, fact.start, fact.end, fact.rule, fact.unit, repr(fact.cell))
