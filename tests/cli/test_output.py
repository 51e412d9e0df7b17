"""What reaches a screen: whole, in order, and without anything that could steer the terminal."""

import sys

import msgspec
from occam.cli.output import complain, console, print_json, say, table
from occam.cli.records import answer_text, card, certificate_text, in_order, summary
from occam.core.gaps import Unresolved
from occam.core.record import Alternative, AnswerRecord, Certificate, Tokens


def certificate(**values):
    return Certificate(
        **{
            "question_id": "q", "question_digest": "", "pack": "p", "plan": None,
            "plan_digest": "", "completeness_class": None, "structural_bound": 3,
            "evidence_set_size": 3, "completeness_check": "pass", **values,
        }
    )  # fmt: skip


def record(**values):
    return AnswerRecord(
        **{
            "id": "q", "batch": "b", "tenant": "t", "attempt": 1, "question": "Who?",
            "pipeline": "occam", "outcome": "answered", "certificate": certificate(), **values,
        }
    )  # fmt: skip


def test_control_characters_never_reach_the_terminal(capsys):
    say("a\x1b[2Jb\tc")
    complain("d\x9be")
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("a\ufffd[2Jb\tc\n", "d\ufffde\n")


def test_nothing_in_an_answer_steers_the_terminal_or_hides_in_a_table(capsys):
    console().print(table(("answer",), [("\x1b[31mred\x07 \u202eolleh \U000e0041",)]))
    assert "\ufffd[31mred\ufffd \ufffdolleh \ufffd" in capsys.readouterr().out


def test_markup_in_an_answer_is_only_text(capsys):
    console().print(table(("answer",), [("[red]x[/red] [link=http://y]z",)]))
    assert "[red]x[/red] [link=http://y]z" in capsys.readouterr().out


def test_a_table_is_not_cut_where_nobody_watches(capsys):
    console().print(table(("answer",), [("x" * 300,)]))
    assert "x" * 300 in capsys.readouterr().out


def test_json_is_one_object_a_line(capsys):
    print_json(record(question="a\nb").as_json())
    (line,) = capsys.readouterr().out.splitlines()
    assert msgspec.json.decode(line)["question"] == "a\nb"


def test_ids_are_ordered_as_people_count():
    records = in_order([record(id=id) for id in ("q10", "q2", "10", "9", "q")])
    assert [each.id for each in records] == ["9", "10", "q", "q2", "q10"]


def test_a_range_is_shown_with_the_number():
    assert answer_text(record(answer=("5",), interval=(5, 6))) == "5 (between 5 and 6)"
    assert answer_text(record(answer=("5",), interval=(5, None))) == "5 (between 5 and ?)"
    assert answer_text(record(answer=("5",), interval=(5, 5))) == "5"


def test_every_valid_answer_is_shown_with_the_question_that_separates_them():
    both = (Alternative(answer=("A",), reading="in 1900"), Alternative(answer=("B",), reading="n"))
    ambiguous = record(outcome="ambiguous", alternatives=both, clarify="Which year?")
    assert answer_text(ambiguous) == "A | B"
    shown = "\n".join(card(ambiguous))
    assert all(part in shown for part in ("1. A  (in 1900)", "2. B  (n)", "Which year?"))


def test_a_key_is_shown_as_a_shell_takes_it():
    one = Alternative(answer=(), reading="races; count", key="a > b's")
    unsure = record(outcome="refused", alternatives=(one,), stop_reason="Two ways.")
    shown = "\n".join(card(unsure, keys=True))
    assert "  1. races; count\n     --choice 'a > b'\"'\"'s'" in shown
    assert "--choice" not in "\n".join(card(unsure))


def test_a_refusal_is_shown_with_its_gap():
    refused = record(
        outcome="refused", gap=Unresolved(mention="x", expected="y"), stop_reason="No x."
    )
    assert card(refused)[0] == "refused (unresolved): No x."


def test_a_check_is_shown_with_the_sizes_it_compared():
    assert certificate_text(certificate()) == "pass: 3 of 3"
    assert certificate_text(certificate(structural_bound=None)) == "pass"


def test_the_totals_say_when_a_cost_is_unknown():
    shown = summary([record(cost_usd=None), record(cost_usd=0.5, tokens=Tokens(total=7))])
    assert "2 answered" in shown
    assert "7 tokens, $0.5000 and unknown" in shown
    assert summary([]) == "no answers yet"


def test_a_screen_without_unicode_gets_replacements(monkeypatch, tmp_path):
    from occam.cli.main import main

    with (tmp_path / "out").open("w", encoding="ascii") as narrow:
        monkeypatch.setattr(sys, "stdout", narrow)
        monkeypatch.setattr(sys, "argv", ["occam", "--version"])
        try:
            main()
        except SystemExit:
            say("·")
    assert (tmp_path / "out").read_text().splitlines()[-1] == "?"
