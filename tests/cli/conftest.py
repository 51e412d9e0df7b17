"""Runs `occam …`: in this process as the console script would, or in one of its own."""

import json
import os
import signal
import subprocess
import sys
from typing import NamedTuple

import pytest
from occam.cli.exits import Exit
from occam.cli.main import main


class Occam:
    """Commands on one home."""

    def __init__(self, home, **settings):
        self.home = home
        clean = {key: value for key, value in os.environ.items() if not key.startswith("OCCAM_")}
        settings = {"EMBEDDING": "none", **settings}
        named = {f"OCCAM_{key}": str(value) for key, value in settings.items()}
        self.environ = {**clean, "OCCAM_HOME": str(home), **named}

    def start(self, *arguments):
        command = [sys.executable, "-m", "occam.cli", *map(str, arguments)]
        return subprocess.Popen(
            command, env=self.environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def __call__(self, *arguments, code=0, given=None):
        command = [sys.executable, "-m", "occam.cli", *map(str, arguments)]
        done = subprocess.run(
            command, env=self.environ, capture_output=True, text=True, input=given, timeout=120
        )
        assert done.returncode == code, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return (
            done.stdout if code in (0, Exit.NO) and not done.stderr else done.stdout + done.stderr
        )

    def pids(self):
        found = json.loads((self.home / "run" / "up.json").read_text())
        return {process["name"]: process["pid"] for process in found["processes"]}


@pytest.fixture(scope="session", autouse=True)
def ctrl_c():
    """A shell starts background jobs with Ctrl-C ignored, and their children would inherit that."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def on_home():
    """`on_home(folder, PORT=0)("status")` runs a command in a process of its own."""
    return Occam


class Ran(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A fresh data directory, no vectors, and no other setting: most tests need none of them."""
    for name in ("OCCAM_REDIS_URL", "OCCAM_PACK", "OCCAM_BENCHMARK"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OCCAM_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OCCAM_EMBEDDING", "none")
    return tmp_path / "home"


@pytest.fixture
def occam(home, monkeypatch, capsys):
    """`occam("ask", "Who?")` → exit code, standard output, standard error."""

    def occam(*arguments):
        monkeypatch.setattr(sys, "argv", ["occam", *map(str, arguments)])
        code = 0
        try:
            main()
        except SystemExit as exit:
            code = exit.code or 0
        captured = capsys.readouterr()
        return Ran(int(code), captured.out, captured.err)

    return occam
