"""One thing that can be demanded of a vertex: its piece of the plan, and the words that say it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from occam.core.plan import AnyOf, Branch, Hop, Node, Predicate
from occam.phrasing.book import Texts
from occam.phrasing.grammar import Unsayable


@dataclass(frozen=True, kw_only=True)
class Condition:
    """`group` is what it is about: two of one group would say the same thing twice.

    `tag` is its sort: value, edge, far, year, day, amount, nested, ordered, name; `surface` is how
    the question names what it is about. The adjectives of a noun stand in the order of `rank`.
    """

    tag: str
    group: str
    texts: Texts
    where: tuple[Predicate, ...] = ()
    hops: tuple[Hop, ...] = ()
    any_of: tuple[AnyOf, ...] = ()
    surface: str = ""
    rank: int = 0


def rooted(
    type_: str, conditions: list[Condition], name: str = "", more: tuple[Hop, ...] = ()
) -> Node:
    """The node on which all these conditions hold; `more` are hops of the question itself."""
    return Node(
        type=type_,
        where=tuple(each for c in conditions for each in c.where),
        hops=(*(each for c in conditions for each in c.hops), *more),
        any_of=tuple(each for c in conditions for each in c.any_of),
    )


def told(conditions: list[Condition]) -> str:
    """What the conditions name, as the name of one side of a comparison."""
    return ", ".join(each.surface for each in conditions if each.surface)


def negated(condition: Condition, patterns: tuple[str, ...]) -> Condition:
    """The opposite, where the algebra and the words have one."""
    texts: Texts = {}
    if posts := condition.texts.get("post"):
        texts["post"] = tuple(p.replace("{post}", post) for p in patterns for post in posts)
    preds = [text for text in condition.texts.get("pred", ()) if text.startswith("{is} ")]
    if preds:
        texts["pred"] = tuple("{is} not " + text.removeprefix("{is} ") for text in preds)
    if condition.hops and not condition.where:
        hops = tuple(
            Hop(edge=h.edge, direction=h.direction, node=h.node, absent=True)
            for h in condition.hops
        )
        return replace(condition, texts=texts, hops=hops)
    if [p.op for p in condition.where] == ["eq"] and not condition.hops:
        only = condition.where[0]
        where = (Predicate(attr=only.attr, op="ne", values=only.values),)
        return replace(condition, texts=texts, where=where)
    raise Unsayable("this has no opposite")


def alternative(left: Condition, right: Condition, pattern: str) -> Condition:
    """Either of two conditions of different groups."""
    posts = zip(left.texts.get("post", ()), right.texts.get("post", ()), strict=False)
    texts = tuple(pattern.replace("{a}", a).replace("{b}", b) for a, b in posts)
    if not texts or left.any_of or right.any_of:
        raise Unsayable("these have no common place")
    branches = tuple(Branch(where=each.where, hops=each.hops) for each in (left, right))
    return Condition(
        tag="either", group=f"{left.group}|{right.group}", texts={"post": texts},
        any_of=(AnyOf(branches=branches),),
    )  # fmt: skip
