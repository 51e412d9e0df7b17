"""What the TigerGraph adapter needs to know, with the defaults of a fresh community server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

_MILLISECONDS = 1000


class TigerGraphSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All knobs of the connection. A token wins over a secret, a secret over user and password.

    `timeout_ms` and `response_limit` go with every query; `page` is how many rows one asks for.
    `wake_s` is how long a command waits for a server that starts or a workspace that wakes.
    """

    url: Annotated[str, Meta(pattern=r"^https?://[^/?#@\s]+/?$")] = "http://127.0.0.1:14240"
    user: str = "tigergraph"
    password: str = "tigergraph"  # noqa: S105 (what every fresh server has)
    secret: str = ""
    token: str = ""
    graph: Annotated[str, Meta(pattern=r"^$|^[A-Za-z][A-Za-z0-9_]*$")] = ""
    timeout_ms: Annotated[int, Meta(ge=100)] = 16_000
    response_limit: Annotated[int, Meta(ge=1024)] = 32_000_000
    page: Annotated[int, Meta(ge=1)] = 10_000
    wake_s: Annotated[float, Meta(ge=0)] = 120.0
    verify: bool = True
    ca_file: Path | None = None
    gadmin: str = ""

    def __repr__(self) -> str:
        return f"TigerGraphSettings(url={self.url!r}, user={self.user!r}, …)"

    @property
    def address(self) -> str:
        """Scheme and host, without the port."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.hostname}"

    @property
    def port(self) -> str:
        """The one port that everything goes through: by default a server's, or that of https."""
        parts = urlsplit(self.url)
        return str(parts.port or (443 if parts.scheme == "https" else 14_240))

    @property
    def timeout_s(self) -> float:
        """How long a query may take."""
        return self.timeout_ms / _MILLISECONDS
