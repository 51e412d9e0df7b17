"""Which embedding model the settings give, and what they say when one does not fit."""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec
import pytest
from occam.core.errors import BadConfig
from occam.documents.embedding import MiniLm
from occam.packs import Pack, find_pack
from occam.packs.pack import VectorsWanted
from occam.runtime import embedding
from occam.runtime.embedding import embedder_of
from occam.runtime.settings import Settings

PACK = find_pack("lighthouses")


def settings(tmp_path: Path, name: str) -> Settings:
    return msgspec.structs.replace(Settings(home=tmp_path), embedding=name)


def wanting(dimension: int) -> Pack:
    vectors = VectorsWanted(dimension=dimension)
    manifest = msgspec.structs.replace(PACK.manifest, vectors=vectors)
    return msgspec.structs.replace(PACK, manifest=manifest)


def test_the_local_model_is_the_default_and_is_read_once(tmp_path: Path) -> None:
    first, second = (embedder_of(Settings(home=tmp_path), PACK) for _ in range(2))
    assert isinstance(first, MiniLm)
    assert first is second


def test_none_is_no_model(tmp_path: Path) -> None:
    assert embedder_of(settings(tmp_path, "none"), PACK) is None


def test_a_hosted_model_has_no_client_yet(tmp_path: Path) -> None:
    with pytest.raises(BadConfig, match="OCCAM_EMBEDDING: 'provider/model'"):
        embedder_of(settings(tmp_path, "provider/model"), PACK)


def test_a_pack_may_want_a_dimension(tmp_path: Path) -> None:
    assert embedder_of(settings(tmp_path, "local"), wanting(384))
    with pytest.raises(BadConfig, match=r"wants vectors of 1024 numbers \(pack.toml.*384"):
        embedder_of(settings(tmp_path, "local"), wanting(1024))


def test_without_the_extra_words_are_searched_and_one_warning_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(embedding, "missing", lambda: ("onnxruntime",))
    embedding._warn.cache_clear()
    with caplog.at_level(logging.WARNING):
        assert [embedder_of(settings(tmp_path, "local"), PACK) for _ in range(3)] == [None] * 3
    (record,) = caplog.records
    assert "no vectors without onnxruntime" in record.getMessage()
    assert "pip install 'occam[vectors]'" in record.getMessage()
    embedding._warn.cache_clear()
