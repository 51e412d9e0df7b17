"""The schema of a graph as the schema endpoint describes it."""

from __future__ import annotations

from typing import Any

from tigergraph_emulator.catalog import Catalog, EdgeType, Vector, VertexType
from tigergraph_emulator.tree import AttributeDef, TypeRef


def described(catalog: Catalog) -> dict[str, Any]:
    """Name, vertex types and edge types."""
    return {
        "GraphName": catalog.graph,
        "VertexTypes": [_vertex(each) for each in catalog.vertices.values()],
        "EdgeTypes": [_edge(each) for each in catalog.edges.values() if not each.mirrors],
    }


def _vertex(vertex: VertexType) -> dict[str, Any]:
    return {
        "Name": vertex.name,
        "PrimaryId": {
            "AttributeName": vertex.id.name,
            "AttributeType": _type(vertex.id.type),
            "PrimaryIdAsAttribute": vertex.id_readable,
        },
        "Attributes": [_attribute(each) for each in vertex.attributes.values()],
        "Config": {
            "STATS": "OUTDEGREE_BY_EDGETYPE",
            "PRIMARY_ID_AS_ATTRIBUTE": vertex.id_readable,
        },
        "EmbeddingAttributes": [_vector(each) for each in vertex.vectors.values()],
    }


def _edge(edge: EdgeType) -> dict[str, Any]:
    sources = {source for source, _ in edge.pairs}
    targets = {target for _, target in edge.pairs}
    discriminators = [_attribute(each, True) for each in edge.discriminator.values()]
    return {
        "Name": edge.name,
        "IsDirected": edge.directed,
        "FromVertexTypeName": sources.pop() if len(sources) == 1 else "*",
        "ToVertexTypeName": targets.pop() if len(targets) == 1 else "*",
        "EdgePairs": [{"From": source, "To": target} for source, target in edge.pairs],
        "Attributes": discriminators + [_attribute(each) for each in edge.attributes.values()],
        "Config": {"REVERSE_EDGE": edge.reverse} if edge.reverse else {},
        "DiscriminatorCount": len(discriminators),
    }


def _attribute(attribute: AttributeDef, discriminator: bool = False) -> dict[str, Any]:
    described: dict[str, Any] = {
        "AttributeName": attribute.name,
        "AttributeType": _type(attribute.type),
    }
    if attribute.default is not None:
        described["DefaultValue"] = str(attribute.default)
    return described | ({"IsDiscriminator": True} if discriminator else {})


def _type(type_: TypeRef) -> dict[str, str]:
    if not type_.of:
        return {"Name": type_.name}
    return {"Name": type_.name, "ValueTypeName": type_.of[-1].name}


def _vector(vector: Vector) -> dict[str, Any]:
    return {
        "Name": vector.name,
        "Dimension": vector.dimension,
        "IndexType": vector.index,
        "DataType": vector.data,
        "Metric": vector.metric,
    }
