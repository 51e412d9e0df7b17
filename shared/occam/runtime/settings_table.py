"""The settings as a table for the documentation, printed from the code."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

from occam.runtime.descriptions import DESCRIPTIONS
from occam.runtime.settings import Leaf, leaves


def settings_table() -> str:
    """A Markdown table of all settings."""
    lines = ["| variable | key in occam.toml | default | what it is |", "|---|---|---|---|"]
    for leaf in leaves():
        key = leaf.key
        shown = "" if key == "home" else f"`{key}`"
        lines.append(f"| `{leaf.variable}` | {shown} | {_default(leaf)} | {DESCRIPTIONS[key]} |")
    return "\n".join(lines) + "\n"


def _default(leaf: Leaf) -> str:
    if leaf.path == ("home",):
        return "the user's data folder"
    choices = _choices(leaf.kind)
    value = _plain(leaf.default)
    return f"`{value}`{choices}" if value else f"none{choices}"


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None or value == () else str(value)


def _choices(kind: Any) -> str:
    if get_origin(kind) is not Literal:
        return ""
    return " of " + ", ".join(get_args(kind))
