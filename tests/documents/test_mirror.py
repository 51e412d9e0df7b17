"""A mirror is brought in step, checked and dropped; what differs is named, what stopped goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from occam.core.errors import BadInput, Permanent, Transient
from occam.documents import mirror
from occam.documents.dense import NotInStep
from occam.documents.mirror import check, drop, label_for, sync
from occam.documents.qdrant import CHECK_S, Label, QdrantVectors, point_of

from tests.documents.stores import PATIENCE_S, local_client
from tests.documents.world import DIMENSION, Words, unit, vectored, version

pytestmark = pytest.mark.filterwarnings("ignore:.*local.*:UserWarning")

TEXTS = {f"D{number}": f"Page {number} of the snow." for number in range(7)}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A version of seven passages, mirrored three at a time."""
    monkeypatch.setattr(mirror, "PAGE", 3)
    return version(tmp_path / "v1", TEXTS, Words())


@pytest.fixture
async def client() -> AsyncIterator[Any]:
    async with local_client() as opened:
        yield opened


@pytest.fixture
def label(home: Path) -> Label:
    return label_for(home, "olympics")


class Stopping:
    """A client whose connection breaks at the n-th writing."""

    def __init__(self, client: Any, writings: int) -> None:
        self._client, self.left = client, writings

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    async def upsert(self, *arguments: Any, **named: Any) -> None:
        if not self.left:
            raise ConnectionError("gone")
        self.left -= 1
        await self._client.upsert(*arguments, **named)


def vectors_of(client: Any, label: Label, **named: Any) -> QdrantVectors:
    return QdrantVectors(client, label, PATIENCE_S, **named)


async def test_a_mirror_is_filled_and_says_what_it_holds(client: Any, home: Path, label: Label):
    done = await sync(client, home, label)
    assert (done.written, done.removed) == (7, 0)
    info = await client.get_collection("occam.olympics.v1")
    assert info.config.metadata == {
        "pack": "olympics", "version": "v1", "model": "words", "dimension": DIMENSION,
        "passages": 7, "state": label.state, "whole": True,
    }  # fmt: skip
    assert (await check(client, home, label)).in_step


async def test_the_same_again_writes_nothing(client: Any, home: Path, label: Label):
    await sync(client, home, label)
    assert (await sync(client, home, label)).written == 0


async def test_progress_is_told_page_by_page(client: Any, home: Path, label: Label):
    told: list[tuple[int, int]] = []
    await sync(client, home, label, lambda *at: told.append(at))
    assert told == [(3, 7), (6, 7), (7, 7)]


async def test_what_stopped_goes_on_and_is_not_searched_meanwhile(
    client: Any, home: Path, label: Label
):
    with pytest.raises(Transient):
        await sync(Stopping(client, 2), home, label)
    with pytest.raises(NotInStep, match="behind"):
        await vectors_of(client, label).nearest(unit(1), 1)
    assert not (await check(client, home, label)).in_step
    assert (await sync(client, home, label)).written == 1
    assert await vectors_of(client, label).nearest(unit(1), 1)


async def test_every_kind_of_drift_is_named_and_mended(client: Any, home: Path, label: Label):
    from qdrant_client import models

    await sync(client, home, label)
    name, ids = label.collection, [point_of(document, 0) for document in TEXTS]
    await client.delete(name, models.PointIdsList(points=[ids[0]]))
    await client.set_payload(name, {"start": 99}, points=[ids[1]])
    changed = models.PointVectors(id=ids[2], vector=unit(1, 2))
    await client.update_vectors(name, [changed])
    alien = point_of("nobody's", 0)
    await client.upsert(name, [models.PointStruct(id=alien, vector=unit(1), payload={})])
    drift = await check(client, home, label)
    assert not drift.in_step
    assert drift.missing == ("D0 at 0",)
    assert drift.payloads == ("D1 at 0",)
    assert drift.vectors == ("D2 at 0",)
    assert drift.extra == (alien,)
    told = "\n".join(drift.lines())
    assert "occam mirror sync" in told
    assert "missing   1: D0 at 0" in told
    done = await sync(client, home, label)
    assert (done.written, done.removed) == (3, 1)
    assert (await check(client, home, label)).in_step


async def test_many_differences_are_counted_and_some_are_named(
    client: Any, home: Path, label: Label, monkeypatch: pytest.MonkeyPatch
):
    from qdrant_client import models

    monkeypatch.setattr(mirror, "SHOWN", 2)
    await sync(client, home, label)
    await client.delete(label.collection, models.Filter())
    drift = await check(client, home, label)
    assert drift.counts["missing"] == 7
    assert "  missing   7: D0 at 0, D1 at 0, …" in list(drift.lines())


async def test_without_a_mirror_the_check_says_so(client: Any, home: Path, label: Label):
    drift = await check(client, home, label)
    assert not drift.in_step
    assert "  there is no such collection" in list(drift.lines())
    with pytest.raises(NotInStep, match="not there"):
        await vectors_of(client, label).nearest(unit(1), 1)


async def test_vectors_of_another_model_replace_the_collection(
    client: Any, home: Path, label: Label
):
    await sync(client, home, label)
    vectored(home, [unit(number, 1) for number in range(7)], "hand")
    again = label_for(home, "olympics")
    with pytest.raises(NotInStep):
        await vectors_of(client, again).nearest(unit(1), 1)
    assert (await sync(client, home, again)).written == 7
    best, *_ = await vectors_of(client, again).nearest(unit(1), 1)
    assert best.document == "D6"


async def test_a_mirror_that_lost_passages_is_not_believed(client: Any, home: Path, label: Label):
    from qdrant_client import models

    await sync(client, home, label)
    await client.delete(label.collection, models.PointIdsList(points=[point_of("D3", 0)]))
    with pytest.raises(NotInStep, match="6 of 7 passages"):
        await vectors_of(client, label).nearest(unit(1), 1)


async def test_what_was_in_step_is_believed_for_a_while(client: Any, home: Path, label: Label):
    now = 0.0
    await sync(client, home, label)
    found = vectors_of(client, label, clock=lambda: now)
    assert await found.nearest(unit(1), 1)
    unsigned = msgspec.structs.replace(label, whole=False)
    await client.update_collection(label.collection, metadata=msgspec.to_builtins(unsigned))
    assert await found.nearest(unit(1), 1)
    now = CHECK_S
    with pytest.raises(NotInStep):
        await found.nearest(unit(1), 1)


async def test_a_collection_of_somebody_else_is_left_alone(client: Any, home: Path, label: Label):
    from qdrant_client import models

    params = models.VectorParams(size=3, distance=models.Distance.DOT)
    await client.create_collection(label.collection, vectors_config=params)
    for work in (sync(client, home, label), check(client, home, label)):
        with pytest.raises(Permanent, match="does not say what it holds"):
            await work
    assert (await client.count(label.collection)).count == 0


async def test_a_point_that_is_no_passage_is_drift(client: Any, home: Path, label: Label):
    await sync(client, home, label)
    await client.overwrite_payload(label.collection, {"x": 1}, points=[point_of("D0", 0)])
    with pytest.raises(NotInStep, match="does not say which passage"):
        await vectors_of(client, label).nearest(unit(1), 7)


async def test_versions_are_dropped_by_pack_and_those_kept_may_be_spared(
    client: Any, home: Path, label: Label
):
    for pack, number in (("olympics", "v1"), ("olympics", "v0"), ("olympics2", "v1")):
        await sync(client, home, msgspec.structs.replace(label, pack=pack, version=number))
    assert await drop(client, "olympics", ["v1"]) == ("occam.olympics.v0",)
    assert await drop(client, "olympics") == ("occam.olympics.v1",)
    assert await drop(client, "olympics") == ()
    left = [each.name for each in (await client.get_collections()).collections]
    assert left == ["occam.olympics2.v1"]


def test_a_version_without_vectors_cannot_be_mirrored(tmp_path: Path):
    with pytest.raises(BadInput, match="occam load --vectors"):
        label_for(version(tmp_path / "v1", TEXTS), "olympics")


async def test_a_vector_of_another_length_is_refused(client: Any, home: Path, label: Label):
    await sync(client, home, label)
    with pytest.raises(Permanent):
        await vectors_of(client, label).nearest([1.0, 0.0], 1)
