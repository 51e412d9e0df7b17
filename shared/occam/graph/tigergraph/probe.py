"""Questions to a real server: what its documents leave open, and what they say and nobody has seen.

Each probe is a small query on a graph of its own that is dropped afterwards. Nothing else on the
server is touched, but that the vendor's vector functions are installed where they are not. What a
probe assumes is what OCCAM's queries and adapters rest on.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Literal

import msgspec

from occam.core.errors import BadConfig, OccamError, Permanent, QueryNotInstalled, Transient
from occam.graph.tigergraph.failures import clipped
from occam.graph.tigergraph.paging import CANARY
from occam.graph.tigergraph.settings import TigerGraphSettings
from occam.graph.tigergraph.wire import Wire

GRAPH = "occam_probe"
GHOST = '50%41+"ü"/&?x'
"""The id of a vertex that only an edge names."""
PACKAGE, DRAFT = "gds.", "Saved as draft"
COMPILING_S = 3600.0
INDEX_S = 300.0
_PAUSE_S = 2.0
_TRIES = 5
SETTLING_S = 60.0
"""How long a compiled query may take to be listed."""
TYPES = frozenset({"Thing", "Other"})
_SHOWN = 160

Verdict = Literal["as assumed", "differs", "refused", "told", "unanswered"]
Tell = Callable[[str], None]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What one probe found.

    `told`: nothing rests on it, the answer is only of interest. `refused`: the server (or the
    emulator, which refuses what no document promises) did not take the query. `unanswered`: the
    server was busy, several times; that says nothing about what was asked.
    """

    name: str
    asks: str
    assumed: str
    seen: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Probe:
    """A query `probe_<name>`; no `expected` means that nothing rests on its answer."""

    name: str
    asks: str
    expected: dict[str, Any] | None = None
    parameters: dict[str, Any] = field(default_factory=dict[str, Any])


_NEAR: dict[str, Any] = {"qv": [1.0, 0.0, 0.0]}
PROBES = (
    Probe(
        "attribute_by_variable",
        "getAttr takes its attribute's name from a variable",
        {"found": 1},
        {"given": "label"},
    ),
    Probe(
        "set_from_map",
        "a set of vertices is taken out of a map and seeds a vertex set",
        {"found": 3, "never_filled": 0},
    ),
    Probe(
        "list_parameters",
        "LIST parameters keep their order, and may be empty",
        {"whole": 2, "word": "b", "none": 0},
        {"wholes": [1, 2], "words": ["a", "b"], "numbers": []},
    ),
    Probe("texts", "text parameters arrive unchanged", {"back": CANARY}, {"given": CANARY}),
    Probe(
        "heap_by_parameter",
        "a heap's capacity is a parameter, and its order total",
        {"links": [{"place": 1, "id": "a"}, {"place": 1, "id": "b"}]},
        {"page": 2},
    ),
    Probe(
        "ids_by_parameter",
        "unknown ids in a SET<VERTEX<T>> are left out",
        {"found": 1},
        {"ids": [("a",), ("nobody",)]},
    ),
    Probe("against_the_arrow", "<E walks a directed edge backwards", {"found": 2}),
    Probe(
        "marks", "a flag set in POST-ACCUM is seen by the next SELECT", {"marked": 1, "cleared": 0}
    ),
    Probe("ghosts", "an endpoint that only an edge named has defaults", {"found": 1}),
    Probe(
        "whole_numbers",
        "64-bit integers come back exactly",
        {"back": 2**62 + 1},
        {"given": 2**62 + 1},
    ),
    Probe(
        "order_and_limit",
        "ORDER BY with LIMIT gives the page after a key, in order",
        {"things": [{"id": "b"}, {"id": "c"}]},
        {"page": 2, "after_id": "a"},
    ),
    Probe(
        "nearest_of_some",
        "vectorSearch among candidates fills the map of distances",
        {"found": 2, "distances": {"a": 0, "b": 1}},
        {**_NEAR, "most": 5},
    ),
    Probe(
        "exact_distances",
        "distances are computed in ACCUM and kept in a heap",
        {"hits": [{"distance": 0, "id": "a"}]},
        {**_NEAR, "most": 1},
    ),
    Probe("decided_side", "AND stops at the side that decides it", None, {"given": "nothing"}),
    Probe(
        "decided_side_of_or",
        "OR stops at the side that decides it",
        None,
        {"given": "nothing", "yes": True},
    ),
    Probe("dates_in_maps", "how a DATETIME inside a map is printed"),
    Probe("no_candidates", "vectorSearch among no candidates", None, _NEAR),
    Probe(
        "more_than_there_are",
        "vectorSearch for more than there are, some without a vector",
        None,
        _NEAR,
    ),
    Probe("vectors_in_v2", "vectorSearch under SYNTAX v2", None, _NEAR),
    Probe("set_as_target", "a vertex set variable as the target of a hop"),
    Probe("type_by_parameter", "a vertex type by a STRING parameter", None, {"vtype": "Thing"}),
    Probe("no_repetition", "whether * includes no step at all"),
    Probe(
        "attributes_by_kind",
        "getAttr reads BOOL, INT and DOUBLE, in WHERE and in POST-ACCUM",
        {"found": 3},
        {"flag": "present", "whole": "size", "real": "weight"},
    ),
    Probe("heap_worst", "pop takes the best of a heap", {"worst": 2}, {"most": 2}),
    Probe(
        "sets_of_tuples",
        "a set keeps equal tuples once, and a heap takes them at statement level",
        {"pairs": 3, "links": [{"place": 1, "id": "b"}, {"place": 1, "id": "c"}]},
        {"page": 5},
    ),
    Probe(
        "texts_in_lists", "texts in a list arrive unchanged", {"back": CANARY}, {"words": [CANARY]}
    ),
    Probe(
        "texts_as_ids",
        "ids with marks arrive unchanged",
        {"back": [{"id": GHOST}]},
        {"ids": [(GHOST,)]},
    ),
)
ROWS: dict[str, Any] = {
    "vertices": {
        "Thing": {
            id_: {
                "present": {"value": True},
                "label": {"value": label},
                "size": {"value": size},
                "seen": {"value": "2024-01-02 03:04:05"},
                **({"emb": {"value": vector}} if vector else {}),
            }
            for id_, label, size, vector in (
                ("a", "one", 1, (1.0, 0.0, 0.0)),
                ("b", "two", 2, (0.0, 1.0, 0.0)),
                ("c", "three", 3, ()),
            )
        },
        "Other": {"x": {"present": {"value": True}}},
    },
    "edges": {
        "Thing": {
            "a": {"LINKS": {"Other": {"x": {}}}},
            "b": {"LINKS": {"Other": {GHOST: {}}}},
        }
    },
}
"""Three things, two with a vector, one of them leading to a vertex that nothing loads."""


async def probe(settings: TigerGraphSettings, tell: Tell) -> list[Outcome]:
    """Asks a server everything; the graph `occam_probe` is made for it and dropped again."""
    async with Wire(settings, GRAPH) as wire:
        await _clear(wire)
        tell(f"making the graph {GRAPH}")
        printed = await wire.gsql(_text("schema"))
        if GRAPH not in await wire.graphs():
            raise Permanent(
                f"{settings.url}: the graph {GRAPH} was not made: {clipped(printed, _SHOWN)}"
            )
        try:
            return await _asked(wire, tell)
        finally:
            await _drop(wire)


async def _clear(wire: Wire) -> None:
    """What an interrupted run left is dropped; a graph of that name that is not ours is kept."""
    if GRAPH not in await wire.graphs():
        return
    types = {each["Name"] for each in (await wire.schema())["VertexTypes"]}
    if strange := sorted(types - TYPES):
        raise BadConfig(
            f"{wire.url}: the graph {GRAPH} holds {', '.join(strange)}: it is not of these probes "
            "and is left alone; they need that name for a graph of their own"
        )
    await _drop(wire)


async def _asked(wire: Wire, tell: Tell) -> list[Outcome]:
    await wire.upsert(ROWS, edges_must_exist=False)
    refused = {each.name: why for each in PROBES if (why := await _refusal(wire, each))}
    taken = [each for each in PROBES if each.name not in refused]
    tell(f"compiling {len(taken)} queries: about a minute each on a real server")
    for resting in (True, False):  # what may be refused fails no batch of what may not
        names = [_query(each) for each in taken if (each.expected is not None) is resting]
        if names:
            await _compiled(wire, names)
    await _indexed(wire)
    outcomes = [
        _refused(each, refused[each.name]) if each.name in refused else await _ran(wire, each)
        for each in PROBES
    ]
    return [*outcomes, await _missing(wire)]


async def _refusal(wire: Wire, each: Probe) -> str:
    """What the server says when it does not take the query."""
    text = f"USE GRAPH {GRAPH}\n{_text(each.name)}"
    printed = await wire.gsql(text)
    if DRAFT in printed and PACKAGE in text:
        await wire.gsql(_text("package"))
        printed = await wire.gsql(text)
    taken = DRAFT not in printed and _query(each) in await wire.kept()
    return "" if taken else printed


async def _compiled(wire: Wire, names: Sequence[str]) -> None:
    """Waits until the server lists the queries: a batch, or one by one where the batch fails.

    What is never listed is told by its own probe.
    """
    if await _compile(wire, names) or len(names) == 1:
        return
    there = await wire.installed()
    for name in names:
        if name not in there:
            await _compile(wire, [name])


async def _compile(wire: Wire, names: Sequence[str]) -> bool:
    """Whether the server lists them in the end."""
    request = await wire.install(names)
    until = time.monotonic() + COMPILING_S
    while set(names) - await wire.installed():
        state = await wire.install_state(request) if request else ""
        if "SUCCESS" in state:
            until = min(until, time.monotonic() + SETTLING_S)
        if "FAILED" in state or time.monotonic() > until:
            return False
        await asyncio.sleep(_PAUSE_S)
    return True


async def _indexed(wire: Wire) -> None:
    """Waits for the vectors' index: what a search finds before says nothing."""
    until = time.monotonic() + INDEX_S
    while await wire.vector_status():
        if time.monotonic() > until:
            return
        await asyncio.sleep(_PAUSE_S)


async def _ran(wire: Wire, each: Probe) -> Outcome:
    try:
        results = await _answer(wire, each)
    except Transient as error:
        assumed = "nothing" if each.expected is None else _spelt(each.expected)
        return _outcome(each, assumed, clipped(str(error), _SHOWN), "unanswered")
    except OccamError as error:
        return _refused(each, str(error))
    seen = {key: _plain(value) for result in results for key, value in result.items()}
    if each.expected is None:
        return _outcome(each, "nothing", _spelt(seen), "told")
    verdict: Verdict = "as assumed" if seen == each.expected else "differs"
    return _outcome(each, _spelt(each.expected), _spelt(seen), verdict)


async def _answer(wire: Wire, each: Probe) -> list[dict[str, Any]]:
    """What it prints. Compiling restarts parts of the server, which then refuse for a moment."""
    for _ in range(_TRIES - 1):
        try:
            return await wire.run(_query(each), each.parameters)
        except Transient:
            await asyncio.sleep(_PAUSE_S)
    return await wire.run(_query(each), each.parameters)


async def _missing(wire: Wire) -> Outcome:
    """A query that is not installed has to be told apart from every other failure."""
    asked = Probe("nowhere", "a query that is not installed is answered with 404")
    try:
        seen = _spelt(await wire.run("probe_nowhere"))
    except QueryNotInstalled:
        return _outcome(asked, "404", "404", "as assumed")
    except OccamError as error:
        seen = clipped(str(error), _SHOWN)
    return _outcome(asked, "404", seen, "differs")


def _refused(each: Probe, why: str) -> Outcome:
    assumed = "nothing" if each.expected is None else _spelt(each.expected)
    verdict: Verdict = "refused" if each.expected is None else "differs"
    return _outcome(each, assumed, clipped(why, _SHOWN), verdict)


def _outcome(each: Probe, assumed: str, seen: str, verdict: Verdict) -> Outcome:
    return Outcome(name=each.name, asks=each.asks, assumed=assumed, seen=seen, verdict=verdict)


def _plain(value: Any) -> Any:
    """A printed vertex as its attributes."""
    if isinstance(value, list):
        return [item.get("attributes", item) if isinstance(item, dict) else item for item in value]  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]
    return value


def _spelt(value: object) -> str:
    return clipped(msgspec.json.encode(value).decode(), _SHOWN)


def _query(each: Probe) -> str:
    return f"probe_{each.name}"


def _text(name: str) -> str:
    folder = files("occam.graph.tigergraph") / "templates" / "probes"
    return (folder / f"{name}.gsql").read_text(encoding="utf-8")


async def _drop(wire: Wire) -> None:
    await wire.gsql(_text("drop"))
