"""What a record is worth against a golden question; trouble of a model is told apart."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from occam.core.errors import BadInput
from occam.core.gaps import (
    Ambiguous,
    AnyGap,
    InvalidPlan,
    NoModel,
    NotInCorpus,
    OverBudget,
    TierFailed,
    UnmappedPhrase,
)
from occam.core.record import Alternative, AnswerRecord, Certificate, Step, Tokens
from occam.evaluation.gold import GoldQuestion, mark, read_gold
from occam.evaluation.pipelines import spread
from occam.evaluation.standing import lines, standing
from occam.packs import find_pack
from occam.tiers.forms import Answers, decoded

BOTH = (Alternative(answer=("Ann",), reading="a"), Alternative(answer=("Bo", "Cy"), reading="b"))


def question(gold: dict[str, Any] | None = None, **fields: Any) -> GoldQuestion:
    return msgspec.convert({"qid": "q", "question": "Who?", "gold": gold, **fields}, GoldQuestion)


def record(outcome: str = "answered", note: str = "", **fields: Any) -> AnswerRecord:
    certificate = Certificate(
        question_id="q", question_digest="", pack="p", plan=None, plan_digest="",
        completeness_class=None, structural_bound=2, evidence_set_size=1,
        completeness_check="fail", trail=(Step(tier="documents", note=note),),
    )  # fmt: skip
    told = {"id": "q", "batch": "b", "tenant": "t", "attempt": 1, "question": "Who?"}
    return AnswerRecord(**told, pipeline="rag", outcome=outcome, certificate=certificate, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("gold", "answer", "right"),
    [
        ({"kind": "value", "value": "Miklós Ungvári"}, ("miklós ungvári",), True),
        ({"kind": "value", "value": 17}, ("17",), True),
        ({"kind": "value", "value": 17}, ("18",), False),
        ({"kind": "value", "value": "Bo & Cy", "names": ["Bo", "Cy"]}, ("Cy", "Bo"), True),
        ({"kind": "value", "value": "Rio", "aliases": ["Rio (city)"]}, ("Rio (city)",), True),
        ({"kind": "count", "value": 3, "number": 3}, ("3",), True),
        ({"kind": "count", "value": 3, "number": 3}, ("three",), False),
        ({"kind": "list", "values": ["A", "B"]}, ("B", "A"), True),
        ({"kind": "list", "values": ["A", "B"], "ordered": True}, ("B", "A"), False),
        ({"kind": "proven_zero"}, ("0",), True),
        ({"kind": "proven_zero"}, ("2",), False),
        ({"kind": "interval", "low": 6, "high": 7}, ("6",), False),
        ({"kind": "ambiguous", "values": ["A", "B"]}, ("A",), False),
        ({"kind": "ambiguous", "values": ["A", "B"]}, ("B", "A"), True),
        ({"kind": "unanswerable"}, ("A",), False),
    ],
)  # fmt: skip
def test_an_answer_is_held_against_what_the_kind_wants(
    gold: dict[str, Any], answer: tuple[str, ...], right: bool
) -> None:
    assert mark(question(gold), record(answer=answer)) == ("right" if right else "wrong")


def test_an_interval_is_right_by_both_ends() -> None:
    gold = question({"kind": "interval", "low": 6, "high": 7})
    assert mark(gold, record(answer=("6",), interval=(6, 7))) == "right"
    exact = question({"kind": "count", "number": 6, "value": 6})
    assert mark(exact, record(answer=("6",), interval=(6, 7))) == "wrong"


def test_a_list_of_answers_with_the_right_one_is_listed_and_without_it_wrong() -> None:
    several = record("ambiguous", alternatives=BOTH, gap=Ambiguous(candidates=(), clarify="?"))
    assert mark(question({"kind": "value", "value": "Ann"}), several) == "listed"
    assert mark(question({"kind": "value", "value": "Bo and Cy"}), several) == "listed"
    assert mark(question({"kind": "value", "value": "Di"}), several) == "wrong"
    assert mark(question({"kind": "ambiguous", "values": ["Ann", "Bo, Cy"]}), several) == "right"
    assert mark(question({"kind": "ambiguous", "values": ["Ann"]}), several) == "wrong"


@pytest.mark.parametrize(
    ("gap", "worth"),
    [
        (UnmappedPhrase(phrase="x"), "right"),
        (NotInCorpus(), "right"),
        (NoModel(tier="reader"), "refused"),
        (OverBudget(limit="tokens", needed="9"), "refused"),
        (TierFailed(tier="planner", cause="", failure="quota"), "quota"),
        (TierFailed(tier="planner", cause="", failure="timeout"), "timeout"),
        (TierFailed(tier="planner", cause="", failure="unreachable"), "failed"),
        (TierFailed(tier="planner", cause="", failure="invalid"), "invalid"),
        (InvalidPlan(path="answer", reason="x"), "invalid"),
    ],
)
def test_a_refusal_that_was_due_is_right_unless_a_model_failed(gap: AnyGap, worth: str) -> None:
    refused = record("refused", gap=gap)
    assert mark(question({"kind": "unknown_term"}), refused) == worth
    if worth in ("right", "refused"):
        assert mark(question({"kind": "value", "value": "A"}), refused) == "refused"


def test_an_answer_that_cannot_be_read_is_invalid_and_not_wrong() -> None:
    note = decoded("Sure! The answer is …", Answers)
    assert isinstance(note, str)
    unreadable = record("refused", note=note, gap=NotInCorpus())
    assert mark(question({"kind": "value", "value": "A"}), unreadable) == "invalid"
    assert mark(question({"kind": "unanswerable"}), unreadable) == "invalid"


def test_a_dead_or_missing_record_is_neither_right_nor_wrong() -> None:
    gold = question({"kind": "value", "value": "A"})
    dead = record("dead", gap=TierFailed(tier="certifier", cause="x"))
    assert (mark(gold, dead), mark(gold, None)) == ("failed", "missing")


def test_both_forms_of_a_file_are_read_and_a_bad_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "q.jsonl"
    public = {"qid": "p", "question": "Who?", "answer": ["Bo", "Cy"], "qtype": "lookup"}
    file.write_text(json.dumps(public) + "\n")
    (found,) = read_gold(file)
    assert mark(found, record(answer=("Cy", "Bo"))) == "right"
    file.write_text('{"qid": "p", "question": "Who?"}\n')
    with pytest.raises(BadInput, match="1: neither"):
        read_gold(file)


@pytest.mark.parametrize("pack", ["olympics", "lighthouses"])
def test_the_golden_questions_of_a_pack_are_read(pack: str) -> None:
    golden = find_pack(pack).golden
    assert golden
    assert all(each.gold for each in read_gold(golden))


def test_a_limit_takes_questions_from_the_whole_length() -> None:
    many = [question(qid=str(at), answer=["A"]) for at in range(70)]
    assert [each.qid for each in spread(many, 7)] == ["0", "10", "20", "30", "40", "50", "60"]
    assert len(spread(many, 0)) == len(spread(many, 99)) == 70


def test_a_standing_adds_up_and_keeps_unknown_money_unknown() -> None:
    asked = [question({"kind": "value", "value": "A"}, qid=id, gold_doc_ids=["d"]) for id in "abc"]
    paid = Tokens(input=10, output=5, context=7, total=15, estimated=True)
    records = {
        "a": record(answer=("A",), documents=("d", "e"), tokens=paid, calls=1, cost_usd=0.5),
        "b": record(answer=("B",), documents=("d",), cost_usd=None, waited_ms=2000.0),
    }
    row = standing("rag", asked, records, {"q"})
    assert (row.marks["right"], row.marks["wrong"], row.marks["missing"]) == (1, 1, 1)
    assert (row.recall, row.precision) == (1.0, 0.75)
    assert (row.tokens, row.estimated, row.calls, row.usd) == ((10, 5, 7), True, 1, None)
    assert (row.waited_s, row.checks) == (2.0, {"fail": 2})
    assert (row.accuracy.hits, row.accuracy.low > 0, row.accuracy.high < 100) == (1, True, True)
    shown = "\n".join(lines([row]))
    assert "missing" in shown
    assert "~10" in shown
    assert "unknown" in shown
