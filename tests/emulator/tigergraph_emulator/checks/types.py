"""Types of expressions, and which value fits where."""

from __future__ import annotations

from dataclasses import dataclass

NUMBERS = ("INT", "FLOAT", "DOUBLE")
BASIC = (*NUMBERS, "STRING", "BOOL", "DATETIME")
COLLECTIONS = ("LIST", "SET", "BAG")
_LIKE_COLLECTIONS = {"ListAccum": "LIST", "SetAccum": "SET", "BagAccum": "BAG"}
_LIKE_BASICS = {
    "AvgAccum": "DOUBLE",
    "OrAccum": "BOOL",
    "AndAccum": "BOOL",
    "BitwiseOrAccum": "INT",
    "BitwiseAndAccum": "INT",
}


@dataclass(frozen=True, slots=True)
class Type:
    """A type by name with its arguments.

    VERTEX, EDGE and VERTEXSET know in `types` which types of the schema they may be (None is any);
    a group's type names its fields in `labels`. The name `?` is what a problem left unknown.
    """

    name: str
    of: tuple[Type, ...] = ()
    labels: tuple[str, ...] = ()
    types: frozenset[str] | None = None

    def __str__(self) -> str:
        if self.name in ("VERTEX", "EDGE") and self.types is not None:
            return f"{self.name}<{'|'.join(sorted(self.types))}>"
        return f"{self.name}<{', '.join(map(str, self.of))}>" if self.of else self.name


UNKNOWN = Type("?")
INT, FLOAT, DOUBLE, STRING, BOOL, DATETIME = map(
    Type, ("INT", "FLOAT", "DOUBLE", "STRING", "BOOL", "DATETIME")
)


def literal(value: bool | int | float | str) -> Type:
    """The type of a written value."""
    kinds: dict[type, Type] = {bool: BOOL, int: INT, float: DOUBLE, str: STRING}
    return kinds[type(value)]


def vertex(types: frozenset[str] | None) -> Type:
    """A vertex of one of these types."""
    return Type("VERTEX", types=types)


def plain(type_: Type) -> Type:
    """What reading an accumulator of this type gives."""
    if type_.name in ("SumAccum", "MinAccum", "MaxAccum"):
        return type_.of[0]
    if type_.name in _LIKE_COLLECTIONS:
        return Type(_LIKE_COLLECTIONS[type_.name], type_.of)
    if type_.name in _LIKE_BASICS:
        return Type(_LIKE_BASICS[type_.name])
    return type_


def element(type_: Type) -> Type | None:
    """What a collection holds, None for what is no collection."""
    read = plain(type_)
    return read.of[0] if read.name in COLLECTIONS else None


def fits(target: Type, value: Type) -> bool:
    """Whether a value may be given to a place of the target's type."""
    target, value = plain(target), plain(value)
    if "?" in (target.name, value.name):
        return True
    if target.name in ("FLOAT", "DOUBLE"):
        return value.name in NUMBERS
    if target.name != value.name:
        return False
    if target.name in ("VERTEX", "EDGE", "VERTEXSET"):
        return target.types is None or (value.types is not None and value.types <= target.types)
    inner = zip(target.of, value.of, strict=False)
    return len(target.of) == len(value.of) and all(fits(*pair) for pair in inner)


def comparable(left: Type, right: Type, ordered: bool) -> bool:
    """Whether two values may stand on both sides of a comparison."""
    left, right = plain(left), plain(right)
    if "?" in (left.name, right.name):
        return True
    if left.name in NUMBERS:
        return right.name in NUMBERS
    if left.name in ("BOOL", "VERTEX"):
        return not ordered and left.name == right.name
    return left.name in ("STRING", "DATETIME") and left.name == right.name
