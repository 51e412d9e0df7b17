"""Composes the certifier: the bound route of each graph version, and the signing key."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version

from occam.bus.service import ServiceSpec
from occam.core.certify import Software
from occam.core.closing import close
from occam.core.gaps import BoundMismatch
from occam.core.record import AnswerRecord
from occam.messages.catalog import FindingsReady, QuestionDied, QuestionSettled, RefetchRequested
from occam.messages.forward import Found
from occam.messages.header import Header
from occam.runtime.serving import run
from occam.runtime.settings import Settings
from occam.runtime.shelf import Shelf
from occam.runtime.signing import signer

from occam_certifier.handlers import Settle, on_death, on_findings


def build(shelf: Shelf, settings: Settings, decide: Settle | None = None) -> ServiceSpec:
    """The service; `decide` replaces certification where only the messaging is measured."""
    sign = signer(settings.signing_key) if settings.signing_key else None
    release = f"occam {version('occam')}"

    async def certified(header: Header, found: Found, died: bool) -> AnswerRecord | BoundMismatch:
        known = header.graph_version and not died
        edition = shelf.edition(header.pack, header.graph_version) if known else None
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        return await close(
            header,
            header.gap,
            found.plan,
            found.evidence,
            edition.facts if edition else None,
            edition.schema if edition else None,
            constraints=found.constraints,
            passages=found.passages,
            read=found.read,
            recovered=found.recovered,
            died=died,
            software=Software(version=release, issued_at=now),
            sign=sign,
        )

    chosen = decide or certified
    return ServiceSpec(
        name="certifier",
        handlers={
            FindingsReady: partial(on_findings, settle=chosen),
            QuestionDied: partial(on_death, settle=chosen),
        },
        emits=(QuestionSettled, RefetchRequested),
    )


def main() -> None:
    """Entry point of the process."""
    run("certifier", build, warm="facts")


if __name__ == "__main__":
    main()
