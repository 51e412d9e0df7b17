"""The bound's route: what each document states, in one table that holds no edge and no vertex."""

from occam.graph.facts.engine import FactTable
from occam.graph.facts.writer import write_facts

__all__ = ["FactTable", "write_facts"]
