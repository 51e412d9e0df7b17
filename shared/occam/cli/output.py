"""What the verbs print: JSON for programs, tables for people, one line for an error."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text


_WIDE = 400
_DIRECTIONS = {*range(0x202A, 0x202F), *range(0x2066, 0x206A)}
_TAGS = {*range(0xE0000, 0xE0080)}
_STEERING = {*range(32), *range(127, 160), *_DIRECTIONS, *_TAGS} - {9, 10}
_CONTROLS = dict.fromkeys(_STEERING, "\ufffd")
"""What could steer a terminal, turn the order of what is read, or hide in it."""


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

    made = Table(box=box.SIMPLE_HEAD, title=title or None, title_justify="left")
    for column in columns:
        side = "right" if column.startswith(">") else "left"
        made.add_column(column.lstrip(">"), justify=side, overflow="fold")
    for row in rows:
        made.add_row(*map(plain, row))
    return made


def plain(words: str) -> Text:
    """Words that are only words: no markup, nothing that could steer a terminal."""
    from rich.text import Text

    return Text(shown(words))


def shown(words: str) -> str:
    """The same as people may be shown them."""
    return words.translate(_CONTROLS)


def say(text: str = "") -> None:
    """A line for people on standard output."""
    sys.stdout.write(shown(text) + "\n")
    sys.stdout.flush()


def complain(text: str) -> None:
    """A line for people on standard error."""
    sys.stderr.write(shown(text.rstrip()) + "\n")
    sys.stderr.flush()
