"""PRINT: every output has a name of its own."""

from __future__ import annotations

from tigergraph_emulator import tree
from tigergraph_emulator.checks.expressions import condition, typed
from tigergraph_emulator.checks.scope import Scope
from tigergraph_emulator.checks.types import Type, vertex
from tigergraph_emulator.checks.words import check_name
from tigergraph_emulator.tree import Print, PrintItem


def check_print(statement: Print, scope: Scope) -> None:
    """What is printed, under which names, and when."""
    condition(statement.where, scope)
    names = [item.alias for item in statement.items if item.alias]
    if len(set(names)) < len(names):
        scope.add("SEM-47", statement, "two outputs of one PRINT have the same name")
    for item in statement.items:
        _item(item, scope)


def _item(item: PrintItem, scope: Scope) -> None:
    if not item.alias:
        scope.add("SEM-47", item, "an output without a name: write PRINT … AS name")
    else:
        check_name(scope.whole.problems, item, item.alias, "an output")
    if isinstance(item.value, tree.Name) and item.value.name in scope.tables:
        if item.columns is not None or item.vectors:
            scope.add("SEM-47", item, f"the table {item.value.name} is printed whole")
        return
    found = typed(item.value, scope)
    is_set = found.name in ("VERTEXSET", "?")
    if not is_set and (item.columns is not None or item.vectors):
        scope.add("SEM-47", item, "only a vertex set has columns and vectors")
    elif item.columns is not None:
        _columns(item, found, scope)


def _columns(item: PrintItem, found: Type, scope: Scope) -> None:
    if not isinstance(item.value, tree.Name):
        scope.add("SEM-47", item, "assign the vertex set to a name, then print its columns")
        return
    inner = scope.clause("print", {item.value.name: vertex(found.types)})
    names = [column.alias for column in item.columns or ()]
    for column in item.columns or ():
        if not column.alias:
            scope.add("SEM-47", column, "a column without a name: write S.a AS a")
        else:
            check_name(scope.whole.problems, column, column.alias, "a column")
        typed(column.value, inner)
    if len(set(names)) < len(names):
        scope.add("SEM-47", item, "two columns have the same name")
