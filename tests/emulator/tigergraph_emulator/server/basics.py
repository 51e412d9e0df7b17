"""Endpoints that need no graph: signs of life, versions, tokens and secrets."""

from __future__ import annotations

import json
from typing import Any, cast

from aiohttp import web

from .machine import machine_of
from .replies import Refusal, as_json, envelope, gsql_reply


async def echo(request: web.Request) -> web.Response:
    """REST++ is alive."""
    return as_json(gsql_reply("Hello GSQL"))


async def ping(request: web.Request) -> web.Response:
    """The front door is alive."""
    return as_json(gsql_reply("pong", results=None))


async def version(request: web.Request) -> web.Response:
    """JSON with raw line ends inside a string, which only a lenient reader accepts."""
    release = machine_of(request).options.version
    lines = [
        "TigerGraph RESTPP:",
        " --- Version --- ",
        "TigerGraph version: " + release,
        f"product release_{release}_2025-06-01 0f0f0f0f 2025-06-01 00:00:00 UTC",
        f"gpe release_{release}_2025-06-01 0f0f0f0f 2025-06-01 00:00:00 UTC",
        "",
    ]
    text = json.dumps(gsql_reply("\n".join(lines))).replace("\\n", "\n")
    return web.Response(text=text, content_type="application/json")


async def make_token(request: web.Request) -> web.Response:
    """A token for whoever proves to be the user, by password, by secret or by a living token."""
    machine = machine_of(request)
    wanted = await _object(request)
    secret = str(wanted.get("secret", ""))
    if secret and secret not in machine.tokens.secrets.values():
        raise Refusal(401, "", "The secret is not known.")
    lifetime = wanted.get("lifetime")
    token, end = machine.tokens.issue(float(lifetime) if lifetime else None)
    return as_json(gsql_reply("Generate new JWT token successfully.", token=token, expiration=end))


async def list_secrets(request: web.Request) -> web.Response:
    """Secrets by alias, their values hidden but for the ends."""
    secrets = machine_of(request).tokens.secrets
    shown = [{"alias": alias, "value": _masked(value)} for alias, value in secrets.items()]
    return as_json(gsql_reply("", results=shown))


async def add_secret(request: web.Request) -> web.Response:
    """A new secret, shown in full this once."""
    tokens = machine_of(request).tokens
    alias = request.query.get("alias", "") or f"AUTO_GENERATED_{len(tokens.secrets) + 1}"
    if alias in tokens.secrets:
        raise Refusal(400, "", f"The secret alias '{alias}' already exists.")
    value = tokens.add_secret(alias, request.query.get("value", ""))
    return as_json(gsql_reply("", results={"alias": alias, "value": value}))


async def get_secret(request: web.Request) -> web.Response:
    """One secret, hidden but for its ends."""
    alias = request.match_info["alias"]
    value = machine_of(request).tokens.secrets.get(alias)
    if value is None:
        raise Refusal(400, "", f"The secret alias '{alias}' does not exist.")
    return as_json(gsql_reply("", results={"alias": alias, "value": _masked(value)}))


async def drop_secret(request: web.Request) -> web.Response:
    """Forgets a secret."""
    alias = request.match_info["alias"]
    if machine_of(request).tokens.secrets.pop(alias, None) is None:
        raise Refusal(400, "", f"The secret alias '{alias}' does not exist.")
    return as_json(gsql_reply(f"Secret {alias} was dropped."))


async def statistics(request: web.Request) -> web.Response:
    """Calls per query so far, in the place where a server has its timings."""
    machine = machine_of(request)
    graph = machine.graph(request.match_info["graph"])
    return as_json(
        {
            f"GET /query/{graph.name}/{name}": {"CompletedRequests": runs}
            for name, runs in graph.runs.items()
        }
    )


async def rebuild(request: web.Request) -> web.Response:
    """Nothing is ever out of date here."""
    machine = machine_of(request)
    machine.graph(request.match_info["graph"])
    return as_json(envelope([], schema=machine.schema_version, message="RebuildNow finished"))


async def _object(request: web.Request) -> dict[str, Any]:
    text = await request.text()
    read: Any = json.loads(text) if text.strip() else {}
    return cast(dict[str, Any], read) if isinstance(read, dict) else {}


def _masked(value: str) -> str:
    return value[:3] + "****" + value[-3:]


def routes() -> list[web.RouteDef]:
    """The table of this module."""
    return [
        web.get("/restpp/echo/", echo),
        web.post("/restpp/echo/", echo),
        web.get("/restpp/echo", echo),
        web.post("/restpp/echo", echo),
        web.get("/api/ping", ping),
        web.get("/restpp/version", version),
        web.post("/gsql/v1/tokens", make_token),
        web.get("/gsql/v1/secrets", list_secrets),
        web.post("/gsql/v1/secrets", add_secret),
        web.get("/gsql/v1/secrets/{alias}", get_secret),
        web.delete("/gsql/v1/secrets/{alias}", drop_secret),
        web.get("/restpp/statistics/{graph}", statistics),
        web.get("/restpp/rebuildnow/{graph}", rebuild),
    ]
