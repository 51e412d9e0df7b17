"""Dead letters: what may be asked again, what is dropped, and how many are kept."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from occam.bus.client import Client
from occam.bus.work import DEAD_LETTER_LIMIT, EXCERPT
from occam.core.errors import BadInput, Permanent
from occam.messages.catalog import QuestionAsked, Wire
from rig import Rig, certifier, classifier

pytestmark = pytest.mark.integration


async def letters(client: Client, count: int) -> bool:
    return len(await client.dead()) == count


async def unreadable(rig: Rig, count: int) -> None:
    """So many letters that name no question."""
    for number in range(count):
        await rig.append("question.asked.v1", f"{{ {number}")
    await rig.start(classifier())
    await rig.until(lambda: letters(rig.client, count))


async def test_another_text_under_a_known_id_cannot_be_requeued(rig: Rig) -> None:
    for text in ("Who?", "What?"):
        await rig.append("question.asked.v1", json.dumps({"id": "1", "question": text}))
    await rig.start(classifier(), certifier())
    await rig.until(rig.client.dead)
    await rig.settled(1)
    (letter,) = await rig.client.dead()
    with pytest.raises(BadInput, match="another text or choice was already asked under this id"):
        await rig.client.requeue(letter.id)
    assert (await rig.settled(1))["1"].question == "Who?"
    assert await rig.client.dead() == [letter]


async def test_a_letter_that_names_no_question_can_be_dropped(rig: Rig) -> None:
    await unreadable(rig, 2)
    first, second = await rig.client.dead()
    await rig.client.drop(first.id)
    assert await rig.client.dead() == [second]
    assert await rig.client.dead_letter(second.id) == second


async def test_dropping_a_letter_asks_nothing_and_leaves_the_answer(rig: Rig) -> None:
    async def broken(asked: QuestionAsked) -> Sequence[Wire]:
        raise Permanent("broken")

    await rig.start(classifier(broken), certifier())
    await rig.ask("1")
    await rig.settled(1)
    (letter,) = await rig.client.dead()
    await rig.client.drop(letter.id)
    assert (await rig.client.answers("t", "b"))["1"].outcome == "dead"
    assert [record.attempt for record in await rig.terminals()] == [1]


@pytest.mark.parametrize("id", ["", "0", "0:", "0:-", "0:*", "9:1-1", "0:1-1", "x:1-1", "0:+"])
async def test_a_letter_that_is_not_there_is_an_error_of_the_caller(rig: Rig, id: str) -> None:
    for call in (rig.client.drop, rig.client.dead_letter, rig.client.requeue):
        with pytest.raises(BadInput, match="there is no such dead letter"):
            await call(id)


async def test_a_shard_keeps_the_newest_dead_letters_up_to_its_limit(rig: Rig) -> None:
    rig.tuned(dead_limit=3)
    await unreadable(rig, 3)
    for number in range(3, 8):
        await rig.append("question.asked.v1", f"{{ {number}")
    await rig.until(lambda: newest_is(rig, "{ 7"))
    assert [letter.body for letter in await rig.client.dead()] == ["{ 5", "{ 6", "{ 7"]


async def newest_is(rig: Rig, body: str) -> bool:
    return (await rig.client.dead())[-1].body == body


async def test_of_a_huge_entry_a_letter_keeps_the_beginning(rig: Rig) -> None:
    huge = "{" + "x" * 10_000_000
    await rig.append("question.asked.v1", huge)
    await rig.append("question.asked.v1", "{" + "y" * (DEAD_LETTER_LIMIT - 1))
    await rig.start(classifier())
    await rig.until(lambda: letters(rig.client, 2))
    cut, whole = await rig.client.dead()
    assert cut.body == huge[:EXCERPT] + "… (10000001 bytes)"
    assert len(whole.body) == DEAD_LETTER_LIMIT
