"""The certifier's decision: one terminal, or back for fresh evidence, once."""

from __future__ import annotations

import msgspec
import pytest
from occam.core.closing import close, tier_of
from occam.core.errors import QueryNotInstalled
from occam.core.evidence import Reached, Row, Rows, Source
from occam.core.gaps import (
    Ambiguous,
    BoundMismatch,
    Candidate,
    Empty,
    NoSuchChoice,
    NotInCorpus,
    NotInstalled,
    Shortlist,
    TierFailed,
)
from occam.core.plan import Hop, Node, Query, Values
from occam.core.ports import DocumentState
from occam.core.record import AnswerRecord, Constraint, Step
from occam.messages.header import Header

WHO = Hop(edge="WON", direction="out", node=Node(type="Athlete", name="who"))
PLAN = Query(root=Node(type="Race", hops=(WHO,)), answer=Values(node="who"))


def row(id_: str, *who: str) -> Row:
    return Row(id_, id_.upper(), nodes={"who": tuple(map(Reached, who, who))}, documents=(id_,))


class Said:
    """Facts that say whatever they are told to."""

    version = "v"

    def __init__(self, *rows: Row) -> None:
        self._rows = rows

    async def rows(self, query: Query) -> Rows:
        return Rows("v", self._rows)

    async def sources(self, subjects, attrs) -> tuple[Source, ...]:
        return tuple(
            Source(row.id, "WON", row.id, place, place + 1, "roster", vertex.id)
            for row in self._rows
            for place, vertex in enumerate(reversed(row.nodes["who"]))
        )

    async def documents(self, ids) -> tuple[DocumentState, ...]:
        return tuple(DocumentState(id_, id_, "sha", "parsed") for id_ in ids)

    async def unparsed(self, limit: int) -> tuple[DocumentState, ...]:
        return (DocumentState("z", "z", "sha", "refused"),)


def asked(*trail: Step) -> Header:
    return Header(question_id="q", batch_id="b", question="Who?", asked_at=0.0, trail=trail)


async def decide(*rows: Row, facts: Said | None = None, trail=(), gap=None, **more):
    return await close(
        asked(*trail), gap, PLAN, (Rows("v", rows),), facts or Said(*rows), None, **more
    )


async def test_agreeing_routes_settle_the_question() -> None:
    record = await decide(row("a", "ann"))
    assert isinstance(record, AnswerRecord)
    assert (record.outcome, record.answer) == ("answered", ("ann",))
    assert record.certificate.completeness_check == "pass"
    assert record.certificate.unparsed == ("z",)


async def test_a_mismatch_goes_back_once_and_is_then_a_refusal() -> None:
    facts = Said(row("a", "bo"))
    first = await decide(row("a", "ann"), facts=facts)
    assert first == BoundMismatch(bound=1, evidence=1, differing=("a: who",))
    again = (Step(tier="certifier", gap="bound_mismatch"),)
    second = await decide(row("a", "ann"), facts=facts, trail=again)
    assert isinstance(second, AnswerRecord)
    assert (second.outcome, second.gap) == ("refused", first)


async def test_a_gap_that_arrives_is_kept_and_certified() -> None:
    gap = Empty(step="races on the moon")
    record = await close(asked(), gap, PLAN, (Rows("v", ()),), Said(), None)
    assert isinstance(record, AnswerRecord)
    assert (record.outcome, record.gap) == ("refused", gap)


@pytest.mark.parametrize("kind", ["ambiguous", "shortlist"])
async def test_rosters_among_several_answers_read_as_their_pages_write_them(kind: str) -> None:
    told = (Candidate("a", "A", answer=("ann", "zoe")), Candidate("b", "B", answer=("bo",)))
    gap = (
        Shortlist(candidates=told)
        if kind == "shortlist"
        else Ambiguous(candidates=told, clarify="Which?")
    )
    record = await decide(row("a", "ann", "zoe"), row("b", "bo"), gap=gap)
    assert isinstance(record, AnswerRecord)
    assert record.outcome == "ambiguous"
    assert [one.answer for one in record.alternatives] == [("zoe, ann",), ("bo",)]
    assert record.clarify


async def test_a_dead_question_gets_its_terminal_without_a_bound() -> None:
    gap = TierFailed(tier="graph-executor", cause="poison")
    record = await close(
        asked(), gap, PLAN, (Rows("v", (row("a", "ann"),)),), None, None, died=True
    )
    assert isinstance(record, AnswerRecord)
    assert (record.outcome, record.gap) == ("dead", gap)


async def test_a_refusal_names_the_tiers_it_came_past_and_what_they_lack() -> None:
    trail = (
        Step(tier="planner", gap="empty", needs="a model for the planner"),
        Step(tier="documents", gap="empty", needs="a model that reads"),
    )
    record = await decide(row("a", "ann"), trail=trail, gap=Empty(step="races on the moon"))
    assert isinstance(record, AnswerRecord)
    assert record.stop_reason.endswith(
        "To go on it would need a model for the planner and a model that reads; none is configured."
    )
    answered = await decide(row("a", "ann"), trail=trail)
    assert isinstance(answered, AnswerRecord)
    assert "would need" not in answered.stop_reason


async def test_nothing_at_all_is_still_a_terminal() -> None:
    record = await close(asked(), None, None, (), None, None)
    assert isinstance(record, AnswerRecord)
    assert record.outcome == "refused"
    assert isinstance(record.gap, NotInCorpus)


@pytest.mark.parametrize(
    ("steps", "tier"),
    [
        ((Step(tier="rules"), Step(tier="graph")), 0),
        ((Step(tier="rules"), Step(tier="disambiguator")), 2),
        ((Step(tier="disambiguator"), Step(tier="documents")), 3),
    ],
)
def test_the_tier_is_the_dearest_that_took_part(steps, tier: int) -> None:
    assert tier_of(steps) == tier


async def test_a_bound_that_no_installed_query_gives_is_a_refusal_that_tells_the_operator() -> None:
    class Uninstalled(Said):
        async def rows(self, query: Query) -> Rows:
            raise QueryNotInstalled("occam_bound", "occam tigergraph init")

    record = await decide(row("a", "b"), facts=Uninstalled())
    assert isinstance(record, AnswerRecord)
    assert record.outcome == "refused"
    assert isinstance(record.gap, NotInstalled)
    assert record.gap.command == "occam tigergraph init"
    assert record.certificate.structural_bound is None


async def chosen_of(choice: str, *rows: Row, ledger: tuple[Constraint, ...] = ()) -> AnswerRecord:
    header = msgspec.structs.replace(asked(), choice=choice)
    record = await close(
        header, None, PLAN, (Rows("v", rows),), Said(*rows), None, constraints=ledger
    )
    assert isinstance(record, AnswerRecord)
    return record


async def test_a_choice_where_nothing_is_left_to_choose_is_refused() -> None:
    record = await chosen_of("b", row("a", "ann"))
    assert record.outcome == "refused"
    assert record.gap == NoSuchChoice(choice="b")
    assert record.answer == ()


async def test_a_choice_that_is_the_one_match_stands_and_the_ledger_says_so() -> None:
    record = await chosen_of("a", row("a", "ann"))
    assert (record.outcome, record.answer) == ("answered", ("ann",))
    (line,) = record.certificate.constraints
    assert line == Constraint(phrase="a", became="choice", detail="A")


async def test_a_choice_that_was_applied_on_the_way_is_not_asked_for_again() -> None:
    ledger = (Constraint(phrase="digest", became="choice", detail="races"),)
    record = await chosen_of("digest", row("a", "ann"), ledger=ledger)
    assert (record.outcome, record.choice) == ("answered", "digest")
    assert record.certificate.constraints == ledger
    assert "the asker chose “races”" in record.stop_reason
