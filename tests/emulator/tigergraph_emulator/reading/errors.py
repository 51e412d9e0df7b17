"""Syntax errors in the words of the server: what stands there, and what could stand there."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lark import Token, UnexpectedInput
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedToken

_HINTS = {
    "CASE": "CASE is a statement, not an expression",
    "ELSEIF": "write ELSE IF",
    "NULL": "no attribute is ever NULL; keep a flag beside it",
    "INSERT": "vertices and edges come by upserts, not by INSERT",
    "UPDATE": "attributes come by upserts, not by UPDATE",
    "SAMPLE": "SAMPLE exists only in V1",
    "ALTER": "ALTER stands only inside a schema change job",
    "INDEX": "indexes are outside this subset",
}


class GsqlSyntaxError(Exception):
    """A text that is no GSQL of this subset; `column` counts from 0."""

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(f"line {line}:{column} {message}")
        self.line = line
        self.column = column
        self.message = message


def syntax_error(text: str, error: UnexpectedInput, shown: dict[str, str]) -> GsqlSyntaxError:
    """The parser's error as the server would word it; `shown` spells each terminal."""
    match error:
        case UnexpectedToken(token=Token(type="$END")):
            lines = text.split("\n")
            place = (len(lines), len(lines[-1]))
            message = (
                f"mismatched input '<EOF>' {_expecting(error.accepts or error.expected, shown)}"
            )
        case UnexpectedToken(token=token):
            place = (error.line, error.column - 1)
            message = (
                f"mismatched input '{token}' {_expecting(error.accepts or error.expected, shown)}"
            )
        case UnexpectedCharacters():
            place = (error.line, error.column - 1)
            found = text[error.pos_in_stream : error.pos_in_stream + 1]
            message = f"token recognition error at: '{found}'"
        case _:
            assert isinstance(error, UnexpectedEOF)
            place, message = (text.count("\n") + 1, 0), "unexpected end of text"
    return GsqlSyntaxError(*place, message + _hint(text, place))


def _expecting(names: Iterable[str], shown: dict[str, str]) -> str:
    words = sorted({shown.get(name, name) for name in names})
    return f"expecting {{{', '.join(words)}}}"


def _hint(text: str, place: tuple[int, int]) -> str:
    line, column = place
    lines = text.split("\n")
    before = re.findall(r"\w+", "\n".join([*lines[: line - 1], lines[line - 1][:column]]))[-1:]
    if lines[line - 1][column : column + 1] == "'":
        return "; texts stand in double quotes"
    here = re.findall(r"\w+", lines[line - 1][column:])[:1]
    for word in (*here, *before):
        if word.upper() in _HINTS:
            return f"; {_HINTS[word.upper()]}"
    return ""
