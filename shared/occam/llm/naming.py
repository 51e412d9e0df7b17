"""A model by its name: hosted, recorded or scripted."""

from __future__ import annotations

from pathlib import Path

import msgspec

from occam.core.errors import BadConfig
from occam.core.model import Model
from occam.llm import recorded, scripted
from occam.llm.client import HostedModel
from occam.llm.ranking import HostedRanking
from occam.llm.recorded import RecordedModel
from occam.llm.scripted import ScriptedModel
from occam.llm.settings import LlmSettings, RerankerSettings


def model_named(name: str, settings: LlmSettings) -> Model:
    """`scripted/FILE` and `recorded/FILE` play a file; any other name is litellm's.

    Raises `BadConfig` for a file that is none, and without the extra.
    """
    return _played(name) or HostedModel(name, settings)


def ranking_named(settings: RerankerSettings, common: LlmSettings) -> Model:
    """The model that ranks, in the same way; timeouts are those of every model."""
    access = msgspec.structs.replace(common, key=settings.key, url=settings.url)
    return _played(settings.model) or HostedRanking(settings.model, access, settings.price)


def _played(name: str) -> Model | None:
    for prefix, read in (
        (scripted.PREFIX, ScriptedModel.read),
        (recorded.PREFIX, RecordedModel.read),
    ):
        if name.startswith(prefix):
            path = Path(name.removeprefix(prefix)).expanduser()
            if not path.is_file():
                raise BadConfig(f"{name}: no such file {path}")
            return read(path)
    return None
