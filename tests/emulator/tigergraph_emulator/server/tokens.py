"""Who may call: passwords, secrets, and tokens that run out."""

from __future__ import annotations

import base64
import binascii
import secrets
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime

from aiohttp import web

from .options import Options
from .replies import Refusal

SECRET_USER = "__GSQL__secret"
AUTHENTICATION_FAILED = Refusal(401, "", "Authentication failed.")
TOKEN_REFUSED = Refusal(401, "REST-10016", "Token is missing, invalid or has expired.")


@dataclass(slots=True)
class Tokens:
    """Issued tokens with their ends, and secrets by alias."""

    options: Options
    ends: dict[str, float] = field(default_factory=dict[str, float])
    secrets: dict[str, str] = field(default_factory=dict[str, str])

    def issue(self, seconds: float | None = None) -> tuple[str, str]:
        """A new token and its end as the server writes it."""
        token = secrets.token_urlsafe(24)
        end = time.time() + (self.options.token_seconds if seconds is None else seconds)
        self.ends[token] = end
        return token, datetime.fromtimestamp(end, UTC).strftime("%a %b %d %H:%M:%S UTC %Y")

    def expire(self) -> None:
        """Every token issued so far is refused from now on."""
        self.ends = dict.fromkeys(self.ends, 0.0)

    def valid(self, token: str) -> bool:
        """Whether the token was issued here and has time left."""
        return self.ends.get(token, 0.0) > time.time()

    def add_secret(self, alias: str, value: str = "") -> str:
        """A secret under its alias, made up unless given."""
        self.secrets[alias] = value or secrets.token_hex(16)
        return self.secrets[alias]

    def password_fits(self, user: str, password: str) -> bool:
        """The configured user, or a secret in place of one."""
        if user == SECRET_USER:
            return password in self.secrets.values()
        return (user, password) == (self.options.user, self.options.password)

    def check_gsql(self, request: web.Request) -> None:
        """GSQL wants credentials always; an expired token is refused even where tokens are made."""
        kind, credentials = _credentials(request)
        if kind == "bearer" and self.valid(credentials):
            return
        if kind == "basic" and self.password_fits(*_user_and_password(credentials)):
            return
        raise AUTHENTICATION_FAILED

    def check_restpp(self, request: web.Request) -> None:
        """REST++ asks nothing unless authentication is switched on; then only a token counts."""
        kind, credentials = _credentials(request)
        if self.options.auth and not (kind == "bearer" and self.valid(credentials)):
            raise TOKEN_REFUSED


def _credentials(request: web.Request) -> tuple[str, str]:
    kind, _, credentials = request.headers.get("Authorization", "").partition(" ")
    return kind.lower(), credentials.strip()


def _user_and_password(credentials: str) -> tuple[str, str]:
    try:
        user, _, password = base64.b64decode(credentials).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return "", ""
    return user, password
