"""Pipelines as a user runs them: real processes, and a model whose answers are written here."""

import csv
import io
import json

import pytest
from occam.cli.exits import Exit
from occam.core.pipelines import PIPELINES

from tests.integration.gaps import GOOD, REIGNED

pytestmark = [pytest.mark.integration, pytest.mark.timeout(600)]

COUNT = "How many shooting events were held at the Royal Artillery Barracks?"
NAME = "Lasha Shavdatuashvili"
QUOTED = {"answers": [{"answer": NAME, "quote": NAME, "passage": 1}], "reasoning": "it says so"}
LINES = [
    {"prompt": "plan", "say": GOOD, "when": ["reigned"]},
    {"prompt": "plan", "say": '{"cannot": "no such thing"}'},
    {"prompt": "rag", "say": json.dumps(QUOTED), "when": ["reigned"]},
    {"prompt": "alone", "say": json.dumps({"answers": [{"answer": "Somebody"}]})},
    {"prompt": "alone", "fails": "settings"},
]
NAMES = [each.name for each in PIPELINES]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("pipelines")


@pytest.fixture(scope="module")
def occam(folder, on_home):
    """Up with the sample and a scripted model for every tier, down at the end."""
    script = folder / "script.json"
    script.write_text(json.dumps({"price": 1, "lines": LINES}))
    occam = on_home(folder / "home", LLM_MODEL=f"scripted/{script}", LLM_CACHE_S=0)
    occam("load")
    occam("up", "--detach")
    yield occam
    occam("down")


@pytest.fixture(scope="module")
def alone(folder, occam, on_home):
    """The same home as somebody sees it who has no model; what needs no process runs there."""
    return on_home(folder / "home")


def lines(text):
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def measured(occam, *options):
    """`occam evaluate pipelines …`, which starts everything anew: a busy machine takes its time."""
    run = occam.start("evaluate", "pipelines", *options)
    printed, errors = run.communicate(timeout=500)
    assert run.returncode == 0, errors
    assert "Traceback" not in errors
    return printed


def test_a_question_is_compared_in_every_pipeline(occam):
    records = {each["pipeline"]: each for each in lines(occam("compare", REIGNED, "--json"))}
    assert list(records) == NAMES
    assert records["closed-book"]["answer"] == ["Somebody"]
    assert records["rag"]["certificate"]["completeness_check"] == "unverified"
    for name in ("graphrag", "agentic", "occam"):
        assert (records[name]["answer"], records[name]["tier"]) == ([NAME], 1)
        assert records[name]["certificate"]["completeness_check"] == "pass"
    assert all(record["calls"] == 1 for record in records.values())


def test_a_comparison_shows_bills_and_walks(occam):
    shown = occam("compare", REIGNED, "--pipelines", "rag:3,occam")
    assert "rag:3" in shown
    assert "planner · plan" in shown
    assert "prompt plan 1" in shown
    assert "rules · left unmapped_phrase" in shown


def test_the_bill_is_within_the_estimate(occam):
    for name in ("closed-book", "rag", "graphrag", "agentic", "occam"):
        options = ("--pipeline", name, "--json")
        (told,) = lines(occam("estimate", "--question", REIGNED, *options))
        (record,) = lines(occam("ask", REIGNED, *options))
        low, high = told["tokens"]
        assert 0 < low <= record["tokens"]["total"] <= high
        least, most = told["usd"]
        assert least <= record["cost_usd"] <= most
        assert told["counted_by"] == {"scripted/script.json": "the script, 4 characters each"}
        assert told["estimated"]


def test_what_a_reranker_would_pick_is_estimated_between_the_shortest_and_the_longest(
    folder, occam, on_home
):
    script = folder / "ranking.json"
    script.write_text(json.dumps({"price": 1, "lines": LINES}))
    given = {"LLM_MODEL": f"scripted/{script}", "RERANKER_MODEL": f"scripted/{script}"}
    ranked = on_home(folder / "home", **given)
    options = ("--question", COUNT, "--pipeline", "rag:3", "--json")
    (told,), (plain,) = (lines(each("estimate", *options)) for each in (ranked, occam))
    (asked,) = told["questions"]
    assert [each.partition(" ")[0] for each in asked["requests"]] == ["rerank", "rag"]
    low, high = told["tokens"]
    assert low < high
    assert high - low > plain["tokens"][1] - plain["tokens"][0]


def test_a_question_that_would_be_refused_for_its_length_is_not_estimated(alone):
    run = alone.start("estimate", "--question", "a" * 4_001)
    _, errors = run.communicate(timeout=60)
    assert run.returncode == Exit.USAGE
    assert "--question: 4,001 characters, at most 4,000 are taken" in errors


def test_what_tier_0_answers_is_estimated_at_nothing(alone):
    (told,) = lines(alone("estimate", "--question", COUNT, "--json"))
    assert (told["ends"], told["tokens"], told["usd"]) == ({"answered": 1}, [0, 0], [0.0, 0.0])


def test_without_a_model_an_estimate_names_what_would_be_refused(alone):
    (told,) = lines(alone("estimate", "--question", REIGNED, "--json"))
    assert told["gaps"] == {"unmapped_phrase": 1}
    assert told["refused_for_want_of_a_model"] == ["1"]
    shown = alone("estimate", "--question", REIGNED, "--pipeline", "rag")
    assert "refused for want of a model: 1 for reader" in shown


def test_a_price_that_nobody_knows_is_unknown_in_an_estimate(folder, occam, on_home):
    script = folder / "unpriced.json"
    script.write_text(json.dumps({"price": None, "lines": LINES}))
    unpriced = on_home(folder / "home", LLM_MODEL=f"scripted/{script}")
    assert "price unknown price to unknown price" in unpriced("estimate", "--question", REIGNED)


def test_a_recording_that_does_not_hold_a_request_costs_nothing(folder, occam, on_home):
    reply = {"text": "{}", "spent": {}}
    line = {"model": "maker/model", "request": "0", "prompt": "plan 1", "reply": reply}
    tape = folder / "tape.jsonl"
    tape.write_text(json.dumps(line) + "\n")
    played = on_home(folder / "home", LLM_MODEL=f"recorded/{tape}")
    (told,) = lines(played("estimate", "--question", REIGNED, "--json"))
    assert (told["tokens"], told["ends"]) == ([0, 0], {"refused": 1})


def test_a_file_asks_each_line_in_its_own_pipeline(occam, folder):
    file = folder / "mixed.jsonl"
    asked = [
        {"id": "a", "question": COUNT},
        {"id": "b", "question": REIGNED, "pipeline": "closed-book"},
        {"id": "c", "question": REIGNED, "pipeline": "wise"},
    ]
    file.write_text("".join(json.dumps(line) + "\n" for line in asked))
    taken = json.loads(occam("submit", file, "--pipeline", "occam", "--json", code=Exit.NO))
    assert (taken["accepted"], taken["refused"][0]["line"]) == (2, 3)
    occam("answers", taken["batch"], "--follow")
    rows = {
        row["id"]: row
        for row in csv.DictReader(io.StringIO(occam("answers", taken["batch"], "--csv")))
    }
    assert (rows["a"]["pipeline"], rows["a"]["calls"], rows["a"]["waited_ms"]) == (
        "occam",
        "0",
        "0.0",
    )
    assert (rows["b"]["pipeline"], rows["b"]["calls"]) == ("closed-book", "1")


def test_the_same_file_in_another_pipeline_is_no_repetition(occam, folder):
    file = folder / "same.txt"
    file.write_text(REIGNED)
    first = json.loads(occam("submit", file, "--json"))
    other = json.loads(occam("submit", file, "--json", "--pipeline", "closed-book"))
    again = json.loads(occam("submit", file, "--json", "--pipeline", "closed-book"))
    assert other["batch"] == f"{first['batch']}-closed-book" == again["batch"]
    assert (first["accepted"], other["accepted"], again["repeated"]) == (1, 1, 1)


def test_a_ceiling_of_tokens_refuses_before_anything_is_paid(occam):
    (record,) = lines(occam("ask", REIGNED, "--tokens", 50, "--json", code=Exit.NO))
    assert record["gap"]["kind"] == "over_budget"
    assert (record["calls"], record["tokens"]["total"]) == (0, 0)
    (record,) = lines(occam("ask", REIGNED, "--usd", 0, "--json", code=Exit.NO))
    assert record["gap"]["limit"] == "money of the question"
    (record,) = lines(occam("ask", REIGNED, "--seconds", 0, "--json", code=Exit.NO))
    assert record["gap"]["limit"] == "deadline"


def test_the_planner_s_prompt_is_shown_with_its_tokens(alone):
    (told,) = lines(alone("models", "prompt", REIGNED, "--json"))
    assert [each["role"] for each in told["messages"]] == ["system", "user"]
    assert told["messages"][1]["content"].endswith(f"Question: {REIGNED}")
    assert set(told["tokens"]) == {"o200k_base", "cl100k_base"}
    assert alone("models", "prompt", REIGNED, "--at-most", 10, code=Exit.NO)


def test_no_golden_question_has_a_prompt_above_the_limit(alone):
    (told,) = lines(alone("models", "prompt", "--golden", "--json"))
    assert told["questions"] == 70
    assert 300 < told["median"]["o200k_base"] <= told["max"]["o200k_base"] <= 600


def test_every_pipeline_is_measured_on_the_same_questions(occam, folder):
    out = folder / "records.jsonl"
    printed = lines(measured(occam, "--limit", 7, "--out", out, "--json"))
    rows = {row["pipeline"]: row for row in printed}
    assert list(rows) == NAMES
    assert all(sum(row["marks"].values()) == row["questions"] == 7 for row in rows.values())
    assert rows["occam"]["accuracy"]["hits"] == 7
    assert rows["occam"]["verified"] == 7
    assert rows["rag"]["marks"]["failed"] == 0 < rows["rag"]["marks"]["invalid"]
    assert rows["graphrag"]["marks"]["refused"] + rows["graphrag"]["marks"]["right"] == 7
    assert rows["closed-book"]["marks"]["wrong"] == 7
    raw = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(raw) == 35
    assert {record["pipeline"] for record in raw} == set(NAMES)


def test_without_a_model_only_occam_answers_and_nothing_is_an_error(alone):
    options = ("--limit", 3, "--pipelines", "closed-book,agentic,occam")
    shown = measured(alone, *options)
    assert "closed-book: 3 no_model" in shown
    assert "agentic: 3 no_model" in shown
    assert "small samples" in shown


def test_a_quota_and_a_timeout_have_columns_of_their_own(folder, occam, on_home):
    script = folder / "trouble.json"
    trouble = [{"prompt": "alone", "fails": "timeout"}, {"prompt": "rag", "fails": "quota"}]
    script.write_text(json.dumps({"lines": trouble}))
    settings = {"LLM_MODEL": f"scripted/{script}", "LLM_TRIES": 1, "LLM_PATIENCE_S": 0}
    poor = on_home(folder / "home", **settings)
    options = ("--limit", 2, "--pipelines", "closed-book,rag", "--json")
    found = {row["pipeline"]: row["marks"] for row in lines(measured(poor, *options))}
    assert found["closed-book"]["timeout"] == 2
    assert found["rag"]["quota"] == 2
