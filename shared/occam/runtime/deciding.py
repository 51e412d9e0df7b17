"""The decider that the settings name, ready to be asked; none where they name none."""

from __future__ import annotations

from functools import lru_cache, partial
from pathlib import Path

from occam.core.errors import BadConfig
from occam.core.gaps import LowConfidence
from occam.core.model import Model
from occam.core.ports import Decider
from occam.core.settled import Settled
from occam.deciding.settling import settle
from occam.messages.header import Header
from occam.runtime.models import Bought, Models
from occam.runtime.settings import Settings
from occam.runtime.shelf import Edition, Shelf

DEFAULT_THRESHOLD = 0.9


class Deciders:
    """What decides between readings and between matches, on the bill of the question."""

    def __init__(self, settings: Settings, shelf: Shelf, models: Models) -> None:
        self._settings, self._shelf, self._models = settings, shelf, models
        self._kept = lru_cache(maxsize=8)(self._made)
        self.slow = settings.decider in ("http", "llm")
        """Whether the decider that the settings name is asked over a network."""

    async def decide(self, header: Header, gap: LowConfidence) -> Settled:
        """Of several readings the one that is probable enough, by the decider of the settings."""
        return await settle(gap, header.question, *self._first(header))

    async def decide_again(self, header: Header, gap: LowConfidence) -> Settled:
        """The same by the planner's model, for what the first decider left open."""
        till = self._models.till("planner")
        threshold = self._settings.decider_threshold
        decider = _model(Bought(till, header.payer)) if till else None
        least = DEFAULT_THRESHOLD if threshold is None else threshold
        return await settle(gap, header.question, decider, least)

    def of_candidates(self, header: Header) -> tuple[Decider | None, float]:
        """The decider between things that match, and its threshold. A head that was trained on
        kinds of questions knows nothing of them."""
        return self._first(header) if self.slow else (None, DEFAULT_THRESHOLD)

    def _first(self, header: Header) -> tuple[Decider | None, float]:
        if self._settings.decider == "llm":
            model = Bought(self._models.decider, header.payer)
            edition = self._shelf.edition(header.pack, header.graph_version)
            return decider_of(self._settings, edition, model)
        return self._kept(header.pack, header.graph_version)

    def _made(self, pack: str, version: str) -> tuple[Decider | None, float]:
        return decider_of(self._settings, self._shelf.edition(pack, version))


def decider_directory(settings: Settings, pack: str) -> Path:
    """The folder of a pack's trained head, whether it is there or not."""
    return settings.deciders / pack


def decider_of(
    settings: Settings, edition: Edition, model: Model | None = None
) -> tuple[Decider | None, float]:
    """The decider for one edition, and the least probability of a reading that is taken. A decider
    of kind llm asks `model`.

    Raises `BadConfig` that names the setting, the extra or the command that is missing.
    """
    stated = settings.decider_threshold
    threshold = DEFAULT_THRESHOLD if stated is None else stated
    match settings.decider:
        case "none":
            return None, threshold
        case "local":
            decider, measured = _local(settings, edition)
            return decider, measured if stated is None else stated
        case "http":
            return _service(settings), threshold
        case "llm":
            return _model(model), threshold


def _local(settings: Settings, edition: Edition) -> tuple[Decider, float]:
    from occam.documents.embedding import MiniLm

    embedder = MiniLm()
    from occam.deciding.local import LocalDecider
    from occam.deciding.masking import masked
    from occam.deciding.store import check_model, load

    trained = load(decider_directory(settings, edition.pack.name), edition.pack.name)
    check_model(trained, embedder)
    evidence = trained.evidence
    mask = partial(masked, vocabulary=edition.vocabulary)
    decider = LocalDecider(embedder, trained.head, mask, evidence.digest[:8])
    return decider, evidence.threshold


def _service(settings: Settings) -> Decider:
    if not settings.decider_url:
        raise BadConfig("a decider of kind http needs OCCAM_DECIDER_URL")
    try:
        from occam.deciding.service import ServiceDecider
    except ImportError:
        raise BadConfig(
            "a decider of kind http needs aiohttp: install the extra `pip install 'occam[http]'`"
        ) from None
    return ServiceDecider(settings.decider_url, settings.decider_key, settings.decider_model)


def _model(model: Model | None) -> Decider:
    if model is None:
        raise BadConfig("a decider of kind llm needs OCCAM_DECIDER_MODEL")
    from occam.deciding.model import ModelDecider

    return ModelDecider(model)
