"""Reads GSQL: text to a syntax tree, or an error that says where and what."""

from tigergraph_emulator.reading.errors import GsqlSyntaxError
from tigergraph_emulator.reading.parser import parse

__all__ = ["GsqlSyntaxError", "parse"]
