"""All extracts together: settled names, links between editions, one dataset in total order."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from occam.core import periods
from occam.core.dataset import Dataset, Page, Unreadable
from occam.core.ports import DocumentState
from occam.core.values import Scalar
from occam.ingest.drafts import Drafts, Read, unknown
from occam.ingest.editions import link_editions
from occam.ingest.extracts import Extract, Link, Value, filled, text_digest
from occam.ingest.settle import SETTLERS, Named, Settler
from occam.packs import Pack
from occam.packs.mapping import EdgeMap, Record, TableMap, Target
from occam.packs.pack import Document
from occam.packs.tables import Table, TableRow


@cache
def reader_digest() -> str:
    """The digest of the code that reads pages: another reader makes another version."""
    files = [*sorted(Path(__file__).parent.glob("*.py")), Path(periods.__file__)]
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in files)).hexdigest()


def version_of(pack: Pack, states: Iterable[tuple[str, str, str]]) -> str:
    """The name of a version: the same pack, reader and (doc_id, digest, title) give the same."""
    digest = hashlib.sha256(f"{pack.digest}\n{reader_digest()}\n".encode())
    for state in sorted(states):
        digest.update("\0".join((*state, "")).encode(errors="surrogatepass"))
    return digest.hexdigest()[:16]


def assemble(pack: Pack, extracts: Iterable[Extract], pages: Iterable[Document]) -> Dataset:
    """One version of the graph from what each page says."""
    ordered = sorted(extracts, key=lambda extract: extract.document)
    drafts = Drafts(pack.schema)
    for table in pack.mapping.tables:
        _add_table(drafts, pack.tables[table.file], table)
    parsed = [extract for extract in ordered if extract.status == "parsed"]
    settlers = _settlers(pack, parsed)
    for extract in parsed:
        _Statement(pack, drafts, extract, settlers).add()
    link_editions(pack, drafts, parsed)
    drafts.complete()
    return Dataset(
        pack=pack.name,
        version=version_of(pack, ((each.document, each.digest, each.title) for each in ordered)),
        vertices=drafts.vertices(),
        edges=drafts.edges(),
        facts=drafts.facts(),
        pages=_pages(pack, ordered, pages),
        unreadable=tuple(sorted(drafts.unreadable, key=_ledger_order)),
    )


def _ledger_order(entry: Unreadable) -> tuple[str, ...]:
    return entry.document, entry.field, entry.cause, entry.text


def table_document(name: str) -> str:
    """The document id under which a reference table is the source of its rows."""
    return f"table:{name}"


def _pages(pack: Pack, extracts: Sequence[Extract], pages: Iterable[Document]) -> tuple[Page, ...]:
    by_id = {page.doc_id: page for page in pages}
    found = [
        Page(
            state=DocumentState(each.document, each.title, each.digest, each.status, each.cause),
            url=by_id[each.document].url,
            text=by_id[each.document].text,
        )
        for each in extracts
    ]
    for mapped in pack.mapping.tables:
        table = pack.tables[mapped.file]
        id, digest = table_document(table.name), text_digest(table.text)
        found.append(Page(state=DocumentState(id, table.name, digest, "table"), text=table.text))
    return tuple(sorted(found, key=lambda page: page.state.document))


def _add_table(drafts: Drafts, table: Table, mapped: TableMap) -> None:
    plain = {"id", "label", "aliases"} | {edge.column for edge in mapped.edges}
    for row in table.rows.values():
        read = Read(table_document(table.name), row.start, row.end, "table")
        id = row.cells["id"]
        drafts.vertex(mapped.vertex, id, row.cells.get("label") or id, read, table=True)
        drafts.alias(mapped.vertex, id, *row.aliases)
        for column in table.columns:
            if column not in plain and row.cells[column]:
                drafts.value(mapped.vertex, id, column, row.cells[column], read)
            elif column not in plain:
                drafts.attribute(mapped.vertex, id, column, unknown("blank_in_table"), read)
        _table_edges(drafts, table, mapped, row, read)


def _table_edges(drafts: Drafts, table: Table, mapped: TableMap, row: TableRow, read: Read) -> None:
    for edge in mapped.edges:
        target = row.cells[edge.column]
        if target:
            drafts.edge(edge.edge, row.cells["id"], target, read)


def _settlers(pack: Pack, extracts: Sequence[Extract]) -> dict[tuple[str, str], Settler]:
    """For each settled transform and type of target, the reader made from all its texts."""
    texts: dict[tuple[str, str], list[str]] = {}
    for extract in extracts:
        record = pack.mapping.records[extract.record]
        for link in extract.links:
            edge = record.edges[link.edge]
            if edge.transform in SETTLERS:
                key = (edge.transform, pack.schema.edges[edge.edge].target)
                texts.setdefault(key, []).append(str(link.value.value))
    return {key: SETTLERS[key[0]](found) for key, found in texts.items()}


class _Statement:
    """Adds what one page says to the drafts."""

    def __init__(
        self,
        pack: Pack,
        drafts: Drafts,
        extract: Extract,
        settlers: dict[tuple[str, str], Settler],
    ) -> None:
        self._pack, self._drafts, self._extract = pack, drafts, extract
        self._settlers = settlers
        self._record: Record = pack.mapping.records[extract.record]
        self._title = Read(extract.document, rule="title")

    def add(self) -> None:
        extract, drafts = self._extract, self._drafts
        vertex = self._record.vertex
        drafts.vertex(vertex, extract.id, extract.label, self._title)
        drafts.alias(vertex, extract.id, *extract.aliases)
        for value in extract.values:
            drafts.value(vertex, extract.id, value.of, value.value, self._read(value))
        for link in extract.links:
            self._link(link)
        for lost in extract.lost:
            self._lost(lost.of, lost.cause, lost.text)
        for remark in extract.remarks:
            drafts.lost(extract.document, remark.of, remark.cause, remark.text)
        self._unmapped()

    def _read(self, value: Value) -> Read:
        return Read(self._extract.document, value.start, value.end, value.rule, value.unit)

    def _lost(self, of: str, cause: str, text: str = "") -> None:
        extract = self._extract
        read = Read(extract.document, rule="silence")
        if of in self._pack.schema.edges:
            self._drafts.unknown_edge(of, extract.id, cause, read)
        else:
            self._drafts.attribute(self._record.vertex, extract.id, of, unknown(cause), read)
        self._drafts.lost(extract.document, of, cause, text)

    def _link(self, link: Link) -> None:
        edge = self._record.edges[link.edge]
        type = self._pack.schema.edges[edge.edge].target
        for named in self._named(edge, type, link.value):
            read = Read(self._extract.document, named.start, named.end, named.rule)
            target = self._target(type, edge.target, named.name, read)
            if target is None:
                continue
            self._drafts.alias(type, target, *named.aliases, shared=True)
            self._drafts.edge(edge.edge, self._extract.id, target, read)
            for value in link.also:
                also = edge.also[int(value.of)]
                far = self._pack.schema.edges[also.edge].target
                further = self._target(far, also.target, value.value, self._read(value))
                if further is not None:
                    self._drafts.edge(also.edge, target, further, self._read(value))

    def _named(self, edge: EdgeMap, type: str, value: Value) -> tuple[Named, ...]:
        """The targets of one text, spans moved from the text to the page."""
        settler = self._settlers.get((edge.transform, type))
        if settler is None:
            return (Named(str(value.value), value.start, value.end, value.rule),)
        found = settler(str(value.value))
        return tuple(
            Named(
                named.name,
                value.start + named.start,
                value.start + named.end,
                named.rule,
                named.aliases,
            )
            for named in found
        )

    def _target(self, type: str, target: Target, value: Scalar, read: Read) -> str | None:
        variables = self._extract.variables | {"value": str(value)}
        id, label = filled(target.id, variables), filled(target.label, variables)
        if not id or not label:
            return None
        self._drafts.vertex(type, id, label, read)
        for attr, template in target.set.items():
            text = filled(template, variables)
            if text:
                self._drafts.value(type, id, attr, text, read)
        return id

    def _unmapped(self) -> None:
        """Attributes and edges that the mapping never reads are unknown, and say so."""
        vertex = self._record.vertex
        spoken = {value.of for value in self._extract.values} | {
            lost.of for lost in self._extract.lost
        }
        for attr in self._pack.schema.vertices[vertex].attributes:
            if attr not in spoken:
                self._lost(attr, "not_mapped")
        mapped = {edge.edge for edge in self._record.edges}
        mapped |= {ordering.edge for ordering in self._record.orderings}
        for name, edge in self._pack.schema.edges.items():
            if edge.source == vertex and edge.unknown and name not in mapped:
                self._lost(name, "not_mapped")
