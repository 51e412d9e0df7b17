"""Runs the commands of one text, as the statements endpoint does: a new scope for every call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tigergraph_emulator.engine import RunError
from tigergraph_emulator.reading import GsqlSyntaxError, parse
from tigergraph_emulator.tree import Command, Use

from .graphs import HostedGraph
from .machine import Machine

Handlers = Mapping[type, Callable[["Shell", Any], str]]


class Failed(Exception):
    """A command that failed; the commands after it are not run."""


class Shell:
    """The scope of one text: global, until USE GRAPH or CREATE GRAPH says otherwise."""

    def __init__(self, machine: Machine, graph: HostedGraph | None = None) -> None:
        self.machine = machine
        self.graph = graph
        self.text = ""
        self.later: list[Command] = []
        self.handlers: Handlers = {}

    def run(self, text: str, handlers: Handlers) -> str:
        """The reply lines of every command, up to the first that fails."""
        self.text, self.handlers = text, handlers
        try:
            commands = parse(text).commands
        except GsqlSyntaxError as error:
            return f"line {error.line}:{error.column} {error.message}\n" + (
                "Parsing encountered 1 syntax error(s)"
            )
        lines: list[str] = []
        for place, command in enumerate(commands):
            self.later = list(commands[place + 1 :])
            try:
                lines.append(handlers[type(command)](self, command))
            except (Failed, RunError) as failure:
                lines.append(str(failure))
                break
        return "\n".join(lines)

    def use(self, command: Use) -> str:
        """USE GRAPH g or USE GLOBAL."""
        if not command.graph:
            self.graph = None
            return "Using the global scope"
        self.graph = self.named(command.graph)
        return f"Using graph '{command.graph}'"

    def named(self, name: str) -> HostedGraph:
        """A graph that must exist."""
        if name not in self.machine.graphs:
            raise Failed(f"Semantic Check Fails: The graph '{name}' does not exist!")
        return self.machine.graphs[name]

    def here(self, named: str = "") -> HostedGraph:
        """The graph that a command names, or the one in scope."""
        if named:
            return self.named(named)
        if self.graph is None:
            raise Failed(
                "Semantic Check Fails: The command needs a graph, but the scope is global; "
                "begin the text with USE GRAPH."
            )
        return self.graph

    def source_of(self, command: Command) -> str:
        """What was written for a command: from its beginning to the next one's."""
        starts = self._offset(command.at.line, command.at.column)
        if not self.later:
            return self.text[starts:]
        after = self.later[0].at
        return self.text[starts : self._offset(after.line, after.column)]

    def _offset(self, line: int, column: int) -> int:
        lines = self.text.splitlines(keepends=True)
        return sum(len(each) for each in lines[: line - 1]) + column
