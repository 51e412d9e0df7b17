"""How an emulator is started: what a TigerGraph installation would have in its configuration."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Statistics = Literal["flat", "nested"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """Defaults are those of a fresh server, except that waiting is switched off."""

    host: str = "127.0.0.1"
    port: int = 0
    user: str = "tigergraph"
    password: str = "tigergraph"
    auth: bool = False
    token_seconds: float = 7 * 24 * 3600
    version: str = "4.2.2"
    install_seconds: float = 0.0
    vector_seconds: float = 0.0
    query_timeout_ms: int = 16_000
    response_limit: int = 32_000_000
    body_limit: int = 200_000_000
    wake_calls: int = 0
    seed: int = 0
    statistics: Statistics = "nested"
    export_root: Path | None = None
