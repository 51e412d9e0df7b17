"""Types and expressions: whatever has a value."""

from __future__ import annotations

from dataclasses import dataclass

from tigergraph_emulator.tree.positions import Node


@dataclass(frozen=True, slots=True)
class TypeRef(Node):
    """`INT`, `VERTEX<T>`, `SET<STRING>`, a tuple's name, or an accumulator with its arguments.

    `names` holds the field names of a GroupByAccum beside `of`; heaps have `capacity` and `order`.
    """

    name: str
    of: tuple[TypeRef, ...] = ()
    names: tuple[str, ...] = ()
    capacity: Expr | None = None
    order: tuple[FieldOrder, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldOrder(Node):
    """One sorting key of a heap: a field of its tuple."""

    name: str
    descending: bool = False


@dataclass(frozen=True, slots=True)
class TypedName(Node):
    """A field of a tuple."""

    name: str
    type: TypeRef


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """A number, a text or a truth value."""

    value: bool | int | float | str


@dataclass(frozen=True, slots=True)
class Name(Node):
    """A parameter, a variable, an alias, a vertex set or a type, by where it stands."""

    name: str


@dataclass(frozen=True, slots=True)
class GlobalAcc(Node):
    """`@@name`, without the signs; `previous` is the primed form."""

    name: str
    previous: bool = False


@dataclass(frozen=True, slots=True)
class VertexAcc(Node):
    """`target.@name`; `previous` is the primed form, the value before the clause."""

    target: Expr
    name: str
    previous: bool = False


@dataclass(frozen=True, slots=True)
class Member(Node):
    """`target.name`: an attribute, `type`, a tuple's field, or a field of a group."""

    target: Expr
    name: str


@dataclass(frozen=True, slots=True)
class Call(Node):
    """A function by its dotted name; `count(*)` has a Star as its argument."""

    function: str
    args: tuple[Expr, ...]
    distinct: bool = False


@dataclass(frozen=True, slots=True)
class Method(Node):
    """`target.name(args)`."""

    target: Expr
    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Star(Node):
    """The argument of `count(*)`."""


@dataclass(frozen=True, slots=True)
class Unary(Node):
    """`-` or `NOT`."""

    op: str
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """Arithmetic, bits, comparisons, AND, OR, IN, NOT IN, UNION, INTERSECT, MINUS."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Like(Node):
    """`value [NOT] LIKE pattern [ESCAPE c]`."""

    value: Expr
    pattern: Expr
    negated: bool = False
    escape: Expr | None = None


@dataclass(frozen=True, slots=True)
class Between(Node):
    """`value [NOT] BETWEEN low AND high`, both ends included."""

    value: Expr
    low: Expr
    high: Expr
    negated: bool = False


@dataclass(frozen=True, slots=True)
class IsNull(Node):
    """`value IS [NOT] NULL`."""

    value: Expr
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Several(Node):
    """`(a, b)`: two or more values in parentheses."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Arrow(Node):
    """`(k1, k2 -> v1, v2)`, what a map or a group takes in."""

    keys: tuple[Expr, ...]
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ListOf(Node):
    """`[a, b]`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Interval(Node):
    """`INTERVAL amount unit`, the unit in capitals without a plural s."""

    amount: Expr
    unit: str


@dataclass(frozen=True, slots=True)
class Token(Node):
    """A column of a loaded line: by number, or by the header's or the JSON keys' names."""

    index: int | None = None
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Skip(Node):
    """`_` in a loading job: the attribute keeps what it has."""


Expr = (
Literal | Name | GlobalAcc | VertexAcc | Member | Call | Method | Star | Unary | Binary
    | Like | Between | IsNull | Several | Arrow | ListOf | Interval | Token | Skip
)  # fmt: skip
