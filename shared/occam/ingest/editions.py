"""Which record is the edition before which: as the page says, else by the table's order."""

from __future__ import annotations

from collections.abc import Sequence

from occam.ingest.drafts import Drafts, Read
from occam.ingest.extracts import Extract, Value, filled
from occam.ingest.spelling import folded
from occam.packs import Pack
from occam.packs.mapping import Ordering

_Editions = dict[tuple[int, int, str, str], list[str]]


def link_editions(pack: Pack, drafts: Drafts, extracts: Sequence[Extract]) -> None:
    """Add every ordering edge of the mapping, or the cause why there is none."""
    editions: _Editions = {}
    for extract in extracts:
        for position, ordering in enumerate(pack.mapping.records[extract.record].orderings):
            key = _key(extract, position, ordering, filled(ordering.at, extract.variables))
            editions.setdefault(key, []).append(extract.id)
    for extract in extracts:
        for position, ordering in enumerate(pack.mapping.records[extract.record].orderings):
            _link(pack, drafts, editions, extract, position, ordering)


def _key(extract: Extract, position: int, ordering: Ordering, at: str) -> tuple[int, int, str, str]:
    name = folded(filled(ordering.key, extract.variables))
    return extract.record, position, name, at.casefold()


def _link(
    pack: Pack,
    drafts: Drafts,
    editions: _Editions,
    extract: Extract,
    position: int,
    ordering: Ordering,
) -> None:
    stated = next((value for value in extract.stated if value.of == str(position)), None)
    at = str(stated.value) if stated else _before(pack, ordering, extract)
    found = editions.get(_key(extract, position, ordering, at), []) if at else []
    targets = [target for target in found if target != extract.id]
    if len(targets) == 1:
        drafts.edge(ordering.edge, extract.id, targets[0], _read(extract, stated))
        return
    cause = "several_editions" if targets else "not_in_corpus" if stated else "not_stated"
    drafts.unknown_edge(ordering.edge, extract.id, cause, _read(extract, stated))
    drafts.lost(extract.document, ordering.edge, cause, at if stated else "")


def _before(pack: Pack, ordering: Ordering, extract: Extract) -> str:
    """The edition before this one in the table, where the page is silent."""
    lookup = ordering.fallback
    row = pack.tables[lookup.table].row(filled(lookup.key, extract.variables)) if lookup else None
    return row.cells[lookup.column] if lookup and row else ""


def _read(extract: Extract, stated: Value | None) -> Read:
    if stated:
        return Read(extract.document, stated.start, stated.end, "edition:stated")
    return Read(extract.document, rule="edition:table")
