"""A model whose answers somebody wrote: for tests and rehearsals, and labelled so everywhere.

It understands nothing. What it "costs" is counted by a rule of its own, so that bills can be added
up.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec

from occam.core.errors import BadConfig, OccamError, Permanent, Throttled, TimedOut, Transient
from occam.core.model import Prompted, Reply
from occam.core.spending import Spent

PREFIX = "scripted/"
CHARACTERS_A_TOKEN = 4


class Line(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What to say to the first requests whose messages hold all of `when` and that are made with
    the prompt `prompt`. `times` 0 is always. `fails` raises instead: quota, timeout, unreachable or
    settings; `seconds` passes before either."""

    say: str = ""
    when: tuple[str, ...] = ()
    prompt: str = ""
    times: int = 0
    fails: str = ""
    wait_s: float | None = None
    seconds: float = 0.0


class Script(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A scripted model's file: its lines in order of precedence, and its price in millionths of a
    dollar a token, or none."""

    lines: tuple[Line, ...]
    price: int | None = 0


class ScriptedModel:
    """Answers from a script; `asked` keeps every request in order."""

    def __init__(self, script: Script, name: str = "scripted") -> None:
        self.name = name
        self.asked: list[Prompted] = []
        self._script = script
        self._said = [0] * len(script.lines)

    @classmethod
    def read(cls, path: Path) -> ScriptedModel:
        """The model of a script file (JSON)."""
        try:
            script = msgspec.json.decode(path.read_bytes(), type=Script)
        except (OSError, msgspec.DecodeError) as error:
            raise BadConfig(f"{path}: no script of a model: {error}") from error
        return cls(script, f"{PREFIX}{path.name}")

    def worst(self, prompted: Prompted) -> Spent:
        """The bill of the longest answer."""
        return self._bill(prompted, prompted.most_tokens)

    async def complete(self, prompted: Prompted) -> Reply:
        """What the first fitting line says."""
        self.asked.append(prompted)
        for at, line in enumerate(self._script.lines):
            spent = bool(line.times) and self._said[at] >= line.times
            if spent or not _fits(line, prompted):
                continue
            self._said[at] += 1
            await asyncio.sleep(line.seconds)
            if line.fails:
                raise _failure(line, self.name)
            tokens = min(_tokens(line.say), prompted.most_tokens)
            return Reply(text=line.say, spent=self._bill(prompted, tokens))
        raise Permanent(f"model {self.name}: no line of the script fits {prompted.prompt}")

    def _bill(self, prompted: Prompted, output_tokens: int) -> Spent:
        input_tokens = sum(_tokens(each.content) for each in prompted.messages)
        price = self._script.price
        return Spent(
            input_tokens=input_tokens,
            output_tokens=output_tokens,
            context_tokens=min(prompted.context_tokens, input_tokens),
            model_calls=1,
            micro_usd=None if price is None else price * (input_tokens + output_tokens),
        )


def _fits(line: Line, prompted: Prompted) -> bool:
    said = "\n".join(each.content for each in prompted.messages)
    named = not line.prompt or prompted.prompt.partition(" ")[0] == line.prompt
    return named and all(part in said for part in line.when)


def _tokens(text: str) -> int:
    return -(-len(text) // CHARACTERS_A_TOKEN)


def _failure(line: Line, name: str) -> OccamError:
    said = f"model {name}: {line.fails}"
    match line.fails:
        case "quota":
            return Throttled(said, line.wait_s)
        case "timeout":
            return TimedOut(said)
        case "unreachable":
            return Transient(said)
        case "settings":
            return BadConfig(said)
        case _:
            return Permanent(said)
