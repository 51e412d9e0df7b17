"""Commands: what a text holds at its top level, beside the definitions of queries."""

from __future__ import annotations

from dataclasses import dataclass

from tigergraph_emulator.tree.expressions import Expr, TypeRef
from tigergraph_emulator.tree.positions import Node
from tigergraph_emulator.tree.statements import Query


@dataclass(frozen=True, slots=True)
class Use(Node):
    """USE GRAPH g; an empty name is USE GLOBAL."""

    graph: str = ""


@dataclass(frozen=True, slots=True)
class AttributeDef(Node):
    """One attribute of a type; `default` is None when the type's own default holds."""

    name: str
    type: TypeRef
    default: bool | int | float | str | None = None


@dataclass(frozen=True, slots=True)
class VertexDef(Node):
    """A vertex type: `as_key` says that its id was written PRIMARY KEY, not PRIMARY_ID."""

    name: str
    id: AttributeDef
    attributes: tuple[AttributeDef, ...]
    as_key: bool = False
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class EdgeDef(Node):
    """An edge type over pairs (from, to); the reverse edge's name is among the options."""

    name: str
    directed: bool
    pairs: tuple[tuple[str, str], ...]
    discriminator: tuple[AttributeDef, ...] = ()
    attributes: tuple[AttributeDef, ...] = ()
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class CreateType(Node):
    """CREATE VERTEX or CREATE EDGE: a global type."""

    definition: VertexDef | EdgeDef


@dataclass(frozen=True, slots=True)
class CreateGraph(Node):
    """CREATE GRAPH g (types); `everything` is the star."""

    name: str
    members: tuple[str, ...] = ()
    everything: bool = False


@dataclass(frozen=True, slots=True)
class AddType(Node):
    """ADD VERTEX or ADD EDGE in a schema change job."""

    definition: VertexDef | EdgeDef


@dataclass(frozen=True, slots=True)
class DropTypes(Node):
    """DROP VERTEX or DROP EDGE in a schema change job; `kind` is VERTEX or EDGE."""

    kind: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddAttributes(Node):
    """ALTER … ADD ATTRIBUTE (…)."""

    kind: str
    type: str
    attributes: tuple[AttributeDef, ...]


@dataclass(frozen=True, slots=True)
class DropAttributes(Node):
    """ALTER … DROP ATTRIBUTE (…)."""

    kind: str
    type: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AddPair(Node):
    """ALTER EDGE … ADD PAIR (FROM A, TO B)."""

    type: str
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class AddVector(Node):
    """ALTER VERTEX … ADD VECTOR ATTRIBUTE e (DIMENSION=n, METRIC="…")."""

    type: str
    name: str
    options: tuple[tuple[str, int | str], ...]


@dataclass(frozen=True, slots=True)
class DropVector(Node):
    """ALTER VERTEX … DROP VECTOR ATTRIBUTE e."""

    type: str
    name: str


SchemaStep = (
    AddType | DropTypes | AddAttributes | DropAttributes | AddPair | AddVector | DropVector
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SchemaJob(Node):
    """CREATE [GLOBAL] SCHEMA_CHANGE JOB j [FOR GRAPH g] { … }."""

    name: str
    graph: str
    is_global: bool
    steps: tuple[SchemaStep, ...]


@dataclass(frozen=True, slots=True)
class RunSchemaJob(Node):
    """RUN [GLOBAL] SCHEMA_CHANGE JOB j."""

    name: str
    is_global: bool = False


@dataclass(frozen=True, slots=True)
class LoadTarget(Node):
    """One destination of a LOAD: `kind` is VERTEX, EDGE or VECTOR (then `vector` is named).

    `types` names, beside each column, the vertex type an edge's end was given, or is empty.
    """

    kind: str
    type: str
    columns: tuple[Expr, ...]
    types: tuple[str, ...] = ()
    vector: str = ""
    where: Expr | None = None


@dataclass(frozen=True, slots=True)
class Load(Node):
    """LOAD f TO … USING …; the option names are in capitals."""

    file: str
    targets: tuple[LoadTarget, ...]
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class LoadingJob(Node):
    """CREATE LOADING JOB; `files` are names with their paths, `text` is what was written."""

    name: str
    graph: str
    files: tuple[tuple[str, str], ...]
    loads: tuple[Load, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class RunLoadingJob(Node):
    """RUN LOADING JOB j USING f="path", …."""

    name: str
    files: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class CreateQuery(Node):
    """CREATE [OR REPLACE] QUERY."""

    query: Query


@dataclass(frozen=True, slots=True)
class InstallQuery(Node):
    """INSTALL QUERY; the one name `*` is ALL."""

    names: tuple[str, ...]
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RunQuery(Node):
    """RUN QUERY q(args), or with one JSON object; None is `_`, the parameter's default."""

    name: str
    args: tuple[object, ...] = ()
    named: tuple[tuple[str, object], ...] | None = None


@dataclass(frozen=True, slots=True)
class InterpretQuery(Node):
    """INTERPRET QUERY: one written here has no name, a stored one nothing but its name."""

    query: Query


@dataclass(frozen=True, slots=True)
class ImportPackage(Node):
    """IMPORT PACKAGE p."""

    name: str


@dataclass(frozen=True, slots=True)
class InstallFunction(Node):
    """INSTALL FUNCTION gds.**."""

    name: str


@dataclass(frozen=True, slots=True)
class Drop(Node):
    """DROP QUERY|JOB|GRAPH|VERTEX|EDGE names [CASCADE]; `ALL` has no names, `*` is one."""

    kind: str
    names: tuple[str, ...] = ()
    cascade: bool = False


@dataclass(frozen=True, slots=True)
class Ls(Node):
    """LS."""


@dataclass(frozen=True, slots=True)
class Show(Node):
    """SHOW VERTEX|EDGE|QUERY|JOB|GRAPH|PACKAGE [pattern]."""

    kind: str
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class ClearStore(Node):
    """CLEAR GRAPH STORE -HARD."""


@dataclass(frozen=True, slots=True)
class MoveGraph(Node):
    """EXPORT GRAPH g|ALL TO "dir" or IMPORT GRAPH g|ALL FROM "dir"; ALL is an empty name."""

    verb: str
    graph: str
    path: str
    flags: tuple[str, ...] = ()


Command = (
    Use | CreateType | CreateGraph | SchemaJob | RunSchemaJob | LoadingJob | RunLoadingJob
    | CreateQuery | InstallQuery | RunQuery | InterpretQuery | ImportPackage | InstallFunction
    | Drop | Ls | Show | ClearStore | MoveGraph
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class File(Node):
    """One text: its commands in order."""

    commands: tuple[Command, ...]
