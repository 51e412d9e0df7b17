"""Each door by itself: one message in, the decision faked, the next message out."""

from __future__ import annotations

from pathlib import Path

import pytest
from occam.bus.lastresort import buried_terminal
from occam.core.evidence import Passage, Row, Rows
from occam.core.execute import Execution
from occam.core.gaps import BoundMismatch, Empty, MissingValue, NoRoute, Shortlist, TierFailed
from occam.core.inquiry import Told
from occam.core.narrow import Narrowed
from occam.core.parse import Parsed, Understood
from occam.core.plan import Count, Node, Plan, Query, Values
from occam.core.record import AnswerRecord, Constraint
from occam.core.spending import Budget, Spent
from occam.messages.catalog import (
    ChoiceRequested,
    FindingsReady,
    PlanReady,
    QuestionAsked,
    QuestionDied,
    QuestionSettled,
    ReadingRequested,
    RefetchRequested,
    ReplanRequested,
)
from occam.messages.forward import Found
from occam.messages.header import Header
from occam.runtime.settings import Settings
from occam.runtime.shelf import Shelf
from occam.tiers.pages import Leafed
from occam.tiers.reader import Reading
from occam_certifier.handlers import on_death, on_findings
from occam_classifier.handlers import on_complaint, on_question
from occam_disambiguator.handlers import on_choice
from occam_document_reader.handlers import on_reading
from occam_graph_executor.handlers import on_mismatch, on_plan

FIRST = Query(root=Node(type="Event"), answer=Values())
SECOND = Query(root=Node(type="Event"), answer=Count())
FOUND = (Rows(version="v", rows=(Row(id="e1", label="One"),)),)


def header(**changes: object) -> Header:
    return Header(
        question_id="q", batch_id="b", question="How many?", asked_at=0.0, graph_version="v",
        pack="p", **changes,  # type: ignore[arg-type]
    )  # fmt: skip


class OneShelf(Shelf):
    """Holds version `v` of every pack."""

    def current(self, pack: str) -> tuple[str, str]:
        return pack or "p", "v"


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return OneShelf(Settings(home=tmp_path))


async def test_an_understood_question_becomes_a_plan_on_the_current_version(shelf: Shelf) -> None:
    def understand(question: str, choice: str, pack: str, version: str) -> Parsed:
        assert choice == "c"
        return Understood(plan=FIRST, fallbacks=(SECOND,), constraints=())

    asked = QuestionAsked(id="q", question="?", choice="c")
    [ready] = await on_question(asked, shelf, understand)

    assert isinstance(ready, PlanReady)
    assert ready.header.choice == "c"
    assert (ready.plan, ready.fallbacks) == (FIRST, (SECOND,))
    assert ready.header.graph_version == "v"
    assert ready.header.trail[0].tier == "rules"


async def test_what_the_schema_answers_goes_straight_to_the_certifier(shelf: Shelf) -> None:
    ledger = (Constraint(phrase="what can I ask", became="schema", detail="help"),)
    asked = QuestionAsked(id="q", question="What can I ask?")
    [findings] = await on_question(asked, shelf, lambda *_: Told(ledger))

    assert isinstance(findings, FindingsReady)
    assert (findings.plan, findings.header.gap, findings.constraints) == (None, None, ledger)
    assert findings.header.trail[0].note == "told from the schema"


async def test_a_question_without_a_route_is_a_complaint_to_the_planner(shelf: Shelf) -> None:
    [complaint] = await on_question(
        QuestionAsked(id="q", question="?"), shelf, lambda *_: NoRoute(phrase="?")
    )

    assert isinstance(complaint, ReplanRequested)
    assert complaint.header.gap == NoRoute(phrase="?")


async def test_a_pack_that_is_not_loaded_is_refused_by_name(tmp_path: Path) -> None:
    def unused(question: str, choice: str, pack: str, version: str) -> Parsed:
        raise AssertionError("nothing is parsed without a graph")

    asked = QuestionAsked(id="q", question="?", pack="../elsewhere")
    [findings] = await on_question(asked, Shelf(Settings(home=tmp_path)), unused)

    assert isinstance(findings, FindingsReady)
    assert isinstance(findings.header.gap, TierFailed)
    assert "'../elsewhere'" in findings.header.gap.cause


async def test_without_a_planner_a_complaint_goes_on_to_the_reader_and_says_what_was_needed() -> (
    None
):
    [reading] = await on_complaint(ReplanRequested(header=header(gap=NoRoute())))

    assert isinstance(reading, ReadingRequested)
    assert reading.header.trail[-1].needs == "a model for the planner (tier 1)"


async def test_an_empty_plan_gives_way_to_its_fallback() -> None:
    async def execute(plan: Plan, pack: str, version: str) -> Execution:
        return Execution(gap=Empty(step="one")) if plan == FIRST else Execution(evidence=FOUND)

    [findings] = await on_plan(PlanReady(header=header(), plan=FIRST, fallbacks=(SECOND,)), execute)

    assert isinstance(findings, FindingsReady)
    assert (findings.plan, findings.header.gap) == (SECOND, None)
    assert [step.gap for step in findings.header.trail] == ["empty", None]


async def test_a_plan_whose_fallbacks_are_empty_too_asks_for_another_plan() -> None:
    async def execute(plan: Plan, pack: str, version: str) -> Execution:
        return Execution(gap=Empty(step="one"))

    message = PlanReady(header=header(), plan=FIRST, fallbacks=(SECOND,))
    [complaint] = await on_plan(message, execute)

    assert isinstance(complaint, ReplanRequested)
    assert len(complaint.tried) == 2


async def test_a_shortlist_goes_to_the_disambiguator_with_its_evidence() -> None:
    async def execute(plan: Plan, pack: str, version: str) -> Execution:
        return Execution(evidence=FOUND, gap=Shortlist(candidates=()))

    [choice] = await on_plan(PlanReady(header=header(), plan=FIRST), execute)

    assert isinstance(choice, ChoiceRequested)
    assert choice.evidence == FOUND


async def test_a_question_past_its_budget_is_settled_with_what_it_has() -> None:
    async def execute(plan: Plan, pack: str, version: str) -> Execution:
        return Execution(evidence=FOUND, gap=Shortlist(candidates=()))

    tight = header(budget=Budget(steps=1))
    [findings] = await on_plan(PlanReady(header=tight, plan=FIRST), execute)

    assert isinstance(findings, FindingsReady)
    assert findings.header.trail[-1].gap == "over_budget"
    assert findings.evidence == FOUND


async def test_a_mismatch_is_fetched_again_on_the_same_version() -> None:
    seen: list[str] = []

    async def execute(plan: Plan, pack: str, version: str) -> Execution:
        seen.append(version)
        return Execution(evidence=FOUND)

    [findings] = await on_mismatch(RefetchRequested(header=header(), plan=FIRST), execute)

    assert isinstance(findings, FindingsReady)
    assert seen == ["v"]


async def test_what_the_question_states_narrows_the_evidence_that_travels_on() -> None:
    narrowed = Narrowed(plan=SECOND, evidence=(), stated=("the day",), gap=None)
    message = ChoiceRequested(
        header=header(gap=Shortlist(candidates=())), plan=FIRST, evidence=FOUND
    )

    [findings] = await on_choice(message, lambda _: narrowed)

    assert isinstance(findings, FindingsReady)
    assert (findings.plan, findings.evidence) == (SECOND, ())
    assert findings.header.trail[-1].note == "applied the day"


async def test_what_the_asker_chose_goes_into_the_ledger_behind_the_phrases() -> None:
    phrase = Constraint(phrase="the day", became="predicate")
    chosen = Constraint(phrase="e1", became="choice", detail="One")
    narrowed = Narrowed(plan=SECOND, evidence=FOUND, stated=("the day",), chosen=(chosen,))
    message = ChoiceRequested(
        header=header(gap=Shortlist(candidates=())), plan=FIRST, constraints=(phrase,)
    )

    [findings] = await on_choice(message, lambda _: narrowed)

    assert isinstance(findings, FindingsReady)
    assert findings.constraints == (phrase, chosen)
    assert findings.header.trail[-1].note == "applied the day, the choice “e1”"


async def test_the_reader_quotes_and_leaves_the_gap_standing() -> None:
    passage = Passage("d", "Title", 0, 5, "words", 1.0)

    spent = Spent(input_tokens=7, micro_usd=2)

    gap = MissingValue(vertex="e1", label="One", attr="size")

    async def leaf(message: ReadingRequested) -> Leafed:
        reading = Reading(gap=message.header.gap, spent=spent, note="1 passages quoted; no vectors")
        return Leafed(passages=(passage,), reading=reading, needs="a model")

    [findings] = await on_reading(ReadingRequested(header=header(gap=gap)), leaf)

    assert isinstance(findings, FindingsReady)
    assert findings.passages == (passage,)
    assert findings.header.gap == gap
    assert findings.header.trail[-1].note == "1 passages quoted; no vectors"
    assert (findings.header.spent.input_tokens, findings.header.spent.micro_usd) == (7, 2)


async def test_a_mismatch_at_the_certifier_sends_the_question_back() -> None:
    async def settle(header: Header, found: Found, died: bool) -> BoundMismatch:
        return BoundMismatch(bound=2, evidence=1)

    [refetch] = await on_findings(FindingsReady(header=header(), plan=FIRST), settle)

    assert isinstance(refetch, RefetchRequested)
    assert refetch.header.trail[-1].gap == "bound_mismatch"


async def test_a_dead_letter_still_gets_the_terminal_of_its_question() -> None:
    async def settle(header: Header, found: Found, died: bool) -> AnswerRecord:
        assert died
        died_of = QuestionDied(header=header, tier="graph-executor", cause="it broke")
        return buried_terminal(died_of).record

    [settled] = await on_death(
        QuestionDied(header=header(), tier="graph-executor", cause="it broke"), settle
    )

    assert isinstance(settled, QuestionSettled)
    assert settled.header.gap == TierFailed(tier="graph-executor", cause="it broke")
