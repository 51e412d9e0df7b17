"""The AsyncAPI document describes our messages as they are."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from occam.bus.asyncapi import asyncapi
from occam.messages.catalog import FindingsReady, QuestionAsked, QuestionSettled, tag_of
from rig import certifier, classifier


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return asyncapi([classifier(), certifier()])


def test_every_stream_that_is_read_or_written_has_a_channel(document: dict[str, Any]) -> None:
    assert document["asyncapi"].startswith("3.")
    operations = {
        name: (operation["action"], document["channels"][name]["address"])
        for name, operation in document["operations"].items()
    }
    assert operations == {
        "classifier.reads.question.asked.v1": ("receive", "{occam:0}:question.asked.v1"),
        "classifier.sends.findings.ready.v1": ("send", "{occam:0}:findings.ready.v1"),
        "certifier.reads.findings.ready.v1": ("receive", "{occam:0}:findings.ready.v1"),
        "certifier.reads.question.died.v1": ("receive", "{occam:0}:question.died.v1"),
        "certifier.sends.question.settled.v1": ("send", "{occam:0}:question.settled.v1"),
    }


@pytest.mark.parametrize("kind", [QuestionAsked, FindingsReady, QuestionSettled])
def test_a_payload_schema_holds_the_fields_of_its_message(
    document: dict[str, Any], kind: type
) -> None:
    payloads = [
        message["payload"]["$ref"]
        for name, message in document["components"]["messages"].items()
        if f".{tag_of(kind)}:" in name
    ]
    assert payloads
    assert set(payloads) == {f"#/components/schemas/{kind.__name__}"}
    schema = document["components"]["schemas"][kind.__name__]
    fields = {field.encode_name for field in msgspec.structs.fields(kind)}
    assert schema["properties"].keys() == fields | {"type"}
    assert schema["properties"]["type"] == {"enum": [tag_of(kind)]}


def test_every_reference_resolves(document: dict[str, Any]) -> None:
    references = {part.split('"')[0] for part in json.dumps(document).split('"$ref": "')[1:]}
    assert len(references) > 30
    for reference in references:
        node: Any = document
        for step in reference.removeprefix("#/").split("/"):
            node = node[step]
        assert node


def test_the_question_can_be_correlated(document: dict[str, Any]) -> None:
    messages = document["components"]["messages"]
    asked = messages["classifier.reads.question.asked.v1:SubscribeMessage"]
    found = messages["classifier.sends.findings.ready.v1:Message"]
    assert asked["correlationId"]["location"] == "$message.payload#/id"
    assert found["correlationId"]["location"] == "$message.payload#/header/question_id"
