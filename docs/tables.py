"""Rebuilds what the docs take from the code: tables between `<!-- table: name -->` and
`<!-- end -->`, and the AsyncAPI document of the streams.

Without arguments it writes them; with `--check` it names what is out of date and fails.
"""

from __future__ import annotations

import inspect
import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from pathlib import Path
from typing import get_args

from occam.bus.asyncapi import asyncapi
from occam.bus.service import ServiceSpec
from occam.cli.main import app
from occam.core.escalation import RECEIVERS
from occam.core.gaps import AnyGap, Gap
from occam.messages.catalog import CATALOG, Wire
from occam.runtime.settings import SERVICES, Settings
from occam.runtime.settings_table import settings_table
from occam.runtime.shelf import Shelf
from occam.telemetry.names import ATTRIBUTES, SPANS, Name
from typer.core import TyperGroup
from typer.main import get_command

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("README.md", "docs/messages.md", "docs/settings.md", "docs/commands.md")
PAGES += ("docs/telemetry.md",)
ASYNCAPI = "docs/asyncapi.json"
TABLE = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)
OUTSIDE = {"question.asked.v1": "any client", "question.died.v1": "the bus"}
VERB = re.compile(r"^([a-z-]+):[^#\n]*## (.+)$", re.MULTILINE)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    cells = [" | ".join(cell.replace("|", r"\|") for cell in line) for line in lines]
    return "".join(f"| {line} |\n" for line in cells)


def says(thing: object) -> str:
    """The first paragraph of a docstring, on one line."""
    return " ".join((inspect.getdoc(thing) or "").partition("\n\n")[0].split())


def specs() -> list[ServiceSpec]:
    """Every service as it composes itself; nothing is opened, so an empty home will do."""
    settings = Settings(home=Path(tempfile.gettempdir()))
    doors = [import_module(f"occam_{name.replace('-', '_')}.app") for name in SERVICES]
    return [door.build(Shelf(settings), settings) for door in doors]


def streams() -> str:
    """Who writes and who reads each stream."""
    known = specs()

    def writers(kind: type[Wire]) -> str:
        return ", ".join(spec.name for spec in known if kind in spec.emits)

    def readers(kind: type[Wire]) -> str:
        return ", ".join(spec.name for spec in known if kind in spec.handlers)

    return table(
        ("stream", "written by", "read by"),
        [
            (f"`{tag}`", writers(kind) or OUTSIDE[tag], readers(kind) or "any client")
            for tag, kind in CATALOG.items()
        ],
    )


def messages() -> str:
    """What each message says."""
    rows = [(f"`{tag}`", f"`{kind.__name__}`", says(kind)) for tag, kind in CATALOG.items()]
    return table(("tag", "struct", "says"), rows)


def gaps() -> str:
    """Each gap, and who may close it."""
    kinds: tuple[type[Gap], ...] = get_args(AnyGap)
    rows = [
        (f"`{kind.__struct_config__.tag}`", says(kind), ", then ".join(receivers(kind)) or "nobody")
        for kind in kinds
    ]
    return table(("gap", "says", "goes to"), rows)


def receivers(kind: type[Gap]) -> Sequence[str]:
    """Who closes a gap, in order."""
    return RECEIVERS[str(kind.__struct_config__.tag)]


def verbs() -> str:
    """What `make` can do."""
    found = VERB.findall((ROOT / "Makefile").read_text("utf-8"))
    return table(("verb", "does"), [(f"`make {verb}`", purpose) for verb, purpose in found])


def commands() -> str:
    """What `occam` can do, subcommands included."""
    top = get_command(app)
    assert isinstance(top, TyperGroup)
    return table(("command", "does"), _commands("occam", top))


def _commands(path: str, group: TyperGroup) -> Iterable[Sequence[str]]:
    for name, command in group.commands.items():
        if isinstance(command, TyperGroup):
            yield from _commands(f"{path} {name}", command)
        else:
            words = " ".join((command.help or "").partition("\n\n")[0].split())
            yield f"`{path} {name}`", words


def registered(names: Iterable[Name]) -> str:
    """A part of the register of telemetry."""
    return table(("name", "on", "says"), [(f"`{name}`", on, said) for name, on, said in names])


TABLES: dict[str, Callable[[], str]] = {
    "streams": streams,
    "messages": messages,
    "gaps": gaps,
    "settings": settings_table,
    "verbs": verbs,
    "commands": commands,
    "spans": lambda: registered(SPANS),
    "attributes": lambda: registered(ATTRIBUTES),
}


def rebuilt(text: str) -> str:
    """The page with every table as the code has it now."""
    return TABLE.sub(lambda found: found[1] + TABLES[found[2]]() + found[3], text)


def described() -> str:
    """The AsyncAPI document of all five services."""
    return json.dumps(asyncapi(specs()), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Writes the pages, or names those that are out of date."""
    stale = 0
    for page in (*PAGES, ASYNCAPI):
        path = ROOT / page
        text = path.read_text("utf-8") if path.is_file() else ""
        if (fresh := described() if page == ASYNCAPI else rebuilt(text)) == text:
            continue
        if "--check" in arguments:
            print(f"{page} is out of date: run `make docs`")
            stale = 1
        else:
            path.write_text(fresh, "utf-8")
            print(f"{page} rewritten")
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
