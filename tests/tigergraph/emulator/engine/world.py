"""A small graph of people and topics, made by hand, and queries run over it."""

from __future__ import annotations

from typing import Any

from tigergraph_emulator.catalog import Catalog
from tigergraph_emulator.engine import EdgeUpsert, Engine, Given, RunError, VertexUpsert
from tigergraph_emulator.reading import parse
from tigergraph_emulator.tree import (
    AddVector,
    AttributeDef,
    CreateQuery,
    EdgeDef,
    Query,
    TypeRef,
    VertexDef,
)

Attributes = dict[str, Any]

_ID = (("PRIMARY_ID_AS_ATTRIBUTE", "true"),)
_TEXTS = (TypeRef("STRING"),)


def attribute(name: str, type_: str, default: Any = None) -> AttributeDef:
    """An attribute of a base type."""
    return AttributeDef(name, TypeRef(type_), default)


def catalog() -> Catalog:
    """Persons who know, married and called each other, and topics that they like."""
    made = Catalog("g")
    person = (
        attribute("age", "INT"),
        attribute("level", "INT", 7),
        attribute("score", "DOUBLE"),
        attribute("weight", "FLOAT"),
        attribute("town", "STRING"),
        attribute("active", "BOOL"),
        attribute("joined", "DATETIME"),
        AttributeDef("notes", TypeRef("LIST", _TEXTS)),
        AttributeDef("tags", TypeRef("SET", _TEXTS)),
    )
    made.define(VertexDef("Person", attribute("id", "STRING"), person, options=_ID))
    topic = (attribute("age", "INT"), attribute("title", "STRING"))
    made.define(VertexDef("Topic", attribute("id", "STRING"), topic, options=_ID))
    made.define(VertexDef("Hidden", attribute("id", "STRING"), ()))
    made.apply(AddVector("Topic", "emb", (("DIMENSION", 2), ("METRIC", "COSINE"))))
    people = (("Person", "Person"),)
    since = (attribute("since", "INT"),)
    reverse = (("REVERSE_EDGE", "rev_KNOWS"),)
    made.define(EdgeDef("KNOWS", True, people, attributes=since, options=reverse))
    made.define(EdgeDef("LIKES", True, (("Person", "Topic"),)))
    made.define(EdgeDef("MARRIED", False, people))
    made.define(EdgeDef("CALLED", True, people, (attribute("at", "INT"),), since))
    return made


class World:
    """An engine over that schema, filled by short words."""

    def __init__(self, seed: int = 0) -> None:
        self.engine = Engine(catalog(), seed)

    def people(self, *ids: str, **attributes: Any) -> World:
        """Persons that share the given attributes."""
        return self.vertices("Person", *ids, **attributes)

    def topics(self, *ids: str, **attributes: Any) -> World:
        """Topics that share the given attributes."""
        return self.vertices("Topic", *ids, **attributes)

    def vertices(self, type_: str, *ids: str, **attributes: Any) -> World:
        """Vertices of any type."""
        given = {name: Given(value) for name, value in attributes.items()}
        self.engine.upsert([VertexUpsert(type_, id_, given) for id_ in ids])
        return self

    def edges(self, type_: str, *pairs: str, **attributes: Any) -> World:
        """Edges written `from>to`; their ends are made where they are missing."""
        far = "Topic" if type_ == "LIKES" else "Person"
        given = {name: Given(value) for name, value in attributes.items()}
        ends = [pair.split(">") for pair in pairs]
        self.engine.upsert(edges=[EdgeUpsert("Person", a, type_, far, b, given) for a, b in ends])
        return self

    def run(
        self, body: str, parameters: str = "", syntax: str = "v2", **given: Any
    ) -> list[dict[str, Any]]:
        """The results of a query with this body."""
        return self.engine.run(query(body, parameters, syntax), given)

    def one(self, body: str, parameters: str = "", syntax: str = "v2", **given: Any) -> Any:
        """The value that the query's last PRINT shows as `x`."""
        return self.run(body, parameters, syntax, **given)[-1]["x"]

    def ids(self, body: str, parameters: str = "", syntax: str = "v2", **given: Any) -> list[str]:
        """The ids of the vertex set R that the body leaves, sorted."""
        rows = self.one(f"{body} PRINT R AS x;", parameters, syntax, **given)
        return sorted(row["v_id"] for row in rows)

    def failure(self, body: str, parameters: str = "", syntax: str = "v2", **given: Any) -> str:
        """The message with which the query fails."""
        try:
            self.run(body, parameters, syntax, **given)
        except RunError as error:
            return error.message
        raise AssertionError("the query did not fail")


def query(body: str, parameters: str = "", syntax: str = "v2") -> Query:
    """The tree of a query with this body."""
    text = f"CREATE QUERY q ({parameters}) FOR GRAPH g SYNTAX {syntax} {{ {body} }}"
    (command,) = parse(text).commands
    assert isinstance(command, CreateQuery)
    return command.query
