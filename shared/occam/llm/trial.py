"""What a model can do, found out by asking it a few tiny things: for whoever sets one up."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any, get_args

import msgspec

from occam.core.errors import OccamError, Throttled, TimedOut, Transient
from occam.core.model import Form, Prompted, Reply, Said
from occam.core.spending import Spent
from occam.llm.client import HostedModel
from occam.llm.settings import LlmSettings, Shape

COLOURS = ("red", "green")
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"colour": {"type": "string", "enum": list(COLOURS)}},
    "required": ["colour"],
    "additionalProperties": False,
}
FORM = Form(name="colour", schema=SCHEMA)
SHAPES: tuple[Shape, ...] = tuple(each for each in get_args(Shape) if each != "auto")
PROMPT = "trial"
_MILLISECONDS = 1000


class Colour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a model should answer that is held to the form."""

    colour: str


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """One way of asking: whether there was an answer, whether it had the form, and what went
    wrong. `milliseconds` is of this one answer."""

    answered: bool
    follows: bool = False
    problem: str = ""
    milliseconds: float = 0.0


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """What one model can do. `recommended` is the strictest form that it follows, empty where
    there is none; `automatic` what `auto` comes to. Prices are dollars for a million tokens."""

    model: str
    roles: tuple[str, ...] = ()
    problem: str = ""
    shapes: dict[str, Tried] = {}
    automatic: str = ""
    recommended: str = ""
    tells_probabilities: bool = False
    tells_usage: bool = False
    tells_usage_streamed: bool = False
    answer_ms: float = 0.0
    price_input: float | None = None
    price_output: float | None = None
    spent: Spent = Spent()

    @property
    def advice(self) -> str:
        """What to set, if anything."""
        if self.problem or not self.shapes:
            return ""
        if not self.recommended:
            return "follows no form: a planner or reader of it will be refused again and again"
        if self.recommended == self.automatic:
            return "OCCAM_LLM_SHAPE=auto does"
        return f"set OCCAM_LLM_SHAPE={self.recommended}"


class Asking:
    """Asks one hosted model, and adds up what that costs."""

    def __init__(self, name: str, settings: LlmSettings) -> None:
        self.name, self.settings = name, settings
        self.spent = Spent()

    async def once(self, prompted: Prompted, **changed: Any) -> tuple[Reply, float]:
        """One answer under changed settings, and its milliseconds."""
        model = HostedModel(self.name, msgspec.structs.replace(self.settings, **changed))
        begun = time.perf_counter()
        reply = await model.complete(prompted)
        self.spent = self.spent + reply.spent
        return reply, round(_MILLISECONDS * (time.perf_counter() - begun), 1)

    async def shaped(self, shape: Shape) -> Tried:
        """Whether an answer that is asked for in that shape has the form."""
        try:
            reply, took = await self.once(_formed(), shape=shape)
        except OccamError as error:
            return Tried(answered=False, problem=str(error))
        return Tried(answered=True, follows=_follows(reply.text), milliseconds=took)

    async def probable(self) -> bool:
        """Whether the likeliest first tokens are told."""
        try:
            reply, _ = await self.once(_short(choices=("A", "B")))
        except OccamError:
            return False
        return bool(reply.first)

    async def counts(self, *, stream: bool) -> bool:
        """Whether the provider tells how many tokens an answer took."""
        try:
            reply, _ = await self.once(_short(), stream=stream, shape="text")
        except OccamError:
            return False
        return not reply.spent.estimated


async def try_out(name: str, settings: LlmSettings, roles: Sequence[str] = ()) -> Trial:
    """Everything about one model; where it does not answer at all, why, and no more."""
    asking = Asking(name, settings)
    trial = Trial(model=name, roles=tuple(roles))
    try:
        _, took = await asking.once(_short(), shape="text", stream=False)
    except OccamError as error:
        return msgspec.structs.replace(trial, problem=explained(error))
    tried = {shape: await asking.shaped(shape) for shape in SHAPES}
    hosted = HostedModel(name, msgspec.structs.replace(settings, shape="auto"))
    price = hosted.price
    return msgspec.structs.replace(
        trial,
        shapes=dict(tried),
        automatic=_automatic(hosted.shapes(), tried),
        recommended=next((shape for shape in SHAPES if tried[shape].follows), ""),
        tells_probabilities=await asking.probable(),
        tells_usage=await asking.counts(stream=False),
        tells_usage_streamed=await asking.counts(stream=True),
        answer_ms=took,
        price_input=price.input if price else None,
        price_output=price.output if price else None,
        spent=asking.spent,
    )


def explained(error: OccamError, address: str = "OCCAM_LLM_URL") -> str:
    """An error, and where to look; `address` is the setting of the provider's."""
    match error:
        case Throttled():
            return f"{error}: its quota is used up"
        case TimedOut():
            return f"{error}: no answer in OCCAM_LLM_TIMEOUT_S"
        case Transient():
            return f"{error}: nobody answers there, or the server failed; see {address}"
        case _:
            return str(error)


def _automatic(ways: Sequence[Shape], tried: Mapping[str, Tried]) -> str:
    """What `auto` ends in: the first way that the provider takes."""
    return next((way for way in ways if tried[way].answered), "")


def _short(choices: tuple[str, ...] = ()) -> Prompted:
    asked = "Answer with the one letter A." if choices else "Say yes."
    return Prompted(messages=(Said("user", asked),), prompt=PROMPT, choices=choices, most_tokens=8)


def _formed() -> Prompted:
    asked = 'What colour is grass? Answer with JSON: {"colour": "green"} or {"colour": "red"}'
    return Prompted(messages=(Said("user", asked),), prompt=PROMPT, form=FORM, most_tokens=40)


def _follows(text: str) -> bool:
    try:
        return msgspec.json.decode(text.strip(), type=Colour).colour in COLOURS
    except msgspec.DecodeError:
        return False
