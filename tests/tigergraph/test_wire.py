"""The wire: what is sent, what is waited for, and what is never shown."""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import json
import logging
import ssl
import sys
import warnings
from pathlib import Path

import pytest
from aiohttp import web
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from occam.core.errors import BadConfig, Transient
from occam.graph.tigergraph.failures import Refused, Waking
from occam.graph.tigergraph.settings import TigerGraphSettings
from occam.graph.tigergraph.wire import Wire

from tests.tigergraph.stub import Asked, Stub, stub


def good(_: Asked) -> web.Response:
    """An empty result."""
    return web.json_response({"error": False, "message": "", "results": [{"x": 1}]})


def wired(server: Stub, **more: object) -> Wire:
    settings = {"url": server.url, "password": "hunter2", **more}
    return Wire(TigerGraphSettings(**settings), "g")  # type: ignore[arg-type]


async def test_a_query_goes_by_one_port_with_its_limits() -> None:
    async with stub(good) as server, wired(server, timeout_ms=700, response_limit=2048) as wire:
        assert await wire.run("q", {"who": "50% é", "ids": ["a"], "v": ("x",)}) == [{"x": 1}]
    (asked,) = server.asked
    assert (asked.method, asked.path) == ("POST", "/restpp/query/g/q")
    assert (asked.headers["GSQL-TIMEOUT"], asked.headers["RESPONSE-LIMIT"]) == ("700", "2048")
    assert json.loads(asked.body) == {"who": "50%25 é", "ids": ["a"], "v": {"id": "x"}}


async def test_a_query_may_have_limits_of_its_own() -> None:
    async with stub(good) as server, wired(server) as wire:
        await wire.run("q", timeout_ms=90_000, response_limit=4096)
    assert server.asked[0].headers["GSQL-TIMEOUT"] == "90000"
    assert server.asked[0].headers["RESPONSE-LIMIT"] == "4096"


@pytest.mark.parametrize(("wanted", "sent"), [(True, "true"), (False, "false")])
async def test_an_upsert_says_whether_ends_must_exist(wanted: bool, sent: str) -> None:
    payload = {"vertices": {"T": {"é": {"a": {"value": 1}}}}}
    async with stub(good) as server, wired(server) as wire:
        assert await wire.upsert(payload, edges_must_exist=wanted) == {"x": 1}
    (asked,) = server.asked
    assert asked.path == "/restpp/graph/g"
    assert asked.query == {"ack": "all", "vertex_must_exist": sent}
    assert json.loads(asked.body) == payload


async def test_ids_are_spelled_so_that_any_character_survives() -> None:
    def answer(asked: Asked) -> web.Response:
        results: object = {"deleted_vertices": 1}
        if "/edges/" in asked.path:
            results = [{"e_type": "E", "deleted_edges": 1}]
        return web.json_response({"error": False, "results": results})

    async with stub(answer) as server, wired(server) as wire:
        assert await wire.delete_vertices("T", ["a/b c", "é%?"]) == 2
        assert await wire.delete_edges(("T", "a/b"), "E", ("U", "ü %")) == 1
    paths = {asked.path for asked in server.asked}
    assert paths == {
        "/restpp/graph/g/vertices/T/a%2Fb%20c",
        "/restpp/graph/g/vertices/T/%C3%A9%25%3F",
        "/restpp/graph/g/edges/T/a%2Fb/E/U/%C3%BC%20%25",
    }


async def test_a_server_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("occam.graph.tigergraph.wire.MARGIN_S", 0.0)
    release = asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await release.wait()
        writer.close()

    async with await asyncio.start_server(silent, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        settings = TigerGraphSettings(url=f"http://127.0.0.1:{port}", timeout_ms=100)
        async with Wire(settings, "g") as wire:
            with pytest.raises(Transient, match="no answer in time"):
                await wire.run("q")
        release.set()


async def test_nothing_is_tried_twice() -> None:
    answers = iter([web.Response(status=503), web.Response(status=500)])
    async with stub(lambda _: next(answers)) as server, wired(server) as wire:
        with pytest.raises(Waking):
            await wire.run("q")
    assert len(server.asked) == 1


class Doorkeeper:
    """Wants tokens, which it makes for passwords and secrets but not for tokens that ran out."""

    def __init__(self) -> None:
        self.made = 0
        self.alive = ""

    def __call__(self, asked: Asked) -> web.Response:
        kind, _, credentials = asked.headers["Authorization"].partition(" ")
        if asked.path == "/gsql/v1/tokens" and kind == "Basic":
            self.made += 1
            self.alive = f"T{self.made}"
            made = {"error": False, "message": "", "token": self.alive, "expiration": "later"}
            return web.json_response(made)
        if kind == "Bearer" and credentials == self.alive:
            return good(asked)
        refusal = {"error": True, "code": "REST-10016", "message": "Access Denied"}
        return web.json_response(refusal, status=401)


async def test_a_token_is_fetched_when_the_server_wants_one() -> None:
    keeper = Doorkeeper()
    async with stub(keeper) as server, wired(server) as wire:
        assert await wire.run("q") == [{"x": 1}]
        assert await wire.run("q") == [{"x": 1}]
    assert keeper.made == 1


async def test_a_token_that_ran_out_is_replaced() -> None:
    keeper = Doorkeeper()
    async with stub(keeper) as server, wired(server) as wire:
        await wire.run("q")
        keeper.alive = "nobody has this one"
        assert await wire.run("q") == [{"x": 1}]
    assert keeper.made == 2


async def test_many_calls_under_a_dead_token_fetch_one_new_token() -> None:
    keeper = Doorkeeper()
    async with stub(keeper) as server, wired(server) as wire:
        await wire.run("q")
        keeper.alive = "nobody has this one"
        await asyncio.gather(*(wire.run("q") for _ in range(9)))
    assert keeper.made == 2


async def test_a_secret_is_what_gets_the_token() -> None:
    keeper = Doorkeeper()
    async with stub(keeper) as server, wired(server, secret="s3cret") as wire:
        await wire.run("q")
    asked = [each for each in server.asked if each.path == "/gsql/v1/tokens"]
    assert json.loads(asked[0].body) == {"secret": "s3cret"}


async def test_a_token_that_was_given_is_never_replaced() -> None:
    keeper = Doorkeeper()
    async with stub(keeper) as server, wired(server, token="mine") as wire:
        with pytest.raises(Refused, match=r"tigergraph\.token"):
            await wire.run("q")
    assert (keeper.made, len(server.asked)) == (0, 1)


async def test_a_wrong_password_ends_after_one_try_to_get_a_token() -> None:
    def answer(_: Asked) -> web.Response:
        return web.json_response({"error": True, "message": "Authentication failed."}, status=401)

    async with stub(answer) as server, wired(server) as wire:
        with pytest.raises(Refused, match=r"tigergraph\.password"):
            await wire.gsql("LS")
    assert [asked.path for asked in server.asked] == ["/gsql/v1/statements", "/gsql/v1/tokens"]


async def test_credentials_are_in_no_text(caplog: pytest.LogCaptureFixture) -> None:
    def answer(_: Asked) -> web.Response:
        return web.Response(status=401)

    caplog.set_level(logging.DEBUG)
    secrets = {"password": "hunter2", "secret": "hunter3"}
    async with stub(answer) as server, wired(server, **secrets) as wire:
        with pytest.raises(Refused) as caught:
            await wire.run("q")
    assert caught.value.__cause__ is None
    shown = f"{wire!r} {caught.value!r} {caplog.text}"
    assert "hunter" not in shown
    assert "Basic" not in shown


async def test_a_page_in_place_of_gsql_text_is_no_reply() -> None:
    async with (
        stub(lambda _: web.Response(text="<html>waking</html>")) as server,
        wired(server) as wire,
    ):
        with pytest.raises(Waking):
            await wire.gsql("LS")


def test_the_process_keeps_its_exception_hook_and_its_filters() -> None:
    hook, filters = sys.excepthook, list(warnings.filters)
    Wire(TigerGraphSettings(), "g")
    assert sys.excepthook is hook
    assert warnings.filters == filters


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of its own for localhost, with its key behind it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    file = tmp_path_factory.mktemp("tls") / "server.pem"
    file.write_bytes(
        made.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return file


@pytest.fixture
def tls(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


async def test_a_certificate_that_nobody_vouches_for_is_refused(tls: ssl.SSLContext) -> None:
    async with stub(good, tls) as server, wired(server) as wire:
        with pytest.raises(BadConfig, match=r"certificate is not trusted.*tigergraph\.ca_file"):
            await wire.run("q")
    assert server.asked == []


async def test_a_certificate_of_the_named_file_is_trusted(
    tls: ssl.SSLContext, certificate: Path
) -> None:
    async with stub(good, tls) as server, wired(server, ca_file=certificate) as wire:
        assert await wire.run("q") == [{"x": 1}]


async def test_verification_can_be_switched_off(tls: ssl.SSLContext) -> None:
    async with stub(good, tls) as server, wired(server, verify=False) as wire:
        assert await wire.run("q") == [{"x": 1}]


def test_a_missing_file_of_certificates_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match=r"tigergraph\.ca_file: .*none\.pem"):
        Wire(TigerGraphSettings(url="https://there", ca_file=tmp_path / "none.pem"), "g")
