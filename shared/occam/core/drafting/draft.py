"""The form in which a model writes a plan: flat, with paths in place of nesting."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from occam.core.model import Form, unfenced
from occam.core.schema import Schema

Scalar = str | int | float | bool
What = Literal[
    "value", "values", "list", "count", "most", "least", "top", "bottom", "sum", "avg", "min",
    "max", "group", "rarest", "exists",
]  # fmt: skip
Versus = Literal["difference", "lt", "le", "eq", "ge", "gt"]
OPS = ("=", "!=", "<", "<=", ">", ">=", "in", "between", "contains", "unknown", "before", "after")
LONGEST = 20_000


class Test(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A condition on what stands at the end of a path (`at`, empty: on what is looked for).

    `absent`: nothing such stands there. Tests with the same number in `any` are alternatives.
    Without a value the path alone is the condition.
    """

    at: str = ""
    attr: str = "label"
    op: str = "="
    value: Scalar | list[Scalar] | None = None
    absent: bool = False
    any: int = 0


class Ask(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is wanted: `attr` at the end of the path `at`; `by` is the number that is compared,
    folded or ordered by; `k` how many; `having` keeps groups whose count passes."""

    what: What
    at: str = ""
    attr: str = "label"
    by: str = ""
    k: int = 0
    having: tuple[str, float] | None = None


class Because(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename={"is_": "is"}
):
    """Words of the question and what of the plan they stand for."""

    phrase: str
    is_: str


class Draft(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A plan as a model writes it, or why it can not. With two `sides` the numbers of both are held
    against each other as `versus` says; each side adds its tests to `where`."""

    find: str = ""
    where: list[Test] = []
    ask: Ask | None = None
    because: list[Because] = []
    same: list[tuple[str, str]] = []
    differ: list[tuple[str, str]] = []
    sides: list[list[Test]] = []
    versus: Versus = "difference"
    cannot: str = ""


_decode = msgspec.json.Decoder(Draft).decode


def read(text: str) -> Draft | str:
    """The draft in a model's answer, or what is wrong with it."""
    if len(text) > LONGEST:
        return f"an answer of {len(text)} characters is no plan"
    try:
        draft = _decode(unfenced(text))
    except (msgspec.DecodeError, RecursionError) as error:
        return str(error)
    if draft.cannot:
        return draft
    if not draft.find or draft.ask is None:
        return "a plan needs `find` and `ask`"
    if len(draft.sides) not in (0, 2):
        return f"`sides` are two or none, not {len(draft.sides)}"
    return draft


def form(schema: Schema) -> Form:
    """The JSON schema of a draft over that graph."""
    text = {"type": "string"}
    scalar: dict[str, Any] = {"anyOf": [{"type": each} for each in ("string", "number", "boolean")]}
    several = {"anyOf": [*scalar["anyOf"], {"type": "array", "items": scalar}]}
    attrs = sorted({name for kind in schema.vertices.values() for name in kind.attributes})
    test = _object(
        {
            "at": text,
            "attr": {"enum": ["label", *attrs]},
            "op": {"enum": list(OPS)},
            "value": several,
            "absent": {"type": "boolean"},
            "any": {"type": "integer"},
        },
    )
    having: dict[str, Any] = {"type": "array", "items": scalar}
    ask = _object(
        {
            "what": {"enum": list(What.__args__)},
            "at": text,
            "attr": {"enum": ["label", *attrs]},
            "by": {"enum": ["", *attrs]},
            "k": {"type": "integer"},
            "having": having,
        },
        "what",
    )
    pairs = _list({"type": "array", "items": text})
    return Form(
        name="plan",
        strict=False,
        schema=_object(
            {
                "find": {"enum": sorted(schema.vertices)},
                "where": _list(test),
                "ask": ask,
                "because": _list(_object({"phrase": text, "is": text}, "phrase", "is")),
                "same": pairs,
                "differ": pairs,
                "sides": _list(_list(test)),
                "versus": {"enum": list(Versus.__args__)},
                "cannot": text,
            },
        ),
    )


def _object(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }


def _list(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}
