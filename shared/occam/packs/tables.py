"""Reference tables: tab-separated rows of facts that no page needs to state.

The first line names the columns: `id`, `label`, `aliases` (joined by `|`) and attributes. Quotes
are plain characters, `#` starts a comment line, every other line must have all its cells.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

import msgspec

from occam.core.errors import BadConfig


class TableRow(msgspec.Struct, frozen=True):
    """One row, its cells by column name, and the characters [start, end) where it stands."""

    cells: dict[str, str]
    start: int
    end: int
    line: int

    @property
    def aliases(self) -> tuple[str, ...]:
        return tuple(part.strip() for part in self.cells.get("aliases", "").split("|") if part)


class Table(msgspec.Struct, frozen=True):
    """A whole file; `row` finds by id, label or alias, without regard to case."""

    name: str
    text: str
    columns: tuple[str, ...]
    rows: dict[str, TableRow]
    names: dict[str, str]
    digest: str

    def row(self, name: str) -> TableRow | None:
        found = self.names.get(" ".join(name.split()).casefold())
        return self.rows[found] if found is not None else None


def read_table(path: Path) -> Table:
    """Read one table; a short line or a repeated id is named by its line."""
    try:
        raw = path.read_bytes()
        text = raw.decode()
    except (OSError, UnicodeDecodeError) as error:
        raise BadConfig(f"{path}: cannot be read: {error}") from None
    columns: tuple[str, ...] = ()
    rows: dict[str, TableRow] = {}
    start = 0
    for number, line in enumerate(text.split("\n"), 1):
        end = start + len(line)
        if line.strip() and not line.startswith("#"):
            cells = tuple(cell.strip() for cell in line.split("\t"))
            if not columns:
                columns = _columns(path, number, cells)
            else:
                row = TableRow(_cells(path, number, columns, cells), start, end, number)
                if row.cells["id"] in rows:
                    raise BadConfig(f"{path}:{number}: id: {row.cells['id']!r} stands twice")
                rows[row.cells["id"]] = row
        start = end + 1
    if not rows:
        raise BadConfig(f"{path}:1: the table has no rows")
    return Table(path.name, text, columns, rows, _names(rows), hashlib.sha256(raw).hexdigest())


def _columns(path: Path, line: int, cells: tuple[str, ...]) -> tuple[str, ...]:
    if "id" not in cells or len(set(cells)) < len(cells):
        raise BadConfig(f"{path}:{line}: the first line names each column once, `id` too")
    return cells


def _cells(
    path: Path, line: int, columns: tuple[str, ...], cells: tuple[str, ...]
) -> dict[str, str]:
    if len(cells) != len(columns):
        raise BadConfig(f"{path}:{line}: {len(cells)} cells where {len(columns)} are named")
    row = dict(zip(columns, cells, strict=True))
    if not row["id"]:
        raise BadConfig(f"{path}:{line}: id: is empty")
    return row


def _names(rows: dict[str, TableRow]) -> dict[str, str]:
    """Every way to name a row; an id beats a label and a label beats an alias."""
    names: dict[str, str] = {}
    for row in rows.values():
        names.setdefault(row.cells["id"].casefold(), row.cells["id"])
    for row in rows.values():
        names.setdefault(row.cells.get("label", row.cells["id"]).casefold(), row.cells["id"])
    shared: set[str] = set()
    aliases: dict[str, str] = {}
    for row in rows.values():
        for alias in row.aliases:
            if aliases.setdefault(alias.casefold(), row.cells["id"]) != row.cells["id"]:
                shared.add(alias.casefold())
    for alias, id in aliases.items():
        if alias not in shared:
            names.setdefault(alias, id)
    return names
