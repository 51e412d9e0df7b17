"""A home whose corpus is the sample and every attack, loaded once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from occam.bus.broker import start_broker
from occam.packs import find_pack
from occam.runtime.loading import Change, load
from occam.runtime.settings import Settings

from tests.injection.attacks import ATTACKS, NAMES


def _named(number: int, name: str) -> dict[str, str]:
    """A page whose event, venue and winner are called so."""
    plain = " ".join(name.split())
    fields = {
        "event": f"Men's {plain}", "games": "2012 Summer", "venue": f"{plain} Hall",
        "date": "August 3, 2012", "competitors": "12", "nations": "9", "gold": plain,
        "goldNOC": "FRA",
    }  # fmt: skip
    lines = "\n".join(f"  {key}: {value}" for key, value in fields.items())
    title = f"Sailing at the 2012 Summer Olympics – Men's {plain}"
    return {"doc_id": f"NAM{number}", "title": title, "text": f"[Infobox Olympic event]\n{lines}"}


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    """Streams are left untrimmed, so that a test can read them."""
    folder: Path = tmp_path_factory.mktemp("injection")
    pages = [attack.page(number) for number, attack in enumerate(ATTACKS)]
    pages += [_named(number, name) for number, name in enumerate(NAMES)]
    path = folder / "attacks.jsonl"
    path.write_bytes(b"\n".join(map(msgspec.json.encode, pages)))
    bare = Settings(home=folder / "home")
    pack = find_pack("olympics", bare.pack_roots)
    load(bare.home, pack)
    load(bare.home, pack, Change(add=(path,)))
    broker = start_broker(folder / "broker")
    at = bare.at(broker.url)
    bus = msgspec.structs.replace(at.bus, trim_ms=600_000, backoff_ms=20, lease_ms=5_000)
    yield msgspec.structs.replace(at, bus=bus)
    broker.stop()
