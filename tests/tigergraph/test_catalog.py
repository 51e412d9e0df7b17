"""What is rendered for a pack: accepted as it is by a server, and never under a reserved name."""

from __future__ import annotations

import re
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jinja2 import UndefinedError
from occam.core.errors import BadConfig
from occam.core.schema import Attribute, EdgeType, Schema, VertexType
from occam.graph.tigergraph.catalog import QUERIES, Script, rendered, scripts
from occam.graph.tigergraph.layout import OWN_EDGES, OWN_TYPES, SYSTEM, Layout, reserved
from occam.graph.tigergraph.tables import OWN_VERTICES, edge_tables, vertex_tables
from tigergraph_emulator.checks.words import reserved as reserved_by_the_server
from tigergraph_emulator.server.handlers import HANDLERS
from tigergraph_emulator.server.machine import Machine
from tigergraph_emulator.server.options import Options
from tigergraph_emulator.server.shell import Shell

from tests.strategies.graphs import KINDS, schemas

HEAD = re.compile(r"USE (GLOBAL|GRAPH \w+)\n(/\*|//)")
ALL_KINDS = {
    kind: Attribute(kind=kind, unknown=unknown)
    for kind, unknown in zip(KINDS, (True, False, True, True, False), strict=True)
}
AWKWARD = Schema(
    vertices={
        "Fact": VertexType(
            labels=("fact",),
            attributes={
                name: Attribute(kind="integer", unknown=True)
                for name in ("loaded", "has_label", "order", "present", "Count", "x", "has_x")
            },
        ),
        "Group": VertexType(labels=("group",), documentary=True, attributes=ALL_KINDS),
        "Alpha_set": VertexType(labels=("alpha",)),
    },
    edges={
        "ABOUT": EdgeType(source="Fact", target="Group", unknown=True),
        "FROM": EdgeType(source="Group", target="Group", ordering=True),
        "rev_FROM": EdgeType(source="Group", target="Alpha_set"),
    },
)
"""Names that are reserved, ours already, or would meet a name made from another."""
slow = partial(settings, deadline=None, suppress_health_check=[HealthCheck.too_slow])
NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True)
WORDS = st.sampled_from(
    sorted(word for word in reserved() if word[0] != "_" and not word.startswith(SYSTEM))
).map(str.upper)
TYPES = st.sampled_from((*OWN_TYPES, *OWN_EDGES, "emb", "rev_ABOUT", "A_set"))
ANY_NAME = st.one_of(NAMES, WORDS, TYPES)


def run(machine: Machine, script: Script) -> str:
    return Shell(machine).run(script.text, HANDLERS)


def accepted(schema: Schema, queries: bool) -> list[str]:
    """What a server says that a first installation is run on; only what it refuses."""
    made = scripts(schema, "made")
    machine = Machine(Options())
    machine.packages |= {script.package for script in made.queries if script.package}
    texts = made.all() if queries else (*made.schema, *made.vectors, *made.loading)
    replies = [(script, run(machine, script)) for script in texts]
    return [f"{script.name}: {reply}" for script, reply in replies if not _succeeded(script, reply)]


def _succeeded(script: Script, reply: str) -> bool:
    created = {
        "query": f"Successfully created queries: [{script.name}]",
        "loading": f"Successfully created loading jobs: [{script.name}]",
    }
    if script.name == "occam_graph":
        return "is created" in reply
    return created.get(script.kind, f"The job {script.name} completes") in reply


@slow(max_examples=20)
@given(schemas())
def test_the_schema_of_any_pack_is_accepted(schema: Schema) -> None:
    assert accepted(schema, queries=False) == []


@slow(max_examples=2)
@given(schemas())
def test_the_queries_of_any_pack_are_accepted(schema: Schema) -> None:
    assert accepted(schema, queries=True) == []


def test_a_pack_of_awkward_names_is_accepted_whole() -> None:
    assert accepted(AWKWARD, queries=True) == []


@st.composite
def named_schemas(draw: st.DrawFn) -> Schema:
    """Schemas whose names are anything that an identifier may be."""
    types = draw(st.lists(ANY_NAME, min_size=1, max_size=3, unique=True))
    attributes = st.dictionaries(ANY_NAME, st.sampled_from(list(ALL_KINDS.values())), max_size=4)
    edges = draw(st.lists(ANY_NAME.filter(lambda n: n not in types), max_size=3, unique=True))
    end = st.sampled_from(types)
    return Schema(
        vertices={type_: VertexType(labels=("x",), attributes=draw(attributes)) for type_ in types},
        edges={
            name: EdgeType(source=draw(end), target=draw(end), unknown=draw(st.booleans()))
            for name in edges
        },
    )


@slow(max_examples=100)
@given(named_schemas())
def test_no_name_is_reserved_taken_twice_or_no_identifier(schema: Schema) -> None:
    layout = Layout(schema, "made")
    vertices, edges = vertex_tables(layout), edge_tables(layout)
    types = [t.name for t in vertices] + [n for t in edges for n in (t.name, t.reverse)]
    assert len(set(types)) == len(types)
    for table in (*vertices, *edges):
        columns = ["id", *(name for name, _ in table.columns)]
        assert len(set(columns)) == len(columns), table.name
        for name in (table.name, *columns):
            assert re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name), name
            assert name.lower() not in reserved(), name


@slow(max_examples=15)
@given(named_schemas())
def test_a_schema_under_any_names_is_accepted(schema: Schema) -> None:
    assert accepted(schema, queries=False) == []


@pytest.mark.parametrize("name", ["A} DROP ALL {", "_hidden", "", "gsql_sys_type"])
def test_a_name_that_cannot_be_one_is_refused_by_name(name: str) -> None:
    schema = Schema(vertices={name: VertexType(labels=("a",))}, edges={})
    with pytest.raises(BadConfig, match=re.escape(repr(name))):
        scripts(schema, "made")


def test_every_text_says_its_scope_and_then_its_purpose() -> None:
    for script in scripts(AWKWARD, "made").all():
        assert HEAD.match(script.text), script.name
        if script.kind == "query":
            comment = script.text[: script.text.index("*/")]
            assert "Purpose: " in comment, script.name
            assert "Parameters: " in comment, script.name
            assert "Result: " in comment, script.name


def test_texts_do_not_change_from_one_rendering_to_the_next() -> None:
    first, second = (scripts(AWKWARD, "made").all() for _ in range(2))
    assert [s.digest for s in first] == [s.digest for s in second]


def test_two_packs_share_no_graph_and_no_text() -> None:
    one, other = scripts(AWKWARD, "one"), scripts(AWKWARD, "other")
    assert not {s.digest for s in one.all()} & {s.digest for s in other.all()}


def test_a_name_that_a_template_does_not_know_is_an_error() -> None:
    with pytest.raises(UndefinedError, match="dimension"):
        rendered("vectors.gsql", Layout(AWKWARD, "made"))


def test_the_dimension_of_the_vectors_is_the_callers() -> None:
    (script,) = scripts(AWKWARD, "made", dimension=7).vectors
    assert "DIMENSION=7," in script.text


def test_vectors_that_a_server_does_not_keep_are_refused_with_the_key_of_the_pack() -> None:
    with pytest.raises(BadConfig, match=r"4097 numbers \(pack.toml, vectors.dimension\)"):
        scripts(AWKWARD, "made", dimension=4097)


def test_a_query_is_installed_under_the_name_that_its_text_has() -> None:
    queries = scripts(AWKWARD, "made").queries
    assert [script.name for script in queries] == [f"occam_{name}" for name in QUERIES]
    for script in queries:
        assert re.search(rf"^CREATE OR REPLACE QUERY {script.name} ?\(", script.text, re.M)


def test_what_a_load_owns_is_stamped() -> None:
    unstamped = {table.name for table in OWN_VERTICES if not table.stamped}
    assert unstamped == {"Release", "Installed"}


def test_the_words_that_are_avoided_are_those_of_both_lists() -> None:
    names = {word for word in reserved_by_the_server() if word.isidentifier()}
    assert len(names) > 200
    assert names <= reserved()
