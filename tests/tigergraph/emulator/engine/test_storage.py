"""What is stored: types, defaults, ghosts, reverse edges, deletes, schema changes."""

from __future__ import annotations

import pytest
from tigergraph_emulator.engine import EdgeUpsert, Given, RunError, VertexUpsert
from tigergraph_emulator.tree import AddAttributes, DropAttributes, DropTypes, DropVector

from tests.tigergraph.emulator.engine.world import World, attribute


def test_an_update_keeps_what_it_does_not_name() -> None:
    """Omitted attributes keep the old value on update."""
    world = World().people("ann", age=5, town="Ulm").people("ann", age=6)
    row = world.engine.vertex("Person", "ann")
    assert row is not None
    assert (row["attributes"]["age"], row["attributes"]["town"]) == (6, "Ulm")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("age", "5"),
        ("age", 5.0),
        ("age", True),
        ("active", 1),
        ("town", 5),
        ("joined", "yesterday"),
        ("joined", "1400-01-01"),
        ("notes", "a"),
        ("notes", [1]),
    ],
)
def test_a_wrong_value_fails_the_whole_request(name: str, value: object) -> None:
    """REST-30200: nothing of the request is written, and no type is turned into another."""
    world = World()
    wrong = VertexUpsert("Person", "bob", {name: Given(value)})
    with pytest.raises(RunError) as failed:
        world.engine.upsert([VertexUpsert("Person", "ann"), wrong])
    assert failed.value.code == "REST-30200"
    assert world.engine.vertex_count("Person") == 0


def test_unknown_attributes_are_ignored() -> None:
    """The vertex is accepted without them."""
    world = World().people("ann", nothing=3)
    row = world.engine.vertex("Person", "ann")
    assert row is not None
    assert "nothing" not in row["attributes"]


def test_whole_numbers_are_doubles_too() -> None:
    """A JSON number without a point fits DOUBLE."""
    world = World().people("ann", score=3)
    assert world.ids("S = {Person.*}; R = SELECT s FROM S:s WHERE s.score / 2 == 1.5;") == ["ann"]


@pytest.mark.parametrize(("op", "result"), [("+", 12), (">", 10), ("<", 2), ("~", 10), ("=", 2)])
def test_a_value_meets_the_stored_one_by_its_op(op: str, result: int) -> None:
    """10 is stored, 2 is given."""
    world = World().people("ann", age=10)
    world.engine.upsert([VertexUpsert("Person", "ann", {"age": Given(2, op)})])
    row = world.engine.vertex("Person", "ann")
    assert row is not None
    assert row["attributes"]["age"] == result


def test_missing_ends_are_made() -> None:
    """Ghost vertices: counted, with default attributes."""
    world = World().edges("KNOWS", "ann>bob")
    assert world.engine.vertex_count("Person") == 2


def test_ends_may_be_required() -> None:
    """vertex_must_exist: the edge is skipped, and no ghost is made."""
    world = World().people("ann")
    edge = EdgeUpsert("Person", "ann", "KNOWS", "Person", "bob")
    accepted = world.engine.upsert(edges=[edge], vertex_must_exist=True)
    assert (accepted.edges, accepted.skipped_edges) == (0, 1)
    assert world.engine.vertex_count("Person") == 1


def test_only_new_vertices_may_be_written() -> None:
    """new_vertex_only leaves what is there."""
    world = World().people("ann", age=1)
    accepted = world.engine.upsert(
        [VertexUpsert("Person", "ann", {"age": Given(2)})], new_vertex_only=True
    )
    row = world.engine.vertex("Person", "ann")
    assert row is not None
    assert (accepted.vertices, accepted.skipped_vertices) == (0, 1)
    assert row["attributes"]["age"] == 1


def test_a_second_edge_between_two_vertices_overwrites_the_first() -> None:
    """At most one edge per type and ordered pair; the other direction is another edge."""
    world = World().edges("KNOWS", "ann>bob", since=1).edges("KNOWS", "ann>bob", since=2)
    world.edges("KNOWS", "bob>ann", since=3)
    assert world.engine.edge_count("KNOWS") == 2
    (edge,) = world.engine.edges("Person", "ann", "KNOWS")
    assert edge["attributes"] == {"since": 2}


def test_discriminators_keep_edges_apart() -> None:
    """Two calls at different times are two edges, the same time is one."""
    world = World()
    for at in (1, 2, 2):
        world.edges("CALLED", "ann>bob", at=at)
    assert world.engine.edge_count("CALLED") == 2


def test_a_discriminator_must_be_given() -> None:
    """It is part of the edge's identity."""
    with pytest.raises(RunError, match="the discriminator at is missing"):
        World().edges("CALLED", "ann>bob")


def test_a_reverse_edge_counts_under_its_own_name() -> None:
    """It appears in statistics, and goes with its edge."""
    world = World().edges("KNOWS", "ann>bob")
    assert world.engine.edge_count("rev_KNOWS") == 1
    (edge,) = world.engine.edges("Person", "bob")
    assert (edge["e_type"], edge["to_id"]) == ("rev_KNOWS", "ann")
    assert world.engine.delete_edges("Person", "ann", "KNOWS") == 1
    assert world.engine.edges("Person", "bob") == []


def test_a_reverse_edge_is_never_written() -> None:
    """The server keeps it up."""
    with pytest.raises(RunError, match="write KNOWS"):
        World().edges("rev_KNOWS", "ann>bob")


def test_an_edge_only_joins_its_pairs() -> None:
    """LIKES leads from Person to Topic."""
    with pytest.raises(RunError, match="does not lead from Person to Person"):
        World().engine.upsert(edges=[EdgeUpsert("Person", "a", "LIKES", "Person", "b")])


def test_a_deleted_vertex_takes_its_edges_along() -> None:
    """Of every type and direction."""
    world = World().edges("KNOWS", "ann>bob", "bob>cid").edges("MARRIED", "bob>ann")
    world.edges("KNOWS", "bob>bob").edges("MARRIED", "bob>bob").edges("KNOWS", "ann>cid")
    assert world.engine.delete_vertices("Person", ["bob", "nobody"]) == 1
    assert world.engine.edge_count("KNOWS") == 1
    assert world.engine.edge_count("MARRIED") == 0
    assert [edge["to_id"] for edge in world.engine.edges("Person", "ann")] == ["cid"]


def test_an_undirected_edge_is_read_from_either_end() -> None:
    """It begins where it is looked at from."""
    world = World().edges("MARRIED", "ann>bob").edges("MARRIED", "bob>ann")
    assert world.engine.edge_count("MARRIED") == 1
    (edge,) = world.engine.edges("Person", "bob")
    assert (edge["from_id"], edge["to_id"], edge["directed"]) == ("bob", "ann", False)


def test_an_empty_id_is_refused() -> None:
    """Rejected since 3.9."""
    with pytest.raises(RunError, match="not empty"):
        World().people("")


def test_a_vector_has_its_dimension() -> None:
    """Two numbers are declared."""
    with pytest.raises(RunError, match="3 dimensions where 2 are declared"):
        World().topics("art", emb=[1, 2, 3])


def test_vectors_are_not_read_as_attributes() -> None:
    """A REST read does not return them."""
    row = World().topics("art", emb=[1, 2]).engine.vertex("Topic", "art")
    assert row is not None
    assert set(row["attributes"]) == {"id", "age", "title"}


def test_moments_are_read_from_many_spellings() -> None:
    """A date alone, ISO with a fraction that is dropped, seconds since the epoch."""
    world = World()
    for id_, value in [("a", "2024-01-02"), ("b", "2024-01-02T00:00:00.500z"), ("c", 1704153600)]:
        world.people(id_, joined=value)
    rows = world.engine.vertices("Person")
    assert {row["attributes"]["joined"] for row in rows} == {"2024-01-02 00:00:00"}


def test_a_changed_schema_reshapes_the_data() -> None:
    """New attributes begin at their default, dropped ones go, with types and vectors."""
    world = World().people("ann", age=5).topics("art", emb=[1, 0]).edges("KNOWS", "ann>ann")
    schema = world.engine.schema
    schema.apply(AddAttributes("VERTEX", "Person", (attribute("height", "INT", 3),)))
    schema.apply(DropAttributes("VERTEX", "Person", ("level",)))
    schema.apply(DropVector("Topic", "emb"))
    schema.apply(DropTypes("EDGE", ("KNOWS",)))
    world.engine.schema_changed()
    row = world.engine.vertex("Person", "ann")
    assert row is not None
    assert (row["attributes"]["age"], row["attributes"]["height"]) == (5, 3)
    assert "level" not in row["attributes"]
    assert world.engine.edges("Person", "ann") == []
    assert world.engine.delete_vertices("Person", ["ann"]) == 1


def test_a_dropped_vertex_type_takes_its_vertices_and_edges_along() -> None:
    """Its edge types are dropped first, reverse edges with them."""
    world = World().edges("KNOWS", "ann>bob").edges("LIKES", "ann>art").topics("jam")
    schema = world.engine.schema
    schema.apply(DropTypes("EDGE", ("KNOWS", "LIKES", "MARRIED", "CALLED")))
    schema.apply(DropTypes("VERTEX", ("Person",)))
    world.engine.schema_changed()
    assert world.engine.vertex_count("Topic") == 2
    assert world.engine.edges("Topic", "art") == []


def test_clearing_leaves_the_schema() -> None:
    """All data goes."""
    world = World().edges("KNOWS", "ann>bob")
    world.engine.clear()
    assert (world.engine.vertex_count("Person"), world.engine.edge_count("KNOWS")) == (0, 0)
    assert World().people("ann").engine.vertex_count("Person") == 1
