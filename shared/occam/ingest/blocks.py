"""Records inside a page: blocks under a marker line, or the whole page as `key: value` lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

_LINE = re.compile(r"[^\n]*\n?")
_BLOCK_KEY = re.compile(r"^([ \t]*)([^\W\d]\w*)[ \t]*:[ \t]*(.*?)[ \t]*$")
_PAGE_KEY = re.compile(r"^([ \t]*)([^\W\d][^:\n|]{0,48}?)[ \t]*:[ \t]*(.*?)[ \t]*$")


class Field(msgspec.Struct, frozen=True):
    """One value as it stands: characters [start, end) of the page, wrapped lines included."""

    text: str
    start: int
    end: int


Fields = dict[str, Field]


def field_key(name: str) -> str:
    """`Year built`, `year_built` and `YEAR BUILT` are one field."""
    return "_".join(re.split(r"[\s_]+", name.strip())).casefold()


def find_record(text: str, marker: str) -> Fields | None:
    """The fields of the last block under `marker` that has any, or None.

    Without a marker the whole page is one block.
    """
    if not marker:
        return _fields(text, 0, _PAGE_KEY) or None
    words = [re.escape(word) for word in marker.split()]
    found: Fields | None = None
    for head in re.finditer(r"\s+".join(words), text, re.IGNORECASE):
        found = _fields(text, head.end(), _BLOCK_KEY) or found
    return found


def _lines(text: str, start: int) -> Iterator[tuple[int, str]]:
    for match in _LINE.finditer(text, start):
        if match.end() > match.start():
            yield match.start(), match.group().rstrip("\n").rstrip("\r")


def _fields(text: str, start: int, key: re.Pattern[str]) -> Fields:
    """Fields up to a blank line, the next block or prose; without a marker to the page's end."""
    whole_page = key is _PAGE_KEY
    fields: Fields = {}
    name, indent = "", 0
    for at, line in _lines(text, start):
        if not line.strip():
            name = ""
            if fields and not whole_page:
                break
            continue
        match = key.match(line)
        deeper = len(line) - len(line.lstrip()) > indent
        if match and not (name and deeper):
            name, indent = field_key(match[2]), len(match[1])
            fields.setdefault(name, _field(text, at + match.start(3), at + match.end(3)))
        elif name and line[0] in " \t":
            begun = fields[name]
            first = begun.start if begun.text else at + len(line) - len(line.lstrip())
            fields[name] = _field(text, first, at + len(line.rstrip()))
        elif whole_page:
            name = ""
        else:
            break
    return {name: field for name, field in fields.items() if field.text}


def _field(text: str, start: int, end: int) -> Field:
    return Field(text[start:end], start, end)
