"""How a loaded text is cut into lines and tokens."""

from __future__ import annotations

import pytest
from tigergraph_emulator.server.lines import Layout, Line, NotEnough, cut, lines
from tigergraph_emulator.tree import Load, Token


def _layout(**options: str) -> Layout:
    return Layout.of(Load("f", (), tuple(options.items())), None, None)


def test_without_quote_a_separator_between_quotes_splits_the_field() -> None:
    assert cut('1,"a,b"', _layout()) == ["1", '"a', 'b"']


def test_with_quote_the_separator_belongs_to_the_field() -> None:
    assert cut('1,"a,b",c', _layout(QUOTE="double")) == ["1", "a,b", "c"]


def test_what_the_call_says_about_separators_wins() -> None:
    layout = Layout.of(Load("f", (), (("SEPARATOR", ","),)), "|", "\\n")
    assert [line and line.tokens for line in lines("a|b,c\nd|e\n", layout)] == [
        ["a", "b,c"],
        ["d", "e"],
    ]


def test_a_header_names_the_columns_and_is_no_line() -> None:
    (line,) = lines("id,age\nx,3\n", _layout(HEADER="true"))
    assert line is not None
    assert line.get(Token(path=("age",))) == "3"


def test_a_line_with_too_few_tokens_says_so() -> None:
    with pytest.raises(NotEnough):
        Line(["a"], {}).get(Token(index=1))


def test_json_lines_are_read_by_the_path_of_their_keys() -> None:
    good, bad = lines('{"a":{"b":5}}\n[1]\n', _layout(JSON_FILE="true"))
    assert good is not None
    assert good.get(Token(path=("a", "b"))) == 5
    assert good.get(Token(path=("a", "c"))) is None
    assert bad is None
