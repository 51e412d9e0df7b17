"""Five services over a graph server: the demo's questions end as they do on the default."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import running_in_thread

pytestmark = [pytest.mark.integration, pytest.mark.timeout(600)]
SUMMARY = "certificates: 59 pass, 6 refused, 5 pass_with_unknowns"


def occam(*words: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """A command of a user with these settings."""
    return subprocess.run(
        [sys.executable, "-m", "occam.cli", *words],
        env={**os.environ, **environ},
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_the_demo_s_questions_end_alike_on_the_server(tmp_path: Path) -> None:
    with running_in_thread(Options()) as emulator:
        there = {"OCCAM_HOME": str(tmp_path / "home"), "OCCAM_TIGERGRAPH_URL": emulator.url}
        for words in (("load",), ("tigergraph", "init"), ("tigergraph", "load")):
            done = occam(*words, **there)
            assert done.returncode == 0, done.stderr
        demo = occam("demo", **there, OCCAM_GRAPH_STORE="tigergraph")
        assert demo.returncode == 0, demo.stdout[-2000:] + demo.stderr
        assert "70 of 70 certificates verified" in demo.stdout
        assert SUMMARY in demo.stdout
    gone = occam("demo", **there, OCCAM_GRAPH_STORE="tigergraph")
    assert gone.returncode != 0
    assert "70 questions: 70 dead" in gone.stdout
