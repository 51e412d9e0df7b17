"""`occam verify`: recomputes what certificates claim, from the loaded graph and without a model."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from occam.cli.connection import run
from occam.cli.exits import Exit
from occam.cli.finding import find_records
from occam.cli.options import Json
from occam.cli.output import print_json, say
from occam.cli.records import certificate_text
from occam.core.errors import BadInput, Permanent
from occam.core.record import AnswerRecord, Certificate
from occam.runtime.settings import Settings, load_settings

if TYPE_CHECKING:
    from occam.core.verify import Verdict
    from occam.runtime.shelf import Edition, Shelf

SHOWN = 10

Subject = AnswerRecord | Certificate


def verify(
    subject: Annotated[
        str,
        typer.Argument(help="A file of records or certificates (- for stdin), or a question id."),
    ],
    batch: Annotated[str, typer.Option(help="Batch id, where several hold this id.")] = "",
    tenant: Annotated[str, typer.Option(help="Whose question; default: anyone's.")] = "",
    trusted: Annotated[str, typer.Option(help="Public key (base64) that must have signed.")] = "",
    with_graph: Annotated[
        bool, typer.Option("--graph/--no-graph", help="Also fetch the evidence anew.")
    ] = True,
    as_json: Json = False,
) -> None:
    """Recompute what certificates claim, without any model.

    Digests, signature, plan, and from the fact table the pool, the answer and all that is said of
    them. Exit code 1 when one does not hold.
    """
    settings = load_settings()
    subjects = _subjects(settings, subject, batch, tenant)
    failed = run(_verify_all(settings, subjects, trusted, with_graph, as_json), lambda: "stopped")
    if not as_json:
        say(f"{len(subjects) - failed} of {len(subjects)} certificates verified")
    if failed:
        raise typer.Exit(Exit.NO)


def _subjects(settings: Settings, subject: str, batch: str, tenant: str) -> list[Subject]:
    path = Path(subject)
    if subject == "-":
        return parse_subjects(sys.stdin.buffer.read(), "standard input")
    if path.is_file():
        return parse_subjects(path.read_bytes(), str(path))
    if path.suffix in (".json", ".jsonl"):
        raise BadInput(f"{path}: no such file")
    return list(run(find_records(settings, subject, batch, tenant), lambda: "stopped"))


def parse_subjects(content: bytes, name: str) -> list[Subject]:
    """Records or certificates: one JSON object, or one a line."""
    if not content.strip():
        raise BadInput(f"{name}: empty")
    try:
        return [_subject(content)]
    except msgspec.DecodeError as error:
        if content.strip().count(b"\n") == 0:
            raise BadInput(f"{name}: {error}") from error
    found: list[Subject] = []
    for number, line in enumerate(content.splitlines(), start=1):
        try:
            found += [_subject(line)] if line.strip() else []
        except msgspec.DecodeError as error:
            raise BadInput(f"{name}: line {number}: {error}") from error
    return found


def _subject(text: bytes) -> Subject:
    tree = msgspec.json.decode(text)
    if not isinstance(tree, dict):
        raise msgspec.DecodeError("neither an answer record nor a certificate")
    return msgspec.json.decode(text, type=AnswerRecord if "certificate" in tree else Certificate)


async def _verify_all(
    settings: Settings, subjects: list[Subject], trusted: str, with_graph: bool, as_json: bool
) -> int:
    from occam.runtime.shelf import Shelf

    shelf, failed = Shelf(settings), 0
    for subject in subjects:
        verdict = await verify_record(shelf, subject, trusted, with_graph)
        failed += not verdict.ok
        _print(subject, verdict, as_json)
    return failed


async def verify_record(
    shelf: Shelf, subject: Subject, trusted: str = "", with_graph: bool = True
) -> Verdict:
    """What recomputation says of one record or certificate."""
    from occam.core.verify import UNCERTIFIED, Verdict
    from occam.core.verify import verify as verified
    from occam.runtime.signing import is_signed

    certificate = _certificate(subject)
    if not certificate.digest:
        return UNCERTIFIED
    try:
        edition = _edition(shelf, certificate)
        facts, graph = edition.facts, edition.graph if with_graph else None
    except Permanent as error:
        return Verdict(ok=False, findings=(f"not checked: {error}",))
    signed = partial(is_signed, trusted=trusted) if certificate.signature or trusted else None
    return await verified(subject, facts, edition.schema, graph=graph, signed=signed)


def _edition(shelf: Shelf, certificate: Certificate) -> Edition:
    """The version that the certificate names, or the current one when that is gone."""
    from occam.runtime.shelf import NotLoaded

    if certificate.graph_version:
        try:
            return shelf.edition(certificate.pack, certificate.graph_version)
        except NotLoaded:
            pass
    return shelf.edition(*shelf.current(certificate.pack))


def _certificate(subject: Subject) -> Certificate:
    return subject.certificate if isinstance(subject, AnswerRecord) else subject


def _print(subject: Subject, verdict: Verdict, as_json: bool) -> None:
    certificate = _certificate(subject)
    if as_json:
        print_json({"id": certificate.question_id, **msgspec.to_builtins(verdict)})
        return
    word = "verified" if verdict.ok else "FAILED" if verdict.certified else "NOT CERTIFIED"
    say(f"{certificate.question_id}: {word} ({certificate_text(certificate)})")
    more = len(verdict.findings) - SHOWN
    for line in (*verdict.notes, *verdict.findings[:SHOWN]):
        say(f"  {line}")
    if more > 0:
        say(f"  and {more} more; --json lists all")
