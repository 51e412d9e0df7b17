"""The container engine of this machine, if one answers."""

from __future__ import annotations

import functools
import subprocess
import sys

import pytest


@functools.cache
def engine_fault() -> str:
    """Why no container engine answers a ping, or nothing. In a process of its own: the client of
    the engine leaks its socket when nobody listens."""
    ping = "import docker; docker.from_env().ping()"
    done = subprocess.run([sys.executable, "-c", ping], capture_output=True, text=True)
    return done.stderr.strip().rpartition("\n")[2] if done.returncode else ""


def need_engine() -> None:
    """Skips the test where no engine answers, with what it said."""
    if fault := engine_fault():
        pytest.skip(f"no container engine answers: {fault}")
