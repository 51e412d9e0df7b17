"""The evidence route: one version's vertices and edges in an embedded graph database."""

from occam.graph.embedded.engine import EmbeddedGraph
from occam.graph.embedded.writer import write_graph

__all__ = ["EmbeddedGraph", "write_graph"]
