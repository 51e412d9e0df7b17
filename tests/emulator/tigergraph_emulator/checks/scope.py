"""What a name means where it stands."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from tigergraph_emulator.catalog import Catalog
from tigergraph_emulator.checks.problems import Problems
from tigergraph_emulator.checks.types import Type
from tigergraph_emulator.checks.words import check_name
from tigergraph_emulator.tree import Node

Place = Literal["statement", "where", "accum", "post", "having", "order", "print", "columns"]


@dataclass(slots=True)
class Whole:
    """What the whole query shares: a vertex set's type is fixed where it is first assigned."""

    catalog: Catalog
    syntax: str
    problems: Problems
    parameters: dict[str, Type] = field(default_factory=dict[str, Type])
    tuples: dict[str, dict[str, Type]] = field(default_factory=dict[str, dict[str, Type]])
    sets: dict[str, frozenset[str] | None] = field(default_factory=dict[str, frozenset[str] | None])
    styles: set[str] = field(default_factory=set[str])
    every: frozenset[str] = frozenset()


@dataclass(slots=True)
class Scope:
    """A block or a clause: variables, accumulators, aliases; `assigned` are the sets with a value.

    `looped` are the names of loops, which nothing else may be given to; `banned` are aliases that
    exist but may not be mentioned in this clause, with the reason.
    """

    whole: Whole
    place: Place = "statement"
    variables: dict[str, Type] = field(default_factory=dict[str, Type])
    looped: frozenset[str] = frozenset()
    shared: dict[str, Type] = field(default_factory=dict[str, Type])
    own: dict[str, Type] = field(default_factory=dict[str, Type])
    tables: set[str] = field(default_factory=set[str])
    assigned: set[str] = field(default_factory=set[str])
    aliases: dict[str, Type] = field(default_factory=dict[str, Type])
    banned: dict[str, str] = field(default_factory=dict[str, str])
    in_loop: bool = False

    def block(self) -> Scope:
        """A block inside this one."""
        return replace(
            self,
            variables=dict(self.variables),
            shared=dict(self.shared),
            own=dict(self.own),
            tables=set(self.tables),
            assigned=set(self.assigned),
        )

    def clause(
        self, place: Place, aliases: dict[str, Type], banned: dict[str, str] | None = None
    ) -> Scope:
        """A clause of a selection with the aliases that it may mention."""
        found = self.block()
        found.place, found.aliases, found.banned = place, aliases, banned or {}
        found.in_loop = False
        return found

    def add(self, code: str, node: Node, message: str) -> None:
        """One more problem."""
        self.whole.problems.add(code, node, message)

    @property
    def in_clause(self) -> bool:
        """Whether expressions are worked out row by row."""
        return self.place not in ("statement", "print")

    def meaning(self, name: str) -> str:
        """What a name already is, or nothing."""
        kinds: tuple[tuple[str, object], ...] = (
            ("an alias", {**self.aliases, **self.banned}),
            ("a parameter", self.whole.parameters),
            ("a variable", self.variables),
            ("a vertex set", self.whole.sets),
            ("a table", self.tables),
            ("a tuple type", self.whole.tuples),
            ("a vertex type", self.whole.catalog.vertices),
            ("an edge type", self.whole.catalog.edges),
        )
        return next((kind for kind, names in kinds if name in names), "")  # type: ignore[operator]

    def declare(self, node: Node, name: str, what: str) -> None:
        """A new name must be free and no reserved word."""
        check_name(self.whole.problems, node, name, what)
        if taken := self.meaning(name):
            self.add("SEM-2", node, f"{name} cannot name {what}: it is already {taken}")
