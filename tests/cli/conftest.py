"""Runs `occam …` in this process, as the console script would."""

import sys
from typing import NamedTuple

import pytest
from occam.cli.main import main


class Ran(NamedTuple):
    """What a command left behind."""

    code: int
    out: str
    err: str


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A fresh data directory, and no other setting."""
    for name in ("OCCAM_REDIS_URL", "OCCAM_PACK", "OCCAM_BENCHMARK"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OCCAM_HOME", str(tmp_path / "home"))
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
