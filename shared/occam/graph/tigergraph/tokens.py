"""Tokens: one is fetched when the server asks for it, and a new one when it has run out.

The client would ask for the new token under the expired one, which the server refuses. So its own
renewal is off: here the token is forgotten first, and user and password, or the secret, get one.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from occam.graph.tigergraph.failures import is_refused
from occam.graph.tigergraph.settings import TigerGraphSettings

Result = TypeVar("Result")

_BY_USER = "user"
"""What the client calls the origin of a token that it must not renew."""


class Tokens:
    """The credentials of one connection."""

    def __init__(self, connection: Any, settings: TigerGraphSettings) -> None:
        self._connection = connection
        self._secret = settings.secret
        self._renewable = not settings.token
        self._lock = asyncio.Lock()
        connection._token_source = _BY_USER

    async def authorised(self, call: Callable[[], Awaitable[Result]]) -> Result:
        """The call's result; where the credentials are refused, that of one more try."""
        before = self._connection.apiToken
        try:
            return await call()
        except Exception as error:
            if not (self._renewable and is_refused(error)):
                raise
        await self._renew(before)
        return await call()

    async def _renew(self, before: str) -> None:
        async with self._lock:
            if self._connection.apiToken != before:
                return
            self._connection.apiToken = ""
            self._connection._refresh_auth_headers()
            await self._connection.getToken(secret=self._secret or None)
            self._connection._token_source = _BY_USER
