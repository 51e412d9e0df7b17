"""A small graph in GSQL and the clients that talk to it: what the tests of the server share."""

from __future__ import annotations

from typing import Any

from pyTigerGraph import AsyncTigerGraphConnection, TigerGraphConnection
from tigergraph_emulator.server.running import Running

SCHEMA = """
USE GLOBAL
CREATE GRAPH {graph} ()
USE GRAPH {graph}
CREATE SCHEMA_CHANGE JOB make_{graph} FOR GRAPH {graph} {{
  ADD VERTEX Person (PRIMARY_ID id STRING, age INT, label STRING, score DOUBLE, ok BOOL,
    seen DATETIME, marks SET<STRING>) WITH PRIMARY_ID_AS_ATTRIBUTE="true";
  ADD DIRECTED EDGE Knows (FROM Person, TO Person, since INT) WITH REVERSE_EDGE="rev_Knows";
  ADD DIRECTED EDGE Met (FROM Person, TO Person, DISCRIMINATOR(day_no INT), note STRING)
    WITH REVERSE_EDGE="rev_Met";
}}
RUN SCHEMA_CHANGE JOB make_{graph}
CREATE SCHEMA_CHANGE JOB embed_{graph} FOR GRAPH {graph} {{
  ALTER VERTEX Person ADD VECTOR ATTRIBUTE emb (DIMENSION=2, METRIC="COSINE");
}}
RUN SCHEMA_CHANGE JOB embed_{graph}
"""

OLDER = """CREATE OR REPLACE QUERY older (INT low) FOR GRAPH {graph} SYNTAX v2 {{
  S = {{Person.*}};
  R = SELECT p FROM S:p WHERE p.age >= low ORDER BY p.age ASC, p.id ASC;
  PRINT R[R.id AS id, R.age AS age] AS people;
}}
"""

BROKEN = """CREATE OR REPLACE QUERY broken () FOR GRAPH {graph} SYNTAX v2 {{
  S = {{Person.*}};
  R = SELECT p FROM S:p WHERE p.height >= 1;
  PRINT R[R.id AS id] AS people;
}}
"""

ECHOED = """CREATE OR REPLACE QUERY echoed (STRING text, SET<STRING> many, BOOL flag, DOUBLE d,
    DATETIME moment, VERTEX<Person> who) FOR GRAPH {graph} SYNTAX v2 {{
  SetAccum<STRING> @@many;
  @@many += many;
  PRINT text AS text, @@many AS many, flag AS flag, d AS d, moment AS moment;
}}
"""


def made(started: Running, graph: str) -> Running:
    """Creates the graph with its types."""
    reply = connection(started).gsql(SCHEMA.format(graph=graph))
    assert f"The graph {graph} is created" in reply
    assert reply.count("completes") == 2, reply
    return started


def connection(started: Running, graph: str = "", **more: Any) -> TigerGraphConnection:
    """A synchronous client on the one port."""
    return TigerGraphConnection(**_arguments(started, graph, more))


def async_connection(started: Running, graph: str = "", **more: Any) -> AsyncTigerGraphConnection:
    """An asynchronous client on the one port."""
    return AsyncTigerGraphConnection(**_arguments(started, graph, more))


def _arguments(started: Running, graph: str, more: dict[str, Any]) -> dict[str, Any]:
    port = str(started.port)
    return {
        "host": f"http://{started.host}",
        "restppPort": port,
        "gsPort": port,
        "graphname": graph,
        "username": "tigergraph",
        "password": "tigergraph",
        **more,
    }
