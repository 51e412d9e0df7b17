"""Functions and methods that the documentation describes, with what they take and give."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Signature:
    """Kinds of the arguments, how many must be given, and the kind of the result."""

    takes: tuple[str, ...]
    gives: str
    least: int = -1

    @property
    def required(self) -> int:
        """How many arguments must be given."""
        return len(self.takes) if self.least < 0 else self.least


def _of(takes: str, gives: str, least: int = -1) -> Signature:
    return Signature(tuple(takes.split()), gives, least)


FUNCTIONS = {
    "length": _of("STRING", "INT"),
    "lower": _of("STRING", "STRING"),
    "upper": _of("STRING", "STRING"),
    "trim": _of("STRING", "STRING"),
    "ltrim": _of("STRING", "STRING"),
    "rtrim": _of("STRING", "STRING"),
    "left": _of("STRING INT", "STRING"),
    "right": _of("STRING INT", "STRING"),
    "replace": _of("STRING STRING STRING", "STRING"),
    "repeat": _of("STRING INT", "STRING"),
    "reverse": _of("STRING", "STRING"),
    "substr": _of("STRING INT INT", "STRING", 2),
    "instr": _of("STRING STRING INT", "INT", 2),
    "find_in_set": _of("STRING STRING", "INT"),
    "str_to_int": _of("STRING", "INT"),
    "to_string": _of("BASIC", "STRING"),
    "to_datetime": _of("STRING", "DATETIME"),
    "float_to_int": _of("REAL", "INT"),
    "now": _of("", "DATETIME"),
    "year": _of("DATETIME", "INT"),
    "month": _of("DATETIME", "INT"),
    "day": _of("DATETIME", "INT"),
    "hour": _of("DATETIME", "INT"),
    "minute": _of("DATETIME", "INT"),
    "second": _of("DATETIME", "INT"),
    "datetime_add": _of("DATETIME INTERVAL", "DATETIME"),
    "datetime_sub": _of("DATETIME INTERVAL", "DATETIME"),
    "datetime_diff": _of("DATETIME DATETIME", "INT"),
    "datetime_to_epoch": _of("DATETIME", "INT"),
    "epoch_to_datetime": _of("INT", "DATETIME"),
}
AGGREGATES = ("count", "min", "max", "sum", "avg")
OF_SETS = ("count", "isempty")
VECTOR_FUNCTIONS = {
    "gds.vector.distance": _of("VECTOR VECTOR STRING", "FLOAT"),
    "gds.vector.cosine_distance": _of("VECTOR VECTOR", "FLOAT"),
}
OUTSIDE = {
    "coalesce": "no stored value is NULL; keep a flag beside the attribute",
    "vectorsearch": "vectorSearch stands alone on the right of an assignment",
    "to_float": "multiply by 1.0",
}
"""Names that a reader may expect, and what to write instead."""

READING = {
    "ListAccum": ("size", "get", "contains"),
    "SetAccum": ("size", "contains"),
    "BagAccum": ("size", "contains"),
    "MapAccum": ("size", "get", "containsKey"),
    "HeapAccum": ("size", "top"),
    "GroupByAccum": ("size", "get", "containsKey"),
    "LIST": ("size", "contains"),
    "SET": ("size", "contains"),
    "BAG": ("size", "contains"),
    "VERTEXSET": ("size",),
    "VECTOR": ("size",),
    "VERTEX": ("getAttr",),
}
CHANGING = {
    "ListAccum": ("clear",),
    "SetAccum": ("clear", "remove"),
    "BagAccum": ("clear",),
    "MapAccum": ("clear",),
    "HeapAccum": ("clear", "pop", "resize"),
    "GroupByAccum": ("clear",),
}
