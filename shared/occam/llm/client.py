"""A model of any provider, through litellm: asked once, never again by itself."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from occam.core.errors import BadConfig, Permanent
from occam.core.model import Prompted, Reply
from occam.core.spending import Spent
from occam.llm import library
from occam.llm.counting import bound, counted
from occam.llm.failures import is_about_form, translated
from occam.llm.prices import Price, price_of
from occam.llm.settings import LlmSettings, Shape
from occam.llm.shapes import parameters, shapes

UNTOLD = "gave an answer that cannot be read"


class HostedModel:
    """One model; key and address of the settings are for providers that do not take theirs from the
    environment."""

    def __init__(self, model: str, settings: LlmSettings) -> None:
        library.require()
        if not model:
            raise BadConfig("a model needs a name: set OCCAM_LLM_MODEL")
        self.name = model
        self._settings = settings
        self._plainer = 0

    def __repr__(self) -> str:
        return f"HostedModel({self.name!r})"

    @property
    def price(self) -> Price | None:
        """What its tokens cost, as far as anybody says; litellm must have been imported."""
        given = self._settings.price_input, self._settings.price_output
        return price_of(self.name, library.litellm().model_cost, given)

    def worst(self, prompted: Prompted) -> Spent:
        """All of the longest answer, and as many input tokens as the words can make."""
        tokens = bound(self.name, prompted)
        price = self.price
        return Spent(
            input_tokens=tokens,
            output_tokens=prompted.most_tokens,
            context_tokens=prompted.context_tokens,
            model_calls=1,
            micro_usd=price.of(tokens, prompted.most_tokens) if price else None,
            estimated=True,
        )

    async def complete(self, prompted: Prompted) -> Reply:
        """One answer. A provider that does not know a way of holding it to a form is asked in the
        next plainer one, and from then on at once."""
        litellm = await asyncio.to_thread(library.litellm)
        ways = self.shapes()
        while True:
            try:
                answer = await self._asked(litellm, prompted, ways[self._plainer])
            except Exception as error:
                if is_about_form(error) and self._plainer + 1 < len(ways):
                    self._plainer += 1
                    continue
                raise translated(error, self.name) from None
            return self._read(answer, prompted)

    def shapes(self) -> tuple[Shape, ...]:
        """The ways of holding an answer to a form that are tried, in order."""
        litellm = library.litellm()
        supported = litellm.get_supported_openai_params(model=self.name) or ()
        schema = bool(litellm.supports_response_schema(model=self.name))
        return shapes(self._settings.shape, schema=schema, json="response_format" in supported)

    async def _asked(self, litellm: Any, prompted: Prompted, shape: Shape) -> Any:
        settings = self._settings
        supported = litellm.get_supported_openai_params(model=self.name) or ()
        messages = [{"role": each.role, "content": each.content} for each in prompted.messages]
        asked: dict[str, Any] = {
            "model": self.name,
            "messages": messages,
            "max_tokens": prompted.most_tokens,
            "temperature": 0,
            "timeout": settings.timeout_s,
            "num_retries": 0,
            "max_retries": 0,
            "drop_params": True,
            **parameters(shape, prompted, supported),
            **self._access(),
        }
        async with asyncio.timeout(settings.timeout_s):
            if not settings.stream:
                return await litellm.acompletion(**asked)
            asked |= {"stream": True, "stream_options": {"include_usage": True}}
            parts = [part async for part in await litellm.acompletion(**asked)]
        told = any(getattr(part, "usage", None) for part in parts)
        whole = litellm.stream_chunk_builder(parts, messages=messages)
        return whole if told or whole is None else _untold(whole)

    def _access(self) -> dict[str, str]:
        given = {"api_key": self._settings.key, "base_url": self._settings.url}
        return {name: value for name, value in given.items() if value}

    def _read(self, answer: Any, prompted: Prompted) -> Reply:
        reply = self._without_key(read(answer, self.name))
        if not reply.spent.input_tokens:
            reply = msgspec.structs.replace(reply, spent=counted(self.name, prompted, reply.text))
        spent, price = reply.spent, self.price
        cost = price.of(spent.input_tokens, spent.output_tokens) if price else None
        spent = msgspec.structs.replace(
            spent, micro_usd=cost, context_tokens=min(prompted.context_tokens, spent.input_tokens)
        )
        return msgspec.structs.replace(reply, spent=spent)

    def _without_key(self, reply: Reply) -> Reply:
        """A provider that repeats the key in an answer does not get it onto the books."""
        key = self._settings.key
        if not key or key not in reply.text:
            return reply
        return msgspec.structs.replace(reply, text=reply.text.replace(key, "***"))


def _untold(whole: Any) -> Any:
    """A streamed answer whose provider told no usage: what litellm counted itself is dropped."""
    whole.usage = None
    return whole


def read(answer: Any, model: str) -> Reply:
    """What a provider's answer says, in the form that all of them share here. Tokens of 0 are
    tokens that the provider did not tell."""
    try:
        choice = answer.choices[0]
        told = getattr(getattr(choice, "logprobs", None), "content", None) or ()
        tokens = told[0].top_logprobs if told else ()
        usage = getattr(answer, "usage", None)
        return Reply(
            text=choice.message.content or "",
            first={each.token: float(each.logprob) for each in tokens or ()},
            spent=Spent(
                input_tokens=int(getattr(usage, "prompt_tokens", 0) or 0),
                output_tokens=int(getattr(usage, "completion_tokens", 0) or 0),
                model_calls=1,
            ),
        )
    except (AttributeError, IndexError, TypeError, ValueError):
        raise Permanent(f"model {model} {UNTOLD}") from None
