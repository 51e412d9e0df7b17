"""Ends that are nobody's error: Ctrl-C at any moment, and a reader who has seen enough."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from occam.cli.exits import Exit

STARTED = "from occam.cli.entry import main; print('here', flush=True); main()"


@pytest.mark.parametrize("verb", ["status", "demo", "ask Who?", "submit -", "load -", "doctor"])
@pytest.mark.parametrize("moment", [0.01, 0.06])
def test_ctrl_c_ends_every_verb_in_one_line_even_while_it_is_being_read(home, verb, moment):
    run = subprocess.Popen(
        [sys.executable, "-c", STARTED, *verb.split()],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert run.stdout.readline() == "here\n"
    time.sleep(moment)
    run.send_signal(signal.SIGINT)
    _, err = run.communicate(timeout=30)
    assert (run.returncode, err.count("\n"), err[:7]) == (Exit.INTERRUPTED, 1, "occam: "), err


def test_ctrl_c_while_a_verb_waits_for_its_input_is_told(home):
    run = subprocess.Popen(
        [sys.executable, "-m", "occam.cli", "submit", "-"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    time.sleep(2)
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=30)
    assert (run.returncode, out, err) == (Exit.INTERRUPTED, "", "occam: interrupted\n")


def test_a_shell_that_ignores_ctrl_c_for_its_jobs_is_heeded(home):
    ignoring = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); "
    run = subprocess.Popen(
        [sys.executable, "-c", ignoring + STARTED, "pack", "list"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert run.stdout.readline() == "here\n"
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=30)
    assert (run.returncode, err) == (0, "")
    assert "olympics" in out


@pytest.mark.parametrize("verb", ["pack list --json", "pack list", "--help"])
def test_a_reader_who_leaves_early_hears_nothing(home, verb):
    closed = f"exec 1> >(exec true); sleep 0.5; exec {sys.executable} -m occam.cli {verb}"
    done = subprocess.run(["bash", "-c", closed], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (Exit.UNREAD, "")


@pytest.mark.integration
def test_what_an_evaluation_started_is_down_when_it_is_told_to_end(home, tmp_path):
    run = subprocess.Popen(
        [sys.executable, "-m", "occam.cli", "evaluate", "pipelines", "lighthouses"],
        env={**os.environ, "TMPDIR": str(tmp_path)}, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    while len(living_in(tmp_path)) < 5:
        assert run.poll() is None
        time.sleep(0.2)
    run.send_signal(signal.SIGTERM)
    run.communicate(timeout=60)
    assert run.returncode == Exit.INTERRUPTED
    assert not living_in(tmp_path)


def living_in(folder):
    """The processes that were told of a folder."""
    found = []
    for each in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if str(folder).encode() in each.read_bytes():
                found.append(each.parent.name)
    return found
