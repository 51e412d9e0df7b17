"""The shapes of answers: the envelope of REST++, the short form of GSQL, and refusals."""

from __future__ import annotations

import json
from typing import Any

from aiohttp import web


class Refusal(Exception):
    """A call that ends in an error answer: HTTP status, TigerGraph's code and what went wrong."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message


def envelope(results: Any, *, schema: int, code: str = "", message: str = "") -> dict[str, Any]:
    """What REST++ puts around every result."""
    body: dict[str, Any] = {
        "version": {"edition": "enterprise", "api": "v2", "schema": schema},
        "error": False,
        "message": message,
        "results": results,
    }
    return body | {"code": code} if code else body


def gsql_reply(message: str, *, error: bool = False, **more: Any) -> dict[str, Any]:
    """What the GSQL endpoints answer: a flag, a sentence and their own keys."""
    return {"error": error, "message": message, **more}


def as_json(body: Any, *, status: int = 200) -> web.Response:
    """Numbers keep their digits and text stays readable."""
    return web.json_response(
        text=json.dumps(body, ensure_ascii=False, separators=(",", ":")), status=status
    )


def refuse(refusal: Refusal, *, schema: int) -> web.Response:
    """A refusal as the answer of a call."""
    body: dict[str, Any] = {
        "version": {"edition": "enterprise", "api": "v2", "schema": schema},
        "error": True,
        "message": refusal.message,
    }
    if refusal.code:
        body["code"] = refusal.code
    return as_json(body, status=refusal.status)
