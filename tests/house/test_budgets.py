"""Small and quiet: no file over 400 lines, no function over 60, nothing left for later."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[2]
ROOMS = ("shared", "services", "loadtest", "docs", "infra", "tests")
FILES = {
    str(path.relative_to(ROOT)): path.read_text("utf-8")
    for room in ROOMS
    for path in sorted((ROOT / room).rglob("*.py"))
}
TREES = {name: ast.parse(text) for name, text in FILES.items()}
VAGUE = {"utils", "helpers", "base", "common", "manager", "misc"}


def functions() -> Iterator[tuple[str, int]]:
    """Every function with its length in lines."""
    for name, tree in TREES.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                yield f"{name}:{node.lineno} {node.name}", length


def test_files_stay_within_their_budget() -> None:
    lengths = {name: text.count("\n") for name, text in FILES.items()}
    assert len(lengths) > 100
    assert not {name: length for name, length in lengths.items() if length > 400}
    assert median(lengths.values()) <= 120


def test_functions_stay_within_their_budget() -> None:
    lengths = dict(functions())
    assert len(lengths) > 500
    assert not {name: length for name, length in lengths.items() if length > 60}
    within = sum(length <= 30 for length in lengths.values())
    assert within / len(lengths) >= 0.9


def test_modules_are_nouns_of_the_domain() -> None:
    assert not [name for name in FILES if Path(name).stem in VAGUE]


def test_every_module_says_why_it_exists() -> None:
    assert not [name for name, tree in TREES.items() if not ast.get_docstring(tree)]


def test_nothing_is_left_for_later() -> None:
    marks = re.compile(r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME")) + r")\b")
    assert not [name for name, text in FILES.items() if marks.search(text)]
