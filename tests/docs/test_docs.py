"""The docs say what is there: tables are current, links resolve, commands exist."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer
from occam.cli.main import app
from occam.messages.catalog import CATALOG
from occam.runtime.settings import leaves
from occam.telemetry import names
from typer.main import get_command

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", "services/*/*.md", "*/README.md")
    for path in ROOT.glob(pattern)
)
TEXT = {path: path.read_text("utf-8") for path in PAGES}
README = TEXT[ROOT / "README.md"]
FENCE = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)
EVERYTHING = "\n".join(TEXT.values())

ids = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


def make_verbs() -> set[str]:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    return set(re.findall(r"^([a-z-]+):[^#\n]*## ", makefile, re.MULTILINE))


def occam_verbs() -> dict[str, object]:
    command = get_command(app)
    assert isinstance(command, typer.core.TyperGroup)
    return dict(command.commands)


def shell_lines(text: str) -> list[str]:
    """The commands of a page's shell snippets, without remarks."""
    lines = "\n".join(FENCE.findall(text)).splitlines()
    return [line.split(" #")[0].strip() for line in lines if line.strip()]


def test_the_tables_are_what_the_code_says() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "docs/tables.py", "--check"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_readme_is_short_and_starts_with_what_to_type() -> None:
    lines = README.splitlines()
    assert len(lines) <= 150
    assert any("make demo" in line for line in lines[:30])
    assert any("make test" in line for line in lines[:30])


@ids
def test_links_resolve(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", TEXT[page]):
        if "://" not in target:
            assert (page.parent / target).exists(), target


@ids
def test_paths_in_code_quotes_exist(page: Path) -> None:
    rooted = r"`((?:shared|services|tests|infra|docs|loadtest|gsql)/[\w./-]+)`"
    for path in re.findall(rooted, TEXT[page]):
        assert (ROOT / path).exists(), path


@ids
def test_the_commands_of_a_snippet_exist(page: Path) -> None:
    for line in shell_lines(TEXT[page]):
        words = line.removeprefix(".venv/bin/").split()
        if words[0] == "make":
            assert words[1] in make_verbs(), line
        if words[0] == "occam":
            assert words[1] in occam_verbs(), line


def test_every_verb_of_make_is_documented() -> None:
    assert not {verb for verb in make_verbs() if f"`make {verb}`" not in EVERYTHING}


def test_every_command_is_documented() -> None:
    assert not {verb for verb in occam_verbs() if f"`occam {verb}" not in EVERYTHING}


def test_every_setting_is_documented() -> None:
    assert not {leaf.variable for leaf in leaves() if f"`{leaf.variable}`" not in EVERYTHING}


def test_every_message_is_documented() -> None:
    assert not {tag for tag in CATALOG if f"`{tag}`" not in EVERYTHING}


def test_every_span_and_attribute_is_documented() -> None:
    registered = [line.name for line in (*names.SPANS, *names.ATTRIBUTES)]
    assert not {name for name in registered if f"`{name}`" not in EVERYTHING}
