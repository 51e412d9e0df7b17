"""`occam mirror` and the vectors of `occam load`: what they say, and their exit codes."""

import json

import pytest
from occam.cli.exits import Exit

pytestmark = pytest.mark.filterwarnings("ignore:.*local.*:UserWarning")


@pytest.fixture
def server(tmp_path, monkeypatch):
    """The client's own engine, on disk, in place of a server."""
    from occam.runtime import mirror
    from qdrant_client import AsyncQdrantClient

    def local(settings, timeout_s):
        return AsyncQdrantClient(path=str(tmp_path / "engine"))

    monkeypatch.setattr(mirror, "client_of", local)
    monkeypatch.setenv("OCCAM_QDRANT_URL", "http://127.0.0.1:6333")


@pytest.fixture(autouse=True)
def local(home, monkeypatch):
    monkeypatch.setenv("OCCAM_EMBEDDING", "local")


@pytest.fixture
def loaded(occam):
    done = occam("load", "--pack", "lighthouses")
    assert done.code == 0
    return done


def test_a_load_tells_its_vectors(loaded):
    assert "passages by all-MiniLM-L6-v2" in loaded.out


def test_without_a_model_a_load_makes_none(occam, monkeypatch):
    monkeypatch.setenv("OCCAM_EMBEDDING", "none")
    assert "vectors" not in occam("load", "--pack", "lighthouses").out
    assert occam("load", "--pack", "lighthouses", "--vectors").code == Exit.USAGE


def test_vectors_are_made_again(occam, loaded):
    again = occam("load", "--pack", "lighthouses", "--vectors")
    assert again.code == 0
    assert "0 new" in again.out
    assert occam("load", "--vectors", "--remove", "L01").code == Exit.USAGE


def test_a_mirror_is_synced_checked_and_dropped(occam, loaded, server):
    behind = occam("mirror", "check", "--pack", "lighthouses")
    assert behind.code == Exit.NO
    assert "there is no such collection" in behind.out
    assert "is in step" in occam("mirror", "sync", "--pack", "lighthouses").out
    again = json.loads(occam("mirror", "sync", "--pack", "lighthouses", "--json").out)
    assert again["written"] == 0
    checked = occam("mirror", "check", "--pack", "lighthouses", "--json")
    assert checked.code == 0
    assert json.loads(checked.out)["in_step"] is True
    assert "nothing to drop" in occam("mirror", "drop", "--old", "--pack", "lighthouses").out
    assert "dropped occam.lighthouses." in occam("mirror", "drop", "--pack", "lighthouses").out


def test_without_a_mirror_the_setting_is_named(occam, loaded):
    done = occam("mirror", "sync", "--pack", "lighthouses")
    assert done.code == Exit.USAGE
    assert "OCCAM_QDRANT_URL" in done.err


def test_a_mirror_that_is_not_there_is_down(occam, loaded, monkeypatch):
    monkeypatch.setenv("OCCAM_QDRANT_URL", "http://127.0.0.1:1")
    done = occam("mirror", "check", "--pack", "lighthouses")
    assert done.code == Exit.DOWN
    assert "did not answer" in done.err
