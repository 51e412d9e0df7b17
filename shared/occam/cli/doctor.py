"""`occam doctor`: what is missing on this machine, and how to get it."""

from __future__ import annotations

import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import msgspec
import typer

from occam.cli.exits import Exit
from occam.cli.options import Json
from occam.cli.output import print_json, say
from occam.core.errors import OccamError
from occam.runtime.folders import make_private
from occam.runtime.settings import SERVICES, Settings, load_settings

if TYPE_CHECKING:
    from occam.runtime.models import Role

_ROOM = 500_000_000


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One thing looked at. `needed` is false for what only some users want."""

    what: str
    ok: bool
    found: str
    needed: bool = True
    remedy: str = ""


def doctor(as_json: Json = False) -> None:
    """Say what is missing on this machine, and how to get it."""
    findings = list(_findings())
    for finding in findings:
        if as_json:
            print_json(finding)
            continue
        mark = "ok     " if finding.ok else "missing" if finding.needed else "absent "
        say(f"{mark}  {finding.what}: {finding.found}")
        if not finding.ok and finding.remedy:
            say(f"         {finding.remedy}")
    if not all(finding.ok for finding in findings if finding.needed):
        raise typer.Exit(Exit.NO)


def _findings() -> Iterator[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    yield Finding(
        what="python", ok=(3, 11) <= sys.version_info < (3, 13), found=version,
        remedy="OCCAM runs on Python 3.11 and 3.12",
    )  # fmt: skip
    try:
        settings = load_settings()
    except OccamError as error:
        yield Finding(what="settings", ok=False, found=str(error), remedy="see docs/operations.md")
        return
    yield Finding(what="settings", ok=True, found="every name and value is right")
    yield from map(_guarded, (_home, _disk, _broker), [settings] * 3)
    yield from map(_service, SERVICES)
    yield from _packs(settings)
    yield from _graph(settings)
    yield _extra("ladybug", "graph engine", "pip install 'occam[embedded]'", needed=True)
    yield _extra("cryptography", "signatures", "pip install 'occam[sign]'")
    yield _extra("opentelemetry.sdk", "traces over OTLP", "pip install 'occam[otel]'")
    yield from _models(settings)
    yield _embedding(settings)
    yield _extra("onnxruntime", "vectors of passages", "pip install 'occam[vectors]'")


def _guarded(look: Callable[[Settings], Finding], settings: Settings) -> Finding:
    try:
        return look(settings)
    except (OccamError, OSError) as error:
        return Finding(what=look.__name__.strip("_"), ok=False, found=str(error))


def _home(settings: Settings) -> Finding:
    """Can be written, by this user."""
    make_private(settings.home)
    with tempfile.TemporaryFile(dir=settings.home):
        return Finding(what="home", ok=True, found=str(settings.home))


def _disk(settings: Settings) -> Finding:
    free = shutil.disk_usage(settings.home).free
    return Finding(
        what="disk", ok=free > _ROOM, found=f"{free / 1e9:.1f} GB free",
        remedy=f"free some space, or set OCCAM_HOME to another disk (now {settings.home})",
    )  # fmt: skip


def _broker(settings: Settings) -> Finding:
    from occam.bus.broker import find_binary
    from occam.bus.settings import masked

    if settings.redis_url:
        return Finding(what="broker", ok=True, found=f"configured: {masked(settings.redis_url)}")
    binary = find_binary()
    runs = os.access(binary, os.X_OK)
    return Finding(what="broker", ok=runs, found=str(binary), remedy=f"chmod +x {binary}")


def _service(service: str) -> Finding:
    package = f"occam_{service.replace('-', '_')}"
    found = importlib.util.find_spec(package) is not None
    return Finding(
        what=service, ok=found, found="installed" if found else "not installed",
        remedy=f"pip install occam-{service}",
    )  # fmt: skip


def _packs(settings: Settings) -> Iterator[Finding]:
    from occam.packs import known_packs, load_pack

    for name, folder in known_packs(settings.pack_roots).items():
        try:
            load_pack(folder)
        except OccamError as error:
            yield Finding(what=f"pack {name}", ok=False, found=str(error))
        else:
            yield Finding(what=f"pack {name}", ok=True, found=str(folder))


def _graph(settings: Settings) -> Iterator[Finding]:
    marker = settings.graphs / settings.pack / "current"
    loaded = marker.is_file()
    yield Finding(
        what=f"graph of {settings.pack}",
        ok=loaded,
        found=marker.read_text("utf-8").strip() if loaded else "not loaded",
        needed=False,
        remedy=f"occam load --pack {settings.pack}",
    )


def _models(settings: Settings) -> Iterator[Finding]:
    """Each tier that asks a model: which one, and whether it can be asked from here."""
    from occam.llm.books import MemoryPurse
    from occam.runtime.models import ROLES, Models

    models = Models(settings, MemoryPurse())
    for role in ROLES:
        what = f"model of the {role}"
        named, variables = _named(settings, role)
        if not named:
            remedy = f"set {variables}; see docs/models.md"
            yield Finding(what=what, ok=False, found="none", needed=False, remedy=remedy)
            continue
        try:
            till = models.till(role)
        except OccamError as error:
            yield Finding(what=what, ok=False, found=named, remedy=str(error))
        else:
            yield Finding(what=what, ok=True, found=till.name if till else "none")


def _named(settings: Settings, role: Role) -> tuple[str, str]:
    """The model of a role, and the variables that name one."""
    if role == "reranker":
        return settings.reranker.model, "OCCAM_RERANKER_MODEL"
    return settings.llm.named(role), f"OCCAM_LLM_MODEL or OCCAM_LLM_{role.upper()}"


def _embedding(settings: Settings) -> Finding:
    """Whether the pack takes the vectors that the settings make."""
    from occam.packs import find_pack
    from occam.runtime.embedding import check_embedding

    what, named = "embedding model", settings.embedding
    try:
        check_embedding(settings, find_pack(settings.pack, settings.pack_roots))
    except OccamError as error:
        return Finding(what=what, ok=False, found=named, remedy=str(error))
    return Finding(what=what, ok=True, found=named)


def _extra(module: str, what: str, remedy: str, needed: bool = False) -> Finding:
    try:
        found = importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        found = False
    return Finding(
        what=what, ok=found, found=module if found else "not installed", needed=needed,
        remedy=remedy,
    )  # fmt: skip
