"""What a load did, as data and as a summary that a person can read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from occam.core.dataset import Dataset, Unreadable
from occam.documents.making import Vectored
from occam.runtime.versions import VersionManifest

_SHOWN = 10


class LoadReport(msgspec.Struct, frozen=True, kw_only=True):
    """`unknown` counts fields without a value by `Field cause`; `differences` are places where a
    page contradicts itself or needed a repair; `reused` pages were read by an earlier load."""

    manifest: VersionManifest
    previous: str | None
    already: bool = False
    repeated: tuple[str, ...] = ()
    reused: int = 0
    unknown: dict[str, int] = {}
    differences: tuple[Unreadable, ...] = ()
    vectors: Vectored | None = None
    seconds: float = 0.0

    @property
    def version(self) -> str:
        return self.manifest.version

    def lines(self) -> Iterator[str]:
        """The summary, line by line."""
        made = self.manifest
        if self.already and self.previous == self.version:
            yield f"{made.pack}@{self.version} is already loaded: nothing to do"
        elif self.already:
            yield f"{made.pack}@{self.version} was kept from before and is current again"
        else:
            yield f"{made.pack}@{self.version} is current ({self.seconds:.1f} s)"
        yield f"  pages     {_counts(made.pages)}"
        yield f"  vertices  {_counts(made.vertices)}"
        yield f"  edges     {_counts(made.edges)}"
        yield f"  facts     {made.facts:,}"
        if self.unknown:
            yield "  unknown   " + _counts(self.unknown, _SHOWN)
        for entry in self.differences[:_SHOWN]:
            yield f"  noted     {entry.document} {entry.field} {entry.text!r}: {entry.cause}"
        if len(self.differences) > _SHOWN:
            yield f"  noted     {len(self.differences) - _SHOWN:,} more in the ledger"
        if self.repeated:
            yield f"  repeated  {len(self.repeated)} documents came twice and count once"
        if self.reused:
            yield f"  reused    {self.reused:,} pages read by an earlier load"
        if self.vectors:
            yield f"  vectors   {_told(self.vectors)}"
        if self.previous and self.previous != self.version:
            yield f"  previous  {self.previous}"


def _told(made: Vectored) -> str:
    """What was embedded, and at what price."""
    new, spent = made.passages - made.reused, made.spent
    told = f"{made.passages:,} passages by {made.model} ({made.dimension} numbers), {new:,} new"
    if not spent.total_tokens:
        return told
    price = "at an unknown price" if spent.micro_usd is None else f"${spent.micro_usd / 1e6:.6f}"
    return f"{told}: {spent.total_tokens:,} tokens, {price}"


def _counts(counts: Mapping[str, int], most: int = 99) -> str:
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    shown = [f"{count:,} {name}" for name, count in ordered[:most]]
    return " · ".join(shown + (["…"] if len(ordered) > most else [])) or "none"


def unknown_fields(dataset: Dataset) -> dict[str, int]:
    """How many vertices lack each attribute or edge, by cause."""
    lacking = Counter(
        f"{vertex.type}.{attr} {cell.cause}"
        for vertex in dataset.vertices
        for attr, cell in vertex.cells.items()
        if cell.status == "unknown"
    )
    lacking.update(
        f"{vertex.type}.{edge} {cause}"
        for vertex in dataset.vertices
        for edge, cause in vertex.unknown_edges.items()
    )
    return dict(sorted(lacking.items()))


def differences(dataset: Dataset) -> tuple[Unreadable, ...]:
    """Ledger lines that are no plain absence: repairs, contradictions, texts not understood."""
    plain = ("not_stated", "not_mapped", "not_in_corpus")
    return tuple(entry for entry in dataset.unreadable if entry.cause not in plain)
