"""A draft becomes a plan with its ledger, or a gap that says what is wrong; models are scripted."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from occam.core.drafting.brief import Tried
from occam.core.drafting.planned import Planned
from occam.core.gaps import (
    AnyGap,
    Empty,
    InvalidPlan,
    NotInGraph,
    OverBudget,
    TierFailed,
    UnmappedPhrase,
)
from occam.core.plan import Count, Plan, Values, digest
from occam.tiers.planner import LONGEST_PLAN, PlanWriter

from tests.core.reading.concerts import (
    LEXICON,
    PARSER,
    SCHEMA,
    VOCABULARY,
    concerts,
    is_,
    to,
)
from tests.tiers.tills import COST, PAYER, OpenTill

WAVED = "Who waved the baton at the symphony in Festival 1998?"
MAPPED = [{"phrase": "waved the baton", "is": "CONDUCTED_BY"}]
WHO = {"what": "value", "at": "CONDUCTED_BY>"}
TESTS = [
    {"attr": "form", "value": "symphony"},
    {"at": "AT_FESTIVAL>", "value": "Festival 1998"},
]


def draft(**parts: Any) -> str:
    said = {"find": "Concert", "where": TESTS, "ask": WHO, "because": MAPPED} | parts
    return msgspec.json.encode(said).decode()


async def planned(
    said: str | OverBudget | TierFailed,
    question: str = WAVED,
    gap: AnyGap | None = None,
    before: tuple[str, ...] = (),
) -> Planned:
    writer = PlanWriter(SCHEMA, LEXICON, VOCABULARY, PARSER, OpenTill(said))
    return await writer.plan(PAYER, question, Tried(gap=gap), before)


SYMPHONY = concerts(
    Values(node="n1"),
    is_("form", "symphony"),
    to("AT_FESTIVAL", is_("id", "f1998")),
    to("CONDUCTED_BY", name="n1"),
)


def same(left: Plan | None, right: Plan) -> bool:
    return left is not None and digest(left) == digest(right)


async def test_a_sound_draft_is_the_plan_that_it_says() -> None:
    found = await planned(draft())
    assert same(found.plan, SYMPHONY)
    assert (found.gap, found.spent, found.by) == (None, COST, "scripted, prompt plan 1")
    ledger = {line.phrase: line.detail for line in found.constraints}
    assert ledger["waved the baton"] == "CONDUCTED_BY (mapped by the model)"


@pytest.mark.parametrize("wrapped", ["```json\n{}\n```", "  {}\n", "```\n{}```"])
async def test_a_fence_around_the_answer_does_not_matter(wrapped: str) -> None:
    assert same((await planned(wrapped.replace("{}", draft()))).plan, SYMPHONY)


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ("I cannot help with that.", "malformed"),
        ("", "truncated"),
        ("[]", "Expected `object`"),
        ("{}", "`find` and `ask`"),
        (draft(find="Opera"), "no vertex type 'Opera'"),
        (draft(query="MATCH (n) DETACH DELETE n"), "unknown field `query`"),
        (draft(where=[{"at": "PLAYED_IN>"}]), "no edge 'PLAYED_IN'"),
        (draft(where=[{"at": "IN_TOWN>"}]), "starts at Hall"),
        (draft(where=[{"at": "DROP TABLE"}]), "is no path"),
        (draft(where=[{"attr": "price", "value": 3}]), "no attribute 'price'"),
        (draft(where=[{"attr": "guests", "op": "~", "value": 3}]), "'~' is no operator"),
        (draft(where=[{"attr": "guests", "value": "many"}]), "'many' is no number"),
        (draft(where=[{"attr": "form", "value": "opera"}]), "called 'opera'"),
        (draft(where=[{"at": "AT_FESTIVAL>", "value": "Woodstock"}]), "called 'Woodstock'"),
        (draft(where=[{"absent": True}]), "can be absent"),
        (draft(ask={"what": "most"}), "needs the attribute"),
        (draft(ask={"what": "value", "attr": "smell"}), "smell"),
        (draft(ask={"what": "dance"}), "Invalid enum value"),
        (draft(sides=[[]]), "`sides` are two or none"),
        (draft(where=[{"attr": "held", "value": "someday"}]), "one date"),
        ("[" * 50_000, "characters is no plan"),
        ("[" * 15_000, "Expected `object`"),
    ],
)
async def test_what_is_no_plan_is_complained_about_by_name(said: str, named: str) -> None:
    found = await planned(said)
    assert found.plan is None
    assert isinstance(found.gap, InvalidPlan)
    assert named in f"{found.gap.path}: {found.gap.reason}"
    assert found.again


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Who waved the baton at the symphony?", draft()),
        (WAVED.replace("1998", "2000"), draft()),
        (WAVED.replace("symphony", "quartet"), draft()),
        ("Who waved the baton at no symphony in Festival 1998?", draft()),
        ("How many waved the baton at the symphony in Festival 1998?", draft()),
        ("Who waved the baton at the symphony in Festival 1998 with 40 guests?", draft()),
        ("Who waved the baton at the symphony with most guests in Festival 1998?", draft()),
        ("Who won a prize and waved the baton at the symphony in Festival 1998?", draft()),
        (WAVED, draft(because=[])),
        (WAVED, draft(because=[{"phrase": "waved the baton", "is": "PRIZE_FOR"}])),
        (WAVED, draft(because=[{"phrase": "held the baton", "is": "CONDUCTED_BY"}])),
        (WAVED, draft(where=TESTS[:1])),
        (WAVED, draft(where=TESTS[1:])),
        (WAVED, draft(where=[*TESTS, {"attr": "guests", "op": ">", "value": 40}])),
        (WAVED, draft(where=[*TESTS, {"at": "IN_HALL>", "value": "Old Mill"}])),
    ],
)
async def test_a_plan_that_says_something_else_than_the_question_is_none(
    question: str, said: str
) -> None:
    found = await planned(said, question)
    assert found.plan is None
    assert isinstance(found.gap, UnmappedPhrase | InvalidPlan)
    assert found.again


async def test_a_plan_that_was_tried_is_not_run_again() -> None:
    found = await planned(draft(), before=(digest(SYMPHONY),))
    assert (found.plan, found.gap, found.again) == (None, NotInGraph(plans=1), False)


async def test_a_model_may_say_that_the_graph_does_not() -> None:
    found = await planned('{"cannot": "no batons"}', before=("a", "b"))
    assert (found.gap, found.again) == (NotInGraph(plans=2), False)


@pytest.mark.parametrize(
    "gap",
    [
        OverBudget(limit="tokens of the question", needed="600"),
        TierFailed(tier="planner", cause="gone", failure="timeout"),
    ],
)
async def test_what_was_not_answered_is_the_gap_with_its_cost(gap: OverBudget | TierFailed) -> None:
    found = await planned(gap)
    assert (found.plan, found.gap, found.spent, found.again) == (None, gap, COST, False)


async def test_the_model_is_told_the_schema_the_names_near_and_what_went_wrong() -> None:
    till = OpenTill(draft())
    writer = PlanWriter(SCHEMA, LEXICON, VOCABULARY, PARSER, till)
    tried = Tried(gap=Empty(step="symphonies in 1998"), plan="concerts; label of artist")
    await writer.plan(PAYER, WAVED, tried)
    (prompted,) = till.asked
    told = prompted.messages[1].content
    assert "Concert(form, held:days, guests:int, players:int)" in told
    assert "Concert CONDUCTED_BY> CLOSED_BY> PRIZE_FOR> ENCORE_BY> Artist" in told
    assert "- symphony: Concert.form symphony" in told
    assert "Old Mill" not in told
    assert "This plan was tried: concerts; label of artist\nIt failed: Every term exists" in told
    assert told.endswith(f"Question: {WAVED}")
    assert (prompted.most_tokens, prompted.prompt) == (LONGEST_PLAN, "plan 1")
    assert prompted.form
    assert prompted.form.schema["properties"]["find"]["enum"] == sorted(SCHEMA.vertices)


async def test_the_same_request_has_the_same_digest_and_another_complaint_another() -> None:
    writer = PlanWriter(SCHEMA, LEXICON, VOCABULARY, PARSER, OpenTill(draft()))
    plain = writer.prompted(WAVED, Tried())
    assert plain.digest("m") == writer.prompted(WAVED, Tried()).digest("m")
    assert plain.digest("m") != plain.digest("n")
    complained = writer.prompted(WAVED, Tried(gap=Empty(step="x"), plan="y"))
    assert plain.digest("m") != complained.digest("m")


async def test_counts_comparisons_and_absences_can_be_drafted() -> None:
    question = "How many concerts in Aldby in Festival 1998 gave no encore?"
    said = draft(
        where=[
            {"at": "IN_HALL> IN_TOWN>", "value": "Aldby"},
            {"at": "AT_FESTIVAL>", "value": "Festival 1998"},
            {"at": "ENCORE_BY>", "absent": True},
        ],
        ask={"what": "count"},
        because=[],
    )
    expected = concerts(
        Count(),
        to("IN_HALL", to("IN_TOWN", is_("id", "aldby"))),
        to("AT_FESTIVAL", is_("id", "f1998")),
        to("ENCORE_BY", absent=True),
    )
    assert same((await planned(said, question)).plan, expected)
