"""Freezes an example of each message that has none yet. What is frozen is never written again.

An example fills every field, so that a field that is renamed or retyped later is noticed.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import inspect
from occam.core.gaps import AnyGap
from occam.messages.catalog import CATALOG

FOLDER = Path(__file__).parent / "wire"
DEEPEST = 9
GAPS = {f"gaps/{kind.__struct_config__.tag}": kind for kind in get_args(AnyGap)}
PROMISED: dict[str, type] = {**CATALOG, **GAPS}


def example(name: str) -> dict[str, Any]:
    """One message or gap with every field filled, down to where types repeat themselves."""
    return _value(inspect.type_info(PROMISED[name]), name, ())


def _value(kind: inspect.Type, name: str, above: tuple[type, ...]) -> Any:
    match kind:
        case inspect.StructType():
            return _struct(kind, above)
        case inspect.UnionType():
            return _value(_choice(kind, above), name, above)
        case inspect.VarTupleType() | inspect.ListType():
            return [] if _repeats(kind.item_type, above) else [_value(kind.item_type, name, above)]
        case inspect.TupleType():
            return [_value(item, name, above) for item in kind.item_types]
        case inspect.DictType():
            return {"some": _value(kind.value_type, name, above)}
        case inspect.LiteralType():
            return kind.values[0]
        case _:
            return _plain(kind, name)


def _struct(kind: inspect.StructType, above: tuple[type, ...]) -> dict[str, Any]:
    config = kind.cls.__struct_config__
    filled: dict[str, Any] = {config.tag_field: config.tag} if config.tag_field else {}
    for field in kind.fields:
        filled[field.encode_name] = _value(field.type, field.name, (*above, kind.cls))
    return filled


def _plain(kind: inspect.Type, name: str) -> Any:
    match kind:
        case inspect.StrType():
            return f"{name} é"
        case inspect.BoolType():
            return True
        case inspect.IntType():
            return int(kind.ge or 0) + 7
        case inspect.FloatType():
            return 1.5
        case inspect.NoneType():
            return None
        case inspect.DateType():
            return "2024-08-11"
        case _:
            raise TypeError(f"{name}: no example is known for {kind}")


def _choice(kind: inspect.UnionType, above: tuple[type, ...]) -> inspect.Type:
    """The alternative that shows most: a struct that is not yet open, else anything but None."""
    fresh = [member for member in kind.types if not _repeats(member, above)]
    structs = [member for member in fresh if isinstance(member, inspect.StructType)]
    some = [member for member in fresh if not isinstance(member, inspect.NoneType)]
    return (structs or some or list(kind.types))[0]


def _repeats(kind: inspect.Type, above: tuple[type, ...]) -> bool:
    if isinstance(kind, inspect.UnionType):
        return all(_repeats(member, above) for member in kind.types)
    deep = len(above) >= DEEPEST
    return isinstance(kind, inspect.StructType) and (deep or kind.cls in above)


def frozen(name: str) -> Path:
    """Where the example of a message or gap is kept."""
    return FOLDER / f"{name}.json"


def main() -> int:
    """Writes what is missing."""
    (FOLDER / "gaps").mkdir(parents=True, exist_ok=True)
    for name, kind in PROMISED.items():
        path = frozen(name)
        if path.exists():
            continue
        filled = example(name)
        msgspec.convert(filled, kind)
        path.write_text(json.dumps(filled, indent=1, ensure_ascii=False) + "\n", "utf-8")
        print(f"frozen: {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
