"""`occam demo`: everything at once on the bundled sample, then all of it stopped."""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from occam.cli.answers import settled
from occam.cli.connection import connected, run
from occam.cli.exits import Exit
from occam.cli.options import Json, Pack
from occam.cli.output import complain, console, print_json, say
from occam.cli.questions import QuestionFile, read_questions
from occam.cli.records import answer_text, bill, certificate_text, summary
from occam.core.errors import BadConfig
from occam.core.record import AnswerRecord
from occam.runtime.settings import Settings, load_settings

if TYPE_CHECKING:
    from occam.bus.client import Client
    from occam.packs import Pack as LoadedPack

BATCH = "demo"


def demo(
    pack: Pack = "",
    home: Annotated[
        Path | None, typer.Option(help="Keep the data here; default: a folder that is removed.")
    ] = None,
    limit: Annotated[int, typer.Option(help="Ask only the first so many questions.")] = 0,
    as_json: Json = False,
) -> None:
    """Answer the questions of the bundled sample, then stop.

    Starts everything on a home of its own, loads the sample, submits its questions to the queue,
    prints each answer with tier, tokens and certificate, and verifies the certificates.
    """
    started = time.monotonic()
    with _home(home) as folder:
        settings = _settings(folder, pack)
        shown = _demo(settings, limit, as_json)
        records, failed = run(shown, lambda: "stopped; everything is down again")
    if not as_json:
        say(f"\n{summary(records)} · {time.monotonic() - started:.1f} s in all")
    if failed or any(record.outcome == "dead" for record in records):
        raise typer.Exit(Exit.NO)


@contextlib.contextmanager
def _home(home: Path | None) -> Generator[Path]:
    if home is not None:
        yield home.absolute()
        return
    with tempfile.TemporaryDirectory(prefix="occam-demo-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def _settings(home: Path, pack: str) -> Settings:
    """The user's settings, but on a home and a broker of its own. Vectors take the most of a load
    and only serve a reader: without one none are made."""
    settings = load_settings({**os.environ, "OCCAM_HOME": str(home)})
    changed = {"pack": pack or settings.pack, "redis_url": "", "port": None}
    if not settings.llm.named("reader"):
        changed["embedding"] = "none"
    return msgspec.structs.replace(settings, **changed)


async def _demo(settings: Settings, limit: int, as_json: bool) -> tuple[list[AnswerRecord], int]:
    """The records, and how many of their certificates do not hold."""
    from occam.cli.load import load_pack
    from occam.packs import find_pack

    pack = find_pack(settings.pack, settings.pack_roots)
    questions = _questions(pack, settings)
    if not as_json:
        say(f"pack {pack.name}: {pack.manifest.title}")
    report = load_pack(settings, pack, quiet=as_json)
    if not as_json:
        say("\n".join(report.lines()))
    async with _up(settings, as_json), connected(settings) as client:
        await _submit(client, questions, pack.name, limit, as_json)
        records = await _answers(client, as_json)
    failed = await _verify(settings, records, as_json)
    return records, failed


def _questions(pack: LoadedPack, settings: Settings) -> QuestionFile:
    if pack.golden is None:
        raise BadConfig(f"pack {pack.name}: it has no golden questions to show")
    content = pack.golden.read_bytes()
    return read_questions(content, str(pack.golden), "jsonl", settings.bus.question_limit)


@asynccontextmanager
async def _up(settings: Settings, as_json: bool) -> AsyncGenerator[None]:
    """The broker and the services, for as long as the block runs."""
    from occam.runtime.fleet import supervisor_of

    stop, ready = asyncio.Event(), asyncio.Event()
    began = time.monotonic()
    supervisor = supervisor_of(settings)
    task = asyncio.create_task(supervisor.run(stop, lambda _: ready.set()))
    waiting = asyncio.create_task(ready.wait())
    try:
        await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            await task
        if not as_json:
            say(f"broker and five services ready in {time.monotonic() - began:.1f} s\n")
        yield
    finally:
        waiting.cancel()
        stop.set()
        await asyncio.gather(task, return_exceptions=True)


async def _submit(client: Client, read: QuestionFile, pack: str, limit: int, as_json: bool) -> None:
    from occam.messages.catalog import QuestionAsked

    chosen = read.questions[:limit] if limit else read.questions
    asked = [QuestionAsked(id=each.id, question=each.text, pack=pack) for each in chosen]
    taken = await client.submit("default", BATCH, asked)
    if not as_json:
        say(f"batch {BATCH}: {taken.accepted} questions submitted to the queue\n")


async def _answers(client: Client, as_json: bool) -> list[AnswerRecord]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress

    screen = console(errors=True)
    records: list[AnswerRecord] = []
    total = (await client.progress("default", BATCH)).asked
    with Progress(
        BarColumn(), MofNCompleteColumn(), console=screen, transient=True,
        disable=not screen.is_terminal,
    ) as bar:  # fmt: skip
        task = bar.add_task("answers", total=total)
        async for record in settled(client, "default", BATCH, 30.0):
            records.append(record)
            bar.advance(task)
            if as_json:
                print_json(record.as_json())
            else:
                say("\n".join(_lines(record)))
    return records


def _lines(record: AnswerRecord) -> list[str]:
    shown = f"{record.outcome}: {answer_text(record)}"
    details = (
        f"tier {record.tier} · {bill(record)} · "
        f"{certificate_text(record.certificate)} · {record.latency_ms:.0f} ms"
    )
    return [f"{record.id}  {record.question}", f"     {shown}", f"     {details}"]


async def _verify(settings: Settings, records: list[AnswerRecord], as_json: bool) -> int:
    from occam.cli.verify import verify_record
    from occam.runtime.shelf import Shelf

    shelf = Shelf(settings)
    verdicts = [await verify_record(shelf, record) for record in records]
    failed = sum(not verdict.ok for verdict in verdicts)
    if not as_json:
        say(f"\n{len(verdicts) - failed} of {len(verdicts)} certificates verified")
    for record, verdict in zip(records, verdicts, strict=True):
        for finding in verdict.findings:
            complain(f"{record.id}: {finding}")
    return failed
