"""Puts the endpoints together: faults strike first, then credentials are looked at."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from aiohttp import web

from tigergraph_emulator.engine.errors import RunError

from . import admin, basics, data_routes, gsql_routes, loading_routes, query_routes
from .machine import MACHINE, Machine, machine_of
from .replies import Refusal, refuse

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_OPEN = ("/emulator/", "/api/ping")


@web.middleware
async def troubled(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Faults come before everything but the emulator's own endpoints."""
    if request.path.startswith("/emulator/"):
        return await handler(request)
    struck = await machine_of(request).faults.strike(request.path)
    return struck or await handler(request)


@web.middleware
async def refusing(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refusals become error answers with TigerGraph's codes."""
    version = machine_of(request).schema_version
    try:
        return await handler(request)
    except Refusal as refusal:
        return refuse(refusal, schema=version)
    except RunError as error:
        status = 400 if error.code in ("REST-30000", "REST-30001") else 200
        return refuse(Refusal(status, error.code, error.message), schema=version)
    except web.HTTPNotFound:
        missing = Refusal(404, "REST-1000", f"Endpoint is not found from url = {request.path}")
        return refuse(missing, schema=version)


@web.middleware
async def known(request: web.Request, handler: Handler) -> web.StreamResponse:
    """GSQL asks for credentials always, REST++ only when it is told to."""
    if request.path.startswith("/gsql/"):
        machine_of(request).tokens.check_gsql(request)
    elif not request.path.startswith(_OPEN):
        machine_of(request).tokens.check_restpp(request)
    return await handler(request)


def build(machine: Machine) -> web.Application:
    """The application that serves one machine."""
    app = web.Application(
        middlewares=[troubled, refusing, known], client_max_size=machine.options.body_limit
    )
    app[MACHINE] = machine
    rooms = (admin, basics, gsql_routes, query_routes, data_routes, loading_routes)
    for room in rooms:
        app.add_routes(room.routes())
    return app
