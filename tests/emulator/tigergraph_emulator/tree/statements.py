"""Statements, selections and the query around them."""

from __future__ import annotations

from dataclasses import dataclass, field

from tigergraph_emulator.tree.expressions import (
    Call,
    Expr,
    GlobalAcc,
    Method,
    Name,
    TypedName,
    TypeRef,
)
from tigergraph_emulator.tree.patterns import Path
from tigergraph_emulator.tree.positions import Node


@dataclass(frozen=True, slots=True)
class AllOf(Node):
    """`T.*` in a seed; the name may be a string parameter, and `ANY` or `_` is every type."""

    name: str


@dataclass(frozen=True, slots=True)
class Seed(Node):
    """`{T.*, p, @@set}`: the vertices a query starts from."""

    items: tuple[AllOf | Name | GlobalAcc, ...]


@dataclass(frozen=True, slots=True)
class VectorSearch(Node):
    """`vectorSearch({T.emb}, query, k, {candidate_set: S, distance_map: @@m, ef: n})`."""

    fields: tuple[tuple[str, str], ...]
    query: Expr
    k: Expr
    candidates: str = ""
    distances: str = ""
    ef: Expr | None = None


@dataclass(frozen=True, slots=True)
class OrderKey(Node):
    """One key of ORDER BY."""

    value: Expr
    descending: bool = False


@dataclass(frozen=True, slots=True)
class PostAccum(Node):
    """One POST-ACCUM clause; `alias` is the one in parentheses, or empty."""

    alias: str
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Select(Node):
    """`SELECT alias FROM …`, whose value is a vertex set."""

    alias: str
    paths: tuple[Path, ...]
    where: Expr | None = None
    accum: tuple[Statement, ...] = ()
    post: tuple[PostAccum, ...] = ()
    having: Expr | None = None
    order: tuple[OrderKey, ...] = ()
    limit: Expr | None = None
    offset: Expr | None = None


@dataclass(frozen=True, slots=True)
class Column(Node):
    """A column of a table or of a printed set; the alias may be empty."""

    value: Expr
    alias: str = ""


@dataclass(frozen=True, slots=True)
class TableSelect(Node):
    """`SELECT a AS x, count(*) AS n INTO T FROM … GROUP BY a`."""

    columns: tuple[Column, ...]
    into: str
    paths: tuple[Path, ...]
    distinct: bool = False
    where: Expr | None = None
    group: tuple[Expr, ...] = ()
    having: Expr | None = None
    order: tuple[OrderKey, ...] = ()
    limit: Expr | None = None
    offset: Expr | None = None


@dataclass(frozen=True, slots=True)
class DeclaredName(Node):
    """One name of a declaration with its first value."""

    name: str
    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class DeclareAcc(Node):
    """`SumAccum<INT> @@a = 1, @b`: `shared` ones are global, `own` ones belong to each vertex."""

    type: TypeRef
    shared: tuple[DeclaredName, ...] = ()
    own: tuple[DeclaredName, ...] = ()


@dataclass(frozen=True, slots=True)
class DeclareVar(Node):
    """`INT a = 1, b`, at statement level or inside ACCUM."""

    type: TypeRef
    names: tuple[DeclaredName, ...]


@dataclass(frozen=True, slots=True)
class Assign(Node):
    """`name = value`; `name(T) = value` declares a vertex set and its type in `set_type`."""

    name: str
    value: Expr | Seed | Select | VectorSearch
    op: str = "="
    set_type: str = ""


@dataclass(frozen=True, slots=True)
class AssignGlobal(Node):
    """`@@name = value` or `@@name += value`."""

    name: str
    op: str
    value: Expr


@dataclass(frozen=True, slots=True)
class AssignVertexAcc(Node):
    """`v.@name = value` or `v.@name += value`."""

    target: str
    name: str
    op: str
    value: Expr


@dataclass(frozen=True, slots=True)
class AssignAttribute(Node):
    """`v.name = value` or `v.name += value`, which writes to the graph."""

    target: str
    name: str
    op: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Do(Node):
    """A call for its effect: `@@x.clear()`, `v.@x.clear()`."""

    call: Method | Call


@dataclass(frozen=True, slots=True)
class Arm(Node):
    """One IF, ELSE IF or WHEN with its body."""

    condition: Expr
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class If(Node):
    """IF … ELSE IF … ELSE … END, and CASE WHEN … END, which mean the same."""

    arms: tuple[Arm, ...]
    otherwise: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True)
class While(Node):
    """WHILE c LIMIT n DO … END."""

    condition: Expr
    body: tuple[Statement, ...]
    limit: Expr | None = None


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`RANGE[low, high].STEP(n)`, both ends included."""

    low: Expr
    high: Expr
    step: Expr | None = None


@dataclass(frozen=True, slots=True)
class ForEach(Node):
    """FOREACH x IN … DO … END; several names take a map's key and value or a tuple apart."""

    names: tuple[str, ...]
    source: Expr | Range
    body: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Break(Node):
    """Leaves the innermost loop."""


@dataclass(frozen=True, slots=True)
class Continue(Node):
    """Goes on with the innermost loop."""


@dataclass(frozen=True, slots=True)
class PrintItem(Node):
    """One printed thing; `columns` is None when no projection was written."""

    value: Expr
    columns: tuple[Column, ...] | None = None
    alias: str = ""
    vectors: bool = False


@dataclass(frozen=True, slots=True)
class Print(Node):
    """PRINT a AS x, S[S.b AS y] AS rows WHERE c."""

    items: tuple[PrintItem, ...]
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class Log(Node):
    """LOG(condition, values)."""

    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Return(Node):
    """RETURN value, in a query that others call."""

    value: Expr


Statement = (
    DeclareAcc | DeclareVar | Assign | AssignGlobal | AssignVertexAcc | AssignAttribute | Do | If
    | While | ForEach | Break | Continue | Print | Log | Return | TableSelect
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Parameter(Node):
    """A parameter of a query."""

    name: str
    type: TypeRef
    default: Expr | None = None


@dataclass(frozen=True, slots=True)
class TupleType(Node):
    """TYPEDEF TUPLE <INT a, STRING b> Name."""

    name: str
    fields: tuple[TypedName, ...]


@dataclass(frozen=True, slots=True)
class Query(Node):
    """CREATE QUERY, or INTERPRET QUERY when it has no name; `text` is what was written."""

    name: str
    parameters: tuple[Parameter, ...]
    body: tuple[Statement, ...]
    tuples: tuple[TupleType, ...] = ()
    graph: str = ""
    syntax: str = ""
    returns: TypeRef | None = None
    replace: bool = False
    distributed: bool = False
    text: str = field(default="", compare=False, repr=False)
