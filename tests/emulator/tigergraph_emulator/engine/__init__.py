"""The stored graph and the evaluation of queries, by the documented semantics and no others."""

from tigergraph_emulator.engine.elements import Edge, Vertex
from tigergraph_emulator.engine.engine import Engine
from tigergraph_emulator.engine.errors import RunError
from tigergraph_emulator.engine.prepared import Prepared
from tigergraph_emulator.engine.upserts import Accepted, EdgeUpsert, Given, VertexUpsert

__all__ = [
    "Accepted",
    "Edge",
    "EdgeUpsert",
    "Engine",
    "Given",
    "Prepared",
    "RunError",
    "Vertex",
    "VertexUpsert",
]
