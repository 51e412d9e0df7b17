"""`occam up` and `occam down`."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from occam.cli.exits import Exit, Interrupted
from occam.cli.output import complain, print_json, say
from occam.runtime.logfiles import open_log, tail
from occam.runtime.running import NotUp, Running, holder, read_running, wait_until_down
from occam.runtime.settings import Settings, load_settings

DETACHED_LOG = "up.log"
WAITING = "occam: waiting for broker"

Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def up(
    detach: Annotated[
        bool, typer.Option("--detach", "-d", help="Go on in the background.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Start the broker and the services, and keep them alive.

    Until Ctrl-C or `occam down`. A process that dies, or stops reading, is started again.
    """
    settings = load_settings()
    if detach:
        from occam.runtime.fleet import check

        check(settings)
        _say_ready(start_detached(settings), settings, as_json)
    else:
        asyncio.run(_stay(settings, as_json))


def down(
    wait: Annotated[float, typer.Option(help="Seconds to wait for a clean end.")] = 30.0,
    as_json: Json = False,
) -> None:
    """Stop what `occam up` started: services first, then the broker."""
    settings = load_settings()
    pid = stop_running(settings, wait)
    if as_json:
        print_json({"stopped": pid})
    else:
        say(f"OCCAM is down (pid {pid} ended).")


def stop_running(settings: Settings, wait: float) -> int:
    """Asks the supervisor to end and waits for it."""
    pid = holder(settings.run)
    if pid is None:
        raise NotUp(f"{settings.home}: OCCAM is not up here")
    os.kill(pid, signal.SIGTERM)
    if not wait_until_down(settings.run, wait):
        complain(f"occam: pid {pid} is still stopping after {wait:g} s; see `occam status`")
        raise typer.Exit(Exit.NO)
    return pid


async def _stay(settings: Settings, as_json: bool) -> None:
    from occam.runtime.fleet import supervisor_of

    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stop.set)
    supervisor = supervisor_of(settings, partial(_say_waiting, settings))
    await supervisor.run(stop, lambda running: _say_ready(running, settings, as_json))
    if not as_json:
        say("OCCAM is down.")


def start_detached(settings: Settings) -> Running:
    """Starts `occam up` in a session of its own and returns when everything is ready."""
    log = settings.logs / DETACHED_LOG
    before = log.stat().st_size if log.exists() else 0
    descriptor = open_log(log)
    try:
        child = subprocess.Popen(
            [sys.executable, "-m", "occam.cli", "up"],
            stdin=subprocess.DEVNULL,
            stdout=descriptor,
            stderr=descriptor,
            start_new_session=True,
        )
    finally:
        os.close(descriptor)
    try:
        return _awaited(child, settings, log, before)
    except KeyboardInterrupt:
        raise Interrupted("it goes on in the background; see `occam status`") from None


def _awaited(child: subprocess.Popen[bytes], settings: Settings, log: Path, before: int) -> Running:
    until = time.monotonic() + settings.ready_timeout + 10
    while time.monotonic() < until:
        before = _repeat_waiting(log, before)
        if child.poll() is not None:
            _repeat_complaint(log, before)
            raise typer.Exit(child.returncode or Exit.NO)
        running = _running_of(settings, child.pid)
        if running is not None and running.ready:
            return running
        time.sleep(0.05)
    complain(f"occam: not ready in time; see {log} and `occam status`")
    raise typer.Exit(Exit.NO)


def _running_of(settings: Settings, pid: int) -> Running | None:
    try:
        running = read_running(settings.run)
    except NotUp:
        return None
    return running if running.pid == pid else None


def _say_waiting(settings: Settings, reason: str) -> None:
    from occam.bus.settings import masked

    which = masked(settings.redis_url) if settings.redis_url else "of this home"
    complain(f"{WAITING} {which}: {reason}")


def _repeat_waiting(log: Path, before: int) -> int:
    """Passes on that the broker is waited for; returns where the rest of the log begins."""
    with log.open("rb") as file:
        file.seek(before)
        line = file.readline()
    if not (line.startswith(WAITING.encode()) and line.endswith(b"\n")):
        return before
    complain(line.decode("utf-8", "replace"))
    return before + len(line)


def _repeat_complaint(log: Path, before: int) -> None:
    with log.open("rb") as file:
        file.seek(before)
        said = file.read().decode("utf-8", "replace").strip()
    complain(said or "\n".join(tail(log, 5)) or f"occam: it ended without a word; see {log}")


def _say_ready(running: Running, settings: Settings, as_json: bool) -> None:
    if as_json:
        print_json(running)
        return
    from occam.bus.settings import masked

    services = sum(process.service != "broker" for process in running.processes)
    took = time.time() - running.started_at
    say(
        f"OCCAM is up: {services} services ready in {took:.1f} s, broker {masked(running.url)}, "
        f"home {settings.home} (pid {running.pid}; stop with `occam down`)"
    )
