"""What is refused at the door: a pack without a graph, an unknown default, and the words for it."""

import io
import json
import sys

import pytest
from occam.bus.broker import start_broker
from occam.cli.exits import Exit
from occam.core.gaps import TierFailed
from occam.core.reasons import refusal
from occam.packs import find_pack
from occam.runtime.running import Lock, Running, write_running


@pytest.fixture
def broker(tmp_path):
    started = start_broker(tmp_path / "broker")
    yield started
    started.stop()


@pytest.fixture
def up_here(home, broker):
    """The broker of a supervisor on this home; this process stands for the supervisor."""
    lock = Lock(home / "run")
    lock.take()
    pid = int((home / "run" / "up.lock").read_text())
    write_running(home / "run", Running(pid=pid, started_at=0.0, url=broker.url, ready=True))
    yield
    lock.release()


@pytest.mark.integration
def test_a_question_before_any_graph_is_refused_and_leaves_no_trace(occam, up_here, tmp_path):
    file = tmp_path / "q.txt"
    file.write_text("Who?\n")
    for ran in (occam("ask", "Who?"), occam("submit", file)):
        assert ran.code == Exit.USAGE
        assert ran.err == (
            "occam: no graph of pack 'olympics' is loaded; run: occam load --pack olympics\n"
        )
    assert occam("answers", "--json").out == ""
    occam("load")
    assert "1 accepted" in occam("submit", file).out


@pytest.mark.integration
def test_a_graph_of_another_pack_does_not_count(occam, up_here):
    occam("load")
    ran = occam("ask", "Who?", "--pack", "lighthouses")
    assert ran.code == Exit.USAGE
    assert "run: occam load --pack lighthouses" in ran.err


@pytest.mark.integration
def test_a_home_without_graphs_lets_the_broker_of_others_decide(
    occam, broker, monkeypatch, tmp_path
):
    monkeypatch.setenv("OCCAM_REDIS_URL", broker.url)
    (tmp_path / "q.txt").write_text("Who?\n")
    assert "1 accepted" in occam("submit", tmp_path / "q.txt").out
    occam("load")
    assert occam("submit", tmp_path / "q.txt", "--pack", "lighthouses").code == Exit.USAGE


@pytest.mark.integration
def test_the_batches_of_single_questions_are_listed_when_asked_for(occam, broker, monkeypatch):
    monkeypatch.setenv("OCCAM_REDIS_URL", broker.url)
    assert occam("ask", "Who?", "--timeout", "0.1").code == Exit.NO
    assert "ask-" not in occam("answers").out
    assert "ask-" in occam("answers", "--all").out


@pytest.mark.parametrize("verb", ["up", "up -d", "load", "ask Who?", "submit -"])
def test_an_unknown_default_pack_stops_a_verb_with_the_known_ones(occam, monkeypatch, verb):
    monkeypatch.setenv("OCCAM_PACK", "nope")
    ran = occam(*verb.split())
    assert ran.code == Exit.USAGE
    assert ran.err == "occam: unknown pack 'nope'; known packs: lighthouses, olympics\n"


def test_a_tier_that_failed_is_told_by_its_cause():
    cause = "no graph of pack 'nope' is loaded: load one with `occam load --pack nope`"
    said = refusal(TierFailed(tier="rules", cause=cause))
    assert said == f"N{cause[1:]} (rules)."


def test_a_cause_keeps_its_own_full_stop_and_the_paths_of_the_host_to_itself():
    gap = TierFailed(tier="certifier", cause="cannot open '/home/me/.occam/graph.lbug'. ")
    assert refusal(gap) == "Cannot open 'graph.lbug' (certifier)."
    gap = TierFailed(tier="certifier", cause="see http://there/a/b, 3/4/5 and ./x/y")
    assert refusal(gap) == "See http://there/a/b, 3/4/5 and ./x/y (certifier)."
    assert refusal(TierFailed(tier="certifier", cause="")) == "The certifier failed for good."


def pages():
    return b"".join(file.read_bytes() for file in find_pack("olympics").document_files())


def test_pages_are_read_from_standard_input(occam, monkeypatch):
    bundled = json.loads(occam("load", "--json").out)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(pages())))
    again = json.loads(occam("load", "-", "--json").out)
    assert again["already"]
    assert again["manifest"] == bundled["manifest"]


def test_a_bad_line_of_standard_input_is_named_as_such(occam, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"nonsense\n")))
    ran = occam("load", "-")
    assert ran.code == Exit.USAGE
    assert ran.err.startswith("occam: standard input line 1: not JSON")
