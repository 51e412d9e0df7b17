"""Tier 0 without rules: the schema, its lexicon and the graph's names are enough for a plan."""

from occam.core.reading.reader import SchemaParser

__all__ = ["SchemaParser"]
