"""How to reach the broker. Nothing is retried here: the fence decides what may be repeated."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, cast

import hiredis
from redis.asyncio import Connection, Redis, SSLConnection, UnixDomainSocketConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisError, ResponseError
from redis.exceptions import ConnectionError as BrokerGone
from redis.exceptions import TimeoutError as BrokerSilent

from occam.bus.server import Server
from occam.core.errors import BadConfig, Permanent, Transient

WAIT_OUT = ("MISCONF", "OOM", "LOADING", "READONLY", "CLUSTERDOWN", "TRYAGAIN", "MASTERDOWN")


class _Packing:
    """Commands are packed in C: a hop has hundreds of words, and redis-py packs them in Python."""

    def pack_command(self, *words: Any) -> list[bytes]:
        """The bytes of one command."""
        name, *rest = words
        pack: Any = cast("Any", hiredis).pack_command
        return [pack((*name.split(), *rest))]


class _Tcp(_Packing, Connection):
    """A TCP connection."""


class _Tls(_Packing, SSLConnection):
    """A TLS connection."""


class _Local(_Packing, UnixDomainSocketConnection):
    """A connection over a Unix socket."""


_KINDS: dict[str, type[Connection] | type[UnixDomainSocketConnection]] = {
    "redis": _Tcp,
    "rediss": _Tls,
    "unix": _Local,
}


def options(url: str) -> dict[str, Any]:
    """What every connection of the project is opened with."""
    scheme = url.partition("://")[0]
    if scheme not in _KINDS:
        raise BadConfig(f"broker address: {scheme or url!r} is none of {', '.join(_KINDS)}")
    return {
        "connection_class": _KINDS[scheme],
        "retry": Retry(NoBackoff(), 0),
        "socket_timeout": 15.0,
        "socket_connect_timeout": 5.0,
        "protocol": 2,
    }


def connect(url: str) -> Server:
    """A client that connects when first used."""
    try:
        redis: Any = Redis
        return cast("Server", redis.from_url(url, **options(url)))
    except ValueError as error:
        raise BadConfig(f"broker address: {error}") from error


def is_passing(error: BaseException) -> bool:
    """Whether the broker may take the same call later: it is gone, restarting or full."""
    if isinstance(error, AuthenticationError):
        return False
    if isinstance(error, ResponseError):
        return str(error).startswith(WAIT_OUT)
    return isinstance(error, BrokerGone | BrokerSilent | OSError)


@contextmanager
def translated() -> Generator[None]:
    """Sorts the library's errors by what the caller should do."""
    try:
        yield
    except (RedisError, OSError) as error:
        if isinstance(error, AuthenticationError):
            raise BadConfig(f"the broker refuses us: {error}") from error
        if is_passing(error):
            raise Transient(f"the broker is out of reach: {error}") from error
        raise Permanent(f"the broker refuses: {error}") from error
