"""What litellm's errors mean to a caller. Their texts are left out: providers repeat keys and
questions in theirs."""

from __future__ import annotations

from typing import Any

from occam.core.errors import (
    BadConfig,
    OccamError,
    Permanent,
    Throttled,
    TimedOut,
    Transient,
)

QUOTA = ("RateLimitError",)
TIMEOUT = ("Timeout", "APITimeoutError")
AGAIN = (
    "APIConnectionError",
    "ServiceUnavailableError",
    "InternalServerError",
    "BadGatewayError",
)
"""What may pass, by the name of litellm's exception or of a base of it."""
SETTINGS = ("AuthenticationError", "PermissionDeniedError", "NotFoundError", "PaymentRequiredError")
"""What the settings, or the account behind them, are to blame for."""
FORM = ("BadRequestError", "UnsupportedParamsError", "UnprocessableEntityError")
"""What a provider says that does not know how an answer is to be held to a form."""
_NOT_FORM = ("ContextWindowExceededError", "ContentPolicyViolationError")


def translated(error: Exception, model: str) -> OccamError:
    """The error by what the caller should do."""
    names = _names(error)
    said = f"model {model}: {type(error).__name__}"
    if not names.isdisjoint(SETTINGS):
        return BadConfig(f"{said}: check the model's name, its key and its address")
    if not names.isdisjoint(QUOTA):
        return Throttled(said, _wait(error))
    if not names.isdisjoint(TIMEOUT) or isinstance(error, TimeoutError):
        return TimedOut(said)
    if not names.isdisjoint(AGAIN) or isinstance(error, ConnectionError):
        return Transient(said)
    return Permanent(said)


def is_about_form(error: Exception) -> bool:
    """True where asking in a plainer form may help."""
    names = _names(error)
    return not names.isdisjoint(FORM) and names.isdisjoint(_NOT_FORM)


def _names(error: Exception) -> set[str]:
    return {kind.__name__ for kind in type(error).__mro__}


def _wait(error: Exception) -> float | None:
    """The seconds that a provider asks to wait, where its answer has such a header."""
    headers: Any = getattr(getattr(error, "response", None), "headers", None) or {}
    try:
        wait = float(headers.get("retry-after", ""))
    except (TypeError, ValueError):
        return None
    return wait if 0 <= wait < 86_400 else None
