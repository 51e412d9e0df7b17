"""The small language of REST++ reads: filter, select, limit and sort."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .replies import Refusal

_CONDITION = re.compile(
    r'\s*(?P<name>\w+)\s*(?P<op>!=|>=|<=|=|>|<)\s*(?:"(?P<text>[^"]*)"|(?P<word>[^",\s]+))\s*(?:,|$)'
)
_TESTS: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}

Condition = tuple[str, Callable[[Any, Any], bool], Any]


def wrong(message: str) -> Refusal:
    """A read whose filter cannot be understood."""
    return Refusal(400, "REST-30000", message)


def conditions(text: str) -> list[Condition]:
    """`a>1,b="x"`: every condition must hold, and nothing but the comma joins them."""
    found: list[Condition] = []
    place = 0
    while place < len(text):
        match = _CONDITION.match(text, place)
        if match is None:
            raise wrong(f"The filter cannot be read from here: {text[place:]!r}")
        value = match["text"] if match["word"] is None else _word(match["word"])
        found.append((match["name"], _TESTS[match["op"]], value))
        place = match.end()
    return found


def _word(word: str) -> bool | int | float:
    if word in ("true", "false"):
        return word == "true"
    try:
        return float(word) if "." in word or "e" in word.lower() else int(word)
    except ValueError as error:
        raise wrong(f"A text in a filter stands in double quotes: {word}") from error


def holds(attributes: Mapping[str, Any], wanted: Iterable[Condition]) -> bool:
    """Whether one vertex or edge fulfils all conditions; types must be comparable."""
    for name, test, value in wanted:
        if name not in attributes:
            raise wrong(f"The filter names {name}, which is not an attribute.")
        stored = attributes[name]
        if isinstance(stored, str) is not isinstance(value, str):
            raise wrong(f"The filter compares {name} with a value of another type.")
        if not test(stored, value):
            return False
    return True


def selected(attributes: Mapping[str, Any], names: str) -> dict[str, Any]:
    """The attributes named in `select`, or all."""
    if not names:
        return dict(attributes)
    wanted = names.split(",")
    for name in wanted:
        if name not in attributes:
            raise wrong(f"The selection names {name}, which is not an attribute.")
    return {name: attributes[name] for name in wanted}


def arranged(rows: list[dict[str, Any]], sort: str, limit: str) -> list[dict[str, Any]]:
    """Sorts by attributes, `-` for falling, and keeps the first `limit` rows."""
    for key in reversed(sort.split(",") if sort else []):
        name = key.removeprefix("-")
        if any(name not in row["attributes"] for row in rows):
            raise wrong(f"The order names {name}, which is not an attribute.")
        rows = sorted(rows, key=lambda row: row["attributes"][name], reverse=key.startswith("-"))
    if not limit:
        return rows
    if not limit.isdecimal():
        raise wrong(f"The limit must be a whole number: {limit}")
    return rows[: int(limit)]
