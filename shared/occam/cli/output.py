"""What the verbs print: JSON for programs, tables for people, one line for an error."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


_WIDE = 400
_CONTROLS = dict.fromkeys({*range(32), *range(127, 160)} - {9, 10}, "\ufffd")


def print_json(value: Any) -> None:
    """One object, one line."""
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")
    sys.stdout.flush()


def console(*, errors: bool = False) -> Console:
    """Where people read; plain text, and never cut, when it is not a terminal."""
    from rich.console import Console

    stream = sys.stderr if errors else sys.stdout
    return Console(stderr=errors, highlight=False, width=None if stream.isatty() else _WIDE)


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "") -> Table:
    """A plain table; text is never read as markup."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    made = Table(box=box.SIMPLE_HEAD, title=title or None, title_justify="left")
    for column in columns:
        side = "right" if column.startswith(">") else "left"
        made.add_column(column.lstrip(">"), justify=side, overflow="fold")
    for row in rows:
        made.add_row(*(Text(cell) for cell in row))
    return made


def say(text: str = "") -> None:
    """A line for people on standard output."""
    sys.stdout.write(text.translate(_CONTROLS) + "\n")
    sys.stdout.flush()


def complain(text: str) -> None:
    """A line for people on standard error."""
    sys.stderr.write(text.rstrip().translate(_CONTROLS) + "\n")
    sys.stderr.flush()
