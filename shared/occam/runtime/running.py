"""What is up on a home: one lock that its supervisor holds, one file that says what it runs."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from typing import Literal

import msgspec

from occam.core.errors import OccamError
from occam.runtime.folders import make_private

State = Literal["starting", "ready", "failing", "restarting", "stopped"]


class AlreadyUp(OccamError):
    """Another `occam up` holds this home."""


class NotStarted(OccamError):
    """A process could not be brought up; the text ends with the last lines of its log."""


class NotUp(OccamError):
    """No `occam up` runs on this home."""


class ProcessState(msgspec.Struct, frozen=True, kw_only=True):
    """One supervised process; `reason` says why it is not ready."""

    name: str
    service: str
    pid: int | None
    state: State
    restarts: int = 0
    since: float = 0.0
    reason: str = ""


class Running(msgspec.Struct, frozen=True, kw_only=True):
    """What `run/up.json` holds while OCCAM is up."""

    pid: int
    started_at: float
    url: str
    ready: bool
    processes: tuple[ProcessState, ...] = ()


class Lock:
    """Held for as long as a supervisor lives; the kernel drops it when the process dies."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._descriptor: int | None = None

    def take(self) -> None:
        """Raises `AlreadyUp` when another process holds it."""
        make_private(self._folder)
        descriptor = os.open(_lock_file(self._folder), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(descriptor, 32, 0).decode() or "unknown"
            os.close(descriptor)
            raise AlreadyUp(
                f"{self._folder.parent}: OCCAM is already up here (pid {holder}); "
                "run `occam status`, or `occam down` first"
            ) from None
        os.truncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        self._descriptor = descriptor

    def release(self) -> None:
        """Let another one in."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None


def holder(folder: Path) -> int | None:
    """The pid of the supervisor that is alive on this home, or None."""
    try:
        descriptor = os.open(_lock_file(folder), os.O_RDONLY)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
        return None
    except BlockingIOError:
        text = os.pread(descriptor, 32, 0).decode()
        return int(text) if text.isdigit() else None
    finally:
        os.close(descriptor)


def write_running(folder: Path, running: Running) -> None:
    """Replace the state file at once, so that a reader never sees half of it."""
    target = _state_file(folder)
    aside = target.with_suffix(".tmp")
    aside.write_bytes(msgspec.json.encode(running))
    aside.replace(target)


def clear_running(folder: Path) -> None:
    """Nothing runs any more."""
    _state_file(folder).unlink(missing_ok=True)


def read_running(folder: Path) -> Running:
    """What is up; raises `NotUp` when no supervisor holds the home or it has said nothing yet."""
    pid = holder(folder)
    try:
        running = msgspec.json.decode(_state_file(folder).read_bytes(), type=Running)
    except FileNotFoundError:
        running = None
    if pid is None or running is None or running.pid != pid:
        raise NotUp(f"{folder.parent}: OCCAM is not up here; start it with `occam up`")
    return running


def wait_until_down(folder: Path, seconds: float) -> bool:
    """Whether the supervisor let go of the home in time."""
    until = time.monotonic() + seconds
    while holder(folder) is not None:
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


def _lock_file(folder: Path) -> Path:
    return folder / "up.lock"


def _state_file(folder: Path) -> Path:
    return folder / "up.json"
