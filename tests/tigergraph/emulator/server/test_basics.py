"""Signs of life, versions, tokens and secrets, as both clients see them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import requests
from pyTigerGraph.common.exception import TigerGraphException
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import Running, running, running_in_thread

from tests.tigergraph.emulator.server.world import async_connection, connection

FRESH = Options(auth=True)


def test_the_synchronous_client_finds_the_server_alive(emulator: Running) -> None:
    with connection(emulator) as client:
        assert client.echo() == "Hello GSQL"
        assert client.echo(usePost=True) == "Hello GSQL"
        assert client.ping() == {"error": False, "message": "pong", "results": None}
        assert client.getVer() == "4.2.2"


async def test_the_asynchronous_client_finds_the_server_alive() -> None:
    async with running() as started, async_connection(started) as client:
        assert await client.echo() == "Hello GSQL"
        assert await client.getVer() == "4.2.2"


def test_the_version_is_a_text_with_raw_line_ends(emulator: Running) -> None:
    text = requests.get(f"{emulator.url}/restpp/version", timeout=10).text
    assert "\nproduct release_4.2.2_" in text


def test_rest_asks_for_nothing_until_authentication_is_on(emulator: Running) -> None:
    assert requests.get(f"{emulator.url}/restpp/echo/", timeout=10).status_code == 200


def test_gsql_asks_for_credentials_always(emulator: Running) -> None:
    with connection(emulator, password="wrong") as client, pytest.raises(TigerGraphException):
        client.gsql("LS")


def test_with_authentication_on_the_client_fetches_a_token_by_itself() -> None:
    with running_in_thread(FRESH) as started, connection(started) as client:
        refused = requests.get(f"{started.url}/restpp/echo/", timeout=10)
        assert (refused.status_code, refused.json()["code"]) == (401, "REST-10016")
        assert client.echo() == "Hello GSQL"
        assert client.apiToken in started.machine.tokens.ends


def test_a_token_has_the_lifetime_that_was_asked_for(emulator: Running) -> None:
    with connection(emulator) as client:
        token, end = client.getToken(lifetime=3600)
    left = datetime.strptime(end, "%a %b %d %H:%M:%S UTC %Y").replace(tzinfo=UTC)
    assert timedelta(minutes=59) < left - datetime.now(UTC) <= timedelta(hours=1)
    assert emulator.machine.tokens.valid(token)


def test_an_expired_token_is_refused_even_where_tokens_are_made() -> None:
    with running_in_thread(FRESH) as started, connection(started) as client:
        client.getToken()
        started.machine.tokens.expire()
        with pytest.raises(TigerGraphException, match="Authentication failed"):
            client.echo()


def test_taking_the_expired_token_out_first_gets_a_new_one() -> None:
    with running_in_thread(FRESH) as started, connection(started) as client:
        client.getToken()
        started.machine.tokens.expire()
        client.apiToken = ""
        client._refresh_auth_headers()
        client.getToken()
        assert client.echo() == "Hello GSQL"


async def test_the_asynchronous_client_has_the_same_trouble_with_expired_tokens() -> None:
    async with running(FRESH) as started, async_connection(started) as client:
        await client.getToken()
        started.machine.tokens.expire()
        with pytest.raises(TigerGraphException, match="Authentication failed"):
            await client.echo()


def test_a_secret_stands_in_for_a_user(emulator: Running) -> None:
    with connection(emulator) as client:
        secret = client.createSecret(alias="by_test")
        assert client.getSecrets()["by_test"] != secret
    with connection(emulator, gsqlSecret=secret) as client:
        assert client.getToken(secret)[0]
    emulator.machine.tokens.secrets.clear()


def test_an_unknown_secret_gets_no_token(emulator: Running) -> None:
    with connection(emulator) as client, pytest.raises(TigerGraphException):
        client.getToken("never made")


def test_an_unknown_path_is_not_found(emulator: Running) -> None:
    answer = requests.get(f"{emulator.url}/restpp/nothing", timeout=10)
    assert (answer.status_code, answer.json()["code"]) == (404, "REST-1000")
