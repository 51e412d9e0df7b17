"""A model that was recorded: what a real one once said to the very same requests.

A recording is a JSONL file, one answer a line, by the digest of its request. It says which model
was recorded and holds no key. Answers that are not in it are an error, never a guess.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from occam.core.errors import BadConfig, Permanent
from occam.core.model import Model, Prompted, Reply
from occam.core.spending import Spent

PREFIX = "recorded/"


class Recorded(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One line: the model that spoke, the digest of what it was asked, and its answer."""

    model: str
    request: str
    prompt: str
    reply: Reply


class RecordedModel:
    """Plays a recording."""

    def __init__(self, lines: tuple[Recorded, ...], name: str) -> None:
        models = sorted({line.model for line in lines})
        if len(models) != 1:
            raise BadConfig(f"{name}: a recording is of one model, not of {len(models)}")
        self._model = models[0]
        self.name = f"{PREFIX}{self._model}"
        self._replies = {line.request: line.reply for line in lines}

    @classmethod
    def read(cls, path: Path) -> RecordedModel:
        """The model of a recording."""
        try:
            lines = path.read_bytes().splitlines()
            decoded = tuple(msgspec.json.decode(line, type=Recorded) for line in lines if line)
        except (OSError, msgspec.DecodeError) as error:
            raise BadConfig(f"{path}: no recording of a model: {error}") from error
        return cls(decoded, str(path))

    def worst(self, prompted: Prompted) -> Spent:
        """What it cost when it was recorded."""
        return self._reply(prompted).spent

    async def complete(self, prompted: Prompted) -> Reply:
        """The answer as it was given."""
        return self._reply(prompted)

    def _reply(self, prompted: Prompted) -> Reply:
        reply = self._replies.get(prompted.digest(self._model))
        if reply is None:
            raise Permanent(f"{self.name}: this request of {prompted.prompt} was not recorded")
        return reply


class RecordingModel:
    """Asks a model and appends what it says to a recording."""

    def __init__(self, model: Model, path: Path) -> None:
        self._model, self._path = model, path
        self.name = model.name

    def worst(self, prompted: Prompted) -> Spent:
        """That of the model."""
        return self._model.worst(prompted)

    async def complete(self, prompted: Prompted) -> Reply:
        """The model's answer, once it is on disk."""
        reply = await self._model.complete(prompted)
        line = Recorded(
            model=self.name, request=prompted.digest(self.name), prompt=prompted.prompt, reply=reply
        )
        with self._path.open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")
        return reply
