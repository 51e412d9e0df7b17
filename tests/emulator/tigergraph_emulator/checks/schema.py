"""Steps of a schema change, each checked against the schema as the steps before it leave it."""

from __future__ import annotations

from collections.abc import Sequence

from tigergraph_emulator.catalog import Catalog
from tigergraph_emulator.checks.problems import Problem, Problems
from tigergraph_emulator.checks.words import check_name
from tigergraph_emulator.tree import (
    AddAttributes,
    AddPair,
    AddType,
    AddVector,
    AttributeDef,
    CreateGraph,
    DropAttributes,
    DropTypes,
    DropVector,
    EdgeDef,
    Node,
    SchemaStep,
    TypeRef,
    VertexDef,
)

_IDS = ("STRING", "INT", "UINT", "DATETIME")
_ATTRIBUTES = ("INT", "UINT", "FLOAT", "DOUBLE", "BOOL", "STRING", "DATETIME")
_ELEMENTS = ("INT", "DOUBLE", "STRING", "DATETIME")
_DEFAULTS = {"INT": int, "UINT": int, "BOOL": bool, "STRING": str, "DATETIME": str}
_OPTIONS = {"PRIMARY_ID_AS_ATTRIBUTE", "STATS"}
_METRICS = ("COSINE", "L2", "IP")
_LARGEST = 4096


def check_schema(steps: Sequence[SchemaStep | CreateGraph], catalog: Catalog) -> list[Problem]:
    """Everything that the server would refuse in these steps, or that is outside the subset."""
    problems = Problems()
    left = catalog.copy()
    made: set[str] = set()
    for step in steps:
        before = len(problems.found)
        if isinstance(step, CreateGraph):
            check_name(problems, step, step.name, "a graph")
            continue
        _check(step, left, problems, made)
        if len(problems.found) == before:
            left.apply(step)
        if isinstance(step, AddType):
            made.add(step.definition.name)
    return problems.found


def _check(step: SchemaStep, catalog: Catalog, problems: Problems, made: set[str]) -> None:
    match step:
        case AddType(definition=VertexDef() as definition):
            _vertex(definition, catalog, problems)
        case AddType(definition=EdgeDef() as definition):
            _edge(definition, catalog, problems)
        case DropTypes():
            _drop(step, catalog, problems)
        case AddAttributes() | DropAttributes():
            _attributes(step, catalog, problems)
        case AddPair():
            _pair(step, catalog, problems, made)
        case AddVector():
            _vector(step, catalog, problems)
        case DropVector():
            kind = catalog.vertices.get(step.type)
            if kind is None or step.name not in kind.vectors:
                problems.add("SEM-45", step, f"{step.type} has no vector attribute {step.name}")
        case _:
            raise AssertionError(step)


def _new_type(name: str, node: Node, catalog: Catalog, problems: Problems, what: str) -> None:
    check_name(problems, node, name, what)
    if name in catalog.vertices or name in catalog.edges:
        problems.add("SEM-60", node, f"the type {name} already exists")


def _vertex(definition: VertexDef, catalog: Catalog, problems: Problems) -> None:
    _new_type(definition.name, definition, catalog, problems, "a vertex type")
    id_ = definition.id
    check_name(problems, id_, id_.name, "an id")
    if id_.type.name not in _IDS or id_.type.of:
        problems.add("SEM-61", id_, f"an id cannot be {id_.type.name}; write STRING")
    _named_once((id_, *definition.attributes), definition.name, problems)
    for attribute in definition.attributes:
        _attribute(attribute, problems)
    for name, value in definition.options:
        if name not in _OPTIONS:
            problems.add("SEM-62", definition, f"a vertex type has no option {name}")
        elif name == "PRIMARY_ID_AS_ATTRIBUTE" and value.lower() not in ("true", "false"):
            problems.add("SEM-62", definition, f'{name} is "true" or "false", not "{value}"')
    if definition.as_key and dict(definition.options).get("PRIMARY_ID_AS_ATTRIBUTE"):
        problems.add("SEM-62", definition, "a PRIMARY KEY is an attribute already")


def _named_once(attributes: Sequence[AttributeDef], type_: str, problems: Problems) -> None:
    seen: set[str] = set()
    for attribute in attributes:
        if attribute.name in seen:
            problems.add("SEM-63", attribute, f"{type_} has two attributes {attribute.name}")
        seen.add(attribute.name)


def _attribute(attribute: AttributeDef, problems: Problems) -> None:
    check_name(problems, attribute, attribute.name, "an attribute")
    ref = attribute.type
    if ref.name in ("LIST", "SET") and len(ref.of) == 1:
        inner = ref.of[0].name
        if inner not in _ELEMENTS:
            problems.add("SEM-64", ref, f"{ref.name}<{inner}> is no type of an attribute")
    elif ref.name not in _ATTRIBUTES or ref.of:
        problems.add("SEM-64", ref, f"{_told(ref)} is no type of an attribute in this subset")
    if attribute.default is None:
        return
    wanted = _DEFAULTS.get(ref.name)
    number = ref.name in ("FLOAT", "DOUBLE") and type(attribute.default) in (int, float)
    if type(attribute.default) is not wanted and not number:
        problems.add(
            "TYP-8", attribute, f"the default of {attribute.name} does not fit {_told(ref)}"
        )


def _told(ref: TypeRef) -> str:
    return f"{ref.name}<{', '.join(_told(each) for each in ref.of)}>" if ref.of else ref.name


def _edge(definition: EdgeDef, catalog: Catalog, problems: Problems) -> None:
    _new_type(definition.name, definition, catalog, problems, "an edge type")
    _pairs(definition, definition.pairs, catalog, problems)
    _named_once((*definition.discriminator, *definition.attributes), definition.name, problems)
    for attribute in (*definition.discriminator, *definition.attributes):
        _attribute(attribute, problems)
    for each in definition.discriminator:
        if each.type.name not in _IDS:
            problems.add("SEM-65", each, f"a discriminator cannot be {each.type.name}")
    for name, value in definition.options:
        if name != "REVERSE_EDGE":
            problems.add("SEM-62", definition, f"an edge type has no option {name}")
            continue
        if not definition.directed:
            problems.add("SEM-66", definition, "an undirected edge has no reverse edge")
        _new_type(value, definition, catalog, problems, "a reverse edge")


def _pairs(
    node: Node, pairs: Sequence[tuple[str, str]], catalog: Catalog, problems: Problems
) -> None:
    for name in (name for pair in pairs for name in pair):
        if name not in catalog.vertices:
            problems.add("SEM-45", node, f"there is no vertex type {name}")
    if len(set(pairs)) < len(pairs):
        problems.add("SEM-67", node, "an edge type has the same pair twice")


def _drop(step: DropTypes, catalog: Catalog, problems: Problems) -> None:
    known = catalog.vertices if step.kind == "VERTEX" else catalog.edges
    for name in step.names:
        if name not in known:
            problems.add("SEM-45", step, f"there is no {step.kind.lower()} type {name}")
        elif step.kind == "EDGE" and catalog.edges[name].mirrors:
            problems.add("SEM-68", step, f"{name} is a reverse edge; drop the edge itself")
    if step.kind != "VERTEX":
        return
    for edge in catalog.edges.values():
        held = {name for pair in edge.pairs for name in pair} & set(step.names)
        if held:
            problems.add(
                "SEM-68",
                step,
                f"{sorted(held)[0]} is an end of {edge.name}. Please drop the edges first!",
            )


def _attributes(step: AddAttributes | DropAttributes, catalog: Catalog, problems: Problems) -> None:
    kind = (catalog.vertices if step.kind == "VERTEX" else catalog.edges).get(step.type)
    if kind is None:
        problems.add("SEM-45", step, f"there is no {step.kind.lower()} type {step.type}")
        return
    if isinstance(step, AddAttributes):
        _named_once((*kind.attributes.values(), *step.attributes), step.type, problems)
        for attribute in step.attributes:
            _attribute(attribute, problems)
    else:
        for name in step.names:
            if name not in kind.attributes:
                problems.add("SEM-45", step, f"{step.type} has no attribute {name} to drop")


def _pair(step: AddPair, catalog: Catalog, problems: Problems, made: set[str]) -> None:
    if step.type not in catalog.edges:
        problems.add("SEM-45", step, f"there is no edge type {step.type}")
        return
    _pairs(step, (*catalog.edges[step.type].pairs, *step.pairs), catalog, problems)
    for name in (name for pair in step.pairs for name in pair if name in made):
        problems.add(
            "SEM-69", step, f"{name} is made by this job: put ADD PAIR into a job of its own"
        )


def _vector(step: AddVector, catalog: Catalog, problems: Problems) -> None:
    kind, options = catalog.vertices.get(step.type), dict(step.options)
    check_name(problems, step, step.name, "a vector attribute")
    if kind is None:
        problems.add("SEM-45", step, f"there is no vertex type {step.type}")
    elif step.name in kind.vectors or step.name in (*kind.attributes, kind.id.name):
        problems.add("SEM-63", step, f"{step.type} has an attribute {step.name} already")
    size = options.get("DIMENSION")
    if not isinstance(size, int) or not 1 <= size <= _LARGEST:
        problems.add("SEM-70", step, f"DIMENSION is a number from 1 to {_LARGEST}, not {size}")
    known = {"METRIC": _METRICS, "INDEXTYPE": ("HNSW",), "DATATYPE": ("FLOAT",)}
    for name, value in options.items():
        if name == "DIMENSION":
            continue
        if name not in known:
            problems.add("SEM-70", step, f"a vector attribute has no option {name}")
        elif str(value).upper() not in known[name]:
            problems.add("SEM-70", step, f"{name} is one of {', '.join(known[name])}, not {value}")
