"""Words that GSQL keeps for itself, and the names that are none."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from tigergraph_emulator.checks.problems import Problems
from tigergraph_emulator.tree import Node


@cache
def reserved() -> frozenset[str]:
    """The words of both lists, for schemas and for queries, in lower case.

    A type named by a word that only queries reserve can be made but never mentioned, so one test
    serves both.
    """
    room = files("tigergraph_emulator.checks")
    lists = (room.joinpath(f"reserved_{each}.txt") for each in ("ddl", "query"))
    return frozenset(word for each in lists for word in each.read_text(encoding="utf-8").split())


def check_name(problems: Problems, node: Node, name: str, what: str) -> None:
    """A name that is given to something must not be a reserved word."""
    if name.lower() in reserved():
        problems.add(
            "SEM-1", node, f"{name} is a reserved word and cannot name {what}; write {name}_"
        )
    elif name.lower().startswith("gsql_sys_"):
        problems.add("SEM-1", node, f"{name}: the prefix gsql_sys_ is the server's own")
