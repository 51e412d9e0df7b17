"""A TOML file that remembers where each key stands, so that every complaint can name the line."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

import msgspec

from occam.core.errors import BadConfig

Key = str | int
Found = TypeVar("Found")

_HEADER = re.compile(r"^\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(?:#.*)?$")
_ASSIGN = re.compile(
    r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*="""
)
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")
_AT = re.compile(r"^(.*?)(?: - at `(?:key in )?(.*)`)?$", re.DOTALL)
_STEP = re.compile(r"\[(\d+|\.\.\.)\]|([^.\[\]]+)")


class TomlFile(msgspec.Struct, frozen=True):
    """The parsed data of one file and the line of each key."""

    path: Path
    data: dict[str, Any]
    lines: dict[tuple[Key, ...], int] = {}
    digest: str = ""

    def line_of(self, *keys: Key) -> int:
        """The line of that key, or of the nearest key above it; 1 when none is known."""
        for length in range(len(keys), 0, -1):
            if keys[:length] in self.lines:
                return self.lines[keys[:length]]
        return 1

    def complaint(self, keys: tuple[Key, ...], reason: str) -> BadConfig:
        """An error that names file, line and key."""
        name = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in keys)
        return BadConfig(f"{self.path}:{self.line_of(*keys)}: {name.lstrip('.')}: {reason}")

    def read(self, value: object, type: type[Found], *keys: Key) -> Found:
        """`value`, which stands under `keys`, as `type`; unknown keys and wrong types refused."""
        try:
            return msgspec.convert(value, type)
        except msgspec.ValidationError as error:
            found = _AT.match(str(error))
            reason, path = (found[1], found[2] or "") if found else (str(error), "")
            steps = [hit[1] or hit[2] for hit in _STEP.finditer(path.removeprefix("$"))]
            below = tuple(int(step) if step.isdigit() else step for step in steps if step != "...")
            unknown = re.search(r"unknown field `([^`]*)`", reason)
            below += (unknown[1],) if unknown else ()
            raise self.complaint((*keys, *below), reason) from None


def parse_toml(path: Path) -> TomlFile:
    """Read one TOML file; a syntax error names its line."""
    try:
        raw = path.read_bytes()
        text = raw.decode()
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"\(at (?:line (\d+), column \d+|end of document)\)", str(error))
        line = at[1] if at and at[1] else "end"
        raise BadConfig(f"{path}:{line}: not TOML: {error}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadConfig(f"{path}: cannot be read: {error}") from None
    return TomlFile(path, data, _lines(text, data), hashlib.sha256(raw).hexdigest())


def _keys(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))


def _lines(text: str, data: Mapping[str, Any]) -> dict[tuple[Key, ...], int]:
    """Where each table and key starts; text inside multi-line values is passed over."""
    lines: dict[tuple[Key, ...], int] = {}
    counts: dict[tuple[Key, ...], int] = {}
    table: tuple[Key, ...] = ()
    closing = ""
    for number, line in enumerate(text.splitlines(), 1):
        if closing:
            closing = _still_open(line, closing)
            continue
        if header := _HEADER.match(line):
            table = _entered(_keys(header[2]), data, counts, fresh=header[1] == "[[")
            for length in range(1, len(table) + 1):
                lines.setdefault(table[:length], number)
        elif assigned := _ASSIGN.match(line):
            keys = table + _keys(assigned[1])
            lines.setdefault(keys, number)
            closing = _opens(line[assigned.end() :])
    return lines


def _entered(
    keys: tuple[str, ...],
    data: Mapping[str, Any],
    counts: dict[tuple[Key, ...], int],
    *,
    fresh: bool,
) -> tuple[Key, ...]:
    """The full key of a table header: arrays of tables carry the position of the element."""
    path: tuple[Key, ...] = ()
    here: object = data
    for position, key in enumerate(keys):
        path += (key,)
        here = cast("Mapping[str, Any]", here).get(key) if isinstance(here, Mapping) else None
        if isinstance(here, list):
            last = position == len(keys) - 1
            counts[path] = counts.get(path, -1) + (1 if last and fresh else 0)
            index = max(counts[path], 0)
            items = cast("list[object]", here)
            here = items[index] if index < len(items) else None
            path += (index,)
    return path


def _opens(value: str) -> str:
    """What must come before the value on this line is over: a quote, a bracket, or nothing."""
    text = value.strip()
    for quote in ('"""', "'''"):
        if text.startswith(quote):
            return "" if quote in text[3:] else quote
    return "]" if _depth(text) > 0 else ""


def _still_open(line: str, closing: str) -> str:
    if closing in ('"""', "'''"):
        return "" if closing in line else closing
    depth = len(closing) + _depth(line)
    return "]" * depth if depth > 0 else ""


def _depth(text: str) -> int:
    """Brackets opened less brackets closed, outside strings and comments."""
    bare = re.sub(r""""(?:[^"\\]|\\.)*"|'[^']*'""", "", text)
    bare = bare.split("#", 1)[0]
    return sum(bare.count(mark) for mark in "[{") - sum(bare.count(mark) for mark in "]}")
