"""A choice is part of what is asked: another one under the same id is another question."""

from __future__ import annotations

import json

import pytest
from occam.bus.admission import admit, text_digest
from occam.bus.settings import BusSettings
from occam.messages.catalog import QuestionAsked
from rig import Rig, certifier, classifier

SETTINGS = BusSettings(question_limit=100)


def test_a_choice_makes_another_digest_and_none_makes_the_one_of_the_text() -> None:
    digests = {text_digest("Who?", choice) for choice in ("", "a", "b")}
    assert len(digests) == 3
    assert text_digest("Who?", "") == text_digest("Who?")


@pytest.mark.parametrize(
    ("choice", "cause"), [("x" * 101, "choice: 100 characters"), (7, "choice: expected text")]
)
def test_a_wrong_choice_is_refused(choice: object, cause: str) -> None:
    entry = {"id": "1", "question": "Who?", "choice": choice}
    refusal = admit(json.dumps(entry).encode(), b"1-1", SETTINGS).refusal
    assert refusal is not None
    assert refusal.header.gap is not None
    assert refusal.header.gap.cause.startswith(cause)  # type: ignore[union-attr]


@pytest.mark.integration
async def test_another_choice_under_a_used_id_is_refused_and_the_same_is_repeated(rig: Rig) -> None:
    for choice, said in (("a", "accepted"), ("a", "repeated"), ("b", "refused"), ("", "refused")):
        asked = QuestionAsked(id="1", question="Who?", choice=choice)
        taken = await rig.client.submit("t", "b", [asked])
        counts = {"accepted": taken.accepted, "repeated": taken.repeated,
                  "refused": len(taken.refused)}  # fmt: skip
        assert [name for name, count in counts.items() if count] == [said]
    await rig.append("question.asked.v1", json.dumps(
        {"id": "1", "question": "Who?", "choice": "b", "tenant": "t", "batch": "b"}
    ))  # fmt: skip
    await rig.start(classifier(), certifier())
    await rig.until(rig.client.dead)
    assert await rig.dead() == {"1": "another text or choice was already asked under this id"}
