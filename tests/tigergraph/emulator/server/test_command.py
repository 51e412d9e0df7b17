"""The command: one line when it can be called, and a clean end."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest
import requests
from tigergraph_emulator.server.command import options_from


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_the_command_serves_until_it_is_told_to_end(ending: signal.Signals) -> None:
    code = "from tigergraph_emulator.server.command import main; main()"
    arguments = [sys.executable, "-c", code, "--port", "0"]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        url = process.stdout.readline().split()[-1]
        assert requests.get(f"{url}/restpp/echo/", timeout=10).json()["message"] == "Hello GSQL"
        process.send_signal(ending)
        assert process.wait(timeout=20) == 0


def test_the_command_line_says_what_the_options_are_called() -> None:
    options = options_from(["--auth", "--response-limit", "1000", "--seed", "7"])
    assert (options.auth, options.response_limit, options.seed) == (True, 1000, 7)
    assert options.port == 14240
