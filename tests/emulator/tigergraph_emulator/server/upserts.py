"""The upsert payload, read so that a key which occurs twice is two writes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tigergraph_emulator.engine import EdgeUpsert, Given, VertexUpsert

from .replies import Refusal

Pairs = list[tuple[str, Any]]


@dataclass(frozen=True, slots=True)
class Payload:
    """All writes of one request, in the order they were written."""

    vertices: tuple[VertexUpsert, ...]
    edges: tuple[EdgeUpsert, ...]


class Object(list[tuple[str, Any]]):
    """A JSON object as its pairs."""


def read(text: str) -> Payload:
    """Vertices by type and id, edges by source type, source id, type, target type, target id."""
    try:
        body = json.loads(text, object_pairs_hook=Object)
    except json.JSONDecodeError as error:
        raise Refusal(400, "REST-2001", f"The payload is not JSON: {error}") from error
    rooms = _pairs(body)
    for name, _ in rooms:
        if name not in ("vertices", "edges"):
            raise wrong(f"The payload has the key {name}; only vertices and edges are known.")
    vertices = [write for name, room in rooms if name == "vertices" for write in _vertices(room)]
    edges = [write for name, room in rooms if name == "edges" for write in _edges(room)]
    return Payload(tuple(vertices), tuple(edges))


def wrong(message: str) -> Refusal:
    """A payload that fails as a whole."""
    return Refusal(400, "REST-30200", message)


def _vertices(room: Any) -> Iterator[VertexUpsert]:
    for type_, vertices in _pairs(room):
        for id_, attributes in _pairs(vertices):
            yield VertexUpsert(type_, id_, _attributes(attributes))


def _edges(room: Any) -> Iterator[EdgeUpsert]:
    for source_type, sources in _pairs(room):
        for source, edges in _pairs(sources):
            for type_, target_types in _pairs(edges):
                for target_type, targets in _pairs(target_types):
                    for target, attributes in _pairs(targets):
                        yield EdgeUpsert(
                            source_type, source, type_, target_type, target, _attributes(attributes)
                        )


def _pairs(value: Any) -> Pairs:
    if not isinstance(value, Object):
        raise wrong("The payload must nest JSON objects down to the attributes.")
    return value


def _attributes(value: Any) -> dict[str, Given]:
    found: dict[str, Given] = {}
    for name, held in _pairs(value):
        fields = dict(_pairs(held))
        if "value" not in fields:
            raise wrong(f"The attribute {name} has no value; write an object with value.")
        found[name] = Given(_plain(fields["value"]), str(fields.get("op", "=")))
    return found


def _plain(value: Any) -> Any:
    if isinstance(value, Object):
        return {name: _plain(item) for name, item in value}
    if isinstance(value, list):
        return [_plain(item) for item in value]  # type: ignore[reportUnknownVariableType]
    return value
