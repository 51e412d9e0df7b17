"""Rebuilds the tables of the docs from the code, between `<!-- table: name -->` and `<!-- end -->`.

Without arguments it writes them; with `--check` it names what is out of date and fails.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path

from typer.core import TyperGroup
from typer.main import get_command

from occam.bus.service import ServiceSpec
from occam.cli.main import app
from occam.core.escalation import RECEIVERS
from occam.core.gaps import AnyGap
from occam.messages.catalog import CATALOG
from occam.runtime.settings import SERVICES
from occam.runtime.settings_table import settings_table
from occam.telemetry.names import ATTRIBUTES, SPANS, Name

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", *(f"docs/{page}.md" for page in ("messages", "settings", "commands")))
PAGES += ("docs/telemetry.md",)
TABLE = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
VERB = re.compile(r"^([a-z-]+):[^#\n]*## (.+)$", re.MULTILINE)

Row = Sequence[str]


def table(head: Row, rows: Iterable[Row]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(_cell(cell) for cell in line) + " |\n" for line in lines)
