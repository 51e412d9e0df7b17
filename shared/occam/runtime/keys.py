"""Which service gets which keys: one that asks no model never holds a model's key.

The rule for variables that are not OCCAM's own: whatever ends in KEY, TOKEN, SECRET, PASSWORD or
CREDENTIALS, and whatever a cloud reads its accounts from, goes to services that ask a model, and to
no other process.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from occam.runtime.settings import PREFIX, Settings

MODELS, DECIDER, VECTORS, RANKING = "models", "decider", "vectors", "ranking"
NEEDS: dict[str, frozenset[str]] = {
    "classifier": frozenset({MODELS, DECIDER}),
    "disambiguator": frozenset({MODELS, DECIDER}),
    "document-reader": frozenset({MODELS, VECTORS, RANKING}),
    "graph-executor": frozenset(),
    "certifier": frozenset(),
}
"""By service; any other process needs none."""
_OWN = {
    f"{PREFIX}LLM_KEY": MODELS,
    f"{PREFIX}DECIDER_KEY": DECIDER,
    f"{PREFIX}QDRANT_KEY": VECTORS,
    f"{PREFIX}RERANKER_KEY": RANKING,
}
_STORES = f"{PREFIX}TIGERGRAPH_"
_FOREIGN = re.compile(
    r".*(^|_)(API_?KEY|KEYS?|TOKENS?|SECRETS?|PASSWORDS?|CREDENTIALS?)$"
    r"|(AWS|AZURE|GOOGLE|GCLOUD|CLOUDSDK|VERTEX|VERTEXAI|DATABRICKS|WATSONX)_.*",
    re.IGNORECASE,
)


def needs_of(service: str) -> frozenset[str]:
    """The kinds of keys that a service needs."""
    return NEEDS.get(service, frozenset())


def environment_of(service: str, environ: Mapping[str, str]) -> dict[str, str]:
    """The variables that a process of that service may see."""
    needs = needs_of(service)
    return {name: value for name, value in environ.items() if _is_for(name, needs, service)}


def _is_for(name: str, needs: frozenset[str], service: str) -> bool:
    if name in _OWN:
        return _OWN[name] in needs
    if name.startswith(_STORES):
        return service in NEEDS
    if name.startswith(PREFIX):
        return True
    return MODELS in needs or not _FOREIGN.fullmatch(name)


def kept_for(service: str, settings: Settings) -> Settings:
    """The settings without the keys that the service does not need, wherever they came from."""
    needs, replace = needs_of(service), msgspec.structs.replace
    if MODELS not in needs:
        settings = replace(settings, llm=replace(settings.llm, key=""))
    if DECIDER not in needs:
        settings = replace(settings, decider_key="")
    if VECTORS not in needs:
        settings = replace(settings, qdrant=replace(settings.qdrant, key=""))
    if RANKING not in needs:
        settings = replace(settings, reranker=replace(settings.reranker, key=""))
    return settings
