"""The decider that the settings name, ready to be asked; none where they name none."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from occam.core.errors import BadConfig
from occam.core.ports import Decider
from occam.runtime.settings import Settings
from occam.runtime.shelf import Edition

DEFAULT_THRESHOLD = 0.9


def decider_directory(settings: Settings, pack: str) -> Path:
    """The folder of a pack's trained head, whether it is there or not."""
    return settings.deciders / pack


def decider_of(settings: Settings, edition: Edition) -> tuple[Decider | None, float]:
    """The decider for one edition, and the least probability of a reading that is taken.

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
            return _model(settings), threshold


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


def _model(settings: Settings) -> Decider:
    from occam.deciding.hosted import HostedModel
    from occam.deciding.model import ModelDecider

    return ModelDecider(
        HostedModel(settings.decider_model, settings.decider_key, settings.decider_url)
    )
