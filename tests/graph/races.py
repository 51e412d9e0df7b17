"""A small graph drawn by hand: five races, two meets, what is unknown about them."""

from __future__ import annotations

from occam.core.dataset import Dataset, Edge, Page, Unreadable, Vertex
from occam.core.ports import DocumentState
from occam.core.schema import Attribute, EdgeType, Schema, VertexType
from occam.core.values import Cell, Period

from tests.strategies.graphs import assembled

SCHEMA = Schema(
    vertices={
        "Meet": VertexType(labels=("meet",), attributes={"year": Attribute(kind="integer")}),
        "Track": VertexType(labels=("track",)),
        "Runner": VertexType(labels=("runner",)),
        "Race": VertexType(
            labels=("race",),
            documentary=True,
            attributes={
                "kind": Attribute(kind="text", unknown=True),
                "size": Attribute(kind="integer", role="measure", unknown=True),
                "length": Attribute(kind="number"),
                "day": Attribute(kind="period", unknown=True),
                "night": Attribute(kind="flag"),
            },
        ),
    },
    edges={
        "AT": EdgeType(source="Race", target="Meet", single=True),
        "ON": EdgeType(source="Race", target="Track", unknown=True),
        "WON": EdgeType(source="Race", target="Runner", unknown=True),
        "BEFORE": EdgeType(source="Race", target="Race", single=True, unknown=True, ordering=True),
        "PACED": EdgeType(source="Runner", target="Race"),
    },
)

UNKNOWN = Cell(status="unknown", cause="the page does not say")
NONE = Cell(status="not_applicable")


def days(*runs: tuple[str, str]) -> Period:
    """A period of January 2000 from two-digit days."""
    spelt = [f"2000-01-{first}/2000-01-{last}" for first, last in runs]
    return Period(start=spelt[0][:10], end=spelt[-1][11:], days=";".join(spelt))


def _race(id_: str, cells: dict[str, Cell], **unknown: str) -> Vertex:
    return Vertex(
        type="Race",
        id=id_,
        label=f"Race {id_[1:]}",
        cells=cells,
        unknown_edges=unknown,
        documents=(f"page-{id_}",),
    )


def _other(type_: str, id_: str, **cells: Cell) -> Vertex:
    return Vertex(type=type_, id=id_, label=id_.title(), cells=cells, documents=("table",))


RACES = (
    _race("r1", {"kind": Cell("flat"), "size": Cell(10), "length": Cell(1.5),
                 "day": Cell(days(("01", "03"))), "night": Cell(False)}),
    _race("r2", {"kind": Cell("flat"), "size": UNKNOWN, "length": Cell(3),
                 "day": UNKNOWN, "night": Cell(True)}, ON="no track named"),
    _race("r3", {"kind": Cell("flat"), "size": Cell(12), "length": Cell(1.5),
                 "day": Cell(days(("02", "02"), ("05", "06"))), "night": NONE}),
    _race("r4", {"kind": Cell("hurdles"), "size": Cell(12), "length": NONE,
                 "day": Cell(days(("04", "04"))), "night": Cell(True)},
          WON="winner left blank", BEFORE="not said"),
    _race("r5", {"kind": UNKNOWN, "size": NONE, "length": Cell(-0.5),
                 "day": NONE, "night": Cell(False)}),
)  # fmt: skip
OTHERS = (
    _other("Meet", "m1", year=Cell(1990)),
    _other("Meet", "m2", year=Cell(1994)),
    *(_other("Track", id_) for id_ in ("t1", "t2")),
    *(_other("Runner", id_) for id_ in ("ann", "bob", "cat", "dan")),
)
EDGES = tuple(
    Edge(type=type_, source=source, target=target)
    for type_, pairs in {
        "AT": "r1 m1, r2 m1, r3 m2, r4 m2, r5 m2",
        "ON": "r1 t1, r3 t2, r4 t1, r5 t1, r5 t2",
        "WON": "r1 ann, r2 bob, r3 ann, r5 bob, r5 cat",
        "BEFORE": "r3 r1",
        "PACED": "dan r1, dan r3, cat r3",
    }.items()
    for source, target in (pair.split() for pair in pairs.split(", "))
)


def dataset(version: str = "hand-drawn") -> Dataset:
    """The graph with its facts and a ledger of seven pages."""
    drawn = assembled(version, (*RACES, *OTHERS), EDGES, SCHEMA)
    pages = [_page(race.documents[0], race.label, "parsed") for race in RACES]
    pages += [
        _page("odd", "An odd race", "refused", "two sizes"),
        _page("tale", "A tale", "no_record"),
    ]
    unreadable = (Unreadable(document="page-r2", field="size", cause="not a number", text="many"),)
    return Dataset(
        pack=drawn.pack,
        version=version,
        vertices=drawn.vertices,
        edges=drawn.edges,
        facts=drawn.facts,
        pages=tuple(pages),
        unreadable=unreadable,
    )


def _page(document: str, title: str, status: str, cause: str = "") -> Page:
    state = DocumentState(
        document=document, title=title, digest=f"digest of {document}", status=status, cause=cause
    )
    return Page(state=state, url=f"https://races.example/{document}")
