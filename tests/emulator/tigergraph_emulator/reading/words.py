"""What every part of the reader does with tokens: places, quoted texts, optional names."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from lark import Transformer

from tigergraph_emulator.reading.errors import GsqlSyntaxError
from tigergraph_emulator.tree import Node, Position

if TYPE_CHECKING:
    from lark.tree import Meta

Made = TypeVar("Made")
_ESCAPED = re.compile(r"\\(.)", re.S)


class Rules(Transformer[Any, Any]):
    """A part of the reader: one method for each rule of the grammar."""

    def __init__(self, text: str) -> None:
        super().__init__(visit_tokens=False)
        self.source = text


def place(meta: Meta) -> Position:
    """Where a rule begins; an empty rule stands nowhere."""
    return Position() if meta.empty else Position(meta.line, meta.column - 1)


def unquoted(token: str) -> str:
    """What a quoted text says."""
    return _ESCAPED.sub(r"\1", token[1:-1])


def word(token: object) -> str:
    """A name that may have been left out."""
    return "" if token is None else str(token)


def given(items: Iterable[Made | None]) -> tuple[Made, ...]:
    """The items that were written."""
    return tuple(item for item in items if item is not None)


def refuse(node: Node, message: str) -> GsqlSyntaxError:
    """A syntax error that the grammar alone does not see."""
    return GsqlSyntaxError(node.at.line, node.at.column, message)
