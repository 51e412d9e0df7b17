"""What a name means where it stands, found when a query is prepared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tigergraph_emulator.catalog import Catalog
from tigergraph_emulator.engine.errors import RuntimeFailure
from tigergraph_emulator.engine.values import RecordType
from tigergraph_emulator.tree import Expr, TypeRef


@dataclass(slots=True)
class Clause:
    """The rows of one selection: the slot of every alias and of every local variable.

    `columns` are the ready values of a table's row, by the expressions that made them.
    """

    vertices: dict[str, int] = field(default_factory=dict[str, int])
    edges: dict[str, int] = field(default_factory=dict[str, int])
    locals: dict[str, int] = field(default_factory=dict[str, int])
    columns: list[tuple[Expr, str, int]] = field(default_factory=list[tuple[Expr, str, int]])
    width: int = 0
    in_accum: bool = False

    def slot(self, name: str) -> int | None:
        """Where a row holds what is meant by a name."""
        for names in (self.locals, self.vertices, self.edges):
            if name in names:
                return names[name]
        return None

    def room(self) -> int:
        """A slot that nothing holds yet."""
        self.width += 1
        return self.width - 1


@dataclass(slots=True)
class Names:
    """The names of one query, whatever block they are declared in."""

    catalog: Catalog
    syntax: str
    parameters: dict[str, TypeRef]
    tuples: dict[str, RecordType]
    shared: dict[str, TypeRef] = field(default_factory=dict[str, TypeRef])
    own: dict[str, TypeRef] = field(default_factory=dict[str, TypeRef])
    sets: set[str] = field(default_factory=set[str])
    tables: set[str] = field(default_factory=set[str])


class Scope:
    """A block of statements, or a clause inside one."""

    def __init__(
        self,
        names: Names,
        variables: dict[str, TypeRef | None] | None = None,
        clause: Clause | None = None,
    ) -> None:
        self.names = names
        self.variables: dict[str, TypeRef | None] = variables if variables is not None else {}
        self.clause = clause

    def block(self) -> Scope:
        """A block inside this one: it sees what is declared here, and keeps its own to itself."""
        return Scope(self.names, dict(self.variables), self.clause)

    def within(self, clause: Clause) -> Scope:
        """The same names, with the aliases of a clause."""
        return Scope(self.names, self.variables, clause)

    def declare(self, name: str, type_: TypeRef | None) -> None:
        """A base variable or a loop's variable; None has no type of its own."""
        if name in self.variables or name in self.names.parameters:
            raise RuntimeFailure(f"{name} is declared twice")
        self.variables[name] = type_

    def holds(self, name: str) -> bool:
        """Whether a name outside the clause means a value."""
        names = self.names
        places: Iterable[Iterable[str]] = (
            self.variables,
            names.parameters,
            names.sets,
            names.tables,
        )
        return any(name in place for place in places)

    def shared(self, name: str) -> TypeRef:
        """The type of a global accumulator."""
        if name not in self.names.shared:
            raise RuntimeFailure(f"@@{name} is not declared")
        return self.names.shared[name]

    def own(self, name: str) -> TypeRef:
        """The type of a vertex accumulator."""
        if name not in self.names.own:
            raise RuntimeFailure(f"@{name} is not declared")
        return self.names.own[name]
