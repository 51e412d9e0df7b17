"""Queries that the server can answer alone: comparisons and neighbours of one vertex type."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st
from occam.core.plan import (
    Answer,
    Count,
    Direction,
    Exists,
    Extreme,
    Fold,
    Group,
    Hop,
    Members,
    Node,
    Order,
    Predicate,
    Query,
    TopK,
)
from occam.core.schema import Schema

from tests.strategies.values import OPS, VALUES, predicates

_INEXACT = ("contains", "covers", "within")
_BY = st.sampled_from(("sum", "avg", "min", "max"))


@st.composite
def flat_queries(draw: st.DrawFn, schema: Schema) -> Query:
    """Any answer clause over up to two comparisons and two neighbours."""
    type_ = draw(st.sampled_from(sorted(schema.vertices)))
    where = tuple(_predicate(draw, schema, type_) for _ in range(draw(st.integers(0, 2))))
    directions: tuple[Direction, ...] = ("out", "in")
    ways: list[tuple[str, Direction]] = list(product(schema.edges, directions))
    touching = [way for way in ways if schema.near_end(*way) == type_]
    wanted = draw(_SOME) if touching else 0
    hops = [_hop(draw, schema, *draw(st.sampled_from(touching))) for _ in range(wanted)]
    answer = draw(_answers(schema, type_))
    gathers = [w for w in touching if w[1] == "out" or not schema.edges[w[0]].unknown]
    if gathers and draw(st.integers(0, 2)) == 0:
        edge, way = draw(st.sampled_from(gathers))
        node = Node(type=schema.far_end(edge, way), name="head")
        hops.append(Hop(edge=edge, direction=way, node=node))
        folds = [Fold(attr=attr, by=draw(_BY)) for attr in _numeric(schema, type_)]
        answer = Group(node="head", fold=draw(st.sampled_from([None, *folds])))
    return Query(root=Node(type=type_, where=where, hops=tuple(hops)), answer=answer)


_SOME = st.sampled_from((0, 0, 1, 1, 2))


def _ids(type_: str) -> st.SearchStrategy[str]:
    return st.sampled_from([f"{type_[0].lower()}{n}" for n in range(5)])


def _predicate(draw: st.DrawFn, schema: Schema, type_: str) -> Predicate:
    attributes = schema.vertices[type_].attributes
    attr = draw(st.sampled_from(["id", "label", *attributes, *attributes, *attributes]))
    kind = attributes[attr].kind if attr in attributes else "text"
    values = VALUES[kind]
    if attr == "id":
        values = _ids(type_)
    if attr == "label":
        values = st.sampled_from(("same", "it's", "S"))
    assert set(_INEXACT) < {op for ops in OPS.values() for op in ops}
    return draw(predicates(attr, kind, values).filter(lambda found: found.op not in _INEXACT))


def _hop(draw: st.DrawFn, schema: Schema, edge: str, way: Direction) -> Hop:
    far = schema.far_end(edge, way)
    ids = tuple(draw(st.lists(_ids(far), max_size=2)))
    where = (Predicate(attr="id", op="in", values=ids),) if ids else ()
    return Hop(edge=edge, direction=way, node=Node(type=far, where=where))


def _numeric(schema: Schema, type_: str) -> list[str]:
    found = schema.vertices[type_].attributes.items()
    return [attr for attr, attribute in found if attribute.kind in ("integer", "number")]


@st.composite
def _answers(draw: st.DrawFn, schema: Schema, type_: str) -> Answer:
    attributes = schema.vertices[type_].attributes
    numeric = _numeric(schema, type_)
    ordered = numeric + [a for a, found in attributes.items() if found.kind == "period"]
    down, limit = draw(st.booleans()), draw(st.integers(0, 2))
    choices: list[Answer] = [Exists(), Count(), Members(limit=limit)]
    choices += [Members(order=Order(attr=a, descending=down)) for a in (*ordered, "label", "id")]
    choices += [Extreme(attr=attr, greatest=down) for attr in ordered]
    choices += [TopK(attr=attr, k=1 + limit, descending=down) for attr in ordered]
    choices += [Fold(attr=attr, by=draw(_BY)) for attr in numeric]
    return draw(st.sampled_from(choices))
