"""A plan written down as a model would write it, and slightly wrong ways of writing it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from occam.core.drafting.draft import Draft, read
from occam.core.plan import (
    AllValues,
    Compare,
    Count,
    Exists,
    Extreme,
    ExtremeValues,
    Fold,
    Group,
    Hop,
    Members,
    Node,
    Plan,
    Predicate,
    Query,
    TopK,
    Values,
    nodes_of,
)
from occam.core.spelling import spell
from occam.core.values import Period

OPS = {
    "eq": "=", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "in": "in",
    "between": "between", "contains": "contains", "on": "=", "within": "in",
    "before": "before", "after": "after",
}  # fmt: skip
Written = dict[str, Any]


class Unwritten(Exception):
    """A plan for which drafts have no words."""


def written(plan: Plan) -> Written:
    """The draft of a plan; raises `Unwritten`."""
    if isinstance(plan, Compare) and isinstance(plan.left, Query) and isinstance(plan.right, Query):
        left, right = _query(plan.left), _query(plan.right)
        shared = [test for test in left["where"] if test in right["where"]]
        if left["ask"] != right["ask"] or left["find"] != right["find"]:
            raise Unwritten
        sides = [[t for t in each["where"] if t not in shared] for each in (left, right)]
        return left | {"where": shared, "sides": sides, "versus": plan.op}
    if not isinstance(plan, Query):
        raise Unwritten
    return _query(plan)


def draft_of(form: Written) -> Draft:
    """The draft, read as an answer of a model."""
    draft = read(msgspec.json.encode(form).decode())
    assert isinstance(draft, Draft), draft
    return draft


def _query(query: Query) -> Written:
    paths = {"": ""}
    tests = [*_tests(query.root, "", paths)]
    for number, choice in enumerate(query.root.any_of, 1):
        for branch in choice.branches:
            inside = Node(type=query.root.type, where=branch.where, hops=branch.hops)
            alone = [*_tests(inside, "", paths)]
            if len(alone) != 1:
                raise Unwritten
            tests.append(alone[0] | {"any": number})
    form: Written = {"find": query.root.type, "where": tests, "ask": _ask(query, paths)}
    for key, same in (("same", True), ("differ", False)):
        pairs = [[paths[j.left], paths[j.right]] for j in query.joins if j.same == same]
        if pairs:
            form[key] = pairs
    return form


def _tests(node: Node, path: str, paths: dict[str, str]) -> Iterator[Written]:
    if path and node.any_of:
        raise Unwritten
    if node.name:
        paths[node.name] = path
    yield from (_test(predicate, path) for predicate in node.where)
    steps = [(hop.edge, hop.direction) for hop in node.hops if not hop.absent]
    if len(set(steps)) != len(steps):
        raise Unwritten
    for hop in node.hops:
        step = f"<{hop.edge}" if hop.direction == "in" else f"{hop.edge}>"
        there = f"{path} {step}".strip()
        if hop.absent:
            yield _absent(hop, there)
            continue
        inner = [*_tests(hop.node, there, paths)]
        yield from inner
        if not inner:
            yield {"at": there}


def _absent(hop: Hop, there: str) -> Written:
    if hop.node.hops or hop.node.any_of or len(hop.node.where) > 1:
        raise Unwritten
    if not hop.node.where:
        return {"at": there, "absent": True}
    return _test(hop.node.where[0], there) | {"absent": True}


def _test(predicate: Predicate, path: str) -> Written:
    if predicate.op == "is_unknown":
        return {"at": path, "attr": predicate.attr, "op": "unknown"}
    if predicate.op not in OPS:
        raise Unwritten
    values = [spell(v) if isinstance(v, Period) else v for v in predicate.values]
    op = OPS[predicate.op]
    many = op in ("in", "between") and not isinstance(predicate.values[0], Period)
    return {"at": path, "attr": predicate.attr, "op": op, "value": values if many else values[0]}


def _ask(query: Query, paths: dict[str, str]) -> Written:
    answer = query.answer
    match answer:
        case Values(attr=attr, node=node):
            return {"what": "value", "at": paths[node], "attr": attr}
        case AllValues(attr=attr, node=node):
            return {"what": "values", "at": paths[node], "attr": attr}
        case Members(limit=limit, order=order):
            if order and not order.descending:
                raise Unwritten
            return {"what": "list", "k": limit, "by": order.attr if order else ""}
        case Count(node=node):
            return {"what": "count", "at": paths[node]}
        case Extreme(attr=attr, greatest=greatest):
            return {"what": "most" if greatest else "least", "by": attr}
        case ExtremeValues(attr=attr, greatest=greatest, told=told, node=node):
            what = "most" if greatest else "least"
            return {"what": what, "by": attr, "attr": told, "at": paths[node]}
        case TopK(attr=attr, k=k, descending=down):
            return {"what": "top" if down else "bottom", "by": attr, "k": k}
        case Fold(attr=attr, by=by):
            return {"what": by, "by": attr}
        case Group(node=node, fold=None, descending=down, k=k, having=having):
            ask: Written = {"what": "group" if down else "rarest", "at": paths[node], "k": k}
            return ask | ({"having": [OPS[having.op], having.value]} if having else {})
        case Exists():
            return {"what": "exists"}
        case _:
            raise Unwritten


def names(plan: Query) -> list[str]:
    """Every name that a plan gives to a node."""
    return [node.name for node in nodes_of(plan.root) if node.name]


RIVALS = {
    "GOLD": ("SILVER", "BRONZE"), "SILVER": ("GOLD", "BRONZE"), "BRONZE": ("SILVER", "GOLD"),
}  # fmt: skip
OTHERS: dict[str, tuple[Any, ...]] = {
    "=": ("!=",), "!=": ("=",), "<": (">", "<=", "="), "<=": ("<", ">=", "="),
    ">": ("<", ">=", "="), ">=": (">", "<=", "="), "before": ("after", "="),
    "after": ("before", "="), "between": ("in",),
}  # fmt: skip
WHATS = {
    "value": ("count", "exists"), "values": ("count", "exists"), "list": ("count", "exists"),
    "count": ("list", "exists", "value"), "most": ("least", "list", "count"),
    "least": ("most", "list", "count"), "top": ("bottom", "list"), "bottom": ("top", "list"),
    "sum": ("avg", "max", "count"), "avg": ("sum", "min", "count"), "max": ("min", "sum"),
    "min": ("max", "avg"), "group": ("rarest", "count", "list"), "rarest": ("group", "count"),
    "exists": ("count", "list"),
}  # fmt: skip


def wrong(form: Written, values: dict[str, Any]) -> Iterator[tuple[str, Written]]:
    """The draft with one thing about it changed, and what was: a test dropped, denied or doubled
    as an alternative, another value (of `values`, by the kind of the old one), operator, medal,
    direction or kind of answer."""
    tests: list[Written] = form["where"]
    for at, test in enumerate(tests):
        others = [*tests[:at], *tests[at + 1 :]]
        yield f"drop {test}", form | {"where": others}
        for name, changed in _changed(test, values):
            yield f"{name} {test}", form | {"where": [*tests[:at], changed, *tests[at + 1 :]]}
    if len(tests) > 1 and not form.get("sides") and not any("any" in test for test in tests):
        yield "unite", form | {"where": [test | {"any": 1} for test in tests]}
    ask: Written = form["ask"]
    for what in WHATS[ask["what"]]:
        yield f"ask {what}", form | {"ask": ask | {"what": what}}
    for old, new in _medals(ask.get("at", "")):
        yield f"tell {new}", form | {"ask": ask | {"at": ask["at"].replace(old, new)}}
    if ask.get("by"):
        other = "nations" if ask["by"] == "competitors" else "competitors"
        yield f"by {other}", form | {"ask": ask | {"by": other}}
    if ask.get("k"):
        yield "another k", form | {"ask": ask | {"k": ask["k"] + 1}}
    if ask.get("having"):
        op, number = ask["having"]
        yield "another number", form | {"ask": ask | {"having": [op, number + 1]}}
        yield "less", form | {"ask": ask | {"having": ["<", number]}}
    if form.get("sides"):
        yield "swap", form | {"sides": form["sides"][::-1]}


def _changed(test: Written, values: dict[str, Any]) -> Iterator[tuple[str, Written]]:
    for old, new in _medals(test.get("at", "")):
        yield f"{new} for", test | {"at": test["at"].replace(old, new)}
    if "value" not in test:
        return
    if test.get("at"):
        yield "deny", test | {"absent": not test.get("absent", False)}
    for op in OTHERS.get(test["op"], ()):
        value = test["value"]
        yield (
            f"{op} for",
            test
            | {"op": op, "value": value[0] if op == "=" and isinstance(value, list) else value},
        )
    if test["op"] in OPS.values() and not isinstance(test["value"], list):
        kind = f"{test.get('at', '')} {test['attr']}"
        for key, other in values.items():
            if kind.endswith(key) and other != test["value"]:
                yield f"{other} for", test | {"value": other}
        if isinstance(test["value"], int):
            yield "one more than", test | {"value": test["value"] + 1}


def _medals(path: str) -> Iterator[tuple[str, str]]:
    for old, others in RIVALS.items():
        if old in path:
            yield from ((old, new) for new in others)
