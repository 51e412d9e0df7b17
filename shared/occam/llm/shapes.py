"""How an answer is held to a form, from the strictest way to none at all.

A provider that does not know a way is asked in the next plainer one; the answer is validated by
whoever asked, in every case.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from occam.core.model import Form, Prompted
from occam.llm.settings import Shape

LIKELIEST = 20
"""How many first tokens a provider is asked about: as many as any of them tells."""
PLAINER: dict[Shape, tuple[Shape, ...]] = {
    "json_schema": ("json_schema", "json_object", "text"),
    "json_object_schema": ("json_object_schema", "json_object", "text"),
    "json_object": ("json_object", "text"),
    "text": ("text",),
}


def shapes(stated: Shape, *, schema: bool, json: bool) -> tuple[Shape, ...]:
    """The ways to try, in order; what the settings state is tried alone. `schema` and `json` say
    what the provider is known to do."""
    if stated != "auto":
        return (stated,)
    return PLAINER["json_schema" if schema else "json_object" if json else "text"]


def parameters(shape: Shape, prompted: Prompted, supported: Sequence[str]) -> dict[str, Any]:
    """What is sent besides the messages."""
    if prompted.choices and "top_logprobs" in supported:
        return {"logprobs": True, "top_logprobs": LIKELIEST}
    form = prompted.form or (_choice(prompted.choices) if prompted.choices else None)
    if form is None or shape == "text":
        return {}
    match shape:
        case "json_schema":
            named = {"name": form.name, "schema": form.schema, "strict": form.strict}
            return {"response_format": {"type": "json_schema", "json_schema": named}}
        case "json_object_schema":
            return {"response_format": {"type": "json_object", "schema": form.schema}}
        case _:
            return {"response_format": {"type": "json_object"}}


def _choice(choices: Sequence[str]) -> Form:
    return Form(
        name="choice",
        schema={
            "type": "object",
            "properties": {"choice": {"type": "string", "enum": list(choices)}},
            "required": ["choice"],
            "additionalProperties": False,
        },
    )
