"""Lines of a loaded file, taken apart as the server does: no escapes, quotes only when told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from tigergraph_emulator.tree import Load, Token

_SPELLED = {"\\n": "\n", "\\t": "\t", "\\r\\n": "\r\n"}


@dataclass(frozen=True, slots=True)
class Layout:
    """How one file is cut up; `header` says that its first line names the columns."""

    separator: str
    eol: str
    quote: str
    header: bool
    json_lines: bool

    @classmethod
    def of(cls, load: Load, separator: str | None, eol: str | None) -> Layout:
        """From the options of a LOAD; what the call says about separators wins."""
        options = {name.upper(): value for name, value in load.options}
        quotes = {"DOUBLE": '"', "SINGLE": "'", "": ""}
        sep = separator if separator is not None else options.get("SEPARATOR", ",")
        end = eol if eol is not None else options.get("EOL", "\n")
        return cls(
            separator=_SPELLED.get(sep, sep),
            eol=_SPELLED.get(end, end),
            quote=quotes[options.get("QUOTE", "").upper()],
            header=options.get("HEADER", "false").lower() == "true",
            json_lines=options.get("JSON_FILE", "false").lower() == "true",
        )


class NotEnough(Exception):
    """A line that lacks a token."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line: tokens by place and name, or the JSON object it is."""

    tokens: list[str]
    names: dict[str, int]
    document: dict[str, Any] | None = None

    def get(self, token: Token) -> Any:
        """The value a column names; a JSON key that is missing is None, the default."""
        if self.document is not None:
            found: Any = self.document
            for key in token.path:
                found = cast(dict[str, Any], found).get(key) if isinstance(found, dict) else None
            return found
        place = self.names.get(token.path[0], -1) if token.path else token.index
        if place is None or not 0 <= place < len(self.tokens):
            raise NotEnough
        return self.tokens[place]


def lines(text: str, layout: Layout) -> Iterator[Line | None]:
    """Every line that is not empty; None is one that is not JSON."""
    names: dict[str, int] = {}
    for number, raw in enumerate(text.split(layout.eol)):
        if not raw:
            continue
        if layout.json_lines:
            yield _document(raw)
            continue
        tokens = cut(raw, layout)
        if layout.header and number == 0:
            names = {name: place for place, name in enumerate(tokens)}
            continue
        yield Line(tokens, names)


def _document(raw: str) -> Line | None:
    try:
        read = json.loads(raw)
    except json.JSONDecodeError:
        return None
    return Line([], {}, cast(dict[str, Any], read)) if isinstance(read, dict) else None


def cut(raw: str, layout: Layout) -> list[str]:
    """Tokens of a line: a separator between quotes belongs to the token only with QUOTE set."""
    if not layout.quote:
        return raw.split(layout.separator)
    tokens: list[str] = []
    held, quoted = "", False
    place = 0
    while place < len(raw):
        if raw[place] == layout.quote:
            quoted = not quoted
            place += 1
        elif not quoted and raw.startswith(layout.separator, place):
            tokens.append(held)
            held = ""
            place += len(layout.separator)
        else:
            held += raw[place]
            place += 1
    return [*tokens, held]
