"""What a question leaves open: a sheet to fill in, a prompt on a terminal, a key on the line."""

import contextlib
import fcntl
import json
import os
import pty
import subprocess
import sys
import termios
import time
from pathlib import Path

import msgspec
import pytest
from occam.cli.ask import Asking
from occam.cli.choosing import is_open, pick, sheet
from occam.cli.exits import Exit
from occam.cli.questions import read_questions
from occam.core.gaps import Ambiguous
from occam.core.record import Alternative, AnswerRecord, Certificate

WHO = "Who built the Macquarie Lighthouse?"
BOTH = (
    Alternative(answer=("Greenway",), reading="of 1818", key="L21"),
    Alternative(answer=("Barnet",), reading="of 1883", key="L22"),
)
CERTIFICATE = Certificate(
    question_id="q", question_digest="", pack="p", plan=None, plan_digest="",
    completeness_class=None, structural_bound=2, evidence_set_size=2, completeness_check="pass",
)  # fmt: skip
SEVERAL = AnswerRecord(
    id="q", batch="b", tenant="t", attempt=1, question=WHO, pipeline="occam", outcome="ambiguous",
    alternatives=BOTH, clarify="Which tower?", gap=Ambiguous(candidates=(), clarify="Which tower?"),
    certificate=CERTIFICATE,
)  # fmt: skip
UNSURE = msgspec.structs.replace(
    SEVERAL,
    outcome="refused",
    alternatives=(
        Alternative(answer=(), reading="towers; count", key="k 1"),
        Alternative(answer=(), reading="towers; is there any", key="k2"),
    ),
)


@pytest.fixture
def typed(monkeypatch):
    """`typed("2", KeyboardInterrupt)`: what a person does at the prompt, one after the other."""

    def typed(*lines):
        left = iter(lines)

        def answer(prompt):
            said = next(left)
            if isinstance(said, str):
                return said
            raise said

        monkeypatch.setattr("builtins.input", answer)

    return typed


@pytest.fixture
def asked(monkeypatch, home):
    """The choices that were asked with; the answer is open until one of the keys is chosen."""
    choices = []

    def settled(self, choice):
        choices.append(choice)
        chosen = [each for each in BOTH if each.key == choice.rpartition(" > ")[2]]
        if chosen:
            return msgspec.structs.replace(
                SEVERAL, outcome="answered", answer=chosen[0].answer, alternatives=(), clarify=None
            )
        return UNSURE if choice == "unsure" else SEVERAL

    monkeypatch.setattr(Asking, "settled", settled)
    monkeypatch.setattr("occam.cli.ask.located", lambda settings: settings)
    monkeypatch.setattr("occam.cli.ask.check_loaded", lambda settings, pack: None)
    return choices


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setattr("occam.cli.ask.on_terminal", lambda: True)


def test_a_sheet_that_is_filled_in_is_a_question_with_its_choice():
    line = sheet(SEVERAL)
    assert list(line) == ["id", "question", "clarify", "alternatives", "choice"]
    assert line["choice"] == ""
    assert line["alternatives"][1] == {"key": "L22", "answer": ("Barnet",), "reading": "of 1883"}
    line["choice"] = line["alternatives"][1]["key"]
    (question,) = read_questions(msgspec.json.encode(line), "q.jsonl").questions
    assert (question.id, question.text, question.choice) == ("q", WHO, "L22")


def test_only_what_has_keys_is_open():
    assert is_open(SEVERAL)
    assert not is_open(msgspec.structs.replace(SEVERAL, alternatives=()))
    keyless = tuple(msgspec.structs.replace(each, key="") for each in BOTH)
    assert not is_open(msgspec.structs.replace(SEVERAL, alternatives=keyless))


@pytest.mark.parametrize(
    ("lines", "key"),
    [(["2"], "L22"), ([" 1 "], "L21"), (["0", "3", "two", "²", "1"], "L21"), ([""], ""),
     ([EOFError], ""), (["x", KeyboardInterrupt], "")],
)  # fmt: skip
def test_a_number_chooses_and_nothing_leaves_it_open(typed, lines, key):
    typed(*lines)
    assert pick(SEVERAL) == key


def test_on_a_terminal_the_answer_to_the_choice_is_shown(occam, asked, terminal, typed):
    typed("2")
    done = occam("ask", WHO)
    assert done.code == Exit.OK
    assert asked == ["", "L22"]
    assert "  1. Greenway  (of 1818)\n  2. Barnet  (of 1883)\n  Which tower?\n" in done.out
    assert done.out.splitlines().count("Barnet") == 1


@pytest.mark.parametrize("leave", ["", EOFError, KeyboardInterrupt])
def test_what_is_left_open_says_so_by_its_exit_code(occam, asked, terminal, typed, leave):
    typed(leave)
    done = occam("ask", WHO)
    assert done.code == Exit.UNDECIDED
    assert asked == [""]
    assert "left open; the keys to choose by: occam answers b --undecided" in done.err


def test_unsure_readings_can_be_chosen_too_and_lead_on(occam, asked, terminal, typed):
    typed("1", "1")
    done = occam("ask", WHO, "--choice", "unsure")
    assert (done.code, asked) == (Exit.OK, ["unsure", "k 1", "L21"])
    assert "  1. towers; count\n  2. towers; is there any\n" in done.out


def test_nobody_is_asked_where_nobody_watches(occam, asked, typed):
    typed(AssertionError)
    done = occam("ask", WHO)
    assert (done.code, asked) == (Exit.OK, [""])
    assert "  2. Barnet  (of 1883)\n     --choice L22\n" in done.out
    unsure = occam("ask", WHO, "--choice", "unsure")
    assert unsure.code == Exit.NO
    assert "     --choice 'k 1'\n" in unsure.out


def test_json_never_asks(occam, asked, terminal, typed):
    typed(AssertionError)
    done = occam("ask", WHO, "--json")
    assert json.loads(done.out)["alternatives"][0]["key"] == "L21"


def test_undecided_needs_a_batch(occam):
    done = occam("answers", "--undecided")
    assert done.code == Exit.USAGE
    assert "name the batch" in done.err


@pytest.fixture(scope="module")
def up(tmp_path_factory, on_home):
    """The small pack, up and loaded."""
    occam = on_home(tmp_path_factory.mktemp("up") / "home", PACK="lighthouses")
    occam("load")
    occam("up", "--detach")
    yield occam
    occam("down")


class Screen:
    """A command on a terminal of its own."""

    def __init__(self, occam, *arguments):
        self.ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "occam.cli", *arguments],
            env=occam.environ,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(theirs)
        self.shown = ""

    def until(self, text):
        while text not in self.shown and (more := self._read()):
            self.shown += more
        assert text in self.shown

    def _read(self):
        with contextlib.suppress(OSError):
            return os.read(self.ours, 4096).decode()
        return ""

    def type(self, keys):
        """Once the command waits: a signal between the prompt and the waiting would be lost."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        asleep = 0
        while asleep < 3:
            time.sleep(0.02)
            asleep = asleep + 1 if stat.read_text().rpartition(") ")[2][0] == "S" else 0
        os.write(self.ours, keys.encode())

    def end(self):
        while more := self._read():
            self.shown += more
        os.close(self.ours)
        return self.process.wait(timeout=30)


@pytest.mark.integration
@pytest.mark.parametrize(
    ("keys", "code", "shown"),
    [("2\r", Exit.OK, "James Barnet\r\n  The one candidate"), ("\r", Exit.UNDECIDED, "left open"),
     ("\x03", Exit.UNDECIDED, "left open"), ("\x04", Exit.UNDECIDED, "left open")],
    ids=["a number", "Enter", "Ctrl-C", "Ctrl-D"],
)  # fmt: skip
def test_a_person_chooses_on_a_real_terminal(up, keys, code, shown):
    screen = Screen(up, "ask", WHO)
    screen.until("Which one? 1 to 2, or Enter to leave it open: ")
    screen.type(keys)
    assert screen.end() == code
    assert shown in screen.shown


@pytest.mark.integration
def test_a_batch_is_settled_by_the_sheet_that_a_person_fills_in(up, tmp_path):
    given = f'{{"id": "a", "question": "{WHO}"}}\n{{"id": "b", "question": "Who built Ar Men?"}}\n'
    up("submit", "-", "--batch", "first", given=given)
    up("answers", "first", "--follow")
    (line,) = up("answers", "first", "--undecided").splitlines()
    filled = json.loads(line)
    assert (filled["id"], filled["question"]) == ("a", WHO)
    assert filled["clarify"].startswith("Which tower do you mean: ")
    filled["choice"] = filled["alternatives"][0]["key"]
    file = tmp_path / "filled.jsonl"
    file.write_text(json.dumps(filled))
    again = json.loads(up("submit", "-", "--batch", "first", "--json", given=json.dumps(filled),
                          code=Exit.USAGE))  # fmt: skip
    assert "another text or choice" in again["refused"][0]["reason"]
    batch = json.loads(up("submit", file, "--json"))["batch"]
    (record,) = map(json.loads, up("answers", batch, "--follow", "--json").splitlines())
    assert (record["id"], record["outcome"]) == ("a", "answered")
    assert record["answer"] == ["Francis Greenway"]
    (tmp_path / "r.jsonl").write_text(json.dumps(record))
    assert "1 of 1 certificates verified" in up("verify", tmp_path / "r.jsonl")
    said = up("answers", batch, "--undecided")
    assert "no question of batch" in said
    assert "the asker chose" in up("trace", "a", "--batch", batch)


@pytest.mark.integration
def test_a_wrong_choice_names_those_that_fit(up):
    said = up("ask", WHO, "--choice", "L99", code=Exit.NO)
    assert "“L99”" in said
    assert "“L21” (Macquarie Lighthouse of 1818)" in said
