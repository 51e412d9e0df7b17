"""Server-side scripts, by name: the one place where several effects become one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import resources
from typing import Any, cast

from redis.commands.core import AsyncScript

from occam.bus.server import Server


class Scripts:
    """The scripts of `lua/`, bound to a client. A broker that forgot them is told again."""

    def __init__(self, client: Server) -> None:
        self.hop = _script(client, "hop")
        self.ask = _script(client, "ask")
        self.take = _script(client, "take")
        self.renew = _script(client, "renew")
        self.release = _script(client, "release")
        self.tidy = _script(client, "tidy")
        self.lag = _script(client, "lag")
        self.requeue = _script(client, "requeue")
        self.forget = _script(client, "forget")
        self.open = _script(client, "open")
        self.close = _script(client, "close")


def source(name: str) -> str:
    """The text of a script."""
    return resources.files("occam.bus").joinpath("lua", f"{name}.lua").read_text("utf-8")


def _script(client: Server, name: str) -> AsyncScript:
    return AsyncScript(cast("Any", client), source(name))


async def run(script: AsyncScript, keys: Sequence[str], words: Iterable[Any]) -> Any:
    """Calls a script."""
    return await script(keys=list(keys), args=list(words))
