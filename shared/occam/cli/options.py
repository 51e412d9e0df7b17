"""Options that several verbs share."""

from __future__ import annotations

from typing import Annotated

import typer

from occam.core.errors import BadInput
from occam.runtime.settings import Settings

Json = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]
Tenant = Annotated[str, typer.Option(help="Whose questions.")]
Pack = Annotated[str, typer.Option("--pack", "-p", help="The pack; default: setting `pack`.")]
Patience = Annotated[
    float, typer.Option("--patience", help="Seconds to wait for a broker that went away.")
]


def check_pack(settings: Settings, pack: str) -> None:
    """Raises `BadConfig` with the known names when the pack, or the default one, is unknown."""
    from occam.packs import find_pack

    find_pack(pack or settings.pack, settings.pack_roots)


def check_loaded(settings: Settings, pack: str) -> None:
    """Raises `BadInput` where a question could not be answered for want of a graph.

    A home without any graph, on a broker of others, cannot know what is loaded there.
    """
    from occam.runtime.versions import current

    name = pack or settings.pack
    if current(settings.home, name) is not None:
        return
    if settings.redis_url and not any(settings.graphs.glob("*/current")):
        return
    raise BadInput(f"no graph of pack {name!r} is loaded; run: occam load --pack {name}")
