"""Schema changes and loading jobs: what is refused, by name and reason."""

from __future__ import annotations

import pytest
from tigergraph_emulator.catalog import Catalog, Vector
from tigergraph_emulator.checks import check_loading, check_schema
from tigergraph_emulator.reading import parse
from tigergraph_emulator.tree import AddPair, AddType, CreateGraph, LoadingJob

from tests.tigergraph.emulator.front.world import catalog, of_schema, of_type

REFUSED = {
    "ADD VERTEX Order (PRIMARY_ID id STRING);": "Order is a reserved word",
    "ADD VERTEX Tags (PRIMARY_ID id STRING);": "Tags is a reserved word",
    "ADD VERTEX A (PRIMARY_ID id STRING, type STRING);": "type is a reserved word",
    "ADD VERTEX A (PRIMARY_ID id STRING, gsql_sys_a STRING);": "prefix gsql_sys_",
    "ADD VERTEX Person (PRIMARY_ID id STRING);": "the type Person already exists",
    "ADD VERTEX A (PRIMARY_ID id DOUBLE);": "an id cannot be DOUBLE",
    "ADD VERTEX A (PRIMARY_ID id STRING, x INT, x INT);": "two attributes x",
    "ADD VERTEX A (PRIMARY_ID id STRING, x LIST<FLOAT>);": "LIST<FLOAT> is no type",
    "ADD VERTEX A (PRIMARY_ID id STRING, x MAP<INT, INT>);": "MAP<INT, INT> is no type",
    "ADD VERTEX A (PRIMARY_ID id STRING, x TEXT);": "TEXT is no type of an attribute",
    'ADD VERTEX A (PRIMARY_ID id STRING, x INT DEFAULT "a");': "default of x does not fit INT",
    'ADD VERTEX A (PRIMARY_ID id STRING) WITH REVERSE_EDGE="r";': "no option REVERSE_EDGE",
    "ADD DIRECTED EDGE E (FROM Person, TO Nobody);": "there is no vertex type Nobody",
    'ADD DIRECTED EDGE E (FROM Person, TO Topic) WITH REVERSE_EDGE="KNOWS";': "KNOWS already",
    'ADD UNDIRECTED EDGE E (FROM Person, TO Topic) WITH REVERSE_EDGE="R";': "no reverse edge",
    "ADD DIRECTED EDGE E (FROM Person, TO Topic, DISCRIMINATOR(d DOUBLE));": "cannot be DOUBLE",
    "ADD DIRECTED EDGE E (FROM Person, TO Topic | FROM Person, TO Topic);": "same pair twice",
    "DROP VERTEX Person;": "Please drop the edges first!",
    "DROP EDGE rev_KNOWS;": "rev_KNOWS is a reverse edge",
    "DROP EDGE NOTHING;": "there is no edge type NOTHING",
    "ALTER VERTEX Nobody ADD ATTRIBUTE (x INT);": "there is no vertex type Nobody",
    "ALTER VERTEX Person ADD ATTRIBUTE (age INT);": "two attributes age",
    "ALTER VERTEX Person DROP ATTRIBUTE (years);": "no attribute years to drop",
    "ALTER EDGE KNOWS ADD PAIR (FROM Person, TO Nobody);": "there is no vertex type Nobody",
    "ADD VERTEX A (PRIMARY_ID id STRING); ALTER EDGE LIKES ADD PAIR (FROM Person, TO A);": (
        "put ADD PAIR into a job of its own"
    ),
    "ALTER VERTEX Person ADD PAIR (FROM Person, TO Topic);": "only an edge has pairs",
    'ALTER VERTEX Topic ADD VECTOR ATTRIBUTE e (METRIC="COSINE");': "DIMENSION is a number",
    "ALTER VERTEX Topic ADD VECTOR ATTRIBUTE e (DIMENSION=5000);": "from 1 to 4096, not 5000",
    'ALTER VERTEX Topic ADD VECTOR ATTRIBUTE e (DIMENSION=3, METRIC="L1");': "COSINE, L2, IP",
    "ALTER VERTEX Topic ADD VECTOR ATTRIBUTE emb (DIMENSION=3);": "an attribute emb already",
    "ALTER VERTEX Topic ADD VECTOR ATTRIBUTE e (SIZE=3, DIMENSION=3);": "no option SIZE",
    "ALTER VERTEX Topic DROP VECTOR ATTRIBUTE e;": "no vector attribute e",
}


@pytest.mark.parametrize("step", REFUSED)
def test_a_step_is_refused_and_the_thing_is_named(step: str) -> None:
    said = of_schema(step)
    assert any(REFUSED[step] in each for each in said), said


def test_a_step_sees_what_the_steps_before_it_made() -> None:
    assert (
        of_schema("ADD VERTEX A (PRIMARY_ID id STRING); ADD DIRECTED EDGE E (FROM A, TO A);") == []
    )
    assert of_schema("DROP EDGE LIKES; DROP VERTEX Topic;") == []


def test_a_global_type_is_checked_as_a_local_one() -> None:
    made = of_type("CREATE VERTEX Group (PRIMARY_ID id STRING)")
    (problem,) = check_schema([AddType(made.definition)], Catalog())
    assert "Group is a reserved word" in problem.message


def test_a_graph_cannot_be_named_by_a_reserved_word() -> None:
    (problem,) = check_schema([CreateGraph("graph")], Catalog())
    assert "graph is a reserved word" in problem.message


def test_a_reverse_edge_is_a_type_with_its_ends_exchanged() -> None:
    edge = catalog().edges["rev_KNOWS"]
    assert (edge.mirrors, edge.reverse) == ("KNOWS", "KNOWS")
    assert edge.attributes == catalog().edges["KNOWS"].attributes


def test_the_id_is_readable_as_the_definition_says() -> None:
    readable = {name: kind.id_readable for name, kind in catalog().vertices.items()}
    assert readable == {"Person": True, "Topic": True, "Hidden": False}


def test_a_pair_added_later_is_in_the_reverse_edge_too() -> None:
    changed = catalog().copy()
    changed.apply(AddPair("KNOWS", (("Topic", "Person"),)))
    assert ("Person", "Topic") in changed.edges["rev_KNOWS"].pairs
    assert ("Topic", "Person") not in catalog().edges["KNOWS"].pairs


def test_a_vector_has_defaults_for_what_is_not_said() -> None:
    assert catalog().vertices["Topic"].vectors == {"emb": Vector("emb", 3, "COSINE")}


LOADED = {
    "LOAD f TO VERTEX Nobody VALUES ($0);": "there is no vertex type Nobody",
    "LOAD h TO VERTEX Hidden VALUES ($0, $1);": "the file h is not defined",
    "LOAD f TO VERTEX Hidden VALUES ($0);": "Hidden takes 2 values",
    "LOAD f TO VERTEX Hidden VALUES (_, $1);": "an id cannot be skipped",
    "LOAD f TO EDGE KNOWS VALUES ($0, $1);": "KNOWS takes 3 values",
    "LOAD f TO EDGE rev_KNOWS VALUES ($0, $1, $2);": "rev_KNOWS is a reverse edge",
    "LOAD f TO EDGE LIKES VALUES ($0, $1);": "LIKES joins several types",
    'LOAD f TO VECTOR ATTRIBUTE e ON VERTEX Topic VALUES ($0, SPLIT($1, ","));': "attribute e",
    "LOAD f TO VECTOR ATTRIBUTE emb ON VERTEX Topic VALUES ($0, $1);": "is loaded by SPLIT",
    'LOAD f TO VERTEX Hidden VALUES ($0, $1) USING LIMITS="2";': "no option LIMITS",
    "LOAD f TO VERTEX Hidden VALUES ($0, $1); LOAD f TO VERTEX Hidden VALUES ($0, _) USING "
    'HEADER="true";': "the options of all LOADs of f must be equal",
}


@pytest.mark.parametrize("load", LOADED)
def test_a_load_is_refused_and_the_thing_is_named(load: str) -> None:
    (job,) = parse(f"CREATE LOADING JOB l FOR GRAPH g {{ DEFINE FILENAME f; {load} }}").commands
    assert isinstance(job, LoadingJob)
    said = [str(each) for each in check_loading(job, catalog())]
    assert any(LOADED[load] in each for each in said), said
