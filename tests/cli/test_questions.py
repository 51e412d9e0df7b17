"""Reading question files: forms, ids, and a reason with a line for whatever is refused."""

import hashlib

import pytest
from occam.cli.questions import read_questions
from occam.core.errors import BadInput


def read(text, name="q", **options):
    content = text if isinstance(text, bytes) else text.encode()
    return read_questions(content, name, **options)


def asked(file):
    return [(question.id, question.text) for question in file.questions]


def reasons(file):
    return [(refused.line, refused.reason) for refused in file.refused]


def test_plain_lines_are_numbered_by_their_line():
    file = read("Who?\n\n  Where?  \r\nWhen?")
    assert asked(file) == [("1", "Who?"), ("3", "Where?"), ("4", "When?")]


def test_jsonl_takes_id_or_qid_and_ignores_the_rest():
    file = read('{"id": "a", "question": "Who?"}\n{"qid": 7, "question": "Where?", "answer": []}\n')
    assert asked(file) == [("a", "Who?"), ("7", "Where?")]


def test_csv_takes_its_columns_by_name_and_lines_by_where_they_start():
    file = read('Question,ID\n"Who, then?\nReally?",a\nWhere?,\n', "q.csv")
    assert asked(file) == [("a", "Who, then?\nReally?"), ("4", "Where?")]


def test_a_choice_is_read_from_json_and_from_csv_and_is_no_part_of_the_text():
    lines = '{"question": "Who?", "choice": " S 7 "}\n{"question": "Who?", "choice": null}\n'
    assert [each.choice for each in read(lines).questions] == ["S 7", ""]
    file = read("question,choice\nWho?,7\nWho?,\nWho?", "q.csv")
    assert [(each.text, each.choice) for each in file.questions] == [
        ("Who?", "7"), ("Who?", ""), ("Who?", "")
    ]  # fmt: skip


def test_a_vertex_that_is_called_by_a_number_may_be_chosen_by_it():
    assert read('{"question": "Who?", "choice": 7}').questions[0].choice == "7"


@pytest.mark.parametrize(
    ("text", "count"),
    [('{"question": "Who?"}', 1), ("id,question\na,Who?", 1), ("question\nWho?", 2), ("Who?", 1)],
)
def test_the_form_is_recognised_without_a_suffix(text, count):
    assert len(read(text).questions) == count


def test_a_form_can_be_forced():
    assert asked(read('{"question": "Who?"}', form="lines")) == [("1", '{"question": "Who?"}')]


def test_a_byte_order_mark_is_not_part_of_the_first_question():
    assert asked(read(b"\xef\xbb\xbfWho?")) == [("1", "Who?")]


def test_the_batch_is_the_digest_of_the_file():
    assert read("Who?").digest == hashlib.sha256(b"Who?").hexdigest()[:16]
    assert read("Who?").digest != read("Who? ").digest


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("nonsense", "not JSON"),
        ("[1]", "not a JSON object"),
        ('{"id": "a"}', "a: no text under `question`"),
        ('{"id": "a", "question": 5}', "a: no text under `question`"),
        ('{"id": "a", "question": "  "}', "a: the question is empty"),
        ('{"id": [], "question": "Who?"}', "`id` must be text or a whole number"),
        ('{"id": true, "question": "Who?"}', "`id` must be text or a whole number"),
        ('{"id": "c", "question": "Who?", "choice": ["x"]}', "c: `choice` must be text"),
        ('{"id": "c", "question": "Who?", "choice": true}', "c: `choice` must be text"),
        (
            '{"id": "ok", "question": "Who?", "choice": "x"}',
            "ok: line 1 asks something else under this id",
        ),
        ('{"id": "ok", "question": "Another?"}', "ok: line 1 asks something else under this id"),
    ],
)
def test_a_bad_line_is_refused_with_its_number_and_the_rest_is_kept(line, reason):
    file = read(f'{{"id": "ok", "question": "Who?"}}\n{line}\n{{"id": "b", "question": "Where?"}}')
    assert asked(file) == [("ok", "Who?"), ("b", "Where?")]
    (found,) = reasons(file)
    assert found[0] == 2
    assert found[1].startswith(reason)


def test_a_question_that_is_repeated_word_for_word_is_asked_once():
    line = '{"id": "a", "question": "Who?"}\n'
    file = read(line * 3)
    assert asked(file) == [("a", "Who?")]
    assert not file.refused


def test_ten_megabytes_of_question_are_refused_by_name():
    huge = "x" * 10_000_000
    file = read(f'{{"id": "big", "question": "{huge}"}}\n{{"id": "a", "question": "Who?"}}')
    assert asked(file) == [("a", "Who?")]
    assert reasons(file) == [(1, "big: 10,000,000 characters, at most 4,000 are taken")]


def test_ten_megabytes_in_a_csv_field_are_refused_by_name():
    file = read(f"id,question\nbig,{'x' * 10_000_000}\na,Who?", "q.csv")
    assert asked(file) == [("a", "Who?")]
    assert reasons(file)[0][0] == 2


@pytest.mark.parametrize("content", [b"", b" \n\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_an_error(content):
    with pytest.raises(BadInput, match=r"q.jsonl: (empty|no questions)"):
        read(content, "q.jsonl")


def test_a_csv_of_only_a_header_is_an_error():
    with pytest.raises(BadInput, match="no questions"):
        read("id,question\n", "q.csv")


def test_a_csv_without_the_column_names_the_columns_it_has():
    with pytest.raises(BadInput, match="no column `question`; columns: id, text"):
        read("id,text\na,Who?", "q.csv")


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"Who?\nWh\xff?\nWhere?", "q"),
        (b'{"question": "Who?"}\n{"question": "\xff"}\n{"question": "Where?"}', "q"),
        (b"id,question\n1,Who?\n,\xff\n4,Where?", "q.csv"),
    ],
)
def test_a_line_that_is_no_text_is_refused_and_the_rest_is_kept(content, name):
    file = read(content, name)
    assert [text for _, text in asked(file)] == ["Who?", "Where?"]
    assert [reason for _, reason in reasons(file)] == ["not UTF-8"]


def test_another_encoding_is_named():
    with pytest.raises(BadInput, match="UTF-16; save it as UTF-8"):
        read("Who?".encode("utf-16"))
