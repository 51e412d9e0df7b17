"""The parser made from the grammar file, and the one function that the others call."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from importlib.resources import files

from lark import Lark
from lark.exceptions import UnexpectedInput, VisitError
from lark.lexer import PatternStr

from tigergraph_emulator.reading.commands import Commands
from tigergraph_emulator.reading.errors import GsqlSyntaxError, syntax_error
from tigergraph_emulator.reading.expressions import Expressions
from tigergraph_emulator.reading.patterns import Patterns
from tigergraph_emulator.reading.statements import Statements
from tigergraph_emulator.tree import File

_ELSE_IF = re.compile(r"\bELSE\s+IF\b", re.IGNORECASE)
_SHOWN = {
    "NAME": "a name",
    "GACC": "@@name",
    "ACC": "@name",
    "INT": "a number",
    "FLOAT": "a number",
    "STRING": "a text",
    "TOKEN": "$column",
    "FLAG": "-flag",
    "COMPARE": "'=='",
    "SHIFT": "'<<'",
    "VECTORS": "WITH VECTOR",
    "_POST_ACCUM": "POST-ACCUM",
    "$END": "the end",
}


class _Reader(Commands, Statements, Patterns, Expressions):
    """Turns what the parser found into the tree, rule by rule."""


@cache
def _parser(ifs: str) -> tuple[Lark, dict[str, str]]:
    room = files("tigergraph_emulator")
    grammar, how = (room.joinpath(f"{name}.lark").read_text("utf-8") for name in ("grammar", ifs))
    parser = Lark(
        f"{grammar}\n{how}",
        start="file",
        parser="lalr",
        propagate_positions=True,
        maybe_placeholders=True,
    )
    shown = {
        terminal.name: f"'{terminal.pattern.value}'"
        for terminal in parser.terminals
        if isinstance(terminal.pattern, PatternStr)
    }
    return parser, {**shown, **_SHOWN}


def parse(text: str) -> File:
    """The commands of a text; raises GsqlSyntaxError at the first that is none.

    `ELSE IF` is read as a chain with one END; only a text whose ENDs do not fit that is read with
    an END for each IF. No text can fit both.
    """
    try:
        return _read(text, "chained")
    except GsqlSyntaxError:
        if not _ELSE_IF.search(text):
            raise
        with suppress(GsqlSyntaxError):
            return _read(text, "nested")
        raise


def _read(text: str, ifs: str) -> File:
    parser, shown = _parser(ifs)
    try:
        found = parser.parse(text)
        return _Reader(text).transform(found)
    except UnexpectedInput as error:
        raise syntax_error(text, error, shown) from None
    except VisitError as error:
        if isinstance(error.orig_exc, GsqlSyntaxError):
            raise error.orig_exc from None
        raise
