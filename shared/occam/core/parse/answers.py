"""The answer clause of a shape, in one line.

values label | values winner.label | values {measure}
count | count winner | exists | members | members limit {number} by {measure} {order.descending}
extreme {measure} {order.descending} | top {number} {measure} {order.descending}
fold avg {measure} | group nation first {number} | group venue having {comparator} {number}
group winner least 1 | difference | {more.op}
"""

from __future__ import annotations

from collections.abc import Callable

from occam.core.parse.statements import BadStatement
from occam.core.plan import (
    Answer,
    Count,
    Exists,
    Extreme,
    Fold,
    Group,
    Having,
    Members,
    Order,
    TopK,
    Values,
)

Render = Callable[[str], str]


def build_answer(text: str, render: Render) -> Answer:
    """The clause, with every `{slot}` rendered by the caller."""
    verb, *parts = text.split()
    said = [render(part) for part in parts]
    match verb, said:
        case "values", [path]:
            node, _, attr = path.rpartition(".")
            return Values(attr=attr, node=node)
        case "count", [*node]:
            return Count(node="".join(node))
        case "exists", []:
            return Exists()
        case "members", []:
            return Members()
        case "members", ["by", attr, descending]:
            return Members(order=Order(attr=attr, descending=descending == "yes"))
        case "extreme", [attr, greatest]:
            return Extreme(attr=attr, greatest=greatest == "yes")
        case "top", [k, attr, descending]:
            return TopK(attr=attr, k=int(k), descending=descending == "yes")
        case "fold", ["sum" | "avg" | "min" | "max" as by, attr]:
            return Fold(attr=attr, by=by)
        case "group", [node, *rest]:
            return _group(node, rest)
        case _:
            raise BadStatement(f"{text!r} is no answer clause")


def _group(node: str, rest: list[str]) -> Group:
    fold = None
    if rest[:1] == ["of"]:
        by, attr = rest[1], rest[2]
        if by not in ("sum", "avg", "min", "max"):
            raise BadStatement(f"a group cannot be folded by {by!r}")
        fold, rest = Fold(attr=attr, by=by), rest[3:]
    match rest:
        case []:
            return Group(node=node, fold=fold)
        case ["first", k]:
            return Group(node=node, fold=fold, k=int(k))
        case ["first", k, descending]:
            return Group(node=node, fold=fold, k=int(k), descending=descending == "yes")
        case ["having", "eq" | "lt" | "le" | "gt" | "ge" as op, value]:
            return Group(node=node, fold=fold, having=Having(op=op, value=float(value)))
        case _:
            raise BadStatement(f"{' '.join(rest)!r} is no clause of a group")
