"""Connections of a service, kept without ceremony: a hop is two commands, so each one counts.

redis-py's pool reads from the socket before every use and reports every loan; ours only looks
whether the other side has hung up. Timeouts of single commands are left to TCP keepalive: with
them, redis-py starts a task for each write.
"""

from __future__ import annotations

import socket
from typing import Any

from faststream.redis import RedisBroker
from faststream.redis.configs import RedisConnectionState
from redis.asyncio import ConnectionPool, Redis

_DEAD_AFTER_S = 15


class LeanPool(ConnectionPool):
    """Lends connections; one that was closed meanwhile is opened again."""

    async def get_connection(self, command_name: Any = None, *keys: Any, **options: Any) -> Any:
        """A connection that is open."""
        del command_name, keys, options
        free: list[Any] = self._available_connections
        connection: Any = free.pop() if free else self.make_connection()
        self._in_use_connections.add(connection)
        try:
            if connection.is_connected and connection._reader.at_eof():
                await connection.disconnect()
            if not connection.is_connected:
                await connection.connect()
        except BaseException:
            await self.release(connection)
            raise
        return connection

    async def release(self, connection: Any) -> None:
        """Takes it back."""
        self._in_use_connections.discard(connection)
        self._available_connections.append(connection)


class _LeanState(RedisConnectionState):
    """FastStream's connection with our pool."""

    async def connect(self) -> Any:
        """Makes the client; connections open when first used."""
        pool: Any = LeanPool(**self._options)
        self._client = Redis.from_pool(pool)
        self._connected = True
        return self._client


class LeanBroker(RedisBroker):
    """FastStream's broker with our pool."""

    def _make_connection_state(self, connection_options: dict[str, Any], kwargs: Any) -> Any:
        del kwargs
        return _LeanState(connection_options)


def patience(scheme: str) -> dict[str, Any]:
    """How a connection notices that a host is gone without a word."""
    if scheme == "unix":
        return {"socket_timeout": None}
    named = {"TCP_KEEPIDLE": 5, "TCP_KEEPINTVL": 3, "TCP_KEEPCNT": 3}
    named |= {"TCP_USER_TIMEOUT": _DEAD_AFTER_S * 1000}
    known = {getattr(socket, name): value for name, value in named.items() if hasattr(socket, name)}
    return {
        "socket_timeout": None,
        "socket_keepalive": True,
        "socket_keepalive_options": known,
    }
