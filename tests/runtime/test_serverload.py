"""A pack's vectors on a graph server: their length is the pack's, from the schema to the search."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import msgspec
import pytest
from occam.core.errors import BadConfig
from occam.core.ports import Embedded
from occam.graph.tigergraph.library import TigerLibrary
from occam.graph.tigergraph.settings import TigerGraphSettings
from occam.packs import Pack, find_pack
from occam.packs.pack import VectorsWanted
from occam.runtime import serverload, tigergraph
from occam.runtime.loading import kept_dataset, load
from occam.runtime.settings import Settings, load_settings
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.running import running

PACK = find_pack("lighthouses")


class Letters:
    """How often each of three letters stands in a text, as a direction."""

    name, dimension = "letters", 3

    def embed(self, texts: Sequence[str]) -> Embedded:
        counts = [[float(text.count(letter)) + 0.5 for letter in "aeo"] for text in texts]
        lengths = [sum(part * part for part in vector) ** 0.5 for vector in counts]
        unit = zip(counts, lengths, strict=True)
        return Embedded([[round(part / length, 7) for part in vector] for vector, length in unit])


def wanting(dimension: int | None) -> Pack:
    """The pack, with vectors of that length."""
    manifest = msgspec.structs.replace(PACK.manifest, vectors=VectorsWanted(dimension=dimension))
    return msgspec.structs.replace(PACK, manifest=manifest)


@pytest.fixture
async def settings(tmp_path: Path) -> AsyncIterator[Settings]:
    """A home with the sample, beside a server that holds nothing."""
    home = load_settings({"OCCAM_HOME": str(tmp_path)})
    load(home.home, PACK)
    async with running(Options()) as server:
        yield msgspec.structs.replace(home, tigergraph=TigerGraphSettings(url=server.url))


def silent(_: str) -> None:
    """Progress that nobody reads."""


async def test_vectors_of_the_pack_s_length_are_installed_loaded_and_searched(
    settings: Settings,
) -> None:
    pack, model = wanting(3), Letters()
    await tigergraph.init(settings, pack, silent)
    assert not (await tigergraph.look(settings, pack, silent)).drift
    dataset = kept_dataset(settings.home, pack)
    loaded = await serverload.load(settings, pack, dataset, model, silent)
    assert loaded.vectors
    async with tigergraph.reached(settings, pack, silent) as server:
        library = TigerLibrary(server.wire, dataset.version, model)
        assert len((await library.search("a lamp on a rock", 3)).passages) == 3


async def test_a_server_with_vectors_of_another_length_is_told_apart(settings: Settings) -> None:
    await tigergraph.init(settings, wanting(None), silent)
    drift = (await tigergraph.look(settings, wanting(3), silent)).drift
    assert drift == ("Chunk.emb is vector of 384, COSINE, wanted is vector of 3, COSINE",)
    with pytest.raises(BadConfig, match=r"Chunk\.emb.*wanted is vector of 3"):
        await tigergraph.init(settings, wanting(3), silent)


async def test_a_model_that_makes_another_length_is_refused_before_anything_is_written(
    settings: Settings,
) -> None:
    dataset = kept_dataset(settings.home, PACK)
    with pytest.raises(BadConfig, match=r"384 numbers, and letters makes 3: set vectors.dimension"):
        await serverload.load(settings, PACK, dataset, Letters(), silent)
