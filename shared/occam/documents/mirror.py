"""Brings a mirror in step with a version of the home, and says where the two differ."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from occam.core.errors import BadInput, Transient
from occam.documents import vectorfile
from occam.documents.passages import Piece, pages_of
from occam.documents.qdrant import Label, label_of, point_of, prefix_of, translated

PAGE = 256
SHOWN = 10
PATIENCE_S = 60.0
"""How long one page may take: a server that indexes answers slowly."""
_CLOSE = 1e-5
"""How far a number of a vector may be off: the server brings vectors to length one itself."""

Progress = Callable[[int, int], None]


class Kept(NamedTuple):
    """One passage of the home, as its point should be."""

    id: str
    vector: list[float]
    payload: dict[str, Any]

    @property
    def place(self) -> str:
        """For people."""
        return f"{self.payload['document']} at {self.payload['start']}"


class Synced(msgspec.Struct, frozen=True, kw_only=True):
    """What a catch-up did."""

    label: Label
    written: int
    removed: int

    def lines(self) -> Iterator[str]:
        """The summary, line by line."""
        yield f"{self.label.collection} is in step: {self.label.passages:,} passages"
        yield f"  written   {self.written:,}"
        yield f"  removed   {self.removed:,}"


class Drift(msgspec.Struct, frozen=True, kw_only=True):
    """Where home and mirror differ: the first few places of each kind, and how many there are."""

    label: Label
    found: Label | None
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    payloads: tuple[str, ...] = ()
    vectors: tuple[str, ...] = ()
    counts: dict[str, int] = {}

    @property
    def in_step(self) -> bool:
        """Whether the mirror would be searched, and rightly."""
        return self.found == self.label and not any(self.counts.values())

    def lines(self) -> Iterator[str]:
        """What differs, line by line."""
        name = self.label.collection
        if self.in_step:
            yield f"{name} is in step: {self.label.passages:,} passages"
            return
        yield f"{name} is not in step: `occam mirror sync` brings it there"
        if self.found is None:
            yield "  there is no such collection"
            return
        for field in Label.__struct_fields__:
            said, wanted = getattr(self.found, field), getattr(self.label, field)
            if said != wanted:
                yield f"  {field:9} {said} on the mirror, {wanted} at home"
        for kind, number in self.counts.items():
            places = getattr(self, kind)
            more = ", …" if number > len(places) else ""
            if number:
                yield f"  {kind:9} {number:,}: {', '.join(places)}{more}"


def label_for(directory: Path, pack: str) -> Label:
    """What a mirror of the version in that directory has to say; `BadInput` without vectors."""
    header = vectorfile.header_of(directory)
    if header is None:
        raise BadInput(
            f"{directory.name} has no vectors to mirror: `occam load --vectors` makes them"
        )
    return Label(
        pack=pack, version=directory.name, model=header.model, dimension=header.dimension,
        passages=header.count, state=header.state, whole=True,
    )  # fmt: skip


def kept_pages(directory: Path) -> Iterator[list[Kept]]:
    """Every passage of the home with its vector, page by page."""
    header = vectorfile.header_of(directory)
    assert header is not None
    rows, at = vectorfile.rows_of(directory, header), 0
    for page in pages_of(directory, PAGE):
        numbers = rows[at : at + len(page)].tolist()
        at += len(page)
        yield [_kept(piece, vector) for piece, vector in zip(page, numbers, strict=True)]


def _kept(piece: Piece, vector: list[float]) -> Kept:
    digest = hashlib.sha256(piece.text.encode(errors="surrogatepass")).hexdigest()[:16]
    payload = {
        "document": piece.document, "start": piece.start, "end": piece.end, "passage": digest
    }  # fmt: skip
    return Kept(point_of(piece.document, piece.start), vector, payload)


async def sync(
    client: Any, directory: Path, label: Label, progress: Progress | None = None
) -> Synced:
    """Writes what is missing or differs, removes what is too much, and signs last.

    Interrupted, the same again goes on: every page is compared before it is written.
    """
    from qdrant_client import models

    name, written = label.collection, 0
    async with translated(PATIENCE_S):
        await _begin(client, label)
    ids: set[str] = set()
    for page in kept_pages(directory):
        async with translated(PATIENCE_S):
            held = await _held(client, name, page)
            points = [
                models.PointStruct(id=kept.id, vector=kept.vector, payload=kept.payload)
                for kept in page
                if _differences(kept, held.get(kept.id))
            ]
            if points:
                await client.upsert(name, points, wait=True)
        written += len(points)
        ids.update(kept.id for kept in page)
        if progress:
            progress(len(ids), label.passages)
    extra = [id_ async for id_ in _ids(client, name) if id_ not in ids]
    async with translated(PATIENCE_S):
        for at in range(0, len(extra), PAGE):
            await client.delete(name, models.PointIdsList(points=list(extra[at : at + PAGE])))
        held = (await client.count(name, exact=True)).count
        if held != label.passages:
            raise Transient(f"{name} holds {held} of {label.passages} passages: somebody writes")
        await client.update_collection(name, metadata=msgspec.to_builtins(label))
    return Synced(label=label, written=written, removed=len(extra))


async def _begin(client: Any, label: Label) -> None:
    """A collection that says it is not whole yet; vectors of another model are dropped."""
    from qdrant_client import models

    name, unsigned = label.collection, msgspec.structs.replace(label, whole=False)
    found = await label_of(client, name)
    if found and (found.model, found.dimension) != (label.model, label.dimension):
        await client.delete_collection(name)
        found = None
    if found is None:
        vectors = models.VectorParams(size=label.dimension, distance=models.Distance.COSINE)
        metadata = msgspec.to_builtins(unsigned)
        await client.create_collection(name, vectors_config=vectors, metadata=metadata)
        await client.create_payload_index(name, "document", models.PayloadSchemaType.KEYWORD)
    elif found != label:
        await client.update_collection(name, metadata=msgspec.to_builtins(unsigned))


async def check(client: Any, directory: Path, label: Label) -> Drift:
    """Compares every passage: its id, its vector and its payload."""
    name = label.collection
    async with translated(PATIENCE_S):
        found = await label_of(client, name)
    if found is None:
        return Drift(label=label, found=None, counts={"missing": label.passages})
    differing: dict[str, list[str]] = {"missing": [], "extra": [], "payloads": [], "vectors": []}
    ids: set[str] = set()
    for page in kept_pages(directory):
        async with translated(PATIENCE_S):
            held = await _held(client, name, page)
        for kept in page:
            ids.add(kept.id)
            for kind in _differences(kept, held.get(kept.id)):
                differing[kind].append(kept.place)
    differing["extra"] = [id_ async for id_ in _ids(client, name) if id_ not in ids]
    return Drift(
        label=label,
        found=found,
        counts={kind: len(places) for kind, places in differing.items()},
        **{kind: tuple(places[:SHOWN]) for kind, places in differing.items()},
    )


async def drop(client: Any, pack: str, spared: Sequence[str] = ()) -> tuple[str, ...]:
    """Removes a pack's collections, except those of the spared versions; which they were."""
    prefix = prefix_of(pack)
    async with translated(PATIENCE_S):
        names = [each.name for each in (await client.get_collections()).collections]
        doomed = sorted(
            name
            for name in names
            if name.startswith(prefix) and name.removeprefix(prefix) not in spared
        )
        for name in doomed:
            await client.delete_collection(name)
    return tuple(doomed)


async def _held(client: Any, name: str, page: Sequence[Kept]) -> dict[str, Any]:
    """What the mirror holds of these passages."""
    points = await client.retrieve(
        name, [kept.id for kept in page], with_payload=True, with_vectors=True
    )
    return {str(point.id): point for point in points}


def _differences(kept: Kept, point: Any) -> tuple[str, ...]:
    """What is wrong with a point: nothing, that it is missing, or its vector or payload."""
    if point is None:
        return ("missing",)
    vector: list[float] = point.vector or []
    same = len(vector) == len(kept.vector) and all(
        abs(a - b) <= _CLOSE for a, b in zip(vector, kept.vector, strict=True)
    )
    wrong = () if same else ("vectors",)
    return wrong if point.payload == kept.payload else (*wrong, "payloads")


async def _ids(client: Any, name: str) -> AsyncGenerator[str]:
    """The id of every point of a collection, page by page."""
    offset: Any = None
    while True:
        async with translated(PATIENCE_S):
            points, offset = await client.scroll(
                name, limit=4 * PAGE, offset=offset, with_payload=False, with_vectors=False
            )
        for point in points:
            yield str(point.id)
        if offset is None:
            return
