"""`occam status`: what runs, whether it is ready, which graphs it answers from, what waits."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import msgspec
import typer

from occam.cli.connection import connected, located, run
from occam.cli.exits import Exit
from occam.cli.options import Json
from occam.cli.output import console, print_json, say, table
from occam.runtime.running import NotUp, ProcessState, Running, read_running
from occam.runtime.settings import Settings, load_settings

if TYPE_CHECKING:
    from occam.bus.replies import ServiceState, StreamState


class Status(msgspec.Struct, kw_only=True):
    """What `occam status --json` prints."""

    home: str
    url: str
    ready: bool
    pid: int | None
    processes: tuple[ProcessState, ...]
    graphs: dict[str, str]
    streams: list[Any]
    dead: int


def status(as_json: Json = False) -> None:
    """Show processes, readiness, graph versions, and what waits."""
    found = run(_status(load_settings()), lambda: "stopped")
    if as_json:
        print_json(found)
    else:
        _print(found)
    if not found.ready:
        raise typer.Exit(Exit.NO)


async def _status(settings: Settings) -> Status:
    from occam.bus.settings import masked

    running = _running(settings)
    async with connected(settings) as client:
        services = await client.readiness()
        streams = await client.streams()
        dead = len(await client.dead())
    processes = running.processes if running else tuple(_process(each) for each in services)
    return Status(
        home=str(settings.home),
        url=masked(located(settings).redis_url),
        ready=running.ready if running else all(each.ready for each in services),
        pid=running.pid if running else None,
        processes=processes,
        graphs=_graphs(settings),
        streams=_busy(streams),
        dead=dead,
    )


def _running(settings: Settings) -> Running | None:
    try:
        return read_running(settings.run)
    except NotUp:
        if settings.redis_url:
            return None
        raise


def _process(service: ServiceState) -> ProcessState:
    return ProcessState(
        name=service.consumer,
        service=service.service,
        pid=service.pid,
        state="ready" if service.ready else "failing",
        since=service.started,
        reason=service.fault,
    )


def _graphs(settings: Settings) -> dict[str, str]:
    """The current version of every pack that is loaded."""
    return {
        marker.parent.name: marker.read_text("utf-8").strip()
        for marker in sorted(settings.graphs.glob("*/current"))
    }


def _busy(streams: list[StreamState]) -> list[StreamState]:
    return [each for each in streams if each.pending or each.lag]


def _print(found: Status) -> None:
    word = "ready" if found.ready else "not ready"
    supervisor = f", supervisor pid {found.pid}" if found.pid else ""
    say(f"{word}: broker {found.url}, home {found.home}{supervisor}")
    rows = [
        (each.name, each.state, str(each.pid or "-"), str(each.restarts), _age(each), each.reason)
        for each in found.processes
    ]
    console().print(table(("process", "state", ">pid", ">restarts", ">for", "why"), rows))
    for pack, version in found.graphs.items():
        say(f"graph {pack}@{version}")
    if not found.graphs:
        say("no graph is loaded: occam load")
    for each in found.streams:
        say(f"{each.stream} (shard {each.shard}): {each.lag} waiting, {each.pending} in hand")
    if found.dead:
        say(f"{found.dead} dead letters: occam dead list")


def _age(process: ProcessState) -> str:
    seconds = max(0, int(time.time() - process.since))
    minutes, seconds = divmod(seconds, 60)
    return f"{minutes}m {seconds:02}s" if minutes else f"{seconds}s"
