"""A small schema written in GSQL, and what the checks say of a text over it."""

from __future__ import annotations

from functools import cache

from tigergraph_emulator.catalog import Catalog
from tigergraph_emulator.checks import check_query, check_schema
from tigergraph_emulator.reading import GsqlSyntaxError, parse
from tigergraph_emulator.tree import CreateQuery, CreateType, SchemaJob

SCHEMA = """
CREATE SCHEMA_CHANGE JOB first FOR GRAPH g {
  ADD VERTEX Person (PRIMARY_ID id STRING, age INT, has_age BOOL, score DOUBLE, town STRING,
    joined DATETIME, nicknames LIST<STRING>) WITH PRIMARY_ID_AS_ATTRIBUTE="true";
  ADD VERTEX Topic (id STRING PRIMARY KEY, title STRING, age STRING);
  ADD VERTEX Hidden (PRIMARY_ID id STRING, note STRING);
  ADD DIRECTED EDGE KNOWS (FROM Person, TO Person, since INT) WITH REVERSE_EDGE="rev_KNOWS";
  ADD DIRECTED EDGE LIKES (FROM Person, TO Topic | FROM Person, TO Hidden);
  ADD UNDIRECTED EDGE MARRIED (FROM Person, TO Person);
  ALTER VERTEX Topic ADD VECTOR ATTRIBUTE emb (DIMENSION=3, METRIC="COSINE");
}
"""


@cache
def catalog() -> Catalog:
    """The schema above; nothing in it is refused."""
    (job,) = parse(SCHEMA).commands
    assert isinstance(job, SchemaJob)
    made = Catalog("g", packages={"gds"})
    assert check_schema(job.steps, made) == []
    for step in job.steps:
        made.apply(step)
    return made


def problems(text: str, known: Catalog | None = None) -> list[str]:
    """What is said of every query in a text, the syntax error if it cannot be read."""
    try:
        commands = parse(text).commands
    except GsqlSyntaxError as error:
        return [str(error)]
    queries = [command.query for command in commands if isinstance(command, CreateQuery)]
    assert queries
    return [str(each) for query in queries for each in check_query(query, known or catalog())]


def of_body(body: str, parameters: str = "", syntax: str = "v2") -> list[str]:
    """What is said of a query with this body."""
    header = f"CREATE QUERY q({parameters}) FOR GRAPH g SYNTAX {syntax}"
    return problems(f"{header} {{\n{body}\n}}")


def of_schema(step: str) -> list[str]:
    """What is said of steps of a schema change over the schema above."""
    try:
        (job,) = parse(f"CREATE SCHEMA_CHANGE JOB j FOR GRAPH g {{\n{step}\n}}").commands
    except GsqlSyntaxError as error:
        return [str(error)]
    assert isinstance(job, SchemaJob)
    return [str(each) for each in check_schema(job.steps, catalog())]


def of_type(text: str) -> CreateType:
    """The one global type that a text makes."""
    (command,) = parse(text).commands
    assert isinstance(command, CreateType)
    return command
