"""gadmin runs on the server alone: here its commands are printed, or run through a prefix."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Sequence

import typer

from occam.cli.exits import Exit
from occam.cli.output import complain, say
from occam.core.errors import BadConfig, BadInput
from occam.runtime.settings import Settings

Command = tuple[str, ...]

_TAG = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:-]*")


def backup(tag: str) -> Command:
    """A backup of the whole server, while it runs."""
    return ("backup", "create", _checked(tag))


def restore(tag: str) -> Command:
    """A backup put back: the server is down meanwhile, and must be of the same version."""
    return ("backup", "restore", _checked(tag))


def _checked(tag: str) -> str:
    if not _TAG.fullmatch(tag):
        raise BadInput(f"--physical {tag!r}: letters, digits, and - _ . : inside")
    return tag


def run(settings: Settings, command: Sequence[str]) -> None:
    """Runs it where the setting says how; ends as gadmin does."""
    if not settings.tigergraph.gadmin:
        say(shlex.join(["gadmin", *command]))
        complain("run this on the server, or set tigergraph.gadmin to a command that does")
        return
    words = [*shlex.split(settings.tigergraph.gadmin), *command]
    try:
        done = subprocess.run(words, check=False)  # noqa: S603
    except OSError as error:
        raise BadConfig(f"tigergraph.gadmin: {words[0]}: {error.strerror}") from error
    if done.returncode:
        complain(f"occam: gadmin ended with {done.returncode}")
        raise typer.Exit(Exit.NO)
