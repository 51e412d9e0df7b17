"""Questions about two: both of them, one against the other, the same or different."""

from __future__ import annotations

from occam.core.plan import Compare, Compared, Count, Join, Members, Node, Query, Values
from occam.phrasing.bench import PLAIN, Bench, towards
from occam.phrasing.conditions import Condition, rooted, told
from occam.phrasing.drafts import Draft, Side
from occam.phrasing.grammar import Unsayable
from occam.phrasing.stock import Vertex


def both(bench: Bench) -> Draft:
    """Who did both this and that."""
    vertex = bench.vertex()
    edge = bench.edge_of(vertex, bench.single_edges(vertex[0]))
    target = bench.pick(bench.stock.leads(edge, vertex[1]))
    sources = [i for i in bench.stock.ids[vertex[0]] if target in bench.stock.leads(edge, i)]
    if len(sources) < 2:
        raise Unsayable("it did one thing only")
    pair = [(vertex[0], each) for each in bench.chance.sample(sources, 2)]
    sides = [Side(type=vertex[0], conditions=bench.telling(each, {edge})) for each in pair]
    verb, verbs = bench.pick(bench.book.edge_verbs(edge))
    hops = tuple(towards(edge, rooted(side.type, side.conditions), "in") for side in sides)
    type_ = bench.schema.edges[edge].target
    return Draft(
        shape="both", type=type_, conditions=[], left=sides[0], right=sides[1],
        words=bench.target_words(edge) | {"verb": (verb,), "verbs": (verbs,)},
        plan=Query(root=Node(type=type_, hops=hops), answer=Members()),
        premises=tuple((side.alone, "answered") for side in sides),
    )  # fmt: skip


def compared(bench: Bench) -> Draft:
    """Has this one more than that one, and by how much."""
    left = bench.vertex()
    attr = bench.measure_of(left)
    right = bench.sibling(left)
    if left == right:
        raise Unsayable("one and the same")
    sides = [Side(type=left[0], conditions=bench.telling(each, {attr})) for each in (left, right)]
    counts = bench.book.is_counted(left[0], attr)
    shape = bench.pick(("compare", "which", "difference") if counts else ("measures", "gap"))
    op: Compared = "difference" if shape in ("difference", "gap") else "gt"
    queries = [
        Query(root=rooted(side.type, side.conditions), answer=Values(attr=attr)) for side in sides
    ]
    names = [told(side.conditions) for side in sides]
    plan = Compare(left=queries[0], right=queries[1], op=op)
    if shape == "which":
        plan = Compare(left=queries[0], right=queries[1], op=op, names=(names[0], names[1]))
    words = {"many": bench.book.many(left[0], attr), "label": (bench.book.label(left[0], attr),)}
    if parts := bench.book.parts(left[0], attr):
        past, base = bench.pick(parts)
        words |= {"part": (base,), "parted": (past,), "part in": (base.split()[-1],)}
    return Draft(
        shape=shape, type=left[0], conditions=[], words=words, left=sides[0], right=sides[1],
        plan=plan, decided=shape in ("which", "difference", "gap"),
    )  # fmt: skip


def more(bench: Bench) -> Draft:
    """Are there more of these than of those."""
    left = bench.vertex()
    right = bench.sibling(left)
    common = bench.some(left, 1)
    first = bench.some(left, 1, without={common[0].group})
    group = first[0].group
    second = [c for c in bench.findings.of(right) if c.group == group and c.tag == first[0].tag]
    other = bench.pick([c for c in second if c.surface != first[0].surface])
    sides = [Side(type=left[0], conditions=[*common, each]) for each in (first[0], other)]
    queries = [Query(root=rooted(left[0], side.conditions), answer=Count()) for side in sides]
    return Draft(
        shape="more", type=left[0], conditions=[], left=sides[0], right=sides[1],
        plan=Compare(left=queries[0], right=queries[1], op="gt"),
    )  # fmt: skip


def joined(bench: Bench) -> Draft:
    """How many have the same one, or different ones, at the ends of two edges."""
    vertex = bench.vertex()
    first = bench.edge_of(vertex, bench.single_edges(vertex[0]))
    target = bench.schema.edges[first].target
    edges = bench.schema.edges.items()
    second = [n for n, e in edges if n != first and (e.source, e.target) == (vertex[0], target)]
    same = not bench.one_in(3)
    conditions = bench.some(vertex, bench.pick((1, 2)), PLAIN, {first, *second})
    if not second or bench.one_in(2):
        return _kept(bench, vertex, first, conditions)
    other = bench.pick(second)
    hops = tuple(towards(edge, Node(type=target, name=edge)) for edge in (first, other))
    root = rooted(vertex[0], conditions, more=hops)
    join = Join(left=first, right=other, same=same)
    return Draft(
        shape="same" if same else "different", type=vertex[0], conditions=conditions,
        words=_roles(bench, first) | {"other role": _roles(bench, other)["role"]},
        plan=Query(root=root, answer=Count(), joins=(join,)),
    )  # fmt: skip


def _kept(bench: Bench, vertex: Vertex, edge: str, conditions: list[Condition]) -> Draft:
    """How many have the same one as the edition before."""
    edges = bench.schema.edges
    order = bench.pick([n for n, e in edges.items() if e.ordering and e.source == vertex[0]])
    target = edges[edge].target
    then = Node(type=vertex[0], hops=(towards(edge, Node(type=target, name="then")),))
    hops = (towards(edge, Node(type=target, name="now")), towards(order, then))
    root = rooted(vertex[0], conditions, more=hops)
    words = _roles(bench, edge) | {"edition": (bench.book.edition(order, bench.chance),)}
    join = Join(left="now", right="then")
    return Draft(
        shape="retained", type=vertex[0], conditions=conditions, words=words,
        plan=Query(root=root, answer=Count(), joins=(join,)),
    )  # fmt: skip


def _roles(bench: Bench, edge: str) -> dict[str, tuple[str, ...]]:
    noun = bench.target_words(edge)["target"][0]
    roles = tuple(each.replace("{target}", noun) for each in bench.book.edge_roles(edge))
    if not roles:
        raise Unsayable("it has no noun")
    return {"role": roles}
