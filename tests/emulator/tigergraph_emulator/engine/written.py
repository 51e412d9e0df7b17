"""Values as requests, defaults and loaded lines write them, taken into typed attributes.

REST never turns one type into another: `"5"` is no INT. Loaded text always does.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from tigergraph_emulator.engine.errors import RunError
from tigergraph_emulator.engine.moments import from_epoch, moment
from tigergraph_emulator.engine.values import INT_MAX, INT_MIN, Single
from tigergraph_emulator.tree import TypeRef

_INT = re.compile(r"[+-]?\d+")
_FLAGS = {"true": True, "1": True, "false": False, "0": False}


class WrongValue(ValueError):
    """A value that its attribute cannot hold."""


def written(value: Any, type_: TypeRef) -> Any:
    """A JSON value, or one that was loaded, as the attribute type holds it."""
    match type_.name:
        case "LIST" | "SET":
            if not isinstance(value, list | set):
                raise _refused(value, type_)
            items = [written(item, type_.of[0]) for item in value]
            return items if type_.name == "LIST" else set(items)
        case "DATETIME":
            return _moment(value, type_)
        case "DOUBLE" | "FLOAT" if type(value) in (int, float, Single):
            return Single(value) if type_.name == "FLOAT" else float(value)
        case "INT" if type(value) is int and INT_MIN <= value <= INT_MAX:
            return value
        case "STRING" if isinstance(value, str):
            return value
        case "BOOL" if isinstance(value, bool):
            return value
        case _:
            raise _refused(value, type_)


def loaded(text: str, type_: TypeRef, separator: str = ",") -> Any:
    """A token of a loaded line as the attribute type holds it."""
    match type_.name:
        case "STRING":
            return text
        case "INT" if _INT.fullmatch(text):
            return written(int(text), type_)
        case "DOUBLE" | "FLOAT":
            try:
                return written(float(text), type_)
            except ValueError:
                raise _refused(text, type_) from None
        case "BOOL" if text.lower() in _FLAGS:
            return _FLAGS[text.lower()]
        case "DATETIME":
            return _moment(int(text) if _INT.fullmatch(text) else text, type_)
        case "LIST" | "SET":
            items = [loaded(part, type_.of[0]) for part in text.split(separator)] if text else []
            return items if type_.name == "LIST" else set(items)
        case _:
            raise _refused(text, type_)


def _moment(value: Any, type_: TypeRef) -> datetime:
    if isinstance(value, datetime):
        return value
    if type(value) is int:
        try:
            return from_epoch(value)
        except RunError:
            raise _refused(value, type_) from None
    found = moment(value) if isinstance(value, str) else None
    if found is None:
        raise _refused(value, type_)
    return found


def _refused(value: object, type_: TypeRef) -> WrongValue:
    return WrongValue(f"{value!r} is not a value of type {type_.name}")
