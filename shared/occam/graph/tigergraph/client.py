"""Builds the vendor's connection so that it does what its defaults leave out.

It is told one port for everything, so that it never tries another; certificates are verified, which
it switches off; the process's exception hook and warning filters, which it replaces, are put back.
"""

from __future__ import annotations

import logging
import ssl
import sys
import warnings
from typing import Any

from occam.core.errors import BadConfig
from occam.graph.tigergraph.settings import TigerGraphSettings


def connection(settings: TigerGraphSettings, graph: str) -> Any:
    """A connection to one graph. Nothing is sent yet."""
    hook = sys.excepthook
    try:
        made = _connection_class()(
            host=settings.address,
            graphname=graph,
            username=settings.user,
            password=settings.password,
            gsqlSecret=settings.secret,
            apiToken=settings.token,
            restppPort=settings.port,
            gsPort=settings.port,
        )
    finally:
        sys.excepthook = hook
    made.tgCloud = False
    trust = _trust(settings)
    made._make_async_client = lambda: _session(trust)
    return made


def _connection_class() -> Any:
    """The client is imported when it is first needed; what it logs may hold credentials."""
    with warnings.catch_warnings():
        try:
            import pyTigerGraph  # pyright: ignore[reportMissingTypeStubs]
        except ImportError as error:
            raise BadConfig(
                "the TigerGraph client is not installed: pip install 'occam[tigergraph]'"
            ) from error
    logging.getLogger("pyTigerGraph").setLevel(logging.WARNING)
    return pyTigerGraph.AsyncTigerGraphConnection


def _trust(settings: TigerGraphSettings) -> ssl.SSLContext | bool:
    """Which certificates are accepted: the system's, those of a file, or, on demand, any."""
    if not settings.verify:
        return False
    if settings.ca_file is None:
        return True
    try:
        return ssl.create_default_context(cafile=str(settings.ca_file))
    except (OSError, ssl.SSLError) as error:
        raise BadConfig(f"tigergraph.ca_file: {settings.ca_file}: {error}") from error


def _session(trust: ssl.SSLContext | bool) -> Any:
    import aiohttp

    return aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0, ssl=trust))
