"""`occam streams`: who writes and who reads each stream, and how much waits in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from occam.cli.connection import connected, run
from occam.cli.options import Json
from occam.cli.output import console, print_json, table
from occam.runtime.settings import Settings, load_settings

if TYPE_CHECKING:
    from occam.bus.replies import StreamState

COLUMNS = ("stream", ">shard", "written by", "read by", ">length", ">pending", ">lag", ">oldest")


def streams(as_json: Json = False) -> None:
    """List the streams: who writes and reads, what waits."""
    found = run(_streams(load_settings()), lambda: "stopped")
    if as_json:
        for each in found:
            print_json(each)
    else:
        console().print(table(COLUMNS, [_row(each) for each in found]))


async def _streams(settings: Settings) -> list[StreamState]:
    async with connected(settings) as client:
        return await client.streams()


def _row(each: StreamState) -> tuple[str, ...]:
    oldest = f"{each.oldest_pending_ms / 1000:.1f} s" if each.pending else ""
    return (
        each.stream, str(each.shard),
        ", ".join(each.writers) or "-", ", ".join(each.readers) or "-",
        str(each.length), str(each.pending), str(each.lag), oldest,
    )  # fmt: skip
