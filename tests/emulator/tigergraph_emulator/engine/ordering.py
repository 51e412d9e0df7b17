"""ORDER BY, LIMIT and OFFSET: beyond the declared keys, and without them, chance decides."""

from __future__ import annotations

from typing import Any

from tigergraph_emulator.engine.elements import Vertex
from tigergraph_emulator.engine.errors import RuntimeFailure, Undocumented
from tigergraph_emulator.engine.expressions import staged
from tigergraph_emulator.engine.frame import Frame
from tigergraph_emulator.engine.looping import shuffled
from tigergraph_emulator.engine.scope import Scope
from tigergraph_emulator.engine.staging import Row, Staged, now
from tigergraph_emulator.engine.values import kind_of
from tigergraph_emulator.tree import Expr


def sorted_rows(rows: list[Row], keys: list[tuple[Staged, bool]], frame: Frame) -> list[Row]:
    """The rows by their keys, the first key first; equals as chance has it."""
    frame.chance.shuffle(rows)
    for key, descending in reversed(keys):
        value = key(frame)
        made = [(_comparable(value(row)), row) for row in rows]
        try:
            made.sort(key=lambda pair: pair[0], reverse=descending)
        except TypeError:
            raise RuntimeFailure("ORDER BY values of different types") from None
        rows = [row for _, row in made]
    return rows


def _comparable(value: Any) -> Any:
    if isinstance(value, Vertex | list | set | dict):
        raise Undocumented(f"ORDER BY a {kind_of(value)}")
    return value


class Cut:
    """LIMIT and OFFSET."""

    def __init__(
        self, limit: Expr | None, offset: Expr | None, in_order: bool, scope: Scope
    ) -> None:
        if offset is not None and not in_order:
            raise RuntimeFailure("OFFSET without ORDER BY")
        self._limit = None if limit is None else staged(limit, scope)
        self._offset = None if offset is None else staged(offset, scope)
        self._in_order = in_order

    def __call__(self, rows: list[Any], frame: Frame) -> list[Any]:
        if self._limit is None:
            return rows
        limit = _count(now(self._limit, frame), "LIMIT")
        offset = 0 if self._offset is None else _count(now(self._offset, frame), "OFFSET")
        if not self._in_order:
            rows = shuffled(rows, frame.chance)
        return rows[offset : offset + limit]


def _count(value: Any, word: str) -> int:
    if type(value) is not int or value < 0:
        raise RuntimeFailure(f"{word} {value!r}")
    return value
