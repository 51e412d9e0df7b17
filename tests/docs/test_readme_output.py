"""What the README shows of an answer is what the demo prints."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
FENCE = re.compile(r"From `make demo`:\n\n```\n(.*?)```", re.DOTALL)


def without_times(text: str) -> list[str]:
    return [re.sub(r"[\d.]+ m?s$", "", line.rstrip()) for line in text.splitlines()]


@pytest.mark.integration
def test_the_readme_shows_what_the_demo_prints() -> None:
    shown = FENCE.search(README.read_text("utf-8"))
    assert shown
    done = subprocess.run(
        [sys.executable, "-m", "occam.cli", "demo"], capture_output=True, text=True, check=True
    )
    printed = without_times(done.stdout)
    blocks = re.split(r"\n(?=g\d)", shown[1].rstrip())
    for block in map(without_times, blocks):
        at = printed.index(block[0])
        assert printed[at : at + len(block)] == block
    assert len(blocks) == 5
