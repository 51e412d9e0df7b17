"""Messages are promises: what was ever frozen is still read, and nothing of it is lost."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from freeze import FOLDER, PROMISED, example, frozen
from occam.core.gaps import AnyGap
from occam.messages.catalog import AnyMessage

EXAMPLES = sorted(
    str(path.relative_to(FOLDER).with_suffix("")) for path in FOLDER.glob("**/*.json")
)

every_example = pytest.mark.parametrize("name", EXAMPLES)


@pytest.mark.parametrize("name", PROMISED)
def test_every_message_and_gap_has_a_frozen_example(name: str) -> None:
    assert frozen(name).exists(), f"{name} is new: run `make wire` and commit the example"


@every_example
def test_a_frozen_example_is_still_read_under_its_tag(name: str) -> None:
    assert type(read(name, frozen(name).read_bytes())) is PROMISED[name]


@every_example
def test_nothing_of_a_frozen_example_is_lost(name: str) -> None:
    """A field that was renamed or dropped would vanish here without an error."""
    again = json.loads(msgspec.json.encode(read(name, frozen(name).read_bytes())))
    assert lost(json.loads(frozen(name).read_text("utf-8")), again) == []


@every_example
def test_unknown_fields_of_a_newer_sender_are_ignored(name: str) -> None:
    newer = json.loads(frozen(name).read_text("utf-8")) | {"added_later": {"x": 1}}
    known = read(name, frozen(name).read_bytes())
    assert read(name, json.dumps(newer).encode()) == known


def test_a_new_tag_without_an_example_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PROMISED, "question.moved.v1", PROMISED["question.died.v1"])
    with pytest.raises(AssertionError, match="run `make wire`"):
        test_every_message_and_gap_has_a_frozen_example("question.moved.v1")


def test_a_renamed_field_is_noticed() -> None:
    assert lost({"a": 1, "b": [{"c": 2}]}, {"b": [{"c": 3}]}) == ["a", "b.0.c"]


@pytest.mark.parametrize("name", PROMISED)
def test_a_new_example_would_fill_every_field(name: str) -> None:
    names = {field.encode_name for field in msgspec.structs.fields(PROMISED[name])}
    assert names <= example(name).keys()


def read(name: str, body: bytes) -> Any:
    """A message, or a gap, by its tag."""
    union: Any = AnyGap if name.startswith("gaps/") else AnyMessage
    return msgspec.json.decode(body, type=union)


def lost(was: Any, now: Any, path: str = "") -> list[str]:
    """Paths whose value is not what it was; fields that are new are no loss."""
    if isinstance(was, dict):
        held = now if isinstance(now, dict) else {}
        parts = was.items()
    elif isinstance(was, list):
        held = dict(enumerate(now)) if isinstance(now, list) else {}
        parts = enumerate(was)
    else:
        return [] if was == now else [path]
    return [
        found
        for name, value in parts
        for found in (
            lost(value, held[name], f"{path}.{name}".lstrip("."))
            if name in held
            else [f"{path}.{name}".lstrip(".")]
        )
    ]
