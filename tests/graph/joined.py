"""Joins of two named nodes, with the rows that every store must bring: written by hand."""

from __future__ import annotations

from occam.core.evidence import Row
from occam.core.plan import (
    Join,
    Members,
    Query,
    Values,
)

from tests.graph.patterns import ask, into, node, out, race, stands, where

JOINED: dict[str, tuple[Query, tuple[Row, ...]]] = {
    "the same winner twice": (
        ask(
            node(
                "Race",
                hops=(
                    out("WON", node("Runner", name="w")),
                    out("BEFORE", node("Race", hops=(out("WON", node("Runner", name="x")),))),
                ),
            ),
            Members(),
            joins=(Join(left="w", right="x"),),
        ),
        (
            race(3, documents="r1 r3", nodes={"w": (stands("ann"),), "x": (stands("ann"),)}),
            race(4, "unknown", nodes={"w": (), "x": ()}, open=("w", "x")),
        ),
    ),
    "joint bindings that fail the join are not shown": (
        ask(
            node(
                "Meet",
                hops=(
                    into(
                        "AT",
                        node(
                            "Race",
                            where("id", "eq", "r5"),
                            hops=(out("WON", node("Runner", name="w")),),
                        ),
                    ),
                    into(
                        "AT",
                        node(
                            "Race",
                            where("id", "eq", "r3"),
                            hops=(into("PACED", node("Runner", name="x")),),
                        ),
                    ),
                ),
            ),
            Values(node="w"),
            joins=(Join(left="w", right="x"),),
        ),
        (
            Row(
                id="m2",
                label="M2",
                nodes={"w": (stands("cat"),), "x": (stands("cat"),)},
                documents=("page-r3", "page-r5"),
            ),
        ),
    ),
    "two different winners": (
        ask(
            node(
                "Race",
                where("id", "eq", "r5"),
                hops=(
                    out("WON", node("Runner", name="w")),
                    out("WON", node("Runner", name="x")),
                ),
            ),
            joins=(Join(left="w", right="x", same=False),),
        ),
        (
            race(
                5,
                nodes={
                    "w": (stands("bob"), stands("cat")),
                    "x": (stands("bob"), stands("cat")),
                },
            ),
        ),
    ),
}
