"""Query parameters as they travel: JSON bodies whose texts are URL-encoded, or query strings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, cast
from urllib.parse import unquote

from tigergraph_emulator.tree import Parameter, TypeRef

from .replies import Refusal

_STRAY_PERCENT = re.compile(r"%(?![0-9a-fA-F]{2})")
_INDEXED = re.compile(r"(?P<name>\w+)(?:\[(?P<index>\d+)\])?(?P<type>\.type)?")
_COLLECTIONS = frozenset({"SET", "BAG", "LIST"})


def wrong(message: str) -> Refusal:
    """A payload or parameter that the server will not take."""
    return Refusal(400, "REST-30000", message)


def from_body(text: str) -> dict[str, Any]:
    """The parameters of a POST; an empty body has none."""
    if not text.strip():
        return {}
    try:
        read = json.loads(text)
    except json.JSONDecodeError as error:
        raise Refusal(400, "REST-2001", f"The payload is not JSON: {error}") from error
    if not isinstance(read, dict):
        raise wrong("The payload of a query must be a JSON object of its parameters.")
    return _decoded(cast(dict[str, Any], read))


def _decoded(value: Any) -> Any:
    if isinstance(value, str):
        if _STRAY_PERCENT.search(value):
            raise wrong(f"A text with a bare percent sign cannot be URL-decoded: {value[:80]!r}")
        return unquote(value)
    if isinstance(value, list):
        return [_decoded(item) for item in cast(list[Any], value)]
    if isinstance(value, dict):
        return {name: _decoded(item) for name, item in cast(dict[str, Any], value).items()}
    return value


def from_query_string(
    pairs: Iterable[tuple[str, str]], parameters: Iterable[Parameter]
) -> dict[str, Any]:
    """The parameters of a GET, turned into what the JSON body would have held."""
    types = {parameter.name: parameter.type for parameter in parameters}
    given: dict[str, dict[int, dict[str, str]]] = {}
    for key, text in pairs:
        match = _INDEXED.fullmatch(key)
        if match is None:
            raise wrong(f"The parameter {key} is not written as name, name.type or name[i].")
        places = given.setdefault(match["name"], {})
        field = "type" if match["type"] else "id"
        if match["index"]:
            place = int(match["index"])
        else:
            place = max(places, default=0) if field == "type" else len(places)
        places.setdefault(place, {})[field] = text
    return {
        name: _typed(name, types.get(name), [places[place] for place in sorted(places)])
        for name, places in given.items()
    }


def _typed(name: str, type_: TypeRef | None, values: list[dict[str, str]]) -> Any:
    if type_ is None:
        return values[0].get("id", "")
    if type_.name in _COLLECTIONS:
        return [_scalar(name, type_.of[0], value) for value in values]
    if len(values) > 1:
        raise wrong(f"The parameter {name} takes one value and was given {len(values)}.")
    return _scalar(name, type_, values[0])


def _scalar(name: str, type_: TypeRef, value: Mapping[str, str]) -> Any:
    text = value.get("id", "")
    if type_.name == "VERTEX":
        return dict(value)
    if type_.name in ("INT", "UINT"):
        return _number(name, text, int, "INT64" if type_.name == "INT" else "UINT64")
    if type_.name in ("FLOAT", "DOUBLE"):
        return _number(name, text, float, type_.name)
    if type_.name == "BOOL":
        if text.lower() not in ("true", "false"):
            raise _not_of(name, "BOOL", text)
        return text.lower() == "true"
    return text


def _number(name: str, text: str, kind: type[int] | type[float], word: str) -> int | float:
    try:
        return kind(text)
    except ValueError as error:
        raise _not_of(name, word, text) from error


def _not_of(name: str, word: str, text: str) -> Refusal:
    return wrong(
        f"Values of parameter {name} must be {word} type, invalid value [{text}] provided."
    )
