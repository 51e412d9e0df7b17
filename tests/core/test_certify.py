"""Certificates, refusals included: what they say, and in which words they end."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest
from occam.core import certify as certifying
from occam.core.certify import Software, certify
from occam.core.choice import chosen
from occam.core.conclude import conclude
from occam.core.evidence import Row, Rows
from occam.core.examine import Examined, examine
from occam.core.gaps import (
    Ambiguous,
    AnyGap,
    BoundMismatch,
    Candidate,
    Empty,
    InvalidPlan,
    LowConfidence,
    MissingValue,
    NoModel,
    NoRoute,
    NoSuchChoice,
    NotInCorpus,
    NotInGraph,
    NotInstalled,
    OverBudget,
    Reading,
    Shortlist,
    TierFailed,
    Truncated,
    UnmappedPhrase,
    Unplanned,
    Unresolved,
)
from occam.core.plan import Count, Node, Predicate, Query, digest
from occam.core.ports import DocumentState
from occam.core.reasons import refusal
from occam.core.record import Step
from occam.core.seal import digest_of, evidence_digest, record_digest, sha256
from occam.core.settle import settle
from occam.core.spending import Spent
from occam.core.values import Cell
from occam.messages.header import Header

MORE = Predicate(attr="size", op="gt", values=(10,))
PLAN = Query(root=Node(type="Race", where=(MORE,)), answer=Count())
ASKED = Header(
    question_id="q1", batch_id="b", question="How many?", asked_at=0.0, graph_version="v",
    spent=Spent(input_tokens=3, output_tokens=4, micro_usd=5, milliseconds={"rules": 1.5}),
    trail=(Step(tier="rules"),),
)  # fmt: skip
SILENT = Cell(status="unknown", cause="no field")
ROWS = (
    Row("a", "A", "yes", {"size": Cell(11)}, documents=("a",)),
    Row("b", "B", "no", {"size": Cell(9)}, documents=("b",)),
)
ONE, OTHER = (Candidate(id, id.upper(), answer=(id,), documents=(id,)) for id in "ab")

GAPS: tuple[AnyGap, ...] = (
    NoRoute(understood=("judo",), phrase="the vibe"),
    Unresolved(mention="Judoo", expected="sport", nearest=("Judo",)),
    UnmappedPhrase(phrase="on a Sunday"),
    InvalidPlan(path="root.where", reason="no such attribute"),
    Unplanned(pipeline="rag"),
    Empty(step="races on the lake"),
    Shortlist(candidates=(ONE, OTHER)),
    MissingValue(vertex="a", label="A", attr="size", cause="no field"),
    LowConfidence(choices={"x": 0.4}, threshold=0.9),
    NoSuchChoice(choice="z"),
    BoundMismatch(bound=3, evidence=2, differing=("c: only in the facts",)),
    Ambiguous(candidates=(ONE, OTHER), clarify="Which one?"),
    NotInGraph(plans=3),
    NotInCorpus(searched=5),
    Truncated(got=3, of=7),
    NotInstalled(shape="ab12", command="occam install ab12"),
    NoModel(tier="planner", after="no_route"),
    TierFailed(tier="planner", cause="provider down"),
    OverBudget(limit="tokens", needed="900 of 600"),
)


def issue(finding=None, rows=ROWS, *, bound=True, plan=PLAN, sign=None, **more):
    evidence = (Rows("v", tuple(rows)),) if plan else ()
    examined = Examined(
        bound=evidence if bound else None,
        documents=tuple(
            DocumentState(row.id, row.label, f"sha {row.id}", "parsed") for row in rows
        ),
        unparsed=(DocumentState("z", "Z", "sha z", "refused", "two boxes"),),
    )
    found = finding if finding is not None else conclude(PLAN, evidence)
    certificate = certify(ASKED, plan, evidence, examined, found, **more)
    record = settle(ASKED, plan, evidence, found, certificate, sign=sign)
    return record.certificate, record


def test_a_complete_pool_passes_and_all_of_it_is_cited() -> None:
    certificate, record = issue()
    assert certificate.completeness_check == "pass"
    assert (certificate.structural_bound, certificate.evidence_set_size) == (2, 2)
    assert certificate.plan_digest == digest(PLAN)
    assert certificate.documents == {"a": "sha a", "b": "sha b"}
    assert certificate.unparsed == ("z",)
    assert record.documents == ("a", "b")
    assert (record.outcome, record.answer, record.value) == ("answered", ("1",), 1)
    assert certificate.digest == digest_of(certificate)


def test_the_bill_is_the_same_on_both_papers() -> None:
    certificate, record = issue()
    assert record.tokens == certificate.tokens
    assert (record.tokens.total, record.cost_usd, record.latency_ms) == (7, 5e-06, 1.5)
    unpriced = msgspec.structs.replace(ASKED, spent=Spent(micro_usd=None))
    assert certify(unpriced, None, (), Examined(), NotInGraph(plans=1)).cost_usd is None


def test_unknowns_pass_with_their_interval_and_their_names() -> None:
    blank = Row("c", "C", "unknown", {"size": SILENT}, documents=("c",))
    certificate, record = issue(rows=(*ROWS, blank))
    assert certificate.completeness_check == "pass_with_unknowns"
    assert certificate.interval == record.interval == (1, 2)
    assert [unknown.vertex for unknown in certificate.unknowns] == ["c"]
    assert (record.answer, record.value) == (("1",), 1)
    assert "could change" in record.stop_reason


def test_without_a_second_route_nothing_is_called_a_pass() -> None:
    certificate, record = issue(bound=False)
    assert certificate.completeness_check == "unverified"
    assert certificate.structural_bound is None
    assert "no second route" in record.stop_reason


def test_a_proven_zero_and_an_unknown_term_are_different_papers() -> None:
    zero, record = issue(rows=())
    assert (zero.completeness_check, zero.gap) == ("pass", None)
    assert (record.outcome, record.answer) == ("answered", ("0",))
    assert record.stop_reason.startswith("A proven zero")
    term, refused = issue(Unresolved(mention="curling", expected="sport"), plan=None)
    assert (term.completeness_check, term.gap) == ("refused", "unresolved")
    assert (refused.outcome, refused.answer) == ("refused", ())
    assert "curling" in refused.stop_reason


def test_a_zero_among_many_candidates_is_proven_too() -> None:
    _, record = issue(rows=ROWS[1:])
    assert record.stop_reason == (
        "The one candidate was read by both routes and they agree: "
        "a proven zero, none of them qualifies."
    )


def test_a_difference_fails_whatever_the_answer() -> None:
    evidence = (Rows("v", ROWS),)
    examined = Examined(bound=evidence, differing=("a: size",))
    certificate = certify(ASKED, PLAN, evidence, examined, conclude(PLAN, evidence))
    assert certificate.completeness_check == "fail"
    assert certificate.differing == ("a: size",)


def test_several_valid_answers_are_an_honest_end_with_complete_evidence() -> None:
    certificate, record = issue(Ambiguous(candidates=(ONE, OTHER), clarify="Which one?"))
    assert certificate.completeness_check == "pass"
    assert (record.outcome, record.clarify) == ("ambiguous", "Which one?")
    assert [(one.answer, one.reading) for one in record.alternatives] == [
        (("a",), "A"), (("b",), "B")
    ]  # fmt: skip
    assert record.documents == ("a", "b")


READINGS = (Reading("k1", "races on Como; count"), Reading("k2", "races on Garda; count"))
UNSURE = LowConfidence(
    choices={"k1": 0.5, "k2": 0.5}, threshold=0.9, readings=READINGS, clarify="Which lake?"
)


def test_each_alternative_has_a_key_to_choose_it_by() -> None:
    _, record = issue(Ambiguous(candidates=(ONE, OTHER), clarify="Which one?"))
    assert [each.key for each in record.alternatives] == ["a", "b"]


def test_unsure_readings_are_listed_in_words_and_none_is_an_answer() -> None:
    certificate, record = issue(UNSURE, plan=None)
    assert (record.outcome, certificate.completeness_check) == ("refused", "refused")
    assert record.clarify == "Which lake?"
    assert [(each.reading, each.key, each.answer) for each in record.alternatives] == [
        ("races on Como; count", "k1", ()), ("races on Garda; count", "k2", ())
    ]  # fmt: skip
    assert "“races on Como; count” or “races on Garda; count”" in record.stop_reason


def test_readings_without_a_question_between_them_get_one() -> None:
    _, record = issue(msgspec.structs.replace(UNSURE, clarify=""), plan=None)
    assert record.clarify == "Which is meant: “Como” or “Garda”?"


def test_what_a_choice_leads_to_is_chosen_behind_it() -> None:
    asked = msgspec.structs.replace(ASKED, choice="k1")
    ledger = (chosen("k1", "races on Como"),)
    finding = Ambiguous(candidates=(ONE, OTHER), clarify="Which one?")
    certificate = certify(asked, PLAN, (), Examined(), finding, constraints=ledger)
    record = settle(asked, PLAN, (), finding, certificate)
    assert record.choice == "k1"
    assert [each.key for each in record.alternatives] == ["k1 > a", "k1 > b"]
    assert "the asker chose “races on Como”" in record.stop_reason


def test_a_choice_that_fits_nothing_names_those_that_would() -> None:
    _, record = issue(NoSuchChoice(choice="z", valid=READINGS), plan=None)
    assert record.outcome == "refused"
    assert record.stop_reason == (
        "The choice “z” is not offered; “k1” (races on Como; count) or "
        "“k2” (races on Garda; count) would fit."
    )
    assert [each.key for each in record.alternatives] == ["k1", "k2"]
    _, plain = issue(NoSuchChoice(choice="z"), plan=None)
    assert plain.stop_reason.endswith("the question leaves nothing to choose.")
    assert (plain.alternatives, plain.clarify) == ((), None)


def test_a_model_is_wanted_only_where_nobody_chooses() -> None:
    trail = (Step(tier="planner", needs="a model"),)
    asked = msgspec.structs.replace(ASKED, trail=trail)
    reason = certify(asked, None, (), Examined(), UNSURE).stop_reason
    assert reason.endswith("To go on without a choice it would need a model; none is configured.")
    refused = certify(asked, None, (), Examined(), NoSuchChoice(choice="z")).stop_reason
    assert "model" not in refused


def test_a_record_from_before_choices_keeps_its_digest() -> None:
    _, record = issue(Ambiguous(candidates=(ONE, OTHER), clarify="Which one?"))
    tree = msgspec.json.decode(msgspec.json.encode(record))
    del tree["certificate"], tree["choice"], tree["waited_ms"], tree["tokens"]["estimated"]
    for each in tree["alternatives"]:
        del each["key"]
    old = msgspec.json.encode(tree, order="sorted")
    keyless = tuple(msgspec.structs.replace(each, key="") for each in record.alternatives)
    read = msgspec.structs.replace(record, alternatives=keyless)
    assert record_digest(read) == sha256(old)
    assert record_digest(record) != record_digest(read)


def test_a_roster_is_one_alternative() -> None:
    team = Candidate("t", "Relay", answer=("Zoe", "Ann"))
    _, record = issue(Ambiguous(candidates=(team, ONE), clarify="Which?"))
    assert record.alternatives[0].answer == ("Zoe, Ann",)


def test_every_gap_has_words_that_name_what_is_missing() -> None:
    assert {type(gap) for gap in GAPS} == set(get_args(AnyGap))
    said = [refusal(gap) for gap in GAPS]
    assert len(set(said)) == len(GAPS) - 1  # a shortlist and an ambiguity read the same
    assert all(text[0] in "“ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" for text in said)


@pytest.mark.parametrize("gap", GAPS, ids=lambda gap: gap.__struct_config__.tag)
def test_every_gap_ends_in_a_record_that_carries_it(gap: AnyGap) -> None:
    certificate, record = issue(gap, plan=None)
    assert record.gap == gap
    assert certificate.gap == gap.__struct_config__.tag
    assert record.outcome in ("refused", "ambiguous")
    assert record.answer == ()
    assert certificate.completeness_check in ("refused", "fail")
    assert record.stop_reason == certificate.stop_reason != ""


def test_evidence_above_a_size_leaves_only_its_digest(monkeypatch) -> None:
    small, _ = issue()
    assert small.evidence
    monkeypatch.setattr(certifying, "KEPT_BYTES", 10)
    large, _ = issue(evidence_ref="occam:evidence:1")
    assert large.evidence == ()
    assert large.evidence_ref == "occam:evidence:1"
    assert large.evidence_digest == small.evidence_digest == evidence_digest(small.evidence)


def test_the_issuer_is_named_and_the_signature_comes_last() -> None:
    seen: list[str] = []

    def sign(certificate):
        seen.append(certificate.digest)
        return msgspec.structs.replace(certificate, signature="s")

    software = Software(version="1.2", issued_at="2026-01-01T00:00:00Z", models={"planner": "m"})
    certificate, _ = issue(software=software, sign=sign)
    assert seen == [digest_of(certificate)]
    assert (certificate.software, certificate.models) == ("1.2", {"planner": "m"})


async def test_without_facts_or_plan_there_is_nothing_to_examine() -> None:
    assert await examine(PLAN, (Rows("v", ROWS),), None) == Examined()
