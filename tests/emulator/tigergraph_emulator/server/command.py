"""`tigergraph-emulator`: serves until it is interrupted."""

from __future__ import annotations

import argparse
import asyncio
import signal
from collections.abc import Sequence
from pathlib import Path

from .options import Options
from .running import running


def options_from(arguments: Sequence[str] | None = None) -> Options:
    """Reads the command line."""
    parser = argparse.ArgumentParser(
        prog="tigergraph-emulator",
        description="A test tool that answers like TigerGraph, in memory.",
    )
    normal = Options()
    say = parser.add_argument
    say("--host", default=normal.host)
    say("--port", type=int, default=14240)
    say("--user", default=normal.user)
    say("--password", default=normal.password)
    say("--auth", action="store_true", help="REST++ answers only calls with a token")
    say("--token-seconds", type=float, default=normal.token_seconds)
    say("--server-version", dest="version", default=normal.version)
    say("--install-seconds", type=float, default=normal.install_seconds)
    say("--vector-seconds", type=float, default=normal.vector_seconds)
    say("--query-timeout-ms", type=int, default=normal.query_timeout_ms)
    say("--response-limit", type=int, default=normal.response_limit, help="bytes")
    say("--wake-calls", type=int, default=0, help="first calls that find the server asleep")
    say("--seed", type=int, default=normal.seed, help="order of whatever has no order")
    say("--statistics", choices=("flat", "nested"), default=normal.statistics)
    say("--export-root", type=Path, help="the only directory EXPORT GRAPH may write below")
    return Options(**vars(parser.parse_args(arguments)))


async def serve(options: Options) -> None:
    """Says one line when it can be called, and ends on SIGINT or SIGTERM."""
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, ended.set)
    async with running(options) as emulator:
        print(f"tigergraph-emulator listens on {emulator.url}", flush=True)
        await ended.wait()


def main() -> None:
    """Entry point of the script."""
    asyncio.run(serve(options_from()))
