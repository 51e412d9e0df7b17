"""A batch that is forgotten while it runs stays forgotten, and may be asked anew at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest
from occam.bus.purse import SharedPurse
from occam.core.errors import Permanent
from occam.core.model import Reply
from occam.core.paying import Ceiling, Opened, Payer
from occam.core.spending import Spent
from occam.messages.catalog import FindingsReady, QuestionAsked, Wire
from rig import Rig, certifier, classifier, pass_on, settle

pytestmark = pytest.mark.integration

FINDINGS = "findings.ready.v1"


async def quiet(rig: Rig) -> bool:
    """Whether everything that was sent has been worked off."""
    states = await rig.client.streams()
    return all(state.pending == 0 and state.lag == 0 for state in states)


async def nothing_of_the_batch(rig: Rig) -> None:
    """Waits until all is worked off, and finds the batch in no place."""
    await rig.until(lambda: quiet(rig))
    assert [record for record in await rig.terminals() if record.batch == "b"] == []
    assert await rig.client.dead() == []
    assert "b" not in {state.batch for state in await rig.client.batches()}
    assert await rig.client.versions_in_use() == set()
    left = await rig.redis.keys(f"{rig.shard.prefix}*:t/b")
    assert left == [f"{rig.shard.prefix}forgotten:t/b".encode()]


async def test_questions_that_wait_in_the_intake_do_not_come_back(rig: Rig) -> None:
    await rig.ask("1", "2")
    await rig.client.submit("t", "kept", [QuestionAsked(id="1", question="Who?")])
    assert await rig.client.forget("t", "b") == 2
    assert await rig.redis.xlen(rig.shard.intake) == 1
    await rig.start(classifier(), certifier())
    assert (await rig.settled(1))["1"].batch == "kept"
    await nothing_of_the_batch(rig)


async def test_a_raw_entry_that_nobody_has_read_does_not_come_back(rig: Rig) -> None:
    body = {"id": "1", "question": "Who?", "tenant": "t", "batch": "b"}
    await rig.append("question.asked.v1", json.dumps(body))
    await rig.client.forget("t", "b")
    await rig.start(classifier(), certifier())
    await nothing_of_the_batch(rig)


async def test_a_question_in_the_classifiers_hands_does_not_come_back(rig: Rig) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def held(asked: QuestionAsked) -> Sequence[Wire]:
        begun.set()
        await go_on.wait()
        return await pass_on(asked)

    await rig.start(classifier(held), certifier())
    await rig.ask("1")
    await begun.wait()
    await rig.client.forget("t", "b")
    go_on.set()
    await nothing_of_the_batch(rig)
    assert await rig.redis.xlen(rig.shard.streams[FINDINGS]) == 0


async def test_a_message_that_fails_after_the_forgetting_leaves_no_letter(rig: Rig) -> None:
    async def broken(message: Any) -> Sequence[Wire]:
        raise Permanent("broken")

    await rig.start(classifier())
    await rig.ask("1")
    await rig.until(lambda: rig.redis.xlen(rig.shard.streams[FINDINGS]))
    await rig.client.forget("t", "b")
    await rig.start(certifier(broken, broken))
    await nothing_of_the_batch(rig)


async def test_a_try_that_failed_before_the_forgetting_leaves_no_count(rig: Rig) -> None:
    failed = asyncio.Event()

    async def flaky(found: FindingsReady) -> Sequence[Wire]:
        if not failed.is_set():
            failed.set()
            raise KeyError("not yet")
        return await settle(found)

    rig.tuned(backoff_ms=200)
    await rig.start(classifier(), certifier(flaky))
    await rig.ask("1")
    await failed.wait()
    await rig.until(lambda: rig.redis.keys(f"{rig.shard.prefix}tries:*"))
    await rig.client.forget("t", "b")
    await nothing_of_the_batch(rig)
    assert await rig.redis.keys(f"{rig.shard.prefix}tries:*") == []


async def test_the_same_batch_asked_anew_is_answered_by_its_new_text_alone(rig: Rig) -> None:
    """Old findings wait for the certifier under the very id and attempt of the new question."""
    first = await rig.start(classifier())
    await rig.ask("1")
    await rig.until(lambda: rig.redis.xlen(rig.shard.streams[FINDINGS]))
    await rig.stop(first)
    await rig.client.forget("t", "b")
    again = await rig.client.submit("t", "b", [QuestionAsked(id="1", question="New?")])
    assert (again.accepted, again.repeated, again.refused) == (1, 0, ())
    await rig.start(certifier())
    await rig.until(lambda: quiet_of(rig, FINDINGS))
    assert await rig.terminals() == []
    await rig.start(classifier())
    assert (await rig.settled(1))["1"].question == "New?"


async def quiet_of(rig: Rig, stream: str) -> bool:
    states = {state.stream: state for state in await rig.client.streams()}
    return states[stream].pending == 0 and states[stream].lag == 0


async def test_the_tombstone_falls_after_a_day(rig: Rig) -> None:
    await rig.ask("1")
    await rig.client.forget("t", "b")
    left = await rig.redis.ttl(f"{rig.shard.prefix}forgotten:t/b")
    assert 86_000 < left <= 86_400


async def test_what_models_were_paid_for_it_and_answered_is_forgotten_too(rig: Rig) -> None:
    purse = SharedPurse(rig.settings)
    reply = Reply(text="a secret answer", spent=Spent(input_tokens=5, model_calls=1))
    for batch in ("b", "kept"):
        payer = Payer(tenant="t", batch=batch, question="q")
        under = (Ceiling(name="batch", key=f"batch:t/{batch}", tokens=100),)
        opened = await purse.open(payer, f"request-{batch}", reply.spent, under)
        assert isinstance(opened, Opened)
        await purse.settle(payer, f"request-{batch}", opened, reply, under)
    await purse.close()
    keys = f"{{{rig.settings.namespace}:purse}}:*"
    assert len(await rig.redis.keys(keys)) == 6
    await rig.client.forget("t", "b")
    left = sorted(key.decode().partition("}:")[2] for key in await rig.redis.keys(keys))
    assert left == ["accounts:t/kept", "answer:t/request-kept", "batch:t/kept"]
