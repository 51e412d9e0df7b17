"""A small world with every quirk a certificate must see, and a question for every answer clause."""

from __future__ import annotations

import hashlib

import msgspec
from occam.core.dataset import Dataset, Edge, Fact, Page, Vertex
from occam.core.evidence import Rows, Source
from occam.core.plan import (
    AnyOf,
    Branch,
    Compare,
    Count,
    Exists,
    Extreme,
    Fold,
    Group,
    Hop,
    Join,
    Members,
    Node,
    Order,
    Predicate,
    Query,
    TopK,
    Values,
)
from occam.core.ports import DocumentState
from occam.core.record import Step
from occam.core.schema import Attribute, EdgeType, Schema, VertexType
from occam.core.values import Cell
from occam.graph.memory import MemoryGraph
from occam.messages.header import Header

SCHEMA = Schema(
    vertices={
        "Race": VertexType(
            labels=("race", "races"),
            documentary=True,
            attributes={
                "boats": Attribute(kind="integer", role="measure", unknown=True),
                "lake": Attribute(kind="text", unknown=True),
            },
        ),
        "Season": VertexType(labels=("season",), attributes={"year": Attribute(kind="integer")}),
        "Sailor": VertexType(labels=("sailor",)),
    },
    edges={
        "IN_SEASON": EdgeType(source="Race", target="Season", single=True),
        "WON": EdgeType(source="Race", target="Sailor", unknown=True),
        "BEFORE": EdgeType(source="Race", target="Race", single=True, unknown=True, ordering=True),
    },
)
SILENT = Cell(status="unknown", cause="no field")

RACES = {
    "R1": ("Sprint 2001", 2001, 12, "Como", ("Ann", "Bo")),
    "R2": ("Relay 2001", 2001, 30, "Garda", ("Cy",)),
    "R3": ("Sprint 2002", 2002, 14, "Como", ("Ann",)),
    "R4": ("Relay 2002", 2002, None, "Garda", ("Cy",)),
    "R5": ("Slalom 2002", 2002, 40, None, ()),
}
BEFORE = (("R3", "R1"), ("R4", "R2"))


def race(id_: str, label: str, season: int, boats: int | None, lake: str | None, won=()):
    """One page's vertices, edges and facts."""
    cells = {
        "boats": Cell(boats) if boats is not None else SILENT,
        "lake": Cell(lake) if lake else SILENT,
    }
    unknown = {} if won else {"WON": "no field"}
    vertex = Vertex(
        type="Race", id=id_, label=label, cells=cells, unknown_edges=unknown, documents=(id_,)
    )
    edges = [Edge(type="IN_SEASON", source=id_, target=str(season), documents=(id_,))]
    edges += [Edge(type="WON", source=id_, target=name, documents=(id_,)) for name in won]
    others = [Vertex(type="Sailor", id=name, label=name, documents=(id_,)) for name in won]
    year = {"year": Cell(season)}
    others.append(Vertex(type="Season", id=str(season), label=f"Season {season}", cells=year))
    return vertex, others, edges


def world(races=RACES, before=BEFORE, version: str = "v1") -> Dataset:
    """The dataset of these pages; every page says what its own race is."""
    vertices: dict[tuple[str, str], Vertex] = {}
    edges: list[Edge] = []
    for id_, fields in races.items():
        vertex, others, links = race(id_, *fields)
        for one in (vertex, *others):
            vertices.setdefault((one.type, one.id), one)
        edges += links
    links = [(later, earlier) for later, earlier in before if {later, earlier} <= races.keys()]
    edges += [Edge(type="BEFORE", source=a, target=b, documents=(a,)) for a, b in links]
    return Dataset(
        pack="regatta",
        version=version,
        vertices=tuple(vertices[key] for key in sorted(vertices)),
        edges=tuple(sorted(edges, key=lambda edge: (edge.type, edge.source, edge.target))),
        facts=tuple(_facts(vertices.values(), edges)),
        pages=tuple(_page(id_, fields) for id_, fields in sorted(races.items())),
    )


def _page(id_: str, fields: tuple) -> Page:
    text = repr(fields)
    state = DocumentState(id_, fields[0], hashlib.sha256(text.encode()).hexdigest(), "parsed")
    return Page(state=state, text=text)


def _facts(vertices, edges):
    for one in vertices:
        document = one.documents[0] if one.documents else ""
        about = {"document": document, "type": one.type, "subject": one.id}
        yield Fact(**about, attr="@vertex")
        yield Fact(**about, attr="label", cell=Cell(one.label))
        for attr, cell in one.cells.items():
            yield Fact(**about, attr=attr, cell=cell)
        for edge in one.unknown_edges:
            yield Fact(**about, attr=edge, cell=SILENT)
    for edge in edges:
        yield Fact(
            document=edge.source, type="Race", subject=edge.source, attr=edge.type,
            target=edge.target,
        )  # fmt: skip


class FactsInMemory:
    """The disjoint route of these tests: a graph put together again from the facts alone."""

    def __init__(self, dataset: Dataset) -> None:
        self.version = dataset.version
        self._facts = dataset.facts
        self._states = {page.state.document: page.state for page in dataset.pages}
        self._graph = MemoryGraph(SCHEMA, self._rebuilt(dataset))

    def _rebuilt(self, dataset: Dataset) -> Dataset:
        heads = {(f.type, f.subject): f for f in self._facts if f.attr == "@vertex"}
        vertices = [self._vertex(head) for head in heads.values()]
        edges = [
            Edge(type=fact.attr, source=fact.subject, target=fact.target)
            for fact in self._facts
            if fact.target and any(fact.target == subject for _, subject in heads)
        ]
        return msgspec.structs.replace(dataset, vertices=tuple(vertices), edges=tuple(edges))

    def _vertex(self, head: Fact) -> Vertex:
        mine = [f for f in self._facts if (f.type, f.subject) == (head.type, head.subject)]
        attributes = SCHEMA.vertices[head.type].attributes
        documentary = SCHEMA.vertices[head.type].documentary
        return Vertex(
            type=head.type,
            id=head.subject,
            label=next((str(f.cell.value) for f in mine if f.attr == "label" and f.cell), ""),
            cells={f.attr: f.cell for f in mine if f.attr in attributes and f.cell},
            unknown_edges={f.attr: "no field" for f in mine if f.cell and f.attr in SCHEMA.edges},
            documents=(head.document,) if documentary else (),
        )

    async def rows(self, query: Query) -> Rows:
        return await self._graph.rows(query)

    async def sources(self, subjects, attrs) -> tuple[Source, ...]:
        return tuple(
            Source(fact.subject, fact.attr, fact.document, 0, 1, "field")
            for fact in self._facts
            if fact.subject in subjects and fact.attr in attrs
        )

    async def documents(self, ids) -> tuple[DocumentState, ...]:
        return tuple(self._states[id_] for id_ in ids if id_ in self._states)

    async def unparsed(self, limit: int) -> tuple[DocumentState, ...]:
        return ()


def graph_of(dataset: Dataset) -> MemoryGraph:
    return MemoryGraph(SCHEMA, dataset)


def asked(trail: tuple[Step, ...] = (), version: str = "v1") -> Header:
    return Header(
        question_id="q1", batch_id="b1", question="How many?", asked_at=0.0, trail=trail,
        graph_version=version, pack="regatta",
    )  # fmt: skip


def to(edge: str, type_: str, *ids: str, name: str = "", hops=()) -> Hop:
    where = (Predicate(attr="id", op="in", values=ids),) if ids else ()
    return Hop(edge=edge, direction="out", node=Node(type=type_, name=name, where=where, hops=hops))


def races(answer, *hops: Hop, where=(), any_of=(), joins=()) -> Query:
    return Query(
        root=Node(type="Race", where=where, hops=hops, any_of=any_of), answer=answer, joins=joins
    )


IN_2002, IN_2001 = to("IN_SEASON", "Season", "2002"), to("IN_SEASON", "Season", "2001")
WHO = to("WON", "Sailor", name="who")
BIG = (Predicate(attr="boats", op="gt", values=(13,)),)
SPRINT = (Predicate(attr="label", op="eq", values=("Sprint 2002",)),)
EITHER = AnyOf(branches=(Branch(hops=(IN_2001,)), Branch(where=BIG)))
AGAIN = to("BEFORE", "Race", hops=(to("WON", "Sailor", name="old"),))

PLANS = {
    "values": races(Values(attr="boats"), where=SPRINT),
    "values at a node": races(Values(node="who"), WHO, where=SPRINT),
    "values along a chain": races(Values(node="old"), AGAIN, where=SPRINT),
    "count": races(Count(), IN_2002, where=BIG),
    "count of a node": races(Count(node="who"), IN_2001, WHO),
    "members": races(Members(order=Order(attr="boats")), IN_2002),
    "extreme": races(Extreme(attr="boats"), IN_2002),
    "top k": races(TopK(attr="boats", k=2), IN_2001),
    "fold": races(Fold(attr="boats", by="sum"), IN_2002),
    "group": races(Group(node="who", k=1), WHO),
    "group and fold": races(Group(node="who", fold=Fold(attr="boats", by="max"), k=1), WHO),
    "exists": races(Exists(), IN_2001, where=BIG),
    "absent": races(Count(), IN_2002, Hop(edge="WON", direction="out", absent=True,
                                          node=Node(type="Sailor"))),
    "any of": races(Count(), any_of=(EITHER,)),
    "join": races(Members(), WHO, AGAIN, joins=(Join(left="who", right="old"),)),
    "compare": Compare(left=races(Count(), IN_2002), right=races(Count(), IN_2001), op="gt"),
}  # fmt: skip
