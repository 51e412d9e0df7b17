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
    Members,
    Node,
    Order,
    Query,
    TopK,
    Values,
)
from occam.core.values import Cell

from tests.graph.joined import JOINED
from tests.graph.patterns import (
    FLAT,
    M1,
    M2,
    ask,
    either,
    into,
    node,
    out,
    race,
    runner,
    stands,
    where,
)
from tests.graph.races import NONE, UNKNOWN, days

CASES: dict[str, tuple[Query, tuple[Row, ...]]] = {
    "a lookup brings the value asked for": (
        ask(node("Race", where("id", "eq", "r1")), Values(attr="size")),
        (race(1, cells={"size": Cell(10)}),),
    ),
    "an unknown value comes with its cause": (
        ask(node("Race", where("id", "eq", "r2")), Values(attr="size")),
        (race(2, cells={"size": UNKNOWN}),),
    ),
    "nothing matches and nothing is returned": (
        ask(node("Race", where("id", "eq", "r9")), Exists()),
        (),
    ),
    "a measure compares without narrowing the pool": (
        ask(node("Race", where("size", "gt", 10), hops=(M2,))),
        (
            race(3, cells={"size": Cell(12)}),
            race(4, cells={"size": Cell(12)}),
            race(5, "no", cells={"size": NONE}),
        ),
    ),
    "an unknown measure may satisfy the comparison": (
        ask(node("Race", where("size", "ge", 11), hops=(M1,))),
        (race(1, "no", cells={"size": Cell(10)}), race(2, "unknown", cells={"size": UNKNOWN})),
    ),
    "a dimension narrows the pool and an unknown one stays in it": (
        ask(node("Race", where("kind", "ne", "flat"))),
        (
            race(4, cells={"kind": Cell("hurdles")}),
            race(5, "unknown", cells={"kind": UNKNOWN}),
        ),
    ),
    "what is unknown can be asked for": (
        ask(node("Race", where("kind", "is_unknown"))),
        (race(5, cells={"kind": UNKNOWN}),),
    ),
    "numbers keep their fraction": (
        ask(node("Race", where("length", "between", -1, 2.5)), Fold(attr="length", by="sum")),
        (
            race(1, cells={"length": Cell(1.5)}),
            race(3, cells={"length": Cell(1.5)}),
            race(5, cells={"length": Cell(-0.5)}),
        ),
    ),
    "flags are compared": (
        ask(node("Race", where("night", "eq", True))),
        (race(2, cells={"night": Cell(True)}), race(4, cells={"night": Cell(True)})),
    ),
    "a text is found inside a label whatever its case": (
        ask(node("Runner", where("label", "contains", "AN"))),
        (runner("ann"), runner("dan")),
    ),
    "a day is covered only by a run that holds it": (
        ask(node("Race", where("day", "covers", days(("05", "05"))))),
        (
            race(2, "unknown", cells={"day": UNKNOWN}),
            race(3, cells={"day": Cell(days(("02", "02"), ("05", "06")))}),
        ),
    ),
    "a period lies within another when all its runs do": (
        ask(node("Race", where("day", "within", days(("02", "04"))))),
        (
            race(2, "unknown", cells={"day": UNKNOWN}),
            race(4, cells={"day": Cell(days(("04", "04")))}),
        ),
    ),
    "one race ends before another's first day": (
        ask(node("Race", where("day", "before", days(("04", "05"))))),
        (
            race(1, cells={"day": Cell(days(("01", "03")))}),
            race(2, "unknown", cells={"day": UNKNOWN}),
        ),
    ),
    "an open hop may lead anywhere": (
        ask(node("Race", hops=(out("ON", node("Track", where("id", "eq", "t2"))),))),
        (race(2, "unknown"), race(3), race(5)),
    ),
    "an absent hop is unknown where the hop is open": (
        ask(node("Race", hops=(out("ON", node("Track", where("id", "eq", "t1")), absent=True),))),
        (race(2, "unknown"), race(3)),
    ),
    "a named node holds every neighbour or is open": (
        ask(node("Race", hops=(M2, out("WON", node("Runner", name="w")))), Group(node="w")),
        (
            race(3, nodes={"w": (stands("ann"),)}),
            race(4, "unknown", nodes={"w": ()}, open=("w",)),
            race(5, nodes={"w": (stands("bob"), stands("cat"))}),
        ),
    ),
    "a source that names no target may lead to anyone": (
        ask(node("Runner", hops=(into("WON", node("Race", hops=(M2,))),)), Members()),
        (
            runner("ann", documents="r3 r4"),
            runner("bob", documents="r4 r5"),
            runner("cat", documents="r4 r5"),
            runner("dan", "unknown", documents="r4"),
        ),
    ),
    "a known next edition leaves no room for one that the sources do not name": (
        ask(
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
        ask(
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
        ask(node("Runner", hops=(into("WON", node("Race", hops=(M2,)), absent=True),))),
        (runner("dan", "unknown"),),
    ),
    "who won nothing is sure where all winners are known": (
        ask(node("Runner", hops=(into("WON", node("Race", hops=(M1,)), absent=True),))),
        (runner("cat"), runner("dan")),
    ),
    "an edge that is always known says no for sure": (
        ask(node("Race", hops=(M2, into("PACED", node("Runner"), absent=True)))),
        (race(4), race(5)),
    ),
    "the page of the race before is cited too": (
        ask(
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
        ask(
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
    **JOINED,
    "one branch of an alternative is enough": (
        ask(
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
        ask(
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
        ask(
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
        ask(
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
        ask(
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
        ask(
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
        ask(node("Meet"), Members(order=Order(attr="year"))),
        (
            Row(id="m1", label="M1", cells={"year": Cell(1990)}),
            Row(id="m2", label="M2", cells={"year": Cell(1994)}),
        ),
    ),
    "ties all come back": (
        ask(node("Race", hops=(M2, into("PACED", node("Runner")))), Extreme(attr="size")),
        (race(3, cells={"size": Cell(12)}),),
    ),
}
