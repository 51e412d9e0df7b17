"""Who has the most: with someone left out, and of what several edges give together."""

from __future__ import annotations

from itertools import combinations

from occam.core.plan import (
    Answer,
    AnyOf,
    Branch,
    Count,
    Group,
    Having,
    Hop,
    Join,
    Node,
    Plan,
    Predicate,
    Query,
)
from occam.phrasing.bench import Bench, towards
from occam.phrasing.conditions import Condition, rooted
from occam.phrasing.drafts import Draft, Expected
from occam.phrasing.grammar import Unsayable
from occam.phrasing.sets import FAR, doers, haul_words
from occam.phrasing.stock import Vertex
from occam.phrasing.wording import Together


def others(bench: Bench) -> Draft:
    """How many did it, or who did it most, with one of them left out?"""
    vertex, edge, words = doers(bench)
    target = bench.schema.edges[edge].target
    rival = bench.pick(bench.stock.leads(edge, bench.sibling(vertex, {edge})[1]))
    name = bench.names.spelled((target, rival), bench.chance)
    if not name:
        raise Unsayable("the name means several")
    if bench.book.wording.edge(edge).lower:
        name = name[:1].lower() + name[1:]
    conditions = bench.some(vertex, bench.pick((1, 2)), without={edge})
    haul = haul_words(bench, edge, "the most")
    shapes = ["others", "othermost", "otherhaul"] if haul else ["others", "othermost"]
    shape = bench.pick(shapes)
    answer: Answer = Count(node=FAR) if shape == "others" else Group(node=FAR, k=1)
    left = Predicate(attr="id", op="ne", values=(rival,))
    far = Node(type=target, name=FAR, where=(left,))
    root = rooted(vertex[0], conditions, more=(towards(edge, far),))
    return Draft(
        shape=shape, type=vertex[0], conditions=conditions, words=words | haul | {"x": (name,)},
        plan=Query(root=root, answer=answer),
    )  # fmt: skip


def together(bench: Bench) -> Draft:
    """Who has the most, or so many, of what several edges give together?"""
    word, vertex = _worded(bench)
    conditions = bench.some(vertex, bench.pick((1, 1, 2)), without=set(word.edges))
    forms, shape, answer = bench.book.said(word.haul), "haul", Group(node=FAR, k=1)
    amount = "the most"
    if bench.one_in(2):
        number = bench.chance.randint(2, 6)
        shape, answer = "hauls", Group(node=FAR, having=Having(op="gt", value=number))
        amount = bench.findings.counted("gt", (number,))
    words = bench.target_words(word.edges[0])
    words["haul"] = tuple(form.replace("{many}", amount) for form in forms)
    target = bench.schema.edges[word.edges[0]].target
    any_of = _any(word, Node(type=target, name=FAR))
    root = rooted(vertex[0], [*conditions, any_of])
    return Draft(
        shape=shape, type=vertex[0], conditions=conditions, words=words,
        plan=Query(root=root, answer=answer), premises=_each_once(word, vertex, conditions, target),
    )  # fmt: skip


def tally_together(bench: Bench) -> Draft:
    """How many did this one get of what several edges give together?"""
    word, vertex = _worded(bench)
    target = bench.schema.edges[word.edges[0]].target
    got = [id_ for edge in word.edges for id_ in bench.stock.leads(edge, vertex[1])]
    id_ = bench.pick(got)
    name = bench.names.spelled((target, id_), bench.chance)
    if not name:
        raise Unsayable("the name means several")
    conditions = bench.some(vertex, bench.pick((1, 1, 2)), without=set(word.edges))
    far = Node(type=target, where=(Predicate(attr="id", op="eq", values=(id_,)),))
    told = bench.book.said(word.tally)
    root = rooted(vertex[0], [*conditions, _any(word, far)])
    return Draft(
        shape="tally", type=vertex[0], conditions=conditions,
        words={"tally": tuple(each.replace("{x}", name) for each in told)},
        plan=Query(root=root, answer=Count()),
        premises=_each_once(word, vertex, conditions, target),
    )  # fmt: skip


def _worded(bench: Bench) -> tuple[Together, Vertex]:
    words = list(bench.book.wording.together.values())
    if not words:
        raise Unsayable("no word stands for several edges")
    word = bench.pick(words)
    vertex = bench.vertex(bench.schema.edges[word.edges[0]].source)
    return word, vertex


def _any(word: Together, far: Node) -> Condition:
    branches = tuple(Branch(hops=(towards(edge, far),)) for edge in word.edges)
    return Condition(
        tag="either", group="|".join(word.edges), texts={}, any_of=(AnyOf(branches=branches),)
    )


def _each_once(
    word: Together, vertex: Vertex, conditions: list[Condition], target: str
) -> tuple[tuple[Plan, Expected], ...]:
    """No vertex stands at two of the edges of one thing: counting things counts what was got."""
    found: list[tuple[Plan, Expected]] = []
    for pair in combinations(word.edges, 2):
        hops: tuple[Hop, ...] = tuple(towards(e, Node(type=target, name=e)) for e in pair)
        root = rooted(vertex[0], conditions, more=hops)
        join = Join(left=pair[0], right=pair[1])
        found.append((Query(root=root, answer=Count(), joins=(join,)), "zero"))
    return tuple(found)
