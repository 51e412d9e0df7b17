"""Questions for one thing: an attribute or a neighbour of what the conditions tell apart."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from occam.core.plan import Direction, Hop, Node, Query, Values
from occam.phrasing.bench import Bench, towards
from occam.phrasing.conditions import Condition, rooted
from occam.phrasing.drafts import Draft
from occam.phrasing.grammar import Unsayable
from occam.phrasing.stock import Vertex

ASKED = "asked"


@dataclass(kw_only=True)
class Asked:
    """What is asked of a vertex of type `of`: the end of an edge, or an attribute."""

    of: str
    asks: tuple[str, ...]
    nouns: tuple[str, ...]
    shorts: tuple[str, ...] = ()
    what: str = "what"
    words: dict[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    edge: str = ""
    far: str = ""
    attr: str = "label"

    @property
    def hops(self) -> tuple[Hop, ...]:
        """The hop to what is asked for, where it is a neighbour."""
        return (towards(self.edge, Node(type=self.far, name=ASKED)),) if self.edge else ()

    @property
    def node(self) -> Node:
        """The vertex asked about, somewhere in the plan, with what is asked for named."""
        return Node(type=self.of, name="" if self.edge else ASKED, hops=self.hops)

    def draft(
        self, type_: str, conditions: list[Condition], hops: tuple[Hop, ...], *, here: bool = False
    ) -> Draft:
        """The draft that asks it; `here` says that the root itself is asked about."""
        node = "" if here and not self.edge else ASKED
        answer = Values(attr=self.attr, node=node)
        return Draft(
            shape="asked", type=type_, conditions=conditions, asks=self.asks, nouns=self.nouns,
            shorts=self.shorts, what=self.what, words=self.words,
            plan=Query(root=rooted(type_, conditions, more=hops), answer=answer),
        )  # fmt: skip


def asked_attribute(bench: Bench, vertex: Vertex, without: Collection[str] = ()) -> Asked:
    """An attribute that the vertex has."""
    type_, _ = vertex
    attr = bench.pick(
        [
            attr
            for attr in sorted(bench.stock.cells[vertex])
            if attr not in without and _is_asked(bench, type_, attr)
        ]
    )
    book = bench.book
    asks, nouns = book.attribute_asks(type_, attr), book.attribute_nouns(type_, attr)
    shorts = book.attribute_shorts(type_, attr)
    return Asked(of=type_, asks=asks, nouns=nouns, shorts=shorts, attr=attr)


def _is_asked(bench: Bench, type_: str, attr: str) -> bool:
    """What may be hidden, or stand for the thing's own name, is not asked for."""
    wording = bench.book.wording.attribute(type_, attr)
    return not wording.hidden and not bench.book.said(wording.head)


def asked_edge(bench: Bench, vertex: Vertex, without: Collection[str] = ()) -> Asked:
    """A neighbour that the vertex has."""
    name = bench.edge_of(vertex, without)
    far = bench.schema.edges[name].target
    return Asked(
        of=vertex[0], asks=bench.book.edge_asks(name), nouns=bench.book.edge_nouns(name),
        shorts=bench.book.edge_shorts(name),
        what=bench.book.who(far), words=bench.target_words(name), edge=name, far=far,
    )  # fmt: skip


def attribute(bench: Bench) -> Draft:
    """What is an attribute of this one?"""
    vertex = bench.vertex()
    conditions = bench.telling(vertex)
    asked = asked_attribute(bench, vertex, {each.group for each in conditions})
    if bench.told(conditions, str(bench.stock.cells[vertex][asked.attr])):
        raise Unsayable("the question says its own answer")
    return asked.draft(vertex[0], conditions, (), here=True)


def neighbour(bench: Bench) -> Draft:
    """Who or what stands at the end of an edge of this one?"""
    vertex = bench.vertex()
    conditions = bench.telling(vertex)
    asked = asked_edge(bench, vertex, {each.group for each in conditions})
    targets = bench.stock.leads(asked.edge, vertex[1])
    if any(bench.told(conditions, bench.stock.labels[asked.far, each]) for each in targets):
        raise Unsayable("the question says its own answer")
    return asked.draft(vertex[0], conditions, asked.hops, here=True)


def further(bench: Bench) -> Draft:
    """Something of the neighbour: which country does the winner of this one come from?"""
    vertex = bench.vertex()
    conditions = bench.telling(vertex)
    first = asked_edge(bench, vertex, {each.group for each in conditions})
    middle = (first.far, bench.pick(bench.stock.leads(first.edge, vertex[1])))
    asked = _of(bench, middle)
    if asked.edge and len(bench.stock.leads(asked.edge, middle[1])) > 1:
        raise Unsayable("it changed sides")
    around = bench.pick(first.nouns).replace("{target}", first.words["target"][0])
    draft = asked.draft(vertex[0], conditions, (towards(first.edge, asked.node),))
    draft.around = f"the {around}"
    return draft


def beside(bench: Bench) -> Draft:
    """Something of the one before or after this one."""
    start = bench.vertex()
    type_ = start[0]
    edges = bench.schema.edges
    order = bench.pick([n for n, e in edges.items() if e.ordering and e.source == type_])
    steps = 2 if bench.one_in(4) else 1
    back, chain = bench.one_in(2), [start]
    for _ in range(steps):
        chain.append((type_, bench.pick(bench.stock.leads(order, chain[-1][1]))))
    known, wanted = (chain[0], chain[-1]) if back else (chain[-1], chain[0])
    conditions = bench.telling(known)
    asked = _of(bench, wanted)
    direction: Direction = "out" if back else "in"
    hop = towards(order, asked.node, direction)
    for _ in range(steps - 1):
        hop = towards(order, Node(type=type_, hops=(hop,)), direction)
    draft = asked.draft(type_, conditions, (hop,))
    words = (bench.book.grammar.before if back else bench.book.grammar.after)[steps - 1]
    around = bench.pick(bench.book.said(words))
    draft.elsewhere = True
    draft.around = around.replace("{edition}", bench.book.edition(order, bench.chance))
    return draft


def _of(bench: Bench, vertex: Vertex) -> Asked:
    choices = [asked_edge, asked_attribute]
    bench.chance.shuffle(choices)
    try:
        return choices[0](bench, vertex)
    except Unsayable:
        return choices[1](bench, vertex)
