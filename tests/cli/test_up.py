"""The whole system on one home, as a user starts it: real broker, real services, real questions."""

import json
import os
import signal
import socket
import sys
import time

import psutil
import pytest
from occam.cli.exits import Exit

pytestmark = [pytest.mark.integration, pytest.mark.timeout(180)]

COUNT = "How many shooting events were held at the Royal Artillery Barracks?"
SERVICES = {"classifier", "graph-executor", "disambiguator", "document-reader", "certifier"}


@pytest.fixture(scope="module")
def occam(tmp_path_factory, on_home):
    """Up with the sample loaded, down at the end."""
    occam = on_home(tmp_path_factory.mktemp("up") / "home")
    occam("load")
    occam("up", "--detach")
    yield occam
    occam("down")


def records(text):
    """The JSON lines; a notice that the broker is waited for goes to standard error beside them."""
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def test_everything_is_ready_and_says_so(occam):
    status = json.loads(occam("status", "--json"))
    assert status["ready"]
    assert {process["name"] for process in status["processes"]} == {"broker", *SERVICES}
    assert status["graphs"]["olympics"]


def test_a_question_is_answered_with_a_certificate_that_verifies(occam):
    (record,) = records(occam("ask", COUNT, "--json"))
    assert (record["outcome"], record["value"], record["tokens"]["total"]) == ("answered", 12, 0)
    assert record["certificate"]["completeness_check"] == "pass"
    assert "1 of 1 certificates verified" in occam("verify", record["id"])
    assert "12" in occam("ask", COUNT)


def test_a_refusal_ends_in_one(occam):
    (record,) = records(occam("ask", "What is the weather?", "--json", code=Exit.NO))
    assert record["outcome"] == "refused"
    assert record["gap"]["kind"]


def test_a_batch_goes_to_the_queue_once_and_its_answers_come_in_every_form(occam, tmp_path):
    file = tmp_path / "q.jsonl"
    file.write_text(
        f'{{"id": "a", "question": {json.dumps(COUNT)}}}\n{{"id": "b", "question": "?"}}\n'
    )
    first = json.loads(occam("submit", file, "--json"))
    assert (first["accepted"], first["refused"]) == (2, [])
    again = json.loads(occam("submit", file, "--json"))
    assert (again["batch"], again["accepted"], again["repeated"]) == (first["batch"], 0, 2)
    found = records(occam("answers", first["batch"], "--follow", "--json"))
    assert sorted(record["id"] for record in found) == ["a", "b"]
    table = occam("answers", first["batch"])
    assert "2 questions" in table
    csv = occam("answers", first["batch"], "--csv").splitlines()
    assert csv[0].startswith("id,outcome,answer")
    assert len(csv) == 3
    tree = occam("trace", "a", "--batch", first["batch"])
    assert "Royal Artillery Barracks" in tree
    assert "phrases of the question" in tree
    (tmp_path / "records.jsonl").write_text("\n".join(json.dumps(each) for each in found))
    assert "2 of 2 certificates verified" in occam("verify", tmp_path / "records.jsonl")
    assert "2 questions forgotten" in occam("forget", first["batch"], "--yes")
    assert "there is no batch" in occam("answers", first["batch"], code=Exit.USAGE)


def test_bad_lines_are_named_and_the_rest_is_taken_from_standard_input(occam):
    given = json.dumps({"id": "ok", "question": COUNT}) + "\nnonsense\n"
    outcome = occam("submit", "-", "--batch", "piped", "--json", given=given, code=Exit.NO)
    found = json.loads(outcome)
    assert found["accepted"] == 1
    assert [refused["line"] for refused in found["refused"]] == [2]


def test_another_question_under_a_used_id_is_refused_by_line(occam):
    occam("submit", "-", "--batch", "twice", given="Who?")
    found = json.loads(
        occam("submit", "-", "--batch", "twice", "--json", given="Where?", code=Exit.USAGE)
    )
    assert found["refused"][0]["line"] == 1


def test_the_streams_name_their_writers_and_readers(occam):
    found = {each["stream"]: each for each in records(occam("streams", "--json"))}
    assert found["plan.ready.v1"]["writers"] == ["classifier"]
    assert found["plan.ready.v1"]["readers"] == ["graph-executor"]


def test_an_altered_answer_fails_its_verification(occam, tmp_path):
    (record,) = records(occam("ask", COUNT, "--json"))
    record["value"], record["answer"] = 13, ["13"]
    (tmp_path / "r.json").write_text(json.dumps(record))
    assert "FAILED" in occam("verify", tmp_path / "r.json", code=Exit.NO)


def test_a_killed_service_comes_back_and_answers(occam):
    before = occam.pids()["classifier"]
    os.kill(before, signal.SIGKILL)
    (record,) = records(occam("ask", COUNT, "--json"))
    assert record["value"] == 12
    deadline = time.monotonic() + 20
    while not json.loads(occam_status(occam))["ready"]:
        assert time.monotonic() < deadline
        time.sleep(0.2)
    assert occam.pids()["classifier"] != before


def test_a_broker_that_is_killed_comes_back_and_loses_nothing_accepted(occam, tmp_path):
    taken = json.loads(occam("submit", "-", "--batch", "kept", "--json", given=COUNT))
    os.kill(occam.pids()["broker"], signal.SIGKILL)
    (again,) = records(occam("submit", "-", "--batch", "kept", "--json", given=COUNT))
    assert (taken["accepted"], again["accepted"], again["repeated"]) == (1, 0, 1)
    (record,) = records(occam("answers", "kept", "--follow", "--json"))
    assert record["value"] == 12


def test_a_stopped_service_fails_readiness_and_its_questions_wait(occam, tmp_path):
    file = tmp_path / "q.txt"
    file.write_text(COUNT)
    paused = psutil.Process(occam.pids()["graph-executor"])
    paused.suspend()
    try:
        asking = occam.start("ask", COUNT, "--json")
        deadline = time.monotonic() + 20
        while json.loads(occam_status(occam))["ready"]:
            assert time.monotonic() < deadline
            time.sleep(0.2)
        assert "not heard of for" in occam("status", code=Exit.NO)
        assert asking.poll() is None
        impatient = occam.start("submit", file, "--batch", "left", "--follow")
        assert "1 accepted" in impatient.stdout.readline()
        time.sleep(1)
        impatient.send_signal(signal.SIGINT)
        said = impatient.communicate(timeout=20)[1]
        assert impatient.returncode == Exit.INTERRUPTED
        assert (
            said == "occam: stopped; the batch goes on; see it with: occam answers left --follow\n"
        )
    finally:
        paused.resume()
    assert json.loads(asking.communicate()[0])["value"] == 12
    assert records(occam("answers", "left", "--follow", "--json"))[0]["value"] == 12


def occam_status(occam):
    done = occam.start("status", "--json")
    return done.communicate()[0]


def test_a_second_up_on_the_same_home_is_refused(occam):
    assert "already up here" in occam("up", code=Exit.USAGE)
    assert "already up here" in occam("up", "--detach", code=Exit.USAGE)
    assert json.loads(occam("status", "--json"))["ready"]


def test_a_taken_port_is_named(tmp_path, on_home):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = on_home(tmp_path / "home", PORT=port)("up", code=Exit.USAGE)
    assert f"port {port} on 127.0.0.1 is in use" in said
    assert "OCCAM_PORT" in said


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's death signal is Linux only")
def test_kill_9_of_the_supervisor_leaves_no_orphan_and_the_home_free(tmp_path, on_home):
    occam = on_home(tmp_path / "home")
    up = occam.start("up")
    assert "OCCAM is up" in up.stdout.readline()
    pids = occam.pids().values()
    up.kill()
    up.communicate()
    deadline = time.monotonic() + 10
    while any(map(lives, pids)):
        assert time.monotonic() < deadline, "an orphan"
        time.sleep(0.05)
    occam("up", "--detach")
    occam("down")


def test_ctrl_c_stops_everything_cleanly(tmp_path, on_home):
    occam = on_home(tmp_path / "home")
    up = occam.start("up")
    assert "OCCAM is up" in up.stdout.readline()
    pids = occam.pids().values()
    up.send_signal(signal.SIGINT)
    out, err = up.communicate(timeout=30)
    assert (up.returncode, out, err) == (0, "OCCAM is down.\n", "")
    assert not any(map(lives, pids))


def lives(pid):
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def test_the_demo_answers_the_sample_and_leaves_nothing_behind(tmp_path, on_home):
    occam = on_home(tmp_path / "unused")
    (tmp_path / "scratch").mkdir()
    occam.environ["TMPDIR"] = str(tmp_path / "scratch")
    said = occam("demo", "--limit", "10")
    assert "10 questions submitted to the queue" in said
    assert "10 of 10 certificates verified" in said
    assert not list((tmp_path / "scratch").iterdir())
