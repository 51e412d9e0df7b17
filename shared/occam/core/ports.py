"""What the core needs from the outside world, as typed roles. Adapters live in other rooms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from occam.core.evidence import Retrieved, Rows, Source
from occam.core.plan import Query
from occam.core.spending import Spent


class Graph(Protocol):
    """Answers queries over edges and vertex attributes of one immutable version."""

    @property
    def version(self) -> str: ...

    async def rows(self, query: Query) -> Rows:
        """The examined pool of a type-checked query.

        Raises `core.errors.Transient` when trying again may help, `core.errors.Permanent` when not.
        """
        ...


class DocumentState(msgspec.Struct, frozen=True):
    """What the ledger knows of one page: its text digest, and whether it was parsed."""

    document: str
    title: str
    digest: str
    status: str
    cause: str = ""


class Facts(Protocol):
    """The disjoint route: the same query over the fact table that ingest writes per document."""

    @property
    def version(self) -> str: ...

    async def rows(self, query: Query) -> Rows:
        """The examined pool, read from facts alone."""
        ...

    async def sources(
        self, subjects: tuple[str, ...], attrs: tuple[str, ...]
    ) -> tuple[Source, ...]:
        """Where the known values of these subjects' attributes and edges were read."""
        ...

    async def documents(self, ids: tuple[str, ...]) -> tuple[DocumentState, ...]:
        """The ledger's word on these documents; ids it never saw are missing from the answer."""
        ...

    async def unparsed(self, limit: int) -> tuple[DocumentState, ...]:
        """Pages that look like records and could not be read: what a bound cannot see."""
        ...


class Library(Protocol):
    """The documents of one version, in passages that can be quoted."""

    async def search(self, text: str, limit: int, documents: Sequence[str] = ()) -> Retrieved:
        """The best passages for a question, best first; of these documents only, where any are
        named.

        Raises `core.errors.Transient` when trying again may help, `core.errors.Permanent` when not.
        """
        ...


class Near(msgspec.Struct, frozen=True):
    """A passage near a vector: characters [start, end) of a document, and the cosine."""

    document: str
    start: int
    end: int
    score: float


class Vectors(Protocol):
    """The vectors of one version's passages."""

    @property
    def name(self) -> str: ...

    async def nearest(
        self, vector: Sequence[float], limit: int, documents: Sequence[str] = ()
    ) -> tuple[Near, ...]:
        """The nearest passages by cosine, best first and in a total order: equal scores go by
        document and start. Of these documents only, where any are named.

        Raises `core.errors.Transient` when trying again may help, `core.errors.Permanent` when not.
        """
        ...


class Embedded(msgspec.Struct, frozen=True):
    """A vector of length one for each text, in order, and what they cost."""

    vectors: list[list[float]]
    spent: Spent = Spent()


class Embedder(Protocol):
    """Turns texts into vectors: what is meant alike lies close, as far as one model made both."""

    @property
    def name(self) -> str: ...

    @property
    def dimension(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> Embedded:
        """A vector of length one for each text; equal texts give equal vectors. It takes long:
        call it in a thread."""
        ...


class Option(msgspec.Struct, frozen=True):
    """One of several readings: its key, the kind of plan it is, and the plan in words."""

    key: str
    kind: str
    words: str


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """How probable each option is, by key; the probabilities sum to one. `by` names the decider and
    its version; `spent` is what a model charged, nothing for one that generates no text."""

    probabilities: dict[str, float]
    by: str
    spent: Spent = Spent()
    milliseconds: float = 0.0


class Decider(Protocol):
    """Says which of several options a question means, with calibrated probabilities."""

    @property
    def name(self) -> str: ...

    async def decide(self, question: str, options: Sequence[Option]) -> Decision:
        """Raises `core.errors.Transient` when trying again may help, `Permanent` when not."""
        ...
