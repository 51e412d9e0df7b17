"""The installed operators: answers that the server works out alone, without a plan's program.

They serve people and checks that look at a graph directly, and let the server's own counting be
held against that of the core. Each method is one installed query, read whole at one state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from occam.core.errors import BadInput
from occam.core.plan import Direction
from occam.core.values import Kind
from occam.graph.tigergraph.flat import Anchor, Flat, asked, leaves, parameters
from occam.graph.tigergraph.layout import Layout
from occam.graph.tigergraph.paging import CANARY, PAGE, Section, merged, state, whole
from occam.graph.tigergraph.results import (
    Around,
    Chained,
    Counted,
    Folded,
    Grouped,
    Member,
    Members,
    Piece,
    Ranked,
    Record,
    Relation,
    Walked,
    by_name,
    documents,
    folded,
    head,
    member,
    ranked,
    stop,
)

PREVIEW = 20
_NUMERIC: tuple[Kind, ...] = ("integer", "number")
_ORDERED: tuple[Kind, ...] = (*_NUMERIC, "period")
_MEMBERS = Section("members", "members_total", "want_members", (("after_member", "id"),))
_EVIDENCE = Section("evidence", "evidence_total", "want_evidence", (("after_piece", "id"),))
_WINNERS = Section("winners", "winners_total", "want_winners", (("after_winner", "id"),))
_DOUBTS = Section("doubts", "doubts_total", "want_doubts", (("after_doubt", "id"),))
_HEADS = Section("heads", "heads_total", "want_heads", (("after_head", "id"),))
_STOPS = Section(
    "stops", "stops_total", "want_stops", (("after_place", "place"), ("after_stop", "id"))
)


class Runs(Protocol):
    """Runs an installed query; the connection does."""

    async def run(self, query: str, params: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
        """What the query prints, one object a PRINT."""
        ...


class Operators:
    """The operators of one pack's graph, at one version of it."""

    def __init__(self, wire: Runs, layout: Layout, version: str, page: int = PAGE) -> None:
        self._wire = wire
        self._layout = layout
        self._schema = layout.schema
        self._version = version
        self._page = page

    async def members(self, pattern: Flat, attr: str = "") -> Members:
        """Everyone who qualifies, with the value of one attribute."""
        given = self._pattern(pattern, attr)
        told, found = await self._whole("occam_members", given, _MEMBERS)
        return Members(
            sure=told["sure_total"],
            unsure=told["unsure_total"],
            members=self._members(found["members"], pattern, attr),
        )

    async def count(self, pattern: Flat) -> Counted:
        """How many qualify, with their documents."""
        given = parameters(pattern, self._layout)
        told, found = await self._whole("occam_count", given, _EVIDENCE)
        return Counted(
            sure=told["sure_total"],
            unsure=told["unsure_total"],
            evidence=tuple(
                Piece(row["id"], documents(row), row["sure"]) for row in found["evidence"]
            ),
        )

    async def extreme(self, pattern: Flat, attr: str, greatest: bool = True) -> Ranked:
        """Everyone who has the greatest or least value."""
        return await self._ranked("occam_extreme", pattern, attr, greatest, {})

    async def top_k(self, pattern: Flat, attr: str, k: int, descending: bool = True) -> Ranked:
        """The first k by value, and all that tie with the last of them."""
        if k < 1:
            raise BadInput(f"the first {k} are nothing")
        return await self._ranked("occam_top_k", pattern, attr, descending, {"k": k})

    async def fold(self, pattern: Flat, attr: str) -> Folded:
        """Sum, least and greatest of a value, and how many have one."""
        given = self._pattern(pattern, attr, _NUMERIC)
        page = await self._once("occam_fold", given)
        return folded(page, self._kind(pattern, attr))

    async def group(self, pattern: Flat, by: Anchor, attr: str = "") -> Grouped:
        """Everyone who qualifies gathered by the neighbour over one edge, a value folded."""
        leaves(by, pattern.type, self._schema)
        if by.direction == "in" and self._schema.edges[by.edge].unknown:
            raise BadInput(f"{by.edge!r} may be unknown: it gathers on the way out only")
        given = self._pattern(pattern, attr, _NUMERIC if attr else ())
        edge = self._layout.edges[by.edge].name
        given |= {"gather_hop": edge, "gather_way": by.direction}
        told, found = await self._whole("occam_group", given, _HEADS)
        kind = self._kind(pattern, attr) if attr else None
        heads = [head(row, kind) for row in found["heads"]]
        return Grouped(
            sure=told["sure_total"],
            unsure=told["unsure_total"],
            unplaced=told["open_total"],
            heads=tuple(sorted(heads, key=lambda one: (one.label, one.id))),
        )

    async def walk(
        self, type_: str, ids: Iterable[str], path: Sequence[Anchor], preview: int = PREVIEW
    ) -> Walked:
        """A path of edges from vertices of a type, counted exactly at every step."""
        place = type_
        given = self._starts(type_, ids)
        for anchor in path:
            place = leaves(anchor, place, self._schema)
        given |= {
            "hops": [self._layout.edges[anchor.edge].name for anchor in path],
            "ways": [anchor.direction for anchor in path],
            "preview": preview,
        }
        page = await self._once("occam_walk", given)
        lines = {row["place"]: row for row in page["steps"]}
        return Walked(
            started=page["started"],
            steps=tuple(
                Relation(
                    near="",
                    edge=anchor.edge,
                    direction=anchor.direction,
                    links=lines[number]["links"],
                    reached=lines[number]["reached"],
                    ajar=lines[number]["ajar"],
                    preview=by_name([stop(r) for r in page["stops"] if r["place"] == number]),
                )
                for number, anchor in enumerate(path)
            ),
        )

    async def chain(
        self, type_: str, ids: Iterable[str], edge: str, direction: Direction, steps: int = 0
    ) -> Chained:
        """Along an ordering edge, so many steps or (0) to the end."""
        leaves(Anchor(edge, direction), type_, self._schema)
        if not self._schema.edges[edge].ordering:
            raise BadInput(f"the edge {edge!r} does not order {type_!r} in time")
        if steps < 0:
            raise BadInput(f"{steps} steps lead nowhere: turn the direction instead")
        given = self._starts(type_, ids)
        given |= {"hop": self._layout.edges[edge].name, "way": direction, "steps": steps}
        told, found = await self._whole("occam_chain", given, _STOPS)
        return Chained(stops=tuple(map(stop, found["stops"])), afloat=told["afloat_total"])

    async def neighbourhood(self, type_: str, ids: Iterable[str], preview: int = PREVIEW) -> Around:
        """What stands around each of the vertices of a type, relation by relation."""
        given = self._starts(type_, ids) | {"preview": preview}
        page = await self._once("occam_neighbourhood", given)
        found = tuple(sorted(page["found"]))
        lines = {(row["near"], row["hop"], row["way"]): row for row in page["relations"]}
        shown: dict[tuple[str, str, str], list[Record]] = {}
        for row in page["neighbours"]:
            shown.setdefault((row["near"], row["hop"], row["way"]), []).append(row)
        return Around(
            found=found,
            relations=tuple(
                self._relation(id_, anchor, lines, shown)
                for id_ in found
                for anchor in self._around(type_)
            ),
        )

    def _around(self, type_: str) -> list[Anchor]:
        ways: tuple[Direction, ...] = ("out", "in")
        return [
            Anchor(edge, way)
            for edge in self._schema.edges
            for way in ways
            if self._schema.near_end(edge, way) == type_
        ]

    def _relation(
        self,
        near: str,
        anchor: Anchor,
        lines: Mapping[tuple[str, str, str], Record],
        shown: Mapping[tuple[str, str, str], Sequence[Record]],
    ) -> Relation:
        key = near, self._layout.edges[anchor.edge].name, anchor.direction
        line = lines.get(key, {"links": 0, "ajar": 0})
        return Relation(
            near=near,
            edge=anchor.edge,
            direction=anchor.direction,
            links=line["links"],
            reached=line["links"],
            ajar=line["ajar"],
            preview=by_name([stop(row) for row in shown.get(key, ())]),
        )

    async def _ranked(
        self, query: str, pattern: Flat, attr: str, greatest: bool, more: Mapping[str, Any]
    ) -> Ranked:
        given = self._pattern(pattern, attr, _ORDERED) | {"greatest": greatest, **more}
        told, found = await self._whole(query, given, _WINNERS, _DOUBTS)
        return Ranked(
            sure=told["sure_total"],
            unsure=told["unsure_total"],
            known=told["known_total"],
            winners=ranked(self._members(found["winners"], pattern, attr), greatest),
            doubts=self._members(found["doubts"], pattern, attr),
        )

    def _pattern(self, pattern: Flat, attr: str, kinds: tuple[Kind, ...] = ()) -> dict[str, Any]:
        given = parameters(pattern, self._layout)
        if kinds and not attr:
            raise BadInput(f"no attribute of {pattern.type!r} is asked for")
        return given | asked(pattern.type, attr, self._layout, kinds)

    def _kind(self, pattern: Flat, attr: str) -> Kind:
        attribute = self._schema.attribute(pattern.type, attr)
        assert attribute is not None
        return attribute.kind

    def _members(self, rows: Iterable[Record], pattern: Flat, attr: str) -> tuple[Member, ...]:
        kind = self._kind(pattern, attr) if attr else None
        return tuple(member(row, kind) for row in rows)

    def _starts(self, type_: str, ids: Iterable[str]) -> dict[str, Any]:
        """The parameters that name vertices: those of the type, none of the others."""
        if type_ not in self._layout.vertices:
            raise BadInput(f"the schema has no vertex type {type_!r}")
        given: dict[str, Any] = {f"ids_{v.name}": [] for v in self._layout.vertices.values()}
        named = [(id_,) for id_ in sorted(set(ids)) if id_]
        return given | {f"ids_{self._layout.vertices[type_].name}": named}

    async def _whole(
        self, query: str, given: Mapping[str, Any], *sections: Section
    ) -> tuple[Record, dict[str, list[Record]]]:
        """Every section in full, and what else the last page told."""
        told: dict[str, Any] = {}

        async def run(asked: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
            results = await self._wire.run(query, asked)
            told.update(merged(results))
            return results

        return told, await whole(run, given, sections, self._version, self._page)

    async def _once(self, query: str, given: Mapping[str, Any]) -> Record:
        """A result of one page."""
        page = merged(await self._wire.run(query, {**given, "canary": CANARY}))
        state(page, self._version)
        return page
