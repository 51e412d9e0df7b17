"""Reads a query's whole result by pages that each fit into a response.

Pages are cut by keys in a total order, so that nothing is read twice or left out; each page tells
how much there is in all, and at which state of the graph it was read.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from occam.core.errors import Permanent, Transient
from occam.graph.tigergraph.failures import TooLarge

Run = Callable[[Mapping[str, Any]], Awaitable[Sequence[Mapping[str, Any]]]]

PAGE = 10_000
CANARY = '50%+"ü"\n'
"""Comes back unchanged, or the server alters text parameters on the way."""


@dataclass(frozen=True, slots=True)
class Section:
    """One list of a result: the key it comes under, that of its size, the parameter that asks for
    it, and for each part of its order the parameter that says where the last page ended."""

    rows: str
    total: str
    wanted: str
    after: tuple[tuple[str, str], ...]


LINKS = Section(
    "links",
    "links_total",
    "want_links",
    (("after_place", "place"), ("after_near", "near"), ("after_far", "far")),
)


async def whole(
    run: Run, parameters: Mapping[str, Any], sections: Sequence[Section], version: str, page: int
) -> dict[str, list[Mapping[str, Any]]]:
    """Every section in full, all at one state of that version.

    Raises `Transient` when the graph is being loaded or was loaded in between, `Permanent` when it
    holds another version or not even one row fits into a response.
    """
    reader = _Reader(sections, version)
    while reader.unfinished:
        asked = {**parameters, **reader.cursor(), "page": page, "canary": CANARY}
        try:
            reader.take(await run(asked))
        except TooLarge as error:
            if page == 1:
                raise Permanent(f"a single row exceeds the response limit: {error}") from error
            page = max(1, page // 4)
    return reader.found


def merged(results: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """What all statements of a query printed, by name."""
    return {key: value for result in results for key, value in result.items()}


def state(page: Mapping[str, Any], version: str) -> int:
    """The counter of the state that was read: of that version, and no load in between."""
    if page["canary"] != CANARY:
        raise Permanent("the server alters text parameters on the way: nothing is compared")
    if not page["release"]:
        raise Permanent("the graph is empty: load it with `occam tigergraph load`")
    held = page["release"][0]["attributes"]
    if [row["attributes"] for row in page["opening"]] != [held]:
        raise Transient("the graph was loaded while it was read")
    if held["counter"] % 2:
        raise Transient("the graph is being loaded")
    if held["version"] != version:
        raise Permanent(
            f"the server holds version {held['version']}, asked was {version}: "
            "load it with `occam tigergraph load`, or ask again on what is loaded"
        )
    return held["counter"]


class _Reader:
    def __init__(self, sections: Sequence[Section], version: str) -> None:
        self.found: dict[str, list[Mapping[str, Any]]] = {s.rows: [] for s in sections}
        self.unfinished = list(sections)
        self._sections = sections
        self._version = version
        self._counter: int | None = None

    def cursor(self) -> dict[str, Any]:
        """Asks each unfinished section for what comes after its last row."""
        asked: dict[str, Any] = {}
        for section in self._sections:
            last = self.found[section.rows][-1:]
            asked[section.wanted] = section in self.unfinished
            for parameter, column in section.after:
                start = -1 if parameter == "after_place" else ""
                asked[parameter] = last[0][column] if last else start
        return asked

    def take(self, results: Sequence[Mapping[str, Any]]) -> None:
        """Adds a page."""
        page = merged(results)
        counter = state(page, self._version)
        if self._counter not in (None, counter):
            raise Transient("the graph was loaded while it was read")
        self._counter = counter
        for section in list(self.unfinished):
            rows = [row.get("attributes", row) for row in page[section.rows]]
            held = self.found[section.rows]
            held += _ordered(rows, section)
            if len(held) >= page[section.total]:
                self.unfinished.remove(section)
            elif not rows:
                raise Transient(f"{section.rows}: {len(held)} of {page[section.total]} came")


def _ordered(rows: Sequence[Mapping[str, Any]], section: Section) -> Sequence[Mapping[str, Any]]:
    """In the order of the keys: text by its bytes, as the server compares it."""

    def key(row: Mapping[str, Any]) -> tuple[Any, ...]:
        values = (row[column] for _, column in section.after)
        return tuple(v.encode() if isinstance(v, str) else v for v in values)

    return sorted(rows, key=key)
