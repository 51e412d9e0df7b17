"""Arrays of numbers and tables of texts in one stretch of bytes, which may be a mapped file."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import TypeAlias
from zlib import crc32

import msgspec

from occam.core.errors import Permanent

Section: TypeAlias = "array[int] | bytes"
Buffer = bytes | memoryview
MARK = b"OCCAMVOC"
EDGE = 8
ZERO = array("I", [0])


class _Header(msgspec.Struct, frozen=True):
    """Who made the file and where each section stands: its first byte and its length."""

    digest: str
    places: dict[str, tuple[int, int]]


def packed(sections: Mapping[str, Section], digest: str = "") -> bytes:
    """All sections behind one another, each on an even edge; little-endian as on every platform
    that this runs on."""
    bodies = {name: bytes(section) for name, section in sections.items()}
    places: dict[str, tuple[int, int]] = {}
    at = 0
    for name, body in bodies.items():
        places[name] = (at, len(body))
        at += -(-len(body) // EDGE) * EDGE
    header = msgspec.msgpack.encode(_Header(digest, places))
    start = MARK + len(header).to_bytes(EDGE, "little") + header
    filled = (body.ljust(-(-len(body) // EDGE) * EDGE, b"\0") for body in bodies.values())
    return b"".join((start.ljust(-(-len(start) // EDGE) * EDGE, b"\0"), *filled))


class Flat:
    """What `packed` wrote, read where it lies."""

    def __init__(self, buffer: Buffer) -> None:
        view = memoryview(buffer)
        length = int.from_bytes(view[EDGE : 2 * EDGE], "little")
        if bytes(view[:EDGE]) != MARK or 2 * EDGE + length > len(view):
            raise Permanent("not a compiled vocabulary")
        header = msgspec.msgpack.decode(view[2 * EDGE : 2 * EDGE + length], type=_Header)
        first = -(-(2 * EDGE + length) // EDGE) * EDGE
        self.digest = header.digest
        self._places = {name: (first + at, size) for name, (at, size) in header.places.items()}
        if any(at + size > len(view) for at, size in self._places.values()):
            raise Permanent("a compiled vocabulary that was cut short")
        self._view = view

    def __contains__(self, name: str) -> bool:
        return name in self._places

    def bytes(self, name: str) -> memoryview:
        """A section as it is."""
        at, size = self._places[name]
        return self._view[at : at + size]

    def numbers(self, name: str) -> memoryview:
        """A section of numbers."""
        return self.bytes(name).cast("I")

    def wide(self, name: str) -> memoryview:
        """A section of numbers of twice the size."""
        return self.bytes(name).cast("Q")

    def strings(self, name: str) -> Strings:
        """A table of texts."""
        return Strings(
            self.numbers(f"{name}.ends"),
            self.numbers(f"{name}.buckets"),
            self.numbers(f"{name}.slots"),
            self.bytes(f"{name}.text"),
        )


class Strings:
    """Distinct texts and their numbers: by number at once, by text through buckets of hashes."""

    def __init__(
        self, ends: memoryview, buckets: memoryview, slots: memoryview, text: memoryview
    ) -> None:
        self._ends, self._buckets, self._slots, self._text = ends, buckets, slots, text

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __getitem__(self, number: int) -> str:
        return str(
            self._text[self._ends[number] : self._ends[number + 1]], "utf-8", "surrogatepass"
        )

    def number(self, text: str) -> int:
        """The text's number; -1 where it is not in the table."""
        raw = text.encode("utf-8", "surrogatepass")
        bucket = crc32(raw) & (len(self._buckets) - 2)
        for slot in range(self._buckets[bucket], self._buckets[bucket + 1]):
            number = self._slots[slot]
            if bytes(self._text[self._ends[number] : self._ends[number + 1]]) == raw:
                return number
        return -1


def strings(name: str, texts: Iterable[str]) -> dict[str, Section]:
    """The sections of a table of distinct texts, numbered as they come."""
    raw = [text.encode("utf-8", "surrogatepass") for text in texts]
    buckets, slots = grouped((crc32(each) for each in raw), range(len(raw)), power(len(raw)))
    return {
        f"{name}.ends": array("I", accumulate(map(len, raw), initial=0)),
        f"{name}.buckets": buckets,
        f"{name}.slots": slots,
        f"{name}.text": b"".join(raw),
    }


def grouped(
    hashes: Iterable[int], owners: Iterable[int], groups: int
) -> tuple[array[int], array[int]]:
    """Owners by the group of their hash: where each group starts, and the owners in order.

    `groups` is a power of two; the starts have one entry more.
    """
    which = array("I", (each & (groups - 1) for each in hashes))
    starts = array("I", bytes(4 * (groups + 1)))
    for group in which:
        starts[group + 1] += 1
    starts = array("I", accumulate(starts))
    free = starts[:]
    placed = array("I", bytes(4 * len(which)))
    for group, owner in zip(which, owners, strict=True):
        placed[free[group]] = owner
        free[group] += 1
    return starts, placed


def power(count: int) -> int:
    """The smallest power of two that is not below a count."""
    return 1 << max(count - 1, 0).bit_length()


def place(numbers: Sequence[int], wanted: int, low: int = 0, high: int | None = None) -> int:
    """Where a number stands in a sorted stretch; -1 where it does not."""
    end = len(numbers) if high is None else high
    at = bisect_left(numbers, wanted, low, end)
    return at if at < end and numbers[at] == wanted else -1
