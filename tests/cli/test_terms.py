"""How a question is asked: pipelines by name, ceilings, and batches that do not run together."""

import msgspec
import pytest
from occam.cli.exits import Exit
from occam.cli.questions import Question, read_questions
from occam.cli.records import as_row, bill, brief, card, money_text, summary
from occam.cli.terms import Terms, pipelines_in
from occam.core.errors import BadInput
from occam.core.pipelines import PIPELINES
from occam.core.record import AnswerRecord, Certificate, Tokens

CERTIFICATE = Certificate(
    question_id="q", question_digest="", pack="p", plan=None, plan_digest="",
    completeness_class=None, structural_bound=43, evidence_set_size=4, completeness_check="fail",
)  # fmt: skip
RECORD = AnswerRecord(
    id="q", batch="b", tenant="t", attempt=1, question="Who?", pipeline="rag:5",
    outcome="answered", answer=("Ann",), certificate=CERTIFICATE,
)  # fmt: skip
PAID = msgspec.structs.replace(
    RECORD, calls=2, cost_usd=None, waited_ms=1500.0, tokens=Tokens(total=310, estimated=True)
)


@pytest.mark.parametrize("verb", ["ask", "submit"])
def test_a_wrong_pipeline_is_answered_with_all_names(occam, tmp_path, verb):
    (tmp_path / "q.txt").write_text("Who?")
    ran = occam(verb, tmp_path / "q.txt", "--pipeline", "graph-rag")
    assert ran.code == Exit.USAGE
    assert "pipeline 'graph-rag': expected one of" in ran.err
    assert all(each.name in ran.err for each in PIPELINES)


def test_another_pipeline_asks_the_same_file_in_a_batch_of_its_own():
    named = [Terms(pipeline=name).batch("abc") for name in ("occam", "rag", "rag:20", "agentic")]
    assert named == ["abc", "abc-rag", "abc-rag-20", "abc-agentic"]


def test_a_line_that_names_a_pipeline_goes_before_the_option():
    lines = [Question(1, "a", "Who?"), Question(2, "b", "Who?", pipeline="agentic")]
    asked = Terms(pipeline="rag").asked(lines, "olympics")
    assert [each.pipeline for each in asked] == ["rag", "agentic"]


def test_ceilings_are_those_of_the_question_and_of_its_batch():
    terms = Terms(tokens=900, usd=0.01, seconds=20, batch_tokens=5_000, batch_usd=1.5)
    budget = terms.budget(now=1_000.0)
    assert (budget.tokens, budget.micro_usd, budget.deadline) == (900, 10_000, 1_020.0)
    assert (budget.batch_tokens, budget.batch_micro_usd) == (5_000, 1_500_000)
    assert Terms().budget(now=1.0).deadline is None


def test_a_pipeline_is_read_from_json_and_from_csv():
    lines = '{"question": "Who?", "pipeline": "rag:7"}\n{"question": "Who?", "pipeline": null}\n'
    assert [q.pipeline for q in read_questions(lines.encode(), "q").questions] == ["rag:7", ""]
    table = b"id,question,pipeline\na,Who?,agentic\nb,Who?,\n"
    assert [q.pipeline for q in read_questions(table, "q.csv").questions] == ["agentic", ""]


def test_a_line_with_a_wrong_pipeline_is_named_and_the_rest_is_taken():
    lines = (
        b'{"id": "a", "question": "Who?", "pipeline": "wise"}\n{"id": "b", "question": "Who?"}\n'
    )
    found = read_questions(lines, "q")
    assert [question.id for question in found.questions] == ["b"]
    assert found.refused[0].line == 1
    assert "a: pipeline 'wise': expected one of closed-book" in found.refused[0].reason


def test_the_same_question_in_two_pipelines_needs_two_ids():
    lines = b'{"id": "a", "question": "Who?"}\n{"id": "a", "question": "Who?", "pipeline": "rag"}\n'
    assert "asks something else" in read_questions(lines, "q").refused[0].reason


def test_pipelines_are_named_with_commas_and_once_each():
    assert pipelines_in("rag:5, occam") == ["rag:5", "occam"]
    assert pipelines_in("") == [each.name for each in PIPELINES]
    with pytest.raises(BadInput, match="named once"):
        pipelines_in("rag,rag")
    with pytest.raises(BadInput, match="expected one of"):
        pipelines_in("rag,wise")


def test_a_bill_tells_what_is_estimated_unknown_and_waited():
    assert bill(RECORD) == "0 tokens"
    assert bill(PAID) == "~310 tokens · 2 model calls · unknown price · waited 1.5 s"
    assert bill(PAID) in "\n".join(card(PAID))
    assert "~310" in brief(PAID)
    shown = summary([RECORD, PAID])
    assert "~310 tokens, $0.0000 and unknown, 2 model calls" in shown
    assert shown.endswith("waited 1.5 s")


def test_money_keeps_what_is_small():
    assert [money_text(each) for each in (0, 0.5, 0.000012, None)] == [
        "$0.00", "$0.50", "$0.000012", "unknown price",
    ]  # fmt: skip


def test_a_row_of_csv_tells_pipeline_calls_and_waiting():
    assert as_row(PAID)[-3:] == ("rag:5", 2, 1500.0)
