"""What values are while a query runs: which Python type stands for which GSQL type.

INT is int, DOUBLE is float, FLOAT is `Single`, DATETIME is datetime (UTC, whole seconds); a tuple
is a `Record`, a vertex set a `VertexSet`. There is no value for "missing": GSQL has none.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tigergraph_emulator.engine.elements import Edge, Vertex
from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.engine.moments import EPOCH
from tigergraph_emulator.tree import TypeRef

Value = Any
Cast = Callable[[Value], Value]

INT_MIN, INT_MAX = -(2**63), 2**63 - 1
BASE_DEFAULTS: dict[str, Value] = {
    "INT": 0,
    "DOUBLE": 0.0,
    "STRING": "",
    "BOOL": False,
    "DATETIME": EPOCH,
}
COLLECTIONS = ("SET", "BAG", "LIST")


class Single(float):
    """A FLOAT: it holds what 32 bits hold, and prints seven digits."""

    __slots__ = ()

    def __new__(cls, value: float) -> Single:
        try:
            return super().__new__(cls, struct.unpack("f", struct.pack("f", value))[0])
        except OverflowError:
            raise RuntimeFailure(f"{value!r} does not fit a FLOAT") from None


BASE_DEFAULTS["FLOAT"] = Single(0.0)


class Bag(list[Value]):
    """Values without order, each as often as it was added."""


@dataclass(frozen=True, slots=True)
class RecordType:
    """A TYPEDEF TUPLE: field names and how each value is taken in."""

    name: str
    fields: tuple[str, ...]
    types: tuple[TypeRef, ...]
    casts: tuple[Cast, ...]

    def __call__(self, values: Iterable[Value]) -> Record:
        given = tuple(values)
        if len(given) != len(self.fields):
            raise RuntimeFailure(f"tuple {self.name} has {len(self.fields)} fields")
        record = Record(cast(value) for cast, value in zip(self.casts, given, strict=True))
        record.type = self
        return record

    def default(self) -> Record:
        """The tuple of the fields' own defaults."""
        return self(default_of(type_) for type_ in self.types)


class Record(tuple[Value, ...]):
    """A value of a TYPEDEF TUPLE; records compare field by field, from left to right."""

    type: RecordType


class VertexSet:
    """Distinct vertices; `ordered` says that ORDER BY put them into their order."""

    __slots__ = ("members", "ordered")

    def __init__(self, members: Iterable[Vertex], ordered: bool = False) -> None:
        self.members: dict[Vertex, None] = dict.fromkeys(members)
        self.ordered = ordered

    def __len__(self) -> int:
        return len(self.members)

    def __contains__(self, vertex: object) -> bool:
        return vertex in self.members


Tuples = Mapping[str, RecordType]


def default_of(type_: TypeRef) -> Value:
    """What stands in a field or an attribute that nobody set."""
    if type_.name in BASE_DEFAULTS:
        return BASE_DEFAULTS[type_.name]
    if type_.name == "LIST":
        return []
    if type_.name == "SET":
        return set()
    raise Undocumented(f"the default value of type {type_.name} is not documented")


def kind_of(value: Value) -> str:
    """The GSQL name of a value's type, for messages."""
    for kind, name in _KINDS.items():
        if type(value) is kind:
            return name
    return value.type.name if isinstance(value, Record) else type(value).__name__


_KINDS: dict[type, str] = {
    bool: "BOOL",
    int: "INT",
    float: "DOUBLE",
    Single: "FLOAT",
    str: "STRING",
    datetime: "DATETIME",
    Vertex: "VERTEX",
    Edge: "EDGE",
    VertexSet: "vertex set",
    list: "LIST",
    set: "SET",
    Bag: "BAG",
}


def _wrong(value: Value, wanted: str) -> RuntimeFailure:
    return RuntimeFailure(f"a value of type {kind_of(value)} where {wanted} is declared")


def checked_int(value: int) -> int:
    """The number itself: what happens beyond 64 bits is not documented."""
    if not INT_MIN <= value <= INT_MAX:
        raise Undocumented(f"INT overflow: {value} needs more than 64 bits")
    return value


def _int(value: Value) -> int:
    if type(value) is not int:
        raise _wrong(value, "INT")
    return checked_int(value)


def _double(value: Value) -> float:
    if type(value) is float:
        return value
    if type(value) in (int, Single):
        return float(value)
    raise _wrong(value, "DOUBLE")


def _single(value: Value) -> Single:
    if type(value) is Single:
        return value
    if type(value) in (int, float):
        return Single(value)
    raise _wrong(value, "FLOAT")


def _exactly(kind: type, name: str) -> Cast:
    def cast(value: Value) -> Value:
        if type(value) is not kind:
            raise _wrong(value, name)
        return value

    return cast


_BASE_CASTS: dict[str, Cast] = {
    "INT": _int,
    "DOUBLE": _double,
    "FLOAT": _single,
    "STRING": _exactly(str, "STRING"),
    "BOOL": _exactly(bool, "BOOL"),
    "DATETIME": _exactly(datetime, "DATETIME"),
    "EDGE": _exactly(Edge, "EDGE"),
}


def cast_to(type_: TypeRef, tuples: Tuples) -> Cast:
    """How a value is taken into a variable, a field or an accumulator of the type."""
    if type_.name in _BASE_CASTS:
        return _BASE_CASTS[type_.name]
    if type_.name == "VERTEX":
        return _vertex(type_.of[0].name if type_.of else "")
    if type_.name in COLLECTIONS:
        return _collection(type_, cast_to(type_.of[0], tuples))
    if type_.name in tuples:
        return _record(tuples[type_.name])
    if type_.name == "UINT":
        raise Undocumented("UINT is refused: arithmetic of INT with UINT turns negatives huge")
    raise Undocumented(f"type {type_.name} is not supported here")


def _vertex(wanted: str) -> Cast:
    def cast(value: Value) -> Vertex:
        if type(value) is not Vertex or (wanted and value.type != wanted):
            raise _wrong(value, f"VERTEX<{wanted}>" if wanted else "VERTEX")
        return value

    return cast


def _record(wanted: RecordType) -> Cast:
    def cast(value: Value) -> Record:
        if not isinstance(value, Record) or value.type.name != wanted.name:
            raise _wrong(value, wanted.name)
        return value

    return cast


def _collection(type_: TypeRef, element: Cast) -> Cast:
    built = {"SET": set, "BAG": Bag, "LIST": list}[type_.name]

    def cast(value: Value) -> Value:
        if not isinstance(value, list | set | tuple) or isinstance(value, Record):
            raise _wrong(value, type_.name)
        return built(element(item) for item in value)

    return cast
