"""The decision service: options go out over HTTP, probabilities come back, no text is generated.

Two forms are spoken. The plain one sends `question` and `options` with `key` and `words`, and reads
`probabilities` by key. An address that ends in `/systemone` gets the request that System One
servers share: a `state`, and one question of type `choice` whose `criteria` are the options.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from typing import Any, cast
from urllib.parse import urlsplit

import aiohttp

from occam.core.errors import BadConfig, OccamError, Permanent, Throttled, Transient
from occam.core.ports import Decision, Option
from occam.core.spending import Spent
from occam.deciding.letters import lettered
from occam.deciding.options import certain, ordered, scaled
from occam.prompts import prompt

TIMEOUT_S = 10.0
LONGEST_REPLY = 262_144
"""Bytes of a reply; more is no distribution over a handful of options."""
TOLERANCE = 0.01
KEY = "OCCAM_DECIDER_KEY"
_AGAIN = frozenset({408, 425, 429})
_SERVER = 500
_CHOICE = "reading"
_MILLISECONDS = 1000


class ServiceDecider:
    """One request a decision. The key travels in a header and is shown nowhere."""

    def __init__(
        self, url: str, key: str = "", model: str = "", timeout_s: float = TIMEOUT_S
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadConfig("the decision service needs an http:// or https:// address")
        if parts.username or parts.password:
            raise BadConfig(
                f"the key of the decision service goes into {KEY}, not into its address"
            )
        self._url, self._key, self._model = url, key, model
        self._timeout = aiohttp.ClientTimeout(total=timeout_s)
        self._standard = parts.path.rstrip("/").endswith("/systemone")
        self._host = parts.hostname
        self.name = f"service {model or self._host}"

    def __repr__(self) -> str:
        return f"ServiceDecider({self.name!r})"

    async def decide(self, question: str, options: Sequence[Option]) -> Decision:
        """Asks the service; what it says is believed only where it is a distribution."""
        begun = time.perf_counter()
        offered = ordered(options)
        if decided := certain(offered, self.name):
            return decided
        keys = lettered(offered) if self._standard else {each.key: each for each in offered}
        body = await self._asked(self._request(question, keys))
        answer, used = self._found(body)
        weights = distribution(answer, tuple(keys), self._host)
        return Decision(
            probabilities=scaled({keys[name].key: weight for name, weight in weights.items()}),
            by=self.name,
            spent=Spent(
                input_tokens=used,
                model_calls=1 if used else 0,
                micro_usd=None if used else 0,
            ),
            milliseconds=round(_MILLISECONDS * (time.perf_counter() - begun), 3),
        )

    def _request(self, question: str, keys: dict[str, Option]) -> dict[str, Any]:
        if not self._standard:
            options = [{"key": key, "words": option.words} for key, option in keys.items()]
            return {"question": question, "options": options}
        asked = {
            "type": "choice",
            "instructions": prompt("choice").text,
            "criteria": {name: option.words for name, option in keys.items()},
        }
        model = {"model": self._model} if self._model else {}
        return {"state": {"question": question}, "questions": {_CHOICE: asked}, **model}

    def _found(self, body: Any) -> tuple[Any, int]:
        """The distribution in a reply, wherever its form keeps it, and the tokens it read."""
        if not self._standard:
            return _member(body, "probabilities", self._host), 0
        answer = _member(_member(body, "answers", self._host), _CHOICE, self._host)
        usage: Any = cast("dict[str, Any]", body).get("usage")
        used: Any = (
            cast("dict[str, Any]", usage).get("input_tokens") if isinstance(usage, dict) else 0
        )
        read = used if isinstance(used, int) and used > 0 else 0
        return _member(answer, "probabilities", self._host), read

    async def _asked(self, request: dict[str, Any]) -> Any:
        headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
        try:
            async with (
                aiohttp.ClientSession(timeout=self._timeout, headers=headers) as session,
                session.post(self._url, json=request, allow_redirects=False) as reply,
            ):
                if failure := self._failure(reply.status, reply.headers.get("Retry-After", "")):
                    raise failure
                text = await _read(reply.content, self._host)
        except TimeoutError:
            raise Transient(f"{self._host} did not decide within {self._timeout.total} s") from None
        except aiohttp.InvalidURL as error:
            raise BadConfig("the address of the decision service cannot be used") from error
        except (aiohttp.ClientError, OSError) as error:
            raise Transient(f"{self._host} cannot be asked: {type(error).__name__}") from None
        try:
            return json.loads(text)
        except (ValueError, RecursionError):
            raise Permanent(f"{self._host} answered with something that is not JSON") from None

    def _failure(self, status: int, retry_after: str) -> OccamError | None:
        if status == 200:
            return None
        if status in _AGAIN or status >= _SERVER:
            wait = seconds(retry_after)
            when = f": try again in {wait:g} s" if wait is not None else ""
            return Throttled(f"{self._host} answered {status}{when}", wait)
        if status in (401, 403):
            return BadConfig(f"{self._host} answered {status}: it does not take the key in {KEY}")
        return Permanent(f"{self._host} answered {status} to a request for a decision")


def seconds(retry_after: str) -> float | None:
    """The seconds of a `Retry-After` header; a date or nonsense says nothing."""
    try:
        wait = float(retry_after)
    except ValueError:
        return None
    return wait if math.isfinite(wait) and wait >= 0 else None


def distribution(answer: Any, keys: Sequence[str], host: str) -> dict[str, float]:
    """The probabilities of a reply by key; raises `Permanent` that names what is wrong."""
    given = cast("dict[str, Any]", answer) if isinstance(answer, dict) else {}
    if missing := [key for key in keys if key not in given]:
        raise Permanent(f"{host} gave no probability for {missing[0]!r}")
    if strange := sorted(given.keys() - set(keys)):
        raise Permanent(f"{host} gave a probability for {strange[0]!r}, which is no option")
    for key in keys:
        value = given[key]
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not math.isfinite(value) or not 0 <= value <= 1 + TOLERANCE:
            raise Permanent(f"{host} gave {value!r} as the probability of {key!r}")
    total = math.fsum(given[key] for key in keys)
    if abs(total - 1) > TOLERANCE:
        raise Permanent(f"{host} gave probabilities that sum to {total:.4g}")
    return {key: float(given[key]) for key in keys}


def _member(body: Any, name: str, host: str) -> Any:
    if not isinstance(body, dict) or name not in body:
        raise Permanent(f"{host} answered without {name!r}")
    return cast("dict[str, Any]", body)[name]


async def _read(content: aiohttp.StreamReader, host: str) -> bytes:
    parts = bytearray()
    async for chunk in content.iter_any():
        parts += chunk
        if len(parts) > LONGEST_REPLY:
            raise Permanent(f"{host} answered with more than {LONGEST_REPLY} bytes")
    return bytes(parts)
