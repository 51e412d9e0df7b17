"""A real model, too small to be wise: the wiring of providers, forms, streams and time limits.

Nothing here asserts that an answer is right.
"""

import asyncio
import json
import os

import msgspec
import pytest
from occam.core.errors import TimedOut
from occam.core.model import Prompted, Said
from occam.evaluation.gold import MARKS
from occam.llm.client import HostedModel
from occam.llm.settings import LlmSettings
from occam.llm.trial import try_out
from occam.prompts import prompt
from occam.tiers.forms import READ, Answers, decoded

URL = os.environ.pop("OCCAM_TINY_URL", "")
WHY = "OCCAM_TINY_URL names no server: run `make tiny`, then set it to http://127.0.0.1:8911/v1"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1800),
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.skipif(not URL, reason=WHY),
]
SETTINGS = LlmSettings(
    model="openai/tiny", url=URL, key="none", shape="json_object_schema", timeout_s=120.0
)
PASSAGES = 'Passages: [{"passage": 1, "title": "Judo", "text": "Kaori Matsumoto won gold."}]'
ASKED = Prompted(
    messages=(
        Said("system", prompt("read").text),
        Said("user", f"{PASSAGES}\n\nQuestion: Who won gold?"),
    ),
    prompt="read 1",
    form=READ,
    most_tokens=120,
)


@pytest.fixture
def tiny():
    """`tiny(stream=True)`: the model under these settings."""
    return lambda **changed: HostedModel(
        "openai/tiny", msgspec.structs.replace(SETTINGS, **changed)
    )


async def test_an_answer_has_the_form_or_is_known_to_have_none(tiny):
    reply = await tiny().complete(ASKED)
    said = decoded(reply.text, Answers)
    assert isinstance(said, Answers) or "form that was asked for" in said
    assert reply.spent.input_tokens > 50
    assert 0 < reply.spent.output_tokens <= 120
    assert reply.spent.micro_usd is None


async def test_a_streamed_answer_is_billed_whether_its_usage_is_told_or_not(tiny):
    reply = await tiny(stream=True).complete(ASKED)
    assert reply.text
    assert reply.spent.input_tokens > 50
    assert reply.spent.output_tokens > 0
    assert reply.spent.model_calls == 1


async def test_a_model_that_takes_too_long_has_timed_out(tiny):
    with pytest.raises(TimedOut):
        await tiny(timeout_s=0.05).complete(ASKED)
    await asyncio.sleep(1)


async def test_what_it_can_do_is_found_out_by_asking():
    found = await try_out("openai/tiny", SETTINGS, ["planner"])
    assert not found.problem
    assert found.recommended == "json_object_schema"
    assert not found.shapes["json_schema"].follows
    assert found.price_input is None
    assert found.spent.model_calls > 0


def test_every_pipeline_ends_and_nothing_is_an_unhandled_error(tmp_path, on_home):
    occam = on_home(
        tmp_path / "home", LLM_MODEL="openai/tiny", LLM_URL=URL, LLM_KEY="none",
        LLM_SHAPE="json_object_schema", LLM_TIMEOUT_S=180, LLM_PLANS=2, LLM_TRIES=1,
        BUS_SLOW_TASKS=1,
    )  # fmt: skip
    run = occam.start("evaluate", "pipelines", "--limit", 1, "--json")
    printed, errors = run.communicate(timeout=1500)
    assert run.returncode == 0, errors
    assert "Traceback" not in errors
    rows = [json.loads(line) for line in printed.splitlines()]
    assert len(rows) == 5
    for row in rows:
        assert sum(row["marks"][mark] for mark in MARKS) == row["questions"] == 1
        assert row["marks"]["missing"] == row["marks"]["failed"] == 0
        assert row["verified"] == 1
        assert row["usd"] is None or row["calls"] == 0
