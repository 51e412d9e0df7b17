"""How a schema lies in the graph database: table and column names, and how cells are read back.

Every attribute has a value column (a period three) and a column that says why there is no value:
`?cause` for unknown, `-cause` for not applicable. Prefixes keep names apart that a pack may repeat.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from occam.core.errors import BadConfig
from occam.core.schema import Attribute
from occam.core.values import Cell, Kind, Period

FILE = "graph.lbug"
SEPARATOR = "\x1f"
"""Between document ids in the `documents` column."""
UNKNOWN, NOT_APPLICABLE = "?", "-"

COLUMN_TYPES: dict[Kind, str] = {
    "integer": "INT64",
    "number": "DOUBLE",
    "text": "STRING",
    "period": "STRING",
    "flag": "BOOLEAN",
}
_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


@cache
def quoted(prefix: str, name: str) -> str:
    """The one way an identifier gets into a statement."""
    if not _IDENTIFIER.fullmatch(name):
        raise BadConfig(f"schema: {name!r} is not an identifier (letters, digits, underscore)")
    return f"`{prefix}{name}`"


def vertex_table(type_: str) -> str:
    return quoted("v_", type_)


def edge_table(edge: str) -> str:
    return quoted("e_", edge)


def column(attr: str) -> str:
    """The column that holds an attribute's value; of a period its days."""
    return attr if attr in ("id", "label") else quoted("a_", attr)


def period_column(attr: str, part: str) -> str:
    return column(attr) if part == "days" else quoted(f"{part}_", attr)


def why_column(attr: str) -> str:
    return quoted("w_", attr)


def unknown_column(edge: str) -> str:
    """Holds the cause when the edge's targets are not known."""
    return quoted("u_", edge)


def value_columns(attr: str, attribute: Attribute) -> list[str]:
    """The columns of one attribute, the reason for having no value last."""
    parts = ["days", "start", "end"] if attribute.kind == "period" else ["days"]
    return [*(period_column(attr, part) for part in parts), why_column(attr)]


def stored(cell: Cell, attribute: Attribute) -> list[Any]:
    """The cell as its columns hold it."""
    value = cell.value
    if attribute.kind == "period":
        held = [value.days, value.start, value.end] if isinstance(value, Period) else [None] * 3
    else:
        held = [value]
    if cell.status == "known":
        return [*held, None]
    return [*held, (UNKNOWN if cell.status == "unknown" else NOT_APPLICABLE) + cell.cause]


def restored(held: Sequence[Any], attribute: Attribute) -> Cell:
    """The inverse of `stored`."""
    why = held[-1]
    if why is not None:
        status = "unknown" if why[0] == UNKNOWN else "not_applicable"
        return Cell(status=status, cause=why[1:])
    if attribute.kind == "period":
        days, start, end, _ = held
        return Cell(Period(start=start, end=end, days=days))
    return Cell(held[0])
