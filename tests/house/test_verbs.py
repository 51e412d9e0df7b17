"""The verbs: `make` lists them, and continuous integration runs what the README says."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
VERBS = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)[0].split()


def test_make_alone_lists_every_verb_with_its_purpose() -> None:
    listed = subprocess.run(["make", "-s"], cwd=ROOT, capture_output=True, text=True, check=True)
    lines = dict(line.split(None, 2)[1:] for line in listed.stdout.splitlines())
    assert set(lines) == set(VERBS)
    assert all(len(purpose) > 10 for purpose in lines.values())


@pytest.mark.parametrize("script", [".ci/run", "infra/setup.sh", "infra/tiny/serve.sh"])
def test_a_script_stops_at_the_first_error(script: str) -> None:
    path = ROOT / script
    subprocess.run(["bash", "-n", path], check=True)
    assert path.stat().st_mode & 0o111
    assert "set -euo pipefail" in path.read_text("utf-8")


def test_continuous_integration_takes_its_commands_from_the_readme() -> None:
    block = re.search(r"^```sh\n(.*?)^```", (ROOT / "README.md").read_text(), re.M | re.S)
    assert block
    commands = [line.split("#")[0].strip() for line in block[1].splitlines()]
    assert commands == ["make demo", "make test"]
    assert "readme_commands" in (ROOT / ".ci/run").read_text("utf-8")


def test_set_up_checks_every_hash() -> None:
    script = (ROOT / "infra/setup.sh").read_text("utf-8")
    installs = re.findall(r"pip install .*requirement.*", script)
    assert installs
    assert all("--require-hashes" in line for line in installs)
