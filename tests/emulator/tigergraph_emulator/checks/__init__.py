"""Refuses what the server would refuse when a text is compiled, and what is not promised."""

from tigergraph_emulator.checks.loading import check_loading
from tigergraph_emulator.checks.problems import Problem
from tigergraph_emulator.checks.queries import check_query
from tigergraph_emulator.checks.schema import check_schema

__all__ = ["Problem", "check_loading", "check_query", "check_schema"]
