"""The bus from outside: asking safely, following, reading, requeueing, forgetting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from occam.bus.client import Client
from occam.bus.replies import Busy, Progress, Refusal
from occam.bus.settings import BusSettings
from occam.bus.streams import evidence_place
from occam.core.errors import BadConfig, BadInput, Permanent, Transient
from occam.core.evidence import Row, Rows
from occam.messages.catalog import FindingsReady, QuestionAsked, QuestionSettled, Wire
from occam.messages.forward import admitted
from rig import Rig, certifier, classifier, pass_on, settle

pytestmark = pytest.mark.integration


def question(id: str, text: str = "Who?") -> QuestionAsked:
    return QuestionAsked(id=id, question=text)


async def test_asking_again_is_safe_and_another_text_is_refused(rig: Rig) -> None:
    first = await rig.client.submit("t", "b", [question("1"), question("2")])
    assert (first.accepted, first.repeated, first.refused) == (2, 0, ())
    again = await rig.client.submit("t", "b", [question("1"), question("2", "What?")])
    said = Refusal("2", "another text or choice was already asked under this id")
    assert (again.accepted, again.repeated, again.refused) == (0, 1, (said,))
    assert await rig.redis.xlen(rig.shard.intake) == 2


async def test_tenants_and_batches_do_not_meet(rig: Rig) -> None:
    for tenant, batch in (("t", "b"), ("u", "b"), ("t", "c"), ("t", "b/c")):
        assert (await rig.client.submit(tenant, batch, [question("1", batch)])).accepted == 1
    assert len(await rig.client.batches()) == 4


async def test_what_cannot_be_taken_is_refused_with_its_reason(rig: Rig) -> None:
    rig.tuned(question_limit=10)
    asked = [question("1", "   "), question("2", "x" * 11), question(""), question("4", "x" * 10)]
    said = await rig.client.submit("t", "b", asked)
    assert said.accepted == 1
    assert {refusal.id: refusal.reason for refusal in said.refused} == {
        "1": "question: empty",
        "2": "question: 11 characters, and 10 are allowed",
        "": "id: 1 to 256 printable characters are allowed",
    }


async def test_a_tenant_that_could_pose_as_another_is_refused(rig: Rig) -> None:
    said = await rig.client.submit("t/b", "c", [question("1")])
    assert said.accepted == 0
    assert said.refused[0].reason.startswith("tenant: ")


async def test_the_intake_is_busy_above_its_high_water_mark(rig: Rig) -> None:
    rig.tuned(high_water=5)
    await rig.ask(*"12345")
    with pytest.raises(Busy) as refused:
        await rig.ask("6")
    assert (refused.value.waiting, refused.value.retry_after > 0) == (5, True)
    assert isinstance(refused.value, Transient)
    await rig.start(classifier(), certifier())
    await rig.settled(5)
    await rig.ask("6")
    await rig.settled(6)


async def test_back_pressure_counts_what_waits_and_not_what_is_kept(rig: Rig) -> None:
    """Delivered entries stay in the stream until they are trimmed: they do not make it busy."""
    rig.tuned(high_water=5, trim_ms=60_000)
    await rig.start(classifier(), certifier())
    for number in range(3):
        await rig.ask(*[f"{number}.{part}" for part in range(4)])
        await rig.settled(4 * (number + 1))
    assert await rig.redis.xlen(rig.shard.intake) == 12


async def test_a_submission_can_wait_for_the_disk(rig: Rig) -> None:
    rig.tuned(confirm_disk=True)
    await rig.redis.execute_command("CONFIG", "SET", "appendfsync", "always")
    assert (await rig.client.submit("t", "b", [question("1")])).accepted == 1
    await rig.redis.execute_command("CONFIG", "SET", "appendfsync", "everysec")


async def test_following_ends_with_the_batch_and_skips_nothing(rig: Rig) -> None:
    await rig.start(classifier(), certifier())
    await rig.ask(*[str(number) for number in range(50)])
    seen = [record.id async for record in rig.client.follow("t", "b")]
    assert sorted(seen, key=int) == [str(number) for number in range(50)]
    assert await rig.client.progress("t", "b") == Progress(50, 50)
    assert (await rig.client.answers("t", "b")).keys() == set(seen)


async def test_following_an_unknown_batch_ends_at_once(rig: Rig) -> None:
    assert [record async for record in rig.client.follow("t", "none")] == []


async def test_shards_share_the_questions_and_lose_none(rig: Rig) -> None:
    rig.tuned(shards=3)
    await rig.start(classifier(), certifier())
    await rig.ask(*[str(number) for number in range(60)])
    await rig.settled(60)
    lengths = [await rig.redis.xlen(shard.settled) for shard in rig.client.shards]
    assert len(lengths) == 3
    assert min(lengths) > 5
    assert len(await rig.client.answers("t", "b")) == 60
    assert (await rig.client.find("7"))[0].id == "7"


async def test_find_looks_in_every_batch_or_in_one(rig: Rig) -> None:
    await rig.start(classifier(), certifier())
    for batch in ("b", "c"):
        await rig.client.submit("t", batch, [question("1")])
    await rig.settled_everywhere(2)
    assert {record.batch for record in await rig.client.find("1")} == {"b", "c"}
    assert [record.batch for record in await rig.client.find("1", batch="c")] == ["c"]
    assert await rig.client.find("1", tenant="other") == []


class Moody:
    """A classifier that fails until it is mended."""

    def __init__(self) -> None:
        self.mended = False

    async def __call__(self, asked: QuestionAsked) -> Sequence[Wire]:
        if not self.mended:
            raise Permanent("out of order")
        return await pass_on(asked)


async def test_requeueing_opens_the_next_attempt_and_removes_the_letter(rig: Rig) -> None:
    moody = Moody()
    await rig.start(classifier(moody), certifier())
    await rig.ask("1")
    await rig.settled(1)
    (letter,) = await rig.client.dead()
    moody.mended = True
    asked = await rig.client.requeue(letter.id)
    assert (asked.attempt, asked.question) == (2, "Question 1?")
    await rig.settled_everywhere(2)
    answers = await rig.client.answers("t", "b")
    assert (answers["1"].attempt, answers["1"].outcome) == (2, "refused")
    assert [record.attempt for record in await rig.terminals()] == [1, 2]
    assert await rig.client.dead() == []
    assert await rig.client.progress("t", "b") == Progress(1, 1)


async def test_a_letter_from_the_middle_of_the_pipeline_is_requeued_from_its_header(
    rig: Rig,
) -> None:
    async def broken(found: FindingsReady) -> Sequence[Wire]:
        if found.header.attempt == 1:
            raise Permanent("out of order")
        return await settle(found)

    await rig.start(classifier(), certifier(broken))
    await rig.client.submit("t", "b", [QuestionAsked(id="1", question="Who?", pack="p")])
    await rig.settled(1)
    (letter,) = await rig.client.dead()
    asked = await rig.client.requeue(letter.id)
    assert (asked.id, asked.question, asked.pack, asked.attempt) == ("1", "Who?", "p", 2)
    await rig.settled_everywhere(2)
    assert await rig.client.versions_in_use() == set()


async def test_a_letter_is_requeued_once(rig: Rig) -> None:
    await rig.start(classifier(Moody()), certifier())
    await rig.ask("1")
    await rig.settled(1)
    (letter,) = await rig.client.dead()
    await rig.client.requeue(letter.id)
    with pytest.raises(BadInput, match="there is no such dead letter"):
        await rig.client.requeue(letter.id)
    await rig.settled_everywhere(2)


async def test_a_letter_that_names_no_question_cannot_be_requeued(rig: Rig) -> None:
    await rig.append("question.asked.v1", "{")
    await rig.start(classifier())
    await rig.until(rig.client.dead)
    (letter,) = await rig.client.dead()
    with pytest.raises(BadInput, match="names no question"):
        await rig.client.requeue(letter.id)


async def test_forgetting_a_batch_leaves_nothing_of_it_and_all_of_others(rig: Rig) -> None:
    moody = Moody()
    await rig.start(classifier(moody), certifier())
    await rig.ask("dead")
    await rig.settled(1)
    moody.mended = True
    await rig.ask("1", "2")
    await rig.client.submit("t", "kept", [question("1")])
    await rig.settled_everywhere(4)
    assert await rig.client.forget("t", "b") == 3
    assert await rig.client.answers("t", "b") == {}
    assert await rig.client.dead() == []
    assert [record.batch for record in await rig.terminals()] == ["kept"]
    assert await rig.redis.keys(f"{rig.shard.prefix}*:t/b") == [
        f"{rig.shard.prefix}forgotten:t/b".encode()
    ]
    assert [state.batch for state in await rig.client.batches()] == ["kept"]
    assert (await rig.client.submit("t", "b", [question("1", "New?")])).accepted == 1


EVIDENCE = (Rows(version="v1", rows=tuple(Row(str(n), "x" * 90) for n in range(40))),)


async def test_large_evidence_is_stored_once_and_comes_back_whole(rig: Rig) -> None:
    seen: list[Any] = []

    async def found_much(asked: QuestionAsked) -> Sequence[Wire]:
        header = admitted(asked, "p", "v1").after("classifier")
        return [FindingsReady(header=header, evidence=EVIDENCE)]

    async def certify(found: FindingsReady) -> Sequence[Wire]:
        seen.append(found.evidence)
        (settled,) = await settle(found)
        assert isinstance(settled, QuestionSettled)
        certificate = msgspec.structs.replace(
            settled.record.certificate, evidence=found.evidence, evidence_digest="certified"
        )
        record = msgspec.structs.replace(settled.record, certificate=certificate)
        return [msgspec.structs.replace(settled, record=record)]

    rig.tuned(evidence_limit=2048)
    await rig.start(classifier(found_much), certifier(certify))
    await rig.ask("1")
    record = (await rig.settled(1))["1"]
    assert seen == [EVIDENCE]
    ((_, fields),) = await rig.redis.xrange(rig.shard.settled)
    assert len(fields[b"d"]) < 4096
    certificate = record.certificate
    assert (certificate.evidence, certificate.evidence_digest) == ((), "certified")
    key, _ = evidence_place(certificate.evidence_ref)
    assert await rig.redis.hlen(key) == 1
    whole = await rig.client.whole(record)
    assert (whole.certificate.evidence, whole.certificate.evidence_ref) == (EVIDENCE, "")
    await rig.client.forget("t", "b")
    with pytest.raises(BadInput, match="nothing is stored"):
        await rig.client.evidence(certificate.evidence_ref)


async def test_small_evidence_travels_in_the_message(rig: Rig) -> None:
    async def found_little(asked: QuestionAsked) -> Sequence[Wire]:
        return [FindingsReady(header=admitted(asked, "p", "v1"), evidence=EVIDENCE)]

    await rig.start(classifier(found_little), certifier())
    await rig.ask("1")
    await rig.settled(1)
    assert await rig.redis.exists(rig.shard.evidence("t/b")) == 0


@pytest.mark.parametrize("reference", ["", "x", "{a:0}:questions:t/b/" + "0" * 64, "*"])
async def test_a_reference_reaches_nothing_but_evidence(rig: Rig, reference: str) -> None:
    with pytest.raises(BadInput, match="not a reference"):
        await rig.client.evidence(reference)


async def test_every_stream_tells_who_reads_and_writes_it(rig: Rig) -> None:
    await rig.start(classifier(), certifier())
    states = {state.stream: state for state in await rig.client.streams()}
    assert states["question.asked.v1"].writers == ("client",)
    assert states["question.asked.v1"].readers == ("classifier",)
    assert states["findings.ready.v1"].writers == ("classifier",)
    assert states["question.settled.v1"].writers == ("certifier",)
    assert states["question.settled.v1"].readers == ()
    assert states["question.died.v1"].writers == ("bus",)
    assert states["dead"].writers == ("bus",)


async def test_a_broker_out_of_reach_is_a_passing_error() -> None:
    with pytest.raises(Transient, match="out of reach"):
        await Client.connect(BusSettings(url="redis://127.0.0.1:1"))


@pytest.mark.parametrize("url", ["http://x", "nonsense", ""])
async def test_a_wrong_broker_address_names_the_address(url: str) -> None:
    with pytest.raises(BadConfig, match="broker address"):
        await Client.connect(BusSettings(url=url))
