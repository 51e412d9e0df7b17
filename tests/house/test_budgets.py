"""Small and quiet: no file over 400 lines, no function over 60, nothing left for later."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("shared/occam", "services", "loadtest", "docs", "tests")
FILES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
VAGUE = {"utils", "helpers", "base", "common", "manager", "misc"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_stays_within_its_budget(path: Path) -> None:
    text = path.read_text("utf-8")
    assert text.count("\n") <= 400
    assert path.stem not in VAGUE
    long = {
        node.name: length
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := (node.end_lineno or node.lineno) - node.lineno + 1) > 60
    }
    assert not long


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_module_says_why_it_exists(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    assert ast.get_docstring(tree), "a module without a docstring"


def test_nothing_is_left_for_later() -> None:
    marks = re.compile(r"\b(" + "|".join(("TO" + "DO", "FIX" + "ME")) + r")\b")
    left = [str(path) for path in FILES if marks.search(path.read_text("utf-8"))]
    assert not left
