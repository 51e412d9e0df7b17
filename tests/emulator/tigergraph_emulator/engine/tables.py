"""SELECT … INTO: rows of columns, grouped or not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tigergraph_emulator.engine.accumulators import kept
from tigergraph_emulator.engine.arithmetic import divided, plus
from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.engine.expressions import staged
from tigergraph_emulator.engine.frame import Frame
from tigergraph_emulator.engine.looping import shuffled
from tigergraph_emulator.engine.ordering import Cut, sorted_rows
from tigergraph_emulator.engine.scope import Clause, Scope
from tigergraph_emulator.engine.selecting import Matches
from tigergraph_emulator.engine.staging import Row, RowFunction, Staged, constant, truth
from tigergraph_emulator.tree import Call, Expr, Star, TableSelect
from tigergraph_emulator.tree.walking import nodes


@dataclass(slots=True)
class Table:
    """Rows of values; `ordered` says that ORDER BY put them into their order."""

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    ordered: bool


def _count(values: list[Any]) -> int:
    return len(values)


def _sum(values: list[Any]) -> Any:
    total = values[0]
    for value in values[1:]:
        total = plus(total, value)
    return total


def _average(values: list[Any]) -> float:
    return float(divided(1.0 * _sum(values), len(values)))


AGGREGATES: dict[str, Callable[[list[Any]], Any]] = {
    "count": _count,
    "sum": _sum,
    "min": min,
    "max": max,
    "avg": _average,
}


@dataclass(slots=True)
class _Aggregate:
    """One aggregate column: what is collected from each row, and what becomes of it."""

    function: Callable[[list[Any]], Any]
    value: Staged
    distinct: bool


def table(select: TableSelect, scope: Scope) -> Callable[[Frame], Table]:
    """A SELECT whose result is a table."""
    _checked(select)
    matches = Matches(select.paths, select.where, scope)
    inside = scope.within(matches.clause)
    keys = [staged(key, inside) for key in select.group]
    columns = [
        _column(column.value, inside, grouped=bool(select.group)) for column in select.columns
    ]
    finish = _Finish(select, scope)
    names = tuple(column.alias for column in select.columns)

    def run(frame: Frame) -> Table:
        found = matches.rows(frame)
        rows = _grouped(found, keys, columns, frame) if keys else _plain(found, columns, frame)
        if select.distinct:
            rows = list(dict.fromkeys(rows))
        return Table(names, finish(rows, frame), ordered=bool(select.order))

    return run


def _checked(select: TableSelect) -> None:
    unnamed = [column for column in select.columns if not column.alias]
    if unnamed:
        raise Undocumented(f"a column of {select.into} without AS")
    grouping = [column.value for column in select.columns if not _is_aggregate(column.value)]
    if select.group:
        if any(column not in select.group for column in grouping):
            raise RuntimeFailure(f"a column of {select.into} is neither grouped by nor aggregated")
        first = [column.value for column in select.columns[: len(grouping)]]
        if first != grouping:
            raise Undocumented(f"{select.into}: grouping columns stand before aggregates")
    elif len(grouping) < len(select.columns):
        raise Undocumented(f"{select.into}: an aggregate without GROUP BY")


def _is_aggregate(value: Expr) -> bool:
    return isinstance(value, Call) and value.function.lower() in AGGREGATES


def _column(value: Expr, scope: Scope, grouped: bool) -> Staged | _Aggregate:
    if not _is_aggregate(value):
        if any(isinstance(node, Call) and _is_aggregate(node) for node in nodes(value)):
            raise Undocumented("arithmetic over an aggregate in a column")
        return staged(value, scope)
    assert isinstance(value, Call)
    if len(value.args) != 1:
        raise RuntimeFailure(f"{value.function} takes one argument")
    (arg,) = value.args
    if isinstance(arg, Star):
        if value.function.lower() != "count" or value.distinct:
            raise RuntimeFailure(f"{value.function}(*)")
        return _Aggregate(_count, constant(1), False)
    return _Aggregate(AGGREGATES[value.function.lower()], staged(arg, scope), value.distinct)


def _plain(
    found: list[Row], columns: list[Staged | _Aggregate], frame: Frame
) -> list[tuple[Any, ...]]:
    ready = [column(frame) for column in columns if not isinstance(column, _Aggregate)]
    return [tuple(kept(of(row)) for of in ready) for row in found]


def _grouped(
    found: list[Row], keys: list[Staged], columns: list[Staged | _Aggregate], frame: Frame
) -> list[tuple[Any, ...]]:
    parts = [key(frame) for key in keys]
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in found:
        groups.setdefault(tuple(part(row) for part in parts), []).append(row)
    ready = [_over_group(column, frame) for column in columns]
    return [tuple(of(rows) for of in ready) for rows in groups.values()]


def _over_group(column: Staged | _Aggregate, frame: Frame) -> Callable[[list[Row]], Any]:
    if not isinstance(column, _Aggregate):
        first: RowFunction = column(frame)
        return lambda rows: first(rows[0])
    read, function, distinct = column.value(frame), column.function, column.distinct

    def aggregate(rows: list[Row]) -> Any:
        values = [read(row) for row in rows]
        return function(shuffled(dict.fromkeys(values), frame.chance) if distinct else values)

    return aggregate


class _Finish:
    """HAVING, ORDER BY and LIMIT over the ready rows: they speak of columns only."""

    def __init__(self, select: TableSelect, scope: Scope) -> None:
        named = [(c.value, c.alias, slot) for slot, c in enumerate(select.columns)]
        inside = scope.within(Clause(columns=named, width=len(named)))
        self._having = None if select.having is None else staged(select.having, inside)
        self._order = [(staged(key.value, inside), key.descending) for key in select.order]
        self._cut = Cut(select.limit, select.offset, bool(select.order), scope)

    def __call__(self, rows: list[tuple[Any, ...]], frame: Frame) -> list[tuple[Any, ...]]:
        if self._having is not None:
            holds = self._having(frame)
            rows = [row for row in rows if truth(holds(row))]
        if self._order:
            rows = sorted_rows(rows, self._order, frame)
        return self._cut(rows, frame)
