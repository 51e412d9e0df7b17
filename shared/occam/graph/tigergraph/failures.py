"""What the server and its client say went wrong, sorted by what the caller should do.

A reply's text never decides success. It is repeated to people; codes and HTTP statuses decide.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from typing import Any

from occam.core.errors import (
    BadConfig,
    BadInput,
    OccamError,
    Permanent,
    QueryNotInstalled,
    Transient,
)


class TooLarge(Permanent):
    """The answer exceeds the response limit: smaller pages can help, the same again cannot."""


class Waking(Transient):
    """The server is starting, or an idle workspace is waking: waiting helps."""


class Refused(BadConfig):
    """The server does not accept the credentials."""


Sort = Callable[[str], OccamError]

BY_CODE: dict[str, Sort] = {
    "REST-1000": Permanent,
    "REST-1003": BadConfig,
    "REST-1004": BadConfig,
    "REST-2001": Permanent,
    "REST-2004": Permanent,
    "REST-2005": Permanent,
    "REST-3000": Transient,
    "REST-3001": Transient,
    "REST-3002": Transient,
    "REST-4000": TooLarge,
    "REST-10016": Refused,
    "REST-10020": BadConfig,
    "REST-12001": Waking,
    "REST-12002": Transient,
    "REST-30000": BadInput,
    "REST-30001": BadInput,
    "REST-30200": BadInput,
}
"""TigerGraph's codes; any other one is permanent."""

BY_STATUS: dict[int, Sort] = {
    400: Permanent,
    401: Refused,
    403: Refused,
    404: Permanent,
    408: Transient,
    413: TooLarge,
    429: Transient,
    500: Transient,
    502: Waking,
    503: Waking,
    504: Waking,
}
"""HTTP statuses of replies without a code; any other one is permanent."""

ADVICE: dict[str, str] = {
    "REST-3000": "raise tigergraph.timeout_ms if it lasts",
    "REST-3001": "raise tigergraph.timeout_ms if it lasts",
    "REST-3002": "raise tigergraph.timeout_ms if it lasts",
    "REST-10020": "look at the server's licence",
}
CREDENTIALS = "look at tigergraph.user, tigergraph.password, tigergraph.secret or tigergraph.token"
_AUTHENTICATION = "Authentication failed"
_SHOWN = 300


@contextmanager
def translated(url: str, query: str = "", command: str = "") -> Generator[None]:
    """Errors of the client become ours. The causes are dropped: they hold headers, so credentials.

    `query` is what runs, if something does; `command` installs it.
    """
    try:
        yield
    except OccamError:
        raise
    except Exception as error:
        found = understood(error, url, query, command)
        if found is None:
            raise
        raise found from None


def understood(error: Exception, url: str, query: str = "", command: str = "") -> OccamError | None:
    """Our error for one of the client's, or None for one that is nobody's but ours."""
    import aiohttp
    from pyTigerGraph.common import exception  # pyright: ignore[reportMissingTypeStubs]

    match error:
        case exception.TigerGraphException():
            told: Any = error
            return of_code(str(told.code or ""), str(told.message), url, query, command)
        case aiohttp.ClientResponseError():
            return of_status(error.status, str(error.message), url, query, command)
        case aiohttp.ClientConnectorCertificateError() | aiohttp.ClientSSLError():
            return BadConfig(f"{url}: its certificate is not trusted: look at tigergraph.ca_file")
        case aiohttp.InvalidURL():
            return BadConfig(f"tigergraph.url: {url} is no address")
        case aiohttp.ClientError() | TimeoutError() | OSError():
            return Transient(f"{url}: {_said(error)}")
        case KeyError() | TypeError() | IndexError() | AttributeError() | ValueError():
            return Permanent(
                f"{url}: a reply that TigerGraph 4.1 or later would not give: {error!r}"
            )
        case _:
            return None


def of_code(code: str, message: str, url: str, query: str = "", command: str = "") -> OccamError:
    """For a reply with an error flag: its code decides."""
    if message.startswith("Cannot parse json"):
        return Waking(f"{url}: a page came where JSON was due: the server starts or wakes")
    if code == "REST-1000" and query:
        return QueryNotInstalled(query, command)
    if _AUTHENTICATION in message:
        code = code or "REST-10016"
    advice = _advice(code, command)
    told = f"{code}: {clipped(message)}" if code else clipped(message)
    text = ": ".join(part for part in (url, query, told) if part)
    return BY_CODE.get(code, Permanent)(f"{text.rstrip('.')}; {advice}" if advice else text)


def _advice(code: str, command: str) -> str:
    if code in ("REST-1003", "REST-1004"):
        return f"run `{command}`" if command else ""
    return CREDENTIALS if code == "REST-10016" else ADVICE.get(code, "")


def of_status(status: int, reason: str, url: str, query: str = "", command: str = "") -> OccamError:
    """For a reply whose body says nothing."""
    if status == 404 and query:
        return QueryNotInstalled(query, command)
    sort = BY_STATUS.get(status, Permanent)
    text = f"{url}: HTTP {status} {reason}"
    if sort is Waking:
        text += ": the server starts, or an idle workspace wakes"
    return sort(f"{text}; {CREDENTIALS}" if sort is Refused else text)


def is_refused(error: Exception) -> bool:
    """Whether new credentials might help."""
    return isinstance(understood(error, ""), Refused)


def refuse_page(text: str, url: str) -> str:
    """The text, unless it is a web page: then something else answered in the server's place."""
    if text.lstrip()[:1] == "<":
        raise Waking(f"{url}: a page came where text was due: the server starts or wakes")
    return text


def expect(reply: Mapping[str, Any], key: str, url: str) -> Any:
    """A part that a reply must have."""
    if key not in reply:
        raise Permanent(f"{url}: a reply without {key!r}")
    return reply[key]


def _said(error: Exception) -> str:
    return "no answer in time" if isinstance(error, TimeoutError) else clipped(str(error))


def clipped(text: str, most: int = _SHOWN) -> str:
    """What a server printed, on one line and not too long for people."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[:most]}…"
