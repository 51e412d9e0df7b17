"""What the tiers that read and choose must answer, and how an answer is decoded."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from occam.core.model import Form, unfenced

T = TypeVar("T")
UNREADABLE = "no answer in the form that was asked for"
"""How a trail tells an answer of a model that could not be decoded."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """One answer, the words it rests on, and the number of the passage where they stand."""

    answer: str
    quote: str = ""
    passage: int = 0


class Answers(msgspec.Struct, frozen=True, kw_only=True):
    """None where nothing says. `reasoning` is what a baseline may think aloud."""

    answers: list[Answer]
    reasoning: str = ""


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """A value, empty where no passage says it."""

    value: str = ""
    quote: str = ""
    passage: int = 0


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """The candidates that the question means, by letter, and its words that say so; none where it
    does not decide."""

    keep: list[str] = []
    phrase: str = ""


def decoded(text: str, kind: type[T]) -> T | str:
    """The answer in its type, or what is wrong with it."""
    try:
        return msgspec.json.decode(unfenced(text), type=kind)
    except (msgspec.DecodeError, RecursionError) as error:
        return f"{UNREADABLE}: {error}"


def _object(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


_TEXT: dict[str, Any] = {"type": "string"}
_NUMBER: dict[str, Any] = {"type": "integer"}


def _answers(**before: Any) -> dict[str, Any]:
    each = _object(answer=_TEXT, quote=_TEXT, passage=_NUMBER)
    return _object(**before, answers={"type": "array", "items": each})


READ = Form(name="answers", schema=_answers())
RAG = Form(name="answers", schema=_answers(reasoning=_TEXT))
ALONE = Form(
    name="answers", schema=_object(answers={"type": "array", "items": _object(answer=_TEXT)})
)
VALUE = Form(name="value", schema=_object(value=_TEXT, quote=_TEXT, passage=_NUMBER))
CHOICE = Form(name="choice", schema=_object(keep={"type": "array", "items": _TEXT}, phrase=_TEXT))
