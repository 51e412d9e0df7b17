"""The parser made from the grammar file, and the one function that the others call."""

from __future__ import annotations

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
def _parser() -> tuple[Lark, dict[str, str]]:
    grammar = files("tigergraph_emulator").joinpath("grammar.lark").read_text(encoding="utf-8")
    parser = Lark(
        grammar, start="file", parser="lalr", propagate_positions=True, maybe_placeholders=True
    )
    shown = {
        terminal.name: f"'{terminal.pattern.value}'"
        for terminal in parser.terminals
        if isinstance(terminal.pattern, PatternStr)
    }
    return parser, {**shown, **_SHOWN}


def parse(text: str) -> File:
    """The commands of a text; raises GsqlSyntaxError at the first that is none."""
    parser, shown = _parser()
    try:
        found = parser.parse(text)
        return _Reader(text).transform(found)
    except UnexpectedInput as error:
        raise syntax_error(text, error, shown) from None
    except VisitError as error:
        if isinstance(error.orig_exc, GsqlSyntaxError):
            raise error.orig_exc from None
        raise
