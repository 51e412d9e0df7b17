"""The mirror on a Qdrant server: synced, checked, searched as the home is, stopped, dropped.

The same steps run on the client's own engine first, so that this file is known to be right where
neither a container engine nor a server of one's own is to be had. A server of one's own is named by
OCCAM_QDRANT_URL; what is made there is a collection of its own, dropped at the end.
"""

from __future__ import annotations

import os
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from occam.documents.dense import NO_ANSWER, Dense
from occam.documents.embedding import MiniLm
from occam.documents.exact import ExactVectors
from occam.documents.fulltext import FullText
from occam.documents.mirror import PATIENCE_S, check, drop, label_for, sync
from occam.documents.qdrant import QdrantVectors, client_of
from occam.documents.settings import QdrantSettings
from occam.packs import find_pack
from occam.runtime.loading import Embedding, load
from occam.runtime.versions import version_directory

from tests.containers.engine import need_engine

ROOT = Path(__file__).parents[2]
PORT = 6333
SUITE = "occam-suite"
QUESTIONS = ("How long is the penalty loop in biathlon?", "Why was the mass start put off?")

pytestmark = [
    pytest.mark.integration,
    pytest.mark.filterwarnings("ignore:.*local.*:UserWarning"),
    pytest.mark.timeout(600),
]


@asynccontextmanager
async def bundled() -> AsyncGenerator[Any]:
    """The client's own engine."""
    from qdrant_client import AsyncQdrantClient

    client = AsyncQdrantClient(":memory:")
    yield client
    await client.close()


@asynccontextmanager
async def configured() -> AsyncGenerator[Any]:
    """A server of the user's own."""
    url = os.environ.get("OCCAM_QDRANT_URL")
    if not url:
        pytest.skip("OCCAM_QDRANT_URL names no server to test")
    client = client_of(
        QdrantSettings(url=url, key=os.environ.get("OCCAM_QDRANT_KEY", "")), PATIENCE_S
    )
    yield client
    await client.close()


@asynccontextmanager
async def container() -> AsyncGenerator[Any]:
    """The image that compose starts."""
    need_engine()
    from testcontainers.core.container import DockerContainer
    from testcontainers.core.waiting_utils import wait_for_logs

    compose = (ROOT / "docker-compose.yml").read_text("utf-8")
    found = re.search(r"image: (qdrant/qdrant:)\$\{QDRANT_VERSION:-(v[\d.]+)\}", compose)
    assert found
    with DockerContainer("".join(found.groups())).with_exposed_ports(PORT) as server:
        wait_for_logs(server, "listening")
        url = f"http://{server.get_container_host_ip()}:{server.get_exposed_port(PORT)}"
        client = client_of(QdrantSettings(url=url), PATIENCE_S)
        yield client
        await client.close()


@pytest.fixture(params=["bundled", "configured", "container"])
async def client(request: pytest.FixtureRequest) -> AsyncIterator[Any]:
    start = {"bundled": bundled, "configured": configured, "container": container}
    async with start[request.param]() as opened:
        yield opened


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample with vectors."""
    home, pack = tmp_path_factory.mktemp("home"), find_pack("olympics")
    made = load(home, pack, None, None, Embedding(embedder=MiniLm(threads=0)))
    return version_directory(home, pack.name, made.version)


async def test_a_mirror_finds_what_the_home_finds_until_it_is_gone(
    client: Any, directory: Path
) -> None:
    label, model = label_for(directory, SUITE), MiniLm()
    exact = ExactVectors.open(directory, model.name, model.dimension)
    assert exact
    full = FullText.open(directory)
    now = iter(range(0, 10_000, 100))
    mirror = QdrantVectors(client, label, PATIENCE_S, clock=lambda: next(now))
    library, home = Dense(model, exact, full, mirror), Dense(model, exact, full)
    try:
        assert (await sync(client, directory, label)).written == label.passages
        assert (await sync(client, directory, label)).written == 0
        assert (await check(client, directory, label)).in_step
        for question in QUESTIONS:
            for documents in ((), ("D026", "S0096", "D016")):
                found = await library.search(question, 5, documents)
                wanted = await home.search(question, 5, documents)
                assert found.note == ""
                assert [p.quote for p in found.passages] == [p.quote for p in wanted.passages]
    finally:
        assert await drop(client, SUITE) == (label.collection,)
    await client.close()
    found = await Dense(model, exact, full, mirror).search(QUESTIONS[0], 5)
    assert found.note == NO_ANSWER
    full.close()
