"""Every code and status of the server, through the real client, sorted by what helps."""

from __future__ import annotations

import json
from unittest.mock import create_autospec

import pytest
from aiohttp import client_exceptions, web
from occam.core.errors import (
    BadConfig,
    BadInput,
    OccamError,
    Permanent,
    QueryNotInstalled,
    Transient,
)
from occam.graph.tigergraph.failures import (
    BY_CODE,
    BY_STATUS,
    Refused,
    TooLarge,
    Waking,
    understood,
)
from occam.graph.tigergraph.settings import TigerGraphSettings
from occam.graph.tigergraph.wire import Wire
from pyTigerGraph.common.exception import TigerGraphException

from tests.tigergraph.stub import Answer, Asked, stub

CODES: dict[str, tuple[int, type[OccamError], str]] = {
    "REST-1000": (404, QueryNotInstalled, "run `occam tigergraph init --pack olympics`"),
    "REST-1003": (400, BadConfig, "it said so; run `occam tigergraph init --pack olympics`"),
    "REST-1004": (400, BadConfig, "it said so; run `occam tigergraph init --pack olympics`"),
    "REST-2001": (400, Permanent, "it said so"),
    "REST-2004": (400, Permanent, "it said so"),
    "REST-2005": (400, Permanent, "it said so"),
    "REST-3000": (200, Transient, "tigergraph.timeout_ms"),
    "REST-3001": (200, Transient, "tigergraph.timeout_ms"),
    "REST-3002": (408, Transient, "tigergraph.timeout_ms"),
    "REST-4000": (200, TooLarge, "it said so"),
    "REST-10016": (401, Refused, "tigergraph.password"),
    "REST-10020": (200, BadConfig, "licence"),
    "REST-12001": (503, Waking, "it said so"),
    "REST-12002": (200, Transient, "it said so"),
    "REST-30000": (400, BadInput, "it said so"),
    "REST-30001": (400, BadInput, "it said so"),
    "REST-30200": (200, BadInput, "it said so"),
    "REST-99999": (200, Permanent, "REST-99999: it said so"),
}
STATUSES: dict[int, tuple[type[OccamError], str]] = {
    400: (Permanent, "HTTP 400"),
    401: (Refused, "tigergraph.token"),
    403: (Refused, "tigergraph.token"),
    404: (QueryNotInstalled, "'q'"),
    408: (Transient, "HTTP 408"),
    413: (TooLarge, "HTTP 413"),
    429: (Transient, "HTTP 429"),
    500: (Transient, "HTTP 500"),
    502: (Waking, "an idle workspace wakes"),
    503: (Waking, "an idle workspace wakes"),
    504: (Waking, "an idle workspace wakes"),
    418: (Permanent, "HTTP 418"),
}


async def run_against(answer: Answer) -> OccamError:
    """What running a query raises."""
    async with stub(answer) as server:
        settings = TigerGraphSettings(url=server.url, token="given")
        async with Wire(settings, "g", "olympics") as wire:
            with pytest.raises(OccamError) as caught:
                await wire.run("q")
    return caught.value


def body(code: str, message: str = "it said so") -> str:
    return json.dumps({"error": True, "code": code, "message": message, "results": []})


@pytest.mark.parametrize("code", CODES)
async def test_a_code_decides_whatever_the_text_says(code: str) -> None:
    status, kind, told = CODES[code]

    def answer(_: Asked) -> web.Response:
        return web.Response(text=body(code), status=status, content_type="application/json")

    error = await run_against(answer)
    assert type(error) is kind
    assert told in str(error)


def test_every_known_code_is_tried() -> None:
    assert set(CODES) - {"REST-99999"} == set(BY_CODE)
    assert set(STATUSES) - {418} == set(BY_STATUS)


@pytest.mark.parametrize("status", STATUSES)
async def test_a_status_without_a_body_decides(status: int) -> None:
    kind, told = STATUSES[status]
    error = await run_against(lambda _: web.Response(text="<html>no</html>", status=status))
    assert type(error) is kind
    assert told in str(error)


async def test_a_page_with_status_200_means_that_something_else_answered() -> None:
    error = await run_against(lambda _: web.Response(text="<html>starting</html>"))
    assert type(error) is Waking


async def test_a_reply_without_results_is_no_answer() -> None:
    error = await run_against(lambda _: web.json_response({"error": False, "message": ""}))
    assert type(error) is Permanent
    assert "would not give" in str(error)


async def test_the_word_error_in_a_good_reply_is_no_error() -> None:
    def answer(_: Asked) -> web.Response:
        results = [{"words": "0 errors, Authentication failed, REST-3000"}]
        return web.json_response({"error": False, "message": "error", "results": results})

    async with (
        stub(answer) as server,
        Wire(TigerGraphSettings(url=server.url), "g") as wire,
    ):
        assert await wire.run("q") == [{"words": "0 errors, Authentication failed, REST-3000"}]


async def test_nobody_listening_is_transient_and_named() -> None:
    async with stub(lambda _: web.Response()) as server:
        pass
    async with Wire(TigerGraphSettings(url=server.url), "g") as wire:
        with pytest.raises(Transient, match=server.url) as caught:
            await wire.run("q")
    assert type(caught.value) is Transient


OF_CLIENT = [getattr(client_exceptions, name) for name in client_exceptions.__all__]


@pytest.mark.parametrize("kind", [*OF_CLIENT, TigerGraphException], ids=lambda kind: kind.__name__)
def test_no_exception_of_the_client_is_left_unsorted(kind: type[Exception]) -> None:
    error = create_autospec(kind, instance=True)
    error.status, error.code, error.message = 500, None, "it said so"
    assert isinstance(understood(error, "http://there"), OccamError)


def test_a_mistake_of_ours_is_not_taken_for_the_server_s() -> None:
    assert understood(ZeroDivisionError(), "http://there") is None
