"""Models of any provider, through litellm, which is imported when the first one is asked.

It is told to read its price list from its own files (it would fetch one at import), to retry
nothing (the bus does), and to say nothing. Importing takes seconds: it happens in a thread.
"""

from __future__ import annotations

import asyncio
import importlib.util
import logging
import os
from collections.abc import Sequence
from typing import Any

from occam.core.errors import BadConfig, OccamError, Permanent, Transient
from occam.deciding.completion import Reply, Said

EXTRA = "llm"
TIMEOUT_S = 30.0
MOST_TOKENS = 16
LIKELIEST = 20
"""How many first tokens a provider is asked about: as many as any of them tells."""
_UNTOLD = "gave an answer that cannot be read"

AGAIN = (
    "RateLimitError",
    "Timeout",
    "APIConnectionError",
    "ServiceUnavailableError",
    "InternalServerError",
    "BadGatewayError",
)
"""What may pass, by the name of litellm's exception or of a base of it."""
SETTINGS = ("AuthenticationError", "PermissionDeniedError", "NotFoundError", "PaymentRequiredError")
"""What the settings, or the account behind them, are to blame for."""


class HostedModel:
    """One model; `key` and `url` are for providers that do not take theirs from the environment."""

    def __init__(
        self, model: str, key: str = "", url: str = "", timeout_s: float = TIMEOUT_S
    ) -> None:
        if importlib.util.find_spec("litellm") is None:
            raise BadConfig(
                f"a model needs litellm: install the extra `pip install 'occam[{EXTRA}]'`"
            )
        if not model:
            raise BadConfig("a decider of kind llm needs OCCAM_DECIDER_MODEL")
        self._model, self._key, self._url, self._timeout_s = model, key, url, timeout_s
        self.name = f"model {model}"

    def __repr__(self) -> str:
        return f"HostedModel({self._model!r})"

    async def complete(self, messages: Sequence[Said], choices: Sequence[str]) -> Reply:
        """Asks for log-probabilities where the model tells them, else for a choice in JSON."""
        litellm = await asyncio.to_thread(_imported)
        try:
            supported = litellm.get_supported_openai_params(model=self._model) or ()
            answer = await litellm.acompletion(
                model=self._model,
                messages=[{"role": each.role, "content": each.content} for each in messages],
                max_tokens=MOST_TOKENS,
                temperature=0,
                timeout=self._timeout_s,
                num_retries=0,
                max_retries=0,
                drop_params=True,
                **_form(supported, choices),
                **self._access(),
            )
        except Exception as error:
            raise translated(error, self._model) from None
        return read(answer, self._model)

    def _access(self) -> dict[str, str]:
        given = {"api_key": self._key, "base_url": self._url}
        return {name: value for name, value in given.items() if value}


def _form(supported: Sequence[str], choices: Sequence[str]) -> dict[str, Any]:
    if "top_logprobs" in supported:
        return {"logprobs": True, "top_logprobs": LIKELIEST}
    if "response_format" not in supported:
        return {}
    schema = {
        "type": "object",
        "properties": {"choice": {"type": "string", "enum": list(choices)}},
        "required": ["choice"],
        "additionalProperties": False,
    }
    form = {"name": "choice", "schema": schema, "strict": True}
    return {"response_format": {"type": "json_schema", "json_schema": form}}


def read(answer: Any, model: str) -> Reply:
    """What a provider's answer says, in the form that all of them share here."""
    try:
        choice = answer.choices[0]
        told = getattr(getattr(choice, "logprobs", None), "content", None) or ()
        tokens = told[0].top_logprobs if told else ()
        usage = getattr(answer, "usage", None)
        return Reply(
            text=choice.message.content or "",
            first={each.token: float(each.logprob) for each in tokens or ()},
            tokens_in=int(getattr(usage, "prompt_tokens", 0) or 0),
            tokens_out=int(getattr(usage, "completion_tokens", 0) or 0),
        )
    except (AttributeError, IndexError, TypeError, ValueError):
        raise Permanent(f"model {model} {_UNTOLD}") from None


def translated(error: Exception, model: str) -> OccamError:
    """The error by what the caller should do. Its text is left out: providers repeat keys and
    questions in theirs."""
    names = {kind.__name__ for kind in type(error).__mro__}
    said = f"model {model}: {type(error).__name__}"
    if not names.isdisjoint(SETTINGS):
        return BadConfig(f"{said}: check OCCAM_DECIDER_MODEL, its key and its address")
    if not names.isdisjoint(AGAIN) or isinstance(error, TimeoutError | ConnectionError):
        return Transient(said)
    return Permanent(said)


def _imported() -> Any:
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    import litellm  # pyright: ignore[reportMissingImports, reportUnknownVariableType]

    module: Any = litellm
    module.suppress_debug_info = True
    module.telemetry = False
    for name in ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    return module
