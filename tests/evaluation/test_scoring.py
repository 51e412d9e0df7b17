"""Records are scored as a grader would: what is the same is the same, and "+" matters."""

import pytest
from occam.core.record import Alternative, AnswerRecord, Certificate, Outcome, Tokens
from occam.evaluation.questions import BenchmarkQuestion
from occam.evaluation.scoring import cited, lines, same_answer, score, verdict


def record(
    outcome: Outcome,
    answer: tuple[str, ...] = (),
    alternatives: tuple[tuple[str, ...], ...] = (),
    documents: tuple[str, ...] = (),
) -> AnswerRecord:
    certificate = Certificate(
        question_id="q1", question_digest="", pack="p", plan=None, plan_digest="",
        completeness_class=None, structural_bound=None, evidence_set_size=0,
        completeness_check="pass",
    )  # fmt: skip
    return AnswerRecord(
        id="q1", batch="b", tenant="t", attempt=1, question="?", pipeline="rules",
        outcome=outcome, answer=answer, documents=documents, certificate=certificate,
        alternatives=tuple(Alternative(answer=each, reading="") for each in alternatives),
        tokens=Tokens(total=3),
    )  # fmt: skip


GOLD = BenchmarkQuestion(qid="q1", question="?", answer=("Ann LeeBo Ek",), gold_doc_ids=("d1",))


@pytest.mark.parametrize(
    ("said", "gold"),
    [
        (("5",), ("5",)),
        (("1,024",), ("1024",)),
        (("25.17",), ("25.1667",)),
        (("Bo Ek", "Ann Lee"), ("Ann LeeBo Ek",)),
        (("Ann Lee and Bo Ek",), ("Ann LeeBo Ek",)),
        (("ann lee",), ("Ann  Lee",)),
        (("Men’s épée – final",), ("Men's épée - final",)),
    ],
)
def test_the_same_answer_in_another_dress_is_right(
    said: tuple[str, ...], gold: tuple[str, ...]
) -> None:
    assert same_answer(said, gold)


@pytest.mark.parametrize(
    ("said", "gold"),
    [
        (("80 kg",), ("+80 kg",)),
        (("5",), ("6",)),
        (("Ann Lee",), ("Ann LeeBo Ek",)),
        (("Ann Lee", "Ann Lee"), ("Ann Lee",)),
        ((), ("5",)),
        (("Zoe",), ("Zoé",)),
    ],
)
def test_another_answer_is_wrong(said: tuple[str, ...], gold: tuple[str, ...]) -> None:
    assert not same_answer(said, gold)


def test_each_outcome_has_its_verdict() -> None:
    assert verdict(GOLD, record("answered", ("Ann Lee", "Bo Ek"))) == "right"
    assert verdict(GOLD, record("answered", ("Cy",))) == "wrong"
    listed = record("ambiguous", alternatives=(("Cy",), ("Bo Ek", "Ann Lee")))
    assert verdict(GOLD, listed) == "ambiguous_with_gold"
    assert verdict(GOLD, record("ambiguous", alternatives=(("Cy",),))) == "ambiguous_without_gold"
    assert verdict(GOLD, record("refused")) == "refused"
    assert verdict(GOLD, record("dead")) == "dead"
    assert verdict(GOLD, None) == "missing"


def test_citations_have_recall_and_precision() -> None:
    found = cited(("d1", "d2"), ("d1", "d3"))
    assert found is not None
    assert (found.recall, found.precision) == (0.5, 0.5)
    assert cited(("d1",), ()) is None


def test_a_report_counts_and_names_every_miss() -> None:
    other = BenchmarkQuestion(qid="q2", question="who?", qtype="hop", answer=("x",))
    report = score(
        [GOLD, other], {"q1": record("answered", GOLD.answer, documents=("d1",))}, ["q1"]
    )
    assert (report.held, report.verified, report.certificates, report.tokens) == (1, 1, 1, 3)
    assert (report.recall, report.precision) == (1.0, 1.0)
    text = "\n".join(lines(report))
    assert "1 of 2 hold" in text
    assert "q2 missing: who?" in text
