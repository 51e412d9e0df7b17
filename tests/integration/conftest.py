"""A home for the tests of gaps, loaded once."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import msgspec
import pytest
from occam.bus.broker import start_broker
from occam.packs import find_pack
from occam.runtime.loading import Change, load
from occam.runtime.settings import Settings

from tests.integration.gaps import TORN, changed_pages


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """A home with the sample loaded, and a small pack whose rules read "who made" in two ways.
    Streams are left untrimmed, so that a test can read them."""
    folder = tmp_path_factory.mktemp("gaps")
    bare = Settings(home=folder / "home", packs=(folder / "packs",))
    shutil.copytree(find_pack("lighthouses", bare.pack_roots).directory, folder / "packs/torn")
    manifest, rules = (folder / "packs/torn" / name for name in ("pack.toml", "rules.toml"))
    manifest.write_text(manifest.read_text().replace('"lighthouses"', '"torn"'))
    rules.write_text(rules.read_text() + TORN)
    for name in ("olympics", "torn"):
        load(bare.home, find_pack(name, bare.pack_roots))
    olympics = find_pack("olympics", bare.pack_roots)
    load(bare.home, olympics, Change(add=(changed_pages(folder),)))
    broker = start_broker(folder / "broker")
    at = bare.at(broker.url)
    bus = msgspec.structs.replace(at.bus, trim_ms=600_000, backoff_ms=20, lease_ms=2_000)
    yield msgspec.structs.replace(at, bus=bus)
    broker.stop()
