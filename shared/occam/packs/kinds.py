"""Plain text as a value of the kind that the schema declares."""

from __future__ import annotations

import re

from occam.core.periods import parse_period
from occam.core.values import Kind, Period, Scalar

YES_NO = {"yes": True, "true": True, "no": False, "false": False}

_INTEGER = re.compile(r"[+-]?\d+")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")


def coerced(value: Scalar, kind: Kind) -> Scalar | None:
    """The value as that kind, or None when it is not one."""
    if isinstance(value, str):
        return _parsed(value.strip(), kind)
    match kind:
        case "flag":
            return value if isinstance(value, bool) else None
        case "integer":
            return value if isinstance(value, int) and not isinstance(value, bool) else None
        case "number":
            number = isinstance(value, int | float) and not isinstance(value, bool)
            return float(value) if number and not isinstance(value, Period) else None
        case "period":
            return value if isinstance(value, Period) else None
        case "text":
            return None


def _parsed(text: str, kind: Kind) -> Scalar | None:
    match kind:
        case "text":
            return text or None
        case "flag":
            return YES_NO.get(text.casefold())
        case "integer":
            return int(text) if _INTEGER.fullmatch(text) else None
        case "number":
            return float(text) if _NUMBER.fullmatch(text) else None
        case "period":
            return parse_period(text)
