"""What every store must answer about the races, written by hand: no store is its own judge."""

from __future__ import annotations

from occam.core.evidence import Row
from occam.core.plan import (
    AnyOf,
    Branch,
    Count,
    Exists,
    Extreme,
    Fold,
    Group,
    Join,
    Members,
    Node,
    Order,
    Query,
    TopK,
    Values,
)
from occam.core.values import Cell

from tests.graph.patterns import either, into, node, out, race, stands, where
from tests.graph.races import NONE, UNKNOWN, days

M1 = out("AT", node("Meet", where("id", "eq", "m1")))
M2 = out("AT", node("Meet", where("id", "eq", "m2")))
FLAT = {"kind": Cell("flat")}


def _ask(root: Node, answer: object = None, joins: tuple[Join, ...] = ()) -> Query:
    return Query(root=root, answer=answer or Count(), joins=joins)  # type: ignore[arg-type]


def _runner(id_: str, truth: str = "yes", documents: str = "", **rest: object) -> Row:
    cited = tuple(f"page-{page}" for page in documents.split())
    return Row(id=id_, label=id_.title(), truth=truth, documents=cited, **rest)  # type: ignore[arg-type]


CASES: dict[str, tuple[Query, tuple[Row, ...]]] = {
    "a lookup brings the value asked for": (
        _ask(node("Race", where("id", "eq", "r1")), Values(attr="size")),
        (race(1, cells={"size": Cell(10)}),),
    ),
    "an unknown value comes with its cause": (
        _ask(node("Race", where("id", "eq", "r2")), Values(attr="size")),
        (race(2, cells={"size": UNKNOWN}),),
    ),
    "nothing matches and nothing is returned": (
        _ask(node("Race", where("id", "eq", "r9")), Exists()),
        (),
    ),
    "a measure compares without narrowing the pool": (
        _ask(node("Race", where("size", "gt", 10), hops=(M2,))),
        (
            race(3, cells={"size": Cell(12)}),
            race(4, cells={"size": Cell(12)}),
            race(5, "no", cells={"size": NONE}),
        ),
    ),
    "an unknown measure may satisfy the comparison": (
        _ask(node("Race", where("size", "ge", 11), hops=(M1,))),
        (race(1, "no", cells={"size": Cell(10)}), race(2, "unknown", cells={"size": UNKNOWN})),
    ),
    "a dimension narrows the pool and an unknown one stays in it": (
        _ask(node("Race", where("kind", "ne", "flat"))),
        (
            race(4, cells={"kind": Cell("hurdles")}),
            race(5, "unknown", cells={"kind": UNKNOWN}),
        ),
    ),
    "what is unknown can be asked for": (
        _ask(node("Race", where("kind", "is_unknown"))),
        (race(5, cells={"kind": UNKNOWN}),),
    ),
    "numbers keep their fraction": (
        _ask(node("Race", where("length", "between", -1, 2.5)), Fold(attr="length", by="sum")),
        (
            race(1, cells={"length": Cell(1.5)}),
            race(3, cells={"length": Cell(1.5)}),
            race(5, cells={"length": Cell(-0.5)}),
        ),
    ),
    "flags are compared": (
        _ask(node("Race", where("night", "eq", True))),
        (race(2, cells={"night": Cell(True)}), race(4, cells={"night": Cell(True)})),
    ),
    "a text is found inside a label whatever its case": (
        _ask(node("Runner", where("label", "contains", "AN"))),
        (_runner("ann"), _runner("dan")),
    ),
    "a day is covered only by a run that holds it": (
        _ask(node("Race", where("day", "covers", days(("05", "05"))))),
        (
            race(2, "unknown", cells={"day": UNKNOWN}),
            race(3, cells={"day": Cell(days(("02", "02"), ("05", "06")))}),
        ),
    ),
    "a period lies within another when all its runs do": (
        _ask(node("Race", where("day", "within", days(("02", "04"))))),
        (
            race(2, "unknown", cells={"day": UNKNOWN}),
            race(4, cells={"day": Cell(days(("04", "04")))}),
        ),
    ),
    "one race ends before another's first day": (
        _ask(node("Race", where("day", "before", days(("04", "05"))))),
        (
            race(1, cells={"day": Cell(days(("01", "03")))}),
            race(2, "unknown", cells={"day": UNKNOWN}),
        ),
    ),
    "an open hop may lead anywhere": (
        _ask(node("Race", hops=(out("ON", node("Track", where("id", "eq", "t2"))),))),
        (race(2, "unknown"), race(3), race(5)),
    ),
    "an absent hop is unknown where the hop is open": (
        _ask(node("Race", hops=(out("ON", node("Track", where("id", "eq", "t1")), absent=True),))),
        (race(2, "unknown"), race(3)),
    ),
    "a named node holds every neighbour or is open": (
        _ask(node("Race", hops=(M2, out("WON", node("Runner", name="w")))), Group(node="w")),
        (
            race(3, nodes={"w": (stands("ann"),)}),
            race(4, "unknown", nodes={"w": ()}, open=("w",)),
            race(5, nodes={"w": (stands("bob"), stands("cat"))}),
        ),
    ),
    "a source that names no target may lead to anyone": (
        _ask(node("Runner", hops=(into("WON", node("Race", hops=(M2,))),)), Members()),
        (
            _runner("ann", documents="r3 r4"),
            _runner("bob", documents="r4 r5"),
            _runner("cat", documents="r4 r5"),
            _runner("dan", "unknown", documents="r4"),
        ),
    ),
    "a known next edition leaves no room for one that the sources do not name": (
        _ask(
            node(
                "Race",
                where("id", "in", "r1", "r2"),
                hops=(into("BEFORE", node("Race", name="n")),),
            ),
            Count(node="n"),
        ),
        (
            Row(
                id="r1",
                label="Race 1",
                nodes={"n": (stands("r3"),)},
                documents=("page-r1", "page-r3"),
            ),
            Row(
                id="r2",
                label="Race 2",
                truth="unknown",
                nodes={"n": (stands("r4", "unknown"),)},
                documents=("page-r2", "page-r4"),
            ),
        ),
    ),
    "floating sources stand at a named node as unknown": (
        _ask(
            node("Track", where("id", "eq", "t2"), hops=(into("ON", node("Race", name="r")),)),
            Count(node="r"),
        ),
        (
            Row(
                id="t2",
                label="T2",
                nodes={"r": (stands("r2", "unknown"), stands("r3"), stands("r5"))},
                documents=("page-r2", "page-r3", "page-r5"),
            ),
        ),
    ),
    "who won nothing is unknown while a winner is": (
        _ask(node("Runner", hops=(into("WON", node("Race", hops=(M2,)), absent=True),))),
        (_runner("dan", "unknown"),),
    ),
    "who won nothing is sure where all winners are known": (
        _ask(node("Runner", hops=(into("WON", node("Race", hops=(M1,)), absent=True),))),
        (_runner("cat"), _runner("dan")),
    ),
    "an edge that is always known says no for sure": (
        _ask(node("Race", hops=(M2, into("PACED", node("Runner"), absent=True)))),
        (race(4), race(5)),
    ),
    "the page of the race before is cited too": (
        _ask(
            node(
                "Race",
                where("kind", "eq", "flat"),
                hops=(
                    M2,
                    out(
                        "BEFORE",
                        node("Race", name="p", hops=(out("WON", node("Runner", name="w")),)),
                    ),
                ),
            ),
            Values(node="w"),
        ),
        (
            race(
                3,
                documents="r1 r3",
                cells=FLAT,
                nodes={"p": (stands("r1"),), "w": (stands("ann"),)},
            ),
        ),
    ),
    "an open hop leaves all names below it open": (
        _ask(
            node(
                "Race",
                where("id", "eq", "r4"),
                hops=(
                    out(
                        "BEFORE",
                        node("Race", name="p", hops=(out("WON", node("Runner", name="w")),)),
                    ),
                ),
            ),
            Values(node="w"),
        ),
        (race(4, "unknown", nodes={"p": (), "w": ()}, open=("p", "w")),),
    ),
    "the same winner twice": (
        _ask(
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
        _ask(
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
        _ask(
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
    "one branch of an alternative is enough": (
        _ask(
            Node(
                type="Race",
                any_of=(
                    either(
                        where("kind", "eq", "hurdles"),
                        out("WON", node("Runner", where("id", "eq", "ann"))),
                    ),
                ),
            ),
        ),
        (
            race(1, cells=FLAT),
            race(3, cells=FLAT),
            race(4, cells={"kind": Cell("hurdles")}),
            race(5, "unknown", cells={"kind": UNKNOWN}),
        ),
    ),
    "an alternative with a measure does not narrow the pool": (
        _ask(
            Node(
                type="Race",
                hops=(M2,),
                any_of=(either(where("size", "ge", 12), where("kind", "eq", "hurdles")),),
            ),
            TopK(attr="size", k=1),
        ),
        (
            race(3, cells={"kind": Cell("flat"), "size": Cell(12)}),
            race(4, cells={"kind": Cell("hurdles"), "size": Cell(12)}),
            race(5, "unknown", cells={"kind": UNKNOWN, "size": NONE}),
        ),
    ),
    "a branch that fails with its measure cites nothing": (
        _ask(
            Node(
                type="Race",
                where=(where("size", "lt", 12),),
                any_of=(either(where("size", "gt", 100), out("BEFORE", node("Race"))),),
            ),
        ),
        (
            race(1, "no", cells={"size": Cell(10)}),
            race(2, "unknown", cells={"size": UNKNOWN}),
            race(3, "no", cells={"size": Cell(12)}),
            race(4, "no", cells={"size": Cell(12)}),
            race(5, "no", cells={"size": NONE}),
        ),
    ),
    "one name may stand in each branch": (
        _ask(
            Node(
                type="Race",
                where=(where("id", "eq", "r1"),),
                any_of=(
                    AnyOf(
                        branches=(
                            Branch(hops=(out("WON", node("Runner", name="w")),)),
                            Branch(hops=(into("PACED", node("Runner", name="w")),)),
                        )
                    ),
                ),
            ),
            Values(node="w"),
        ),
        (race(1, nodes={"w": (stands("ann"), stands("dan"))}),),
    ),
    "a row that fails its measure shows nothing at its names": (
        _ask(
            node(
                "Race",
                where("size", "gt", 11),
                hops=(
                    M1,
                    out("WON", node("Runner", name="w")),
                ),
            ),
            Group(node="w"),
        ),
        (
            race(1, "no", cells={"size": Cell(10)}, nodes={"w": ()}),
            race(2, "unknown", cells={"size": UNKNOWN}, nodes={"w": (stands("bob", "unknown"),)}),
        ),
    ),
    "a named node shows what is compared and asked there": (
        _ask(
            node(
                "Meet",
                where("id", "eq", "m1"),
                hops=(into("AT", node("Race", where("kind", "eq", "flat"), name="r")),),
            ),
            Values(attr="length", node="r"),
        ),
        (
            Row(
                id="m1",
                label="M1",
                nodes={
                    "r": (
                        stands("r1", length=Cell(1.5), **FLAT),
                        stands("r2", length=Cell(3.0), **FLAT),
                    )
                },
                documents=("page-r1", "page-r2"),
            ),
        ),
    ),
    "what the answer orders and folds by is shown": (
        _ask(node("Meet"), Members(order=Order(attr="year"))),
        (
            Row(id="m1", label="M1", cells={"year": Cell(1990)}),
            Row(id="m2", label="M2", cells={"year": Cell(1994)}),
        ),
    ),
    "ties all come back": (
        _ask(node("Race", hops=(M2, into("PACED", node("Runner")))), Extreme(attr="size")),
        (race(3, cells={"size": Cell(12)}),),
    ),
}
