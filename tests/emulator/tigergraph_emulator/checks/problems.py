"""What a check finds: a code, a place, and what to write instead."""

from __future__ import annotations

from dataclasses import dataclass

from tigergraph_emulator.tree import Node


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is refused: SEM- codes are about names and places, TYP- codes about types."""

    code: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"line {self.line}:{self.column} {self.message}"


class Problems:
    """Gathers problems, each place and message once."""

    def __init__(self) -> None:
        self.found: list[Problem] = []

    def add(self, code: str, node: Node, message: str) -> None:
        """One more, unless the very same is known."""
        problem = Problem(code, node.at.line, node.at.column, message)
        if problem not in self.found:
            self.found.append(problem)
