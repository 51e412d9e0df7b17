"""Bad input of each kind ends in one clear line and its exit code; nothing needs a broker here."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from occam.cli.exits import MEANINGS, Exit, exits_table
from occam.cli.main import explained


def one_line(ran):
    """The whole complaint, which must be one line and no traceback."""
    assert ran.err.count("\n") == 1, ran.err
    assert "Traceback" not in ran.err
    return ran.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("ask", "Who?"), ("answers", "b"), ("trace", "q"), ("streams",), ("status",), ("down",),
        ("dead", "list"), ("forget", "b", "--yes"), ("verify", "q1"),
    ],
)  # fmt: skip
def test_a_home_where_nothing_is_up_is_said_so(occam, home, arguments):
    ran = occam(*arguments)
    assert ran.code == Exit.DOWN
    assert one_line(ran).startswith(f"occam: {home}: OCCAM is not up here")


def test_a_broker_that_does_not_answer_is_named_without_its_password(occam, monkeypatch):
    monkeypatch.setenv("OCCAM_REDIS_URL", "redis://me:hunter2@127.0.0.1:1/0")
    ran = occam("streams")
    assert ran.code == Exit.DOWN
    assert "redis://***@127.0.0.1:1/0" in one_line(ran)
    assert "hunter2" not in ran.err + ran.out


def test_up_on_a_broker_that_does_not_answer_gives_up_in_time(occam, home, monkeypatch):
    monkeypatch.setenv("OCCAM_REDIS_URL", "redis://127.0.0.1:1/0")
    monkeypatch.setenv("OCCAM_READY_TIMEOUT", "0.5")
    ran = occam("up")
    assert ran.code == Exit.NO
    assert one_line(ran).startswith("occam: broker: ")
    assert not (home / "run" / "up.json").exists()


def test_a_broker_that_lets_up_wait_is_named_after_two_seconds(occam, monkeypatch):
    monkeypatch.setenv("OCCAM_REDIS_URL", "redis://me:hunter2@127.0.0.1:1/0")
    monkeypatch.setenv("OCCAM_READY_TIMEOUT", "2.5")
    for ran in (occam("up"), occam("up", "--detach")):
        waiting, end = ran.err.splitlines()
        assert waiting.startswith("occam: waiting for broker redis://***@127.0.0.1:1/0: ")
        assert end.startswith("occam: broker: ")
        assert ran.code == Exit.NO


@pytest.mark.parametrize(
    ("variable", "value", "complaint"),
    [
        ("OCCAM_BUS_SHRADS", "2", "OCCAM_BUS_SHRADS: there is no such setting; did you mean"),
        ("OCCAM_BUS_SHARDS", "none", "OCCAM_BUS_SHARDS: expected int"),
        ("OCCAM_OTLP_ENDPOINT", "nonsense", "OCCAM_OTLP_ENDPOINT: expected an http:// or https://"),
    ],
)
@pytest.mark.parametrize("verb", ["up", "status", "ask Who?", "load", "submit x"])
def test_a_wrong_setting_stops_every_verb_by_name(
    occam, monkeypatch, variable, value, complaint, verb
):
    monkeypatch.setenv(variable, value)
    ran = occam(*verb.split())
    assert ran.code == Exit.USAGE
    assert complaint in one_line(ran)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [("", "q.jsonl: empty"), (None, "q.jsonl: No such file"), ("\n \n", "q.jsonl: empty")],
)
def test_a_file_with_nothing_to_ask_is_named(occam, tmp_path, content, complaint):
    file = tmp_path / "q.jsonl"
    if content is not None:
        file.write_text(content)
    ran = occam("submit", file)
    assert ran.code == Exit.USAGE
    assert complaint in one_line(ran)


def test_an_unknown_pack_is_answered_with_the_known_ones(occam, tmp_path):
    (tmp_path / "q.txt").write_text("Who?")
    for ran in (
        occam("submit", tmp_path / "q.txt", "--pack", "olympcis"),
        occam("ask", "Who?", "--pack", "olympcis"),
        occam("load", "--pack", "olympcis"),
        occam("demo", "--pack", "olympcis"),
    ):
        assert ran.code == Exit.USAGE
        assert "unknown pack 'olympcis'; known packs:" in one_line(ran)
        assert "olympics" in ran.err


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([], "pages.jsonl"),
        (["nonsense"], "line 1: not JSON"),
        (['{"doc_id": "a"}'], "line 1: not a document"),
        (
            [f'{{"doc_id": "a", "title": "t", "text": "{text}"}}' for text in ("one", "two")],
            "doc_id 'a' has two different texts",
        ),
        (['{"doc_id": "a", "title": "t", "text": "prose"}'], "none of the 1 documents holds"),
    ],
)
def test_a_corpus_that_cannot_be_loaded_is_named_and_changes_nothing(
    occam, home, tmp_path, lines, complaint
):
    (tmp_path / "pages.jsonl").write_text("\n".join(lines))
    ran = occam("load", tmp_path / "pages.jsonl")
    assert ran.code == Exit.USAGE
    assert complaint in one_line(ran)
    assert not (home / "graphs" / "olympics" / "current").exists()


def test_a_page_to_remove_must_be_there(occam):
    assert occam("load").code == Exit.OK
    ran = occam("load", "--remove", "S9999")
    assert ran.code == Exit.USAGE
    assert "not in the current version: S9999" in one_line(ran)


def test_the_same_pages_again_change_nothing(occam):
    assert "is current" in occam("load").out
    assert "already loaded: nothing to do" in occam("load").out


def test_a_pack_with_a_mistake_fails_its_check_by_file_and_line(occam, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "pack.toml").write_text('name = "mine"\ntitel = "x"\n')
    ran = occam("pack", "check", folder)
    assert ran.code == Exit.NO
    assert "pack.toml" in one_line(ran)
    assert "titel" in ran.err


def test_the_bundled_packs_are_sound(occam):
    ran = occam("pack", "check")
    assert (ran.code, ran.err) == (0, "")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "r.jsonl: empty"),
        ("{}", "r.jsonl: Object missing required field"),
        ("nonsense", "r.jsonl: JSON is malformed"),
        ("[1]", "neither an answer record nor a certificate"),
    ],
)
def test_a_file_that_holds_no_certificate_is_named(occam, tmp_path, content, complaint):
    (tmp_path / "r.jsonl").write_text(content)
    ran = occam("verify", tmp_path / "r.jsonl")
    assert ran.code == Exit.USAGE
    assert complaint in one_line(ran)


def test_a_certificate_file_that_is_not_there_is_not_taken_for_an_id(occam, tmp_path):
    ran = occam("verify", tmp_path / "r.jsonl")
    assert ran.code == Exit.USAGE
    assert "no such file" in one_line(ran)


def test_the_benchmark_without_an_address_says_where_to_get_it(occam):
    ran = occam("data", "fetch")
    assert ran.code == Exit.NO
    assert "--from" in ran.err


@pytest.mark.parametrize("address", ["ftp://x/y.zip", "nonsense"])
def test_an_address_of_another_kind_is_refused(occam, address):
    ran = occam("data", "fetch", "--from", address)
    assert ran.code == Exit.USAGE
    assert f"{address}: expected an http or https address" in one_line(ran)


def test_the_benchmark_without_a_folder_says_how_to_name_it(occam):
    ran = occam("evaluate", "public")
    assert ran.code == Exit.USAGE
    assert "OCCAM_BENCHMARK" in one_line(ran)


def test_the_doctor_finds_this_installation_whole(occam):
    ran = occam("doctor", "--json")
    assert ran.code == Exit.OK, ran.out


def test_the_doctor_says_what_is_missing(occam, monkeypatch):
    monkeypatch.setenv("OCCAM_HOME", "/proc/nowhere")
    ran = occam("doctor")
    assert ran.code == Exit.NO
    assert "missing  home" in ran.out


def test_wrong_usage_is_two(occam):
    assert occam("answers", "--nonsense").code == Exit.USAGE
    assert occam("nonsense").code == Exit.USAGE


def test_requeueing_needs_a_letter_or_all(occam):
    ran = occam("dead", "requeue")
    assert ran.code == Exit.USAGE
    assert "name dead letters to requeue, or give --all" in one_line(ran)


def test_an_error_nobody_foresaw_is_told_apart():
    code, text = explained(RuntimeError("odd"))
    assert code == Exit.BUG
    assert "RuntimeError: odd" in text
    assert "--debug" in text


def test_every_exit_code_is_documented():
    assert set(MEANINGS) == set(Exit)
    page = Path(__file__).parents[2] / "docs" / "operations.md"
    assert exits_table() in page.read_text()


def test_a_reader_that_leaves_early_sees_no_traceback():
    command = f"{sys.executable} -m occam.cli --help | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
    assert done.stderr == ""


def test_help_is_quick_and_loads_nothing_heavy():
    code = (
        "import sys, occam.cli.main\n"
        "heavy = {'redis', 'faststream', 'ladybug', 'rich.console'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    began = time.monotonic()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert time.monotonic() - began < 5


def test_a_shell_completes_the_verbs():
    words = {"_OCCAM_COMPLETE": "complete_bash", "COMP_WORDS": "occam sub", "COMP_CWORD": "1"}
    script = Path(sys.executable).parent / "occam"
    done = subprocess.run([script], capture_output=True, text=True, env={**os.environ, **words})
    assert done.stdout.split() == ["submit"]
