"""SELECT, clause by clause: what each may mention."""

from __future__ import annotations

from tigergraph_emulator import tree
from tigergraph_emulator.checks.clauses import check_clause
from tigergraph_emulator.checks.expressions import condition, typed, whole_number
from tigergraph_emulator.checks.functions import AGGREGATES
from tigergraph_emulator.checks.patterns import check_paths
from tigergraph_emulator.checks.scope import Scope
from tigergraph_emulator.checks.types import Type, plain
from tigergraph_emulator.checks.words import check_name
from tigergraph_emulator.tree import Call, Expr, Name, PostAccum, Select, TableSelect
from tigergraph_emulator.tree.walking import nodes

_SORTABLE = ("INT", "FLOAT", "DOUBLE", "STRING", "BOOL", "DATETIME", "?")


def check_select(select: Select, scope: Scope) -> Type:
    """A selection of vertices; its type is that of the selected alias."""
    aliases = check_paths(select.paths, scope)
    condition(select.where, scope.clause("where", aliases))
    if select.accum:
        check_clause(select.accum, scope.clause("accum", aliases))
    for clause in select.post:
        _post(clause, scope, aliases)
    chosen = aliases.get(select.alias)
    if chosen is None or chosen.name != "VERTEX":
        scope.add("SEM-45", select, f"{select.alias} is no vertex alias of this FROM")
        return Type("VERTEXSET")
    only = {select.alias: chosen}
    others = {
        name: f"HAVING and ORDER BY speak of the selected alias {select.alias}, not of {name}"
        for name in aliases
        if name != select.alias
    }
    condition(select.having, scope.clause("having", only, others))
    _order(select.order, scope.clause("order", only, others))
    _limit(select, scope)
    return Type("VERTEXSET", types=chosen.types)


def _order(order: tuple[tree.OrderKey, ...], scope: Scope) -> None:
    for key in order:
        found = plain(typed(key.value, scope))
        if found.name not in _SORTABLE:
            scope.add("TYP-7", key, f"ORDER BY sorts single values, this is {found}")


def _limit(select: Select | TableSelect, scope: Scope) -> None:
    if select.offset is not None and not select.order:
        scope.add("SEM-27", select.offset, "OFFSET without ORDER BY: the rows have no order")
    whole_number(select.limit, scope, "LIMIT")
    whole_number(select.offset, scope, "OFFSET")


def _post(clause: PostAccum, scope: Scope, aliases: dict[str, Type]) -> None:
    mentioned = {
        name
        for node in nodes(clause.body)
        for name in (getattr(node, "target", None), getattr(node, "name", None))
        if isinstance(name, str)
        and name in aliases
        and isinstance(node, Name | tree.AssignVertexAcc | tree.AssignAttribute)
    }
    if clause.alias:
        mentioned.add(clause.alias)
        if clause.alias not in aliases:
            scope.add("SEM-45", clause, f"POST-ACCUM({clause.alias}): there is no such alias")
    if len(mentioned) > 1:
        names = " and ".join(sorted(mentioned))
        scope.add("SEM-28", clause, f"one POST-ACCUM speaks of one alias, not of {names}")
    for name in sorted(mentioned & set(aliases)):
        if aliases[name].name == "EDGE":
            scope.add("SEM-28", clause, f"POST-ACCUM is for vertices; {name} is an edge")
    check_clause(clause.body, scope.clause("post", aliases))


def check_table(select: TableSelect, scope: Scope) -> None:
    """A selection into a table: grouping columns first, then aggregates."""
    aliases = check_paths(select.paths, scope)
    condition(select.where, scope.clause("where", aliases))
    columns = scope.clause("columns", aliases)
    made = {column.alias: typed(column.value, columns) for column in select.columns}
    for key in select.group:
        typed(key, scope.clause("where", aliases))
    _grouped(select, scope)
    for column in select.columns:
        if not column.alias:
            scope.add("SEM-29", column, "every column of a table needs a name: AS name")
        else:
            check_name(scope.whole.problems, column, column.alias, "a column")
    if len(made) != len(select.columns):
        scope.add("SEM-29", select, "two columns of the table have the same name")
    after = scope.clause("columns", aliases | {name: type_ for name, type_ in made.items() if name})
    condition(select.having, after)
    _order(select.order, after)
    _limit(select, scope)
    if select.into not in scope.tables:
        scope.declare(select, select.into, "a table")
    scope.tables.add(select.into)


def _is_aggregate(expr: Expr) -> bool:
    return any(isinstance(n, Call) and n.function.lower() in AGGREGATES for n in nodes(expr))


def _grouped(select: TableSelect, scope: Scope) -> None:
    aggregated = [_is_aggregate(column.value) for column in select.columns]
    if aggregated != sorted(aggregated):
        scope.add("SEM-30", select, "the grouping columns stand before the aggregates")
    if not select.group and not any(aggregated):
        return
    for column, aggregate in zip(select.columns, aggregated, strict=True):
        if not aggregate and column.value not in select.group:
            scope.add(
                "SEM-30", column, f"the column {column.alias} is neither grouped by nor aggregated"
            )
